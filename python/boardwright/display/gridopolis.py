"""Pictures of Gridopolis positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import _common as c
from . import _gridopolis_glyphs as g
from ._gridopolis_levels import draw_levels
from ._gridopolis_scene import Scene, make_scene
from ._gridopolis_stack import Stack
from ._markup import Svg, document, el, group, text, wrap

WIDTH = 900.0
EDGE = 16.0
PANEL = 352.0
COLUMNS = (
    ("On the grid", ("pawns", "kings")),
    ("Reserve", ("pads", "links", "posts", "boxes")),
    ("Captured", ("pawns", "kings")),
    ("", ("points",)),
)


def seat_colour(state: c.Drawable, seat: int) -> str:
    """Return the colour of a seat's markers."""
    colours = g.choose_colours([str(name) for name in state.layout()["sections"]])
    return c.seat_colours(colours[seat])[0]


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
    """Draw a position: each level from above, the whole grid-set stacked, and the state of play.

    Parameters
    ----------
    layout
        What `State.layout` gives.
    position
        The dict form of the state.
    last
        The dict form of the last action, or of all actions of the last turn; drawn as arrows and marks.
    last_text
        Their notation; empty if it is not known.
    targets
        Whether the targets of the legal actions are shown.
    legal
        The dict forms of the legal actions.
    hints
        What a search thinks of; drawn as arrows, the wider the better, with their rank.
    size
        The width in pixels; ``None`` for the drawing's own width.

    Returns
    -------
    Svg
        The picture.
    """
    scene = make_scene(layout, position, last, last_text, targets, legal, hints)
    lines = _header(scene)
    more, used = draw_levels(scene, EDGE, 44, WIDTH - 2 * EDGE)
    lines += more
    y = 44 + used + 4
    lines.append(el("path", d=f"M{EDGE} {y:.1f}H{WIDTH - EDGE}", stroke=c.RULE))
    y += 14
    panel_left = WIDTH - EDGE - PANEL
    panel, panel_height = _panel(scene, panel_left, y)
    room = panel_left - EDGE - 20
    stack = Stack(scene, room, max(560.0, panel_height))
    if stack.a < 13:
        stack = Stack(scene, room, 1000.0)
    below = Stack(scene, WIDTH - 2 * EDGE, 1000.0)
    if stack.a < 13 and below.a > 1.25 * stack.a:  # too wide to stand beside the panel
        lines += below.draw(EDGE + (WIDTH - 2 * EDGE - below.width) / 2, y + panel_height + 8)
        height = panel_height + 8 + below.height
    else:
        height = max(panel_height, stack.height)
        lines += stack.draw(EDGE + (room - stack.width) / 2, y + (height - stack.height) / 2)
    lines += panel
    total = y + height + EDGE
    ground = el("rect", x=0.5, y=0.5, width=WIDTH - 1, height=total - 1, rx=10, fill=c.PAPER, stroke=c.RULE)
    return document([ground, *lines], WIDTH, total, size, f"Gridopolis, {scene.title}: {scene.headline()}")


def _header(scene: Scene) -> list[str]:
    counters = scene.counters
    turns, rounds = counters["turn"], counters["round"]
    facts = [
        f"turns played {turns}",
        f"rounds played {rounds}" + (f" of {counters['rounds']}" if counters["rounds"] else ""),
    ]
    if counters["quiet_end"] is not None:
        facts.append(f"quiet turns {counters['quiet']} of {counters['quiet_end']}")
    if counters["time_called"] and not scene.over:
        facts.append("time is called")
    words = " \u00b7 ".join(facts)
    return [
        text(EDGE, 29, f"Gridopolis \u00b7 {c.fit(scene.title, 36)}", 17, font_weight="700"),
        text(WIDTH - EDGE, 28, words[0].upper() + words[1:], 12.5, fill=c.MUTED, text_anchor="end"),
    ]


def _panel(scene: Scene, left: float, top: float) -> tuple[list[str], float]:
    """Draw whose turn it is, the score table and the legend; return them and the height used."""
    lines, y = _status(scene, left, top)
    table, y = _table(scene, left, y + 12)
    legend, y = _legend(scene, left, y + 16)
    return lines + table + legend, y - top


def _status(scene: Scene, left: float, top: float) -> tuple[list[str], float]:
    words = wrap(scene.phase_words(), 50)
    last = wrap(f"Last: {scene.last_text}", 50) if scene.last_text else []
    height = 48 + 17 * len(words) + (17 * len(last) if last else 0)
    winners = scene.winners if scene.over else [scene.seat]
    card = {"x": left, "y": top, "width": PANEL, "height": height, "rx": 8.0}
    parts = [el("rect", **card, fill="#ffffff", stroke=c.RULE)]
    x = left + 12
    for seat in winners:
        player = scene.players[seat]
        parts += g.marker(x + 12, top + 22, 12, player.colour, player.letter, king=False)
        x += 30
    words_size = min(17.0, (left + PANEL - x - 14) / (0.66 * len(scene.headline())))
    parts.append(text(x + 2, top + 28, scene.headline(), words_size, font_weight="700"))
    y = top + 54
    for line in words:
        parts.append(text(left + 12, y, line, 12.5))
        y += 17
    for line in last:
        parts.append(text(left + 12, y, line, 12.5, fill=c.MUTED))
        y += 17
    return [group(parts)], top + height


