"""Positions to search, and what was found there by this version. `python tests/search_cases.py` writes it anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import boardwright as bw

GOLDENS = Path(__file__).parent / "data" / "search.json"

# Game, options, how many random events are played first, and how it is searched.
CASES: list[tuple[str, dict[str, Any], int, dict[str, Any]]] = [
    ("gridopolis", {}, 0, {"method": "mcts", "simulations": 600}),
    ("gridopolis", {"players": 3}, 40, {"method": "mcts", "simulations": 600, "seed": 2}),
    ("gridopolis", {"players": 2, "reserves": 0}, 30, {"method": "mcts", "simulations": 600, "turns": 0}),
    ("microworld", {}, 12, {"method": "mcts", "simulations": 600, "seed": 2**64 - 1}),
    ("microworld", {"rules": "ABCDEFGH"}, 30, {"method": "mcts", "simulations": 600, "chance": True}),
    ("microworld", {"rules": "ABCDEFGH"}, 40, {"method": "mcts", "simulations": 600, "deals": False}),
    ("genotype", {}, 60, {"method": "mcts", "simulations": 600, "policy": "light", "turns": 2}),
    ("genotype", {"players": 4}, 200, {"method": "mcts", "simulations": 600, "priors": False, "trees": 3}),
    ("genotype", {"players": 1, "difficulty": "hard"}, 90, {"method": "mcts", "simulations": 600, "exploration": 2}),
]


def position(game: str, options: dict[str, Any], events: int, seed: int = 7) -> bw.State:
    """Play random events, and on until a seat has a choice."""
    rng = bw.Rng(seed)
    state = bw.start(game, **options)
    while events > 0 or len(state.legal_actions) < 2:
        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
        events -= 1
        assert not state.is_over, "a game that is long enough"
    return state


def facts(analysis: bw.Analysis) -> dict[str, Any]:
    """What is compared with earlier versions."""
    return {
        "best": analysis.best.text,
        "turn": analysis.turn.text,
        "pv": analysis.pv_text,
        "lines": [[line.text, line.visits, [round(value, 9) for value in line.values]] for line in analysis.lines[:5]],
        "simulations": analysis.simulations,
        "nodes": analysis.nodes,
        "depth": analysis.depth,
    }


def found() -> list[dict[str, Any]]:
    """Search all positions."""
    return [
        {"game": game, "options": options, "events": events, "search": asked}
        | {"found": facts(bw.search(position(game, options, events), **asked))}
        for game, options, events, asked in CASES
    ]


if __name__ == "__main__":
    GOLDENS.write_text(json.dumps({"searches": found()}, indent=1) + "\n", encoding="utf-8")
