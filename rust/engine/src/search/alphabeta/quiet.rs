//! Quiescence for two players: beyond the depth, turns that change points are looked at until nobody wants another.

use super::limit::Stop;
use super::order::{Candidate, pick};
use super::pair::{Pair, Window};
use super::score::{BEYOND, lead};
use crate::game::{Event, Game, Seat};

/// The turn that must be loud: whose it is, the points before it, and the window of scores.
#[derive(Clone, Copy)]
struct Turn {
    seat: Seat,
    before: [i32; 2],
    alpha: i32,
    beta: i32,
}

impl<G: Game> Pair<'_, '_, '_, G> {
    /// The score of a position at the start of a turn for the seat to act, if it may leave the points as they
    /// are or play a loud turn: one after which somebody's points are others.
    pub(super) fn calm(
        &mut self,
        state: &G::State,
        seat: Seat,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stop> {
        let stand = lead(self.game, state, seat);
        if stand >= beta {
            return Ok(stand);
        }
        let turn = Turn { seat, before: self.points(state), alpha: alpha.max(stand), beta };
        Ok(self.loud(state, turn, ply)?.max(stand))
    }

    fn points(&self, state: &G::State) -> [i32; 2] {
        [self.game.prospect(state, 0), self.game.prospect(state, 1)]
    }

    /// The best score of a loud turn from here; beyond all if there is none.
    fn loud(&mut self, state: &G::State, mut turn: Turn, ply: usize) -> Result<i32, Stop> {
        let game = self.game;
        let first = self.candidates.len();
        self.list(state, first, true);
        for candidate in &mut self.candidates[first..] {
            candidate.rank = game.promise(state, candidate.action);
        }
        let last = self.candidates.len();
        let mut best = -BEYOND;
        for index in first..last {
            let Candidate { action, .. } = pick(&mut self.candidates[..last], index);
            let mut next = *state;
            game.step(&mut next, Event::Act(action));
            let ended = game.turn(&next) != game.turn(state);
            let score = self.after_loud(&next, turn, ended, ply + 1)?;
            if score > best {
                best = score;
                if score > turn.alpha {
                    if turn.beta - turn.alpha > 1 {
                        self.set_line(ply, action);
                    }
                    turn.alpha = score;
                    if score >= turn.beta {
                        break;
                    }
                }
            }
        }
        self.candidates.truncate(first);
        Ok(best)
    }

    /// The score after an action of such a turn; beyond all if the turn can't become loud any more.
    fn after_loud(&mut self, state: &G::State, turn: Turn, ended: bool, ply: usize) -> Result<i32, Stop> {
        let Turn { seat, before, alpha, beta } = turn;
        let is_loud = self.points(state) != before;
        if ended && is_loud {
            return self.score(state, seat, Window { depth: 0, alpha, beta }, ply);
        }
        self.limit.count(&mut self.table)?;
        if ended {
            return Ok(-BEYOND);
        }
        if beta - alpha > 1 {
            self.clear_line(ply);
        }
        if is_loud {
            // The rest of the turn is free.
            self.node(state, seat, Window { depth: 1, alpha, beta }, ply)
        } else {
            self.loud(state, turn, ply)
        }
    }
}
