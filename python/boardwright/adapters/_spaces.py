"""Spaces, actions and arguments, for hosts that use Gymnasium's."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardwright._checks import name_kind, whole_number
from boardwright._core import State
from boardwright.batches import MAX_STEPS
from boardwright.errors import IllegalActionError, LimitError, Problem, SetupError

__all__ = [
    "action_id",
    "check_max_steps",
    "check_options",
    "legal_mask",
    "observation_of",
    "observation_space",
    "play",
    "tensor_space",
]


def tensor_space(state: State, seats: int = 1) -> spaces.Box:
    """Make the space of `State.observation_tensor`, or of those of some seats one after the other."""
    size = sum(int(np.prod(shape)) for shape in state.observation_shape.values())
    # Values that count something (points, coins) have no tight bounds.
    return spaces.Box(-np.inf, np.inf, (seats * size,), np.float32)


def observation_space(state: State, *, mask: bool) -> spaces.Space[Any]:
    """Make the space of observations: the tensor, with a mask of legal actions beside it if asked for."""
    tensor = tensor_space(state)
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


def action_id(action: Any) -> int:
    """Read an id of an action.

    Raises
    ------
    TypeError
        If it is no whole number.
    """
    try:
        # NumPy's truth values would pass for numbers.
        if isinstance(action, bool | np.bool_):
            raise TypeError
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {name_kind(action)}") from None


def play(state: State, number: int) -> State:
    """Play the action of an id. Every id that is not legal is illegal, whether an action has it or not.

    Raises
    ------
    IllegalActionError
        If it is not legal.
    """
    if not 0 <= number < state.num_actions:
        # As batches tell it, which hold numbers of 64 bits.
        shown = f"{number}" if -(2**63) < number < 2**63 - 1 else "with such a number"
        raise IllegalActionError(f"there is no action {shown}: ids go from 0 to {state.num_actions - 1}")
    return state.play(number)


def check_max_steps(steps: int | None) -> None:
    """Refuse what is no number of actions, as a batch does."""
    if steps is not None:
        whole_number(steps, "max_steps", MAX_STEPS, least=1, error=LimitError)


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse a seed among the options of a game: all its chance before the first action would be the same for ever."""
    if "seed" in options:
        raise SetupError.of(Problem("seed", "it is no option of an environment; give it to reset(seed=...)"))
