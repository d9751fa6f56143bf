"""Whatever comes in from outside is refused with the right exception, and nothing else changes.

The bad texts, dicts and options stand in ``data/invalid``, one file a kind; each case says which exception it
must meet, with what in its message and where. What only Python can get wrong - types, arrays, objects that raise
when they are looked at - stands here.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright import _core

DATA = Path(__file__).parent / "data" / "invalid"

Case = dict[str, Any]


def read(kind: str) -> Case:
    content: Case = json.loads((DATA / f"{kind}.json").read_text(encoding="utf-8"))
    return content


def cases(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in read(kind)["cases"]])


def text_of(case: Case) -> str:
    """Give the text of a case: a text, or a list of texts and of ``[text, how often]``."""
    if "data" in case:
        return json.dumps(case["data"])
    if isinstance(case["text"], str):
        return case["text"]
    return "".join(part if isinstance(part, str) else part[0] * part[1] for part in case["text"])


def changed(base: Any, case: Case) -> Any:
    """Give the base with the changes of a case: ``set`` by paths (``+`` appends), ``drop`` by paths."""
    data = copy.deepcopy(base)

    def find(path: str) -> tuple[Any, Any]:
        *way, last = path.split(".")
        here = data
        for key in way:
            here = here[int(key) if isinstance(here, list) else key]
        return here, int(last) if isinstance(here, list) and last != "+" else last

    for path, value in case.get("set", {}).items():
        here, key = find(path)
        if key == "+":
            here.append(value)
        else:
            here[key] = value
    for path in case.get("drop", []):
        here, key = find(path)
        del here[key]
    return data


class Bystander:
    """A state that was used before a bad input came, and must not have noticed it."""

    def __init__(self, state: bw.State) -> None:
        self.state = state
        self.before = self.look()

    def look(self) -> tuple[Any, ...]:
        state = self.state
        return state.to_dict(), state.hash64, state.legal_actions.ids, str(state)

    def check(self) -> None:
        assert self.look() == self.before
        twin = _core.state_from_json(json.dumps(self.before[0]))
        assert twin == self.state
        if not self.state.is_over:
            assert self.state.play(self.state.legal_actions[0]) == twin.play(twin.legal_actions[0])


@pytest.fixture
def used() -> bw.State:
    """A state from the middle of a game, with pads built."""
    state = bw.start("gridopolis")
    for text in ("1.-1.2>1.0.2", "+3.1.2", "#1.1.3", "1.3.2>1.2.2"):
        state = state.play(text)
    return state


def refuse(state: bw.State, call: Callable[..., object], *args: object) -> Exception:
    """Give the exception of a call that must fail, after a look at a state that must not change."""
    bystander = Bystander(state)
    try:
        result = call(*args)
    except Exception as error:
        bystander.check()
        return error
    except BaseException as error:
        pytest.fail(f"{type(error).__name__} is no exception that a program can handle: {error}")
    pytest.fail(f"this was accepted: {result!r:.200}")


def check(error: Exception, case: Case) -> None:
    """Compare an exception with what a case expects."""
    assert type(error) is getattr(bw, case["error"])
    assert issubclass(type(error), bw.BoardwrightError)
    assert issubclass(type(error), ValueError)
    assert case["message"] in str(error)
    assert len(str(error)) < 100_000, "a hostile input does not fill the screen"
    for name in ("line", "column"):
        if name in case:
            assert getattr(error, name) == case[name]
    if isinstance(error, bw.SetupError):
        assert len(error.problems) == case["problems"]
        named = [problem for problem in error.problems if case["message"] in str(problem)]
        assert named[0].path == case["path"]
        assert named[0].rule == case["rule"]
    elif "rule" in case:
        assert getattr(error, "rule", None) == case["rule"]
    twin = pickle.loads(pickle.dumps(error))
    assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))


@cases("records")
def test_records(case: Case, used: bw.State) -> None:
    check(refuse(used, bw.loads, text_of(case)), case)


@cases("records")
def test_record_files(case: Case, used: bw.State, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(text_of(case), encoding="utf-8", newline="")
    check(refuse(used, bw.load, path), case)


@cases("blueprints")
def test_blueprints(case: Case, used: bw.State) -> None:
    source: Any = text_of(case) if "text" in case else changed(read("blueprints")["base"], case)
    check(refuse(used, bw.gridopolis.check_blueprint, source), case)


@cases("blueprints")
def test_blueprints_in_options(case: Case, used: bw.State) -> None:
    if "text" in case:
        return
    source = changed(read("blueprints")["base"], case)
    error = refuse(used, bw.gridopolis.start, 2, source)
    assert type(error) is bw.SetupError
    assert case["message"] in str(error)
    assert any(problem.path.startswith("blueprint") for problem in error.problems)


@cases("options")
def test_options(case: Case, used: bw.State) -> None:
    check(refuse(used, lambda: bw.start("gridopolis", **case["options"])), case)


@cases("states")
def test_states(case: Case, used: bw.State) -> None:
    data = changed(read("states")["base"], case)
    check(refuse(used, bw.State.from_dict, data), case)


@cases("states")
def test_states_as_bytes(case: Case, used: bw.State) -> None:
    data = b"\x01" + json.dumps(changed(read("states")["base"], case)).encode()
    error = refuse(used, _core.state_from_bytes, data)
    assert type(error) is getattr(bw, case["error"])


@cases("notation")
def test_moves(case: Case) -> None:
    state = bw.start("gridopolis", **case.get("options", {}))
    for text in case.get("before", []):
        state = state.play(text)
    record = bw.Record(state)
    move = case["data"] if "data" in case else text_of(case)
    check(refuse(state, state.play, move), case)
    check(refuse(state, record.push, move), case)
    assert len(record) == 0
    if isinstance(move, str):
        check(refuse(state, state.parse, move), case)
        explanation = state.explain(move)
        assert not explanation
        assert case["message"] in explanation.message
        assert explanation.rule == case.get("rule")


def test_there_is_no_lack_of_cases() -> None:
    sizes = {kind: len(read(kind)["cases"]) for kind in ("records", "blueprints", "options", "states", "notation")}
    assert sum(sizes.values()) >= 300
    assert min(sizes.values()) >= 30
    for kind in ("blueprints", "states"):
        base = read(kind)["base"]
        assert bw.gridopolis.check_blueprint(base) if kind == "blueprints" else bw.State.from_dict(base)


class Mine(bw.SetupError, TypeError):
    """What a value raises by itself must come out as it is; this fits wherever bad values are refused."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)


