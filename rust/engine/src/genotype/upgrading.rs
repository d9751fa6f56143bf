//! The research upgrade phase (T50).

use super::Genotype;
use super::phase::Phase;
use super::pieces::{EDUARD_PLOT, NONE, UPGRADES, assistant};
use super::state::{State, is_some};
use crate::game::Seat;

/// A sixth marker is not for sale (T50).
const MAX_MARKERS: u8 = 5;
/// What a Grant takes off.
pub(super) const GRANT: u8 = 2;
pub(super) const HIRE: u8 = 3;

impl Genotype {
    /// The upgrade phase begins (T50).
    pub(super) fn start_upgrades(&self, state: &mut State) {
        for player in &mut state.players {
            player.passed = false;
        }
        if self.rules.players == 1 {
            return self.start_upgrades_of_two(state);
        }
        state.mover = state.first;
        self.next_buyer(state);
    }

    /// Counter-clockwise, from the right of the first player, until all have passed (T50).
    pub(super) fn next_buyer(&self, state: &mut State) {
        if self.rules.players == 1 {
            return self.next_buyer_of_two(state);
        }
        let players = self.rules.players;
        for step in 1..=players {
            let seat = (state.mover + players - step) % players;
            if !state.players[usize::from(seat)].passed {
                return self.ask_upgrade(state, seat);
            }
        }
        self.end_round(state);
    }

    /// Asks a seat, if something could be affordable (T50).
    pub(super) fn ask_upgrade(&self, state: &mut State, seat: Seat) {
        state.mover = seat;
        state.phase = Phase::Upgrade(0);
        let player = self.mover(state);
        let tools = player.known_tools.len() + player.tools.len() + player.hidden_tools;
        // As if all tools in hand were Grants: what they are is nobody's business.
        let possible = (0..UPGRADES.len() as u8).any(|upgrade| {
            self.is_for_sale(state, upgrade) && self.price(state, upgrade, tools) <= player.coins
        });
        if !possible {
            self.mover_mut(state).passed = true;
            self.next_buyer(state);
        }
    }

    /// Whether an upgrade is in stock for the mover (T14, T50).
    pub(super) fn is_for_sale(&self, state: &State, upgrade: u8) -> bool {
        match upgrade {
            0 => state.plots_left > 0,
            1 => state.slots_left > 0,
            2 => self.mover(state).markers < MAX_MARKERS,
            _ => state.assistants.iter().any(|id| is_some(*id)),
        }
    }

    /// What an upgrade costs the mover with so many Grants (T14, T50).
    pub(super) fn price(&self, state: &State, upgrade: u8, grants: u8) -> u8 {
        let price = self.cost(self.mover(state), state.prices[usize::from(upgrade)]);
        price.saturating_sub(GRANT.saturating_mul(grants))
    }

    /// Whether an upgrade is there, and the coins for it (T50).
    pub(super) fn can_buy(&self, state: &State, upgrade: u8, grants: u8) -> bool {
        self.is_for_sale(state, upgrade) && self.price(state, upgrade, grants) <= self.mover(state).coins
    }

    /// A purchase makes the next one of its kind dearer (T14, T50).
    pub(super) fn raise_price(&self, state: &mut State, upgrade: u8) {
        let [_, _, highest] = self.cards.prices[usize::from(upgrade)];
        let price = &mut state.prices[usize::from(upgrade)];
        *price = (*price + 1).min(highest);
    }

    /// A plot, a slot or a marker (T50).
    pub(super) fn buy(&self, state: &mut State, upgrade: u8, grants: u8) {
        let price = self.price(state, upgrade, grants);
        let player = self.mover_mut(state);
        player.coins -= price;
        match upgrade {
            0 => {
                player.new_plots += 1;
                state.plots_left -= 1;
            }
            1 => {
                player.new_slots += 1;
                state.slots_left -= 1;
            }
            _ => player.markers += 1,
        }
        self.raise_price(state, upgrade);
        self.bought(state);
    }

    /// An assistant (T50).
    pub(super) fn hire(&self, state: &mut State, id: u8, grants: u8) {
        let price = self.price(state, HIRE, grants);
        let player = self.mover_mut(state);
        player.coins -= price;
        player.assistants |= 1 << id;
        if let Some(slot) = state.assistants.iter_mut().find(|slot| **slot == id) {
            *slot = NONE;
        }
        self.raise_price(state, HIRE);
        if id == assistant::EDUARD && self.has_plants(state) {
            // T30: his plant is taken at once.
            state.back = Phase::Upgrade(u8::MAX);
            state.phase = Phase::Source(EDUARD_PLOT);
        } else {
            self.bought(state);
        }
    }

    /// A purchase is a turn (T50).
    pub(super) fn bought(&self, state: &mut State) {
        state.count_turn();
        self.next_buyer(state);
    }

    /// Who passes buys nothing more in this round (T50).
    pub(super) fn pass_upgrade(&self, state: &mut State) {
        self.mover_mut(state).passed = true;
        self.bought(state);
    }
}
