"""Who has seen which token and tile in a game of Microworld, worked out from its events and the rules page alone."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import boardwright as bw
from oracle.microworld import random_graph

GENES = ["flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"]
MUTATIONS = ["bonus", "majority", "barrier", "steal", "exchange", "shift"]
TARGETS = ["bone-lover", "15-points", "chain-of-cells", "four-genes"]


class Step(NamedTuple):
    """An event of a game, and who sees what it is about: a seat, or everybody."""

    event: dict[str, Any]
    owner: int | None

    def is_seen_by(self, viewer: int | str) -> bool:
        return self.owner is None or self.owner == viewer


def play(options: dict[str, Any], chance: random.Random) -> bw.Record:
    """Play a random game: some save their genes up, others use what they have."""
    record = bw.Record(bw.start("microworld", **options), seed=chance.getrandbits(64), tags={"note": "secret"})
    thrift = chance.choice([0.1, 0.5, 0.95])
    while not record.state.is_over:
        state = record.state
        events = [event for event, _ in state.outcomes] if state.is_chance else list(state.legal_actions)
        if not state.is_chance:
            plain = [event for event in events if event.to_dict()["type"] in ("place", "end")]
            events = plain if plain and chance.random() < thrift else events
        record.push(chance.choice(events))
    return record


def random_game(options: dict[str, Any], seed: int) -> tuple[bw.Record, random.Random]:
    """Play a game on a random board: four elements, or any graph."""
    chance = random.Random(f"{options} {seed}")
    elements = bw.microworld.random_board(chance.getrandbits(64))
    return play({"board": chance.choice([elements, random_graph(chance)]), **options}, chance), chance


def story(record: bw.Record) -> list[Step]:
    """The events of a game, with who sees them according to the rules page."""
    steps = []
    for state, action in zip(record.states(), record.events(), strict=False):
        data, event = state.to_dict(), action.to_dict()
        owner = data["phase"].get("seat", data["seat"]) if event["type"] in ("draw", "tile", "keep") else None
        steps.append(Step(event, owner))
    return steps


def other_names(names: list[str], seen: set[str], chance: random.Random) -> dict[str, str]:
    """Other names for those that were not seen."""
    unseen = [name for name in names if name not in seen]
    others = list(unseen)
    for _ in range(4):  # until most of them differ
        chance.shuffle(others)
        if sum(one == other for one, other in zip(unseen, others, strict=True)) < 2:
            break
    return dict(zip(unseen, others, strict=True))


def other_secrets(record: bw.Record, steps: list[Step], viewer: int | str, chance: random.Random) -> bw.Record:
    """A game that looks the same to a viewer so far: tokens, tiles and choices that it has not seen are other ones."""
    seen = [step.event for step in steps if step.is_seen_by(viewer)]
    genes = other_names(GENES, {event["gene"] for event in seen if "gene" in event}, chance)
    tiles = other_names(MUTATIONS, {event["mutation"] for event in seen if "mutation" in event}, chance)
    twin = bw.Record(record.start, seed=1, tags={"note": "other", "event": "of other names"})
    for step in steps:
        event = dict(step.event)
        if "gene" in event:
            event["gene"] = genes.get(event["gene"], event["gene"])
        if "mutation" in event:
            event["mutation"] = tiles.get(event["mutation"], event["mutation"])
        try:
            twin.push(event)
        except bw.IllegalActionError as error:
            message = f"with secrets that {viewer} can't tell from the true ones, {event} can't happen: {error}"
            raise AssertionError(message) from error
    return twin
