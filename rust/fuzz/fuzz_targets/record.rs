//! A record that is read writes itself down again, in both forms, and stays the same.
#![no_main]

use boardwright::record::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => {
            assert!(!error.message.is_empty());
            assert!(error.line <= text.lines().count() + 1, "{error} in {text:?}");
            return;
        }
    };
    let written = record.to_text();
    let again = Record::parse(&written).unwrap_or_else(|error| panic!("{error} in {written}"));
    assert_eq!(again.to_text(), written);
    assert_eq!(again.events(), record.events());
    assert!(again.state().same(record.state()));
    let json = record.to_json();
    let again = Record::parse(&json.to_string()).unwrap_or_else(|error| panic!("{error} in {json}"));
    assert_eq!(again.to_json(), json);
    assert_eq!(again.to_text(), written);
});
