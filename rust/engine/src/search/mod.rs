//! Choosing actions.

pub mod alphabeta;
pub mod budget;
pub mod evaluate;
pub mod exact;
pub mod greedy;
pub mod guided;
pub mod mcts;
pub mod playout;
pub mod report;
pub mod request;

use std::sync::Arc;

use crate::error::{Error, Halt};
use crate::game::{Actions, Actor, Event, Game, Poll, Seat, View, Viewer};
use budget::{Budget, Clock};
use report::Report;
use request::{Method, Request};

/// Searches the position of a view for its seat to act.
///
/// # Errors
/// [`Error::Search`] if no seat is to act, if it is not the viewer's, or if the method is not for this game; what the
/// poll says.
pub fn search<G: Game>(
    game: &G,
    view: &View<G::State>,
    request: &Request,
    poll: &mut Poll,
) -> Result<Report, Error> {
    let (_, view) = &mover_view(game, view)?;
    match request.method {
        Method::Mcts(settings) => {
            ending_or(game, view, request, poll, |rest, poll| mcts::mcts(game, view, settings, rest, poll))
        }
        Method::AlphaBeta(settings) => {
            let report = alphabeta::alphabeta(game, view, &request.budget, settings, request.keep, poll)?;
            Ok(Report { seed: request.seed, ..report })
        }
        Method::Exact(settings) => exact::solve(game, view, &request.budget, settings, request.seed, poll),
    }
}

/// A search that follows a game and keeps what it may use again ([`mcts::Searcher`]).
pub struct Searcher<G: Game> {
    game: Arc<G>,
    trees: mcts::Searcher<G>,
}

impl<G: Game> Searcher<G> {
    /// A search that has found nothing yet.
    pub fn new(game: Arc<G>) -> Self {
        Searcher { trees: mcts::Searcher::new(game.clone()), game }
    }

    /// Takes note of an event, as the viewer saw it; `before` is what it knew then.
    pub fn advance(&mut self, before: &View<G::State>, event: Event) {
        self.trees.advance(before, event);
    }

    /// [`search`], from what is known already.
    ///
    /// # Errors
    /// As [`search`].
    pub fn search(
        &mut self,
        view: &View<G::State>,
        request: &Request,
        poll: &mut Poll,
    ) -> Result<Report, Error> {
        let game = &*self.game;
        let Method::Mcts(settings) = request.method else { return search(game, view, request, poll) };
        let (_, view) = &mover_view(game, view)?;
        ending_or(game, view, request, poll, |rest, poll| self.trees.search(view, settings, rest, poll))
    }
}

/// The seat to act, and what it knows: a search must not know more than the seat that it chooses for.
fn mover_view<G: Game>(game: &G, view: &View<G::State>) -> Result<(Seat, View<G::State>), Error> {
    let seat = match game.actor(view.state()) {
        Actor::Seat(seat) => seat,
        Actor::Chance => {
            return Err(Error::Search("chance is to act here, so no seat has a choice".to_owned()));
        }
        Actor::Over => return Err(Error::Search("the game is over, so no seat has a choice".to_owned())),
    };
    if view.viewer() != Viewer::Everything && view.viewer() != Viewer::Seat(seat) {
        return Err(Error::Search(format!("seat {seat} is to act, whose knowledge this view does not hold")));
    }
    Ok((seat, view.of_seat(game, seat)))
}

/// The exact solution, or what trees find in the time that is left.
fn ending_or<G: Game>(
    game: &G,
    view: &View<G::State>,
    request: &Request,
    poll: &mut Poll,
    trees: impl FnOnce(&Request, &mut Poll) -> Result<Option<Report>, Halt>,
) -> Result<Report, Error> {
    let clock = Clock::start(&request.budget);
    let mut report = ending(game, view, request, poll)?;
    if report.is_none() {
        let time = request.budget.time.map(|time| time.saturating_sub(clock.elapsed()));
        report = trees(&Request { budget: Budget { time, ..request.budget }, ..*request }, poll)?;
    }
    let report = report.ok_or_else(|| Error::Search("nothing was searched".to_owned()))?;
    Ok(Report { seed: request.seed, seconds: clock.seconds(), ..report })
}

/// The exact solution, if the rest of the game is small and it tells actions apart: where all lose alike, a search
/// that hopes for mistakes chooses better.
fn ending<G: Game>(
    game: &G,
    view: &View<G::State>,
    request: &Request,
    poll: &mut Poll,
) -> Result<Option<Report>, Halt> {
    // A small part of what the search may take.
    let limit = request.endings.min(request.budget.nodes.unwrap_or(u64::MAX));
    let time = request.budget.time.map(|time| time / 8);
    let budget = Budget { nodes: Some(limit), time, ..request.budget };
    if limit == 0 {
        return Ok(None);
    }
    let report = match exact::try_solve(game, view, &budget, poll) {
        Err(halt) if !request.keep => return Err(halt),
        found => found.ok().flatten(),
    };
    Ok(report.filter(|report| {
        let own = usize::from(report.seat);
        let value = |line: Option<&report::Line>| line.map_or(0.0, |line| line.values[own]);
        let (worst, best) = game.spec().return_range;
        let (last, first) = (value(report.lines.last()), value(report.lines.first()));
        let mut actions = Actions::new();
        game.actions(view.state(), &mut actions);
        let differ = first > last || report.lines.len() < actions.len();
        first >= best || differ && first > worst
    }))
}
