"""A Microworld board of your own, and whether it is fair to both players.

That depends on who plays: random games are fast, but what is good for random players need not be so for others. So
games of greedy players are counted beside them.

Run it with ``python examples/own_microworld_board.py``; it writes ``rings.html`` into the current folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import boardwright as bw
from boardwright import microworld
from boardwright.microworld import CellDict, Kind, QuartersDict

GAMES = 400
WIDTH = 4


def quarter(kinds: Sequence[Kind]) -> list[CellDict]:
    """Make a quarter of four kinds: a core with an arm, a ring of three, a rim of four.

    Radii go from 0 to 24, angles from 0 to 90 degrees clockwise; the cells must fill the quarter exactly.
    """
    one, two, three, four = kinds
    return [
        {"kind": one, "parts": [{"r": [0, 8], "angle": [0, 90]}, {"r": [8, 16], "angle": [0, 15]}]},
        {"kind": two, "parts": [{"r": [8, 16], "angle": [15, 40]}]},
        {"kind": two, "parts": [{"r": [8, 16], "angle": [40, 65]}], "gene": True},
        {"kind": three, "parts": [{"r": [8, 16], "angle": [65, 90]}]},
        {"kind": four, "parts": [{"r": [16, 24], "angle": [0, 22]}]},
        {"kind": four, "parts": [{"r": [16, 24], "angle": [22, 45]}]},
        {"kind": three, "parts": [{"r": [16, 24], "angle": [45, 68]}]},
        {"kind": three, "parts": [{"r": [16, 24], "angle": [68, 90]}]},
    ]


KINDS: list[Kind] = ["mucous", "nervous", "osseous", "muscular"]

BOARD: QuartersDict = {
    "format": 1,
    "name": "rings",
    "title": "Rings",
    "status": "own",
    # Clockwise from the upper right; in this order each rim goes on with its kind in the next quarter.
    "quarters": [quarter(KINDS[-turn:] + KINDS[:-turn]) for turn in range(4)],
}


def random_games(board: QuartersDict) -> list[bw.State]:
    """Play random games; gives the ends."""
    start, rng = bw.start("microworld", board=board), bw.Rng(1)
    return [start.playout(rng.split(game)) for game in range(GAMES)]


def greedy_games(board: QuartersDict) -> list[bw.State]:
    """Let greedy players play; gives the ends."""
    matches = (bw.Match("microworld", ["greedy", "greedy"], seed=seed, board=board) for seed in range(GAMES))
    return [match.play().state for match in matches]


def main() -> None:
    """Check the board, show what the checker says of a wrong one, play on it, and look at many games."""
    wrong: QuartersDict = {**BOARD, "quarters": [*BOARD["quarters"][:3], quarter(KINDS)[1:]]}
    try:
        microworld.board(wrong)
    except bw.SetupError as error:
        for problem in error.problems:
            print(f"problem: {problem}")

    found = microworld.board(BOARD)
    print(f"{found['title']}: {len(found['cells'])} cells, tissues of", end=" ")
    print(*sorted((len(tissue["cells"]) for tissue in found["tissues"]), reverse=True))

    result = bw.Match("microworld", ["greedy", "greedy"], seed=1, board=BOARD).play()
    print(result.state)
    print(result)
    Path("rings.html").write_text(bw.to_html(result.record), encoding="utf-8")
    print("wrote rings.html")

    for players, ends in (("random", random_games(BOARD)), ("greedy", greedy_games(BOARD))):
        leads = Counter((end.scores[0] - end.scores[1]) // WIDTH * WIDTH for end in ends)
        print(f"\n{GAMES} games of {players} players; how far the first one was ahead at the end:")
        for low, games in sorted(leads.items()):
            print(f"{low:>4} to {low + WIDTH - 1:>3} {games:>4} {'#' * (games // 2)}")
        # A win is worth 1, a draw a half; about 19 times in 20 the true share is not farther off than the margin.
        share = sum(end.returns[0] + 1 for end in ends) / 2 / GAMES
        margin = 2 * (share * (1 - share) / GAMES) ** 0.5
        verdict = "nothing speaks against it" if abs(share - 0.5) < margin else "it seems not"
        print(
            f"the first player's share is {share:.1%}, give or take {margin:.1%}; fair for {players} players? {verdict}"
        )


if __name__ == "__main__":
    main()
