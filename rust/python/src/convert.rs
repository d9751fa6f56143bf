//! Between JSON values and Python's dicts, lists and scalars.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

/// Nesting deeper than this is refused.
const MAX_DEPTH: usize = 32;
/// More values than this are refused.
const MAX_VALUES: usize = 200_000;

pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, item) in map {
                dict.set_item(key, to_python(py, item)?)?;
            }
            dict.into_any()
        }
    })
}

pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let mut left = MAX_VALUES;
    read(value, 0, &mut left)
}

fn read(value: &Bound<'_, PyAny>, depth: usize, left: &mut usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(PyValueError::new_err(format!("the data is nested deeper than {MAX_DEPTH} levels")));
    }
    *left = left
        .checked_sub(1)
        .ok_or_else(|| PyValueError::new_err(format!("the data holds more than {MAX_VALUES} values")))?;
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_cow()?.into_owned()));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let mut map = Map::new();
        for (key, item) in dict.iter() {
            let Ok(key) = key.cast::<PyString>() else {
                return Err(PyTypeError::new_err("the keys of a dict form are texts"));
            };
            map.insert(key.to_cow()?.into_owned(), read(&item, depth + 1, left)?);
        }
        return Ok(Value::Object(map));
    }
    if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
        let mut items = Vec::new();
        for item in value.try_iter()? {
            items.push(read(&item?, depth + 1, left)?);
        }
        return Ok(Value::Array(items));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.extract::<f64>()?;
        return serde_json::Number::from_f64(number)
            .map(Value::Number)
            .ok_or_else(|| PyValueError::new_err(format!("{number} is no number of a dict form")));
    }
    // Whole numbers of any kind, NumPy's too.
    if let Ok(number) = value.extract::<i64>() {
        return Ok(Value::from(number));
    }
    if let Ok(number) = value.extract::<u64>() {
        return Ok(Value::from(number));
    }
    let kind = value.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!(
        "a dict form holds dicts, lists, texts, numbers, True, False and None, not {kind}"
    )))
}
