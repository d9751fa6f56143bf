"""Thousands of games of one kind at once, in NumPy arrays."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._checks import is_unicode, name_kind, whole_number
from ._core import State
from .errors import LimitError, SetupError
from .games import start

__all__ = ["Batch", "Step", "batch"]

MAX_GAMES = 1 << 20
"""No batch has more games."""

MAX_THREADS = 256
"""No batch uses more threads."""

MAX_VALUES = 1 << 33
"""No array of a batch has more values."""


@dataclass(frozen=True)
class Step:
    """What a batch of `n` games shows after a step; row `i` is game `i`.

    Attributes
    ----------
    observations : array of float32, shape (n, tensor length), or None
        What the seat to act sees (`State.observation_tensor` of its view); where a game is over, what the seat
        sees whose turn it was. None if the batch was made without observations.
    masks : array of bool, shape (n, num_actions), or None
        The legal actions of the seat to act; all False where a game is over. None if the batch was made without.
    seats : array of int8, shape (n,)
        The seat to act; -1 where a game is over.
    rewards : array of float32, shape (n, num_players)
        The returns of all seats where a game has just ended, else 0.
    terminated : array of bool, shape (n,)
        Where a game has just ended by its rules.
    truncated : array of bool, shape (n,)
        Where a game has just been broken off after ``max_steps`` actions.
    """

    observations: NDArray[np.float32] | None
    masks: NDArray[np.bool_] | None
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Batch:
    """Many games of one kind at once; `batch` makes one.

    A step plays one action in each game and all chance that follows. A game that has ended begins again at the next
    step, whose action for it is not looked at (Gymnasium's ``NEXT_STEP``). Each game draws from a generator of its
    own, so what happens in it depends neither on the number of games nor on that of threads.

    Attributes
    ----------
    num_games : int
        The number of games.
    num_actions : int
        Ids of actions are below this.
    num_players : int
        The number of seats.
    observation_size : int
        The number of values of an observation.
    autoreset_mode : str
        ``"next_step"``.
    """

    autoreset_mode = "next_step"

    def __init__(self, core: _core.Batch, *, observe: bool, masks: bool, threads: int, num_games: int) -> None:
        self._core = core
        self._observe = observe
        self._masks = masks
        self._threads = threads
        self.num_games = num_games
        state = core.state(0)
        self.game_name = state.game_name
        self.options = state.options
        self.num_actions = state.num_actions
        self.num_players = state.num_players
        self.observation_size = sum(int(np.prod(shape)) for shape in state.observation_shape.values())

    def __len__(self) -> int:
        return self.num_games

    def __getitem__(self, index: int) -> State:
        """Give the full state of a game."""
        return self._core.state(range(self.num_games)[index])

    def arrays(self) -> Step:
        """Make arrays of the right shapes, to be filled as ``out`` again and again."""
        n = self.num_games
        return Step(
            np.zeros((n, self.observation_size), np.float32) if self._observe else None,
            np.zeros((n, self.num_actions), np.bool_) if self._masks else None,
            np.zeros(n, np.int8),
            np.zeros((n, self.num_players), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
        )

    def step(self, actions: NDArray[Any] | Sequence[int], *, out: Step | None = None) -> Step:
        """Play an action in each game.

        Parameters
        ----------
        actions : array of integers, shape (n,)
            An action for each game.
        out : Step, optional
            Arrays of `arrays` to fill. By default new ones are made.

        Returns
        -------
        Step
            The arrays filled.

        Raises
        ------
        IllegalActionError
            If an action is not legal; it names the game and the rule. Then nothing has happened in any game.
        TypeError
            If the actions are no integers, or `out` does not hold arrays of the dtypes of `arrays`.
        ValueError
            If there are not as many actions as games, an action is no number of one, or the arrays of `out` do not fit.
        """
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {array.dtype}")
        if array.shape != (self.num_games,):
            raise ValueError(f"there must be one action for each of {self.num_games} games, not {array.shape}")
        ids = np.ascontiguousarray(array, dtype=np.int64)
        return self._fill(out, lambda targets: self._core.step(ids, targets))

    def random_step(self, *, out: Step | None = None) -> Step:
        """Play a random legal action in each game, each equally likely, from the generator of the game."""
        return self._fill(out, self._core.random_step)

    def observe(self, *, out: Step | None = None) -> Step:
        """Show what is to be seen now, without playing; rewards and ends are all 0."""
        return self._fill(out, self._core.observe)

    def reset(self, *, out: Step | None = None) -> Step:
        """Begin a new game everywhere."""
        self._core.reset()
        return self.observe(out=out)

    def _fill(self, out: Step | None, work: Callable[[_core._BatchTargets], None]) -> Step:
        step = self.arrays() if out is None else out
        if not isinstance(step, Step):
            raise TypeError(f"out is a Step, as `arrays` makes it, not {name_kind(step)}")
        if self._observe == (step.observations is None) or self._masks == (step.masks is None):
            raise ValueError("out must hold the same arrays as `arrays` makes")
        work(
            (
                None if step.observations is None else _flat("observations", step.observations, np.float32),
                None if step.masks is None else _flat("masks", step.masks, np.bool_).view(np.uint8),
                _flat("seats", step.seats, np.int8),
                _flat("rewards", step.rewards, np.float32),
                _flat("terminated", step.terminated, np.bool_).view(np.uint8),
                _flat("truncated", step.truncated, np.bool_).view(np.uint8),
            )
        )
        return step

    def clone(self) -> Batch:
        """Make an independent copy, which goes on as this batch would."""
        return self._with(self._core.copy())

    def snapshot(self) -> str:
        """Write all games with their generators as JSON text; `restore` reads it."""
        return self._core.to_json()

    def restore(self, snapshot: str) -> None:
        """Go back to a `snapshot` of a batch of the same game, options and size, with its ``max_steps`` and ``seat``.

        Raises
        ------
        SetupError
            If it is none; nothing has changed then.
        TypeError
            If it is no text.
        """
        if not isinstance(snapshot, str):
            raise TypeError(f"a snapshot is text, not {name_kind(snapshot)}")
        try:
            games = json.loads(snapshot)["games"] if is_unicode(snapshot) else None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise SetupError("this is no snapshot of a batch") from None
        if not isinstance(games, list) or len(games) != self.num_games:
            raise SetupError(f"this is no snapshot of {self.num_games} games")
        self._core.restore(snapshot)

    def _with(self, core: _core.Batch) -> Batch:
        return Batch(core, observe=self._observe, masks=self._masks, threads=self._threads, num_games=self.num_games)

    def __copy__(self) -> Batch:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[Any, ...]]:
        settings = (self.num_games, self._observe, self._masks, self._threads)
        return _read_batch, (self.game_name, self.options, settings, self.snapshot())

    def __repr__(self) -> str:
        return f"<Batch of {self.num_games} games of {self.game_name}>"


def batch(
    game: str,
    n: int,
    *,
    seed: int = 0,
    observe: bool = True,
    masks: bool = True,
    max_steps: int | None = None,
    seat: int | None = None,
    threads: int = 1,
    **options: Any,
) -> Batch:
    """Start many games of one kind at once.

    Parameters
    ----------
    game : str
        The name of the game.
    n : int
        The number of games, up to 1,048,576.
    seed : int, default 0
        All chance and all random actions come from it.
    observe, masks : bool, default True
        Whether steps give observations, and masks of legal actions.
    max_steps : int, optional
        Each game is broken off after so many actions. By default none is.
    seat : int, optional
        The only seat that is asked; the others play random legal actions. By default every seat is asked.
    threads : int, default 1
        How many threads share a step at most: no more are used than are worth to be started. What happens does not
        depend on it.
    **options
        The options of the game, as `start` takes them.

    Returns
    -------
    Batch
        The games, each before its first action.

    Raises
    ------
    UnknownGameError, SetupError, TypeError, LimitError, OSError
        As `start` does.
    LimitError, ValueError
        If a number is out of range.

    Examples
    --------
    >>> games = batch("microworld", 4, seed=1)
    >>> step = games.observe()
    >>> step.masks.shape
    (4, 175)
    >>> step = games.step(step.masks.argmax(axis=1))
    >>> step.terminated.any()
    np.False_
    """
    count = whole_number(n, "the number of games")
    if not 1 <= count <= MAX_GAMES:
        raise LimitError(f"a batch has 1 to {MAX_GAMES:,} games, not {count:,}")
    crew = whole_number(threads, "the number of threads")
    if not 1 <= crew <= MAX_THREADS:
        raise LimitError(f"a batch uses 1 to {MAX_THREADS} threads, not {crew}")
    limit = (1 << 32) - 1 if max_steps is None else whole_number(max_steps, "max_steps")
    if not 1 <= limit < 1 << 32:
        raise LimitError("max_steps must be a whole number from 1 to 2**32 - 1")
    own = None if seat is None else whole_number(seat, "a seat", 255)
    core = _core.Batch(start(game, **options), count, whole_number(seed, "a seed"), limit, own, crew)
    made = Batch(core, observe=bool(observe), masks=bool(masks), threads=crew, num_games=count)
    if count * max(made.observation_size * made._observe, made.num_actions * made._masks) > MAX_VALUES:
        raise LimitError("the arrays would be too large: take fewer games, or observe=False")
    return made


def _read_batch(game: str, options: dict[str, Any], settings: tuple[int, bool, bool, int], snapshot: str) -> Batch:
    n, observe, masks, threads = settings
    made = batch(game, n, observe=observe, masks=masks, threads=threads, **options)
    made.restore(snapshot)
    return made


def _flat(name: str, array: object, dtype: type[np.generic]) -> NDArray[Any]:
    """Give an array of `out` as a flat one in the same memory; the engine checks its length."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        found = array.dtype if isinstance(array, np.ndarray) else name_kind(array)
        raise TypeError(f"{name} must be a NumPy array of dtype {np.dtype(dtype)}, not {found}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} must be a contiguous array")
    return array.reshape(-1)
