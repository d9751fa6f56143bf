"""The command `boardwright search`."""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; gives exit code, output and errors."""

    def run_command(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["search", *arguments])
        except SystemExit as leave:
            code = leave.code if isinstance(leave.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return run_command


FEW = ("--simulations", "300")


def test_a_table(run: Any) -> None:
    code, out, err = run("microworld", "--moves", "9 18 +move end", *FEW, "--seed", "5")
    assert (code, err) == (0, "")
    state = bw.start("microworld").play("9").play("18 +move end")
    found = bw.search(state, simulations=300, seed=5)
    assert str(found.state) in out
    assert str(state) not in out, "what the seat to act does not know is not printed"
    assert "Microworld, Viruses to act: Monte Carlo tree search, 300 simulations, " in out
    assert str(found).split("\n", 2)[2].splitlines()[0] in out
    assert found.explain() in out
    short = run("microworld", "--moves", "9 18 +move end", *FEW, "--seed", "5", "--quiet")
    assert short == (0, found.turn.text + "\n", "")


def test_json(run: Any) -> None:
    code, out, err = run("gridopolis", *FEW, "--method", "mcts", "--threads", "2", "--json", "--players", "3")
    assert (code, err) == (0, "")
    data = json.loads(out)
    found = bw.search(bw.start("gridopolis", players=3), method="mcts", simulations=300)
    assert data | {"seconds": 0} == found.to_dict() | {"seconds": 0}


def test_lines_and_settings(run: Any) -> None:
    start = ("genotype", "--seed", "3")
    plain = run(*start, *FEW, "--json")[1]
    other = run(*start, *FEW, "--json", "--set", "priors=false", "--set", "exploration=3")[1]
    assert json.loads(plain)["lines"] != json.loads(other)["lines"]
    out = run(*start, *FEW, "--lines", "1")[1]
    assert "and 2 more" in out


def test_a_position(run: Any, tmp_path: Path) -> None:
    state = bw.start("microworld").play("9")
    file, page = tmp_path / "state.json", tmp_path / "board.html"
    file.write_text(state.to_json(), encoding="utf-8")
    code, out, _ = run("microworld", "--dict", str(file), *FEW, "--html", str(page), "--quiet")
    assert (code, out) == (0, bw.search(state, simulations=300).turn.text + "\n")
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert 'data-item="hint"' in html
    assert run("microworld", "--dict", str(file), "--html", str(file))[0] == 2


WRONG: dict[str, tuple[str, int]] = {
    "chess": ("there is no game", 2),
    "genotype": ("chance is to act here", 2),
    "gridopolis --simulations 0": ("is not between 1", 2),
    "gridopolis --simulations x": ("is not a whole number", 2),
    "gridopolis --seconds 0": ("seconds is a number from 0.001", 2),
    "gridopolis --seconds nan": ("seconds is a number from 0.001", 2),
    "gridopolis --seconds x": ("invalid float", 2),
    "gridopolis --method x": ("there is no method 'x'", 2),
    "microworld --depth 3": ("no method for Microworld with 2 players has depth", 2),
    "gridopolis --threads 1000": ("threads: must be a whole number from 1 to 256", 2),
    "gridopolis --set x=3": ("there is no setting 'x'", 2),
    "gridopolis --set x": ("--set takes KEY=VALUE", 2),
    "gridopolis --set state=3": ("there is no setting 'state'", 2),
    "gridopolis --set evaluator=x": ("there is no setting 'evaluator'", 2),
    "gridopolis --set seed=3": ("--set is for settings that have no argument of their own", 2),
    "gridopolis --set policy=odd": ("policy: must be", 2),
    "gridopolis --moves 1.-1.2>1.0.2,x": ("--moves: 1.-1.2>1.0.2,x: ", 2),
    "microworld --moves end": ("--moves: end: ", 2),
}


@pytest.mark.parametrize(("arguments", "answer"), WRONG.items())
def test_wrong_questions(run: Any, arguments: str, answer: tuple[str, int]) -> None:
    code, out, err = run(*arguments.split())
    assert (code, out) == (answer[1], "")
    assert answer[0] in err


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_shows_what_was_found(run: Any) -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        code, out, err = run("microworld", "--simulations", str(10**9))
    finally:
        timer.join()
    assert (code, err) == (130, "")
    assert "interrupted" in out
    assert "Best for Viruses: " in out


def test_play_with_bots_that_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "microworld", "--seats", "mcts:20,threads=2,level:2", "--max-turns", "4"]) == 0
    assert "Viruses (mcts:20,threads=2) - Anticorps (level:2)" in capsys.readouterr().out
    assert main(["play", "microworld", "--seats", "mcts:20,tempo=2,level:2"]) == 2
    assert "there is no setting 'tempo'" in capsys.readouterr().err


def test_bench_measures_searches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "microworld", "--seconds", "0.01", "--json"]) == 0
    names = [figure["name"] for figure in json.loads(capsys.readouterr().out)["per_second"]]
    assert "simulations (mcts:1000)" in names
