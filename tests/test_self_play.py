"""Games of a search against itself: what is in the data, what it depends on, what ends it; and the example."""

from __future__ import annotations

import functools
import importlib
import os
import pickle
import signal
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright.evaluators import uniform
from evaluating import Answer, Mask, Observations, Recorder, hashed
from helpers import ROOT

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "gridopolis": ("gridopolis", {"reserves": 0, "turn_cap": 12}),
    "gridopolis for 3": ("gridopolis", {"players": 3, "turn_cap": 12}),
    "microworld": ("microworld", {}),
    "microworld-secrets": ("microworld", {"rules": "ABCDEFGH"}),
    "genotype": ("genotype", {}),
    "genotype for 5": ("genotype", {"players": 5}),
    "genotype for 1": ("genotype", {"players": 1}),
}
each_game = pytest.mark.parametrize("name", GAMES)


def play(name: str, **arguments: Any) -> list[bw.GameData]:
    """Play games of a kind by the hash of what is seen."""
    game, options = GAMES[name]
    seats = bw.start(game, **options).num_players
    settings: dict[str, Any] = {"games": 3, "simulations": 6, "batch_size": 3, "seed": 5} | arguments
    return list(bw.self_play(game, functools.partial(hashed, seats=seats), **settings, **options))


def same(one: bw.GameData, other: bw.GameData) -> bool:
    """Whether two games are the same, number for number."""
    arrays = ("seats", "observations", "legal", "policy", "values", "estimates")
    return (
        one.number == other.number
        and one.record == other.record
        and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)
    )


@each_game
def test_the_data_are_those_of_the_record(name: str) -> None:
    for data in play(name):
        end, n = data.record.state, len(data)
        assert end.is_over
        assert data.returns == end.returns
        events, states = data.record.events(), data.record.states()
        choices = [(state, event) for state, event in zip(states, events, strict=False) if event.kind == "act"]
        assert len(choices) == n
        seats = end.num_players
        assert data.observations.shape == (n, end.observation_tensor().size)
        assert data.legal.shape == data.policy.shape == (n, end.num_actions)
        assert data.values.shape == data.estimates.shape == (n, seats)
        assert data.observations.dtype == data.policy.dtype == data.values.dtype == data.estimates.dtype == np.float32
        assert data.seats.dtype == np.uint8
        assert data.legal.dtype == np.bool_
        for row, (state, event) in enumerate(choices):
            seat = int(data.seats[row])
            assert seat == state.current_player
            assert np.array_equal(data.observations[row], state.view(seat).observation_tensor())
            assert np.array_equal(data.legal[row], state.legal_mask())
            assert data.policy[row, event.id] > 0
            returns = [end.returns[(seat + place) % seats] for place in range(seats)]
            assert data.values[row].tolist() == np.array(returns, np.float32).tolist()
        assert np.allclose(data.policy.sum(axis=1), 1)
        assert (data.policy[~data.legal] == 0).all()
        assert (np.abs(data.estimates) <= 1).all()


def test_visits_become_policies() -> None:
    (data,) = play("microworld", games=1, simulations=11)
    searched = data.legal.sum(axis=1) > 1
    # Ten simulations go on from the position itself.
    tenths = data.policy[searched] * 10
    assert np.allclose(tenths, np.rint(tenths), atol=1e-5)
    assert (data.policy[~searched].max(axis=1) == 1).all()
    assert np.array_equal(data.estimates[~searched], data.values[~searched])
    assert not np.array_equal(data.estimates[searched], data.values[searched])


@each_game
def test_a_game_depends_on_seed_and_number_only(name: str) -> None:
    first = {data.number: data for data in play(name, games=4, parallel=4, batch_size=4)}
    assert sorted(first) == [0, 1, 2, 3]
    again = play(name, games=4, parallel=4, batch_size=4)
    other = play(name, games=3, parallel=2, batch_size=2)
    tight = play(name, games=4, parallel=4, batch_size=3)
    for data in (*again, *other, *tight):
        assert same(first[data.number], data)
    assert len({data.record.to_text() for data in first.values()}) > 1
    assert not same(first[0], play(name, games=1, seed=6)[0])


def test_leaves_of_all_games_make_common_batches() -> None:
    recorder = Recorder()
    games = bw.self_play("microworld", recorder, games=20, simulations=20, batch_size=16, seed=1)
    assert len(list(games)) == 20
    assert max(recorder.sizes) == 16
    assert np.mean(recorder.sizes[:100]) > 14


def test_many_leaves_of_few_games() -> None:
    recorder = Recorder()
    games = bw.self_play("microworld", recorder, games=2, simulations=64, batch_size=32, seed=1)
    assert len(list(games)) == 2
    assert 16 < max(recorder.sizes) <= 32


def test_games_come_when_they_are_finished() -> None:
    recorder = Recorder()
    games = bw.self_play("microworld", recorder, games=6, simulations=8, batch_size=2, seed=1)
    next(games)
    early = len(recorder.batches)
    assert len(list(games)) == 5
    assert early < len(recorder.batches) / 2


