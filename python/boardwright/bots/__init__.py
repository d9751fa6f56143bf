"""Players: the protocol, and the bots that come with the package.

`make_bot` turns a name into a bot. Anything with a ``name`` and a ``choose(view, rng)`` is one, and so is a plain
function of a view and a generator. One with ``observe(view, seat, text)`` is told of every turn, one with
``follow(view, action)`` of every event.
"""

from __future__ import annotations

from collections.abc import Callable

from .base import Bot, Follower, FunctionBot, Move, Observer
from .greedy import GreedyBot
from .human import HumanBot
from .random import RandomBot

__all__ = [
    "Bot",
    "Follower",
    "FunctionBot",
    "GreedyBot",
    "HumanBot",
    "Move",
    "Observer",
    "RandomBot",
    "as_bot",
    "bot_names",
    "make_bot",
]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


_FACTORIES: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "human": HumanBot,
}


def bot_names() -> list[str]:
    """Names that `make_bot` knows."""
    return list(_FACTORIES)


def make_bot(name: str) -> Bot:
    """Make a new bot by its name.

    Parameters
    ----------
    name : str
        One of `bot_names`.

    Raises
    ------
    ValueError
        If there is no such bot; the message lists those there are.
    """
    factory = _FACTORIES.get(name)
    if factory is None:
        raise ValueError(f"there is no bot {name!r}; there are: {', '.join(_FACTORIES)}")
    return factory()


def as_bot(player: str | Bot | Callable[..., Move]) -> Bot:
    """Make a bot of a name, a bot, or a function of a view and a generator.

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
