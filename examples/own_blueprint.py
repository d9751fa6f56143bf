"""A grid-set of your own: a bridge between two towers.

Run it with ``python examples/own_blueprint.py``; it writes ``bridge.html`` into the current folder.
"""

from __future__ import annotations

from pathlib import Path

import boardwright as bw
from boardwright.gridopolis import BlueprintDict, check_blueprint

BRIDGE: BlueprintDict = {
    "format": 1,
    "name": "bridge",
    "title": "Bridge",
    "description": "Two towers of two levels, and one way across that is two pads wide.",
    "status": "own",
    "win": "points",
    # Blocks with inclusive ranges: the bridge, and what stands on both of its ends.
    "pads": [
        {"x": [0, 1], "y": [0, 6], "level": 1},
        {"x": [0, 1], "y": [1, 1], "level": 2},
        {"x": [0, 1], "y": [5, 5], "level": 2},
    ],
    "teleporters": [[0, 1, 2], [1, 5, 2]],
    # A post stands on a link, and carries the link above it: one for each upper level.
    "posts": [
        [[0, 1, 1], [1, 1, 1]],
        [[0, 5, 1], [1, 5, 1]],
    ],
    "reserve": {"pads": 2, "links": 2, "posts": 1, "blockers": 1},
    "players": {"2": ["South", "North"]},
    "sections": {
        "South": {
            "forward": "+y",
            "home_row": [{"x": [0, 1], "y": 0, "level": 1}],
            "markers": [{"x": [0, 1], "y": [0, 1], "level": 1}],
        },
        "North": {
            "forward": "-y",
            "home_row": [{"x": [0, 1], "y": 6, "level": 1}],
            "markers": [{"x": [0, 1], "y": [5, 6], "level": 1}],
        },
    },
}


def main() -> None:
    """Check the blueprint, show what the checker says of a wrong one, and play on it."""
    wrong = BRIDGE | {"teleporters": [[9, 9, 9]], "title": ""}
    try:
        check_blueprint(wrong)
    except bw.SetupError as error:
        for problem in error.problems:
            print(f"problem: {problem}")

    blueprint = check_blueprint(BRIDGE)
    result = bw.Match("gridopolis", ["greedy", "greedy"], seed=1, blueprint=blueprint, rounds=15).play()
    print(result.state)
    print(result)
    Path("bridge.html").write_text(bw.to_html(result.record), encoding="utf-8")
    print("wrote bridge.html")


if __name__ == "__main__":
    main()
