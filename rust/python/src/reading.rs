//! What Python hands in as a viewer, a seat or a move.

use std::borrow::Cow;

use boardwright::Event;
use boardwright::erased::{self, AnyState};
use boardwright::error::{ParseError, PlayError};
use boardwright::game::{Actor, Viewer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};

use crate::action::{Action, Turn};
use crate::convert::{NoValue, from_python, kind, maybe_id, whole};
use crate::errors::ToPy;

/// The viewer that a number, "spectator" or "everything" names.
pub(crate) fn read_viewer(value: &Bound<'_, PyAny>, seats: u8) -> PyResult<Viewer> {
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow()?;
        return erased::viewer_from_text(&text, seats).ok_or_else(|| {
            PyValueError::new_err("a viewer is a seat's number, \"spectator\" or \"everything\"")
        });
    }
    Ok(Viewer::Seat(read_seat(value, seats)?))
}

pub(crate) fn read_seat(value: &Bound<'_, PyAny>, seats: u8) -> PyResult<u8> {
    Ok(whole(value, "a seat", u64::from(seats) - 1)? as u8)
}

/// Why a value is no move.
pub(crate) enum NoMove {
    /// It can't be read, or the rules forbid it.
    Play(PlayError),
    /// It is of the wrong type or out of any range.
    Value(PyErr),
}

impl ToPy for NoMove {
    fn to_py(self) -> PyErr {
        match self {
            NoMove::Play(error) => error.to_py(),
            NoMove::Value(error) => error,
        }
    }
}

impl From<PlayError> for NoMove {
    fn from(error: PlayError) -> Self {
        NoMove::Play(error)
    }
}

impl From<PyErr> for NoMove {
    fn from(error: PyErr) -> Self {
        NoMove::Value(error)
    }
}

/// The text of a move.
pub(crate) fn read_text<'a>(text: &'a Bound<'_, PyString>) -> Result<Cow<'a, str>, PlayError> {
    text.to_cow().map_err(|_| ParseError { message: "this text is no Unicode".to_owned(), column: 0 }.into())
}

/// The events that a move stands for at a state.
pub(crate) fn read_move(state: &dyn AnyState, value: &Bound<'_, PyAny>) -> Result<Vec<Event>, NoMove> {
    if let Ok(action) = value.cast::<Action>() {
        let action = action.get();
        let from = &*action.state.get().inner;
        return if state.same(from) {
            Ok(vec![action.event])
        } else {
            // Ids may mean something else here; what the text says is what was meant.
            Ok(state.parse(&from.event_text(action.event))?)
        };
    }
    if let Ok(turn) = value.cast::<Turn>() {
        let turn = turn.get();
        let from = &*turn.state.get().inner;
        return if state.same(from) {
            Ok(turn.events.clone())
        } else {
            Ok(state.parse(&from.events_text(&turn.events))?)
        };
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(state.parse(&read_text(text)?)?);
    }
    if value.cast::<PyDict>().is_ok() {
        let json = from_python(value).map_err(|error| match error {
            NoValue::Raised(error) => NoMove::Value(error),
            NoValue::Unfit(error) => {
                let message = format!("not an action: {error}");
                NoMove::Play(ParseError { message, column: 0 }.into())
            }
        })?;
        return Ok(vec![state.event_from_json(&json)?]);
    }
    // Read once only: what gives a number may give another one the next time.
    let id = match maybe_id(value)? {
        Some(id) => id,
        None if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() => {
            whole(value, "an id", u64::from(u16::MAX))? as u16
        }
        None => {
            let kind = kind(value);
            let message = format!("a move is an Action, Turn, id, text or dict, not {kind}");
            return Err(PyTypeError::new_err(message).into());
        }
    };
    Ok(vec![if state.actor() == Actor::Chance { Event::Chance(id) } else { Event::Act(id) }])
}
