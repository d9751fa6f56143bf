"""What clients can ask: for each method its request, and how the answer is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from boardwright import errors, games
from boardwright import record as records
from boardwright._checks import name_kind, time_limit, whole_number
from boardwright._core import Action, Record, State, Turn
from boardwright.errors import BoardwrightError, EngineError, Problem

from .connection import Message
from .verbs import LIMITS, VERSION

__all__ = ["BestMove", "Call", "EngineOption", "Hello", "Move", "Moves", "Status"]

T = TypeVar("T")

Move: TypeAlias = str | Action | Turn

Moves: TypeAlias = Move | Iterable[Move]
"""One move or several; a text may hold several, with spaces between them."""

MAX_INFOS = 1000
"""A `BestMove` keeps the last so many infos."""


@dataclass(frozen=True)
class EngineOption:
    """An option of an engine.

    Attributes
    ----------
    name : str
        Its name.
    type : str
        ``"string"``, or ``"spin"`` for a number.
    value, default : str or int
        What it is set to, and was set to in the beginning.
    min, max : int or None
        The bounds of a number.
    """

    name: str
    type: str
    value: str | int | None = None
    default: str | int | None = None
    min: int | None = None
    max: int | None = None


@dataclass(frozen=True)
class Hello:
    """What an engine says about itself.

    Attributes
    ----------
    name, author : str
        Who it is, and who wrote it.
    protocol : str
        The version of the protocol that it speaks.
    games : tuple of str
        The games that it plays; empty if it does not say.
    options : dict of str to EngineOption
        Its options, by name.
    needs : tuple of str
        What it must be told beside the position: ``"legal"``, the legal moves, since it knows no rules.
    follows : tuple of str
        What it can follow a game by and gains from: ``"play"``, what happens, instead of a new position each time.
    """

    name: str
    author: str
    protocol: str
    games: tuple[str, ...]
    options: dict[str, EngineOption]
    needs: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Status:
    """Where a game is.

    Attributes
    ----------
    game : str
        The name of the game.
    turn : int
        How many turns are completed.
    events : int
        How many actions and outcomes of chance can be taken back.
    next : int or str
        The seat to act, ``"chance"`` or ``"over"``.
    viewer : str
        Whose knowledge the engine holds.
    returns, scores, winners : tuple
        The result by seat, as those of `State`; empty while the game goes on.
    ending : str or None
        Why the game is over.
    """

    game: str
    turn: int
    events: int
    next: int | str
    viewer: str
    returns: tuple[float, ...] = ()
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    ending: str | None = None

    @property
    def current_player(self) -> int | None:
        """The seat to act, if one is."""
        return self.next if isinstance(self.next, int) else None

    @property
    def is_chance(self) -> bool:
        """Whether chance is to act."""
        return self.next == "chance"

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.next == "over"


@dataclass(frozen=True)
class BestMove:
    """What an engine chose.

    Attributes
    ----------
    move : str
        The move in notation.
    infos : tuple of dict
        What it told meanwhile, the last 1,000: how far it was, and at last what it found.
    """

    move: str
    infos: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request with the way to read its answer."""

    verb: str
    params: dict[str, Any]
    read: Callable[[Message], T]
    long: bool = False

    def result(self, message: Message, engine: str) -> T:
        """Read an answer.

        Raises
        ------
        BoardwrightError
            What the answer says is wrong.
        EngineError
            If the answer can't be read.
        """
        try:
            if message.get("ok") is True:
                return self.read(message)
            wrong = fault(message.get("error"), engine, self.verb)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            why = f"{error.args[0]} is missing" if isinstance(error, KeyError) else f"{name_kind(error)}: {error}"
            raise EngineError(f"{engine} gave an answer to {self.verb} that can't be read: {why}") from error
        raise wrong


def fault(error: Any, engine: str, verb: str) -> BoardwrightError:
    """Make the exception of an error in an answer: that of the library, if it has one for it."""
    if not isinstance(error, Mapping):
        return EngineError(f"{engine} answered {verb} with an error that can't be read")
    code, message, rule = str(error.get("code", "")), str(error.get("message", "")), error.get("rule")
    match code:
        case "parse":
            column = error.get("column")
            return errors.ParseError(message, column if isinstance(column, int) else 0)
        case "illegal" if isinstance(rule, str):
            return errors.IllegalActionError(message, rule)
        case "ambiguous":
            return errors.AmbiguousActionError(message, [str(text) for text in error.get("candidates", [])])
        case "setup":
            found = [_problem(problem) for problem in error.get("problems", []) if isinstance(problem, Mapping)]
            return errors.SetupError(message, found)
    plain = {
        "noaction": errors.NoActionError,
        "game": errors.UnknownGameError,
        "search": errors.SearchError,
        "limit": errors.LimitError,
        "view": errors.ViewError,
    }
    kind = plain.get(code)
    return EngineError(f"{engine}: {verb}: {message}", code or "protocol") if kind is None else kind(message)


