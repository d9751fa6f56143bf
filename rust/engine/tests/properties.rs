//! Whatever comes in from outside is read, or refused with a reason; what is accepted keeps the laws.
//!
//! Few cases by default; `PROPTEST_CASES` sets how many.

use std::sync::LazyLock;

use boardwright::erased::{self, BoxedState};
use boardwright::game::{Actor, Event, Game, View, Viewer};
use boardwright::gridopolis::blueprint::BLUEPRINTS;
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::record::Record;
use boardwright::{PlayError, Rng};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use serde_json::{Value, json};

/// Games of every sort, short so that playing to the end costs little.
static GAMES: LazyLock<Vec<Gridopolis>> = LazyLock::new(|| {
    [
        json!({"quiet_limit": 3}),
        json!({"players": 3, "quiet_limit": 2, "first_seat": 1}),
        json!({"players": 4, "win": "points", "rounds": 30, "supported_pads": true}),
        json!({"win": "points", "turn_cap": 60}),
        json!({"blueprint": "airlock", "quiet_limit": 4}),
        json!({"blueprint": "spire", "quiet_limit": 0, "turn_cap": 80}),
        json!({"blueprint": "tripod", "players": 3, "reserves": 0}),
        json!({"blueprint": "plaza", "supported_pads": true, "turn_cap": 200}),
    ]
    .iter()
    .map(|options| Gridopolis::new(options).expect("possible options"))
    .collect()
});

fn config(cases: u32) -> Config {
    let default = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { default } else { Config { cases, ..default } }
}

/// A position that random play meets: which game, how many actions, with which seed.
fn place() -> impl Strategy<Value = (&'static Gridopolis, State)> {
    (any::<Index>(), 0..250_u32, any::<u64>()).prop_map(|(which, plies, seed)| {
        let game = which.get(&GAMES);
        let (mut state, mut rng, mut scratch) = (game.start(), Rng::new(seed), Vec::new());
        for _ in 0..plies {
            if game.actor(&state) == Actor::Over {
                break;
            }
            let id = game.sample_action(&state, &mut rng, &mut scratch);
            game.step(&mut state, Event::Act(id));
        }
        (game, state)
    })
}

fn dict(game: &Gridopolis, state: &State) -> Value {
    game.to_json(&View::of(game, state, Viewer::Everything))
}

/// Text made of what notation is made of.
fn pieces() -> impl Strategy<Value = String> {
    const WORDS: [&str; 30] = [
        "0", "1", "2", "-1", "-", "4", "99", "127", "128", "1000", ".", ".", ".", ".", ">", "^", "x", "!",
        "~", "+", "+|", "#", "time", " ", "1.1.2", "0.-1.2", "1.0.2", "é", "\u{2003}", "\0",
    ];
    prop::collection::vec(select(&WORDS[..]), 0..12).prop_map(|words| words.concat())
}

/// Small changes to a text: where, how, and with what.
fn edits() -> impl Strategy<Value = Vec<(Index, u8, char)>> {
    let chars = prop_oneof![
        select(&b"0123456789.-+x>^!~#|{}[]\"\\,:= \n\tabgitW"[..]).prop_map(char::from),
        any::<char>()
    ];
    prop::collection::vec((any::<Index>(), 0..6_u8, chars), 1..6)
}

