"""A bar that shows how far a long computation is, in a terminal or in a notebook."""

from __future__ import annotations

import importlib
import sys
import time
from html import escape
from typing import Any

__all__ = ["Bar", "in_notebook"]

EVERY_SECONDS = 0.1
WIDTH = 24


class Bar:
    """A bar on the terminal (standard error, if it is one), or below the cell of a notebook; it goes when all is done.

    Use it as a context, and give it to the computation as its callback.

    Parameters
    ----------
    label : str
        What is going on.
    unit : str
        What the numbers count.
    total : int, optional
        How many there will be, if that is known.
    seconds : float, optional
        After how many seconds it ends, if not before.
    """

    def __init__(self, label: str, unit: str, *, total: int | None = None, seconds: float | None = None) -> None:
        self._label = label
        self._unit = unit
        self._total = total
        self._seconds = seconds
        self._begun = time.monotonic()
        self._next = 0.0
        self._notebook = in_notebook()
        self._handle: Any = None
        self._shown = False

    def __enter__(self) -> Bar:
        return self

    def __call__(self, done: int) -> None:
        """Show a number, unless the last one was shown a moment ago."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY_SECONDS
        if self._notebook:
            self._show_in_notebook(done)
        elif _at_a_terminal():
            self._shown = True
            sys.stderr.write(f"\r{self.line(done)}\x1b[K")
            sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._handle.update({"text/html": "", "text/plain": ""}, raw=True)
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def part(self, done: int) -> float | None:
        """Tell which part of the work is done, 0 to 1; None if that is not known."""
        parts = []
        if self._total:
            parts.append(done / self._total)
        if self._seconds:
            parts.append((time.monotonic() - self._begun) / self._seconds)
        return min(1.0, max(parts)) if parts else None

    def line(self, done: int) -> str:
        """Write the bar as a line of text."""
        part = self.part(done)
        words = f"{done:,} {self._unit}"
        if part is None:
            return f"{self._label}: {words}"
        full = round(WIDTH * part)
        return f"{self._label} [{'#' * full}{'.' * (WIDTH - full)}] {100 * part:3.0f}%  {words}"

    def _show_in_notebook(self, done: int) -> None:
        part = self.part(done)
        value = "" if part is None else f' value="{part:.3f}"'
        html = f"{escape(self._label)} <progress{value}></progress> {done:,} {escape(self._unit)}"
        data = {"text/html": html, "text/plain": self.line(done)}
        if self._handle is None:
            # Not imported by name: it is there in notebooks only.
            show = importlib.import_module("IPython.display").display
            self._handle = show(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)


def _at_a_terminal() -> bool:
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # closed, or none at all
        return False


def in_notebook() -> bool:
    """Whether this runs in the kernel of a notebook; IPython is not loaded to find out."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None
