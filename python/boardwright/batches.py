"""Thousands of games of one kind at once, in NumPy arrays."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._checks import is_unicode, name_kind, truth, whole_number
from ._core import Action, State
from .errors import LimitError, SetupError
from .games import start

__all__ = ["Batch", "Step", "batch"]

MAX_GAMES = 1 << 20
"""No batch has more games."""

MAX_THREADS = 256
"""No batch uses more threads."""

MAX_STEPS = (1 << 32) - 1
"""No game of a batch has more actions; so many stand for no limit."""

MAX_VALUES = 1 << 33
"""No array of a batch has more values."""


@dataclass(frozen=True)
class Step:
    """What a batch of `n` games shows after a step; row `i` is game `i`.

    Attributes
    ----------
    observations : array of float32, shape (n, tensor length), or None
        What the seat to act sees (`State.observation_tensor` of its view); where a game is over, what the only seat
        that is asked sees, or else the seat whose turn it was. None if the batch was made without observations.
    masks : array of bool, shape (n, num_actions), or None
        The legal actions of the seat to act; all False where a game is over. None if the batch was made without.
    seats : array of int8, shape (n,)
        The seat to act; -1 where a game is over.
    rewards : array of float32, shape (n, num_players)
        The returns of all seats where a game has just ended, else 0.
    terminated : array of bool, shape (n,)
        Where a game has just ended by its rules.
    truncated : array of bool, shape (n,)
        Where a game has just been broken off after ``max_steps`` actions of the seats that are asked.
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
    step, whose action for it is not looked at (Gymnasium's ``NEXT_STEP``). Where the others end a game before the only
    seat that is asked ever was, the step after tells of the end. Each game draws from a generator of its own, so what
    happens in it depends neither on the number of games nor on that of threads.
    """

    def __init__(self, core: _core.Batch, *, observe: bool, masks: bool, threads: int, num_games: int) -> None:
        self._core = core
        self._observe = observe
        self._masks = masks
        self._threads = threads
        self._num_games = num_games
        self._state = core.state(0)
        self._observation_size = sum(int(np.prod(shape)) for shape in self._state.observation_shape.values())

    @property
    def num_games(self) -> int:
        """The number of games."""
        return self._num_games

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self._state.game_name

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game, as `State.options` gives them."""
        return self._state.options

    @property
    def num_actions(self) -> int:
        """Ids of actions are below this."""
        return self._state.num_actions

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return self._state.num_players

    @property
    def observation_size(self) -> int:
        """The number of values of an observation."""
        return self._observation_size

    @property
    def max_steps(self) -> int | None:
        """After how many actions of the seats that are asked a game is broken off, or None; `restore` may change it."""
        steps = self._core.max_steps
        return None if steps == MAX_STEPS else steps

    @property
    def seat(self) -> int | None:
        """The only seat that is asked, or None if all are; `restore` may change it."""
        return self._core.seat

    @property
    def autoreset_mode(self) -> str:
        """``"next_step"``: when games that have ended begin again, in Gymnasium's words."""
        return "next_step"

    def __len__(self) -> int:
        return self._num_games

    def __getitem__(self, index: int) -> State:
        """Give the full state of a game; those below 0 count from the end, as in a list."""
        try:
            number = range(self._num_games)[index]
        except IndexError:
            raise IndexError(f"there is no game {index} in a batch of {self._num_games}") from None
        except TypeError:
            number = None
        if not isinstance(number, int):
            raise TypeError(f"a game of a batch is given by a whole number, not {name_kind(index)}")
        return self._core.state(number)

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

    def step(self, actions: NDArray[Any] | Sequence[int | Action], *, out: Step | None = None) -> Step:
        """Play an action in each game.

        Parameters
        ----------
        actions : array of integers, shape (n,), or sequence of `Action`
            An action for each game, or its id.
        out : Step, optional
            Arrays of `arrays` to fill. By default new ones are made.

        Returns
        -------
        Step
            The arrays filled.

        Raises
        ------
        IllegalActionError
            If an action is not legal; it names the game and the rule. A number that no action has offends no rule. Then
            nothing has happened in any game.
        TypeError
            If the actions are no integers, or `out` does not hold arrays of the dtypes of `arrays`.
        ValueError
            If there are not as many actions as games, or the arrays of `out` do not fit.
        """
        ids = _ids(actions)
        if ids.shape != (self.num_games,):
            raise ValueError(f"there must be one action for each of {self.num_games} games, not {ids.shape}")
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
        """Write all games with their generators as JSON text; `restore` reads it.

        It takes some kilobytes a game, so it is for thousands of games, not for millions; `clone` needs no text.
        """
        return self._core.to_json()

    def restore(self, snapshot: str) -> None:
        """Go back to a `snapshot` of a batch of the same game, options and size.

        Its ``max_steps`` and ``seat`` come with it, in place of those of this batch, so that all goes on as it did
        there. Other settings, such as ``threads``, stay.

        Raises
        ------
        SetupError
            If it is none; nothing has changed then.
        TypeError
            If it is no text.
        """
        if not isinstance(snapshot, str):
            raise TypeError(f"a snapshot is text, not {name_kind(snapshot)}")
        if _count_games(snapshot) != self.num_games:
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
        All chance and all random actions come from it: without one all batches of a game and its options are the same.
    observe, masks : bool, default True
        Whether steps give observations, and masks of legal actions.
    max_steps : int, optional
        Each game is broken off after so many actions of the seats that are asked: of all, or with `seat` of that one.
        By default none is.
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
    LimitError, ValueError, TypeError
        If a number is out of range or none, or `observe` or `masks` is neither True nor False.

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
    count = whole_number(n, "n, the number of games,", MAX_GAMES, least=1, error=LimitError)
    crew = whole_number(threads, "threads, how many share a step,", MAX_THREADS, least=1, error=LimitError)
    limit = (
        MAX_STEPS if max_steps is None else whole_number(max_steps, "max_steps", MAX_STEPS, least=1, error=LimitError)
    )
    shown, marked = truth(observe, "observe"), truth(masks, "masks")
    first = start(game, **options)
    own = None if seat is None else whole_number(seat, "a seat", first.num_players - 1)
    core = _core.Batch(first, count, whole_number(seed, "a seed"), limit, own, crew)
    made = Batch(core, observe=shown, masks=marked, threads=crew, num_games=count)
    if count * max(made.observation_size * made._observe, made.num_actions * made._masks) > MAX_VALUES:
        raise LimitError("the arrays would be too large: take fewer games, or observe=False")
    return made


def _read_batch(game: str, options: dict[str, Any], settings: tuple[int, bool, bool, int], snapshot: str) -> Batch:
    n, observe, masks, threads = settings
    made = batch(game, n, observe=observe, masks=masks, threads=threads, **options)
    made.restore(snapshot)
    return made


def _count_games(snapshot: str) -> int | None:
    """Count the games of a snapshot; None if they are no list."""
    try:
        games = json.loads(snapshot)["games"] if is_unicode(snapshot) else None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SetupError("this is no snapshot of a batch") from None
    return len(games) if isinstance(games, list) else None


def _ids(actions: NDArray[Any] | Sequence[int | Action]) -> NDArray[np.int64]:
    """Read ids of actions, which may be actions themselves."""
    array = np.asarray(actions)
    least, most = -(2**63), 2**63 - 1  # they stand for all numbers beyond, which are no actions either
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(most))
    elif array.dtype == object:
        found = array.ravel().tolist()
        wrong = [one for one in found if isinstance(one, bool) or not hasattr(one, "__index__")]
        if wrong:
            raise TypeError(f"actions are whole numbers, not {name_kind(wrong[0])}")
        array = np.array([min(max(operator.index(one), least), most) for one in found]).reshape(array.shape)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {array.dtype}")
    return np.ascontiguousarray(array, dtype=np.int64)


def _flat(name: str, array: object, dtype: type[np.generic]) -> NDArray[Any]:
    """Give an array of `out` as a flat one in the same memory; the engine checks its length."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        found = array.dtype if isinstance(array, np.ndarray) else name_kind(array)
        raise TypeError(f"{name} must be a NumPy array of dtype {np.dtype(dtype)}, not {found}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} must be a contiguous array")
    return array.reshape(-1)
