//! Brother Johann, the automaton of the solo game: his decisions are cards that chance draws (T60-T67).

use super::Genotype;
use super::cards::{Automa as Card, Deed};
use super::genetics::Parent;
use super::phase::{Automa, Draw, Kind, Phase};
use super::pieces::{NONE, UPGRADES, assistant, die, space};
use super::setup::Difficulty;
use super::state::{GARDEN, JOHANN, Johann, State, earn, is_some};
use super::upgrading::HIRE;

/// Research shifts without upgrades.
const SHIFTS: u8 = 3;
/// Coins of the automa phase.
const FUNDING: u8 = 3;
/// Automa cards.
pub(super) const CARDS: u16 = 9;

impl Genotype {
    /// Asks chance for an automa card; when none is left, those that are out are shuffled first (T62).
    pub(super) fn ask_automa(&self, state: &mut State, why: Automa) {
        if self.automa_deck(state) == 0 {
            state.johann.out = 0;
        }
        state.phase = Phase::Automa(why);
    }

    /// Automa cards that can be drawn (T62).
    pub(super) fn automa_deck(&self, state: &State) -> u16 {
        let johann = &state.johann;
        // No branch: what is no card is none of the nine.
        let lying = |card: u8| u16::from(is_some(card)) << (card & 15);
        let gone = johann.out | lying(johann.action);
        ((1 << CARDS) - 1) & !johann.beside.iter().fold(gone, |set, card| set | lying(*card))
    }

    pub(super) fn card(&self, id: u8) -> &Card {
        &self.cards.automa[usize::from(id)]
    }

    /// What an automa card does (T60).
    pub(super) fn draw_automa(&self, state: &mut State, why: Automa, id: u8) {
        match why {
            Automa::Elisabeth => {
                state.johann.out |= 1 << id;
                let goal = self.card(id).letter;
                if goal == NONE {
                    return self.ask_automa(state, why);
                }
                state.goals[usize::from(goal)] = JOHANN;
                state.phase = Phase::Plant(0);
            }
            Automa::Action => {
                if self.is_valid_action(state, id) {
                    state.johann.action = id;
                    self.ask_automa(state, Automa::Support);
                } else {
                    state.johann.out |= 1 << id;
                    self.ask_automa(state, why);
                }
            }
            Automa::Support => self.support(state, id),
            Automa::Shift => self.shift_card(state, id),
            Automa::Upgrade => {
                let upgrade = self.card(id).double; // T82
                if !self.johann_can_buy(state, upgrade) {
                    state.johann.out |= 1 << id;
                    return self.ask_automa(state, why);
                }
                self.johann_buys(state, upgrade);
                if upgrade == HIRE {
                    state.johann.action = id; // T67: it lies in use while the slot's card is drawn
                    return self.ask_automa(state, Automa::Hire);
                }
                state.johann.out |= 1 << id;
                self.bought(state);
            }
            Automa::Hire => {
                state.johann.out |= 1 << id | 1 << state.johann.action;
                state.johann.action = NONE;
                let slot = self.next_slot(&state.assistants, self.card(id).pips - 1);
                if let Some(slot) = slot {
                    state.johann.assistants |= 1 << state.assistants[slot];
                    state.assistants[slot] = NONE;
                }
                self.bought(state);
            }
        }
    }

    /// All nine cards are shuffled (T60, T67).
    pub(super) fn shuffle(&self, state: &mut State) {
        state.johann.out = 0;
        state.johann.action = NONE;
        state.johann.beside = [NONE; GARDEN];
    }

    /// The first taken slot from one on, wrapping to the left (T60, T65).
    pub(super) fn next_slot(&self, slots: &[u8], from: u8) -> Option<usize> {
        let count = slots.len();
        (0..count).map(|step| (usize::from(from) + step) % count).find(|slot| is_some(slots[*slot]))
    }

    // The working phase.

