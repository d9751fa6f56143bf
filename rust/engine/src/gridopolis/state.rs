//! A position, and what follows from it: points, hash.

use super::blueprint::{MAX_BUILT, Reserve};
use super::building::{Built, OpenSides};
use super::site::{Pads, bit};
use crate::rng::WordHash;

/// How a marker came to the pad it stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Landing {
    Step,
    /// Over an own marker, in this direction (G26).
    Hop(u8),
    Capture,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ending {
    /// At most one player has markers (G70, G71).
    LastPlayer,
    /// All passed (G12).
    Passes,
    /// Nothing happened for too long (G73).
    Quiet,
    /// Time was called or the rounds are played (G72).
    Time,
    /// The cap on turns (G73).
    TurnCap,
}

/// What is to be chosen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// A turn begins (G10).
    Turn,
    /// The marker on `pad` may go on jumping, or stop (G26, G31, G32).
    Chain {
        pad: u8,
        landing: Landing,
        second: bool,
    },
    /// The marker on `pad` must teleport (G50).
    Teleport {
        pad: u8,
        landing: Landing,
        second: bool,
        crowned: bool,
    },
    /// The king on `pad` may make a second move, or stop (G25).
    Second {
        pad: u8,
    },
    Over(Ending),
}

/// What a player took (G36).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tally {
    pub(crate) pawns: u8,
    pub(crate) kings: u8,
}

/// A position of Gridopolis: plain data, without history. Sets are bits by pad id.
/// Three whole cache lines, so that a copy is three moves that later reads needn't wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub struct State {
    pub(crate) markers: [Pads; 4],
    pub(crate) kings: Pads,
    /// Markers that have made their first move (G23); kings always have.
    pub(crate) moved: Pads,
    pub(crate) blocked: Pads,
    pub(crate) open: OpenSides,
    pub(crate) built: Built,
    pub(crate) reserves: [Reserve; 4],
    pub(crate) captured: [Tally; 4],
    /// Turns completed.
    pub(crate) turn: u32,
    /// Rounds completed (G72).
    pub(crate) round: u32,
    /// Quiet turns in a row (G73).
    pub(crate) quiet: u32,
    /// Turns completed in this round.
    pub(crate) turns_in_round: u8,
    /// Passes in a row (G12).
    pub(crate) passes: u8,
    pub(crate) seat: u8,
    pub(crate) first_seat: u8,
    pub(crate) time_called: bool,
    /// Whether this turn already held a capture or crowning.
    pub(crate) progress: bool,
    pub(crate) phase: Phase,
}

impl State {
    /// All markers.
    #[inline]
    pub(crate) fn occupied(&self) -> Pads {
        self.markers[0] | self.markers[1] | self.markers[2] | self.markers[3]
    }

    /// Markers of a seat.
    #[inline]
    pub(crate) fn own(&self, seat: u8) -> Pads {
        self.markers[usize::from(seat & 3)]
    }

    /// The owner of the marker on a pad, if there is one.
    #[inline]
    pub(crate) fn owner(&self, pad: u8) -> Option<u8> {
        (0..4).find(|seat| self.own(*seat) & bit(pad) != 0)
    }

    /// The seats that have markers, as bits (G11).
    #[inline]
    pub(crate) fn players_in(&self) -> u8 {
        (0..4).map(|seat| u8::from(self.own(seat) != 0) << seat).sum()
    }

    /// Points of a seat (G72).
    #[inline]
    pub(crate) fn points(&self, seat: u8) -> i32 {
        let taken = self.captured[usize::from(seat)];
        let own = self.own(seat);
        let kings = (own & self.kings).count_ones();
        let pawns = (own & !self.kings).count_ones();
        4 * i32::from(taken.kings) + 3 * i32::from(taken.pawns) + (2 * kings + pawns) as i32
    }

    /// A hash of everything in the state, fixed for ever.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = WordHash::default();
        for set in self.markers {
            hash.word(set);
        }
        for set in [self.kings, self.moved, self.blocked] {
            hash.word(set);
        }
        // The open sides follow from the added pads.
        for index in 0..usize::from(self.built.count).min(MAX_BUILT) {
            hash.word(bytes([self.built.x[index], self.built.y[index], self.built.level[index], 1]));
        }
        for reserve in self.reserves {
            let parts = [reserve.pads, reserve.links, reserve.posts, reserve.blockers];
            hash.word(u64::from(u32::from_le_bytes(parts)));
        }
        for tally in self.captured {
            hash.word(u64::from(u16::from_le_bytes([tally.pawns, tally.kings])));
        }
        hash.word(u64::from(self.turn) << 32 | u64::from(self.round));
        hash.word(u64::from(self.quiet));
        hash.word(u64::from_le_bytes([
            self.turns_in_round,
            self.passes,
            self.seat,
            self.first_seat,
            u8::from(self.time_called),
            u8::from(self.progress),
            0,
            0,
        ]));
        hash.word(self.phase.word());
        hash.finish()
    }
}

fn bytes(parts: [i8; 4]) -> u64 {
    u64::from(u32::from_le_bytes(parts.map(|part| part as u8)))
}

impl Phase {
    fn word(self) -> u64 {
        let landing = |landing| match landing {
            Landing::Step => 0,
            Landing::Hop(direction) => 1 + u64::from(direction),
            Landing::Capture => 100,
        };
        match self {
            Phase::Turn => 1,
            Phase::Chain { pad, landing: l, second } => {
                2 | u64::from(pad) << 8 | landing(l) << 16 | u64::from(second) << 24
            }
            Phase::Teleport { pad, landing: l, second, crowned } => {
                3 | u64::from(pad) << 8
                    | landing(l) << 16
                    | u64::from(second) << 24
                    | u64::from(crowned) << 32
            }
            Phase::Second { pad } => 4 | u64::from(pad) << 8,
            Phase::Over(ending) => 5 | (ending as u64) << 8,
        }
    }
}
