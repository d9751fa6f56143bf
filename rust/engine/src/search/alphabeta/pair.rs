//! Two players: alpha-beta to a depth in whole turns, over actions.
//!
//! A node is a position, also one in the middle of a turn; depth is used up where a turn ends.

use super::Settings;
use super::limit::{Limit, Stop};
use super::order::{Candidate, KILLER, NONE, Order, pick};
use super::score::{BEYOND, WON, from_here, is_result, lead, result, to_here, turns_to};
use super::table::{Known, Table, key};
use crate::game::{Actions, Actor, Event, Game, Seat};
use crate::search::report::Bound;

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

/// A position whose actions are being tried.
struct Node<'s, S> {
    state: &'s S,
    seat: Seat,
    /// After the root.
    turns: usize,
    depth: u32,
    alpha: i32,
    beta: i32,
    /// Actions since the root.
    ply: usize,
    /// How many actions were tried.
    tried: usize,
    /// The best score found.
    best: i32,
    /// The last action that raised alpha.
    action: u16,
}

impl<S> Node<'_, S> {
    fn window(&self) -> Window {
        Window { depth: self.depth, alpha: self.alpha, beta: self.beta }
    }

    /// Whether it lies on what may become the principal variation.
    fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// The search of a position of two players.
pub(super) struct Pair<'a, 'p, 'f, G: Game> {
    pub(super) game: &'a G,
    quiescence: bool,
    reductions: bool,
    pub(super) limit: Limit<'p, 'f>,
    pub(super) table: Table<i32>,
    pub(super) order: Order,
    /// Turns completed at the root.
    pub(super) root: u32,
    /// The best ways on from the positions that are being searched, by their number of actions from the root.
    pub(super) lines: Vec<Vec<u16>>,
    /// The candidates of all positions that are being searched.
    pub(super) candidates: Vec<Candidate>,
    actions: Actions,
}