    /// Turns alternate as long as one of the two has markers (T60).
    pub(super) fn next_of_two(&self, state: &mut State) {
        let player = &state.players[0];
        let left = [player.placed < player.markers, state.johann.placed < state.johann.markers];
        let other = state.mover ^ 1;
        match (left[usize::from(other & 1)], left[usize::from(state.mover & 1)]) {
            (true, _) => self.start_of_two(state, other),
            (false, true) => self.start_of_two(state, state.mover),
            (false, false) => self.start_breeding(state),
        }
    }

    /// A turn of the player or of Johann; Omari's last marker needs no cards (T60, T66).
    fn start_of_two(&self, state: &mut State, seat: u8) {
        if seat != JOHANN {
            return self.start_turn(state, seat);
        }
        state.mover = JOHANN;
        let johann = &state.johann;
        if johann.special == assistant::OMARI && johann.placed + 1 == johann.markers {
            state.johann.placed += 1;
            state.phase = Phase::Roll(0); // T66: no cards for the last marker
            return;
        }
        // Some action card always is valid: ten markers can't take all that its nine actions need (T62).
        self.ask_automa(state, Automa::Action);
    }

    /// Omari's dice of Johann: each validates the bottom-most matching trait (T66, T67).
    pub(super) fn johann_rolled(&self, state: &mut State) {
        for colour in 0..4 {
            let kind = state.rolled[usize::from(colour)];
            if let Some((place, _)) =
                self.bottom_most(state, |found, trait_kind| found == colour && trait_kind == kind)
            {
                self.johann_covers(state, place, colour);
            }
        }
        state.rolled = [NONE; 4];
        self.end_turn(state);
    }

    /// What a cost comes to with Leopold (T66).
    pub(super) fn johann_cost(&self, state: &State, cost: u8) -> u8 {
        if state.johann.special == assistant::LEOPOLD && cost > 1 { cost - 1 } else { cost }
    }

    /// The cheapest empty and affordable space of two (T60).
    pub(super) fn cheapest(&self, state: &State, first: u8, cost: u8) -> Option<(u8, u8)> {
        (0..2)
            .map(|step| (first + step, self.johann_cost(state, cost + step)))
            .find(|(id, cost)| self.is_empty(state, *id) && *cost <= state.johann.coins)
    }

    pub(super) fn is_empty(&self, state: &State, id: u8) -> bool {
        state.spaces[usize::from(id)][0] == NONE
    }

    /// Whether an action card can be carried out, with some support card of the other eight (T62).
    pub(super) fn is_valid_action(&self, state: &State, id: u8) -> bool {
        let fits = match self.card(id).deed {
            Deed::Treasury => self.is_empty(state, space::TREASURY),
            Deed::Nursery => self.is_empty(state, space::NURSERY),
            Deed::ToolShed => self.is_empty(state, space::TOOL_SHED),
            Deed::University => {
                self.cheapest(state, space::UNIVERSITY, 1).is_some()
                    && self.bottom_most(state, |_, _| true).is_some()
            }
            Deed::Gardening => !state.johann.gardened,
            Deed::Goal => {
                self.has_research_marker(state, JOHANN) && self.cheapest(state, space::GOAL, 2).is_some()
            }
            Deed::GenesTop | Deed::GenesLeft | Deed::First => true,
        };
        fits && (0..CARDS as u8).any(|support| support != id && self.is_valid_support(state, id, support))
    }

    /// The letter that counts: the mutation symbol stands for that of the other card (T60).
    pub(super) fn letter(&self, action: u8, support: u8) -> u8 {
        let letter = self.card(support).letter;
        if letter == NONE { self.card(action).letter } else { letter }
    }

    /// Whether a support card can choose for an action (T60, T62).
    pub(super) fn is_valid_support(&self, state: &State, action: u8, support: u8) -> bool {
        let letter = self.letter(action, support);
        if letter == NONE {
            return false;
        }
        match self.card(action).deed {
            Deed::GenesTop | Deed::GenesLeft => self.is_empty(state, space::GENES + letter / 2),
            Deed::First => self.is_empty(state, space::FIRST + letter / 2),
            Deed::Goal => state.goals[usize::from(letter)] == NONE,
            _ => true,
        }
    }

