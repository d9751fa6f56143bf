//! Records.

use std::sync::{Mutex, MutexGuard, PoisonError};

use boardwright::Event;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::action::Action;
use crate::convert::whole;
use crate::errors::OrRaise;
use crate::state::{State, read_move, read_viewer};

/// A game as it happened: tags, turns, states. Immutable but for `push`.
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

    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in self.lock().tags() {
            dict.set_item(key, value)?;
        }
        Ok(dict)
    }

    #[getter]
    fn players(&self) -> Vec<String> {
        self.lock().players().to_vec()
    }

    #[getter]
    fn start(&self) -> State {
        State { inner: self.lock().start().boxed() }
    }

    /// The state after the last event.
    #[getter]
    fn state(&self) -> State {
        State { inner: self.lock().state().boxed() }
    }

    /// Plays on; gives the new state.
    #[pyo3(signature = (r#move, /))]
    fn push(&self, r#move: &Bound<'_, PyAny>) -> PyResult<State> {
        let now = self.lock().state().boxed();
        let events = read_move(&*now, r#move).or_raise()?;
        let mut record = self.lock();
        record.push(&events).or_raise()?;
        Ok(State { inner: record.state().boxed() })
    }

    /// Number, seat, text and state after it, of each turn (the last one may be unfinished).
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

    fn events(&self, py: Python<'_>) -> PyResult<Vec<Action>> {
        // Python objects are made after the lock is given back: making them may run Python code.
        let pairs: Vec<(State, Event)> = {
            let record = self.lock();
            let pairs = record.states().iter().zip(record.events());
            pairs.map(|(state, event)| (State { inner: state.boxed() }, *event)).collect()
        };
        pairs.into_iter().map(|(state, event)| Ok(Action { state: Py::new(py, state)?, event })).collect()
    }

    /// The record as a seat or "spectator" saw it: no seed, no secrets, hashes of views.
    #[pyo3(signature = (viewer, /))]
    fn redact(&self, viewer: &Bound<'_, PyAny>) -> PyResult<Record> {
        let record = self.lock();
        let viewer = read_viewer(viewer, record.start().spec().seats)?;
        Ok(Record::of(record.redact(viewer).or_raise()?))
    }

    fn to_text(&self) -> String {
        self.lock().to_text()
    }

    fn to_json(&self) -> String {
        self.lock().to_json().to_string()
    }

    fn __len__(&self) -> usize {
        self.lock().events().len()
    }

    fn __str__(&self) -> String {
        self.to_text()
    }

    fn __repr__(&self) -> String {
        let record = self.lock();
        let name = record.start().spec().name;
        format!("<Record of {name}, {} events, {}>", record.events().len(), record.players().join(" v "))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Record>() else { return false };
        // One lock at a time: two threads may compare the same two records the other way round.
        let other = other.get().lock().clone();
        self.lock().same(&other)
    }

    /// The drawing of `boardwright.display`, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("boardwright.display")?.call_method1("record_html", (slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import("boardwright._core")?.getattr("record_parse")?;
        Ok((make, (self.to_text(),).into_pyobject(py)?))
    }
}
