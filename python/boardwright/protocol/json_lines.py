"""Requests and answers as JSON, an object a line, both ways. `schema.json` says what is in them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from typing import Any

from boardwright._checks import is_unicode

from .strict_json import read_json
from .verbs import MAX_NUMBER, MAX_SHOWN, VERSION, Fault, Request, called, plain_number, short

__all__ = ["JsonLines"]

Message = dict[str, Any]


class JsonLines:
    """The JSON form of the protocol."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)

    # What an engine reads and writes.

    def read(self, data: bytes) -> Request | None:
        """Read a request; None for an empty line, which is none.

        Raises
        ------
        Fault
            If it is no request.
        """
        if not data.strip():
            return None
        found = _load(data)
        id = _id(found)
        if id is None and found.get("id") is not None:
            raise Fault("usage", "an id is a number from 0 to 2**64 - 1, or a text of up to 60 characters")
        verb = found.get("verb")
        if not isinstance(verb, str):
            raise Fault("usage", "a request has a verb, a text")
        version = found.get("version", VERSION)
        if not isinstance(version, str) or version.partition(".")[0] != VERSION.partition(".")[0]:
            raise Fault("version", f"this engine speaks version {VERSION}, not {short(version)}")
        # For `bwp` the version is an argument of its own.
        own = ("id", "verb") if verb == "bwp" else ("id", "verb", "version")
        return Request(verb, {name: value for name, value in found.items() if name not in own}, id)

    def verb_of(self, data: bytes) -> tuple[str, int | str | None]:
        """Tell verb and id of a line that can't be read, as far as it has them."""
        try:
            found = _load(data)
        except Fault:
            return "?", None
        verb = found.get("verb")
        return called(verb) if isinstance(verb, str) else "?", _id(found)

    def answer(self, verb: str, id: int | str | None, content: Mapping[str, Any]) -> bytes:
        """Write an answer."""
        return _line({"version": VERSION, "id": id, "verb": verb, "ok": True, **content})

    def fault(self, verb: str, id: int | str | None, fault: Fault) -> bytes:
        """Write why there is no answer."""
        return _line({"version": VERSION, "id": id, "verb": verb, "ok": False, "error": fault.to_dict()})

    def info(self, verb: str, id: int | str | None, content: Mapping[str, Any]) -> bytes:
        """Write what there is to tell before the answer."""
        return _line({"version": VERSION, "id": id, "verb": verb, "info": content})

    # What a client writes and reads.

    def request(self, request: Request) -> bytes:
        """Write a request."""
        return _line({"id": request.id, "verb": request.verb, **request.params})

    def number(self) -> int:
        """Give the next id."""
        return next(self._ids)

    def key(self, request: Request) -> int | str:
        """Tell what the answer to a request is known by."""
        assert request.id is not None, "requests of a client have ids"
        return request.id

    def reader(self) -> Callable[[bytes], tuple[int | str | None, Message] | None]:
        """Make a reader of what an engine writes, line by line.

        It gives what the answer is known by, and the answer. Whatever can't be one raises a `ValueError`.
        """
        return _read_answer


def _read_answer(data: bytes) -> tuple[int | str | None, Message] | None:
    if not data.strip():
        return None
    try:
        found = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deep") from None
    except ValueError as error:
        raise ValueError(f"no JSON: its command has to tell it to speak JSON, as --json does; {error}") from None
    if not isinstance(found, dict) or not ("ok" in found or "info" in found):
        raise ValueError("no answer")
    if "info" in found:
        if not isinstance(found["info"], dict):
            raise ValueError("an info is an object")
        return None, found
    key = _id(found)
    if key is None and found.get("id") is not None:
        raise ValueError("no id")
    return key, found


def _load(data: bytes) -> dict[str, Any]:
    """Read an object.

    Raises
    ------
    Fault
        If it is none.
    """
    try:
        text = data.decode().strip(" \t\r\n")
        found, end = read_json(text)
        if end < len(text):
            raise ValueError(f"{short(text[end:])} is too much")
    except UnicodeDecodeError as error:
        raise Fault("encoding", f"not UTF-8 text (byte {error.start})") from None
    except RecursionError:
        raise Fault("encoding", "nested too deep") from None
    except ValueError as error:
        raise Fault("encoding", f"this is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise Fault("encoding", f"a request is an object, not {short(found)}")
    return found


def _id(found: Mapping[str, Any]) -> int | str | None:
    """Find the id of a request, if it can be one."""
    id = plain_number(found.get("id"))
    if isinstance(id, str) and is_unicode(id) and len(id) <= MAX_SHOWN:
        return id
    if isinstance(id, int) and not isinstance(id, bool) and 0 <= id <= MAX_NUMBER:
        return id
    return None


def _line(content: Mapping[str, Any]) -> bytes:
    # What is no Unicode becomes an escape, which is JSON, too.
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"
