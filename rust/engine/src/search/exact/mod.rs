//! Solving a position to the end of the game.
//!
//! One and two seats: Alpha-beta over bounds of the result, looking more and more turns ahead until nothing is open, with a
//! table of what is known; chance by its weights (Expectiminimax, with Star1 windows: Ballard 1983). More seats: max^n
//! (Luckhardt and Irani 1986), where a seat takes the first of equally good actions. Nothing is estimated on the way: the
//! result is proven, or there is none. Numbers are off by less than 1e-9.
//!
//! A solution is *exact* where every seat that has a choice, from the root on, knows all that still matters
//! ([`Game::essence`]). Else it is an *estimate*: the average over the deals that fit what the searching seat knows, each
//! solved as if everybody saw it. That flatters whoever could use what it can't know (strategy fusion: Frank and Basin
//! 1998).

mod deals;
mod solver;
mod table;

use self::deals::deals;
use self::solver::{Bounds, EPSILON, Solver, Stop, knows_all};
use super::budget::{Budget, Clock};
use super::evaluate::{Values, ended, sign, strengths};
use super::report::{Line, Proven, Report};
use crate::error::{Error, Halt};
use crate::game::{Actions, Actor, Event, Game, MAX_SEATS, Poll, Seat, View};

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether every action is solved; if not, only what proves the best one, and the report holds only lines that are
    /// proven.
    pub all: bool,
    /// Over how many deals an estimate is averaged: all that fit if they are at most so many, else so many drawn ones.
    pub samples: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { all: true, samples: 200 }
    }
}

/// At most so many positions unless the budget says otherwise.
pub const POSITIONS: u64 = 20_000_000;

/// Solves the position of a view for its seat to act. The report's lines are actions with what each seat gets after them;
/// visits are positions searched for them. Among equally good actions come first those that win in fewer turns, or lose in
/// more, then those after which the seat leads by more. `budget.nodes` limits the positions, `budget.depth` the turns
/// looked ahead (of games of one or two seats), `budget.memory` the table.
///
/// # Errors
/// [`Error::Search`] if a limit is reached before the position is solved: nothing is given then. What the poll says.
pub fn solve<G: Game>(
    game: &G,
    view: &View<G::State>,
    budget: &Budget,
    settings: Settings,
    seed: u64,
    poll: &mut Poll,
) -> Result<Report, Error> {
    let want = if settings.all { Want::All } else { Want::Best };
    run(game, view, budget, want, settings.samples, seed, poll).map_err(|stop| {
        Error::Search(match stop {
            Stop::Halt(halt) => return halt.into(),
            Stop::Nodes(limit) => format!("too large to be solved: more than {limit} positions"),
            Stop::Turns(limit) => format!("not decided within {limit} turns, whatever is played"),
            Stop::Depth => "too long to be solved: play can go on for too many actions".to_owned(),
            Stop::Time => "the time is up, and the position is not solved yet".to_owned(),
            Stop::Nobody | Stop::Secrets => "no seat is to act here".to_owned(),
        })
    })
}

/// Solves a position if there is an exact solution within the budget: then the best action comes first, but lines that
/// are not proven are left out. `None` if it is not solved, or hangs on secrets. Without a limit of time it is the same on
/// every machine.
///
/// # Errors
/// What the poll says.
pub fn try_solve<G: Game>(
    game: &G,
    view: &View<G::State>,
    budget: &Budget,
    poll: &mut Poll,
) -> Result<Option<Report>, Halt> {
    match run(game, view, budget, Want::BestThenMore, 0, 0, poll) {
        Ok(report) => Ok(Some(report)),
        Err(Stop::Halt(halt)) => Err(halt),
        Err(_) => Ok(None),
    }
}

/// What is to be proven.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    All,
    Best,
    /// The best action, then others while positions are left; without secrets only.
    BestThenMore,
}

/// An action at the root, and what is known of it.
struct Way {
    id: u16,
    bounds: Bounds,
    values: Values,
    /// Within how many turns it is decided.
    turns: u32,
    nodes: u64,
}

