//! Trees that are kept from one decision to the next.

use std::sync::Arc;

use super::super::budget::Clock;
use super::super::report::Report;
use super::super::request::Request;
use super::{Forest, Settings, merge, parallel, plant};
use crate::error::Halt;
use crate::game::{Actor, Event, Game, Poll, Seat, View};

/// A search that follows a game: what it found behind what really happened is where its next search begins.
///
/// It knows what its seat knows, as a single search does. It gives the same results as another one that was told the same.
pub struct Searcher<G: Game> {
    game: Arc<G>,
    kept: Option<Kept<G>>,
}

struct Kept<G: Game> {
    view: View<G::State>,
    settings: Settings,
    seat: Seat,
    /// Whether anything has happened since: the same question asked twice gets the same answer.
    went_on: bool,
    forests: Vec<Forest<G>>,
}

impl<G: Game> Searcher<G> {
    /// A search that has found nothing yet.
    pub fn new(game: Arc<G>) -> Self {
        Searcher { game, kept: None }
    }

    /// Takes note of an event, as the seat saw it; `before` is what the seat knew then. An event that does not follow on
    /// what was searched makes the next search begin anew.
    ///
    /// # Panics
    /// Perhaps, if the event can't happen there.
    pub fn advance(&mut self, before: &View<G::State>, event: Event) {
        let Some(mut kept) = self.kept.take().filter(|kept| kept.view == *before) else { return };
        kept.view.step(&*self.game, event);
        kept.went_on = true;
        for forest in &mut kept.forests {
            forest.advance(&self.game, event, kept.view);
        }
        self.kept = Some(kept);
    }

    /// Searches the view of the seat to act, from what is known of it already; the seed counts only where nothing is.
    /// `None` if no seat is to act.
    ///
    /// # Errors
    /// What the poll says. With `keep`, a halted search gives what it found so far instead, if anything.
    pub fn search(
        &mut self,
        view: &View<G::State>,
        settings: Settings,
        request: &Request,
        poll: &mut Poll,
    ) -> Result<Option<Report>, Halt> {
        let game = self.game.clone();
        let Actor::Seat(seat) = game.actor(view.state()) else { return Ok(None) };
        let request = &Request { budget: request.budget.or_simulations(), ..*request };
        let clock = Clock::start(&request.budget);
        // Without secrets all seats share a tree, whoever grew it.
        let suits = |kept: &Kept<G>| {
            kept.went_on
                && kept.view.state() == view.state()
                && (kept.seat == seat || !G::SECRETS)
                && kept.settings == settings
                && (settings.deals || !G::SECRETS)
                && kept.forests.len() == settings.trees_of(request) as usize
        };
        let kept = self.kept.take().filter(suits).map(|kept| kept.forests);
        let mut forests = plant(&*game, view, seat, settings, request, kept, poll)?;
        parallel::grow(&*game, &mut forests, request, &clock, poll)?;
        let report = merge::report(&*game, view.state(), seat, &forests, request.seed, &clock);
        self.kept = Some(Kept { view: *view, settings, seat, went_on: false, forests });
        Ok(Some(report))
    }
}
