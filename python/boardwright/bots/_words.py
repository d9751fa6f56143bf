"""How actions and diagrams are put to a person, by game. Games that are not listed are shown plainly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardwright._core import Action, State

__all__ = ["grouped", "label", "legend", "numbered", "ranges"]

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
  After a cell's number stands what placing there scores. Which cells are adjacent: the picture shows it.""",
    "gridopolis": """\
  In the diagram each level is seen from above; x goes to the right, y up, and a site is x.y.level.
  small letter: pawn    capital: king    . empty pad    # blocker-box    > seat to move
  after it:  = home-row (kingerizer)    * teleporter    + pad added in play""",
}

# Here a number is the notation of an action, so lists have no numbers of their own.
UNNUMBERED = frozenset({"microworld"})

# What genes, mutations and other words do, for lists.
MEANINGS = {
    "flip": "flip an adjacent pawn of the opponent",
    "anywhere": "place in any free cell",
    "double": "score 2 for each adjacent pawn",
    "opponent": "score adjacent pawns of the opponent instead",
    "block": "the opponent scores no adjacent pawns and uses no gene next turn",
    "occupied": "place also in an occupied cell next to the pawn placed last",
    "move": "move the pawn that the opponent placed last",
    "radiation": "this tissue will score nothing",
    "copy": "do what the arrow shows",
    "barrier": "block a free cell for the opponent's next turn",
    "exchange": "exchange the pawn with an adjacent one of the opponent",
    "shift": "move the pawn to an adjacent free cell",
    "steal": "cancel the gene and take it",
    "allow": "let the gene work",
    "end": "end the turn",
    "keep=bonus": "1 more for turns of 2 or more points",
    "keep=majority": "1 more for each tissue you win",
    "keep=barrier": "3 tokens: block a cell for the opponent",
    "keep=steal": "1 token: steal a gene that the opponent uses",
    "keep=exchange": "2 tokens: exchange the pawn just placed with an adjacent one",
    "keep=shift": "2 tokens: move the pawn just placed",
}

# What stopping means depends on what could go on.
STOPS = {("gridopolis", "chain"): "stop jumping", ("gridopolis", "second"): "no second move"}


def legend(state: State) -> str:
    """Explain the signs in the diagram of a state; empty if there is nothing to explain."""
    return LEGENDS.get(state.game_name, "")


def numbered(state: State) -> bool:
    """Whether the actions of a list are called by number."""
    return state.game_name not in UNNUMBERED


def label(state: State, action: Action) -> str:
    """Write an action for a list: its notation, with words where the notation alone says little."""
    data = action.to_dict()
    kind = data.get("type")
    if kind == "stop":
        words = STOPS.get((state.game_name, state.to_dict().get("phase", {}).get("name")))
        return f"{action.text}  {words or 'stop'}"
    if kind == "pass":
        return f"{action.text}  pass"
    if state.game_name == "microworld":
        return _microworld_label(state, action.text, data)
    return action.text


def _microworld_label(state: State, text: str, data: dict[str, Any]) -> str:
    if data["type"] != "place":
        return f"{text}  {MEANINGS[text]}" if text in MEANINGS else text
    scores = {placement["cell"]: placement for placement in state.analyse("placements")}
    placement = scores[data["cell"]]
    return f"{text} +{placement['points']}{' and a gene' if placement['gene'] else ''}"


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
