"""What the players of Genotype have: a mat each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from boardwright._genotype_cards import ASSISTANT_WORDS, TOOL_WORDS

from . import _genotype_glyphs as g
from ._common import INK, RULE, TARGET, Data
from ._genotype_scene import EDUARD, FIRST_POT, Scene
from ._markup import group, text

PAD = 10.0
HEAD = 34.0
LABEL = 66.0  # room for the name of a row
CAPTION = 18.0  # what stands below a card
BACKS = 4  # more backs are shown as one with their number
OWN_SPACES = {"gardening": "Gardening", "slot": "Slot", "omari": "Omari"}


@dataclass(frozen=True, slots=True)
class Item:
    """Something that takes a place in a row, by its upper left corner."""

    width: float
    height: float
    draw: Callable[[float, float], str]


@dataclass(slots=True)
class Flow:
    """Puts items beside each other, and into a next row where there is no room."""

    left: float
    top: float
    width: float
    gap: float = 6.0
    lines: list[str] = field(default_factory=list)

    def put(self, items: list[Item], *, label: str = "", space: float = 7.0) -> None:
        """Put rows of items, after a name."""
        if not items:
            return
        start = self.left + (LABEL if label else 0.0)
        x, y, row = start, self.top, 0.0
        if label:
            self.lines.append(g.label(self.left, y + 15.5, label))
        for item in items:
            if x > start and x + item.width > self.left + self.width + 0.01:
                x, y, row = start, y + row + space, 0.0
            self.lines.append(item.draw(x, y))
            x += item.width + self.gap
            row = max(row, item.height)
        self.top = y + row + space


def draw_mat(scene: Scene, seat: int, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw the mat of a seat; return its lines, without a ground, and its height."""
    player = scene.position["players"][seat]
    flow = Flow(left + PAD, top + HEAD + 2, width - 2 * PAD)
    parts = mat_head(scene, seat, int(scene.layout["points"][seat]), left, top, width)
    flow.put([*_counts(scene, seat), *_own_spaces(scene, seat)], space=7.0)
    flow.put([*_plots(scene, seat), *_hand(scene, seat)], space=6.0)
    flow.put(_names(scene, seat, "tools"), label="tools")
    flow.put(_names(scene, seat, "assistants"), label="hired")
    flow.put(harvested(scene, player["harvested"]), label="harvested")
    return [*parts, *flow.lines], flow.top + 5 - top


def mat_head(scene: Scene, seat: int, points: int, left: float, top: float, width: float) -> list[str]:
    """Draw the name and the points of a seat on the board."""
    name = scene.name(seat)
    parts = [
        *g.marker(scene.look(seat), left + PAD + 11, top + 18, 10.5),
        text(left + PAD + 29, top + 22.5, name, 13.5, font_weight="700"),
        text(left + width - PAD - 42, top + 23.5, str(points), 17, font_weight="700", text_anchor="end"),
        g.label(left + width - PAD, top + 22.5, f"point{'' if points == 1 else 's'}", text_anchor="end"),
    ]
    x = left + PAD + 29 + g.wide(name, 13.5, bold=True) + 6
    end = left + width - PAD - 48 - g.wide(str(points), 17, bold=True)
    passed = seat < len(scene.position["players"]) and scene.position["players"][seat]["passed"]
    for there, words in ((seat == scene.position["first"] and not scene.solo, "1st"), (passed, "passed")):
        room = g.wide(words) + 10
        if there and x + room < end:
            parts.append(g.box(x, top + 9, room, 18, 9, fill="#fff7d6", stroke="#d8bf74"))
            parts.append(g.label(x + room / 2, top + 22, words, text_anchor="middle", fill=INK))
            x += room + 5
    return parts


def coins(count: int) -> Item:
    """Return the coins of a player."""
    words = f"{count} coin{'' if count == 1 else 's'}"
    width = 26 + g.wide(str(count), 13.5, bold=True)

    def draw(x: float, y: float) -> str:
        sign = text(x + 22, y + 16.5, str(count), 13.5, font_weight="700")
        return group([*g.coin(x + 9, y + 12, 8.5), sign], title=words, data_coins=str(count))

    return Item(width, 24, draw)


def markers(look: int, left: int, placed: int) -> Item:
    """Return the Action Markers of a player: those left, and where those placed were."""

    def draw(x: float, y: float) -> str:
        parts = []
        for place in range(left + placed):
            parts += g.marker(look, x + 9 + 20 * place, y + 12, 8.5, hollow=place >= left)
        return group(parts, title=f"{left} of {left + placed} markers left", data_markers=f"{left}:{placed}")

    return Item(20.0 * (left + placed) + 4, 24, draw)


