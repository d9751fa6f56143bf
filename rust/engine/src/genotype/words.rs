//! What the game has come to, in words: who does what next, and in which phase of a round.

use super::Genotype;
use super::genetics::Parent;
use super::phase::{Automa, Deck, Draw, Kind, Paid, Phase};
use super::pieces::{COLOURS, EDUARD_PLOT, GENOTYPES};
use super::state::State;
use crate::game::Seat;

/// The characteristics (T1): name, dominant and recessive phenotype.
pub(super) const CHARACTERISTICS: [[&str; 3]; 4] = [
    ["seed shape", "round", "wrinkled"],
    ["pod colour", "green", "yellow"],
    ["flower colour", "purple", "white"],
    ["height", "tall", "short"],
];

/// The dice rolled in a round.
const DICE: u8 = super::breeding::ALL_DICE;

/// The parts of a round that are named in several places.
const SET_UP: &str = "set-up";
const WORK: &str = "working phase";
const BREEDING: &str = "plant breeding";
const UPGRADES: &str = "research upgrades";

/// A die of a pool: its genotype, or `R*` for a De Novo die.
pub(super) fn die_name(colour: u8, kind: u8) -> String {
    let colour = usize::from(colour);
    match GENOTYPES.get(3 * colour + usize::from(kind)) {
        Some(name) if kind < 3 => (*name).to_owned(),
        _ => format!("{}*", COLOURS[colour]),
    }
}

