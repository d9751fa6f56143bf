//! Gene powers (M20-M29) and the mutations that are used (M62-M65): when they can be used, and what
//! they do.

use super::Microworld;
use super::pieces::{Cells, Genes, NONE, bit, gene, mutation};
use super::state::{Phase, State};
use crate::game::Seat;

impl Microworld {
    #[inline]
    pub(super) fn adjacent(&self, cell: u8) -> Cells {
        // The mask is for NONE, which comes up in no legal position.
        self.board.adjacent[usize::from(cell & 63)]
    }

    /// Cells without a pawn (M12).
    #[inline]
    pub(super) fn free(&self, state: &State) -> Cells {
        self.board.all & !state.occupied()
    }

    /// Cells adjacent to the pawn that the opponent placed last (M12, M13).
    #[inline]
    pub(super) fn near(&self, state: &State) -> Cells {
        self.adjacent(state.last_of(state.seat ^ 1))
    }

    /// Whether the seat of the turn may use a gene, going by what everybody knows (M16, M24, M40).
    #[inline]
    pub(super) fn may_use_gene(&self, state: &State) -> bool {
        state.has_genes(state.seat) && !state.turn.blocked && state.turn.uses < self.rules.gene_uses()
    }

    /// The power of a gene: that of copy is the one that the arrow shows (M28).
    #[inline]
    pub(super) fn power(&self, state: &State, token: u8) -> u8 {
        if token == gene::COPY { state.arrow } else { token }
    }

    /// Genes of the seat of the turn that it can use now: not yet placed means before placing.
    #[inline]
    pub(super) fn usable_genes(&self, state: &State) -> Genes {
        if !self.may_use_gene(state) {
            return 0;
        }
        let placed = state.has_placed();
        // M11: no before-placing gene on the first turn.
        if !placed && state.is_first_turn() {
            return 0;
        }
        let hand = state.possible_hand(state.seat);
        let mut powers = if placed { gene::ALL & !gene::BEFORE & !(1 << gene::COPY) } else { gene::BEFORE };
        // M29: no target, no use.
        let held = |power: u8| hand >> power & 1 == 1 || hand >> gene::COPY & 1 == 1 && state.arrow == power;
        if placed {
            if held(gene::FLIP) && self.flippable(state) == 0 {
                powers &= !(1 << gene::FLIP);
            }
        } else {
            if held(gene::OCCUPIED) && self.stackable(state) == 0 {
                powers &= !(1 << gene::OCCUPIED);
            }
            if held(gene::MOVE) && self.escapes(state) == 0 {
                powers &= !(1 << gene::MOVE);
            }
        }
        let copies = state.arrow != NONE && powers >> state.arrow & 1 == 1;
        hand & (powers | Genes::from(copies) << gene::COPY)
    }

    /// M20, M29: opponent pawns that can be flipped, by number.
    pub(super) fn flippable(&self, state: &State) -> u64 {
        let opponent = state.seat ^ 1;
        let unflipped = |pawn: &u8| state.flipped[usize::from(opponent & 1)] >> pawn & 1 == 0;
        self.adjacent_pawns(state, opponent).filter(unflipped).map(|pawn| 1 << pawn).sum()
    }

    /// Pawns of a seat adjacent to the pawn that the seat of the turn has just placed.
    fn adjacent_pawns<'a>(&self, state: &'a State, seat: Seat) -> impl Iterator<Item = u8> + use<'a> {
        let near = self.adjacent(state.last_of(state.seat));
        state.pawns(seat).filter(move |(_, cell)| near & bit(*cell) != 0).map(|(pawn, _)| pawn)
    }

    /// M25, M29: occupied cells that a pawn could go into.
    #[inline]
    pub(super) fn stackable(&self, state: &State) -> u64 {
        state.occupied() & self.near(state) & !bit(state.barrier)
    }

    /// M26, M29: free cells that the opponent's last pawn could move to; M62 does not hinder moving.
    #[inline]
    pub(super) fn escapes(&self, state: &State) -> u64 {
        self.free(state) & self.near(state)
    }

    /// Puts a power into effect, or asks for its target.
    pub(super) fn work(&self, state: &mut State, power: u8) {
        match power {
            gene::FLIP => state.phase = Phase::Flip,
            gene::MOVE => state.phase = Phase::Move,
            gene::RADIATION => {
                // M27: the token goes on the pawn just placed.
                let seat = usize::from(state.seat & 1);
                state.radiation[seat] |= 1 << (state.placed[seat] - 1);
                self.go_on(state);
            }
            _ => {
                state.turn.powers |= gene::LASTING & 1 << power;
                self.go_on(state);
            }
        }
    }

    /// What the mutation of the seat of the turn could be used on now (M62, M64, M65): cells, or opponent
    /// pawns by number.
    #[inline]
    pub(super) fn mutation_targets(&self, state: &State) -> u64 {
        let seat = usize::from(state.seat & 1);
        if state.tokens[seat] == 0 || state.turn.mutated || !state.has_placed() {
            return 0;
        }
        match state.mutations[seat] {
            mutation::BARRIER => self.free(state),
            mutation::EXCHANGE => self.adjacent_pawns(state, state.seat ^ 1).map(|pawn| 1 << pawn).sum(),
            mutation::SHIFT => self.free(state) & self.adjacent(state.last_of(state.seat)),
            _ => 0,
        }
    }

    /// Uses the mutation on a cell or pawn; its token is spent.
    pub(super) fn mutate(&self, state: &mut State, on: u8) {
        let (own, seat) = (state.seat, usize::from(state.seat & 1));
        let last = state.placed[seat] - 1;
        match state.mutations[seat] {
            mutation::BARRIER => state.barrier = on,
            mutation::EXCHANGE => {
                let (here, there) = (state.cell_of(own, last), state.cell_of(own ^ 1, on));
                state.move_pawn(own, last, there);
                state.move_pawn(own ^ 1, on, here);
            }
            _ => state.move_pawn(own, last, on), // M65
        }
        state.tokens[seat] -= 1;
        state.turn.mutated = true;
        self.go_on(state);
    }

    /// Whether the other seat may steal an announced gene (M63).
    #[inline]
    pub(super) fn can_steal(&self, state: &State) -> bool {
        let other = state.seat ^ 1;
        state.has_mutation(other, mutation::STEAL) && state.tokens[usize::from(other & 1)] > 0
    }
}
