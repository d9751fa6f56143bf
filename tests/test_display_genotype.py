"""Pictures of Genotype: that they show everything, and that nothing covers anything else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest

import boardwright as bw
from boardwright.display import _genotype_glyphs as glyphs
from boardwright.display import genotype
from pictures import Box, by, elements, overlap, text_box, text_boxes, texts, walk

OPTIONS: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 1, "difficulty": "hard"},
    {"players": 2, "first_seat": "random"},
    {"players": 3},
    {"players": 4},
    {"players": 5},
]
each_setup = pytest.mark.parametrize("options", OPTIONS, ids=str)

WORDS = """
first johann card plant keep shown funnel work tile goal validate draw source discard harvest sow roll omari any copies
rest die pick use pair knife upgrade automa over
"""
PHASES = frozenset(WORDS.split())

# What lies on the table: none of these may cover another one, or reach out of its panel.
NAMES = """
coin marker space parent square die goal card deck price coins markers slots own plot hand back name harvested garden
automa held
"""
THINGS = tuple(NAMES.split())
PANELS = ("colour", "panel", "seat")


@cache
def some_states(step: int = 23) -> list[bw.State]:
    """States of games of all kinds."""
    return [
        state
        for seed, options in enumerate(OPTIONS)
        for state in [*walk(seed, game="genotype", **options)[seed::step], walk(seed, game="genotype", **options)[-1]]
    ]


@cache
def in_phases() -> dict[str, bw.State]:
    """A state of each phase."""
    found: dict[str, bw.State] = {}
    for seed in range(200):
        for options in OPTIONS:
            for state in walk(seed, game="genotype", **options):
                found.setdefault(state.to_dict()["phase"]["name"], state)
        if len(found) == len(PHASES):
            return found
    raise AssertionError(f"never seen: {PHASES - set(found)}")


def pairs(picture: str, name: str) -> list[tuple[str, ...]]:
    """The values of a data attribute, taken apart at the colons."""
    return [tuple(value.split(":")) for value in by(picture, name)]


def crowded(players: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make up a position in which everybody has more than he can ever have."""
    options = {"players": players, "difficulty": "hard"} if players == 1 else {"players": players}
    state = walk(3, game="genotype", **options)[-1]
    layout, position = state.layout(), state.to_dict()
    tools = ["watering-funnel", "dissertation", "pollen-brush", "pocket-watch", "grant", "grant", "rake", "?", "?"]
    assistants = ["alipius", "elisabeth", "anna", "omari", "anton", "franz", "maria", "leopold", "may", "eduard"]
    for seat, player in enumerate(position["players"]):
        first = 9 * seat % 40
        player.update(
            coins=99,
            markers=5,
            placed=2,
            plots=[{"plot": plot, "plant": first + plot, "covered": list("RGFT")[: plot % 5]} for plot in range(10)],
            hand=[*range(36, 47), "?", "?", "?", "?", "?"][seat % 3 :],
            known=[40, 41],
            tools=tools,
            known_tools=tools[:3],
            assistants=assistants,
            used=["anna", "maria"],
            harvested=list(range(10, 30)),
            passed=True,
        )
        layout["plots"][seat], layout["slots"][seat], layout["free_slots"][seat] = 7, 14, 6
        layout["points"][seat] = 188
        layout["planting"][seat], layout["discarding"][seat] = 49, "?"
    position["own_spaces"] = [["gardening", "omari"] for _ in range(players)]
    markers = [seat % max(2, players) for seat in range(25)]
    position["spaces"] = {space: markers[:room] for space, room in layout["rooms"].items()}
    position["spaces"]["second"] = markers
    position["dice"] = [[5, 0, 2, 1], [1, 5, 0, 0], [2, 2, 5, 5], [0, 1, 1, 5]]
    position["goals"] = [0, 1, None, None, 0, None, 1, 0]
    position["tiles"] = {colour: ["dominant", "recessive"] for colour in "RGFT"}
    layout["omari"] = {"R": "Rr", "G": "GG", "F": "ff", "T": "Tt"}
    slots = len(position["display"]["plants"])
    position["display"]["plants"] = list(range(45 - slots, 45))
    position["display"]["tools"] = ["watering-funnel"] * slots
    position["display"]["assistants"] = ["elisabeth", "alipius", "leopold"]
    if players == 1:
        position["johann"].update(
            garden=[{"plant": plant, "covered": ["R", "T"]} for plant in (36, 37, 42, 44)],
            beside=[1, 3, 5, 6],
            action=8,
            out=[0, 2, 4, 7],
            assistants=assistants,
            harvested=list(range(20)),
            coins=99,
            markers=5,
            new_plots=5,
            new_slots=8,
        )
    return layout, position


