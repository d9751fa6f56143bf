"""Pictures, replays and diagrams: views show only what their viewer knows."""

from __future__ import annotations

import re

import pytest

import boardwright as bw
from pictures import by, find, texts, walk

VIEWERS = ("spectator", 0, 1)

GENES = {"flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"}


def other_hand(state: bw.State, seat: int) -> bw.State | None:
    """Give a seat another gene than it has, one that only it knows."""
    position = state.to_dict()
    seen = {gene for key in ("hands", "used") for pile in position[key] for gene in pile}
    secret = [gene for gene in position["hands"][seat] if gene not in position["known"]]
    free = sorted(GENES - seen)
    if not secret or not free:
        return None
    order = ["flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"]
    hand = [free[0] if gene == secret[0] else gene for gene in position["hands"][seat]]
    position["hands"][seat] = sorted(hand, key=order.index)
    return bw.State.from_dict(position)


def test_equal_knowledge_gives_equal_pictures() -> None:
    tried = 0
    for seed in range(4):
        for state in walk(seed, rules="AC")[::6]:
            state = bw.State.from_dict(state.to_dict())
            for seat in (0, 1):
                other = other_hand(state, seat)
                if other is not None:
                    tried += 1
                    assert bw.display.svg(other) != bw.display.svg(state)
                    assert bw.display.svg(other.view(1 - seat)) == bw.display.svg(state.view(1 - seat))
                    assert bw.display.svg(other.view("spectator")) == bw.display.svg(state.view("spectator"))
                    assert bw.display.svg(other.view(seat)) != bw.display.svg(state.view(seat))
    assert tried > 20


def test_views_hide_the_genes_of_others() -> None:
    hidden = 0
    for seed in range(4):
        for state in walk(seed, rules="ACD")[::3]:
            position = state.to_dict()
            for seat in (0, 1):
                picture = bw.display.svg(state.view(1 - seat))
                secret = set(position["hands"][seat]) - set(position["known"])
                hidden += len(secret)
                assert not secret & set(texts(picture))
                chips = [chip.split(":") for chip in by(picture, "gene")]
                assert sum(chip[:3] == ["hand", str(seat), "?"] for chip in chips) == len(secret)
                tiles = position["tiles"][seat]
                assert not any(
                    tile in words for tile in tiles for words in texts(picture) if words.startswith("not kept")
                )
    assert hidden > 50


def test_views_hide_mutations_until_both_are_chosen() -> None:
    state = find(lambda position: position["phase"] == {"name": "keep", "seat": 1}, rules="C")
    chosen = state.to_dict()["mutations"][0]
    assert by(bw.display.svg(state.view(1)), "mutation") == ["0:?"]
    assert by(bw.display.svg(state.view(0)), "mutation") == [f"0:{chosen}"]
    assert "keep=?" in " ".join(texts(bw.display.svg(state.view(1))))


@pytest.mark.parametrize("seat", [0, 1])
def test_replays_of_redacted_records_show_what_the_seat_knew(seat: int) -> None:
    record = bw.Match(bw.start("microworld", rules="ACD"), ["random", "random"], seed=4).play().record
    known = {gene for state in record.states() for gene in state.to_dict()["known"]}
    own = rf"hand:{seat}:([a-z?]+):"
    others = rf"hand:{1 - seat}:([a-z?]+):"
    whole, redacted = bw.to_html(record, targets=True), bw.to_html(record.redact(seat), targets=True)
    assert set(re.findall(others, whole)) - known - {"?"}
    assert set(re.findall(others, redacted)) <= known | {"?"}
    assert "?" in re.findall(others, redacted)
    assert set(re.findall(own, redacted)) == set(re.findall(own, whole))
    draws = re.compile(r"\+[a-z]+")
    lasts = [" ".join(re.findall(r"Last: [^\\]*", page)) for page in (whole, redacted)]
    assert len(draws.findall(lasts[0])) > len(draws.findall(lasts[1])) > 0
    piece = bw.display.record_html(record.redact(seat))
    assert set(re.findall(others, piece)) <= known | {"?"}


def secret_plants(state: bw.State, viewer: int | str) -> set[int]:
    """Plants of Genotype whose places the viewer does not know."""
    position, layout = state.to_dict(), state.layout()
    found: set[int] = set()
    for seat, player in enumerate(position["players"]):
        if seat != viewer:
            found |= set(player["hand"]) - set(player["known"])
            found |= {layout[chosen][seat] for chosen in ("planting", "discarding")} - {None}
    return found


@pytest.mark.parametrize("players", [1, 2, 4])
def test_pictures_of_genotype_depend_on_what_the_viewer_knows_only(players: int) -> None:
    others = 0
    for seed in range(2):
        for state in walk(seed, game="genotype", players=players)[10::31]:
            for viewer in VIEWERS[: players + 1]:
                view = state.view(viewer)
                picture, diagram = bw.display.svg(view, last=[]), str(view)
                for completion in (state, *(view.complete(bw.Rng(label)) for label in range(2))):
                    assert bw.display.svg(completion.view(viewer), last=[]) == picture
                    assert str(completion.view(viewer)) == diagram
                    others += completion != state and bw.display.svg(completion) != bw.display.svg(state)
    assert others > 10


@pytest.mark.parametrize("players", [1, 2, 3])
def test_views_of_genotype_hide_plants_and_tools(players: int) -> None:
    plants = tools = 0
    for seed in range(3):
        for state in walk(seed, game="genotype", players=players)[::7]:
            position = state.to_dict()
            for viewer in VIEWERS[: players + 1]:
                view = state.view(viewer)
                picture, diagram = bw.display.svg(view), str(view)
                secret = {f"p{plant}" for plant in secret_plants(state, viewer)}
                plants += len(secret)
                assert not secret & set(texts(picture))
                assert not secret & set(re.findall(r"p\d+", diagram))
                assert not {f"Last: +{plant}" for plant in secret} & set(texts(picture))
                names = [value.split(":")[1:3] for value in by(picture, "name") if value.startswith("tool:")]
                for seat, player in enumerate(position["players"]):
                    if seat != viewer:
                        shown = [name for owner, name in names if owner == str(seat)]
                        hidden = len(player["tools"]) - len(player["known_tools"])
                        assert sorted(shown) == sorted([*player["known_tools"], *["?"] * hidden])
                        tools += hidden
    assert plants > 100
    assert tools > 5


@pytest.mark.parametrize("viewer", ["spectator", 0, 2])
def test_replays_of_redacted_records_of_genotype(viewer: int | str) -> None:
    states = walk(6, game="genotype", players=3)
    record = bw.Record(states[0])
    for state in states[1:]:
        assert state.last_action is not None
        record.push(state.last_action)
    redacted = record.redact(viewer)
    page = bw.to_html(redacted, targets=True)
    assert page != bw.to_html(record, targets=True)
    assert page == bw.to_html(redacted, targets=True)
    for full, seen in zip(record.states()[::7], redacted.states()[::7], strict=True):
        assert bw.display.svg(full.view(viewer), last=[]) == bw.display.svg(seen, last=[])
    assert "+p?" not in page
    assert "+?" in page, "a card that was drawn in secret"
