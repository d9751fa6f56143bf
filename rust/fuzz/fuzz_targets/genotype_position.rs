//! A position of Genotype that is accepted reads back from its own dict form, and so does whatever follows.
//!
//! The first byte says which options; the text is the rest of the dict form.
#![no_main]

use boardwright_fuzz::{genotype_options, position};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let Ok(Value::Object(mut dict)) = serde_json::from_str(text) else { return };
    dict.insert("game".to_owned(), json!("genotype"));
    dict.insert("format".to_owned(), json!(1));
    dict.insert("options".to_owned(), genotype_options(which));
    position(&Value::Object(dict));
});
