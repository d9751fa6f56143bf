"""A whole game between bots, with its record."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import games
from ._checks import is_unicode, name_kind, whole_number
from ._core import Action, Record, Rng, State
from .bots import Bot, Follower, Move, Observer, as_bot, split_bots
from .bots._answers import add_note, ask, read_answer, refusal
from .errors import BoardwrightError, Problem, SetupError, StopMatch, ViewError
from .record import result_text

__all__ = ["Match", "MatchResult", "TurnPlayed"]


class TurnPlayed(NamedTuple):
    """A turn that was just completed, as `Match` reports it.

    Attributes
    ----------
    number : int
        Which turn, counted from 1.
    seat : int
        Whose turn it was.
    text : str
        The turn in notation.
    state : State
        The state after it.
    record : Record
        The turn as a record of its own: ``record.redact(seat)`` is what a seat saw of it.
    """

    number: int
    seat: int
    text: str
    state: State
    record: Record


@dataclass(frozen=True, repr=False)
class MatchResult:
    """How a match ended. Results are equal if all of these are; the record, which can grow, is not in the hash.

    Attributes
    ----------
    record : Record
        The whole game.
    players : tuple of str
        The names of the bots, by seat.
    seed : int
        The seed of the match.
    stopped : str or None
        Why it ended before the game was over, if it did.
    """

    record: Record = field(hash=False)
    players: tuple[str, ...]
    seed: int
    stopped: str | None = None

    @property
    def state(self) -> State:
        """The last state."""
        return self.record.state

    @property
    def returns(self) -> list[float]:
        """For each seat between -1 and 1; all 0 if the game is not over."""
        return self.state.returns

    @property
    def scores(self) -> list[int]:
        """For each seat, the points at the end."""
        return self.state.scores

    @property
    def winners(self) -> list[int]:
        """The seats that won; none if the game is not over, several if they share it."""
        return self.state.winners

    @property
    def turns(self) -> int:
        """How many turns were completed."""
        return self.state.turn

    def __str__(self) -> str:
        if self.stopped is not None:
            return f"{result_text(self.state, self.players)}: {self.stopped}"
        return result_text(self.state, self.players)

    def __repr__(self) -> str:
        return f"<MatchResult of {self.state.game_name}: {self}>"

    def _repr_svg_(self) -> str:
        """Draw the last state, for notebooks."""
        # Drawing is only loaded when something is drawn.
        from . import display

        return display.svg(self)

    def _repr_html_(self) -> str:
        """Show the last state and the turns, for notebooks."""
        from . import display

        return display.record_html(self.record)


class Match:
    """A game between bots.

    Each bot sees only the view of its seat and draws from a generator of its own, so the same seed, bots and
    options give the same game. Bots with a method ``observe`` are told of every turn (see `boardwright.bots.Observer`),
    those with ``follow`` of every event (see `boardwright.bots.Follower`).

    A bot can't work out the seed from its generator, but it can guess one: by trying 0, the default, and other small
    seeds until its own generator comes out, and then it knows all that chance will bring. For a fair tournament of
    bots that you do not trust, take a secret random seed of 64 bits, such as ``secrets.randbits(64)``.

    Parameters
    ----------
    game : str or State
        The name of the game, or the state to play on from; a view is no such state.
    bots : sequence
        For each seat the name of a bot (see `boardwright.make_bot`), a bot, or a function of a view and a generator.
    seed : int
        Drives chance and the generators of all bots, from 0 to 2**64 - 1.
    tags : mapping of str to str, optional
        Further tags for the record.
    max_turns : int, optional
        Stop after so many turns of the game.
    on_turn : callable, optional
        Called with a `TurnPlayed` after each turn; what it raises ends the match and comes out unchanged.
    **options
        The options of the game, as `boardwright.start` takes them. Where the game has an option ``players`` it is
        the number of bots unless given.

    Raises
    ------
    ValueError
        If the number of bots does not fit, there is no bot of some name, or `seed` or `max_turns` is out of range.
    SetupError
        If the options make no game, or a tag can't be recorded.
    ViewError
        If the state is a view.
    SetupError, UnknownGameError, TypeError
        As `boardwright.start` does.

    Examples
    --------
    >>> result = Match("gridopolis", ["greedy", "random"], seed=7).play()
    >>> result.state.is_over
    True
    """

    def __init__(
        self,
        game: str | State,
        bots: Sequence[str | Bot | Callable[..., Move]],
        *,
        seed: int = 0,
        tags: Mapping[str, str] | None = None,
        max_turns: int | None = None,
        on_turn: Callable[[TurnPlayed], object] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(bots, str):
            raise TypeError(f"bots is a list with one player a seat, such as {split_bots(bots)!r}")
        # A set or a dict has no seats: it may give its parts in any order.
        if isinstance(bots, Set | Mapping) or not isinstance(bots, Iterable):
            raise TypeError(f"bots is a list with one player a seat, not {name_kind(bots)}")
        if on_turn is not None and not callable(on_turn):
            raise TypeError(f"on_turn is a function of a turn, not {name_kind(on_turn)}")
        self._bots = [as_bot(bot) for bot in bots]
        self._names = tuple(_name(bot) for bot in self._bots)
        self._observers = [(seat, bot) for seat, bot in enumerate(self._bots) if isinstance(bot, Observer)]
        self._followers = [(seat, bot) for seat, bot in enumerate(self._bots) if isinstance(bot, Follower)]
        self._rng = games.make_rng(seed)
        self._tags = None if tags is None else _checked_tags(tags)
        self._max_turns = None if max_turns is None else whole_number(max_turns, "max_turns")
        self._on_turn = on_turn
        self._start = self._first_state(game, options)
        if len(self._bots) != self._start.num_players:
            seats = "1 seat" if self._start.num_players == 1 else f"{self._start.num_players} seats"
            raise ValueError(f"this game has {seats}, not {len(self._bots)}")
        self._record = self._new_record()
        self._busy = threading.Lock()

    def _first_state(self, game: object, options: dict[str, Any]) -> State:
        if isinstance(game, State):
            if options:
                raise TypeError(f"a state has its options already: {', '.join(options)}")
            if game.viewer != "everything":
                raise ViewError(f"a match needs the whole state, not what is known to {game.viewer}")
            return game
        if not isinstance(game, str):
            raise TypeError(f"a match starts from the name of a game or from a State, not {name_kind(game)}")
        counted = "players" not in options and "players" in games.default_options(game)
        if counted:
            options = options | {"players": len(self._bots)}
        try:
            return games.start(game, **options)
        except SetupError as error:
            if not counted or all(problem.path != "players" for problem in error.problems):
                raise
            # Nobody gave this option: it is the bots that were counted.
            problems = [
                Problem("bots", f"their number does not fit: players {message}", rule)
                if path == "players"
                else Problem(path, message, rule)
                for path, message, rule in error.problems
            ]
            raise SetupError.of(*problems) from None

    def __getstate__(self) -> dict[str, Any]:
        # A lock is of one process: copies get their own.
        return {name: value for name, value in vars(self).items() if name != "_busy"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._busy = threading.Lock()

    @property
    def record(self) -> Record:
        """The game so far; also there after an error or an interruption. It is only to be looked at."""
        return self._record

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the bots, by seat."""
        return self._names

    @property
    def start(self) -> State:
        """The state before the first event."""
        return self._start

    @property
    def seed(self) -> int:
        """The seed of the match."""
        return self._rng.seed

    def play(self) -> MatchResult:
        """Play a whole game; again, if it was played before.

        Returns
        -------
        MatchResult
            The record and the result. The game may not be over: see ``stopped``.

        Raises
        ------
        BotError
            If a bot's answer can't be played. What a bot raises itself comes out unchanged.
        RuntimeError
            If this match is being played already, by another thread or by the caller of a bot; or if somebody else
            adds to `record` meanwhile.
        KeyboardInterrupt
            On Ctrl-C; `record` then holds the game so far.
        """
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this match is being played already: make a Match for each game")
        try:
            return self._play()
        finally:
            self._busy.release()

    def _play(self) -> MatchResult:
        self._record = record = self._new_record()
        ledger = _Ledger(record)
        chance = self._rng.split(games.CHANCE_LABEL)
        rngs = [self._rng.split(seat + 1) for seat in range(len(self._bots))]
        state = record.state
        stopped = None
        begun = state  # the state before the turn that is being played
        pieces: list[Action] = []
        reported = self._on_turn is not None or bool(self._observers)
        while not state.is_over:
            if self._max_turns is not None and state.turn - self._start.turn >= self._max_turns:
                stopped = f"the limit of {self._max_turns} turns"
                break
            if state.is_chance:
                drawn = state.sample(chance).last_action
                assert drawn is not None, "a drawn outcome is the last action"
                played = [drawn]
                after = ledger.add(played)
            else:
                try:
                    played, after = self._ask(state, rngs, ledger)
                except StopMatch as stop:
                    stopped = stop.message
                    break
            stops = self._tell(state, played) if self._followers else []
            if reported:
                pieces.extend(played)
                if after.turn != state.turn:
                    stops += self._report(begun, pieces, after)
                    begun, pieces = after, []
            state = after
            if stops and not state.is_over:
                stopped = stops[-1]
                break
        ledger.check()
        return MatchResult(record, self.players, self.seed, stopped)

    def _new_record(self) -> Record:
        return Record(self._start, players=self.players, seed=self.seed, tags=self._tags)

    def _ask(self, state: State, rngs: Sequence[Rng], ledger: _Ledger) -> tuple[list[Action], State]:
        """Let the bot of the seat to act choose, and play it; gives what was played and the state after it."""
        seat = state.current_player
        assert seat is not None, "somebody is to act unless it is chance or over"
        where = f"{self._names[seat]!r} in seat {seat}, turn {state.turn + 1}"
        view = state.view(seat)
        move = ask(self._bots[seat], view, rngs[seat], where)
        try:
            # On what the seat knows: an error must not tell more.
            played = read_answer(view, move)
            return played, ledger.add(played)
        except _ChangedError:
            raise
        except (BoardwrightError, TypeError, ValueError, OverflowError) as error:
            raise refusal(where, move, error, seat, ledger.record) from error
        except Exception as error:  # of an answer that is a program of its own
            add_note(error, f"raised by the answer of the bot {where}")
            raise

    def _tell(self, state: State, played: Sequence[Action]) -> list[str]:
        """Tell the bots that want to know of events; gives why bots end the match, if they do."""
        stops = []
        piece = Record(state)
        for action in played:
            piece.push(action)
        for seat, follower in self._followers:
            seen = piece.redact(seat)
            for view, action in zip(seen.states(), seen.events(), strict=False):
                try:
                    follower.follow(view, action)
                except StopMatch as stop:
                    stops.append(stop.message)
                except Exception as error:
                    add_note(error, f"raised by the bot {self._names[seat]!r} in seat {seat}, told of {action.text}")
                    raise
        return stops

    def _report(self, begun: State, pieces: Sequence[Action], after: State) -> list[str]:
        """Tell `on_turn` and the bots that want to know of a turn; gives why bots end the match, if they do."""
        stops = []
        # A record of this turn alone writes it in notation, however its pieces were given.
        turn = Record(begun)
        for piece in pieces:
            turn.push(piece)
        # Whose turn it was is sure before its last event: what is drawn first may belong to nobody.
        mover = turn.states()[-2].turn_seat
        if self._on_turn is not None:
            self._on_turn(TurnPlayed(begun.turn + 1, mover, _text(turn), after, turn))
        for seat, observer in self._observers:
            try:
                observer.observe(after.view(seat), mover, _text(turn.redact(seat)))
            except StopMatch as stop:
                stops.append(stop.message)
            except Exception as error:
                name = self._names[seat]
                add_note(error, f"raised by the bot {name!r} in seat {seat}, told of turn {begun.turn + 1}")
                raise
        return stops


