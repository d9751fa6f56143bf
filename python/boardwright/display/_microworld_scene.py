"""What a picture of a Microworld position shows: the dict forms, put in order for drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ._common import Data, Hint, sentence

LETTERS = "va"
"""How the notation names the pawns of a seat."""

RULES = {
    "A": "a left-over gene each, two genes a turn",
    "B": "a target for 5 points",
    "C": "a mutation each",
    "D": "first to 10 points: a gene and 2 points",
    "E": "a nervous cell gives 1 point",
    "F": "filling a tissue gives 2 points",
    "G": "mucous tissues score nothing",
    "H": "muscular tissues score double",
}


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn on the board."""

    seat: int
    number: int
    cell: int
    flipped: bool
    radiation: bool
    last: bool
    target: bool

    @property
    def name(self) -> str:
        """How the notation names it."""
        return f"{LETTERS[self.seat]}{self.number}"


@dataclass(frozen=True, slots=True)
class Player:
    """What a seat has."""

    name: str
    points: int
    pawns_left: int
    hand: tuple[str, ...]
    used: tuple[str, ...]
    mutation: str
    mutation_tokens: int
    tiles: tuple[str, ...]
    bones: int


@dataclass(frozen=True)
class Scene:
    """Everything the views need, in plain ordered data."""

    board: Data
    players: tuple[Player, ...]
    pawns: tuple[Pawn, ...]
    genes: frozenset[int]
    barrier: int | None
    fresh: frozenset[int]
    placements: frozenset[int]
    aims: frozenset[int]
    seat: int
    actor: int | None
    over: bool
    winners: tuple[int, ...]
    ending: str
    to_do: str
    last_text: str
    this_turn: Data
    tissues: tuple[Data, ...]
    turn: int
    usable: frozenset[str]
    mutation_usable: bool
    known: frozenset[str]
    arrow: str
    leftovers: int
    rules: str
    scenario: str
    target: str
    target_by: int | None
    ten_by: int | None
    targets: bool
    hints: Mapping[int, Hint]

    @property
    def title(self) -> str:
        """Which board is played on."""
        return str(self.board["title"])

    def inside(self, cell: int) -> list[Pawn]:
        """Return the pawns in a cell."""
        return [pawn for pawn in self.pawns if pawn.cell == cell]

    def headline(self) -> str:
        """Say who acts, or how the game ended."""
        if self.over:
            return f"{self.players[self.winners[0]].name} win" if len(self.winners) == 1 else "Draw"
        return "Chance" if self.actor is None else f"{self.players[self.actor].name} to act"

    def turn_words(self) -> str:
        """Say what has happened in the turn, as far as it matters still."""
        now, words = self.this_turn, []
        if self.over:
            return ""
        if now["blocked"]:
            words.append("genes are blocked")
        if now["powers"]:
            words.append(f"in effect: {', '.join(now['powers'])}")
        if now["gained"]:
            words.append(f"points so far: {now['gained']}")
        return sentence("; ".join(words)) if words else ""

    def rule_words(self, rule: str) -> str:
        """Describe an additional rule in play, and how it stands."""
        words = RULES[rule]
        if rule == "B":
            if not self.target:
                return f"{words}, to be drawn"
            state = "open" if self.target_by is None else f"{self.players[self.target_by].name} reached it"
            return f"target {self.target.replace('-', ' ')}: {state}"
        if rule == "D" and self.ten_by is not None:
            return f"first to 10 points: {self.players[self.ten_by].name}"
        return words

    def cell_words(self, cell: int) -> str:
        """Describe a cell, for tooltips."""
        data = self.board["cells"][cell]
        size = sum(other["tissue"] == data["tissue"] for other in self.board["cells"])
        words = [f"{cell}: {data['kind']}, tissue of {size}" if size > 1 else f"{cell}: {data['kind']}, a tissue alone"]
        if data["rim"]:
            words.append("on the rim")
        if cell in self.genes:
            words.append("gene token")
        elif data["gene"]:
            words.append("gene space without token")
        if cell == self.barrier:
            words.append("mutation token")
        for pawn in self.inside(cell):
            marks = [
                mark
                for mark, there in (
                    ("flipped", pawn.flipped),
                    ("radiation", pawn.radiation),
                    ("placed last", pawn.last),
                    ("can be the target", pawn.target),
                )
                if there
            ]
            words.append(f"pawn {pawn.name} of {self.players[pawn.seat].name}" + "".join(f", {mark}" for mark in marks))
        if cell in self.hints:
            words.append(f"number {self.hints[cell].rank} of the search, {self.hints[cell].words}")
        if cell in self.placements:
            words.append("a pawn can be placed here")
        if cell in self.aims:
            words.append("can be the target")
        return "; ".join(words)


