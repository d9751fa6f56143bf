//! Set-up, the end of a round, the end of the game and its scoring (T10, T16, T51, T52).

use super::Genotype;
use super::phase::{Draw, Phase};
use super::pieces::{ASSISTANTS, HIDDEN, NONE, assistant, tool};
use super::state::{MAX_SHIFTS, Plants, State, is_some};
use crate::bits::members;
use crate::game::Seat;

/// The game has so many rounds.
pub(super) const ROUNDS: u8 = 5;

impl Genotype {
    /// After the display is dealt: at the start hands are dealt, later the next round begins.
    pub(super) fn after_display(&self, state: &mut State) {
        if state.round == 0 {
            return self.ask_card(state, Draw::Deal(0, 0));
        }
        self.reset(state);
        self.start_round(state);
    }

    /// T51: coins, markers, dice, once-per-round abilities.
    fn reset(&self, state: &mut State) {
        state.coins = 0b1111;
        state.spaces = [[NONE; 2]; 16];
        state.second = [NONE; MAX_SHIFTS];
        state.dice = [[0; 4]; 4];
        for player in &mut state.players {
            player.placed = 0;
            player.used = 0;
            player.spaces = 0;
            player.dice = 0;
            player.passed = false;
        }
        self.reset_johann(state);
    }

    /// After a seat's cards: the next seat, Johann, or the choice of plants (T10).
    pub(super) fn deal_next(&self, state: &mut State, seat: Seat) {
        if seat + 1 < self.rules.players {
            self.ask_card(state, Draw::Deal(seat + 1, 0));
        } else if self.rules.players == 1 {
            self.ask_card(state, Draw::Garden);
        } else {
            state.phase = Phase::Plant(0);
        }
    }

    /// T16: a seat chooses in secret what to plant, then what to keep; the third is discarded.
    pub(super) fn choose_plant(&self, state: &mut State, seat: Seat, plant: u8) {
        self.leave_deal(state, seat, plant);
        state.planting[usize::from(seat)] = plant;
        state.phase = Phase::Keep(seat);
    }

    /// What is kept; the third is discarded (T10, T16).
    pub(super) fn choose_kept(&self, state: &mut State, seat: Seat, kept: u8) {
        let own = usize::from(seat);
        let hand = state.players[own].known_hand();
        // To a viewer who does not know the hand any plant is possible, and the other one is unknown.
        let is_known = kept != HIDDEN && hand >> kept & 1 == 1;
        let other = if is_known { (hand & !(1 << kept)).trailing_zeros() as u8 } else { HIDDEN };
        self.leave_deal(state, seat, other);
        state.discarding[own] = other;
        state.phase =
            if seat + 1 < self.rules.players { Phase::Plant(seat + 1) } else { Phase::ShowPlanted(0) };
    }

    fn leave_deal(&self, state: &mut State, seat: Seat, plant: u8) {
        let epoch = usize::from(state.epoch);
        let player = &mut state.players[usize::from(seat)];
        if plant != HIDDEN && player.hand[epoch] >> plant & 1 == 1 {
            player.hand[epoch] &= !(1 << plant);
        } else {
            player.hidden[epoch] -= 1;
        }
    }

    /// The plants that were chosen are shown (T16).
    pub(super) fn show_planted(&self, state: &mut State, seat: Seat, plant: u8) {
        state.planting[usize::from(seat)] = NONE;
        state.players[usize::from(seat)].plots[0] = plant;
        state.phase = Phase::ShowDiscarded(seat);
    }

    /// Those that are discarded, too (T16).
    pub(super) fn show_discarded(&self, state: &mut State, seat: Seat, plant: u8) {
        state.discarding[usize::from(seat)] = NONE;
        state.plant_discards |= 1 << plant;
        if seat + 1 < self.rules.players {
            state.phase = Phase::ShowPlanted(seat + 1);
        } else {
            self.water_dealt(state);
        }
    }

    /// T16: dealt Watering Funnels are used, seat by seat; then the first round begins.
    pub(super) fn water_dealt(&self, state: &mut State) {
        for seat in 0..self.rules.players {
            if state.players[usize::from(seat)].known_tools.count(tool::FUNNEL) > 0 {
                state.mover = seat;
                state.back = Phase::Automa(super::phase::Automa::Elisabeth); // comes back here
                return self.water(state, seat);
            }
        }
        state.round = 1;
        self.start_round(state);
    }

    /// The working phase of a round begins.
    fn start_round(&self, state: &mut State) {
        self.shuffle(state); // T67: Johann's cards, before each phase
        self.start_turn(state, state.first);
    }

