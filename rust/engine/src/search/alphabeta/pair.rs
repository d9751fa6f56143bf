//! Two players: alpha-beta to a depth in whole turns, over actions.
//!
//! A node is a position, also one in the middle of a turn; depth is used up where a turn ends.

use super::Settings;
use super::limit::{Limit, Stop};
use super::order::{Candidate, NONE, Order, pick};
use super::score::{BEYOND, WON, is_result, lead, result, turns_to};
use super::table::{Entry, Kind, Table};
use crate::game::{Actions, Actor, Event, Game, Seat};
use crate::rng::mix;

/// Captures come before all else that is not from the table.
const LOUD: i32 = 1 << 29;
const FROM_TABLE: i32 = i32::MAX;
/// Late move reductions (from this depth on, after so many actions).
const REDUCED_FROM: u32 = 3;
const REDUCED_AFTER: usize = 4;

/// A window of scores, and how much deeper to look.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

pub(super) struct Pair<'a, 'p, 'f, G: Game> {
    pub(super) game: &'a G,
    pub(super) settings: Settings,
    pub(super) limit: Limit<'p, 'f>,
    pub(super) table: Table,
    pub(super) order: Order,
    /// Turns completed at the root.
    pub(super) root: u32,
    /// The best ways on from the positions that are being searched, by their number of actions from the root.
    pub(super) lines: Vec<Vec<u16>>,
    /// The candidates of all positions that are being searched.
    candidates: Vec<Candidate>,
    actions: Actions,
}

impl<'a, 'p, 'f, G: Game> Pair<'a, 'p, 'f, G> {
    pub(super) fn new(game: &'a G, settings: Settings, limit: Limit<'p, 'f>, bytes: u64, root: u32) -> Self {
        let spec = game.spec();
        Pair {
            game,
            settings,
            limit,
            table: Table::new(if settings.table { bytes } else { 0 }),
            order: Order::new(spec.seats, spec.actions),
            root,
            lines: Vec::new(),
            candidates: Vec::new(),
            actions: Actions::new(),
        }
    }

    /// One more position.
    #[inline]
    fn count(&mut self) -> Result<(), Stop> {
        if self.limit.count() { self.pause() } else { Ok(()) }
    }

    #[cold]
    fn pause(&mut self) -> Result<(), Stop> {
        self.limit.look()?;
        self.table.grow(self.limit.poll, self.limit.nodes).map_err(Stop::Halt)
    }

    fn turns(&self, state: &G::State) -> i32 {
        (self.game.turn(state) - self.root) as i32
    }

    /// The score for `seat` of a position that was just reached, whose turn has ended or not.
    pub(super) fn score(
        &mut self,
        state: &G::State,
        seat: Seat,
        window: Window,
        ply: usize,
    ) -> Result<i32, Stop> {
        self.count()?;
        let Window { depth, alpha, beta } = window;
        if beta - alpha > 1 {
            self.clear_line(ply);
        }
        let Actor::Seat(mover) = self.game.actor(state) else {
            return Ok(result(self.game, state, seat, self.turns(state)));
        };
        if depth == 0 && !self.settings.quiescence {
            return Ok(lead(self.game, state, seat));
        }
        let (own, alpha, beta) = if mover == seat { (1, alpha, beta) } else { (-1, -beta, -alpha) };
        let score = if depth == 0 {
            self.calm(state, mover, alpha, beta, ply)?
        } else {
            self.node(state, mover, Window { depth, alpha, beta }, ply)?
        };
        Ok(own * score)
    }

    /// Steps and scores, for the seat that acts.
    fn follow(
        &mut self,
        state: &G::State,
        seat: Seat,
        action: u16,
        window: Window,
        ply: usize,
    ) -> Result<i32, Stop> {
        let mut next = *state;
        self.game.step(&mut next, Event::Act(action));
        let ended = self.game.turn(&next) - self.game.turn(state);
        self.score(&next, seat, Window { depth: window.depth - ended, ..window }, ply + 1)
    }