def test_temperature() -> None:
    cold = play("gridopolis", temperature=0, noise=0)
    assert len({data.record.to_text() for data in cold}) == 1  # without chance nothing differs
    for data in cold:
        most = data.policy.max(axis=1)
        played = [event.id for event in data.record.events()]
        assert (data.policy[np.arange(len(data)), played] == most).all()
    assert len({data.record.to_text() for data in play("gridopolis", temperature=0, noise=0.9)}) > 1
    dropped = play("gridopolis", temperature_drop=0, noise=0)
    assert [data.record for data in dropped] == [data.record for data in cold]
    assert len({data.record.to_text() for data in play("gridopolis", temperature=50, noise=0)}) == 3


def test_settings_reach_the_search() -> None:
    plain = play("genotype", games=1, simulations=30)[0]
    for changed in ({"exploration": 4.0}, {"chance": False}, {"noise": 0.0}, {"noise_alpha": 9.0}, {"memory": 1000}):
        assert not np.array_equal(plain.policy, play("genotype", games=1, simulations=30, **changed)[0].policy), changed


def test_games_go_on_from_a_state() -> None:
    start = bw.start("genotype", players=3, seed=4)
    for _ in range(3):
        start = start.play(start.legal_actions[0])
    evaluator = functools.partial(hashed, seats=3)
    (data,) = bw.self_play(start, evaluator, games=1, simulations=4)
    assert data.record.start == start
    assert data.record.state.is_over


def test_data_can_be_pickled() -> None:
    for data in play("microworld-secrets", games=2):
        copy = pickle.loads(pickle.dumps(data))
        assert same(copy, data)
        assert (copy.returns, len(copy), repr(copy)) == (data.returns, len(data), repr(data))
    assert repr(data) == f"<GameData of game {data.number}: {len(data)} decisions, returns {data.returns}>"


# What is wrong, and what ends it.

WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"game": 3}, TypeError, "games start from the name of a game or from a State, not int"),
    ({"game": "chess"}, LookupError, "there is no game .chess."),
    ({"players": 7}, ValueError, "unknown key"),
    ({"evaluator": None}, TypeError, "an evaluator is a function"),
    ({"games": 0}, ValueError, "games: must be a whole number from 1"),
    ({"games": 1.5}, TypeError, "games, how many games are played, is a whole number"),
    ({"parallel": 0}, ValueError, "parallel: must be a whole number from 1 to 65536, not 0"),
    ({"batch_size": -1}, ValueError, "batch_size is a number from 0 to 65,536"),
    ({"simulations": 1}, ValueError, "simulations: must be a whole number from 2"),
    ({"temperature": -1}, ValueError, "temperature: must be a number from 0 to 1000000, not -1"),
    ({"temperature": float("nan")}, ValueError, "nan is not a number that can be used"),
    ({"temperature_drop": 0.5}, ValueError, "temperature_drop: must be a whole number"),
    ({"noise": 2}, ValueError, "noise: must be a number from 0 to 1, not 2"),
    ({"seed": 2**64}, ValueError, "a seed is a number from 0"),
    ({"progress": 1}, TypeError, "progress is a function of a number, not int"),
]


@pytest.mark.parametrize(("arguments", "error", "match"), WRONG, ids=[match for *_, match in WRONG])
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], match: str) -> None:
    # At once, not when the first game is asked for.
    with pytest.raises(error, match=match):
        bw.self_play(**{"game": "microworld", "evaluator": hashed, **arguments})


def test_wrong_states() -> None:
    state = bw.start("microworld")
    with pytest.raises(bw.errors.SearchError, match="not from what seat 0 knows"):
        bw.self_play(state.view(0), hashed)
    with pytest.raises(bw.errors.SearchError, match="the game is over"):
        bw.self_play(state.playout(bw.Rng(1)), hashed)
    with pytest.raises(TypeError, match="a state has its options already: rules"):
        bw.self_play(state, hashed, rules="A")


def test_three_seats_need_three_values() -> None:
    with pytest.raises(bw.errors.SearchError, match=r"the values of 3 positions have the shape \(3, 3\), not \(3, 1\)"):
        list(bw.self_play("genotype", uniform, games=3, simulations=4, players=3))


def test_what_an_evaluator_raises_comes_out_unchanged() -> None:
    error = ZeroDivisionError("mine")
    calls = iter(range(1000))

    def fail(observations: Observations, legal: Mask) -> Answer:
        if next(calls) == 200:
            raise error
        return hashed(observations, legal)

    done: list[bw.GameData] = []
    with pytest.raises(ZeroDivisionError) as caught:
        done.extend(bw.self_play("microworld", fail, games=50, simulations=4, batch_size=2, seed=3))
    assert caught.value is error
    assert done, "what was finished before is not lost"


