//! What an event leads to: set-up, the parts of a turn and its end (M14, M17, M40-M43).

use super::Microworld;
use super::actions::{ALLOW, CELL, END, GENE, KEEP, MUTATE, PAWN, PLACE, STEAL, chance};
use super::pieces::{GENES, HIDDEN, Kind, NONE, PAWN_PLACES, PAWNS, bit, gene, mutation, target};
use super::state::{Phase, State, Turn};
use crate::game::{Seat, UNKNOWN};

/// What rule D scores (M43), and what the target does (M41).
const TEN: u8 = 2;
const TARGET: u8 = 5;

impl Microworld {
    /// Carries out a legal action.
    #[inline]
    pub(super) fn act(&self, state: &mut State, id: u16) {
        match id {
            PLACE..GENE => self.place(state, (id - PLACE) as u8),
            GENE..KEEP => self.announce(state, (id - GENE) as u8),
            KEEP..PAWN => self.keep(state, (id - KEEP) as u8),
            PAWN..CELL => self.on_pawn(state, ((id - PAWN) % PAWNS as u16) as u8),
            CELL..MUTATE => self.on_cell(state, (id - CELL) as u8),
            MUTATE => state.phase = Phase::Mutate,
            STEAL => self.steal(state),
            ALLOW => {
                if let Phase::Steal(token) = state.phase {
                    self.use_gene(state, token);
                }
            }
            END => self.end_turn(state),
            _ => self.keep(state, HIDDEN), // UNKNOWN: a choice that the viewer does not see
        }
    }

    /// Carries out an outcome of chance.
    #[inline]
    pub(super) fn happen(&self, state: &mut State, id: u16) {
        match state.phase {
            Phase::Token => {
                draw(state, state.seat, id);
                self.go_on(state);
            }
            Phase::Leftover(seat) => {
                draw(state, seat, id);
                state.leftovers -= 1;
                state.phase = if seat == 0 { Phase::Leftover(1) } else { self.rules.after_leftovers() };
            }
            Phase::Target => {
                state.target = (id - chance::TARGET) as u8;
                state.phase = self.rules.after_target();
            }
            Phase::Tile(seat) => self.deal(state, seat, id),
            Phase::Reveal(seat) => {
                state.mutations[usize::from(seat)] = (id - chance::MUTATION) as u8;
                state.phase = if seat == 0 { Phase::Reveal(1) } else { Phase::Before };
                if seat == 1 {
                    state.lay_out_tokens();
                }
            }
            Phase::Ten(seat) => {
                draw(state, seat, id);
                state.leftovers -= 1;
                self.score(state, seat, TEN);
                self.settle(state);
            }
            _ => {}
        }
    }

    /// M42: a tile for a seat.
    fn deal(&self, state: &mut State, seat: Seat, id: u16) {
        let own = usize::from(seat);
        if id == UNKNOWN {
            state.tiles_hidden[own] += 1;
        } else {
            state.tiles[own] |= 1 << (id - chance::MUTATION);
        }
        let dealt = state.tiles[own].count_ones() + u32::from(state.tiles_hidden[own]);
        state.phase = match (dealt, seat) {
            (2, 0) => Phase::Tile(1),
            (2, _) => Phase::Keep(0),
            _ => Phase::Tile(seat),
        };
    }

    /// M42: a seat keeps a tile, in secret until both have chosen.
    fn keep(&self, state: &mut State, tile: u8) {
        let Phase::Keep(seat) = state.phase else { return };
        let own = usize::from(seat);
        if tile != HIDDEN && state.tiles[own] >> tile & 1 == 1 {
            state.tiles[own] &= !(1 << tile);
        } else {
            state.tiles_hidden[own] -= 1;
        }
        state.mutations[own] = tile;
        state.phase = if seat == 0 { Phase::Keep(1) } else { Phase::Reveal(0) };
    }

