"""How fast batches are, as ratios to Python loops over games of OpenSpiel and to batches of Pgx, in the same run.

``make bench`` runs this where OpenSpiel is there (``pip install open_spiel``), and Pgx if it is (``pip install pgx``).
All play random legal actions in games of like length; a step gives masks and rewards, and observations where the name
says so. Steps in which a game begins again are not counted. Pgx takes all cores unless it is kept to one from outside:
``taskset -c 0``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import boardwright as bw
from ratios import HAVANNAH, compare, rate, report

COUNT = 1024
"""Games in a batch."""

MANY = 32768
"""Games in a batch that threads share, without observations: it takes some time to start them at each step."""

# Our game, its steps of a batch for each measurement, and comparable games of OpenSpiel and of Pgx.
GAMES = {
    "gridopolis": (400, "checkers", "gardner_chess"),
    "microworld": (1000, HAVANNAH, "hex"),
    "genotype": (600, "backgammon", "backgammon"),
}

each_game = pytest.mark.parametrize("game", GAMES)
observing = pytest.mark.parametrize("observe", [False, True], ids=["masks", "masks, observations"])


def batch_loop(game: str, *, observe: bool = False, threads: int = 1, count: int = COUNT) -> Callable[[], int]:
    """Make random steps of a batch, to be timed; they give the number of actions played."""
    games = bw.batch(game, count, seed=1, observe=observe, threads=threads)
    out = games.arrays()
    steps = max(1, GAMES[game][0] * COUNT // count // (3 if observe else 1))

    def work() -> int:
        played = 0
        for _ in range(steps):
            # What has just ended begins again.
            played += count - int(out.terminated.sum())
            games.random_step(out=out)
        return played

    return work


def peer_loop(name: str, *, observe: bool) -> Callable[[], int]:
    """Make a Python loop over random games of OpenSpiel, to be timed."""
    game = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel").load_game(name)

    def work() -> int:
        rng, played = random.Random(1), 0
        while played < 20_000:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                    continue
                state.legal_actions_mask()
                if observe:
                    state.observation_tensor()
                state.apply_action(rng.choice(state.legal_actions()))
                state.rewards()
                played += 1
        return played

    return work


def pgx_loop(name: str) -> Callable[[], int]:
    """Make random steps of a batch of Pgx, to be timed; its observations are part of every step."""
    pgx = pytest.importorskip("pgx", reason="Pgx is not installed: pip install pgx")
    import jax
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def random_step(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], Any]:
        states, key = carry
        key, choice, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, logits, axis=1)
        states = jax.vmap(step)(states, actions, jax.random.split(chance, COUNT))
        return (states, key), states.terminated.sum()

    steps = 20
    run = jax.jit(lambda states, key: jax.lax.scan(random_step, (states, key), None, length=steps))
    key = jax.random.PRNGKey(1)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, COUNT))

    def work() -> int:
        nonlocal states, key
        # Auto-reset is part of the step that ends a game, so that each step plays an action everywhere.
        (states, key), _ = run(states, key)
        jax.block_until_ready(states)
        return steps * COUNT

    return work


def run(benchmark: BenchmarkFixture, what: str, ours: Callable[[], int], theirs: Callable[[], int]) -> None:
    """Compare two loops, in actions a second."""
    report(benchmark, what, compare(lambda: rate(ours), lambda: rate(theirs)))
    benchmark.pedantic(ours, rounds=1)  # type: ignore[no-untyped-call]


@observing
@each_game
def test_to_a_python_loop(benchmark: BenchmarkFixture, game: str, observe: bool) -> None:
    peer = GAMES[game][1]
    what = f"actions of batches, {game} to a Python loop over {peer}{' with observations' * observe}"
    run(benchmark, what, batch_loop(game, observe=observe), peer_loop(peer, observe=observe))


@observing
@each_game
def test_to_pgx(benchmark: BenchmarkFixture, game: str, observe: bool) -> None:
    peer = GAMES[game][2]
    what = f"actions of batches, {game}{' with observations' * observe} to Pgx's {peer}"
    run(benchmark, what, batch_loop(game, observe=observe), pgx_loop(peer))


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one core only")
@observing
@each_game
def test_two_threads_to_one(benchmark: BenchmarkFixture, game: str, observe: bool) -> None:
    """Means something only where both cores are free."""
    what = f"actions of batches of {game}{' with observations' * observe}, two threads to one"
    two, one = (
        batch_loop(game, observe=observe, threads=threads, count=MANY // (8 if observe else 1)) for threads in (2, 1)
    )
    run(benchmark, what, two, one)
