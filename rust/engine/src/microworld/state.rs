//! The state: a small plain value. What follows from the pawns (whose turn, who is adjacent to whom) is
//! not stored, but for the sets that make counting fast.

use super::pieces::{Cells, Genes, MUTATIONS, NONE, PAWN_PLACES, bit, gene, mutation};
use crate::game::Seat;
use crate::rng::WordHash;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// How many pawns of each seat a cell holds, in binary: `ones + 2 * twos` (at most three, M25).
    pub(crate) ones: [Cells; 2],
    pub(crate) twos: [Cells; 2],
    /// Cells with a gene token.
    pub(crate) genes: Cells,
    /// With the target bone lover: osseous cells that each seat placed in (M41).
    pub(crate) bones: [Cells; 2],
    /// The cell of each pawn, in the order of placing; [`NONE`] if it is not placed.
    pub(crate) cells: [[u8; PAWN_PLACES]; 2],
    /// How many pawns each seat has placed.
    pub(crate) placed: [u8; 2],
    /// Flipped pawns (M20), and those that carry a radiation token (M27), by bits.
    pub(crate) flipped: [u16; 2],
    pub(crate) radiation: [u16; 2],
    /// Unused gene tokens of each seat that the viewer knows, and how many more there are.
    pub(crate) hands: [Genes; 2],
    pub(crate) hidden: [u8; 2],
    /// Tokens in hands that both players know (M63).
    pub(crate) known: Genes,
    /// Tokens that each seat has used.
    pub(crate) used: [Genes; 2],
    /// Tokens that lie beside the board.
    pub(crate) leftovers: u8,
    /// The power that the gene arrow shows.
    pub(crate) arrow: u8,
    pub(crate) points: [u16; 2],
    /// The target of rule B, who reached it, and who was the first with 10 points (rule D).
    pub(crate) target: u8,
    pub(crate) target_by: u8,
    pub(crate) ten_by: u8,
    /// The mutation that each seat keeps: [`NONE`], or `HIDDEN` if it is chosen but not known.
    pub(crate) mutations: [u8; 2],
    /// Mutation tiles dealt and not kept, by bits, and how many more the viewer does not know.
    pub(crate) tiles: [u8; 2],
    pub(crate) tiles_hidden: [u8; 2],
    pub(crate) tokens: [u8; 2],
    /// The cell with a mutation token (M62).
    pub(crate) barrier: u8,
    pub(crate) seat: Seat,
    pub(crate) turn: Turn,
    pub(crate) phase: Phase,
}

/// What has happened in the turn.
#[allow(clippy::struct_excessive_bools)] // they are facts on their own
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// Gene uses (M16).
    pub(crate) uses: u8,
    /// Lasting powers in effect.
    pub(crate) powers: Genes,
    /// The opponent blocked this turn (M24).
    pub(crate) blocked: bool,
    /// The mutation was used.
    pub(crate) mutated: bool,
    /// The cell placed in.
    pub(crate) cell: u8,
    /// It was the last free one of its tissue (M45).
    pub(crate) filled: bool,
    /// Points of the mover.
    pub(crate) gained: u8,
    /// M60 was scored.
    pub(crate) bonus: bool,
}

impl Turn {
    pub(crate) const NEW: Turn = Turn {
        uses: 0,
        powers: 0,
        blocked: false,
        mutated: false,
        cell: NONE,
        filled: false,
        gained: 0,
        bonus: false,
    };

    #[inline]
    pub(crate) fn has(&self, power: u8) -> bool {
        self.powers >> power & 1 == 1
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Chance: the left-over token that a seat draws (M40).
    Leftover(Seat),
    /// Chance: the target (M41).
    Target,
    /// Chance: a mutation tile for a seat (M42).
    Tile(Seat),
    /// A seat keeps one of its tiles.
    Keep(Seat),
    /// Chance: a seat's mutation is turned face-up.
    Reveal(Seat),
    /// Place, or use a gene before it.
    Before,
    /// The other seat may steal this announced gene (M63).
    Steal(u8),
    /// Where the opponent's pawn moves (M26).
    Move,
    /// Chance: the token just taken (M14).
    Token,
    /// Use genes or the mutation, or end the turn.
    After,
    /// Which pawn to flip (M20).
    Flip,
    /// The target of the mutation (M62, M64, M65).
    Mutate,
    /// Chance: the left-over token that a seat draws for 10 points (M43).
    Ten(Seat),
    /// Nothing.
    Over,
}

impl State {
    /// Cells with a pawn.
    #[inline]
    pub(crate) fn occupied(&self) -> Cells {
        self.ones[0] | self.ones[1] | self.twos[0] | self.twos[1]
    }

