"""Boards of Microworld that are plain graphs: where their cells are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin, sqrt

from ._common import Data
from ._microworld_shapes import Point, Shape, make_shape

SPACE = 7.0  # between two cells
WIDEST = 31.0
NARROWEST = 18.0  # cells that are closer are pushed apart
ROUNDS = 60


def graph_points(cells: Sequence[Data]) -> list[Point]:
    """Place the cells of a graph: where the data say, the others by their neighbours.

    Parameters
    ----------
    cells
        The cells of the board; `at` holds a point or nothing.

    Returns
    -------
    list of Point
        One for each cell, in no particular scale.
    """
    given = [cell.get("at") for cell in cells]
    known = {number: (float(at[0]), float(at[1])) for number, at in enumerate(given) if at is not None}
    if len(known) == len(cells):
        return [known[number] for number in range(len(cells))]
    steps = _steps([[int(other) for other in cell["adjacent"]] for cell in cells])
    if not known:
        return _bend(steps)
    unit = 1.0
    pairs = [(one, other) for one in known for other in known if one < other and steps[one][other]]
    if pairs:
        far = sum(hypot(known[a][0] - known[b][0], known[a][1] - known[b][1]) / steps[a][b] for a, b in pairs)
        unit = far / len(pairs) or 1.0
    return _relax(steps, unit, known)


def _bend(steps: Sequence[Sequence[int]]) -> list[Point]:
    """Place all cells; a graph that is too long for the board is bent by taking long ways as shorter."""
    places: list[Point] = []
    for power in (1.0, 0.8, 0.65, 0.5):
        places = _relax([[count**power for count in row] for row in steps], 1.0, {})
        cx, cy = _enclose(places)
        reach = max(hypot(x - cx, y - cy) for x, y in places)
        if _nearest(places) * 9 > reach:
            break
    return places


def _steps(adjacent: Sequence[Sequence[int]]) -> list[list[int]]:
    """Count the steps between all cells; cells that do not hang together are a bit farther than any others."""
    count = len(adjacent)
    table = []
    for start in range(count):
        row = [-1] * count
        row[start] = 0
        queue = [start]
        for number in queue:
            for other in adjacent[number]:
                if row[other] < 0:
                    row[other] = row[number] + 1
                    queue.append(other)
        table.append(row)
    far = max(map(max, table)) + 1
    return [[far if steps < 0 else steps for steps in row] for row in table]


def _relax(steps: Sequence[Sequence[float]], unit: float, known: dict[int, Point]) -> list[Point]:
    """Find points whose distances come near to the numbers of steps; what is known stays where it is."""
    count = len(steps)
    a = max(range(count), key=lambda number: steps[0][number])
    b = max(range(count), key=lambda number: steps[a][number])
    c = max(range(count), key=lambda number: (min(steps[a][number], steps[b][number]), number))
    d = max(range(count), key=lambda number: steps[c][number] - abs(steps[a][number] - steps[b][number]) / 2)
    places: list[Point] = []
    for number, row in enumerate(steps):
        # Beside each other, so that none has to pass through another one.
        aside = 0.3 * unit
        x = (row[a] - row[b]) * unit / 2 + aside * cos(2.4 * number)
        y = (row[c] - row[d]) * unit / 2 + aside * sin(2.4 * number)
        places.append(known.get(number, (x, y)))
    for _ in range(ROUNDS):
        moved = []
        for number, row in enumerate(steps):
            if number in known:
                moved.append(known[number])
                continue
            x, y = places[number]
            sum_x = sum_y = weights = 0.0
            for other, (ox, oy) in enumerate(places):
                if other != number:
                    far, wanted = hypot(x - ox, y - oy) or 1e-9, row[other] * unit
                    weight = 1 / (row[other] * row[other])
                    sum_x += weight * (ox + wanted * (x - ox) / far)
                    sum_y += weight * (oy + wanted * (y - oy) / far)
                    weights += weight
            moved.append((sum_x / weights, sum_y / weights))
        places = moved
    return places


def fit_points(points: Sequence[Point], centre: Point, radius: float) -> tuple[list[Point], float]:
    """Scale points so that circles around them fill a disc without touching each other.

    Parameters
    ----------
    points
        The points.
    centre, radius
        The disc.

    Returns
    -------
    tuple
        The points on the page, and the radius of the circles.
    """
    cx, cy = _enclose(points)
    reach = max(hypot(x - cx, y - cy) for x, y in points) or 1.0
    places, size = list(points), WIDEST
    for _ in range(3):  # the wider the circles, the less room for their middles
        scale = (radius - size) / reach
        places = [((x - cx) * scale, (y - cy) * scale) for x, y in points]
        size = max(NARROWEST, min(WIDEST, (_nearest(places) - SPACE) / 2))
    if _nearest(places) < 2 * size + SPACE - 0.01:
        size = min(WIDEST, max(NARROWEST, 0.6 * radius / sqrt(len(points))))
        places = _apart(places, 2 * size + SPACE, radius - size)
        size = min(size, max(1.0, (_nearest(places) - SPACE / 2) / 2))
    return [(centre[0] + x, centre[1] + y) for x, y in places], size


def _enclose(points: Sequence[Point]) -> Point:
    """Find the middle of the smallest circle around points, near enough."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for step in range(2, 200):
        far = max(points, key=lambda point: hypot(point[0] - x, point[1] - y))
        x, y = x + (far[0] - x) / step / 2, y + (far[1] - y) / step / 2
    return x, y


