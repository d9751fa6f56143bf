"""Requests and answers as lines of text, both ways.

A request is one line. An answer is any number of lines, each a keyword and what belongs to it, and at last ``ok VERB``
or ``err VERB CODE RULE MESSAGE``, where RULE is ``-`` if no rule is offended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from .strict_json import read_json
from .verbs import LIMITS, VERBS, Fault, Request, called, short, unknown, usage

__all__ = ["Lines"]

MAX_DIGITS = 20

# The verb is looked for in so much of a line that can't be read.
MAX_START = 200

# How people write values that JSON writes in one way only.
WORDS = {"true": True, "false": False, "none": None, "null": None}

FLAGS = {"yes": True, "no": False}

# Keys whose value takes the rest of a line of pairs.
REST = ("pv", "move", "viewer")

Message = dict[str, Any]


def number_or_text(word: str) -> int | float | str:
    """Read a word that may be a number."""
    if re.fullmatch(r"[0-9]{1,20}", word):
        return int(word)
    if len(word) <= MAX_DIGITS and re.fullmatch(r"[0-9]*\.?[0-9]+(e-?[0-9]+)?", word):
        return float(word)
    return word


class Lines:
    """The text form of the protocol."""

    # What an engine reads and writes.

    def read(self, data: bytes) -> Request | None:
        """Read a request; None for an empty line, which is none.

        Raises
        ------
        Fault
            If it is no request.
        """
        try:
            line = data.decode()
        except UnicodeDecodeError as error:
            raise Fault("encoding", f"not UTF-8 text (byte {error.start})") from None
        verb, _, rest = line.strip().partition(" ")
        if not verb:
            return None
        if verb not in VERBS:
            raise unknown(verb)
        try:
            return Request(verb, READERS.get(verb, _nothing)(verb, rest.strip()))
        except RecursionError:
            raise Fault("usage", "nested too deep") from None

    def verb_of(self, data: bytes) -> tuple[str, None]:
        """Tell the verb of a line that can't be read; ``?`` if it has none."""
        words = data[:MAX_START].decode("ascii", "replace").split(maxsplit=1)
        return called(words[0]) if words else "?", None

    def answer(self, verb: str, id: int | str | None, content: Mapping[str, Any]) -> bytes:
        """Write an answer."""
        return _encode([*(line for key, value in content.items() for line in write_field(key, value)), f"ok {verb}"])

    def fault(self, verb: str, id: int | str | None, fault: Fault) -> bytes:
        """Write why there is no answer."""
        message = _one_line(fault.message)
        return _encode([f"err {verb} {fault.code} {fault.rule or '-'} {message}"])

    def info(self, verb: str, id: int | str | None, content: Mapping[str, Any]) -> bytes:
        """Write what there is to tell before the answer."""
        return _encode([f"info {_pairs(content)}"])

    # What a client writes and reads.

    def request(self, request: Request) -> bytes:
        """Write a request.

        Raises
        ------
        ValueError
            If a text in it has a line break, and so would be several requests.
        """
        writer = WRITERS.get(request.verb)
        rest = "" if writer is None else writer(request.params)
        line = f"{request.verb} {rest}".strip()
        if "\n" in line or "\r" in line:
            raise ValueError(f"what is sent for {request.verb} is one line, with no line break in it")
        return line.encode() + b"\n"

    def key(self, request: Request) -> int | str:
        """Tell what the answer to a request is known by: here the verb, so that one is asked at a time."""
        return request.verb

    def reader(self) -> Callable[[bytes], tuple[int | str | None, Message] | None]:
        """Make a reader of what an engine writes, line by line.

        It gives None within an answer, then what the answer is known by and the answer as in JSON lines. Whatever can't
        be an answer raises a `ValueError`.
        """
        return _Reader().read


class _Reader:
    def __init__(self) -> None:
        self._fields: Message = {}

    def read(self, data: bytes) -> tuple[int | str | None, Message] | None:
        line = data.decode().rstrip("\r\n")
        if line.startswith("{"):
            raise ValueError("it speaks JSON: the client does, too, with json=True")
        word, _, rest = line.partition(" ")
        if word == "ok":
            fields, self._fields = self._fields, {}
            if "|" in fields:
                fields["text"] = "\n".join(fields.pop("|"))
            return rest.strip(), {"ok": True, **fields}
        if word == "err":
            self._fields = {}
            verb, code, rule, message = [*rest.split(" ", 3), "", "", "", ""][:4]
            error = {"code": code, "message": message} | ({} if rule in ("-", "") else {"rule": rule})
            return verb, {"ok": False, "error": error}
        if word == "info":
            return None, {"info": _read_pairs(rest)}
        if word:
            read_field(self._fields, word, rest)
        return None


# Requests: what stands behind the verb.


