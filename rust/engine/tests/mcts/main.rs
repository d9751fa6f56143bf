//! Monte Carlo tree search: the same again, fair, and within its limits.

mod limits;
mod proofs;
mod reuse;
mod steps;
#[path = "../tiny/mod.rs"]
mod tiny;

use boardwright::fixture::Fixture;
use boardwright::game::{Actor, Scratch, Viewer, never};
use boardwright::genotype::Genotype;
use boardwright::gridopolis::Gridopolis;
use boardwright::microworld::Microworld;
use boardwright::search::budget::Budget;
use boardwright::search::mcts::{Settings, mcts};
use boardwright::search::report::Report;
use boardwright::search::request::{Method, Request};
use boardwright::{Game, Rng, View};
use serde_json::{Value, json};

pub(crate) fn request(simulations: u64, seed: u64, threads: usize, settings: Settings) -> Request {
    Request {
        method: Method::Mcts(settings),
        budget: Budget { nodes: Some(simulations), ..Budget::default() },
        seed,
        threads,
        keep: false,
        endings: 0,
    }
}

/// The state after so many random events, or a few more: where a seat is to act. `None` if the game is over before.
pub(crate) fn try_played<G: Game>(game: &G, events: u32, seed: u64) -> Option<G::State> {
    let (mut state, mut rng) = (game.start(), Rng::new(seed));
    let mut count = 0;
    while count < events || !matches!(game.actor(&state), Actor::Seat(_)) {
        if !game.step_randomly(&mut state, &mut rng, &mut Scratch::default()) {
            return None;
        }
        count += 1;
    }
    Some(state)
}

pub(crate) fn played<G: Game>(game: &G, events: u32, seed: u64) -> G::State {
    try_played(game, events, seed).expect("a longer game")
}

pub(crate) fn view_of<G: Game>(game: &G, state: &G::State) -> View<G::State> {
    let Actor::Seat(seat) = game.actor(state) else { panic!("no seat is to act") };
    View::of(game, state, Viewer::Seat(seat))
}

pub(crate) fn run<G: Game>(game: &G, state: &G::State, settings: Settings, request: &Request) -> Report {
    let view = view_of(game, state);
    mcts(game, &view, settings, request, &mut never).expect("no limit").expect("a seat is to act")
}

/// The report without the time that it took.
pub(crate) fn timeless(report: Report) -> Report {
    Report { seconds: 0.0, ..report }
}

/// Calls a function with positions of every game.
macro_rules! of_all_games {
    ($check:ident) => {
        $check(&Gridopolis::new(&json!({"players": 3})).expect("options"), 12);
        $check(&Gridopolis::new(&json!({})).expect("options"), 30);
        $check(&Microworld::new(&json!({"rules": "AEF"})).expect("options"), 30);
        $check(&Genotype::new(&json!({"players": 3})).expect("options"), 60);
        $check(&Genotype::new(&json!({"players": 1})).expect("options"), 90);
        $check(&Fixture::new(&json!({"players": 3})).expect("options"), 4);
    };
}
pub(crate) use of_all_games;

#[test]
fn threads_change_nothing() {
    fn check<G: Game>(game: &G, events: u32) {
        let state = played(game, events, 3);
        for trees in [1, 3, 8] {
            let settings = Settings { trees: Some(trees), ..Settings::of::<G>() };
            let found = [1, 2, 4]
                .map(|threads| timeless(run(game, &state, settings, &request(403, 7, threads, settings))));
            assert_eq!(found[0], found[1]);
            assert_eq!(found[0], found[2]);
            let other = timeless(run(game, &state, settings, &request(403, 8, 1, settings)));
            assert!(game.spec().name == "fixture" || other != found[0], "another seed draws others");
        }
    }
    of_all_games!(check);
}

#[test]
fn what_a_seat_does_not_know_changes_nothing() {
    fn check<G: Game>(game: &G, events: u32) {
        let mut differ = 0;
        for seed in 0..12 {
            let state = played(game, events + seed as u32, seed);
            let view = view_of(game, &state);
            let twin = game.complete(&view, &mut Rng::new(seed + 100));
            assert_eq!(view_of(game, &twin), view);
            differ += u32::from(twin != state);
            for (deals, chance) in [(true, false), (true, true), (false, false)] {
                let settings = Settings { deals, chance, trees: Some(2), ..Settings::of::<G>() };
                let [one, other] = [&state, &twin]
                    .map(|state| timeless(run(game, state, settings, &request(60, seed, 1, settings))));
                assert_eq!(one, other);
            }
        }
        assert!(differ > 2, "{differ} positions with secrets");
    }
    check(&Microworld::new(&json!({"rules": "AEF"})).expect("options"), 20);
    check(&Genotype::new(&json!({"players": 3})).expect("options"), 40);
}

#[test]
fn reports_add_up() {
    fn check<G: Game>(game: &G, events: u32) {
        let state = played(game, events, 5);
        let settings = Settings { trees: Some(4), ..Settings::of::<G>() };
        let report = run(game, &state, settings, &request(1001, 1, 1, settings));
        let (own, seats) = (usize::from(report.seat), usize::from(report.seats));
        assert_eq!(game.actor(&state), Actor::Seat(report.seat));
        let visits: u64 = report.lines.iter().map(|line| line.visits).sum();
        assert!(visits == report.simulations && report.simulations <= 1001);
        assert!(report.simulations == 1001 || report.lines[0].proven.is_some());
        assert_eq!(report.pv.first(), report.lines.first().map(|line| &line.events[0]));
        let (mut legal, range) = (Vec::new(), game.spec().return_range);
        game.actions(&state, &mut legal);
        for line in &report.lines {
            assert!(legal.contains(&line.events[0].id()) && line.events.len() == 1);
            let sum: f64 = line.values[..seats].iter().sum();
            assert!(line.values[own] >= range.0.min(-1.0) && line.values[own] <= range.1.max(1.0));
            assert!(seats != 2 || sum.abs() < 1e-3, "{line:?}");
        }
        let mut state = state;
        for event in &report.pv {
            assert_eq!(game.check(&state, *event), Ok(()));
            game.step(&mut state, *event);
        }
        assert!(report.depth > 1 && report.nodes > 100 && report.bytes > 1000);
    }
    of_all_games!(check);
}

#[test]
fn a_request_in_json() {
    let read = |value: Value| Request::from_json::<Gridopolis>(&value);
    let settings = |value| match read(value).expect("possible").method {
        Method::Mcts(settings) => settings,
        other => panic!("{other:?}"),
    };
    assert_eq!(settings(json!({"method": "mcts"})), Settings::of::<Gridopolis>());
    let all =
        settings(json!({"exploration": 2.5, "widening": 3, "trees": 2, "priors": false, "chance": true}));
    assert_eq!(
        (all.exploration, all.widening, all.trees, all.priors, all.chance),
        (2.5, 3.0, Some(2), false, true)
    );
    let error = read(json!({"exploration": -1, "widening": "wide", "trees": 0})).expect_err("impossible");
    assert_eq!(error.problems.len(), 3, "{error}");
}
