//! Searches whose leaves the caller judges, many at a time: so that a network can do it.
//!
//! Many searches go side by side, one a position or one a game ([`self_play`]). [`Leaves::collect`] gathers leaves of
//! all of them, each as the seat to act there sees it; [`Leaves::supply`] takes what the evaluator says of them. It is
//! the search of [`super::mcts`], with priors and values from outside (Silver et al. 2018, `AlphaZero`).
//!
//! Each search has at most [`Settings::leaves`] simulations that wait, and goes on only when all of them have their
//! values. So what it finds depends on its seed, on that number and on the evaluator, but not on the other searches and
//! not on how leaves are spread over batches.
//!
//! ```
//! use boardwright::erased::start;
//! use boardwright::game::never;
//! use serde_json::json;
//!
//! let state = start("gridopolis", &json!({}))?;
//! let spec = state.spec();
//! let (rows, size, actions) = (16, spec.tensor_len(), usize::from(spec.actions));
//! let (mut observations, mut legal) = (vec![0.0; rows * size], vec![0; rows * actions]);
//!
//! let mut search = state.guided(&[&*state], &json!({"simulations": 50, "leaves": 8, "seed": 7}))?;
//! loop {
//!     let found = search.collect(&mut observations, &mut legal, &mut never)?;
//!     if found == 0 {
//!         break;
//!     }
//!     // Here a network would look at the first rows of `observations`. This one likes all actions, and thinks each
//!     // position even.
//!     search.supply(&vec![0.0; found * actions], &vec![0.0; found])?;
//! }
//! let report = &search.reports()[0];
//! assert_eq!(report.simulations, 50);
//! println!("{}", state.events_text(&report.lines[0].events));
//! # Ok::<(), boardwright::Error>(())
//! ```

mod noise;
pub mod self_play;
pub mod settings;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;

use super::budget::{Budget, Clock};
use super::evaluate::{Values, results};
use super::mcts::{Forest, Pending, merge};
use super::mover_view;
use super::report::Report;
use crate::error::{Error, Halt};
use crate::game::{Actions, Game, MAX_SEATS, Poll, Seat, View, Viewer};
use crate::rng::Rng;
use noise::{dirichlet, softmax};
pub use settings::{SelfPlaySettings, Settings};

/// Leaves to be judged, and what was found: the face of all games alike.
pub trait Leaves: Send {
    /// Gathers leaves to be judged, as many as there are or as `observations` and `legal` have rows for; gives their
    /// number, 0 if there are none.
    ///
    /// A row of `observations` is the observation of the seat to act at the leaf, from its own view; a row of `legal`
    /// has 1 for each id of a legal action, else 0. What was gathered before and has no values yet comes again.
    ///
    /// # Errors
    /// What the poll says; nothing is lost then.
    fn collect(&mut self, observations: &mut [f32], legal: &mut [u8], poll: &mut Poll)
    -> Result<usize, Halt>;

    /// Takes what the evaluator says of the leaves gathered last, row by row.
    ///
    /// `policy` has a logit for each id of an action: the prior of a legal one is in proportion to its exponential;
    /// what stands at others is not looked at. `values` has for each row the value for each seat, from -1 to 1, that
    /// of the seat to act first, then the seats after it in order. With one or two seats one value will do, that of
    /// the seat to act; the other one's is its negative.
    ///
    /// # Errors
    /// [`Error::Search`] if the sizes do not fit or a number can't be; nothing is taken then.
    fn supply(&mut self, policy: &[f32], values: &[f32]) -> Result<(), Error>;

    /// How many simulations are finished.
    fn done(&self) -> u64;
}

/// Searches of several positions.
pub trait Guided: Leaves {
    /// What was found, by position.
    fn reports(&self) -> Vec<Report>;
}

/// A leaf that waits for its value.
struct Leaf<S> {
    pending: Pending<S>,
    seat: Seat,
    actions: Actions,
}

/// One search.
struct Search<G: Game> {
    forest: Forest<G>,
    seat: Seat,
    settings: Settings,
    /// Simulations that have not begun.
    left: u64,
    /// Simulations that have begun, and were not handed out.
    waiting: VecDeque<Leaf<G::State>>,
    /// How many were handed out.
    out: usize,
    /// Whether more may begin before those that wait have their values.
    gathering: bool,
    /// For noise.
    rng: Rng,
    clock: Clock,
}

impl<G: Game> Search<G> {
    /// `view` is that of `seat`, which is to act.
    fn new(game: &G, view: &View<G::State>, seat: Seat, settings: Settings, rng: &Rng) -> Self {
        let forest = Forest::new(game, view, seat, settings.of_trees(), rng.split(0), settings.memory);
        Search {
            forest,
            seat,
            settings,
            left: settings.simulations,
            waiting: VecDeque::new(),
            out: 0,
            gathering: false,
            rng: rng.split(1),
            clock: Clock::start(&Budget::default()),
        }
    }

