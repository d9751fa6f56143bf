//! Why an event is possible or not, in words with the rule.
//!
//! `acts.rs` and `chances.rs` say why one is not possible, `why.rs` and `johann.rs` what one does. What can
//! happen is decided by `actions.rs` alone; the laws compare the two on every position they meet.

mod acts;
mod chances;
mod johann;
mod picks;
mod why;

use super::Genotype;
use super::actions::{DONE, PASS, PAY, PLANT_SLOT, TOOL, TRAIT, UPGRADE};
use super::notation::read_word;
use super::phase::{Draw, Paid, Phase};
use super::pieces::{COLOURS, GENOTYPES, NONE, die};
use super::state::{Plants, State};
use super::words::and;
use crate::error::Illegal;
use crate::game::{Actions, Event, Outcomes, UNKNOWN};

/// What forbids an event: the rule, and the words for a player.
type Refusal = (&'static str, String);

/// The names on the tool cards, by id.
const TOOL_NAMES: [&str; 11] = [
    "Seed Bag",
    "Watering Funnel",
    "Dissertation",
    "Flower Pot",
    "Graft Knife",
    "Rake",
    "Pollen Brush",
    "Hand Lens",
    "Pocket Watch",
    "Garden Line",
    "Grant",
];
/// The names on the assistant cards, by id.
const ASSISTANT_NAMES: [&str; 10] = [
    "Brother Alipius",
    "Sister Elisabeth",
    "Sister Anna",
    "Father Omari",
    "Father Anton",
    "Brother Franz",
    "Sister Maria",
    "Brother Leopold",
    "Sister May",
    "Brother Eduard",
];

fn tool_name(id: u8) -> &'static str {
    TOOL_NAMES.get(usize::from(id)).copied().unwrap_or("?")
}

fn assistant_name(id: u8) -> &'static str {
    ASSISTANT_NAMES.get(usize::from(id)).copied().unwrap_or("?")
}

fn colour_name(colour: u8) -> &'static str {
    COLOURS.get(usize::from(colour)).copied().unwrap_or("?")
}

/// A die of a pool in words.
fn die_words(colour: u8, kind: u8) -> String {
    if kind == die::NEW {
        return format!("De Novo die of {}", colour_name(colour));
    }
    format!("{} die", GENOTYPES.get(usize::from(3 * colour + kind)).copied().unwrap_or("?"))
}

/// The same with its article.
fn a_die(colour: u8, kind: u8) -> String {
    // One says "an RR die" and "an FF die".
    let article = if kind != die::NEW && matches!(colour, 0 | 2) { "an" } else { "a" };
    format!("{article} {}", die_words(colour, kind))
}

