//! Searches whose leaves Python judges, in batches of arrays.

use std::sync::{Mutex, PoisonError};

use boardwright::SetupError;
use boardwright::game::Poll;
use boardwright::search::guided::self_play::{Episode, SelfPlay};
use boardwright::search::guided::settings::MAX_BATCH;
use boardwright::search::guided::{Guided, Leaves};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;

use crate::convert::whole;
use crate::door;
use crate::errors::{OrRaise, ToPy};
use crate::record::Record;
use crate::state::State;

/// Searches, with room for the leaves of a batch.
struct Work<T: ?Sized> {
    searches: Box<T>,
    width: usize,
    actions: usize,
    observations: Vec<f32>,
    legal: Vec<u8>,
}

/// Work that one thread at a time does: whoever does it takes it out meanwhile.
struct Desk<T: ?Sized>(Mutex<Option<Work<T>>>);

impl<T: ?Sized + Leaves> Desk<T> {
    fn new(searches: Box<T>, state: &State) -> Self {
        let spec = state.inner.spec();
        Desk(Mutex::new(Some(Work {
            searches,
            width: spec.tensor_len(),
            actions: usize::from(spec.actions),
            observations: Vec::new(),
            legal: Vec::new(),
        })))
    }

    fn with<R>(&self, act: impl FnOnce(&mut Work<T>) -> PyResult<R>) -> PyResult<R> {
        let take = || self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut work =
            take().ok_or_else(|| PyRuntimeError::new_err("this search is being worked on already"))?;
        let result = act(&mut work);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
        result
    }

    fn collect<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'_, PyAny>,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let rows = whole(rows, "the size of a batch", MAX_BATCH as u64)? as usize;
        if rows == 0 {
            return Err(PyValueError::new_err("a batch has at least one leaf"));
        }
        self.with(|work| {
            work.observations.resize(rows * work.width, 0.0);
            work.legal.resize(rows * work.actions, 0);
            let (observations, legal) = (&mut work.observations[..], &mut work.legal[..]);
            let searches = &mut work.searches;
            let found =
                door::run(py, progress, |poll: &mut Poll| searches.collect(observations, legal, poll))?;
            let observations = array(py, &work.observations[..found * work.width], found, "float32")?;
            let legal = array(py, &work.legal[..found * work.actions], found, "uint8")?;
            PyTuple::new(py, [observations, legal.call_method1("view", ("bool",))?])
        })
    }

    fn supply(&self, py: Python<'_>, policy: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let (policy, values) = (numbers(py, policy)?, numbers(py, values)?);
        self.with(|work| {
            let searches = &mut work.searches;
            py.detach(|| searches.supply(&policy, &values)).or_raise()
        })
    }
}

/// A new array with so many rows.
fn array<'py, T: Element>(
    py: Python<'py>,
    values: &[T],
    rows: usize,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let width = values.len().checked_div(rows).unwrap_or(0);
    let array = py.import("numpy")?.call_method1("empty", ((rows, width), dtype))?;
    PyBuffer::<T>::get(&array)?.copy_from_slice(py, values)?;
    Ok(array)
}

fn numbers(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    PyBuffer::<f32>::get(array)?.to_vec(py)
}

fn read_request(request: &str) -> PyResult<Value> {
    serde_json::from_str(request)
        .map_err(|error| SetupError::one("", format!("a request is JSON: {error}")).to_py())
}

/// Searches of several positions of a game, whose leaves the caller judges.
#[pyclass(frozen, module = "boardwright._core")]
pub(crate) struct GuidedSearch(Desk<dyn Guided>);

#[pymethods]
impl GuidedSearch {
    /// `request` is a JSON object.
    #[new]
    fn new(states: Vec<PyRef<'_, State>>, request: &str) -> PyResult<Self> {
        let Some(first) = states.first() else {
            return Err(PyValueError::new_err("there is no position to search"));
        };
        let all: Vec<_> = states.iter().map(|state| &*state.inner).collect();
        let searches = first.inner.guided(&all, &read_request(request)?).or_raise()?;
        Ok(GuidedSearch(Desk::new(searches, first)))
    }

    /// Leaves to be judged: observations (float32, a row each) and which actions are legal (bool, a row each). No rows
    /// if all is done.
    #[pyo3(signature = (rows, progress = None))]
    fn collect<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.0.collect(py, rows, progress.as_ref())
    }

    /// Takes the logits and values (float32, C-contiguous) of the leaves collected last.
    fn supply(&self, py: Python<'_>, policy: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.0.supply(py, policy, values)
    }

    /// How many simulations are finished.
    #[getter]
    fn done(&self) -> PyResult<u64> {
        self.0.with(|work| Ok(work.searches.done()))
    }

    /// For each position the report of its search, as JSON.
    fn reports(&self) -> PyResult<Vec<String>> {
        self.0.with(|work| Ok(work.searches.reports().iter().map(|one| one.to_json().to_string()).collect()))
    }
}

/// Games of a search against itself, whose leaves the caller judges.
#[pyclass(frozen, module = "boardwright._core")]
pub(crate) struct SelfPlayGames {
    desk: Desk<dyn SelfPlay>,
    start: Py<State>,
}

#[pymethods]
impl SelfPlayGames {
    /// `request` is a JSON object.
    #[new]
    fn new(start: Py<State>, request: &str) -> PyResult<Self> {
        let state = start.get();
        let games = state.inner.self_play(&read_request(request)?).or_raise()?;
        Ok(SelfPlayGames { desk: Desk::new(games, state), start })
    }

    /// As that of `GuidedSearch`; all is done if there are no rows and no game is finished.
    #[pyo3(signature = (rows, progress = None))]
    fn collect<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.desk.collect(py, rows, progress.as_ref())
    }

    /// As that of `GuidedSearch`.
    fn supply(&self, py: Python<'_>, policy: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.desk.supply(py, policy, values)
    }

    /// As that of `GuidedSearch`.
    #[getter]
    fn done(&self) -> PyResult<u64> {
        self.desk.with(|work| Ok(work.searches.done()))
    }

    /// A game that was finished, or None: its number, the seats that decided, and in rows their observations, legal
    /// actions, policies, values and estimates; and the record.
    fn finished<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let episode = self.desk.with(|work| Ok(work.searches.finished()))?;
        episode.map(|episode| self.to_python(py, &episode)).transpose()
    }
}

impl SelfPlayGames {
    fn to_python<'py>(&self, py: Python<'py>, episode: &Episode) -> PyResult<Bound<'py, PyTuple>> {
        let rows = episode.seats.len();
        let mut record =
            boardwright::record::Record::new(self.start.get().inner.boxed(), &[], None, &[]).or_raise()?;
        record.push(&episode.events).or_raise()?;
        (
            episode.number,
            episode.seats.clone(),
            array(py, &episode.observations, rows, "float32")?,
            array(py, &episode.legal, rows, "uint8")?.call_method1("view", ("bool",))?,
            array(py, &episode.policy, rows, "float32")?,
            array(py, &episode.values, rows, "float32")?,
            array(py, &episode.estimates, rows, "float32")?,
            Record::of(record),
        )
            .into_pyobject(py)
    }
}
