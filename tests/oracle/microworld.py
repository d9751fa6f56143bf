"""Reference player for Microworld: slow, plain, and written from the rules alone.

The ids in the comments (M1 ... M65) are those of the rules page.  Everything is done with cell numbers, names, sets and
dicts.
"""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

Action = dict[str, Any]
T = TypeVar("T")
Pair = tuple[T, T]  # one value for each seat

GENES = ["flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"]  # M10
BEFORE = {"anywhere", "occupied", "move"}  # M20-M27: these are used before placing, the others after it
LASTING = {"anywhere", "double", "opponent", "block", "occupied"}  # powers that only set a mark for the turn
MUTATIONS = ["bonus", "majority", "barrier", "steal", "exchange", "shift"]  # M60-M65
TOKENS = {"barrier": 3, "steal": 1, "exchange": 2, "shift": 2}
TARGETS = ["bone-lover", "15-points", "chain-of-cells", "four-genes"]  # M41
KINDS = ["mucous", "nervous", "osseous", "muscular"]  # M1
PAWNS = 14  # M10
RIM = 24  # the outer radius of a quarter
DEFAULTS: dict[str, Any] = {
    "board": "1a 2a 3a 4a",
    "scenario": None,
    "rules": "",
    "target": None,
    "mutations": None,
}


