"""The text diagram of Genotype."""

from __future__ import annotations

from typing import Any

import pytest

import boardwright as bw
from pictures import walk

OPTIONS: list[dict[str, Any]] = [
    {"players": 1, "difficulty": "hard"},
    {"players": 2, "first_seat": "random"},
    {"players": 3},
    {"players": 5},
]


def lines_of(diagram: str, name: str) -> list[str]:
    """The parts of each list of a name, over all its lines."""
    found: list[str] = []
    inside = False
    for line in diagram.splitlines():
        if line[:14].strip() == name:
            found.append(line[14:])
            inside = True
        elif inside and line.startswith(" " * 14):
            found[-1] += " " + line[14:]
        else:
            inside = False
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_fits_a_terminal(options: dict[str, Any]) -> None:
    for seed in range(3):
        for state in walk(seed, game="genotype", **options)[::5]:
            for shown in (state, state.view(0), state.view("spectator")):
                for line in str(shown).splitlines():
                    assert len(line) <= 100
                    assert line.isascii()
                    assert line == line.rstrip()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_shows_all_cards(options: dict[str, Any]) -> None:
    def plant(layout: dict[str, Any], number: int, covered: list[str]) -> str:
        card = layout["plants"][number]
        traits = [f"[{name}]" if name[0].upper() in covered else name for name in card["traits"]]
        return f"p{number} {' '.join(traits)} ({card['points']})"

    for state in walk(4, game="genotype", **options)[::7]:
        diagram, position, layout = str(state), state.to_dict(), state.layout()
        display = position["display"]
        for slot, number in enumerate(display["plants"]):
            assert f"<plants{slot} {'-' if number is None else plant(layout, number, [])}" in diagram
        for slot, tool in enumerate(display["tools"]):
            assert f"<tools{slot} {tool or '-'}" in diagram
        assert lines_of(diagram, "assistants") == [", ".join(name or "-" for name in display["assistants"])]
        plots, hands, tools = (lines_of(diagram, name) for name in ("plots", "hand", "tools"))
        for seat, player in enumerate(position["players"]):
            for plot in player["plots"]:
                assert f": {plant(layout, plot['plant'], plot['covered'])}" in plots[seat]
            hand = ", ".join(plant(layout, number, []) for number in player["hand"])
            assert hands[seat].replace(",  ", ", ") == (hand or "none")
            # The first list of tools is the one on display.
            assert tools[seat + 1] == (", ".join(player["tools"]) or "none")
        harvested = [plant(layout, number, []) for player in position["players"] for number in player["harvested"]]
        if position["johann"]:
            harvested += [plant(layout, number, []) for number in position["johann"]["harvested"]]
            for own in position["johann"]["garden"]:
                assert plant(layout, own["plant"], own["covered"]) in lines_of(diagram, "garden")[0]
        assert all(any(name in line for line in lines_of(diagram, "harvested")) for name in harvested)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_says_who_acts_and_how_all_stand(options: dict[str, Any]) -> None:
    for state in walk(5, game="genotype", **options)[::7]:
        diagram, layout = str(state), state.layout()
        first, second, *rest = diagram.splitlines()
        assert layout["stage"] in first
        assert second == (f"over: {state.ending}" if state.is_over else f"next: {layout['to_do']}")
        for seat, (name, points) in enumerate(zip(state.seat_names, layout["points"], strict=True)):
            line = next(line for line in rest if line[2:].startswith(f"{name} ("))
            assert f"): {points} point" in line
            if not state.is_over and state.current_player is not None:
                assert line.startswith(">" if seat == state.current_player else " ")


def test_squares_spaces_dice_and_goals() -> None:
    events = "+p0 +p1 +p2 +grant +rake +seed-bag +anna +may +omari +p3 +p4 +p5 +hand-lens +p6 +p7 +p8 +hand-lens"
    state = bw.start("genotype", players=2)
    for event in f"{events} p3 p4 p6 p7 shown=p3 shown=p5 shown=p6 shown=p8 genes-G top-recessive done first-F".split():
        state = state.play(event)
    block = str(state).splitlines()[3:11]
    columns = [[line[25 * at : 25 * at + 25].strip() for line in block] for at in range(4)]
    assert columns[0] == [
        "R seed shape, coin",
        "R  r",
        "R  RR  Rr",
        "r  Rr  rr",
        "genes .  1st shift .",
        "RR 0  Rr 0  rr 0",
        "De Novo 0",
        "goals R:. r:.",
    ]
    assert columns[1][:5] == ["G pod colour", "[g][g]", "G  Gg  Gg", "g  gg  gg", "genes 1  1st shift ."]
    assert columns[2][0] == "F flower colour"
    assert columns[2][4] == "genes .  1st shift 2"