    /// The score of a position for the seat to act; at least 1 deep.
    fn node(&mut self, state: &G::State, seat: Seat, window: Window, ply: usize) -> Result<i32, Stop> {
        let game = self.game;
        let Window { depth, mut alpha, mut beta } = window;
        let open = beta - alpha > 1;
        let turns = self.turns(state);
        // Nobody wins or loses sooner than with this turn; such a score must still lie between the two.
        alpha = alpha.max(turns - WON);
        beta = beta.min(WON - turns);
        if alpha >= beta {
            return Ok(alpha);
        }
        let may_run_out = game.may_run_out(state, depth);
        let key = if may_run_out { game.gist(state) ^ mix(game.hash(state)) } else { game.gist(state) };
        let mut from_table = NONE;
        if let Some(entry) = self.table.get(key) {
            from_table = entry.action;
            let score = from_here(entry.score, turns);
            // A result so near is the same at any depth that reaches it.
            let near = depth.min(entry.depth) as i32;
            let exact = entry.depth == depth || is_result(score) && turns_to(score) - turns <= near;
            let cuts = match entry.kind {
                Kind::Exact => true,
                Kind::AtLeast => score >= beta,
                Kind::AtMost => score <= alpha,
            };
            if exact && cuts && !open {
                return Ok(score);
            }
        }
        let first = self.candidates.len();
        let (best, action) =
            self.best(state, seat, Window { depth, alpha, beta }, ply, from_table, may_run_out)?;
        self.candidates.truncate(first);
        let kind = if best >= beta {
            Kind::AtLeast
        } else if best <= alpha {
            Kind::AtMost
        } else {
            Kind::Exact
        };
        self.table.put(key, Entry { score: to_here(best, turns), action, depth, kind });
        Ok(best)
    }

