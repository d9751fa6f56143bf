//! Alpha-beta against plain definitions: minimax over whole turns, written here without any pruning.

// Games with their tables are large, and tests have room for them.
#![allow(clippy::large_stack_arrays)]
// Values are compared that are computed alike.
#![allow(clippy::float_cmp)]

use std::collections::{HashMap, HashSet};

use boardwright::game::{Actor, Game, Scratch, Seat, View, Viewer, never, turns};
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::search::alphabeta::{POSITIONS, Settings, alphabeta};
use boardwright::search::budget::Budget;
use boardwright::search::greedy::greedy_turn;
use boardwright::search::report::{Bound, Line, Report};
use boardwright::{Error, Halt, Rng};
use serde_json::{Value, json};

/// What the plain definitions call a game won at once.
const WON: i32 = 1_000_000;

const PLAIN: Settings = Settings { table: true, quiescence: Some(false), reductions: false };

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
    let settings = Settings { quiescence: Some(quiescence), ..PLAIN };
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
    for seed in 0..positions(150) {
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
    for seed in 0..positions(150) {
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
    for seed in 0..positions(24) {
        let game = &games[seed as usize % games.len()];
        // In the thick of a game plain quiescence has no end.
        let (state, depth) =
            if seed % 2 == 0 { (played(game, seed, 12), 1) } else { (placed(game, seed, 2, 1), 2) };
        compare(game, &state, depth, true);
    }
}

/// What a position is worth to each seat if each chooses what is best for itself, looked at in full.
struct MaxN<'a> {
    game: &'a Gridopolis,
    quiescence: bool,
    /// The seat that is searched for: among equals the others choose what is worst for it.
    root: Seat,
}

impl MaxN<'_> {
    fn points(&self, state: &State) -> Vec<i32> {
        (0..self.game.spec().seats).map(|seat| self.game.score(state, seat)).collect()
    }

    fn leaf(&self, state: &State, gone: i32) -> Vec<i32> {
        let game = self.game;
        if game.actor(state) == Actor::Over {
            return (0..game.spec().seats).map(|seat| shared_result(game, state, seat, gone)).collect();
        }
        let markers = game.to_json(&View::of(game, state, Viewer::Everything))["markers"].clone();
        let last = game.options()["win"] == "last";
        let is_out = |seat: usize| {
            last && markers.as_array().expect("markers").iter().all(|marker| marker["seat"] != json!(seat))
        };
        let points = self.points(state);
        let seats = 0..points.len();
        seats
            .clone()
            .map(|seat| {
                let others = seats.clone().filter(|other| *other != seat && !is_out(*other));
                let best = others.map(|other| points[other]).max().expect("somebody is in");
                if is_out(seat) { gone - WON } else { points[seat] - best }
            })
            .collect()
    }

    /// The best of several for a seat.
    fn choose(&self, seat: Seat, all: impl Iterator<Item = Vec<i32>>) -> Option<Vec<i32>> {
        all.max_by_key(|scores| (scores[usize::from(seat)], -scores[usize::from(self.root)], scores.clone()))
    }

    fn scores(&self, state: &State, depth: u32, gone: i32) -> Vec<i32> {
        let (game, points) = (self.game, self.points(state));
        if game.actor(state) == Actor::Over {
            return self.leaf(state, gone);
        }
        let seat = mover(game, state);
        if depth > 0 {
            let all = ends(game, state).into_iter().map(|end| self.scores(&end, depth - 1, gone + 1));
            return self.choose(seat, all).expect("there is always a turn");
        }
        let leaf = self.leaf(state, gone);
        if !self.quiescence {
            return leaf;
        }
        let loud = ends(game, state).into_iter().filter(|end| self.points(end) != points);
        let loud = loud.map(|end| self.scores(&end, 0, gone + 1));
        self.choose(seat, std::iter::once(leaf).chain(loud)).expect("the position as it is")
    }
}

/// A finished game, so many turns after the root; a shared win counts as 0 points.
fn shared_result(game: &Gridopolis, state: &State, seat: Seat, turns: i32) -> i32 {
    match game.returns(state)[usize::from(seat)] {
        1.0 => WON - turns,
        returns if returns >= 0.0 => 0,
        _ => turns - WON,
    }
}

