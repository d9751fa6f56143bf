"""Clients of engines, bots that are engines, and processes that must not stay behind."""

from __future__ import annotations

import asyncio
import inspect
import os
import queue
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright.protocol import AsyncEngine, BestMove, Engine, connection
from engines import ENGINE, PATIENCE, is_running, popen, script, wait_until
from helpers import POSIX

both = pytest.mark.parametrize("json", [False, True], ids=["text", "json"])


def check_ended(engine: Engine | AsyncEngine) -> None:
    assert not engine.is_alive
    assert not is_running(engine.pid), "not even as a zombie"


def impatient(command: list[str]) -> Engine:
    """Start an engine that may take as long as usual for that, but not for what comes then."""
    engine = Engine.popen(command)
    engine._timeout = 0.5
    return engine


@both
def test_every_method(json: bool) -> None:
    with popen(json, options={"lines": 2}) as engine:
        assert engine.hello.games == tuple(bw.list_games())
        assert engine.hello.protocol == bw.protocol.VERSION
        assert engine.hello.options["lines"].max == 100
        assert engine.default_options("microworld") == bw.default_options("microworld")
        engine.is_ready()
        status = engine.new_game("microworld", rules="AB", board="1b 2b 3b 4b")
        assert (status.is_chance, status.is_over, status.current_player) == (True, False, None)
        assert [text for text, _ in engine.outcomes()][:2] == ["+flip", "+anywhere"]
        assert sum(part for _, part in engine.outcomes()) == pytest.approx(1)
        assert engine.valid_moves() == []
        engine.seed(4)
        drawn = engine.roll()
        assert len(drawn) == 1
        drawn += engine.roll(every=True)
        state = bw.start("microworld", rules="AB", board="1b 2b 3b 4b")
        for text in drawn:
            state = state.play(text)
        assert engine.state() == state
        assert engine.valid_moves() == [action.text for action in state.legal_actions]
        assert engine.valid_moves(turns=True) == [turn.text for turn in state.turns()]
        assert engine.state(1) == state.view(1)
        assert engine.state("spectator") == state.view("spectator")
        assert engine.outcomes() == []
        assert engine.play(engine.valid_moves()[0]) == engine.status()
        assert engine.status().events == len(drawn) + 1
        record = engine.record()
        assert record.state == engine.state()
        assert engine.undo().next == 0
        assert engine.explain("9") == (False, "M11", state.explain("9").message)
        assert engine.show() == str(state).rstrip("\n")
        best = engine.go(simulations=50)
        assert isinstance(best, BestMove)
        assert best.infos[0]["simulations"] == 50
        assert [info["line"] for info in best.infos[1:]] == [1, 2]
        assert engine.perft(1) == len(engine.valid_moves())
        assert engine.perft(1, distinct=True) == state.perft(1, distinct=True)
        assert engine.divide(1) == state.divide(1)
        assert engine.view(0).viewer == "seat 0"
        assert engine.position(state, ["6"]).events == 1
        assert engine.position(state.view(1)).viewer == "seat 1"
        assert engine.position(state.to_dict(), [state.legal_actions[0]]).events == 1
        assert engine.position().next == "chance"
        engine.set_option("bot", "random")
        assert repr(engine) == f"<Engine {Path(sys.executable).name}, process {engine.pid}>"
    assert repr(engine).endswith(", ended>")
    check_ended(engine)


def test_asyncio_has_the_same_methods() -> None:
    def methods(cls: type) -> dict[str, str]:
        public = {name: getattr(cls, name) for name in dir(cls) if not name.startswith("_")}
        return {name: str(inspect.signature(one)) for name, one in public.items() if callable(one)}

    assert methods(AsyncEngine) == methods(Engine)
    properties = {name for name in dir(AsyncEngine) if isinstance(getattr(AsyncEngine, name), property)}
    assert properties == {name for name in dir(Engine) if isinstance(getattr(Engine, name), property)}


