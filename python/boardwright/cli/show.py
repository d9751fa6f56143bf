"""Show the start of a game, or any position given as a dict (JSON)."""

from __future__ import annotations

import argparse

from boardwright._files import write_text

from . import common

NAME = "show"
HELP = "show a position"
EXAMPLE = "boardwright show gridopolis --players 3 --svg start.svg"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_game(parser)
    parser.add_argument("--svg", type=common.file_name, metavar="FILE", help="also draw it into this file")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show a position."""
    common.check_outputs({"--svg": arguments.svg}, [arguments.dict, *common.data_files(arguments)])
    state = common.start_game(arguments)
    if arguments.svg is not None:
        from boardwright import display

        write_text(arguments.svg, str(display.svg(state)))
    if arguments.json:
        common.print_json(state.to_dict())
        return 0
    print(state)
    if state.is_over:
        print(f"over: {state.ending}")
    elif state.current_player is not None:
        print(f"{state.seat_names[state.current_player]} to play, {len(state.legal_actions)} legal actions")
    return 0