class Raises:
    """Raises whatever is done with it."""

    def __init__(self, error: type[BaseException] = Mine) -> None:
        self.error = error

    def __index__(self) -> int:
        raise self.error("index")

    def __eq__(self, other: object) -> bool:
        raise self.error("eq")

    def __hash__(self) -> int:
        raise self.error("hash")


class Meddler:
    """Changes a dict while it is being read."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __index__(self) -> int:
        for number in range(100):
            self.data[f"more{number}"] = number
        return 6


class EndlessList(list[Any]):
    def __iter__(self) -> Any:
        while True:
            yield 1


def deep(levels: int = 10_000) -> list[Any]:
    data: list[Any] = []
    for _ in range(levels):
        data = [data]
    return data


def own_tail() -> list[Any]:
    data: list[Any] = []
    data.append(data)
    return data


# What no move is, no seat, no option...; made anew for each test.
STRANGE: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "a fraction": lambda: 1.0,
    "no number": lambda: float("nan"),
    "infinity": lambda: float("-inf"),
    "a complex number": lambda: 1j,
    "below 0": lambda: -1,
    "beyond 64 bits": lambda: 2**64,
    "beyond all bits": lambda: -(10**5000),
    "bytes": lambda: b"1.-1.2>1.0.2",
    "a bytearray": lambda: bytearray(b"-"),
    "a surrogate": lambda: "\ud800",
    "a set": lambda: {1},
    "a type": lambda: int,
    "an object": object,
    "a list": lambda: [1, 2],
    "a deep list": deep,
    "a list that holds itself": own_tail,
    "a list without an end": EndlessList,
    "a NumPy float": lambda: np.float32(1),
    "a NumPy truth value": lambda: np.bool_(True),
    "a NumPy number below 0": lambda: np.int8(-1),
    "a NumPy array": lambda: np.zeros(3),
    "a NumPy date": lambda: np.datetime64("2020-01-01"),
    "what raises": Raises,
}

strange = pytest.mark.parametrize("make", STRANGE.values(), ids=STRANGE.keys())
ACCEPTABLE = (TypeError, ValueError, OverflowError, LookupError)


@strange
def test_strange_moves(make: Callable[[], Any], used: bw.State) -> None:
    record = bw.Record(used)
    for call in (used.play, record.push):
        error = refuse(used, call, make())
        assert isinstance(error, (TypeError, ValueError))
        assert str(error)
    assert len(record) == 0


@strange
def test_strange_seats(make: Callable[[], Any], used: bw.State) -> None:
    calls: list[Callable[[Any], object]] = [used.view, bw.Record(used).redact]
    if make() is not None:
        calls.append(used.observation_tensor)
    for call in calls:
        assert isinstance(refuse(used, call, make()), (TypeError, ValueError))


@strange
def test_strange_texts(make: Callable[[], Any], used: bw.State) -> None:
    for call in (used.parse, used.explain, bw.loads, bw.start, bw.default_options, bw.gridopolis.check_blueprint):
        error = refuse(used, call, make())
        assert isinstance(error, (TypeError, ValueError))


@strange
def test_strange_numbers(make: Callable[[], Any], used: bw.State) -> None:
    rng = bw.Rng(1)
    for call in (bw.Rng, rng.below, rng.split, used.perft, used.divide):
        assert isinstance(refuse(used, call, make()), ACCEPTABLE)
    assert rng.bits() == bw.Rng(1).bits(), "nothing was drawn"


@strange
def test_strange_generators(make: Callable[[], Any], used: bw.State) -> None:
    for call in (used.sample, used.random_action, used.playout, used.greedy_turn):
        assert isinstance(refuse(used, call, make()), TypeError)


@strange
@pytest.mark.parametrize("key", ["turn", "seat", "markers", "phase", "options", "built", "reserves", "game", "viewer"])
def test_strange_values_in_dicts(make: Callable[[], Any], key: str, used: bw.State) -> None:
    value = make()
    if value is None and key in ("turn", "phase", "built", "reserves"):
        return  # None counts as left out
    data = used.to_dict() | {key: value}
    error = refuse(used, bw.State.from_dict, data)
    assert isinstance(error, bw.SetupError)
    assert error.problems


@strange
def test_strange_dicts(make: Callable[[], Any], used: bw.State) -> None:
    assert isinstance(refuse(used, bw.State.from_dict, make()), (TypeError, ValueError))
    assert isinstance(refuse(used, _core.state_from_json, make()), (TypeError, ValueError))
    if not isinstance(make(), bytearray):
        assert isinstance(refuse(used, _core.state_from_bytes, make()), (TypeError, ValueError))
    if make() is not None:
        assert isinstance(refuse(used, used.play, {"type": make()}), (TypeError, ValueError))


@strange
@pytest.mark.parametrize("name", ["players", "win", "turn_cap", "supported_pads", "reserves", "blueprint"])
def test_strange_options(make: Callable[[], Any], name: str, used: bw.State) -> None:
    options: dict[str, Any] = {name: make()}
    if options[name] is None or (name == "supported_pads" and options[name] is True):
        return  # which is fine
    assert isinstance(refuse(used, lambda: bw.start("gridopolis", **options)), (TypeError, ValueError))


@strange
def test_strange_parts_of_records(make: Callable[[], Any], used: bw.State) -> None:
    build: Any = bw.Record
    assert isinstance(refuse(used, build, make()), TypeError)
    if make() is not None:
        assert isinstance(refuse(used, lambda: build(used, seed=make())), (TypeError, ValueError))
        assert isinstance(refuse(used, lambda: build(used, players=["a", make()])), (TypeError, ValueError))
        assert isinstance(refuse(used, lambda: build(used, tags={"a": make()})), (TypeError, ValueError))


@strange
def test_strange_things_in_lists_of_actions(make: Callable[[], Any], used: bw.State) -> None:
    actions: Any = used.legal_actions
    item = make()
    assert item is True or item not in actions
    assert item is True or isinstance(refuse(used, actions.index, item), (TypeError, ValueError))
    assert isinstance(refuse(used, lambda: actions[:item:0]), (*ACCEPTABLE, ZeroDivisionError))
    if item is not True and type(item) not in (int, np.int8):
        assert isinstance(refuse(used, lambda: actions[item]), (*ACCEPTABLE, ZeroDivisionError))


@pytest.mark.parametrize("index", [10_000, -10_000, 2**63, -(2**63) - 1, 10**40])
def test_actions_beyond_the_list(index: int, used: bw.State) -> None:
    for items in (used.legal_actions, used.turns()[0]):
        with pytest.raises((IndexError, OverflowError)):
            items[index]


def test_a_dict_that_changes_while_it_is_read(used: bw.State) -> None:
    data = used.to_dict()
    data["turn"] = Meddler(data)
    assert bw.State.from_dict(data).turn == 6
    assert isinstance(refuse(used, bw.State.from_dict, data), bw.SetupError)
    move: dict[str, Any] = {"type": "build"}
    move["site"] = [Meddler(move), 1, 2]
    assert isinstance(refuse(used, used.play, move), bw.IllegalActionError)


def test_data_beyond_all_sizes(used: bw.State) -> None:
    data = used.to_dict()
    for value in ([0] * 300_000, {str(n): n for n in range(300_000)}, [[0] * 1000] * 1000):
        error = refuse(used, bw.State.from_dict, data | {"built": value})
        assert "more than 200000 values" in str(error)
    assert "at most 1048576" in str(refuse(used, lambda: _core.state_from_json(" " * 2_000_000)))
    assert isinstance(refuse(used, lambda: bw.loads("x" * (64 * 2**20 + 1))), bw.LimitError)
    many_tags = "".join(f'[a{n} ""]\n' for n in range(300_000))
    assert isinstance(refuse(used, bw.loads, many_tags), bw.RecordError)


def test_values_that_stand_for_many(used: bw.State) -> None:
    # Ten billion values, made of lists that hold the same list a hundred times.
    many: list[Any] = [1] * 100
    for _ in range(4):
        many = [many] * 100
    for value in (many, range(10**12), {"pads": many}, EndlessList()):
        with pytest.raises(bw.LimitError, match="at most 200,000 values"):
            bw.start("gridopolis", blueprint=value)
        with pytest.raises(bw.SetupError):
            bw.State.from_dict(used.to_dict() | {"built": value})


def frozen(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    array.flags.writeable = False
    return array


ARRAYS: dict[str, Callable[[int, str], Any]] = {
    "another type": lambda size, _: np.zeros(size, "float64"),
    "whole numbers": lambda size, _: np.zeros(size, "int32"),
    "objects": lambda size, _: np.zeros(size, object),
    "the other byte order": lambda size, _: np.zeros(size, ">f4"),
    "too short": lambda size, kind: np.zeros(size - 1, kind),
    "too long": lambda size, kind: np.zeros(size + 1, kind),
    "empty": lambda _, kind: np.zeros(0, kind),
    "read-only": lambda size, kind: frozen(np.zeros(size, kind)),
    "with gaps": lambda size, kind: np.zeros(2 * size, kind)[::2],
    "backward": lambda size, kind: np.zeros(size, kind)[::-1],
    "by columns": lambda size, kind: np.zeros((size, 2), kind)[:, 0],
    "broadcast": lambda size, kind: np.broadcast_to(np.zeros(1, kind), size),
    "a list": lambda size, _: [0.0] * size,
    "bytes": lambda size, _: bytes(4 * size),
    "a bytearray": lambda size, _: bytearray(4 * size),
    "a text": lambda _, kind: kind,
    "what raises": lambda *_: Raises(),
}


@pytest.mark.parametrize("make", ARRAYS.values(), ids=ARRAYS.keys())
def test_arrays_to_fill(make: Callable[[int, str], Any], used: bw.State) -> None:
    tensor, mask = used.observation_tensor(), used.legal_mask()
    out = make(tensor.size, "float32")
    error = refuse(used, lambda: used.observation_tensor(out=out))
    assert isinstance(error, (TypeError, ValueError))
    assert "out must be" in str(error)
    out = make(mask.size, "bool")
    error = refuse(used, lambda: used.legal_mask(out=out))
    assert isinstance(error, (TypeError, ValueError))
    assert "out must be" in str(error)


def test_views_and_time(used: bw.State) -> None:
    error = refuse(used, lambda: used.view(0).view(1))
    assert type(error) is bw.ViewError
    assert type(refuse(used, used.call_time)) is bw.IllegalActionError
    assert isinstance(refuse(used, used.sample, bw.Rng(1)), bw.BoardwrightError)


def test_what_pickle_is_told(used: bw.State) -> None:
    for kind, number in (("act", 9999), ("chance", 0), ("referee", 0), ("referee", 7), ("x", 0), ("act", 2**16)):
        error = refuse(used, _core.action, used, kind, number)
        assert isinstance(error, ACCEPTABLE)
    for text in ("", "zz", "1.-1.2>1.0.2 1.3.2>1.2.2"):
        assert isinstance(refuse(used, _core.turn, used, text), ValueError)
    for data in (b"", b"\x00", b"\x02{}", b"\x01", b"\x01\xff", b"\x01{}", b"\x01" + b"[" * 100_000):
        assert isinstance(refuse(used, _core.state_from_bytes, data), bw.SetupError)


def test_objects_can_not_be_changed(used: bw.State) -> None:
    action: Any = used.legal_actions[0]
    for thing in (used, action, used.legal_actions, used.explain("-")):
        for name in ("turn", "id", "new_name"):
            error = refuse(used, setattr, thing, name, 1)
            assert isinstance(error, (AttributeError, TypeError))
    for kind in (bw.State, bw.Action, bw.Actions, bw.Turn, bw.Explanation):
        assert isinstance(refuse(used, kind), TypeError)
        assert isinstance(refuse(used, type, "Mine", (kind,), {}), TypeError)
