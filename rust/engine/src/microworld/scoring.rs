//! Points: adjacency scoring by sets and counts of bits, and the final scoring with its breakdown.

use super::Microworld;
use super::board::Tissue;
use super::pieces::{Cells, Kind, bit, gene, mutation};
use super::state::State;
use crate::game::Seat;

/// How a tissue scores in the end (M30).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) tissue: Tissue,
    /// Pawns of each seat that count, and those that were removed as flipped.
    pub(crate) pawns: [u32; 2],
    pub(crate) flipped: [u32; 2],
    pub(crate) radiation: bool,
    /// Who has more pawns there.
    pub(crate) leader: Option<Seat>,
    /// What the leader scores.
    pub(crate) points: u8,
}

impl Microworld {
    /// M15, M22-M24: points for the pawns around the pawn just placed.
    #[inline]
    pub(super) fn placing_points(&self, state: &State) -> u8 {
        let turn = &state.turn;
        if turn.blocked {
            return 0; // M24
        }
        let counted = if turn.has(gene::OPPONENT) { state.seat ^ 1 } else { state.seat };
        let pawns = state.count(counted, self.adjacent(state.last_of(state.seat))) as u8;
        if turn.has(gene::DOUBLE) { 2 * pawns } else { pawns }
    }

    /// M44: 1 for placing in a nervous cell, with rule E.
    #[inline]
    pub(super) fn nervous_points(&self, state: &State) -> u8 {
        u8::from(self.nervous & bit(state.turn.cell) != 0)
    }

    /// M45: 2 for placing in the last free cell of a tissue, with rule F.
    #[inline]
    pub(super) fn filled_points(&self, state: &State) -> u8 {
        if state.turn.filled { 2 } else { 0 }
    }

    /// Cells that carry a radiation token (M27).
    pub(super) fn radiated(&self, state: &State) -> Cells {
        let mut cells = 0;
        for seat in 0..2 {
            if state.radiation[usize::from(seat)] != 0 {
                let carries = |pawn: &u8| state.radiation[usize::from(seat)] >> pawn & 1 == 1;
                cells |= state
                    .pawns(seat)
                    .filter(|(pawn, _)| carries(pawn))
                    .fold(0, |set, (_, cell)| set | bit(cell));
            }
        }
        cells
    }

    /// The position after the flipped pawns are removed (M30).
    fn without_flipped(&self, state: &State) -> State {
        let mut left = *state;
        for seat in 0..2 {
            for (pawn, cell) in state.pawns(seat) {
                if state.flipped[usize::from(seat)] >> pawn & 1 == 1 {
                    left.take_pawn(seat, cell);
                }
            }
        }
        left
    }

    /// What a tissue is worth to a seat that has the majority (M4, M27, M46, M47, M61).
    pub(super) fn worth(&self, state: &State, tissue: &Tissue, radiated: Cells, seat: Seat) -> u8 {
        let rules = self.rules.set;
        if radiated & tissue.cells != 0 || tissue.kind == Kind::Mucous && rules.has(b'G') {
            return 0;
        }
        let size = tissue.cells.count_ones() as u8;
        let double = tissue.kind == Kind::Muscular && rules.has(b'H');
        size * (1 + u8::from(double)) + u8::from(state.has_mutation(seat, mutation::MAJORITY))
    }

    /// What the final scoring would add to each seat's points if the game ended now (M30).
    #[inline]
    pub fn final_points(&self, state: &State) -> [u16; 2] {
        let left = if state.flipped == [0, 0] { None } else { Some(self.without_flipped(state)) };
        let left = left.as_ref().unwrap_or(state);
        let radiated = self.radiated(state);
        let mut points = [0; 2];
        for tissue in &self.board.tissues {
            let [own, other] = [0, 1].map(|seat| left.count(seat, tissue.cells));
            // Without branches: who leads is hard to foresee.
            let [mine, theirs] = [0, 1].map(|seat| u16::from(self.worth(state, tissue, radiated, seat)));
            points[0] += mine * u16::from(own > other);
            points[1] += theirs * u16::from(other > own);
        }
        points
    }

    /// The final scoring, tissue by tissue, as if the game ended now.
    pub(super) fn breakdown(&self, state: &State) -> Vec<Score> {
        let left = self.without_flipped(state);
        let radiated = self.radiated(state);
        let score = |tissue: &Tissue| {
            let pawns = [0, 1].map(|seat| left.count(seat, tissue.cells));
            let all = [0, 1].map(|seat| state.count(seat, tissue.cells));
            let leader = (pawns[0] != pawns[1]).then(|| u8::from(pawns[1] > pawns[0]));
            Score {
                tissue: *tissue,
                pawns,
                flipped: [all[0] - pawns[0], all[1] - pawns[1]],
                radiation: radiated & tissue.cells != 0,
                leader,
                points: leader.map_or(0, |seat| self.worth(state, tissue, radiated, seat)),
            }
        };
        self.board.tissues.iter().map(score).collect()
    }

    /// M31: most points, then most unused gene tokens, then both.
    pub(super) fn leaders(&self, state: &State) -> u8 {
        let rank = |seat: u8| (state.points[usize::from(seat)], state.hand_size(seat));
        match rank(0).cmp(&rank(1)) {
            std::cmp::Ordering::Greater => 0b01,
            std::cmp::Ordering::Less => 0b10,
            std::cmp::Ordering::Equal => 0b11,
        }
    }
}
