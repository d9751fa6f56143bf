"""The command line: output, exit codes, errors in a line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright._progress import Bar
from boardwright.cli import commands, common, main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command; gives exit code, output and errors."""

    def run_command(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as leave:
            code = leave.code if isinstance(leave.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return run_command


def command(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "boardwright", *arguments], capture_output=True, text=True, check=False, **how
    )


@pytest.mark.parametrize("name", [part.NAME for part in commands.COMMANDS])
def test_every_command_has_help_with_an_example(run: Any, name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert f"example:\n  boardwright {name}" in out


def test_version_and_help(run: Any) -> None:
    assert run("--version") == (0, f"boardwright {bw.__version__}\n", "")
    code, out, _ = run("--help")
    assert code == 0
    assert all(part.NAME in out for part in commands.COMMANDS)


def test_games(run: Any) -> None:
    code, out, err = run("games")
    assert (code, err) == (0, "")
    assert "gridopolis" in out
    assert "matrix" in out
    assert "assumed" in out, "what is assumed is marked"
    data = json.loads(run("games", "--json")[1])
    assert data[0]["name"] == "gridopolis"
    assert data[0]["options"]["players"] == 2


def test_show(run: Any, tmp_path: Path) -> None:
    svg = tmp_path / "start.svg"
    code, out, _ = run("show", "gridopolis", "--players", "3", "--svg", str(svg))
    assert code == 0
    assert str(bw.start("gridopolis", players=3)) in out
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    file = tmp_path / "state.json"
    state = bw.start("gridopolis").playout(bw.Rng(3))
    file.write_text(state.to_json(), encoding="utf-8")
    code, out, _ = run("show", "gridopolis", "--dict", str(file))
    assert code == 0
    assert f"over: {state.ending}" in out
    assert json.loads(run("show", "gridopolis", "--dict", str(file), "--json")[1]) == state.to_dict()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000, b"{}", b'{"game": "gridopolis"}', b"null"])
