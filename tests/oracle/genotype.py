"""Reference player for Genotype: slow, plain, and written from the rules alone.

The ids in the comments (T1 ... T82) are those of the rules page.

A state has a list ``todo`` of steps.  The first of them is the current phase; the others follow when it is done, and
what interrupts a phase (a free play, a draw, a validation) is put in front of it.  Steps without a decision are carried
out at once, so that the first step is always a decision, a chance event, or ``over``.

In ``to_dict`` a phase has its listed fields and ``mover`` (``seat`` in the set-up and for a Watering Funnel), no
``step``, and some helpers: ``to`` is "display", "hand", "seed" (Seed Bag), "plot" or "garden" (Johann), with "deck";
``omari`` has the "die" rolled; ``discard`` the plants "drawn" (they are in the hand already); ``rest`` the "space" of
the action; ``pick`` and ``knife`` the "colours" that may be taken, ``pick`` also "pairs" (a Graft Knife was played for
the second die of a pair) and ``knife`` the "kind" of the pick.  The starting plants stay in the hand until they are
shown.  In a solo game ``own_spaces`` has a second entry for Johann ("gardening", "omari").  In ``scores``
complete plants count as harvested.
"""

from __future__ import annotations

import pickle
import random
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .genotype_johann import (
    ASSISTANTS,
    COLOURS,
    COSTS,
    GENOTYPES,
    GOALS,
    NEW,
    OWN,
    SPACES,
    SPECIAL,
    UPGRADES,
    Action,
    Johann,
    Player,
    Plot,
    Rules,
    State,
    Step,
    Trait,
    goal_fits,
    step,
)

__all__ = ["SECOND_PASS_IS_FINAL", "Action", "Game", "State", "load_data", "random_options"]

TOOLS = [
    *("seed-bag", "watering-funnel", "dissertation", "flower-pot", "graft-knife", "rake", "pollen-brush"),
    *("hand-lens", "pocket-watch", "garden-line", "grant"),
]
TILES = ["left-dominant", "left-recessive", "top-dominant", "top-recessive", "remove-left", "remove-top", "leave"]
FACES = ["I", "II", "III", "IV", "new"]
WITH_ACTION = {"hand-lens": "genes", "pocket-watch": "first", "garden-line": "second"}
EDUARD = 7  # the plots
POTS = [8, 9]
ROUNDS = 5
# The rulebook: who cannot take a die on a shift passes "for the remainder of the Phase"; T41 sets this aside for the
# 1st Shift only.  The page of the forms says that only the pick is lost in the 2nd Shift too: False plays it like that.
SECOND_PASS_IS_FINAL = True
CHANCE = {"first", "johann", "card", "shown", "roll", "die", "automa"}
SET_UP = {"plant", "keep", "shown", "funnel"}  # their steps show "seat"
HELPERS = ["what", "colour", "by", "left", "of", "for", "genotype", "kind", "knife", "die", "discount", "to", "deck"]
HELPERS += ["drawn", "space", "colours", "pairs"]


def die_name(colour: int, kind: int) -> str:
    return "new" if kind == NEW else GENOTYPES[3 * colour + kind]


def die_kind(name: str) -> int:
    return NEW if name == "new" else GENOTYPES.index(name) % 3


def trait_action(plot: int, colour: int) -> Action:
    return {"type": "trait", "plot": plot, "colour": COLOURS[colour]}


def tool_action(tool: str) -> Action:
    return {"type": "tool", "tool": tool}


def assistant_action(assistant: str) -> Action:
    return {"type": "assistant", "assistant": assistant}


def action_id(a: Action) -> int:
    match a["type"]:
        case "space":
            return SPACES.index(a["space"])
        case "source":
            return (24 if a["deck"] == "plants" else 30) + (5 if a["slot"] is None else int(a["slot"]))
        case "plant":
            return 36 + int(a["plant"])
        case "tool":
            return 86 + TOOLS.index(a["tool"])
        case "assistant":
            return 97 + ASSISTANTS.index(a["assistant"])
        case "trait":
            return 107 + 4 * int(a["plot"]) + COLOURS.index(a["colour"])
        case "die":
            return 147 + 4 * COLOURS.index(a["colour"]) + die_kind(a["die"])
        case "pair":
            return 163 + 4 * COLOURS.index(a["colour"]) + die_kind(a["with"])
        case "goal":
            return 179 + GOALS.index(a["goal"])
        case "tile":
            return 187 + TILES.index(a["tile"])
        case "upgrade":
            return 194 + UPGRADES.index(a["upgrade"])
        case _:
            return 197 + ["pay", "done", "pass"].index(a["type"])


def load_data(folder: str | Path) -> dict[str, dict[str, Any]]:
    names = ["plants", "tools", "prices", "automa"]
    return {name: tomllib.loads(Path(folder, f"{name}.toml").read_text(encoding="utf-8")) for name in names}


