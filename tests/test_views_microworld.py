"""Microworld shows each viewer what it is entitled to know, and nothing that depends on anything else.

`BOARDWRIGHT_VIEW_GAMES` sets how many games are played with each set of options (default 1).
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from microworld_secrets import GENES, MUTATIONS, TARGETS, Step, other_secrets, random_game, story
from shown import differing, facts, record_facts

GAMES = int(os.environ.get("BOARDWRIGHT_VIEW_GAMES", "1"))

VIEWERS: tuple[int | str, ...] = (0, 1, "spectator")

OPTIONS: list[dict[str, Any]] = [
    {},
    {"rules": "A"},
    {"rules": "C"},
    {"rules": "D"},
    {"rules": "AC"},
    {"rules": "ACD"},
    {"rules": "AB", "target": "four-genes"},
    {"rules": "ABCDEFGH"},
    *({"rules": "ACD", "mutations": [name, "steal"]} for name in MUTATIONS if name != "steal"),
    {"rules": "ACF", "mutations": ["steal", "exchange"]},
    {"rules": "C", "mutations": ["steal", "bonus"]},
]

# Moves to be asked about, whatever the position: pieces of every kind, known and unknown, and some turns.
TEXTS = (
    *GENES,
    *(f"{gene} end" for gene in GENES),
    *(f"+{gene}" for gene in (*GENES, "?")),
    *(f"{key}={name}" for key in ("keep", "tile", "shown") for name in (*MUTATIONS, "?")),
    *(f"target={name}" for name in TARGETS),
    *("3", "17", "40", ">5", ">12", "v0", "v3", "a2", "barrier", "exchange", "shift", "steal", "allow", "end"),
    *("17 +flip flip end", "+? end", "+copy copy", "flip v3 end", "tile=? tile=?", "?", "", "63", ">64", "a14", "time"),
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_views_depend_on_what_their_viewer_knows_only(options: dict[str, Any]) -> None:
    differed = 0
    for seed in range(GAMES):
        record, chance = random_game(options, seed)
        states, steps = record.states(), story(record)
        along = {viewer: record.start.view(viewer) for viewer in VIEWERS}
        for length, state in enumerate(states):
            for viewer in VIEWERS:
                view = state.view(viewer)
                # A view that is told what happened, secrets and all, knows no more than one made afresh.
                if length > 0:
                    action = record.events()[length - 1]
                    told: list[Any] = [action, action.id, action.text, action.to_dict()]
                    along[viewer] = along[viewer].play(chance.choice(told))
                assert along[viewer] == view
                assert along[viewer].last_action == view.last_action
                assert along[viewer].last_action_dict() == view.last_action_dict()
                twin = other_secrets(record, steps[:length], viewer, chance)
                differed += twin.state != state
                other = twin.state.view(viewer)
                assert other == view
                assert other.hash64 == view.hash64
                assert other.last_action == view.last_action
                assert other.last_action_dict() == view.last_action_dict()
                assert (other.current_player, other.is_chance) == (state.current_player, state.is_chance)
                if chance.random() < 0.1:
                    pictures = chance.random() < 0.2
                    one, two = (facts(it, TEXTS, pictures=pictures) for it in (view, other))
                    assert differing(one, two) == []
                    if state.current_player == viewer:
                        assert view.legal_actions.ids == state.legal_actions.ids == twin.state.legal_actions.ids
    assert differed > 5 * GAMES, "the test must have met secrets"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_records_depend_on_what_their_viewer_knows_only(options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        record, chance = random_game(options, seed)
        steps = story(record)
        pictured = chance.choice(VIEWERS)
        # At the end, in the middle, and while choices are still secret.
        lengths = [len(steps), chance.randrange(len(steps))]
        lengths += [length for length, step in enumerate(steps, 1) if step.event["type"] == "keep"]
        for viewer in VIEWERS:
            for length in lengths:
                one = bw.Record(record.start, seed=2, tags={"note": "secret"})
                for step in steps[:length]:
                    one.push(step.event)
                two = other_secrets(record, steps[:length], viewer, chance)
                pictures = viewer == pictured and length == len(steps)
                seen = [record_facts(it.redact(viewer), pictures=pictures) for it in (one, two)]
                assert differing(*seen) == []


def known_to(viewer: int | str, data: dict[str, Any], steps: list[Step]) -> dict[str, Any]:
    """What the rules page says that a viewer knows of a position, `steps` being what led there."""
    # M63: an announced gene is known to both as long as it is in a hand.
    announced = {step.event["gene"] for step in steps if step.event["type"] == "gene"}
    # M42: mutations are turned face-up one after the other, by the order of seats.
    open_to_all = [False, False]
    for seat, _ in enumerate(step for step in steps if step.event["type"] == "reveal"):
        open_to_all[seat] = True
    if data["options"]["mutations"] is not None:
        open_to_all = [True, True]
    known = {**data, "viewer": f"seat {viewer}" if isinstance(viewer, int) else viewer}
    known["known"] = [gene for gene in GENES if gene in announced & {*data["hands"][0], *data["hands"][1]}]
    for key in ("hands", "tiles", "mutations"):
        known[key] = list(data[key])
    for seat in (0, 1):
        if seat == viewer:
            continue
        seen = [gene for gene in data["hands"][seat] if gene in announced]
        known["hands"][seat] = seen + ["?"] * (len(data["hands"][seat]) - len(seen))
        known["tiles"][seat] = ["?"] * len(data["tiles"][seat])
        if data["mutations"][seat] is not None and not open_to_all[seat]:
            known["mutations"][seat] = "?"
    return known


def possible_outcomes(known: dict[str, Any]) -> set[tuple[str, str]]:
    """What chance can bring, going by what is known: the rules page has it that all of it is equally likely."""
    phase = known["phase"]
    tiles = set(MUTATIONS) - {*known["tiles"][0], *known["tiles"][1], *known["mutations"]}
    match phase["name"]:
        case "leftover" | "token" | "ten":
            genes = set(GENES) - {gene for key in ("hands", "used") for row in known[key] for gene in row}
            return {("draw", gene) for gene in genes}
        case "target":
            return {("target", target) for target in TARGETS}
        case "tile":
            return {("tile", tile) for tile in tiles}
        case "reveal":
            kept = known["mutations"][phase["seat"]]
            return {("reveal", tile) for tile in (tiles if kept == "?" else {kept})}
    return set()


def marked(state: bw.State, seat: int, what: str, names: list[str]) -> list[str]:
    """Which names a seat's tensor marks in a row of facts."""
    facts = state.observation_tensor(seat)[int(np.prod(state.observation_shape["cells"])) :]
    values = dict(zip(state.observation_features["facts"], facts.tolist(), strict=True))
    return [name for name in names if values[f"{what}: {name}"]]


