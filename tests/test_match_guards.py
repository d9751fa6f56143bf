"""Matches hold against bots, callbacks and callers that do what they should not."""

from __future__ import annotations

import copy
import itertools
import operator
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright import _core
from boardwright.bots import GreedyBot, HumanBot, RandomBot
from helpers import Setup, each_game

GENES = ("flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy")

PATIENCE = 60.0  # seconds until a test fails that would wait for ever; much more than any needs


def first(view: bw.State, rng: bw.Rng) -> bw.Action:
    """Play the first legal action."""
    return view.legal_actions[0]


def play_with(answer: Any, game: str = "gridopolis") -> bw.MatchResult:
    """Play a match in which the second bot gives always the same answer."""
    return bw.Match(game, [first, lambda view, rng: answer], max_turns=2).play()


@each_game
def test_one_game_at_a_time(setup: Setup) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def wait(view: bw.State, rng: bw.Rng) -> bw.Action:
        asked.set()
        assert go_on.wait(PATIENCE)
        return view.legal_actions[0]

    match = setup.match([wait, "random"], max_turns=20)
    results: list[bw.MatchResult] = []
    thread = threading.Thread(target=lambda: results.append(match.play()), daemon=True)
    thread.start()
    try:
        assert asked.wait(PATIENCE)
        live = match.record
        for _ in range(3):
            with pytest.raises(RuntimeError, match="being played already"):
                match.play()
        assert match.record is live, "a refused game changes nothing"
    finally:
        go_on.set()
        thread.join(PATIENCE)
    assert results[0].record is live
    assert results[0].turns == 20
    assert match.play() == results[0], "it can be played again afterwards"


@each_game
def test_a_bot_can_not_play_its_own_match(setup: Setup) -> None:
    def again(view: bw.State, rng: bw.Rng) -> Any:
        return match.play()

    match = setup.match(["random", again])
    for _ in range(2):
        with pytest.raises(RuntimeError, match="being played already") as caught:
            match.play()
        # With secret choices it is asked before the first turn.
        turn = 1 if match.record.state.turn == 0 else 2
        assert caught.value.__notes__ == [f"raised by the bot 'again' in seat 1, turn {turn}"]


@each_game
def test_a_match_can_be_played_again_after_an_error(setup: Setup) -> None:
    fail = [True]

    def once(view: bw.State, rng: bw.Rng) -> bw.Action:
        if fail.pop() if fail else False:
            raise ZeroDivisionError
        return view.legal_actions[0]

    match = setup.match([once, "random"], max_turns=4)
    with pytest.raises(ZeroDivisionError):
        match.play()
    assert match.play().turns == 4


@each_game
@pytest.mark.parametrize("place", ["choose", "on_turn", "answer"])
def test_nobody_else_adds_to_the_record(setup: Setup, place: str) -> None:
    def meddle(*_: object) -> None:
        state = match.record.state
        match.record.push(state.outcomes[0][0] if state.is_chance else state.legal_actions[0])

    class Number:
        def __index__(self) -> int:
            legal = match.record.state.legal_actions[0].id
            meddle()
            return legal

    def choose(view: bw.State, rng: bw.Rng) -> Any:
        if place == "choose":
            meddle()
        return Number() if place == "answer" else view.legal_actions[0]

    match = setup.match([choose, "random"], on_turn=meddle if place == "on_turn" else None)
    with pytest.raises(RuntimeError, match="somebody else added to the record"):
        match.play()


@pytest.mark.parametrize("place", ["choose", "on_turn"])
def test_additions_at_the_very_end(place: str) -> None:
    def meddle(*_: object) -> None:
        match.record.push(match.record.state.legal_actions[0])

    def leave(view: bw.State, rng: bw.Rng) -> Any:
        if place == "choose":
            meddle()
            raise bw.StopMatch
        return view.legal_actions[0]

    match = bw.Match("gridopolis", [leave, "random"], max_turns=1, on_turn=meddle if place == "on_turn" else None)
    with pytest.raises(RuntimeError, match="somebody else added to the record"):
        match.play()