    /// A support card, drawn again if it is not valid (T60, T62).
    fn support(&self, state: &mut State, id: u8) {
        let action = state.johann.action;
        state.johann.out |= 1 << id;
        if !self.is_valid_support(state, action, id) {
            return self.ask_automa(state, Automa::Support);
        }
        let (letter, pips) = (self.letter(action, id), self.card(id).pips);
        state.johann.out |= 1 << action;
        state.johann.action = NONE;
        state.johann.placed += 1;
        self.carry_out(state, self.card(action).deed, letter, pips);
    }

    /// What a marker of his does (T60, T63).
    fn carry_out(&self, state: &mut State, deed: Deed, letter: u8, pips: u8) {
        let colour = letter / 2;
        match deed {
            Deed::Treasury => {
                self.occupy(state, JOHANN, space::TREASURY);
                earn(&mut state.johann.coins, 2);
            }
            Deed::University => {
                if let Some((id, cost)) = self.cheapest(state, space::UNIVERSITY, 1) {
                    self.occupy(state, JOHANN, id);
                    state.johann.coins -= cost;
                    self.johann_validates(state);
                }
            }
            Deed::Nursery => return self.johann_nursery(state, pips),
            Deed::ToolShed => {
                self.occupy(state, JOHANN, space::TOOL_SHED);
                if let Some(slot) = self.next_slot(&state.tools[..usize::from(self.slots)], pips - 1) {
                    state.tool_discards.add(std::mem::replace(&mut state.tools[slot], NONE));
                }
                self.johann_validates(state);
            }
            Deed::GenesTop | Deed::GenesLeft => {
                self.occupy(state, JOHANN, space::GENES + colour);
                let square = &mut state.squares[usize::from(colour)];
                let tile = if deed == Deed::GenesTop { &mut square.top } else { &mut square.left };
                *tile = match (*tile, letter % 2) {
                    (Parent::Mixed, 0) => Parent::Dominant,
                    (Parent::Mixed, _) => Parent::Recessive,
                    _ => Parent::Mixed,
                };
            }
            Deed::First => self.occupy(state, JOHANN, space::FIRST + colour),
            Deed::Goal => {
                if let Some((id, cost)) = self.cheapest(state, space::GOAL, 2) {
                    self.occupy(state, JOHANN, id);
                    state.johann.coins -= cost;
                    state.goals[usize::from(letter)] = JOHANN;
                }
            }
            Deed::Gardening => {
                state.johann.gardened = true;
                for _ in 0..state.johann.assistants.count_ones() {
                    self.johann_validates(state);
                }
                state.growing = 1;
                return self.grow_on(state);
            }
        }
        self.end_turn(state);
    }

    /// T60, T63: takes a plant from the display and discards the next one to the right.
    fn johann_nursery(&self, state: &mut State, pips: u8) {
        self.occupy(state, JOHANN, space::NURSERY);
        let slots = usize::from(self.slots);
        let taken = self.next_slot(&state.plants[..slots], pips - 1);
        let full = self.garden_size(state) == GARDEN;
        let Some(slot) = taken else {
            state.growing = 1;
            return self.grow_on(state);
        };
        if full {
            self.johann_validates(state);
        } else {
            let plant = std::mem::replace(&mut state.plants[slot], NONE);
            self.plant_garden(state, plant);
        }
        let next = (1..slots).map(|step| (slot + step) % slots).find(|other| is_some(state.plants[*other]));
        if let Some(next) = next {
            state.plant_discards |= 1 << std::mem::replace(&mut state.plants[next], NONE);
        }
        self.end_turn(state);
    }

    // His garden.

    pub(super) fn garden_size(&self, state: &State) -> usize {
        state.johann.garden.iter().filter(|plant| is_some(**plant)).count()
    }

