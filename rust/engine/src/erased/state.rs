//! A game with its state behind the face of [`AnyState`].

use std::any::Any;
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::Value;

use super::searcher::Following;
use super::{AnyBatch, AnySearcher, AnyState, AnyTurn, BoxedState, Explanation, viewer_text};
use crate::batch::{Batch, Rules};
use crate::error::{Error, Halt, Illegal, ParseError, PlayError, SetupError};
use crate::game::{
    Actions, Actor, Event, Game, MAX_TURNS, Outcomes, Poll, Seat, Spec, UNKNOWN, View, Viewer, for_each_turn,
};
use crate::perft::{divide, perft, perft_distinct};
use crate::rng::Rng;
use crate::search::greedy::greedy_turn;
use crate::search::guided::self_play::{SelfPlay, self_play};
use crate::search::guided::{Guided, SelfPlaySettings, Settings, guided};
use crate::search::playout::playout;
use crate::search::report::Report;
use crate::search::request::Request;
use crate::search::{Searcher, search};

pub(super) struct Erased<G: Game> {
    game: Arc<G>,
    state: G::State,
    viewer: Viewer,
    last: Option<(G::State, Event)>,
}

impl<G: Game> Erased<G> {
    pub(super) fn new(game: Arc<G>, state: G::State, viewer: Viewer) -> Self {
        Erased { game, state, viewer, last: None }
    }

    fn with(&self, state: G::State, last: Option<(G::State, Event)>) -> BoxedState {
        Box::new(Erased { game: self.game.clone(), state, viewer: self.viewer, last })
    }

    pub(super) fn own_view(&self) -> View<G::State> {
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
    pub(super) fn same_game(&self, other: &Self) -> bool {
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
        let end = playout(&*self.game, &state, rng, poll)?;
        Ok(self.with(self.seen_state(&end), None))
    }
    fn greedy(&self, rng: &mut Rng, poll: &mut Poll) -> Result<Option<AnyTurn>, Halt> {
        // It must not know more than the seat that it chooses for.
        let view = self.own_view();
        let view = if let Actor::Seat(seat) = self.actor() { view.of_seat(&*self.game, seat) } else { view };
        let turn = greedy_turn(&*self.game, view.state(), rng, poll)?;
        Ok(turn.map(|turn| self.any_turn(turn.events)))
    }
    fn search(&self, request: &Value, poll: &mut Poll) -> Result<Report, Error> {
        search(&*self.game, &self.own_view(), &Request::from_json::<G>(request)?, poll)
    }
    fn searcher(&self) -> Box<dyn AnySearcher> {
        let start = Erased::new(self.game.clone(), self.state, self.viewer);
        Box::new(Following::new(start, Searcher::new(self.game.clone())))
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
    fn batch(&self, count: usize, seed: u64, rules: Rules, threads: usize) -> Box<dyn AnyBatch> {
        Box::new(Batch::new(self.game.clone(), count, seed, rules, threads))
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
        Box::new(Erased::new(self.game.clone(), state, Viewer::Everything))
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
        Ok(Box::new(Erased::new(self.game.clone(), *view.state(), viewer)))
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
