//! What a state of any game can do.

use std::any::Any;

use serde_json::Value;

use super::{AnyBatch, AnySearcher};
use crate::batch::Rules;
use crate::error::{Error, Halt, Illegal, PlayError, SetupError};
use crate::game::{Actions, Actor, Event, Outcomes, Poll, Seat, Spec, Viewer};
use crate::rng::Rng;
use crate::search::guided::Guided;
use crate::search::guided::self_play::SelfPlay;
use crate::search::report::Report;

/// A state of any game.
pub type BoxedState = Box<dyn AnyState>;

/// A turn of any game.
pub struct AnyTurn {
    /// Its events.
    pub events: Vec<Event>,
    /// Its text.
    pub text: String,
    /// The state after it.
    pub end: BoxedState,
}

/// Whether a text can be played, and why or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Whether it can.
    pub legal: bool,
    /// The rule that forbids it.
    pub rule: Option<&'static str>,
    /// Why, in words.
    pub message: String,
    /// The notation of the events that could be played before the fault, or of all.
    pub pieces: Vec<String>,
    /// What each of these does, and the rule that allows it.
    pub reasons: Vec<String>,
}

impl From<PlayError> for Explanation {
    fn from(error: PlayError) -> Self {
        let rule = if let PlayError::Illegal(illegal) = &error { Some(illegal.rule) } else { None };
        Explanation {
            legal: false,
            rule,
            message: error.to_string(),
            pieces: Vec::new(),
            reasons: Vec::new(),
        }
    }
}

