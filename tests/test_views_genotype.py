"""Genotype shows each viewer what it is entitled to know, and nothing that depends on anything else.

`BOARDWRIGHT_VIEW_GAMES` sets how many games are played with each set of options (default 1).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

import boardwright as bw
from genotype_games import FEW_TOOLS, SHIPPED, TASTES, Data, alike_plants
from genotype_secrets import FUNNEL, Moment, Story, Viewer, play
from shown import differing, facts, record_facts

GAMES = int(os.environ.get("BOARDWRIGHT_VIEW_GAMES", "1"))

# Reshuffles of the plant deck after these are not told apart: with the shipped data there are hardly ever more.
TOLD_APART = 3

# Some decks are made again often: many draw from them.
OPTIONS: list[tuple[dict[str, Any], str | None]] = [
    ({"players": 1}, None),
    ({"players": 1, "difficulty": "hard"}, "seeds"),
    ({"players": 2}, None),
    ({"players": 2, "first_seat": "random"}, "knives and brushes"),
    ({"players": 3}, "seeds and pots"),
    ({"players": 4}, None),
    ({"players": 5}, "seeds"),
]

# Moves to be asked about, whatever the position.
TEXTS = (
    *("genes-R", "first-T", "second", "goal-2", "treasury", "university-1", "nursery", "tool-shed", "gardening"),
    *("slot", "omari", "<plants", "<plants0", "<tools", "<tools1", "p0", "p17", "p49", "p?", "+?", "+p3", "+rake"),
    *(*SHIPPED["tools"]["counts"], "anna", "franz", "may", "@0R", "@1T", "=Rr", "=R*", "*Rr", "*G*", "goal=r"),
    *("left-dominant", "leave", "buy-plot", "pay", "done", "pass", "shown=p5", "I", "new", "automa3", "seat1"),
    *("genes-R leave done", "p? p?", "done done", "", "?", "+watering-funnel", "p50", "nursery <plants +?"),
)


def random_game(options: dict[str, Any], tools: str | None, seed: int) -> tuple[Story, random.Random]:
    """Play a game, often with plants that are soon complete, and work out who has seen what."""
    chance = random.Random(f"{options} {tools} {seed}")
    data: Data = {} if tools is None else {"tools": FEW_TOOLS[tools]}
    if seed % 2:
        data["plants"] = alike_plants(chance)
    record = play(options, data, chance, list(TASTES))
    return Story(record, data.get("tools", SHIPPED["tools"])["counts"]), chance


def viewers(story: Story) -> list[Viewer]:
    """Everybody who might look at a game."""
    return [*range(story.record.state.num_players), "spectator"]


@pytest.mark.parametrize(("options", "tools"), OPTIONS, ids=str)
def test_views_depend_on_what_their_viewer_knows_only(options: dict[str, Any], tools: str | None) -> None:
    differed = 0
    for seed in range(GAMES):
        story, chance = random_game(options, tools, seed)
        states, events = story.record.states(), story.record.events()
        # The set-up is full of secrets; later some moments, and all with a Seed Bag at work.
        lengths = [n for n, one in enumerate(story.moments) if chance.random() < (0.1 if one.seed else 0.02)]
        setup = [n for n, one in enumerate(story.moments) if one.phase in ("plant", "keep", "shown", "funnel")]
        for length in {*lengths, *chance.sample(setup, 3), len(events)}:
            asked = chance.sample(viewers(story), 2)
            for viewer in viewers(story):
                twin = story.other_secrets(length, viewer, chance)
                if twin is None:
                    continue
                state, other = states[length], twin.state
                differed += state != other
                assert state.view(viewer) == other.view(viewer)
                if viewer not in asked:
                    continue
                pictures = chance.random() < 0.3
                one, two = (facts(it.view(viewer), TEXTS, pictures=pictures) for it in (state, other))
                assert differing(one, two) == []
                # What is computed for a seat from the full state knows no more.
                if isinstance(viewer, int):
                    tensors = [it.observation_tensor(viewer).tobytes() for it in (state, other, state.view(viewer))]
                    assert len(set(tensors)) == 1
    assert differed > 10 * GAMES or options["players"] == 1


@pytest.mark.parametrize(("options", "tools"), OPTIONS, ids=str)
def test_views_are_told_what_their_viewer_sees(options: dict[str, Any], tools: str | None) -> None:
    """A view that is told what happened, secrets and all, knows no more than one made afresh."""
    for seed in range(GAMES):
        story, chance = random_game(options, tools, seed + 10)
        states, events = story.record.states(), story.record.events()
        for viewer in viewers(story):
            along = states[0].view(viewer)
            for moment, state, action in zip(story.moments, states[1:], events, strict=False):
                told: list[Any] = [action, action.text, action.to_dict()]
                if moment.owner not in (None, viewer):
                    told += ["+?" if action.kind == "chance" else "p?"]
                along = along.play(chance.choice(told))
                view = state.view(viewer)
                assert along == view
                assert along.last_action == view.last_action
                assert along.last_action_dict() == view.last_action_dict()
                assert along.to_json() == view.to_json()


@pytest.mark.parametrize(("options", "tools"), OPTIONS, ids=str)
def test_records_depend_on_what_their_viewer_knows_only(options: dict[str, Any], tools: str | None) -> None:
    story, chance = random_game(options, tools, 20)
    events = story.record.events()
    for length in (chance.randrange(20, 40), chance.randrange(len(events)), len(events)):
        one = bw.Record(story.record.start, seed=2, tags={"note": "secret"})
        for action in events[:length]:
            one.push(action)
        for viewer in chance.sample(viewers(story), 2):
            two = story.other_secrets(length, viewer, chance)
            if two is not None:
                pictures = length < 60
                seen = [record_facts(it.redact(viewer), pictures=pictures) for it in (one, two)]
                assert differing(*seen) == []


def known_to(viewer: Viewer, moment: Moment) -> dict[str, Any]:
    """What the rules page says that a viewer knows of a position."""
    known = {**moment.data, "viewer": f"seat {viewer}" if isinstance(viewer, int) else viewer}
    known["players"], phase = [], dict(moment.data["phase"])
    for seat, player in enumerate(moment.data["players"]):
        secret = {
            deck: Counter(draw.card for draw in moment.hidden(viewer, deck, seat)) for deck in ("plants", "tools")
        }
        hand = [card for card in player["hand"] if card not in secret["plants"]]
        tools, left = [], Counter(player["tools"]) - secret["tools"]
        for tool in dict.fromkeys(player["tools"]):
            tools += [tool] * left[tool]
        hidden = len(player["hand"]) - len(hand), len(player["tools"]) - len(tools)
        known["players"].append({**player, "hand": hand + ["?"] * hidden[0], "tools": tools + ["?"] * hidden[1]})
    if "seeds" in phase and viewer != moment.mover:
        del phase["seeds"]
    if "chosen" in phase:
        phase["chosen"] = [
            chosen if seat == viewer else [None if plant is None else "?" for plant in chosen]
            for seat, chosen in enumerate(phase["chosen"])
        ]
    known["phase"] = phase
    if "epochs" in known:
        known["epochs"] = epochs_of(viewer, moment, known["players"])
    return known


def epochs_of(viewer: Viewer, moment: Moment, players: list[dict[str, Any]]) -> dict[str, Any]:
    """After which reshuffle the plants in hands were drawn, and which of earlier ones are in hands unseen."""
    now = moment.epochs["plants"]
    found: dict[str, Any] = {"reshuffles": now, "hands": []}
    for seat, player in enumerate(players):
        drawn = {draw.card: draw.epoch for draw in moment.draws if draw.deck == "plants" and draw.seat == seat}
        hidden = sorted(draw.epoch for draw in moment.hidden(viewer, "plants", seat))
        known = [None if plant in player["known"] else drawn[plant] for plant in player["hand"] if plant != "?"]
        found["hands"].append(known + hidden)
    earlier = [draw for draw in moment.hidden(viewer, "plants") if draw.epoch < now]
    if earlier:
        pools = [sorted(draw.card for draw in earlier if draw.epoch == epoch) for epoch in range(now)]
        found["pools"] = pools
    return found


def possible_outcomes(viewer: Viewer, moment: Moment) -> dict[Any, float] | None:
    """What chance can bring, going by what is known; None if the viewer knows as much as anybody."""
    phase = moment.data["phase"]
    match phase["name"]:
        case "card" if phase["of"] == "plants":
            cards = moment.unseen(viewer, "plants")
            return {card: 1 / len(cards) for card in cards}
        case "card" if phase["of"] == "tools":
            # A tool that nobody has shown is no Watering Funnel: they are all in the deck.
            deck, hidden = len(moment.decks["tools"]), len(moment.hidden(viewer, "tools"))
            counts = Counter(moment.unseen(viewer, "tools"))
            funnels = counts.pop(FUNNEL, 0)
            chances = {tool: count / (deck + hidden - funnels) for tool, count in counts.items()}
            found = {tool: part * (deck - funnels) / deck for tool, part in chances.items()}
            found[FUNNEL] = funnels / deck
            return {tool: part for tool, part in found.items() if part > 0}
        case "shown":
            seat, what = phase["seat"], phase["what"] == "discarded"
            plant = phase["chosen"][seat][what]
            if plant in {draw.card for draw in moment.hidden(viewer, "plants", seat)}:
                cards = moment.unseen(viewer, "plants")
                return {card: 1 / len(cards) for card in cards}
            return {plant: 1}
    return None


@pytest.mark.parametrize(("options", "tools"), OPTIONS, ids=str)
def test_views_hold_all_that_their_viewer_may_know(options: dict[str, Any], tools: str | None) -> None:
    met: Counter[str] = Counter()
    for seed in range(2 * GAMES):
        story, _ = random_game(options, tools, seed + 30)
        for moment, state in zip(story.moments, story.record.states(), strict=True):
            for viewer in viewers(story):
                view = state.view(viewer)
                wanted = possible_outcomes(viewer, moment)
                if moment.epochs["plants"] <= TOLD_APART:
                    assert view.to_dict() == known_to(viewer, moment)
                if wanted is not None and moment.epochs["plants"] <= TOLD_APART:
                    found = {event_card(action.to_dict()): part for action, part in view.outcomes}
                    assert found == pytest.approx(wanted)
                    met["outcomes"] += 1
                # Whoever is to act knows what it can do; others know what it might be.
                own, seen = set(state.legal_actions.ids), set(view.legal_actions.ids)
                assert own == seen if state.current_player == viewer else own <= seen
                met["more for others"] += own < seen
                met["hidden plants"] += bool(moment.hidden(viewer, "plants"))
                met["hidden tools"] += bool(moment.hidden(viewer, "tools"))
                met["before a reshuffle"] += any(
                    draw.epoch < moment.epochs["plants"] for draw in moment.hidden(viewer, "plants")
                )
                met["seeds of others"] += bool(moment.seed) and viewer != moment.mover
    assert met["outcomes"]
    if options["players"] > 1:
        assert met["more for others"]
        assert met["hidden plants"]
        assert met["hidden tools"]
    if options["players"] == 5:
        assert met["before a reshuffle"]
        assert met["seeds of others"]


def event_card(event: dict[str, Any]) -> Any:
    """The card of an event of chance."""
    return event.get("plant", event.get("tool"))


@pytest.mark.parametrize(("options", "tools"), OPTIONS, ids=str)
def test_completions_fit_and_can_be_played(options: dict[str, Any], tools: str | None) -> None:
    for seed in range(GAMES):
        story, chance = random_game(options, tools, seed + 40)
        states, rng = story.record.states(), bw.Rng(seed)
        for length, moment in enumerate(story.moments):
            if chance.random() > 0.1 and not moment.seed:
                continue
            viewer = chance.choice(viewers(story))
            view = states[length].view(viewer)
            full = view.complete(rng)
            assert full.viewer == "everything"
            assert full.view(viewer).to_json() == view.to_json()
            assert bw.State.from_dict(full.to_dict()) == full
            assert full.playout(rng).is_over
            data = full.to_dict()
            for seat, player in enumerate(data["players"]):
                if seat == viewer:
                    assert player == moment.data["players"][seat]
                # T27: who has a Watering Funnel has shown it.
                secret = Counter(player["tools"]) - Counter(player["known_tools"])
                assert secret[FUNNEL] == 0
            now = moment.epochs["plants"]
            if now > TOLD_APART:
                continue
            pools: dict[int, set[int]] = {now: set(moment.unseen(viewer, "plants"))}
            for draw in moment.hidden(viewer, "plants"):
                pools.setdefault(draw.epoch, set()).add(draw.card)
            for seat, player in enumerate(data["players"]):
                if "epochs" in data and seat != viewer:
                    cards = zip(player["hand"], data["epochs"]["hands"][seat], strict=True)
                    assert all(epoch is None or plant in pools[epoch] for plant, epoch in cards)


@pytest.mark.parametrize(("options", "tools"), OPTIONS[2:], ids=str)
def test_views_can_not_pose_as_those_of_others(options: dict[str, Any], tools: str | None) -> None:
    refused = 0
    story, chance = random_game(options, tools, 50)
    states = story.record.states()
    for state in (*states[12:60:4], *chance.sample(states, 10)):
        for viewer in viewers(story):
            data = state.view(viewer).to_dict()
            for other in (*viewers(story), "everything"):
                posing = data | {"viewer": f"seat {other}" if isinstance(other, int) else other}
                try:
                    twin = bw.State.from_dict(posing)
                except bw.SetupError:
                    # What the other one must know is not in there, or what it can't know is.
                    assert other != viewer
                    refused += 1
                else:
                    assert twin == state.view(other), "nothing was missing"
    assert refused > 20


# Two seats are dealt plants 9 to 14, a Rake and a Watering Funnel.
DEAL = "+p0 +p1 +p2 +seed-bag +grant +watering-funnel +anna +may +omari"
HANDS = "+p9 +p10 +p11 +rake +p12 +p13 +p14 +watering-funnel"


def hands(view: bw.State) -> list[Any]:
    """Hands and tools of both seats."""
    return [player[key] for player in view.to_dict()["players"] for key in ("hand", "tools")]


def play_texts(record: bw.Record, texts: str) -> list[bw.State]:
    """Play some events; gives the views of both seats and of a spectator."""
    for text in texts.split():
        record.push(text)
    return [record.state.view(viewer) for viewer in (0, 1, "spectator")]


def test_the_secrets_of_a_game_to_the_letter() -> None:
    """A game written out, with what each seat may know after each step."""
    record = bw.Record(bw.start("genotype"))
    seen = play_texts(record, f"{DEAL} {HANDS}")
    funnel = ["watering-funnel"]
    hidden = ["?", "?", "?"]
    assert [hands(view) for view in seen] == [
        [[9, 10, 11], ["rake"], hidden, funnel],
        [hidden, ["?"], [12, 13, 14], funnel],
        [hidden, ["?"], hidden, funnel],
    ]
    # Seat 0 plants 10 and keeps 9; seat 1 plants 12 and keeps 14.
    seen = play_texts(record, "p10 p9 p12 p14")
    assert [hands(view)[::2] for view in seen] == [[[9], ["?"]], [["?"], [14]], [["?"], ["?"]]]
    chosen = [view.to_dict()["phase"]["chosen"] for view in seen]
    hidden_choice = ["?", "?"]
    assert chosen == [[[10, 11], hidden_choice], [hidden_choice, [12, 13]], [hidden_choice, hidden_choice]]
    assert [len(view.outcomes) for view in seen] == [1, 44, 47], "any plant that is not seen may be shown"
    texts = [turn[2] for turn in record.redact("spectator").turns()]
    assert texts[0].split()[9:21] == [*["+?"] * 7, "+watering-funnel", *["p?"] * 4]
    seen = play_texts(record, "shown=p10 shown=p11 shown=p12 shown=p13 @0F")
    for view in seen:
        data = view.to_dict()
        assert [player["plots"][0]["plant"] for player in data["players"]] == [10, 12]
        assert data["discards"] == {"plants": [11, 13], "tools": funnel, "assistants": []}

    # Seat 0 takes a Seed Bag that everybody sees, and has a Rake that nobody knows.
    seen = play_texts(record, "tool-shed <tools0")
    assert [hands(view)[1] for view in seen] == [["seed-bag", "rake"], ["seed-bag", "?"], ["seed-bag", "?"]]
    assert [view.to_dict()["players"][0]["known_tools"] for view in seen] == [["seed-bag"]] * 3
    # It draws five plants and discards three of them: the others know of two of the five only that they are no others.
    seen = play_texts(record, "seed-bag +p20 +p21 +p22 +p23 +p24")
    assert [view.to_dict()["phase"].get("seeds") for view in seen] == [[20, 21, 22, 23, 24], None, None]
    assert len(seen[0].legal_actions) == 5
    assert len(seen[1].legal_actions) == 50 - 3 - 4 - 1, "all but those that lie open and its own"
    seen = play_texts(record, "p20 p22 p24 done nursery <plants1 <plants +p30")
    assert [hands(view)[0] for view in seen] == [[9, 21, 23], ["?"] * 3, ["?"] * 3]
    assert [hands(view)[2] for view in seen] == [[1, "?", "?"], [1, 14, 30], [1, "?", "?"]]
    assert [view.to_dict()["players"][1]["known"] for view in seen] == [[1]] * 3
    # What was seen on the way is known, what was not is not.
    assert record.redact(0).events()[-1].text == "+?"
    assert record.redact(1).events()[-1].text == "+p30"
    # Sown, a plant is open to all, from wherever it came.
    seen = play_texts(record, "gardening <plants +p31 done p23 done done")
    assert [hands(view)[0] for view in seen] == [[9, 21, 31], ["?"] * 3, ["?"] * 3]
    assert all(view.to_dict()["players"][0]["plots"][1]["plant"] == 23 for view in seen)
    # A tool from the deck is its owner's secret, too.
    seen = play_texts(record, "gardening <tools +pollen-brush")
    assert [hands(view)[3] for view in seen] == [["?"], ["pollen-brush"], ["?"]]
    assert [record.redact(viewer).events()[-1].text for viewer in (0, 1, "spectator")] == ["+?", "+pollen-brush", "+?"]
