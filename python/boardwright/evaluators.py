"""Searches that an evaluator of your own drives: a function of batches, such as a network.

An evaluator is called with a batch of positions as NumPy arrays, and says of each what to try and what it is worth:

>>> import numpy as np
>>> def even(observations, legal):
...     n = len(observations)
...     return np.zeros(legal.shape), np.zeros(n)

``docs/evaluators.md`` tells how to write one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

from . import _core
from ._checks import is_unicode, name_kind, time_limit, whole_number
from ._core import State
from ._progress import Bar
from .analysis import METHOD_WORDS, Analysis, ReportDict, read_report
from .errors import Problem, SearchError, SetupError
from .games import MAX_SHOWN, make_rng, start, to_plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Evaluator", "search_many", "uniform"]

# Texts, since NumPy is loaded when it is first needed: most programs never search with an evaluator.
Observations: TypeAlias = "NDArray[np.float32]"
Mask: TypeAlias = "NDArray[np.bool_]"

Evaluator: TypeAlias = "Callable[[Observations, Mask], tuple[ArrayLike, ArrayLike]]"
"""A function of a batch of `n` positions: ``evaluator(observations, legal)`` gives ``(policy, values)``.

Parameters
----------
observations : array of float32, shape (n, length of the observation)
    Row by row what the seat to act knows, as `State.observation_tensor` gives it. The arrays are yours.
legal : array of bool, shape (n, number of actions)
    Row by row which actions are legal, by id, as `State.legal_mask` gives it.

Returns
-------
policy : array of numbers, shape (n, number of actions)
    Logits: the prior of a legal action is in proportion to its exponential. What stands at other actions is not
    looked at.
values : array of numbers, shape (n,) or (n, seats)
    What the position is worth, from -1 to 1. One number is the value for the seat to act; with two seats the other one
    has its negative. With three seats or more there must be one number a seat, the seat to act first, then the seats
    after it in order, which is the order that observations have.
