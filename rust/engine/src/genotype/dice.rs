//! What is done with the dice taken: their traits, Rake, Maria, De Novo coins and pairs, Graft Knife (T41-T43).

use super::Genotype;
use super::breeding::Picks;
use super::phase::{Kind, Phase};
use super::pieces::{assistant, die, tool};
use super::state::{State, earn};

impl Genotype {
    /// Takes a die of a colour from its pool, into a slot or onto a Graft Knife (T41).
    pub(super) fn take_die(&self, state: &mut State, colour: u8, kind: u8) {
        let Phase::Pick { kind: pick, knife } = state.phase else { return };
        state.dice[usize::from(colour)][usize::from(kind)] -= 1;
        if !knife {
            self.mover_mut(state).dice += 1;
        }
        // After it another one may be taken with a Graft Knife; a 1st Shift's only of the same colour.
        self.use_up(state, pick, knife, colour);
        state.back = Phase::Knife;
        let player = self.mover(state);
        let wild = player.has_tools() || player.can_use(assistant::MARIA);
        let set = if kind == die::NEW { 0 } else { self.traits_in(player, 1 << (3 * colour + kind)) };
        match (wild, kind == die::NEW, set.count_ones()) {
            (false, true, _) => self.take_coin(state),
            (false, false, 1) => {
                let place = set.trailing_zeros() as u8;
                let mover = state.mover;
                self.validate(state, mover, place / 4, place % 4);
            }
            _ => state.phase = Phase::Use(colour, kind),
        }
    }

    /// Remembers the pick and its colour; an extra one on a Graft Knife uses up none of the 1st Shifts (T40, T42).
    fn use_up(&self, state: &mut State, pick: Kind, knife: bool, colour: u8) {
        if !knife || state.for_pair {
            state.pick = Self::used_up(pick, colour);
        }
        state.colour = colour;
    }

    /// A De Novo die for a coin (T41).
    pub(super) fn take_coin(&self, state: &mut State) {
        earn(&mut self.mover_mut(state).coins, 1);
        self.resume(state);
    }

    /// Takes a De Novo die and another die of its colour; with a knife one of them lies on it (T41-T43).
    pub(super) fn take_pair(&self, state: &mut State, colour: u8, kind: u8) {
        let Phase::Pick { kind: pick, knife } = state.phase else { return };
        let pool = &mut state.dice[usize::from(colour)];
        pool[usize::from(die::NEW)] -= 1;
        pool[usize::from(kind)] -= 1;
        self.mover_mut(state).dice += 2 - u8::from(knife);
        self.use_up(state, pick, knife, colour);
        state.back = Phase::Knife;
        state.phase = Phase::Pair(colour);
    }

    /// With which picks a Graft Knife could go on after a pick: in a 1st Shift of the same colour (T42).
    pub(super) fn knife_kind(&self, state: &State) -> Kind {
        match state.pick {
            Kind::First(_) => Kind::First(1 << state.colour),
            other => other,
        }
    }

    /// What one more slot would allow now.
    pub(super) fn knife_picks(&self, state: &State, wild: bool) -> Picks {
        let slots = self.free_slots(self.mover(state)) + 1;
        // A pair always needs a normal slot (T43); with one slot more than free ones it has it.
        self.picks(state, self.knife_kind(state), slots, wild)
    }

    /// Asks for a Graft Knife after a pick, or goes on (T42).
    pub(super) fn enter_knife(&self, state: &mut State) {
        let player = self.mover(state);
        let asked = player.has_tools() && !self.knife_picks(state, true).is_empty();
        if !asked {
            let kind = state.pick;
            state.count_turn();
            self.after_pick(state, kind);
        }
    }

    /// A Graft Knife for one more pick, or for the second die of a pair (T42, T43).
    pub(super) fn graft(&self, state: &mut State) {
        self.play_tool(state, tool::KNIFE);
        let kind = if let Phase::Pick { kind, .. } = state.phase { kind } else { self.knife_kind(state) };
        state.phase = Phase::Pick { kind, knife: true };
        state.back = state.phase;
    }

    /// Whether a Graft Knife can be the second slot of a pair: just one slot is free, and a pair is there (T42, T43).
    pub(super) fn knife_makes_pair(&self, state: &State, kind: Kind) -> bool {
        let slots = self.free_slots(self.mover(state));
        slots == 1 && self.picks(state, kind, 2, false).pairs != 0
    }
}
