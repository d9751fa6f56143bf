"""Bad inputs: what they must not change, and how to try them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import _core

DATA = Path(__file__).parent / "data" / "invalid"

Case = dict[str, Any]


def read(game: str, kind: str) -> Case:
    """Read the bad inputs of a kind."""
    content: Case = json.loads((DATA / game / f"{kind}.json").read_text(encoding="utf-8"))
    return content


def base_of(game: str, kind: str, case: Case) -> Any:
    """Give the good data that a case changes."""
    content = read(game, kind)
    return content["bases"][case["base"]] if "base" in case else content["base"]


def text_of(case: Case) -> str:
    """Give the text of a case: a text, or a list of texts and of ``[text, how often]``."""
    if "data" in case:
        return json.dumps(case["data"])
    if isinstance(case["text"], str):
        return case["text"]
    return "".join(part if isinstance(part, str) else part[0] * part[1] for part in case["text"])


def changed(base: Any, case: Case) -> Any:
    """Give the base with the changes of a case: ``set`` by paths (``+`` appends), ``drop`` by paths."""
    data = copy.deepcopy(base)

    def find(path: str) -> tuple[Any, Any]:
        *way, last = path.split(".")
        here = data
        for key in way:
            here = here[int(key) if isinstance(here, list) else key]
        return here, int(last) if isinstance(here, list) and last != "+" else last

    for path, value in case.get("set", {}).items():
        here, key = find(path)
        if key == "+":
            here.append(value)
        else:
            here[key] = value
    for path in case.get("drop", []):
        here, key = find(path)
        del here[key]
    return data


class Bystander:
    """A state that was used before a bad input came, and must not have noticed it."""

    def __init__(self, state: bw.State) -> None:
        self.state = state
        self.before = self.look()

    def look(self) -> tuple[Any, ...]:
        state = self.state
        return state.to_dict(), state.hash64, state.legal_actions.ids, str(state)

    def check(self) -> None:
        assert self.look() == self.before
        twin = _core.state_from_json(json.dumps(self.before[0]))
        assert twin == self.state
        events = [*self.state.legal_actions, *(outcome for outcome, _ in self.state.outcomes)]
        for event in events[:1]:
            assert self.state.play(event) == twin.play(event)


def used_state(game: str) -> bw.State:
    """Give a state from the middle of a game: with pads built, with genes, a mutation and secrets, or with a hand."""
    if game == "gridopolis":
        state = bw.start(game)
        for text in ("1.-1.2>1.0.2", "+3.1.2", "#1.1.3", "1.3.2>1.2.2"):
            state = state.play(text)
        return state
    if game == "genotype":
        # To a choice of the first player, whose opponent has placed a marker, too.
        state, rng = bw.start(game, players=3, seed=4), bw.Rng(4)
        while state.is_chance or state.turn < 3 or state.to_dict()["phase"]["name"] != "work":
            state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
        return state
    state = bw.start(game, rules="ABCDEF", target="bone-lover", mutations=["shift", "steal"])
    for text in ("+flip", "+copy", "1 shift >0 end", "2 end", "6 +move end", "7 end"):
        state = state.play(text)
    return state


def refuse(state: bw.State, call: Callable[..., object], *args: object) -> Exception:
    """Give the exception of a call that must fail, after a look at a state that must not change."""
    bystander = Bystander(state)
    try:
        result = call(*args)
    except Exception as error:
        bystander.check()
        return error
    except BaseException as error:
        pytest.fail(f"{type(error).__name__} is no exception that a program can handle: {error}")
    pytest.fail(f"this was accepted: {result!r:.200}")
