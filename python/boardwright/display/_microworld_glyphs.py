"""The shapes in a picture of Microworld: cells, pawns, tokens, marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

from ._common import HINT, INK, PAPER, RED, TARGET, corners, letter, ring
from ._markup import Attribute, el, num, polygon, text
from ._microworld_shapes import Point


@dataclass(frozen=True, slots=True)
class Kind:
    """How cells of a kind look: their colour, that of the marks in them, and that of lines."""

    fill: str
    mark: str
    dark: str


# They keep apart by lightness too, and each has marks of its own, for colour-blind readers.
KINDS = {
    "mucous": Kind("#a5d28c", "#5f9a45", "#4c8234"),
    "nervous": Kind("#8fbdf0", "#4a7fc0", "#33659f"),
    "osseous": Kind("#dcd9d2", "#a39d90", "#857f72"),
    "muscular": Kind("#e08a7e", "#ad4a40", "#963a31"),
}

# Fill, rim, and the colour of what stands on it.
SEATS = (("#6a1fa3", "#31064f", "#ffffff"), ("#ffd02b", "#6b4a00", "#22252b"))
LAST, LAST_EDGE = "#ffffff", INK
TOKEN, TOKEN_EDGE = "#fff6df", "#7a5a1e"
MUTATION = "#37424d"
RADIATION, RADIATION_EDGE = "#ffe94d", "#1c1c1c"

SPIKES = 10


@dataclass(frozen=True, slots=True)
class Look:
    """How the body of a pawn is drawn."""

    fill: str
    edge: str
    line: float
    flipped: bool


# What a pawn takes, against the radius of its body.
BODY, WITH_RADIATION, WITH_LAST, WITH_TARGET = 1.0, 1.42, 0.26, 0.3


def kind_marks(kind: str, points: Iterable[Point], size: float = 3.0) -> str:
    """Draw the small marks that tell the kind of a cell, as one line."""
    style = KINDS[kind]
    strokes: dict[str, Attribute] = {"fill": "none", "stroke": style.mark, "stroke_linecap": "round"}
    d = "".join(_mark(kind, x, y, size) for x, y in points)
    return el("path", d=d, **strokes, stroke_width=size * 0.37, stroke_opacity=0.8) if d else ""


def swatch(kind: str, x: float, y: float, half: float) -> list[str]:
    """Draw a piece of a kind, for the legend."""
    d = half * 0.5
    edges = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    return [
        polygon(edges, fill=KINDS[kind].fill, stroke="#5a5850", stroke_width=0.8),
        kind_marks(kind, [(x - d, y - d), (x + d, y - d * 0.2), (x - d * 0.4, y + d)], 2.8),
    ]


def _mark(kind: str, x: float, y: float, s: float) -> str:
    n = num
    if kind == "mucous":  # a wave
        return f"M{n(x - s)} {n(y)}q{n(s / 2)} {n(-s)} {n(s)} 0t{n(s)} 0"
    if kind == "nervous":  # a cell with three arms
        w, h = n(s * 0.87), n(s / 2)
        return f"M{n(x)} {n(y - s)}v{n(s)}l{w} {h}m-{w} -{h}l-{w} {h}"
    if kind == "osseous":  # a pore
        r = n(s * 0.55)
        return f"M{n(x - s * 0.55)} {n(y)}a{r} {r} 0 0 0 {n(s * 1.1)} 0a{r} {r} 0 0 0 {n(-s * 1.1)} 0"
    # two fibres
    return f"M{n(x - s * 0.95)} {n(y + s / 2)}l{n(s)} {n(-s)}m{n(-s * 0.1)} {n(s)}l{n(s)} {n(-s)}"


def body(seat: int, x: float, y: float, r: float, look: Look) -> list[str]:
    """Draw the body of a pawn: a virus with spikes, or an antibody, forked like a Y, upside down if it is flipped."""
    if seat == 0:
        angles = [2 * pi * (step + 0.5) / SPIKES for step in range(SPIKES)]
        ends = [(sin(angle), -cos(angle)) for angle in angles]
        stems = "".join(f"M{x:.1f} {y:.1f}L{x + dx * r * 0.84:.1f} {y + dy * r * 0.84:.1f}" for dx, dy in ends)
        knobs = "".join(f"M{x + dx * r * 0.85:.2f} {y + dy * r * 0.85:.2f}h0" for dx, dy in ends)
        spikes: dict[str, Attribute] = {"fill": "none", "stroke": look.edge, "stroke_linecap": "round"}
        return [
            el("path", d=stems, **spikes, stroke_width=r * 0.13),
            el("path", d=knobs, **spikes, stroke_width=r * 0.29),
            el("circle", cx=x, cy=y, r=r * 0.7, fill=look.fill, stroke=look.edge, stroke_width=r * look.line),
        ]
    turn = -1.0 if look.flipped else 1.0
    half = [(0.0, -0.38), (0.3, -0.84), (0.79, -0.56), (0.79, 0.12), (0.44, 0.62), (0.0, 0.94)]
    whole = half + [(-dx, dy) for dx, dy in reversed(half[1:-1])]
    outline = [(x + dx * r, y + turn * dy * r) for dx, dy in whole]
    return [
        polygon(outline, fill=look.fill, stroke=look.edge, stroke_width=r * look.line, stroke_linejoin="round"),
    ]


def pawn_size(r: float, *, radiation: bool, last: bool, target: bool) -> float:
    """Return the radius of the room that a pawn takes with its marks."""
    size = r * (WITH_RADIATION if radiation else BODY)
    return size + r * (WITH_LAST if last else 0.0) + r * (WITH_TARGET if target else 0.0)


def pawn(
    seat: int,
    x: float,
    y: float,
    r: float,
    sign: str = "",
    *,
    flipped: bool = False,
    radiation: bool = False,
    last: bool = False,
    target: bool = False,
) -> list[str]:
    """Draw a pawn.

    A flipped one is hollow and upside down. Radiation is a yellow disc with three black blades under it, "placed last"
    a white disc, "can be a target" four red corners.
    """
    fill, edge, ink = SEATS[seat]
    parts: list[str] = []
    rim = r * (WITH_RADIATION if radiation else BODY)
    if last:
        rim += r * WITH_LAST
        parts.append(el("circle", cx=x, cy=y, r=rim - r * 0.06, fill=LAST, stroke=LAST_EDGE, stroke_width=r * 0.12))
    if radiation:
        parts += trefoil(x, y, r * WITH_RADIATION * 0.97)
    parts += body(seat, x, y, r, Look("#ffffff" if flipped else fill, edge, 0.2 if flipped else 0.11, flipped))
    if flipped:
        ink = edge
    if sign:
        parts.append(letter(x, y + (0 if seat == 0 else r * (-0.09 if flipped else 0.09)), sign, r * 0.84, ink))
    if target:
        parts.append(corners(x, y, rim + r * WITH_TARGET * 0.6))
    return parts


def trefoil(x: float, y: float, r: float) -> list[str]:
    """Draw a radiation token: three blades reach to the rim, so that they show around a pawn."""
    parts = [el("circle", cx=x, cy=y, r=r * 0.96, fill=RADIATION, stroke=RADIATION_EDGE, stroke_width=r * 0.08)]
    d = []
    for blade in range(3):
        first = pi / 6 + blade * 2 * pi / 3
        a, b = ((x + r * 0.92 * sin(angle), y - r * 0.92 * cos(angle)) for angle in (first, first + pi / 3))
        d.append(f"M{x:.1f} {y:.1f}L{a[0]:.1f} {a[1]:.1f}A{r * 0.92:.1f} {r * 0.92:.1f} 0 0 1 {b[0]:.1f} {b[1]:.1f}Z")
    parts.append(el("path", d="".join(d), fill=RADIATION_EDGE))
    return parts


def gene_token(x: float, y: float, r: float) -> list[str]:
    """Draw a gene token that lies face down: its back shows a double helix."""
    w, h = r * 0.34, r * 0.66
    strands = "".join(
        f"M{num(x + side)} {num(y - h)}c0 {num(h * 0.7)} {num(-2 * side)} {num(h * 0.3)} {num(-2 * side)} {num(h)}"
        f"s{num(2 * side)} {num(h * 0.3)} {num(2 * side)} {num(h)}"
        for side in (w, -w)
    )
    rungs = "".join(f"M{x - w:.1f} {y + dy * h:.1f}h{2 * w:.1f}" for dy in (-0.8, -0.1, 0.8))
    line: dict[str, Attribute] = {"fill": "none", "stroke": TOKEN_EDGE, "stroke_width": r * 0.15}
    return [
        el("circle", cx=x, cy=y, r=r * 0.95, fill=TOKEN, stroke=TOKEN_EDGE, stroke_width=r * 0.12),
        el("path", d=strands + rungs, **line, stroke_linecap="round"),
    ]


def mutation_token(x: float, y: float, r: float) -> list[str]:
    """Draw a mutation token: a dark hexagon with a bar, as on signs for no entry."""
    d = r * 0.94
    outline = [(x + d * cos(pi / 3 * step), y + d * sin(pi / 3 * step)) for step in range(6)]
    bar = {"x": x - r * 0.52, "y": y - r * 0.17, "width": r * 1.04, "height": r * 0.34, "rx": r * 0.08}
    return [
        polygon(outline, fill=MUTATION, stroke="#ffffff", stroke_width=r * 0.13, stroke_linejoin="round"),
        el("rect", **bar, fill="#ffffff"),
    ]


def score_marker(seat: int, x: float, y: float, r: float, *, turned: bool) -> list[str]:
    """Draw a score marker; it is hollow and upside down once it has been turned over."""
    fill, edge, _ = SEATS[seat]
    parts = body(seat, x, y, r, Look("#ffffff" if turned else fill, edge, 0.2 if turned else 0.13, turned))
    if turned:
        parts.append(el("circle", cx=x, cy=y, r=r * 0.3, fill=fill, stroke=edge, stroke_width=r * 0.1))
    return parts


def place_mark(x: float, y: float, r: float) -> list[str]:
    """Draw the mark of a cell that a pawn can be placed in."""
    return ring(x, y, r * 0.84, r * 0.32)


def aim_mark(x: float, y: float, r: float) -> list[str]:
    """Draw the mark of a cell that a gene or mutation can be aimed at."""
    return ring(x, y, r * 0.84, r * 0.32, dot=RED)


def hint_mark(x: float, y: float, r: float, words: str, weight: float) -> list[str]:
    """Draw the mark of a cell that a search thinks of, the fuller the better, with its share."""
    strong = weight > 0.5
    fill = HINT if strong else "#ffffff"
    ink = "#ffffff" if strong else HINT
    return [
        el("circle", cx=x, cy=y, r=r * 0.94, fill=fill, stroke=HINT, stroke_width=r * (0.08 + 0.12 * weight)),
        letter(x, y, words, r * 0.74, ink),
    ]


def chip(x: float, y: float, sign: str, width: float, look: str) -> list[str]:
    """Draw a name in a small frame; `y` is its middle.

    `look` is ``"secret"`` (only the owner knows it), ``"open"``, ``"used"``, ``"now"`` (can be used now) or
    ``"unknown"``.
    """
    fill, edge, ink, dashes = {
        "open": (TOKEN, TOKEN_EDGE, INK, None),
        "secret": (TOKEN, TOKEN_EDGE, INK, "3 2"),
        "now": ("#ffffff", TARGET, INK, None),
        "used": (PAPER, "#b9b4a8", "#5d636d", None),
        "unknown": (TOKEN, TOKEN_EDGE, INK, "3 2"),
    }[look]
    box = {"x": x, "y": y - 8, "width": width, "height": 16.0, "rx": 4.0}
    weight = "700" if look == "now" else None
    line = 1.8 if look == "now" else 0.9
    return [
        el("rect", **box, fill=fill, stroke=edge, stroke_width=line, stroke_dasharray=dashes),
        text(x + width / 2, y + 3.8, sign, 10.5, fill=ink, text_anchor="middle", font_weight=weight),
    ]