def _nearest(points: Sequence[Point]) -> float:
    """Return the smallest distance between two points."""
    return min(hypot(x - p, y - q) for index, (x, y) in enumerate(points) for p, q in points[:index])


def _apart(points: Sequence[Point], wanted: float, reach: float) -> list[Point]:
    """Push points apart, and back into a disc, until none are too close."""
    places = [(x + 0.01 * cos(2.4 * index), y + 0.01 * sin(2.4 * index)) for index, (x, y) in enumerate(points)]
    for _ in range(300):
        close = False
        for one in range(len(places)):
            for other in range(one):
                (x, y), (p, q) = places[one], places[other]
                far = hypot(x - p, y - q)
                if far < wanted:
                    close = True
                    push = (wanted * 1.01 - far) / 2
                    ux, uy = ((x - p) / far, (y - q) / far) if far else (cos(one), sin(one))
                    places[one], places[other] = (x + ux * push, y + uy * push), (p - ux * push, q - uy * push)
        places = [
            (x * min(1.0, reach / (hypot(x, y) or 1.0)), y * min(1.0, reach / (hypot(x, y) or 1.0))) for x, y in places
        ]
        if not close:
            break
    return places


def circle_path(point: Point, radius: float) -> str:
    """Write a circle as path data."""
    x, y = point
    return (
        f"M{x - radius:.2f} {y:.2f}A{radius:.2f} {radius:.2f} 0 0 1 {x + radius:.2f} {y:.2f}"
        f"A{radius:.2f} {radius:.2f} 0 0 1 {x - radius:.2f} {y:.2f}Z"
    )


def circle_shapes(places: Sequence[Point], size: float) -> list[Shape]:
    """Find out about cells that are circles."""
    shapes = []
    for place in places:
        path = circle_path(place, size)
        rings = max(3, round(size / 3.5))
        points = [place]
        for ring in range(1, rings):
            radius = size * ring / rings
            steps = max(8, round(2 * pi * radius / 3.5))
            points += [
                (place[0] + radius * sin(2 * pi * step / steps), place[1] - radius * cos(2 * pi * step / steps))
                for step in range(steps)
            ]
        shapes.append(
            make_shape(
                path=path,
                outline=path,
                sign=str(len(places)),
                points=points,
                clear=lambda point, place=place: size - hypot(point[0] - place[0], point[1] - place[1]),  # type: ignore[misc]
            )
        )
    return shapes
