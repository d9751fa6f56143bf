"""The engine protocol: every verb, what is refused, thinking, views."""

from __future__ import annotations

import io
import json
import re
import threading
import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

import boardwright as bw
from boardwright.bots import SearchBot
from boardwright.protocol import session as sessions
from boardwright.protocol.server import read_lines
from boardwright.protocol.verbs import MAX_LINE_BYTES, VERBS, VERSION
from engines import PATIENCE, Talk, fields, talk
from helpers import Setup, each_game

SECRETS = ["newgame microworld", "play 9 18 +move end"]


def test_hello() -> None:
    lines = Talk()("bwp")
    assert lines == [
        f"name Boardwright {bw.__version__}",
        "author The Boardwright developers",
        f"protocol {VERSION}",
        "games gridopolis microworld genotype",
        "follows play",
        "option name bot type string default auto value auto",
        "option name lines type spin min 0 max 100 default 1 value 1",
        "ok bwp",
    ]
    assert Talk()("bwp 1.7") == lines, "what is newer in the second number can be talked to"
    assert Talk()("bwp 2.0") == ["err bwp version - this engine speaks version 1.0, not '2.0'"]


def test_help_names_every_verb() -> None:
    lines = Talk()("help")
    assert lines[-1] == "ok help"
    assert [line[2:].split()[0] for line in lines[:-1:2]] == list(VERBS)


@each_game
def test_a_game_by_its_referee(setup: Setup) -> None:
    engine = Talk()
    options = json.dumps(setup.options)
    assert engine(f"newgame {setup.game} {options}")[-1] == "ok newgame"
    state, count = bw.start(setup.game, **setup.options), 0
    engine("seed 5")
    chance, chooser = bw.Rng(5).split(0), bw.Rng(9)
    while not state.is_over:
        found = fields(engine("validmoves"))
        if state.is_chance:
            assert "moves" not in found
            drawn = state.sample(chance)
            assert drawn.last_action is not None
            assert fields(engine("roll"))["rolled"] == drawn.last_action.text
            state = drawn
        else:
            texts = [action.text for action in state.legal_actions]
            assert found["moves"].split(" ") == texts
            move = texts[chooser.below(len(texts))]
            state = state.play(move)
            assert engine(f"play {move}")[-1] == "ok play"
        count += 1
        who = "over" if state.is_over else "chance" if state.is_chance else state.current_player
        status = f"game {setup.game} turn {state.turn} events {count} next {who} viewer everything"
        assert fields(engine("status"))["status"] == status
    end = fields(engine("status"))
    assert end["ending"] == state.ending
    assert end["result"].startswith("returns ")
    lines = engine("record")
    text = "\n".join(line[2:] for line in lines[:-1])
    assert bw.loads(text).state == state
    assert engine(f"undo {count}")[-1] == "ok undo"
    assert json.loads(fields(engine("dict"))["state"]) == bw.start(setup.game, **setup.options).to_dict()


def test_play_names_the_rule_and_changes_nothing() -> None:
    engine = talk("newgame gridopolis")
    assert engine("play 1.-2.2>1.-1.2") == ["err play illegal G20 the pad on 1.-1.2 is occupied [G20]"]
    assert engine("play 1.-1.2>1.0.2 1.3.2>1.4.2")[-1].startswith("err play illegal G20 ")
    assert fields(engine("status"))["status"].startswith("game gridopolis turn 0 events 0 ")
    assert engine("play nonsense")[-1].startswith("err play parse - ")
    assert engine("play 1.-1.2>1.0.2 1.3.2>1.2.2")[-1] == "ok play"


def test_explain() -> None:
    engine = talk("newgame gridopolis")
    assert engine("explain 1.-2.2>1.-1.2") == [
        "legal no",
        "rule G20",
        "message the pad on 1.-1.2 is occupied [G20]",
        "ok explain",
    ]
    assert engine("explain 1.-1.2>1.0.2")[0] == "legal yes"


