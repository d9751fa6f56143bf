"""What ends searches: progress, Ctrl-C; and that they leave no memory behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from helpers import GAMES, resident
from search_cases import position

PATIENCE = 120.0  # seconds until a test fails that would wait for ever; much more than any needs
ENDLESS = 10**9  # simulations that nobody waits for

STATES = {name: position(setup.game, setup.options, 25) for name, setup in GAMES.items()}
each_state = pytest.mark.parametrize("state", STATES.values(), ids=list(STATES))


@each_state
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("on_interrupt", ["raise", "return"])
def test_errors_of_progress_come_out_unchanged(state: bw.State, threads: int, on_interrupt: Any) -> None:
    error = ZeroDivisionError("mine")
    seen: list[int] = []

    def fail(done: int) -> None:
        seen.append(done)
        if len(seen) == 3:
            raise error

    with pytest.raises(ZeroDivisionError) as caught:
        bw.search(state, method="mcts", simulations=ENDLESS, threads=threads, progress=fail, on_interrupt=on_interrupt)
    assert caught.value is error
    assert len(seen) == 3
    assert seen == sorted(seen)
    assert seen[-1] > 0


def test_progress_may_search() -> None:
    class EnoughError(Exception):
        pass

    def nested(done: int) -> None:
        assert bw.search(STATES["genotype"], simulations=20).simulations == 20
        raise EnoughError

    with pytest.raises(EnoughError):
        bw.search(STATES["microworld"], simulations=ENDLESS, progress=nested)


def test_a_quiet_bar(capsys: pytest.CaptureFixture[str]) -> None:
    # Where standard error is no terminal, nothing is written.
    bw.search(STATES["gridopolis"], simulations=4000, progress=True)
    bw.search(STATES["gridopolis"], simulations=10, progress=False)
    assert capsys.readouterr() == ("", "")


@each_state
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c(state: bw.State) -> None:
    for threads in (1, 2):
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        try:
            with pytest.raises(KeyboardInterrupt):
                bw.search(state, method="mcts", simulations=ENDLESS, threads=threads)
        finally:
            timer.join()


@each_state
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_keeps_what_was_found(state: bw.State) -> None:
    for threads in (1, 2):
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        try:
            analysis = bw.search(
                state,
                method="mcts",
                simulations=ENDLESS,
                threads=threads,
                on_interrupt="return",
                progress=lambda _: None,
            )
        finally:
            timer.join()
        assert analysis.interrupted
        assert 0 < analysis.simulations < ENDLESS
        assert sum(line.visits for line in analysis.lines) == analysis.simulations
        assert "It was interrupted before its time." in analysis.explain()
        assert "interrupted" in str(analysis).splitlines()[0]


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_in_progress_is_one() -> None:
    # In a notebook Ctrl-C mostly arrives while the bar is drawn.
    def interrupted(done: int) -> None:
        raise KeyboardInterrupt

    state = STATES["genotype"]
    analysis = bw.search(state, simulations=ENDLESS, progress=interrupted, on_interrupt="return")
    assert analysis.interrupted
    with pytest.raises(KeyboardInterrupt):
        bw.search(state, simulations=ENDLESS, progress=interrupted)


# Sends itself Ctrl-C after a while, and tells how long it took to come out of the search.
INTERRUPTED = f"""
import os, signal, sys, threading, time
import boardwright as bw
from search_cases import position
game, threads, on_interrupt = sys.argv[1], int(sys.argv[2]), sys.argv[3]
state = position(game, {{}}, 20)
sent = []
def send():
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.3, send).start()
try:
    analysis = bw.search(state, method="mcts", simulations={ENDLESS}, threads=threads, on_interrupt=on_interrupt)
    came = f"returned {{analysis.interrupted}}"
except KeyboardInterrupt:
    came = "raised"
print(came, time.perf_counter() - sent[0])
"""


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("game", bw.list_games())
@pytest.mark.parametrize(("on_interrupt", "came"), [("raise", "raised"), ("return", "returned True")])
@pytest.mark.parametrize("threads", [1, 2])
def test_how_long_ctrl_c_takes(game: str, on_interrupt: str, came: str, threads: int) -> None:
    # The search would go on for hours: that it ends at all is what is tested. How long it took is shown with -s.
    arguments = ["-c", INTERRUPTED, game, str(threads), on_interrupt]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    process = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=True, env=environment,
    )  # fmt: skip
    words, seconds = process.stdout.rsplit(maxsplit=1)
    assert words == came
    print(f"{game}, {threads} threads, {on_interrupt}: {1000 * float(seconds):.1f} ms")


# Memory.


@pytest.mark.parametrize("threads", [1, 2])
def test_memory_does_not_grow(threads: int) -> None:
    tree = bw.search(STATES["gridopolis"], method="mcts", simulations=100).memory

    def searches(count: int) -> None:
        for seed in range(count):
            for state in STATES.values():
                bw.search(state, method="mcts", simulations=100, seed=seed, threads=threads)

    searches(30)
    before = resident()
    searches(200)
    # Trees that were never given back would come to much more.
    assert resident() - before < 200 * tree / 4


def test_searches_share_a_state_between_threads() -> None:
    found: list[bw.Analysis] = []
    threads = [
        threading.Thread(target=lambda: found.append(bw.search(STATES["genotype"], simulations=2000)), daemon=True)
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(found) == 4
    assert all(one == found[0] for one in found)
