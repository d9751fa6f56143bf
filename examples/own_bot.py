"""A bot of your own: it captures as much as it can, else walks towards the other side.

Run it with ``python examples/own_bot.py``.
"""

from __future__ import annotations

import boardwright as bw


class Hunter:
    """Looks at all whole turns, and takes one with the most captures."""

    name = "hunter"

    def choose(self, view: bw.State, rng: bw.Rng, /) -> bw.Turn:
        """Choose a turn; `view` is what this seat knows, `rng` is this bot's own generator."""
        turns = view.turns()
        most = max(self.value(turn) for turn in turns)
        best = [turn for turn in turns if self.value(turn) == most]
        return best[rng.below(len(best))]

    @staticmethod
    def value(turn: bw.Turn) -> int:
        """Count the captures of a turn twice, its steps once."""
        kinds = [action.to_dict()["type"] for action in turn]
        return 2 * kinds.count("capture") + kinds.count("step")


def main() -> None:
    """Play ten games against the random bot, five from each seat."""
    won = 0
    for seed in range(10):
        hunter = seed % 2
        bots: list[bw.Bot | str] = ["random", "random"]
        bots[hunter] = Hunter()
        result = bw.Match("gridopolis", bots, seed=seed).play()
        won += result.winners == [hunter]
        print(f"game {seed}: {result}")
    print(f"the hunter won {won} of 10")


if __name__ == "__main__":
    main()
