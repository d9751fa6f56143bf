//! Three and more players: max^n (Luckhardt and Irani 1986), with iterative deepening and a transposition table.
//!
//! Every seat chooses what is best for itself. Between turns that are equally good for it, it chooses the worst one
//! for the seat that is searched for, then by the scores of the seats in order; so the value of a position is well defined,
//! whatever order turns are looked at. Best-reply search (Schadd and Winands 2011) looks deeper, but lets opponents pass,
//! which these games do not allow, and an opponent who must move is often worse off for it.
//!
//! Two seats never lead each other both, so the scores of any two add up to at most 0. That allows shallow pruning
//! (Korf 1991): once a seat is sure of so much that the seat before it would rather play elsewhere, its turn is not
//! looked at further. Deep pruning would be wrong here.

use super::Task;
use super::choice::{Choice, lines};
use super::limit::{Limit, Stop};
use super::order::{Candidate, NONE, Order, pick};
use super::score::{BEYOND, Scores, from_here, is_result, leaf, to_here, turns_to};
use super::table::{Known, Table, key};
use crate::game::{Actions, Actor, Event, Game, MAX_SEATS, Seat};
use crate::search::report::{Bound, Report};

/// Captures come before all else that is not from the table.
const LOUD: i32 = 1 << 29;
const FROM_TABLE: i32 = i32::MAX;

/// How found scores are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Exact,
    /// The seat that moved before gets at most its score here, which is less than it can have elsewhere.
    TooLittleBefore,
    /// The seat whose turn it is gets at most its score here, which is less than it can have elsewhere.
    TooLittle,
}

/// What is found of a position.
#[derive(Clone, Copy)]
struct Found {
    scores: Scores,
    kind: Kind,
    /// The best action.
    action: u16,
}

/// The seat that moved before, and what it can have elsewhere.
#[derive(Clone, Copy)]
struct Before {
    seat: Seat,
    score: i32,
}

/// The best that a seat has found so far in a position of its turn.
struct Best {
    seat: Seat,
    before: Before,
    /// What it can have, here or elsewhere in its turn.
    own: i32,
    found: Option<(Scores, u16)>,
    /// No action that was cut off gives it more than this.
    cut: i32,
    /// Whether the seat before is known to play elsewhere, and get at most this here.
    refuted: Option<i32>,
}

impl Best {
    fn new(seat: Seat, before: Before, own: i32) -> Self {
        Best { seat, before, own, found: None, cut: -BEYOND, refuted: None }
    }

    /// Adds what an action leads to, if its turn ends with it.
    fn add_turn(&mut self, root: Seat, found: Found, action: u16) {
        match found.kind {
            Kind::Exact => self.take(root, found.scores, action),
            // To the next seat, this one is the seat before.
            _ => self.cut = self.cut.max(found.scores[usize::from(self.seat)]),
        }
    }

    /// The same, if the turn goes on.
    fn add_part(&mut self, root: Seat, found: Found, action: u16) {
        match found.kind {
            Kind::Exact => self.take(root, found.scores, action),
            Kind::TooLittle => self.cut = self.cut.max(found.scores[usize::from(self.seat)]),
            Kind::TooLittleBefore => self.refuted = Some(found.scores[usize::from(self.before.seat)]),
        }
    }

    fn take(&mut self, root: Seat, scores: Scores, action: u16) {
        let seat = usize::from(self.seat);
        let rank = |scores: Scores| (scores[seat], -scores[usize::from(root)], scores);
        if self.found.is_none_or(|(best, _)| rank(scores) > rank(best)) {
            self.found = Some((scores, action));
        }
        let score = scores[seat];
        self.own = self.own.max(score);
        if self.before.seat != self.seat && -score < self.before.score {
            self.refuted = Some(-score);
        }
    }

    fn is_open(&self) -> bool {
        self.refuted.is_none()
    }

    fn found(self) -> Found {
        let (mut scores, action) = self.found.unwrap_or(([-BEYOND; MAX_SEATS], NONE));
        let own = &mut scores[usize::from(self.seat)];
        let kind = if let Some(score) = self.refuted {
            scores[usize::from(self.before.seat)] = score;
            Kind::TooLittleBefore
        } else if self.cut < *own {
            Kind::Exact
        } else {
            *own = self.cut;
            Kind::TooLittle
        };
        Found { scores, kind, action }
    }
}

