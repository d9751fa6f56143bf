"""Checks of the states and players that OpenSpiel's programs hand in."""

from __future__ import annotations

from typing import SupportsIndex

import pyspiel

from boardwright._checks import name_kind, whole_number
from boardwright._core import State

__all__ = ["position", "seat_of"]


def position(state: object) -> State:
    """Give the position of a state of these games.

    Raises
    ------
    TypeError
        If it is another state; one of a game that is made of these, such as ``misere``, does not show its position.
    """
    core = getattr(state, "core", None)
    if not isinstance(core, State):
        kind = (
            f"one of {state.get_game().get_type().short_name}" if isinstance(state, pyspiel.State) else name_kind(state)
        )
        raise TypeError(f"this is for states of the games of boardwright.adapters.open_spiel, not for {kind}")
    return core


def seat_of(core: State, player: SupportsIndex) -> int:
    """Give the number of a player who has a seat; OpenSpiel's numbers for chance and the like have none.

    Raises
    ------
    TypeError, ValueError
        If it is no such number.
    """
    return whole_number(player, "a player", core.num_players - 1)