def whole(element: ET.Element, *, frames: bool = False) -> Box:
    """The room that the parts of an element take, with or without the frames around it."""
    found: list[Box] = []

    def collect(part: ET.Element) -> None:
        if part.get("data-fresh") and not frames:
            return
        if part is not element and part.get("data-target") and part.get("data-space") is None and not frames:
            return
        number = {key: float(value) for key, value in part.items() if re.fullmatch(r"-?[\d.]+", value)}
        if part.tag == "rect":
            x, y = number["x"], number["y"]
            found.append((x, y, x + number["width"], y + number["height"]))
        elif part.tag == "circle":
            x, y, r = number["cx"], number["cy"], number["r"]
            found.append((x - r, y - r, x + r, y + r))
        elif part.tag == "polygon":
            xs, ys = zip(*(map(float, pair.split(",")) for pair in part.get("points", "").split()), strict=True)
            found.append((min(xs), min(ys), max(xs), max(ys)))
        elif part.tag == "text":
            found.append(text_box(part))
        for child in part:
            collect(child)

    collect(element)
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def things(picture: str) -> list[tuple[str, Box]]:
    """What lies on the table."""
    return [
        (f"{name} {element.get(f'data-{name}')}", whole(element))
        for element in elements(picture)
        for name in THINGS
        if element.get(f"data-{name}") is not None
    ]


def drawn_crowd(players: int) -> str:
    layout, position = crowded(players)
    return genotype.draw(layout, position, last=[{"type": "space", "space": "treasury", "by": 0}], last_text="x" * 400)


@each_setup
def test_the_board_is_shown(options: dict[str, Any]) -> None:
    for seed in range(2):
        for state in walk(seed, game="genotype", **options)[::11]:
            picture, position, layout = bw.display.svg(state), state.to_dict(), state.layout()
            assert by(picture, "colour") == list("RGFT")
            placed = [(space, str(seat)) for space, seats in position["spaces"].items() for seat in seats]
            assert Counter(pairs(picture, "marker")) == Counter(placed)
            rooms = {space: room - len(position["spaces"].get(space, [])) for space, room in layout["rooms"].items()}
            assert Counter(by(picture, "space")) == Counter({"second": 1, **rooms})
            assert pairs(picture, "coin") == [
                (colour, str(int(coin))) for colour, coin in zip("RGFT", position["coins"], strict=True)
            ]
            dice = Counter(pairs(picture, "die"))
            for colour, counts in zip("RGFT", position["dice"], strict=True):
                small = colour.lower()
                kinds = (colour * 2, colour + small, small * 2, "new")
                assert [dice[colour, kind] for kind in kinds] == counts
            assert pairs(picture, "parent") == [
                (colour, side, tile or "printed")
                for colour in "RGFT"
                for side, tile in zip(("left", "top"), position["tiles"][colour], strict=True)
            ]
            for element in elements(picture):
                if element.get("data-square"):
                    words = [part.text for part in element.iter() if part.tag == "text"]
                    assert words[1:8:2] == layout["squares"][element.get("data-square", "")]
            owners = zip("RrGgFfTt", position["goals"], strict=True)
            assert pairs(picture, "goal") == [(goal, "" if owner is None else str(owner)) for goal, owner in owners]
            names = zip(("plot", "slot", "marker", "hire"), position["prices"], strict=True)
            assert pairs(picture, "price") == [(name, str(price)) for name, price in names]
            assert pairs(picture, "deck") == [(deck, str(layout["decks"][deck])) for deck in ("plants", "tools")]
            assert pairs(picture, "discards") == [
                (deck, str(len(position["discards"][deck]))) for deck in ("plants", "tools")
            ]
            cards = pairs(picture, "card")
            for deck in ("plants", "tools"):
                shown = [card for kind, _, card in cards if kind == deck]
                assert shown == ["" if card is None else str(card) for card in position["display"][deck]]
            hired = [card for kind, _, card in cards if kind.startswith("assistant")]
            assert hired == [name or "" for name in position["display"]["assistants"]]


