//! Alpha-beta search for games without chance and secrets whose turns are one seat's.
//!
//! Depth is counted in whole turns. For two players it is principal variation search (Marsland and Campbell 1982) with
//! iterative deepening, aspiration windows and a transposition table.

mod limit;
mod order;
mod pair;
mod score;
mod table;

use std::collections::HashMap;

use self::limit::{Limit, Stop};
use self::pair::{Pair, Window};
use self::score::{BEYOND, is_result, lead, proven, result, value};
use super::budget::Budget;
use super::report::{Bound, Line, Report};
use crate::error::{Error, Halt, SetupError};
use crate::fields::Fields;
use crate::game::{Actor, Event, Game, Poll, Seat, View, for_each_turn};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether positions that are met again are remembered, in the budget's memory. The result is the same
    /// without, but for [`Settings::reductions`].
    pub table: bool,
    /// Whether turns that change points are looked at beyond the depth.
    pub quiescence: bool,
    /// Whether quiet actions late in the order are searched less deep first.
    pub reductions: bool,
}

impl Settings {
    pub(super) fn from_fields(fields: &Fields, error: &mut SetupError) -> Self {
        let defaults = Settings::default();
        Settings {
            table: fields.bool("table", defaults.table, error),
            quiescence: fields.bool("quiescence", defaults.quiescence, error),
            reductions: fields.bool("reductions", defaults.reductions, error),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings { table: true, quiescence: true, reductions: true }
    }
}

/// No search goes deeper, in whole turns.
pub const MAX_DEPTH: u32 = 100;
/// How deep a search goes that has no other limit, in whole turns.
pub const DEPTH: u32 = 4;
/// How far from the last iteration's score the next one's is expected, in points.
const ASPIRATION: i32 = 2;

/// A turn at the root.
struct Choice<S> {
    events: Vec<Event>,
    end: S,
    score: i32,
    bound: Bound,
    nodes: u64,
}

/// Searches the position of a view for its seat to act.
///
/// # Errors
/// [`Error::Search`] for a game that it is not for, and for a depth beyond [`MAX_DEPTH`]. What the poll says; with
/// `keep`, a halted search gives what it found so far instead.
pub fn alphabeta<G: Game>(
    game: &G,
    view: &View<G::State>,
    budget: &Budget,
    settings: Settings,
    keep: bool,
    poll: &mut Poll,
) -> Result<Report, Error> {
    let spec = game.spec();
    if !G::WHOLE_TURNS || G::SECRETS || spec.chances > 0 || spec.seats < 2 {
        let title = spec.title;
        let message =
            format!("alphabeta is for games without secrets and chance, such as Gridopolis; not for {title}");
        return Err(Error::Search(message));
    }
    let state = view.state();
    let Actor::Seat(seat) = game.actor(state) else {
        return Err(Error::Search("no seat is to act here".to_owned()));
    };
    let unlimited = budget.nodes.is_none() && budget.time.is_none();
    let depth = budget.depth.unwrap_or(if unlimited { DEPTH } else { MAX_DEPTH });
    if depth > MAX_DEPTH {
        return Err(Error::Search(format!("alphabeta searches at most {MAX_DEPTH} turns deep")));
    }
    let limit = Limit::new(budget, poll);
    let mut root = Root::new(game, state, seat, settings, limit, budget.memory)?;
    match root.deepen(depth) {
        Err(Stop::Halt(halt)) if !keep => return Err(halt.into()),
        _ => {}
    }
    Ok(root.report())
}

struct Root<'a, 'p, 'f, G: Game> {
    pair: Pair<'a, 'p, 'f, G>,
    seat: Seat,
    choices: Vec<Choice<G::State>>,
    /// The best turn and what is expected after it.
    line: Vec<Event>,
    depth: u32,
}

