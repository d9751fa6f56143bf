"""Choosing an action by search."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex

from . import _core
from ._checks import is_unicode, name_kind, time_limit, whole_number
from ._core import State
from ._progress import Bar
from .analysis import METHOD_WORDS, Analysis, read_report
from .errors import Problem, SearchError, SetupError
from .evaluators import Evaluator, check_handling, search_many
from .games import MAX_SHOWN, to_plain

__all__ = ["search"]

DEFAULT_BUDGETS: dict[str, dict[str, int]] = {"mcts": {"simulations": 10_000}, "alphabeta": {"nodes": 1_000_000}}
"""What limits a method if nothing is said: not time, so that the same seed gives the same result everywhere."""

ALL_BUDGETS = ("simulations", "nodes", "depth", "seconds")
# Keys of the engine's requests that stand for something else here, or are not for settings.
NO_SETTINGS = frozenset({"method", "milliseconds", "seed", "keep"})

SETTINGS: dict[str, frozenset[str]] = {
    method: frozenset({"seconds", *_core.search_keys(method)}) - NO_SETTINGS for method in _core.search_methods()
}
"""What each method can be told: budgets and settings."""

BUDGETS: dict[str, tuple[str, ...]] = {
    method: tuple(budget for budget in ALL_BUDGETS if budget in known) for method, known in SETTINGS.items()
}
"""What can limit each method."""

CHOSEN = ("mcts", "alphabeta")
"""What "auto" can choose."""


def search(
    state: State,
    *,
    method: str = "auto",
    simulations: SupportsIndex | None = None,
    nodes: SupportsIndex | None = None,
    depth: SupportsIndex | None = None,
    seconds: float | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    memory: SupportsIndex | None = None,
    evaluator: Evaluator | None = None,
    batch_size: SupportsIndex | None = None,
    progress: bool | Callable[[int], object] | None = None,
    on_interrupt: Literal["raise", "return"] = "raise",
    **settings: Any,
) -> Analysis:
    """Search for the best action of the seat to act, by what that seat knows.

    Several budgets may be given; the first one that is used up ends the search. With a budget of simulations, nodes or
    depth the result depends on the position, the seed and the settings only, not on the machine or `threads`.

    Parameters
    ----------
    state : State
        The position. Of a full state only the view of the seat to act is searched.
    method : str
        ``"mcts"``: Monte Carlo tree search, for every game; where players have secrets, information-set search, which
        ``"ismcts"`` is another name for. ``"alphabeta"``: alpha-beta search, for games without chance and secrets.
        ``"exact"``: all that can follow, near the end of every game. ``"auto"``: what suits the game and the budget
        best, alpha-beta for Gridopolis with two players, else Monte Carlo tree search.
    simulations : int, optional
        How many simulations, for Monte Carlo tree search: 1 to 10**9. 10,000 if no budget is given, 800 with an
        evaluator.
    nodes : int, optional
        How many positions, for the other methods: 1,000,000 for alpha-beta and 20,000,000 for exact search if no budget
        is given.
    depth : int, optional
        How deep, in whole turns where a game has them, else in actions: 1 to 1,000 (alpha-beta: 100), for the other
        methods.
    seconds : float, optional
        How long, 0.001 to 4,294,967. What is found then depends on the machine.
    seed : int
        All chance comes from it: 0 to 2**64 - 1.
    threads : int
        How many threads share the work, 1 to 256.
    memory : int, optional
        The most bytes that the tree may take; when it is full, what is there is searched on. 512 MiB by default.
    evaluator : callable, optional
        A function of your own that judges positions, such as a network, for Monte Carlo tree search: see
        `boardwright.evaluators.Evaluator`. It is called in this thread.
    batch_size : int, optional
        With an evaluator: at most so many positions are judged at once, 1 to 65,536; 32 unless given.
    progress : bool or callable, optional
        True: a bar, in a notebook or on the terminal (on standard error, where that is one). Or a function that is
        called with the number of simulations (or positions) done, at most every 20 ms; what it raises ends the search
        and comes out unchanged.
    on_interrupt : str
        What Ctrl-C does: ``"raise"`` a `KeyboardInterrupt`, or ``"return"`` what was found until then, with
        ``interrupted`` set. If nothing was, it is raised in any case.
    **settings
        Further settings of the method; docs/search.md lists them.

    Returns
    -------
    Analysis
        The best action and everything else that was found.

    Raises
    ------
    SearchError
        If no seat is to act, the state is a view of somebody else, or the method is not for this game.
    SetupError
        If there is no such method or setting, a budget is not for this method, or a value is out of range.
    TypeError, ValueError
        If an argument is of another type, or a number that can't be one.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second.

    Examples
    --------
    >>> import boardwright as bw
    >>> analysis = bw.search(bw.start("microworld"), simulations=500)
    >>> analysis.simulations, analysis.best == analysis.lines[0].actions[0]
    (500, True)
    """
    if not isinstance(state, State):
        raise TypeError(f"a search starts from a State, not {name_kind(state)}")
    check_handling(progress, on_interrupt)
    given = {"simulations": simulations, "nodes": nodes, "depth": depth, "seconds": seconds, "memory": memory}
    if evaluator is not None:
        _check_evaluated(method, nodes, depth, whole_number(threads, "threads"))
        size = 32 if batch_size is None else batch_size
        budgets: dict[str, Any] = {"simulations": simulations, "seconds": seconds, "memory": memory, "seed": seed}
        found = search_many(
            [state], evaluator, batch_size=size, progress=progress, on_interrupt=on_interrupt, **budgets, **settings
        )
        return found[0]
    if batch_size is not None:
        raise SetupError.of(Problem("batch_size", "only an evaluator is called with batches"))
    plan = make_plan(method, {**given, "threads": threads, **settings})
    return plan.search(state, whole_number(seed, "a seed"), progress, keep=on_interrupt == "return")


def _check_evaluated(method: str, nodes: object, depth: object, threads: int) -> None:
    """Check that what is asked of a search can be had with an evaluator."""
    faults = []
    if method not in ("auto", "mcts", "ismcts"):
        faults.append(Problem("method", "only Monte Carlo tree search takes an evaluator"))
    for name, value in (("nodes", nodes), ("depth", depth)):
        if value is not None:
            faults.append(Problem(name, "a search with an evaluator is limited by simulations and seconds"))
    if threads != 1:
        faults.append(Problem("threads", "an evaluator is called in one thread: let it use more itself"))
    if faults:
        raise SetupError.of(*faults)


@dataclass(frozen=True)
class Plan:
    """How to search, whatever the position: a method with budgets and settings that were checked.

    Attributes
    ----------
    method : str
        The method of the engine, or ``"auto"``.
    given : dict
        Budgets and settings that are not left to the defaults.
    """

    method: str
    given: dict[str, Any]

    def search(
        self,
        state: State,
        seed: int,
        progress: bool | Callable[[int], object] | None = None,
        *,
        keep: bool = False,
        searcher: _core.Searcher | None = None,
    ) -> Analysis:
        """Search a position, from what a searcher knows if there is one; raises what the function `search` does."""
        seat = state.current_player
        # The engine says why there can be no search.
        view = state.view(seat) if seat is not None and state.viewer in ("everything", f"seat {seat}") else state
        method = choose_method(view, self.given) if self.method == "auto" else self.method
        request = _request(method, self.given) | {"seed": seed, "keep": keep}
        text = json.dumps(request)

        def run(told: Callable[[int], object] | None) -> tuple[str, bool]:
            return _core.search(view, text, told) if searcher is None else searcher.search(view, text, told)

        if progress is True:
            label = METHOD_WORDS.get(method, method)
            unit = "simulations" if method == "mcts" else "positions"
            seconds = self.given.get("seconds")
            with Bar(label, unit, total=request.get("simulations", request.get("nodes")), seconds=seconds) as bar:
                report, interrupted = run(bar)
        else:
            report, interrupted = run(progress or None)
        return read_report(view, json.loads(report), method, interrupted)


def methods() -> list[str]:
    """Names of all methods but "auto"; "ismcts" is another name for "mcts"."""
    found = _core.search_methods()
    at = found.index("mcts") + 1
    return [*found[:at], "ismcts", *found[at:]]


def setting_names() -> list[str]:
    """Names of what `search` takes beside the position and the method, as far as bots take it, too."""
    others = [key for key in _core.search_keys() if key not in NO_SETTINGS and key not in ALL_BUDGETS]
    return [*ALL_BUDGETS, *others]


def make_plan(method: str, given: Mapping[str, Any]) -> Plan:
    """Check a method with its budgets and settings; None stands for what is not given.

    Raises
    ------
    SetupError, TypeError, ValueError
        As `search` does.
    """
    if not isinstance(method, str):
        raise TypeError(f"a method is given by its name, a str, not {name_kind(method)}")
    known = ["auto", *methods()]
    if method not in known:
        message = f"there is no method {method[:MAX_SHOWN]!r}; there are: {', '.join(known)}"
        raise SetupError.of(Problem("method", message))
    plain = {key: _checked(key, value) for key, value in given.items() if value is not None}
    faults = [_unknown(key) for key in plain if key not in setting_names()]
    if method == "ismcts" and plain.get("deals") is False:
        faults.append(Problem("deals", "information-set search deals anew in each simulation; mcts can do without"))
    name = "mcts" if method == "ismcts" else method
    allowed = BUDGETS.get(name, ALL_BUDGETS)
    for budget in ALL_BUDGETS:
        if budget in plain and budget not in allowed:
            faults.append(Problem(budget, f"{method} is limited by {' and '.join(allowed)}"))
    own = SETTINGS.get(name, frozenset(setting_names()))
    others = [key for key in plain if key in setting_names() and key not in ALL_BUDGETS and key not in own]
    faults += [Problem(key, f"this is not a setting of {method}") for key in others]
    if faults:
        raise SetupError.of(*faults)
    suited = next((one for one in ([name] if name != "auto" else CHOSEN) if plain.keys() <= SETTINGS[one]), None)
    if suited is None:
        raise SetupError.of(Problem("", f"no method has {' and '.join(_choosing(plain))}"))
    # As far as it does not depend on the game.
    _core.check_search(json.dumps(_request(suited, plain)))
    return Plan(name, plain)


def choose_method(state: State, given: Mapping[str, Any]) -> str:
    """Choose the method that suits a position and the budgets that are given.

    Raises
    ------
    SearchError
        If no method for this game has such budgets.
    """
    best = ["mcts"]
    if state.game_name == "gridopolis":
        best.insert(0 if state.num_players == 2 else 1, "alphabeta")
    for method in best:
        if given.keys() <= SETTINGS[method]:
            return method
    who = f"{state.title} with {state.num_players} players"
    raise SearchError(f"no method for {who} has {' and '.join(_choosing(given))}")


def _choosing(given: Mapping[str, Any]) -> list[str]:
    """Name the budgets and settings that not all methods have."""
    return [key for key in given if not all(key in known for known in SETTINGS.values())]


def _request(method: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Write a request for the engine."""
    request = {key: value for key, value in given.items() if key != "seconds"}
    if "seconds" in given:
        request["milliseconds"] = max(1, round(given["seconds"] * 1000))
    if not any(budget in given for budget in ALL_BUDGETS):
        request |= DEFAULT_BUDGETS.get(method, {})
    return request | {"method": method}


def _checked(key: str, value: Any) -> Any:
    if key in ("simulations", "nodes", "depth", "threads", "memory"):
        return whole_number(value, key)
    if key == "seconds":
        return time_limit(value)
    return to_plain(value, key[:MAX_SHOWN])


def _unknown(key: str) -> Problem:
    shown = repr(key[:MAX_SHOWN]) if is_unicode(key) else ascii(key[:MAX_SHOWN])
    return Problem("", f"there is no setting {shown}; there are: {', '.join(setting_names())}")