/// A number of things, such as "1 coin" and "2 coins".
fn count(number: u8, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The numbers of some plants.
fn plant_list(plants: Plants) -> String {
    let numbers: Vec<String> =
        (0..64).filter(|plant| plants >> plant & 1 == 1).map(|plant| plant.to_string()).collect();
    and(&numbers)
}

impl Genotype {
    /// Whether an event can happen; if not, why.
    pub(super) fn check_event(&self, state: &State, event: Event) -> Result<(), Illegal> {
        let possible = match event {
            _ if event.id() == UNKNOWN => self.takes_unknown(state, event),
            Event::Act(id) => {
                let mut actions = Actions::new();
                self.list(state, &mut actions);
                actions.contains(&id)
            }
            Event::Chance(id) => {
                let mut outcomes = Outcomes::new();
                self.list_outcomes(state, &mut outcomes);
                outcomes.iter().any(|(outcome, _)| *outcome == id)
            }
            Event::Referee(_) => false,
        };
        if possible {
            return Ok(());
        }
        let (rule, message) = match event {
            Event::Act(id) => self.refuse_act(state, id),
            Event::Chance(id) => self.refuse_chance(state, id),
            Event::Referee(_) => ("T52", "no referee has a say in Genotype".to_owned()),
        };
        Err(Illegal::new(rule, message))
    }

    /// What comes now, in words, and its rule.
    fn now(&self, state: &State) -> Refusal {
        let rule = match state.phase {
            Phase::First
            | Phase::Plant(_)
            | Phase::Keep(_)
            | Phase::ShowPlanted(_)
            | Phase::ShowDiscarded(_) => "T16",
            Phase::Johann => "T66",
            Phase::Card(draw) => Self::rule_of_draw(state, draw),
            Phase::Funnel(_) if state.round == 0 => "T16",
            Phase::Funnel(_) | Phase::Draw(..) | Phase::Discard(_) => "T27",
            Phase::Work => "T20",
            Phase::Tile(_) => "T2",
            Phase::Goal => "T24",
            Phase::Validate(Paid::University | Paid::Anna) => "T26",
            Phase::Validate(Paid::Elisabeth) | Phase::Rest => "T31",
            Phase::Source(_) => "T30",
            Phase::Harvest | Phase::Sow => "T21",
            Phase::Roll(_) | Phase::Omari(_) => "T29",
            Phase::Die(_) | Phase::Pick { knife: false, .. } => "T40",
            Phase::Use(..) | Phase::Pair(_) => "T41",
            Phase::Any(_) | Phase::Copies(_) | Phase::Knife | Phase::Pick { knife: true, .. } => "T42",
            Phase::Upgrade(_) => "T50",
            Phase::Automa(_) => "T60",
            Phase::Over => return ("T52", "the game is over: five rounds have been played".to_owned()),
        };
        (rule, self.to_do(state))
    }

    /// The rule by which a card is drawn. At the end of a round the display is dealt again.
    fn rule_of_draw(state: &State, draw: Draw) -> &'static str {
        match draw {
            Draw::PlantSlot(_) | Draw::ToolSlot(_) | Draw::AssistantSlot(_) if state.round > 0 => "T51",
            Draw::PlantSlot(_)
            | Draw::ToolSlot(_)
            | Draw::AssistantSlot(_)
            | Draw::Deal(..)
            | Draw::DealTool(_) => "T10",
            Draw::Hand | Draw::Tool | Draw::Seeds(_) => "T27",
            Draw::Plot(_) => "T30",
            Draw::Garden => "T60",
        }
    }

    /// A plant with its traits.
    fn plant_text(&self, plant: u8) -> String {
        let Some(card) = self.cards.plants.get(usize::from(plant)) else { return "a plant".to_owned() };
        let traits = (0..4_u8).filter(|colour| card.traits[usize::from(*colour)] != NONE);
        let names: Vec<&str> = traits
            .map(|colour| GENOTYPES[usize::from(3 * colour + card.traits[usize::from(colour)])])
            .collect();
        format!("plant {plant} ({})", names.join(" "))
    }

    /// The genotype of a plant's trait of a colour.
    fn trait_name(&self, plant: u8, colour: u8) -> &'static str {
        let kind =
            self.cards.plants.get(usize::from(plant)).map_or(NONE, |card| card.traits[usize::from(colour)]);
        let genotype = 3 * usize::from(colour) + usize::from(kind);
        if kind == NONE { "none" } else { GENOTYPES.get(genotype).copied().unwrap_or("?") }
    }

    /// Why an event can't follow the one after which the turn ended by itself: the rule that would forbid it if the
    /// turn went on.
    pub(super) fn why_no_more(&self, before: &State, event: Event, text: &str) -> Option<Illegal> {
        let Event::Act(last) = event else { return None };
        let word = text.split_whitespace().next().unwrap_or_default();
        let next @ Event::Act(wanted) = read_word(word).ok()? else { return None };
        let mut after = *before;
        self.step_on(&mut after, last);
        after.mover = before.mover;
        match before.phase {
            Phase::Rest if last == DONE => return None,
            _ if last == PASS => return None,
            Phase::Upgrade(_) => return buys(wanted).then(one_purchase),
            Phase::Source(_) if matches!(before.back, Phase::Upgrade(_)) => {
                return buys(wanted).then(one_purchase);
            }
            Phase::Pick { .. } | Phase::Use(..) | Phase::Pair(_) | Phase::Knife => after.phase = Phase::Knife,
            Phase::Copies(_) | Phase::Any(_) if before.back == Phase::Knife => after.phase = Phase::Knife,
            _ => {
                after.phase = Phase::Rest;
                after.space = if last < PLANT_SLOT { last as u8 } else { before.space };
            }
        }
        after.back = after.phase;
        if wanted == DONE {
            let rule = if after.phase == Phase::Rest { "T31" } else { "T42" };
            return Some(Illegal::new(rule, "the turn has ended by itself: nothing could follow"));
        }
        self.check_event(&after, next).err()
    }

    fn step_on(&self, state: &mut State, id: u16) {
        self.act(state, id);
        state.tidy();
    }

    /// Whether free plays are made in a phase (T31, T33).
    fn takes_free_plays(phase: Phase) -> bool {
        matches!(
            phase,
            Phase::Work | Phase::Draw(..) | Phase::Harvest | Phase::Sow | Phase::Omari(_) | Phase::Rest
        )
    }
}

/// Whether an action belongs to the upgrade phase.
fn buys(id: u16) -> bool {
    matches!(id, TOOL..TRAIT | UPGRADE..PAY | PASS)
}

fn one_purchase() -> Illegal {
    Illegal::new("T50", "one purchase a turn: the turn ended with it")
}
