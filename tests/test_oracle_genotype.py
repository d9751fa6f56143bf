"""Genotype against its independent reference player, event by event over whole games.

`BOARDWRIGHT_ORACLE_GAMES` sets how many pairs of games are played with each set of options (default 1), and
`BOARDWRIGHT_ORACLE_FIRST` the number of the first game (default 0): other numbers are other games.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import boardwright as bw
from genotype_games import FEW_TOOLS, NAMES, SHIPPED, TASTES, Data, choose, names_of, own_data
from oracle.genotype import Game, State
from oracle.genotype_johann import SPECIAL, UPGRADES

ROUNDS = int(os.environ.get("BOARDWRIGHT_ORACLE_GAMES", "1"))
FIRST = int(os.environ.get("BOARDWRIGHT_ORACLE_FIRST", "0"))

# What both sides tell of a position.
PARTS = ["game", "format", "options", "round", "first", "players", "display", "discards", "spaces", "own_spaces"]
PARTS += ["coins", "tiles", "dice", "goals", "prices", "stock", "johann"]

# And of a phase: whose turn it is, and these.
FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("plant", "keep", "funnel"), ("seat",)),
    **dict.fromkeys(("tile", "omari", "roll", "pair"), ("colour",)),
    **{
        "shown": ("seat", "what"),
        "validate": ("by",),
        "draw": ("left", "of"),
        "source": ("for",),
        "discard": ("left",),
    },
    **{"any": ("colour",), "copies": ("genotype",), "pick": ("kind", "knife"), "use": ("colour", "die")},
    **{"upgrade": ("discount",), "automa": ("for",)},
}

OPTIONS: list[dict[str, Any]] = [
    *({"players": 1, "difficulty": difficulty} for difficulty in ("easy", "standard", "hard")),
    *({"players": 1, "difficulty": "hard", "johann": name} for name in SPECIAL),
    *({"players": players} for players in (2, 3, 4, 5)),
    *({"players": players, "first_seat": "random"} for players in (2, 3, 4, 5)),
    *({"players": players, "first_seat": players - 1} for players in (2, 3, 4, 5)),
]


def key(value: Any) -> str:
    """A dict form in a form that can be compared as a member of a set."""
    return json.dumps(value, sort_keys=True)


class Pair:
    """A game on both sides, with the situations that have come up."""

    def __init__(self, options: dict[str, Any], data: Data) -> None:
        self.game = Game(options | data, SHIPPED | data)
        self.twin: State = self.game.start()
        self.state = bw.start("genotype", **options | data)
        self.now: dict[str, Any] = {}
        self.past: list[dict[str, Any]] = []
        self.met: Counter[str] = Counter()
        self.compare()

    @property
    def phase(self) -> str:
        return str(self.now["phase"]["name"])

    def phase_for_tastes(self) -> str:
        """The phase; a pick with a Graft Knife, and the question for one when all slots are full, have names too."""
        if self.now["phase"].get("knife"):
            return "extra"
        player = self.now["players"][self.state.turn_seat]
        slots = 3 + player["new_slots"] + player["temporary"] + 2 * ("franz" in player["used"])
        return "full" if self.phase == "knife" and player["dice"] == slots else self.phase

    def events(self) -> dict[str, tuple[bw.Action, float]]:
        """The events of both sides, which must be the same, with the chances of those of chance."""
        actor = self.game.actor(self.twin)
        if self.state.is_over:
            assert actor == "over"
            return {}
        if self.state.is_chance:
            assert actor == "chance"
            wanted = {key(event): weight for event, weight in self.game.outcomes(self.twin)}
            total = sum(wanted.values())
            found = {key(action.to_dict()): (action, chances) for action, chances in self.state.outcomes}
            assert found.keys() == wanted.keys()
            for name, (_, chances) in found.items():
                assert chances == pytest.approx(wanted[name] / total)
            return found
        assert actor == self.state.current_player
        found = {key(action.to_dict()): (action, 1.0) for action in self.state.legal_actions}
        assert found.keys() == {key(event) for event in self.game.actions(self.twin)}
        return found

    def play(self, event: dict[str, Any], action: bw.Action) -> None:
        """Play an event on both sides, and compare what is there then."""
        before = self.now
        self.state, self.twin = self.state.play(action), self.game.apply(self.twin, event)
        self.compare()
        self.met.update(situations(event, before, self.now, self.past))
        if event["type"] != "card":
            self.past = [*self.past, event][-3:]

    def compare(self) -> None:
        self.now = found = self.state.to_dict()
        wanted = self.game.to_dict(self.twin)
        assert self.phase == wanted["phase"]["name"]
        turn = () if self.state.is_chance or self.state.is_over or "seat" in found["phase"] else ("mover",)
        for field in (*FIELDS.get(self.phase, ()), *turn):
            assert found["phase"].get(field) == wanted["phase"].get(field), field
        if found["johann"] is not None:  # it is of use within a phase only
            del found["johann"]["passed"]
        # The reference keeps the starting plants in the hands until they are shown.
        secret = self.phase in ("plant", "keep", "shown")
        for part in PARTS:
            if not (secret and part in ("players", "discards")):
                assert found[part] == wanted[part], part
        assert self.state.scores == self.game.scores(self.twin)[: self.state.num_players]

    def end(self) -> None:
        """Compare how the game ended; Johann's points are among the figures only, for he has no seat."""
        assert self.state.winners == self.game.winners(self.twin)
        scores, seats = self.game.scores(self.twin), self.state.num_players
        points: Any = self.state.analyse("points")
        assert [one["total"] for one in points] == scores
        if seats > 1:
            won = [seat in self.state.winners for seat in range(seats)]
            wanted = [(seats * wins / sum(won) - 1) / (seats - 1) for wins in won]
            assert self.state.returns == pytest.approx(wanted)
            return
        # T52, T66: a tie goes by the completed plants, and can be shared.
        own = scores[0], len(self.now["players"][0]["harvested"])
        his = scores[1], len(self.now["johann"]["harvested"])
        assert self.state.returns == [(own > his) - (own < his)]


