"""How fast the searches are, as ratios to OpenSpiel's C++ searches of comparable games in the same run.

``make bench`` runs this where OpenSpiel is there (``pip install open_spiel``). Both search on one core from the start
of their games, with the same number of simulations and one random game a simulation. The ratios that count are those
of "plain": one tree and no priors, as OpenSpiel searches. Those of "default" have trees by the budget and priors.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import boardwright as bw
from ratios import HAVANNAH, compare, rate, report

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

PLAIN = {"priors": False, "trees": 1}
settings = pytest.mark.parametrize("settings", [PLAIN, {}], ids=["plain", "default"])

# A turn of a random game of Gridopolis has 1.6 actions: 37 turns are 60 actions.
TURNS = 37

ROUNDS = 5


def position(game: str, **options: Any) -> bw.State:
    """Start a game, up to where a player is to act."""
    return bw.start(game, seed=1, **options)


def peer_position(game: Any) -> Any:
    """Start a game of OpenSpiel, up to where a player is to act."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def search(state: bw.State, simulations: int, **settings: Any) -> Callable[[], int]:
    """Make a search to be timed."""
    return lambda: bw.search(state, method="mcts", simulations=simulations, **settings).simulations


def peer_search(name: str, simulations: int) -> Callable[[], int]:
    """Make a Monte Carlo tree search of OpenSpiel to be timed."""
    game = pyspiel.load_game(name)
    state = peer_position(game)

    def work() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False)
        return int(bot.mcts_search(state).explore_count)

    return work


def peer_information_set_search(name: str, simulations: int) -> Callable[[], int]:
    """Make an information-set search of OpenSpiel to be timed."""
    state = peer_position(pyspiel.load_game(name))

    def work() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.ISMCTSBot(1, evaluator, 2.0, simulations).step(state)
        return simulations

    return work


def run(benchmark: BenchmarkFixture, what: str, ours: Callable[[], int], theirs: Callable[[], int]) -> None:
    """Compare two searches, in simulations a second."""
    report(benchmark, what, compare(lambda: rate(ours), lambda: rate(theirs), ROUNDS))
    benchmark.pedantic(ours, rounds=1)  # type: ignore[no-untyped-call]


@settings
def test_full_games_to_checkers(benchmark: BenchmarkFixture, settings: dict[str, Any]) -> None:
    ours = search(position("gridopolis"), 3000, turns=0, **settings)
    run(benchmark, "full random games, gridopolis to checkers", ours, peer_search("checkers", 3000))


@settings
def test_cut_games_to_checkers(benchmark: BenchmarkFixture, settings: dict[str, Any]) -> None:
    """Games of 60 actions and the evaluator, to full games of checkers."""
    ours = search(position("gridopolis"), 3000, turns=TURNS, **settings)
    run(benchmark, "games cut at 60 actions, gridopolis to checkers", ours, peer_search("checkers", 3000))


def test_default_to_checkers(benchmark: BenchmarkFixture) -> None:
    """What `boardwright.search` does if nothing else is asked for: games are cut much earlier."""
    ours = search(position("gridopolis"), 3000)
    run(benchmark, "as it is by default, gridopolis to checkers", ours, peer_search("checkers", 3000))


@settings
def test_full_information_to_havannah(benchmark: BenchmarkFixture, settings: dict[str, Any]) -> None:
    ours = search(position("microworld"), 20_000, deals=False, turns=0, **settings)
    run(benchmark, f"microworld without deals to {HAVANNAH}", ours, peer_search(HAVANNAH, 20_000))


@settings
@pytest.mark.parametrize("rules", ["", "ABCDEFGH"], ids=["no rules", "all rules"])
def test_information_sets_to_euchre(benchmark: BenchmarkFixture, settings: dict[str, Any], rules: str) -> None:
    ours = search(position("microworld", rules=rules), 20_000, turns=0, **settings)
    run(benchmark, f"microworld ({rules or 'no rules'}) to euchre", ours, peer_information_set_search("euchre", 20_000))


@settings
def test_genotype_to_its_end(benchmark: BenchmarkFixture, settings: dict[str, Any]) -> None:
    ours = search(position("genotype"), 3000, turns=0, **settings)
    run(benchmark, "full random games, genotype to backgammon", ours, peer_search("backgammon", 300))


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one core only")
@pytest.mark.parametrize("game", ["gridopolis", "microworld", "genotype"])
def test_two_threads_to_one(benchmark: BenchmarkFixture, game: str) -> None:
    """Means something only where both cores are free."""
    simulations = {"gridopolis": 40_000, "microworld": 100_000, "genotype": 50_000}[game]
    ours = search(position(game), simulations, threads=2)
    run(benchmark, f"{game}, two threads to one", ours, search(position(game), simulations))
