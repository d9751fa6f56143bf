"""Bad inputs that only Python knows: other types, arrays, objects that raise when they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boardwright as bw
from boardwright import _core
from hostile import refuse, used_state


@pytest.fixture(params=["gridopolis", "microworld", "genotype"])
def used(request: pytest.FixtureRequest) -> bw.State:
    """A state from the middle of a game, of each game."""
    return used_state(request.param)


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

    def __init__(self, data: dict[str, Any], number: int = 6) -> None:
        self.data = data
        self.number = number

    def __index__(self) -> int:
        for number in range(100):
            self.data[f"more{number}"] = number
        return self.number


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
    calls: list[Callable[[Any], object]] = [
        used.parse,
        bw.loads,
        bw.start,
        bw.default_options,
        bw.gridopolis.check_blueprint,
    ]
    if isinstance(make(), str):
        assert not used.explain(make()), "a text that can't be read is explained"
    else:
        calls.append(used.explain)
    for call in calls:
        error = refuse(used, call, make())
        assert isinstance(error, (TypeError, ValueError))


def test_moves_of_no_unicode(used: bw.State) -> None:
    for call in (used.play, used.parse, bw.Record(used).push):
        with pytest.raises(bw.ParseError, match="this text is no Unicode"):
            call("\ud800")
    assert used.explain("\ud800").message == "this text is no Unicode"


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


# Entries of the dict form that are not null; where null stands for what is left out, it is fine.
ENTRIES = {
    "gridopolis": ["seat", "markers", "options", "game", "viewer", "turn", "phase", "built", "reserves"],
    "microworld": ["pawns", "options", "game", "viewer", "turn", "phase", "hands", "known", "this_turn", "barrier"],
    "genotype": [
        *("players", "options", "game", "viewer", "turn", "phase", "round", "first", "display", "discards", "spaces"),
        *("own_spaces", "coins", "tiles", "dice", "goals", "prices", "stock", "johann", "epochs"),
    ],
}
LEFT_OUT = ("turn", "phase", "built", "reserves", "hands", "known", "this_turn", "barrier", *ENTRIES["genotype"][6:])


@strange
@pytest.mark.parametrize(("game", "key"), [(game, key) for game, keys in ENTRIES.items() for key in keys])
def test_strange_values_in_dicts(make: Callable[[], Any], game: str, key: str) -> None:
    value, state = make(), used_state(game)
    if value is None and key in LEFT_OUT:
        return
    error = refuse(state, bw.State.from_dict, state.to_dict() | {key: value})
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


OPTIONS = {
    "gridopolis": ["players", "win", "turn_cap", "supported_pads", "reserves", "blueprint"],
    "microworld": ["board", "scenario", "rules", "target", "mutations"],
    "genotype": ["players", "first_seat", "difficulty", "johann", "plants", "tools", "prices", "automa"],
}


@strange
@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in OPTIONS.items() for name in names])
def test_strange_options(make: Callable[[], Any], game: str, name: str) -> None:
    options: dict[str, Any] = {name: make()}
    if options[name] is None or (name == "supported_pads" and options[name] is True):
        return  # which is fine
    assert isinstance(refuse(used_state(game), lambda: bw.start(game, **options)), (TypeError, ValueError))


@strange
def test_strange_boards(make: Callable[[], Any]) -> None:
    state = used_state("microworld")
    calls: list[Callable[[Any], object]] = [bw.microworld.board, bw.microworld.check_element]
    calls += [bw.microworld.element_text, bw.microworld.random_board]
    for call in calls:
        assert isinstance(refuse(state, call, make()), (TypeError, ValueError))


@strange
def test_strange_states_to_study(make: Callable[[], Any]) -> None:
    state = used_state("microworld")
    calls: list[Callable[[Any], object]] = [bw.microworld.tissues, bw.microworld.placements, bw.microworld.standing]
    for call in calls:
        error = refuse(state, call, make())
        assert isinstance(error, TypeError)
        assert "a State" in str(error)
    assert isinstance(refuse(state, state.analyse, make()), (TypeError, ValueError))


@strange
def test_strange_names_of_data(make: Callable[[], Any], used: bw.State) -> None:
    for call in (bw.microworld.element_text, bw.gridopolis.blueprint_text):
        error = refuse(used, call, make())
        assert isinstance(error, (bw.SetupError, TypeError))
        assert str(error)


# An option of each game that takes data of one's own, and a function that checks such data.
DATA_OPTIONS = {"gridopolis": "blueprint", "microworld": "board", "genotype": "plants"}
CHECKS: dict[str, Callable[[Any], object]] = {
    "gridopolis": bw.gridopolis.check_blueprint,
    "microworld": bw.microworld.check_element,
    "genotype": bw.genotype.check_plants,
}
LONG = "x" * 100_000
NO_UNICODE = "\ud800"


def calls_with(name: str, used: bw.State) -> list[Callable[[], object]]:
    """Give whatever can be done with a text."""
    option = DATA_OPTIONS[used.game_name]
    check = CHECKS[used.game_name]
    start: Callable[..., object] = bw.start
    return [
        lambda: start(used.game_name, **{name: 1}),
        lambda: start(used.game_name, **{name: object()}),
        lambda: start(used.game_name, **{option: {name: 1}}),
        lambda: start(used.game_name, **{option: {name: object()}}),
        lambda: start(used.game_name, **{option: name}),
        lambda: start(name),
        lambda: check(name),
        lambda: check({name: {}}),
        lambda: used.play(name),
        lambda: used.play({name: 1}),
        lambda: used.analyse(name),
        lambda: bw.State.from_dict(used.to_dict() | {name: 1}),
        lambda: bw.State.from_dict(used.to_dict() | {"viewer": name}),
        lambda: bw.State.from_dict(used.to_dict() | {"phase": {"name": name}}),
        lambda: bw.State.from_dict(used.to_dict() | {"options": {name: name}}),
        lambda: bw.Record(used, tags={name: name}),
        lambda: bw.Record(used, players=[name, name]),
        lambda: bw.gridopolis.blueprint_text(name),
        lambda: bw.microworld.element_text(name),
    ]


@pytest.mark.parametrize("name", [LONG, NO_UNICODE], ids=["long", "no Unicode"])
def test_messages_show_only_the_beginning_of_long_names(name: str, used: bw.State) -> None:
    for call in calls_with(name, used):
        error = refuse(used, call)
        assert isinstance(error, (TypeError, ValueError))
        assert 0 < len(str(error)) < 2_000


def test_states_of_another_game_to_study() -> None:
    state = used_state("gridopolis")
    for call in (bw.microworld.tissues, bw.microworld.placements, bw.microworld.standing):
        assert isinstance(refuse(state, call, state), ValueError)


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
    turn = data["turn"]
    data["turn"] = Meddler(data, turn)
    assert bw.State.from_dict(data).turn == turn
    assert isinstance(refuse(used, bw.State.from_dict, data), bw.SetupError)
    move: dict[str, Any] = {"type": "build"}
    move["site"] = [Meddler(move), 1, 2]
    if used.game_name == "microworld":
        move = {"type": "place"}
        move["cell"] = Meddler(move, 1)
    if used.game_name == "genotype":
        move = {"type": "trait", "colour": "R"}
        move["plot"] = Meddler(move, 1)
    assert isinstance(refuse(used, used.play, move), bw.IllegalActionError)


def test_data_beyond_all_sizes(used: bw.State) -> None:
    data = used.to_dict()
    for value in ([0] * 300_000, {str(n): n for n in range(300_000)}, [[0] * 1000] * 1000):
        error = refuse(used, bw.State.from_dict, data | {"phase": value})
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
    option = DATA_OPTIONS[used.game_name]
    for value in (many, range(10**12), {"pads": many}, EndlessList()):
        options: dict[str, Any] = {option: value}
        with pytest.raises(bw.LimitError, match="at most 200,000 values"):
            bw.start(used.game_name, **options)
        with pytest.raises(bw.SetupError):
            bw.State.from_dict(used.to_dict() | {"phase": value})


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
    time = bw.IllegalActionError if used.game_name == "gridopolis" else bw.NoActionError
    assert type(refuse(used, used.call_time)) is time
    assert isinstance(refuse(used, used.sample, bw.Rng(1)), bw.BoardwrightError)


def test_what_pickle_is_told(used: bw.State) -> None:
    for kind, number in (("act", 9999), ("chance", 0), ("referee", 0), ("referee", 7), ("x", 0), ("act", 2**16)):
        error = refuse(used, _core.action, used, kind, number)
        assert isinstance(error, ACCEPTABLE)
    for text in ("", "zz", "1.-1.2>1.0.2 1.3.2>1.2.2", "3 4"):
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