@each_setup
def test_the_mats_are_shown(options: dict[str, Any]) -> None:
    for seed in range(2):
        for state in walk(seed, game="genotype", **options)[::11]:
            picture, position, layout = bw.display.svg(state), state.to_dict(), state.layout()
            seats = [element for element in elements(picture) if element.get("data-seat")]
            assert len(seats) == max(2, options["players"])
            for seat, (mat, player) in enumerate(zip(seats, position["players"], strict=False)):
                inside = ET.tostring(mat, encoding="unicode")
                words = [part.text for part in mat.iter() if part.tag == "text"]
                assert str(layout["points"][seat]) in words
                assert by(inside, "coins") == [str(player["coins"])]
                left = player["markers"] - player["placed"]
                assert by(inside, "markers") == [f"{left}:{player['placed']}"]
                assert by(inside, "slots") == [f"{layout['slots'][seat]}:{layout['free_slots'][seat]}"]
                own = {space: taken == "1" for _, space, taken in pairs(inside, "own")}
                assert [space for space, taken in own.items() if taken] == position["own_spaces"][seat]
                assert ("omari" in own) == ("omari" in player["assistants"])
                plots = {int(plot) for _, plot in pairs(inside, "plot")}
                assert plots >= {plot["plot"] for plot in player["plots"]} | set(range(layout["plots"][seat]))
                hand = [number for caption, number in pairs(inside, "hand") if "to " not in caption]
                assert hand == [str(number) for number in player["hand"]]
                names = Counter(name for *_, name, _ in pairs(inside, "name"))
                assert names == Counter([*player["tools"], *player["assistants"]])
                looks = {name: look for kind, name, look in (x for x in pairs(inside, "name") if len(x) == 3)}
                assert {name for name, look in looks.items() if look == "used"} == set(player["used"])
                assert by(inside, "harvested") == [str(number) for number in player["harvested"]]
            if options["players"] == 1:
                johann, inside = position["johann"], ET.tostring(seats[1], encoding="unicode")
                garden = [str(plant["plant"]) for plant in reversed(johann["garden"])]
                assert by(inside, "garden") == garden
                cards = pairs(inside, "automa")
                beside = [str(card) for card in reversed(johann["beside"]) if card is not None]
                assert [card for where, card in cards if where == "beside"] == beside
                assert [card for where, card in cards if where == "out"] == [str(card) for card in johann["out"]]
                used = [] if johann["action"] is None else [str(johann["action"])]
                assert [card for where, card in cards if where == "use"] == used
                assert by(inside, "harvested") == [str(number) for number in johann["harvested"]]
                assert by(inside, "coins") == [str(johann["coins"])]
                words = [part.text for part in seats[1].iter() if part.tag == "text"]
                assert str(layout["johann"]["points"]) in words


def test_covered_traits_are_ticked() -> None:
    tried = 0
    for state in some_states():
        drawn = [element for element in elements(bw.display.svg(state)) if element.get("data-plot")]
        for plot in (plot for player in state.to_dict()["players"] for plot in player["plots"]):
            number = f"p{plot['plant']}"
            element = next(element for element in drawn if any(part.text == number for part in element.iter()))
            ticks = [part for part in element.iter() if part.tag == "path" and part.get("stroke") == "#ffffff"]
            assert len(ticks) == len(plot["covered"])
            tried += len(ticks)
    assert tried > 50


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_phases_say_what_is_to_do(phase: str) -> None:
    state = in_phases()[phase]
    layout, found = state.layout(), texts(bw.display.svg(state))
    if phase == "over":
        ending = layout["ending"]
        assert f"{ending[0].upper()}{ending[1:]}." in found
        assert any(words.endswith(("wins", "share the win")) for words in found)
    else:
        to_do = layout["to_do"]
        assert f"{to_do[0].upper()}{to_do[1:]}" in found
        if isinstance(layout["actor"], int):
            assert state.seat_names[layout["actor"]] in to_do
    for viewer in (*range(state.num_players), "spectator"):
        ET.fromstring(bw.display.svg(state.view(viewer)))


