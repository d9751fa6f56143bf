"""A person at a terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

from boardwright._core import Rng, State
from boardwright.errors import BoardwrightError, StopMatch

from .base import Move

__all__ = ["HumanBot"]

HELP = """\
  NUMBER         play the action with that number in the list
  NOTATION       play an action, or a whole turn at once, by its text
  list           show the actions again
  board          show the position again
  explain TEXT   say whether TEXT can be played, and why
  help           show this
  quit           end the game here"""


def _ask(prompt: str) -> str:
    # input() writes its prompt to stdout or stderr depending on readline: always take stdout.
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _say(text: str) -> None:
    print(text, flush=True)


class HumanBot:
    """Asks a person, who may answer with the number of an action or with notation.

    Parameters
    ----------
    name : str
        The name that records show.
    ask : callable
        Takes a prompt and gives a line; raises EOFError when there are no more.
    say : callable
        Takes a text to show.
    """

    def __init__(
        self, name: str = "human", *, ask: Callable[[str], str] = _ask, say: Callable[[str], None] = _say
    ) -> None:
        self.name = name
        self._ask = ask
        self._say = say

    def choose(self, view: State, rng: Rng, /) -> Move:
        """Show the position, and ask until the answer can be played."""
        seat = view.current_player
        prompt = f"{view.seat_names[seat] if seat is not None else '?'}> "
        self._say(str(view))
        self._list(view)
        while True:
            try:
                line = self._ask(prompt).strip()
            except EOFError:
                raise StopMatch("the input ended") from None
            move = self._answer(view, line)
            if move is not None:
                return move

    def _answer(self, view: State, line: str) -> Move | None:
        """Carry out one line; gives the move if it is one."""
        command, _, rest = line.partition(" ")
        match command.lower():
            case "":
                return None
            case "quit" | "exit":
                raise StopMatch("stopped by the player")
            case "help" | "?":
                self._say(HELP)
                return None
            case "board":
                self._say(str(view))
                return None
            case "list":
                self._list(view)
                return None
            case "explain":
                self._explain(view, rest.strip())
                return None
        if line.isascii() and line.isdigit():
            actions = view.legal_actions
            # The length is compared first: turning a text of thousands of digits into a number is an error.
            if len(line) < 6 and 1 <= int(line) <= len(actions):
                return actions[int(line) - 1]
            self._say(f"There is no action {line[:20]}: the list goes from 1 to {len(actions)}.")
            return None
        try:
            view.play(line)
        except BoardwrightError as error:
            self._say(f"{error}")
            self._say("Type 'help' for what can be typed, 'list' for what can be played.")
            return None
        return line

    def _explain(self, view: State, text: str) -> None:
        if not text:
            self._say("Type 'explain' and the notation of an action, such as: explain " + view.legal_actions[0].text)
            return
        try:
            explanation = view.explain(text)
        except BoardwrightError as error:
            self._say(str(error))
            return
        self._say(f"{'Legal' if explanation else 'Not legal'}: {explanation.message}")

    def _list(self, view: State) -> None:
        """Show the actions with numbers, in as many columns as the terminal has room for."""
        texts = [action.text for action in view.legal_actions]
        digits = len(str(len(texts)))
        cells = [f"{number:>{digits}} {text}" for number, text in enumerate(texts, 1)]
        width = max(map(len, cells), default=1) + 3
        columns = max(1, min(shutil.get_terminal_size().columns, 120) // width)
        rows = -(-len(cells) // columns)
        for row in range(rows):
            self._say("  " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip())
