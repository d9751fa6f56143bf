"""The programs in `examples/` run as they are, and come to what they are there to show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import ROOT

EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))

# What else would take minutes, or longer than it must.
QUICK = {
    "gymnasium_ppo.py": ["--rounds=12"],
    "learn_microworld.py": ["--rounds=1", "--games=4", "--simulations=4", "--steps=3", "--test-games=2"],
    "open_spiel_cfr.py": ["--iterations=10"],
}

# Those that need a host, with the module to import.
HOSTS = {"gymnasium_ppo.py": "gymnasium", "open_spiel_cfr.py": "pyspiel"}


@pytest.fixture
def example(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Run an example, which the test names; gives what it prints."""
    name: str = request.param
    if name in HOSTS:
        pytest.importorskip(HOSTS[name])
    command = [sys.executable, str(ROOT / "examples" / name), *QUICK.get(name, [])]
    # Threads for small matrices wait for each other most of the time on a busy machine.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def runs(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", names, ids=names, indirect=True)


BOARDS = {"own_blueprint.py": "bridge.html", "own_microworld_board.py": "rings.html"}
SHOWN = ("gymnasium_ppo.py", "kaggle_agent.py", "open_spiel_cfr.py", "own_bot.py", *BOARDS)


@runs(*(name for name in EXAMPLES if name not in SHOWN))
def test_examples(example: str) -> None:
    assert example


@runs("own_bot.py")
def test_a_bot_of_ones_own_wins(example: str) -> None:
    (won,) = re.findall(r"the hunter won (\d+) of 10", example)
    assert int(won) > 5


@runs(*BOARDS)
def test_boards_of_ones_own(example: str, tmp_path: Path) -> None:
    assert "problem: " in example, "it shows what the checker says of a wrong one"
    (page,) = tmp_path.iterdir()
    assert page.name in BOARDS.values()
    assert f"wrote {page.name}" in example
    assert "<svg" in page.read_text(encoding="utf-8")


@runs("open_spiel_cfr.py")
def test_a_solver_comes_closer(example: str) -> None:
    gains = [float(number) for number in re.findall(r"NashConv (\S+)", example)]
    assert gains == sorted(gains, reverse=True)
    assert 0 < gains[-1] < gains[0] / 5


@runs("gymnasium_ppo.py")
def test_an_agent_learns(example: str) -> None:
    means = [float(number) for number in re.findall(r"mean return (\S+)", example)]
    assert means[-1] > means[0] + 0.25


@runs("kaggle_agent.py")
def test_an_agent_that_searches_wins(example: str) -> None:
    assert re.findall(r"\((\w+)\) wins? after", example) == ["searching_agent", "searching_agent"]
