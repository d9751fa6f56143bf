"""Exact odds of Genotype's dice, by colour. `boardwright.genotype` is the way in.

All sums are made in the engine; here they are put into Fractions and tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _core, games
from ._checks import is_unicode, name_kind, whole_number
from ._genotype_forms import Colour, Tile, TileChange
from ._genotype_odds_text import comparison_text, odds_text, parents
from ._genotype_questions import Question, Wish, check_unicode, question_text
from ._genotype_rolls import POOL, Progress, roll_genotypes, roll_pools
from .errors import LimitError, Problem, SetupError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Comparison", "Odds", "chance", "odds"]

FACES = ("I", "II", "III", "IV")

MAX_QUESTIONS = 100
"""Questions that are rows of a table."""


def odds(colour: Colour, left: Tile | None = None, top: Tile | None = None) -> Odds:
    """Give the exact odds of the dice of a colour (T4).

    Parameters
    ----------
    colour : str
        ``"R"``, ``"G"``, ``"F"`` or ``"T"``.
    left, top : str, optional
        The gene tile on the row parent and on the column parent of the Punnett square: ``"dominant"`` or
        ``"recessive"``; None: no tile, so the parent is mixed, as printed. Those of a position are
        ``state.to_dict()["tiles"][colour]``.

    Returns
    -------
    Odds
        The odds; a notebook shows them as a table, ``print`` as text.

    Raises
    ------
    SetupError
        If there is no such colour or tile; it lists every problem.
    TypeError
        If one of them is no text.

    Examples
    --------
    >>> odds("R").die
    {'RR': Fraction(2, 9), 'Rr': Fraction(4, 9), 'rr': Fraction(2, 9), 'R*': Fraction(1, 9)}
    >>> odds("R", left="dominant").at_least(3, "RR")
    Fraction(7808, 19683)
    """
    return Odds(colour, left, top)


def chance(question: Question, tiles: Mapping[str, Sequence[Tile | None]] | None = None) -> Fraction:
    """Give the exact chance that the pools of all four colours answer a question.

    Parameters
    ----------
    question : str, Wish or iterable of Wish
        As `Odds.chance` takes it, about dice of any colours: ``"RR and gg and at least two ff or F*"``. Dice of
        several colours can be counted together: ``"rr or gg at least twice"``.
    tiles : dict, optional
        For each colour the gene tiles on the left and the top parent, as ``state.to_dict()["tiles"]`` gives them;
        colours that are left out have none.

    Raises
    ------
    ParseError
        If the text is no question; it says why and where.
    SetupError
        If the tiles can't be; it lists every problem.
    TypeError, ValueError
        If something else is no question.

    Examples
    --------
    >>> round(float(chance("rr and gg")), 4)
    0.5118
    >>> chance("no rr", {"R": ["dominant", None]})
    Fraction(1, 1)
    """
    tiles = {} if tiles is None else tiles
    if not isinstance(tiles, Mapping):
        raise TypeError(f"tiles are a dict, not {name_kind(tiles)}")
    data = json.dumps(games.to_plain(tiles, "tiles"), allow_nan=False)
    return Fraction(*_core.genotype_chance(question_text(question), data, None))


@dataclass(frozen=True, slots=True, repr=False)
class Odds:
    """Exact odds of the dice of a colour, with the Punnett square that they come from.

    Make one with `odds`. Everything exact is a `fractions.Fraction`: ``float`` makes a float of it.

    Attributes
    ----------
    colour : str
        The colour: ``"R"``, ``"G"``, ``"F"`` or ``"T"``.
    left, top : str or None
        The gene tiles on the row parent and the column parent.
    """

    colour: Colour
    left: Tile | None = None
    top: Tile | None = None

    def __post_init__(self) -> None:
        given: dict[str, object] = {"colour": self.colour, "left": self.left, "top": self.top}
        for name, value in given.items():
            if value is None and name != "colour":
                continue
            if not isinstance(value, str):
                raise TypeError(f"{name} is a text, not {name_kind(value)}")
            if not is_unicode(value):
                raise SetupError.of(Problem(name, "a character is no Unicode"))
        _facts(self.colour, self.left, self.top)

    # What one die shows.

    @property
    def title(self) -> str:
        """What the colour stands for, such as ``"seed shape"`` (T1)."""
        return str(self._facts["title"])

    @property
    def names(self) -> tuple[str, str, str, str]:
        """What a die can show: the dominant, mixed and recessive genotype, and the De Novo mutation, ``"R*"``."""
        dominant, mixed, recessive, new = self._facts["names"]
        return dominant, mixed, recessive, new

    @property
    def square(self) -> dict[str, str]:
        """The Punnett square: the genotype of each of the faces I to IV (T2)."""
        return dict(zip(FACES, self._facts["square"], strict=True))

    @property
    def die(self) -> dict[str, Fraction]:
        """The odds of one die, a mutation being rolled once again (T3)."""
        return {
            name: Fraction(weight, self._facts["die_denominator"])
            for name, weight in zip(self.names, self._facts["die"], strict=True)
        }

    @property
    def omari(self) -> dict[str, Fraction]:
        """The odds of the die that Father Omari rolls, which shows I to IV only (T29)."""
        weights = self._facts["omari"]
        return {name: Fraction(weight, len(FACES)) for name, weight in zip(self.names, weights, strict=False)}

    # What the five dice of the pool show.

    @property
    def pool(self) -> dict[tuple[int, int, int, int], Fraction]:
        """The odds of all possible pools of five dice, by how many dice show each of `names`."""
        whole = self._facts["pool_denominator"]
        return {(a, b, c, d): Fraction(weight, whole) for (a, b, c, d), weight in self._facts["pool"]}

    @property
    def means(self) -> dict[str, Fraction]:
        """How many of the five dice show each of `names` on average."""
        return {name: POOL * one for name, one in self.die.items()}

    @property
    def table(self) -> dict[str, tuple[Fraction, ...]]:
        """For each of `names` the chances that at least 0, 1, 2, 3, 4, 5 dice of the pool show it."""
        whole = self._facts["pool_denominator"]
        return {
            name: tuple(Fraction(weight, whole) for weight in weights)
            for name, weights in zip(self.names, self._facts["at_least"], strict=True)
        }

    def at_least(self, number: SupportsIndex, *dice: str) -> Fraction:
        """Give the chance that at least so many dice of the pool show any of some kinds, counted together.

        Parameters
        ----------
        number : int
            0 to 5.
        *dice : str
            The kinds, such as ``"RR", "Rr"``.

        Raises
        ------
        ValueError, TypeError
            If the number is out of range or no number, or no kind is given.
        ParseError
            If the dice of this colour show no such thing.

        Examples
        --------
        >>> odds("R").at_least(2, "RR", "Rr")
        Fraction(232, 243)
        """
        if not dice:
            raise TypeError(f"at_least needs the kinds of dice too, such as {self.names[0]!r}")
        return self.chance(Wish(dice, whole_number(number, "how many dice", POOL)))

    def chance(self, question: Question) -> Fraction:
        """Give the chance that the pool of five dice answers a question.

        Parameters
        ----------
        question : str, Wish or iterable of Wish
            A text of wishes that are all to be met, joined by ``and`` or a comma. A wish names dice, and ``or``
            joins those that are counted together: ``"RR or Rr at least twice"``, ``"at least one RR and at least one
            Rr"``, ``"RR >= 2, no R*"``, ``"exactly one rr"``. Without an amount it means at least one. Or the wishes
            as `Wish` objects.

        Returns
        -------
        Fraction
            The exact chance; ``float`` makes a float of it.

        Raises
        ------
        ParseError
            If the text is no question about dice of this colour; it says why and where.
        TypeError, ValueError
            If something else is no question.

        Examples
        --------
        >>> odds("R").chance("RR or Rr at least twice")
        Fraction(232, 243)
        >>> odds("R").chance("at least one RR and at least one Rr")
        Fraction(13120, 19683)
        """
        tiles = json.dumps({self.colour: [self.left, self.top]})
        return Fraction(*_core.genotype_chance(question_text(question), tiles, self.colour))

    # Gene tiles.

    @property
    def changes(self) -> dict[str, Odds]:
        """The odds after each thing that can be done with a gene tile now, by its name (T2)."""
        return {name: Odds(self.colour, left, top) for name, (left, top) in self._facts["tiles"].items()}

    def with_tile(self, change: TileChange) -> Odds:
        """Give the odds after a gene tile is added or removed.

        Parameters
        ----------
        change : str
            ``"left-dominant"``, ``"left-recessive"``, ``"top-dominant"``, ``"top-recessive"``, ``"remove-left"``,
            ``"remove-top"`` or ``"leave"``, as the game's actions are called.

        Raises
        ------
        IllegalActionError
            If the tiles that lie there forbid it.
        ParseError
            If there is no such thing to do.
        TypeError
            If it is no text.

        Examples
        --------
        >>> odds("R").with_tile("left-dominant")
        Odds('R', left='dominant')
        """
        if not isinstance(change, str):
            raise TypeError(f"what is done with a tile is a text, not {name_kind(change)}")
        left, top = json.loads(_core.genotype_tile(self.left, self.top, check_unicode(change)))
        return Odds(self.colour, left, top)

    def compare(self, *others: TileChange | Odds, ask: str | Wish | Iterable[str | Wish] = ()) -> Comparison:
        """Put the odds side by side with those after other gene tiles.

        Parameters
        ----------
        *others : str or Odds
            What is done with a gene tile, as for `with_tile`; or other odds of this colour. None given: everything
            that can be done now.
        ask : str, Wish or iterable of them
            Questions, as for `chance`, which become rows of the table; at most 100.

        Raises
        ------
        IllegalActionError, ParseError, TypeError
            As `with_tile` and `chance` do.
        ValueError
            If the other odds are about another colour.
        LimitError
            If there are too many questions.
        """
        columns = [("now", self)]
        if not others:
            columns.extend(self.changes.items())
        for other in others:
            if not isinstance(other, Odds):
                columns.append((other, self.with_tile(other)))
            elif other.colour == self.colour:
                columns.append((parents(other), other))
            else:
                raise ValueError(f"dice of {other.colour} can't be compared with those of {self.colour}")
        rows: list[tuple[str, tuple[Fraction, ...]]] = []
        for question in [ask] if isinstance(ask, str | Wish) else ask:
            if len(rows) == MAX_QUESTIONS:
                raise LimitError(f"a table has at most {MAX_QUESTIONS} questions")
            text = question_text(question)
            rows.append((" ".join(text.split()), tuple(one.chance(text) for _, one in columns)))
        return Comparison(tuple(columns), (*rows, *_usual_rows(columns)))

    # Rolls.

    def roll(self, n: SupportsIndex, seed: SupportsIndex, *, progress: Progress | None = None) -> NDArray[np.int64]:
        """Roll dice, and count what they show.

        Parameters
        ----------
        n : int
            How many dice, up to 10**13.
        seed : int
            0 to 2**64 - 1; the same seed gives the same dice, those that `roll` and `roll_faces` give too.
        progress : callable, optional
            Called now and then with the number of dice so far.

        Returns
        -------
        ndarray of int64, shape (4,)
            How many dice show each of `names`.

        Raises
        ------
        TypeError, ValueError
            If `n` or `seed` is no whole number or out of range.

        Examples
        --------
        >>> odds("R").roll(900_000, seed=7)
        array([200593, 400026, 200138,  99243])
        """
        return roll_genotypes(n, seed, self.left, self.top, progress)

    def roll_pools(
        self, n: SupportsIndex, seed: SupportsIndex, *, progress: Progress | None = None
    ) -> NDArray[np.uint8]:
        """Roll pools of five dice.

        Parameters
        ----------
        n : int
            How many pools, up to 2 * 10**8; each takes four bytes.
        seed, progress
            As for `roll`.

        Returns
        -------
        ndarray of uint8, shape (n, 4)
            For each pool how many dice show each of `names`.

        Raises
        ------
        TypeError, ValueError
            If `n` or `seed` is no whole number or out of range.
        """
        return roll_pools(n, seed, self.left, self.top, progress)

    # How it is shown.

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain data for JSON, chances as floats."""
        return {
            "colour": self.colour,
            "tiles": [self.left, self.top],
            "square": self.square,
            "die": {name: float(one) for name, one in self.die.items()},
            "means": {name: float(mean) for name, mean in self.means.items()},
            "at_least": {name: [float(one) for one in row] for name, row in self.table.items()},
        }

    def __repr__(self) -> str:
        tiles = {"left": self.left, "top": self.top}
        words = [f", {side}={tile!r}" for side, tile in tiles.items() if tile is not None]
        return f"Odds({self.colour!r}{''.join(words)})"

    def __str__(self) -> str:
        return odds_text(self)

    def _repr_html_(self) -> str:
        from .display._genotype_odds import odds_html

        return odds_html(self)

    @property
    def _facts(self) -> dict[str, Any]:
        return _facts(self.colour, self.left, self.top)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Odds side by side, as `Odds.compare` makes them; a notebook shows a table, ``print`` a text.

    Attributes
    ----------
    columns : tuple of (str, Odds)
        What is compared; the first one is ``"now"``.
    rows : tuple of (str, tuple of Fraction)
        What it is the chance of, and the chance in each column: first the questions that were asked, then one die,
        then at least one die of the pool.
    """

    columns: tuple[tuple[str, Odds], ...]
    rows: tuple[tuple[str, tuple[Fraction, ...]], ...]

    def __str__(self) -> str:
        return comparison_text(self)

    def _repr_html_(self) -> str:
        from .display._genotype_odds import comparison_html

        return comparison_html(self)


@cache
def _facts(colour: str, left: str | None, top: str | None) -> dict[str, Any]:
    """Ask the engine about a colour; there are only 36 answers."""
    facts: dict[str, Any] = json.loads(_core.genotype_odds(colour, left, top))
    return facts


def _usual_rows(columns: Sequence[tuple[str, Odds]]) -> list[tuple[str, tuple[Fraction, ...]]]:
    names, all_odds = columns[0][1].names, [odds for _, odds in columns]
    dice = [(f"a die shows {name}", tuple(odds.die[name] for odds in all_odds)) for name in names]
    return dice + [(f"at least one {name} of 5", tuple(odds.table[name][1] for odds in all_odds)) for name in names]
