"""Odds of Genotype's dice against dice that are rolled out case by case, and rolls against the odds."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright import genotype
from boardwright.display._genotype_odds import punnett

TILES: tuple[Any, ...] = (None, "dominant", "recessive")
COLOURS: tuple[Any, ...] = ("R", "G", "F", "T")
PARENTS = [pytest.param(left, top, id=f"{left}-{top}") for left in TILES for top in TILES]

FACES = [*[Fraction(2, 9)] * 4, Fraction(1, 9)]

each_square = pytest.mark.parametrize(("left", "top"), PARENTS)


# A second way to the same numbers: dice with six faces, letters of parents, and every case counted.


def genes(colour: str, tile: str | None) -> str:
    return {None: colour + colour.lower(), "dominant": 2 * colour, "recessive": 2 * colour.lower()}[tile]


def shown(colour: str, left: str | None, top: str | None, face: str) -> str:
    """What a face stands for: I and II are the upper row, I and III the left column."""
    if face == "mutation":
        return f"{colour}*"
    row, column = {"I": (0, 0), "II": (0, 1), "III": (1, 0), "IV": (1, 1)}[face]
    return "".join(sorted(genes(colour, left)[row] + genes(colour, top)[column]))  # capitals come first


@cache
def die(colour: str, left: str | None, top: str | None) -> dict[str, Fraction]:
    """One die of six faces; a mutation is rolled once again."""
    faces = ("I", "II", "III", "IV", "mutation", "mutation")
    odds: Counter[str] = Counter()
    for first, second in itertools.product(faces, repeat=2):
        odds[shown(colour, left, top, first if first != "mutation" else second)] += 1
    return {name: Fraction(cases, 36) for name, cases in odds.items()}


@cache
def pool(colour: str, left: str | None, top: str | None) -> dict[tuple[str, ...], Fraction]:
    """All results of five dice, in the order of the dice."""
    one = die(colour, left, top)
    return {dice: math.prod(one[name] for name in dice) for dice in itertools.product(one, repeat=5)}  # type: ignore[misc]


def asked(colour: str, left: str | None, top: str | None, *wishes: tuple[str, int, int]) -> Fraction:
    """The chance that for each wish (names, least, most) the number of dice that show one of the names fits."""

    def met(dice: tuple[str, ...]) -> bool:
        return all(low <= sum(name in names.split() for name in dice) <= high for names, low, high in wishes)

    return sum((odds for dice, odds in pool(colour, left, top).items() if met(dice)), Fraction(0))


@each_square
@pytest.mark.parametrize("colour", COLOURS)
def test_one_die(colour: Any, left: Any, top: Any) -> None:
    odds, one = genotype.odds(colour, left, top), die(colour, left, top)
    assert odds.names == (2 * colour, colour + colour.lower(), 2 * colour.lower(), f"{colour}*")
    assert odds.die == {name: one.get(name, 0) for name in odds.names}
    assert list(odds.die) == list(odds.names)
    assert sum(odds.die.values()) == 1
    assert odds.square == {face: shown(colour, left, top, face) for face in ("I", "II", "III", "IV")}
    quarters = Counter(odds.square.values())
    assert odds.omari == {name: Fraction(quarters[name], 4) for name in odds.names[:3]}
    assert odds.means == {name: 5 * one for name, one in odds.die.items()}


@each_square
def test_the_pool(left: Any, top: Any) -> None:
    odds = genotype.odds("G", left, top)
    expected: dict[tuple[int, ...], Fraction] = {}
    for dice, chance in pool("G", left, top).items():
        counts = tuple(dice.count(name) for name in odds.names)
        expected[counts] = expected.get(counts, Fraction(0)) + chance
    assert odds.pool == expected
    assert sum(odds.pool.values()) == 1
    for name in odds.names:
        row = tuple(asked("G", left, top, (name, k, 5)) for k in range(6))
        assert odds.table[name] == row == tuple(odds.at_least(k, name) for k in range(6))
    assert all(type(chance) is Fraction for chance in [*odds.pool.values(), *odds.die.values()])


@each_square
@pytest.mark.parametrize(
    ("question", "wishes"),
    [
        ("RR or Rr at least twice", [("RR Rr", 2, 5)]),
        ("at least one RR and at least one Rr", [("RR", 1, 5), ("Rr", 1, 5)]),
        ("RR, Rr and rr", [("RR", 1, 5), ("Rr", 1, 5), ("rr", 1, 5)]),
        ("no R* and rr <= 2", [("R*", 0, 0), ("rr", 0, 2)]),
        ("RR or rr or R* >= 3 and exactly one R*", [("RR rr R*", 3, 5), ("R*", 1, 1)]),
        ("Rr = 2, Rr > 1, Rr < 3", [("Rr", 2, 2)]),
        ("RR > 2 and RR < 2", [("RR", 3, 1)]),
        ("RR or Rr or rr or R* >= 5", [("RR Rr rr R*", 5, 5)]),
    ],
)
def test_questions(left: Any, top: Any, question: str, wishes: list[tuple[str, int, int]]) -> None:
    odds = genotype.odds("R", left, top)
    expected = asked("R", left, top, *wishes)
    assert odds.chance(question) == expected
    assert genotype.chance(question, {"R": [left, top], "T": ["dominant", "recessive"]}) == expected
    if all(low <= high for _, low, high in wishes):
        assert odds.chance([genotype.Wish(names.split(), low, high) for names, low, high in wishes]) == expected
    names, low, _ = wishes[0]
    assert odds.at_least(low, *names.split()) == odds.chance(genotype.Wish(tuple(names.split()), low))


def test_questions_about_several_colours() -> None:
    tiles: Any = {"R": ["dominant", None], "F": [None, "recessive"], "T": [None, None]}
    rr, ff = genotype.odds("R", "dominant"), genotype.odds("F", None, "recessive")
    assert genotype.chance("RR >= 2 and ff", tiles) == rr.at_least(2, "RR") * ff.at_least(1, "ff")
    assert genotype.chance("RR or ff or tt", tiles) == 1 - (1 - rr.at_least(1, "RR")) * (1 - ff.at_least(1, "ff")) * (
        1 - genotype.odds("T").at_least(1, "tt")
    )
    # Counted together: sums over both pools.
    expected = sum(
        (
            one * other
            for dice, one in pool("R", "dominant", None).items()
            for number, other in enumerate(exactly("F", None, "recessive", "ff"))
            if 4 <= dice.count("RR") + number <= 6
        ),
        Fraction(0),
    )
    assert genotype.chance(genotype.Wish(["RR", "ff"], 4, 6), tiles) == expected
    assert genotype.chance("RR or GG or FF or TT >= 20") == Fraction(2, 9) ** 20
    assert genotype.chance("no R* and no G* and no F* and no T*") == Fraction(8, 9) ** 20


def exactly(colour: str, left: str | None, top: str | None, name: str) -> list[Fraction]:
    return [asked(colour, left, top, (name, k, k)) for k in range(6)]


# Gene tiles.


def test_changes_of_tiles() -> None:
    odds = genotype.odds("F")
    assert list(odds.changes) == ["left-dominant", "left-recessive", "top-dominant", "top-recessive"]
    assert odds.with_tile("left-dominant") == odds.changes["left-dominant"] == genotype.odds("F", left="dominant")
    covered = genotype.odds("F", "recessive", "dominant")
    assert covered.changes == {
        "remove-left": genotype.odds("F", None, "dominant"),
        "remove-top": genotype.odds("F", "recessive", None),
    }
    assert covered.with_tile("leave") == covered
    for left, top in itertools.product(TILES, TILES):
        odds = genotype.odds("F", left, top)
        assert all(odds.with_tile(name) == after for name, after in odds.changes.items())  # type: ignore[arg-type]
    for change in ("left-recessive", "top-dominant"):
        with pytest.raises(bw.IllegalActionError, match="parent already; remove it first") as caught:
            covered.with_tile(change)
        assert caught.value.rule == "T2"
    with pytest.raises(bw.IllegalActionError, match="no gene tile lies on the top parent"):
        genotype.odds("F", "dominant").with_tile("remove-top")
    with pytest.raises(bw.ParseError, match='"left" is none of left-dominant, '):
        covered.with_tile("left")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not NoneType"):
        covered.with_tile(None)  # type: ignore[arg-type]


def test_side_by_side() -> None:
    odds = genotype.odds("T")
    question = "TT or Tt at least 4 times"
    table = odds.compare(ask=question)
    assert [name for name, _ in table.columns] == ["now", *odds.changes]
    assert [one for _, one in table.columns] == [odds, *odds.changes.values()]
    assert table.rows[0] == (question, tuple(one.chance(question) for _, one in table.columns))
    rows = dict(table.rows)
    assert len(rows) == 9
    assert rows["a die shows tt"] == tuple(one.die["tt"] for _, one in table.columns)
    assert rows["at least one T* of 5"] == tuple(one.at_least(1, "T*") for _, one in table.columns)
    few = odds.compare(
        "left-recessive", genotype.odds("T", "dominant", "dominant"), ask=[question, genotype.Wish("tt", 2)]
    )
    assert [name for name, _ in few.columns] == ["now", "left-recessive", "TT x TT"]
    assert [label for label, _ in few.rows[:2]] == [question, "at least 2 tt"]
    lines = str(few).splitlines()
    assert lines[0] == "Height (T)"
    assert re.fullmatch(r"left x top +Tt x Tt +tt x Tt +TT x TT", lines[3])
    assert re.fullmatch(r"a die shows tt +22\.2 % +44\.4 % \+22\.2 +0 -22\.2", lines[8])
    assert re.fullmatch(r"a die shows T\* +11\.1 % +11\.1 % +=  +11\.1 % +=", lines[9])
    html = few._repr_html_()
    assert html.count("<svg") == 3
    assert "+22.2" in html
    with pytest.raises(ValueError, match="dice of G can't be compared with those of T"):
        odds.compare(genotype.odds("G"))
    with pytest.raises(bw.IllegalActionError):
        odds.compare("remove-left")
    with pytest.raises(bw.ParseError):
        odds.compare(ask="TT or")


# How it is shown.


def test_texts() -> None:
    assert str(genotype.odds("R", top="recessive")) == (
        "Seed shape (R): left parent Rr, top parent rr (gene tile)\n"
        "        r       r\n"
        "  R     I Rr   II Rr\n"
        "  r   III rr   IV rr\n"
        "\n"
        "        one die  mean of 5    >= 1    >= 2    >= 3    >= 4     >= 5\n"
        "RR    0       0       0.00       0       0       0       0        0\n"
        "Rr  4/9  44.4 %       2.22  94.7 %  73.5 %  39.7 %  12.6 %    1.7 %\n"
        "rr  4/9  44.4 %       2.22  94.7 %  73.5 %  39.7 %  12.6 %    1.7 %\n"
        "R*  1/9  11.1 %       0.56  44.5 %   9.8 %   1.2 %   0.1 %  < 0.1 %"
    )
    assert "> 99.9 %" in str(genotype.odds("R", "dominant", "recessive"))
    for odds in (genotype.odds("R"), genotype.odds("G", "dominant"), genotype.odds("F", top="recessive")):
        assert eval(repr(odds), {"Odds": genotype.Odds}) == odds


@each_square
def test_pictures(left: Any, top: Any) -> None:
    odds = genotype.odds("G", left, top)
    html = odds._repr_html_()
    assert html.startswith("<div")
    assert html.count("<svg") == 1
    assert " id=" not in html
    assert "<script" not in html
    for name, one in odds.die.items():
        assert f">{name}</th>" in html
        assert f">{one}</td>" in html
    picture = punnett(odds, 100)
    assert picture.count(">tile</text>") == 2 - [left, top].count(None)
    assert all(f"<title>{face}: {name}</title>" in picture for face, name in odds.square.items())
    assert 'width="100"' in picture


def test_questions_are_escaped() -> None:
    assert "RR &lt; 2" in genotype.odds("R").compare(ask="RR < 2")._repr_html_()


def test_values() -> None:
    odds = genotype.odds("R", "dominant")
    assert odds == genotype.Odds("R", "dominant", None) != genotype.odds("R")
    assert len({odds, genotype.odds("R", "dominant"), genotype.odds("R")}) == 2
    for twin in (copy.copy(odds), copy.deepcopy(odds), pickle.loads(pickle.dumps(odds))):
        assert twin == odds
    with pytest.raises(AttributeError):
        odds.left = None  # type: ignore[misc]
    odds.die["RR"] = Fraction(1)
    assert odds.die["RR"] == Fraction(4, 9), "what is given is one's own"
    data = odds.to_dict()
    assert data["tiles"] == ["dominant", None]
    assert data["die"]["RR"] == pytest.approx(4 / 9)
    assert data["at_least"]["RR"][2] == float(odds.at_least(2, "RR"))


# Rolls. The limits are what chi-square stays below in 999 of 1,000 cases (Wilson and Hilferty); the seeds are fixed.


def limit(freedom: int) -> float:
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.09 * math.sqrt(part)) ** 3)


def chi_square(counts: Sequence[int], odds: Sequence[Fraction]) -> tuple[float, int]:
    """The statistic and its degrees of freedom; rare and impossible cases are taken together."""
    all_of_them = sum(counts)
    rare = [place for place, chance in enumerate(odds) if chance * all_of_them < 5]
    cells = [
        (count, chance) for place, (count, chance) in enumerate(zip(counts, odds, strict=True)) if place not in rare
    ]
    if rare:
        cells.append((sum(counts[place] for place in rare), sum((odds[place] for place in rare), Fraction(0))))
    assert all(count == 0 for count, chance in cells if chance == 0), "what can't be did not come"
    cells = [(count, chance) for count, chance in cells if chance]
    parts = ((count - float(all_of_them * chance)) ** 2 / float(all_of_them * chance) for count, chance in cells)
    return sum(parts), len(cells) - 1


def check_frequencies(counts: Sequence[int], odds: Sequence[Fraction]) -> None:
    statistic, freedom = chi_square(counts, odds)
    assert statistic < limit(freedom)


def test_limits_are_those_of_the_tables() -> None:
    # From printed tables of the 0.999 quantile.
    for freedom, value in {3: 16.27, 4: 18.47, 20: 45.31, 55: 93.17}.items():
        assert limit(freedom) == pytest.approx(value, rel=0.02)
    with pytest.raises(AssertionError):
        check_frequencies([2_227_000, 2_217_000, 2_222_000, 2_222_000, 1_112_000], FACES)


def test_frequencies_of_faces() -> None:
    counts = genotype.roll(10_000_000, seed=1)
    assert counts.dtype == np.int64
    assert counts.shape == (5,)
    assert counts.sum() == 10_000_000
    check_frequencies(counts.tolist(), FACES)


@each_square
def test_frequencies(left: Any, top: Any) -> None:
    odds = genotype.odds("R", left, top)
    counts = odds.roll(10_000_000, seed=2)
    assert counts.dtype == np.int64
    check_frequencies(counts.tolist(), list(odds.die.values()))
    pools = odds.roll_pools(200_000, seed=3)
    assert pools.shape == (200_000, 4)
    assert pools.dtype == np.uint8
    assert (pools.sum(axis=1) == 5).all()
    seen = Counter(map(tuple, pools.tolist()))
    assert set(seen) <= set(odds.pool)
    check_frequencies([seen[counts] for counts in odds.pool], list(odds.pool.values()))
    share = np.mean(pools[:, 0] + pools[:, 1] >= 2)
    exact = float(odds.chance("RR or Rr at least twice"))
    assert share == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 200_000) + 1e-12)


def test_the_same_seed_gives_the_same_dice() -> None:
    odds = genotype.odds("R", "dominant")
    for n in (0, 1, 7, 300_000):
        faces = genotype.roll_faces(n, seed=5)
        assert faces.dtype == np.uint8
        assert faces.flags.writeable
        counts = np.bincount(faces, minlength=5)
        assert counts.tolist() == genotype.roll(n, seed=5).tolist()
        names = [*odds.square.values(), "R*"]
        expected = [
            sum(int(count) for name, count in zip(names, counts, strict=True) if name == own) for own in odds.names
        ]
        assert odds.roll(n, seed=5).tolist() == expected
        pools = odds.roll_pools(n // 5, seed=5)
        for dice, pool_counts in zip(faces[: n // 5 * 5].reshape(-1, 5)[:1000].tolist(), pools.tolist(), strict=False):
            assert pool_counts == [[names[face] for face in dice].count(own) for own in odds.names]
    assert genotype.roll(1000, 5).tolist() != genotype.roll(1000, 6).tolist()


def test_progress_and_interruption() -> None:
    seen: list[int] = []
    genotype.roll(5 * 10**8, seed=1, progress=seen.append)
    assert seen
    assert seen == sorted(seen)
    assert seen[-1] <= 5 * 10**8

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        genotype.roll(10**13, seed=1, progress=stop)
    with pytest.raises(KeyboardInterrupt):
        genotype.roll_faces(10**8, seed=1, progress=stop)
    with pytest.raises(KeyboardInterrupt):
        genotype.odds("R").roll_pools(2 * 10**7, seed=1, progress=stop)


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("B",), 'colour: must be one of R, G, F, T, not "B" [T1]'),
        (("r",), "colour: must be one of"),
        (("",), "colour: must be one of"),
        (("\ud800",), "colour: a character is no Unicode"),
        (("R", "mixed"), 'left: must be "dominant" or "recessive"'),
        (("R", None, "Dominant"), 'not "Dominant" [T2]'),
        (("R", None, "\ud800"), "top: a character is no Unicode"),
    ],
)
def test_no_such_odds(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(bw.SetupError) as caught:
        genotype.odds(*arguments)
    assert message in str(caught.value)


def test_every_problem_at_once() -> None:
    with pytest.raises(bw.SetupError) as caught:
        genotype.odds("X", "Y", "Z")  # type: ignore[arg-type]
    assert [problem.path for problem in caught.value.problems] == ["colour", "left", "top"]
    tiles: Any = {"R": ["dominant"], "G": None, "F": ["x", 3], "T": {}, "B": []}
    with pytest.raises(bw.SetupError) as caught:
        genotype.chance("RR", tiles)
    assert [problem.path for problem in caught.value.problems] == ["", "R", "F[0]", "F[1]", "T"]


@pytest.mark.parametrize("arguments", [(None,), (1,), (b"R",), ("R", 1), ("R", None, ["dominant"])])
def test_odds_of_no_text(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match="is a text, not"):
        genotype.odds(*arguments)


@pytest.mark.parametrize(
    ("question", "message", "column"),
    [
        ("", "the name of a die is missing", 1),
        ("RR or", "the name of a die is missing", 6),
        ("RR and", "the name of a die is missing", 7),
        ("gg", '"gg" is none of RR, Rr, rr, R*', 1),
        ("rR", '"rR" is none of', 1),
        ("de novo", '"de" is none of', 1),
        ("RR or Rr twice", 'say "at least", "at most" or "exactly"', 10),
        ("2 RR", 'say "at least", "at most" or "exactly"', 1),
        ("RR >= 6", "there are 5 of these dice, so numbers go from 0 to 5", 7),
        ("RR > 5", "there are 5 of these dice", 6),
        ("RR >= -1", "'-' has no place in a question", 7),
        ("RR >= 1.5", "'.' has no place", 8),
        ("RR != 1", "'!' has no place", 4),
        ("RR => 1", '"=>" is none of', 4),
        ("at least one RR or at least one Rr", '"or" joins dice that are counted together', 17),
        ("at least one RR >= 1", "there is an amount before the dice already", 17),
        ("RR or RR", "RR is there twice", 7),
        ("RR or Rr or", "the name of a die is missing", 12),
        ("(RR)", "'(' has no place", 1),
        ("RR\u0000", "has no place", 3),
        ("ＲＲ", "has no place", 1),
        ("x" * 501, "a question has at most 500 characters", 1),
        (" and ".join(["RR"] * 13), "a question has at most 12 wishes", 85),
        ("\ud800", "a character is no Unicode", 0),
    ],
)
def test_no_question(question: str, message: str, column: int) -> None:
    with pytest.raises(bw.ParseError) as caught:
        genotype.odds("R").chance(question)
    assert message in str(caught.value)
    assert caught.value.column == column


def test_no_wish() -> None:
    odds = genotype.odds("R")
    wish: Any = genotype.Wish
    for question, kind, message in [
        (3, TypeError, "a question is a text, a Wish or several of them, not int"),
        (None, TypeError, "not NoneType"),
        (b"RR", TypeError, "not bytes"),
        ({"RR": 1}, TypeError, "not dict"),
        (["RR"], TypeError, "made of Wish objects, not of str"),
        ([], ValueError, "at least one wish"),
        (wish([]), bw.ParseError, "the name of a die is missing"),
        (wish([1]), TypeError, "a die is named by a text, not int"),
        (wish("RR and rr"), bw.ParseError, "'RR and rr' is no name of a die"),
        (wish("gg"), bw.ParseError, "is none of RR, Rr, rr, R*"),
        (wish("RR", -1), ValueError, "least is a number from 0 to 20"),
        (wish("RR", 1.0), TypeError, "least is a whole number, not float"),
        (wish("RR", 6), bw.ParseError, "there are 5 of these dice"),
        (wish("RR", 1, True), TypeError, "most is a whole number, not bool"),
        (wish("RR", 3, 2), ValueError, "at least 3 and at most 2 dice can't be"),
        ([wish("RR")] * 13, bw.ParseError, "at most 12 wishes"),
    ]:
        asking: Any = question
        with pytest.raises(kind, match=re.escape(message)):
            odds.chance(asking)
    with pytest.raises(TypeError, match="tiles are a dict, not list"):
        genotype.chance("RR", [])  # type: ignore[arg-type]


def test_no_number() -> None:
    odds = genotype.odds("R")
    with pytest.raises(TypeError, match="at_least needs the kinds of dice too"):
        odds.at_least(2)
    for number, kind in ((6, ValueError), (-1, ValueError), (2.0, TypeError), (True, TypeError), ("2", TypeError)):
        with pytest.raises(kind, match="how many dice is a"):
            odds.at_least(number, "RR")  # type: ignore[arg-type]
    for call, most in (
        (genotype.roll, 10**13),
        (genotype.roll_faces, 10**9),
        (odds.roll, 10**13),
        (odds.roll_pools, 2 * 10**8),
    ):
        rolls: Any = call
        for wrong in (-1, most + 1):
            with pytest.raises(ValueError, match="is a number from 0 to"):
                rolls(wrong, 1)
        with pytest.raises(TypeError, match="is a whole number, not float"):
            rolls(1e6, 1)
        with pytest.raises(ValueError, match="a seed is a number from 0"):
            rolls(1, 2**64)
        with pytest.raises(TypeError, match="a seed is a whole number"):
            rolls(1, None)
        with pytest.raises(TypeError, match="progress is a function of a number, not int"):
            rolls(1, 1, progress=1)