def _counts(scene: Scene, seat: int) -> Iterator[Item]:
    player = scene.position["players"][seat]
    yield coins(int(player["coins"]))
    placed = min(int(player["placed"]), int(player["markers"]))
    yield markers(scene.look(seat), int(player["markers"]) - placed, placed)
    yield _slots(int(scene.layout["slots"][seat]), int(scene.layout["free_slots"][seat]))


def _slots(count: int, free: int) -> Item:
    """Return the dice slots: solid ones hold a die."""

    def draw(x: float, y: float) -> str:
        words = f"{free} of {count} dice slots free"
        return group(g.dice_slots(x, y + 5.5, count, free), title=words, data_slots=f"{count}:{free}")

    return Item(g.SLOT * count + 2, 24, draw)


def _own_spaces(scene: Scene, seat: int) -> Iterator[Item]:
    player = scene.position["players"][seat]
    taken = scene.position["own_spaces"][seat]
    for space, words in OWN_SPACES.items():
        if space == "omari" and "omari" not in player["assistants"]:
            continue
        yield _own_space(scene, seat, space, words, space in taken)


def _own_space(scene: Scene, seat: int, space: str, words: str, taken: bool) -> Item:
    key = f"own:{seat}:{space}"

    def draw(x: float, y: float) -> str:
        aimed = key in scene.targets
        mark = g.marker(scene.look(seat), x + 11, y + 12, 9) if taken else [g.slot(x + 11, y + 12, 10, target=aimed)]
        if key in scene.fresh:
            mark.insert(0, g.fresh_ring(x + 11, y + 12, 9, key))
        title = f"{space}: {'taken' if taken else 'free'}"
        sign = g.label(x + 25, y + 16, words, fill=INK)
        return group(
            [*mark, sign], title=title, data_own=f"{seat}:{space}:{int(taken)}", data_target=key if aimed else None
        )

    return Item(28 + g.wide(words), 24, draw)


def _plots(scene: Scene, seat: int) -> Iterator[Item]:
    player = scene.position["players"][seat]
    planted = {int(plot["plot"]): plot for plot in player["plots"]}
    numbers = set(range(scene.layout["plots"][seat])) | set(planted)
    if "eduard" in player["assistants"]:
        numbers.add(EDUARD)
    for number in sorted(numbers):
        yield _plot(scene, seat, number, planted.get(number))


def _plot(scene: Scene, seat: int, number: int, planted: Data | None) -> Item:
    caption = f"plot {number}"
    if number == EDUARD:
        caption = f"{number} Eduard"
    elif number >= FIRST_POT:
        caption = f"{number} pot"

    def draw(x: float, y: float) -> str:
        parts = [
            g.box(x, y, g.CARD_WIDTH + 6, g.CARD_HEIGHT + CAPTION + 3, 7, fill=g.SOIL, stroke=g.SOIL_EDGE),
            g.label(x + 3 + g.CARD_WIDTH / 2, y + g.CARD_HEIGHT + 16.5, caption, text_anchor="middle", fill="#5f4c23"),
        ]
        if planted is not None:
            parts += _planted(scene, seat, planted, x + 3, y + 3)
            words = f"plot {number}, {scene.plant_words(planted['plant'], planted['covered'])}"
        else:
            parts.append(g.empty_card(x + 3, y + 3, g.CARD_WIDTH, g.CARD_HEIGHT))
            words = f"plot {number}: free"
        return group(parts, title=words, data_plot=f"{seat}:{number}")

    return Item(g.CARD_WIDTH + 6, g.CARD_HEIGHT + CAPTION + 3, draw)


def _planted(scene: Scene, seat: int, plot: Data, x: float, y: float) -> list[str]:
    number, covered = int(plot["plant"]), plot["covered"]
    traits, points = scene.plant(number)
    parts = []
    if f"plant:{number}" in scene.fresh:
        parts.append(g.fresh(x, y, g.CARD_WIDTH, g.CARD_HEIGHT, f"plant:{number}"))
    parts += g.plant(x, y, number, traits, points, covered, touched=f"plant:{number}" in scene.fresh)
    for (left, top), genotype in zip(g.plant_places(x, y, len(traits)), traits, strict=True):
        key = f"trait:{seat}:{plot['plot']}:{genotype[0].upper()}"
        place = (left + 1.5, top + 1.5, g.CHIP_WIDTH - 3, g.CHIP_HEIGHT - 3)
        if key in scene.fresh:
            parts.append(g.fresh(*place, key))
        if key in scene.targets:
            parts.append(g.aim(*place, key))
    return parts


def _hand(scene: Scene, seat: int) -> Iterator[Item]:
    """Yield the plants in hand; and in the set-up those chosen."""
    player = scene.position["players"][seat]
    for number in player["hand"]:
        if number != "?":
            drawn = scene.layout["seeds"]
            caption = "seed bag" if number in drawn else "hand, open" if number in player["known"] else "hand"
            yield _card(scene, number, caption)
    yield from _backs(list(player["hand"]).count("?"), "hand")
    for chosen, caption in (("planting", "to plant"), ("discarding", "to discard")):
        number = scene.layout[chosen][seat]
        if number == "?":
            yield from _backs(1, caption)
        elif number is not None:
            yield _card(scene, number, caption)


