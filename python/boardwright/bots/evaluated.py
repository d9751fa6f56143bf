"""A bot that searches with an evaluator of one's own."""

from __future__ import annotations

from typing import Any, SupportsIndex

from boardwright._checks import name_kind
from boardwright._core import Action, Rng, State
from boardwright.analysis import Analysis
from boardwright.evaluators import Evaluator, check_callables, check_settings, checked_batch, search_many

from .searching import Searching


class EvaluatorBot(Searching):
    """Plays the action that a search with an evaluator visits most.

    Parameters
    ----------
    evaluator : callable
        See `boardwright.evaluators.Evaluator`.
    simulations : int
        How many simulations each search has, 2 to 10**9.
    batch_size : int
        At most so many leaves are evaluated at once, 1 to 65,536. More at once are faster, but tell the search less.
    name : str, optional
        The name that records show; by default that of the evaluator.
    **settings
        ``seconds`` and other settings of `boardwright.evaluators.search_many`.

    Raises
    ------
    SetupError, TypeError, ValueError
        As `boardwright.evaluators.search_many` does, as far as it does not depend on the game.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        simulations: SupportsIndex = 200,
        batch_size: SupportsIndex = 8,
        name: str | None = None,
        **settings: Any,
    ) -> None:
        check_callables(evaluator, None)
        super().__init__(name if name is not None else getattr(evaluator, "__name__", name_kind(evaluator)))
        self._evaluator = evaluator
        self._batch_size = checked_batch(batch_size)
        self._settings: dict[str, Any] = {"simulations": simulations, **settings}
        check_settings(**self._settings)

    def choose(self, view: State, rng: Rng, /) -> Action:
        """Search, and give the action that was visited most."""

        def search(seed: int) -> Analysis:
            (found,) = search_many([view], self._evaluator, batch_size=self._batch_size, seed=seed, **self._settings)
            return found

        found = self._find(view, rng, search)
        return view.legal_actions[0] if found is None else found.best

    def __repr__(self) -> str:
        return f"EvaluatorBot({self._evaluator!r}, name={self._name!r})"
