"""Which games there are, and how one starts."""

from __future__ import annotations

import json
import math
import numbers
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, SupportsIndex

from . import _core
from ._checks import is_unicode, name_kind, whole_number
from ._core import Rng, State
from ._files import read_bytes
from .errors import LimitError, Problem, SetupError, UnknownGameError

__all__ = ["default_options", "list_games", "start", "state_from_json"]

MAX_DATA_BYTES = 256 * 1024
"""No data file (a blueprint, a board) and no set of options may be larger."""

MAX_STATE_BYTES = 1024 * 1024
"""No dict form as JSON may be larger."""

MAX_DEPTH = 16
"""Options may not be nested deeper."""

MAX_VALUES = 200_000
"""No option may hold more values; lists within lists can stand for many more than they take up."""

FILE_OPTIONS = ("blueprint", "board", "plants", "tools", "prices", "automa")
"""Options that may be the path or the text of a data file; its kind is called like the option."""

MAX_SHOWN = 60
"""Messages show so much of a text."""

CHANCE_LABEL = 0
"""`Rng(seed).split(CHANCE_LABEL)` draws the outcomes of chance; seat n has label n + 1."""


def list_games() -> list[str]:
    """Names of the games that `start` knows.

    Examples
    --------
    >>> list_games()
    ['gridopolis', 'microworld', 'genotype']
    """
    return _core.games()


def default_options(game: str) -> dict[str, Any]:
    """Options of a game with their defaults.

    Parameters
    ----------
    game : str
        The name of the game.

    Raises
    ------
    UnknownGameError
        If there is no such game.
    """
    options: dict[str, Any] = json.loads(_core.default_options(check_name(game)))
    return options


def start(game: str, *, seed: int | None = None, **options: Any) -> State:
    """Start a game.

    Parameters
    ----------
    game : str
        The name of the game, such as ``"gridopolis"``.
    seed : int, optional
        If the game starts with chance (a shuffled deck, say), draw it with this seed, 0 to 2**64 - 1. Without a
        seed the state is the one before the first outcome.
    **options
        The options of the game; `default_options` lists them. ``blueprint``, ``board``, ``plants``, ``tools``,
        ``prices`` and ``automa`` may be a name, a dict, TOML or JSON text, or the path of a ``.toml`` or ``.json`` file
        (at most 256 KiB).

    Returns
    -------
    State
        The first state.

    Raises
    ------
    UnknownGameError
        If there is no such game.
    SetupError
        If the options do not make a game; it lists every reason.
    TypeError
        If an option has a type that no game takes.
    LimitError
        If the options or a data file are too large.
    OSError
        If a data file can't be read.

    Examples
    --------
    >>> start("gridopolis", players=3).num_players
    3
    """
    state = _core.start(check_name(game), encode_options(options))
    if seed is not None:
        rng = make_rng(seed).split(CHANCE_LABEL)
        while state.is_chance:
            state = state.sample(rng)
    return state


def state_from_json(text: str) -> State:
    """Read the position that `State.to_json` wrote, checked.

    Parameters
    ----------
    text : str
        The dict form as JSON text.

    Raises
    ------
    SetupError
        If it is not JSON or no position; it lists every fault.
    UnknownGameError
        If there is no such game.
    LimitError
        If it has more than 1 MiB.

    Examples
    --------
    >>> state = start("gridopolis")
    >>> state_from_json(state.to_json()) == state
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is given as JSON text, not {name_kind(text)}; State.from_dict reads a dict")
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_STATE_BYTES:
        raise LimitError(f"a position has at most {MAX_STATE_BYTES:,} bytes as JSON, not {size:,}")
    if not is_unicode(text):
        raise SetupError.of(Problem("", "not JSON: a character is no Unicode"))
    return _core.state_from_json(text)


def check_name(game: str) -> str:
    """Give the name of a game back, if it can be one.

    Raises
    ------
    TypeError
        If it is no text.
    UnknownGameError
        If it is a text that no name can be.
    """
    if not isinstance(game, str):
        raise TypeError(f"the game is given by its name, a str, not {name_kind(game)}")
    if not is_unicode(game):
        raise UnknownGameError(f"there is no game {game!r}; there are: {', '.join(list_games())}")
    return game


def make_rng(seed: SupportsIndex) -> Rng:
    """Make the generator of a seed, with a clear error for what is not one.

    Raises
    ------
    TypeError
        If `seed` is not a whole number.
    ValueError
        If it is below 0 or above 2**64 - 1.
    """
    return Rng(whole_number(seed, "a seed"))


def encode_options(options: Mapping[str, Any]) -> str:
    """Options as JSON text for the engine, with data files read in.

    Raises
    ------
    SetupError, TypeError, LimitError, OSError
        As `start` does.
    """
    plain = {}
    for name, value in options.items():
        if name in FILE_OPTIONS and (is_data_file(value) or is_data_text(value)):
            plain[name] = _read_option(name, value)
        elif not is_unicode(name):
            raise SetupError.of(Problem("", "a character of an option's name is no Unicode"))
        else:
            plain[name] = to_plain(value, name[:MAX_SHOWN])
    text = json.dumps(plain, allow_nan=False)
    if len(text) > MAX_DATA_BYTES:
        raise LimitError(f"the options have at most {MAX_DATA_BYTES:,} characters as JSON, not {len(text):,}")
    return text


def _read_option(name: str, value: object) -> Any:
    """Read data given as a file or text; faults get the option's name in front, as those of a dict have it."""
    text = data_text(value, name, str)
    try:
        return json.loads(_core.check_data(name, text))
    except SetupError as error:
        problems = [problem._replace(path=".".join(filter(None, (name, problem.path)))) for problem in error.problems]
        raise SetupError.of(*problems) from None


