"""Records of games: reading, writing, and showing them as a page with pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from . import _core
from ._checks import is_unicode
from ._core import Action, Record, State
from ._files import read_bytes, write_bytes
from .errors import LimitError, RecordError

if TYPE_CHECKING:
    from .display import Frame
    from .match import Match, MatchResult

__all__ = ["load", "loads", "replay_frames", "save", "to_html"]

MAX_RECORD_BYTES = 64 * 1024 * 1024
"""No record may be larger."""

MAX_JSON_RECORD_BYTES = 16 * 1024 * 1024
"""Nor one in JSON, which takes far more memory than text while it is read."""

MAX_FRAMES = 1000
"""A page has at most so many pictures; of longer games it shows some turns only."""


def loads(text: str) -> Record:
    """Read a record from text or JSON, and replay it.

    Raises
    ------
    RecordError
        If it can't be read or does not hold; it has the line and the column.
    LimitError
        If it has more than 64 MiB, or as JSON more than 16 MiB.
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is text, not {type(text).__name__}")
    size = len(text.encode("utf-8", "surrogatepass"))
    most = _most_bytes(text.lstrip("\ufeff \t\r\n").startswith("{"))
    if size > most:
        raise LimitError(f"a record of this kind has at most {most:,} bytes, not {size:,}")
    if not is_unicode(text):
        before = re.split("[\ud800-\udfff]", text, maxsplit=1)[0].split("\n")
        line, column = len(before), len(before[-1]) + 1
        raise RecordError(f"line {line}, column {column}: this character is no Unicode", line, column)
    try:
        return _core.record_parse(text)
    except RecordError as error:
        if "\n" not in text and text.lower().endswith((".txt", ".json")):
            error.add_note(f"load({text[:80]!r}) reads a file")
        raise


