"""Processes of engines end when they should, and nothing stays behind."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import boardwright as bw
from boardwright.protocol import Engine
from engines import ENGINE, PATIENCE, is_running, popen, run_engine, wait_until
from helpers import POSIX

# Nothing stays behind.


def children_of(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


@pytest.mark.parametrize("how", ["close", "garbage", "context", "error"])
def test_no_process_stays(how: str) -> None:
    engine = popen()
    pid = engine.pid
    if how == "close":
        engine.close()
        engine.close()
    elif how == "context":
        with engine:
            pass
    elif how == "error":
        with pytest.raises(ZeroDivisionError), engine:
            raise ZeroDivisionError
    else:
        del engine
        gc.collect()
    assert wait_until(lambda: not is_running(pid)), "not even a zombie"


def test_closing_while_it_thinks() -> None:
    with popen() as engine:
        engine.new_game("gridopolis")
        threading.Timer(0.1, engine.close).start()
        with pytest.raises(bw.EngineError, match="closed"):
            engine.go(infinite=True)
    assert not is_running(engine.pid)


@POSIX
@pytest.mark.parametrize("thinks", [False, True])
def test_an_engine_that_is_killed(thinks: bool) -> None:
    with popen() as engine:
        engine.new_game("gridopolis")
        timer = threading.Timer(0.1 if thinks else 0, os.kill, (engine.pid, signal.SIGKILL))
        timer.start()
        with pytest.raises(bw.EngineDiedError) as died:
            engine.go(infinite=True)
        timer.join()
        assert died.value.exit_code == -9
        assert "signal SIGKILL" in str(died.value)
        assert not is_running(engine.pid), "it is no zombie"
        with pytest.raises(bw.EngineDiedError):
            engine.status()


CLIENT = """
import sys, threading, time
import boardwright as bw
engine = bw.protocol.Engine.popen([sys.executable, "-m", "boardwright", "engine"])
engine.new_game("gridopolis")
print(engine.pid, flush=True)
{rest}
"""


@POSIX
@pytest.mark.parametrize("rest", ["time.sleep(1000)", "engine.go(infinite=True)"], ids=["idle", "thinks"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_client_that_is_killed(rest: str, number: int, ctrl_c: None) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CLIENT.format(rest=rest)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as client:
        assert client.stdout is not None
        pid = int(client.stdout.readline())
        assert is_running(pid)
        time.sleep(0.1)
        client.send_signal(number)
        client.wait(PATIENCE)
    assert wait_until(lambda: not is_running(pid)), "the engine stayed behind"


@pytest.mark.parametrize("rest", ["", "threading.Timer(0.1, lambda: None).start()", "raise SystemExit(1)"])
def test_a_client_that_ends_without_closing(rest: str) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", CLIENT.format(rest=rest)],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stderr == b""
    pid = int(done.stdout)
    assert wait_until(lambda: not is_running(pid))


@POSIX
def test_a_shell_around_the_engine(tmp_path: Path) -> None:
    command = ["/bin/sh", "-c", f"sleep 1000 & echo $! >&2; {sys.executable} -m boardwright engine; true"]
    engine = Engine.popen(command)
    assert wait_until(lambda: bool(engine._connection._inbox.errors))
    sleeper = int(engine._connection._inbox.errors[0])
    engine.close()
    assert wait_until(lambda: not is_running(engine.pid))
    assert wait_until(lambda: not is_running(sleeper) or "Z" in Path(f"/proc/{sleeper}/stat").read_text().split()[2])


# The engine's process.


@POSIX
@pytest.mark.parametrize("asked", [b"", b"newgame gridopolis\n", b"newgame gridopolis\ngo infinite\n"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signals(asked: bytes, number: int, code: int, ctrl_c: None) -> None:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n" + asked)
        process.stdin.flush()
        assert process.stdout.readline() == b"ok isready\n"
        time.sleep(0.1)
        process.send_signal(number)
        process.wait(PATIENCE)
        assert (process.returncode, process.stderr.read()) == (code, b"")


ENDLESS = b"newgame gridopolis\ngo infinite\n"


@POSIX
@pytest.mark.parametrize("asked", [b"", ENDLESS, b"newgame gridopolis\nperft 9 distinct\n"])
@pytest.mark.parametrize("numbers", [(2, 15), (2, 2, 15), (15, 2)], ids=str)
def test_signals_one_after_the_other(asked: bytes, numbers: tuple[int, ...], ctrl_c: None) -> None:
    for _ in range(3):
        with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(b"isready\n" + asked)
            process.stdin.flush()
            assert process.stdout.readline() == b"ok isready\n"
            time.sleep(0.05)
            for number in numbers:
                process.send_signal(number)
            process.wait(PATIENCE)
            assert process.returncode in (130, 143)
            assert process.stderr.read() == b""


@POSIX
def test_ctrl_c_that_is_ignored_stays_so() -> None:
    command = ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh", *ENGINE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"ok isready\n"
        process.send_signal(signal.SIGINT)
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"ok quit\n"
        assert process.wait(PATIENCE) == 0


def test_handlers_of_signals_are_left_as_they_were() -> None:
    code = (
        "import signal; from boardwright.cli import main; "
        "before = [signal.getsignal(n) for n in (2, 15)]; code = main(['engine']); "
        "assert before == [signal.getsignal(n) for n in (2, 15)]; assert signal.set_wakeup_fd(-1) == -1; print(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"quit\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.stdout.split(), done.stderr) == ([b"ok", b"quit", b"0"], b"")


@pytest.mark.parametrize("asked", [b"", b"isready", ENDLESS, ENDLESS + b"wait\n"])
def test_the_input_ends(asked: bytes) -> None:
    done = run_engine(asked)
    assert (done.returncode, done.stderr) == (0, b"")
    if b"go" in asked:
        assert done.stdout.decode().splitlines()[-1] == "ok go"
    elif asked:
        assert done.stdout == b"ok isready\n"


@POSIX
@pytest.mark.parametrize("asked", [b"bwp\n" * 100, b"newgame gridopolis\ngo infinite\n"], ids=["answers", "thinks"])
def test_nobody_reads_any_more(asked: bytes) -> None:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(asked)
        process.stdin.flush()
        # The input stays open: that nobody reads must be enough.
        process.wait(PATIENCE)
        assert (process.returncode, process.stderr.read()) == (141, b"")


def test_all_lines_at_once() -> None:
    done = run_engine(b"newgame gridopolis\ngo depth 3\nwait\nquit\n")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert lines[-4].startswith("bestmove ")
    assert lines[-3:] == ["ok go", "ok wait", "ok quit"]


def test_quit_is_answered() -> None:
    done = run_engine(b"quit\nisready\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ok quit\n", b"")


def test_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    done = run_engine(b'{"id": "a", "verb": "options"}\n', "--json", "--bot", "level:3")
    assert b'"value":"level:3"' in done.stdout
    assert run_engine(b"", "--bot", "chess").returncode == 2
    assert run_engine(b"", "--bot", "human").returncode == 2
    assert b'"$schema"' in run_engine(b"", "--schema").stdout
