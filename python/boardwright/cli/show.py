"""Show the start of a game, or any position given as a dict (JSON)."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from boardwright import _core
from boardwright._core import State
from boardwright._files import read_bytes, write_text
from boardwright.errors import SetupError

from . import common

NAME = "show"
HELP = "show a position"
EXAMPLE = "boardwright show gridopolis --players 3 --svg start.svg"

MAX_DICT_BYTES = 1024 * 1024


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_game(parser)
    parser.add_argument("--dict", type=Path, metavar="FILE", help="a position in its dict form, as JSON")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="also draw it into this file")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show a position."""
    if arguments.dict is None:
        state = common.start_game(arguments)
    else:
        if common.game_options(arguments):
            raise common.CommandError("a position given with --dict has its options in it: leave the others out")
        state = _read(arguments.dict, arguments.game)
    if arguments.svg is not None:
        from boardwright import display

        write_text(arguments.svg, str(display.svg(state)))
    if arguments.json:
        common.print_json(state.to_dict())
        return 0
    print(state)
    if state.is_over:
        print(f"over: {state.ending}")
    elif not state.is_chance:
        print(f"{state.seat_names[state.turn_seat]} to play, {len(state.legal_actions)} legal actions")
    return 0


def _read(path: Path, game: str) -> State:
    data = read_bytes(path, MAX_DICT_BYTES, "position")
    try:
        text = data.decode("utf-8-sig")
        json.loads(text)
    except UnicodeDecodeError as error:
        raise common.CommandError(f"{path}: not UTF-8 text (byte {error.start})", 1) from None
    except json.JSONDecodeError as error:
        raise common.CommandError(f"{path}: not JSON: {error}", 1) from None
    except RecursionError:
        raise common.CommandError(f"{path}: nested too deep", 1) from None
    try:
        state = _core.state_from_json(text)
    except SetupError as error:
        raise common.CommandError(f"{path}: {error}", 1) from error
    if state.game_name != game:
        raise common.CommandError(f"{path} is a position of {state.game_name}, not {game}")
    return state
