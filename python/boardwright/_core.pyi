"""The compiled engine. Everything here is re-exported by `boardwright` under friendlier names."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, SupportsIndex, TypeAlias, final, overload

from numpy import bool_, float32, int8, int64, uint8
from numpy.typing import NDArray

__all__ = [
    "RNG_VERSION",
    "Action",
    "ActionIterator",
    "Actions",
    "Batch",
    "Explanation",
    "GuidedSearch",
    "Record",
    "Rng",
    "Searcher",
    "SelfPlayGames",
    "State",
    "Turn",
    "__version__",
    "action",
    "check_data",
    "check_laws",
    "check_search",
    "data_files",
    "data_kind",
    "data_sheet",
    "default_options",
    "games",
    "genotype_chance",
    "genotype_odds",
    "genotype_roll",
    "genotype_roll_faces",
    "genotype_roll_pools",
    "genotype_sort",
    "genotype_tile",
    "microworld_board",
    "microworld_random_board",
    "microworld_scenarios",
    "record_parse",
    "rng_from_json",
    "search",
    "search_budgets",
    "search_keys",
    "search_methods",
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

def data_files(kind: str) -> list[tuple[str, str]]:
    """Name and TOML text of every shipped data file of a kind: "blueprint", "element", "plants", "tools", "prices" or
    "automa"."""

def data_kind(text: str) -> str:
    """What kind of data file a text is, going by its keys: one of the above, or "board"."""

def data_sheet(kind: str) -> str | None:
    """A sheet of a kind ("plants", "tools", "prices", "automa") to type in what is printed, as TOML; None for others."""

def check_data(kind: str, text: str) -> str:
    """Checks a data file (TOML or JSON text) of a kind that `data_kind` gives; gives its dict form as JSON. Raises
    SetupError."""

def microworld_board(board: str) -> str:
    """The cells of a Microworld board, given as TOML or JSON: an object, or a text such as "1a 2b 3a 4b". JSON. Raises
    SetupError."""

def microworld_random_board(rng: Rng) -> str:
    """One of the 384 boards of four elements."""

def microworld_scenarios() -> list[tuple[str, str, str | None, str]]:
    """Name, rules, target (or None) and a line about every scenario of Microworld."""

def genotype_odds(colour: str, left: str | None, top: str | None) -> str:
    """What is known about the dice of a colour and their odds, as JSON. Raises SetupError."""

def genotype_tile(left: str | None, top: str | None, tile: str) -> str:
    """The gene tiles of a colour, left and top, after what is done with one, such as "left-dominant"; JSON. Raises
    IllegalActionError, ParseError, SetupError."""

def genotype_chance(question: str, tiles: str, colour: str | None) -> tuple[int, int]:
    """Numerator and denominator of the chance that pools answer a question. `tiles` is JSON, as in a position; with a
    colour the question is about the dice of that colour only. Raises ParseError, SetupError."""

def genotype_roll(n: int, seed: int, progress: Callable[[int], object] | None = None) -> list[int]:
    """How many of `n` dice show I, II, III, IV, De Novo."""

def genotype_sort(faces: Sequence[int], left: str | None, top: str | None) -> list[int]:
    """Counts of faces, sorted into dominant, mixed, recessive, De Novo. Raises SetupError."""

def genotype_roll_faces(n: int, rng: Rng, progress: Callable[[int], object] | None = None) -> bytearray:
    """A byte a die: its face, 0 to 4."""

def genotype_roll_pools(
    n: int, rng: Rng, left: str | None, top: str | None, progress: Callable[[int], object] | None = None
) -> bytearray:
    """Four bytes a pool of five dice: how many show dominant, mixed, recessive, De Novo. Raises SetupError."""

def check_laws(
    game: str, options: str, games: int, seed: int, progress: Callable[[int], object] | None = None
) -> str:
    """Plays random games and checks every law of the contract; JSON report. Raises LawError."""

def rng_from_json(text: str) -> Rng:
    """The generator that was written as this text (used by pickle)."""

def action(state: State, kind: str, id: int) -> Action:
    """The action with this kind and id at a state (used by pickle)."""

def turn(state: State, text: str) -> Turn:
    """The turn with this text at a state (used by pickle)."""

def search_methods() -> list[str]:
    """Names of the methods of search."""

def search_keys(method: str | None = None) -> list[str]:
    """The keys that a request of a search may have: with the method of this name, or any; none if there is no such method."""

def search_budgets() -> dict[str, dict[str, int]]:
    """What limits a search by each method if nothing is said: a budget by its key."""

def check_search(request: str) -> None:
    """Checks a request of a search, a JSON object, as far as it does not depend on the game. Raises SetupError."""

def search(state: State, request: str, progress: Callable[[int], object] | None = None) -> tuple[str, bool]:
    """Searches for the seat to act, by what it knows; `request` is a JSON object. Gives the report as JSON, and whether
    the search was interrupted, which it can be only if the request says `keep`. Raises SearchError, SetupError."""

def record_parse(text: str) -> Record:
    """Reads a record, as text or JSON, and replays it. Raises RecordError with line and column."""

@final
class Rng:
    """A seeded generator; the same numbers on every machine, for ever.

    Parameters
    ----------
    seed : int
        From 0 to 2**64 - 1.
    """

    def __new__(cls, seed: int) -> Rng: ...
    @property
    def seed(self) -> int:
        """The seed: `Rng(rng.seed)` starts from the beginning."""
    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; `n` is at least 1."""
    def split(self, label: int) -> Rng:
        """A generator of its own for one purpose, such as a game, a worker or a bot.

        It depends on the seed and the label (0 to 2**64 - 1) only, never on what was drawn before.
        """
    def bits(self) -> int:
        """64 random bits, as a number."""
    def __copy__(self) -> Rng: ...
    def __deepcopy__(self, memo: Any, /) -> Rng: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Action:
    """One event at one state: an action, an outcome of chance, or an event from outside.

    It equals the same event at an equal state, and the plain number that is its id.
    """

    @property
    def id(self) -> int:
        """Its number, below `num_actions` of the state; it stands for the action where a number is needed."""
    @property
    def kind(self) -> str:
        """What it is: "act", "chance" (an outcome of chance) or "referee" (an event from outside)."""
    @property
    def seat(self) -> int | None:
        """The seat that plays it; None for an outcome of chance and an event from outside."""
    @property
    def text(self) -> str:
        """The notation, such as `1.-1.2>1.0.2`; `State.play` reads it."""
    def to_dict(self) -> dict[str, Any]:
        """The dict form; `State.play` reads it."""
    def __index__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Actions(Sequence[Action]):
    """The legal actions of a state: a sequence, ascending by id.

    `in`, `index` and `count` take an action, an id or a text.
    """

    @property
    def ids(self) -> list[int]:
        """The ids, ascending."""
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
    """A whole turn: a sequence of its actions, its text and the state after it.

    It equals a turn of the same actions at an equal state.
    """

    @property
    def text(self) -> str:
        """The notation of the whole turn; `State.play` reads it."""
    @property
    def end(self) -> State:
        """The state after it."""
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
    """Whether a move can be played, and why or why not; true if it can."""

    @property
    def legal(self) -> bool:
        """Whether it can be played."""
    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids it, such as "G21"; None if it is legal or can't even be read."""
    @property
    def message(self) -> str:
        """Why or why not, in words."""
    @property
    def turn(self) -> list[str]:
        """The notation of the actions that could be played before the fault, or of all of them."""
    @property
    def reasons(self) -> list[str]:
        """What each of these does, and the rule that allows it."""
    def __bool__(self) -> bool: ...

