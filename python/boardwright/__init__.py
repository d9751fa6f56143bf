"""Board games as fast, exact, friendly objects.

>>> import boardwright as bw
>>> state = bw.start("gridopolis", players=2)
>>> state = state.play(state.legal_actions[0])
>>> state.turn
1

The main things: `start` a game; `State` is an immutable position with ``legal_actions``, ``play``, ``explain``,
``turns``, ``view`` and dict, text and tensor forms; `search` finds what is best and gives an `Analysis`; `Match` lets
bots play; `Record` is a game as it happened, which `load` and `save` read and write; `check_game` checks a game's laws.
What goes wrong is a `BoardwrightError`.

Never unpickle data from people you do not trust: unpickling runs whatever it is told to. Records and dict forms are
safe to read from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import bots, errors, evaluators, genotype, gridopolis, microworld
from ._core import Action, Actions, Explanation, Record, Rng, State, Turn, __version__
from .analysis import Analysis, Line
from .batches import Batch, Step, batch
from .bots import Bot, make_bot
from .check import CheckReport, check_game
from .errors import (
    AmbiguousActionError,
    BoardwrightError,
    BotError,
    EngineDiedError,
    EngineError,
    EngineTimeoutError,
    IllegalActionError,
    LawError,
    LimitError,
    NoActionError,
    ParseError,
    Problem,
    RecordError,
    SearchError,
    SetupError,
    StopMatch,
    UnknownGameError,
    ViewError,
)
from .games import default_options, list_games, start, state_from_json
from .learning import GameData, self_play
from .match import Match, MatchResult, TurnPlayed
from .record import load, loads, save, to_html
from .search import search

if TYPE_CHECKING:
    from . import display, protocol

# The compiled classes have all methods of a sequence, but can't inherit from a Python class.
Sequence.register(Actions)
Sequence.register(Turn)

__all__ = [
    "Action",
    "Actions",
    "AmbiguousActionError",
    "Analysis",
    "Batch",
    "BoardwrightError",
    "Bot",
    "BotError",
    "CheckReport",
    "EngineDiedError",
    "EngineError",
    "EngineTimeoutError",
    "Explanation",
    "GameData",
    "IllegalActionError",
    "LawError",
    "LimitError",
    "Line",
    "Match",
    "MatchResult",
    "NoActionError",
    "ParseError",
    "Problem",
    "Record",
    "RecordError",
    "Rng",
    "SearchError",
    "SetupError",
    "State",
    "Step",
    "StopMatch",
    "Turn",
    "TurnPlayed",
    "UnknownGameError",
    "ViewError",
    "__version__",
    "batch",
    "bots",
    "check_game",
    "default_options",
    "display",
    "errors",
    "evaluators",
    "genotype",
    "gridopolis",
    "list_games",
    "load",
    "loads",
    "make_bot",
    "microworld",
    "protocol",
    "save",
    "search",
    "self_play",
    "start",
    "state_from_json",
    "to_html",
]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    # Loaded when they are first asked for: most programs never draw, and start no other ones.
    if name in ("display", "protocol"):
        import importlib

        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