/// Searches the turns of a position to a depth; also says what stopped it.
pub(super) fn search<G: Game>(task: Task<'_, G>, limit: Limit<'_, '_>) -> (Option<Stop>, Report) {
    let Task { game, state, seat, settings, bytes, mut choices, depth } = task;
    let spec = game.spec();
    let mut many = Many {
        game,
        quiescence: settings.quiescence == Some(true),
        limit,
        table: Table::new(if settings.table { bytes } else { 0 }),
        order: Order::new(spec.seats, spec.actions),
        seat,
        root: game.turn(state),
        candidates: Vec::new(),
        actions: Actions::new(),
    };
    let mut line = choices[0].events.clone();
    let mut finished = 0;
    let stop = many.deepen(&mut choices, &mut line, &mut finished, depth).err();
    let report = Report {
        seat,
        seats: spec.seats,
        lines: lines(game, seat, choices),
        pv: line,
        simulations: many.limit.nodes,
        nodes: many.table.used(),
        depth: finished,
        bytes: many.table.bytes(),
        seed: 0,
        seconds: many.limit.clock.seconds(),
        exact: false,
        estimate: false,
        deals: 0,
    };
    (stop, report)
}

struct Many<'a, 'p, 'f, G: Game> {
    game: &'a G,
    quiescence: bool,
    limit: Limit<'p, 'f>,
    table: Table<Scores>,
    order: Order,
    /// The seat that is searched for.
    seat: Seat,
    /// Turns completed at the root.
    root: u32,
    candidates: Vec<Candidate>,
    actions: Actions,
}

