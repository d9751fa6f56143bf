"""What Python has for Genotype alone: typed starts, figures about positions, dict forms, the tensor."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, prod
from typing import Any, assert_type

import numpy as np
import pytest

import boardwright as bw
from boardwright import genotype
from helpers import GENOTYPE_SETUPS, random_walk

GENOTYPES = ["RR", "Rr", "rr", "GG", "Gg", "gg", "FF", "Ff", "ff", "TT", "Tt", "tt"]

# Some of all kinds: four of several players, then four of one.
SETUPS: list[dict[str, Any]] = [*GENOTYPE_SETUPS[:4], *GENOTYPE_SETUPS[5:7], *GENOTYPE_SETUPS[8:10]]


def walks(plies: int = 400) -> list[bw.State]:
    """Some states of a random game of each kind."""
    states = []
    for seed, options in enumerate(SETUPS):
        states += random_walk(options, seed, plies, "genotype")[:: 7 + seed]
    return states


def ends() -> list[bw.State]:
    """The end of a random game of each kind."""
    return [genotype.start(**options).playout(bw.Rng(seed)) for seed, options in enumerate(SETUPS)]


def test_typed_start() -> None:
    state = genotype.start()
    assert_type(state, bw.State)
    assert state == bw.start("genotype")
    assert genotype.start(4, first_seat="random").options["first_seat"] == "random"
    assert genotype.start(3, seed=7) == bw.start("genotype", seed=7, players=3)
    solo = genotype.start(1, difficulty="hard", johann="may", seed=3)
    assert solo.to_dict()["johann"]["special"] == "may"
    assert solo.num_players == 1
    prices = {"format": 1, "prices": {"plot": [0, 1, 2], "slot": [3, 3, 3], "marker": [1, 2, 3], "hire": [0, 0, 9]}}
    assert genotype.start(prices=prices).to_dict()["prices"] == [1, 3, 2, 0]
    with pytest.raises(bw.SetupError) as caught:
        genotype.start(3, difficulty="hard", johann="may")
    assert {problem.path for problem in caught.value.problems} == {"difficulty", "johann"}


def test_starts_draw_what_comes_first() -> None:
    state = genotype.start(seed=5)
    assert (state.current_player, state.to_dict()["phase"]["name"]) == (0, "plant")
    assert [len(player["hand"]) for player in state.to_dict()["players"]] == [3, 3]
    assert len({genotype.start(seed=seed) for seed in range(20)}) == 20
    assert genotype.start().is_chance


def test_forms_have_their_keys() -> None:
    every = genotype.StateDict.__required_keys__ | genotype.StateDict.__optional_keys__
    phases = genotype.PhaseDict.__required_keys__ | genotype.PhaseDict.__optional_keys__
    for state in walks():
        data = state.view(0).to_dict()
        assert set(data) <= every
        assert set(data["phase"]) <= phases
        for player in data["players"]:
            assert set(player) == genotype.PlayerDict.__optional_keys__
            assert all(set(plot) == genotype.PlotDict.__required_keys__ for plot in player["plots"])
        assert set(data["display"]) == genotype.DisplayDict.__optional_keys__
        assert set(data["discards"]) == genotype.DiscardsDict.__optional_keys__
        assert set(data["stock"]) == genotype.StockDict.__optional_keys__
        if data["johann"] is not None:
            assert set(data["johann"]) == genotype.JohannDict.__optional_keys__
    assert set(genotype.start().options) == genotype.OptionsDict.__optional_keys__


SMALLEST_STATE: genotype.StateDict = {"game": "genotype", "format": 1, "players": [{}, {}]}


def test_typed_dicts_ask_for_no_more() -> None:
    assert bw.State.from_dict(dict(SMALLEST_STATE)).to_dict()["phase"] == {"name": "work", "mover": 0}
    assert set(SMALLEST_STATE) == genotype.StateDict.__required_keys__
    for name in SMALLEST_STATE:
        with pytest.raises(bw.SetupError):
            bw.State.from_dict({key: value for key, value in SMALLEST_STATE.items() if key != name})


def test_figures_have_their_keys() -> None:
    for state in walks(120):
        for side in genotype.points(state):
            assert set(side) == genotype.PointsDict.__required_keys__
            assert all(set(part) == genotype.CompletePlantDict.__required_keys__ for part in side["plants"])
            assert all(set(part) == genotype.GoalPointsDict.__required_keys__ for part in side["goals"])
            assert all(set(part) == genotype.MarkerPointsDict.__required_keys__ for part in side["markers"])
        found = genotype.dice(state)
        assert set(found) == genotype.DiceDict.__required_keys__
        assert all(set(part) == genotype.ColourOddsDict.__required_keys__ for part in found["colours"])
        assert all(set(part) == genotype.TraitOddsDict.__required_keys__ for part in found["traits"])
    for ask in (genotype.points, genotype.dice):
        with pytest.raises(ValueError, match="Gridopolis has no figures"):
            ask(bw.start("gridopolis"))
        with pytest.raises(TypeError, match="figures are those of a State"):
            ask("genotype")  # type: ignore[arg-type]


def by_hand(state: bw.State) -> list[int]:
    """Add up everybody's points from the dict form and the cards, as a person would."""
    data, cards = state.to_dict(), genotype.check_plants("assumed")["cards"]
    sides = [(seat, player, player["plots"]) for seat, player in enumerate(data["players"])]
    if data["johann"] is not None:
        sides.append((1, data["johann"], data["johann"]["garden"]))
    totals = []
    for seat, side, growing in sides:
        complete, total = list(side["harvested"]), side["coins"]
        for plot in growing:
            if len(plot["covered"]) == len(cards[plot["plant"]]["traits"]):
                complete.append(plot["plant"])
            else:
                total += len(plot["covered"])
        total += sum(cards[plant]["points"] for plant in complete)
        for goal, owner in zip("RrGgFfTt", data["goals"], strict=True):
            wanted = {goal * 2} if goal.islower() else {goal * 2, goal + goal.lower()}
            matching = sum(bool(wanted & set(cards[plant]["traits"])) for plant in complete)
            total += matching * (3 if goal.islower() else 2) * (owner == seat)
        totals.append(total)
    return totals


