"""Pickling, within a process and across processes."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys

import pytest

import boardwright as bw
from boardwright import _core
from helpers import ALL_SETUPS, Setup, each_game, find_state, in_phases, random_walk
from oracle.microworld import random_graph


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_states_at_every_protocol(any_state: bw.State, protocol: int) -> None:
    assert pickle.loads(pickle.dumps(any_state, protocol)) == any_state
    action = any_state.legal_actions[0]
    assert pickle.loads(pickle.dumps(action, protocol)) == action


@pytest.mark.parametrize("setup", ALL_SETUPS, ids=lambda setup: f"{setup.game} {setup.options}")
def test_states_of_every_setup(setup: Setup) -> None:
    for state in random_walk(setup.options, 3, 60, setup.game)[::5]:
        twin = pickle.loads(pickle.dumps(state))
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.hash64 == state.hash64
        assert twin.options == state.options
        assert twin.legal_actions.ids == state.legal_actions.ids


@pytest.mark.parametrize(
    ("setup", "phase"),
    [
        *in_phases("gridopolis", "chain", "second", "teleport", "over"),
        *in_phases("microworld", "before", "move", "token", "after", "flip", "over"),
        *in_phases("microworld-secrets", "leftover", "target", "tile", "keep", "reveal", "steal", "mutate"),
    ],
)
def test_states_within_a_turn(setup: Setup, phase: str) -> None:
    state = find_state(phase, setup.options, setup.game)
    assert pickle.loads(pickle.dumps(state)) == state
    assert copy.deepcopy(state) == state


@each_game
def test_views_stay_views(setup: Setup) -> None:
    for state in random_walk(setup.options, 4, 80, setup.game)[::8]:
        for viewer in (0, 1, "spectator"):
            view = pickle.loads(pickle.dumps(state.view(viewer)))
            assert view.viewer == state.view(viewer).viewer
            assert view == state.view(viewer)
            assert view.hash64 == state.view(viewer).hash64
            with pytest.raises(bw.ViewError):
                view.view("everything")


@each_game
def test_actions_turns_and_events_of_views(setup: Setup) -> None:
    for state in random_walk(setup.options, 6, 80, setup.game)[::6]:
        for viewer in ("everything", 0, 1, "spectator"):
            view = state.view(viewer)
            # What led here may be an event whose content the viewer does not know.
            events = [*view.legal_actions[:2], *(outcome for outcome, _ in view.outcomes[:2]), view.last_action]
            for event in (event for event in events if event is not None):
                for twin in (pickle.loads(pickle.dumps(event)), copy.deepcopy(event), copy.copy(event)):
                    assert twin == event
                    assert (hash(twin), twin.kind, twin.text) == (hash(event), event.kind, event.text)
                    assert twin.to_dict() == event.to_dict()
            for turn in view.turns()[:2]:
                twin_turn = pickle.loads(pickle.dumps(turn))
                assert twin_turn == turn
                assert twin_turn.end == turn.end


def test_own_blueprints_travel_along() -> None:
    blueprint = bw.gridopolis.blueprints()["plaza"] | {"name": "mine"}
    state = bw.gridopolis.start(2, blueprint)
    assert pickle.loads(pickle.dumps(state)) == state


def test_own_boards_travel_along() -> None:
    board = random_graph(random.Random(3))
    for state in random_walk({"board": board, "rules": "ACD"}, 3, 90, "microworld")[::10]:
        twin = pickle.loads(pickle.dumps(state))
        assert twin == state
        assert twin.layout() == state.layout()


@each_game
def test_another_process_agrees(setup: Setup) -> None:
    state = random_walk(setup.options, 5, 30, setup.game)[-1]
    code = "import pickle, sys; s = pickle.load(sys.stdin.buffer); print(s.hash64, s.perft(1))"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=True)
    assert done.stdout.split() == [str(state.hash64).encode(), str(state.perft(1)).encode()]


@each_game
def test_records_and_results(setup: Setup) -> None:
    result = setup.match(seed=3, max_turns=20).play()
    twin = pickle.loads(pickle.dumps(result))
    assert twin.record.to_text() == result.record.to_text()
    assert twin.state == result.state
    assert twin.stopped == result.stopped
    assert copy.deepcopy(result.record).to_json() == result.record.to_json()
    seen = result.record.redact(1)
    assert pickle.loads(pickle.dumps(seen)) == seen


@pytest.mark.parametrize("cut", [0, 1, 2, 10])
def test_broken_bytes(any_state: bw.State, cut: int) -> None:
    data = any_state.to_bytes()
    assert _core.state_from_bytes(data) == any_state
    with pytest.raises(ValueError):  # noqa: PT011 - that it is no crash and no state is the point
        _core.state_from_bytes(data[:cut])
    with pytest.raises(ValueError):  # noqa: PT011
        _core.state_from_bytes(b"\xff" + data[1:])
