//! What only shows inside of the trees.

use serde_json::json;

use super::Settings;
use super::node::{NODE_BYTES, Node};
use super::tree::Forest;
use crate::game::{Actor, Game, MAX_SEATS, Scratch, View, Viewer};
use crate::gridopolis::Gridopolis;
use crate::microworld::Microworld;
use crate::rng::Rng;

#[test]
fn what_is_forgotten_leaves_nothing_behind() {
    let game = Gridopolis::new(&json!({})).unwrap();
    let (state, settings) = (game.start(), Settings::of::<Gridopolis>());
    let Actor::Seat(seat) = game.actor(&state) else { panic!("a seat is to act") };
    let view = View::of(&game, &state, Viewer::Seat(seat));
    let mut forest = Forest::new(&game, &view, seat, settings, Rng::new(1), 1 << 24);
    forest.prepare(seat, &[]);
    let waits = |forest: &Forest<Gridopolis>| -> u32 {
        forest.trees[0].iter().flat_map(|node| &node.edges).map(|edge| edge.pending).sum()
    };
    for round in 0..20 {
        let mut waiting: Vec<_> = (0..6).map(|_| forest.descend(&game)).collect();
        assert!(waits(&forest) >= 6);
        for pending in waiting.drain(3..) {
            forest.forget(pending);
        }
        for pending in waiting {
            let values = forest.judge(&game, &pending);
            forest.finish(pending, &values, None);
        }
        assert_eq!(waits(&forest), 0);
        let visits: u32 = forest.root().iter().map(|edge| edge.visits).sum();
        assert_eq!((u64::from(visits), forest.simulations), (3 * (round + 1), 3 * (round + 1)));
    }
}

#[test]
fn actions_of_no_strength_are_tried() {
    let game = Microworld::new(&json!({})).unwrap();
    let mut state = game.start();
    while !matches!(game.actor(&state), Actor::Seat(_)) {
        game.step_randomly(&mut state, &mut Rng::new(1), &mut Scratch::default());
    }
    let Actor::Seat(seat) = game.actor(&state) else { unreachable!() };
    let view = View::of(&game, &state, Viewer::Seat(seat));
    let mut forest = Forest::new(&game, &view, seat, Settings::of::<Microworld>(), Rng::new(1), 1 << 24);
    let mut legal = Vec::new();
    game.actions(&state, &mut legal);
    let none: Vec<_> = legal.iter().map(|id| (*id, 0.0)).collect();
    let root = forest.descend(&game);
    forest.finish(root, &[0.0; MAX_SEATS], Some(&none));
    for _ in 0..20 {
        let pending = forest.descend(&game);
        let values = forest.judge(&game, &pending);
        forest.finish(pending, &values, None);
    }
    assert_eq!(forest.root().iter().map(|edge| edge.visits).sum::<u32>(), 20);
}

#[test]
fn memory_is_counted_to_the_byte() {
    let game = Gridopolis::new(&json!({})).unwrap();
    let (state, settings) = (game.start(), Settings::of::<Gridopolis>());
    let view = View::of(&game, &state, Viewer::Seat(0));
    let mut forest = Forest::new(&game, &view, 0, settings, Rng::new(1), 300_000);
    forest.prepare(0, &[]);
    for _ in 0..2000 {
        let pending = forest.descend(&game);
        let values = forest.judge(&game, &pending);
        forest.finish(pending, &values, None);
        let spare = forest.trees[0].capacity() - forest.trees[0].len();
        let counted = forest.trees[0].iter().map(Node::bytes).sum::<u64>();
        assert_eq!(forest.bytes, counted + NODE_BYTES * spare as u64);
    }
    // The last node that fits may have its actions still.
    assert!(forest.bytes > 300_000 && forest.bytes < 340_000, "{}", forest.bytes);
}
