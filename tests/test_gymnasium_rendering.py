"""What the Gymnasium environments render: texts, pictures, and frames of one size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import boardwright as bw

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'boardwright[gymnasium]'")
pytest.importorskip("resvg_py", reason="pictures as pixels need it: pip install 'boardwright[pixels]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers import AddRenderObservation  # noqa: E402

from boardwright.adapters._rendering import FRAME_SIZE, draw  # noqa: E402
from boardwright.adapters.gymnasium import BoardwrightEnv, BoardwrightVectorEnv  # noqa: E402
from helpers import GAMES, Setup, each_game  # noqa: E402

SHAPE = (FRAME_SIZE[1], FRAME_SIZE[0], 3)

# What is counted (points, coins) has no bounds, so the space of observations has none: Gymnasium's checker doubts it.
unbounded = pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is -?infinity")

# A game whose pictures soon change their size.
CHANGING = Setup("gridopolis", {"players": 4})


def make(setup: Setup, **arguments: Any) -> Any:
    return gymnasium.make(f"boardwright/{setup.game.title()}-v0", **arguments, **setup.options)


@unbounded
@each_game
def test_the_checker_of_rendering(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(setup, render_mode="ansi").unwrapped)
    assert capsys.readouterr().out
    env = make(setup, render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.dtype == np.uint8
    assert pixels.shape == SHAPE
    assert len(np.unique(pixels)) > 2
    env = make(setup, render_mode="svg").unwrapped
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    assert BoardwrightEnv(setup.game, **setup.options).render() is None


def picture_height(state: bw.State, seat: int) -> str:
    picture: str = draw(state, "svg", seat)
    return picture.partition(' height="')[2].partition('"')[0]


def test_frames_are_of_one_size() -> None:
    env = make(CHANGING, render_mode="rgb_array")
    env.reset(seed=1)
    heights, boxes = set(), set()
    for _ in range(4):
        heights.add(picture_height(env.unwrapped.state, 0))
        frame = env.render()
        assert frame.shape == SHAPE
        # The picture is whole, and in the middle.
        rows, columns = ((frame != 255).any(axis=(2, axis)).nonzero()[0] for axis in (1, 0))
        assert abs(rows[0] - (SHAPE[0] - 1 - rows[-1])) <= 2
        assert abs(columns[0] - (SHAPE[1] - 1 - columns[-1])) <= 2
        assert min(rows[0], columns[0]) <= 1
        boxes.add((len(rows), len(columns)))
        env.step(int(env.unwrapped.action_masks().argmax()))
    assert len(heights) > 1
    assert len(boxes) > 1


def test_frames_as_observations() -> None:
    env: Any = AddRenderObservation(make(CHANGING, render_mode="rgb_array"))
    observation, _ = env.reset(seed=1)
    for _ in range(3):
        assert env.observation_space.contains(observation)
        observation, *_ = env.step(int(env.unwrapped.action_masks().argmax()))


@pytest.mark.parametrize("seat", [1, None])
def test_many_games(seat: int | None) -> None:
    def expected(state: bw.State, mode: str) -> Any:
        own = state.current_player if seat is None else seat
        assert own is not None
        return draw(state, mode, own)

    setup = GAMES["genotype"]
    for mode in ("ansi", "svg"):
        env = BoardwrightVectorEnv(setup.game, 2, seat=seat, render_mode=mode, **setup.options)
        env.reset(seed=1)
        for _ in range(10):
            assert env.render() == tuple(expected(state, mode) for state in env.states)
            env.step(env.action_masks().argmax(axis=1))
    env = BoardwrightVectorEnv(setup.game, 2, seat=seat, render_mode="rgb_array", **setup.options)
    env.reset(seed=1)
    frames = env.render()
    assert frames is not None
    assert [frame.shape for frame in frames] == [SHAPE] * 2
    assert BoardwrightVectorEnv("microworld", 2).render() is None
    with pytest.raises(ValueError, match="render_mode is one of ansi, svg, rgb_array, not 'human'"):
        BoardwrightVectorEnv("microworld", 2, render_mode="human")


def test_many_games_that_are_over() -> None:
    env = BoardwrightVectorEnv("microworld", 1, seat=None, render_mode="ansi")
    env.reset(seed=1)
    terminated = np.zeros(1)
    while not terminated:
        _, _, terminated, _, _ = env.step(env.action_masks().argmax(axis=1))
    (state,) = env.states
    assert state.is_over
    assert env.render() == (str(state.view(state.turn_seat)),)
