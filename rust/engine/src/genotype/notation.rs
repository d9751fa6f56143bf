//! Events as text: a word each. Reading is in two steps: text to an event id (syntax only), then
//! `explain.rs` finds the rule that forbids it, if one does.

use super::Genotype;
use super::actions::{
    ASSISTANT, DIE, DONE, GOAL, PAIR, PASS, PAY, PLANT, PLANT_DECK, PLANT_SLOT, SPACE, TILE, TOOL, TOOL_DECK,
    TOOL_SLOT, TRAIT, UPGRADE, chance,
};
use super::phase::Phase;
use super::pieces::assistant::OMARI;
use super::pieces::{ASSISTANTS, COLOURS, FACES, GENOTYPES, GOALS, PLANTS, PLOTS, SPACES, TILES, TOOLS};
use super::state::State;
use crate::error::{ParseError, PlayError};
use crate::fields::quote;
use crate::game::{Event, UNKNOWN};

/// Words of the upgrades but hiring, which is an assistant's name.
const BUYS: [&str; 3] = ["buy-plot", "buy-slot", "buy-marker"];
/// No event has a longer text.
const MAX_WORD: usize = 40;

/// A die of a pool: its genotype, or `R*` for a De Novo die.
fn die_text(place: u16) -> String {
    let (colour, kind) = (usize::from(place / 4), usize::from(place % 4));
    if kind == 3 { format!("{}*", COLOURS[colour]) } else { GENOTYPES[3 * colour + kind].to_owned() }
}

/// The text of an event.
fn event_word(event: Event) -> String {
    let name = |list: &[&str], at: u16| list.get(usize::from(at)).copied().unwrap_or("?").to_owned();
    match event {
        Event::Act(id) => match id {
            SPACE..PLANT_SLOT => name(&SPACES, id),
            PLANT_SLOT..PLANT_DECK => format!("<plants{}", id - PLANT_SLOT),
            PLANT_DECK => "<plants".to_owned(),
            TOOL_SLOT..TOOL_DECK => format!("<tools{}", id - TOOL_SLOT),
            TOOL_DECK => "<tools".to_owned(),
            PLANT..TOOL => format!("p{}", id - PLANT),
            TOOL..ASSISTANT => name(&TOOLS, id - TOOL),
            ASSISTANT..TRAIT => name(&ASSISTANTS, id - ASSISTANT),
            TRAIT..DIE => format!("@{}{}", (id - TRAIT) / 4, COLOURS[usize::from((id - TRAIT) % 4)]),
            DIE..PAIR => format!("={}", die_text(id - DIE)),
            PAIR..GOAL => format!("*{}", die_text(id - PAIR)),
            GOAL..TILE => format!("goal={}", name(&GOALS, id - GOAL)),
            TILE..UPGRADE => name(&TILES, id - TILE),
            UPGRADE..PAY => name(&BUYS, id - UPGRADE),
            PAY => "pay".to_owned(),
            DONE => "done".to_owned(),
            PASS => "pass".to_owned(),
            _ => "p?".to_owned(),
        },
        Event::Chance(id) => match id {
            0..chance::TOOL => format!("+p{id}"),
            chance::TOOL..chance::ASSISTANT => format!("+{}", name(&TOOLS, id - chance::TOOL)),
            chance::ASSISTANT..chance::FACE => format!("+{}", name(&ASSISTANTS, id - chance::ASSISTANT)),
            chance::FACE..chance::AUTOMA => name(&FACES, id - chance::FACE),
            chance::AUTOMA..chance::SEAT => format!("automa{}", id - chance::AUTOMA),
            chance::SEAT..chance::COUNT => format!("seat{}", id - chance::SEAT),
            _ => "+?".to_owned(),
        },
        Event::Referee(_) => "?".to_owned(),
    }
}

fn number(text: &str, limit: usize) -> Option<u16> {
    let plain = text.len() <= 2 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value: usize = if plain { text.parse().ok()? } else { return None };
    (value < limit && (value > 9 || text.len() == 1)).then_some(value as u16)
}

/// A die of a text.
fn read_die(text: &str) -> Option<u16> {
    if let Some(colour) = text.strip_suffix('*') {
        return COLOURS.iter().position(|known| *known == colour).map(|colour| 4 * colour as u16 + 3);
    }
    let found = GENOTYPES.iter().position(|known| *known == text)?;
    Some(4 * (found / 3) as u16 + (found % 3) as u16)
}

fn place(list: &[&str], word: &str) -> Option<u16> {
    list.iter().position(|known| *known == word).map(|place| place as u16)
}

