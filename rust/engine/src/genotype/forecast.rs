//! What searches expect a player to have in the end, at the beginning of a round: there the outlook of a single turn is put
//! right by what games have shown. No rule depends on it.

use super::Genotype;
use super::phase::Phase;
use super::pieces::{ASSISTANTS, NONE, TOOLS};
use super::rounds::ROUNDS;
use super::state::State;
use crate::game::Seat;

/// The points that each thing adds to, or takes from, a share of the outlook ([`Genotype::expected_points`]).
///
/// Fitted by least squares, with a penalty on each, to 2,200 games of a Monte Carlo tree search of 200 simulations against
/// itself, two players, in which one action in thirty and one purchase in four were random. In games that were not
/// used, expected and true leads then correlate with 0.44, 0.63, 0.71, 0.79 at the beginning of rounds 2 to 5.
struct Weights {
    base: f64,
    outlook: f64,
    coin: f64,
    /// A marker beyond three, a new plot, a new dice slot, a flower pot, a plant in hand.
    marker: f64,
    plot: f64,
    slot: f64,
    pot: f64,
    in_hand: f64,
    /// Each point of harvested plants.
    harvested: f64,
    /// A plant on a plot that lacks 0, 1, 2, or more traits; and each of its points.
    plant: [f64; 4],
    of_points: [f64; 4],
    assistant: [f64; ASSISTANTS.len()],
    tool: [f64; TOOLS.len()],
}

/// By round, from the second on: playouts are never cut before.
const WEIGHTS: [Weights; ROUNDS as usize - 1] = [
    // Round 2.
    Weights {
        base: 41.98,
        outlook: 0.62,
        coin: 0.36,
        marker: 2.98,
        plot: -0.07,
        slot: 4.79,
        pot: 1.25,
        in_hand: 0.04,
        harvested: 0.00,
        plant: [-1.24, -1.67, -2.67, -2.16],
        of_points: [0.40, 0.17, 0.14, -0.02],
        assistant: [1.46, 5.07, 2.68, -0.76, -0.52, 0.43, 0.69, 1.68, 2.37, -1.30],
        tool: [0.00, 0.00, 0.31, 0.09, 0.83, -0.17, 0.63, 1.27, 0.96, -0.52, 1.51],
    },
    // Round 3.
    Weights {
        base: 21.47,
        outlook: 0.84,
        coin: 0.53,
        marker: 3.33,
        plot: 0.45,
        slot: 3.45,
        pot: 0.63,
        in_hand: 0.51,
        harvested: 0.33,
        plant: [0.74, -1.53, -2.64, -2.66],
        of_points: [0.23, 0.19, 0.13, -0.11],
        assistant: [1.82, 5.85, 3.94, -0.03, -0.36, 0.90, 1.72, 2.10, 2.77, -1.23],
        tool: [-0.10, 0.00, 0.06, 0.28, 0.09, 0.18, 1.21, 1.39, 0.43, -0.41, 0.74],
    },
    // Round 4.
    Weights {
        base: 15.33,
        outlook: 0.75,
        coin: 0.02,
        marker: 2.69,
        plot: 0.11,
        slot: 1.77,
        pot: 0.08,
        in_hand: 0.34,
        harvested: 0.28,
        plant: [0.21, -1.14, -2.04, -1.04],
        of_points: [0.31, 0.21, 0.11, -0.20],
        assistant: [1.11, 4.82, 3.18, 0.29, -0.43, 0.65, 1.68, 0.68, 1.66, -0.43],
        tool: [0.08, 0.00, 0.37, -0.03, 0.52, 0.26, 0.66, 0.41, 0.11, -0.56, -0.13],
    },
    // Round 5.
    Weights {
        base: 14.58,
        outlook: 0.70,
        coin: 0.15,
        marker: 1.87,
        plot: -0.49,
        slot: 1.01,
        pot: -0.00,
        in_hand: -0.02,
        harvested: 0.25,
        plant: [0.34, -1.54, -1.01, -0.66],
        of_points: [0.18, 0.53, 0.28, 0.09],
        assistant: [0.61, 2.75, 1.41, 0.12, -0.36, 0.24, 1.06, 0.66, 0.55, 0.15],
        tool: [-0.07, 0.00, 0.40, 0.13, 0.51, 0.22, -0.47, 0.98, 0.17, -0.48, -0.13],
    },
];

/// What Johann has at the end, by difficulty and by round from the second on: so many points, and so many for each point that
/// he has. Fitted by least squares to 150 games each against a greedy player with one random action in eight; what is left
/// varies by 9 to 16 points in round 2, and by 6 to 9 in round 5.
const JOHANN: [[(f64, f64); ROUNDS as usize - 1]; 3] = [
    [(53.8, 0.75), (50.4, 0.49), (36.3, 0.78), (21.1, 0.90)],
    [(73.4, 0.86), (66.0, 0.74), (51.0, 0.83), (19.3, 1.14)],
    [(97.6, 0.10), (83.8, 0.56), (55.9, 0.95), (27.3, 1.06)],
];

impl Genotype {
    /// Expected points of a seat at the end (T52), at the beginning of a round; alone, by how much they exceed Johann's.
    pub(super) fn forecast_lead(&self, state: &State, seat: Seat) -> f64 {
        let points = self.forecast_points(state, seat);
        if self.rules.players > 1 {
            return points;
        }
        let now = f64::from(self.johann_points(state));
        if state.phase == Phase::Over {
            return points - now;
        }
        // Before the first round ends nothing is known of him that would change it.
        let round = usize::from(state.round).max(2) - 2;
        let (rest, each) = JOHANN[self.rules.difficulty as usize][round];
        points - rest - each * now
    }

    fn forecast_points(&self, state: &State, seat: Seat) -> f64 {
        let outlook = self.expected_points(state, seat);
        if state.phase == Phase::Over || state.round < 2 {
            return outlook;
        }
        let weights = &WEIGHTS[usize::from(state.round) - 2];
        let player = &state.players[usize::from(seat)];
        let in_hand = player.known_hand().count_ones() as u8 + player.hidden.iter().sum::<u8>();
        let mut points = weights.base
            + weights.outlook * outlook
            + weights.coin * f64::from(player.coins)
            + weights.marker * (f64::from(player.markers) - 3.0)
            + weights.plot * f64::from(player.new_plots)
            + weights.slot * f64::from(player.new_slots)
            + weights.pot * f64::from(player.pots)
            + weights.in_hand * f64::from(in_hand)
            + weights.harvested * f64::from(self.plant_points(player.harvested));
        for (plot, plant) in player.planted() {
            let card = &self.cards.plants[usize::from(plant)];
            let traits = card.traits.iter().filter(|kind| **kind != NONE).count();
            let left = (traits - player.covered[usize::from(plot)].count_ones() as usize).min(3);
            points += weights.plant[left] + weights.of_points[left] * f64::from(card.points);
        }
        for (id, weight) in (0..).zip(weights.assistant) {
            points += if player.has(id) { weight } else { 0.0 };
        }
        for (tool, weight) in (0..).zip(weights.tool) {
            points += weight * f64::from(player.known_tools.count(tool) + player.tools.count(tool));
        }
        points
    }
}
