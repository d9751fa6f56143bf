//! How a turn goes on after each action, and how turns, rounds and games end.

use super::Gridopolis;
use super::actions::{BLOCK, BUILD, PASS, STOP, TELEPORT};
use super::building::add_pad;
use super::site::{NONE, UP, bit};
use super::state::{Ending, Landing, Phase, State};

impl Gridopolis {
    /// Carries out a legal action. Moves come first and are short, so that searches can take them in.
    #[inline]
    pub(super) fn act(&self, state: &mut State, id: u16) {
        if id < TELEPORT {
            self.move_marker(state, (id / 26) as u8, (id % 26) as u8);
        } else {
            self.act_otherwise(state, id);
        }
    }

    #[inline(never)]
    fn act_otherwise(&self, state: &mut State, id: u16) {
        match id {
            0..BUILD => self.teleport(state, (id - TELEPORT) as u8),
            BUILD..BLOCK => self.build(state, ((id - BUILD) / 5) as u8, usize::from((id - BUILD) % 5)),
            BLOCK..STOP => {
                state.blocked |= bit((id - BLOCK) as u8);
                state.reserves[usize::from(state.seat)].blockers -= 1;
                state.progress = true;
                self.end_turn(state, false);
            }
            STOP => match state.phase {
                Phase::Chain { pad, second, .. } => self.end_move(state, pad, second),
                _ => self.end_turn(state, false),
            },
            _ => {
                debug_assert_eq!(id, PASS);
                self.end_turn(state, true);
            }
        }
    }

    /// G60: a pad and a link, and a post where it stands on nothing but the pad below.
    fn build(&self, state: &mut State, anchor: u8, side: usize) {
        let reserve = &mut state.reserves[usize::from(state.seat)];
        reserve.pads -= 1;
        reserve.links -= 1;
        reserve.posts -= u8::from(side == UP);
        add_pad(&self.board, self.rules.supported_pads, state, anchor, side);
        state.progress = true;
        self.end_turn(state, false);
    }

    #[inline]
    fn move_marker(&self, state: &mut State, pad: u8, direction: u8) {
        let middle = self.grid(state).next(pad, direction);
        if state.occupied() & bit(middle) != 0 {
            return self.jump(state, pad, direction, middle);
        }
        let second = matches!(state.phase, Phase::Second { .. });
        shift_marker(state, pad, middle);
        // Most steps lead nowhere special: neither a crown nor a teleporter nor a second move.
        let special = self.board.crown_rows[usize::from(state.seat & 3)] | self.board.teleporters;
        if (special | state.kings) & bit(middle) == 0 {
            self.end_turn(state, false);
        } else {
            self.land(state, middle, Landing::Step, second);
        }
    }

    #[inline(never)]
    fn jump(&self, state: &mut State, pad: u8, direction: u8, middle: u8) {
        let second = match state.phase {
            Phase::Second { .. } => true,
            Phase::Chain { second, .. } => second,
            _ => false,
        };
        let behind = self.grid(state).next(middle, direction);
        if state.own(state.seat) & bit(middle) != 0 {
            shift_marker(state, pad, behind);
            return self.land(state, behind, Landing::Hop(direction), second);
        }
        state.progress = true;
        let loser = capture(state, middle, state.seat);
        if behind != NONE {
            shift_marker(state, pad, behind);
            return self.land(state, behind, Landing::Capture, second);
        }
        // G34, G36: the jumper is lost to the owner of the marker it jumped.
        capture(state, pad, loser);
        if state.players_in().count_ones() <= 1 {
            finish(state);
        } else {
            self.end_turn(state, false); // G35
        }
    }

    /// A marker has landed on `pad` by a step or jump.
    #[inline(never)]
    fn land(&self, state: &mut State, pad: u8, landing: Landing, second: bool) {
        let crowned = self.crown(state, pad);
        if landing == Landing::Capture && state.players_in().count_ones() <= 1 {
            return finish(state); // G71
        }
        // Only a landing counts: a marker that stands there, or arrives by teleport, stays (G51).
        if self.board.teleporters & bit(pad) != 0 && self.free_teleporters(state, pad) != 0 {
            // A teleport breaks the line of a hop (G52), so its direction is no part of the state.
            let landing = if let Landing::Hop(_) = landing { Landing::Hop(NONE) } else { landing };
            state.phase = Phase::Teleport { pad, landing, second, crowned }; // G50
        } else {
            self.go_on(state, pad, landing, second, crowned);
        }
    }

    fn teleport(&self, state: &mut State, target: u8) {
        let Phase::Teleport { pad, landing, second, crowned } = state.phase else { return };
        shift_marker(state, pad, target);
        let crowned = self.crown(state, target) || crowned;
        // G52: a capture chain may go on from there, the line of a hop is broken.
        if landing == Landing::Capture {
            self.go_on(state, target, landing, second, crowned);
        } else if state.kings & bit(target) == 0 || crowned {
            self.end_turn(state, false); // G41, or a pawn's only move
        } else {
            self.end_move(state, target, second);
        }
    }

