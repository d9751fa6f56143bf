"""How a whole game is shown in a notebook."""

from __future__ import annotations

from html import escape
from typing import Any

MAX_LISTED = 500
"""So many turns are listed; a notebook keeps all of this in its file."""


def record_html(record: Any) -> str:
    """Show a record in small: its last position, and the list of its turns.

    Parameters
    ----------
    record : Record, MatchResult or Match
        The game.

    Returns
    -------
    str
        A piece of HTML without ids or scripts, so any number of them may stand on one page.

    Raises
    ------
    TypeError
        If it is no game.
    """
    from boardwright.record import as_record, result_text

    from . import seat_colour, svg

    record = as_record(record)
    state, turns = record.state, record.turns()
    colours = [seat_colour(state, seat) for seat in range(state.num_players)]
    names = [str(name) for name in state.seat_names]
    rows = []
    for number, seat, text, _ in turns[:MAX_LISTED]:
        who = "chance" if seat is None else names[seat]
        mark = "" if seat is None else f'<span style="color:{escape(colours[seat])}" aria-hidden="true">&#9679;</span> '
        rows.append(f'<li value="{number}">{mark}{escape(who)} <code>{escape(text)}</code></li>')
    if len(turns) > MAX_LISTED:
        rows.append(f"<li>and {len(turns) - MAX_LISTED:,} more</li>")
    return "\n".join(
        [
            "<div>",
            f"<p>{escape(state.title)}: {escape(result_text(state, record.players))}</p>",
            f'<div style="max-width:640px">{svg(state, last=_last_turn(record), targets=False)}</div>',
            f"<details><summary>{len(turns):,} turn{'' if len(turns) == 1 else 's'}</summary>",
            f'<ol style="max-height:20em;overflow:auto">{"".join(rows)}</ol></details>',
            "</div>",
        ]
    )


def _last_turn(record: Any) -> list[Any]:
    """Collect the actions of the last turn, be it complete or not."""
    events, states = record.events(), record.states()
    if not events:
        return []
    number = states[-2].turn
    return [event for event, before in zip(events, states, strict=False) if before.turn == number]
