//! The seeded generator.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::whole;

/// A seeded generator; the same numbers on every machine, for ever.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Rng(Mutex<boardwright::Rng>);

impl Rng {
    pub(crate) fn lock(&self) -> MutexGuard<'_, boardwright::Rng> {
        // A draw leaves no half-done state behind, so a poisoned lock is as good as any.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn of(rng: boardwright::Rng) -> Self {
        Rng(Mutex::new(rng))
    }
}

#[pymethods]
impl Rng {
    #[new]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Rng::of(boardwright::Rng::new(whole(seed, "a seed", u64::MAX)?)))
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.lock().seed()
    }

    /// A number in range(n), each equally likely.
    fn below(&self, n: &Bound<'_, PyAny>) -> PyResult<u64> {
        let n = whole(n, "n", u64::MAX)?;
        if n == 0 {
            return Err(PyValueError::new_err("below() needs at least one outcome"));
        }
        Ok(self.lock().below(n))
    }

    /// A generator of its own for one purpose; depends on the seed and the label only.
    fn split(&self, label: &Bound<'_, PyAny>) -> PyResult<Self> {
        let label = whole(label, "a label", u64::MAX)?;
        Ok(Rng::of(self.lock().split(label)))
    }

    /// 64 random bits.
    fn bits(&self) -> u64 {
        self.lock().bits()
    }

    fn __repr__(&self) -> String {
        format!("Rng({})", self.lock().seed())
    }
}
