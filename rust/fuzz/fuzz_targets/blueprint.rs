//! A blueprint that is accepted makes a game for each of its numbers of players.
#![no_main]

use boardwright::erased::{self, start};
use boardwright::gridopolis::Gridopolis;
use boardwright::{Error, Rng};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|text: &str| {
    let value = match Gridopolis::check_blueprint(text) {
        Ok(value) => value,
        Err(error) => {
            assert!(!error.problems.is_empty());
            return;
        }
    };
    // What is given back is the same blueprint as JSON.
    assert_eq!(Gridopolis::check_blueprint(&value.to_string()).as_ref(), Ok(&value));
    let mut games = 0;
    for players in 2..=4 {
        let mut state = match start("gridopolis", &json!({"blueprint": value, "players": players})) {
            Ok(state) => state,
            Err(Error::Setup(error)) => {
                assert!(error.problems.iter().all(|problem| problem.path == "players"), "{error}");
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        games += 1;
        let mut rng = Rng::new(players);
        for _ in 0..50 {
            let Some(event) = state.random_action(&mut rng) else { break };
            state = state.play(&[event]).expect("it was listed");
        }
        let back = erased::from_json(&state.to_json()).unwrap_or_else(|error| panic!("{error}: {state:?}"));
        assert!(back.same(&*state));
        assert!(!state.describe().is_empty());
    }
    assert!(games > 0, "a blueprint seats somebody");
});
