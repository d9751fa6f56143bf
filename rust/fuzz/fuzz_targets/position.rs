//! A position that is accepted reads back from its own dict form, and so does whatever follows.
#![no_main]

use boardwright::erased::{AnyState, from_json};
use boardwright::game::{Actor, Event};
use boardwright::{Error, Rng};
use libfuzzer_sys::fuzz_target;

fn round_trip(state: &dyn AnyState) {
    let dict = state.to_json();
    let back = from_json(&dict).unwrap_or_else(|error| panic!("{error}: {dict}"));
    assert!(back.same(state), "{dict}");
    assert_eq!(back.to_json(), dict);
    assert_eq!(back.hash(), state.hash());
}

fuzz_target!(|text: &str| {
    let Ok(value) = serde_json::from_str(text) else { return };
    let mut state = match from_json(&value) {
        Ok(state) => state,
        Err(Error::Setup(error)) => {
            assert!(!error.problems.is_empty());
            return;
        }
        Err(_) => return,
    };
    round_trip(&*state);
    assert!(!state.describe().is_empty());
    let mut rng = Rng::new(state.hash());
    for _ in 0..50 {
        let mut ids = Vec::new();
        state.actions(&mut ids);
        assert_eq!(ids.is_empty(), state.actor() == Actor::Over);
        for id in &ids {
            let next = state.play(&[Event::Act(*id)]).expect("it was listed");
            assert!(next.turn() - state.turn() <= 1);
        }
        let Some(event) = state.random_action(&mut rng) else { break };
        state = state.play(&[event]).expect("it was listed");
        round_trip(&*state);
    }
});
