//! Batches against the plain search, one simulation after the other.

use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::error::SetupError;
use crate::fixture::Fixture;
use crate::game::{Actor, Scratch, never};
use crate::genotype::Genotype;
use crate::gridopolis::Gridopolis;
use crate::microworld::Microworld;

/// Logits by id and the values from the seat to act on: a hash of what is seen.
fn judge<G: Game>(game: &G, observation: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let words = observation.iter().map(|value| u64::from(value.to_bits()));
    let seed =
        words.fold(7_u64, |hash, word| (hash.rotate_left(9) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut rng = Rng::new(seed);
    let mut number = || rng.below(2001) as f32 / 1000.0 - 1.0;
    let policy = (0..game.spec().actions).map(|_| number()).collect();
    (policy, (0..game.spec().seats).map(|_| number() / 2.0).collect())
}

fn settings(simulations: u64, leaves: u32) -> Settings {
    Settings {
        simulations,
        leaves,
        exploration: 1.5,
        chance: true,
        memory: 1 << 30,
        noise: 0.0,
        alpha: None,
        seed: 3,
    }
}

/// [`Guided`] in batches of so many rows.
fn in_batches<G: Game>(game: &Arc<G>, view: &View<G::State>, settings: Settings, rows: usize) -> Report {
    let (width, actions) = (game.spec().tensor_len(), usize::from(game.spec().actions));
    let mut searches = guided(game, &[*view], settings).unwrap();
    let (mut observations, mut legal) = (vec![0.0; rows * width], vec![0; rows * actions]);
    loop {
        let count = searches.collect(&mut observations, &mut legal, &mut never).unwrap();
        if count == 0 {
            return searches.reports().remove(0);
        }
        let (mut policy, mut values) = (Vec::new(), Vec::new());
        for row in 0..count {
            let judged = judge(&**game, &observations[row * width..][..width]);
            policy.extend(judged.0);
            values.extend(judged.1);
        }
        searches.supply(&policy, &values).unwrap();
    }
}

/// The same without any batch.
fn plainly<G: Game>(game: &G, view: &View<G::State>, seat: Seat, settings: Settings) -> Report {
    let seats = usize::from(game.spec().seats);
    let rng = Rng::new(settings.seed);
    let mut forest = Forest::new(game, view, seat, settings.of_trees(), rng.split(0), settings.memory);
    for _ in 0..settings.simulations {
        let pending = forest.descend(game);
        let Some(mover) = pending.seat else {
            let values = results(game, &pending.state);
            forest.finish(pending, &values, None);
            continue;
        };
        let mut observation = vec![0.0; game.spec().tensor_len()];
        game.encode(&View::of(game, &pending.state, Viewer::Seat(mover)), mover, &mut observation);
        let (policy, values) = judge(game, &observation);
        let mut actions = Actions::new();
        game.actions(&pending.state, &mut actions);
        let logits: Vec<f64> = actions.iter().map(|id| f64::from(policy[usize::from(*id)])).collect();
        let priors: Vec<(u16, f32)> = actions.into_iter().zip(softmax(&logits)).collect();
        forest.finish(pending, &absolute(&values, mover, seats), Some(&priors));
    }
    merge::report(game, view.state(), seat, &[forest], settings.seed, &Clock::start(&Budget::default()))
}

/// Compares both in positions of random games.
fn compare<G: Game>(game: Result<G, SetupError>) {
    let game = Arc::new(game.unwrap());
    let (mut rng, mut scratch) = (Rng::new(5), Scratch::default());
    let mut compared = 0;
    let mut state = game.start();
    while game.actor(&state) != Actor::Over && compared < 12 {
        if let Actor::Seat(seat) = game.actor(&state)
            && rng.below(3) == 0
        {
            let view = View::of(&*game, &state, Viewer::Seat(seat));
            let plain = plainly(&*game, &view, seat, settings(120, 1));
            for rows in [1, 5] {
                let batched = in_batches(&game, &view, settings(120, 1), rows);
                assert_eq!(Report { seconds: 0.0, ..batched }, Report { seconds: 0.0, ..plain.clone() });
            }
            // How many rows a batch has changes nothing; how many leaves wait at the same time does.
            let many = [1, 3, 50].map(|rows| in_batches(&game, &view, settings(120, 7), rows));
            for report in &many[1..] {
                assert_eq!(report.lines, many[0].lines);
            }
            compared += 1;
        }
        game.step_randomly(&mut state, &mut rng, &mut scratch);
    }
    assert!(compared > 0);
}

#[test]
fn batches_of_one_are_the_plain_search() {
    compare(Gridopolis::new(&json!({"players": 2})));
    compare(Gridopolis::new(&json!({"players": 4})));
    compare(Microworld::new(&json!({})));
    compare(Microworld::new(&json!({"rules": "ABCDEFGH"})));
    compare(Genotype::new(&json!({"players": 1})));
    compare(Genotype::new(&json!({"players": 3})));
    compare(Fixture::new(&json!({"players": 5})));
}

#[test]
fn leaves_without_values_come_again() {
    let game = Arc::new(Microworld::new(&json!({})).unwrap());
    let view = View::of(&*game, &game.start(), Viewer::Seat(0));
    let (width, actions) = (game.spec().tensor_len(), usize::from(game.spec().actions));
    let mut searches = guided(&game, &[view; 3], settings(20, 2)).unwrap();
    let mut seen = Vec::new();
    for _ in 0..2 {
        let (mut observations, mut legal) = (vec![0.0; 9 * width], vec![0; 9 * actions]);
        assert_eq!(searches.collect(&mut observations, &mut legal, &mut never), Ok(3));
        seen.push((observations, legal));
    }
    assert_eq!(seen[0], seen[1]);
    // Of the wrong length: nothing is taken.
    assert!(searches.supply(&vec![0.0; 2 * actions], &[0.0; 3]).is_err());
    assert!(searches.supply(&vec![0.0; 3 * actions], &[0.0; 5]).is_err());
    assert!(searches.supply(&vec![f32::NAN; 3 * actions], &[0.0; 3]).is_err());
    assert!(searches.supply(&vec![0.0; 3 * actions], &[0.0, 2.0, 0.0]).is_err());
    assert_eq!(searches.supply(&vec![0.0; 3 * actions], &[0.0; 3]), Ok(()));
    // What the poll says ends it; nothing is lost.
    let (mut observations, mut legal) = (vec![0.0; 9 * width], vec![0; 9 * actions]);
    let mut left = 3;
    let mut stop = |_| {
        left -= 1;
        if left == 0 { Err(Halt::Stopped) } else { Ok(()) }
    };
    assert_eq!(searches.collect(&mut observations, &mut legal, &mut stop), Err(Halt::Stopped));
    assert_eq!(searches.collect(&mut observations, &mut legal, &mut never), Ok(6));
}
