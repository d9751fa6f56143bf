"""Everything that can go wrong, as exceptions under one base.

Each exception also derives from the built-in class that fits, so ``except ValueError`` works for people who
do not know this module. All of them survive pickling and copying with their attributes, and can be made of a message
alone, as programs do that hand errors on from other processes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._core import Record

__all__ = [
    "AmbiguousActionError",
    "BoardwrightError",
    "BotError",
    "EngineDiedError",
    "EngineError",
    "EngineTimeoutError",
    "IllegalActionError",
    "LawError",
    "LimitError",
    "NoActionError",
    "ParseError",
    "Problem",
    "RecordError",
    "SearchError",
    "SetupError",
    "StopMatch",
    "UnknownGameError",
    "ViewError",
]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


class Problem(NamedTuple):
    """One thing that is wrong with options, a blueprint or a position.

    Attributes
    ----------
    path : str
        Where, as a path into the data, such as ``markers[3].site``; empty for the whole.
    message : str
        What is wrong.
    rule : str or None
        The rule that it offends, if it is one.
    """

    path: str
    message: str
    rule: str | None = None

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{where}{self.message}{rule}"


class BoardwrightError(Exception):
    """Base of all errors of this package.

    Parameters
    ----------
    message : str
        What went wrong, in words.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)

    @property
    def message(self) -> str:
        """What went wrong, in words."""
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by way of __init__: `args` holds the message only, and classes of one's own may take anything.
        return _rebuild, (type(self), self.args), vars(self).copy()


def _rebuild(kind: type[BoardwrightError], args: tuple[Any, ...]) -> BoardwrightError:
    """Make an error again (used by pickle and copy); its attributes are set afterwards."""
    error = kind.__new__(kind, *args)
    error.args = args
    return error


class ParseError(BoardwrightError, ValueError):
    """A text that is not an action.

    Parameters
    ----------
    message : str
        What is wrong, and what was expected.
    column : int, default 0
        Where the text stops making sense, in characters from 1; 0 if that is not known, or it is a dict.
    """

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(message)
        self.column = column


class IllegalActionError(BoardwrightError, ValueError):
    """An action that the rules forbid now. The state it was tried on is unchanged.

    Parameters
    ----------
    message : str
        Why, in words for a player.
    rule : str, default ""
        The id of the rule that forbids it, such as ``"G21"``; empty if none is known.
    """

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class NoActionError(BoardwrightError, ValueError):
    """Nobody can act in that way here: the game is over, or chance (or a seat) is to act."""


class AmbiguousActionError(BoardwrightError, ValueError):
    """A text that could stand for several actions.

    Parameters
    ----------
    message : str
        What is ambiguous.
    candidates : iterable of str, default none
        The notations that it could stand for.
    """

    def __init__(self, message: str, candidates: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.candidates = list(candidates)


class SetupError(BoardwrightError, ValueError):
    """Options, a blueprint or a position from which no game can go on: every reason at once.

    Parameters
    ----------
    message : str
        All problems in one line.
    problems : iterable of (path, message, rule), default none
        The problems, in the order of the data.
    """

    def __init__(self, message: str, problems: Iterable[tuple[str, str, str | None]] = ()) -> None:
        super().__init__(message)
        self.problems = [Problem(*problem) for problem in problems]

    @classmethod
    def of(cls, *problems: Problem) -> SetupError:
        """Make the error of some problems, with the message that lists them."""
        return cls("; ".join(str(problem) for problem in problems), problems)


class RecordError(BoardwrightError, ValueError):
    """A game record that can't be read or does not hold.

    Parameters
    ----------
    message : str
        What is wrong.
    line, column : int, default 0
        Where, counted from 1; 0 if that is not known, or there is none, as in JSON.
    rule : str or None
        The rule that an illegal turn offends.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, rule: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.rule = rule


class UnknownGameError(BoardwrightError, LookupError, ValueError):
    """No game has this name."""


class LimitError(BoardwrightError, ValueError):
    """An input beyond its stated size, or a question with too many answers."""


class LawError(BoardwrightError, AssertionError):
    """A game broke a law of the contract (a bug in the game, found by `check_game`)."""


class SearchError(BoardwrightError, ValueError):
    """A search that can't be: nobody is to act, the method is not for the game, an evaluator's answer is of no use."""


class ViewError(BoardwrightError, ValueError):
    """A view was asked for what its viewer does not know."""


class BotError(BoardwrightError, RuntimeError):
    """A bot gave an answer that can't be played.

    Parameters
    ----------
    message : str
        Which bot in which seat, and why.
    seat : int, optional
        Its seat.
    rule : str, optional
        The rule that forbids the answer.
    record : Record, optional
        The game up to there.
    """

    def __init__(
        self, message: str, seat: int | None = None, rule: str | None = None, record: Record | None = None
    ) -> None:
        super().__init__(message)
        self.seat = seat
        self.rule = rule
        self.record = record


class EngineError(BoardwrightError, OSError):
    """An engine in another process could not do what it was asked for, or does not keep to the protocol.

    Parameters
    ----------
    message : str
        What went wrong.
    code : str
        The code of the engine's answer, such as ``"busy"``; ``"protocol"`` if it gave no answer that makes sense.
    """

    def __init__(self, message: str, code: str = "protocol") -> None:
        super().__init__(message)
        self.code = code


class EngineDiedError(EngineError):
    """An engine's process is not there any more.

    Parameters
    ----------
    message : str
        What is known of it.
    exit_code : int, optional
        Its exit code; negative: the signal that ended it.
    errors : str
        What it wrote last to its standard error.
    """

    def __init__(self, message: str, exit_code: int | None = None, errors: str = "") -> None:
        super().__init__(message, "died")
        self.exit_code = exit_code
        self.errors = errors


class EngineTimeoutError(EngineError, TimeoutError):
    """An engine did not answer in time; its process was ended."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "timeout")


class StopMatch(BoardwrightError):
    """Raised by a bot to end the match before the game is over, as `human` does on ``quit``.

    Parameters
    ----------
    message : str
        Why.
    """

    def __init__(self, message: str = "stopped by a player") -> None:
        super().__init__(message)
