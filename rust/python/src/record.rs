//! Records.

use std::sync::{Mutex, MutexGuard, PoisonError};

use boardwright::Event;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::action::Action;
use crate::convert::{equality, whole};
use crate::door;
use crate::errors::OrRaise;
use crate::reading::{read_move, read_viewer};
use crate::state::State;

/// A game as it happened: tags, turns, states. Immutable but for `push`.
///
/// Records are equal if tags, players, seed, start and events are.
///
/// Parameters
/// ----------
/// start : State
///     The state before the first event.
/// players : sequence of str, optional
///     Names, one a seat.
/// seed : int, optional
///     The seed that the game is played with.
/// tags : dict of str to str, optional
///     Further tags.
///
/// Raises
/// ------
/// `SetupError`
///     If a name or tag does not fit.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Record(Mutex<boardwright::record::Record>);

impl Record {
    pub(crate) fn of(record: boardwright::record::Record) -> Self {
        Record(Mutex::new(record))
    }

    fn lock(&self) -> MutexGuard<'_, boardwright::record::Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (start, *, players = None, seed = None, tags = None))]
    fn new(
        start: &Bound<'_, State>,
        players: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        tags: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut own = Vec::new();
        if let Some(tags) = tags {
            for (key, value) in tags {
                own.push((key.extract::<String>()?, value.extract::<String>()?));
            }
        }
        let players = match players {
            None => Vec::new(),
            Some(players) => players
                .extract::<Vec<String>>()
                .map_err(|_| PyTypeError::new_err("players are a list of names, one a seat"))?,
        };
        let seed = seed.map(|seed| whole(seed, "a seed", u64::MAX)).transpose()?;
        let start = start.get().inner.boxed();
        Ok(Record::of(boardwright::record::Record::new(start, &players, seed, &own).or_raise()?))
    }

    /// All tags, in order.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = self.lock().tags();
        let dict = PyDict::new(py);
        for (key, value) in tags {
            dict.set_item(key, value)?;
        }
        Ok(dict)
    }

    /// Names by seat; "?" where there is none.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.lock().players().to_vec()
    }

    /// The state before the first event.
    #[getter]
    fn start(&self) -> State {
        State { inner: self.lock().start().boxed() }
    }

    /// The state after the last event.
    #[getter]
    fn state(&self) -> State {
        State { inner: self.lock().state().boxed() }
    }

    /// Plays on, with what `State.play` takes; gives the new state. After an error nothing is added.
    #[pyo3(signature = (r#move, /))]
    fn push(&self, r#move: &Bound<'_, PyAny>) -> PyResult<State> {
        loop {
            let now = self.lock().state().boxed();
            let events = read_move(&*now, r#move).or_raise()?;
            let mut record = self.lock();
            // Reading may have taken a while, and others push, too: what was read must fit.
            if record.state().same(&*now) {
                record.push(&events).or_raise()?;
                return Ok(State { inner: record.state().boxed() });
            }
        }
    }

    /// Of each turn the number from 1, the seat, the text and the state after it; the last one may be unfinished.
    fn turns(&self) -> Vec<(u32, Option<u8>, String, State)> {
        let record = self.lock();
        let lines = record.lines().into_iter();
        lines
            .map(|line| {
                let state = State { inner: record.states()[line.end].boxed() };
                (line.number, Some(line.seat), line.text, state)
            })
            .collect()
    }

    /// The state before each event, and the last one.
    fn states(&self) -> Vec<State> {
        self.lock().states().iter().map(|state| State { inner: state.boxed() }).collect()
    }

    /// The events, in order.
    fn events(&self, py: Python<'_>) -> PyResult<Vec<Action>> {
        // Python objects are made after the lock is given back: making them may run Python code.
        let pairs: Vec<(State, Event)> = {
            let record = self.lock();
            let pairs = record.states().iter().zip(record.events());
            pairs.map(|(state, event)| (State { inner: state.boxed() }, *event)).collect()
        };
        pairs.into_iter().map(|(state, event)| Ok(Action { state: Py::new(py, state)?, event })).collect()
    }

    /// The record as a seat or "spectator" saw the game: no secrets, no seed, none of the user's tags.
    ///
    /// Its hashes are those of the views. Raises `ViewError` if this is somebody else's view already.
    #[pyo3(signature = (viewer, /))]
    fn redact(&self, py: Python<'_>, viewer: &Bound<'_, PyAny>) -> PyResult<Record> {
        // Reading the viewer may run Python code, so not while the lock is held.
        let seats = self.lock().start().spec().seats;
        let viewer = read_viewer(viewer, seats)?;
        let record = self.lock().clone();
        let redacted = door::run(py, None, |poll| record.redact_polled(viewer, poll))?;
        Ok(Record::of(redacted))
    }

    /// The text form, as `boardwright.save` writes it.
    fn to_text(&self, py: Python<'_>) -> PyResult<String> {
        let record = self.lock().clone();
        door::run(py, None, |poll| record.to_text_polled(poll))
    }

    /// The JSON form, as text.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let record = self.lock().clone();
        door::run(py, None, |poll| record.to_json_polled(poll).map(|value| value.to_string()))
    }

    fn __len__(&self) -> usize {
        self.lock().events().len()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.to_text(py)
    }

    fn __repr__(&self) -> String {
        let record = self.lock();
        let name = record.start().spec().name;
        format!("<Record of {name}, {} events, {}>", record.events().len(), record.players().join(" v "))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let same = other.cast::<Record>().ok().map(|other| {
            // One lock at a time: two threads may compare the same two records the other way round.
            let other = other.get().lock().clone();
            self.lock().same(&other)
        });
        equality(other.py(), same, op)
    }

    /// The drawing of `boardwright.display`, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("boardwright.display")?.call_method1("record_html", (slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import("boardwright._core")?.getattr("record_parse")?;
        Ok((make, (self.to_text(py)?,).into_pyobject(py)?))
    }
}
