"""The levels of a grid-set side by side, each seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import _common as c
from . import _gridopolis_glyphs as g
from ._gridopolis_scene import Idea, Move, Scene, Site
from ._markup import el, group, text

GUTTER = 22.0  # room for the y numbers at the left of a level
GAP = 12.0
HEAD = 26.0  # room for the level's name
FOOT = 18.0  # room for the x numbers
WIDEST = 44.0  # widest cell
READABLE = 29.0  # cells at least this wide are worth a further row of levels


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a level that is shown: inclusive ranges of x and y."""

    level: int
    x0: int
    x1: int
    y0: int
    y1: int


def windows(scene: Scene) -> list[Window]:
    """Return what to show of each level.

    One empty site is kept around the pads of a level, and with targets what lies above the pads of the level below,
    so the picture does not jump while targets come and go.
    """
    shown: dict[int, set[Site]] = {}
    for x, y, level in scene.pads:
        shown.setdefault(level, set()).update([(x - 1, y - 1, level), (x + 1, y + 1, level)])
    levels = range(min(shown), max(shown) + 1)
    hinted = {move.end for idea in scene.ideas for move in idea.moves if move.end is not None}
    for site in (*scene.builds, *sorted(hinted)):
        shown.setdefault(site[2], set()).add(site)
    if scene.targets and scene.can_rise:
        for x, y, level in scene.pads:
            shown.setdefault(level + 1, set()).add((x, y, level + 1))
    for level in levels:
        shown.setdefault(level, set())
    result = []
    for level in sorted(shown):
        xs = [site[0] for site in shown[level]] or [0]
        ys = [site[1] for site in shown[level]] or [0]
        narrow = max(xs) - min(xs) < 2  # room for the name
        result.append(Window(level, min(xs) - narrow, max(xs) + narrow, min(ys), max(ys)))
    return result


def arrange(shown: list[Window], width: float) -> tuple[list[list[Window]], float]:
    """Break the levels into rows and choose the size of a cell.

    Parameters
    ----------
    shown
        The levels.
    width
        The width of a row.

    Returns
    -------
    tuple
        The rows, and the width of a cell.
    """
    best: tuple[list[list[Window]], float] = ([shown], 0.0)
    for count in range(1, len(shown) + 1):
        rows = _split(shown, count)
        cell = min(WIDEST, *((width - _fixed(row)) / _cells(row) for row in rows))
        if cell > best[1] + 0.01:
            best = (rows, cell)
        if best[1] >= READABLE:
            break
    return best


def _fixed(row: list[Window]) -> float:
    return len(row) * GUTTER + (len(row) - 1) * GAP


def _cells(row: list[Window]) -> int:
    return sum(window.x1 - window.x0 + 1 for window in row)


def _split(shown: list[Window], count: int) -> list[list[Window]]:
    """Break the levels into at most ``count`` rows, the widest row as narrow as can be."""
    widths = sorted({_cells(shown[i:j]) for i in range(len(shown)) for j in range(i + 1, len(shown) + 1)})
    for limit in widths:
        rows: list[list[Window]] = []
        for window in shown:
            if rows and _cells([*rows[-1], window]) <= limit:
                rows[-1].append(window)
            else:
                rows.append([window])
        if len(rows) <= count and all(_cells(row) <= limit for row in rows):
            return rows
    return [shown]


def draw_levels(scene: Scene, left: float, top: float, width: float) -> tuple[list[str], float]:
    """Draw all levels.

    Parameters
    ----------
    scene
        What to draw.
    left, top
        Where the drawing starts.
    width
        How wide it is.

    Returns
    -------
    tuple
        The lines of markup, and the height used.
    """
    rows, cell = arrange(windows(scene), width)
    lines: list[str] = []
    y = top
    for row in rows:
        low = min(window.y0 for window in row)
        high = max(window.y1 for window in row)
        used = _fixed(row) + _cells(row) * cell
        x = left + (width - used) / 2
        for window in row:
            lines += _Level(scene, window, x + GUTTER, y + HEAD + (high - window.y1) * cell, cell).draw()
            x += GUTTER + GAP + (window.x1 - window.x0 + 1) * cell
        y += HEAD + (high - low + 1) * cell + FOOT + 8
    return lines, y - top


