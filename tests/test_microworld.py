"""What Python has for Microworld alone: typed starts, boards, scenarios, figures about positions."""

from __future__ import annotations

import json
import random
import runpy
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pytest

import boardwright as bw
from boardwright import microworld
from helpers import find_state, random_walk
from oracle.microworld import random_graph

SMALLEST_STATE: microworld.StateDict = {"game": "microworld", "format": 1, "pawns": [[6], []]}

RING: microworld.GraphDict = {
    "format": 1,
    "cells": [
        {"kind": "mucous", "adjacent": [(cell + 1) % 29, (cell - 1) % 29], "gene": cell == 0} for cell in range(29)
    ],
}


def test_typed_start() -> None:
    state = microworld.start()
    assert_type(state, bw.State)
    assert state == bw.start("microworld")
    assert microworld.start("2a 3b 1a 4b", rules="AE").options["rules"] == "AE"
    assert microworld.start(rules="B", target="15-points").to_dict()["target"] == "15-points"
    drawn = microworld.start(rules="C", seed=3)
    assert drawn == bw.start("microworld", seed=3, rules="C")
    chosen = microworld.start(rules="C", mutations=("barrier", "steal")).to_dict()
    assert chosen["mutations"] == ["barrier", "steal"]
    assert chosen["mutation_tokens"] == [3, 1]


def test_typed_dicts_ask_for_no_more() -> None:
    assert bw.State.from_dict(dict(SMALLEST_STATE)).turn == 1
    assert set(SMALLEST_STATE) == microworld.StateDict.__required_keys__
    for name in SMALLEST_STATE:
        with pytest.raises(bw.SetupError):
            bw.State.from_dict({key: value for key, value in SMALLEST_STATE.items() if key != name})
    every = microworld.StateDict.__required_keys__ | microworld.StateDict.__optional_keys__
    assert set(microworld.start().view(0).to_dict()) == every
    assert set(microworld.start().options) == microworld.OptionsDict.__optional_keys__
    assert set(microworld.start().to_dict()["this_turn"]) == microworld.TurnDict.__optional_keys__, "each has a default"
    assert microworld.start(RING).turn == 0
    assert set(RING) == microworld.GraphDict.__required_keys__
    for name in RING:
        with pytest.raises(bw.SetupError):
            microworld.start({key: value for key, value in RING.items() if key != name})


def test_figures_have_their_keys() -> None:
    state = find_state("before", game="microworld")
    assert all(set(tissue) == microworld.TissueDict.__required_keys__ for tissue in microworld.tissues(state))
    assert all(set(place) == microworld.PlacementDict.__required_keys__ for place in microworld.placements(state))
    assert set(microworld.standing(state)) == microworld.StandingDict.__required_keys__
    assert state.tissues() == microworld.tissues(state)
    for ask in (microworld.tissues, microworld.placements, microworld.standing):
        with pytest.raises(ValueError, match="Gridopolis has no figures"):
            ask(bw.start("gridopolis"))
    with pytest.raises(ValueError, match="tissues, placements, standing"):
        state.analyse("nothing")


@pytest.mark.parametrize("name", ["1a 2a 3a 4a", "4b 2a 1b 3a", "3b 1b 2b 4b"])
def test_boards_by_name(name: str) -> None:
    board = microworld.board(name)
    assert set(board) == microworld.BoardDict.__required_keys__
    assert (board["board"], board["radius"]) == (name, 24)
    cells = board["cells"]
    assert len(cells) == 32
    assert sum(cell["gene"] for cell in cells) == 7
    for number, cell in enumerate(cells):
        assert cell["adjacent"] == sorted(set(cell["adjacent"]))
        assert all(number in cells[other]["adjacent"] for other in cell["adjacent"])
        assert number in board["tissues"][cell["tissue"]]["cells"]
        assert board["tissues"][cell["tissue"]]["kind"] == cell["kind"]
    assert [cell["quarter"] for cell in cells] == sorted(cell["quarter"] or 0 for cell in cells)
    assert microworld.start(name).layout()["board"] == board


def test_every_random_board_can_be_played() -> None:
    boards = {microworld.random_board(seed) for seed in range(6000)}
    assert len(boards) == 384, "four elements in any order, two sides each"
    for name in sorted(boards)[::16]:
        assert microworld.start(name).playout(bw.Rng(1)).is_over
    assert microworld.random_board(7) == microworld.random_board(7)
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match="a seed is a number"):
            microworld.random_board(wrong)


def test_boards_from_files(tmp_path: Path) -> None:
    graph = random_graph(random.Random(5))
    as_json = tmp_path / "mine.json"
    as_json.write_text(json.dumps(graph), encoding="utf-8")
    as_toml = tmp_path / "mine.toml"
    rows = "".join(
        f'{{ kind = "{cell["kind"]}", adjacent = {cell["adjacent"]}, gene = {str(cell["gene"]).lower()}, '
        f"rim = {str(cell['rim']).lower()}, quarter = {cell['quarter']} }},\n"
        for cell in graph["cells"]
    )
    as_toml.write_text(f'format = 1\nname = "random"\ncells = [\n{rows}]\n', encoding="utf-8")
    sources: list[Any] = [graph, as_json, str(as_json), as_toml, str(as_toml)]
    states = [bw.start("microworld", board=source) for source in sources]
    assert len(set(states)) == 1
    assert len({state.hash64 for state in states}) == 1
    found = [microworld.board(source) for source in [*sources, as_toml.read_text(encoding="utf-8")]]
    assert all(board == found[0] for board in found)
    assert [cell["adjacent"] for cell in found[0]["cells"]] == [cell["adjacent"] for cell in graph["cells"]]
    assert bw.start("microworld", **states[0].options) == states[0], "options hold the whole board"


