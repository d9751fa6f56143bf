"""Bots that are engines in other processes, and what these are told and say."""

from __future__ import annotations

import copy
import gc
import itertools
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import boardwright as bw
from boardwright.bots import ExternalBot, external
from boardwright.protocol import Engine
from engines import ENGINE, PATIENCE, is_running, popen, script, wait_until
from helpers import GAMES, POSIX, ROOT, Setup, each_game

# Bots that are engines.


@each_game
def test_external_bots_play_as_the_bot_they_are(setup: Setup) -> None:
    def first(view: bw.State, rng: bw.Rng) -> bw.Action:
        return view.legal_actions[0]

    with external(ENGINE, options={"bot": "greedy"}, name="greedy engine") as bot:
        result = setup.match([bot, first], seed=3, max_turns=40).play()
        assert result.players[0] == "greedy engine"
        assert result.turns > 5
        again = setup.match([bot, first], seed=3, max_turns=40).play()
        assert again.record == result.record, "a second game is as the first one"


@each_game
@pytest.mark.parametrize("json", [False, True], ids=["text", "json"])
def test_an_engine_follows_the_game(setup: Setup, json: bool) -> None:
    sent: list[str] = []

    def log(sign: str, line: str) -> None:
        if sign == ">":
            sent.append(line.replace('"', " ").split("verb : ")[-1].split()[0])

    command = [*ENGINE, "--json"] if json else ENGINE
    shown = []
    with external(command, json=json, options={"bot": "mcts:5"}, log=log) as bot:

        class Checked:
            """Looks at what the engine holds when it is asked."""

            name = "checked"
            follow = staticmethod(bot.follow)

            def choose(self, view: bw.State, rng: bw.Rng) -> str:
                move = bot.choose(view, rng)
                shown.append(bot.engine.state() == view)
                return move

        setup.match([Checked(), "random"], seed=4, max_turns=20).play()
        games = sent.count("position")
        assert games == 1, "the start is shown once"
        assert sent.count("play") == sent.count("go") - 1 > 2
        setup.match([Checked(), "random"], seed=5, max_turns=6).play()
        assert sent.count("position") == 2, "another game is shown anew"
    assert all(shown)


@pytest.mark.parametrize(
    ("answer", "plays", "positions"),
    [("err play limit - no more of them", 3, 4), ("err play unknown - what", 3, 4), ("ok play", 3, 1)],
    ids=["can follow no further", "does not know the verb", "knows no rules"],
)
def test_what_an_engine_says_that_follows(tmp_path: Path, answer: str, plays: int, positions: int) -> None:
    code = f"""
        next(lines)
        say("name odd", "protocol 1.0", "needs legal", "follows play", "ok bwp")
        for line in lines:
            verb, *rest = line.split()
            if verb == "play":
                say("{answer}")
            else:
                say(*(["bestmove " + rest[-1]] if verb == "go" else []), "ok " + verb)
        """
    sent: list[str] = []
    with external(script(tmp_path, code), log=lambda sign, line: sent.append(f"{sign} {line.split()[0]}")) as bot:
        assert bw.Match("gridopolis", [bot, "random"], max_turns=8).play().turns == 8
    assert sent.count("> play") == plays
    assert sent.count("> position") == positions, "it is shown what it can't follow"


def test_an_engine_that_dies_as_it_follows(tmp_path: Path) -> None:
    code = """
        next(lines)
        say("name odd", "protocol 1.0", "needs legal", "follows play", "ok bwp")
        for line in lines:
            verb, *rest = line.split()
            if verb == "play":
                raise SystemExit(3)
            say(*(["bestmove " + rest[-1]] if verb == "go" else []), "ok " + verb)
        """
    with external(script(tmp_path, code)) as bot, pytest.raises(bw.EngineDiedError, match="exit code 3"):
        bw.Match("gridopolis", [bot, "random"], max_turns=8).play()


def test_engines_in_all_seats() -> None:
    bots = [external(ENGINE, json=False, simulations=5), external([*ENGINE, "--json"], json=True, simulations=5)]
    result = bw.Match("genotype", bots, seed=1).play()
    assert result.state.is_over
    pids = [bot.engine.pid for bot in bots]
    del bots, result
    gc.collect()
    assert wait_until(lambda: not any(map(is_running, pids)))


