"""The round board of Microworld, with the score track around it."""

from __future__ import annotations

from . import _common as c
from . import _microworld_glyphs as g
from ._markup import Attribute, el, group, text
from ._microworld_plan import Plan, make_plan
from ._microworld_scene import Pawn, Scene
from ._microworld_sectors import Disc
from ._microworld_shapes import Point, arrange

STEPS = 40  # on the score track; then the marker is turned over
TRACK = 40.0  # how wide the track is
PAWN, TOKEN, MARK, HINT = 15.0, 12.0, 9.0, 13.5


def draw_board(scene: Scene, left: float, top: float, size: float) -> list[str]:
    """Draw the board.

    Parameters
    ----------
    scene
        What to draw.
    left, top, size
        The square that the score track fills.

    Returns
    -------
    list of str
        The lines of markup.
    """
    centre = (left + size / 2, top + size / 2)
    radius = size / 2 - TRACK - 5
    plan = make_plan(scene.board, centre, radius)
    lines = draw_track(scene, centre, size / 2 - 1)
    kinds = [str(cell["kind"]) for cell in scene.board["cells"]]
    if plan.graph:
        lines.append(el("circle", cx=centre[0], cy=centre[1], r=radius + 3, fill="#ffffff", stroke=c.RULE))
        lines += _links(scene, plan)
    for number, kind in enumerate(kinds):
        lines.append(_cell(scene, plan, number, kind))
    lines += _borders(plan)
    lines += [_fresh(plan, cell) for cell in sorted(scene.fresh)]
    lines += [_number(plan, number) for number in range(len(kinds))]
    for number in range(len(kinds)):
        lines += _inside(scene, plan, number)
    lines += [
        group([el("path", d=shape.path, fill="#ffffff", fill_opacity=0)], title=scene.cell_words(number))
        for number, shape in enumerate(plan.shapes)
    ]
    return lines


def _cell(scene: Scene, plan: Plan, number: int, kind: str) -> str:
    shape, look = plan.shapes[number], g.KINDS[kind]
    edge: dict[str, Attribute] = {"stroke": look.fill, "stroke_width": 0.8}
    if plan.graph:
        rim = scene.board["cells"][number]["rim"]
        edge = {"stroke": look.dark, "stroke_width": 2.6 if rim else 1.2}
    parts = [el("path", d=shape.path, fill=look.fill, **edge), g.kind_marks(kind, shape.marks)]
    return group(parts, data_cell=str(number), data_kind=kind)


def _borders(plan: Plan) -> list[str]:
    if not plan.outer:
        return []
    line: dict[str, Attribute] = {"fill": "none", "stroke_linecap": "round"}
    return [
        el("path", d=plan.inner, **line, stroke="#ffffff", stroke_width=2.2) if plan.inner else "",
        el("path", d=plan.outer, **line, stroke="#ffffff", stroke_width=5),
        el("path", d=plan.outer, **line, stroke="#5a5850", stroke_width=1.1),
    ]


def _links(scene: Scene, plan: Plan) -> list[str]:
    """Draw which cells of a graph are adjacent; cells of one tissue hang together by broad bands."""
    cells = scene.board["cells"]
    lines = []
    for one, other, (x, y), (p, q) in plan.links:
        d = f"M{x:.1f} {y:.1f}L{p:.1f} {q:.1f}"
        if cells[one]["tissue"] == cells[other]["tissue"]:
            look = g.KINDS[str(cells[one]["kind"])]
            lines.append(
                el("path", d=d, stroke=look.dark, stroke_width=9) + el("path", d=d, stroke=look.fill, stroke_width=6.6)
            )
        else:
            lines.insert(0, el("path", d=d, stroke="#9a958a", stroke_width=1.5))
    return lines


