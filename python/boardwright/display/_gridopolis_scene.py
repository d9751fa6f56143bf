"""What a picture of a Gridopolis position shows: the dict forms, put in order for drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ._gridopolis_glyphs import choose_colours

Site = tuple[int, int, int]
Data = Mapping[str, Any]

REASONS = {
    "last player": "At most one player has markers left.",
    "passes": "Nobody has anything left to do.",
    "quiet": "Too many quiet turns in a row.",
    "time": "Time is up.",
    "turn cap": "The turn limit is reached.",
}
LANDINGS = {
    "step": "a step can end here",
    "hop": "a jump over an own marker can end here",
    "capture": "a capture can end here",
    "teleport": "a teleport can end here",
}


def as_site(value: Sequence[int]) -> Site:
    """Turn ``[x, y, level]`` into a tuple."""
    x, y, level = value
    return int(x), int(y), int(level)


def site_text(site: Site) -> str:
    """Write a site as in the notation."""
    return ".".join(map(str, site))


def beyond(start: Site, over: Site) -> Site:
    """Return the site straight behind a jumped one."""
    return 2 * over[0] - start[0], 2 * over[1] - start[1], 2 * over[2] - start[2]


def beside(site: Site) -> list[Site]:
    """Return the four orthogonal neighbours on the same level."""
    x, y, level = site
    return [(x + 1, y, level), (x - 1, y, level), (x, y + 1, level), (x, y - 1, level)]


@dataclass(frozen=True, slots=True)
class Marker:
    """A pawn or king."""

    seat: int
    king: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class Move:
    """One thing the last action or turn did."""

    kind: str
    start: Site | None
    over: Site | None
    end: Site | None


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the score table."""

    name: str
    letter: str
    colour: int
    forward: str
    pawns: int
    kings: int
    reserve: tuple[int, int, int, int]
    captured: tuple[int, int]

    @property
    def alive(self) -> bool:
        """Whether the player has markers."""
        return self.pawns + self.kings > 0

    @property
    def points(self) -> int:
        """Points by the scoring of timed games."""
        return 4 * self.captured[1] + 3 * self.captured[0] + 2 * self.kings + self.pawns


@dataclass(frozen=True)
class Scene:
    """Everything the views need, in plain ordered data."""

    title: str
    pads: tuple[Site, ...]
    built: frozenset[Site]
    blocked: frozenset[Site]
    teleporters: frozenset[Site]
    home: Mapping[Site, int]
    markers: Mapping[Site, Marker]
    players: tuple[Player, ...]
    seat: int
    phase: Data
    active: Site | None
    moves: tuple[Move, ...]
    last_text: str
    landings: Mapping[Site, tuple[str, ...]]
    builds: frozenset[Site]
    jumped: frozenset[Site]
    only_pass: bool
    targets: bool
    counters: Data

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.phase["name"] == "over")

    @property
    def can_rise(self) -> bool:
        """Whether somebody may still build a pad upward."""
        return any(min(player.reserve[:3]) > 0 for player in self.players if player.alive)

    def pad_text(self, site: Site) -> str:
        """Describe a site in words, for tooltips."""
        words = []
        if site in self.built:
            words.append("pad built in play")
        if site in self.home:
            words.append(f"home-row of {self.players[self.home[site]].name}")
        if site in self.teleporters:
            words.append("teleporter")
        if site in self.blocked:
            words.append("blocker-box")
        marker = self.markers.get(site)
        if marker is not None:
            kind = "king" if marker.king else "pawn"
            words.append(f"{kind} of {self.players[marker.seat].name}")
            if not marker.moved:
                words.append("first move still to come")
        if site == self.active:
            words.append("moving now")
        if site in self.jumped:
            words.append("can be captured")
        words += [LANDINGS[kind] for kind in self.landings.get(site, ())]
        if site in self.builds:
            flat = any(other in self.pad_set for other in beside(site))
            words.append("a pad can be added here" + ("" if flat else " (with a post)"))
        return f"{site_text(site)}: {', '.join(words)}" if words else site_text(site)

    @cached_property
    def pad_set(self) -> frozenset[Site]:
        """All sites that hold a pad."""
        return frozenset(self.pads)

    def headline(self) -> str:
        """Say whose turn it is, or how the game ended."""
        if not self.over:
            return f"{self.players[self.seat].name} to move"
        winners, draw = self.winners()
        if draw:
            return "Draw"
        return f"{self.players[winners[0]].name} wins" if len(winners) == 1 else "Shared win"

    def winners(self) -> tuple[list[int], bool]:
        """Return the seats that won or drew, and whether it is a draw."""
        alive = [seat for seat, player in enumerate(self.players) if player.alive]
        if self.counters["win"] == "points":
            best = max(player.points for player in self.players)
            return [seat for seat, player in enumerate(self.players) if player.points == best], False
        if self.phase.get("reason") == "last player":
            return alive or [self.seat], False
        return alive or [self.seat], len(alive) != 1

    def phase_words(self) -> str:
        """Say in words what is to be decided."""
        phase = self.phase
        if phase["name"] == "over":
            reason = REASONS.get(phase.get("reason", ""), str(phase.get("reason", "")))
            names = [self.players[seat].name for seat in self.winners()[0]]
            return reason if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}. {reason}"
        if phase["name"] == "turn":
            return self._turn_words()
        where = site_text(as_site(phase["site"]))
        if phase["name"] == "second":
            return f"The king on {where} may make a second move or stop."
        words = f"{'Second move: the' if phase.get('second') else 'The'} marker on {where} "
        if phase["name"] == "teleport":
            crowned = " It has just become a king." if phase.get("crowned") else ""
            return f"{words}must choose the teleporter where it comes out.{crowned}"
        if phase.get("kind") == "hop":
            return f"{words}jumped its own side; it may jump on in that line or stop."
        return f"{words}captured; it may capture again or stop."

    def _turn_words(self) -> str:
        """Say in words what a turn can be used for."""
        if self.only_pass:
            return "Nothing is possible but to pass."
        pads, links, _, boxes = self.players[self.seat].reserve
        ways = ["Move a marker"]
        ways += ["add a pad"] if pads and links else []
        ways += ["place a blocker-box"] if boxes else []
        return " or ".join(filter(None, (", ".join(ways[:-1]), ways[-1]))) + "."


