//! Positions from dicts: every fault is reported at once, and none twice.
//!
//! First each entry is read by itself: its type, its range, what options and data allow, and that each card is
//! in one place. If all are sound, `check` compares them with each other, and last `now` with what goes on. What the
//! past has left behind, such as coins, plants and upgrades, may be whatever there can be; where the markers of the
//! round lie and what goes on in the turn must be exact, since the rules go on from there.

mod check;
mod deed;
mod now;
mod phase;
mod players;
mod start;
mod todo;

use std::collections::HashMap;

use serde_json::Value;

use super::Genotype;
use super::genetics::{DICE, Parent};
use super::pieces::{COLOURS, GOALS, NONE, SPACES, UPGRADES, assistant, space};
use super::rounds::ROUNDS;
use super::state::{MAX_SHIFTS, MAX_TURNS, State};
use crate::error::SetupError;
use crate::fields::{Fields, int, kind, list};

const KEYS: [&str; 20] = [
    "game",
    "format",
    "options",
    "round",
    "first",
    "players",
    "display",
    "discards",
    "spaces",
    "own_spaces",
    "coins",
    "tiles",
    "dice",
    "goals",
    "prices",
    "stock",
    "phase",
    "johann",
    "turn",
    "epochs",
];

/// New Plots and Dice Slots in stock (T14).
const STOCK: [u8; 2] = [5, 8];
/// Bits of own spaces.
const GARDENING_BIT: u8 = 1;
const SLOT_BIT: u8 = 1 << (space::SLOT - space::GARDENING);
const OMARI_BIT: u8 = 1 << (space::OMARI - space::GARDENING);

/// Notes a fault unless something holds.
fn need(holds: bool, path: &str, message: &str, rule: &'static str, error: &mut SetupError) {
    if !holds {
        error.add(path, message, Some(rule));
    }
}

/// What is read beside the state, to be compared with it.
struct Reader<'a> {
    game: &'a Genotype,
    /// Where each card stands, by its name: there is one of each.
    places: HashMap<String, String>,
    /// Of each player the hand in the order of the dict; `None` for `?`.
    hands: Vec<Vec<Option<u8>>>,
    /// What is said of each player, last of Johann, that follows from the spaces, too.
    placed: Vec<Option<u8>>,
    temporary: Vec<Option<bool>>,
    /// Johann's own spaces, by bits.
    johann_spaces: u8,
    /// What is said of the stock.
    stock: [Option<u8>; 2],
}

impl Genotype {
    /// Reads the dict form of a position and checks it.
    pub(super) fn read_state(&self, value: &Value) -> Result<State, SetupError> {
        let mut error = SetupError::default();
        let fields = Fields::open(value, "", &KEYS, &mut error);
        let mut state = State { prices: self.cards.prices.map(|[_, start, _]| start), ..State::blank() };
        let mut reader = Reader {
            game: self,
            places: HashMap::new(),
            hands: Vec::new(),
            placed: Vec::new(),
            temporary: Vec::new(),
            johann_spaces: 0,
            stock: [None; 2],
        };
        state.round = fields.int("round", 1..=i64::from(ROUNDS), Some(1), &mut error) as u8;
        let first = i64::from(self.first_of_round(state.round));
        let last = i64::from(self.rules.players) - 1;
        state.first = fields.int("first", 0..=last, Some(first), &mut error) as u8;
        reader.players(&fields, &mut state, &mut error);
        reader.display(&fields, &mut state, &mut error);
        reader.discards(&fields, &mut state, &mut error);
        reader.spaces(&fields, &mut state, &mut error);
        reader.board(&fields, &mut state, &mut error);
        reader.phase(&fields, &mut state, &mut error);
        reader.johann(&fields, &mut state, &mut error);
        state.turns = fields.int("turn", 0..=i64::from(MAX_TURNS), Some(0), &mut error) as u16;
        reader.epochs(&fields, &mut state, &mut error);
        error.into_result()?;
        reader.compare(&mut state)?;
        self.check(&state)?;
        Ok(state)
    }

    /// The first seat of a round: it moves on by one (T51). A random one may be any.
    fn first_of_round(&self, round: u8) -> u8 {
        if self.rules.first == NONE { 0 } else { (self.rules.first + round - 1) % self.rules.players }
    }