def test_asyncio() -> None:
    async def main() -> None:
        async with await AsyncEngine.popen(ENGINE, options={"lines": 0}) as engine:
            assert engine.hello.options["bot"].default == "auto"
            await engine.new_game("microworld", rules="A")
            await engine.seed(3)
            assert await engine.outcomes()
            assert await engine.roll()
            assert await engine.roll(every=True)
            await engine.play((await engine.valid_moves())[0])
            await engine.undo()
            state = await engine.state()
            assert (await engine.record()).state == state
            assert await engine.show() == str(state).rstrip("\n")
            assert (await engine.explain("9"))[0] is state.explain("9").legal
            assert await engine.perft(1) == state.perft(1)
            assert await engine.divide(1) == state.divide(1)
            assert await engine.default_options("genotype") == bw.default_options("genotype")
            assert (await engine.view(0)).viewer == "seat 0"
            assert (await engine.position(state, [])).next == (await engine.status()).next
            await engine.show_position(state)
            await engine.show_moves(state.legal_actions[0])
            assert (await engine.status()).events == 1
            await engine.undo()
            with pytest.raises(bw.NoActionError):
                await engine.pass_()
            await engine.set_option("bot", "mcts:30")
            told: list[dict[str, Any]] = []
            assert (await engine.go(on_info=told.append)).infos == tuple(told)
            # While it thinks, and when that is cancelled.
            thinking = asyncio.create_task(engine.go(infinite=True))
            await asyncio.sleep(0.05)
            await engine.is_ready()
            await engine.stop()
            assert (await thinking).move
            thinking = asyncio.create_task(engine.go(infinite=True))
            await asyncio.sleep(0.05)
            thinking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await thinking
            assert (await engine.status()).game == "microworld"
            # Many at once are served one after the other.
            found = await asyncio.gather(*(engine.valid_moves() for _ in range(20)))
            assert all(moves == found[0] for moves in found)
            assert repr(engine) == f"<AsyncEngine {Path(sys.executable).name}, process {engine.pid}>"
        check_ended(engine)
        with pytest.raises(bw.EngineError, match="closed"):
            await engine.status()

    asyncio.run(main())


def test_asyncio_time_outs(tmp_path: Path) -> None:
    silent = script(tmp_path, "hello()\nfor line in lines: pass")

    async def main() -> None:
        engine = await AsyncEngine.popen(silent)
        engine._timeout = 0.5
        with pytest.raises(bw.EngineTimeoutError, match=r"did not answer status within 0\.5 seconds"):
            await engine.status()
        assert not engine.is_alive
        with pytest.raises(FileNotFoundError):
            await AsyncEngine.popen([str(tmp_path / "nothing")])
        with pytest.raises(bw.EngineError):
            await AsyncEngine.popen([sys.executable, "-c", "print('hello')"])

    asyncio.run(main())


@both
def test_errors_are_those_of_the_library(json: bool) -> None:
    with popen(json) as engine:
        with pytest.raises(bw.EngineError) as no_game:
            engine.status()
        assert no_game.value.code == "nogame"
        engine.new_game("gridopolis")
        with pytest.raises(bw.IllegalActionError) as illegal:
            engine.play("1.-2.2>1.-1.2")
        assert illegal.value.rule == "G20"
        with pytest.raises(bw.ParseError) as parse:
            engine.play("1.-2.2?")
        assert parse.value.column == (7 if json else 0)
        with pytest.raises(bw.SetupError) as setup:
            engine.new_game("gridopolis", players=9, rounds=3)
        assert len(setup.value.problems) == (2 if json else 0)
        with pytest.raises(bw.UnknownGameError):
            engine.new_game("chess")
        with pytest.raises(bw.NoActionError):
            engine.roll()
        engine.position(bw.start("microworld", seed=1))
        engine.set_option("bot", "alphabeta:depth=1")
        with pytest.raises(bw.SearchError):
            engine.go()
        with pytest.raises(TypeError, match="there is no limit 'fast'"):
            engine.go(fast=1)
        engine.is_ready()


