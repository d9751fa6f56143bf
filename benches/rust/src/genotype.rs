//! Tasks of Genotype: a size goes in, units of work done come out.

use std::hint::black_box;

use boardwright::game::{Actor, Game, Scratch, Viewer, never};
use boardwright::genotype::genetics::odds::{Wish, chance};
use boardwright::genotype::genetics::question::parse;
use boardwright::genotype::genetics::{Square, rolls};
use boardwright::genotype::{Genotype, State};
use boardwright::{Rng, View};
use serde_json::{Value, json};

use crate::tasks::{Task, copies, hashes};

pub(crate) const TASKS: [Task; 11] = [
    Task {
        name: "geno-playouts-2",
        peer: Some("chess-plies"),
        timed: 1_000_000,
        once: 20_000,
        run: |n| playouts(&json!({"players": 2}), n),
    },
    Task {
        name: "geno-playouts-5",
        peer: Some("chess-plies"),
        timed: 1_000_000,
        once: 20_000,
        run: |n| playouts(&json!({"players": 5}), n),
    },
    Task {
        name: "geno-playouts-solo",
        peer: Some("chess-plies"),
        timed: 500_000,
        once: 20_000,
        run: |n| playouts(&json!({"players": 1, "difficulty": "hard", "johann": "maria"}), n),
    },
    Task {
        name: "geno-copy",
        peer: None,
        timed: 10_000_000,
        once: 10_000,
        run: |n| copies(&middle_game(&game(&json!({}))), n),
    },
    Task {
        name: "geno-hash",
        peer: None,
        timed: 1_000_000,
        once: 10_000,
        run: |n| hashes(&game(&json!({})), &middle_game(&game(&json!({}))), n),
    },
    Task { name: "geno-encode", peer: None, timed: 100_000, once: 1_000, run: encodings },
    Task { name: "geno-dice-counts", peer: None, timed: 1_000_000_000, once: 10_000_000, run: dice_counts },
    Task { name: "geno-dice-faces", peer: None, timed: 200_000_000, once: 1_000_000, run: dice_faces },
    Task { name: "geno-dice-pools", peer: None, timed: 20_000_000, once: 200_000, run: dice_pools },
    Task { name: "geno-pool-odds", peer: None, timed: 1_000_000, once: 10_000, run: pool_odds },
    Task { name: "geno-questions", peer: None, timed: 200_000, once: 1_000, run: questions },
];

pub(crate) fn state_size() -> usize {
    size_of::<State>()
}

fn game(options: &Value) -> Genotype {
    Genotype::new(options).expect("sound options")
}

/// Random games until so many decisions are made; what chance decides is not counted.
fn playouts(options: &Value, decisions: u64) -> u64 {
    let game = game(options);
    let (mut rng, mut scratch) = (Rng::new(1), Scratch::default());
    let mut done = 0;
    while done < decisions {
        let mut state = game.start();
        loop {
            match game.actor(&state) {
                Actor::Over => break,
                Actor::Seat(_) => done += 1,
                Actor::Chance => {}
            }
            game.step_randomly(&mut state, &mut rng, &mut scratch);
        }
        black_box(game.winners(&state));
    }
    done
}

/// A position in the middle of a game: in round 3.
fn middle_game(game: &Genotype) -> State {
    let (mut rng, mut scratch) = (Rng::new(3), Scratch::default());
    let mut state = game.start();
    while game.turn(&state) < 60 {
        game.step_randomly(&mut state, &mut rng, &mut scratch);
    }
    state
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

/// Dice rolled and counted.
fn dice_counts(n: u64) -> u64 {
    black_box(rolls::roll(n, &mut Rng::new(1), &mut never).expect("never stopped"));
    n
}

/// Dice rolled one by one, a million at a time.
fn dice_faces(n: u64) -> u64 {
    let mut faces = vec![0; 1_000_000];
    let mut rng = Rng::new(1);
    for _ in 0..n / 1_000_000 {
        rolls::roll_faces(black_box(&mut faces), &mut rng, &mut never).expect("never stopped");
    }
    n
}

/// Pools of five dice, 200,000 at a time.
fn dice_pools(n: u64) -> u64 {
    let mut pools = vec![[0; 4]; 200_000];
    let mut rng = Rng::new(1);
    for _ in 0..n / 200_000 {
        rolls::roll_pools(Square::default(), black_box(&mut pools), &mut rng, &mut never)
            .expect("never stopped");
    }
    n
}

/// The odds of two wishes at once in a pool, of each of the nine squares in turn.
fn pool_odds(n: u64) -> u64 {
    let wishes = [Wish { dice: 0b0001, least: 1, most: 5 }, Wish { dice: 0b0110, least: 2, most: 5 }];
    let squares: Vec<Square> = Square::all().collect();
    for index in 0..n {
        let square = black_box(&squares)[(index % 9) as usize];
        black_box(square.pool().odds(black_box(&wishes)));
    }
    n
}

/// Texts read and answered, about one pool and about several.
fn questions(n: u64) -> u64 {
    let squares = [Square::default(); 4];
    for index in 0..n {
        let text = ["RR or Rr at least twice", "rr and gg and ff or tt >= 2"][(index % 2) as usize];
        let wishes = parse(black_box(text), None).expect("sound");
        black_box(chance(black_box(&squares), &wishes));
    }
    n
}
