//! A tiny game that needs every part of the contract: read it before you add a game of your own.
//!
//! Three rounds for 1-5 players. Each player draws a private token (0-2). In a round all choose a
//! number in secret (F1), the choices are shown, a die is rolled (six is twice as likely, F2), and
//! the player after the round's leader may double it (F3). In the end the tokens are shown; a round
//! gives its die to whoever chose the own token's number (F4). Lights out, called by a referee, makes
//! the current round the last (F5). Most points win; alone, it takes at least 6.
//!
//! What was secret becomes known by an outcome of chance: it has one possible value in the full
//! state, and several in the view of somebody who does not know it yet.

use serde_json::{Value, json};

use crate::error::{Illegal, ParseError, PlayError, SetupError};
use crate::fields::Fields;
use crate::game::{
    Actions, Actor, Event, Game, Outcomes, Seat, Spec, TensorPart, UNKNOWN, View, Viewer, return_range,
};
use crate::rng::{Rng, WordHash};

const ROUNDS: usize = 3;
/// Not drawn, chosen or rolled yet.
const NONE: u8 = 9;
/// There, but not known to the viewer.
const HIDDEN: u8 = 8;
const DOUBLE: u16 = 3;
const KEEP: u16 = 4;
const FIRST_FACE: u16 = 3;

/// The game for a number of players.
#[derive(Clone, Debug)]
pub struct Fixture {
    spec: Spec,
    options: Value,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    tokens: [u8; 5],
    choices: [[u8; 5]; ROUNDS],
    dice: [u8; ROUNDS],
    doubled: [u8; ROUNDS],
    round: u8,
    /// How many choices of the round, or after the last round tokens, were shown.
    shown: u8,
    dark: bool,
}

/// What comes next; it follows from what is already there.
#[derive(PartialEq)]
enum Next {
    Token(u8),
    Choice(u8),
    ShowChoice(u8),
    Die,
    Double(u8),
    ShowToken(u8),
    Over,
}

impl Fixture {
    /// The game with options `{"players": 1..=5}`.
    ///
    /// # Errors
    /// What is wrong with the options.
    pub fn new(options: &Value) -> Result<Self, SetupError> {
        let mut error = SetupError::default();
        let fields = Fields::open(options, "", &["players"], &mut error);
        let players = fields.int("players", 1..=5, Some(2), &mut error);
        error.into_result()?;
        let shape = vec![5, 3 + 3 * ROUNDS];
        let spec = Spec {
            name: "fixture",
            title: "The fixture game",
            rules_version: 1,
            seats: players as u8,
            seat_names: (0..players).map(|seat| format!("Player {seat}")).collect(),
            actions: 5,
            chances: 9,
            referee: &["lights out"],
            max_events: 10 + ROUNDS as u64 * 12 + 1,
            return_range: return_range(players as Seat),
            return_sum: (players > 1).then_some(0.0),
            tensor: vec![TensorPart { name: "seats", shape, features: Vec::new() }],
            separator: " ",
            analyses: &[],
            assumed: Vec::new(),
            fingerprint: 0,
        };
        Ok(Fixture { spec, options: json!({"players": players}) })
    }

    fn next(&self, state: &State) -> Next {
        let seats = 0..usize::from(self.spec.seats);
        if let Some(seat) = seats.clone().find(|seat| state.tokens[*seat] == NONE) {
            return Next::Token(seat as u8);
        }
        let round = usize::from(state.round);
        if round == ROUNDS {
            let all = state.shown == self.spec.seats;
            return if all { Next::Over } else { Next::ShowToken(state.shown) };
        }
        if let Some(seat) = seats.clone().find(|seat| state.choices[round][*seat] == NONE) {
            return Next::Choice(seat as u8);
        }
        if state.shown < self.spec.seats {
            return Next::ShowChoice(state.shown);
        }
        if state.dice[round] == NONE { Next::Die } else { Next::Double(self.doubler(state)) }
    }

    /// The number that is shown next, if the viewer knows it.
    fn secret(&self, state: &State) -> Option<u16> {
        let value = match self.next(state) {
            Next::ShowChoice(seat) => state.choices[usize::from(state.round)][usize::from(seat)],
            Next::ShowToken(seat) => state.tokens[usize::from(seat)],
            _ => HIDDEN,
        };
        (value < 3).then_some(u16::from(value))
    }