@pytest.mark.parametrize("who", ["chance", "the other seat"])
def test_bots_do_not_say_what_others_do_in_their_turn(who: str) -> None:
    """In Microworld chance and the other seat have a say within a turn."""

    def answer_for_others(view: bw.State, rng: bw.Rng) -> bw.Move:
        for action in view.legal_actions:
            after = view.play(action)
            if who == "chance" and after.is_chance:
                return f"{action.text} {after.outcomes[0][0].text}"
            if who != "chance" and after.current_player == 0 and action.text in GENES:
                return f"{action.text} allow"
        return view.random_action(rng)

    for seed in range(10):
        bots: list[Any] = ["random", answer_for_others]
        match = bw.Match("microworld", bots, seed=seed, rules="AC", mutations=["steal", "shift"])
        # That a token is elsewhere may be what the bot does not know.
        with pytest.raises(bw.BotError, match=r"more than this seat's own actions|was seen elsewhere") as caught:
            match.play()
        assert caught.value.seat == 1
        assert caught.value.record is match.record
        assert match.record.state.current_player == 1


def test_bots_act_for_their_own_seat_only() -> None:
    start = _core.start("fixture", '{"players": 2}')
    while start.is_chance:
        start = start.sample(bw.Rng(1))
    both = f"{start.legal_actions[0].text} {start.play(start.legal_actions[0]).legal_actions[0].text}"
    assert start.play(both) != start, "it is legal, but not for one seat"
    greedy: Any = lambda view, rng: both if view.current_player == 0 else view.random_action(rng)  # noqa: E731
    with pytest.raises(bw.BotError, match="more than this seat's own actions") as caught:
        bw.Match(start, [greedy, greedy]).play()
    assert caught.value.record is not None
    assert len(caught.value.record) == 0


def test_the_record_is_not_to_be_replaced() -> None:
    match: Any = bw.Match("gridopolis", ["random", "random"])
    with pytest.raises(AttributeError):
        match.record = bw.Record(match.start)


@each_game
def test_copies_of_a_match(setup: Setup) -> None:
    match = setup.match([RandomBot(), GreedyBot()], seed=9, max_turns=10)
    result = match.play()
    for twin in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match), copy.copy(match)):
        assert twin.record == match.record
        assert twin.play() == result
        assert twin.record is not match.record


@each_game
def test_results_are_values(setup: Setup) -> None:
    match = setup.match(["random", "greedy"], seed=3, tags={"event": "é"}, max_turns=20)
    one, two = match.play(), match.play()
    assert one == two
    assert hash(one) == hash(two)
    other = setup.match(["random", "greedy"], seed=4, max_turns=20).play()
    assert one != other
    assert len({one, two, other}) == 2
    for twin in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert twin == one
        assert hash(twin) == hash(one)
        assert str(twin) == str(one)


class Raising:
    """Can't be shown, and is no move."""

    text: str = property(lambda self: 1 / 0)  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise ZeroDivisionError

    __str__ = __repr__


class Posing:
    """Shows a text like a move, but is none."""

    text = "x" * 10**6

    def __repr__(self) -> str:
        return "posing"


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (Raising(), "something of type Raising"),
        (Posing(), "answered posing"),
        (10**5000, "something of type int"),
        ({"type": Raising()}, "something of type dict"),
        ({"type": "step", "from": 10**5000}, "something of type dict"),
        ("\ud800", r"'\\ud800'"),
        ("x" * 10**6, "xxx..."),
        (True, "True"),
        (b"x", "b'x'"),
        (float("nan"), "nan"),
    ],
    ids=lambda part: part[:20] if isinstance(part, str) else type(part).__name__,
)
@pytest.mark.parametrize("game", ["gridopolis", "microworld"])
def test_answers_that_can_hardly_be_shown(game: str, answer: Any, shown: str) -> None:
    with pytest.raises(bw.BotError, match=shown) as caught:
        play_with(answer, game)
    assert caught.value.seat == 1
    assert len(str(caught.value)) < 1000
    assert caught.value.record is not None
    assert len(caught.value.record) == 1


