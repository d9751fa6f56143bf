"""Pictures: that they are there, are well-formed and show what they should."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from math import hypot
from typing import Any

import pytest

import boardwright as bw
from boardwright import _core
from boardwright.display import Frame, _notebook, html_replay
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


def test_records_and_results_are_drawn_as_their_last_state() -> None:
    match = bw.Match("gridopolis", ["random", "random"], max_turns=5)
    result = match.play()
    picture = bw.display.svg(result.state)
    for thing in (result, result.record, match):
        assert bw.display.svg(thing) == picture
    assert result._repr_svg_() == picture


@pytest.mark.parametrize("thing", [None, "gridopolis", 7, {}, []], ids=repr)
def test_what_can_not_be_drawn(thing: Any) -> None:
    with pytest.raises(TypeError, match=f"a state, a record or the result of a match, not {type(thing).__name__}$"):
        bw.display.svg(thing)
    with pytest.raises(TypeError, match="a Record or the result of a match"):
        bw.display.record_html(thing)


def test_turns_are_drawn_by_their_end(state: bw.State) -> None:
    with pytest.raises(TypeError, match="draw its `end`"):
        bw.display.svg(state.turns()[0])


def test_sections_keep_their_colours() -> None:
    def colours(state: bw.State) -> dict[str, str]:
        return {name: bw.display.seat_colour(state, seat) for seat, name in enumerate(state.seat_names)}

    two, three, four = (colours(bw.start("gridopolis", players=players)) for players in (2, 3, 4))
    assert two.items() <= three.items() <= four.items()
    assert len(set(four.values())) == 4
    other = colours(bw.start("gridopolis", blueprint="spire"))
    assert list(other.values()) == [four["South"], four["West"]], "by seat where the sections have other names"
    for colour in two.values():
        assert f'fill="{colour}"' in bw.display.svg(bw.start("gridopolis"))
    assert four["West"] not in bw.display.svg(bw.start("gridopolis"))
    assert bw.display.seat_colour(_core.start("fixture", "{}"), 1) == four["West"]


def test_no_marker_covers_the_letter_of_a_home_row(state: bw.State) -> None:
    picture = bw.display.svg(state, targets=False)
    tabs = re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="\3" rx="[\d.]+" fill="#0072b2"/>', picture
    )
    discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#0072b2"', picture)
    assert len(tabs) == 4, "three pads and the legend"
    for x, y, size in (tuple(map(float, tab)) for tab in tabs):
        for cx, cy, r in (tuple(map(float, disc)) for disc in discs):
            nearest = max(x - cx, 0.0, cx - x - size), max(y - cy, 0.0, cy - y - size)
            assert hypot(*nearest) >= r


def test_records_in_notebooks(game: bw.Record, monkeypatch: pytest.MonkeyPatch) -> None:
    piece = bw.display.record_html(game)
    ET.fromstring(piece.replace("&nbsp;", " "))
    assert piece.count("<svg") == 1
    assert piece.count("<li") == len(game.turns())
    assert all(text.replace(">", "&gt;") in piece for _, _, text, _ in game.turns())
    assert "South (greedy) wins" in piece
    assert "<script" not in piece
    assert " id=" not in piece
    monkeypatch.setattr(_notebook, "MAX_LISTED", 3)
    assert f"and {len(game.turns()) - 3} more" in bw.display.record_html(game)


@pytest.mark.parametrize("pushed", [[], ["0.-1.2>0.0.1"], ["0.-1.2>0.0.1", "~2.0.3"]], ids=len)
def test_short_records_in_notebooks(state: bw.State, pushed: list[str]) -> None:
    record = bw.Record(state)
    for text in pushed:
        record.push(text)
    piece = bw.display.record_html(record)
    ET.fromstring(piece)
    assert f"{min(len(pushed), 1)} turn" in piece
    assert ("Last: " in piece) == bool(pushed)
    assert "".join(pushed).replace(">", "&gt;") in piece


def test_results_in_notebooks(game: bw.Record) -> None:
    result = bw.MatchResult(game, ("greedy", "random"), 7)
    assert result._repr_html_() == bw.display.record_html(game) == bw.display.record_html(result)


def test_records_of_other_games_in_notebooks() -> None:
    start = _core.start("fixture", '{"players": 2}')
    result = bw.Match(start, ["random", "random"], seed=3).play()
    ET.fromstring(bw.display.record_html(result.record))


def shapes(page: str) -> list[str]:
    return re.findall(r'<path id="[a-z]+-shape" d="([^"]+)"', page)


def test_replay_page() -> None:
    frames = [
        Frame("<svg/>", "Start"),
        Frame("<svg/>", "Turn 1", "a>b", who="<South>", colour="#123456"),
        Frame("<svg/>", "Turn 2", "c", who="chance"),
    ]
    tags = {"Event": "a <test>", "Options": '{"players":2,"win":"last","x":{"y":[1]},"n":null}', "Odd": "{", "N": 1}
    page = html_replay(frames, title="T", tags=tags)
    assert len(set(shapes(page))) == 5, "no two buttons look alike"
    assert '<i style="background:#123456"></i>&lt;South&gt;</span><span class="what">a&gt;b</span>' in page
    assert '<span class="who">chance</span>' in page
    facts = page[page.index("<details>") : page.index("</details>")]
    assert "<dt>players</dt><dd>2</dd><dt>win</dt><dd>last</dd>" in facts
    assert "<dd>{&quot;y&quot;: [1]}</dd>" in facts
    assert "<dd>a &lt;test&gt;</dd>" in facts
    assert "<dd>{</dd>" in facts
    assert "<dl>" not in page.replace(facts, "")
    assert "<details>" not in html_replay(frames, title="T")
    assert "overflow-x:auto" in page
    assert "min-width:680px" in page


def test_replays_are_made_of_frames(game: bw.Record) -> None:
    wrong: list[Any] = [game, None, ["<svg/>"]]
    for frames in wrong:
        with pytest.raises(TypeError, match=r"to_html\(record\)"):
            html_replay(frames, title="T")
    with pytest.raises(ValueError, match="at least one frame"):
        html_replay([], title="T")


def test_replay_of_a_game_says_who_played(game: bw.Record) -> None:
    page = bw.to_html(game)
    for seat, name in enumerate(game.start.seat_names):
        mark = f'<i style="background:{bw.display.seat_colour(game.start, seat)}"></i>{name}</span>'
        assert page.count(mark) == sum(player == seat for _, player, _, _ in game.turns())


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_the_engine_says_what_stands_on_the_panel(options: dict[str, object]) -> None:
    for state in random_walk(options, 2, 400)[::25]:
        layout = state.layout()
        assert layout["points"] == state.scores
        assert layout["winners"] == state.winners
        assert (layout["ending"] is not None) == state.is_over
        kinds = {action.to_dict()["type"] for action in state.legal_actions}
        names = {"step": "move", "hop": "move", "capture": "move", "kamikaze": "move"}
        if state.to_dict()["phase"]["name"] == "turn":
            assert set(layout["ways"]) == {names.get(kind, kind) for kind in kinds}
        else:
            assert layout["ways"] == []