def _problem(data: Mapping[str, Any]) -> Problem:
    rule = data.get("rule")
    return Problem(str(data.get("path", "")), str(data.get("message", "")), rule if isinstance(rule, str) else None)


def _nothing(message: Message) -> None:
    return None


def _status(message: Message) -> Status:
    status = message["status"]
    if not isinstance(status["next"], int | str):
        raise TypeError("next is a seat, chance or over")
    result = message.get("result", {})
    return Status(
        str(status["game"]),
        int(status["turn"]),
        int(status["events"]),
        status["next"],
        str(status["viewer"]),
        tuple(map(float, result.get("returns", ()))),
        tuple(map(int, result.get("scores", ()))),
        tuple(map(int, result.get("winners", ()))),
        message.get("ending"),
    )


def _texts(key: str) -> Callable[[Message], list[str]]:
    def read(message: Message) -> list[str]:
        found = message[key]
        if not isinstance(found, list):
            raise TypeError(f"{key} is a list")
        return [str(text) for text in found]

    return read


def hello() -> Call[Hello]:
    """Ask who the engine is."""

    def read(message: Message) -> Hello:
        protocol = str(message["protocol"])
        if protocol.partition(".")[0] != VERSION.partition(".")[0]:
            raise EngineError(f"it speaks version {protocol:.40} of the protocol, not {VERSION}", "version")
        known = EngineOption.__dataclass_fields__
        options = [
            EngineOption(**{key: value for key, value in row.items() if key in known})
            for row in message.get("options", [])
        ]
        return Hello(
            str(message.get("name", "?")),
            str(message.get("author", "?")),
            protocol,
            tuple(map(str, message.get("games", ()))),
            {option.name: option for option in options},
            tuple(map(str, message.get("needs", ()))),
            tuple(map(str, message.get("follows", ()))),
        )

    return Call("bwp", {"version": VERSION}, read)


def is_ready() -> Call[None]:
    """Ask for a sign of life."""
    return Call("isready", {}, _nothing)


def set_option(name: str, value: str | int) -> Call[None]:
    """Set an option of the engine."""
    if not isinstance(value, str):
        value = whole_number(value, "the value of an option")
    return Call("setoption", {"name": _text(name, "the name of an option"), "value": value}, _nothing)


def default_options(game: str) -> Call[dict[str, Any]]:
    """Ask for the options of a game."""
    return Call("options", {"game": _text(game, "a game")}, lambda message: dict(message["defaults"]))


def new_game(game: str, options: Mapping[str, Any]) -> Call[Status]:
    """Start a game; files that options name are read here."""
    plain = json.loads(games.encode_options(options)) if options else {}
    return Call("newgame", {"game": _text(game, "a game")} | ({"options": plain} if plain else {}), _status)


def position(state: State | Mapping[str, Any] | None, moves: Moves) -> Call[Status]:
    """Set the position."""
    return Call("position", _position(state, moves), _status)


def position_only(state: State) -> Call[None]:
    """Set the position, with no regard to what the engine says about it: those that know no rules say nothing."""
    return Call("position", _position(state, ()), _nothing)


def _position(state: State | Mapping[str, Any] | None, moves: Moves) -> dict[str, Any]:
    params: dict[str, Any] = {}
    if isinstance(state, State):
        params["state"] = state.to_dict()
        if state.viewer != "everything":
            params["view"] = True
    elif isinstance(state, Mapping):
        params["state"] = dict(state)
    elif state is not None:
        raise TypeError(f"a position is a State or its dict, not {name_kind(state)}")
    words = _split(moves)
    if words:
        params["moves"] = words
    return params


def _split(moves: Moves) -> list[str]:
    """Give moves as words, as the protocol has them."""
    if isinstance(moves, str | Action | Turn):
        moves = [moves]
    if not isinstance(moves, Iterable):
        raise TypeError(f"moves are texts, actions or turns, not {name_kind(moves)}")
    return [word for move in moves for word in _move(move).split()]


def _move(move: object) -> str:
    return move.text if isinstance(move, Action | Turn) else _text(move, "a move")


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text, not {name_kind(value)}")
    return value


def _viewer(viewer: object) -> int | str:
    return viewer if isinstance(viewer, str) else whole_number(viewer, "the number of a seat")  # type: ignore[arg-type]


