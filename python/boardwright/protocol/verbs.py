"""The verbs of the protocol with their arguments, and the faults that answers name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from boardwright._checks import MAX_SECONDS, is_unicode, name_kind
from boardwright.errors import (
    AmbiguousActionError,
    BoardwrightError,
    IllegalActionError,
    LimitError,
    NoActionError,
    ParseError,
    Problem,
    RecordError,
    SearchError,
    SetupError,
    UnknownGameError,
    ViewError,
)

__all__ = ["LIMITS", "MAX_LINE_BYTES", "VERBS", "VERSION", "Fault", "Request", "Verb", "check"]

VERSION = "1.0"
"""The version of the protocol: a client and an engine whose first numbers differ don't understand each other."""

MAX_LINE_BYTES = 2 * 1024 * 1024
"""No line of a request may be longer."""

MAX_SHOWN = 60
"""Messages show so much of a text."""

MAX_NUMBER = 2**64 - 1

LIMITS = ("simulations", "nodes", "depth", "seconds")
"""What `go` can be limited by, as in `boardwright.search`."""

RAISED: tuple[tuple[type[Exception], str], ...] = (
    (AmbiguousActionError, "ambiguous"),
    (IllegalActionError, "illegal"),
    (ParseError, "parse"),
    (NoActionError, "noaction"),
    (UnknownGameError, "game"),
    (SetupError, "setup"),
    (LimitError, "limit"),
    (SearchError, "search"),
    (ViewError, "view"),
    (RecordError, "record"),
    (MemoryError, "limit"),
    (RecursionError, "limit"),
    (TypeError, "usage"),
    (ValueError, "usage"),
    (OverflowError, "usage"),
)
"""Codes of exceptions; the first one that fits counts."""

OWN_CODES = ("unknown", "usage", "version", "encoding", "busy", "nogame", "stopped", "internal")
"""Codes of faults that are no exceptions of the library."""