@final
class State:
    """A position: immutable, hashable, picklable.

    `boardwright.start` and `State.from_dict` make the first one, `play` the others. Two states are equal if game,
    options, viewer and position are the same, however they came about. `str(state)` is a text diagram.
    """

    @property
    def game_name(self) -> str:
        """The name that `boardwright.start` takes, such as "gridopolis"."""
    @property
    def title(self) -> str:
        """The name of the game for people."""
    @property
    def options(self) -> dict[str, Any]:
        """The options in full, as `boardwright.start` takes them."""
    @property
    def num_players(self) -> int:
        """How many seats there are."""
    @property
    def seat_names(self) -> list[str]:
        """Names of the seats, by seat."""
    @property
    def current_player(self) -> int | None:
        """The seat to act; None where chance is to act and when the game is over."""
    @property
    def turn_seat(self) -> int:
        """The seat whose turn it is, even while chance is to act."""
    @property
    def turn_name(self) -> str:
        """The name of whoever's turn it is: of the seat, or of an automaton that plays without one."""
    @property
    def turn(self) -> int:
        """How many turns are completed."""
    @property
    def is_chance(self) -> bool:
        """Whether chance is to act: see `outcomes` and `sample`."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def ending(self) -> str | None:
        """Why the game is over, in words; None while it goes on."""
    @property
    def viewer(self) -> str:
        """Whose knowledge this state holds: "everything", "spectator" or "seat N"."""
    @property
    def legal_actions(self) -> Actions:
        """What the seat to act can do, ascending by id; empty where no seat is to act.

        It is worked out each time: keep it in a variable.
        """
    @property
    def outcomes(self) -> list[tuple[Action, float]]:
        """Where chance is to act: what can happen, each with its probability; else empty."""
    @property
    def referee_actions(self) -> Actions:
        """Events from outside that can happen now, such as a call of time."""
    @property
    def scores(self) -> list[int]:
        """The game's points so far, by seat."""
    @property
    def winners(self) -> list[int]:
        """The seats that won; none while the game goes on, several if they share the win."""
    @property
    def returns(self) -> list[float]:
        """What the game was worth, by seat, from -1 to 1; all 0 while it goes on.

        With n seats a winner's share is 1 / (number of winners), else 0; the return is (n * share - 1) / (n - 1). So a
        sole winner of two gets 1, the other -1; of three 1, -0.5, -0.5; a draw of all is 0.
        """
    @property
    def hash64(self) -> int:
        """A hash that is the same in every run and on every machine."""
    @property
    def last_action(self) -> Action | None:
        """The event that led here; None if this state was not made by playing (a start, a dict, a pickle, a playout).

        It is not part of the position: equal states may differ in it.
        """
    @property
    def observation_shape(self) -> dict[str, tuple[int, ...]]:
        """The parts of `observation_tensor` in order, each with its shape."""
    @property
    def observation_features(self) -> dict[str, list[str]]:
        """For each part of `observation_tensor`, the names of its columns."""
    @property
    def num_actions(self) -> int:
        """Ids of actions are below this; it is the length of `legal_mask`."""
    @property
    def num_outcomes(self) -> int:
        """Ids of outcomes of chance are below this; 0 if the game has no chance."""
    @property
    def max_events(self) -> int:
        """No game with these options has more events: actions, outcomes of chance and calls from outside."""
    @property
    def return_range(self) -> tuple[float, float]:
        """The smallest and the largest value that `returns` may have."""
    @property
    def return_sum(self) -> float | None:
        """The sum of all `returns` of a finished game, if it is always the same."""
    def play(self, move: Action | Turn | int | str | dict[str, Any], /) -> State:
        """The state after a move.

        Parameters
        ----------
        move : Action, Turn, int, str or dict
            An action, a whole turn, an id, a dict form, or a text of one action or more, up to a whole turn. An action
            or turn of another state is read by its text.

        Raises
        ------
        `ParseError`
            If the text or dict is no action.
        `IllegalActionError`
            If the rules forbid it; it names the rule. Nothing is played then, also if only a later part is illegal.
        `AmbiguousActionError`
            If the text could stand for several actions.
        `TypeError`, `ValueError`
            If it is of another type, or a number that can be no id.
        """
    def sample(self, rng: Rng, /) -> State:
        """Where chance is to act: the state after a drawn outcome. Else raises `NoActionError`."""
    def call_time(self) -> State:
        """The state after time is called.

        Raises
        ------
        `NoActionError`
            If the game knows no such thing.
        `IllegalActionError`
            If it can't be called now.
        """
    def random_action(self, rng: Rng, /) -> Action:
        """A legal action, each equally likely. Raises `NoActionError` where no seat is to act."""
    def playout(self, rng: Rng, /) -> State:
        """The end of a game of random actions from here."""
    def greedy_turn(self, rng: Rng, /) -> Turn:
        """The turn after which the seat to act leads by most points if the game ended there; ties are drawn.

        It is chosen by what that seat knows. In a game whose turns hold chance or actions of others it is one action, the
        best one going by the rest of the turn. Raises `NoActionError` where no seat is to act.
        """
    def parse(self, text: str, /) -> list[Action]:
        """The actions of a text, without playing them. Raises what `play` raises."""
    def explain(self, move: Action | Turn | int | str | dict[str, Any], /) -> Explanation:
        """Whether a move can be played, and why or why not.

        Takes what `play` takes. A move that can't be read is explained too; only a value that can be no move raises
        `TypeError` or `ValueError`.
        """
    def turns(self) -> list[Turn]:
        """Every whole turn from here, in ascending order of ids; in the middle of a turn, every way to finish it.

        Raises `LimitError` beyond 100,000.
        """
    def perft(
        self, depth: int, *, distinct: bool = False, progress: Callable[[int], object] | None = None
    ) -> int:
        """How many sequences of whole turns (of single events in games without whole turns) there are from here.

        Games that end earlier are not counted.

        Parameters
        ----------
        depth : int
            How many turns, 0 to 64.
        distinct : bool
            Count the different states after so many turns, not the sequences.
        progress : callable, optional
            Called with the number of steps done, at most every 20 ms. What it raises ends the count and comes out
            unchanged.

        Raises
        ------
        `LimitError`
            If more than 3,000,000 distinct states would have to be kept.
        """
    def divide(self, depth: int, *, progress: Callable[[int], object] | None = None) -> dict[str, int]:
        """Perft behind each turn, by its text.

        Parameters
        ----------
        depth : int
            How many turns, the first one included: 1 to 64.
        progress : callable, optional
            As for `perft`.
        """
    def view(self, viewer: int | str, /) -> State:
        """What somebody knows, as a state: the rest is overwritten.

        Parameters
        ----------
        viewer : int or str
            A seat's number, "spectator" or "everything".

        Raises
        ------
        `ViewError`
            If this is a view already, of somebody else.
        """
    def complete(self, rng: Rng, /) -> State:
        """A full state that fits this view: what its viewer does not know is drawn, each way equally likely.

        It is the determinization that searches of games with hidden information start from. Of a full state it is an
        equal state.
        """
    def layout(self) -> dict[str, Any]:
        """What a drawing needs beside the dict form, such as the sites of pads, by pad id."""
    def analyse(self, what: str, /) -> Any:
        """Figures about the position for people who study it, from what this state's viewer knows.

        What there is depends on the game; its page says what is in them. Microworld has "tissues", "placements" and
        "standing".

        Parameters
        ----------
        what : str
            Their name.

        Raises
        ------
        `ValueError`
            If the game has no such figures; it lists those it has.
        """
    def tissues(self) -> Any:
        """Microworld: its tissues, as `analyse("tissues")` gives them: cells, kind, pawns that count, who has the majority,
        what it would score now and why, and what one more pawn of each seat would change."""
    def to_dict(self) -> dict[str, Any]:
        """The dict form, made of what JSON can hold. `from_dict` reads it."""
    @staticmethod
    def from_dict(data: dict[str, Any]) -> State:
        """The position of a dict form, checked.

        Raises
        ------
        `SetupError`
            If it is no position; it lists every fault.
        `UnknownGameError`
            If there is no such game.
        """
    def to_json(self) -> str:
        """The dict form as JSON text."""
    def to_bytes(self) -> bytes:
        """The bytes that pickle stores."""
    def observation_tensor(self, seat: int | None = None, *, out: NDArray[float32] | None = None) -> NDArray[float32]:
        """The position as a seat sees it, as one flat array of float32.

        `observation_shape` and `observation_features` say what stands where.

        Parameters
        ----------
        seat : int, optional
            Who looks. By default the viewer's seat if this is the view of a seat; else the seat to act; else `turn_seat`.
        out : array, optional
            An array to fill and return: float32, writable, C-contiguous, of as many values.

        Raises
        ------
        `TypeError`
            If `out` has another dtype.
        `ValueError`
            If `out` can't be filled, or there is no such seat.
        """
    def legal_mask(self, *, out: NDArray[bool_] | None = None) -> NDArray[bool_]:
        """For each id of an action whether it is legal now, as an array of `num_actions` bools.

        Parameters
        ----------
        out : array, optional
            An array to fill and return: bool, writable, C-contiguous, of as many values.

        Raises
        ------
        `TypeError`
            If `out` has another dtype.
        `ValueError`
            If `out` can't be filled.
        """
    def last_action_dict(self) -> dict[str, Any] | None:
        """The dict form of `last_action`, or None."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[bytes], State], tuple[bytes]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Searcher:
    """A search that follows a game: what it found behind what really happened is where its next search begins."""

    def __new__(cls, state: State) -> Searcher: ...
    def search(
        self, state: State, request: str, progress: Callable[[int], object] | None = None
    ) -> tuple[str, bool]:
        """As the function `search`, from what is known already; the seed counts only where nothing is."""
    def advance(self, before: State, action: Action) -> None:
        """Take note of an event, as the viewer of `before` saw it."""

_BatchTargets: TypeAlias = tuple[
    NDArray[float32] | None, NDArray[uint8] | None, NDArray[int8], NDArray[float32], NDArray[uint8], NDArray[uint8]
]

@final
class Batch:
    """Many games at once; `boardwright.Batch` is the friendly face of it."""

    max_steps: int
    """After how many actions a game is broken off."""
    seat: int | None
    """The only seat that is asked, if not all are."""

    def __new__(
        cls, start: State, count: int, seed: int, max_steps: int, own: int | None, threads: int
    ) -> Batch: ...
    def reset(self) -> None:
        """Begin a new game everywhere."""
    def step(self, actions: NDArray[int64], out: _BatchTargets) -> None:
        """Play an action in each game and fill the arrays."""
    def random_step(self, out: _BatchTargets) -> None:
        """Play a random legal action in each game and fill the arrays."""
    def observe(self, out: _BatchTargets) -> None:
        """Fill the arrays without playing."""
    def state(self, number: int) -> State:
        """The state of a game."""
    def copy(self) -> Batch:
        """An independent copy."""
    def to_json(self) -> str:
        """All of it, as JSON."""
    def restore(self, text: str) -> None:
        """Go back to what `to_json` gave."""

@final
class Record:
    """A game as it happened: tags, turns, states. Immutable but for `push`.

    Records are equal if tags, players, seed, start and events are.

    Parameters
    ----------
    start : State
        The state before the first event.
    players : sequence of str, optional
        Names, one a seat.
    seed : int, optional
        The seed that the game is played with.
    tags : dict of str to str, optional
        Further tags.

    Raises
    ------
    `SetupError`
        If a name or tag does not fit.
    """

    def __new__(
        cls, start: State, *, players: Sequence[str] | None = None, seed: int | None = None, tags: dict[str, str] | None = None
    ) -> Record: ...
    @property
    def tags(self) -> dict[str, str]:
        """All tags, in order."""
    @property
    def players(self) -> list[str]:
        """Names by seat; "?" where there is none."""
    @property
    def start(self) -> State:
        """The state before the first event."""
    @property
    def state(self) -> State:
        """The state after the last event."""
    def push(self, move: Action | Turn | int | str | dict[str, Any], /) -> State:
        """Plays on, with what `State.play` takes; gives the new state. After an error nothing is added."""
    def turns(self) -> list[tuple[int, int | None, str, State]]:
        """Of each turn the number from 1, the seat, the text and the state after it; the last one may be unfinished."""
    def states(self) -> list[State]:
        """The state before each event, and the last one."""
    def events(self) -> list[Action]:
        """The events, in order."""
    def redact(self, viewer: int | str, /) -> Record:
        """The record as a seat or "spectator" saw the game: no secrets, no seed, none of the user's tags.

        Its hashes are those of the views. Raises `ViewError` if this is somebody else's view already.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...
    def to_text(self) -> str:
        """The text form, as `boardwright.save` writes it."""
    def to_json(self) -> str:
        """The JSON form, as text."""
    def __len__(self) -> int:
        """Number of events."""

