//! Many games at once, in `NumPy` arrays.

use std::sync::{Mutex, MutexGuard, PoisonError};

use boardwright::batch::{BadActions, Choices, Out, Rules};
use boardwright::erased::AnyBatch;
use boardwright::{Error, Event};
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

use crate::errors::{IllegalActionError, OrRaise, ToPy};
use crate::state::State;

/// Many games at once; `boardwright.Batch` is the friendly face of it.
#[pyclass(frozen, module = "boardwright._core")]
pub(crate) struct Batch {
    inner: Mutex<Box<dyn AnyBatch>>,
}

/// An array of the caller's to write to, or none.
type Target<'py, T> = Option<PyReadwriteArray1<'py, T>>;

fn slice<'a, T: Element>(target: &'a mut Target<'_, T>) -> PyResult<&'a mut [T]> {
    match target {
        None => Ok(&mut []),
        Some(array) => {
            array.as_slice_mut().map_err(|_| PyValueError::new_err("out must hold contiguous arrays"))
        }
    }
}

/// Flat arrays of the caller's: observations, masks, seats, rewards, terminated, truncated.
#[derive(FromPyObject)]
struct Targets<'py>(
    Option<Bound<'py, PyArray1<f32>>>,
    Option<Bound<'py, PyArray1<u8>>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
);

/// The caller's array, if nobody else is at it and it may be written to.
fn open<'py, T: Element>(
    name: &str,
    array: Option<&Bound<'py, PyArray1<T>>>,
    len: usize,
) -> PyResult<Target<'py, T>> {
    let Some(array) = array else { return Ok(None) };
    let opened = array.try_readwrite().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
    match array.len()? {
        found if found == len => Ok(Some(opened)),
        found => Err(PyValueError::new_err(format!("{name} must hold {len} values, not {found}"))),
    }
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyBatch>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with all games, without the interpreter, and fills the caller's arrays.
    fn fill<T: Send>(
        &self,
        py: Python<'_>,
        targets: &Targets<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, &mut Out<'_>) -> T + Send,
    ) -> PyResult<T> {
        // Another thread may be stepping this very batch; whoever waits for that does so without the interpreter.
        let (count, observation, actions, seats) = py.detach(|| {
            let batch = self.lock();
            let spec = batch.spec();
            (batch.count(), spec.tensor_len(), usize::from(spec.actions), usize::from(spec.seats))
        });
        let mut observations = open("observations", targets.0.as_ref(), count * observation)?;
        let mut masks = open("masks", targets.1.as_ref(), count * actions)?;
        let mut places = open("seats", Some(&targets.2), count)?;
        let mut rewards = open("rewards", Some(&targets.3), count * seats)?;
        let mut terminated = open("terminated", Some(&targets.4), count)?;
        let mut truncated = open("truncated", Some(&targets.5), count)?;
        let mut out = Out {
            observations: slice(&mut observations)?,
            masks: slice(&mut masks)?,
            seats: slice(&mut places)?,
            rewards: slice(&mut rewards)?,
            terminated: slice(&mut terminated)?,
            truncated: slice(&mut truncated)?,
        };
        Ok(py.detach(|| work(&mut **self.lock(), &mut out)))
    }

    fn advance(&self, py: Python<'_>, choices: Choices<'_>, out: &Targets<'_>) -> PyResult<()> {
        self.fill(py, out, |batch, out| batch.step(choices, out).map_err(|bad| Refusal::of(batch, bad)))?
            .or_raise()
    }
}

/// Why actions are refused.
enum Refusal {
    /// The rules forbid one.
    Illegal(Error),
    /// One is no number of an action.
    NoAction(String),
    /// There are too few or too many.
    Count(String),
}

impl Refusal {
    fn of(batch: &dyn AnyBatch, bad: BadActions) -> Self {
        let (game, action) = match bad {
            BadActions::Count(found) => {
                let games = batch.count();
                return Refusal::Count(format!(
                    "there must be one action for each of {games} games, not {found}"
                ));
            }
            BadActions::Illegal { game, action } => (game, action),
        };
        let actions = batch.spec().actions;
        // No rule forbids a number that no action has.
        let illegal = u16::try_from(action).ok().filter(|id| *id < actions).and_then(|id| {
            let state = batch.state(game)?;
            state.check(Event::Act(id)).err()
        });
        if let Some(mut illegal) = illegal {
            illegal.message = format!("game {game}: {}", illegal.message);
            return Refusal::Illegal(illegal.into());
        }
        let number = match action {
            // Numbers that i64 can't hold come as its limits.
            i64::MIN | i64::MAX => "with such a number".into(),
            _ => action.to_string(),
        };
        Refusal::NoAction(format!(
            "game {game}: there is no action {number}: ids go from 0 to {}",
            actions - 1
        ))
    }
}

impl ToPy for Refusal {
    fn to_py(self) -> PyErr {
        match self {
            Refusal::Illegal(error) => error.to_py(),
            Refusal::NoAction(message) => IllegalActionError::new_err(message),
            Refusal::Count(message) => PyValueError::new_err(message),
        }
    }
}

#[pymethods]
impl Batch {
    /// Games of the kind of `start`, each from its very beginning.
    #[new]
    fn new(
        py: Python<'_>,
        start: &State,
        count: usize,
        seed: u64,
        max_steps: u32,
        own: Option<u8>,
        threads: usize,
    ) -> PyResult<Self> {
        let inner =
            py.detach(|| start.inner.batch(count, seed, Rules { max_steps, own }, threads)).or_raise()?;
        Ok(Batch { inner: Mutex::new(inner) })
    }

    /// Begins a new game everywhere.
    fn reset(&self, py: Python<'_>) {
        py.detach(|| self.lock().reset());
    }

    /// Plays an action in each game and fills the arrays.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>, out: Targets<'_>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|_| PyTypeError::new_err("actions must be contiguous"))?;
        self.advance(py, Choices::Given(actions), &out)
    }

    /// Plays a random legal action in each game and fills the arrays.
    fn random_step(&self, py: Python<'_>, out: Targets<'_>) -> PyResult<()> {
        self.advance(py, Choices::Random, &out)
    }

    /// Fills the arrays without playing.
    fn observe(&self, py: Python<'_>, out: Targets<'_>) -> PyResult<()> {
        self.fill(py, &out, |batch, out| batch.observe(out))
    }

    /// The state of a game.
    fn state(&self, py: Python<'_>, number: usize) -> PyResult<State> {
        let inner = py.detach(|| self.lock().state(number));
        inner.map(|inner| State { inner }).ok_or_else(|| PyIndexError::new_err("there is no such game"))
    }

    /// An independent copy.
    fn copy(&self, py: Python<'_>) -> Self {
        Batch { inner: Mutex::new(py.detach(|| self.lock().boxed())) }
    }

    /// After how many actions a game is broken off.
    #[getter]
    fn max_steps(&self, py: Python<'_>) -> u32 {
        py.detach(|| self.lock().rules().max_steps)
    }

    /// The only seat that is asked, if not all are.
    #[getter]
    fn seat(&self, py: Python<'_>) -> Option<u8> {
        py.detach(|| self.lock().rules().own)
    }

    /// All of it, as JSON.
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| self.lock().to_json_text())
    }

    /// Goes back to what `to_json` gave.
    fn restore(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let done = py.detach(|| {
            let value: Value = serde_json::from_str(text).unwrap_or_default();
            self.lock().restore(&value)
        });
        done.map_err(|error| Error::from(error).to_py())
    }
}
