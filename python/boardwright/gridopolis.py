"""Gridopolis with types: options, blueprints, and the dict forms of states and actions.

The forms are explained in ``docs/games/gridopolis-forms.md``; everything here also works through
`boardwright.start` and `boardwright.State`.
"""

# Annotations are kept as they are, not as texts: else the types could not tell which keys are required.
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from . import _core, games
from ._core import State

__all__ = [
    "ActionDict",
    "BlueprintDict",
    "OptionsDict",
    "PhaseDict",
    "StateDict",
    "blueprint_text",
    "blueprints",
    "check_blueprint",
    "start",
]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


Site: TypeAlias = Sequence[int]
"""``[x, y, level]``."""

Win: TypeAlias = Literal["last", "points"]


class ReserveDict(TypedDict):
    """Parts that a seat can still build with."""

    pads: int
    links: int
    posts: int
    blockers: int


class CapturedDict(TypedDict):
    """Markers that a seat has taken."""

    pawns: int
    kings: int


class MarkerDict(TypedDict):
    """A marker on the grid-set."""

    site: Site
    seat: int
    king: NotRequired[bool]
    moved: NotRequired[bool]


class BlockDict(TypedDict):
    """A block of sites: inclusive ranges, or a number for a range of one."""

    x: int | Sequence[int]
    y: int | Sequence[int]
    level: int | Sequence[int]


Sites: TypeAlias = Sequence[Site | BlockDict]


class SectionDict(TypedDict):
    """A player's part of a blueprint."""

    forward: Literal["+x", "-x", "+y", "-y", "+level", "-level"]
    pads: NotRequired[Sites]
    home_row: Sites
    markers: Sites


class BlueprintDict(TypedDict):
    """A grid-set as data."""

    format: int
    name: str
    title: NotRequired[str]
    description: NotRequired[str]
    status: NotRequired[Literal["printed", "own"]]
    assumed: NotRequired[Sequence[str]]
    win: NotRequired[Win]
    pads: NotRequired[Sites]
    teleporters: NotRequired[Sites]
    posts: NotRequired[Sequence[Sequence[Site]]]
    links: NotRequired[Sequence[Sequence[Site]]]
    reserve: NotRequired[ReserveDict]
    players: Mapping[str, Sequence[str]]
    sections: Mapping[str, SectionDict]


class OptionsDict(TypedDict, total=False):
    """The options of a game; a state gives them in full, and takes what differs from the defaults."""

    players: int
    blueprint: str | BlueprintDict
    win: Win
    rounds: int | None
    quiet_limit: int
    turn_cap: int
    first_seat: int
    supported_pads: bool
    reserves: int | ReserveDict | None


class TurnPhaseDict(TypedDict):
    """The seat starts its turn."""

    name: Literal["turn"]


class CapturePhaseDict(TypedDict):
    """The marker on `site` captured and may go on."""

    name: Literal["chain"]
    site: Site
    kind: Literal["capture"]
    second: NotRequired[bool]


class HopPhaseDict(TypedDict):
    """The marker on `site` hopped and may hop on in `direction`."""

    name: Literal["chain"]
    site: Site
    kind: Literal["hop"]
    direction: Sequence[int]
    second: NotRequired[bool]


class TeleportPhaseDict(TypedDict):
    """The marker on the teleporter `site` must choose another one."""

    name: Literal["teleport"]
    site: Site
    kind: Literal["step", "hop", "capture"]
    second: NotRequired[bool]
    crowned: NotRequired[bool]


class SecondPhaseDict(TypedDict):
    """The king on `site` may make its second move."""

    name: Literal["second"]
    site: Site


class OverPhaseDict(TypedDict):
    """The game is over."""

    name: Literal["over"]
    reason: Literal["last player", "passes", "quiet", "time", "turn cap"]


PhaseDict: TypeAlias = (
    TurnPhaseDict | CapturePhaseDict | HopPhaseDict | TeleportPhaseDict | SecondPhaseDict | OverPhaseDict
)


