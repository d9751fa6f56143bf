//! A search that follows a game.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use boardwright::erased::AnySearcher;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::action::Action;
use crate::functions::{read_request, report};
use crate::state::State;

/// A search that follows a game: what it found behind what really happened is where its next search begins.
#[pyclass(frozen, module = "boardwright._core")]
pub(crate) struct Searcher {
    inner: Mutex<Box<dyn AnySearcher>>,
    /// The thread that searches: its progress callbacks can't search or advance as well.
    searching: Mutex<Option<ThreadId>>,
}

impl Searcher {
    /// An error where waiting for the search would be waiting for oneself.
    fn check_free(&self) -> PyResult<()> {
        if *lock(&self.searching) == Some(thread::current().id()) {
            return Err(PyRuntimeError::new_err("this search is being worked on already"));
        }
        Ok(())
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Searcher {
    #[new]
    fn new(state: &State) -> Self {
        Searcher { inner: Mutex::new(state.inner.searcher()), searching: Mutex::new(None) }
    }

    /// As the function `search`, from what is known already; the seed counts only where nothing is.
    #[pyo3(signature = (state, request, progress = None))]
    fn search(
        &self,
        py: Python<'_>,
        state: &State,
        request: &str,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(String, bool)> {
        self.check_free()?;
        let request = read_request(request)?;
        report(py, &request, progress.as_ref(), |poll| {
            let mut inner = lock(&self.inner);
            *lock(&self.searching) = Some(thread::current().id());
            let found = inner.search(&*state.inner, &request, poll);
            *lock(&self.searching) = None;
            found
        })
    }

    /// Takes note of an event, as the viewer of `before` saw it.
    fn advance(&self, py: Python<'_>, before: &State, action: &Action) -> PyResult<()> {
        self.check_free()?;
        let event = action.event;
        py.detach(|| lock(&self.inner).advance(&*before.inner, event));
        Ok(())
    }
}
