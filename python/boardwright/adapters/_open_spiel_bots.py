"""Bots: Boardwright's own as OpenSpiel's, and OpenSpiel's compiled ones made safe for games in Python."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any, SupportsIndex

import pyspiel

from boardwright._checks import name_kind, whole_number
from boardwright._core import Action, Record, State
from boardwright.bots import Bot, Follower, Move, Observer, as_bot
from boardwright.bots._answers import ask, read_answer, refusal
from boardwright.errors import BoardwrightError, NoActionError
from boardwright.games import make_rng

from ._open_spiel_checks import is_made_of_ours, position, seat_of
from ._open_spiel_log import Log

__all__ = ["SeatBot", "bot", "make_steps_safe"]


def bot(player: SupportsIndex, spec: str | Bot | Callable[..., Move], *, seed: SupportsIndex = 0) -> SeatBot:
    """Make a bot of OpenSpiel of one of Boardwright's.

    Parameters
    ----------
    player : int
        Its seat.
    spec : str, bot or callable
        What `boardwright.Match` takes: a name such as ``"mcts:200"``, a bot, or a function of a view and a generator.
    seed : int, default 0
        All that it draws comes from it, also in later games.

    Returns
    -------
    pyspiel.Bot
        For ``pyspiel.evaluate_bots``, OpenSpiel's ``evaluate_bots`` in Python, and whatever else calls ``step``. It
        chooses by the view of its seat alone.

    Raises
    ------
    ValueError
        If there is no bot of that name, or a number is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> import pyspiel
    >>> from boardwright.adapters.open_spiel import bot
    >>> game = pyspiel.load_game("boardwright_gridopolis")
    >>> returns = pyspiel.evaluate_bots(game.new_initial_state(), [bot(0, "greedy"), bot(1, "random", seed=3)], 7)
    >>> sum(returns)
    0.0
    """
    return SeatBot(player, spec, seed)


class SeatBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of Boardwright's in a seat; `bot` makes one.

    A bot that follows the game (see `boardwright.bots.Follower` and `Observer`) is told of what happened, as its seat
    saw it, when it is asked next.

    Parameters
    ----------
    player : int
        Its seat.
    spec : str, bot or callable
        What `boardwright.Match` takes.
    seed : int
        What it draws comes from.
    """

    def __init__(self, player: SupportsIndex, spec: str | Bot | Callable[..., Move], seed: SupportsIndex) -> None:
        super().__init__()
        self._player = whole_number(player, "a seat")
        self._bot = as_bot(spec)
        # As in a match, so that the same seed is of use in every seat.
        self._rng = make_rng(seed).split(self._player + 1)
        self.restart()

    def __repr__(self) -> str:
        return f"<SeatBot {self._bot.name} in seat {self._player}>"

    def __reduce__(self) -> tuple[type[SeatBot], tuple[int, Bot, int], dict[str, Any]]:
        # Parts that change are copied, so that a copy goes on by itself.
        rest = {
            "_rng": copy.copy(self._rng),
            "_heard": self._heard,
            "_turn": copy.copy(self._turn),
            "_planned": list(self._planned),
        }
        return SeatBot, (self._player, self._bot, 0), rest

    def player_id(self) -> int:
        """Give its seat."""
        return self._player

    def restart(self) -> None:
        """Forget the game so far. What it draws goes on, so that it does not play each game alike."""
        self._heard: Log | None = None
        self._turn: Record | None = None
        self._planned: list[tuple[State, Action]] = []

    def restart_at(self, state: pyspiel.State) -> None:
        """Forget the game so far."""
        self.restart()

    def step(self, state: pyspiel.State) -> int:
        """Choose an action.

        Raises
        ------
        TypeError
            If it is no state of these games.
        ValueError
            If the game has no such seat.
        NoActionError
            If it is not this seat that is to act.
        BotError
            If the answer of Boardwright's bot can't be played. What that bot raises itself comes out unchanged.
        """
        core = position(state)
        seat_of(core, self._player)
        if core.current_player != self._player:
            raise NoActionError(f"the bot of seat {self._player} is asked, but that seat is not to act")
        view = core.view(self._player)
        self._tell(state)
        if not self._planned or self._planned[0][0] != view:
            self._planned = self._choose(view)
        return self._planned.pop(0)[1].id

    def _choose(self, view: State) -> list[tuple[State, Action]]:
        """Ask the bot; gives the actions of its answer, each with the view that it is to be played in."""
        where = f"{self._bot.name!r} in seat {self._player}, turn {view.turn + 1}"
        move = ask(self._bot, view, self._rng, where)
        planned = []
        try:
            # On what the seat knows: an error must not tell more.
            for action in read_answer(view, move):
                planned.append((view, action))
                view = view.play(action)
        except (BoardwrightError, TypeError, ValueError, OverflowError) as error:
            raise refusal(where, move, error, self._player) from error
        return planned

    def _tell(self, state: pyspiel.State) -> None:
        """Tell a bot that follows the game what happened since it was asked last."""
        player: object = self._bot
        follower = player if isinstance(player, Follower) else None
        observer = player if isinstance(player, Observer) else None
        if follower is None and observer is None:
            return
        for before, after in state.log.since(self._heard):
            if follower is not None:
                seen = after.view(self._player).last_action
                assert seen is not None, "an event that happened is the last action"
                follower.follow(before.view(self._player), seen)
            if observer is not None:
                self._observe(observer, before, after)
        self._heard = state.log

    def _observe(self, observer: Observer, before: State, after: State) -> None:
        if self._turn is None or self._turn.state != before:
            self._turn = Record(before)
        event = after.last_action
        assert event is not None, "an event that happened is the last action"
        self._turn.push(event)
        if after.turn != self._turn.states()[0].turn:
            # Whose turn it was is sure before its last event.
            mover = before.turn_seat
            text = " ".join(text for _, _, text, _ in self._turn.redact(self._player).turns())
            observer.observe(after.view(self._player), mover, text)
            self._turn = None


