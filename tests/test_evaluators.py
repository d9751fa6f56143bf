"""Searches that an evaluator drives: what it is asked, what is made of its answers, and what is wrong with them."""

from __future__ import annotations

import functools
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright.evaluators import search_many, uniform
from evaluating import Answer, Mask, Observations, Recorder, hashed
from helpers import GAMES, Setup, random_walk, resident
from search_cases import position

ENDLESS = 10**9  # simulations that nobody waits for

STATES = {
    **{name: position(setup.game, setup.options, 25) for name, setup in GAMES.items()},
    "gridopolis for 3": position("gridopolis", {"players": 3}, 10),
    "genotype for 4": position("genotype", {"players": 4}, 60),
    "genotype for 1": position("genotype", {"players": 1}, 60),
}
each_state = pytest.mark.parametrize("state", STATES.values(), ids=list(STATES))


def judge_for(state: bw.State) -> Callable[[Observations, Mask], Answer]:
    """Give an evaluator for as many seats as there are."""
    return functools.partial(hashed, seats=state.num_players)


def visits(analysis: bw.Analysis) -> dict[int, int]:
    return {line.actions[0].id: line.visits for line in analysis.lines}


# What an evaluator is asked.


@each_state
def test_the_first_question_is_the_position_itself(state: bw.State) -> None:
    recorder = Recorder(judge_for(state))
    bw.search(state, evaluator=recorder, simulations=40, batch_size=8)
    seat = state.current_player
    assert seat is not None
    (observations, legal), *_ = recorder.batches
    assert np.array_equal(observations, state.view(seat).observation_tensor()[None])
    assert np.array_equal(legal, state.legal_mask()[None])


@each_state
@pytest.mark.parametrize("batch_size", [1, 7, 64])
def test_batches_have_the_documented_form(state: bw.State, batch_size: int) -> None:
    recorder = Recorder(judge_for(state))
    bw.search(state, evaluator=recorder, simulations=100, batch_size=batch_size)
    assert max(recorder.sizes) <= batch_size
    assert recorder.sizes[0] == 1  # there is nowhere to go on before the position itself is judged
    for observations, legal in recorder.batches:
        assert observations.dtype == np.float32
        assert legal.dtype == np.bool_
        assert observations.shape == (len(legal), state.observation_tensor().size)
        assert legal.shape == (len(legal), state.num_actions)
        assert legal.any(axis=1).all()


def test_the_arrays_are_the_evaluators_own() -> None:
    kept: list[Observations] = []
    copies: list[Observations] = []

    def keep(observations: Observations, legal: Mask) -> Answer:
        answer = hashed(observations, legal)
        kept.append(observations)
        copies.append(observations.copy())
        return answer

    def spoil(observations: Observations, legal: Mask) -> Answer:
        answer = hashed(observations, legal)
        observations[:] = np.nan
        legal[:] = False
        return answer

    state = STATES["microworld"]
    found = bw.search(state, evaluator=keep, simulations=50)
    assert all(np.array_equal(one, other) for one, other in zip(kept, copies, strict=True))
    assert bw.search(state, evaluator=spoil, simulations=50) == found


# What is made of its answers.


@each_state
@pytest.mark.parametrize("batch_size", [1, 2, 7, 32, 256])
def test_every_size_of_batch_searches_all(state: bw.State, batch_size: int) -> None:
    analysis = bw.search(state, evaluator=judge_for(state), simulations=300, batch_size=batch_size)
    assert analysis.simulations == 300
    assert sum(line.visits for line in analysis.lines) == 299  # the first one judges the position
    assert set(visits(analysis)) <= set(state.legal_actions.ids)
    assert all(abs(value) <= 1 for line in analysis.lines for value in line.values)
    assert analysis.seat == state.current_player