def test_pass_plays_what_is_called_so() -> None:
    rng = bw.Rng(3)
    state, moves = bw.start("genotype"), []
    while state.is_chance or "pass" not in state.legal_actions:
        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
        assert state.last_action is not None
        moves.append(state.last_action.text)
    engine = talk("newgame genotype", f"position start moves {' '.join(moves)}")
    assert engine("pass")[-1] == "ok pass"
    assert bw.State.from_dict(json.loads(fields(engine("dict"))["state"])) == state.play("pass")
    told = "err pass illegal G12 a player who can move, build or place a blocker-box can't pass [G12]"
    assert talk("newgame gridopolis")("pass") == [told]
    assert talk("newgame microworld")("pass") == ["err pass noaction - microworld has no move that passes"]
    assert Talk()("pass")[0].split()[2] == "nogame"


def test_pass_in_a_game_that_writes_it_otherwise() -> None:
    state, rng, moves = bw.start("gridopolis", players=4), bw.Rng(0), []
    while "-" not in state.legal_actions:
        moves.append(state.random_action(rng).text)
        state = state.play(moves[-1])
    engine = talk("newgame gridopolis players=4", f"position start moves {' '.join(moves)}", "pass")
    assert bw.State.from_dict(json.loads(fields(engine("dict"))["state"])) == state.play("-")


def test_whole_turns() -> None:
    engine = talk("newgame gridopolis")
    turns = [line.removeprefix("turn ") for line in engine("validmoves turns")[:-1]]
    assert turns == [turn.text for turn in bw.start("gridopolis").turns()]
    best = fields(engine("go depth 2"))["bestmove"]
    assert best in turns
    assert best not in fields(engine("validmoves"))["moves"].split()
    assert talk("newgame genotype")("validmoves turns")[0].startswith("err validmoves noaction - ")
    assert talk(*SECRETS, "view 0", "play 22 +flip end")("validmoves turns")[0].startswith("err validmoves view - ")
    assert Talk(json=True).ask("validmoves", turns=True)["error"]["code"] == "nogame"


def test_too_many_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    def turns() -> list[bw.Turn]:
        raise bw.LimitError("there are more than 100,000 turns")

    engine = talk("newgame gridopolis")
    crowd = SimpleNamespace(is_chance=False, is_over=True, turns=turns)
    monkeypatch.setattr(engine.server._session, "_states", [crowd])
    assert engine("validmoves turns") == ["err validmoves limit - there are more than 100,000 turns"]


def test_chance_is_in_the_move_list() -> None:
    engine = talk("newgame microworld rules=AB")
    outcomes = engine("validmoves")
    assert outcomes[0] == "outcome probability 0.1111111111 move +flip"
    assert len(outcomes) == 10
    assert engine("go") == ["err go noaction - chance is to act: roll, or play what came"]
    assert engine("position start moves +flip +move target=four-genes 9")[-1] == "ok position"
    assert fields(engine("status"))["status"].split()[5] == "4"


def test_roll_draws_by_the_seed() -> None:
    def rolled(*seeds: int) -> str:
        return fields(talk("newgame genotype", *(f"seed {seed}" for seed in seeds))("roll all"))["rolled"]

    assert rolled() == rolled(0) == rolled(3, 0)
    assert rolled(1) != rolled(0)
    assert len(rolled(1).split()) > 5
    engine = talk("newgame gridopolis")
    assert engine("roll") == ["err roll noaction - " + engine("roll")[0].partition(" - ")[2]]
    assert engine("roll all")[0] == "rolled", "there is nothing to draw, and that is all right"


