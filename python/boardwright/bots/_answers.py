"""What bots answer: whoever asks them reads it and refuses it in one way."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from boardwright._core import Action, Record, Rng, State, Turn
from boardwright.errors import BoardwrightError, BotError, StopMatch

from .base import Bot, Move, own_only

__all__ = ["add_note", "ask", "read_answer", "refusal"]


def ask(bot: Bot, view: State, rng: Rng, where: str) -> Move:
    """Ask a bot; `where` names it, its seat and the turn, in a note on what it raises."""
    try:
        return bot.choose(view, rng)
    except StopMatch:
        raise
    except Exception as error:
        add_note(error, f"raised by the bot {where}")
        raise


def read_answer(state: State, move: Move) -> list[Action]:
    """Find the actions of an answer. It is read once only, since it may change from one look to the next."""
    if isinstance(move, Action):  # these never change
        return [move]
    if isinstance(move, int | dict):
        action = state.play(move).last_action
        assert action is not None, "what was played is the last action"
        return [action]
    piece = Record(state)
    piece.push(move)
    if not own_only(piece):
        raise ValueError("it holds more than this seat's own actions")
    return piece.events()


def refusal(where: str, move: object, error: Exception, seat: int, record: Record | None = None) -> BotError:
    """Make the error of an answer that can't be played; `where` names the bot, its seat and the turn."""
    rule = getattr(error, "rule", None) if isinstance(error, BoardwrightError) else None
    return BotError(f"the bot {where} answered {_short(move)}: {_message(error)}", seat, rule, record)


def add_note(error: BaseException, note: str) -> None:
    """Say more about an exception, if it lets one."""
    # An exception of somebody else's may not take notes, which must not hide it.
    with contextlib.suppress(Exception):
        error.add_note(note)


def _short(move: object) -> str:
    # Only our own classes are asked for a text: anything can pose as one.
    shown = _message(move.text if isinstance(move, Action | Turn) else move, repr)
    return shown if len(shown) <= 80 else shown[:77] + "..."


def _message(value: object, write: Callable[[object], str] = str) -> str:
    """Write a value, which may not let itself be written."""
    try:
        return str(write(value))
    except Exception:
        return f"something of type {type(value).__name__}"
