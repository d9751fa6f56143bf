"""Batches: equal to single states step by step, whatever their size and the number of threads."""

from __future__ import annotations

import copy
import json
import pickle
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardwright as bw
from boardwright.batches import MAX_GAMES, Batch, Step
from helpers import ALL_SETUPS, GAMES, Setup, each_game


class Single:
    """One game of a batch, played with states."""

    def __init__(self, setup: Setup, seed: int, number: int, seat: int | None = None) -> None:
        self.first = setup.start()
        self.root = bw.Rng(seed).split(number)
        self.games = 0
        self.seat = seat
        self.begin()

    def begin(self) -> None:
        self.rng = self.root.split(self.games)
        self.games += 1
        self.steps = 0
        self.ended = False
        self.settle(self.first)

    def settle(self, state: bw.State) -> None:
        while not state.is_over and (state.is_chance or self.seat not in (None, state.current_player)):
            state = state.sample(self.rng) if state.is_chance else state.play(state.random_action(self.rng))
        self.state = state

    def step(self, action: int | None, max_steps: int | None = None) -> tuple[list[float], bool, bool]:
        """Play an action, or a random one; gives rewards, terminated, truncated."""
        none = [0.0] * self.state.num_players
        if self.ended:
            self.begin()
            return none, False, False
        unasked = self.state.is_over
        if unasked:  # others ended it
            self.ended = True
            return self.state.returns, True, False
        if action is None:
            legal = self.state.legal_actions.ids
            action = legal[self.rng.below(len(legal))]
        self.settle(self.state.play(action))
        self.steps += 1
        over = self.state.is_over
        broken = not over and self.steps == max_steps
        self.ended = over or broken
        return (self.state.returns if over else none), over, broken

    def check(self, shown: Step, row: int) -> None:
        """Compare what a batch shows with the state."""
        state = self.state
        seat = state.current_player
        assert shown.seats[row] == (-1 if seat is None else seat)
        assert shown.masks is not None
        assert shown.observations is not None
        assert np.array_equal(shown.masks[row], state.legal_mask())
        eye = next(seat for seat in (seat, self.seat, state.turn_seat) if seat is not None)
        assert np.array_equal(shown.observations[row], state.view(eye).observation_tensor(eye))


def choose(shown: Step, rng: np.random.Generator) -> Any:
    """A legal action for each game that goes on, anything for the others."""
    assert shown.masks is not None
    return np.array([rng.choice(mask.nonzero()[0]) if mask.any() else 9999 for mask in shown.masks])


def same(one: Step, other: Step) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in vars(one))


@given(
    setup=st.sampled_from(ALL_SETUPS),
    seed=st.integers(0, 2**64 - 1),
    n=st.integers(1, 4),
    threads=st.integers(1, 3),
    max_steps=st.none() | st.integers(1, 40),
)
def test_equal_to_single_states(setup: Setup, seed: int, n: int, threads: int, max_steps: int | None) -> None:
    games = bw.batch(setup.game, n, seed=seed, threads=threads, max_steps=max_steps, **setup.options)
    singles = [Single(setup, seed, number) for number in range(n)]
    rng = np.random.default_rng(seed % 2**32)
    shown = games.observe()
    for _ in range(60):
        for row, single in enumerate(singles):
            single.check(shown, row)
            assert games[row] == single.state
        actions = choose(shown, rng)
        shown = games.step(actions)
        for row, single in enumerate(singles):
            rewards, over, broken = single.step(int(actions[row]), max_steps)
            assert shown.rewards[row].tolist() == np.array(rewards, np.float32).tolist()
            assert (shown.terminated[row], shown.truncated[row]) == (over, broken)


@given(setup=st.sampled_from(ALL_SETUPS), seed=st.integers(0, 2**32), threads=st.integers(1, 3), data=st.data())
def test_random_steps(setup: Setup, seed: int, threads: int, data: st.DataObject) -> None:
    players = setup.start().num_players
    seat = data.draw(st.none() | st.integers(0, players - 1))
    games = bw.batch(setup.game, 3, seed=seed, threads=threads, seat=seat, **setup.options)
    singles = [Single(setup, seed, number, seat) for number in range(3)]
    for _ in range(40):
        shown = games.random_step()
        for row, single in enumerate(singles):
            _, over, _ = single.step(None)
            assert shown.terminated[row] == over
            single.check(shown, row)