def _nothing(verb: str, rest: str) -> dict[str, Any]:
    if rest:
        raise usage(verb, f"{short(rest)} is too much")
    return {}


def _optional(name: str) -> Callable[[str, str], dict[str, Any]]:
    def read(verb: str, rest: str) -> dict[str, Any]:
        return {name: number_or_text(rest) if name != "version" else rest} if rest else {}

    return read


def _one_of(*names: str) -> Callable[[str, str], dict[str, Any]]:
    def read(verb: str, rest: str) -> dict[str, Any]:
        if rest and rest not in names:
            raise usage(verb, f"{short(rest)} is not known")
        return {rest: True} if rest else {}

    return read


def _read_setoption(verb: str, rest: str) -> dict[str, Any]:
    found = re.fullmatch(r"name +(\S+) +value +(.+)", rest)
    if found is None:
        raise usage(verb, "this is not")
    return {"name": found[1], "value": number_or_text(found[2].strip())}


def _read_newgame(verb: str, rest: str) -> dict[str, Any]:
    game, _, rest = rest.partition(" ")
    if not game:
        raise usage(verb, "the game is missing")
    rest = rest.strip()
    options: dict[str, Any] = {}
    if rest.startswith("{"):
        options, rest = _read_json(verb, rest)
        if rest:
            raise usage(verb, f"{short(rest)} is too much")
        return {"game": game, "options": options}
    while rest:
        found = re.match(r"([A-Za-z_]{1,40})=", rest)
        if found is None:
            raise usage(verb, f"an option is NAME=VALUE, not {short(rest)}")
        if found[1] in options:
            raise usage(verb, f"{found[1]} is given twice")
        rest = rest[found.end() :]
        if rest[:1] in ('"', "{", "["):
            options[found[1]], rest = _read_json(verb, rest)
        else:
            word, _, rest = rest.partition(" ")
            options[found[1]] = WORDS.get(word.lower(), number_or_text(word))
        rest = rest.strip()
    return {"game": game, "options": options} if options else {"game": game}


def _read_json(verb: str, text: str) -> tuple[Any, str]:
    """Read JSON at the beginning of a text; gives what is behind it, too."""
    try:
        value, end = read_json(text)
    except ValueError as error:
        raise usage(verb, f"this is no JSON ({_one_line(str(error))})") from None
    return value, text[end:].strip()


def _read_position(verb: str, rest: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    word, _, behind = rest.partition(" ")
    if word == "view":
        found["view"] = True
        rest = behind.strip()
    if word == "start":
        rest = behind.strip()
    elif rest.startswith("{"):
        found["state"], rest = _read_json(verb, rest)
    else:
        raise usage(verb, "start or an object is missing")
    word, _, moves = rest.partition(" ")
    if word and word != "moves":
        raise usage(verb, f"{short(word)} is too much")
    if word:
        found["moves"] = moves.split()
    return found


def _read_moves(verb: str, rest: str) -> dict[str, Any]:
    return {"moves": rest.split()} if rest else {}


def _read_go(verb: str, rest: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    words = iter(rest.split())
    for word in words:
        if word == "legal":
            found["legal"] = list(words)
        elif word == "infinite":
            found["infinite"] = True
        elif word in LIMITS:
            if word in found:
                raise usage(verb, f"{word} is given twice")
            found[word] = number_or_text(next(words, ""))
        else:
            raise usage(verb, f"{short(word)} is not known")
    return found


def _read_perft(verb: str, rest: str) -> dict[str, Any]:
    depth, _, kind = rest.partition(" ")
    kind = kind.strip()
    if kind not in ("", "distinct", "divide"):
        raise usage(verb, f"{short(kind)} is not known")
    return ({"depth": number_or_text(depth)} if depth else {}) | ({kind: True} if kind else {})


def _read_explain(verb: str, rest: str) -> dict[str, Any]:
    return {"move": rest} if rest else {}


READERS: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "bwp": _optional("version"),
    "options": _optional("game"),
    "setoption": _read_setoption,
    "newgame": _read_newgame,
    "position": _read_position,
    "view": _optional("viewer"),
    "validmoves": _one_of("turns"),
    "dict": _optional("viewer"),
    "explain": _read_explain,
    "play": _read_moves,
    "undo": _optional("count"),
    "seed": _optional("seed"),
    "roll": _one_of("all"),
    "go": _read_go,
    "perft": _read_perft,
    "record": _one_of("json"),
}


def _write_position(params: Mapping[str, Any]) -> str:
    view = "view " if params.get("view") else ""
    state = params.get("state")
    parts = [view + ("start" if state is None else _compact(state))]
    if params.get("moves"):
        parts += ["moves", *params["moves"]]
    return " ".join(parts)


def _write_newgame(params: Mapping[str, Any]) -> str:
    return " ".join([params["game"], *([_compact(params["options"])] if params.get("options") else [])])


def _write_go(params: Mapping[str, Any]) -> str:
    parts = [f"{name} {params[name]}" for name in LIMITS if name in params]
    if params.get("infinite"):
        parts.append("infinite")
    if params.get("legal"):
        parts += ["legal", *params["legal"]]
    return " ".join(parts)


def _write_values(params: Mapping[str, Any]) -> str:
    """Write arguments that stand there as they are; of a flag its name."""
    words = []
    for name, value in params.items():
        if isinstance(value, list):
            words += value
        elif not isinstance(value, bool):
            words.append(str(value))
        elif value:
            words.append(name)
    return " ".join(words)


WRITERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **dict.fromkeys(
        ("bwp", "options", "view", "validmoves", "explain", "play", "undo", "seed", "roll", "perft", "dict", "record"),
        _write_values,
    ),
    "setoption": lambda params: f"name {params['name']} value {params['value']}",
    "newgame": _write_newgame,
    "position": _write_position,
    "go": _write_go,
}