def check_tensor(state: bw.State, view: bw.State, seat: int, known: dict[str, Any]) -> None:
    """The tensor of a seat marks the hands, mutations and tiles that it knows."""
    assert np.array_equal(state.observation_tensor(seat), view.observation_tensor(seat))
    for who, whose in ((seat, "own"), (1 - seat, "opponent's")):
        hand = [gene for gene in known["hands"][who] if gene != "?"]
        assert marked(state, seat, f"{whose} hand", GENES) == hand
        assert marked(state, seat, f"{whose} used", GENES) == known["used"][who]
        mutation = known["mutations"][who]
        assert marked(state, seat, f"{whose} mutation", MUTATIONS) == [name for name in MUTATIONS if name == mutation]
    assert marked(state, seat, "own tile", MUTATIONS) == known["tiles"][seat]


def test_views_hold_all_that_their_viewer_may_know() -> None:
    met: Counter[str] = Counter()
    for options in OPTIONS:
        for seed in range(2 * GAMES):
            record, chance = random_game(options, seed)
            steps = story(record)
            for length, state in enumerate(record.states()):
                data = state.to_dict()
                phase = data["phase"]["name"]
                for viewer in VIEWERS:
                    view, known = state.view(viewer), known_to(viewer, data, steps[:length])
                    assert view.to_dict() == known
                    outcomes = {
                        (event["type"], event.get("gene") or event.get("mutation") or event.get("target")): chances
                        for event, chances in ((action.to_dict(), chances) for action, chances in view.outcomes)
                    }
                    wanted = possible_outcomes(known)
                    assert outcomes == dict.fromkeys(wanted, 1 / max(1, len(wanted)))
                    # Whoever is to act knows what it can do; others know what it might be.
                    own, seen = set(state.legal_actions.ids), set(view.legal_actions.ids)
                    assert own == seen if state.current_player == viewer else own <= seen
                    if state.last_action is not None and view.last_action is not None:
                        event = state.last_action_dict() or {}
                        if not steps[length - 1].is_seen_by(viewer):
                            key = "gene" if event["type"] == "draw" else "mutation"
                            event[key] = "?"
                            met[f"unseen {event['type']}"] += 1
                        assert view.last_action_dict() == event
                    if isinstance(viewer, int) and chance.random() < 0.2:
                        check_tensor(state, view, viewer, known)
                    met["own hand"] += isinstance(viewer, int) and bool(data["hands"][viewer])
                    met["hidden hand"] += any("?" in hand for hand in known["hands"])
                    met["hidden and known"] += any("?" in hand and len(set(hand)) > 1 for hand in known["hands"])
                    met["stolen token"] += viewer == "spectator" and bool(known["known"]) and phase != "steal"
                    met["announced"] += phase == "steal"
                    met["own discarded tile"] += isinstance(viewer, int) and len(known["tiles"][viewer]) == 1
                    met["other discarded tile"] += viewer == 0 and known["tiles"][1] == ["?"] and phase == "after"
                    met["secret choice"] += "?" in known["mutations"]
                    met["face-up while the other is not"] += known["mutations"].count("?") == 1 and phase == "reveal"
                    met[f"chance {phase}"] += bool(wanted)
    situations = {
        *("own hand", "hidden hand", "hidden and known", "stolen token", "announced", "own discarded tile"),
        *("other discarded tile", "secret choice", "face-up while the other is not"),
        *("unseen draw", "unseen tile", "unseen keep"),
        *(f"chance {name}" for name in ("leftover", "target", "tile", "reveal", "token", "ten")),
    }
    assert {situation for situation in situations if not met[situation]} == set()