def test_show_wrong_dicts(run: Any, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(content)
    code, out, err = run("show", "gridopolis", "--dict", str(file))
    assert (code, out) == (1, "")
    assert err.startswith(f"boardwright: {file}: ")
    assert err.count("\n") == 1


def test_play_writes_everything(run: Any, tmp_path: Path) -> None:
    text, page = tmp_path / "game.txt", tmp_path / "game.html"
    arguments = ["play", "gridopolis", "--seats", "greedy,random", "--seed", "7"]
    code, out, err = run(*arguments, "--record", str(text), "--html", str(page), "--tag", "event=test")
    assert (code, err) == (0, "")
    record = bw.load(text)
    assert record.state.is_over
    assert record.players == ["greedy", "random"]
    assert record.tags["event"] == "test"
    assert record.state.ending in out
    assert all(turn in out for _, _, turn, _ in record.turns())
    assert "<svg" in page.read_text(encoding="utf-8")
    summary = json.loads(run(*arguments, "--json")[1])
    assert summary["turns"] == record.state.turn
    assert summary["hash"] == f"{record.state.hash64:016x}"
    code, out, _ = run(*arguments, "--quiet")
    assert code == 0
    assert len(out.splitlines()) < 6


def test_play_perft_and_bench_from_a_position(run: Any, tmp_path: Path, state: bw.State) -> None:
    file = tmp_path / "state.json"
    middle = state.play(state.turns()[7]).play("1.4.2^1.2.2")
    file.write_text(middle.to_json(), encoding="utf-8")
    game = ["gridopolis", "--dict", str(file)]
    code, out, _ = run("play", *game, "--max-turns", "3", "--record", str(tmp_path / "game.txt"))
    assert code == 0
    assert str(middle) in out
    assert bw.load(tmp_path / "game.txt").start == middle
    data = json.loads(run("perft", *game, "--depth", "1", "--json")[1])
    assert data["count"] == len(middle.turns())
    assert run("bench", *game, "--seconds", "0.01")[0] == 0
    for command in ("show", "play", "search", "perft", "bench"):
        code, _, err = run(command, *game, "--players", "2")
        assert code == 2
        assert "leave the others out" in err
        assert run(command, "gridopolis", "--dict", str(tmp_path / "none.json"))[0] == 1


def test_play_defaults_and_options(run: Any) -> None:
    options = ["--win", "points", "--rounds", "2", "--option", "supported_pads=true", "--option", "first_seat=1"]
    code, out, _ = run("play", "gridopolis", "--players", "3", *options, "--json")
    assert code == 0
    data = json.loads(out)
    assert data["players"] == ["greedy", "random", "random"]
    assert data["turns"] <= 6
    four = ["--seats", "random, random, random, random", "--max-turns", "4"]
    assert "limit of 4 turns" in json.loads(run("play", "gridopolis", *four, "--json")[1])["stopped"]


def test_human_at_the_terminal(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    monkeypatch.setattr(sys, "stdin", io.StringIO("help\n1\nexplain 1.-2.2>1.-1.2\nquit\n"))
    code, out, err = run("play", "gridopolis", "--seats", "human,random", "--seed", "0", "--record", str(file))
    assert (code, err) == (0, "")
    assert "stopped by the player" in out
    assert "G20" in out
    assert out.count(str(bw.start("gridopolis"))) == 1, "the start is shown once"
    record = bw.load(file)
    assert record.state.turn == 2
    answer = record.turns()[1][2]
    assert sum(line.endswith(f" {answer}") for line in out.splitlines()) == 1, "the answer is shown once"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nquit\n"))
    _, out, _ = run("play", "gridopolis", "--seats", "human,random", "--seed", "0", "--quiet")
    assert f"North played {answer}\n" in out
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, out, _ = run("play", "gridopolis", "--seats", "human,random")
    assert code == 0
    assert "the input ended" in out


def test_perft(run: Any) -> None:
    start = bw.start("gridopolis", reserves=0)
    code, out, _ = run("perft", "gridopolis", "--depth", "2", "--reserves", "0")
    assert code == 0
    assert f"depth 2: {start.perft(2):,} positions" in out
    data = json.loads(run("perft", "gridopolis", "--reserves", "0", "--distinct", "--json")[1])
    assert data["count"] == start.perft(2, distinct=True)
    assert data["options"]["reserves"] == 0
    code, out, _ = run("perft", "gridopolis", "--reserves", "0", "--divide", "--depth", "1")
    assert code == 0
    assert all(turn.text in out for turn in start.turns())
    assert json.loads(run("perft", "gridopolis", "--divide", "--json")[1])["divide"] == bw.start("gridopolis").divide(2)


def test_replay(run: Any, tmp_path: Path, game: bw.Record) -> None:
    file, page, other = tmp_path / "game.txt", tmp_path / "game.html", tmp_path / "seen.json"
    bw.save(game, file)
    code, out, err = run("replay", str(file), "--html", str(page), "--viewer", "1", "--out", str(other))
    assert (code, err) == (0, "")
    assert "valid" in out
    assert all(text in out for _, _, text, _ in game.turns())
    assert "<svg" in page.read_text(encoding="utf-8")
    assert bw.load(other).state.view(1) == game.state.view(1)
    assert len(run("replay", str(file), "--quiet")[1].splitlines()) == 1
    data = json.loads(run("replay", str(file), "--json")[1])
    assert [turn["text"] for turn in data["turns"]] == [text for _, _, text, _ in game.turns()]


def test_replay_of_a_wrong_record(run: Any, tmp_path: Path, game: bw.Record) -> None:
    file = tmp_path / "game.txt"
    file.write_text(game.to_text().replace(game.turns()[0][2], "1.-2.2>1.-1.2", 1), encoding="utf-8")
    code, out, err = run("replay", str(file))
    assert (code, out) == (1, "")
    assert err.startswith(f"boardwright: {file}: line ")
    assert "G20" in err
    assert err.count("\n") == 1


def test_check(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = bw.gridopolis.blueprint_text("matrix")
    file.write_text(text, encoding="utf-8")
    code, out, _ = run("check", str(file))
    assert code == 0
    assert "valid" in out
    assert json.loads(run("check", str(file), "--json")[1])["valid"] is True
    file.write_text(
        text.replace("[1, 1, 2], [0, 0, 1]", "[9, 9, 9], [0, 0, 1]").replace('"+y"', '"up"'), encoding="utf-8"
    )
    code, out, _ = run("check", str(file))
    assert code == 1
    assert len(out.splitlines()) >= 3, "all problems at once"
    data = json.loads(run("check", str(file), "--json")[1])
    assert data["valid"] is False
    assert len(data["problems"]) >= 2
    assert run("play", "gridopolis", "--blueprint", str(file))[0] == 1


def test_check_by_name(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in bw.gridopolis.blueprints():
        code, out, _ = run("check", name)
        assert code == 0
        assert out.startswith(f"{name}: valid")
    code, _, err = run("check", "nowhere")
    assert code == 1
    assert "no file 'nowhere', and no blueprint of that name: matrix, " in err
    Path("mine").write_text(bw.gridopolis.blueprint_text("spire"), encoding="utf-8")
    assert "Spire" in run("check", "mine")[1]


@pytest.mark.parametrize(
    ("text", "value"), [("True", True), ("true", True), ("FALSE", False), ("false", False)], ids=lambda part: str(part)
)
def test_options_that_are_true_or_false(run: Any, text: str, value: bool) -> None:
    data = json.loads(run("show", "gridopolis", "--option", f"supported_pads={text}", "--json")[1])
    assert data["options"]["supported_pads"] is value


@pytest.mark.parametrize("text", ["None", "null", "none"])
def test_options_that_are_nothing(run: Any, text: str) -> None:
    code, out, _ = run("show", "gridopolis", "--option", f"reserves={text}", "--option", "quiet_limit=7", "--json")
    assert code == 0
    assert json.loads(out)["options"]["reserves"] is None
    assert json.loads(out)["options"]["quiet_limit"] == 7


def test_bench(run: Any) -> None:
    code, out, _ = run("bench", "gridopolis", "--seconds", "0.05")
    assert code == 0
    assert "random games" in out
    assert "perft(" in out
    data = json.loads(run("bench", "gridopolis", "--seconds", "0.05", "--reserves", "0", "--json")[1])
    assert all(figure["median"] > 0 for figure in data["per_second"])
    longer = json.loads(run("bench", "gridopolis", "--seconds", "0.3", "--reserves", "0", "--json")[1])
    assert [figure["name"] for figure in longer["per_second"]] == [figure["name"] for figure in data["per_second"]]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["show"],
        ["show", "chess"],
        ["play", "chess"],
        ["play", "gridopolis", "--players", "9"],
        ["play", "gridopolis", "--players", "two"],
        ["play", "gridopolis", "--seats", "greedy"],
        ["play", "gridopolis", "--seats", "greedy,nobody"],
        ["play", "gridopolis", "--seats", "greedy,random", "--players", "3"],
        ["play", "gridopolis", "--seats", "human,random", "--json"],
        ["play", "gridopolis", "--seed", "-1"],
        ["play", "gridopolis", "--seed", "99999999999999999999999"],
        ["play", "gridopolis", "--option", "x"],
        ["play", "gridopolis", "--option", "x=1"],
        ["play", "gridopolis", "--option", "players=2", "--players", "2"],
        ["play", "gridopolis", "--option", "quiet_limit=NaN"],
        ["play", "gridopolis", "--option", "reserves=" + "[" * 100_000],
        ["play", "gridopolis", "--tag", "x"],
        ["play", "gridopolis", "--blueprint", "nowhere"],
        ["perft", "gridopolis", "--depth", "-1"],
        ["perft", "gridopolis", "--divide", "--distinct"],
        ["perft", "gridopolis", "--divide", "--depth", "0"],
        ["bench", "gridopolis", "--seconds", "0"],
        ["bench", "gridopolis", "--seconds", "nan"],
        ["show", "gridopolis", "--players", "2", "--dict", "x.json"],
    ],
    ids=lambda arguments: " ".join(arguments)[:60],
)
def test_wrong_questions(run: Any, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("boardwright")
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "none.txt"],
        ["replay", "."],
        ["check", "none.toml"],
        ["show", "gridopolis", "--dict", "none.json"],
        ["play", "gridopolis", "--blueprint", "none.toml"],
        ["play", "gridopolis", "--quiet", "--record", "no/such/folder/game.txt"],
        ["play", "gridopolis", "--html", "no/such/folder/game.html"],
        ["play", "gridopolis", "--record", "."],
        ["show", "gridopolis", "--svg", "no/such/folder/x.svg"],
    ],
    ids=" ".join,
)
def test_files_that_are_not_there(
    run: Any, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert code == 1
    assert err.startswith("boardwright: ")
    assert err.count("\n") == 1
    assert arguments[-1] in err
    assert ".part" not in err
    assert out == "", "outputs are checked before the work"


def test_a_file_of_the_wrong_kind(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(bw.genotype.data_text("plants"), encoding="utf-8")
    code, _, err = run("play", "genotype", "--tools", str(file))
    assert code == 1
    assert err.startswith(f'boardwright: --tools {file}: unknown key "cards"')
    assert err.count("\n") == 1


def test_long_tags_are_shown_in_short(run: Any, tmp_path: Path) -> None:
    cards = bw.genotype.check_plants("assumed")
    file = tmp_path / "game.txt"
    bw.save(bw.Record(bw.start("genotype", plants=cards)), file)
    _, out, _ = run("replay", str(file))
    (line,) = (line for line in out.splitlines() if line.startswith("Options"))
    assert len(line) < 400
    assert line.endswith(" characters)")
    assert json.loads(run("replay", str(file), "--json")[1])["tags"]["Options"] == bw.load(file).tags["Options"]


def test_viewers(run: Any, tmp_path: Path, game: bw.Record) -> None:
    file = tmp_path / "game.txt"
    bw.save(game, file)
    assert run("replay", str(file), "--viewer", "spectator")[0] == 0
    for viewer in ("9", "nobody", "-1", "99999999999999999999"):
        code, _, err = run("replay", str(file), f"--viewer={viewer}")
        assert code == 2
        assert err.count("\n") == 1


def test_nobody_reads_the_output() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "boardwright", "play", "gridopolis"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        err = process.stderr.read()
    assert process.returncode == 141
    assert err == b""


def test_a_terminal_that_knows_ascii_only() -> None:
    done = command("games", env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"})
    assert done.returncode == 0
    assert done.stderr == ""


def test_interrupted_play_keeps_the_record(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Impatient:
        def readline(self) -> str:
            raise KeyboardInterrupt

    file = tmp_path / "game.txt"
    monkeypatch.setattr(sys, "stdin", Impatient())
    code, _, err = run("play", "gridopolis", "--seats", "random,human", "--record", str(file))
    assert (code, err) == (130, f"boardwright: stopped in turn 2; record: {file}\n")
    assert bw.load(file).state.turn == 1
    assert run("play", "gridopolis", "--seats", "random,human")[::2] == (130, ""), "nothing was written"


def test_rich_tables(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich", reason="tables in colours need the extra cli: pip install 'boardwright[cli]'")
    monkeypatch.setattr(common, "rich_is_on", lambda: True)
    common.print_table(["a", "b"], [["[red]x[/red]", 12_345]], numbers=[1])
    common.print_title("title [bold]")
    out = capsys.readouterr().out
    assert "[red]x[/red]" in out
    assert "12,345" in out
    assert "title [bold]" in out


def test_plain_tables(capsys: pytest.CaptureFixture[str]) -> None:
    common.print_table(["a", "number"], [["x", 12_345], ["yyy", 1]], numbers=[1])
    assert capsys.readouterr().out == "a    number\nx    12,345\nyyy       1\n"


def test_progress_is_for_terminals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with Bar("depth 2", "positions") as progress:
        progress(5)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Bar("depth 2", "positions") as progress:
        progress(5_000)
        progress(6_000)
    err = capsys.readouterr().err
    assert "depth 2: 5,000 positions" in err
    assert "6,000" not in err
    assert err.endswith("\r\x1b[K")


def test_play_microworld(run: Any, tmp_path: Path) -> None:
    text, page = tmp_path / "game.txt", tmp_path / "game.html"
    arguments = ["play", "microworld", "--board", "random", "--rules", "ACD", "--seed", "5"]
    code, out, err = run(*arguments, "--record", str(text), "--html", str(page))
    assert (code, err) == (0, "")
    record = bw.load(text)
    assert record.state.is_over
    assert record.state.options["board"] == bw.microworld.random_board(5)
    assert record.state.ending in out
    assert "<svg" in page.read_text(encoding="utf-8")
    assert run(*arguments, "--quiet") == run(*arguments, "--quiet")


@pytest.mark.parametrize(
    "options",
    [
        ["--scenario", "sprint"],
        ["--rules", "B", "--target", "chain-of-cells"],
        ["--rules", "C", "--option", 'mutations=["barrier", "shift"]'],
        ["--board", "4b 3a 2b 1a"],
    ],
)
def test_options_of_microworld(run: Any, options: list[str]) -> None:
    code, out, err = run("show", "microworld", *options)
    assert (code, err) == (0, "")
    assert "upper right" in out
    assert run("play", "microworld", *options, "--quiet")[0] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--board", "1a 1b 2a 3a"], "element 1 is there twice"),
        (["--rules", "BA"], "must be letters of ABCDEFGH"),
        (["--scenario", "none"], "scenario: must be one of nerves"),
        (["--target", "15-points"], "a target needs rule B"),
        (["--players", "3"], 'unknown key "players"'),
    ],
)
def test_wrong_options_of_microworld(run: Any, options: list[str], message: str) -> None:
    code, out, err = run("show", "microworld", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_a_person_sees_no_secrets_of_others(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # The person gives up at once; before that the others have drawn tokens.
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, _ = run("play", "microworld", "--seats", "random,human", "--rules", "A", "--seed", "2")
    assert code == 0
    assert "+?" in out
    viruses = [line for line in out.splitlines() if "Viruses (v)" in line]
    assert viruses
    assert all("genes ?" in line or "genes none" in line for line in viruses)
    everything = run("play", "microworld", "--seats", "random,random", "--rules", "A", "--seed", "2")[1]
    assert "+?" not in everything


def test_check_boards_and_elements(run: Any, tmp_path: Path) -> None:
    code, out, err = run("check", "1a 2b 3a 4b")
    assert (code, err) == (0, "")
    assert "32 cells" in out
    assert "element 1 is there twice" in run("check", "1a 1b 3a 4b")[1]
    element = tmp_path / "mine.toml"
    element.write_text(bw.microworld.element_text("3"), encoding="utf-8")
    assert run("check", str(element))[0] == 0
    wrong = bw.microworld.element_text("3").replace("r = [0, 6]", "r = [0, 7]", 1)
    element.write_text(wrong, encoding="utf-8")
    code, out, _ = run("check", str(element))
    assert code == 1
    assert "overlap [M2]" in out
    board = tmp_path / "board.json"
    cells = [{"kind": "mucous", "adjacent": [(n + 1) % 30, (n + 29) % 30], "gene": n == 0} for n in range(30)]
    board.write_text(json.dumps({"format": 1, "name": "ring", "cells": cells}), encoding="utf-8")
    assert "30 cells (30 mucous) in 1 tissues" in run("check", str(board))[1]
    assert json.loads(run("check", str(board), "--json")[1])["valid"]
    assert run("play", "microworld", "--board", str(board), "--quiet")[0] == 0


def test_a_person_does_not_know_the_seed_beforehand(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        out = run("play", "microworld", "--seats", "human,random", "--rules", "A", *arguments)[1]
        assert isinstance(out, str)
        return out

    first, second = play(), play()
    assert "seed" not in first.splitlines()[0]
    assert first.splitlines()[-1] != second.splitlines()[-1], "drawn anew, and told at the end"
    seed = first.splitlines()[-1].removeprefix("seed ")
    assert play("--seed", seed).splitlines()[1:-6] == first.splitlines()[1:-7]
    assert f"seed {seed}" in play("--seed", seed).splitlines()[0]
