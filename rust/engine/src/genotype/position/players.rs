//! What players and Johann have, the face-up cards and the discards.

use serde_json::Value;

use super::{Reader, entries, need, read_name, read_names, several};
use crate::error::SetupError;
use crate::fields::{Fields, int, kind, list};
use crate::genotype::automa::CARDS;
use crate::genotype::breeding::SLOTS;
use crate::genotype::pieces::{ASSISTANTS, COLOURS, GENOTYPES, NONE, PLANTS, PLOTS, TOOLS, assistant};
use crate::genotype::setup::Difficulty;
use crate::genotype::state::{EPOCHS, GARDEN, MAX_COINS, Plants, Player, State, Tools};

const PLAYER: [&str; 17] = [
    "coins",
    "markers",
    "placed",
    "plots",
    "hand",
    "known",
    "tools",
    "known_tools",
    "assistants",
    "used",
    "harvested",
    "new_plots",
    "new_slots",
    "pots",
    "temporary",
    "dice",
    "passed",
];
const JOHANN: [&str; 16] = [
    "coins",
    "markers",
    "placed",
    "garden",
    "beside",
    "harvested",
    "assistants",
    "special",
    "new_plots",
    "new_slots",
    "action",
    "out",
    "shifts",
    "bought",
    "paid",
    "passed",
];

/// Tool cards of all kinds (T13).
const TOOL_CARDS: usize = 25;
const COINS: std::ops::RangeInclusive<i64> = 0..=MAX_COINS as i64;
/// Markers at the start, and with those bought (T10, T14).
const MARKERS: std::ops::RangeInclusive<i64> = 3..=5;
/// Abilities that are used up for the round (T31), and Franz's slots when they are paid for (T42).
const ONCE: u16 =
    1 << assistant::ELISABETH | 1 << assistant::ANNA | 1 << assistant::MARIA | 1 << assistant::FRANZ;

