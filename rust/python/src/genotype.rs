//! Genotype's odds and rolls of dice.

use boardwright::error::PlayError;
use boardwright::game::Poll;
use boardwright::genotype::genetics::{self, odds, question, rolls};
use boardwright::{Halt, data};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use serde_json::{Value, json};

use crate::door;
use crate::errors::OrRaise;
use crate::rng::Rng;

/// What is known about the dice of a colour and their odds, as JSON.
#[pyfunction]
pub(crate) fn genotype_odds(colour: &str, left: Option<&str>, top: Option<&str>) -> PyResult<String> {
    let (colour, square) = genetics::read_square(colour, left, top).or_raise()?;
    Ok(genetics::describe(colour, square).to_string())
}

/// The gene tiles of a colour, left and top, after what is done with one, such as "left-dominant"; JSON.
#[pyfunction]
pub(crate) fn genotype_tile(left: Option<&str>, top: Option<&str>, tile: &str) -> PyResult<String> {
    let (_, square) = genetics::read_square("R", left, top).or_raise()?;
    let after = square.with_tile(tile).or_raise()?;
    Ok(json!([after.left.to_json(), after.top.to_json()]).to_string())
}

/// Numerator and denominator of the chance that pools answer a question. `tiles` is JSON, as in a position; with a
/// colour the question is about the dice of that colour only.
#[pyfunction]
pub(crate) fn genotype_chance(question: &str, tiles: &str, colour: Option<&str>) -> PyResult<(u64, u64)> {
    let tiles: Value = data::parse(tiles).or_raise()?;
    let squares = genetics::read_squares(&tiles).or_raise()?;
    let colour = colour.map(|colour| genetics::read_square(colour, None, None).map(|(colour, _)| colour));
    let wishes =
        question::parse(question, colour.transpose().or_raise()?).map_err(PlayError::from).or_raise()?;
    let odds::Chance { numerator, denominator } = odds::chance(&squares, &wishes);
    Ok((numerator, denominator))
}

/// How many of `n` dice show I, II, III, IV, De Novo.
#[pyfunction]
#[pyo3(signature = (n, seed, progress = None))]
pub(crate) fn genotype_roll(
    py: Python<'_>,
    n: u64,
    seed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<[u64; 5]> {
    door::run(py, progress.as_ref(), |poll| rolls::roll(n, &mut boardwright::Rng::new(seed), poll))
}

/// Counts of faces, sorted into dominant, mixed, recessive, De Novo.
#[pyfunction]
pub(crate) fn genotype_sort(faces: [u64; 5], left: Option<&str>, top: Option<&str>) -> PyResult<[u64; 4]> {
    let (_, square) = genetics::read_square("R", left, top).or_raise()?;
    Ok(square.sort(faces))
}

/// A byte a die: its face, 0 to 4. The generator goes on behind them: 15 dice take a number.
#[pyfunction]
#[pyo3(signature = (n, rng, progress = None))]
pub(crate) fn genotype_roll_faces<'py>(
    py: Python<'py>,
    n: usize,
    rng: &Bound<'py, Rng>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    fill(py, n, rng, progress, rolls::roll_faces)
}

/// Four bytes a pool of five dice: how many show dominant, mixed, recessive, De Novo; three pools take a number.
#[pyfunction]
#[pyo3(signature = (n, rng, left, top, progress = None))]
pub(crate) fn genotype_roll_pools<'py>(
    py: Python<'py>,
    n: usize,
    rng: &Bound<'py, Rng>,
    left: Option<&str>,
    top: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let (_, square) = genetics::read_square("R", left, top).or_raise()?;
    let Some(len) = n.checked_mul(genetics::KINDS) else {
        return Err(PyValueError::new_err("too many pools"));
    };
    fill(py, len, rng, progress, |bytes, rng, poll| {
        let (pools, _) = bytes.as_chunks_mut();
        rolls::roll_pools(square, pools, rng, poll)
    })
}

/// New bytes that long work fills without the interpreter.
fn fill<'py, F>(
    py: Python<'py>,
    len: usize,
    rng: &Bound<'py, Rng>,
    progress: Option<Py<PyAny>>,
    work: F,
) -> PyResult<Bound<'py, PyByteArray>>
where
    F: FnOnce(&mut [u8], &mut boardwright::Rng, &mut Poll) -> Result<(), Halt> + Send,
{
    // A copy at work: nobody has to wait for it.
    let mut own = rng.get().lock().clone();
    let bytes = PyByteArray::new_with(py, len, |bytes| {
        let own = &mut own;
        door::run(py, progress.as_ref(), move |poll| work(bytes, own, poll))
    })?;
    *rng.get().lock() = own;
    Ok(bytes)
}
