"""All that a program can get out of a state or a record, to compare what must look the same."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

import boardwright as bw

Facts = dict[str, Any]

ANALYSES = ("tissues", "placements", "standing")

FEW = 400  # turns are listed where so few sequences of four events go on: who does not know a hand must think of many


def plain(value: Any) -> Any:
    """Turn what the package gives into what can be compared, down to the last detail."""
    match value:
        case bw.State():
            last = value.last_action
            return value.to_json(), value.hash64, None if last is None else plain(last)
        case bw.Action():
            return (
                value.id,
                value.kind,
                value.seat,
                value.text,
                str(value),
                repr(value),
                value.to_dict(),
                pickle.dumps(value),
            )
        case bw.Actions():
            return value.ids, repr(value), [plain(action) for action in value]
        case bw.Turn():
            return value.text, repr(value), [plain(action) for action in value], plain(value.end)
        case bw.Explanation():
            return value.legal, value.rule, value.message, value.turn, str(value), repr(value)
        case np.ndarray():
            return value.shape, str(value.dtype), value.tobytes()
        case Mapping():
            return {key: plain(part) for key, part in value.items()}
        case tuple() | list():
            return [plain(part) for part in value]
        case _:
            return value


def answer(ask: Callable[..., Any], *arguments: Any) -> Any:
    """What a call gives; an error is an answer, too."""
    try:
        return plain(ask(*arguments))
    except bw.BoardwrightError as error:
        return type(error).__name__, str(error), vars(error)
    except ValueError as error:
        return "ValueError", str(error)


def answers(ask: Callable[..., Any], things: Iterable[Any]) -> list[Any]:
    """What a call gives for each of some things."""
    return [answer(ask, thing) for thing in things]


def drawn(ask: Callable[[bw.Rng], Any]) -> list[Any]:
    """What a call gives that draws from a generator."""
    return [answer(ask, bw.Rng(seed)) for seed in range(4)]


def choice(state: bw.State, bot: str) -> Any:
    """What a bot plays."""
    return answer(bw.make_bot(bot).choose, state, bw.Rng(5))


def searched(state: bw.State) -> Any:
    """All that a search tells, but how long it took."""
    found = bw.search(state, simulations=20, seed=3)
    table = str(found).partition("\n")[2]
    return found.to_dict() | {"seconds": None}, table, found.explain(), bw.display.svg(found)


def recorded(state: bw.State) -> list[Any]:
    """A record that begins here, and one of an action more."""
    record = bw.Record(state)
    found = [record.to_text(), record.to_json(), repr(record), record.tags]
    if state.current_player is not None:
        record.push(state.random_action(bw.Rng(6)))
        found += [record.to_text(), record.to_json()]
    return found


# What a method of a state tells, by its name. `test_nothing_is_left_out` makes sure that all are here.
METHODS: dict[str, Callable[[bw.State, tuple[str, ...]], Any]] = {
    "analyse": lambda state, _: answers(state.analyse, ANALYSES),
    "call_time": lambda state, _: answer(state.call_time),
    "complete": lambda state, _: drawn(state.complete),
    "divide": lambda state, _: answers(state.divide, (1, 2)),
    "explain": lambda state, texts: answers(state.explain, texts),
    "from_dict": lambda state, _: bw.State.from_dict(state.to_dict()),
    "greedy_turn": lambda state, _: drawn(state.greedy_turn),
    "last_action_dict": lambda state, _: state.last_action_dict(),
    "layout": lambda state, _: state.layout(),
    "legal_mask": lambda state, _: state.legal_mask(),
    "observation_tensor": lambda state, _: answers(state.observation_tensor, (None, *range(state.num_players))),
    "parse": lambda state, texts: answers(state.parse, texts),
    "perft": lambda state, _: [state.perft(1), state.perft(2), state.perft(2, distinct=True)],
    "play": lambda state, texts: answers(state.play, (*texts, *range(state.num_actions), 65535)),
    "playout": lambda state, _: drawn(state.playout),
    "random_action": lambda state, _: drawn(state.random_action),
    "sample": lambda state, _: drawn(state.sample),
    "tissues": lambda state, _: answer(state.tissues),
    "to_bytes": lambda state, _: state.to_bytes(),
    "to_dict": lambda state, _: state.to_dict(),
    "to_json": lambda state, _: state.to_json(),
    "turns": lambda state, _: answer(state.turns) if all(state.perft(depth) < FEW for depth in range(5)) else None,
    "view": lambda state, _: answers(state.view, (*range(state.num_players), "spectator", "everything")),
}

# What is no method, but can be got from a state.
OTHERS: dict[str, Callable[[bw.State], Any]] = {
    "str": str,
    "repr": repr,
    "hash": hash,
    "pickle": pickle.dumps,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "random bot": lambda state: choice(state, "random"),
    "greedy bot": lambda state: choice(state, "greedy"),
    "searching bot": lambda state: choice(state, "mcts:20"),
    "level": lambda state: choice(state, "level:2"),
    "search": lambda state: answer(searched, state),
    "record": recorded,
}

PICTURES: dict[str, Callable[[bw.State], Any]] = {
    "picture": bw.display.svg,
    "picture of the position": lambda state: bw.display.svg(state, last=[], targets=False),
    "notebook": lambda state: state._repr_svg_(),
}


def properties() -> list[str]:
    """Names of what is read from a state without a call."""
    return [name for name, member in vars(bw.State).items() if not name.startswith("_") and not callable(member)]


def facts(state: bw.State, texts: tuple[str, ...], *, pictures: bool = True) -> Facts:
    """All that a program can get out of a state.

    Parameters
    ----------
    state : State
        The state.
    texts : tuple of str
        Moves in notation: they are played, read and explained, whether they are legal or not.
    pictures : bool
        Whether it is drawn, too, which takes longer than the rest.
    """
    found = {name: plain(getattr(state, name)) for name in properties()}
    found |= {name: plain(call(state, texts)) for name, call in METHODS.items()}
    found |= {name: plain(read(state)) for name, read in OTHERS.items()}
    if pictures:
        found |= {name: str(draw(state)) for name, draw in PICTURES.items()}
    return found


def record_facts(record: bw.Record, *, pictures: bool = True) -> Facts:
    """All that a program can get out of a record."""
    found: Facts = {
        "text": record.to_text(),
        "json": record.to_json(),
        "repr": repr(record),
        "pickle": pickle.dumps(record),
        "tags": record.tags,
        "players": record.players,
        "length": len(record),
        "turns": plain(record.turns()),
        "states": plain(record.states()),
        "events": plain(record.events()),
        "start": plain(record.start),
        "state": plain(record.state),
        "read back": bw.loads(record.to_text()).to_json(),
    }
    if pictures:
        found["page"] = bw.to_html(record, targets=True)
        found["notebook"] = record._repr_html_()
    return found


def differing(one: Facts, other: Facts) -> list[str]:
    """Names of the facts by which a program could tell one from the other."""
    return [name for name in one | other if one.get(name) != other.get(name)]
