"""Microworld with types: options, boards, scenarios, figures about positions, and the dict forms.

The forms are explained in ``docs/games/microworld-forms.md``; everything here also works through
`boardwright.start` and `boardwright.State`.
"""

# Annotations are kept as they are, not as texts: else the types could not tell which keys are required.
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict, cast

from . import _core, games
from ._checks import name_kind
from ._core import State

__all__ = [
    "ActionDict",
    "BoardCellDict",
    "BoardDict",
    "BoardTissueDict",
    "CellDict",
    "GraphCellDict",
    "GraphDict",
    "OptionsDict",
    "PartDict",
    "PhaseDict",
    "PlacementDict",
    "QuartersDict",
    "Scenario",
    "StandingDict",
    "StateDict",
    "TissueDict",
    "TurnDict",
    "board",
    "check_element",
    "element_text",
    "elements",
    "placements",
    "random_board",
    "scenarios",
    "standing",
    "start",
    "tissues",
]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


Kind: TypeAlias = Literal["mucous", "nervous", "osseous", "muscular"]

Gene: TypeAlias = Literal["flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"]

SeenGene: TypeAlias = Gene | Literal["?"]

Mutation: TypeAlias = Literal["bonus", "majority", "barrier", "steal", "exchange", "shift"]

SeenMutation: TypeAlias = Mutation | Literal["?"]

Target: TypeAlias = Literal["bone-lover", "15-points", "chain-of-cells", "four-genes"]


class PartDict(TypedDict):
    """An annular sector: radii 0 to 24, angles in whole degrees, clockwise."""

    r: Sequence[int]
    angle: Sequence[int]


class CellDict(TypedDict):
    """A cell of a board file with shapes."""

    kind: Kind
    parts: Sequence[PartDict]
    gene: NotRequired[bool]


class GraphCellDict(TypedDict):
    """A cell of a board given as a graph."""

    kind: Kind
    adjacent: Sequence[int]
    gene: NotRequired[bool]
    rim: NotRequired[bool]
    quarter: NotRequired[int | None]
    at: NotRequired[Sequence[float] | None]


class GraphDict(TypedDict):
    """A board as a graph of cells (M6)."""

    format: Literal[1]
    cells: Sequence[GraphCellDict]
    name: NotRequired[str]
    title: NotRequired[str]
    status: NotRequired[Literal["printed", "own"]]
    assumed: NotRequired[Sequence[str]]


class QuartersDict(TypedDict):
    """A board of four quarters with exact shapes (M2)."""

    format: Literal[1]
    quarters: Sequence[Sequence[CellDict]]
    name: NotRequired[str]
    title: NotRequired[str]
    status: NotRequired[Literal["printed", "own"]]
    assumed: NotRequired[Sequence[str]]


BoardSource: TypeAlias = str | os.PathLike[str] | GraphDict | QuartersDict | Mapping[str, Any]


class BoardCellDict(TypedDict):
    """A cell of a board, with what follows from the board."""

    kind: Kind
    adjacent: list[int]
    gene: bool
    rim: bool
    quarter: int | None
    tissue: int
    parts: NotRequired[list[PartDict]]
    at: NotRequired[list[float] | None]


class BoardTissueDict(TypedDict):
    """A tissue of a board."""

    kind: Kind
    cells: list[int]


class BoardDict(TypedDict):
    """A board: `cells` by number, `tissues` by their lowest cell."""

    board: str | dict[str, Any]
    title: str
    radius: int | None
    cells: list[BoardCellDict]
    tissues: list[BoardTissueDict]
    seam_links: int
    assumed: list[str]


class OptionsDict(TypedDict, total=False):
    """Options of a game, in full as `State.options` gives them."""

    board: str | GraphDict | QuartersDict
    scenario: str | None
    rules: str
    target: Target | None
    mutations: Sequence[Mutation] | None


class TurnDict(TypedDict, total=False):
    """What has happened in the turn."""

    uses: int
    powers: list[Gene]
    blocked: bool
    mutated: bool
    cell: int | None
    filled: bool
    gained: int
    bonus: bool


class PhaseDict(TypedDict):
    """What comes next."""

    name: Literal[
        "leftover",
        "target",
        "tile",
        "keep",
        "reveal",
        "before",
        "steal",
        "move",
        "token",
        "after",
        "flip",
        "mutate",
        "ten",
        "over",
    ]
    seat: NotRequired[int]
    gene: NotRequired[Gene]


