"""Microworld against its independent reference player, event by event over whole random games.

`BOARDWRIGHT_ORACLE_GAMES` sets how many games are played (default 1: one for each of the 256 sets of rules, half of
them on element boards, half on random graphs).
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from oracle.microworld import Game, State, load_elements, random_graph, random_options

ELEMENTS = load_elements(Path(__file__).parents[1] / "rust" / "engine" / "data" / "elements")
COUNTED = Path(__file__).parent / "data" / "perft-microworld.json"
ROUNDS = int(os.environ.get("BOARDWRIGHT_ORACLE_GAMES", "1"))
RULE_SETS = ["".join(letter for bit, letter in enumerate("ABCDEFGH") if number >> bit & 1) for number in range(256)]
TARGETS = ["bone-lover", "15-points", "chain-of-cells", "four-genes"]
MUTATIONS = ["bonus", "majority", "barrier", "steal", "exchange", "shift"]


def key(value: Any) -> str:
    """A dict form in a form that can be compared as a member of a set."""
    return json.dumps(value, sort_keys=True)


def play(options: dict[str, Any], chance: random.Random) -> set[str]:
    """Play a game in both; gives the genes and mutations that were used."""
    game = Game(options, ELEMENTS)
    state, twin = bw.start("microworld", **options), game.start()
    used: set[str] = set()
    assert state.to_dict() == game.to_dict(twin)
    # Random players hardly ever keep a gene: some games are played by those who use what they have.
    eager = chance.random() < 0.5
    while not state.is_over:
        if state.is_chance:
            assert game.actor(twin) == "chance"
            events = [action for action, _ in state.outcomes]
            wanted = game.outcomes(twin)
            assert {probability for _, probability in state.outcomes} == {1 / len(wanted)}
        else:
            assert game.actor(twin) == state.current_player
            events = list(state.legal_actions)
            wanted = game.actions(twin)
        by_dict = {key(event.to_dict()): event for event in events}
        assert by_dict.keys() == {key(event) for event in wanted}
        names = sorted(by_dict)
        powers = [name for name in names if '"gene"' in name or '"mutation"' in name or '"steal"' in name]
        name = chance.choice(powers if powers and eager and chance.random() < 0.8 else names)
        event = json.loads(name)
        used |= {event["gene"]} if event["type"] == "gene" else {event["type"]}
        assert by_dict[name].text == game.text(twin, event)
        state, twin = state.play(by_dict[name]), game.apply(twin, event)
        assert state.to_dict() == game.to_dict(twin)
        assert state.scores == game.points(twin)
        if chance.random() < 0.05 or state.is_over:
            tissues: Any = state.analyse("tissues")
            fields = ("cells", "kind", "pawns", "flipped", "radiation", "winner", "points")
            assert [{field: tissue[field] for field in fields} for tissue in tissues] == game.breakdown(twin)
    assert game.actor(twin) == "over"
    assert state.winners == game.winners(twin)
    return used


@pytest.mark.parametrize("rules", RULE_SETS, ids=[rules or "none" for rules in RULE_SETS])
def test_random_games_agree(rules: str) -> None:
    for number in range(ROUNDS):
        chance = random.Random(f"{rules} {number}")
        on_elements = (RULE_SETS.index(rules) + number) % 2 == 0
        options = random_options(chance, on_elements)
        options = {"board": options["board"], "rules": rules}
        if "B" in rules and chance.random() < 0.7:
            options["target"] = chance.choice(TARGETS)
        if "C" in rules and chance.random() < 0.7:
            options["mutations"] = chance.sample(MUTATIONS, 2)
        play(options, chance)


def test_every_power_and_mutation_comes_up() -> None:
    used: set[str] = set()
    chance = random.Random(7)
    for mutations in (["steal", "shift"], ["exchange", "steal"], ["barrier", "steal"]):
        for _ in range(6 * ROUNDS):
            used |= play({"board": random_graph(chance), "rules": "ACD", "mutations": mutations}, chance)
    genes = {"flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"}
    assert genes | {"mutation", "steal", "allow"} <= used


def count(game: Game, state: State, depth: int) -> int:
    """How many sequences of so many events there are, counted one by one."""
    if depth == 0:
        return 1
    events = game.actions(state) + game.outcomes(state)
    return sum(count(game, game.apply(state, event), depth - 1) for event in events)


def count_distinct(game: Game, state: State, depth: int) -> int:
    """How many different states there are after so many events."""
    states = {state}
    for _ in range(depth):
        states = {game.apply(one, event) for one in states for event in game.actions(one) + game.outcomes(one)}
    return len(states)


def test_committed_counts_agree() -> None:
    for position in json.loads(COUNTED.read_text(encoding="utf-8"))["positions"]:
        game = Game(position["options"], ELEMENTS)
        twin, state = game.start(), bw.start("microworld", **position["options"])
        for text in position["moves"].split():
            event = next(one for one in game.actions(twin) + game.outcomes(twin) if game.text(twin, one) == text)
            twin, state = game.apply(twin, event), state.play(text)
        assert state.to_dict() == game.to_dict(twin)
        deep = len(position["counts"]) if ROUNDS > 1 else 3
        for depth in range(1, deep + 1):
            assert count(game, twin, depth) == position["counts"][depth - 1] == state.perft(depth)
            wanted = position["distinct"][depth - 1]
            assert count_distinct(game, twin, depth) == wanted == state.perft(depth, distinct=True)


@pytest.mark.parametrize("seed", range(20))
def test_counts_of_random_positions_agree(seed: int) -> None:
    chance = random.Random(seed)
    options = random_options(chance, elements=seed % 2 == 0)
    game = Game(options, ELEMENTS)
    twin, state = game.start(), bw.start("microworld", **options)
    for _ in range(chance.randrange(40)):
        event = chance.choice(game.actions(twin) + game.outcomes(twin))
        twin, state = game.apply(twin, event), state.play(event)
    depth = 1
    while depth < 5 and 0 < state.perft(depth) < 300:
        assert count(game, twin, depth) == state.perft(depth) == sum(state.divide(depth).values())
        assert count_distinct(game, twin, depth) == state.perft(depth, distinct=True)
        depth += 1