impl<G: Game> Many<'_, '_, '_, G> {
    /// Searches deeper and deeper; when it stops, what is known stands in `choices`, the best one first.
    fn deepen(
        &mut self,
        choices: &mut [Choice<G::State>],
        line: &mut Vec<Event>,
        finished: &mut u32,
        depth: u32,
    ) -> Result<(), Stop> {
        let own = usize::from(self.seat);
        for depth in 1..=depth {
            let mut best = -BEYOND;
            for index in 0..choices.len() {
                let nodes = self.limit.nodes;
                let before = Before { seat: self.seat, score: best };
                let found = self.scores(&choices[index].end, depth - 1, before, -BEYOND)?;
                let choice = &mut choices[index];
                let exact = found.kind == Kind::Exact;
                choice.scores = found.scores;
                choice.bound = if exact { Bound::Exact } else { Bound::AtMost };
                choice.depth = depth;
                choice.nodes = self.limit.nodes - nodes;
                if exact && found.scores[own] > best {
                    best = found.scores[own];
                    line.clone_from(&choice.events);
                    choices[..=index].rotate_right(1);
                }
            }
            *finished = depth;
            self.follow_best(choices[0].end, depth - 1, line)?;
            if is_result(best) && turns_to(best) <= 1 {
                break;
            }
            self.table.age();
            self.order.age();
        }
        Ok(())
    }

    /// Adds what is expected to a line.
    fn follow_best(
        &mut self,
        mut state: G::State,
        mut depth: u32,
        line: &mut Vec<Event>,
    ) -> Result<(), Stop> {
        while depth > 0
            && let Actor::Seat(seat) = self.game.actor(&state)
        {
            let before = Before { seat, score: -BEYOND };
            let Found { action, .. } = self.best(&state, seat, depth, before, -BEYOND, NONE)?;
            let turn = self.game.turn(&state);
            self.game.step(&mut state, Event::Act(action));
            line.push(Event::Act(action));
            depth -= self.game.turn(&state) - turn;
        }
        Ok(())
    }

    fn turns(&self, state: &G::State) -> i32 {
        (self.game.turn(state) - self.root) as i32
    }

    fn leaf(&self, state: &G::State) -> Found {
        let scores = leaf(self.game, state, self.turns(state));
        Found { scores, kind: Kind::Exact, action: NONE }
    }

    /// The scores of a position that was just reached; `own`: what the seat to act can have elsewhere in its turn.
    fn scores(&mut self, state: &G::State, depth: u32, before: Before, own: i32) -> Result<Found, Stop> {
        self.limit.count(&mut self.table)?;
        match self.game.actor(state) {
            Actor::Seat(seat) if depth > 0 => self.node(state, seat, depth, before, own),
            Actor::Seat(seat) if self.quiescence => self.calm(state, seat, before),
            _ => Ok(self.leaf(state)),
        }
    }

    /// The scores of a position for the seat to act; at least 1 deep.
    fn node(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        before: Before,
        own: i32,
    ) -> Result<Found, Stop> {
        let turns = self.turns(state);
        let key = key(self.game, state, self.game.may_run_out(state, depth));
        let mut from_table = NONE;
        if let Some(known) = self.table.get(key) {
            from_table = known.action;
            if known.bound() == Bound::Exact && u32::from(known.depth) == depth {
                let scores = known.score.map(|score| from_here(score, turns));
                return Ok(Found { scores, kind: Kind::Exact, action: known.action });
            }
        }
        let found = self.best(state, seat, depth, before, own, from_table)?;
        let scores = found.scores.map(|score| to_here(score, turns));
        // Of a pruned position only its best action is of use later.
        let bound = if found.kind == Kind::Exact { Bound::Exact } else { Bound::AtMost };
        self.table.put(key, Known::new(scores, found.action, depth, bound));
        Ok(found)
    }

    /// The same, without a look into the table.
    fn best(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        before: Before,
        own: i32,
        from_table: u16,
    ) -> Result<Found, Stop> {
        let game = self.game;
        let turns = (game.turn(state) - self.root) as usize;
        let first = self.candidates.len();
        self.list(state, from_table);
        // Without quiescence all quiet ends of this turn are worth the same.
        let one_quiet = depth == 1 && !self.quiescence && !game.may_run_out(state, depth);
        let mut best = Best::new(seat, before, own);
        let mut index = first;
        while index < self.candidates.len() {
            let Candidate { action, rank } = pick(&mut self.candidates, index);
            index += 1;
            let mut next = *state;
            game.step(&mut next, Event::Act(action));
            self.follow(state, &next, depth, action, &mut best)?;
            let is_loud = rank >= LOUD;
            if !best.is_open() && !is_loud {
                self.order.refuted(seat, turns, action, depth);
            }
            if !best.is_open() || one_quiet && !is_loud {
                break;
            }
        }
        self.candidates.truncate(first);
        Ok(best.found())
    }

    /// Adds what an action leads to.
    fn follow(
        &mut self,
        state: &G::State,
        next: &G::State,
        depth: u32,
        action: u16,
        best: &mut Best,
    ) -> Result<(), Stop> {
        let ended = self.game.turn(next) - self.game.turn(state);
        if ended == 0 {
            let found = self.scores(next, depth, best.before, best.own)?;
            best.add_part(self.seat, found, action);
        } else {
            let before = Before { seat: best.seat, score: best.own };
            let found = self.scores(next, depth - ended, before, -BEYOND)?;
            best.add_turn(self.seat, found, action);
        }
        Ok(())
    }

    /// Appends all actions to the candidates, ranked.
    fn list(&mut self, state: &G::State, from_table: u16) {
        let game = self.game;
        let turns = (game.turn(state) - self.root) as usize;
        let seat = game.turn_seat(state);
        let first = self.candidates.len();
        self.actions.clear();
        game.loud_actions(state, &mut self.actions);
        let loud = self.actions.len();
        game.actions(state, &mut self.actions);
        let (loud, all) = self.actions.split_at(loud);
        for action in all {
            let rank = if loud.binary_search(action).is_ok() {
                LOUD + game.promise(state, *action)
            } else {
                self.order.rank(seat, turns, *action)
            };
            self.candidates.push(Candidate { rank, action: *action });
        }
        // A quiet action from the table comes first, but stays known as quiet.
        let known = self.candidates[first..].iter_mut().find(|candidate| candidate.action == from_table);
        if let Some(candidate) = known {
            candidate.rank = if candidate.rank >= LOUD { FROM_TABLE } else { LOUD - 1 };
        }
    }

    /// Quiescence: the scores of a position at the start of a turn, if the seat to act may leave the points as
    /// they are or play a loud turn: one after which somebody's points are others.
    fn calm(&mut self, state: &G::State, seat: Seat, before: Before) -> Result<Found, Stop> {
        let mut best = Best::new(seat, before, -BEYOND);
        best.take(self.seat, self.leaf(state).scores, NONE);
        if best.is_open() {
            let points = self.points(state);
            self.loud(state, &points, &mut best)?;
        }
        Ok(best.found())
    }

    fn points(&self, state: &G::State) -> Scores {
        let mut points = [0; MAX_SEATS];
        for seat in 0..self.game.spec().seats {
            points[usize::from(seat)] = self.game.prospect(state, seat);
        }
        points
    }

    /// Looks at all loud turns that go on from here; `points`: those before the turn.
    fn loud(&mut self, state: &G::State, points: &Scores, best: &mut Best) -> Result<(), Stop> {
        let game = self.game;
        let mut actions = Actions::new();
        game.loud_actions(state, &mut actions);
        actions.sort_by_key(|action| (-game.promise(state, *action), *action));
        for action in actions {
            let mut next = *state;
            game.step(&mut next, Event::Act(action));
            if self.points(&next) == *points {
                self.limit.count(&mut self.table)?;
                if game.turn(&next) == game.turn(state) {
                    self.loud(&next, points, best)?;
                }
            } else {
                // The rest of the turn is free.
                self.follow(state, &next, 1, action, best)?;
            }
            if !best.is_open() {
                break;
            }
        }
        Ok(())
    }
}
