//! A record that is read writes itself down again, in both forms, and stays the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| boardwright_fuzz::record(text));
