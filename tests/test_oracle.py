"""The engine against the independent reference player, step by step over whole random games.

`BOARDWRIGHT_ORACLE_GAMES` sets how many games each set-up plays (default 1).
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from oracle.gridopolis import Game, load_blueprint

BLUEPRINTS = Path(__file__).parents[1] / "rust" / "engine" / "data" / "blueprints"
GAMES = int(os.environ.get("BOARDWRIGHT_ORACLE_GAMES", "1"))

SEATS = {"matrix": (2, 3, 4), "plaza": (2, 3, 4), "spire": (2,), "tripod": (3,), "airlock": (2,)}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"reserves": 0},
    {"supported_pads": True, "first_seat": 1},
    {"win": "points", "rounds": 25, "first_seat": 1},
    {"win": "points", "turn_cap": 300},
    {"quiet_limit": 4},
    {"quiet_limit": 0, "turn_cap": 150, "reserves": {"pads": 3, "links": 2, "posts": 1, "blockers": 1}},
]
SET_UPS = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name, seats in SEATS.items()
    for players in seats
    for number, options in enumerate(OPTIONS)
]


def key(value: Any) -> str:
    """A dict form in a form that can be compared as a member of a set."""
    return json.dumps(value, sort_keys=True)


def both(name: str, players: int, options: dict[str, Any]) -> tuple[bw.State, Game]:
    state = bw.start("gridopolis", blueprint=name, players=players, **options)
    plan = load_blueprint(BLUEPRINTS / f"{name}.toml")
    game = Game({"blueprint": plan, "blueprint_name": name, "players": players, **options})
    return state, game


def same_turns(state: bw.State, game: Game, twin: Any) -> None:
    """Whole turns: the same sequences of actions, leading to the same states."""
    engine = sorted(
        (turn.text, key([action.to_dict() for action in turn]), key(turn.end.to_dict())) for turn in state.turns()
    )
    oracle = []
    for actions, end in game.turns(twin):
        text, at = "", twin
        for action in actions:
            text += game.text(at, action)
            at = game.apply(at, action)
        oracle.append((text, key(actions), key(game.to_dict(end))))
    assert engine == sorted(oracle)


@pytest.mark.parametrize(("name", "players", "options"), SET_UPS)
def test_random_games_agree(name: str, players: int, options: dict[str, Any]) -> None:
    for number in range(GAMES):
        chance = random.Random(f"{name} {players} {options} {number}")
        state, game = both(name, players, options)
        twin = game.start()
        assert state.to_dict() == game.to_dict(twin)
        # Some games are played by captures where there are any, so that kings and endings come up.
        eager = number % 2 == 0
        while not state.is_over:
            legal = state.legal_actions
            by_dict = {key(action.to_dict()): action for action in legal}
            assert by_dict.keys() == {key(action) for action in game.actions(twin)}
            if chance.random() < 0.02:
                same_turns(state, game, twin)
            if options.get("win") == "points" and "rounds" not in options and chance.random() < 0.003:
                assert state.referee_actions or state.to_dict()["time_called"]
                if state.referee_actions:
                    state, twin = state.call_time(), game.call_time(twin)
                    assert state.to_dict() == game.to_dict(twin)
                    continue
            names = sorted(by_dict)
            takes = [name for name in names if '"capture"' in name or '"kamikaze"' in name]
            name_of_move = chance.choice(takes if eager and takes and chance.random() < 0.7 else names)
            assert by_dict[name_of_move].text == game.text(twin, json.loads(name_of_move))
            state = state.play(by_dict[name_of_move])
            twin = game.apply(twin, json.loads(name_of_move))
            assert state.to_dict() == game.to_dict(twin)
            assert state.scores == game.points(twin)
        assert game.is_over(twin)
        assert state.winners == game.winners(twin)
        assert game.actions(twin) == []


@pytest.mark.parametrize("name", SEATS)
def test_perft_agrees(name: str) -> None:
    state, game = both(name, SEATS[name][0], {})
    assert state.perft(1) == game.perft(game.start(), 1)
    assert state.perft(2) == game.perft(game.start(), 2)
    assert state.perft(1, distinct=True) == game.perft(game.start(), 1, distinct=True)
