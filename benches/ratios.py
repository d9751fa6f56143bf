"""Rates of two programs, measured by turns in one run: their ratio means something on a busy machine, too."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from pytest_benchmark.fixture import BenchmarkFixture

HAVANNAH = "havannah(board_size=4)"


def rate(work: Callable[[], int]) -> float:
    """Units of work a second, of one run."""
    began = time.perf_counter()
    return work() / (time.perf_counter() - began)


def compare(ours: Callable[[], float], theirs: Callable[[], float], rounds: int = 7) -> dict[str, float]:
    """Measure two rates by turns, so that a slow moment of the machine meets both; gives medians."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    ratios = sorted(own / other for own, other in pairs)
    return {
        "ours": statistics.median(own for own, _ in pairs),
        "theirs": statistics.median(other for _, other in pairs),
        "ratio": statistics.median(ratios),
        "lowest": ratios[0],
        "highest": ratios[-1],
    }


def report(benchmark: BenchmarkFixture, what: str, found: dict[str, float]) -> None:
    """Print a comparison, and keep it with the results."""
    benchmark.extra_info |= found
    print(
        f"\n{what}: {found['ours']:,.0f} to {found['theirs']:,.0f} a second,"
        f" ratio {found['ratio']:.2f} ({found['lowest']:.2f}-{found['highest']:.2f})"
    )
