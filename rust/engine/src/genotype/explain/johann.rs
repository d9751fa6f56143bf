//! What Brother Johann does with a card, and why (T60-T67). The engine's own steps are retold on a scratch state.

use super::why::upgrade_name;
use super::{and, assistant_name, colour_name, count, die_words, tool_name};
use crate::game::Event;
use crate::genotype::Genotype;
use crate::genotype::cards::Deed;
use crate::genotype::phase::{Automa, Phase};
use crate::genotype::pieces::{COLOURS, GENOTYPES, GOALS, NONE, SPACES, assistant, die, space};
use crate::genotype::setup::Difficulty;
use crate::genotype::state::{GARDEN, JOHANN, State, is_some};
use crate::genotype::upgrading::HIRE;

/// The action on a card.
fn deed_name(deed: Deed) -> &'static str {
    match deed {
        Deed::Treasury => "treasury",
        Deed::University => "university",
        Deed::Nursery => "nursery",
        Deed::ToolShed => "tool-shed",
        Deed::GenesTop => "genes-top",
        Deed::GenesLeft => "genes-left",
        Deed::First => "first",
        Deed::Goal => "goal",
        Deed::Gardening => "gardening",
    }
}

/// The letter of a card.
fn letter_name(letter: u8) -> &'static str {
    GOALS.get(usize::from(letter)).copied().unwrap_or("the mutation symbol")
}

/// A slot of the display in words.
fn slot_name(slot: usize) -> &'static str {
    ["first", "second", "third"].get(slot).copied().unwrap_or("next")
}

/// Plants by their numbers.
fn plants(numbers: &[String]) -> String {
    format!("{} {}", if numbers.len() == 1 { "plant" } else { "plants" }, and(numbers))
}

impl Genotype {
    /// What an automa card does.
    pub(super) fn tell_automa(&self, scratch: &mut State, why: Automa, id: u8) -> String {
        match why {
            Automa::Elisabeth => match self.card(id).letter {
                NONE => {
                    "Johann's goal: the mutation symbol says none, another card is drawn [T62]".to_owned()
                }
                letter => {
                    format!("Johann's goal: he sets {} for Sister Elisabeth [T66]", letter_name(letter))
                }
            },
            Automa::Action => self.tell_action(scratch, id),
            Automa::Support => self.tell_support(scratch, id),
            Automa::Shift => self.tell_shift(scratch, id),
            Automa::Upgrade => self.tell_upgrade(scratch, id),
            Automa::Hire => {
                let pips = self.card(id).pips;
                match self.next_slot(&scratch.assistants, pips - 1) {
                    None => format!("support card, pips {pips}: nobody is there to hire [T65]"),
                    Some(slot) => {
                        let (name, place) = (assistant_name(scratch.assistants[slot]), slot_name(slot));
                        format!("support card, pips {pips}: hires {name}, the {place} assistant [T65]")
                    }
                }
            }
        }
    }

    fn tell_action(&self, state: &State, id: u8) -> String {
        let name = deed_name(self.card(id).deed);
        match self.misfit(state, id) {
            None => format!("action card: {name}; a support card decides the rest [T60]"),
            Some(why) => {
                // T61: the University needs an uncovered trait, too.
                let rule = if self.card(id).deed == Deed::University { "T61, T62" } else { "T62" };
                format!("action card: {name}, not valid, {why} [{rule}]")
            }
        }
    }

    /// Why an action card can't be carried out.
    fn misfit(&self, state: &State, id: u8) -> Option<String> {
        if self.is_valid_action(state, id) {
            return None;
        }
        let coins = count(state.johann.coins, "coin");
        let both = |first: u8| !self.is_empty(state, first) && !self.is_empty(state, first + 1);
        Some(match self.card(id).deed {
            Deed::Treasury | Deed::Nursery | Deed::ToolShed => "the space is taken".to_owned(),
            Deed::University if both(space::UNIVERSITY) => "both spaces are taken".to_owned(),
            Deed::University if self.cheapest(state, space::UNIVERSITY, 1).is_none() => {
                format!("he has {coins} and can't pay")
            }
            Deed::University => "his garden has no uncovered trait".to_owned(),
            Deed::Gardening => "he has taken it in this round".to_owned(),
            Deed::Goal if both(space::GOAL) => "both spaces are taken".to_owned(),
            Deed::Goal if self.cheapest(state, space::GOAL, 2).is_none() => {
                format!("he has {coins} and can't pay")
            }
            Deed::Goal if !self.has_research_marker(state, JOHANN) => {
                "his three research markers are placed".to_owned()
            }
            Deed::Goal | Deed::GenesTop | Deed::GenesLeft | Deed::First => {
                "no support card could choose for it".to_owned()
            }
        })
    }

