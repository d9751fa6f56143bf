"""Check a record of a game by replaying it, and show it."""

from __future__ import annotations

import argparse
from pathlib import Path

from boardwright import record
from boardwright._core import Record
from boardwright._files import write_text
from boardwright.errors import RecordError

from . import common

NAME = "replay"
HELP = "check and show a record"
EXAMPLE = "boardwright replay game.txt --html game.html"

MAX_SHOWN = 300  # so many characters of a tag are shown


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=common.file_name, metavar="FILE", help="the record, as text or JSON")
    parser.add_argument(
        "--html", type=common.file_name, metavar="FILE", help="write a page that replays the game in pictures"
    )
    parser.add_argument(
        "--viewer", metavar="SEAT", help="show what a seat (its number) or a 'spectator' saw of the game"
    )
    parser.add_argument(
        "--out",
        type=common.file_name,
        metavar="FILE",
        help="write the record again; JSON if it ends in .json, else text",
    )
    parser.add_argument("--quiet", action="store_true", help="check only, and print the result")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay a record."""
    common.check_outputs({"--out": arguments.out, "--html": arguments.html})
    # To write a record over itself, in another form, is fine.
    common.check_outputs({"--html": arguments.html}, [arguments.file])
    game = _read(arguments.file)
    if arguments.viewer is not None:
        with common.wrong_question():
            game = game.redact(common.viewer(arguments.viewer, game.start))
    if arguments.out is not None:
        record.save(game, arguments.out)
    if arguments.html is not None:
        write_text(arguments.html, record.to_html(game))
    if arguments.json:
        _print_json(game)
        return 0
    state = game.state
    if not arguments.quiet:
        common.print_table(["tag", "value"], [[name, _clipped(value)] for name, value in game.tags.items()])
        print()
        turns = zip(game.turns(), record.whose_turns(game), strict=True)
        rows = [[str(number), who, text] for (number, _, text, _), who in turns]
        common.print_table(["turn", "seat", "played"], rows, numbers=[0])
        print()
        print(state)
    common.print_title(f"{arguments.file}: valid, {len(game)} events; {record.result_text(state, game.players)}")
    return 0


def _clipped(value: str) -> str:
    """Shorten a value such as options with a board or cards of one's own in them; '--json' gives all of it."""
    return value if len(value) <= MAX_SHOWN else f"{value[:MAX_SHOWN]}... ({len(value):,} characters)"


def _read(path: Path) -> Record:
    try:
        return record.load(path)
    except RecordError as error:
        raise common.CommandError(f"{path}: {error}", 1) from error


def _print_json(game: Record) -> None:
    state = game.state
    common.print_json(
        {
            "tags": game.tags,
            "players": game.players,
            "turns": [
                {"number": number, "seat": seat, "text": text, "hash": f"{after.hash64:016x}"}
                for number, seat, text, after in game.turns()
            ],
            "over": state.is_over,
            "ending": state.ending,
            "scores": state.scores,
            "winners": state.winners,
            "returns": state.returns,
        }
    )