def _card(scene: Scene, number: int, caption: str) -> Item:
    key = f"plant:{number}"

    def draw(x: float, y: float) -> str:
        y += 3
        parts = g.plant(x, y, number, *scene.plant(number), touched=key in scene.fresh)
        parts.append(g.label(x + g.CARD_WIDTH / 2, y + g.CARD_HEIGHT + 13.5, caption, text_anchor="middle"))
        if key in scene.fresh:
            parts.insert(0, g.fresh(x, y, g.CARD_WIDTH, g.CARD_HEIGHT, key))
        if key in scene.targets:
            parts.append(g.aim(x, y, g.CARD_WIDTH, g.CARD_HEIGHT, key))
        return group(parts, title=f"{caption}: {scene.plant_words(number)}", data_hand=f"{caption}:{number}")

    return Item(g.CARD_WIDTH, g.CARD_HEIGHT + CAPTION + 3, draw)


def _backs(count: int, caption: str) -> Iterator[Item]:
    """Yield cards that the viewer does not know."""
    if count == 0:
        return
    single = count <= BACKS
    width = max(42.0, g.wide(caption))

    def draw(x: float, y: float) -> str:
        y += 3
        parts = g.back(x + (width - 42) / 2, y, 42, g.CARD_HEIGHT, "?" if single else f"?\u00d7{count}")
        parts.append(g.label(x + width / 2, y + g.CARD_HEIGHT + 13.5, caption, text_anchor="middle"))
        words = "a plant that is not known here" if single else f"{count} plants that are not known here"
        return group(parts, title=words, data_back=f"{caption}:{1 if single else count}")

    for _ in range(count if single else 1):
        yield Item(width, g.CARD_HEIGHT + CAPTION + 3, draw)


def _names(scene: Scene, seat: int, what: str) -> list[Item]:
    """Return the tools, or the assistants, of a player."""
    player = scene.position["players"][seat]
    found = []
    known = list(player["known_tools"])
    aimed: set[str] = set()
    for name in player[what]:
        key = f"assistant:{name}"
        look = "used" if name in player["used"] else "open"
        if what == "tools":
            key = f"tool:{seat}:{name}"
            look = "unknown" if name == "?" else "open" if name in known else "secret"
            if name in known:
                known.remove(name)
        # Of equal tools one is enough to play.
        target = key in scene.targets and key not in aimed
        aimed.add(key)
        found.append(_name(scene, name, look, key, target=target))
    return found


def _name(scene: Scene, name: str, look: str, key: str, *, target: bool) -> Item:
    width = g.name_width(name)

    def draw(x: float, y: float) -> str:
        parts = g.name(x, y, name, look, width)
        if key in scene.fresh:
            parts.insert(0, g.fresh(x, y, width, g.NAME_HEIGHT, key))
        if target:
            parts.append(g.box(x, y, width, g.NAME_HEIGHT, 6, fill="none", stroke=TARGET, stroke_width=2.4))
        words = {**TOOL_WORDS, **ASSISTANT_WORDS}.get(name, "not known here")
        state = {"used": ", used in this round", "secret": ", known to the owner"}.get(look, "")
        data = {"data_name": f"{key}:{look}", "data_target": key if target else None}
        return group(parts, title=f"{name}: {words}{state}", **data)

    return Item(width, g.NAME_HEIGHT, draw)


def harvested(scene: Scene, plants: list[int]) -> list[Item]:
    """Return harvested plants with their points."""
    return [_harvested(scene, number) for number in plants]


def _harvested(scene: Scene, number: int) -> Item:
    _, points = scene.plant(number)
    width = 18 + g.wide(f"p{number}") + 14

    def draw(x: float, y: float) -> str:
        parts = [
            g.box(x, y, width, g.NAME_HEIGHT, 6, fill="#eef3e6", stroke="#b7c6a2"),
            g.label(x + 6, y + 15.5, f"p{number}", fill=INK),
            *g.points_disc(x + width - 11.5, y + g.NAME_HEIGHT / 2, points),
        ]
        return group(parts, title=scene.plant_words(number), data_harvested=str(number))

    return Item(width, g.NAME_HEIGHT, draw)


def ground(scene: Scene, seat: int, left: float, top: float, width: float, height: float) -> str:
    """Draw the ground of a mat; that of the seat whose turn it is has a strong line."""
    moving = scene.mover == seat
    edge, line = (INK, 1.7) if moving else (RULE, 1.0)
    return g.box(left, top, width, height, 8, fill="#ffffff", stroke=edge, stroke_width=line)
