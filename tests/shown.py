"""All that a program can get out of a state or a record, to compare what must look the same."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import boardwright as bw

Facts = dict[str, Any]

Texts = tuple[str, ...]

# More steps than this are not listed: views of somebody else's hand can have very many turns.
MAX_STEPS = 400


def plain(value: Any) -> Any:
    """Turn what the package gives into what can be compared, down to the last detail."""
    match value:
        case bw.State():
            last = value.last_action
            return value.to_json(), value.hash64, None if last is None else plain(last)
        case bw.Action():
            return value.id, value.kind, value.text, str(value), repr(value), value.to_dict(), pickle.dumps(value)
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
        case bw.Record():
            return value.to_json()
        case _ if type(value).__name__ == "Actions":
            return repr(value), value.ids, [plain(action) for action in value]
        case _:
            return value


def answer(ask: Callable[[], Any]) -> Any:
    """What a call gives; an error is an answer, too."""
    try:
        return plain(ask())
    except bw.BoardwrightError as error:
        return type(error).__name__, str(error), vars(error)


def chosen(state: bw.State, bot: str) -> Any:
    """What a bot chooses."""
    return bw.make_bot(bot).choose(state, bw.Rng(5)) if state.current_player is not None else None


def recorded(state: bw.State) -> list[Any]:
    """Records that begin here."""
    record = bw.Record(state)
    if state.current_player is not None:
        record.push(state.random_action(bw.Rng(6)))
    return [record.to_text(), record.to_json(), repr(record), record.tags]


# What is read from a state by calling its methods, by name. A test makes sure that none is left out.
CALLS: dict[str, Callable[[bw.State, Texts], Any]] = {
    "analyse": lambda state, _: [answer(lambda what=what: state.analyse(what)) for what in ANALYSES],
    "call_time": lambda state, _: answer(state.call_time),
    "explain": lambda state, texts: [answer(lambda text=text: state.explain(text)) for text in texts],
    "last_action_dict": lambda state, _: state.last_action_dict(),
    "layout": lambda state, _: state.layout(),
    "legal_mask": lambda state, _: state.legal_mask(),
    "observation_tensor": lambda state, _: [
        state.observation_tensor(seat) for seat in (None, *range(state.num_players))
    ],
    "parse": lambda state, texts: [answer(lambda text=text: state.parse(text)) for text in texts],
    "perft": lambda state, _: [state.perft(depth, distinct=distinct) for depth in (1, 2) for distinct in (False, True)],
    "play": lambda state, texts: [answer(lambda move=move: state.play(move)) for move in (*texts, *range(20), 65535)],
    "random_action": lambda state, _: [
        answer(lambda seed=seed: state.random_action(bw.Rng(seed))) for seed in range(4)
    ],
    "sample": lambda state, _: [answer(lambda seed=seed: state.sample(bw.Rng(seed))) for seed in range(4)],
    "tissues": lambda state, _: answer(state.tissues) if state.game_name == "microworld" else None,
    "to_bytes": lambda state, _: state.to_bytes(),
    "to_dict": lambda state, _: state.to_dict(),
    "to_json": lambda state, _: state.to_json(),
    "from_dict": lambda state, _: bw.State.from_dict(state.to_dict()),
    "view": lambda state, _: [answer(lambda who=who: state.view(who)) for who in (0, 1, "spectator", "everything")],
}

# What takes longer: it is asked for now and then.
LONG_CALLS: dict[str, Callable[[bw.State, Texts], Any]] = {
    "divide": lambda state, _: state.divide(2),
    "greedy_turn": lambda state, _: [answer(lambda seed=seed: state.greedy_turn(bw.Rng(seed))) for seed in range(2)],
    "playout": lambda state, _: [state.playout(bw.Rng(seed)) for seed in range(4)],
    "turns": lambda state, _: answer(state.turns) if state.perft(3) < MAX_STEPS else None,
}

# What is no member of a state, but can be got from one.
OTHERS: dict[str, Callable[[bw.State], Any]] = {
    "str": str,
    "repr": repr,
    "hash": hash,
    "pickle": pickle.dumps,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}

LONG_OTHERS: dict[str, Callable[[bw.State], Any]] = {
    "picture": bw.display.svg,
    "picture without targets": lambda state: bw.display.svg(state, last=[], targets=False),
    "notebook": lambda state: state._repr_svg_(),
    "random bot": lambda state: chosen(state, "random"),
    "greedy bot": lambda state: chosen(state, "greedy"),
    "record": recorded,
}

ANALYSES = ("tissues", "placements", "standing")


def properties() -> list[str]:
    """Names of what is read from a state without a call."""
    return [name for name, member in vars(bw.State).items() if not name.startswith("_") and not callable(member)]


def facts(state: bw.State, texts: Texts, *, long: bool = True) -> Facts:
    """All that a program can get out of a state.

    Parameters
    ----------
    state : State
        The state.
    texts : tuple of str
        Moves in notation, to be played, read and explained whether they are legal or not.
    long : bool
        Whether what takes longer is asked for, too, such as pictures.
    """
    found = {name: plain(getattr(state, name)) for name in properties()}
    for calls in (CALLS, LONG_CALLS) if long else (CALLS,):
        found |= {name: plain(call(state, texts)) for name, call in calls.items()}
    for others in (OTHERS, LONG_OTHERS) if long else (OTHERS,):
        found |= {name: plain(call(state)) for name, call in others.items()}
    return found


def record_facts(record: bw.Record, *, page: bool = True) -> Facts:
    """All that a program can get out of a record; `page`: with its page of pictures, which takes longer."""
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
        "read back": plain(bw.loads(record.to_text())),
    }
    if page:
        found["page"] = bw.to_html(record, targets=True)
        found["notebook"] = record._repr_html_()
        found["frames"] = bw.replay_frames(record)
    return found


def differing(one: Facts, other: Facts) -> list[str]:
    """Names of the facts in which two states differ: those from which a program could tell one from the other."""
    return [name for name in one | other if one.get(name) != other.get(name)]