def test_winners() -> None:
    for state in (state for state in some_states() if state.is_over):
        layout = state.layout()
        names = [state.seat_names[seat] for seat in state.winners]
        if layout["johann"] is not None and layout["johann"]["wins"]:
            names.append("Brother Johann")
        assert names
        words = f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share the win"
        picture = bw.display.svg(state)
        assert words in texts(picture)
        assert by(picture, "target") == []


def test_a_tie_with_johann_is_shared() -> None:
    state = next(state for state in some_states() if state.is_over and state.num_players == 1)
    layout, position = state.layout(), state.to_dict()
    layout["winners"], layout["johann"]["wins"] = [0], True
    assert "Scientist 1 and Brother Johann share the win" in texts(genotype.draw(layout, position))
    layout["johann"]["wins"] = False
    assert "Scientist 1 wins" in texts(genotype.draw(layout, position))


def test_no_text_covers_another_one() -> None:
    for picture in [*map(bw.display.svg, some_states(41)), *map(drawn_crowd, range(1, 6))]:
        found = list(text_boxes(picture))
        assert all(10 < left < right < genotype.WIDTH - 10 for _, (left, _, right, _) in found)
        for (one, place), (other, room) in combinations(found, 2):
            assert not overlap(place, room), (one, other)


def test_nothing_on_the_table_covers_anything_else() -> None:
    for picture in [*map(bw.display.svg, some_states(41)), *map(drawn_crowd, range(1, 6))]:
        found = things(picture)
        assert len(found) > 60
        for (one, place), (other, room) in combinations(found, 2):
            # The genes of the parents stand at their square.
            if {one.split()[0], other.split()[0]} != {"square", "parent"}:
                assert not overlap(place, room), (one, other)


def test_everything_stays_in_its_panel() -> None:
    for picture in [*map(bw.display.svg, some_states(41)), *map(drawn_crowd, range(1, 6))]:
        grounds = []
        for element in elements(picture):
            if any(element.get(f"data-{panel}") for panel in PANELS):
                ground = next(part for part in element.iter() if part.tag == "rect" and part.get("rx") == "8")
                place = whole(ground)
                grounds.append(place)
                left, top, right, bottom = whole(element)
                assert (left, top, right, bottom) == pytest.approx(place), element.attrib
        for one, other in combinations(grounds, 2):
            assert not overlap(one, other)
        lowest = max(bottom for *_, bottom in grounds)
        assert lowest < float(picture.split("viewBox=")[1].split('"')[1].split()[3])


def test_frames_cover_nothing_else() -> None:
    tried = 0
    for state in some_states(17):
        picture = bw.display.svg(state)
        boxes = things(picture)
        for element in elements(picture):
            key = element.get("data-target", element.get("data-fresh"))
            if key is None or len(element) == 0 or element.get("data-space") or key.startswith("button"):
                continue
            if any(element.get(f"data-{name}") for name in THINGS):
                continue
            tried += 1
            frame = whole(element, frames=True)
            inside = (frame[0] + 4, frame[1] + 4, frame[2] - 4, frame[3] - 4)
            for name, box in boxes:
                assert overlap(inside, box) or not overlap(frame, box), (key, name)
    assert tried > 100


def test_nothing_is_too_small_to_read() -> None:
    for picture in [*map(bw.display.svg, some_states(41)), *map(drawn_crowd, range(1, 6))]:
        for element in elements(picture):
            if element.tag == "text" and element.get("fill") not in {ink for _, ink in glyphs.SEATS}:
                assert float(element.get("font-size", "")) >= glyphs.SMALL, element.text
    for state in some_states(41):
        for element in elements(bw.display.svg(state)):
            if element.get("data-marker"):
                assert all(float(part.get("font-size", "9")) >= 9 for part in element.iter())


