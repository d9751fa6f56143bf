//! Arrays that callers may bring along.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The array to fill: a new one, or the caller's if it is a `numpy` array of this very dtype.
pub(crate) fn array_for<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    len: usize,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let Some(array) = out else { return numpy.call_method1("empty", (len, dtype)) };
    if !array.is_instance(&numpy.getattr("ndarray")?)? || !array.getattr("dtype")?.eq(dtype)? {
        return Err(PyTypeError::new_err(format!("out must be a NumPy array of dtype {dtype}")));
    }
    Ok(array)
}

/// Copies values into an array of as many.
pub(crate) fn fill<T: Element>(py: Python<'_>, array: &Bound<'_, PyAny>, values: &[T]) -> PyResult<()> {
    let buffer = PyBuffer::<T>::get(array)
        .map_err(|_| PyValueError::new_err("out must be an aligned array in plain memory"))?;
    if buffer.readonly() || !buffer.is_c_contiguous() || buffer.item_count() != values.len() {
        return Err(PyValueError::new_err(format!(
            "out must be writable, contiguous and have {} values",
            values.len()
        )));
    }
    buffer.copy_from_slice(py, values)
}
