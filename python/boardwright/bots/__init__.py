"""Players: the protocol, and the bots that come with the package.

`make_bot` turns a name such as ``mcts:1000`` into a bot. Anything with a ``name`` and a ``choose(view, rng)`` is one,
and so is a plain function of a view and a generator. One with ``observe(view, seat, text)`` is told of every turn, one
with ``follow(view, action)`` of every event.
"""

from __future__ import annotations

from collections.abc import Callable

from .base import Bot, Follower, FunctionBot, Move, Observer, Thinker
from .evaluated import EvaluatorBot
from .external import ExternalBot, external
from .greedy import GreedyBot
from .human import HumanBot
from .levels import LevelBot
from .random import RandomBot
from .searching import SearchBot
from .spec import bot_names, make_bot, split_bots

__all__ = [
    "Bot",
    "EvaluatorBot",
    "ExternalBot",
    "Follower",
    "FunctionBot",
    "GreedyBot",
    "HumanBot",
    "LevelBot",
    "Move",
    "Observer",
    "RandomBot",
    "SearchBot",
    "Thinker",
    "as_bot",
    "bot_names",
    "external",
    "make_bot",
    "split_bots",
]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


def as_bot(player: str | Bot | Callable[..., Move]) -> Bot:
    """Make a bot of what `make_bot` takes, a bot, or a function of a view and a generator.

    Raises
    ------
    ValueError
        If there is no bot of that name.
    TypeError
        If it is neither of these.
    """
    if isinstance(player, str):
        return make_bot(player)
    if isinstance(player, type):
        raise TypeError(f"{player.__name__} is a class: give a bot of it, {player.__name__}(...)")
    if isinstance(player, Bot):
        return player
    if callable(player):
        return FunctionBot(player)
    raise TypeError(
        f"a player is the name of a bot, an object with `name` and `choose(view, rng)`, or a function; "
        f"not {type(player).__name__}"
    )
