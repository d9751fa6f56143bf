"""How fast a Python loop of legal actions and play is; the chooser's time is left out.

``make bench`` runs this. Where OpenSpiel (``pip install open_spiel``) is there, its checkers are measured in the same
run, and the ratio of steps per second is printed: compare ratios, not seconds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import boardwright as bw

GAMES = 30


def gridopolis_games(options: dict[str, Any]) -> list[list[int]]:
    """Choose the actions of some random games beforehand, as places in the lists of legal actions."""
    chosen = []
    for seed in range(GAMES):
        rng = bw.Rng(seed)
        state = bw.start("gridopolis", **options)
        places = []
        while not state.is_over:
            place = rng.below(len(state.legal_actions))
            places.append(place)
            state = state.play(state.legal_actions[place])
        chosen.append(places)
    return chosen


def replay_gridopolis(start: bw.State, games: list[list[int]]) -> int:
    """Play the chosen games; gives the number of steps."""
    steps = 0
    for places in games:
        state = start
        for place in places:
            state = state.play(state.legal_actions[place])
        assert state.is_over
        steps += len(places)
    return steps


def rate(work: Callable[[], int], rounds: int = 5) -> float:
    """Measure the best of some rounds, in steps per second."""
    best = 0.0
    work()
    for _ in range(rounds):
        began = time.perf_counter()
        steps = work()
        best = max(best, steps / (time.perf_counter() - began))
    return best


@pytest.mark.parametrize("options", [{}, {"reserves": 0}, {"players": 4}], ids=["building", "no building", "4 players"])
def test_loop(benchmark: BenchmarkFixture, options: dict[str, Any]) -> None:
    games = gridopolis_games(options)
    start = bw.start("gridopolis", **options)
    steps = benchmark(replay_gridopolis, start, games)
    benchmark.extra_info["steps"] = steps


def test_loop_with_observations(benchmark: BenchmarkFixture) -> None:
    start = bw.start("gridopolis")
    places = gridopolis_games({})[0]
    tensor = start.observation_tensor(0)
    mask = start.legal_mask()

    def work() -> None:
        state = start
        for place in places:
            state.observation_tensor(out=tensor)
            state.legal_mask(out=mask)
            state = state.play(state.legal_actions[place])

    benchmark(work)
    benchmark.extra_info["steps"] = len(places)


def test_ratio_to_checkers(benchmark: BenchmarkFixture) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    checkers = pyspiel.load_game("checkers")

    def checkers_games() -> list[list[int]]:
        chosen = []
        for seed in range(GAMES):
            rng = random.Random(seed)
            state = checkers.new_initial_state()
            places = []
            while not state.is_terminal():
                place = rng.randrange(len(state.legal_actions()))
                places.append(place)
                state.apply_action(state.legal_actions()[place])
            chosen.append(places)
        return chosen

    other_games = checkers_games()

    def replay_checkers() -> int:
        steps = 0
        for places in other_games:
            state = checkers.new_initial_state()
            for place in places:
                state.apply_action(state.legal_actions()[place])
            steps += len(places)
        return steps

    start = bw.start("gridopolis")
    games = gridopolis_games({})
    ours = rate(lambda: replay_gridopolis(start, games))
    theirs = rate(replay_checkers)
    benchmark.extra_info |= {"ours": ours, "checkers": theirs, "ratio": ours / theirs}
    print(f"\nsteps/s: gridopolis {ours:,.0f}, checkers {theirs:,.0f}, ratio {ours / theirs:.2f}")
    benchmark.pedantic(replay_gridopolis, args=(start, games), rounds=1)  # type: ignore[no-untyped-call]
