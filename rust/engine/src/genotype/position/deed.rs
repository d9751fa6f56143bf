//! Events from dicts.

use serde_json::Value;

use crate::error::{Illegal, ParseError, PlayError, SetupError};
use crate::fields::{Fields, kind, quote};
use crate::game::{Event, UNKNOWN};
use crate::genotype::Genotype;
use crate::genotype::actions::{
    ASSISTANT, DIE, DONE, GOAL, PAIR, PASS, PAY, PLANT, PLANT_DECK, PLANT_SLOT, SPACE, TILE, TOOL, TOOL_DECK,
    TOOL_SLOT, TRAIT, UPGRADE, chance,
};
use crate::genotype::automa::CARDS;
use crate::genotype::phase::Phase;
use crate::genotype::pieces::{
    ASSISTANTS, COLOURS, FACES, GENOTYPES, GOALS, PLANTS, PLOTS, SPACES, TILES, TOOLS, UPGRADES, die,
};
use crate::genotype::state::{DISPLAY, MAX_PLAYERS, State};

/// Types of events, and the keys of each.
const TYPES: [(&str, &[&str]); 19] = [
    ("space", &["space"]),
    ("source", &["deck", "slot"]),
    ("plant", &["plant"]),
    ("tool", &["tool"]),
    ("assistant", &["assistant"]),
    ("trait", &["plot", "colour"]),
    ("die", &["colour", "die"]),
    ("pair", &["colour", "with"]),
    ("goal", &["goal"]),
    ("tile", &["tile"]),
    ("upgrade", &["upgrade"]),
    ("pay", &[]),
    ("done", &[]),
    ("pass", &[]),
    ("first", &["seat"]),
    ("card", &["plant", "tool", "assistant"]),
    ("shown", &["plant"]),
    ("face", &["face"]),
    ("automa", &["card"]),
];
const KEYS: [&str; 17] = [
    "type",
    "space",
    "deck",
    "slot",
    "plant",
    "tool",
    "assistant",
    "plot",
    "colour",
    "die",
    "with",
    "goal",
    "tile",
    "upgrade",
    "seat",
    "face",
    "card",
];

impl Genotype {
    /// The event of a dict form.
    pub(in crate::genotype) fn read_deed(&self, state: &State, value: &Value) -> Result<Event, PlayError> {
        let (event, shown) = read_event(value)
            .map_err(|error| ParseError { message: format!("not an event: {error}"), column: 0 })?;
        let showing = matches!(state.phase, Phase::ShowPlanted(_) | Phase::ShowDiscarded(_));
        // A card that is drawn and one that is shown have the same id.
        if shown && !showing {
            return Err(Illegal::new("T16", "no starting plant is shown now").into());
        }
        if showing && !shown && matches!(event, Event::Chance(_)) {
            return Err(Illegal::new("T16", "now a starting plant is shown: its type is \"shown\"").into());
        }
        self.check_event(state, event)?;
        Ok(event)
    }
}

/// What a dict asks for, and whether it is a card that is shown.
fn read_event(value: &Value) -> Result<(Event, bool), SetupError> {
    let mut error = SetupError::default();
    let fields = Fields::open(value, "", &KEYS, &mut error);
    fields.need("type", &mut error);
    let names = TYPES.map(|(name, _)| name);
    let found = fields.word("type", &names, &mut error);
    let Some(found) = found else {
        error.into_result()?;
        return Err(SetupError::one("type", "is missing"));
    };
    let (name, wanted) = TYPES[found];
    for key in KEYS.iter().skip(1).filter(|key| !wanted.contains(*key)) {
        if fields.get(key).is_some() {
            error.add(*key, format!("does not belong to {}", quote(name)), None);
        }
    }
    let event = read_known(&fields, name, &mut error);
    error.into_result()?;
    Ok((event, name == "shown"))
}

