"""Be an engine: answer requests on standard input, line by line, on standard output.

docs/protocol.md tells what can be asked, as does 'help' here. The engine ends when it is told to quit, and when its
input ends.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from types import FrameType
from typing import NoReturn

from . import common

NAME = "engine"
HELP = "be an engine for other programs, over standard input and output"
EXAMPLE = "boardwright engine --bot mcts:1000"

TERMINATED = 143
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
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _terminate)
    try:
        for line in read_lines(sys.stdin.buffer):
            if not server.handle(line):
                break
    finally:
        server.close()
    return 0


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(TERMINATED)


def _leave(error: OSError) -> NoReturn:
    # Nobody reads any more, while the main thread waits for requests: there is nothing left to do, and to tidy up.
    os._exit(BROKEN)