def is_data_file(value: object) -> bool:
    """Whether a value names a file: a path, or a text that ends like one."""
    return isinstance(value, os.PathLike) or (isinstance(value, str) and value.lower().endswith((".toml", ".json")))


def is_data_text(value: object) -> bool:
    """Whether a value is TOML or JSON text: one word without any sign of them can only be a name."""
    return isinstance(value, str) and any(sign in value for sign in "\n={")


def read_data(path: str | os.PathLike[str], kind: str) -> str:
    """Text of a data file, such as a blueprint.

    Raises
    ------
    SetupError
        If it is not UTF-8 text.
    LimitError
        If it has more than 256 KiB.
    OSError
        If it can't be read.
    """
    data = read_bytes(path, MAX_DATA_BYTES, f"{kind} file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SetupError.of(Problem(str(Path(path)), f"not UTF-8 text (byte {error.start})")) from None


def data_text(source: object, kind: str, named: Callable[[str], str]) -> str:
    """Text of data given in any of the ways that they can be given in.

    Parameters
    ----------
    source : str, path or dict
        A dict; a path, or a text that ends in ``.toml`` or ``.json``; TOML or JSON text; or a name.
    kind : str
        How messages call it.
    named : callable
        Gives the text of a shipped one by its name.

    Raises
    ------
    SetupError, TypeError, LimitError, OSError
        As `start` does.
    """
    if isinstance(source, Mapping):
        text = json.dumps(to_plain(source, ""), allow_nan=False)
    elif isinstance(source, str | os.PathLike) and is_data_file(source) and "\n" not in str(source):
        text = read_data(source, kind)
    elif isinstance(source, str) and len(source) > MAX_DATA_BYTES:
        text = source  # refused below
    elif isinstance(source, str):
        text = source if is_data_text(source) else named(source)
    else:
        raise TypeError(f"{_article(kind)} {kind} is a text, a path or a dict, not {type(source).__name__}")
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_DATA_BYTES:
        raise LimitError(f"{_article(kind)} {kind} has at most {MAX_DATA_BYTES:,} bytes, not {size:,}")
    if not is_unicode(text):
        raise SetupError.of(Problem("", "a character is no Unicode"))
    return text


def shipped_text(kind: str, name: str, rule: str) -> str:
    """Text of a shipped data file.

    Raises
    ------
    SetupError
        If none has this name.
    TypeError
        If it is no text.
    """
    article = _article(kind)
    if not isinstance(name, str):
        raise TypeError(f"{article} {kind} is given by its name, a str, not {name_kind(name)}")
    shipped = dict(_core.data_files(kind))
    if name not in shipped:
        asked = repr(name) if len(name) <= MAX_SHOWN else f"{name[:MAX_SHOWN]!r}..."
        raise SetupError.of(Problem(kind, f"there is no {kind} {asked}; there are: {', '.join(shipped)}", rule))
    return shipped[name]


def _article(kind: str) -> str:
    return "an" if kind[0] in "aeiou" else "a"


def to_plain(value: object, path: str, depth: int = 0, budget: Iterator[int] | None = None) -> Any:
    """Turn a value into what JSON can hold, or say which part of it can't be.

    Parameters
    ----------
    value : object
        None, a bool, number or text, or a mapping or sequence of such. NumPy's integers and floats count as
        numbers.
    path : str
        How messages call the value.
    depth : int
        How deep it is nested already.
    budget : iterator, optional
        Gives a number for each value that may still come.

    Raises
    ------
    TypeError
        If some part is of another type.
    SetupError
        If some number is not finite or has more than 100 digits, some text is no Unicode, or the nesting is deeper
        than `MAX_DEPTH`.
    LimitError
        If it holds more than `MAX_VALUES` values.
    """
    budget = iter(range(MAX_VALUES)) if budget is None else budget
    place = f"{path}: " if path else ""
    if next(budget, None) is None:
        raise LimitError(f"{place}an option holds at most {MAX_VALUES:,} values")
    if isinstance(value, str) and not is_unicode(value):
        raise SetupError.of(Problem(path, "a character is no Unicode"))
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, numbers.Integral):
        return _bounded(int(value), path)
    if isinstance(value, numbers.Real):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise SetupError.of(Problem(path, f"{number} is not a number that can be used"))
        return number
    if depth == MAX_DEPTH:
        raise SetupError.of(Problem(path, f"nested more than {MAX_DEPTH} deep"))
    if isinstance(value, Mapping):
        plain = {}
        for key, part in value.items():
            if isinstance(key, bool) or not isinstance(key, str | int):
                raise TypeError(f"{place}keys are texts, not {type(key).__name__}")
            name = key if isinstance(key, str) else str(_bounded(key, path))
            if not is_unicode(name):
                raise SetupError.of(Problem(path, "a character of a key is no Unicode"))
            inner = f"{path}.{name[:MAX_SHOWN]}" if path else name[:MAX_SHOWN]
            plain[name] = to_plain(part, inner, depth + 1, budget)
        return plain
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [to_plain(part, f"{path}[{index}]", depth + 1, budget) for index, part in enumerate(value)]
    raise TypeError(
        f"{place}expected None, a bool, number, text, list or dict, not {type(value).__module__}."
        f"{type(value).__qualname__}"
    )


def _bounded(number: int, path: str) -> int:
    # Numbers of thousands of digits can't even be written down.
    if abs(number) >= 10**100:
        raise SetupError.of(Problem(path, "a number of more than 100 digits can't be used"))
    return number