    /// F3: the player after the leader of the round, alone the leader.
    fn doubler(&self, state: &State) -> u8 {
        (state.round + 1) % self.spec.seats
    }

    fn players(&self) -> std::ops::Range<usize> {
        0..usize::from(self.spec.seats)
    }
}

fn known(event: Event, limit: u16) -> bool {
    event.id() < limit || event.id() == UNKNOWN
}

impl Game for Fixture {
    type State = State;

    fn spec(&self) -> &Spec {
        &self.spec
    }
    fn options(&self) -> &Value {
        &self.options
    }
    fn start(&self) -> State {
        State {
            tokens: [NONE; 5],
            choices: [[NONE; 5]; ROUNDS],
            dice: [NONE; ROUNDS],
            doubled: [NONE; ROUNDS],
            round: 0,
            shown: 0,
            dark: false,
        }
    }
    fn actor(&self, state: &State) -> Actor {
        match self.next(state) {
            Next::Token(_) | Next::ShowChoice(_) | Next::Die | Next::ShowToken(_) => Actor::Chance,
            Next::Choice(seat) | Next::Double(seat) => Actor::Seat(seat),
            Next::Over => Actor::Over,
        }
    }
    fn turn_seat(&self, state: &State) -> Seat {
        state.round % self.spec.seats
    }
    fn turn(&self, state: &State) -> u32 {
        u32::from(state.round)
    }
    fn actions(&self, state: &State, out: &mut Actions) {
        match self.next(state) {
            Next::Choice(_) => out.extend(0..3),
            Next::Double(_) => out.extend([DOUBLE, KEEP]),
            _ => {}
        }
    }
    fn outcomes(&self, state: &State, out: &mut Outcomes) {
        match self.next(state) {
            Next::Token(_) => out.extend((0..3).map(|id| (id, 1))),
            Next::ShowChoice(_) | Next::ShowToken(_) => match self.secret(state) {
                Some(id) => out.push((id, 1)),
                None => out.extend((0..3).map(|id| (id, 1))),
            },
            Next::Die => out.extend((FIRST_FACE..9).map(|id| (id, if id == 8 { 2 } else { 1 }))), // F2
            _ => {}
        }
    }
    fn check(&self, state: &State, event: Event) -> Result<(), Illegal> {
        let fine = match (self.next(state), event) {
            (Next::Token(_), Event::Chance(_)) => known(event, 3),
            (Next::ShowChoice(_) | Next::ShowToken(_), Event::Chance(id)) => {
                self.secret(state).map_or(id < 3, |secret| id == secret)
            }
            (Next::Die, Event::Chance(id)) => (FIRST_FACE..9).contains(&id),
            (Next::Choice(_), Event::Act(_)) => known(event, 3),
            (Next::Double(_), Event::Act(id)) => id == DOUBLE || id == KEEP,
            (next, Event::Referee(id)) => {
                if next == Next::Over || state.dark || id != 0 {
                    return Err(Illegal::new("F5", "lights out comes once, before the end"));
                }
                true
            }
            _ => false,
        };
        let rule = match self.next(state) {
            Next::Token(_) | Next::Choice(_) | Next::ShowChoice(_) => "F1",
            Next::Die => "F2",
            Next::Double(_) => "F3",
            Next::ShowToken(_) | Next::Over => "F4",
        };
        if fine { Ok(()) } else { Err(Illegal::new(rule, "this does not come next")) }
    }
    fn step(&self, state: &mut State, event: Event) {
        let round = usize::from(state.round);
        let value = if event.id() == UNKNOWN { HIDDEN } else { event.id() as u8 };
        match (self.next(state), event) {
            (_, Event::Referee(_)) => state.dark = true,
            (Next::Token(seat), _) => state.tokens[usize::from(seat)] = value,
            (Next::Choice(seat), _) => state.choices[round][usize::from(seat)] = value,
            (Next::Die, _) => state.dice[round] = value - FIRST_FACE as u8 + 1,
            (Next::Double(_), _) => {
                state.doubled[round] = u8::from(event.id() == DOUBLE);
                state.round = if state.dark { ROUNDS as u8 } else { state.round + 1 };
                state.shown = 0;
            }
            (Next::ShowChoice(seat), _) => {
                state.choices[round][usize::from(seat)] = value;
                state.shown += 1;
            }
            (Next::ShowToken(seat), _) => {
                state.tokens[usize::from(seat)] = value;
                state.shown += 1;
            }
            (Next::Over, _) => {}
        }
    }
    fn seen(&self, state: &State, event: Event, by: Viewer) -> Event {
        let hidden_from = |seat| by != Viewer::Everything && by != Viewer::Seat(seat);
        match (self.next(state), event) {
            (Next::Token(seat), Event::Chance(_)) if hidden_from(seat) => Event::Chance(UNKNOWN),
            (Next::Choice(seat), Event::Act(_)) if hidden_from(seat) => Event::Act(UNKNOWN),
            _ => event,
        }
    }
    fn redact(&self, state: &mut State, by: Viewer) {
        if by == Viewer::Everything {
            return;
        }
        let (round, shown) = (usize::from(state.round), usize::from(state.shown));
        for seat in self.players().filter(|seat| by != Viewer::Seat(*seat as u8)) {
            let tokens_shown = if round == ROUNDS { shown } else { 0 };
            if state.tokens[seat] != NONE && seat >= tokens_shown {
                state.tokens[seat] = HIDDEN;
            }
            if let Some(choices) = state.choices.get_mut(round)
                && choices[seat] != NONE
                && seat >= shown
            {
                choices[seat] = HIDDEN;
            }
        }
    }
    fn complete(&self, view: &View<State>, rng: &mut Rng) -> State {
        let mut state = *view.state();
        for value in state.tokens.iter_mut().chain(state.choices.iter_mut().flatten()) {
            if *value == HIDDEN {
                *value = rng.below(3) as u8;
            }
        }
        state
    }
    fn deals(&self, view: &View<State>, limit: usize) -> Option<Vec<(State, u64)>> {
        let mut deals = vec![*view.state()];
        while let Some(hidden) = deals.iter().position(|deal| self.has_unknowns(deal)) {
            let deal = deals.swap_remove(hidden);
            for value in 0..3 {
                let mut next = deal;
                let mut secrets = next.tokens.iter_mut().chain(next.choices.iter_mut().flatten());
                *secrets.find(|secret| **secret == HIDDEN)? = value;
                deals.push(next);
            }
            if deals.len() > limit {
                return None;
            }
        }
        Some(deals.into_iter().map(|deal| (deal, 1)).collect())
    }
    fn score(&self, state: &State, seat: Seat) -> i32 {
        if self.next(state) != Next::Over {
            return 0;
        }
        let seat = usize::from(seat);
        let hit = |round: &usize| state.choices[*round][seat] == state.tokens[seat];
        let worth = |round: usize| i32::from(state.dice[round]) * (1 + i32::from(state.doubled[round]));
        (0..ROUNDS).filter(|round| state.dice[*round] != NONE).filter(hit).map(worth).sum() // F4
    }
    fn winners(&self, state: &State) -> u8 {
        if self.next(state) != Next::Over {
            return 0;
        }
        let best = (0..self.spec.seats).map(|seat| self.score(state, seat)).max().unwrap_or(0);
        let needed = if self.spec.seats == 1 { best.max(6) } else { best };
        (0..self.spec.seats).map(|seat| u8::from(self.score(state, seat) == needed) << seat).sum()
    }
    fn ending(&self, state: &State) -> Option<String> {
        (self.next(state) == Next::Over).then(|| "the rounds are played [F4]".to_owned())
    }
    fn hash(&self, state: &State) -> u64 {
        let mut hash = WordHash::default();
        for value in state.tokens.iter().chain(state.choices.iter().flatten()) {
            hash.word(u64::from(*value));
        }
        for value in state.dice.iter().chain(&state.doubled).chain(&[state.round, state.shown]) {
            hash.word(u64::from(*value));
        }
        hash.word(u64::from(state.dark));
        hash.finish()
    }
    fn encode(&self, view: &View<State>, seat: Seat, out: &mut [f32]) {
        let (state, seats) = (view.state(), self.spec.seats);
        out.fill(0.0);
        for (row, other) in (0..seats).map(|row| (usize::from(row), usize::from((seat + row) % seats))) {
            let row = &mut out[row * (3 + 3 * ROUNDS)..];
            if state.tokens[other] < 3 {
                row[usize::from(state.tokens[other])] = 1.0;
            }
            for (round, choices) in state.choices.iter().enumerate() {
                if choices[other] < 3 {
                    row[3 + 3 * round + usize::from(choices[other])] = 1.0;
                }
            }
        }
    }
    fn describe(&self, view: &View<State>) -> String {
        self.to_json(view).to_string()
    }
    fn layout(&self, _view: &View<State>) -> Value {
        json!({})
    }
    fn to_json(&self, view: &View<State>) -> Value {
        let state = view.state();
        json!({
            "game": "fixture", "format": 1, "options": self.options, "tokens": state.tokens,
            "choices": state.choices, "dice": state.dice, "doubled": state.doubled,
            "round": state.round, "shown": state.shown, "dark": state.dark
        })
    }
    fn from_json(&self, value: &Value) -> Result<State, SetupError> {
        let mut error = SetupError::default();
        let keys =
            ["game", "format", "options", "tokens", "choices", "dice", "doubled", "round", "shown", "dark"];
        let fields = Fields::open(value, "", &keys, &mut error);
        let mut state = self.start();
        let read = |path: String, values: &[Value], out: &mut [u8], error: &mut SetupError| {
            if values.len() != out.len() {
                error.add(&path, format!("must have {} entries", out.len()), None);
            }
            for (slot, value) in out.iter_mut().zip(values) {
                if let Some(number) = crate::fields::int(value, &path, 0..=9, error) {
                    *slot = number as u8;
                }
            }
        };
        read("tokens".into(), fields.list("tokens", 5, &mut error), &mut state.tokens, &mut error);
        read("dice".into(), fields.list("dice", ROUNDS, &mut error), &mut state.dice, &mut error);
        read("doubled".into(), fields.list("doubled", ROUNDS, &mut error), &mut state.doubled, &mut error);
        for (round, value) in fields.list("choices", ROUNDS, &mut error).iter().enumerate() {
            let path = format!("choices[{round}]");
            let values = crate::fields::list(value, &path, 5, &mut error);
            read(path, values, &mut state.choices[round], &mut error);
        }
        state.round = fields.int("round", 0..=ROUNDS as i64, None, &mut error) as u8;
        state.shown = fields.int("shown", 0..=i64::from(self.spec.seats), Some(0), &mut error) as u8;
        state.dark = fields.bool("dark", false, &mut error);
        error.into_result()?;
        Ok(state)
    }
    fn has_unknowns(&self, state: &State) -> bool {
        state.tokens.iter().chain(state.choices.iter().flatten()).any(|value| *value == HIDDEN)
    }
    fn event_to_json(&self, state: &State, event: Event) -> Value {
        json!({"type": self.event_text(state, event)})
    }
    fn event_from_json(&self, state: &State, value: &Value) -> Result<Event, PlayError> {
        let mut error = SetupError::default();
        let fields = Fields::open(value, "", &["type"], &mut error);
        let text = fields.text("type", 20, &mut error);
        let no = |message: String| PlayError::from(ParseError { message, column: 0 });
        error.into_result().map_err(|error| no(error.to_string()))?;
        match self.parse_event(state, &text)? {
            (event, read) if read == text.len() => Ok(event),
            _ => Err(no("something follows the event".to_owned())),
        }
    }
    fn event_text(&self, _state: &State, event: Event) -> String {
        match event {
            Event::Act(UNKNOWN) => "?".to_owned(),
            Event::Chance(UNKNOWN) => "token?".to_owned(),
            Event::Act(DOUBLE) => "double".to_owned(),
            Event::Act(KEEP) => "keep".to_owned(),
            Event::Act(id) => format!("choose{id}"),
            Event::Chance(id @ 0..FIRST_FACE) => format!("token{id}"),
            Event::Chance(id) => format!("die{}", id - FIRST_FACE + 1),
            Event::Referee(_) => "lights-out".to_owned(),
        }
    }
    fn parse_event(&self, state: &State, text: &str) -> Result<(Event, usize), PlayError> {
        let acts = (0..5).chain([UNKNOWN]).map(Event::Act);
        let chances = (0..9).chain([UNKNOWN]).map(Event::Chance);
        let all = acts.chain(chances).chain([Event::Referee(0)]);
        for event in all {
            let word = self.event_text(state, event);
            if text.starts_with(&word) {
                self.check(state, event)?;
                return Ok((event, word.len()));
            }
        }
        Err(ParseError { message: "no event starts like this".to_owned(), column: 1 }.into())
    }
    fn reason(&self, state: &State, event: Event) -> String {
        format!("{} comes next", self.event_text(state, event))
    }
}
