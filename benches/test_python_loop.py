"""How fast Python programs are: loops of legal actions and play (the chooser's time is left out), and random games.

``make bench`` runs this. Where OpenSpiel (``pip install open_spiel``) is there, its checkers, Havannah and backgammon
are measured in the same run, and the ratios are printed: compare ratios, not seconds.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import boardwright as bw
from ratios import HAVANNAH, compare, rate, report

GAMES = 30
ROOT = Path(__file__).parents[1]


def choose_games(game: str, options: dict[str, Any]) -> list[list[int]]:
    """Choose the actions of some random games beforehand, as places in the lists of legal actions."""
    chosen = []
    for seed in range(GAMES):
        rng, chance = bw.Rng(seed), bw.Rng(GAMES + seed)
        state = bw.start(game, **options)
        places = []
        while not state.is_over:
            if state.is_chance:
                state = state.sample(chance)
                continue
            place = rng.below(len(state.legal_actions))
            places.append(place)
            state = state.play(state.legal_actions[place])
        chosen.append(places)
    return chosen


def replay(start: bw.State, games: list[list[int]]) -> int:
    """Play the chosen games, with the same chance; gives the number of steps."""
    steps = 0
    for seed, places in enumerate(games):
        chance = bw.Rng(GAMES + seed)
        state = start
        for place in places:
            while state.is_chance:
                state = state.sample(chance)
                steps += 1
            state = state.play(state.legal_actions[place])
        while state.is_chance:
            state = state.sample(chance)
            steps += 1
        assert state.is_over
        steps += len(places)
    return steps


def peer_games(game: Any) -> list[list[int]]:
    """Choose the actions of some random games of OpenSpiel."""
    chosen = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        state = game.new_initial_state()
        places = []
        while not state.is_terminal():
            place = rng.randrange(len(state.legal_actions()))
            places.append(place)
            state.apply_action(state.legal_actions()[place])
        chosen.append(places)
    return chosen


def replay_peer(game: Any, games: list[list[int]]) -> int:
    """Play the chosen games of OpenSpiel; gives the number of steps."""
    steps = 0
    for places in games:
        state = game.new_initial_state()
        for place in places:
            state.apply_action(state.legal_actions()[place])
        steps += len(places)
    return steps


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("gridopolis", {}, id="gridopolis"),
        pytest.param("gridopolis", {"reserves": 0}, id="gridopolis without building"),
        pytest.param("gridopolis", {"players": 4}, id="gridopolis for 4 players"),
        pytest.param("microworld", {}, id="microworld"),
        pytest.param("microworld", {"rules": "ABCDEFGH"}, id="microworld with all rules"),
        pytest.param("genotype", {}, id="genotype"),
        pytest.param("genotype", {"players": 5}, id="genotype for 5 players"),
        pytest.param("genotype", {"players": 1}, id="genotype alone"),
    ],
)
def test_loop(benchmark: BenchmarkFixture, game: str, options: dict[str, Any]) -> None:
    games = choose_games(game, options)
    start = bw.start(game, **options)
    steps = benchmark(replay, start, games)
    benchmark.extra_info["steps"] = steps


@pytest.mark.parametrize("game", ["gridopolis", "microworld", "genotype"])
def test_loop_with_observations(benchmark: BenchmarkFixture, game: str) -> None:
    start = bw.start(game)
    places = choose_games(game, {})[0]
    tensor = start.observation_tensor(0)
    mask = start.legal_mask()

    def work() -> None:
        state, chance = start, bw.Rng(GAMES)
        for place in places:
            while state.is_chance:
                state = state.sample(chance)
            state.observation_tensor(0, out=tensor)
            state.legal_mask(out=mask)
            state = state.play(state.legal_actions[place])

    benchmark(work)
    benchmark.extra_info["steps"] = len(places)


@pytest.mark.parametrize(
    ("game", "peer"), [("gridopolis", "checkers"), ("microworld", HAVANNAH), ("genotype", "backgammon")]
)
def test_loop_ratio(benchmark: BenchmarkFixture, game: str, peer: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    other = pyspiel.load_game(peer)
    start, games, other_games = bw.start(game), choose_games(game, {}), peer_games(other)
    found = compare(
        lambda: rate(lambda: replay(start, games)),
        lambda: rate(lambda: replay_peer(other, other_games)),
    )
    report(benchmark, f"steps in a Python loop, {game} to {peer}", found)
    benchmark.pedantic(replay, args=(start, games), rounds=1)  # type: ignore[no-untyped-call]


def test_playout_ratio(benchmark: BenchmarkFixture) -> None:
    """Random games in the core, to simulations of a C++ tree search, each of which holds one rollout of like length."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "boardwright-benches"], cwd=ROOT, check=True)
    command = [str(ROOT / "target" / "release" / "boardwright-benches"), "--rate", "micro-playouts"]
    havannah = pyspiel.load_game(HAVANNAH)
    simulations = 30_000

    def ours() -> float:
        return float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)

    def search() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(havannah, evaluator, 2.0, simulations, 1000, False, 1, False)
        bot.mcts_search(havannah.new_initial_state())
        return simulations

    report(benchmark, f"random games of microworld to simulations on {HAVANNAH}", compare(ours, lambda: rate(search)))
    benchmark.pedantic(search, rounds=1)  # type: ignore[no-untyped-call]
