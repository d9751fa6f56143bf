"""The games in OpenSpiel: its own tests of games, its playthroughs and searches, and what it is told about secrets."""

from __future__ import annotations

import copy
import doctest
import json
import pickle
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardwright as bw

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'boardwright[open-spiel]'")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import playthroughs  # noqa: E402
from boardwright.adapters import open_spiel as adapter  # noqa: E402

GAMES = [
    "boardwright_gridopolis",
    "boardwright_gridopolis(players=4,blueprint=plaza,supported_pads=True)",
    "boardwright_gridopolis(win=points,rounds=6,reserves=0)",
    "boardwright_microworld",
    "boardwright_microworld(rules=ABCDEFGH,board=3a 1b 4a 2b)",
    "boardwright_microworld(rules=C,mutations=steal+exchange)",
    "boardwright_genotype",
    "boardwright_genotype(players=4)",
    "boardwright_genotype(players=3,first_seat=-1)",
    "boardwright_genotype(players=1,difficulty=hard)",
]
SAMPLED = ["boardwright_microworld(rules=ABCDEFGH,sampled=True,seed=3)", "boardwright_genotype(sampled=True)"]

each_game = pytest.mark.parametrize("text", GAMES)


def walk(game: Any, seed: int) -> Iterator[Any]:
    """All states of a random game."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        actions, weights = zip(*state.chance_outcomes(), strict=True) if state.is_chance_node() else (None, None)
        state = state.child(int(rng.choice(actions or state.legal_actions(), p=weights)))
        yield state


def decisions(text: str, count: int = 5) -> list[Any]:
    """States where a seat is to act, spread over a game."""
    states = [state for state in walk(pyspiel.load_game(text), seed=1) if state.is_player_node()]
    return states[:: max(1, len(states) // count)]


@each_game
@pytest.mark.parametrize("serialize", [False, True], ids=["plain", "serialised"])
def test_random_simulations(text: str, serialize: bool) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=2, serialize=serialize, verbose=False, mask_test=True)


@pytest.mark.parametrize("text", SAMPLED)
def test_random_simulations_with_hidden_chance(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False, mask_test=True)


@pytest.mark.parametrize("text", GAMES + SAMPLED)
def test_partial_tree(text: str) -> None:
    """OpenSpiel's tests of an API, on all states of some games: its own choice of states hardly leaves the deal."""
    flags.FLAGS(["pytest"])
    from open_spiel.integration_tests import api_test

    game = pyspiel.load_game(text)
    states = [state for seed in range(2) for state in walk(game, seed)]
    parts = {
        "game": game,
        "game_name": game.get_type().short_name,
        "game_type": game.get_type(),
        "some_states": states,
        "setUpClass": classmethod(lambda cls: None),
    }
    case = type("PartialTree", (api_test.EnforceAPIOnPartialTreeBase,), parts)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    assert suite.countTestCases() >= 5
    result = unittest.TestResult()
    suite.run(result)
    problems = [text for _, text in result.errors + result.failures]
    assert not problems, problems[0]


@each_game
def test_sampled_states_of_the_tree(text: str) -> None:
    """A child of a state is what playing the action gives, and a copy is exact and independent."""
    for state in decisions(text):
        action = state.legal_actions()[-1]
        before = state.core
        copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        child = state.child(action)
        for one in copies:
            assert one.core == before
            assert one.history() == state.history()
            for player in range(state.num_players()):
                assert one.information_state_string(player) == state.information_state_string(player)
                assert one.observation_string(player) == state.observation_string(player)
            one.apply_action(action)
            assert one.core == child.core == before.play(action)
            assert str(one) == str(child)
            assert one.information_state_string(0) == child.information_state_string(0)
        assert state.core == before


@each_game
def test_states_are_the_engines(text: str) -> None:
    for state in walk(pyspiel.load_game(text), seed=2):
        core = state.core
        assert state.returns() == core.returns
        if core.is_over:
            assert state.is_terminal()
        elif core.is_chance:
            assert state.chance_outcomes() == [(outcome.id, share) for outcome, share in core.outcomes]
            outcome = core.outcomes[0][0]
            assert state.action_to_string(pyspiel.PlayerId.CHANCE, outcome.id) == outcome.text
        else:
            player = state.current_player()
            assert player == core.current_player
            assert state.legal_actions() == core.legal_actions.ids
            assert state.legal_actions_mask() == core.legal_mask().astype(int).tolist()
            assert state.action_to_string(state.legal_actions()[0]) == core.legal_actions[0].text