    /// A plant comes on top (T60).
    pub(super) fn plant_garden(&self, state: &mut State, plant: u8) {
        let size = self.garden_size(state);
        state.johann.garden[size] = plant;
        state.johann.covered[size] = 0;
        state.johann.beside[size] = NONE;
    }

    /// The lowest uncovered trait that fits: the lowest plant first, its rows from the bottom (T61).
    pub(super) fn bottom_most(&self, state: &State, fits: impl Fn(u8, u8) -> bool) -> Option<(usize, u8)> {
        let johann = &state.johann;
        for place in 0..GARDEN {
            let plant = johann.garden[place];
            if plant == NONE {
                continue;
            }
            let traits = self.cards.plants[usize::from(plant)].traits;
            for colour in (0..4_u8).rev() {
                let kind = traits[usize::from(colour)];
                if kind != NONE && johann.covered[place] >> colour & 1 == 0 && fits(colour, kind) {
                    return Some((place, colour));
                }
            }
        }
        None
    }

    /// The bottom-most uncovered trait, if there is one (T60, T61).
    fn johann_validates(&self, state: &mut State) {
        if let Some((place, colour)) = self.bottom_most(state, |_, _| true) {
            self.johann_covers(state, place, colour);
        }
    }

    /// Covers a trait, with May all its copies; complete plants are harvested at once (T60, T66).
    pub(super) fn johann_covers(&self, state: &mut State, place: usize, colour: u8) {
        let johann = &mut state.johann;
        let kind = self.cards.plants[usize::from(johann.garden[place])].traits[usize::from(colour)];
        johann.covered[place] |= 1 << colour;
        if johann.special == assistant::MAY {
            for other in 0..GARDEN {
                let plant = johann.garden[other];
                if plant != NONE && self.cards.plants[usize::from(plant)].traits[usize::from(colour)] == kind
                {
                    johann.covered[other] |= 1 << colour;
                }
            }
        }
        self.johann_harvests(&mut state.johann);
    }

    /// Complete plants leave the garden, and their cards go out (T60, T64).
    fn johann_harvests(&self, johann: &mut Johann) {
        let mut kept = 0;
        for place in 0..GARDEN {
            let plant = johann.garden[place];
            if plant == NONE {
                continue;
            }
            if johann.covered[place] == self.cards.plants[usize::from(plant)].colours() {
                johann.harvested |= 1 << plant;
                if is_some(johann.beside[place]) {
                    johann.out |= 1 << johann.beside[place]; // T64
                }
                continue;
            }
            johann.garden[kept] = plant;
            johann.covered[kept] = johann.covered[place];
            johann.beside[kept] = johann.beside[place];
            kept += 1;
        }
        for place in kept..GARDEN {
            johann.garden[place] = NONE;
            johann.covered[place] = 0;
            johann.beside[place] = NONE;
        }
    }

    /// Plants from the deck, one after the other; with a full garden he validates instead (T60).
    fn grow_on(&self, state: &mut State) {
        while state.growing > 0 {
            if self.garden_size(state) == GARDEN {
                state.growing -= 1;
                self.johann_validates(state);
            } else if self.has_plant_cards(state) {
                return self.ask_card(state, Draw::Garden);
            } else {
                state.growing -= 1;
            }
        }
        self.after_growing(state);
    }

    /// A plant from the deck comes to the garden (T60, T61).
    pub(super) fn grow(&self, state: &mut State, plant: u8) {
        self.plant_garden(state, plant);
        if state.round == 0 {
            // Set-up: two plants, then Elisabeth's goal.
            if self.garden_size(state) < 2 {
                return self.ask_card(state, Draw::Garden);
            }
            if state.johann.special == assistant::ELISABETH {
                return self.ask_automa(state, Automa::Elisabeth);
            }
            state.phase = Phase::Plant(0);
            return;
        }
        state.growing -= 1;
        self.grow_on(state);
    }

