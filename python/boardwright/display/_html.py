"""Pages, and tables for notebooks with their look in every cell: notebooks drop style sheets."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ._common import INK, PAPER, RULE

LOOK = f"padding:2px 8px;border-bottom:1px solid {RULE}"
CELL = f"{LOOK};text-align:right"
FIRST = f"{LOOK};text-align:left"


def page(title: str, lines: Sequence[str], *, style: str = "", look: str = "") -> str:
    """Write a page that needs no network and no other file.

    Parameters
    ----------
    title
        Its title, which is escaped.
    lines
        What its body holds.
    style
        A style sheet.
    look
        The style of the body.
    """
    head = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        *([f"<style>{style}</style>"] if style else []),
        "</head>",
        f'<body style="{look}">' if look else "<body>",
    ]
    return "\n".join([*head, *lines, "</body>", "</html>", ""])


def table(head: str, rows: Sequence[str]) -> str:
    """Write a table of a row of headings and rows of cells."""
    lines = "\n".join(f"<tr>{row}</tr>" for row in rows)
    look = f"border-collapse:collapse;color:{INK};background:{PAPER}"
    return f'<table style="{look}">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody></table>'


def heads(words: Sequence[str], *, left: bool = False) -> str:
    """Write headings, by default of columns of numbers; they are not escaped."""
    return "".join(f'<th style="{FIRST if left else CELL}">{head}</th>' for head in words)


def first(label: str) -> str:
    """Write the cell that a row begins with; the label is escaped."""
    return f'<th scope="row" style="{FIRST}">{escape(label)}</th>'


def cell(content: str, more: str = "") -> str:
    """Write a cell; the content is not escaped. ``more`` is added to its style."""
    return f'<td style="{CELL}{more}">{content}</td>'
