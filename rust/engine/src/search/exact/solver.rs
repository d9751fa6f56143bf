//! The walk through all that can follow: bounds by Alpha-beta for one and two seats, vectors for more.

use super::table::{Key, Table, key};
use crate::error::Halt;
use crate::game::{Actions, Actor, Event, Game, MAX_SEATS, Outcomes, Poll, Seat, Viewer};
use crate::search::budget::{Budget, Clock};
use crate::search::evaluate::{Values, results, strengths};

/// Values that differ by less count as equal: sums of fractions are rounded, each by less than 1e-15.
pub(super) const EPSILON: f64 = 1e-9;
/// Play that goes on longer is not followed, so that no stack overflows.
const MAX_DEPTH: usize = 1000;
/// How many positions pass between two looks at clock and poll.
const POLL_POSITIONS: u64 = 1024;

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The poll said so.
    Halt(Halt),
    /// Too many positions.
    Nodes(u64),
    /// Not decided within so many turns.
    Turns(u32),
    /// Too deep.
    Depth,
    /// The time is up.
    Time,
    /// A seat that chooses does not know all, and only a solution without secrets was asked for.
    Secrets,
    /// No seat is to act.
    Nobody,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}

/// What is known of a position's value for seat 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Bounds {
    fn exactly(value: f64) -> Self {
        Bounds { low: value, high: value }
    }

    pub(super) fn is_exact(self) -> bool {
        self.high - self.low <= EPSILON
    }

    pub(super) fn both(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    bounds: Bounds,
    /// It was looked so many turns ahead, within this window.
    turns: u32,
    alpha: f64,
    beta: f64,
    /// The action to be tried first.
    best: u16,
}

pub(super) struct Solver<'a, 'p, G: Game> {
    game: &'a G,
    poll: &'a mut Poll<'p>,
    clock: &'a Clock,
    limit: u64,
    /// Only solutions without secrets are of use.
    pub(super) only_exact: bool,
    /// No seat that had a choice lacked any knowledge.
    pub(super) perfect: bool,
    /// Something was not looked at because it was too many turns ahead.
    pub(super) cut: bool,
    /// Turns are looked at up to here.
    last_turn: u32,
    pub(super) nodes: u64,
    pub(super) deepest: usize,
    worst: f64,
    best: f64,
    bounds: Table<Entry>,
    values: Table<Values>,
    states: Vec<G::State>,
    actions: Actions,
    outcomes: Outcomes,
    worths: Vec<f64>,
    ranked: Vec<(f64, u16)>,
}

impl<'a, 'p, G: Game> Solver<'a, 'p, G> {
    pub(super) fn new(
        game: &'a G,
        root: &G::State,
        budget: &Budget,
        limit: u64,
        clock: &'a Clock,
        poll: &'a mut Poll<'p>,
    ) -> Self {
        let (worst, best) = game.spec().return_range;
        Solver {
            game,
            poll,
            clock,
            limit,
            only_exact: false,
            perfect: true,
            cut: false,
            last_turn: 0,
            nodes: 0,
            deepest: 0,
            worst,
            best,
            bounds: Table::new(budget.memory),
            values: Table::new(budget.memory),
            states: vec![*root],
            actions: Vec::new(),
            outcomes: Vec::new(),
            worths: Vec::new(),
            ranked: Vec::new(),
        }
    }

    pub(super) fn range(&self) -> Bounds {
        Bounds { low: self.worst, high: self.best }
    }

    /// The root from which the next actions are looked at.
    pub(super) fn set_root(&mut self, root: &G::State, turns: u32) {
        self.states[0] = *root;
        self.last_turn = self.game.turn(root).saturating_add(turns);
    }

    /// Table entries, and their bytes.
    pub(super) fn memory(&self) -> (u64, u64) {
        (self.bounds.len() + self.values.len(), self.bounds.bytes() + self.values.bytes())
    }

