//! Which events are possible, fast. Why one is not: `explain.rs`.

use super::Microworld;
use super::pieces::{Cells, GENES, MAX_CELLS, MUTATIONS, PAWNS, TARGETS, bit, gene, members, mutation, nth};
use super::state::{Phase, State};
use crate::game::{Actions, Actor, Outcomes, Scratch};
use crate::rng::Rng;

/// `PLACE + cell`.
pub const PLACE: u16 = 0;
/// `GENE + gene`: announce it.
pub const GENE: u16 = 64;
/// `KEEP + mutation`.
pub const KEEP: u16 = 73;
/// `PAWN + 14 * seat + number`: the target of a gene or mutation.
pub const PAWN: u16 = 79;
/// `CELL + cell`: the target of a gene or mutation.
pub const CELL: u16 = 107;
/// Use the own mutation.
pub const MUTATE: u16 = 171;
/// Steal the announced gene.
pub const STEAL: u16 = 172;
/// Let it work.
pub const ALLOW: u16 = 173;
/// No more genes or mutations in this turn.
pub const END: u16 = 174;
/// Ids are below this.
pub const ACTIONS: u16 = 175;

/// Ids of chance: genes from 0, then these.
pub mod chance {
    /// `MUTATION + mutation`.
    pub const MUTATION: u16 = 9;
    /// `TARGET + target`.
    pub const TARGET: u16 = 15;
    /// Ids are below this.
    pub const COUNT: u16 = 19;
}

impl Microworld {
    #[inline]
    pub(super) fn who_acts(&self, state: &State) -> Actor {
        match state.phase {
            Phase::Before | Phase::After | Phase::Move | Phase::Flip | Phase::Mutate => {
                Actor::Seat(state.seat)
            }
            Phase::Steal(_) => Actor::Seat(state.seat ^ 1),
            Phase::Keep(seat) => Actor::Seat(seat),
            Phase::Over => Actor::Over,
            _ => Actor::Chance,
        }
    }

    /// Cells that the seat of the turn may place in (M11-M13, M21, M25, M62).
    #[inline]
    pub(super) fn placements(&self, state: &State) -> Cells {
        let open = self.free(state) & !bit(state.barrier);
        if state.is_first_turn() {
            return open & state.genes; // M11
        }
        let near = open & self.near(state);
        let wide = near == 0 || state.turn.has(gene::ANYWHERE);
        let cells = if wide { open } else { near };
        if state.turn.has(gene::OCCUPIED) { cells | self.stackable(state) } else { cells }
    }

    /// What can be aimed at now, as a set, and the id of its member 0.
    #[inline]
    pub(super) fn targets(&self, state: &State) -> (u64, u16) {
        let pawns = PAWN + PAWNS as u16 * u16::from(state.seat ^ 1);
        match state.phase {
            Phase::Move => (self.escapes(state), CELL),
            Phase::Flip => (self.flippable(state), pawns),
            Phase::Mutate if state.has_mutation(state.seat, mutation::EXCHANGE) => {
                (self.mutation_targets(state), pawns)
            }
            Phase::Mutate => (self.mutation_targets(state), CELL),
            Phase::Keep(seat) => {
                let seat = usize::from(seat);
                let hidden = if state.tiles_hidden[seat] > 0 { state.unseen_tiles() } else { 0 };
                (u64::from(state.tiles[seat] | hidden), KEEP)
            }
            _ => (0, 0),
        }
    }

    pub(super) fn list(&self, state: &State, out: &mut Actions) {
        let mut push =
            |set: u64, first: u16| out.extend(members(set).map(|member| first + u16::from(member)));
        match state.phase {
            Phase::Before => {
                push(self.placements(state), PLACE);
                push(u64::from(self.usable_genes(state)), GENE);
            }
            Phase::After => {
                push(u64::from(self.usable_genes(state)), GENE);
                push(u64::from(self.mutation_targets(state) != 0), MUTATE);
                push(1, END);
            }
            Phase::Steal(_) => push(0b11, STEAL),
            _ => {
                let (set, first) = self.targets(state);
                push(set, first);
            }
        }
    }