class StateDict(TypedDict):
    """A position; a state gives it in full, but can be read from as little as must be there."""

    game: Literal["gridopolis"]
    format: int
    options: NotRequired[OptionsDict]
    built: NotRequired[Sequence[Site]]
    blocked: NotRequired[Sequence[Site]]
    markers: Sequence[MarkerDict]
    reserves: NotRequired[Sequence[ReserveDict]]
    captured: NotRequired[Sequence[CapturedDict]]
    seat: int
    turn: NotRequired[int]
    round: NotRequired[int]
    turns_in_round: NotRequired[int]
    quiet: NotRequired[int]
    passes: NotRequired[int]
    time_called: NotRequired[bool]
    progress: NotRequired[bool]
    first_seat: NotRequired[int]
    phase: NotRequired[PhaseDict]
    viewer: NotRequired[str]
    """Whose view it is, if it is one."""


# "from" is a keyword, so these are written as calls.
StepDict = TypedDict("StepDict", {"type": Literal["step"], "from": Site, "to": Site})
JumpDict = TypedDict("JumpDict", {"type": Literal["hop", "capture"], "from": Site, "over": Site, "to": Site})
KamikazeDict = TypedDict("KamikazeDict", {"type": Literal["kamikaze"], "from": Site, "over": Site})
TeleportDict = TypedDict("TeleportDict", {"type": Literal["teleport"], "from": Site, "to": Site})


class PlaceDict(TypedDict):
    """A pad or a blocker-box is added."""

    type: Literal["build", "block"]
    site: Site


class PlainDict(TypedDict):
    """An action without a site."""

    type: Literal["stop", "pass", "time"]


ActionDict: TypeAlias = StepDict | JumpDict | KamikazeDict | TeleportDict | PlaceDict | PlainDict


def start(
    players: int = 2,
    blueprint: str | os.PathLike[str] | BlueprintDict = "matrix",
    *,
    win: Win | None = None,
    rounds: int | None = None,
    quiet_limit: int = 20,
    turn_cap: int = 10_000,
    first_seat: int = 0,
    supported_pads: bool = False,
    reserves: int | ReserveDict | None = None,
) -> State:
    """Start a game of Gridopolis.

    Parameters
    ----------
    players : int
        2, 3 or 4, if the blueprint seats that many.
    blueprint : str, path or dict
        The name of a shipped blueprint (see `blueprints`), the path of a ``.toml`` or ``.json`` file, or a
        blueprint as a dict.
    win : {"last", "points"}, optional
        The last player with markers wins, or most points; by default as the blueprint says.
    rounds : int, optional
        With ``win="points"``: how many rounds the game lasts; None: until time is called.
    quiet_limit : int
        With ``win="last"``: a draw after so many quiet turns in a row for each player who has markers; 0: never.
    turn_cap : int
        The game ends after so many turns.
    first_seat : int
        The seat that starts.
    supported_pads : bool
        Whether every new pad needs a pad directly below it.
    reserves : 0 or dict, optional
        What each seat can build with; None: as the blueprint says; 0: nothing.

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
    options: dict[str, Any] = {
        "players": players,
        "blueprint": blueprint,
        "rounds": rounds,
        "quiet_limit": quiet_limit,
        "turn_cap": turn_cap,
        "first_seat": first_seat,
        "supported_pads": supported_pads,
        "reserves": reserves,
    }
    if win is not None:
        options["win"] = win
    return games.start("gridopolis", **options)


def blueprints() -> dict[str, BlueprintDict]:
    """All blueprints that come with the package, by name, as dicts of your own to change.

    Examples
    --------
    >>> "matrix" in blueprints()
    True
    """
    return {name: check_blueprint(text) for name, text in _core.data_files("blueprint")}


def blueprint_text(name: str) -> str:
    """TOML text of a shipped blueprint: a good start for a file of your own.

    Raises
    ------
    SetupError
        If none has this name.
    """
    return games.shipped_text("blueprint", name, "G8")


def check_blueprint(source: str | os.PathLike[str] | Mapping[str, Any] | BlueprintDict) -> BlueprintDict:
    """Check a blueprint against the box, and give its dict form.

    Parameters
    ----------
    source : str, path or dict
        A dict; a path, or a text that ends in ``.toml`` or ``.json``; TOML or JSON text; the name of a shipped
        blueprint.

    Returns
    -------
    dict
        The blueprint as `start` takes it.

    Raises
    ------
    SetupError
        If anything is wrong with it; it lists every problem at once.
    TypeError
        If it is of another type or holds what no blueprint can.
    LimitError
        If it is larger than 256 KiB.
    OSError
        If the file can't be read.
    """
    text = games.data_text(source, "blueprint", blueprint_text)
    return cast("BlueprintDict", json.loads(_core.check_data("blueprint", text)))