def test_external_by_name() -> None:
    command = f"{sys.executable} -m boardwright engine"
    bot = bw.make_bot(f"external:{command},simulations=10,seconds=5")
    assert isinstance(bot, ExternalBot)
    with bot:
        assert bot.name == f"external:{command},simulations=10,seconds=5"
        assert bw.Match("microworld", [bot, "random"], max_turns=2).play().turns == 2
    for twin in (copy.copy(bot), pickle.loads(pickle.dumps(bot))):
        assert twin.name == bot.name
        assert repr(twin) == f"<ExternalBot {bot.name}>"
    for wrong, match in (
        ("external", "needs a command"),
        ("external: ,x=1", "needs a command"),
        ("external:sh,tempo=2", "there is no limit 'tempo'"),
        ("external:sh,seconds=x", "seconds is a number"),
        ("external:sh,10", "a setting is KEY=VALUE"),
        ("external:sh 'x", "No closing quotation"),
    ):
        with pytest.raises((ValueError, TypeError), match=match):
            bw.make_bot(wrong)


def test_external_bots_that_fail(tmp_path: Path) -> None:
    bad = script(tmp_path, "hello()\nfor line in lines: say('bestmove nonsense', 'ok ' + line.split()[0])")
    with external(bad) as bot, pytest.raises(bw.BotError, match="'nonsense'"):
        bw.Match("gridopolis", [bot, "random"]).play()
    with external(script(tmp_path, "hello()\nlines.__next__()")) as bot, pytest.raises(bw.EngineDiedError) as died:
        bw.Match("gridopolis", [bot, "random"]).play()
    assert "raised by the bot" in died.value.__notes__[0]
    refusing = "hello()\nfor line in lines: say('err ' + line.split()[0] + ' illegal G1 no')"
    with external(script(tmp_path, refusing)) as bot, pytest.raises(bw.EngineError, match="does not take the position"):
        bw.Match("gridopolis", [bot, "random"]).play()
    refusing = """
    hello()
    for line in lines:
        verb = line.split()[0]
        say("ok position" if verb == "position" else f"err {verb} illegal G20 no")
    """
    with external(script(tmp_path, refusing)) as bot, pytest.raises(bw.EngineError, match="not choose a move: no"):
        bw.Match("gridopolis", [bot, "random"]).play()
    with pytest.raises(FileNotFoundError):
        bw.Match("gridopolis", [external("/nowhere/at/all"), "random"]).play()


def test_one_external_bot_in_several_threads() -> None:
    sent: list[str] = []

    def log(sign: str, line: str) -> None:
        if sign == ">" and line.startswith(("position", "go")):
            sent.append(line)

    views = [bw.start("gridopolis", players=players).view(0) for players in (2, 3, 4)]
    chosen: dict[int, str] = {}
    with external(ENGINE, simulations=30) as bot:
        alone = {number: bot.choose(view, bw.Rng(0)) for number, view in enumerate(views)}
    with external(ENGINE, simulations=30, log=log) as bot:

        def play(number: int) -> None:
            for _ in range(5):
                chosen[number] = bot.choose(views[number], bw.Rng(0))

        threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert chosen == alone
    verbs = [line.split()[0] for line in sent]
    assert verbs.count("go") == 15
    assert ("position", "position") not in itertools.pairwise(verbs), "each position is asked about"


def test_an_external_bot_is_started_anew(tmp_path: Path) -> None:
    bot = external(ENGINE, simulations=5)
    view = bw.start("gridopolis").view(0)
    move = bot.choose(view, bw.Rng(1))
    first = bot.engine.pid
    bot.engine.close()
    with pytest.raises(bw.EngineError):
        bot.choose(view, bw.Rng(1))
    assert bot.choose(view, bw.Rng(1)) == move
    assert bot.engine.pid != first
    bot.close()
    bot.close()


@POSIX
def test_an_external_bot_that_is_interrupted(ctrl_c: None) -> None:
    moments: list[str] = []

    def log(sign: str, line: str) -> None:
        if moments and f"{sign} {line}".startswith(moments[0]):
            moments.pop(0)
            os.kill(os.getpid(), signal.SIGINT)

    state, rng = bw.start("gridopolis"), bw.Rng(1)
    with external(ENGINE, options={"bot": "mcts"}, seconds=1000, log=log) as bot:
        pid = bot.engine.pid
        for interrupted, stays in ((["> go"], True), (["< info"], True), (["< info", "> stop"], False)):
            moments[:] = interrupted
            with pytest.raises(KeyboardInterrupt):
                bot.choose(state, rng)
            assert not moments
            bot.engine.is_ready()
            assert (bot.engine.pid == pid) is stays


def test_an_external_bot_that_thinks_for_ever(tmp_path: Path) -> None:
    bad = script(tmp_path, "hello()\nfor line in lines: say('ok position') if line.startswith('position') else None")
    with external(bad, think_timeout=0.3) as bot, pytest.raises(bw.EngineTimeoutError, match=r"within 0\.3 seconds"):
        bw.Match("gridopolis", [bot, "random"]).play()


