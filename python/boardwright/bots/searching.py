"""The bot that searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardwright._core import Action, Rng, Searcher, State, Turn
from boardwright.analysis import Analysis
from boardwright.search import ALL_BUDGETS, Plan, make_plan

__all__ = ["SearchBot"]


class Searching:
    """What bots that search have in common: a name, a new seed for each decision, and what was found last.

    Parameters
    ----------
    name : str
        The name that records show.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: Analysis | None = None

    @property
    def name(self) -> str:
        """The name that records show."""
        return self._name

    @property
    def last(self) -> Analysis | None:
        """What it found when it chose last; None before, and where there was only one action to choose."""
        return self._last

    def _find(self, view: State, rng: Rng, search: Callable[[int], Analysis]) -> Analysis | None:
        """Give what a search with a seed finds; None where there is only one action to choose."""
        # Drawn in any case, so that what is chosen later does not depend on how many choices there were.
        seed = rng.bits()
        found = None if len(view.legal_actions) == 1 else search(seed)
        self._last = found  # which another thread may set, too
        return found


class SearchBot(Searching):
    """Plays what `boardwright.search` finds, with a new seed for each decision from its own generator.

    It is for one match at a time: what it keeps of a search belongs to the match that it decided in last. One after the
    other is fine. In several at once, as with threads, each decision is sound, but it depends on the other matches
    unless ``reuse`` is False, and `last` may be that of another one.

    Parameters
    ----------
    method : str
        As for `boardwright.search`.
    name : str, optional
        The name that records show; by default what `make_bot` makes the same bot of, such as ``"mcts:1000"``.
    reuse : bool, default True
        Whether Monte Carlo tree search keeps what it found behind what was really played. Then what it chooses also
        depends on what it has seen of the game.
    **settings
        Budgets and settings, as for `boardwright.search`; ``threads`` and ``memory``, too.

    Raises
    ------
    SetupError, TypeError, ValueError
        As `boardwright.search` does, as far as it does not depend on the game.
    """

    def __init__(self, method: str = "auto", *, name: str | None = None, reuse: bool = True, **settings: Any) -> None:
        self._plan = make_plan(method, settings)
        shown = self._plan.given if reuse else self._plan.given | {"reuse": False}
        super().__init__(spec_text(method, shown) if name is None else name)
        self._reuse = reuse
        self._searcher: tuple[State, Searcher] | None = None

    def choose(self, view: State, rng: Rng, /) -> Action | Turn:
        """Search; the answer is a whole turn if the method compares whole turns, else an action."""
        return self._decide(view, rng, self._plan)

    def think(
        self, view: State, rng: Rng, /, *, progress: Callable[[int], object] | None = None, **limits: Any
    ) -> Action | Turn:
        """Search with other budgets; see `Thinker`."""
        plan = self._plan
        if limits:
            settings = {key: value for key, value in plan.given.items() if key not in ALL_BUDGETS}
            plan = make_plan(plan.method, settings | limits)
        return self._decide(view, rng, plan, progress, keep=True)

    def _decide(
        self,
        view: State,
        rng: Rng,
        plan: Plan,
        progress: Callable[[int], object] | None = None,
        *,
        keep: bool = False,
    ) -> Action | Turn:
        def search(seed: int) -> Analysis:
            return plan.search(view, seed, progress, keep=keep, searcher=self._follow(view))

        found = self._find(view, rng, search)
        if found is None:
            return view.legal_actions[0]
        return found.turn if len(found.lines[0].actions) > 1 else found.best

    def follow(self, view: State, action: Action, /) -> None:
        """Keep what was found behind an event that happened."""
        if self._searcher is not None:
            self._searcher[1].advance(view, action)

    def _follow(self, view: State) -> Searcher | None:
        """Give what follows the game of a view: that of the last decision, unless it is another game now."""
        if not self._reuse:
            return None
        if self._searcher is not None:
            known, searcher = self._searcher
            if known.game_name == view.game_name and known.options == view.options:
                return searcher
        searcher = Searcher(view)
        self._searcher = (view, searcher)
        return searcher

    def __getstate__(self) -> dict[str, Any]:
        # What was found so far is large, and stays with this bot.
        return vars(self) | {"_searcher": None}

    def __repr__(self) -> str:
        return f"<SearchBot {self._name}>"


def spec_text(method: str, given: dict[str, Any]) -> str:
    """Write a method with its settings as `make_bot` reads it."""
    rest = dict(given)
    parts = [str(rest.pop("simulations"))] if "simulations" in rest else []
    parts += [f"{key}={_value_text(value)}" for key, value in rest.items()]
    return f"{method}:{','.join(parts)}" if parts else method


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
