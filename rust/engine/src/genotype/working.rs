//! The working phase: spaces, what their actions ask for, free plays, gardening (T20-T33).

use super::Genotype;
use super::phase::{Deck, Draw, Paid, Phase};
use super::pieces::{FIRST_POT, NONE, PLOTS, assistant, space, tool};
use super::state::{GOALS_EACH, State, earn};

/// Seed Bag draws so many, and keeps at most two.
pub(super) const SEEDS: u8 = 5;
pub(super) const SEEDS_KEPT: u8 = 2;

impl Genotype {
    /// Spaces on which the mover may put a marker, by bits (T20, T24-T26).
    pub(super) fn open_spaces(&self, state: &State) -> u64 {
        let player = self.mover(state);
        let mut open = 0;
        for (id, places) in (0..).zip(&state.spaces) {
            let last = self.room(id).min(places.len()) - 1; // the 2nd Shift's markers lie elsewhere
            open |= u64::from(places[last] == NONE) << id;
        }
        open |= 1 << space::SECOND | 0b11 << space::GARDENING;
        let can_validate = self.uncovered(player) != 0;
        if player.has(assistant::OMARI) && can_validate {
            open |= 1 << space::OMARI;
        }
        open &= !(u64::from(player.spaces) << space::GARDENING);
        let can_set_goal = self.can_set_goal(state);
        for dearer in 0..2 {
            if !can_set_goal || player.coins < self.cost(player, 2 + dearer) {
                open &= !(1 << (space::GOAL + dearer));
            }
            if !can_validate || player.coins < self.cost(player, 1 + dearer) {
                open &= !(1 << (space::UNIVERSITY + dearer));
            }
        }
        open
    }

    /// Markers for which a shared space other than the 2nd Shift has room: three of them have a second place with 4 and
    /// 5 players (T20).
    pub(super) fn room(&self, id: u8) -> usize {
        let doubled = matches!(id, space::TREASURY | space::NURSERY | space::TOOL_SHED);
        if doubled && self.rules.players >= 4 { 2 } else { 1 }
    }

    /// Whether the mover has a research marker left and a goal is unoccupied (T24).
    pub(super) fn can_set_goal(&self, state: &State) -> bool {
        self.has_research_marker(state, state.mover) && state.goals.contains(&NONE)
    }

    /// Whether a seat, or Johann, has a research marker left: there are three each (T10).
    pub(super) fn has_research_marker(&self, state: &State, seat: u8) -> bool {
        state.goals_of(seat) < GOALS_EACH
    }

    /// A marker on a space, and what it does at once (T20-T29).
    pub(super) fn take_space(&self, state: &mut State, id: u8) {
        let mover = state.mover;
        self.mover_mut(state).placed += 1;
        state.space = id;
        state.back = Phase::Rest;
        self.occupy(state, mover, id);
        match id {
            space::GENES..space::FIRST => state.phase = Phase::Tile(id),
            space::FIRST..space::GOAL | space::SLOT => self.enter(state, Phase::Rest),
            space::GOAL | 10 => {
                self.pay(state, id - space::GOAL + 2);
                state.phase = Phase::Goal;
            }
            space::TREASURY => {
                earn(&mut self.mover_mut(state).coins, 2);
                self.enter(state, Phase::Rest);
            }
            space::UNIVERSITY | 13 => {
                self.pay(state, id - space::UNIVERSITY + 1);
                state.phase = Phase::Validate(Paid::University);
            }
            space::NURSERY => self.enter(state, Phase::Draw(2, Deck::Plants)),
            space::TOOL_SHED => self.enter(state, Phase::Draw(1, Deck::Tools)),
            space::GARDENING => {
                let draws = 1 + u8::from(self.mover(state).has(assistant::ALIPIUS));
                self.enter(state, Phase::Draw(draws, Deck::Any));
            }
            _ => state.phase = Phase::Roll(0),
        }
    }

    /// Puts a seat's marker on a space; the coin of the square goes with it (T22, T23).
    pub(super) fn occupy(&self, state: &mut State, seat: u8, id: u8) {
        match id {
            space::SECOND => {
                if let Some(place) = state.second.iter_mut().find(|seat| **seat == NONE) {
                    *place = seat;
                }
            }
            space::GARDENING.. => state.players[usize::from(seat)].spaces |= 1 << (id - space::GARDENING),
            _ => {
                let places = &mut state.spaces[usize::from(id)];
                places[usize::from(places[0] != NONE)] = seat;
                if id < space::SECOND && state.coins >> (id % 4) & 1 == 1 {
                    state.coins &= !(1 << (id % 4));
                    if self.is_johann(seat) {
                        earn(&mut state.johann.coins, 1);
                    } else {
                        earn(&mut state.players[usize::from(seat)].coins, 1);
                    }
                }
            }
        }
    }

