"""The games as Gymnasium environments: its own tests, and what the agent is told."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import boardwright as bw

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'boardwright[gymnasium]'")

from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from boardwright.adapters.gymnasium import BoardwrightEnv  # noqa: E402
from helpers import ALL_SETUPS, GAMES, Setup, each_game  # noqa: E402

each_setup = pytest.mark.parametrize("setup", ALL_SETUPS[::4], ids=lambda setup: f"{setup.game}-{setup.options}")

# What is counted (points, coins) has no bounds, so the space of observations has none: Gymnasium's checker doubts it.
unbounded = pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is -?infinity")


def make(setup: Setup, **arguments: Any) -> Any:
    return gymnasium.make(f"boardwright/{setup.game.title()}-v0", **arguments, **setup.options)


def choose(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(mask.nonzero()[0]))


@unbounded
@each_setup
def test_the_checker(setup: Setup) -> None:
    check_env(make(setup).unwrapped, skip_render_check=True)


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


def test_an_opponent_that_stops() -> None:
    """As a person who gives up: the caller is told, and nothing has happened."""

    def stop(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise bw.StopMatch

    env = BoardwrightEnv("microworld", opponents=stop)
    env.reset(seed=1)
    before = env.state
    with pytest.raises(bw.StopMatch):
        env.step(int(env.action_masks().argmax()))
    assert env.state == before


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

    class Callable:
        def __call__(self, view: bw.State, rng: bw.Rng) -> bw.Action:
            return last(view, rng)

    again = BoardwrightEnv("gridopolis", players=3, opponents=Callable())
    again.reset(seed=1)
    again.step(first.id)
    assert again.state == expected


@pytest.mark.parametrize("opponents", [None, 7, [7], bw.bots.GreedyBot])
def test_what_is_no_opponent(opponents: Any) -> None:
    with pytest.raises(TypeError, match=r"^opponents: "):
        BoardwrightEnv("gridopolis", opponents=opponents)


def test_answers_of_opponents() -> None:
    """What a bot does wrong is told as a match tells it, and is no illegal action of the agent."""

    def loop(view: bw.State, rng: bw.Rng) -> bw.bots.Move:
        if view.turn < 2:
            return view.legal_actions[0]
        return 174

    def failing(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise RuntimeError("no idea")

    with pytest.raises(bw.BotError, match=r"the bot 'loop' in seat 1, turn 4 answered 174: .* \[M12\]") as caught:
        bw.Match("microworld", ["random", loop], seed=1).play()
    env = BoardwrightEnv("microworld", opponents=loop, illegal="lose")
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    before = env.state
    with pytest.raises(bw.BotError) as found:
        env.step(int(env.action_masks().argmax()))
    assert (found.value.message, found.value.seat, found.value.rule) == (caught.value.message, 1, "M12")
    # Nothing has happened: the agent is to act again.
    assert env.state == before
    assert env.action_masks().any()
    with pytest.raises(bw.BotError):
        env.step(int(env.action_masks().argmax()))
    with pytest.raises(RuntimeError) as failed:
        BoardwrightEnv("microworld", opponents=failing, seat=1).reset(seed=1)
    assert failed.value.__notes__ == ["raised by the bot 'failing' in seat 0, turn 1"]


def test_closing_ends_what_it_made() -> None:
    """An engine given by name goes with the environment; a bot of the caller's stays."""
    command = f"external:{sys.executable} -m boardwright engine,simulations=4"
    with bw.bots.external([sys.executable, "-m", "boardwright", "engine"], simulations=4) as own:
        env = BoardwrightEnv("gridopolis", players=3, opponents=[command, own], seat=2)
        env.reset(seed=1)
        made: Any = env._bots[0]
        engines = [made.engine, own.engine]
        assert all(engine.is_alive for engine in engines)
        env.close()
        assert [engine.is_alive for engine in engines] == [False, True]
        env.close()
        env.reset(seed=1)
        assert made.engine.is_alive
        env.close()


# Ids that no action can have in this state: one that is not legal, and numbers that none has.
NOT_LEGAL = [174, 175, 65535, 65536, -1, 2**63, 2**80]


