//! Figures for people who study a position: points that can be checked by hand, and what the dice may bring.

use serde_json::{Map, Value, json};

use super::Genotype;
use super::genetics::odds::{DIE_DENOMINATOR, POOL_DENOMINATOR};
use super::genetics::{DICE, DIE_NAMES, KINDS};
use super::pieces::{COLOURS, GENOTYPES, GOALS, NONE, PLANTS};
use super::state::{JOHANN, State};
use crate::game::{Actor, Seat};

/// What can be asked for.
pub(super) const NAMES: [&str; 2] = ["points", "dice"];

/// What a side has that scores: plants that are complete, and unfinished ones.
struct Holdings {
    /// Plants harvested, or complete with their place.
    complete: Vec<(Option<u8>, u8)>,
    /// Plants that are not complete: place, plant, colours covered.
    growing: Vec<(u8, u8, u8)>,
    coins: u8,
}

/// A number of things in words.
fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

fn odds_of(part: u32) -> f64 {
    f64::from(part) / f64::from(POOL_DENOMINATOR)
}

/// How many of the five dice of a colour to expect, if so many ninths of one do.
fn expected(weight: u32) -> f64 {
    f64::from(u32::from(DICE) * weight) / f64::from(DIE_DENOMINATOR)
}

impl Genotype {
    pub(super) fn analysis(&self, state: &State, what: &str) -> Option<Value> {
        match what {
            "points" => Some(self.points_json(state)),
            "dice" => Some(self.dice_json(state)),
            _ => None,
        }
    }

    /// The players by seat, and Johann after the solo player.
    fn sides(&self) -> impl Iterator<Item = Seat> {
        let solo = self.rules.players == 1;
        (0..self.rules.players).chain(solo.then_some(JOHANN))
    }

