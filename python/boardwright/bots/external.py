"""A bot that is an engine in another process, over the engine protocol."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from boardwright._checks import time_limit, whole_number
from boardwright._core import Action, Rng, State
from boardwright.errors import BoardwrightError, EngineError, Problem, SetupError
from boardwright.search import ALL_BUDGETS

if TYPE_CHECKING:
    from boardwright.protocol import Engine
    from boardwright.protocol.connection import Command, Log

__all__ = ["ExternalBot", "external"]

TIMEOUT = 10.0


class ExternalBot:
    """Plays what any program that speaks the engine protocol (docs/protocol.md) chooses, in a process of its own.

    Several threads may use one, each for a match: it makes one decision after the other. An engine of each match's own
    thinks in parallel, and follows its match.

    The engine is started when it is first needed, goes on to the next game, and ends when this bot is closed or
    garbage, or this process ends. It is sent the view of its seat before each decision, or what its seat saw since the
    last one if it says that it follows games by that, and nothing else of the game: no seed, and nothing that another
    seat could do.

    Parameters
    ----------
    command : str or sequence of str
        The program and its arguments; a text is split as a shell would, but no shell is started.
    name : str, optional
        The name that records show; by default ``external:`` and the command.
    json : bool
        Whether it speaks in JSON lines, else in lines of text; the command has to tell it so, too (``--json``).
    options : mapping, optional
        Options of the engine, such as ``{"bot": "mcts:1000"}``.
    timeout : float, optional
        So many seconds it may take for what needs no thinking, and to think longer than ``seconds``; None: for ever.
    think_timeout : float, optional
        So many seconds it may think about a decision before it is ended; by default for ever, or ``seconds`` and the
        other time-out.
    log : callable, optional
        Is told of each line: ``">"`` and what is sent, ``"<"`` and what comes.
    **limits
        ``simulations``, ``nodes``, ``depth``, ``seconds`` for each decision; without one the engine goes by itself.

    Raises
    ------
    SetupError, TypeError, ValueError
        If the command or a limit can't be one. Whether there is such a program shows when it is first needed.
    """

    def __init__(
        self,
        command: Command,
        *,
        name: str | None = None,
        json: bool = False,
        options: Mapping[str, str | int] | None = None,
        timeout: float | None = TIMEOUT,
        think_timeout: float | None = None,
        log: Log | None = None,
        **limits: Any,
    ) -> None:
        from boardwright.protocol.connection import split_command

        self._command = split_command(command)
        self._name = f"external:{shlex.join(self._command)}"[:200] if name is None else name
        self._json = json
        self._options = dict(options or {})
        self._timeout = None if timeout is None else time_limit(timeout, "timeout")
        self._think_timeout = None if think_timeout is None else time_limit(think_timeout, "think_timeout")
        self._log = log
        self._limits = _checked(limits)
        self._engine: Engine | None = None
        self._heard = Heard()
        self._make_locks()

    def _make_locks(self) -> None:
        self._lock = threading.Lock()  # of the engine, which can be closed while it thinks
        self._deciding = threading.RLock()

    @property
    def name(self) -> str:
        """The name that records show."""
        return self._name

    @property
    def engine(self) -> Engine:
        """The engine, started if it is not there.

        Raises
        ------
        OSError
            If there is no such program.
        EngineError
            If it is no engine.
        """
        from boardwright.protocol import Engine

        with self._lock:
            if self._engine is None or not self._engine.is_own:
                self._heard = Heard()
                self._engine = Engine.popen(
                    self._command, json=self._json, timeout=self._timeout, options=self._options, log=self._log
                )
            return self._engine

    def choose(self, view: State, rng: Rng, /) -> str:
        """Ask the engine.

        Raises
        ------
        EngineError
            If it gives no answer. It is started anew when it is asked again.
        """
        with self._deciding:  # what another game is about must not come between
            return self._choose(view)

    def _choose(self, view: State) -> str:
        what = "take the position"
        try:
            engine = self.engine
            self._show(engine, view)
            what = "choose a move"
            # What it must not know can't be in here: these are actions of its own seat.
            legal = [action.text for action in view.legal_actions] if "legal" in engine.hello.needs else None
            return engine.go(legal=legal, timeout=self._think_timeout, **self._limits).move
        except EngineError:
            self.close(0)
            raise
        except KeyboardInterrupt:
            if self._engine is not None and not self._engine.is_alive:
                self.close(0)  # who interrupts twice ends the engine; the next decision gets another one
            raise
        except BoardwrightError as error:
            raise EngineError(f"{self.name} does not {what}: {error}") from error

    def follow(self, view: State, action: Action, /) -> None:
        """Remember an event that happened, for an engine that follows games by them."""
        with self._deciding:
            self._heard.add(view, action)

    def _show(self, engine: Engine, view: State) -> None:
        """Bring the engine to a view, by what happened since the last decision if it knows that one and follows."""
        events = self._heard.lead_to(view) if "play" in engine.hello.follows else None
        self._heard = Heard()  # until the engine has said that it is there
        if events is None:
            engine.show_position(view)
        elif events:
            try:
                engine.show_moves(events)
            except BoardwrightError as error:  # such as that it remembers no more of them
                if not engine.is_alive or (isinstance(error, EngineError) and error.code == "protocol"):
                    raise
                engine.show_position(view)
        self._heard = Heard(view)

    def close(self, grace: float | None = None) -> None:
        """End the engine's process, if there is one; it starts again when it is needed."""
        with self._lock:
            engine, self._engine, self._heard = self._engine, None, Heard()
        if engine is not None:
            engine.close(*([] if grace is None else [grace]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        # A process stays with this bot: copies start their own.
        return {key: value for key, value in vars(self).items() if key not in ("_lock", "_deciding")} | {
            "_engine": None,
            "_heard": Heard(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_locks()

    def __repr__(self) -> str:
        return f"<ExternalBot {self._name}>"


class Heard:
    """What happened since an engine was shown a view.

    Parameters
    ----------
    view : State, optional
        The view; without one nothing leads anywhere.
    """

    def __init__(self, view: State | None = None) -> None:
        self._now = view
        self._events: list[str] = []

    def add(self, view: State, action: Action) -> None:
        """Add an event; what does not follow on the last one belongs to another game."""
        if self._now is not None and self._now == view:
            self._now = view.play(action)
            self._events.append(action.text)
        else:
            self._now = None

    def lead_to(self, view: State) -> list[str] | None:
        """Give what led to a view; None if it was not this."""
        return self._events if self._now is not None and self._now == view else None


external = ExternalBot
"""Makes a bot of any program that speaks the engine protocol."""


def _checked(limits: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for key, value in limits.items():
        if key not in ALL_BUDGETS:
            message = f"there is no limit {key!r}; there are: {', '.join(ALL_BUDGETS)}"
            raise SetupError.of(Problem("", message))
        if value is not None:
            found[key] = time_limit(value) if key == "seconds" else whole_number(value, key)
    return found
