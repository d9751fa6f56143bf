"""What a search found, drawn: marks on the board, the table beside it, and bars of progress."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ET

import pytest

import boardwright as bw
from boardwright._progress import Bar
from boardwright.analysis import percent
from boardwright.display._search import make_hints
from helpers import GAMES, Setup, each_game, random_walk
from pictures import by, texts
from search_cases import position

STATES = {name: position(setup.game, setup.options, 25) for name, setup in GAMES.items()}
each_state = pytest.mark.parametrize("state", STATES.values(), ids=list(STATES))


def well_formed(html: str) -> ET.Element:
    return ET.fromstring(html)


@each_state
def test_html(state: bw.State) -> None:
    analysis = bw.search(state, method="mcts", simulations=3000)
    html = analysis._repr_html_()
    root = well_formed(html)
    told = " ".join(root.itertext())
    assert analysis.explain() in told
    assert "Monte Carlo tree search, 3,000 simulations" in told
    rows = root.findall(".//tbody/tr")
    assert len(rows) == min(10, len(analysis.lines))
    assert [row.findall("th")[0].text for row in rows] == [line.text for line in analysis.lines[:10]]
    assert "<script" not in html
    assert " id=" not in html
    assert bw.display.svg(analysis) in html
    page = bw.display.analysis_page(analysis)
    assert html in page


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("method", ["alphabeta", "exact"])
def test_positions_searched_are_no_shares(method: str, players: int) -> None:
    if method == "alphabeta":
        analysis = bw.search(bw.start("gridopolis", players=players), method=method, depth=1)
    else:
        start = bw.start("genotype", players=players)
        states = bw.Match(start, ["random"] * players, seed=5).play().record.states()
        analysis = bw.search(next(s for s in states[-8:] if len(s.legal_actions) > 1), method=method)
    assert analysis.method == method
    assert sum(line.visits for line in analysis.lines) > 0, "or else this shows nothing"
    heads = [head.text for head in well_formed(analysis._repr_html_()).findall(".//thead/tr/th")]
    names = ["wins"] if players == 2 else analysis.state.seat_names
    score = ["score"] if method == "alphabeta" else []
    assert [head for head in heads if head] == ["action", *score, *names]
    hints = make_hints(analysis)
    assert hints[0].weight == 1
    assert [hint.words for hint in hints] == [percent(line.win_rate) for line in analysis.lines[: len(hints)]]
    assert all(0 < hint.weight <= 1 for hint in hints)


@each_game
def test_every_phase_can_be_drawn(setup: Setup) -> None:
    for state in random_walk(setup.options, 4, 150, setup.game)[::11]:
        if state.current_player is not None:
            analysis = bw.search(state, method="mcts", simulations=60)
            well_formed(analysis._repr_html_())
            well_formed(bw.display.svg(analysis))


def arrows(picture: str) -> set[str]:
    return set(by(picture, "hint"))


def test_arrows_of_gridopolis() -> None:
    state = bw.start("gridopolis")
    step, hop = state.play("1.-1.2>1.0.2").last_action, state.play("0.-2.2^0.0.2").last_action
    build = next(action for action in state.legal_actions if action.text.startswith("+"))
    block = next(action for action in state.legal_actions if action.text.startswith("#"))
    assert step is not None
    assert hop is not None

    def made(*actions: bw.Action) -> bw.Analysis:
        visits = [2 ** (len(actions) - number) for number in range(len(actions))]
        lines = tuple(
            bw.Line(action.text, (action,), count, count / sum(visits), (0.1, -0.1))
            for action, count in zip(actions, visits, strict=True)
        )
        return bw.Analysis(state, 0, lines, actions[:1], "mcts", sum(visits), 9, 3, 99, 0, 0.1)

    picture = bw.display.svg(made(step, hop, build, block))
    well_formed(picture)
    assert arrows(picture) == {"1", "2", "3", "4"}
    assert set(by(picture, "rank")) == {"1", "2", "3", "4"}
    assert by(picture, "target") == []
    assert "best actions" in texts(picture)
    # Wider for what was looked at more.
    widths = {
        rank: max(
            float(path.get("stroke-width", 0))
            for path in group.iter()
            if path.tag.endswith("path") and path.get("stroke") == "#8a1c7c"
        )
        for group in well_formed(bw.display.svg(made(step, hop))).iter()
        if (rank := group.get("data-hint")) is not None
    }
    assert widths["1"] > widths["2"]
    assert arrows(bw.display.svg(state)) == set()
    # Two that end in the same place share a mark.
    other = next(action for action in state.legal_actions if action.text.endswith("1.0.2") and action != step)
    assert "1 2" in texts(bw.display.svg(made(step, other)))
    # What weighs little is left out.
    visits = (1000, 10)
    lines = tuple(
        bw.Line(action.text, (action,), count, count / 1010, (0.1, -0.1))
        for action, count in zip((step, hop), visits, strict=True)
    )
    assert arrows(bw.display.svg(bw.Analysis(state, 0, lines, (step,), "mcts", 1010, 9, 3, 99, 0, 0.1))) == {"1"}


def test_arrows_between_levels() -> None:
    # Marked on both levels, and drawn in the stacked view.
    state = bw.start("gridopolis")
    action = state.play("1.-1.2>1.0.3").last_action
    assert action is not None
    line = bw.Line(action.text, (action,), 5, 1.0, (0.1, -0.1))
    picture = bw.display.svg(bw.Analysis(state, 0, (line,), (action,), "mcts", 5, 9, 3, 99, 0, 0.1))
    assert arrows(picture) == {"1"}
    assert {"→3", "2→"} <= set(texts(picture))


def test_cells_of_microworld() -> None:
    analysis = bw.search(bw.start("microworld").play("9"), simulations=3000)
    picture = bw.display.svg(analysis)
    marked = [item for item in by(picture, "item") if item == "hint"]
    assert 1 <= len(marked) <= 5
    assert by(picture, "item").count("place") == 0
    shares = [f"{round(100 * line.share)}%" for line in analysis.lines[: len(marked)]]
    assert set(shares) <= set(texts(picture))


def test_frames_of_genotype() -> None:
    state = STATES["genotype"]
    analysis = bw.search(state, simulations=3000)
    drawn = by(bw.display.svg(analysis), "target")
    assert set(drawn) <= set(by(bw.display.svg(analysis.state), "target"))


@pytest.mark.parametrize("name", ["microworld-secrets", "genotype"])
def test_only_what_the_seat_knows_is_shown(name: str) -> None:
    state = STATES[name]
    seat = state.current_player
    assert seat is not None
    state = bw.State.from_dict(state.to_dict())  # one that knows of no last action, as the others
    for seed in range(5):
        twin = state.view(seat).complete(bw.Rng(seed))
        shown = [
            re.sub(r"[\d.e-]+ s, seed", "seed", bw.search(one, simulations=200)._repr_html_()) for one in (state, twin)
        ]
        assert shown[0] == shown[1]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Bar("Search", "simulations", total=200).line(50) == "Search [######..................]  25%  50 simulations"
    assert Bar("Search", "simulations").line(1234) == "Search: 1,234 simulations"
    assert Bar("Search", "x", total=10).part(20) == 1
    timed = Bar("Search", "x", total=10**9, seconds=1e-9)
    assert timed.part(1) == 1, "whichever ends first"
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Bar("Search", "simulations", total=10) as bar:
        bar(5)
        bar(6)  # too soon to be shown
    assert terminal.getvalue() == "\rSearch [############............]  50%  5 simulations\x1b[K\r\x1b[K"


def test_a_bar_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bw.search(STATES["gridopolis"], method="mcts", seconds=0.3, progress=True)
    shown = terminal.getvalue()
    assert "Monte Carlo tree search [" in shown
    assert shown.endswith("\r\x1b[K")
    monkeypatch.setattr(sys, "stderr", None)  # as without a console
    assert bw.search(STATES["gridopolis"], method="mcts", seconds=0.1, progress=True).simulations > 0
