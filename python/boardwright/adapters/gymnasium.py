"""The games as Gymnasium environments: one agent against bots, or many games at once.

Importing this module registers ``boardwright/Gridopolis-v0``, ``boardwright/Microworld-v0`` and
``boardwright/Genotype-v0``.

Examples
--------
>>> import gymnasium
>>> import boardwright.adapters.gymnasium
>>> env = gymnasium.make("boardwright/Microworld-v0", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
>>> bool(terminated)
False
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardwright._checks import whole_number
from boardwright._core import Rng, State
from boardwright.batches import MAX_GAMES, Step, batch
from boardwright.bots import Bot, Move, as_bot
from boardwright.bots._answers import ask, read_answer, refusal
from boardwright.errors import BoardwrightError, IllegalActionError, LimitError, Problem, SetupError
from boardwright.games import CHANCE_LABEL, list_games, start

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}: pip install 'boardwright[gymnasium]'", name=error.name) from error

from . import _rendering, _spaces

__all__ = ["BoardwrightEnv", "BoardwrightVectorEnv"]

RENDER_MODES_OF_MANY = [mode for mode in _rendering.RENDER_MODES if mode != "human"]

CHOICE = 'vectorization_mode="sync" or "async" leaves the choice'

NOT_FOR_MANY = {
    "opponents": f"the other seats always play at random here; {CHOICE}",
    "illegal": f"an illegal action is always an error here; {CHOICE}",
    "observe": "observations are always given here; boardwright.batch leaves the choice",
    "masks": "masks are always given here; boardwright.batch leaves the choice",
    "n": "the number of games is num_envs here",
}
"""What others take that make or step games, and why it is refused where many are stepped at once."""

Player: TypeAlias = str | Bot | Callable[[State, Rng], Move]


class BoardwrightEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One agent against bots.

    An observation is the tensor of what the agent's seat knows; ``info["action_mask"]`` holds its legal actions as 0
    and 1 (int8), ``info["seat"]`` its seat. The reward is 0 until the game is over, then the agent's return.

    Parameters
    ----------
    game : str
        The name of the game.
    opponents : str, Bot, function or sequence of them, default "random"
        Who plays the other seats, as in a `boardwright.Match`: one for all, or one for each in the order of the seats.
    seat : int or None, default 0
        The agent's seat; None: drawn for every game.
    illegal : {"lose", "raise"}, default "lose"
        Whether an illegal action ends the game with the worst return (then ``info["illegal"]`` says which rule
        forbids it) or is an `IllegalActionError`. A number that no action has is as illegal.
    max_steps : int, optional
        The game is broken off after so many actions of the agent. By default it is not.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` gives. All arrays of pixels are of one size, (1000, 900, 3).
    **options
        The options of the game, as `boardwright.start` takes them, but no seed: `reset` takes it.

    Attributes
    ----------
    state : State
        The full state, with all secrets in it.
    """

    metadata: dict[str, Any] = {"render_modes": _rendering.RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as the base class has it

    def __init__(
        self,
        game: str,
        *,
        opponents: Player | Sequence[Player] = "random",
        seat: int | None = 0,
        illegal: str = "lose",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        _rendering.check_render_mode(render_mode)
        _spaces.check_max_steps(max_steps)
        _spaces.check_options(options)
        if illegal not in ("lose", "raise"):
            raise ValueError(f'illegal is "lose" or "raise", not {illegal!r}')
        self.render_mode = render_mode
        self._start = start(game, **options)
        seats = self._start.num_players
        if seat is not None:
            whole_number(seat, "a seat", seats - 1)
        self._bots, self._made = _opponents(opponents, seats - 1)
        self._fixed_seat = seat
        self._illegal = illegal
        self._max_steps = max_steps
        self._steps = 0
        self._seat = seat or 0
        self._under_way = False
        self._chance = Rng(0)
        self._generators: list[Rng] = []
        self.state = self._start
        self.observation_space = _spaces.observation_space(self._start, mask=False)
        self.action_space = spaces.Discrete(self._start.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game; all chance and the bots' choices come from the seed.

        Raises
        ------
        SetupError
            If there are `options`: no game has any to begin with.
        BotError
            If a bot's answer can't be played.
        """
        _check_reset(options)
        super().reset(seed=seed)
        self._under_way = False
        root = Rng(int(self.np_random.integers(2**63)))
        self._chance = root.split(CHANCE_LABEL)
        seats = self._start.num_players
        self._generators = [root.split(other + 1) for other in range(seats)]
        self._seat = int(self.np_random.integers(seats)) if self._fixed_seat is None else self._fixed_seat
        self._steps = 0
        self.state = self._settle(self._start)
        self._under_way = True
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action of the agent, and all that follows until it is to act again.

        Where the bots ended the game before the agent was ever asked, it does not matter which action is given.

        Raises
        ------
        IllegalActionError
            If the action is not legal, with ``illegal="raise"``; nothing has happened then.
        TypeError
            If it is no whole number.
        BotError
            If a bot's answer can't be played; nothing has happened then either.
        StopMatch
            If a bot raises it, such as a person who gives up; nothing has happened then either.
        ResetNeeded
            If no game is under way. It is Gymnasium's.
        """
        if not self._under_way:
            raise ResetNeeded("no game is under way, since it has ended or not begun: call reset")
        number = _spaces.action_id(action)
        try:
            # A game can be over before the agent was ever asked; then it is told at the first step.
            state = self.state if self.state.is_over else _spaces.play(self.state, number)
        except IllegalActionError as error:
            if self._illegal == "raise":
                raise
            self._under_way = False
            info = self._info() | {"illegal": str(error)}
            return self._observation(), self.state.return_range[0], True, False, info
        self.state = self._settle(state)
        self._steps += 1
        self._show()
        over = self.state.is_over
        broken = not over and self._max_steps is not None and self._steps >= self._max_steps
        self._under_way = not over and not broken
        reward = self.state.returns[self._seat] if over else 0.0
        return self._observation(), reward, over, broken, self._info()

    def _settle(self, state: State) -> State:
        """Let chance and the bots go on until the agent is to act."""
        while not state.is_over and state.current_player != self._seat:
            state = state.sample(self._chance) if state.is_chance else self._ask(state)
        return state

    def _ask(self, state: State) -> State:
        """Let the bot of the seat to act choose, as a match does."""
        seat = state.current_player
        assert seat is not None, "somebody is to act unless it is chance or over"
        bot = self._bots[seat - (seat > self._seat)]
        where = f"{bot.name!r} in seat {seat}, turn {state.turn + 1}"
        view = state.view(seat)
        move = ask(bot, view, self._generators[seat], where)
        try:
            # On what the seat knows: an error must not tell more.
            for action in read_answer(view, move):
                state = state.play(action)
        except (BoardwrightError, TypeError, ValueError, OverflowError) as error:
            raise refusal(where, move, error, seat) from error
        return state

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> NDArray[np.float32]:
        tensor: NDArray[np.float32] = _spaces.observation_of(self.state, self._seat, mask=False)
        return tensor

    def _info(self) -> dict[str, Any]:
        return {"action_mask": _spaces.legal_mask(self.state, self._seat), "seat": self._seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Give the legal actions, as libraries with masked policies ask for them."""
        return _spaces.legal_mask(self.state, self._seat).astype(np.bool_)

    def render(self) -> Any:
        """Draw what the agent's seat knows, in the render mode."""
        return _rendering.draw(self.state, self.render_mode, self._seat)

    def close(self) -> None:
        """Close the bots that were given by name, such as engines of other programs; others are left as they are."""
        for bot in self._made:
            close = getattr(bot, "close", None)
            if close is not None:
                close()


def _opponents(opponents: Player | Sequence[Player], count: int) -> tuple[list[Bot], list[Bot]]:
    """Make the bots of all other seats; gives them, and those among them that were made here."""
    many = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    players: list[Any] = [*opponents] if many else [opponents] * count  # type: ignore[misc]
    if len(players) != count:
        raise ValueError(f"the number of opponents is {count}, but {len(players)} were given")
    try:
        bots = [as_bot(player) for player in players]
    except TypeError as error:
        raise TypeError(f"opponents: {error}") from None
    return bots, [bot for bot, player in zip(bots, players, strict=True) if isinstance(player, str)]


def _check_reset(options: dict[str, Any] | None) -> None:
    if options:
        names = ", ".join(map(repr, options))
        raise SetupError.of(Problem("options", f"reset takes none, such as {names}; those of the game are for `make`"))


class BoardwrightVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games at once, stepped by the engine: one agent against random play, or against itself.

    Parameters
    ----------
    game : str
        The name of the game.
    num_envs : int, default 1
        The number of games.
    seat : int or None, default 0
        The agent's seat; the other seats play random legal actions. None: the agent plays whichever seat is to act, and
        the reward is that of the seat which just acted; ``info["rewards"]`` has all.
    max_steps : int, optional
        Each game is broken off after so many actions of the agent.
    threads : int, default 1
        How many threads share a step.
    render_mode : {"ansi", "svg", "rgb_array"}, optional
        What `render` gives for each game.
    **options
        The options of the game, but no seed: `reset` takes it.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class has it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": RENDER_MODES_OF_MANY,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int | None = 0,
        max_steps: int | None = None,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        _rendering.check_render_mode(render_mode, RENDER_MODES_OF_MANY)
        _spaces.check_options(options)
        if refused := [Problem(name, why) for name, why in NOT_FOR_MANY.items() if name in options]:
            raise SetupError.of(*refused)
        whole_number(num_envs, "num_envs", MAX_GAMES, least=1, error=LimitError)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._settings: dict[str, Any] = {"seat": seat, "max_steps": max_steps, "threads": threads, **options}
        self._game = game
        self._seat = seat
        self._batch = batch(game, num_envs, **self._settings)
        state = self._batch[0]
        self.single_observation_space = _spaces.observation_space(state, mask=False)
        self.single_action_space = spaces.Discrete(state.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded = False
        self._shown: Step | None = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin new games. All chance comes from the seed; without one, from the last seed, or else from the system's.

        `np_random_seed` is the seed, also the system's, and begins the same games again.

        Raises
        ------
        SetupError
            If there are `options`: no game has any to begin with.
        TypeError
            If there is more than one seed.
        """
        _check_reset(options)
        if seed is not None and not isinstance(seed, int | np.integer):
            raise TypeError("a batch has one seed: each game draws from a generator of its own, split from it")
        super().reset(seed=None if seed is None else int(seed))
        if seed is None and self._seeded:
            step = self._batch.reset()
        else:
            self._batch = batch(self._game, self.num_envs, seed=self._root(), **self._settings)
            self._seeded = True
            step = self._batch.observe()
        self._shown = step
        return self._observation(step), self._info(step)

    def _root(self) -> int:
        """Give the seed of the games: that of the environment, or if it is too large one drawn from it."""
        seed = self.np_random_seed
        if seed is None or seed < 0:  # a generator was set by hand, whose seed nobody knows
            return int(self.np_random.integers(2**63))
        return seed if seed < 2**64 else int(seeding.np_random(seed)[0].integers(2**63))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in each game; games that had ended begin again instead.

        Where the others ended a game before the agent was ever asked, the step tells of the end, whatever the action.

        Raises
        ------
        IllegalActionError
            If an action is not legal; it names the game. Nothing has happened in any game then.
        ResetNeeded
            If `reset` was never called. It is Gymnasium's.
        """
        actors = self._last().seats
        step = self._batch.step(actions)
        self._shown = step
        seats = np.maximum(actors, 0) if self._seat is None else np.full(self.num_envs, self._seat)
        rewards = np.take_along_axis(step.rewards, seats.astype(np.intp)[:, None], axis=1)[:, 0].astype(np.float64)
        return self._observation(step), rewards, step.terminated, step.truncated, self._info(step)

    def _last(self) -> Step:
        if self._shown is None:
            raise ResetNeeded("no games are under way: call reset first")
        return self._shown

    def _observation(self, step: Step) -> NDArray[np.float32]:
        assert step.observations is not None
        return step.observations

    def _info(self, step: Step) -> dict[str, Any]:
        assert step.masks is not None
        present = np.ones(self.num_envs, np.bool_)
        found = {"action_mask": step.masks.astype(np.int8), "seat": step.seats, "rewards": step.rewards}
        return found | {f"_{name}": present for name in found}

    @property
    def states(self) -> tuple[State, ...]:
        """The full states of all games, with all secrets in them."""
        return tuple(self._batch[number] for number in range(self.num_envs))

    def action_masks(self) -> NDArray[np.bool_]:
        """Give the legal actions of all games, as libraries with masked policies ask for them."""
        masks = self._last().masks
        assert masks is not None
        return masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Draw each game in the render mode: what the agent's seat knows, or else the seat whose turn it is."""
        if self.render_mode is None:
            return None
        return tuple(_rendering.draw(state, self.render_mode, self._eye(state)) for state in self.states)

    def _eye(self, state: State) -> int:
        if self._seat is not None:
            return self._seat
        seat = state.current_player
        return state.turn_seat if seat is None else seat


for _name in list_games():
    gymnasium.register(
        id=f"boardwright/{_name.title()}-v0",
        entry_point="boardwright.adapters.gymnasium:BoardwrightEnv",
        vector_entry_point="boardwright.adapters.gymnasium:BoardwrightVectorEnv",
        kwargs={"game": _name},
    )
