"""Pictures of Microworld positions."""

from __future__ import annotations

from collections.abc import Sequence

from . import _common as c
from . import _microworld_glyphs as g
from ._markup import Svg, document, el, group, text
from ._microworld_board import draw_board
from ._microworld_panel import draw_legend, draw_panel
from ._microworld_scene import Scene, make_scene

WIDTH = 900.0
EDGE = 16.0
HEAD = 44.0
BOARD = 576.0
SPACE = 16.0


def seat_colour(state: c.Drawable, seat: int) -> str:
    """Return the colour of a seat's pawns."""
    return g.SEATS[seat][0]


def draw(
    layout: c.Data,
    position: c.Data,
    *,
    last: Sequence[c.Data] = (),
    last_text: str = "",
    targets: bool = True,
    legal: Sequence[c.Data] = (),
    hints: Sequence[c.Hint] = (),
    size: float | None = None,
) -> Svg:
    """Draw a position: the board with the score track around it, and the state of play.

    Parameters
    ----------
    layout
        What `State.layout` gives.
    position
        The dict form of the state.
    last
        The dict form of the last action, or of all actions of the last turn; the cells they touched are marked.
    last_text
        Their notation; empty if it is not known.
    targets
        Whether the targets of the legal actions are shown.
    legal
        The dict forms of the legal actions.
    hints
        What a search thinks of; cells are marked with how much of the search went to them.
    size
        The width in pixels; ``None`` for the drawing's own width.

    Returns
    -------
    Svg
        The picture.
    """
    scene = make_scene(layout, position, last, last_text, targets, legal, hints)
    lines = _header(scene)
    lines += draw_board(scene, EDGE, HEAD, BOARD)
    lines += _leftovers(scene)
    left = EDGE + BOARD + SPACE
    width = WIDTH - EDGE - left
    panel, used = draw_panel(scene, left, HEAD, width)
    lines += panel
    if scene.rules:  # they fill the panel, and the signs stand below the board
        legend, wanted = draw_legend(scene, EDGE, HEAD + BOARD + SPACE, BOARD, 4)
        height = max(used, BOARD + SPACE + wanted)
    else:
        _, wanted = draw_legend(scene, left, 0, width, 2)
        height = max(BOARD, used + SPACE + wanted)
        legend, _ = draw_legend(scene, left, HEAD + height - wanted, width, 2)
    lines += legend
    total = HEAD + height + EDGE
    ground = el("rect", x=0.5, y=0.5, width=WIDTH - 1, height=total - 1, rx=10, fill=c.PAPER, stroke=c.RULE)
    return document([ground, *lines], WIDTH, total, size, f"Microworld, {scene.title}: {scene.headline()}")


def _header(scene: Scene) -> list[str]:
    return [
        text(EDGE, 29, f"Microworld \u00b7 {c.fit(scene.title, 44)}", 17, font_weight="700"),
        text(WIDTH - EDGE, 28, f"Turns played {scene.turn}", 12.5, fill=c.MUTED, text_anchor="end"),
    ]


def _leftovers(scene: Scene) -> list[str]:
    """Draw the gene tokens that lie beside the board, in its lower left corner."""
    if not scene.leftovers:
        return []
    y = HEAD + BOARD - 12
    parts = [
        *g.gene_token(EDGE + 11, y - 16, 10),
        text(EDGE + 26, y - 11.5, f"\u00d7 {scene.leftovers}", 12, font_weight="700"),
        text(EDGE, y + 8, "left over", 10.5, fill=c.MUTED),
    ]
    return [group(parts, data_leftovers=str(scene.leftovers))]
