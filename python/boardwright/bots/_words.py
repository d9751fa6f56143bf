"""How actions and diagrams are put to a person, by game. Games that are not listed are shown plainly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from boardwright._core import Action, State

__all__ = ["grouped", "labels", "legend", "numbered", "questions", "ranges"]

# Headings and the types of action that stand under them. The first group is what a turn is mostly about.
GROUPS: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {
    "gridopolis": (
        ("moves", frozenset({"step", "hop", "capture", "kamikaze", "teleport"})),
        ("pads", frozenset({"build"})),
        ("boxes", frozenset({"block"})),
    ),
    "microworld": (
        ("cells", frozenset({"place", "cell"})),
        ("pawns", frozenset({"pawn"})),
        ("genes", frozenset({"gene"})),
        ("tiles", frozenset({"keep"})),
        ("others", frozenset({"mutation", "steal", "allow", "end"})),
    ),
}

LEGENDS = {
    "microworld": """\
  The diagram lists the cells by quarter: number, kind, what is in it.
  v: pawn of the Viruses    a: pawn of the Anticorps    (v): flipped    !: with radiation    <: placed last
  *: gene token    #: blocked by a mutation token    .: free
  After a cell's number in a list stands what placing there scores.""",
    "gridopolis": """\
  In the diagram each level is seen from above; x goes to the right, y up, and a site is x.y.level.
  small letter: pawn    capital: king    . empty pad    # blocker-box    > seat to move
  after it:  = home-row (kingerizer)    * teleporter    + pad added in play""",
}

# Here a number is the notation of an action, so lists have no numbers of their own.
UNNUMBERED = frozenset({"microworld"})

# What stopping means depends on what could go on.
STOPS = {("gridopolis", "chain"): "stop jumping", ("gridopolis", "second"): "no second move"}


def _near(state: State, rest: str) -> str:
    cells = state.layout()["board"]["cells"]
    # The length is compared first: turning a text of thousands of digits into a number is an error.
    if not (rest.isascii() and rest.isdigit() and len(rest) < 3 and int(rest) < len(cells)):
        return f"Type 'near' and a cell, 0 to {len(cells) - 1}."
    cell = cells[int(rest)]
    near = ", ".join(f"{other} {cells[other]['kind']}" for other in cell["adjacent"])
    tissue = ", ".join(str(other) for other in range(len(cells)) if cells[other]["tissue"] == cell["tissue"])
    return f"Adjacent to {rest}: {near or 'no cell'}. Its tissue: {tissue}."


def _tissues(state: State, rest: str) -> str:
    return "\n".join(
        f"  {tissue['kind']} {', '.join(map(str, tissue['cells']))}: {tissue['why']}" for tissue in state.tissues()
    )


def _standing(state: State, rest: str) -> str:
    found = state.analyse("standing")
    lines = zip(state.seat_names, found["track"], found["tissues"], found["total"], strict=True)
    return "\n".join(f"  {name}: {track} + {tissues} for tissues = {total}" for name, track, tissues, total in lines)


class Question(NamedTuple):
    """Something that a person may ask about the position of a game."""

    usage: str
    meaning: str
    answer: Callable[[State, str], str]


QUESTIONS: dict[str, dict[str, Question]] = {
    "microworld": {
        "near": Question("near CELL", "say which cells are adjacent to a cell, and which make its tissue", _near),
        "tissues": Question("tissues", "say who would win each tissue if the game ended now", _tissues),
        "standing": Question("standing", "say how the game would end if it ended now", _standing),
    },
}


def questions(state: State) -> dict[str, Question]:
    """List what can be asked about a position, by the word that asks it."""
    return QUESTIONS.get(state.game_name, {})


def legend(state: State) -> str:
    """Explain the signs in the diagram of a state; empty if there is nothing to explain."""
    return LEGENDS.get(state.game_name, "")


def numbered(state: State) -> bool:
    """Whether the actions of a list are called by number."""
    return state.game_name not in UNNUMBERED


def labels(state: State, actions: Sequence[Action]) -> list[str]:
    """Write actions for a list: their notation, with words where the notation alone says little."""
    if state.game_name == "microworld":
        scores = {placement["cell"]: placement for placement in state.analyse("placements")}
        return [_microworld_label(state, action, scores) for action in actions]
    return [_label(state, action) for action in actions]


def _label(state: State, action: Action) -> str:
    kind = action.to_dict().get("type")
    if kind == "stop":
        words = STOPS.get((state.game_name, state.to_dict().get("phase", {}).get("name")))
        return f"{action.text}  {words or 'stop'}"
    return f"{action.text}  pass" if kind == "pass" else action.text


def _microworld_label(state: State, action: Action, scores: dict[int, Any]) -> str:
    data = action.to_dict()
    if data["type"] == "place":
        placement = scores[data["cell"]]
        return f"{action.text} +{placement['points']}{' and a gene' if placement['gene'] else ''}"
    if data["type"] in ("cell", "pawn"):
        return action.text
    return f"{action.text}  {state.explain(action).reasons[0]}"


def grouped(state: State) -> list[tuple[str, list[int]]]:
    """Put the numbers of the legal actions, from 1, under headings."""
    groups: dict[str, list[int]] = {heading: [] for heading, _ in GROUPS.get(state.game_name, ())}
    headings = {kind: heading for heading, kinds in GROUPS.get(state.game_name, ()) for kind in kinds}
    for number, action in enumerate(state.legal_actions, 1):
        kind = str(action.to_dict().get("type", "actions"))
        groups.setdefault(headings.get(kind, kind), []).append(number)
    return [(heading, numbers) for heading, numbers in groups.items() if numbers]


def ranges(numbers: Iterable[int]) -> str:
    """Write ascending numbers as ranges, such as "1 to 9, 12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(" to ".join(map(str, run)) for run in runs)