@each_game
def test_observations_are_views(text: str) -> None:
    game = pyspiel.load_game(text)
    kinds = pyspiel.PrivateInfoType
    both, public, private = (
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=known, private_info=secret))
        for known, secret in [(True, kinds.SINGLE_PLAYER), (True, kinds.NONE), (False, kinds.SINGLE_PLAYER)]
    )
    everything = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=kinds.ALL_PLAYERS)
    )
    for state in decisions(text):
        core, n = state.core, state.num_players()
        everything.set_from(state, 0)
        tensors = [core.observation_tensor(seat) for seat in range(n)]
        assert np.array_equal(everything.tensor, np.concatenate(tensors))
        assert everything.string_from(state, 0) == core.to_json()
        for seat in range(n):
            view = core.view(seat)
            for observer in (both, public, private):
                observer.set_from(state, seat)
            assert np.array_equal(both.tensor, view.observation_tensor(seat))
            assert state.observation_tensor(seat) == both.tensor.tolist()
            assert np.array_equal(public.tensor, core.view("spectator").observation_tensor(seat))
            assert np.array_equal(public.tensor + private.tensor, both.tensor)
            assert {name: part.shape for name, part in both.dict.items()} == core.observation_shape
            assert state.observation_string(seat) == both.string_from(state, seat) == view.to_json()
            assert public.string_from(state, seat) == core.view("spectator").to_json()
            secrets = private.string_from(state, seat)
            forms = [view.to_dict(), core.view("spectator").to_dict()]
            assert bool(secrets) == any(forms[0][key] != forms[1][key] for key in forms[0] if key != "viewer")
            assert not secrets or json.loads(secrets).keys() <= forms[0].keys()


def test_observers_say_what_they_cannot_do() -> None:
    game = pyspiel.load_game("boardwright_microworld")
    nothing = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(ValueError, match="public information, private information, or both"):
        make_observation(game, nothing)
    with pytest.raises(ValueError, match=r"no parameters, but \['size'\]"):
        make_observation(game, None, {"size": 1})
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.tensor is None
    # Programs that know nothing of the kind call both.
    recall.set_from(game.new_initial_state(), 0)
    assert recall.string_from(game.new_initial_state(), 0) == "seat 0: "
    with pytest.raises(ValueError, match="start at the beginning"):
        game.new_initial_state({})


@each_game
def test_private_information_of_all_is_what_not_everybody_sees(text: str) -> None:
    game = pyspiel.load_game(text)
    observer = make_observation(
        game,
        pyspiel.IIGObservationType(
            perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
        ),
    )
    for state in decisions(text):
        whole, public = state.core.to_dict(), state.core.view("spectator").to_dict()
        secrets = observer.string_from(state, 0)
        assert secrets == observer.string_from(state, 1 % state.num_players())
        assert set(json.loads(secrets or "{}")) == {key for key in whole if whole[key] != public[key]}


@pytest.mark.parametrize("player", [-4, -2, -1, 2, 9])
@pytest.mark.parametrize("text", ["boardwright_gridopolis", "boardwright_microworld", "boardwright_genotype"])
def test_only_players_have_a_seat(text: str, player: int) -> None:
    game = pyspiel.load_game(text)
    (state,) = decisions(text, 1)[-1:]
    kinds = pyspiel.PrivateInfoType
    for recall in (False, True):
        for public, secret in [(True, kinds.SINGLE_PLAYER), (True, kinds.NONE), (True, kinds.ALL_PLAYERS)]:
            observer = make_observation(
                game,
                pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=secret),
            )
            for ask in (observer.set_from, observer.string_from):
                with pytest.raises(ValueError, match=f"a seat is a number from 0 to 1, not {player}"):
                    ask(state, player)
            assert observer.tensor is None or not observer.tensor.any()
    for imagine in (adapter.resampler(), lambda state, player: state.resample_from_infostate(player, lambda: 0.5)):
        with pytest.raises(ValueError, match=f"a seat is a number from 0 to 1, not {player}"):
            imagine(state, player)
    for ask in (
        state.information_state_string,
        state.observation_string,
        state.observation_tensor,
        state.player_return,
        state.player_reward,
    ):
        with pytest.raises(pyspiel.SpielError, match="player"):
            ask(player)


def test_only_states_of_these_games_are_observed_and_imagined() -> None:
    other = pyspiel.load_game("tic_tac_toe").new_initial_state()
    observer = make_observation(pyspiel.load_game("boardwright_microworld"))
    for ask in (observer.set_from, observer.string_from, adapter.resampler()):
        with pytest.raises(TypeError, match="not for one of tic_tac_toe"):
            ask(other, 0)
        with pytest.raises(TypeError, match="not for NoneType"):
            ask(None, 0)  # type: ignore[arg-type]


