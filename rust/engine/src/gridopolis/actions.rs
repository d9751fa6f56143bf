//! Which actions are legal, fast. Why one is not: `explain.rs`.

use super::Gridopolis;
use super::building::Grid;
use super::site::{DIRECTIONS, Directions, LEVEL_DIRECTIONS, NONE, Pads, UP, bit, pads_of};
use super::state::{Landing, Phase, State};
use crate::game::Actions;
use crate::rng::Rng;

/// Action ids: `pad * 26 + direction` is a step, hop, capture or kamikaze; geometry decides which.
pub const TELEPORT: u16 = 1664;
/// `BUILD + anchor * 5 + side`.
pub const BUILD: u16 = 1728;
/// `BLOCK + pad`.
pub const BLOCK: u16 = 2048;
/// Ends a chain, or declines a king's second move.
pub const STOP: u16 = 2112;
/// Exists only where nothing else does (G12).
pub const PASS: u16 = 2113;
/// Ids are below this.
pub const ACTIONS: u16 = 2114;

/// Whose markers a jump goes over.
#[derive(Clone, Copy)]
enum Over {
    Anyone,
    Opponents,
}

impl Gridopolis {
    pub(super) fn grid<'a>(&'a self, state: &'a State) -> Grid<'a> {
        Grid::new(&self.board, &state.built)
    }

    /// Empty active pads: no marker, no blocker-box (G20, G61).
    #[inline]
    pub(super) fn free(&self, state: &State) -> Pads {
        self.grid(state).all() & !state.occupied() & !state.blocked
    }

    /// Where the direction limits let the marker on `pad` go (G21-G24).
    #[inline]
    pub(super) fn allowed(&self, state: &State, pad: u8) -> Directions {
        let seat = usize::from(state.seat & 3);
        if state.kings & bit(pad) != 0 {
            Directions::MAX // G24
        } else if (!state.moved | self.board.home_rows[seat]) & bit(pad) != 0 {
            self.board.forward[seat] // G22, G23
        } else {
            self.board.not_backward[seat] // G21
        }
    }

    /// The directions in which the marker on `pad` can step or jump.
    #[inline]
    fn reach(&self, state: &State, pad: u8, free: Pads, over: Over) -> Directions {
        let grid = self.grid(state);
        let own = state.own(state.seat);
        let (steps, jumped) = match over {
            Over::Anyone => (free, state.occupied()),
            Over::Opponents => (0, state.occupied() & !own),
        };
        let (mut reached, mut jumps) = (0, 0);
        for direction in pads_of(u64::from(grid.exits(pad) & self.allowed(state, pad))) {
            let next = grid.next(pad, direction);
            reached |= ((steps >> next & 1) as Directions) << direction;
            jumps |= (jumped >> next & 1) << direction;
        }
        for direction in pads_of(jumps) {
            let middle = grid.next(pad, direction);
            let possible = self.can_jump(&grid, own, free, middle, direction);
            reached |= Directions::from(possible) << direction;
        }
        reached
    }

    /// Whether the marker on `middle` can be jumped in a direction.
    #[inline]
    pub(super) fn can_jump(&self, grid: &Grid, own: Pads, free: Pads, middle: u8, direction: u8) -> bool {
        let behind = grid.next(middle, direction);
        if behind == NONE {
            // G34: off the grid-set, on the level, over an opponent.
            own & bit(middle) == 0 && LEVEL_DIRECTIONS >> direction & 1 == 1
        } else {
            free & bit(behind) != 0 // G26, G30
        }
    }

    /// Whether a capture or kamikaze is possible from `pad` (G32, G35).
    pub(super) fn can_capture(&self, state: &State, pad: u8) -> bool {
        let grid = self.grid(state);
        let (free, own) = (self.free(state), state.own(state.seat));
        let opponents = state.occupied() & !own;
        pads_of(u64::from(grid.exits(pad) & self.allowed(state, pad))).any(|direction| {
            let middle = grid.next(pad, direction);
            opponents & bit(middle) != 0 && self.can_jump(&grid, own, free, middle, direction)
        })
    }

