//! Whatever comes in from outside is read, or refused with a reason; what is accepted keeps the laws.
//!
//! Few cases by default; `PROPTEST_CASES` sets how many.

mod genotype;
mod gridopolis;
#[path = "../made_up/mod.rs"]
mod made_up;
mod microworld;

use boardwright::erased::{self, BoxedState};
use boardwright::game::{Actor, Event, Game, View, Viewer, never};
use boardwright::record::Record;
use boardwright::{PlayError, Rng};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use serde_json::{Value, json};

pub(crate) fn config(cases: u32) -> Config {
    let default = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { default } else { Config { cases, ..default } }
}

pub(crate) fn dict<G: Game>(game: &G, state: &G::State) -> Value {
    game.to_json(&View::of(game, state, Viewer::Everything))
}

/// Small changes to a text: where, how, and with what.
pub(crate) fn edits() -> impl Strategy<Value = Vec<(Index, u8, char)>> {
    let chars = prop_oneof![
        select(&b"0123456789.-+x>^!~#|{}[]\"\\,:= \n\tabgitW"[..]).prop_map(char::from),
        any::<char>()
    ];
    prop::collection::vec((any::<Index>(), 0..6_u8, chars), 1..6)
}

pub(crate) fn edited(text: &str, edits: &[(Index, u8, char)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (index, kind, char) in edits {
        if chars.is_empty() {
            chars.push(*char);
            continue;
        }
        let at = index.index(chars.len());
        match kind {
            0 => chars[at] = *char,
            1 => chars.insert(at, *char),
            2 => drop(chars.remove(at)),
            3 => chars.truncate(at),
            4 => chars.extend_from_within(at..(at + 40).min(chars.len())),
            _ => chars.rotate_left(at),
        }
    }
    chars.into_iter().collect()
}

/// Whether this is the id of a rule, or says that the viewer knows more.
pub(crate) fn is_rule(rule: &str) -> bool {
    let number = rule.strip_prefix(['G', 'M', 'T']);
    rule == "view" || number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Reads a text at a state: what comes out is legal, or an error that tells why.
pub(crate) fn read_at<G: Game>(game: &G, state: &G::State, text: &str) {
    let before = (*state, game.hash(state));
    match game.parse_event(state, text) {
        Ok((event, read)) => {
            assert!(game.check(state, event).is_ok() && text.is_char_boundary(read) && read > 0);
            let written = game.event_text(state, event);
            assert_eq!(game.parse_event(state, &written), Ok((event, written.len())));
        }
        Err(PlayError::Parse(error)) => {
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}: {text:?}");
        }
        Err(PlayError::Illegal(illegal)) => assert!(is_rule(illegal.rule), "{illegal}"),
        Err(PlayError::Ambiguous(error)) => panic!("{error}"),
    }
    assert_eq!((*state, game.hash(state)), before);
}

pub(crate) fn read_record(text: &str) {
    match Record::parse(text) {
        Ok(record) => {
            let written = record.to_text();
            let again = Record::parse(&written).expect("what is written reads back");
            assert_eq!(again.to_text(), written);
            assert_eq!(Record::parse(&again.to_json().to_string()).expect("so does JSON").to_text(), written);
        }
        Err(error) => {
            assert!(!error.message.is_empty() && error.rule.is_none_or(is_rule));
            assert!(error.line <= text.lines().count() + 1, "{error}");
        }
    }
}

/// Reads a dict; an accepted position must be as good as one that was reached by play.
pub(crate) fn read_position(value: &Value) {
    let state = match erased::from_json(value) {
        Ok(state) => state,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut rng = Rng::new(state.hash());
    // What is unknown is drawn, and fits.
    let end = state.playout(&mut rng.fork(), &mut never).expect("never stopped");
    assert_eq!(end.actor(), Actor::Over, "a playout from {value}");
    let turn = state.greedy(&mut rng.fork(), &mut never).expect("never stopped");
    assert_eq!(turn.is_some(), matches!(state.actor(), Actor::Seat(_)));
    let mut tensor = vec![f32::NAN; state.spec().tensor_len()];
    for seat in 0..state.spec().seats {
        state.encode(seat, &mut tensor);
        assert!(tensor.iter().all(|value| value.is_finite()), "the observation of {value}");
    }
    let mut now: BoxedState = state;
    for ply in 0..2_000 {
        let mut ids = Vec::new();
        now.actions(&mut ids);
        assert_eq!(ids.is_empty(), !matches!(now.actor(), Actor::Seat(_)));
        if ply < 50 || ply % 64 == 0 {
            let dict = now.to_json();
            let back =
                erased::from_json(&dict).unwrap_or_else(|error| panic!("{error}: {dict} from {value}"));
            assert!(back.same(&*now) && back.to_json() == dict, "{dict} from {value}");
            for id in &ids {
                let next = now.play(&[Event::Act(*id)]).expect("it was listed");
                assert!(next.turn() - now.turn() <= 1 && !next.describe().is_empty());
            }
            for what in now.spec().analyses {
                assert!(now.analyse(what).is_some(), "{what} of {dict}");
            }
            assert!(now.layout().is_object());
        }
        let event = now.random_action(&mut rng).or_else(|| now.draw(&mut rng));
        let Some(event) = event else { break };
        now =
            now.play(&[event]).unwrap_or_else(|error| panic!("{error}: {event:?} was listed, from {value}"));
    }
    let over = now.actor() == Actor::Over;
    // A sole player may have lost.
    assert!(if now.winners() == 0 { !over || now.spec().seats == 1 } else { over });
}

/// A change of one value within a dict form.
pub(crate) type Change = (Index, u8, i8, Index);

pub(crate) fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((any::<Index>(), 0..14_u8, -2..6_i8, any::<Index>()), 1..4)
}

pub(crate) fn pointers(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                found.push(format!("{here}/{index}"));
                pointers(item, &format!("{here}/{index}"), found);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                found.push(format!("{here}/{key}"));
                pointers(item, &format!("{here}/{key}"), found);
            }
        }
        _ => {}
    }
}

