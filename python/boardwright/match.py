"""A whole game between bots, with its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from . import games
from ._core import Record, Rng, State
from .bots import Bot, Move, Observer, as_bot
from .errors import BoardwrightError, BotError, StopMatch
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
    """

    number: int
    seat: int
    text: str
    state: State


@dataclass(frozen=True, repr=False)
class MatchResult:
    """How a match ended.

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

    record: Record
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
    options give the same game. Bots with a method ``observe`` are told of every turn (see `boardwright.bots.Observer`).

    Parameters
    ----------
    game : str or State
        The name of the game, or the state to play on from.
    bots : sequence
        For each seat the name of a bot (see `boardwright.bots.bot_names`), a bot, or a function of a view and a
        generator.
    seed : int
        Drives chance and the generators of all bots.
    tags : mapping of str to str, optional
        Further tags for the record.
    max_turns : int, optional
        Stop after so many turns of the game.
    on_turn : callable, optional
        Called with a `TurnPlayed` after each turn; what it raises ends the match and comes out unchanged.
    **options
        The options of the game, as `boardwright.start` takes them. Where the game has an option ``players`` it is
        the number of bots unless given.

    Attributes
    ----------
    record : Record
        The game so far; also there after an error or an interruption.

    Raises
    ------
    ValueError
        If the number of bots does not fit or there is no bot of some name.
    SetupError
        If the options make no game, or a tag can't be recorded.
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
            raise TypeError(f"bots is a list with one player a seat, such as {bots.split(',')!r}")
        if max_turns is not None and max_turns < 0:
            raise ValueError(f"max_turns is a number of turns, not {max_turns}")
        self._bots = [as_bot(bot) for bot in bots]
        self._observers = [(seat, bot) for seat, bot in enumerate(self._bots) if isinstance(bot, Observer)]
        self._rng = games.make_rng(seed)
        self._tags = None if tags is None else dict(tags)
        self._max_turns = max_turns
        self._on_turn = on_turn
        if isinstance(game, State):
            if options:
                raise TypeError(f"a state has its options already: {', '.join(options)}")
            self._start = game
        elif not isinstance(game, str):
            raise TypeError(f"a match starts from the name of a game or from a State, not {type(game).__name__}")
        else:
            if "players" in games.default_options(game):
                options.setdefault("players", len(self._bots))
            self._start = games.start(game, **options)
        if len(self._bots) != self._start.num_players:
            raise ValueError(f"this game has {self._start.num_players} seats, not {len(self._bots)}")
        self.record = self._new_record()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the bots, by seat."""
        return tuple(bot.name for bot in self._bots)

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
        KeyboardInterrupt
            On Ctrl-C; `record` then holds the game so far.
        """
        self.record = record = self._new_record()
        chance = self._rng.split(games.CHANCE_LABEL)
        rngs = [self._rng.split(seat + 1) for seat in range(len(self._bots))]
        state = record.state
        stopped = None
        begun = state  # the state before the turn that is being played
        pieces: list[Move] = []
        reported = self._on_turn is not None or bool(self._observers)
        while not state.is_over:
            if self._max_turns is not None and state.turn - self._start.turn >= self._max_turns:
                stopped = f"the limit of {self._max_turns} turns"
                break
            if state.is_chance:
                drawn = state.sample(chance).last_action
                assert drawn is not None, "a drawn outcome is the last action"
                move: Move = drawn
                after = record.push(move)
            else:
                try:
                    move, after = self._ask(state, rngs)
                except StopMatch as stop:
                    stopped = stop.message
                    break
            if reported:
                pieces.append(move)
                if after.turn != state.turn:
                    stopped = self._report(begun, pieces, after)
                    if stopped is not None:
                        break
                    begun, pieces = after, []
            state = after
        return MatchResult(record, self.players, self.seed, stopped)

    def _new_record(self) -> Record:
        return Record(self._start, players=self.players, seed=self.seed, tags=self._tags)

    def _ask(self, state: State, rngs: Sequence[Rng]) -> tuple[Move, State]:
        """Let the bot of the seat to act choose, and play it."""
        seat = state.current_player
        assert seat is not None, "somebody is to act unless it is chance or over"
        bot = self._bots[seat]
        where = f"{bot.name!r} in seat {seat}, turn {state.turn + 1}"
        try:
            move = bot.choose(state.view(seat), rngs[seat])
        except StopMatch:
            raise
        except Exception as error:
            error.add_note(f"raised by the bot {where}")
            raise
        try:
            return move, self.record.push(move)
        except (BoardwrightError, TypeError, ValueError, OverflowError) as error:
            rule = getattr(error, "rule", None)
            message = f"the bot {where} answered {_short(move)}: {error}"
            raise BotError(message, seat, rule, self.record) from error

    def _report(self, begun: State, pieces: Sequence[Move], after: State) -> str | None:
        """Tell `on_turn` and the bots that want to know of a turn; gives why a bot ends the match, if one does."""
        stopped = None
        # A record of this turn alone writes it in notation, however its pieces were given.
        turn = Record(begun)
        for piece in pieces:
            turn.push(piece)
        if self._on_turn is not None:
            self._on_turn(TurnPlayed(begun.turn + 1, begun.turn_seat, _text(turn), after))
        for seat, observer in self._observers:
            try:
                observer.observe(after.view(seat), begun.turn_seat, _text(turn.redact(seat)))
            except StopMatch as stop:
                stopped = stop.message
            except Exception as error:
                name = self._bots[seat].name
                error.add_note(f"raised by the bot {name!r} in seat {seat}, told of turn {begun.turn + 1}")
                raise
        return None if after.is_over else stopped


def _text(turn: Record) -> str:
    return " ".join(text for _, _, text, _ in turn.turns())


def _short(move: object) -> str:
    text = getattr(move, "text", move)
    shown = repr(text)
    return shown if len(shown) <= 80 else shown[:77] + "..."
