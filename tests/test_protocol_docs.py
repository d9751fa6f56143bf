"""The transcripts of the protocol's page are what an engine says."""

from __future__ import annotations

import doctest
import re

import pytest

from boardwright.protocol.verbs import OWN_CODES, RAISED, VERBS
from engines import Talk
from helpers import ROOT, blocks

PAGE = "docs/protocol.md"


@pytest.mark.parametrize("block", blocks(PAGE, "bwp"), ids=lambda block: block.splitlines()[-1][:30])
def test_transcripts(block: str) -> None:
    lines = block.splitlines()
    engine = Talk(json=lines[0].startswith("> {"))
    said: list[str] = []
    for number, line in enumerate(lines):
        if not line.startswith("> "):
            continue
        said.append(line)
        engine.send(line[2:])
        if "> stop" not in lines[number + 1 :]:
            engine.wait()
        # How far the thinking is depends on the machine.
        said += [answer for answer in engine.take() if not answer.startswith("info seconds")]
    found = "\n".join(said) + "\n"
    assert doctest.OutputChecker().check_output(block, found, doctest.ELLIPSIS), found


def test_there_are_transcripts() -> None:
    assert len(blocks(PAGE, "bwp")) >= 5


def test_everything_is_specified() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    for name, verb in VERBS.items():
        assert re.search(rf"`{name}\b", page), name
        for argument in verb.params:
            assert re.search(rf"\b{argument}\b", page), argument
    for code in {code for _, code in RAISED} | set(OWN_CODES):
        assert f"`{code}`" in page, code


def test_the_bot_in_shell_is_the_one_of_the_page() -> None:
    (block,) = blocks(PAGE, "sh")
    assert (ROOT / "examples/shell_bot.sh").read_text(encoding="utf-8").endswith(block)
