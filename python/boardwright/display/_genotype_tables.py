"""The rest of the board of Genotype: other spaces, cards on display, prices."""

from __future__ import annotations

from boardwright._genotype_cards import ASSISTANT_WORDS, TOOL_WORDS

from . import _genotype_glyphs as g
from ._common import FAINT, INK, MUTED, RULE, TARGET, letter
from ._genotype_board import GAP, marker_places
from ._genotype_scene import UPGRADES, Scene
from ._markup import el, group, text

SPACES_HEIGHT = 61.0
DISPLAY_HEIGHT = 129.0
PRICES_HEIGHT = 60.0
DECK = 38.0  # how wide a deck is
NAMES = ("New Plot", "Dice Slot", "Action Marker", "Assistant")
BEADS = 7  # a longer row of prices is shown by its ends


def _panel(left: float, top: float, width: float, height: float, title: str) -> list[str]:
    return [
        g.box(left, top, width, height, 8, fill="#ffffff", stroke=RULE),
        text(left + 10, top + 19, title, 12.5, font_weight="700"),
    ]


def draw_spaces(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw the spaces that belong to no colour; return the lines and the height used."""
    room = scene.layout["rooms"]["treasury"]
    widths = [0.0, 126.0, 74.0 + 26 * room, 126.0]
    widths[0] = width - sum(widths) - 3 * GAP
    lines = []
    x = left
    for title, wide in zip(("2nd Shift", "Set goal", "Treasury", "University"), widths, strict=True):
        parts = _panel(x, top, wide, SPACES_HEIGHT, title)
        if title == "2nd Shift":
            parts += _second(scene, x, top, wide)
        elif title == "Treasury":
            parts += marker_places(scene, "treasury", x + 22, top + 41, 11)
            parts += g.coin(x + 22 + 26 * room, top + 41, 9.5, "+2")
        else:
            spaces = ("goal-2", "goal-3") if title == "Set goal" else ("university-1", "university-2")
            for place, space in enumerate(spaces):
                parts += marker_places(scene, space, x + 22 + 56 * place, top + 41, 11)
                parts += g.coin(x + 45 + 56 * place, top + 41, 8.5, f"{space[-1]}")
        lines.append(group(parts, data_panel=title))
        x += wide + GAP
    return lines, SPACES_HEIGHT


def _second(scene: Scene, left: float, top: float, width: float) -> list[str]:
    """Draw the queue of the 2nd Shift: the first one on the left."""
    seats = scene.position["spaces"].get("second", ())
    shift = scene.layout["shift"]
    now = None if shift is None or not scene.targets else shift["place"]
    start = left + 22
    step = min(27.0, (width - 34) / (len(seats) + 1))
    r = min(10.0, step / 2 - 1.2)
    words = "picks from left to right"
    parts = [g.label(left + width - 10, top + 19, words, text_anchor="end")]
    for place, seat in enumerate(seats):
        x = start + step * place
        drawn = g.marker(scene.look(seat), x, top + 41, r)
        if "space:second" in scene.fresh and place == len(seats) - 1:
            drawn.insert(0, g.fresh_ring(x, top + 41, r, "space:second"))
        if place == now:
            drawn.append(g.aim(x - r, top + 41 - r, 2 * r, 2 * r, "second", rx=r + 2))
        words = f"2nd Shift, pick {place + 1}: {scene.name(seat)}"
        parts.append(group(drawn, title=words, data_marker=f"second:{seat}"))
    aimed = "space:second" in scene.targets
    end = [g.slot(start + step * len(seats), top + 41, r + 1, target=aimed)]
    parts.append(group(end, title="2nd Shift", data_space="second", data_target="space:second" if aimed else None))
    return parts


def draw_display(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw the cards on display with their decks; return the lines and the height used."""
    slots = len(scene.position["display"]["plants"])
    plants = 10 + DECK + 8 + slots * (g.CARD_WIDTH + 6) + 4
    assistants = {5: 94.0, 4: 112.0}.get(slots, 132.0)
    tools = width - plants - assistants - 2 * GAP
    lines = [
        _plants(scene, left, top, plants),
        _tools(scene, left + plants + GAP, top, tools),
        _assistants(scene, left + width - assistants, top, assistants),
    ]
    return lines, DISPLAY_HEIGHT


def _plants(scene: Scene, left: float, top: float, width: float) -> str:
    parts = _panel(left, top, width, DISPLAY_HEIGHT, "Nursery")
    parts += marker_places(scene, "nursery", left + 84, top + 15, 11)
    parts.append(_pile(scene, "plants", left + width - 10, top + 19))
    y = top + 34
    parts += _deck(scene, "plants", left + 10, y, g.CARD_HEIGHT)
    for slot, number in enumerate(scene.position["display"]["plants"]):
        x = left + 10 + DECK + 8 + slot * (g.CARD_WIDTH + 6)
        key = f"plants:{slot}"
        if number is None:
            drawn = [g.empty_card(x, y, g.CARD_WIDTH, g.CARD_HEIGHT)]
            words = f"<plants{slot}: empty"
        else:
            drawn = g.plant(x, y, number, *scene.plant(number), touched=f"plant:{number}" in scene.fresh)
            words = f"<plants{slot}: {scene.plant_words(number)}"
        drawn.append(g.code(x + g.CARD_WIDTH / 2, y + g.CARD_HEIGHT + 16, f"<plants{slot}", text_anchor="middle"))
        if key in scene.fresh or f"plant:{number}" in scene.fresh:
            drawn.insert(0, g.fresh(x, y, g.CARD_WIDTH, g.CARD_HEIGHT, key))
        if key in scene.targets:
            drawn.append(g.aim(x, y, g.CARD_WIDTH, g.CARD_HEIGHT, key))
        parts.append(group(drawn, title=words, data_card=f"{key}:{'' if number is None else number}"))
    return group(parts, data_panel="Nursery")


def _pile(scene: Scene, deck: str, right: float, y: float) -> str:
    count = len(scene.position["discards"][deck])
    return g.label(right, y, f"{count} discarded", text_anchor="end", data_discards=f"{deck}:{count}")


def _deck(scene: Scene, deck: str, x: float, y: float, height: float) -> list[str]:
    """Draw a deck with the number of its cards."""
    count = scene.layout["decks"][deck]
    key = f"{deck}:deck"
    drawn = g.back(x, y, DECK, height, str(count)) if count else [g.empty_card(x, y, DECK, height)]
    if not count:
        drawn.append(letter(x + DECK / 2, y + height * 0.42, "0", 14, MUTED))
    if key in scene.fresh:
        drawn.insert(0, g.fresh(x, y, DECK, height, key))
    if key in scene.targets:
        drawn.append(g.aim(x, y, DECK, height, key))
    words = f"deck of {deck}: {count} cards"
    return [group(drawn, title=words, data_deck=f"{deck}:{count}"), g.label(x, y + height + 16, "deck")]


def _tools(scene: Scene, left: float, top: float, width: float) -> str:
    parts = _panel(left, top, width, DISPLAY_HEIGHT, "Tool Shed")
    parts += marker_places(scene, "tool-shed", left + 98, top + 15, 11)
    parts.append(_pile(scene, "tools", left + width - 10, top + 19))
    y = top + 34
    parts += _deck(scene, "tools", left + 10, y, g.CARD_HEIGHT)
    start = left + 10 + DECK + 8
    tools = scene.position["display"]["tools"]
    columns = 2 if len(tools) > 3 else 1
    each = (left + width - 10 - start - 5 * (columns - 1)) / columns
    for slot, name in enumerate(tools):
        x, row = start + (slot // 3) * (each + 5), y + (slot % 3) * 29
        key = f"tools:{slot}"
        parts.append(_name(scene, name, f"tools{slot}", key, (x, row, each)))
        if name and columns == 1:
            parts.append(g.label(x + 128, row + 15.5, TOOL_WORDS[name]))
    return group(parts, data_panel="Tool Shed")


def _name(scene: Scene, name: str | None, place: str, key: str, box: tuple[float, float, float]) -> str:
    """Draw a tool or assistant on display, with its place."""
    x, y, width = box
    drawn = [g.name_box(x, y, "open" if name else "empty", width)]
    start = x + 7
    if place:
        drawn.append(g.code(x + 5, y + 15.5, place[-1]))
        start = x + 16
    if name:
        drawn.append(text(start, y + 15.5, name, g.SMALL))
    if key in scene.fresh or f"assistant:{name}" in scene.fresh:
        drawn.insert(0, g.fresh(x, y, width, g.NAME_HEIGHT, key))
    if key in scene.targets:
        drawn.append(g.aim(x, y, width, g.NAME_HEIGHT, key))
    words = {**TOOL_WORDS, **ASSISTANT_WORDS}.get(name or "", "empty")
    title = f"{name}: {words}" if name else words
    return group(drawn, title=f"<{place}: {title}" if place else title, data_card=f"{key}:{name or ''}")


def _assistants(scene: Scene, left: float, top: float, width: float) -> str:
    parts = _panel(left, top, width, DISPLAY_HEIGHT, "Assistants")
    y = top + 34
    for slot, name in enumerate(scene.position["display"]["assistants"]):
        key = f"assistant:{name}" if name else f"assistants:{slot}"
        parts.append(_name(scene, name, "", key, (left + 10, y + slot * 29, width - 20)))
    return group(parts, data_panel="Assistants")


def draw_prices(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw what the upgrades cost, on rows of beads; return the lines and the height used."""
    each = (width - 3 * GAP) / 4
    lines = []
    for index, upgrade in enumerate(UPGRADES):
        x = left + index * (each + GAP)
        lines.append(_price(scene, index, upgrade, x, top, each))
    return lines, PRICES_HEIGHT


def _price(scene: Scene, index: int, upgrade: str, left: float, top: float, width: float) -> str:
    parts = _panel(left, top, width, PRICES_HEIGHT, NAMES[index])
    key = f"upgrade:{upgrade}"
    price = scene.position["prices"][index]
    low, _, high = scene.layout["prices"][index]
    stock = {"plot": "plots", "slot": "slots"}.get(upgrade)
    if stock:
        words = f"{scene.position['stock'][stock]} left"
        parts.append(g.label(left + width - 10, top + 19, words, text_anchor="end"))
    beads = list(range(low, high + 1)) if high - low < BEADS else sorted({low, price, high})
    y = top + 41
    end = left + 20 + 25 * (len(beads) - 1)
    parts.append(el("path", d=f"M{left + 12:.1f} {y:.1f}H{end + 8:.1f}", stroke=FAINT, stroke_width=1.4))
    for place, number in enumerate(beads):
        x = left + 20 + 25 * place
        if number == price:
            parts.append(group(g.coin(x, y, 11.5, str(number)), data_price=f"{upgrade}:{number}"))
        else:
            parts.append(el("circle", cx=x, cy=y, r=9, fill="#ffffff", stroke=RULE, stroke_width=1.2))
            parts.append(letter(x, y, str(number), g.SMALL, MUTED))
    cost = scene.layout["costs"][upgrade]
    if scene.layout["stage"] == "research upgrades" and cost != price:
        parts.append(
            text(left + width - 10, y + 4, f"now {cost}", 12, text_anchor="end", fill=TARGET, font_weight="700")
        )
    ground = (left, top, width, PRICES_HEIGHT)
    if key in scene.fresh:
        parts.insert(0, g.fresh(*ground, key, rx=9))
    if key in scene.targets:
        parts.append(g.aim(*ground, key, rx=9))
    words = f"{NAMES[index]}: {price} coins, from {low} to {high}"
    return group(parts, title=words, fill=INK, data_panel=upgrade)
