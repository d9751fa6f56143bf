//! The functions of the module.

use boardwright::erased::{self, GAMES};
use boardwright::fixture::Fixture;
use boardwright::game::Poll;
use boardwright::microworld::{self, Microworld};
use boardwright::search::report::Report;
use boardwright::search::request;
use boardwright::{Error, Event, SetupError, data};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::action::{Action, Turn};
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
    let event = Event::of_kind(kind, id)
        .ok_or_else(|| PyValueError::new_err("a kind is \"act\", \"chance\" or \"referee\""))?;
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

/// Names of the methods of search.
#[pyfunction]
pub(crate) fn search_methods() -> Vec<&'static str> {
    request::METHODS.to_vec()
}

/// The keys that a request of a search may have: with the method of this name, or any; none if there is no such method.
#[pyfunction]
#[pyo3(signature = (method = None))]
pub(crate) fn search_keys(method: Option<&str>) -> Vec<&'static str> {
    let Some(name) = method else { return request::keys(None) };
    let number = request::METHODS.iter().position(|known| *known == name);
    number.map_or(Vec::new(), |number| request::keys(Some(number)))
}

/// What limits a search by each method if nothing is said: a budget by its key.
#[pyfunction]
pub(crate) fn search_budgets(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let budgets = PyDict::new(py);
    for method in request::METHODS {
        let value = json!({"method": method});
        let nodes = request::Request::from_json::<Fixture>(&value).or_raise()?.method.default_nodes();
        let budget = PyDict::new(py);
        budget.set_item(if method == "mcts" { "simulations" } else { "nodes" }, nodes)?;
        budgets.set_item(method, budget)?;
    }
    Ok(budgets)
}

/// Checks a request of a search, a JSON object, as far as it does not depend on the game.
#[pyfunction]
pub(crate) fn check_search(request: &str) -> PyResult<()> {
    request::Request::from_json::<Fixture>(&read_request(request)?).or_raise()?;
    Ok(())
}

pub(crate) fn read_request(request: &str) -> PyResult<Value> {
    serde_json::from_str(request)
        .map_err(|error| SetupError::one("", format!("a request is JSON: {error}")).to_py())
}

/// Searches for the seat to act, by what it knows; `request` is a JSON object. Gives the report as JSON, and whether
/// the search was interrupted, which it can be only if the request says `keep`.
#[pyfunction]
#[pyo3(signature = (state, request, progress = None))]
pub(crate) fn search(
    py: Python<'_>,
    state: &State,
    request: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, bool)> {
    let request = read_request(request)?;
    report(py, &request, progress.as_ref(), |poll| state.inner.search(&request, poll))
}

/// The report of a search as JSON, and whether it was interrupted.
pub(crate) fn report(
    py: Python<'_>,
    request: &Value,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&mut Poll) -> Result<Report, Error> + Send,
) -> PyResult<(String, bool)> {
    let keep = request.get("keep").and_then(Value::as_bool) == Some(true);
    let (report, interrupted) =
        if keep { door::run_keeping(py, progress, work)? } else { (door::run(py, progress, work)?, false) };
    Ok((report.to_json().to_string(), interrupted))
}

/// Reads a record, as text or JSON, and replays it.
#[pyfunction]
pub(crate) fn record_parse(py: Python<'_>, text: &str) -> PyResult<Record> {
    let record = door::run(py, None, |poll| boardwright::record::Record::parse_polled(text, poll))?;
    Ok(Record::of(record))
}