def play(moves: Moves) -> Call[Status]:
    """Play moves."""
    return Call("play", {"moves": _split(moves)}, _status)


def play_only(moves: Moves) -> Call[None]:
    """Play moves, with no regard to what the engine says about it, as `position_only`."""
    return Call("play", {"moves": _split(moves)}, _nothing)


def pass_() -> Call[Status]:
    """Pass."""
    return Call("pass", {}, _status)


def undo(count: int) -> Call[Status]:
    """Take events back."""
    return Call("undo", {"count": whole_number(count, "count")}, _status)


def status() -> Call[Status]:
    """Ask where the game is."""
    return Call("status", {}, _status)


def view(viewer: int | str) -> Call[Status]:
    """Let the engine forget what a seat does not know."""
    return Call("view", {"viewer": _viewer(viewer)}, _status)


def valid_moves(turns: bool) -> Call[list[str]]:
    """Ask what can be played; nothing where chance is to act."""
    if turns:
        return Call("validmoves", {"turns": True}, lambda message: _texts("turns")({"turns": [], **message}))
    return Call("validmoves", {}, lambda message: _texts("moves")(message) if "moves" in message else [])


def outcomes() -> Call[list[tuple[str, float]]]:
    """Ask what chance can bring; nothing where it is not to act."""

    def read(message: Message) -> list[tuple[str, float]]:
        return [(str(row["move"]), float(row["probability"])) for row in message.get("outcomes", [])]

    return Call("validmoves", {}, read)


def explain(move: Move) -> Call[tuple[bool, str | None, str]]:
    """Ask whether a move is legal, and why."""
    return Call(
        "explain",
        {"move": _move(move)},
        lambda message: (bool(message["legal"]), message.get("rule"), str(message["message"])),
    )


def seed(number: int) -> Call[None]:
    """Seed the engine."""
    return Call("seed", {"seed": whole_number(number, "a seed")}, _nothing)


def roll(every: bool) -> Call[list[str]]:
    """Let chance act."""
    return Call("roll", {"all": True} if every else {}, _texts("rolled"))


def go(limits: Mapping[str, Any], infinite: bool, legal: Iterable[Move] | None) -> Call[str]:
    """Let the engine think."""
    params: dict[str, Any] = {}
    for name, value in limits.items():
        if name not in LIMITS:
            raise TypeError(f"there is no limit {name!r}; there are: {', '.join(LIMITS)}")
        if value is not None:
            params[name] = time_limit(value) if name == "seconds" else whole_number(value, name)
    if infinite:
        params["infinite"] = True
    if legal is not None:
        if isinstance(legal, str) or not isinstance(legal, Iterable):
            raise TypeError(f"legal is a list of moves, not {name_kind(legal)}")
        params["legal"] = [_move(move) for move in legal]

    def read(message: Message) -> str:
        move = message["bestmove"]
        if not isinstance(move, str) or not move:
            raise TypeError("bestmove is a text")
        return move

    return Call("go", params, read, long=True)


def stop() -> Call[None]:
    """End the thinking."""
    return Call("stop", {}, _nothing)


def perft(depth: int, distinct: bool) -> Call[int]:
    """Count positions."""
    params: dict[str, Any] = {"depth": whole_number(depth, "depth")} | ({"distinct": True} if distinct else {})
    return Call("perft", params, lambda message: int(message["count"]), long=True)


def divide(depth: int) -> Call[dict[str, int]]:
    """Count positions behind each turn."""
    return Call(
        "perft",
        {"depth": whole_number(depth, "depth"), "divide": True},
        lambda message: {str(row["move"]): int(row["count"]) for row in message.get("divide", [])},
        long=True,
    )


def show() -> Call[str]:
    """Ask for a diagram."""
    return Call("show", {}, lambda message: str(message["text"]))


def state(viewer: int | str | None) -> Call[State]:
    """Ask for the position."""
    params = {} if viewer is None else {"viewer": _viewer(viewer)}
    return Call("dict", params, lambda message: State.from_dict(message["state"]))


def record() -> Call[Record]:
    """Ask for the record of the game."""
    return Call("record", {}, lambda message: records.loads(message["text"]))


def check_timeout(timeout: float | None) -> float | None:
    """Give a time-out back, if it can be one.

    Raises
    ------
    TypeError, ValueError
        If it is no number of seconds.
    """
    return None if timeout is None else time_limit(timeout, "timeout")


def patience(seconds: float | None, timeout: float | None, usual: float | None) -> float | None:
    """Tell how long to wait for an engine that thinks."""
    if timeout is not None or seconds is None or usual is None:
        return check_timeout(timeout)
    return seconds + usual
