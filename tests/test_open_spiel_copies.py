"""Games and states of OpenSpiel that are copied, pickled and serialised."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'boardwright[open-spiel]'")

from boardwright.adapters import open_spiel as adapter  # noqa: E402

TEXTS = [
    "boardwright_gridopolis(players=3)",
    "boardwright_microworld(rules=ABC)",
    "boardwright_genotype(players=3)",
    "boardwright_microworld(rules=AC,sampled=True,seed=3)",
    "boardwright_genotype(sampled=True,seed=3)",
]

each_game = pytest.mark.parametrize("text", TEXTS)


def later(game: Any, moves: int = 30) -> Any:
    """A state that was reached by random moves."""
    rng = random.Random(1)
    state = game.new_initial_state()
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def is_same(one: Any, other: Any) -> bool:
    return (
        one.core == other.core
        and one.history() == other.history()
        and all(
            one.information_state_string(seat) == other.information_state_string(seat)
            for seat in range(other.num_players())
        )
    )


@each_game
def test_states_are_copied_and_pickled(text: str) -> None:
    game = pyspiel.load_game(text)
    state = later(game)
    before = copy.copy(state)
    copies = [copy.copy(state), copy.deepcopy(state)]
    copies += [pickle.loads(pickle.dumps(state, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    copies += [game.deserialize_state(state.serialize())]
    for one in copies:
        assert is_same(one, state)
        one.apply_action(one.legal_actions()[0])
        assert one.core != state.core
    assert is_same(state, before)
    assert copy.copy(state).get_game() is game
    assert copy.deepcopy(state).get_game() is game


@each_game
def test_a_game_is_pickled_with_its_states(text: str) -> None:
    game = pyspiel.load_game(text)
    again, one, two = pickle.loads(pickle.dumps([game, game.new_initial_state(), later(game)]))
    assert str(again) == str(game)
    assert one.get_game() is two.get_game() is again


@each_game
def test_pickles_are_read_where_the_adapter_is_not_imported(text: str, tmp_path: Path) -> None:
    game = pyspiel.load_game(text)
    state = later(game)
    for name, value, written in [
        ("game", game, str(game)),
        ("state", state, str(state)),
        ("both", [game, state], None),
    ]:
        path = tmp_path / name
        path.write_bytes(pickle.dumps(value))
        code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')))"
        done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, encoding="utf-8")
        assert (done.returncode, done.stderr) == (0, "")
        assert written is None or done.stdout.rstrip() == written.rstrip()


def test_a_copied_game_draws_from_the_start_again() -> None:
    game = pyspiel.load_game("boardwright_genotype(sampled=True,seed=3)")
    first = later(game).core
    assert later(game).core != first
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert later(again).core == first


def test_states_of_games_with_commas_in_parameters_are_pickled() -> None:
    blueprint = bw.gridopolis.blueprint_text("plaza")
    assert "," in blueprint
    game = pyspiel.load_game("boardwright_gridopolis", {"blueprint": blueprint})
    state = later(game)
    assert is_same(pickle.loads(pickle.dumps(state)), state)


@pytest.mark.parametrize(
    ("name", "option", "text"),
    [
        ("gridopolis", "blueprint", bw.gridopolis.blueprint_text("plaza")),
        ("genotype", "plants", bw.genotype.data_text("plants")),
    ],
)
def test_copies_of_games_from_files_need_no_files(name: str, option: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text(text, encoding="utf-8")
    game = pyspiel.load_game(f"boardwright_{name}", {option: str(path)})
    state = later(game)
    written = pickle.dumps([game, state])
    path.unlink()
    for again, one in (pickle.loads(written), copy.deepcopy([game, state]), (copy.copy(game), copy.copy(state))):
        assert again == game
        assert str(again) == str(game)
        assert again.root == game.root
        assert is_same(one, state)
        assert later(again).core == state.core
    one = pickle.loads(written)[1]
    gc.collect()
    # The game lives as long as its state.
    assert one.get_game().root == game.root
    assert one.clone().legal_actions() == state.legal_actions()


@each_game
def test_states_that_are_read_remember_their_past(text: str) -> None:
    """All of it: the states on the way as well, and what happened last."""
    game = pyspiel.load_game(text)
    state = later(game)
    for one in (pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
        assert one.log.since(None) == state.log.since(None)
        assert len(one.log.since(None)) == len(state.history())
        assert one.log.since(state.log) == []
        assert one.core.last_action == state.core.last_action
        imagined = adapter.resampler(seed=1)(one, 0)
        again = pickle.loads(pickle.dumps(imagined))
        assert is_same(again, imagined)
        assert again.log.texts("everything") == imagined.log.texts("everything")


def test_states_are_read_by_their_own_game() -> None:
    microworld = pyspiel.load_game("boardwright_microworld").new_initial_state().serialize()
    three = pyspiel.load_game("boardwright_genotype(players=3)").new_initial_state().serialize()
    for text in (microworld, three):
        with pytest.raises(bw.SetupError, match="of another game, or of this one with other options"):
            pyspiel.load_game("boardwright_genotype").deserialize_state(text)
    again = pyspiel.load_game("boardwright_genotype(players=3)").deserialize_state(three)
    assert isinstance(again, adapter.BoardwrightState)
    both = pyspiel.serialize_game_and_state(again.get_game(), again)
    assert pyspiel.deserialize_game_and_state(both)[1].core == again.core
    with pytest.raises(bw.SetupError, match="of another game, or of this one with other options"):
        pyspiel.deserialize_game_and_state(both.replace("players=3", "players=4"))
