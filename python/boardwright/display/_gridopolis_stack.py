"""The whole grid-set with its levels stacked, seen from the south-east."""

from __future__ import annotations

from math import pi

from . import _common as c
from . import _gridopolis_glyphs as g
from ._gridopolis_levels import taken
from ._gridopolis_scene import Idea, Scene, Site
from ._markup import Attribute, el, group, polygon, text

FLAT = 0.58  # height of a step on the page by its width
SIDE = 0.42  # half the side of a pad, in cells
WIDEST = 25.0
GAP = 2.4  # least distance of two levels, in half diagonals
REACH = 0.96  # pads nearer than this in both directions touch
HEADROOM = 0.5  # how far markers stand up, in half diagonals
LABELS = 52.0  # room for the names of the levels


class Stack:
    """The stacked view, measured before it is drawn.

    Parameters
    ----------
    scene
        What to draw.
    width, height
        The room there is.
    """

    def __init__(self, scene: Scene, width: float, height: float) -> None:
        self.scene = scene
        self.heights = heights(scene)
        flat = [self._raw(site) for site in scene.pads]
        left, right = min(x for x, _ in flat) - 1, max(x for x, _ in flat) + 1
        top, bottom = min(y for _, y in flat) - 2.2 * FLAT, max(y for _, y in flat) + 1.4 * FLAT
        self.a = min(WIDEST, (width - LABELS) / (right - left), height / (bottom - top))
        self.b = self.a * FLAT
        self.width = LABELS + (right - left) * self.a
        self.height = (bottom - top) * self.a
        self._left, self._top = left, top
        self.x = self.y = 0.0
        self._axes_y = max(self.height - 18, max(self._label_y(level) for level in self.heights) + 34)
        self.height = max(self.height, self._axes_y + 18)

    def _raw(self, site: Site) -> tuple[float, float]:
        x, y, level = site
        return float(x + y), (x - y) * FLAT - self.heights.get(level, 0.0) * 2 * FLAT

    def at(self, site: Site, up: float = 0.0) -> tuple[float, float]:
        """Return the centre of a site's pad on the page, raised by ``up``."""
        x, y = self._raw(site)
        return self.x + LABELS + (x - self._left) * self.a, self.y + (y - self._top) * self.a - up

    def draw(self, x: float, y: float) -> list[str]:
        """Draw the view with its upper left corner at (x, y)."""
        self.x, self.y = x, y
        scene = self.scene
        order = sorted(scene.pads, key=lambda pad: (pad[2], pad[0] - pad[1], pad[0]))
        lines = [self._axes()]
        lines += [self._post(pad) for pad in order if self._is_corner(pad)]
        for level in sorted({pad[2] for pad in order}):
            own = [pad for pad in order if pad[2] == level]
            name = f"Level {level}"
            lines.append(text(self.x, self._label_y(level) + 4, name, 11, fill=c.MUTED, font_weight="700"))
            lines += [group(self._pad(pad), title=scene.pad_text(pad)) for pad in own]
            lines += [group(self._on_pad(pad), title=scene.pad_text(pad)) for pad in own if self._occupied(pad)]
        return lines + self._last()

    def _label_y(self, level: int) -> float:
        """Return the height on the page of the leftmost pads of a level."""
        own = [pad for pad in self.scene.pads if pad[2] == level]
        leftmost = min(x + y for x, y, _ in own)
        rows = [self.at(pad)[1] for pad in own if pad[0] + pad[1] == leftmost]
        return sum(rows) / len(rows)

    def _axes(self) -> str:
        """Draw which way x and y grow."""
        x, y, reach = self.x + 5, self.y + self._axes_y, 22.0
        parts = []
        for name, sign in (("x", 1), ("y", -1)):
            tip = (x + reach, y + sign * reach * FLAT)
            parts += g.arrow((x, y), tip, width=1.6)
            size = {"fill": c.MUTED, "font_weight": "700", "font_style": "italic"}
            parts.append(text(tip[0] + 4, tip[1] + 4 + sign * 2, name, 11, **size))
        return group(parts)

    def _is_corner(self, pad: Site) -> bool:
        """Whether a pad over another one is at a corner of what stands over the level below."""
        x, y, level = pad
        pads = self.scene.pad_set
        if (x, y, level - 1) not in pads:
            return False

        def held(dx: int, dy: int) -> bool:
            return (x + dx, y + dy, level) in pads and (x + dx, y + dy, level - 1) in pads

        return not (held(1, 0) and held(-1, 0)) and not (held(0, 1) and held(0, -1))

    def _post(self, pad: Site) -> str:
        x, y = self.at(pad)
        foot = self.at((pad[0], pad[1], pad[2] - 1))[1]
        return el("path", d=f"M{x:.1f} {y:.1f}V{foot:.1f}", stroke=c.RULE, stroke_width=2.5)

    def _diamond(self, site: Site, side: float, up: float = 0.0) -> list[tuple[float, float]]:
        x, y = self.at(site, up)
        w, h = 2 * side * self.a, 2 * side * self.b
        return [(x, y - h), (x + w, y), (x, y + h), (x - w, y)]

    def _pad(self, site: Site) -> list[str]:
        scene = self.scene
        built = site in scene.built
        fresh = any(site in (move.start, move.end) for move in scene.moves)
        edge = g.NEW_PAD_EDGE if built else g.PAD_EDGE
        top = self._diamond(site, SIDE)
        deep = self.b * 0.26
        skirt = [top[3], top[2], top[1], *((x, y + deep) for x, y in (top[1], top[2], top[3]))]
        fill = c.FRESH if fresh else g.NEW_PAD if built else g.PAD
        parts = [
            polygon(skirt, fill=edge, stroke=edge, stroke_width=0.6, stroke_linejoin="round"),
            polygon(top, fill=fill, stroke=edge, stroke_width=1.2 if built else 0.8, stroke_linejoin="round"),
        ]
        x, y = self.at(site)
        if built:
            for px, py in self._diamond(site, SIDE * 0.78):
                parts.append(el("circle", cx=px, cy=py, r=self.a * 0.055, fill=edge))
        if site in scene.home:
            seat = scene.home[site]
            fill, _ = c.seat_colours(scene.players[seat].colour)
            ring = self._diamond(site, SIDE * 0.8)
            parts.append(polygon(ring, fill="none", stroke=fill, stroke_width=self.a * 0.14, stroke_linejoin="round"))
            if site not in scene.markers:
                parts.append(c.letter(x, y, scene.players[seat].letter, self.a * 0.48, c.INK))
        if site in scene.teleporters:
            rx = self.a * 0.6
            arc = f"{rx * pi / 2 * 0.6:.2f} {rx * pi / 2 * 0.2:.2f}"
            circle: dict[str, Attribute] = {
                "cx": x,
                "cy": y,
                "fill": "none",
                "stroke": c.INK,
                "stroke_width": self.a * 0.07,
            }
            parts += [
                el("ellipse", cx=x, cy=y, rx=rx, ry=rx * FLAT, fill=c.FRESH if fresh else "#ffffff"),
                el("ellipse", **circle, rx=rx, ry=rx * FLAT, stroke_dasharray=arc),
                el("ellipse", **circle, rx=rx * 0.5, ry=rx * 0.5 * FLAT),
            ]
        return parts

    def _occupied(self, site: Site) -> bool:
        return site in self.scene.markers or site in self.scene.blocked

    def _on_pad(self, site: Site) -> list[str]:
        scene = self.scene
        x, y = self.at(site)
        if site in scene.blocked:
            return self._box(site)
        piece = scene.markers[site]
        player = scene.players[piece.seat]
        fill, ink = c.seat_colours(player.colour)
        sign = player.letter
        rx = self.a * 0.52
        ry = rx * FLAT
        tall = self.a * (0.5 if piece.king else 0.2)
        parts: list[str] = []
        if site == scene.active:
            ring = {"cx": x, "cy": y, "rx": rx * 1.3, "ry": ry * 1.3}
            parts.append(el("ellipse", **ring, fill="none", stroke=c.INK, stroke_width=2.2, stroke_dasharray="4 3"))
        body = f"M{x - rx:.1f} {y - tall:.1f}V{y:.1f}A{rx:.1f} {ry:.1f} 0 0 0 {x + rx:.1f} {y:.1f}V{y - tall:.1f}Z"
        parts.append(el("path", d=body, fill=fill, stroke=c.INK, stroke_width=1))
        if piece.king:
            mid = y - tall / 2
            band = f"M{x - rx:.1f} {mid:.1f}A{rx:.1f} {ry:.1f} 0 0 0 {x + rx:.1f} {mid:.1f}"
            parts.append(el("path", d=band, fill="none", stroke=c.INK, stroke_width=1))
        parts.append(el("ellipse", cx=x, cy=y - tall, rx=rx, ry=ry, fill=fill, stroke=c.INK, stroke_width=1))
        if piece.king:
            parts.append(g.crown(x - rx * 0.38, y - tall - ry * 0.05, rx * 0.72, ry * 0.8, ink))
            parts.append(c.letter(x + rx * 0.42, y - tall, sign, ry * 1.35, ink))
        else:
            parts.append(c.letter(x, y - tall, sign, ry * 1.6, ink))
        return parts

    def _box(self, site: Site) -> list[str]:
        side, tall = SIDE * 0.66, self.a * 0.55
        low, top = self._diamond(site, side), self._diamond(site, side, tall)
        cut = [((top[i][0] * 3 + top[i - 2][0]) / 4, (top[i][1] * 3 + top[i - 2][1]) / 4) for i in range(4)]
        d = "".join(f"M{cut[i][0]:.1f} {cut[i][1]:.1f}L{cut[i + 2][0]:.1f} {cut[i + 2][1]:.1f}" for i in (0, 1))
        return [
            polygon([top[3], top[2], low[2], low[3]], fill="#2c2e33"),
            polygon([top[2], top[1], low[1], low[2]], fill="#17181b"),
            polygon(top, fill=g.BOX, stroke="#000000", stroke_width=0.6),
            el("path", d=d, stroke="#ffffff", stroke_width=self.a * 0.09, stroke_linecap="round"),
        ]

    def _last(self) -> list[str]:
        scene = self.scene
        lines: list[str] = []
        for move in scene.moves:
            if move.start is None or move.end is None:
                continue
            held = move.end in scene.markers
            parts = g.arrow(
                self.at(move.start, self.b * 0.1),
                self.at(move.end, self.b * (0.4 if held else 0.1)),
                width=self.a * 0.09,
                lift=self.a * 0.3 if move.kind in ("hop", "teleport") else 0.0,
                trim=(0.0, self.a * (0.6 if held else 0.3)),
                dashed=move.kind == "teleport",
            )
            lines.append(group(parts))
        gone = [site for move in scene.moves for site in taken(move)]
        lines += [group(g.cross(*self.at(site, self.b * 0.2), self.a * 0.2)) for site in gone]
        return lines + [line for idea in reversed(scene.ideas) for line in self._idea(idea)]

    def _idea(self, idea: Idea) -> list[str]:
        """Draw what a search thinks of: arrows, the wider the better, and frames where something is built."""
        lines: list[str] = []
        for move in idea.moves:
            start, end = move.start, move.end
            if end is None or end[2] not in self.heights:  # a level that is not there yet
                continue
            if start is None:
                frame = self._diamond(end, SIDE * 0.8)
                width = self.a * (0.06 + 0.1 * idea.weight)
                parts = [polygon(frame, fill="none", stroke=c.HINT, stroke_width=width, stroke_linejoin="round")]
            else:
                parts = g.arrow(
                    self.at(start, self.b * 0.3),
                    self.at(end, self.b * 0.1),
                    width=self.a * (0.05 + 0.13 * idea.weight),
                    lift=self.a * 0.3 if move.kind in ("hop", "teleport") else 0.0,
                    trim=(self.a * 0.3, self.a * 0.2),
                    dashed=move.kind == "teleport",
                    colour=c.HINT,
                )
            lines.append(group(parts, title=self.scene.idea_words(idea), data_hint=str(idea.rank)))
        return lines


def heights(scene: Scene) -> dict[int, float]:
    """Return how high each level is drawn, so that no pad or marker hides another one.

    Going up by one moves a pad on the page as if it went one step north and one west.
    """
    pads = scene.pads
    result: dict[int, float] = {}
    for level in sorted({pad[2] for pad in pads}):
        below = {(x - p, y - q, low) for x, y, high in pads if high == level for p, q, low in pads if low < level}
        result[level] = max(result.values(), default=-GAP) + GAP
        while any(_clash(dx, dy, result[level] - result[low]) for dx, dy, low in below):
            result[level] += 0.1
    return result


def _clash(dx: int, dy: int, up: float) -> bool:
    """Whether a pad so far from a lower one, or from the head of a marker on that one, meets it on the page."""
    heads = (0.0, HEADROOM / 2, HEADROOM)
    return any(abs(dx - up + head) < REACH and abs(dy + up - head) < REACH for head in heads)
