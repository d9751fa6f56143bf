"""Measure how fast a game is on this machine, on one core.

Each figure is the median of several rounds, after a run that is not counted; the slowest and the fastest round are
shown beside it. Compare figures of one machine and one moment only.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from boardwright import _core, games
from boardwright._core import Rng, State
from boardwright._progress import Bar
from boardwright.search import search

from . import common

NAME = "bench"
HELP = "measure speed"
EXAMPLE = "boardwright bench gridopolis --seconds 2"

ROUNDS = 5
SIMULATIONS = 1000
MANY = 10_000


class Figure(NamedTuple):
    """How often something was done in a second."""

    name: str
    median: float
    slowest: float
    fastest: float


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_game(parser)
    parser.add_argument(
        "--seconds", type=float, default=2.0, metavar="S", help="about how long each figure is measured; 2 if not given"
    )
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure."""
    if not 0 < arguments.seconds <= 3600:
        raise common.CommandError("--seconds is more than 0 and at most 3600")
    state = common.start_game(arguments)
    figures = list(_measure_all(state, arguments.seconds, games.make_rng(arguments.seed or 0)))
    if arguments.json:
        common.print_json(
            {
                "game": state.game_name,
                "options": state.options,
                "version": _core.__version__,
                "python": platform.python_version(),
                "machine": platform.machine(),
                "per_second": [figure._asdict() for figure in figures],
            }
        )
        return 0
    print(f"{state.title}, boardwright {_core.__version__}, Python {platform.python_version()}, one core")
    common.print_table(
        ["per second", "median", "slowest", "fastest"],
        [[figure.name, round(figure.median), round(figure.slowest), round(figure.fastest)] for figure in figures],
        numbers=[1, 2, 3],
    )
    return 0


def _measure_all(state: State, seconds: float, rng: Rng) -> Iterator[Figure]:
    labels = count()

    def playouts() -> tuple[int, ...]:
        end = state.playout(rng.split(next(labels)))
        return 1, end.turn - state.turn

    def steps() -> tuple[int, ...]:
        return (_python_game(state, rng.split(next(labels))),)

    yield from _measure(("random games", "turns of random games"), playouts, seconds)
    yield from _measure(("actions in a Python loop",), steps, seconds)

    def simulations() -> tuple[int, ...]:
        return (search(state, method="mcts", simulations=SIMULATIONS, seed=next(labels)).simulations,)

    if state.current_player is not None:
        yield from _measure((f"simulations (mcts:{SIMULATIONS})",), simulations, seconds)
    depth = _perft_depth(state)
    if depth:
        yield from _measure((f"perft({depth}) positions",), lambda: (state.perft(depth),), seconds)


def _measure(names: tuple[str, ...], work: Callable[[], tuple[int, ...]], seconds: float) -> Iterator[Figure]:
    """Do some work over and over, and count what it says it did."""
    work()
    rates: list[list[float]] = [[] for _ in names]
    with Bar(names[0], f"of {ROUNDS} rounds") as progress:
        for number in range(ROUNDS):
            progress(number)
            totals = [0] * len(names)
            began = time.perf_counter()
            elapsed = 0.0
            while elapsed < seconds / ROUNDS:
                for index, done in enumerate(work()):
                    totals[index] += done
                elapsed = time.perf_counter() - began
            for index, total in enumerate(totals):
                rates[index].append(total / elapsed)
    for name, rate in zip(names, rates, strict=True):
        yield Figure(name, statistics.median(rate), min(rate), max(rate))


def _python_game(state: State, rng: Rng) -> int:
    """Play a random game through `legal_actions` and `play`; gives the number of events."""
    events = 0
    while not state.is_over:
        if state.is_chance:
            state = state.sample(rng)
        else:
            actions = state.legal_actions
            state = state.play(actions[rng.below(len(actions))])
        events += 1
    return events


def _perft_depth(state: State) -> int:
    """Find the first depth with many positions, so that calls don't count; 0 where no turn can be made.

    It depends on the position only: figures of two machines, or of two measurements, are then of the same thing.
    """
    if state.is_over or state.is_chance:
        return 0
    depth, before = 1, 0
    while depth < 20:
        found = state.perft(depth)
        if found >= MANY:
            break
        if found <= before:  # everything ends soon
            return max(1, depth - 1)
        depth, before = depth + 1, found
    return depth
