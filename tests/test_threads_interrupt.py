"""Long computations let other threads run, can be interrupted, and report progress."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import boardwright as bw
from helpers import Setup, each_game

FAR = 12  # a depth that nobody waits for; Microworld is counted by events, so it is longer there
FAR_IN_MICROWORLD = 40
PATIENCE = 60.0  # seconds until a test fails that would wait for ever; much more than any needs


class Patience:
    """A progress callback that ends what goes on for too long, with an error."""

    def __init__(self) -> None:
        self.end = time.monotonic() + PATIENCE

    def __call__(self, done: int) -> None:
        if time.monotonic() > self.end:
            raise TimeoutError("nothing ended this")


def join(threads: list[threading.Thread]) -> None:
    """Wait for threads, but not for ever."""
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


def test_other_threads_run_meanwhile(state: bw.State) -> None:
    counted = threading.Event()
    answers: list[int] = []
    patience = Patience()

    def count() -> None:
        answers.append(state.perft(3))
        counted.set()

    def spin(done: int) -> None:
        # The other thread can only finish if this one lets it run.
        patience(done)
        if counted.is_set():
            raise StopIteration

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    with pytest.raises(StopIteration):
        state.perft(FAR, progress=spin)
    join([thread])
    assert answers == [state.perft(3)]


def test_two_threads_get_the_same_answers(state: bw.State) -> None:
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(state.perft(3)), daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    join(threads)
    assert answers == [state.perft(3)] * 2


LONG_WORK: dict[str, Callable[[bw.State], object]] = {
    "perft": lambda state: state.perft(FAR, progress=Patience()),
    "distinct": lambda state: state.perft(FAR, distinct=True, progress=Patience()),
    "divide": lambda state: state.divide(FAR, progress=Patience()),
    "laws": lambda state: bw.check_game("gridopolis", games=10**9, progress=Patience()),
    "perft of Microworld": lambda _: bw.start("microworld").perft(FAR_IN_MICROWORLD, progress=Patience()),
    "divide of Microworld": lambda _: bw.start("microworld").divide(FAR_IN_MICROWORLD, progress=Patience()),
    "perft of Genotype": lambda _: bw.start("genotype", seed=1).perft(FAR_IN_MICROWORLD, progress=Patience()),
    "divide of Genotype": lambda _: bw.start("genotype", seed=1).divide(FAR_IN_MICROWORLD, progress=Patience()),
    "laws of Genotype": lambda _: bw.check_game("genotype", games=10**9, progress=Patience(), players=5),
    "dice": lambda _: bw.genotype.roll(10**13, 1, progress=Patience()),
    "faces of dice": lambda _: bw.genotype.roll_faces(10**9, 1, progress=Patience()),
    "pools of dice": lambda _: bw.genotype.odds("R").roll_pools(2 * 10**8, 1, progress=Patience()),
    "laws of Microworld": lambda _: bw.check_game("microworld", games=10**9, progress=Patience(), rules="ABCDEFGH"),
}


@pytest.mark.usefixtures("ctrl_c")
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
    microworld = bw.start("microworld", rules="ACD")
    genotype = bw.start("genotype", seed=1)
    error = ZeroDivisionError("mine")

    def fail(done: int) -> None:
        raise error

    for work in (
        lambda: state.perft(FAR, progress=fail),
        lambda: state.divide(FAR, progress=fail),
        lambda: bw.check_game("gridopolis", games=10**9, progress=fail),
        lambda: microworld.perft(FAR_IN_MICROWORLD, progress=fail),
        lambda: microworld.divide(FAR_IN_MICROWORLD, progress=fail),
        lambda: bw.check_game("microworld", games=10**9, progress=fail),
        lambda: genotype.perft(FAR_IN_MICROWORLD, progress=fail),
        lambda: bw.check_game("genotype", games=10**9, progress=fail),
        lambda: bw.genotype.roll(10**13, 1, progress=fail),
        lambda: bw.genotype.roll_faces(10**9, 1, progress=fail),
        lambda: bw.genotype.odds("R").roll_pools(10**8, 1, progress=fail),
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


def test_states_are_shared_between_threads(any_state: bw.State) -> None:
    ends: list[list[bw.State]] = []
    seen = [any_state, any_state.view(0), any_state.view("spectator")]

    def work() -> None:
        ends.append([state.playout(bw.Rng(seed)) for state in seen for seed in range(10)])

    threads = [threading.Thread(target=work, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    join(threads)
    assert all(end == ends[0] for end in ends)


def run_together(work: Callable[[], None]) -> None:
    """Run the same in several threads; an error in one of them is an error."""
    errors: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    join(threads)
    assert not errors


def test_generators_are_shared_between_threads(any_state: bw.State) -> None:
    # Each number is drawn once, whoever gets it.
    rng, twin = bw.Rng(7), bw.Rng(7)
    bits: list[int] = []
    run_together(lambda: bits.extend([rng.bits() for _ in range(1000)]))
    assert sorted(bits) == sorted(twin.bits() for _ in range(4000))
    ends: list[int] = []
    run_together(lambda: ends.extend([any_state.playout(rng).hash64 for _ in range(20)]))
    assert sorted(ends) == sorted(any_state.playout(twin).hash64 for _ in range(80))
    assert rng == twin


@each_game
def test_a_record_is_shared_between_threads(setup: Setup) -> None:
    record = bw.Record(setup.start(seed=3))

    def push() -> None:
        rng = bw.Rng(threading.get_ident() % 2**32)
        for _ in range(30):
            state = record.state
            if state.is_over:
                break
            event = state.outcomes[0][0] if state.is_chance else state.random_action(rng)
            # Another thread may have been faster, so that this is not possible any more.
            with contextlib.suppress(ValueError):
                record.push(event)

    run_together(push)
    assert len(record) > 0
    assert bw.loads(record.to_text()) == record


def test_games_start_in_several_threads() -> None:
    def start() -> None:
        for seed in range(20):
            board = bw.microworld.random_board(seed)
            state = bw.microworld.start(board)
            assert state.options["board"] == board
            assert bw.State.from_dict(state.to_dict()) == state

    run_together(start)


INTERRUPTED = f"""
import boardwright as bw
print("ready", flush=True)
try:
    bw.start("gridopolis").perft({FAR})
