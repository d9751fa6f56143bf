//! One object-safe face for all games. Bindings, records and the protocol meet games only here.
//! Whole searches and playouts run behind it, so that single moves never pay for it.

use std::any::Any;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::batch::{BadAction, Batch, Choice, Out, Rules};
use crate::error::{Error, Halt, Illegal, ParseError, PlayError, SetupError};
use crate::fixture::Fixture;
use crate::game::{
    Actions, Actor, Event, Game, MAX_TURNS, Outcomes, Poll, Seat, Spec, UNKNOWN, View, Viewer, for_each_turn,
};
use crate::genotype::Genotype;
use crate::gridopolis::Gridopolis;
use crate::microworld::Microworld;
use crate::perft::{divide, perft, perft_distinct};
use crate::rng::Rng;
use crate::search::greedy::greedy_turn;
use crate::search::guided::self_play::{SelfPlay, self_play};
use crate::search::guided::{Guided, SelfPlaySettings, Settings, guided};
use crate::search::report::Report;
use crate::search::request::Request;
use crate::search::{Searcher, search};

/// The games, by name, in the order of the documentation. The fixture game is not among them, but
/// [`start`] knows it.
pub const GAMES: [&str; 3] = ["gridopolis", "microworld", "genotype"];

/// A state of any game.
pub type BoxedState = Box<dyn AnyState>;

/// The first state of a game.
///
/// # Errors
/// No such game, or everything that is wrong with the options.
///
/// ```
/// use boardwright::erased::start;
/// let state = start("gridopolis", &serde_json::json!({"players": 2})).unwrap();
/// let next = state.play(&state.parse("1.-1.2>1.0.2").unwrap()).unwrap();
/// assert_eq!(next.turn(), 1);
/// ```
pub fn start(name: &str, options: &Value) -> Result<BoxedState, Error> {
    // Reading and checking options costs far more than a copy, and states come back from pickles and
    // records in thousands, mostly of few games: so the latest ones are kept.
    static RECENT: Mutex<Vec<(String, BoxedState)>> = Mutex::new(Vec::new());
    const KEPT: usize = 8;
    let key = format!("{name} {options}");
    // Only if nobody else is at it: a process forked in that moment would wait for ever.
    let known = RECENT
        .try_lock()
        .ok()
        .and_then(|recent| recent.iter().find(|(known, _)| *known == key).map(|(_, state)| state.boxed()));
    if let Some(state) = known {
        return Ok(state);
    }
    let state = start_anew(name, options)?;
    if let Ok(mut recent) = RECENT.try_lock() {
        if recent.len() == KEPT {
            recent.remove(0);
        }
        recent.push((key, state.boxed()));
    }
    Ok(state)
}

/// Something that is done with a game, whichever it is.
pub(crate) trait Visitor {
    /// What comes of it.
    type Result;
    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Result;
}

/// Does something with the game of this name: the registry.
pub(crate) fn with_game<V: Visitor>(name: &str, options: &Value, visitor: V) -> Result<V::Result, Error> {
    match name {
        "gridopolis" => Ok(visitor.visit(Gridopolis::new(options)?)),
        "microworld" => Ok(visitor.visit(Microworld::new(options)?)),
        "genotype" => Ok(visitor.visit(Genotype::new(options)?)),
        "fixture" => Ok(visitor.visit(Fixture::new(options)?)),
        _ => Err(Error::UnknownGame { name: name.chars().take(60).collect(), known: GAMES.to_vec() }),
    }
}

/// The first state of a game of your own. Records of it can be written and redacted, but read back by
/// name only if the game is in the registry.
pub fn erase<G: Game>(game: G) -> BoxedState {
    let state = game.start();
    Box::new(Erased { game: Arc::new(game), state, viewer: Viewer::Everything, last: None })
}

fn start_anew(name: &str, options: &Value) -> Result<BoxedState, Error> {
    struct Erase;
    impl Visitor for Erase {
        type Result = BoxedState;
        fn visit<G: Game>(self, game: G) -> BoxedState {
            erase(game)
        }
    }
    with_game(name, options, Erase)
}

