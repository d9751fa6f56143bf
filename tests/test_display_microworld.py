"""Pictures of Microworld: that they show everything, and that nothing covers anything else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any

import pytest

import boardwright as bw
from boardwright.display import _microworld_graph as graph
from boardwright.display import microworld
from pictures import Disc, apart, by, discs, elements, find, overlap, text_boxes, texts, walk

BOARDS = ["1a 2a 3a 4a", "1b 2b 3b 4b", "4a 3b 2a 1b", "2b 1a 4b 3a"]
KINDS = ["mucous", "nervous", "osseous", "muscular"]


def things(picture: str) -> dict[int, list[list[Disc]]]:
    """What lies in each cell: the number first, then pawns, tokens and marks."""
    inside: dict[int, list[list[Disc]]] = {}
    for element in elements(picture):
        cell = element.get("data-number", element.get("data-in"))
        if cell is not None:
            inside.setdefault(int(cell), []).append(discs(element))
    return inside


def is_inside(board: dict[str, Any], cell: int, x: float, y: float) -> bool:
    """Whether a point of the page is in a cell of a board of sectors."""
    middle = microworld.EDGE + microworld.BOARD / 2, microworld.HEAD + microworld.BOARD / 2
    unit = (microworld.BOARD / 2 - 40 - 5) / board["radius"]
    dx, dy = x - middle[0], y - middle[1]
    radius, angle = hypot(dx, dy) / unit, degrees(atan2(dx, -dy)) % 360
    return any(
        part["r"][0] <= radius <= part["r"][1] and part["angle"][0] <= angle <= part["angle"][1]
        for part in board["cells"][cell]["parts"]
    )


def crowded(board: Any, each: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make up a position with much in every cell, more than there can ever be."""
    state = bw.start("microworld", board=board, rules="ACDEFGH")
    layout, position = state.layout(), state.to_dict()
    cells = range(len(layout["board"]["cells"]))
    position["pawns"] = [[cell for cell in cells for _ in range((each + 1 - seat) // 2)] for seat in (0, 1)]
    position["flipped"] = [list(range(0, 200, 3)), list(range(1, 200, 4))]
    position["radiation"] = [list(range(0, 200, 4)), list(range(0, 200, 5))]
    position["genes"] = [cell for cell in cells if cell % 3]
    position["barrier"] = 5
    layout["placements"] = [cell for cell in cells if cell % 2]
    layout["target_cells"] = [cell for cell in cells if cell % 5 == 0]
    layout["target_pawns"] = list(range(0, 200, 6))
    return layout, position


def grid(width: int, height: int, at: Callable[[int, int], list[float] | None]) -> dict[str, Any]:
    """Make a board of squares."""
    cells = []
    for y in range(height):
        for x in range(width):
            near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            adjacent = [q * width + p for p, q in near if 0 <= p < width and 0 <= q < height]
            cell: dict[str, Any] = {"kind": KINDS[(x // 2 + y) % 4], "adjacent": adjacent, "gene": x == y < 4}
            point = at(x, y)
            cells.append(cell if point is None else {**cell, "at": point})
    return {"format": 1, "name": "grid", "cells": cells}


GRAPHS = {
    "with points": grid(6, 6, lambda x, y: [10.0 * x, -3.0 * y]),
    "without points": grid(6, 6, lambda x, y: None),
    "some points": grid(6, 6, lambda x, y: [x, y] if (x + y) % 3 == 0 else None),
    "all in one point": grid(6, 5, lambda x, y: [7.0, 7.0]),
    "in a line": grid(30, 1, lambda x, y: [3e4 * x, 0.0]),
    "long": grid(40, 1, lambda x, y: None),
    "most cells": grid(8, 8, lambda x, y: [x, y]),
    "most cells without points": grid(16, 4, lambda x, y: None),
    "no neighbours": {
        "format": 1,
        "cells": [{"kind": KINDS[cell % 4], "adjacent": [], "gene": cell < 3} for cell in range(31)],
    },
}


@pytest.mark.parametrize("options", [{}, {"rules": "ABCDEFGH"}, {"scenario": "the-chain", "board": BOARDS[1]}], ids=str)
def test_everything_is_shown(options: dict[str, Any]) -> None:
    for seed in range(3):
        for state in walk(seed, **options)[::6]:
            picture, position, layout = bw.display.svg(state), state.to_dict(), state.layout()
            cells = [str(cell) for cell in range(len(layout["board"]["cells"]))]
            assert by(picture, "cell") == cells
            assert by(picture, "number") == cells
            assert by(picture, "kind") == [cell["kind"] for cell in layout["board"]["cells"]]
            where = {element.get("data-pawn"): element.get("data-in") for element in elements(picture)}
            del where[None]
            assert where == {
                f"{'va'[seat]}{number}": str(cell)
                for seat in (0, 1)
                for number, cell in enumerate(position["pawns"][seat])
            }
            items = [
                (element.get("data-item"), int(element.get("data-in", "")))
                for element in elements(picture)
                if element.get("data-item")
            ]
            assert len(items) == len(set(items))
            expected = {("gene", cell) for cell in position["genes"]}
            expected |= {("place", cell) for cell in layout["placements"]}
            expected |= {("aim", cell) for cell in layout["target_cells"]}
            expected |= {("barrier", cell) for cell in [position["barrier"]] if cell is not None}
            assert set(items) == expected
            assert by(picture, "score") == [f"{seat}:{points}" for seat, points in enumerate(position["points"])]
            assert by(picture, "leftovers") == [str(position["leftovers"])] * (position["leftovers"] > 0)
            shown = [tuple(entry.split(":")[:3]) for entry in by(picture, "gene")]
            assert Counter(shown) == Counter(
                (pile, str(seat), gene)
                for pile, key in (("hand", "hands"), ("used", "used"))
                for seat in (0, 1)
                for gene in position[key][seat]
            )
            assert len(by(picture, "arrow")) == (position["arrow"] is not None)
            assert by(picture, "mutation") == [
                f"{seat}:{name}" for seat, name in enumerate(position["mutations"]) if name is not None
            ]
            assert Counter(by(picture, "mutation-token")) == Counter(
                {str(seat): count for seat, count in enumerate(position["mutation_tokens"]) if count}
            )
            seats = [element for element in elements(picture) if element.get("data-seat")]
            for seat, card in enumerate(seats):
                words = [part.text for part in card.iter() if part.text]
                assert str(position["points"][seat]) in words
                assert f"{layout['pawns_left'][seat]} left to place" in words
            tissues = [(tissue["winner"], tissue["points"]) for tissue in layout["tissues"]]
            assert Counter(by(picture, "tissue")) == Counter(
                f"{winner}:{points}" for winner, points in tissues if winner is not None
            )


def test_phases_show_what_is_to_do() -> None:
    names = ["before", "after", "move", "flip", "mutate", "token", "leftover", "keep", "steal", "over"]
    left = set(names)
    for seed in range(60):
        for state in walk(seed, rules="ABCD")[::1]:
            name = state.to_dict()["phase"]["name"]
            if name in left:
                left.discard(name)
                words = " ".join(texts(bw.display.svg(state)))
                layout = state.layout()
                expected = layout["ending"] if name == "over" else layout["to_do"]
                assert f"{expected[0].upper()}{expected[1:]}." in words
        if not left:
            return
    raise AssertionError(f"never seen: {left}")


def test_winners() -> None:
    for seed in range(4):
        state = walk(seed)[-1]
        headline = "Draw" if len(state.winners) == 2 else f"{state.seat_names[state.winners[0]]} win"
        picture = bw.display.svg(state)
        assert headline in texts(picture)
        assert f': {headline}"' in picture.split("\n")[0]
        assert not {"place", "aim"} & set(by(picture, "item"))


@pytest.mark.parametrize("each", [1, 2, 3])
@pytest.mark.parametrize("board", BOARDS[:3])
def test_nothing_overlaps_in_a_cell(board: str, each: int) -> None:
    layout, position = crowded(board, each)
    for targets in (False, True):
        inside = things(microworld.draw(layout, position, targets=targets))
        assert len(inside) == len(layout["board"]["cells"])
        assert sum(map(len, inside.values())) > len(inside) * (1 + each)
        for cell, found in inside.items():
            for one, other in combinations(found, 2):
                assert apart(one, other) > 0, f"cell {cell}"
            for x, y, r in (disc for drawing in found for disc in drawing):
                for turn in range(12):
                    edge = x + r * cos(turn * pi / 6), y + r * sin(turn * pi / 6)
                    assert is_inside(layout["board"], cell, *edge), f"cell {cell}"


def test_numbers_and_single_pawns_are_large_enough_to_read() -> None:
    for board in BOARDS:
        layout, position = crowded(board, 0)
        position["pawns"] = [[cell for cell in range(len(layout["board"]["cells"]))], []]
        position.update(flipped=[[], []], radiation=[[], []], genes=[], barrier=None)
        picture = microworld.draw(layout, position, targets=False)
        for element in elements(picture):
            if element.get("data-number"):
                assert float(element.get("font-size", "")) >= 9
            if element.get("data-pawn"):
                assert max(r for _, _, r in discs(element)) >= 9


@pytest.mark.parametrize("name", GRAPHS)
def test_graphs(name: str) -> None:
    board = GRAPHS[name]
    layout, position = crowded(board, 2)
    picture = microworld.draw(layout, position)
    middle = microworld.EDGE + microworld.BOARD / 2, microworld.HEAD + microworld.BOARD / 2
    reach = microworld.BOARD / 2 - 40 - 5
    circles = []
    for element in elements(picture):
        if element.get("data-cell"):
            path = next(part.get("d", "") for part in element if part.tag == "path")
            x, y, r = map(float, re.findall(r"M(-?[\d.]+) (-?[\d.]+)A([\d.]+)", path)[0])
            circles.append((x + r, y, r))
    assert len(circles) == len(board["cells"])
    for (x, y, r), (p, q, s) in combinations(circles, 2):
        assert hypot(x - p, y - q) > r + s
    for x, y, r in circles:
        assert r > 16
        assert hypot(x - middle[0], y - middle[1]) + r < reach + 1
    for cell, found in things(picture).items():
        cx, cy, size = circles[cell]
        for one, other in combinations(found, 2):
            assert apart(one, other) > 0
        assert all(hypot(x - cx, y - cy) + r < size for drawing in found for x, y, r in drawing)
    links = sum(len(cell["adjacent"]) for cell in board["cells"]) / 2
    ends = {(round(x, 1), round(y, 1)) for x, y, _ in circles}
    drawn = set()
    for d in (element.get("d", "") for element in elements(picture) if element.tag == "path"):
        line = re.fullmatch(r"M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)", d)
        if line:
            drawn.add(line.groups())
            x, y, p, q = map(float, line.groups())
            for end in ((x, y), (p, q)):
                assert any(hypot(end[0] - a, end[1] - b) < 0.2 for a, b in ends)
    assert len(drawn) == links


def test_points_of_graphs_are_kept_where_there_is_room() -> None:
    points = [(10.0 * x, 10.0 * y) for x in range(6) for y in range(6)]
    places, size = graph.fit_points(points, (100.0, 100.0), 240.0)
    scale = (places[6][0] - places[0][0]) / 10
    assert scale > 4
    for (x, y), (p, q) in zip(points, places, strict=True):
        assert (p - places[0][0], q - places[0][1]) == pytest.approx((x * scale, y * scale), abs=1e-6)
    assert size * 2 < 10 * scale


@pytest.mark.parametrize("options", [{}, {"rules": "ABCDEFGH", "board": BOARDS[2]}, {"board": GRAPHS["long"]}], ids=len)
def test_no_text_covers_another_one(options: dict[str, Any]) -> None:
    for seed in range(2):
        for state in walk(seed, **options)[::9]:
            found = list(text_boxes(bw.display.svg(state)))
            assert all(0 < left < right < microworld.WIDTH - 10 for _, (left, _, right, _) in found)
            for (one, place), (other, room) in combinations(found, 2):
                assert not overlap(place, room), (one, other)


def test_score_markers_never_cover_each_other() -> None:
    layout, position = crowded(BOARDS[0], 0)
    for points in ([0, 0], [39, 39], [7, 47], [39, 40], [12, 13], [80, 0], [123, 83]):
        position["points"] = points
        picture = microworld.draw(layout, position)
        markers = [discs(element) for element in elements(picture) if element.get("data-score")]
        assert len(markers) == 2
        assert apart(*markers) > 0
        numbers = [
            element for element in elements(picture) if element.tag == "text" and element.get("font-size") == "9"
        ]
        assert all(apart(marker, discs(number)) > 0 for number in numbers for marker in markers)


def test_score_markers_are_turned_over_after_39() -> None:
    layout, position = crowded(BOARDS[0], 0)

    def marker(points: int) -> list[ET.Element]:
        position["points"] = [points, 0]
        picture = microworld.draw(layout, position)
        return list(next(element for element in elements(picture) if element.get("data-score") == f"0:{points}"))

    def look(points: int) -> list[tuple[str, str | None, str | None]]:
        return [(part.tag, part.get("fill"), part.get("r")) for part in marker(points) if part.tag != "title"]

    assert look(0) == look(39) == look(80)
    assert look(40) == look(79) != look(0)
    assert discs(marker(1)[-1])[0][:2] == discs(marker(41)[-1])[0][:2], "on the same step"


def test_marks_of_pawns() -> None:
    layout, position = crowded(BOARDS[0], 0)
    position["pawns"], position["genes"] = [[0, 4, 9], [12, 13]], []
    layout["placements"] = layout["target_cells"] = layout["target_pawns"] = []
    position["flipped"] = position["radiation"] = [[], []]
    plain = drawn(layout, position)
    assert len(set(plain.values())) == 5
    position["flipped"] = [[1], [0]]
    flipped = drawn(layout, position)
    assert {name for name in plain if plain[name] != flipped[name]} == {"v1", "a0"}
    position["flipped"], position["radiation"] = [[], []], [[0], [1]]
    radiation = drawn(layout, position)
    assert {name for name in plain if plain[name] != radiation[name]} == {"v0", "a1"}
    position["radiation"], layout["target_pawns"] = [[], []], [0]
    assert {name for name, look in drawn(layout, position).items() if plain[name] != look} == {"a0"}, (
        "of the other seat"
    )
    layout["target_pawns"] = []
    position["pawns"][0].append(20)
    assert {name for name, look in plain.items() if drawn(layout, position)[name] != look} == {"v2"}, (
        "not last any more"
    )


def drawn(layout: dict[str, Any], position: dict[str, Any]) -> dict[str, str]:
    """Each pawn as it is drawn."""
    picture = microworld.draw(layout, position)
    return {
        element.get("data-pawn", ""): ET.tostring(element, encoding="unicode")
        for element in elements(picture)
        if element.get("data-pawn")
    }


def test_what_was_played_last_is_marked() -> None:
    state = find(lambda position: position["turn"] == 6 and position["phase"]["name"] == "before")
    cell = state.layout()["placements"][0]
    after = state.play(f"{cell}")
    assert by(bw.display.svg(after), "fresh") == [str(cell)]
    assert by(bw.display.svg(after, last=[]), "fresh") == []
    assert f"Last: {cell}" in texts(bw.display.svg(after))
    assert not {"place", "aim"} & set(by(bw.display.svg(state, targets=False), "item"))
    assert 'width="300' in bw.display.svg(after, size=300)


def test_usable_genes_are_marked() -> None:
    state = find(lambda position: position["phase"]["name"] == "after", rules="A")
    legal = [action.to_dict() for action in state.legal_actions]
    usable = {action["gene"] for action in legal if action["type"] == "gene"}
    chips = [chip.split(":") for chip in by(bw.display.svg(state), "gene")]
    assert {gene for pile, _, gene, look in chips if pile == "hand" and look == "now"} == usable
    plain = [chip.split(":") for chip in by(bw.display.svg(state, targets=False), "gene")]
    assert not any(look == "now" for *_, look in plain)


def test_replays_and_notebooks() -> None:
    start = bw.start("microworld", rules="ABCD", board=BOARDS[3])
    record = bw.Match(start, ["random", "random"], seed=2).play().record
    page = bw.to_html(record)
    assert len(re.findall(r'<li><button type="button">', page)) == len(record.turns()) + 1
    for seat, name in enumerate(start.seat_names):
        colour = bw.display.seat_colour(start, seat)
        assert f'<i style="background:{colour}"></i>{name}</span>' in page
    piece = bw.display.record_html(record)
    ET.fromstring(piece)
    assert piece.count("<svg") == 1
    assert "<script" not in piece
    assert " id=" not in piece


def test_colours() -> None:
    state = walk(1)[20]
    colours = [bw.display.seat_colour(state, seat) for seat in (0, 1)]
    assert len(set(colours)) == 2
    picture = bw.display.svg(state)
    assert all(f'fill="{colour}"' in picture for colour in colours)


def test_kinds_are_told_apart_without_colour() -> None:
    picture = bw.display.svg(bw.start("microworld"))
    marks: dict[str, set[str]] = {}
    for element in elements(picture):
        kind = element.get("data-kind")
        if kind is not None:
            d = [part.get("d", "") for part in element if part.tag == "path"]
            assert len(d) == 2, "an area and marks in every cell"
            marks.setdefault(kind, set()).add("".join(re.findall("[a-z]", d[1].split("M")[1])))
    assert len(marks) == 4
    assert all(len(found) == 1 for found in marks.values())
    assert len(set(map(str, marks.values()))) == 4


def test_the_same_state_gives_the_same_picture_in_every_process() -> None:
    code = (
        "import boardwright as bw, hashlib\n"
        "cells = [{'kind': k, 'adjacent': sorted({(n + 1) % 32, (n - 1) % 32}), 'gene': n < 4}"
        " for n, k in enumerate(['mucous', 'nervous', 'osseous', 'muscular'] * 8)]\n"
        "for board in ('1a 2b 3a 4b', {'format': 1, 'cells': cells}):\n"
        "    rng, state = bw.Rng(3), bw.start('microworld', board=board, rules='AC')\n"
        "    for _ in range(50):\n"
        "        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))\n"
        "    print(hashlib.sha256(bw.display.svg(state).encode()).hexdigest())\n"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(results) == 1
