"""Matches and bots."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

import boardwright as bw
from boardwright import _core
from boardwright.bots import Bot, FunctionBot, GreedyBot, Observer, RandomBot, as_bot, bot_names
from helpers import GAMES, Setup, each_game, find_state, in_phases


def first(view: bw.State, rng: bw.Rng) -> bw.Action:
    """Play the first legal action."""
    return view.legal_actions[0]


@each_game
def test_a_whole_game(setup: Setup) -> None:
    result = setup.match(["greedy", "random"], seed=7).play()
    assert result.state.is_over
    assert result.stopped is None
    assert result.players == ("greedy", "random")
    assert result.record.players == ["greedy", "random"]
    assert result.turns == result.state.turn > 0
    assert result.returns == result.state.returns
    assert result.scores == result.state.scores
    assert result.winners == result.state.winners
    assert str(result.turns) in str(result)
    assert repr(result) == f"<MatchResult of {setup.game}: {result}>"


@pytest.mark.parametrize(
    ("setup", "players"),
    [
        *((GAMES["gridopolis"], players) for players in (2, 3, 4)),
        *((GAMES[name], 2) for name in ("microworld", "microworld-secrets")),
    ],
)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_same_seed_gives_the_same_game(setup: Setup, players: int, bot: str) -> None:
    bots = [bot] + ["random"] * (players - 1)
    texts = {setup.match(bots, seed=11).play().record.to_text() for _ in range(2)}
    assert len(texts) == 1
    match = setup.match(bots, seed=11)
    assert match.play().record.to_text() in texts
    assert match.play().record.to_text() in texts, "a match can be played again"
    assert setup.match(bots, seed=12).play().record.to_text() not in texts


@each_game
def test_greedy_beats_random(setup: Setup) -> None:
    won = 0.0
    for seed in range(20):
        seat = seed % 2
        bots = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        won += setup.match(bots, seed=seed).play().returns[seat]
    assert won > 0


@each_game
def test_bots_get_views_and_generators_of_their_own(setup: Setup) -> None:
    seen: list[tuple[bw.State, int]] = []

    def spy(view: bw.State, rng: bw.Rng) -> bw.Action:
        seen.append((view, rng.seed))
        return view.random_action(rng)

    players = 3 if setup.game == "gridopolis" else 2
    record = setup.match([spy] * players, seed=1, max_turns=9).play().record
    assert {(view.viewer, view.current_player) for view, _ in seen} == {(f"seat {n}", n) for n in range(players)}
    assert len({seed for _, seed in seen}) == players
    decisions = [state for state in record.states()[: len(record)] if not state.is_chance]
    assert [view for view, _ in seen] == [state.view(state.current_player or 0) for state in decisions]
    for (view, _), state in zip(seen, decisions, strict=True):
        action = state.last_action_dict()
        if view.last_action_dict() != action:
            assert action is not None
            assert "?" in (view.last_action_dict() or {}).values(), "only what is hidden differs"


@each_game
def test_a_game_can_be_resumed(setup: Setup) -> None:
    match = setup.match(["greedy", "random"], seed=5, max_turns=10)
    begun = match.play()
    assert (begun.turns, begun.stopped) == (10, "the limit of 10 turns")
    kept = bw.loads(begun.record.to_text())
    assert kept.state == begun.state
    rest = bw.Match(kept.state, ["greedy", "random"], seed=6).play()
    assert rest.record.start == begun.state
    assert rest.state.is_over
    assert rest.record.to_text() == bw.Match(begun.state, ["greedy", "random"], seed=6).play().record.to_text()
    # Played on in one record, it is one game.
    for event in rest.record.events():
        kept.push(event)
    assert kept.state == rest.state
    assert bw.loads(kept.to_text()).states() == kept.states()


@each_game
def test_bots_may_answer_in_any_form(setup: Setup) -> None:
    forms = [
        lambda view, rng: view.legal_actions[0],
        lambda view, rng: view.legal_actions[0].id,
        lambda view, rng: view.legal_actions[0].text,
        lambda view, rng: view.legal_actions[0].to_dict(),
        lambda view, rng: view.turns()[0],
        lambda view, rng: view.turns()[0].text,
    ]
    results = [setup.match([form, form], seed=1, max_turns=30).play() for form in forms]
    assert len({result.state for result in results[:4]}) == 1
    assert len({result.state for result in results}) == 1


@each_game
def test_turns_are_reported(setup: Setup) -> None:
    turns: list[bw.TurnPlayed] = []
    result = setup.match(seed=5, on_turn=turns.append).play()
    assert [turn.number for turn in turns] == list(range(1, result.turns + 1))
    assert [(turn.seat, turn.text) for turn in turns] == [(seat, text) for _, seat, text, _ in result.record.turns()]
    assert turns[-1].state == result.state


@each_game
def test_callback_errors_come_out_unchanged(setup: Setup) -> None:
    error = LookupError("mine")

    def fail(turn: bw.TurnPlayed) -> None:
        raise error

    with pytest.raises(LookupError) as caught:
        setup.match(on_turn=fail).play()
    assert caught.value is error


@each_game
def test_max_turns(setup: Setup) -> None:
    result = setup.match(max_turns=6).play()
    assert result.turns == 6
    assert not result.state.is_over
    assert result.returns == [0.0, 0.0]
    assert "limit of 6 turns" in str(result)
    assert setup.match(max_turns=0).play().turns == 0
    with pytest.raises(ValueError, match="max_turns"):
        setup.match(max_turns=-1)


@pytest.mark.parametrize(
    ("setup", "phase"),
    [
        *in_phases("gridopolis", "chain"),
        *in_phases("microworld", "after", "token"),
        *in_phases("microworld-secrets", "keep", "reveal", "flip", "move", "over"),
    ],
)
def test_from_a_position(setup: Setup, phase: str) -> None:
    start = find_state(phase, setup.options, setup.game)
    result = bw.Match(start, ["random", "random"], seed=2).play()
    assert result.record.start == start
    assert result.state.is_over
    assert bw.loads(result.record.to_text()).state == result.state
    for options in ({"players": 2}, {"rules": "A"}):
        with pytest.raises(TypeError, match="has its options already"):
            bw.Match(start, ["random", "random"], **options)


def test_options_and_tags() -> None:
    match = bw.Match(
        "gridopolis", ["random"] * 3, seed=4, tags={"event": "a test"}, win="points", rounds=3, blueprint="matrix"
    )
    assert match.start.num_players == 3, "players is the number of bots"
    result = match.play()
    assert result.turns <= 9
    assert result.record.tags["event"] == "a test"
    assert match.seed == 4
    match = bw.Match("microworld", ["random"] * 2, seed=4, tags={"event": "a test"}, scenario="sprint")
    assert match.start.options["rules"] == "BDF"
    assert match.play().record.tags["event"] == "a test"


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
    if "number" not in message:
        with pytest.raises(error, match=message):
            bw.Match("microworld", bots)


@pytest.mark.parametrize("bots", [[], ["random"], ["random"] * 3], ids=len)
def test_a_game_for_two(bots: list[str]) -> None:
    with pytest.raises(ValueError, match=f"this game has 2 seats, not {len(bots)}"):
        bw.Match("microworld", bots)


def test_a_game_for_one() -> None:
    with pytest.raises(ValueError, match="this game has 1 seat, not 2"):
        bw.Match("genotype", ["greedy", "random"], players=1)
    assert repr(bw.start("genotype", players=1)).startswith("<State of genotype, 1 player, turn 1,")


@each_game
@pytest.mark.parametrize("tags", [{"Game": "chess"}, {"": "x"}, {"a b": "x"}, {"event": "x\ny"}, {"event": "x" * 201}])
def test_tags_that_can_not_be_recorded(setup: Setup, tags: dict[str, str]) -> None:
    with pytest.raises(bw.SetupError, match="tags"):
        setup.match(tags=tags)


def test_number_of_bots_against_option() -> None:
    with pytest.raises(ValueError, match="3 seats, not 2"):
        bw.Match("gridopolis", ["random", "random"], players=3)


@pytest.mark.parametrize(
    ("game", "answer", "rule"),
    [
        ("gridopolis", "1.-2.2>1.-1.2", "G10"),
        ("microworld", "6", "M12"),
        ("microworld", "31", "M12"),
        ("microworld", "end", "M12"),
        ("microworld", "flip", "M14"),
        ("microworld", "+flip", "M12"),
        *(
            (game, answer, None)
            for game in ("gridopolis", "microworld")
            for answer in ("nonsense", None, 10**30, 65000, {}, {"type": "fly"}, "?")
        ),
    ],
    ids=str,
)
def test_an_answer_that_can_not_be_played(game: str, answer: Any, rule: str | None) -> None:
    def bad(view: bw.State, rng: bw.Rng) -> Any:
        return answer

    def good(view: bw.State, rng: bw.Rng) -> Any:
        return {"gridopolis": "1.-1.2>1.0.2", "microworld": "6"}[game] if view.turn == 0 else view.legal_actions[0]

    match = bw.Match(game, [good, bad])
    with pytest.raises(bw.BotError, match="'bad' in seat 1") as caught:
        match.play()
    assert caught.value.seat == 1
    if rule is not None:
        assert caught.value.rule == rule
    assert caught.value.record is match.record
    assert len(match.record) == 1
    assert caught.value.__cause__ is not None


@each_game
def test_errors_of_bots_come_out_with_a_note(setup: Setup) -> None:
    error = ZeroDivisionError("mine")

    def fail(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise error

    with pytest.raises(ZeroDivisionError) as caught:
        setup.match([fail, "random"]).play()
    assert caught.value is error
    assert caught.value.__notes__ == ["raised by the bot 'fail' in seat 0, turn 1"]


@each_game
@pytest.mark.usefixtures("ctrl_c")
def test_interruption_keeps_the_record(setup: Setup) -> None:
    def interrupt(turn: bw.TurnPlayed) -> None:
        if turn.number == 5:
            os.kill(os.getpid(), signal.SIGINT)

    match = setup.match(on_turn=interrupt)
    with pytest.raises(KeyboardInterrupt):
        match.play()
    assert match.record.state.turn >= 5
    assert bw.loads(match.record.to_text()).state == match.record.state


@each_game
def test_bots_can_stop_a_match(setup: Setup) -> None:
    def leave(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise bw.StopMatch("had enough")

    result = setup.match(["random", leave]).play()
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


@each_game
def test_bots_are_told_of_every_turn(setup: Setup) -> None:
    witness = Witness()
    assert isinstance(witness, Observer)
    assert not isinstance(RandomBot(), Observer)
    result = setup.match(["random", witness], seed=5).play()
    turns = result.record.redact(1).turns()
    assert [(seat, text) for _, seat, text in witness.seen] == [(seat, text) for _, seat, text, _ in turns]
    assert [view for view, _, _ in witness.seen] == [state.view(1) for *_, state in turns]
    assert result.record.to_text() == setup.match(["random", Silent()], seed=5).play().record.to_text()


class Silent(RandomBot):
    name = "witness"


@pytest.mark.parametrize("game", ["fixture", "microworld"])
def test_bots_are_told_what_their_seat_sees_only(game: str) -> None:
    witnesses = [Witness(), Witness()]
    start = _core.start(game, '{"players": 2}' if game == "fixture" else '{"rules": "AC"}')
    record = bw.Match(start, witnesses, seed=3).play().record
    for seat, witness in enumerate(witnesses):
        seen = record.redact(seat).turns()[: len(witness.seen)]
        assert [text for _, _, text in witness.seen] == [text for _, _, text, _ in seen]
        assert [view for view, _, _ in witness.seen] == [state for *_, state in seen]
    assert witnesses[0].seen[0][2] != witnesses[1].seen[0][2]


@each_game
def test_bots_that_fail_or_stop_when_told(setup: Setup) -> None:
    class Touchy(Witness):
        def observe(self, view: bw.State, seat: int, text: str, /) -> None:
            if view.turn == 3:
                raise bw.StopMatch("seen enough")

    class Broken(Witness):
        def observe(self, view: bw.State, seat: int, text: str, /) -> None:
            raise ZeroDivisionError

    result = setup.match(["random", Touchy()]).play()
    assert (result.turns, result.stopped) == (3, "seen enough")
    with pytest.raises(ZeroDivisionError) as caught:
        setup.match(["random", Broken()]).play()
    assert caught.value.__notes__ == ["raised by the bot 'witness' in seat 1, told of turn 1"]


@each_game
def test_followers_that_stop_when_told(setup: Setup) -> None:
    class Follower:
        name = "follower"

        def __init__(self, when: Callable[[bw.State], bool]) -> None:
            self.when = when

        def choose(self, view: bw.State, rng: bw.Rng) -> bw.Action:
            return view.random_action(rng)

        def follow(self, view: bw.State, action: bw.Action) -> None:
            if self.when(view.play(action)):
                raise bw.StopMatch("seen enough")

    turns: list[int] = []
    early = Follower(lambda view: view.turn == 3)
    result = setup.match(["random", early], on_turn=lambda turn: turns.append(turn.number)).play()
    assert (result.turns, result.stopped, turns) == (3, "seen enough", [1, 2, 3])
    # A game that is over was not stopped before.
    result = setup.match(["random", Follower(lambda view: view.is_over)]).play()
    assert (result.state.is_over, result.stopped) == (True, None)


@pytest.mark.parametrize("game", [None, 7, "result"])
def test_what_is_no_start(game: Any) -> None:
    if game == "result":
        game = bw.Match("gridopolis", ["random", "random"], max_turns=2).play()
    with pytest.raises(TypeError, match="from a State"):
        bw.Match(game, ["random", "random"])


def test_registry() -> None:
    assert bot_names()[:3] == ["random", "greedy", "human"]
    assert {"mcts", "ismcts", "level"} < set(bot_names())
    for name in bot_names():
        if name in ("level", "external"):  # one needs a number, the other a command
            continue
        bot = bw.make_bot(name)
        assert isinstance(bot, Bot)
        assert bot.name == name
        assert bw.make_bot(name) is not bot
    with pytest.raises(ValueError, match="there are: random, greedy, human, "):
        bw.make_bot("")
    mine = RandomBot()
    assert as_bot(mine) is mine
    assert as_bot(first).name == "first"
    assert FunctionBot(first, "mine").name == "mine"
    assert "mine" in repr(FunctionBot(first, "mine"))
    assert repr(RandomBot()) == "RandomBot()"
    assert repr(GreedyBot()) == "GreedyBot()"


def test_an_answer_that_is_wrong_tells_only_what_its_seat_knows() -> None:
    def answer(view: bw.State, rng: bw.Rng) -> str:
        return "18 +flip end"

    def message(gene: str) -> str:
        """Let seat 1 name a gene that seat 0 holds in secret, or does not hold."""
        state = bw.start("microworld", rules="A").play(f"+{gene}").play("+copy").play("9 end")
        with pytest.raises(bw.BotError) as caught:
            bw.Match(state, ["random", answer], seed=1).play()
        return str(caught.value)

    assert message("flip") == message("double")
