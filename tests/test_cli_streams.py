"""The command line with closed, full and odd streams, odd arguments, and when it is interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright.cli import main, play
from helpers import POSIX

PATIENCE = 60.0  # seconds until a test fails that would wait for ever; much more than any needs


def shell(redirect: str, *arguments: str, given: bytes | None = None, **extra: str) -> tuple[int, str, str]:
    """Run a command with streams as a shell opens or closes them; gives exit code, output and errors."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m boardwright "$@" {redirect}', sys.executable, *arguments],
        input=given,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | extra,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@POSIX
@pytest.mark.parametrize("redirect", [">&-", ">&- 2>&-", "<&- >&- 2>&-", "2>&-", "<&-"])
def test_closed_streams(redirect: str, tmp_path: Path) -> None:
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    game = ["play", "gridopolis", "--seats", "human,random", "--record", str(file), "--html", str(page)]
    for arguments in (["games"], ["games", "--json"], ["perft", "gridopolis"], game):
        code, _, err = shell(redirect, *arguments)
        assert (code, err) == (0, "")
    assert len(bw.load(file)) == 0
    assert "<svg" in page.read_text(encoding="utf-8")
    code, _, err = shell(redirect, "show", "chess")
    assert code == 2
    assert err.count("\n") == (0 if "2>" in redirect else 1)


@POSIX
def test_closed_input_ends_the_game() -> None:
    code, out, err = shell("<&-", "play", "gridopolis", "--seats", "human,random")
    assert (code, err) == (0, "")
    assert "the input ended" in out


@POSIX
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full stands for a full disk, and only Linux has it")
@pytest.mark.parametrize("arguments", [["games"], ["--help"], ["play", "gridopolis"]], ids=" ".join)
def test_a_full_disk(arguments: list[str]) -> None:
    code, _, err = shell("> /dev/full", *arguments)
    assert (code, err) == (1, "boardwright: No space left on device\n")
    assert shell("2> /dev/full", "show", "chess")[0] == 2