@each_game
def test_whole_games_end_and_begin_again(setup: Setup) -> None:
    games = bw.batch(setup.game, 8, seed=3, observe=False, **setup.options)
    ended = np.zeros(8, int)
    for _ in range(1500):
        before = games.observe()
        shown = games.random_step()
        over = before.seats == -1
        ended += over
        assert (shown.seats[over] >= 0).all()
        assert not shown.terminated[over].any()
        assert not shown.rewards[~shown.terminated].any()
        assert (shown.seats[shown.terminated] == -1).all()
        assert shown.masks is not None
        assert (shown.masks.any(axis=1) == (shown.seats >= 0)).all()
    assert (ended >= 2).all()


@each_game
def test_neither_size_nor_threads_matter(setup: Setup) -> None:
    small, large = (bw.batch(setup.game, n, seed=5, threads=t, **setup.options) for n, t in [(3, 1), (17, 4)])
    for _ in range(150):
        one, other = small.random_step(), large.random_step()
        for name in vars(one):
            assert np.array_equal(getattr(one, name), getattr(other, name)[:3])


@each_game
def test_copies_go_on_alike(setup: Setup) -> None:
    games = bw.batch(setup.game, 4, seed=7, threads=2, max_steps=70, **setup.options)
    for _ in range(50):
        games.random_step()
    text = games.snapshot()
    restored = bw.batch(setup.game, 4, seed=99, **setup.options)
    restored.restore(text)
    others = [games.clone(), copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games)), restored]
    assert all(other.snapshot() == text for other in others)
    seen = []
    for batch in [games, *others]:
        steps = [batch.random_step() for _ in range(120)]
        seen.append((steps, batch.snapshot()))
    for steps, end in seen[1:]:
        assert end == seen[0][1]
        assert all(same(one, other) for one, other in zip(steps, seen[0][0], strict=True))
    games.restore(text)
    assert games.snapshot() == text


def test_callers_arrays() -> None:
    games, other = (bw.batch("microworld", 5, seed=1) for _ in range(2))
    out = games.arrays()
    for _ in range(60):
        assert out.masks is not None
        assert games.random_step(out=out) is out
        assert same(out, other.random_step())
    lean = bw.batch("microworld", 5, seed=1, observe=False, masks=False)
    shown = lean.random_step()
    assert (shown.observations, shown.masks) == (None, None)
    assert np.array_equal(shown.seats, bw.batch("microworld", 5, seed=1).random_step().seats)


def test_reset_begins_new_games() -> None:
    games = bw.batch("genotype", 5, seed=1)
    first = games.observe()
    second = games.reset()
    assert not same(first, second)
    again = bw.batch("genotype", 5, seed=1)
    assert same(again.observe(), first)
    assert same(again.reset(), second)


def test_what_it_says_of_itself() -> None:
    games = bw.batch("genotype", 5, players=3)
    state = bw.start("genotype", players=3)
    assert (len(games), games.num_games, games.num_players, games.num_actions) == (5, 5, 3, state.num_actions)
    assert games.observation_size == state.observation_tensor(0).size
    assert games.autoreset_mode == "next_step"
    assert (games.max_steps, games.seat) == (None, None)
    assert (games.game_name, games.options) == ("genotype", state.options)
    assert repr(games) == "<Batch of 5 games of genotype>"
    assert games[-1] == games[4]
    for index in (5, -6):
        with pytest.raises(IndexError, match=f"there is no game {index} in a batch of 5"):
            games[index]
    wrong: list[Any] = [1.5, "1", slice(2)]
    for index in wrong:
        with pytest.raises(TypeError, match="a game of a batch is given by a whole number"):
            games[index]


def test_what_it_says_of_itself_cannot_be_changed() -> None:
    games = bw.batch("genotype", 5)
    for name in (
        "num_games",
        "num_players",
        "num_actions",
        "observation_size",
        "max_steps",
        "seat",
        "autoreset_mode",
        "game_name",
        "options",
    ):
        with pytest.raises(AttributeError):
            setattr(games, name, 4)
    games.options["players"] = 4
    assert games.options == bw.start("genotype").options
    assert games.random_step().seats.shape == (5,)


def test_an_action_stands_for_its_id() -> None:
    games, other = (bw.batch("microworld", 3, seed=2) for _ in range(2))
    actions = [games[number].legal_actions[number] for number in range(3)]
    assert same(games.step(actions), other.step([action.id for action in actions]))


def test_steps_that_count() -> None:
    """Only actions of the seats that are asked count to max_steps."""
    every, own = (bw.batch("gridopolis", 1, seed=2, max_steps=3, seat=seat) for seat in (None, 0))
    for games, turns in (every, 1), (own, 3):
        for step in range(3):
            assert games.random_step().truncated[0] == (step == 2)
        assert games[0].turn >= turns
    assert every[0].turn < own[0].turn


