"""Small helpers to write SVG as text, one element at a time."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
Attribute = str | float | None
MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Svg(str):
    """An SVG picture: a string that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks."""
        return str(self)


def num(value: float) -> str:
    """Write a number with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def el(name: str, content: str | None = None, /, **attributes: Attribute) -> str:
    """Write one element.

    Parameters
    ----------
    name
        The element's name.
    content
        Markup that stands inside, ``None`` for an empty element. It is not escaped.
    **attributes
        Attributes; underscores become hyphens, a trailing one is dropped, ``None`` leaves an attribute out.

    Returns
    -------
    str
        The markup.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = escape(value) if isinstance(value, str) else num(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    opening = " ".join(parts)
    return f"<{opening}/>" if content is None else f"<{opening}>{content}</{name}>"


def text(x: float, y: float, content: str, size: float, /, **attributes: Attribute) -> str:
    """Write a line of text; ``content`` is escaped."""
    return el("text", escape(content), x=x, y=y, font_size=size, **attributes)


def group(parts: Iterable[str], /, *, title: str = "", **attributes: Attribute) -> str:
    """Put elements into a group on one line, with an optional tooltip."""
    tooltip = el("title", escape(title)) if title else ""
    return el("g", tooltip + "".join(parts), **attributes)


def points(pairs: Iterable[tuple[float, float]]) -> str:
    """Write the ``points`` attribute of a polygon."""
    return " ".join(f"{num(x)},{num(y)}" for x, y in pairs)


def polygon(pairs: Iterable[tuple[float, float]], /, **attributes: Attribute) -> str:
    """Write a polygon."""
    return el("polygon", points=points(pairs), **attributes)


def document(lines: Iterable[str], width: float, height: float, size: float | None, label: str) -> Svg:
    """Put lines of markup into a whole SVG document.

    The document has no ids and no style sheet, so any number of them may stand on one page.

    Parameters
    ----------
    lines
        The elements.
    width, height
        The drawing's own measures.
    size
        The width it is shown with; ``None`` for its own width.
    label
        What the picture shows, for those who cannot see it.

    Returns
    -------
    Svg
        The document.
    """
    shown = width if size is None else float(size)
    opening = " ".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg"',
            f'width="{num(shown)}" height="{num(shown * height / width)}"',
            f'viewBox="0 0 {num(width)} {num(height)}" role="img" aria-label="{escape(label)}"',
            f'font-family="{FONT}" fill="#22252b" style="max-width:100%;height:auto">',
        ]
    )
    return Svg("\n".join([opening, *lines, "</svg>"]))


def wrap(words: str, limit: int) -> list[str]:
    """Break a text into lines of at most ``limit`` characters where its words allow it."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= limit:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
