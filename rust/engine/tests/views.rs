//! What is unknown in a view is drawn among all that fits, each equally likely.

use std::collections::HashMap;

use boardwright::erased::start;
use boardwright::fixture::Fixture;
use boardwright::game::{Actor, Scratch, Viewer, never};
use boardwright::microworld::Microworld;
use boardwright::{Game, Rng, View};
use serde_json::{Value, json};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator];

/// How often each deal comes up, on average.
const DRAWS: usize = 200;

/// In how many ways `count` different things can be taken from `many`, where order does not matter.
fn choices(many: usize, count: usize) -> usize {
    (0..count).fold(1, |product, taken| product * (many - taken) / (taken + 1))
}

/// Completes a view again and again: it must give `deals` different states that look like the view,
/// each of them equally often.
fn check_completions<G: Game>(game: &G, view: &View<G::State>, deals: usize, rng: &mut Rng) {
    let mut found: HashMap<G::State, usize> = HashMap::new();
    for _ in 0..deals * DRAWS {
        *found.entry(game.complete(view, rng)).or_default() += 1;
    }
    let shown = game.to_json(view);
    assert_eq!(found.len(), deals, "{:?}: {shown}", view.viewer());
    for state in found.keys() {
        assert!(!game.has_unknowns(state));
        assert_eq!(View::of(game, state, view.viewer()), *view);
        let whole = View::of(game, state, Viewer::Everything);
        assert_eq!(game.from_json(&game.to_json(&whole)).as_ref(), Ok(state), "it can be reached");
    }
    // Chi-square; its cube root is nearly normal (Wilson and Hilferty).
    let expected = DRAWS as f64;
    let chi: f64 = found.values().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
    let free = (deals - 1) as f64;
    let spread = 2.0 / (9.0 * free);
    let distance = ((chi / free).cbrt() - (1.0 - spread)) / spread.sqrt();
    assert!(distance < 4.5, "{:?}: {distance:.1} deviations too uneven: {shown}", view.viewer());
}

/// How many entries of a list are unknown, and how many are not.
fn count(list: &Value) -> (usize, usize) {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    let unknown = list.iter().filter(|name| *name == "?").count();
    (unknown, list.len() - unknown)
}

/// How many deals fit the dict form of a view of Microworld, as the rules page has it: nine genes, one
/// of each; six mutation tiles, one of each; which of two tiles was kept is unknown, too.
fn deals_of_microworld(view: &Value) -> usize {
    let mut genes = 9;
    let mut unknown = Vec::new();
    for seat in 0..2 {
        let (hidden, known) = count(&view["hands"][seat]);
        genes -= known + count(&view["used"][seat]).1;
        unknown.push(hidden);
    }
    let mut tiles = 6;
    let mut ways = 1;
    for seat in 0..2 {
        tiles -= count(&view["tiles"][seat]).1;
        tiles -= usize::from(view["mutations"][seat].as_str().is_some_and(|name| name != "?"));
    }
    for hidden in unknown {
        ways *= choices(genes, hidden);
        genes -= hidden;
    }
    for seat in 0..2 {
        if view["mutations"][seat] == "?" {
            ways *= tiles;
            tiles -= 1;
        }
        let hidden = count(&view["tiles"][seat]).0;
        ways *= choices(tiles, hidden);
        tiles -= hidden;
    }
    ways
}

/// Checks views of random games; gives the numbers of deals that came up, the largest first.
fn check_microworld(options: &Value, seed: u64) -> Vec<usize> {
    let game = Microworld::new(options).expect("possible options");
    let mut rng = Rng::new(seed);
    let mut checked: HashMap<usize, usize> = HashMap::new();
    for _ in 0..40 {
        let mut state = game.start();
        while game.actor(&state) != Actor::Over {
            for viewer in VIEWERS {
                let view = View::of(&game, &state, viewer);
                let deals = deals_of_microworld(&game.to_json(&view));
                let times = checked.entry(deals).or_default();
                // A few views of each size, and none that would take long.
                if deals > 1 && deals < 1500 && *times < 3 {
                    *times += 1;
                    check_completions(&game, &view, deals, &mut rng);
                }
            }
            game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
        }
    }
    let mut found: Vec<usize> =
        checked.into_iter().filter(|(_, times)| *times > 0).map(|(deals, _)| deals).collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    found
}

#[test]
fn every_hand_that_fits_is_equally_likely() {
    // Two hidden hands of one token each: 9 * 8.
    assert!(check_microworld(&json!({"rules": "A"}), 1).contains(&72));
    assert!(check_microworld(&json!({"rules": "ACD", "mutations": ["steal", "bonus"]}), 2).len() > 5);
}

#[test]
fn every_choice_of_tiles_that_fits_is_equally_likely() {
    // Two seats keep one of two tiles each, all in secret: 6 * 5 * 4 * 3.
    let found = check_microworld(&json!({"rules": "C"}), 3);
    assert!(found.contains(&360), "{found:?}");
    assert!(found.contains(&12), "a seat knows its own two: {found:?}");
    assert!(found.contains(&3), "in play, only the other's discarded tile is unknown: {found:?}");
}

#[test]
fn hands_and_tiles_do_not_depend_on_each_other() {
    let found = check_microworld(&json!({"rules": "ACD", "board": "1b 2a 4a 3b"}), 4);
    assert!(found.contains(&(8 * 12)), "one token and a secret choice: {found:?}");
}

#[test]
fn the_fixture_is_completed_evenly() {
    let game = Fixture::new(&json!({"players": 3})).expect("possible options");
    let mut rng = Rng::new(5);
    let mut state = game.start();
    let mut most = 0;
    while game.actor(&state) != Actor::Over {
        for viewer in VIEWERS {
            let view = View::of(&game, &state, viewer);
            let value = game.to_json(&view);
            let lists = value["choices"].as_array().into_iter().flatten().chain([&value["tokens"]]);
            let hidden =
                lists.flat_map(|list| list.as_array().into_iter().flatten()).filter(|n| **n == 8).count();
            most = most.max(hidden);
            if hidden > 0 {
                check_completions(&game, &view, 3_usize.pow(hidden as u32), &mut rng);
            }
        }
        game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
    }
    assert_eq!(most, 6);
}

#[test]
fn greedy_knows_what_its_seat_knows_also_in_a_full_state() {
    for (name, options) in [("microworld", json!({"rules": "ABCDEFGH"})), ("genotype", json!({"players": 2}))]
    {
        let mut state = start(name, &options).expect("options");
        let (mut rng, mut decisions) = (Rng::new(4), 0);
        while decisions < 60 && state.actor() != Actor::Over {
            if let Actor::Seat(seat) = state.actor() {
                let view = state.view(Viewer::Seat(seat)).expect("a full state");
                let [by_all, by_view] = [&state, &view].map(|state| {
                    let turn = state.greedy(&mut Rng::new(decisions), &mut never).expect("never stopped");
                    turn.expect("a seat is to act").events
                });
                assert_eq!(by_all, by_view, "{name}, decision {decisions}");
                decisions += 1;
            }
            let event = state.draw(&mut rng).or_else(|| state.random_action(&mut rng)).expect("not over");
            state = state.play(&[event]).expect("legal");
        }
        assert!(decisions > 30, "{name}: {decisions}");
    }
}
