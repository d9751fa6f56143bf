"""Laws that hold at every position of every game, seen from Python."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardwright as bw
from helpers import ALL_SETUPS, Setup, random_walk

seeds = st.integers(0, 2**64 - 1)
of_gridopolis = st.sampled_from([setup for setup in ALL_SETUPS if setup.game == "gridopolis"])
of_microworld = st.sampled_from([setup for setup in ALL_SETUPS if setup.game == "microworld"])
setups = of_gridopolis | of_microworld


@st.composite
def positions(draw: st.DrawFn, of: st.SearchStrategy[Setup] = setups) -> bw.State:
    """Draw a position by random play."""
    setup = draw(of)
    # A game of Microworld has about 60 events, one of Gridopolis a few hundred.
    plies = draw(st.integers(0, 250 if setup.game == "gridopolis" else 75))
    return random_walk(setup.options, draw(seeds), plies, setup.game)[-1]


@given(positions(), st.integers(0, 2**16 - 1))
def test_legal_if_and_only_if_it_can_be_played(state: bw.State, some: int) -> None:
    actions = state.legal_actions
    assert actions.ids == sorted(set(actions.ids))
    assert (len(actions) == 0) == (state.is_over or state.is_chance)
    assert all(0 <= number < state.num_actions for number in actions.ids)
    before = state.to_json()
    for action in list(actions)[:40]:
        assert action in actions
        state.play(action)
    number = some % (state.num_actions + 10)
    possible = [outcome.id for outcome, _ in state.outcomes]
    if number not in actions.ids + possible:
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
    events = [*state.legal_actions, *(outcome for outcome, _ in state.outcomes)]
    texts = [action.text for action in events]
    assert len(set(texts)) == len(texts)
    for action in events:
        assert state.parse(action.text) == [action]
        assert state.play(action.to_dict()) == state.play(action)
        assert not any(sign.isspace() for sign in action.text)
        assert state.explain(action.text)


@given(positions(of_microworld), st.sampled_from([0, 1, "spectator"]))
def test_views_list_what_can_happen(state: bw.State, viewer: int | str) -> None:
    view = state.view(viewer)
    assert (view.current_player, view.is_chance, view.turn, view.scores) == (
        *(state.current_player, state.is_chance, state.turn, state.scores),
    )
    assert set(state.legal_actions.ids) <= set(view.legal_actions.ids)
    assert {outcome.id for outcome, _ in state.outcomes} <= {outcome.id for outcome, _ in view.outcomes}
    if state.current_player == viewer:
        assert state.legal_actions.ids == view.legal_actions.ids
    for event in [*state.legal_actions, *(outcome for outcome, _ in state.outcomes)]:
        assert view.play(event) == state.play(event).view(viewer)
        assert view.explain(event)


@given(positions(of_gridopolis))
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
    if state.game_name == "gridopolis":  # counted by whole turns
        ends = [turn.end for turn in state.turns()]
    else:
        ends = [state.play(event) for event in [*state.legal_actions, *(outcome for outcome, _ in state.outcomes)]]
    parts = state.divide(2)
    assert state.perft(2) == sum(parts.values()) == sum(end.perft(1) for end in ends)
    assert state.perft(1, distinct=True) == len(set(ends))


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
        if state.game_name == "gridopolis":
            assert state.current_player == state.turn_seat
        assert (state.current_player is None) == state.is_chance
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


@given(positions(of_gridopolis))
def test_views_lose_nothing_where_nothing_is_hidden(state: bw.State) -> None:
    for viewer in [*range(state.num_players), "spectator"]:
        view = state.view(viewer)
        assert view.legal_actions.ids == state.legal_actions.ids
        seen = view.to_dict()
        assert seen.pop("viewer") == view.viewer
        assert seen == state.to_dict()
        assert str(view) == str(state)


@given(setups, seeds, st.integers(0, 120))
def test_records_replay_to_the_same_states(setup: Setup, seed: int, plies: int) -> None:
    states = random_walk(setup.options, seed, plies, setup.game)
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
    for viewer in (0, "spectator"):
        seen = record.redact(viewer)
        assert seen.states() == [state.view(viewer) for state in states]
        assert bw.loads(seen.to_text()) == bw.loads(seen.to_json()) == seen


@given(setups, seeds)
def test_the_same_seed_gives_the_same_game(setup: Setup, seed: int) -> None:
    start = setup.start()
    assert start.playout(bw.Rng(seed)) == start.playout(bw.Rng(seed))
    assert start.playout(bw.Rng(seed)).is_over


@given(positions(of_microworld))
def test_figures_of_microworld_add_up(state: bw.State) -> None:
    tissues = bw.microworld.tissues(state)
    cells = range(len(state.layout()["board"]["cells"]))
    assert sorted(cell for tissue in tissues for cell in tissue["cells"]) == list(cells)
    standing = bw.microworld.standing(state)
    for seat in (0, 1):
        won = sum(tissue["points"] for tissue in tissues if tissue["winner"] == seat)
        assert standing["tissues"][seat] == won
        assert standing["total"][seat] == standing["track"][seat] + won
        assert standing["unused_genes"][seat] == len(state.to_dict()["hands"][seat])
        assert state.scores[seat] == standing["total" if state.is_over else "track"][seat]
    places = [action.to_dict()["cell"] for action in state.legal_actions if action.to_dict()["type"] == "place"]
    placements = bw.microworld.placements(state)
    assert [placement["cell"] for placement in placements] == places
    for placement in placements:
        after = state.play({"type": "place", "cell": placement["cell"]})
        # To the end of the turn, with nothing more used; what is drawn does not matter.
        while not after.is_over and after.turn == state.turn:
            after = after.play(after.outcomes[0][0] if after.is_chance else "end")
        gained = [now - then for now, then in zip(after.scores, state.scores, strict=True)]
        if after.is_over:
            gained = [part - last for part, last in zip(gained, bw.microworld.standing(after)["tissues"], strict=True)]
        seat = state.turn_seat
        assert (placement["points"], placement["opponent"]) == (gained[seat], gained[1 - seat])
        there = placement["cell"] in state.to_dict()["genes"]
        assert placement["gene"] == (there and state.turn > 0), "the first one is put away unseen"


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
NUMBERS = st.integers(0, 70).map(str)
WORD = st.sampled_from(["flip", "move", "copy", "bonus", "shift", "steal", "allow", "end", "15-points", "?", ""])
PREFIX = st.sampled_from(["", "+", ">", "v", "a", "keep=", "tile=", "shown=", "target=", "="])
WORDS = st.lists(st.tuples(PREFIX, NUMBERS | WORD).map("".join)).map(" ".join)


@given(positions(), SIGNS | WORDS)
def test_any_notation_like_text_gets_an_answer(state: bw.State, text: str) -> None:
    letter = {"gridopolis": "G", "microworld": "M"}[state.game_name]
    for seen in (state, state.view(1)):
        explanation = seen.explain(text)
        assert explanation.message
        assert explanation.legal or explanation.rule in (None, "view") or explanation.rule.startswith(letter)