def test_progress() -> None:
    def slow(observations: Observations, legal: Mask) -> Answer:
        time.sleep(0.025)  # longer than the pause between two calls
        return uniform(observations, legal)

    seen: list[int] = []
    list(bw.self_play("microworld", slow, games=4, simulations=2, batch_size=4, progress=seen.append))
    assert len(seen) > 20, "each batch is told of"
    assert seen == sorted(seen)
    assert seen[0] > 0
    error = ZeroDivisionError("mine")

    def fail(done: int) -> None:
        raise error

    with pytest.raises(ZeroDivisionError) as caught:
        list(bw.self_play("microworld", uniform, games=10**9, simulations=10**9, progress=fail))
    assert caught.value is error


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("simulations", [2, 10**9])
def test_ctrl_c(simulations: int) -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            for _ in bw.self_play("microworld", uniform, games=10**12, simulations=simulations, batch_size=4):
                pass
    finally:
        timer.join()


def test_one_thread_at_a_time() -> None:
    # The search is being worked on while it reports progress.
    state = bw.start("microworld")
    games = bw._core.SelfPlayGames(state, '{"games": 1000, "parallel": 1000, "simulations": 1000}')

    def again(done: int) -> None:
        games.collect(1)

    def work() -> None:
        while True:
            observations, legal = games.collect(1000, again)
            games.supply(*uniform(observations, legal))

    with pytest.raises(RuntimeError, match="this search is being worked on already"):
        work()


# The example.


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """Import the example in a folder of its own."""
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    monkeypatch.chdir(tmp_path)
    return importlib.import_module("learn_microworld")


TINY = ["--games", "4", "--simulations", "4", "--steps", "3", "--width", "16", "--test-games", "2"]


def test_the_example_learns_and_goes_on(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    example.main([*TINY, "--rounds", "2"])
    first = capsys.readouterr().out.splitlines()
    assert first[0] == "before:"
    assert [line.split(",")[0] for line in first if line.startswith("round")] == [
        "round 1: 4 games",
        "round 2: 8 games",
    ]
    assert "after:" in first
    example.main([*TINY, "--rounds", "1"])
    second = capsys.readouterr().out.splitlines()
    assert second[0] == "going on after 8 games"
    assert any(line.startswith("round 1: 12 games") for line in second)


def test_the_example_fits_what_it_is_shown(example: ModuleType) -> None:
    # A network that can't learn these few positions by heart learns nothing.
    data = play("microworld", games=2)
    network = example.Network(example.varying_columns(1), data[0].legal.shape[1], 32, 1)
    rng = np.random.default_rng(1)
    losses = [network.train(batch, 3e-3, 0.0) for batch in example.batches(data, 32, 100, rng)]
    for kind in (0, 1):
        before, after = (float(np.mean([loss[kind] for loss in part])) for part in (losses[:10], losses[-10:]))
        # The policies are no sure ones, so their loss can't become 0.
        assert after < 0.8 * before


def test_the_slopes_of_the_example_are_right(example: ModuleType) -> None:
    data = play("microworld", games=1)
    network = example.Network(example.varying_columns(1), data[0].legal.shape[1], 8, 1)
    for array in network.weights.values():
        array += np.random.default_rng(len(array)).normal(0, 0.1, array.shape).astype(np.float32)
    network.weights = {name: array.astype(np.float64) for name, array in network.weights.items()}
    (batch,) = example.batches(data, 16, 1, np.random.default_rng(1))
    _, slopes = network.slopes(batch)
    for name, array in network.weights.items():
        place = np.unravel_index(np.abs(slopes[name]).argmax(), array.shape)
        sums = []
        for step in (1e-5, -1e-5):
            before = array[place]
            array[place] += step
            sums.append(sum(network.slopes(batch)[0]))
            array[place] = before
        assert (sums[0] - sums[1]) / 2e-5 == pytest.approx(slopes[name][place], rel=1e-3), name


def test_the_player_of_the_example(example: ModuleType) -> None:
    network = example.Network(example.varying_columns(1), bw.start("microworld").num_actions, 16, 1)
    result = bw.Match("microworld", [example.bot(network, 4), "random"], seed=1).play()
    assert result.players == ("learner", "random")
    network.save(Path("weights.npz"))
    twin = example.load(Path("weights.npz"))
    assert bw.Match("microworld", [example.bot(twin, 4), "random"], seed=1).play() == result
    assert sorted(path.name for path in Path().iterdir()) == ["weights.npz"]


def test_ctrl_c_in_the_example(example: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(10))
    self_play = bw.self_play

    def interrupted(*arguments: Any, **settings: Any) -> Any:
        if next(calls) == 2:  # the second round: the first call is for the columns
            raise KeyboardInterrupt
        return self_play(*arguments, **settings)

    monkeypatch.setattr(bw, "self_play", interrupted)
    example.main([*TINY, "--test-games", "0", "--rounds", "9"])
    assert Path("microworld.npz").exists()
