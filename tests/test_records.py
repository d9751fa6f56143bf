"""Records: writing, reading, redacting, showing."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import record as records
from helpers import find_state


def test_text_and_json_round_trip(game: bw.Record) -> None:
    for text in (game.to_text(), game.to_json()):
        twin = bw.loads(text)
        assert twin.to_text() == game.to_text()
        assert twin.to_json() == game.to_json()
        assert twin.states() == game.states()
        assert twin.tags == game.tags
        assert twin.players == game.players == ["greedy", "random"]
    json.loads(game.to_json())


def test_contents(game: bw.Record) -> None:
    assert len(game) == len(game.events()) == len(game.states()) - 1
    assert game.states()[0] == game.start == bw.start("gridopolis")
    assert game.states()[-1] == game.state
    turns = game.turns()
    assert len(turns) == game.state.turn
    assert [seat for _, seat, _, _ in turns[:4]] == [0, 1, 0, 1]
    assert turns[-1][3] == game.state
    state = game.start
    for _, _, text, after in turns:
        state = state.play(text)
        assert state == after


def test_push(state: bw.State) -> None:
    record = bw.Record(state, players=["a", "b"], seed=3, tags={"event": "é ü 漢"})
    after = record.push(state.legal_actions[0])
    assert after == record.state
    with pytest.raises(bw.IllegalActionError):
        record.push("1.-2.2>1.-1.2")
    assert record.state == after
    assert len(record) == 1
    twin = bw.loads(record.to_text())
    assert twin.tags["event"] == "é ü 漢"


def test_names_that_are_hard_to_write(state: bw.State) -> None:
    names = ['q"uo\\te', "é ü 漢 ]"]
    record = bw.Record(state, players=names, tags={"note": '"][x "y"]'})
    for text in (record.to_text(), record.to_json()):
        twin = bw.loads(text)
        assert twin.players == names
        assert twin.tags["note"] == '"][x "y"]'


@pytest.mark.parametrize("phase", ["chain", "second", "teleport"])
def test_unfinished_turns(phase: str) -> None:
    start = find_state(phase)
    record = bw.Record(start)
    assert bw.loads(record.to_text()).state == start
    record.push(start.legal_actions[0])
    assert bw.loads(record.to_json()).state == record.state
    assert bw.loads(record.to_text()).state == record.state


def test_call_time_is_recorded() -> None:
    start = bw.gridopolis.start(win="points")
    record = bw.Record(start)
    record.push(start.legal_actions[0])
    record.push("time")
    record.push(record.state.legal_actions[0])
    assert record.state.is_over
    twin = bw.loads(record.to_text())
    assert twin.state == record.state
    assert [event.kind for event in twin.events()] == ["act", "referee", "act"]


def test_redaction(game: bw.Record) -> None:
    for viewer in (0, "spectator"):
        seen = game.redact(viewer)
        text = seen.to_text()
        assert "seed" not in {tag.lower() for tag in seen.tags}
        assert len(seen) == len(game)
        assert bw.loads(text).to_text() == text
    with pytest.raises((ValueError, IndexError)):
        game.redact(9)


@pytest.mark.parametrize("name", ["game.txt", "game.json", "GAME.JSON", "no-suffix"])
def test_files(game: bw.Record, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    bw.save(game, path)
    assert bw.load(path).to_text() == game.to_text()
    assert bw.load(str(path)).state == game.state
    assert path.read_text(encoding="utf-8").startswith("{") == name.lower().endswith(".json")
    assert [part.name for part in tmp_path.iterdir()] == [name], "nothing else is left behind"


def test_a_failed_write_keeps_the_old_file(game: bw.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    bw.save(game, path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="the disk is full"):
        bw.save(bw.Record(game.start), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_matches_and_results_are_written_as_their_record(tmp_path: Path) -> None:
    match = bw.Match("gridopolis", ["random", "random"], max_turns=4)
    result = match.play()
    text = result.record.to_text()
    games: list[Any] = [result, match, result.record]
    for number, thing in enumerate(games):
        path = tmp_path / f"{number}.txt"
        bw.save(thing, path)
        assert path.read_text(encoding="utf-8") == text
        assert bw.to_html(thing) == bw.to_html(result.record)
        assert len(records.replay_frames(thing)) == 5


@pytest.mark.parametrize("thing", [None, "game.txt", 7, {}], ids=repr)
def test_what_is_no_game(thing: Any, tmp_path: Path) -> None:
    message = f"a Record or the result of a match, not {type(thing).__name__}"
    with pytest.raises(TypeError, match=message):
        bw.save(thing, tmp_path / "x.txt")
    with pytest.raises(TypeError, match=message):
        bw.to_html(thing)
    assert list(tmp_path.iterdir()) == []


def test_slips(game: bw.Record, tmp_path: Path) -> None:
    position: Any = game.state
    with pytest.raises(TypeError, match=r"a position, not a game: .* Record\(state\)"):
        bw.save(position, tmp_path / "x.txt")
    with pytest.raises(TypeError, match="a position, not a game"):
        bw.to_html(position)
    swapped: Any = (tmp_path / "x.txt", game)
    with pytest.raises(TypeError, match=r"not .*Path"):
        bw.save(*swapped)
    with pytest.raises(TypeError, match=r"save\(record, path\)"):
        bw.save(game, game)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"loads\(text\) reads a text"):
        bw.load(game)  # type: ignore[arg-type]
    with pytest.raises(bw.RecordError) as caught:
        bw.loads("folder/game.txt")
    assert caught.value.__notes__ == ["load('folder/game.txt') reads a file"]


@pytest.mark.parametrize("name", ["none/game.txt", "file.txt/game.txt", "folder", "x" * 300])
def test_a_failed_write_names_the_path_that_was_given(
    game: bw.Record, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file.txt").touch()
    for path in (name, Path(name), tmp_path / name):
        with pytest.raises(OSError) as caught:  # noqa: PT011
            bw.save(game, path)
        assert caught.value.filename == os.fspath(path)
        assert caught.value.filename2 is None
        assert ".part" not in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.txt", "folder"]


@pytest.mark.parametrize(("number", "kind"), [(errno.EACCES, PermissionError), (errno.ENOSPC, OSError)])
def test_a_disk_that_refuses(
    game: bw.Record, number: int, kind: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object) -> None:
        raise OSError(number, "refused", str(path))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(kind, match="refused") as caught:
        bw.save(game, tmp_path / "game.txt")
    assert caught.value.filename == str(tmp_path / "game.txt")


def test_links_and_pipes(game: bw.Record, tmp_path: Path) -> None:
    target = tmp_path / "target.txt"
    link = tmp_path / "link.txt"
    bw.save(bw.Record(game.start), target)
    link.symlink_to(target)
    bw.save(game, link)
    assert link.is_symlink()
    assert bw.load(target).state == game.state
    bw.save(game, os.devnull)
    assert not Path(os.devnull).is_file()


def test_files_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError):
        bw.load(tmp_path / "none.txt")
    wrong = tmp_path / "wrong.txt"
    wrong.write_bytes(b"[game \xff]\n")
    with pytest.raises(bw.RecordError) as caught:
        bw.load(wrong)
    assert (caught.value.line, caught.value.column) == (1, 7)
    monkeypatch.setattr(records, "MAX_RECORD_BYTES", 5)
    with pytest.raises(bw.LimitError):
        bw.load(wrong)
    with pytest.raises(bw.LimitError):
        bw.loads("123456")
    with pytest.raises(TypeError, match="a record is text"):
        bw.loads(b"x")  # type: ignore[arg-type]


BAD_TEXTS = ["", "\n\n", "x", "{", "{}", "[]", "null", "[game]", '[game "chess"]', "\0", "[" * 10_000]


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: repr(text[:12]))
def test_texts_that_are_no_records(text: str) -> None:
    with pytest.raises(bw.RecordError) as caught:
        bw.loads(text)
    assert caught.value.message
    assert "line 0" not in str(caught.value)


def test_an_illegal_turn_names_line_and_rule(game: bw.Record) -> None:
    first = game.turns()[0][2]
    text = game.to_text()
    broken = text.replace(first, "1.-2.2>1.-1.2", 1)
    assert broken != text
    with pytest.raises(bw.RecordError) as caught:
        bw.loads(broken)
    line = broken.splitlines()[caught.value.line - 1]
    assert "1.-2.2>1.-1.2" in line
    assert caught.value.rule == "G20"


def test_cut_off_records_never_crash(game: bw.Record) -> None:
    for text in (game.to_text(), game.to_json()):
        for cut in range(0, len(text), max(1, len(text) // 150)):
            with contextlib.suppress(bw.RecordError):  # a cut between two turns is a valid record
                bw.loads(text[:cut])


def test_frames(game: bw.Record) -> None:
    frames = records.replay_frames(game)
    assert len(frames) == len(game.turns()) + 1
    assert all("<svg" in frame.svg for frame in frames)
    assert frames[0].turn_text == ""
    assert [frame.turn_text for frame in frames[1:]] == [text for _, _, text, _ in game.turns()]
    assert frames[-1].note


def test_frames_of_long_games(game: bw.Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_FRAMES", 5)
    frames = records.replay_frames(game)
    assert len(frames) <= 6
    assert frames[-1].turn_text == game.turns()[-1][2]


def test_html(game: bw.Record) -> None:
    page = bw.to_html(game)
    assert page.lower().startswith("<!doctype html>")
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page
    assert "greedy" in page
    assert "<b>bold</b>" not in bw.to_html(game, title="<b>bold</b>")


def test_result_texts() -> None:
    start = bw.start("gridopolis")
    assert records.result_text(start) == "not over after 0 turns"
    tied = bw.gridopolis.start(win="points").call_time()
    assert records.result_text(tied).startswith("a draw")
    over: Any = start.playout(bw.Rng(1))
    assert over.ending in records.result_text(over)
