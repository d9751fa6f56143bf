"""The engine: it reads requests line by line, and answers each exactly once, also while it thinks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from .json_lines import JsonLines
from .lines import Lines
from .session import Session
from .thinking import EVERY_SECONDS
from .verbs import MAX_LINE_BYTES, VERBS, Fault, Request, called, check

__all__ = ["Server", "read_lines"]


class Work:
    """A request that takes long, in a thread of its own."""

    def __init__(self, run: Callable[[Work], object], endless: bool) -> None:
        self.endless = endless
        # Set by whoever wants it to end, and when its answer is written.
        self.ended = threading.Event()
        self.done = threading.Event()
        # A daemon, so that work that does not end when it is told to can't keep the process.
        self.thread = threading.Thread(target=run, args=(self,), name="boardwright-engine", daemon=True)


class Server:
    """Answers requests.

    Parameters
    ----------
    codec : Lines or JsonLines
        How requests and answers are written.
    write : callable
        Writes bytes to the client; called from two threads, one at a time.
    bot : str
        The bot that thinks until another one is set.
    lost : callable, optional
        Called with the error if an answer can't be written that is not being waited for by `handle`.

    Raises
    ------
    ValueError, TypeError
        If there is no such bot.
    """

    def __init__(
        self,
        codec: Lines | JsonLines,
        write: Callable[[bytes], object],
        bot: str = "auto",
        lost: Callable[[OSError], object] = lambda error: None,
    ) -> None:
        self._codec = codec
        self._write = write
        self._lost = lost
        self._session = Session(bot)
        self._lock = threading.Lock()
        self._work: Work | None = None

    def handle(self, data: bytes | None) -> bool:
        """Answer a line, None standing for one that is too long; gives whether there may be more.

        Raises
        ------
        OSError
            If the answer can't be written.
        """
        if data is None:
            self._put(self._codec.fault("?", None, Fault("limit", f"a line has at most {MAX_LINE_BYTES:,} bytes")))
            return True
        try:
            request = self._codec.read(data)
        except Fault as fault:
            self._put(self._codec.fault(*self._codec.verb_of(data), fault))
            return True
        if request is None:
            return True
        try:
            answer = self._begin(request)
        except Fault as fault:
            self._put(self._codec.fault(*self._called(request), fault))
            return True
        if answer is not None:
            self._put(self._codec.answer(*self._called(request), answer))
        return request.verb != "quit"

    def close(self, patience: float = 2.0) -> bool:
        """End the thinking; gives whether it has ended within `patience` seconds."""
        work = self._work
        if work is None:
            return True
        work.ended.set()
        return work.done.wait(patience)

    def _called(self, request: Request) -> tuple[str, int | str | None]:
        """Give verb and id as an answer names them."""
        return called(request.verb), request.id

    def _begin(self, request: Request) -> dict[str, Any] | None:
        """Answer a request, or begin to; None if the answer comes later."""
        params = check(request.verb, request.params)
        work = self._work
        with self._lock:  # whoever has read the answer is not told that it is still to come
            thinks = work is not None and not work.done.is_set()
        match request.verb:
            case "stop":
                # Its own answer comes first, so that transcripts are the same each time.
                self._put(self._codec.answer(*self._called(request), {}))
                if work is not None:
                    work.ended.set()
                return None
            case "wait":
                if work is not None:
                    if thinks and work.endless and not work.ended.is_set():
                        raise Fault("busy", "go infinite goes on until stop: wait would never end")
                    work.done.wait()
                return {}
            case "quit":
                self.close()
                return {}
        verb = VERBS[request.verb]
        if verb.changes and thinks:
            raise Fault("busy", "the engine thinks: stop ends that, and wait awaits it")
        if not verb.long:
            return self._session.answer(Request(request.verb, params))
        self._work = work = Work(lambda work: self._finish(work, request), bool(params.get("infinite")))
        work.thread.start()
        return None

    def _finish(self, work: Work, request: Request) -> None:
        """Do long work, and answer; this is run in a thread of its own."""
        called = self._called(request)
        begun = time.monotonic()

        def tell(info: dict[str, Any]) -> None:
            self._put(self._codec.info(*called, info))

        try:
            try:
                content = self._session.answer(request, tell, work.ended.is_set)
                # There may be nothing to think about, or no more: the client counts on the answer after stop.
                while work.endless and not work.ended.wait(EVERY_SECONDS):
                    tell({"seconds": round(time.monotonic() - begun, 3), "done": 0})
                answer = self._codec.answer(*called, content)
            except OSError:
                raise
            except BaseException as error:  # whatever it is, the request is answered
                if isinstance(error.__cause__, OSError):
                    raise error.__cause__ from None
                answer = self._codec.fault(*called, Fault.of(error))
            self._put(answer, work.done)
        except OSError as error:
            self._lost(error)
        finally:
            work.done.set()

    def _put(self, data: bytes, done: threading.Event | None = None) -> None:
        """Write an answer, and note that it is there before anybody can tell the difference."""
        with self._lock:
            self._write(data)
            if done is not None:
                done.set()


def read_lines(stream: BinaryIO, most: int = MAX_LINE_BYTES) -> Iterator[bytes | None]:
    """Read a stream line by line; None stands for a line that is too long, which is never held whole."""
    while True:
        line = stream.readline(most + 1)
        if not line:
            return
        if len(line) <= most:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(most)
        yield None
