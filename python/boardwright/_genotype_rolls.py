"""Rolls of many of Genotype's dice. The engine rolls them; here they are put into arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from . import _core, games
from ._checks import name_kind, whole_number
from ._core import Rng

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["POOL", "Progress", "roll", "roll_faces", "roll_genotypes", "roll_pools"]

Progress: TypeAlias = Callable[[int], object]

POOL = 5
"""Dice of a colour."""

GENOTYPES = 4
"""What a die of a colour can show, the De Novo mutation included."""

MAX_COUNTED = 10**13
"""No more dice are counted in one call."""

MAX_KEPT = 10**9
"""No more dice are kept one by one."""

PART = 15 * 2**20
"""Dice rolled at once; 15 share a number of the generator, so that a part ends where one does."""


def roll(n: SupportsIndex, seed: SupportsIndex, *, progress: Progress | None = None) -> NDArray[np.int64]:
    """Roll dice, with the second roll of mutations, and count their faces (T3).

    Parameters
    ----------
    n : int
        How many dice, up to 10**13.
    seed : int
        0 to 2**64 - 1; the same seed gives the same dice.
    progress : callable, optional
        Called now and then with the number of dice so far.

    Returns
    -------
    ndarray of int64, shape (5,)
        How many dice show I, II, III, IV, and a De Novo mutation.

    Raises
    ------
    TypeError, ValueError
        If `n` or `seed` is no whole number or out of range.

    Examples
    --------
    >>> int(roll(1_000_000, seed=1).sum())
    1000000
    """
    return _counts(_roll(n, seed, progress))


def roll_faces(n: SupportsIndex, seed: SupportsIndex, *, progress: Progress | None = None) -> NDArray[np.uint8]:
    """Roll dice, with the second roll of mutations, and give the face of each (T3).

    Parameters
    ----------
    n : int
        How many dice, up to 10**9; each takes a byte.
    seed, progress
        As for `roll`, which counts the same dice.

    Returns
    -------
    ndarray of uint8, shape (n,)
        0 to 3 for I to IV, 4 for a De Novo mutation.

    Raises
    ------
    TypeError, ValueError
        If `n` or `seed` is no whole number or out of range.

    Examples
    --------
    >>> roll_faces(10, seed=1)
    array([3, 0, 1, 1, 1, 2, 0, 3, 4, 3], dtype=uint8)
    """
    n = whole_number(n, "n, how many dice,", MAX_KEPT)
    return _in_parts((n,), seed, 1, _core.genotype_roll_faces, progress)


def roll_genotypes(
    n: SupportsIndex, seed: SupportsIndex, left: str | None, top: str | None, progress: Progress | None
) -> NDArray[np.int64]:
    """Roll dice of a colour with such gene tiles, and count the genotypes; `Odds.roll` tells the rest."""
    return _counts(_core.genotype_sort(_roll(n, seed, progress), left, top))


def roll_pools(
    n: SupportsIndex, seed: SupportsIndex, left: str | None, top: str | None, progress: Progress | None
) -> NDArray[np.uint8]:
    """Roll pools of a colour with such gene tiles; `Odds.roll_pools` tells the rest."""
    n = whole_number(n, "n, how many pools,", MAX_KEPT // POOL)

    def roll_part(size: int, rng: Rng, report: Progress | None) -> bytearray:
        return _core.genotype_roll_pools(size, rng, left, top, report)

    return _in_parts((n, GENOTYPES), seed, POOL, roll_part, progress)


def _roll(n: SupportsIndex, seed: SupportsIndex, progress: Progress | None) -> list[int]:
    n = whole_number(n, "n, how many dice,", MAX_COUNTED)
    return _core.genotype_roll(n, games.make_rng(seed).seed, _callable(progress))


# NumPy is loaded when the first dice are rolled: odds need none.


def _counts(numbers: list[int]) -> NDArray[np.int64]:
    import numpy as np

    return np.array(numbers, dtype=np.int64)


def _in_parts(
    shape: tuple[int, ...],
    seed: SupportsIndex,
    dice: int,
    roll_part: Callable[[int, Rng, Progress | None], bytearray],
    progress: Progress | None,
) -> NDArray[np.uint8]:
    """Fill an array by parts, each row of so many dice: to make a whole one at once can't be interrupted."""
    import numpy as np

    rng, progress = games.make_rng(seed), _callable(progress)
    found = np.empty(shape, dtype=np.uint8)
    rows = PART // dice
    for start in range(0, len(found), rows):
        part = found[start : start + rows]
        report = None if progress is None else _behind(progress, start * dice)
        part[:] = np.frombuffer(roll_part(len(part), rng, report), dtype=np.uint8).reshape(part.shape)
        # A part may be done before the first report is due.
        if report is not None and start + rows < len(found):
            report(len(part) * dice)
    return found


def _behind(progress: Progress, before: int) -> Progress:
    """Count what was done before the part, too."""
    return lambda done: progress(before + done)


def _callable(progress: Progress | None) -> Progress | None:
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of a number, not {name_kind(progress)}")
    return progress
