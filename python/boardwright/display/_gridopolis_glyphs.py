"""The shapes in a picture of Gridopolis: pads, markers, nodes, arrows."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, pi

from ._common import FAINT, FRESH, HINT, INK, RED, letter, ring, seat_colours
from ._markup import Attribute, el, polygon

PAD, PAD_EDGE = "#e3dccb", "#a89f8a"
NEW_PAD, NEW_PAD_EDGE = "#ffffff", "#3f4650"
ARROW = "#2b2f36"
BOX = "#3f4248"

# Sections that keep their colour however many players there are.
SECTIONS = {"South": 0, "West": 1, "North": 2, "East": 3}

# Unit steps on the page (x to the right, y down) for the forward axes.
FORWARD = {"+x": (1, 0), "-x": (-1, 0), "+y": (0, -1), "-y": (0, 1)}


def choose_colours(names: Sequence[str]) -> list[int]:
    """Choose a colour for each seat: by its section where those have colours of their own, else by its number."""
    if all(name in SECTIONS for name in names) and len(set(names)) == len(names):
        return [SECTIONS[name] for name in names]
    return list(range(len(names)))


def crown(cx: float, cy: float, width: float, height: float, fill: str) -> str:
    """Draw a crown with its centre at (cx, cy)."""
    w, h = width / 2, height / 2
    outline = [
        (cx - w, cy - h * 0.6),
        (cx - w * 0.5, cy + h * 0.1),
        (cx, cy - h),
        (cx + w * 0.5, cy + h * 0.1),
        (cx + w, cy - h * 0.6),
        (cx + w * 0.78, cy + h),
        (cx - w * 0.78, cy + h),
    ]
    return polygon(outline, fill=fill, stroke=fill, stroke_width=0.6, stroke_linejoin="round")


def marker(cx: float, cy: float, r: float, colour: int, sign: str, *, king: bool, forward: str = "") -> list[str]:
    """Draw a pawn or a king from above.

    A king has a double rim and a crown over its letter. ``forward`` is the axis that the first move must follow,
    shown by a small wedge on the rim; empty if the first move is made.
    """
    fill, ink = seat_colours(colour)
    parts = [el("circle", cx=cx, cy=cy, r=r, fill=fill, stroke=INK, stroke_width=max(1.0, r * 0.09))]
    if king:
        parts.append(el("circle", cx=cx, cy=cy, r=r * 0.84, fill="none", stroke=ink, stroke_width=max(1.0, r * 0.1)))
        parts.append(crown(cx, cy - r * 0.36, r * 0.92, r * 0.5, ink))
        parts.append(letter(cx, cy + r * 0.32, sign, r * 0.78, ink))
    else:
        parts.append(letter(cx, cy, sign, r * 1.05, ink))
    if forward in FORWARD:
        dx, dy = FORWARD[forward]
        tip, foot, half = r * 1.26, r * 0.86, r * 0.34
        wedge = [
            (cx + dx * tip, cy + dy * tip),
            (cx + dx * foot - dy * half, cy + dy * foot + dx * half),
            (cx + dx * foot + dy * half, cy + dy * foot - dx * half),
        ]
        parts.append(
            polygon(wedge, fill="#ffffff", stroke=INK, stroke_width=max(0.8, r * 0.07), stroke_linejoin="round")
        )
    elif forward:
        parts.append(
            el("circle", cx=cx, cy=cy - r, r=r * 0.2, fill="#ffffff", stroke=INK, stroke_width=max(0.8, r * 0.07))
        )
    return parts


def active_ring(cx: float, cy: float, r: float) -> list[str]:
    """Draw the mark around the marker whose move goes on."""
    wide = el("circle", cx=cx, cy=cy, r=r, fill="none", stroke="#ffffff", stroke_width=r * 0.22)
    dashes = f"{r * pi / 8:.2f}"
    ring = el("circle", cx=cx, cy=cy, r=r, fill="none", stroke=INK, stroke_width=r * 0.16, stroke_dasharray=dashes)
    return [wide, ring]


def pad(cx: float, cy: float, half: float, *, built: bool, fresh: bool) -> list[str]:
    """Draw a pad from above: a rounded square; a built one is white with a dark rim and four studs."""
    fill = FRESH if fresh else NEW_PAD if built else PAD
    edge = NEW_PAD_EDGE if built else PAD_EDGE
    square = {"x": cx - half, "y": cy - half, "width": 2 * half, "height": 2 * half, "rx": half * 0.22}
    parts = [el("rect", **square, fill=fill, stroke=edge, stroke_width=half * (0.1 if built else 0.06))]
    if built:
        d = half * 0.76
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            parts.append(el("circle", cx=cx + sx * d, cy=cy + sy * d, r=half * 0.1, fill=edge))
    return parts


def kingerizer(cx: float, cy: float, half: float, colour: int, sign: str) -> list[str]:
    """Draw the mark of a home-row pad: a frame in the seat's colour with the seat's letter in a corner."""
    fill, ink = seat_colours(colour)
    d = half * 0.84
    frame = {"x": cx - d, "y": cy - d, "width": 2 * d, "height": 2 * d, "rx": half * 0.12}
    # So far out that no marker on the pad covers it.
    tab = half * 0.48
    corner = {"x": cx - half * 1.02, "y": cy - half * 1.02, "width": tab, "height": tab, "rx": half * 0.12}
    return [
        el("rect", **frame, fill="none", stroke=fill, stroke_width=half * 0.17),
        el("rect", **corner, fill=fill),
        letter(corner["x"] + tab / 2, corner["y"] + tab / 2, sign, half * 0.44, ink),
    ]


def teleporter(cx: float, cy: float, half: float, *, fresh: bool = False) -> list[str]:
    """Draw a teleporter: two rings, the outer one with four gaps, wide enough to show around a marker."""
    outer, inner = half * 0.88, half * 0.5
    quarter = outer * pi / 2
    gaps = f"{quarter * 0.72:.2f} {quarter * 0.28:.2f}"
    return [
        el("circle", cx=cx, cy=cy, r=outer, fill=FRESH if fresh else "#ffffff"),
        el("circle", cx=cx, cy=cy, r=outer, fill="none", stroke=INK, stroke_width=half * 0.13, stroke_dasharray=gaps),
        el("circle", cx=cx, cy=cy, r=inner, fill="none", stroke=INK, stroke_width=half * 0.1),
    ]


def blocker(cx: float, cy: float, half: float) -> list[str]:
    """Draw a blocker-box from above: a dark square with a cross."""
    d, c = half * 0.66, half * 0.4
    stroke: dict[str, Attribute] = {"stroke": "#ffffff", "stroke_width": half * 0.17, "stroke_linecap": "round"}
    return [
        el("rect", x=cx - d, y=cy - d, width=2 * d, height=2 * d, fill=BOX, stroke="#000000", stroke_width=half * 0.06),
        el("path", d=f"M{cx - c:.1f} {cy - c:.1f}L{cx + c:.1f} {cy + c:.1f}", **stroke),
        el("path", d=f"M{cx + c:.1f} {cy - c:.1f}L{cx - c:.1f} {cy + c:.1f}", **stroke),
    ]


def landing(cx: float, cy: float, half: float, *, capture: bool) -> list[str]:
    """Draw a ring on a pad where a move can end; with a dot in it if a capture can end there."""
    return ring(cx, cy, half * 0.36, half * 0.17, dot=RED if capture else "")


def build_site(cx: float, cy: float, half: float) -> list[str]:
    """Draw a dashed outline with a small plus where a pad can be added."""
    d, c = half * 0.66, half * 0.17
    box = {"x": cx - d, "y": cy - d, "width": 2 * d, "height": 2 * d, "rx": half * 0.15}
    plus = f"M{cx - c:.1f} {cy:.1f}H{cx + c:.1f}M{cx:.1f} {cy - c:.1f}V{cy + c:.1f}"
    dashes = f"{half * 0.2:.1f} {half * 0.16:.1f}"
    return [
        el("rect", **box, fill="none", stroke=FAINT, stroke_width=max(0.7, half * 0.05), stroke_dasharray=dashes),
        el("path", d=plus, stroke=FAINT, stroke_width=max(0.7, half * 0.06)),
    ]


def hint_site(cx: float, cy: float, half: float, weight: float) -> list[str]:
    """Draw a frame where a search would add a pad or place a blocker-box, the wider the better."""
    d = half * 0.8
    box = {"x": cx - d, "y": cy - d, "width": 2 * d, "height": 2 * d, "rx": half * 0.2}
    return [el("rect", **box, fill="none", stroke=HINT, stroke_width=half * (0.1 + 0.2 * weight))]


def number_pill(cx: float, cy: float, numbers: Sequence[int], size: float) -> list[str]:
    """Draw numbers in the colour of what a search thinks of."""
    words = " ".join(map(str, numbers))
    width, height = size * (0.56 * len(words) + 0.7), size * 1.25
    box = {"x": cx - width / 2, "y": cy - height / 2, "width": width, "height": height, "rx": height / 2}
    return [
        el("rect", **box, fill=HINT, stroke="#ffffff", stroke_width=size * 0.1),
        letter(cx, cy, words, size, "#ffffff"),
    ]


def cross(cx: float, cy: float, r: float) -> list[str]:
    """Draw the mark of a marker that was taken."""
    d = f"M{cx - r:.1f} {cy - r:.1f}L{cx + r:.1f} {cy + r:.1f}M{cx + r:.1f} {cy - r:.1f}L{cx - r:.1f} {cy + r:.1f}"
    return [
        el("path", d=d, stroke="#ffffff", stroke_width=r * 0.85, stroke_linecap="round"),
        el("path", d=d, stroke=RED, stroke_width=r * 0.45, stroke_linecap="round"),
    ]


def arrow(
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    width: float,
    lift: float = 0.0,
    trim: tuple[float, float] = (0.0, 0.0),
    dashed: bool = False,
    colour: str = ARROW,
) -> list[str]:
    """Draw an arrow, straight or bowed upward.

    Parameters
    ----------
    start, end
        The points it goes between.
    width
        The stroke width.
    lift
        How far the middle is raised.
    trim
        How much is cut off at the start and at the end.
    dashed
        Whether the line is dashed.
    colour
        Its colour.

    Returns
    -------
    list of str
        The elements.
    """
    mid = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 2 * lift)
    p = _toward(start, mid, trim[0])
    q = _toward(end, mid, trim[1])
    span = hypot(q[0] - mid[0], q[1] - mid[1]) or 1.0
    ux, uy = (q[0] - mid[0]) / span, (q[1] - mid[1]) / span
    size = width * 3.6
    neck = (q[0] - ux * size * 0.8, q[1] - uy * size * 0.8)
    d = f"M{p[0]:.1f} {p[1]:.1f}Q{mid[0]:.1f} {mid[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    if not lift:
        d = f"M{p[0]:.1f} {p[1]:.1f}L{neck[0]:.1f} {neck[1]:.1f}"
    head = [
        q,
        (q[0] - ux * size - uy * size * 0.55, q[1] - uy * size + ux * size * 0.55),
        (q[0] - ux * size + uy * size * 0.55, q[1] - uy * size - ux * size * 0.55),
    ]
    dashes = f"{width * 2:.1f} {width * 1.4:.1f}" if dashed else None
    halo: dict[str, Attribute] = {"fill": "none", "stroke": "#ffffff", "stroke_width": width * 2.1}
    return [
        el("path", d=d, **halo),
        polygon(head, stroke_linejoin="round", **halo),
        el("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dashes),
        polygon(head, fill=colour),
    ]


def _toward(point: tuple[float, float], goal: tuple[float, float], distance: float) -> tuple[float, float]:
    """Move a point toward another one, at most to it."""
    dx, dy = goal[0] - point[0], goal[1] - point[1]
    span = hypot(dx, dy)
    share = min(1.0, distance / span) if span else 0.0
    return point[0] + dx * share, point[1] + dy * share
