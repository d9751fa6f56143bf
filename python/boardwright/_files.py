"""Reading with a size limit, and writing so that a kill never leaves half a file."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from .errors import LimitError


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
    _check_name(path)
    with Path(path).open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise LimitError(f"{Path(path)}: a {what} has at most {limit:,} bytes")
    return data


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text as UTF-8, as `write_bytes` does.

    Raises
    ------
    OSError
        If it can't be written; it names `path`.
    """
    write_bytes(path, text.encode())


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file by way of a neighbour and a rename, so that it is there whole or not at all.

    A file that was there before keeps its mode. Pipes and devices, such as ``/dev/stdout``, are written to directly.

    Raises
    ------
    OSError
        If it can't be written; it names `path`, never the neighbour.
    """
    target, mode = _locate(path)
    try:
        if mode is not None and not stat.S_ISREG(mode):
            target.write_bytes(data)
        else:
            _replace(target, data, mode)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """Check that a file with this path can be written, as far as that can be told without writing.

    Raises
    ------
    OSError
        If not; it names `path`.
    """
    _locate(path)


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two paths name the same file, there or not; a pipe or device can take any number of texts."""
    try:
        if Path(one).exists() and not Path(one).is_file():
            return False
        return Path(one).samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def _check_name(path: str | os.PathLike[str]) -> None:
    # Path("") would be the current folder.
    if not os.fspath(path):
        raise FileNotFoundError(errno.ENOENT, "the name of the file is empty", "")


def _locate(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """Find the file to write, behind all links, and its mode if it is there; raises what `check_writable` does."""
    _check_name(path)
    given = os.fspath(path)
    try:
        mode: int | None = Path(given).stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        mode = None
    except OSError as error:
        raise OSError(error.errno, error.strerror, given) from None
    if given.endswith(os.sep) or (mode is not None and stat.S_ISDIR(mode)):
        raise IsADirectoryError(errno.EISDIR, "this is a folder, not a file", given)
    if mode is not None and not os.access(given, os.W_OK):
        raise PermissionError(errno.EACCES, "this file is write-protected", given)
    if mode is not None and not stat.S_ISREG(mode):
        return Path(given), mode
    target = Path(os.path.realpath(given))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(Path(given).parent)!r}", given)
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "its folder is write-protected", given)
    return target, mode


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    """Put a new file in the place of an old one, if there is one, whose mode it gets."""
    part, number = _make_part(target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            if mode is not None:
                # Before the data, so that nobody reads it who could not read the old file.
                part.chmod(stat.S_IMODE(mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _make_part(folder: Path) -> tuple[Path, int]:
    """Make a new file, which nobody else has made, with a name that fits wherever a name fits."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        part = folder / f".{os.urandom(8).hex()}.part"
        try:
            return part, os.open(part, flags, 0o666)
        except FileExistsError:
            continue