impl Reader<'_> {
    /// A plant card's number.
    fn plant(&mut self, value: &Value, path: &str, error: &mut SetupError) -> Option<u8> {
        let plant = int(value, path, 0..=PLANTS as i64 - 1, error)? as u8;
        self.once(format!("plant {plant}"), path, "T12", error);
        Some(plant)
    }

    /// Plant cards, as bits.
    pub(super) fn plants(&mut self, value: &Value, path: &str, error: &mut SetupError) -> Plants {
        let mut set = 0;
        for (index, value) in list(value, path, PLANTS, error).iter().enumerate() {
            if let Some(plant) = self.plant(value, &format!("{path}[{index}]"), error) {
                set |= 1 << plant;
            }
        }
        set
    }

    /// A plant, `?`, or null; `hidden` stands for `?`.
    pub(super) fn plant_or(&mut self, value: &Value, path: &str, hidden: u8, error: &mut SetupError) -> u8 {
        match value {
            Value::Null => NONE,
            Value::String(text) if text == "?" => hidden,
            _ => self.plant(value, path, error).unwrap_or(NONE),
        }
    }

    /// Assistants, as bits; each is in one place.
    fn assistants(&mut self, value: &Value, path: &str, error: &mut SetupError) -> u16 {
        let set = read_names(value, path, &ASSISTANTS, error) as u16;
        for (id, name) in ASSISTANTS.iter().enumerate().filter(|(id, _)| set >> id & 1 == 1) {
            debug_assert!(id < ASSISTANTS.len());
            self.once((*name).to_owned(), path, "T14", error);
        }
        set
    }

    pub(super) fn players(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        fields.need("players", error);
        let seats = usize::from(self.game.rules.players);
        self.hands = vec![Vec::new(); seats];
        self.placed = vec![None; seats + 1];
        self.temporary = vec![None; seats];
        for (seat, value) in several(fields, "players", seats, "one a seat", error) {
            self.player(value, seat, &mut state.players[seat], error);
        }
    }

    fn player(&mut self, value: &Value, seat: usize, player: &mut Player, error: &mut SetupError) {
        let fields = Fields::open(value, format!("players[{seat}]"), &PLAYER, error);
        let small = |key, most: u8, error: &mut SetupError| {
            fields.int(key, 0..=i64::from(most), Some(0), error) as u8
        };
        player.coins = fields.int("coins", COINS, Some(1), error) as u8;
        player.markers = fields.int("markers", MARKERS, Some(3), error) as u8;
        self.placed[seat] =
            fields.get("placed").map(|_| fields.int("placed", 0..=*MARKERS.end(), None, error) as u8);
        if let Some(value) = fields.get("plots") {
            self.plots(value, &fields.path("plots"), player, error);
        }
        self.hand(&fields, seat, player, error);
        tools_in_hand(&fields, player, error);
        if let Some(value) = fields.get("assistants") {
            player.assistants = self.assistants(value, &fields.path("assistants"), error);
        }
        if let Some(value) = fields.get("used") {
            player.used = read_names(value, &fields.path("used"), &ASSISTANTS, error) as u16;
        }
        if let Some(value) = fields.get("harvested") {
            player.harvested = self.plants(value, &fields.path("harvested"), error);
        }
        player.new_plots = small("new_plots", super::STOCK[0], error);
        player.new_slots = small("new_slots", super::STOCK[1], error);
        player.pots = small("pots", 2, error);
        self.temporary[seat] = fields.get("temporary").map(|_| fields.bool("temporary", false, error));
        player.dice = small("dice", SLOTS + super::STOCK[1] + 3, error);
        player.passed = fields.bool("passed", false, error);
        let names = |set: u16| {
            let ids = (0..ASSISTANTS.len()).filter(move |id| set >> id & 1 == 1);
            ids.map(|id| ASSISTANTS[id]).collect::<Vec<_>>().join(", ")
        };
        let [lasting, foreign] = [player.used & !ONCE, player.used & ONCE & !player.assistants];
        if lasting != 0 {
            let message = format!("not used up once a round: {}", names(lasting));
            error.add(fields.path("used"), message, Some("T31"));
        }
        if foreign != 0 {
            let message = format!("not among the assistants: {}", names(foreign));
            error.add(fields.path("used"), message, Some("T31"));
        }
    }

    fn plots(&mut self, value: &Value, path: &str, player: &mut Player, error: &mut SetupError) {
        for (index, value) in list(value, path, PLOTS, error).iter().enumerate() {
            let fields =
                Fields::open(value, format!("{path}[{index}]"), &["plot", "plant", "covered"], error);
            let Some(plot) = fields.need("plot", error) else { continue };
            let plot_path = fields.path("plot");
            let Some(plot) = int(plot, &plot_path, 0..=PLOTS as i64 - 1, error) else { continue };
            if player.plots[plot as usize] != NONE {
                error.add(plot_path, format!("plot {plot} stands there twice"), None);
                continue;
            }
            if let Some((plant, covered)) = self.planted(&fields, error) {
                player.plots[plot as usize] = plant;
                player.covered[plot as usize] = covered;
            }
        }
    }

    /// A plant with its Trait Markers.
    fn planted(&mut self, fields: &Fields, error: &mut SetupError) -> Option<(u8, u8)> {
        let plant =
            fields.need("plant", error).and_then(|value| self.plant(value, &fields.path("plant"), error));
        let path = fields.path("covered");
        let covered =
            fields.get("covered").map_or(0, |value| read_names(value, &path, &COLOURS, error)) as u8;
        let plant = plant?;
        let traits = self.game.cards.plants[usize::from(plant)].traits;
        for colour in (0..4).filter(|colour| covered >> colour & 1 == 1 && traits[*colour] == NONE) {
            error.add(&path, format!("plant {plant} has no trait of {}", COLOURS[colour]), Some("T12"));
        }
        Some((plant, covered))
    }

    fn hand(&mut self, fields: &Fields, seat: usize, player: &mut Player, error: &mut SetupError) {
        let mut set = 0;
        for (index, value) in fields.list("hand", PLANTS, error).iter().enumerate() {
            let path = format!("{}[{index}]", fields.path("hand"));
            let plant = if value.as_str() == Some("?") { None } else { self.plant(value, &path, error) };
            set |= plant.map_or(0, |plant| 1_u64 << plant);
            self.hands[seat].push(plant);
        }
        for (index, value) in fields.list("known", PLANTS, error).iter().enumerate() {
            let path = format!("{}[{index}]", fields.path("known"));
            let Some(plant) = int(value, &path, 0..=PLANTS as i64 - 1, error) else { continue };
            if player.known >> plant & 1 == 1 {
                error.add(path, format!("plant {plant} stands there twice"), None);
            } else if set >> plant & 1 == 0 {
                error.add(path, format!("plant {plant} is not in this hand"), None);
            }
            player.known |= 1 << plant;
        }
    }

    /// After which reshuffle each plant in hand was drawn, and which ones of earlier reshuffles a view does not know.
    pub(super) fn epochs(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let none = Value::Object(serde_json::Map::new());
        let value = fields.get("epochs");
        let epochs = Fields::open(value.unwrap_or(&none), "epochs", &["reshuffles", "hands", "pools"], error);
        if value.is_some() {
            state.epoch = epochs.int("reshuffles", 1..=EPOCHS as i64 - 1, None, error) as u8;
        }
        let now = i64::from(state.epoch);
        let seats = self.hands.len();
        let mut said: Vec<Vec<Option<&Value>>> = vec![Vec::new(); seats];
        for (seat, value) in several(&epochs, "hands", seats, "one a seat", error) {
            let size = self.hands[seat].len();
            let path = format!("epochs.hands[{seat}]");
            let each = entries(value, &path, size, "one for each card in hand", error);
            said[seat] = each.into_iter().map(|(_, value)| Some(value)).collect();
        }
        for (seat, hand) in self.hands.iter().enumerate() {
            let player = &mut state.players[seat];
            for (index, plant) in hand.iter().enumerate() {
                let path = format!("epochs.hands[{seat}][{index}]");
                let value = said[seat].get(index).copied().flatten();
                if plant.is_some_and(|plant| player.known >> plant & 1 == 1) {
                    if value.is_some_and(|value| !value.is_null()) {
                        error.add(path, "must be null: this card was taken from the display", None);
                    }
                    continue;
                }
                let epoch = value.map_or(Some(now), |value| int(value, &path, 0..=now, error));
                let epoch = epoch.unwrap_or(now) as usize;
                match plant {
                    Some(plant) => player.hand[epoch] |= 1 << plant,
                    None => player.hidden[epoch] += 1,
                }
            }
        }
        let pools = several(&epochs, "pools", usize::from(state.epoch), "one for each earlier epoch", error);
        for (epoch, value) in pools {
            state.pool[epoch] = self.plants(value, &format!("epochs.pools[{epoch}]"), error);
        }
    }

    pub(super) fn display(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let Some(value) = fields.get("display") else { return };
        let display = Fields::open(value, "display", &["plants", "tools", "assistants"], error);
        let slots = usize::from(self.game.slots);
        for (slot, value) in several(&display, "plants", slots, "one a slot", error) {
            if !value.is_null() {
                let plant = self.plant(value, &format!("display.plants[{slot}]"), error);
                state.plants[slot] = plant.unwrap_or(NONE);
            }
        }
        for (slot, value) in several(&display, "tools", slots, "one a slot", error) {
            if !value.is_null() {
                let tool = read_name(value, &format!("display.tools[{slot}]"), &TOOLS, error);
                state.tools[slot] = tool.unwrap_or(NONE);
            }
        }
        for (slot, value) in several(&display, "assistants", 3, "one a slot", error) {
            let path = format!("display.assistants[{slot}]");
            if value.is_null() {
                continue;
            }
            if let Some(id) = read_name(value, &path, &ASSISTANTS, error) {
                self.once(ASSISTANTS[usize::from(id)].to_owned(), &path, "T14", error);
                state.assistants[slot] = id;
            }
        }
    }

    pub(super) fn discards(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let Some(value) = fields.get("discards") else { return };
        let discards = Fields::open(value, "discards", &["plants", "tools", "assistants"], error);
        if let Some(value) = discards.get("plants") {
            state.plant_discards = self.plants(value, "discards.plants", error);
        }
        if let Some(value) = discards.get("tools") {
            (state.tool_discards, _) = read_tools(value, "discards.tools", false, error);
        }
        if let Some(value) = discards.get("assistants") {
            state.assistant_discards = self.assistants(value, "discards.assistants", error);
        }
    }

    pub(super) fn johann(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let Some(value) = fields.get("johann") else { return };
        if self.game.rules.players > 1 {
            error.add("johann", "Brother Johann plays in the solo game only", Some("T60"));
            return;
        }
        let fields = Fields::open(value, "johann", &JOHANN, error);
        let johann = &mut state.johann;
        let small = |key, most: u8, error: &mut SetupError| {
            fields.int(key, 0..=i64::from(most), Some(0), error) as u8
        };
        johann.coins = fields.int("coins", COINS, Some(1), error) as u8;
        johann.markers = fields.int("markers", MARKERS, Some(3), error) as u8;
        self.placed[1] =
            fields.get("placed").map(|_| fields.int("placed", 0..=*MARKERS.end(), None, error) as u8);
        let garden = fields.list("garden", GARDEN, error);
        for (place, value) in garden.iter().enumerate() {
            let keys = ["plant", "covered"];
            let plant = Fields::open(value, format!("johann.garden[{place}]"), &keys, error);
            if let Some((plant, covered)) = self.planted(&plant, error) {
                johann.garden[place] = plant;
                johann.covered[place] = covered;
                let whole = covered == self.game.cards.plants[usize::from(plant)].colours();
                let path = format!("johann.garden[{place}].covered");
                need(!whole, &path, "a complete plant is harvested at once", "T60", error);
            }
        }
        // A garden that is refused says nothing about what lies beside it.
        let whole =
            fields.get("garden").is_none_or(|value| value.as_array().map(Vec::len) == Some(garden.len()));
        let beside =
            if whole { several(&fields, "beside", garden.len(), "one a plant", error) } else { Vec::new() };
        for (place, value) in beside {
            if !value.is_null() {
                johann.beside[place] = self.automa(value, &format!("johann.beside[{place}]"), error);
            }
        }
        if let Some(value) = fields.get("harvested") {
            johann.harvested = self.plants(value, "johann.harvested", error);
        }
        if let Some(value) = fields.get("assistants") {
            johann.assistants = self.assistants(value, "johann.assistants", error);
        }
        johann.special = fields.word("special", &ASSISTANTS, error).map_or(NONE, |id| id as u8);
        johann.new_plots = small("new_plots", super::STOCK[0], error);
        johann.new_slots = small("new_slots", super::STOCK[1], error);
        if let Some(value) = fields.get("action") {
            johann.action = self.automa(value, "johann.action", error);
        }
        for (index, value) in fields.list("out", usize::from(CARDS), error).iter().enumerate() {
            let card = self.automa(value, &format!("johann.out[{index}]"), error);
            johann.out |= if card == NONE { 0 } else { 1 << card };
        }
        johann.shifts = small("shifts", SLOTS + super::STOCK[1] + 2, error);
        johann.bought = small("bought", 3, error);
        johann.paid = fields.bool("paid", false, error);
        johann.passed = fields.bool("passed", false, error);
        self.special(state, error);
    }

    /// T66: his assistant of the hard game.
    fn special(&self, state: &State, error: &mut SetupError) {
        let (special, rules) = (state.johann.special, &self.game.rules);
        let path = "johann.special";
        if special == NONE {
            return;
        }
        let hard = rules.difficulty == Difficulty::Hard;
        need(hard, path, "he has an assistant with a special rule in the hard game only", "T66", error);
        if rules.special != NONE && special != rules.special {
            let message = format!("the options give him {}", ASSISTANTS[usize::from(rules.special)]);
            error.add(path, message, Some("T66"));
        } else if crate::genotype::Genotype::hard_assistants() >> special & 1 == 0 {
            let name = ASSISTANTS[usize::from(special)];
            error.add(path, format!("{name} is none of the six with a special rule"), Some("T66"));
        }
        let own = state.johann.assistants >> special & 1 == 1;
        need(own, path, "must be one of his assistants, too", "T66", error);
    }

    fn automa(&mut self, value: &Value, path: &str, error: &mut SetupError) -> u8 {
        let Some(card) = int(value, path, 0..=i64::from(CARDS) - 1, error) else { return NONE };
        self.once(format!("automa card {card}"), path, "T81", error);
        card as u8
    }
}

