"""What a bot is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, runtime_checkable

from boardwright._core import Action, Record, Rng, State, Turn

Move: TypeAlias = Action | Turn | int | str | dict[str, Any]
"""What `State.play` takes: an action, a whole turn, an id, a text or a dict."""


@runtime_checkable
class Bot(Protocol):
    """A player.

    A bot is asked whenever its seat is to act. It may answer with one action, and is asked again if its turn goes
    on, or with a whole turn at once. A bot plays one match at a time, unless its class says that it can do more: so
    make one for each thread. A bot that also has a method ``observe`` is told of every turn, and one with
    ``follow`` of every event: see `Observer` and `Follower`.
    """

    @property
    def name(self) -> str:
        """The name that records show."""

    def choose(self, view: State, rng: Rng, /) -> Move:
        """Choose what to play.

        Parameters
        ----------
        view : State
            What the seat to act knows; ``view.current_player`` is that seat.
        rng : Rng
            The bot's own generator. A bot that draws from nothing else plays the same game for the same seed.

        Returns
        -------
        Move
            An action, a turn, an id, a text or a dict.

        Raises
        ------
        StopMatch
            To end the match before the game is over.
        """


@runtime_checkable
class Observer(Protocol):
    """A bot that follows the game: a `Bot` may have this method, too."""

    def observe(self, view: State, seat: int, text: str, /) -> object:
        """Take note of a turn that was just completed, one's own included.

        `Match` calls it after each turn, for every bot that has it. What it gives back is not used.

        Parameters
        ----------
        view : State
            What this bot's seat knows after the turn.
        seat : int
            Whose turn it was.
        text : str
            The turn in notation, as this bot's seat saw it.

        Raises
        ------
        StopMatch
            To end the match before the game is over.
        """


@runtime_checkable
class Follower(Protocol):
    """A bot that follows the game event by event: a `Bot` may have this method, too."""

    def follow(self, view: State, action: Action, /) -> object:
        """Take note of an event that just happened: any action, one's own included, or an outcome of chance.

        `Match` calls it after each event, for every bot that has it. What it gives back is not used.

        Parameters
        ----------
        view : State
            What this bot's seat knew before the event.
        action : Action
            The event as this bot's seat saw it.

        Raises
        ------
        StopMatch
            To end the match before the game is over.
        """


@runtime_checkable
class Thinker(Protocol):
    """A bot whose thinking can be limited, watched and ended: a `Bot` may have this method, too."""

    def think(
        self, view: State, rng: Rng, /, *, progress: Callable[[int], object] | None = None, **limits: Any
    ) -> Move:
        """Choose what to play, as `Bot.choose` does.

        Parameters
        ----------
        view : State
            What the seat to act knows.
        rng : Rng
            The bot's own generator.
        progress : callable, optional
            Called now and then with the work done so far. If it raises a `KeyboardInterrupt` the thinking ends, and
            what was found is the answer; the `KeyboardInterrupt` comes out if nothing was.
        **limits
            ``simulations``, ``nodes``, ``depth`` and ``seconds`` instead of the bot's own budgets.

        Raises
        ------
        SetupError
            If the bot can't be limited so.
        """


class FunctionBot:
    """A bot made of a function of a view and a generator.

    Parameters
    ----------
    function : callable
        Takes a view and a generator and gives a move.
    name : str, optional
        By default the name of the function.
    """

    def __init__(self, function: Callable[..., Move], name: str | None = None) -> None:
        self._function = function
        self._name = name if name is not None else getattr(function, "__name__", type(function).__name__)

    @property
    def name(self) -> str:
        """The name that records show."""
        return self._name

    def choose(self, view: State, rng: Rng, /) -> Move:
        """Ask the function."""
        return self._function(view, rng)

    def __repr__(self) -> str:
        return f"FunctionBot({self._function!r}, name={self._name!r})"


def own_only(piece: Record) -> bool:
    """Whether a part of a turn holds actions of one seat only: in some games others act within it, or chance does."""
    seat = piece.start.current_player
    return all(state.current_player == seat for state in piece.states()[:-1])