class StateDict(TypedDict):
    """A position."""

    game: Literal["microworld"]
    format: Literal[1]
    pawns: list[list[int]]
    options: NotRequired[OptionsDict]
    viewer: NotRequired[str]
    flipped: NotRequired[list[list[int]]]
    radiation: NotRequired[list[list[int]]]
    genes: NotRequired[list[int]]
    hands: NotRequired[list[list[SeenGene]]]
    known: NotRequired[list[Gene]]
    used: NotRequired[list[list[Gene]]]
    leftovers: NotRequired[int]
    arrow: NotRequired[Gene | None]
    points: NotRequired[list[int]]
    target: NotRequired[Target | None]
    target_by: NotRequired[int | None]
    bones: NotRequired[list[list[int]]]
    ten_by: NotRequired[int | None]
    mutations: NotRequired[list[SeenMutation | None]]
    tiles: NotRequired[list[list[SeenMutation]]]
    mutation_tokens: NotRequired[list[int]]
    barrier: NotRequired[int | None]
    seat: NotRequired[int]
    turn: NotRequired[int]
    this_turn: NotRequired[TurnDict]
    phase: NotRequired[PhaseDict]


class CellActionDict(TypedDict):
    """A pawn is placed in a cell, or a gene or mutation is aimed at it."""

    type: Literal["place", "cell"]
    cell: int


class GeneActionDict(TypedDict):
    """A gene is used, or drawn."""

    type: Literal["gene", "draw"]
    gene: SeenGene


class MutationActionDict(TypedDict):
    """A mutation tile is kept, dealt or turned face-up."""

    type: Literal["keep", "tile", "reveal"]
    mutation: SeenMutation


class PawnActionDict(TypedDict):
    """A gene or mutation is aimed at a pawn."""

    type: Literal["pawn"]
    seat: int
    pawn: int


class TargetActionDict(TypedDict):
    """The target is drawn."""

    type: Literal["target"]
    target: Target


class PlainActionDict(TypedDict):
    """An action that says it all."""

    type: Literal["mutation", "steal", "allow", "end"]


ActionDict: TypeAlias = (
    CellActionDict | GeneActionDict | MutationActionDict | PawnActionDict | TargetActionDict | PlainActionDict
)


class TissueDict(TypedDict):
    """A tissue as it would score if the game ended now; lists have an entry a seat.

    `pawns` are those that count, `flipped` those that do not; `leader` has more of them; `winner` scores the `points`,
    for the reason `why`. `worth` is what the tissue would bring each seat, and `swing` by how much one more pawn there
    would change a seat's lead.
    """

    kind: Kind
    cells: list[int]
    free: int
    pawns: list[int]
    flipped: list[int]
    radiation: bool
    leader: int | None
    winner: int | None
    points: int
    worth: list[int]
    swing: list[int]
    why: str


class PlacementDict(TypedDict):
    """What placing in a cell would score if the turn ended right after it.

    `points` are all that the player gets in the turn and `opponent` what the other seat does; `adjacent`, `nervous` and
    `filled` are parts of it (M15, M44, M45). `gene`: a gene token is taken.
    """

    cell: int
    points: int
    opponent: int
    adjacent: int
    nervous: int
    filled: int
    gene: bool


class StandingDict(TypedDict):
    """Points a seat: on the score track, for tissues if the game ended now, and both; and unused gene tokens."""

    track: list[int]
    tissues: list[int]
    total: list[int]
    unused_genes: list[int]


class Scenario(NamedTuple):
    """A preset of additional rules (M48)."""

    name: str
    rules: str
    target: str | None
    about: str


def start(
    board: BoardSource = "1a 2a 3a 4a",
    *,
    scenario: str | None = None,
    rules: str | None = None,
    target: Target | None = None,
    mutations: Sequence[Mutation] | None = None,
    seed: int | None = None,
) -> State:
    """Start a game of Microworld.

    Parameters
    ----------
    board : str, path or dict
        Four sides, clockwise from the upper right, such as ``"1a 2b 3a 4b"``; the path of a ``.toml`` or ``.json``
        file; or a board as a dict.
    scenario : str, optional
        The name of a preset (see `scenarios`), in the place of rules and target.
    rules : str, optional
        Letters of the additional rules in play, such as ``"ABE"``.
    target : str, optional
        With rule B: the target; None: it is drawn.
    mutations : pair of str, optional
        With rule C: the mutations of both seats; None: they are dealt and chosen.
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
    """
    options: dict[str, Any] = {"board": board, "scenario": scenario, "target": target, "mutations": mutations}
    if rules is not None:
        options["rules"] = rules
    return games.start("microworld", seed=seed, **options)