fn tools_in_hand(fields: &Fields, player: &mut Player, error: &mut SetupError) {
    let path = fields.path("tools");
    if let Some(value) = fields.get("tools") {
        (player.tools, player.hidden_tools) = read_tools(value, &path, true, error);
    }
    let path = fields.path("known_tools");
    let Some(value) = fields.get("known_tools") else { return };
    let (known, _) = read_tools(value, &path, false, error);
    if let Some(tool) = known.kinds().find(|tool| known.count(*tool) > player.tools.count(*tool)) {
        let message =
            format!("{} of {}, more than in this hand", known.count(tool), TOOLS[usize::from(tool)]);
        error.add(path, message, None);
        return;
    }
    player.known_tools = known;
    player.tools = player.tools.minus(known);
}

/// Tools, doubles included, and how many of them are `?`, where that can be.
fn read_tools(value: &Value, path: &str, unknown: bool, error: &mut SetupError) -> (Tools, u8) {
    let (mut tools, mut hidden) = (Tools::default(), 0);
    for (index, value) in list(value, path, TOOL_CARDS, error).iter().enumerate() {
        let path = format!("{path}[{index}]");
        if unknown && value.as_str() == Some("?") {
            hidden += 1;
        } else if let Some(tool) = read_name(value, &path, &TOOLS, error) {
            if tools.count(tool) == 15 {
                error.add(path, format!("more than 15 of {}", TOOLS[usize::from(tool)]), Some("T13"));
                continue;
            }
            tools.add(tool);
        }
    }
    (tools, hidden)
}

/// The number of a genotype.
pub(super) fn read_genotype(value: &Value, path: &str, error: &mut SetupError) -> Option<u8> {
    let found = value.as_str().and_then(|text| GENOTYPES.iter().position(|name| *name == text));
    if found.is_none() {
        error.add(
            path,
            format!("{} is no genotype; there are {}", kind(value), GENOTYPES.join(", ")),
            Some("T1"),
        );
    }
    found.map(|id| id as u8)
}
