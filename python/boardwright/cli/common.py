"""What the commands share: arguments, starting a game, tables."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardwright import _core, games, microworld
from boardwright._core import State
from boardwright._files import check_writable, read_bytes, same_file
from boardwright.errors import LimitError, SetupError, UnknownGameError

MAX_DIGITS = 40
"""No number that is of use is longer; of longer texts messages show the beginning."""

# How people write values that JSON writes in one way only.
WORDS = {"true": True, "false": False, "none": None, "null": None}


class CommandError(Exception):
    """Something the user should know, in a line.

    Parameters
    ----------
    message : str
        The line.
    code : int
        The exit code; 2 means that the question was put wrongly.
    """

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def whole_number(least: int, most: int = 2**64 - 1) -> Callable[[str], int]:
    """Make an argument type: a whole number between two bounds."""

    def convert(text: str) -> int:
        try:
            # A number of thousands of digits is a ValueError of its own, with a message for programmers.
            number = int(text) if len(text) <= MAX_DIGITS else None
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text[:MAX_DIGITS]!r} is not a whole number") from None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text[:MAX_DIGITS]!r} is not between {least} and {most}")
        return number

    return convert


def file_name(text: str) -> Path:
    """Read an argument that names a file."""
    if not text:
        raise argparse.ArgumentTypeError("the name of the file is empty")
    if text.endswith(os.sep):
        raise argparse.ArgumentTypeError(f"{text!r} names a folder, not a file")
    return Path(text)


def viewer(text: str, state: State) -> int | str:
    """Read an argument that says who looks: the number of a seat, or a word.

    Raises
    ------
    CommandError
        If there is nobody like that.
    """
    seats = [str(seat) for seat in range(state.num_players)]
    if text in seats:
        return int(text)
    if text == "spectator" or (text == "everything" and state.viewer == "everything"):
        return text
    raise CommandError(f"there is no viewer {text[:MAX_DIGITS]!r}; there are: {', '.join([*seats, 'spectator'])}")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a game and its options."""
    parser.add_argument("game", metavar="GAME", help="the name of the game; 'boardwright games' lists them")
    parser.add_argument(
        "--dict", type=file_name, metavar="FILE", help="start from a position in its dict form, as JSON ('show --json')"
    )
    parser.add_argument("--seed", type=whole_number(0), metavar="N", help="the seed of all that is drawn")
    group = parser.add_argument_group("options of the game")
    group.add_argument("--players", type=whole_number(0), metavar="N", help="how many players")
    group.add_argument("--blueprint", metavar="NAME|FILE", help="a shipped blueprint, or a .toml or .json file")
    group.add_argument(
        "--board", metavar="SIDES|FILE", help="such as '1a 2b 3a 4b'; 'random': drawn with --seed; or a file"
    )
    for name, what in (
        ("plants", "plant cards"),
        ("tools", "tool cards"),
        ("prices", "prices of upgrades"),
        ("automa", "automa cards"),
    ):
        group.add_argument(f"--{name}", metavar="FILE", help=f"{what} of your own: a .toml or .json file")
    group.add_argument("--scenario", metavar="NAME", help="a preset of rules")
    group.add_argument("--rules", metavar="LETTERS", help="additional rules, such as ABE")
    group.add_argument("--target", metavar="NAME", help="the target of rule B")
    group.add_argument("--difficulty", metavar="LEVEL", help="alone against an automaton: easy, standard or hard")
    group.add_argument("--johann", metavar="NAME", help="his assistant in the hard solo game of Genotype")
    group.add_argument("--win", metavar="HOW", help="how it is won, such as last or points")
    group.add_argument(
        "--rounds", type=whole_number(0), metavar="N", help="end after so many rounds (with --win points)"
    )
    group.add_argument("--reserves", type=whole_number(0), metavar="0", help="0: play without building")
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="any other option; the value is JSON (or True, False, None), or else a text; may be repeated",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def split_pair(text: str, flag: str) -> tuple[str, str]:
    """Split KEY=VALUE.

    Raises
    ------
    CommandError
        If it is something else.
    """
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise CommandError(f"{flag} takes KEY=VALUE, not {text!r}")
    return key, value


