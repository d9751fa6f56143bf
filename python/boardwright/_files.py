"""Reading with a size limit, and writing so that a kill never leaves half a file."""

from __future__ import annotations

import errno
import itertools
import os
from pathlib import Path

from .errors import LimitError

_serial = itertools.count()


def read_bytes(path: str | os.PathLike[str], limit: int, what: str) -> bytes:
    """Read a file of at most `limit` bytes.

    Parameters
    ----------
    path : path-like
        The file.
    limit : int
        The most that is read.
    what : str
        What the file holds, for the message.

    Raises
    ------
    LimitError
        If the file is larger. Endless devices are cut off, too.
    OSError
        If it can't be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise LimitError(f"{Path(path)}: a {what} has at most {limit:,} bytes")
    return data


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file by way of a neighbour and a rename, so that it is there whole or not at all.

    Raises
    ------
    OSError
        If it can't be written; it names `path`, never the neighbour.
    """
    check_folder(path)
    try:
        _write(Path(path).resolve(), text)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def check_folder(path: str | os.PathLike[str]) -> None:
    """Check that a file can have this path: that its folder is there, and that it is not a folder itself.

    Raises
    ------
    OSError
        If not.
    """
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder, not a file", os.fspath(path))
    if not target.resolve().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(target.parent)!r}", os.fspath(path))


def _write(target: Path, text: str) -> None:
    if target.exists() and not target.is_file():
        # A pipe or a terminal, such as /dev/stdout: there is nothing to put in its place.
        target.write_text(text, encoding="utf-8", newline="\n")
        return
    part = target.with_name(f".{target.name[:80]}.{os.getpid()}-{next(_serial)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
