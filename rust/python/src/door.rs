//! The door for long work: the interpreter is released, Ctrl-C and progress callbacks come through.

use std::time::{Duration, Instant};

use boardwright::Halt;
use boardwright::game::Poll;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors::ToPy;

/// How often the interpreter is asked for signals: often enough that Ctrl-C feels immediate.
const INTERVAL: Duration = Duration::from_millis(20);

/// Runs `work` without the interpreter. Every 20 ms signals are checked and `progress` is called with
/// the work done so far; what either raises ends the work and comes out unchanged.
pub(crate) fn run<T, E, F>(py: Python<'_>, progress: Option<&Py<PyAny>>, work: F) -> PyResult<T>
where
    T: Send,
    E: ToPy + Send,
    F: FnOnce(&mut Poll) -> Result<T, E> + Send,
{
    match polled(py, progress, work) {
        (_, Some(error)) => Err(error),
        (result, None) => result.map_err(ToPy::to_py),
    }
}

/// Runs `work` as [`run`] does, but what it gives after Ctrl-C is kept; also tells whether that happened.
pub(crate) fn run_keeping<T, E, F>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: F,
) -> PyResult<(T, bool)>
where
    T: Send,
    E: ToPy + Send,
    F: FnOnce(&mut Poll) -> Result<T, E> + Send,
{
    match polled(py, progress, work) {
        (Ok(found), Some(error)) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok((found, true)),
        (_, Some(error)) => Err(error),
        (result, None) => Ok((result.map_err(ToPy::to_py)?, false)),
    }
}

/// What the work gave, and what ended it before its time.
fn polled<T, E, F>(py: Python<'_>, progress: Option<&Py<PyAny>>, work: F) -> (Result<T, E>, Option<PyErr>)
where
    T: Send,
    E: Send,
    F: FnOnce(&mut Poll) -> Result<T, E> + Send,
{
    let mut raised: Option<PyErr> = None;
    let result = py.detach(|| {
        let mut last = Instant::now();
        work(&mut |done| {
            // Work that keeps what it found may ask again: the first error is the one that counts.
            if raised.is_some() {
                return Err(Halt::Stopped);
            }
            if last.elapsed() < INTERVAL {
                return Ok(());
            }
            let answer = Python::attach(|py| {
                py.check_signals()?;
                match progress {
                    Some(progress) => progress.call1(py, (done,)).map(|_| ()),
                    None => Ok(()),
                }
            });
            // Counted from the end of a callback, so that a slow one leaves time for the work.
            last = Instant::now();
            answer.map_err(|error| {
                raised = Some(error);
                Halt::Stopped
            })
        })
    });
    (result, raised)
}
