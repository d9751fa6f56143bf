//! Monte Carlo tree search for every game.
//!
//! Selection is PUCT (Rosin 2011; Silver et al. 2017) with a value for each seat (max^n). Chance is drawn in each
//! simulation. Where players hold secrets it is information-set search with a tree for each seat (MO-ISMCTS: Cowling,
//! Powley, Whitehouse 2012): each simulation begins with a deal that fits what the searching seat knows, every seat chooses in
//! its own tree, and a tree branches by what its seat sees.
//!
//! A simulation has three steps, so that leaves can be judged elsewhere, many at a time: [`Forest::descend`] goes from
//! the root to a leaf, somebody judges it, [`Forest::finish`] adds the result to all that led to it.
//!
//! A node takes 64 bytes, and 48 for each of its actions that is known (50 where there is neither chance nor a secret), with
//! 16 or 32 for the lists. When [`super::budget::Budget::memory`] is full, simulations go on in what is there and end where there is no node.
//!
//! A search is made of logical trees whose number is part of the settings; threads only share them out. So the
//! result does not depend on the number of threads.

pub(crate) mod merge;
mod node;
mod parallel;
mod reuse;
mod select;
#[cfg(test)]
mod tests;
mod tree;

pub use reuse::Searcher;
pub use tree::{Forest, Pending};

use super::budget::Clock;
use super::evaluate::{Leaf, Policy};
use super::greedy::action_worths;
use super::report::Report;
use super::request::Request;
use crate::error::Halt;
use crate::game::{Actor, Game, Poll, Seat, View};
use crate::rng::Rng;
use crate::threads;

/// So many simulations are worth a tree of their own, and there are at most so many of them unless asked for. Several small
/// trees find less than a large one.
const TREE_SIMULATIONS: u64 = 8000;
const MAX_TREES: u64 = 4;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much is explored (PUCT's c).
    pub exploration: f64,
    /// How leaves are judged.
    pub leaf: Leaf,
    /// Whether actions that lead to more points are tried first, and more.
    pub priors: bool,
    /// Whether trees branch by what chance brings, too; if not, chance is drawn again on the way (open loop).
    pub chance: bool,
    /// Whether every simulation begins with a new deal; if not, one deal is taken for the truth.
    pub deals: bool,
    /// How many logical trees share the simulations; `None`: as many as suit the budget ([`Settings::trees_of`]).
    pub trees: Option<u32>,
    /// With this number w a node tries at most w times the root of its visits actions, those with the best priors first;
    /// 0: no limit.
    pub widening: f64,
}

impl Settings {
    /// What suits a game best.
    pub fn of<G: Game>() -> Self {
        Settings {
            exploration: G::EXPLORATION,
            leaf: Leaf { policy: Policy::Random, turns: G::CUT },
            priors: true,
            chance: false,
            deals: true,
            trees: None,
            widening: G::WIDENING,
        }
    }

    /// How many logical trees share a budget: one, and more where each is large enough to lose little by it. With a limit
    /// of time, one for each thread.
    pub fn trees_of(&self, request: &Request) -> u32 {
        match (request.budget.time, self.trees, request.budget.nodes) {
            (Some(_), ..) => request.threads as u32,
            (None, Some(trees), _) => trees.max(1),
            // A power of two, which threads can share evenly.
            (None, None, Some(simulations)) => {
                1 << (simulations / TREE_SIMULATIONS).clamp(1, MAX_TREES).ilog2()
            }
            (None, None, None) => MAX_TREES as u32,
        }
    }
}

/// Searches the position of a view for its seat to act; `None` if no seat is.
///
/// # Errors
/// What the poll says. With `keep`, a halted search gives what it found so far instead, if anything.
pub fn mcts<G: Game>(
    game: &G,
    view: &View<G::State>,
    settings: Settings,
    request: &Request,
    poll: &mut Poll,
) -> Result<Option<Report>, Halt> {
    let Actor::Seat(seat) = game.actor(view.state()) else { return Ok(None) };
    let clock = Clock::start(&request.budget);
    let mut forests = plant(game, view, seat, settings, request, None, poll)?;
    parallel::grow(game, &mut forests, request, &clock, poll)?;
    let report = merge::report(game, view.state(), seat, &forests, request.seed, &clock);
    // To give back many small lists takes a while.
    threads::share(forests, request.threads, drop);
    Ok(Some(report))
}

/// The trees of a search before its first simulation, new ones unless there are some from before.
fn plant<G: Game>(
    game: &G,
    view: &View<G::State>,
    seat: Seat,
    settings: Settings,
    request: &Request,
    kept: Option<Vec<Forest<G>>>,
    poll: &mut Poll,
) -> Result<Vec<Forest<G>>, Halt> {
    let trees = settings.trees_of(request);
    let limit = request.budget.memory / u64::from(trees);
    let worths = if settings.priors { action_worths(game, view.state(), seat, poll)? } else { Vec::new() };
    let rng = Rng::new(request.seed);
    let new = |number| Forest::new(game, view, seat, settings, rng.split(u64::from(number)), limit);
    let mut forests = kept.unwrap_or_else(|| (0..trees).map(new).collect());
    for forest in &mut forests {
        forest.limit = limit;
        forest.prepare(seat, &worths);
    }
    Ok(forests)
}
