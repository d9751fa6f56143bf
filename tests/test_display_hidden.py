"""Pictures and replays of Microworld: views show only what their viewer knows."""

from __future__ import annotations

import re

import pytest

import boardwright as bw
from pictures import by, find, texts, walk

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
