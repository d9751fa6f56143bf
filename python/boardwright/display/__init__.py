"""Pictures of positions and replays of games.

:func:`svg` draws a state; notebooks show what it returns. :func:`html_replay` makes one page of a whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from . import genotype, gridopolis, microworld
from ._common import legal, played, seat_colours
from ._markup import MONO, Svg, document, el, text
from ._notebook import record_html
from ._replay import Frame, html_replay
from ._search import analysis_html, analysis_page, make_hints

__all__ = ["Frame", "Svg", "analysis_html", "analysis_page", "html_replay", "record_html", "seat_colour", "svg"]


@runtime_checkable
class _HasDict(Protocol):
    def to_dict(self) -> Mapping[str, Any]: ...


# Viewers that take hard spaces for plain ones keep them with this.
KEEP: dict[str, Any] = {"xml:space": "preserve"}

# How each game is drawn, and what stands between two actions in its notation. A game that is not listed is shown by
# its text.
DRAWINGS: dict[str, tuple[Callable[..., Svg], str]] = {
    "gridopolis": (gridopolis.draw, ""),
    "microworld": (microworld.draw, " "),
    "genotype": (genotype.draw, " "),
}

# The colours of seats in those drawings.
COLOURS: dict[str, Callable[..., str]] = {
    "gridopolis": gridopolis.seat_colour,
    "microworld": microworld.seat_colour,
    "genotype": genotype.seat_colour,
}


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


def svg(state: Any, *, last: Any = None, targets: bool = True, size: float | None = None) -> Svg:
    """Draw a state.

    Parameters
    ----------
    state
        A state of any game; or a record, a match or its result, of which the last state is drawn; or an analysis, whose
        best actions are drawn instead of the targets. A game without a drawing is shown by its text, ``str(state)``.
    last
        What to mark as played last: an action or a sequence of actions, as objects or as dicts. ``None`` for the last
        action that the state knows of, an empty sequence for nothing.
    targets
        Whether to show where the legal actions lead.
    size
        The width in pixels; ``None`` for the drawing's own width.

    Returns
    -------
    Svg
        The picture.

    Raises
    ------
    TypeError
        If there is no state to draw.
    """
    hints = make_hints(state)
    targets = targets and not hints
    state = _as_state(state)
    if str(state.game_name) not in DRAWINGS:
        return _text_picture(str(state), str(state.game_name), size)
    draw, separator = DRAWINGS[str(state.game_name)]
    done, written = played(state, None if last is None else _as_list(last), separator)
    return draw(
        state.layout(),
        state.to_dict(),
        last=done,
        last_text=written,
        targets=targets,
        legal=legal(state, targets),
        hints=hints,
        size=size,
    )


def seat_colour(state: Any, seat: int) -> str:
    """Tell the colour that a seat has in the drawings, as CSS has it."""
    state = _as_state(state)
    find = COLOURS.get(str(state.game_name))
    return seat_colours(seat)[0] if find is None else find(state, seat)


def _as_state(thing: Any) -> Any:
    """Find the state that is meant: of a record or a match the last one."""
    for found in (thing, getattr(thing, "state", None), getattr(getattr(thing, "record", None), "state", None)):
        if hasattr(found, "game_name"):
            return found
    hint = " (of a turn, draw its `end`)" if hasattr(thing, "end") else ""
    raise TypeError(
        f"what can be drawn is a state, a record or the result of a match, not {type(thing).__name__}{hint}"
    )


def _as_list(last: Any) -> list[Any]:
    """Turn an action or a sequence of actions into a list."""
    return [last] if isinstance(last, (Mapping, _HasDict)) else list(last)


def _text_picture(content: str, name: str, size: float | None) -> Svg:
    """Show a text as a picture."""
    rows = content.expandtabs(4).splitlines() or [""]
    width = 40 + 8.6 * max(12, *map(len, rows))
    height = 32 + 19.0 * len(rows)
    ground = el("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=8, fill="#fbfaf7", stroke="#d9d4c8")
    lines = [
        text(20, 34 + 19.0 * index, row.replace(" ", "\u00a0"), 14, font_family=MONO, **KEEP)
        for index, row in enumerate(rows)
    ]
    return document([ground, *lines], width, height, size, f"{name}: {' / '.join(rows)}")