def test_observers_belong_to_a_game_with_its_options() -> None:
    observer = make_observation(pyspiel.load_game("boardwright_microworld(rules=AC)"))
    for text in ("boardwright_gridopolis", "boardwright_microworld"):
        other = pyspiel.load_game(text).new_initial_state()
        for ask in (observer.set_from, observer.string_from):
            with pytest.raises(ValueError, match="an observer of one game is shown a state of another, or of the same"):
                ask(other, 0)
    same = pyspiel.load_game("boardwright_microworld(rules=AC)").new_initial_state()
    observer.set_from(same, 0)
    assert observer.string_from(same, 0) == same.observation_string(0)


@pytest.mark.parametrize(
    ("drawn", "error"),
    [("x", TypeError), (True, TypeError), (5.0, ValueError), (-0.1, ValueError), (np.nan, ValueError)],
)
def test_samplers_give_numbers_from_0_to_1(drawn: Any, error: type[Exception]) -> None:
    state = pyspiel.load_game("boardwright_genotype").new_initial_state()
    with pytest.raises(error, match="a sampler gives numbers from 0 to 1"):
        state.resample_from_infostate(0, lambda: drawn)
    for end in (0, 1, np.float32(0.5)):
        assert state.resample_from_infostate(0, lambda end=end: end).core.view(0) == state.core.view(0)


@pytest.mark.parametrize("text", [text for text in GAMES if "gridopolis" not in text])
def test_what_a_seat_imagines_holds_no_secrets(text: str) -> None:
    imagine = adapter.resampler(seed=5)
    for state in decisions(text):
        player = state.current_player()
        other = imagine(state, player)
        assert other.core.view(player) == state.core.view(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.history() == []
        # Two states that the seat can't tell apart give the same, to the last byte.
        twin = state.resample_from_infostate(player, lambda: 0.5)
        assert twin.core.view(player) == state.core.view(player)
        one, two = adapter.resampler(seed=6)(state, player), adapter.resampler(seed=6)(twin, player)
        assert one.core == two.core
        assert one.serialize() == two.serialize()
        assert all(
            one.information_state_string(seat) == two.information_state_string(seat)
            for seat in range(one.num_players())
        )


def test_imagined_states_are_drawn_again_and_again() -> None:
    state = decisions("boardwright_genotype")[2]
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    assert len({state.resample_from_infostate(player, sampler).core for _ in range(20)}) > 1
    imagine = adapter.resampler()
    assert len({imagine(state, player).core for _ in range(20)}) > 1


@pytest.mark.parametrize("text", SAMPLED)
def test_hidden_chance(text: str) -> None:
    game = pyspiel.load_game(text)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 1.0)]
    assert state.action_to_string(0) == "draw"
    for play in (state.apply_action, state.child):
        with pytest.raises(bw.NoActionError, match="its only outcome is 0, not 5"):
            play(5)
    assert state.history() == []
    on = state.child(0)
    while not on.is_terminal():
        assert on.chance_outcomes() == ([(0, 1.0)] if on.is_chance_node() else [])
        on.apply_action(on.legal_actions()[0])
    assert on.chance_outcomes() == []
    # A copy, a pickle and the state itself are drawn for one after the other.
    begun = [state.child(0).core for _ in range(40)]
    begun += [state.clone().child(0).core for _ in range(40)]
    begun += [game.deserialize_state(state.serialize()).child(0).core for _ in range(40)]
    assert len(set(begun)) > 2

    def deal() -> Any:
        state = pyspiel.load_game(text).new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        return state.core

    assert deal() == deal()


@pytest.mark.parametrize(
    "text",
    [
        "boardwright_gridopolis(reserves=0,win=points,rounds=2)",
        "boardwright_microworld",
        "boardwright_genotype(players=3)",
    ],
)
def test_monte_carlo_tree_search_plays_whole_games(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("observations", [True, False])
@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize("text", ["boardwright_microworld(rules=ABCDEFGH)", "boardwright_genotype"])
def test_information_set_search_plays_whole_games(text: str, seeded: bool, observations: bool) -> None:
    game = pyspiel.load_game(text)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        2.0,
        4,
        random_state=rng,
        use_observation_string=observations,
        allow_inconsistent_action_sets=True,
    )
    if seeded:
        bot.set_resampler(adapter.resampler(seed=1))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
        else:
            state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == 0


def test_each_playthrough_is_compared() -> None:
    assert {path.stem for path in playthroughs.FOLDER.iterdir()} == set(playthroughs.CASES)
    assert {text.partition("(")[0] for text in playthroughs.CASES.values()} == set(adapter.GAMES)


