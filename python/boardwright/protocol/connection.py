"""An engine's process, and the threads that read from it and write to it."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, TypeAlias

from boardwright._checks import name_kind
from boardwright.errors import EngineDiedError, EngineError, LimitError

from .json_lines import JsonLines
from .lines import Lines
from .server import read_lines
from .verbs import MAX_LINE_BYTES, Request, short

__all__ = ["Command", "Connection", "Deliver", "Log", "Message", "split_command"]

Command: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""A program with its arguments: a list, or a text as one would type it in a shell."""

Message: TypeAlias = dict[str, Any]

Deliver: TypeAlias = Callable[[Message | EngineError], object]
"""Takes what an engine says about a request: any number of infos, then an answer or an error."""

Log: TypeAlias = Callable[[str, str], object]
"""Is told of each line: ``">"`` and what was sent, or ``"<"`` and what came."""

MAX_ANSWER_BYTES = 64 * 1024 * 1024
"""No line that an engine writes may be longer."""

GRACE = 2.0
"""So many seconds an engine has to end when it is told to, before it is ended."""

LAST_LINES = 20
MAX_ERROR_LINE = 1000


def split_command(command: Command) -> list[str]:
    """Give a command as a list.

    Raises
    ------
    TypeError, ValueError
        If it is none, or empty.
    """
    if isinstance(command, str):
        parts = shlex.split(command)
    elif isinstance(command, os.PathLike):
        parts = [os.fsdecode(command)]
    elif isinstance(command, Sequence):
        parts = [os.fsdecode(part) for part in command]
    else:
        raise TypeError(f"a command is a text or a list of texts, not {name_kind(command)}")
    if not parts:
        raise ValueError("the command is empty")
    if any("\0" in part for part in parts):
        raise ValueError("a command can have no NUL character in it")
    return parts


class Inbox:
    """Who waits for what. It is shared with the threads, which must not keep the connection itself alive."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        # By what the answer is known by; several of one verb are answered in order.
        self.waiting: dict[int | str, list[Deliver]] = {}
        self.thinking: int | str | None = None
        self.failed: EngineError | None = None
        self.errors: deque[str] = deque(maxlen=LAST_LINES)

    def fail(self, error: EngineError) -> None:
        """Tell all who wait, and all who will ask, that nothing more will come."""
        with self.lock:
            if self.failed is None:
                self.failed = error
            waiting, self.waiting = self.waiting, {}
        for delivers in waiting.values():
            for deliver in delivers:
                deliver(self.failed)

    def take(self, key: int | str | None, message: Message) -> None:
        """Hand a message to whoever waits for it; what nobody waits for is left."""
        with self.lock:
            is_info = "info" in message
            if is_info:
                key = self.thinking if key is None else key
            elif key in (None, "?"):
                key = self._meant()
            if key is None or key not in self.waiting:
                return
            deliver = self.waiting[key][0]
            if not is_info:
                self.leave(key, deliver)
        deliver(message)

    def _meant(self) -> int | str | None:
        """Tell who is meant by an error that does not say so: the only one there is, unless that can't be known."""
        others = [key for key in self.waiting if key != self.thinking] or list(self.waiting)
        return others[0] if len(others) == 1 else None

    def leave(self, key: int | str, deliver: Deliver) -> None:
        """Forget somebody who waits; the lock is held."""
        others = [other for other in self.waiting.pop(key, []) if other is not deliver]
        if others:
            self.waiting[key] = others


