"""Positions to try things on, and the examples of the texts."""

from __future__ import annotations

import doctest
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

import boardwright as bw

ROOT = Path(__file__).resolve().parent.parent

POSIX = pytest.mark.skipif(
    os.name != "posix", reason="needs signals, shells, file modes or forks of POSIX, which Windows has not"
)


def resident(pid: int | None = None) -> int:
    """Give the bytes of memory that a process holds, this one by default."""
    return int(psutil.Process(pid).memory_info().rss)


# Every blueprint and number of players, both ways to win, and each rule option once.
SETUPS: list[dict[str, Any]] = [
    *(
        {"blueprint": name, "players": int(players)}
        for name, blueprint in bw.gridopolis.blueprints().items()
        for players in blueprint["players"]
    ),
    {"players": 2, "reserves": 0},
    {"players": 2, "win": "points", "rounds": 12},
    {"players": 3, "win": "points"},
    {"players": 4, "supported_pads": True, "first_seat": 2},
    {"players": 2, "quiet_limit": 2},
    {"players": 2, "turn_cap": 9, "quiet_limit": 0},
]

# Microworld with no rule, with each, with all; with every target and mutation.
MICROWORLD_SETUPS: list[dict[str, Any]] = [
    {},
    *({"rules": rule, "board": "1b 2b 3b 4b"} for rule in "ABCDEFGH"),
    {"rules": "ABCDEFGH", "board": "3a 1b 4a 2b"},
    *({"rules": "ABD", "target": name} for name in ("bone-lover", "15-points", "chain-of-cells", "four-genes")),
    {"rules": "ACF", "mutations": ["bonus", "majority"]},
    {"rules": "ACD", "mutations": ["steal", "exchange"]},
    {"rules": "ACD", "mutations": ["barrier", "shift"]},
    {"scenario": "mutants"},
]

# Genotype with every number of players, and alone against Johann in each of his ways.
GENOTYPE_SETUPS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4, 5)),
    {"players": 3, "first_seat": "random"},
    *({"players": 1, "difficulty": difficulty} for difficulty in ("easy", "standard", "hard")),
    *(
        {"players": 1, "difficulty": "hard", "johann": name}
        for name in ("elisabeth", "omari", "franz", "maria", "leopold", "may")
    ),
]


class Setup(NamedTuple):
    """A game with options."""

    game: str
    options: dict[str, Any]

    def start(self, seed: int | None = None) -> bw.State:
        return bw.start(self.game, seed=seed, **self.options)

    def match(self, bots: Sequence[Any] = ("random", "random"), **arguments: Any) -> bw.Match:
        return bw.Match(self.game, bots, **arguments, **self.options)


ALL_SETUPS = [
    *(Setup("gridopolis", options) for options in SETUPS),
    *(Setup("microworld", options) for options in MICROWORLD_SETUPS),
    *(Setup("genotype", options) for options in GENOTYPE_SETUPS),
]

# For tests of what all games have in common: a game for two without secrets, with a few, and with many; the last one
# begins with chance and with choices of both seats.
GAMES = {
    "gridopolis": Setup("gridopolis", {}),
    "microworld": Setup("microworld", {}),
    "microworld-secrets": Setup("microworld", {"rules": "ABCDEFGH"}),
    "genotype": Setup("genotype", {}),
}


def in_phases(game: str, *phases: str) -> list[tuple[Setup, str]]:
    """A game of `GAMES` in each of some phases."""
    return [(GAMES[game], phase) for phase in phases]


each_game = pytest.mark.parametrize("setup", GAMES.values(), ids=list(GAMES))


def random_walk(options: dict[str, Any], seed: int, plies: int, game: str = "gridopolis") -> list[bw.State]:
    """Play random actions; gives all states, at most `plies` + 1."""
    rng = bw.Rng(seed)
    states = [bw.start(game, **options)]
    for _ in range(plies):
        last = states[-1]
        if last.is_over:
            break
        states.append(last.sample(rng) if last.is_chance else last.play(last.random_action(rng)))
    return states


def find_state(wanted: str, options: dict[str, Any] | None = None, game: str = "gridopolis") -> bw.State:
    """Find a state in a phase of this name by random play, such as ``"chain"`` or ``"over"``."""
    for seed in range(2000):
        for state in random_walk(options or {}, seed, 300, game):
            if state.to_dict()["phase"]["name"] == wanted:
                return state
    raise AssertionError(f"no {wanted} in 2,000 games")


def blocks(name: str, language: str) -> list[str]:
    """Find all code blocks of a language in a file."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def run_examples(name: str) -> int:
    """Run the Python examples of a file as one session, as a reader would type it; gives their number."""
    code = "".join(blocks(name, "python"))
    example = doctest.DocTestParser().get_doctest(code, {}, name, name, 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    results = runner.run(example, out=report.append)
    assert results.failed == 0, "".join(report)
    return results.attempted
