"""Engines that hold what one seat knows."""

from __future__ import annotations

import json

import pytest

import boardwright as bw
from engines import fields, talk

SECRETS = ["newgame microworld", "play 9 18 +move end"]


def test_an_engine_of_a_seat_knows_no_more() -> None:
    engine = talk(*SECRETS, "view 0")
    assert json.loads(fields(engine("dict"))["state"])["hands"] == [[], ["?"]]
    assert not any("+move" in line for line in engine("record"))
    assert engine("undo 2")[-1] == "ok undo"
    assert engine("play +move end")[-1] == "ok play"
    assert not any("+move" in line for line in engine("record")), "what it is told is not what it knows"
    assert engine("view 1")[-1].startswith("err view view - ")
    assert engine("position start")[0].endswith("viewer seat 0")


def test_a_view_tells_nothing_of_another_seat() -> None:
    engine = talk(*SECRETS, "view 1")
    told = "seat 0 is to act, and this is what is known to seat 1"
    for verb in ("validmoves", "go", "perft 1", "perft 1 divide"):
        assert engine(verb) == [f"err {verb.split()[0]} view - {told}"]
    assert engine("play 22 +? end")[-1] == "ok play"
    assert fields(engine("validmoves"))["moves"]
    assert engine("go simulations 50")[-1] == "ok go"


def test_spectators() -> None:
    engine = talk(*SECRETS, "view spectator")
    assert engine("validmoves")[-1].startswith("err validmoves view - ")
    assert engine("show")[-1] == "ok show"


def test_a_view_of_a_start_that_fits_no_more() -> None:
    state = bw.start("gridopolis", players=4)
    engine = talk("newgame microworld", f"position {state.to_json()}", "view 3")
    assert engine("position start")[-1].startswith("err position nogame - ")


def test_spectators_views_are_set_as_seats_are() -> None:
    told = fields(talk(*SECRETS, "view spectator")("dict"))["state"]
    engine = talk(f"position view {told}")
    assert fields(engine("status"))["status"].endswith("viewer spectator")


@pytest.mark.parametrize("viewer", ["0", "1", "spectator"])
def test_what_a_seat_knows_as_a_dict(viewer: str) -> None:
    engine = talk(*SECRETS)
    before = engine("dict")
    state = bw.State.from_dict(json.loads(fields(before)["state"]))
    seen = state.view(int(viewer) if viewer.isdigit() else viewer)
    assert json.loads(fields(engine(f"dict {viewer}"))["state"]) == seen.to_dict()
    assert engine("dict") == before, "the engine forgets nothing"
    engine.send(f"view {viewer}")
    assert fields(engine(f"dict {viewer}"))["state"] == fields(engine("dict"))["state"]
    other = "1" if viewer == "0" else "0"
    assert engine(f"dict {other}")[0].startswith("err dict view - ")


def rolled(*lines: str) -> list[str]:
    """What is drawn, and chosen, by an engine that was told some lines."""
    engine = talk("newgame microworld", *lines)
    drawn = [fields(engine("roll"))["rolled"]]
    engine.send("play end")
    for move in ("11", "17", "19", "21", "22"):
        engine.send(f"play {move}")
        drawn += engine("roll")
        engine.send("play end")
    return drawn


FORGETS = {
    "view": ["view 1"],
    "spectator": ["view spectator"],
    "position": [f"position view {bw.start('microworld').play('9').play('18').view(1).to_json()}"],
    "plain position": [f"position {bw.start('microworld').play('9').play('18').view(1).to_json()}"],
}


@pytest.mark.parametrize("how", FORGETS)
def test_a_view_forgets_the_seed(how: str) -> None:
    full, seen = set(), set()
    for seed in range(12):
        before = [f"seed {seed}", "play 9 18"]
        full.add(tuple(rolled(*before)))
        seen.add(tuple(rolled(*before, *FORGETS[how])))
        seen.add(tuple(rolled("play 9 18", "roll", "undo 1", f"seed {seed}", *FORGETS[how])))
        # Neither does it matter how much was drawn before.
        seen.add(tuple(rolled(*before, "roll", "undo 1", *FORGETS[how])))
    assert len(full) > 1
    assert len(seen) == 1


def test_bots_of_a_view_do_not_go_by_the_seed_from_before() -> None:
    chosen = {
        talk("newgame microworld", f"seed {n}", "view 0", "setoption name bot value random")("go")[0] for n in range(9)
    }
    assert len(chosen) == 1


def test_a_seed_that_is_set_on_a_view_stays() -> None:
    view = bw.start("microworld").view(0).to_json()
    set_bot = "setoption name bot value random"
    for first in ([], [f"position view {view}"]):
        chosen = {talk(*first, set_bot, f"seed {n}", f"position view {view}")("go")[0] for n in range(9)}
        assert len(chosen) > 1
    engine = talk("newgame microworld", "seed 5")
    assert engine("view 9")[0].startswith("err view usage - ")
    engine.send("play 9 18")
    assert fields(engine("roll"))["rolled"] == rolled("seed 5", "play 9 18")[0], "what fails forgets nothing"
