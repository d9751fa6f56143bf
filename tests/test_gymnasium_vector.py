"""Many games at once as one Gymnasium environment: they are a batch, and behave as Gymnasium's own do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import boardwright as bw

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'boardwright[gymnasium]'")

from gymnasium import Env  # noqa: E402
from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from boardwright.adapters.gymnasium import BoardwrightVectorEnv  # noqa: E402
from helpers import GAMES, Setup, each_game  # noqa: E402

NAME = "boardwright/Microworld-v0"

# What is counted (points, coins) has no bounds, so the space of observations has none: Gymnasium's checker doubts it.
unbounded = pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is -?infinity")


def make_many(setup: Setup, num_envs: int, **arguments: Any) -> BoardwrightVectorEnv:
    return BoardwrightVectorEnv(setup.game, num_envs, **arguments, **setup.options)


def choose(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(mask.nonzero()[0]))


@each_game
@pytest.mark.parametrize("seat", [0, 1, None])
def test_many_games_are_a_batch(setup: Setup, seat: int | None) -> None:
    env = make_many(setup, 5, seat=seat, threads=2)
    games = bw.batch(setup.game, 5, seed=3, seat=seat, **setup.options)
    rng = np.random.default_rng(3)
    observations, info = env.reset(seed=3)
    shown = games.observe()
    rewards = terminated = truncated = np.zeros(5)
    before = shown.seats
    ends = 0
    for _ in range(400):
        assert shown.observations is not None
        assert np.array_equal(observations, shown.observations)
        assert env.observation_space.contains(observations)
        assert shown.masks is not None
        assert np.array_equal(info["action_mask"], shown.masks)
        assert np.array_equal(info["seat"], shown.seats)
        assert np.array_equal(info["rewards"], shown.rewards)
        assert np.array_equal(terminated, shown.terminated)
        assert np.array_equal(truncated, shown.truncated)
        for row in range(5):
            actor = before[row] if seat is None else seat
            assert rewards[row] == (shown.rewards[row, actor] if actor >= 0 else 0)
        ends += int(shown.terminated.sum())
        actions = np.array([choose(mask, rng) if mask.any() else 0 for mask in shown.masks])
        before = shown.seats
        observations, rewards, terminated, truncated, info = env.step(actions)
        shown = games.step(actions)
    assert ends > 0


@each_game
def test_many_games_as_gymnasium_makes_them(setup: Setup) -> None:
    name = f"boardwright/{setup.game.title()}-v0"
    env = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point", **setup.options)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    assert env.num_envs == 3
    one, _ = env.reset(seed=1)
    two, info = env.reset()
    other, _ = make_many(setup, 3).reset(seed=1)
    assert np.array_equal(one, other)
    assert one.shape == two.shape == (3, *env.single_observation_space.shape)
    _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert info["_action_mask"].all()
    slow = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", **setup.options)
    observations, info = slow.reset(seed=[1, 2])
    assert observations.shape == (2, *env.single_observation_space.shape)
    slow.step(info["action_mask"].argmax(axis=1))


class OneOfMany(Env[Any, Any]):
    """The only game of a vector environment, for the checker of single ones; it does not look at masks."""

    def __init__(self, setup: Setup) -> None:
        self.many = make_many(setup, 1)
        self.observation_space = self.many.single_observation_space
        self.action_space = self.many.single_action_space
        self.mask = np.zeros(0, np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        observations, info = self.many.reset(seed=seed, options=options)
        self.mask = info["action_mask"][0]
        return observations[0], {name: values[0] for name, values in info.items()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        legal = self.mask.nonzero()[0]
        observations, rewards, terminated, truncated, info = self.many.step(legal[[action % len(legal)]])
        self.mask = info["action_mask"][0]
        first = {name: values[0] for name, values in info.items()}
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), first


@unbounded
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")  # it renders nothing
@each_game
def test_the_checker_on_many_games(setup: Setup) -> None:
    check_env(OneOfMany(setup))


@unbounded
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")  # they render nothing
@each_game
def test_the_checker_on_each_of_many(setup: Setup) -> None:
    name = f"boardwright/{setup.game.title()}-v0"
    many: Any = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", **setup.options)
    for env in many.envs:
        check_env(env.unwrapped)


@each_game
def test_wrappers_of_many_games(setup: Setup) -> None:
    """Gymnasium counts steps and sums rewards as the batch does."""
    env = RecordEpisodeStatistics(make_many(setup, 3, max_steps=40))
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    lengths, sums, seen = np.zeros(3, int), np.zeros(3), 0
    ended = np.zeros(3, bool)
    for _ in range(100):
        actions = np.array([choose(mask, rng) if mask.any() else 0 for mask in info["action_mask"]])
        lengths = np.where(ended, 0, lengths + 1)
        _, rewards, terminated, truncated, info = env.step(actions)
        sums = np.where(ended, 0, sums + rewards)
        ended = terminated | truncated
        for row in ended.nonzero()[0]:
            assert info["episode"]["l"][row] == lengths[row] <= 40
            assert info["episode"]["r"][row] == sums[row]
            seen += 1
    assert seen >= 6


def test_seeds_of_many_games() -> None:
    env = make_many(GAMES["microworld"], 2)
    with pytest.raises(TypeError, match="a batch has one seed"):
        env.reset(seed=[1, 2])
    with pytest.raises(gymnasium.error.Error, match="Seed"):
        env.reset(seed=-1)


def test_the_seed_of_an_environment_begins_the_same_games() -> None:
    """Also one that Gymnasium drew from the system, which has up to 128 bits."""
    env = make_many(GAMES["genotype"], 3)
    first, _ = env.reset()
    seed = env.np_random_seed
    assert seed is not None
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    for one in (env, make_many(GAMES["genotype"], 3)):
        for again in (first, second):
            assert np.array_equal(one.reset(seed=seed if again is first else None)[0], again)
    large = [make_many(GAMES["genotype"], 3).reset(seed=seed)[0] for seed in (2**64 - 1, 2**64, 2**70, 2**70)]
    assert np.array_equal(large[2], large[3])
    assert len({deal.tobytes() for deal in large}) == 3


def test_a_generator_set_by_hand() -> None:
    def deal(number: int) -> bytes:
        env = make_many(GAMES["genotype"], 2)
        env.np_random = np.random.default_rng(number)
        return env.reset()[0].tobytes()

    assert deal(1) == deal(1) != deal(2)


def test_games_that_end_before_the_agent_is_asked() -> None:
    """They are told at the first step, as in a single environment."""
    env = BoardwrightVectorEnv("gridopolis", 2, seat=1, turn_cap=1)
    single = gymnasium.make("boardwright/Gridopolis-v0", seat=1, turn_cap=1)
    _, info = env.reset(seed=1)
    for _ in range(3):
        single.reset(seed=1)
        _, reward, ended, *_ = single.step(0)
        assert (info["seat"].tolist(), info["action_mask"].any()) == ([-1, -1], False)
        _, rewards, terminated, *_ = env.step(np.array([0, 0]))
        assert (rewards.tolist(), terminated.tolist()) == ([reward] * 2, [ended] * 2)
        _, rewards, terminated, _, info = env.step(np.array([0, 0]))
        assert not rewards.any()
        assert not terminated.any()


def test_games_without_a_seed_differ() -> None:
    """As Gymnasium has it: the first reset draws a seed from the system, later ones go on."""

    def deals(env: Any, seeds: list[int | None]) -> list[bytes]:
        return [env.reset(seed=seed)[0].tobytes() for seed in seeds]

    envs = [gymnasium.make_vec("boardwright/Genotype-v0", num_envs=2) for _ in range(3)]
    found = [deal for env in envs for deal in deals(env, [None, None])]
    assert len(set(found)) == 6
    assert len({env.np_random_seed for env in envs}) == 3
    again = [deals(envs[0], [5, None, None]), deals(envs[1], [None, 5, None, None])[1:]]
    assert again[0] == again[1]
    assert len(set(again[0])) == 3


def test_masks_and_states() -> None:
    env = make_many(GAMES["genotype"], 3)
    _, info = env.reset(seed=1)
    for _ in range(20):
        masks = env.action_masks()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, info["action_mask"].astype(bool))
        assert np.array_equal(masks, [state.legal_mask() for state in env.states])
        masks[:] = False
        *_, info = env.step(env.action_masks().argmax(axis=1))


def test_calls_out_of_order() -> None:
    env = make_many(GAMES["microworld"], 2)
    with pytest.raises(ResetNeeded):
        env.step(np.array([0, 0]))
    with pytest.raises(ResetNeeded):
        env.action_masks()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seed": 7}, r"seed: .*reset\(seed=...\)"),
        ({"opponents": "greedy"}, 'opponents: .*vectorization_mode="sync"'),
        ({"illegal": "lose"}, 'illegal: .*vectorization_mode="sync"'),
        ({"observe": False}, "observe: observations are always given"),
        ({"masks": True}, "masks: masks are always given"),
        ({"n": 7}, "n: the number of games is num_envs"),
        ({"opponents": "greedy", "n": 7}, "opponents: .*; n: "),
    ],
)
def test_what_many_games_do_not_take(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(bw.SetupError, match=words):
        gymnasium.make_vec(NAME, num_envs=2, **arguments)


@pytest.mark.parametrize("num_envs", [0, -1])
def test_wrong_numbers_of_games(num_envs: int) -> None:
    with pytest.raises(bw.LimitError, match=f"num_envs is a number from 1 to 1,048,576, not {num_envs}"):
        BoardwrightVectorEnv("microworld", num_envs)


def test_options_of_reset() -> None:
    env = make_many(GAMES["microworld"], 2)
    first, _ = env.reset(seed=1, options={})
    with pytest.raises(bw.SetupError, match="reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False])})
    assert np.array_equal(env.reset(seed=1)[0], first)


@pytest.mark.filterwarnings("ignore::UserWarning")  # Gymnasium tells of the error so, too
def test_illegal_actions_in_other_processes() -> None:
    """Gymnasium makes an error of another process anew, of its message alone."""
    env = gymnasium.make_vec(NAME, num_envs=1, vectorization_mode="async", illegal="raise")
    try:
        env.reset(seed=1)
        with pytest.raises(bw.IllegalActionError, match="a pawn must be placed before the turn ends") as caught:
            env.step(np.array([174]))
        assert "[M12]" in caught.value.message
    finally:
        env.close()