    /// Makes a king of a pawn on an opponent's home-row (G40); says whether it did.
    fn crown(&self, state: &mut State, pad: u8) -> bool {
        let rows = self.board.crown_rows[usize::from(state.seat & 3)];
        let crowned = rows & !state.kings & bit(pad) != 0;
        if crowned {
            state.kings |= bit(pad);
            state.progress = true;
        }
        crowned
    }

    fn go_on(&self, state: &mut State, pad: u8, landing: Landing, second: bool, crowned: bool) {
        if crowned {
            return self.end_turn(state, false); // G41
        }
        let more = match landing {
            Landing::Step => false,
            Landing::Hop(direction) => self.can_hop(state, pad, direction),
            Landing::Capture => self.can_capture(state, pad),
        };
        if more {
            state.phase = Phase::Chain { pad, landing, second };
        } else {
            self.end_move(state, pad, second);
        }
    }

    fn end_move(&self, state: &mut State, pad: u8, second: bool) {
        // G25: a king's second move, if it has one.
        if state.kings & bit(pad) != 0 && !second && self.can_move(state, pad) {
            state.phase = Phase::Second { pad };
        } else {
            self.end_turn(state, false);
        }
    }

    /// Ends a turn: counters, then the ways in which a game ends, then the next seat.
    #[inline]
    fn end_turn(&self, state: &mut State, passed: bool) {
        state.turn += 1;
        state.turns_in_round += 1;
        state.quiet = if state.progress { 0 } else { state.quiet + 1 };
        state.progress = false;
        state.passes = if passed { state.passes + 1 } else { 0 };
        if passed && u32::from(state.passes) >= state.players_in().count_ones() {
            state.phase = Phase::Over(Ending::Passes); // G12
            return;
        }
        // The first comparison is cheap and nearly always enough.
        if state.quiet >= self.rules.quiet_limit
            && self.quiet_end(state).is_some_and(|end| state.quiet >= end)
        {
            state.phase = Phase::Over(Ending::Quiet); // G73
            return;
        }
        let mut next = state.seat;
        let mut round_ends = false;
        loop {
            next = if next + 1 == self.rules.players { 0 } else { next + 1 }; // G3
            round_ends |= next == state.first_seat;
            if state.own(next) != 0 {
                break; // G11
            }
        }
        if round_ends {
            state.round += 1;
            state.turns_in_round = 0;
            if self.rules.points && (state.time_called || state.round >= self.rules.rounds) {
                state.phase = Phase::Over(Ending::Time); // G72
                return;
            }
        }
        if state.turn >= self.rules.turn_cap {
            state.phase = Phase::Over(Ending::TurnCap); // G73
            return;
        }
        state.seat = next;
        state.phase = Phase::Turn;
    }

    /// How many quiet turns in a row end the game now (G73), if any number does.
    pub(super) fn quiet_end(&self, state: &State) -> Option<u32> {
        let limit = self.rules.quiet_limit;
        (limit < u32::MAX).then(|| limit.saturating_mul(state.players_in().count_ones()))
    }

    /// At most so many turns are left without the cap on turns, if any number is sure: quiet ones end the game, and others
    /// take a marker, crown a pawn or use up a reserve (G73).
    pub(super) fn turns_left(&self, state: &State) -> Option<u32> {
        let markers = state.occupied().count_ones();
        let pawns = markers - state.kings.count_ones();
        let parts =
            state.reserves.iter().map(|reserve| u32::from(reserve.pads) + u32::from(reserve.blockers));
        Some((markers + pawns + parts.sum::<u32>() + 1).saturating_mul(self.quiet_end(state)?))
    }

    /// Whether an ending is a draw among the players who have markers (G12, G73).
    pub(super) fn is_draw(&self, ending: Ending) -> bool {
        !self.rules.points && ending != Ending::LastPlayer
    }

    /// G72: the round is finished first, unless none has begun.
    pub(super) fn call_time(&self, state: &mut State) {
        state.time_called = true;
        if state.phase == Phase::Turn && state.turns_in_round == 0 {
            state.phase = Phase::Over(Ending::Time);
        }
    }
}

/// The game ends with a capture (G70, G71).
fn finish(state: &mut State) {
    state.turn += 1;
    state.turns_in_round += 1;
    state.quiet = 0;
    state.passes = 0;
    state.progress = false;
    state.phase = Phase::Over(Ending::LastPlayer);
}

fn shift_marker(state: &mut State, from: u8, to: u8) {
    let (from, to) = (bit(from), bit(to));
    state.markers[usize::from(state.seat & 3)] ^= from ^ to;
    if state.kings & from != 0 {
        state.kings ^= from ^ to;
    }
    state.moved = state.moved & !from | to; // G23
}

/// Takes the marker on `pad` off the grid-set (G33) and counts it for `winner`; gives its owner.
fn capture(state: &mut State, pad: u8, winner: u8) -> u8 {
    let owner = state.owner(pad).unwrap_or(state.seat);
    let king = state.kings & bit(pad) != 0;
    state.markers[usize::from(owner)] &= !bit(pad);
    state.kings &= !bit(pad);
    state.moved &= !bit(pad);
    let tally = &mut state.captured[usize::from(winner)];
    if king {
        tally.kings += 1;
    } else {
        tally.pawns += 1;
    }
    owner
}
