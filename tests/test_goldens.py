"""Files written by earlier versions stay readable for ever, and are written again to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardwright as bw

RECORDS = sorted((Path(__file__).parent / "data" / "records").iterdir())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_records_of_earlier_versions(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = bw.load(path)
    assert record.state.is_over
    assert (record.to_json() if path.suffix == ".json" else record.to_text()) == text


def test_the_same_seed_gives_the_same_game_for_ever() -> None:
    path = next(path for path in RECORDS if path.name == "gridopolis-2-v1.txt")
    result = bw.Match("gridopolis", ["greedy", "random"], seed=7).play()
    assert result.record.to_text() == path.read_text(encoding="utf-8")


def test_generator_never_changes() -> None:
    rng = bw.Rng(7)
    assert [rng.below(6) for _ in range(8)] == [0, 1, 4, 2, 5, 2, 4, 1]
    assert rng.split(3).bits() == 7533819341937741838
