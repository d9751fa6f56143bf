"""Questions about Genotype's dice, which the engine reads as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, SupportsIndex, TypeAlias

from . import games
from ._checks import is_unicode, name_kind, whole_number
from .errors import ParseError

__all__ = ["Question", "Wish", "check_unicode", "question_text"]

ALL_DICE = 20

MAX_QUESTION = 500
"""Characters of a question."""

DIE_NAME = re.compile(r"[A-Za-z*]+")


class Wish(NamedTuple):
    """How many dice of the pools are to show any of some kinds, counted together.

    Attributes
    ----------
    dice : str or sequence of str
        The kinds: genotypes such as ``"RR"``, and ``"R*"`` for a De Novo mutation.
    least : int
        So many at least.
    most : int, optional
        So many at most; None: as many as there are.

    Examples
    --------
    >>> from boardwright.genotype import odds
    >>> odds("R").chance(Wish(["RR", "Rr"], 2, 3))
    Fraction(40, 81)
    """

    dice: str | Sequence[str]
    least: SupportsIndex = 1
    most: SupportsIndex | None = None


Question: TypeAlias = str | Wish | Iterable[Wish]


def question_text(question: object) -> str:
    """Write a question as text, which the engine reads.

    Raises
    ------
    ParseError
        If it holds what can't be text, or no name of a die.
    TypeError, ValueError
        If it is no question.
    """
    if isinstance(question, str):
        return check_unicode(question)
    if isinstance(question, Wish):
        return _wish_text(question)
    if not isinstance(question, Iterable) or isinstance(question, bytes | Mapping):
        raise TypeError(f"a question is a text, a Wish or several of them, not {name_kind(question)}")
    wishes = []
    for wish in question:
        if not isinstance(wish, Wish):
            raise TypeError(f"a question of several parts is made of Wish objects, not of {name_kind(wish)}")
        wishes.append(_wish_text(wish))
        if len(wishes) > ALL_DICE:
            break  # the engine says how many there may be
    if not wishes:
        raise ValueError("a question has at least one wish")
    return " and ".join(wishes)


def _wish_text(wish: Wish) -> str:
    names: Iterable[object] = [wish.dice] if isinstance(wish.dice, str) else wish.dice
    if not isinstance(names, Iterable):
        raise TypeError(f"the dice of a wish are a text or several, not {name_kind(names)}")
    words: list[str] = []
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a die is named by a text, not {name_kind(name)}")
        if not DIE_NAME.fullmatch(name):
            raise ParseError(f"{name[: games.MAX_SHOWN]!r} is no name of a die", 0)
        words.append(name)
        if len(words) > MAX_QUESTION:
            break  # the engine says how long a question may be
    dice = " or ".join(words)
    least = whole_number(wish.least, "least", ALL_DICE)
    if wish.most is None:
        return f"at least {least} {dice}"
    most = whole_number(wish.most, "most", ALL_DICE)
    if least > most:
        raise ValueError(f"at least {least} and at most {most} dice can't be")
    return f"at least {least} {dice} and at most {most} {dice}"


def check_unicode(text: str) -> str:
    """Give a text back, if it is Unicode.

    Raises
    ------
    ParseError
        If it is not.
    """
    if not is_unicode(text):
        raise ParseError("a character is no Unicode", 0)
    return text
