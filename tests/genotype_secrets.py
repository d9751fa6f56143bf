"""Who has seen which card in a game of Genotype, worked out from its events and the rules page alone."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import boardwright as bw
from genotype_games import TASTES, TOOLS, Data, choose

Viewer = int | str
FUNNEL = "watering-funnel"


@dataclass(frozen=True)
class Draw:
    """A card that its owner alone saw being drawn."""

    index: int
    """Which event of the game it was."""
    seat: int
    deck: str
    card: Any
    epoch: int
    """How often the deck had been made again before."""

    def is_hidden_from(self, viewer: Viewer) -> bool:
        return self.seat != viewer


@dataclass
class Moment:
    """A point of a game: before an event, or at the end."""

    data: dict[str, Any]
    draws: list[Draw]
    """Secret draws whose cards have not been shown since."""
    epochs: dict[str, int]
    decks: dict[str, list[Any]]
    """The cards of a deck, in no order."""
    owner: int | None = None
    """Who alone sees the content of the event that comes now; None: all do."""
    text: str = ""
    """The event that comes now."""
    seed: list[Any] | None = None
    """What a Seed Bag has drawn and its owner has not discarded, as long as it is at work."""

    @property
    def phase(self) -> str:
        return str(self.data["phase"]["name"])

    @property
    def mover(self) -> int:
        return int(self.data["phase"]["mover"])

    def hidden(self, viewer: Viewer, deck: str, seat: int | None = None) -> list[Draw]:
        """Cards in hands, or chosen in secret, that a viewer has not seen."""
        return [
            draw
            for draw in self.draws
            if draw.deck == deck and draw.is_hidden_from(viewer) and seat in (None, draw.seat)
        ]

    def unseen(self, viewer: Viewer, deck: str) -> list[Any]:
        """Cards that may come from a deck, as far as a viewer knows.

        They are those of the deck, and what others drew from it since it was made again (of tools: ever, for of two
        equal ones nobody can tell which was played).
        """
        now = self.epochs[deck]
        drawn = [draw for draw in self.hidden(viewer, deck) if deck == "tools" or draw.epoch == now]
        return sorted([*self.decks[deck], *(draw.card for draw in drawn)])


def plants_in(data: dict[str, Any]) -> list[int]:
    """All plants that lie or are held anywhere, but not in their deck."""
    found = [plant for plant in (*data["display"]["plants"], *data["discards"]["plants"]) if plant is not None]
    for player in data["players"]:
        found += [*player["hand"], *player["harvested"], *(plot["plant"] for plot in player["plots"])]
    if data["johann"] is not None:
        found += [*data["johann"]["harvested"], *(plot["plant"] for plot in data["johann"]["garden"])]
    return found


def tools_in(data: dict[str, Any]) -> list[str]:
    """All tools but those in their deck."""
    found = [tool for tool in (*data["display"]["tools"], *data["discards"]["tools"]) if tool is not None]
    for player in data["players"]:
        found += [*player["tools"], *["flower-pot"] * player["pots"]]
    return found


class Story:
    """A game with what everybody has seen of it."""

    def __init__(self, record: bw.Record, tools: dict[str, int]) -> None:
        self.record = record
        self.tools = [tool for tool in TOOLS for _ in range(tools[tool])]
        self.moments: list[Moment] = []
        self._draws: list[Draw] = []
        self._secret: list[int] = []  # starting plants that are chosen and not shown
        self._dealt = 0
        self._seed: list[Any] | None = None
        self._epochs = {"plants": 0, "tools": 0}
        decks: dict[str, list[Any]] = {"plants": list(range(50)), "tools": self.tools}
        states, events = record.states(), [*record.events(), None]
        for index, (state, action) in enumerate(zip(states, events, strict=True)):
            data = state.to_dict()
            before, decks = decks, self._decks(data)
            for deck in ("plants", "tools"):
                # A deck never grows but by being made again.
                if Counter(decks[deck]) - Counter(before[deck]):
                    self._epochs[deck] += 1
            moment = Moment(data, list(self._draws), dict(self._epochs), decks, seed=self._seed)
            self.moments.append(moment)
            if action is not None:
                moment.text = action.text
                moment.owner = self._see(index, moment, action.to_dict())

    def _decks(self, data: dict[str, Any]) -> dict[str, list[Any]]:
        plants = set(plants_in(data)) | set(self._secret)
        tools = Counter(self.tools) - Counter(tools_in(data))
        return {"plants": [n for n in range(50) if n not in plants], "tools": sorted(tools.elements())}

    def _see(self, index: int, moment: Moment, event: dict[str, Any]) -> int | None:
        """What an event shows, and to whom."""
        data, phase = moment.data, moment.phase
        match event["type"], phase:
            case "card", "card":
                return self._draw(index, moment, event)
            case "plant", "plant":
                self._secret.append(event["plant"])
                return int(data["phase"]["seat"])
            case "plant", "keep":
                seat = int(data["phase"]["seat"])
                self._secret += [plant for plant in data["players"][seat]["hand"] if plant != event["plant"]]
                return seat
            case "shown", _:
                self._secret.remove(event["plant"])
                self._show("plants", event["plant"], int(data["phase"]["seat"]))
            case "plant", "sow" | "discard":
                self._show("plants", event["plant"], moment.mover)
                if phase == "discard" and self._seed is not None:
                    self._seed = [plant for plant in self._seed if plant != event["plant"]]
                    self._seed = self._seed if data["phase"]["left"] > 1 else None
            case "tool", _:
                known: list[str] = data["players"][moment.mover]["known_tools"]
                if event["tool"] not in known:
                    self._show("tools", event["tool"], moment.mover)
                if event["tool"] == "seed-bag":
                    self._seed = []
        return None

    def _draw(self, index: int, moment: Moment, event: dict[str, Any]) -> int | None:
        to = moment.data["phase"]["to"]
        if to not in ("deal", "hand", "seeds"):
            return None
        deck = "plants" if "plant" in event else "tools"
        card = event["plant"] if deck == "plants" else event["tool"]
        seat = moment.mover
        if to == "deal":  # three plants and a tool each
            seat, self._dealt = self._dealt // 4, self._dealt + 1
        if to == "seeds" and self._seed is not None:
            self._seed = [*self._seed, card]
        if card == FUNNEL:  # it is shown and used at once
            return None
        self._draws.append(Draw(index, seat, deck, card, self._epochs[deck]))
        return seat

    def _show(self, deck: str, card: Any, seat: int) -> None:
        """A card is shown; if nobody took it face up, one of the secret ones."""
        for draw in self._draws:
            if (draw.deck, draw.card, draw.seat) == (deck, card, seat):
                self._draws.remove(draw)
                return

    def other_secrets(self, length: int, viewer: Viewer, chance: random.Random) -> bw.Record | None:
        """A game that looks the same to a viewer so far, but cards that it has not seen are other ones.

        None if it can't be: where only a Rake or a Grant in hand makes a thing possible, such as to pay for Franz.
        """
        moment = self.moments[length]
        cards: dict[int, Any] = {}
        for deck in ("plants", "tools"):
            hidden = moment.hidden(viewer, deck)
            for epoch in {draw.epoch for draw in hidden}:
                drawn = [draw for draw in hidden if draw.epoch == epoch]
                pool = [draw.card for draw in drawn]
                if epoch == moment.epochs[deck]:
                    pool += [card for card in moment.decks[deck] if card != FUNNEL]
                chance.shuffle(pool)
                cards |= dict(zip((draw.index for draw in drawn), pool, strict=False))
        dealt = {draw.card: cards[draw.index] for draw in moment.hidden(viewer, "plants") if draw.epoch == 0}
        twin = bw.Record(self.record.start, seed=1, tags={"note": "other"})
        for index, one in enumerate(self.moments[:length]):
            text = one.text
            if index in cards:
                text = f"+p{cards[index]}" if isinstance(cards[index], int) else f"+{cards[index]}"
            elif one.phase in ("plant", "keep") and one.owner != viewer:
                plant = int(text.removeprefix("p"))
                text = f"p{dealt.get(plant, plant)}"
            try:
                twin.push(text)
            except bw.IllegalActionError:
                depends = text.startswith("=") or text in ("pay", "grant", "graft-knife")
                assert depends, f"{text} was possible with other cards that {viewer} has not seen"
                return None
        return twin


def play(options: dict[str, Any], data: Data, chance: random.Random, tastes: list[str]) -> bw.Record:
    """Play a game of players of some tastes."""
    record = bw.Record(bw.start("genotype", **options | data), seed=chance.getrandbits(64), tags={"note": "secret"})
    players = [TASTES[chance.choice(tastes)] for _ in range(record.state.num_players)]
    while not record.state.is_over:
        state = record.state
        if state.is_chance:
            actions, chances = zip(*state.outcomes, strict=True)
            record.push(chance.choices(actions, chances)[0])
        else:
            actions = tuple(state.legal_actions)
            dicts = [action.to_dict() for action in actions]
            place = choose(dicts, str(state.to_dict()["phase"]["name"]), players[state.current_player or 0], chance)
            record.push(actions[place])
    return record
