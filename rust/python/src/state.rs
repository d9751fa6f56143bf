//! States: immutable, hashable, picklable.

use boardwright::Event;
use boardwright::erased::{self, BoxedState, viewer_text};
use boardwright::game::{Actor, Viewer};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::action::{Action, Actions, Explanation, Turn};
use crate::arrays::{array_for, fill};
use crate::convert::{equality, from_python, to_python, whole};
use crate::door;
use crate::errors::{NoActionError, OrRaise, ToPy};
use crate::reading::{NoMove, read_move, read_seat, read_text, read_viewer};
use crate::rng::Rng;

/// The first byte of pickled states.
const BYTES_VERSION: u8 = 1;

/// A position: immutable, hashable, picklable.
///
/// `boardwright.start` and `State.from_dict` make the first one, `play` the others. Two states are equal if game,
/// options, viewer and position are the same, however they came about. `str(state)` is a text diagram.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct State {
    pub(crate) inner: BoxedState,
}

/// No perft is deeper: it would never end.
const MAX_DEPTH: u64 = 64;

impl State {
    fn actions_of(slf: &Bound<'_, Self>, ids: Vec<u16>, kind: fn(u16) -> Event) -> Actions {
        Actions { state: slf.clone().unbind(), ids, kind }
    }
}