@pytest.mark.parametrize("options", OPTIONS[3:8], ids=str)
def test_views_can_not_pose_as_those_of_others(options: dict[str, Any]) -> None:
    refused = 0
    record, _ = random_game(options, 3)
    for state in record.states()[::3]:
        for viewer in VIEWERS:
            data = state.view(viewer).to_dict()
            for other in (0, 1, "spectator", "everything"):
                posing = data | {"viewer": f"seat {other}" if isinstance(other, int) else other}
                try:
                    twin = bw.State.from_dict(posing)
                except bw.SetupError:
                    # What the other one must know is not in there.
                    assert other not in (viewer, "spectator")
                    refused += 1
                else:
                    assert twin == state.view(other), "nothing was missing"
    assert refused > 20


# A set-up with rules A and C: a gene and two tiles each, of which one is kept.
SET_UP = "+flip +double tile=steal tile=bonus tile=shift tile=majority keep=steal keep=shift"


def test_the_secrets_of_a_game_to_the_letter() -> None:
    """A short game written out, with what each seat may know after each step."""
    record = bw.Record(bw.start("microworld", rules="AC"))
    for text in SET_UP.split():
        record.push(text)
    hands = [["flip"], ["double"]]
    tiles = [["bonus"], ["majority"]]
    assert record.state.to_dict()["hands"] == hands
    seen = [record.state.view(viewer).to_dict() for viewer in VIEWERS]
    assert [view["hands"] for view in seen] == [[["flip"], ["?"]], [["?"], ["double"]], [["?"], ["?"]]]
    assert [view["tiles"] for view in seen] == [[tiles[0], ["?"]], [["?"], tiles[1]], [["?"], ["?"]]]
    assert [view["mutations"] for view in seen] == [["steal", "?"], ["?", "shift"], ["?", "?"]]
    assert [view["mutation_tokens"] for view in seen] == [[0, 0]] * 3
    # Seat 1 knows its own two tiles, so the other one kept one of the four others.
    chances = [{action.text: chance for action, chance in record.state.view(viewer).outcomes} for viewer in VIEWERS]
    assert chances[0] == {"shown=steal": 1}
    assert chances[1] == dict.fromkeys(["shown=bonus", "shown=barrier", "shown=steal", "shown=exchange"], 0.25)
    assert chances[2] == pytest.approx(dict.fromkeys([f"shown={name}" for name in MUTATIONS], 1 / 6))
    texts = [record.redact(viewer).turns()[0][2] for viewer in VIEWERS]
    assert texts == [
        "+flip +? tile=steal tile=bonus tile=? tile=? keep=steal keep=?",
        "+? +double tile=? tile=? tile=shift tile=majority keep=? keep=shift",
        "+? +? tile=? tile=? tile=? tile=? keep=? keep=?",
    ]
    for text in ("shown=steal", "shown=shift"):
        record.push(text)
    for viewer in VIEWERS:
        assert record.state.view(viewer).to_dict()["mutations"] == ["steal", "shift"]
        assert record.state.view(viewer).to_dict()["mutation_tokens"] == [1, 2]

    # Seat 1 announces a gene, and seat 0 steals it: from then on both know that seat 0 has it.
    first = record.state.legal_actions[0]
    record.push(first)
    record.push("end")
    place = next(action for action in record.state.legal_actions if action.to_dict()["type"] == "place")
    record.push(place)
    if record.state.is_chance:
        record.push("+copy")
    record.push("double")
    for viewer in VIEWERS:
        view = record.state.view(viewer)
        assert view.to_dict()["phase"] == {"name": "steal", "gene": "double"}
        assert view.to_dict()["known"] == ["double"]
        assert "double" in view.to_dict()["hands"][1]
    assert record.state.current_player == 0
    record.push("steal")
    seen = [record.state.view(viewer).to_dict() for viewer in VIEWERS]
    assert [view["hands"][0] for view in seen] == [["flip", "double"], ["double", "?"], ["double", "?"]]
    assert [view["known"] for view in seen] == [["double"]] * 3


def test_completions_fit_and_are_equally_likely() -> None:
    """Seat 1 has seen two tiles and a gene of its own; the rest of the box is spread over what it can't see."""
    state = bw.start("microworld", rules="AC").play(SET_UP)
    view, rng = state.view(1), bw.Rng(4)
    assert state.complete(rng) == state
    counts: Counter[tuple[str, ...]] = Counter()
    times = 96 * 100
    for _ in range(times):
        full = view.complete(rng)
        assert full.viewer == "everything"
        assert full.last_action is None
        data = full.to_dict()
        assert (data["hands"][1], data["tiles"][1], data["mutations"][1]) == (["double"], ["majority"], "shift")
        counts[(*data["hands"][0], data["mutations"][0], *data["tiles"][0])] += 1
        if len(counts) < 50:
            assert full.view(1) == view
    # 8 genes, and one of 4 tiles kept, another one not.
    assert len(counts) == 8 * 4 * 3
    chi = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert chi < 150, "with 95 degrees of freedom more comes up once in 4,000 times"