/// A score as a report has it.
fn value(score: i32) -> f64 {
    if score.abs() > WON / 2 {
        f64::from(score.signum())
    } else {
        f64::from(score) / (Gridopolis::LEAD + f64::from(score.abs()))
    }
}

fn compare_many(game: &Gridopolis, state: &State, depth: u32, quiescence: bool) {
    let shown = || game.to_json(&View::of(game, state, Viewer::Everything));
    let settings = Settings { quiescence: Some(quiescence), ..PLAIN };
    let report = search(game, state, depth, settings);
    let root = mover(game, state);
    let plain = MaxN { game, quiescence, root };
    let own = usize::from(root);
    let mut best = i32::MIN;
    for line in &report.lines {
        let mut end = *state;
        line.events.iter().for_each(|event| game.step(&mut end, *event));
        let truth = plain.scores(&end, report.depth - 1, 1);
        let values: Vec<f64> = truth.iter().map(|score| value(*score)).collect();
        match line.bound {
            Bound::Exact => {
                assert_eq!(line.values[..values.len()], values, "{:?} in {}", line.events, shown());
            }
            Bound::AtMost => assert!(values[own] <= line.values[own], "{:?} in {}", line.events, shown()),
            Bound::AtLeast => panic!("no turn is known to be better than needed"),
        }
        assert_eq!(line.score.is_some(), line.values[own].abs() < 1.0);
        best = best.max(truth[own]);
    }
    assert_eq!(report.lines[0].bound, Bound::Exact);
    assert_eq!(report.lines[0].values[own], value(best), "{}", shown());
    let without = search(game, state, depth, Settings { table: false, ..settings });
    assert_eq!(without.lines[0].values, report.lines[0].values, "{}", shown());
    assert_eq!(without.pv, report.pv, "{}", shown());
    // The principal variation leads to the scores.
    let mut end = *state;
    report.pv.iter().for_each(|event| game.step(&mut end, *event));
    let gone = (game.turn(&end) - game.turn(state)) as i32;
    assert!(gone == report.depth as i32 || game.actor(&end) == Actor::Over);
    let values: Vec<f64> = plain.scores(&end, 0, gone).into_iter().map(value).collect();
    assert_eq!(report.lines[0].values[..values.len()], values, "{:?} in {}", report.pv, shown());
}

#[test]
fn is_max_n_for_three_and_four() {
    let games = [
        game(&json!({"players": 3})),
        game(&json!({"players": 4, "win": "points", "rounds": 30})),
        game(&json!({"players": 3, "blueprint": "tripod", "quiet_limit": 1})),
        game(&json!({"players": 4, "blueprint": "plaza", "supported_pads": true})),
    ];
    for seed in 0..positions(16) {
        let game = &games[seed as usize % games.len()];
        compare_many(game, &played(game, seed, 100), 2, false);
    }
}

#[test]
fn is_max_n_with_few_markers() {
    let games = [
        game(&json!({"players": 3, "reserves": 0})),
        game(&json!({"players": 4, "reserves": 0, "win": "points", "rounds": 92})),
        game(&json!({"players": 3, "reserves": 0, "blueprint": "tripod", "turn_cap": 202})),
    ];
    for seed in 0..positions(30) {
        let game = &games[seed as usize % games.len()];
        compare_many(game, &placed(game, seed, 2, 0), 3, false);
        compare_many(game, &placed(game, seed, 2, 1), 2, seed % 2 == 0);
    }
}

