"""Games of Genotype for tests: data files of one's own, and players who seek the rare situations."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from oracle.genotype import load_data

Data = dict[str, dict[str, Any]]

SHIPPED: Data = load_data(Path(__file__).parents[1] / "rust" / "engine" / "data" / "genotype")

GENOTYPES = ["RR", "Rr", "rr", "GG", "Gg", "gg", "FF", "Ff", "ff", "TT", "Tt", "tt"]
TOOLS = list(SHIPPED["tools"]["counts"])
LETTERS = ["R", "r", "G", "g", "F", "f", "T", "t"]


def tools(**counts: int) -> dict[str, Any]:
    """Only these tools, the first kind with what is missing to 25."""
    named = {name.replace("_", "-"): count for name, count in counts.items()}
    assert sum(named.values()) == 25
    return {"format": 1, "status": "own", "counts": dict.fromkeys(TOOLS, 0) | named}


# Tools that are rare, or that go together, in numbers that never come up with the shipped ones.
FEW_TOOLS: dict[str, dict[str, Any]] = {
    "knives": tools(graft_knife=15, rake=10),
    "knives and brushes": tools(graft_knife=10, pollen_brush=10, rake=5),
    "grants": tools(grant=15, garden_line=4, hand_lens=3, pocket_watch=3),
    "seeds": tools(seed_bag=15, watering_funnel=10),
    "seeds and pots": tools(seed_bag=13, flower_pot=2, grant=5, dissertation=5),
    "brushes": tools(pollen_brush=15, watering_funnel=6, rake=4),
    "papers": tools(dissertation=15, pocket_watch=10),
    "funnels": tools(watering_funnel=15, pollen_brush=5, rake=5),
    "plays": tools(flower_pot=9, seed_bag=8, dissertation=8),
}


def low_prices(chance: random.Random) -> dict[str, Any]:
    """Everything can be bought, some of it for nothing."""
    ranges = [sorted([chance.randrange(4), chance.randrange(4), chance.randint(1, 4)]) for _ in range(4)]
    return {"format": 1, "status": "own", "prices": dict(zip(["plot", "slot", "marker", "hire"], ranges, strict=True))}


def alike_plants(chance: random.Random) -> dict[str, Any]:
    """Plants of few genotypes: they are completed soon, and copies are many."""
    few = [chance.sample(GENOTYPES[3 * colour : 3 * colour + 3], chance.randint(1, 2)) for colour in range(4)]
    cards = []
    for _ in range(50):
        colours = sorted(chance.sample(range(4), chance.choice([2, 2, 2, 3, 4])))
        cards.append({"traits": [chance.choice(few[colour]) for colour in colours], "points": chance.randint(1, 9)})
    return {"format": 1, "status": "own", "cards": cards}


def other_automa(chance: random.Random) -> dict[str, Any]:
    """A deck of Johann's with other letters and arrows, and many De Novo sections."""
    doubles = [*"RGFT", *(chance.choice("RGFT") for _ in range(5))]
    letters = ["mutation", *LETTERS]
    chance.shuffle(doubles)
    chance.shuffle(letters)
    cards = []
    for card, letter, double in zip(SHIPPED["automa"]["cards"], letters, doubles, strict=True):
        single = chance.choice([colour for colour in "RGFT" if colour != double])
        new = {"new": chance.choice("RGFT")} if chance.random() < 0.6 else {}
        cards.append(
            {"action": card["action"], "letter": letter, "pips": chance.randint(1, 3), "single": single}
            | {"double": double}
            | new
        )
    return {"format": 1, "status": "own", "cards": cards}


def own_data(chance: random.Random) -> Data:
    """Data files that lead to rare situations; those that are not in it are the shipped ones."""
    found: Data = {}
    if chance.random() < 0.6:
        found["prices"] = low_prices(chance)
    if chance.random() < 0.6:
        found["tools"] = FEW_TOOLS[chance.choice(list(FEW_TOOLS))]
    if chance.random() < 0.5:
        found["plants"] = alike_plants(chance)
    if chance.random() < 0.5:
        found["automa"] = other_automa(chance)
    return found


