//! Microworld: boards, elements, positions and views, notation, records.

use std::collections::HashSet;
use std::sync::LazyLock;

use boardwright::erased;
use boardwright::game::{Actions, Actor, Event, Game, Outcomes, UNKNOWN, View, Viewer, never};
use boardwright::laws::check_from;
use boardwright::microworld::{ELEMENTS, Microworld, State};
use boardwright::record::Record;
use boardwright::{Error, Rng};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::{
    changed, changes, config, dict, edited, edits, is_rule, made_up, read_at, read_position, read_record,
};

/// Words of dict forms.
const WORDS: [&str; 40] = [
    "?",
    "flip",
    "anywhere",
    "double",
    "opponent",
    "block",
    "occupied",
    "move",
    "radiation",
    "copy",
    "bonus",
    "majority",
    "barrier",
    "steal",
    "exchange",
    "shift",
    "bone-lover",
    "15-points",
    "chain-of-cells",
    "four-genes",
    "leftover",
    "target",
    "tile",
    "keep",
    "reveal",
    "before",
    "token",
    "after",
    "mutate",
    "ten",
    "over",
    "seat 0",
    "seat 1",
    "spectator",
    "1a 2b 3a 4b",
    "ABCDEFGH",
    "mucous",
    "nervous",
    "osseous",
    "outbreak",
];

/// Keys of dict forms, boards and elements.
const KEYS: [&str; 30] = [
    "game",
    "format",
    "options",
    "viewer",
    "pawns",
    "genes",
    "hands",
    "known",
    "used",
    "phase",
    "this_turn",
    "seat",
    "turn",
    "name",
    "gene",
    "cell",
    "board",
    "rules",
    "cells",
    "quarters",
    "sides",
    "a",
    "b",
    "kind",
    "adjacent",
    "parts",
    "r",
    "angle",
    "at",
    "type",
];

/// Games of every sort.
static GAMES: LazyLock<Vec<Microworld>> = LazyLock::new(|| {
    let named = [
        json!({}),
        json!({"board": "1b 3a 2b 4a", "rules": "ABCDEFGH"}),
        json!({"rules": "AC", "mutations": ["steal", "barrier"]}),
        json!({"rules": "ACF", "mutations": ["shift", "steal"]}),
        json!({"rules": "ABCDF", "mutations": ["exchange", "bonus"], "target": "chain-of-cells"}),
        json!({"scenario": "sprint", "board": "4a 1b 2a 3b"}),
        json!({"rules": "ABD", "target": "four-genes"}),
    ];
    let made_up = (0..40).map(|number| made_up::options(number * 151));
    let options = named.into_iter().chain(made_up);
    options
        .map(|options| Microworld::new(&options).unwrap_or_else(|error| panic!("{error}: {options}")))
        .collect()
});

/// Carries out a random event; `false` in a finished game.
fn step(game: &Microworld, state: &mut State, rng: &mut Rng) -> bool {
    let event = match game.actor(state) {
        Actor::Over => return false,
        Actor::Chance => Event::Chance(game.sample_outcome(state, rng, &mut Vec::new())),
        Actor::Seat(_) => Event::Act(game.sample_action(state, rng, &mut Vec::new())),
    };
    game.step(state, event);
    true
}

/// A position that random play meets: which game, how many events, with which seed.
fn place() -> impl Strategy<Value = (&'static Microworld, State)> {
    (any::<Index>(), 0..75_u32, any::<u64>()).prop_map(|(which, plies, seed)| {
        let game = which.get(&GAMES);
        let (mut state, mut rng) = (game.start(), Rng::new(seed));
        for _ in 0..plies {
            if !step(game, &mut state, &mut rng) {
                break;
            }
        }
        (game, state)
    })
}

fn viewer() -> impl Strategy<Value = Viewer> {
    select(&[Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator, Viewer::Everything][..])
}

/// The dict form of what a viewer knows, as the erased face writes it.
fn seen_dict(game: &Microworld, state: &State, viewer: Viewer) -> Value {
    let mut value = game.to_json(&View::of(game, state, viewer));
    if viewer != Viewer::Everything {
        value["viewer"] = json!(erased::viewer_text(viewer));
    }
    value
}

/// Text made of what notation is made of.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: [&str; 34] = [
        "0", "1", "7", "17", "63", "64", "017", "999", ">", ">12", "v", "a", "v3", "a13", "a14", "+",
        "+flip", "+?", "flip", "copy", "occupied", "keep=", "tile=", "shown=", "target=", "barrier", "?",
        "steal", "end", " ", " ", "\u{2003}", "é", "\0",
    ];
    prop::collection::vec(select(&PIECES[..]), 0..10).prop_map(|words| words.concat())
}

