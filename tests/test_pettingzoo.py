"""The games as PettingZoo environments: its own tests, and that agents see what their seats know."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardwright as bw

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'boardwright[pettingzoo]'")

from gymnasium import spaces
from pettingzoo import test as conformance
from pettingzoo.test import save_obs_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from boardwright.adapters import pettingzoo as adapter
from helpers import ALL_SETUPS, GAMES, Setup, each_game

# One in four of all setups, which takes from each game.
each_setup = pytest.mark.parametrize("setup", ALL_SETUPS[::4], ids=lambda setup: f"{setup.game}-{setup.options}")

SOLO = Setup("genotype", {"players": 1, "difficulty": "easy"})

# Observations with masks are dicts in all of PettingZoo's card and board games; its test remarks on it all the same.
DICTS = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be",
]
dicts = pytest.mark.filterwarnings(*DICTS)


def make(setup: Setup, **arguments: Any) -> Any:
    return adapter.env(setup.game, **arguments, **setup.options)


def play(env: Any, seed: int) -> Iterator[tuple[str, Any, float, bool, bool, dict[str, Any]]]:
    """Play a game of random legal actions; gives what each agent sees before it acts."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        yield agent, observation, reward, terminated, truncated, info
        env.step(None if terminated or truncated else int(rng.choice(observation["action_mask"].nonzero()[0])))


@dicts
@each_setup
def test_api(setup: Setup) -> None:
    conformance.api_test(make(setup), num_cycles=200)
    conformance.api_test(adapter.raw_env(setup.game, **setup.options), num_cycles=50)


@each_setup
def test_seeds(setup: Setup) -> None:
    conformance.seed_test(lambda: make(setup), num_cycles=100)


