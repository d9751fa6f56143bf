"""What environments of Gymnasium and PettingZoo render."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardwright._core import State

__all__ = ["FRAME_SIZE", "RENDER_MODES", "check_render_mode", "draw"]

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
"""What environments can render: a text printed after each step; a text; an SVG text; an array of pixels."""

FRAME_SIZE = (900, 1000)
"""Width and height of an array of pixels. Pictures grow and shrink within a game, frames of a video may not."""

BACKGROUND = "#ffffff"


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> None:
    """Refuse what is no render mode."""
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode is one of {', '.join(modes)}, not {mode!r}")


def draw(state: State, mode: str | None, seat: int) -> Any:
    """Draw what a seat knows: a text, an SVG text, or an array of pixels (height, width, 3) of `FRAME_SIZE`."""
    view = state.view(seat)
    match mode:
        case None:
            return None
        case "human":
            print(view)
            return None
        case "ansi":
            return str(view)
        case "svg":
            return view._repr_svg_()
        case _:
            return _pixels(view._repr_svg_())


def _pixels(svg: str) -> NDArray[np.uint8]:
    """Draw a picture in the middle of a frame, as large as it fits in."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError("pictures as pixels need resvg-py and Pillow: pip install 'boardwright[pixels]'") from error
    # With another size than its viewBox has, a picture is scaled to fit, and centred.
    root, rest = svg.split(">", 1)
    size = dict(zip(("width", "height"), FRAME_SIZE, strict=True))
    for name, pixels in size.items():
        root = re.sub(rf' {name}="[^"]*"', f' {name}="{pixels}"', root, count=1)
    data = bytes(resvg_py.svg_to_bytes(svg_string=f"{root}>{rest}", background=BACKGROUND))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
