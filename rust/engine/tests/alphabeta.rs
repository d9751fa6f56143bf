//! Alpha-beta against plain definitions: minimax over whole turns, written here without any pruning.

// Games with their tables are large, and tests have room for them.
#![allow(clippy::large_stack_arrays)]

use std::collections::HashSet;

use boardwright::Rng;
use boardwright::game::{Actor, Game, Scratch, Seat, View, Viewer, never, turns};
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::search::alphabeta::{Settings, alphabeta};
use boardwright::search::budget::Budget;
use boardwright::search::report::{Bound, Line, Report};
use serde_json::{Value, json};

/// What the plain definitions call a game won at once.
const WON: i32 = 1_000_000;

const PLAIN: Settings = Settings { table: true, quiescence: false, reductions: false };

/// How many positions are compared; more of them in a long run.
fn positions(few: u64) -> u64 {
    match std::env::var("BOARDWRIGHT_POSITIONS") {
        Ok(text) => text.parse().expect("a number of positions"),
        Err(_) => few,
    }
}

fn game(options: &Value) -> Gridopolis {
    Gridopolis::new(options).expect("possible options")
}

/// The different states at the end of a turn.
fn ends(game: &Gridopolis, state: &State) -> Vec<State> {
    let mut known = HashSet::new();
    let all = turns(game, state, &mut never).expect("not too many turns");
    all.into_iter().map(|turn| turn.end).filter(|end| known.insert(*end)).collect()
}

fn mover(game: &Gridopolis, state: &State) -> Seat {
    match game.actor(state) {
        Actor::Seat(seat) => seat,
        _ => panic!("a seat is to act"),
    }
}

fn lead(game: &Gridopolis, state: &State, seat: Seat) -> i32 {
    game.score(state, seat) - game.score(state, 1 - seat)
}

/// A finished game, so many turns after the root.
fn result(game: &Gridopolis, state: &State, seat: Seat, turns: i32) -> i32 {
    let returns = game.returns(state)[usize::from(seat)];
    if returns > 0.0 {
        WON - turns
    } else if returns < 0.0 {
        turns - WON
    } else {
        0
    }
}

/// What a position is worth to the seat to act, looked at in full.
struct Minimax<'a> {
    game: &'a Gridopolis,
    quiescence: bool,
}

impl Minimax<'_> {
    /// The score for the seat that just moved.
    fn after(&self, end: &State, seat: Seat, depth: u32, gone: i32) -> i32 {
        match self.game.actor(end) {
            Actor::Over => result(self.game, end, seat, gone),
            _ if depth > 0 => -self.score(end, depth, gone),
            _ if self.quiescence => -self.calm(end, gone),
            _ => lead(self.game, end, seat),
        }
    }

    fn score(&self, state: &State, depth: u32, gone: i32) -> i32 {
        let seat = mover(self.game, state);
        let scores =
            ends(self.game, state).into_iter().map(|end| self.after(&end, seat, depth - 1, gone + 1));
        scores.max().expect("there is always a turn")
    }

    /// The points as they are, or a turn that changes somebody's points.
    fn calm(&self, state: &State, gone: i32) -> i32 {
        let (game, seat) = (self.game, mover(self.game, state));
        let points = |state: &State| [game.score(state, 0), game.score(state, 1)];
        let mut best = lead(game, state, seat);
        let mut known = HashSet::new();
        for turn in turns(game, state, &mut never).expect("not too many turns") {
            if points(&turn.end) != points(state) && known.insert(turn.end) {
                best = best.max(self.after(&turn.end, seat, 0, gone + 1));
            }
        }
        best
    }
}

fn search(game: &Gridopolis, state: &State, depth: u32, settings: Settings) -> Report {
    let view = View::of(game, state, Viewer::Everything);
    let budget = Budget { depth: Some(depth), memory: 16 << 20, ..Budget::default() };
    alphabeta(game, &view, &budget, settings, false, &mut never).expect("a search")
}

/// The score of a line as the plain definitions have it.
fn score(line: &Line) -> i32 {
    match (line.proven, line.score) {
        (Some(proven), None) => {
            let turns = proven.turns.expect("a distance") as i32;
            i32::from(proven.result) * (WON - turns)
        }
        (None, Some(score)) => score,
        both => panic!("either points or a result, not {both:?}"),
    }
}

/// A position after some random actions.
fn played(game: &Gridopolis, seed: u64, most: u64) -> State {
    let mut rng = Rng::new(seed);
    loop {
        let mut state = game.start();
        let mut scratch = Scratch::default();
        for _ in 0..rng.below(most + 1) {
            game.step_randomly(&mut state, &mut rng, &mut scratch);
        }
        if game.actor(&state) != Actor::Over {
            return state;
        }
    }
}

