//! A game that has no name here is as good as a shipped one: laws, records, dict forms, search.

// Its `main` is not called here.
#[allow(dead_code, unreachable_pub)]
#[path = "../examples/own_game.rs"]
mod own_game;

use boardwright::erased::{BoxedState, erase, from_json, from_json_of, start};
use boardwright::error::Error;
use boardwright::fixture::Fixture;
use boardwright::game::{Actor, Viewer, never};
use boardwright::record::Record;
use boardwright::search::report::Proven;
use boardwright::{Event, laws};
use serde_json::json;

use own_game::ThreeInARow;

fn played(text: &str) -> BoxedState {
    let mut state = erase(ThreeInARow::default());
    for word in text.split_whitespace() {
        state = state.play(&state.parse(word).unwrap()).unwrap();
    }
    state
}

#[test]
fn the_example_keeps_the_laws_and_plays() {
    let text = own_game::run().unwrap();
    assert!(text.starts_with("the laws hold on "), "{text}");
    assert!(text.ends_with("no cell is left [R3]"), "good play is a draw: {text}");
}

#[test]
fn records_of_it_are_read_back() {
    for begun in ["", "4 0"] {
        let first = played(begun);
        let mut record = Record::new(first.boxed(), &[], Some(7), &[]).unwrap();
        for word in ["1", "7", "2"] {
            let events = record.state().parse(word).unwrap();
            record.push(&events).unwrap();
        }
        // From the start of the game on, a record need not say where it starts.
        assert_eq!(record.tags().iter().any(|(key, _)| key == "Start"), !begun.is_empty());
        for text in [record.to_text(), record.to_json().to_string()] {
            let back = Record::parse_of(&*first, &text, &mut never).unwrap();
            assert!(back.same(&record) && back.state().same(record.state()));
            let error = Record::parse(&text).unwrap_err().to_string();
            assert!(error.contains("there is no game"), "{error}");
            let other = start("fixture", &json!({})).unwrap();
            let error = Record::parse_of(&*other, &text, &mut never).unwrap_err().to_string();
            assert!(error.contains("a record of \"three-in-a-row\", not of fixture"), "{error}");
        }
    }
}

#[test]
fn a_record_of_other_options_is_refused() {
    let record = Record::new(start("fixture", &json!({"players": 3})).unwrap(), &[], None, &[]).unwrap();
    let two = erase(Fixture::new(&json!({"players": 2})).unwrap());
    let error = Record::parse_of(&*two, &record.to_text(), &mut never).unwrap_err().to_string();
    assert!(error.contains("the options are not"), "{error}");
}

#[test]
fn dict_forms_of_it_are_read_back() {
    let state = played("4 0 8");
    for viewer in [Viewer::Everything, Viewer::Seat(1), Viewer::Spectator] {
        let view = state.view(viewer).unwrap();
        let value = view.to_json();
        assert!(from_json_of(&*erase(ThreeInARow::default()), &value).unwrap().same(&*view));
        assert!(matches!(from_json(&value), Err(Error::UnknownGame { .. })));
    }
    for (key, wrong) in [
        ("game", json!("chess")),
        ("format", json!(2)),
        ("options", json!({"size": 4})),
        ("viewer", json!("seat 2")),
    ] {
        let mut value = state.to_json();
        value[key] = wrong;
        let error = from_json_of(&*state, &value).unwrap_err();
        assert_eq!(error.problems.len(), 1, "{error}");
        assert_eq!(error.problems[0].path, key);
    }
}

#[test]
fn no_state_is_read_for_a_seat_that_is_not_there() {
    let state = played("4");
    let error = state.with_json(&state.to_json(), Viewer::Seat(2)).unwrap_err();
    assert_eq!(error.to_string(), "viewer: there is no seat 2");
    assert!(state.with_json(&state.to_json(), Viewer::Seat(1)).is_ok());
}

#[test]
fn laws_see_a_dict_form_that_nobody_could_read_back() {
    let fine = laws::check(&ThreeInARow::default(), 2, 1, &mut never);
    assert!(fine.is_ok());
    let error = laws::check(&own_game_without_name::nameless(), 1, 1, &mut never).unwrap_err().to_string();
    assert!(error.contains("dict forms name game, format and options"), "{error}");
}

/// The same game with dict forms that do not hold its options, and turns that it says nothing of.
mod own_game_without_name {
    use super::own_game::{Position, ThreeInARow};
    use boardwright::error::{Illegal, PlayError, SetupError};
    use boardwright::game::{Actions, Actor, Seat, Spec};
    use boardwright::{Event, Game, View};
    use serde_json::Value;

    pub(crate) struct Nameless(ThreeInARow);

    pub(crate) fn nameless() -> Nameless {
        Nameless(ThreeInARow::default())
    }