@each_state
def test_a_longer_search_begins_with_the_shorter_one(state: bw.State) -> None:
    asked = []
    for simulations in (20, 60):
        recorder = Recorder(judge_for(state))
        bw.search(state, evaluator=recorder, simulations=simulations, batch_size=1)
        assert set(recorder.sizes) == {1}
        asked.append(recorder.rows())
    assert asked[1][: len(asked[0])] == asked[0]
    assert len(asked[1]) > len(asked[0])


@each_state
@pytest.mark.parametrize("leaves", [1, 5])
def test_each_of_many_is_searched_as_it_would_be_alone(state: bw.State, leaves: int) -> None:
    others = [state, *itertools.islice(later(state), 6)]
    size = leaves * len(others)
    together = search_many(others, judge_for(state), simulations=60, batch_size=size, seed=5)
    alone = [bw.search(one, evaluator=judge_for(state), simulations=60, batch_size=leaves, seed=5) for one in others]
    assert together == alone


def later(state: bw.State) -> list[bw.State]:
    """Go on at random, and give the positions in which a seat is to act."""
    rng = bw.Rng(1)
    found: list[bw.State] = []
    while not state.is_over and len(found) < 10:
        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
        if state.current_player is not None:
            found.append(state)
    return found


def test_small_batches_are_filled_one_after_the_other() -> None:
    # More leaves wait than one batch takes: the result is that of larger batches.
    states = [STATES["microworld"], *later(STATES["microworld"])]
    recorder = Recorder()
    found = search_many(states, recorder, simulations=40, batch_size=3)
    assert set(recorder.sizes[:-2]) == {3}
    assert found == search_many(states, hashed, simulations=40, batch_size=len(states))


def test_policies_say_what_is_tried() -> None:
    state = STATES["gridopolis"]
    favourite = state.legal_actions[-1]

    def one_sided(observations: Observations, legal: Mask) -> Answer:
        policy = np.full(legal.shape, -np.inf)
        policy[legal] = 0.0
        policy[:, favourite.id] = 6.0
        return policy, np.zeros(len(legal))

    found = bw.search(state, evaluator=one_sided, simulations=100, batch_size=1)
    assert found.best.id == favourite.id
    assert found.lines[0].share > 0.9


@pytest.mark.parametrize("name", ["gridopolis for 3", "genotype for 4"])
def test_values_begin_with_the_seat_to_act(name: str) -> None:
    state = STATES[name]
    n = state.num_players
    said = np.linspace(0.9, -0.8, n, dtype=np.float32)

    def constant(observations: Observations, legal: Mask) -> Answer:
        return np.zeros(legal.shape), np.tile(said, (len(legal), 1))

    found = bw.search(state, evaluator=constant, simulations=2, batch_size=1)
    (line,) = found.lines
    after = state.play(line.actions[0])
    mover = after.current_player
    assert mover is not None, "in these positions somebody acts after every action"
    assert line.values == tuple(float(said[(seat - mover) % n]) for seat in range(n))


def test_one_value_stands_for_two() -> None:
    def two(observations: Observations, legal: Mask) -> Answer:
        policy, values = hashed(observations, legal)
        return policy, np.hstack([values, -values])

    def flat(observations: Observations, legal: Mask) -> Answer:
        policy, values = hashed(observations, legal)
        return policy.tolist(), values[:, 0]

    for name in ("gridopolis", "microworld", "genotype"):
        one = bw.search(STATES[name], evaluator=hashed, simulations=80)
        assert bw.search(STATES[name], evaluator=two, simulations=80) == one
        assert bw.search(STATES[name], evaluator=flat, simulations=80) == one


def decided_at_once(game: str) -> list[bw.State]:
    """Find positions of random games in which a seat can win with one action, and throw the win away with another."""
    found = []
    for seed in range(200):
        for state in random_walk({}, seed, 2000, game)[-4:-1]:
            seat = state.current_player
            ends = [after for after in map(state.play, state.legal_actions) if after.is_over]
            if seat is not None and len({end.returns[seat] == 1 for end in ends}) == 2:
                found.append(state)
    return found


