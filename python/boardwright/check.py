"""The conformance suite: whether a game keeps the laws that everything else relies on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import _core
from . import games as _games
from ._checks import name_kind, whole_number

__all__ = ["CheckReport", "check_game"]


@dataclass(frozen=True)
class CheckReport:
    """What was checked.

    Attributes
    ----------
    game : str
        The name of the game.
    games : int
        How many random games were played.
    seed : int
        The seed they were played with.
    details : dict
        What the suite counted, such as events and turns.
    """

    game: str
    games: int
    seed: int
    details: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        lines = [f"{self.game}: all laws hold in {self.games} random games (seed {self.seed})"]
        for name, value in self.details.items():
            lines.append(f"  {name}: {value:,}" if isinstance(value, int) else f"  {name}: {value}")
        return "\n".join(lines)


def check_game(
    game: str,
    games: int = 100,
    seed: int = 0,
    *,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> CheckReport:
    """Play random games, and check every law of the contract at every state.

    Among the laws: an action is legal if and only if it can be played; legal actions ascend and are there until
    the game is over; notation, dicts, bytes and records give back what was written; views hold no secret; hashes
    equal those computed afresh; mirrored positions have mirrored games.

    Parameters
    ----------
    game : str
        The name of the game.
    games : int
        How many random games are played.
    seed : int
        What they are played with.
    progress : callable, optional
        Called now and then with the work done so far, which never gets less; what it raises ends the check and comes
        out unchanged.
    **options
        The options of the game, as `boardwright.start` takes them.

    Returns
    -------
    CheckReport
        What was checked. It is only there if all laws hold.

    Raises
    ------
    LawError
        If a law does not hold; the message names the law, the game and the state.
    SetupError, UnknownGameError, TypeError
        As `boardwright.start` does.
    ValueError
        If `games` or `seed` is below 0 or above 2**64 - 1.
    TypeError
        If one of them is not a whole number, or `progress` can't be called.
    """
    games = whole_number(games, "games, how many games are played,")
    rng = _games.make_rng(seed)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of a number, not {name_kind(progress)}")
    rising = None if progress is None else _rising(progress)
    report = _core.check_laws(_games.check_name(game), _games.encode_options(options), games, rng.seed, rising)
    details = {name: value for name, value in json.loads(report).items() if name != "games"}
    return CheckReport(game, games, rng.seed, details)


def _rising(progress: Callable[[int], object]) -> Callable[[int], object]:
    """Add up the counts of a check's parts, each of which starts from 0."""
    before = last = 0

    def report(done: int) -> object:
        nonlocal before, last
        if done < last:
            before += last
        last = done
        return progress(before + done)

    return report
