"""Everything that can go wrong has its own clear exception."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright import errors
from helpers import find_state

EXAMPLES: list[errors.BoardwrightError] = [
    errors.BoardwrightError("what"),
    errors.ParseError("what", 3),
    errors.IllegalActionError("why", "G21"),
    errors.NoActionError("nobody"),
    errors.AmbiguousActionError("which", ["a", "b"]),
    errors.SetupError("many", [("markers[3].site", "no pad", "G6"), ("", "empty", None)]),
    errors.RecordError("where", 2, 5, "G30"),
    errors.UnknownGameError("which game"),
    errors.LimitError("too large"),
    errors.LawError("a law"),
    errors.SearchError("nobody is to act"),
    errors.ViewError("a secret"),
    errors.BotError("a bot", 1, "G21", None),
    errors.EngineError("an engine", "busy"),
    errors.EngineDiedError("gone", -9, "no luck"),
    errors.EngineTimeoutError("too late"),
    errors.StopMatch("enough"),
]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_round_trips(error: errors.BoardwrightError) -> None:
    error.add_note("a note")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error) == error.message
        assert vars(twin) == vars(error)


@pytest.mark.parametrize("kind", [type(error) for error in EXAMPLES], ids=lambda kind: kind.__name__)
def test_a_message_is_enough(kind: type[errors.BoardwrightError]) -> None:
    """Programs that hand errors on from other processes make them so: of the message, or even of the error."""
    error = kind("what went wrong")
    assert error.message == "what went wrong"
    again = kind(error)  # type: ignore[arg-type]
    for twin in (again, pickle.loads(pickle.dumps(again))):
        assert (str(twin), twin.message) == (str(error), error.message)
        assert vars(twin) == vars(error)


class OwnError(bw.IllegalActionError):
    """An error with parameters of its own."""

    def __init__(self, *, site: str, extra: object = None) -> None:
        super().__init__(f"not on {site}", "G0")
        self.site = site
        self.extra = extra


class CountedError(bw.BoardwrightError, OSError):
    """An error with a second base that makes its objects in its own way."""

    def __init__(self, number: int, word: str) -> None:
        super().__init__(f"{number} {word}")
        self.number = number


@pytest.mark.parametrize("error", [OwnError(site="1.2.3", extra=[1]), CountedError(3, "times")], ids=str)
def test_own_errors_can_be_copied(error: bw.BoardwrightError) -> None:
    error.add_note("a note")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert twin.message == error.message
        assert twin.args == error.args
        assert vars(twin) == vars(error)


@pytest.mark.parametrize("kind", [bw.ParseError, bw.BotError, bw.StopMatch], ids=lambda kind: kind.__name__)
def test_errors_without_arguments(kind: type[bw.BoardwrightError]) -> None:
    error = kind("what", 3) if kind is not bw.StopMatch else kind("what")  # type: ignore[call-arg]
    error.args = ()
    assert error.message == ""
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert twin.args == ()
        assert vars(twin) == vars(error)
        assert twin.message == ""


def test_a_stop_needs_no_message() -> None:
    assert bw.StopMatch().message == "stopped by a player"
    assert bw.StopMatch("enough").message == "enough"


def test_every_class_is_exported_and_tried() -> None:
    classes = {name for name in errors.__all__ if name != "Problem"}
    assert classes == {type(error).__name__ for error in EXAMPLES}
    assert set(errors.__all__) <= set(bw.__all__)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (errors.ParseError, ValueError),
        (errors.IllegalActionError, ValueError),
        (errors.AmbiguousActionError, ValueError),
        (errors.SearchError, ValueError),
        (errors.SetupError, ValueError),
        (errors.RecordError, ValueError),
        (errors.UnknownGameError, LookupError),
        (errors.UnknownGameError, ValueError),
        (errors.LimitError, ValueError),
        (errors.LawError, AssertionError),
        (errors.ViewError, ValueError),
        (errors.BotError, RuntimeError),
    ],
)
def test_builtin_bases(error: type[errors.BoardwrightError], builtin: type[Exception]) -> None:
    assert issubclass(error, errors.BoardwrightError)
    assert issubclass(error, builtin)


def test_problems_are_tuples_with_names() -> None:
    error = errors.SetupError.of(errors.Problem("a", "is wrong", "G8"), errors.Problem("", "all is"))
    assert str(error) == "a: is wrong [G8]; all is"
    path, message, rule = error.problems[0]
    assert (path, message, rule) == ("a", "is wrong", "G8")


def test_illegal_action_names_its_rule(state: bw.State) -> None:
    with pytest.raises(bw.IllegalActionError) as caught:
        state.play("1.-2.2>1.-1.2")
    assert caught.value.rule == "G20"
    assert caught.value.message
    assert state == bw.start("gridopolis")


@pytest.mark.parametrize(
    ("phase", "text", "rule"),
    [
        ("over", "17", "M18"),
        ("before", "v0", "M29"),
        ("before", "end", "M12"),
        ("before", "allow", "M63"),
        ("after", "17", "M12"),
        ("token", "end", "M14"),
        ("token", "+?", "view"),
        ("keep", "keep=?", "M42"),
        ("tile", "tile=?", "view"),
        ("tile", "shown=steal", "M42"),
        ("reveal", "+flip", "M42"),
        ("leftover", "3", "M40"),
        ("target", "3", "M41"),
        ("move", "flip", "M26"),
        ("flip", "a99", None),
        ("steal", "end", "M63"),
    ],
)
def test_illegal_actions_of_microworld_name_their_rule(phase: str, text: str, rule: str | None) -> None:
    state = find_state(phase, {"rules": "ABCDEFGH"}, "microworld")
    before = state.to_dict()
    with pytest.raises(bw.ParseError if rule is None else bw.IllegalActionError) as caught:
        state.play(text)
    assert getattr(caught.value, "rule", None) == rule
    assert caught.value.message
    assert state.explain(text).rule == rule
    assert state.explain(text).message == caught.value.message
    assert state.to_dict() == before


@pytest.mark.parametrize("text", ["", " ", "x", "1.-1.2", "1.-1.2>", "1.-1.2>1.0", "é", "9" * 1000, "1.-1.2>1.0.2+"])
@pytest.mark.parametrize("end", ["", "+", "=", "?"])
def test_unreadable_text(any_state: bw.State, text: str, end: str) -> None:
    text += end
    with pytest.raises((bw.ParseError, bw.IllegalActionError)):
        any_state.play(text)
    with pytest.raises((bw.ParseError, bw.IllegalActionError)):
        any_state.parse(text)


def test_parse_error_has_a_column(state: bw.State) -> None:
    with pytest.raises(bw.ParseError) as caught:
        state.play("1.-1.2?1.0.2")
    assert caught.value.column == 7
    after = find_state("after", game="microworld")
    with pytest.raises(bw.ParseError) as caught:
        after.play("  endd")
    assert caught.value.column == 3


@pytest.mark.parametrize("move", [None, 1.5, [], b"x", object(), ("a",)])
def test_moves_of_wrong_types(any_state: bw.State, move: Any) -> None:
    with pytest.raises((TypeError, bw.ParseError)):
        any_state.play(move)


@pytest.mark.parametrize("move", [-1, 65535, 10**6, 10**30])
def test_ids_that_do_not_exist(any_state: bw.State, move: int) -> None:
    with pytest.raises((ValueError, OverflowError)):
        any_state.play(move)


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": "fly"},
        {"type": "step"},
        {"type": "step", "from": [1, -1, 2]},
        {"type": "step", "from": [1, -1, 2], "to": [1, 0]},
        {"type": "step", "from": [1, -1, 2], "to": [1, 0, 10**30]},
        {"type": "build", "site": "here"},
        {"type": "place"},
        {"type": "place", "cell": 64},
        {"type": "place", "cell": "1"},
        {"type": "place", "cell": 1, "gene": "flip"},
        {"type": "gene", "gene": "?"},
        {"type": "keep", "mutation": "none"},
        {"type": "pawn", "seat": 2, "pawn": 0},
        {"type": "draw", "gene": "flip"},
        {1: 2},
    ],
)
def test_dicts_that_are_no_actions(any_state: bw.State, move: dict[str, Any]) -> None:
    before = any_state.to_dict()
    with pytest.raises((bw.ParseError, bw.IllegalActionError, TypeError)):
        any_state.play(move)
    assert any_state.to_dict() == before


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 5},
        {"players": "two"},
        {"players": 2.5},
        {"players": 10**30},
        {"win": "never"},
        {"rounds": 0, "win": "points"},
        {"rounds": 10},
        {"quiet_limit": -1},
        {"turn_cap": 0},
        {"first_seat": 2},
        {"supported_pads": "yes"},
        {"reserves": 1},
        {"reserves": {"pads": 3}},
        {"blueprint": "nowhere"},
        {"blueprint": {}},
        {"blueprint": 7},
        {"no_such_option": 1},
        {"quiet_limit": float("nan")},
        {"quiet_limit": float("inf")},
        {"blueprint": "\ud800"},
    ],
    ids=str,
)
def test_wrong_options(options: dict[str, Any]) -> None:
    with pytest.raises(bw.SetupError) as caught:
        bw.start("gridopolis", **options)
    assert caught.value.problems
    assert all(problem.message for problem in caught.value.problems)


@pytest.mark.parametrize(
    "options",
    [
        {"board": "1a 1b 2a 3a"},
        {"board": "1a 2a 3a"},
        {"board": "1c 2a 3a 4a"},
        {"board": ""},
        {"board": {}},
        {"board": 7},
        {"board": "\ud800"},
        {"rules": "AA"},
        {"rules": "BA"},
        {"rules": "X"},
        {"rules": 7},
        {"target": "bone-lover"},
        {"rules": "B", "target": "nothing"},
        {"mutations": ["steal", "shift"]},
        {"rules": "C", "mutations": ["steal", "steal"]},
        {"rules": "C", "mutations": ["steal"]},
        {"rules": "C", "mutations": "steal"},
        {"scenario": "nothing"},
        {"scenario": "nerves", "rules": "A"},
        {"players": 2},
        {"no_such_option": 1},
    ],
    ids=str,
)
def test_wrong_options_of_microworld(options: dict[str, Any]) -> None:
    with pytest.raises(bw.SetupError) as caught:
        bw.start("microworld", **options)
    assert caught.value.problems
    assert all(problem.message for problem in caught.value.problems)


def test_all_problems_at_once() -> None:
    with pytest.raises(bw.SetupError) as caught:
        bw.start("gridopolis", players=9, win="never", quiet_limit=-1)
    assert len(caught.value.problems) >= 3
    with pytest.raises(bw.SetupError) as caught:
        bw.start("microworld", board="1a 1b 2a 9a", rules="X", target="none")
    assert {problem.path for problem in caught.value.problems} == {"board", "rules", "target"}


@pytest.mark.parametrize(
    "value",
    [object(), b"matrix", {1.5: 2}, {(1, 2): 3}, {True: 1}, {1, 2}, 1j, np.zeros(3), [object()], {"a": {"b": [set()]}}],
    ids=str,
)
def test_options_of_wrong_types(value: Any) -> None:
    with pytest.raises(TypeError, match="blueprint"):
        bw.start("gridopolis", blueprint=value)
    with pytest.raises(TypeError, match="board"):
        bw.start("microworld", board=value)


def test_path_of_a_wrong_option() -> None:
    with pytest.raises(TypeError, match=r"blueprint\.pads\[1\]\.x"):
        bw.start("gridopolis", blueprint={"pads": [[0, 0, 1], {"x": object()}]})


def test_numbers_of_other_libraries() -> None:
    assert bw.start("gridopolis", players=np.int8(3)).num_players == 3
    with pytest.raises(bw.SetupError):
        bw.start("gridopolis", players=Fraction(5, 2))


def test_endless_options() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(bw.SetupError, match="nested"):
        bw.start("gridopolis", blueprint=endless)
    with pytest.raises(bw.LimitError):
        bw.start("gridopolis", blueprint={"pads": [[0, 0, 1]] * 200_000})
    with pytest.raises(bw.SetupError, match="nested"):
        bw.start("microworld", board=endless)
    with pytest.raises(bw.LimitError):
        bw.start("microworld", board={"format": 1, "cells": [{"kind": "mucous", "adjacent": []}] * 100_000})


def test_blueprint_files(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        bw.start("gridopolis", blueprint=tmp_path / "none.toml")
    with pytest.raises(IsADirectoryError):
        bw.start("gridopolis", blueprint=tmp_path)
    wrong = tmp_path / "wrong.toml"
    wrong.write_bytes(b"name = '\xff'")
    with pytest.raises(bw.SetupError, match="UTF-8"):
        bw.start("gridopolis", blueprint=wrong)
    wrong.write_text("name = ", encoding="utf-8")
    with pytest.raises(bw.SetupError):
        bw.gridopolis.check_blueprint(wrong)
    wrong.write_text("# " + "x" * 300_000, encoding="utf-8")
    with pytest.raises(bw.LimitError, match="at most 262,144 bytes"):
        bw.gridopolis.check_blueprint(wrong)
    with pytest.raises(bw.LimitError):
        bw.gridopolis.check_blueprint(wrong.read_text(encoding="utf-8"))
    with pytest.raises(bw.SetupError, match="there is no blueprint 'mine'"):
        bw.gridopolis.check_blueprint("mine")
    with pytest.raises(TypeError, match="a blueprint is"):
        bw.gridopolis.check_blueprint(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"format": 99},
        {"seat": 7},
        {"turn": -1},
        {"markers": [{"site": [99, 99, 9], "seat": 0, "king": False, "moved": False}]},
        {"markers": "none"},
        {"reserves": []},
        {"built": [[1, 2]]},
        {"phase": {"name": "lunch"}},
        {"phase": {}},
        {"extra": 1},
        {"turn": 10**30},
        {"quiet": float("nan")},
    ],
    ids=str,
)
def test_dicts_that_are_no_positions(state: bw.State, change: dict[str, Any]) -> None:
    data = state.to_dict() | change
    with pytest.raises((bw.SetupError, bw.UnknownGameError)):
        bw.State.from_dict(data)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": "gridopolis"},
        {"format": 99},
        {"seat": 1},
        {"turn": -1},
        {"pawns": [[64], []]},
        {"pawns": "none"},
        {"pawns": [[]]},
        {"hands": [["flip"], ["flip"]]},
        {"hands": [["?"], []]},
        {"hands": [["fly"], []]},
        {"known": ["flip"]},
        {"used": [["flip"], []]},
        {"tiles": [["steal"], []]},
        {"mutations": ["steal", "shift"]},
        {"genes": [0, 1, 2, 3, 4, 5, 6]},
        {"phase": {"name": "lunch"}},
        {"phase": {"name": "token"}},
        {"phase": {}},
        {"extra": 1},
        {"turn": 10**30},
        {"points": [float("nan"), 0]},
    ],
    ids=str,
)
def test_dicts_that_are_no_positions_of_microworld(change: dict[str, Any]) -> None:
    data = bw.start("microworld").to_dict() | change
    with pytest.raises((bw.SetupError, bw.UnknownGameError)):
        bw.State.from_dict(data)


@pytest.mark.parametrize("data", [None, 7, "x", [], {}, {1: 2}, {"game": object()}], ids=str)
def test_things_that_are_no_positions(data: Any) -> None:
    with pytest.raises((bw.SetupError, bw.UnknownGameError, TypeError)):
        bw.State.from_dict(data)


def test_nothing_goes_on_after_the_end(any_state: bw.State) -> None:
    over = any_state.playout(bw.Rng(1))
    assert list(over.legal_actions) == over.outcomes == []
    assert over.turns() == []
    assert over.perft(3) == 0
    moves: dict[str, list[int | str]] = {
        "gridopolis": [0, "-", "1.-1.2>1.0.2"],
        "microworld": [0, "end", "3", "+flip"],
        "genotype": [0, "done", "second", "+p3", "I"],
    }
    for action in moves[over.game_name]:
        with pytest.raises(bw.IllegalActionError):
            over.play(action)
    with pytest.raises(ValueError):  # noqa: PT011 - which of our errors is open, that it is one is not
        over.random_action(bw.Rng(1))


def test_absurd_depths(any_state: bw.State) -> None:
    for depth in (-1, 2**40, 10**30):
        with pytest.raises((ValueError, OverflowError)):
            any_state.perft(depth)