    fn pay(&self, state: &mut State, cost: u8) {
        let cost = self.cost(self.mover(state), cost);
        self.mover_mut(state).coins -= cost;
    }

    /// T2: what can be done with the tiles of a colour, by bits of [`super::pieces::TILES`].
    pub(super) fn tile_ways(&self, state: &State, colour: u8) -> u64 {
        state.squares[usize::from(colour)].tile_ways()
    }

    /// Moves the gene tile (T2).
    pub(super) fn set_tile(&self, state: &mut State, colour: u8, way: u8) {
        let square = &mut state.squares[usize::from(colour)];
        *square = square.after(way);
        self.enter(state, Phase::Rest);
    }

    /// Whether a tool can be played now as a free play (T31, T32), if it is in hand.
    pub(super) fn is_free_play(&self, state: &State, id: u8) -> bool {
        let player = self.mover(state);
        match id {
            tool::SEED_BAG => self.has_plant_cards(state),
            tool::DISSERTATION => player.coins >= self.cost(player, 1) && self.can_set_goal(state),
            // There is room for two pots; the shipped data have no more (T11).
            tool::FLOWER_POT => player.free_pot().is_some() && self.has_plants(state),
            tool::LENS | tool::WATCH | tool::LINE => {
                state.phase == Phase::Rest && self.space_of(id).contains(&state.space)
            }
            _ => false,
        }
    }

    /// A tool leaves the hand: the copy that everybody knows first (T16).
    pub(super) fn play_tool(&self, state: &mut State, id: u8) {
        let player = self.mover_mut(state);
        if player.known_tools.count(id) > 0 {
            player.known_tools.take(id);
        } else if player.tools.count(id) > 0 {
            player.tools.take(id);
        } else {
            player.hidden_tools -= 1;
        }
        if id != tool::FLOWER_POT {
            state.tool_discards.add(id);
        }
    }

    /// A tool with an effect of its own (T24, T27, T30, T31).
    pub(super) fn free_tool(&self, state: &mut State, id: u8) {
        state.back = state.phase;
        self.play_tool(state, id);
        match id {
            tool::SEED_BAG => {
                state.seeds = 0;
                self.ask_card(state, Draw::Seeds(SEEDS));
            }
            tool::DISSERTATION => {
                self.pay(state, 1);
                state.phase = Phase::Goal;
            }
            tool::FLOWER_POT => {
                let player = self.mover_mut(state);
                let plot = player.free_pot().unwrap_or(FIRST_POT);
                player.pots += 1;
                state.phase = Phase::Source(plot);
            }
            _ => {
                earn(&mut self.mover_mut(state).coins, 2);
                self.resume(state);
            }
        }
    }

    /// Seed Bag: draws on as long as there are cards, then discards all but two (T27).
    pub(super) fn go_on_seeding(&self, state: &mut State, left: u8) {
        if left > 0 && self.has_plant_cards(state) {
            return self.ask_card(state, Draw::Seeds(left));
        }
        let drawn = SEEDS - left;
        if drawn > SEEDS_KEPT {
            state.phase = Phase::Discard(drawn - SEEDS_KEPT);
        } else {
            self.end_seeding(state);
        }
    }

    fn end_seeding(&self, state: &mut State) {
        state.seeds = 0;
        self.resume(state);
    }

    /// One of the plants that a Seed Bag drew goes to the discards (T27).
    pub(super) fn discard_seed(&self, state: &mut State, left: u8, plant: u8) {
        state.seeds &= !(1 << plant);
        self.leave_hand(state, plant);
        state.plant_discards |= 1 << plant;
        if left > 1 {
            state.phase = Phase::Discard(left - 1);
        } else {
            self.end_seeding(state);
        }
    }

    /// A plant leaves the mover's hand, known to the viewer or not.
    pub(super) fn leave_hand(&self, state: &mut State, plant: u8) {
        let (card, epoch) = (1 << plant, usize::from(state.epoch));
        let pooled = state.pool.iter().position(|part| part & card != 0);
        if let Some(old) = pooled {
            state.pool[old] &= !card;
        }
        let player = self.mover_mut(state);
        if player.known & card != 0 {
            player.known &= !card;
        } else if let Some(part) = player.hand.iter_mut().find(|part| **part & card != 0) {
            *part &= !card;
        } else {
            player.hidden[pooled.unwrap_or(epoch)] -= 1;
        }
    }

