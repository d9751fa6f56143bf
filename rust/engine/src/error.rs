//! What can go wrong, as values. No error changes a state, and every message names its reason.

use std::fmt;

use thiserror::Error;

/// A text that is not an action, with the place where it stops making sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong, and what was expected.
    pub message: String,
    /// The position in the text, counted in characters from 1; 0 for a dict form.
    pub column: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.column > 0 { write!(f, " (character {})", self.column) } else { Ok(()) }
    }
}

impl std::error::Error for ParseError {}

/// An event that the rules forbid now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message} [{rule}]")]
pub struct Illegal {
    /// The id of the rule that forbids it.
    pub rule: &'static str,
    /// Why, in words for a player.
    pub message: String,
}

impl Illegal {
    /// An illegal event, forbidden by `rule`.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Illegal { rule, message: message.into() }
    }
}

/// A text that fits several actions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} could be any of {}", candidates.join(", "))]
pub struct Ambiguous {
    /// The text.
    pub text: String,
    /// The notations that it could stand for.
    pub candidates: Vec<String>,
}

/// Why an action, a text or a dict could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// It can't be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// It can be read, but the rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It can be read in several ways.
    #[error(transparent)]
    Ambiguous(#[from] Ambiguous),
}

/// One thing that is wrong with options, a blueprint or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, as a path into the data, such as `markers[3].site`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// The rule it offends, if it is one.
    pub rule: Option<&'static str>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        match self.rule {
            Some(rule) => write!(f, " [{rule}]"),
            None => Ok(()),
        }
    }
}

/// Data that no game can start from: every reason at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupError {
    /// All problems found, in the order of the data.
    pub problems: Vec<Problem>,
}

/// At most so many problems are kept: a hostile file must not fill the memory with its own faults.
const MAX_PROBLEMS: usize = 100;

impl SetupError {
    /// An error with one problem.
    pub fn one(path: impl Into<String>, message: impl Into<String>) -> Self {
        let mut error = SetupError::default();
        error.add(path, message, None);
        error
    }

    /// Adds a problem; beyond the hundredth only their number would grow, so it is dropped.
    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>, rule: Option<&'static str>) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { path: path.into(), message: message.into(), rule });
        }
    }

    /// Adds the problems of a part of the data, which lies at `path`.
    pub fn merge(&mut self, path: &str, faults: SetupError) {
        for problem in faults.problems {
            let dot = if path.is_empty() || problem.path.is_empty() { "" } else { "." };
            self.add(format!("{path}{dot}{}", problem.path), problem.message, problem.rule);
        }
    }

    /// `Ok` if nothing was added.
    pub fn into_result(self) -> Result<(), SetupError> {
        if self.problems.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        if self.problems.len() == MAX_PROBLEMS {
            f.write_str("; and perhaps more")?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

/// A game record that can't be read or does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1; 0 for data in JSON, where the message says which turn or tag it is.
    pub line: usize,
    /// The column in characters, from 1; 0 if the line is.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The rule that an illegal turn offends.
    pub rule: Option<&'static str>,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for RecordError {}

/// Why a long computation ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// The poll closure asked to stop.
    #[error("stopped on request")]
    Stopped,
    /// More results than the stated limit.
    #[error("more than {0} results: narrow the question")]
    TooMany(usize),
}

/// Any error of this crate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A text, dict or id that can't be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Options, a blueprint or a position that can't be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A record that can't be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A computation that was halted.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// No game has this name.
    #[error("there is no game {name:?}; there are: {}", known.join(", "))]
    UnknownGame {
        /// The name asked for.
        name: String,
        /// The names that exist.
        known: Vec<&'static str>,
    },
    /// A search that can't be.
    #[error("{0}")]
    Search(String),
    /// A view cannot show more than the view it is made from.
    #[error("this is the view of {0}; it can't show what another viewer knows")]
    View(String),
}

impl From<Illegal> for Error {
    fn from(illegal: Illegal) -> Self {
        Error::Play(illegal.into())
    }
}
