"""Check a blueprint file against the box; all problems are listed at once."""

from __future__ import annotations

import argparse
from pathlib import Path

from boardwright import gridopolis
from boardwright.errors import SetupError

from . import common

NAME = "check"
HELP = "check a blueprint file"
EXAMPLE = "boardwright check mine.toml"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the blueprint, as TOML or JSON")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check a blueprint."""
    try:
        blueprint = gridopolis.check_blueprint(arguments.file)
    except SetupError as error:
        if arguments.json:
            common.print_json({"valid": False, "problems": [problem._asdict() for problem in error.problems]})
        else:
            count = len(error.problems)
            print(f"{arguments.file}: {count} problem{'' if count == 1 else 's'}")
            for problem in error.problems:
                print(f"  {problem}")
        return 1
    if arguments.json:
        common.print_json({"valid": True, "problems": [], "blueprint": blueprint})
    else:
        players = ", ".join(blueprint["players"])
        print(f"{arguments.file}: valid; {blueprint['title']}, for {players} players")
    return 0
