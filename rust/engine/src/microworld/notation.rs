//! Events as text: `17`, `flip`, `>12`, `+copy` and so on. Reading is in two steps: text to [`Intent`]
//! (syntax only), then `explain.rs` finds the event or the rule that forbids it.

use super::Microworld;
use super::actions::{ALLOW, CELL, END, GENE, KEEP, MUTATE, PAWN, PLACE, STEAL, chance};
use super::pieces::{
    GENES, HIDDEN, MAX_CELLS, MUTATIONS, PAWNS, TARGETS, gene_name, mutation, mutation_name, target_name,
};
use super::state::{Phase, State};
use crate::error::{ParseError, PlayError};
use crate::fields::quote;
use crate::game::{Event, Seat, UNKNOWN};

/// What a text, dict or id asks for, legal or not. Numbers are ids; [`HIDDEN`] is what a viewer does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    Place(u8),
    Gene(u8),
    Keep(u8),
    Pawn(Seat, u8),
    Cell(u8),
    /// `None` in dict forms: whichever the player has.
    Mutate(Option<u8>),
    Steal,
    Allow,
    End,
    Draw(u8),
    Tile(u8),
    Reveal(u8),
    Target(u8),
}

/// First letters of seats.
const SEATS: [char; 2] = ['v', 'a'];
/// No event has a longer text.
const MAX_WORD: usize = 40;

/// An id after some other ids; an unknown one is [`HIDDEN`].
fn after(first: u16, id: u16) -> u8 {
    if id == UNKNOWN { HIDDEN } else { (id - first) as u8 }
}

impl Microworld {
    /// What an event is about.
    pub(super) fn intent_of(&self, state: &State, event: Event) -> Intent {
        match event {
            Event::Act(id) => match id {
                PLACE..GENE => Intent::Place(id as u8),
                GENE..KEEP => Intent::Gene(after(GENE, id)),
                KEEP..PAWN => Intent::Keep(after(KEEP, id)),
                PAWN..CELL => {
                    let number = after(PAWN, id);
                    Intent::Pawn(number / PAWNS as u8, number % PAWNS as u8)
                }
                CELL..MUTATE => Intent::Cell(after(CELL, id)),
                MUTATE => Intent::Mutate(None),
                STEAL => Intent::Steal,
                ALLOW => Intent::Allow,
                END => Intent::End,
                _ => Intent::Keep(HIDDEN),
            },
            Event::Chance(id) => match state.phase {
                Phase::Tile(_) if id == UNKNOWN => Intent::Tile(HIDDEN),
                Phase::Tile(_) if (chance::MUTATION..chance::TARGET).contains(&id) => {
                    Intent::Tile(after(chance::MUTATION, id))
                }
                _ => match id {
                    0..chance::MUTATION => Intent::Draw(id as u8),
                    chance::MUTATION..chance::TARGET => Intent::Reveal(after(chance::MUTATION, id)),
                    chance::TARGET..chance::COUNT => Intent::Target(after(chance::TARGET, id)),
                    _ => Intent::Draw(HIDDEN),
                },
            },
            Event::Referee(_) => Intent::End,
        }
    }

    pub(super) fn write(&self, state: &State, event: Event) -> String {
        match self.intent_of(state, event) {
            Intent::Place(cell) => cell.to_string(),
            Intent::Gene(gene) => gene_name(gene).to_owned(),
            Intent::Keep(tile) => format!("keep={}", mutation_name(tile)),
            Intent::Pawn(seat, pawn) => pawn_text(seat, pawn),
            Intent::Cell(cell) => format!(">{cell}"),
            Intent::Mutate(_) => mutation_name(state.mutations[usize::from(state.seat & 1)]).to_owned(),
            Intent::Steal => "steal".to_owned(),
            Intent::Allow => "allow".to_owned(),
            Intent::End => "end".to_owned(),
            Intent::Draw(gene) => format!("+{}", gene_name(gene)),
            Intent::Tile(tile) => format!("tile={}", mutation_name(tile)),
            Intent::Reveal(tile) => format!("shown={}", mutation_name(tile)),
            Intent::Target(target) => {
                format!("target={}", target_name(target))
            }
        }
    }