def notation(actions: Sequence[Data], pads: frozenset[Site]) -> str:
    """Write actions of one turn as in the notation."""
    pieces = []
    for index, action in enumerate(actions):
        kind = action["type"]
        start = site_text(as_site(action["from"])) if "from" in action and index == 0 else ""
        end = site_text(as_site(action["to"])) if "to" in action else ""
        if kind in ("step", "hop", "capture"):
            pieces.append(start + {"step": ">", "hop": "^", "capture": "x"}[kind] + end)
        elif kind == "kamikaze":
            pieces.append(f"{start}!{site_text(as_site(action['over']))}")
        elif kind == "teleport":
            pieces.append("~" + end)
        elif kind in ("build", "block"):
            site = as_site(action["site"])
            flat = any(other in pads for other in beside(site))
            pieces.append(("#" if kind == "block" else "+" if flat else "+|") + site_text(site))
        else:
            pieces.append({"stop": ".", "pass": "-", "time": "time"}.get(kind, str(kind)))
    return "".join(pieces)


def _moves(last: Sequence[Data]) -> tuple[Move, ...]:
    """Turn the last actions into things to draw."""
    moves = []
    for action in last:
        start = as_site(action["from"]) if "from" in action else None
        over = as_site(action["over"]) if "over" in action else None
        raw = action.get("to", action.get("site"))
        end = as_site(raw) if raw is not None else None
        if action["type"] == "kamikaze" and start is not None and over is not None:
            end = beyond(start, over)
        if start is not None or end is not None:
            moves.append(Move(str(action["type"]), start, over, end))
    return tuple(moves)


def _letters(names: Sequence[str]) -> list[str]:
    """Return one sign per seat: the first letters, or numbers where letters clash."""
    first = [name[:1].upper() for name in names]
    if all(first) and len(set(first)) == len(first):
        return first
    return [str(seat + 1) for seat in range(len(names))]


def make_scene(layout: Data, position: Data, last: Sequence[Data], targets: bool, legal: Sequence[Data]) -> Scene:
    """Put the dict forms in order for drawing.

    Parameters
    ----------
    layout
        What the blueprint says: title, pads, teleporters, home-rows, forward axes, sections.
    position
        The state as a dict.
    last
        The last action, or the actions of the last turn.
    targets
        Whether legal targets are shown.
    legal
        Legal actions; not used unless ``targets``.

    Returns
    -------
    Scene
        The scene.
    """
    markers = {
        as_site(entry["site"]): Marker(int(entry["seat"]), bool(entry["king"]), bool(entry["moved"]))
        for entry in position["markers"]
    }
    names = [str(name) for name in layout["sections"]]
    letters = _letters(names)
    colours = choose_colours(names)
    players = []
    for seat, name in enumerate(names):
        own = [marker for marker in markers.values() if marker.seat == seat]
        reserve, taken = position["reserves"][seat], position["captured"][seat]
        kings = sum(marker.king for marker in own)
        parts = (int(reserve["pads"]), int(reserve["links"]), int(reserve["posts"]), int(reserve["blockers"]))
        captured = (int(taken["pawns"]), int(taken["kings"]))
        forward = str(layout["forward"][seat])
        players.append(Player(name, letters[seat], colours[seat], forward, len(own) - kings, kings, parts, captured))

    targets = targets and position["phase"]["name"] != "over"
    shown = list(legal) if targets else []
    landings: dict[Site, list[str]] = {}
    for action in shown:
        kind = str(action["type"])
        if kind in LANDINGS and kind not in landings.setdefault(as_site(action["to"]), []):
            landings[as_site(action["to"])].append(kind)
    phase: Data = position["phase"]
    pads = frozenset(as_site(pad) for pad in layout["pads"]) | frozenset(as_site(pad) for pad in position["built"])
    options: Data = position.get("options", {})
    return Scene(
        title=str(layout["title"]),
        pads=tuple(sorted(pads, key=lambda pad: (pad[2], pad[1], pad[0]))),
        built=frozenset(as_site(pad) for pad in position["built"]),
        blocked=frozenset(as_site(pad) for pad in position["blocked"]),
        teleporters=frozenset(as_site(pad) for pad in layout["teleporters"]),
        home={as_site(pad): seat for seat, row in enumerate(layout["home_rows"]) for pad in row},
        markers=markers,
        players=tuple(players),
        seat=int(position["seat"]),
        phase=phase,
        active=as_site(phase["site"]) if "site" in phase else None,
        moves=_moves(last),
        last_text=notation(last, pads),
        landings={site: tuple(sorted(kinds)) for site, kinds in landings.items()},
        builds=frozenset(as_site(action["site"]) for action in shown if action["type"] == "build"),
        jumped=frozenset(as_site(action["over"]) for action in shown if action["type"] in ("capture", "kamikaze")),
        only_pass=[action["type"] for action in legal] == ["pass"],
        targets=targets,
        counters={
            "turn": int(position["turn"]),
            "round": int(position["round"]),
            "quiet": int(position["quiet"]),
            "time_called": bool(position["time_called"]),
            "win": options.get("win") or "last",
            "quiet_limit": int(options.get("quiet_limit") or 0),
            "rounds": options.get("rounds"),
        },
    )
