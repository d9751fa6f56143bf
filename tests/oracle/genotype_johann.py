"""The reference player for Genotype: the state, prices and costs, and all that Brother Johann does.

Written from the rules alone, like ``genotype.py``, which has the rest.  The ids in the comments (T1 ... T82) are those
of the rules page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Action = dict[str, Any]
Step = dict[str, Any]
Trait = tuple[int, int, int]  # plot, colour, kind (0 dominant, 1 mixed, 2 recessive)

COLOURS = ["R", "G", "F", "T"]
GENOTYPES = ["RR", "Rr", "rr", "GG", "Gg", "gg", "FF", "Ff", "ff", "TT", "Tt", "tt"]
NEW = 3  # a De Novo die, where 0 to 2 are genotypes
ASSISTANTS = ["alipius", "elisabeth", "anna", "omari", "anton", "franz", "maria", "leopold", "may", "eduard"]
SPECIAL = ["elisabeth", "omari", "franz", "maria", "leopold", "may"]  # T66
UPGRADES = ["plot", "slot", "marker", "hire"]  # T82: also the rows of the double arrow
SPACES = [f"genes-{c}" for c in COLOURS] + [f"first-{c}" for c in COLOURS]
SPACES += ["second", "goal-2", "goal-3", "treasury", "university-1", "university-2", "nursery", "tool-shed"]
SPACES += ["gardening", "slot", "omari"]
COSTS = {"goal-2": 2, "goal-3": 3, "university-1": 1, "university-2": 2}
OWN = ["gardening", "slot", "omari"]
DOUBLED = ["treasury", "nursery", "tool-shed"]  # with 4 and 5 players
GOALS = ["R", "r", "G", "g", "F", "f", "T", "t"]
GARDEN = 4  # plants
DEFAULTS: dict[str, Any] = {
    "players": 2,
    "first_seat": 0,
    "difficulty": "standard",
    "johann": None,
    "plants": "assumed",
    "tools": "assumed",
    "prices": "assumed",
    "automa": "assumed",
}


@dataclass(slots=True)
class Plot:
    plant: int
    covered: set[int] = field(default_factory=set)
    beside: int | None = None  # an automa card (Johann)


@dataclass(slots=True)
class Player:
    coins: int = 1
    markers: int = 3
    placed: int = 0
    plots: dict[int, Plot] = field(default_factory=dict)
    hand: set[int] = field(default_factory=set)
    known: set[int] = field(default_factory=set)
    tools: list[str] = field(default_factory=list)
    known_tools: list[str] = field(default_factory=list)
    assistants: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    harvested: set[int] = field(default_factory=set)
    new_plots: int = 0
    new_slots: int = 0
    pots: int = 0
    temporary: bool = False
    dice: int = 0
    passed: bool = False
    chosen: dict[str, int] = field(default_factory=dict)  # set-up: "planted", "discarded", not yet shown

    def unused(self, assistant: str) -> bool:
        return assistant in self.assistants and assistant not in self.used


@dataclass(slots=True)
class Johann:
    coins: int = 1
    markers: int = 3
    placed: int = 0
    garden: list[Plot] = field(default_factory=list)  # from the bottom to the top
    harvested: set[int] = field(default_factory=set)
    assistants: set[str] = field(default_factory=set)
    special: str | None = None
    new_plots: int = 0
    new_slots: int = 0
    action: int | None = None
    out: set[int] = field(default_factory=set)
    shifts: int = 0
    bought: int = 0
    passed: bool = False
    franz: bool = False  # has paid for him in this round


@dataclass(slots=True)
class State:
    players: list[Player]
    johann: Johann | None
    display: dict[str, list[Any]]
    decks: dict[str, list[Any]]
    discards: dict[str, list[Any]]
    prices: list[int]
    own_spaces: list[list[str]]
    todo: list[Step]
    round: int = 1
    first: int = 0
    spaces: dict[str, list[int]] = field(default_factory=dict)
    coins: list[bool] = field(default_factory=lambda: [True] * 4)
    tiles: list[list[str | None]] = field(default_factory=lambda: [[None, None] for _ in COLOURS])  # left, top
    dice: list[list[int]] = field(default_factory=lambda: [[0] * 4 for _ in COLOURS])
    goals: list[int | None] = field(default_factory=lambda: [None] * 8)
    stock: dict[str, int] = field(default_factory=lambda: {"plots": 5, "slots": 8})  # T14


def step(name: str, **fields: Any) -> Step:
    return {"name": name, **fields}


def goal_fits(goal: int, colour: int, kind: int) -> bool:
    """T15: the first goal of a colour is the dominant phenotype."""
    return goal // 2 == colour and (kind == 2) == (goal % 2 == 1)


class Rules:
    """What the players and Johann have in common, and Johann's own rules."""

    def __init__(self, options: dict[str, Any], data: dict[str, dict[str, Any]]) -> None:
        if unknown := set(options) - set(DEFAULTS):
            raise ValueError(f"unknown options: {sorted(unknown)}")
        self.options: dict[str, Any] = DEFAULTS | options
        self.players: int = self.options["players"]
        self.solo = self.players == 1
        self.hard = self.solo and self.options["difficulty"] == "hard"
        self.seats = 2 if self.solo else self.players  # Johann is seat 1
        # the traits of each plant: colour to kind
        self.traits: list[dict[int, int]] = [
            {GENOTYPES.index(trait) // 3: GENOTYPES.index(trait) % 3 for trait in card["traits"]}
            for card in data["plants"]["cards"]
        ]
        self.worth: list[int] = [card["points"] for card in data["plants"]["cards"]]
        self.tool_counts: dict[str, int] = data["tools"]["counts"]
        self.price_range: list[list[int]] = [data["prices"]["prices"][name] for name in UPGRADES]
        self.automa: list[dict[str, Any]] = data["automa"]["cards"]

    def _johann(self, s: State) -> Johann:
        if s.johann is None:
            raise ValueError("not a solo game")
        return s.johann

    def _who(self, s: State, seat: int) -> Player | Johann:
        return self._johann(s) if seat == 1 and self.solo else s.players[seat]

    def _complete(self, plot: Plot) -> bool:
        return plot.covered == set(self.traits[plot.plant])

    def _cost(self, s: State, seat: int, coins: int) -> int:
        """T50: Leopold; for Johann only the one with the special rule counts (T66)."""
        who = self._who(s, seat)
        leopold = who.special == "leopold" if isinstance(who, Johann) else "leopold" in who.assistants
        return coins - 1 if leopold and coins > 1 else coins

    def _can_pay(self, s: State, seat: int, coins: int) -> bool:
        return self._who(s, seat).coins >= self._cost(s, seat, coins)

    def _pay(self, s: State, seat: int, coins: int) -> None:
        self._who(s, seat).coins -= self._cost(s, seat, coins)

    def _goal_left(self, s: State, seat: int) -> bool:
        """T24: a research marker and a goal."""
        return s.goals.count(seat) < 3 and None in s.goals

    def _empty(self, s: State, space: str) -> bool:
        """T20: the shared spaces."""
        room = 2 if space in DOUBLED and self.players >= 4 else 1
        return space == "second" or len(s.spaces.get(space, [])) < room

    def _put_marker(self, s: State, seat: int, space: str) -> None:
        """The marker, the cost and the coin of the square (T22)."""
        who = self._who(s, seat)
        who.placed += 1
        if space in OWN:
            s.own_spaces[seat].append(space)
        else:
            s.spaces.setdefault(space, []).append(seat)
        if space in COSTS:
            self._pay(s, seat, COSTS[space])
        if space.startswith(("genes", "first")):
            colour = COLOURS.index(space[-1])
            who.coins += s.coins[colour]
            s.coins[colour] = False

    # ---- prices (T50, T65) ---------------------------------------------------------------------------------------

    def _price(self, s: State, seat: int, upgrade: str, discount: int) -> int:
        return max(0, self._cost(s, seat, s.prices[UPGRADES.index(upgrade)]) - discount)

    def _for_sale(self, s: State, seat: int) -> list[str]:
        sale = [name for name in ("plot", "slot") if s.stock[f"{name}s"]]
        sale += ["marker"] if self._who(s, seat).markers < 5 else []
        sale += ["hire"] if any(s.display["assistants"]) else []
        return sale

    def _affordable(self, s: State, seat: int, discount: int) -> list[str]:
        coins = self._who(s, seat).coins
        return [name for name in self._for_sale(s, seat) if self._price(s, seat, name, discount) <= coins]

    def _buy(self, s: State, seat: int, upgrade: str, discount: int = 0) -> None:
        """All but choosing the assistant."""
        who = self._who(s, seat)
        who.coins -= self._price(s, seat, upgrade, discount)
        number = UPGRADES.index(upgrade)
        s.prices[number] = min(s.prices[number] + 1, self.price_range[number][2])
        if upgrade == "plot":
            who.new_plots += 1
            s.stock["plots"] -= 1
        elif upgrade == "slot":
            who.new_slots += 1
            s.stock["slots"] -= 1
        elif upgrade == "marker":
            who.markers += 1

    # ---- Brother Johann: cardinal rules (T60, T61) ---------------------------------------------------------------

    def _undrawn(self, s: State) -> list[int]:
        j = self._johann(s)
        seen = j.out | {j.action} | {plot.beside for plot in j.garden}
        return [card for card in range(len(self.automa)) if card not in seen]

    def _shuffle_automa(self, s: State) -> None:
        if s.johann:
            s.johann.out = set()
            s.johann.action = None
            for plot in s.johann.garden:
                plot.beside = None

    def _johann_missing(self, s: State) -> list[Trait]:
        """From the bottom-most on; the place in the garden instead of a plot."""
        return [
            (number, colour, self.traits[plot.plant][colour])
            for number, plot in enumerate(self._johann(s).garden)
            for colour in sorted(self.traits[plot.plant], reverse=True)
            if colour not in plot.covered
        ]

    def _johann_validates(self, s: State, fits: Callable[[int, int], bool] = lambda colour, kind: True) -> bool:
        """The bottom-most uncovered trait that fits, if there is one."""
        for number, colour, kind in self._johann_missing(s):
            if fits(colour, kind):
                self._johann_covers(s, number, colour)
                return True
        return False

    def _johann_covers(self, s: State, number: int, colour: int) -> None:
        j = self._johann(s)
        j.garden[number].covered.add(colour)
        kind = self.traits[j.garden[number].plant][colour]
        for plot in j.garden if j.special == "may" else []:
            if self.traits[plot.plant].get(colour) == kind:
                plot.covered.add(colour)
        done = [plot for plot in j.garden if self._complete(plot)]
        j.harvested |= {plot.plant for plot in done}
        j.out |= {plot.beside for plot in done if plot.beside is not None}  # T64
        j.garden = [plot for plot in j.garden if not self._complete(plot)]

    def _on_gain(self, s: State, _: Step) -> None:
        """A plant from the deck, or a trait instead of a fifth plant."""
        if len(self._johann(s).garden) >= GARDEN:
            self._johann_validates(s)
        else:
            s.todo.insert(0, step("card", to="garden", deck="plants", seat=1))

    # ---- Johann's working phase ----------------------------------------------------------------------------------

    def _johann_turn(self, s: State) -> None:
        j = self._johann(s)
        if j.special == "omari" and j.placed == j.markers - 1:  # T66, T67
            self._put_marker(s, 1, "omari")
            s.todo += [step("roll", seat=1, colour=colour) for colour in range(4)]
            s.todo += [step("johann-die", colour=colour, die=None) for colour in range(4)]
            s.todo.append(step("next", seat=1))
        else:
            s.todo.append(step("automa", **{"for": "action"}))

    def _on_johann_die(self, s: State, now: Step) -> None:
        self._johann_validates(s, lambda colour, kind: (colour, kind) == (now["colour"], now["die"]))

    def _letter(self, action: int, support: int) -> str:
        letters = [self.automa[card]["letter"] for card in (support, action)]
        return str(next((letter for letter in letters if letter != "mutation"), "mutation"))

    def _johann_space(self, s: State, action: str, letter: str) -> str | None:
        """Where he puts the marker, or None if that is not valid."""
        spaces = {
            "goal": ["goal-2", "goal-3"],
            "university": ["university-1", "university-2"],
            "genes": [f"genes-{letter.upper()}"],
            "first": [f"first-{letter.upper()}"],
        }.get(action.split("-")[0], [action])
        if action == "gardening":
            return None if action in s.own_spaces[1] else action
        space = next((space for space in spaces if self._empty(s, space)), None)  # the cheapest
        if space is None or (space in COSTS and not self._can_pay(s, 1, COSTS[space])):
            return None
        if action == "university" and not self._johann_missing(s):
            return None
        if action == "goal" and (not self._goal_left(s, 1) or s.goals[GOALS.index(letter)] is not None):
            return None
        return space

    def _automa(self, s: State, reason: str, card: int) -> None:
        """An automa card is drawn (T62, T67)."""
        j = self._johann(s)
        again = step("automa", **{"for": reason})
        match reason:
            case "elisabeth":
                j.out.add(card)
                if self.automa[card]["letter"] == "mutation":
                    s.todo.insert(0, again)
                else:
                    s.goals[GOALS.index(self.automa[card]["letter"])] = 1
            case "action":
                action = self.automa[card]["action"]
                others = [other for other in range(len(self.automa)) if other != card]
                if any(self._johann_space(s, action, self._letter(card, other)) for other in others):
                    j.action = card
                    s.todo.insert(0, step("automa", **{"for": "support"}))
                else:
                    j.out.add(card)
                    s.todo.insert(0, again)
            case "support":
                self._support(s, card, again)
            case "shift":
                self._shift(s, card)
            case "upgrade":
                upgrade = UPGRADES[COLOURS.index(self.automa[card]["double"])]
                if upgrade not in self._affordable(s, 1, 0):
                    j.out.add(card)
                    s.todo.insert(0, again)
                    return
                self._buy(s, 1, upgrade)
                j.bought += 1
                if upgrade == "hire":
                    j.action = card
                    s.todo.insert(0, step("automa", **{"for": "hire"}))
                else:
                    j.out.add(card)
            case "hire":  # T65
                slots = s.display["assistants"]
                slot = self._slot(slots, card)
                if slot is not None:
                    j.assistants.add(slots[slot])
                    slots[slot] = None
                self._used_up(s, card)
            case _:
                raise ValueError(f"no such draw: {reason}")

    def _used_up(self, s: State, card: int) -> None:
        j = self._johann(s)
        j.out |= {card} | ({j.action} if j.action is not None else set())
        j.action = None

    def _slot(self, slots: list[Any], card: int) -> int | None:
        """The slot that the pips show, or the next one to the right with a card."""
        return self._next_card(slots, self.automa[card]["pips"] - 1)

    def _next_card(self, slots: list[Any], start: int) -> int | None:
        order = [(start + distance) % len(slots) for distance in range(len(slots))]
        return next((slot for slot in order if slots[slot] is not None), None)

    def _discard_face_up(self, s: State, deck: str, slot: int | None) -> None:
        if slot is not None:
            s.discards[deck].append(s.display[deck][slot])
            s.display[deck][slot] = None

    def _support(self, s: State, card: int, again: Step) -> None:
        j = self._johann(s)
        if j.action is None:
            raise ValueError("no action card")
        action = self.automa[j.action]["action"]
        letter = self._letter(j.action, card)
        space = self._johann_space(s, action, letter)
        if space is None:
            j.out.add(card)
            s.todo.insert(0, again)
            return
        self._used_up(s, card)
        self._put_marker(s, 1, space)
        s.todo.insert(0, step("next", seat=1))
        match action:
            case "treasury":
                j.coins += 2
            case "university":
                self._johann_validates(s)
            case "nursery":
                self._johann_nursery(s, card)
            case "tool-shed":
                self._discard_face_up(s, "tools", self._slot(s.display["tools"], card))
                self._johann_validates(s)
            case "genes-top" | "genes-left":
                tiles = s.tiles[COLOURS.index(letter.upper())]
                side = 1 if action == "genes-top" else 0
                new = "dominant" if letter.isupper() else "recessive"
                tiles[side] = new if tiles[side] is None else None
            case "goal":
                s.goals[GOALS.index(letter)] = 1
            case "gardening":
                for _ in j.assistants:
                    self._johann_validates(s)
                s.todo.insert(0, step("gain"))
            case _:
                pass  # first

    def _johann_nursery(self, s: State, card: int) -> None:
        """T63, T67."""
        j = self._johann(s)
        slots = s.display["plants"]
        slot = self._slot(slots, card)
        full = len(j.garden) >= GARDEN
        if full:
            self._johann_validates(s)
        if slot is None:
            if not full:
                s.todo.insert(0, step("card", to="garden", deck="plants", seat=1))
            return
        if not full:
            j.garden.append(Plot(slots[slot]))
            slots[slot] = None
        following = self._next_card(slots, slot + 1)
        self._discard_face_up(s, "plants", None if following == slot else following)

    def _on_elisabeth(self, s: State, _: Step) -> None:
        """Set-up: his first goal."""
        if self._johann(s).special == "elisabeth":
            s.todo.insert(0, step("automa", **{"for": "elisabeth"}))

    def _automa_phase(self, s: State) -> None:
        j = self._johann(s)
        for colour in COLOURS:
            if 1 in s.spaces.get(f"first-{colour}", []):
                del s.spaces[f"first-{colour}"]
                s.spaces.setdefault("second", []).append(1)
        for _ in j.assistants:
            self._johann_validates(s)
        if j.special == "elisabeth":
            goals = [goal for goal, owner in enumerate(s.goals) if owner == 1]
            self._johann_validates(s, lambda colour, kind: any(goal_fits(goal, colour, kind) for goal in goals))
        s.todo += [step("gain") for _ in range(1 + j.new_plots)]
        s.todo.append(step("johann-coins"))

    def _on_johann_coins(self, s: State, _: Step) -> None:
        if self.options["difficulty"] != "easy":
            self._johann(s).coins += 3

    # ---- Johann's research shifts and upgrades -------------------------------------------------------------------

    def _shifts_left(self, j: Johann) -> int:
        return 3 + j.new_slots + 2 * j.franz - j.shifts

    def _on_shift(self, s: State, _: Step) -> None:
        j = self._johann(s)
        if j.special == "franz" and j.shifts == 0 and j.coins >= 1:
            j.coins -= 1
            j.franz = True
        if self._shifts_left(j) <= 0:
            j.passed = True
            return
        if all(plot.beside is not None for plot in j.garden):
            j.out |= {plot.beside for plot in j.garden if plot.beside is not None}
            for plot in j.garden:
                plot.beside = None
        s.todo.insert(0, step("automa", **{"for": "shift"}))

    def _shift(self, s: State, card: int) -> None:
        """T64: the top-most plant without a card; single arrow, double arrow, De Novo section."""
        j = self._johann(s)
        arrows = self.automa[card]
        plot = next((plot for plot in reversed(j.garden) if plot.beside is None), None)
        if plot is None:
            j.out.add(card)
        else:
            plot.beside = card
        for arrow, most in ((arrows["single"], 1), (arrows["double"], 2)):
            colour = COLOURS.index(arrow)
            number = next((number for number, other in enumerate(j.garden) if other is plot), None)
            if plot is None or number is None or colour not in set(self.traits[plot.plant]) - plot.covered:
                continue
            kind = self.traits[plot.plant][colour]
            dice = min(most, s.dice[colour][kind])
            s.dice[colour][kind] -= dice
            if dice or j.special == "maria":
                self._johann_covers(s, number, colour)
        if "new" in arrows:
            colour = COLOURS.index(arrows["new"])
            if s.dice[colour][NEW]:
                s.dice[colour][NEW] -= 1
                if not self._johann_validates(s, lambda c, _: c == colour):
                    j.coins += 1
        j.shifts += 1
        j.passed = self._shifts_left(j) <= 0

    def _on_johann_buys(self, s: State, _: Step) -> None:
        j = self._johann(s)
        limit = 3 if j.special == "leopold" else 1 if self.options["difficulty"] == "easy" else 2
        if j.bought < limit and self._affordable(s, 1, 0):
            s.todo.insert(0, step("automa", **{"for": "upgrade"}))
        else:
            j.passed = True

    def _plot_dict(self, plot: Plot) -> dict[str, Any]:
        return {"plant": plot.plant, "covered": [COLOURS[colour] for colour in sorted(plot.covered)]}

    def _johann_dict(self, j: Johann) -> dict[str, Any]:
        return {
            "coins": j.coins,
            "markers": j.markers,
            "placed": j.placed,
            "garden": [self._plot_dict(plot) for plot in j.garden],
            "beside": [plot.beside for plot in j.garden],
            "harvested": sorted(j.harvested),
            "assistants": sorted(j.assistants, key=ASSISTANTS.index),
            "special": j.special,
            "new_plots": j.new_plots,
            "new_slots": j.new_slots,
            "action": j.action,
            "out": sorted(j.out),
            "shifts": j.shifts,
            "bought": j.bought,
            "paid": j.franz,
        }