def test_positions_from_dicts() -> None:
    state = bw.start("gridopolis").play("1.-1.2>1.0.2")
    engine = talk(f"position {state.to_json()}")
    assert json.loads(fields(engine("dict"))["state"]) == state.to_dict()
    assert engine(f"position {state.to_json()} moves 1.3.2>1.2.2")[0].endswith("events 1 next 0 viewer everything")
    assert engine("position start") == ["err position nogame - there is no start yet: newgame comes first"]
    assert engine('position {"game": "gridopolis"}')[-1].startswith("err position setup - ")
    assert engine(f"position view {state.to_json()}")[-1].startswith("err position view - ")
    assert engine(f"position view {state.view(1).to_json()}")[0].endswith("next 1 viewer seat 1")


def test_options_of_games() -> None:
    engine = Talk()
    assert json.loads(fields(engine("options gridopolis"))["defaults"]) == bw.default_options("gridopolis")
    assert engine("options chess")[-1].startswith("err options game - ")
    assert engine("options")[0].startswith("option name bot ")
    assert engine('newgame microworld board="1b 2b 3b 4b" rules=A')[-1] == "ok newgame"
    assert engine("newgame gridopolis players=3 supported_pads=true")[-1] == "ok newgame"
    assert engine("newgame gridopolis players=9")[-1].startswith("err newgame setup - players: ")
    assert engine("newgame gridopolis seed=1")[-1].startswith("err newgame setup - seed: ")
    assert fields(engine("status"))["status"].startswith("game gridopolis "), "the last one that could be started"


def test_no_files_are_read(tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(bw.gridopolis.blueprint_text("plaza").replace('name = "plaza"', 'name = "mine"'))
    assert Talk()(f"newgame gridopolis blueprint={path}") == [
        "err newgame setup - blueprint: an engine reads no files: send what is in it"
    ]
    text = json.dumps(path.read_text())
    assert Talk()(f"newgame gridopolis blueprint={text}")[-1] == "ok newgame"


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("fly", "err fly unknown - "),
        ("FLY!", "err ? unknown - "),
        ("play", "err play usage - moves is missing"),
        ("undo -1", "err undo usage - count is a whole number"),
        ("undo 1", "err undo usage - 0 events can be taken back"),
        ("undo x y", "err undo usage - count is a whole number"),
        ("seed", "err seed usage - seed is missing"),
        ("seed 18446744073709551616", "err seed usage - seed is a number from 0 to"),
        ("seed 1.5", "err seed usage - seed is a whole number"),
        ("seed " + "9" * 5000, "err seed usage - seed is a whole number"),
        ("roll some", "err roll usage - "),
        ("status now", "err status usage - 'now' is too much: status"),
        ("go fast", "err go usage - 'fast' is not known"),
        ("go depth", "err go usage - depth is a whole number"),
        ("go depth 1 depth 2", "err go usage - depth is given twice"),
        ("go seconds 0", "err go usage - seconds is a number from 0.001"),
        ("go seconds 1e999", "err go usage - seconds is a number from 0.001"),
        ("go simulations 0", "err go setup - "),
        ("go infinite depth 2", "err go usage - infinite has no limits beside it"),
        ("go legal 1.-1.2>1.0.2", "err go usage - these are not the legal moves"),
        ("perft", "err perft usage - depth is missing"),
        ("perft 99", "err perft usage - "),
        ("perft 1 twice", "err perft usage - 'twice' is not known"),
        ("setoption bot", "err setoption usage - "),
        ("setoption name hash value 5", "err setoption usage - there is no option 'hash'"),
        ("setoption name lines value 101", "err setoption usage - lines is a number"),
        ("setoption name lines value x", "err setoption usage - lines is a number"),
        ("setoption name bot value chess", "err setoption usage - there is no bot 'chess'"),
        ("setoption name bot value human", "err setoption usage - an engine can't be"),
        ("setoption name bot value external:sh", "err setoption usage - an engine can't be"),
        ("setoption name bot value mcts:tempo=2", "err setoption setup - mcts: there is no setting"),
        ("newgame", "err newgame usage - the game is missing"),
        ("newgame chess", "err newgame game - there is no game "),
        ("newgame gridopolis {", "err newgame usage - this is no JSON"),
        ("newgame gridopolis {} {}", "err newgame usage - '{}' is too much"),
        ("newgame gridopolis players", "err newgame usage - an option is NAME=VALUE"),
        ("newgame gridopolis players=2 players=3", "err newgame usage - players is given twice"),
        ("newgame gridopolis players=[[", "err newgame usage - this is no JSON"),
        ("position", "err position usage - start or an object is missing"),
        ("position here", "err position usage - start or an object is missing"),
        ("position start now", "err position usage - 'now' is too much"),
        ("position [1]", "err position usage - start or an object is missing"),
        ("position " + '{"a":' * 5000, "err position usage - nested too deep"),
        ("view", "err view usage - viewer is missing"),
        ("view 7", "err view usage - "),
        ("view nobody", "err view usage - "),
        ("explain", "err explain usage - move is missing"),
        ("record xml", "err record usage - 'xml' is not known"),
        ("play \x00\x1b[31m", "err play parse - "),
        ("STATUS", "err STATUS unknown - there is no verb 'STATUS'; help lists them; verbs have small letters"),
        ("stat", "err stat unknown - there is no verb 'stat'; help lists them"),
        ("x" * 21, "err ? unknown - "),
        ("perft 1.5", "err perft usage - depth is a whole number, not 1.5: "),
        ("newgame microworld {'board': 1}", "err newgame usage - "),
        ('newgame gridopolis {"players":2,"players":3}', "err newgame usage - 'players' is given twice"),
        ('newgame gridopolis {"players":' + 5000 * "9" + "}", "err newgame usage - this is no JSON (a number of more "),
        ("validmoves all", "err validmoves usage - "),
        ("dict 7", "err dict usage - "),
    ],
)
def test_what_is_refused(line: str, start: str) -> None:
    engine = talk("newgame gridopolis")
    before = engine("status"), engine("show")
    (answer,) = engine(line)
    assert answer.startswith(start)
    assert answer.isprintable()
    assert (engine("status"), engine("show")) == before