/// The state of a dict form, which names its game, options and viewer.
///
/// # Errors
/// Everything that is wrong with it.
pub fn from_json(value: &Value) -> Result<BoxedState, Error> {
    let Some(name) = value.get("game").and_then(Value::as_str) else {
        return Err(SetupError::one("game", "must name a game").into());
    };
    if value.get("format").and_then(Value::as_i64) != Some(1) {
        return Err(SetupError::one("format", "must be 1").into());
    }
    let none = Value::Object(serde_json::Map::new());
    let options = value.get("options").unwrap_or(&none);
    let fresh = start(name, options).map_err(|error| match error {
        Error::Setup(faults) => {
            let mut within = SetupError::default();
            within.merge("options", faults);
            Error::Setup(within)
        }
        other => other,
    })?;
    let viewer = match value.get("viewer") {
        None => Viewer::Everything,
        Some(viewer) => {
            let seats = fresh.spec().seats;
            let read = viewer.as_str().and_then(|text| viewer_from_text(text, seats));
            read.ok_or_else(|| {
                Error::from(SetupError::one("viewer", "must be everything, spectator or seat N"))
            })?
        }
    };
    let mut plain = value.clone();
    if let Some(map) = plain.as_object_mut() {
        map.shift_remove("viewer");
    }
    Ok(fresh.with_json(&plain, viewer)?)
}

/// `everything`, `spectator`, `seat N`.
pub fn viewer_text(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("seat {seat}"),
        Viewer::Spectator => "spectator".to_owned(),
        Viewer::Everything => "everything".to_owned(),
    }
}

/// The viewer of such a text, if there is one in a game of `seats`.
pub fn viewer_from_text(text: &str, seats: u8) -> Option<Viewer> {
    match text {
        "everything" => Some(Viewer::Everything),
        "spectator" => Some(Viewer::Spectator),
        _ => {
            let seat = text.strip_prefix("seat ")?.parse().ok()?;
            (seat < seats).then_some(Viewer::Seat(seat))
        }
    }
}

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
    /// [`perft`], or [`perft_distinct`].
    fn perft(&self, depth: u32, distinct: bool, poll: &mut Poll) -> Result<u64, Halt>;
    /// [`divide`], by the text of each turn.
    fn divide(&self, depth: u32, poll: &mut Poll) -> Result<Vec<(String, u64)>, Halt>;
    /// An outcome of chance, drawn by its weight (`None` elsewhere).
    fn draw(&self, rng: &mut Rng) -> Option<Event>;
    /// A legal action, each equally likely (`None` if no seat acts).
    fn random_action(&self, rng: &mut Rng) -> Option<Event>;
    /// The end of a game of random actions from here.
    fn playout(&self, rng: &mut Rng, poll: &mut Poll) -> Result<BoxedState, Halt>;
    /// The turn after which the seat to act leads by most ([`greedy_turn`]).
    fn greedy(&self, rng: &mut Rng, poll: &mut Poll) -> Result<Option<AnyTurn>, Halt>;
    /// Searches for the seat to act, by what it knows ([`search`]); [`Request::from_json`] reads what is asked.
    fn search(&self, request: &Value, poll: &mut Poll) -> Result<Report, Error>;
    /// A search that follows a game of this kind ([`Searcher`]).
    fn searcher(&self) -> Box<dyn AnySearcher>;
    /// Searches of states of this game, whose leaves the caller judges ([`guided`]); [`Settings::from_json`] reads what
    /// is asked.
    ///
    /// # Errors
    /// [`Error::Search`] if one of the states is of another game or of other options, or can't be searched.
    fn guided(&self, states: &[&dyn AnyState], request: &Value) -> Result<Box<dyn Guided>, Error>;
    /// Games of such a search against itself from here on ([`self_play`]); [`SelfPlaySettings::from_json`] reads what is
    /// asked.
    ///
    /// # Errors
    /// [`Error::Search`] if the game is over, or if this is a view.
    fn self_play(&self, request: &Value) -> Result<Box<dyn SelfPlay>, Error>;
    /// Many games of this kind at once ([`Batch`]).
    fn batch(&self, count: usize, seed: u64, rules: Rules) -> Box<dyn AnyBatch>;
    /// What a viewer knows.
    fn view(&self, viewer: Viewer) -> Result<BoxedState, Error>;
    /// A full state that fits this view, each equally likely ([`Game::complete`]).
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
    /// The dict form; [`from_json`] reads it.
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

