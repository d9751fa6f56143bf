"""The compiled engine. Everything here is re-exported by `boardwright` under friendlier names."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, SupportsIndex, final, overload

from numpy import bool_, float32
from numpy.typing import NDArray

__all__ = [
    "RNG_VERSION",
    "Action",
    "ActionIterator",
    "Actions",
    "Explanation",
    "Record",
    "Rng",
    "State",
    "Turn",
    "__version__",
    "action",
    "blueprints",
    "check_blueprint",
    "check_laws",
    "default_options",
    "games",
    "record_parse",
    "start",
    "state_from_bytes",
    "state_from_json",
    "turn",
]

__version__: Final[str]
RNG_VERSION: Final[int]

def games() -> list[str]:
    """Names of the games, in the order of the documentation."""

def start(game: str, options: str) -> State:
    """The first state of a game; `options` is a JSON object. Raises SetupError, UnknownGameError."""

def default_options(game: str) -> str:
    """The options in full with their defaults, as JSON."""

def state_from_json(text: str) -> State:
    """The state of a dict form (as JSON text). Raises SetupError with every problem at once."""

def state_from_bytes(data: bytes) -> State:
    """The state that `State.to_bytes` wrote (used by pickle)."""

def blueprints() -> list[tuple[str, str]]:
    """Name and TOML text of every shipped Gridopolis blueprint."""

def check_blueprint(text: str) -> str:
    """Checks a Gridopolis blueprint (TOML or JSON text) against the box; gives its dict form as JSON. Raises SetupError."""

def check_laws(
    game: str, options: str, games: int, seed: int, progress: Callable[[int], object] | None = None
) -> str:
    """Plays random games and checks every law of the contract; JSON report. Raises LawError."""

def action(state: State, kind: str, id: int) -> Action:
    """The action with this kind and id at a state (used by pickle)."""

def turn(state: State, text: str) -> Turn:
    """The turn with this text at a state (used by pickle)."""

def record_parse(text: str) -> Record:
    """Reads a record, as text or JSON, and replays it. Raises RecordError with line and column."""

@final
class Rng:
    """A seeded generator; the same numbers on every machine, for ever."""

    def __new__(cls, seed: int) -> Rng: ...
    @property
    def seed(self) -> int: ...
    def below(self, n: int) -> int:
        """A number in range(n), each equally likely."""
    def split(self, label: int) -> Rng:
        """A generator of its own for one purpose; depends on the seed and the label only."""
    def bits(self) -> int:
        """64 random bits."""

@final
class Action:
    """One event at one state: an action, an outcome of chance, or an event from outside."""

    @property
    def id(self) -> int: ...
    @property
    def kind(self) -> str:
        """"act", "chance" or "referee"."""
    @property
    def text(self) -> str:
        """The notation."""
    def to_dict(self) -> dict[str, Any]: ...
    def __index__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Actions(Sequence[Action]):
    """The legal actions of a state: a sequence, ascending by id."""

    @property
    def ids(self) -> list[int]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Action: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Action]: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, item: object, /) -> bool: ...

@final
class ActionIterator(Iterator[Action]):
    """Goes through `Actions`."""

    def __iter__(self) -> ActionIterator: ...
    def __next__(self) -> Action: ...

@final
class Turn(Sequence[Action]):
    """A whole turn: its actions, its text and the state after it."""

    @property
    def text(self) -> str: ...
    @property
    def end(self) -> State: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Action: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Action]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Explanation:
    """Whether a text can be played, and why or why not."""

    @property
    def legal(self) -> bool: ...
    @property
    def rule(self) -> str | None:
        """The rule that forbids it."""
    @property
    def message(self) -> str: ...
    @property
    def turn(self) -> list[str]:
        """The pieces that could be played before the fault, or all of them."""
    def __bool__(self) -> bool: ...

@final
class State:
    """A position: immutable, hashable, picklable."""

    @property
    def game_name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def num_players(self) -> int: ...
    @property
    def seat_names(self) -> list[str]: ...
    @property
    def current_player(self) -> int | None:
        """The seat to act; None at a chance node and when the game is over."""
    @property
    def turn_seat(self) -> int: ...
    @property
    def turn(self) -> int:
        """Turns completed."""
    @property
    def is_chance(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def ending(self) -> str | None:
        """Why the game is over, in words."""
    @property
    def viewer(self) -> str:
        """"everything", "spectator" or "seat N"."""
    @property
    def legal_actions(self) -> Actions: ...
    @property
    def outcomes(self) -> list[tuple[Action, float]]:
        """At a chance node: outcomes and their probabilities."""
    @property
    def referee_actions(self) -> Actions:
        """Events from outside that are possible now."""
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    @property
    def returns(self) -> list[float]: ...
    @property
    def hash64(self) -> int:
        """A hash that is the same in every run and on every machine."""
    @property
    def last_action(self) -> Action | None:
        """The event that led here, if this object came from `play`."""
    @property
    def observation_shape(self) -> dict[str, tuple[int, ...]]: ...
    @property
    def observation_features(self) -> dict[str, list[str]]: ...
    @property
    def num_actions(self) -> int:
        """Action ids are below this."""
    def play(self, move: Action | Turn | int | str | dict[str, Any], /) -> State:
        """The state after an action, id, dict, or text (one action or more, up to a whole turn)."""
    def sample(self, rng: Rng, /) -> State:
        """At a chance node: the state after a drawn outcome."""
    def call_time(self) -> State:
        """The state after time is called, where the game knows that."""
    def random_action(self, rng: Rng, /) -> Action:
        """A legal action, each equally likely."""
    def playout(self, rng: Rng, /) -> State:
        """The end of a game of random actions from here."""
    def greedy_turn(self, rng: Rng, /) -> Turn:
        """The turn after which the seat to act leads by most points; ties are drawn."""
    def parse(self, text: str, /) -> list[Action]:
        """The actions of a text, without playing them."""
    def explain(self, move: Action | Turn | int | str | dict[str, Any], /) -> Explanation: ...
    def turns(self) -> list[Turn]:
        """Every whole turn from here."""
    def perft(
        self, depth: int, *, distinct: bool = False, progress: Callable[[int], object] | None = None
    ) -> int: ...
    def divide(self, depth: int, *, progress: Callable[[int], object] | None = None) -> dict[str, int]:
        """Perft behind each turn, by its text."""
    def view(self, viewer: int | str, /) -> State:
        """What a seat (its number) or a "spectator" knows, as a state."""
    def layout(self) -> dict[str, Any]: ...
    def to_dict(self) -> dict[str, Any]: ...
    @staticmethod
    def from_dict(data: dict[str, Any]) -> State: ...
    def to_json(self) -> str: ...
    def to_bytes(self) -> bytes: ...
    def observation_tensor(self, seat: int | None = None, *, out: NDArray[float32] | None = None) -> NDArray[float32]: ...
    def legal_mask(self, *, out: NDArray[bool_] | None = None) -> NDArray[bool_]: ...
    def last_action_dict(self) -> dict[str, Any] | None: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[bytes], State], tuple[bytes]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Record:
    """A game as it happened: tags, turns, states. Immutable but for `push`."""

    def __new__(
        cls, start: State, *, players: Sequence[str] | None = None, seed: int | None = None, tags: dict[str, str] | None = None
    ) -> Record: ...
    @property
    def tags(self) -> dict[str, str]: ...
    @property
    def players(self) -> list[str]: ...
    @property
    def start(self) -> State: ...
    @property
    def state(self) -> State:
        """The state after the last event."""
    def push(self, move: Action | Turn | int | str | dict[str, Any], /) -> State:
        """Plays on; gives the new state."""
    def turns(self) -> list[tuple[int, int | None, str, State]]:
        """Number, seat, text and state after it, of each turn (the last one may be unfinished)."""
    def states(self) -> list[State]:
        """The state before each event, and the last one."""
    def events(self) -> list[Action]: ...
    def redact(self, viewer: int | str, /) -> Record:
        """The record as a seat or "spectator" saw it: no seed, no secrets, hashes of views."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...
    def to_text(self) -> str: ...
    def to_json(self) -> str: ...
    def __len__(self) -> int:
        """Number of events."""
