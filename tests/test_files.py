"""Files: what is written, how, and what is refused before anything is lost."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

import boardwright as bw
from boardwright import _files
from boardwright import record as records
from helpers import POSIX


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_no_record_is_written_that_can_not_be_read(
    game: bw.Record, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    bw.save(game, path)
    before = path.read_bytes()
    monkeypatch.setattr(records, "MAX_RECORD_BYTES", len(before))
    bw.save(game, path)
    bw.load(path)
    monkeypatch.setattr(records, "MAX_RECORD_BYTES", len(before) - 1)
    for target in (path, tmp_path / f"new-{name}"):
        with pytest.raises(bw.LimitError, match="that can be read") as caught:
            bw.save(game, target)
        assert target.name in str(caught.value)
    assert path.read_bytes() == before
    assert names(tmp_path) == [name]
    with pytest.raises(bw.LimitError):
        bw.load(path)


def test_records_are_measured_in_bytes(state: bw.State, monkeypatch: pytest.MonkeyPatch) -> None:
    text = bw.Record(state, tags={"event": "漢" * 200}).to_text()
    monkeypatch.setattr(records, "MAX_RECORD_BYTES", len(text.encode()))
    bw.loads(text)
    monkeypatch.setattr(records, "MAX_RECORD_BYTES", len(text.encode()) - 1)
    assert len(text) < records.MAX_RECORD_BYTES
    with pytest.raises(bw.LimitError, match=f"not {len(text.encode()):,}"):
        bw.loads(text)


def test_a_record_that_is_no_unicode() -> None:
    with pytest.raises(bw.RecordError) as caught:
        bw.loads('[Boardwright "1"]\nab\udcff')
    assert (caught.value.line, caught.value.column) == (2, 3)


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_of_a_file_stays(game: bw.Record, mode: int, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    before = os.umask(0o027)
    try:
        bw.save(game, path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640, "a new file gets what others get"
        path.chmod(mode)
        bw.save(game, path)
        assert stat.S_IMODE(path.stat().st_mode) == mode
        link = tmp_path / "link.txt"
        link.symlink_to(path)
        bw.save(game, link)
        assert stat.S_IMODE(path.stat().st_mode) == mode
    finally:
        os.umask(before)


@POSIX
def test_what_others_may_not_read_is_never_open(
    game: bw.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    path.touch(mode=0o600)
    modes: list[int] = []

    def look(number: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(number).st_mode))

    monkeypatch.setattr(os, "fsync", look)
    bw.save(game, path)
    assert modes == [0o600]


def test_a_file_of_somebody_else_is_left_alone(
    game: bw.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / f".{bytes(8).hex()}.part"
    other.write_text("not ours", encoding="utf-8")
    drawn = [bytes(8), bytes(8), b"12345678"]
    monkeypatch.setattr(os, "urandom", lambda count: drawn.pop(0))
    bw.save(game, tmp_path / "game.txt")
    assert drawn == []
    assert other.read_text(encoding="utf-8") == "not ours"
    assert names(tmp_path) == [other.name, "game.txt"]
    drawn.append(bytes(8))
    with pytest.raises(IndexError):
        bw.save(game, tmp_path / "game.txt")
    assert other.read_text(encoding="utf-8") == "not ours"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_nothing_is_left_of_a_failed_write(
    game: bw.Record, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "refused", "another name", None, "and another")

    monkeypatch.setattr(os if step == "fsync" else Path, step, fail)
    with pytest.raises(OSError, match="refused") as caught:
        bw.save(game, tmp_path / "game.txt")
    assert caught.value.filename == str(tmp_path / "game.txt")
    assert names(tmp_path) == []


@pytest.mark.parametrize("length", [200, 251])
def test_long_names(game: bw.Record, length: int, tmp_path: Path) -> None:
    for letter in ("x", "é", "🎲"):
        path = tmp_path / (letter * (length // len(letter.encode())) + ".txt")
        bw.save(game, path)
        assert bw.load(path) == game


@pytest.mark.parametrize(
    "name", ["", "folder", "folder/", "none/", "none/game.txt", "file/game.txt", "x" * 300, "loop"]
)
def test_names_that_no_file_can_have(
    game: bw.Record, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").touch()
    Path("loop").symlink_to("loop")
    for work in (_files.check_writable, lambda path: bw.save(game, path)):
        with pytest.raises(OSError) as caught:  # noqa: PT011 - the kind is the system's
            work(name)
        assert caught.value.filename == name
        assert caught.value.strerror
    with pytest.raises(OSError) as caught:  # noqa: PT011
        bw.load(name)
    assert Path(caught.value.filename) == Path(name)
    assert names(tmp_path) == ["file", "folder", "loop"]
    assert Path("loop").is_symlink()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_is_write_protected(game: bw.Record, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old", encoding="utf-8")
    protected = path if what == "file" else tmp_path
    # Modes do not stop who runs as root, so the system's answer is put in its place.
    monkeypatch.setattr(os, "access", lambda asked, mode: Path(asked) != protected)
    for work in (_files.check_writable, lambda path: bw.save(game, path)):
        with pytest.raises(PermissionError, match="write-protected") as caught:
            work(path)
        assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "old"


def test_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").touch()
    Path("hard").hardlink_to("there")
    Path("soft").symlink_to("there")
    Path("dangling").symlink_to("new")
    whole = os.fspath(tmp_path / "there")
    for one, other in [("there", "./there"), ("there", "hard"), ("soft", whole), ("new", "dangling")]:
        assert _files.same_file(one, other)
        assert _files.same_file(other, one)
    for one, other in [("there", "new"), ("new", "newer"), (os.devnull, os.devnull)]:
        assert not _files.same_file(one, other)
