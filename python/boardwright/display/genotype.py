"""Pictures of Genotype positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import _common as c
from . import _genotype_glyphs as g
from ._genotype_board import draw_colours
from ._genotype_johann import draw_johann
from ._genotype_mats import Flow, Item, draw_mat, ground
from ._genotype_scene import COLOURS, Scene, make_scene
from ._genotype_tables import draw_display, draw_prices, draw_spaces
from ._markup import Svg, document, el, group, text

WIDTH = 900.0
EDGE = 16.0
HEAD = 44.0
GAP = 10.0
ROUNDS = 5


def seat_colour(state: c.Drawable, seat: int) -> str:
    """Return the colour of a seat's markers."""
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
    """Draw a position: the board, the cards on display, and the mats of all players.

    Parameters
    ----------
    layout
        What `State.layout` gives.
    position
        The dict form of the state.
    last
        The dict form of the last action, or of all actions of the last turn; what they touched is marked.
    last_text
        Their notation; empty if it is not known.
    targets
        Whether the targets of the legal actions are shown.
    legal
        The dict forms of the legal actions.
    hints
        What a search thinks of; what the actions take is marked with their rank.
    size
        The width in pixels; ``None`` for the drawing's own width.

    Returns
    -------
    Svg
        The picture.
    """
    scene = make_scene(layout, position, last, last_text, targets, legal, hints)
    lines = _header(scene)
    width = WIDTH - 2 * EDGE
    y = HEAD
    for part in (_status, draw_colours, draw_spaces, draw_display, draw_prices, _mats, _legend):
        drawn, height = part(scene, EDGE, y, width)
        lines += drawn
        y += height + GAP
    total = y - GAP + EDGE
    paper = el("rect", x=0.5, y=0.5, width=WIDTH - 1, height=total - 1, rx=10, fill=c.PAPER, stroke=c.RULE)
    return document([paper, *lines], WIDTH, total, size, f"Genotype, {scene.layout['stage']}: {scene.headline()}")


def _header(scene: Scene) -> list[str]:
    stage = str(scene.layout["stage"])
    lines = [text(EDGE, 29, f"Genotype \u00b7 {stage}", 17, font_weight="700")]
    start = WIDTH - EDGE - 26 * ROUNDS + 13
    lines.append(text(start - 20, 28, "Round", 12.5, fill=c.MUTED, text_anchor="end"))
    for number in range(1, ROUNDS + 1):
        x = start + 26 * (number - 1)
        now = number == scene.position["round"]
        look = {"fill": c.INK if now else "#ffffff", "stroke": c.INK if now else c.RULE}
        lines.append(el("circle", cx=x, cy=24, r=10.5, **look, stroke_width=1.3))
        lines.append(c.letter(x, 24, str(number), 12, "#ffffff" if now else c.MUTED))
    return lines