class Connection:
    """An engine's process.

    Parameters
    ----------
    command : list of str
        The program and its arguments.
    codec : Lines or JsonLines
        How requests and answers are written.
    log : callable, optional
        Is told of each line.
    cwd, env
        As for `subprocess.Popen`.

    Raises
    ------
    OSError
        If there is no such program, or it can't be run.
    """

    def __init__(
        self,
        command: Sequence[str],
        codec: Lines | JsonLines,
        log: Log | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._codec = codec
        self.name = Path(command[0]).name
        self._process = process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=None if env is None else {**os.environ, **env},
            **_own_group(),
        )
        assert process.stdin is not None, "it is a pipe"
        assert process.stderr is not None, "it is a pipe"
        self._inbox = inbox = Inbox()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._log = log
        self._owner = os.getpid()
        self._closing = threading.Lock()
        # Before the threads: should one of them not start, the process still ends.
        self._finalizer = weakref.finalize(self, _kill, process, self._outbox, self._owner)
        self._threads = [
            threading.Thread(target=run, args=arguments, name=f"boardwright-{what}", daemon=True)
            for what, run, arguments in (
                ("errors", _keep_errors, (process.stderr, inbox)),
                ("writer", _write, (process.stdin, self._outbox)),
            )
        ]
        reader = threading.Thread(
            target=_read,
            args=(process, inbox, codec.reader(), log, self.name, self._threads[0]),
            name="boardwright-reader",
            daemon=True,
        )
        self._threads.append(reader)
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_own(self) -> bool:
        """Whether this process started the engine; one that was forked from it can't use it."""
        return self._owner == os.getpid()

    @property
    def is_alive(self) -> bool:
        """Whether the engine can be asked."""
        return self.is_own and self._inbox.failed is None and self._process.poll() is None

    def ask(self, verb: str, params: dict[str, Any], deliver: Deliver, long: bool = False) -> None:
        """Send a request; what comes is delivered from another thread.

        Raises
        ------
        EngineError
            If the engine is closed or dead, or thinks by the same verb already.
        LimitError
            If the request is larger than an engine has to read.
        ValueError, TypeError
            If it can't be written.
        """
        if not self.is_own:
            raise EngineError(f"{self.name} is an engine of another process", "closed")
        number = self._codec.number() if isinstance(self._codec, JsonLines) else None
        request = Request(verb, params, number)
        data = self._codec.request(request)
        if len(data) > MAX_LINE_BYTES:
            raise LimitError(f"a line has at most {MAX_LINE_BYTES:,} bytes; {verb} would be one of {len(data):,}")
        key = self._codec.key(request)
        inbox = self._inbox
        with inbox.lock:
            if inbox.failed is not None:
                raise _again(inbox.failed)
            if long and key in inbox.waiting:
                raise EngineError(f"{self.name} is being asked for {verb} already", "busy")
            inbox.waiting.setdefault(key, []).append(deliver)
            if long:
                inbox.thinking = key
        try:
            if self._log is not None:
                self._log(">", data.decode("utf-8", "replace").rstrip("\n"))
            self._outbox.put(data)
        except BaseException:  # of the log, or Ctrl-C: nothing is asked
            with inbox.lock:
                inbox.leave(key, deliver)
            raise

    def fail(self, error: EngineError) -> None:
        """End the process at once; everybody who waits gets the error."""
        self._inbox.fail(error)
        self.close(grace=0)

    def close(self, grace: float = GRACE) -> None:
        """End the process: politely, and after `grace` seconds by force. It may be closed already."""
        with self._closing:  # who comes second waits, too
            if self._finalizer.detach() is not None:
                try:
                    self._close(grace)
                except BaseException:  # interrupted: nothing else would end it any more
                    if self.is_own:
                        _signal(self._process, None)
                    raise

    def _close(self, grace: float) -> None:
        if not self.is_own:
            return
        process, inbox = self._process, self._inbox
        if grace > 0 and inbox.failed is None:
            with contextlib.suppress(EngineError):
                self.ask("quit", {}, lambda message: None)
        self._outbox.put(None)
        inbox.fail(EngineError(f"{self.name} is closed", "closed"))
        for patience, end in ((grace, signal.SIGTERM), (GRACE if grace else 0, None)):
            try:
                process.wait(patience)
                break
            except subprocess.TimeoutExpired:
                _signal(process, end)
        process.wait()
        for attempt in range(2):
            due = time.monotonic() + GRACE / 2
            for thread in self._threads:
                thread.join(max(0.0, due - time.monotonic()))
            if not attempt and any(thread.is_alive() for thread in self._threads):
                _signal(process, None, group_only=True)  # a child of the engine still holds a pipe


