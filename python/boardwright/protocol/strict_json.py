"""JSON as requests have it: what is in doubt is refused."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .verbs import Fault, short

__all__ = ["read_json"]

MAX_DIGITS = 1000
"""Whole numbers may be so long; none that is of use is. Python itself has a limit somewhere above."""


def read_json(text: str) -> tuple[Any, int]:
    """Read JSON at the beginning of a text; gives where it ends, too.

    Raises
    ------
    Fault
        ``usage`` if an object has the same name twice.
    ValueError
        If it is no JSON.
    RecursionError
        If it is nested too deep.
    """
    return DECODER.raw_decode(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Fault("usage", f"{short(twice)} is given twice")
    return found


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of more than {MAX_DIGITS:,} digits")
    return int(text)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_constant=_refuse)