fn edited(text: &str, edits: &[(Index, u8, char)]) -> String {
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

fn is_rule(rule: &str) -> bool {
    rule.strip_prefix('G').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Reads a text at a state: what comes out is legal, or an error that tells why.
fn read_at(game: &Gridopolis, state: &State, text: &str) {
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

fn read_record(text: &str) {
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

fn read_blueprint(text: &str) {
    match Gridopolis::check_blueprint(text) {
        Ok(value) => assert_eq!(Gridopolis::check_blueprint(&value.to_string()), Ok(value)),
        Err(error) => assert!(!error.problems.is_empty() && error.to_string().len() < 100_000),
    }
}

/// Reads a dict; an accepted position must be as good as one that was reached by play.
fn read_position(value: &Value) {
    let state = match erased::from_json(value) {
        Ok(state) => state,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut rng = Rng::new(state.hash());
    let mut now: BoxedState = state;
    for ply in 0..2_000 {
        let mut ids = Vec::new();
        now.actions(&mut ids);
        assert_eq!(ids.is_empty(), now.actor() == Actor::Over);
        if ply < 20 || ply % 64 == 0 {
            let dict = now.to_json();
            let back =
                erased::from_json(&dict).unwrap_or_else(|error| panic!("{error}: {dict} from {value}"));
            assert!(back.same(&*now) && back.to_json() == dict, "{dict} from {value}");
            for id in &ids {
                let next = now.play(&[Event::Act(*id)]).expect("it was listed");
                assert!(next.turn() - now.turn() <= 1 && !next.describe().is_empty());
            }
        }
        let Some(event) = now.random_action(&mut rng) else { break };
        now = now.play(&[event]).expect("it was listed");
    }
}

/// A change of one value within a dict form.
type Change = (Index, u8, i8, Index);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((any::<Index>(), 0..14_u8, -2..6_i8, any::<Index>()), 1..4)
}

fn pointers(value: &Value, here: &str, found: &mut Vec<String>) {
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

fn changed(mut value: Value, changes: &[Change]) -> Value {
    const WORDS: [&str; 11] =
        ["turn", "chain", "teleport", "second", "over", "capture", "hop", "step", "quiet", "time", "passes"];
    for (index, kind, number, other) in changes {
        let mut found = Vec::new();
        pointers(&value, "", &mut found);
        // Sites are many, counters few: without this, most changes would only move markers.
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
            5 => *here = json!(WORDS[other.index(WORDS.len())]),
            6 => *here = Value::Null,
            _ => match value.pointer_mut(parent) {
                Some(Value::Array(items)) if *kind == 7 => drop(items.pop()),
                Some(Value::Array(items)) => items.push(twin),
                Some(Value::Object(map)) => {
                    map.insert("site".to_owned(), twin);
                }
                _ => {}
            },
        }
    }
    value
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn notation_is_read_or_refused((game, state) in place(), any_text: String, text in pieces()) {
        read_at(game, &state, &any_text);
        read_at(game, &state, &text);
    }

    #[test]
    fn changed_notation_is_read_or_refused((game, state) in place(), which: Index, edits in edits()) {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        if !actions.is_empty() {
            let text = game.event_text(&state, Event::Act(*which.get(&actions)));
            read_at(game, &state, &edited(&text, &edits));
        }
    }

    #[test]
    fn any_text_is_no_record(text: String, parts in pieces()) {
        for text in [&text, &parts, &format!("[Game \"gridopolis\"]\n{parts}"), &format!("{{{text}")] {
            read_record(text);
        }
    }

    #[test]
    fn any_text_is_no_blueprint(text: String, parts in pieces()) {
        for text in [&text, &parts, &format!("{{{text}"), &format!("pads = {parts}")] {
            read_blueprint(text);
        }
    }

    #[test]
    fn changed_blueprints_are_read_or_refused(which in select(&BLUEPRINTS[..]), edits in edits()) {
        read_blueprint(&edited(which.1, &edits));
    }

    #[test]
    fn an_id_is_legal_iff_listed((game, state) in place(), ids in prop::collection::vec(any::<u16>(), 40)) {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let before = (state, game.hash(&state));
        let near = ids.iter().map(|id| id % game.spec().actions);
        for id in ids.iter().copied().chain(near).chain(actions.iter().copied()) {
            match game.check(&state, Event::Act(id)) {
                Ok(()) => prop_assert!(actions.contains(&id)),
                Err(illegal) => {
                    prop_assert!(!actions.contains(&id) && is_rule(illegal.rule), "{illegal}");
                    prop_assert!(!illegal.message.is_empty());
                }
            }
            for event in [Event::Chance(id), Event::Referee(id)] {
                let verdict = game.check(&state, event);
                prop_assert!(verdict.is_ok_and(|()| id == 0) || verdict_rule(game, &state, event));
            }
        }
        prop_assert_eq!((state, game.hash(&state)), before);
    }

    #[test]
    fn dicts_give_their_state_back((game, state) in place()) {
        let value = dict(game, &state);
        prop_assert_eq!(game.from_json(&value), Ok(state));
        let erased = erased::from_json(&value).expect("what is written reads back");
        prop_assert_eq!(erased.to_json(), value);
    }
}

fn verdict_rule(game: &Gridopolis, state: &State, event: Event) -> bool {
    game.check(state, event).is_err_and(|illegal| is_rule(illegal.rule))
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn changed_records_are_read_or_refused(which: Index, seed: u64, plies in 0..60_usize, edits in edits()) {
        let game = which.get(&GAMES);
        let start = erased::start("gridopolis", game.options()).expect("possible options");
        let mut record = Record::new(start, &[], Some(seed), &[]).expect("nothing to refuse");
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            let Some(event) = record.state().random_action(&mut rng) else { break };
            record.push(&[event]).expect("it was listed");
        }
        read_record(&edited(&record.to_text(), &edits));
        read_record(&edited(&record.to_json().to_string(), &edits));
        let hashless: Vec<String> =
            record.to_text().lines().map(|line| line.split('{').next().unwrap_or("").to_owned()).collect();
        read_record(&edited(&hashless.join("\n"), &edits));
    }

    #[test]
    fn changed_positions_are_refused_or_sound((game, state) in place(), changes in changes()) {
        read_position(&changed(dict(game, &state), &changes));
    }

    #[test]
    fn dict_texts_are_read_or_refused((game, state) in place(), edits in edits()) {
        if let Ok(value) = serde_json::from_str(&edited(&dict(game, &state).to_string(), &edits)) {
            read_position(&value);
        }
    }
}

/// A capture in the middle of a turn may put a player out, and so lower what ends the game for good.
#[test]
fn counts_that_start_anew_may_be_over_their_limit() {
    let value = json!({
        "game": "gridopolis", "format": 1,
        "options": {"players": 3, "quiet_limit": 2, "reserves": 0},
        "markers": [
            {"site": [1, 0, 1], "seat": 0, "moved": true},
            {"site": [1, 1, 1], "seat": 1},
            {"site": [1, 2, 2], "seat": 2},
            {"site": [0, 0, 3], "seat": 2},
        ],
        "seat": 0, "turn": 9, "round": 3, "quiet": 5,
    });
    let start = erased::from_json(&value).expect("a possible position");
    let state = start.play(&start.parse("1.0.1x1.2.1").expect("legal")).expect("legal");
    assert_eq!(state.to_json()["phase"]["name"], "chain");
    read_position(&state.to_json());
}
