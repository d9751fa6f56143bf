"""Games of a search against itself, as arrays to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _core
from . import games as _games
from ._checks import name_kind, whole_number
from ._core import Record, State
from .evaluators import Evaluator, Paced, check_callables, checked_batch, encode_request, evaluate
from .games import make_rng

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GameData", "self_play"]


@dataclass(frozen=True, eq=False, repr=False)
class GameData:
    """A finished game, with a row for each decision of a seat in the order of the game.

    Where only one action was legal nothing was searched: the policy is 1 there, and the estimate is the result.

    Attributes
    ----------
    number : int
        Which game it is, from 0.
    seats : array of uint8, shape (n,)
        Who decided.
    observations : array of float32, shape (n, length of the observation)
        What that seat knew.
    legal : array of bool, shape (n, number of actions)
        Which actions were legal, by id.
    policy : array of float32, shape (n, number of actions)
        The share of the visits that the search gave to each action: what a policy may learn.
    values : array of float32, shape (n, seats)
        The returns of the game: that of the seat that decided first, then those of the seats after it in order. What
        values may learn.
    estimates : array of float32, shape (n, seats)
        What the search expected, in the same order.
    record : Record
        The game.
    """

    number: int
    seats: NDArray[np.uint8]
    observations: NDArray[np.float32]
    legal: NDArray[np.bool_]
    policy: NDArray[np.float32]
    values: NDArray[np.float32]
    estimates: NDArray[np.float32]
    record: Record

    @property
    def returns(self) -> list[float]:
        """What the game was worth, by seat."""
        return self.record.state.returns

    def __len__(self) -> int:
        return len(self.seats)

    def __repr__(self) -> str:
        return f"<GameData of game {self.number}: {len(self)} decisions, returns {self.returns}>"


def self_play(
    game: str | State,
    evaluator: Evaluator,
    *,
    games: SupportsIndex = 64,
    simulations: SupportsIndex = 100,
    batch_size: SupportsIndex = 64,
    parallel: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    exploration: float | None = None,
    chance: bool = True,
    noise: float = 0.25,
    noise_alpha: float | None = None,
    temperature: float = 1.0,
    temperature_drop: SupportsIndex = 20,
    memory: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> Iterator[GameData]:
    """Let a search play against itself, many games at a time, as in AlphaZero (Silver et al. 2018).

    In each position the seat to act searches by what it knows; the leaves of all games are evaluated together. The
    action is drawn by the visits, so that games differ.

    Parameters
    ----------
    game : str or State
        The name of a game, or the state to play on from; a view is no such state.
    evaluator : callable
        See `boardwright.evaluators.Evaluator`.
    games : int
        How many games are played.
    simulations : int
        How many simulations each search has, 2 to 10**9; the first one evaluates the position itself.
    batch_size : int
        At most so many leaves are evaluated at once, 1 to 65,536.
    parallel : int, optional
        How many games are played at a time; by default `batch_size`, but no more than `games`. Each of them waits for
        ``max(1, batch_size // parallel)`` leaves at a time.
    seed : int
        All chance comes from it: 0 to 2**64 - 1. What game n is depends on the seed, on n, on the settings and on the
        evaluator, not on the other games.
    exploration : float, optional
        How much is explored (PUCT's c).
    chance : bool
        Whether the tree branches by what chance brings; if not, chance is drawn again in each simulation.
    noise : float
        The share of noise in the priors of the position itself, 0 to 1, so that every action is tried now and then.
    noise_alpha : float, optional
        How even the noise is (Dirichlet's alpha): 10 / number of legal actions unless given.
    temperature : float
        Actions are drawn in proportion to their visits to the power of 1 / temperature; 0: the most visited one.
    temperature_drop : int
        After so many decisions of the game the most visited action is played.
    memory : int, optional
        The most bytes that the tree of one game may take; when it is full, what is there is searched on. 512 MiB by
        default.
    progress : callable, optional
        Called with the number of simulations done so far, at most every 20 ms; what it raises ends the games and comes
        out unchanged.
    **options
        The options of the game, as `boardwright.start` takes them.

    Yields
    ------
    GameData
        The games, as they are finished.

    Raises
    ------
    SearchError
        If the state is a view or the game is over, or the evaluator's answer can't be used.
    SetupError
        If the options make no game, or a setting can't be.
    UnknownGameError, TypeError, ValueError
        As `boardwright.start` does; or if an argument is of another type, or a number that can't be one.

    Examples
    --------
    >>> from boardwright.evaluators import uniform
    >>> played = list(self_play("microworld", uniform, games=2, simulations=8, seed=7))
    >>> sorted(data.number for data in played), played[0].policy.shape == played[0].legal.shape
    ([0, 1], True)
    """
    start = _first_state(game, options)
    check_callables(evaluator, progress)
    size = checked_batch(batch_size)
    count = whole_number(games, "games, how many games are played,")
    at_once = max(1, min(size, count)) if parallel is None else whole_number(parallel, "parallel")
    request = {
        "games": count,
        "parallel": at_once,
        "leaves": max(1, size // max(1, at_once)),
        "simulations": simulations,
        "seed": make_rng(seed).seed,
        "exploration": exploration,
        "chance": chance,
        "noise": noise,
        "noise_alpha": noise_alpha,
        "temperature": temperature,
        "temperature_drop": temperature_drop,
        "memory": memory,
    }
    play = _core.SelfPlayGames(start, encode_request(request))
    return _play(play, evaluator, size, start.num_players, progress)


def _play(
    play: _core.SelfPlayGames,
    evaluator: Evaluator,
    size: int,
    num_players: int,
    progress: Callable[[int], object] | None,
) -> Iterator[GameData]:
    import numpy as np

    paced = None if progress is None else Paced(progress)
    while True:
        observations, legal = play.collect(size, paced)
        done = len(observations) == 0
        # Games first: what the evaluator may raise should not lose them.
        while (finished := play.finished()) is not None:
            done = False
            number, deciders, observed, could, policy, values, estimates, record = finished
            seats = np.frombuffer(deciders, np.uint8).copy()
            yield GameData(number, seats, observed, could, policy, values, estimates, record)
        if done:
            return
        if len(observations) > 0:
            play.supply(*evaluate(evaluator, observations, legal, num_players))
            if paced is not None:
                paced(play.done)


def _first_state(game: object, options: dict[str, Any]) -> State:
    if isinstance(game, State):
        if options:
            raise TypeError(f"a state has its options already: {', '.join(options)}")
        return game
    if not isinstance(game, str):
        raise TypeError(f"games start from the name of a game or from a State, not {name_kind(game)}")
    return _games.start(game, **options)
