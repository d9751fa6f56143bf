"""Reference player for Gridopolis: slow, plain, and written from the rules alone.

The ids in the comments (G1 ... G73) are those of the rules page.  Everything is done with sites (x, y, level), sets and
dicts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

Site = tuple[int, int, int]
Action = dict[str, Any]  # outside: sites as lists; inside this module: sites as tuples

# G1: the 26 directions.
DIRECTIONS: list[Site] = [
    (dx, dy, dl) for dx in (-1, 0, 1) for dy in (-1, 0, 1) for dl in (-1, 0, 1) if (dx, dy, dl) != (0, 0, 0)
]
SIDES: list[Site] = [(-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0)]
UP: Site = (0, 0, 1)
DOWN: Site = (0, 0, -1)
AXES = {"x": 0, "y": 1, "level": 2}

DEFAULTS: dict[str, Any] = {
    "players": 2,
    "win": None,  # that of the blueprint
    "rounds": None,
    "quiet_limit": 20,
    "turn_cap": 10_000,
    "first_seat": 0,
    "supported_pads": False,
    "reserves": None,
}


class Piece(NamedTuple):
    seat: int
    king: bool
    moved: bool  # G23; always true for a king


class Reserve(NamedTuple):
    pads: int
    links: int
    posts: int
    blockers: int


class Tally(NamedTuple):
    """Markers that a seat has taken (G36)."""

    pawns: int
    kings: int


class Phase(NamedTuple):
    """Where in a turn the game is; the fields that a phase does not use keep their defaults."""

    name: str = "turn"  # "turn", "chain", "teleport", "second" or "over"
    site: Site = (0, 0, 0)
    kind: str = ""
    direction: Site = (0, 0, 0)
    second: bool = False
    crowned: bool = False
    reason: str = ""


TURN = Phase()


@dataclass(frozen=True, slots=True)
class State:
    built: frozenset[Site]
    blocked: frozenset[Site]
    markers: frozenset[tuple[Site, Piece]]
    reserves: tuple[Reserve, ...]
    captured: tuple[Tally, ...]
    seat: int
    turn: int = 0
    round: int = 0
    turns_in_round: int = 0
    quiet: int = 0
    passes: int = 0
    time_called: bool = False
    phase: Phase = TURN
    progress: bool = False  # within a turn: it has already held a capture or a crowning (for the count of G73)


def add(a: Site, b: Site) -> Site:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def difference(a: Site, b: Site) -> Site:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def by_level(site: Site) -> Site:
    """Sort key: by level, then y, then x."""
    return (site[2], site[1], site[0])


def as_site(value: Iterable[int]) -> Site:
    x, y, level = value
    return (x, y, level)


def site_text(site: Iterable[int]) -> str:
    return ".".join(str(n) for n in site)


def read_sites(entries: Iterable[Any]) -> list[Site]:
    """A blueprint's list of sites: single ones, and blocks with inclusive ranges."""
    sites: list[Site] = []
    for entry in entries:
        if isinstance(entry, dict):
            spans = []
            for axis in AXES:
                low, high = (entry[axis], entry[axis]) if isinstance(entry[axis], int) else entry[axis]
                spans.append(range(low, high + 1))
            sites += [(x, y, level) for x in spans[0] for y in spans[1] for level in spans[2]]
        else:
            sites.append(as_site(entry))
    return sites


def load_blueprint(path: str | Path) -> dict[str, Any]:
    with open(path, "rb") as file:
        return tomllib.load(file)


