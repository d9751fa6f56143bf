"""Agents as Kaggle's competitions have them: functions ``agent(obs, config)`` that give the id of an action.

``obs`` holds ``player`` (the seat), ``step``, ``state`` (the dict form of what the seat knows), ``legal`` (ids of legal
actions) and ``action_mask``, all as JSON can carry it; ``config`` holds the game, its options and a budget. `as_bot`
makes a player of a match of an agent.

Run it with ``python examples/kaggle_agent.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import boardwright as bw


class Struct(dict[str, Any]):
    """A dict whose values are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


Agent: TypeAlias = Callable[[Struct, Struct], int]


def searching_agent(obs: Struct, config: Struct) -> int:
    """Search by what the seat knows, as long as the configuration says."""
    view = bw.State.from_dict(obs.state)
    return bw.search(view, simulations=config.simulations, seed=obs.step).best.id


def first_agent(obs: Struct, config: Struct) -> int:
    """Play the first legal action."""
    return int(obs.legal[0])


def as_bot(agent: Agent, config: Struct) -> bw.bots.FunctionBot:
    """Make a player of a match of an agent."""

    def choose(view: bw.State, rng: bw.Rng) -> int:
        seen = {
            "player": view.current_player,
            "step": view.turn,
            "state": view.to_dict(),
            "legal": view.legal_actions.ids,
            "action_mask": view.legal_mask().astype(int).tolist(),
        }
        # As it comes to an agent that runs in a process of its own.
        return agent(Struct(json.loads(json.dumps(seen))), config)

    return bw.bots.FunctionBot(choose, agent.__name__)


def main() -> None:
    """Play a game from each seat."""
    config = Struct(game="microworld", options={"rules": "ABC"}, simulations=100)
    agents = [searching_agent, first_agent]
    for order in (agents, agents[::-1]):
        result = bw.Match(config.game, [as_bot(agent, config) for agent in order], seed=7, **config.options).play()
        print(result)


if __name__ == "__main__":
    main()