def test_games_that_end_before_the_own_seat_is_asked() -> None:
    """Every one is told once, at the step after; no return is lost, also not that of the first game."""
    games = bw.batch("gridopolis", 3, seat=1, turn_cap=1, seed=1)
    begun, returns = games.observe(), games[0].returns
    for round in range(3):
        assert (begun.seats == -1).all()
        assert begun.masks is not None
        assert not begun.masks.any()
        for nothing in (begun.terminated, begun.truncated, begun.rewards):
            assert not nothing.any()
        before = games.snapshot()
        told = games.step([-1, 0, 9999])
        assert told.terminated.all()
        assert told.rewards.tolist() == [returns] * 3
        games.restore(before)
        assert same(games.random_step(), told)
        begun = games.reset() if round == 0 else games.random_step()


def test_a_snapshot_brings_its_settings() -> None:
    theirs = bw.batch("gridopolis", 2, seed=2, max_steps=3, seat=1)
    games = bw.batch("gridopolis", 2, seed=3, max_steps=50, seat=0, observe=False)
    games.restore(theirs.snapshot())
    assert (games.max_steps, games.seat) == (3, 1)
    shown = [games.random_step() for _ in range(3)][-1]
    assert shown.truncated.all()
    assert shown.observations is None
    assert (games.random_step().seats == 1).all()


def test_an_illegal_action_changes_nothing() -> None:
    games = bw.batch("microworld", 3, seed=2)
    shown = games.observe()
    assert shown.masks is not None
    legal = shown.masks.argmax(axis=1)
    before = games.snapshot()
    bad = legal.copy()
    bad[1] = int((~shown.masks[1]).nonzero()[0][0])
    with pytest.raises(bw.IllegalActionError, match="game 1: "):
        games.step(bad)
    for number in (175, 65_535, 65_536, 70_000, -1):
        bad[1] = number
        words = f"^game 1: there is no action {number}: ids go from 0 to 174$"
        with pytest.raises(bw.IllegalActionError, match=words) as caught:
            games.step(bad)
        assert not caught.value.rule
    unsigned = legal.astype(np.uint64)
    unsigned[1] = 2**63
    ints = legal.tolist()
    for too_large in (unsigned, [ints[0], 2**70, ints[2]], [ints[0], -(2**70), ints[2]]):
        with pytest.raises(bw.IllegalActionError, match="game 1: there is no action with such a number: ids go"):
            games.step(too_large)
    with pytest.raises(ValueError, match="one action for each of 3 games"):
        games.step(legal[:2])
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        games.step(legal.astype(float))
    wrong: list[Any] = [[None, 1, 2], [games[0].legal_actions[0], True, 2], ["1"] * 3]
    for actions, kind in zip(wrong, ("NoneType", "bool", "<U1"), strict=True):
        with pytest.raises(TypeError, match=f"whole numbers, not {kind}"):
            games.step(actions)
    assert games.snapshot() == before
    games.step(legal.astype(np.uint8))
    masks = games.observe().masks
    assert masks is not None
    games.step(masks.argmax(axis=1).tolist())