def _fresh(plan: Plan, cell: int) -> str:
    d = plan.shapes[cell].outline
    line: dict[str, Attribute] = {"d": d, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    parts = [el("path", **line, stroke=c.INK, stroke_width=6), el("path", **line, stroke=c.FRESH, stroke_width=3.6)]
    return group(parts, data_fresh=str(cell))


def _number(plan: Plan, number: int) -> str:
    shape = plan.shapes[number]
    x, y = shape.label
    return text(
        x,
        y + shape.font * 0.36,
        str(number),
        shape.font,
        text_anchor="middle",
        font_weight="600",
        data_number=str(number),
    )


def _inside(scene: Scene, plan: Plan, cell: int) -> list[str]:
    """Draw what lies in a cell."""
    pawns = scene.inside(cell)
    sizes = [_size(pawn) for pawn in pawns]
    extra = [
        name
        for name, there in (
            ("gene", cell in scene.genes),
            ("barrier", cell == scene.barrier),
            ("place", cell in scene.placements),
            ("aim", cell in scene.aims),
            ("hint", cell in scene.hints),
        )
        if there
    ]
    sizes += [{"place": MARK, "aim": MARK, "hint": HINT}.get(name, TOKEN) for name in extra]
    if not sizes:
        return []
    scale, places = arrange(plan.shapes[cell], tuple(sizes))
    lines = []
    for pawn, (x, y) in zip(pawns, places, strict=False):
        parts = g.pawn(
            pawn.seat,
            x,
            y,
            PAWN * scale,
            str(pawn.number),
            flipped=pawn.flipped,
            radiation=pawn.radiation,
            last=pawn.last,
            target=pawn.target,
        )
        lines.append(group(parts, data_pawn=pawn.name, data_in=str(cell)))
    for name, (x, y) in zip(extra, places[len(pawns) :], strict=True):
        if name == "gene":
            parts = g.gene_token(x, y, TOKEN * scale)
        elif name == "barrier":
            parts = g.mutation_token(x, y, TOKEN * scale)
        elif name == "place":
            parts = g.place_mark(x, y, MARK * scale)
        elif name == "hint":
            parts = g.hint_mark(x, y, HINT * scale, scene.hints[cell].words, scene.hints[cell].weight)
        else:
            parts = g.aim_mark(x, y, MARK * scale)
        lines.append(group(parts, data_item=name, data_in=str(cell)))
    return lines


def _size(pawn: Pawn) -> float:
    return g.pawn_size(PAWN, radiation=pawn.radiation, last=pawn.last, target=pawn.target)


def draw_track(scene: Scene, centre: Point, radius: float) -> list[str]:
    """Draw the score track with both markers."""
    disc = Disc(*centre, 1.0)
    inner = radius - TRACK
    ground = disc.sector((inner, radius, 0, 360))
    turn = 360 / STEPS
    rules = "".join(_spoke(disc, inner, radius, (step + 0.5) * turn) for step in range(STEPS))
    tens = "".join(
        disc.sector((inner, radius, (step - 0.5) * turn, (step + 0.5) * turn)) for step in range(0, STEPS, 5)
    )
    lines = [
        el("path", d=ground, fill="#e6e0d2", stroke="#b5ac99"),
        el("path", d=tens, fill="#d3cab6"),
        el("path", d=rules, stroke="#b5ac99"),
    ]
    numbers = []
    for step in range(STEPS):
        x, y = disc.at(inner + 8, step * turn)
        strong = step % 5 == 0
        numbers.append(
            text(x, y + 3.3, str(step), 9, fill=c.INK if strong else "#5d636d", font_weight="700" if strong else None)
        )
    lines.append(group(numbers, text_anchor="middle"))
    steps = [player.points % STEPS for player in scene.players]
    for seat, player in enumerate(scene.players):
        aside = (seat - 0.5) * 4.4 if steps.count(steps[seat]) > 1 else 0.0
        x, y = disc.at(radius - 11.5, steps[seat] * turn + aside)
        lap = player.points // STEPS
        parts = g.score_marker(seat, x, y, 9.8, turned=lap % 2 == 1)
        words = f"{player.name}: {player.points} points"
        lines.append(group(parts, title=words, data_score=f"{seat}:{player.points}"))
    return lines


def _spoke(disc: Disc, inner: float, outer: float, angle: float) -> str:
    first, second = disc.at(inner, angle), disc.at(outer, angle)
    return f"M{first[0]:.1f} {first[1]:.1f}L{second[0]:.1f} {second[1]:.1f}"
