//! The functions of the module.

use boardwright::erased::{self, GAMES};
use boardwright::microworld::{self, Microworld};
use boardwright::{Event, SetupError, data};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::action::{Action, KINDS, Turn};
use crate::door;
use crate::errors::{OrRaise, ToPy};
use crate::record::Record;
use crate::rng::Rng;
use crate::state::{State, from_bytes, from_json_text};

/// Names of the games, in the order of the documentation.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    GAMES.to_vec()
}

fn read_options(options: &str) -> PyResult<Value> {
    serde_json::from_str(options)
        .map_err(|error| SetupError::one("", format!("options are not JSON: {error}")).to_py())
}

/// The first state of a game; `options` is a JSON object.
#[pyfunction]
pub(crate) fn start(game: &str, options: &str) -> PyResult<State> {
    Ok(State { inner: erased::start(game, &read_options(options)?).or_raise()? })
}

/// The options in full with their defaults, as JSON.
#[pyfunction]
pub(crate) fn default_options(game: &str) -> PyResult<String> {
    Ok(erased::start(game, &json!({})).or_raise()?.options().to_string())
}

/// The state of a dict form (as JSON text).
#[pyfunction]
pub(crate) fn state_from_json(text: &str) -> PyResult<State> {
    from_json_text(text)
}

/// The state that `State.to_bytes` wrote (used by pickle).
#[pyfunction]
pub(crate) fn state_from_bytes(data: &[u8]) -> PyResult<State> {
    from_bytes(data)
}

/// The generator that `Rng` wrote (used by pickle).
#[pyfunction]
pub(crate) fn rng_from_json(text: &str) -> PyResult<Rng> {
    let value = serde_json::from_str(text).unwrap_or_default();
    let rng =
        boardwright::Rng::from_json(&value).ok_or_else(|| PyValueError::new_err("this is no generator"))?;
    Ok(Rng::of(rng))
}

/// The action with this kind and id at a state (used by pickle).
#[pyfunction]
pub(crate) fn action(state: Py<State>, kind: &str, id: u16) -> PyResult<Action> {
    let event = match KINDS.iter().position(|known| *known == kind) {
        Some(0) => Event::Act(id),
        Some(1) => Event::Chance(id),
        Some(2) => Event::Referee(id),
        _ => return Err(PyValueError::new_err("a kind is \"act\", \"chance\" or \"referee\"")),
    };
    state.get().inner.check(event).or_raise()?;
    Ok(Action { state, event })
}

/// The turn with this text at a state (used by pickle).
#[pyfunction]
pub(crate) fn turn(py: Python<'_>, state: Py<State>, text: &str) -> PyResult<Turn> {
    let events = state.get().inner.parse(text).or_raise()?;
    let end = state.get().inner.play(&events).or_raise()?;
    let text = state.get().inner.events_text(&events);
    Turn::new(py, state, erased::AnyTurn { events, text, end })
}

/// Name and TOML text of every shipped data file of a kind: "blueprint", "element", "plants", "tools", "prices" or
/// "automa".
#[pyfunction]
pub(crate) fn data_files(kind: &str) -> Vec<(&'static str, &'static str)> {
    data::shipped(kind).to_vec()
}

/// What kind of data file a text is, going by its keys.
#[pyfunction]
pub(crate) fn data_kind(text: &str) -> &'static str {
    data::kind_of(text)
}

/// A sheet of a kind ("plants", "tools", "prices", "automa") to type in what is printed, as TOML; None for others.
#[pyfunction]
pub(crate) fn data_sheet(kind: &str) -> Option<&'static str> {
    data::sheet(kind)
}

/// Checks a data file (TOML or JSON text) of a kind that `data_kind` gives; gives its dict form as JSON.
#[pyfunction]
pub(crate) fn check_data(kind: &str, text: &str) -> PyResult<String> {
    Ok(data::check(kind, text).or_raise()?.to_string())
}

/// The cells of a Microworld board, given as TOML or JSON: an object, or a text such as "1a 2b 3a 4b". JSON.
#[pyfunction]
pub(crate) fn microworld_board(board: &str) -> PyResult<String> {
    Ok(Microworld::check_board(&data::parse(board).or_raise()?).or_raise()?.to_string())
}

/// One of the 384 boards of four elements.
#[pyfunction]
pub(crate) fn microworld_random_board(rng: &Bound<'_, Rng>) -> String {
    microworld::random_board(&mut rng.get().lock())
}

/// Name, rules, target (or None) and a line about every scenario of Microworld.
#[pyfunction]
pub(crate) fn microworld_scenarios() -> Vec<(&'static str, &'static str, Option<&'static str>, &'static str)>
{
    microworld::SCENARIOS.iter().map(|one| (one.name, one.rules, one.target, one.about)).collect()
}

/// Plays random games and checks every law of the contract; JSON report.
#[pyfunction]
#[pyo3(signature = (game, options, games, seed, progress = None))]
pub(crate) fn check_laws(
    py: Python<'_>,
    game: &str,
    options: &str,
    games: u64,
    seed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let options = read_options(options)?;
    let report = door::run(py, progress.as_ref(), |poll| {
        let report = boardwright::laws::check_named(game, &options, games, seed, poll)?;
        let start = erased::start(game, &options)?;
        boardwright::laws::check_records(&*start, games, seed, poll)?;
        Ok::<_, boardwright::laws::CheckError>(report)
    })?;
    let value = json!({
        "games": report.games, "events": report.events, "positions": report.positions
    });
    Ok(value.to_string())
}

/// Reads a record, as text or JSON, and replays it.
#[pyfunction]
pub(crate) fn record_parse(py: Python<'_>, text: &str) -> PyResult<Record> {
    let record = door::run(py, None, |poll| boardwright::record::Record::parse_polled(text, poll))?;
    Ok(Record::of(record))
}
