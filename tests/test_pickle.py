"""Pickling, within a process and across processes."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest

import boardwright as bw
from boardwright import _core
from helpers import SETUPS, find_state, random_walk


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_states_at_every_protocol(state: bw.State, protocol: int) -> None:
    assert pickle.loads(pickle.dumps(state, protocol)) == state


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_states_of_every_setup(options: dict[str, object]) -> None:
    for state in random_walk(options, 3, 60)[::10]:
        twin = pickle.loads(pickle.dumps(state))
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.hash64 == state.hash64
        assert twin.options == state.options
        assert twin.legal_actions.ids == state.legal_actions.ids


@pytest.mark.parametrize("phase", ["chain", "second", "teleport", "over"])
def test_states_within_a_turn(phase: str) -> None:
    state = find_state(phase)
    assert pickle.loads(pickle.dumps(state)) == state
    assert copy.deepcopy(state) == state


def test_views_stay_views(state: bw.State) -> None:
    view = pickle.loads(pickle.dumps(state.view(1)))
    assert view.viewer == "seat 1"
    assert view == state.view(1)


def test_own_blueprints_travel_along() -> None:
    blueprint = bw.gridopolis.blueprints()["plaza"] | {"name": "mine"}
    state = bw.gridopolis.start(2, blueprint)
    assert pickle.loads(pickle.dumps(state)) == state


def test_another_process_agrees(state: bw.State) -> None:
    code = "import pickle, sys; s = pickle.load(sys.stdin.buffer); print(s.hash64, s.perft(1))"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=True)
    assert done.stdout.split() == [str(state.hash64).encode(), str(state.perft(1)).encode()]


def test_records_and_results() -> None:
    result = bw.Match("gridopolis", ["random", "random"], seed=3, max_turns=20).play()
    twin = pickle.loads(pickle.dumps(result))
    assert twin.record.to_text() == result.record.to_text()
    assert twin.state == result.state
    assert twin.stopped == result.stopped
    assert copy.deepcopy(result.record).to_json() == result.record.to_json()


@pytest.mark.parametrize("cut", [0, 1, 2, 10])
def test_broken_bytes(state: bw.State, cut: int) -> None:
    data = state.to_bytes()
    assert _core.state_from_bytes(data) == state
    with pytest.raises(ValueError):  # noqa: PT011 - that it is no crash and no state is the point
        _core.state_from_bytes(data[:cut])
    with pytest.raises(ValueError):  # noqa: PT011
        _core.state_from_bytes(b"\xff" + data[1:])
