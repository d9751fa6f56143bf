"""What all tests share."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

import boardwright as bw
from helpers import GAMES

# No deadline: a busy machine must not make a test fail.
settings.register_profile("fast", max_examples=30, deadline=None)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Let Ctrl-C interrupt this process and those it starts.

    Where the tests run in the background of a shell, SIGINT is ignored from the start, and Python leaves it so. A
    handler of one's own becomes the default again in processes that are started.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def state() -> bw.State:
    """Start the usual game."""
    return bw.start("gridopolis")


@pytest.fixture(scope="session")
def game() -> bw.Record:
    """Play a whole game; tests must not push onto it."""
    return bw.Match("gridopolis", ["greedy", "random"], seed=7).play().record


@pytest.fixture(params=list(GAMES))
def any_state(request: pytest.FixtureRequest) -> bw.State:
    """Start each kind of game; a player is to act."""
    return GAMES[request.param].start(seed=7)


@pytest.fixture(scope="session", params=list(GAMES))
def any_game(request: pytest.FixtureRequest) -> bw.Record:
    """Play a whole game of each kind; tests must not push onto it."""
    return GAMES[request.param].match(["greedy", "random"], seed=7).play().record
