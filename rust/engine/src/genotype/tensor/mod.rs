//! The observation tensor of a seat; the page of forms lists it index by index.
//!
//! The parts and their columns are fixed for a number of players. Here the columns are named; `fill.rs` puts values
//! into them, in the same order.

mod fill;

use super::pieces::{ASSISTANTS, COLOURS, GENOTYPES, GOALS, PLANTS, PLOTS, SPACES, TOOLS, UPGRADES};
use super::state::{DISPLAY, GARDEN};
use crate::game::TensorPart;

/// Names of the phases by the first of their bytes.
const PHASES: [&str; 30] = [
    "first",
    "johann",
    "card",
    "plant",
    "keep",
    "shown planted",
    "shown discarded",
    "funnel",
    "work",
    "tile",
    "goal",
    "validate",
    "draw",
    "source",
    "discard",
    "harvest",
    "sow",
    "roll",
    "omari",
    "any",
    "copies",
    "rest",
    "die",
    "pick",
    "use",
    "pair",
    "knife",
    "upgrade",
    "automa",
    "over",
];

/// Why a card is drawn, by the second byte of the phase.
const DRAWS: [&str; 10] = [
    "plant to the display",
    "tool to the display",
    "assistant to the display",
    "plant dealt",
    "tool dealt",
    "plant to a hand",
    "tool to a hand",
    "plant for a Seed Bag",
    "plant to a plot",
    "plant to the garden",
];

const ACTIONS: [&str; 9] = [
    "treasury",
    "university",
    "nursery",
    "tool-shed",
    "genes-top",
    "genes-left",
    "first",
    "goal",
    "gardening",
];

/// Automa cards.
const CARDS: usize = ACTIONS.len();
/// Markers of one side.
const MARKERS: usize = 5;

/// Names of columns, in order.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn add(mut self, names: &[&str]) -> Self {
        self.0.extend(names.iter().map(|name| (*name).to_owned()));
        self
    }

    /// A column for each of some names, after what they have in common.
    fn each<S: AsRef<str>>(mut self, what: &str, names: &[S]) -> Self {
        self.0.extend(names.iter().map(|name| format!("{what} {}", name.as_ref())));
        self
    }

    fn part(self, name: &'static str, rows: &[usize]) -> TensorPart {
        let shape = rows.iter().copied().chain([self.0.len()]).collect();
        TensorPart { name, shape, features: self.0 }
    }
}

/// Those who play, as a seat calls them.
fn parties(seats: u8) -> Vec<String> {
    let mut names = vec!["own".to_owned()];
    if seats == 1 {
        names.push("Johann".to_owned());
    }
    names.extend((1..seats).map(|step| format!("player +{step}")));
    names
}

fn slots(seats: u8) -> usize {
    match seats {
        1 | 2 => 3,
        3 => 4,
        _ => DISPLAY,
    }
}

pub(super) fn parts(seats: u8) -> Vec<TensorPart> {
    let all = parties(seats);
    let others: Vec<&String> = all[1..].iter().filter(|_| seats > 1).collect();
    let players = usize::from(seats);
    let mut parts = vec![
        card_names(&all, &others).part("cards", &[PLANTS]),
        Names::default()
            .add(&["plant"])
            .add(&GENOTYPES)
            .add(&["points / 10"])
            .add(&TOOLS)
            .part("display", &[slots(seats)]),
        Names::default()
            .add(&["own hand / 3", "own hand, known to all / 3"])
            .each("known hand / 3 of", &others)
            .add(&["display / 3", "discards / 3", "unseen / 3"])
            .part("tools", &[TOOLS.len()]),
        Names::default()
            .each("display slot", &["0", "1", "2"])
            .each("of", &all)
            .add(&["used by own"])
            .each("used by", &others)
            .add(&["discards", "deck"])
            .part("assistants", &[ASSISTANTS.len()]),
        Names::default()
            .add(&["there", "asked for", "plant"])
            .each("uncovered", &GENOTYPES)
            .each("covered", &GENOTYPES)
            .add(&["points / 10"])
            .part("plots", &[players, PLOTS]),
        player_names().part("players", &[players]),
        colour_names(&all).part("colours", &[COLOURS.len()]),
        Names::default()
            .each("markers / 5 of", &all)
            .add(&["full", "of this turn"])
            .part("spaces", &[SPACES.len()]),
        Names::default().each("marker of", &all).add(&["picks now"]).part("second", &[MARKERS * all.len()]),
        fact_names().part("facts", &[]),
    ];
    if seats == 1 {
        parts.extend([
            Names::default()
                .add(&["plant"])
                .each("uncovered", &GENOTYPES)
                .each("covered", &GENOTYPES)
                .add(&["points / 10"])
                .each("beside: card", &["0", "1", "2", "3", "4", "5", "6", "7", "8"])
                .part("garden", &[GARDEN]),
            Names::default()
                .each("action", &ACTIONS)
                .each("letter", &GOALS)
                .add(&["letter mutation", "pips / 3"])
                .each("single arrow", &COLOURS)
                .each("double arrow", &COLOURS)
                .each("De Novo", &COLOURS)
                .add(&["in use", "out", "can be drawn"])
                .part("automa", &[CARDS]),
            johann_names().part("johann", &[]),
        ]);
    }
    parts
}

