"""Whatever comes in from outside is refused with the right exception, and nothing else changes.

The bad texts, dicts and options stand in ``data/invalid``, a folder a game and a file a kind; each case says which
exception it must meet, with what in its message and where. What only Python can get wrong is in
``test_strange_inputs.py``.
"""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import _core
from hostile import DATA, Case, base_of, changed, read, refuse, text_of, used_state

KINDS = {
    "gridopolis": ("records", "blueprints", "options", "states", "notation"),
    "microworld": ("records", "boards", "elements", "options", "states", "notation", "actions"),
    "genotype": ("records", "options", "states", "notation", "actions"),
}


def cases(*kinds: str) -> pytest.MarkDecorator:
    """All cases of some kinds, of all games that have them."""
    found = [
        pytest.param(game, case, id=f"{game}-{case['name']}")
        for game, names in KINDS.items()
        for kind in kinds
        if kind in names
        for case in read(game, kind)["cases"]
    ]
    return pytest.mark.parametrize(("game", "case"), found)


def check(error: Exception, case: Case) -> None:
    """Compare an exception with what a case expects."""
    assert type(error) is getattr(bw, case["error"])
    assert issubclass(type(error), bw.BoardwrightError)
    assert issubclass(type(error), ValueError)
    assert case["message"] in str(error)
    assert len(str(error)) < 100_000, "a hostile input does not fill the screen"
    for name in ("line", "column"):
        if name in case:
            assert getattr(error, name) == case[name]
    if isinstance(error, bw.SetupError):
        assert len(error.problems) == case["problems"]
        named = [problem for problem in error.problems if case["message"] in str(problem)]
        assert named[0].path == case["path"]
        assert named[0].rule == case["rule"]
    elif "rule" in case:
        assert getattr(error, "rule", None) == case["rule"]
    twin = pickle.loads(pickle.dumps(error))
    assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))


@cases("records")
def test_records(game: str, case: Case) -> None:
    check(refuse(used_state(game), bw.loads, text_of(case)), case)


@cases("records")
def test_record_files(game: str, case: Case, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(text_of(case), encoding="utf-8", newline="")
    check(refuse(used_state(game), bw.load, path), case)


def data_of(game: str, kind: str, case: Case) -> Any:
    return text_of(case) if "text" in case else changed(base_of(game, kind, case), case)


@cases("blueprints")
def test_blueprints(game: str, case: Case) -> None:
    source = data_of(game, "blueprints", case)
    check(refuse(used_state(game), bw.gridopolis.check_blueprint, source), case)


@cases("boards")
def test_boards(game: str, case: Case) -> None:
    check(refuse(used_state(game), bw.microworld.board, data_of(game, "boards", case)), case)


@cases("elements")
def test_elements(game: str, case: Case) -> None:
    check(refuse(used_state(game), bw.microworld.check_element, data_of(game, "elements", case)), case)


@cases("blueprints", "boards")
def test_data_in_options(game: str, case: Case) -> None:
    if "text" in case:
        return
    kind, option = ("blueprints", "blueprint") if game == "gridopolis" else ("boards", "board")
    options: dict[str, Any] = {option: data_of(game, kind, case)}
    error = refuse(used_state(game), lambda: bw.start(game, **options))
    assert isinstance(error, bw.SetupError)
    assert case["message"] in str(error)
    assert any(problem.path.startswith(option) for problem in error.problems)


@cases("boards", "elements")
def test_data_files(game: str, case: Case, tmp_path: Path) -> None:
    kind = "elements" if case in read(game, "elements")["cases"] else "boards"
    if "text" in case and "\n" not in text_of(case):
        return  # a text that is no file
    source = data_of(game, kind, case)
    path = tmp_path / "data.json"
    path.write_text(source if isinstance(source, str) else json.dumps(source), encoding="utf-8")
    call = bw.microworld.check_element if kind == "elements" else bw.microworld.board
    check(refuse(used_state(game), call, path), case)


@cases("options")
def test_options(game: str, case: Case) -> None:
    check(refuse(used_state(game), lambda: bw.start(game, **case["options"])), case)


@cases("states")
def test_states(game: str, case: Case) -> None:
    data = changed(base_of(game, "states", case), case)
    check(refuse(used_state(game), bw.State.from_dict, data), case)


@cases("states")
def test_states_as_bytes(game: str, case: Case) -> None:
    data = b"\x01" + json.dumps(changed(base_of(game, "states", case), case)).encode()
    error = refuse(used_state(game), _core.state_from_bytes, data)
    assert type(error) is getattr(bw, case["error"])


@cases("notation", "actions")
def test_moves(game: str, case: Case) -> None:
    state = bw.start(game, **case.get("options", {}))
    for text in case.get("before", []):
        state = state.play(text)
    record = bw.Record(state)
    move = case["data"] if "data" in case else text_of(case)
    check(refuse(state, state.play, move), case)
    check(refuse(state, record.push, move), case)
    assert len(record) == 0
    if isinstance(move, str):
        check(refuse(state, state.parse, move), case)
    explanation = state.explain(move)
    assert not explanation
    assert case["message"] in explanation.message
    assert explanation.rule == case.get("rule")


def test_there_is_no_lack_of_cases() -> None:
    for game, kinds in KINDS.items():
        sizes = {kind: len(read(game, kind)["cases"]) for kind in kinds}
        assert sum(sizes.values()) >= 300
        assert min(sizes.values()) >= (30 if game == "gridopolis" else 15)
        assert set(kinds) == {path.stem for path in (DATA / game).iterdir()}


def test_what_the_cases_change_is_sound() -> None:
    assert bw.gridopolis.check_blueprint(read("gridopolis", "blueprints")["base"])
    assert bw.State.from_dict(read("gridopolis", "states")["base"]).game_name == "gridopolis"
    assert bw.microworld.check_element(read("microworld", "elements")["base"])
    for board in read("microworld", "boards")["bases"].values():
        assert bw.microworld.board(board)
    for game in ("microworld", "genotype"):
        for state in read(game, "states")["bases"].values():
            assert bw.State.from_dict(state).game_name == game