@POSIX
@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
@pytest.mark.parametrize("utf8", ["0", "1"])
def test_bytes_that_are_no_text(locale: str, utf8: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    lines = b"ab\xff\n\xff\nexplain \xff\xfe\nlist \xff\n1\n\xc3\nquit\n"
    arguments = ["play", "gridopolis", "--seats", "human,random", "--record", str(file)]
    code, out, err = shell("", *arguments, given=lines, LC_ALL=locale, PYTHONUTF8=utf8)
    assert (code, err) == (0, "")
    assert out.count("'help' for what can be typed") == 3
    assert "stopped by the player" in out
    assert bw.load(file).state.turn == 2, "what follows is read as usual"


@POSIX
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_arguments_that_are_no_text(locale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    odd = "\udcff"
    for arguments, wanted in [
        ([odd], 2),
        (["show", odd], 2),
        (["perft", "gridopolis", "--depth", odd], 2),
        (["play", "gridopolis", "--tag", f"event={odd}"], 2),
        (["play", "gridopolis", "--tag", f"{odd}=x"], 2),
        (["play", "gridopolis", "--seats", f"{odd},random"], 2),
        (["play", "gridopolis", "--win", odd], 2),
        (["play", "gridopolis", "--option", f"{odd}=1"], 2),
        (["play", "gridopolis", "--option", f"win={odd}"], 2),
        (["play", "gridopolis", "--blueprint", odd], 2),
        (["play", "gridopolis", "--blueprint", f"{odd}.toml"], 1),
        (["play", "gridopolis", "--quiet", "--record", f"{odd}.txt", "--html", f"{odd}.html"], 0),
        (["replay", f"{odd}.txt", "--out", f"{odd}.json", "--json"], 0),
        (["replay", f"{odd}.txt", "--viewer", odd], 2),
        (["replay", f"{odd}2.txt"], 1),
        (["check", odd], 1),
        (["check", f"{odd}.toml"], 1),
        (["show", "gridopolis", "--dict", odd], 1),
    ]:
        code, _, err = shell("", *arguments, LC_ALL=locale)
        assert code == wanted, (arguments, err)
        assert "Traceback" not in err
        assert "codec" not in err
        assert bool(err) == bool(wanted)
    assert bw.load(f"{odd}.json") == bw.load(f"{odd}.txt")


INTERRUPTED_IMPORT = """
import importlib.abc, sys

class Interrupt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from boardwright.cli import main
sys.exit(main(["games"]))
"""


@pytest.mark.parametrize("name", ["commands", "bench", "replay"])
def test_interrupted_while_the_commands_are_loaded(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT, f"boardwright.cli.{name}"],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    return code, *capsys.readouterr()


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "loop"],
        ["replay", "game.txt", "--html", "loop"],
        ["replay", "game.txt", "--out", "loop/x"],
        ["play", "gridopolis", "--record", "loop"],
        ["play", "gridopolis", "--html", "loop/x"],
        ["play", "gridopolis", "--blueprint", "loop.toml"],
        ["show", "gridopolis", "--svg", "loop"],
        ["show", "gridopolis", "--dict", "loop"],
        ["check", "loop.toml"],
        ["check", "loop"],
        ["play", "gridopolis", "--record", "x" * 300],
    ],
    ids=lambda arguments: " ".join(arguments)[:50],
)
def test_links_that_lead_nowhere(
    capsys: Any, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bw.save(bw.Record(bw.start("gridopolis")), "game.txt")
    for name in ("loop", "loop.toml"):
        Path(name).symlink_to(name)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("boardwright: ")
    assert arguments[-1] in err
    assert err.count("\n") == 1


MANY = "9" * 5000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "gridopolis", "--option", "seed=3"], "gridopolis has no option 'seed'"),
        (["play", "gridopolis", "--option", "seed=3"], "--seed is an argument of its own"),
        (["play", "gridopolis", "--option", "game=x"], "gridopolis has no option 'game'; it has: players, "),
        (["play", "gridopolis", "--option", "bots=x"], "has no option 'bots'"),
        (["play", "gridopolis", "--option", "tags=x"], "has no option 'tags'"),
        (["show", "gridopolis", "--option", "seed=3"], "has no option 'seed'"),
        (["show", "chess", "--option", "seed=3"], "there is no game"),
        (["play", "gridopolis", "--option", f"quiet_limit={MANY}"], "quiet_limit: "),
        (["play", "gridopolis", "--seed", MANY], "is not between 0 and 18446744073709551615"),
        (["play", "gridopolis", "--players", MANY], "is not between"),
        (["play", "gridopolis", "--players", "-1"], "'-1' is not between"),
        (["play", "gridopolis", "--seats", "random"], "bots: their number does not fit"),
        (["replay", "game.txt", "--viewer", MANY], "there is no viewer '9999"),
        (["replay", "game.txt", "--viewer", "2"], "there are: 0, 1, spectator"),
        (["replay", "game.txt", "--viewer=-1"], "there is no viewer '-1'"),
        (["replay", "game.txt", "--viewer", "٣"], "there is no viewer"),
        (["replay", "game.txt", "--viewer", ""], "there is no viewer ''"),
        (["play", "gridopolis", "--record", ""], "the name of the file is empty"),
        (["play", "gridopolis", "--html", ""], "the name of the file is empty"),
        (["show", "gridopolis", "--svg", ""], "the name of the file is empty"),
        (["show", "gridopolis", "--dict", ""], "the name of the file is empty"),
        (["replay", ""], "the name of the file is empty"),
        (["check", ""], "the name of the file is empty"),
        (["play", "gridopolis", "--record", "new/"], "'new/' names a folder"),
        (["play", "gridopolis", "--record", "a", "--html", "./a"], "--record and --html name the same file"),
        (["play", "gridopolis", "--record", "game.txt", "--html", "link.txt"], "name the same file"),
        (["replay", "game.txt", "--out", "a", "--html", "a"], "--out and --html name the same file"),
        (["replay", "game.txt", "--html", "link.txt"], "--html would overwrite 'link.txt', which is read"),
        (["play", "gridopolis", "--blueprint", "my.toml", "--html", "my.toml"], "--html would overwrite"),
        (["play", "gridopolis", "--dict", "state.json", "--record", "state.json"], "--record would overwrite"),
        (["show", "gridopolis", "--dict", "state.json", "--svg", "state.json"], "--svg would overwrite"),
    ],
    ids=lambda part: " ".join(part)[:60] if isinstance(part, list) else "",
)
def test_wrong_questions(
    capsys: Any, arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    state = bw.start("gridopolis")
    bw.save(bw.Record(state), "game.txt")
    Path("link.txt").symlink_to("game.txt")
    Path("state.json").write_text(state.to_json(), encoding="utf-8")
    Path("my.toml").write_text(bw.gridopolis.blueprint_text("plaza"), encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err.splitlines()[-1]
    assert len(err) < 1000
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_record_can_be_written_over_itself(capsys: Any, tmp_path: Path, game: bw.Record) -> None:
    file = tmp_path / "game.txt"
    file.write_text(game.to_json(), encoding="utf-8")
    assert run(capsys, "replay", str(file), "--out", str(file))[0] == 0
    assert file.read_text(encoding="utf-8") == game.to_text()
    assert run(capsys, "play", "gridopolis", "--record", os.devnull, "--html", os.devnull)[0] == 0


def refuse(*_: object) -> None:
    raise OSError(28, "No space left on device", "some name")


@pytest.mark.parametrize("outputs", ["record", "html", "both"])
@pytest.mark.parametrize("error", [OSError, bw.LimitError])
def test_a_game_that_can_not_be_written_is_printed(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outputs: str, error: type[Exception]
) -> None:
    def fail(*_: object) -> None:
        raise error("no room")

    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    monkeypatch.setattr(bw.record if outputs != "html" else play, "save" if outputs != "html" else "write_text", fail)
    arguments = ["play", "gridopolis", "--seed", "7", "--json"]
    arguments += ["--record", str(file)] if outputs != "html" else []
    arguments += ["--html", str(page)] if outputs != "record" else []
    code, out, err = run(capsys, *arguments)
    assert code == 1
    assert '"seed": 7' in out
    head, _, text = err.partition("boardwright: this is the record:\n")
    missing = page if outputs == "html" else file
    assert f"could not be written: {missing}: no room" in head
    assert bw.loads(text) == bw.Match("gridopolis", ["greedy", "random"], seed=7).play().record
    assert page.exists() == (outputs == "both"), "the other file is written all the same"


def test_only_the_page_can_not_be_written(capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    monkeypatch.setattr(play, "write_text", refuse)
    code, out, err = run(capsys, "play", "gridopolis", "--record", str(file), "--html", str(page))
    assert code == 1
    assert f"record: {file}" in out
    assert err == f"boardwright: the replay with pictures could not be written: {page}: No space left on device\n"
    assert bw.load(file).state.is_over


@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenPipeError, ZeroDivisionError])
def test_what_ended_a_game_comes_out_even_if_it_can_not_be_kept(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    class Failing:
        def readline(self) -> str:
            raise error

    file = tmp_path / "game.txt"
    monkeypatch.setattr(sys, "stdin", Failing())
    monkeypatch.setattr(bw.record, "save", refuse)
    arguments = ["play", "gridopolis", "--seats", "random,human", "--record", str(file)]
    if error is ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            main(arguments)
        _, err = capsys.readouterr()
    else:
        code, _, err = run(capsys, *arguments)
        assert code == (130 if error is KeyboardInterrupt else 141)
    assert f"stopped in turn 2\nboardwright: the record could not be written: {file}: No space left on device" in err
    assert bw.loads(err.partition("this is the record:\n")[2]).state.turn == 1


def test_a_blueprint_of_the_least_there_can_be(capsys: Any, tmp_path: Path) -> None:
    file = tmp_path / "mini.toml"
    text = bw.gridopolis.blueprint_text("matrix")
    file.write_text("\n".join(line for line in text.splitlines() if not line.startswith("title")), encoding="utf-8")
    code, out, err = run(capsys, "check", str(file))
    assert (code, err) == (0, "")
    assert "valid; matrix, for" in out
