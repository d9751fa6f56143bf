"""The shapes in a picture of Genotype: markers, coins, dice, traits, plant cards, names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from ._common import FAINT, FRESH, INK, MUTED, PANEL, RULE, TARGET, letter
from ._markup import MONO, Attribute, el, group, polygon, text

SMALL = 11.5
"""The size of small print; nothing is smaller."""


@dataclass(frozen=True, slots=True)
class Gene:
    """How a colour of genes looks: its ground, its lines, and what is solid."""

    pale: str
    line: str
    solid: str


# The colours of dice. All that has one also shows its letters, for colour-blind readers.
GENES = {
    "R": Gene("#d9e8f6", "#6f9cc8", "#1f5a93"),
    "G": Gene("#deedcd", "#86ab5b", "#466f1e"),
    "F": Gene("#ecdff4", "#a983c4", "#6c3a91"),
    "T": Gene("#f9e5c1", "#cf9f4d", "#8a5706"),
}

# Fill, and the colour of what stands on it; every seat has a shape and a number too. The last one is Brother Johann's.
SEATS = (
    ("#c62f2f", "#ffffff"),
    ("#2b2f38", "#ffffff"),
    ("#5cc4ea", "#1c1c1c"),
    ("#f7d038", "#1c1c1c"),
    ("#f092bb", "#1c1c1c"),
    ("#75675a", "#ffffff"),
)
JOHANN = 5

COIN, COIN_EDGE = "#f5c945", "#7d5f08"
SOIL, SOIL_EDGE = "#eadfc8", "#c9b48c"
FRESH_PALE = "#fff3bf"
BACK, BACK_EDGE = "#5d7a52", "#3d5535"

CARD_WIDTH, CARD_HEIGHT = 71.0, 68.0
CHIP_WIDTH, CHIP_HEIGHT = 31.5, 19.5
DIE = 20.0
SLOT = 15.5


def wide(words: str, size: float = SMALL, *, bold: bool = False) -> float:
    """Return the room that a text takes in a wide font."""
    return len(words) * size * (0.64 if bold else 0.58)


def _shape(seat: int) -> list[tuple[float, float]]:
    """Return the corners of a seat's shape, in a circle of radius 1; none for a disc."""
    if seat == 0:
        return []
    if seat == 1:
        return [(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)]
    if seat == 2:  # a house
        return [(0.0, -1.0), (0.9, -0.25), (0.9, 0.85), (-0.9, 0.85), (-0.9, -0.25)]
    if seat == 3:  # a diamond
        return [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
    if seat == 4:
        return [(sin(pi * step / 3 + pi / 6), -cos(pi * step / 3 + pi / 6)) for step in range(6)]
    return [(-0.85, -0.9), (0.85, -0.9), (0.85, 0.2), (0.0, 1.0), (-0.85, 0.2)]  # a shield


def sign_of(seat: int) -> str:
    """Return what stands on a seat's markers."""
    return "J" if seat == JOHANN else str(seat + 1)


def marker(seat: int, x: float, y: float, r: float, *, hollow: bool = False) -> list[str]:
    """Draw an Action Marker; a hollow one is where one has been."""
    fill, ink = SEATS[seat]
    look: dict[str, Attribute] = {"fill": fill, "stroke": INK, "stroke_width": max(0.9, r * 0.09)}
    if hollow:
        look = {"fill": "#ffffff", "stroke": FAINT, "stroke_width": 1.1, "stroke_dasharray": "2.2 1.8"}
    corners = [(x + dx * r, y + dy * r) for dx, dy in _shape(seat)]
    body = polygon(corners, **look, stroke_linejoin="round") if corners else el("circle", cx=x, cy=y, r=r, **look)
    if hollow:
        return [body]
    drop = r * {2: 0.12, 5: -0.12}.get(seat, 0.0)
    return [body, letter(x, y + drop, sign_of(seat), r * 1.12, ink)]


def slot(x: float, y: float, r: float, *, target: bool = False) -> str:
    """Draw an empty space for a marker; a target has a strong line and a dot."""
    if not target:
        return el("circle", cx=x, cy=y, r=r, fill="#ffffff", stroke=FAINT, stroke_width=1.2, stroke_dasharray="3 2.4")
    ring = el("circle", cx=x, cy=y, r=r, fill="#ffffff", stroke=TARGET, stroke_width=2.4)
    return ring + el("circle", cx=x, cy=y, r=r * 0.34, fill=TARGET)


def coin(x: float, y: float, r: float, sign: str = "") -> list[str]:
    """Draw a coin, with a number on it."""
    parts = [el("circle", cx=x, cy=y, r=r, fill=COIN, stroke=COIN_EDGE, stroke_width=1.2)]
    if sign:
        parts.append(letter(x, y, sign, max(SMALL, r * 1.3) if len(sign) == 1 else SMALL, "#3d2e00"))
    else:
        parts.append(el("circle", cx=x, cy=y, r=r * 0.58, fill="none", stroke=COIN_EDGE, stroke_width=0.9))
    return parts


def no_coin(x: float, y: float, r: float) -> str:
    """Draw where a coin has been."""
    return el("circle", cx=x, cy=y, r=r, fill="none", stroke=RULE, stroke_width=1.2, stroke_dasharray="2 2")


def box(x: float, y: float, width: float, height: float, rx: float = 5.0, /, **look: Attribute) -> str:
    """Draw a box with round corners."""
    return el("rect", x=x, y=y, width=width, height=height, rx=rx, **look)


def aim(x: float, y: float, width: float, height: float, key: str, *, rx: float = 6.0) -> str:
    """Draw a frame around what a legal action can take."""
    look: dict[str, Attribute] = {"fill": "none", "stroke": TARGET, "stroke_width": 2.4}
    return group([box(x - 1.7, y - 1.7, width + 3.4, height + 3.4, rx, **look)], data_target=key)


def fresh(x: float, y: float, width: float, height: float, key: str, *, rx: float = 6.0) -> str:
    """Draw a frame around what was touched last."""
    place = (x - 1.7, y - 1.7, width + 3.4, height + 3.4)
    parts = [box(*place, rx, fill="none", stroke=stroke, stroke_width=w) for stroke, w in ((INK, 5.0), (FRESH, 3.0))]
    return group(parts, data_fresh=key)


def fresh_ring(x: float, y: float, r: float, key: str) -> str:
    """Draw a ring around a marker that was placed last."""
    rings = ((INK, 4.0), (FRESH, 2.4))
    parts = [el("circle", cx=x, cy=y, r=r + 1.5, fill="none", stroke=stroke, stroke_width=w) for stroke, w in rings]
    return group(parts, data_fresh=key)


def die(x: float, y: float, colour: str, sign: str, size: float = DIE) -> list[str]:
    """Draw a die by its upper left corner: its genotype, or a star for a De Novo mutation."""
    look = GENES[colour]
    parts = [box(x, y, size, size, size * 0.22, fill=look.solid, stroke=INK, stroke_width=0.9)]
    if sign == "new":
        parts.append(star(x + size / 2, y + size / 2, size * 0.36, "#ffffff"))
    else:
        parts.append(letter(x + size / 2, y + size / 2, sign, SMALL, "#ffffff"))
    return parts


def star(x: float, y: float, r: float, fill: str) -> str:
    """Draw the sign of a mutation."""
    ends = [(r if step % 2 == 0 else r * 0.45, pi * step / 5) for step in range(10)]
    return polygon(((x + q * sin(angle), y - q * cos(angle)) for q, angle in ends), fill=fill)


def trait(x: float, y: float, genotype: str, *, covered: bool = False, width: float = CHIP_WIDTH) -> list[str]:
    """Draw a trait; a covered one is solid and ticked."""
    look = GENES[genotype[0].upper()]
    if not covered:
        parts = [box(x, y, width, CHIP_HEIGHT, fill=look.pale, stroke=look.line)]
        return [*parts, letter(x + width / 2, y + CHIP_HEIGHT / 2, genotype, 12, look.solid)]
    tick = f"M{x + width - 11:.1f} {y + 10:.1f}l2.4 2.8l4.4 -5.8"
    return [
        box(x, y, width, CHIP_HEIGHT, fill=look.solid, stroke=INK),
        letter(x + (width - 8) / 2, y + CHIP_HEIGHT / 2, genotype, 12, "#ffffff"),
        el("path", d=tick, fill="none", stroke="#ffffff", stroke_width=1.8, stroke_linecap="round"),
    ]


def dice_slots(x: float, y: float, count: int, free: int) -> list[str]:
    """Draw dice slots; those that are used are solid."""
    parts = []
    for place in range(count):
        full = place < count - free
        dashes = None if full else "2.4 2"
        fill = "#4a4f59" if full else "#ffffff"
        parts.append(box(x + SLOT * place, y, 13, 13, 3, fill=fill, stroke=MUTED, stroke_dasharray=dashes))
    return parts


def points_disc(x: float, y: float, points: int) -> list[str]:
    """Draw the points of a plant."""
    return [
        el("circle", cx=x, cy=y, r=9, fill="#fff7d6", stroke=COIN_EDGE, stroke_width=0.9),
        letter(x, y, str(points), SMALL, INK),
    ]


def plant_places(x: float, y: float, count: int) -> list[tuple[float, float]]:
    """Return the upper left corners of the traits on a plant card."""
    return [(x + 2.5 + (at % 2) * (CHIP_WIDTH + 3), y + 22.5 + (at // 2) * (CHIP_HEIGHT + 3)) for at in range(count)]


def plant(
    x: float,
    y: float,
    number: int,
    traits: Sequence[str],
    points: int,
    covered: Sequence[str] = (),
    *,
    touched: bool = False,
) -> list[str]:
    """Draw a plant card by its upper left corner; one that was touched last has a ground of its own too."""
    ground = FRESH_PALE if touched else "#ffffff"
    parts = [
        box(x, y, CARD_WIDTH, CARD_HEIGHT, fill=ground, stroke="#8f9a7c", stroke_width=1.1),
        text(x + 6, y + 15.5, f"p{number}", 12, font_weight="600"),
        *points_disc(x + CARD_WIDTH - 12, y + 11.5, points),
    ]
    for (left, top), genotype in zip(plant_places(x, y, len(traits)), traits, strict=True):
        parts += trait(left, top, genotype, covered=genotype[0].upper() in covered)
    return parts


def back(x: float, y: float, width: float, height: float, sign: str) -> list[str]:
    """Draw the back of a card."""
    cx, foot = x + width / 2, y + height - 9
    stem = f"M{cx:.1f} {foot:.1f}v-15"
    leaves = f"M{cx:.1f} {foot - 5:.1f}q1 -8 10 -8q0 8 -10 8M{cx:.1f} {foot - 8:.1f}q-1 -8 -10 -8q0 8 10 8"
    return [
        box(x, y, width, height, fill=BACK, stroke=BACK_EDGE, stroke_width=1.2),
        el("path", d=stem, stroke="#b9d1ab", stroke_width=1.8, stroke_linecap="round"),
        el("path", d=leaves, fill="#b9d1ab"),
        letter(cx, y + height * 0.32, sign, 14, "#ffffff"),
    ]


def empty_card(x: float, y: float, width: float, height: float) -> str:
    """Draw where a card can lie."""
    return box(x, y, width, height, fill="none", stroke=FAINT, stroke_width=1.1, stroke_dasharray="4 3")


# How names in a hand are shown: fill, line, dashes, colour of the text.
NAMES: dict[str, tuple[str, str, str | None, str]] = {
    "open": ("#ffffff", "#8b8577", None, INK),
    "secret": (PANEL, "#8b8577", "3 2", INK),
    "unknown": ("#dcd8ce", FAINT, "2 2", MUTED),
    "used": ("#ffffff", RULE, None, FAINT),
    "empty": ("none", RULE, "4 3", FAINT),
}
NAME_HEIGHT = 23.0


def name_width(words: str) -> float:
    """Return how wide a chip with some words is."""
    return wide(words) + 14


def name_box(x: float, y: float, look: str, width: float) -> str:
    """Draw the chip of a name."""
    fill, line, dashes, _ = NAMES[look]
    return box(x, y, width, NAME_HEIGHT, 6, fill=fill, stroke=line, stroke_dasharray=dashes)


def name(x: float, y: float, words: str, look: str, width: float) -> list[str]:
    """Draw a chip with a name; a used one is struck through."""
    parts = [name_box(x, y, look, width), text(x + 7, y + 15.5, words, SMALL, fill=NAMES[look][3])]
    if look == "used":
        parts.append(el("path", d=f"M{x + 5:.1f} {y + 11.5:.1f}h{wide(words) + 4:.1f}", stroke=FAINT, stroke_width=1.2))
    return parts


def label(x: float, y: float, words: str, **look: Attribute) -> str:
    """Write small print."""
    return text(x, y, words, SMALL, **{"fill": MUTED, **look})


def code(x: float, y: float, words: str, **look: Attribute) -> str:
    """Write notation."""
    return text(x, y, words, SMALL, **{"fill": MUTED, "font_family": MONO, **look})