    /// Whether a hop can go on in its line (G26).
    pub(super) fn can_hop(&self, state: &State, pad: u8, direction: u8) -> bool {
        let grid = self.grid(state);
        let own = state.own(state.seat);
        let middle = grid.next(pad, direction);
        middle != NONE
            && own & bit(middle) != 0
            && self.allowed(state, pad) >> direction & 1 == 1
            && self.can_jump(&grid, own, self.free(state), middle, direction)
    }

    /// Whether the marker on `pad` can move at all.
    pub(super) fn can_move(&self, state: &State, pad: u8) -> bool {
        let free = self.free(state);
        pads_of(u64::from(self.grid(state).exits(pad))).any(|way| self.can_go(state, pad, free, way))
    }

    /// Teleporters that the marker on `pad` can teleport to (G50, G53).
    #[inline]
    pub(super) fn free_teleporters(&self, state: &State, pad: u8) -> Pads {
        self.board.teleporters & !state.occupied() & !bit(pad)
    }

    /// For each side, the anchors of sites where the seat to act can add a pad (G60).
    #[inline]
    pub(super) fn buildable(&self, state: &State) -> [Pads; 5] {
        let reserve = state.reserves[usize::from(state.seat)];
        if reserve.pads == 0 || reserve.links == 0 {
            return [0; 5];
        }
        let mut open = state.open;
        if reserve.posts == 0 {
            open[UP] = 0;
        }
        open
    }

    /// Pads that the seat to act can put a blocker-box on (G61).
    #[inline]
    pub(super) fn blockable(&self, state: &State, free: Pads) -> Pads {
        if state.reserves[usize::from(state.seat)].blockers == 0 {
            return 0;
        }
        free & !self.board.nodes
    }

    pub(super) fn list(&self, state: &State, out: &mut Actions) {
        let free = self.free(state);
        match state.phase {
            Phase::Turn => {
                let first = out.len();
                for pad in pads_of(state.own(state.seat)) {
                    list_moves(pad, self.reach(state, pad, free, Over::Anyone), out);
                }
                let open = self.buildable(state);
                let anchors = open.iter().fold(0, |all, side| all | side);
                for anchor in pads_of(anchors) {
                    for (side, set) in open.iter().enumerate() {
                        if set & bit(anchor) != 0 {
                            out.push(BUILD + u16::from(anchor) * 5 + side as u16);
                        }
                    }
                }
                out.extend(pads_of(self.blockable(state, free)).map(|pad| BLOCK + u16::from(pad)));
                if out.len() == first {
                    out.push(PASS); // G12
                }
            }
            Phase::Chain { pad, landing: Landing::Hop(direction), .. } => {
                out.extend([u16::from(pad) * 26 + u16::from(direction), STOP]);
            }
            Phase::Chain { pad, .. } => {
                list_moves(pad, self.reach(state, pad, free, Over::Opponents), out);
                out.push(STOP);
            }
            Phase::Teleport { pad, .. } => {
                let targets = self.free_teleporters(state, pad);
                out.extend(pads_of(targets).map(|pad| TELEPORT + u16::from(pad)));
            }
            Phase::Second { pad } => {
                list_moves(pad, self.reach(state, pad, free, Over::Anyone), out);
                out.push(STOP);
            }
            Phase::Over(_) => {}
        }
    }

    /// A legal action, each equally likely.
    pub(super) fn sample(&self, state: &State, rng: &mut Rng, scratch: &mut Actions) -> u16 {
        let drawn = match state.phase {
            Phase::Turn => self.draw_turn(state, rng),
            Phase::Second { pad } => self.draw_second(state, pad, rng),
            _ => None,
        };
        drawn.unwrap_or_else(|| {
            scratch.clear();
            self.list(state, scratch);
            scratch[rng.below(scratch.len() as u64) as usize]
        })
    }