    /// Reads one event from the start of a text: a word.
    pub(super) fn read(&self, state: &State, text: &str) -> Result<(Event, usize), PlayError> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let intent = read_word(word).map_err(|message| ParseError { message, column: 1 })?;
        let start = text.len() - text.trim_start().len();
        Ok((self.resolve(state, intent)?, start + word.len()))
    }
}

/// A pawn, such as `v3`.
pub(super) fn pawn_text(seat: Seat, pawn: u8) -> String {
    format!("{}{pawn}", SEATS[usize::from(seat & 1)])
}

/// The place of a name in a list; `?` is what a viewer does not know, where that can be.
fn id(names: &[&str], name: &str, what: &str, unknown: bool) -> Result<u8, String> {
    if unknown && name == "?" {
        return Ok(HIDDEN);
    }
    let found = names.iter().position(|known| *known == name);
    found
        .map(|id| id as u8)
        .ok_or_else(|| format!("there is no {what} {}; there are {}", quote(name), names.join(", ")))
}

fn number(text: &str, limit: usize, what: &str) -> Result<u8, String> {
    let digits = text.len() <= 2 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits && text.len() == 2 && text.starts_with('0') {
        return Err(format!("{} is written without the leading 0", quote(text)));
    }
    // Whether there is such a cell or pawn is a matter of the rules.
    text.parse().ok().filter(|value: &u8| digits && usize::from(*value) < limit).ok_or_else(|| {
        format!(
            "{} is no number of a {what}: those have one or two digits, and are below {limit}",
            quote(text)
        )
    })
}

pub(super) fn read_word(word: &str) -> Result<Intent, String> {
    if word.is_empty() {
        return Err("an event is expected, such as a cell's number".to_owned());
    }
    if word.len() > MAX_WORD {
        return Err(format!("{} is longer than any event's text", quote(word)));
    }
    if let Some((key, value)) = word.split_once('=') {
        return match key {
            "keep" => Ok(Intent::Keep(id(&MUTATIONS, value, "mutation", true)?)),
            "tile" => Ok(Intent::Tile(id(&MUTATIONS, value, "mutation", true)?)),
            "shown" => Ok(Intent::Reveal(id(&MUTATIONS, value, "mutation", false)?)),
            "target" => Ok(Intent::Target(id(&TARGETS, value, "target", false)?)),
            _ => Err(format!("before = stands keep, tile, shown or target, not {}", quote(key))),
        };
    }
    if let Some(cell) = word.strip_prefix('>') {
        return Ok(Intent::Cell(number(cell, MAX_CELLS, "cell")?));
    }
    if let Some(gene) = word.strip_prefix('+') {
        return Ok(Intent::Draw(id(&GENES, gene, "gene", true)?));
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(Intent::Place(number(word, MAX_CELLS, "cell")?));
    }
    if let Some(gene) = GENES.iter().position(|name| *name == word) {
        return Ok(Intent::Gene(gene as u8));
    }
    for (letter, seat) in SEATS.into_iter().zip(0..) {
        if let Some(rest) = word.strip_prefix(letter)
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            return Ok(Intent::Pawn(seat, number(rest, PAWNS, "pawn")?));
        }
    }
    let used = [mutation::BARRIER, mutation::EXCHANGE, mutation::SHIFT];
    if let Some(mutation) = used.into_iter().find(|id| mutation_name(*id) == word) {
        return Ok(Intent::Mutate(Some(mutation)));
    }
    match word {
        "steal" => Ok(Intent::Steal),
        "allow" => Ok(Intent::Allow),
        "end" => Ok(Intent::End),
        _ => Err(format!(
            "{} is no event: expected a cell's number, a gene ({}), a pawn such as v3, a target cell such as >12, barrier, exchange, shift, steal, allow or end",
            quote(word),
            GENES.join(", ")
        )),
    }
}
