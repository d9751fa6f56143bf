"""The games as PettingZoo environments (AEC): one agent a seat.

Examples
--------
>>> from boardwright.adapters import pettingzoo as tables
>>> env = tables.env("microworld")
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(int(observation["action_mask"].argmax()))
>>> env.agent_selection
'player_1'
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardwright._core import Rng, State
from boardwright.games import CHANCE_LABEL, make_rng, start

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}: pip install 'boardwright[pettingzoo]'", name=error.name) from error

from . import _rendering, _spaces

__all__ = ["env", "raw_env"]


def env(game: str, **kwargs: Any) -> AECEnv[str, Any, int | None]:
    """Make `raw_env` with the usual wrappers: an illegal action ends the game, and calls in the wrong order are errors.

    Parameters
    ----------
    game : str
        The name of the game.
    **kwargs
        As for `raw_env`.
    """
    made: AECEnv[str, Any, int | None] = raw_env(game, **kwargs)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Any, int | None]):  # type: ignore[misc]
    """A game, an agent a seat; chance is drawn inside.

    An observation is a dict of ``observation``, the tensor of what the agent's seat knows, and ``action_mask``, which
    is all 0 where the agent is not to act. Rewards are 0 until the game is over, then the returns.

    Parameters
    ----------
    game : str
        The name of the game.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` gives. All arrays of pixels are of one size, (1000, 900, 3).
    max_steps : int, optional
        The game is broken off after so many actions. By default it is not.
    **options
        The options of the game, as `boardwright.start` takes them, but no seed: `reset` takes it.

    Attributes
    ----------
    state_now : State
        The full state, with all secrets in it.
    state_space : Box
        The space of `state`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class has it
        "render_modes": _rendering.RENDER_MODES,
        "name": "boardwright",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, game: str, *, render_mode: str | None = None, max_steps: int | None = None, **options: Any
    ) -> None:
        super().__init__()
        _rendering.check_render_mode(render_mode)
        _spaces.check_max_steps(max_steps)
        _spaces.check_options(options)
        self.metadata = self.metadata | {"name": f"boardwright_{game}"}
        self.render_mode = render_mode
        self._start = start(game, **options)
        self._max_steps = max_steps
        self._rng: Rng | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(self._start.num_players)]
        self.agents: list[str] = []
        space = _spaces.observation_space(self._start, mask=True)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self._start.num_actions) for agent in self.possible_agents}
        self.state_space = _spaces.tensor_space(self._start, self._start.num_players)
        self.state_now = self._start

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions."""
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; its chance comes from the seed, or goes on from that of the last game.

        `options` are not looked at: PettingZoo's own tests hand in some.
        """
        if seed is not None:
            self._rng = make_rng(seed).split(CHANCE_LABEL)
        elif self._rng is None:
            # No seed was ever given: one of the system's.
            self._rng = Rng(seeding.np_random()[1] % 2**64).split(CHANCE_LABEL)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._settle(self._start)
        if self.render_mode == "human":
            self.render()

    def _settle(self, state: State) -> None:
        """Draw chance until a seat is to act."""
        assert self._rng is not None
        while state.is_chance:
            state = state.sample(self._rng)
        self.state_now = state
        seat = state.current_player
        self.agent_selection = self.possible_agents[state.turn_seat if seat is None else seat]

    def _seat(self, agent: str) -> int:
        """Give the seat of an agent."""
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}, only {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _check_begun(self, call: str) -> None:
        """Refuse a call before `reset`, in PettingZoo's words."""
        if self._rng is None:
            raise AssertionError(f"reset() needs to be called before {call}.")

    def _check_under_way(self) -> None:
        if not self.agents:
            raise AssertionError("all agents have left the game: call reset() first")

    def observe(self, agent: str) -> Any:
        """Give what an agent sees now."""
        self._check_begun("observe")
        return _spaces.observation_of(self.state_now, self._seat(agent), mask=True)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Give what the agent selected sees, with its rewards since it last acted, and whether it has ended."""
        self._check_begun("last")
        self._check_under_way()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def state(self) -> NDArray[np.float32]:
        """Give what all seats know together, for a critic of all agents: their observations, one after the other."""
        self._check_begun("state")
        state = self.state_now
        return np.concatenate([state.view(seat).observation_tensor(seat) for seat in range(state.num_players)])

    def step(self, action: int | None) -> None:
        """Play an action of the agent selected.

        Raises
        ------
        IllegalActionError
            If it is not legal, or there is none of that number; nothing has happened then.
        TypeError
            If it is no whole number.
        ValueError
            If an agent that is in the game does not act, or one that has ended does.
        AssertionError
            If it is called before `reset`, or when all agents have left the game.
        """
        self._check_begun("step")
        self._check_under_way()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is in the game must act")
        state = _spaces.play(self.state_now, _spaces.action_id(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._steps += 1
        self._settle(state)
        if self.state_now.is_over:
            self.rewards = dict(zip(self.agents, self.state_now.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_steps is not None and self._steps >= self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Draw what the agent selected knows, in the render mode."""
        self._check_begun("render")
        return _rendering.draw(self.state_now, self.render_mode, self._seat(self.agent_selection))

    def close(self) -> None:
        """Do nothing: nothing is open."""