fn run<G: Game>(
    game: &G,
    view: &View<G::State>,
    budget: &Budget,
    want: Want,
    samples: u32,
    seed: u64,
    poll: &mut Poll,
) -> Result<Report, Stop> {
    let Actor::Seat(seat) = game.actor(view.state()) else { return Err(Stop::Nobody) };
    let only_exact = want == Want::BestThenMore;
    if only_exact && G::SECRETS && !knows_all(game, view.state(), seat) {
        return Err(Stop::Secrets);
    }
    let clock = Clock::start(budget);
    let deals = deals(game, view, samples.max(1), seed);
    let limit = budget.nodes.unwrap_or(POSITIONS);
    let mut solver = Solver::new(game, &deals.states[0].0, budget, limit, &clock, poll);
    solver.only_exact = only_exact;
    let weights: f64 = deals.states.iter().map(|(_, weight)| weight).sum();
    let mut lines: Vec<(Line, u32)> = Vec::new();
    for (state, weight) in &deals.states {
        // An average needs every action.
        let want = if deals.known { want } else { Want::All };
        let ways = solve_deal(game, state, seat, want, budget.depth, &mut solver)?;
        if lines.is_empty() {
            lines.extend(ways.iter().map(|way| {
                let line = Line::new(vec![Event::Act(way.id)]);
                (line, way.turns)
            }));
        }
        for way in ways {
            let found = lines.iter_mut().find(|(line, _)| line.events[0].id() == way.id);
            let Some((line, _)) = found else { continue };
            line.visits += way.nodes;
            line.values.iter_mut().zip(way.values).for_each(|(sum, value)| *sum += value * weight / weights);
        }
    }
    sort(game, view.state(), seat, &mut lines);
    let mut pv: Vec<Event> = lines.first().map(|(line, _)| line.events[0]).into_iter().collect();
    if let ([(state, _)], Some(first)) = (&deals.states[..], pv.first().copied()) {
        let mut next = *state;
        game.step(&mut next, first);
        pv.extend(solver.line(&next));
    }
    let exact = deals.known && solver.perfect;
    for (line, _) in &mut lines {
        line.proven = ended(game, view.state(), seat, &line.events)
            .or_else(|| if exact { certain(game, line.values[usize::from(seat)]) } else { None });
    }
    let (nodes, bytes) = solver.memory();
    Ok(Report {
        seat,
        seats: game.spec().seats,
        lines: lines.into_iter().map(|(line, _)| line).collect(),
        pv,
        simulations: solver.nodes,
        nodes,
        depth: solver.deepest as u32,
        bytes,
        seed,
        seconds: clock.seconds(),
        exact,
        estimate: !exact,
        deals: deals.count,
    })
}

/// What is certain by the true value of a seat.
fn certain<G: Game>(game: &G, value: f64) -> Option<Proven> {
    let spec = game.spec();
    let result = sign(game, value);
    // More seats may prefer something else; where there is chance, what is between is a mean.
    let is_sure = spec.seats <= 2 && (result != 0 || spec.chances == 0);
    is_sure.then_some(Proven { result, turns: None })
}

/// The best first. Values that hardly differ are equal.
fn sort<G: Game>(game: &G, state: &G::State, seat: Seat, lines: &mut [(Line, u32)]) {
    let own = usize::from(seat);
    let ids: Actions = lines.iter().map(|(line, _)| line.events[0].id()).collect();
    let mut worths = Vec::new();
    if game.spec().seats <= 2 {
        strengths(game, state, seat, &ids, &mut worths);
    } else {
        // Among equals the first: so it is everywhere in max^n.
        worths.resize(ids.len(), 0.0);
    }
    let rank = |(line, turns): &(Line, u32)| {
        let value = (line.values[own] / EPSILON).round();
        let turns = f64::from(*turns);
        let soon = if value > 0.0 {
            -turns
        } else if value < 0.0 {
            turns
        } else {
            0.0
        };
        let place = ids.iter().position(|id| *id == line.events[0].id()).unwrap_or(0);
        (value, soon, worths[place])
    };
    lines.sort_by(|a, b| {
        let (one, other) = (rank(a), rank(b));
        other
            .0
            .total_cmp(&one.0)
            .then(other.1.total_cmp(&one.1))
            .then(other.2.total_cmp(&one.2))
            .then(a.0.events.cmp(&b.0.events))
    });
}

