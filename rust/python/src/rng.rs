//! The seeded generator.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::{equality, whole};

/// A seeded generator; the same numbers on every machine, for ever.
///
/// Parameters
/// ----------
/// seed : int
///     From 0 to 2**64 - 1.
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

    /// The seed: `Rng(rng.seed)` starts from the beginning.
    #[getter]
    fn seed(&self) -> u64 {
        self.lock().seed()
    }

    /// A number from 0 to n - 1, each equally likely; `n` is at least 1.
    fn below(&self, n: &Bound<'_, PyAny>) -> PyResult<u64> {
        let n = whole(n, "n", u64::MAX)?;
        if n == 0 {
            return Err(PyValueError::new_err("below() needs at least one outcome"));
        }
        Ok(self.lock().below(n))
    }

    /// A generator of its own for one purpose, such as a game, a worker or a bot.
    ///
    /// It depends on the seed and the label (0 to 2**64 - 1) only, never on what was drawn before.
    fn split(&self, label: &Bound<'_, PyAny>) -> PyResult<Self> {
        let label = whole(label, "a label", u64::MAX)?;
        Ok(Rng::of(self.lock().split(label)))
    }

    /// 64 random bits, as a number.
    fn bits(&self) -> u64 {
        self.lock().bits()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let same = other.cast::<Rng>().ok().map(|other| {
            let other = other.get().lock().clone();
            *self.lock() == other
        });
        equality(other.py(), same, op)
    }

    fn __copy__(&self) -> Self {
        Rng::of(self.lock().clone())
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = py.import("boardwright._core")?.getattr("rng_from_json")?;
        Ok((make, (self.lock().to_json().to_string(),)))
    }

    fn __repr__(&self) -> String {
        format!("Rng({})", self.lock().seed())
    }
}
