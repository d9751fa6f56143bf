"""Brother Johann's part of a picture of Genotype: his garden and automa cards."""

from __future__ import annotations

from boardwright._genotype_cards import ASSISTANT_WORDS

from . import _genotype_glyphs as g
from ._common import INK, Data, letter
from ._genotype_mats import HEAD, PAD, Flow, Item, coins, harvested, markers, mat_head
from ._genotype_scene import COLOURS, Scene
from ._markup import el, group, text

ROW = 30.0
NUMBER, POINTS = 36.0, 24.0
STEP = g.CHIP_WIDTH + 4  # a column for each colour, so that arrows meet traits
SEAT = 1


def draw_johann(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw what Brother Johann has; return its lines, without a ground, and its height."""
    johann = scene.position["johann"]
    parts = mat_head(scene, SEAT, int(scene.layout["johann"]["points"]), left, top, width)
    flow = Flow(left + PAD, top + HEAD + 2, width - 2 * PAD)
    placed = min(int(johann["placed"]), int(johann["markers"]))
    counts = [coins(int(johann["coins"])), markers(g.JOHANN, int(johann["markers"]) - placed, placed)]
    flow.put([*counts, *_facts(scene)], space=7.0)
    flow.lines += _garden(scene, flow.left, flow.top)
    flow.top += 4 * ROW + 22
    flow.put(_cards(scene), label="cards")
    flow.put([_hired(name, name == johann["special"]) for name in johann["assistants"]], label="hired")
    flow.put(harvested(scene, johann["harvested"]), label="harvested")
    return [*parts, *flow.lines], flow.top + 5 - top


def _facts(scene: Scene) -> list[Item]:
    johann = scene.position["johann"]
    shifts = scene.layout["johann"]["shifts"]
    words = [f"shifts {johann['shifts']}/{shifts}"]
    words += [f"new plots {johann['new_plots']}"] if johann["new_plots"] else []
    words += ["gardened"] if scene.layout["johann"]["gardened"] else []
    return [_fact(fact) for fact in words]


def _fact(words: str) -> Item:
    return Item(g.wide(words) + 4, 24, lambda x, y: g.label(x + 2, y + 16.5, words, fill=INK))


def _garden(scene: Scene, left: float, top: float) -> list[str]:
    """Draw the garden from the top to the bottom, with the automa cards beside it."""
    johann = scene.position["johann"]
    parts = [g.label(left, top + 10, "garden, top to bottom")]
    for place, plant in enumerate(reversed(johann["garden"])):
        y = top + 18 + (4 - len(johann["garden"]) + place) * ROW
        parts.append(_plant(scene, plant, left, y))
    for place, card in enumerate(reversed(johann["beside"])):
        if card is not None:
            y = top + 18 + (4 - len(johann["beside"]) + place) * ROW
            parts.append(_beside(scene, card, left + NUMBER + 4 * STEP + POINTS + 10, y))
    for place in range(4 - len(johann["garden"])):
        parts.append(g.empty_card(left, top + 18 + place * ROW, NUMBER + 4 * STEP + POINTS, ROW - 4))
    return parts


def _plant(scene: Scene, plant: Data, x: float, y: float) -> str:
    number, covered = int(plant["plant"]), plant["covered"]
    traits, points = scene.plant(number)
    width = NUMBER + 4 * STEP + POINTS
    parts = []
    if f"plant:{number}" in scene.fresh:
        parts.append(g.fresh(x, y, width, ROW - 4, f"plant:{number}"))
    parts.append(g.box(x, y, width, ROW - 4, fill="#ffffff", stroke="#8f9a7c", stroke_width=1.1))
    parts.append(text(x + 6, y + 17.5, f"p{number}", 12, font_weight="600"))
    for genotype in traits:
        colour = genotype[0].upper()
        chip = x + NUMBER + COLOURS.index(colour) * STEP
        parts += g.trait(chip, y + 3.3, genotype, covered=colour in covered)
    parts += g.points_disc(x + width - 13, y + (ROW - 4) / 2, points)
    return group(parts, title=scene.plant_words(number, covered), data_garden=str(number))


def _beside(scene: Scene, card: int, x: float, y: float) -> str:
    """Draw the arrows of an automa card, and its De Novo section."""
    data = scene.layout["johann"]["automa"][card]
    key = f"automa:{card}"
    width = 124.0
    parts = []
    if key in scene.fresh:
        parts.append(g.fresh(x, y, width, ROW - 4, key))
    parts.append(g.box(x, y, width, ROW - 4, fill="#efe9df", stroke="#9a8f80"))
    for place, colour in enumerate((data["single"], data["double"])):
        parts.append(_arrow(x + 6 + 40 * place, y + 13, heads=place + 1))
        parts += _colour(x + 24 + 40 * place, y + 5, str(colour))
    if data["new"]:
        parts.append(g.star(x + 94, y + 13, 7, INK))
        parts += _colour(x + 104, y + 5, str(data["new"]))
    return group(parts, title=card_words(card, data), data_automa=f"beside:{card}")


def _arrow(x: float, y: float, *, heads: int) -> str:
    """Draw a single or a double arrow to the right."""
    tips = "".join(f"M{x + 8.5 - 5 * head:.1f} {y - 4:.1f}l5 4l-5 4" for head in range(heads))
    look = {"fill": "none", "stroke": INK, "stroke_linecap": "round", "stroke_linejoin": "round"}
    return el("path", d=f"M{x:.1f} {y:.1f}h13{tips}", **look, stroke_width=1.8)


def _colour(x: float, y: float, colour: str) -> list[str]:
    return [
        g.box(x, y, 16, 16, 4, fill=g.GENES[colour].solid),
        letter(x + 8, y + 8, colour, 11.5, "#ffffff"),
    ]


def card_words(card: int, data: Data) -> str:
    """Describe an automa card."""
    new = f", De Novo {data['new']}" if data["new"] else ""
    arrows = f"arrow {data['single']}, double arrow {data['double']}{new}"
    return f"automa{card}: {data['action']}, {data['letter']}, pips {data['pips']}; {arrows}"


def _cards(scene: Scene) -> list[Item]:
    """Return the card in use, and those that are out."""
    johann = scene.position["johann"]
    found = []
    if johann["action"] is not None:
        found.append(_card(scene, int(johann["action"]), in_use=True))
    found += [_card(scene, int(card), in_use=False) for card in johann["out"]]
    return found


def _card(scene: Scene, card: int, *, in_use: bool) -> Item:
    data = scene.layout["johann"]["automa"][card]
    words = f"{card} {data['action']}"
    key = f"automa:{card}"
    width = g.name_width(words)

    def draw(x: float, y: float) -> str:
        parts = g.name(x, y, words, "open" if in_use else "empty", width)
        if in_use:
            parts[0] = g.box(x, y, width, g.NAME_HEIGHT, 6, fill="#efe9df", stroke=INK, stroke_width=1.4)
        if key in scene.fresh:
            parts.insert(0, g.fresh(x, y, width, g.NAME_HEIGHT, key))
        title = f"{'in use' if in_use else 'out'}: {card_words(card, data)}"
        return group(parts, title=title, data_automa=f"{'use' if in_use else 'out'}:{card}")

    return Item(width, g.NAME_HEIGHT, draw)


def _hired(name: str, special: bool) -> Item:
    words = f"{name}, special" if special else name
    width = g.name_width(words)

    def draw(x: float, y: float) -> str:
        title = f"{name}: {ASSISTANT_WORDS[name]}"
        return group(g.name(x, y, words, "open", width), title=title, data_name=f"assistant:{name}:johann")

    return Item(width, g.NAME_HEIGHT, draw)