# Answers: a line or more for each field. Each kind is written and read.


def write_field(key: str, value: Any) -> list[str]:
    """Write a field of an answer as lines."""
    if key == "text":
        return [f"| {_printed(line)}" if line else "|" for line in value.split("\n")]
    if key == "options":
        return [f"option {_pairs(row)}" for row in value]
    if key == "divide":
        return [f"divide {_pairs(row)}" for row in value]
    if key == "outcomes":
        return [f"outcome {_pairs({'probability': row['probability'], 'move': row['move']})}" for row in value]
    if key == "turns":
        return [f"turn {_word(turn)}" for turn in value]
    if key in ("status", "result"):
        return [f"{key} {_pairs(value)}"]
    if key in ("state", "defaults"):
        return [f"{key} {_compact(value)}"]
    if isinstance(value, list):
        return [" ".join([key, *value])]
    return [f"{key} {_word(value)}"]


def read_field(fields: Message, key: str, rest: str) -> None:
    """Read a line of an answer into its fields.

    Raises
    ------
    ValueError
        If there is something else in it than there should be.
    """
    if key == "|":
        fields.setdefault("|", []).append(rest)  # joined at the end: there may be many
    elif key in ("option", "outcome", "divide"):
        name = {"option": "options", "outcome": "outcomes"}.get(key, key)
        if not isinstance(fields.get(name), list):
            fields[name] = []
        fields[name].append(_read_pairs(rest))
    elif key == "turn":
        if not isinstance(fields.get("turns"), list):
            fields["turns"] = []
        fields["turns"].append(rest)
    elif key in ("status", "result"):
        fields[key] = _read_pairs(rest)
    elif key in ("state", "defaults"):
        try:
            fields[key] = json.loads(rest)
        except RecursionError:
            raise ValueError("nested too deep") from None
    elif key in ("games", "moves", "referee", "rolled", "needs", "follows"):
        fields[key] = rest.split()
    elif key == "legal":
        if rest not in FLAGS:
            raise ValueError("legal is yes or no")
        fields[key] = FLAGS[rest]
    elif key == "count":
        fields[key] = int(rest)
    else:
        fields[key] = rest


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(map(_word, value)) or "-"
    if isinstance(value, float):
        return f"{value:.10g}"
    return _one_line(str(value))


def _pairs(content: Mapping[str, Any]) -> str:
    # What takes the rest of the line comes last.
    ordered = sorted(content.items(), key=lambda item: item[0] in REST)
    return " ".join(f"{key} {_word(value)}" for key, value in ordered)


def _read_pairs(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    while text:
        key, _, text = text.partition(" ")
        if key in REST:
            found[key] = text
            break
        word, _, text = text.partition(" ")
        found[key] = _read_list(word) if key in ("returns", "scores", "winners") else _read_number(word)
    return found


def _read_list(word: str) -> list[Any]:
    return [] if word == "-" else [_read_number(part) for part in word.split(",")]


def _read_number(word: str) -> int | float | str:
    try:
        return int(word) if re.fullmatch(r"-?[0-9]{1,20}", word) else float(word) if _numeric(word) else word
    except ValueError:
        return word


def _numeric(word: str) -> bool:
    return len(word) <= 30 and re.fullmatch(r"-?[0-9.]+(e[-+]?[0-9]+)?", word) is not None


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _one_line(text: str) -> str:
    """Put a text on one line, with escapes for what is no sign."""
    return "".join(c if c.isprintable() else " " if c.isspace() else ascii(c)[1:-1] for c in text).strip()


def _printed(line: str) -> str:
    """Put escapes for signs that would do something, such as to begin a new line."""
    return line if line.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def _encode(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")
