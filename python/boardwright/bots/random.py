"""The bot that plays anything legal."""

from __future__ import annotations

from boardwright._core import Action, Rng, State

__all__ = ["RandomBot"]


class RandomBot:
    """Plays a random legal action, each equally likely."""

    name = "random"

    def choose(self, view: State, rng: Rng, /) -> Action:
        """Draw an action."""
        return view.random_action(rng)

    def __repr__(self) -> str:
        return "RandomBot()"
