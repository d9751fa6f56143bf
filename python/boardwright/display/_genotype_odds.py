"""How odds of Genotype's dice are shown in a notebook: Punnett square with its tiles, and tables."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from boardwright._genotype_odds_text import difference, percent

from ._common import INK, MUTED, PAPER, SEATS
from ._html import cell, first, heads, table
from ._markup import Attribute, Svg, document, el, group, text

if TYPE_CHECKING:
    from fractions import Fraction

    from boardwright._genotype_odds import Comparison, Odds

# Fill and the colour of what stands on it, of the dice of each colour. The blue of R is that of the printed dice; the
# others are ours. The fills keep apart for colour-blind readers.
DICE_COLOURS = {"R": SEATS[0], "G": SEATS[2], "F": SEATS[3], "T": SEATS[1]}

SIDE = 66.0
HEAD = 44.0
MARGIN = 6.0


def punnett(odds: Odds, size: float | None = None) -> Svg:
    """Draw a Punnett square with the gene tiles on its parents.

    Parameters
    ----------
    odds
        The odds.
    size
        The width in pixels; ``None`` for the drawing's own width.

    Returns
    -------
    Svg
        The picture.
    """
    fill, ink = DICE_COLOURS[odds.colour]
    width = 2 * MARGIN + HEAD + 2 * SIDE
    start = MARGIN + HEAD
    genes = odds._facts["genes"]
    lines = [el("rect", x=0, y=0, width=width, height=width, rx=8, fill=PAPER)]
    for side, tile in (("left", odds.left), ("top", odds.top)):
        lines.append(_parent(side, genes[side], tile, fill, start))
    for number, (face, name) in enumerate(odds.square.items()):
        x, y = start + SIDE * (number % 2), start + SIDE * (number // 2)
        # The darker, the more dominant genes.
        shade = {odds.names[0]: 1.0, odds.names[1]: 0.4}.get(name, 0.0)
        colour = ink if shade == 1 else INK
        parts = [
            el("rect", x=x, y=y, width=SIDE, height=SIDE, fill="#ffffff", stroke=MUTED),
            el("rect", x=x, y=y, width=SIDE, height=SIDE, fill=fill, fill_opacity=shade, stroke=MUTED),
            text(x + 6, y + 15, face, 11, fill=colour),
            text(x + SIDE / 2, y + SIDE / 2 + 10, name, 24, fill=colour, font_weight="700", text_anchor="middle"),
        ]
        lines.append(group(parts, title=f"{face}: {name}"))
    label = f"Punnett square of {odds.title}: {', '.join(f'{face} {name}' for face, name in odds.square.items())}"
    return document(lines, width, width, size, label)


def _parent(side: str, genes: list[str], tile: str | None, fill: str, start: float) -> str:
    """Draw a parent's two genes; a gene tile is a frame in the colour of the dice, with its side written on it."""
    across = side == "top"
    x, y = (start, MARGIN) if across else (MARGIN, start)
    width, height = (2 * SIDE, HEAD - 4) if across else (HEAD - 4, 2 * SIDE)
    parts = []
    if tile is not None:
        frame: dict[str, Attribute] = {"rx": 5, "fill": "#ffffff", "stroke": fill, "stroke_width": 3}
        parts.append(el("rect", x=x, y=y, width=width, height=height, **frame))
    for number, gene in enumerate(genes):
        along = SIDE * (number + 0.5)
        cx, cy = (x + along, y + height / 2) if across else (x + width / 2, y + along)
        parts.append(text(cx, cy + 8, gene, 22, fill=INK, font_weight="700", text_anchor="middle"))
    if tile is not None:
        cx, cy = x + width / 2, y + height / 2
        turn = None if across else f"rotate(-90 {cx:g} {cy:g})"
        parts.append(text(cx, cy + 3, "tile", 10, fill=MUTED, text_anchor="middle", transform=turn))
    words = f"{side} parent {''.join(genes)}, {'as printed' if tile is None else f'{tile} gene tile'}"
    return group(parts, title=words)


def odds_html(odds: Odds) -> str:
    """Show odds: the Punnett square, and for each genotype one die and the pool of five.

    Returns
    -------
    str
        A piece of HTML without ids or scripts, so any number of them may stand on one page.
    """
    fill = DICE_COLOURS[odds.colour][0]
    columns = ["one die", "", "mean of 5", *(f"&ge; {number}" for number in range(1, 6))]
    rows = []
    for name, one in odds.die.items():
        cells = [first(name), cell(str(one)), _chance(one, fill), cell(f"{float(odds.means[name]):.2f}")]
        rows.append("".join([*cells, *(_chance(chance, fill) for chance in odds.table[name][1:])]))
    return _block(
        f"{odds.title[0].upper()}{odds.title[1:]} ({odds.colour})",
        [punnett(odds), table(heads(["", *columns]), rows)],
    )


def comparison_html(comparison: Comparison) -> str:
    """Show odds side by side, each under its Punnett square, with the differences to the first.

    Returns
    -------
    str
        A piece of HTML without ids or scripts.
    """
    odds = comparison.columns[0][1]
    fill = DICE_COLOURS[odds.colour][0]
    columns = [f"{escape(name)}<br>{punnett(one, 96)}" for name, one in comparison.columns]
    rows = []
    for label, chances in comparison.rows:
        cells = [_chance(one, fill, one - chances[0] if number else None) for number, one in enumerate(chances)]
        rows.append("".join([first(label), *cells]))
    title = f"{odds.title[0].upper()}{odds.title[1:]} ({odds.colour}): what gene tiles do"
    return _block(title, [table(heads(["", *columns]), rows)])


def _block(title: str, parts: list[str]) -> str:
    columns = "".join(f"<div>{part}</div>" for part in parts)
    look = f"display:inline-block;padding:10px 14px;border-radius:8px;background:{PAPER};color:{INK}"
    row = "display:flex;flex-wrap:wrap;gap:16px;align-items:center;overflow-x:auto"
    head = f'<div style="font-weight:700">{escape(title)}</div>'
    return f'<div style="{look}">\n{head}\n<div style="{row}">{columns}</div>\n</div>'


def _chance(chance: Fraction, fill: str, change: Fraction | None = None) -> str:
    """Write a cell with a chance, over a bar as long as it is large; and how it differs, by sign and not by colour."""
    share = f"{float(100 * chance):.1f}%"
    bar = f";background:linear-gradient(90deg,{fill}33 {share},transparent {share})"
    sign = "" if change is None else f' <small style="color:{MUTED}">{difference(change)}</small>'
    return cell(f"{escape(percent(chance))}{sign}", bar)
