//! What an event leads to: each goes to the file of its phase.

use super::Genotype;
use super::actions::{
    ASSISTANT, DIE, DONE, GOAL, PAIR, PASS, PAY, PLANT, PLANT_SLOT, SPACE, TILE, TOOL, TRAIT, UPGRADE, chance,
};
use super::phase::Phase;
use super::pieces::{HIDDEN, assistant, die, tool};
use super::state::State;
use crate::game::UNKNOWN;

impl Genotype {
    pub(super) fn act(&self, state: &mut State, id: u16) {
        match id {
            SPACE..PLANT_SLOT => self.take_space(state, id as u8),
            PLANT_SLOT..PLANT => self.take_from(state, id),
            PLANT..TOOL => self.on_plant(state, (id - PLANT) as u8),
            TOOL..ASSISTANT => self.on_tool(state, (id - TOOL) as u8),
            ASSISTANT..TRAIT => self.on_assistant(state, (id - ASSISTANT) as u8),
            TRAIT..DIE => {
                let place = (id - TRAIT) as u8;
                let seat = if let Phase::Funnel(seat) = state.phase { seat } else { state.mover };
                if let Phase::Omari(colour) | Phase::Any(colour) = state.phase
                    && state.back == Phase::Omari(colour)
                {
                    state.back = Phase::Omari(colour + 1);
                }
                self.validate(state, seat, place / 4, place % 4);
            }
            DIE..PAIR => self.take_die(state, ((id - DIE) / 4) as u8, ((id - DIE) % 4) as u8),
            PAIR..GOAL => self.take_pair(state, ((id - PAIR) / 4) as u8, ((id - PAIR) % 4) as u8),
            GOAL..TILE => self.set_goal(state, (id - GOAL) as u8),
            TILE..UPGRADE => {
                if let Phase::Tile(colour) = state.phase {
                    self.set_tile(state, colour, (id - TILE) as u8);
                }
            }
            UPGRADE..PAY => {
                if let Phase::Upgrade(grants) = state.phase {
                    self.buy(state, (id - UPGRADE) as u8, grants);
                }
            }
            PAY => self.pay_franz(state),
            DONE => self.done(state),
            PASS => match state.phase {
                Phase::Pick { kind, .. } => {
                    state.count_turn();
                    self.pass_pick(state, kind);
                }
                _ => self.pass_upgrade(state),
            },
            _ => self.on_plant(state, HIDDEN), // UNKNOWN: a choice that the viewer does not see
        }
    }

    fn on_plant(&self, state: &mut State, plant: u8) {
        match state.phase {
            Phase::Plant(seat) => self.choose_plant(state, seat, plant),
            Phase::Keep(seat) => self.choose_kept(state, seat, plant),
            Phase::Discard(left) => self.discard_seed(state, left, plant),
            _ => self.sow(state, plant),
        }
    }

    fn on_tool(&self, state: &mut State, id: u8) {
        match (id, state.phase) {
            (tool::KNIFE, Phase::Pick { .. }) => {
                state.for_pair = true;
                self.graft(state);
            }
            (tool::KNIFE, _) => {
                state.for_pair = false;
                self.graft(state);
            }
            (tool::RAKE, Phase::Omari(colour) | Phase::Use(colour, _)) => {
                self.play_tool(state, id);
                state.phase = Phase::Any(colour);
            }
            (tool::BRUSH, Phase::Copies(genotype)) => {
                self.play_tool(state, id);
                self.validate_all(state, genotype);
            }
            (tool::GRANT, Phase::Upgrade(grants)) => {
                self.play_tool(state, id);
                state.phase = Phase::Upgrade(grants + 1);
            }
            _ => self.free_tool(state, id),
        }
    }

    fn on_assistant(&self, state: &mut State, id: u8) {
        match (id, state.phase) {
            (_, Phase::Upgrade(grants)) => self.hire(state, id, grants),
            (assistant::MAY, Phase::Copies(genotype)) => self.validate_all(state, genotype),
            (assistant::MARIA, Phase::Omari(colour) | Phase::Use(colour, _)) => {
                self.mover_mut(state).used |= 1 << id;
                state.phase = Phase::Any(colour);
            }
            _ => self.use_ability(state, id),
        }
    }

    /// T42: once, for two more slots in this round.
    fn pay_franz(&self, state: &mut State) {
        let cost = self.cost(self.mover(state), 1);
        let player = self.mover_mut(state);
        player.coins -= cost;
        player.used |= 1 << assistant::FRANZ;
        if let Phase::Pick { kind, knife } = state.phase {
            self.ask_pick(state, kind, knife);
        }
    }

    fn done(&self, state: &mut State) {
        match state.phase {
            Phase::Harvest => self.harvest_and_sow(state),
            Phase::Sow => self.enter(state, Phase::Rest),
            Phase::Omari(colour) => self.enter(state, Phase::Omari(colour + 1)),
            Phase::Copies(_) => self.resume(state),
            Phase::Rest => self.end_turn(state),
            Phase::Use(_, die::NEW) => self.take_coin(state),
            Phase::Knife => {
                let kind = state.pick;
                state.count_turn();
                self.after_pick(state, kind);
            }
            _ => {}
        }
    }

    pub(super) fn happen(&self, state: &mut State, id: u16) {
        match state.phase {
            Phase::First => {
                state.first = (id - chance::SEAT) as u8;
                self.start_setup(state);
            }
            Phase::Johann => {
                self.give_special(state, (id - chance::ASSISTANT) as u8);
                self.start_setup(state);
            }
            Phase::Card(draw) => self.take_card(state, draw, id),
            Phase::ShowPlanted(seat) => self.show_planted(state, seat, id as u8),
            Phase::ShowDiscarded(seat) => self.show_discarded(state, seat, id as u8),
            Phase::Roll(colour) => {
                let face = (id - chance::FACE) as u8;
                self.roll_omari(state, colour, face);
            }
            Phase::Die(number) => self.sort_die(state, number, (id - chance::FACE) as u8),
            Phase::Automa(why) => self.draw_automa(state, why, (id - chance::AUTOMA) as u8),
            _ => debug_assert!(id != UNKNOWN, "nothing is drawn now"),
        }
    }
}