FORK = """
import gc, os, sys, warnings
import boardwright as bw
warnings.simplefilter("ignore", DeprecationWarning)  # threads and forks
view = bw.start("gridopolis").view(0)
bot = bw.bots.external([sys.executable, "-m", "boardwright", "engine"], simulations=5)
move = bot.choose(view, bw.Rng(1))
first = bot.engine
child = os.fork()
if not child:
    assert not first.is_alive
    assert bot.choose(view, bw.Rng(1)) == move
    assert bot.engine.pid != first.pid
    bot.close()
    del first
    gc.collect()
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
assert bot.choose(view, bw.Rng(1)) == move
assert bot.engine is first
"""


@POSIX
def test_a_forked_process_starts_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORK], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@POSIX
@pytest.mark.parametrize("game", ["gridopolis", "microworld-secrets", "genotype"])
def test_a_bot_in_shell(game: str) -> None:
    with external(["/bin/sh", str(ROOT / "examples/shell_bot.sh")], name="shell") as bot:
        setup = GAMES[game]
        result = setup.match([bot, "random"], seed=2, max_turns=30).play()
        assert result.turns > 5
        assert bot.engine.hello.needs == ("legal",)
        start = result.record.start
        assert start.game_name == setup.game


# What an engine of a seat is told and says.


def transcript(play: Callable[[Engine], object]) -> list[str]:
    """All lines of a talk with an engine, but for times."""
    lines: list[str] = []
    lock = threading.Lock()

    def log(sign: str, line: str) -> None:
        with lock:
            lines.append(f"{sign} {line}")

    with popen(log=log) as engine:
        play(engine)
    return [" ".join(word for word in line.split(" ") if "." not in word) for line in lines]


# What lines of answers begin with.
SAID = ("name", "author", "protocol", "games", "follows", "option", "status", "info", "bestmove", "ok")


def ask_everything(engine: Engine, view: bw.State) -> None:
    engine.position(view)
    engine.go(simulations=30)
    engine.valid_moves()
    engine.show()
    engine.record()
    engine.state()


def other_secrets(state: bw.State, seat: int) -> bw.State:
    """Give another state that this seat can't tell from this one, if there is any."""
    for seed in range(20):
        other = state.view(seat).complete(bw.Rng(seed))
        if other != state:
            return other
    return state


@pytest.mark.parametrize("name", ["microworld", "microworld-secrets", "genotype"])
def test_engines_of_a_seat_are_told_and_say_nothing_secret(name: str) -> None:
    setup = GAMES[name]
    seed = 0x1234_5678_9ABC_DEF1
    sent: list[str] = []

    def log(sign: str, line: str) -> None:
        sent.append(line)

    with external(ENGINE, simulations=20, log=log) as bot:
        result = setup.match([bot, "random"], seed=seed).play()
    states = result.record.states()
    text = "\n".join(sent)
    rng = bw.Rng(seed)
    seeds = [rng.seed, rng.split(0).seed, rng.split(1).seed, rng.split(1).bits(), rng.split(2).seed]
    hashes = {state.hash64 for state in states} - {state.view(0).hash64 for state in states}
    for number in (*seeds, *hashes):
        assert str(number) not in text
        assert f"{number:016x}" not in text.lower()
    assert '"seed"' not in text
    assert {line.split(" ")[0] for line in sent} <= {"bwp", "position", "play", "go", "quit", *SAID}
    asked = [json.loads(line.removeprefix("position view ")) for line in sent if line.startswith("position")]
    decisions = [number for number, state in enumerate(states) if state.current_player == 0]
    first, last = decisions[0], decisions[-1]
    assert asked == [states[first].view(0).to_dict()]
    assert asked[0]["viewer"] == "seat 0"
    played = [move for line in sent if line.startswith("play ") for move in line.split(" ")[1:]]
    assert played == [event.text for event in result.record.redact(0).events()][first:last]
    # The same view behind which other secrets stand: not a byte differs.
    differed = 0
    for state in [state for state in states if state.current_player == 0][::3]:
        other = other_secrets(state, 0)
        if other == state:
            continue
        differed += 1
        told: list[list[str]] = []
        for full in (state, other):
            told.append(transcript(partial(ask_everything, view=full.view(0))))
        assert told[0] == told[1]
        if differed == 3:
            break
    assert differed, "the test must have met secrets"


def test_another_seats_moves_are_not_told() -> None:
    state = bw.start("microworld").play("9").play("18 +move end").play("22 +flip end")
    assert state.current_player == 1
    secret = set(state.legal_actions[index].text for index in range(len(state.legal_actions)))

    def play(engine: Engine) -> None:
        engine.position(state.view(0))
        for ask in (engine.valid_moves, engine.go, lambda: engine.divide(1), lambda: engine.perft(1)):
            with pytest.raises(bw.ViewError):
                ask()

    lines = transcript(play)
    said = {word for line in lines if line.startswith("<") for word in line.split()}
    assert not said & {move for move in secret if not move.isdigit()}
    assert not any(line.startswith("< moves") for line in lines)
