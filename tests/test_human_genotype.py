"""A person plays Genotype at the terminal: lists in words, what is told between decisions, questions."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import genotype
from boardwright._genotype_cards import ASSISTANT_WORDS, TOOL_WORDS
from boardwright.bots import HumanBot, _words
from boardwright.cli import main
from helpers import random_walk
from test_genotype import SETUPS
from test_human import ask_human, make_human


def in_phase(name: str, options: dict[str, Any], least: int = 2) -> bw.State:
    """Find a state in a phase by random play, with at least so many actions."""
    for seed in range(3000):
        for state in random_walk(options, seed, 300, "genotype"):
            if state.to_dict()["phase"]["name"] == name and len(state.legal_actions) >= least:
                return state
    raise AssertionError(f"no {name} in 3,000 games")


def test_lists_are_in_the_words_of_the_engine() -> None:
    state = in_phase("work", {"players": 2}, least=10)
    _, shown = ask_human(state.view(state.turn_seat))
    for action in state.legal_actions:
        (line,) = (line for line in shown.splitlines() if re.match(rf"\s+\d+ {action.text} ", line))
        words = line.split(action.text, 1)[1].strip()
        told = re.sub(r" \[T[^]]*\]", "", state.explain(action).reasons[0])
        assert words.removesuffix("; +1 coin") in told, "no rule ids in a list; 'explain' gives them"
        assert "; +1 coin" not in words or "takes the coin at the square" in told
    assert "spaces: 1 to " in shown
    number = [action.text for action in state.legal_actions].index("second") + 1
    _, shown = ask_human(state.view(state.turn_seat), f"explain {number}")
    assert "[T23]" in shown


def test_lists_say_what_plants_are_worth() -> None:
    state = genotype.start(seed=5)
    cards = genotype.check_plants("assumed")["cards"]
    _, shown = ask_human(state.view(0))
    for plant in state.to_dict()["players"][0]["hand"]:
        assert f"plant {plant} ({' '.join(cards[plant]['traits'])}, {cards[plant]['points']} points)" in shown
    state = in_phase("draw", {"players": 2}, least=5)
    shown_plants = [plant for plant in state.to_dict()["display"]["plants"] if plant is not None]
    _, shown = ask_human(state.view(state.turn_seat))
    for plant in shown_plants:
        assert f"takes plant {plant} ({' '.join(cards[plant]['traits'])}, {cards[plant]['points']} points)" in shown


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_every_action_is_under_one_heading(options: dict[str, Any]) -> None:
    kinds = set()
    for state in random_walk(options, 4, 400, "genotype"):
        numbers = [number for _, numbers in _words.grouped(state) for number in numbers]
        assert sorted(numbers) == list(range(1, len(state.legal_actions) + 1))
        kinds |= {heading for heading, _ in _words.grouped(state)}
    assert kinds <= {heading for heading, _ in _words.GROUPS["genotype"]}


def test_the_board_is_shown_once_a_turn() -> None:
    state = genotype.start(seed=5).play("p6").play("p11")
    while state.is_chance or state.to_dict()["phase"]["name"] in ("plant", "keep"):
        state = state.sample(bw.Rng(1)) if state.is_chance else state.play(state.legal_actions[0])
    view = state.view(0)
    move, shown = ask_human(view, "genes-G", "undo", "genes-G", "board", "left-recessive")
    assert shown.count("R seed shape") == 2, "at first, and when it is asked for"
    assert shown.count("next: Scientist 1 may add a gene tile of G") == 3
    assert str(move).startswith("genes-G left-recessive")
    assert "Left parent gg" in shown


def test_what_is_no_choice_goes_by_itself() -> None:
    for seed in range(200):
        for state in random_walk({"players": 2}, seed, 200, "genotype"):
            if state.to_dict()["phase"]["name"] != "rest" or len(state.legal_actions) > 1:
                continue
            assert state.current_player is not None
            move, shown = ask_human(state.view(state.current_player))
            assert move.text == "done"
            assert shown == f"  done  {re.sub(r' .T[^]]*.', '', state.explain('done').reasons[0])}"
            return
    raise AssertionError("nobody had nothing to do but go on")


def test_a_pass_that_is_no_choice_goes_by_itself() -> None:
    """Who holds a tool is asked for a purchase without the coins for one, as the tool could be a Grant."""
    data = {"round": 1, "players": [{"coins": 1, "tools": ["rake"]}, {}], "phase": {"name": "upgrade", "mover": 0}}
    markers = {"second": [0, 1, 0, 1, 0, 1]}
    state = bw.State.from_dict({"game": "genotype", "format": 1, "spaces": markers, **data})
    assert [action.text for action in state.legal_actions] == ["pass"]
    move, shown = ask_human(state.view(0))
    assert move.text == "pass"
    assert shown == "  pass  buys nothing more in this round"


def test_undo_goes_back_to_a_choice() -> None:
    """After a goal for the last coins there may be one action only; undo leaves that out, too."""
    seen = 0
    for seed in range(60):
        for state in random_walk({"players": 2}, seed, 200, "genotype"):
            if state.current_player is None or len(state.legal_actions) < 2:
                continue
            for action in state.legal_actions:
                after = state.play(action)
                goes_on = after.turn == state.turn and after.current_player == state.current_player
                if goes_on and len(after.legal_actions) == 1 and after.legal_actions[0].text != "done":
                    then = after.play(after.legal_actions[0])
                    if then.turn != state.turn or then.current_player != state.current_player:
                        continue
                    if len(then.legal_actions) < 2:
                        continue
                    move, shown = ask_human(state.view(state.current_player), action.text, "undo", "undo", "quit")
                    assert isinstance(move, bw.StopMatch)
                    assert shown.count("nothing to take back") == 1
                    seen += 1
        if seen > 3:
            return
    assert seen


def follow(options: dict[str, Any], bots: list[str], seed: int) -> tuple[bw.Record, list[str]]:
    """Play a game in which a person plays at random; gives it, and what the person was shown."""
    rng, shown = bw.Rng(seed), list[str]()
    person = HumanBot(ask=lambda _: str(rng.below(9) + 1), say=shown.append)
    return bw.Match("genotype", [person, *bots], seed=seed, **options).play().record, shown


@pytest.mark.parametrize("options", SETUPS[4:], ids=str)
def test_a_person_is_told_what_johann_did_and_why(options: dict[str, Any]) -> None:
    record, shown = follow(options, [], 3)
    lines = " ".join(" ".join(shown).split())
    cards = harvests = 0
    for before, event in zip(record.redact(0).states(), record.redact(0).events(), strict=False):
        reason = before.explain(event).reasons[0]
        if event.to_dict()["type"] == "automa":
            cards += 1
            assert f"{event.text}: {reason}" in lines
        # What Johann does after the last marker of the player.
        if "then the automa phase" in reason:
            harvests += 1
            assert reason in lines
    assert cards > 30
    assert harvests == 5


def test_a_person_is_told_what_was_drawn_and_taken() -> None:
    own = others = 0
    for seed in range(5):
        record, shown = follow({"players": 3}, ["random", "random"], seed)
        seen = record.redact(0)
        lines = " ".join(" ".join(shown).split())
        for before, event in zip(seen.states(), seen.events(), strict=False):
            data, phase = event.to_dict(), before.to_dict()["phase"]
            told = f"{event.text}: {before.explain(event).reasons[0]}"
            if phase.get("to") in ("hand", "seeds") and "?" not in data.values():
                own += 1
                assert told in lines
            if data["type"] == "source" and data["slot"] is not None and event.seat != 0:
                others += 1
                assert told in lines
            if "?" in data.values():
                assert told not in lines
    assert own
    assert others > 10


@pytest.mark.parametrize("options", [SETUPS[0], SETUPS[1], SETUPS[6]], ids=str)
def test_random_people_play_whole_games(options: dict[str, Any]) -> None:
    for seed in range(3):
        record, shown = follow(options, ["random"] * (options["players"] - 1), seed)
        assert record.state.is_over
        assert bw.loads(record.to_text()).state == record.state
        views = {str(state.view(0)).rstrip() for state in record.states()}
        boards = {text for text in shown if text.startswith("Genotype: round")}
        assert boards
        assert boards <= views, "what the person knows, and no more"


def test_questions_about_a_position() -> None:
    state = random_walk({"players": 2}, 3, 150, "genotype")[-1]
    while state.current_player is None:
        state = state.sample(bw.Rng(1))
    _, shown = ask_human(state.view(state.current_player), "help", "points", "dice", "automa")
    assert all(side["why"] in shown for side in genotype.points(state))
    for one in genotype.dice(state)["traits"]:
        assert (
            f"@{one['plot']}{one['colour']}  {one['genotype']} of plant {one['plant']}: {one['pool']} in the pool"
            in shown
        )
    assert "RR " in shown
    assert "gene tile" in shown.split("NOTATION")[1]
    assert "automa " not in shown.split("NOTATION")[1].split("Scientist")[0], "nobody plays automa cards here"
    assert "'automa' is no event" in shown.replace('"', "'")
    solo = genotype.start(1, seed=3)
    _, shown = ask_human(solo.view(0), "help", "automa")
    assert all(
        f"automa{number}  {card['action']}" in shown
        for number, card in enumerate(genotype.check_automa("assumed")["cards"])
    )
    assert "R a New Plot, G a Dice Slot, F an Action Marker, T an assistant" in shown


def test_lists_say_what_a_die_is_good_for() -> None:
    pool = [[1, 2, 1, 1], [0, 3, 2, 0], [2, 2, 1, 0], [3, 1, 1, 0]]
    pick = {"name": "pick", "kind": "second", "place": 0, "mover": 0}
    own: dict[str, Any] = {"plots": [{"plot": 0, "plant": 19}]}  # Rr Gg tt
    rest = {"spaces": {"second": [0, 1, 0, 1, 0, 1]}, "dice": pool, "phase": pick}

    def told(**more: Any) -> str:
        data = {"game": "genotype", "format": 1, "players": [own | more, {}], **rest}
        return ask_human(bw.State.from_dict(data).view(0))[1]

    plain = told()
    assert "takes an Rr die into a slot and validates the trait Rr of plant 19 on plot 0" in plain
    assert "takes a De Novo die of R into a slot for a coin\n" in plain
    assert "=RR" not in plain
    rake = told(tools=["rake"])
    assert "takes an Rr die into a slot for Rr of plant 19\n" in rake
    assert "takes a De Novo die of R into a slot for a coin, or with Rake for any trait of R\n" in rake
    assert "takes an RR die into a slot, which fits no trait, but with Rake any of R\n" in rake
    assert "fits no trait, but with Sister Maria any of R\n" in told(assistants=["maria"])
    assert "fits no trait, but with Rake or Sister Maria any of R\n" in told(tools=["rake"], assistants=["maria"])
    assert "Rake" not in told(tools=["graft-knife"]), "another tool makes no die wild"


def test_cards_are_explained_to_who_sees_them() -> None:
    state = genotype.start(seed=3)
    position = state.view(0).to_dict()
    shown = ask_human(state.view(0), "cards")[1].split("or 'help'.\n")[1]
    seen = {*position["display"]["tools"], *position["display"]["assistants"], *position["players"][0]["tools"]}
    assert {line.split()[0] for line in shown.strip().splitlines()} == seen
    every = ask_human(state.view(0), "cards all")[1].split("or 'help'.\n")[1]
    assert {line.split()[0] for line in every.strip().splitlines()} == set(TOOL_WORDS) | set(ASSISTANT_WORDS)


def test_alone_nothing_is_secret() -> None:
    assert "in secret" in ask_human(genotype.start(2, seed=3).view(0))[1]
    assert "in secret" not in ask_human(genotype.start(1, seed=3).view(0))[1]


# The command line.


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command; gives exit code, output and errors."""

    def run_command(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as leave:
            code = leave.code if isinstance(leave.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return run_command


@pytest.mark.parametrize(
    "options",
    [
        ["--players", "3"],
        ["--players", "5", "--option", "first_seat=random"],
        ["--players", "1"],
        ["--players", "1", "--difficulty", "hard", "--johann", "may"],
    ],
    ids=" ".join,
)
def test_commands(run: Any, options: list[str], tmp_path: Path) -> None:
    code, out, err = run("show", "genotype", *options)
    assert (code, err) == (0, "")
    assert "R seed shape" in out
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    code, out, err = run("play", "genotype", *options, "--seed", "4", "--record", str(file), "--html", str(page))
    assert (code, err) == (0, "")
    record = bw.load(file)
    assert record.state.is_over
    assert record.state.ending in out
    assert all(side["why"] in out for side in genotype.points(record.state))
    assert "<svg" in page.read_text(encoding="utf-8")
    johanns = sum(" Brother Johann " in line for line in out.splitlines() if re.match(r" +\d+ ", line))
    for johann in genotype.points(record.state)[record.state.num_players :]:
        level = record.state.options["difficulty"]
        assert f"greedy) against Brother Johann ({level}), seed 4\n" in out
        assert re.search(rf"Brother Johann +{level} +{johann['total']}\n", out), "his line of the result"
    assert (johanns > 10) == ("1" in options)
    code, out, err = run("replay", str(file))
    assert (code, err) == (0, "")
    assert sum("  Brother Johann  " in line for line in out.splitlines()) == johanns
    assert run("replay", str(file), "--viewer", "0", "--quiet")[0] == 0
    data = json.loads(run("perft", "genotype", *options, "--seed", "4", "--depth", "2", "--json")[1])
    assert data["count"] >= 2
    assert run("bench", "genotype", *options, "--seed", "4", "--seconds", "0.01")[0] == 0


def test_turns_on_the_screen_leave_out_what_the_board_shows(run: Any) -> None:
    out = run("play", "genotype", "--seed", "4")[1]
    lines = [line for line in out.splitlines() if re.match(r" +\d+ Scientist", line)]
    record = bw.Match("genotype", ["greedy", "random"], seed=4).play().record
    assert len(lines) == len(record.turns())
    for line, (_, _, text, _) in zip(lines, record.turns(), strict=True):
        words = line.split()[3:]
        assert [word for word in text.split() if word in words][-1] == text.split()[-1]
        assert "omari" in words or not {"I", "II", "III", "IV", "new"} & set(words)
    assert any("+p" in line for line in lines), "cards that are drawn into a hand are told"


def test_games_lists_the_data(run: Any) -> None:
    out = run("games")[1]
    assert "traits and points of the plant cards (T12)" in out
    game = json.loads(run("games", "--json")[1])[2]
    assert game["name"] == "genotype"
    assert set(game["data"]) == {"plants", "tools", "prices", "automa"}
    assert len(game["data"]["plants"]["cards"]) == 50


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "6"], "players: must be a whole number from 1 to 5"),
        (["--difficulty", "hard"], "this is for the solo game"),
        (["--players", "1", "--johann", "may"], "in the hard solo game only"),
        (["--players", "1", "--difficulty", "silly"], "difficulty: must be one of easy, standard, hard"),
        (["--players", "1", "--difficulty", "hard", "--johann", "anna"], "johann: must be one of elisabeth"),
        (["--board", "1a 2b 3a 4b"], 'unknown key "board"'),
    ],
)
def test_wrong_options(run: Any, options: list[str], message: str) -> None:
    code, out, err = run("show", "genotype", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_a_person_at_the_terminal(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n" + "second\ndone\n" * 20 + "quit\n"))
    code, out, err = run(
        "play", "genotype", "--players", "1", "--seats", "human", "--difficulty", "hard", "--seed", "5"
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Genotype: Scientist 1 (human) against Brother Johann (hard), seed 5"
    told = out.splitlines()[1:5]
    assert told[0] == "  +may: Brother Johann starts with Sister May [T66]"
    assert all(" Brother Johann plants plant " in line for line in told[1:3])
    assert told[3].startswith("Genotype: round 1 of 5, set-up"), "where something is to be chosen"
    assert "Brother Johann automa" in out
    assert "action card: " in out
    assert "stopped by the player" in out


def test_a_person_sees_no_secrets_of_others(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n" + "9\n" * 40 + "quit\n"))
    code, out, _ = run("play", "genotype", "--seats", "human,random", "--seed", "2")
    assert code == 0
    assert " p? p? " in out
    assert "3 unknown" in out
    everything = run("play", "genotype", "--seats", "random,random", "--seed", "2")[1]
    assert "?" not in everything
    assert "unknown" not in everything


def test_bots_can_follow_events() -> None:
    class Curious:
        name = "curious"

        def __init__(self) -> None:
            self.views: list[bw.State] = []
            self.events: list[str] = []

        def choose(self, view: bw.State, rng: bw.Rng) -> bw.Action:
            return view.random_action(rng)

        def follow(self, view: bw.State, action: bw.Action) -> None:
            self.views.append(view)
            self.events.append(action.text)

    bots = [Curious(), Curious()]
    record = bw.Match("genotype", bots, seed=3).play().record
    for seat, bot in enumerate(bots):
        seen = record.redact(seat)
        assert bot.views == seen.states()[:-1]
        assert bot.events == [event.text for event in seen.events()]


def test_followers_can_stop_a_match_or_fail() -> None:
    class Leaving:
        name = "leaving"

        def choose(self, view: bw.State, rng: bw.Rng) -> bw.Action:
            return view.random_action(rng)

        def follow(self, view: bw.State, action: bw.Action) -> None:
            if view.turn == 3:
                raise bw.StopMatch("enough")

    class Broken(Leaving):
        def follow(self, view: bw.State, action: bw.Action) -> None:
            raise RuntimeError("broken")

    result = bw.Match("genotype", [Leaving(), "random"], seed=3).play()
    assert (result.stopped, result.turns) == ("enough", 3)
    with pytest.raises(RuntimeError, match="broken") as caught:
        bw.Match("genotype", ["random", Broken()], seed=3).play()
    assert "'leaving' in seat 1, told of +p" in "".join(caught.value.__notes__)


def test_news_of_another_game_are_forgotten() -> None:
    bot, shown = make_human("1", "quit")
    bw.Match("genotype", [bot, "random"], seed=1).play()
    told = len(shown)
    again, _ = make_human("quit")
    bot._ask = again._ask
    bw.Match("genotype", [bot, "random"], seed=2).play()
    assert shown[told].startswith("Genotype: round 1"), "the board comes first"
