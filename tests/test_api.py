"""The public surface, as a user meets it."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pytest

import boardwright as bw
from helpers import GAMES, Setup, each_game, find_state, random_walk


def test_all_names_exist() -> None:
    missing = [name for name in bw.__all__ if not hasattr(bw, name)]
    assert missing == []
    assert sorted(bw.__all__) == bw.__all__


def test_import_loads_no_drawing_and_no_cli() -> None:
    later = ["boardwright.display", "boardwright.cli", "boardwright.adapters", "rich"]
    code = f"import sys, boardwright; print([m for m in sys.modules if m in {later}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


MODULES = [bw, bw.bots, bw.display, bw.errors, bw.genotype, bw.gridopolis, bw.microworld]


@pytest.mark.parametrize("module", MODULES, ids=lambda part: part.__name__)
def test_dir_lists_what_is_public(module: Any) -> None:
    assert [name for name in dir(module) if not name.startswith("__")] == [
        name for name in sorted(module.__all__) if not name.startswith("__")
    ]


def test_unknown_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = bw.nothing


def test_games() -> None:
    assert bw.list_games() == ["gridopolis", "microworld", "genotype"]
    for game in bw.list_games():
        options = bw.default_options(game)
        assert bw.start(game, **options) == bw.start(game)
        assert bw.start(game).options == options
    assert bw.default_options("gridopolis")["players"] == 2
    assert bw.default_options("gridopolis")["blueprint"] == "matrix"
    assert bw.default_options("microworld") == {
        "board": "1a 2a 3a 4a",
        "scenario": None,
        "rules": "",
        "target": None,
        "mutations": None,
    }


def test_unknown_game() -> None:
    with pytest.raises(bw.UnknownGameError, match="gridopolis") as caught:
        bw.start("chess")
    assert isinstance(caught.value, LookupError)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(bw.UnknownGameError):
        bw.default_options("")
    wrong: Any = bw.start("gridopolis")
    for ask in (bw.start, bw.default_options, bw.check_game):
        with pytest.raises(TypeError, match="by its name, a str, not State"):
            ask(wrong)


def test_start_is_typed(state: bw.State) -> None:
    assert_type(state, bw.State)
    assert state.game_name == "gridopolis"
    assert state.num_players == 2
    assert len(state.seat_names) == 2
    assert state.current_player == 0
    assert state.turn_seat == 0
    assert state.turn == 0
    assert not state.is_over
    assert not state.is_chance
    assert state.outcomes == []
    assert state.ending is None
    assert state.winners == []
    assert state.returns == [0.0, 0.0]
    assert state.last_action is None
    assert state.viewer == "everything"


def test_microworld_starts() -> None:
    state = bw.start("microworld")
    assert (state.game_name, state.title, state.num_players) == ("microworld", "Microworld", 2)
    assert state.seat_names == ["Viruses", "Anticorps"]
    assert (state.current_player, state.turn_seat, state.turn) == (0, 0, 0)
    assert not state.is_over
    assert not state.is_chance
    assert state.scores == [0, 0]
    assert state.options == bw.default_options("microworld")


def test_a_seed_draws_what_comes_before_the_first_decision() -> None:
    start = bw.start("microworld", rules="ABCD")
    assert start.is_chance
    drawn = bw.start("microworld", seed=5, rules="ABCD")
    assert drawn.current_player == 0
    assert drawn.to_dict()["phase"] == {"name": "keep", "seat": 0}
    assert drawn == bw.start("microworld", seed=5, rules="ABCD")
    assert len({bw.start("microworld", seed=seed, rules="ABCD") for seed in range(20)}) > 15
    # It is what a match with this seed draws.
    record = bw.Match("microworld", ["random", "random"], seed=5, rules="ABCD").play().record
    assert drawn in record.states()


def test_chance(any_state: bw.State) -> None:
    assert any_state.outcomes == []
    with pytest.raises(bw.NoActionError):
        any_state.sample(bw.Rng(1))
    state = find_state("token", game="microworld")
    assert state.is_chance
    assert state.current_player is None
    assert state.turn_seat in (0, 1)
    assert list(state.legal_actions) == state.turns() == []
    assert sum(chance for _, chance in state.outcomes) == pytest.approx(1)
    with pytest.raises(bw.NoActionError):
        state.random_action(bw.Rng(1))
    for outcome, _ in state.outcomes:
        assert outcome.kind == "chance"
        after = state.play(outcome)
        assert state.play(outcome.id) == state.play(outcome.text) == state.play(outcome.to_dict()) == after
        assert after.last_action == outcome
        assert state.explain(outcome)
    assert {state.sample(bw.Rng(seed)) for seed in range(200)} == {state.play(outcome) for outcome, _ in state.outcomes}


def test_seed_is_accepted_without_chance(state: bw.State) -> None:
    assert bw.start("gridopolis", seed=5) == state
    assert bw.start("gridopolis", seed=np.int64(5)) == state  # type: ignore[arg-type]
    assert bw.start("gridopolis", seed=2**64 - 1) == state


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seed_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        bw.start("gridopolis", seed=seed)


@pytest.mark.parametrize("seed", [1.0, "1"])
def test_seed_of_wrong_type(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number"):
        bw.start("gridopolis", seed=seed)


def test_play_by_action_id_dict_and_text(any_state: bw.State) -> None:
    before = any_state.to_dict()
    for action in any_state.legal_actions:
        after = any_state.play(action)
        assert after != any_state
        assert any_state.to_dict() == before, "the old state is unchanged"
        assert any_state.play(action.id) == after
        assert any_state.play(action.text) == after
        assert any_state.play(action.to_dict()) == after
        assert after.last_action == action
        assert after.last_action_dict() == action.to_dict()
        assert hash(any_state.play(action)) == hash(after)


def test_legal_actions_are_a_lazy_sequence(any_state: bw.State) -> None:
    actions = any_state.legal_actions
    assert len(actions) == len(list(actions)) == len(actions.ids)
    assert actions.ids == sorted(set(actions.ids))
    assert [action.id for action in actions] == actions.ids
    assert actions[0] in actions
    assert actions[0].id in actions
    assert actions[-1] == actions[len(actions) - 1]
    assert actions[0].kind == "act"
    assert {action.seat for action in actions} == {any_state.current_player}
    assert actions[0].text in repr(actions)
    with pytest.raises(IndexError):
        actions[len(actions)]
    assert "no such text" not in actions


def test_turns(any_state: bw.State) -> None:
    turns = any_state.turns()
    if any_state.game_name == "gridopolis":
        assert len(turns) == any_state.perft(1)
    assert len(set(turns)) == len(turns)
    for turn in turns[:20]:
        assert any_state.play(turn) == turn.end == any_state.play(turn.text)
        assert len(turn) >= 1
        assert [action.kind for action in turn] == ["act"] * len(turn)


def test_turns_go_on_until_somebody_else_is_to_act() -> None:
    ended = 0
    for state in random_walk({"rules": "ACD", "mutations": ["steal", "shift"]}, 3, 200, "microworld"):
        if state.current_player is None or state.perft(4) > 2000:
            continue
        for turn in state.turns():
            now = state
            for action in turn:
                assert now.current_player == state.current_player
                assert now.turn == state.turn
                now = now.play(action)
            assert now == turn.end
            assert now.current_player != state.current_player or now.turn != state.turn
            ended += now.turn != state.turn
    assert ended > 20


def test_perft_and_divide(any_state: bw.State) -> None:
    assert any_state.perft(0) == 1
    count = any_state.perft(2)
    assert sum(any_state.divide(2).values()) == count
    if any_state.game_name == "gridopolis":
        assert set(any_state.divide(1)) == {turn.text for turn in any_state.turns()}
    else:
        assert set(any_state.divide(1)) == {action.text for action in any_state.legal_actions}
    assert 0 < any_state.perft(2, distinct=True) <= count
    seen: list[int] = []
    assert any_state.perft(3, progress=seen.append) >= count
    assert seen == sorted(seen)


def test_explain_in_microworld() -> None:
    state = bw.start("microworld").play("6")
    good = state.explain("3")
    assert good
    assert (good.legal, good.rule, good.turn) == (True, None, ["3"])
    assert "[M12]" in good.message
    for text, rule in [("6", "M12"), ("31", "M12"), ("63", "M1"), ("flip", "M14"), ("end", "M12"), ("steal", "M63")]:
        bad = state.explain(text)
        assert not bad
        assert (bad.rule, bad.turn) == (rule, [])
        assert bad.message.endswith(f"[{rule}]")
    assert not state.explain("nonsense")
    assert state.explain("nonsense").rule is None


def test_explain(state: bw.State) -> None:
    text = state.legal_actions[0].text
    good = state.explain(text)
    assert good
    assert good.legal
    assert good.rule is None
    assert good.message
    bad = state.explain("1.-2.2>1.-1.2")  # onto an own marker
    assert not bad
    assert bad.rule == "G20"
    assert bad.message
    assert not state.explain("nonsense")


def test_call_time() -> None:
    state = bw.gridopolis.start(win="points")
    over = state.call_time()
    assert over.is_over
    assert over.winners == [0, 1]
    assert [action.text for action in state.referee_actions] == ["time"]
    with pytest.raises(bw.IllegalActionError):
        bw.start("gridopolis").call_time()
    with pytest.raises(bw.NoActionError):
        bw.start("microworld").call_time()
    assert list(bw.start("microworld").referee_actions) == []


@each_game
def test_dict_round_trips(setup: Setup) -> None:
    for state in random_walk(setup.options, 6, 100, setup.game)[::4]:
        for seen in (state, state.view(0), state.view("spectator")):
            data = seen.to_dict()
            assert data["game"] == setup.game
            assert data["format"] == 1
            assert json.loads(seen.to_json()) == data
            assert bw.State.from_dict(data) == seen
            assert bw.State.from_dict({**data, "options": state.options}) == seen


def test_dict_round_trip(state: bw.State) -> None:
    data = state.to_dict()
    assert json.loads(state.to_json()) == data
    assert bw.State.from_dict(data) == state
    assert data["game"] == "gridopolis"
    data["markers"] = data["markers"][:1] + data["markers"][-1:]
    other = bw.State.from_dict(data)
    assert other != state
    assert len(other.to_dict()["markers"]) == 2


def test_chain_has_a_stop() -> None:
    state = find_state("chain")
    assert "." in [action.text for action in state.legal_actions]


def test_view(any_state: bw.State) -> None:
    view = any_state.view(1)
    assert view.viewer == "seat 1"
    assert view.view(1) == view
    assert any_state.view(0).legal_actions.ids == any_state.legal_actions.ids
    assert set(any_state.legal_actions.ids) <= set(view.legal_actions.ids)
    assert any_state.view("spectator").viewer == "spectator"
    assert any_state.view("everything") == any_state
    with pytest.raises((ValueError, IndexError)):
        any_state.view(9)
    with pytest.raises(bw.ViewError):
        view.view(0)


@each_game
def test_tensors(setup: Setup) -> None:
    state = setup.start(seed=7)
    size = sum(int(np.prod(shape)) for shape in state.observation_shape.values())
    tensor = state.observation_tensor(0)
    assert tensor.dtype == np.float32
    assert tensor.shape == (size,)
    assert np.isfinite(tensor).all()
    assert np.array_equal(state.observation_tensor(), tensor), "by default of the seat to act"
    out = np.full(size, np.nan, dtype=np.float32)
    assert state.observation_tensor(1, out=out) is out
    assert np.isfinite(out).all()
    assert set(state.observation_features) == set(state.observation_shape)
    mask = state.legal_mask()
    assert mask.dtype == np.bool_
    assert mask.shape == (state.num_actions,)
    assert np.flatnonzero(mask).tolist() == state.legal_actions.ids
    assert state.legal_mask(out=mask) is mask


@each_game
def test_tensors_name_their_columns(setup: Setup) -> None:
    state = setup.start()
    assert list(state.observation_features) == list(state.observation_shape)
    for part, shape in state.observation_shape.items():
        assert len(state.observation_features[part]) == shape[-1]


def test_tensor_into_wrong_arrays(any_state: bw.State) -> None:
    for wrong in (np.zeros(3, np.float32), np.zeros(any_state.observation_tensor().size, np.float64)):
        with pytest.raises((ValueError, TypeError, BufferError)):
            any_state.observation_tensor(0, out=wrong)  # type: ignore[arg-type]


def test_bots_of_the_state(any_state: bw.State) -> None:
    assert any_state.random_action(bw.Rng(1)) == any_state.random_action(bw.Rng(1))
    assert any_state.random_action(bw.Rng(1)) in any_state.legal_actions
    assert any_state.playout(bw.Rng(1)) == any_state.playout(bw.Rng(1))
    assert any_state.playout(bw.Rng(1)).is_over
    greedy = any_state.greedy_turn(bw.Rng(1))
    assert any_state.play(greedy) == greedy.end
    assert greedy[0] in any_state.legal_actions


@each_game
def test_playouts_of_views_are_whole_games(setup: Setup) -> None:
    for state in random_walk(setup.options, 8, 60, setup.game)[::12]:
        for viewer in (0, "spectator"):
            ends = {state.view(viewer).playout(bw.Rng(seed)) for seed in range(5)}
            assert all(end.is_over and end.viewer == state.view(viewer).viewer for end in ends)


def test_rng() -> None:
    rng = bw.Rng(7)
    assert rng.seed == 7
    drawn = [rng.below(6) for _ in range(1000)]
    assert set(drawn) == set(range(6))
    # A split depends on the seed and the label only, not on what was drawn before.
    assert rng.split(3).bits() == bw.Rng(7).split(3).bits()
    assert rng.split(3).bits() != rng.split(4).bits()
    with pytest.raises((ValueError, OverflowError)):
        rng.below(0)


def test_copies_are_cheap_and_equal(any_state: bw.State) -> None:
    assert copy.copy(any_state) == any_state
    assert copy.deepcopy(any_state) == any_state
    assert copy.deepcopy([any_state, any_state])[0] == any_state


def test_texts(any_state: bw.State) -> None:
    assert any_state.game_name in repr(any_state)
    assert len(str(any_state).splitlines()) > 3
    assert "view of seat 1" in repr(any_state.view(1))


def test_different_games_are_different() -> None:
    starts = [setup.start(seed=7) for setup in GAMES.values()]
    assert len({*starts, *(state.view(0) for state in starts)}) == 2 * len(starts)
    one, *others = starts
    assert all(one != other and one.hash64 != other.hash64 for other in others)


def test_typed_start() -> None:
    assert bw.gridopolis.start() == bw.start("gridopolis")
    assert bw.gridopolis.start(3, "matrix", win="points", rounds=5).options["rounds"] == 5
    assert bw.gridopolis.start(reserves=0) != bw.gridopolis.start()
    assert bw.gridopolis.start(reserves={"pads": 3, "links": 3, "posts": 2, "blockers": 2}).num_players == 2


def test_blueprints() -> None:
    blueprints = bw.gridopolis.blueprints()
    assert next(iter(blueprints)) == "matrix"
    assert len(blueprints) >= 5
    for name, blueprint in blueprints.items():
        assert blueprint["name"] == name
        assert blueprint["status"] in {"printed", "own"}
        for players in blueprint["players"]:
            start = bw.gridopolis.start(int(players), name)
            assert start.num_players == int(players)
            assert bw.gridopolis.start(int(players), blueprint).legal_actions.ids == start.legal_actions.ids
    assert blueprints["matrix"].get("assumed"), "what is assumed is marked"


def test_blueprint_from_files(tmp_path: Path) -> None:
    text = bw.gridopolis.blueprint_text("matrix").replace('name = "matrix"', 'name = "mine"')
    toml = tmp_path / "mine.toml"
    toml.write_text(text, encoding="utf-8")
    blueprint = bw.gridopolis.check_blueprint(toml)
    assert blueprint == bw.gridopolis.check_blueprint(text) == bw.gridopolis.check_blueprint(str(toml))
    assert bw.gridopolis.check_blueprint(blueprint) == blueprint
    as_json = tmp_path / "mine.JSON"
    as_json.write_text(json.dumps(blueprint), encoding="utf-8")
    states = [bw.start("gridopolis", blueprint=source) for source in (toml, str(toml), as_json, blueprint)]
    assert len(set(states)) == 1
    assert states[0].to_dict()["options"]["blueprint"]["name"] == "mine"
    assert bw.gridopolis.check_blueprint("matrix")["name"] == "matrix"


@pytest.mark.parametrize(
    ("game", "options"),
    [("gridopolis", {"players": 3}), ("microworld", {}), ("microworld", {"rules": "ABCDEFGH", "board": "4b 2a 3b 1a"})],
)
def test_check_game(game: str, options: dict[str, Any]) -> None:
    seen: list[int] = []
    report = bw.check_game(game, games=3, seed=1, progress=seen.append, **options)
    assert report.game == game
    assert report.games == 3
    assert "all laws hold" in str(report)
    assert seen == sorted(seen)
    assert report == bw.check_game(game, games=3, seed=1, **options)
    assert len({report, bw.check_game(game, games=3, seed=1, **options)}) == 1
    for twin in (copy.deepcopy(report), pickle.loads(pickle.dumps(report))):
        assert twin == report
        assert hash(twin) == hash(report)


@pytest.mark.parametrize(
    ("games", "error"),
    [(-1, ValueError), (2**64, ValueError), (10**5000, ValueError), (True, TypeError), (1.0, TypeError)],
    ids=lambda part: str(part)[:9] if isinstance(part, float | bool) else type(part).__name__,
)
def test_check_no_number_of_games(games: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="how many games"):
        bw.check_game("gridopolis", games=games)
    with pytest.raises(TypeError, match="progress is a function"):
        bw.check_game("gridopolis", games=1, progress=7)  # type: ignore[arg-type]


def test_progress_of_a_check_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [[1, 5, 9], [0, 4, 4], [2]]

    def check_laws(*arguments: Any) -> str:
        for done in itertools.chain(*parts):
            arguments[-1](done)
        return "{}"

    monkeypatch.setattr("boardwright.check._core.check_laws", check_laws)
    seen: list[int] = []
    bw.check_game("gridopolis", games=1, progress=seen.append)
    assert seen == [1, 5, 9, 9, 13, 13, 15]


@each_game
def test_positions_as_json(setup: Setup) -> None:
    for state in random_walk(setup.options, 9, 60, setup.game)[::10]:
        assert bw.state_from_json(state.to_json()) == state
        view = state.view(1)
        assert bw.state_from_json(view.to_json()) == view
        assert bw.state_from_json(view.to_json()).viewer == "seat 1"


def test_state_from_json() -> None:
    for text in ("", "{", "null", "[]", "{}", "[" * 100_000, "\ud800", '{"game": "gridopolis"}'):
        with pytest.raises(bw.SetupError):
            bw.state_from_json(text)
    with pytest.raises(bw.UnknownGameError):
        bw.state_from_json('{"game": "chess", "format": 1}')
    with pytest.raises(bw.LimitError, match="1,048,576 bytes"):
        bw.state_from_json('"' + "é" * 600_000 + '"')
    wrong: Any
    for wrong in (b"{}", {}, None):
        with pytest.raises(TypeError, match="as JSON text"):
            bw.state_from_json(wrong)


SMALLEST_BLUEPRINT: bw.gridopolis.BlueprintDict = {
    "format": 1,
    "name": "mini",
    "players": {"2": ["South", "North"]},
    "sections": {
        "South": {
            "forward": "+y",
            "pads": [{"x": 0, "y": [0, 1], "level": 1}],
            "home_row": [[0, 0, 1]],
            "markers": [[0, 0, 1]],
        },
        "North": {
            "forward": "-y",
            "pads": [{"x": 0, "y": [2, 3], "level": 1}],
            "home_row": [[0, 3, 1]],
            "markers": [[0, 3, 1]],
        },
    },
}

SMALLEST_STATE: bw.gridopolis.StateDict = {
    "game": "gridopolis",
    "format": 1,
    "markers": [{"site": [1, 0, 2], "seat": 0}, {"site": [1, 1, 2], "seat": 1}],
    "seat": 0,
}


@pytest.mark.parametrize("name", list(SMALLEST_BLUEPRINT))
def test_what_a_blueprint_must_have(name: str) -> None:
    assert bw.gridopolis.start(2, SMALLEST_BLUEPRINT).num_players == 2
    assert name in bw.gridopolis.BlueprintDict.__required_keys__
    with pytest.raises(bw.SetupError):
        bw.gridopolis.check_blueprint({key: value for key, value in SMALLEST_BLUEPRINT.items() if key != name})


@pytest.mark.parametrize("name", list(SMALLEST_STATE))
def test_what_a_state_must_have(name: str) -> None:
    assert bw.State.from_dict(dict(SMALLEST_STATE)).turn == 0
    assert name in bw.gridopolis.StateDict.__required_keys__
    with pytest.raises(bw.SetupError):
        bw.State.from_dict({key: value for key, value in SMALLEST_STATE.items() if key != name})


def test_typed_dicts_ask_for_no_more() -> None:
    assert set(SMALLEST_BLUEPRINT) == bw.gridopolis.BlueprintDict.__required_keys__
    assert set(SMALLEST_STATE) == bw.gridopolis.StateDict.__required_keys__
    assert set(bw.start("gridopolis").to_dict()) | {"viewer"} == (
        bw.gridopolis.StateDict.__required_keys__ | bw.gridopolis.StateDict.__optional_keys__
    )


def test_texts_that_are_no_unicode() -> None:
    for ask in (bw.start, bw.default_options, bw.check_game):
        with pytest.raises(bw.UnknownGameError, match="there is no game"):
            ask("\ud800")
    with pytest.raises(bw.SetupError, match="no Unicode"):
        bw.gridopolis.check_blueprint("name = '\ud800'")