class Phase(NamedTuple):
    name: str
    seat: int | None = None
    gene: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What has happened in the turn."""

    uses: int = 0
    powers: frozenset[str] = frozenset()
    blocked: bool = False
    mutated: bool = False
    cell: int | None = None
    filled: bool = False
    gained: int = 0
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class State:
    genes: frozenset[int]
    leftovers: int
    target: str | None
    mutations: Pair[str | None]
    mutation_tokens: Pair[int]
    phase: Phase
    pawns: Pair[tuple[int, ...]] = ((), ())
    flipped: Pair[frozenset[int]] = (frozenset(), frozenset())
    radiation: Pair[frozenset[int]] = (frozenset(), frozenset())
    hands: Pair[frozenset[str]] = (frozenset(), frozenset())
    known: frozenset[str] = frozenset()
    used: Pair[frozenset[str]] = (frozenset(), frozenset())
    arrow: str | None = None
    points: Pair[int] = (0, 0)
    target_by: int | None = None
    bones: Pair[frozenset[int]] = (frozenset(), frozenset())
    ten_by: int | None = None
    tiles: Pair[frozenset[str]] = (frozenset(), frozenset())
    barrier: int | None = None
    seat: int = 0
    turn: int = 0
    this_turn: Turn = Turn()
    step: int = 0  # how many steps of the set-up are done


def put(pair: Pair[T], seat: int, value: T) -> Pair[T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def genes_in_order(genes: Iterable[str]) -> list[str]:
    return sorted(genes, key=GENES.index)


def mutations_in_order(mutations: Iterable[str]) -> list[str]:
    return sorted(mutations, key=MUTATIONS.index)


# ---- boards ----------------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    kind: str
    adjacent: frozenset[int]
    gene: bool
    rim: bool
    quarter: int | None


def load_elements(folder: str | Path) -> dict[str, dict[str, Any]]:
    return {name: tomllib.loads(Path(folder, f"{name}.toml").read_text(encoding="utf-8")) for name in "1234"}


def overlap(a: list[int], b: list[int]) -> bool:
    """Whether two intervals have more than a point in common."""
    return max(a[0], b[0]) < min(a[1], b[1])


def touching(a: dict[str, list[int]], b: dict[str, list[int]]) -> bool:
    """Whether annular sectors share a border of some length (M2, M3); angles are those of the whole disc."""
    for p, q in ((a, b), (b, a)):
        if p["r"][1] == q["r"][0] and overlap(p["angle"], q["angle"]):  # an arc
            return True
        if p["angle"][1] % 360 == q["angle"][0] and overlap(p["r"], q["r"]):  # a straight line from the centre
            return True
    return False


def shaped_cells(quarters: list[list[dict[str, Any]]]) -> list[Cell]:
    """The cells of four quarters, clockwise from the upper right."""
    entries: list[tuple[int, dict[str, Any], list[dict[str, list[int]]]]] = []
    for quarter, side in enumerate(quarters):
        for entry in side:
            turned = [{"r": p["r"], "angle": [n + 90 * quarter for n in p["angle"]]} for p in entry["parts"]]
            entries.append((quarter, entry, turned))
    cells: list[Cell] = []
    for here, (quarter, entry, parts) in enumerate(entries):
        adjacent = frozenset(
            there
            for there, (_, _, others) in enumerate(entries)
            if there != here and any(touching(a, b) for a in parts for b in others)
        )
        rim = any(part["r"][1] == RIM for part in parts)  # M5
        cells.append(Cell(entry["kind"], adjacent, bool(entry.get("gene", False)), rim, quarter))
    return cells


def graph_cells(entries: list[dict[str, Any]]) -> list[Cell]:
    """The cells of a graph (M6)."""
    cells = [
        Cell(
            entry["kind"],
            frozenset(entry["adjacent"]),
            bool(entry.get("gene", False)),
            bool(entry.get("rim", False)),
            entry.get("quarter"),
        )
        for entry in entries
    ]
    for here, cell in enumerate(cells):
        if any(here == there or here not in cells[there].adjacent for there in cell.adjacent):
            raise ValueError(f"cell {here}: the adjacency is not symmetric")
    return cells


def read_board(board: str | dict[str, Any], elements: dict[str, dict[str, Any]] | None) -> list[Cell]:
    if isinstance(board, dict):
        return shaped_cells(board["quarters"]) if "quarters" in board else graph_cells(board["cells"])
    sides = board.split()
    if sorted(side[0] for side in sides) != ["1", "2", "3", "4"]:  # M1
        raise ValueError(f"not a board: {board}")
    if elements is None:
        raise ValueError("this board needs the elements")
    return shaped_cells([elements[side[0]]["sides"][side[1]]["cells"] for side in sides])


# ---- the game --------------------------------------------------------------------------------------------------------


class Game:
    """One board with its options; states are values that belong to no game in particular."""

    def __init__(self, options: dict[str, Any], elements: dict[str, dict[str, Any]] | None = None) -> None:
        if unknown := set(options) - set(DEFAULTS):
            raise ValueError(f"unknown options: {sorted(unknown)}")
        self.options: dict[str, Any] = copy.deepcopy(DEFAULTS | options)
        self.cells = read_board(self.options["board"], elements)
        self.rules: str = self.options["rules"]
        self.spaces = frozenset(number for number, cell in enumerate(self.cells) if cell.gene)
        chosen: list[str] | None = self.options["mutations"]
        self.barrier_possible = "C" in self.rules and (chosen is None or "barrier" in chosen)
        if not 28 + self.barrier_possible <= len(self.cells) <= 64 or not 1 <= len(self.spaces) <= 7:  # M6
            raise ValueError("the board has too few or too many cells or gene spaces")
        if (self.options["target"] and "B" not in self.rules) or (chosen and "C" not in self.rules):
            raise ValueError("a target needs rule B, mutations need rule C")
        self.tissues: list[list[int]] = sorted(
            sorted(group)
            for kind in KINDS
            for group in self.groups({number for number, cell in enumerate(self.cells) if cell.kind == kind})
        )
        self.tissue_of = {cell: tissue for tissue in self.tissues for cell in tissue}
        self.set_up: list[Phase] = []
        if "A" in self.rules:  # M40
            self.set_up += [Phase("leftover", 0), Phase("leftover", 1)]
        if "B" in self.rules and not self.options["target"]:  # M41
            self.set_up += [Phase("target")]
        if "C" in self.rules and not chosen:  # M42
            self.set_up += [Phase("tile", seat) for seat in (0, 0, 1, 1)]
            self.set_up += [Phase(name, seat) for name in ("keep", "reveal") for seat in (0, 1)]

    def groups(self, cells: set[int]) -> list[set[int]]:
        """The connected parts of a set of cells."""
        rest = set(cells)
        groups: list[set[int]] = []
        while rest:
            group: set[int] = set()
            edge = {min(rest)}
            while edge:
                group |= edge
                edge = {there for here in edge for there in self.cells[here].adjacent if there in rest} - group
            groups.append(group)
            rest -= group
        return groups

    def start(self) -> State:
        chosen: list[str] = self.options["mutations"] or []
        return State(
            genes=self.spaces,
            leftovers=len(GENES) - len(self.spaces),
            target=self.options["target"],
            mutations=(chosen[0], chosen[1]) if chosen else (None, None),
            mutation_tokens=(TOKENS.get(chosen[0], 0), TOKENS.get(chosen[1], 0)) if chosen else (0, 0),
            phase=self.set_up[0] if self.set_up else Phase("before"),
        )

    # ---- what may be done ----------------------------------------------------------------------------------------

    def actor(self, s: State) -> int | str:
        match s.phase.name:
            case "over":
                return "over"
            case "leftover" | "target" | "tile" | "reveal" | "token" | "ten":
                return "chance"
            case "keep":
                return s.phase.seat or 0
            case "steal":
                return 1 - s.seat
            case _:
                return s.seat

    def actions(self, s: State) -> list[Action]:
        acts: list[Action] = []
        match s.phase.name:
            case "keep":
                acts += [{"type": "keep", "mutation": name} for name in mutations_in_order(s.tiles[s.phase.seat or 0])]
            case "before":
                acts += [{"type": "place", "cell": cell} for cell in sorted(self._places(s))]
                if s.turn > 0:  # M11
                    acts += self._gene_actions(s, before=True)
            case "steal":
                acts += [{"type": "steal"}, {"type": "allow"}]
            case "move":
                acts += [{"type": "cell", "cell": cell} for cell in sorted(self._moves(s))]
            case "after":
                acts += self._gene_actions(s, before=False)
                if self._can_mutate(s):
                    acts += [{"type": "mutation"}]
                acts += [{"type": "end"}]
            case "flip":
                acts += [{"type": "pawn", "seat": 1 - s.seat, "pawn": pawn} for pawn in self._flips(s)]
            case "mutate":
                acts += self._mutation_targets(s)
            case _:
                pass
        return acts

    def outcomes(self, s: State) -> list[Action]:
        match s.phase.name:
            case "leftover" | "token" | "ten":
                seen = s.hands[0] | s.hands[1] | s.used[0] | s.used[1]
                return [{"type": "draw", "gene": gene} for gene in GENES if gene not in seen]
            case "target":
                return [{"type": "target", "target": target} for target in TARGETS]
            case "tile":
                dealt = s.tiles[0] | s.tiles[1]
                return [{"type": "tile", "mutation": name} for name in MUTATIONS if name not in dealt]
            case "reveal":
                return [{"type": "reveal", "mutation": s.mutations[s.phase.seat or 0]}]
            case _:
                return []

    def _free(self, s: State) -> set[int]:
        """M12: the cells without a pawn; a mutation token does not matter here."""
        return set(range(len(self.cells))) - set(s.pawns[0]) - set(s.pawns[1])

    def _near_last(self, s: State, seat: int) -> frozenset[int]:
        """M13: the cells adjacent to the pawn that the seat placed last, wherever it stands now."""
        return self.cells[s.pawns[seat][-1]].adjacent

    def _places(self, s: State) -> set[int]:
        if s.turn == 0:  # M11
            return set(s.genes)
        free = self._free(s) - {s.barrier}  # M62
        near = self._near_last(s, 1 - s.seat)
        places = free & near or free  # M12, M13
        if "anywhere" in s.this_turn.powers:  # M21
            places = free
        if "occupied" in s.this_turn.powers:
            places = places | self._occupied_places(s)
        return places

    def _occupied_places(self, s: State) -> set[int]:
        """M25, and M62 forbids placing there too (a pawn may have been moved to that cell)."""
        return set(self._near_last(s, 1 - s.seat) - self._free(s) - {s.barrier})

    def _moves(self, s: State) -> set[int]:
        """M26: where the pawn that the opponent placed last can go; M29: a barrier does not hinder it."""
        return self._free(s) & self._near_last(s, 1 - s.seat)

    def _adjacent_pawns(self, s: State, seat: int) -> list[int]:
        """The pawns of a seat that are adjacent to the pawn just placed; M25: those in its own cell are not."""
        near = self._near_last(s, s.seat)
        return [pawn for pawn, cell in enumerate(s.pawns[seat]) if cell in near]

    def _flips(self, s: State) -> list[int]:
        """M20: the opponent's pawns that can be flipped."""
        opponent = 1 - s.seat
        return [pawn for pawn in self._adjacent_pawns(s, opponent) if pawn not in s.flipped[opponent]]

    def _use_left(self, s: State) -> bool:
        """M16, M24, M40."""
        return s.this_turn.uses < (2 if "A" in self.rules else 1) and not s.this_turn.blocked

    def _gene_actions(self, s: State, before: bool) -> list[Action]:
        acts: list[Action] = []
        for gene in genes_in_order(s.hands[s.seat]) if self._use_left(s) else []:
            power = s.arrow if gene == "copy" else gene  # M28
            if power is None or (power in BEFORE) != before:
                continue
            # M29: some need a legal target.
            if power == "flip" and not self._flips(s):
                continue
            if power == "occupied" and not self._occupied_places(s):
                continue
            if power == "move" and not self._moves(s):
                continue
            acts.append({"type": "gene", "gene": gene})
        return acts

    def _spend_token(self, s: State) -> State:
        """M62, M64, M65: the mutation is used once a turn, for a token."""
        tokens = put(s.mutation_tokens, s.seat, s.mutation_tokens[s.seat] - 1)
        return replace(s, mutation_tokens=tokens, this_turn=replace(s.this_turn, mutated=True))

    def _mutation_targets(self, s: State) -> list[Action]:
        match s.mutations[s.seat]:
            case "barrier":  # M62
                return [{"type": "cell", "cell": cell} for cell in sorted(self._free(s))]
            case "shift":  # M65
                cells = self._free(s) & self._near_last(s, s.seat)
                return [{"type": "cell", "cell": cell} for cell in sorted(cells)]
            case "exchange":  # M64
                opponent = 1 - s.seat
                return [{"type": "pawn", "seat": opponent, "pawn": n} for n in self._adjacent_pawns(s, opponent)]
            case _:
                return []

    def _can_mutate(self, s: State) -> bool:
        ready = s.mutation_tokens[s.seat] > 0 and not s.this_turn.mutated
        return ready and bool(self._mutation_targets(s))

    # ---- what actions and chance do ------------------------------------------------------------------------------

    def apply(self, s: State, action: Action) -> State:
        if action not in self.actions(s) + self.outcomes(s):
            raise ValueError(f"illegal action: {action}")
        me = s.seat
        match action["type"]:
            case "place":
                return self._place(s, action["cell"])
            case "gene":
                return self._announce(s, action["gene"])
            case "steal":
                return self._steal(s)
            case "allow":
                return self._use(s, s.phase.gene or "")
            case "pawn" if s.phase.name == "flip":  # M20
                return self._go_on(replace(s, flipped=put(s.flipped, 1 - me, s.flipped[1 - me] | {action["pawn"]})))
            case "pawn":  # M64
                mine, theirs = s.pawns[me][-1], s.pawns[1 - me][action["pawn"]]
                s = self._move_pawn(self._spend_token(s), me, len(s.pawns[me]) - 1, theirs)
                return self._go_on(self._move_pawn(s, 1 - me, action["pawn"], mine))
            case "cell" if s.phase.name == "move":  # M26
                return self._go_on(self._move_pawn(s, 1 - me, len(s.pawns[1 - me]) - 1, action["cell"]))
            case "cell" if s.mutations[me] == "barrier":  # M62
                return self._go_on(replace(self._spend_token(s), barrier=action["cell"]))
            case "cell":  # M65
                return self._go_on(self._move_pawn(self._spend_token(s), me, len(s.pawns[me]) - 1, action["cell"]))
            case "mutation":
                return replace(s, phase=Phase("mutate"))
            case "end":
                return self._score(s)
            case "draw":
                return self._draw(s, action["gene"])
            case _:
                return self._set_up(s, action)

    def _set_up(self, s: State, action: Action) -> State:
        seat = s.phase.seat or 0
        match action["type"]:
            case "target":
                s = replace(s, target=action["target"])
            case "tile":
                s = replace(s, tiles=put(s.tiles, seat, s.tiles[seat] | {action["mutation"]}))
            case "keep":
                s = replace(s, tiles=put(s.tiles, seat, s.tiles[seat] - {action["mutation"]}))
                s = replace(s, mutations=put(s.mutations, seat, action["mutation"]))
            case _:
                pass  # "reveal" shows only what the full state holds already
        return self._next_step(s)

    def _next_step(self, s: State) -> State:
        step = s.step + 1
        if step < len(self.set_up):
            return replace(s, step=step, phase=self.set_up[step])
        first, second = s.mutations  # M42: now they are face-up
        tokens = (TOKENS.get(first or "", 0), TOKENS.get(second or "", 0))
        return replace(s, step=step, mutation_tokens=tokens, phase=Phase("before"))

    def _draw(self, s: State, gene: str) -> State:
        """A gene token comes into a hand: M40, M14 or M43."""
        seat = s.seat if s.phase.seat is None else s.phase.seat
        s = replace(s, hands=put(s.hands, seat, s.hands[seat] | {gene}))
        if s.phase.name == "token":
            return self._go_on(s)
        s = replace(s, leftovers=s.leftovers - 1)
        if s.phase.name == "leftover":
            return self._next_step(s)
        return self._settle(self._bonus(self._gain(s, seat, 2)))

    def _announce(self, s: State, gene: str) -> State:
        """M63: the gene is announced, and the opponent may steal it."""
        other = 1 - s.seat
        s = replace(s, known=s.known | {gene})
        if s.mutations[other] == "steal" and s.mutation_tokens[other] > 0:
            return replace(s, phase=Phase("steal", gene=gene))
        return self._use(s, gene)

    def _steal(self, s: State) -> State:
        """M63: a use is gone, nothing has happened, and the arrow stays."""
        thief = 1 - s.seat
        gene = s.phase.gene or ""
        hands = put(put(s.hands, s.seat, s.hands[s.seat] - {gene}), thief, s.hands[thief] | {gene})
        tokens = put(s.mutation_tokens, thief, s.mutation_tokens[thief] - 1)
        turn = replace(s.this_turn, uses=s.this_turn.uses + 1)
        return self._go_on(replace(s, hands=hands, mutation_tokens=tokens, this_turn=turn))

    def _use(self, s: State, gene: str) -> State:
        me = s.seat
        power = s.arrow if gene == "copy" and s.arrow else gene  # M28: the arrow stays with copy
        s = replace(
            s,
            hands=put(s.hands, me, s.hands[me] - {gene}),
            known=s.known - {gene},
            used=put(s.used, me, s.used[me] | {gene}),
            arrow=power,
            this_turn=replace(s.this_turn, uses=s.this_turn.uses + 1),
        )
        if power in ("flip", "move"):
            return replace(s, phase=Phase(power))
        if power == "radiation":  # M27
            s = replace(s, radiation=put(s.radiation, me, s.radiation[me] | {len(s.pawns[me]) - 1}))
        if power in LASTING:
            s = replace(s, this_turn=replace(s.this_turn, powers=s.this_turn.powers | {power}))
        return self._go_on(s)

    def _place(self, s: State, cell: int) -> State:
        me = s.seat
        free = self._free(s)
        filled = "F" in self.rules and free & set(self.tissue_of[cell]) == {cell}  # M45
        token = cell in s.genes
        if s.target == "bone-lover" and self.cells[cell].kind == "osseous":  # M41
            s = replace(s, bones=put(s.bones, me, s.bones[me] | {cell}))
        s = replace(
            s,
            pawns=put(s.pawns, me, (*s.pawns[me], cell)),
            genes=s.genes - {cell},
            this_turn=replace(s.this_turn, cell=cell, filled=filled),
        )
        if token and s.turn > 0:  # M14; M11: the first one is out of the game, unseen
            return replace(s, phase=Phase("token"))
        return self._go_on(s)

    def _move_pawn(self, s: State, seat: int, pawn: int, cell: int) -> State:
        """By M26, M64 or M65; gene tokens stay where they are."""
        pawns = s.pawns[seat]
        return replace(s, pawns=put(s.pawns, seat, (*pawns[:pawn], cell, *pawns[pawn + 1 :])))

    def _go_on(self, s: State) -> State:
        """The next decision within the turn; without one after placing, the turn ends."""
        if s.this_turn.cell is None:
            return replace(s, phase=Phase("before"))
        if (s.hands[s.seat] and self._use_left(s)) or self._can_mutate(s):
            return replace(s, phase=Phase("after"))
        return self._score(s)

    # ---- the end of a turn (M17) ---------------------------------------------------------------------------------

    def _gain(self, s: State, seat: int, points: int) -> State:
        if seat == s.seat:
            s = replace(s, this_turn=replace(s.this_turn, gained=s.this_turn.gained + points))
        return replace(s, points=put(s.points, seat, s.points[seat] + points))

    def _score(self, s: State) -> State:
        turn = s.this_turn
        if not turn.blocked:  # M24
            whose = 1 - s.seat if "opponent" in turn.powers else s.seat  # M15, M23
            count = len(self._adjacent_pawns(s, whose))
            s = self._gain(s, s.seat, 2 * count if "double" in turn.powers else count)  # M22
        if "E" in self.rules and turn.cell is not None and self.cells[turn.cell].kind == "nervous":  # M44
            s = self._gain(s, s.seat, 1)
        if turn.filled:  # M45
            s = self._gain(s, s.seat, 2)
        return self._settle(self._bonus(s))

    def _bonus(self, s: State) -> State:
        """M60."""
        turn = s.this_turn
        if s.mutations[s.seat] != "bonus" or turn.bonus or turn.gained < 2:
            return s
        s = self._gain(s, s.seat, 1)
        return replace(s, this_turn=replace(s.this_turn, bonus=True))

    def _settle(self, s: State) -> State:
        """Target, rule D and M60 until nothing changes; the mover is checked first."""
        while True:
            before = s
            for seat in (s.seat, 1 - s.seat):
                if s.target_by is None and self._reached(s, seat):
                    s = self._gain(replace(s, target_by=seat), seat, 5)
            for seat in (s.seat, 1 - s.seat):
                if "D" in self.rules and s.ten_by is None and s.points[seat] >= 10:  # M43
                    s = replace(s, ten_by=seat)
                    if s.leftovers:
                        return replace(s, phase=Phase("ten", seat))
                    s = self._gain(s, seat, 2)
            s = self._bonus(s)
            if s == before:
                return self._next_turn(s)

    def _reached(self, s: State, seat: int) -> bool:
        """Rule B (M41): whether the seat fulfils the target's condition."""
        match s.target:
            case "bone-lover":
                return len(s.bones[seat]) >= 4
            case "15-points":
                return s.points[seat] >= 15
            case "four-genes":
                return len(s.used[seat]) >= 4
            case "chain-of-cells":
                for group in self.groups(set(s.pawns[seat])):
                    quarters = {self.cells[cell].quarter for cell in group if self.cells[cell].rim}
                    if quarters >= {0, 2} or quarters >= {1, 3}:
                        return True
                return False
            case _:
                return False

    def _next_turn(self, s: State) -> State:
        s = replace(s, turn=s.turn + 1)
        if s.turn == 2 * PAWNS:  # M18, M30
            points = s.points
            for tissue in self.breakdown(s):
                if tissue["winner"] is not None:
                    points = put(points, tissue["winner"], points[tissue["winner"]] + tissue["points"])
            return replace(s, points=points, this_turn=Turn(), phase=Phase("over"))
        seat = 1 - s.seat
        barrier = None if s.mutations[seat] == "barrier" else s.barrier  # M62: until the next turn of its owner
        blocked = "block" in s.this_turn.powers  # M24
        return replace(s, seat=seat, barrier=barrier, this_turn=Turn(blocked=blocked), phase=Phase("before"))

    # ---- the end -------------------------------------------------------------------------------------------------

    def breakdown(self, s: State) -> list[dict[str, Any]]:
        """M30: what each tissue would give if the game ended now."""
        entries: list[dict[str, Any]] = []
        radiant = {s.pawns[seat][pawn] for seat in (0, 1) for pawn in s.radiation[seat]}
        for tissue in self.tissues:
            counts = [[0, 0], [0, 0]]  # not flipped, flipped
            for seat in (0, 1):
                for pawn, cell in enumerate(s.pawns[seat]):
                    if cell in tissue:
                        counts[pawn in s.flipped[seat]][seat] += 1
            standing, flipped = counts
            kind = self.cells[tissue[0]].kind
            radiation = bool(radiant & set(tissue))  # M27
            worth = 2 * len(tissue) if kind == "muscular" and "H" in self.rules else len(tissue)  # M47
            nothing = radiation or (kind == "mucous" and "G" in self.rules)  # M46
            winner = None
            if standing[0] != standing[1] and not nothing:
                winner = 0 if standing[0] > standing[1] else 1
                worth += s.mutations[winner] == "majority"  # M61
            entries.append(
                {
                    "cells": list(tissue),
                    "kind": kind,
                    "pawns": standing,
                    "flipped": flipped,
                    "radiation": radiation,
                    "winner": winner,
                    "points": 0 if winner is None else worth,
                }
            )
        return entries

    def points(self, s: State) -> list[int]:
        return list(s.points)

    def winners(self, s: State) -> list[int]:
        """M31: the seats that win, or share a draw; none while the game goes on."""
        if s.phase.name != "over":
            return []
        ranks = [(s.points[seat], len(s.hands[seat])) for seat in (0, 1)]
        return [seat for seat in (0, 1) if ranks[seat] == max(ranks)]

    # ---- dicts and texts -----------------------------------------------------------------------------------------

    def to_dict(self, s: State) -> dict[str, Any]:
        phase: dict[str, Any] = {"name": s.phase.name}
        if s.phase.seat is not None:
            phase["seat"] = s.phase.seat
        if s.phase.gene is not None:
            phase["gene"] = s.phase.gene
        turn = s.this_turn
        return {
            "game": "microworld",
            "format": 1,
            "options": copy.deepcopy(self.options),
            "pawns": [list(pawns) for pawns in s.pawns],
            "flipped": [sorted(pawns) for pawns in s.flipped],
            "radiation": [sorted(pawns) for pawns in s.radiation],
            "genes": sorted(s.genes),
            "hands": [genes_in_order(hand) for hand in s.hands],
            "known": genes_in_order(s.known),
            "used": [genes_in_order(used) for used in s.used],
            "leftovers": s.leftovers,
            "arrow": s.arrow,
            "points": list(s.points),
            "target": s.target,
            "target_by": s.target_by,
            "bones": [sorted(cells) for cells in s.bones],
            "ten_by": s.ten_by,
            "mutations": list(s.mutations),
            "tiles": [mutations_in_order(tiles) for tiles in s.tiles],
            "mutation_tokens": list(s.mutation_tokens),
            "barrier": s.barrier,
            "seat": s.seat,
            "turn": s.turn,
            "this_turn": {
                "uses": turn.uses,
                "powers": genes_in_order(turn.powers),
                "blocked": turn.blocked,
                "mutated": turn.mutated,
                "cell": turn.cell,
                "filled": turn.filled,
                "gained": turn.gained,
                "bonus": turn.bonus,
            },
            "phase": phase,
        }

    def text(self, s: State, action: Action) -> str:
        match action["type"]:
            case "place":
                return str(action["cell"])
            case "gene":
                return str(action["gene"])
            case "keep":
                return f"keep={action['mutation']}"
            case "pawn":
                return f"{'va'[action['seat']]}{action['pawn']}"
            case "cell":
                return f">{action['cell']}"
            case "mutation":
                return str(s.mutations[s.seat])
            case "draw":
                return f"+{action['gene']}"
            case "tile":
                return f"tile={action['mutation']}"
            case "reveal":
                return f"shown={action['mutation']}"
            case "target":
                return f"target={action['target']}"
            case _:
                return str(action["type"])


