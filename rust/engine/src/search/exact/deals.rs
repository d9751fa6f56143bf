//! Which deals a position may hold, as far as its viewer knows.

use std::collections::HashMap;

use super::table::{Key, key};
use crate::game::{Game, View};
use crate::rng::Rng;

/// Full states, one for each essence that fits a view.
pub(super) struct Deals<S> {
    /// Each with its weight.
    pub(super) states: Vec<(S, f64)>,
    /// Over how many deals an average is taken.
    pub(super) count: u32,
    /// Whether the viewer knows all that matters.
    pub(super) known: bool,
}

/// All deals that fit a view if they are at most `limit`, else as many drawn ones.
pub(super) fn deals<G: Game>(game: &G, view: &View<G::State>, limit: u32, seed: u64) -> Deals<G::State> {
    let mut rng = Rng::new(seed);
    if !game.has_unknowns(&game.essence(view.state())) {
        // Whatever is open makes no difference.
        return Deals { states: vec![(game.complete(view, &mut rng), 1.0)], count: 1, known: true };
    }
    if let Some(list) = game.deals(view, limit as usize) {
        let states = merge(game, list);
        return Deals { count: states.len() as u32, states, known: false };
    }
    let drawn = (0..limit).map(|_| (game.complete(view, &mut rng), 1)).collect();
    Deals { states: merge(game, drawn), count: limit, known: false }
}

/// States of the same essence count as one.
fn merge<G: Game>(game: &G, list: Vec<(G::State, u64)>) -> Vec<(G::State, f64)> {
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut states: Vec<(G::State, f64)> = Vec::new();
    for (state, weight) in list {
        let place = *places.entry(key(&game.essence(&state))).or_insert(states.len());
        if place == states.len() {
            states.push((state, 0.0));
        }
        states[place].1 += weight as f64;
    }
    states
}
