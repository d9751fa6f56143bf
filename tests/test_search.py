"""Searches: what they give, that they are repeatable and fair, and what ends them."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardwright as bw
from boardwright import _core
from boardwright.analysis import win_rate
from boardwright.search import choose_method, methods, setting_names
from helpers import ALL_SETUPS, GAMES, Setup, each_game, random_walk
from search_cases import CASES, GOLDENS, facts, position

ENDLESS = 10**9  # simulations that nobody waits for

STATES = {name: position(setup.game, setup.options, 25) for name, setup in GAMES.items()}
each_state = pytest.mark.parametrize("state", STATES.values(), ids=list(STATES))


@each_state
def test_what_is_found(state: bw.State) -> None:
    analysis = bw.search(state, method="mcts", simulations=500, seed=3)
    seat = state.current_player
    assert seat is not None
    assert (analysis.state, analysis.seat, analysis.seed) == (state.view(seat), seat, 3)
    assert (analysis.method, analysis.simulations, analysis.interrupted) == ("mcts", 500, False)
    assert analysis.nodes > 0
    assert analysis.memory > 0
    assert analysis.depth > 0
    assert analysis.seconds >= 0
    lines = analysis.lines
    assert analysis.best == lines[0].actions[0] == analysis.pv[0]
    assert sum(line.visits for line in lines) == 500
    assert math.isclose(sum(line.share for line in lines), 1)
    assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
    legal = state.view(seat).legal_actions
    assert {line.text for line in lines} <= {action.text for action in legal}
    for line in lines:
        assert len(line.actions) == 1
        assert len(line.values) == state.num_players
        assert line.value == line.values[seat]
        assert 0 <= line.win_rate <= 1
        assert (line.score, line.proven, line.exact) == (None, False, False)
    assert (analysis.value, analysis.win_rate) == (lines[0].value, lines[0].win_rate)


@each_state
def test_the_pv_can_be_played(state: bw.State) -> None:
    analysis = bw.search(state, method="mcts", simulations=2000)
    now = analysis.state
    for action in analysis.pv:
        now = now.play(action)
    assert analysis.pv_text.replace(" ", "").startswith(analysis.best.text.replace(" ", ""))
    turn = analysis.turn
    after = analysis.state.play(turn)
    if isinstance(turn, bw.Turn):
        assert turn[0] == analysis.best
        assert after.turn == state.turn + 1
    else:
        assert turn == analysis.best


def test_a_whole_turn_is_found() -> None:
    # A step onto a teleporter goes on: where it leads is part of the turn.
    data = bw.start("gridopolis").to_dict()
    data["reserves"] = [dict.fromkeys(reserve, 0) for reserve in data["reserves"]]
    data["markers"] = [
        {"site": [1, 0, 2], "seat": 0, "king": False, "moved": True},
        {"site": [1, 1, 2], "seat": 1, "king": False, "moved": True},
        {"site": [0, 1, 2], "seat": 1, "king": False, "moved": True},
    ]
    analysis = bw.search(bw.State.from_dict(data), method="mcts", simulations=3000)
    assert isinstance(analysis.turn, bw.Turn)
    assert analysis.turn.end.scores[0] > 0
    assert analysis.turn.text == analysis.best.text or len(analysis.turn) > 1


@each_state
@pytest.mark.parametrize("seed", [0, 5])
def test_threads_change_nothing(state: bw.State, seed: int) -> None:
    one, *others = (
        bw.search(state, method="mcts", simulations=1234, seed=seed, threads=threads) for threads in (1, 1, 2, 4)
    )
    for other in others:
        assert other == one
        assert hash(other) == hash(one)
        assert str(other).partition("\n")[2] == str(one).partition("\n")[2]


@each_state
def test_the_seed_counts(state: bw.State) -> None:
    found = {
        tuple((line.visits, line.values) for line in bw.search(state, method="mcts", simulations=500, seed=seed).lines)
        for seed in range(10)
    }
    assert len(found) > 1


GOLDEN: list[dict[str, Any]] = json.loads(GOLDENS.read_text(encoding="utf-8"))["searches"]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_same_as_ever(number: int) -> None:
    game, options, events, asked = CASES[number]
    golden = GOLDEN[number]
    assert (golden["game"], golden["options"], golden["events"], golden["search"]) == CASES[number]
    state = position(game, options, events)
    for threads in (1, 2, 4):
        assert facts(bw.search(state, threads=threads, **asked)) == golden["found"]


@given(
    setup=st.sampled_from(ALL_SETUPS), seed=st.integers(0, 2**32), plies=st.integers(0, 120), other=st.integers(0, 9)
)
def test_what_a_seat_does_not_know_changes_nothing(setup: Setup, seed: int, plies: int, other: int) -> None:
    states = [
        state for state in random_walk(setup.options, seed, plies, setup.game) if state.current_player is not None
    ]
    if not states:
        return
    state = states[-1]
    seat = state.current_player
    assert seat is not None
    view = state.view(seat)
    twin = view.complete(bw.Rng(other))
    found = [bw.search(one, method="mcts", simulations=40, seed=other) for one in (state, twin, view)]
    assert found[0] == found[1] == found[2]
    assert pickle.dumps(found[0].lines) == pickle.dumps(found[1].lines) == pickle.dumps(found[2].lines)
    bots = [bw.make_bot("mcts:30"), bw.make_bot("level:5")]
    for bot in bots:
        assert bot.choose(view, bw.Rng(seed)) == bot.choose(twin.view(seat), bw.Rng(seed))


def test_secrets_differ_between_the_twins() -> None:
    # The test above says something: states with equal views are not equal.
    state = STATES["genotype"]
    seat = state.current_player
    assert seat is not None
    twins = {state.view(seat).complete(bw.Rng(seed)) for seed in range(5)}
    assert len(twins) == 5


def test_forms() -> None:
    analysis = bw.search(STATES["microworld-secrets"], simulations=300)
    copy = pickle.loads(pickle.dumps(analysis))
    assert copy == analysis
    assert copy.seconds == analysis.seconds
    assert copy.explain() == analysis.explain()
    assert str(copy) == str(analysis) == repr(analysis)
    data = json.loads(json.dumps(analysis.to_dict()))
    assert data == analysis.to_dict()
    assert bw.State.from_dict(data["state"]) == analysis.state
    assert data["best"] == analysis.best.text
    assert [line["text"] for line in data["lines"]] == [line.text for line in analysis.lines]
    assert "score" not in data["lines"][0]
    with pytest.raises(AttributeError):
        analysis.seed = 3  # type: ignore[misc]


@each_state
def test_it_is_put_in_words(state: bw.State) -> None:
    analysis = bw.search(state, simulations=3000)
    name = state.seat_names[analysis.seat]
    words = analysis.explain()
    assert words.startswith(f"Best for {name}: {analysis.turn.text} (")
    assert "3,000 simulations" in words
    assert f"Next: {analysis.lines[1].text} (" in words
    assert "[" not in words
    table = str(analysis)
    assert table.splitlines()[0].startswith(f"{state.title}, {name} to act: ")
    for line in analysis.lines[:10]:
        assert line.text in table
    assert (f"and {len(analysis.lines) - 10} more" in table) == (len(analysis.lines) > 10)


def test_one_action() -> None:
    states = random_walk({}, 5, 400, "genotype")
    only = next(state for state in states if len(state.legal_actions) == 1)
    analysis = bw.search(only, simulations=50)
    assert len(analysis.lines) == 1
    name = only.seat_names[analysis.seat]
    assert analysis.explain().startswith((f"{name} can only play {analysis.best.text} (", f"Best for {name}: "))


def test_what_proven_and_exact_lines_look_like() -> None:
    # As engines report them that can prove results; made up here.
    state = bw.start("gridopolis")
    action = state.legal_actions[0]

    def made(**line: Any) -> bw.Analysis:
        lines = (bw.Line(action.text, (action,), 0, 0.0, **line),)
        numbers = {"simulations": 9, "nodes": 8, "depth": 3, "memory": 1, "seed": 0, "seconds": 0.5}
        return bw.Analysis(state=state, seat=0, lines=lines, pv=(action,), method="alphabeta", **numbers)  # type: ignore[arg-type]

    won = made(values=(1.0, -1.0), score=100.0, proven=True)
    assert "It wins: that is proven." in won.explain()
    assert str(won).splitlines()[1].split() == ["action", "score", "wins"]
    assert str(won).splitlines()[2].split()[1:] == ["+100", "100%", "proven"]
    assert won.to_dict()["lines"][0]["score"] == 100
    assert "Its chance to win is 25%, computed exactly." in made(values=(-0.5, 0.5), exact=True).explain()
    assert "It loses, as everything does: that is proven." in made(values=(-1.0, 1.0), proven=True).explain()
    assert "shared win: that is proven" in made(values=(0.0, 0.0), proven=True).explain()
    assert "looks like 75%, after 9 positions." in made(values=(0.5, -0.5)).explain()
    assert 'data-hint="1"' in bw.display.svg(won)


@pytest.mark.parametrize(
    ("value", "seats", "rate"), [(1, 1, 1), (-1, 2, 0), (0, 2, 0.5), (1, 3, 1), (-0.5, 3, 0), (0, 4, 0.25), (-1, 3, 0)]
)
def test_win_rates(value: float, seats: int, rate: float) -> None:
    assert win_rate(value, seats) == rate


# Budgets and settings.


def test_budgets() -> None:
    state = STATES["microworld"]
    assert bw.search(state, method="mcts").simulations == 10_000
    assert bw.search(state, simulations=1).simulations == 1
    few = bw.search(state, simulations=ENDLESS, seconds=0.05)
    assert 0 < few.simulations < ENDLESS
    small = bw.search(state, simulations=5000, memory=20_000)
    large = bw.search(state, simulations=5000)
    assert (small.simulations, large.simulations) == (5000, 5000)
    assert small.nodes < large.nodes
    assert small.memory < large.memory


def test_names_of_methods() -> None:
    assert methods() == ["mcts", "ismcts", "alphabeta", "exact"]
    assert bw.search(STATES["microworld"], method="ismcts", simulations=200) == bw.search(
        STATES["microworld"], method="mcts", simulations=200
    )
    for state in STATES.values():
        assert choose_method(state, {"simulations": 5}) == "mcts"
        assert choose_method(state, {}) == ("alphabeta" if state.game_name == "gridopolis" else "mcts")


def test_settings_do_something() -> None:
    state = STATES["microworld-secrets"]
    plain = bw.search(state, method="mcts", simulations=400)
    settings: dict[str, Any] = {
        "exploration": 3, "policy": "light", "turns": 1, "priors": False, "chance": True, "deals": False, "trees": 2,
    }  # fmt: skip
    assert settings.keys() <= set(setting_names())
    for key, value in settings.items():
        assert bw.search(state, method="mcts", simulations=400, **{key: value}) != plain, key


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"simulations": 0}, bw.SetupError, "simulations: must be a whole number from 1"),
    ({"simulations": 10**10}, bw.SetupError, "simulations: must be a whole number from 1"),
    ({"simulations": -1}, ValueError, "simulations is a number from 0"),
    ({"simulations": 10**5000}, ValueError, "not one so far out of range"),
    ({"simulations": 1.5}, TypeError, "simulations is a whole number, not float"),
    ({"simulations": True}, TypeError, "simulations is a whole number, not bool"),
    ({"simulations": "many"}, TypeError, "simulations is a whole number, not str"),
    ({"seconds": 0}, ValueError, "seconds is a number from 0.001"),
    ({"seconds": math.nan}, ValueError, "not nan"),
    ({"seconds": math.inf}, ValueError, "not inf"),
    ({"seconds": 10**5000}, ValueError, "not inf"),
    ({"seconds": "1"}, TypeError, "seconds is a number, not str"),
    ({"method": "mcts", "depth": 3}, bw.SetupError, "depth: mcts is limited by simulations and seconds"),
    ({"method": "mcts", "nodes": 3}, bw.SetupError, "nodes: mcts is limited by simulations and seconds"),
    ({"simulations": 5, "depth": 3}, bw.SetupError, "no method has simulations and depth"),
    ({"method": "guess"}, bw.SetupError, "method: there is no method 'guess'; there are: auto, mcts, ismcts"),
    ({"method": None}, TypeError, "a method is given by its name, a str, not NoneType"),
    ({"method": "ismcts", "deals": False}, bw.SetupError, "deals: information-set search"),
    ({"seed": -1}, ValueError, "a seed is a number from 0"),
    ({"seed": 2**64}, ValueError, "a seed is a number from 0"),
    ({"seed": 0.5}, TypeError, "a seed is a whole number"),
    ({"threads": 0}, bw.SetupError, "threads: must be a whole number from 1 to 256"),
    ({"threads": 257}, bw.SetupError, "threads: must be a whole number from 1 to 256"),
    ({"memory": 0}, bw.SetupError, "memory: must be a whole number"),
    ({"memory": 2**63}, bw.SetupError, "memory: must be a whole number"),
    ({"tempo": 3}, bw.SetupError, "there is no setting 'tempo'; there are: simulations, nodes, depth, seconds"),
    ({"milliseconds": 3}, bw.SetupError, "there is no setting 'milliseconds'"),
    ({"keep": True}, bw.SetupError, "there is no setting 'keep'"),
    ({"\ud800": 3}, bw.SetupError, "there is no setting"),
    ({"policy": "clever"}, bw.SetupError, "policy: must be "),
    ({"policy": "\ud800"}, bw.SetupError, "policy: a character is no Unicode"),
    ({"exploration": "much"}, bw.SetupError, "exploration: must be a number"),
    ({"exploration": math.nan}, bw.SetupError, "exploration: nan"),
    ({"exploration": object()}, TypeError, "exploration: expected"),
    ({"trees": 0, "turns": -1}, bw.SetupError, "turns: .*; trees: "),
    ({"progress": 3}, TypeError, "progress is True or a function"),
    ({"on_interrupt": "ignore"}, ValueError, 'on_interrupt is "raise" or "return"'),
]


@pytest.mark.parametrize(("asked", "kind", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_questions(asked: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        bw.search(STATES["microworld"], **asked)


@each_game
def test_positions_without_a_choice(setup: Setup) -> None:
    end = setup.start(seed=1).playout(bw.Rng(1))
    with pytest.raises(bw.SearchError, match="the game is over"):
        bw.search(end)
    with pytest.raises(bw.SearchError, match="the game is over"):
        bw.search(end.view(0))


def test_chance_and_other_views() -> None:
    chance = next(state for state in random_walk({}, 1, 50, "microworld") if state.is_chance)
    with pytest.raises(bw.SearchError, match="chance is to act here"):
        bw.search(chance)
    state = STATES["microworld-secrets"]
    seat = state.current_player
    assert seat is not None
    for viewer in (1 - seat, "spectator"):
        with pytest.raises(bw.SearchError, match=f"seat {seat} is to act, whose knowledge this view does not hold"):
            bw.search(state.view(viewer))


@pytest.mark.parametrize("thing", [None, "gridopolis", {}, bw.Record(bw.start("gridopolis"))], ids=str)
def test_what_is_no_position(thing: Any) -> None:
    with pytest.raises(TypeError, match=f"a search starts from a State, not {type(thing).__name__}"):
        bw.search(thing)


def test_the_door_refuses_nonsense() -> None:
    state = bw.start("gridopolis")
    with pytest.raises(bw.SetupError, match="a request is JSON"):
        _core.search(state, "{")
    with pytest.raises(bw.SetupError, match="must be an object"):
        _core.search(state, "3")
    with pytest.raises(bw.SetupError, match="unknown key"):
        _core.check_search('{"depht": 3}')


def test_budgets_and_settings_choose_the_method() -> None:
    three = bw.start("gridopolis", players=3)
    assert bw.search(three, depth=1).method == "alphabeta"
    assert bw.search(three, simulations=20).method == "mcts"
    two = bw.start("gridopolis")
    assert bw.search(two, seconds=0.01).method == "alphabeta"
    assert bw.search(two, seconds=0.01, policy="light").method == "mcts"
    with pytest.raises(bw.SearchError, match="no method for Microworld with 2 players has depth"):
        bw.search(bw.start("microworld"), depth=2)


@pytest.mark.parametrize(
    ("method", "setting"), [("alphabeta", "policy"), ("mcts", "quiescence"), ("ismcts", "samples"), ("exact", "priors")]
)
def test_settings_of_another_method_are_refused(method: str, setting: str) -> None:
    settings: dict[str, Any] = {setting: 1}
    with pytest.raises(bw.SetupError, match=f"{setting}: this is not a setting of {method}"):
        bw.search(bw.start("gridopolis"), method=method, **settings)


def test_how_deep_alpha_beta_goes() -> None:
    state = bw.start("gridopolis")
    assert bw.search(state, method="alphabeta", depth=100, nodes=1000).method == "alphabeta"
    for method in ("alphabeta", "auto"):
        with pytest.raises(bw.SetupError, match="depth: must be a whole number from 1 to 100, not 101"):
            bw.search(state, method=method, depth=101)


def test_what_is_solved_is_called_so() -> None:
    states = bw.Match("microworld", ["greedy", "greedy"], seed=5).play().record.states()
    assert bw.search(states[-5], method="mcts").method == "exact"
    estimate = bw.search(states[-6], method="exact")
    assert not estimate.lines[0].exact
    assert "average over deals that fit" in estimate.explain()