def situations(
    event: dict[str, Any], before: dict[str, Any], after: dict[str, Any], past: list[dict[str, Any]]
) -> Iterator[str]:
    """What is seldom enough to make sure that it comes up."""
    kind, phase = event["type"], before["phase"]["name"]
    yield from (f"phase {phase}", f"event {kind}")
    yield from (f"{phase}: {event[what]}" for what in NAMES if what in event and kind != "card")
    for deck in ("plants", "tools", "assistants"):
        if len(before["discards"][deck]) > len(after["discards"][deck]):
            yield f"{deck} made again"
            if phase == "card" and after["phase"]["name"] == "card" and deck == "plants":
                yield f"plants made again for {after['phase']['to']}"
    names = [names_of(one, "")[-1] for one in past]
    if phase == "upgrade" and kind in ("upgrade", "assistant") and names[-2:] == ["tool", "tool"]:
        yield "two grants"
    if phase == "pick" and before["phase"]["knife"]:
        yield f"knife and {kind}"
    if phase == "knife" and kind == "tool" and "graft-knife" in str(past):
        yield "knife after a knife"
    if phase == "use" and kind in ("tool", "assistant") and before["phase"]["die"] == "new":
        yield f"{event[kind]} and a De Novo die"
    if phase == "copies" and kind in ("tool", "assistant") and "rake" in str(past[-2]):
        yield f"{event[kind]} after a rake"
    seat = after["phase"].get("mover", after.get("mover"))
    if after["phase"]["name"] == "work" and seat is not None:
        player = after["players"][seat]
        if "eduard" in player["assistants"] and 7 not in [plot["plot"] for plot in player["plots"]]:
            yield "no plant for Eduard"
        if player["markers"] == 5:
            yield "five markers"
    if phase == "work" and event.get("space") == "nursery" and after["phase"]["name"] != "draw":
        yield "no plant in the nursery"
    if kind == "automa" and "nursery" in after["spaces"] and "nursery" not in before["spaces"]:
        if len(before["johann"]["garden"]) == 4:
            yield "Johann's fifth plant"
        if before["display"]["plants"] == [None] * 3:
            yield "no plant for Johann to see"
    for what, stock in after["stock"].items():
        if stock == 0:
            yield f"{what} sold out"


def play(options: dict[str, Any], data: Data, chance: random.Random, tastes: list[str]) -> Counter[str]:
    """Play a game in both; gives the situations that came up."""
    pair = Pair(options, data)
    players = [TASTES[chance.choice(tastes)] for _ in range(pair.state.num_players)]
    while events := pair.events():
        names = sorted(events)
        dicts = [json.loads(name) for name in names]
        if pair.state.is_chance:
            place = chance.choices(range(len(names)), [events[name][1] for name in names])[0]
        else:
            place = choose(dicts, pair.phase_for_tastes(), players[pair.state.current_player or 0], chance)
        pair.play(dicts[place], events[names[place]][0])
    pair.end()
    return pair.met


