"""What a picture of a Genotype position shows: the dict forms, put in order for drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ._common import Data, Hint
from ._genotype_glyphs import JOHANN

COLOURS = "RGFT"
KINDS = ("dominant", "mixed", "recessive", "new")
UPGRADES = ("plot", "slot", "marker", "hire")
GOALS = ("R", "r", "G", "g", "F", "f", "T", "t")
EDUARD, FIRST_POT = 7, 8

BUTTONS = {"pay": "pay", "done": "done", "pass": "pass"}


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the views need."""

    layout: Data
    position: Data
    fresh: frozenset[str]
    targets: frozenset[str]
    buttons: tuple[str, ...]
    hinted: bool
    last_text: str

    @property
    def solo(self) -> bool:
        """Whether Brother Johann is the opponent."""
        return self.position["johann"] is not None

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return str(self.position["phase"]["name"])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase == "over"

    @property
    def mover(self) -> int | None:
        """Whose turn it is, as a seat on the board; None before the first turn and after the last one."""
        phase = self.position["phase"]
        if "seat" in phase and self.phase != "shown":
            return int(phase["seat"])
        if self.over or self.layout["stage"] == "set-up":
            return None
        return int(self.position["phase"]["mover"])

    @property
    def actor(self) -> int | None:
        """The seat to act; None for chance and after the end."""
        actor = self.layout["actor"]
        return actor if isinstance(actor, int) else None

    def look(self, seat: int) -> int:
        """Return how the markers of a seat on the board look."""
        return JOHANN if self.solo and seat == 1 else seat

    def name(self, seat: int) -> str:
        """Return the name of a seat on the board."""
        return "Brother Johann" if self.solo and seat == 1 else str(self.layout["seats"][seat])

    def headline(self) -> str:
        """Say who acts and what, or how the game ended."""
        if not self.over:
            words = str(self.layout["to_do"])
            return words[:1].upper() + words[1:]
        winners = list(self.layout["winners"])
        if self.solo and self.layout["johann"]["wins"]:
            winners.append(1)
        if len(winners) == 1:
            return f"{self.name(winners[0])} wins"
        return f"{' and '.join(self.name(seat) for seat in winners)} share the win"

    def plant(self, number: int) -> tuple[tuple[str, ...], int]:
        """Return the traits and the points of a plant."""
        card = self.layout["plants"][number]
        return tuple(card["traits"]), int(card["points"])

    def plant_words(self, number: int, covered: Sequence[str] = ()) -> str:
        """Describe a plant, for tooltips."""
        traits, points = self.plant(number)
        words = [f"{name} (validated)" if name[0].upper() in covered else name for name in traits]
        return f"p{number}: {', '.join(words)}; {points} point{'' if points == 1 else 's'}"


def dice_names(colour: str) -> tuple[str, str, str, str]:
    """Return what the dice in the pool of a colour are called."""
    big, small = colour, colour.lower()
    return big + big, big + small, small + small, "new"


def make_scene(
    layout: Data,
    position: Data,
    last: Sequence[Data],
    last_text: str,
    targets: bool,
    legal: Sequence[Data],
    hints: Sequence[Hint] = (),
) -> Scene:
    """Put the dict forms in order for drawing.

    Parameters
    ----------
    layout
        What `State.layout` gives.
    position
        The state as a dict.
    last
        The last action, or the actions of the last turn; ``"by"`` is the seat that played it, where it is known.
    last_text
        Their notation; empty if it is not known.
    targets
        Whether legal targets are shown.
    legal
        Legal actions; not used unless ``targets``.
    hints
        What a search thinks of.

    Returns
    -------
    Scene
        The scene.
    """
    # Of a search only what is best is marked, in the same way.
    shown = [hint.actions[0] for hint in hints] if hints else list(legal) if targets else []
    actor = layout["actor"] if isinstance(layout["actor"], int) else None
    aims = {key for action in shown for key in _aims(action, position, actor)}
    buttons = [str(action["type"]) for action in shown if action["type"] in BUTTONS]
    if any(action.get("tile") == "leave" for action in shown):
        buttons.append("leave")
    return Scene(
        layout=layout,
        position=position,
        fresh=frozenset(_touched(last, layout, position)),
        targets=frozenset(aims),
        buttons=tuple(buttons),
        hinted=bool(hints),
        last_text=last_text,
    )


def _aims(action: Data, position: Data, seat: int | None) -> Iterator[str]:
    """Name what in the picture an action takes."""
    phase = position["phase"]
    match action["type"]:
        case "space":
            yield _space(str(action["space"]), seat)
        case "source":
            yield f"{action['deck']}:{'deck' if action['slot'] is None else action['slot']}"
        case "plant":
            yield f"plant:{action['plant']}"
        case "tool":
            yield f"tool:{seat}:{action['tool']}"
        case "assistant":
            yield f"assistant:{action['assistant']}"
        case "trait":
            yield f"trait:{seat}:{action['plot']}:{action['colour']}"
        case "die":
            yield f"die:{action['colour']}:{action['die']}"
        case "pair":
            yield f"die:{action['colour']}:{action['with']}"
            yield f"die:{action['colour']}:new"
        case "goal":
            yield f"goal:{action['goal']}"
        case "tile" if action["tile"] != "leave" and "colour" in phase:
            yield f"tile:{phase['colour']}:{'left' if 'left' in action['tile'] else 'top'}"
        case "upgrade":
            yield f"upgrade:{action['upgrade']}"


def _space(space: str, seat: int | None) -> str:
    own = space in ("gardening", "slot", "omari")
    return f"own:{seat}:{space}" if own else f"space:{space}"


def _touched(last: Sequence[Data], layout: Data, position: Data) -> Iterator[str]:
    """Name what in the picture the last events touched."""
    colour = ""
    for event in last:
        seat = event.get("by")
        match event["type"]:
            case "space":
                colour = str(event["space"])[-1] if "genes" in event["space"] else ""
                yield _space(str(event["space"]), seat)
            case "tile" if event["tile"] != "leave":
                found = colour or _set_by(seat, position)
                if found:
                    yield f"tile:{found}:{'left' if 'left' in event['tile'] else 'top'}"
            case "card" | "shown":
                if "plant" in event:
                    yield f"plant:{event['plant']}"
                elif "assistant" in event:
                    yield f"assistant:{event['assistant']}"
            case "automa":
                yield f"automa:{event['card']}"
            case "face":
                rolled = sum(map(sum, position["dice"]))
                if event is last[-1] and rolled and layout["stage"] == "plant breeding":
                    shown = COLOURS[(rolled - 1) // 5]
                    faces = ("I", "II", "III", "IV")
                    face = event["face"]
                    yield f"die:{shown}:{layout['squares'][shown][faces.index(face)] if face in faces else 'new'}"
            case _:
                yield from _aims(event, position, seat)


def _set_by(seat: int | None, position: Data) -> str:
    """Return the colour whose parents a seat has set, if it is just one."""
    found = [colour for colour in COLOURS if seat in position["spaces"].get(f"genes-{colour}", ())]
    return found[0] if len(found) == 1 else ""