fn card_names(all: &[String], others: &[&String]) -> Names {
    Names::default()
        .add(&GENOTYPES)
        .add(&["points / 10", "own hand", "own hand, known to all"])
        .add(&["drawn by the Seed Bag", "own choice to plant", "own choice to discard"])
        .each("known hand of", others)
        .each("harvested by", all)
        .each("planted by", all)
        .add(&["display", "discards", "unseen", "in a hand since before a shuffle"])
}

fn player_names() -> Names {
    Names::default()
        .add(&["coins / 20", "markers / 5", "markers left / 5", "hand / 10"])
        .add(&["unknown plants since the last shuffle / 10", "unknown plants from before it / 10"])
        .add(&["tools / 5", "unknown tools / 5", "harvested / 10", "harvested points / 50", "points / 60"])
        .add(&["goals / 3", "new plots / 5", "new slots / 8", "pots / 2", "dice / 10", "free slots / 10"])
        .add(&["passed", "first player", "turn", "acts", "has chosen what to plant"])
        .each("uncovered / 3:", &GENOTYPES)
}

fn colour_names(all: &[String]) -> Names {
    const KINDS: [&str; 4] = ["dominant", "mixed", "recessive", "De Novo"];
    const PARENTS: [&str; 3] = ["mixed", "dominant", "recessive"];
    Names::default()
        .each("left parent", &PARENTS)
        .each("top parent", &PARENTS)
        .each("odds of a die:", &KINDS)
        .each("pool / 5:", &KINDS)
        .add(&["coin"])
        .each("dominant goal of", all)
        .each("recessive goal of", all)
        .each("die of Omari", &KINDS[..3])
        .each("die in use", &KINDS)
        .each("copies", &KINDS[..3])
        .add(&["asked about", "asked about after this", "can be picked", "picked last"])
}

fn fact_names() -> Names {
    Names::default()
        .each("round", &["1", "2", "3", "4", "5"])
        .each("phase", &PHASES)
        .each("after this phase", &PHASES)
        .each("card:", &DRAWS)
        .each("pick", &["1st Shift", "Anton", "2nd Shift", "turn"])
        .add(&["pick onto a Graft Knife", "pick of a pair with a Graft Knife"])
        .each("draw of", &["plants", "tools", "any"])
        .each("validate by", &["university", "anna", "elisabeth"])
        .add(&["left / 5", "left after this / 5", "dice rolled / 20"])
        .each("price / 10 of", &UPGRADES)
        .each("own price / 10 of", &UPGRADES)
        .add(&["Grants played / 3", "plots left / 5", "slots left / 8"])
        .add(&["plant deck / 50", "tool deck / 25", "shuffles of the plant deck / 3"])
}

fn johann_names() -> Names {
    Names::default()
        .add(&["coins / 20", "markers / 5", "markers left / 5"])
        .add(&["harvested / 10", "harvested points / 50", "points / 60", "goals / 3"])
        .add(&["new plots / 5", "new slots / 8", "shifts / 10", "bought / 3"])
        .each("special rule of", &ASSISTANTS)
        .add(&["has gardened", "Franz is paid", "passed", "turn", "automa phase", "plants to come / 6"])
        .each("card for", &["elisabeth", "action", "support", "shift", "upgrade", "hire"])
        .each("difficulty", &["easy", "standard", "hard"])
}