"""

DEFAULT_SIMULATIONS = 800
"""Simulations of a search that nothing else limits."""

MAX_SIMULATIONS = 10**9
"""No search has more simulations."""

PACE = 0.02
"""Seconds between two calls of a progress callback."""

SETTINGS = ("exploration", "chance", "memory", "noise", "noise_alpha")
"""What a search with an evaluator can be told beside what limits it and the size of batches."""

MAX_BATCH = 65_536
"""No batch has more positions."""


def uniform(observations: Observations, legal: Mask, seats: int = 1) -> tuple[Observations, Observations]:
    """Evaluate knowing nothing: all actions are as good, and every position is a draw.

    A search with it finds what can be won at once, and is what an evaluator that has learnt something must beat. With
    three seats or more it needs their number: ``functools.partial(uniform, seats=3)``.

    Parameters
    ----------
    observations, legal : array
        The batch.
    seats : int
        For how many seats there are values.

    Returns
    -------
    tuple of array
        Zeros.
    """
    import numpy as np

    return np.zeros(legal.shape, np.float32), np.zeros((len(observations), seats), np.float32)


def search_many(
    states: Iterable[State],
    evaluator: Evaluator,
    *,
    simulations: SupportsIndex | None = None,
    seconds: float | None = None,
    batch_size: SupportsIndex = 32,
    seed: SupportsIndex = 0,
    progress: bool | Callable[[int], object] | None = None,
    on_interrupt: Literal["raise", "return"] = "raise",
    **settings: Any,
) -> list[Analysis]:
    """Search several positions of one game side by side, so that their leaves make common batches.

    Each is searched for its seat to act, by what that seat knows, as it would be alone with the same seed. A search
    has ``max(1, batch_size // number of states)`` leaves evaluated at a time, and until it has their values it avoids
    their ways (virtual loss); with 1 it is the plain search, one simulation after the other.

    Parameters
    ----------
    states : iterable of State
        The positions, all of one game with the same options.
    evaluator : callable
        See `Evaluator`.
    simulations : int, optional
        How many simulations each search has, 2 to 10**9; the first one evaluates the position itself. 800 unless
        `seconds` are given.
    seconds : float, optional
        How long all of them take, 0.001 to 4,294,967. What is found then depends on the machine.
    batch_size : int
        At most so many leaves are evaluated at once, 1 to 65,536.
    seed : int
        All chance comes from it: 0 to 2**64 - 1.
    progress : bool or callable, optional
        True: a bar, in a notebook or on the terminal. Or a function that is called with the number of simulations
        done, at most every 20 ms; what it raises ends the search and comes out unchanged.
    on_interrupt : str
        What Ctrl-C does: ``"raise"`` a `KeyboardInterrupt`, or ``"return"`` what was found until then, with
        ``interrupted`` set. If nothing was for some position, it is raised in any case.
    **settings
        ``exploration``, ``chance``, ``memory``, ``noise``, ``noise_alpha``, as `boardwright.self_play` explains them;
        there is no noise unless it is asked for.

    Returns
    -------
    list of Analysis
        What was found, by position.

    Raises
    ------
    SearchError
        If no seat is to act somewhere, the positions are of several games, or the evaluator's answer can't be used.
    SetupError
        If there is no such setting, or a value is out of range.
    TypeError, ValueError
        If an argument is of another type, or a number that can't be one.

    Examples
    --------
    >>> import boardwright as bw
    >>> found = search_many([bw.start("microworld"), bw.start("microworld").play("9")], uniform, simulations=50)
    >>> [analysis.simulations for analysis in found]
    [50, 50]
    """
    positions = checked_states(states)
    size = checked_batch(batch_size)
    check_callables(evaluator, None)
    check_handling(progress, on_interrupt)
    limit = None if seconds is None else time_limit(seconds)
    count = _simulations(simulations, limit)
    leaves = max(1, size // len(positions))
    search = _core.GuidedSearch(positions, _request(settings, count, leaves, make_rng(seed).seed))
    ended = None if limit is None else time.monotonic() + limit
    num_players = positions[0].num_players
    try:
        if progress is True:
            total = None if simulations is None and limit is not None else count * len(positions)
            with Bar(METHOD_WORDS["mcts"], "simulations", total=total, seconds=limit) as bar:
                _run(search, evaluator, size, num_players, bar, ended)
        else:
            _run(search, evaluator, size, num_players, progress or None, ended)
        interrupted = False
    except KeyboardInterrupt:
        if on_interrupt == "raise" or not _has_found(search):
            raise
        interrupted = True
    reports = _reports(search)
    views = [state.view(report["seat"]) for state, report in zip(positions, reports, strict=True)]
    return [read_report(view, report, "mcts", interrupted) for view, report in zip(views, reports, strict=True)]


def check_settings(
    *,
    simulations: SupportsIndex | None = None,
    seconds: float | None = None,
    progress: object = None,
    on_interrupt: object = "raise",
    **settings: Any,
) -> None:
    """Check what `search_many` takes beside positions, evaluator and batches, before there are any positions.

    Raises
    ------
    SetupError, TypeError, ValueError
        As `search_many` does.
    """
    check_handling(progress, on_interrupt)
    count = _simulations(simulations, None if seconds is None else time_limit(seconds))
    # The engine checks the values, and wants a position for it: any will do.
    _core.GuidedSearch([start("microworld")], _request(settings, count, 1, 0))


def check_handling(progress: object, on_interrupt: object) -> None:
    """Check how a search is to be watched and interrupted.

    Raises
    ------
    TypeError, ValueError
        If it can't be so.
    """
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress is True or a function of a number, not {name_kind(progress)}")
    if on_interrupt not in ("raise", "return"):
        raise ValueError('on_interrupt is "raise" or "return"')


def _request(settings: Mapping[str, Any], simulations: int, leaves: int, seed: int) -> str:
    """Write a request for the engine, whose own names for what limits a search are no settings here."""
    known = ", ".join(("simulations", "seconds", "batch_size", *SETTINGS))
    unknown = [
        Problem("", f"unknown key {json.dumps(key[:MAX_SHOWN], ensure_ascii=not is_unicode(key))}; known: {known}")
        for key in settings
        if key not in SETTINGS
    ]
    if unknown:
        raise SetupError.of(*unknown)
    return encode_request({**settings, "simulations": simulations, "leaves": leaves, "seed": seed})


def _simulations(simulations: SupportsIndex | None, limit: float | None) -> int:
    if simulations is not None:
        return whole_number(simulations, "simulations")
    return DEFAULT_SIMULATIONS if limit is None else MAX_SIMULATIONS


def _run(
    search: _core.GuidedSearch,
    evaluator: Evaluator,
    size: int,
    num_players: int,
    progress: Callable[[int], object] | None,
    ended: float | None,
) -> None:
    """Search on until all is done, or the time is up; something is found in any case."""
    paced = None if progress is None else Paced(progress)
    while True:
        observations, legal = search.collect(size, paced)
        if len(observations) == 0:
            return
        search.supply(*evaluate(evaluator, observations, legal, num_players))
        if paced is not None:
            paced(search.done)
        if ended is not None and time.monotonic() >= ended and _has_found(search):
            return


def _reports(search: _core.GuidedSearch) -> list[ReportDict]:
    return [json.loads(report) for report in search.reports()]


def _has_found(search: _core.GuidedSearch) -> bool:
    return all(report["lines"] for report in _reports(search))


class Paced:
    """A callback that is called through at most every 20 ms, however often batches come.

    Parameters
    ----------
    progress : callable
        What is called.
    """

    def __init__(self, progress: Callable[[int], object]) -> None:
        self._progress = progress
        self._next = time.monotonic() + PACE

    def __call__(self, done: int) -> None:
        """Call it, if it is time."""
        if time.monotonic() >= self._next:
            self._progress(done)
            self._next = time.monotonic() + PACE


def evaluate(
    evaluator: Evaluator, observations: Observations, legal: Mask, seats: int
) -> tuple[Observations, Observations]:
    """Ask an evaluator, and check its answer as far as the engine does not.

    Raises
    ------
    TypeError
        If the answer is no pair of arrays of numbers.
    SearchError
        If one of them has another shape. What the evaluator raises comes out unchanged.
    """
    # The evaluator may change its arrays, even their shapes.
    shape = legal.shape
    answer: object = evaluator(observations, legal)
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise TypeError(f"an evaluator gives a pair of arrays, policy and values, not {describe(answer)}")
    policy, values = (_numbers(part, name) for part, name in zip(answer, ("policy", "values"), strict=True))
    if policy.shape != shape:
        raise SearchError(
            f"the policy has a row for each position and a column for each action: {shape}, not {policy.shape}"
        )
    n = shape[0]
    known = [(n, seats)] + ([(n,), (n, 1)] if seats <= 2 else [])
    if values.shape not in known:
        shapes = " or ".join(str(one) for one in reversed(known))
        raise SearchError(f"the values of {n} positions have the shape {shapes}, not {values.shape}")
    return policy, values


def _numbers(part: object, name: str) -> Observations:
    import numpy as np

    array = np.asarray(part)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"the {name} of an evaluator are numbers, not {array.dtype}")
    with np.errstate(over="ignore"):  # what is too large becomes infinite, which is refused where it matters
        return np.asarray(array, np.float32, order="C")


def describe(answer: object) -> str:
    """Name the type of an answer, and its length where that is what is wrong with it."""
    return f"a {name_kind(answer)} of {len(answer)}" if isinstance(answer, tuple | list) else name_kind(answer)


def checked_states(states: object) -> list[State]:
    """Give positions as a list, if they are any.

    Raises
    ------
    TypeError
        If one is no `State`.
    ValueError
        If there are none.
    """
    if isinstance(states, State) or not isinstance(states, Iterable):
        raise TypeError(f"positions are given as a list of State, not {name_kind(states)}")
    found = []
    for state in states:
        if not isinstance(state, State):
            raise TypeError(f"positions are given as a list of State; {name_kind(state)} is none")
        found.append(state)
    if not found:
        raise ValueError("there is no position to search")
    return found


def checked_batch(size: SupportsIndex) -> int:
    """Give the size of a batch back, if it is one.

    Raises
    ------
    TypeError, ValueError
        If it is none.
    """
    number = whole_number(size, "batch_size", MAX_BATCH)
    if number == 0:
        raise ValueError("batch_size is at least 1")
    return number


def check_callables(evaluator: object, progress: object) -> None:
    """Check that what is to be called can be.

    Raises
    ------
    TypeError
        If one of them can't.
    """
    if not callable(evaluator):
        raise TypeError(f"an evaluator is a function of observations and legal actions, not {name_kind(evaluator)}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of a number, not {name_kind(progress)}")


def encode_request(settings: Mapping[str, Any]) -> str:
    """Write settings as JSON for the engine; None stands for what is not given."""
    return json.dumps({name: to_plain(value, name) for name, value in settings.items() if value is not None})