DECIDED = {game: decided_at_once(game) for game in ("gridopolis", "microworld")}


@pytest.mark.parametrize("game", DECIDED)
@pytest.mark.parametrize("batch_size", [1, 16, 64])
def test_knowing_nothing_finds_what_is_won(game: str, batch_size: int) -> None:
    assert DECIDED[game], "there are such positions"
    for state in DECIDED[game]:
        found = bw.search(state, evaluator=uniform, simulations=400, batch_size=batch_size)
        after = state.play(found.best.id)
        assert after.returns[found.seat] == 1 or not after.is_over
        assert found.value > 0.9


def test_uniform_takes_the_number_of_seats() -> None:
    state = STATES["genotype for 4"]
    with pytest.raises(bw.errors.SearchError, match=r"\(1, 4\)"):
        bw.search(state, evaluator=uniform, simulations=10)
    assert bw.search(state, evaluator=functools.partial(uniform, seats=4), simulations=10).simulations == 10


def test_full_memory_is_searched_on() -> None:
    state = STATES["gridopolis"]
    free = bw.search(state, evaluator=hashed, simulations=3000)
    tight = bw.search(state, evaluator=hashed, simulations=3000, memory=20_000)
    assert tight.simulations == free.simulations == 3000
    assert tight.memory < free.memory / 4


def test_noise() -> None:
    state = STATES["gridopolis"]

    def search(seed: int, **settings: Any) -> bw.Analysis:
        return bw.search(state, evaluator=uniform, simulations=200, batch_size=1, seed=seed, **settings)

    # Where there is no chance only noise depends on the seed.
    assert visits(search(1)) == visits(search(2))
    assert visits(search(1, noise=0.5)) != visits(search(2, noise=0.5))
    assert search(1, noise=0.5) == search(1, noise=0.5)
    even, uneven = (max(visits(search(3, noise=1, noise_alpha=alpha)).values()) for alpha in (1000, 0.01))
    assert even < uneven


# What a seat does not know.


@pytest.mark.parametrize("name", ["microworld-secrets", "genotype", "genotype for 4"])
@pytest.mark.parametrize("batch_size", [1, 16])
def test_equal_views_ask_and_find_the_same(name: str, batch_size: int) -> None:
    state = STATES[name]
    seat = state.current_player
    assert seat is not None
    view = state.view(seat)
    deals = {view.complete(bw.Rng(seed)) for seed in range(20)}
    assert len(deals) > 1, "something is hidden here"
    asked, found = [], []
    for one in (view, *deals):
        recorder = Recorder(judge_for(state))
        found.append(bw.search(one, evaluator=recorder, simulations=80, batch_size=batch_size, seed=3))
        asked.append([(observations.tobytes(), legal.tobytes()) for observations, legal in recorder.batches])
    assert all(one == found[0] for one in found)
    assert all(one == asked[0] for one in asked)


# Determinism.


@each_state
def test_the_same_seed_finds_the_same(state: bw.State) -> None:
    settings: dict[str, Any] = {"simulations": 150, "noise": 0.3, "batch_size": 8}
    first = bw.search(state, evaluator=judge_for(state), seed=11, **settings)
    assert bw.search(state, evaluator=judge_for(state), seed=11, **settings) == first
    assert bw.search(state, evaluator=judge_for(state), seed=12, **settings).lines != first.lines


# What is wrong with answers.

