"""Odds of Genotype's dice as text: chances in percent, Punnett squares, tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ._genotype_rolls import POOL

if TYPE_CHECKING:
    from ._genotype_odds import Comparison, Odds

__all__ = ["comparison_text", "difference", "odds_text", "parents", "percent"]


def percent(chance: Fraction) -> str:
    """Write a chance as a percentage; only what is certain or impossible is called 100 % or 0."""
    if chance in (0, 1):
        return "100 %" if chance else "0"
    if not Fraction(5, 10_000) <= chance < Fraction(9995, 10_000):
        return "< 0.1 %" if chance < Fraction(1, 2) else "> 99.9 %"
    return f"{float(100 * chance):.1f} %"


def difference(change: Fraction) -> str:
    """Write by how many percentage points a chance changes."""
    return f"{float(100 * change):+.1f}" if change else "="


def parents(odds: Odds) -> str:
    """Write the genes of both parents, such as ``"Rr x RR"``."""
    genes = odds._facts["genes"]
    return f"{''.join(genes['left'])} x {''.join(genes['top'])}"


def odds_text(odds: Odds) -> str:
    """Write odds: the Punnett square, and a table of what one die and five dice show."""
    rows = [["", "one die", f"mean of {POOL}", *(f">= {number}" for number in range(1, POOL + 1))]]
    for name, one in odds.die.items():
        chances = [percent(chance) for chance in odds.table[name][1:]]
        rows.append([name, f"{one}  {percent(one):>6}", f"{float(odds.means[name]):.2f}", *chances])
    return "\n".join([*_square_lines(odds), "", *_aligned(rows)])


def comparison_text(comparison: Comparison) -> str:
    """Write odds side by side as a table."""
    first = comparison.columns[0][1]
    rows = [
        ["", *(name for name, _ in comparison.columns)],
        ["left x top", *(parents(odds) for _, odds in comparison.columns)],
    ]
    for label, (now, *others) in comparison.rows:
        # A difference has room of its own, so that the numbers stay below each other.
        rows.append([label, percent(now), *(f"{percent(one)} {difference(one - now):>5}" for one in others)])
    return "\n".join([_title(first), "", *_aligned(rows)])


def _title(odds: Odds) -> str:
    return f"{odds.title[0].upper()}{odds.title[1:]} ({odds.colour})"


def _square_lines(odds: Odds) -> list[str]:
    genes = odds._facts["genes"]
    sides = [
        f"{side} parent {''.join(genes[side])}{' (gene tile)' if tile else ''}"
        for side, tile in (("left", odds.left), ("top", odds.top))
    ]
    i, ii, iii, iv = odds._facts["square"]
    return [
        f"{_title(odds)}: {', '.join(sides)}",
        f"        {genes['top'][0]}       {genes['top'][1]}",
        f"  {genes['left'][0]}     I {i}   II {ii}",
        f"  {genes['left'][1]}   III {iii}   IV {iv}",
    ]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Set rows as a table: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines
