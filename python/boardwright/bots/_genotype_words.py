"""How Genotype is put to a person: labels in lists, what is told between decisions, answers to questions."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from boardwright._core import Action, Record, State
from boardwright._genotype_cards import ASSISTANT_WORDS, TOOL_WORDS

__all__ = [
    "Automaton",
    "account",
    "automa",
    "automata",
    "cards",
    "dice",
    "in_short",
    "labels",
    "moment",
    "points",
    "told",
]

RULE_IDS = re.compile(r" \[T\d+(?:, T\d+)*\]")
MARKER = re.compile(r"^places a marker on \S+: ")
COIN = "takes the coin at the square"


def labels(state: State, actions: Sequence[Action]) -> list[str]:
    """Write actions for a list: their notation and what they do, in the engine's words but shorter."""
    plants, shown = state.layout()["plants"], state.to_dict()["display"]["plants"]
    width = max(len(action.text) for action in actions)
    return [f"{action.text:<{width}}  {_words(state, action, plants, shown)}" for action in actions]


def _words(state: State, action: Action, plants: Sequence[Mapping[str, Any]], shown: Sequence[int | None]) -> str:
    data = action.to_dict()
    words = RULE_IDS.sub("", state.explain(action).reasons[0])
    words = MARKER.sub("", words).replace(COIN, "+1 coin")
    plant = data.get("plant")
    if data["type"] == "source" and data["deck"] == "plants" and data["slot"] is not None:
        plant = shown[data["slot"]]
    if not isinstance(plant, int):
        return words
    # Whoever chooses among cards wants to know what they are worth.
    return re.sub(rf"(plant {plant} \([^)]*)\)", rf"\1, {plants[plant]['points']} points)", words)


def moment(state: State) -> tuple[int, str]:
    """Say what makes it worth to show the whole position again: another turn, or another part of a round."""
    return state.turn, str(state.layout()["stage"])


def _is_seen_on_the_board(state: State, action: Action) -> bool:
    """Whether an outcome of chance need not be told one by one: cards of the display, the deal, dice for the pools."""
    phase = state.to_dict()["phase"]
    return action.kind == "chance" and (phase["name"] == "die" or phase.get("to") in ("display", "deal"))


def told(state: State, action: Action, seat: int | None) -> str | None:
    """Write an event for a person in a seat who follows the game, with the rule behind it; None where there is no need.

    Told are what chance brings, cards that others take from the display, and the player's action that ends the working
    phase of a solo game, after which Johann does a lot.
    """
    data = action.to_dict()
    if "?" in data.values() or _is_seen_on_the_board(state, action):
        return None
    if action.kind == "act" and state.num_players == 1:
        parts = [part.layout()["stage"] for part in (state, state.play(action))]
        if parts[0] == parts[1] or parts[0] != "working phase":
            return None
    elif action.kind == "act" and (data["type"] != "source" or data["slot"] is None or action.seat == seat):
        return None
    width = min(shutil.get_terminal_size().columns, 120)
    words = f"{action.text}: {state.explain(action).reasons[0]}"
    return textwrap.fill(words, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def in_short(turn: Record) -> str:
    """Write a turn without the outcomes of chance that are seen on the board."""
    pairs = zip(pairwise(turn.states()), turn.events(), strict=True)
    return " ".join(event.text for (before, _), event in pairs if not _is_seen_on_the_board(before, event))


def account(state: State) -> str:
    """Say how many points there are, for what."""
    return "\n".join(f"{side['name']}: {side['why']}" for side in state.analyse("points"))


class Automaton(NamedTuple):
    """Who plays without a seat: the name, how hard to beat, the points."""

    name: str
    level: str
    points: int


def automata(state: State) -> list[Automaton]:
    """Give Brother Johann where he plays."""
    others = state.analyse("points")[state.num_players :]
    return [Automaton(side["name"], str(state.options["difficulty"]), side["total"]) for side in others]


def points(state: State, rest: str) -> str:
    """Say how everybody stands, point by point."""
    lines = []
    for side in state.analyse("points"):
        lines.append(f"  {side['name']}: {side['why']}")
        lines += [f"    {part['why']}" for kind in ("plants", "goals", "markers") for part in side[kind]]
    return "\n".join(lines)


def dice(state: State, rest: str) -> str:
    """Say what the next dice may show, and which of them the own traits could use."""
    found = state.analyse("dice")
    lines = ["  before a roll, of the five dice of a colour: how many to expect, and the chance that there is one"]
    for colour in found["colours"]:
        cells = [
            f"{die} {count:.1f} {100 * colour['at_least'][die][0]:2.0f} %" for die, count in colour["expected"].items()
        ]
        lines.append("  " + "   ".join(cells))
    for one in found["traits"]:
        others = {0: "nobody else needs it", 1: "one other needs it"}.get(
            one["others"], f"{one['others']} others need it"
        )
        lines.append(
            f"  @{one['plot']}{one['colour']}  {one['genotype']} of plant {one['plant']}: {one['pool']} in the pool, "
            f"{one['expected']:.1f} to expect, {100 * one['some']:.0f} % for one; {others}"
        )
    return "\n".join(lines)


def cards(state: State, rest: str) -> str:
    """Say what tools and assistants do: those that the person can see, or all of them."""
    position = state.to_dict()
    display = position["display"]
    tools = [*display["tools"], *(tool for player in position["players"] for tool in player["tools"])]
    people = [*display["assistants"], *(name for player in position["players"] for name in player["assistants"])]
    lines = []
    for words, seen in ((TOOL_WORDS, tools), (ASSISTANT_WORDS, people)):
        lines += [f"  {name:<15} {what}" for name, what in words.items() if rest.lower() == "all" or name in seen]
    return "\n".join(lines) or "  No tool or assistant is on the table; 'cards all' tells of all."


def automa(state: State, rest: str) -> str:
    """Say what is on the automa cards, and where they are."""
    johann = state.to_dict()["johann"]
    lines = []
    for number, card in enumerate(state.layout()["johann"]["automa"]):
        new = f", De Novo {card['new']}" if card.get("new") else ""
        where = ""
        if number == johann["action"]:
            where = ": in use"
        elif number in johann["out"]:
            where = ": out until they are shuffled"
        elif number in johann["beside"]:
            where = f": beside plant {johann['garden'][johann['beside'].index(number)]['plant']}"
        lines.append(
            f"  automa{number}  {card['action']:<11} letter {card['letter']}, pips {card['pips']}, "
            f"arrow {card['single']}, double {card['double']}{new}{where}"
        )
    lines.append("  what he buys, by the double arrow: R a New Plot, G a Dice Slot, F an Action Marker, T an assistant")
    return "\n".join(lines)
