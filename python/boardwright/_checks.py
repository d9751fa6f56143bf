"""Checks of what callers hand in, with messages that say what was expected."""

from __future__ import annotations

import math
import numbers
import operator
from typing import SupportsIndex

import numpy as np

__all__ = ["is_unicode", "name_kind", "time_limit", "truth", "whole_number"]

MAX_SECONDS = (2**32 - 1) / 1000

POWERS = {2**32 - 1: "2**32 - 1", 2**64 - 1: "2**64 - 1"}
"""Limits that are easier to read so."""


def is_unicode(text: str) -> bool:
    """Whether a text can be written down: one with lone surrogates can't."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def name_kind(value: object) -> str:
    """Name the type of a value."""
    return type(value).__name__


def truth(value: object, what: str) -> bool:
    """Give True or False back; nothing else counts as one of them.

    Raises
    ------
    TypeError
        If it is neither; the message starts with `what`.
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise TypeError(f"{what} is True or False, not {name_kind(value)}")


def whole_number(
    value: SupportsIndex,
    what: str,
    most: int = 2**64 - 1,
    *,
    least: int = 0,
    error: type[ValueError] = ValueError,
) -> int:
    """Give a number back if it is a whole one from `least` to `most`; True and False are none.

    Raises
    ------
    TypeError
        If it is not a whole number; the message starts with `what`.
    ValueError
        If it is out of range: an `error`.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {name_kind(value)}") from None
    if not least <= number <= most:
        end = POWERS.get(most, f"{most:,}")
        # A number of thousands of digits can't even be written down.
        shown = f"{number}" if abs(number) < 10**30 else "one so far out of range"
        raise error(f"{what} is a number from {least} to {end}, not {shown}")
    return number


def time_limit(value: object, what: str = "seconds") -> float:
    """Give a number of seconds that limits something back, if it is one from 0.001 to 4,294,967.

    Raises
    ------
    TypeError
        If it is no number; the message starts with `what`.
    ValueError
        If it is out of range.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{what} is a number, not {name_kind(value)}")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if not 0.001 <= seconds <= MAX_SECONDS:
        raise ValueError(f"{what} is a number from 0.001 to {MAX_SECONDS:,.0f}, not {seconds:g}")
    return seconds
