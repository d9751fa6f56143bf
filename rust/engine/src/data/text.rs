//! The text of data files: TOML or JSON, read into one form and told apart by a fingerprint.

use serde_json::Value;

use crate::error::SetupError;
use crate::rng::WordHash;

/// The text of a data file may be this long, in bytes.
pub const MAX_DATA_BYTES: usize = 256 * 1024;

/// Reads TOML or JSON text.
///
/// # Errors
/// What is wrong with it, with the line.
pub fn parse(text: &str) -> Result<Value, SetupError> {
    if text.len() > MAX_DATA_BYTES {
        let message = format!("the text has {} bytes; at most {MAX_DATA_BYTES} are possible", text.len());
        return Err(SetupError::one("", message));
    }
    match (serde_json::from_str(text), text.trim_start().starts_with('{')) {
        (Ok(value), _) => Ok(value),
        (Err(error), true) => Err(SetupError::one("", format!("not JSON: {error}"))),
        (Err(_), false) => toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(String::new(), |span| {
                let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                format!(" in line {line}")
            });
            SetupError::one("", format!("not TOML{at}: {}", error.message()))
        }),
    }
}

/// A number that changes with the data.
pub(crate) fn fingerprint(value: &Value) -> u64 {
    let mut hash = WordHash::default();
    for chunk in value.to_string().as_bytes().chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash.word(u64::from_le_bytes(word));
    }
    hash.finish()
}
