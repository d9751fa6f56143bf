"""The two forms of the engine protocol: JSON lines with their schema, and that lines of text say the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

import boardwright as bw
from boardwright.protocol import calls, schema
from boardwright.protocol.json_lines import JsonLines
from boardwright.protocol.lines import Lines
from boardwright.protocol.verbs import OWN_CODES, RAISED, VERBS, Fault, Request
from engines import Talk
from helpers import GAMES, Setup


def check_schema(lines: list[str], kind: str) -> None:
    """Check lines against a part of the schema."""
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(schema() | {"anyOf": [{"$ref": f"#/$defs/{kind}"}]})
    for line in lines:
        validator.validate(json.loads(line))


def test_the_schema_is_one() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    check_schema(['{"id": 1, "verb": "play", "moves": ["9"]}', '{"verb": "go", "seconds": 0.5}'], "request")
    for wrong in ('{"verb": "fly"}', '{"verb": "play"}', '{"verb": "undo", "count": -1}', '{"verb": "go", "fast": 1}'):
        with pytest.raises(jsonschema.ValidationError):
            check_schema([wrong], "request")


def test_the_schema_knows_what_the_engine_knows() -> None:
    defs = schema()["$defs"]
    for verb, known in VERBS.items():
        request = defs[f"request-{verb}"]
        assert set(request["properties"]) == {"id", "version", "verb", *known.params}
        assert request["required"] == ["verb", *known.required]
        assert f"answer-{verb}" in defs
    assert len([name for name in defs if name.startswith("request-")]) == len(VERBS)
    codes = {code for _, code in RAISED} | set(OWN_CODES)
    assert set(defs["error"]["properties"]["error"]["properties"]["code"]["enum"]) == codes


def json_session(setup: Setup) -> tuple[list[str], list[str]]:
    """Everything that an engine is asked and says in a session with every verb."""
    engine = Talk(json=True)
    asked: list[str] = []
    said: list[str] = []

    def do(verb: str, **params: Any) -> dict[str, Any]:
        asked.append(json.dumps({"id": len(asked), "verb": verb, **params}))
        said.extend(engine(asked[-1]))
        found: dict[str, Any] = json.loads(said[-1])
        assert (found["id"], found["verb"]) == (len(asked) - 1, verb)
        return found

    for verb in ("isready", "help", "options", "stop", "wait"):
        do(verb)
    do("bwp", version="1.0")
    do("options", game=setup.game)
    do("setoption", name="lines", value=2)
    do("newgame", game=setup.game, options=setup.options)
    do("seed", seed=3)
    do("roll", all=True)
    while (status := do("status"))["status"]["next"] != "over":
        if status["status"]["next"] == "chance":
            do("validmoves")
            do("roll")
        else:
            do("play", moves=do("validmoves")["moves"][:1])
            if len(asked) < 100:
                do("validmoves", turns=True)
                do("dict", viewer=0)
                do("dict", viewer="spectator")
            if len(asked) < 200:
                do("explain", move="nonsense")
                do("go", simulations=20)
                do("undo")
                do("pass")
                do("position", state=do("dict")["state"], view=True)
                do("perft", depth=1)
                do("perft", depth=1, divide=True)
    do("record")
    do("record", json=True)
    do("show")
    do("view", viewer=1)
    do("dict")
    do("play", moves=["1"])
    do("newgame", game=setup.game, options={"nonsense": [1]})
    do("quit")
    return asked, said


@pytest.mark.parametrize("name", GAMES)
def test_json_lines_are_what_the_schema_says(name: str) -> None:
    asked, said = json_session(GAMES[name])
    assert len(said) >= len(asked)
    check_schema(asked, "request")
    check_schema(said, "message")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("[]", "encoding"),
        ("{", "encoding"),
        ("nonsense", "encoding"),
        ('{"verb": NaN}', "encoding"),
        ("[" * 100_000, "encoding"),
        ('{"verb": ' + "9" * 5000 + "}", "encoding"),
        ("{}", "usage"),
        ('{"verb": 7}', "usage"),
        ('{"verb": "fly"}', "unknown"),
        ('{"verb": "\\ud800"}', "unknown"),
        ('{"verb": "status", "id": [1]}', "usage"),
        ('{"verb": "status", "id": 1.5}', "usage"),
        ('{"verb": "status", "id": true}', "usage"),
        ('{"verb": "status", "id": 1, "id": 2}', "usage"),
        ('{"verb": "newgame", "game": "gridopolis", "options": {"players": 2, "players": 3}}', "usage"),
        ('{"verb": "status"} 7', "encoding"),
        ('{"verb": "status", "id": "' + "x" * 61 + '"}', "usage"),
        ('{"verb": "status", "version": "2.0"}', "version"),
        ('{"verb": "status", "version": 1}', "version"),
        ('{"verb": "status", "extra": 1}', "usage"),
        ('{"verb": "play", "moves": "9"}', "usage"),
        ('{"verb": "play", "moves": [9]}', "usage"),
        ('{"verb": "play", "moves": ["\\ud800"]}', "usage"),
        ('{"verb": "play", "moves": []}', "usage"),
        ('{"verb": "undo", "count": true}', "usage"),
        ('{"verb": "undo", "count": 1e30}', "usage"),
        ('{"verb": "view", "viewer": null}', "usage"),
        ('{"verb": "setoption", "name": "lines", "value": -1}', "usage"),
        ('{"verb": "newgame", "game": "gridopolis", "options": {"players": "\\ud800"}}', "setup"),
        ('{"verb": "newgame", "game": "\\u0000", "options": {}}', "game"),
        ('{"verb": "position", "state": {"\\ud800": 1}}', "setup"),
        ('{"verb": "go", "infinite": 1}', "usage"),
    ],
)
def test_what_json_is_refused(line: str, code: str) -> None:
    engine = Talk(json=True)
    engine.ask("newgame", game="gridopolis")
    lines = engine(line)
    check_schema(lines, "message")
    (found,) = map(json.loads, lines)
    assert (found["ok"], found["error"]["code"]) == (False, code)
    assert engine.ask("status")["ok"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("null", "a request is an object, not null"),
        ('{"verb": "setoption", "name": "bot", "value": null}', "value is a text or a whole number, not null: "),
        ('{"verb": "perft", "depth": true}', "depth is a whole number, not true: "),
        ('{"verb": "perft", "depth": 1.5}', "depth is a whole number, not 1.5: "),
        ('{"verb": "perft", "depth": [1, null]}', "depth is a whole number, not [1, null]: "),
        ('{"verb": "view", "viewer": null}', "viewer is the number of a seat, or spectator, not null: "),
        ('{"verb": "seed", "seed": ' + "9" * 5000 + "}", "this is no JSON: a number of more than 1,000 digits"),
        ('{"verb": "status", "id": 1, "id": 2}', "'id' is given twice"),
        ('{"verb": "STATUS"}', "there is no verb 'STATUS'; help lists them; verbs have small letters"),
    ],
)
def test_messages_are_not_those_of_python(line: str, message: str) -> None:
    found = json.loads(Talk(json=True)(line)[0])
    assert found["error"]["message"].startswith(message)
    check_schema([json.dumps(found)], "message")


def test_json_knows_one_kind_of_number() -> None:
    engine = Talk(json=True)
    for line in (
        '{"id": 1.0, "verb": "newgame", "game": "microworld"}',
        '{"id": 2, "verb": "seed", "seed": 1e3}',
        '{"id": 3, "verb": "perft", "depth": 1.0}',
        '{"id": 4, "verb": "dict", "viewer": 1.0}',
        '{"id": 5, "verb": "view", "viewer": "seat 0"}',
    ):
        check_schema([line], "request")
        assert json.loads(engine(line)[-1])["ok"] is True
    assert json.loads(engine('{"id": 7.0, "verb": "isready"}')[0])["id"] == 7


def test_errors_in_json() -> None:
    engine = Talk(json=True)
    engine.ask("newgame", game="gridopolis")
    error = engine.ask("play", moves=["1.-2.2>1.-1.2"])["error"]
    assert error == {"code": "illegal", "message": "the pad on 1.-1.2 is occupied [G20]", "rule": "G20"}
    assert engine.ask("play", moves=["1.-2.2?"])["error"]["column"] == 7
    problems = engine.ask("newgame", game="gridopolis", options={"players": 9, "rounds": 3})["error"]["problems"]
    assert [problem["path"] for problem in problems] == ["players", "rounds"]
    assert problems[1]["rule"] == "G72"


# Both forms, written and read.

EXAMPLES = [
    Request("bwp", {"version": "1.0"}),
    Request("newgame", {"game": "gridopolis", "options": {"players": 3, "blueprint": "plaza"}}),
    Request("newgame", {"game": "gridopolis"}),
    Request("position", {"moves": ["9", "18"]}),
    Request("position", {"state": {"game": "x", "a": [1, "b c"]}, "view": True, "moves": ["9"]}),
    Request("position", {"state": {}}),
    Request("view", {"viewer": 0}),
    Request("view", {"viewer": "spectator"}),
    Request("play", {"moves": ["9", "+move"]}),
    Request("undo", {"count": 3}),
    Request("undo", {}),
    Request("seed", {"seed": 2**64 - 1}),
    Request("roll", {"all": True}),
    Request("go", {"simulations": 10, "seconds": 0.5, "legal": ["a", "b"]}),
    Request("go", {"infinite": True}),
    Request("perft", {"depth": 2, "divide": True}),
    Request("setoption", {"name": "bot", "value": "mcts:10"}),
    Request("setoption", {"name": "lines", "value": 3}),
    Request("explain", {"move": "9 +move"}),
    Request("record", {"json": True}),
    Request("validmoves", {"turns": True}),
    Request("dict", {"viewer": 1}),
    Request("dict", {"viewer": "seat 0"}),
    Request("options", {"game": "genotype"}),
    Request("quit", {}),
]


@pytest.mark.parametrize("request_", EXAMPLES, ids=lambda request: request.verb)
def test_requests_as_text(request_: Request) -> None:
    codec = Lines()
    assert codec.read(codec.request(request_)) == request_


def test_answers_as_text_hold_what_answers_in_json_hold() -> None:
    codec = Lines()
    checked = set()
    for setup in (GAMES["microworld-secrets"], GAMES["genotype"]):
        for line in json_session(setup)[1]:
            message = json.loads(line)
            read = codec.reader()
            if "info" in message:
                data = codec.info(message["verb"], None, message["info"])
            elif message["ok"]:
                content = {key: message[key] for key in message if key not in ("version", "id", "verb", "ok")}
                data = codec.answer(message["verb"], None, content)
            else:
                data = codec.fault(message["verb"], None, Fault(**message["error"] | {"problems": ()}))
            found = [part for part in map(read, data.splitlines(keepends=True)) if part is not None]
            ((key, content),) = found
            if "info" in message:
                assert content["info"] == pytest.approx(message["info"])
                continue
            assert key == message["verb"]
            checked.add(key)
            if message["ok"]:
                expected = {name: value for name, value in message.items() if name not in ("version", "id", "verb")}
                assert content.keys() == expected.keys()
                for name, value in expected.items():
                    if name in ("outcomes", "result"):  # numbers are rounded
                        rows = (value, content[name]) if name == "outcomes" else ([value], [content[name]])
                        for one, other in zip(*rows, strict=True):
                            assert other == {key: pytest.approx(part) for key, part in one.items()}
                    else:
                        assert content[name] == value
            else:
                assert content["error"]["code"] == message["error"]["code"]
                assert content["error"].get("rule") == message["error"].get("rule")
    assert checked == set(VERBS)


def test_clients_read_hello() -> None:
    codec = Lines()
    read = codec.reader()
    lines = [line.encode() for line in ("name X", "protocol 1.2", "needs legal", "", "ok bwp")]
    found = [part for part in map(read, lines) if part is not None]
    hello = calls.hello().result(found[0][1], "X")
    assert (hello.name, hello.needs, hello.games) == ("X", ("legal",), ())
    with pytest.raises(bw.EngineError, match="version"):
        calls.hello().result({"ok": True, "protocol": "2.0"}, "X")


GOOD: dict[str, Any] = {"game": "x", "turn": 0, "events": 0, "next": 0, "viewer": "everything"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (calls.status(), {"ok": True}),
        (calls.status(), {"ok": True, "status": []}),
        (calls.status(), {"ok": True, "status": GOOD | {"turn": None}}),
        (calls.status(), {"ok": True, "status": GOOD | {"events": float("inf")}}),
        (calls.status(), {"ok": True, "status": GOOD | {"next": [0]}}),
        (calls.status(), {"ok": True, "status": GOOD, "result": {"returns": 1}}),
        (calls.status(), {"ok": False, "error": None}),
        (calls.status(), {"ok": False, "error": {"code": "setup", "problems": 5}}),
        (calls.status(), {"ok": False, "error": {"code": "ambiguous", "candidates": None}}),
        (calls.perft(1, False), {"ok": True, "count": float("inf")}),
        (calls.valid_moves(False), {"ok": True, "moves": "9"}),
        (calls.valid_moves(True), {"ok": True, "turns": "9"}),
        (calls.state(None), {"ok": True, "state": {}}),
        (calls.record(), {"ok": True, "text": "nonsense"}),
    ],
)
def test_answers_that_make_no_sense(call: calls.Call[Any], message: dict[str, Any]) -> None:
    with pytest.raises(bw.EngineError, match="that can't be read") as odd:
        call.result(message, "X")
    assert odd.value.code == "protocol"


def test_an_answer_that_makes_sense() -> None:
    assert calls.status().result({"ok": True, "status": GOOD}, "X") == calls.Status(**GOOD)


@pytest.mark.parametrize(
    "line", ["[]", "7", "{}", "{", "[" * 100_000, '{"id": [1], "ok": true}', '{"id": 1.5, "ok": true}', '{"info": 3}']
)
def test_lines_that_are_no_answers(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the connection says what is wrong
        JsonLines().reader()(line.encode())
