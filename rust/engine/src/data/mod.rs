//! Data files of games: their kinds, those that are shipped, and whether one is sound.

pub(crate) mod text;

use serde_json::Value;

use crate::error::SetupError;
use crate::genotype::Genotype;
use crate::gridopolis::{Gridopolis, blueprint};
use crate::microworld::{ELEMENTS, Microworld};

pub use text::{MAX_DATA_BYTES, parse};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        for kind in KINDS {
            for (name, text) in shipped(kind) {
                assert_eq!(kind_of(text), kind, "{name}");
                assert!(check(kind, text).is_ok(), "{name}");
            }
            assert!(sheet(kind).is_none_or(|sheet| kind_of(sheet) == kind), "{kind}");
        }
        assert_eq!(kind_of("["), "blueprint");
    }
}