ANSWERS: list[tuple[Callable[[Mask], object], type[Exception], str]] = [
    (lambda legal: None, TypeError, "a pair of arrays, policy and values, not NoneType"),
    (lambda legal: np.zeros(legal.shape), TypeError, "not ndarray"),
    (lambda legal: (1, 2, 3), TypeError, "not a tuple of 3"),
    (lambda legal: (np.zeros(legal.shape), ["good"] * len(legal)), TypeError, "the values of an evaluator are numbers"),
    (lambda legal: (legal, np.zeros(len(legal))), TypeError, "the policy of an evaluator are numbers, not bool"),
    (lambda legal: (np.zeros(legal.shape, complex), np.zeros(len(legal))), TypeError, "numbers, not complex128"),
    (
        lambda legal: (np.zeros((len(legal), 3)), np.zeros(len(legal))),
        ValueError,
        r"a column for each action: \(1, 175\)",
    ),
    (lambda legal: (np.zeros(legal.shape[1]), np.zeros(len(legal))), ValueError, r"not \(175,\)"),
    (lambda legal: (np.zeros(legal.shape), 0.5), ValueError, r"\(1, 1\) or \(1,\) or \(1, 2\), not \(\)"),
    (lambda legal: (np.zeros(legal.shape), np.zeros((len(legal), 3))), ValueError, r"not \(1, 3\)"),
    (lambda legal: (np.where(legal, np.nan, 0), np.zeros(len(legal))), ValueError, "the policy has NaN for action"),
    (lambda legal: (np.where(legal, np.inf, 0), np.zeros(len(legal))), ValueError, "the policy has inf for action"),
    (lambda legal: (np.where(legal, -np.inf, 0), np.zeros(len(legal))), ValueError, "a logit is a finite number"),
    (lambda legal: (np.where(legal, 1e300, 0), np.zeros(len(legal))), ValueError, "the policy has inf for action"),
    (lambda legal: (np.zeros(legal.shape), np.full(len(legal), np.nan)), ValueError, "the values have NaN in row 0"),
    (lambda legal: (np.zeros(legal.shape), np.full(len(legal), 1.5)), ValueError, "a value is a number from -1 to 1"),
    (lambda legal: (np.zeros(legal.shape), np.full(len(legal), -np.inf)), ValueError, "the values have -inf in row 0"),
]


@pytest.mark.parametrize(("answer", "error", "match"), ANSWERS, ids=[match for *_, match in ANSWERS])
def test_faulty_answers(answer: Callable[[Mask], object], error: type[Exception], match: str) -> None:
    def evaluator(observations: Observations, legal: Mask) -> Any:
        return answer(legal)

    with pytest.raises(error, match=match):
        bw.search(STATES["microworld"], evaluator=evaluator, simulations=10)
    with pytest.raises(error, match=match):
        list(bw.self_play(STATES["microworld"], evaluator, games=1, simulations=10))


def test_what_can_not_be_played_is_not_looked_at() -> None:
    def careless(observations: Observations, legal: Mask) -> Answer:
        policy, values = hashed(observations, legal)
        return np.where(legal, policy, np.nan), values

    state = STATES["microworld"]
    assert bw.search(state, evaluator=careless, simulations=60) == bw.search(state, evaluator=hashed, simulations=60)


def test_what_an_evaluator_raises_comes_out_unchanged() -> None:
    error = ZeroDivisionError("mine")
    calls = iter(range(5))

    def fail(observations: Observations, legal: Mask) -> Answer:
        if next(calls) == 4:
            raise error
        return hashed(observations, legal)

    with pytest.raises(ZeroDivisionError) as caught:
        bw.search(STATES["microworld"], evaluator=fail, simulations=100, batch_size=2)
    assert caught.value is error


# Arguments.

WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"evaluator": "network"}, TypeError, "an evaluator is a function of observations and legal actions, not str"),
    ({"batch_size": 0}, ValueError, "batch_size is at least 1"),
    ({"batch_size": 65_537}, ValueError, "batch_size is a number from 0 to 65,536"),
    ({"batch_size": 2.5}, TypeError, "batch_size is a whole number, not float"),
    ({"simulations": 1}, ValueError, "simulations: must be a whole number from 2 to 1000000000, not 1"),
    ({"simulations": True}, TypeError, "simulations is a whole number"),
    ({"seconds": 0}, ValueError, "seconds is a number from 0.001"),
    ({"seconds": "1"}, TypeError, "seconds is a number, not str"),
    ({"seed": -1}, ValueError, "a seed is a number from 0"),
    ({"memory": 0}, ValueError, "memory: must be a whole number from 1"),
    ({"noise": 1.5}, ValueError, "noise: must be a number from 0 to 1, not 1.5"),
    ({"noise": "much"}, ValueError, "noise: must be a number from 0 to 1"),
    ({"noise_alpha": 0}, ValueError, "noise_alpha: must be a number from"),
    ({"exploration": -1}, ValueError, "exploration: must be a number from 0"),
    ({"chance": 1}, ValueError, "chance: must be true or false"),
    ({"leafs": 3}, ValueError, 'unknown key "leafs"; known: simulations, seconds, batch_size, exploration, chance, '),
    ({"leaves": 3}, ValueError, 'unknown key "leaves"'),
    ({"leaves": "x", "\ud800": 1}, ValueError, r'unknown key "leaves"; .*; unknown key "\\ud800"'),
    ({"progress": 3}, TypeError, "a function of a number, not int"),
    ({"on_interrupt": "stop"}, ValueError, 'on_interrupt is "raise" or "return"'),
    ({"method": "alphabeta"}, ValueError, "only Monte Carlo tree search takes an evaluator"),
    ({"nodes": 100}, ValueError, "limited by simulations and seconds"),
    ({"depth": 3}, ValueError, "limited by simulations and seconds"),
    ({"threads": 2}, ValueError, "an evaluator is called in one thread"),
]


@pytest.mark.parametrize(("arguments", "error", "match"), WRONG, ids=[match for *_, match in WRONG])
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        bw.search(STATES["microworld"], **{"evaluator": hashed, **arguments})


def test_wrong_positions() -> None:
    state = STATES["microworld"]
    for states, error, match in (
        (state, TypeError, "a list of State, not State"),
        (7, TypeError, "a list of State, not int"),
        ([state, "state"], TypeError, "str is none"),
        ([], ValueError, "there is no position to search"),
        ([state, STATES["gridopolis"]], ValueError, "one game with the same options"),
        ([state, STATES["microworld-secrets"]], ValueError, "one game with the same options"),
        ([state.playout(bw.Rng(1))], ValueError, "the game is over"),
        ([bw.start("genotype")], ValueError, "chance is to act here"),
        ([state.view(1 - (state.current_player or 0))], ValueError, "whose knowledge this view does not hold"),
    ):
        with pytest.raises(error, match=match):
            search_many(states, hashed)  # type: ignore[arg-type]
    with pytest.raises(bw.SetupError, match="only an evaluator is called with batches"):
        bw.search(state, batch_size=8)


# What ends searches.


def test_time_ends_a_search() -> None:
    found = bw.search(STATES["microworld"], evaluator=hashed, seconds=0.001)
    assert found.lines
    assert found.simulations < ENDLESS
    assert not found.interrupted


def test_progress() -> None:
    def slow(observations: Observations, legal: Mask) -> Answer:
        time.sleep(0.025)  # longer than the pause between two calls
        return hashed(observations, legal)

    seen: list[int] = []
    search_many([STATES["gridopolis"]] * 4, slow, simulations=10, batch_size=4, progress=seen.append)
    assert seen == sorted(seen)
    assert (len(seen), seen[-1]) == (10, 40)
    error = ZeroDivisionError("mine")

    def fail(done: int) -> None:
        raise error

    with pytest.raises(ZeroDivisionError) as caught:
        bw.search(STATES["microworld"], evaluator=uniform, simulations=ENDLESS, progress=fail)
    assert caught.value is error


def interrupting() -> threading.Timer:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