impl<'a, 'p, 'f, G: Game> Pair<'a, 'p, 'f, G> {
    pub(super) fn new(game: &'a G, settings: Settings, limit: Limit<'p, 'f>, bytes: u64, root: u32) -> Self {
        let spec = game.spec();
        Pair {
            game,
            quiescence: settings.quiescence == Some(true),
            reductions: settings.reductions,
            limit,
            table: Table::new(if settings.table { bytes } else { 0 }),
            order: Order::new(spec.seats, spec.actions),
            root,
            lines: Vec::new(),
            candidates: Vec::new(),
            actions: Actions::new(),
        }
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
        self.limit.count(&mut self.table)?;
        let Window { depth, alpha, beta } = window;
        if beta - alpha > 1 {
            self.clear_line(ply);
        }
        let Actor::Seat(mover) = self.game.actor(state) else {
            return Ok(result(self.game, state, seat, self.turns(state)));
        };
        if depth == 0 && !self.quiescence {
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

    /// The score of a position for the seat to act; at least 1 deep.
    pub(super) fn node(
        &mut self,
        state: &G::State,
        seat: Seat,
        window: Window,
        ply: usize,
    ) -> Result<i32, Stop> {
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
        let key = key(game, state, may_run_out);
        let mut from_table = NONE;
        if let Some(known) = self.table.get(key) {
            from_table = known.action;
            let score = from_here(known.score, turns);
            // A result so near is the same at any depth that reaches it.
            let near = depth.min(u32::from(known.depth)) as i32;
            let exact =
                u32::from(known.depth) == depth || is_result(score) && turns_to(score) - turns <= near;
            let cuts = match known.bound() {
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
                Bound::Exact => true,
            };
            if exact && cuts && !open {
                return Ok(score);
            }
        }
        let first = self.candidates.len();
        let mut node = Node {
            state,
            seat,
            turns: turns as usize,
            depth,
            alpha,
            beta,
            ply,
            tried: 0,
            best: -BEYOND,
            action: NONE,
        };
        self.try_actions(&mut node, from_table, may_run_out)?;
        self.candidates.truncate(first);
        let Node { best, action, .. } = node;
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table.put(key, Known::new(to_here(best, turns), action, depth, bound));
        Ok(best)
    }

    /// Tries the actions of a position until one refutes it: loud ones, then quiet ones; of both first what the table
    /// knows. (A quiet one from the table before all loud ones costs up to four times the nodes.)
    fn try_actions(
        &mut self,
        node: &mut Node<G::State>,
        from_table: u16,
        may_run_out: bool,
    ) -> Result<(), Stop> {
        let game = self.game;
        // A quiet end of this turn leaves the points as they are now, and what captures follow then is the
        // other's choice: no quiet action is worth more than these points, and without quiescence each is
        // worth just these.
        let quiet_is_known = node.depth == 1 && !may_run_out;
        let first = self.candidates.len();
        self.list(node.state, first, true);
        for candidate in &mut self.candidates[first..] {
            let from_table = candidate.action == from_table;
            candidate.rank =
                if from_table { FROM_TABLE } else { LOUD + game.promise(node.state, candidate.action) };
        }
        self.try_candidates(node, first, BEYOND)?;
        let cap = if quiet_is_known { lead(game, node.state, node.seat) } else { BEYOND };
        if node.best >= cap || node.best >= node.beta {
            return Ok(());
        }
        let quiet = self.candidates.len();
        self.list(node.state, first, false);
        if quiet == self.candidates.len() {
            return Ok(());
        }
        if quiet_is_known && (cap <= node.alpha || !self.quiescence) {
            if cap > node.alpha {
                node.action = self.candidates[quiet].action;
                if node.is_open() {
                    // Only for the line: the turn may need more actions.
                    self.follow(node, node.action, node.window())?;
                    self.set_line(node.ply, node.action);
                }
            }
            node.best = cap;
            return Ok(());
        }
        for candidate in &mut self.candidates[quiet..] {
            let from_table = candidate.action == from_table;
            candidate.rank =
                if from_table { LOUD - 1 } else { self.order.rank(node.seat, node.turns, candidate.action) };
        }
        self.try_candidates(node, quiet, cap)
    }

    /// Tries the candidates from `from` on, until one refutes the position or is as good as can be.
    fn try_candidates(&mut self, node: &mut Node<G::State>, from: usize, cap: i32) -> Result<(), Stop> {
        for index in from..self.candidates.len() {
            let candidate = pick(&mut self.candidates, index);
            self.try_candidate(node, candidate)?;
            if node.best >= node.beta {
                if candidate.rank < LOUD {
                    self.order.refuted(node.seat, node.turns, candidate.action, node.depth);
                }
                break;
            }
            if node.best >= cap {
                break;
            }
        }
        Ok(())
    }

    fn try_candidate(&mut self, node: &mut Node<G::State>, candidate: Candidate) -> Result<(), Stop> {
        let Candidate { action, rank } = candidate;
        let wide = node.window();
        let mut score = BEYOND;
        if node.tried > 0 {
            let reduced =
                self.reductions && node.depth >= REDUCED_FROM && node.tried >= REDUCED_AFTER && rank < KILLER;
            let narrow = Window { beta: node.alpha + 1, ..wide };
            if reduced {
                score = self.follow(node, action, Window { depth: node.depth - 1, ..narrow })?;
            }
            if score > node.alpha {
                score = self.follow(node, action, narrow)?;
            }
        }
        if node.tried == 0 || node.is_open() && score > node.alpha && score < node.beta {
            score = self.follow(node, action, wide)?;
        }
        node.tried += 1;
        node.best = node.best.max(score);
        if score > node.alpha {
            node.action = action;
            if node.is_open() {
                self.set_line(node.ply, action);
            }
            node.alpha = score;
        }
        Ok(())
    }

    /// The score after an action, for the seat that acts.
    fn follow(&mut self, node: &Node<G::State>, action: u16, window: Window) -> Result<i32, Stop> {
        let mut next = *node.state;
        self.game.step(&mut next, Event::Act(action));
        let ended = self.game.turn(&next) - self.game.turn(node.state);
        self.score(&next, node.seat, Window { depth: window.depth - ended, ..window }, node.ply + 1)
    }

    /// Appends the loud or all actions to the candidates, but for those that stand there from `first` on.
    pub(super) fn list(&mut self, state: &G::State, first: usize, loud: bool) {
        self.actions.clear();
        if loud {
            self.game.loud_actions(state, &mut self.actions);
        } else {
            self.game.actions(state, &mut self.actions);
        }
        let last = self.candidates.len();
        for action in &self.actions {
            if self.candidates[first..last].iter().all(|candidate| candidate.action != *action) {
                self.candidates.push(Candidate { rank: 0, action: *action });
            }
        }
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
    }

    pub(super) fn set_line(&mut self, ply: usize, action: u16) {
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&after[0]);
    }
}