    /// Elisabeth's ability, or Anna's for a coin (T26, T31).
    pub(super) fn use_ability(&self, state: &mut State, id: u8) {
        state.back = state.phase;
        if id == assistant::ANNA {
            self.pay(state, 1);
        }
        self.mover_mut(state).used |= 1 << id;
        state.phase = Phase::Validate(if id == assistant::ANNA { Paid::Anna } else { Paid::Elisabeth });
    }

    /// A research marker on a goal (T24).
    pub(super) fn set_goal(&self, state: &mut State, goal: u8) {
        state.goals[usize::from(goal)] = state.mover;
        self.resume(state);
    }

    /// After the draws of an action (T21).
    pub(super) fn after_draws(&self, state: &mut State) {
        let next = if state.space == space::GARDENING { Phase::Harvest } else { Phase::Rest };
        self.enter(state, next);
    }

    /// T21: complete plants are harvested; then Eduard's plot is filled, and the player may sow.
    pub(super) fn harvest_and_sow(&self, state: &mut State) {
        let mover = state.mover;
        self.harvest(state, mover);
        self.fill_eduard(state, Phase::Sow);
    }

    /// Takes every complete plant of a player (T21, T30).
    pub(super) fn harvest(&self, state: &mut State, seat: u8) {
        let player = &mut state.players[usize::from(seat)];
        for plot in 0..PLOTS {
            let plant = player.plots[plot];
            if plant == NONE || player.covered[plot] != self.cards.plants[usize::from(plant)].colours() {
                continue;
            }
            player.plots[plot] = NONE;
            player.covered[plot] = 0;
            player.harvested |= 1 << plant;
            if plot >= usize::from(FIRST_POT) {
                player.pots -= 1;
                state.tool_discards.add(tool::FLOWER_POT);
            }
        }
    }

    /// A plant of the hand comes to the lowest free plot (T21, T33).
    pub(super) fn sow(&self, state: &mut State, plant: u8) {
        self.leave_hand(state, plant);
        let player = self.mover_mut(state);
        if let Some(plot) = player.free_plot() {
            player.plots[usize::from(plot)] = plant;
            player.covered[usize::from(plot)] = 0;
        }
        self.enter(state, Phase::Sow);
    }

    /// Omari's die of a colour, if there is anything to decide; else the next one (T29, T33).
    pub(super) fn enter_omari(&self, state: &mut State, colour: u8) {
        if colour == 4 {
            state.rolled = [NONE; 4];
            return self.enter(state, Phase::Rest);
        }
        let player = self.mover(state);
        let set = self.uncovered(player) >> (3 * colour);
        let matches = set >> state.rolled[usize::from(colour)] & 1 == 1;
        let wild = player.can_use(assistant::MARIA);
        if !(matches || wild || self.may_play(state)) {
            self.enter(state, Phase::Omari(colour + 1));
        }
    }

    /// One of Omari's dice; the four count when the last is rolled (T29).
    pub(super) fn roll_omari(&self, state: &mut State, colour: u8, face: u8) {
        state.rolled[usize::from(colour)] = state.squares[usize::from(colour)].outcome(face);
        if colour < 3 {
            state.phase = Phase::Roll(colour + 1);
        } else if self.is_johann(state.mover) {
            self.johann_rolled(state);
        } else {
            self.enter(state, Phase::Omari(0));
        }
    }

    /// The turn ends: the next seat clockwise with a marker left, or breeding (T20).
    pub(super) fn end_turn(&self, state: &mut State) {
        state.count_turn();
        self.next_worker(state);
    }

    /// The next turn of the working phase (T20).
    pub(super) fn next_worker(&self, state: &mut State) {
        state.space = NONE;
        if self.rules.players == 1 {
            return self.next_of_two(state);
        }
        let players = self.rules.players;
        for step in 1..=players {
            let seat = (state.mover + step) % players;
            let player = &state.players[usize::from(seat)];
            if player.placed < player.markers {
                return self.start_turn(state, seat);
            }
        }
        self.start_breeding(state);
    }

    /// A working turn of a player begins (T30, T31).
    pub(super) fn start_turn(&self, state: &mut State, seat: u8) {
        state.mover = seat;
        state.space = NONE;
        self.fill_eduard(state, Phase::Work);
    }
}