    /// Cells with a pawn of this seat.
    #[inline]
    pub(crate) fn own(&self, seat: Seat) -> Cells {
        let seat = usize::from(seat & 1);
        self.ones[seat] | self.twos[seat]
    }

    /// How many pawns of a seat stand in some cells.
    #[inline]
    pub(crate) fn count(&self, seat: Seat, cells: Cells) -> u32 {
        let seat = usize::from(seat & 1);
        let ones = (self.ones[seat] & cells).count_ones();
        // Stacks are rare.
        if self.twos[seat] == 0 { ones } else { ones + 2 * (self.twos[seat] & cells).count_ones() }
    }

    #[inline]
    pub(crate) fn add_pawn(&mut self, seat: Seat, cell: u8) {
        let seat = usize::from(seat & 1);
        let bit = bit(cell);
        self.twos[seat] ^= self.ones[seat] & bit;
        self.ones[seat] ^= bit;
    }

    #[inline]
    pub(crate) fn take_pawn(&mut self, seat: Seat, cell: u8) {
        let seat = usize::from(seat & 1);
        let bit = bit(cell);
        self.ones[seat] ^= bit;
        self.twos[seat] ^= self.ones[seat] & bit;
    }

    /// Moves a pawn that is on the board.
    pub(crate) fn move_pawn(&mut self, seat: Seat, pawn: u8, cell: u8) {
        let from = self.cell_of(seat, pawn);
        self.take_pawn(seat, from);
        self.add_pawn(seat, cell);
        self.cells[usize::from(seat & 1)][usize::from(pawn)] = cell;
    }

    /// Where a pawn stands; [`NONE`] if it is not placed.
    #[inline]
    pub(crate) fn cell_of(&self, seat: Seat, pawn: u8) -> u8 {
        self.cells[usize::from(seat & 1)].get(usize::from(pawn)).copied().unwrap_or(NONE)
    }

    /// Where the pawn that a seat placed last stands now (M13).
    #[inline]
    pub(crate) fn last_of(&self, seat: Seat) -> u8 {
        let seat = usize::from(seat & 1);
        // Without a pawn this is the last place, which is always empty.
        self.cells[seat][usize::from(self.placed[seat].wrapping_sub(1)) % PAWN_PLACES]
    }

    /// Pawns of a seat by number, with their cells.
    pub(crate) fn pawns(&self, seat: Seat) -> impl Iterator<Item = (u8, u8)> + '_ {
        let seat = usize::from(seat & 1);
        (0..).zip(self.cells[seat].iter().take(usize::from(self.placed[seat])).copied())
    }

    /// How many gene tokens a seat has in hand: everybody knows it.
    #[inline]
    pub(crate) fn hand_size(&self, seat: Seat) -> u32 {
        let seat = usize::from(seat & 1);
        self.hands[seat].count_ones() + u32::from(self.hidden[seat])
    }

    /// Whether a seat has any gene token in hand.
    #[inline]
    pub(crate) fn has_genes(&self, seat: Seat) -> bool {
        let seat = usize::from(seat & 1);
        self.hands[seat] | Genes::from(self.hidden[seat]) != 0
    }

    /// Gene tokens that were never seen by the viewer, wherever they are.
    #[inline]
    pub(crate) fn unseen(&self) -> Genes {
        gene::ALL & !(self.hands[0] | self.hands[1] | self.used[0] | self.used[1])
    }

    /// Gene tokens that a seat may have in hand as far as the viewer knows.
    #[inline]
    pub(crate) fn possible_hand(&self, seat: Seat) -> Genes {
        let seat = usize::from(seat & 1);
        self.hands[seat] | if self.hidden[seat] > 0 { self.unseen() } else { 0 }
    }

    /// Mutation tiles that were never seen by the viewer.
    pub(crate) fn unseen_tiles(&self) -> u8 {
        let kept = self.mutations.iter().filter(|kept| usize::from(**kept) < MUTATIONS.len());
        mutation::ALL & !kept.fold(self.tiles[0] | self.tiles[1], |set, kept| set | 1 << kept)
    }

