//! What searches ask beyond the rules: which actions can change the points of this turn, what an action
//! gains at once, and which positions are worth the same.

use super::Gridopolis;
use super::actions::{STOP, TELEPORT, list_moves};
use super::building::Grid;
use super::site::{Directions, LEVEL_DIRECTIONS, NONE, Pads, Site, bit, pads_of};
use super::state::{Landing, Phase, State};
use crate::game::Actions;

/// No turn sequence holds more captures and crownings.
const LOUD_TURNS: u32 = 64;

impl Gridopolis {
    /// The actions after which a marker may be captured or crowned in this turn.
    pub(super) fn list_loud(&self, state: &State, out: &mut Actions) {
        match state.phase {
            Phase::Turn => {
                let looker = Looker::new(self, state);
                for pad in pads_of(state.own(state.seat)) {
                    list_moves(pad, looker.moves(pad), out);
                }
            }
            Phase::Second { pad } => list_moves(pad, Looker::new(self, state).captures(pad), out),
            Phase::Chain { pad, landing: Landing::Capture, second } => {
                list_moves(pad, Looker::new(self, state).captures(pad), out);
                // A king may capture with its second move (G25).
                if state.kings & bit(pad) != 0 && !second {
                    out.push(STOP);
                }
            }
            Phase::Chain { .. } | Phase::Teleport { .. } => self.list(state, out),
            Phase::Over(_) => {}
        }
    }

    /// The points that an action wins at once over those that it loses.
    pub(super) fn gain(&self, state: &State, action: u16) -> i32 {
        if action >= TELEPORT {
            return 0;
        }
        let (pad, direction) = ((action / 26) as u8, (action % 26) as u8);
        let grid = self.grid(state);
        let middle = grid.next(pad, direction);
        let here = bit(middle & 63);
        let king = |set: Pads| i32::from(state.kings & set != 0);
        let crown = |set: Pads| {
            let rows = self.board.crown_rows[usize::from(state.seat & 3)];
            i32::from(rows & set != 0 && state.kings & bit(pad) == 0)
        };
        if state.occupied() & here == 0 {
            return crown(here);
        }
        let behind = grid.next(middle, direction);
        if state.own(state.seat) & here != 0 {
            return crown(bit(behind & 63));
        }
        // G36, G72: what is captured counts for the one and no longer for the other.
        let taken = 4 + 2 * king(here);
        if behind == NONE { taken - 4 - 2 * king(bit(pad)) } else { taken + crown(bit(behind)) }
    }

    /// How far the pawns of a seat are on their way to a crown, and how near its kings are to markers of others.
    pub(super) fn way_made(&self, state: &State, seat: u8) -> i32 {
        let grid = self.grid(state);
        let own = state.own(seat);
        let opponents = state.occupied() & !own;
        let axis = self.board.axes[usize::from(seat)];
        let far = |a: Site, b: Site| {
            let step = a.minus(b);
            i32::from(step.x.abs().max(step.y.abs()).max(step.level.abs()))
        };
        let pawns: i32 = pads_of(own & !state.kings).map(|pad| i32::from(axis.along(grid.site(pad)))).sum();
        let kings = pads_of(own & state.kings).map(|pad| {
            pads_of(opponents).map(|other| far(grid.site(pad), grid.site(other))).min().unwrap_or(0)
        });
        pawns - kings.sum::<i32>()
    }

    /// Whether quiet turns, passes, rounds or the cap on turns may end the game so soon (G12, G72, G73).
    pub(super) fn counts_down(&self, state: &State, turns: u32) -> bool {
        let soon = turns.saturating_add(LOUD_TURNS);
        state.passes > 0
            || self.quiet_end(state).is_some_and(|end| state.quiet.saturating_add(turns) >= end)
            || state.turn.saturating_add(soon) >= self.rules.turn_cap
            || self.rules.points
                && (state.time_called || state.round.saturating_add(soon) >= self.rules.rounds)
    }
}

/// Looks for captures and crownings of the seat to act.
struct Looker<'a> {
    game: &'a Gridopolis,
    state: &'a State,
    grid: Grid<'a>,
    own: Pads,
    opponents: Pads,
    free: Pads,
    /// Where a pawn's landing may lead to a crown: home-rows of others, and teleporters if one lies there.
    crowns: Pads,
}

