"""Long computations let other threads run, can be interrupted, and report progress."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

import boardwright as bw

FAR = 12  # a depth that nobody waits for


def test_other_threads_run_meanwhile(state: bw.State) -> None:
    counted = threading.Event()
    stop = threading.Event()
    answers: list[int] = []

    def count() -> None:
        answers.append(state.perft(3))
        counted.set()

    def spin(done: int) -> None:
        # The other thread can only finish if this one lets it run.
        if counted.is_set():
            stop.set()
            raise StopIteration

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(StopIteration):
        state.perft(FAR, progress=spin)
    thread.join()
    assert stop.is_set()
    assert answers == [state.perft(3)]


def test_two_threads_get_the_same_answers(state: bw.State) -> None:
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(state.perft(3))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [state.perft(3)] * 2


LONG_WORK: dict[str, Callable[[bw.State], object]] = {
    "perft": lambda state: state.perft(FAR),
    "distinct": lambda state: state.perft(FAR, distinct=True),
    "divide": lambda state: state.divide(FAR),
    "laws": lambda state: bw.check_game("gridopolis", games=10**9),
}


@pytest.mark.parametrize("work", LONG_WORK.values(), ids=LONG_WORK)
def test_ctrl_c(state: bw.State, work: Callable[[bw.State], object]) -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work(state)
    finally:
        timer.join()


def test_progress_errors_come_out_unchanged(state: bw.State) -> None:
    error = ZeroDivisionError("mine")

    def fail(done: int) -> None:
        raise error

    for work in (
        lambda: state.perft(FAR, progress=fail),
        lambda: state.divide(FAR, progress=fail),
        lambda: bw.check_game("gridopolis", games=10**9, progress=fail),
    ):
        with pytest.raises(ZeroDivisionError) as caught:
            work()
        assert caught.value is error


def test_system_exit_from_progress(state: bw.State) -> None:
    def leave(done: int) -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        state.perft(FAR, progress=leave)


def test_progress_may_use_the_engine(state: bw.State) -> None:
    class EnoughError(Exception):
        pass

    def nested(done: int) -> None:
        assert state.perft(1) == len(state.turns())
        raise EnoughError

    with pytest.raises(EnoughError):
        state.perft(FAR, progress=nested)


def test_states_are_shared_between_threads(state: bw.State) -> None:
    ends: list[list[bw.State]] = []

    def work() -> None:
        ends.append([state.playout(bw.Rng(seed)) for seed in range(30)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(end == ends[0] for end in ends)


def test_the_command_line_leaves_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "perft", "gridopolis", "--depth", str(FAR)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        # A signal before Python is ready would not test us: wait for the engine to be loaded.
        maps = f"/proc/{process.pid}/maps"
        if not os.path.exists(maps):  # noqa: PTH110
            process.kill()
            pytest.skip("no /proc")
        loaded = threading.Event()
        while not loaded.wait(0.05):
            with open(maps) as lines:  # noqa: PTH123
                if any("boardwright/_core" in line for line in lines):
                    loaded.set()
        loaded.wait(0.5)
        threading.Event().wait(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert out == b""
    assert err == b""
