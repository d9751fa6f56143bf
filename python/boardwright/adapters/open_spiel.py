"""The games as OpenSpiel games: importing this module registers them.

``boardwright_gridopolis``, ``boardwright_microworld`` and ``boardwright_genotype`` take the options of the game as
parameters; docs/adapters/open_spiel.md says how they are written.

Importing also makes the searches of ``pyspiel.MCTSBot`` and ``pyspiel.ISMCTSBot`` safe for these games, and for games
that OpenSpiel makes of them. They let go of Python's lock, so a game written in Python would crash the process, as a
state in which nobody is to act does. Other games are searched as before.

Examples
--------
>>> import pyspiel
>>> import boardwright.adapters.open_spiel
>>> game = pyspiel.load_game("boardwright_gridopolis(players=3)")
>>> game.new_initial_state().legal_actions()[:3]
[249, 250, 275]
"""

from __future__ import annotations

import json
import numbers
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from boardwright import _core
from boardwright._checks import name_kind
from boardwright._core import Rng, State
from boardwright.errors import NoActionError, Problem, SetupError
from boardwright.games import default_options, list_games, make_rng, start

from ._open_spiel_bots import SeatBot, bot, make_steps_safe
from ._open_spiel_checks import PREFIX, is_same_game, position, seat_of
from ._open_spiel_log import Log

__all__ = ["GAMES", "BoardwrightGame", "BoardwrightState", "Observer", "SeatBot", "bot", "resampler"]

GAMES = [PREFIX + name for name in list_games()]
"""The names that OpenSpiel knows the games by."""

# What OpenSpiel wants to know of all variants of a game together: the fewest and the most players, and whether
# players have secrets.
_FACTS = {"gridopolis": (2, 4, False), "microworld": (2, 2, True), "genotype": (1, 5, True)}

_SAMPLED = "sampled"
"""The parameter that hides chance: each chance node then has one outcome, drawn when it is applied."""

_NUMBERS = {"rounds": -1, "reserves": -1}
"""Options that are numbers or None, with what stands for None: a parameter has one type."""

_OF_THE_BLUEPRINT = {"win"}
"""Options whose default the blueprint decides: empty unless given, so that each value can be said."""


class BoardwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options.

    ``pyspiel.load_game`` makes one.

    Parameters
    ----------
    params : dict
        The parameters.
    root : State, optional
        The state before the first event, if it is known: then no data file is read.

    Attributes
    ----------
    name : str
        The name that `boardwright.start` takes.
    root : State
        The state before the first event.
    """

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any], root: State | None = None) -> None:
        if root is None:
            root = start(self.name, **_options(self.name, params))
        self.root = root
        seed = params.get("seed", 0)
        if seed < 0:
            raise SetupError.of(Problem("seed", f"must be a whole number of 0 or more, not {seed}"))
        self._draws = make_rng(seed) if params.get(_SAMPLED) else None
        low, high = root.return_range
        chance = root.num_outcomes > 0
        info = pyspiel.GameInfo(
            num_distinct_actions=root.num_actions,
            max_chance_outcomes=0 if not chance else 1 if self._draws else root.num_outcomes,
            num_players=root.num_players,
            min_utility=low,
            max_utility=high,
            utility_sum=root.return_sum,
            max_game_length=root.max_events,
        )
        super().__init__(_game_type(self.name, root, sampled=self._draws is not None), info, params)

    def new_initial_state(self, from_dict: object = None) -> BoardwrightState:
        """Give the state before the first event.

        Raises
        ------
        ValueError
            If a dict form is given: OpenSpiel's states know how they came about, so games start at the beginning.
        """
        if from_dict is not None:
            raise ValueError("states of OpenSpiel start at the beginning of a game")
        return BoardwrightState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Give how many outcomes of chance a game has at most."""
        return self.root.max_events if self.root.num_outcomes else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """Something that observes states of this game."""
        return Observer(self.root, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> tuple[Callable[..., pyspiel.Game], tuple[str, dict[str, Any], State]]:
        # Through this module, which registers the games where it is read. With the state, as data files can change.
        return _load_game, (self.name, self.get_parameters(), self.root)


class BoardwrightState(pyspiel.State):  # type: ignore[misc]
    """A state.

    Parameters
    ----------
    game : BoardwrightGame
        The game it is a state of.

    Raises
    ------
    SetupError
        When OpenSpiel reads a state that was of another game, or of the game with other options.
    """

    # OpenSpiel copies and serialises the attributes of an object, so the log is the only one.

    def __init__(self, game: BoardwrightGame) -> None:
        super().__init__(game)
        self.log = Log(game.root)

    @property
    def core(self) -> State:
        """The position: the full state, with all secrets."""
        return self.log.state

    @property
    def log(self) -> Log:
        """What happened."""
        log: Log = self.__dict__["log"]
        return log

    @log.setter
    def log(self, log: Log) -> None:
        # OpenSpiel sets the attributes of what it reads in a state that is at the start of its game.
        now = self.__dict__.get("log", log)
        if log.start is not now.start and not is_same_game(log.start, now.start):
            raise SetupError.of(Problem("", "the state is of another game, or of this one with other options"))
        self.__dict__["log"] = log

    def current_player(self) -> int:
        """Give the seat to act, or OpenSpiel's number for chance or the end of the game."""
        player = self.core.current_player
        if player is not None:
            return player
        return int(pyspiel.PlayerId.TERMINAL if self.core.is_over else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.core.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.core.legal_actions.ids if player == self.core.current_player else []

    def _hidden_chance(self) -> Rng | None:
        # The generator belongs to the game, so copies of a state foresee nothing.
        draws: Rng | None = self.get_game()._draws
        return draws

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance with their probabilities."""
        if self.core.is_chance and self._hidden_chance() is not None:
            return [(0, 1.0)]
        return [(outcome.id, share) for outcome, share in self.core.outcomes]

    def _apply_action(self, action: int) -> None:
        draws = self._hidden_chance() if self.core.is_chance else None
        if draws is not None and action != 0:
            raise NoActionError(f"chance is hidden here, so its only outcome is 0, not {action}")
        self.log = self.log.after(self.core.play(action) if draws is None else self.core.sample(draws))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return _core.action(self.core, "act", action).text
        return "draw" if self._hidden_chance() is not None else _core.action(self.core, "chance", action).text

    def returns(self) -> list[float]:
        """Give the returns by seat: 0 before the end of the game."""
        return self.core.returns

    def __str__(self) -> str:
        return str(self.core)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BoardwrightState:
        """Give a state that differs from this one only in what a seat does not know, drawn anew.

        Each state that fits what the seat knows is equally likely. It holds no trace of this one's secrets: its
        history is empty, and of other seats it knows what everybody saw.

        Parameters
        ----------
        player : int
            The seat.
        sampler : callable
            Gives random numbers from 0 to 1, as ``pyspiel.UniformProbabilitySampler`` does.

        Raises
        ------
        TypeError, ValueError
            If the player has no seat, or the sampler gives something else.
        """
        drawn: object = sampler()
        if isinstance(drawn, bool) or not isinstance(drawn, numbers.Real):
            raise TypeError(f"a sampler gives numbers from 0 to 1, not {name_kind(drawn)}")
        share = float(drawn)
        if not 0 <= share <= 1:
            raise ValueError(f"a sampler gives numbers from 0 to 1, not {share}")
        return self._redrawn(player, make_rng(int(share * (1 << 53))))

    def __copy__(self) -> BoardwrightState:
        copied: BoardwrightState = self.clone()
        return copied

    def __deepcopy__(self, memo: object) -> BoardwrightState:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., BoardwrightState], tuple[BoardwrightGame, str]]:
        # OpenSpiel's own way writes parameters as text, and wants a generator that games in Python can't show it.
        return _read_state, (self.get_game(), self.serialize())

    def _redrawn(self, player: int, rng: Rng) -> BoardwrightState:
        player = seat_of(self.core, player)
        state: BoardwrightState = self.get_game().new_initial_state()
        state.log = self.log.imagined(player, self.core.view(player).complete(rng))
        return state


class Observer:
    """What a seat sees, as tensor and text.

    The tensor is `boardwright.State.observation_tensor` of the seat's view; without private information, of what
    everybody sees. The private information alone is what must be added to that. With the private information of all
    players there is a tensor for each seat, of a view of everything. With perfect recall there is no tensor, and the
    text is the log of what the seat saw happen.

    Parameters
    ----------
    root : State
        A state of the game.
    kind : pyspiel.IIGObservationType
        Which information it shows.
    params : dict, optional
        Must be empty.

    Attributes
    ----------
    tensor : array of float32, or None
        What `set_from` found.
    dict : dict of str to array
        The parts of it, by name.
    """

    def __init__(self, root: State, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"observers have no parameters, but {sorted(params)} was given")
        nothing = kind.private_info == pyspiel.PrivateInfoType.NONE
        if nothing and not kind.public_info:
            raise ValueError("an observer shows public information, private information, or both")
        self._root = root
        self._kind = kind
        everything = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._viewer = "spectator" if nothing else "everything" if everything else None
        self._seats: list[int | None] = [*range(root.num_players)] if everything else [None]
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if kind.perfect_recall:
            return
        shapes = root.observation_shape
        self._size = sum(int(np.prod(shape)) for shape in shapes.values())
        self.tensor = np.zeros(self._size * len(self._seats), np.float32)
        at = 0
        for seat in self._seats:
            for name, shape in shapes.items():
                size = int(np.prod(shape))
                self.dict[name if seat is None else f"seat {seat} {name}"] = self.tensor[at : at + size].reshape(shape)
                at += size

    def _position(self, state: BoardwrightState) -> State:
        core = position(state)
        if state.get_game().root is not self._root and not is_same_game(core, self._root):
            raise ValueError("an observer of one game is shown a state of another, or of the same with other options")
        return core

    def set_from(self, state: BoardwrightState, player: int) -> None:
        """Fill `tensor`, and with it the arrays of `dict`, for a seat; with perfect recall there is nothing to fill.

        Raises
        ------
        TypeError, ValueError
            If it is no state of this game with these options, or the player has no seat.
        """
        core = self._position(state)
        player = seat_of(core, player)
        if self.tensor is None:
            return  # programs that know nothing of the kind call this before they take the text
        view = core.view(player if self._viewer is None else self._viewer)
        for index, one in enumerate(self._seats):
            seat = player if one is None else one
            part = self.tensor[index * self._size : (index + 1) * self._size]
            view.observation_tensor(seat, out=part)
            if not self._kind.public_info:
                part -= core.view("spectator").observation_tensor(seat)

    def string_from(self, state: BoardwrightState, player: int) -> str:
        """Give what a seat sees as text: the dict form as JSON, or with perfect recall the log.

        Raises
        ------
        TypeError, ValueError
            If it is no state of this game with these options, or the player has no seat.
        """
        core = self._position(state)
        player = seat_of(core, player)
        viewer = player if self._viewer is None else self._viewer
        if self._kind.perfect_recall:
            seen = state.log.texts(viewer)
            if not self._kind.public_info:
                seen = [
                    own if own != known else "" for own, known in zip(seen, state.log.texts("spectator"), strict=True)
                ]
            return f"{viewer if isinstance(viewer, str) else f'seat {viewer}'}: {'; '.join(seen)}"
        view = core.view(viewer)
        if self._kind.public_info:
            return view.to_json()
        secrets = _difference(view.to_dict(), core.view("spectator").to_dict())
        secrets.pop("viewer", None)  # who sees everything is no viewer
        return json.dumps(secrets) if secrets else ""


def resampler(seed: int = 0) -> Callable[[BoardwrightState, int], BoardwrightState]:
    """Make what OpenSpiel's Python ``ISMCTSBot`` imagines what a seat does not know by, from a seed.

    Parameters
    ----------
    seed : int, default 0
        All that is imagined comes from it. Without a resampler that bot takes another seed each time.

    Examples
    --------
    >>> import pyspiel
    >>> from open_spiel.python.algorithms import ismcts, mcts
    >>> from boardwright.adapters.open_spiel import resampler
    >>> game = pyspiel.load_game("boardwright_microworld")
    >>> bot = ismcts.ISMCTSBot(
    ...     game,
    ...     mcts.RandomRolloutEvaluator(1),
    ...     2.0,
    ...     20,
    ...     use_observation_string=True,
    ...     allow_inconsistent_action_sets=True,
    ... )
    >>> bot.set_resampler(resampler(seed=1))
    """
    return _Resampler(make_rng(seed))


class _Resampler:
    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, state: BoardwrightState, player: int) -> BoardwrightState:
        position(state)
        return state._redrawn(player, self._rng)


def _load_game(name: str, params: dict[str, Any], root: State) -> BoardwrightGame:
    """Make a game again (used by pickle and copy)."""
    game: BoardwrightGame = _CLASSES[name](params, root)
    return game


def _read_state(game: BoardwrightGame, text: str) -> BoardwrightState:
    """Make a state again (used by pickle)."""
    state: BoardwrightState = game.deserialize_state(text)
    return state


def _difference(form: Any, other: Any) -> Any:
    """Find the parts of a dict form that are different in another one."""
    if not (isinstance(form, dict) and isinstance(other, dict)):
        return form
    return {key: _difference(value, other.get(key)) for key, value in form.items() if value != other.get(key)}


def _options(name: str, params: dict[str, Any]) -> dict[str, Any]:
    """Read the options that parameters stand for."""
    options: dict[str, Any] = {}
    for key, default in default_options(name).items():
        value = params.get(key, _parameter(key, default))
        if value == _parameter(key, default):
            continue
        if (name, key, value) == ("genotype", "first_seat", -1):
            value = "random"
        elif key == "reserves" and value != 0:
            raise SetupError.of(Problem(key, f"must be -1 (the blueprint's) or 0 (none), not {value}"))
        elif default is None and isinstance(value, str) and "+" in value:
            # OpenSpiel has no lists, and a comma ends a parameter.
            value = value.split("+")
        options[key] = value
    return options


def _parameter(key: str, default: Any) -> int | str | bool:
    """Give the default of a parameter: OpenSpiel has no None."""
    if default is None or key in _OF_THE_BLUEPRINT:
        return _NUMBERS.get(key, "")
    if not isinstance(default, int | str | bool):
        raise TypeError(f"OpenSpiel has no parameter like {key}")
    return default


def _game_type(name: str, root: State, *, sampled: bool = False) -> pyspiel.GameType:
    kind = pyspiel.GameType
    fewest, most, secrets = _FACTS[name]
    chance = kind.ChanceMode.DETERMINISTIC
    if root.num_outcomes:
        chance = kind.ChanceMode.SAMPLED_STOCHASTIC if sampled else kind.ChanceMode.EXPLICIT_STOCHASTIC
    parameters = {key: _parameter(key, default) for key, default in default_options(name).items()}
    if root.num_outcomes:
        parameters |= {_SAMPLED: False, "seed": 0}
    utility = kind.Utility.ZERO_SUM if root.return_sum == 0 else kind.Utility.GENERAL_SUM
    return kind(
        short_name=PREFIX + name,
        long_name=f"Boardwright {root.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kind.Information.IMPERFECT_INFORMATION if secrets else kind.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


# A class for each, as OpenSpiel lets go of what is registered after Python has ended: a function would be freed then,
# which crashes; a class refers to itself, and stays.
_CLASSES: dict[str, type[BoardwrightGame]] = {
    name: type(name.title(), (BoardwrightGame,), {"name": name}) for name in list_games()
}

for _name, _class in _CLASSES.items():
    pyspiel.register_game(_game_type(_name, start(_name)), _class)
make_steps_safe()
