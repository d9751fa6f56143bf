"""Check a blueprint, a board or an element; all problems are listed at once."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from boardwright import _core, games, gridopolis, microworld
from boardwright.errors import SetupError

from . import common

NAME = "check"
HELP = "check a blueprint, a board or an element"
EXAMPLE = "boardwright check mine.toml"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "file",
        metavar="FILE|NAME",
        help="a TOML or JSON file; or the name of a shipped blueprint or element, or a board such as '1a 2b 3a 4b'",
    )
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check a data file."""
    if not arguments.file:
        raise common.CommandError("the name of the file is empty")
    # A name is anything that is not there as a file and could not be meant as one.
    file = Path(arguments.file)
    is_name = not file.is_file() and not file.suffix and file.name == arguments.file
    is_board = is_name and " " in arguments.file.strip()
    shipped = {name: text for kind in ("blueprint", "element") for name, text in _core.data_files(kind)}
    if is_name and not is_board and arguments.file not in shipped:
        names = ", ".join(gridopolis.blueprints())
        message = f"there is no file {arguments.file!r}, and no blueprint of that name: {names}"
        raise common.CommandError(f"{message}; nor an element: {', '.join(microworld.elements())}", 1)
    board: microworld.BoardDict | None = None
    data: dict[str, Any] = {}
    try:
        if is_board:
            kind, board = "board", microworld.board(arguments.file)
        else:
            text = shipped[arguments.file] if is_name else games.read_data(file, "data")
            text = games.data_text(text if "\n" in text else f"{text}\n", "data file", str)
            kind = _core.data_kind(text)
            data = json.loads(_core.check_data(kind, text))
            board = microworld.board(data) if kind == "board" else None
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
        common.print_json({"valid": True, "problems": [], kind: board or data})
    else:
        print(f"{arguments.file}: valid; {_about(kind, data, board)}")
    return 0


def _about(kind: str, data: dict[str, Any], board: microworld.BoardDict | None) -> str:
    if board is not None:
        kinds = [cell["kind"] for cell in board["cells"]]
        counts = ", ".join(f"{kinds.count(name)} {name}" for name in dict.fromkeys(kinds))
        return f"{board['title']}: {len(kinds)} cells ({counts}) in {len(board['tissues'])} tissues"
    title = data.get("title") or data.get("name") or kind
    if kind == "element":
        cells = [len(side["cells"]) for side in data["sides"].values()]
        return f"{title}, an element with {' and '.join(map(str, cells))} cells"
    return f"{title}, for {', '.join(data['players'])} players"