def board(source: BoardSource) -> BoardDict:
    """Check a board, and give its cells, tissues and shapes.

    Parameters
    ----------
    source : str, path or dict
        As `start` takes it.

    Raises
    ------
    SetupError
        If anything is wrong with it; it lists every problem at once.
    TypeError, LimitError, OSError
        As `boardwright.start` does.

    Examples
    --------
    >>> found = board("1a 2b 3a 4b")
    >>> len(found["cells"]), sum(cell["gene"] for cell in found["cells"])
    (32, 7)
    """
    # A name, such as "1a 2b 3a 4b", is data of its own: a JSON text.
    return cast("BoardDict", json.loads(_core.microworld_board(games.data_text(source, "board", json.dumps))))


def random_board(seed: int) -> str:
    """One of the 384 boards that the four elements make, each equally likely.

    Parameters
    ----------
    seed : int
        0 to 2**64 - 1; the same seed gives the same board.

    Examples
    --------
    >>> start(random_board(7)).num_players
    2
    """
    return _core.microworld_random_board(games.make_rng(seed))


def scenarios() -> list[Scenario]:
    """Ten presets of additional rules in order of complexity; those of the printed game are lost, so these are assumed.

    Examples
    --------
    >>> scenarios()[0]
    Scenario(name='nerves', rules='E', target=None, about='a point for every pawn in a nervous cell')
    """
    return [Scenario(*one) for one in _core.microworld_scenarios()]


def elements() -> dict[str, dict[str, Any]]:
    """Give the four elements with both their sides, by name, as dicts of your own to change.

    Examples
    --------
    >>> sorted(elements())
    ['1', '2', '3', '4']
    """
    return {name: check_element(text) for name, text in _core.data_files("element")}


def element_text(name: str) -> str:
    """TOML text of an element: a good start for a board of your own.

    Raises
    ------
    SetupError
        If none has this name.
    """
    return games.shipped_text("element", name, "M1")


def check_element(source: str | os.PathLike[str] | Mapping[str, Any]) -> dict[str, Any]:
    """Check an element: that the cells of both sides fill the quarter, and all that M2 asks for.

    Parameters
    ----------
    source : str, path or dict
        A dict; a path, or a text that ends in ``.toml`` or ``.json``; TOML or JSON text; the name of a shipped one.

    Raises
    ------
    SetupError
        If anything is wrong with it; it lists every problem at once.
    TypeError, LimitError, OSError
        As `boardwright.start` does.
    """
    element: dict[str, Any] = json.loads(_core.check_data("element", games.data_text(source, "element", element_text)))
    return element


def tissues(state: State) -> list[TissueDict]:
    """Each tissue as it would score if the game ended now, with reasons to check it by hand.

    Raises
    ------
    TypeError, ValueError
        If it is no state, or one of another game.

    Examples
    --------
    >>> found = tissues(start("1a 2a 3a 4a"))
    >>> sum(len(tissue["cells"]) for tissue in found), found[0]["why"]
    (32, 'no pawns that count [M30]')
    """
    return cast("list[TissueDict]", _analyse(state, "tissues"))


def placements(state: State) -> list[PlacementDict]:
    """Give what each legal placement would score; nothing when no pawn is to be placed.

    Raises
    ------
    TypeError, ValueError
        If it is no state, or one of another game.

    Examples
    --------
    >>> [placement["points"] for placement in placements(start("1a 2a 3a 4a"))]
    [0, 0, 0, 0, 0, 0, 0]
    """
    return cast("list[PlacementDict]", _analyse(state, "placements"))


def standing(state: State) -> StandingDict:
    """Points on the score track, what the final scoring would add now, and their sum.

    Raises
    ------
    TypeError, ValueError
        If it is no state, or one of another game.

    Examples
    --------
    >>> standing(start())["total"]
    [0, 0]
    """
    return cast("StandingDict", _analyse(state, "standing"))


def _analyse(state: State, what: str) -> Any:
    # What has a method of this name is not yet a state.
    if not isinstance(state, State):
        raise TypeError(f"figures are those of a State, not of {name_kind(state)}")
    return state.analyse(what)
