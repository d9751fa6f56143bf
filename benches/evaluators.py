"""How many leaves a second searches and self-play hand to an evaluator that does nothing.

Run it with ``python benches/evaluators.py``. Leaves are counted in seconds of this process (one core).
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import boardwright as bw
from boardwright.evaluators import search_many

LEAVES = 20_000
"""About so many are measured at once."""


class Counter:
    """An evaluator that knows nothing, and counts what it is asked."""

    def __init__(self) -> None:
        self.leaves = self.batches = 0

    def __call__(self, observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> Any:
        """Evaluate a batch."""
        self.leaves += len(observations)
        self.batches += 1
        return np.zeros(legal.shape, np.float32), np.zeros(len(observations), np.float32)


def measure(what: str, work: Callable[[Counter], object]) -> None:
    """Do some work, and say how fast it was."""
    counter = Counter()
    begun = time.process_time()
    work(counter)
    seconds = time.process_time() - begun
    rate, size = counter.leaves / seconds, counter.leaves / counter.batches
    print(f"{what}: {rate:9,.0f} leaves/s, {size:5.1f} in a batch", flush=True)


def play(game: str, counter: Counter) -> None:
    """Play 64 games."""
    for _ in bw.self_play(game, counter, games=64, simulations=8, batch_size=64):
        pass


def main() -> None:
    """Measure all games."""
    for game in bw.list_games():
        state = bw.start(game, seed=1)
        for size in (1, 32, 256):
            for positions in sorted({1, size}):
                simulations = max(2, (LEAVES if size > 1 else LEAVES // 4) // positions)
                work = functools.partial(
                    search_many, [state] * positions, simulations=simulations, batch_size=size, seed=1
                )
                measure(f"{game:10}  {positions:3} positions  batch_size={size:3}", work)
        measure(f"{game:10}  self-play      batch_size= 64", functools.partial(play, game))


if __name__ == "__main__":
    main()
