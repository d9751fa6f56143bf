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

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from boardwright._core import Rng, State
from boardwright.batches import Step, batch
from boardwright.bots import Bot, Move, as_bot
from boardwright.errors import IllegalActionError
from boardwright.games import CHANCE_LABEL, list_games, start

from . import _spaces

__all__ = ["BoardwrightEnv", "BoardwrightVectorEnv"]

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
        forbids it) or is an `IllegalActionError`.
    max_steps : int, optional
        The game is broken off after so many actions of the agent. By default it is not.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` gives.
    **options
        The options of the game, as `boardwright.start` takes them.
    """

    metadata: dict[str, Any] = {"render_modes": _spaces.RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as the base class has it

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
        _spaces.check_render_mode(render_mode)
        _spaces.check_max_steps(max_steps)
        if illegal not in ("lose", "raise"):
            raise ValueError(f'illegal is "lose" or "raise", not {illegal!r}')
        self.render_mode = render_mode
        self._start = start(game, **options)
        seats = self._start.num_players
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat} among {seats}")
        others = seats - 1
        many = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        players: list[Any] = [*opponents] if many else [opponents] * others  # type: ignore[misc]
        if len(players) != others:
            raise ValueError(f"there are {others} opponents, but {len(players)} were given")
        self._bots = [as_bot(player) for player in players]
        self._fixed_seat = seat
        self._illegal = illegal
        self._max_steps = max_steps
        self._steps = 0
        self._seat = seat or 0
        self._chance = Rng(0)
        self._generators: list[Rng] = []
        self.state = self._start
        self.observation_space = _spaces.observation_space(self._start, mask=False)
        self.action_space = spaces.Discrete(self._start.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game; all chance and the bots' choices come from the seed."""
        super().reset(seed=seed)
        root = Rng(int(self.np_random.integers(2**63)))
        self._chance = root.split(CHANCE_LABEL)
        seats = self._start.num_players
        self._generators = [root.split(other + 1) for other in range(seats)]
        self._seat = int(self.np_random.integers(seats)) if self._fixed_seat is None else self._fixed_seat
        self._steps = 0
        self.state = self._settle(self._start)
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action of the agent, and all that follows until it is to act again."""
        try:
            state = self.state.play(int(action))
        except IllegalActionError as error:
            if self._illegal == "raise":
                raise
            info = self._info() | {"illegal": str(error)}
            return self._observation(), self.state.return_range[0], True, False, info
        self._steps += 1
        self.state = self._settle(state)
        self._show()
        over = self.state.is_over
        broken = not over and self._max_steps is not None and self._steps >= self._max_steps
        reward = self.state.returns[self._seat] if over else 0.0
        return self._observation(), reward, over, broken, self._info()

    def _settle(self, state: State) -> State:
        while not state.is_over and state.current_player != self._seat:
            seat = state.current_player
            if seat is None:
                state = state.sample(self._chance)
            else:
                bot = self._bots[seat - (seat > self._seat)]
                state = state.play(bot.choose(state.view(seat), self._generators[seat]))
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
        return _spaces.draw(self.state, self.render_mode, self._seat)


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
    **options
        The options of the game.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as the base class has it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int | None = 0,
        max_steps: int | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.num_envs = num_envs
        self._settings: dict[str, Any] = {"seat": seat, "max_steps": max_steps, "threads": threads, **options}
        self._game = game
        self._seat = seat
        self._batch = batch(game, num_envs, **self._settings)
        state = self._batch[0]
        self.single_observation_space = _spaces.observation_space(state, mask=False)
        self.single_action_space = spaces.Discrete(state.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._actors = np.zeros(num_envs, np.int8)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin new games; all chance comes from the seed."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise TypeError("a batch has one seed: each game draws from a generator of its own, split from it")
        super().reset(seed=None if seed is None else int(seed))
        if seed is not None:
            self._batch = batch(self._game, self.num_envs, seed=int(seed), **self._settings)
            step = self._batch.observe()
        else:
            step = self._batch.reset()
        return self._observation(step), self._info(step)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in each game; games that had ended begin again instead."""
        actors = self._actors
        step = self._batch.step(actions)
        seats = np.maximum(actors, 0) if self._seat is None else np.full(self.num_envs, self._seat)
        rewards = np.take_along_axis(step.rewards, seats.astype(np.intp)[:, None], axis=1)[:, 0].astype(np.float64)
        return self._observation(step), rewards, step.terminated, step.truncated, self._info(step)

    def _observation(self, step: Step) -> NDArray[np.float32]:
        assert step.observations is not None
        self._actors = step.seats
        return step.observations

    def _info(self, step: Step) -> dict[str, Any]:
        assert step.masks is not None
        present = np.ones(self.num_envs, np.bool_)
        found = {"action_mask": step.masks.astype(np.int8), "seat": step.seats, "rewards": step.rewards}
        return found | {f"_{name}": present for name in found}


for _name in list_games():
    gymnasium.register(
        id=f"boardwright/{_name.title()}-v0",
        entry_point="boardwright.adapters.gymnasium:BoardwrightEnv",
        vector_entry_point="boardwright.adapters.gymnasium:BoardwrightVectorEnv",
        kwargs={"game": _name},
    )