impl<'a> Looker<'a> {
    fn new(game: &'a Gridopolis, state: &'a State) -> Self {
        let own = state.own(state.seat);
        let rows = game.board.crown_rows[usize::from(state.seat & 3)];
        let teleporters = game.board.teleporters;
        Looker {
            game,
            state,
            grid: game.grid(state),
            own,
            opponents: state.occupied() & !own,
            free: game.free(state),
            crowns: if teleporters & rows == 0 { rows } else { rows | teleporters },
        }
    }

    /// The directions in which the marker on `pad` may begin a turn with a capture or crowning.
    fn moves(&self, pad: u8) -> Directions {
        let king = self.state.kings & bit(pad) != 0;
        let mut found = self.captures(pad);
        if king {
            for direction in pads_of(u64::from(self.grid.exits(pad))) {
                let leads = self.landings(pad, direction).any(|landing| self.second(pad, landing));
                found |= Directions::from(leads) << direction;
            }
        } else if self.may_crown(pad) {
            let ways = self.grid.exits(pad) & self.game.allowed(self.state, pad);
            for direction in pads_of(u64::from(ways)) {
                let leads = self.landings(pad, direction).any(|landing| self.crowns & bit(landing) != 0);
                found |= Directions::from(leads) << direction;
            }
        }
        found
    }

    /// The directions in which the marker on `pad` can capture.
    fn captures(&self, pad: u8) -> Directions {
        if !self.is_near_opponents(pad) {
            return 0;
        }
        let ways = self.grid.exits(pad) & self.game.allowed(self.state, pad);
        let mut found = 0;
        for direction in pads_of(u64::from(ways)) {
            let middle = self.grid.next(pad, direction);
            let possible = self.opponents & bit(middle) != 0
                && self.game.can_jump(&self.grid, self.own, self.free, middle, direction);
            found |= Directions::from(possible) << direction;
        }
        found
    }

    /// A cheap test before the exact one: whether an opponent's marker may be next to `pad`.
    fn is_near_opponents(&self, pad: u8) -> bool {
        self.near(pad) & self.opponents != 0
    }

    /// A cheap test: whether a pawn on `pad` may land on a pad that leads to a crown, by a step or by hops over own
    /// markers.
    fn may_crown(&self, pad: u8) -> bool {
        let (crowns, near) = (self.crowns & self.free, self.near(pad));
        crowns & near != 0 || crowns != 0 && near & self.own != 0
    }

    /// The pads next to `pad`, and perhaps others among those that were added.
    fn near(&self, pad: u8) -> Pads {
        let board = &self.game.board;
        if usize::from(pad) < board.sites.len() {
            board.near[usize::from(pad)] | !board.all
        } else {
            Pads::MAX
        }
    }

    /// Where the marker on `pad` may land by a step, or by one or several hops in a line (G20, G26).
    fn landings(&self, pad: u8, direction: u8) -> impl Iterator<Item = u8> {
        let step = self.grid.next(pad, direction);
        let steps = step != NONE && self.free & bit(step) != 0;
        let mut from = pad;
        std::iter::once(step).filter(move |_| steps).chain(std::iter::from_fn(move || {
            let middle = self.grid.next(from, direction);
            if middle == NONE || self.own & !bit(pad) & bit(middle) == 0 {
                return None;
            }
            from = self.grid.next(middle, direction);
            (from != NONE && self.free & bit(from) != 0).then_some(from)
        }))
    }

    /// Whether the king that goes from `pad` to `landing` may capture from where it is then (G25, G50).
    fn second(&self, pad: u8, landing: u8) -> bool {
        let beamed = if self.game.board.teleporters & bit(landing) == 0 {
            0
        } else {
            self.game.board.teleporters & !self.state.occupied() & !bit(landing)
                | (bit(pad) & self.game.board.teleporters)
        };
        let places = if beamed == 0 { bit(landing) } else { beamed };
        pads_of(places).any(|place| self.can_capture_from(place, pad))
    }

    /// Whether a king on `place` could capture, once its pad `left` is empty.
    fn can_capture_from(&self, place: u8, left: u8) -> bool {
        self.is_near_opponents(place)
            && pads_of(u64::from(self.grid.exits(place))).any(|direction| {
                let middle = self.grid.next(place, direction);
                if self.opponents & bit(middle) == 0 {
                    return false;
                }
                let behind = self.grid.next(middle, direction);
                if behind == NONE {
                    LEVEL_DIRECTIONS >> direction & 1 == 1 // G34
                } else {
                    (self.free | bit(left)) & bit(behind) != 0 // G30
                }
            })
    }
}
