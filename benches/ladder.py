"""Matches between bots, with paired seeds and swapped seats: how strong they are.

``python benches/ladder.py microworld`` lets each of the levels 1 to 10 play against the one below;
``python benches/ladder.py gridopolis alphabeta:depth=4 greedy --games 100`` one bot against another. Each row says how
many points the first one got per game (1 for a win, 0.5 for a draw), with an interval of 95 percent from the pairs of
games with the same seed.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import boardwright as bw

OPENING = {"gridopolis": 8, "microworld": 0, "genotype": 0}
"""How many random actions games begin with: where there is no chance, bots would play the same game again and again."""


class Found(NamedTuple):
    """What one bot reached against another: its points per game, the half of the interval, games and draws."""

    points: float
    error: float
    games: int
    draws: int

    def __str__(self) -> str:
        return f"{100 * self.points:.1f} ± {100 * self.error:.1f} % | {self.games} | {self.draws}"


def start(game: str, seed: int) -> bw.State:
    """Begin a game for two, with some random actions where there is no chance."""
    rng = bw.Rng(seed)
    state = bw.start(game, seed=seed)
    for _ in range(OPENING[game]):
        state = state.play(state.random_action(rng))
    return state


def pair(job: tuple[str, str, str, int]) -> tuple[float, float]:
    """Play two games of the same seed, each bot first in one of them; gives the points of the first bot."""
    game, one, other, seed = job
    first = bw.Match(start(game, seed), [one, other], seed=seed).play()
    second = bw.Match(start(game, seed), [other, one], seed=seed).play()
    return (first.returns[0] + 1) / 2, (second.returns[1] + 1) / 2


def measure(pool: ProcessPoolExecutor, game: str, one: str, other: str, games: int, seed: int) -> Found:
    """Play many pairs of games."""
    jobs = [(game, one, other, number) for number in range(seed, seed + games // 2)]
    pairs = list(pool.map(pair, jobs))
    means = [sum(points) / 2 for points in pairs]
    error = 1.96 * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.nan
    draws = sum(points == 0.5 for points in itertools.chain(*pairs))
    return Found(statistics.mean(means), error, 2 * len(pairs), draws)


def matches(bots: list[str], levels: range) -> Iterator[tuple[str, str]]:
    """Give who plays whom."""
    if bots:
        yield bots[0], bots[1]
        return
    for level in levels:
        yield f"level:{level}", f"level:{level - 1}" if level > 1 else "random"


def main() -> None:
    """Read the arguments, and print a row for each match."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=bw.list_games())
    parser.add_argument("bots", nargs="*", help="two bots; if none are given, each level plays the one below")
    parser.add_argument("--games", type=int, default=200, help="a match (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair of games (%(default)s)")
    parser.add_argument("--levels", type=int, nargs=2, default=(1, 10), metavar=("FROM", "TO"))
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    if len(given.bots) not in (0, 2):
        parser.error("a match takes two bots")
    if given.games < 2:
        parser.error("a pair are two games")
    print("| game | bot | against | points | games | draws |\n|---|---|---|---|---|---|", flush=True)
    with ProcessPoolExecutor(given.processes) as pool:
        for one, other in matches(given.bots, range(given.levels[0], given.levels[1] + 1)):
            found = measure(pool, given.game, one, other, given.games, given.seed)
            print(f"| {given.game} | `{one}` | `{other}` | {found} |", flush=True)


if __name__ == "__main__":
    main()