    fn is_done(&self) -> bool {
        self.left == 0 && self.waiting.is_empty() && self.out == 0
    }

    /// Begins simulations, if none is under way; counts those that are done at once.
    fn descend(&mut self, game: &G, done: &mut u64, poll: &mut Poll) -> Result<(), Halt> {
        self.gathering |= self.out == 0 && self.waiting.is_empty();
        // Before the root is judged there is nowhere else to go.
        let most = if self.forest.simulations == 0 { 1 } else { self.settings.leaves.max(1) as usize };
        while self.gathering && self.waiting.len() < most && self.left > 0 {
            poll(*done)?;
            if self.forest.solved {
                self.left = 0;
                break;
            }
            let pending = self.forest.descend(game);
            if self.waiting.iter().any(|leaf| leaf.pending.state == pending.state) {
                // There is no new leaf to be found as long as these have no values.
                self.forest.forget(pending);
                break;
            }
            self.left -= 1;
            if let Some(seat) = pending.seat {
                let mut actions = Actions::new();
                game.actions(&pending.state, &mut actions);
                self.waiting.push_back(Leaf { pending, seat, actions });
            } else {
                let values = results(game, &pending.state);
                self.forest.finish(pending, &values, None);
                *done += 1;
            }
        }
        self.gathering = false;
        Ok(())
    }

    fn finish(&mut self, leaf: Leaf<G::State>, policy: &[f32], values: &Values) {
        self.out -= 1;
        let is_root = self.forest.simulations == 0;
        let logits: Vec<f64> = leaf.actions.iter().map(|id| f64::from(policy[usize::from(*id)])).collect();
        let mut priors = softmax(&logits);
        if is_root && self.settings.noise > 0.0 {
            let share = self.settings.noise as f32;
            let alpha = self.settings.alpha.unwrap_or(10.0 / priors.len() as f64);
            let noise = dirichlet(alpha, priors.len(), &mut self.rng);
            for (prior, noise) in priors.iter_mut().zip(noise) {
                *prior = (1.0 - share) * *prior + share * noise;
            }
        }
        let priors: Vec<(u16, f32)> = leaf.actions.iter().copied().zip(priors).collect();
        self.forest.finish(leaf.pending, values, Some(&priors));
    }

    fn report(&self, game: &G) -> Report {
        let forest = &self.forest;
        merge::report(
            game,
            forest.state(),
            self.seat,
            std::slice::from_ref(forest),
            self.settings.seed,
            &self.clock,
        )
    }
}

/// Searches side by side.
struct Table<G: Game> {
    game: Arc<G>,
    searches: Vec<Option<Search<G>>>,
    /// Whose leaves are gathered first.
    first: usize,
    /// The leaves that were handed out, with the place of their search.
    out: Vec<(usize, Leaf<G::State>)>,
    /// How many simulations are finished, of all searches.
    done: u64,
}

/// Puts another search in the place of one that is done, or of none; tells whether it did.
type Renew<'a, G> = dyn FnMut(usize, &mut Option<Search<G>>) -> bool + 'a;

impl<G: Game> Table<G> {
    fn new(game: Arc<G>, searches: Vec<Option<Search<G>>>) -> Self {
        Table { game, searches, first: 0, out: Vec::new(), done: 0 }
    }

    /// [`Leaves::collect`].
    fn collect(
        &mut self,
        observations: &mut [f32],
        legal: &mut [u8],
        poll: &mut Poll,
        renew: &mut Renew<G>,
    ) -> Result<usize, Halt> {
        self.take_back();
        let (width, actions) = (self.game.spec().tensor_len(), usize::from(self.game.spec().actions));
        let rows = (observations.len() / width).min(legal.len() / actions);
        for _ in 0..self.searches.len() {
            let place = self.first;
            if let Err(halt) = self.prepare(place, poll, renew) {
                self.take_back();
                return Err(halt);
            }
            if let Some(search) = &mut self.searches[place] {
                while self.out.len() < rows
                    && let Some(leaf) = search.waiting.pop_front()
                {
                    let row = self.out.len();
                    let view = View::of(&*self.game, &leaf.pending.state, Viewer::Seat(leaf.seat));
                    self.game.encode(&view, leaf.seat, &mut observations[row * width..][..width]);
                    mark(&leaf.actions, &mut legal[row * actions..][..actions]);
                    search.out += 1;
                    self.out.push((place, leaf));
                }
                if !search.waiting.is_empty() {
                    break;
                }
            }
            self.first = (place + 1) % self.searches.len();
        }
        Ok(self.out.len())
    }

