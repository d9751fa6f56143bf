"""A person at a terminal."""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
from collections.abc import Callable, Sequence

from boardwright._core import Action, Record, Rng, State
from boardwright._progress import in_notebook
from boardwright.errors import BoardwrightError, StopMatch, ViewError

from . import _words
from .base import Move, own_only

__all__ = ["HumanBot"]

NUMBERS = "  NUMBER         play the action with that number in the list\n"

HELP = """\
  NOTATION       play an action, or a whole turn at once, by its text
  undo           take back what was typed last, in a turn that is not complete
  list           show all actions; 'list WORD' shows those under one heading
  board          show the position again
  explain TEXT   say whether TEXT can be played, and why
  help           show this
  quit           end the game here"""

FEW = 12  # so many actions are listed as they are


def _at_a_terminal() -> bool:
    try:
        return sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):  # closed, or none at all
        return False


def _ask(prompt: str) -> str:
    if in_notebook() or _at_a_terminal():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - lets a line be edited and earlier ones be fetched
        return input(prompt)
    # Elsewhere input() writes its prompt to stdout or stderr depending on readline: always take stdout.
    if sys.stdout is not None:
        sys.stdout.write(prompt)
        sys.stdout.flush()
    if sys.stdin is None or getattr(sys.stdin, "closed", False):
        raise EOFError
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        return "\ufffd"  # what nobody can read; whoever typed it is asked again
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
    report : bool
        Whether to show what the others played; not needed where that is on the screen already.
    """

    def __init__(
        self,
        name: str = "human",
        *,
        ask: Callable[[str], str] = _ask,
        say: Callable[[str], None] = _say,
        report: bool = True,
    ) -> None:
        self.name = name
        self._ask = ask
        self._say = say
        self._report = report
        self._news: list[str] = []
        self._seen = 0  # turns of the game that is being played
        self._seat: int | None = None
        self._greeted = False
        self._shown: object = None  # when the whole position was shown, in games that have long turns
        self._next: State | None = None  # what followed from the last event

    def follow(self, view: State, action: Action, /) -> None:
        """Keep what chance brings, and what an automaton does, to be told like the turns of others."""
        if self._is_new(view):
            self._begin(view)
        self._next = view.play(action)
        line = _words.told(view, action, self._seat)
        if line is not None:
            self._news.append(line)

    def observe(self, view: State, seat: int, text: str, /) -> None:
        """Keep what the others play, to be shown when this person is to play next or when the game is over."""
        if view.turn != self._seen + 1:
            self._begin(view)
            self._seat = None
        self._seen = view.turn
        if self._report and seat != self._seat:
            self._news.append(f"{view.seat_names[seat]} played {text}")
        if view.is_over:
            self._tell()

    def choose(self, view: State, rng: Rng, /) -> Move:
        """Show the position, and ask until there is a whole turn, or as much of it as is this person's to choose."""
        self._seat = view.current_player
        if self._is_new(view):
            self._begin(view)
        self._tell()
        # The turn is put together here, so that a person can take back what is not complete.
        states, moves = [view], list[Move]()
        move: Move | None = self._forced(view, moves)
        while True:
            now = states[-1]
            if move is None:
                line = self._line(now)
                if line.lower() == "undo":
                    self._undo(states, moves)
                    continue
                move = self._answer(now, line)
            if move is None:
                continue
            try:
                after = now.play(move)
            except ViewError:
                # What follows is not known here: hand over what was chosen before, or this if there is nothing.
                return _joined(view, moves or [move])
            moves.append(move)
            if after.turn != now.turn or after.current_player != self._seat:
                return _joined(view, moves)
            states.append(after)
            move = self._forced(after, moves)

    def _forced(self, view: State, moves: Sequence[Move]) -> Action | None:
        """Show the position; gives the action that goes without asking, where a game has such, and tells of it."""
        forced = _words.forced(view, bool(moves))
        if forced is None:
            self._show(view)
        else:
            self._say(f"  {_words.labels(view, [forced])[0]}")
        return forced

    def _undo(self, states: list[State], moves: list[Move]) -> None:
        """Take back the last action, and those before it that were no choice."""
        if not moves:
            self._say("There is nothing to take back: what is complete, or led to a draw or an answer, stays.")
            return
        while moves:
            moves.pop()
            states.pop()
            if _words.forced(states[-1], bool(moves)) is None:
                break
        self._show(states[-1])

    def _is_new(self, view: State) -> bool:
        """Whether this is of another game than what was seen last."""
        return view.turn != self._seen or self._next not in (None, view)

    def _begin(self, view: State) -> None:
        """Forget another game."""
        self._news, self._seen, self._shown, self._next = [], view.turn, None, None

    def _tell(self) -> None:
        for line in self._news:
            self._say(line)
        self._news.clear()

    def _line(self, view: State) -> str:
        seat = view.current_player
        try:
            line = self._ask(f"{view.seat_names[seat] if seat is not None else '?'}> ")
        except EOFError:
            raise StopMatch("the input ended") from None
        # Bytes that are no text come in as lone surrogates, which can't be written anywhere.
        return re.sub("[\ud800-\udfff]", "\ufffd", line).strip()

    def _answer(self, view: State, line: str) -> Move | None:
        """Carry out one line; gives the move if it is one."""
        command, _, rest = line.partition(" ")
        match command.lower():
            case "":
                return None
            case "quit" | "exit":
                raise StopMatch("stopped by the player")
            case "help" | "?":
                numbers = NUMBERS if _words.numbered(view) else ""
                asked = [f"  {one.usage:<14} {one.meaning}" for one in _words.questions(view).values()]
                self._say("\n".join(filter(None, (numbers + HELP, *asked, _words.legend(view)))))
                return None
            case "board":
                self._say(str(view))
                return None
            case "list":
                self._list(view, rest.strip())
                return None
            case "explain":
                self._explain(view, rest.strip())
                return None
        question = _words.questions(view).get(command.lower())
        if question is not None:
            self._say(question.answer(view, rest.strip()))
            return None
        if _is_number(line) and _words.numbered(view):
            return self._numbered(view, line)
        piece = Record(view)
        try:
            piece.push(line)
        except ViewError:
            return line
        except BoardwrightError as error:
            self._say(f"{error}")
            self._say("Type 'help' for what can be typed, 'list' for what can be played.")
            return None
        if not own_only(piece):
            self._say("Type only what you choose yourself: something is drawn, or another player decides, in between.")
            return None
        return line

    def _numbered(self, view: State, line: str) -> Move | None:
        """Find the action with a number in the list."""
        actions = view.legal_actions
        # The length is compared first: turning a text of thousands of digits into a number is an error.
        if len(line) < 6 and 1 <= int(line) <= len(actions):
            return actions[int(line) - 1]
        self._say(f"There is no action {line[:20]}: the list goes from 1 to {len(actions)}.")
        return None

    def _explain(self, view: State, text: str) -> None:
        if not text:
            self._say("Type 'explain' and the notation of an action, such as: explain " + view.legal_actions[0].text)
            return
        if _is_number(text) and _words.numbered(view):
            action = self._numbered(view, text)
            if action is None:
                return
            text = view.legal_actions[int(text) - 1].text
            self._say(text)
        try:
            explanation = view.explain(text)
        except BoardwrightError as error:
            self._say(str(error))
            return
        text = explanation.message.removeprefix("legal; ")
        self._say(f"{'Legal' if explanation else 'Not legal'}: {text}")

    def _show(self, view: State) -> None:
        """Show the position and, in short, what can be played."""
        moment = _words.moment(view)
        if moment is None or moment != self._shown:
            self._say(str(view).rstrip("\n"))
        else:
            self._say(_words.to_do(view))
        self._shown = moment
        if len(view.legal_actions) <= FEW:
            self._columns(view, range(1, len(view.legal_actions) + 1))
        else:
            for index, (heading, numbers) in enumerate(_words.grouped(view)):
                if index == 0 or len(numbers) <= FEW:
                    self._group(view, heading, numbers)
                else:
                    example = view.legal_actions[numbers[0] - 1].text
                    which = _words.ranges(numbers) if _words.numbered(view) else str(len(numbers))
                    self._say(f"{heading}: {which}, such as {example}; 'list {heading}' shows them")
        if not self._greeted:
            self._greeted = True
            what = "a number or notation" if _words.numbered(view) else "what is listed"
            self._say(f"Type {what}, or 'help'.")

    def _list(self, view: State, word: str) -> None:
        """Show all actions, or those under one heading."""
        groups = _words.grouped(view)
        found = [(heading, numbers) for heading, numbers in groups if heading.startswith(word.lower())]
        if not found:
            headings = ", ".join(heading for heading, _ in groups)
            self._say(f"There is no {word[:20]!r} in the list; there are: {headings}.")
        for heading, numbers in found:
            self._group(view, heading, numbers)

    def _group(self, view: State, heading: str, numbers: Sequence[int]) -> None:
        self._say(f"{heading}: {_words.ranges(numbers)}" if _words.numbered(view) else f"{heading}:")
        self._columns(view, numbers)

    def _columns(self, view: State, numbers: Sequence[int]) -> None:
        """Show actions with numbers, in as many columns as the terminal has room for."""
        actions = view.legal_actions
        digits = len(str(len(actions)))
        cells = _words.labels(view, [actions[number - 1] for number in numbers])
        if _words.numbered(view):
            cells = [f"{number:>{digits}} {cell}" for number, cell in zip(numbers, cells, strict=True)]
        width = max(map(len, cells), default=1) + 3
        columns = max(1, min(shutil.get_terminal_size().columns, 120) // width)
        rows = -(-len(cells) // columns)
        for row in range(rows):
            self._say("  " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _joined(view: State, moves: Sequence[Move]) -> Move:
    """Write several actions of a turn as one move."""
    if len(moves) == 1:
        return moves[0]
    turn = Record(view)
    for move in moves:
        turn.push(move)
    return " ".join(text for _, _, text, _ in turn.turns())