/// Many games at once, of whichever kind ([`Batch`]).
pub trait AnyBatch: Send + Sync {
    /// The facts about the game.
    fn spec(&self) -> &Spec;
    /// Its options in full.
    fn options(&self) -> &Value;
    /// The number of games.
    fn count(&self) -> usize;
    /// Begins a new game everywhere.
    fn reset(&mut self);
    /// [`Batch::step`].
    fn step(
        &mut self,
        choose: &(dyn Fn(usize) -> Choice + Sync),
        threads: usize,
        out: &mut Out<'_>,
    ) -> Result<(), BadAction>;
    /// [`Batch::observe`].
    fn observe(&mut self, threads: usize, out: &mut Out<'_>);
    /// The state of a game; `None` if there is no such number.
    fn state(&self, number: usize) -> Option<BoxedState>;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyBatch>;
    /// All of it, as JSON; [`AnyBatch::restore`] reads it.
    fn to_json(&self) -> Value;
    /// Goes back to what [`AnyBatch::to_json`] gave for a batch of the same game.
    ///
    /// # Errors
    /// What is wrong with it; nothing has changed then.
    fn restore(&mut self, value: &Value) -> Result<(), SetupError>;
}

impl<G: Game> AnyBatch for Batch<G> {
    fn spec(&self) -> &Spec {
        self.game().spec()
    }
    fn options(&self) -> &Value {
        self.game().options()
    }
    fn count(&self) -> usize {
        self.len()
    }
    fn reset(&mut self) {
        Batch::reset(self);
    }
    fn step(
        &mut self,
        choose: &(dyn Fn(usize) -> Choice + Sync),
        threads: usize,
        out: &mut Out<'_>,
    ) -> Result<(), BadAction> {
        Batch::step(self, choose, threads, out)
    }
    fn observe(&mut self, threads: usize, out: &mut Out<'_>) {
        Batch::observe(self, threads, out);
    }
    fn state(&self, number: usize) -> Option<BoxedState> {
        let state = *Batch::state(self, number)?;
        Some(Box::new(Erased { game: self.game().clone(), state, viewer: Viewer::Everything, last: None }))
    }
    fn boxed(&self) -> Box<dyn AnyBatch> {
        Box::new(self.clone())
    }
    fn to_json(&self) -> Value {
        Batch::to_json(self)
    }
    fn restore(&mut self, value: &Value) -> Result<(), SetupError> {
        Batch::restore(self, value)
    }
}

/// A search that follows a game of any kind ([`Searcher`]).
pub trait AnySearcher: Send + Sync {
    /// [`AnyState::search`], from what is known already.
    ///
    /// # Errors
    /// As there; [`Error::Search`] if the state is of another game or of other options.
    fn search(&mut self, state: &dyn AnyState, request: &Value, poll: &mut Poll) -> Result<Report, Error>;
    /// Takes note of an event, as the viewer of the state before it saw it.
    fn advance(&mut self, before: &dyn AnyState, event: Event);
}

struct Following<G: Game> {
    /// Some state, to know the game by.
    start: Erased<G>,
    searcher: Searcher<G>,
}

impl<G: Game> Following<G> {
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

struct Erased<G: Game> {
    game: Arc<G>,
    state: G::State,
    viewer: Viewer,
    last: Option<(G::State, Event)>,
}

impl<G: Game> Erased<G> {
    fn with(&self, state: G::State, last: Option<(G::State, Event)>) -> BoxedState {
        Box::new(Erased { game: self.game.clone(), state, viewer: self.viewer, last })
    }