/// The event of a type; faults are noted.
fn read_known(fields: &Fields, name: &str, error: &mut SetupError) -> Event {
    let word = |key: &str, names: &[&str], error: &mut SetupError| {
        fields.need(key, error);
        fields.word(key, names, error).unwrap_or(0) as u16
    };
    Event::Act(match name {
        "space" => SPACE + word("space", &SPACES, error),
        "source" => source(fields, error),
        "plant" => match plant(fields, error) {
            UNKNOWN => UNKNOWN,
            plant => PLANT + plant,
        },
        "tool" => TOOL + word("tool", &TOOLS, error),
        "assistant" => ASSISTANT + word("assistant", &ASSISTANTS, error),
        "trait" => {
            let plot = fields.int("plot", 0..=PLOTS as i64 - 1, None, error) as u16;
            TRAIT + 4 * plot + word("colour", &COLOURS, error)
        }
        "die" => DIE + read_die(fields, "die", error),
        "pair" => PAIR + read_die(fields, "with", error),
        "goal" => GOAL + word("goal", &GOALS, error),
        "tile" => TILE + word("tile", &TILES, error),
        "upgrade" => UPGRADE + word("upgrade", &UPGRADES[..3], error),
        "pay" => PAY,
        "done" => DONE,
        "pass" => PASS,
        "first" => {
            let seat = fields.int("seat", 0..=MAX_PLAYERS as i64 - 1, None, error);
            return Event::Chance(chance::SEAT + seat as u16);
        }
        "card" => return Event::Chance(card(fields, error)),
        "shown" => return Event::Chance(fields_plant(fields, error)),
        "face" => return Event::Chance(chance::FACE + word("face", &FACES, error)),
        _ => {
            let card = fields.int("card", 0..=i64::from(CARDS) - 1, None, error);
            return Event::Chance(chance::AUTOMA + card as u16);
        }
    })
}

fn source(fields: &Fields, error: &mut SetupError) -> u16 {
    fields.need("deck", error);
    let deck = fields.word("deck", &["plants", "tools"], error);
    let slot = fields.get("slot").map(|_| fields.int("slot", 0..=DISPLAY as i64 - 1, None, error) as u16);
    match (deck, slot) {
        (Some(0), Some(slot)) => PLANT_SLOT + slot,
        (Some(0), None) => PLANT_DECK,
        (_, Some(slot)) => TOOL_SLOT + slot,
        (_, None) => TOOL_DECK,
    }
}

fn fields_plant(fields: &Fields, error: &mut SetupError) -> u16 {
    fields.int("plant", 0..=PLANTS as i64 - 1, None, error) as u16
}

/// A plant, or `?`.
fn plant(fields: &Fields, error: &mut SetupError) -> u16 {
    let unknown = fields.get("plant").and_then(Value::as_str) == Some("?");
    if unknown { UNKNOWN } else { fields_plant(fields, error) }
}

/// A die of a colour by its genotype, or `new`.
fn read_die(fields: &Fields, key: &str, error: &mut SetupError) -> u16 {
    fields.need("colour", error);
    let colour = fields.word("colour", &COLOURS, error).unwrap_or(0) as u16;
    let Some(value) = fields.need(key, error) else { return 4 * colour };
    if value.as_str() == Some("new") {
        return 4 * colour + u16::from(die::NEW);
    }
    let own = &GENOTYPES[3 * usize::from(colour)..][..3];
    let found = value.as_str().and_then(|text| own.iter().position(|name| *name == text));
    if found.is_none() {
        let message = format!("must be one of {}, new, not {}", own.join(", "), kind(value));
        error.add(key, message, None);
    }
    4 * colour + found.unwrap_or(0) as u16
}

/// A card that is drawn: a plant, a tool or an assistant; `?` for one that is not known.
fn card(fields: &Fields, error: &mut SetupError) -> u16 {
    let keys = ["plant", "tool", "assistant"];
    let given: Vec<&str> = keys.into_iter().filter(|key| fields.get(key).is_some()).collect();
    let [key] = given[..] else {
        let message = format!("a card is a plant, a tool or an assistant, not {} of these", given.len());
        error.add("", message, None);
        return UNKNOWN;
    };
    if key != "assistant" && fields.get(key).and_then(Value::as_str) == Some("?") {
        return UNKNOWN;
    }
    match key {
        "plant" => fields_plant(fields, error),
        "tool" => chance::TOOL + fields.word("tool", &TOOLS, error).unwrap_or(0) as u16,
        _ => chance::ASSISTANT + fields.word("assistant", &ASSISTANTS, error).unwrap_or(0) as u16,
    }
}