class Game:
    """One grid-set with its options; states are values that belong to no game in particular."""

    def __init__(self, options: dict[str, Any]) -> None:
        if unknown := set(options) - set(DEFAULTS) - {"blueprint", "blueprint_name"}:
            raise ValueError(f"unknown options: {sorted(unknown)}")
        plan: dict[str, Any] = options["blueprint"]
        chosen = {key: options.get(key, default) for key, default in DEFAULTS.items()}
        if chosen["win"] is None:
            chosen["win"] = plan.get("win", "last")
        self.options = chosen | {"blueprint": options.get("blueprint_name", plan)}  # as to_dict writes them

        tables = {str(number): names for number, names in plan["players"].items()}
        if str(chosen["players"]) not in tables:
            raise ValueError(f"this blueprint does not seat {chosen['players']} players")
        if chosen["win"] not in ("last", "points"):
            raise ValueError("win must be 'last' or 'points'")
        if chosen["first_seat"] not in range(chosen["players"]):
            raise ValueError("first_seat is not a seat")
        self.players: int = chosen["players"]
        self.win: str = chosen["win"]
        self.rounds: int | None = chosen["rounds"]
        self.quiet_limit: int = chosen["quiet_limit"]
        self.turn_cap: int = chosen["turn_cap"]
        self.first_seat: int = chosen["first_seat"]
        self.supported_pads: bool = chosen["supported_pads"]

        # G8: only the sections in play bring pads, kingerizers and markers; seat 0 first, clockwise (G3).
        sections = [plan["sections"][name] for name in tables[str(self.players)]]
        pads = set(read_sites(plan["pads"]))
        for section in sections:
            pads.update(read_sites(section.get("pads", [])))
        self.base_pads = frozenset(pads)
        self.teleporters = frozenset(read_sites(plan.get("teleporters", []))) & self.base_pads
        self.home_rows = [frozenset(read_sites(section["home_row"])) for section in sections]  # G4
        self.kingerizers = frozenset().union(*self.home_rows)
        # G40: the sites that crown a seat's pawns are all opponents' home-rows, also of those who are out (G11).
        self.crowns = [
            frozenset().union(*(row for owner, row in enumerate(self.home_rows) if owner != seat))
            for seat in range(self.players)
        ]
        # G21: per seat the axis (0, 1, 2) and its sign.
        self.forward = [(AXES[text[1:]], 1 if text[0] == "+" else -1) for text in (s["forward"] for s in sections)]

        reserve: dict[str, int] = plan["reserve"] if chosen["reserves"] is None else chosen["reserves"] or {}
        each = Reserve(*(reserve.get(part, 0) for part in Reserve._fields))  # G7
        markers = [(site, Piece(n, False, False)) for n, s in enumerate(sections) for site in read_sites(s["markers"])]
        self._start = State(
            built=frozenset(),
            blocked=frozenset(),
            markers=frozenset(markers),  # G6
            reserves=(each,) * self.players,
            captured=(Tally(0, 0),) * self.players,
            seat=self.first_seat,  # G3
        )
        self._site_cache: dict[frozenset[Site], dict[Site, bool]] = {}

    def start(self) -> State:
        return self._start

    # ---- what is legal -------------------------------------------------------------------------------------------

    def actions(self, s: State) -> list[Action]:
        return [_outside(act) for act in self._actions(s)]

    def _actions(self, s: State) -> list[Action]:
        phase = s.phase
        if phase.name == "over":
            return []
        if phase.name == "teleport":  # G50: compulsory, no stop
            return [{"type": "teleport", "from": phase.site, "to": site} for site in self._exits(s, phase.site)]
        if phase.name == "chain":
            return [*self._chain(s, phase.site, phase.kind, phase.direction), {"type": "stop"}]  # G31
        if phase.name == "second":
            return [*self._moves(s, phase.site), {"type": "stop"}]  # G25: by that same king, and never a build
        mine = sorted((site for site, piece in s.markers if piece.seat == s.seat), key=by_level)
        acts = [act for site in mine for act in self._moves(s, site)]  # G10: one move, or one pad, or one blocker-box
        acts += [{"type": "build", "site": site} for site in self._buildable(s)]
        acts += [{"type": "block", "site": site} for site in self._blockable(s)]
        return acts or [{"type": "pass"}]  # G12: only when there is nothing else

    def _moves(self, s: State, start: Site) -> list[Action]:
        """The first steps and jumps of a move of the marker on `start` (also the later jumps of its chain)."""
        pads = self.base_pads | s.built
        at = dict(s.markers)
        piece = at[start]

        def is_open(site: Site) -> bool:  # G20: an active pad without a marker
            return site in pads and site not in s.blocked and site not in at

        acts: list[Action] = []
        for d in self._directions(piece, start):
            near = add(start, d)
            if near not in at:
                if is_open(near):
                    acts.append({"type": "step", "from": start, "to": near})
                continue
            far = add(near, d)
            if at[near].seat == piece.seat:
                if is_open(far):  # G26
                    acts.append({"type": "hop", "from": start, "over": near, "to": far})
            elif is_open(far):  # G30
                acts.append({"type": "capture", "from": start, "over": near, "to": far})
            elif d[2] == 0 and far not in pads:  # G34: on the same level, no pad at all behind
                acts.append({"type": "kamikaze", "from": start, "over": near})
        return acts

    def _directions(self, piece: Piece, start: Site) -> list[Site]:
        if piece.king:  # G24
            return DIRECTIONS
        axis, sign = self.forward[piece.seat]
        # G22: only forward from the own home-row; G23: only forward with the first step or jump; G21: never backward.
        least = 1 if not piece.moved or start in self.home_rows[piece.seat] else 0
        return [d for d in DIRECTIONS if d[axis] * sign >= least]

    def _chain(self, s: State, site: Site, kind: str, direction: Site) -> list[Action]:
        """How a chain goes on: captures by captures or a last kamikaze (G32, G35), hops in their line (G26, G27)."""
        acts = self._moves(s, site)
        if kind == "capture":
            return [act for act in acts if act["type"] in ("capture", "kamikaze")]
        return [act for act in acts if act["type"] == "hop" and act["over"] == add(site, direction)]

    def _exits(self, s: State, site: Site) -> list[Site]:
        """The free teleporters for a marker on the teleporter `site` (G50, G53)."""
        occupied = {where for where, _ in s.markers}
        return sorted(self.teleporters - occupied - {site}, key=by_level)

    def _pad_sites(self, s: State) -> dict[Site, bool]:
        """Every site where a pad fits, and whether it needs a post (G60)."""
        if s.built not in self._site_cache:
            pads = self.base_pads | s.built
            level = {add(pad, d) for pad in pads for d in SIDES} - pads
            above = {add(pad, UP) for pad in pads} - pads
            if self.supported_pads:  # G62: every new pad needs a pad directly below it
                level &= above
            # G60: where both ways are open, horizontally, without a post. G63: neither leads below the lowest level.
            self._site_cache[s.built] = {site: site not in level for site in sorted(level | above, key=by_level)}
        return self._site_cache[s.built]

    def _buildable(self, s: State) -> list[Site]:
        own = s.reserves[s.seat]
        if own.pads < 1 or own.links < 1:
            return []
        return [site for site, post in self._pad_sites(s).items() if own.posts > 0 or not post]

    def _blockable(self, s: State) -> list[Site]:
        if s.reserves[s.seat].blockers < 1:
            return []
        occupied = {site for site, _ in s.markers}  # G61
        pads = (self.base_pads | s.built) - s.blocked - occupied - self.teleporters - self.kingerizers
        return sorted(pads, key=by_level)

    # ---- what actions do -----------------------------------------------------------------------------------------

    def apply(self, s: State, action: Action) -> State:
        act = _inside(action)
        if act not in self._actions(s):
            raise ValueError(f"illegal action: {action}")
        return self._apply(s, act)

    def _apply(self, s: State, act: Action) -> State:
        match act["type"]:
            case "build":  # G60: a pad, a link and perhaps a post
                s = self._spend(s, Reserve(1, 1, int(self._pad_sites(s)[act["site"]]), 0))
                return self._end_turn(replace(s, built=s.built | {act["site"]}, progress=True))
            case "block":
                s = self._spend(s, Reserve(0, 0, 0, 1))
                return self._end_turn(replace(s, blocked=s.blocked | {act["site"]}, progress=True))
            case "pass":
                return self._end_turn(s, passed=True)
            case "stop":
                if s.phase.name == "second":
                    return self._end_turn(s)
                return self._end_move(s, s.phase.site, s.phase.second)
            case "teleport":
                return self._teleport(s, act["to"])
            case _:
                return self._move(s, act)

    def _spend(self, s: State, parts: Reserve) -> State:
        left = Reserve(*(have - used for have, used in zip(s.reserves[s.seat], parts, strict=True)))
        return replace(s, reserves=(*s.reserves[: s.seat], left, *s.reserves[s.seat + 1 :]))

    def _move(self, s: State, act: Action) -> State:
        """A step, hop, capture or kamikaze."""
        kind: str = act["type"]
        at = dict(s.markers)
        piece = at.pop(act["from"])
        captured = s.captured
        crowned = False
        if kind in ("capture", "kamikaze"):
            victim = at.pop(act["over"])  # G33: it leaves at once
            captured = _credit(captured, piece.seat, victim)
            if kind == "kamikaze":
                captured = _credit(captured, victim.seat, piece)  # G36
        if kind != "kamikaze":
            crowned = not piece.king and act["to"] in self.crowns[piece.seat]  # G40
            at[act["to"]] = Piece(piece.seat, piece.king or crowned, True)
        progress = s.progress or crowned or kind in ("capture", "kamikaze")
        second = s.phase.name == "second" or s.phase.second
        s = replace(s, markers=frozenset(at.items()), captured=captured, progress=progress)
        if kind in ("capture", "kamikaze") and len(self._alive(s)) <= 1:  # G70, G71: over at once
            over = Phase("over", reason="last player")
            s = replace(s, turns_in_round=s.turns_in_round + 1)
            return replace(s, turn=s.turn + 1, quiet=0, passes=0, progress=False, phase=over)
        if kind == "kamikaze":  # G35
            return self._end_turn(s)
        site: Site = act["to"]
        if site in self.teleporters and self._exits(s, site):  # G50, also after a crowning (G41)
            return replace(s, phase=Phase("teleport", site=site, kind=kind, second=second, crowned=crowned))
        direction = difference(act["over"], act["from"]) if kind == "hop" else (0, 0, 0)
        return self._go_on(s, site, kind, direction, second, crowned)

    def _teleport(self, s: State, site: Site) -> State:
        at = dict(s.markers)
        piece = at.pop(s.phase.site)
        crowned = not piece.king and site in self.crowns[piece.seat]  # G50: an arrival is a landing for crowning
        at[site] = Piece(piece.seat, piece.king or crowned, True)
        kind = "step" if s.phase.kind == "hop" else s.phase.kind  # G52: a hop chain is broken, a capture chain is not
        s = replace(s, markers=frozenset(at.items()), progress=s.progress or crowned)
        return self._go_on(s, site, kind, (0, 0, 0), s.phase.second, crowned or s.phase.crowned)

    def _go_on(self, s: State, site: Site, kind: str, direction: Site, second: bool, crowned: bool) -> State:
        """After a landing (and its teleport): the turn ends by a crowning, the chain goes on, or the move ends."""
        if crowned:  # G41
            return self._end_turn(s)
        if kind != "step" and self._chain(s, site, kind, direction):
            return replace(s, phase=Phase("chain", site=site, kind=kind, direction=direction, second=second))
        return self._end_move(s, site, second)

    def _end_move(self, s: State, site: Site, second: bool) -> State:
        # G25: a king's first move is followed by the choice of a second one, if there is any.
        if dict(s.markers)[site].king and not second and self._moves(s, site):
            return replace(s, phase=Phase("second", site=site))
        return self._end_turn(s)

    def _end_turn(self, s: State, passed: bool = False) -> State:
        """The end of a turn that did not leave a single player; the order of the checks is fixed."""
        quiet = 0 if s.progress else s.quiet + 1
        passes = s.passes + 1 if passed else 0
        s = replace(s, turn=s.turn + 1, quiet=quiet, passes=passes, progress=False, phase=TURN)
        s = replace(s, turns_in_round=s.turns_in_round + 1)
        alive = self._alive(s)
        if passes >= len(alive):  # G12
            return replace(s, phase=Phase("over", reason="passes"))
        if self.win == "last" and self.quiet_limit and quiet >= self.quiet_limit * len(alive):  # G73
            return replace(s, phase=Phase("over", reason="quiet"))
        seat = (s.seat + 1) % self.players
        new_round = seat == self.first_seat
        while seat not in alive:  # G11
            seat = (seat + 1) % self.players
            new_round = new_round or seat == self.first_seat
        if new_round:  # G72: rounds follow the original first seat, also when it is out
            s = replace(s, round=s.round + 1, turns_in_round=0)
            if self.win == "points" and (s.time_called or s.round == self.rounds):
                return replace(s, phase=Phase("over", reason="time"))
        if s.turn >= self.turn_cap:  # G73
            return replace(s, phase=Phase("over", reason="turn cap"))
        return replace(s, seat=seat)

    def call_time(self, s: State) -> State:
        """The referee's call (G72): between rounds the game ends at once, else the round is finished first."""
        if self.win != "points" or s.time_called or self.is_over(s):
            raise ValueError("time cannot be called here")
        if s.phase.name == "turn" and s.turns_in_round == 0:
            return replace(s, time_called=True, phase=Phase("over", reason="time"))
        return replace(s, time_called=True)

    # ---- the end -------------------------------------------------------------------------------------------------

    def _alive(self, s: State) -> set[int]:
        return {piece.seat for _, piece in s.markers}

    def is_over(self, s: State) -> bool:
        return s.phase.name == "over"

    def points(self, s: State) -> list[int]:
        points = [4 * taken.kings + 3 * taken.pawns for taken in s.captured]  # G72
        for _, piece in s.markers:
            points[piece.seat] += 2 if piece.king else 1
        return points

    def winners(self, s: State) -> list[int]:
        """The seats that win, or share a tie or draw; none while the game goes on."""
        if not self.is_over(s):
            return []
        if self.win == "points":  # G72: every ending, and players who are out may win
            points = self.points(s)
            return [seat for seat in range(self.players) if points[seat] == max(points)]
        return sorted(self._alive(s)) or [s.seat]  # G70, G71; G12 and G73: a draw among the players left

    # ---- dicts and texts -----------------------------------------------------------------------------------------

    def to_dict(self, s: State) -> dict[str, Any]:
        phase: dict[str, Any] = {"name": s.phase.name}
        if s.phase.name in ("chain", "teleport", "second"):
            phase["site"] = list(s.phase.site)
        if s.phase.name in ("chain", "teleport"):
            phase |= {"kind": s.phase.kind, "second": s.phase.second}
        if s.phase.kind == "hop" and s.phase.name == "chain":
            phase["direction"] = list(s.phase.direction)
        if s.phase.name == "teleport":
            phase["crowned"] = s.phase.crowned
        if s.phase.name == "over":
            phase["reason"] = s.phase.reason
        markers = sorted(s.markers, key=lambda entry: by_level(entry[0]))
        return {
            "game": "gridopolis",
            "format": 1,
            "options": dict(self.options),
            "built": [list(site) for site in sorted(s.built, key=by_level)],
            "blocked": [list(site) for site in sorted(s.blocked, key=by_level)],
            "markers": [{"site": list(site)} | piece._asdict() for site, piece in markers],
            "reserves": [own._asdict() for own in s.reserves],
            "captured": [taken._asdict() for taken in s.captured],
            "seat": s.seat,
            "turn": s.turn,
            "round": s.round,
            "turns_in_round": s.turns_in_round,
            "quiet": s.quiet,
            "passes": s.passes,
            "time_called": s.time_called,
            "progress": s.progress,
            "first_seat": self.first_seat,
            "phase": phase,
        }

    def from_dict(self, d: dict[str, Any]) -> State:
        """Reads a state of a game with these options."""
        if (d["game"], d["format"], d["first_seat"]) != ("gridopolis", 1, self.first_seat):
            raise ValueError("not a state of this game")
        phase = Phase(**_inside(d["phase"]))
        return State(
            built=frozenset(as_site(site) for site in d["built"]),
            blocked=frozenset(as_site(site) for site in d["blocked"]),
            markers=frozenset((as_site(m["site"]), Piece(m["seat"], m["king"], m["moved"])) for m in d["markers"]),
            reserves=tuple(Reserve(**own) for own in d["reserves"]),
            captured=tuple(Tally(**taken) for taken in d["captured"]),
            seat=d["seat"],
            turn=d["turn"],
            round=d["round"],
            turns_in_round=d["turns_in_round"],
            quiet=d["quiet"],
            passes=d["passes"],
            time_called=d["time_called"],
            phase=phase,
            progress=d["progress"],
        )

    def text(self, s: State, action: Action) -> str:
        act = _inside(action)
        kind = act["type"]
        if kind in ("stop", "pass", "time"):
            return {"stop": ".", "pass": "-", "time": "time"}[kind]
        if kind in ("teleport", "block"):
            return {"teleport": "~", "block": "#"}[kind] + site_text(act["to"] if kind == "teleport" else act["site"])
        if kind == "build":
            return ("+|" if self._pad_sites(s)[act["site"]] else "+") + site_text(act["site"])
        shown = act["over"] if kind == "kamikaze" else act["to"]
        piece = {"step": ">", "hop": "^", "capture": "x", "kamikaze": "!"}[kind] + site_text(shown)
        return site_text(act["from"]) + piece if s.phase.name == "turn" else piece

    # ---- whole turns ---------------------------------------------------------------------------------------------

    def turns(self, s: State) -> list[tuple[list[Action], State]]:
        return [([_outside(act) for act in acts], end) for acts, end in self._turns(s)]

    def _turns(self, s: State) -> Iterator[tuple[list[Action], State]]:
        for act in self._actions(s):
            after = self._apply(s, act)
            if after.turn > s.turn:
                yield [act], after
            else:
                for rest, end in self._turns(after):
                    yield [act, *rest], end

    def perft(self, s: State, depth: int, distinct: bool = False) -> int:
        """The number of sequences of exactly `depth` whole turns, or of different states after that many."""
        if distinct:
            states = {s}
            for _ in range(depth):
                states = {end for before in states for _, end in self._turns(before)}
            return len(states)
        if depth == 0:
            return 1
        if depth == 1:
            return self._count_turns(s)
        return sum(self.perft(end, depth - 1) for _, end in self._turns(s))

    def _count_turns(self, s: State) -> int:
        """len(turns(s)), without the end states of actions that end the turn in any case."""
        count = 0
        for act in self._actions(s):
            if act["type"] in ("build", "block", "pass", "kamikaze"):
                count += 1
            else:
                after = self._apply(s, act)
                count += 1 if after.turn > s.turn else self._count_turns(after)
        return count


def _credit(captured: tuple[Tally, ...], seat: int, taken: Piece) -> tuple[Tally, ...]:
    """Gives the marker `taken` to `seat`, counted as what it was (G36)."""
    own = captured[seat]
    own = own._replace(kings=own.kings + 1) if taken.king else own._replace(pawns=own.pawns + 1)
    return (*captured[:seat], own, *captured[seat + 1 :])


def _inside(act: Action) -> Action:
    return {key: as_site(value) if isinstance(value, list | tuple) else value for key, value in act.items()}


def _outside(act: Action) -> Action:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in act.items()}