def _text(turn: Record) -> str:
    return " ".join(text for _, _, text, _ in turn.turns())


class _ChangedError(RuntimeError):
    """Somebody else added to the record of a game under way."""

    def __init__(self) -> None:
        super().__init__("somebody else added to the record of this match while it was being played")


class _Ledger:
    """The record of a game under way, to which nobody else may add.

    Bots and callbacks can reach the record, and so can other threads: what they add is found at the next event.

    Parameters
    ----------
    record : Record
        The record, still empty.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._length = 0

    def add(self, events: Sequence[Action]) -> State:
        """Add what was played on the last state; gives the state after it. Raises what `Record.push` does."""
        after = None
        for event in events:
            self.check()
            try:
                after = self.record.push(event)
            except BoardwrightError:
                self.check()  # else the state may have been another one than was asked about
                raise
            self._length += 1
        self.check()
        assert after is not None, "an answer is at least one action"
        return after

    def check(self) -> None:
        """Raise an error if the record is not what was played."""
        if len(self.record) != self._length:
            raise _ChangedError


def _name(bot: Bot) -> str:
    name = bot.name
    if not isinstance(name, str):
        raise TypeError(f"the name of a bot is a text, not {name_kind(name)}")
    if not is_unicode(name):
        raise SetupError.of(Problem("players", f"the name {name!r} is no Unicode"))
    return name


def _checked_tags(tags: Mapping[str, str]) -> dict[str, str]:
    if not isinstance(tags, Mapping):
        raise TypeError(f"tags are a dict of texts, not {name_kind(tags)}")
    checked = dict(tags)
    for text in (part for pair in checked.items() for part in pair):
        if not isinstance(text, str):
            raise TypeError(f"tags are a dict of texts; {name_kind(text)} is none")
        if not is_unicode(text):
            raise SetupError.of(Problem("tags", f"{text[:60]!r} is no Unicode"))
    return checked
