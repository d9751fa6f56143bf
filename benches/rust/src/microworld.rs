//! Tasks of Microworld: a size goes in, units of work done come out.

use std::hint::black_box;

use boardwright::game::{Actor, Event, Game, Viewer, never};
use boardwright::microworld::{Microworld, State};
use boardwright::search::playout::playout;
use boardwright::{Rng, View};
use serde_json::{Value, json};

use crate::tasks::{Task, copies, hashes};

pub(crate) const TASKS: [Task; 9] = [
    Task {
        name: "micro-playouts",
        peer: None,
        timed: 200_000,
        once: 1_000,
        run: |n| playouts(&json!({}), n),
    },
    Task {
        name: "micro-playouts-all-rules",
        peer: None,
        timed: 100_000,
        once: 1_000,
        run: |n| playouts(&json!({"rules": "ABCDEFGH"}), n),
    },
    Task { name: "micro-playouts-listed", peer: None, timed: 50_000, once: 1_000, run: listed_playouts },
    Task {
        name: "micro-place",
        peer: None,
        timed: 1_000_000,
        once: 10_000,
        run: |n| placements(&json!({}), n),
    },
    Task {
        name: "micro-place-all-scoring",
        peer: None,
        timed: 1_000_000,
        once: 10_000,
        run: |n| placements(&json!({"rules": "BDEFGH", "target": "chain-of-cells"}), n),
    },
    Task { name: "micro-final-scoring", peer: None, timed: 1_000_000, once: 10_000, run: final_scorings },
    Task {
        name: "micro-copy",
        peer: None,
        timed: 10_000_000,
        once: 10_000,
        run: |n| copies(&middle_game(&game(&json!({}))), n),
    },
    Task {
        name: "micro-hash",
        peer: None,
        timed: 1_000_000,
        once: 10_000,
        run: |n| hashes(&game(&json!({})), &middle_game(&game(&json!({}))), n),
    },
    Task { name: "micro-encode", peer: None, timed: 100_000, once: 1_000, run: encodings },
];

pub(crate) fn state_size() -> usize {
    size_of::<State>()
}

fn game(options: &Value) -> Microworld {
    Microworld::new(options).expect("sound options")
}

/// Whole random games with their results.
fn playouts(options: &Value, games: u64) -> u64 {
    let game = game(options);
    let mut rng = Rng::new(1);
    let start = game.start();
    let mut won = [0; 4];
    for _ in 0..games {
        let end = playout(&game, &start, &mut rng, &mut never).expect("never stopped");
        won[usize::from(game.winners(&end))] += 1;
    }
    black_box(won);
    games
}

/// The same with a full list of legal actions and outcomes at each step.
fn listed_playouts(games: u64) -> u64 {
    let game = game(&json!({}));
    let mut rng = Rng::new(1);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..games {
        let mut state = game.start();
        loop {
            let event = match game.actor(&state) {
                Actor::Over => break,
                Actor::Seat(_) => {
                    actions.clear();
                    game.actions(&state, &mut actions);
                    Event::Act(actions[rng.below(actions.len() as u64) as usize])
                }
                Actor::Chance => {
                    outcomes.clear();
                    game.outcomes(&state, &mut outcomes);
                    Event::Chance(outcomes[rng.below(outcomes.len() as u64) as usize].0)
                }
            };
            game.step(&mut state, event);
        }
        black_box(game.winners(&state));
    }
    games
}

/// A position in the middle of a game, at the start of a turn in which no gene is in hand.
fn middle_game(game: &Microworld) -> State {
    let mut rng = Rng::new(3);
    loop {
        let mut state = game.start();
        while game.turn(&state) < 14 {
            let event = match game.actor(&state) {
                Actor::Chance => Event::Chance(game.sample_outcome(&state, &mut rng, &mut Vec::new())),
                _ => Event::Act(game.sample_action(&state, &mut rng, &mut Vec::new())),
            };
            game.step(&mut state, event);
        }
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let mut next = state;
        game.step(&mut next, Event::Act(actions[0]));
        if game.turn(&next) == 15 {
            return state;
        }
    }
}

/// A pawn placed and its turn scored, from a copy.
fn placements(options: &Value, n: u64) -> u64 {
    let game = game(options);
    let state = middle_game(&game);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    for _ in 0..n {
        let mut next = *black_box(&state);
        game.step(&mut next, Event::Act(black_box(actions[0])));
        black_box(&next);
    }
    n
}

/// What the final scoring adds.
fn final_scorings(n: u64) -> u64 {
    let game = game(&json!({}));
    let end = playout(&game, &game.start(), &mut Rng::new(5), &mut never).expect("never stopped");
    for _ in 0..n {
        black_box(game.final_points(black_box(&end)));
    }
    n
}

fn encodings(n: u64) -> u64 {
    let game = game(&json!({}));
    let state = middle_game(&game);
    let mut out = vec![0.0; game.spec().tensor_len()];
    for _ in 0..n {
        let view = View::of(&game, black_box(&state), Viewer::Seat(0));
        game.encode(&view, 0, black_box(&mut out));
    }
    n
}
