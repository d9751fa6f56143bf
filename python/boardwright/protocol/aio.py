"""The client of an engine, for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from boardwright._core import Record, State
from boardwright.errors import EngineError, EngineTimeoutError

from . import calls
from .base import TIMEOUT, Client, Infos, OnInfo, check_on_info, connect
from .calls import BestMove, Call, Move, Moves, Status
from .connection import GRACE, Command, Connection, Log, Message

__all__ = ["AsyncEngine"]

T = TypeVar("T")


class AsyncEngine(Client):
    """An engine in another process, for asyncio: as `Engine`, with coroutines.

    Use it as ``async with await AsyncEngine.popen(...) as engine``, or close it. If a coroutine is cancelled while the
    engine thinks, the thinking ends.

    Attributes
    ----------
    hello : Hello
        What the engine says about itself.
    """

    def __init__(self, connection: Connection, timeout: float | None) -> None:
        super().__init__(connection, timeout)
        self._turn = asyncio.Lock()

    @classmethod
    async def popen(
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
        """Start an engine; see `Engine.popen`."""
        usual = calls.check_timeout(timeout)
        connection = await asyncio.to_thread(connect, command, json, log, cwd, env)
        engine = cls(connection, usual)
        try:
            engine.hello = await engine._do(calls.hello())
            for name, value in (options or {}).items():
                await engine.set_option(name, value)
        except BaseException:
            connection.close(0)
            raise
        return engine

    async def close(self, grace: float = GRACE) -> None:
        """End the engine: politely, and after `grace` seconds by force. It may be closed already."""
        await asyncio.to_thread(self._connection.close, grace)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _do(self, call: Call[T]) -> T:
        async with self._turn:
            return await self._ask(call, self._timeout, None)

    async def _ask(self, call: Call[T], timeout: float | None, told: Callable[[Message], object] | None) -> T:
        """Ask, and wait for the answer."""
        loop = asyncio.get_running_loop()
        box: asyncio.Queue[Message | EngineError] = asyncio.Queue()
        connection = self._connection

        def deliver(message: Message | EngineError) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(box.put_nowait, message)

        connection.ask(call.verb, call.params, deliver, call.long)
        late = asyncio.timeout(timeout)
        try:
            async with late:
                while "info" in (message := await _next(box)):
                    if told is not None:
                        told(message["info"])
        except BaseException as error:
            if late.expired() and isinstance(error, TimeoutError):
                what = EngineTimeoutError(f"{connection.name} did not answer {call.verb} within {timeout:g} seconds")
                await asyncio.to_thread(connection.fail, what)
                raise what from None
            if connection.is_alive:
                await self._abandon(call, box)
            raise
        return call.result(message, connection.name)

    async def _abandon(self, call: Call[Any], box: asyncio.Queue[Message | EngineError]) -> None:
        """Let an engine finish what nobody wants any more; if it does not in time, end it."""
        try:
            if call.long:
                self._connection.ask("stop", {}, lambda message: None)
            async with asyncio.timeout(GRACE):
                while "info" in await _next(box):
                    pass
        except (EngineError, TimeoutError):
            await self.close(0)
        except BaseException:  # cancelled once more: it must not go on thinking
            self._connection.close(0)
            raise

    async def is_ready(self) -> None:
        """Wait for a sign of life; the engine gives it while it thinks, too."""
        await self._ask(calls.is_ready(), self._timeout, None)

    async def set_option(self, name: str, value: str | int) -> None:
        """Set an option of the engine, such as ``bot``."""
        await self._do(calls.set_option(name, value))

    async def default_options(self, game: str) -> dict[str, Any]:
        """Give the options of a game with their defaults."""
        return await self._do(calls.default_options(game))

    async def new_game(self, game: str, **options: Any) -> Status:
        """Start a game; see `Engine.new_game`."""
        return await self._do(calls.new_game(game, options))

    async def position(self, state: State | Mapping[str, Any] | None = None, moves: Moves = ()) -> Status:
        """Set the position; see `Engine.position`."""
        return await self._do(calls.position(state, moves))

    async def show_position(self, state: State) -> None:
        """Set the position of an engine that may know no rules; see `Engine.show_position`."""
        await self._do(calls.position_only(state))

    async def show_moves(self, moves: Moves) -> None:
        """Tell an engine that may know no rules what happened; see `Engine.show_moves`."""
        await self._do(calls.play_only(moves))

    async def view(self, viewer: int | str) -> Status:
        """Let the engine forget what a seat (or ``"spectator"``) does not know."""
        return await self._do(calls.view(viewer))

    async def status(self) -> Status:
        """Tell where the game is."""
        return await self._do(calls.status())

    async def valid_moves(self, *, turns: bool = False) -> list[str]:
        """Give the legal actions in notation, none where chance is to act; or whole turns, an error there."""
        return await self._do(calls.valid_moves(turns))

    async def outcomes(self) -> list[tuple[str, float]]:
        """Give what chance can bring, each with its probability; nothing where a seat is to act."""
        return await self._do(calls.outcomes())

    async def explain(self, move: Move) -> tuple[bool, str | None, str]:
        """Tell whether a move is legal, the rule that forbids it, and why or why not."""
        return await self._do(calls.explain(move))

    async def play(self, moves: Moves) -> Status:
        """Play moves and outcomes of chance; all of them or, if one is illegal, none."""
        return await self._do(calls.play(moves))

    async def pass_(self) -> Status:
        """Play the move that passes, in games that have one."""
        return await self._do(calls.pass_())

    async def undo(self, count: int = 1) -> Status:
        """Take back the last actions and outcomes of chance."""
        return await self._do(calls.undo(count))

    async def seed(self, number: int) -> None:
        """Seed what `roll` and the engine's bots draw."""
        await self._do(calls.seed(number))

    async def roll(self, *, every: bool = False) -> list[str]:
        """Let chance act, once or until a seat is to act; gives what came."""
        return await self._do(calls.roll(every))

    async def go(
        self,
        *,
        infinite: bool = False,
        legal: Iterable[Move] | None = None,
        on_info: OnInfo | None = None,
        timeout: float | None = None,
        **limits: Any,
    ) -> BestMove:
        """Let the engine think; see `Engine.go`."""
        call, infos = calls.go(limits, infinite, legal), Infos(on_info)
        async with self._turn:
            move = await self._ask(call, calls.patience(limits.get("seconds"), timeout, self._timeout), infos)
        return infos.best_move(move)

    async def stop(self) -> None:
        """End the thinking: `go` then gives what was found. It does no harm where nothing is thought."""
        await self._ask(calls.stop(), self._timeout, None)

    async def perft(
        self,
        depth: int,
        *,
        distinct: bool = False,
        on_info: OnInfo | None = None,
        timeout: float | None = None,
    ) -> int:
        """Count positions, as `State.perft` does."""
        async with self._turn:
            return await self._ask(calls.perft(depth, distinct), calls.check_timeout(timeout), check_on_info(on_info))

    async def divide(
        self, depth: int, *, on_info: OnInfo | None = None, timeout: float | None = None
    ) -> dict[str, int]:
        """Count positions behind each turn, as `State.divide` does."""
        async with self._turn:
            return await self._ask(calls.divide(depth), calls.check_timeout(timeout), check_on_info(on_info))

    async def show(self) -> str:
        """Give a diagram of the position."""
        return await self._do(calls.show())

    async def state(self, viewer: int | str | None = None) -> State:
        """Give the position as far as the engine knows it, or what a seat (or ``"spectator"``) knows of it."""
        return await self._do(calls.state(viewer))

    async def record(self) -> Record:
        """Give the record of the game, as far as the engine knows it."""
        return await self._do(calls.record())


async def _next(box: asyncio.Queue[Message | EngineError]) -> Message:
    """Wait for what comes next; raises it if it is an error."""
    message = await box.get()
    if isinstance(message, EngineError):
        raise message
    return message
