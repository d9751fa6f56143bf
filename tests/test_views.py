"""What a view shows depends only on what its viewer knows: tried on the fixture game, which hides tokens, choices."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import boardwright as bw
from boardwright import _core
from shown import METHODS, differing, facts, properties, record_facts

TEXTS = ("choose0", "choose1 choose2", "token1", "token?", "die6", "keep", "double", "?", "lights-out", "nonsense")


def random_game(players: int, seed: int) -> Iterator[bw.State]:
    """The states of a random game."""
    rng = bw.Rng(seed)
    state = _core.start("fixture", f'{{"players": {players}}}')
    yield state
    while not state.is_over:
        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
        yield state


def other_secrets(state: bw.State, seat: int) -> bw.State:
    """A state that `seat` can't tell from this one: every number that it does not know is another one."""
    data, view = state.to_dict(), state.view(seat).to_dict()

    def change(values: list[int], seen: list[int]) -> list[int]:
        return [(value + 1) % 3 if known == 8 else value for value, known in zip(values, seen, strict=True)]

    data["tokens"] = change(data["tokens"], view["tokens"])
    data["choices"] = [change(a, b) for a, b in zip(data["choices"], view["choices"], strict=True)]
    return bw.State.from_dict(data)


def test_nothing_is_left_out() -> None:
    public = {name for name in vars(bw.State) if not name.startswith("_")}
    assert public == {*properties(), *METHODS}
    assert set(bw.list_games()) <= set(bw.display.DRAWINGS), "pictures are drawings, not texts"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_views_hold_only_what_their_seat_knows(players: int) -> None:
    differed = 0
    for seed in range(3):
        for state in random_game(players, seed):
            # A state read from a dict does not know its last event, so neither may.
            state = bw.State.from_dict(state.to_dict())
            for seat in range(players):
                twin = other_secrets(state, seat)
                differed += twin != state
                assert twin.view(seat) == state.view(seat)
                pictures = seed == seat
                one, other = (facts(it.view(seat), TEXTS, pictures=pictures) for it in (state, twin))
                assert differing(one, other) == []
    assert differed > 30, "the test must have met secrets"


def test_records_hold_only_what_their_seat_knows() -> None:
    def game(token: int, tags: dict[str, str]) -> bw.Record:
        record = bw.Record(_core.start("fixture", '{"players": 3}'), seed=token, tags=tags)
        moves = f"token0 token1 token{token} choose2 choose1 choose0 token2 token1 token0 die4 double choose1"
        for move in moves.split():
            record.push(move)
        return record

    one, two = game(0, {"note": "token 0"}), game(2, {})
    for viewer in (0, 1, "spectator"):
        assert differing(record_facts(one.redact(viewer)), record_facts(two.redact(viewer))) == []
    assert one.redact(2).to_text() != two.redact(2).to_text()
    assert "choose1" not in one.redact(1).to_text().splitlines()[-1], "a choice is secret until all are made"


def test_views_can_not_be_widened() -> None:
    state = list(random_game(3, 1))[5]
    view = state.view(0)
    assert view.view(0) == view
    for wider in (1, "everything", "spectator"):
        with pytest.raises(bw.ViewError):
            view.view(wider)
    with pytest.raises(bw.ViewError):
        bw.Record(view).redact("everything")


def test_views_that_pose_as_full_states_are_refused() -> None:
    view = list(random_game(3, 1))[5].view(0)
    data = view.to_dict()
    assert bw.State.from_dict(data) == view
    del data["viewer"]
    with pytest.raises(bw.SetupError, match="somebody's view"):
        bw.State.from_dict(data)
    with pytest.raises(bw.IllegalActionError):
        random_state(3).play(65535)
    with pytest.raises(bw.IllegalActionError, match="sees everything knows"):
        random_state(3).play("?")


def random_state(players: int) -> bw.State:
    """A state in which a seat is to choose in secret."""
    return next(state for state in random_game(players, 2) if state.current_player == 0)


def test_views_do_not_remember_what_they_are_told() -> None:
    full = random_state(3)
    told = full.view(1).play(full.legal_actions[1])
    action = told.last_action
    assert action is not None
    assert action.text == "?"
    record = bw.Record(full.view(1))
    record.push("choose1")
    assert "choose1" not in record.to_text()