def test_points_can_be_checked_by_hand() -> None:
    goals = markers = 0
    for state in walks() + ends():
        found = genotype.points(state)
        totals = [side["total"] for side in found]
        assert totals == by_hand(state)
        assert totals[: state.num_players] == state.scores
        assert [side["name"] for side in found][: state.num_players] == state.seat_names
        if state.num_players == 1:
            assert (found[1]["name"], totals[1]) == ("Brother Johann", state.layout()["johann"]["points"])
        for side in found:
            parts = [side["coins"]]
            parts += [part["points"] for part in side["plants"]]
            parts += [part["points"] for part in side["goals"]]
            parts += [part["points"] for part in side["markers"]]
            assert sum(parts) == side["total"]
            assert side["why"].endswith(f" = {side['total']} [T52]")
            assert all(part["points"] == part["each"] * len(part["plants"]) for part in side["goals"])
            goals += sum(part["points"] for part in side["goals"])
            markers += len(side["markers"])
    assert goals > 20
    assert markers > 100, "enough to tell something"


def binomial(chance: Fraction, least: int) -> Fraction:
    """The chance of at least so many of five."""
    return sum((comb(5, n) * chance**n * (1 - chance) ** (5 - n) for n in range(least, 6)), Fraction())


def test_odds_of_the_dice() -> None:
    tiles = set()
    for state in walks():
        found, data, squares = genotype.dice(state), state.to_dict(), state.layout()["squares"]
        for place, colour in enumerate(found["colours"]):
            name = colour["colour"]
            assert colour["tiles"] == data["tiles"][name]
            tiles.add(tuple(map(str, colour["tiles"])))
            dice = dict(zip(colour["die"], data["dice"][place], strict=True))
            assert colour["pool"] == dice
            for die, chance in colour["die"].items():
                ninths = 1 if die == f"{name}*" else 2 * squares[name].count(die)
                assert chance == pytest.approx(ninths / 9)
                assert colour["expected"][die] == pytest.approx(5 * ninths / 9)
                wanted = [float(binomial(Fraction(ninths, 9), least)) for least in range(1, 6)]
                assert colour["at_least"][die] == pytest.approx(wanted)
    assert len(tiles) > 5