    /// T51: the reset.
    pub(super) fn end_round(&self, state: &mut State) {
        state.round += 1;
        for player in &mut state.players {
            player.passed = false;
        }
        if self.rules.players > 1 {
            state.first = (state.first + 1) % self.rules.players;
        }
        for (price, [lowest, _, _]) in state.prices.iter_mut().zip(self.cards.prices) {
            *price = price.saturating_sub(1).max(lowest);
        }
        for plant in
            std::mem::replace(&mut state.plants, [NONE; 5]).into_iter().filter(|plant| is_some(*plant))
        {
            state.plant_discards |= 1 << plant;
        }
        for tool in std::mem::replace(&mut state.tools, [NONE; 5]).into_iter().filter(|tool| is_some(*tool)) {
            state.tool_discards.add(tool);
        }
        for id in std::mem::replace(&mut state.assistants, [NONE; 3]).into_iter().filter(|id| is_some(*id)) {
            state.assistant_discards |= 1 << id;
        }
        self.deal_display(state, Draw::PlantSlot(0));
    }

    /// T52: the last harvest.
    pub(super) fn finish(&self, state: &mut State) {
        for seat in 0..self.rules.players {
            self.harvest(state, seat);
        }
        state.phase = Phase::Over;
    }

    pub(super) fn plant_points(&self, plants: Plants) -> i32 {
        members(plants).map(|plant| i32::from(self.cards.plants[usize::from(plant)].points)).sum()
    }

    /// T15: points for a seat's research goals among some plants.
    pub(super) fn goal_points(&self, state: &State, seat: Seat, plants: Plants) -> i32 {
        let mut points = 0;
        for goal in (0..state.goals.len()).filter(|goal| state.goals[*goal] == seat) {
            let (colour, recessive) = (goal / 2, goal % 2 == 1);
            let matching = members(plants)
                .map(|plant| self.cards.plants[usize::from(plant)].traits[colour])
                .filter(|kind| if recessive { *kind == 2 } else { *kind < 2 })
                .count() as i32;
            points += matching * if recessive { 3 } else { 2 };
        }
        points
    }

    /// T52: points if the game ended now.
    pub(super) fn points(&self, state: &State, seat: Seat) -> i32 {
        let player = &state.players[usize::from(seat)];
        let mut harvested = player.harvested;
        let mut markers = 0;
        for (plot, plant) in player.planted() {
            let covered = player.covered[usize::from(plot)];
            if covered == self.cards.plants[usize::from(plant)].colours() {
                harvested |= 1 << plant;
            } else {
                markers += covered.count_ones() as i32;
            }
        }
        self.plant_points(harvested)
            + self.goal_points(state, seat, harvested)
            + markers
            + i32::from(player.coins)
    }

    /// Johann's points, counted in the same way.
    pub(super) fn johann_points(&self, state: &State) -> i32 {
        let johann = &state.johann;
        let markers: u32 = johann.covered.iter().map(|covered| covered.count_ones()).sum();
        self.plant_points(johann.harvested)
            + self.goal_points(state, super::state::JOHANN, johann.harvested)
            + markers as i32
            + i32::from(johann.coins)
    }

    /// T52: the seats with most points; among them those with most completed plants. Alone: whether the player is
    /// not behind Johann.
    pub(super) fn leaders(&self, state: &State) -> u8 {
        let rank =
            |seat: Seat| (self.points(state, seat), state.players[usize::from(seat)].harvested.count_ones());
        if self.rules.players == 1 {
            return u8::from(rank(0) >= self.johann_rank(state));
        }
        let best = (0..self.rules.players).map(rank).max();
        (0..self.rules.players).filter(|seat| Some(rank(*seat)) == best).fold(0, |set, seat| set | 1 << seat)
    }

    pub(super) fn johann_rank(&self, state: &State) -> (i32, u32) {
        (self.johann_points(state), state.johann.harvested.count_ones())
    }

    /// Alone, a win, a tie or a loss against Johann (T52, T66).
    pub(super) fn final_returns(&self, state: &State) -> Vec<f64> {
        let seats = self.rules.players;
        if state.phase != Phase::Over {
            return vec![0.0; usize::from(seats)];
        }
        if seats == 1 {
            let own = (self.points(state, 0), state.players[0].harvested.count_ones());
            return vec![match own.cmp(&self.johann_rank(state)) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Less => -1.0,
            }];
        }
        let winners = self.leaders(state);
        let share = f64::from(seats) / f64::from(winners.count_ones());
        let return_of =
            |seat: Seat| (if winners >> seat & 1 == 1 { share } else { 0.0 } - 1.0) / f64::from(seats - 1);
        (0..seats).map(return_of).collect()
    }

    /// T60: the six assistants of the hard game.
    pub(super) fn hard_assistants() -> u16 {
        [
            assistant::ELISABETH,
            assistant::OMARI,
            assistant::FRANZ,
            assistant::MARIA,
            assistant::LEOPOLD,
            assistant::MAY,
        ]
        .into_iter()
        .fold(0, |set, id| set | 1 << id)
            & ((1 << ASSISTANTS.len()) - 1)
    }
}