/// A state of some game, together with its rules; immutable.
pub trait AnyState: Send + Sync {
    /// The facts about the game.
    fn spec(&self) -> &Spec;
    /// Its options in full.
    fn options(&self) -> &Value;
    /// Whose knowledge this state holds.
    fn viewer(&self) -> Viewer;
    /// Who acts.
    fn actor(&self) -> Actor;
    /// Whose turn it is.
    fn turn_seat(&self) -> Seat;
    /// The name of whoever's turn it is: that of the seat, or of an automaton that has none.
    fn turn_name(&self) -> &str;
    /// Turns completed.
    fn turn(&self) -> u32;
    /// Appends the legal actions.
    fn actions(&self, out: &mut Actions);
    /// Appends the outcomes of a chance node.
    fn outcomes(&self, out: &mut Outcomes);
    /// The referee's events that can happen now.
    fn referee(&self) -> Vec<u16>;
    /// Whether an event can happen now.
    fn check(&self, event: Event) -> Result<(), Illegal>;
    /// The state after some events, each of which is checked.
    fn play(&self, events: &[Event]) -> Result<BoxedState, Illegal>;
    /// The state before the last event that led here, and that event.
    fn last(&self) -> Option<(BoxedState, Event)>;
    /// The events of a text: one or more, at most a whole turn.
    fn parse(&self, text: &str) -> Result<Vec<Event>, PlayError>;
    /// The notation of an event.
    ///
    /// # Panics
    /// Perhaps, if the event can't happen here; so do the other methods that describe events.
    fn event_text(&self, event: Event) -> String;
    /// The notation of several events that follow each other.
    fn events_text(&self, events: &[Event]) -> String;
    /// The dict form of an event.
    fn event_to_json(&self, event: Event) -> Value;
    /// The event of a dict form.
    fn event_from_json(&self, value: &Value) -> Result<Event, PlayError>;
    /// Whether a text can be played, and why or why not.
    fn explain(&self, text: &str) -> Explanation;
    /// Whether events can be played one after the other, and why or why not.
    fn explain_events(&self, events: &[Event]) -> Explanation;
    /// Every whole turn from here.
    fn turns(&self, poll: &mut Poll) -> Result<Vec<AnyTurn>, Halt>;
    /// [`perft`](crate::perft::perft), or [`perft_distinct`](crate::perft::perft_distinct).
    fn perft(&self, depth: u32, distinct: bool, poll: &mut Poll) -> Result<u64, Halt>;
    /// [`divide`](crate::perft::divide), by the text of each turn.
    fn divide(&self, depth: u32, poll: &mut Poll) -> Result<Vec<(String, u64)>, Halt>;
    /// An outcome of chance, drawn by its weight (`None` elsewhere).
    fn draw(&self, rng: &mut Rng) -> Option<Event>;
    /// A legal action, each equally likely (`None` if no seat acts).
    fn random_action(&self, rng: &mut Rng) -> Option<Event>;
    /// The end of a game of random actions from here.
    fn playout(&self, rng: &mut Rng, poll: &mut Poll) -> Result<BoxedState, Halt>;
    /// The turn after which the seat to act leads by most, by what it knows ([`greedy_turn`](crate::search::greedy::greedy_turn)).
    fn greedy(&self, rng: &mut Rng, poll: &mut Poll) -> Result<Option<AnyTurn>, Halt>;
    /// Searches for the seat to act, by what it knows ([`search`](crate::search::search())); [`Request::from_json`](crate::search::request::Request::from_json) reads what is asked.
    fn search(&self, request: &Value, poll: &mut Poll) -> Result<Report, Error>;
    /// A search that follows a game of this kind ([`Searcher`](crate::search::Searcher)).
    fn searcher(&self) -> Box<dyn AnySearcher>;
    /// Searches of states of this game, whose leaves the caller judges ([`guided`](crate::search::guided::guided())); [`Settings::from_json`](crate::search::guided::Settings::from_json) reads what
    /// is asked.
    ///
    /// # Errors
    /// [`Error::Search`] if one of the states is of another game or of other options, or can't be searched.
    fn guided(&self, states: &[&dyn AnyState], request: &Value) -> Result<Box<dyn Guided>, Error>;
    /// Games of such a search against itself from here on ([`self_play`](crate::search::guided::self_play::self_play())); [`SelfPlaySettings::from_json`](crate::search::guided::SelfPlaySettings::from_json) reads what is
    /// asked.
    ///
    /// # Errors
    /// [`Error::Search`] if the game is over, or if this is a view.
    fn self_play(&self, request: &Value) -> Result<Box<dyn SelfPlay>, Error>;
    /// Many games of this kind at once ([`Batch`](crate::batch::Batch)).
    fn batch(&self, count: usize, seed: u64, rules: Rules, threads: usize) -> Box<dyn AnyBatch>;
    /// What a viewer knows.
    fn view(&self, viewer: Viewer) -> Result<BoxedState, Error>;
    /// A full state that fits this view, each equally likely ([`Game::complete`](crate::game::Game::complete)).
    fn complete(&self, rng: &mut Rng) -> BoxedState;
    /// An event as a viewer sees it happen here.
    fn seen(&self, event: Event, by: Viewer) -> Event;
    /// Scores by seat.
    fn scores(&self) -> Vec<i32>;
    /// Winners as bits.
    fn winners(&self) -> u8;
    /// Returns by seat.
    fn returns(&self) -> Vec<f64>;
    /// Why the game is over.
    fn ending(&self) -> Option<String>;
    /// The fixed hash.
    fn hash(&self) -> u64;
    /// The text diagram.
    fn describe(&self) -> String;
    /// What a drawing needs beside the dict form.
    fn layout(&self) -> Value;
    /// Figures about the position; `what` is one of [`Spec::analyses`].
    fn analyse(&self, what: &str) -> Option<Value>;
    /// The dict form; [`from_json`](super::from_json) reads it.
    fn to_json(&self) -> Value;
    /// The state of a dict form of this same game.
    fn with_json(&self, value: &Value, viewer: Viewer) -> Result<BoxedState, SetupError>;
    /// Fills the observation of a seat.
    ///
    /// # Panics
    /// If there is no such seat, or `out` has not the length [`Spec::tensor_len`].
    fn encode(&self, seat: Seat, out: &mut [f32]);
    /// A copy.
    fn boxed(&self) -> BoxedState;
    /// Whether game, options, viewer and position are the same.
    fn same(&self, other: &dyn AnyState) -> bool;
    /// The value itself, to compare it.
    fn as_any(&self) -> &dyn Any;
}

impl std::fmt::Debug for dyn AnyState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_json())
    }
}
