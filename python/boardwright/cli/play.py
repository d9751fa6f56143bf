"""Play a whole game between bots and people, and write it down."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from boardwright import games, record
from boardwright._core import Record, State
from boardwright._files import write_text
from boardwright.bots import HumanBot, _words, as_bot, bot_names, split_bots
from boardwright.match import Match, MatchResult, TurnPlayed

from . import common

NAME = "play"
HELP = "play a game"
EXAMPLE = "boardwright play gridopolis --seats greedy,random --seed 7 --record game.txt --html game.html"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_game(parser)
    parser.add_argument(
        "--seats",
        metavar="BOT,BOT...",
        help=f"who plays, by seat: {', '.join(bot_names())}; those that search take settings, such as mcts:1000 or "
        "mcts:seconds=0.5,threads=2, and levels go from level:1 to level:10; by default greedy, then random",
    )
    parser.add_argument("--max-turns", type=common.whole_number(0), metavar="N", help="stop after so many turns")
    parser.add_argument(
        "--record", type=common.file_name, metavar="FILE", help="write the record; JSON if it ends in .json"
    )
    parser.add_argument(
        "--html", type=common.file_name, metavar="FILE", help="write a page that replays the game in pictures"
    )
    parser.add_argument(
        "--tag", action="append", default=[], metavar="KEY=VALUE", help="a further tag for the record; may be repeated"
    )
    parser.add_argument("--quiet", action="store_true", help="print the result only")
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play a game."""
    options = common.game_options(arguments)
    start = None if arguments.dict is None else common.start_game(arguments)
    tags = dict(common.split_pair(pair, "--tag") for pair in arguments.tag)
    silent = arguments.quiet or arguments.json
    with common.wrong_question():
        names = _seats(arguments, options if start is None else start)
        if arguments.json and "human" in names:
            raise common.CommandError("--json leaves no room for a person to play")
        # Who plays must not know what will be drawn: without a seed given, it is told when the game is over.
        secret = "human" in names and arguments.seed is None
        match = Match(
            arguments.game if start is None else start,
            # What is printed for all need not be told to each person.
            [HumanBot(report=silent) if name == "human" else as_bot(name) for name in names],
            seed=secrets.randbelow(2**32) if secret else arguments.seed or 0,
            tags=tags or None,
            max_turns=arguments.max_turns,
            on_turn=None if silent else partial(_print_turn, viewer=_onlooker(names)),
            **options,
        )
    common.check_outputs(
        {"--record": arguments.record, "--html": arguments.html}, [arguments.dict, *common.data_files(arguments)]
    )
    if not silent:
        pairs = zip(match.start.seat_names, match.players, strict=True)
        others = "".join(f" against {name} ({level})" for name, level, _ in _words.automata(match.start))
        told = "" if secret else f", seed {match.seed}"
        print(f"{match.start.title}: {' - '.join(f'{seat} ({name})' for seat, name in pairs)}{others}{told}")
        first = match.start.current_player
        # Who plays is shown the position anyway, where something is drawn first the one after it.
        if "human" not in names if first is None else names[first] != "human":
            print(match.start.view(_onlooker(names)), flush=True)
    try:
        result = match.play()
    except BaseException:
        # What was played is not lost, whatever ended it.
        _keep(match.record, arguments)
        raise
    written, failed = _write(result.record, arguments)
    _report_lost(result.record, arguments, failed)
    if arguments.json:
        common.print_json(_summary(result))
    else:
        if not silent:
            print(result.state.view(_onlooker(names)))
            account = _words.account(result.state)
            if account:
                print(account)
        _print_result(result, written)
        if secret:
            print(f"seed {match.seed}")
    return 1 if failed else 0


def _seats(arguments: argparse.Namespace, start: State | dict[str, Any]) -> list[str]:
    """Say who plays; `start` is a position, or the options of a game."""
    if arguments.seats is not None:
        return split_bots(arguments.seats)
    state = start if isinstance(start, State) else games.start(arguments.game, **start)
    return ["greedy", *["random"] * (state.num_players - 1)]


def _write(game: Record, arguments: argparse.Namespace) -> tuple[list[str], dict[str, str]]:
    """Write the files that are wanted: a few words for each that is there, and by file why others are not."""
    wanted: list[tuple[str, Path | None, Callable[[Path], None]]] = [
        ("record", arguments.record, lambda path: record.save(game, path)),
        ("replay with pictures", arguments.html, lambda path: write_text(path, record.to_html(game))),
    ]
    written: list[str] = []
    failed: dict[str, str] = {}
    for what, path, write in wanted:
        if path is None:
            continue
        try:
            write(path)
        except Exception as error:  # whatever it is, the other file is still wanted, and so is the game
            failed[what] = f"{path}: {getattr(error, 'strerror', None) or str(error) or type(error).__name__}"
        else:
            written.append(f"{what}: {path}")
    return written, failed


def _report_lost(game: Record, arguments: argparse.Namespace, failed: dict[str, str]) -> None:
    """Say what could not be written; a record that is in no file is printed, so that the game is not lost."""
    if not failed:
        return
    for what, why in failed.items():
        print(f"boardwright: the {what} could not be written: {why}", file=sys.stderr)
    if "record" in failed or arguments.record is None:
        print("boardwright: this is the record:", file=sys.stderr)
        print(game.to_text(), end="", file=sys.stderr, flush=True)


def _keep(game: Record, arguments: argparse.Namespace) -> None:
    """Write what there is of a game that did not come to its end, and say so in a line."""
    written, failed = _write(game, arguments)
    # What ended the game comes out of this, never that something could not be printed.
    with contextlib.suppress(OSError):
        if written or failed:
            start = "\n" if sys.stderr.isatty() else ""  # after a prompt and the sign for Ctrl-C
            parts = "; ".join([f"stopped in turn {game.state.turn + 1}", *written])
            print(f"{start}boardwright: {parts}", file=sys.stderr)
        _report_lost(game, arguments, failed)


def _onlooker(players: Sequence[str]) -> int | str:
    """Say who looks at the screen: nothing is printed that a person who plays may not know."""
    people = [seat for seat, player in enumerate(players) if player == "human"]
    return people[0] if len(people) == 1 else "spectator" if people else "everything"


def _print_turn(turn: TurnPlayed, viewer: int | str) -> None:
    (who,) = record.whose_turns(turn.record)
    width = max(map(len, turn.state.seat_names))
    # Flushed, so that a person who plays sees the answer at once.
    print(f"{turn.number:>5} {who:<{width}} {_words.in_short(turn.record.redact(viewer))}", flush=True)


def _print_result(result: MatchResult, written: Sequence[str]) -> None:
    common.print_title(str(result))
    seats = result.state.seat_names
    common.print_table(
        ["seat", "player", "points", "return"],
        [
            [seats[seat], player, result.scores[seat], f"{result.returns[seat]:g}"]
            for seat, player in enumerate(result.players)
        ]
        + [[*automaton, ""] for automaton in _words.automata(result.state)],
        numbers=[2, 3],
    )
    for words in written:
        print(words)


def _summary(result: MatchResult) -> dict[str, Any]:
    state = result.state
    return {
        "game": state.game_name,
        "players": list(result.players),
        "seats": state.seat_names,
        "seed": result.seed,
        "turns": result.turns,
        "events": len(result.record),
        "over": state.is_over,
        "ending": state.ending,
        "stopped": result.stopped,
        "scores": result.scores,
        "winners": result.winners,
        "returns": result.returns,
        "hash": f"{state.hash64:016x}",
    }
