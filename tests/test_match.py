"""Matches and bots."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

import boardwright as bw
from boardwright import _core
from boardwright.bots import Bot, FunctionBot, GreedyBot, Observer, RandomBot, as_bot, bot_names
from helpers import find_state


def first(view: bw.State, rng: bw.Rng) -> bw.Action:
    """Play the first legal action."""
    return view.legal_actions[0]


def test_a_whole_game() -> None:
    result = bw.Match("gridopolis", ["greedy", "random"], seed=7).play()
    assert result.state.is_over
    assert result.stopped is None
    assert result.players == ("greedy", "random")
    assert result.record.players == ["greedy", "random"]
    assert result.turns == result.state.turn > 0
    assert result.returns == result.state.returns
    assert result.scores == result.state.scores
    assert result.winners == result.state.winners
    assert str(result.turns) in str(result)
    assert repr(result) == f"<MatchResult of gridopolis: {result}>"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_seed_gives_the_same_game(players: int) -> None:
    texts = {bw.Match("gridopolis", ["random"] * players, seed=11).play().record.to_text() for _ in range(2)}
    assert len(texts) == 1
    match = bw.Match("gridopolis", ["random"] * players, seed=11)
    assert match.play().record.to_text() in texts
    assert match.play().record.to_text() in texts, "a match can be played again"
    assert bw.Match("gridopolis", ["random"] * players, seed=12).play().record.to_text() not in texts


def test_greedy_beats_random() -> None:
    won = 0.0
    for seed in range(20):
        seat = seed % 2
        bots = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        won += bw.Match("gridopolis", bots, seed=seed).play().returns[seat]
    assert won > 0


def test_bots_get_views_and_generators_of_their_own() -> None:
    seen: list[tuple[str, int | None, int]] = []

    def spy(view: bw.State, rng: bw.Rng) -> bw.Action:
        seen.append((view.viewer, view.current_player, rng.seed))
        return view.random_action(rng)

    bw.Match("gridopolis", [spy, spy, spy], seed=1, max_turns=9).play()
    assert {(viewer, seat) for viewer, seat, _ in seen} == {(f"seat {seat}", seat) for seat in range(3)}
    assert len({seed for _, _, seed in seen}) == 3


def test_bots_may_answer_in_any_form() -> None:
    forms = [
        lambda view, rng: view.legal_actions[0],
        lambda view, rng: view.legal_actions[0].id,
        lambda view, rng: view.legal_actions[0].text,
        lambda view, rng: view.legal_actions[0].to_dict(),
        lambda view, rng: view.turns()[0],
        lambda view, rng: view.turns()[0].text,
    ]
    results = [bw.Match("gridopolis", [form, form], seed=1, max_turns=30).play() for form in forms]
    assert len({result.state for result in results[:4]}) == 1
    assert len({result.state for result in results}) == 1


def test_turns_are_reported() -> None:
    turns: list[bw.TurnPlayed] = []
    result = bw.Match("gridopolis", ["random", "random"], seed=5, on_turn=turns.append).play()
    assert [turn.number for turn in turns] == list(range(1, result.turns + 1))
    assert [(turn.seat, turn.text) for turn in turns] == [(seat, text) for _, seat, text, _ in result.record.turns()]
    assert turns[-1].state == result.state


def test_callback_errors_come_out_unchanged() -> None:
    error = LookupError("mine")

    def fail(turn: bw.TurnPlayed) -> None:
        raise error

    with pytest.raises(LookupError) as caught:
        bw.Match("gridopolis", ["random", "random"], on_turn=fail).play()
    assert caught.value is error


def test_max_turns() -> None:
    result = bw.Match("gridopolis", ["random", "random"], max_turns=6).play()
    assert result.turns == 6
    assert not result.state.is_over
    assert result.returns == [0.0, 0.0]
    assert "limit of 6 turns" in str(result)
    assert bw.Match("gridopolis", ["random", "random"], max_turns=0).play().turns == 0
    with pytest.raises(ValueError, match="max_turns"):
        bw.Match("gridopolis", ["random", "random"], max_turns=-1)


def test_from_a_position() -> None:
    start = find_state("chain")
    result = bw.Match(start, ["random", "random"], seed=2).play()
    assert result.record.start == start
    assert result.state.is_over
    assert bw.loads(result.record.to_text()).state == result.state
    with pytest.raises(TypeError, match="has its options already"):
        bw.Match(start, ["random", "random"], players=2)


def test_options_and_tags() -> None:
    match = bw.Match(
        "gridopolis", ["random"] * 3, seed=4, tags={"event": "a test"}, win="points", rounds=3, blueprint="matrix"
    )
    assert match.start.num_players == 3, "players is the number of bots"
    result = match.play()
    assert result.turns <= 9
    assert result.record.tags["event"] == "a test"
    assert match.seed == 4


@pytest.mark.parametrize(
    ("bots", "error", "message"),
    [
        (["greedy"], bw.SetupError, "bots: their number does not fit: players must be .* from 2 to 4, not 1"),
        ([], bw.SetupError, "bots: their number does not fit"),
        (["greedy", "nobody"], ValueError, "random, greedy, human"),
        ("greedy,random", TypeError, "list with one player a seat"),
        (["greedy", 7], TypeError, "not int"),
        (["greedy", GreedyBot], TypeError, "is a class"),
    ],
)
def test_wrong_bots(bots: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        bw.Match("gridopolis", bots)


@pytest.mark.parametrize("tags", [{"Game": "chess"}, {"": "x"}, {"a b": "x"}, {"event": "x\ny"}, {"event": "x" * 201}])
def test_tags_that_can_not_be_recorded(tags: dict[str, str]) -> None:
    with pytest.raises(bw.SetupError, match="tags"):
        bw.Match("gridopolis", ["random", "random"], tags=tags)


def test_number_of_bots_against_option() -> None:
    with pytest.raises(ValueError, match="3 seats, not 2"):
        bw.Match("gridopolis", ["random", "random"], players=3)


@pytest.mark.parametrize(
    ("answer", "rule"),
    [("1.-2.2>1.-1.2", "G20"), ("nonsense", None), (None, None), (10**30, None), (65000, None), ({}, None)],
    ids=str,
)
def test_an_answer_that_can_not_be_played(answer: Any, rule: str | None) -> None:
    def bad(view: bw.State, rng: bw.Rng) -> Any:
        return answer

    def good(view: bw.State, rng: bw.Rng) -> Any:
        return "1.-1.2>1.0.2" if view.turn == 0 else view.legal_actions[0]

    match = bw.Match("gridopolis", [good, bad], first_seat=0)
    with pytest.raises(bw.BotError, match="'bad' in seat 1") as caught:
        match.play()
    assert caught.value.seat == 1
    if rule is not None:
        assert caught.value.rule is not None
    assert caught.value.record is match.record
    assert len(match.record) == 1
    assert caught.value.__cause__ is not None


def test_errors_of_bots_come_out_with_a_note() -> None:
    error = ZeroDivisionError("mine")

    def fail(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise error

    with pytest.raises(ZeroDivisionError) as caught:
        bw.Match("gridopolis", [fail, "random"]).play()
    assert caught.value is error
    assert caught.value.__notes__ == ["raised by the bot 'fail' in seat 0, turn 1"]


@pytest.mark.usefixtures("ctrl_c")
def test_interruption_keeps_the_record() -> None:
    def interrupt(turn: bw.TurnPlayed) -> None:
        if turn.number == 5:
            os.kill(os.getpid(), signal.SIGINT)

    match = bw.Match("gridopolis", ["random", "random"], on_turn=interrupt)
    with pytest.raises(KeyboardInterrupt):
        match.play()
    assert match.record.state.turn >= 5
    assert bw.loads(match.record.to_text()).state == match.record.state


def test_bots_can_stop_a_match() -> None:
    def leave(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise bw.StopMatch("had enough")

    result = bw.Match("gridopolis", ["random", leave]).play()
    assert result.stopped == "had enough"
    assert "had enough" in str(result)
    assert not result.state.is_over


class Witness:
    """Plays at random, and writes down what it is told."""

    name = "witness"

    def __init__(self) -> None:
        self.seen: list[tuple[bw.State, int, str]] = []

    def choose(self, view: bw.State, rng: bw.Rng, /) -> bw.Action:
        return view.random_action(rng)

    def observe(self, view: bw.State, seat: int, text: str, /) -> None:
        self.seen.append((view, seat, text))


def test_bots_are_told_of_every_turn() -> None:
    witness = Witness()
    assert isinstance(witness, Observer)
    assert not isinstance(RandomBot(), Observer)
    result = bw.Match("gridopolis", ["random", witness], seed=5).play()
    turns = result.record.turns()
    assert [(seat, text) for _, seat, text in witness.seen] == [(seat, text) for _, seat, text, _ in turns]
    assert [view for view, _, _ in witness.seen] == [state.view(1) for *_, state in turns]
    assert result.record.to_text() == bw.Match("gridopolis", ["random", Silent()], seed=5).play().record.to_text()


class Silent(RandomBot):
    name = "witness"


def test_bots_are_told_what_their_seat_sees_only() -> None:
    witnesses = [Witness(), Witness()]
    start = _core.start("fixture", '{"players": 2}')
    record = bw.Match(start, witnesses, seed=3).play().record
    for seat, witness in enumerate(witnesses):
        seen = record.redact(seat).turns()[: len(witness.seen)]
        assert [text for _, _, text in witness.seen] == [text for _, _, text, _ in seen]
        assert [view for view, _, _ in witness.seen] == [state for *_, state in seen]
    assert witnesses[0].seen[0][2] != witnesses[1].seen[0][2]


def test_bots_that_fail_or_stop_when_told() -> None:
    class Touchy(Witness):
        def observe(self, view: bw.State, seat: int, text: str, /) -> None:
            if view.turn == 3:
                raise bw.StopMatch("seen enough")

    class Broken(Witness):
        def observe(self, view: bw.State, seat: int, text: str, /) -> None:
            raise ZeroDivisionError

    result = bw.Match("gridopolis", ["random", Touchy()]).play()
    assert (result.turns, result.stopped) == (3, "seen enough")
    with pytest.raises(ZeroDivisionError) as caught:
        bw.Match("gridopolis", ["random", Broken()]).play()
    assert caught.value.__notes__ == ["raised by the bot 'witness' in seat 1, told of turn 1"]


@pytest.mark.parametrize("game", [None, 7, "result"])
def test_what_is_no_start(game: Any) -> None:
    if game == "result":
        game = bw.Match("gridopolis", ["random", "random"], max_turns=2).play()
    with pytest.raises(TypeError, match="from a State"):
        bw.Match(game, ["random", "random"])


def test_registry() -> None:
    assert bot_names() == ["random", "greedy", "human"]
    for name in bot_names():
        bot = bw.make_bot(name)
        assert isinstance(bot, Bot)
        assert bot.name == name
        assert bw.make_bot(name) is not bot
    with pytest.raises(ValueError, match="there are: random, greedy, human"):
        bw.make_bot("")
    mine = RandomBot()
    assert as_bot(mine) is mine
    assert as_bot(first).name == "first"
    assert FunctionBot(first, "mine").name == "mine"
    assert "mine" in repr(FunctionBot(first, "mine"))
    assert repr(RandomBot()) == "RandomBot()"
    assert repr(GreedyBot()) == "GreedyBot()"
