"""The examples in the texts do what the texts say."""

from __future__ import annotations

import doctest
import importlib
import shlex
from pathlib import Path

import pytest

import boardwright as bw
from boardwright import (
    _genotype_odds,
    _genotype_questions,
    _genotype_rolls,
    analysis,
    bots,
    check,
    evaluators,
    games,
    genotype,
    gridopolis,
    learning,
    match,
    microworld,
    record,
)
from boardwright.bots import spec
from boardwright.cli import main
from helpers import blocks, run_examples


def test_readme_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_examples("README.md") >= 20


def test_readme_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(gridopolis.blueprint_text("plaza"), encoding="utf-8")
    commands = [
        line.split("#")[0].strip()
        for block in blocks("README.md", "sh")
        for line in block.splitlines()
        if line.startswith("boardwright ")
    ]
    assert len(commands) >= 5
    for command in commands:
        if "human" in command or " bench " in command or " engine " in f"{command} ":
            continue
        assert main(shlex.split(command)[1:]) == 0, command
    assert capsys.readouterr().out


# The package has a function of the same name.
search = importlib.import_module("boardwright.search")

MODULES = [
    *(bw, analysis, bots, spec, check, evaluators, games, gridopolis, learning),
    *(genotype, _genotype_odds, _genotype_questions, _genotype_rolls),
    *(match, microworld, record, search),
]


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.failed == 0