    /// Draws among all directions of all markers, builds and blocker-boxes, and draws again where a
    /// marker can't go: each legal action stays equally likely, and none needs a list. After many
    /// misses markers can hardly move, and listing is cheaper.
    fn draw_turn(&self, state: &State, rng: &mut Rng) -> Option<u16> {
        let free = self.free(state);
        let own = state.own(state.seat);
        let (kings, pawns) = (own & state.kings, own & !state.kings);
        let pawn_moves = pawns.count_ones() * PAWN_DIRECTIONS;
        let moves = pawn_moves + kings.count_ones() * KING_DIRECTIONS;
        let open = self.buildable(state);
        let blocks = self.blockable(state, free);
        // Reserves are empty for most of a game, and counting bits costs a little.
        let placements = if open == [0; 5] && blocks == 0 {
            0
        } else {
            open.iter().map(|side| side.count_ones()).sum::<u32>() + blocks.count_ones()
        };
        let total = u64::from(moves + placements);
        for _ in 0..TRIES {
            let mut draw = rng.below(total) as u32;
            if draw < moves {
                let (pad, direction) = if draw < pawn_moves {
                    let directions = &self.pawn_directions[usize::from(state.seat & 3)];
                    let place = draw % PAWN_DIRECTIONS;
                    (nth(pawns, draw / PAWN_DIRECTIONS), directions[place as usize])
                } else {
                    draw -= pawn_moves;
                    (nth(kings, draw / KING_DIRECTIONS), (draw % KING_DIRECTIONS) as u8)
                };
                if self.can_go(state, pad, free, direction) {
                    return Some(u16::from(pad) * 26 + u16::from(direction));
                }
                continue;
            }
            draw -= moves;
            for (side, set) in open.into_iter().enumerate() {
                if draw < set.count_ones() {
                    return Some(BUILD + u16::from(nth(set, draw)) * 5 + side as u16);
                }
                draw -= set.count_ones();
            }
            return Some(BLOCK + u16::from(nth(blocks, draw)));
        }
        None
    }

    /// The same for a king's second move, which may also be a stop.
    fn draw_second(&self, state: &State, pad: u8, rng: &mut Rng) -> Option<u16> {
        let free = self.free(state);
        for _ in 0..TRIES {
            let draw = rng.below(u64::from(KING_DIRECTIONS) + 1) as u8;
            if u32::from(draw) == KING_DIRECTIONS {
                return Some(STOP);
            }
            if self.can_go(state, pad, free, draw) {
                return Some(u16::from(pad) * 26 + u16::from(draw));
            }
        }
        None
    }

    /// Whether the marker on `pad` can step or jump in a direction.
    #[inline]
    fn can_go(&self, state: &State, pad: u8, free: Pads, direction: u8) -> bool {
        let grid = self.grid(state);
        let middle = grid.next(pad, direction);
        if middle == NONE || self.allowed(state, pad) >> direction & 1 == 0 {
            return false;
        }
        let own = state.own(state.seat);
        free & bit(middle) != 0
            || state.occupied() & bit(middle) != 0 && self.can_jump(&grid, own, free, middle, direction)
    }

    /// Whether an action id is legal now.
    pub(super) fn is_legal(&self, state: &State, id: u16) -> bool {
        if state.phase == Phase::Turn && id < STOP {
            // Most of what is played, without a list of all else.
            let free = self.free(state);
            let has = |set: Pads, pad: u16| set >> pad & 1 == 1;
            return match id {
                0..TELEPORT => {
                    has(state.own(state.seat), id / 26)
                        && self.can_go(state, (id / 26) as u8, free, (id % 26) as u8)
                }
                TELEPORT..BUILD => false,
                BUILD..BLOCK => has(self.buildable(state)[usize::from((id - BUILD) % 5)], (id - BUILD) / 5),
                _ => has(self.blockable(state, free), id - BLOCK),
            };
        }
        let mut legal = Actions::new();
        self.list(state, &mut legal);
        legal.binary_search(&id).is_ok()
    }
}

pub(super) fn list_moves(pad: u8, mut directions: Directions, out: &mut Actions) {
    while directions != 0 {
        out.push(u16::from(pad) * 26 + directions.trailing_zeros() as u16);
        directions &= directions - 1;
    }
}

/// How many of the 26 directions are not backward, whatever the axis.
pub(super) const PAWN_DIRECTIONS: u32 = 17;
const KING_DIRECTIONS: u32 = DIRECTIONS as u32;

/// Draws before a list is made after all.
const TRIES: u32 = 40;

/// The `n`-th bit of a set, counted from 0.
#[inline]
fn nth(mut set: u64, n: u32) -> u8 {
    for _ in 0..n {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}
