"""The client of an engine."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from boardwright._core import Record, State
from boardwright.errors import EngineError, EngineTimeoutError

from . import calls
from .base import TIMEOUT, Client, Infos, OnInfo, check_on_info, connect
from .calls import BestMove, Call, Move, Moves, Status
from .connection import GRACE, Command, Connection, Log, Message

__all__ = ["Engine"]

T = TypeVar("T")


class _Late(Exception):
    """Nothing came in time."""


class Engine(Client):
    """An engine in another process, which `Engine.popen` starts.

    Use it as a context, or close it: then the process ends, by force if it has to. It ends as well if this object is
    garbage, or this process ends in whatever way. Methods may be called from several threads; one is served after the
    other, but for `stop` and `is_ready`, which are answered while the engine thinks.

    What an engine answers to be wrong is raised as the exception that the library itself has for it, such as an
    `IllegalActionError` with its rule, else as an `EngineError` with the code of the answer. An engine that does not
    answer in time is ended: an `EngineTimeoutError`. One that is gone is an `EngineDiedError`. What can't be asked is a
    `TypeError`, a `ValueError` or, if the request would be of more than 2 MiB, a `LimitError`, and is not sent.

    Attributes
    ----------
    hello : Hello
        What the engine says about itself.
    """

    def __init__(self, connection: Connection, timeout: float | None) -> None:
        super().__init__(connection, timeout)
        self._turn = threading.RLock()

    @classmethod
    def popen(
        cls,
        command: Command,
        *,
        json: bool = False,
        timeout: float | None = TIMEOUT,
        options: Mapping[str, str | int] | None = None,
        log: Log | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Start an engine.

        Parameters
        ----------
        command : str or sequence of str
            The program and its arguments, such as ``["boardwright", "engine"]``; a text is split as a shell would, but
            no shell is started.
        json : bool
            Whether it speaks in JSON lines, else in lines of text. Its command has to tell it so, too: ``--json``.
        timeout : float, optional
            So many seconds it may take to answer; None: for ever. `go` and the counts have a time-out of their own.
        options : mapping, optional
            Options of the engine to set.
        log : callable, optional
            Is told of each line: ``">"`` and what is sent, ``"<"`` and what comes. It is called from several threads.
        cwd, env : optional
            The folder that it runs in, and what is added to its environment.

        Raises
        ------
        OSError
            If there is no such program.
        TypeError, ValueError
            If the command or the time-out can't be one.
        EngineError
            If it is no engine, or of another version.
        """
        usual = calls.check_timeout(timeout)
        engine = cls(connect(command, json, log, cwd, env), usual)
        try:
            engine.hello = engine._do(calls.hello())
            for name, value in (options or {}).items():
                engine.set_option(name, value)
        except BaseException:
            engine.close(0)
            raise
        return engine

    def close(self, grace: float = GRACE) -> None:
        """End the engine: politely, and after `grace` seconds by force. It may be closed already."""
        self._connection.close(grace)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _do(self, call: Call[T]) -> T:
        with self._turn:
            return self._ask(call, self._timeout, None)

    def _ask(self, call: Call[T], timeout: float | None, told: Callable[[Message], object] | None) -> T:
        """Ask, and wait for the answer."""
        box: queue.SimpleQueue[Message | EngineError] = queue.SimpleQueue()
        connection = self._connection
        due = None if timeout is None else time.monotonic() + timeout
        connection.ask(call.verb, call.params, box.put, call.long)
        try:
            while "info" in (message := _next(box, due)):
                if told is not None:
                    told(message["info"])
        except _Late:
            error = EngineTimeoutError(f"{connection.name} did not answer {call.verb} within {timeout:g} seconds")
            connection.fail(error)
            raise error from None
        except BaseException:
            if connection.is_alive:
                self._abandon(call, box)
            raise
        return call.result(message, connection.name)

    def _abandon(self, call: Call[Any], box: queue.SimpleQueue[Message | EngineError]) -> None:
        """Let an engine finish what nobody wants any more, as after Ctrl-C; if it does not in time, end it."""
        try:
            if call.long:
                self._connection.ask("stop", {}, lambda message: None)
            due = time.monotonic() + GRACE
            while "info" in _next(box, due):
                pass
        except (EngineError, _Late):
            self.close(0)
        except BaseException:  # interrupted once more: it must not go on thinking
            self.close(0)
            raise

    def is_ready(self) -> None:
        """Wait for a sign of life; the engine gives it while it thinks, too."""
        self._ask(calls.is_ready(), self._timeout, None)

    def set_option(self, name: str, value: str | int) -> None:
        """Set an option of the engine, such as ``bot``."""
        self._do(calls.set_option(name, value))

    def default_options(self, game: str) -> dict[str, Any]:
        """Give the options of a game with their defaults."""
        return self._do(calls.default_options(game))

    def new_game(self, game: str, **options: Any) -> Status:
        """Start a game, with options as for `boardwright.start`; chance has not acted yet."""
        return self._do(calls.new_game(game, options))

    def position(self, state: State | Mapping[str, Any] | None = None, moves: Moves = ()) -> Status:
        """Set the position.

        Parameters
        ----------
        state : State or dict, optional
            A state or its dict form, of the view of a seat just as well; None: the start of the game.
        moves : sequence
            What happened since, outcomes of chance included.
        """
        return self._do(calls.position(state, moves))

    def show_position(self, state: State) -> None:
        """Set the position of an engine that may know no rules, and so may not be able to say what it is."""
        self._do(calls.position_only(state))

    def show_moves(self, moves: Moves) -> None:
        """Tell an engine that may know no rules what happened since, outcomes of chance included."""
        self._do(calls.play_only(moves))

    def view(self, viewer: int | str) -> Status:
        """Let the engine forget what a seat (or ``"spectator"``) does not know."""
        return self._do(calls.view(viewer))

    def status(self) -> Status:
        """Tell where the game is."""
        return self._do(calls.status())

    def valid_moves(self, *, turns: bool = False) -> list[str]:
        """Give the legal actions in notation, none where chance is to act; or whole turns, an error there."""
        return self._do(calls.valid_moves(turns))

    def outcomes(self) -> list[tuple[str, float]]:
        """Give what chance can bring, each with its probability; nothing where a seat is to act."""
        return self._do(calls.outcomes())

    def explain(self, move: Move) -> tuple[bool, str | None, str]:
        """Tell whether a move is legal, the rule that forbids it, and why or why not."""
        return self._do(calls.explain(move))

    def play(self, moves: Moves) -> Status:
        """Play moves and outcomes of chance; all of them or, if one is illegal, none."""
        return self._do(calls.play(moves))

    def pass_(self) -> Status:
        """Play the move that passes, in games that have one."""
        return self._do(calls.pass_())

    def undo(self, count: int = 1) -> Status:
        """Take back the last actions and outcomes of chance."""
        return self._do(calls.undo(count))

    def seed(self, number: int) -> None:
        """Seed what `roll` and the engine's bots draw."""
        self._do(calls.seed(number))

    def roll(self, *, every: bool = False) -> list[str]:
        """Let chance act, once or until a seat is to act; gives what came."""
        return self._do(calls.roll(every))

    def go(
        self,
        *,
        infinite: bool = False,
        legal: Iterable[Move] | None = None,
        on_info: OnInfo | None = None,
        timeout: float | None = None,
        **limits: Any,
    ) -> BestMove:
        """Let the engine think about what the seat to act should play.

        Parameters
        ----------
        infinite : bool
            Think until `stop` is called, from another thread or by `on_info`.
        legal : sequence of str, optional
            The legal moves, for engines that know no rules.
        on_info : callable, optional
            Called with each info while the engine thinks. What it raises ends the thinking, and comes out.
        timeout : float, optional
            After so many seconds the engine is ended. By default that is its time-out after ``seconds`` if these are
            given, else never.
        **limits
            ``simulations``, ``nodes``, ``depth``, ``seconds``; without one the engine goes by itself.
        """
        call, infos = calls.go(limits, infinite, legal), Infos(on_info)
        with self._turn:
            move = self._ask(call, calls.patience(limits.get("seconds"), timeout, self._timeout), infos)
        return infos.best_move(move)

    def stop(self) -> None:
        """End the thinking: `go` then gives what was found. It does no harm where nothing is thought."""
        self._ask(calls.stop(), self._timeout, None)

    def perft(
        self,
        depth: int,
        *,
        distinct: bool = False,
        on_info: OnInfo | None = None,
        timeout: float | None = None,
    ) -> int:
        """Count positions, as `State.perft` does."""
        with self._turn:
            return self._ask(calls.perft(depth, distinct), calls.check_timeout(timeout), check_on_info(on_info))

    def divide(self, depth: int, *, on_info: OnInfo | None = None, timeout: float | None = None) -> dict[str, int]:
        """Count positions behind each turn, as `State.divide` does."""
        with self._turn:
            return self._ask(calls.divide(depth), calls.check_timeout(timeout), check_on_info(on_info))

    def show(self) -> str:
        """Give a diagram of the position."""
        return self._do(calls.show())

    def state(self, viewer: int | str | None = None) -> State:
        """Give the position as far as the engine knows it, or what a seat (or ``"spectator"``) knows of it."""
        return self._do(calls.state(viewer))

    def record(self) -> Record:
        """Give the record of the game, as far as the engine knows it."""
        return self._do(calls.record())


def _next(box: queue.SimpleQueue[Message | EngineError], due: float | None) -> Message:
    """Wait for what comes next; raises `_Late` if nothing does in time, and what came if it is an error."""
    try:
        message = box.get(timeout=None if due is None else max(0.0, due - time.monotonic()))
    except queue.Empty:
        raise _Late from None
    if isinstance(message, EngineError):
        raise message
    return message
