//! Whatever notation reads is legal, and what it writes reads back.
//!
//! The first byte says which game, the second how many random actions come before the text.
#![no_main]

use std::sync::LazyLock;

use boardwright::erased::{BoxedState, start};
use boardwright_fuzz::{notation, walk};
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

fuzz_target!(|input: (u8, u8, &str)| {
    let (which, plies, text) = input;
    notation(&*walk(&*STARTS[usize::from(which) % STARTS.len()], u64::from(which), plies), text);
});