@pytest.mark.parametrize("verb", ["play 1", "undo", "status", "validmoves", "show", "dict", "record", "go", "view 0"])
def test_without_a_position(verb: str) -> None:
    (answer,) = Talk()(verb)
    assert answer.split()[2] == "nogame"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"play \xc3", b"\xed\xa0\x80"])
def test_what_is_no_text(data: bytes) -> None:
    (answer,) = Talk()(data)
    assert answer.split()[2] == "encoding"
    assert b"encoding" in Talk(json=True)(data)[0].encode()


def test_empty_lines_are_no_requests() -> None:
    for engine in (Talk(), Talk(json=True)):
        assert engine("") == engine("  \r\n") == engine(b"\n") == []


def test_lines_that_are_too_long() -> None:
    stream = io.BytesIO(b"a" * 70 + b"\nstatus\n" + b"b" * 33 + b"\n" + b"c" * 32 + b"\n" + b"d" * 99)
    assert list(read_lines(stream, 33)) == [None, b"status\n", None, b"c" * 32 + b"\n", None]
    assert Talk()(None) == [f"err ? limit - a line has at most {MAX_LINE_BYTES:,} bytes"]
    found = json.loads(Talk(json=True)(None)[0])
    assert (found["id"], found["error"]["code"]) == (None, "limit")