    /// Seats that markers can be of: Johann's is seat 1 (T60).
    fn marker_seats(&self) -> u8 {
        self.rules.players.max(2)
    }

    /// Whether a marker lies at the square of a colour (T22).
    fn is_visited(&self, state: &State, colour: u8) -> bool {
        [space::GENES, space::FIRST].iter().any(|first| state.spaces[usize::from(first + colour)][0] != NONE)
    }

    /// How many markers of a seat lie on shared spaces.
    fn shared_markers(&self, state: &State, seat: u8) -> u8 {
        state.spaces.iter().flatten().chain(&state.second).filter(|other| **other == seat).count() as u8
    }

    /// New Plots and Dice Slots that were bought.
    fn bought_of(&self, state: &State) -> [u8; 2] {
        let seats = &state.players;
        [
            seats.iter().map(|player| player.new_plots).sum::<u8>() + state.johann.new_plots,
            seats.iter().map(|player| player.new_slots).sum::<u8>() + state.johann.new_slots,
        ]
    }
}

impl Reader<'_> {
    /// Notes where a card stands; a card that stands elsewhere already is a fault.
    fn once(&mut self, card: String, path: &str, rule: &'static str, error: &mut SetupError) {
        if let Some(first) = self.places.get(&card) {
            error.add(path, format!("{card} stands in {first} already; there is one of each"), Some(rule));
        } else {
            self.places.insert(card, path.to_owned());
        }
    }

    /// Markers on spaces, and the coins at the squares.
    fn spaces(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let last = i64::from(self.game.marker_seats()) - 1;
        if let Some(value) = fields.get("spaces") {
            let shared = &SPACES[..usize::from(space::GARDENING)];
            let spaces = Fields::open(value, "spaces", shared, error);
            for (id, name) in shared.iter().enumerate() {
                let markers = spaces.list(name, MAX_SHIFTS, error);
                let second = id == usize::from(space::SECOND);
                let room = if second { MAX_SHIFTS } else { self.game.room(id as u8) };
                if markers.len() > room {
                    let message = format!("{} markers; there is room for {room}", markers.len());
                    error.add(spaces.path(name), message, Some("T20"));
                    continue;
                }
                for (place, value) in markers.iter().enumerate() {
                    let path = format!("spaces.{name}[{place}]");
                    let seat = int(value, &path, 0..=last, error).map_or(NONE, |seat| seat as u8);
                    if second {
                        state.second[place] = seat;
                    } else {
                        state.spaces[id][place] = seat;
                    }
                }
            }
        }
        let players = usize::from(self.game.rules.players);
        let solo = players == 1;
        let what = if solo { "the player's and Johann's" } else { "one a seat" };
        for (seat, value) in several(fields, "own_spaces", players + usize::from(solo), what, error) {
            let path = format!("own_spaces[{seat}]");
            let own = &SPACES[usize::from(space::GARDENING)..];
            let set = read_names(value, &path, own, error) as u8;
            if seat < players {
                state.players[seat].spaces = set;
                let omari = set & OMARI_BIT == 0 || state.players[seat].has(assistant::OMARI);
                need(omari, &path, "a marker on Omari's card needs Omari", "T29", error);
            } else {
                self.johann_spaces = set;
                state.johann.gardened = set & GARDENING_BIT != 0;
                need(set & SLOT_BIT == 0, &path, "Johann has no Temporary Dice Slot", "T60", error);
            }
        }
        let open = (0..4).filter(|colour| !self.game.is_visited(state, *colour));
        state.coins = open.fold(0, |set, colour| set | 1 << colour);
        for (colour, value) in several(fields, "coins", COLOURS.len(), "one a square", error) {
            match value.as_bool() {
                Some(true) => state.coins |= 1 << colour,
                Some(false) => state.coins &= !(1 << colour),
                None => {
                    let message = format!("must be true or false, not {}", kind(value));
                    error.add(format!("coins[{colour}]"), message, None);
                }
            }
        }
    }

    /// Gene tiles, dice, goals, prices, stock.
    fn board(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        if let Some(value) = fields.get("tiles") {
            let tiles = Fields::open(value, "tiles", &COLOURS, error);
            for (colour, name) in COLOURS.iter().enumerate() {
                for (side, value) in several(&tiles, name, 2, "Left and Top", error) {
                    let parent = read_parent(value, &format!("tiles.{name}[{side}]"), error);
                    let square = &mut state.squares[colour];
                    *(if side == 0 { &mut square.left } else { &mut square.top }) = parent;
                }
            }
        }
        for (colour, value) in several(fields, "dice", COLOURS.len(), "one a colour", error) {
            let path = format!("dice[{colour}]");
            let what = "dominant, mixed, recessive, De Novo";
            for (die, value) in entries(value, &path, 4, what, error) {
                let count = int(value, &format!("{path}[{die}]"), 0..=i64::from(DICE), error);
                state.dice[colour][die] = count.unwrap_or(0) as u8;
            }
            let all: u8 = state.dice[colour].iter().sum();
            if all > DICE {
                error.add(path, format!("{all} dice; there are 5 of a colour"), Some("T3"));
            }
        }
        let last = i64::from(self.game.marker_seats()) - 1;
        for (goal, value) in several(fields, "goals", GOALS.len(), "one a goal", error) {
            if !value.is_null() {
                let seat = int(value, &format!("goals[{goal}]"), 0..=last, error);
                state.goals[goal] = seat.map_or(NONE, |seat| seat as u8);
            }
        }
        for (upgrade, value) in several(fields, "prices", UPGRADES.len(), "one an upgrade", error) {
            let [low, _, high] = self.game.cards.prices[upgrade];
            let path = format!("prices[{upgrade}]");
            match value.as_i64() {
                Some(price) if !(i64::from(low)..=i64::from(high)).contains(&price) => {
                    let message = format!("{price}; the price of {} is {low} to {high}", UPGRADES[upgrade]);
                    error.add(path, message, Some("T14"));
                }
                _ => {
                    let price = int(value, &path, 0..=i64::from(high), error);
                    state.prices[upgrade] = price.unwrap_or(0) as u8;
                }
            }
        }
        if let Some(value) = fields.get("stock") {
            let stock = Fields::open(value, "stock", &["plots", "slots"], error);
            for (index, key) in ["plots", "slots"].into_iter().enumerate() {
                let most = i64::from(STOCK[index]);
                self.stock[index] = stock.get(key).map(|_| stock.int(key, 0..=most, None, error) as u8);
            }
        }
    }
}

