//! A position, and what follows from it: points, hash.

use super::blueprint::{MAX_BUILT, Reserve};
use super::building::{Built, OpenSides};
use super::site::{Pads, bit};
use crate::rng::{WordHash, mix};

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

    /// A hash of everything but the counters. All products are independent, so it costs little.
    #[inline]
    pub(crate) fn gist(&self) -> u64 {
        // From pi, as nothing-up-my-sleeve numbers.
        const KEYS: [u64; 4] =
            [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89];
        let fold = |a: u64, b: u64, number: u64| {
            let product = u128::from(a ^ KEYS[0].wrapping_add(number))
                * u128::from(b ^ KEYS[1].wrapping_mul(number | 1));
            product as u64 ^ (product >> 64) as u64
        };
        let half = |bytes: [i8; MAX_BUILT], from: usize| {
            u64::from_le_bytes(std::array::from_fn(|index| bytes[from + index] as u8))
        };
        let reserve = |seat: usize| {
            let Reserve { pads, links, posts, blockers } = self.reserves[seat];
            u64::from(u32::from_le_bytes([pads, links, posts, blockers]))
        };
        let tally = |seat: usize| {
            u64::from(u16::from_le_bytes([self.captured[seat].pawns, self.captured[seat].kings]))
        };
        let mut hash = fold(self.markers[0], self.markers[1], 2)
            ^ fold(self.markers[2], self.markers[3], 4)
            ^ fold(self.kings, self.moved, 6)
            ^ fold(reserve(0) | reserve(1) << 32, reserve(2) | reserve(3) << 32, 8)
            ^ fold(
                tally(0) | tally(1) << 16 | tally(2) << 32 | tally(3) << 48,
                self.phase.word() << 8 | u64::from(self.phase.is_second()) << 4 | u64::from(self.seat),
                10,
            );
        if self.built.count > 0 || self.blocked != 0 {
            hash ^= fold(half(self.built.x, 0), half(self.built.x, 8), 12)
                ^ fold(half(self.built.y, 0), half(self.built.y, 8), 14)
                ^ fold(half(self.built.level, 0), half(self.built.level, 8), 16)
                ^ fold(self.blocked, KEYS[2], 18);
        }
        mix(hash ^ KEYS[3])
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
    /// Whether a king is in its second move before the turn's end; [`Phase::word`] can't always tell.
    fn is_second(self) -> bool {
        matches!(self, Phase::Chain { second: true, .. } | Phase::Teleport { second: true, .. })
    }

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
