"""Spaces of actions and observations, for hosts that use Gymnasium's."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardwright._checks import whole_number
from boardwright._core import State
from boardwright.errors import LimitError

__all__ = [
    "RENDER_MODES",
    "check_max_steps",
    "check_render_mode",
    "draw",
    "legal_mask",
    "observation_of",
    "observation_space",
]

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
"""What environments can render: a text printed after each step; a text; an SVG text; an array of pixels."""


def _tensor_size(state: State) -> int:
    """Count the values of `State.observation_tensor`."""
    return sum(int(np.prod(shape)) for shape in state.observation_shape.values())


def observation_space(state: State, *, mask: bool) -> spaces.Space[Any]:
    """Make the space of observations: the tensor, with a mask of legal actions beside it if asked for."""
    # Values that count something (points, coins) have no tight bounds.
    tensor = spaces.Box(-np.inf, np.inf, (_tensor_size(state),), np.float32)
    if not mask:
        return tensor
    return spaces.Dict({"observation": tensor, "action_mask": spaces.Box(0, 1, (state.num_actions,), np.int8)})


def observation_of(state: State, seat: int, *, mask: bool) -> Any:
    """Give what a seat sees; the mask is all 0 where it is not to act."""
    view = state.view(seat)
    tensor = view.observation_tensor(seat)
    if not mask:
        return tensor
    return {"observation": tensor, "action_mask": legal_mask(state, seat)}


def legal_mask(state: State, seat: int) -> NDArray[np.int8]:
    """Mark the actions that a seat can play now with 1, others with 0."""
    if state.current_player != seat:
        return np.zeros(state.num_actions, np.int8)
    return state.legal_mask().astype(np.int8)


def check_render_mode(mode: str | None) -> None:
    """Refuse what is no render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")


def check_max_steps(steps: int | None) -> None:
    """Refuse what is no number of actions, as a batch does."""
    if steps is not None and not 1 <= whole_number(steps, "max_steps") < 1 << 32:
        raise LimitError("max_steps must be a whole number from 1 to 2**32 - 1")


def draw(state: State, mode: str | None, seat: int | str) -> Any:
    """Draw what a viewer knows: a text, an SVG text, or an array of pixels (height, width, 3)."""
    view = state.view(seat)
    match mode:
        case None:
            return None
        case "human":
            print(view)
            return None
        case "ansi":
            return str(view)
        case "svg":
            return view._repr_svg_()
        case _:
            return _pixels(view._repr_svg_())


def _pixels(svg: str) -> NDArray[np.uint8]:
    import io

    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError("pictures as pixels need resvg-py and Pillow: pip install 'boardwright[pixels]'") from error
    data = bytes(resvg_py.svg_to_bytes(svg_string=svg))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
