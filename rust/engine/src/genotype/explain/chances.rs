//! Why an outcome of chance is not possible.

use super::acts::no;
use super::{Refusal, assistant_name, tool_name};
use crate::game::{Actor, UNKNOWN};
use crate::genotype::Genotype;
use crate::genotype::actions::chance;
use crate::genotype::phase::{Draw, Phase};
use crate::genotype::pieces::{ASSISTANTS, FACES, PLANTS};
use crate::genotype::state::State;

/// What an outcome of chance is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Plant(u16),
    Tool(u8),
    Assistant(u8),
    Face(u16),
    Automa(u16),
    Seat(u16),
}

impl What {
    fn of(id: u16) -> Self {
        match id {
            0..chance::TOOL => What::Plant(id),
            chance::TOOL..chance::ASSISTANT => What::Tool((id - chance::TOOL) as u8),
            chance::ASSISTANT..chance::FACE => What::Assistant((id - chance::ASSISTANT) as u8),
            chance::FACE..chance::AUTOMA => What::Face(id - chance::FACE),
            chance::AUTOMA..chance::SEAT => What::Automa(id - chance::AUTOMA),
            _ => What::Seat(id - chance::SEAT),
        }
    }
}

impl Genotype {
    /// Why an outcome that is not listed is not possible.
    pub(super) fn refuse_chance(&self, state: &State, id: u16) -> Refusal {
        debug_assert!(
            usize::from(chance::TOOL) == PLANTS && usize::from(chance::AUTOMA - chance::FACE) == FACES.len()
        );
        if id != UNKNOWN && id >= chance::COUNT {
            return no("T20", format!("there is no outcome with the number {id}"));
        }
        let (rule, now) = self.now(state);
        if self.who_acts(state) != Actor::Chance {
            return no(rule, format!("nothing is left to chance now: {now}"));
        }
        if id == UNKNOWN {
            return no(rule, format!("everybody sees what comes: {now}"));
        }
        match (state.phase, What::of(id)) {
            (Phase::First, What::Seat(seat)) => {
                no(rule, format!("there is no seat {seat}: {} play", self.rules.players))
            }
            (Phase::Johann, What::Assistant(id)) => {
                no(rule, format!("{} has no special rule for the hard game", assistant_name(id)))
            }
            (Phase::Card(draw), what) => self.refuse_card(state, draw, what),
            (Phase::ShowPlanted(seat), What::Plant(plant)) => {
                no(rule, format!("{} did not plant plant {plant}", self.name_of(seat)))
            }
            (Phase::ShowDiscarded(seat), What::Plant(plant)) => {
                no(rule, format!("{} did not discard plant {plant}", self.name_of(seat)))
            }
            (Phase::Roll(_), What::Face(_)) => no("T29", "a mutation is rolled again until it is none"),
            (Phase::Automa(_), What::Automa(card)) => {
                no("T62", format!("automa card {card} lies in use, or was drawn since the last shuffle"))
            }
            _ => no(rule, format!("that can't come now: {now}")),
        }
    }

    fn refuse_card(&self, state: &State, draw: Draw, what: What) -> Refusal {
        let (rule, now) = self.now(state);
        match (draw, what) {
            (Draw::ToolSlot(_) | Draw::DealTool(_) | Draw::Tool, What::Tool(id)) => {
                no(rule, format!("no {} is in the deck", tool_name(id)))
            }
            (Draw::AssistantSlot(_), What::Assistant(id)) => {
                debug_assert!(usize::from(id) < ASSISTANTS.len());
                no(rule, format!("{} is not in the deck", assistant_name(id)))
            }
            (Draw::ToolSlot(_) | Draw::DealTool(_) | Draw::Tool | Draw::AssistantSlot(_), _) => {
                no(rule, format!("that is another kind of card: {now}"))
            }
            (_, What::Plant(plant)) => no(rule, format!("plant {plant} is not in the deck")),
            _ => no(rule, format!("that is another kind of card: {now}")),
        }
    }
}