    impl Game for Nameless {
        type State = Position;
        const SECRETS: bool = false;
        fn to_json(&self, view: &View<Position>) -> Value {
            let mut value = self.0.to_json(view);
            value.as_object_mut().expect("an object").remove("options");
            value
        }
        fn spec(&self) -> &Spec {
            self.0.spec()
        }
        fn options(&self) -> &Value {
            self.0.options()
        }
        fn start(&self) -> Position {
            self.0.start()
        }
        fn actor(&self, state: &Position) -> Actor {
            self.0.actor(state)
        }
        fn turn_seat(&self, state: &Position) -> Seat {
            self.0.turn_seat(state)
        }
        fn turn(&self, state: &Position) -> u32 {
            self.0.turn(state)
        }
        fn actions(&self, state: &Position, out: &mut Actions) {
            self.0.actions(state, out);
        }
        fn check(&self, state: &Position, event: Event) -> Result<(), Illegal> {
            self.0.check(state, event)
        }
        fn step(&self, state: &mut Position, event: Event) {
            self.0.step(state, event);
        }
        fn score(&self, state: &Position, seat: Seat) -> i32 {
            self.0.score(state, seat)
        }
        fn winners(&self, state: &Position) -> u8 {
            self.0.winners(state)
        }
        fn ending(&self, state: &Position) -> Option<String> {
            self.0.ending(state)
        }
        fn hash(&self, state: &Position) -> u64 {
            self.0.hash(state)
        }
        fn encode(&self, view: &View<Position>, seat: Seat, out: &mut [f32]) {
            self.0.encode(view, seat, out);
        }
        fn describe(&self, view: &View<Position>) -> String {
            self.0.describe(view)
        }
        fn layout(&self, view: &View<Position>) -> Value {
            self.0.layout(view)
        }
        fn from_json(&self, value: &Value) -> Result<Position, SetupError> {
            self.0.from_json(value)
        }
        fn event_to_json(&self, state: &Position, event: Event) -> Value {
            self.0.event_to_json(state, event)
        }
        fn event_from_json(&self, state: &Position, value: &Value) -> Result<Event, PlayError> {
            self.0.event_from_json(state, value)
        }
        fn event_text(&self, state: &Position, event: Event) -> String {
            self.0.event_text(state, event)
        }
        fn parse_event(&self, state: &Position, text: &str) -> Result<(Event, usize), PlayError> {
            self.0.parse_event(state, text)
        }
        fn reason(&self, state: &Position, event: Event) -> String {
            self.0.reason(state, event)
        }
    }
}

#[test]
fn alphabeta_names_what_a_game_lacks() {
    let ask = |state: BoxedState| state.search(&json!({"method": "alphabeta"}), &mut never);
    assert_eq!(ask(played("4 0")).unwrap().seat, 0);
    let Err(Error::Search(error)) = ask(erase(own_game_without_name::nameless())) else {
        panic!("not whole turns")
    };
    assert!(
        error.ends_with("Three in a row: its turns are not said to be one seat's (Game::WHOLE_TURNS)"),
        "{error}"
    );
}

#[test]
fn what_is_certain_is_said_to_be() {
    // X wins in cell 2; if it blocks O in 5 it is a draw, and if it does neither it loses.
    let state = played("0 3 1 4");
    let won = Some(Proven { result: 1, turns: Some(1) });
    for (method, endings) in [("exact", None), ("mcts", None), ("mcts", Some(0)), ("alphabeta", None)] {
        let mut request = json!({"method": method});
        if let Some(endings) = endings {
            request["endings"] = json!(endings);
        }
        let report = state.search(&request, &mut never).unwrap();
        assert_eq!(report.lines[0].events, [Event::Act(2)]);
        assert_eq!(report.lines[0].proven, won, "{request}");
        if method == "exact" {
            let result = |cell| {
                let line = report.lines.iter().find(|line| line.events == [Event::Act(cell)]).unwrap();
                line.proven.map(|proven| proven.result)
            };
            assert_eq!((result(2), result(6), result(5)), (Some(1), Some(-1), Some(0)));
        }
    }
    // A draw is certain, too, where nothing is left to chance.
    let drawn = erase(ThreeInARow::default()).search(&json!({"method": "exact"}), &mut never).unwrap();
    assert!(
        drawn.exact && drawn.lines.iter().all(|line| line.proven.is_some_and(|proven| proven.result == 0))
    );
}

#[test]
fn where_there_is_chance_only_won_and_lost_are_certain() {
    let mut seen = [false; 2];
    for seed in 0..40 {
        let mut state = start("fixture", &json!({"players": 1})).unwrap();
        let mut rng = boardwright::Rng::new(seed);
        while state.actor() != Actor::Over {
            if state.turn() == 2 && matches!(state.actor(), Actor::Seat(_)) {
                let report = state.search(&json!({"method": "exact"}), &mut never).unwrap();
                for line in report.lines.iter().filter(|_| report.exact) {
                    let value = line.values[usize::from(report.seat)];
                    let certain = value.abs() > 1.0 - 1e-9;
                    assert_eq!(line.proven.is_some(), certain, "{line:?}");
                    seen[usize::from(certain)] = true;
                }
                assert!(report.exact || report.lines.iter().all(|line| line.proven.is_none()));
            }
            let event = state.random_action(&mut rng).or_else(|| state.draw(&mut rng)).unwrap();
            state = state.play(&[event]).unwrap();
        }
    }
    assert_eq!(seen, [true; 2]);
}
