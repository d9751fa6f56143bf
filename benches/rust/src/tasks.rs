//! The tasks: a size goes in, units of work done come out.

use std::hint::black_box;

use boardwright::game::{Actor, Event, Game, never};
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::perft::perft;
use boardwright::{Rng, View};
use serde_json::{Value, json};

use crate::chess;

pub(crate) struct Task {
    pub(crate) name: &'static str,
    /// The task that it is compared with.
    pub(crate) peer: Option<&'static str>,
    /// The size for timing, and that for counting instructions.
    pub(crate) timed: u64,
    pub(crate) once: u64,
    pub(crate) run: fn(u64) -> u64,
}

pub(crate) const TASKS: [Task; 11] = [
    Task { name: "chess-plies", peer: None, timed: 1_000_000, once: 20_000, run: chess::random_plies },
    Task { name: "chess-perft", peer: None, timed: 5, once: 4, run: chess::perft },
    Task {
        name: "playouts-2",
        peer: Some("chess-plies"),
        timed: 1_000_000,
        once: 20_000,
        run: |n| playouts(&json!({"players": 2}), n),
    },
    Task {
        name: "playouts-4",
        peer: Some("chess-plies"),
        timed: 1_000_000,
        once: 20_000,
        run: |n| playouts(&json!({"players": 4}), n),
    },
    Task {
        name: "playouts-2-listed",
        peer: Some("chess-plies"),
        timed: 1_000_000,
        once: 20_000,
        run: listed_playouts,
    },
    Task {
        name: "perft-2-no-reserves",
        peer: Some("chess-perft"),
        timed: 5,
        once: 4,
        run: |depth| count(&json!({"reserves": 0}), depth),
    },
    Task {
        name: "perft-2-reserves",
        peer: Some("chess-perft"),
        timed: 3,
        once: 2,
        run: |depth| count(&json!({}), depth),
    },
    Task {
        name: "perft-4-reserves",
        peer: Some("chess-perft"),
        timed: 3,
        once: 2,
        run: |depth| count(&json!({"players": 4}), depth),
    },
    Task {
        name: "copy",
        peer: None,
        timed: 10_000_000,
        once: 10_000,
        run: |n| copies(&middle_game(&game(&json!({}))), n),
    },
    Task { name: "encode", peer: None, timed: 10_000, once: 1_000, run: encodings },
    Task {
        name: "hash",
        peer: None,
        timed: 1_000_000,
        once: 10_000,
        run: |n| hashes(&game(&json!({})), &middle_game(&game(&json!({}))), n),
    },
];

pub(crate) fn state_size() -> usize {
    size_of::<State>()
}

fn game(options: &Value) -> Gridopolis {
    Gridopolis::new(options).expect("sound options")
}

/// Random games with building, by the playout path; at least `actions` actions.
fn playouts(options: &Value, actions: u64) -> u64 {
    let game = game(options);
    let mut rng = Rng::new(1);
    let (mut scratch, mut done) = (Vec::new(), 0);
    while done < actions {
        let mut state = game.start();
        while game.actor(&state) != Actor::Over {
            let id = game.sample_action(&state, &mut rng, &mut scratch);
            game.step(&mut state, Event::Act(id));
            done += 1;
        }
    }
    done
}

/// The same with a full list of legal actions at each step, as a program outside would play.
fn listed_playouts(actions: u64) -> u64 {
    let game = game(&json!({}));
    let mut rng = Rng::new(1);
    let (mut list, mut done) = (Vec::new(), 0);
    while done < actions {
        let mut state = game.start();
        while game.actor(&state) != Actor::Over {
            list.clear();
            game.actions(&state, &mut list);
            let id = list[rng.below(list.len() as u64) as usize];
            game.step(&mut state, Event::Act(id));
            done += 1;
        }
    }
    done
}

fn count(options: &Value, depth: u64) -> u64 {
    let game = game(options);
    perft(&game, &game.start(), depth as u32, &mut never).expect("never stopped")
}

fn middle_game(game: &Gridopolis) -> State {
    let mut rng = Rng::new(3);
    let mut state = game.start();
    for _ in 0..40 {
        let id = game.sample_action(&state, &mut rng, &mut Vec::new());
        game.step(&mut state, Event::Act(id));
    }
    state
}

/// Copies of a state.
pub(crate) fn copies<S: Copy>(state: &S, n: u64) -> u64 {
    let mut state = *state;
    for _ in 0..n {
        state = *black_box(&state);
    }
    black_box(state);
    n
}

/// Hashes of a state.
pub(crate) fn hashes<G: Game>(game: &G, state: &G::State, n: u64) -> u64 {
    for _ in 0..n {
        black_box(game.hash(black_box(state)));
    }
    n
}

fn encodings(n: u64) -> u64 {
    let game = game(&json!({}));
    let state = middle_game(&game);
    let mut out = vec![0.0; game.spec().tensor_len()];
    for _ in 0..n {
        let view = View::of(&game, black_box(&state), boardwright::game::Viewer::Seat(0));
        game.encode(&view, 0, black_box(&mut out));
    }
    n
}
