"""Boardwright's bots as OpenSpiel's."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import boardwright as bw

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'boardwright[open-spiel]'")

from open_spiel.python.algorithms import evaluate_bots  # noqa: E402
from open_spiel.python.bots import uniform_random  # noqa: E402

from boardwright.adapters import open_spiel as adapter  # noqa: E402

GAMES = ["boardwright_gridopolis(turn_cap=30)", "boardwright_microworld(rules=AC)", "boardwright_genotype"]
SAMPLED = ["boardwright_microworld(rules=AC,sampled=True,seed=3)", "boardwright_genotype(sampled=True,seed=3)"]
SPECS = ["random", "greedy", "mcts:20", "level:2"]

each_game = pytest.mark.parametrize("text", GAMES + SAMPLED)


def ready(text: str) -> Any:
    """The first state in which a seat is to act."""
    state = pyspiel.load_game(text).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


@each_game
@pytest.mark.parametrize("spec", SPECS)
def test_both_ways_to_evaluate_bots(text: str, spec: str) -> None:
    game = pyspiel.load_game(text)
    bots = [adapter.bot(0, spec, seed=1), uniform_random.UniformRandomBot(1, np.random.RandomState(2))]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    assert sum(returns) == 0
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(4))
    assert sum(returns) == 0


@pytest.mark.parametrize("specs", [("greedy", "random"), ("mcts:20", "greedy"), ("level:2", "mcts:10,reuse=false")])
@pytest.mark.parametrize(
    ("name", "options"), [("gridopolis", {"turn_cap": 30}), ("microworld", {"rules": "AC"}), ("genotype", {})]
)
def test_they_play_as_in_a_match(name: str, options: dict[str, Any], specs: tuple[str, str]) -> None:
    """Where chance has it the same way, every decision is that of a match with the seed."""
    played = bw.Match(name, specs, seed=5, **options).play()
    bots = [adapter.bot(seat, spec, seed=5) for seat, spec in enumerate(specs)]
    state = pyspiel.load_game(f"boardwright_{name}", options).new_initial_state()
    for event in played.record.events():
        if not state.is_chance_node():
            assert bots[state.current_player()].step(state) == event.id
        state.apply_action(event.id)
    assert state.is_terminal()
    assert state.core == played.state


@each_game
def test_they_see_the_view_of_their_seat_alone(text: str) -> None:
    views = []

    def look(view: bw.State, rng: bw.Rng) -> bw.Action:
        views.append(view)
        return view.random_action(rng)

    state = pyspiel.load_game(text).new_initial_state()
    bots = [adapter.bot(seat, look, seed=seat) for seat in (0, 1)]
    rng = np.random.RandomState(1)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=shares)))
            continue
        seat = state.current_player()
        action = bots[seat].step(state)
        assert views.pop() == state.core.view(seat)
        assert not views
        # What differs only in what the seat does not know is answered alike.
        other = adapter.resampler(seed=7)(state, seat)
        bots[seat].step(other)
        assert views.pop() == state.core.view(seat)
        state.apply_action(action)


class Listener:
    """Plays at random, and takes down what it is told."""

    name = "listener"

    def __init__(self) -> None:
        self.events: list[tuple[bw.State, str]] = []
        self.turns: list[tuple[bw.State, int, str]] = []

    def choose(self, view: bw.State, rng: bw.Rng, /) -> bw.Action:
        return view.random_action(rng)

    def follow(self, view: bw.State, action: bw.Action, /) -> None:
        self.events.append((view, action.text))

    def observe(self, view: bw.State, seat: int, text: str, /) -> None:
        self.turns.append((view, seat, text))


@pytest.mark.parametrize(
    ("name", "options"), [("gridopolis", {"turn_cap": 30}), ("microworld", {"rules": "AC"}), ("genotype", {})]
)
def test_bots_that_follow_hear_what_they_would_in_a_match(name: str, options: dict[str, Any]) -> None:
    there, here = [Listener(), Listener()], [Listener(), Listener()]
    played = bw.Match(name, there, seed=5, **options).play()
    bots = [adapter.bot(seat, listener, seed=5) for seat, listener in enumerate(here)]
    state = pyspiel.load_game(f"boardwright_{name}", options).new_initial_state()
    for event in played.record.events():
        if not state.is_chance_node():
            assert bots[state.current_player()].step(state) == event.id
        state.apply_action(event.id)
    for one, other in zip(here, there, strict=True):
        # What came after its last decision is not told.
        assert len(one.events) > 10
        assert len(one.turns) > 2
        assert one.events == other.events[: len(one.events)]
        assert one.turns == other.turns[: len(one.turns)]


@pytest.mark.parametrize("text", SAMPLED)
def test_bots_that_follow_hear_of_hidden_chance(text: str) -> None:
    listener = Listener()
    game = pyspiel.load_game(text)
    bots = [adapter.bot(0, listener), adapter.bot(1, "random")]
    for _ in range(2):
        listener.events.clear()
        state = game.new_initial_state()
        cores = [state.core]
        for bot in bots:
            bot.restart_at(state)
        while not state.is_terminal():
            state.apply_action(0 if state.is_chance_node() else bots[state.current_player()].step(state))
            cores.append(state.core)
        assert [view for view, _ in listener.events] == [core.view(0) for core in cores[: len(listener.events)]]
        assert len(listener.events) > len(cores) / 2


@each_game
def test_bots_that_follow_hear_the_past_of_states_that_are_read(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = np.random.RandomState(1)
    state = game.new_initial_state()
    # For each bot the same game goes on, also where each state of it is another object.
    listeners = [Listener() for _ in range(3)]
    bots = [adapter.bot(0, listener) for listener in listeners]
    while len(listeners[0].events) < 40 and not state.is_terminal():
        if state.current_player() == 0:
            bots[0].step(state)
            bots[1].step(pickle.loads(pickle.dumps(state)))
            bots[2].step(game.deserialize_state(state.serialize()))
            assert len(listeners[0].events) == len(state.history())
            for other in listeners[1:]:
                assert (other.events, other.turns) == (listeners[0].events, listeners[0].turns)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert len(listeners[0].events) > 10


def test_another_game_is_told_from_its_beginning() -> None:
    listener = Listener()
    state = ready("boardwright_microworld(rules=AC)")
    seat = state.current_player()
    bot = adapter.bot(seat, listener)
    bot.step(state)
    events = list(listener.events)

    def branch(action: int) -> Any:
        on = state.child(action)
        while on.current_player() != seat:
            on.apply_action(on.legal_actions()[0])
        return on

    first, second = branch(state.legal_actions()[0]), branch(state.legal_actions()[-1])
    bot.step(first)
    assert len(listener.events) == len(first.history())
    listener.events.clear()
    bot.step(second)
    assert listener.events[: len(events)] == events
    assert len(listener.events) == len(second.history())
    # Of an imagined state nothing is known but what comes after it.
    listener.events.clear()
    imagined = adapter.resampler(seed=1)(second, seat)
    bot.step(imagined)
    assert listener.events == []
    imagined.apply_action(imagined.legal_actions()[0])
    while imagined.current_player() != seat:
        imagined.apply_action(imagined.legal_actions()[0])
    bot.step(imagined)
    assert len(listener.events) == len(imagined.history())


@pytest.mark.parametrize("spec", ["random", "mcts:20", "level:2"])
def test_bots_are_copied_and_pickled(spec: str) -> None:
    state = ready("boardwright_microworld(rules=AC)")
    bot = adapter.bot(state.current_player(), spec, seed=1)
    bot.step(state)
    copies = [copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    ahead = [bot.step(state) for _ in range(8)]
    for one in copies:
        assert repr(one) == repr(bot) == f"<SeatBot {spec} in seat {state.current_player()}>"
        assert [one.step(state) for _ in range(8)] == ahead


def test_a_copy_plays_the_rest_of_a_turn() -> None:
    def turn(view: bw.State, rng: bw.Rng) -> Any:
        turns.append(view)
        return max(view.turns(), key=lambda turn: len(turn.text.split()))

    turns: list[bw.State] = []
    state = ready("boardwright_microworld(rules=AC)")
    while state.is_chance_node() or len(state.core.turns()[0].text.split()) < 2:
        state.apply_action(state.legal_actions()[0])
    bot = adapter.bot(state.current_player(), turn)
    state.apply_action(bot.step(state))
    assert state.current_player() == bot.player_id()
    one = copy.copy(bot)
    assert one.step(state) == bot.step(state)
    assert len(turns) == 1


def test_resamplers_are_pickled() -> None:
    state = ready("boardwright_microworld")
    resample = adapter.resampler(seed=3)
    resample(state, 0)
    again = pickle.loads(pickle.dumps(resample))
    assert [again(state, 0).core for _ in range(5)] == [resample(state, 0).core for _ in range(5)]


def test_the_seed_says_what_is_drawn() -> None:
    state = ready("boardwright_genotype")

    def steps(seed: int) -> list[int]:
        bot = adapter.bot(state.current_player(), "random", seed=seed)
        return [bot.step(state) for _ in range(20)]

    assert steps(1) == steps(1)
    assert steps(1) != steps(2)
    bot = adapter.bot(state.current_player(), "random", seed=1)
    first = [bot.step(state) for _ in range(10)]
    bot.restart()
    assert first + [bot.step(state) for _ in range(10)] == steps(1)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no bot"):
        adapter.bot(0, "nobody")
    with pytest.raises(ValueError, match="a seat is a number from 0"):
        adapter.bot(-1, "greedy")
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        adapter.bot(0, "greedy", seed=-1)
    with pytest.raises(TypeError, match="a player is"):
        adapter.bot(0, 7)  # type: ignore[arg-type]
    state = ready("boardwright_microworld")
    player = state.current_player()
    with pytest.raises(bw.NoActionError, match=f"seat {1 - player} is asked, but that seat is not to act"):
        adapter.bot(1 - player, "greedy").step(state)
    with pytest.raises(bw.NoActionError, match="not to act"):
        adapter.bot(0, "greedy").step(pyspiel.load_game("boardwright_genotype").new_initial_state())
    with pytest.raises(TypeError, match="not for one of tic_tac_toe"):
        adapter.bot(0, "greedy").step(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(ValueError, match="a seat is a number from 0 to 1, not 99"):
        adapter.bot(99, "greedy").step(state)
    with pytest.raises(TypeError, match="not for one of misere, which does not show the position of the game in it"):
        adapter.bot(0, "greedy").step(ready("misere(game=boardwright_microworld())"))
    for answer in ("nonsense", 10**6, None):
        with pytest.raises(bw.BotError, match=f"the bot 'wrong' in seat {player}, turn 1 answered {answer!r}: "):
            adapter.bot(player, bw.bots.FunctionBot(lambda view, rng, answer=answer: answer, "wrong")).step(state)
    assert adapter.bot(player, "greedy").player_id() == player