def game_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Collect the options of the game that were given.

    Raises
    ------
    CommandError
        If ``--option`` is not KEY=VALUE, names no option of the game, or an option is given twice.
    SetupError, LimitError, OSError
        If a data file, such as a blueprint, can't be used.
    """
    options: dict[str, Any] = {}
    named = ("players", *games.FILE_OPTIONS, "scenario", "rules", "target", "win", "rounds", "reserves")
    for name in (*named, "difficulty", "johann"):
        value = getattr(arguments, name)
        if value is not None:
            options[name] = value
    with wrong_question():
        known = games.default_options(arguments.game) if arguments.option else {}
    for pair in arguments.option:
        key, text = split_pair(pair, "--option")
        if key not in known:
            flag = f"; --{key} is an argument of its own" if key == "seed" else ""
            raise CommandError(f"{arguments.game} has no option {key[:40]!r}; it has: {', '.join(known)}{flag}")
        if key in options:
            raise CommandError(f"the option {key} is given twice")
        try:
            options[key] = WORDS[text.lower()] if text.lower() in WORDS else json.loads(text)
        except ValueError:
            options[key] = text
        except RecursionError:
            raise CommandError(f"the option {key} is nested too deep") from None
    if options.get("board") == "random":
        options["board"] = microworld.random_board(arguments.seed or 0)
    # A file is read here, so that its faults are the file's (exit code 1) and not those of the question.
    for name in games.FILE_OPTIONS:
        if games.is_data_file(options.get(name)):
            options[name] = _file_option(name, options[name])
    return options


def _file_option(name: str, path: str) -> Any:
    """Read the file of an option; what is wrong is said of the option, since a game may take several files."""
    text = games.read_data(path, name)
    try:
        return json.loads(_core.check_data(name, text))
    except SetupError as error:
        raise CommandError(f"--{name} {path}: {error}", 1) from error


@contextmanager
def wrong_question() -> Iterator[None]:
    """Turn what is wrong with the game's name, options or bots into a `CommandError`."""
    try:
        yield
    except (UnknownGameError, SetupError, LimitError, TypeError, ValueError, OverflowError) as error:
        raise CommandError(str(error)) from error


def start_game(arguments: argparse.Namespace) -> State:
    """Start the game that the arguments describe, or give the position of ``--dict``.

    Raises
    ------
    CommandError
        If they make no game, or the file holds no position of it.
    """
    options = game_options(arguments)
    if arguments.dict is not None:
        if options:
            raise CommandError("a position given with --dict has its options in it: leave the others out")
        return _read_state(arguments.dict, arguments.game)
    with wrong_question():
        return games.start(arguments.game, seed=arguments.seed, **options)


def _read_state(path: Path, game: str) -> State:
    data = read_bytes(path, games.MAX_STATE_BYTES, "position")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: not UTF-8 text (byte {error.start})", 1) from None
    try:
        state = games.state_from_json(text)
    except (SetupError, UnknownGameError) as error:
        raise CommandError(f"{path}: {error}", 1) from error
    if state.game_name != game:
        raise CommandError(f"{path} is a position of {state.game_name}, not {game}")
    return state


def check_outputs(outputs: dict[str, Path | None], inputs: Sequence[Path | None] = ()) -> None:
    """Check that files can be written, before the work whose results they are to hold.

    Parameters
    ----------
    outputs : dict
        The files to write, by the arguments that name them.
    inputs : sequence
        Files that are read, and must not be lost.

    Raises
    ------
    CommandError
        If two outputs are the same file, or one is also an input.
    OSError
        If one can't be written.
    """
    wanted = [(flag, path) for flag, path in outputs.items() if path is not None]
    for number, (flag, path) in enumerate(wanted):
        check_writable(path)
        for other, earlier in wanted[:number]:
            if same_file(earlier, path):
                raise CommandError(f"{other} and {flag} name the same file, {str(path)!r}")
        if any(file is not None and same_file(file, path) for file in inputs):
            raise CommandError(f"{flag} would overwrite {str(path)!r}, which is read")


def data_files(arguments: argparse.Namespace) -> list[Path | None]:
    """Give the files that the options name."""
    named = [getattr(arguments, name) for name in games.FILE_OPTIONS]
    return [Path(value) for value in named if games.is_data_file(value)]


def print_json(data: object) -> None:
    """Print data for a program."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def rich_is_on() -> bool:
    """Whether to print for a person in colours: on a terminal that wants them, with Rich installed."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and importlib.util.find_spec("rich") is not None


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]], *, numbers: Sequence[int] = ()) -> None:
    """Print a table: with Rich where it is on, else as aligned text.

    Parameters
    ----------
    columns : sequence of str
        The headings.
    rows : sequence of sequence
        The cells.
    numbers : sequence of int
        Which columns are set to the right.
    """
    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    if rich_is_on():
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, header_style="bold")
        for index, column in enumerate(columns):
            table.add_column(column, justify="right" if index in numbers else "left", overflow="fold")
        for row in cells:
            # As Text, so that square brackets in notation are not taken for markup.
            table.add_row(*map(Text, row))
        Console().print(table)
        return
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    for row in [list(columns), *cells]:
        parts = [
            cell.rjust(width) if index in numbers else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(parts).rstrip())


def print_title(text: str) -> None:
    """Print a heading."""
    if rich_is_on():
        from rich.console import Console
        from rich.text import Text

        Console().print(Text(text, style="bold"))
    else:
        print(text)
