//! Coming back to a phase: whether it is asked at all, which never depends on secrets, and what follows
//! if not.

use super::Genotype;
use super::phase::{Deck, Phase};
use super::pieces::{NONE, assistant, space, tool};
use super::state::{Player, State};
use crate::game::Seat;

impl Genotype {
    pub(super) fn mover<'a>(&self, state: &'a State) -> &'a Player {
        &state.players[usize::from(state.mover) % super::state::MAX_PLAYERS]
    }

    pub(super) fn mover_mut<'a>(&self, state: &'a mut State) -> &'a mut Player {
        &mut state.players[usize::from(state.mover) % super::state::MAX_PLAYERS]
    }

    /// What a cost comes to: Leopold lowers it by 1, to at least 1 (T50).
    #[inline]
    pub(super) fn cost(&self, player: &Player, cost: u8) -> u8 {
        if player.has(assistant::LEOPOLD) && cost > 1 { cost - 1 } else { cost }
    }

    /// Colours of the uncovered traits on a player's plots, as genotypes by bits (T1).
    pub(super) fn uncovered(&self, player: &Player) -> u16 {
        player.planted().fold(0, |set, (plot, plant)| {
            set | self.cards.plants[usize::from(plant)].open(player.covered[usize::from(plot)])
        })
    }

    /// Whether Elisabeth's or Anna's ability can be used (T31, T32).
    pub(super) fn can_use_ability(&self, state: &State, player: &Player, ability: u8) -> bool {
        if !player.can_use(ability) {
            return false;
        }
        match ability {
            assistant::ELISABETH => self.uncovered(player) & self.goal_genotypes(state, state.mover) != 0,
            assistant::ANNA => player.coins >= self.cost(player, 1) && self.uncovered(player) != 0,
            _ => false,
        }
    }

    /// Genotypes that match a seat's research markers (T15), by bits.
    pub(super) fn goal_genotypes(&self, state: &State, seat: Seat) -> u16 {
        let mut set = 0;
        for (goal, owner) in state.goals.iter().enumerate() {
            if *owner == seat {
                let colour = goal / 2;
                set |= if goal % 2 == 0 { 0b011 } else { 0b100 } << (3 * colour);
            }
        }
        set
    }

    /// Whether a free play is possible on public grounds (T31, T33).
    pub(super) fn may_play(&self, state: &State) -> bool {
        let player = self.mover(state);
        player.has_tools()
            || self.can_use_ability(state, player, assistant::ELISABETH)
            || self.can_use_ability(state, player, assistant::ANNA)
    }

    /// Whether the mover has a plant to sow, and a plot for it (T21, T33).
    pub(super) fn can_sow(&self, state: &State) -> bool {
        let player = self.mover(state);
        player.hand_size() > 0 && player.free_plot().is_some()
    }

    /// Goes to a phase, or past it if it is not asked.
    pub(super) fn enter(&self, state: &mut State, phase: Phase) {
        state.phase = phase;
        state.back = phase;
        match phase {
            Phase::Draw(0, _) => self.after_draws(state),
            Phase::Draw(_, deck) if !self.can_draw(state, deck) => self.after_draws(state), // T27
            Phase::Harvest if !self.may_play(state) => self.harvest_and_sow(state),
            Phase::Sow if !self.can_sow(state) && !self.may_play(state) => self.enter(state, Phase::Rest),
            Phase::Omari(colour) => self.enter_omari(state, colour),
            Phase::Knife => self.enter_knife(state),
            Phase::Upgrade(_) => self.bought(state), // after Eduard's plant
            Phase::Automa(_) => self.water_dealt(state),
            Phase::Rest if !self.may_play(state) => self.end_turn(state),
            _ => {}
        }
    }

    /// Goes on where an interruption came from.
    pub(super) fn resume(&self, state: &mut State) {
        let back = state.back;
        self.enter(state, back);
    }

    /// Whether a card of a kind is anywhere to be drawn (T27).
    pub(super) fn can_draw(&self, state: &State, deck: Deck) -> bool {
        let plants = || self.has_plants(state);
        let tools = || state.tools.iter().any(|tool| *tool != NONE) || self.has_tool_cards(state);
        match deck {
            Deck::Plants => plants(),
            Deck::Tools => tools(),
            Deck::Any => plants() || tools(),
        }
    }

    /// Whether a plant can be taken from display, deck or discards.
    pub(super) fn has_plants(&self, state: &State) -> bool {
        state.plants.iter().any(|plant| *plant != NONE) || self.has_plant_cards(state)
    }

    /// Whether the tool just drawn is a Watering Funnel, which is used at once (T27).
    pub(super) fn is_funnel(&self, id: u8) -> bool {
        id == tool::FUNNEL
    }

    /// The space on which a tool of the Parent Genes, 1st Shift or 2nd Shift gives coins (T31).
    pub(super) fn space_of(&self, id: u8) -> std::ops::Range<u8> {
        match id {
            tool::LENS => space::GENES..space::FIRST,
            tool::WATCH => space::FIRST..space::SECOND,
            _ => space::SECOND..space::GOAL,
        }
    }
}
