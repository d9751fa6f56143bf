//! Limits, memory, the request in JSON, and endings within other searches.

use boardwright::error::{Error, Halt};
use boardwright::fixture::Fixture;
use boardwright::game::{Actor, Scratch, never};
use boardwright::gridopolis::Gridopolis;
use boardwright::microworld::Microworld;
use boardwright::search::budget::Budget;
use boardwright::search::exact::{Settings, solve, try_solve};
use boardwright::search::request::Request;
use boardwright::search::search;
use boardwright::{Game, Rng};
use serde_json::{Value, json};

use crate::tiny::ladder;
use crate::{at_most, close, unlimited, view_of};

#[test]
fn limits_give_errors_and_no_answer() {
    let game = Microworld::new(&json!({})).expect("possible options");
    let mut rng = Rng::new(1);
    let mut state = game.start();
    while game.turn(&state) < 22 || game.actor(&state) == Actor::Chance {
        game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
    }
    let view = view_of(&game, &state);
    let run = |budget: &Budget, settings| solve(&game, &view, budget, settings, 1, &mut never);
    let Err(Error::Search(message)) = run(&at_most(100), Settings::default()) else {
        panic!("too small a limit")
    };
    assert!(message.contains("more than 100 positions"), "{message}");
    let depth = Budget { depth: Some(2), ..Budget::default() };
    let Err(Error::Search(message)) = run(&depth, Settings::default()) else { panic!("too few turns") };
    assert!(message.contains("within 2 turns"), "{message}");
    let full = run(&unlimited(), Settings::default()).expect("small");
    // Just enough is enough, one less is not.
    assert_eq!(run(&at_most(full.simulations), Settings::default()).expect("enough").lines, full.lines);
    assert!(run(&at_most(full.simulations - 1), Settings::default()).is_err());
    assert_eq!(try_solve(&game, &view, &at_most(50), &mut never), Ok(None));
    let stopped = solve(&game, &view, &unlimited(), Settings::default(), 1, &mut |_| Err(Halt::Stopped));
    assert_eq!(stopped.err(), (full.simulations >= 1024).then_some(Error::Halt(Halt::Stopped)));
    assert!(full.simulations >= 1024);
}

#[test]
fn without_memory_it_takes_longer_and_comes_to_the_same() {
    let game = Gridopolis::new(&json!({"blueprint": ladder(), "win": "points", "rounds": 4, "reserves": 0}))
        .expect("possible options");
    let view = view_of(&game, &game.start());
    let run = |memory| {
        let budget = Budget { memory, ..Budget::default() };
        solve(&game, &view, &budget, Settings::default(), 1, &mut never).expect("small")
    };
    let (full, half, none) = (run(1 << 20), run(20_000), run(0));
    assert!(
        none.simulations > half.simulations && half.simulations > full.simulations,
        "{none:?} {half:?} {full:?}"
    );
    assert!(none.bytes == 0 && half.bytes <= 20_000 && full.bytes > half.bytes);
    for report in [&half, &none] {
        for line in &full.lines {
            let same = report.lines.iter().find(|other| other.events == line.events).expect("an action");
            assert!((0..2).all(|seat| close(same.values[seat], line.values[seat])));
        }
    }
}

#[test]
fn searches_play_small_endings_exactly() {
    let game = Microworld::new(&json!({"board": "1a 3b 2a 4b"})).expect("possible options");
    let request = |value: Value| Request::from_json::<Microworld>(&value).expect("a request");
    let mut found = [0; 3];
    for seed in 0..80 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        while game.turn(&state) < 24 + seed as u32 % 4
            || !matches!(game.actor(&state), Actor::Seat(_) | Actor::Over)
        {
            game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
        }
        let view = view_of(&game, &state);
        let full = solve(&game, &view, &unlimited(), Settings::default(), 1, &mut never).expect("small");
        let by = |value| search(&game, &view, &request(value), &mut never).expect("a report");
        let own = usize::from(full.seat);
        let report = by(json!({"method": "mcts", "simulations": 3000, "seed": seed}));
        assert!(!by(json!({"method": "mcts", "simulations": 3000, "endings": 0})).exact);
        let values: Vec<f64> = full.lines.iter().map(|line| line.values[own]).collect();
        // A lost position is searched in the hope of a mistake, and so is one where nothing matters.
        let hopeless =
            values[0] <= -1.0 || values[0] < 1.0 && values.iter().all(|value| close(*value, values[0]));
        assert_eq!(report.exact, full.exact && !hopeless, "{full:?}");
        if report.exact {
            assert!(close(report.lines[0].values[own], values[0]));
        }
        assert_eq!(report.seed, seed);
        found[if full.exact { 1 + usize::from(hopeless) } else { 0 }] += 1;
    }
    assert!(found.iter().all(|count| *count > 3), "{found:?}");
}

#[test]
fn a_request_in_json_solves() {
    let game = Fixture::new(&json!({"players": 2})).expect("possible options");
    let start = boardwright::erased::erase(game);
    let mut rng = Rng::new(1);
    let mut state = start;
    while state.turn() < 2 || !matches!(state.actor(), Actor::Seat(_)) {
        let event = state.draw(&mut rng).or_else(|| state.random_action(&mut rng)).expect("not over");
        state = state.play(&[event]).expect("legal");
    }
    let report = state.search(&json!({"method": "exact", "samples": 2}), &mut never).expect("small");
    assert_eq!((report.deals, report.estimate, report.lines.len()), (2, true, 3));
    let best = state.search(&json!({"method": "exact", "all": false}), &mut never).expect("small");
    assert!(best.estimate && best.deals == 3 && best.lines.len() == 3, "an average needs every action");
    let small = state.search(&json!({"method": "exact", "nodes": 5}), &mut never);
    assert!(matches!(small, Err(Error::Search(_))));
    for wrong in [
        json!({"method": "exact", "samples": 0}),
        json!({"method": "exact", "all": 1}),
        json!({"endings": -1}),
    ] {
        assert!(matches!(state.search(&wrong, &mut never), Err(Error::Setup(_))), "{wrong}");
    }
}

#[test]
fn a_win_in_few_turns_comes_first_and_a_defeat_in_many() {
    // South's king can take the pawn at once; or let it come and take it later.
    let markers = json!([
        {"site": [1, 0, 2], "seat": 0, "king": true, "moved": true},
        {"site": [1, 1, 2], "seat": 1, "moved": true},
    ]);
    let game = Gridopolis::new(&json!({"reserves": 0, "quiet_limit": 3})).expect("possible options");
    let state = game
        .from_json(&json!({"game": "gridopolis", "format": 1, "options": game.options(), "seat": 0, "markers": markers}))
        .expect("a position");
    let report = try_solve(&game, &view_of(&game, &state), &at_most(200_000), &mut never)
        .expect("never stopped")
        .expect("small");
    assert!(close(report.lines[0].values[0], 1.0));
    let mut next = state;
    game.step(&mut next, report.lines[0].events[0]);
    assert_eq!(game.actor(&next), Actor::Over);
    assert_eq!(report.pv.len(), 1);
}
