"""Bad inputs to what only Genotype has: odds, questions, rolls, data files, figures."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright import _genotype_rolls, genotype
from boardwright.genotype import Wish
from hostile import refuse, used_state
from test_strange_inputs import ACCEPTABLE, Raises, strange

ODDS: Any = genotype.odds("R")
QUESTIONS: dict[str, Callable[[Any], object]] = {
    "chance": genotype.chance,
    "Odds.chance": ODDS.chance,
    "compare": lambda value: ODDS.compare(ask=value),
    "compare with several": lambda value: ODDS.compare(ask=[value]),
}
each_question = pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)


class EndlessText(str):
    """A text whose letters never end."""

    def __iter__(self) -> Any:
        return itertools.repeat("R")


@strange
def test_strange_colours_and_tiles(make: Callable[[], Any]) -> None:
    odds: Any = genotype.odds
    calls: list[Callable[[Any], object]] = [odds, ODDS.with_tile, ODDS.compare, lambda value: ODDS.at_least(1, value)]
    if make() is not None:
        calls += [lambda value: odds("R", value), lambda value: odds("R", None, value)]
        calls += [lambda value: genotype.chance("RR", value), lambda value: genotype.chance("RR", {"R": value})]
    calls += [lambda value: genotype.chance("RR", {"R": [value, value, value]})]
    calls += [lambda value: genotype.chance("RR", {value: [None, None]})]
    for call in calls:
        if isinstance(make(), list) and call is calls[-1]:
            continue  # no key of any dict
        assert isinstance(refuse(used_state("genotype"), call, make()), (TypeError, ValueError))


@strange
@each_question
def test_strange_questions(make: Callable[[], Any], ask: Callable[[Any], object]) -> None:
    assert isinstance(refuse(used_state("genotype"), ask, make()), (TypeError, ValueError))


@strange
@each_question
def test_strange_wishes(make: Callable[[], Any], ask: Callable[[Any], object]) -> None:
    state, value = used_state("genotype"), make()
    assert isinstance(refuse(state, ask, Wish(value)), (TypeError, ValueError))
    assert isinstance(refuse(state, ask, Wish("RR", value)), ACCEPTABLE)
    if value is not None:
        assert isinstance(refuse(state, ask, Wish("RR", 0, value)), ACCEPTABLE)
    assert isinstance(refuse(state, ask, [Wish("RR"), value]), (TypeError, ValueError))


@strange
def test_strange_rolls(make: Callable[[], Any]) -> None:
    state, value = used_state("genotype"), make()
    for roll in (genotype.roll, genotype.roll_faces, ODDS.roll, ODDS.roll_pools):
        assert isinstance(refuse(state, roll, value, 1), ACCEPTABLE)
        assert isinstance(refuse(state, roll, 10, value), ACCEPTABLE)
        if value is not None and not callable(value):
            assert isinstance(refuse(state, lambda roll=roll: roll(10, 1, progress=value)), TypeError)


@strange
def test_strange_data(make: Callable[[], Any]) -> None:
    state = used_state("genotype")
    calls: list[Any] = [genotype.check_plants, genotype.check_tools, genotype.check_prices, genotype.check_automa]
    for call in calls:
        error = refuse(state, call, make())
        assert isinstance(error, (bw.SetupError, bw.LimitError, TypeError, ValueError))
        for key in ("cards", "counts", "prices", "format", "status", "title", "assumed"):
            data = call("assumed")
            # A fraction without a part, and a truth value for no text, are refused like all else.
            if key in data and not (make() is None and key in ("title", "status", "assumed")):
                assert isinstance(refuse(state, call, data | {key: make()}), (TypeError, ValueError)), key
    for call in (genotype.data_text, genotype.sheet):
        assert isinstance(refuse(state, call, make()), (bw.SetupError, TypeError))


@strange
def test_strange_states_to_study(make: Callable[[], Any]) -> None:
    state = used_state("genotype")
    calls: list[Callable[[Any], object]] = [genotype.points, genotype.dice]
    for call in calls:
        assert isinstance(refuse(state, call, make()), TypeError)
        assert isinstance(refuse(state, call, bw.start("gridopolis")), ValueError)


def test_what_values_raise_comes_out_as_it_is() -> None:
    for call in (
        lambda: genotype.roll(Raises(ZeroDivisionError), 1),
        lambda: genotype.roll(1, Raises(ZeroDivisionError)),
        lambda: ODDS.at_least(Raises(ZeroDivisionError), "RR"),
        lambda: ODDS.chance(Wish("RR", Raises(ZeroDivisionError))),
    ):
        with pytest.raises(ZeroDivisionError, match="index"):
            call()


@pytest.mark.parametrize("number", [10**9 + 1, 10**13 + 1, 2**63, 2**64, 10**400, -(10**400)])
def test_more_dice_than_can_be_kept(number: int) -> None:
    for roll in (genotype.roll_faces, ODDS.roll_pools):
        with pytest.raises(ValueError, match="how many"):
            roll(number, 1)
    if number > 10**13 or number < 0:
        for roll in (genotype.roll, ODDS.roll):
            with pytest.raises(ValueError, match="how many"):
                roll(number, 1)


def test_questions_without_an_end() -> None:
    for question in (
        itertools.repeat(Wish("RR")),
        Wish(itertools.repeat("RR")),  # type: ignore[arg-type]
        Wish(["RR"] * 100_000),
        Wish(EndlessText("RR, GG" * 100_000)),
        "RR and " * 100_000 + "RR",
        "RR or " * 100_000 + "RR",
        "(" * 1_000_000,
        "R" * 1_000_000,
        "1" * 1_000_000 + " RR",
        " " * 1_000_000,
    ):
        for ask in (ODDS.chance, genotype.chance):
            error = refuse(used_state("genotype"), ask, question)
            assert isinstance(error, (TypeError, ValueError))
            assert 0 < len(str(error)) < 2_000
    assert isinstance(
        refuse(used_state("genotype"), lambda: ODDS.compare(ask=itertools.repeat("RR"))), bw.LimitError | ValueError
    )


def test_odds_can_be_copied() -> None:
    for odds in (ODDS, genotype.odds("T", "dominant", "recessive")):
        for twin in (pickle.loads(pickle.dumps(odds)), copy.copy(odds), copy.deepcopy(odds)):
            assert twin == odds
            assert hash(twin) == hash(odds)
            assert (repr(twin), twin.to_dict()) == (repr(odds), odds.to_dict())
    comparison = ODDS.compare()
    assert pickle.loads(pickle.dumps(comparison)) == copy.deepcopy(comparison) == comparison


def find(phase: str, seed: int = 1, **options: Any) -> bw.State:
    """Give a position of a phase, found by random play."""
    for number in range(seed, seed + 50):
        state, rng = genotype.start(**options), bw.Rng(number)
        while not state.is_over:
            if state.to_dict()["phase"]["name"] == phase:
                return state
            state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
    raise AssertionError(f"no game comes to {phase}")


def test_a_die_that_nothing_can_be_done_with_is_no_position() -> None:
    brushes = {"format": 1, "status": "own", "counts": dict.fromkeys(genotype.check_tools("assumed")["counts"], 0)}
    brushes["counts"] |= {"pollen-brush": 15, "rake": 10}  # type: ignore[operator]
    data = find("use", tools=brushes).to_dict()
    traits = [card["traits"] for card in genotype.check_plants("assumed")["cards"]]
    colour, mover = data["phase"]["colour"], data["players"][data["phase"]["mover"]]
    assert bw.State.from_dict(data).legal_actions
    for plot in mover["plots"]:
        has = any(name[0].upper() == colour for name in traits[plot["plant"]])
        plot["covered"] = sorted({*plot["covered"], *([colour] if has else [])}, key="RGFT".index)
    with pytest.raises(bw.SetupError, match="there is nothing to do or to draw") as caught:
        bw.State.from_dict(data)
    assert [problem.rule for problem in caught.value.problems] == ["T31"]


@pytest.mark.parametrize("phase", ["plant", "keep"])
def test_secret_choices_of_others_in_views(phase: str) -> None:
    state = find(phase, players=3, plants=None)
    assert state.current_player is not None
    for viewer in ((state.current_player + 1) % 3, "spectator"):
        view = state.view(viewer)
        assert len(view.legal_actions) > 3, "any plant that the viewer does not know of"
        for action in view.legal_actions:
            assert view.explain(action)
            assert "?" in str(view.play(action).to_dict()["phase"]["chosen"])
        assert len({turn.end for turn in view.turns()}) == 1, "whatever it is, the viewer sees the same"
        assert view.perft(2) > 0


def test_turns_of_own_positions_stay_in_range() -> None:
    data = find("work").to_dict() | {"turn": 9_999}
    state, rng = bw.State.from_dict(data), bw.Rng(1)
    numbers = [state.turn]
    while not state.is_over:
        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
        numbers.append(state.turn)
        assert bw.State.from_dict(state.to_dict()) == state
    assert set(numbers) == {9_998, 9_999}


def test_dice_are_rolled_in_parts() -> None:
    part = _genotype_rolls.PART
    done: list[int] = []
    faces = genotype.roll_faces(part + 20, 7, progress=done.append)
    assert done == sorted(done)
    assert faces[:100].tolist() == genotype.roll_faces(100, 7).tolist()
    assert np.bincount(faces, minlength=5).tolist() == genotype.roll(part + 20, 7).tolist()
    pools = ODDS.roll_pools(part // 5 + 3, 7)
    assert (pools.sum(axis=1) == 5).all()
    assert pools.sum(axis=0).tolist() == ODDS.roll(part + 15, 7).tolist()
