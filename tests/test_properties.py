"""Laws that hold at every position of every game, seen from Python."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardwright as bw
from helpers import SETUPS, random_walk

seeds = st.integers(0, 2**64 - 1)


@st.composite
def positions(draw: st.DrawFn) -> bw.State:
    """Draw a position by random play."""
    return random_walk(draw(st.sampled_from(SETUPS)), draw(seeds), draw(st.integers(0, 250)))[-1]


@given(positions(), st.integers(0, 2**16 - 1))
def test_legal_if_and_only_if_it_can_be_played(state: bw.State, some: int) -> None:
    actions = state.legal_actions
    assert actions.ids == sorted(set(actions.ids))
    assert (len(actions) == 0) == state.is_over
    assert all(0 <= number < state.num_actions for number in actions.ids)
    before = state.to_json()
    for action in list(actions)[:40]:
        assert action in actions
        state.play(action)
    number = some % (state.num_actions + 10)
    if number not in actions.ids:
        assert number not in actions
        with pytest.raises((bw.IllegalActionError, bw.ParseError)):
            state.play(number)
    assert state.to_json() == before, "states never change"


@given(positions())
def test_forms_give_back_what_was_written(state: bw.State) -> None:
    for twin in (bw.State.from_dict(state.to_dict()), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.hash64 == state.hash64
        assert twin.to_json() == state.to_json()
        assert str(twin) == str(state)
        assert twin.legal_actions.ids == state.legal_actions.ids


@given(positions())
def test_notation_and_dicts_of_actions(state: bw.State) -> None:
    texts = [action.text for action in state.legal_actions]
    assert len(set(texts)) == len(texts)
    for action in state.legal_actions:
        assert state.parse(action.text) == [action]
        assert state.play(action.to_dict()) == state.play(action)
        assert not any(sign.isspace() for sign in action.text)
        assert state.explain(action.text)


@given(positions())
def test_whole_turns(state: bw.State) -> None:
    turns = state.turns()
    assert len(turns) == state.perft(1)
    assert len({turn.text for turn in turns}) == len(turns)
    for turn in turns[:25]:
        assert turn.end.turn == state.turn + 1
        stepped = state
        for action in turn:
            stepped = stepped.play(action)
        assert stepped == turn.end == state.play(turn.text) == state.play(turn)


@given(positions())
def test_perft_sums_up(state: bw.State) -> None:
    parts = state.divide(2)
    assert state.perft(2) == sum(parts.values()) == sum(turn.end.perft(1) for turn in state.turns())
    assert state.perft(1, distinct=True) == len({turn.end for turn in state.turns()})


@given(positions())
def test_results_are_in_range(state: bw.State) -> None:
    returns = state.returns
    assert len(returns) == len(state.scores) == state.num_players
    assert all(-1 <= value <= 1 for value in returns)
    assert abs(sum(returns)) < 1e-9
    if state.is_over:
        assert state.current_player is None
        assert state.ending
        assert state.winners
        best = max(returns)
        assert all(returns[seat] == best for seat in state.winners)
    else:
        assert state.current_player == state.turn_seat
        assert returns == [0.0] * state.num_players
        assert state.winners == []
        assert state.ending is None


@given(positions())
def test_tensors_fit_their_shapes(state: bw.State) -> None:
    size = sum(int(np.prod(shape)) for shape in state.observation_shape.values())
    for seat in range(state.num_players):
        tensor = state.observation_tensor(seat)
        assert tensor.shape == (size,)
        assert np.isfinite(tensor).all()
        assert np.array_equal(state.view(seat).observation_tensor(seat), tensor)
    assert np.flatnonzero(state.legal_mask()).tolist() == state.legal_actions.ids


@given(positions())
def test_views_lose_nothing_where_nothing_is_hidden(state: bw.State) -> None:
    for viewer in [*range(state.num_players), "spectator"]:
        view = state.view(viewer)
        assert view.legal_actions.ids == state.legal_actions.ids
        seen = view.to_dict()
        assert seen.pop("viewer") == view.viewer
        assert seen == state.to_dict()
        assert str(view) == str(state)


@given(st.sampled_from(SETUPS), seeds, st.integers(0, 120))
def test_records_replay_to_the_same_states(options: dict[str, Any], seed: int, plies: int) -> None:
    states = random_walk(options, seed, plies)
    record = bw.Record(states[0], players=[f"p{seat}" for seat in range(states[0].num_players)], seed=seed)
    for state in states[1:]:
        assert state.last_action is not None
        assert record.push(state.last_action) == state
    for text in (record.to_text(), record.to_json()):
        twin = bw.loads(text)
        assert twin.states() == states
        assert twin.to_text() == record.to_text()
        assert twin.to_json() == record.to_json()
    assert len(record) == len(states) - 1
    assert record.state == states[-1]


@given(st.sampled_from(SETUPS), seeds)
def test_the_same_seed_gives_the_same_game(options: dict[str, Any], seed: int) -> None:
    start = bw.start("gridopolis", **options)
    assert start.playout(bw.Rng(seed)) == start.playout(bw.Rng(seed))
    assert start.playout(bw.Rng(seed)).is_over


@given(positions(), st.text(max_size=40))
def test_any_text_gets_an_answer(state: bw.State, text: str) -> None:
    explanation = state.explain(text)
    assert explanation.message
    try:
        state.play(text)
    except bw.BoardwrightError:
        assert not explanation
    else:
        assert explanation


SIGNS = st.text(alphabet="0123456789.-+|>^x!~# time", max_size=40)


@given(positions(), SIGNS)
def test_any_notation_like_text_gets_an_answer(state: bw.State, text: str) -> None:
    explanation = state.explain(text)
    assert explanation.message
    assert explanation.legal or explanation.rule is None or explanation.rule.startswith("G")
