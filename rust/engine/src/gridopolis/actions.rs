//! Which actions are legal, fast. Why one is not: `explain.rs`.

use super::Gridopolis;
use super::board::{LEVEL_DIRECTIONS, NONE, Pads, UP, bit, pads_of};
use super::building::Grid;
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

/// What one marker can do: step to these pads, jump in these directions (as bits).
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    steps: Pads,
    jumps: u32,
}

impl Reach {
    fn count(self) -> u32 {
        self.steps.count_ones() + self.jumps.count_ones()
    }

    pub(super) fn any(self) -> bool {
        self.steps != 0 || self.jumps != 0
    }
}

/// Whose markers a jump goes over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Anyone,
    Own,
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
    pub(super) fn allowed(&self, state: &State, pad: u8) -> Pads {
        if state.kings & bit(pad) != 0 {
            return Pads::MAX; // G24
        }
        let grid = self.grid(state);
        let along = self.board.axes[usize::from(state.seat)].along(grid.site(pad));
        grid.beyond(state.seat, along + i8::from(self.must_advance(state, pad)))
    }

    /// Whether the pawn on `pad` needs a forward component: on its own home-row (G22), or in the
    /// first step or jump of its first move (G23).
    #[inline]
    pub(super) fn must_advance(&self, state: &State, pad: u8) -> bool {
        (!state.moved | self.board.home_rows[usize::from(state.seat)]) & bit(pad) != 0
    }

    #[inline]
    fn reach(&self, state: &State, pad: u8, free: Pads, over: Over) -> Reach {
        let grid = self.grid(state);
        let near = grid.near(pad) & self.allowed(state, pad);
        let steps = if over == Over::Anyone { near & free } else { 0 };
        let own = state.own(state.seat);
        let jumped = near
            & match over {
                Over::Anyone => state.occupied(),
                Over::Own => own,
                Over::Opponents => state.occupied() & !own,
            };
        let mut jumps = 0;
        for middle in pads_of(jumped) {
            let direction = grid.direction(pad, middle);
            let behind = grid.next(middle, direction);
            let possible = if behind == NONE {
                // G34: off the grid-set, on the level, over an opponent.
                own & bit(middle) == 0 && LEVEL_DIRECTIONS >> direction & 1 == 1
            } else {
                free & bit(behind) != 0 // G26, G30
            };
            jumps |= u32::from(possible) << direction;
        }
        Reach { steps, jumps }
    }

    /// Whether a capture or kamikaze is possible from `pad` (G32, G35).
    pub(super) fn can_capture(&self, state: &State, pad: u8) -> bool {
        let near = self.grid(state).near(pad) & state.occupied() & !state.own(state.seat);
        near != 0 && self.reach(state, pad, self.free(state), Over::Opponents).any()
    }

    /// Whether a hop can go on in its line (G26).
    pub(super) fn can_hop(&self, state: &State, pad: u8, direction: u8) -> bool {
        self.reach(state, pad, self.free(state), Over::Own).jumps >> direction & 1 == 1
    }

    /// Whether the marker on `pad` can move at all.
    pub(super) fn can_move(&self, state: &State, pad: u8) -> bool {
        self.reach(state, pad, self.free(state), Over::Anyone).any()
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
                    self.list_moves(state, pad, self.reach(state, pad, free, Over::Anyone), out);
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
                self.list_moves(state, pad, self.reach(state, pad, free, Over::Opponents), out);
                out.push(STOP);
            }
            Phase::Teleport { pad, .. } => {
                let targets = self.free_teleporters(state, pad);
                out.extend(pads_of(targets).map(|pad| TELEPORT + u16::from(pad)));
            }
            Phase::Second { pad } => {
                self.list_moves(state, pad, self.reach(state, pad, free, Over::Anyone), out);
                out.push(STOP);
            }
            Phase::Over(_) => {}
        }
    }

    fn list_moves(&self, state: &State, pad: u8, reach: Reach, out: &mut Actions) {
        let grid = self.grid(state);
        let mut directions = reach.jumps;
        for target in pads_of(reach.steps) {
            directions |= 1 << grid.direction(pad, target);
        }
        while directions != 0 {
            out.push(u16::from(pad) * 26 + directions.trailing_zeros() as u16);
            directions &= directions - 1;
        }
    }

    /// A legal action, each equally likely: counts sets of bits instead of listing ids.
    pub(super) fn sample(&self, state: &State, rng: &mut Rng, scratch: &mut Actions) -> u16 {
        if state.phase != Phase::Turn {
            scratch.clear();
            self.list(state, scratch);
            return scratch[rng.below(scratch.len() as u64) as usize];
        }
        let free = self.free(state);
        let mut reaches = [(0, Reach::default()); super::blueprint::parts::MARKERS];
        let (mut movers, mut moves) = (0, 0);
        for pad in pads_of(state.own(state.seat)) {
            let reach = self.reach(state, pad, free, Over::Anyone);
            reaches[movers] = (pad, reach);
            movers += 1;
            moves += reach.count();
        }
        let open = self.buildable(state);
        let builds: u32 = open.iter().map(|side| side.count_ones()).sum();
        let blocks = self.blockable(state, free);
        let total = moves + builds + blocks.count_ones();
        if total == 0 {
            return PASS;
        }
        let mut draw = rng.below(u64::from(total)) as u32;
        if draw < moves {
            for (pad, reach) in reaches {
                if draw < reach.count() {
                    let steps = reach.steps.count_ones();
                    let direction = if draw < steps {
                        self.grid(state).direction(pad, nth(reach.steps, draw))
                    } else {
                        nth(u64::from(reach.jumps), draw - steps)
                    };
                    return u16::from(pad) * 26 + u16::from(direction);
                }
                draw -= reach.count();
            }
        }
        draw -= moves;
        for (side, set) in open.into_iter().enumerate() {
            if draw < set.count_ones() {
                return BUILD + u16::from(nth(set, draw)) * 5 + side as u16;
            }
            draw -= set.count_ones();
        }
        BLOCK + u16::from(nth(blocks, draw))
    }

    /// Whether an action id is legal now.
    pub(super) fn is_legal(&self, state: &State, id: u16) -> bool {
        let mut legal = Actions::new();
        self.list(state, &mut legal);
        legal.binary_search(&id).is_ok()
    }
}

/// The `n`-th bit of a set, counted from 0.
#[inline]
fn nth(mut set: u64, n: u32) -> u8 {
    for _ in 0..n {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}