def test_files_are_read_by_the_client(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(bw.gridopolis.blueprint_text("plaza").replace('name = "plaza"', 'name = "mine"'))
    with popen() as engine:
        assert engine.new_game("gridopolis", players=3, blueprint=path).game == "gridopolis"
        assert engine.state() == bw.start("gridopolis", players=3, blueprint=path)
        with pytest.raises(FileNotFoundError):
            engine.new_game("gridopolis", blueprint=tmp_path / "none.toml")


def test_stop_from_another_thread() -> None:
    with popen() as engine:
        engine.new_game("gridopolis")
        timer = threading.Timer(0.05, engine.stop)
        timer.start()
        assert engine.go(infinite=True).move
        timer.join()
        timer = threading.Timer(0.05, engine.stop)
        timer.start()
        with pytest.raises(bw.EngineError) as stopped:
            engine.perft(30)
        timer.join()
        assert stopped.value.code == "stopped"


def test_what_is_told_can_end_the_thinking() -> None:
    with popen() as engine:
        engine.new_game("gridopolis")
        assert engine.go(infinite=True, on_info=lambda info: engine.stop()).move

        for error in (StopIteration, queue.Empty):

            def enough(info: dict[str, Any], error: type[Exception] = error) -> None:
                raise error

            with pytest.raises(error):
                engine.go(infinite=True, on_info=enough)
            assert engine.status().turn == 0, "it can be asked on"


@POSIX
def test_ctrl_c_ends_the_thinking_but_not_the_engine(ctrl_c: None) -> None:
    with popen() as engine:
        assert os.getpgid(engine.pid) != os.getpgid(0), "a terminal sends Ctrl-C to all of a group"
        engine.new_game("gridopolis")
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            engine.go(infinite=True)
        timer.join()
        assert engine.status().turn == 0


@POSIX
def test_ctrl_c_twice_ends_the_engine(ctrl_c: None) -> None:
    def log(sign: str, line: str) -> None:
        if (sign, line) == (">", "stop"):
            os.kill(os.getpid(), signal.SIGINT)

    with popen(log=log) as engine:
        engine.new_game("gridopolis")
        with pytest.raises(KeyboardInterrupt):
            engine.go(infinite=True, on_info=lambda info: os.kill(os.getpid(), signal.SIGINT))
        check_ended(engine)


@POSIX
def test_ctrl_c_while_it_is_closed(ctrl_c: None, tmp_path: Path) -> None:
    def log(sign: str, line: str) -> None:
        if (sign, line) == (">", "quit"):
            os.kill(os.getpid(), signal.SIGINT)

    engine = Engine.popen(script(tmp_path, "hello()\ntime.sleep(1000)"), log=log)
    with pytest.raises(KeyboardInterrupt):
        engine.close()
    assert engine._connection._process.wait(PATIENCE)


def test_who_is_cancelled_twice_ends_the_engine(tmp_path: Path) -> None:
    deaf = script(tmp_path, "hello()\nfor line in lines: pass")

    async def main() -> None:
        def log(sign: str, line: str) -> None:
            if sign == ">" and line in ("go infinite", "stop"):
                asyncio.get_running_loop().call_soon(lambda: thinking.cancel())

        engine = await AsyncEngine.popen(deaf, log=log)
        thinking = asyncio.create_task(engine.go(infinite=True))
        with pytest.raises(asyncio.CancelledError):
            await thinking
        check_ended(engine)

    asyncio.run(main())


def test_many_threads_may_ask() -> None:
    with popen(json=True) as engine:
        engine.new_game("gridopolis")
        found: list[int] = []
        threads = [
            threading.Thread(target=lambda: found.extend(len(engine.valid_moves()) for _ in range(50)))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert found == [107] * 400


@both
def test_many_threads_may_stop_it(json: bool) -> None:
    threads: list[threading.Thread] = []

    def stop(info: dict[str, Any]) -> None:
        if not threads:
            threads.extend(threading.Thread(target=ask) for ask in (engine.stop, engine.is_ready) * 8)
            for thread in threads:
                thread.start()

    failed: list[threading.ExceptHookArgs] = []
    with popen(json) as engine, pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading, "excepthook", failed.append)
        engine.new_game("gridopolis")
        assert engine.go(infinite=True, on_info=stop).move
        for thread in threads:
            thread.join(PATIENCE)
        assert not failed
        assert not engine._connection._inbox.waiting, "nothing is left of it"


@both
def test_who_thinks_is_not_asked_to_think(json: bool) -> None:
    codes: list[str] = []

    def again(info: dict[str, Any]) -> None:
        if codes:
            return  # it was told to stop, and may have answered already
        with pytest.raises(bw.EngineError) as busy:
            engine.go(simulations=1)
        codes.append(busy.value.code)
        engine.stop()

    with popen(json) as engine:
        engine.new_game("gridopolis")
        assert engine.go(infinite=True, on_info=again).move
    assert codes == ["busy"]


@pytest.mark.parametrize(("timeout", "kind"), [("5", TypeError), (True, TypeError), (0, ValueError), (-1, ValueError)])
def test_time_outs_that_are_none(timeout: Any, kind: type[Exception]) -> None:
    refused = pytest.raises(kind, match="timeout is a number")
    with refused:
        Engine.popen(ENGINE, timeout=timeout)
    with refused:
        asyncio.run(AsyncEngine.popen(ENGINE, timeout=timeout))
    with refused:
        bw.bots.external(ENGINE, timeout=timeout)
    with pytest.raises(kind, match="think_timeout is a number"):
        bw.bots.external(ENGINE, think_timeout=timeout)
    with popen() as engine:
        engine.new_game("gridopolis")
        with refused:
            engine.go(infinite=True, timeout=timeout)
        with refused:
            engine.perft(30, timeout=timeout)
        with refused:
            engine.divide(30, timeout=timeout)
        assert engine.status().turn == 0, "nothing was asked"


# Engines that are not as they should be.


def test_there_is_no_such_program(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Engine.popen([str(tmp_path / "nothing")])
    with pytest.raises(ValueError, match="empty"):
        Engine.popen([])
    with pytest.raises(TypeError, match="a command is"):
        Engine.popen(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "match"),
    [
        ("pass", "ended with exit code 0"),
        ("raise SystemExit('no luck today')", "ended with exit code 1; it said last: no luck today"),
        ("hello()\nlines.__next__()\nraise SystemExit(3)", "ended with exit code 3"),
        ("hello()\nlines.__next__()\nimport os; os.close(1)\ntime.sleep(1000)", "closed its output"),
        (
            "lines.__next__()\nsay('count many', 'ok bwp')\ntime.sleep(1000)",
            "does not keep to the protocol: 'count many'",
        ),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush(); time.sleep(1000)", "does not keep to the protocol"),
        (
            "lines.__next__()\nsay('legal perhaps', 'ok bwp')\ntime.sleep(1000)",
            "does not keep to the protocol: 'legal perhaps'",
        ),
        ("lines.__next__()\nsay('name x', 'ok bwp')\ntime.sleep(1000)", "bwp that can't be read: protocol is missing"),
        ("hello()\nlines.__next__()\nsay('ok status')\ntime.sleep(1000)", "status that can't be read: .* is missing"),
        ("lines.__next__()\nsay('protocol 2.0', 'ok bwp')\ntime.sleep(1000)", "it speaks version 2.0"),
        ("hello()\nlines.__next__()\nsay('status here', 'ok status')\ntime.sleep(1000)", "can't be read"),
        ("hello()\nlines.__next__()\nsay('err status', 'ok status')\ntime.sleep(1000)", "status: "),
        ("hello()\nlines.__next__()\nsay('err status odd - what')\ntime.sleep(1000)", "status: what"),
    ],
)
def test_engines_that_are_none(tmp_path: Path, code: str, match: str) -> None:
    with pytest.raises(bw.EngineError, match=match), Engine.popen(script(tmp_path, code)) as engine:
        engine.status()


@pytest.mark.parametrize(
    ("said", "match"),
    [("'ok go'", "go that can't be read: bestmove is missing"), ("'bestmove', 'ok go'", "go that can't be read")],
)
def test_an_engine_that_does_not_say_what_it_chose(tmp_path: Path, said: str, match: str) -> None:
    command = script(tmp_path, f"hello()\nlines.__next__()\nsay({said})\ntime.sleep(1000)")
    with Engine.popen(command) as engine, pytest.raises(bw.EngineError, match=match):
        engine.go()


def test_an_engine_that_does_not_answer(tmp_path: Path) -> None:
    engine = impatient(script(tmp_path, "hello()\nfor line in lines: pass"))
    with pytest.raises(bw.EngineTimeoutError, match=r"did not answer status within 0\.5 seconds") as late:
        engine.status()
    assert isinstance(late.value, TimeoutError)
    assert wait_until(lambda: not is_running(engine.pid))
    with pytest.raises(bw.EngineTimeoutError):
        engine.is_ready()
    engine.close()


def test_an_engine_that_thinks_too_long(tmp_path: Path) -> None:
    with impatient(script(tmp_path, "hello()\nfor line in lines: pass")) as engine:
        with pytest.raises(bw.EngineTimeoutError, match=r"within 0\.51 seconds"):
            engine.go(seconds=0.01)
        assert not engine.is_alive
    engine = impatient(script(tmp_path, "hello()\nfor line in lines: say('info done 1')"))
    with pytest.raises(bw.EngineTimeoutError, match=r"within 0\.2 seconds"):
        engine.go(timeout=0.2)


def test_an_engine_that_does_not_read(tmp_path: Path) -> None:
    engine = impatient(script(tmp_path, "hello()\ntime.sleep(1000)"))
    with pytest.raises(bw.EngineTimeoutError):
        engine.play(["x" * 1000] * 1000)
    assert wait_until(lambda: not is_running(engine.pid))


def test_an_engine_that_does_not_quit(tmp_path: Path) -> None:
    code = "hello()\nimport signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nsay('info x 1')\ntime.sleep(1000)"
    engine = Engine.popen(script(tmp_path, code))
    began = time.monotonic()
    engine.close(grace=0.2)
    assert time.monotonic() - began < PATIENCE
    assert not is_running(engine.pid)


@pytest.mark.parametrize("error", [ValueError("closed"), OSError("full"), ZeroDivisionError("odd")], ids=repr)
def test_a_log_that_fails(error: Exception) -> None:
    def log(sign: str, line: str) -> None:
        if (sign, line) == ("<", "ok isready"):
            raise error

    with popen(log=log) as engine:
        with pytest.raises(bw.EngineError, match=f"the log failed: {type(error).__name__}: {error}"):
            engine.is_ready()
        assert not engine.is_alive
    check_ended(engine)


def test_a_line_that_is_too_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(connection, "MAX_ANSWER_BYTES", 1000)
    command = script(tmp_path, "hello()\nlines.__next__()\nsay('state ' + 1000 * 'x')\ntime.sleep(1000)")
    with Engine.popen(command) as engine:
        with pytest.raises(bw.EngineError, match="does not keep to the protocol: a line of more than 1,000 bytes"):
            engine.state()
        assert engine._connection._process.wait(PATIENCE), "it is ended"


def test_stray_answers_are_left(tmp_path: Path) -> None:
    code = """
    hello()
    for line in lines:
        say("ok status", "err nothing unknown - x", "info done 1", "bestmove a", "ok go") if line == "isready" else None
        say("ok " + line.split()[0])
    """
    with Engine.popen(script(tmp_path, code)) as engine:
        for _ in range(3):
            engine.is_ready()


@pytest.mark.parametrize("wrong", [5, "x"])
def test_what_is_told_must_be_a_function(wrong: Any) -> None:
    async def later(info: object) -> None:
        raise AssertionError

    with popen() as engine:
        engine.new_game("gridopolis")
        for on_info in (wrong, later):
            for ask in (engine.go, partial(engine.perft, 1), partial(engine.divide, 1)):
                with pytest.raises(TypeError, match="on_info is a function, not "):
                    ask(on_info=on_info)
        assert engine.perft(1) > 1, "nothing was asked"
