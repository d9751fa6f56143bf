"""The games as Gymnasium environments: its own tests, and what the agent is told."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import boardwright as bw

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'boardwright[gymnasium]'")

from gymnasium import Env  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from boardwright.adapters.gymnasium import BoardwrightEnv, BoardwrightVectorEnv  # noqa: E402
from helpers import ALL_SETUPS, GAMES, Setup, each_game  # noqa: E402

each_setup = pytest.mark.parametrize("setup", ALL_SETUPS[::4], ids=lambda setup: f"{setup.game}-{setup.options}")

# What is counted (points, coins) has no bounds, so the space of observations has none: Gymnasium's checker doubts it.
unbounded = pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is -?infinity")


def make(setup: Setup, **arguments: Any) -> Any:
    return gymnasium.make(f"boardwright/{setup.game.title()}-v0", **arguments, **setup.options)


def make_many(setup: Setup, num_envs: int, **arguments: Any) -> BoardwrightVectorEnv:
    return BoardwrightVectorEnv(setup.game, num_envs, **arguments, **setup.options)


def choose(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(mask.nonzero()[0]))


@unbounded
@each_setup
def test_the_checker(setup: Setup) -> None:
    check_env(make(setup).unwrapped, skip_render_check=True)


@unbounded
@each_game
def test_the_checker_of_rendering(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py", reason="pictures as pixels need it: pip install 'boardwright[pixels]'")
    check_env(make(setup, render_mode="ansi").unwrapped)
    assert capsys.readouterr().out
    env = make(setup, render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.dtype == np.uint8
    assert pixels.ndim == 3
    assert pixels.shape[2] == 3
    assert len(np.unique(pixels)) > 2
    env = make(setup, render_mode="svg").unwrapped
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    assert BoardwrightEnv(setup.game, **setup.options).render() is None


@each_game
@pytest.mark.parametrize("seat", [0, 1, None])
def test_whole_games(setup: Setup, seat: int | None) -> None:
    env = make(setup, seat=seat, opponents="greedy")
    rng = np.random.default_rng(1)
    seats = set()
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        ended, reward = False, 0.0
        seats.add(info["seat"])
        while not ended:
            state: bw.State = env.unwrapped.state
            assert info.keys() == {"action_mask", "seat"}
            assert state.current_player == info["seat"]
            assert reward == 0
            assert np.array_equal(info["action_mask"].astype(bool), state.legal_mask())
            assert np.array_equal(env.unwrapped.action_masks(), state.legal_mask())
            tensor = state.view(info["seat"]).observation_tensor(info["seat"])
            assert np.array_equal(observation, tensor)
            observation, reward, ended, truncated, info = env.step(choose(info["action_mask"], rng))
            assert not truncated
        assert reward == env.unwrapped.state.returns[info["seat"]]
        assert not info["action_mask"].any()
    assert seats == {0, 1} if seat is None else seats == {seat}


@each_game
def test_games_of_a_seed(setup: Setup) -> None:
    def tensors(env: Any, seed: int | None) -> list[bytes]:
        rng = np.random.default_rng(1)
        observation, info = env.reset(seed=seed)
        seen, ended = [observation.tobytes()], False
        while not ended:
            observation, _, ended, _, info = env.step(choose(info["action_mask"], rng))
            seen.append(observation.tobytes())
        return seen

    env = make(setup)
    first = tensors(env, 5)
    second = tensors(env, None)
    assert second != first
    again = make(setup)
    assert [tensors(again, 5), tensors(again, None)] == [first, second]


def test_bots_see_their_own_views_only() -> None:
    seen = []

    class Spy(bw.bots.Bot):
        name = "spy"

        def choose(self, state: bw.State, rng: bw.Rng) -> bw.Action:
            seen.append((state.viewer, state.current_player))
            return state.random_action(rng)

    env = BoardwrightEnv("genotype", players=3, opponents=[Spy(), "random"], seat=1)
    _, info = env.reset(seed=1)
    for _ in range(30):
        _, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
        if ended:
            break
    assert set(seen) == {("seat 0", 0)}


def test_functions_are_opponents() -> None:
    def last(view: bw.State, rng: bw.Rng) -> bw.Action:
        return view.legal_actions[-1]

    env = BoardwrightEnv("gridopolis", players=3, opponents=last)
    env.reset(seed=1)
    first = env.state.legal_actions[0]
    env.step(first.id)
    expected = bw.start("gridopolis", players=3).play(first)
    while expected.current_player != 0:
        expected = expected.play(expected.legal_actions[-1])
    assert env.state == expected
    with pytest.raises(TypeError, match="a player is the name of a bot"):
        BoardwrightEnv("gridopolis", opponents=7)  # type: ignore[arg-type]


def test_an_illegal_action() -> None:
    env = BoardwrightEnv("microworld", rules="A")
    _, info = env.reset(seed=1)
    illegal = int((info["action_mask"] == 0).nonzero()[0][0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "[M" in info["illegal"]
    env = BoardwrightEnv("microworld", illegal="raise", rules="A")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(bw.IllegalActionError):
        env.step(illegal)
    assert env.state == before


@pytest.mark.parametrize("max_steps", [1, 6])
def test_games_are_broken_off(max_steps: int) -> None:
    env = make(GAMES["genotype"], max_steps=max_steps)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for step in range(max_steps):
        _, reward, terminated, truncated, info = env.step(choose(info["action_mask"], rng))
        assert (reward, terminated, truncated) == (0, False, step == max_steps - 1)


def test_a_game_for_one() -> None:
    env = gymnasium.make("boardwright/Genotype-v0", players=1, difficulty="hard")
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=2)
    ended, reward = False, 0.0
    while not ended:
        _, reward, ended, _, info = env.step(choose(info["action_mask"], rng))
    assert reward == env.unwrapped.state.returns[0]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"render_mode": "video"}, ValueError, "render_mode is one of human, ansi, svg, rgb_array"),
        ({"illegal": "ignore"}, ValueError, 'illegal is "lose" or "raise"'),
        ({"max_steps": 0}, bw.LimitError, "max_steps must be a whole number from 1"),
        ({"max_steps": 1.5}, TypeError, "max_steps"),
        ({"seat": 2}, ValueError, "there is no seat 2 among 2"),
        ({"opponents": ["random", "greedy"]}, ValueError, "there are 1 opponents, but 2 were given"),
        ({"rules": "Z"}, bw.SetupError, "rules"),
        ({"game": "chess"}, bw.UnknownGameError, "chess"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    given: dict[str, Any] = {"game": "microworld"} | arguments
    with pytest.raises(error, match=words):
        BoardwrightEnv(**given)


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


def test_environments_can_be_pickled() -> None:
    env = BoardwrightEnv("microworld", rules="ABC")
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    rng = np.random.default_rng(1)
    ended = False
    while not ended:
        action = choose(env.action_masks(), rng)
        one, other = env.step(action), twin.step(action)
        assert np.array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        ended = one[2]
