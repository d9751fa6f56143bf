//! A record of Genotype that is read writes itself down again, in both forms, and stays the same.
//!
//! The first byte says which options; the text is the rest of the record.
#![no_main]

use boardwright_fuzz::{genotype_options, record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let options = genotype_options(which).to_string().replace('"', "\\\"");
    record(&format!("[Game \"genotype\"]\n[Options \"{options}\"]\n{text}"));
});