    fn tell_support(&self, scratch: &mut State, id: u8) -> String {
        let action = scratch.johann.action;
        let (deed, own) = (self.card(action).deed, self.card(id));
        let letter = self.letter(action, id);
        let pips = own.pips;
        let by_letter = if own.letter == NONE {
            format!("support card, {} for {}", letter_name(NONE), letter_name(letter))
        } else {
            format!("support card {}", letter_name(letter))
        };
        if !self.is_valid_support(scratch, action, id) {
            let what = match deed {
                Deed::Goal => format!("the goal {} is occupied", letter_name(letter)),
                Deed::First => format!("first-{} is taken", colour_name(letter / 2)),
                _ => format!("genes-{} is taken", colour_name(letter / 2)),
            };
            return format!("{by_letter}: not valid, {what} [T62]");
        }
        match deed {
            Deed::Nursery => format!("support card, pips {pips}: {}", self.tell_nursery(scratch, pips)),
            Deed::ToolShed => format!("support card, pips {pips}: {}", self.tell_tool_shed(scratch, pips)),
            Deed::Treasury => "support card: takes 2 coins from the treasury [T25, T60]".to_owned(),
            Deed::University => {
                let Some((id, cost)) = self.cheapest(scratch, space::UNIVERSITY, 1) else {
                    return String::new();
                };
                let what = self.tell_next(scratch);
                let name = SPACES[usize::from(id)];
                format!("support card: pays {} on {name}, {what} [T60, T61]", count(cost, "coin"))
            }
            Deed::Gardening => {
                let traits = self.tell_assistants(scratch);
                let full = self.garden_size(scratch) == GARDEN;
                let then = if full {
                    format!("; in the place of a fifth plant {}", self.tell_next(scratch))
                } else if self.has_plant_cards(scratch) {
                    "; draws a plant".to_owned()
                } else {
                    "; no plant is left".to_owned()
                };
                format!("support card: gardening, {traits}{then} [T60]")
            }
            Deed::GenesTop | Deed::GenesLeft => {
                let colour = letter / 2;
                let square = scratch.squares[usize::from(colour)];
                let (side, parent) =
                    if deed == Deed::GenesTop { ("Top", square.top) } else { ("Left", square.left) };
                let what = if parent == crate::genotype::genetics::Parent::Mixed {
                    let genotype = 3 * colour + 2 * (letter % 2);
                    format!("a gene tile makes the {side} parent {}", GENOTYPES[usize::from(genotype)])
                } else {
                    format!("removes the gene tile of the {side} parent of {}", colour_name(colour))
                };
                let coin = self.tell_coin(scratch, colour);
                format!("{by_letter}: genes-{}, {what}{coin} [T2, T60]", colour_name(colour))
            }
            Deed::First => {
                let colour = letter / 2;
                let coin = self.tell_coin(scratch, colour);
                self.occupy(scratch, JOHANN, space::FIRST + colour);
                format!("{by_letter}: places a marker on first-{}{coin} [T60]", colour_name(colour))
            }
            Deed::Goal => {
                let Some((id, cost)) = self.cheapest(scratch, space::GOAL, 2) else { return String::new() };
                scratch.goals[usize::from(letter)] = JOHANN;
                let name = SPACES[usize::from(id)];
                let cost = count(cost, "coin");
                format!(
                    "{by_letter}: pays {cost} on {name} and sets the goal {} [T24, T60]",
                    letter_name(letter)
                )
            }
        }
    }