def _own_group() -> dict[str, Any]:
    """Give the arguments that keep Ctrl-C, which is meant for the caller, from the engine."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}


def _signal(process: subprocess.Popen[bytes], number: int | None, group_only: bool = False) -> None:
    """Send a signal to an engine and to what it started; None ends them by force."""
    if sys.platform == "win32":
        if not group_only:
            process.terminate() if number is not None else process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL if number is None else number)


def _kill(process: subprocess.Popen[bytes], outbox: queue.SimpleQueue[bytes | None], owner: int) -> None:
    """End an engine that nobody has closed, when its connection is garbage or Python ends."""
    if owner != os.getpid():
        return
    outbox.put(None)
    if process.poll() is None:
        _signal(process, None)
        process.wait()


def _again(error: EngineError) -> EngineError:
    """Make the same error anew: one that is raised twice would grow."""
    twin = type(error).__new__(type(error), *error.args)
    twin.args = error.args
    vars(twin).update(vars(error))
    return twin


def _write(stream: IO[bytes], outbox: queue.SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while (data := outbox.get()) is not None:
            stream.write(data)
            stream.flush()
    # So an engine that waits for requests ends.
    with contextlib.suppress(OSError, ValueError):
        stream.close()


def _keep_errors(stream: IO[bytes], inbox: Inbox) -> None:
    with contextlib.suppress(OSError), stream:
        while line := stream.readline(MAX_ERROR_LINE):
            inbox.errors.append(line.decode("utf-8", "replace").rstrip())


def _read(
    process: subprocess.Popen[bytes],
    inbox: Inbox,
    read: Callable[[bytes], tuple[int | str | None, Message] | None],
    log: Log | None,
    name: str,
    errors: threading.Thread,
) -> None:
    """Hand out what an engine writes, until it writes no more."""
    stream = process.stdout
    assert stream is not None, "it is a pipe"
    with contextlib.suppress(OSError), stream:
        _read_all(process, stream, inbox, read, log, name)
    if inbox.failed is not None:
        return
    # It can't be asked any more: so it is ended, if it has not ended by itself.
    try:
        code: int | None = process.wait(1)
    except subprocess.TimeoutExpired:
        _signal(process, None)
        code = None
    errors.join(1)
    what = "closed its output" if code is None else f"ended with {_code_words(code)}"
    last = "\n".join(inbox.errors)
    said = f"; it said last: {inbox.errors[-1]}" if inbox.errors else ""
    inbox.fail(EngineDiedError(f"{name} {what}{said}", code, last))


def _read_all(
    process: subprocess.Popen[bytes],
    stream: IO[bytes],
    inbox: Inbox,
    read: Callable[[bytes], tuple[int | str | None, Message] | None],
    log: Log | None,
    name: str,
) -> None:
    try:
        for line in read_lines(stream, MAX_ANSWER_BYTES):  # type: ignore[arg-type]
            if line is None:
                raise ValueError(f"a line of more than {MAX_ANSWER_BYTES:,} bytes")
            if log is not None:
                try:
                    log("<", line.decode("utf-8", "replace").rstrip("\r\n"))
                except Exception as error:  # it is somebody else's: nobody must wait for ever
                    inbox.fail(EngineError(f"{name}: the log failed: {name_kind(error)}: {error}"))
                    return
            try:
                found = read(line)
            except ValueError as error:
                shown = short(line[:200].decode("utf-8", "replace").strip())
                raise ValueError(f"{shown} ({error})") from None
            if found is not None:
                inbox.take(*found)
    except OSError:
        raise  # as good as the end
    except Exception as error:  # whatever it wrote: nobody must wait for ever
        if inbox.failed is None:
            _signal(process, None)
        inbox.fail(EngineError(f"{name} does not keep to the protocol: {error}"))


def _code_words(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"
