"""An agent that learns Microworld through Gymnasium, in less than a minute on one core: PPO with masks, in NumPy.

Its policy is linear: the logit of an action is a weighted sum of what it sees. Illegal actions are masked out before
the softmax. It learns by proximal policy optimisation (Schulman et al. 2017), against random play, in 64 games at once.

Run it with ``python examples/gymnasium_ppo.py``; it needs ``pip install 'boardwright[gymnasium]'``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray

import boardwright.adapters.gymnasium  # noqa: F401 - Gymnasium knows the games then

GAME = "boardwright/Microworld-v0"
CLIP = 0.2


class Moves(NamedTuple):
    """Decisions of finished games, a row each."""

    seen: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.intp]
    chances: NDArray[Any]
    """How likely the policy chose the action."""
    returns: NDArray[Any]
    """What became of the game."""


class Agent:
    """A linear policy and a linear value, both trained with Adam (Kingma, Ba 2015)."""

    def __init__(self, columns: NDArray[np.intp], actions: int, rate: float) -> None:
        self.columns = columns
        self.rate = rate
        self.weights: list[NDArray[Any]] = [
            np.zeros((len(columns), actions), np.float32),
            np.zeros(len(columns), np.float32),
        ]
        self.means = [np.zeros_like(array) for array in self.weights]
        self.squares = [np.zeros_like(array) for array in self.weights]
        self.steps = 0

    def policy(self, seen: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[Any]:
        """Give the chances of all actions; those of illegal ones are 0."""
        logits = np.where(masks, seen @ self.weights[0], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: NDArray[Any] = chances / chances.sum(axis=1, keepdims=True)
        return shares

    def learn(self, moves: Moves, rng: np.random.Generator, epochs: int = 3, size: int = 512) -> None:
        """Make the actions likelier that led to better games than were expected, but not by much at a time."""
        expected = moves.seen @ self.weights[1]
        gains = moves.returns - expected
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        n = len(gains)
        for _ in range(epochs):
            for rows in np.array_split(rng.permutation(n), max(1, n // size)):
                seen, actions = moves.seen[rows], moves.actions[rows]
                policy = self.policy(seen, moves.masks[rows])
                places = np.arange(len(rows))
                ratio = policy[places, actions] / moves.chances[rows]
                # Where the ratio has left the clip in the good direction, there is nothing more to gain.
                inside = np.where(gains[rows] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
                pull = inside * ratio * gains[rows] / len(rows)
                slope = policy * pull[:, None]
                slope[places, actions] -= pull
                error = (seen @ self.weights[1] - moves.returns[rows]) / len(rows)
                self._adam([seen.T @ slope, seen.T @ error])

    def _adam(self, slopes: Sequence[NDArray[Any]]) -> None:
        self.steps += 1
        rate = self.rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weights, mean, square, slope in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            weights -= rate * mean / (np.sqrt(square) + 1e-8)


def play(env: VectorEnv[Any, Any, Any], agent: Agent, steps: int, rng: np.random.Generator) -> tuple[Moves, float]:
    """Begin games everywhere, and play some steps; gives the decisions of finished games and their mean return."""
    observations, info = env.reset()
    rows: list[tuple[Any, ...]] = []
    rewards, ends = np.zeros((steps, env.num_envs)), np.zeros((steps, env.num_envs), np.bool_)
    for step in range(steps):
        masks = info["action_mask"].astype(np.bool_)
        # A game that has ended begins again in the next step: nothing is legal, and whatever is played does not count.
        asked = masks.any(axis=1)
        masks[~asked, 0] = True
        seen = observations[:, agent.columns]
        policy = agent.policy(seen, masks)
        sums = policy.cumsum(axis=1)
        actions = (sums > rng.random((env.num_envs, 1)) * sums[:, -1:]).argmax(axis=1)
        rows.append((seen, masks, actions, policy[np.arange(env.num_envs), actions], asked))
        observations, rewards[step], ends[step], _, info = env.step(actions)
    # Every decision is worth what its game ended with; games that have not ended are left out.
    returns = np.zeros((steps, env.num_envs))
    outcome = np.full(env.num_envs, np.nan)
    for step in reversed(range(steps)):
        outcome = np.where(ends[step], rewards[step], outcome)
        returns[step] = outcome
    seen, masks, actions, chances, asked = (np.array(part) for part in zip(*rows, strict=True))
    kept = asked & ~np.isnan(returns)
    return Moves(seen[kept], masks[kept], actions[kept], chances[kept], returns[kept]), float(rewards[ends].mean())


def varying_columns(env: VectorEnv[Any, Any, Any], rng: np.random.Generator) -> NDArray[np.intp]:
    """Find the values of observations that are not always the same, by random play."""
    agent = Agent(np.arange(env.single_observation_space.shape[0]), env.single_action_space.n, 0.0)  # type: ignore[index,attr-defined]
    return np.flatnonzero(play(env, agent, 40, rng)[0].seen.std(axis=0))


def main() -> None:
    """Learn, and say how the games end."""
    parser = argparse.ArgumentParser(description="Learn Microworld against random play.")
    parser.add_argument("--rounds", type=int, default=40, help="how often to play and to learn")
    parser.add_argument("--rate", type=float, default=0.003, help="how far each step moves the weights")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    env = gymnasium.make_vec(GAME, num_envs=64)
    rng = np.random.default_rng(args.seed)
    env.reset(seed=args.seed)
    agent = Agent(varying_columns(env, rng), env.single_action_space.n, args.rate)  # type: ignore[attr-defined]
    for number in range(args.rounds):
        moves, mean = play(env, agent, 64, rng)
        if number % 5 == 0 or number == args.rounds - 1:
            print(f"round {number}: mean return {mean:+.2f}", flush=True)
        agent.learn(moves, rng)


if __name__ == "__main__":
    main()
