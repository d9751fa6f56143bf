"""How actions and diagrams are put to a person, by game. Games that are not listed are shown plainly."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright._core import Action, State

__all__ = ["grouped", "label", "legend", "ranges"]

# Headings and the types of action that stand under them. The first group is what a turn is mostly about.
GROUPS: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {
    "gridopolis": (
        ("moves", frozenset({"step", "hop", "capture", "kamikaze", "teleport"})),
        ("pads", frozenset({"build"})),
        ("boxes", frozenset({"block"})),
    )
}

LEGENDS = {
    "gridopolis": """\
  In the diagram each level is seen from above; x goes to the right, y up, and a site is x.y.level.
  small letter: pawn    capital: king    . empty pad    # blocker-box    > seat to move
  after it:  = home-row (kingerizer)    * teleporter    + pad added in play"""
}

# What stopping means depends on what could go on.
STOPS = {("gridopolis", "chain"): "stop jumping", ("gridopolis", "second"): "no second move"}


def legend(state: State) -> str:
    """Explain the signs in the diagram of a state; empty if there is nothing to explain."""
    return LEGENDS.get(state.game_name, "")


def label(state: State, action: Action) -> str:
    """Write an action for a list: its notation, with words where the notation alone says little."""
    kind = action.to_dict().get("type")
    if kind == "stop":
        words = STOPS.get((state.game_name, state.to_dict().get("phase", {}).get("name")))
        return f"{action.text}  {words or 'stop'}"
    return f"{action.text}  pass" if kind == "pass" else action.text


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