# ---- random boards and options ---------------------------------------------------------------------------------------


def random_graph(rng: random.Random) -> dict[str, Any]:
    """A valid graph board of 29 to 64 cells, from one without any adjacency to one with nearly all of it."""
    count = rng.randint(29, 64)
    kinds = rng.sample(KINDS, rng.randint(1, 4))
    adjacent: list[set[int]] = [set() for _ in range(count)]
    degree = rng.choice([0, 1, 2, 3, 4, 6, 10, count])
    reach = rng.choice([3, 8, count])  # how far the numbers of adjacent cells are apart
    pairs = [(rng.randrange(count), rng.randint(1, reach)) for _ in range(count * degree // 2)]
    if rng.random() < 0.2:  # a cell that is adjacent to all others
        hub = rng.randrange(count)
        pairs += [(hub, distance) for distance in range(1, count)]
    for a, distance in pairs:
        b = (a + distance) % count
        if a != b:
            adjacent[a].add(b)
            adjacent[b].add(a)
    spaces = set(rng.sample(range(count), rng.randint(1, 7)))
    share = rng.random()
    rim = {cell for cell in range(count) if rng.random() < share}
    in_order = rng.random() < 0.5
    quarters = [4 * cell // count if in_order else rng.randrange(4) for cell in range(count)]
    first, second = rng.sample(range(count), 2)
    rim |= {first, second}
    quarters[second] = (quarters[first] + 2) % 4
    cells = []
    for cell in range(count):
        entry: dict[str, Any] = {"kind": rng.choice(kinds), "adjacent": sorted(adjacent[cell])}
        entry |= {"gene": cell in spaces, "rim": cell in rim, "quarter": quarters[cell]}
        cells.append(entry)
    return {"format": 1, "name": "random", "cells": cells}


def random_options(rng: random.Random, elements: bool) -> dict[str, Any]:
    """Random options: on a board of the four elements, or else on a random graph."""
    rules = "".join(letter for letter in "ABCDEFGH" if rng.random() < 0.5)
    options: dict[str, Any] = {"rules": rules}
    if elements:
        options["board"] = " ".join(name + rng.choice("ab") for name in rng.sample("1234", 4))
    else:
        options["board"] = random_graph(rng)
    if "B" in rules:
        options["target"] = rng.choice([None, *TARGETS])
    if "C" in rules and rng.random() < 0.5:
        options["mutations"] = rng.sample(MUTATIONS, 2)
    return options
