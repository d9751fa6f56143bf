"""What a picture of a Gridopolis position shows: the dict forms, put in order for drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ._common import Data, Hint, sentence
from ._gridopolis_glyphs import choose_colours

Site = tuple[int, int, int]

WAYS = {
    "move": "move a marker",
    "build": "add a pad",
    "block": "place a blocker-box",
    "pass": "nothing is possible but to pass",
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
class Idea:
    """A way to go on that a search thinks of."""

    rank: int
    moves: tuple[Move, ...]
    weight: float
    words: str

    @property
    def end(self) -> Site | None:
        """Where it ends, which is where its number stands."""
        return self.moves[-1].end if self.moves else None


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
    points: int

    @property
    def alive(self) -> bool:
        """Whether the player has markers."""
        return self.pawns + self.kings > 0


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
    ways: tuple[str, ...]
    targets: bool
    ideas: tuple[Idea, ...]
    counters: Data
    winners: tuple[int, ...]
    draw: bool
    ending: str

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
            words.append("a pad can be added here")
        return f"{site_text(site)}: {', '.join(words)}" if words else site_text(site)

    @cached_property
    def pad_set(self) -> frozenset[Site]:
        """All sites that hold a pad."""
        return frozenset(self.pads)

    def idea_words(self, idea: Idea) -> str:
        """Describe what a search thinks of, for tooltips."""
        return f"number {idea.rank} of the search, {idea.words}"

    def headline(self) -> str:
        """Say whose turn it is, or how the game ended."""
        if not self.over:
            return f"{self.players[self.seat].name} to move"
        if self.draw:
            return "Draw"
        return f"{self.players[self.winners[0]].name} wins" if len(self.winners) == 1 else "Shared win"

    def phase_words(self) -> str:
        """Say in words what is to be decided."""
        phase = self.phase
        if phase["name"] == "over":
            reason = sentence(self.ending)
            names = [self.players[seat].name for seat in self.winners]
            return reason if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}. {reason}"
        if phase["name"] == "turn":
            ways = [WAYS[way] for way in self.ways]
            return sentence(" or ".join(filter(None, (", ".join(ways[:-1]), ways[-1]))))
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
        points = int(layout["points"][seat])
        pawns = len(own) - kings
        players.append(Player(name, letters[seat], colours[seat], forward, pawns, kings, parts, captured, points))

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
        last_text=last_text,
        landings={site: tuple(sorted(kinds)) for site, kinds in landings.items()},
        builds=frozenset(as_site(action["site"]) for action in shown if action["type"] == "build"),
        jumped=frozenset(as_site(action["over"]) for action in shown if action["type"] in ("capture", "kamikaze")),
        ways=tuple(layout["ways"]),
        targets=targets,
        ideas=tuple(Idea(hint.rank, _moves(hint.actions), hint.weight, hint.words) for hint in hints),
        counters={
            "turn": int(position["turn"]),
            "round": int(position["round"]),
            "quiet": int(position["quiet"]),
            "time_called": bool(position["time_called"]),
            "quiet_end": layout["quiet_end"],
            "rounds": options.get("rounds"),
        },
        winners=tuple(layout["winners"]),
        draw=bool(layout["draw"]),
        ending=str(layout["ending"] or ""),
    )
