//! The state as a table in plain text, at most 100 columns wide.

use std::fmt::Write as _;

use super::Genotype;
use super::genetics::Parent;
use super::phase::Phase;
use super::pieces::{
    ASSISTANTS, COLOURS, EDUARD_PLOT, FIRST_POT, GENOTYPES, GOALS, HIDDEN, NONE, PLOTS, SPACES, TOOLS,
    UPGRADES, assistant, space,
};
use super::rounds::ROUNDS;
use super::state::{JOHANN, Player, State, Tools, is_some};
use super::words::{CHARACTERISTICS, die_name};
use crate::game::{Game, Seat};

const WIDTH: usize = 100;
/// The table of a colour; four stand beside each other.
const COLUMN: usize = 25;
/// Where the parts of a list begin.
const INDENT: usize = 14;

/// A number of things, such as "1 point" and "2 points".
fn count(number: i32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A list with its name, broken where a line would be too long.
fn list(name: &str, parts: &[String]) -> String {
    let mut text = String::new();
    let mut line = format!("{name:INDENT$}");
    for (place, part) in parts.iter().enumerate() {
        let comma = if place + 1 < parts.len() { "," } else { "" };
        if line.chars().count() + part.len() + 2 > WIDTH && line.len() > INDENT {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(INDENT);
        }
        let _ = write!(line, "{part}{comma} ");
    }
    if parts.is_empty() {
        line.push_str("none");
    }
    let _ = writeln!(text, "{}", line.trim_end());
    text
}

/// What is written for a seat's marker.
fn sign(seat: Seat, solo: bool) -> String {
    if solo && seat == JOHANN { "J".to_owned() } else { (u32::from(seat) + 1).to_string() }
}

fn tool_list(tools: Tools) -> impl Iterator<Item = String> {
    tools.kinds().flat_map(move |kind| {
        std::iter::repeat_n(TOOLS[usize::from(kind)].to_owned(), usize::from(tools.count(kind)))
    })
}

/// `2 unknown`, if there are any.
fn unknown(number: u32) -> Option<String> {
    (number > 0).then(|| format!("{number} unknown"))
}

fn numbers(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}

impl Genotype {
    pub(super) fn diagram(&self, state: &State) -> String {
        let mut text = format!(
            "Genotype: round {} of {ROUNDS}, {}; {} is first\n",
            state.round.max(1),
            self.stage(state),
            self.name_of(state.first),
        );
        match self.ending(state) {
            Some(ending) => {
                let _ = writeln!(text, "over: {ending}");
            }
            None => {
                let _ = writeln!(text, "next: {}", self.to_do(state));
            }
        }
        text.push('\n');
        self.colours_text(state, &mut text);
        text.push('\n');
        self.spaces_text(state, &mut text);
        self.display_text(state, &mut text);
        for seat in 0..self.rules.players {
            text.push('\n');
            self.player_text(state, seat, &mut text);
        }
        if self.rules.players == 1 {
            text.push('\n');
            self.johann_text(state, &mut text);
        }
        text
    }

    fn solo(&self) -> bool {
        self.rules.players == 1
    }

    /// Whose turn it is has `>` before the name.
    fn pointer(&self, state: &State, seat: Seat) -> char {
        let acts = match state.phase {
            Phase::Plant(other) | Phase::Keep(other) | Phase::Funnel(other) => other == seat,
            Phase::Over => false,
            _ => state.round > 0 && state.mover == seat,
        };
        if acts { '>' } else { ' ' }
    }

    fn marker(&self, seat: Seat) -> String {
        if is_some(seat) { sign(seat, self.solo()) } else { ".".to_owned() }
    }

    /// The four colours beside each other: square with parents (in brackets under a gene tile), coin, spaces, dice, goals.
    fn colours_text(&self, state: &State, text: &mut String) {
        let blocks: Vec<Vec<String>> = (0..4).map(|colour| self.colour_lines(state, colour)).collect();
        for row in 0..blocks[0].len() {
            let line: String = blocks.iter().map(|block| format!("{:COLUMN$}", block[row])).collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    fn colour_lines(&self, state: &State, colour: usize) -> Vec<String> {
        let square = state.squares[colour];
        let genes = |parent: Parent| {
            let [big, small] = [0, 1].map(|kind| GOALS[2 * colour + kind]);
            match parent {
                Parent::Mixed => [big, small],
                Parent::Dominant => [big, big],
                Parent::Recessive => [small, small],
            }
        };
        let bracket = |gene: &str, parent: Parent| {
            if parent == Parent::Mixed { format!(" {gene} ") } else { format!("[{gene}]") }
        };
        let cell = |face: u8| GENOTYPES[3 * colour + usize::from(square.outcome(face))];
        let (left, top) = (genes(square.left), genes(square.top));
        let row = |number: usize| {
            let face = 2 * number as u8;
            format!(" {} {}  {}", bracket(left[number], square.left), cell(face), cell(face + 1))
        };
        let dice = state.dice[colour];
        let pool: Vec<String> =
            (0..3).map(|kind| format!("{} {}", GENOTYPES[3 * colour + kind], dice[kind])).collect();
        let goal = |kind: usize| {
            format!("{}:{}", GOALS[2 * colour + kind], self.marker(state.goals[2 * colour + kind]))
        };
        let [name, ..] = CHARACTERISTICS[colour];
        let coin = if state.coins >> colour & 1 == 1 { ", coin" } else { "" };
        vec![
            format!("{} {name}{coin}", COLOURS[colour]),
            format!("     {}{}", bracket(top[0], square.top), bracket(top[1], square.top)),
            row(0),
            row(1),
            format!(
                "genes {}  1st shift {}",
                self.spot(state, space::GENES + colour as u8),
                self.spot(state, space::FIRST + colour as u8)
            ),
            pool.join("  "),
            format!("De Novo {}", dice[3]),
            format!("goals {} {}", goal(0), goal(1)),
        ]
    }

    /// The markers on a shared space; a dot for each one that could follow.
    fn spot(&self, state: &State, id: u8) -> String {
        let places = &state.spaces[usize::from(id)][..self.room(id)];
        places.iter().map(|seat| self.marker(*seat)).collect::<Vec<_>>().join(" ")
    }

    fn spaces_text(&self, state: &State, text: &mut String) {
        let mut parts: Vec<String> = (space::GOAL..space::GARDENING)
            .map(|id| format!("{} {}", SPACES[usize::from(id)], self.spot(state, id)))
            .collect();
        let second: Vec<String> =
            state.second.iter().filter(|seat| is_some(**seat)).map(|seat| self.marker(*seat)).collect();
        parts.insert(
            0,
            format!("second {}", if second.is_empty() { ".".to_owned() } else { second.join(" ") }),
        );
        text.push_str(&list("spaces", &parts));
    }

    /// A card with its genotypes, covered ones in brackets, and its points.
    fn card_text(&self, plant: u8, covered: u8) -> String {
        let Some(card) = self.cards.plants.get(usize::from(plant)) else { return "?".to_owned() };
        let mut text = format!("p{plant}");
        for (colour, kind) in card.traits.iter().enumerate().filter(|(_, kind)| **kind != NONE) {
            let name = GENOTYPES[3 * colour + usize::from(*kind)];
            let _ =
                if covered >> colour & 1 == 1 { write!(text, " [{name}]") } else { write!(text, " {name}") };
        }
        let _ = write!(text, " ({})", card.points);
        text
    }

    fn display_text(&self, state: &State, text: &mut String) {
        let slots = usize::from(self.slots);
        let plants: Vec<String> = (0..slots)
            .map(|slot| match state.plants[slot] {
                NONE => format!("<plants{slot} -"),
                plant => format!("<plants{slot} {}", self.card_text(plant, 0)),
            })
            .collect();
        let tools: Vec<String> = (0..slots)
            .map(|slot| format!("<tools{slot} {}", TOOLS.get(usize::from(state.tools[slot])).unwrap_or(&"-")))
            .collect();
        let hired: Vec<String> = state
            .assistants
            .iter()
            .map(|id| (*ASSISTANTS.get(usize::from(*id)).unwrap_or(&"-")).to_owned())
            .collect();
        let stock = |upgrade: usize| match upgrade {
            0 => format!(", {} left", state.plots_left),
            1 => format!(", {} left", state.slots_left),
            _ => String::new(),
        };
        let prices: Vec<String> = (0..UPGRADES.len())
            .map(|upgrade| {
                let [low, _, high] = self.cards.prices[upgrade];
                format!("{} {} ({low} to {high}{})", UPGRADES[upgrade], state.prices[upgrade], stock(upgrade))
            })
            .collect();
        let discarded: u32 = state.plant_discards.count_ones();
        let piles = [
            format!("plants {} and {discarded} discarded", self.plant_deck(state)),
            format!("tools {} and {} discarded", self.tool_deck(state), state.tool_discards.len()),
            format!("assistants {}", self.assistant_deck(state).count_ones()),
        ];
        text.push_str(&list("plants", &plants));
        text.push_str(&list("tools", &tools));
        text.push_str(&list("assistants", &hired));
        text.push_str(&list("decks", &piles));
        text.push_str(&list("upgrades", &prices));
        let rolled: Vec<String> = (0..4)
            .filter(|colour| is_some(state.rolled[usize::from(*colour)]))
            .map(|colour| die_name(colour, state.rolled[usize::from(colour)]))
            .collect();
        if !rolled.is_empty() {
            text.push_str(&list("omari rolled", &rolled));
        }
    }

    fn player_text(&self, state: &State, seat: Seat, text: &mut String) {
        let player = &state.players[usize::from(seat)];
        let all = player.dice + self.free_slots(player);
        let _ = writeln!(
            text,
            "{} {} ({}): {}; {}; {} of {} markers left; {} of {} dice slots free{}",
            self.pointer(state, seat),
            self.name_of(seat),
            self.marker(seat),
            count(self.points(state, seat), "point"),
            count(i32::from(player.coins), "coin"),
            player.markers - player.placed.min(player.markers),
            player.markers,
            self.free_slots(player),
            all,
            if player.passed { "; has passed" } else { "" },
        );
        let used: Vec<String> = (space::GARDENING..=space::OMARI)
            .filter(|id| player.spaces >> (id - space::GARDENING) & 1 == 1)
            .map(|id| SPACES[usize::from(id)].to_owned())
            .collect();
        if !used.is_empty() {
            text.push_str(&list("    spaces", &used));
        }
        text.push_str(&list("    plots", &self.plot_texts(player)));
        let mut hand: Vec<String> =
            numbers(player.known_hand()).map(|plant| self.card_text(plant, 0)).collect();
        hand.extend(unknown(player.hidden.iter().map(|hidden| u32::from(*hidden)).sum()));
        text.push_str(&list("    hand", &hand));
        self.chosen_text(state, seat, text);
        let mut tools: Vec<String> = tool_list(player.tools.plus(player.known_tools)).collect();
        tools.extend(unknown(u32::from(player.hidden_tools)));
        text.push_str(&list("    tools", &tools));
        let assistants: Vec<String> = numbers(u64::from(player.assistants))
            .map(|id| {
                let used = if player.used >> id & 1 == 1 { " (used)" } else { "" };
                format!("{}{used}", ASSISTANTS[usize::from(id)])
            })
            .collect();
        if !assistants.is_empty() {
            text.push_str(&list("    hired", &assistants));
        }
        if player.harvested != 0 {
            let plants: Vec<String> =
                numbers(player.harvested).map(|plant| self.card_text(plant, 0)).collect();
            text.push_str(&list("    harvested", &plants));
        }
    }

    /// The plots with their plants; free ones are named too.
    fn plot_texts(&self, player: &Player) -> Vec<String> {
        let there = |plot: u8| match plot {
            EDUARD_PLOT => player.has(assistant::EDUARD),
            FIRST_POT.. => player.plots[usize::from(plot)] != NONE,
            _ => plot < 2 + player.new_plots,
        };
        (0..PLOTS as u8)
            .filter(|plot| there(*plot))
            .map(|plot| {
                let name = match plot {
                    EDUARD_PLOT => " eduard",
                    FIRST_POT.. => " pot",
                    _ => "",
                };
                let content = match player.plots[usize::from(plot)] {
                    NONE => "free".to_owned(),
                    plant => self.card_text(plant, player.covered[usize::from(plot)]),
                };
                format!("{plot}{name}: {content}")
            })
            .collect()
    }

    /// Set-up: the plants that a seat has chosen, as far as the viewer knows.
    fn chosen_text(&self, state: &State, seat: Seat, text: &mut String) {
        let chosen = [(&state.planting, "plants"), (&state.discarding, "discards")];
        let parts: Vec<String> = chosen
            .into_iter()
            .filter_map(|(list, deed)| {
                let plant = list[usize::from(seat)];
                (plant != NONE).then(|| match plant {
                    HIDDEN => format!("{deed} one"),
                    _ => format!("{deed} {}", self.card_text(plant, 0)),
                })
            })
            .collect();
        if !parts.is_empty() {
            text.push_str(&list("    chosen", &parts));
        }
    }

    fn johann_text(&self, state: &State, text: &mut String) {
        let johann = &state.johann;
        let all = self.shifts(state);
        let _ = writeln!(
            text,
            "{} Brother Johann (J): {}; {}; {} of {} markers left; {} of {all} shifts left{}",
            self.pointer(state, JOHANN),
            count(self.johann_points(state), "point"),
            count(i32::from(johann.coins), "coin"),
            johann.markers - johann.placed.min(johann.markers),
            johann.markers,
            all - johann.shifts.min(all),
            if johann.passed { "; has passed" } else { "" },
        );
        let size = self.garden_size(state);
        let garden: Vec<String> = (0..size)
            .map(|place| {
                let beside = johann.beside[place];
                let card = if is_some(beside) { format!(" with automa{beside}") } else { String::new() };
                format!("{}{card}", self.card_text(johann.garden[place], johann.covered[place]))
            })
            .collect();
        // As he fills it, and as he looks for traits: the lowest plant first.
        let mut garden = garden;
        if let Some(lowest) = garden.first_mut().filter(|_| size > 1) {
            lowest.insert_str(0, "from the bottom: ");
        }
        text.push_str(&list("    garden", &garden));
        if is_some(johann.action) {
            let card = &self.cards.automa[usize::from(johann.action)];
            text.push_str(&list("    card", &[format!("automa{} ({})", johann.action, card.deed.name())]));
        }
        if johann.out != 0 {
            let out: Vec<String> = numbers(u64::from(johann.out)).map(|id| format!("automa{id}")).collect();
            text.push_str(&list("    cards out", &out));
        }
        let bought: Vec<String> = [(johann.new_plots, "new plot"), (johann.new_slots, "new slot")]
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| count(i32::from(number), what))
            .collect();
        if !bought.is_empty() {
            text.push_str(&list("    upgrades", &bought));
        }
        let assistants: Vec<String> = numbers(u64::from(johann.assistants))
            .map(|id| {
                let special = if id == johann.special { " (special rule)" } else { "" };
                format!("{}{special}", ASSISTANTS[usize::from(id)])
            })
            .collect();
        if !assistants.is_empty() {
            text.push_str(&list("    hired", &assistants));
        }
        if johann.harvested != 0 {
            let plants: Vec<String> =
                numbers(johann.harvested).map(|plant| self.card_text(plant, 0)).collect();
            text.push_str(&list("    harvested", &plants));
        }
    }
}
