"""Pictures: that they are there, are well-formed and show what they should."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import boardwright as bw
from helpers import SETUPS, find_state, random_walk


def test_notebooks_get_a_picture(state: bw.State) -> None:
    picture = state._repr_svg_()
    assert picture.lstrip().startswith("<svg")
    ET.fromstring(picture)


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_every_setup_can_be_drawn(options: dict[str, object]) -> None:
    for state in random_walk(options, 1, 120)[::40]:
        ET.fromstring(bw.display.svg(state))


@pytest.mark.parametrize("phase", ["chain", "second", "teleport", "over"])
def test_every_phase_can_be_drawn(phase: str) -> None:
    ET.fromstring(bw.display.svg(find_state(phase)))


def test_arguments(state: bw.State) -> None:
    after = state.play(state.turns()[0])
    plain = bw.display.svg(after, last=[], targets=False)
    assert bw.display.svg(after, targets=False) != plain, "the last action is marked"
    assert bw.display.svg(after, last=[]) != plain, "targets are shown"
    assert 'width="300' in bw.display.svg(after, size=300)
    assert isinstance(plain, str)
    assert plain._repr_svg_() == plain


def test_views_can_be_drawn(state: bw.State) -> None:
    assert state.view(1)._repr_svg_() == state._repr_svg_()
