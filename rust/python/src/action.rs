//! Actions, lists of them, turns, explanations.

use boardwright::Event;
use boardwright::erased::AnyTurn;
use boardwright::game::Actor;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString, PyTuple};

use crate::convert::{equality, maybe_id, to_python};
use crate::errors::OrRaise;
use crate::state::State;

/// One event at one state: an action, an outcome of chance, or an event from outside.
///
/// It equals the same event at an equal state, and the plain number that is its id.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Action {
    pub(crate) state: Py<State>,
    pub(crate) event: Event,
}

impl Action {
    /// Whether a value is the same event at an equal state, or its id; `None` for other values.
    fn equals(&self, other: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        if let Ok(other) = other.cast::<Action>() {
            let other = other.get();
            let same_state =
                || self.state.is(&other.state) || self.state.get().inner.same(&*other.state.get().inner);
            return Ok(Some(self.event == other.event && same_state()));
        }
        Ok(maybe_id(other)?.map(|id| id == self.event.id()))
    }
}

#[pymethods]
impl Action {
    /// Its number, below `num_actions` of the state; it stands for the action where a number is needed.
    #[getter]
    fn id(&self) -> u16 {
        self.event.id()
    }

    /// What it is: "act", "chance" (an outcome of chance) or "referee" (an event from outside).
    #[getter]
    fn kind(&self) -> &'static str {
        self.event.kind()
    }

    /// The seat that plays it; None for an outcome of chance and an event from outside.
    #[getter]
    fn seat(&self) -> Option<u8> {
        match (self.event, self.state.get().inner.actor()) {
            (Event::Act(_), Actor::Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    /// The notation, such as `1.-1.2>1.0.2`; `State.play` reads it.
    #[getter]
    fn text(&self) -> String {
        self.state.get().inner.event_text(self.event)
    }

    /// The dict form; `State.play` reads it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.state.get().inner.event_to_json(self.event))
    }

    fn __index__(&self) -> u16 {
        self.event.id()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        Ok(equality(other.py(), self.equals(other)?, op))
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.event.id())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Action {} {}>", self.event.id(), self.text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import("boardwright._core")?.getattr("action")?;
        let parts = (self.state.clone_ref(py), self.kind(), self.event.id());
        Ok((make, parts.into_pyobject(py)?))
    }
}

/// The legal actions of a state: a sequence, ascending by id.
///
/// `in`, `index` and `count` take an action, an id or a text.
#[pyclass(frozen, sequence, module = "boardwright")]
pub(crate) struct Actions {
    pub(crate) state: Py<State>,
    /// Ids, and what they are ids of: one allocation less than events.
    pub(crate) ids: Vec<u16>,
    pub(crate) kind: fn(u16) -> Event,
}

/// The item at an index, or a list of those in a slice.
fn pick<'py>(
    py: Python<'py>,
    index: &Bound<'py, PyAny>,
    len: usize,
    item: impl Fn(usize) -> PyResult<Action>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(slice) = index.cast::<PySlice>() {
        let range = slice.indices(len as isize)?;
        let places = (0..range.slicelength as isize).map(|n| (range.start + n * range.step) as usize);
        let items: Vec<Action> = places.map(item).collect::<PyResult<_>>()?;
        return Ok(items.into_pyobject(py)?.into_any());
    }
    // A number beyond all sizes is beyond the list, too.
    let index = match index.extract::<isize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => isize::MAX,
        other => other?,
    };
    let at = if index < 0 { index + len as isize } else { index };
    match usize::try_from(at) {
        Ok(at) if at < len => Ok(Bound::new(py, item(at)?)?.into_any()),
        _ => Err(PyIndexError::new_err(format!("there are {len} actions"))),
    }
}

/// A place, if it lies between two bounds, which may count from the end.
fn found(place: Option<usize>, start: isize, stop: isize, len: usize) -> PyResult<usize> {
    let bound = |at: isize| if at < 0 { (at + len as isize).max(0) } else { at } as usize;
    place
        .filter(|place| (bound(start)..bound(stop)).contains(place))
        .ok_or_else(|| PyValueError::new_err("there is no such action"))
}

impl Actions {
    /// Where an action, id or text stands.
    fn place(&self, item: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let find = |wanted: Event| self.ids.iter().position(|id| (self.kind)(*id) == wanted);
        if let Ok(action) = item.cast::<Action>() {
            let action = action.get();
            let same =
                self.state.is(&action.state) || self.state.get().inner.same(&*action.state.get().inner);
            return Ok(if same { find(action.event) } else { None });
        }
        if let Ok(text) = item.cast::<PyString>() {
            let Ok(text) = text.to_cow() else { return Ok(None) };
            let read = self.state.get().inner.parse(&text);
            return Ok(match read.as_deref() {
                Ok([event]) => find(*event),
                _ => None,
            });
        }
        let id = maybe_id(item)?;
        Ok(id.and_then(|id| self.ids.iter().position(|known| *known == id)))
    }
}

#[pymethods]
impl Actions {
    /// The ids, ascending.
    #[getter]
    fn ids(&self) -> Vec<u16> {
        self.ids.clone()
    }

    fn __len__(&self) -> usize {
        self.ids.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        pick(py, index, self.ids.len(), |at| {
            Ok(Action { state: self.state.clone_ref(py), event: (self.kind)(self.ids[at]) })
        })
    }

