"""OpenSpiel's compiled searches of the games, which crash the process unless the adapter steps in."""

from __future__ import annotations

from typing import Any

import pytest

import boardwright as bw

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'boardwright[open-spiel]'")

import boardwright.adapters.open_spiel  # noqa: E402

EVALUATOR = pyspiel.RandomRolloutEvaluator(1, 1)


def ready(game: Any) -> Any:
    """The first state in which a seat is to act."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def searcher(game: Any) -> Any:
    return pyspiel.MCTSBot(game, EVALUATOR, 2.0, 20, 10, False, 1, False)


def test_compiled_search() -> None:
    game = pyspiel.load_game("boardwright_microworld")
    state = ready(game)
    actions = [
        searcher(game).step(state),
        searcher(game).step_with_policy(state)[1],
    ]
    assert set(actions) <= set(state.legal_actions())
    with pytest.raises(TypeError, match=r"open_spiel\.python\.algorithms\.ismcts"):
        pyspiel.ISMCTSBot(1, EVALUATOR, 2.0, 20).step(state)
    # Games made of these are written in Python as well.
    for text in ["misere(game=boardwright_microworld())", "add_noise(epsilon=0.1,game=boardwright_genotype(),seed=1)"]:
        made = pyspiel.load_game(text)
        state = ready(made)
        assert searcher(made).step(state) in state.legal_actions()
        with pytest.raises(TypeError, match=r"nor does [a-z_]+ tell the ISMCTSBot in Python, so use an MCTSBot"):
            pyspiel.ISMCTSBot(1, EVALUATOR, 2.0, 20).step(state)
    # Others are searched as before.
    other = pyspiel.load_game("tic_tac_toe")
    step = searcher(other).step(other.new_initial_state())
    assert step in range(9)
    poker = pyspiel.load_game("kuhn_poker").new_initial_state()
    poker.apply_action(0)
    poker.apply_action(1)
    assert pyspiel.ISMCTSBot(1, EVALUATOR, 2.0, 20).step(poker) in (0, 1)


@pytest.mark.parametrize("text", ["boardwright_microworld(rules=AC)", "misere(game=boardwright_microworld(rules=AC))"])
@pytest.mark.parametrize("method", ["step", "step_with_policy", "mcts_search"])
def test_where_nobody_is_to_act_is_no_search(text: str, method: str) -> None:
    game = pyspiel.load_game(text)
    ask = getattr(searcher(game), method)
    state = game.new_initial_state()
    with pytest.raises(bw.NoActionError, match="chance is to act"):
        ask(state)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(bw.NoActionError, match="the game is over"):
        ask(state)


@pytest.mark.parametrize("other", [None, "state", 7])
def test_only_states_are_searched(other: Any) -> None:
    bot = searcher(pyspiel.load_game("boardwright_gridopolis"))
    for ask in (bot.step, bot.step_with_policy, bot.mcts_search, pyspiel.ISMCTSBot(1, EVALUATOR, 2.0, 20).step):
        with pytest.raises(TypeError, match=f"in a state of OpenSpiel, not in {type(other).__name__}"):
            ask(other)
