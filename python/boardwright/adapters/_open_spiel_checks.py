"""Checks of the states and players that OpenSpiel's programs hand in."""

from __future__ import annotations

from typing import SupportsIndex

import pyspiel

from boardwright._checks import name_kind, whole_number
from boardwright._core import State
from boardwright.games import list_games

__all__ = ["PREFIX", "is_made_of_ours", "is_same_game", "position", "seat_of"]

PREFIX = "boardwright_"
"""What OpenSpiel's names of these games begin with."""


def position(state: object) -> State:
    """Give the position of a state of these games.

    Raises
    ------
    TypeError
        If it is another state; one of a game that is made of these, such as ``misere``, does not show its position.
    """
    core = getattr(state, "core", None)
    if not isinstance(core, State):
        kind = name_kind(state)
        if isinstance(state, pyspiel.State):
            kind = f"one of {state.get_game().get_type().short_name}"
            if is_made_of_ours(state):
                kind += ", which does not show the position of the game in it"
        raise TypeError(f"this is for states of the games of boardwright.adapters.open_spiel, not for {kind}")
    return core


def is_made_of_ours(state: pyspiel.State) -> bool:
    """Whether it is a state of one of these games, or of a game that is made of one, such as ``misere``."""
    # Only the text of such a game shows it.
    text = str(state.get_game())
    return any(f"{PREFIX}{name}(" in text for name in list_games())


def is_same_game(state: State, other: State) -> bool:
    """Whether two positions are of the same game with the same options."""
    return state.game_name == other.game_name and state.options == other.options


def seat_of(core: State, player: SupportsIndex) -> int:
    """Give the seat of a player; OpenSpiel's numbers for chance and the like have none.

    Raises
    ------
    TypeError, ValueError
        If it is no such number.
    """
    return whole_number(player, "a seat", core.num_players - 1)
