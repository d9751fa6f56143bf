"""What stands beside the board of Microworld: the turn, the players, the rules in play; and the signs below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import _common as c
from . import _microworld_glyphs as g
from ._markup import el, group, text, wrap
from ._microworld_scene import Scene, chip_look

PAD = 11.0  # inside of a card
CHAR = 6.5  # a character of a chip


def draw_panel(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw the panel; return it and the height used."""
    lines, y = _status(scene, left, top, width)
    for seat in range(len(scene.players)):
        card, y = _player(scene, seat, left, y + 9, width)
        lines += card
    if scene.rules:
        card, y = _rules(scene, left, y + 9, width)
        lines += card
    return lines, y - top


def _status(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    limit = int((width - 2 * PAD) / 6.3)
    words = [(line, c.INK) for line in wrap(c.sentence(scene.ending if scene.over else scene.to_do), limit)]
    words += [(line, c.INK) for line in wrap(scene.turn_words(), limit)]
    if scene.last_text:
        lines = wrap(f"Last: {scene.last_text}", limit)
        words += [
            (c.fit(line, limit), c.MUTED) for line in (lines if len(lines) <= 3 else [*lines[:2], lines[2] + "\u2026"])
        ]
    height = 44 + 15.5 * len(words)
    parts = [el("rect", x=left, y=top, width=width, height=height, rx=8, fill="#ffffff", stroke=c.RULE)]
    x = left + PAD
    for seat in scene.winners if scene.over else [] if scene.actor is None else [scene.actor]:
        parts += g.pawn(seat, x + 11, top + 21, 11)
        x += 28
    if scene.actor is None and not scene.over:
        parts += _die(x + 10, top + 21, 9)
        x += 28
    parts.append(text(x + 2, top + 27, scene.headline(), 16.5, font_weight="700"))
    for index, (line, colour) in enumerate(words):
        parts.append(text(left + PAD, top + 49 + 15.5 * index, line, 11.5, fill=colour))
    return [group(parts)], top + height


def _die(x: float, y: float, half: float) -> list[str]:
    box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": half * 0.35}
    d = half * 0.45
    dots = [(x - d, y - d), (x, y), (x + d, y + d)]
    return [
        el("rect", **box, fill="#ffffff", stroke=c.INK, stroke_width=1.4),
        *(el("circle", cx=cx, cy=cy, r=half * 0.19, fill=c.INK) for cx, cy in dots),
    ]


def _player(scene: Scene, seat: int, left: float, top: float, width: float) -> tuple[list[str], float]:
    player = scene.players[seat]
    moving = seat == scene.seat and not scene.over
    parts = g.pawn(seat, left + PAD + 9, top + 17, 9.5)
    parts.append(text(left + PAD + 26, top + 21.5, player.name, 13.5, font_weight="700"))
    points = text(left + width - PAD - 42, top + 22.5, str(player.points), 17, font_weight="700", text_anchor="end")
    parts += [
        points,
        text(left + width - PAD, top + 21.5, f"point{_s(player.points)}", 11, fill=c.MUTED, text_anchor="end"),
    ]
    y = top + 42.0
    parts.append(text(left + PAD, y + 4, "pawns", 11, fill=c.MUTED))
    parts.append(text(left + PAD + 56, y + 4, f"{player.pawns_left} left to place", 11))
    y += 20
    hand = [(gene, chip_look(scene, seat, gene), "") for gene in player.hand]
    used = [(gene, "used", "arrow" if gene == scene.arrow else "") for gene in player.used]
    more, y = _row("genes", hand, seat, "hand", left, y, width)
    parts += more
    more, y = _row("used", used, seat, "used", left, y, width)
    parts += more
    more, y = _tissues(scene, seat, left, y, width)
    parts += more
    if "C" in scene.rules:
        more, y = _mutation(scene, seat, left, y, width)
        parts += more
    height = y - top - 7
    edge, line = (c.INK, 1.4) if moving else (c.RULE, 1.0)
    card = el("rect", x=left, y=top, width=width, height=height, rx=8, fill="#ffffff", stroke=edge, stroke_width=line)
    return [group([card, *parts], data_seat=str(seat))], top + height


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _tissues(scene: Scene, seat: int, left: float, y: float, width: float) -> tuple[list[str], float]:
    """Draw the tissues where a seat has the majority, with what each would score if the game ended now."""
    start = left + PAD + 56
    parts = [text(left + PAD, y + 4, "tissues", 11, fill=c.MUTED)]
    won = [tissue for tissue in scene.tissues if tissue["winner"] == seat]
    if not won:
        parts.append(text(start, y + 4, "none", 11, fill=c.FAINT))
    x = start
    for tissue in won:
        room = 29.0 if tissue["points"] < 10 else 35.0
        if x + room > left + width - PAD + 4:
            x, y = start, y + 20
        look = g.KINDS[tissue["kind"]]
        box = {"x": x, "y": y - 8, "width": room, "height": 16.0, "rx": 4.0}
        piece = [
            el("rect", **box, fill=look.fill, stroke=look.dark, stroke_width=0.9),
            g.kind_marks(tissue["kind"], [(x + 9, y)], 4.2),
            text(x + room - 5, y + 4, str(tissue["points"]), 11, text_anchor="end", font_weight="600"),
        ]
        parts.append(group(piece, title=str(tissue["why"]), data_tissue=f"{seat}:{tissue['points']}"))
        x += room + 4
    return parts, y + 20.5


def _row(
    name: str, chips: list[tuple[str, str, str]], seat: int, data: str, left: float, y: float, width: float
) -> tuple[list[str], float]:
    """Draw a line of names; return where the next one goes."""
    start = left + PAD + 56
    parts = [text(left + PAD, y + 4, name, 11, fill=c.MUTED)]
    if not chips:
        parts.append(text(start, y + 4, "none", 11, fill=c.FAINT))
    x = start
    for sign, look, mark in chips:
        room = CHAR * len(sign) + 11 + (13 if mark else 0)
        if x + room > left + width - PAD + 4 and x > start:
            x, y = start, y + 20
        if mark:
            parts.append(_arrow(x + 1, y))
            x += 13
            room -= 13
        parts.append(group(g.chip(x, y, sign, room, look), data_gene=f"{data}:{seat}:{sign}:{look}"))
        x += room + 5
    return parts, y + 20.5


def _arrow(x: float, y: float) -> str:
    """Draw the gene arrow, which points at the power that was used last."""
    d = f"M{x:.1f} {y - 2:.1f}h5v-3.5l6 5.5l-6 5.5v-3.5h-5z"
    return group([el("path", d=d, fill=c.RED)], title="gene arrow: the power used last", data_arrow="1")


def _mutation(scene: Scene, seat: int, left: float, y: float, width: float) -> tuple[list[str], float]:
    player = scene.players[seat]
    x = left + PAD + 56
    parts = [text(left + PAD, y + 4, "mutation", 11, fill=c.MUTED)]
    if player.mutation:
        usable = scene.mutation_usable and seat == scene.actor
        look = "unknown" if player.mutation == "?" else "now" if usable else "open"
        room = CHAR * len(player.mutation) + 11
        parts.append(group(g.chip(x, y, player.mutation, room, look), data_mutation=f"{seat}:{player.mutation}"))
        x += room + 13
        for _ in range(player.mutation_tokens):
            parts.append(group(g.mutation_token(x, y, 8), data_mutation_token=str(seat)))
            x += 18
    elif not player.tiles:
        parts.append(text(x, y + 4, "none yet", 11, fill=c.FAINT))
    if player.tiles:
        words = f"not kept: {', '.join(player.tiles)}" if player.mutation else f"dealt: {', '.join(player.tiles)}"
        at = left + width - PAD if player.mutation else x
        anchor = "end" if player.mutation else "start"
        parts.append(text(at, y + 4, words, 10, fill=c.MUTED, text_anchor=anchor, data_tiles=str(seat)))
    return parts, y + 20.5


def _rules(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    title = "Additional rules" + (f" \u00b7 {scene.scenario}" if scene.scenario else "")
    parts = [text(left + PAD, top + 18, title, 11.5, font_weight="700")]
    y = top + 35
    limit = int((width - 2 * PAD - 20) / 6.0)
    for rule in scene.rules:
        lines = wrap(scene.rule_words(rule), limit)
        if rule == "B" and any(player.bones for player in scene.players):
            lines.append("osseous cells: " + ", ".join(f"{player.name} {player.bones}" for player in scene.players))
        box = {"x": left + PAD, "y": y - 10.0, "width": 13.0, "height": 13.0, "rx": 3.0}
        parts.append(el("rect", **box, fill=c.PANEL, stroke=c.RULE))
        parts.append(c.letter(left + PAD + 6.5, y - 3.5, rule, 9.5, c.INK))
        for line in lines:
            parts.append(text(left + PAD + 20, y, line, 11))
            y += 15.5
    height = y - top - 5
    card = el("rect", x=left, y=top, width=width, height=height, rx=8, fill="#ffffff", stroke=c.RULE)
    return [group([card, *parts])], top + height


def _swatch(kind: str, x: float, y: float) -> list[str]:
    return g.swatch(kind, x, y, 9)


def draw_legend(scene: Scene, left: float, top: float, width: float, columns: int) -> tuple[list[str], float]:
    """Explain the signs; return the lines and the height used."""
    entries: list[tuple[str, Callable[[float, float], list[str]]]] = []
    entries += [(kind, partial(_swatch, kind)) for kind in g.KINDS]
    entries += [
        ("flipped", lambda x, y: [*g.pawn(0, x - 9, y, 8, flipped=True), *g.pawn(1, x + 9, y, 8, flipped=True)]),
        ("with radiation", lambda x, y: g.pawn(1, x, y, 7, radiation=True)),
        ("placed last", lambda x, y: g.pawn(0, x, y, 8, last=True)),
        ("gene token", lambda x, y: g.gene_token(x, y, 10)),
        ("mutation token", lambda x, y: g.mutation_token(x, y, 10)),
        (
            "score from 40",
            lambda x, y: [*g.score_marker(0, x - 9, y, 8, turned=True), *g.score_marker(1, x + 9, y, 8, turned=True)],
        ),
        ("secret gene", lambda x, y: g.chip(x - 9, y, "?", 18, "unknown")),
    ]
    if scene.targets:
        entries += [
            ("place here", lambda x, y: g.place_mark(x, y, 8)),
            ("target cell", lambda x, y: g.aim_mark(x, y, 8)),
            ("target pawn", lambda x, y: g.pawn(1, x, y, 8, target=True)),
        ]
    if scene.hints:
        entries.append(("best actions", lambda x, y: g.hint_mark(x, y, 10, "1%", 1.0)))
    step = width / columns
    lines = []
    for index, (words, shape) in enumerate(entries):
        x = left + 22 + (index % columns) * step
        y = top + 12 + (index // columns) * 24
        lines.append(group([*shape(x, y), text(x + 24, y + 4, words, 10.5, fill=c.MUTED)]))
    return lines, 24.0 * ((len(entries) + columns - 1) // columns)