@each_game
def test_rendering(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py", reason="pictures as pixels need it: pip install 'boardwright[pixels]'")
    svg = {"svg": lambda picture: picture.startswith("<svg")}
    conformance.render_test(lambda render_mode: make(setup, render_mode=render_mode), custom_tests=svg)
    assert capsys.readouterr().out


def test_frames_are_of_one_size() -> None:
    pytest.importorskip("resvg_py", reason="pictures as pixels need it: pip install 'boardwright[pixels]'")
    env = adapter.raw_env("gridopolis", players=4, render_mode="rgb_array")
    env.reset(seed=1)
    heights = set()
    for _ in range(4):
        assert env.render().shape == (1000, 900, 3)
        heights.add(env.state_now._repr_svg_().partition(' height="')[2].partition('"')[0])
        env.step(env.state_now.legal_actions[0].id)
    assert len(heights) > 1


@each_game
def test_saving_observations(
    setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The test is for observations that are pictures, and says that these are none."""
    monkeypatch.chdir(tmp_path)
    save_obs_test.test_save_obs(make(setup))
    assert "Observations must be Box to save observations as image" in capsys.readouterr().out


class FirstLegal(spaces.Discrete):
    """Actions of an environment, of which the first legal one is sampled: not every test looks at masks."""

    def __init__(self, env: Any) -> None:
        super().__init__(env.state_now.num_actions)
        self._env = env

    def sample(self, *_: Any, **__: Any) -> np.int64:
        return np.int64(self._env.state_now.legal_actions[0].id)


@pytest.mark.parametrize("setup", [GAMES["gridopolis"], SOLO], ids=["two agents", "one agent"])
def test_cycles(setup: Setup) -> None:
    """A cycle is an action of each agent here, and any action where PettingZoo makes agents act all at once."""

    def make_env(max_steps: int) -> Any:
        env = adapter.raw_env(setup.game, max_steps=max_steps, **setup.options)
        env.action_spaces = dict.fromkeys(env.possible_agents, FirstLegal(env))
        return env

    class Module:
        @staticmethod
        def env(max_cycles: int) -> Any:
            return make_env(max_cycles * setup.start().num_players)

        @staticmethod
        def parallel_env(max_cycles: int) -> Any:
            return turn_based_aec_to_parallel_wrapper(make_env(max_cycles))

    conformance.max_cycles_test(Module)


@each_game
@pytest.mark.parametrize("max_steps", [1, 4, 7])
def test_games_are_broken_off(setup: Setup, max_steps: int) -> None:
    env = make(setup, max_steps=max_steps)
    acted = [(agent, truncated) for agent, _, _, _, truncated, _ in play(env, seed=2)]
    assert [truncated for _, truncated in acted] == [False] * max_steps + [True] * len(env.possible_agents)
    assert {agent for agent, truncated in acted if truncated} == set(env.possible_agents)
    assert env.agents == []


@each_game
def test_agents_see_what_seats_know(setup: Setup) -> None:
    env = make(setup)
    raw = env.unwrapped
    size = setup.start().observation_tensor(0).size
    for agent, observation, reward, terminated, truncated, info in play(env, seed=3):
        seat = env.possible_agents.index(agent)
        state: bw.State = raw.state_now
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].shape == (size,)
        assert np.array_equal(observation["observation"], state.view(seat).observation_tensor(seat))
        assert (terminated, truncated) == (state.is_over, False)
        assert info == {}
        if state.is_over:
            assert reward == state.returns[seat]
            continue
        assert reward == 0
        assert state.current_player == seat
        assert np.array_equal(observation["action_mask"].astype(bool), state.legal_mask())
        # It is the same in every state that the seat can't tell from this one.
        twin = state.view(seat).complete(bw.Rng(seat))
        assert np.array_equal(observation["observation"], twin.view(seat).observation_tensor(seat))
        for other in set(range(len(env.possible_agents))) - {seat}:
            assert not env.observe(env.possible_agents[other])["action_mask"].any()


@each_game
def test_games_of_a_seed(setup: Setup) -> None:
    def tensors(env: Any, seed: int) -> list[bytes]:
        return [observation["observation"].tobytes() for _, observation, *_ in play(env, seed)]

    env = make(setup)
    first = tensors(env, 5)
    assert tensors(make(setup), 5) == first
    assert tensors(env, 5) == first
    assert tensors(env, 6) != first


def test_chance_goes_on_without_a_seed() -> None:
    env = make(GAMES["genotype"])
    env.reset(seed=1)
    first = env.unwrapped.state_now
    env.reset()
    assert env.unwrapped.state_now != first
    unseeded = make(GAMES["genotype"])
    unseeded.reset()
    other = make(GAMES["genotype"])
    other.reset()
    assert unseeded.unwrapped.state_now != other.unwrapped.state_now


@each_game
def test_copies_go_on_alike(setup: Setup) -> None:
    env = adapter.raw_env(setup.game, **setup.options)
    env.reset(seed=1)
    env.step(env.state_now.legal_actions[0].id)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    while env.agents:
        ended = env.terminations[env.agent_selection]
        action = None if ended else env.state_now.legal_actions[-1].id
        for one in (env, *copies):
            one.step(action)
        assert all(one.state_now == env.state_now for one in copies)
        assert all(one.rewards == env.rewards and one.agents == env.agents for one in copies)
    assert not any(one.agents for one in copies)


@each_game
def test_what_all_seats_know(setup: Setup) -> None:
    env = make(setup)
    for agent, observation, *_ in play(env, seed=4):
        together = env.state()
        assert env.state_space.contains(together)
        parts = np.split(together, len(env.possible_agents))
        seat = env.possible_agents.index(agent)
        assert np.array_equal(parts[seat], observation["observation"])
        for other, part in zip(env.possible_agents, parts, strict=True):
            assert np.array_equal(part, env.observe(other)["observation"])


def test_an_illegal_action() -> None:
    raw = adapter.raw_env("microworld")
    raw.reset(seed=1)
    illegal = 174
    before = raw.state_now
    for action in (illegal, 175, 65535, 65536, -1, 2**63):
        with pytest.raises(bw.IllegalActionError):
            raw.step(action)
    none: list[Any] = [1.5, 1.0, "1", True, np.True_, np.array([1])]
    for what in none:
        with pytest.raises(TypeError, match="an action is a whole number, not"):
            raw.step(what)
    with pytest.raises(ValueError, match="must act"):
        raw.step(None)
    assert raw.state_now == before
    env = adapter.env("microworld")
    env.reset(seed=1)
    env.step(illegal)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}


def test_calls_in_the_wrong_order() -> None:
    raw = adapter.raw_env("microworld", render_mode="ansi")
    calls: dict[str, Any] = {
        "last": raw.last,
        "step": lambda: raw.step(0),
        "observe": lambda: raw.observe("player_0"),
        "state": raw.state,
        "render": raw.render,
    }
    for name, call in calls.items():
        with pytest.raises(AssertionError, match=rf"^reset\(\) needs to be called before {name}\.$"):
            call()
    for _ in play(raw, seed=1):
        pass
    for name in ("last", "step"):
        with pytest.raises(AssertionError, match=r"all agents have left the game: call reset\(\) first"):
            calls[name]()
    with pytest.raises(AssertionError, match="all agents have left"):
        raw.step(None)
    assert raw.render()
    raw.reset(seed=1)
    assert raw.last()[1:] == (0, False, False, {})


def test_agents_that_are_not_there() -> None:
    raw = adapter.raw_env("microworld")
    raw.reset(seed=1)
    wrong: list[Any] = ["x", 0, None, []]
    for agent in wrong:
        for call in (raw.observe, raw.observation_space, raw.action_space):
            with pytest.raises(ValueError, match=r"there is no agent .*, only player_0, player_1"):
                call(agent)


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, svg, rgb_array, not 'video'"):
        adapter.env("microworld", render_mode="video")
    with pytest.raises(bw.LimitError, match="max_steps is a number from 1 to"):
        adapter.env("microworld", max_steps=0)
    with pytest.raises(bw.SetupError, match="rules"):
        adapter.env("microworld", rules="Z")
    with pytest.raises(bw.SetupError, match=r"seed: .*reset\(seed=...\)"):
        adapter.env("genotype", seed=7)
    with pytest.raises(bw.UnknownGameError):
        adapter.env("chess")


def test_the_host_is_missing() -> None:
    for missing in ("gymnasium", "pettingzoo"):
        program = f"import sys; sys.modules['{missing}'] = None; import boardwright.adapters.pettingzoo"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "pip install 'boardwright[pettingzoo]'" in done.stderr
