"""The command line: ``boardwright COMMAND ...``.

Exit codes: 0 all is well; 1 what was asked about is not fine (an invalid file, say); 2 the question was put wrongly;
130 interrupted; 141 nobody reads the output any more.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from boardwright import _core
from boardwright.errors import BoardwrightError

from . import bench, check, games, perft, play, replay, show
from .common import CommandError

__all__ = ["main"]

COMMANDS = (games, show, play, replay, perft, check, bench)

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


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; by default those of the process.

    Returns
    -------
    int
        The exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        # A diagram must not fail because the terminal lacks a sign.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        arguments = make_parser().parse_args(argv)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # What is still in the buffer would fail once more when Python ends: let it go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except CommandError as error:
        return _complain(str(error), error.code)
    except BoardwrightError as error:
        return _complain(str(error), 1)
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
    return code


def _complain(message: str, code: int) -> int:
    print("boardwright: " + " ".join(message.split()), file=sys.stderr)
    return code