    /// The place of an action (or id, or text) from `start` to before `stop`.
    ///
    /// Raises
    /// ------
    /// `ValueError`
    ///     If it is not there.
    #[pyo3(signature = (value, start = 0, stop = isize::MAX, /))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        found(self.place(value)?, start, stop, self.ids.len())
    }

    /// 1 if an action (or id, or text) is there, else 0.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(usize::from(self.place(value)?.is_some()))
    }

    fn __iter__(slf: Py<Self>) -> ActionIterator {
        ActionIterator { actions: slf, next: 0 }
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.place(item)?.is_some())
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 12;
        let inner = &self.state.get().inner;
        let mut texts: Vec<String> =
            self.ids.iter().take(SHOWN).map(|id| inner.event_text((self.kind)(*id))).collect();
        if self.ids.len() > SHOWN {
            texts.push("...".to_owned());
        }
        format!("<{} actions: {}>", self.ids.len(), texts.join(" "))
    }
}

/// Iterates over actions.
#[pyclass(module = "boardwright._core")]
pub(crate) struct ActionIterator {
    actions: Py<Actions>,
    next: usize,
}

#[pymethods]
impl ActionIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<Action> {
        let actions = self.actions.get();
        let event = (actions.kind)(*actions.ids.get(self.next)?);
        self.next += 1;
        Some(Action { state: actions.state.clone_ref(py), event })
    }
}

/// A whole turn: a sequence of its actions, its text and the state after it.
///
/// It equals a turn of the same actions at an equal state.
#[pyclass(frozen, sequence, module = "boardwright")]
pub(crate) struct Turn {
    pub(crate) state: Py<State>,
    pub(crate) events: Vec<Event>,
    text: String,
    end: Py<State>,
}

impl Turn {
    pub(crate) fn new(py: Python<'_>, state: Py<State>, turn: AnyTurn) -> PyResult<Self> {
        let end = Py::new(py, State { inner: turn.end })?;
        Ok(Turn { state, events: turn.events, text: turn.text, end })
    }

    /// One of its actions, with the state before it.
    fn action(&self, py: Python<'_>, at: usize) -> PyResult<Action> {
        let before = if at == 0 {
            self.state.clone_ref(py)
        } else {
            Py::new(py, State { inner: self.state.get().inner.play(&self.events[..at]).or_raise()? })?
        };
        Ok(Action { state: before, event: self.events[at] })
    }

    fn place(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        for at in 0..self.events.len() {
            if self.action(py, at)?.equals(item)? == Some(true) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }
}

#[pymethods]
impl Turn {
    /// The notation of the whole turn; `State.play` reads it.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The state after it.
    #[getter]
    fn end(&self, py: Python<'_>) -> Py<State> {
        self.end.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.events.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        pick(py, index, self.events.len(), |at| self.action(py, at))
    }

    fn __contains__(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.place(py, item)?.is_some())
    }

    /// The place of an action (or id) from `start` to before `stop`.
    ///
    /// Raises
    /// ------
    /// `ValueError`
    ///     If it is not there.
    #[pyo3(signature = (value, start = 0, stop = isize::MAX, /))]
    fn index(&self, py: Python<'_>, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        found(self.place(py, value)?, start, stop, self.events.len())
    }

    /// How often an action (or id) is there.
    #[pyo3(signature = (value, /))]
    fn count(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mut found = 0;
        for at in 0..self.events.len() {
            found += usize::from(self.action(py, at)?.equals(value)? == Some(true));
        }
        Ok(found)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let same = other.cast::<Turn>().ok().map(|other| {
            let other = other.get();
            self.events == other.events && self.state.get().inner.same(&*other.state.get().inner)
        });
        equality(other.py(), same, op)
    }

    fn __hash__(&self) -> u64 {
        self.events
            .iter()
            .fold(self.state.get().inner.hash(), |hash, event| hash.rotate_left(13) ^ u64::from(event.id()))
            >> 1
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Turn {}>", self.text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import("boardwright._core")?.getattr("turn")?;
        Ok((make, (self.state.clone_ref(py), &self.text).into_pyobject(py)?))
    }
}

/// Whether a move can be played, and why or why not; true if it can.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Explanation(pub(crate) boardwright::erased::Explanation);

#[pymethods]
impl Explanation {
    /// Whether it can be played.
    #[getter]
    fn legal(&self) -> bool {
        self.0.legal
    }

    /// The id of the rule that forbids it, such as "G21"; None if it is legal or can't even be read.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        self.0.rule
    }

    /// Why or why not, in words.
    #[getter]
    fn message(&self) -> &str {
        &self.0.message
    }

    /// The notation of the actions that could be played before the fault, or of all of them.
    #[getter]
    fn turn(&self) -> Vec<String> {
        self.0.pieces.clone()
    }

    /// What each of these does, and the rule that allows it.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.0.reasons.clone()
    }

    fn __bool__(&self) -> bool {
        self.0.legal
    }

    fn __str__(&self) -> String {
        if self.0.legal { self.0.message.clone() } else { format!("not legal: {}", self.0.message) }
    }

    fn __repr__(&self) -> String {
        format!("<Explanation {}>", self.__str__())
    }
}
