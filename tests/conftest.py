"""What all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

import boardwright as bw

# No deadline: a busy machine must not make a test fail.
settings.register_profile("fast", max_examples=30, deadline=None)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


@pytest.fixture
def state() -> bw.State:
    """Start the usual game."""
    return bw.start("gridopolis")


@pytest.fixture(scope="session")
def game() -> bw.Record:
    """Play a whole game; tests must not push onto it."""
    return bw.Match("gridopolis", ["greedy", "random"], seed=7).play().record