    /// After the plants: the coins of the automa phase, or the next turn (T60).
    fn after_growing(&self, state: &mut State) {
        if state.in_automa_phase {
            state.in_automa_phase = false;
            if self.rules.difficulty != Difficulty::Easy {
                earn(&mut state.johann.coins, FUNDING);
            }
            self.shuffle(state);
            self.roll_dice(state);
        } else {
            self.end_turn(state);
        }
    }

    /// The automa phase (T60).
    pub(super) fn automa_phase(&self, state: &mut State) {
        for colour in 0..4 {
            let id = usize::from(space::FIRST + colour);
            if state.spaces[id][0] == JOHANN {
                state.spaces[id][0] = NONE;
                self.occupy(state, JOHANN, space::SECOND);
            }
        }
        for _ in 0..state.johann.assistants.count_ones() {
            self.johann_validates(state);
        }
        if state.johann.special == assistant::ELISABETH {
            let wanted = self.goal_genotypes(state, JOHANN);
            let found = self.bottom_most(state, |colour, kind| wanted >> (3 * colour + kind) & 1 == 1);
            if let Some((place, colour)) = found {
                self.johann_covers(state, place, colour);
            }
        }
        state.in_automa_phase = true;
        state.growing = 1 + state.johann.new_plots;
        self.grow_on(state);
    }

    // Breeding.

    /// How many research shifts he has in this round (T60, T66).
    pub(super) fn shifts(&self, state: &State) -> u8 {
        SHIFTS + state.johann.new_slots + 2 * u8::from(state.johann.paid)
    }

    /// The player and Johann in turn; who has passed is passed over (T60, T64).
    pub(super) fn next_picker_of_two(&self, state: &mut State) {
        let open = [!state.players[0].passed, !state.johann.passed];
        let other = state.mover ^ 1;
        let next = if open[usize::from(other & 1)] { other } else { state.mover };
        if !open[usize::from(next & 1)] {
            return self.end_breeding(state);
        }
        if next == JOHANN {
            return self.johann_shift(state, Kind::Turn);
        }
        state.mover = next;
        self.ask_pick(state, Kind::Turn, false);
    }

    /// A research shift of Johann, if he has one left (T60, T64, T66).
    pub(super) fn johann_shift(&self, state: &mut State, kind: Kind) {
        state.mover = JOHANN;
        state.pick = kind;
        if state.johann.shifts == 0 && state.johann.special == assistant::FRANZ && !state.johann.paid {
            let cost = self.johann_cost(state, 1);
            if state.johann.coins >= cost {
                state.johann.coins -= cost;
                state.johann.paid = true;
            }
        }
        if state.johann.shifts >= self.shifts(state) {
            state.johann.passed = true;
            return self.after_pick(state, kind);
        }
        let size = self.garden_size(state);
        let all = (0..size).all(|place| is_some(state.johann.beside[place]));
        if all {
            for card in std::mem::replace(&mut state.johann.beside, [NONE; GARDEN]) {
                if is_some(card) {
                    state.johann.out |= 1 << card;
                }
            }
        }
        self.ask_automa(state, Automa::Shift);
    }

    /// Single arrow, double arrow, De Novo section (T60, T64, T67).
    fn shift_card(&self, state: &mut State, id: u8) {
        state.johann.shifts += 1;
        let card = *self.card(id);
        let place = (0..self.garden_size(state)).rev().find(|place| state.johann.beside[*place] == NONE);
        match place {
            None => state.johann.out |= 1 << id,
            Some(place) => {
                state.johann.beside[place] = id;
                let plant = state.johann.garden[place];
                self.arrow(state, plant, card.single, 1);
                self.arrow(state, plant, card.double, 2);
            }
        }
        if card.new != NONE && state.dice[usize::from(card.new)][usize::from(die::NEW)] > 0 {
            state.dice[usize::from(card.new)][usize::from(die::NEW)] -= 1;
            match self.bottom_most(state, |colour, _| colour == card.new) {
                Some((place, colour)) => self.johann_covers(state, place, colour),
                None => earn(&mut state.johann.coins, 1),
            }
        }
        let kind = state.pick;
        state.count_turn();
        self.after_pick(state, kind);
    }

