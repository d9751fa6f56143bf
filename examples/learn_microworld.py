"""A network that learns Microworld by playing against itself, in the way of AlphaZero (Silver et al. 2018).

Everything is NumPy: a small network, its training, and the search of boardwright that it drives. Run it with
``python examples/learn_microworld.py``: after a few minutes it wins most games against the greedy bot. Ctrl-C stops it;
the weights are kept in ``microworld.npz``, and the next run goes on from there.
"""

from __future__ import annotations

import argparse
import contextlib
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import boardwright as bw
from boardwright.bots import EvaluatorBot
from boardwright.evaluators import uniform

Floats: TypeAlias = NDArray[np.floating[Any]]

GAME = "microworld"


class Network:
    """Two hidden layers; from the last one lead a policy (logits) and a value (tanh).

    Parameters
    ----------
    columns : array of int
        Which values of an observation it looks at.
    actions : int
        How many actions there are.
    width : int
        How many units the hidden layers have.
    seed : int
        Draws the first weights.
    """

    def __init__(self, columns: NDArray[np.intp], actions: int, width: int, seed: int) -> None:
        self.columns = columns
        rng = np.random.default_rng(seed)
        shapes = {
            "first": (len(columns), width),
            "second": (width, width),
            "policy": (width, actions),
            "value": (width, 1),
        }
        self.weights: dict[str, Floats] = {}
        for name, (below, above) in shapes.items():
            # The heads begin near 0: nothing is known yet.
            scale = 0.01 if name in ("policy", "value") else np.sqrt(2 / below)
            self.weights[name] = (rng.standard_normal((below, above)) * scale).astype(np.float32)
            self.weights[f"{name}_bias"] = np.zeros(above, np.float32)
        self.means = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.squares = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.steps = 0
        self.games = 0

    def __call__(self, observations: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Evaluate a batch: this is what makes it an evaluator for boardwright."""
        *_, logits, values = self._forward(observations[:, self.columns])
        return logits, values

    def _layer(self, inputs: Floats, name: str) -> Floats:
        return inputs @ self.weights[name] + self.weights[f"{name}_bias"]

    def _forward(self, inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        first = np.maximum(self._layer(inputs, "first"), 0)
        second = np.maximum(self._layer(first, "second"), 0)
        return first, second, self._layer(second, "policy"), np.tanh(self._layer(second, "value"))[:, 0]

    def train(self, batch: Batch, rate: float, decay: float) -> tuple[float, float]:
        """Make one step towards the policies and values of a batch; gives both losses before it."""
        losses, slopes = self.slopes(batch)
        for name, slope in slopes.items():
            if not name.endswith("_bias"):
                slope += decay * self.weights[name]
        self._adam(slopes, rate)
        return losses

    def slopes(self, batch: Batch) -> tuple[tuple[float, float], dict[str, Floats]]:
        """Give the losses for policies and values, and how their sum changes with each weight."""
        observations, legal, policy, target = batch
        n = len(observations)
        inputs = observations[:, self.columns]
        first, second, logits, values = self._forward(inputs)
        logits = np.where(legal, logits, -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        shares = np.exp(logits)
        shares /= shares.sum(axis=1, keepdims=True)
        policy_loss = -float((policy * np.log(shares + 1e-9)).sum(axis=1).mean())
        value_loss = float(((values - target) ** 2).mean())
        # Backwards, from both heads.
        to_policy = (shares - policy) / n
        to_value = (2 * (values - target) * (1 - values**2) / n)[:, None]
        to_second = (to_policy @ self.weights["policy"].T + to_value @ self.weights["value"].T) * (second > 0)
        to_first = (to_second @ self.weights["second"].T) * (first > 0)
        slopes: dict[str, Floats] = {}
        for name, forth, back in (
            ("first", inputs, to_first),
            ("second", first, to_second),
            ("policy", second, to_policy),
            ("value", second, to_value),
        ):
            slopes[name] = forth.T @ back
            slopes[f"{name}_bias"] = back.sum(axis=0)
        return (policy_loss, value_loss), slopes

    def _adam(self, slopes: dict[str, Floats], rate: float) -> None:
        """Kingma, Ba 2015."""
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, slope in slopes.items():
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope**2 - self.squares[name])
            self.weights[name] -= rate * self.means[name] / (np.sqrt(self.squares[name]) + 1e-8)

    def save(self, path: Path) -> None:
        """Write weights and the state of the training; there is never half a file. `load` reads it."""
        arrays: dict[str, Any] = {f"weights_{name}": array for name, array in self.weights.items()}
        arrays |= {f"means_{name}": array for name, array in self.means.items()}
        arrays |= {f"squares_{name}": array for name, array in self.squares.items()}
        draft = path.with_suffix(".tmp.npz")
        np.savez(draft, steps=self.steps, games=self.games, columns=self.columns, **arrays)
        draft.replace(path)


def load(path: Path) -> Network:
    """Read the network that `Network.save` wrote."""
    with np.load(path, allow_pickle=False) as stored:
        width, actions = stored["weights_policy"].shape
        network = Network(stored["columns"], actions, width, 0)
        for kind, arrays in (
            ("weights", network.weights),
            ("means", network.means),
            ("squares", network.squares),
        ):
            for name, array in arrays.items():
                array[...] = stored[f"{kind}_{name}"]
        network.steps, network.games = int(stored["steps"]), int(stored["games"])
    return network


Batch: TypeAlias = tuple[Floats, NDArray[np.bool_], Floats, Floats]


def batches(data: Sequence[bw.GameData], size: int, count: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Draw batches of positions from games."""
    observations = np.concatenate([game.observations for game in data])
    legal = np.concatenate([game.legal for game in data])
    policy = np.concatenate([game.policy for game in data])
    # Half what became of the game, half what the search expected.
    values = np.concatenate([(game.values[:, 0] + game.estimates[:, 0]) / 2 for game in data])
    for _ in range(count):
        rows = rng.integers(len(values), size=size)
        yield observations[rows], legal[rows], policy[rows], values[rows]


def varying_columns(seed: int) -> NDArray[np.intp]:
    """Find the values of observations that are not always the same: on one board most of them are."""
    games = bw.self_play(GAME, uniform, games=64, simulations=2, seed=seed)
    observations = np.concatenate([game.observations for game in games])
    return np.flatnonzero(observations.std(axis=0))


def compete(player: bw.Bot, opponent: str, games: int, seed: int) -> float:
    """Play games, in each seat as often; gives the share of the points, a draw being half a one."""
    points = 0.0
    for number in range(games):
        seat = number % 2
        bots: list[bw.Bot | str] = [opponent, opponent]
        bots[seat] = player
        result = bw.Match(GAME, bots, seed=seed + number // 2).play()
        points += (1 + result.returns[seat]) / 2
    return points / games


def report(network: Network, games: int, simulations: int, seed: int) -> None:
    """Say how strong the network is: alone, and as the evaluator of a search."""

    def policy(view: bw.State, rng: bw.Rng) -> int:
        legal = view.legal_mask()
        logits, _ = network(view.observation_tensor()[None], legal[None])
        return int(np.where(legal, logits[0], -np.inf).argmax())

    players: dict[str, bw.Bot] = {
        "its policy alone": bw.bots.FunctionBot(policy),
        f"{simulations} simulations": bot(network, simulations),
    }
    for name, player in players.items():
        shares = [
            f"{100 * compete(player, other, games, seed):.0f} % against {other}" for other in ("random", "greedy")
        ]
        print(f"  {name}: {', '.join(shares)} ({games} games each)", flush=True)


def bot(network: Network, simulations: int) -> EvaluatorBot:
    """Make a player for `boardwright.Match` of a network."""
    return EvaluatorBot(network, simulations=simulations, name="learner")


def learn(network: Network, args: argparse.Namespace) -> None:
    """Play against oneself and learn from it, round after round."""
    recent: deque[bw.GameData] = deque(maxlen=args.window)
    begun = time.monotonic()
    for number in range(args.rounds):
        games = bw.self_play(
            GAME,
            network,
            games=args.games,
            simulations=args.simulations,
            batch_size=args.games,
            seed=args.seed + network.games,
        )
        recent.extend(games)
        network.games += args.games
        rng = np.random.default_rng([args.seed, network.games])
        losses = [network.train(batch, args.rate, 1e-4) for batch in batches(recent, 256, args.steps, rng)]
        network.save(args.weights)
        policy_loss, value_loss = np.mean(losses, axis=0)
        print(
            f"round {number + 1}: {network.games} games, policy loss {policy_loss:.3f}, value loss {value_loss:.3f}, "
            f"{time.monotonic() - begun:.0f} s, {time.process_time():.0f} cpu",
            flush=True,
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, and say how strong the network was before and is after it."""
    parser = argparse.ArgumentParser(description="Learn Microworld by self-play.")
    parser.add_argument("--rounds", type=int, default=100, help="how often to play and to learn")
    parser.add_argument("--games", type=int, default=64, help="games of each round")
    parser.add_argument("--simulations", type=int, default=48, help="of each search")
    parser.add_argument("--steps", type=int, default=60, help="batches to learn from in each round")
    parser.add_argument("--window", type=int, default=640, help="how many of the latest games are learnt from")
    parser.add_argument("--width", type=int, default=128, help="of the hidden layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="how far each batch moves the weights")
    parser.add_argument("--test-games", type=int, default=100, help="games against each other bot; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=Path("microworld.npz"), help="where the weights are kept")
    args = parser.parse_args(arguments)
    if args.weights.exists():
        network = load(args.weights)
        print(f"going on after {network.games} games")
    else:
        network = Network(varying_columns(args.seed), bw.start(GAME).num_actions, args.width, args.seed)
    if args.test_games:
        print("before:")
        report(network, args.test_games, args.simulations, args.seed)
    with contextlib.suppress(KeyboardInterrupt):
        learn(network, args)
    if args.test_games:
        print("after:")
        report(network, args.test_games, args.simulations, args.seed)


if __name__ == "__main__":
    main()
