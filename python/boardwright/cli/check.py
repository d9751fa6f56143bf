"""Check a blueprint against the box; all problems are listed at once."""

from __future__ import annotations

import argparse
from pathlib import Path

from boardwright import gridopolis
from boardwright.errors import SetupError

from . import common

NAME = "check"
HELP = "check a blueprint"
EXAMPLE = "boardwright check mine.toml"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "file",
        metavar="FILE|NAME",
        help="the blueprint, as TOML or JSON; or the name of a shipped one",
    )
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check a blueprint."""
    if not arguments.file:
        raise common.CommandError("the name of the file is empty")
    # A name is anything that is not there as a file and could not be meant as one.
    file = Path(arguments.file)
    is_name = not file.is_file() and not file.suffix and file.name == arguments.file
    if is_name and arguments.file not in gridopolis.blueprints():
        names = ", ".join(gridopolis.blueprints())
        raise common.CommandError(f"there is no file {arguments.file!r}, and no blueprint of that name: {names}", 1)
    try:
        blueprint = gridopolis.check_blueprint(arguments.file if is_name else file)
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
        print(f"{arguments.file}: valid; {blueprint.get('title') or blueprint['name']}, for {players} players")
    return 0
