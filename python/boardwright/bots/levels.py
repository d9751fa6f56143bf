"""Bots of ten levels for each game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, SupportsIndex

from boardwright._checks import whole_number
from boardwright._core import Action, Rng, State
from boardwright.analysis import Analysis
from boardwright.errors import Problem, SetupError

from .base import Move
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
    depth : int
        Of the alpha-beta search that it plays by where two players play, in whole turns; 0: it has none.
    """

    simulations: int
    random: int = 0
    depth: int = 0


LEVELS: dict[str, tuple[Level, ...]] = {
    "gridopolis": (
        Level(0, random=80),
        Level(0, random=50),
        Level(0, random=20),
        Level(30),
        Level(100),
        Level(300, depth=1),
        Level(1000, depth=2),
        Level(2000, depth=3),
        Level(4000, depth=4),
        Level(8000, depth=6),
    ),
    "microworld": (
        Level(0, random=80),
        Level(0, random=60),
        Level(0, random=40),
        Level(0, random=20),
        Level(0),
        Level(50),
        Level(150),
        Level(500),
        Level(2000),
        Level(16_000),
    ),
    "genotype": (
        Level(0, random=80),
        Level(0, random=60),
        Level(0, random=40),
        Level(0, random=20),
        Level(0),
        Level(125),
        Level(300),
        Level(700),
        Level(2000),
        Level(8000),
    ),
}
"""Ten levels for each game, from the weakest to the strongest."""

COUNT = 10


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
    TypeError
        If it is no whole number.
    """

    def __init__(self, level: SupportsIndex) -> None:
        self._level = whole_number(level, "a level", COUNT, least=1)
        self._bots: dict[Level, SearchBot] = {}
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
        return self._decide(view, rng, lambda bot: bot.choose(view, rng))

    def think(
        self, view: State, rng: Rng, /, *, progress: Callable[[int], object] | None = None, **limits: Any
    ) -> Move:
        """Play as the level does, which limits itself; see `Thinker`."""
        if limits:
            message = f"{self.name} is limited by its level, not by {' and '.join(limits)}"
            raise SetupError.of(Problem(next(iter(limits)), message))
        return self._decide(view, rng, lambda bot: bot.think(view, rng, progress=progress))

    def _decide(self, view: State, rng: Rng, ask: Callable[[SearchBot], Move]) -> Move:
        level = LEVELS.get(view.game_name, LEVELS["genotype"])[self._level - 1]
        self._last = None
        if level.random and rng.below(100) < level.random:
            return view.random_action(rng)
        if not level.simulations:
            return GreedyBot().choose(view, rng)
        if view.num_players != 2:
            level = level._replace(depth=0)
        bot = self._bots.get(level)
        if bot is None:
            bot = self._bots[level] = _search_bot(level)
        move = ask(bot)
        self._last = bot.last
        return move

    def follow(self, view: State, action: Action, /) -> None:
        """Keep what was found behind an event that happened."""
        for bot in tuple(self._bots.values()):  # another thread may add one
            bot.follow(view, action)

    def __repr__(self) -> str:
        return f"<LevelBot {self.name}>"


def _search_bot(level: Level) -> SearchBot:
    if level.depth:
        return SearchBot("alphabeta", depth=level.depth)
    return SearchBot("mcts", simulations=level.simulations)