/// Two states with the same gist differ in counters only, and the other way round.
#[test]
fn the_gist_is_all_but_counters() {
    for options in [json!({}), json!({"players": 3, "blueprint": "tripod"}), json!({"blueprint": "airlock"})]
    {
        let game = game(&options);
        let mut known: HashMap<u64, Value> = HashMap::new();
        let (mut same, mut scratch) = (0, Scratch::default());
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            // Short games from few branches come to the same positions.
            let mut state = if seed % 2 == 0 { game.start() } else { played(&game, 1, 40) };
            for _ in 0..60 {
                let mut value = game.to_json(&View::of(&game, &state, Viewer::Everything));
                if game.actor(&state) == Actor::Over {
                    break;
                }
                for counter in ["turn", "round", "turns_in_round", "quiet", "passes", "progress"] {
                    value.as_object_mut().expect("an object").remove(counter);
                }
                match known.get(&game.gist(&state)) {
                    Some(before) => {
                        assert_eq!(*before, value);
                        same += 1;
                    }
                    None => assert!(known.insert(game.gist(&state), value).is_none()),
                }
                game.step_randomly(&mut state, &mut rng, &mut scratch);
            }
        }
        let values: HashSet<String> = known.values().map(Value::to_string).collect();
        assert_eq!(values.len(), known.len(), "one gist for each");
        assert!(same > 200, "{same}");
    }
}

#[test]
fn other_games_are_refused() {
    for name in ["microworld", "genotype"] {
        let mut state = boardwright::erased::start(name, &json!({})).expect("a game");
        while let Some(event) = state.draw(&mut Rng::new(1)) {
            state = state.play(&[event]).expect("a legal event");
        }
        let error = state.search(&json!({"method": "alphabeta"}), &mut never).expect_err("not for this game");
        let Error::Search(message) = error else { panic!("{error:?}") };
        assert!(message.starts_with("alphabeta is for games"), "{message}");
    }
}

#[test]
fn requests_are_read_or_refused() {
    let state = boardwright::erased::start("gridopolis", &json!({})).expect("possible options");
    let ask = |request: Value| state.search(&request, &mut never);
    let report =
        ask(json!({"method": "alphabeta", "depth": 2, "seed": 5, "memory": 1 << 20})).expect("a report");
    assert_eq!((report.depth, report.seed, report.lines[0].score), (2, 5, Some(0)));
    assert!(report.nodes > 0 && (1..=1 << 20).contains(&report.bytes));
    let without = ask(json!({"method": "alphabeta", "depth": 2, "table": false, "reductions": false}));
    let without = without.expect("a report");
    assert_eq!((without.bytes, without.nodes), (0, 0));
    // Without a limit it is that of a million positions; in no memory none are remembered.
    let free = ask(json!({"method": "alphabeta", "memory": 1, "quiescence": false})).expect("a report");
    assert_eq!((free.simulations, free.bytes), (POSITIONS, 0));
    let Err(Error::Setup(error)) =
        ask(json!({"method": "alphabeta", "table": 1, "quiescence": "on", "depth": 101, "priors": true}))
    else {
        panic!("wrong settings")
    };
    assert_eq!(error.problems.len(), 4, "{error}");
    assert!(error.to_string().contains("priors: this is not a setting of alphabeta"), "{error}");
    let game = game(&json!({}));
    let view = View::of(&game, &game.start(), Viewer::Everything);
    let budget = Budget { depth: Some(101), ..Budget::default() };
    let depth = alphabeta(&game, &view, &budget, Settings::default(), false, &mut never);
    assert_eq!(depth, Err(Error::Search("alphabeta searches at most 100 turns deep".to_owned())));
}

#[test]
fn only_a_seat_to_act_is_searched_for() {
    let game = game(&json!({}));
    let state = placed(&game, 3, 2, 0);
    let mut value = game.to_json(&View::of(&game, &state, Viewer::Everything));
    value["phase"] = json!({"name": "over", "reason": "turn cap"});
    let over = game.from_json(&value).expect("a finished game");
    let view = View::of(&game, &over, Viewer::Everything);
    let found = alphabeta(&game, &view, &Budget::default(), Settings::default(), false, &mut never);
    assert_eq!(found, Err(Error::Search("no seat is to act here".to_owned())));
}

/// A report without what differs from run to run.
fn timeless(report: Report) -> Report {
    Report { seconds: 0.0, ..report }
}