    /// Whether the mutation that a seat has chosen is still face-down (M42).
    pub(crate) fn is_secret(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Keep(_) => true,
            Phase::Reveal(next) => seat >= next,
            _ => false,
        }
    }

    /// Whether the game's first pawn is to be placed (M11).
    #[inline]
    pub(crate) fn is_first_turn(&self) -> bool {
        self.placed == [0, 0]
    }

    /// Whether the pawn of the turn is placed.
    #[inline]
    pub(crate) fn has_placed(&self) -> bool {
        self.turn.cell != NONE
    }

    /// Turns completed.
    #[inline]
    pub(crate) fn turns(&self) -> u32 {
        u32::from(self.placed[0]) + u32::from(self.placed[1]) - u32::from(self.has_placed())
    }

    /// Whether a seat has a mutation, face-up.
    #[inline]
    pub(crate) fn has_mutation(&self, seat: Seat, mutation: u8) -> bool {
        self.mutations[usize::from(seat & 1)] == mutation
    }

    /// The hash: it depends on every field.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = WordHash::default();
        for set in self.ones.iter().chain(&self.twos).chain(&self.bones).chain([&self.genes]) {
            hash.word(*set);
        }
        for cells in self.cells {
            let mut words = [[0; 8]; PAWN_PLACES / 8];
            words.as_flattened_mut().copy_from_slice(&cells);
            for word in words {
                hash.word(u64::from_le_bytes(word));
            }
        }
        let mut pair = |a: [u16; 2], b: [u16; 2]| {
            let [a0, a1] = a.map(u64::from);
            let [b0, b1] = b.map(u64::from);
            hash.word(a0 | a1 << 16 | b0 << 32 | b1 << 48);
        };
        pair(self.flipped, self.radiation);
        pair(self.hands, self.used);
        pair(self.points, [self.known, self.turn.powers]);
        let [h0, h1] = self.hidden;
        let [m0, m1] = self.mutations;
        let [t0, t1] = self.tiles;
        let [x0, x1] = self.tiles_hidden;
        let [k0, k1] = self.tokens;
        let turn = &self.turn;
        let flags = [turn.blocked, turn.mutated, turn.filled, turn.bonus];
        let flags = (0..).zip(flags).map(|(place, flag)| u8::from(flag) << place).sum();
        let phase = self.phase.bytes();
        hash.word(u64::from_le_bytes([h0, h1, m0, m1, t0, t1, x0, x1]));
        hash.word(u64::from_le_bytes([
            k0,
            k1,
            self.leftovers,
            self.arrow,
            self.target,
            self.target_by,
            self.ten_by,
            self.barrier,
        ]));
        hash.word(u64::from_le_bytes([
            self.seat,
            turn.uses,
            turn.cell,
            flags,
            turn.gained,
            phase[0],
            phase[1],
            self.placed[0] | self.placed[1] << 4,
        ]));
        hash.finish()
    }
}

impl Phase {
    fn bytes(self) -> [u8; 2] {
        match self {
            Phase::Leftover(seat) => [0, seat],
            Phase::Target => [1, 0],
            Phase::Tile(seat) => [2, seat],
            Phase::Keep(seat) => [3, seat],
            Phase::Reveal(seat) => [4, seat],
            Phase::Before => [5, 0],
            Phase::Steal(gene) => [6, gene],
            Phase::Move => [7, 0],
            Phase::Token => [8, 0],
            Phase::After => [9, 0],
            Phase::Flip => [10, 0],
            Phase::Mutate => [11, 0],
            Phase::Ten(seat) => [12, seat],
            Phase::Over => [13, 0],
        }
    }

    /// Whether mutations are being chosen (M42): their tokens are laid out when all are face-up.
    pub(crate) fn is_choice(self) -> bool {
        matches!(self, Phase::Keep(_) | Phase::Reveal(_))
    }

    /// The name in dict forms.
    pub(crate) fn name(self) -> &'static str {
        NAMES[usize::from(self.bytes()[0])]
    }
}

/// Names of phases, in the order of [`Phase`].
pub(crate) const NAMES: [&str; 14] = [
    "leftover", "target", "tile", "keep", "reveal", "before", "steal", "move", "token", "after", "flip",
    "mutate", "ten", "over",
];
