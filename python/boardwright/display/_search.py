"""What a search found: marks for the board, and a table with bars beside it."""

from __future__ import annotations

from html import escape
from math import exp
from typing import Any

from boardwright.analysis import Analysis, Line, has_simulations, notes, percent, title
from boardwright.analysis import table as text_table

from . import _html
from ._common import HINT, INK, MUTED, PAPER, Hint

MOST = 5
"""So many ways to go on are drawn at most."""

LEAST = 0.08
"""What weighs less than this, against the best one, is not drawn."""

BOARD_WIDTH, NARROW_BOARD = 640, 560
"""Of the board in pixels; narrow beside a table with a column for each of many seats."""


def make_hints(thing: Any) -> list[Hint]:
    """Choose what is drawn on the board of an analysis; of anything else nothing is."""
    if not isinstance(thing, Analysis):
        return []
    hints = []
    for rank, line in enumerate(thing.lines[:MOST], 1):
        weight = _weight(line, thing)
        if weight < LEAST:
            break
        # Of the best one all of the turn is drawn, as far as it is known.
        actions = line.actions if rank > 1 or thing.turn == thing.best else tuple(thing.turn)  # type: ignore[arg-type]
        words = percent(_part(line, thing))
        hints.append(Hint(rank, tuple(action.to_dict() for action in actions), weight, words))
    return hints


def _part(line: Line, analysis: Analysis) -> float:
    """Give what a line is compared by: its share of the simulations, or without such its share of the win."""
    return line.share if has_simulations(analysis) else line.win_rate


def _weight(line: Line, analysis: Analysis) -> float:
    """Say how strongly a line is drawn: by its visits, or without simulations by how much worse it is than the best."""
    best = analysis.lines[0]
    if has_simulations(analysis):
        # What is proven comes first even if others were visited more.
        return min(1.0, line.visits / max(1, best.visits))
    return min(1.0, exp(20 * (line.win_rate - best.win_rate)))


def analysis_html(analysis: Analysis) -> str:
    """Show an analysis: the board with the best actions, a table with bars, and a few words.

    Returns
    -------
    str
        A piece of HTML without ids or scripts, so any number of them may stand on one page.
    """
    from . import svg

    look = f"padding:10px 14px;border-radius:8px;background:{PAPER};color:{INK}"
    row = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;overflow-x:auto"
    width = BOARD_WIDTH if analysis.state.num_players <= 3 else NARROW_BOARD
    small = f'style="color:{MUTED};overflow-wrap:anywhere"'
    more = [f"<div {small}>{escape(line)}</div>" for line in notes(analysis)]
    return "\n".join(
        [
            f'<div style="{look}">',
            f'<div style="font-weight:700">{escape(title(analysis))}</div>',
            f'<div style="{row}">',
            f'<div style="flex:1 1 360px;max-width:{width}px">{svg(analysis)}</div>',
            f'<div style="flex:1 1 300px;max-width:680px;font-size:13px;overflow-x:auto">{_table(analysis)}',
            *more,
            f"<p>{escape(analysis.explain())}</p></div>",
            "</div>",
            "</div>",
        ]
    )


def analysis_page(analysis: Analysis) -> str:
    """Write a page that shows an analysis; it needs no network and no other file."""
    return _html.page(title(analysis), [analysis_html(analysis)], look="font-family:system-ui,sans-serif")


def _table(analysis: Analysis) -> str:
    heads, rows = text_table(analysis)
    # With three seats or more the shares of the win stand under the names of the seats.
    own = "wins" if "wins" in heads else analysis.state.seat_names[analysis.seat]
    barred = heads.index("share" if "share" in heads else own)
    drawn = {hint.rank for hint in make_hints(analysis)}
    lines = []
    for rank, (line, row) in enumerate(zip(analysis.lines, rows, strict=False), 1):
        cells = [_rank(rank, rank in drawn), _html.first(row[0])]
        for column, words in enumerate(row[1:], 1):
            cells.append(_html.cell(escape(words), _bar(_part(line, analysis)) if column == barred else ""))
        lines.append("".join(cells))
    head = _html.heads(["", escape(heads[0])], left=True) + _html.heads([*map(escape, heads[1:])])
    return _html.table(head, lines)


def _rank(rank: int, drawn: bool) -> str:
    """Write the number of a line; filled if it is on the board."""
    look = f"background:{HINT};color:#ffffff;border-radius:9px;padding:0 6px" if drawn else f"color:{MUTED}"
    return _html.cell(f'<span style="{look}">{rank}</span>')


def _bar(share: float) -> str:
    width = f"{100 * share:.1f}%"
    return f";min-width:60px;background:linear-gradient(90deg,{HINT}44 {width},transparent {width})"
