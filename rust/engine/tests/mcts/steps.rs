//! The three steps of a simulation, with many under way.

use boardwright::fixture::Fixture;
use boardwright::game::Actor;
use boardwright::genotype::Genotype;
use boardwright::gridopolis::Gridopolis;
use boardwright::microworld::Microworld;
use boardwright::search::mcts::{Forest, Settings};
use boardwright::{Game, Rng};
use serde_json::json;

use crate::{of_all_games, played, view_of};

#[test]
fn simulations_that_wait_go_different_ways() {
    fn check<G: Game>(game: &G, events: u32) {
        let state = played(game, events, 4);
        let view = view_of(game, &state);
        let Actor::Seat(seat) = game.actor(&state) else { panic!("a seat is to act") };
        let new = || {
            let mut forest = Forest::<G>::new(game, &view, seat, Settings::of::<G>(), Rng::new(1), 1 << 24);
            forest.prepare(seat, &[]);
            forest
        };
        // With values that all are equal, what is under way alone spreads the ways.
        let mut forest = new();
        let waiting: Vec<_> = (0..8).map(|_| forest.descend(game)).collect();
        let mut legal = Vec::new();
        game.actions(&state, &mut legal);
        let mut leaves: Vec<_> = waiting.iter().map(|pending| pending.state).collect();
        leaves.dedup();
        assert!(leaves.len() >= legal.len().min(8) / 2, "{} of {}", leaves.len(), legal.len());
        for pending in waiting {
            let values = forest.judge(game, &pending);
            forest.finish(pending, &values, None);
        }
    }
    of_all_games!(check);
}

#[test]
fn priors_from_outside_say_what_is_tried() {
    let game = Microworld::new(&json!({})).expect("options");
    let state = played(&game, 20, 4);
    let view = view_of(&game, &state);
    let Actor::Seat(seat) = game.actor(&state) else { panic!("a seat is to act") };
    let mut forest =
        Forest::<Microworld>::new(&game, &view, seat, Settings::of::<Microworld>(), Rng::new(1), 1 << 24);
    let root = forest.descend(&game);
    assert!(view_of(&game, &root.state) == view, "the first simulation ends at the root");
    let mut legal = Vec::new();
    game.actions(&root.state, &mut legal);
    let favourite = legal[legal.len() / 2];
    let priors: Vec<_> = legal.iter().map(|id| (*id, if *id == favourite { 1.0 } else { 1e-6 })).collect();
    forest.finish(root, &[0.0; 5], Some(&priors));
    for _ in 0..20 {
        let leaf = forest.descend(&game);
        let mut after = view;
        after.step(&game, boardwright::game::Event::Act(favourite));
        assert_eq!(game.turn(after.state()), game.turn(&leaf.state).min(game.turn(after.state())));
        forest.finish(leaf, &[0.0; 5], Some(&[]));
    }
}