    /// A legal action, each equally likely.
    #[inline]
    pub(super) fn sample(&self, state: &State, rng: &mut Rng) -> u16 {
        let (set, first, more) = match state.phase {
            Phase::Before => (self.placements(state), PLACE, self.usable_genes(state)),
            Phase::After => {
                let mutate = u64::from(self.mutation_targets(state) != 0);
                (mutate | 1 << (END - MUTATE), MUTATE, self.usable_genes(state))
            }
            Phase::Steal(_) => (0b11, STEAL, 0),
            _ => {
                let (set, first) = self.targets(state);
                (set, first, 0)
            }
        };
        let (many, others) = (set.count_ones(), if more == 0 { 0 } else { more.count_ones() });
        let draw = rng.below(u64::from(many + others)) as u32;
        if draw < many {
            first + u16::from(nth(set, draw))
        } else {
            GENE + u16::from(nth(u64::from(more), draw - many))
        }
    }

    /// A random event, as [`Self::sample`] and [`Self::sample_chance`] draw it. Most events are a pawn
    /// placed by a player who has no gene to use, so this is asked first.
    #[inline]
    pub(super) fn play_on(&self, state: &mut State, rng: &mut Rng, _scratch: &mut Scratch) -> bool {
        match state.phase {
            Phase::Before if !self.may_use_gene(state) => {
                let cells = self.placements(state);
                self.place(state, nth(cells, rng.below(u64::from(cells.count_ones())) as u32));
            }
            Phase::Over => return false,
            _ if self.who_acts(state) == Actor::Chance => {
                let id = self.sample_chance(state, rng);
                self.happen(state, id);
            }
            _ => {
                let id = self.sample(state, rng);
                self.act(state, id);
            }
        }
        true
    }

    /// The possible outcomes as a set, and the id of its member 0; all are equally likely.
    #[inline]
    fn chances(&self, state: &State) -> (u64, u16) {
        match state.phase {
            // M10: of the tokens that nobody has seen, each is equally likely.
            Phase::Token | Phase::Leftover(_) | Phase::Ten(_) => (u64::from(state.unseen()), 0),
            Phase::Target => ((1 << TARGETS.len()) - 1, chance::TARGET),
            Phase::Tile(_) => (u64::from(state.unseen_tiles()), chance::MUTATION),
            Phase::Reveal(seat) => {
                let kept = state.mutations[usize::from(seat)];
                let known = usize::from(kept) < MUTATIONS.len();
                let set = if known { 1 << kept } else { u64::from(state.unseen_tiles()) };
                (set, chance::MUTATION)
            }
            _ => (0, 0),
        }
    }

    pub(super) fn list_outcomes(&self, state: &State, out: &mut Outcomes) {
        let (set, first) = self.chances(state);
        out.extend(members(set).map(|member| (first + u16::from(member), 1)));
    }

    #[inline]
    pub(super) fn sample_chance(&self, state: &State, rng: &mut Rng) -> u16 {
        let (set, first) = self.chances(state);
        first + u16::from(nth(set, rng.below(u64::from(set.count_ones())) as u32))
    }

    /// Whether an action is legal now.
    pub(super) fn is_legal(&self, state: &State, id: u16) -> bool {
        let has = |set: u64, first: u16, count: u16| {
            (first..first + count).contains(&id) && set >> (id - first) & 1 == 1
        };
        let genes = || has(u64::from(self.usable_genes(state)), GENE, GENES.len() as u16);
        match state.phase {
            Phase::Before => has(self.placements(state), PLACE, MAX_CELLS as u16) || genes(),
            Phase::After => id == END || id == MUTATE && self.mutation_targets(state) != 0 || genes(),
            Phase::Steal(_) => id == STEAL || id == ALLOW,
            _ => {
                let (set, first) = self.targets(state);
                has(set, first, MAX_CELLS as u16)
            }
        }
    }

    /// Whether an outcome of chance is possible now.
    pub(super) fn is_possible(&self, state: &State, id: u16) -> bool {
        let (set, first) = self.chances(state);
        (first..first + 64).contains(&id) && set >> (id - first) & 1 == 1
    }
}