@pytest.mark.parametrize("illegal", NOT_LEGAL)
def test_an_illegal_action(illegal: int) -> None:
    env = BoardwrightEnv("microworld", rules="A")
    env.reset(seed=1)
    mask = env.action_masks()
    assert not mask[illegal : illegal + 1].any()
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert ("[M" in info["illegal"]) == (illegal == 174)
    if illegal != 174:
        # In a batch it is told in the same words.
        number = f"action {illegal}" if illegal < 2**63 - 1 else "action with such a number"
        assert info["illegal"] == f"there is no {number}: ids go from 0 to 174"
        with pytest.raises(bw.IllegalActionError) as caught:
            bw.batch("microworld", 1, rules="A").step([illegal])
        assert str(caught.value) == f"game 0: {info['illegal']}"
    env = BoardwrightEnv("microworld", illegal="raise", rules="A")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(bw.IllegalActionError):
        env.step(illegal)
    assert env.state == before
    assert not env.step(int(mask.argmax()))[2]


@pytest.mark.parametrize("action", [1.5, 1.0, "1", True, np.True_, None, np.array([1]), [1]], ids=repr)
def test_what_is_no_action(action: Any) -> None:
    env = BoardwrightEnv("microworld", rules="A")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        env.step(action)
    assert env.state == before


def test_what_stands_for_an_id() -> None:
    first = bw.start("microworld").legal_actions[0]
    kinds = [first.id, np.int64(first.id), np.uint8(first.id), np.array(first.id), first]
    states = []
    for action in kinds:
        env = BoardwrightEnv("microworld")
        env.reset(seed=1)
        env.step(action)
        states.append(env.state)
    assert all(state == states[0] for state in states)


def test_nothing_goes_on_after_the_end() -> None:
    def refuse(env: BoardwrightEnv) -> None:
        state = env.state
        with pytest.raises(ResetNeeded, match="call reset"):
            env.step(0)
        assert env.state == state
        env.reset()
        env.step(int(env.action_masks().argmax()))

    refuse(BoardwrightEnv("microworld"))  # it was never reset
    lost = BoardwrightEnv("microworld")
    lost.reset(seed=1)
    assert lost.step(-1)[2]
    refuse(lost)
    broken = BoardwrightEnv("microworld", max_steps=1)
    broken.reset(seed=1)
    assert broken.step(int(broken.action_masks().argmax()))[3]
    refuse(broken)
    over = BoardwrightEnv("microworld")
    over.reset(seed=1)
    while not over.step(int(over.action_masks().argmax()))[2]:
        pass
    refuse(over)


def test_a_game_that_is_over_before_the_agent_is_asked() -> None:
    env = BoardwrightEnv("gridopolis", seat=1, turn_cap=1, illegal="raise")
    _, info = env.reset(seed=1)
    assert env.state.is_over
    assert not info["action_mask"].any()
    with pytest.raises(TypeError, match="an action is a whole number, not str"):
        env.step("x")
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (env.state.returns[1], True, False)
    assert info.keys() == {"action_mask", "seat"}
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_options_of_reset() -> None:
    env = BoardwrightEnv("microworld")
    env.reset(seed=1, options={})
    with pytest.raises(bw.SetupError, match="options: reset takes none, such as 'rules'"):
        env.reset(options={"rules": "A"})


def test_the_host_is_missing() -> None:
    program = "import sys; sys.modules['gymnasium'] = None; import boardwright.adapters.gymnasium"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'boardwright[gymnasium]'" in done.stderr


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
        ({"max_steps": 0}, bw.LimitError, r"max_steps is a number from 1 to 2\*\*32 - 1, not 0"),
        ({"max_steps": -1}, bw.LimitError, r"max_steps is a number from 1 to 2\*\*32 - 1, not -1"),
        ({"max_steps": 1.5}, TypeError, "max_steps"),
        ({"seat": 2}, ValueError, "a seat is a number from 0 to 1, not 2"),
        ({"seat": -1}, ValueError, "a seat is a number from 0 to 1, not -1"),
        ({"seat": 0.5}, TypeError, "a seat is a whole number"),
        ({"seed": 7}, bw.SetupError, r"seed: .*reset\(seed=...\)"),
        ({"opponents": ["random", "greedy"]}, ValueError, "the number of opponents is 1, but 2 were given"),
        ({"rules": "Z"}, bw.SetupError, "rules"),
        ({"game": "chess"}, bw.UnknownGameError, "chess"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    given: dict[str, Any] = {"game": "microworld"} | arguments
    with pytest.raises(error, match=words):
        BoardwrightEnv(**given)


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