    fn own_view(&self) -> View<G::State> {
        View::of(&*self.game, &self.state, self.viewer)
    }

    /// An event as this viewer sees it: a view must not remember more.
    fn as_seen(&self, state: &G::State, event: Event) -> Event {
        if self.viewer == Viewer::Everything { event } else { self.game.seen(state, event, self.viewer) }
    }

    /// After an event, a view forgets what its viewer did not see.
    fn step(&self, state: &mut G::State, event: Event) {
        self.game.step(state, event);
        if self.viewer != Viewer::Everything {
            self.game.redact(state, self.viewer);
        }
    }

    /// Whether an event can happen; one of unknown content only where this viewer can't see it.
    fn allow(&self, state: &G::State, event: Event) -> Result<(), Illegal> {
        self.game.check(state, event)?;
        if event.id() != UNKNOWN {
            return Ok(());
        }
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        self.game.actions(state, &mut actions);
        self.game.outcomes(state, &mut outcomes);
        let hidden = |known: Event| self.game.seen(state, known, self.viewer).id() == UNKNOWN;
        let possible = match event {
            Event::Act(_) => actions.iter().any(|id| hidden(Event::Act(*id))),
            Event::Chance(_) => outcomes.iter().any(|(id, _)| hidden(Event::Chance(*id))),
            Event::Referee(_) => false,
        };
        if possible {
            return Ok(());
        }
        let who = match self.viewer {
            Viewer::Everything => "who sees everything".to_owned(),
            viewer => viewer_text(viewer),
        };
        Err(Illegal::new("view", format!("{who} knows what this is: say it in the place of ?")))
    }

    /// Whether another state is of the same game with the same options.
    fn same_game(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.game, &other.game) || self.options() == other.options()
    }

    /// A state as this viewer may have it.
    fn seen_state(&self, state: &G::State) -> G::State {
        *View::of(&*self.game, state, self.viewer).state()
    }

    /// Reads events one after the other; stops at the first fault.
    fn read(&self, text: &str, mut each: impl FnMut(&G::State, Event)) -> Result<(), PlayError> {
        let mut state = self.state;
        let turn = self.game.turn(&state);
        let mut last = None;
        let mut at = 0;
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            if at == text.len() && at > 0 && !text.trim().is_empty() {
                return Ok(());
            }
            let column = text[..at].chars().count();
            if self.game.turn(&state) != turn && self.game.actor(&state) != Actor::Over {
                if let Some((before, event)) = last
                    && let Some(illegal) = self.game.why_turn_ended(&before, event, &text[at..])
                {
                    return Err(at_word(text, at, illegal).into());
                }
                let message = "the turn ends before this; play one turn at a time".to_owned();
                return Err(ParseError { message, column: column + 1 }.into());
            }
            let (event, read) = self.game.parse_event(&state, &text[at..]).map_err(|error| match error {
                PlayError::Parse(mut error) => {
                    error.column += column;
                    PlayError::Parse(error)
                }
                PlayError::Illegal(illegal) => at_word(text, at, illegal).into(),
                ambiguous @ PlayError::Ambiguous(_) => ambiguous,
            })?;
            self.allow(&state, event)?;
            let event = self.as_seen(&state, event);
            each(&state, event);
            last = Some((state, event));
            self.step(&mut state, event);
            at += read;
        }
    }

    /// A turn as this viewer sees it.
    fn any_turn(&self, mut events: Vec<Event>) -> AnyTurn {
        let (mut state, mut last) = (self.state, None);
        for event in &mut events {
            *event = self.as_seen(&state, *event);
            last = Some((state, *event));
            self.step(&mut state, *event);
        }
        let text = self.events_text(&events);
        AnyTurn { text, end: self.with(state, last), events }
    }
}

