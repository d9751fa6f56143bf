"""Count the positions behind a start, turn by turn: a check of the rules and a measure of speed."""

from __future__ import annotations

import argparse
import time

from boardwright._progress import Bar

from . import common

NAME = "perft"
HELP = "count positions"
EXAMPLE = "boardwright perft gridopolis --players 2 --depth 2 --reserves 0 --divide"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_game(parser)
    parser.add_argument(
        "--depth", type=common.whole_number(0, 64), default=2, metavar="N", help="how many turns; 2 if not given"
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--distinct", action="store_true", help="count different positions, not sequences of turns")
    kind.add_argument("--divide", action="store_true", help="count behind each first turn")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Count positions."""
    if arguments.divide and arguments.depth == 0:
        raise common.CommandError("--divide needs a depth of at least 1")
    state = common.start_game(arguments)
    began = time.perf_counter()
    parts: dict[str, int] = {}
    with Bar(f"depth {arguments.depth}", "steps") as progress:
        if arguments.divide:
            parts = state.divide(arguments.depth, progress=progress)
            count = sum(parts.values())
        else:
            count = state.perft(arguments.depth, distinct=arguments.distinct, progress=progress)
    seconds = time.perf_counter() - began
    if arguments.json:
        common.print_json(
            {
                "game": state.game_name,
                "options": state.options,
                "depth": arguments.depth,
                "distinct": arguments.distinct,
                "count": count,
                "seconds": seconds,
                **({"divide": parts} if arguments.divide else {}),
            }
        )
        return 0
    if arguments.divide:
        common.print_table(["turn", "positions"], list(parts.items()), numbers=[1])
    kind = "different positions" if arguments.distinct else "positions"
    print(f"depth {arguments.depth}: {count:,} {kind} in {seconds:.3f} s")
    return 0
