"""Bots by what they are called: a name, and for some of them settings, such as ``mcts:1000,threads=2``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from boardwright._checks import name_kind
from boardwright.errors import SetupError
from boardwright.search import BUDGETS, make_plan, methods

from .base import Bot
from .external import ExternalBot, external
from .greedy import GreedyBot
from .human import HumanBot
from .levels import LevelBot
from .random import RandomBot
from .searching import SearchBot

__all__ = ["bot_names", "make_bot", "split_bots"]

PLAIN: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "human": HumanBot}

MAX_DIGITS = 20
MAX_SHOWN = 60

# How values are written that JSON writes in one way only.
WORDS = {"true": True, "false": False}


def bot_names() -> list[str]:
    """Names that `make_bot` knows.

    Examples
    --------
    >>> bot_names()[:3]
    ['random', 'greedy', 'human']
    """
    return [*PLAIN, *methods(), "auto", "level", "external"]


def make_bot(spec: str) -> Bot:
    """Make a new bot by what it is called.

    Parameters
    ----------
    spec : str
        A name of `bot_names`, and for those that search settings after a colon:

        - ``random``, ``greedy``, ``human``: as they are;
        - ``mcts:1000``: Monte Carlo tree search of so many simulations, and ``mcts:1000,threads=2`` or
          ``mcts:seconds=0.5,policy=light`` with any budget and setting that `boardwright.search` takes, and
          ``reuse=false`` to keep nothing of what was found before. ``ismcts`` is another name for it;
        - other methods likewise, without a bare number: ``alphabeta:depth=6``;
        - ``auto``: the method of search that suits the game, with settings such as ``auto:seconds=1``;
        - ``level:1`` to ``level:10``: from weak to strong, by what is right for the game;
        - ``external:COMMAND``: the engine that this command starts (see `boardwright.bots.external`), with limits such
          as ``external:boardwright engine,simulations=100``. So never make a bot by what a stranger calls it.

    Raises
    ------
    ValueError
        If there is no such bot or setting; the message lists those there are. A `SetupError`, which is one, for
        settings.
    TypeError
        If it is no text, or a setting is of a type that can't be.

    Examples
    --------
    >>> make_bot("mcts:1000").name
    'mcts:1000'
    """
    if not isinstance(spec, str):
        raise TypeError(f'a bot is called by a text, such as "mcts:1000", not {name_kind(spec)}')
    name, colon, rest = spec.partition(":")
    name = name.strip()
    if name not in bot_names():
        raise ValueError(f"there is no bot {name[:MAX_SHOWN]!r}; there are: {', '.join(bot_names())}")
    if name in PLAIN:
        if colon:
            raise ValueError(f"the bot {name} takes no settings")
        return PLAIN[name]()
    if name == "level":
        return LevelBot(_level(rest.strip()))
    if name == "external":
        return _external(rest)
    try:
        settings = _settings(name, rest)
        reuse = settings.pop("reuse", True)
        if not isinstance(reuse, bool):
            raise ValueError("reuse is true or false")
        make_plan(name, settings)  # first, since a bot takes arguments of its own besides
        return SearchBot(name, reuse=reuse, **settings)
    except SetupError as error:
        problems = [problem._replace(path=problem.path or name) for problem in error.problems]
        raise SetupError.of(*problems) from None
    except (TypeError, ValueError) as error:
        raise type(error)(f"the bot {name}: {error}") from None


def split_bots(text: str) -> list[str]:
    """Split bots that are listed with commas between them; the settings of a bot stay together.

    Examples
    --------
    >>> split_bots("greedy,mcts:1000,threads=2,random")
    ['greedy', 'mcts:1000,threads=2', 'random']
    """
    bots: list[str] = []
    for part in text.split(","):
        # A setting goes with the bot before it; only the first one of a bot has the name in front.
        if bots and "=" in part and ":" not in part.partition("=")[0]:
            bots[-1] += f",{part}"
        else:
            bots.append(part)
    return [bot.strip() for bot in bots]


def _level(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < MAX_DIGITS):
        raise ValueError(f"a level is a number, such as level:5, not {text[:MAX_SHOWN]!r}")
    return int(text)


def _external(text: str) -> ExternalBot:
    """Make the bot of a command, with settings behind commas."""
    command, *parts = text.split(",")
    if not command.strip():
        raise ValueError("the bot external needs a command: external:COMMAND")
    settings = _settings("external", ",".join(parts))
    try:
        return external(command.strip(), name=f"external:{text.strip()}", **settings)
    except SetupError:
        raise
    except (TypeError, ValueError) as error:
        raise type(error)(f"the bot external: {error}") from None


def _settings(name: str, text: str) -> dict[str, Any]:
    """Read the settings after the colon."""
    found: dict[str, Any] = {}
    for number, part in enumerate(text.split(",") if text.strip() else []):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            if number or "simulations" not in BUDGETS.get(name.removeprefix("is"), ()):
                raise ValueError(f"a setting is KEY=VALUE, not {part.strip()[:MAX_SHOWN]!r}")
            if not (key.isascii() and key.isdigit() and len(key) < MAX_DIGITS):
                raise ValueError(f"{key[:MAX_SHOWN]!r} is no number of simulations")
            key, value = "simulations", key
        if key in found:
            raise ValueError(f"{key[:MAX_SHOWN]} is given twice")
        found[key] = setting_value(value)
    return found


def setting_value(text: str) -> Any:
    """Read a value: a number, true, false, or else a word."""
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    try:
        value = json.loads(text) if len(text) <= MAX_DIGITS else text
    except ValueError:
        return text
    return value if isinstance(value, int | float) else text