@pytest.mark.parametrize("name", playthroughs.CASES)
def test_playthroughs(name: str) -> None:
    """All that OpenSpiel says of a game is what it said before; ``python tests/playthroughs.py`` writes it anew."""
    before, now = playthroughs.read(playthroughs.FOLDER / f"{name}.txt")
    assert now == before
    assert before.startswith(f"game: {playthroughs.CASES[name]}\n")


@pytest.mark.parametrize("name", bw.list_games())
def test_what_is_said_of_all_variants(name: str) -> None:
    kind = pyspiel.load_game(f"boardwright_{name}").get_type()

    def can_play(players: int) -> bool:
        if "players" not in bw.default_options(name):
            return bw.start(name).num_players == players
        try:
            return bw.start(name, players=players).num_players == players
        except bw.SetupError:
            return False

    playable = [players for players in range(8) if can_play(players)]
    assert playable == list(range(kind.min_num_players, kind.max_num_players + 1))
    # A view that is not the whole state hides something.
    hides = any(
        state.core.view(seat).to_dict() | {"viewer": ""} != state.core.to_dict() | {"viewer": ""}
        for state in walk(pyspiel.load_game(f"boardwright_{name}"), seed=1)
        for seat in range(state.num_players())
    )
    assert hides == (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION)


def test_wrong_parameters() -> None:
    with pytest.raises(bw.SetupError, match="there is no blueprint"):
        pyspiel.load_game("boardwright_gridopolis(blueprint=pyramid)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game("boardwright_gridopolis(colour=red)")
    with pytest.raises(pyspiel.SpielError, match="Wrong type"):
        pyspiel.load_game("boardwright_gridopolis(players=many)")
    with pytest.raises(bw.SetupError, match=r"reserves: must be -1 \(the blueprint's\) or 0 \(none\), not 1"):
        pyspiel.load_game("boardwright_gridopolis(reserves=1)")
    for sampled in (False, True):
        with pytest.raises(bw.SetupError, match="seed: must be a whole number of 0 or more, not -3"):
            pyspiel.load_game(f"boardwright_genotype(seed=-3,sampled={sampled})")
    with pytest.raises(FileNotFoundError):
        pyspiel.load_game("boardwright_gridopolis(blueprint=nope.toml)")


def test_parameters_are_options() -> None:
    game = pyspiel.load_game("boardwright_microworld(rules=C,mutations=steal+exchange)")
    assert game.root == bw.start("microworld", rules="C", mutations=["steal", "exchange"])
    game = pyspiel.load_game("boardwright_gridopolis", {"rounds": 5, "win": "points", "reserves": 0})
    assert game.root == bw.start("gridopolis", rounds=5, win="points", reserves=0)
    again = pickle.loads(pickle.dumps(game))
    assert again.root == game.root
    game = pyspiel.load_game("boardwright_genotype(first_seat=-1)")
    assert game.root == bw.start("genotype", first_seat="random")


def test_each_value_of_a_parameter_can_be_said(tmp_path: Path) -> None:
    """Also the default, where another option decides what is played without it."""
    path = tmp_path / "own.toml"
    path.write_text(bw.gridopolis.blueprint_text("plaza").replace('win = "last"', 'win = "points"'))
    for win, played in [(None, "points"), ("last", "last"), ("points", "points")]:
        given = {} if win is None else {"win": win}
        game = pyspiel.load_game("boardwright_gridopolis", {"blueprint": str(path), **given})
        assert game.root.options["win"] == played
        assert game.get_parameters()["win"] == (win or "")
        again = pyspiel.load_game(str(game))
        assert again.root == game.root
    for name in bw.list_games():
        settings: list[dict[str, Any]] = [{}]
        if name == "gridopolis":
            settings += [{"blueprint": path}]
        if name == "microworld":
            settings += [{"scenario": "sprint"}]
        for setting in settings:
            without = bw.start(name, **setting)
            spec = pyspiel.load_game(f"boardwright_{name}").get_type().parameter_specification
            for key, default in bw.default_options(name).items():
                if key in setting or spec[key] in ("", -1):
                    continue
                # What counts as not given must be what is played if it is not given.
                assert bw.start(name, **setting, **{key: default}) == without, key


@pytest.mark.parametrize("module", [adapter, sys.modules[adapter.bot.__module__]])
def test_examples_of_docstrings(module: Any) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_a_program_ends_well() -> None:
    code = "import pyspiel, boardwright.adapters.open_spiel as a\nfor g in a.GAMES: pyspiel.load_game(g)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
