//! A record of Microworld that is read writes itself down again, in both forms, and stays the same.
//!
//! The first byte says which options; the text is the rest of the record.
#![no_main]

use boardwright_fuzz::{microworld_options, record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let options = microworld_options(which).to_string().replace('"', "\\\"");
    record(&format!("[Game \"microworld\"]\n[Options \"{options}\"]\n{text}"));
});
