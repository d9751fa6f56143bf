//! A board of Microworld that is accepted can be played on; an element that is accepted reads back.
#![no_main]

use boardwright::erased::{from_json, start};
use boardwright::microworld::Microworld;
use boardwright::{Error, data};
use boardwright_fuzz::walk;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fn check_element(text: &str) {
    match data::check("element", text) {
        Ok(value) => assert_eq!(data::check("element", &value.to_string()).as_ref(), Ok(&value)),
        Err(error) => assert!(!error.problems.is_empty()),
    }
}

fn check_board(value: &Value) {
    let board = match Microworld::check_board(value) {
        Ok(board) => board,
        Err(error) => {
            assert!(!error.problems.is_empty());
            return;
        }
    };
    // What is given back makes the same board again.
    assert_eq!(Microworld::check_board(&board["board"]).as_ref(), Ok(&board));
    for rules in ["", "ABCDEFGH", "ACDEFGH"] {
        let state = match start("microworld", &json!({"board": value, "rules": rules})) {
            Ok(state) => state,
            Err(Error::Setup(error)) => {
                assert!(
                    !rules.is_empty() && error.problems.iter().all(|problem| problem.path == "board"),
                    "{error}"
                );
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let end = walk(&*state, 7, u8::MAX);
        for state in [state, end] {
            let back = from_json(&state.to_json()).unwrap_or_else(|error| panic!("{error}: {state:?}"));
            assert!(back.same(&*state));
            assert!(!state.describe().is_empty());
        }
    }
}

fuzz_target!(|text: &str| {
    check_element(text);
    check_board(&json!(text));
    if let Ok(value) = data::parse(text) {
        assert_eq!(data::check("board", text).is_ok(), Microworld::check_board(&value).is_ok());
        check_board(&value);
    }
});
