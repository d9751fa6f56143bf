//! A search that follows a game.

use std::sync::{Mutex, PoisonError};

use boardwright::erased::AnySearcher;
use pyo3::prelude::*;

use crate::action::Action;
use crate::functions::{read_request, report};
use crate::state::State;

/// A search that follows a game: what it found behind what really happened is where its next search begins.
#[pyclass(frozen, module = "boardwright._core")]
pub(crate) struct Searcher {
    inner: Mutex<Box<dyn AnySearcher>>,
}

#[pymethods]
impl Searcher {
    #[new]
    fn new(state: &State) -> Self {
        Searcher { inner: Mutex::new(state.inner.searcher()) }
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
        let request = read_request(request)?;
        report(py, &request, progress.as_ref(), |poll| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.search(&*state.inner, &request, poll)
        })
    }

    /// Takes note of an event, as the viewer of `before` saw it.
    fn advance(&self, py: Python<'_>, before: &State, action: &Action) {
        let event = action.event;
        py.detach(|| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.advance(&*before.inner, event);
        });
    }
}
