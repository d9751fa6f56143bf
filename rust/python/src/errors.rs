//! One mapping from the engine's errors to the exceptions of `boardwright.errors`.

use boardwright::error::{
    Error, Halt, Illegal, ParseError as Parse, PlayError, RecordError as Record, SetupError as Setup,
};
use boardwright::laws::CheckError;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(boardwright.errors, ParseError);
import_exception!(boardwright.errors, IllegalActionError);
import_exception!(boardwright.errors, AmbiguousActionError);
import_exception!(boardwright.errors, NoActionError);
import_exception!(boardwright.errors, SetupError);
import_exception!(boardwright.errors, RecordError);
import_exception!(boardwright.errors, UnknownGameError);
import_exception!(boardwright.errors, LimitError);
import_exception!(boardwright.errors, LawError);
import_exception!(boardwright.errors, SearchError);
import_exception!(boardwright.errors, ViewError);

/// Turns an engine's error into an exception.
pub(crate) trait ToPy {
    fn to_py(self) -> PyErr;
}

/// `?` with conversion.
pub(crate) trait OrRaise<T> {
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: ToPy> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(ToPy::to_py)
    }
}

impl ToPy for Parse {
    fn to_py(self) -> PyErr {
        ParseError::new_err((self.to_string(), self.column))
    }
}

impl ToPy for Illegal {
    fn to_py(self) -> PyErr {
        IllegalActionError::new_err((self.to_string(), self.rule))
    }
}

impl ToPy for PlayError {
    fn to_py(self) -> PyErr {
        match self {
            PlayError::Parse(error) => error.to_py(),
            PlayError::Illegal(error) => error.to_py(),
            PlayError::Ambiguous(error) => {
                AmbiguousActionError::new_err((error.to_string(), error.candidates))
            }
        }
    }
}

impl ToPy for Setup {
    fn to_py(self) -> PyErr {
        let message = self.to_string();
        let problems: Vec<_> =
            self.problems.into_iter().map(|problem| (problem.path, problem.message, problem.rule)).collect();
        SetupError::new_err((message, problems))
    }
}

impl ToPy for Record {
    fn to_py(self) -> PyErr {
        RecordError::new_err((self.to_string(), self.line, self.column, self.rule))
    }
}

impl ToPy for Halt {
    fn to_py(self) -> PyErr {
        LimitError::new_err(self.to_string())
    }
}

impl ToPy for Error {
    fn to_py(self) -> PyErr {
        match self {
            Error::Play(error) => error.to_py(),
            Error::Setup(error) => error.to_py(),
            Error::Record(error) => error.to_py(),
            Error::Halt(error) => error.to_py(),
            Error::UnknownGame { .. } => UnknownGameError::new_err(self.to_string()),
            Error::Search(_) => SearchError::new_err(self.to_string()),
            Error::View(_) => ViewError::new_err(self.to_string()),
        }
    }
}

impl ToPy for CheckError {
    fn to_py(self) -> PyErr {
        match self {
            CheckError::Breach(breach) => LawError::new_err(breach.to_string()),
            CheckError::Halt(halt) => halt.to_py(),
            CheckError::Start(error) => error.to_py(),
        }
    }
}