    fn count(&mut self, depth: usize) -> Result<(), Stop> {
        if self.nodes >= self.limit {
            return Err(Stop::Nodes(self.limit));
        }
        if depth >= MAX_DEPTH {
            return Err(Stop::Depth);
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(depth);
        if self.nodes.is_multiple_of(POLL_POSITIONS) {
            (self.poll)(self.nodes)?;
            if self.clock.is_up() {
                return Err(Stop::Time);
            }
        }
        Ok(())
    }

    /// The position after an event, one deeper.
    pub(super) fn go(&mut self, depth: usize, event: Event) {
        let next = self.states[depth];
        if self.states.len() == depth + 1 {
            self.states.push(next);
        } else {
            self.states[depth + 1] = next;
        }
        self.game.step(&mut self.states[depth + 1], event);
    }

    /// The fingerprint of a position; notes if the seat that chooses does not know all of it.
    fn look(&mut self, depth: usize, chooser: Option<Seat>) -> Result<Key, Stop> {
        if let Some(seat) = chooser
            && G::SECRETS
            && self.perfect
        {
            self.perfect = knows_all(self.game, &self.states[depth], seat);
            if !self.perfect && self.only_exact {
                return Err(Stop::Secrets);
            }
        }
        Ok(key(&self.game.essence(&self.states[depth])))
    }

    /// Notes whether the seat to act at the root knows all.
    pub(super) fn ask(&mut self, seat: Seat) -> Result<(), Stop> {
        self.look(0, Some(seat)).map(|_| ())
    }

    /// Bounds of a position's value. They are exact, or tell that it is outside of the window, or that it is decided later than
    /// the turns that are looked at (`cut` says so).
    pub(super) fn search(&mut self, depth: usize, alpha: f64, beta: f64) -> Result<Bounds, Stop> {
        self.count(depth)?;
        let game = self.game;
        match game.actor(&self.states[depth]) {
            Actor::Over => Ok(Bounds::exactly(results(game, &self.states[depth])[0])),
            _ if game.turn(&self.states[depth]) >= self.last_turn => {
                self.cut = true;
                Ok(self.range())
            }
            Actor::Seat(seat) => {
                let first = self.actions.len();
                game.actions(&self.states[depth], &mut self.actions);
                let result = if self.actions.len() == first + 1 {
                    self.go(depth, Event::Act(self.actions[first]));
                    self.search(depth + 1, alpha, beta)
                } else {
                    self.remembered(depth, Some(seat), alpha, beta, first)
                };
                self.actions.truncate(first);
                result
            }
            Actor::Chance => {
                let first = self.outcomes.len();
                game.outcomes(&self.states[depth], &mut self.outcomes);
                let result = if self.outcomes.len() == first + 1 {
                    self.go(depth, Event::Chance(self.outcomes[first].0));
                    self.search(depth + 1, alpha, beta)
                } else {
                    self.remembered(depth, None, alpha, beta, first)
                };
                self.outcomes.truncate(first);
                result
            }
        }
    }

    /// Looks into the table before and writes into it after.
    fn remembered(
        &mut self,
        depth: usize,
        chooser: Option<Seat>,
        alpha: f64,
        beta: f64,
        first: usize,
    ) -> Result<Bounds, Stop> {
        let key = self.look(depth, chooser)?;
        let turns = self.last_turn - self.game.turn(&self.states[depth]);
        let known = self.bounds.get(key);
        if let Some(entry) = known {
            let Bounds { low, high } = entry.bounds;
            if entry.bounds.is_exact() || low >= beta || high <= alpha {
                return Ok(entry.bounds);
            }
            if entry.turns >= turns && entry.alpha <= alpha && entry.beta >= beta {
                self.cut = true;
                return Ok(entry.bounds);
            }
        }
        let (mut bounds, best) = match chooser {
            Some(seat) => {
                let hint = known.map(|entry| entry.best);
                self.order(depth, seat, first, hint, turns);
                self.choose(depth, seat == 0, alpha, beta, first)?
            }
            None => (self.weigh(depth, alpha, beta, first)?, 0),
        };
        if let Some(entry) = known {
            bounds = bounds.both(entry.bounds);
        }
        self.bounds.put(key, Entry { bounds, turns, alpha, beta, best });
        Ok(bounds)
    }

    /// Actions that promise most come first.
    fn order(&mut self, depth: usize, seat: Seat, first: usize, hint: Option<u16>, turns: u32) {
        let actions = &mut self.actions[first..];
        if turns > 1 {
            strengths(self.game, &self.states[depth], seat, actions, &mut self.worths);
            self.ranked.clear();
            self.ranked.extend(self.worths.iter().copied().zip(actions.iter().copied()));
            self.ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            actions.iter_mut().zip(&self.ranked).for_each(|(action, (_, id))| *action = *id);
        }
        if let Some(place) = hint.and_then(|hint| actions.iter().position(|id| *id == hint)) {
            actions[..=place].rotate_right(1);
        }
    }

    /// The best action of a seat: seat 0 wants much, the other one little.
    fn choose(
        &mut self,
        depth: usize,
        wants_much: bool,
        mut alpha: f64,
        mut beta: f64,
        first: usize,
    ) -> Result<(Bounds, u16), Stop> {
        let count = self.actions.len();
        let mut best = self.actions[first];
        let mut bounds = Bounds::exactly(if wants_much { self.worst } else { self.best });
        for place in first..count {
            let id = self.actions[place];
            self.go(depth, Event::Act(id));
            let found = self.search(depth + 1, alpha, beta)?;
            if wants_much {
                if found.low > bounds.low {
                    best = id;
                }
                bounds = Bounds { low: bounds.low.max(found.low), high: bounds.high.max(found.high) };
                alpha = alpha.max(bounds.low);
            } else {
                if found.high < bounds.high {
                    best = id;
                }
                bounds = Bounds { low: bounds.low.min(found.low), high: bounds.high.min(found.high) };
                beta = beta.min(bounds.high);
            }
            if alpha >= beta {
                // Actions that were not looked at may be better still.
                if place + 1 < count {
                    if wants_much {
                        bounds.high = self.best;
                    } else {
                        bounds.low = self.worst;
                    }
                }
                break;
            }
        }
        Ok((bounds, best))
    }

    /// The average over what chance brings, with the window that its parts must be in (Star1: Ballard 1983).
    fn weigh(&mut self, depth: usize, alpha: f64, beta: f64, first: usize) -> Result<Bounds, Stop> {
        let count = self.outcomes.len();
        let all: f64 = self.outcomes[first..].iter().map(|(_, weight)| f64::from(*weight)).sum();
        let (mut low, mut high) = (self.worst * all, self.best * all);
        for place in first..count {
            let (id, weight) = self.outcomes[place];
            let weight = f64::from(weight);
            // What the others are worth at least and at most decides what this one must be worth.
            let from = (alpha * all - (high - self.best * weight)) / weight;
            let to = (beta * all - (low - self.worst * weight)) / weight;
            self.go(depth, Event::Chance(id));
            let found = self.search(depth + 1, from.max(self.worst - 1.0), to.min(self.best + 1.0))?;
            low += (found.low - self.worst) * weight;
            high -= (self.best - found.high) * weight;
            if high <= alpha * all || low >= beta * all {
                break;
            }
        }
        Ok(Bounds { low: low / all, high: high / all })
    }

    /// What each seat gets if every seat takes what is best for itself (max^n: Luckhardt and Irani 1986); of actions equally
    /// good for a seat it takes the first.
    pub(super) fn share(&mut self, depth: usize) -> Result<Values, Stop> {
        self.count(depth)?;
        let game = self.game;
        match game.actor(&self.states[depth]) {
            Actor::Over => Ok(results(game, &self.states[depth])),
            Actor::Seat(seat) => {
                let first = self.actions.len();
                game.actions(&self.states[depth], &mut self.actions);
                let result = self.share_action(depth, seat, first);
                self.actions.truncate(first);
                result
            }
            Actor::Chance => {
                let first = self.outcomes.len();
                game.outcomes(&self.states[depth], &mut self.outcomes);
                let result = self.share_chance(depth, first);
                self.outcomes.truncate(first);
                result
            }
        }
    }

    fn share_action(&mut self, depth: usize, seat: Seat, first: usize) -> Result<Values, Stop> {
        let count = self.actions.len();
        if count == first + 1 {
            self.go(depth, Event::Act(self.actions[first]));
            return self.share(depth + 1);
        }
        let key = self.look(depth, Some(seat))?;
        if let Some(values) = self.values.get(key) {
            return Ok(values);
        }
        let own = usize::from(seat);
        let mut best: Option<Values> = None;
        for place in first..count {
            self.go(depth, Event::Act(self.actions[place]));
            let found = self.share(depth + 1)?;
            if best.is_none_or(|best| found[own] > best[own] + EPSILON) {
                best = Some(found);
                if found[own] >= self.best - EPSILON {
                    break;
                }
            }
        }
        let values = best.unwrap_or([0.0; MAX_SEATS]);
        self.values.put(key, values);
        Ok(values)
    }

    fn share_chance(&mut self, depth: usize, first: usize) -> Result<Values, Stop> {
        let count = self.outcomes.len();
        if count == first + 1 {
            self.go(depth, Event::Chance(self.outcomes[first].0));
            return self.share(depth + 1);
        }
        let key = self.look(depth, None)?;
        if let Some(values) = self.values.get(key) {
            return Ok(values);
        }
        let all: f64 = self.outcomes[first..].iter().map(|(_, weight)| f64::from(*weight)).sum();
        let mut values = [0.0; MAX_SEATS];
        for place in first..count {
            let (id, weight) = self.outcomes[place];
            self.go(depth, Event::Chance(id));
            let found = self.share(depth + 1)?;
            for (sum, value) in values.iter_mut().zip(found) {
                *sum += value * f64::from(weight) / all;
            }
        }
        self.values.put(key, values);
        Ok(values)
    }

    /// The exact value of a position for seat 0, or for each seat in games of more than two, as far as it is known without a search.
    fn known(&mut self, state: &G::State) -> Option<Values> {
        let game = self.game;
        let mut state = *state;
        for _ in 0..MAX_DEPTH {
            let event = match game.actor(&state) {
                Actor::Over => return Some(results(game, &state)),
                Actor::Seat(_) => {
                    let mut actions = Actions::new();
                    game.actions(&state, &mut actions);
                    (actions.len() == 1).then(|| Event::Act(actions[0]))
                }
                Actor::Chance => {
                    let mut outcomes = Outcomes::new();
                    game.outcomes(&state, &mut outcomes);
                    (outcomes.len() == 1).then(|| Event::Chance(outcomes[0].0))
                }
            };
            match event {
                Some(event) => game.step(&mut state, event),
                None => break,
            }
        }
        let key = key(&game.essence(&state));
        if game.spec().seats > 2 {
            return self.values.get(key);
        }
        let entry = self.bounds.get(key).filter(|entry| entry.bounds.is_exact())?;
        let mut values = [0.0; MAX_SEATS];
        values[0] = entry.bounds.low;
        Some(values)
    }

    /// How play goes on from a state, as long as it is known and nothing is left to chance: every seat's best actions, the
    /// first among equals.
    pub(super) fn line(&mut self, state: &G::State) -> Vec<Event> {
        let game = self.game;
        let (mut state, mut events) = (*state, Vec::new());
        while events.len() < MAX_DEPTH {
            let Actor::Seat(seat) = game.actor(&state) else { break };
            let (own, sign) = match (game.spec().seats, seat) {
                (2, 1) => (0, -1.0),
                _ => (usize::from(seat), 1.0),
            };
            let mut actions = Actions::new();
            game.actions(&state, &mut actions);
            let mut best: Option<(u16, f64, G::State)> = None;
            for id in &actions {
                let mut next = state;
                game.step(&mut next, Event::Act(*id));
                let worth = self.known(&next).map(|values| sign * values[own]);
                // A single action goes on even where what follows is not known.
                let worth = if actions.len() == 1 { worth.or(Some(0.0)) } else { worth };
                if let Some(worth) = worth
                    && best.is_none_or(|(_, most, _)| worth > most + EPSILON)
                {
                    best = Some((*id, worth, next));
                }
            }
            let known = self.known(&state).map(|values| sign * values[own]);
            match (best, known) {
                (Some((id, worth, next)), known)
                    if actions.len() == 1 || known.is_some_and(|known| (known - worth).abs() <= EPSILON) =>
                {
                    events.push(Event::Act(id));
                    state = next;
                }
                _ => break,
            }
        }
        events
    }
}

/// Whether a seat knows all of a state that matters.
pub(super) fn knows_all<G: Game>(game: &G, state: &G::State, seat: Seat) -> bool {
    let mut seen = *state;
    game.redact(&mut seen, Viewer::Seat(seat));
    !game.has_unknowns(&seen) || !game.has_unknowns(&game.essence(&seen))
}