def make_steps_safe() -> None:
    """Let OpenSpiel's compiled bots step through states of games in Python under Python's lock.

    Where nobody is to act they crash the process, so these states are refused.
    """
    mcts, ismcts = pyspiel.MCTSBot, pyspiel.ISMCTSBot
    mcts_step, mcts_step_with_policy, mcts_search = mcts.step, mcts.step_with_policy, mcts.mcts_search
    ismcts_step = ismcts.step

    @functools.wraps(mcts_step)
    def step(self: Any, state: pyspiel.State) -> int:
        if _is_in_python(state):
            return int(step_with_policy(self, state)[1])
        return int(mcts_step(self, state))

    @functools.wraps(mcts_step_with_policy)
    def step_with_policy(self: Any, state: pyspiel.State) -> Any:
        if _is_in_python(state):
            _check_that_a_seat_acts(state)
        return mcts_step_with_policy(self, state)

    @functools.wraps(mcts_search)
    def search(self: Any, state: pyspiel.State) -> Any:
        if _is_in_python(state):
            _check_that_a_seat_acts(state)
        return mcts_search(self, state)

    @functools.wraps(ismcts_step)
    def imagine(self: Any, state: pyspiel.State) -> int:
        if _is_in_python(state):
            message = (
                "pyspiel.ISMCTSBot can't search games written in Python: they can't tell it what a seat may imagine"
            )
            if hasattr(state, "core"):
                raise TypeError(f"{message}; use open_spiel.python.algorithms.ismcts.ISMCTSBot")
            name = state.get_game().get_type().short_name
            raise TypeError(f"{message}; nor does {name} tell the ISMCTSBot in Python, so use an MCTSBot")
        return int(ismcts_step(self, state))

    mcts.step, mcts.step_with_policy, mcts.mcts_search = step, step_with_policy, search
    ismcts.step = imagine


def _is_in_python(state: object) -> bool:
    if not isinstance(state, pyspiel.State):
        raise TypeError(f"a bot is asked in a state of OpenSpiel, not in {name_kind(state)}")
    return hasattr(state, "core") or is_made_of_ours(state)


def _check_that_a_seat_acts(state: pyspiel.State) -> None:
    if not state.is_player_node():
        why = "the game is over" if state.is_terminal() else "chance is to act"
        raise NoActionError(f"a bot is asked, but {why}")
