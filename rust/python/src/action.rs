//! Actions, lists of them, turns, explanations.

use boardwright::Event;
use boardwright::erased::AnyTurn;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};

use crate::convert::to_python;
use crate::errors::OrRaise;
use crate::state::State;

/// One event at one state: an action, an outcome of chance, or an event from outside.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Action {
    pub(crate) state: Py<State>,
    pub(crate) event: Event,
}

pub(crate) const KINDS: [&str; 3] = ["act", "chance", "referee"];

pub(crate) fn kind(event: Event) -> &'static str {
    match event {
        Event::Act(_) => KINDS[0],
        Event::Chance(_) => KINDS[1],
        Event::Referee(_) => KINDS[2],
    }
}

#[pymethods]
impl Action {
    #[getter]
    fn id(&self) -> u16 {
        self.event.id()
    }

    /// "act", "chance" or "referee".
    #[getter]
    fn kind(&self) -> &'static str {
        kind(self.event)
    }

    /// The notation.
    #[getter]
    fn text(&self) -> String {
        self.state.get().inner.event_text(self.event)
    }

    /// The dict form.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.state.get().inner.event_to_json(self.event))
    }

    fn __index__(&self) -> u16 {
        self.event.id()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Action>() {
            let other = other.get();
            self.event == other.event
                && (self.state.is(&other.state) || self.state.get().inner.same(&*other.state.get().inner))
        } else {
            matches!(other.extract::<u16>(), Ok(id) if id == self.event.id())
        }
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
#[pyclass(frozen, sequence, module = "boardwright")]
pub(crate) struct Actions {
    pub(crate) state: Py<State>,
    pub(crate) events: Vec<Event>,
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
    let index: isize = index.extract()?;
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
    fn place(&self, item: &Bound<'_, PyAny>) -> Option<usize> {
        let find = |wanted: Event| self.events.iter().position(|event| *event == wanted);
        if let Ok(action) = item.cast::<Action>() {
            let action = action.get();
            let same =
                self.state.is(&action.state) || self.state.get().inner.same(&*action.state.get().inner);
            return if same { find(action.event) } else { None };
        }
        if let Ok(id) = item.extract::<u16>() {
            return self.events.iter().position(|event| event.id() == id);
        }
        let text = item.extract::<String>().ok()?;
        match self.state.get().inner.parse(&text).as_deref() {
            Ok([event]) => find(*event),
            _ => None,
        }
    }
}

#[pymethods]
impl Actions {
    #[getter]
    fn ids(&self) -> Vec<u16> {
        self.events.iter().map(|event| event.id()).collect()
    }

    fn __len__(&self) -> usize {
        self.events.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        pick(py, index, self.events.len(), |at| {
            Ok(Action { state: self.state.clone_ref(py), event: self.events[at] })
        })
    }

    /// The place of an action (or id, or text) from `start` to before `stop`. Raises `ValueError` if
    /// it is not there.
    #[pyo3(signature = (value, start = 0, stop = isize::MAX, /))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        found(self.place(value), start, stop, self.events.len())
    }

    /// 1 if an action (or id, or text) is there, else 0.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.place(value).is_some())
    }

    fn __iter__(slf: Py<Self>) -> ActionIterator {
        ActionIterator { actions: slf, next: 0 }
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.place(item).is_some()
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 12;
        let inner = &self.state.get().inner;
        let mut texts: Vec<String> =
            self.events.iter().take(SHOWN).map(|event| inner.event_text(*event)).collect();
        if self.events.len() > SHOWN {
            texts.push("...".to_owned());
        }
        format!("<{} actions: {}>", self.events.len(), texts.join(" "))
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
        let event = *actions.events.get(self.next)?;
        self.next += 1;
        Some(Action { state: actions.state.clone_ref(py), event })
    }
}

/// A whole turn: its actions, its text and the state after it.
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
            if self.action(py, at)?.__eq__(item) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }
}

#[pymethods]
impl Turn {
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

    /// The place of an action from `start` to before `stop`. Raises `ValueError` if it is not there.
    #[pyo3(signature = (value, start = 0, stop = isize::MAX, /))]
    fn index(&self, py: Python<'_>, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        found(self.place(py, value)?, start, stop, self.events.len())
    }

    /// How often an action (or id) is there.
    #[pyo3(signature = (value, /))]
    fn count(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mut found = 0;
        for at in 0..self.events.len() {
            found += usize::from(self.action(py, at)?.__eq__(value));
        }
        Ok(found)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Turn>().is_ok_and(|other| {
            let other = other.get();
            self.events == other.events && self.state.get().inner.same(&*other.state.get().inner)
        })
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

/// Whether a text can be played, and why or why not.
#[pyclass(frozen, module = "boardwright")]
pub(crate) struct Explanation(pub(crate) boardwright::erased::Explanation);

#[pymethods]
impl Explanation {
    #[getter]
    fn legal(&self) -> bool {
        self.0.legal
    }

    /// The rule that forbids it.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        self.0.rule
    }

    #[getter]
    fn message(&self) -> &str {
        &self.0.message
    }

    /// The pieces that could be played before the fault, or all of them.
    #[getter]
    fn turn(&self) -> Vec<String> {
        self.0.pieces.clone()
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