def test_boards_of_shapes() -> None:
    elements = microworld.elements()
    sides = [elements[name]["sides"]["b"]["cells"] for name in "2143"]
    board = {"format": 1, "name": "mine", "quarters": sides}
    mine, named = microworld.board(board), microworld.board("2b 1b 4b 3b")
    assert mine["cells"] == named["cells"]
    assert mine["tissues"] == named["tissues"]
    ends = [microworld.start(source).playout(bw.Rng(3)) for source in (board, "2b 1b 4b 3b")]
    assert ends[0].scores == ends[1].scores


def test_elements(tmp_path: Path) -> None:
    for name, element in microworld.elements().items():
        text = microworld.element_text(name)
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        for source in (text, path, name, element):
            assert microworld.check_element(source) == element
        assert set(element["sides"]) == {"a", "b"}
    with pytest.raises(bw.SetupError, match="there is no element '5'"):
        microworld.element_text("5")
    broken = microworld.elements()["1"]
    broken["sides"]["a"]["cells"][0]["kind"] = "wooden"
    del broken["sides"]["b"]["cells"][0]
    with pytest.raises(bw.SetupError) as caught:
        microworld.check_element(broken)
    assert len(caught.value.problems) >= 2
    assert microworld.elements()["1"] != broken, "they are dicts of one's own"


@pytest.mark.parametrize("source", [7, None, 1.5, []], ids=repr)
def test_what_is_no_board(source: Any) -> None:
    with pytest.raises(TypeError, match="a board is a text, a path or a dict"):
        microworld.board(source)
    with pytest.raises(TypeError, match="an element is a text, a path or a dict"):
        microworld.check_element(source)


@pytest.mark.parametrize("source", ["", "1a", "1a 2a 3a 4c", "5a 2a 3a 4a", "x = ", "{", "\ud800", {}, {"format": 2}])
def test_wrong_boards(source: Any) -> None:
    with pytest.raises(bw.SetupError) as caught:
        microworld.board(source)
    assert caught.value.problems


def test_boards_that_are_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("# " + "x" * 300_000, encoding="utf-8")
    for source in (path, path.read_text(encoding="utf-8")):
        with pytest.raises(bw.LimitError, match="at most 262,144 bytes"):
            microworld.board(source)
    with pytest.raises(FileNotFoundError):
        microworld.start(tmp_path / "none.toml")


def test_scenarios() -> None:
    scenarios = microworld.scenarios()
    assert len(scenarios) == len({scenario.name for scenario in scenarios}) == 10
    for name, rules, target, about in scenarios:
        state = microworld.start(scenario=name)
        assert (state.options["rules"], state.options["target"]) == (rules, target)
        assert about
        assert microworld.start(scenario=name, rules=rules).options == state.options
        assert state.playout(bw.Rng(1)).is_over
        assert bw.Match("microworld", ["random", "random"], scenario=name, seed=3).play().state.is_over


def test_tensors_show_a_position() -> None:
    """The parts that can be said in a line, against the dict form."""
    for state in random_walk({"rules": "AC", "mutations": ["barrier", "shift"]}, 4, 90, "microworld")[::5]:
        data, layout = state.to_dict(), state.layout()
        cells = layout["board"]["cells"]
        shape, features = state.observation_shape, state.observation_features
        size = int(np.prod(shape["cells"]))
        for seat in (0, 1):
            tensor = state.observation_tensor(seat)
            rows = tensor[:size].reshape(shape["cells"])
            column = {name: rows[:, index].tolist() for index, name in enumerate(features["cells"])}
            for cell in range(64):
                here = cell < len(cells)
                assert column["is a cell"][cell] == here
                assert column["gene token"][cell] == (cell in data["genes"])
                assert column["own pawns"][cell] == data["pawns"][seat].count(cell)
                assert column["opponent pawns"][cell] == data["pawns"][1 - seat].count(cell)
                assert column["mutation token"][cell] == (cell == data["barrier"])
                assert column["can be placed in"][cell] == (cell in layout["placements"])
                for kind in ("mucous", "nervous", "osseous", "muscular"):
                    assert column[kind][cell] == (here and cells[cell]["kind"] == kind)
            facts = tensor[size:]
            assert facts[features["facts"].index("own points / 40")] == pytest.approx(state.scores[seat] / 40)
            assert facts[features["facts"].index("own decision")] == (state.current_player == seat)
            assert facts[features["facts"].index(f"phase {data['phase']['name']}")] == 1


def test_a_turn_that_ended_by_itself_says_what_could_not_follow() -> None:
    state = bw.start("microworld").play("9")
    assert state.explain("18").legal
    assert state.explain("8 double").rule == "M14"  # no gene in hand
    assert state.explain("8 end").rule == "M17"
    blocked = bw.start("microworld", rules="A").play("+block").play("+double").play("9 block")
    assert blocked.explain("8 double").rule == "M24"
    used = bw.start("microworld").play("9").play("18 +double")
    assert used.explain("double end").rule == "M17"
    two = bw.start("microworld", rules="A").play("+radiation").play("+block").play("9 end").play("18 +double")
    assert two.explain("block double flip").rule == "M14"


def test_the_survey_of_boards_prints_the_tables_of_the_rules_page(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parents[1]
    code = runpy.run_path(str(folder / "scripts" / "survey_boards.py"))["main"]()
    assert not code
    page = (folder / "docs" / "games" / "microworld.md").read_text(encoding="utf-8")
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert len(rows) > 10
    assert [row for row in rows if row not in page] == []