def test_events_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MAX_EVENTS", 3)
    engine = talk("newgame microworld rules=ABC", "roll", "roll")
    assert engine("play target=four-genes tile=bonus")[-1].startswith("err play limit - ")
    assert engine("seed 3") == ["ok seed"]
    rolled = engine("roll")[0]
    assert engine("undo")[-1] == "ok undo"
    assert engine("seed 3") == ["ok seed"]
    monkeypatch.setattr(sessions, "MAX_EVENTS", 2)
    assert engine("roll")[-1].startswith("err roll limit - ")
    monkeypatch.setattr(sessions, "MAX_EVENTS", 3)
    assert engine("roll")[0] == rolled, "what failed drew nothing"
    assert engine("roll")[-1].startswith("err roll limit - ")
    assert engine("roll all")[-1].startswith("err roll limit - ")
    assert engine("play tile=bonus")[-1].startswith("err play limit - ")
    assert engine("undo 1")[-1] == "ok undo"


# Thinking.


@each_game
def test_go(setup: Setup) -> None:
    engine = talk(f"newgame {setup.game} {json.dumps(setup.options)}", "roll all")
    lines = engine("go simulations 60")
    assert lines[0].startswith("info method mcts simulations 60 nodes ")
    assert lines[1].startswith("info line 1 visits ")
    assert lines[-1] == "ok go"
    move = fields(lines)["bestmove"]
    pv = lines[1].partition(" pv ")[2]
    assert pv.startswith(move)
    assert engine(f"play {move}")[-1] == "ok play"


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r"seconds \S+", "", line) for line in lines]


def test_go_is_the_same_each_time() -> None:
    engine = talk("newgame genotype", "roll all", "setoption name lines value 3")
    first = without_times(engine("go simulations 200"))
    assert len(first) == 1 + 3 + 2
    assert without_times(engine("go simulations 200")) == first
    twin = talk("newgame genotype", "roll all", "setoption name lines value 3")
    assert without_times(twin("go simulations 200")) == first
    twin("seed 8")
    assert without_times(twin("go simulations 200")) != first


def test_bots_think_by_what_their_seat_knows() -> None:
    engine = talk(*SECRETS)
    full = without_times(engine("go simulations 200"))
    state = bw.start("microworld").play("9").play("18 +flip end")
    other = talk(f"position {state.to_json()}")
    assert without_times(other("go simulations 200")) == full, "the other seat's token is another one"
    view = talk(f"position view {state.view(0).to_json()}")
    assert without_times(view("go simulations 200")) == full


@pytest.mark.parametrize(
    "bot", ["random", "greedy", "level:1", "level:5", "mcts:40", "mcts:40,reuse=false", "auto:depth=1"]
)
def test_any_bot_can_think(bot: str) -> None:
    engine = talk("newgame gridopolis", f"setoption name bot value {bot}")
    assert fields(engine("options"))["option"].startswith("name lines ")
    for _ in range(4):
        move = fields(engine("go"))["bestmove"]
        assert engine(f"play {move}")[-1] == "ok play"
    assert engine("undo 2")[-1] == "ok undo"
    assert engine("go")[-1] == "ok go"


@pytest.mark.parametrize("bot", ["random", "greedy", "level:5"])
def test_bots_that_can_not_be_limited(bot: str) -> None:
    engine = talk("newgame gridopolis", f"setoption name bot value {bot}")
    (answer,) = engine("go simulations 10")
    assert answer.split()[1] == "go"
    assert answer.split()[2] in ("usage", "setup")


def test_the_bot_of_the_command_line() -> None:
    engine = talk("newgame gridopolis", bot="random")
    assert "value random" in engine("options")[0]
    assert Talk(bot="mcts: 100")("options")[0] == "option name bot type string default mcts:100 value mcts:100"
    assert engine("go")[-1] == "ok go"
    with pytest.raises(ValueError, match="there is no bot"):
        Talk(bot="chess")
    with pytest.raises(ValueError, match="an engine can't be"):
        Talk(bot="human")


