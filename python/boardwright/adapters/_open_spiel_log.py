"""What happened in a game of OpenSpiel, as each seat saw it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from boardwright._core import State

__all__ = ["Log"]


class Log:
    """What happened, as a list that shares its beginning with others; each link is the state after an event.

    A link that was pickled, or that somebody imagines, holds how each viewer saw the event instead.
    """

    __slots__ = ("_before", "_known", "_seen", "_state")

    def __init__(self, before: Log | None, state: State | None, seen: dict[int | str, str] | None = None) -> None:
        self._before = before
        self._state = state
        self._seen = seen
        self._known: dict[int, Log] = {}

    def _links(self) -> Iterator[Log]:
        link: Log | None = self
        while link is not None:
            if link._state is not None or link._seen is not None:
                yield link
            link = link._before

    def _text(self, viewer: int | str) -> str:
        if self._seen is not None:
            return self._seen[viewer]
        assert self._state is not None
        action = self._state.view(viewer).last_action
        return "" if action is None else action.text

    def texts(self, viewer: int | str) -> list[str]:
        """List every event as a viewer saw it."""
        return [link._text(viewer) for link in self._links()][::-1]

    def known_to(self, player: int) -> Log:
        """Give the same log as far as a seat knows it; the others know what everybody does."""
        if player not in self._known:
            public = self.texts("spectator")
            log = Log(None, None)
            for own, known in zip(self.texts(player), public, strict=True):
                log = Log(log, None, _Seen(player, own, known))
            # A search asks for it again and again.
            self._known[player] = log
        return self._known[player]

    def since(self, seen: Log | None, root: State) -> list[tuple[State, State]]:
        """List the states before and after each event since an earlier link, or since the state that it began with.

        Only events whose states are known are listed.
        """
        states: list[State] = []
        link = self
        while link is not seen and link._state is not None:
            states.append(link._state)
            assert link._before is not None, "the first link has no state"
            link = link._before
        if link._state is not None:
            states.append(link._state)
        elif link._seen is None:
            states.append(root)
        return list(pairwise(reversed(states)))

    def __copy__(self) -> Log:
        return self

    def __deepcopy__(self, memo: object) -> Log:
        # Nothing of it ever changes.
        return self

    def __reduce__(self) -> tuple[Callable[..., Log], tuple[list[dict[int | str, str]]]]:
        # Flat: a long game would be nested too deeply for pickle.
        return _read_log, ([link._as_seen() for link in self._links()][::-1],)

    def _as_seen(self) -> dict[int | str, str]:
        if self._state is None:
            assert self._seen is not None
            return self._seen
        return {viewer: self._text(viewer) for viewer in ("everything", "spectator", *range(self._state.num_players))}


class _Seen(dict[int | str, str]):
    """How an event was seen by a seat, and by everybody else."""

    def __init__(self, player: int, own: str, known: str) -> None:
        super().__init__({player: own, "everything": own})
        self._public = known

    def __missing__(self, viewer: int | str) -> str:
        return self._public

    def __reduce__(self) -> tuple[Any, ...]:
        player = next(viewer for viewer in self if isinstance(viewer, int))
        return _Seen, (player, self[player], self._public)


def _read_log(events: list[dict[int | str, str]]) -> Log:
    log = Log(None, None)
    for seen in events:
        log = Log(log, None, seen)
    return log