def test_odds_for_own_traits() -> None:
    counted = 0
    for state in walks():
        found, data = genotype.dice(state), state.to_dict()
        seat = found["seat"]
        if state.current_player is not None:
            assert seat == state.current_player
        cards = state.layout()["plants"]

        def uncovered(plants: list[dict[str, Any]], cards: Any = cards) -> list[str]:
            traits = [(plot, trait) for plot in plants for trait in cards[plot["plant"]]["traits"]]
            done = [
                (plot, trait) for plot, trait in traits if len(plot["covered"]) == len(cards[plot["plant"]]["traits"])
            ]
            return [one for plot, one in traits if one[0].upper() not in plot["covered"] and (plot, one) not in done]

        sides = [uncovered(player["plots"]) for player in data["players"]]
        if data["johann"] is not None:
            sides.append(uncovered(data["johann"]["garden"]))
        assert sorted(one["genotype"] for one in found["traits"]) == sorted(sides[seat])
        for one in found["traits"]:
            counted += 1
            (colour,) = (colour for colour in found["colours"] if colour["colour"] == one["colour"])
            assert one["expected"] == colour["expected"][one["genotype"]]
            assert one["some"] == colour["at_least"][one["genotype"]][0]
            assert one["pool"] == colour["pool"][one["genotype"]]
            others = [side for other, side in enumerate(sides) if other != seat]
            assert one["others"] == sum(one["genotype"] in side for side in others)
    assert counted > 200


# The tensor.


def parts(state: bw.State, seat: int) -> dict[str, dict[str, Any]]:
    """The columns of each part of a seat's tensor, by name."""
    tensor, at, found = state.observation_tensor(seat), 0, {}
    for name, shape in state.observation_shape.items():
        size = prod(shape)
        part = tensor[at : at + size].reshape(shape)
        at += size
        found[name] = {column: part[..., index] for index, column in enumerate(state.observation_features[name])}
    assert at == tensor.size
    return found


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_tensors_have_a_fixed_shape(options: dict[str, Any]) -> None:
    players = options["players"]
    shapes = genotype.start(**options).observation_shape
    assert shapes["cards"][0] == 50
    assert shapes["plots"][:2] == (players, 10)
    assert shapes["players"][0] == players
    assert shapes["display"][0] == {1: 3, 2: 3, 3: 4, 4: 5, 5: 5}[players]
    assert ("garden" in shapes) == (players == 1)
    for name, features in genotype.start(**options).observation_features.items():
        assert len(set(features)) == len(features) == shapes[name][-1]
    assert {state.observation_tensor(0).size for state in random_walk(options, 1, 60, "genotype")} == {
        sum(map(prod, shapes.values()))
    }


def test_tensors_are_about_from_0_to_1() -> None:
    for state in walks() + ends():
        for seat in range(state.num_players):
            tensor = state.observation_tensor(seat)
            assert tensor.min() >= 0
            assert tensor.max() <= 2.5


def test_tensors_show_a_position() -> None:
    """The parts that can be said in a line, against the dict form."""
    for state in walks():
        data, layout, players = state.to_dict(), state.layout(), state.num_players
        for seat in range(players):
            found = parts(state, seat)
            order = [(seat + step) % players for step in range(players)]
            cards, sides, plots = found["cards"], found["players"], found["plots"]
            view = state.view(seat).to_dict()
            assert np.nonzero(cards["own hand"])[0].tolist() == view["players"][seat]["hand"]
            assert np.nonzero(cards["own hand, known to all"])[0].tolist() == data["players"][seat]["known"]
            assert np.nonzero(cards["harvested by own"])[0].tolist() == data["players"][seat]["harvested"]
            assert set(np.nonzero(cards["display"])[0].tolist()) == set(data["display"]["plants"]) - {None}
            assert np.nonzero(cards["discards"])[0].tolist() == data["discards"]["plants"]
            for plant, card in enumerate(layout["plants"]):
                assert [name for name in GENOTYPES if cards[name][plant]] == card["traits"]
            for slot, shown in enumerate(data["display"]["plants"]):
                traits = [] if shown is None else layout["plants"][shown]["traits"]
                assert [name for name in GENOTYPES if found["display"][name][slot]] == traits
            for slot, shown in enumerate(data["display"]["tools"]):
                assert shown is None or found["display"][shown][slot] == 1
            for row, other in enumerate(order):
                player = data["players"][other]
                assert sides["coins / 20"][row] * 20 == pytest.approx(player["coins"])
                assert sides["hand / 10"][row] * 10 == pytest.approx(len(player["hand"]))
                assert sides["tools / 5"][row] * 5 == pytest.approx(len(player["tools"]))
                assert sides["points / 60"][row] * 60 == pytest.approx(state.scores[other])
                assert sides["free slots / 10"][row] * 10 == pytest.approx(layout["free_slots"][other])
                assert sides["acts"][row] == (state.current_player == other)
                unknown = view["players"][other]["hand"].count("?")
                columns = ("unknown plants since the last shuffle / 10", "unknown plants from before it / 10")
                assert sum(sides[column][row] for column in columns) * 10 == pytest.approx(unknown)
                for plot in player["plots"]:
                    traits = layout["plants"][plot["plant"]]["traits"]
                    for name in GENOTYPES:
                        covered = name[0].upper() in plot["covered"]
                        assert plots[f"covered {name}"][row, plot["plot"]] == (name in traits and covered)
                        assert plots[f"uncovered {name}"][row, plot["plot"]] == (name in traits and not covered)
            for place, colour in enumerate("RGFT"):
                pool = [
                    found["colours"][f"pool / 5: {kind}"][place] * 5
                    for kind in ("dominant", "mixed", "recessive", "De Novo")
                ]
                assert pool == pytest.approx(data["dice"][place])
                owner = data["goals"][2 * place]
                assert found["colours"]["dominant goal of own"][place] == (owner == seat)
                assert found["colours"]["coin"][place] == data["coins"][place]
                for index, side in enumerate(("left", "top")):
                    tile = data["tiles"][colour][index] or "mixed"
                    assert found["colours"][f"{side} parent {tile}"][place] == 1
            assert found["facts"][f"round {data['round']}"] == 1
            phase = data["phase"]["name"]
            assert sum(found["facts"][name] for name in found["facts"] if name.startswith(f"phase {phase}")) == 1
            second = data["spaces"].get("second", [])
            assert np.nonzero(found["second"]["marker of own"])[0].tolist() == [
                place for place, owner in enumerate(second) if owner == seat
            ]


