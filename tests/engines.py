"""Engines to talk to: within this process, and as processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from boardwright.protocol import Engine
from boardwright.protocol.json_lines import JsonLines
from boardwright.protocol.lines import Lines
from boardwright.protocol.server import Server

PATIENCE = 60.0  # seconds until a test fails that would wait for ever; much more than any needs

ENGINE = [sys.executable, "-m", "boardwright", "engine"]


def popen(json: bool = False, **options: Any) -> Engine:
    """Start an engine."""
    return Engine.popen([*ENGINE, *(["--json"] if json else [])], json=json, **options)


def script(tmp_path: Path, code: str) -> list[str]:
    """Write an engine of a few lines in Python; `say` is what it answers with, `lines` are what it is asked."""
    start = """\
        import sys, time
        def say(*lines):
            sys.stdout.write("".join(line + "\\n" for line in lines))
            sys.stdout.flush()
        def hello():
            sys.stdin.readline()
            say("name odd", "protocol 1.0", "ok bwp")
        lines = (line.strip() for line in sys.stdin)
        """
    path = tmp_path / "engine.py"
    path.write_text(textwrap.dedent(start) + textwrap.dedent(code), encoding="utf-8")
    return [sys.executable, str(path)]


class Talk:
    """A talk with an engine within this process, in lines of text or in JSON."""

    def __init__(self, json: bool = False, bot: str = "auto") -> None:
        self.json = json
        self.server = Server(JsonLines() if json else Lines(), self._take, bot)
        self._told: list[bytes] = []
        self.said: list[bytes] = []

    def _take(self, data: bytes) -> None:
        self.said.append(data)

    def send(self, line: str | bytes | Mapping[str, Any] | None) -> bool:
        """Send a request; gives whether there may be more."""
        if isinstance(line, Mapping):
            line = json.dumps(line)
        if line is None:
            return self.server.handle(None)
        data = line if isinstance(line, bytes) else line.encode()
        self._told.append(data)
        return self.server.handle(data)

    def wait(self) -> None:
        """Wait until the engine thinks no more."""
        work = self.server._work
        if work is not None:
            assert work.done.wait(PATIENCE), "the engine does not come to an end"

    def take(self) -> list[str]:
        """Give all lines that were said since this was asked last."""
        said, self.said = self.said, []
        return b"".join(said).decode().splitlines()

    def __call__(self, line: str | bytes | Mapping[str, Any] | None) -> list[str]:
        """Ask, and give the lines of the answer."""
        self.send(line)
        self.wait()
        return self.take()

    def ask(self, verb: str, **params: Any) -> dict[str, Any]:
        """Ask in JSON; gives the answer."""
        lines = self({"id": 1, "verb": verb, **params})
        found: dict[str, Any] = json.loads(lines[-1])
        assert found["verb"] == verb
        return found


def talk(*lines: str, **arguments: Any) -> Talk:
    """Give an engine that was told some lines, all of which it could do."""
    engine = Talk(**arguments)
    for line in lines:
        assert engine(line)[-1].startswith("ok "), line
    return engine


def fields(lines: list[str]) -> dict[str, str]:
    """Lines of an answer by their keyword."""
    return {line.partition(" ")[0]: line.partition(" ")[2] for line in lines}


def run_engine(data: bytes, *arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Let an engine's process answer all of some input, which then ends."""
    return subprocess.run(
        [*ENGINE, *arguments], input=data, capture_output=True, timeout=PATIENCE, check=False, **options
    )


def wait_until(what: Callable[[], object]) -> bool:
    """Wait until something is so; gives whether it came to that."""
    due = time.monotonic() + PATIENCE
    while not what():
        if time.monotonic() > due:
            return False
        time.sleep(0.01)
    return True


def is_running(pid: int) -> bool:
    """Whether there is a process of this number, be it only as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
