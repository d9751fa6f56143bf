"""How actions and diagrams are put to a person, by game. Games that are not listed are shown plainly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from boardwright._core import Action, Record, State

from . import _genotype_words

__all__ = [
    "account",
    "automata",
    "forced",
    "grouped",
    "in_short",
    "labels",
    "legend",
    "moment",
    "numbered",
    "questions",
    "ranges",
    "to_do",
    "told",
]

# Headings and the types of action that stand under them. The first group is what a turn is mostly about.
GROUPS: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {
    "gridopolis": (
        ("moves", frozenset({"step", "hop", "capture", "kamikaze", "teleport"})),
        ("pads", frozenset({"build"})),
        ("boxes", frozenset({"block"})),
    ),
    "microworld": (
        ("cells", frozenset({"place", "cell"})),
        ("pawns", frozenset({"pawn"})),
        ("genes", frozenset({"gene"})),
        ("tiles", frozenset({"keep"})),
        ("others", frozenset({"mutation", "steal", "allow", "end"})),
    ),
    "genotype": (
        ("spaces", frozenset({"space"})),
        ("plants", frozenset({"plant"})),
        ("cards", frozenset({"source"})),
        ("goals", frozenset({"goal"})),
        ("tiles", frozenset({"tile"})),
        ("dice", frozenset({"die"})),
        ("pairs", frozenset({"pair"})),
        ("traits", frozenset({"trait"})),
        ("upgrades", frozenset({"upgrade"})),
        ("people", frozenset({"assistant"})),
        ("tools", frozenset({"tool"})),
        ("others", frozenset({"pay", "done", "pass"})),
    ),
}

LEGENDS = {
    "genotype": """\
  In the diagram each colour has its Punnett square: genes of the Left parent before the rows, of the Top one above the
  columns; [R] there: a gene tile. Below it are the markers on its spaces, the dice in its pool, and its goals.
  p17 rr Ff (4): plant 17, its traits and points    [rr]: validated    a number, or J: whose marker lies there
  @0R: the trait of R on plot 0    =Rr: a die    =R*: a De Novo die    *Rr: a De Novo die with that one, as a pair
  <plants0, <tools0: from a slot of the display    <plants, <tools: from the deck    goal=r: wrinkled seeds""",
    "microworld": """\
  The diagram lists the cells by quarter: number, kind, what is in it.
  v: pawn of the Viruses    a: pawn of the Anticorps    (v): flipped    !: with radiation    <: placed last
  *: gene token    #: blocked by a mutation token    .: free
  After a cell's number in a list stands what placing there scores.""",
    "gridopolis": """\
  In the diagram each level is seen from above; x goes to the right, y up, and a site is x.y.level.
  small letter: pawn    capital: king    . empty pad    # blocker-box    > seat to move
  after it:  = home-row (kingerizer)    * teleporter    + pad added in play""",
}

# Here a number is the notation of an action, so lists have no numbers of their own.
UNNUMBERED = frozenset({"microworld"})

# What stopping means depends on what could go on.
STOPS = {("gridopolis", "chain"): "stop jumping", ("gridopolis", "second"): "no second move"}


def _near(state: State, rest: str) -> str:
    cells = state.layout()["board"]["cells"]
    # The length is compared first: turning a text of thousands of digits into a number is an error.
    if not (rest.isascii() and rest.isdigit() and len(rest) < 3 and int(rest) < len(cells)):
        return f"Type 'near' and a cell, 0 to {len(cells) - 1}."
    cell = cells[int(rest)]
    near = ", ".join(f"{other} {cells[other]['kind']}" for other in cell["adjacent"])
    tissue = ", ".join(str(other) for other in range(len(cells)) if cells[other]["tissue"] == cell["tissue"])
    return f"Adjacent to {rest}: {near or 'no cell'}. Its tissue: {tissue}."


def _tissues(state: State, rest: str) -> str:
    return "\n".join(
        f"  {tissue['kind']} {', '.join(map(str, tissue['cells']))}: {tissue['why']}" for tissue in state.tissues()
    )


def _standing(state: State, rest: str) -> str:
    found = state.analyse("standing")
    lines = zip(state.seat_names, found["track"], found["tissues"], found["total"], strict=True)
    return "\n".join(f"  {name}: {track} + {tissues} for tissues = {total}" for name, track, tissues, total in lines)


class Question(NamedTuple):
    """Something that a person may ask about the position of a game."""

    usage: str
    meaning: str
    answer: Callable[[State, str], str]


# What a person may ask about Genotype; `automa` where Brother Johann plays.
GENOTYPE = {
    "points": Question("points", "say how the game would end if it ended now", _genotype_words.points),
    "dice": Question("dice", "say what the next dice may show, and who needs them", _genotype_words.dice),
    "cards": Question(
        "cards", "say what the tools and assistants on the table do; 'cards all' tells of all", _genotype_words.cards
    ),
    "automa": Question("automa", "say what is on Brother Johann's cards, and where they are", _genotype_words.automa),
}