except KeyboardInterrupt:
    print("interrupted")
"""


def interrupt(process: subprocess.Popen[str], ready: Callable[[], bool]) -> tuple[str, str]:
    """Send Ctrl-C to a process when it is ready; gives what it wrote."""
    patience = Patience()
    try:
        while not ready():
            patience(0)
            assert process.poll() is None, "it ended before it was interrupted"
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()


def start_process(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_without_progress() -> None:
    with start_process("-c", INTERRUPTED) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        out, err = interrupt(process, lambda: True)
    assert (process.returncode, out, err) == (0, "interrupted\n", "")


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.skipif(
    not Path("/proc/self/maps").exists(), reason="looks in /proc, which only Linux has, whether the engine is loaded"
)
def test_the_command_line_leaves_quietly() -> None:
    with start_process("-m", "boardwright", "perft", "gridopolis", "--depth", str(FAR)) as process:
        # A signal before Python is ready would not test us: wait for the engine to be loaded.
        maps = Path(f"/proc/{process.pid}/maps")
        out, err = interrupt(process, lambda: "boardwright/_core" in maps.read_text(encoding="utf-8"))
    assert (process.returncode, out, err) == (130, "", "")


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupted_game_is_kept(tmp_path: Path) -> None:
    text, page, shown = tmp_path / "game.txt", tmp_path / "game.html", tmp_path / "shown.txt"
    game = ["gridopolis", "--seats", "random,human", "--record", str(text), "--html", str(page)]
    with (
        shown.open("w", encoding="utf-8") as out,
        subprocess.Popen(
            [sys.executable, "-m", "boardwright", "play", *game],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as process,
    ):
        _, err = interrupt(process, lambda: "North> " in shown.read_text(encoding="utf-8"))
    assert process.returncode == 130
    assert err == f"boardwright: stopped in turn 2; record: {text}; replay with pictures: {page}\n"
    assert bw.load(text).state.turn == 1
    assert "<svg" in page.read_text(encoding="utf-8")
