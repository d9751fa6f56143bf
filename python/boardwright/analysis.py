"""What a search found, as data: for programs, for the terminal, for notebooks and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

from . import _core
from ._core import Action, Record, State, Turn
from .errors import IllegalActionError

__all__ = ["Analysis", "Line"]

MAX_LINES = 10
"""Tables show so many lines."""

MAX_PV = 8
"""Tables show so many actions of what is expected."""

EXPLAINED = 2
"""So many turns of what is expected are put in words."""

CLOSE = 0.02
"""Chances to win that differ by less are called about as good."""

METHOD_WORDS = {"mcts": "Monte Carlo tree search", "alphabeta": "alpha-beta search", "exact": "exact search"}


class LineDict(TypedDict):
    """A line of a report of the engine."""

    events: list[tuple[str, int]]
    visits: int
    values: list[float]
    bound: NotRequired[str]
    score: NotRequired[float | None]
    proven: NotRequired[ProvenDict | None]


class ProvenDict(TypedDict):
    """A result that is certain: 1 won, 0 shared, -1 lost, and after how many turns the game is over then."""

    result: int
    turns: int | None


class ReportDict(TypedDict):
    """The report of the engine."""

    seat: int
    lines: list[LineDict]
    pv: list[tuple[str, int]]
    simulations: int
    nodes: int
    depth: int
    bytes: int
    seed: int
    seconds: float
    exact: NotRequired[bool]
    estimate: NotRequired[bool]
    deals: NotRequired[int]


@dataclass(frozen=True, repr=False)
class Line:
    """A way to go on, with what the search thinks of it.

    Attributes
    ----------
    text : str
        Its notation, which `State.play` reads.
    actions : tuple of Action
        One action, or those of a whole turn.
    visits : int
        In how many simulations it was played; for methods without simulations, how many positions behind it were
        searched.
    share : float
        The part of all visits, 0 to 1.
    values : tuple of float
        What it is worth to each seat, on the scale of `State.returns`: from -1, lost, to 1, won.
    score : float or None
        What the method itself compares, where it is something else than values.
    proven : bool
        Whether the result is proven, whatever the others play.
    exact : bool
        Whether the values are computed exactly, not estimated.
    bound : str
        ``"exact"`` if the value is as it is; ``"at least"`` or ``"at most"`` if the search saw no need to know more.
    turns : int or None
        After how many turns of all seats the game is over, if the result is proven and the search knows it; this turn
        is the first.
    """

    text: str
    actions: tuple[Action, ...]
    visits: int
    share: float
    values: tuple[float, ...]
    score: float | None = None
    proven: bool = False
    exact: bool = False
    bound: str = "exact"
    turns: int | None = None

    @property
    def value(self) -> float:
        """What it is worth to the seat that plays it, from -1 to 1."""
        seat = self.actions[0].seat
        assert seat is not None, "a line begins with an action of a seat"
        return self.values[seat]

    @property
    def win_rate(self) -> float:
        """The value as the expected share of the win, 0 to 1."""
        return win_rate(self.value, len(self.values))

    def to_dict(self) -> dict[str, Any]:
        """Give the line as a dict, made of what JSON can hold; ``score`` is there where the line has one."""
        score = {} if self.score is None else {"score": self.score}
        return {
            "text": self.text,
            "actions": [action.to_dict() for action in self.actions],
            "visits": self.visits,
            "share": self.share,
            "values": list(self.values),
            **score,
            "proven": self.proven,
            "exact": self.exact,
            "bound": self.bound,
            "turns": self.turns,
        }

    def __repr__(self) -> str:
        return f"<Line {self.text}: {percent(self.win_rate)}, {self.visits:,} visits>"


@dataclass(frozen=True, repr=False)
class Analysis:
    """The result of a search. `str` is a table, notebooks show the board with the best actions.

    Two are equal if all but the time taken is.

    Attributes
    ----------
    state : State
        The position, as the seat that was searched for knows it.
    seat : int
        That seat.
    lines : tuple of Line
        Ways to go on, the best one first. Actions that were never tried are not among them.
    pv : tuple of Action
        The principal variation: what is expected to be played, as far as the seat can foresee it.
    method : str
        How it was searched.
    simulations : int
        Simulations, or for methods without them positions searched.
    nodes : int
        Nodes and edges of the tree in memory.
    depth : int
        The longest way looked at, in actions; for methods without simulations in whole turns.
    memory : int
        Bytes that the tree takes, about.
    seed : int
        The seed.
    seconds : float
        How long it took.
    interrupted : bool
        Whether Ctrl-C ended it before its time.
    """

    state: State
    seat: int
    lines: tuple[Line, ...]
    pv: tuple[Action, ...]
    method: str
    simulations: int
    nodes: int
    depth: int
    memory: int
    seed: int
    seconds: float = field(compare=False)
    interrupted: bool = False

    @property
    def best(self) -> Action:
        """The best action."""
        return self.lines[0].actions[0]

    @property
    def turn(self) -> Turn | Action:
        """The best whole turn, as far as the search tells it: where it does not, the best action."""
        line = self.lines[0].actions
        # What is expected may reach the end of the turn where the line is just its first action.
        actions = self.pv if len(line) == 1 and self.pv[:1] == line else line
        state, begun = self.state, self.state.turn
        for count, action in enumerate(actions, 1):
            state = state.play(action)
            if state.turn != begun or state.is_over:
                return _core.turn(self.state, notation(self.state, actions[:count]))
            if state.current_player != self.seat:
                break
        return self.best

    @property
    def value(self) -> float:
        """What the position is worth to the seat with the best action, from -1 to 1."""
        return self.lines[0].values[self.seat]

    @property
    def win_rate(self) -> float:
        """The value as the expected share of the win, 0 to 1."""
        return self.lines[0].win_rate

    @property
    def pv_text(self) -> str:
        """The principal variation in notation, turn after turn."""
        return notation(self.state, self.pv)

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as a dict, made of what JSON can hold."""
        return {
            "game": self.state.game_name,
            "state": self.state.to_dict(),
            "seat": self.seat,
            "best": self.best.text,
            "turn": self.turn.text,
            "value": self.value,
            "win_rate": self.win_rate,
            "lines": [line.to_dict() for line in self.lines],
            "pv": [action.text for action in self.pv],
            "method": self.method,
            "simulations": self.simulations,
            "nodes": self.nodes,
            "depth": self.depth,
            "memory": self.memory,
            "seed": self.seed,
            "seconds": self.seconds,
            "interrupted": self.interrupted,
        }

    def explain(self) -> str:
        """Say in a few sentences what is best, how good it looks, and what is expected to follow."""
        return " ".join(_sentences(self))

    def __str__(self) -> str:
        heads, rows = table(self)
        cells = [heads, *rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [title(self)]
        for row in cells:
            parts = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row, widths, strict=True))]
            lines.append("  ".join([parts[0], *parts[2:]]).rstrip())
        return "\n".join([*lines, *notes(self)])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Show the board with the best actions, and a table, for notebooks."""
        from . import display

        return display.analysis_html(self)


def read_report(view: State, report: ReportDict, method: str, interrupted: bool) -> Analysis:
    """Turn a report of the engine into an analysis.

    Parameters
    ----------
    view : State
        What was searched.
    report : dict
        The report.
    method : str
        How it was searched.
    interrupted : bool
        Whether it was interrupted.
    """
    total = sum(line["visits"] for line in report["lines"])
    lines = []
    for line in report["lines"]:
        actions = _actions(view, line["events"])
        proven = line.get("proven")
        lines.append(
            Line(
                text=notation(view, actions),
                actions=actions,
                visits=line["visits"],
                share=line["visits"] / total if total else 0.0,
                values=tuple(line["values"]),
                score=line.get("score"),
                proven=proven is not None,
                exact=report.get("exact", False),
                bound=line.get("bound", "exact"),
                turns=None if proven is None else proven["turns"],
            )
        )
    return Analysis(
        state=view,
        seat=report["seat"],
        lines=tuple(lines),
        pv=_actions(view, report["pv"]),
        # Monte Carlo tree search leaves small endings to exact solutions.
        method="exact" if report.get("exact", False) and method == "mcts" else method,
        simulations=report["simulations"],
        nodes=report["nodes"],
        depth=report["depth"],
        memory=report["bytes"],
        seed=report["seed"],
        seconds=report["seconds"],
        interrupted=interrupted,
    )


def _actions(state: State, events: Sequence[tuple[str, int]]) -> tuple[Action, ...]:
    actions: list[Action] = []
    for kind, number in events:
        try:
            action = _core.action(state, kind, number)
        except IllegalActionError:
            if not actions:
                raise
            break  # what follows rests on a deal that was only imagined
        actions.append(action)
        state = state.play(action)
    return tuple(actions)


def notation(state: State, actions: Sequence[Action]) -> str:
    """Write actions that follow each other from a state."""
    if len(actions) == 1:
        return actions[0].text
    record = Record(state)
    for action in actions:
        record.push(action)
    return " ".join(text for _, _, text, _ in record.turns())


def win_rate(value: float, seats: int) -> float:
    """Turn a value from -1 to 1 into the expected share of the win; the reverse of how returns are made of shares."""
    # Who plays alone has an opponent, too: the automaton.
    seats = max(seats, 2)
    # An estimate can lie outside of what results can be.
    return min(1.0, max(0.0, (value * (seats - 1) + 1) / seats))


def percent(share: float) -> str:
    """Write a share as a whole number of per cent; only what is 0 or 1 is written so."""
    rounded = round(100 * share)
    if rounded == 0 and share > 0:
        return "<1%"
    return ">99%" if rounded == 100 and share < 1 else f"{rounded}%"


def has_simulations(analysis: Analysis) -> bool:
    """Whether visits are simulations, so that more of them mean a better action; else they are positions."""
    return analysis.method == "mcts"


def effort(analysis: Analysis) -> str:
    """Say how much was searched."""
    unit = "simulation" if has_simulations(analysis) else "position"
    return f"{analysis.simulations:,} {unit}{'' if analysis.simulations == 1 else 's'}"


def title(analysis: Analysis) -> str:
    """Say in a line what was searched, and how."""
    state = analysis.state
    parts = [METHOD_WORDS.get(analysis.method, analysis.method), effort(analysis), f"{analysis.seconds:.2g} s"]
    parts += [f"seed {analysis.seed}", *(["interrupted"] if analysis.interrupted else [])]
    return f"{state.title}, {state.seat_names[analysis.seat]} to act: {', '.join(parts)}"


def table(analysis: Analysis, most: int = MAX_LINES) -> tuple[list[str], list[list[str]]]:
    """Put the best lines into a table: its headings and its rows. All columns but the first are numbers."""
    lines, names = analysis.lines[:most], analysis.state.seat_names
    columns = [["action", *(line.text for line in lines)]]
    if has_simulations(analysis):
        columns.append(["visits", *(f"{line.visits:,}" for line in lines)])
        columns.append(["share", *(percent(line.share) for line in lines)])
    if any(line.score is not None for line in lines):
        columns.append(["score", *("" if line.score is None else f"{line.score:+g}" for line in lines)])
    # With two seats one knows the other's chances, too.
    for seat in range(len(names)) if len(names) > 2 else [analysis.seat]:
        rates = [percent(win_rate(line.values[seat], len(names))) for line in lines]
        columns.append([names[seat] if len(names) > 2 else "wins", *rates])
    if any(_certainty(line) for line in lines):
        columns.append(["", *(_certainty(line) for line in lines)])
    heads, *rows = ([*row] for row in zip(*columns, strict=True))
    return heads, rows


def _certainty(line: Line) -> str:
    """Say how sure a line is, in a word or two."""
    if line.proven:
        return "proven" if line.turns is None else f"proven, {line.turns} turn{'s' * (line.turns != 1)}"
    if line.bound != "exact":
        return line.bound
    return "exact" if line.exact else ""


def notes(analysis: Analysis, most: int = MAX_LINES) -> list[str]:
    """Say what a table leaves out, and what is expected."""
    left = len(analysis.lines) - most
    found = [f"and {left:,} more"] if left > 0 else []
    if len(analysis.pv) > 1:
        more = " ..." if len(analysis.pv) > MAX_PV else ""
        found.append(f"expected: {notation(analysis.state, analysis.pv[:MAX_PV])}{more}")
    return found


def _sentences(analysis: Analysis) -> list[str]:
    state, line = analysis.state, analysis.lines[0]
    name = state.seat_names[analysis.seat]
    turn = analysis.turn
    alone = len(state.legal_actions) == 1 and isinstance(turn, Action)
    found = [f"{name} can only play" if alone else f"Best for {name}:"]
    found[0] += f" {_told(state, turn.text)}."
    found.append(_worth(analysis, line))
    if len(analysis.lines) > 1:
        other = analysis.lines[1]
        gap = line.win_rate - other.win_rate
        rate = percent(other.win_rate)
        close = f"about as good, {rate}" if abs(gap) < CLOSE else rate
        found.append(f"Next: {_told(state, other.text)}; {close}.")
    begun = 1 if isinstance(turn, Action) else len(turn)
    follows = _expected(analysis, begun)
    if follows:
        found.append(f"After that the search expects {follows}.")
    if analysis.interrupted:
        found.append("It was interrupted before its time.")
    return found


def _worth(analysis: Analysis, line: Line) -> str:
    """Say how good a line is, and how that is known."""
    if line.proven:
        results = {1.0: "It wins", -1.0: "It loses, as everything does", 0.0: "It leads to a shared win"}
        when = "" if line.turns is None else f" after {line.turns} turn{'s' * (line.turns != 1)} in all"
        result = results.get(line.value, f"Its share of the win is {percent(line.win_rate)}")
        return f"{result}{when}: that is proven."
    chance = f"Its chance to win looks like {percent(line.win_rate)}"
    if line.exact:
        return f"Its chance to win is {percent(line.win_rate)}, computed exactly."
    if analysis.method == "exact":
        return f"{chance}: that is the average over deals that fit, each solved as if all was open."
    if has_simulations(analysis):
        return f"{chance}; it was played in {line.visits:,} of {effort(analysis)}."
    return f"{chance}, after {effort(analysis)}."


def _told(state: State, move: str) -> str:
    """Write a move and, in brackets, what it does."""
    reasons = [re.sub(r" \[[A-Z]\d+\]", "", reason) for reason in state.explain(move).reasons]
    return f"{move} ({', then '.join(reasons)})"


def _expected(analysis: Analysis, begun: int) -> str:
    """Say what turns are expected after so many actions of the principal variation."""
    state = analysis.state
    for action in analysis.pv[:begun]:
        state = state.play(action)
    record = Record(state)
    for action in analysis.pv[begun:]:
        record.push(action)
    told = []
    for _, _, text, after in record.turns()[:EXPLAINED]:
        told.append(f"{state.turn_name} to play {_told(state, text)}")
        state = after
    return ", then ".join(told)