    /// Puts the pawn of the turn in a cell, with nothing that follows from it.
    #[inline]
    pub(super) fn put(&self, state: &mut State, cell: u8) {
        let seat = usize::from(state.seat & 1);
        state.turn.filled = self.fills(state, cell);
        state.turn.cell = cell;
        state.cells[seat][usize::from(state.placed[seat]) % PAWN_PLACES] = cell;
        state.placed[seat] += 1;
        state.add_pawn(state.seat, cell);
    }

    #[inline]
    pub(super) fn place(&self, state: &mut State, cell: u8) {
        let (first, here) = (state.is_first_turn(), bit(cell));
        self.put(state, cell);
        if state.target == target::BONES {
            state.bones[usize::from(state.seat & 1)] |= here & self.board.kinds[Kind::Osseous as usize];
        }
        if state.genes & here != 0 {
            state.genes &= !here;
            // M11: the first one is put away unseen. M14: others are taken and looked at.
            if !first {
                state.phase = Phase::Token;
                return;
            }
        }
        self.go_on(state);
    }

    /// M17, M45: with rule F, whether placing in a cell fills its tissue; in an occupied one it does not.
    #[inline]
    pub(super) fn fills(&self, state: &State, cell: u8) -> bool {
        self.rules.set.has(b'F')
            && self.board.tissue_of[usize::from(cell & 63)] & self.free(state) == bit(cell)
    }

    /// The gene is turned face-up; the other seat may be able to steal it (M63).
    fn announce(&self, state: &mut State, token: u8) {
        let seat = usize::from(state.seat & 1);
        if state.hands[seat] >> token & 1 == 0 {
            // In a view: one of the tokens that the viewer did not know.
            state.hands[seat] |= 1 << token;
            state.hidden[seat] -= 1;
        }
        if self.can_steal(state) {
            state.known |= 1 << token;
            state.phase = Phase::Steal(token);
        } else {
            self.use_gene(state, token);
        }
    }

    fn use_gene(&self, state: &mut State, token: u8) {
        let (seat, own) = (usize::from(state.seat & 1), 1 << token);
        let power = self.power(state, token);
        state.hands[seat] &= !own;
        state.known &= !own;
        state.used[seat] |= own;
        state.turn.uses += 1;
        if token != gene::COPY {
            state.arrow = token; // M28: the arrow stays when it is copied
        }
        self.work(state, power);
    }

    /// M63: the gene changes hands without effect; its use is spent, the arrow does not move.
    fn steal(&self, state: &mut State) {
        let Phase::Steal(token) = state.phase else { return };
        let (seat, thief) = (usize::from(state.seat & 1), usize::from(state.seat & 1 ^ 1));
        state.tokens[thief] -= 1;
        state.hands[seat] &= !(1 << token);
        state.hands[thief] |= 1 << token;
        state.turn.uses += 1;
        self.go_on(state);
    }

    fn on_pawn(&self, state: &mut State, pawn: u8) {
        if state.phase == Phase::Flip {
            state.flipped[usize::from(state.seat & 1 ^ 1)] |= 1 << pawn;
            self.go_on(state);
        } else {
            self.mutate(state, pawn);
        }
    }

    fn on_cell(&self, state: &mut State, cell: u8) {
        if state.phase == Phase::Move {
            // M26: a gene token in that cell stays.
            let other = state.seat ^ 1;
            let pawn = state.placed[usize::from(other & 1)] - 1;
            state.move_pawn(other, pawn, cell);
            self.go_on(state);
        } else {
            self.mutate(state, cell);
        }
    }

    /// Where the turn goes on: to its end if nothing can be asked, which never depends on secrets.
    #[inline]
    pub(super) fn go_on(&self, state: &mut State) {
        if !state.has_placed() {
            state.phase = Phase::Before;
        } else if self.may_use_gene(state) || self.mutation_targets(state) != 0 {
            state.phase = Phase::After;
        } else {
            self.end_turn(state);
        }
    }

