"""Data files of Genotype: what is refused and why, sheets, and how files come into a game.

The bad files stand in ``data/invalid/genotype-data``, a file a kind; each case changes the good data at the head of it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import _core, games
from boardwright.cli import main
from hostile import Case, changed, read, text_of

FOLDER = "genotype-data"

CHECKS: dict[str, Callable[[Any], Any]] = {
    "plants": bw.genotype.check_plants,
    "tools": bw.genotype.check_tools,
    "prices": bw.genotype.check_prices,
    "automa": bw.genotype.check_automa,
}

each_kind = pytest.mark.parametrize("kind", CHECKS)

each_case = pytest.mark.parametrize(
    ("kind", "case"),
    [pytest.param(kind, case, id=f"{kind}-{case['name']}") for kind in CHECKS for case in read(FOLDER, kind)["cases"]],
)


def source_of(kind: str, case: Case) -> Any:
    return text_of(case) if "text" in case else changed(read(FOLDER, kind)["base"], case)


@each_case
def test_bad_data(kind: str, case: Case) -> None:
    with pytest.raises(bw.SetupError) as caught:
        CHECKS[kind](source_of(kind, case))
    problems = caught.value.problems
    named = [problem for problem in problems if case["message"] in str(problem)]
    assert named, str(caught.value)
    assert (named[0].path, named[0].rule, len(problems)) == (case["path"], case["rule"], case["problems"])


@each_case
def test_bad_files(kind: str, case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = source_of(kind, case)
    if source == "printed":
        return  # a name, and no file
    path = tmp_path / "data.json"
    path.write_text(source if isinstance(source, str) else json.dumps(source), encoding="utf-8")
    with pytest.raises(bw.SetupError) as caught:
        CHECKS[kind](path)
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    if _core.data_kind(path.read_text(encoding="utf-8")) == kind:
        assert [line.strip() for line in out.splitlines()[1:]] == [str(problem) for problem in caught.value.problems]


def test_there_is_no_lack_of_cases() -> None:
    sizes = {kind: len(read(FOLDER, kind)["cases"]) for kind in CHECKS}
    assert min(sizes.values()) >= 12
    assert sum(sizes.values()) >= 75


@each_kind
def test_shipped_data(kind: Any) -> None:
    check, text = CHECKS[kind], bw.genotype.data_text(kind)
    assert check(text) == check("assumed") == check(tomllib.loads(text)) == read(FOLDER, kind)["base"]
    assert check(text)["assumed"], "what is assumed says so"
    assert _core.data_kind(text) == kind
    assert check(json.dumps(check(text))) == check(text)


@each_kind
def test_a_sheet_can_be_filled_in(kind: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--sheet", kind]) == 0
    sheet = capsys.readouterr().out
    assert sheet == bw.genotype.sheet(kind)
    data, good = tomllib.loads(sheet), CHECKS[kind]("assumed")
    path = tmp_path / f"my-{kind}.json"

    def check() -> tuple[int, list[str]]:
        path.write_text(json.dumps(data), encoding="utf-8")
        code = main(["check", str(path)])
        return code, capsys.readouterr().out.splitlines()

    rows = data.get("cards") or data.get("counts") or data["prices"]
    good_rows = good.get("cards") or good.get("counts") or good["prices"]
    keys = list(range(len(rows))) if isinstance(rows, list) else list(rows)
    for done, key in enumerate(keys):
        code, lines = check()
        assert (code, len(lines)) == (1, 2), "as long as rows are empty, that is all that is said"
        names = [rows[rest]["action"] if kind == "automa" else rest for rest in keys[done:]]
        spans = f"{names[0]} to 49" if len(names) > 1 else str(names[0])
        assert lines[1].split("still empty: ")[1].rsplit(" ", 1)[0] == (
            spans if kind == "plants" else ", ".join(map(str, names))
        )
        rows[key] = good_rows[key]
    code, lines = check()
    assert (code, len(lines)) == (0, 1)
    assert data["title"] in lines[0]
    assert CHECKS[kind](path)["status"] == "printed"


def test_what_a_person_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind, words in {
        "plants": "50 plant cards: 14 with two traits, 22 with three, 14 with four; 3 to 11 points",
        "tools": "25 tool cards of 11 kinds",
        "prices": "prices of plot from 3 (2 to 5), slot from 3 (2 to 5), marker from 4 (3 to 6), hire from 2 (1 to 4)",
        "automa": "9 automa cards, 4 of them with a De Novo section",
    }.items():
        assert main(["check", kind]) == 0
        first, assumed = capsys.readouterr().out.splitlines()
        assert first == f"{kind}: valid; {words}"
        assert assumed.startswith("  assumed: ")
        assert main(["check", kind, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)[kind] == CHECKS[kind]("assumed")
    path = tmp_path / "mine.toml"
    text = bw.genotype.data_text("plants")
    one, other = '{ traits = ["RR", "Gg"], points = 4 }', '{ traits = ["Rr", "GG"], points = 4 }'
    path.write_text(text.replace(other, '{ traits = ["Gg", "RR"], points = 4 }'), encoding="utf-8")
    assert one in text
    assert main(["check", str(path)]) == 0
    assert "cards 0, 1 are alike: was one typed in twice?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check"], "a file to check, or --sheet, is needed"),
        (["check", ""], "the name of the file is empty"),
        (["check", "x.toml", "--sheet", "plants"], "--sheet prints a sheet of its own"),
        (["check", "--sheet", "plants", "--json"], "--sheet prints a sheet of its own"),
    ],
)
def test_wrong_questions(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_no_such_kind() -> None:
    for call in (bw.genotype.data_text, bw.genotype.sheet):
        with pytest.raises(bw.SetupError, match="there is no kind 'board'; there are: plants, tools, prices, automa"):
            call("board")  # type: ignore[arg-type]
        with pytest.raises(bw.SetupError, match="there is no kind"):
            call("\ud800")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a kind of data file is a text, not int"):
            call(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a plant list is a text, a path or a dict, not int"):
        bw.genotype.check_plants(3)  # type: ignore[arg-type]
    with pytest.raises(bw.LimitError):
        bw.genotype.check_plants("x" * 300_000)


@each_kind
def test_options_take_files_and_texts(kind: Any, tmp_path: Path) -> None:
    good, text = CHECKS[kind]("assumed"), bw.genotype.data_text(kind)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    for value in (path, str(path), text, json.dumps(good), good):
        assert json.loads(games.encode_options({kind: value})) == {kind: good}
    assert json.loads(games.encode_options({kind: "assumed"})) == {kind: "assumed"}
    path.write_text(bw.genotype.sheet(kind), encoding="utf-8")
    for value in (path, bw.genotype.sheet(kind)):
        with pytest.raises(bw.SetupError, match="still empty"):
            games.encode_options({kind: value})
    with pytest.raises(FileNotFoundError):
        games.encode_options({kind: tmp_path / "nowhere.toml"})


@each_kind
def test_games_are_played_with_files(kind: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = CHECKS[kind]("assumed")
    own = {**good, "title": "Mine", "status": "own", "assumed": []}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(own), encoding="utf-8")

    def start(value: Any) -> bw.State:
        options: dict[str, Any] = {kind: value}
        return bw.start("genotype", **options)

    state = start(path)
    assert state == start(own) == start(path.read_text("utf-8"))
    assert state.options[kind] == own
    assert bw.start("genotype", **state.options) == state
    with pytest.raises(bw.SetupError, match=f'there are no {kind} "printed"; there are: assumed'):
        start("printed")
    with pytest.raises(bw.SetupError) as caught:
        start({**own, "format": 2})
    assert [problem.path for problem in caught.value.problems] == [f"{kind}.format"]
    path.write_text(json.dumps({**own, "format": 2, "more": 1}), encoding="utf-8")
    for source in (path, path.read_text("utf-8")):
        with pytest.raises(bw.SetupError) as caught:
            start(source)
        assert sorted(problem.path for problem in caught.value.problems) == [kind, f"{kind}.format"], "as of a dict"
    path.write_text(json.dumps(own), encoding="utf-8")
    assert main(["play", "genotype", f"--{kind}", str(path), "--seats", "random,random", "--seed", "1", "--quiet"]) == 0
    capsys.readouterr()
    path.write_text("{}", encoding="utf-8")
    assert main(["play", "genotype", f"--{kind}", str(path), "--seats", "random,random"]) == 1
    assert "format: is missing" in capsys.readouterr().err


def test_own_prices_and_points_count() -> None:
    prices = bw.genotype.check_prices("assumed")
    own: Any = {**prices, "prices": {**prices["prices"], "plot": [4, 7, 9]}}
    assert bw.start("genotype", prices=own).to_dict()["prices"] == [7, 3, 4, 2]
