//! Reading JSON objects so that every fault is reported at once, with its path.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::error::SetupError;

/// A list of texts has at most so many, each of at most so many characters: options must fit a line of
/// a record.
const MAX_TEXTS: usize = 100;
const MAX_TEXT: usize = 500;

/// A JSON object under a path; each read notes its faults in one common [`SetupError`].
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    object: Option<&'a Map<String, Value>>,
    path: String,
}

impl<'a> Fields<'a> {
    /// Opens an object; notes if `value` is none, or has keys that nobody reads.
    pub(crate) fn open(
        value: &'a Value,
        path: impl Into<String>,
        keys: &[&str],
        error: &mut SetupError,
    ) -> Self {
        let path = path.into();
        let object = value.as_object();
        match object {
            None => error.add(&path, format!("must be an object, not {}", kind(value)), None),
            Some(map) => {
                for key in map.keys().filter(|key| !keys.contains(&key.as_str())) {
                    let known = keys.join(", ");
                    error.add(&path, format!("unknown key {}; known: {known}", quote(key)), None);
                }
            }
        }
        Fields { object, path }
    }

    /// The path of a key.
    pub(crate) fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The value of a key; null counts as absent.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.object.and_then(|map| map.get(key)).filter(|value| !value.is_null())
    }

    /// Whether there is an object at all (else everything missing is already reported).
    pub(crate) fn exists(&self) -> bool {
        self.object.is_some()
    }

    /// The value of a key that must be there.
    pub(crate) fn need(&self, key: &str, error: &mut SetupError) -> Option<&'a Value> {
        let value = self.get(key);
        if value.is_none() && self.object.is_some() {
            error.add(self.path(key), "is missing", None);
        }
        value
    }

    /// A whole number within a range, or the default if the key is absent.
    pub(crate) fn int(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
        default: Option<i64>,
        error: &mut SetupError,
    ) -> i64 {
        let fallback = default.unwrap_or(*range.start());
        let value = if default.is_some() { self.get(key) } else { self.need(key, error) };
        value.map_or(fallback, |v| int(v, &self.path(key), range, error).unwrap_or(fallback))
    }

    /// A truth value, or the default if the key is absent.
    pub(crate) fn bool(&self, key: &str, default: bool, error: &mut SetupError) -> bool {
        match self.get(key) {
            None => default,
            Some(Value::Bool(value)) => *value,
            Some(other) => {
                let message = format!("must be true or false, not {}", kind(other));
                error.add(self.path(key), message, None);
                default
            }
        }
    }

    /// One of several words, as its index; `None` if absent or wrong.
    pub(crate) fn word(&self, key: &str, words: &[&str], error: &mut SetupError) -> Option<usize> {
        let value = self.get(key)?;
        let found = value.as_str().and_then(|text| words.iter().position(|word| *word == text));
        if found.is_none() {
            let message = format!("must be one of {}, not {}", words.join(", "), kind(value));
            error.add(self.path(key), message, None);
        }
        found
    }

    /// A text of at most `limit` characters; empty if absent.
    pub(crate) fn text(&self, key: &str, limit: usize, error: &mut SetupError) -> String {
        match self.get(key) {
            None => String::new(),
            // Control characters would reach terminals and pictures.
            Some(Value::String(text)) if text.contains(|c: char| c.is_control() && c != '\n') => {
                error.add(self.path(key), "holds a control character", None);
                String::new()
            }
            Some(Value::String(text)) if text.chars().count() <= limit => text.clone(),
            Some(Value::String(_)) => {
                error.add(self.path(key), format!("is longer than {limit} characters"), None);
                String::new()
            }
            Some(other) => {
                error.add(self.path(key), format!("must be a text, not {}", kind(other)), None);
                String::new()
            }
        }
    }

    /// A list of texts of one line; what is wrong with one is reported, and it is left out.
    pub(crate) fn texts(&self, key: &str, error: &mut SetupError) -> Vec<String> {
        let mut result = Vec::new();
        for (index, value) in self.list(key, MAX_TEXTS, error).iter().enumerate() {
            let path = format!("{}[{index}]", self.path(key));
            match value.as_str() {
                Some(text) if text.contains(char::is_control) => {
                    error.add(path, "holds a control character", None);
                }
                Some(text) if text.chars().count() <= MAX_TEXT => result.push(text.to_owned()),
                Some(_) => error.add(path, format!("is longer than {MAX_TEXT} characters"), None),
                None => error.add(path, "must be a text", None),
            }
        }
        result
    }

    /// A list of at most `limit` items; empty if absent.
    pub(crate) fn list(&self, key: &str, limit: usize, error: &mut SetupError) -> &'a [Value] {
        match self.get(key) {
            None => &[],
            Some(value) => list(value, &self.path(key), limit, error),
        }
    }
}

/// A whole number within a range.
pub(crate) fn int(
    value: &Value,
    path: &str,
    range: RangeInclusive<i64>,
    error: &mut SetupError,
) -> Option<i64> {
    match value.as_i64() {
        Some(number) if range.contains(&number) => Some(number),
        _ => {
            let (low, high) = (range.start(), range.end());
            let message = format!("must be a whole number from {low} to {high}, not {}", kind(value));
            error.add(path, message, None);
            None
        }
    }
}

/// A list of at most `limit` items.
pub(crate) fn list<'a>(value: &'a Value, path: &str, limit: usize, error: &mut SetupError) -> &'a [Value] {
    match value.as_array() {
        Some(items) if items.len() <= limit => items,
        Some(items) => {
            error.add(path, format!("has {} items; at most {limit} are possible", items.len()), None);
            &[]
        }
        None => {
            error.add(path, format!("must be a list, not {}", kind(value)), None);
            &[]
        }
    }
}

/// What a value is, in a few words for an error message.
pub(crate) fn kind(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quote(text),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// A text in quotes, cut to a length that fits a message.
pub(crate) fn quote(text: &str) -> String {
    const SHOWN: usize = 60;
    if text.chars().count() <= SHOWN {
        format!("{text:?}")
    } else {
        format!("{:?}...", text.chars().take(SHOWN).collect::<String>())
    }
}
