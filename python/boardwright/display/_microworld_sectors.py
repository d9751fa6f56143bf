"""Boards of Microworld that are made of annular sectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin

from ._common import Data
from ._microworld_shapes import Point, Shape, make_shape

Part = tuple[int, int, int, int]
"""Inner and outer radius, first and last angle (degrees clockwise from 12 o'clock)."""
STEP = 4.0  # between points that are tried


@dataclass(frozen=True)
class Edge:
    """A line between two cells, or at the rim: an arc if `arc`, else along a radius.

    `at` is the radius of the arc or the angle of the line; `start` and `end` say how far it reaches.
    """

    arc: bool
    at: int
    start: int
    end: int


@dataclass(frozen=True)
class Disc:
    """Where a board of sectors lies on the page."""

    x: float
    y: float
    unit: float

    def at(self, radius: float, angle: float) -> Point:
        """Return a point by its radius in units of the board and its angle in degrees."""
        turn = radians(angle)
        return self.x + radius * self.unit * sin(turn), self.y - radius * self.unit * cos(turn)

    def arc(self, radius: float, start: float, end: float) -> str:
        """Draw on to the end of an arc, from where its start is."""
        r, wide = radius * self.unit, int(abs(end - start) > 180)
        x, y = self.at(radius, end)
        return f"A{r:.2f} {r:.2f} 0 {wide} {int(end > start)} {x:.2f} {y:.2f}"

    def sector(self, part: tuple[float, float, float, float]) -> str:
        """Write a part as path data."""
        inner, outer, start, end = part
        if end - start >= 360:
            half = start + 180
            return self.sector((inner, outer, start, half)) + self.sector((inner, outer, half, start + 360))
        first, second = self.at(inner, start), self.at(outer, start)
        d = f"M{first[0]:.2f} {first[1]:.2f}L{second[0]:.2f} {second[1]:.2f}{self.arc(outer, start, end)}"
        if inner > 0:
            back = self.at(inner, end)
            d += f"L{back[0]:.2f} {back[1]:.2f}{self.arc(inner, end, start)}"
        return d + "Z"

    def edge(self, edge: Edge) -> str:
        """Write an edge as path data."""
        if edge.arc:
            x, y = self.at(edge.at, edge.start)
            middle = (edge.start + edge.end) / 2
            return f"M{x:.2f} {y:.2f}{self.arc(edge.at, edge.start, middle)}{self.arc(edge.at, middle, edge.end)}"
        first, second = self.at(edge.start, edge.at), self.at(edge.end, edge.at)
        return f"M{first[0]:.2f} {first[1]:.2f}L{second[0]:.2f} {second[1]:.2f}"

    def distance(self, point: Point, edge: Edge) -> float:
        """Return how far a point is from an edge."""
        dx, dy = point[0] - self.x, point[1] - self.y
        if edge.arc:
            angle = degrees(atan2(dx, -dy)) % 360
            if edge.start <= angle <= edge.end:
                return abs(hypot(dx, dy) - edge.at * self.unit)
            ends = (self.at(edge.at, edge.start), self.at(edge.at, edge.end))
            return min(hypot(point[0] - x, point[1] - y) for x, y in ends)
        turn = radians(edge.at)
        along = dx * sin(turn) - dy * cos(turn)
        along = min(max(along, edge.start * self.unit), edge.end * self.unit)
        return hypot(dx - along * sin(turn), dy + along * cos(turn))


def read_parts(cell: Data) -> list[Part]:
    """Return the parts of a cell."""
    return [(*map(int, part["r"]), *map(int, part["angle"])) for part in cell["parts"]]  # type: ignore[misc]


def find_edges(cells: Sequence[Data], radius: int) -> dict[tuple[int, int], list[Edge]]:
    """Find the lines between cells: by the numbers of the two, the lower one first; -1 stands for the outside."""
    owner = [[-1] * 360 for _ in range(radius + 1)]
    for number, cell in enumerate(cells):
        for inner, outer, start, end in read_parts(cell):
            for r in range(inner, outer):
                owner[r][start:end] = [number] * (end - start)
    pieces: dict[tuple[int, int], set[tuple[bool, int, int]]] = {}

    def note(one: int, other: int, piece: tuple[bool, int, int]) -> None:
        if one != other:
            pieces.setdefault((min(one, other), max(one, other)), set()).add(piece)

    for r in range(radius):
        for angle in range(360):
            note(owner[r][angle], owner[r + 1][angle], (True, r + 1, angle))
            note(owner[r][angle], owner[r][angle - 1], (False, angle, r))
    return {pair: list(_join(found)) for pair, found in sorted(pieces.items())}


def _join(pieces: set[tuple[bool, int, int]]) -> Iterator[Edge]:
    """Put pieces of one degree or one unit together."""
    run: list[tuple[bool, int, int]] = []
    for piece in [*sorted(pieces), None]:
        if run and (piece is None or piece != (*run[-1][:2], run[-1][2] + 1)):
            yield Edge(run[0][0], run[0][1], run[0][2], run[-1][2] + 1)
            run = []
        if piece is not None:
            run.append(piece)


def sector_shapes(cells: Sequence[Data], disc: Disc, edges: dict[tuple[int, int], list[Edge]]) -> list[Shape]:
    """Find out about all cells of a board.

    Parameters
    ----------
    cells
        The cells of the board.
    disc
        Where it lies.
    edges
        What `find_edges` gives.

    Returns
    -------
    list of Shape
        One for each cell.
    """
    shapes = []
    for number, cell in enumerate(cells):
        parts = read_parts(cell)
        own = [edge for pair, found in edges.items() if number in pair for edge in found]
        shapes.append(
            make_shape(
                path="".join(disc.sector(part) for part in parts),
                outline="".join(map(disc.edge, own)),
                sign=str(len(cells)),
                points=[point for part in parts for point in _points(disc, part)],
                clear=lambda point, own=own, parts=parts: _clear(disc, point, own, parts),  # type: ignore[misc]
            )
        )
    return shapes


def _clear(disc: Disc, point: Point, edges: Sequence[Edge], parts: Sequence[Part]) -> float:
    dx, dy = point[0] - disc.x, point[1] - disc.y
    radius, angle = hypot(dx, dy) / disc.unit, degrees(atan2(dx, -dy)) % 360
    if not any(part[0] <= radius <= part[1] and part[2] <= angle <= part[3] for part in parts):
        return -1.0
    return min(disc.distance(point, edge) for edge in edges)


def _points(disc: Disc, part: Part) -> Iterator[Point]:
    """Give points all over a part, its middle among them."""
    inner, outer, start, end = part
    rows = _odd((outer - inner) * disc.unit / STEP)
    for row in range(rows):
        radius = inner + (row + 0.5) * (outer - inner) / rows
        columns = _odd(radius * disc.unit * radians(end - start) / STEP)
        for column in range(columns):
            yield disc.at(radius, start + (column + 0.5) * (end - start) / columns)


def _odd(count: float) -> int:
    return max(3, 2 * round(count / 2) + 1)