    /// M17: what the placing scores, with E, F and M60; then target, rule D and M60 again.
    #[inline]
    pub(super) fn end_turn(&self, state: &mut State) {
        let placing = self.placing_points(state);
        if self.rules.set.0 == 0 {
            // Nothing else scores without additional rules.
            state.points[usize::from(state.seat & 1)] += u16::from(placing);
            return self.next_turn(state);
        }
        self.score(state, state.seat, placing + self.nervous_points(state) + self.filled_points(state));
        self.score_bonus(state);
        if self.rules.set.has(b'B') || self.rules.set.has(b'D') {
            self.settle(state);
        } else {
            self.next_turn(state);
        }
    }

    #[inline]
    fn score(&self, state: &mut State, seat: Seat, points: u8) {
        state.points[usize::from(seat & 1)] += u16::from(points);
        if seat == state.seat {
            state.turn.gained += points;
        }
    }

    /// M60: once a turn, 1 more for 2 or more.
    #[inline]
    fn score_bonus(&self, state: &mut State) {
        if state.turn.gained >= 2 && !state.turn.bonus && state.has_mutation(state.seat, mutation::BONUS) {
            state.turn.bonus = true;
            self.score(state, state.seat, 1);
        }
    }

    /// M17: target B, rule D and M60, until nothing changes; then the next turn. Stops for the draw of
    /// rule D.
    fn settle(&self, state: &mut State) {
        loop {
            let before = state.points;
            let both = [state.seat, state.seat ^ 1];
            for seat in both {
                if state.target_by == NONE && self.has_reached(state, seat) {
                    state.target_by = seat;
                    self.score(state, seat, TARGET);
                }
            }
            for seat in both {
                let reached = state.points[usize::from(seat & 1)] >= 10;
                if self.rules.set.has(b'D') && state.ten_by == NONE && reached {
                    state.ten_by = seat;
                    if state.leftovers > 0 {
                        state.phase = Phase::Ten(seat);
                        return;
                    }
                    self.score(state, seat, TEN);
                }
            }
            self.score_bonus(state);
            if state.points == before {
                return self.next_turn(state);
            }
        }
    }

    /// Whether a seat has done what the target asks for (M41).
    fn has_reached(&self, state: &State, seat: Seat) -> bool {
        let own = usize::from(seat & 1);
        match state.target {
            target::BONES => state.bones[own].count_ones() >= 4,
            target::POINTS => state.points[own] >= 15,
            target::CHAIN => self.has_chain(state, seat),
            target::GENES => state.used[own].count_ones() >= 4,
            _ => false,
        }
    }

    /// Whether pawns of a seat in adjacent cells link the rims of two opposite quarters (M41).
    pub(super) fn has_chain(&self, state: &State, seat: Seat) -> bool {
        let own = state.own(seat);
        let rim = |quarter: usize| self.board.rim & self.board.quarters[quarter] & own;
        [(0, 2), (1, 3)].into_iter().any(|(one, other)| {
            let (from, to) = (rim(one), rim(other));
            from != 0 && to != 0 && self.board.spread(from, own) & to != 0
        })
    }

    #[inline]
    fn next_turn(&self, state: &mut State) {
        if state.placed[1] == PAWNS as u8 {
            // M18: both have placed all their pawns.
            state.turn = Turn::NEW;
            state.phase = Phase::Over;
            let gained = self.final_points(state);
            state.points = [state.points[0] + gained[0], state.points[1] + gained[1]];
            return;
        }
        let blocked = state.turn.has(gene::BLOCK); // M24
        state.turn = Turn { blocked, ..Turn::NEW };
        state.seat ^= 1;
        if state.has_mutation(state.seat, mutation::BARRIER) {
            state.barrier = NONE; // M62
        }
        state.phase = Phase::Before;
    }
}

/// A seat draws a gene token, seen by the viewer or not.
#[inline]
fn draw(state: &mut State, seat: Seat, id: u16) {
    let seat = usize::from(seat & 1);
    if usize::from(id) < GENES.len() {
        state.hands[seat] |= 1 << id;
    } else {
        state.hidden[seat] += 1;
    }
}