# How much more often than others a kind of player does a thing: by its name, by its type, or only in a phase.
Taste = dict[str, float]
TASTES: dict[str, Taste] = {
    kind: {name.strip(): float(weight) for name, weight in (part.split("=") for part in text.split(",") if part)}
    for kind, text in {
        "anything": "",
        "breeder": """
            die=9, new=20, pair=30, pay=20, pass=0.02, done=0.1, tool=9, assistant=9, trait=9, upgrade=9,
            gardening=20, slot=9, second=3, first=4, plant=9, university=6
        """,
        "buyer": """
            upgrade=30, assistant=60, pass=0.02, treasury=20, tool=9, tool-shed=9, done=0.3, gardening=9,
            plant=9, die=3, genes=3, omari=30, goal-2=9, goal-3=9
        """,
        "collector": """
            source=20, nursery=30, tool-shed=30, gardening=20, done=0.2, assistant=9, plant=0.5, tool=0.3,
            upgrade=4
        """,
        "player of tools": """
            tool=60, tool-shed=60, source=3, gardening=30, plant=9, pair=9, nursery=3, done=0.2, pass=0.05,
            upgrade=3
        """,
        "miser": "pass=9, done=9, treasury=30, first=9, second=9, plant=0.2",
        "friend of Omari": """
            hire omari=500, hire=20, omari=99, omari done=0.2, omari tool=50, use rake=0.01, work tool=0.1,
            rest tool=0.1, draw tool=0.1, harvest tool=0.1, sow tool=0.1, tool-shed=20, gardening=20,
            plant=9, omari assistant=30, work assistant=0.1, rest assistant=0.1
        """,
        "gardener": """
            hire eduard=500, hire elisabeth=200, hire anna=200, hire alipius=200, upgrade=20, gardening=90,
            goal=20, treasury=9, plant=20, work assistant=0.1, draw assistant=20, harvest assistant=20,
            sow assistant=20, flower-pot=30, tool=9, work tool=0.1, tool-shed=9
        """,
        "grafter": """
            pick graft-knife=900, knife graft-knife=0.2, pair=3, die=9, knife done=9, done=0.1,
            tool-shed=60, source=9, gardening=20, plant=20, pass=0.1
        """,
        "friend of Franz": """
            hire franz=500, hire=20, die=9, pay=0.02, extra pay=99, full tool=60, pass=0.02, done=0.1,
            treasury=9, tool-shed=60, source=9, gardening=30, plant=20, pick tool=0.1, new=0.01, pair=0.01,
            knife tool=0.01
        """,
        "saver": """
            grant=0.3, upgrade=3, rest tool=9, second=9, tool-shed=60, source=9, gardening=30, plant=5
        """,
    }.items()
}

NAMES = ("tool", "assistant", "space", "upgrade", "tile", "deck")


def names_of(event: dict[str, Any], phase: str) -> list[str]:
    """What an action can be called, the most special name first."""
    kind = str(event["type"])
    names = [kind]
    for what in NAMES:
        if what in event:
            name = str(event[what])
            names = [name, *([name.split("-")[0]] if what == "space" else []), *names]
    if event.get("die") == "new":
        names = ["new", *names]
    if phase == "upgrade" and kind == "assistant":
        names = [f"hire {event['assistant']}", "hire", *names]
    return [f"{phase} {name}" for name in names] + names


def choose(events: list[dict[str, Any]], phase: str, taste: Taste, chance: random.Random) -> int:
    """The place of the action that a player of a taste takes in a phase."""
    weights = [next((taste[name] for name in names_of(event, phase) if name in taste), 1) for event in events]
    return chance.choices(range(len(events)), weights)[0]
