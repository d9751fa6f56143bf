"""What the clients of an engine have in common, whether they block or are coroutines."""

from __future__ import annotations

import inspect
import os
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from boardwright._checks import name_kind

from . import calls
from .calls import Hello
from .connection import Command, Connection, Log, split_command
from .json_lines import JsonLines
from .lines import Lines

__all__ = ["TIMEOUT", "Client", "Infos", "OnInfo", "check_on_info", "connect"]

TIMEOUT = 10.0
"""So many seconds an engine has to answer, unless it thinks."""


class Client:
    """An engine in another process.

    Parameters
    ----------
    connection : Connection
        Its process.
    timeout : float, optional
        So many seconds it may take to answer; None: for ever.

    Attributes
    ----------
    hello : Hello
        What the engine says about itself.
    """

    hello: Hello

    def __init__(self, connection: Connection, timeout: float | None) -> None:
        self._connection = connection
        self._timeout = timeout

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._connection.pid

    @property
    def is_own(self) -> bool:
        """Whether this process started it; one that was forked from this can't use it."""
        return self._connection.is_own

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._connection.is_alive

    def __repr__(self) -> str:
        ended = "" if self.is_alive else ", ended"
        return f"<{type(self).__name__} {self._connection.name}, process {self.pid}{ended}>"


OnInfo: TypeAlias = Callable[[dict[str, Any]], object]
"""Is told what an engine tells while it thinks or counts."""


def check_on_info(on_info: OnInfo | None) -> OnInfo | None:
    """Refuse what can't be called, or would not run when it is called."""
    given: object = on_info
    if inspect.iscoroutinefunction(given):
        raise TypeError("on_info is a function, not a coroutine function")
    if not (given is None or callable(given)):
        raise TypeError(f"on_info is a function, not {name_kind(given)}")
    return on_info


class Infos:
    """Takes what an engine tells while it thinks, keeps the last of it, and hands it on.

    Parameters
    ----------
    on_info : callable, optional
        Called with each info; what it raises comes out.
    """

    def __init__(self, on_info: OnInfo | None) -> None:
        self._on_info = check_on_info(on_info)
        self._kept: deque[dict[str, Any]] = deque(maxlen=calls.MAX_INFOS)

    def __call__(self, info: dict[str, Any]) -> None:
        """Take an info."""
        self._kept.append(info)
        if self._on_info is not None:
            self._on_info(info)

    def best_move(self, move: str) -> calls.BestMove:
        """Put what the engine chose together with what it told."""
        return calls.BestMove(move, tuple(self._kept))


def connect(
    command: Command,
    json: bool,
    log: Log | None,
    cwd: str | os.PathLike[str] | None,
    env: Mapping[str, str] | None,
) -> Connection:
    """Start an engine's process; `Engine.popen` tells what the arguments are, and what is raised."""
    return Connection(split_command(command), JsonLines() if json else Lines(), log, cwd, env)
