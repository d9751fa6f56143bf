//! Searches that follow a game, of any game.

use serde_json::Value;

use super::AnyState;
use super::state::Erased;
use crate::error::Error;
use crate::game::{Event, Game, Poll, View};
use crate::search::Searcher;
use crate::search::report::Report;
use crate::search::request::Request;

/// A search that follows a game of any kind ([`Searcher`]).
pub trait AnySearcher: Send + Sync {
    /// [`AnyState::search`], from what is known already.
    ///
    /// # Errors
    /// As there; [`Error::Search`] if the state is of another game or of other options.
    fn search(&mut self, state: &dyn AnyState, request: &Value, poll: &mut Poll) -> Result<Report, Error>;
    /// Takes note of an event, as the viewer of the state before it saw it.
    ///
    /// # Panics
    /// Perhaps, if the event can't happen there.
    fn advance(&mut self, before: &dyn AnyState, event: Event);
}

pub(super) struct Following<G: Game> {
    /// Some state, to know the game by.
    start: Erased<G>,
    searcher: Searcher<G>,
}

impl<G: Game> Following<G> {
    pub(super) fn new(start: Erased<G>, searcher: Searcher<G>) -> Self {
        Following { start, searcher }
    }

    fn view(&self, state: &dyn AnyState) -> Option<View<G::State>> {
        let own = state.as_any().downcast_ref::<Erased<G>>().filter(|own| self.start.same_game(own));
        own.map(Erased::own_view)
    }
}

impl<G: Game> AnySearcher for Following<G> {
    fn search(&mut self, state: &dyn AnyState, request: &Value, poll: &mut Poll) -> Result<Report, Error> {
        let request = Request::from_json::<G>(request)?;
        let view = self.view(state).ok_or_else(|| {
            Error::Search("this search follows a game of another kind, or with other options".to_owned())
        })?;
        self.searcher.search(&view, &request, poll)
    }
    fn advance(&mut self, before: &dyn AnyState, event: Event) {
        if let Some(view) = self.view(before) {
            self.searcher.advance(&view, event);
        }
    }
}