/// The event of a word.
pub(super) fn read_word(word: &str) -> Result<Event, String> {
    if word.is_empty() {
        return Err("an event is expected, such as the name of a space".to_owned());
    }
    if word.len() > MAX_WORD {
        return Err(format!("{} is longer than any event's text", quote(word)));
    }
    let act = |id: u16| Ok(Event::Act(id));
    let known = match word {
        "<plants" => Some(PLANT_DECK),
        "<tools" => Some(TOOL_DECK),
        "pay" => Some(PAY),
        "done" => Some(DONE),
        "pass" => Some(PASS),
        "p?" => return act(UNKNOWN),
        "+?" => return Ok(Event::Chance(UNKNOWN)),
        _ => None,
    };
    let found = known
        .or_else(|| place(&SPACES, word).map(|space| SPACE + space))
        .or_else(|| place(&TOOLS, word).map(|tool| TOOL + tool))
        .or_else(|| place(&ASSISTANTS, word).map(|assistant| ASSISTANT + assistant))
        .or_else(|| place(&TILES, word).map(|tile| TILE + tile))
        .or_else(|| place(&BUYS, word).map(|upgrade| UPGRADE + upgrade))
        .or_else(|| number(word.strip_prefix("<plants")?, 5).map(|slot| PLANT_SLOT + slot))
        .or_else(|| number(word.strip_prefix("<tools")?, 5).map(|slot| TOOL_SLOT + slot))
        .or_else(|| number(word.strip_prefix('p')?, PLANTS).map(|plant| PLANT + plant))
        .or_else(|| read_trait(word.strip_prefix('@')?))
        .or_else(|| read_die(word.strip_prefix('=')?).map(|die| DIE + die))
        .or_else(|| read_die(word.strip_prefix('*')?).map(|die| PAIR + die))
        .or_else(|| place(&GOALS, word.strip_prefix("goal=")?).map(|goal| GOAL + goal));
    if let Some(id) = found {
        return act(id);
    }
    let drawn = place(&FACES, word)
        .map(|face| chance::FACE + face)
        .or_else(|| number(word.strip_prefix("+p")?, PLANTS))
        .or_else(|| number(word.strip_prefix("shown=p")?, PLANTS))
        .or_else(|| place(&TOOLS, word.strip_prefix('+')?).map(|tool| chance::TOOL + tool))
        .or_else(|| place(&ASSISTANTS, word.strip_prefix('+')?).map(|id| chance::ASSISTANT + id))
        .or_else(|| number(word.strip_prefix("automa")?, 9).map(|card| chance::AUTOMA + card))
        .or_else(|| number(word.strip_prefix("seat")?, 5).map(|seat| chance::SEAT + seat));
    drawn.map(Event::Chance).ok_or_else(|| {
        let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        let plant = ["p", "+p", "shown=p"].iter().find_map(|sign| word.strip_prefix(sign));
        if plant.is_some_and(is_number) {
            return format!("{} is no plant: they go from p0 to p{}", quote(word), PLANTS - 1);
        }
        format!("{} is no event: expected a space, a source such as <plants or <tools1, a plant such as p17, a tool, an assistant, a trait such as @0R, a die such as =Rr, a pair such as *Rr, a goal such as goal=r, a tile, buy-plot, buy-slot, buy-marker, pay, done or pass", quote(word))
    })
}

fn read_trait(text: &str) -> Option<u16> {
    let (plot, colour) = text.split_at_checked(1)?;
    let (plot, colour) = (number(plot, PLOTS)?, place(&COLOURS, colour)?);
    Some(TRAIT + 4 * plot + colour)
}

impl Genotype {
    pub(super) fn write(&self, state: &State, event: Event) -> String {
        match (state.phase, event) {
            // What is shown is no draw.
            (Phase::ShowPlanted(_) | Phase::ShowDiscarded(_), Event::Chance(id)) if id != UNKNOWN => {
                format!("shown=p{id}")
            }
            _ => event_word(event),
        }
    }

    /// Reads one event from the start of a text: a word.
    pub(super) fn read(&self, state: &State, text: &str) -> Result<(Event, usize), PlayError> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let event = match state.phase {
            // Omari's card is a space, too.
            Phase::Upgrade(_) if word == ASSISTANTS[usize::from(OMARI)] => {
                Event::Act(ASSISTANT + u16::from(OMARI))
            }
            _ => read_word(word).map_err(|message| ParseError { message, column: 1 })?,
        };
        let start = text.len() - text.trim_start().len();
        self.check_event(state, event)?;
        Ok((event, start + word.len()))
    }
}