    /// The best score found, and its action, if any is better than alpha.
    fn best(
        &mut self,
        state: &G::State,
        seat: Seat,
        window: Window,
        ply: usize,
        from_table: u16,
        may_run_out: bool,
    ) -> Result<(i32, u16), Stop> {
        let game = self.game;
        let Window { depth, mut alpha, beta } = window;
        let turns = (game.turn(state) - self.root) as usize;
        let first = self.candidates.len();
        self.list(state, true);
        let loud = self.candidates.len();
        for candidate in &mut self.candidates[first..] {
            candidate.rank = LOUD + game.promise(state, candidate.action);
            if candidate.action == from_table {
                candidate.rank = FROM_TABLE;
            }
        }
        let (mut best, mut best_action) = (-BEYOND, NONE);
        // A quiet end of this turn leaves the points as they are now, and what captures follow then is the
        // other's choice: no quiet action is worth more than these points, and without quiescence each is
        // worth just these.
        let quiet_is_known = depth == 1 && !may_run_out;
        let mut index = first;
        let mut listed_all = false;
        loop {
            if index == self.candidates.len() {
                if listed_all {
                    break;
                }
                listed_all = true;
                let cap = lead(game, state, seat);
                if quiet_is_known && best >= cap {
                    break;
                }
                self.list(state, false);
                // Loud ones were looked at already.
                self.drop_known(first, loud);
                if index == self.candidates.len() {
                    break;
                }
                if quiet_is_known && (cap <= alpha || !self.settings.quiescence) {
                    if cap > alpha {
                        best_action = self.candidates[index].action;
                        if beta - alpha > 1 {
                            // Only for the line: the turn may need more actions.
                            self.follow(state, seat, best_action, window, ply)?;
                            self.set_line(ply, best_action);
                        }
                    }
                    best = cap;
                    break;
                }
                for candidate in &mut self.candidates[loud..] {
                    candidate.rank = if candidate.action == from_table {
                        FROM_TABLE
                    } else {
                        self.order.rank(seat, turns, candidate.action)
                    };
                }
            }
            let place = index - first;
            let Candidate { action, rank } = pick(&mut self.candidates, index);
            index += 1;
            let open = beta - alpha > 1;
            let mut score;
            if place == 0 {
                score = self.follow(state, seat, action, Window { depth, alpha, beta }, ply)?;
            } else {
                let reduced = self.settings.reductions
                    && depth >= REDUCED_FROM
                    && place >= REDUCED_AFTER
                    && rank < LOUD >> 1;
                let narrow = Window { depth: depth - u32::from(reduced), alpha, beta: alpha + 1 };
                score = self.follow(state, seat, action, narrow, ply)?;
                if reduced && score > alpha {
                    score = self.follow(state, seat, action, Window { depth, ..narrow }, ply)?;
                }
                if open && score > alpha && score < beta {
                    score = self.follow(state, seat, action, Window { depth, alpha, beta }, ply)?;
                }
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_action = action;
                    if open {
                        self.set_line(ply, action);
                    }
                    if score >= beta {
                        if rank < LOUD {
                            self.order.refuted(seat, turns, action, depth);
                        }
                        break;
                    }
                }
            }
            if listed_all && quiet_is_known && best >= lead(game, state, seat) {
                break;
            }
        }
        Ok((best, best_action))
    }

    /// Appends the loud or all actions to the candidates.
    pub(super) fn list(&mut self, state: &G::State, loud: bool) {
        self.actions.clear();
        if loud {
            self.game.loud_actions(state, &mut self.actions);
        } else {
            self.game.actions(state, &mut self.actions);
        }
        let actions = self.actions.iter().map(|action| Candidate { rank: 0, action: *action });
        self.candidates.extend(actions);
    }

    /// Removes from the candidates after `second` those that stand between `first` and `second`.
    fn drop_known(&mut self, first: usize, second: usize) {
        let (known, all) = self.candidates.split_at_mut(second);
        let known = &known[first..];
        let mut kept = 0;
        for index in 0..all.len() {
            if known.iter().all(|candidate| candidate.action != all[index].action) {
                all[kept] = all[index];
                kept += 1;
            }
        }
        self.candidates.truncate(second + kept);
    }

    fn clear_line(&mut self, ply: usize) {
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
    }

    fn set_line(&mut self, ply: usize, action: u16) {
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&after[0]);
    }

    /// Quiescence: the score of a position at the start of a turn for the seat to act, if it may leave
    /// the points as they are or play a loud turn.
    fn calm(
        &mut self,
        state: &G::State,
        seat: Seat,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stop> {
        let mut best = lead(self.game, state, seat);
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let before = self.points(state);
        let first = self.candidates.len();
        let found = self.loud(state, seat, before, &mut best, (alpha, beta), ply);
        self.candidates.truncate(first);
        found?;
        Ok(best)
    }

    fn points(&self, state: &G::State) -> [i32; 2] {
        [self.game.prospect(state, 0), self.game.prospect(state, 1)]
    }

    /// Raises `best` to the best score of a turn that goes on with a loud action.
    fn loud(
        &mut self,
        state: &G::State,
        seat: Seat,
        before: [i32; 2],
        best: &mut i32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<(), Stop> {
        let game = self.game;
        let first = self.candidates.len();
        self.list(state, true);
        for candidate in &mut self.candidates[first..] {
            candidate.rank = game.promise(state, candidate.action);
        }
        let last = self.candidates.len();
        for index in first..last {
            let Candidate { action, .. } = pick(&mut self.candidates[..last], index);
            let mut next = *state;
            game.step(&mut next, Event::Act(action));
            let ended = game.turn(&next) != game.turn(state);
            let score = self.loud_end(&next, seat, before, (alpha, beta), ply + 1, ended);
            let Some(score) = score? else { continue };
            if score > *best {
                *best = score;
                if score > alpha {
                    if beta - alpha > 1 {
                        self.set_line(ply, action);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.candidates.truncate(first);
        Ok(())
    }

    /// The score for `seat` after an action of a turn that must be loud; `None` if it is not.
    fn loud_end(
        &mut self,
        state: &G::State,
        seat: Seat,
        before: [i32; 2],
        (alpha, beta): (i32, i32),
        ply: usize,
        ended: bool,
    ) -> Result<Option<i32>, Stop> {
        let is_loud = self.points(state) != before;
        if ended {
            if !is_loud {
                self.count()?;
                return Ok(None);
            }
            return self.score(state, seat, Window { depth: 0, alpha, beta }, ply).map(Some);
        }
        self.count()?;
        if beta - alpha > 1 {
            self.clear_line(ply);
        }
        if is_loud {
            // The rest of the turn is free.
            return self.node(state, seat, Window { depth: 1, alpha, beta }, ply).map(Some);
        }
        let mut best = -BEYOND;
        self.loud(state, seat, before, &mut best, (alpha, beta), ply)?;
        Ok((best > -BEYOND).then_some(best))
    }
}

/// A score as the table holds it: results count turns from the position on.
fn to_here(score: i32, turns: i32) -> i32 {
    if is_result(score) { score + score.signum() * turns } else { score }
}

fn from_here(score: i32, turns: i32) -> i32 {
    if is_result(score) { score - score.signum() * turns } else { score }
}
