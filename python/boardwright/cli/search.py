"""Search for the best action of a position: of the start, after some moves, or of any position as a dict (JSON).

What is searched is what the seat to act knows. With the same seed the result is the same on every machine, unless time
is limited.
"""

from __future__ import annotations

import argparse
from typing import Any

from boardwright._core import State
from boardwright._files import write_text
from boardwright.analysis import Analysis, notes, table, title
from boardwright.bots.spec import setting_value
from boardwright.errors import BoardwrightError
from boardwright.search import DEFAULT_BUDGETS, make_plan, methods, search

from . import common

NAME = "search"
HELP = "find the best action"
EXAMPLE = "boardwright search microworld --moves '9 18 end' --seed 7 --simulations 5000"

BUDGETS = ("simulations", "nodes", "depth")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_game(parser)
    parser.add_argument(
        "--moves", metavar="TEXT", help="play this first: actions and outcomes of chance in notation, with spaces"
    )
    group = parser.add_argument_group("how to search")
    group.add_argument(
        "--method", default="auto", metavar="NAME", help=f"{', '.join(['auto', *methods()])}; auto suits the game"
    )
    what = {"simulations": "simulations", "nodes": "positions", "depth": "turns or actions deep"}
    for name in BUDGETS:
        default = f"; {DEFAULT_BUDGETS['mcts'][name]:,} if nothing is said" if name == "simulations" else ""
        group.add_argument(
            f"--{name}", type=common.whole_number(1), metavar="N", help=f"at most so many {what[name]}{default}"
        )
    group.add_argument("--seconds", type=float, metavar="S", help="at most so long")
    group.add_argument("--threads", type=common.whole_number(1), default=1, metavar="N", help="how many; 1 by default")
    group.add_argument("--memory", type=common.whole_number(1), metavar="BYTES", help="the most that the tree takes")
    group.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the method; may be repeated"
    )
    parser.add_argument("--lines", type=common.whole_number(1), default=10, metavar="N", help="show so many actions")
    parser.add_argument("--html", type=common.file_name, metavar="FILE", help="write the board with the best actions")
    parser.add_argument("--quiet", action="store_true", help="print the best turn only")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search, and show what is found."""
    common.check_outputs({"--html": arguments.html}, [arguments.dict, *common.data_files(arguments)])
    state = _play(common.start_game(arguments), arguments.moves or "")
    asked = {name: getattr(arguments, name) for name in (*BUDGETS, "seconds", "memory")}
    settings: dict[str, Any] = {}
    for pair in arguments.set:
        key, text = common.split_pair(pair, "--set")
        settings[key] = setting_value(text)
    with common.wrong_question():
        if settings.keys() & {*asked, "method", "seed", "threads"}:
            raise common.CommandError("--set is for settings that have no argument of their own")
        make_plan(arguments.method, settings)  # first, since the search takes arguments that are no settings
        found = search(
            state,
            method=arguments.method,
            seed=arguments.seed or 0,
            threads=arguments.threads,
            progress=True,
            # What was found until Ctrl-C is shown: a person who stops a search wants to see it.
            on_interrupt="return",
            **asked,
            **settings,
        )
    if arguments.html is not None:
        from boardwright import display

        write_text(arguments.html, display.analysis_page(found))
    _show(found, arguments)
    return 130 if found.interrupted else 0


def _play(state: State, moves: str) -> State:
    for piece in moves.split():
        try:
            state = state.play(piece)
        except BoardwrightError as error:
            raise common.CommandError(f"--moves: {piece[: common.MAX_DIGITS]}: {error}") from error
    return state


def _show(found: Analysis, arguments: argparse.Namespace) -> None:
    if arguments.json:
        common.print_json(found.to_dict())
        return
    if arguments.quiet:
        print(found.turn.text)
        return
    print(found.state)
    common.print_title(title(found))
    heads, rows = table(found, arguments.lines)
    common.print_table(heads, rows, numbers=range(1, len(heads)))
    for line in notes(found, arguments.lines):
        print(line)
    print(found.explain())
