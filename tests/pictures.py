"""Games to draw, of Microworld if nothing else is said, and what is found in pictures of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from math import hypot
from typing import Any

import boardwright as bw

Disc = tuple[float, float, float]
"""A middle and a radius."""


def walk(seed: int, *, game: str = "microworld", **options: Any) -> list[bw.State]:
    """Play a random game; gives all states."""
    rng = bw.Rng(seed)
    states = [bw.start(game, **options)]
    while not states[-1].is_over:
        last = states[-1]
        states.append(last.sample(rng) if last.is_chance else last.play(last.random_action(rng)))
    return states


def find(wanted: Callable[[dict[str, Any]], bool], **options: Any) -> bw.State:
    """Find a state whose dict form is as wanted, by random play."""
    for seed in range(300):
        for state in walk(seed, **options):
            if wanted(state.to_dict()):
                return state
    raise AssertionError("no such state in 300 games")


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def text_boxes(picture: str) -> Iterator[tuple[str, Box]]:
    """The texts with the room they take, in a wide font."""
    for top in ET.fromstring(picture):
        for element in top.iter():
            if element.tag.endswith("text"):
                yield element.text or "", text_box(element, top.get("text-anchor", "start"))


def text_box(element: ET.Element, inherited: str = "start") -> Box:
    """The room that a text takes, in a wide font."""
    size = float(element.get("font-size", ""))
    bold = element.get("font-weight", "") in ("600", "700")
    width = len(element.text or "") * size * (0.64 if bold else 0.58)
    x, y = float(element.get("x", "")), float(element.get("y", ""))
    left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", inherited)]
    return left, y - size * 0.74, left + width, y


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have an area in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def elements(picture: str) -> list[ET.Element]:
    """All elements, without the name space in their tags."""
    found = list(ET.fromstring(picture).iter())
    for element in found:
        element.tag = element.tag.rpartition("}")[2]
    return found


def by(picture: str, name: str) -> list[str]:
    """The values of a data attribute, in order."""
    return [element.get(f"data-{name}", "") for element in elements(picture) if element.get(f"data-{name}") is not None]


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in elements(picture) if element.tag == "text"]


def discs(element: ET.Element) -> list[Disc]:
    """Cover the drawing of an element by discs."""
    found: list[Disc] = []
    for part in element.iter():
        number = {key: float(value) for key, value in part.items() if re.fullmatch(r"-?[\d.]+", value)}
        line = number.get("stroke-width", 0.0) / 2
        if part.tag.endswith("circle"):
            found.append((number["cx"], number["cy"], number["r"] + line))
        elif part.tag.endswith("polygon"):
            corners = [tuple(map(float, pair.split(","))) for pair in part.get("points", "").split()]
            cx, cy = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
            inner = min(hypot(x - cx, y - cy) for x, y in corners)
            found += [(cx, cy, inner), *((x, y, line) for x, y in corners)]
        elif part.tag.endswith("path"):
            ends = re.findall(r"[MLA](?:[\d.]+ [\d.]+ 0 0 1 )?(-?[\d.]+) (-?[\d.]+)", part.get("d", ""))
            found += [(float(x), float(y), line) for x, y in ends]
        elif part.tag.endswith("text"):
            size, signs = number["font-size"], len(part.text or "")
            y = number["y"] - size * 0.36
            found += [(number["x"] + (sign - (signs - 1) / 2) * size * 0.6, y, size * 0.34) for sign in range(signs)]
    assert found
    return found


def apart(one: list[Disc], other: list[Disc]) -> float:
    """How far two drawings are from each other."""
    return min(hypot(x - p, y - q) - r - s for x, y, r in one for p, q, s in other)
