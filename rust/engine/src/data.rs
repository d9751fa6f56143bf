//! Data files of games: TOML or JSON text, read into one form and told apart by a fingerprint.

use serde_json::Value;

use crate::error::SetupError;
use crate::genotype::Genotype;
use crate::gridopolis::{Gridopolis, blueprint};
use crate::microworld::{ELEMENTS, Microworld};
use crate::rng::WordHash;

/// Kinds of data files.
pub const KINDS: [&str; 7] = ["blueprint", "board", "element", "plants", "tools", "prices", "automa"];

/// Name and text of every shipped data file of a kind.
pub fn shipped(kind: &str) -> &'static [(&'static str, &'static str)] {
    match kind {
        "blueprint" => &blueprint::BLUEPRINTS,
        "element" => &ELEMENTS,
        other => Genotype::shipped_data(other),
    }
}

/// A sheet of a kind, to type in what is printed; `None` for kinds that have none.
pub fn sheet(kind: &str) -> Option<&'static str> {
    Genotype::data_sheet(kind)
}

/// What kind of data file a text is, going by its keys; of what can't be read, `blueprint`.
pub fn kind_of(text: &str) -> &'static str {
    let value = parse(text).unwrap_or_default();
    let has = |key| value.get(key).is_some();
    if has("sides") {
        "element"
    } else if has("cells") || has("quarters") {
        "board"
    } else if has("counts") {
        "tools"
    } else if has("prices") {
        "prices"
    } else if let Some(cards) = value.get("cards") {
        let is_automa =
            |card: &Value| ["action", "letter", "single"].iter().any(|key| card.get(key).is_some());
        if cards.as_array().is_some_and(|cards| cards.iter().any(is_automa)) { "automa" } else { "plants" }
    } else {
        "blueprint"
    }
}

/// Checks a data file of a kind, as TOML or JSON text; gives its data.
///
/// # Errors
/// Every fault at once.
pub fn check(kind: &str, text: &str) -> Result<Value, SetupError> {
    match kind {
        "blueprint" => Gridopolis::check_blueprint(text),
        "board" => {
            let value = parse(text)?;
            Microworld::check_board(&value).map(|_| value)
        }
        "element" => Microworld::check_element(text),
        "plants" | "tools" | "prices" | "automa" => Genotype::check_data(kind, text),
        _ => Err(SetupError::one("kind", format!("must be one of {}", KINDS.join(", ")))),
    }
}

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
