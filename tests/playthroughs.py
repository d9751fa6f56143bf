"""Games as OpenSpiel's generator of playthroughs tells them, with all that its interface says of each state.

``python tests/playthroughs.py`` writes them anew.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import boardwright.adapters.open_spiel  # noqa: F401 - knows the games

FOLDER = Path(__file__).parent / "data" / "playthroughs"

# The shortest games that show what there is: both kinds of chance, secrets, one to three players.
CASES = {
    "gridopolis": "boardwright_gridopolis(reserves=0,rounds=2,win=points)",
    "gridopolis-3": "boardwright_gridopolis(blueprint=tripod,players=3,rounds=2,win=points)",
    "microworld": "boardwright_microworld",
    "microworld-rules": "boardwright_microworld(board=3a 1b 4a 2b,rules=ABCDEFGH)",
    "microworld-sampled": "boardwright_microworld(mutations=steal+exchange,rules=C,sampled=True,seed=3)",
    "genotype": "boardwright_genotype",
    "genotype-alone": "boardwright_genotype(difficulty=hard,players=1)",
}

TENSOR = re.compile(r"^(ObservationTensor\(\d\)\S*?)(?: =|:)(?: .*|)(?:\n[◯◉ ]+$)*", re.MULTILINE)
"""The lines of a tensor: its numbers, or rows of dots."""

LONG = 300
"""Longer lines are kept as their beginning and a digest."""


def digest(text: str) -> str:
    """Stand for a text, in 16 letters."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def shorten(playthrough: str) -> str:
    """Put digests for tensors and for the rest of long lines: whole playthroughs have megabytes."""
    text = TENSOR.sub(lambda found: f"{found[1]} = sha256 {digest(found[0])}", playthrough)
    lines = [
        line if len(line) <= LONG else f"{line[: LONG // 2]} ... sha256 {digest(line)}" for line in text.split("\n")
    ]
    return "\n".join(lines)


def read(path: Path) -> tuple[str, str]:
    """Give what a file holds, and what OpenSpiel writes for its game and actions now."""
    _parse_flags()
    original, new = generate_playthrough.replay(str(path))
    return original, shorten(new)


def write(name: str) -> str:
    """Play a game with random actions, and write what OpenSpiel says of it; gives the text."""
    _parse_flags()
    text = shorten(generate_playthrough.playthrough(CASES[name], None, seed=7))
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    return text


def _parse_flags() -> None:
    # OpenSpiel reads a flag of its own, which must have been parsed.
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthroughs"])


if __name__ == "__main__":
    for name in CASES:
        write(name)