    /// An arrow to a row of a plant: its trait is validated if a matching die is there (T60, T64).
    fn arrow(&self, state: &mut State, plant: u8, colour: u8, dice: u8) {
        let Some(place) = state.johann.garden.iter().position(|other| *other == plant) else { return };
        let kind = self.cards.plants[usize::from(plant)].traits[usize::from(colour)];
        if kind == NONE || state.johann.covered[place] >> colour & 1 == 1 {
            return;
        }
        let pool = &mut state.dice[usize::from(colour)][usize::from(kind)];
        if *pool == 0 && state.johann.special != assistant::MARIA {
            return;
        }
        *pool = pool.saturating_sub(dice);
        self.johann_covers(state, place, colour);
    }

    // Upgrades.

    /// His cards are shuffled, and he is first (T65, T67).
    pub(super) fn start_upgrades_of_two(&self, state: &mut State) {
        self.shuffle(state);
        state.johann.bought = 0;
        state.johann.passed = false;
        state.mover = 0;
        self.next_buyer_of_two(state);
    }

    /// Johann and the player alternate, Johann first (T65).
    pub(super) fn next_buyer_of_two(&self, state: &mut State) {
        let open = [!state.players[0].passed, !state.johann.passed];
        let other = state.mover ^ 1;
        let next = if open[usize::from(other & 1)] { other } else { state.mover };
        if !open[usize::from(next & 1)] {
            return self.end_round(state);
        }
        if next != JOHANN {
            return self.ask_upgrade(state, 0);
        }
        state.mover = JOHANN;
        if state.johann.bought == self.purchases(state) || !self.johann_can_buy_any(state) {
            state.johann.passed = true;
            return self.next_buyer_of_two(state);
        }
        self.ask_automa(state, Automa::Upgrade);
    }

    /// How many upgrades he buys at most (T60).
    pub(super) fn purchases(&self, state: &State) -> u8 {
        match (self.rules.difficulty, state.johann.special) {
            (Difficulty::Easy, _) => 1,
            (_, assistant::LEOPOLD) => 3,
            _ => 2,
        }
    }

    /// Whether anything is both available and affordable for him.
    pub(super) fn johann_can_buy_any(&self, state: &State) -> bool {
        (0..UPGRADES.len() as u8).any(|upgrade| self.johann_can_buy(state, upgrade))
    }

    /// Whether an upgrade is there, and the coins for it (T65).
    pub(super) fn johann_can_buy(&self, state: &State, upgrade: u8) -> bool {
        let there = match upgrade {
            0 => state.plots_left > 0,
            1 => state.slots_left > 0,
            2 => state.johann.markers < 5,
            _ => state.assistants.iter().any(|id| is_some(*id)),
        };
        there && self.johann_cost(state, state.prices[usize::from(upgrade)]) <= state.johann.coins
    }

    /// He pays, and the price rises (T60).
    fn johann_buys(&self, state: &mut State, upgrade: u8) {
        let cost = self.johann_cost(state, state.prices[usize::from(upgrade)]);
        let johann = &mut state.johann;
        johann.coins -= cost;
        johann.bought += 1;
        match upgrade {
            0 => {
                johann.new_plots += 1;
                state.plots_left -= 1;
            }
            1 => {
                johann.new_slots += 1;
                state.slots_left -= 1;
            }
            2 => johann.markers += 1,
            _ => {}
        }
        self.raise_price(state, upgrade);
    }

    pub(super) fn reset_johann(&self, state: &mut State) {
        self.shuffle(state);
        let johann = &mut state.johann;
        johann.placed = 0;
        johann.gardened = false;
        johann.paid = false;
        johann.shifts = 0;
        johann.bought = 0;
        johann.passed = false;
    }
}