#[test]
fn a_budget_of_nodes_is_kept_and_gives_the_same_again() {
    for players in [2, 3] {
        let game = game(&json!({"players": players}));
        let mut depths = Vec::new();
        for seed in 0..4 {
            let state = played(&game, seed, 40);
            let view = View::of(&game, &state, Viewer::Everything);
            for nodes in [1, 500, 20_000] {
                let budget = Budget { nodes: Some(nodes), ..Budget::default() };
                let run = || {
                    let found = alphabeta(&game, &view, &budget, Settings::default(), false, &mut never);
                    timeless(found.expect("a report"))
                };
                let report = run();
                // The turns at the root are counted whatever the budget.
                assert!(report.simulations <= nodes.max(report.lines.len() as u64 + 1));
                assert_eq!(report, run());
                depths.push(report.depth);
                let deepest = report.lines.iter().filter_map(|line| line.depth).max();
                assert!(deepest == Some(report.depth) || deepest == Some(report.depth + 1));
            }
        }
        assert!(depths.contains(&0) && depths.iter().any(|depth| *depth >= 2), "{depths:?}");
    }
}

#[test]
fn a_halted_search_keeps_what_it_found() {
    for (players, different) in [(2, 116), (4, 126)] {
        let game = game(&json!({"players": players}));
        let view = View::of(&game, &game.start(), Viewer::Everything);
        let budget = Budget { depth: Some(8), ..Budget::default() };
        let run = |keep| {
            let (mut calls, mut last) = (0, 0);
            let mut poll = |done: u64| {
                assert!(done >= last && done - last <= 4096, "{last} {done}");
                (calls, last) = (calls + 1, done);
                if calls == 40 { Err(Halt::Stopped) } else { Ok(()) }
            };
            alphabeta(&game, &view, &budget, Settings::default(), keep, &mut poll)
        };
        assert_eq!(run(false), Err(Error::Halt(Halt::Stopped)));
        let report = run(true).expect("what was found");
        assert!(report.depth > 0 && report.depth < 8);
        assert!(!report.pv.is_empty());
        assert_eq!(report.lines.len(), different, "a line for each turn that ends otherwise");
    }
}

#[test]
fn time_ends_a_search() {
    let game = game(&json!({}));
    let view = View::of(&game, &game.start(), Viewer::Everything);
    let budget = Budget { time: Some(std::time::Duration::from_millis(1)), ..Budget::default() };
    let report = alphabeta(&game, &view, &budget, Settings::default(), false, &mut never).expect("a report");
    assert!(report.depth < 100 && report.seconds >= 0.001);
}

/// Reductions look less deep at what seems bad: what they find is proven all the same, and never sooner.
#[test]
fn reductions_prove_nothing_wrong() {
    let game = game(&json!({"reserves": 0, "blueprint": "airlock"}));
    let mut proven = 0;
    for seed in 0..positions(100) {
        let state = placed(&game, seed, 2, 1);
        let full = search(&game, &state, 5, PLAIN);
        let reduced = search(&game, &state, 5, Settings { reductions: true, ..PLAIN });
        if let Some(found) = reduced.lines[0].proven {
            let truth = full.lines[0].proven.expect("proven in full");
            assert_eq!(found.result, truth.result);
            assert!(if found.result > 0 { found.turns >= truth.turns } else { found.turns == truth.turns });
            proven += 1;
        }
    }
    assert!(proven > 10, "{proven}");
}

/// Paired games with swapped seats.
#[test]
fn it_beats_greedy() {
    let game = game(&json!({}));
    let mut points = 0.0;
    for number in 0..20 {
        let hero = (number % 2) as Seat;
        let mut rng = Rng::new(number / 2);
        let mut state = game.start();
        while let Actor::Seat(seat) = game.actor(&state) {
            let events = if seat == hero {
                search(&game, &state, 2, Settings::default()).lines[0].events.clone()
            } else {
                greedy_turn(&game, &state, &mut rng, &mut never).expect("no halt").expect("a turn").events
            };
            for event in events {
                game.step(&mut state, event);
            }
        }
        points += f64::midpoint(game.returns(&state)[usize::from(hero)], 1.0);
    }
    assert!(points >= 19.0, "{points} of 20");
}