/// Names the word of a text of several that is not possible: the reason alone does not tell which one is meant.
fn at_word(text: &str, at: usize, mut illegal: Illegal) -> Illegal {
    if text[..at].ends_with(char::is_whitespace) && !text[..at].trim().is_empty() {
        let word = text[at..].split_whitespace().next().unwrap_or_default();
        illegal.message = format!("{word:?}: {}", illegal.message);
    }
    illegal
}

impl<G: Game> AnyState for Erased<G> {
    fn spec(&self) -> &Spec {
        self.game.spec()
    }
    fn options(&self) -> &Value {
        self.game.options()
    }
    fn viewer(&self) -> Viewer {
        self.viewer
    }
    fn actor(&self) -> Actor {
        self.game.actor(&self.state)
    }
    fn turn_seat(&self) -> Seat {
        self.game.turn_seat(&self.state)
    }
    fn turn_name(&self) -> &str {
        self.game.turn_name(&self.state)
    }
    fn turn(&self) -> u32 {
        self.game.turn(&self.state)
    }
    fn actions(&self, out: &mut Actions) {
        self.game.actions(&self.state, out);
    }
    fn outcomes(&self, out: &mut Outcomes) {
        self.game.outcomes(&self.state, out);
    }
    fn referee(&self) -> Vec<u16> {
        let ids = 0..self.spec().referee.len() as u16;
        ids.filter(|id| self.check(Event::Referee(*id)).is_ok()).collect()
    }
    fn check(&self, event: Event) -> Result<(), Illegal> {
        self.allow(&self.state, event)
    }
    fn play(&self, events: &[Event]) -> Result<BoxedState, Illegal> {
        // Made where it will stay: states are large next to what a step changes.
        let mut next = Box::new(Erased {
            game: self.game.clone(),
            state: self.state,
            viewer: self.viewer,
            last: self.last,
        });
        for event in events {
            self.allow(&next.state, *event)?;
            let event = self.as_seen(&next.state, *event);
            next.last = Some((next.state, event));
            self.step(&mut next.state, event);
        }
        Ok(next)
    }
    fn last(&self) -> Option<(BoxedState, Event)> {
        self.last.map(|(before, event)| (self.with(before, None), event))
    }
    fn parse(&self, text: &str) -> Result<Vec<Event>, PlayError> {
        let mut events = Vec::new();
        self.read(text, |_, event| events.push(event))?;
        Ok(events)
    }
    fn event_text(&self, event: Event) -> String {
        self.game.event_text(&self.state, event)
    }
    fn events_text(&self, events: &[Event]) -> String {
        let separator = self.spec().separator;
        let mut state = self.state;
        let mut text = String::new();
        let mut spaced = false;
        for event in events {
            // A referee's word stands apart, whatever the game's notation.
            let referee = matches!(event, Event::Referee(_));
            if !text.is_empty() {
                text.push_str(if referee || spaced { " " } else { separator });
            }
            text.push_str(&self.game.event_text(&state, *event));
            let seen = self.as_seen(&state, *event);
            self.step(&mut state, seen);
            spaced = referee;
        }
        text
    }
    fn event_to_json(&self, event: Event) -> Value {
        self.game.event_to_json(&self.state, event)
    }
    fn event_from_json(&self, value: &Value) -> Result<Event, PlayError> {
        self.game.event_from_json(&self.state, value)
    }
    fn explain(&self, text: &str) -> Explanation {
        let mut events = Vec::new();
        let result = self.read(text, |_, event| events.push(event));
        let explanation = self.explain_events(&events);
        match result {
            Ok(()) => explanation,
            Err(error) => {
                Explanation { pieces: explanation.pieces, reasons: explanation.reasons, ..error.into() }
            }
        }
    }
    fn explain_events(&self, events: &[Event]) -> Explanation {
        let (mut pieces, mut reasons) = (Vec::new(), Vec::new());
        let mut state = self.state;
        for event in events {
            if let Err(illegal) = self.allow(&state, *event) {
                return Explanation { pieces, reasons, ..PlayError::from(illegal).into() };
            }
            pieces.push(self.game.event_text(&state, *event));
            reasons.push(self.game.reason(&state, *event));
            let event = self.as_seen(&state, *event);
            self.step(&mut state, event);
        }
        let goes_on = self.game.turn(&state) == self.turn() && self.game.actor(&state) != Actor::Over;
        let mut message = "legal".to_owned();
        for reason in &reasons {
            let _ = write!(message, "; {reason}");
        }
        if goes_on {
            message.push_str("; the turn goes on after it");
        }
        Explanation { legal: true, rule: None, message, pieces, reasons }
    }
    fn turns(&self, poll: &mut Poll) -> Result<Vec<AnyTurn>, Halt> {
        let mut found = Vec::new();
        for_each_turn(&*self.game, &self.state, poll, &mut |events, _| {
            if found.len() == MAX_TURNS {
                return Err(Halt::TooMany(MAX_TURNS));
            }
            found.push(self.any_turn(events.to_vec()));
            Ok(())
        })?;
        Ok(found)
    }
    fn perft(&self, depth: u32, distinct: bool, poll: &mut Poll) -> Result<u64, Halt> {
        let count = if distinct { perft_distinct::<G> } else { perft::<G> };
        count(&self.game, &self.state, depth, poll)
    }
    fn divide(&self, depth: u32, poll: &mut Poll) -> Result<Vec<(String, u64)>, Halt> {
        let parts = divide(&*self.game, &self.state, depth, poll)?;
        Ok(parts.into_iter().map(|(turn, count)| (self.events_text(&turn.events), count)).collect())
    }
    fn draw(&self, rng: &mut Rng) -> Option<Event> {
        match self.actor() {
            Actor::Chance => Some(Event::Chance(self.game.sample_outcome(&self.state, rng, &mut Vec::new()))),
            _ => None,
        }
    }
    fn random_action(&self, rng: &mut Rng) -> Option<Event> {
        match self.actor() {
            Actor::Seat(_) => Some(Event::Act(self.game.sample_action(&self.state, rng, &mut Vec::new()))),
            _ => None,
        }
    }
    fn playout(&self, rng: &mut Rng, poll: &mut Poll) -> Result<BoxedState, Halt> {
        // What is unknown is drawn first, among all that fits.
        let state = self.game.complete(&self.own_view(), rng);
        let end = crate::search::playout::playout(&*self.game, &state, rng, poll)?;
        Ok(self.with(self.seen_state(&end), None))
    }
    fn greedy(&self, rng: &mut Rng, poll: &mut Poll) -> Result<Option<AnyTurn>, Halt> {
        let turn = greedy_turn(&*self.game, &self.state, rng, poll)?;
        Ok(turn.map(|turn| self.any_turn(turn.events)))
    }
    fn search(&self, request: &Value, poll: &mut Poll) -> Result<Report, Error> {
        search(&*self.game, &self.own_view(), &Request::from_json::<G>(request)?, poll)
    }
    fn searcher(&self) -> Box<dyn AnySearcher> {
        let start = Erased { game: self.game.clone(), state: self.state, viewer: self.viewer, last: None };
        Box::new(Following { start, searcher: Searcher::new(self.game.clone()) })
    }
    fn guided(&self, states: &[&dyn AnyState], request: &Value) -> Result<Box<dyn Guided>, Error> {
        let settings = Settings::from_json(request)?;
        let mut views = Vec::new();
        for state in states {
            let own = state.as_any().downcast_ref::<Self>().filter(|own| self.same_game(own));
            let other =
                || Error::Search("all positions must be of one game with the same options".to_owned());
            views.push(own.ok_or_else(other)?.own_view());
        }
        guided(&self.game, &views, settings)
    }
    fn self_play(&self, request: &Value) -> Result<Box<dyn SelfPlay>, Error> {
        let settings = SelfPlaySettings::from_json(request)?;
        if self.actor() == Actor::Over {
            return Err(Error::Search("the game is over".to_owned()));
        }
        if self.viewer != Viewer::Everything {
            let whose = viewer_text(self.viewer);
            return Err(Error::Search(format!(
                "games start from a whole state, not from what {whose} knows"
            )));
        }
        Ok(self_play(&self.game, &self.state, settings))
    }
    fn batch(&self, count: usize, seed: u64, rules: Rules) -> Box<dyn AnyBatch> {
        Box::new(Batch::new(self.game.clone(), count, seed, rules))
    }
    fn view(&self, viewer: Viewer) -> Result<BoxedState, Error> {
        if self.viewer != Viewer::Everything && self.viewer != viewer {
            return Err(Error::View(viewer_text(self.viewer)));
        }
        if matches!(viewer, Viewer::Seat(seat) if seat >= self.spec().seats) {
            return Err(SetupError::one("viewer", format!("there is no {}", viewer_text(viewer))).into());
        }
        let redact = |state: &G::State| *View::of(&*self.game, state, viewer).state();
        let last = self.last.map(|(before, event)| (redact(&before), self.game.seen(&before, event, viewer)));
        Ok(Box::new(Erased { game: self.game.clone(), state: redact(&self.state), viewer, last }))
    }
    fn complete(&self, rng: &mut Rng) -> BoxedState {
        let state = self.game.complete(&self.own_view(), rng);
        Box::new(Erased { game: self.game.clone(), state, viewer: Viewer::Everything, last: None })
    }
    fn seen(&self, event: Event, by: Viewer) -> Event {
        self.game.seen(&self.state, event, by)
    }
    fn scores(&self) -> Vec<i32> {
        (0..self.spec().seats).map(|seat| self.game.score(&self.state, seat)).collect()
    }
    fn winners(&self) -> u8 {
        self.game.winners(&self.state)
    }
    fn returns(&self) -> Vec<f64> {
        self.game.returns(&self.state)
    }
    fn ending(&self) -> Option<String> {
        self.game.ending(&self.state)
    }
    fn hash(&self) -> u64 {
        self.game.hash(&self.state)
    }
    fn describe(&self) -> String {
        self.game.describe(&self.own_view())
    }
    fn layout(&self) -> Value {
        self.game.layout(&self.own_view())
    }
    fn analyse(&self, what: &str) -> Option<Value> {
        self.game.analyse(&self.own_view(), what)
    }
    fn to_json(&self) -> Value {
        let mut value = self.game.to_json(&self.own_view());
        if self.viewer != Viewer::Everything {
            value["viewer"] = viewer_text(self.viewer).into();
        }
        value
    }
    fn with_json(&self, value: &Value, viewer: Viewer) -> Result<BoxedState, SetupError> {
        let state = self.game.from_json(value)?;
        if viewer == Viewer::Everything && self.game.has_unknowns(&state) {
            let message = "holds unknowns, so it is somebody's view: say whose";
            return Err(SetupError::one("viewer", message));
        }
        let view = View::of(&*self.game, &state, viewer);
        // What fits a view looks the same from there; where it does not, something was left open that this
        // viewer knows, such as the own hand.
        let full = self.game.complete(&view, &mut Rng::new(0));
        if View::of(&*self.game, &full, viewer) != view {
            let message = format!("holds unknowns that {} knows", viewer_text(viewer));
            return Err(SetupError::one("viewer", message));
        }
        Ok(Box::new(Erased { game: self.game.clone(), state: *view.state(), viewer, last: None }))
    }
    fn encode(&self, seat: Seat, out: &mut [f32]) {
        // A full state is seen through the eyes of the seat, a view through its own.
        let viewer = if self.viewer == Viewer::Everything { Viewer::Seat(seat) } else { self.viewer };
        self.game.encode(&View::of(&*self.game, &self.state, viewer), seat, out);
    }
    fn boxed(&self) -> BoxedState {
        self.with(self.state, self.last)
    }
    fn same(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.state == other.state && self.viewer == other.viewer && self.same_game(other)
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