/// Solves one full state.
fn solve_deal<G: Game>(
    game: &G,
    root: &G::State,
    seat: Seat,
    want: Want,
    depth: Option<u32>,
    solver: &mut Solver<G>,
) -> Result<Vec<Way>, Stop> {
    let mut ids = Actions::new();
    game.actions(root, &mut ids);
    let range = solver.range();
    let mut ways: Vec<Way> = ids
        .iter()
        .map(|id| Way { id: *id, bounds: range, values: [0.0; MAX_SEATS], turns: 0, nodes: 0 })
        .collect();
    solver.set_root(root, 0);
    if ids.len() > 1 {
        solver.ask(seat)?;
    }
    let spec = game.spec();
    let simple = spec.seats == 1 || spec.seats == 2 && spec.return_sum == Some(0.0);
    if !simple {
        for way in &mut ways {
            let before = solver.nodes;
            solver.go(0, Event::Act(way.id));
            way.values = solver.share(1)?;
            way.nodes = solver.nodes - before;
        }
        return Ok(ways);
    }
    let mut worths = Vec::new();
    strengths(game, root, seat, &ids, &mut worths);
    ways.sort_by(|a, b| {
        let worth = |way: &Way| worths[ids.iter().position(|id| *id == way.id).unwrap_or(0)];
        worth(b).total_cmp(&worth(a)).then(a.id.cmp(&b.id))
    });
    let wants_much = seat == 0;
    if want != Want::All {
        bound(root, wants_much, false, depth, &mut ways, solver)?;
    }
    if want != Want::Best {
        match bound(root, wants_much, true, depth, &mut ways, solver) {
            Err(Stop::Halt(halt)) => return Err(halt.into()),
            Err(stop) if want == Want::All => return Err(stop),
            _ => {}
        }
    }
    ways.retain(|way| way.bounds.is_exact());
    for way in &mut ways {
        way.values[0] = way.bounds.low;
        if spec.seats == 2 {
            way.values[1] = -way.bounds.low;
        }
    }
    Ok(ways)
}

/// Looks more and more turns ahead until all actions are exact, or one of them is and no other one is better.
fn bound<G: Game>(
    root: &G::State,
    wants_much: bool,
    all: bool,
    depth: Option<u32>,
    ways: &mut [Way],
    solver: &mut Solver<G>,
) -> Result<(), Stop> {
    let range = solver.range();
    let mut turns = 1;
    loop {
        let turns_now = depth.map_or(turns, |depth| turns.min(depth));
        solver.cut = false;
        for place in 0..ways.len() {
            if ways[place].bounds.is_exact() {
                continue;
            }
            let mut window = range;
            if !all {
                // Only what is better than the best so far matters.
                for way in ways.iter() {
                    if wants_much {
                        window.low = window.low.max(way.bounds.low);
                    } else {
                        window.high = window.high.min(way.bounds.high);
                    }
                }
                if window.low >= window.high {
                    break;
                }
            }
            let before = solver.nodes;
            solver.set_root(root, turns_now);
            solver.go(0, Event::Act(ways[place].id));
            let found = solver.search(1, window.low, window.high);
            let way = &mut ways[place];
            way.nodes += solver.nodes - before;
            way.bounds = way.bounds.both(found?);
            way.turns = turns_now;
        }
        let leader = best(ways, wants_much);
        let done = if all {
            ways.iter().all(|way| way.bounds.is_exact())
        } else {
            let lead = ways[leader].bounds;
            let behind = |way: &Way| {
                if wants_much {
                    way.bounds.high <= lead.low + EPSILON
                } else {
                    way.bounds.low >= lead.high - EPSILON
                }
            };
            lead.is_exact() && ways.iter().all(|way| way.id == ways[leader].id || behind(way))
        };
        if done {
            return Ok(());
        }
        if depth.is_some_and(|depth| turns_now >= depth) {
            return Err(Stop::Turns(turns_now));
        }
        if !solver.cut {
            return Err(Stop::Depth);
        }
        ways[..=leader].rotate_right(1);
        turns += if turns < 4 { 1 } else { turns / 2 };
    }
}

/// The action that is best in the worst case.
fn best(ways: &[Way], wants_much: bool) -> usize {
    let worst = |way: &Way| if wants_much { way.bounds.low } else { -way.bounds.high };
    let mut best = 0;
    for place in 1..ways.len() {
        if worst(&ways[place]) > worst(&ways[best]) {
            best = place;
        }
    }
    best
}