def _table(scene: Scene, left: float, top: float) -> tuple[list[str], float]:
    first, step = 72.0, 31.0
    head: list[str] = []
    x = left + first
    rules: list[str] = []
    for name, columns in COLUMNS:
        wide = step * len(columns)
        if name:
            head.append(text(x + wide / 2, top + 10, name, 10.5, fill=c.INK, font_weight="700", text_anchor="middle"))
            rules.append(f"M{x + 3:.1f} {top + 14:.1f}H{x + wide - 3:.1f}")
        for index, column in enumerate(columns):
            head.append(text(x + step * (index + 0.5), top + 25, column, 9, fill=c.MUTED, text_anchor="middle"))
        x += wide
    lines = [group([*head, el("path", d="".join(rules), stroke=c.RULE)])]
    y = top + 31
    for seat, player in enumerate(scene.players):
        row: list[str] = []
        if seat == scene.seat and not scene.over:
            row.append(
                el("rect", x=left, y=y, width=PANEL, height=24, rx=5, fill="#ffffff", stroke=c.INK, stroke_width=0.8)
            )
        row += g.marker(left + 15, y + 12, 8.5, player.colour, player.letter, king=False)
        name = c.fit(player.name, 8)
        row.append(text(left + 29, y + 16, name, min(11.5, 44 / (0.7 * len(name))), font_weight="700"))
        values = [player.pawns, player.kings, *player.reserve, *player.captured, player.points]
        for index, value in enumerate(values):
            strong = "700" if index == len(values) - 1 else None
            middle = left + first + step * (index + 0.5)
            row.append(text(middle, y + 16, str(value), 12, text_anchor="middle", font_weight=strong))
        lines.append(
            group(row, opacity=None if player.alive else 0.5, title="" if player.alive else f"{player.name} is out")
        )
        y += 26
    return lines, y


def _legend(scene: Scene, left: float, top: float) -> tuple[list[str], float]:
    """Explain the signs, in three columns."""
    half, player = 9.0, scene.players[scene.seat]
    colour, sign, forward = player.colour, player.letter, player.forward
    r = 7.2

    def on_pad(cx: float, cy: float, parts: list[str]) -> list[str]:
        return g.pad(cx, cy, half, built=False, fresh=False) + parts

    def ringed(cx: float, cy: float, parts: list[str]) -> list[str]:
        return [*g.marker(cx, cy, r, colour, sign, king=False), *parts]

    entries: list[tuple[str, Callable[[float, float], list[str]]]] = [
        ("pawn", lambda x, y: g.marker(x, y, r, colour, sign, king=False)),
        ("king", lambda x, y: g.marker(x, y, r, colour, sign, king=True)),
        ("not yet moved", lambda x, y: g.marker(x, y, r, colour, sign, king=False, forward=forward)),
        ("home-row", lambda x, y: on_pad(x, y, g.kingerizer(x, y, half, colour, sign))),
        ("teleporter", lambda x, y: on_pad(x, y, g.teleporter(x, y, half))),
        ("blocker-box", lambda x, y: on_pad(x, y, g.blocker(x, y, half))),
        ("built pad", lambda x, y: g.pad(x, y, half, built=True, fresh=False)),
        ("last move", lambda x, y: g.pad(x, y, half, built=False, fresh=True)),
        ("taken", lambda x, y: on_pad(x, y, g.cross(x, y, 4))),
    ]
    if scene.ideas:
        entries.append(("best actions", lambda x, y: g.number_pill(x, y, [1], 9.5)))
    if scene.targets:
        entries += [
            ("landing", lambda x, y: on_pad(x, y, g.landing(x, y, half, capture=False))),
            ("by capture", lambda x, y: on_pad(x, y, g.landing(x, y, half, capture=True))),
            ("room for a pad", lambda x, y: g.build_site(x, y, half * 1.3)),
            ("under attack", lambda x, y: ringed(x, y, [c.corners(x, y, r * 1.3)])),
            ("moving now", lambda x, y: [*g.active_ring(x, y, r * 1.28), *ringed(x, y, [])]),
        ]
    lines = []
    for index, (words, shape) in enumerate(entries):
        x = left + 12 + (index % 3) * 118
        y = top + 10 + (index // 3) * 25
        lines.append(group([*shape(x, y), text(x + 15, y + 4, words, 10.5, fill=c.MUTED)]))
    return lines, top + 25 * ((len(entries) + 2) // 3)
