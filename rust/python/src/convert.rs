//! Between JSON values and Python's dicts, lists and scalars.

use boardwright::SetupError;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

use crate::errors::ToPy;

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

/// The JSON value of a dict form; what can't be one is a set-up error that says where.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> Result<Value, NoValue> {
    let mut reader = Reader { left: MAX_VALUES, path: Vec::new(), raised: None };
    let read = reader.read(value);
    read.map_err(|message| match reader.raised {
        Some(error) => NoValue::Raised(error),
        None => NoValue::Unfit(SetupError::one(reader.path.concat(), message)),
    })
}

/// Why a Python value is no dict form.
pub(crate) enum NoValue {
    /// It does not fit, and where.
    Unfit(SetupError),
    /// Reading it ran Python code, which raised something of its own.
    Raised(PyErr),
}

impl ToPy for NoValue {
    fn to_py(self) -> PyErr {
        match self {
            NoValue::Unfit(error) => error.to_py(),
            NoValue::Raised(error) => error,
        }
    }
}

/// Reads Python values; after an error `path` says where it was.
struct Reader {
    left: usize,
    path: Vec<String>,
    raised: Option<PyErr>,
}

impl Reader {
    fn read(&mut self, value: &Bound<'_, PyAny>) -> Result<Value, String> {
        if self.path.len() > MAX_DEPTH {
            self.path.truncate(3);
            return Err(format!("is nested deeper than {MAX_DEPTH} levels"));
        }
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| format!("the data holds more than {MAX_VALUES} values"))?;
        if value.is_none() {
            return Ok(Value::Null);
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Ok(Value::Bool(flag.is_true()));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Value::String(utf8(text)?));
        }
        if let Ok(dict) = value.cast::<PyDict>() {
            let mut map = Map::new();
            // A copy, since reading a value may run Python code that changes the dict.
            for (key, item) in dict.copy().map_err(|error| error.to_string())?.iter() {
                let key =
                    key.cast::<PyString>().map_err(|_| "the keys of a dict form are texts".to_owned())?;
                let key = utf8(key)?;
                let dot = if self.path.is_empty() { "" } else { "." };
                self.path.push(format!("{dot}{}", key.chars().take(60).collect::<String>()));
                map.insert(key, self.read(&item)?);
                self.path.pop();
            }
            return Ok(Value::Object(map));
        }
        if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
            let mut items = Vec::new();
            for item in value.try_iter().map_err(|error| error.to_string())? {
                self.path.push(format!("[{}]", items.len()));
                items.push(self.read(&item.map_err(|error| error.to_string())?)?);
                self.path.pop();
            }
            return Ok(Value::Array(items));
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            let number = number.value();
            return serde_json::Number::from_f64(number)
                .map(Value::Number)
                .ok_or_else(|| format!("{number} is no number of a dict form"));
        }
        // Whole numbers of any kind, NumPy's too.
        match value.extract::<i64>() {
            Ok(number) => return Ok(Value::from(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                return Err("is a number beyond 64 bits".to_owned());
            }
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {}
            Err(error) => {
                self.raised = Some(error);
                return Err(String::new());
            }
        }
        Err(format!(
            "a dict form holds dicts, lists, texts, numbers, True, False and None, not {}",
            kind(value)
        ))
    }
}

fn utf8(text: &Bound<'_, PyString>) -> Result<String, String> {
    text.to_cow().map(std::borrow::Cow::into_owned).map_err(|_| "holds a text that is no Unicode".to_owned())
}

/// The name of a value's type.
pub(crate) fn kind(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// A whole number from 0 to `most`; `what` names it in errors.
pub(crate) fn whole(value: &Bound<'_, PyAny>, what: &str, most: u64) -> PyResult<u64> {
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyFloat>() {
        return Err(PyTypeError::new_err(format!("{what} must be a whole number, not {}", kind(value))));
    }
    match value.extract::<u64>() {
        Ok(number) if number <= most => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            Err(PyTypeError::new_err(format!("{what} must be a whole number, not {}", kind(value))))
        }
        // Too large or negative for 64 bits, but a number all the same; anything else is not ours.
        Err(error) if !error.is_instance_of::<PyOverflowError>(value.py()) => Err(error),
        _ => Err(PyValueError::new_err(format!("{what} goes from 0 to {most}; this is out of range"))),
    }
}

/// An id, if the value is a whole number of that size; what reading it raises comes out unchanged.
pub(crate) fn maybe_id(value: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    if value.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    match value.extract::<u16>() {
        Ok(id) => Ok(Some(id)),
        Err(error)
            if error.is_instance_of::<PyTypeError>(value.py())
                || error.is_instance_of::<PyOverflowError>(value.py()) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The answer to == or !=; `None`, and other comparisons, leave it to the other side.
pub(crate) fn equality(py: Python<'_>, same: Option<bool>, op: CompareOp) -> Py<PyAny> {
    match (same, op) {
        (Some(same), CompareOp::Eq) => PyBool::new(py, same).to_owned().into_any().unbind(),
        (Some(same), CompareOp::Ne) => PyBool::new(py, !same).to_owned().into_any().unbind(),
        _ => py.NotImplemented(),
    }
}