def load(path: str | os.PathLike[str]) -> Record:
    """Read a record from a file, and replay it.

    Parameters
    ----------
    path : path-like
        The file; whether it holds text or JSON shows in its content.

    Raises
    ------
    RecordError
        If it can't be read or does not hold; it has the line and the column.
    LimitError
        If it has more than 64 MiB, or as JSON more than 16 MiB.
    OSError
        If there is no such file.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"a file is given by its path, not {type(path).__name__}; loads(text) reads a text")
    data = read_bytes(path, MAX_RECORD_BYTES, "record")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise RecordError(f"line {line}, column {column}: not UTF-8 text", line, column) from None
    return loads(text)


def save(record: Record | MatchResult | Match, path: str | os.PathLike[str]) -> None:
    """Write a record: as JSON if the name ends in ``.json``, else as text.

    The file is written aside and renamed, so it never holds half a record.

    Parameters
    ----------
    record : Record, MatchResult or Match
        The game; of a match, its record is written.
    path : path-like
        The file.

    Raises
    ------
    TypeError
        If it is no game.
    LimitError
        If it would have more than 64 MiB, or as JSON more than 16 MiB, so that `load` would refuse it. Nothing is
        written then.
    OSError
        If it can't be written.
    """
    record = as_record(record)
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"a file is given by its path, not {type(path).__name__}: save(record, path)")
    as_json = Path(path).suffix.lower() == ".json"
    data = (record.to_json() if as_json else record.to_text()).encode()
    most = _most_bytes(as_json)
    if len(data) > most:
        advice = "; as text, not JSON, it is shorter" if as_json else ""
        raise LimitError(
            f"{Path(path)}: this record has {len(data):,} bytes, more than the {most:,} that can be read{advice}"
        )
    write_bytes(path, data)


def _most_bytes(as_json: bool) -> int:
    """Give the size that a record of this kind may have."""
    return min(MAX_RECORD_BYTES, MAX_JSON_RECORD_BYTES) if as_json else MAX_RECORD_BYTES


def as_record(game: object) -> Record:
    """Find the record of what is given as a game.

    Raises
    ------
    TypeError
        If it has none; the message says what to give.
    """
    if isinstance(game, Record):
        return game
    record = getattr(game, "record", None)
    if isinstance(record, Record):
        return record
    if isinstance(game, State):
        raise TypeError(
            "a state is a position, not a game: give a record, such as the `record` of a match, or Record(state)"
        )
    raise TypeError(f"a game is given as a Record or the result of a match, not {type(game).__name__}")


def replay_frames(record: Record | MatchResult | Match, *, targets: bool = False) -> list[Frame]:
    """Draw a record: one picture of the start and one after each turn.

    Parameters
    ----------
    record : Record, MatchResult or Match
        The game.
    targets : bool
        Whether the targets of the next legal actions are shown.

    Returns
    -------
    list of Frame
        At most `MAX_FRAMES`; of longer games every second, third... turn, and always the last.
    """
    # Drawing is only loaded when something is drawn.
    from . import display

    record = as_record(record)
    turns, names = record.turns(), whose_turns(record)
    events = iter(zip(record.events(), record.states()[1:], strict=True))
    every = -(-len(turns) // (MAX_FRAMES - 1)) if turns else 1
    start = record.start
    frames = [display.Frame(display.svg(start, last=[], targets=targets), "Start", "", "")]
    for index, (number, seat, text, state) in enumerate(turns):
        last: list[Action] = []
        for action, after in events:
            last.append(action)
            if after == state:
                break
        if index % every and index != len(turns) - 1:
            continue
        who = names[index]
        picture = display.svg(state, last=last, targets=targets)
        note = result_text(state) if state.is_over else ""
        colour = "" if seat is None else display.seat_colour(state, seat)
        frames.append(display.Frame(picture, f"Turn {number}, {who}", text, note, who, colour))
    return frames


def to_html(record: Record | MatchResult | Match, *, title: str | None = None, targets: bool = False) -> str:
    """Show a record as one HTML page with a picture a turn; it needs no network and no other file.

    Parameters
    ----------
    record : Record, MatchResult or Match
        The game.
    title : str, optional
        By default the game and its players.
    targets : bool
        Whether the targets of the next legal actions are shown.

    Raises
    ------
    TypeError
        If it is no game.
    """
    from . import display

    record = as_record(record)
    players = " - ".join(record.players)
    if title is None:
        title = f"{record.start.title}: {players}" if players else record.start.title
    return display.html_replay(
        replay_frames(record, targets=targets), title=title, subtitle=result_text(record.state), tags=record.tags
    )


def result_text(state: State, players: Sequence[str] = ()) -> str:
    """How a game ended, in a line.

    Parameters
    ----------
    state : State
        The last state.
    players : sequence of str, optional
        Names for the seats.
    """
    if not state.is_over:
        return f"not over after {state.turn} turns"
    names = [_player(state, players, seat) for seat in state.winners]
    if state.num_players == 1:
        # Against an automaton, which has no seat.
        worth = state.returns[0]
        result = f"{_player(state, players, 0)} {'wins' if worth > 0 else 'loses' if worth < 0 else 'shares the win'}"
    elif not names or len(names) == state.num_players:
        result = "a draw"
    else:
        # A seat may be a party, such as the Viruses.
        several = len(names) > 1 or state.seat_names[state.winners[0]].endswith("s")
        result = " and ".join(names) + (" win" if several else " wins")
    return f"{result} after {state.turn} turns ({state.ending})"


def whose_turns(record: Record) -> list[str]:
    """Name who had each turn of `Record.turns`: a seat, or an automaton that has none."""
    states = record.states()
    return [
        before.turn_name
        for number, (before, after) in enumerate(pairwise(states), 2)
        if after.turn != before.turn or number == len(states)
    ]


def _player(state: State, players: Sequence[str], seat: int) -> str:
    name = state.seat_names[seat]
    return f"{name} ({players[seat]})" if seat < len(players) else name