impl<'a, 'p, 'f, G: Game> Root<'a, 'p, 'f, G> {
    /// Lists the turns, the ones that win most points first; of those with the same end only the first.
    fn new(
        game: &'a G,
        state: &'a G::State,
        seat: Seat,
        settings: Settings,
        mut limit: Limit<'p, 'f>,
        bytes: u64,
    ) -> Result<Self, Halt> {
        let mut choices: Vec<Choice<G::State>> = Vec::new();
        let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
        let turn = game.turn(state);
        for_each_turn(game, state, limit.poll, &mut |events, end| {
            let same = known.entry(game.hash(end)).or_default();
            if same.iter().any(|index| choices[*index].end == *end) {
                return Ok(());
            }
            same.push(choices.len());
            let score = match game.actor(end) {
                Actor::Over => result(game, end, seat, 1),
                _ => lead(game, end, seat),
            };
            choices.push(Choice { events: events.to_vec(), end: *end, score, bound: Bound::Exact, nodes: 1 });
            Ok(())
        })?;
        choices.sort_by_cached_key(|choice| (-choice.score, -game.progress(&choice.end, seat)));
        limit.nodes = choices.len() as u64;
        let line = choices[0].events.clone();
        Ok(Root { pair: Pair::new(game, settings, limit, bytes, turn), seat, choices, line, depth: 0 })
    }

    /// Searches deeper and deeper; what is known when it stops stands in `choices`.
    fn deepen(&mut self, depth: u32) -> Result<(), Stop> {
        for depth in 1..=depth {
            let last = self.choices[0].score;
            let mut width = ASPIRATION;
            let (mut alpha, mut beta) =
                if depth < 2 || is_result(last) { (-BEYOND, BEYOND) } else { (last - width, last + width) };
            loop {
                self.iterate(depth, alpha, beta)?;
                let score = self.choices[0].score;
                if alpha < score && score < beta {
                    break;
                }
                width *= 4;
                if score <= alpha {
                    alpha = if is_result(score) { -BEYOND } else { score - width };
                } else {
                    beta = if is_result(score) { BEYOND } else { score + width };
                }
            }
            self.depth = depth;
            // Deeper there is nothing new.
            if is_result(self.choices[0].score) {
                break;
            }
            self.pair.table.age();
            self.pair.order.age();
        }
        Ok(())
    }

    /// Searches all turns, the best one so far first.
    fn iterate(&mut self, depth: u32, alpha: i32, beta: i32) -> Result<(), Stop> {
        let mut best = alpha;
        for index in 0..self.choices.len() {
            let nodes = self.pair.limit.nodes;
            let end = self.choices[index].end;
            let seat = self.seat;
            let mut score = -BEYOND;
            let depth = depth - 1;
            let first = index == 0;
            if !first {
                score = self.pair.score(&end, seat, Window { depth, alpha: best, beta: best + 1 }, 0)?;
            }
            if first || score > best && score < beta {
                score = self.pair.score(&end, seat, Window { depth, alpha: best, beta }, 0)?;
            }
            let choice = &mut self.choices[index];
            choice.score = score;
            choice.nodes = self.pair.limit.nodes - nodes;
            choice.bound = if score >= beta {
                Bound::AtLeast
            } else if score <= best {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            if score > best {
                best = score;
                self.line.clear();
                self.line.extend_from_slice(&self.choices[index].events);
                let after = self.pair.lines.first().into_iter().flatten();
                self.line.extend(after.map(|action| Event::Act(*action)));
                self.choices[..=index].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
        }
        Ok(())
    }

    fn report(self) -> Report {
        let seats = self.pair.game.spec().seats;
        let own = usize::from(self.seat);
        let lines = self.choices.into_iter().map(|choice| {
            let mut line = Line::new(choice.events);
            line.visits = choice.nodes;
            line.bound = choice.bound;
            line.proven = proven(choice.score);
            line.score = (!is_result(choice.score)).then_some(choice.score);
            line.values[own] = value::<G>(choice.score);
            line.values[1 - own] = -line.values[own];
            line
        });
        Report {
            seat: self.seat,
            seats,
            lines: lines.collect(),
            pv: self.line,
            simulations: self.pair.limit.nodes,
            nodes: self.pair.table.used(),
            depth: self.depth,
            bytes: self.pair.table.bytes(),
            seed: 0,
            seconds: self.pair.limit.clock.seconds(),
            exact: false,
            estimate: false,
            deals: 0,
        }
    }
}
