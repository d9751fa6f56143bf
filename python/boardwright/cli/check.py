"""Check a blueprint, a board, an element, or data of Genotype; all problems are listed at once.

With --sheet instead of a file it prints a sheet to type in what is printed on the cards of your game: print it to a
file, fill that in, and check it; what is still empty is listed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from boardwright import _core, games, genotype, gridopolis, microworld
from boardwright.errors import SetupError

from . import common

NAME = "check"
HELP = "check a blueprint, a board, an element or cards; print a sheet to type cards in"
EXAMPLE = "boardwright check mine.toml"

# Data of Genotype, which the command line calls by their kind.
CARDS = ("plants", "tools", "prices", "automa")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "file",
        metavar="FILE|NAME",
        nargs="?",
        help="a TOML or JSON file; or the name of a shipped blueprint or element, a board such as '1a 2b 3a 4b', or "
        "plants, tools, prices, automa for the shipped data of Genotype",
    )
    parser.add_argument("--sheet", choices=CARDS, help="print an empty sheet for this kind of data")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check a data file, or print a sheet."""
    if arguments.sheet is not None:
        if arguments.file is not None or arguments.json:
            raise common.CommandError("--sheet prints a sheet of its own: give it alone")
        print(genotype.sheet(arguments.sheet), end="")
        return 0
    if not arguments.file:
        what = "a file to check, or --sheet, is needed" if arguments.file is None else "the name of the file is empty"
        raise common.CommandError(what)
    # A name is anything that is not there as a file and could not be meant as one.
    file = Path(arguments.file)
    is_name = not file.is_file() and not file.suffix and file.name == arguments.file
    is_board = is_name and " " in arguments.file.strip()
    shipped = {name: text for kind in ("blueprint", "element") for name, text in _core.data_files(kind)}
    shipped |= {kind: text for kind in CARDS for _, text in _core.data_files(kind)}
    if is_name and not is_board and arguments.file not in shipped:
        names = ", ".join(gridopolis.blueprints())
        message = f"there is no file {arguments.file!r}, and no blueprint of that name: {names}"
        others = f"nor an element: {', '.join(microworld.elements())}; nor data of Genotype: {', '.join(CARDS)}"
        raise common.CommandError(f"{message}; {others}", 1)
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
    if kind in CARDS:
        return _about_cards(kind, data)
    title = data.get("title") or data.get("name") or kind
    if kind == "element":
        cells = [len(side["cells"]) for side in data["sides"].values()]
        return f"{title}, an element with {' and '.join(map(str, cells))} cells"
    return f"{title}, for {', '.join(data['players'])} players"


def _about_cards(kind: str, data: dict[str, Any]) -> str:
    title = data.get("title") or data.get("name")
    about = f"{title}: " if title else ""
    if kind == "plants":
        about += _about_plants(data["cards"])
    elif kind == "tools":
        counts = data["counts"].values()
        about += f"{sum(counts)} tool cards of {sum(map(bool, counts))} kinds"
    elif kind == "prices":
        names = ("plot", "slot", "marker", "hire")
        about += "prices of " + ", ".join(_about_price(name, *data["prices"][name]) for name in names)
    else:
        new = sum(bool(card.get("new")) for card in data["cards"])
        about += f"{len(data['cards'])} automa cards, {new} of them with a De Novo section"
    return "\n".join([about, *(f"  assumed: {what}" for what in data.get("assumed") or [])])


def _about_price(name: str, low: int, start: int, high: int) -> str:
    return f"{name} from {start} ({low} to {high})"


def _about_plants(cards: list[dict[str, Any]]) -> str:
    sizes = Counter(len(card["traits"]) for card in cards)
    points = [card["points"] for card in cards]
    parts = f"{sizes[2]} with two traits, {sizes[3]} with three, {sizes[4]} with four"
    lines = [f"{len(cards)} plant cards: {parts}; {min(points)} to {max(points)} points"]
    alike: dict[tuple[frozenset[str], int], list[int]] = {}
    for number, card in enumerate(cards):
        alike.setdefault((frozenset(card["traits"]), card["points"]), []).append(number)
    # Cards may be alike, but one that was typed in twice is the likeliest mistake.
    for numbers in alike.values():
        if len(numbers) > 1:
            lines.append(f"  cards {', '.join(map(str, numbers))} are alike: was one typed in twice?")
    return "\n".join(lines)