/// Any JSON whatever, with many of the keys and words that mean something.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..70_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        select(&WORDS[..]).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 60, 8, |inner| {
        let key = prop_oneof![4 => select(&KEYS[..]).prop_map(str::to_owned), 1 => any::<String>()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..8)
                .prop_map(|entries| Value::from(entries.into_iter().collect::<Map<String, Value>>())),
        ]
    })
}

/// A game with this board; what is accepted can be played.
fn read_board(board: &Value) {
    match Microworld::check_board(board) {
        Ok(checked) => {
            assert_eq!(Microworld::check_board(&checked["board"]).as_ref(), Ok(&checked));
            let game = match Microworld::new(&json!({"board": board, "rules": "AEF"})) {
                Ok(game) => game,
                Err(error) => panic!("{error}: {board}"),
            };
            let (mut state, mut rng) = (game.start(), Rng::new(1));
            while step(&game, &mut state, &mut rng) {}
            assert_eq!(game.from_json(&dict(&game, &state)), Ok(state), "on {board}");
        }
        Err(error) => assert!(!error.problems.is_empty() && error.to_string().len() < 100_000),
    }
}

fn read_element(text: &str) {
    match Microworld::check_element(text) {
        Ok(value) => assert_eq!(Microworld::check_element(&value.to_string()), Ok(value)),
        Err(error) => assert!(!error.problems.is_empty() && error.to_string().len() < 100_000),
    }
}