    fn genotypes_of(&self, plant: u8) -> Vec<&'static str> {
        let traits = self.cards.plants[usize::from(plant)].traits.into_iter().enumerate();
        traits
            .filter(|(_, kind)| *kind != NONE)
            .map(|(colour, kind)| GENOTYPES[3 * colour + usize::from(kind)])
            .collect()
    }

    fn holdings(&self, state: &State, seat: Seat) -> Holdings {
        let planted: Vec<(u8, u8, u8)>;
        let (harvested, coins);
        if self.is_johann(seat) {
            let johann = &state.johann;
            let places = 0..self.garden_size(state);
            planted =
                places.map(|place| (place as u8, johann.garden[place], johann.covered[place])).collect();
            (harvested, coins) = (johann.harvested, johann.coins);
        } else {
            let player = &state.players[usize::from(seat)];
            let covered = |plot: u8| player.covered[usize::from(plot)];
            planted = player.planted().map(|(plot, plant)| (plot, plant, covered(plot))).collect();
            (harvested, coins) = (player.harvested, player.coins);
        }
        let is_complete = |plant: u8, covered: u8| covered == self.cards.plants[usize::from(plant)].colours();
        let mut complete: Vec<_> = (0..PLANTS as u8)
            .filter(|plant| harvested >> plant & 1 == 1)
            .map(|plant| (None, plant))
            .collect();
        let (done, growing): (Vec<_>, Vec<_>) =
            planted.into_iter().partition(|(_, plant, covered)| is_complete(*plant, *covered));
        complete.extend(done.into_iter().map(|(place, plant, _)| (Some(place), plant)));
        Holdings { complete, growing, coins }
    }

    /// Whether a plant shows the phenotype of a goal (T15): one dominant gene makes it dominant.
    fn shows(&self, plant: u8, goal: usize) -> bool {
        let kind = self.cards.plants[usize::from(plant)].traits[goal / 2];
        if goal % 2 == 1 { kind == 2 } else { kind < 2 }
    }

    /// The points of each side if the game ended now, one by one (T52).
    fn points_json(&self, state: &State) -> Value {
        self.sides().map(|seat| self.side_points(state, seat)).collect()
    }

    fn side_points(&self, state: &State, seat: Seat) -> Value {
        let Holdings { complete, growing, coins } = self.holdings(state, seat);
        let (mut for_plants, mut for_goals, mut for_markers) = (0, 0, 0);
        let plants: Vec<Value> = complete
            .iter()
            .map(|(plot, plant)| {
                let points = u32::from(self.cards.plants[usize::from(*plant)].points);
                let where_it_is = plot.map_or_else(
                    || "harvested".to_owned(),
                    |plot| format!("complete on plot {plot}, to be harvested"),
                );
                for_plants += points;
                json!({
                    "plant": plant,
                    "plot": plot,
                    "traits": self.genotypes_of(*plant),
                    "points": points,
                    "why": format!("plant {plant}, {where_it_is}: {} [T52]", count(points as usize, "point")),
                })
            })
            .collect();
        let goals: Vec<Value> = (0..GOALS.len())
            .filter(|goal| state.goals[*goal] == seat)
            .map(|goal| {
                let matching: Vec<u8> = complete
                    .iter()
                    .map(|(_, plant)| *plant)
                    .filter(|plant| self.shows(*plant, goal))
                    .collect();
                let each = if goal % 2 == 1 { 3 } else { 2 };
                let points = each * matching.len() as u32;
                let phenotype = if goal % 2 == 1 { "recessive" } else { "dominant" };
                for_goals += points;
                json!({
                    "goal": GOALS[goal],
                    "each": each,
                    "plants": matching,
                    "points": points,
                    "why": format!(
                        "goal {}: {} of {} phenotype, {each} points each [T15]",
                        GOALS[goal], count(matching.len(), "plant"), phenotype
                    ),
                })
            })
            .collect();
        let markers: Vec<Value> = growing
            .iter()
            .filter(|(_, _, covered)| *covered != 0)
            .map(|(plot, plant, covered)| {
                let points = covered.count_ones();
                for_markers += points;
                let on: Vec<&str> = (0..4)
                    .filter(|colour| covered >> colour & 1 == 1)
                    .map(|colour| COLOURS[colour])
                    .collect();
                json!({
                    "plot": plot,
                    "plant": plant,
                    "covered": on,
                    "points": points,
                    "why": format!(
                        "plant {plant} is not complete: {} [T52]", count(points as usize, "Trait Marker")
                    ),
                })
            })
            .collect();
        let total = for_plants + for_goals + for_markers + u32::from(coins);
        json!({
            "name": self.name_of(seat),
            "plants": plants,
            "goals": goals,
            "markers": markers,
            "coins": coins,
            "total": total,
            "why": format!(
                "{for_plants} for plants + {for_goals} for goals + {for_markers} for Trait Markers + {coins} for \
                 coins = {total} [T52]"
            ),
        })
    }

    /// What five dice of each colour bring with the squares as they are (T3, T4), and what that means for the
    /// uncovered traits of the seat to act.
    fn dice_json(&self, state: &State) -> Value {
        let colours: Vec<Value> = (0..COLOURS.len()).map(|colour| self.colour_odds(state, colour)).collect();
        let seat = match self.who_acts(state) {
            Actor::Seat(seat) => seat,
            _ if self.is_johann(state.mover) => 0,
            _ => state.mover,
        };
        let growing = self.holdings(state, seat).growing;
        let mut traits = Vec::new();
        for (plot, plant, covered) in growing {
            for (colour, kind) in self.cards.plants[usize::from(plant)].traits.into_iter().enumerate() {
                if kind == NONE || covered >> colour & 1 == 1 {
                    continue;
                }
                let (square, die) = (state.squares[colour], usize::from(kind));
                traits.push(json!({
                    "plot": plot,
                    "plant": plant,
                    "colour": COLOURS[colour],
                    "genotype": GENOTYPES[3 * colour + usize::from(kind)],
                    "expected": expected(square.weights()[die]),
                    "some": odds_of(square.pool().at_least(die)[1]),
                    "pool": state.dice[colour][die],
                    "others": self.others_with(state, seat, colour, kind),
                }));
            }
        }
        json!({"colours": colours, "seat": seat, "traits": traits})
    }

    fn colour_odds(&self, state: &State, colour: usize) -> Value {
        let square = state.squares[colour];
        let (weights, pool) = (square.weights(), square.pool());
        let by_die = |value: &dyn Fn(usize) -> Value| -> Map<String, Value> {
            (0..KINDS).map(|kind| (DIE_NAMES[KINDS * colour + kind].to_owned(), value(kind))).collect()
        };
        json!({
            "colour": COLOURS[colour],
            "tiles": [square.left.to_json(), square.top.to_json()],
            "die": by_die(&|kind| json!(f64::from(weights[kind]) / f64::from(DIE_DENOMINATOR))),
            "at_least": by_die(&|kind| pool.at_least(kind)[1..].iter().map(|part| odds_of(*part)).collect()),
            "expected": by_die(&|kind| json!(expected(weights[kind]))),
            "pool": by_die(&|kind| json!(state.dice[colour][kind])),
        })
    }

    /// How many of the others, Johann included, have an uncovered trait of this genotype.
    fn others_with(&self, state: &State, seat: Seat, colour: usize, kind: u8) -> usize {
        let has = |other: &Seat| {
            self.holdings(state, *other).growing.iter().any(|(_, plant, covered)| {
                covered >> colour & 1 == 0 && self.cards.plants[usize::from(*plant)].traits[colour] == kind
            })
        };
        self.sides().filter(|other| *other != seat).filter(has).count()
    }
}