#[pymethods]
impl State {
    /// The name that `boardwright.start` takes, such as "gridopolis".
    #[getter]
    fn game_name(&self) -> &'static str {
        self.inner.spec().name
    }

    /// The name of the game for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.inner.spec().title
    }

    /// The options in full, as `boardwright.start` takes them.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.inner.options())
    }

    /// How many seats there are.
    #[getter]
    fn num_players(&self) -> u8 {
        self.inner.spec().seats
    }

    /// Names of the seats, by seat.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        self.inner.spec().seat_names.clone()
    }

    /// The seat to act; None where chance is to act and when the game is over.
    #[getter]
    fn current_player(&self) -> Option<u8> {
        match self.inner.actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Over => None,
        }
    }

    /// The seat whose turn it is, even while chance is to act.
    #[getter]
    fn turn_seat(&self) -> u8 {
        self.inner.turn_seat()
    }

    /// The name of whoever's turn it is: of the seat, or of an automaton that plays without one.
    #[getter]
    fn turn_name(&self) -> &str {
        self.inner.turn_name()
    }

    /// How many turns are completed.
    #[getter]
    fn turn(&self) -> u32 {
        self.inner.turn()
    }

    /// Whether chance is to act: see `outcomes` and `sample`.
    #[getter]
    fn is_chance(&self) -> bool {
        self.inner.actor() == Actor::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.actor() == Actor::Over
    }

    /// Why the game is over, in words; None while it goes on.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.inner.ending()
    }

    /// Whose knowledge this state holds: "everything", "spectator" or "seat N".
    #[getter]
    fn viewer(&self) -> String {
        viewer_text(self.inner.viewer())
    }

    /// What the seat to act can do, ascending by id; empty where no seat is to act.
    ///
    /// It is worked out each time: keep it in a variable.
    #[getter]
    fn legal_actions(slf: &Bound<'_, Self>) -> Actions {
        let mut ids = Vec::with_capacity(32);
        slf.get().inner.actions(&mut ids);
        Self::actions_of(slf, ids, Event::Act)
    }

    /// Where chance is to act: what can happen, each with its probability; else empty.
    #[getter]
    fn outcomes(slf: &Bound<'_, Self>) -> Vec<(Action, f64)> {
        let mut outcomes = Vec::new();
        slf.get().inner.outcomes(&mut outcomes);
        let sum: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
        outcomes
            .into_iter()
            .map(|(id, weight)| {
                let action = Action { state: slf.clone().unbind(), event: Event::Chance(id) };
                (action, f64::from(weight) / sum)
            })
            .collect()
    }

    /// Events from outside that can happen now, such as a call of time.
    #[getter]
    fn referee_actions(slf: &Bound<'_, Self>) -> Actions {
        Self::actions_of(slf, slf.get().inner.referee(), Event::Referee)
    }

    /// The game's points so far, by seat.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.inner.scores()
    }

    /// The seats that won; none while the game goes on, several if they share the win.
    #[getter]
    fn winners(&self) -> Vec<u32> {
        let winners = self.inner.winners();
        (0..8).filter(|seat| winners >> seat & 1 == 1).collect()
    }

    /// What the game was worth, by seat, from -1 to 1; all 0 while it goes on.
    ///
    /// With n seats a winner's share is 1 / (number of winners), else 0; the return is (n * share - 1) / (n - 1). So a
    /// sole winner of two gets 1, the other -1; of three 1, -0.5, -0.5; a draw of all is 0.
    #[getter]
    fn returns(&self) -> Vec<f64> {
        self.inner.returns()
    }

    /// A hash that is the same in every run and on every machine.
    #[getter]
    fn hash64(&self) -> u64 {
        self.inner.hash()
    }

    /// The event that led here; None if this state was not made by playing (a start, a dict, a pickle, a playout).
    ///
    /// It is not part of the position: equal states may differ in it.
    #[getter]
    fn last_action(&self, py: Python<'_>) -> PyResult<Option<Action>> {
        let Some((inner, event)) = self.inner.last() else { return Ok(None) };
        Ok(Some(Action { state: Py::new(py, State { inner })?, event }))
    }

    /// The parts of `observation_tensor` in order, each with its shape.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for part in &self.inner.spec().tensor {
            dict.set_item(part.name, PyTuple::new(py, &part.shape)?)?;
        }
        Ok(dict)
    }

    /// For each part of `observation_tensor`, the names of its columns.
    #[getter]
    fn observation_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for part in &self.inner.spec().tensor {
            dict.set_item(part.name, &part.features)?;
        }
        Ok(dict)
    }

    /// Ids of actions are below this; it is the length of `legal_mask`.
    #[getter]
    fn num_actions(&self) -> u16 {
        self.inner.spec().actions
    }

    /// Ids of outcomes of chance are below this; 0 if the game has no chance.
    #[getter]
    fn num_outcomes(&self) -> u16 {
        self.inner.spec().chances
    }

    /// No game with these options has more events: actions, outcomes of chance and calls from outside.
    #[getter]
    fn max_events(&self) -> u64 {
        self.inner.spec().max_events
    }

    /// The smallest and the largest value that `returns` may have.
    #[getter]
    fn return_range(&self) -> (f64, f64) {
        self.inner.spec().return_range
    }

    /// The sum of all `returns` of a finished game, if it is always the same.
    #[getter]
    fn return_sum(&self) -> Option<f64> {
        self.inner.spec().return_sum
    }

    /// The state after a move.
    ///
    /// Parameters
    /// ----------
    /// move : Action, Turn, int, str or dict
    ///     An action, a whole turn, an id, a dict form, or a text of one action or more, up to a whole turn. An action
    ///     or turn of another state is read by its text.
    ///
    /// Raises
    /// ------
    /// `ParseError`
    ///     If the text or dict is no action.
    /// `IllegalActionError`
    ///     If the rules forbid it; it names the rule. Nothing is played then, also if only a later part is illegal.
    /// `AmbiguousActionError`
    ///     If the text could stand for several actions.
    /// `TypeError`, `ValueError`
    ///     If it is of another type, or a number that can be no id.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<State> {
        if let Ok(action) = r#move.cast::<Action>() {
            // The common case, kept short: an action of this very state.
            let action = action.get();
            if std::ptr::eq(action.state.get(), self) {
                return Ok(State { inner: self.inner.play(&[action.event]).or_raise()? });
            }
        }
        let events = read_move(&*self.inner, r#move).or_raise()?;
        Ok(State { inner: self.inner.play(&events).or_raise()? })
    }

    /// Where chance is to act: the state after a drawn outcome. Else raises `NoActionError`.
    #[pyo3(signature = (rng, /))]
    fn sample(&self, rng: &Bound<'_, Rng>) -> PyResult<State> {
        match self.inner.draw(&mut rng.get().lock()) {
            Some(event) => Ok(State { inner: self.inner.play(&[event]).or_raise()? }),
            None => Err(NoActionError::new_err("chance is not to act here")),
        }
    }

    /// The state after time is called.
    ///
    /// Raises
    /// ------
    /// `NoActionError`
    ///     If the game knows no such thing.
    /// `IllegalActionError`
    ///     If it can't be called now.
    fn call_time(&self) -> PyResult<State> {
        let time = self.inner.spec().referee.iter().position(|name| *name == "time");
        let Some(id) = time else {
            return Err(NoActionError::new_err("time can't be called in this game"));
        };
        Ok(State { inner: self.inner.play(&[Event::Referee(id as u16)]).or_raise()? })
    }

    /// A legal action, each equally likely. Raises `NoActionError` where no seat is to act.
    #[pyo3(signature = (rng, /))]
    fn random_action(slf: &Bound<'_, Self>, rng: &Bound<'_, Rng>) -> PyResult<Action> {
        match slf.get().inner.random_action(&mut rng.get().lock()) {
            Some(event) => Ok(Action { state: slf.clone().unbind(), event }),
            None => Err(NoActionError::new_err("no seat is to act here")),
        }
    }

    /// The end of a game of random actions from here.
    #[pyo3(signature = (rng, /))]
    fn playout(&self, py: Python<'_>, rng: &Bound<'_, Rng>) -> PyResult<State> {
        // An own generator, so that the caller's is neither held nor shared while the game runs.
        let mut own = rng.get().lock().fork();
        let inner = door::run(py, None, |poll| self.inner.playout(&mut own, poll))?;
        Ok(State { inner })
    }

    /// The turn after which the seat to act leads by most points if the game ended there; ties are drawn.
    ///
    /// In a game whose turns hold chance or actions of others it is one action, the best one going by the rest of the
    /// turn. Raises `NoActionError` where no seat is to act.
    #[pyo3(signature = (rng, /))]
    fn greedy_turn(slf: &Bound<'_, Self>, py: Python<'_>, rng: &Bound<'_, Rng>) -> PyResult<Turn> {
        let mut own = rng.get().lock().fork();
        let inner = &slf.get().inner;
        let found = door::run(py, None, |poll| inner.greedy(&mut own, poll))?;
        match found {
            Some(turn) => Turn::new(py, slf.clone().unbind(), turn),
            None => Err(NoActionError::new_err("no seat is to act here")),
        }
    }

    /// The actions of a text, without playing them. Raises what `play` raises.
    #[pyo3(signature = (text, /))]
    fn parse(slf: &Bound<'_, Self>, text: &Bound<'_, PyString>) -> PyResult<Vec<Action>> {
        let inner = &slf.get().inner;
        let events = inner.parse(&read_text(text).or_raise()?).or_raise()?;
        let mut state = slf.clone().unbind();
        let mut actions = Vec::new();
        for event in events {
            let next = state.get().inner.play(&[event]).or_raise()?;
            actions.push(Action { state, event });
            state = Py::new(slf.py(), State { inner: next })?;
        }
        Ok(actions)
    }

    /// Whether a move can be played, and why or why not.
    ///
    /// Takes what `play` takes. A move that can't be read is explained too; only a value that can be no move raises
    /// `TypeError` or `ValueError`.
    #[pyo3(signature = (r#move, /))]
    fn explain(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Explanation> {
        if let Ok(text) = r#move.cast::<PyString>() {
            return Ok(Explanation(match read_text(text) {
                Ok(text) => self.inner.explain(&text),
                Err(error) => error.into(),
            }));
        }
        match read_move(&*self.inner, r#move) {
            Ok(events) => Ok(Explanation(self.inner.explain_events(&events))),
            Err(NoMove::Play(error)) => Ok(Explanation(error.into())),
            Err(NoMove::Value(error)) => Err(error),
        }
    }

    /// Every whole turn from here, in ascending order of ids; in the middle of a turn, every way to finish it.
    ///
    /// Raises `LimitError` beyond 100,000.
    fn turns(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Vec<Turn>> {
        let inner = &slf.get().inner;
        let found = door::run(py, None, |poll| inner.turns(poll))?;
        found.into_iter().map(|turn| Turn::new(py, slf.clone().unbind(), turn)).collect()
    }

    /// How many sequences of whole turns (of single events in games without whole turns) there are from
    /// here. Games that end earlier are not counted.
    ///
    /// Parameters
    /// ----------
    /// depth : int
    ///     How many turns, 0 to 64.
    /// distinct : bool
    ///     Count the different states after so many turns, not the sequences.
    /// progress : callable, optional
    ///     Called with the number of steps done, at most every 20 ms. What it raises ends the count and comes out
    ///     unchanged.
    ///
    /// Raises
    /// ------
    /// `LimitError`
    ///     If more than 3,000,000 distinct states would have to be kept.
    #[pyo3(signature = (depth, *, distinct = false, progress = None))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        distinct: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        let depth = whole(depth, "the depth", MAX_DEPTH)? as u32;
        door::run(py, progress.as_ref(), |poll| self.inner.perft(depth, distinct, poll))
    }

    /// Perft behind each turn, by its text.
    ///
    /// Parameters
    /// ----------
    /// depth : int
    ///     How many turns, the first one included: 1 to 64.
    /// progress : callable, optional
    ///     As for `perft`.
    #[pyo3(signature = (depth, *, progress = None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let depth = whole(depth, "the depth", MAX_DEPTH)? as u32;
        if depth == 0 {
            return Err(PyValueError::new_err("divide() needs a depth of at least 1"));
        }
        let parts = door::run(py, progress.as_ref(), |poll| self.inner.divide(depth, poll))?;
        let dict = PyDict::new(py);
        for (text, count) in parts {
            dict.set_item(text, count)?;
        }
        Ok(dict)
    }

    /// What somebody knows, as a state: the rest is overwritten.
    ///
    /// Parameters
    /// ----------
    /// viewer : int or str
    ///     A seat's number, "spectator" or "everything".
    ///
    /// Raises
    /// ------
    /// `ViewError`
    ///     If this is a view already, of somebody else.
    #[pyo3(signature = (viewer, /))]
    fn view(&self, viewer: &Bound<'_, PyAny>) -> PyResult<State> {
        let viewer = read_viewer(viewer, self.inner.spec().seats)?;
        Ok(State { inner: self.inner.view(viewer).or_raise()? })
    }

    /// A full state that fits this view: what its viewer does not know is drawn, each way equally likely.
    ///
    /// It is the determinization that searches of games with hidden information start from. Of a full state it is an
    /// equal state.
    #[pyo3(signature = (rng, /))]
    fn complete(&self, rng: &Bound<'_, Rng>) -> State {
        State { inner: self.inner.complete(&mut rng.get().lock()) }
    }

    /// What a drawing needs beside the dict form, such as the sites of pads, by pad id.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.layout())
    }

    /// Figures about the position for people who study it, from what this state's viewer knows.
    ///
    /// What there is depends on the game; its page says what is in them. Microworld has "tissues", "placements" and
    /// "standing".
    ///
    /// Parameters
    /// ----------
    /// what : str
    ///     Their name.
    ///
    /// Raises
    /// ------
    /// `ValueError`
    ///     If the game has no such figures; it lists those it has.
    #[pyo3(signature = (what, /))]
    fn analyse<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = self.inner.analyse(what).ok_or_else(|| {
            let spec = self.inner.spec();
            let known = if spec.analyses.is_empty() { "none".to_owned() } else { spec.analyses.join(", ") };
            let asked: String = what.chars().take(60).collect();
            PyValueError::new_err(format!("{} has no figures {asked:?}; it has: {known}", spec.title))
        })?;
        to_python(py, &value)
    }

    /// Microworld: its tissues, as `analyse("tissues")` gives them: cells, kind, pawns that count, who has the majority,
    /// what it would score now and why, and what one more pawn of each seat would change.
    fn tissues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.analyse(py, "tissues")
    }

    /// The dict form, made of what JSON can hold. `from_dict` reads it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.to_json())
    }

    /// The position of a dict form, checked.
    ///
    /// Raises
    /// ------
    /// `SetupError`
    ///     If it is no position; it lists every fault.
    /// `UnknownGameError`
    ///     If there is no such game.
    #[staticmethod]
    fn from_dict(data: &Bound<'_, PyDict>) -> PyResult<State> {
        let value = from_python(data.as_any()).or_raise()?;
        Ok(State { inner: erased::from_json(&value).or_raise()? })
    }

    /// The dict form as JSON text.
    fn to_json(&self) -> String {
        self.inner.to_json().to_string()
    }

    /// The bytes that pickle stores.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = vec![BYTES_VERSION];
        bytes.extend(self.to_json().bytes());
        PyBytes::new(py, &bytes)
    }

    /// The position as a seat sees it, as one flat array of float32.
    ///
    /// `observation_shape` and `observation_features` say what stands where.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     Who looks. By default the viewer's seat if this is the view of a seat; else the seat to act; else `turn_seat`.
    /// out : array, optional
    ///     An array to fill and return: float32, writable, C-contiguous, of as many values.
    ///
    /// Raises
    /// ------
    /// `TypeError`
    ///     If `out` has another dtype.
    /// `ValueError`
    ///     If `out` can't be filled, or there is no such seat.
    #[pyo3(signature = (seat = None, *, out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let spec = self.inner.spec();
        let seat = match (seat, self.inner.viewer(), self.inner.actor()) {
            (Some(seat), ..) => read_seat(seat, spec.seats)?,
            (None, Viewer::Seat(seat), _) | (None, _, Actor::Seat(seat)) => seat,
            _ => self.inner.turn_seat(),
        };
        let mut values = vec![0f32; spec.tensor_len()];
        self.inner.encode(seat, &mut values);
        let array = array_for(py, out, values.len(), "float32")?;
        fill(py, &array, &values)?;
        Ok(array)
    }

    /// For each id of an action whether it is legal now, as an array of `num_actions` bools.
    ///
    /// Parameters
    /// ----------
    /// out : array, optional
    ///     An array to fill and return: bool, writable, C-contiguous, of as many values.
    ///
    /// Raises
    /// ------
    /// `TypeError`
    ///     If `out` has another dtype.
    /// `ValueError`
    ///     If `out` can't be filled.
    #[pyo3(signature = (*, out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0u8; usize::from(self.inner.spec().actions)];
        let mut ids = Vec::new();
        self.inner.actions(&mut ids);
        for id in ids {
            mask[usize::from(id)] = 1;
        }
        let array = array_for(py, out, mask.len(), "bool")?;
        fill(py, &array.call_method1("view", ("uint8",))?, &mask)?;
        Ok(array)
    }

    /// The dict form of `last_action`, or None.
    fn last_action_dict<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.inner.last() {
            Some((before, event)) => Ok(Some(to_python(py, &before.event_to_json(event))?)),
            None => Ok(None),
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
        let _ = memo;
        slf
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let same = other.cast::<State>().ok().map(|other| self.inner.same(&*other.get().inner));
        equality(other.py(), same, op)
    }

    fn __hash__(&self) -> u64 {
        self.inner.hash() >> 1
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import("boardwright._core")?.getattr("state_from_bytes")?;
        Ok((make, (self.to_bytes(py),).into_pyobject(py)?))
    }

    fn __str__(&self) -> String {
        self.inner.describe()
    }

    fn __repr__(&self) -> String {
        let inner = &self.inner;
        let next = match inner.actor() {
            Actor::Seat(seat) => format!("{} to act", inner.spec().seat_names[usize::from(seat)]),
            Actor::Chance => "chance to act".to_owned(),
            Actor::Over => "over".to_owned(),
        };
        let viewer = match inner.viewer() {
            Viewer::Everything => String::new(),
            viewer => format!(", view of {}", viewer_text(viewer)),
        };
        format!(
            "<State of {}, {} player{}, turn {}, {next}{viewer}, hash {:016x}>",
            inner.spec().name,
            inner.spec().seats,
            if inner.spec().seats == 1 { "" } else { "s" },
            inner.turn() + u32::from(inner.actor() != Actor::Over),
            inner.hash(),
        )
    }

    /// The drawing of `boardwright.display`, for notebooks.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("boardwright.display")?.call_method1("svg", (slf,))
    }
}

/// The state that [`State::to_bytes`] wrote.
pub(crate) fn from_bytes(bytes: &[u8]) -> PyResult<State> {
    let fault = |message: &str| boardwright::SetupError::one("", message).to_py();
    let (version, text) = bytes.split_first().ok_or_else(|| fault("no bytes"))?;
    if *version != BYTES_VERSION {
        return Err(fault(&format!("bytes of version {version}; this is version {BYTES_VERSION}")));
    }
    let text = std::str::from_utf8(text).map_err(|_| fault("these bytes are no state"))?;
    from_json_text(text)
}

/// A dict form's text may be this long, in bytes.
const MAX_JSON: usize = 1024 * 1024;

/// The state of a dict form as JSON text.
pub(crate) fn from_json_text(text: &str) -> PyResult<State> {
    let fault = |message: String| boardwright::SetupError::one("", message).to_py();
    if text.len() > MAX_JSON {
        return Err(fault(format!("{} bytes; at most {MAX_JSON} are possible", text.len())));
    }
    let value = serde_json::from_str(text).map_err(|error| fault(format!("not JSON: {error}")))?;
    Ok(State { inner: erased::from_json(&value).or_raise()? })
}