    /// Goes on with a search, and with those that follow in its place, until there is something to judge or nothing
    /// to do.
    fn prepare(&mut self, place: usize, poll: &mut Poll, renew: &mut Renew<G>) -> Result<(), Halt> {
        let slot = &mut self.searches[place];
        loop {
            if let Some(search) = slot
                && !search.is_done()
            {
                search.descend(&self.game, &mut self.done, poll)?;
                if !search.is_done() {
                    return Ok(());
                }
            }
            poll(self.done)?;
            if !renew(place, slot) {
                return Ok(());
            }
        }
    }

    /// What was handed out and has no values waits again.
    fn take_back(&mut self) {
        for (place, leaf) in self.out.drain(..).rev() {
            if let Some(search) = &mut self.searches[place] {
                search.out -= 1;
                search.waiting.push_front(leaf);
            }
        }
    }

    /// [`Leaves::supply`].
    fn supply(&mut self, policy: &[f32], values: &[f32]) -> Result<(), Error> {
        let (rows, actions) = (self.out.len(), usize::from(self.game.spec().actions));
        let seats = usize::from(self.game.spec().seats);
        let width = if values.len() == rows && seats <= 2 { 1 } else { seats };
        if policy.len() != rows * actions || values.len() != rows * width {
            return Err(Error::Search(format!(
                "{rows} leaves need {rows} x {actions} logits and {rows} x {seats} values, not {} and {}",
                policy.len(),
                values.len()
            )));
        }
        for (row, (_, leaf)) in self.out.iter().enumerate() {
            let logits = &policy[row * actions..];
            if let Some(id) = leaf.actions.iter().find(|id| !logits[usize::from(**id)].is_finite()) {
                let logit = logits[usize::from(*id)];
                return Err(Error::Search(format!(
                    "the policy has {logit} for action {id} of row {row}, which is legal: a logit is a finite number"
                )));
            }
            let wrong = values[row * width..][..width].iter().find(|value| !(-1.0..=1.0).contains(*value));
            if let Some(value) = wrong {
                return Err(Error::Search(format!(
                    "the values have {value} in row {row}: a value is a number from -1 to 1"
                )));
            }
        }
        for (row, (place, leaf)) in self.out.drain(..).enumerate() {
            let judged = absolute(&values[row * width..][..width], leaf.seat, seats);
            if let Some(search) = &mut self.searches[place] {
                search.finish(leaf, &policy[row * actions..][..actions], &judged);
            }
            self.done += 1;
        }
        Ok(())
    }
}

/// Values by seat, of values that begin with `seat`.
fn absolute(values: &[f32], seat: Seat, seats: usize) -> Values {
    let mut absolute = [0.0; MAX_SEATS];
    for place in 0..seats {
        // With one value for two seats the other one's is its negative.
        let value = values.get(place).copied().unwrap_or(-values[0]);
        absolute[(usize::from(seat) + place) % seats] = f64::from(value);
    }
    absolute
}

/// The same the other way round.
fn relative(values: &Values, seat: Seat, seats: usize) -> impl Iterator<Item = f32> {
    (0..seats).map(move |place| values[(usize::from(seat) + place) % seats] as f32)
}

/// Writes 1 for each of these ids, else 0.
fn mark(ids: &[u16], out: &mut [u8]) {
    out.fill(0);
    for id in ids {
        out[usize::from(*id)] = 1;
    }
}

struct Positions<G: Game>(Table<G>);

impl<G: Game> Leaves for Positions<G> {
    fn collect(
        &mut self,
        observations: &mut [f32],
        legal: &mut [u8],
        poll: &mut Poll,
    ) -> Result<usize, Halt> {
        self.0.collect(observations, legal, poll, &mut |_, _| false)
    }

    fn supply(&mut self, policy: &[f32], values: &[f32]) -> Result<(), Error> {
        self.0.supply(policy, values)
    }

    fn done(&self) -> u64 {
        self.0.done
    }
}

impl<G: Game> Guided for Positions<G> {
    fn reports(&self) -> Vec<Report> {
        self.0.searches.iter().flatten().map(|search| search.report(&self.0.game)).collect()
    }
}

/// Searches of the positions of some views, each for its seat to act.
///
/// Each is searched as it would be alone, with the same seed.
///
/// # Errors
/// [`Error::Search`] if no seat is to act somewhere, or if it is not the viewer's.
pub fn guided<G: Game>(
    game: &Arc<G>,
    views: &[View<G::State>],
    settings: Settings,
) -> Result<Box<dyn Guided>, Error> {
    let rng = Rng::new(settings.seed);
    let mut searches = Vec::new();
    for view in views {
        let (seat, view) = mover_view(&**game, view)?;
        searches.push(Some(Search::new(&**game, &view, seat, settings, &rng)));
    }
    Ok(Box::new(Positions(Table::new(game.clone(), searches))))
}
