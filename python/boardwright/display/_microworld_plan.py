"""The board of Microworld on the page: what stays the same throughout a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from ._common import Data
from ._microworld_graph import circle_shapes, fit_points, graph_points
from ._microworld_sectors import Disc, find_edges, sector_shapes
from ._microworld_shapes import Point, Shape


@dataclass(frozen=True, eq=False)
class Plan:
    """A board on the page.

    Attributes
    ----------
    shapes
        The cells.
    inner
        Lines between cells of one tissue, as path data.
    outer
        Lines between tissues, and the rim.
    links
        Lines between cells of a graph: the two cells and their middles.
    graph
        Whether the board is a graph, its cells circles.
    """

    shapes: tuple[Shape, ...]
    inner: str
    outer: str
    links: tuple[tuple[int, int, Point, Point], ...]
    graph: bool


def make_plan(board: Data, centre: Point, radius: float) -> Plan:
    """Find out where to draw a board.

    Parameters
    ----------
    board
        What `State.layout` says about the board.
    centre, radius
        The disc on the page that it fills.

    Returns
    -------
    Plan
        The plan; it is kept for the next picture.
    """
    cells = [{key: cell.get(key) for key in ("adjacent", "tissue", "parts", "at")} for cell in board["cells"]]
    return _make_plan(json.dumps(cells), board["radius"], centre, radius)


@lru_cache(maxsize=32)
def _make_plan(written: str, units: int | None, centre: Point, radius: float) -> Plan:
    cells = json.loads(written)
    return _graph(cells, centre, radius) if units is None else _sectors(cells, units, centre, radius)


def _sectors(cells: Sequence[Data], units: int, centre: Point, radius: float) -> Plan:
    disc = Disc(*centre, radius / units)
    edges = find_edges(cells, units)

    def same(one: int, other: int) -> bool:
        return one >= 0 and bool(cells[one]["tissue"] == cells[other]["tissue"])

    inner = "".join(disc.edge(edge) for pair, found in edges.items() if same(*pair) for edge in found)
    outer = "".join(disc.edge(edge) for pair, found in edges.items() if not same(*pair) for edge in found)
    return Plan(tuple(sector_shapes(cells, disc, edges)), inner, outer, (), False)


def _graph(cells: Sequence[Data], centre: Point, radius: float) -> Plan:
    places, size = fit_points(graph_points(cells), centre, radius)
    pairs = [(one, other) for one, cell in enumerate(cells) for other in cell["adjacent"] if one < other]
    # Short lines over long ones.
    pairs.sort(key=lambda pair: (-round(_length(places, pair), 3), pair))
    links = tuple((one, other, places[one], places[other]) for one, other in pairs)
    return Plan(tuple(circle_shapes(places, size)), "", "", links, True)


def _length(places: Sequence[Point], pair: tuple[int, int]) -> float:
    (x, y), (p, q) = places[pair[0]], places[pair[1]]
    return hypot(x - p, y - q)