def test_tensors_show_johann() -> None:
    for options in SETUPS[4:]:
        for state in random_walk(options, 3, 300, "genotype")[::9]:
            found, data, layout = parts(state, 0), state.to_dict(), state.layout()
            johann = data["johann"]
            assert found["johann"]["coins / 20"] * 20 == pytest.approx(johann["coins"])
            assert found["johann"]["points / 60"] * 60 == pytest.approx(layout["johann"]["points"])
            assert found["johann"][f"difficulty {options.get('difficulty', 'standard')}"] == 1
            assert found["garden"]["plant"].sum() == len(johann["garden"])
            for place, plant in enumerate(johann["garden"]):
                traits = layout["plants"][plant["plant"]]["traits"]
                assert [name for name in GENOTYPES if found["garden"][f"covered {name}"][place]] == [
                    name for name in traits if name[0].upper() in plant["covered"]
                ]
            for number, card in enumerate(layout["johann"]["automa"]):
                assert found["automa"][f"action {card['action']}"][number] == 1
                assert found["automa"]["out"][number] == (number in johann["out"])
                assert found["automa"]["in use"][number] == (number == johann["action"])


def test_tensors_tell_no_secrets() -> None:
    """Two deals that a seat can't tell apart look the same to it."""
    rng, told = bw.Rng(1), 0
    for state in walks():
        for seat in range(state.num_players):
            view = state.view(seat)
            other = view.complete(rng)
            told += other != state
            assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
            assert np.array_equal(view.observation_tensor(seat), state.observation_tensor(seat))
    assert told > 100


def test_turns_are_of_those_who_play_them() -> None:
    for seed, options in enumerate(SETUPS):
        record = bw.Match("genotype", ["random"] * options["players"], seed=seed, **options).play().record
        turns: list[list[bw.Action]] = [[]]
        names = []
        for (before, after), event in zip(pairwise(record.states()), record.events(), strict=True):
            turns[-1].append(event)
            if after.turn != before.turn:
                names.append(before.turn_name)
                turns.append([])
        assert turns.pop() == []
        for turn, name, (_, seat, _, _) in zip(turns, names, record.turns(), strict=True):
            # Whoever acts last has the turn; where nobody does, it is Johann's.
            players = [event.seat for event in turn if event.seat is not None]
            assert name == (record.state.seat_names[players[-1]] if players else "Brother Johann")
            assert seat == (players[-1] if players else 0)
        assert bw.loads(record.to_text()) == record
        wrong = record.to_text().replace("\n1. 0 ", "\n1. 9 ")
        with pytest.raises(bw.RecordError, match="it is the turn of seat 0, not 9"):
            bw.loads(wrong)


def test_a_solo_game_is_won_or_lost() -> None:
    seen = set()
    for seed in range(200):
        result = bw.Match(
            "genotype", ["greedy" if seed % 2 else "random"], seed=seed, players=1, difficulty="easy"
        ).play()
        worth = result.returns[0]
        seen.add(worth)
        words = {1: "wins", 0: "shares the win", -1: "loses"}[int(worth)]
        assert str(result).startswith(f"Scientist 1 ({result.players[0]}) {words} after ")
    assert {1, -1} <= seen
