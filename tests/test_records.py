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
from helpers import Setup, each_game, find_state, in_phases


def test_text_and_json_round_trip(any_game: bw.Record) -> None:
    for text in (any_game.to_text(), any_game.to_json()):
        twin = bw.loads(text)
        assert twin.to_text() == any_game.to_text()
        assert twin.to_json() == any_game.to_json()
        assert twin.states() == any_game.states()
        assert twin.tags == any_game.tags
        assert twin.players == any_game.players == ["greedy", "random"]
    json.loads(any_game.to_json())


def test_contents(any_game: bw.Record) -> None:
    assert len(any_game) == len(any_game.events()) == len(any_game.states()) - 1
    start = any_game.start
    assert any_game.states()[0] == start == bw.start(start.game_name, **start.options)
    assert any_game.states()[-1] == any_game.state
    turns = any_game.turns()
    assert len(turns) == any_game.state.turn
    assert [seat for _, seat, _, _ in turns[:4]] == [0, 1, 0, 1]
    assert turns[-1][3] == any_game.state
    state = any_game.start
    for _, _, text, after in turns:
        state = state.play(text)
        assert state == after


def test_push(any_state: bw.State) -> None:
    record = bw.Record(any_state, players=["a", "b"], seed=3, tags={"event": "é ü 漢"})
    after = record.push(any_state.legal_actions[0])
    assert after == record.state
    with pytest.raises(bw.IllegalActionError):
        record.push({"gridopolis": "1.-2.2>1.-1.2", "microworld": "v13", "genotype": "second"}[any_state.game_name])
    assert record.state == after
    assert len(record) == 1
    twin = bw.loads(record.to_text())
    assert twin.tags["event"] == "é ü 漢"


def test_names_that_are_hard_to_write(any_state: bw.State) -> None:
    names = ['q"uo\\te', "é ü 漢 ]"]
    record = bw.Record(any_state, players=names, tags={"note": '"][x "y"]'})
    for text in (record.to_text(), record.to_json()):
        twin = bw.loads(text)
        assert twin.players == names
        assert twin.tags["note"] == '"][x "y"]'


@pytest.mark.parametrize(
    ("setup", "phase"),
    [
        *in_phases("gridopolis", "chain", "second", "teleport"),
        *in_phases("microworld", "token", "move", "flip", "after"),
        *in_phases("microworld-secrets", "leftover", "target", "tile", "keep", "reveal", "mutate", "steal"),
    ],
)
def test_unfinished_turns(setup: Setup, phase: str) -> None:
    start = find_state(phase, setup.options, setup.game)
    for viewer in ("everything", 0, 1, "spectator"):
        record = bw.Record(start.view(viewer))
        assert bw.loads(record.to_text()).state == start.view(viewer)
        event = start.outcomes[0][0] if start.is_chance else start.legal_actions[0]
        record.push(event.text)
        assert record.state == start.play(event).view(viewer)
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


def test_redaction(any_game: bw.Record) -> None:
    viewers: list[int | str] = [0, 1, "spectator"]
    for viewer in viewers:
        seen = any_game.redact(viewer)
        text = seen.to_text()
        assert "seed" not in {tag.lower() for tag in seen.tags}
        assert len(seen) == len(any_game)
        assert seen.states() == [state.view(viewer) for state in any_game.states()]
        assert bw.loads(text).to_text() == text
        assert bw.loads(seen.to_json()).to_text() == text
        assert seen.redact(viewer) == seen
        assert ("+?" in text) == (any_game.start.game_name != "gridopolis")
        for wider in {*viewers, "everything"} - {viewer}:
            with pytest.raises(bw.ViewError):
                seen.redact(wider)
    assert any_game.redact("everything") == any_game
    with pytest.raises((ValueError, IndexError)):
        any_game.redact(9)


@pytest.mark.parametrize("name", ["game.txt", "game.json", "GAME.JSON", "no-suffix"])
def test_files(any_game: bw.Record, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    bw.save(any_game, path)
    assert bw.load(path).to_text() == any_game.to_text()
    assert bw.load(str(path)).state == any_game.state
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


@each_game
def test_matches_and_results_are_written_as_their_record(setup: Setup, tmp_path: Path) -> None:
    match = setup.match(max_turns=4)
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


def test_an_illegal_turn_of_microworld() -> None:
    record = bw.Match("microworld", ["random", "random"], seed=3).play().record
    lines = record.to_text().splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("2. "))
    cell = lines[number - 1].split()[2]  # that of the first pawn
    lines[number] = f"2. 1 {cell}"
    with pytest.raises(bw.RecordError) as caught:
        bw.loads("\n".join(lines))
    assert (caught.value.line, caught.value.column, caught.value.rule) == (number + 1, 6, "M12")
    # What a token is can't be changed afterwards: the hash after the turn tells.
    text = record.to_text()
    token = next(word for word in text.split() if word.startswith("+"))
    other = "+copy" if token != "+copy" else "+flip"
    with pytest.raises(bw.RecordError):
        bw.loads(text.replace(token, other, 1))


def test_cut_off_records_never_crash(any_game: bw.Record) -> None:
    for text in (any_game.to_text(), any_game.to_json()):
        for cut in range(0, len(text), max(1, len(text) // 150)):
            with contextlib.suppress(bw.RecordError):  # a cut between two turns is a valid record
                bw.loads(text[:cut])


def test_frames(any_game: bw.Record) -> None:
    frames = records.replay_frames(any_game)
    assert len(frames) == len(any_game.turns()) + 1
    assert all("<svg" in frame.svg for frame in frames)
    assert frames[0].turn_text == ""
    assert [frame.turn_text for frame in frames[1:]] == [text for _, _, text, _ in any_game.turns()]
    assert frames[-1].note


def test_frames_of_long_games(any_game: bw.Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_FRAMES", 5)
    frames = records.replay_frames(any_game)
    assert len(frames) <= 6
    assert frames[-1].turn_text == any_game.turns()[-1][2]


def test_html(any_game: bw.Record) -> None:
    page = bw.to_html(any_game)
    assert page.lower().startswith("<!doctype html>")
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page
    assert "greedy" in page
    assert "<b>bold</b>" not in bw.to_html(any_game, title="<b>bold</b>")


@each_game
def test_result_texts(setup: Setup) -> None:
    start = setup.start()
    assert records.result_text(start) == "not over after 0 turns"
    over: Any = start.playout(bw.Rng(1))
    assert over.ending in records.result_text(over)
    for seat in over.winners:
        assert start.seat_names[seat] in records.result_text(over)


def test_draws() -> None:
    tied = bw.gridopolis.start(win="points").call_time()
    assert records.result_text(tied).startswith("a draw")
    data = bw.start("microworld").playout(bw.Rng(1)).to_dict() | {"points": [20, 20], "hands": [[], []]}
    assert records.result_text(bw.State.from_dict(data)).startswith("a draw after 28 turns")