/// A gene tile on a parent, or none.
fn read_parent(value: &Value, path: &str, error: &mut SetupError) -> Parent {
    match value.as_str() {
        Some("dominant") => Parent::Dominant,
        Some("recessive") => Parent::Recessive,
        None if value.is_null() => Parent::Mixed,
        _ => {
            error.add(path, format!("must be dominant, recessive or null, not {}", kind(value)), Some("T2"));
            Parent::Mixed
        }
    }
}

/// The entries of a list that must have so many; nothing if the key is absent or it has not.
fn several<'a>(
    fields: &Fields<'a>,
    key: &str,
    count: usize,
    what: &str,
    error: &mut SetupError,
) -> Vec<(usize, &'a Value)> {
    fields.get(key).map_or_else(Vec::new, |value| entries(value, &fields.path(key), count, what, error))
}

fn entries<'a>(
    value: &'a Value,
    path: &str,
    count: usize,
    what: &str,
    error: &mut SetupError,
) -> Vec<(usize, &'a Value)> {
    match value.as_array() {
        Some(values) if values.len() == count => values.iter().enumerate().collect(),
        _ => {
            let message = format!("must be a list of {count} entries, {what}, not {}", kind(value));
            error.add(path, message, None);
            Vec::new()
        }
    }
}

/// The id of a name in a list.
fn read_name(value: &Value, path: &str, names: &[&str], error: &mut SetupError) -> Option<u8> {
    let found = value.as_str().and_then(|text| names.iter().position(|name| *name == text));
    if found.is_none() {
        error.add(path, format!("must be one of {}, not {}", names.join(", "), kind(value)), None);
    }
    found.map(|id| id as u8)
}

/// A list of names without doubles, as bits.
fn read_names(value: &Value, path: &str, names: &[&str], error: &mut SetupError) -> u64 {
    let mut set = 0;
    for (index, value) in list(value, path, names.len(), error).iter().enumerate() {
        let path = format!("{path}[{index}]");
        let Some(id) = read_name(value, &path, names, error) else { continue };
        if set >> id & 1 == 1 {
            error.add(path, format!("{} stands there twice", names[usize::from(id)]), None);
        }
        set |= 1 << id;
    }
    set
}