/// Some words as a list: `a, b or c`.
fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Words with commas between them, "and" before the last.
pub(super) fn and(words: &[String]) -> String {
    match words {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}

impl Genotype {
    /// The name of a seat; that of Johann, who has none, in a solo game.
    pub(super) fn name_of(&self, seat: Seat) -> &str {
        if self.is_johann(seat) {
            return "Brother Johann";
        }
        self.spec.seat_names.get(usize::from(seat)).map_or("?", String::as_str)
    }

    /// Which part of a round it is.
    pub(super) fn stage(&self, state: &State) -> &'static str {
        match state.phase {
            Phase::Over => "end",
            _ if state.round == 0 => SET_UP,
            Phase::Card(Draw::PlantSlot(_) | Draw::ToolSlot(_) | Draw::AssistantSlot(_)) => {
                "end of the round"
            }
            Phase::Card(Draw::Garden) if state.in_automa_phase => "automa phase",
            Phase::Die(_)
            | Phase::Pick { .. }
            | Phase::Use(..)
            | Phase::Pair(_)
            | Phase::Knife
            | Phase::Automa(Automa::Shift) => BREEDING,
            Phase::Upgrade(_) | Phase::Automa(Automa::Upgrade | Automa::Hire) => UPGRADES,
            // What interrupts a phase belongs to it.
            _ => match state.back {
                Phase::Pick { .. } | Phase::Knife => BREEDING,
                Phase::Upgrade(_) => UPGRADES,
                _ => WORK,
            },
        }
    }

    /// Whether a player is at a pick, or at what follows from it.
    pub(super) fn is_breeding(&self, state: &State) -> bool {
        self.stage(state) == BREEDING
    }

    /// What comes next, as a sentence without its full stop.
    pub(super) fn to_do(&self, state: &State) -> String {
        let mover = self.name_of(state.mover);
        let colour = |id: u8| COLOURS[usize::from(id)];
        match state.phase {
            Phase::First => "it is drawn who is first".to_owned(),
            Phase::Johann => "Brother Johann's assistant is drawn".to_owned(),
            Phase::Card(draw) => self.draw_words(state, draw),
            Phase::Plant(seat) => format!("{} chooses the plant to begin with", self.name_of(seat)),
            Phase::Keep(seat) => format!("{} chooses the plant to keep in hand", self.name_of(seat)),
            Phase::ShowPlanted(seat) => format!("the plant of {} is shown", self.name_of(seat)),
            Phase::ShowDiscarded(seat) => format!("the plant that {} discards is shown", self.name_of(seat)),
            Phase::Funnel(seat) => format!("{} validates a trait with a Watering Funnel", self.name_of(seat)),
            Phase::Work => format!("{mover} places a marker"),
            Phase::Tile(id) => {
                let square = state.squares[usize::from(id)];
                let covered =
                    [square.left, square.top].iter().filter(|parent| **parent != Parent::Mixed).count();
                let deed = ["add", "add or remove", "remove"][covered];
                format!("{mover} may {deed} a gene tile of {}", colour(id))
            }
            Phase::Goal => format!("{mover} chooses a research goal"),
            Phase::Validate(Paid::University) => format!("{mover} validates a trait at the University"),
            Phase::Validate(Paid::Anna) => format!("{mover} validates a trait with Sister Anna"),
            Phase::Validate(Paid::Elisabeth) => {
                format!("{mover} validates a trait of a goal with Sister Elisabeth")
            }
            Phase::Draw(left, deck) => {
                let what = match deck {
                    Deck::Plants => "a plant",
                    Deck::Tools => "a tool",
                    Deck::Any => "a plant or a tool",
                };
                format!("{mover} takes {what}{}", if left > 1 { ", then one more" } else { "" })
            }
            Phase::Source(EDUARD_PLOT) => format!("{mover} takes a plant for Brother Eduard"),
            Phase::Source(_) => format!("{mover} takes a plant for the Flower Pot"),
            Phase::Discard(left) => {
                let plants = if left == 1 { "plant" } else { "plants" };
                format!("{mover} discards {left} {plants} from the Seed Bag")
            }
            Phase::Harvest => format!("{mover} plays cards, or goes on to the harvest"),
            Phase::Sow if self.can_sow(state) => format!("{mover} sows plants, or is done"),
            Phase::Sow => format!("{mover} plays cards, or is done"),
            Phase::Roll(id) => format!("{mover} rolls Father Omari's die of {}", colour(id)),
            Phase::Omari(id) => {
                let id = id.min(3);
                format!(
                    "{mover} uses Father Omari's die {}, or is done with it",
                    die_name(id, state.rolled[usize::from(id)])
                )
            }
            Phase::Any(id) => format!("{mover} validates any trait of {}", colour(id)),
            Phase::Copies(genotype) => {
                format!("{mover} may validate the other copies of {} too", GENOTYPES[usize::from(genotype)])
            }
            Phase::Rest => format!("{mover} plays cards, or ends the turn"),
            Phase::Die(number) => {
                format!("die {} of {DICE} is rolled, one of {}", number + 1, colour(number / 5))
            }
            Phase::Pick { kind, knife } => self.pick_words(mover, kind, knife),
            Phase::Use(id, kind) => format!("{mover} uses the die {}", die_name(id, kind)),
            Phase::Pair(id) => format!("{mover} validates any trait of {} with two dice", colour(id)),
            Phase::Knife => format!("{mover} may take one more die with a Graft Knife"),
            Phase::Upgrade(0) => format!("{mover} buys an upgrade, or passes"),
            Phase::Upgrade(grants) => {
                format!("{mover} buys an upgrade for {} coins less", 2 * u32::from(grants))
            }
            Phase::Automa(why) => Self::automa_words(why).to_owned(),
            Phase::Over => "nothing: the game is over".to_owned(),
        }
    }

    fn draw_words(&self, state: &State, draw: Draw) -> String {
        let mover = self.name_of(state.mover);
        match draw {
            Draw::PlantSlot(slot) => format!("a plant is dealt to slot {slot} of the Nursery"),
            Draw::ToolSlot(slot) => format!("a tool is dealt to slot {slot} of the Tool Shed"),
            Draw::AssistantSlot(_) => "an assistant is dealt".to_owned(),
            Draw::Deal(seat, _) => format!("{} is dealt a plant", self.name_of(seat)),
            Draw::DealTool(seat) => format!("{} is dealt a tool", self.name_of(seat)),
            Draw::Hand => format!("{mover} draws a plant from the deck"),
            Draw::Tool => format!("{mover} draws a tool from the deck"),
            Draw::Seeds(left) => format!("{mover} draws {left} more with the Seed Bag"),
            Draw::Plot(plot) => format!("a plant from the deck comes to plot {plot} of {mover}"),
            Draw::Garden => "Brother Johann gains a plant from the deck".to_owned(),
        }
    }

    fn pick_words(&self, mover: &str, kind: Kind, knife: bool) -> String {
        if knife {
            return format!("{mover} takes a die for the Graft Knife");
        }
        match kind {
            Kind::First(set) => {
                let colours: Vec<&str> =
                    (0..4).filter(|id| set >> id & 1 == 1).map(|id| COLOURS[id]).collect();
                format!("{mover} takes a die of {} in the 1st Shift", either(&colours))
            }
            Kind::Anton => format!("{mover} may take a die before the 2nd Shift, for Father Anton"),
            Kind::Second(_) => format!("{mover} takes a die in the 2nd Shift"),
            Kind::Turn => format!("{mover} takes a die"),
        }
    }

    fn automa_words(why: Automa) -> &'static str {
        match why {
            Automa::Elisabeth => "an automa card says Brother Johann's first goal",
            Automa::Action => "Brother Johann draws an action card",
            Automa::Support => "Brother Johann draws a support card",
            Automa::Shift => "Brother Johann draws a card for a research shift",
            Automa::Upgrade => "Brother Johann draws a card for an upgrade",
            Automa::Hire => "Brother Johann draws a card for the assistant he hires",
        }
    }

    /// How the game has ended (T52), in points of each seat and of Johann.
    pub(super) fn ending_text(&self, state: &State) -> String {
        let points: Vec<String> =
            (0..self.rules.players).map(|seat| self.points(state, seat).to_string()).collect();
        let noun = if points == ["1"] { "point" } else { "points" };
        let johann = match self.rules.players {
            1 => format!(" to {} of Brother Johann", self.johann_points(state)),
            _ => String::new(),
        };
        format!("five rounds are over: {} {noun}{johann} [T52]", and(&points))
    }
}
