"""Genotype with types: options, figures about positions, dict forms, exact odds of its dice, rolls, and data files.

The forms are explained in ``docs/games/genotype-forms.md``, the data files in ``docs/games/genotype-data.md``, the odds
in ``docs/games/genotype-odds.md``; games and states also work through `boardwright.start` and `boardwright.State`.
"""

# Annotations are kept as they are, not as texts: else the types could not tell which keys are required.
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from . import _core, games
from ._checks import is_unicode, name_kind
from ._core import State
from ._genotype_forms import (
    ActionDict,
    ChanceDict,
    Colour,
    ColourOddsDict,
    CompletePlantDict,
    DiceDict,
    Difficulty,
    DiscardsDict,
    DisplayDict,
    EpochsDict,
    GardenPlantDict,
    GoalPointsDict,
    HardAssistant,
    JohannDict,
    MarkerPointsDict,
    OptionsDict,
    PhaseDict,
    PlayerDict,
    PlotDict,
    PointsDict,
    StateDict,
    StockDict,
    Trait,
    TraitOddsDict,
)
from ._genotype_odds import Comparison, Odds, chance, odds
from ._genotype_questions import Wish
from ._genotype_rolls import roll, roll_faces
from .errors import Problem, SetupError

__all__ = [
    "ActionDict",
    "AutomaCardDict",
    "AutomaDict",
    "ChanceDict",
    "ColourOddsDict",
    "Comparison",
    "CompletePlantDict",
    "DiceDict",
    "DiscardsDict",
    "DisplayDict",
    "EpochsDict",
    "GardenPlantDict",
    "GoalPointsDict",
    "JohannDict",
    "MarkerPointsDict",
    "Odds",
    "OptionsDict",
    "PhaseDict",
    "PlantDict",
    "PlantsDict",
    "PlayerDict",
    "PlotDict",
    "PointsDict",
    "PricesDict",
    "StateDict",
    "StockDict",
    "ToolsDict",
    "TraitOddsDict",
    "Wish",
    "chance",
    "check_automa",
    "check_plants",
    "check_prices",
    "check_tools",
    "data_text",
    "dice",
    "odds",
    "points",
    "roll",
    "roll_faces",
    "sheet",
    "start",
]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


# Data files.

DataKind: TypeAlias = Literal["plants", "tools", "prices", "automa"]


class PlantDict(TypedDict):
    """A plant card: two to four traits, at most one of each characteristic, and its points (T12)."""

    traits: Sequence[Trait]
    points: int


class PlantsDict(TypedDict):
    """The 50 plant cards; a plant's number is its place in `cards`."""

    format: Literal[1]
    cards: Sequence[PlantDict]
    name: NotRequired[str]
    title: NotRequired[str]
    status: NotRequired[Literal["printed", "own"]]
    assumed: NotRequired[Sequence[str]]


class ToolsDict(TypedDict):
    """How many of the 25 tool cards there are of each kind (T13)."""

    format: Literal[1]
    counts: Mapping[str, int]
    name: NotRequired[str]
    title: NotRequired[str]
    status: NotRequired[Literal["printed", "own"]]
    assumed: NotRequired[Sequence[str]]


class PricesDict(TypedDict):
    """Lowest, starting and highest price of each research upgrade (T14)."""

    format: Literal[1]
    prices: Mapping[str, Sequence[int]]
    name: NotRequired[str]
    title: NotRequired[str]
    status: NotRequired[Literal["printed", "own"]]
    assumed: NotRequired[Sequence[str]]


class AutomaCardDict(TypedDict):
    """An automa card of Brother Johann (T81); `new` is the colour of its De Novo section."""

    action: Literal[
        "treasury", "university", "nursery", "tool-shed", "genes-top", "genes-left", "first", "goal", "gardening"
    ]
    letter: Literal["R", "r", "G", "g", "F", "f", "T", "t", "mutation"]
    pips: int
    single: Colour
    double: Colour
    new: NotRequired[Colour | Literal[""] | None]


