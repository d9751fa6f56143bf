"""A person at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import boardwright as bw
from boardwright import _core
from boardwright.bots import HumanBot, Move, _words
from helpers import GAMES, Setup, each_game, find_state, random_walk


def make_human(*lines: str) -> tuple[HumanBot, list[str]]:
    """Make a person who types some lines and then leaves; also gives what will be shown."""
    waiting: Iterator[str] = iter(lines)
    shown: list[str] = []

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return HumanBot(ask=ask, say=shown.append), shown


def ask_human(state: bw.State, *lines: str) -> tuple[Any, str]:
    """Let a person type some lines; gives the move and what was shown."""
    bot, shown = make_human(*lines)
    try:
        move: Any = bot.choose(state.view(state.turn_seat), bw.Rng(0))
    except bw.StopMatch as stop:
        move = stop
    return move, "\n".join(shown)


@each_game
def test_by_notation(setup: Setup) -> None:
    for state in random_walk(setup.options, 3, 60, setup.game)[::6]:
        seat = state.current_player
        for action in list(state.legal_actions)[::7]:
            bot, _ = make_human(action.text)
            assert seat is not None
            after = state.play(action)
            goes_on = (after.turn, after.current_player) == (state.turn, seat)
            while goes_on and (only := _words.forced(after, True)) is not None:
                after = after.play(only)
                goes_on = (after.turn, after.current_player) == (state.turn, seat)
            try:
                move: Any = bot.choose(state.view(seat), bw.Rng(0))
            except bw.StopMatch:
                assert goes_on
            else:
                assert not goes_on
                assert state.play(move) == after


def test_by_number_and_notation(state: bw.State) -> None:
    move, _ = ask_human(state, "1\n")
    assert move == state.view(0).legal_actions[0]
    move, _ = ask_human(state, f"  {len(state.legal_actions)} ")
    assert move.id == state.legal_actions[-1].id
    turn = state.turns()[-1]
    move, _ = ask_human(state, turn.text)
    assert state.play(move) == turn.end


def test_asked_again(state: bw.State) -> None:
    move, shown = ask_human(state, "", "0", "9999", "9" * 5000, "nonsense", "1.-2.2>1.-1.2", "2")
    assert move.id == state.legal_actions[1].id
    assert shown.count("There is no action") == 3
    assert "G20" in shown
    assert shown.count("Type 'help'") == 2


def test_commands(state: bw.State) -> None:
    move, shown = ask_human(state, "help", "board", "list", "explain", "explain 1.-2.2>1.-1.2", "explain ?", "quit")
    assert isinstance(move, bw.StopMatch)
    assert "NOTATION" in shown
    assert shown.count(str(state).rstrip()) == 2
    assert "Not legal: " in shown
    assert "[G20]" in shown
    move, _ = ask_human(state)
    assert isinstance(move, bw.StopMatch)
    assert "input ended" in str(move)
    _, shown = ask_human(state, f"explain {state.legal_actions[0].text}", "exit")
    assert "Legal:" in shown


def test_commands_in_microworld() -> None:
    state = bw.start("microworld").play("6")
    wrong = ["6", "31", "99", "nonsense", "end"]
    move, shown = ask_human(state, "", "list", "list cells", "explain 31", "explain 3", "board", "undo", *wrong, "3")
    assert state.play(move) == state.play("3")
    assert shown.count(str(state.view(1)).rstrip()) == 2
    assert "Not legal: " in shown
    assert "Legal: " in shown
    assert shown.count("Type 'help' for what") == len(wrong)
    assert "[M12]" in shown
    assert "nothing to take back" in shown
    _, shown = ask_human(state, "help")
    assert "*: gene token" in shown
    assert "NUMBER" not in shown, "a number is a cell"


def test_help_explains_the_diagram(state: bw.State) -> None:
    _, shown = ask_human(state, "help")
    assert "small letter: pawn" in shown
    assert all(f"{sign} " in shown for sign in ".#=*+>")
    _, shown = ask_human(_core.start("fixture", "{}").sample(bw.Rng(1)).sample(bw.Rng(1)), "help")
    assert "pawn" not in shown


def test_explain_a_number(state: bw.State) -> None:
    _, shown = ask_human(state, "explain 16", "explain 0", "explain 500")
    assert state.legal_actions[15].text + "\n" in shown
    assert shown.count("Legal:") == 1
    assert shown.count("There is no action") == 2


def test_the_list_is_short_and_has_headings(state: bw.State) -> None:
    kinds = [action.to_dict()["type"] for action in state.legal_actions]
    builds = kinds.index("build") + 1
    blocks = kinds.index("block") + 1
    _, shown = ask_human(state)
    assert f"moves: 1 to {builds - 1}\n" in shown
    assert f"pads: {builds} to {blocks - 1}, such as {state.legal_actions[builds - 1].text}; 'list pads'" in shown
    assert f"boxes: {blocks} to {len(kinds)}, such as" in shown
    assert all(action.text in shown for action in state.legal_actions[: builds - 1])
    assert len(shown.splitlines()) < 28
    short = len(shown.split())
    _, shown = ask_human(state, "list")
    assert all(f"{number} {action.text}" in shown for number, action in enumerate(state.legal_actions, 1))
    _, shown = ask_human(state, "list boxes", "list nothing")
    assert len(shown.split()) - short > 2 * (len(kinds) - blocks)
    assert "no 'nothing' in the list; there are: moves, pads, boxes." in shown


def test_every_action_is_under_one_heading() -> None:
    states = [find_state(phase) for phase in ("turn", "chain", "second", "teleport")]
    setup = GAMES["microworld-secrets"]
    phases = ("keep", "before", "steal", "move", "after", "flip", "mutate")
    for state in states + [find_state(phase, setup.options, setup.game) for phase in phases]:
        numbers = [number for _, numbers in _words.grouped(state) for number in numbers]
        assert sorted(numbers) == list(range(1, len(state.legal_actions) + 1))
    assert _words.ranges([1, 2, 3, 5, 7, 8]) == "1 to 3, 5, 7 to 8"
    assert _words.ranges([]) == ""


@pytest.mark.parametrize(("phase", "words"), [("chain", ".  stop jumping"), ("second", ".  no second move")])
def test_stops_say_what_is_stopped(phase: str, words: str) -> None:
    _, shown = ask_human(find_state(phase))
    assert words in shown


def test_undo_a_turn_that_is_not_complete(state: bw.State) -> None:
    text = "0.-1.2>0.0.1"
    move, shown = ask_human(state, "undo", text, "undo", text, "~2.0.3")
    assert move == text + "~2.0.3"
    assert state.play(move).turn == 1
    assert "nothing to take back" in shown
    assert shown.count(str(state).rstrip()) == 2, "the position is shown again"
    assert shown.count("South must teleport") == 2
    move, _ = ask_human(state, text, "undo", "1")
    assert move == state.view(0).legal_actions[0]


def test_a_turn_of_numbers(state: bw.State) -> None:
    number = [action.text for action in state.legal_actions].index("0.-1.2>0.0.1") + 1
    move, _ = ask_human(state, str(number), "3")
    assert move == "0.-1.2>0.0.1~2.0.3"
    assert bw.Match(state, [make_human(str(number), "3")[0], "random"], max_turns=1).play().turns == 1


def test_random_people_play_whole_games() -> None:
    for seed in range(4):
        rng = bw.Rng(seed)

        def ask(prompt: str, rng: bw.Rng = rng) -> str:
            return str(rng.below(20) + 1)

        people = [HumanBot(ask=ask, say=lambda text: None) for _ in range(2)]
        result = bw.Match("gridopolis", people, seed=seed, reserves=0, max_turns=60).play()
        assert result.state.is_over or result.turns == 60
        assert bw.loads(result.record.to_text()).state == result.state


# Whatever can be typed in Microworld, and more.
GENES = ["flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"]
WORDS = [
    *(str(cell) for cell in range(33)),
    *(f">{cell}" for cell in range(33)),
    *(f"{seat}{pawn}" for seat in "va" for pawn in range(14)),
    *(f"keep={name}" for name in ("bonus", "majority", "barrier", "steal", "exchange", "shift")),
    *(*GENES, *GENES, "barrier", "exchange", "shift", "steal", "allow", "end", "end", "end"),
]


@pytest.mark.parametrize("setup", [GAMES["microworld"], GAMES["microworld-secrets"]], ids=["plain", "secrets"])
def test_random_people_play_microworld(setup: Setup) -> None:
    for seed in range(3):
        rng = bw.Rng(seed)
        shown: list[list[str]] = [[], []]

        def ask(prompt: str, rng: bw.Rng = rng) -> str:
            return WORDS[rng.below(len(WORDS))]

        people = [HumanBot(ask=ask, say=texts.append) for texts in shown]
        result = setup.match(people, seed=seed).play()
        assert result.state.is_over
        assert bw.loads(result.record.to_text()).state == result.state
        for seat, texts in enumerate(shown):
            # They are told of the turns as they saw them, and shown what they know.
            turns = result.record.redact(seat).turns()
            name = result.state.seat_names[1 - seat]
            news = [text for text in texts if text.startswith(f"{name} played ")]
            assert news == [f"{name} played {text}" for _, mover, text, _ in turns if mover == 1 - seat]
            views = {str(state.view(seat)).rstrip() for state in result.record.states()}
            diagrams = {text for text in texts if text.startswith("Board ") or "\nturn " in text}
            assert diagrams
            assert diagrams <= views


def test_what_the_others_played_is_shown() -> None:
    bot, shown = make_human("1", "1", "quit")
    result = bw.Match("gridopolis", [bot, "random", "random"], seed=1).play()
    played = [(seat, text) for _, seat, text, _ in result.record.turns()]
    news = [line for line in shown if " played " in line]
    assert news == [f"{result.state.seat_names[seat]} played {text}" for seat, text in played if seat]
    assert shown.index(news[2]) > shown.index(news[0]) + 5, "before the turn that follows"


def test_the_last_turn_is_shown_when_the_game_is_over(state: bw.State) -> None:
    data = state.to_dict()
    data["markers"] = [
        {"site": [1, 0, 2], "seat": 0, "king": False, "moved": True},
        {"site": [1, 1, 2], "seat": 1, "king": False, "moved": True},
    ]
    bot, shown = make_human()

    def capture(view: bw.State, rng: bw.Rng) -> Move:
        return "1.0.2x1.2.2"

    assert bw.Match(bw.State.from_dict(data), [capture, bot]).play().state.is_over
    assert shown == ["South played 1.0.2x1.2.2"]


def test_news_of_another_game_are_forgotten(state: bw.State) -> None:
    bot, shown = make_human("quit")
    bw.Match("gridopolis", ["random", bot, "random"], max_turns=1, seed=1).play()
    bw.Match("gridopolis", [bot, "random"]).play()
    assert not any(" played " in line for line in shown)


def test_hidden_games_can_be_played() -> None:
    people = [HumanBot(ask=lambda _: "1", say=lambda text: None) for _ in range(2)]
    assert bw.Match(_core.start("fixture", '{"players": 2}'), people, seed=3).play().state.is_over


def test_only_what_a_person_chooses_can_be_typed() -> None:
    # The token in cell 18 is drawn in between; typed with it, it would be somebody else's event.
    state = bw.start("microworld").play("9")
    move, shown = ask_human(state.view(1), "18 +flip end", "18")
    assert move == "18"
    assert "Type only what you choose yourself" in shown


def test_lists_say_what_the_engine_says() -> None:
    state = bw.start("microworld", rules="AC", mutations=["barrier", "shift"])
    state = state.play("+double").play("+block").play("9")
    _, shown = ask_human(state.view(0))
    for text in ("double", "barrier", "end"):
        assert f"{text}  {state.explain(text).reasons[0]}" in shown


def test_questions_about_a_position_of_microworld() -> None:
    state = bw.start("microworld").play("9").play("18 +flip end")
    _, shown = ask_human(state.view(0), "help", "near 9", "near 99", "near x", "tissues", "standing", "0")
    cell = state.layout()["board"]["cells"][9]
    assert all(f"{other} {state.layout()['board']['cells'][other]['kind']}" in shown for other in cell["adjacent"])
    assert shown.count("Type 'near' and a cell, 0 to 31.") == 2
    assert all(tissue["why"] in shown for tissue in state.tissues())
    assert "Viruses: 0 +" in shown
    assert all(word in shown.split("NOTATION")[1] for word in ("near CELL", "tissues", "standing"))
