"""What takes an engine time: bots that choose, and counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from boardwright import games
from boardwright._checks import MAX_SECONDS
from boardwright._core import Action, Record, Rng, State, Turn
from boardwright.analysis import Analysis
from boardwright.bots import Bot, Follower, Move, Thinker, make_bot

from .verbs import Fault, short

__all__ = ["Thoughts"]

EVERY_SECONDS = 1.0
"""How often an engine that thinks tells how far it is; so it also finds out that nobody listens any more."""

BOT_LABEL = 1
"""`Rng(seed).split(BOT_LABEL)` is where the generators of decisions come from."""

REFUSED = ("human", "external")
"""Bots that an engine can't be: one reads the same input, the other starts programs."""

Tell = Callable[[dict[str, Any]], object]


class Thoughts:
    """Bots that think for an engine, one a seat, which follow the game.

    Parameters
    ----------
    bot : str
        The name of the bots, as for `boardwright.make_bot`.

    Raises
    ------
    ValueError, TypeError
        If there is no such bot, or an engine can't be it.
    """

    def __init__(self, bot: str) -> None:
        self.lines = 1
        self.set_bot(bot)

    @property
    def bot(self) -> str:
        """The name of the bots."""
        return self._spec

    def set_bot(self, spec: str) -> None:
        """Let other bots think from now on.

        Raises
        ------
        ValueError, TypeError
            As the class does.
        """
        if spec.partition(":")[0].strip() in REFUSED:
            raise ValueError(f"an engine can't be the bot {short(spec)}")
        make_bot(spec)
        self._spec = "".join(spec.split())
        self.forget()

    def forget(self) -> None:
        """Forget what was thought: another position is set."""
        self._bots: dict[int, Bot] = {}
        self._asked: State | None = None

    def follow(self, states: Sequence[State]) -> None:
        """Take note of events, each between a state and the next one."""
        if not self._bots:
            return
        piece = Record(states[0])
        for state in states[1:]:
            event = state.last_action
            assert event is not None, "what was played is the last action"
            piece.push(event)
        for seat, bot in self._bots.items():
            if isinstance(bot, Follower):
                seen = piece if states[0].viewer == f"seat {seat}" else piece.redact(seat)
                for view, action in zip(seen.states(), seen.events(), strict=False):
                    bot.follow(view, action)

    def choose(
        self,
        state: State,
        seed: int,
        limits: Mapping[str, Any],
        infinite: bool,
        tell: Tell,
        ended: Callable[[], bool],
    ) -> str:
        """Let the bot of the seat to act choose; gives its move in notation.

        The same seed, bot, limits and view give the same move, unless time is limited or a bot has seen more of the
        game.

        Raises
        ------
        Fault
            If the bot takes no limits, or thinking ended before anything was found.
        BoardwrightError, TypeError, ValueError
            What the bot raises.
        """
        seat = state.current_player
        assert seat is not None, "a seat is to act"
        view = state.view(seat)
        if self._asked == state:
            self.forget()  # to ask once more is to ask anew, not to go on: what was found would grow for ever
        bot = self._bots.get(seat)
        if bot is None:
            bot = self._bots[seat] = make_bot(self._spec)
        self._asked = state
        rng = Rng(seed).split(BOT_LABEL).split(view.hash64)
        try:
            move = self._ask(bot, view, rng, {"seconds": MAX_SECONDS} if infinite else limits, tell, ended)
        except KeyboardInterrupt:
            raise Fault("stopped", "stopped before anything was found") from None
        found = getattr(bot, "last", None)
        if isinstance(found, Analysis):
            self._report(found, tell)
        return move.text if isinstance(move, Action | Turn) else _notation(view, move)

    def _ask(
        self,
        bot: Bot,
        view: State,
        rng: Rng,
        limits: Mapping[str, Any],
        tell: Tell,
        ended: Callable[[], bool],
    ) -> Move:
        if isinstance(bot, Thinker):
            return bot.think(view, rng, progress=_watch(tell, ended), **limits)
        if limits:
            raise Fault("usage", f"the bot {bot.name} can't be limited")
        return bot.choose(view, rng)

    def _report(self, found: Analysis, tell: Tell) -> None:
        """Tell what a search found."""
        tell(
            {
                "method": found.method,
                "simulations": found.simulations,
                "nodes": found.nodes,
                "depth": found.depth,
                "seconds": round(found.seconds, 3),
            }
        )
        for number, line in enumerate(found.lines[: self.lines], 1):
            pv = found.pv_text if number == 1 else line.text
            tell(
                {
                    "line": number,
                    "visits": line.visits,
                    "value": round(line.value, 4),
                    "win_rate": round(line.win_rate, 4),
                    "pv": pv,
                }
            )

    def count(
        self,
        state: State,
        depth: int,
        distinct: bool,
        divide: bool,
        tell: Tell,
        ended: Callable[[], bool],
    ) -> dict[str, Any]:
        """Count positions.

        Raises
        ------
        Fault
            If counting was stopped.
        BoardwrightError, ValueError
            As `State.perft` and `State.divide` do.
        """
        watch = _watch(tell, ended)
        try:
            if divide:
                parts = state.divide(depth, progress=watch)
                return {
                    "count": sum(parts.values()),
                    "divide": [{"count": n, "move": move} for move, n in parts.items()],
                }
            return {"count": state.perft(depth, distinct=distinct, progress=watch)}
        except KeyboardInterrupt:
            raise Fault("stopped", "stopped before all was counted") from None


def _watch(tell: Tell, ended: Callable[[], bool]) -> Callable[[int], None]:
    """Make the callback of long work: it tells how far that is, and ends it."""
    begun = time.monotonic()
    due = begun + EVERY_SECONDS

    def watch(done: int) -> None:
        nonlocal due
        if ended():
            raise KeyboardInterrupt
        now = time.monotonic()
        if now >= due:
            due = now + EVERY_SECONDS
            tell({"seconds": round(now - begun, 3), "done": done})

    return watch


def _notation(view: State, move: Move) -> str:
    """Write a move of any kind in notation."""
    piece = Record(view)
    piece.push(move)
    return " ".join(text for _, _, text, _ in piece.turns())


# Chance and decisions must never draw from one stream.
assert games.CHANCE_LABEL != BOT_LABEL, "labels of generators differ"