/// Whether a dict is a position; then all laws hold in a game from there.
fn keeps_the_laws(value: &Value) -> bool {
    let state = match erased::from_json(value) {
        Ok(state) => state,
        Err(Error::Setup(error)) => {
            let places: Vec<String> = error.problems.iter().map(ToString::to_string).collect();
            assert_eq!(places.iter().collect::<HashSet<_>>().len(), places.len(), "told twice: {error}");
            return false;
        }
        Err(_) => return false,
    };
    if state.viewer() != Viewer::Everything || state.spec().name != "microworld" {
        return false;
    }
    let game = Microworld::new(state.options()).expect("options of a state");
    let start = game.from_json(&state.to_json()).expect("it was read before");
    if let Err(error) = check_from(&game, &start, 1, state.hash(), &mut never) {
        panic!("{error}: from {value}");
    }
    true
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn notation_is_read_or_refused((game, state) in place(), viewer in viewer(), any_text: String, text in pieces()) {
        let view = *View::of(game, &state, viewer).state();
        for text in [&any_text, &text] {
            read_at(game, &view, text);
        }
    }

    #[test]
    fn changed_notation_is_read_or_refused((game, state) in place(), which: Index, edits in edits()) {
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        game.actions(&state, &mut actions);
        game.outcomes(&state, &mut outcomes);
        let events = actions.into_iter().map(Event::Act).chain(outcomes.into_iter().map(|(id, _)| Event::Chance(id)));
        let events: Vec<Event> = events.collect();
        if !events.is_empty() {
            let text = game.event_text(&state, *which.get(&events));
            read_at(game, &state, &edited(&text, &edits));
        }
    }

    #[test]
    fn any_text_is_no_record(text: String, parts in pieces()) {
        for text in [&text, &parts, &format!("[Game \"microworld\"]\n{parts}"), &format!("[Game \"microworld\"]\n1. 0 {parts}")] {
            read_record(text);
        }
    }

    #[test]
    fn any_json_is_read_or_refused(value in any_json(), (game, state) in place()) {
        read_board(&value);
        read_element(&value.to_string());
        read_position(&value);
        let _ = game.from_json(&value).is_ok_and(|state| game.hash(&state) == 0);
        let _ = Microworld::new(&value);
        let _ = erased::start("microworld", &json!({"board": value, "rules": value, "target": value, "mutations": value}));
        if let Ok(event) = game.event_from_json(&state, &value) {
            prop_assert!(event.id() == UNKNOWN || game.check(&state, event).is_ok(), "{}", value);
        }
    }

    #[test]
    fn any_json_within_a_position(value in any_json(), key in select(&KEYS[..]), (game, state) in place(), viewer in viewer()) {
        let mut within = seen_dict(game, &state, viewer);
        within[key] = value;
        read_position(&within);
    }

    #[test]
    fn changed_events_are_read_or_refused((game, state) in place(), which: Index, changes in changes()) {
        let mut actions = Actions::new();
        game.actions(&state, &mut actions);
        if !actions.is_empty() {
            let value = game.event_to_json(&state, Event::Act(*which.get(&actions)));
            if let Ok(event) = game.event_from_json(&state, &changed(value, &changes, &WORDS, "cell")) {
                prop_assert!(event.id() == UNKNOWN || game.check(&state, event).is_ok());
            }
        }
    }

    #[test]
    fn changed_elements_are_read_or_refused(which in select(&ELEMENTS[..]), edits in edits(), changes in changes()) {
        read_element(&edited(which.1, &edits));
        let value = Microworld::check_element(which.1).expect("a shipped one");
        read_element(&changed(value, &changes, &WORDS, "gene").to_string());
    }

    #[test]
    fn an_id_is_legal_iff_listed((game, state) in place(), viewer in viewer(), ids in prop::collection::vec(any::<u16>(), 40)) {
        let state = *View::of(game, &state, viewer).state();
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        game.actions(&state, &mut actions);
        game.outcomes(&state, &mut outcomes);
        let before = (state, game.hash(&state));
        let near = ids.iter().map(|id| id % 180);
        for id in ids.iter().copied().chain(near).chain(actions.iter().copied()).chain([UNKNOWN]) {
            for (event, listed) in [
                (Event::Act(id), actions.contains(&id)),
                (Event::Chance(id), outcomes.iter().any(|(outcome, _)| *outcome == id)),
                (Event::Referee(id), false),
            ] {
                match game.check(&state, event) {
                    Ok(()) if id == UNKNOWN => {
                        let mut next = state;
                        game.step(&mut next, event);
                    }
                    Ok(()) => prop_assert!(listed, "{:?}", event),
                    Err(illegal) => {
                        prop_assert!(!listed && is_rule(illegal.rule), "{}", illegal);
                        prop_assert!(!illegal.message.is_empty());
                    }
                }
            }
        }
        prop_assert_eq!((state, game.hash(&state)), before);
    }

    #[test]
    fn dicts_give_their_state_back((game, state) in place(), viewer in viewer()) {
        let value = seen_dict(game, &state, viewer);
        let erased = erased::from_json(&value).expect("what is written reads back");
        prop_assert_eq!(erased.to_json(), value);
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn changed_boards_are_read_or_refused(which: Index, changes in changes(), number: u64) {
        let options = made_up::options(number);
        let quarters: Vec<Value> = ELEMENTS
            .iter()
            .map(|(_, text)| Microworld::check_element(text).expect("a shipped one")["sides"]["a"]["cells"].take())
            .collect();
        let boards = [options["board"].clone(), json!({"format": 1, "name": "four", "quarters": quarters})];
        read_board(&changed(which.get(&boards).clone(), &changes, &WORDS, "gene"));
    }

    #[test]
    fn changed_records_are_read_or_refused(which: Index, seed: u64, plies in 0..60_usize, edits in edits()) {
        let game = which.get(&GAMES);
        let start = erased::start("microworld", game.options()).expect("possible options");
        let mut record = Record::new(start, &[], Some(seed), &[]).expect("nothing to refuse");
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            let event = record.state().random_action(&mut rng).or_else(|| record.state().draw(&mut rng));
            let Some(event) = event else { break };
            record.push(&[event]).expect("it was listed");
        }
        let seen = record.redact(Viewer::Seat((seed % 2) as u8)).expect("a full record");
        for record in [record, seen] {
            read_record(&edited(&record.to_text(), &edits));
            read_record(&edited(&record.to_json().to_string(), &edits));
            let hashless: Vec<String> =
                record.to_text().lines().map(|line| line.split(" {").next().unwrap_or("").to_owned()).collect();
            read_record(&edited(&hashless.join("\n"), &edits));
        }
    }

    #[test]
    fn changed_positions_are_refused_or_sound((game, state) in place(), viewer in viewer(), changes in changes()) {
        read_position(&changed(seen_dict(game, &state, viewer), &changes, &WORDS, "gene"));
    }

    #[test]
    fn changed_positions_are_refused_or_keep_the_laws((game, state) in place(), changes in changes()) {
        // The board stays: what is changed is the position.
        let mut value = dict(game, &state);
        let options = value["options"].take();
        let mut value = changed(value, &changes, &WORDS, "gene");
        if let Some(entry) = value.get_mut("options") {
            *entry = options;
        }
        keeps_the_laws(&value);
    }

    #[test]
    fn dict_texts_are_read_or_refused((game, state) in place(), edits in edits()) {
        if let Ok(value) = serde_json::from_str(&edited(&dict(game, &state).to_string(), &edits)) {
            read_position(&value);
        }
    }
}
