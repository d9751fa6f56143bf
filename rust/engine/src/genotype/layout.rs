//! What drawings need to know beside the dict form: the cards, and what follows from the position.

use serde_json::{Map, Value, json};

use super::Genotype;
use super::cards::{Automa, Plant};
use super::phase::{Kind, Phase};
use super::pieces::{ASSISTANTS, COLOURS, GENOTYPES, GOALS, HIDDEN, NONE, SPACES, UPGRADES, space};
use super::state::{State, is_some};
use super::words::CHARACTERISTICS;
use crate::game::{Actor, Game};

/// Costs of spaces (T20), and of what costs 1 coin (T31, T42).
const COSTS: [(&str, u8); 7] = [
    ("goal-2", 2),
    ("goal-3", 3),
    ("university-1", 1),
    ("university-2", 2),
    ("dissertation", 1),
    ("anna", 1),
    ("franz", 1),
];

/// A plant: null where there is none, `?` where it is not known.
fn card(plant: u8) -> Value {
    match plant {
        NONE => Value::Null,
        HIDDEN => json!("?"),
        known => json!(known),
    }
}

fn colours(set: u8) -> Vec<&'static str> {
    (0..4).filter(|id| set >> id & 1 == 1).map(|id| COLOURS[id]).collect()
}

impl Plant {
    /// Its genotypes, in the order of colours.
    pub(super) fn genotypes(self) -> Vec<&'static str> {
        let known = |(colour, kind): (usize, &u8)| {
            (*kind != NONE).then(|| GENOTYPES[3 * colour + usize::from(*kind)])
        };
        self.traits.iter().enumerate().filter_map(known).collect()
    }
}

impl Automa {
    fn to_json(self) -> Value {
        json!({
            "action": self.deed.name(),
            "letter": GOALS.get(usize::from(self.letter)).copied().unwrap_or("mutation"),
            "pips": self.pips,
            "single": COLOURS[usize::from(self.single)],
            "double": COLOURS[usize::from(self.double)],
            "new": COLOURS.get(usize::from(self.new)),
        })
    }
}

impl Genotype {
    pub(super) fn layout_json(&self, state: &State) -> Value {
        let seats = usize::from(self.rules.players);
        let players = &state.players[..seats];
        let winners = self.winners(state);
        let each = |value: &dyn Fn(usize) -> Value| (0..seats).map(value).collect::<Vec<Value>>();
        json!({
            "seats": self.spec.seat_names,
            "actor": match self.actor(state) {
                Actor::Seat(seat) => json!(seat),
                Actor::Chance => json!("chance"),
                Actor::Over => Value::Null,
            },
            "stage": self.stage(state),
            "to_do": self.to_do(state),
            "points": each(&|seat| json!(self.points(state, seat as u8))),
            "winners": (0..seats).filter(|seat| winners >> seat & 1 == 1).collect::<Vec<_>>(),
            "ending": self.ending(state),
            "plants": self.cards.plants.iter().map(|plant| {
                json!({"traits": plant.genotypes(), "points": plant.points})
            }).collect::<Vec<_>>(),
            "characteristics": CHARACTERISTICS,
            "squares": self.squares_json(state),
            "prices": self.cards.prices,
            "costs": self.costs_json(state),
            "rooms": self.rooms_json(),
            "decks": {
                "plants": self.plant_deck(state),
                "tools": self.tool_deck(state),
                "assistants": self.assistant_deck(state).count_ones(),
            },
            "plots": players.iter().map(|player| 2 + player.new_plots).collect::<Vec<_>>(),
            "slots": players.iter().map(|player| player.dice + self.free_slots(player)).collect::<Vec<_>>(),
            "free_slots": players.iter().map(|player| self.free_slots(player)).collect::<Vec<_>>(),
            "planting": each(&|seat| card(state.planting[seat])),
            "discarding": each(&|seat| card(state.discarding[seat])),
            "seeds": (0..64).filter(|plant| state.seeds >> plant & 1 == 1).collect::<Vec<u8>>(),
            "shift": Self::shift_json(state),
            "omari": self.omari_json(state),
            "johann": if self.rules.players == 1 { self.johann_layout(state) } else { Value::Null },
        })
    }

    /// Per colour what the faces I to IV mean (T2).
    fn squares_json(&self, state: &State) -> Value {
        let mut all = Map::new();
        for (colour, square) in state.squares.iter().enumerate() {
            let results: Vec<&str> =
                (0..4).map(|face| GENOTYPES[3 * colour + usize::from(square.outcome(face))]).collect();
            all.insert(COLOURS[colour].to_owned(), json!(results));
        }
        Value::Object(all)
    }

    /// What everything costs whose turn it is, as things are (T14, T50).
    fn costs_json(&self, state: &State) -> Value {
        let price = |cost: u8| {
            if self.is_johann(state.mover) {
                self.johann_cost(state, cost)
            } else {
                self.cost(self.mover(state), cost)
            }
        };
        let grants = if let Phase::Upgrade(grants) = state.phase { grants } else { 0 };
        let mut all = Map::new();
        for (name, cost) in COSTS {
            all.insert(name.to_owned(), json!(price(cost)));
        }
        for (upgrade, name) in (0..).zip(UPGRADES) {
            let now = if self.is_johann(state.mover) {
                price(state.prices[usize::from(upgrade)])
            } else {
                self.price(state, upgrade, grants)
            };
            all.insert(name.to_owned(), json!(now));
        }
        Value::Object(all)
    }

    /// How many markers each shared space holds; the 2nd Shift, which holds any number, is left out (T20).
    fn rooms_json(&self) -> Value {
        let mut all = Map::new();
        for (id, name) in (0..space::GARDENING).zip(SPACES).filter(|(id, _)| *id != space::SECOND) {
            all.insert(name.to_owned(), json!(self.room(id)));
        }
        Value::Object(all)
    }

    /// Which pick of the breeding phase it is: colours of the 1st Shift that are left, or the place in the 2nd Shift.
    fn shift_json(state: &State) -> Value {
        let kind = match state.phase {
            Phase::Pick { kind, .. } => kind,
            _ => state.pick,
        };
        match kind {
            Kind::First(set) => json!({"colours": colours(set), "place": Value::Null}),
            Kind::Second(place) => json!({"colours": [], "place": place}),
            Kind::Anton | Kind::Turn => Value::Null,
        }
    }

    /// What Omari's dice have shown, by colour.
    fn omari_json(&self, state: &State) -> Value {
        let mut all = Map::new();
        for (colour, kind) in state.rolled.iter().enumerate().filter(|(_, kind)| is_some(**kind)) {
            all.insert(COLOURS[colour].to_owned(), json!(GENOTYPES[3 * colour + usize::from(*kind)]));
        }
        Value::Object(all)
    }

    fn johann_layout(&self, state: &State) -> Value {
        json!({
            "points": self.johann_points(state),
            // T66: a tie is shared.
            "wins": state.phase == Phase::Over
                && self.johann_rank(state)
                    >= (self.points(state, 0), state.players[0].harvested.count_ones()),
            "shifts": self.shifts(state),
            "gardened": state.johann.gardened,
            "special": ASSISTANTS.get(usize::from(state.johann.special)),
            "automa": self.cards.automa.iter().map(|card| card.to_json()).collect::<Vec<_>>(),
        })
    }
}
