"""Bots of ten levels for each game."""

from __future__ import annotations

from typing import NamedTuple

from boardwright._core import Rng, State
from boardwright.analysis import Analysis

from .base import Bot, Move
from .greedy import GreedyBot
from .searching import SearchBot

__all__ = ["LEVELS", "Level", "LevelBot"]


class Level(NamedTuple):
    """How a level plays.

    Attributes
    ----------
    simulations : int
        Of its Monte Carlo tree search; 0: it plays as `GreedyBot` does.
    random : int
        In how many of 100 decisions it plays a random action instead.
    """

    simulations: int
    random: int = 0


DEFAULT = (
    Level(0, random=75),
    Level(0, random=50),
    Level(0, random=25),
    Level(0),
    Level(100),
    Level(250),
    Level(500),
    Level(1000),
    Level(2000),
    Level(4000),
)
"""Levels of games that are not listed."""

LEVELS: dict[str, tuple[Level, ...]] = {"gridopolis": DEFAULT, "microworld": DEFAULT, "genotype": DEFAULT}
"""Ten levels for each game, from the weakest to the strongest."""


class LevelBot:
    """Plays as well as its level says, with what is right for the game.

    Parameters
    ----------
    level : int
        1, the weakest, to 10, the strongest.

    Raises
    ------
    ValueError
        If there is no such level.
    """

    def __init__(self, level: int) -> None:
        if level not in range(1, len(DEFAULT) + 1):
            raise ValueError(f"a level is a number from 1 to {len(DEFAULT)}, not {level}")
        self._level = level
        self._bots: dict[Level, Bot] = {}
        self._last: Analysis | None = None

    @property
    def name(self) -> str:
        """The name that records show."""
        return f"level:{self._level}"

    @property
    def last(self) -> Analysis | None:
        """What it found when it chose last, if it searched then and had a choice."""
        return self._last

    def choose(self, view: State, rng: Rng, /) -> Move:
        """Play as the level does in this game."""
        level = LEVELS.get(view.game_name, DEFAULT)[self._level - 1]
        self._last = None
        if level.random and rng.below(100) < level.random:
            return view.random_action(rng)
        bot = self._bots.get(level)
        if bot is None:
            bot = SearchBot("mcts", simulations=level.simulations) if level.simulations else GreedyBot()
            self._bots[level] = bot
        move = bot.choose(view, rng)
        self._last = bot.last if isinstance(bot, SearchBot) else None
        return move

    def __repr__(self) -> str:
        return f"<LevelBot {self.name}>"
