"""The four colours of Genotype: Punnett square, spaces, dice pool and goals of each."""

from __future__ import annotations

from . import _genotype_glyphs as g
from ._common import INK, RULE, letter
from ._genotype_scene import COLOURS, KINDS, Scene, dice_names
from ._markup import el, group, text

GAP = 10.0
HEIGHT = 238.0
HEAD = 28.0
CELL_WIDTH, CELL_HEIGHT = 46.0, 27.0
PARENT = 22.0  # how wide the genes of a parent are
ROW = 27.0  # of the dice pool
FACES = ("I", "II", "III", "IV")


def draw_colours(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw the four colours beside each other; return the lines and the height used."""
    each = (width - 3 * GAP) / 4
    lines = []
    for index, colour in enumerate(COLOURS):
        parts = _colour(scene, index, colour, left + index * (each + GAP), top, each)
        lines.append(group(parts, data_colour=colour))
    return lines, HEIGHT


def _colour(scene: Scene, index: int, colour: str, left: float, top: float, width: float) -> list[str]:
    look = g.GENES[colour]
    name, dominant, recessive = scene.layout["characteristics"][index]
    head = f"M{left:.1f} {top + HEAD:.1f}v-20a8 8 0 0 1 8 -8h{width - 16:.1f}a8 8 0 0 1 8 8v20z"
    words = f"{name}: {colour} {dominant}, {colour.lower()} {recessive}"
    parts = [
        g.box(left, top, width, HEIGHT, 8, fill="#ffffff", stroke=RULE),
        el("path", d=head, fill=look.pale),
        g.box(left + 8, top + 5, 18, 18, 4, fill=look.solid),
        letter(left + 17, top + 14, colour, 12.5, "#ffffff"),
        text(left + 33, top + 19, name[:1].upper() + name[1:], 13, font_weight="700", fill=look.solid),
    ]
    parts = [group(parts, title=words)]
    parts += _square(scene, colour, left + 10, top + HEAD + 8)
    parts += _spaces(scene, index, colour, left + 10 + PARENT + 2 * CELL_WIDTH + 12, top + HEAD + 8)
    parts += _pool(scene, index, colour, left + 10, top + HEAD + 96, width - 20)
    return parts


def _square(scene: Scene, colour: str, left: float, top: float) -> list[str]:
    """Draw the square, with a band under each pair of genes that a tile covers."""
    look = g.GENES[colour]
    x, y = left + PARENT, top + PARENT
    parts = []
    for face, result in enumerate(scene.layout["squares"][colour]):
        cx, cy = x + (face % 2) * CELL_WIDTH, y + (face // 2) * CELL_HEIGHT
        parts += [
            g.box(cx, cy, CELL_WIDTH, CELL_HEIGHT, 0, fill="#ffffff", stroke=look.line),
            g.label(cx + 3, cy + 12.5, FACES[face]),
            letter(cx + 33, cy + CELL_HEIGHT / 2, str(result), 13.5, INK),
        ]
    parents = {
        "left": (left, y, PARENT - 3, 2 * CELL_HEIGHT),
        "top": (x, top, 2 * CELL_WIDTH, PARENT - 3),
    }
    for side, tile in zip(parents, scene.position["tiles"][colour], strict=True):
        parts.append(_parent(scene, colour, side, tile, parents[side]))
    return [group(parts, data_square=colour)]


def _parent(scene: Scene, colour: str, side: str, tile: str | None, place: tuple[float, float, float, float]) -> str:
    left, top, width, height = place
    look = g.GENES[colour]
    genes = {None: colour + colour.lower(), "dominant": colour * 2, "recessive": colour.lower() * 2}[tile]
    parts = []
    key = f"tile:{colour}:{side}"
    if tile is not None:
        parts.append(g.box(*place, 5, fill=look.solid, stroke=INK))
    if key in scene.fresh:
        parts.append(g.fresh(*place, key))
    if key in scene.targets:
        parts.append(g.aim(*place, key))
    for index, gene in enumerate(genes):
        share = (index + 0.5) / 2
        x, y = (left + width / 2, top + height * share) if side == "left" else (left + width * share, top + height / 2)
        parts.append(letter(x, y, gene, 13.5, "#ffffff" if tile else look.solid))
    words = f"{side} parent: {genes}" + (f", a {tile} gene tile" if tile else "")
    return group(parts, title=words, data_parent=f"{colour}:{side}:{tile or 'printed'}")


def _spaces(scene: Scene, index: int, colour: str, left: float, top: float) -> list[str]:
    """Draw the coin, and the spaces for parent genes and the 1st Shift."""
    parts = []
    for step, (space, words) in enumerate((("genes", "Genes"), ("first", "1st Shift"))):
        y = top + 44 * step
        parts.append(g.label(left, y + 9, words, fill=INK))
        parts += marker_places(scene, f"{space}-{colour}", left + 12, y + 26, 11)
    coin = scene.position["coins"][index]
    x, y = left + 48, top + 26
    drawn = g.coin(x, y, 9) if coin else [g.no_coin(x, y, 9)]
    words = "a coin for the first marker here" if coin else "the coin is taken"
    parts.append(group(drawn, title=words, data_coin=f"{colour}:{int(coin)}"))
    return parts


def marker_places(scene: Scene, space: str, x: float, y: float, r: float, step: float = 26.0) -> list[str]:
    """Draw a space with the markers on it."""
    seats = scene.position["spaces"].get(space, ())
    key = f"space:{space}"
    room = scene.layout["rooms"][space]
    parts = []
    for place in range(room):
        cx = x + step * place
        if place < len(seats):
            drawn = g.marker(scene.look(seats[place]), cx, y, r - 1)
            if key in scene.fresh and place == len(seats) - 1:
                drawn.insert(0, g.fresh_ring(cx, y, r - 1, key))
            words = f"{space}: {scene.name(seats[place])}"
            parts.append(group(drawn, title=words, data_marker=f"{space}:{seats[place]}"))
        else:
            aimed = key in scene.targets and place == len(seats)
            drawn = [g.slot(cx, y, r, target=aimed)]
            parts.append(group(drawn, title=f"{space}: empty", data_target=key if aimed else None, data_space=space))
    return parts


def _pool(scene: Scene, index: int, colour: str, left: float, top: float, width: float) -> list[str]:
    """Draw the dice, kind by kind, with the goals beside those that count for them."""
    look = g.GENES[colour]
    dice = scene.position["dice"][index]
    parts = []
    for kind, name in enumerate(dice_names(colour)):
        y = top + kind * ROW
        key = f"die:{colour}:{name}"
        row = [g.box(left, y, width - 51, ROW - 3, 5, fill=look.pale, fill_opacity=0.45)]
        if key in scene.fresh:
            row.append(g.fresh(left + 1, y + 1, width - 53, ROW - 5, key))
        if name == "new":
            row.append(g.star(left + 13.5, y + 12, 8, look.solid))
        else:
            row.append(letter(left + 13.5, y + 12, name, 12, look.solid))
        # Five dice of a kind fit; a pool of one's own can't hold more.
        for number in range(dice[kind]):
            row.append(group(g.die(left + 27 + 22 * number, y + 2, colour, name), data_die=f"{colour}:{name}"))
        if key in scene.targets and dice[kind]:
            row.append(g.aim(left + 27, y + 2, 22 * dice[kind] - 2, g.DIE, key))
        words = f"{dice[kind]} dice: {'De Novo mutation' if name == 'new' else name}, {KINDS[kind]}"
        parts.append(group(row, title=words if name != "new" else f"{dice[kind]} De Novo dice"))
    x = left + width - 46
    parts.append(_goal(scene, 2 * index, colour, (x, top, 46, 2 * ROW - 3)))
    parts.append(_goal(scene, 2 * index + 1, colour.lower(), (x, top + 2 * ROW, 46, ROW - 3)))
    return parts


def _goal(scene: Scene, number: int, goal: str, place: tuple[float, float, float, float]) -> str:
    left, top, width, height = place
    owner = scene.position["goals"][number]
    points = 3 if goal.islower() else 2
    key = f"goal:{goal}"
    parts = [g.box(*place, 6, fill="#fff7d6", stroke="#d8bf74")]
    if key in scene.fresh:
        parts.append(g.fresh(*place, key))
    if points == 2:
        parts.append(letter(left + width / 2, top + 12, f"+{points}", 12, INK))
        x, y, r = left + width / 2, top + 34, 11.0
    else:
        parts.append(letter(left + 12.5, top + height / 2, f"+{points}", 12, INK))
        x, y, r = left + width - 12, top + height / 2, 9.5
    if owner is None:
        parts.append(g.slot(x, y, r, target=key in scene.targets))
    else:
        parts += g.marker(scene.look(owner), x, y, r - 1)
    words = f"goal {goal}: {points} points for each harvested plant that has it"
    words += ", free" if owner is None else f", of {scene.name(owner)}"
    data = {"data_goal": f"{goal}:{'' if owner is None else owner}"}
    return group(parts, title=words, data_target=key if owner is None and key in scene.targets else None, **data)
