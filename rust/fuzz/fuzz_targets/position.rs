//! A position that is accepted reads back from its own dict form, and so does whatever follows.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(value) = serde_json::from_str(text) {
        boardwright_fuzz::position(&value);
    }
});