def play_many(options: dict[str, Any], number: int) -> Counter[str]:
    """Play a game, most of them with data of one's own."""
    chance = random.Random(f"{options} {number}")
    return play(options, own_data(chance) if number % 3 else {}, chance, list(TASTES))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_games_agree(options: dict[str, Any]) -> None:
    for number in range(FIRST, FIRST + 2 * ROUNDS):
        play_many(options, number)


PRICES = {
    "none": [[0, 0, 1]] * 4,
    "high": [[5, 5, 6]] * 4,
    "plots and assistants": [[0, 0, 1], [9, 9, 9], [9, 9, 9], [0, 0, 1]],
}


def prices(name: str) -> dict[str, Any]:
    """A data file of prices."""
    return {"format": 1, "status": "own", "prices": dict(zip(UPGRADES, PRICES[name], strict=True))}


# Where the rare situations are less rare.
RARE: list[tuple[dict[str, Any], dict[str, str], list[str]]] = [
    ({"players": 2}, {"tools": "knives"}, ["grafter"]),
    ({"players": 2}, {"tools": "knives", "prices": "plots and assistants"}, ["friend of Franz"]),
    ({"players": 2}, {"tools": "knives and brushes", "prices": "none"}, ["breeder", "friend of Omari"]),
    ({"players": 2}, {"tools": "plays", "prices": "none"}, ["friend of Omari"]),
    ({"players": 3}, {"tools": "plays", "prices": "none"}, ["gardener", "player of tools"]),
    ({"players": 5}, {"tools": "seeds", "prices": "none"}, ["collector"]),
    ({"players": 2}, {"tools": "grants", "prices": "high"}, ["saver"]),
    ({"players": 1}, {"tools": "seeds", "prices": "none"}, ["collector", "gardener"]),
    ({"players": 1, "difficulty": "hard"}, {"prices": "none"}, ["buyer"]),
    ({"players": 4}, {"tools": "brushes", "prices": "none"}, ["breeder"]),
]

FREE_PLAYS = ("seed-bag", "dissertation", "flower-pot", "elisabeth", "anna")
WANTED = {
    *(f"{phase}: {name}" for phase in ("work", "draw", "harvest", "sow", "omari", "rest") for name in FREE_PLAYS),
    *("rest: hand-lens", "rest: pocket-watch", "rest: garden-line", "upgrade: grant", "two grants"),
    *("use: rake", "omari: rake", "use: maria", "omari: maria", "copies: pollen-brush", "copies: may", "event pay"),
    *("pick: graft-knife", "knife: graft-knife", "knife after a knife", "knife and pair", "knife and die"),
    *("knife and pay", "pollen-brush after a rake", "rake and a De Novo die", "maria and a De Novo die"),
    *("plants made again", "plants made again for seeds", "plants made again for display"),
    *("tools made again", "assistants made again"),
    *("no plant for Eduard", "no plant in the nursery", "Johann's fifth plant"),
    *("five markers", "plots sold out", "slots sold out"),
}


def test_rare_situations_come_up_and_agree() -> None:
    missing, games = set(WANTED), 0
    while missing:
        options, names, tastes = RARE[games % len(RARE)]
        chance = random.Random(games)
        data: Data = {}
        if "tools" in names:
            data["tools"] = FEW_TOOLS[names["tools"]]
        if "prices" in names:
            data["prices"] = prices(names["prices"])
        missing -= set(play(options, data, chance, tastes))
        games += 1
        assert games < 300, missing


def test_only_two_pots_are_in_play() -> None:
    """There is room for two; the shipped tools have no more."""
    chance, most, waited = random.Random(1), 0, False
    for _ in range(6):
        pair = Pair({"players": 2}, {"tools": FEW_TOOLS["plays"], "prices": prices("none")})
        while events := pair.events():
            names = sorted(events)
            pots = [name for name in names if "flower-pot" in name and not pair.state.is_chance]
            name = chance.choice(pots or names)
            pair.play(json.loads(name), events[name][0])
            for player in pair.now["players"]:
                most = max(most, player["pots"])
                waited |= player["pots"] == 2 and "flower-pot" in player["tools"]
    assert most == 2
    assert waited
