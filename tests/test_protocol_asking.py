"""What a client sends, and refuses to send; answers that fit no request, and forms that don't meet."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

import boardwright as bw
from boardwright.protocol import Engine
from boardwright.protocol.verbs import MAX_LINE_BYTES
from engines import ENGINE, popen, script

both = pytest.mark.parametrize("json", [False, True], ids=["text", "json"])


@both
def test_no_text_is_two_requests(json: bool) -> None:
    with popen(json) as engine:
        engine.new_game("gridopolis")
        for ask in (
            lambda: engine.explain("9\nquit"),
            lambda: engine.set_option("bot", "random\rquit"),
            lambda: engine.new_game("gridopolis\nquit"),
            lambda: engine.view("spectator\nquit"),
            lambda: engine.go(depth=1, legal=["-\nquit"]),
        ):
            if json:
                with contextlib.suppress(bw.BoardwrightError):
                    ask()
            else:
                with pytest.raises(ValueError, match="no line break"):
                    ask()
        assert engine.status().game == "gridopolis", "it was not told to quit"


WRONG: list[tuple[str, Callable[[Engine], object], type[Exception], str]] = [
    ("play 3", lambda engine: engine.play(3), TypeError, "moves are texts, actions or turns, not int"),  # type: ignore[arg-type]
    ("play [3]", lambda engine: engine.play([3]), TypeError, "a move is a text, not int"),  # type: ignore[list-item]
    ("position 5", lambda engine: engine.position(5), TypeError, "a position is a State or its dict, not int"),  # type: ignore[arg-type]
    ("seconds text", lambda engine: engine.go(seconds="1"), TypeError, "seconds is a number, not str"),
    ("seconds nan", lambda engine: engine.go(seconds=float("nan")), ValueError, "seconds is a number from 0.001"),
    ("seconds huge", lambda engine: engine.go(seconds=1e12), ValueError, "seconds is a number from 0.001"),
    ("depth", lambda engine: engine.go(depth=1.5), TypeError, "depth is a whole number, not float"),
    ("legal", lambda engine: engine.go(legal=7), TypeError, "legal is a list of moves, not int"),  # type: ignore[arg-type]
    ("legal text", lambda engine: engine.go(legal="- -"), TypeError, "legal is a list of moves, not str"),
    ("undo", lambda engine: engine.undo(-1), ValueError, "count is a number from 0"),
    ("seed", lambda engine: engine.seed("1\nquit"), TypeError, "a seed is a whole number"),  # type: ignore[arg-type]
    ("perft", lambda engine: engine.perft("1\nquit"), TypeError, "depth is a whole number"),  # type: ignore[arg-type]
    ("view", lambda engine: engine.view(True), TypeError, "the number of a seat is a whole number"),
    ("explain", lambda engine: engine.explain(7), TypeError, "a move is a text"),  # type: ignore[arg-type]
    ("option", lambda engine: engine.set_option("bot", None), TypeError, "the value of an option"),  # type: ignore[arg-type]
    ("new_game", lambda engine: engine.new_game(7), TypeError, "a game is a text, not int"),  # type: ignore[arg-type]
    ("too long", lambda engine: engine.explain("x" * 3_000_000), bw.LimitError, "a line has at most 2,097,152 bytes"),
    ("long list", lambda engine: engine.go(depth=1, legal=["-"] * 1_500_000), bw.LimitError, "a line has at most"),
]


@both
def test_what_can_not_be_asked_is_not_sent(json: bool) -> None:
    sent: list[str] = []
    with popen(json, log=lambda sign, line: sent.append(line)) as engine:
        engine.new_game("gridopolis")
        sent.clear()
        for name, ask, kind, match in WRONG:
            with pytest.raises(kind, match=match):
                ask(engine)
            assert not sent, name
        assert engine.play(bw.start("gridopolis").turns()[0]).turn == 1
        assert engine.undo(engine.status().events).turn == 0
        assert engine.explain(bw.start("gridopolis").legal_actions[0])[0]
        legal = bw.start("gridopolis").legal_actions
        assert engine.go(depth=1, legal=legal).move


def test_a_line_of_the_greatest_length() -> None:
    with popen() as engine:
        engine.new_game("gridopolis")
        most = MAX_LINE_BYTES - len("explain \n")
        assert not engine.explain("x" * most)[0], "it is sent, and answered"
        with pytest.raises(bw.LimitError):
            engine.explain("x" * (most + 1))


@both
@pytest.mark.parametrize("thinks", [False, True])
def test_an_error_that_does_not_say_what_of(json: bool, thinks: bool, tmp_path: Path) -> None:
    hello = '{"id":1,"ok":true,"protocol":"1.0"}' if json else "protocol 1.0\nok bwp"
    error = '{"id":null,"verb":"?","ok":false,"error":{"code":"limit","message":"no"}}' if json else "err ? limit - no"
    code = f"for line in lines: say({hello!r} if 'bwp' in line else {error!r})"
    command = script(tmp_path, code)
    with Engine.popen(command, json=json) as engine, pytest.raises(bw.LimitError, match="no"):
        engine.go() if thinks else engine.status()


def test_two_forms_that_do_not_meet() -> None:
    for json, hint in ((True, "tell it to speak JSON, as --json does"), (False, "with json=True")):
        command = [*ENGINE, *([] if json else ["--json"])]
        with pytest.raises(bw.EngineError, match=hint):
            Engine.popen(command, json=json)