@final
class GuidedSearch:
    """Searches of several positions of a game, whose leaves the caller judges."""

    def __new__(cls, states: list[State], request: str) -> GuidedSearch: ...
    def collect(
        self, rows: SupportsIndex, progress: Callable[[int], object] | None = None
    ) -> tuple[NDArray[float32], NDArray[bool_]]:
        """Leaves to be judged, at most `rows`: observations and which actions are legal, a row each. No rows if all is done."""
    def supply(self, policy: NDArray[float32], values: NDArray[float32]) -> None:
        """Takes the logits and values of the leaves collected last. Raises SearchError."""
    @property
    def done(self) -> int:
        """How many simulations are finished."""
    def reports(self) -> list[str]:
        """For each position the report of its search, as JSON."""

@final
class SelfPlayGames:
    """Games of a search against itself, whose leaves the caller judges."""

    def __new__(cls, start: State, request: str) -> SelfPlayGames: ...
    def collect(
        self, rows: SupportsIndex, progress: Callable[[int], object] | None = None
    ) -> tuple[NDArray[float32], NDArray[bool_]]:
        """As that of `GuidedSearch`; all is done if there are no rows and no game is finished."""
    def supply(self, policy: NDArray[float32], values: NDArray[float32]) -> None:
        """As that of `GuidedSearch`."""
    @property
    def done(self) -> int:
        """As that of `GuidedSearch`."""
    def finished(
        self,
    ) -> (
        tuple[
            int, bytes, NDArray[float32], NDArray[bool_], NDArray[float32], NDArray[float32], NDArray[float32], Record
        ]
        | None
    ):
        """A game that was finished, or None: its number, the seats that decided, and in rows their observations, legal
        actions, policies, values and estimates; and the record."""