def test_stop_and_what_is_answered_meanwhile() -> None:
    engine = talk("newgame gridopolis")
    engine.send("go infinite")
    for verb in ("isready", "status", "validmoves", "show", "dict", "record", "bwp", "help", "options", "explain 1"):
        engine.send(verb)
        lines = [line for line in engine.take() if not line.startswith("info ")]
        assert lines[-1] == f"ok {verb.split()[0]}"
    for verb in ("play 1.-1.2>1.0.2", "go", "undo", "newgame gridopolis", "position start", "seed 1", "roll", "view 0"):
        engine.send(verb)
        lines = [line for line in engine.take() if not line.startswith("info ")]
        assert lines == [f"err {verb.split()[0]} busy - the engine thinks: stop ends that, and wait awaits it"]
    engine.send("stop")
    engine.wait()
    lines = [line for line in engine.take() if not line.startswith("info seconds")]
    assert lines[0] == "ok stop"
    assert lines[-1] == "ok go"
    assert fields(lines)["bestmove"] in bw.start("gridopolis").legal_actions or "~" in fields(lines)["bestmove"]
    assert engine("stop") == ["ok stop"], "there is nothing to stop, and that is all right"


def test_wait_lets_the_thinking_end() -> None:
    engine = talk("newgame gridopolis")
    engine.send("go simulations 50")
    engine.send("wait")
    lines = engine.take()
    assert lines[-3].startswith("bestmove ")
    assert lines[-2:] == ["ok go", "ok wait"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("wait", ["ok go", "ok wait"]),
        ("quit", ["ok go", "ok quit"]),
        ("perft 0", ["err perft busy", "ok go"]),
        ("play 1.-1.2>1.0.2", ["err play busy", "ok go"]),
        ("position start", ["err position busy", "ok go"]),
    ],
)
def test_nothing_overtakes_an_answer_that_is_about_to_be_written(
    asked: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = talk("newgame gridopolis")
    put, about, go_on = engine.server._put, threading.Event(), threading.Event()

    def slow(data: bytes, *done: threading.Event) -> None:
        if data.endswith(b"ok go\n"):
            about.set()
            assert go_on.wait(PATIENCE)
        put(data, *done)

    monkeypatch.setattr(engine.server, "_put", slow)
    engine.send("go simulations 5")
    assert about.wait(PATIENCE)
    timer = threading.Timer(0.1, go_on.set)
    timer.start()
    engine.send(asked)
    engine.wait()
    timer.join()
    ends = [" ".join(line.split()[:3]) for line in engine.take() if line.startswith(("ok ", "err "))]
    assert ends == said


def test_who_has_read_the_answer_may_go_on() -> None:
    engine = talk("newgame gridopolis")
    write, written = engine.server._write, threading.Event()

    def slow(data: bytes) -> None:
        write(data)
        if data.endswith(b"ok go\n"):
            written.set()
            time.sleep(0.1)  # it is read, but the thread that wrote it is late

    engine.server._write = slow
    engine.send("go simulations 5")
    assert written.wait(PATIENCE)
    engine.send("undo 0")
    assert engine.take()[-1] == "ok undo"


HEAD = {"version": "1.0", "id": None}
ENDLESS = "go infinite goes on until stop: wait would never end"


@pytest.mark.parametrize(
    ("requests", "refused"),
    [
        (("newgame gridopolis", "go infinite", "wait", "stop"), f"err wait busy - {ENDLESS}"),
        (
            (
                {"verb": "newgame", "game": "gridopolis"},
                {"verb": "go", "infinite": True},
                {"verb": "wait"},
                {"verb": "stop"},
            ),
            {**HEAD, "verb": "wait", "ok": False, "error": {"code": "busy", "message": ENDLESS}},
        ),
    ],
    ids=["text", "json"],
)
def test_nobody_waits_for_ever(requests: Sequence[Any], refused: Any) -> None:
    new_game, go, wait, stop = requests
    engine = Talk(json=isinstance(wait, dict))

    def answer() -> Any:
        last = engine.take()[-1]
        return json.loads(last) if engine.json else last

    for request in (new_game, go, wait):
        engine.send(request)
    assert answer() == refused
    for request in (stop, wait):
        engine.send(request)
    assert answer() == ({**HEAD, "verb": "wait", "ok": True} if engine.json else "ok wait"), "now it ends"


def test_infinite_is_infinite_where_there_is_nothing_to_think_about() -> None:
    state, rng = bw.start("microworld"), bw.Rng(1)
    while state.is_chance or len(state.legal_actions) > 1:
        state = state.sample(rng) if state.is_chance else state.play(state.random_action(rng))
    engine = Talk()
    engine(f"position {state.to_json()}")
    engine.send("go infinite")
    work = engine.server._work
    assert work is not None
    assert not work.done.wait(1.2), "nobody has stopped it"
    engine.send("stop")
    engine.wait()
    lines = engine.take()
    assert lines[-2:] == [f"bestmove {state.legal_actions[0].text}", "ok go"]
    assert any(line.startswith("info seconds ") for line in lines), "it tells that it is there"


def test_whole_numbers_of_options_with_a_point() -> None:
    engine = Talk()
    assert engine("newgame gridopolis players=3.0")[-1] == "ok newgame"
    assert engine("newgame gridopolis players=2.5")[-1].startswith("err newgame setup ")
    assert engine("newgame gridopolis game=x")[-1] == "err newgame setup - game: this is no option of a game"


def test_quit_while_it_thinks() -> None:
    engine = talk("newgame gridopolis")
    engine.send("go infinite")
    assert not engine.send("quit")
    lines = [line for line in engine.take() if not line.startswith("info ")]
    assert lines[0].startswith("bestmove ")
    assert lines[1:] == ["ok go", "ok quit"]
    assert engine.server.close()


def test_a_stop_before_anything_is_found() -> None:
    engine = talk("newgame genotype", "roll all", "setoption name bot value exact:seconds=1000")
    engine.send("go")
    engine.send("stop")
    engine.wait()
    assert [line for line in engine.take() if not line.startswith("info ")] == [
        "ok stop",
        "err go stopped - stopped before anything was found",
    ]


def test_perft() -> None:
    engine = talk("newgame gridopolis")
    state = bw.start("gridopolis")
    assert engine("perft 1") == [f"count {state.perft(1)}", "ok perft"]
    assert engine("perft 1 distinct") == [f"count {state.perft(1, distinct=True)}", "ok perft"]
    lines = engine("perft 1 divide")
    assert lines[0] == "count 119"
    assert lines[1:-1] == [f"divide count {count} move {turn}" for turn, count in state.divide(1).items()]
    engine.send("perft 30")
    engine.send("stop")
    engine.wait()
    assert engine.take()[-1] == "err perft stopped - stopped before all was counted"


def test_a_bot_that_fails_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from boardwright.bots import GreedyBot

    def choose(self: GreedyBot, view: bw.State, rng: bw.Rng, /) -> bw.Turn:
        raise ZeroDivisionError("nobody\ncould know")

    monkeypatch.setattr(GreedyBot, "choose", choose)
    engine = talk("newgame gridopolis", "setoption name bot value greedy")
    assert engine("go") == ["err go internal - ZeroDivisionError: nobody could know"]
    assert engine("isready") == ["ok isready"]


@pytest.mark.parametrize("verb", ["play +move", "roll"])
def test_a_bot_that_can_not_follow_changes_nothing(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = talk("newgame microworld", "setoption name bot value mcts:20", "play 9", "go", "play 18")
    before = engine("status"), engine("dict")

    def follow(self: SearchBot, view: bw.State, action: bw.Action, /) -> None:
        raise ZeroDivisionError("lost")

    with monkeypatch.context() as patch:
        patch.setattr(SearchBot, "follow", follow)
        assert engine(verb) == [f"err {verb.split()[0]} internal - ZeroDivisionError: lost"]
    assert (engine("status"), engine("dict")) == before
    assert engine(verb)[-1] == f"ok {verb.split()[0]}"
