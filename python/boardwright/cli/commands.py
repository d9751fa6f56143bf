"""All commands, and what happens around each of them: streams, errors, exit codes."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from boardwright import _core
from boardwright.errors import BoardwrightError

from . import bench, check, engine, games, perft, play, replay, search, show
from .common import CommandError

__all__ = ["COMMANDS", "run"]

COMMANDS = (games, show, play, replay, search, perft, engine, check, bench)

EPILOG = """\
example:
  boardwright play gridopolis --seats greedy,random --seed 7 --html game.html

'boardwright COMMAND --help' explains a command.
"""


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="boardwright",
        description="Play, look at and check board games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"boardwright {_core.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        part = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.__doc__,
            epilog=f"example:\n  {command.EXAMPLE}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.configure(part)
        part.set_defaults(run=command.run)
    return parser


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit code.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.
    """
    _prepare_streams()
    try:
        arguments = make_parser().parse_args(argv)
        code: int = arguments.run(arguments)
    except SystemExit as leave:  # of the parser, after help or a complaint
        code = leave.code if isinstance(leave.code, int) else 1
    except CommandError as error:
        code = _complain(str(error), error.code)
    except BoardwrightError as error:
        code = _complain(str(error), 1)
    except OSError as error:
        code = _complain_of(error)
    finally:
        silenced = _flush(sys.stdout)
        _flush(sys.stderr)
    # A full disk shows when the last of the output is written; 0 would say that all of it is there.
    return code if silenced is None or code else _complain_of(silenced)


def _prepare_streams() -> None:
    """Make streams that can take and give any text; those that were closed go nowhere."""
    # In this order, so that they get the numbers of the streams that they stand for.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A diagram must not fail because the terminal lacks a sign, nor a game because of a stray byte.
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(io.UnsupportedOperation):  # if it was read from already
                stream.reconfigure(errors="replace")


def _flush(stream: TextIO) -> OSError | None:
    """Write what is in the buffer of a stream; if that fails, let it go nowhere and say why."""
    try:
        stream.flush()
    except OSError as error:
        # It would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return error
    return None


def _complain_of(error: OSError) -> int:
    if isinstance(error, BrokenPipeError):
        return 141
    return _complain(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error), 1)


def _complain(message: str, code: int) -> int:
    # Where even this can't be written, the exit code has to do.
    with contextlib.suppress(OSError):
        print("boardwright: " + " ".join(message.split()), file=sys.stderr)
    _flush(sys.stderr)
    return code
