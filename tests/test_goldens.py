"""Files written by earlier versions stay readable for ever, and are written again to the letter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw

DATA = Path(__file__).parent / "data"

RECORDS = sorted((DATA / "records").iterdir())

PLAYTHROUGHS: list[dict[str, Any]] = json.loads((DATA / "playthroughs.json").read_text(encoding="utf-8"))["games"]


# Those of whole games between bots; the others were played by hand, or are what somebody saw.
PLAYED = [path for path in RECORDS if not path.name.startswith("fixture") and "-seat" not in path.name]


def written(record: bw.Record, path: Path) -> str:
    return record.to_json() if path.suffix == ".json" else record.to_text()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_records_of_earlier_versions(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = bw.load(path)
    assert record.state.is_over
    assert written(record, path) == text


def test_records_of_every_game() -> None:
    starts = [bw.load(path).start for path in RECORDS]
    assert {start.game_name for start in starts} == {"fixture", *bw.list_games()}
    for game in ("fixture", "microworld", "genotype"):
        viewers = {start.viewer for start in starts if start.game_name == game}
        assert viewers == {"everything", "seat 1"}, "games with secrets are there in full and as a seat saw them"


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.name)
def test_the_same_seed_gives_the_same_game_for_ever(path: Path) -> None:
    old = bw.load(path)
    result = bw.Match(old.start.game_name, old.players, seed=int(old.tags["Seed"]), **old.start.options).play()
    assert written(result.record, path) == path.read_text(encoding="utf-8")


def test_views_of_a_game_for_ever() -> None:
    for whole_name, seen_name in (
        ("microworld-rules-v1.json", "microworld-rules-seat1-v1.txt"),
        ("genotype-3-v1.txt", "genotype-3-seat1-v1.txt"),
    ):
        whole, seen = bw.load(DATA / "records" / whole_name), bw.load(DATA / "records" / seen_name)
        assert whole.redact(1) == seen
        assert whole.redact(1).to_text() == seen.to_text()


@pytest.mark.parametrize("game", PLAYTHROUGHS, ids=lambda game: f"{game['game']}-{game['seed']}")
def test_playthroughs(game: dict[str, Any]) -> None:
    result = bw.Match(game["game"], game["bots"], seed=game["seed"], **game["options"]).play()
    hashes = [f"{state.hash64:016x}" for *_, state in result.record.turns()]
    assert hashes == game["hashes"]
    assert result.scores == game["scores"]


@pytest.mark.parametrize("path", sorted((DATA / "diagrams").iterdir()), ids=lambda path: path.stem)
def test_diagrams(path: Path) -> None:
    head, _, rest = path.read_text(encoding="utf-8").partition("\n")
    events, _, diagram = rest.partition("\n\n")
    told = json.loads(head)
    state = bw.start(path.stem.partition("-")[0], **told["options"])
    for event in events.split():
        state = state.play(event)
    viewer = told["viewer"]
    assert str(state.view(int(viewer[-1]) if viewer.startswith("seat") else viewer)) == diagram


def test_generator_never_changes() -> None:
    rng = bw.Rng(7)
    assert [rng.below(6) for _ in range(8)] == [0, 1, 4, 2, 5, 2, 4, 1]
    assert rng.split(3).bits() == 7533819341937741838
