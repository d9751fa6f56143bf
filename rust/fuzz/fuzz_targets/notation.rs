//! Whatever notation reads is legal, and what it writes reads back.
//!
//! The first byte says which game, the second how many random actions come before the text.
#![no_main]

use std::sync::LazyLock;

use boardwright::erased::{AnyState, BoxedState, start};
use boardwright::{PlayError, Rng};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

static STARTS: LazyLock<Vec<BoxedState>> = LazyLock::new(|| {
    [
        json!({}),
        json!({"players": 4, "supported_pads": true}),
        json!({"players": 3, "win": "points"}),
        json!({"blueprint": "airlock"}),
        json!({"blueprint": "spire"}),
        json!({"blueprint": "plaza", "win": "points", "rounds": 9}),
        json!({"blueprint": "tripod", "players": 3}),
    ]
    .iter()
    .map(|options| start("gridopolis", options).expect("possible options"))
    .collect()
});

fn at(which: u8, plies: u8) -> BoxedState {
    let mut state = STARTS[usize::from(which) % STARTS.len()].boxed();
    let mut rng = Rng::new(u64::from(which));
    for _ in 0..plies {
        let Some(event) = state.random_action(&mut rng) else { break };
        state = state.play(&[event]).expect("it was listed");
    }
    state
}

fn check(state: &dyn AnyState, text: &str) {
    let before = state.to_json();
    let explained = state.explain(text);
    match state.parse(text) {
        Ok(events) => {
            assert!(explained.legal, "{}", explained.message);
            assert!(!events.is_empty());
            let end = state.play(&events).unwrap_or_else(|error| panic!("{error}: {text:?} was read"));
            let written = state.events_text(&events);
            assert_eq!(state.parse(&written), Ok(events));
            assert!(end.turn() - state.turn() <= 1);
        }
        Err(error) => {
            assert!(!explained.legal);
            assert_eq!(explained.message, error.to_string());
            match error {
                PlayError::Parse(fault) => {
                    assert!((1..=text.chars().count() + 1).contains(&fault.column), "{fault}: {text:?}");
                }
                PlayError::Illegal(illegal) => {
                    let number = illegal.rule.strip_prefix('G').expect("a rule id");
                    assert!(number.parse::<u8>().is_ok(), "{illegal}");
                }
                PlayError::Ambiguous(_) => {}
            }
        }
    }
    assert_eq!(state.to_json(), before);
}

fuzz_target!(|input: (u8, u8, &str)| {
    let (which, plies, text) = input;
    check(&*at(which, plies), text);
});
