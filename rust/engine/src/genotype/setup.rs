//! Options, and the state that a game starts from (T10, T11, T16).

use serde_json::{Value, json};

use super::Genotype;
use super::cards::{Cards, assistant_of};
use super::phase::{Draw, Phase};
use super::pieces::{ASSISTANTS, NONE};
use super::state::{MAX_PLAYERS, State};
use crate::error::SetupError;
use crate::fields::Fields;

/// How strong Johann is (T60).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difficulty {
    Easy,
    Standard,
    Hard,
}

const DIFFICULTIES: [(&str, Difficulty); 3] =
    [("easy", Difficulty::Easy), ("standard", Difficulty::Standard), ("hard", Difficulty::Hard)];

/// The options that the rules look at while playing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) players: u8,
    /// [`NONE`]: random (T16).
    pub(crate) first: u8,
    pub(crate) difficulty: Difficulty,
    /// Johann's assistant for the hard game; [`NONE`]: drawn.
    pub(crate) special: u8,
}

const OPTIONS: [&str; 8] =
    ["players", "first_seat", "difficulty", "johann", "plants", "tools", "prices", "automa"];

/// Reads the options; gives them in full, too.
pub(super) fn read_options(value: &Value) -> Result<(Cards, Rules, Value), SetupError> {
    let mut error = SetupError::default();
    let fields = Fields::open(value, "", &OPTIONS, &mut error);
    let players = fields.int("players", 1..=MAX_PLAYERS as i64, Some(2), &mut error);
    let random = fields.get("first_seat").and_then(Value::as_str) == Some("random");
    let seats = if players == 1 { MAX_PLAYERS as i64 } else { players };
    let first = if random { 0 } else { fields.int("first_seat", 0..=seats - 1, Some(0), &mut error) };
    if players == 1 && (random || first > 0) {
        error.add("first_seat", "in the solo game the player is first, always", Some("T60"));
    }
    let names = DIFFICULTIES.map(|(name, _)| name);
    let level = fields.word("difficulty", &names, &mut error);
    if level.is_some() && players > 1 && level != Some(1) {
        error.add("difficulty", "this is for the solo game: give players=1 too", Some("T60"));
    }
    let difficulty = level.map_or(Difficulty::Standard, |level| DIFFICULTIES[level].1);
    let mut special = NONE;
    if fields.get("johann").is_some() {
        let hard: Vec<&str> = (0..ASSISTANTS.len())
            .filter(|id| Genotype::hard_assistants() >> id & 1 == 1)
            .map(|id| ASSISTANTS[id])
            .collect();
        if let Some(index) = fields.word("johann", &hard, &mut error) {
            special = assistant_of(hard[index]).unwrap_or(NONE);
        }
        if players > 1 || difficulty != Difficulty::Hard {
            error.add("johann", "he has an assistant in the hard solo game only", Some("T66"));
        }
    }
    let cards = Cards::read(&fields, &mut error);
    let Some(cards) = cards else { return Err(error) };
    error.into_result()?;
    let [plants, tools, prices, automa] = cards.options.clone();
    let full = json!({
        "players": players,
        "first_seat": if random { json!("random") } else { json!(first) },
        "difficulty": DIFFICULTIES.iter().find(|(_, level)| *level == difficulty).map(|(name, _)| *name),
        "johann": ASSISTANTS.get(usize::from(special)),
        "plants": plants,
        "tools": tools,
        "prices": prices,
        "automa": automa,
    });
    let rules =
        Rules { players: players as u8, first: if random { NONE } else { first as u8 }, difficulty, special };
    Ok((cards, rules, full))
}

impl Genotype {
    /// The state before the first event.
    pub(super) fn first_state(&self) -> State {
        let mut state = State {
            prices: self.cards.prices.map(|[_, start, _]| start),
            first: if self.rules.first == NONE { 0 } else { self.rules.first },
            ..State::blank()
        };
        let hard = self.rules.players == 1 && self.rules.difficulty == Difficulty::Hard;
        if hard && self.rules.special != NONE {
            self.give_special(&mut state, self.rules.special);
        }
        if hard && self.rules.special == NONE {
            state.phase = Phase::Johann;
        } else if self.rules.first != NONE {
            self.start_setup(&mut state);
        }
        state.tidy();
        state
    }

    /// T66: Johann's assistant is out of the ten before dealing, and counts among his.
    pub(super) fn give_special(&self, state: &mut State, id: u8) {
        state.johann.special = id;
        state.johann.assistants |= 1 << id;
    }

    /// The display is dealt (T10).
    pub(super) fn start_setup(&self, state: &mut State) {
        self.deal_display(state, Draw::PlantSlot(0));
    }
}