def _status(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    height = 60.0
    parts = [g.box(left, top, width, height, 8, fill="#ffffff", stroke=c.RULE)]
    x = left + 12
    seats = _who(scene)
    for seat in seats:
        parts += g.marker(scene.look(seat), x + 11, top + 22, 11)
        x += 28
    if not seats:
        parts += _chance(x + 10, top + 22, 9)
        x += 28
    parts.append(text(x + 2, top + 28, scene.headline(), 16.5, font_weight="700"))
    words = ""
    if scene.over:
        words = c.sentence(str(scene.layout["ending"]))
    elif scene.last_text:
        words = f"Last: {scene.last_text}"
    buttons, room = _buttons(scene, left + width - 12, top + 30)
    dice, more = _dice(scene, left + width - 12 - room, top + 18)
    limit = int((width - 26 - room - more) / (12 * 0.58))
    if words:
        parts.append(text(left + 14, top + 49, c.fit(words, limit), 12, fill=c.MUTED))
    return [group([*parts, *buttons, *dice])], height


def _who(scene: Scene) -> list[int]:
    """Return the seats whose signs stand before the headline."""
    if scene.over:
        johann = scene.solo and scene.layout["johann"]["wins"]
        return [*scene.layout["winners"], *([1] if johann else [])]
    return [] if scene.actor is None else [scene.actor]


def _chance(x: float, y: float, half: float) -> list[str]:
    d = half * 0.45
    dots = [(x - d, y - d), (x, y), (x + d, y + d)]
    return [
        g.box(x - half, y - half, 2 * half, 2 * half, half * 0.35, fill="#ffffff", stroke=c.INK, stroke_width=1.4),
        *(el("circle", cx=cx, cy=cy, r=half * 0.19, fill=c.INK) for cx, cy in dots),
    ]


def _buttons(scene: Scene, right: float, middle: float) -> tuple[list[str], float]:
    """Draw the actions that take nothing from the board; return the room they need too."""
    parts: list[str] = []
    x = right
    for words in scene.buttons:
        width = g.wide(words, 12.5, bold=True) + 20
        x -= width
        pill = g.box(x, middle - 13, width, 26, 13, fill="#ffffff", stroke=c.TARGET, stroke_width=2.2)
        sign = text(x + width / 2, middle + 4.5, words, 12.5, fill=c.TARGET, font_weight="700", text_anchor="middle")
        parts.append(group([pill, sign], data_target=f"button:{words}"))
        x -= 8
    return parts, right - x


def _dice(scene: Scene, right: float, top: float) -> tuple[list[str], float]:
    """Draw the dice that somebody holds: the one taken, or Omari's."""
    phase = scene.position["phase"]
    held = [(colour, str(scene.layout["omari"][colour])) for colour in COLOURS if colour in scene.layout["omari"]]
    if scene.phase == "use":
        held = [(str(phase["colour"]), str(phase["die"]))]
    parts = []
    for place, (colour, name) in enumerate(held):
        x = right - 28 * (len(held) - place)
        drawn = g.die(x, top, colour, name, 24)
        if scene.targets and len(held) > 1 and phase.get("colour") == colour:
            drawn.append(g.aim(x, top, 24, 24, f"omari:{colour}"))
        parts.append(group(drawn, title=f"die {name}", data_held=f"{colour}:{name}"))
    return parts, 28.0 * len(held) + (10 if held else 0)


def _mats(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw the mats in rows, each row as high as the highest of it."""
    seats = list(range(len(scene.position["players"]))) + ([1] if scene.solo else [])
    rows = {3: [seats], 5: [seats[:3], seats[3:]]}.get(len(seats), [seats[:2], seats[2:]])
    lines = []
    y = top
    for row in filter(None, rows):
        each = (width - GAP * (len(row) - 1)) / len(row)
        drawn = []
        for place, seat in enumerate(row):
            x = left + place * (each + GAP)
            mat = draw_johann if scene.solo and seat == 1 else None
            drawn.append((seat, x, *(mat(scene, x, y, each) if mat else draw_mat(scene, seat, x, y, each))))
        height = max(used for *_, used in drawn)
        for seat, x, parts, _ in drawn:
            lines.append(group([ground(scene, seat, x, y, each, height), *parts], data_seat=str(seat)))
        y += height + GAP
    return lines, y - GAP - top


def _legend(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Explain the signs."""
    shapes: list[tuple[str, float, Callable[[float, float], list[str]]]] = [
        ("De Novo mutation", 20, lambda x, y: g.die(x, y + 1, "G", "new")),
        ("validated", g.CHIP_WIDTH, lambda x, y: g.trait(x, y + 1.5, "Gg", covered=True)),
        ("gene tile", 36, lambda x, y: _tile(x, y + 2)),
        ("dice slots: used, free", 29, lambda x, y: g.dice_slots(x, y + 4.5, 2, 1)),
        ("marker placed", 18, lambda x, y: g.marker(g.JOHANN if scene.solo else 1, x + 9, y + 11, 8.5, hollow=True)),
    ]
    if not all(player["known_tools"] == player["tools"] for player in scene.position["players"]):
        shapes.append(("secret", 22, lambda x, y: [g.name_box(x, y, "secret", 22)]))
    if any(player["known"] for player in scene.position["players"]):
        shapes.append(("hand, open: everybody knows it", 0, lambda x, y: []))
    if scene.targets:
        shapes.append(
            (
                "best actions" if scene.hinted else "can be taken",
                20,
                lambda x, y: [g.slot(x + 10, y + 11, 9, target=True)],
            )
        )
    if scene.fresh:
        shapes.append(("last", 20, lambda x, y: [g.fresh(x + 3, y + 4, 14, 14, "legend")]))
    flow = Flow(left + 4, top, width - 8, 16.0)
    flow.put([_entry(words, room, shape) for words, room, shape in shapes], space=3.0)
    return flow.lines, flow.top - top - 3


def _entry(words: str, room: float, shape: Callable[[float, float], list[str]]) -> Item:
    def draw(x: float, y: float) -> str:
        return group([*shape(x, y), g.label(x + room + 6, y + 15, words)])

    return Item(room + 6 + g.wide(words), 24, draw)


def _tile(x: float, y: float) -> list[str]:
    signs = [c.letter(x + 10 + 16 * place, y + 9.5, "G", 12, "#ffffff") for place in (0, 1)]
    return [g.box(x, y, 36, 19, 5, fill=g.GENES["G"].solid, stroke=c.INK), *signs]
