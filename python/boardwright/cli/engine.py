"""Be an engine: answer requests on standard input, line by line, on standard output.

docs/protocol.md tells what can be asked, as does 'help' here. The engine ends when it is told to quit, and when its
input ends.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import NoReturn

from . import common

NAME = "engine"
HELP = "be an engine for other programs, over standard input and output"
EXAMPLE = "boardwright engine --bot mcts:1000"

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}
"""What ends the engine, and with which exit code."""

BROKEN = 141


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--bot", default="auto", metavar="NAME", help="the bot that thinks, such as mcts:1000; auto suits the game"
    )
    parser.add_argument("--json", action="store_true", help="speak in JSON, an object a line")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of these, and end")


def run(arguments: argparse.Namespace) -> int:
    """Answer until there is nothing more to answer."""
    # Here, so that the other commands need not load it.
    from boardwright.protocol import schema
    from boardwright.protocol.json_lines import JsonLines
    from boardwright.protocol.lines import Lines
    from boardwright.protocol.server import Server, read_lines

    if arguments.schema:
        common.print_json(schema())
        return 0
    out = sys.stdout.buffer

    def write(data: bytes) -> None:
        out.write(data)
        out.flush()

    with common.wrong_question():
        server = Server(JsonLines() if arguments.json else Lines(), write, arguments.bot, lost=_leave)
    with _ends_by_signals(server.close):
        try:
            for line in read_lines(sys.stdin.buffer):
                if not server.handle(line):
                    break
        finally:
            server.close()
    return 0


@contextlib.contextmanager
def _ends_by_signals(close: Callable[[], object]) -> Iterator[None]:
    """Let a signal end the process, whatever the main thread does, and whatever other signals come."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # Python runs handlers in the main thread, and some moments before it waits for input are too late for that. So the
    # handlers do nothing, and a thread is told of signals by the system itself.
    told, tell = socket.socketpair()
    tell.setblocking(False)
    done = False

    def watch() -> None:
        number = told.recv(1)
        while number and number[0] not in SIGNALS:
            number = told.recv(1)
        if number and not done:
            close()
            os._exit(SIGNALS[signal.Signals(number[0])])

    with told, tell:
        earlier_fd = signal.set_wakeup_fd(tell.fileno(), warn_on_full_buffer=False)
        # One that is ignored, as Ctrl-C is in the background of a shell, stays so.
        heeded = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        earlier = {number: signal.signal(number, lambda number, frame: None) for number in heeded}
        watcher = threading.Thread(target=watch, name="boardwright-signals", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done = True
            for number, handler in earlier.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(earlier_fd)
            tell.shutdown(socket.SHUT_WR)
            watcher.join()


def _leave(error: OSError) -> NoReturn:
    # Nobody reads any more, while the main thread waits for requests: there is nothing left to do, and to tidy up.
    os._exit(BROKEN)
