"""What the drawings of all games share: colours, small shapes, and how states are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Protocol

from ._markup import el, text

INK = "#22252b"
MUTED = "#6b7079"
FAINT = "#989da5"
PAPER = "#fbfaf7"
PANEL = "#f1eee7"
RULE = "#d9d4c8"
FRESH = "#ffe58a"
TARGET = "#00695c"
RED = "#b00020"
HINT = "#8a1c7c"

# Colours of seats: fill, and the colour of what stands on it. The fills keep apart for colour-blind readers.
SEATS = (("#0072b2", "#ffffff"), ("#e69f00", "#1c1c1c"), ("#009e73", "#1c1c1c"), ("#cc79a7", "#1c1c1c"))

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hint:
    """A way to go on that a search thinks of.

    Attributes
    ----------
    rank : int
        Its place among the others, from 1.
    actions : tuple of dict
        The dict forms of its actions.
    weight : float
        How strongly it is drawn, above 0 to 1.
    words : str
        What is written beside it, such as a share.
    """

    rank: int
    actions: tuple[Data, ...]
    weight: float
    words: str


class HasDict(Protocol):
    """Anything that can be written as a dict."""

    def to_dict(self) -> Data:
        """Return the dict form."""


class Drawable(Protocol):
    """What is asked of a state to draw it."""

    @property
    def legal_actions(self) -> Sequence[HasDict]:
        """The legal actions."""

    def layout(self) -> Data:
        """Return what a drawing needs beside the dict form."""

    def to_dict(self) -> Data:
        """Return the dict form of the state."""

    @property
    def last_action(self) -> HasDict | None:
        """The last action that the state knows of."""


def played(state: Drawable, last: Sequence[Data | HasDict] | None, separator: str) -> tuple[list[Data], str]:
    """Return the dict forms and the notation of what was played last.

    Parameters
    ----------
    state
        The state.
    last
        The actions; ``None`` for the last action that the state knows of.
    separator
        What stands between two actions in the game's notation.

    Returns
    -------
    tuple
        The dict forms, where it is known with ``"by"``, the seat that played it; the notation, empty if it is not
        known.
    """
    if last is None:
        known = state.last_action
        last = [] if known is None else [known]
    # Only actions know their notation, not their dict forms.
    written = separator.join(filter(None, (str(getattr(item, "text", "")) for item in last)))
    return [_with_seat(item) for item in last], written


def _with_seat(item: Data | HasDict) -> Data:
    """Return the dict form of an action, with the seat that played it if that is known."""
    if isinstance(item, Mapping):
        return item
    seat = getattr(item, "seat", None)
    return item.to_dict() if seat is None else {**item.to_dict(), "by": seat}


def legal(state: Drawable, targets: bool) -> list[Data]:
    """Return the dict forms of the legal actions; none unless ``targets``."""
    return [action.to_dict() for action in state.legal_actions] if targets else []


def seat_colours(colour: int) -> tuple[str, str]:
    """Return fill and text colour by the number of a colour."""
    return SEATS[colour % len(SEATS)]


def letter(cx: float, cy: float, sign: str, size: float, fill: str) -> str:
    """Draw a short sign centred at (cx, cy)."""
    return text(cx, cy + size * 0.36, sign, size, fill=fill, font_weight="700", text_anchor="middle")


def ring(cx: float, cy: float, r: float, width: float, *, dot: str = "") -> list[str]:
    """Draw a ring where a move can end; with a dot of that colour in it, if one is given."""
    parts = [el("circle", cx=cx, cy=cy, r=r, fill="#ffffff", stroke=TARGET, stroke_width=width)]
    if dot:
        parts.append(el("circle", cx=cx, cy=cy, r=r * 0.42, fill=dot))
    return parts


def corners(cx: float, cy: float, r: float) -> str:
    """Draw four corner strokes around a piece that can be a target."""
    parts = []
    for turn in range(4):
        mid = pi / 4 + turn * pi / 2
        p, q = ((cx + r * cos(angle), cy + r * sin(angle)) for angle in (mid - 0.42, mid + 0.42))
        parts.append(f"M{p[0]:.1f} {p[1]:.1f}A{r:.1f} {r:.1f} 0 0 1 {q[0]:.1f} {q[1]:.1f}")
    return el("path", d="".join(parts), fill="none", stroke=RED, stroke_width=r * 0.16, stroke_linecap="round")


def fit(name: str, limit: int) -> str:
    """Cut a text to so many characters."""
    return name if len(name) <= limit else name[: limit - 1] + "\u2026"


def sentence(words: str) -> str:
    """Make a sentence of some words."""
    return f"{words[:1].upper()}{words[1:]}."
