"""What an engine holds, a game or what one seat knows of it, and what it answers."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable
from typing import Any

from boardwright import _core, games
from boardwright._core import Record, Rng, State
from boardwright.errors import BoardwrightError, ParseError, Problem, SetupError

from .thinking import Thoughts
from .verbs import VERBS, VERSION, Fault, Request, check, plain_number, short

__all__ = ["Session"]

NAME = f"Boardwright {_core.__version__}"
AUTHOR = "The Boardwright developers"

MAX_EVENTS = 100_000
"""A session remembers no more events, all of which could be taken back."""

FIRST_SEED = 0
"""The seed of an engine that was given none."""

PASSES = ("pass", "-")
"""How games write the move that passes."""

MAX_LINES = 100
"""The most that the option `lines` may be."""

Answer = dict[str, Any]


class Session:
    """The state of an engine: a position with what led to it, options, a generator.

    It knows nothing of lines and threads: a request is a verb with arguments, an answer a dict.

    Parameters
    ----------
    bot : str
        The bot that thinks until another one is set.

    Raises
    ------
    ValueError, TypeError
        If there is no such bot.
    """

    def __init__(self, bot: str = "auto") -> None:
        self._thoughts = Thoughts(bot)
        self._default_bot = self._thoughts.bot
        self._origin: State | None = None
        self._states: list[State] = []
        self._do_seed(FIRST_SEED)
        self._verbs: dict[str, Callable[..., Answer]] = {
            name: getattr(self, f"_do_{name}") for name in VERBS if hasattr(self, f"_do_{name}")
        }

    def answer(
        self,
        request: Request,
        tell: Callable[[dict[str, Any]], object] = lambda info: None,
        ended: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Answer a request.

        Parameters
        ----------
        request : Request
            The request; ``stop``, ``wait`` and ``quit`` are no matter of a session.
        tell : callable
            Is called with what there is to tell while the engine thinks.
        ended : callable
            Says whether the thinking is to end.

        Returns
        -------
        dict
            What the answer holds, made of what JSON can hold.

        Raises
        ------
        Fault
            If it can't be answered; then nothing has changed.
        """
        params = check(request.verb, request.params)
        try:
            if VERBS[request.verb].long:
                return self._verbs[request.verb](tell=tell, ended=ended, **params)
            return self._verbs[request.verb](**params)
        except Exception as error:
            raise Fault.of(error) from error

    # The engine.

    def _do_bwp(self, version: str = VERSION) -> Answer:
        if version.partition(".")[0] != VERSION.partition(".")[0]:
            raise Fault("version", f"this engine speaks version {VERSION}, not {short(version)}")
        return {
            "name": NAME,
            "author": AUTHOR,
            "protocol": VERSION,
            "games": games.list_games(),
            "follows": ["play"],
            "options": self._options(),
        }

    def _do_isready(self) -> Answer:
        return {}

    def _do_help(self) -> Answer:
        lines = (line for verb in VERBS.values() for line in (verb.usage, f"    {verb.about}"))
        return {"text": "\n".join(lines)}

    def _do_options(self, game: str | None = None) -> Answer:
        return {"options": self._options()} if game is None else {"defaults": games.default_options(game)}

    def _options(self) -> list[dict[str, Any]]:
        thoughts = self._thoughts
        return [
            {"name": "bot", "type": "string", "default": self._default_bot, "value": thoughts.bot},
            {"name": "lines", "type": "spin", "min": 0, "max": MAX_LINES, "default": 1, "value": thoughts.lines},
        ]

    def _do_setoption(self, name: str, value: str | int) -> Answer:
        if name == "bot":
            self._thoughts.set_bot(str(value))
        elif name == "lines":
            if not isinstance(value, int) or value > MAX_LINES:
                raise Fault("usage", f"lines is a number from 0 to {MAX_LINES}, not {short(value)}")
            self._thoughts.lines = value
        else:
            raise Fault("usage", f"there is no option {short(name)}; there are: bot, lines")
        return {}

    # The position.

    def _do_newgame(self, game: str, options: dict[str, Any] | None = None) -> Answer:
        options = {name: plain_number(value) for name, value in (options or {}).items()}
        for name, value in options.items():
            # Whoever sends requests must not make the engine read files.
            if name in games.FILE_OPTIONS and games.is_data_file(value):
                raise SetupError.of(Problem(name, "an engine reads no files: send what is in it"))
        for name, why in (("seed", ": send seed and roll"), ("game", "")):
            if name in options:
                raise SetupError.of(Problem(name, f"this is no option of a game{why}"))
        self._origin = games.start(game, **options)
        self._set([self._origin])
        return self._do_status()

    def _do_position(
        self, state: dict[str, Any] | None = None, view: bool = False, moves: list[str] | None = None
    ) -> Answer:
        if state is not None:
            first = State.from_dict(state)
        elif self._origin is None:
            raise Fault("nogame", "there is no start yet: newgame comes first")
        else:
            first = self._origin
        if view and first.viewer == "everything":
            raise Fault("view", "this is all that there is to know, not the view of a seat or a spectator")
        self._set(self._follow([first], moves or []))
        return self._do_status()

    def _do_view(self, viewer: int | str) -> Answer:
        seen = self._record().redact(viewer)
        origin = self._origin
        if origin is not None and origin.viewer != seen.start.viewer:
            # What a start may hold that was set before belongs to another game, if this view can't be had of it.
            origin = origin.view(viewer) if origin.viewer == "everything" and _fits(origin, viewer) else None
        self._origin = origin
        self._set(seen.states())
        return self._do_status()

    def _set(self, states: list[State]) -> None:
        if self._states and self._states[-1].viewer == "everything" != states[-1].viewer:
            # By the seed of who holds everything one could tell what will be drawn.
            self._do_seed(FIRST_SEED)
        self._states = states
        self._thoughts.forget()

    def _go_on(self, states: list[State]) -> None:
        """Go on from the position, the first of some states, to the last one."""
        try:
            self._thoughts.follow(states)
        except BaseException:
            self._thoughts.forget()  # some of the bots may have followed already
            raise
        self._states = [*self._states, *states[1:]]

    def _follow(self, states: list[State], moves: list[str]) -> list[State]:
        """Play moves on the last of some states; gives all of them. A text is one move or more of a turn."""
        found = list(states)
        for move in moves:
            for piece in move.split():
                for action in found[-1].parse(piece):
                    if len(found) > MAX_EVENTS:
                        raise Fault("limit", f"a session remembers at most {MAX_EVENTS:,} events")
                    found.append(found[-1].play(action))
        return found

    @property
    def _state(self) -> State:
        if not self._states:
            raise Fault("nogame", "there is no position yet: newgame or position comes first")
        return self._states[-1]

    def _record(self) -> Record:
        _ = self._state
        states = list(self._states)
        record = Record(states[0])
        for state in states[1:]:
            event = state.last_action
            assert event is not None, "what was played is the last action"
            record.push(event)
        return record

    # The referee.

    def _do_status(self) -> Answer:
        state = self._state
        status = {
            "game": state.game_name,
            "turn": state.turn,
            "events": len(self._states) - 1,
            "next": "over" if state.is_over else "chance" if state.is_chance else state.current_player,
            "viewer": state.viewer,
        }
        if not state.is_over:
            return {"status": status}
        result = {"returns": state.returns, "scores": state.scores, "winners": state.winners}
        return {"status": status, "result": result, "ending": state.ending or ""}

    def _do_validmoves(self, turns: bool = False) -> Answer:
        state = self._state
        if turns:
            if state.is_chance:
                raise Fault("noaction", "chance is to act, which has no turns")
            if not state.is_over:
                self._check_known()
            return {"turns": [turn.text for turn in state.turns()]}
        if state.is_chance:
            return {"outcomes": [{"move": event.text, "probability": part} for event, part in state.outcomes]}
        if not state.is_over:
            self._check_known()
        found: Answer = {"moves": [action.text for action in state.legal_actions]}
        calls = [action.text for action in state.referee_actions]
        return found | {"referee": calls} if calls else found

    def _check_known(self) -> None:
        """Check that this engine knows what the seat to act knows."""
        state = self._state
        if state.viewer not in ("everything", f"seat {state.current_player}"):
            message = f"seat {state.current_player} is to act, and this is what is known to {state.viewer}"
            raise Fault("view", message)

    def _do_explain(self, move: str) -> Answer:
        why = self._state.explain(move)
        rule = {} if why.rule is None else {"rule": why.rule}
        return {"legal": why.legal, **rule, "message": why.message}

    def _do_play(self, moves: list[str]) -> Answer:
        before = len(self._states)
        _ = self._state
        states = self._follow(self._states, moves)
        if len(states) == before:
            raise Fault("usage", "a move is missing")
        self._go_on(states[before - 1 :])
        return self._do_status()

    def _do_pass(self) -> Answer:
        for move in PASSES:
            with contextlib.suppress(ParseError):
                return self._do_play([move])
        raise Fault("noaction", f"{self._state.game_name} has no move that passes")

    def _do_undo(self, count: int = 1) -> Answer:
        _ = self._state
        if count >= len(self._states):
            raise Fault("usage", f"{len(self._states) - 1} events can be taken back, not {count}")
        self._set(self._states[: len(self._states) - count])
        return self._do_status()

    def _do_seed(self, seed: int) -> Answer:
        self._seed = seed
        self._chance = self._new_chance()
        return {}

    def _new_chance(self) -> Rng:
        return Rng(self._seed).split(games.CHANCE_LABEL)

    def _do_roll(self, all: bool = False) -> Answer:
        state = self._state
        states = [state]
        chance = copy.copy(self._chance)  # nothing is drawn by what fails
        if state.is_chance or not all:
            states.append(state.sample(chance))
            while all and states[-1].is_chance:
                states.append(states[-1].sample(chance))
        if len(self._states) + len(states) > MAX_EVENTS + 2:
            raise Fault("limit", f"a session remembers at most {MAX_EVENTS:,} events")
        self._go_on(states)
        self._chance = chance
        drawn = [state.last_action.text for state in states[1:] if state.last_action is not None]
        return {"rolled": drawn, **self._do_status()}

    def _do_show(self) -> Answer:
        return {"text": str(self._state).rstrip("\n")}

    def _do_dict(self, viewer: int | str | None = None) -> Answer:
        state = self._state
        return {"state": (state if viewer is None else state.view(viewer)).to_dict()}

    def _do_record(self, json: bool = False) -> Answer:
        record = self._record()
        return {"text": record.to_json() if json else record.to_text()}

    # What takes time.

    def _do_go(
        self,
        tell: Callable[[dict[str, Any]], object],
        ended: Callable[[], bool],
        infinite: bool = False,
        legal: list[str] | None = None,
        **limits: Any,
    ) -> Answer:
        state = self._state
        if state.current_player is None:
            raise Fault(
                "noaction", "the game is over" if state.is_over else "chance is to act: roll, or play what came"
            )
        self._check_known()
        if legal is not None:
            ours = {action.text for action in state.legal_actions}
            if ours != set(legal):
                odd = sorted(ours ^ set(legal))
                raise Fault("usage", f"these are not the legal moves, of which there are {len(ours)}: {short(odd[0])}")
        if infinite and limits:
            raise Fault("usage", "infinite has no limits beside it")
        return {"bestmove": self._thoughts.choose(state, self._seed, limits, infinite, tell, ended)}

    def _do_perft(
        self,
        tell: Callable[[dict[str, Any]], object],
        ended: Callable[[], bool],
        depth: int,
        distinct: bool = False,
        divide: bool = False,
    ) -> Answer:
        state = self._state
        if state.current_player is not None:
            self._check_known()
        if distinct and divide:
            raise Fault("usage", "distinct and divide don't go together")
        return self._thoughts.count(state, depth, distinct, divide, tell, ended)


def _fits(state: State, viewer: int | str) -> bool:
    try:
        state.view(viewer)
    except (BoardwrightError, ValueError, TypeError):
        return False
    return True