QUESTIONS: dict[str, dict[str, Question]] = {
    "microworld": {
        "near": Question("near CELL", "say which cells are adjacent to a cell, and which make its tissue", _near),
        "tissues": Question("tissues", "say who would win each tissue if the game ended now", _tissues),
        "standing": Question("standing", "say how the game would end if it ended now", _standing),
    },
}


def questions(state: State) -> dict[str, Question]:
    """List what can be asked about a position, by the word that asks it."""
    if state.game_name == "genotype":
        return {word: one for word, one in GENOTYPE.items() if word != "automa" or state.num_players == 1}
    return QUESTIONS.get(state.game_name, {})


def legend(state: State) -> str:
    """Explain the signs in the diagram of a state; empty if there is nothing to explain."""
    return LEGENDS.get(state.game_name, "")


def numbered(state: State) -> bool:
    """Whether the actions of a list are called by number."""
    return state.game_name not in UNNUMBERED


def labels(state: State, actions: Sequence[Action]) -> list[str]:
    """Write actions for a list: their notation, with words where the notation alone says little."""
    if state.game_name == "microworld":
        scores = {placement["cell"]: placement for placement in state.analyse("placements")}
        return [_microworld_label(state, action, scores) for action in actions]
    if state.game_name == "genotype":
        return _genotype_words.labels(state, actions)
    return [_label(state, action) for action in actions]


def moment(state: State) -> tuple[int, str] | None:
    """Say what makes it worth to show the whole position again; None: it is shown at every decision."""
    return _genotype_words.moment(state) if state.game_name == "genotype" else None


def to_do(state: State) -> str:
    """Say what comes next, where the whole position is not shown."""
    return f"next: {state.layout()['to_do']}"


def forced(state: State, goes_on: bool) -> Action | None:
    """Give the only action, where it goes without asking: in Genotype there are many, as who holds a tool is asked.

    What is no consequence of an action before it (`goes_on`) is asked, unless it is just to go on, or to pass.
    """
    actions = state.legal_actions
    if state.game_name != "genotype" or len(actions) != 1:
        return None
    return actions[0] if goes_on or actions[0].text in ("done", "pass") else None


def told(state: State, action: Action, seat: int | None) -> str | None:
    """Write an event for a person in a seat who follows the game; None where turns and diagrams say it all."""
    return _genotype_words.told(state, action, seat) if state.game_name == "genotype" else None


def account(state: State) -> str:
    """Say what made the points of a finished game; empty where the diagram says it all."""
    return _genotype_words.account(state) if state.game_name == "genotype" and state.is_over else ""


def automata(state: State) -> list[_genotype_words.Automaton]:
    """List who plays without a seat."""
    return _genotype_words.automata(state) if state.game_name == "genotype" else []


def in_short(turn: Record) -> str:
    """Write a turn for a line on the screen."""
    if turn.start.game_name == "genotype":
        return _genotype_words.in_short(turn)
    return " ".join(text for _, _, text, _ in turn.turns())


def _label(state: State, action: Action) -> str:
    kind = action.to_dict().get("type")
    if kind == "stop":
        words = STOPS.get((state.game_name, state.to_dict().get("phase", {}).get("name")))
        return f"{action.text}  {words or 'stop'}"
    return f"{action.text}  pass" if kind == "pass" else action.text


def _microworld_label(state: State, action: Action, scores: dict[int, Any]) -> str:
    data = action.to_dict()
    if data["type"] == "place":
        placement = scores[data["cell"]]
        return f"{action.text} +{placement['points']}{' and a gene' if placement['gene'] else ''}"
    if data["type"] in ("cell", "pawn"):
        return action.text
    return f"{action.text}  {state.explain(action).reasons[0]}"


def grouped(state: State) -> list[tuple[str, list[int]]]:
    """Put the numbers of the legal actions, from 1, under headings."""
    groups: dict[str, list[int]] = {heading: [] for heading, _ in GROUPS.get(state.game_name, ())}
    headings = {kind: heading for heading, kinds in GROUPS.get(state.game_name, ()) for kind in kinds}
    for number, action in enumerate(state.legal_actions, 1):
        kind = str(action.to_dict().get("type", "actions"))
        groups.setdefault(headings.get(kind, kind), []).append(number)
    return [(heading, numbers) for heading, numbers in groups.items() if numbers]


def ranges(numbers: Iterable[int]) -> str:
    """Write ascending numbers as ranges, such as "1 to 9, 12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(" to ".join(map(str, run)) for run in runs)