class AutomaDict(TypedDict):
    """The nine automa cards; a card's number is its place in `cards`."""

    format: Literal[1]
    cards: Sequence[AutomaCardDict]
    name: NotRequired[str]
    title: NotRequired[str]
    status: NotRequired[Literal["printed", "own"]]
    assumed: NotRequired[Sequence[str]]


Source: TypeAlias = str | os.PathLike[str] | Mapping[str, Any]


def check_plants(source: Source | PlantsDict) -> PlantsDict:
    """Check plant cards: 50 of them, each with two to four traits, at most one a characteristic, and points (T12).

    Cards may be alike.

    Parameters
    ----------
    source : str, path or dict
        A dict; a path, or a text that ends in ``.toml`` or ``.json``; TOML or JSON text; or ``"assumed"`` for the
        shipped ones.

    Raises
    ------
    SetupError
        If anything is wrong with them; it lists every problem at once, and which rows of a sheet are still empty.
    TypeError, LimitError, OSError
        As `boardwright.start` does.

    Examples
    --------
    >>> check_plants("assumed")["cards"][0]["traits"]
    ['RR', 'Gg']
    """
    return cast("PlantsDict", _check("plants", source))


def check_tools(source: Source | ToolsDict) -> ToolsDict:
    """Check how many tool cards there are of each kind: 25 in all (T13).

    Parameters
    ----------
    source : str, path or dict
        As for `check_plants`.

    Raises
    ------
    SetupError, TypeError, LimitError, OSError
        As `check_plants` does.

    Examples
    --------
    >>> check_tools("assumed")["counts"]["grant"]
    3
    """
    return cast("ToolsDict", _check("tools", source))


def check_prices(source: Source | PricesDict) -> PricesDict:
    """Check prices of the research upgrades: lowest, starting and highest one of each (T14).

    Parameters
    ----------
    source : str, path or dict
        As for `check_plants`.

    Raises
    ------
    SetupError, TypeError, LimitError, OSError
        As `check_plants` does.

    Examples
    --------
    >>> check_prices("assumed")["prices"]["hire"]
    [1, 2, 4]
    """
    return cast("PricesDict", _check("prices", source))


def check_automa(source: Source | AutomaDict) -> AutomaDict:
    """Check automa cards: nine actions, eight letters and a mutation symbol, a double arrow to every row (T81, T82).

    Parameters
    ----------
    source : str, path or dict
        As for `check_plants`.

    Raises
    ------
    SetupError, TypeError, LimitError, OSError
        As `check_plants` does.

    Examples
    --------
    >>> check_automa("assumed")["cards"][0]["action"]
    'treasury'
    """
    return cast("AutomaDict", _check("automa", source))


def data_text(kind: DataKind) -> str:
    """TOML text of the shipped data of a kind: a good start for data of your own.

    Parameters
    ----------
    kind : str
        ``"plants"``, ``"tools"``, ``"prices"`` or ``"automa"``.

    Raises
    ------
    SetupError
        If there is no such kind.
    TypeError
        If it is no text.
    """
    _sheet(kind)
    return games.shipped_text(kind, "assumed", RULES[kind])


def sheet(kind: DataKind = "plants") -> str:
    """Give a sheet, TOML text to type in what is printed on the cards of your game.

    Checking the file (``boardwright check FILE``, or `check_plants` and the like) says which rows are still empty.

    Parameters
    ----------
    kind : str
        ``"plants"``, ``"tools"``, ``"prices"`` or ``"automa"``.

    Raises
    ------
    SetupError
        If there is no such kind.
    TypeError
        If it is no text.

    Examples
    --------
    >>> check_plants(sheet("plants"))
    Traceback (most recent call last):
        ...
    boardwright.errors.SetupError: cards: still empty: 0 to 49 [T12]
    """
    return _sheet(kind)


RULES: dict[str, str] = {"plants": "T12", "tools": "T13", "prices": "T14", "automa": "T81"}
"""The rule of each kind of data file."""