class _Level:
    """One level on the page."""

    def __init__(self, scene: Scene, window: Window, left: float, top: float, cell: float) -> None:
        self.scene, self.window = scene, window
        self.left, self.top, self.cell = left, top, cell
        self.half = cell * 0.45
        self.r = cell * 0.3
        self.width = (window.x1 - window.x0 + 1) * cell
        self.height = (window.y1 - window.y0 + 1) * cell

    def at(self, site: Site) -> tuple[float, float]:
        """Return the centre of a site on the page."""
        x = self.left + (site[0] - self.window.x0 + 0.5) * self.cell
        return x, self.top + (self.window.y1 - site[1] + 0.5) * self.cell

    def draw(self) -> list[str]:
        """Draw the level from the ground up."""
        level = self.window.level
        pads = [pad for pad in self.scene.pads if pad[2] == level]
        builds = sorted(site for site in self.scene.builds if site[2] == level)
        lines = self._frame(bool(pads))
        lines += [group(self._pad(pad)) for pad in pads]
        lines += [group(g.build_site(*self.at(site), self.half), title=self.scene.pad_text(site)) for site in builds]
        lines += self._last()
        lines += [group(self._on_pad(pad)) for pad in pads]
        lines += self._badges(self.scene.moves, g.ARROW)
        lines += self._ideas()
        lines += [self._tooltip(pad) for pad in pads]
        return lines

    def _frame(self, used: bool) -> list[str]:
        window, size = self.window, min(11.0, max(8.5, self.cell * 0.3))
        name = f"Level {window.level}"
        panel = {"x": self.left, "y": self.top, "width": self.width, "height": self.height, "rx": 6.0}
        title = text(self.left, self.top - 8, name, 13, font_weight="700")
        if not used:
            title = text(self.left, self.top - 8, name, 13, fill=c.MUTED, font_weight="700")
        lines = [title, el("rect", **panel, fill=c.PANEL)]
        columns = [
            text(self.at((x, window.y0, 0))[0], self.top + self.height + size + 3, str(x), size)
            for x in range(window.x0, window.x1 + 1)
            if self.cell >= 18 or x % 2 == 0
        ]
        rows = [
            text(self.left - 5, self.at((window.x0, y, 0))[1] + size * 0.36, str(y), size, text_anchor="end")
            for y in range(window.y0, window.y1 + 1)
        ]
        lines.append(group(columns, fill=c.MUTED, text_anchor="middle"))
        lines.append(group(rows, fill=c.MUTED))
        names = [
            text(self.left - 5, self.top - 2, "y", size, text_anchor="end"),
            text(self.left - 9, self.top + self.height + size + 3, "x", size, text_anchor="middle"),
        ]
        lines.append(group(names, fill=c.MUTED, font_style="italic", font_weight="700"))
        return lines

    def _pad(self, site: Site) -> list[str]:
        scene, (x, y) = self.scene, self.at(site)
        fresh = any(site in (move.start, move.end) for move in scene.moves)
        parts = g.pad(x, y, self.half, built=site in scene.built, fresh=fresh)
        if site in scene.home:
            seat = scene.home[site]
            parts += g.kingerizer(x, y, self.half, scene.players[seat].colour, scene.players[seat].letter)
        if site in scene.teleporters:
            parts += g.teleporter(x, y, self.half, fresh=fresh)
        return parts

    def _on_pad(self, site: Site) -> list[str]:
        scene, (x, y) = self.scene, self.at(site)
        if site in scene.blocked:
            return g.blocker(x, y, self.half)
        parts: list[str] = []
        piece = scene.markers.get(site)
        if piece is not None:
            player = scene.players[piece.seat]
            forward = "" if piece.moved else player.forward
            if site == scene.active:
                parts += g.active_ring(x, y, self.r * 1.28)
            parts += g.marker(x, y, self.r, player.colour, player.letter, king=piece.king, forward=forward)
            if site in scene.jumped:
                parts.append(c.corners(x, y, self.r * 1.28))
        elif site in scene.landings:
            parts += g.landing(x, y, self.half, capture="capture" in scene.landings[site])
        return parts

    def _last(self) -> list[str]:
        """Draw the last moves, as far as they touch this level."""
        scene, level = self.scene, self.window.level
        lines: list[str] = []
        for move in scene.moves:
            if move.start is not None and move.end is not None and move.start[2] == move.end[2] == level:
                held = move.end in scene.markers or move.kind == "kamikaze"
                trim = self.r * 1.15 if held else self.cell * 0.1
                gone = scene.markers.get(move.start) is None
                parts = g.arrow(
                    self.at(move.start),
                    self.at(move.end),
                    width=self.cell * 0.07,
                    trim=(self.cell * (0.12 if gone else 0.32), trim),
                    dashed=move.kind == "teleport",
                )
                lines.append(group(parts))
        for move in scene.moves:
            lines += [group(self._taken(site)) for site in taken(move) if site[2] == level]
            left = move.start is not None and move.start[2] == level and move.start not in scene.markers
            if move.start is not None and left and move.kind != "kamikaze":
                x, y = self.at(move.start)
                lines.append(el("circle", cx=x, cy=y, r=self.cell * 0.09, fill=g.ARROW, stroke="#ffffff"))
        return lines

    def _taken(self, site: Site) -> list[str]:
        x, y = self.at(site)
        return g.cross(x, y, self.r * 0.62)

    def _ideas(self) -> list[str]:
        """Draw what a search thinks of, the best on top: arrows, the wider the better, and a number at the end."""
        lines: list[str] = []
        ranks: dict[Site, list[int]] = {}
        for idea in reversed(self.scene.ideas):
            for move in idea.moves:
                lines += self._idea(move, idea)
            if idea.end is not None and idea.end[2] == self.window.level:
                ranks.setdefault(idea.end, []).insert(0, idea.rank)
        lines += self._badges([move for idea in self.scene.ideas for move in idea.moves], c.HINT)
        for site, numbers in sorted(ranks.items()):
            x, y = self.at(site)
            corner = (x - self.half * 0.75, y - self.half * 0.75)
            lines.append(group(g.number_pill(*corner, numbers, max(8.0, self.cell * 0.26)), data_rank=str(numbers[0])))
        return lines

    def _idea(self, move: Move, idea: Idea) -> list[str]:
        level, start, end = self.window.level, move.start, move.end
        if end is None or end[2] != level or (start is not None and start[2] != level):
            return []
        if start is None:
            parts = g.hint_site(*self.at(end), self.half, idea.weight)
        else:
            parts = g.arrow(
                self.at(start),
                self.at(end),
                width=self.cell * (0.04 + 0.1 * idea.weight),
                trim=(self.cell * 0.3, self.cell * (0.32 if end in self.scene.markers else 0.05)),
                dashed=move.kind == "teleport",
                colour=c.HINT,
            )
        return [group(parts, title=self.scene.idea_words(idea), data_hint=str(idea.rank))]

    def _badges(self, moves: Sequence[Move], colour: str) -> list[str]:
        """Draw where a move that changes the level comes from or goes to."""
        lines: list[str] = []
        level, done = self.window.level, set()
        for move in moves:
            if move.start is None or move.end is None or move.start[2] == move.end[2]:
                continue
            for site, sign, side in (
                (move.start, f"\u2192{move.end[2]}", 1),
                (move.end, f"{move.start[2]}\u2192", -1),
            ):
                if site[2] == level and (site, side) not in done:
                    done.add((site, side))
                    lines.append(group(self._badge(site, sign, side, colour)))
        return lines

    def _badge(self, site: Site, sign: str, side: int, colour: str) -> list[str]:
        x, y = self.at(site)
        size = max(7.5, self.cell * 0.22)
        width, height = size * (0.62 * len(sign) + 0.5), size * 1.2
        cx, cy = x + side * (self.half - width / 2 + 1), y + self.half - height / 2 + 1
        box = {"x": cx - width / 2, "y": cy - height / 2, "width": width, "height": height, "rx": height * 0.3}
        return [
            el("rect", **box, fill=colour, stroke="#ffffff", stroke_width=0.8),
            text(cx, cy + size * 0.36, sign, size, fill="#ffffff", text_anchor="middle", font_weight="700"),
        ]

    def _tooltip(self, site: Site) -> str:
        x, y = self.at(site)
        cover = el("rect", x=x - self.half, y=y - self.half, width=2 * self.half, height=2 * self.half, fill_opacity=0)
        return group([cover], title=self.scene.pad_text(site))


def taken(move: Move) -> list[Site]:
    """Return the sites that a move emptied by taking markers."""
    sites = [move.over] if move.kind in ("capture", "kamikaze") else []
    if move.kind == "kamikaze":
        sites.append(move.end)
    return [site for site in sites if site is not None]
