//! Scores: points a seat leads by, or a won or lost game with its distance. Integers, so that equal is equal.

use crate::game::{Game, Seat};
use crate::search::evaluate::press;
use crate::search::report::Proven;

/// A game won at once; each turn until then costs one.
pub(super) const WON: i32 = 1_000_000;
/// Scores beyond this are results, not points.
pub(super) const RESULT: i32 = WON - 100_000;
/// Beyond every score.
pub(super) const BEYOND: i32 = WON + 1;

/// The points by which the seat leads the other one of two.
#[inline]
pub(super) fn lead<G: Game>(game: &G, state: &G::State, seat: Seat) -> i32 {
    game.prospect(state, seat) - game.prospect(state, 1 - seat)
}

/// The score of a finished game of two for a seat, so many turns after the root.
pub(super) fn result<G: Game>(game: &G, state: &G::State, seat: Seat, turns: i32) -> i32 {
    match game.winners(state) {
        3 => 0,
        winners if winners >> seat & 1 == 1 => WON - turns,
        _ => turns - WON,
    }
}

/// Whether a score is a won or lost game.
#[inline]
pub(super) fn is_result(score: i32) -> bool {
    score.abs() > RESULT
}

/// The turns after the root at which a won or lost game ends.
pub(super) fn turns_to(score: i32) -> i32 {
    WON - score.abs()
}

/// What is certain by a score.
pub(super) fn proven(score: i32) -> Option<Proven> {
    is_result(score)
        .then(|| Proven { result: score.signum() as i8, turns: Some(turns_to(score).unsigned_abs()) })
}

/// A score between -1 and 1.
pub(super) fn value<G: Game>(score: i32) -> f64 {
    if is_result(score) { f64::from(score.signum()) } else { press(f64::from(score), G::LEAD) }
}