/// A dict with changes; `words` are those that it may hold, `key` is one that is put into objects.
pub(crate) fn changed(mut value: Value, changes: &[Change], words: &[&str], key: &str) -> Value {
    for (index, kind, number, other) in changes {
        let mut found = Vec::new();
        pointers(&value, "", &mut found);
        if found.is_empty() {
            return value;
        }
        // Places are many, counters few: without this, most changes would only move markers or pawns.
        let (counters, options) = (found.iter().filter(|path| path.rfind('/') == Some(0)), "/options/");
        let rare = counters.chain(found.iter().filter(|path| path.starts_with(options)));
        let rare: Vec<String> = rare.cloned().collect();
        (0..6).for_each(|_| found.extend_from_slice(&rare));
        let (path, twin) = (index.get(&found).clone(), other.get(&found).clone());
        let twin = value.pointer(&twin).cloned().unwrap_or_default();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        let Some(here) = value.pointer_mut(&path) else { continue };
        match kind {
            0 | 1 => *here = json!(number),
            // Small changes are the ones most often accepted.
            2 | 9..14 => match here {
                Value::Bool(flag) => *flag = !*flag,
                Value::Number(old) => *here = json!(old.as_i64().map(|old| old + i64::from(number.signum()))),
                _ => {}
            },
            3 => *here = json!(i64::from(*number) << 30),
            4 => *here = twin,
            5 => *here = json!(words[other.index(words.len())]),
            6 => *here = Value::Null,
            _ => match value.pointer_mut(parent) {
                Some(Value::Array(items)) if *kind == 7 => drop(items.pop()),
                Some(Value::Array(items)) => items.push(twin),
                Some(Value::Object(map)) => {
                    map.insert(key.to_owned(), twin);
                }
                _ => {}
            },
        }
    }
    value
}