def test_arrays_that_do_not_fit() -> None:
    games = bw.batch("microworld", 3, seed=2)
    before = games.snapshot()
    fine = games.arrays()
    with pytest.raises(ValueError, match="same arrays"):
        games.random_step(out=bw.batch("microworld", 3, observe=False).arrays())
    with pytest.raises(ValueError, match="must hold"):
        games.random_step(out=bw.batch("microworld", 4).arrays())
    frozen = games.arrays()
    frozen.seats.flags.writeable = False
    with pytest.raises(ValueError, match="seats"):
        games.random_step(out=frozen)
    strided = Step(**{**vars(fine), "rewards": np.zeros((3, 4), np.float32)[:, ::2]})
    with pytest.raises(ValueError, match="contiguous"):
        games.random_step(out=strided)
    shared = Step(**{**vars(fine), "truncated": fine.terminated})
    with pytest.raises(ValueError, match="truncated"):
        games.random_step(out=shared)
    typed = Step(**{**vars(fine), "seats": np.zeros(3, np.int64)})
    with pytest.raises(TypeError, match="seats must be a NumPy array of dtype int8, not int64"):
        games.random_step(out=typed)
    for wrong in ({"masks": [True]}, {"masks": np.zeros((3, 175), np.int8)}, {"rewards": np.zeros((3, 2))}):
        with pytest.raises(TypeError, match=f"{next(iter(wrong))} must be a NumPy array of dtype"):
            games.random_step(out=Step(**{**vars(fine), **wrong}))
    with pytest.raises(TypeError, match="out is a Step"):
        games.random_step(out=3)  # type: ignore[arg-type]
    assert games.snapshot() == before


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"n": 0}, bw.LimitError, "n, the number of games, is a number from 1 to 1,048,576, not 0"),
        ({"n": -1}, bw.LimitError, "n, the number of games, is a number from 1 to 1,048,576, not -1"),
        ({"n": MAX_GAMES + 1}, bw.LimitError, "from 1 to 1,048,576"),
        ({"n": 2.5}, TypeError, "the number of games"),
        ({"threads": 0}, bw.LimitError, "threads, .* is a number from 1 to 256, not 0"),
        ({"threads": -1}, bw.LimitError, "threads, .* is a number from 1 to 256, not -1"),
        ({"max_steps": 0}, bw.LimitError, r"max_steps is a number from 1 to 2\*\*32 - 1, not 0"),
        ({"max_steps": -1}, bw.LimitError, r"max_steps is a number from 1 to 2\*\*32 - 1, not -1"),
        ({"observe": "no"}, TypeError, "observe is True or False, not str"),
        ({"masks": 0}, TypeError, "masks is True or False, not int"),
        ({"seat": -1}, ValueError, "a seat is a number from 0 to 1, not -1"),
        ({"seat": 2}, ValueError, "a seat is a number from 0 to 1, not 2"),
        ({"seed": -1}, ValueError, "a seed"),
        ({"rules": "Z"}, bw.SetupError, "rules"),
        ({"game": "chess"}, bw.UnknownGameError, "chess"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    given: dict[str, Any] = {"game": "microworld", "n": 2} | arguments
    with pytest.raises(error, match=words):
        bw.batch(**given)


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", '{"games": 1}', '{"games": [1, 2]}', "null", "nonsense",
        "[" * 100_000, '{"games": [1, 2], "x": "\udcff"}',
    ],
    ids=range(9),
)  # fmt: skip
def test_what_is_no_snapshot(text: str) -> None:
    games = bw.batch("microworld", 2, seed=1)
    before = games.snapshot()
    with pytest.raises(bw.SetupError):
        games.restore(text)
    with pytest.raises(TypeError):
        games.restore(None)  # type: ignore[arg-type]
    assert games.snapshot() == before


def test_snapshots_with_faults() -> None:
    games = bw.batch("microworld", 2, seed=1)
    whole = json.loads(games.snapshot())
    faults: list[dict[str, Any]] = [
        {"rng": 5},
        {"root": -1},
        {"games": "x"},
        {"steps": 2**40},
        {"state": {}},
        {"state": bw.start("gridopolis").to_dict()},
        {"state": games[0].view(0).to_dict()},
    ]
    for fault in faults:
        spoilt = copy.deepcopy(whole)
        spoilt["games"][1] |= fault
        with pytest.raises(bw.SetupError, match=r"games\[1\]"):
            games.restore(json.dumps(spoilt))
    for wrong in [{"max_steps": "x"}, {"own": 7}]:
        with pytest.raises(bw.SetupError):
            games.restore(json.dumps(whole | wrong))
    assert json.loads(games.snapshot()) == whole
    with pytest.raises(bw.SetupError, match="of the same game, with the same options"):
        bw.batch("gridopolis", 2).restore(json.dumps(whole))
    with pytest.raises(bw.SetupError, match="of the same game, with the same options"):
        bw.batch("gridopolis", 2).restore(bw.batch("gridopolis", 2, quiet_limit=5).snapshot())


def test_threads_of_the_caller() -> None:
    """Other threads go on, and one batch can be stepped by several."""
    games = bw.batch("microworld", 200, seed=1)
    crew = [threading.Thread(target=lambda: [games.random_step() for _ in range(20)]) for _ in range(4)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    alone = bw.batch("microworld", 200, seed=1)
    for _ in range(80):
        alone.random_step()
    assert games.snapshot() == alone.snapshot()


def test_an_observation_holds_no_secrets() -> None:
    setup = GAMES["genotype"]
    games: Batch = bw.batch(setup.game, 4, seed=2, **setup.options)
    for _ in range(60):
        shown = games.random_step()
        assert shown.observations is not None
        for row, seat in enumerate(shown.seats.tolist()):
            if seat >= 0:
                other = games[row].view(seat).complete(bw.Rng(row))
                assert np.array_equal(shown.observations[row], other.view(seat).observation_tensor(seat))
