//! Scores: points a seat leads by, or a won or lost game with its distance. Integers, so that equal is equal.

use crate::game::{Actor, Game, MAX_SEATS, Seat};
use crate::search::evaluate::press;
use crate::search::report::Proven;

/// A score for each seat.
pub(super) type Scores = [i32; MAX_SEATS];

/// A game won at once; each turn until then costs one.
pub(super) const WON: i32 = 1_000_000;
/// Scores beyond this are results, not points.
const RESULT: i32 = WON - 100_000;
/// Beyond every score.
pub(super) const BEYOND: i32 = WON + 1;

/// The points by which a seat leads the other one of two.
#[inline]
pub(super) fn lead<G: Game>(game: &G, state: &G::State, seat: Seat) -> i32 {
    game.prospect(state, seat) - game.prospect(state, 1 - seat)
}

/// The score of a finished game for a seat, so many turns after the root: a shared win counts as 0 points.
#[inline]
pub(super) fn result<G: Game>(game: &G, state: &G::State, seat: Seat, turns: i32) -> i32 {
    let winners = game.winners(state);
    if winners >> seat & 1 == 0 {
        turns - WON
    } else if winners.is_power_of_two() {
        WON - turns
    } else {
        0
    }
}

/// The scores of a position that is not searched further, so many turns after the root: the points by which each seat leads
/// the best of the others who are still in; whoever is out has lost.
pub(super) fn leaf<G: Game>(game: &G, state: &G::State, turns: i32) -> Scores {
    let mut scores = [0; MAX_SEATS];
    let seats = 0..game.spec().seats;
    if game.actor(state) == Actor::Over {
        seats.for_each(|seat| scores[usize::from(seat)] = result(game, state, seat, turns));
        return scores;
    }
    let is_in = |seat: &Seat| !game.is_out(state, *seat);
    for seat in seats.clone() {
        let others = seats.clone().filter(|other| *other != seat).filter(is_in);
        let best = others.map(|other| game.prospect(state, other)).max();
        scores[usize::from(seat)] =
            if is_in(&seat) { game.prospect(state, seat) - best.unwrap_or(0) } else { turns - WON };
    }
    scores
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

/// A score as a table holds it: results count turns from the position on, which is so many turns after the root.
pub(super) fn to_here(score: i32, turns: i32) -> i32 {
    if is_result(score) { score + score.signum() * turns } else { score }
}

/// A score that a table held for a position so many turns after the root.
pub(super) fn from_here(score: i32, turns: i32) -> i32 {
    if is_result(score) { score - score.signum() * turns } else { score }
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
