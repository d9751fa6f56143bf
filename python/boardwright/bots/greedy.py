"""The bot that looks one turn ahead."""

from __future__ import annotations

from boardwright._core import Rng, State, Turn

__all__ = ["GreedyBot"]


class GreedyBot:
    """Plays the turn after which it leads by most points if the game ended there; ties are drawn."""

    name = "greedy"

    def choose(self, view: State, rng: Rng, /) -> Turn:
        """Compare all turns; where they hold chance or actions of others, all actions by the rest of the turn."""
        return view.greedy_turn(rng)

    def __repr__(self) -> str:
        return "GreedyBot()"