NAMES = {"plants": "plant list", "tools": "tool list", "prices": "price list", "automa": "automa deck"}
"""How messages call each kind."""


def _sheet(kind: str) -> str:
    if not isinstance(kind, str):
        raise TypeError(f"a kind of data file is a text, not {name_kind(kind)}")
    text = _core.data_sheet(kind) if is_unicode(kind) else None
    if text is None:
        message = f"there is no kind {kind[: games.MAX_SHOWN]!r}; there are: {', '.join(RULES)}"
        raise SetupError.of(Problem("kind", message))
    return text


def _check(kind: str, source: Any) -> Any:
    text = games.data_text(source, NAMES[kind], lambda name: games.shipped_text(kind, name, RULES[kind]))
    return json.loads(_core.check_data(kind, text))


# Games.


def start(
    players: int = 2,
    *,
    first_seat: int | Literal["random"] = 0,
    difficulty: Difficulty = "standard",
    johann: HardAssistant | None = None,
    plants: Source | None = None,
    tools: Source | None = None,
    prices: Source | None = None,
    automa: Source | None = None,
    seed: int | None = None,
) -> State:
    """Start a game of Genotype.

    Parameters
    ----------
    players : int
        1 to 5; 1 is the solo game against Brother Johann.
    first_seat : int or "random"
        The seat that starts; in the solo game always 0.
    difficulty : str
        Solo: ``"easy"``, ``"standard"`` or ``"hard"``.
    johann : str, optional
        Solo, hard: Johann's assistant; None: drawn.
    plants, tools, prices, automa : str, path or dict, optional
        Data of your own: the path of a ``.toml`` or ``.json`` file, or its content. Without them the shipped data are
        used, which are assumed.
    seed : int, optional
        Draws what is drawn before the first decision; without it the state is the one before that.

    Returns
    -------
    State
        The first state.

    Raises
    ------
    SetupError
        If these do not make a game; it lists every reason.
    TypeError, LimitError, OSError
        As `boardwright.start` does.

    Examples
    --------
    >>> start(3, seed=7).current_player
    0
    >>> start(1, difficulty="hard", johann="may").num_players
    1
    """
    data = {"plants": plants, "tools": tools, "prices": prices, "automa": automa}
    options: dict[str, Any] = {"players": players, "first_seat": first_seat, "difficulty": difficulty, "johann": johann}
    options |= {name: value for name, value in data.items() if value is not None}
    return games.start("genotype", seed=seed, **options)


# Figures about positions.


def points(state: State) -> list[PointsDict]:
    """Points of each player, and of Johann after the solo player, as if the game ended now.

    Raises
    ------
    TypeError, ValueError
        If it is no state, or one of another game.

    Examples
    --------
    >>> [(side["name"], side["total"]) for side in points(start(1))]
    [('Scientist 1', 1), ('Brother Johann', 1)]
    >>> points(start())[0]["why"]
    '0 for plants + 0 for goals + 0 for Trait Markers + 1 for coins = 1 [T52]'
    """
    return cast("list[PointsDict]", _analyse(state, "points"))


def dice(state: State) -> DiceDict:
    """Exact odds of the dice of each colour with the Punnett squares as they are, and of dice for uncovered traits.

    They are odds of dice that are still to be rolled; what was rolled lies in the pools.

    Raises
    ------
    TypeError, ValueError
        If it is no state, or one of another game.

    Examples
    --------
    >>> odds = dice(start())["colours"][0]
    >>> odds["colour"], round(odds["die"]["RR"], 3), round(odds["at_least"]["RR"][0], 3)
    ('R', 0.222, 0.715)
    """
    return cast("DiceDict", _analyse(state, "dice"))


def _analyse(state: State, what: str) -> Any:
    # What has a method of this name is not yet a state.
    if not isinstance(state, State):
        raise TypeError(f"figures are those of a State, not of {name_kind(state)}")
    return state.analyse(what)