def wanted_targets(state: bw.State) -> set[str]:
    """What the legal actions take, as far as it can be seen in the picture."""
    position, seat = state.to_dict(), state.current_player
    found = set()
    for action in state.legal_actions:
        data = action.to_dict()
        match data["type"]:
            case "space":
                own = data["space"] in ("gardening", "slot", "omari")
                found.add(f"own:{seat}:{data['space']}" if own else f"space:{data['space']}")
            case "source":
                found.add(f"{data['deck']}:{'deck' if data['slot'] is None else data['slot']}")
            case "plant":
                found.add(f"plant:{data['plant']}")
            case "tool":
                found.add(f"tool:{seat}:{data['tool']}")
            case "assistant":
                found.add(f"assistant:{data['assistant']}")
            case "trait":
                found.add(f"trait:{seat}:{data['plot']}:{data['colour']}")
            case "die":
                found.add(f"die:{data['colour']}:{data['die']}")
            case "pair":
                found |= {f"die:{data['colour']}:{data['with']}", f"die:{data['colour']}:new"}
            case "goal":
                found.add(f"goal:{data['goal']}")
            case "tile":
                side = data["tile"].replace("remove-", "").split("-")[0]
                colour = position["phase"]["colour"]
                found.add("button:leave" if side == "leave" else f"tile:{colour}:{side}")
            case "upgrade":
                found.add(f"upgrade:{data['upgrade']}")
            case "pay" | "done" | "pass":
                found.add(f"button:{data['type']}")
            case other:
                raise AssertionError(other)
    return found


def test_targets_are_what_is_legal() -> None:
    seen: set[str] = set()
    for state in [*some_states(), *in_phases().values()]:
        picture = bw.display.svg(state)
        # The picker's marker in the 2nd Shift and the die of Omari's that is used are pointed out too.
        shown = [key for key in by(picture, "target") if key != "second" and not key.startswith("omari")]
        assert len(shown) == len(set(shown))
        assert set(shown) == wanted_targets(state)
        seen |= {key.split(":")[0] for key in shown}
        assert by(bw.display.svg(state, targets=False), "target") == []
    kinds = "space own plants tools plant tool assistant trait die goal tile button upgrade"
    assert seen == set(kinds.split())


def touched(action: bw.Action, phase: dict[str, Any]) -> set[str]:
    """What an action touches, of which one thing at least must be marked."""
    data = action.to_dict()
    match data["type"]:
        case "space":
            return {f"own:{action.seat}:{data['space']}", f"space:{data['space']}"}
        case "trait":
            return {f"trait:{action.seat}:{data['plot']}:{data['colour']}"}
        case "goal" | "upgrade" as kind:
            return {f"{kind}:{data[kind]}"}
        case "die":
            return {f"die:{data['colour']}:{data['die']}"}
        case "shown" if phase["what"] == "planted":
            return {f"plant:{data['plant']}"}
        case "assistant":
            return {f"assistant:{data['assistant']}"}
    return set()


def test_what_was_played_last_is_marked() -> None:
    seen: set[str] = set()
    for options in OPTIONS[3::2]:
        for before, after in pairwise(walk(1, game="genotype", **options)):
            # Dice have a test of their own, and there are many draws.
            if before.to_dict()["phase"]["name"] in ("die", "card") and after.turn % 9:
                continue
            marked = set(by(bw.display.svg(after), "fresh")) - {"legend"}
            assert by(bw.display.svg(after, last=[]), "fresh") == []
            assert after.last_action is not None
            wanted = touched(after.last_action, before.to_dict()["phase"])
            # A trait may complete a plant, which is harvested at the end of the game.
            if before.layout()["stage"] == after.layout()["stage"]:
                assert not wanted or wanted & marked, after.last_action.text
            seen |= {key.split(":")[0] for key in marked}
    assert seen >= {"space", "own", "trait", "goal", "upgrade", "die", "plant", "tile", "plants", "assistant"}