class Fault(Exception):
    """Why a request can't be answered.

    Parameters
    ----------
    code : str
        What kind of fault, in a word.
    message : str
        What is wrong, for people.
    rule : str, optional
        The id of the rule that is offended.
    column : int, optional
        Where a move that can't be read stops making sense, from 1.
    problems : sequence of Problem
        All that is wrong with options or a position.
    candidates : sequence of str
        What an ambiguous move could stand for.
    """

    def __init__(
        self,
        code: str,
        message: str,
        rule: str | None = None,
        column: int | None = None,
        problems: tuple[Problem, ...] = (),
        candidates: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.column = column
        self.problems = problems
        self.candidates = candidates

    @classmethod
    def of(cls, error: BaseException) -> Fault:
        """Make the fault of any exception."""
        if isinstance(error, Fault):
            return error
        code = next((code for kind, code in RAISED if isinstance(error, kind)), "internal")
        if isinstance(error, RecursionError):
            return cls(code, "nested too deep")
        message = error.message if isinstance(error, BoardwrightError) else str(error)
        if code == "internal" or not message:
            message = f"{name_kind(error)}: {message}"
        column = getattr(error, "column", None)
        return cls(
            code,
            message,
            getattr(error, "rule", None),
            column if isinstance(column, int) and column > 0 else None,
            tuple(getattr(error, "problems", ())),
            tuple(getattr(error, "candidates", ())),
        )

    def to_dict(self) -> dict[str, Any]:
        """Give the fault as a dict, made of what JSON can hold; what there is nothing of is left out."""
        found: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.rule is not None:
            found["rule"] = self.rule
        if self.column is not None:
            found["column"] = self.column
        if self.problems:
            found["problems"] = [problem._asdict() for problem in self.problems]
        if self.candidates:
            found["candidates"] = list(self.candidates)
        return found


class Request(NamedTuple):
    """What a client asks.

    Attributes
    ----------
    verb : str
        The verb.
    params : dict
        Its arguments, by name.
    id : int, str or None
        What the answer is to be called, in JSON lines.
    """

    verb: str
    params: dict[str, Any]
    id: int | str | None = None


def _text(value: object) -> Any:
    if not isinstance(value, str):
        raise TypeError("a text")
    if not is_unicode(value):
        raise ValueError("a text without lone surrogates")
    return value


def plain_number(value: object) -> Any:
    """Take whole floating-point numbers for whole numbers: JSON knows no difference."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _natural(value: object) -> Any:
    value = plain_number(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("a whole number")
    if not 0 <= value <= MAX_NUMBER:
        raise ValueError("a number from 0 to 2**64 - 1")
    return value


def _seconds(value: object) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("a number")
    if not 0.001 <= value <= MAX_SECONDS:
        raise ValueError(f"a number from 0.001 to {MAX_SECONDS:.0f}")
    return float(value)


def _flag(value: object) -> Any:
    if not isinstance(value, bool):
        raise TypeError("true or false")
    return value


def _moves(value: object) -> Any:
    if not isinstance(value, list):
        raise TypeError("a list of texts")
    return [_text(move) for move in value]


def _object(value: object) -> Any:
    if not isinstance(value, dict):
        raise TypeError("an object")
    return value


def _viewer(value: object) -> Any:
    return _text_or_natural(value, "the number of a seat, or spectator")


def _scalar(value: object) -> Any:
    return _text_or_natural(value, "a text or a whole number")


def _text_or_natural(value: object, what: str) -> Any:
    if isinstance(value, str):
        return _text(value)
    try:
        return _natural(value)
    except TypeError:
        raise TypeError(what) from None


Check = Callable[[object], Any]


class Verb(NamedTuple):
    """A verb.

    Attributes
    ----------
    usage : str
        How it is written on a line.
    about : str
        What it does, in a line.
    params : dict
        For each argument what checks it.
    required : tuple of str
        Arguments that must be there.
    changes : bool
        Whether it changes anything, so that it can't be done while the engine thinks.
    long : bool
        Whether it may take long, so that others are answered meanwhile.
    """

    usage: str
    about: str
    params: Mapping[str, Check] = MappingProxyType({})
    required: tuple[str, ...] = ()
    changes: bool = False
    long: bool = False


VERBS: dict[str, Verb] = {
    "bwp": Verb("bwp [VERSION]", "who the engine is, what it can play, its options", {"version": _text}),
    "isready": Verb("isready", "answers as soon as it can"),
    "help": Verb("help", "lists the verbs"),
    "options": Verb("options [GAME]", "the engine's options, or those of a game with their defaults", {"game": _text}),
    "setoption": Verb(
        "setoption name NAME value VALUE",
        "sets an option of the engine",
        {"name": _text, "value": _scalar},
        ("name", "value"),
        changes=True,
    ),
    "newgame": Verb(
        "newgame GAME [OPTION=VALUE ... | JSON]",
        "starts a game",
        {"game": _text, "options": _object},
        ("game",),
        changes=True,
    ),
    "position": Verb(
        "position start | [view] JSON [moves MOVE ...]",
        "sets the position: the start of the game or any dict form, and what happened since",
        {"state": _object, "view": _flag, "moves": _moves},
        changes=True,
    ),
    "view": Verb("view SEAT", "forgets what this seat does not know", {"viewer": _viewer}, ("viewer",), changes=True),
    "status": Verb("status", "who is to act, and the result"),
    "validmoves": Verb(
        "validmoves [turns]",
        "what can be played, or whole turns; where chance is to act what can happen, and how likely",
        {"turns": _flag},
    ),
    "explain": Verb("explain MOVE", "whether a move is legal, why, and by which rule", {"move": _text}, ("move",)),
    "play": Verb("play MOVE ...", "plays moves and outcomes of chance", {"moves": _moves}, ("moves",), changes=True),
    "pass": Verb("pass", "plays the move that passes, in games that have one", changes=True),
    "undo": Verb("undo [COUNT]", "takes back the last actions or outcomes", {"count": _natural}, changes=True),
    "seed": Verb(
        "seed NUMBER", "seeds what roll draws and what bots draw", {"seed": _natural}, ("seed",), changes=True
    ),
    "roll": Verb("roll [all]", "lets chance act, once or until a seat is to act", {"all": _flag}, changes=True),
    "go": Verb(
        "go [simulations N] [nodes N] [depth N] [seconds S] [infinite] [legal MOVE ...]",
        "thinks, and answers with the best move",
        {**dict.fromkeys(LIMITS[:3], _natural), "seconds": _seconds, "infinite": _flag, "legal": _moves},
        changes=True,
        long=True,
    ),
    "stop": Verb("stop", "ends the thinking: what was found is the answer of go"),
    "wait": Verb("wait", "reads on when the thinking has ended; not for go infinite"),
    "perft": Verb(
        "perft DEPTH [distinct | divide]",
        "counts positions",
        {"depth": _natural, "distinct": _flag, "divide": _flag},
        ("depth",),
        changes=True,
        long=True,
    ),
    "show": Verb("show", "a diagram of the position"),
    "dict": Verb("dict [SEAT]", "the dict form of the position, or of what a seat knows of it", {"viewer": _viewer}),
    "record": Verb("record [json]", "the record of the game", {"json": _flag}),
    "quit": Verb("quit", "ends the engine"),
}
"""All verbs."""


def check(verb: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Check the arguments of a verb, and give them back.

    Raises
    ------
    Fault
        ``unknown`` if there is no such verb, ``usage`` if the arguments are not as they should be.
    """
    known = VERBS.get(verb)
    if known is None:
        raise unknown(verb)
    found: dict[str, Any] = {}
    for name, value in params.items():
        if name not in known.params:
            raise usage(verb, f"there is no argument {short(name)}")
        try:
            found[name] = known.params[name](value)
        except (TypeError, ValueError) as error:
            raise usage(verb, f"{name} is {error}, not {short(value)}") from None
    for name in known.required:
        if name not in found:
            raise usage(verb, f"{name} is missing")
    return found


def unknown(verb: str) -> Fault:
    """Make the fault of a verb that there is not."""
    hint = "; verbs have small letters" if verb.lower() in VERBS else ""
    return Fault("unknown", f"there is no verb {short(verb)}; help lists them{hint}")


def called(verb: str) -> str:
    """Give what answers call a verb, which need not be one: ``?`` if it could be none."""
    return verb if re.fullmatch("[A-Za-z]{1,20}", verb) else "?"


def usage(verb: str, what: str) -> Fault:
    """Make the fault of a request that is not as its verb wants it."""
    return Fault("usage", f"{what}: {VERBS[verb].usage}")


def short(value: object) -> str:
    """Show the beginning of a value as a message does, in ASCII: a text in quotes, anything else as JSON."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**30:
        return "a number so far out of range"  # one of thousands of digits can't even be written down
    shown = ascii(value[: MAX_SHOWN + 1]) if isinstance(value, str) else json.dumps(value)
    return shown if len(shown) <= MAX_SHOWN + 2 else f"{shown[:MAX_SHOWN]}..."