def make_scene(
    layout: Data,
    position: Data,
    last: Sequence[Data],
    last_text: str,
    targets: bool,
    legal: Sequence[Data],
    hints: Sequence[Hint] = (),
) -> Scene:
    """Put the dict forms in order for drawing.

    Parameters
    ----------
    layout
        What `State.layout` gives.
    position
        The state as a dict.
    last
        The last action, or the actions of the last turn.
    last_text
        Their notation; empty if it is not known.
    targets
        Whether legal targets are shown.
    legal
        Legal actions; not used unless ``targets``.
    hints
        What a search thinks of.

    Returns
    -------
    Scene
        The scene.
    """
    over = position["phase"]["name"] == "over"
    targets = targets and not over
    shown = list(legal) if targets else []
    seat, actor = int(position["seat"]), layout["actor"]
    options: Data = position["options"]
    pawns = [
        Pawn(
            seat=owner,
            number=number,
            cell=int(cell),
            flipped=number in position["flipped"][owner],
            radiation=number in position["radiation"][owner],
            last=number == len(cells) - 1,
            target=targets and owner != seat and number in layout["target_pawns"],
        )
        for owner, cells in enumerate(position["pawns"])
        for number, cell in enumerate(cells)
    ]
    players = [
        Player(
            name=str(name),
            points=int(position["points"][owner]),
            pawns_left=int(layout["pawns_left"][owner]),
            hand=tuple(position["hands"][owner]),
            used=tuple(position["used"][owner]),
            mutation=position["mutations"][owner] or "",
            mutation_tokens=int(position["mutation_tokens"][owner]),
            tiles=tuple(position["tiles"][owner]),
            bones=len(position["bones"][owner]),
        )
        for owner, name in enumerate(layout["seats"])
    ]
    return Scene(
        board=layout["board"],
        players=tuple(players),
        pawns=tuple(pawns),
        genes=frozenset(position["genes"]),
        barrier=position["barrier"],
        fresh=_fresh(last, position),
        placements=frozenset(layout["placements"] if targets else ()),
        aims=frozenset(layout["target_cells"] if targets else ()),
        seat=seat,
        actor=actor if isinstance(actor, int) else None,
        over=over,
        winners=tuple(layout["winners"]),
        ending=str(layout["ending"] or ""),
        to_do=str(layout["to_do"]),
        last_text=last_text,
        this_turn=position["this_turn"],
        tissues=tuple(layout["tissues"]),
        turn=int(position["turn"]),
        usable=frozenset(str(action["gene"]) for action in shown if action["type"] == "gene"),
        mutation_usable=any(action["type"] == "mutation" for action in shown),
        known=frozenset(position["known"]),
        arrow=position["arrow"] or "",
        leftovers=int(position["leftovers"]),
        rules=str(options["rules"]),
        scenario=str(options["scenario"] or ""),
        target=position["target"] or "",
        target_by=position["target_by"],
        ten_by=position["ten_by"],
        targets=targets,
        hints={int(hint.actions[0]["cell"]): hint for hint in hints if hint.actions[0]["type"] in ("place", "cell")},
    )


def _fresh(last: Sequence[Data], position: Data) -> frozenset[int]:
    """Find the cells that the last actions touched."""
    cells = {int(action["cell"]) for action in last if action["type"] in ("place", "cell")}
    for action in last:
        if action["type"] == "pawn" and action["pawn"] < len(position["pawns"][action["seat"]]):
            cells.add(int(position["pawns"][action["seat"]][action["pawn"]]))
    return frozenset(cells)


def chip_look(scene: Scene, seat: int, gene: str) -> str:
    """Tell how a gene token in a hand is shown."""
    if gene == "?":
        return "unknown"
    if seat == scene.actor and gene in scene.usable:
        return "now"
    return "open" if gene in scene.known else "secret"
