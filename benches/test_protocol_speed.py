"""How long an engine takes to answer what needs no thinking: there and back, through two pipes and two processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from boardwright.protocol import Engine

COMMAND = [sys.executable, "-m", "boardwright", "engine"]

ASKED: dict[str, Callable[[Engine], object]] = {
    "isready": Engine.is_ready,
    "status": Engine.status,
    "validmoves": Engine.valid_moves,
}


@pytest.fixture(scope="module", params=["text", "json"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    json = request.param == "json"
    with Engine.popen([*COMMAND, *(["--json"] if json else [])], json=json) as engine:
        engine.new_game("gridopolis")
        yield engine


@pytest.mark.parametrize("verb", ASKED)
def test_latency(benchmark: BenchmarkFixture, engine: Engine, verb: str) -> None:
    benchmark.group = "engine protocol"
    benchmark(ASKED[verb], engine)