class Game(Rules):
    """One game with its options and data; states are values that belong to no game in particular."""

    # ---- set-up (T10, T16, T66) ----------------------------------------------------------------------------------

    def start(self) -> State:
        size = {1: 3, 2: 3, 3: 4}.get(self.players, 5)
        johann = Johann() if self.solo else None
        assistants = list(ASSISTANTS)
        if johann and self.hard and self.options["johann"]:
            johann.special = self.options["johann"]
            johann.assistants.add(self.options["johann"])
            assistants.remove(self.options["johann"])
        s = State(
            players=[Player() for _ in range(self.players)],
            johann=johann,
            display={"plants": [None] * size, "tools": [None] * size, "assistants": [None] * 3},
            decks={
                "plants": list(range(len(self.traits))),
                "tools": [tool for tool in TOOLS for _ in range(self.tool_counts[tool])],
                "assistants": assistants,
            },
            discards={"plants": [], "tools": [], "assistants": []},
            prices=[prices[1] for prices in self.price_range],
            own_spaces=[[] for _ in range(self.seats)],
            todo=[],
        )
        seats = range(self.players)
        if self.options["first_seat"] == "random" and not self.solo:
            s.todo.append(step("first"))
        elif not self.solo:
            s.first = self.options["first_seat"]
        if self.hard and not self.options["johann"]:
            s.todo.append(step("johann"))
        s.todo += self._deal_display(s)
        for seat in seats:
            s.todo += [step("card", to="hand", deck="plants", seat=seat) for _ in range(3)]
            s.todo.append(step("card", to="hand", deck="tools", seat=seat, dealt=True))
        if self.solo:
            s.todo += [step("card", to="garden", deck="plants", seat=1) for _ in range(2)]
            s.todo.append(step("elisabeth"))
        for seat in seats:
            s.todo += [step("plant", seat=seat), step("keep", seat=seat)]
        for seat in seats:
            s.todo += [step("shown", seat=seat, what=what) for what in ("planted", "discarded")]
        s.todo += [step("dealt", seat=seat) for seat in seats]
        s.todo.append(step("round"))
        self._run(s)
        return s

    def _deal_display(self, s: State) -> list[Step]:
        return [
            step("card", to="display", deck=deck, slot=slot)
            for deck, slots in s.display.items()
            for slot in range(len(slots))
        ]

    # ---- small questions -----------------------------------------------------------------------------------------

    def _missing(self, p: Player) -> list[Trait]:
        """The uncovered traits of the planted cards."""
        return [
            (number, colour, kind)
            for number, plot in sorted(p.plots.items())
            for colour, kind in sorted(self.traits[plot.plant].items())
            if colour not in plot.covered
        ]

    def _in_stock(self, s: State, deck: str) -> bool:
        """Whether a card can be drawn from the deck."""
        return bool(s.decks[deck] or s.discards[deck])

    def _anywhere(self, s: State, deck: str) -> bool:
        return self._in_stock(s, deck) or any(card is not None for card in s.display[deck])

    def _free_plots(self, p: Player) -> list[int]:
        """T33: the plots where a plant can be sown."""
        return [number for number in range(2 + p.new_plots) if number not in p.plots]

    def _fitting(self, s: State, seat: int, by: str) -> list[Trait]:
        """The traits that University, Anna or Elisabeth can validate."""
        goals = [goal for goal, owner in enumerate(s.goals) if owner == seat]
        return [
            trait
            for trait in self._missing(s.players[seat])
            if by != "elisabeth" or any(goal_fits(goal, trait[1], trait[2]) for goal in goals)
        ]

    def _abilities(self, s: State, seat: int) -> list[str]:
        """Elisabeth and Anna, as far as they can be used now (T26, T31, T32)."""
        p = s.players[seat]
        able = [name for name in ("elisabeth", "anna") if p.unused(name) and self._fitting(s, seat, name)]
        return [name for name in able if name != "anna" or self._can_pay(s, seat, 1)]

    def _free_public(self, s: State, seat: int) -> bool:
        """Whether a free play is possible on public grounds."""
        return bool(s.players[seat].tools or self._abilities(s, seat))

    def _free_plays(self, s: State, seat: int) -> list[Action]:
        """T31, T32."""
        tools = s.players[seat].tools
        acts = [assistant_action(name) for name in self._abilities(s, seat)]
        if "seed-bag" in tools and self._in_stock(s, "plants"):
            acts.append(tool_action("seed-bag"))
        if "dissertation" in tools and self._can_pay(s, seat, 1) and self._goal_left(s, seat):
            acts.append(tool_action("dissertation"))
        # The page of the forms: there are two places for pots.
        if "flower-pot" in tools and s.players[seat].pots < len(POTS) and self._anywhere(s, "plants"):
            acts.append(tool_action("flower-pot"))
        return acts

    def _wild(self, p: Player, colour: int) -> list[Action]:
        """T42: Rake and Maria for a die of the colour."""
        acts: list[Action] = []
        if any(c == colour for _, c, _ in self._missing(p)):
            if "rake" in p.tools:
                acts.append(tool_action("rake"))
            if p.unused("maria"):
                acts.append(assistant_action("maria"))
        return acts

    # ---- what may be done ----------------------------------------------------------------------------------------

    def actor(self, s: State) -> int | str:
        now = s.todo[0]
        if now["name"] == "over":
            return "over"
        return "chance" if now["name"] in CHANCE else int(now["seat"])

    def actions(self, s: State) -> list[Action]:
        now = s.todo[0]
        if now["name"] in CHANCE or now["name"] == "over":
            return []
        return sorted(self._choices(s, now), key=action_id)

    def _choices(self, s: State, now: Step) -> list[Action]:
        name, seat = now["name"], now["seat"]
        p = s.players[seat]
        missing = self._missing(p)
        match name:
            case "plant" | "keep":
                return [{"type": "plant", "plant": n} for n in p.hand - set(p.chosen.values())]
            case "funnel":
                return [trait_action(plot, colour) for plot, colour, _ in missing]
            case "work":
                return self._free_spaces(s, seat) + self._free_plays(s, seat)
            case "tile":  # T2
                left, top = s.tiles[now["colour"]]
                tiles = ["left-dominant", "left-recessive"] if left is None else ["remove-left"]
                tiles += ["top-dominant", "top-recessive"] if top is None else ["remove-top"]
                return [{"type": "tile", "tile": tile} for tile in [*tiles, "leave"]]
            case "goal":
                return [{"type": "goal", "goal": GOALS[goal]} for goal, owner in enumerate(s.goals) if owner is None]
            case "validate":
                return [trait_action(plot, colour) for plot, colour, _ in self._fitting(s, seat, now["by"])]
            case "draw":
                decks = ["plants", "tools"] if now["of"] == "any" else [now["of"]]
                return self._sources(s, decks) + self._free_plays(s, seat)
            case "source":
                return self._sources(s, ["plants"])
            case "discard":
                return [{"type": "plant", "plant": n} for n in now["drawn"]]
            case "harvest":
                return [*self._free_plays(s, seat), {"type": "done"}]
            case "sow":
                hand = p.hand if self._free_plots(p) else set()
                plants = [{"type": "plant", "plant": n} for n in hand]
                return [*plants, *self._free_plays(s, seat), {"type": "done"}]
            case "omari":  # T29
                acts = [trait_action(n, c) for n, c, kind in missing if (c, kind) == (now["colour"], now["die"])]
                return [*acts, *self._wild(p, now["colour"]), *self._free_plays(s, seat), {"type": "done"}]
            case "any" | "pair":
                return [trait_action(plot, colour) for plot, colour, _ in missing if colour == now["colour"]]
            case "copies":
                brush = [tool_action("pollen-brush")] if "pollen-brush" in p.tools else []
                may = [assistant_action("may")] if "may" in p.assistants else []
                return [*brush, *may, {"type": "done"}]
            case "rest":  # T31
                action = now["space"].split("-")[0]
                plays = [tool_action(tool) for tool, of in WITH_ACTION.items() if of == action and tool in p.tools]
                return [*self._free_plays(s, seat), *plays, {"type": "done"}]
            case "pick":
                return self._picks(s, now)
            case "use":
                acts = [trait_action(n, c) for n, c, kind in missing if (c, kind) == (now["colour"], now["die"])]
                coin: list[Action] = [{"type": "done"}] if now["die"] == NEW else []
                return acts + self._wild(p, now["colour"]) + coin
            case "knife":
                usable = self._usable(s, now, self._slots(p) + 1, self._can_be_wild(p))
                knife = [tool_action("graft-knife")] if "graft-knife" in p.tools and usable else []
                return [*knife, {"type": "done"}]
            case "upgrade":
                return self._purchases(s, now)
            case _:
                raise ValueError(f"no such phase: {name}")

    def _sources(self, s: State, decks: list[str]) -> list[Action]:
        """T27."""
        acts: list[Action] = []
        for deck in decks:
            slots: list[int | None] = [slot for slot, card in enumerate(s.display[deck]) if card is not None]
            if self._in_stock(s, deck):
                slots.append(None)
            acts += [{"type": "source", "deck": deck, "slot": slot} for slot in slots]
        return acts

    def _free_spaces(self, s: State, seat: int) -> list[Action]:
        """T20, T24, T26, T33."""
        p = s.players[seat]
        acts: list[Action] = []
        for space in SPACES:
            if space in s.own_spaces[seat] if space in OWN else not self._empty(s, space):
                continue
            if space in COSTS and not self._can_pay(s, seat, COSTS[space]):
                continue
            if space.startswith("goal") and not self._goal_left(s, seat):
                continue
            if (space.startswith("university") or space == "omari") and not self._missing(p):
                continue
            if space == "omari" and "omari" not in p.assistants:
                continue
            acts.append({"type": "space", "space": space})
        return acts

    # ---- picks (T40 to T43) --------------------------------------------------------------------------------------

    def _slots(self, p: Player) -> int:
        """The free dice slots."""
        return 3 + p.new_slots + p.temporary + 2 * ("franz" in p.used) - p.dice

    def _can_be_wild(self, p: Player, public: bool = False) -> bool:
        """Whether Rake or Maria can be used; on public grounds any tool may be a Rake."""
        return p.unused("maria") or (bool(p.tools) if public else "rake" in p.tools)

    def _usable(self, s: State, now: Step, slots: int, wild: bool) -> list[Action]:
        """Dice and pairs that can be taken with so many free slots; plainly, or with Rake or Maria too."""
        missing = {(colour, kind) for _, colour, kind in self._missing(s.players[now["seat"]])}
        acts: list[Action] = []
        for colour in now["colours"]:
            pool = s.dice[colour]
            open_colour = any(c == colour for c, _ in missing)
            for kind in range(4):
                if not pool[kind] or slots < 1:
                    continue
                name = die_name(colour, kind)
                if kind == NEW or (colour, kind) in missing or (wild and open_colour):
                    acts.append({"type": "die", "colour": COLOURS[colour], "die": name})
                if pool[NEW] > (kind == NEW) and slots >= 2 and open_colour:
                    acts.append({"type": "pair", "colour": COLOURS[colour], "with": name})
        return acts

    def _may_pay(self, s: State, now: Step, slots: int, wild: bool) -> bool:
        """Franz: with two more slots there is more to take."""
        p = s.players[now["seat"]]
        if not p.unused("franz") or not self._can_pay(s, now["seat"], 1):
            return False
        return len(self._usable(s, now, slots + 2, wild)) > len(self._usable(s, now, slots, wild))

    def _picks(self, s: State, now: Step) -> list[Action]:
        p = s.players[now["seat"]]
        slots = self._slots(p) + now["knife"]
        wild = self._can_be_wild(p)
        acts = self._usable(s, now, slots, wild)
        if now["pairs"]:  # the Graft Knife holds the second die of a pair
            return [act for act in acts if act["type"] == "pair"]
        if self._may_pay(s, now, slots, wild):
            acts.append({"type": "pay"})
        if not now["knife"]:  # T43: two knives can't hold both dice, and a played knife must be used
            more = self._usable(s, now, slots + 1, False)
            if "graft-knife" in p.tools and slots == 1 and any(act["type"] == "pair" for act in more):
                acts.append(tool_action("graft-knife"))
            if now["kind"] == "anton" or not self._usable(s, now, slots, False):
                acts.append({"type": "pass"})
        return acts

    def _pick_asked(self, s: State, now: Step) -> bool:
        """Whether there is something to decide, on public grounds."""
        p = s.players[now["seat"]]
        if p.passed:
            return False
        slots = self._slots(p) + now["knife"]
        wild = self._can_be_wild(p, public=True)
        return bool(self._usable(s, now, slots, wild)) or self._may_pay(s, now, slots, wild)

    # ---- purchases (T50, T65) ------------------------------------------------------------------------------------

    def _purchases(self, s: State, now: Step) -> list[Action]:
        seat, discount = now["seat"], now["discount"]
        acts: list[Action] = []
        for name in self._affordable(s, seat, discount):
            if name == "hire":
                acts += [assistant_action(a) for a in s.display["assistants"] if a is not None]
            else:
                acts.append({"type": "upgrade", "upgrade": name})
        # A Grant, if a purchase that it makes cheaper can follow, perhaps after more Grants (T32, T50).
        more = self._affordable(s, seat, discount + 2 * s.players[seat].tools.count("grant"))
        if "grant" in s.players[seat].tools and any(self._price(s, seat, name, discount) > 0 for name in more):
            acts.append(tool_action("grant"))
        if discount == 0:
            acts.append({"type": "pass"})
        return acts

    # ---- chance --------------------------------------------------------------------------------------------------

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        now = s.todo[0]
        match now["name"]:
            case "first":
                return [({"type": "first", "seat": seat}, 1) for seat in range(self.players)]
            case "johann":
                return [({"type": "card", "assistant": name}, 1) for name in SPECIAL]
            case "card":
                deck = s.decks[now["deck"]]
                what = now["deck"].removesuffix("s")
                names: Iterable[Any] = {"plant": sorted(set(deck)), "tool": TOOLS, "assistant": ASSISTANTS}[what]
                return [({"type": "card", what: card}, deck.count(card)) for card in names if card in deck]
            case "shown":
                return [({"type": "shown", "plant": s.players[now["seat"]].chosen[now["what"]]}, 1)]
            case "roll":  # T29
                return [({"type": "face", "face": face}, 1) for face in FACES[:4]]
            case "die":  # T3, the re-roll merged
                return [({"type": "face", "face": face}, 1 if face == "new" else 2) for face in FACES]
            case "automa":
                return [({"type": "automa", "card": card}, 1) for card in self._undrawn(s)]
            case _:
                return []

    def _genotype(self, s: State, colour: int, face: str) -> int:
        """T2: what a face means on the Punnett square."""
        if face == "new":
            return NEW
        number = FACES.index(face)
        recessive = 0
        for tile, second in zip(s.tiles[colour], (number // 2, number % 2), strict=True):
            recessive += second if tile is None else tile == "recessive"
        return recessive

    # ---- events --------------------------------------------------------------------------------------------------

    def apply(self, s: State, event: Action) -> State:
        if event not in self.actions(s) and event not in [outcome for outcome, _ in self.outcomes(s)]:
            raise ValueError(f"illegal event: {event}")
        copy: State = pickle.loads(pickle.dumps(s))
        if copy.todo[0]["name"] in CHANCE:
            self._happen(copy, copy.todo.pop(0), event)
        else:
            self._act(copy, copy.todo[0], event)
        self._run(copy)
        return copy

    def _happen(self, s: State, now: Step, event: Action) -> None:
        match now["name"]:
            case "first":
                s.first = event["seat"]
            case "johann":
                j = self._johann(s)
                j.special = event["assistant"]
                j.assistants.add(event["assistant"])
                s.decks["assistants"].remove(event["assistant"])
            case "card":
                card = event[now["deck"].removesuffix("s")]
                s.decks[now["deck"]].remove(card)
                self._receive(s, now, card, known=False)
            case "shown":
                p = s.players[now["seat"]]
                card = p.chosen.pop(now["what"])
                p.hand.remove(card)
                if now["what"] == "planted":
                    p.plots[0] = Plot(card)
                else:
                    s.discards["plants"].append(card)
            case "roll":
                die = next(f for f in s.todo if f["name"] in ("omari", "johann-die") and f["colour"] == now["colour"])
                die["die"] = self._genotype(s, now["colour"], event["face"])
            case "die":
                s.dice[now["colour"]][self._genotype(s, now["colour"], event["face"])] += 1
            case "automa":
                self._automa(s, now["for"], event["card"])
            case _:
                raise ValueError(f"no such chance: {now['name']}")

    def _receive(self, s: State, to: Step, card: Any, known: bool) -> None:
        """A card from a deck or the display arrives."""
        if to["to"] == "display":
            s.display[to["deck"]][to["slot"]] = card
        elif to["to"] == "garden":
            self._johann(s).garden.append(Plot(card))
        elif to["to"] == "plot":
            s.players[to["seat"]].plots[to["plot"]] = Plot(card)
        elif card == "watering-funnel" and not to.get("dealt"):  # T27: at once
            s.discards["tools"].append(card)
            s.todo.insert(0, step("funnel", seat=to["seat"]))
        elif to["deck"] == "tools":
            s.players[to["seat"]].tools.append(card)
            if known or card == "watering-funnel":
                s.players[to["seat"]].known_tools.append(card)
        else:
            s.players[to["seat"]].hand.add(card)
            if known:
                s.players[to["seat"]].known.add(card)
            if to["to"] == "seed":
                next(f for f in s.todo if f["name"] == "discard")["drawn"].append(card)

    def _take(self, s: State, source: Action, **to: Any) -> None:
        deck, slot = source["deck"], source["slot"]
        if slot is None:
            s.todo.insert(0, step("card", deck=deck, **to))
        else:
            card = s.display[deck][slot]
            s.display[deck][slot] = None
            self._receive(s, step("card", deck=deck, **to), card, known=True)

    def _spend(self, s: State, seat: int, tool: str, discard: bool = True) -> None:
        """A tool leaves the hand, the known copy first."""
        p = s.players[seat]
        p.tools.remove(tool)
        if tool in p.known_tools:
            p.known_tools.remove(tool)
        if discard:
            s.discards["tools"].append(tool)

    def _validate(self, s: State, seat: int, action: Action) -> None:
        colour = COLOURS.index(action["colour"])
        plot = s.players[seat].plots[action["plot"]]
        plot.covered.add(colour)
        genotype = 3 * colour + self.traits[plot.plant][colour]
        s.todo.insert(0, step("copies", seat=seat, genotype=genotype))

    def _harvest(self, s: State, seat: int) -> None:
        """T21, T30: every complete plant."""
        p = s.players[seat]
        for number, plot in list(p.plots.items()):
            if self._complete(plot):
                p.harvested.add(plot.plant)
                del p.plots[number]
                if number in POTS:
                    p.pots -= 1
                    s.discards["tools"].append("flower-pot")

    def _act(self, s: State, now: Step, a: Action) -> None:
        """An action of a player; the step stays in front when more of it can follow."""
        name, seat = now["name"], now["seat"]
        p = s.players[seat]
        if name in ("work", "draw", "harvest", "sow", "omari", "rest") and a in self._free_plays(s, seat):
            self._free_play(s, seat, a)
            return
        if name == "draw":
            now["left"] -= 1
            self._take(s, a, to="hand", seat=seat)
            return
        if name == "sow" and a["type"] == "plant":
            p.hand.remove(a["plant"])
            p.known.discard(a["plant"])
            p.plots[self._free_plots(p)[0]] = Plot(a["plant"])
            return
        if name == "discard":
            self._discard_plant(s, now, a["plant"])
            return
        if name == "rest" and a["type"] == "tool":
            self._spend(s, seat, a["tool"])
            p.coins += 2
            return
        if name == "pick" and a["type"] == "pay":
            self._pay(s, seat, 1)
            p.used.add("franz")
            return
        if name == "pick" and a["type"] == "tool":
            self._spend(s, seat, "graft-knife")
            now["knife"] = now["pairs"] = True
            return
        if name == "upgrade" and a["type"] == "tool":
            self._spend(s, seat, "grant")
            now["discount"] += 2
            return
        s.todo.pop(0)
        match name, a["type"]:
            case "plant", _:
                p.chosen["planted"] = a["plant"]
            case "keep", _:
                (p.chosen["discarded"],) = p.hand - {p.chosen["planted"], a["plant"]}
            case "work", _:
                self._place(s, seat, a["space"])
            case "tile", _:
                self._change_tile(s, now["colour"], a["tile"])
            case "goal", _:
                s.goals[GOALS.index(a["goal"])] = seat
            case "source", _:
                plot = EDUARD if now["for"] == "eduard" else next(n for n in POTS if n not in p.plots)
                self._take(s, a, to="plot", seat=seat, plot=plot)
            case "harvest", _:
                self._harvest(s, seat)
            case (("omari" | "use"), ("tool" | "assistant")):  # T42
                by = "rake" if a["type"] == "tool" else "maria"
                if by == "rake":
                    self._spend(s, seat, "rake")
                else:
                    p.used.add("maria")
                s.todo.insert(0, step("any", seat=seat, colour=now["colour"], by=by))
            case (("funnel" | "validate" | "omari" | "any" | "use" | "pair"), "trait"):
                self._validate(s, seat, a)
            case "use", "done":
                p.coins += 1
            case "copies", ("tool" | "assistant"):
                if a["type"] == "tool":
                    self._spend(s, seat, "pollen-brush")
                for number, colour, kind in self._missing(p):
                    if 3 * colour + kind == now["genotype"]:
                        p.plots[number].covered.add(colour)
            case "pick", ("die" | "pair"):
                self._take_dice(s, now, a)
            case "knife", "tool":
                self._spend(s, seat, "graft-knife")
                s.todo.insert(0, now | {"name": "pick", "knife": True, "pairs": False, "extra": True})
            case "upgrade", ("upgrade" | "assistant"):
                upgrade = a["upgrade"] if a["type"] == "upgrade" else "hire"
                self._buy(s, seat, upgrade, now["discount"])
                if upgrade == "hire":
                    p.assistants.add(a["assistant"])
                    slots = s.display["assistants"]
                    slots[slots.index(a["assistant"])] = None
                    s.todo.insert(0, step("source", seat=seat, **{"for": "eduard"}))
            case (("pick" | "upgrade"), "pass"):
                self._unasked(s, now)
            case (("sow" | "omari" | "rest" | "copies" | "knife"), "done"):
                pass
            case _:
                raise ValueError(f"{a} in {now}")

    def _free_play(self, s: State, seat: int, a: Action) -> None:
        p = s.players[seat]
        todo: list[Step] = []
        match a.get("tool") or a["assistant"]:
            case "seed-bag":
                self._spend(s, seat, "seed-bag")
                todo = [step("card", to="seed", deck="plants", seat=seat) for _ in range(5)]
                todo.append(step("discard", seat=seat, left=None, drawn=[]))
            case "dissertation":
                self._spend(s, seat, "dissertation")
                self._pay(s, seat, 1)
                todo = [step("goal", seat=seat)]
            case "flower-pot":
                self._spend(s, seat, "flower-pot", discard=False)
                p.pots += 1
                todo = [step("source", seat=seat, **{"for": "flower-pot"})]
            case name:
                p.used.add(name)
                if name == "anna":
                    self._pay(s, seat, 1)
                todo = [step("validate", seat=seat, by=name)]
        s.todo[:0] = todo

    def _discard_plant(self, s: State, now: Step, plant: int) -> None:
        """Seed Bag."""
        now["drawn"].remove(plant)
        now["left"] -= 1
        s.players[now["seat"]].hand.remove(plant)
        s.discards["plants"].append(plant)

    def _change_tile(self, s: State, colour: int, tile: str) -> None:
        side = 1 if "top" in tile else 0
        if tile.startswith("remove"):
            s.tiles[colour][side] = None
        elif tile != "leave":
            s.tiles[colour][side] = tile.split("-")[1]

    def _place(self, s: State, seat: int, space: str) -> None:
        """The action in the working phase."""
        p = s.players[seat]
        self._put_marker(s, seat, space)
        todo: list[Step] = []
        match space.split("-")[0]:
            case "genes":
                todo = [step("tile", seat=seat, colour=COLOURS.index(space[-1]))]
            case "goal":
                todo = [step("goal", seat=seat)]
            case "treasury":
                p.coins += 2
            case "university":
                todo = [step("validate", seat=seat, by="university")]
            case "nursery":
                todo = [step("draw", seat=seat, left=2, of="plants")]
            case "tool":
                todo = [step("draw", seat=seat, left=1, of="tools")]
            case "gardening":
                todo = [step("draw", seat=seat, left=2 if "alipius" in p.assistants else 1, of="any")]
                todo += [step("harvest", seat=seat), step("source", seat=seat, **{"for": "eduard"})]
                todo += [step("sow", seat=seat)]
            case "slot":
                p.temporary = True
            case "omari":
                todo = [step("roll", seat=seat, colour=colour) for colour in range(4)]
                todo += [step("omari", seat=seat, colour=colour, die=None) for colour in range(4)]
            case _:
                pass  # first, second
        s.todo[:0] = [*todo, step("rest", seat=seat, space=space), step("next", seat=seat)]

    def _take_dice(self, s: State, now: Step, a: Action) -> None:
        """T41 to T43; a Graft Knife holds one of the dice."""
        colour = COLOURS.index(a["colour"])
        p = s.players[now["seat"]]
        if a["type"] == "die":
            kind = die_kind(a["die"])
            todo = [step("use", seat=now["seat"], colour=colour, die=kind)]
        else:
            kind = die_kind(a["with"])
            s.dice[colour][NEW] -= 1
            p.dice += 1
            todo = [step("pair", seat=now["seat"], colour=colour)]
        s.dice[colour][kind] -= 1
        p.dice += not now["knife"]
        first = now["kind"] == "first"
        colours = [colour] if first else now["colours"]
        todo.append(step("knife", seat=now["seat"], kind=now["kind"], colours=colours))
        left = [c for c in now["colours"] if c != colour]
        if first and left and not now.get("extra"):
            todo.append(self._pick(now["seat"], "first", left))
        s.todo[:0] = todo

    def _pick(self, seat: int, kind: str, colours: list[int] | None = None) -> Step:
        colours = list(range(4)) if colours is None else colours
        return step("pick", seat=seat, kind=kind, knife=False, pairs=False, colours=colours)

    # ---- going on ------------------------------------------------------------------------------------------------

    def _run(self, s: State) -> None:
        """Up to the next decision, chance event, or the end."""
        while True:
            now = s.todo[0]
            if now["name"] == "over":
                return
            method = f"_on_{now['name'].replace('-', '_')}"
            automatic: Callable[[State, Step], None] | None = getattr(self, method, None)
            if automatic is not None:
                s.todo.pop(0)
                automatic(s, now)
            elif self._ready(s, now) if now["name"] in CHANCE else self._asked(s, now):
                return
            else:
                s.todo.pop(0)
                self._unasked(s, now)

    def _ready(self, s: State, now: Step) -> bool:
        """Whether there is a card; T27 and T62: decks are made again when they are needed."""
        if now["name"] == "card":
            deck = now["deck"]
            if not s.decks[deck]:
                s.decks[deck], s.discards[deck] = s.discards[deck], []
            return bool(s.decks[deck])
        if now["name"] == "automa" and not self._undrawn(s):
            self._johann(s).out = set()
        return True

    def _asked(self, s: State, now: Step) -> bool:
        """Whether a decision exists."""
        name, seat = now["name"], now["seat"]
        p = s.players[seat]
        missing = self._missing(p)
        match name:
            case "funnel":
                return bool(missing)
            case "draw":
                decks = ["plants", "tools"] if now["of"] == "any" else [now["of"]]
                return now["left"] > 0 and any(self._anywhere(s, deck) for deck in decks)
            case "source" if now["for"] == "eduard":  # T30
                return "eduard" in p.assistants and EDUARD not in p.plots and self._anywhere(s, "plants")
            case "discard":
                if now["left"] is None:
                    now["left"] = max(0, len(now["drawn"]) - 2)
                return bool(now["left"])
            case "sow":
                return bool(p.hand and self._free_plots(p)) or self._free_public(s, seat)
            case "harvest" | "rest":
                return self._free_public(s, seat)
            case "omari":
                fits = any((c, kind) == (now["colour"], now["die"]) for _, c, kind in missing)
                return fits or self._free_public(s, seat) or p.unused("maria")
            case "copies":
                more = any(3 * colour + kind == now["genotype"] for _, colour, kind in missing)
                return more and bool(p.tools or "may" in p.assistants)
            case "pick":
                return self._pick_asked(s, now)
            case "use":
                return len(self._choices(s, now)) > 1 or bool(p.tools) or p.unused("maria")
            case "knife":
                return bool(p.tools and self._usable(s, now, self._slots(p) + 1, True))
            case "upgrade":
                return bool(self._affordable(s, seat, now["discount"] + 2 * len(p.tools)))
            case _:
                return True

    def _unasked(self, s: State, now: Step) -> None:
        """What happens when a decision does not exist, or with a pass."""
        match now["name"]:
            case "harvest":
                self._harvest(s, now["seat"])
            case "use":  # the only thing that can be done
                (action,) = self._choices(s, now)
                s.todo.insert(0, now)
                self._act(s, now, action)
            case "upgrade":
                s.players[now["seat"]].passed = True
            case "pick" if now["kind"] == "turn" or (now["kind"] == "second" and SECOND_PASS_IS_FINAL):
                s.players[now["seat"]].passed = True
            case _:
                pass

    def _on_dealt(self, s: State, now: Step) -> None:
        """T16."""
        if "watering-funnel" in s.players[now["seat"]].tools:
            self._spend(s, now["seat"], "watering-funnel")
            s.todo.insert(0, step("funnel", seat=now["seat"]))

    # ---- the phases of a round -----------------------------------------------------------------------------------

    def _on_round(self, s: State, _: Step) -> None:
        self._shuffle_automa(s)
        s.todo.append(step("turn", seat=s.first))

    def _on_turn(self, s: State, now: Step) -> None:
        seat = now["seat"]
        if self.solo and seat == 1:
            self._johann_turn(s)
        else:
            s.todo += [step("source", seat=seat, **{"for": "eduard"}), step("work", seat=seat)]

    def _on_next(self, s: State, now: Step) -> None:
        """T20: the next seat with a marker."""
        for distance in range(1, self.seats + 1):
            seat = (now["seat"] + distance) % self.seats
            if self._who(s, seat).placed < self._who(s, seat).markers:
                s.todo.append(step("turn", seat=seat))
                return
        if self.solo:
            self._automa_phase(s)
        s.todo.append(step("breeding"))

    def _on_breeding(self, s: State, _: Step) -> None:
        """T40."""
        self._shuffle_automa(s)
        s.todo += [step("die", colour=colour) for colour in range(4) for _ in range(5)]
        for distance in range(self.seats):
            seat = (s.first + distance) % self.seats
            colours = [c for c in range(4) if seat in s.spaces.get(f"first-{COLOURS[c]}", [])]
            if colours:
                s.todo.append(self._pick(seat, "first", colours))
        s.todo += [self._pick(seat, "anton") for seat, p in enumerate(s.players) if "anton" in p.assistants]
        for seat in s.spaces.get("second", []):
            s.todo.append(step("shift") if self.solo and seat == 1 else self._pick(seat, "second"))
        s.todo.append(step("turns", seat=s.first))

    def _on_turns(self, s: State, now: Step) -> None:
        for distance in range(self.seats):
            seat = (now["seat"] + distance) % self.seats
            if not self._who(s, seat).passed:
                s.todo.append(step("shift") if self.solo and seat == 1 else self._pick(seat, "turn"))
                s.todo.append(step("turns", seat=(seat + 1) % self.seats))
                return
        self._nobody_passed(s)
        if s.round < ROUNDS:
            s.todo.append(step("upgrades"))
        else:  # T52
            for seat in range(self.players):
                self._harvest(s, seat)
            s.todo.append(step("over"))

    def _nobody_passed(self, s: State) -> None:
        for seat in range(self.seats):
            self._who(s, seat).passed = False

    def _on_upgrades(self, s: State, _: Step) -> None:
        self._shuffle_automa(s)
        s.todo.append(step("buyers", seat=(s.first - 1) % self.seats))

    def _on_buyers(self, s: State, now: Step) -> None:
        """T50: counter-clockwise."""
        for distance in range(self.seats):
            seat = (now["seat"] - distance) % self.seats
            if not self._who(s, seat).passed:
                buy = step("johann-buys") if self.solo and seat == 1 else step("upgrade", seat=seat, discount=0)
                s.todo += [buy, step("buyers", seat=(seat - 1) % self.seats)]
                return
        self._nobody_passed(s)
        self._end_round(s)

    def _end_round(self, s: State) -> None:
        """T51, in the order of the rulebook."""
        s.round += 1
        s.first = 0 if self.solo else (s.first + 1) % self.players
        s.prices = [max(price - 1, limits[0]) for price, limits in zip(s.prices, self.price_range, strict=True)]
        for deck, slots in s.display.items():
            s.discards[deck] += [card for card in slots if card is not None]
            s.display[deck] = [None] * len(slots)
        s.todo += [*self._deal_display(s), step("reset"), step("round")]

    def _on_reset(self, s: State, _: Step) -> None:
        s.coins = [True] * 4
        s.dice = [[0] * 4 for _ in COLOURS]
        s.spaces = {}
        s.own_spaces = [[] for _ in range(self.seats)]
        for p in s.players:
            p.placed = p.dice = 0
            p.temporary = False
            p.used = set()
        if s.johann:
            s.johann.placed = s.johann.shifts = s.johann.bought = 0
            s.johann.franz = False

    # ---- the end (T15, T52) --------------------------------------------------------------------------------------

    def _research(self, s: State, seat: int) -> tuple[list[int], int]:
        """The completed plants, and the trait markers on the others, if the game ended now."""
        who = self._who(s, seat)
        plots = who.garden if isinstance(who, Johann) else list(who.plots.values())
        complete = sorted(who.harvested) + [plot.plant for plot in plots if self._complete(plot)]
        return complete, sum(len(plot.covered) for plot in plots if not self._complete(plot))

    def scores(self, s: State) -> list[int]:
        points: list[int] = []
        for seat in range(self.seats):
            complete, markers = self._research(s, seat)
            total = sum(self.worth[plant] for plant in complete) + markers + self._who(s, seat).coins
            for goal, owner in enumerate(s.goals):
                if owner == seat:
                    matches = [n for n in complete if any(goal_fits(goal, c, k) for c, k in self.traits[n].items())]
                    total += (3 if goal % 2 else 2) * len(matches)
            points.append(total)
        return points

    def winners(self, s: State) -> list[int]:
        if s.todo[0]["name"] != "over":
            return []
        ranks = [(points, len(self._research(s, seat)[0])) for seat, points in enumerate(self.scores(s))]
        best = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        return [seat for seat in best if seat == 0] if self.solo else best

    # ---- the dict form -------------------------------------------------------------------------------------------

    def to_dict(self, s: State) -> dict[str, Any]:
        return {
            "game": "genotype",
            "format": 1,
            "options": dict(self.options),
            "round": s.round,
            "first": s.first,
            "players": [self._player_dict(p) for p in s.players],
            "display": {deck: list(slots) for deck, slots in s.display.items()},
            "discards": {
                "plants": sorted(s.discards["plants"]),
                "tools": sorted(s.discards["tools"], key=TOOLS.index),
                "assistants": sorted(s.discards["assistants"], key=ASSISTANTS.index),
            },
            "spaces": {space: list(s.spaces[space]) for space in SPACES if space in s.spaces},
            "own_spaces": [sorted(spaces, key=SPACES.index) for spaces in s.own_spaces],
            "coins": list(s.coins),
            "tiles": {colour: list(tiles) for colour, tiles in zip(COLOURS, s.tiles, strict=True)},
            "dice": [list(pool) for pool in s.dice],
            "goals": list(s.goals),
            "prices": list(s.prices),
            "stock": dict(s.stock),
            "phase": self._phase_dict(s.todo[0]),
            "johann": self._johann_dict(s.johann) if s.johann else None,
        }

    def _player_dict(self, p: Player) -> dict[str, Any]:
        return {
            "coins": p.coins,
            "markers": p.markers,
            "placed": p.placed,
            "plots": [{"plot": number} | self._plot_dict(plot) for number, plot in sorted(p.plots.items())],
            "hand": sorted(p.hand),
            "known": sorted(p.known),
            "tools": sorted(p.tools, key=TOOLS.index),
            "known_tools": sorted(p.known_tools, key=TOOLS.index),
            "assistants": sorted(p.assistants, key=ASSISTANTS.index),
            "used": sorted(p.used, key=ASSISTANTS.index),
            "harvested": sorted(p.harvested),
            "new_plots": p.new_plots,
            "new_slots": p.new_slots,
            "pots": p.pots,
            "temporary": p.temporary,
            "dice": p.dice,
            "passed": p.passed,
        }

    def _phase_dict(self, now: Step) -> dict[str, Any]:
        phase: dict[str, Any] = {"name": now["name"]}
        if "seat" in now:
            phase["seat" if now["name"] in SET_UP else "mover"] = now["seat"]
        for name in HELPERS:
            if name in now:
                phase[name] = now[name]
        colour = now.get("colour")
        if colour is not None:
            phase["colour"] = COLOURS[colour]
            if now.get("die") is not None:
                phase["die"] = die_name(colour, now["die"])
        if "colours" in now:
            phase["colours"] = [COLOURS[c] for c in now["colours"]]
        if "drawn" in now:
            phase["drawn"] = sorted(now["drawn"])
        if "genotype" in now:
            phase["genotype"] = GENOTYPES[now["genotype"]]
        return phase


def random_options(rng: random.Random) -> dict[str, Any]:
    players = rng.randint(1, 5)
    options: dict[str, Any] = {"players": players}
    if players > 1:
        options["first_seat"] = rng.choice(["random", *range(players)])
    else:
        options["difficulty"] = rng.choice(["easy", "standard", "hard", "hard"])
        if options["difficulty"] == "hard":
            options["johann"] = rng.choice([None, *SPECIAL])
    return options
