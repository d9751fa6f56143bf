"""Where things are drawn in a cell of Microworld: its outline, its number, and room for what lies in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, inf

Point = tuple[float, float]
Spot = tuple[float, float, float]
"""A point in a cell, and how far it is from what must not be covered."""

FONTS = (11.5, 10.5, 9.5, 8.5, 7.5, 6.5, 5.5, 4.5, 3.5, 2.5, 1.5)
MARGIN = 2.2  # between things and the border
GAP = 2.4  # between two things
GRID = 13.0  # between the marks that fill a cell


@dataclass(frozen=True, eq=False)
class Shape:
    """One cell on the page.

    Attributes
    ----------
    path
        Its area.
    outline
        Its border.
    label
        The middle of its number.
    font
        The size of its number.
    spots
        Points where something can lie, with the room around them; the number keeps its own.
    centre
        The spot that things gather around.
    marks
        Points for the small marks that tell its kind.
    """

    path: str
    outline: str
    label: Point
    font: float
    spots: tuple[Spot, ...]
    centre: Point
    marks: tuple[Point, ...]


def label_size(sign: str, font: float) -> tuple[float, float]:
    """Return half the width and half the height that a number takes."""
    return font * 0.32 * len(sign), font * 0.38


def make_shape(path: str, outline: str, sign: str, points: Sequence[Point], clear: Callable[[Point], float]) -> Shape:
    """Find room in a cell.

    Parameters
    ----------
    path, outline
        Its area and its border, as path data.
    sign
        Its number, or one that takes as much room.
    points
        Points all over it, at least one.
    clear
        How far a point is from the border; negative outside of the cell.

    Returns
    -------
    Shape
        The cell.
    """
    spots = [(x, y, clear((x, y))) for x, y in points]
    widest = max(room for _, _, room in spots)
    middle = _middle(spots)
    label, font, left = middle, FONTS[-1], spots
    for size in FONTS:
        half = label_size(sign, size)
        # The number needs its diagonal, whatever the direction of the border.
        able = [spot for spot in spots if spot[2] >= hypot(*half) + 3.4]
        if not able:
            continue
        # As far from the middle as can be; of equally good places the one at the upper left.
        place = max(
            able, key=lambda spot: (round(hypot(spot[0] - middle[0], spot[1] - middle[1]) / 4), -spot[0] - spot[1])
        )
        rest = [(x, y, min(room, _beside(x - place[0], y - place[1], *half))) for x, y, room in spots]
        if max(room for _, _, room in rest) >= min(0.5 * widest, 16.0):
            label, font, left = (place[0], place[1]), size, rest
            break
    free = tuple(spot for spot in left if spot[2] > 0) or ((*middle, 0.1),)
    half = label_size(sign, font)
    marks = tuple(
        point
        for point in _grid(points)
        if clear(point) > 5.5 and _beside(point[0] - label[0], point[1] - label[1], *half) > 3
    )
    return Shape(path, outline, label, font, free, _middle(free), marks)


def _beside(dx: float, dy: float, half_width: float, half_height: float) -> float:
    """Return the distance of a point from a box around the origin; 0 inside."""
    return hypot(max(0.0, abs(dx) - half_width), max(0.0, abs(dy) - half_height))


def _middle(spots: Sequence[Spot]) -> Point:
    """Choose the spot with most room; where many have enough, the one nearest to their centre."""
    most = min(max(room for _, _, room in spots), 21.0)
    wide = [spot for spot in spots if spot[2] >= most * 0.96]
    cx, cy = sum(spot[0] for spot in wide) / len(wide), sum(spot[1] for spot in wide) / len(wide)
    best = min(wide, key=lambda spot: (round(hypot(spot[0] - cx, spot[1] - cy), 3), spot))
    return best[0], best[1]


def _grid(points: Sequence[Point]) -> Iterator[Point]:
    """Give the points of one grid over the whole page that lie around these points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    for row in range(int(min(ys) // GRID), int(max(ys) // GRID) + 2):
        for column in range(int(min(xs) // GRID) - 1, int(max(xs) // GRID) + 2):
            yield (column + (row % 2) / 2) * GRID, row * GRID


@lru_cache(maxsize=4096)
def arrange(shape: Shape, sizes: tuple[float, ...]) -> tuple[float, tuple[Point, ...]]:
    """Lay round things into a cell so that they cover neither each other nor the number.

    Parameters
    ----------
    shape
        The cell.
    sizes
        Their radii.

    Returns
    -------
    tuple
        What the radii must be multiplied with, at most 1, and where they lie.
    """
    scale = 1.0
    while scale > 0.02:
        found = _lay(shape, [size * scale for size in sizes], min(1.0, scale * 1.4))
        if found is not None:
            return scale, tuple(found)
        scale *= 0.93
    return scale, (shape.centre,) * len(sizes)


def _lay(shape: Shape, sizes: Sequence[float], tight: float) -> list[Point] | None:
    """Lay things of given sizes; nothing if they find no room."""
    centre = shape.centre
    order = sorted(shape.spots, key=lambda spot: hypot(spot[0] - centre[0], spot[1] - centre[1]))
    able = [[spot for spot in order if spot[2] >= size + MARGIN * tight] for size in sizes]
    if not all(able):
        return None
    if len(sizes) == 1:
        return [(able[0][0][0], able[0][0][1])]
    best: tuple[float, list[Point]] | None = None
    turns = sorted(range(len(sizes)), key=lambda index: -sizes[index])
    starts = able[turns[0]]
    for x, y, _ in starts[:: max(1, len(starts) // 64)]:
        # What comes next goes near to the centre, or near to the first thing: into one end of a long cell.
        for goal in (centre, (x, y)):
            laid = {turns[0]: (x, y)}
            for index in turns[1:]:
                spot = _next(able[index], sizes, index, laid, goal, GAP * tight)
                if spot is None:
                    break
                laid[index] = spot
            else:
                spread = sum((p - centre[0]) ** 2 + (q - centre[1]) ** 2 for p, q in laid.values())
                if best is None or spread < best[0] - 1e-6:
                    best = (spread, [laid[index] for index in range(len(sizes))])
    return None if best is None else best[1]


def _next(
    spots: Sequence[Spot], sizes: Sequence[float], index: int, laid: dict[int, Point], goal: Point, gap: float
) -> Point | None:
    """Find the spot nearest to a goal that keeps off from what is laid."""
    best, found = inf, None
    for x, y, _ in spots:
        far = hypot(x - goal[0], y - goal[1])
        if far < best and all(
            hypot(x - p, y - q) >= sizes[index] + sizes[other] + gap for other, (p, q) in laid.items()
        ):
            best, found = far, (x, y)
    return found
