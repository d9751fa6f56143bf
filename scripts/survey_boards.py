"""Figures about the boards of Microworld: the eight sides, and the 96 boards that the four elements make.

Prints the tables of ``docs/games/microworld.md``. Fails if two sides are alike: if the cells of one can be laid over
those of the other so that kinds, gene spaces and neighbours agree. Turning or mirroring a side changes none of these,
so sides that differ only by a turn or in a mirror count as alike.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product

from boardwright import microworld
from boardwright.microworld import BoardCellDict, BoardDict

KINDS = ("mucous", "nervous", "osseous", "muscular")
SIDES = tuple(f"{element}{side}" for element in "1234" for side in "ab")


class Side:
    """The cells of one side, numbered from 0, with what they touch on the same side."""

    def __init__(self, name: str) -> None:
        self.name = name
        others = [f"{element}a" for element in "1234" if element != name[0]]
        board = microworld.board(" ".join([name, *others]))
        self.cells: list[BoardCellDict] = [cell for cell in board["cells"] if cell["quarter"] == 0]
        inside = range(len(self.cells))
        self.adjacent = [{other for other in cell["adjacent"] if other in inside} for cell in self.cells]

    @property
    def edges(self) -> int:
        """How many pairs of cells are adjacent."""
        return sum(map(len, self.adjacent)) // 2

    def tissues(self) -> list[int]:
        """List the sizes of the groups of adjacent cells of a kind on this side alone, largest first."""
        left = set(range(len(self.cells)))
        sizes = []
        while left:
            group = {left.pop()}
            edge = list(group)
            while edge:
                cell = edge.pop()
                kind = self.cells[cell]["kind"]
                more = {other for other in self.adjacent[cell] & left if self.cells[other]["kind"] == kind}
                left -= more
                group |= more
                edge += more
            sizes.append(len(group))
        return sorted(sizes, reverse=True)

    def labels(self) -> list[tuple[str, bool]]:
        """Kind and gene space of each cell."""
        return [(cell["kind"], cell["gene"]) for cell in self.cells]


def alike(one: Side, other: Side) -> bool:
    """Whether the cells of one side can be laid over those of another."""
    ours, theirs = one.labels(), other.labels()
    if Counter(ours) != Counter(theirs):
        return False

    def extend(chosen: list[int]) -> bool:
        cell = len(chosen)
        if cell == len(ours):
            return True
        for image in range(len(theirs)):
            fits = image not in chosen and theirs[image] == ours[cell]
            if fits and all(
                (before in one.adjacent[cell]) == (chosen[before] in other.adjacent[image]) for before in range(cell)
            ):
                chosen.append(image)
                if extend(chosen):
                    return True
                chosen.pop()
        return False

    return extend([])


def boards() -> list[BoardDict]:
    """Every board, but for turning: element 1 lies in the upper right."""
    texts = [
        " ".join(f"{element}{side}" for element, side in zip(("1", *order), sides, strict=True))
        for order in permutations("234")
        for sides in product("ab", repeat=4)
    ]
    return [microworld.board(text) for text in texts]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table in Markdown."""
    print(f"| {' | '.join(head)} |")
    print("|---" * len(head) + "|")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")
    print()


def print_sides(sides: Sequence[Side]) -> None:
    """Print a row for each side."""
    rows = []
    for side in sides:
        kinds: Counter[str] = Counter(cell["kind"] for cell in side.cells)
        spaces = sum(cell["gene"] for cell in side.cells)
        rim = sum(cell["rim"] for cell in side.cells)
        tissues = ", ".join(map(str, side.tissues()))
        rows.append([f"`{side.name}`", *(kinds[kind] for kind in KINDS), spaces, side.edges, rim, tissues])
    table(["side", *KINDS, "gene spaces", "adjacent pairs", "rim cells", "tissues on it"], rows)


def spread(numbers: Sequence[int]) -> tuple[int, str, int]:
    """Least, mean and most."""
    return min(numbers), f"{sum(numbers) / len(numbers):.1f}", max(numbers)


def print_boards(found: Sequence[BoardDict]) -> None:
    """Print how figures spread over the boards."""
    sizes = [[len(tissue["cells"]) for tissue in board["tissues"]] for board in found]
    degrees = [[len(cell["adjacent"]) for cell in board["cells"]] for board in found]
    rows: list[tuple[object, ...]] = [
        ("tissues", *spread([len(each) for each in sizes])),
        ("size of a tissue", *spread([size for each in sizes for size in each])),
        ("largest tissue of a board", *spread([max(each) for each in sizes])),
        ("tissues of one cell", *spread([each.count(1) for each in sizes])),
        ("neighbours of a cell", *spread([degree for each in degrees for degree in each])),
        ("adjacent pairs", *spread([sum(each) // 2 for each in degrees])),
        ("adjacent pairs across seams", *spread([board["seam_links"] for board in found])),
        ("rim cells", *spread([sum(cell["rim"] for cell in board["cells"]) for board in found])),
    ]
    rows += [
        (f"{kind} cells", *spread([sum(cell["kind"] == kind for cell in board["cells"]) for board in found]))
        for kind in KINDS
    ]
    table(["over the 96 boards", "least", "mean", "most"], rows)
    for title, numbers in [
        ("cells in a tissue", [size for each in sizes for size in each]),
        ("neighbours of a cell", [degree for each in degrees for degree in each]),
    ]:
        counts = Counter(numbers)
        every = range(min(counts), max(counts) + 1)
        shares = [f"{100 * counts[number] / len(numbers):.1f} %" for number in every]
        table([title, *map(str, every)], [["share", *shares]])


def main() -> int:
    """Print all, and compare the sides."""
    sides = [Side(name) for name in SIDES]
    print_sides(sides)
    print_boards(boards())
    pairs = [f"{one.name} and {other.name}" for one, other in combinations(sides, 2) if alike(one, other)]
    for pair in pairs:
        print(f"alike: sides {pair}")
    if not pairs:
        print("No two of the eight sides are alike.")
    return 1 if pairs else 0


if __name__ == "__main__":
    sys.exit(main())
