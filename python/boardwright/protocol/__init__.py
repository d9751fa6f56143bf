"""The engine protocol: lines between an engine and a program that uses it.

`Engine` talks to an engine in another process, `AsyncEngine` does so for asyncio; ``boardwright engine`` is an engine.
The protocol is specified in docs/protocol.md.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from .aio import AsyncEngine
from .calls import BestMove, EngineOption, Hello, Status
from .client import Engine
from .verbs import VERSION

__all__ = ["VERSION", "AsyncEngine", "BestMove", "Engine", "EngineOption", "Hello", "Status", "schema"]


def __dir__() -> list[str]:
    # Without what is imported for this file's own use.
    return __all__


def schema() -> dict[str, Any]:
    """Give the JSON Schema of the protocol's JSON lines: of a request, and of what an engine writes."""
    text = resources.files(__name__).joinpath("schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