    fn tell_coin(&self, state: &State, colour: u8) -> &'static str {
        if state.coins >> colour & 1 == 1 { ", takes the coin at the square" } else { "" }
    }

    fn tell_nursery(&self, scratch: &mut State, pips: u8) -> String {
        let slots = usize::from(self.slots);
        let full = self.garden_size(scratch) == GARDEN;
        let Some(slot) = self.next_slot(&scratch.plants[..slots], pips - 1) else {
            return if full {
                format!("the Nursery is empty and the garden full: {} [T60, T63]", self.tell_next(scratch))
            } else {
                "the Nursery is empty: draws a plant from the deck, and discards none [T60, T63]".to_owned()
            };
        };
        let next = (1..slots).map(|step| (slot + step) % slots).find(|other| is_some(scratch.plants[*other]));
        let then = match next {
            Some(next) => format!(" and discards {}", self.plant_text(scratch.plants[next])),
            None => " and discards none".to_owned(),
        };
        if full {
            return format!("in the place of a fifth plant {},{then} [T60, T63]", self.tell_next(scratch));
        }
        let plant = scratch.plants[slot];
        self.plant_garden(scratch, plant);
        format!("takes the {} plant, {},{then} [T60, T63]", slot_name(slot), self.plant_text(plant))
    }

    fn tell_tool_shed(&self, scratch: &mut State, pips: u8) -> String {
        let what = match self.next_slot(&scratch.tools[..usize::from(self.slots)], pips - 1) {
            Some(slot) => {
                format!("discards the {} tool, {}", slot_name(slot), tool_name(scratch.tools[slot]))
            }
            None => "no tool is there to discard".to_owned(),
        };
        format!("{what}, and {} [T60, T63]", self.tell_next(scratch))
    }

    /// He validates the bottom-most uncovered trait.
    fn tell_next(&self, scratch: &mut State) -> String {
        let found = self.bottom_most(scratch, |_, _| true);
        self.tell_trait(scratch, found)
    }

    /// He validates a trait: which, its copies, and whether its plant is harvested.
    fn tell_trait(&self, scratch: &mut State, found: Option<(usize, u8)>) -> String {
        let Some((place, colour)) = found else { return "finds no uncovered trait".to_owned() };
        let before = scratch.johann;
        let plant = before.garden[place];
        let mut text = format!("validates {} of plant {plant}", self.trait_name(plant, colour));
        self.johann_covers(scratch, place, colour);
        if before.special == assistant::MAY {
            let copies: Vec<String> = (0..GARDEN)
                .filter(|other| *other != place && before.garden[*other] != NONE)
                .filter(|other| before.covered[*other] >> colour & 1 == 0)
                .filter(|other| {
                    self.trait_name(before.garden[*other], colour) == self.trait_name(plant, colour)
                })
                .map(|other| before.garden[other].to_string())
                .collect();
            if !copies.is_empty() {
                text.push_str(&format!(", with Sister May also of {}", plants(&copies)));
            }
        }
        let harvested = scratch.johann.harvested & !before.harvested;
        if harvested != 0 {
            let numbers: Vec<String> =
                (0..64).filter(|plant| harvested >> plant & 1 == 1).map(|plant| plant.to_string()).collect();
            text.push_str(&format!(", and harvests {}", plants(&numbers)));
        }
        text
    }

    /// A trait for each assistant.
    fn tell_assistants(&self, scratch: &mut State) -> String {
        let number = scratch.johann.assistants.count_ones() as u8;
        if number == 0 {
            return "no assistant, no trait".to_owned();
        }
        let mut told = Vec::new();
        for _ in 0..number {
            let nothing = self.bottom_most(scratch, |_, _| true).is_none();
            told.push(self.tell_next(scratch));
            if nothing {
                break;
            }
        }
        format!("for {}: {}", count(number, "assistant"), told.join(", "))
    }

    /// Father Omari's dice of the hard game.
    pub(super) fn tell_omari(&self, scratch: &mut State) -> String {
        let mut text = String::new();
        for colour in 0..4 {
            let kind = scratch.rolled[usize::from(colour)];
            let found = self.bottom_most(scratch, |of, other| of == colour && other == kind);
            if found.is_some() {
                text.push_str(&format!("; {}", self.tell_trait(scratch, found)));
            }
        }
        if text.is_empty() { "; none of the dice matches [T66]".to_owned() } else { format!("{text} [T66]") }
    }

    /// A plant from the deck comes to his garden.
    pub(super) fn tell_garden_card(&self, scratch: &mut State, plant: u8) -> String {
        self.plant_garden(scratch, plant);
        let mut text = format!("Brother Johann plants {} on top of his garden [T60]", self.plant_text(plant));
        if scratch.round > 0 {
            scratch.growing -= 1;
            text.push_str(&self.tell_growing(scratch));
        }
        text
    }

    /// Plants that are still to come, as far as no card is drawn for them, and the coins of the automa phase.
    fn tell_growing(&self, scratch: &mut State) -> String {
        let mut text = String::new();
        while scratch.growing > 0 {
            if self.garden_size(scratch) == GARDEN {
                text.push_str(&format!("; in the place of a fifth plant {}", self.tell_next(scratch)));
            } else if self.has_plant_cards(scratch) {
                text.push_str("; draws a plant");
                return text;
            }
            scratch.growing -= 1;
        }
        if scratch.in_automa_phase && self.rules.difficulty != Difficulty::Easy {
            text.push_str("; takes 3 coins [T60]");
        }
        text
    }

    /// Whether an event ends the working phase of a solo game.
    pub(super) fn ends_johanns_work(&self, state: &State, event: Event) -> bool {
        if self.rules.players != 1 || state.in_automa_phase || state.round == 0 {
            return false;
        }
        let mut after = *state;
        match event {
            Event::Act(id) => self.act(&mut after, id),
            Event::Chance(id) => self.happen(&mut after, id),
            Event::Referee(_) => return false,
        }
        after.in_automa_phase || after.phase == Phase::Die(0)
    }

    /// The automa phase, as far as no card is drawn in it.
    pub(super) fn tell_automa_phase(&self, scratch: &mut State) -> String {
        let moved: Vec<String> = (0..4_u8)
            .filter(|colour| scratch.spaces[usize::from(space::FIRST + colour)][0] == JOHANN)
            .map(|colour| COLOURS[usize::from(colour)].to_owned())
            .collect();
        let mut text = "; then the automa phase".to_owned();
        if !moved.is_empty() {
            let goes = if moved.len() == 1 { ["1st Shift", "goes"] } else { ["1st Shifts", "go"] };
            text.push_str(&format!("; his {} of {} {} to the 2nd Shift", goes[0], and(&moved), goes[1]));
        }
        if scratch.johann.assistants != 0 {
            text.push_str(&format!("; {}", self.tell_assistants(scratch)));
        }
        if scratch.johann.special == assistant::ELISABETH {
            let wanted = self.goal_genotypes(scratch, JOHANN);
            let found = self.bottom_most(scratch, |colour, kind| wanted >> (3 * colour + kind) & 1 == 1);
            if found.is_some() {
                text.push_str(&format!("; for Sister Elisabeth {} [T66]", self.tell_trait(scratch, found)));
            }
        }
        scratch.in_automa_phase = true;
        scratch.growing = 1 + scratch.johann.new_plots;
        text.push_str(&self.tell_growing(scratch));
        if text.ends_with(']') { text } else { format!("{text} [T60]") }
    }

    fn tell_shift(&self, scratch: &mut State, id: u8) -> String {
        let card = *self.card(id);
        let (number, all) = (scratch.johann.shifts + 1, self.shifts(scratch));
        let place = (0..self.garden_size(scratch)).rev().find(|place| scratch.johann.beside[*place] == NONE);
        let mut text = format!("research shift {number} of {all}");
        match place {
            None => text.push_str(": no plant, so no arrows"),
            Some(place) => {
                let plant = scratch.johann.garden[place];
                scratch.johann.beside[place] = id;
                text.push_str(&format!(", beside plant {plant}"));
                text.push_str(&self.tell_arrow(scratch, plant, card.single, 1));
                text.push_str(&self.tell_arrow(scratch, plant, card.double, 2));
            }
        }
        if card.new != NONE {
            let letter = colour_name(card.new);
            let pool = &mut scratch.dice[usize::from(card.new)][usize::from(die::NEW)];
            if *pool == 0 {
                text.push_str(&format!("; De Novo section {letter}: no die"));
            } else {
                *pool -= 1;
                let found = self.bottom_most(scratch, |colour, _| colour == card.new);
                let what = match found {
                    Some(_) => self.tell_trait(scratch, found),
                    None => "takes a coin".to_owned(),
                };
                text.push_str(&format!("; De Novo section {letter}: {what}"));
            }
        }
        format!("{text} [T60, T64]")
    }

    fn tell_arrow(&self, scratch: &mut State, plant: u8, colour: u8, dice: u8) -> String {
        let arrow =
            format!("; {} arrow {}", if dice == 1 { "single" } else { "double" }, colour_name(colour));
        let Some(place) = scratch.johann.garden.iter().position(|other| *other == plant) else {
            return format!("{arrow}: the plant is harvested");
        };
        let kind = self.cards.plants[usize::from(plant)].traits[usize::from(colour)];
        if kind == NONE {
            return format!("{arrow}: no trait");
        }
        let name = self.trait_name(plant, colour);
        if scratch.johann.covered[place] >> colour & 1 == 1 {
            return format!("{arrow}: {name} is covered");
        }
        let pool = &mut scratch.dice[usize::from(colour)][usize::from(kind)];
        let removed = dice.min(*pool);
        *pool -= removed;
        let how = match (removed, scratch.johann.special) {
            (0, assistant::MARIA) => "without a die, by Sister Maria".to_owned(),
            (0, _) => return format!("{arrow}: no {}", die_words(colour, kind)),
            (1, _) => "removes 1 die".to_owned(),
            _ => format!("removes {removed} dice"),
        };
        format!("{arrow}: {}, {how}", self.tell_trait(scratch, Some((place, colour))))
    }

    fn tell_upgrade(&self, state: &State, id: u8) -> String {
        let upgrade = self.card(id).double;
        let name = upgrade_name(upgrade);
        let row = format!("automa card, double arrow {}: {name}", colour_name(upgrade));
        let cost = self.johann_cost(state, state.prices[usize::from(upgrade)]);
        if self.johann_can_buy(state, upgrade) {
            let then = if upgrade == HIRE { "; a support card says whom" } else { "" };
            return format!("{row}, which he buys for {}{then} [T65, T82]", count(cost, "coin"));
        }
        let coins = count(state.johann.coins, "coin");
        let why = if cost > state.johann.coins {
            format!("it costs {cost}, he has {coins}")
        } else {
            "it is not for sale".to_owned()
        };
        format!("{row}, not valid, {why} [T65, T82]")
    }
}