# The last one has nothing but finished games behind the position itself, so the evaluator is called once.
ENDING = DECIDED["microworld"][0]
each_long = pytest.mark.parametrize("state", [*STATES.values(), ENDING], ids=[*STATES, "the last choice"])


@each_long
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c(state: bw.State) -> None:
    evaluator = functools.partial(uniform, seats=state.num_players)
    timer = interrupting()
    try:
        with pytest.raises(KeyboardInterrupt):
            bw.search(state, evaluator=evaluator, simulations=ENDLESS)
    finally:
        timer.join()


@each_long
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_keeps_what_was_found(state: bw.State) -> None:
    evaluator = functools.partial(uniform, seats=state.num_players)
    timer = interrupting()
    try:
        found = bw.search(state, evaluator=evaluator, simulations=ENDLESS, on_interrupt="return")
    finally:
        timer.join()
    assert found.interrupted
    assert 0 < found.simulations < ENDLESS
    assert sum(line.visits for line in found.lines) == found.simulations - 1


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_in_the_evaluator_is_one() -> None:
    calls = iter(range(10))

    def interrupted(observations: Observations, legal: Mask) -> Answer:
        if next(calls) == 5:
            raise KeyboardInterrupt
        return hashed(observations, legal)

    found = bw.search(STATES["genotype"], evaluator=interrupted, batch_size=2, on_interrupt="return")
    assert found.interrupted
    assert found.simulations == 9

    def at_once(observations: Observations, legal: Mask) -> Answer:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bw.search(STATES["genotype"], evaluator=at_once, on_interrupt="return")


def test_memory_does_not_grow() -> None:
    state = STATES["gridopolis"]
    tree = bw.search(state, evaluator=uniform, simulations=100).memory

    def searches(count: int) -> None:
        for seed in range(count):
            bw.search(state, evaluator=uniform, simulations=100, seed=seed)
            list(bw.self_play("microworld", uniform, games=1, simulations=2, seed=seed))

    searches(30)
    before = resident()
    searches(300)
    # Trees that were never given back would come to much more.
    assert resident() - before < 300 * tree / 4


# Bots.


@pytest.mark.parametrize("setup", GAMES.values(), ids=list(GAMES))
def test_the_bot(setup: Setup) -> None:
    bot = bw.bots.EvaluatorBot(hashed, simulations=12, name="hash")
    match = setup.match([bot, "random"], seed=3, max_turns=12)
    first = match.play()
    assert first.players == ("hash", "random")
    assert match.play() == first


def test_what_the_bot_found() -> None:
    bot = bw.bots.EvaluatorBot(hashed, simulations=30, batch_size=4, noise=0.1)
    assert (bot.name, bot.last) == ("hashed", None)
    view = STATES["microworld"].view(STATES["microworld"].current_player or 0)
    chosen = bot.choose(view, bw.Rng(4))
    assert bot.last is not None
    assert bot.last.best == chosen
    assert bot.last == bw.search(view, evaluator=hashed, simulations=30, batch_size=4, noise=0.1, seed=bw.Rng(4).bits())
    assert repr(bot).startswith("EvaluatorBot(<function hashed")
    for arguments in ({"evaluator": 3}, {"evaluator": hashed, "batch_size": "all"}):
        with pytest.raises(TypeError):
            bw.bots.EvaluatorBot(**arguments)


BOTS = [case for case in WRONG if not {"method", "nodes", "depth", "threads", "seed"} & set(case[0])]


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        *BOTS,
        ({"simulations": 0}, bw.SetupError, "simulations: must be a whole number from 2"),
        ({"foo": 1}, bw.SetupError, 'unknown key "foo"; known: simulations, '),
        ({"seed": 1}, bw.SetupError, 'unknown key "seed"'),
    ],
)
def test_bots_are_refused_when_they_are_made(arguments: dict[str, Any], error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        bw.bots.EvaluatorBot(**{"evaluator": hashed, **arguments})
