"""What happened in a game of OpenSpiel, as each seat saw it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from boardwright._core import State

__all__ = ["Log"]


class Log:
    """What happened, as a list that shares its beginning with others; each link is the state after an event.

    The first link is the state that it starts with.

    Parameters
    ----------
    start : State
        The state that it starts with.
    past : tuple of dict
        How each viewer saw what happened before that, where a seat imagines the state and can't know more.
    """

    __slots__ = ("_before", "_known", "_length", "_past", "start", "state")

    def __init__(self, start: State, past: tuple[_Seen, ...] = ()) -> None:
        self.start = start
        self._past = past
        self._before: Log | None = None
        self.state = start
        self._length = len(past)
        self._known: dict[int, tuple[_Seen, ...]] = {}

    def after(self, state: State) -> Log:
        """Give the log with one event more, which led to a state."""
        log = Log(self.start, self._past)
        log._before, log.state, log._length = self, state, self._length + 1
        return log

    def imagined(self, player: int, state: State) -> Log:
        """Give the log of a state that a seat imagines: what it knows; of other seats, what everybody does."""
        if player not in self._known:
            texts = zip(self.texts(player), self.texts("spectator"), strict=True)
            # A search asks for it again and again.
            self._known[player] = tuple(_Seen(player, own, known) for own, known in texts)
        return Log(state, self._known[player])

    def texts(self, viewer: int | str) -> list[str]:
        """List every event as a viewer saw it."""
        texts = []
        for link in self._events():
            action = link.state.view(viewer).last_action
            texts.append("" if action is None else action.text)
        return [seen[viewer] for seen in self._past] + texts[::-1]

    def since(self, heard: Log | None) -> list[tuple[State, State]]:
        """List the states before and after each event since an earlier log.

        If that is no part of this one, they are listed from the start. A log that was pickled is the same as the
        one that it was made of.
        """
        later = self._links_after(heard)
        link = later[-1]._before if later else self
        if heard is None or link is None or not link._is_same(heard):
            later, link = list(self._events()), None
        states = [self.start if link is None else link.state]
        states += [each.state for each in reversed(later)]
        return list(pairwise(states))

    def _links_after(self, heard: Log | None) -> list[Log]:
        """List the links of the events that come after as many as an earlier log has, the last one first."""
        later = []
        for link in self._events():
            if heard is None or link._length <= heard._length:
                break
            later.append(link)
        return later

    def _events(self) -> Iterator[Log]:
        """All links but the first, the last one first."""
        link = self
        while link._before is not None:
            yield link
            link = link._before

    def _is_same(self, other: Log) -> bool:
        one, two = self, other
        while one is not two:
            if one._length != two._length or one.state != two.state:
                return False
            if one._before is None or two._before is None:
                return one._before is two._before
            one, two = one._before, two._before
        return True

    def __copy__(self) -> Log:
        return self

    def __deepcopy__(self, memo: object) -> Log:
        # Nothing of it ever changes.
        return self

    def __reduce__(self) -> tuple[Callable[..., Log], tuple[State, tuple[_Seen, ...], list[int]]]:
        # Flat: a long game would be nested too deeply for pickle.
        ids = []
        for link in self._events():
            event = link.state.last_action
            assert event is not None, "an event that happened is the last action"
            ids.append(event.id)
        return _read_log, (self.start, self._past, ids[::-1])


class _Seen(dict[int | str, str]):
    """How an event was seen by a seat, and by everybody else."""

    def __init__(self, player: int, own: str, known: str) -> None:
        super().__init__({player: own, "everything": own})
        self._parts = player, own, known

    def __missing__(self, viewer: int | str) -> str:
        return self._parts[2]

    def __reduce__(self) -> tuple[Callable[..., _Seen], tuple[int, str, str]]:
        return _Seen, self._parts


def _read_log(start: State, past: tuple[_Seen, ...], ids: list[int]) -> Log:
    """Make a log again (used by pickle)."""
    log = Log(start, past)
    for event in ids:
        log = log.after(log.state.play(event))
    return log