/// A position with few markers, some of them kings, sometimes near an end by quiet turns.
fn placed(game: &Gridopolis, seed: u64, most: u64, kings: u64) -> State {
    let mut rng = Rng::new(seed);
    let layout = game.layout(&View::of(game, &game.start(), Viewer::Everything));
    let pads = layout["pads"].as_array().expect("pads");
    let mut sites: Vec<&Value> = pads.iter().collect();
    rng.shuffle(&mut sites);
    let seats = game.spec().seats;
    let mut markers = Vec::new();
    let mut crowns = rng.below(kings + 1);
    for seat in 0..seats {
        for _ in 0..=rng.below(most) {
            let king = crowns > 0 && rng.below(2) == 0;
            crowns -= u64::from(king);
            let site = sites.pop().expect("a free pad");
            markers
                .push(json!({"site": site, "seat": seat, "king": king, "moved": king || rng.below(2) == 0}));
        }
    }
    let quiet = [0, 0, 0, 20 * u64::from(seats) - 1 - rng.below(4)][rng.below(4) as usize];
    let value = json!({
        "game": "gridopolis", "format": 1, "options": game.options(), "markers": markers,
        "seat": rng.below(u64::from(seats)), "turn": 200, "round": 90, "quiet": quiet,
    });
    game.from_json(&value).expect("a possible position")
}

/// Compares a search with the plain definition: the score, every line, and where the principal variation leads.
fn compare(game: &Gridopolis, state: &State, depth: u32, quiescence: bool) {
    let shown = || game.to_json(&View::of(game, state, Viewer::Everything));
    let settings = Settings { quiescence, ..PLAIN };
    let report = search(game, state, depth, settings);
    let minimax = Minimax { game, quiescence };
    let seat = mover(game, state);
    let mut truths = Vec::new();
    for line in &report.lines {
        let mut end = *state;
        line.events.iter().for_each(|event| game.step(&mut end, *event));
        // Deeper than the first proven result nothing was looked at.
        let truth = minimax.after(&end, seat, report.depth - 1, 1);
        let found = score(line);
        match line.bound {
            Bound::Exact => assert_eq!(found, truth, "{:?} in {}", line.events, shown()),
            Bound::AtMost => assert!(truth <= found, "{:?}: {truth} > {found} in {}", line.events, shown()),
            Bound::AtLeast => assert!(truth >= found, "{:?}: {truth} < {found} in {}", line.events, shown()),
        }
        truths.push(truth);
    }
    let best = score(&report.lines[0]);
    assert_eq!(report.lines[0].bound, Bound::Exact);
    assert_eq!(Some(&best), truths.iter().max(), "{}", shown());
    assert_eq!(best, minimax.score(state, report.depth, 0), "{}", shown());
    if report.depth < depth {
        assert!(best.abs() > WON / 2, "only a proven result ends a search early");
        assert_eq!(best, minimax.score(state, depth, 0), "{}", shown());
    }
    // Without a table all is the same.
    let without = search(game, state, depth, Settings { table: false, ..settings });
    assert_eq!(score(&without.lines[0]), best, "{}", shown());
    assert_eq!(without.nodes, 0);
    // The principal variation is legal, begins with the best line and leads to the score.
    let mut end = *state;
    for event in &report.pv {
        assert_eq!(game.check(&end, *event), Ok(()));
        game.step(&mut end, *event);
    }
    assert!(report.pv.starts_with(&report.lines[0].events));
    let gone = (game.turn(&end) - game.turn(state)) as i32;
    if game.actor(&end) == Actor::Over {
        assert_eq!(best, result(game, &end, seat, gone), "{}", shown());
    } else {
        assert_eq!(best, lead(game, &end, seat), "{:?} in {}", report.pv, shown());
        let depth = report.depth as i32;
        assert!(gone >= depth && (quiescence || gone == depth), "{:?} in {}", report.pv, shown());
    }
}

#[test]
fn is_minimax_with_reserves() {
    let games = [
        game(&json!({})),
        game(&json!({"blueprint": "airlock"})),
        game(&json!({"blueprint": "spire", "supported_pads": true})),
        game(&json!({"blueprint": "plaza", "win": "points", "rounds": 20})),
        game(&json!({"blueprint": "airlock", "quiet_limit": 2, "turn_cap": 70})),
    ];
    for seed in 0..positions(60) {
        let game = &games[seed as usize % games.len()];
        compare(game, &played(game, seed, 80), 2, false);
    }
}

#[test]
fn is_minimax_with_few_markers() {
    let games = [
        game(&json!({"reserves": 0})),
        game(&json!({"reserves": 0, "blueprint": "airlock"})),
        game(&json!({"reserves": 0, "blueprint": "spire", "quiet_limit": 0})),
        game(&json!({"reserves": 0, "win": "points", "rounds": 92})),
        game(&json!({"reserves": 0, "turn_cap": 202})),
    ];
    for seed in 0..positions(60) {
        let game = &games[seed as usize % games.len()];
        // Two kings in reach of each other have too many turns for four of them in a row.
        let (depth, most, kings) = if seed % 2 == 0 { (3, 3, 1) } else { (4, 2, 0) };
        compare(game, &placed(game, seed, most, kings), depth, false);
    }
}

#[test]
fn quiescence_is_what_it_says() {
    let games = [
        game(&json!({"reserves": 0})),
        game(&json!({"blueprint": "airlock"})),
        game(&json!({"reserves": 0, "blueprint": "spire"})),
    ];
    for seed in 0..positions(60) {
        let game = &games[seed as usize % games.len()];
        // In the thick of a game plain quiescence has no end.
        let (state, depth) =
            if seed % 2 == 0 { (played(game, seed, 12), 1) } else { (placed(game, seed, 2, 1), 2) };
        compare(game, &state, depth, true);
    }
}