def test_errors_of_an_answer() -> None:
    class Broken:
        def __index__(self) -> int:
            raise ZeroDivisionError("mine")

    class SilentError(ValueError):
        def __str__(self) -> str:
            raise ZeroDivisionError

    class Wrong:
        def __index__(self) -> int:
            raise SilentError

    with pytest.raises(ZeroDivisionError, match="mine") as caught:
        play_with(Broken())
    assert "raised by the answer of the bot" in caught.value.__notes__[0]
    with pytest.raises(bw.BotError, match="something of type SilentError"):
        play_with(Wrong())


def test_exceptions_that_take_no_notes() -> None:
    class ProudError(Exception):
        def add_note(self, note: str, /) -> None:
            raise ZeroDivisionError

    def fail(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise error

    odd = LookupError("notes are no list")
    odd.__notes__ = 7  # type: ignore[assignment]
    for error in (ProudError(), odd):
        with pytest.raises(type(error)) as caught:
            bw.Match("gridopolis", [fail, "random"]).play()
        assert caught.value is error


@pytest.mark.parametrize("stop", [bw.StopMatch, bw.StopMatch()], ids=["class", "object"])
def test_stopping_without_a_word(stop: Any) -> None:
    def leave(view: bw.State, rng: bw.Rng) -> bw.Action:
        raise stop

    result = bw.Match("gridopolis", [leave, "random"]).play()
    assert result.stopped == "stopped by a player"
    assert str(result).endswith("stopped by a player")


@each_game
def test_an_answer_is_read_once(setup: Setup) -> None:
    class Fickle:
        """Another action at each look."""

        def __init__(self, ids: list[int]) -> None:
            self.ids = iter(ids)

        def __index__(self) -> int:
            return next(self.ids)

    kept: dict[str, Any] = {}

    def reuse(view: bw.State, rng: bw.Rng) -> dict[str, Any]:
        kept.clear()
        kept.update(view.random_action(rng).to_dict())
        return kept

    def spoil(turn: bw.TurnPlayed) -> None:
        told.append((turn.seat, turn.text))
        kept.clear()

    told: list[tuple[int, str]] = []
    result = setup.match([reuse, reuse], seed=2, on_turn=spoil).play()
    assert told == [(seat, text) for _, seat, text, _ in result.record.turns()]

    told.clear()
    fickle: Any = lambda view, rng: Fickle(view.legal_actions.ids)  # noqa: E731
    result = setup.match([fickle, fickle], max_turns=6, on_turn=spoil).play()
    assert told == [(seat, text) for _, seat, text, _ in result.record.turns()]


def test_views_are_no_start(any_state: bw.State) -> None:
    for viewer in (0, "spectator"):
        with pytest.raises(bw.ViewError, match=r"whole state, not what is known to (seat 0|spectator)"):
            bw.Match(any_state.view(viewer), ["random", "random"])
    assert bw.Match(any_state.view("everything"), ["random", "random"], max_turns=1).play().turns == 1


class Nameless(RandomBot):
    name: Any = 7


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ({"random", "greedy"}, "one player a seat, not set"),
        (frozenset(["random", "greedy"]), "not frozenset"),
        ({"random": 1, "greedy": 2}, "not dict"),
        ({"random": 1, "greedy": 2}.keys(), "not dict_keys"),
        (None, "not NoneType"),
        (2, "not int"),
        (RandomBot(), "not RandomBot"),
        (["random", Nameless()], "name of a bot is a text, not int"),
    ],
    ids=str,
)
def test_bots_without_seats(bots: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        bw.Match("gridopolis", bots)


def test_bots_of_any_order() -> None:
    for bots in (("random", "greedy"), iter(["random", "greedy"]), np.array(["random", "greedy"])):
        assert bw.Match("gridopolis", bots).players == ("random", "greedy")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"max_turns": True}, TypeError, "max_turns is a whole number, not bool"),
        ({"max_turns": float("nan")}, TypeError, "max_turns is a whole number, not float"),
        ({"max_turns": 3.0}, TypeError, "max_turns is a whole number, not float"),
        ({"max_turns": "3"}, TypeError, "max_turns is a whole number, not str"),
        ({"max_turns": -(10**5000)}, ValueError, "max_turns is a number from 0"),
        ({"seed": 10**5000}, ValueError, r"a seed is a number from 0 to 2\*\*64 - 1, not one so far out of range"),
        ({"seed": -(10**5000)}, ValueError, "a seed is a number"),
        ({"seed": True}, TypeError, "a seed is a whole number, not bool"),
        ({"seed": None}, TypeError, "a seed is a whole number, not NoneType"),
        ({"on_turn": 7}, TypeError, "on_turn is a function of a turn, not int"),
        ({"tags": [("event", "x")]}, TypeError, "tags are a dict of texts, not list"),
        ({"tags": {"event": 7}}, TypeError, "tags are a dict of texts; int is none"),
        ({"tags": {"event": "\ud800"}}, bw.SetupError, "no Unicode"),
        ({"turn_cap": 10**5000}, bw.SetupError, "more than 100 digits"),
        ({"quiet_limit": "\ud800"}, bw.SetupError, "quiet_limit: a character is no Unicode"),
        ({"players": 5}, bw.SetupError, "^players: "),
        ({"win": "never"}, bw.SetupError, "^win: "),
    ],
    ids=lambda part: str(part)[:30] if isinstance(part, str) else type(part).__name__,
)
def test_wrong_arguments(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        bw.Match("gridopolis", ["random", "random"], **changes)


def test_the_number_of_bots_against_the_blueprint() -> None:
    with pytest.raises(bw.SetupError, match="bots: their number does not fit") as caught:
        bw.Match("gridopolis", ["random"] * 5, win="never")
    assert {problem.path for problem in caught.value.problems} == {"bots", "win"}
    assert bw.Match("gridopolis", ["random"] * 2, max_turns=np.int64(1)).play().turns == 1  # type: ignore[arg-type]


def old_mix(seed: int, label: int) -> list[int]:
    """Make the keys that a mix of the bits would give, which can be taken back."""
    mask = 2**64 - 1

    def mix(z: int) -> int:
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    golden = 0x9E3779B97F4A7C15
    steps = [(label * golden) & mask, ((label + 1) * golden) & mask, label, mix(label)]
    return [mix((seed + step) & mask) for step in steps] + [mix(seed ^ step) for step in steps] + [seed ^ mix(label)]


def test_what_a_bot_knows_of_the_seed() -> None:
    seed = 0x1234_5678_9ABC_DEF0
    root = bw.Rng(seed)
    keys = [root.split(label).seed for label in range(200)]
    assert len({seed, *keys}) == 201
    for label, key in enumerate(keys[:5]):
        assert key not in old_mix(seed, label)
    # No step from one label or seed to the next shows in the keys, as it would with a sum or an xor.
    for differ in (operator.sub, operator.xor):
        assert len({differ(a, b) for a, b in itertools.pairwise(keys)}) == len(keys) - 1
        assert differ(keys[1], keys[0]) != differ(bw.Rng(seed + 1).split(1).seed, bw.Rng(seed + 1).split(0).seed)


def test_a_person_without_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> str:
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    class Input:
        closed = False
        lines: list[Callable[[], str]] = [unreadable, lambda: "\udcff\n", lambda: ""]  # noqa: RUF012

        def readline(self) -> str:
            return self.lines.pop(0)()

    shown: list[str] = []
    monkeypatch.setattr("sys.stdin", Input())
    result = bw.Match("gridopolis", [HumanBot(say=shown.append), "random"]).play()
    assert result.stopped == "the input ended"
    assert sum("'help' for what can be typed" in line for line in shown) == 2, "both lines were asked for again"
    "".join(shown).encode()
    monkeypatch.setattr("sys.stdin", None)
    assert bw.Match("gridopolis", ["human", "random"]).play().stopped == "the input ended"