def test_the_last_roll_is_marked() -> None:
    tried = 0
    for state in walk(2, game="genotype", players=2):
        last = state.last_action_dict()
        if last is not None and last["type"] == "face" and state.layout()["stage"] == "plant breeding":
            dice = sum(sum(counts) for counts in state.to_dict()["dice"])
            colour = "RGFT"[(dice - 1) // 5]
            results = dict(zip(("I", "II", "III", "IV"), state.layout()["squares"][colour], strict=True))
            assert f"die:{colour}:{results.get(last['face'], 'new')}" in by(bw.display.svg(state), "fresh")
            tried += 1
    assert tried == 100, "20 dice in 5 rounds"


def test_colours_and_shapes_of_seats() -> None:
    state = bw.start("genotype", players=5)
    colours = [bw.display.seat_colour(state, seat) for seat in range(5)]
    assert len(set(colours)) == 5
    assert set(colours).isdisjoint(look.solid for look in glyphs.GENES.values())
    drawn = [glyphs.marker(seat, 0, 0, 10) for seat in range(6)]
    shapes = {re.sub(r'(fill|stroke)="[^"]*"', "", parts[0]) for parts in drawn}
    assert len(shapes) == 6, "the shapes alone tell them apart"
    signs = {ET.fromstring(parts[1]).text for parts in drawn}
    assert signs == set("12345J")


def test_dice_and_traits_have_their_letters() -> None:
    for genotype_name in ("RR", "Gg", "ff", "tt"):
        colour = genotype_name[0].upper()
        assert genotype_name in "".join(glyphs.die(0, 0, colour, genotype_name))
        plain, covered = (glyphs.trait(0, 0, genotype_name, covered=covered) for covered in (False, True))
        assert genotype_name in "".join(plain)
        assert genotype_name in "".join(covered)
        assert [part.split()[0] for part in plain] != [part.split()[0] for part in covered]
    assert "polygon" in "".join(glyphs.die(0, 0, "R", "new"))


def test_rows_of_many_prices_are_shown_by_their_ends() -> None:
    state = in_phases()["upgrade"]
    layout, position = state.layout(), state.to_dict()
    layout["prices"][0], position["prices"][0] = [0, 12, 30], 17
    picture = genotype.draw(layout, position)
    panel = next(element for element in elements(picture) if element.get("data-panel") == "plot")
    numbers = [part.text for part in panel.iter() if part.tag == "text" and (part.text or "").isdigit()]
    assert numbers == ["0", "17", "30"]


def test_size_and_label() -> None:
    state = in_phases()["work"]
    picture = bw.display.svg(state, size=300)
    assert 'width="300' in picture
    assert 'aria-label="Genotype, working phase: ' in picture
    assert state._repr_svg_() == bw.display.svg(state)


@pytest.mark.parametrize("players", [1, 3])
def test_replays_and_notebooks(players: int) -> None:
    start = bw.start("genotype", players=players)
    record = bw.Record(start)
    for action in [state.last_action for state in walk(5, game="genotype", players=players)[1:]]:
        assert action is not None
        record.push(action)
    page = bw.to_html(record)
    assert len(re.findall(r'<li><button type="button">', page)) == len(record.turns()) + 1
    for seat, name in enumerate(start.seat_names):
        colour = bw.display.seat_colour(start, seat)
        assert f'<i style="background:{colour}"></i>{name}</span>' in page
    piece = bw.display.record_html(record)
    ET.fromstring(piece)
    assert piece.count("<svg") == 1
    assert "<script" not in piece
    assert " id=" not in piece


def test_the_same_state_gives_the_same_picture_in_every_process() -> None:
    code = (
        "import boardwright as bw, hashlib\n"
        "for players in (1, 3, 5):\n"
        "    rng, state = bw.Rng(3), bw.start('genotype', players=players)\n"
        "    for _ in range(120):\n"
        "        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))\n"
        "    print(hashlib.sha256((bw.display.svg(state) + str(state)).encode()).hexdigest())\n"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(results) == 1


def test_the_legend_explains_what_hand_open_is() -> None:
    for known in ([], [4]):
        own = {"plots": [{"plot": 0, "plant": 19}], "hand": [4], "known": known}
        picture = bw.display.svg(bw.State.from_dict({"game": "genotype", "format": 1, "players": [own, {}]}))
        assert (">hand, open<" in picture) == bool(known)
        assert (">hand, open: everybody knows it<" in picture) == bool(known)
