"""What other programs are given for a seat depends on nothing that the seat does not know.

Pairs of games that look the same to a seat, with other secrets and other seeds, are put into every host: what it gives
for that seat must be the same, to the byte. That also keeps out seeds, state hashes and what others may do, as these
differ within the pairs. Exempt is what holds a whole state and says so: ``serialize``, ``history`` and ``str`` of
OpenSpiel's states, and snapshots of batches. Gridopolis has no secrets.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import boardwright as bw
import genotype_secrets
import microworld_secrets
from genotype_games import SHIPPED, TASTES
from shown import plain


class Pair(NamedTuple):
    """Two games that a seat can't tell apart so far."""

    seat: int
    records: tuple[bw.Record, bw.Record]

    @property
    def states(self) -> list[bw.State]:
        return [record.state for record in self.records]

    @property
    def acts(self) -> bool:
        """Whether the seat is to act."""
        return self.states[0].current_player == self.seat


MICROWORLD: list[dict[str, Any]] = [
    {"rules": "ABCDEFGH", "board": "3a 1b 4a 2b"},
    {"rules": "ACD", "mutations": ["steal", "exchange"]},
    {"rules": "C"},
    {},
]
GENOTYPE: list[dict[str, Any]] = [{"players": 2}, {"players": 3}]
SETUPS = [*(("microworld", options) for options in MICROWORLD), *(("genotype", options) for options in GENOTYPE)]

each_setup = pytest.mark.parametrize(("game", "options"), SETUPS, ids=str)

MOMENTS = 25


def begin(record: bw.Record, length: int) -> bw.Record:
    """Give the beginning of a game, with a seed and tags that must not be seen."""
    part = bw.Record(record.start, seed=987_654_321, tags={"note": "secret"})
    for action in record.events()[:length]:
        part.push(action)
    return part


def microworld_pairs(options: dict[str, Any], chance: random.Random) -> Iterator[Pair]:
    record = microworld_secrets.play(options, chance)
    steps = microworld_secrets.story(record)
    for length in sorted(chance.sample(range(len(steps) + 1), MOMENTS)):
        for seat in (0, 1):
            twin = microworld_secrets.other_secrets(record, steps[:length], seat, chance)
            yield Pair(seat, (begin(record, length), twin))


def genotype_pairs(options: dict[str, Any], chance: random.Random) -> Iterator[Pair]:
    record = genotype_secrets.play(options, {}, chance, list(TASTES))
    story = genotype_secrets.Story(record, SHIPPED["tools"]["counts"])
    setup = [n for n, one in enumerate(story.moments) if one.phase in ("plant", "keep", "shown")]
    lengths = {*chance.sample(setup, 4), *chance.sample(range(len(story.moments)), MOMENTS)}
    for length in sorted(lengths):
        for seat in range(record.state.num_players):
            twin = story.other_secrets(length, seat, chance)
            if twin is not None:
                yield Pair(seat, (begin(record, length), twin))


@cache
def pairs_of(setup: str) -> list[Pair]:
    game, options = json.loads(setup)
    make = microworld_pairs if game == "microworld" else genotype_pairs
    return list(make(options, random.Random(setup)))


def pairs(game: str, options: dict[str, Any]) -> list[Pair]:
    """Pairs of a game with these options; some of each must have something to hide."""
    return pairs_of(json.dumps([game, options]))


@each_setup
def test_pairs_have_what_must_not_be_seen(game: str, options: dict[str, Any]) -> None:
    differ: dict[str, int] = dict.fromkeys(("states", "hashes", "seeds", "legal lists of others"), 0)
    for pair in pairs(game, options):
        one, two = pair.states
        assert one.view(pair.seat) == two.view(pair.seat)
        differ["states"] += one != two
        differ["hashes"] += one.hash64 != two.hash64
        differ["seeds"] += pair.records[0].tags["Seed"] != pair.records[1].tags["Seed"]
        differ["legal lists of others"] += one.legal_actions.ids != two.legal_actions.ids
    assert all(count > 0 for count in differ.values()), differ


@each_setup
def test_records(game: str, options: dict[str, Any]) -> None:
    for pair in pairs(game, options):
        one, two = (record.redact(pair.seat) for record in pair.records)
        assert one.to_text() == two.to_text()
        assert one.to_json() == two.to_json()
        assert one.tags == two.tags
        assert not {"Seed", "note"} & set(one.tags)


def parameters(options: dict[str, Any]) -> dict[str, Any]:
    """Write options as OpenSpiel's parameters."""
    return {key: "+".join(value) if isinstance(value, list) else value for key, value in options.items()}


@each_setup
def test_open_spiel(game: str, options: dict[str, Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'boardwright[open-spiel]'")
    from open_spiel.python.observation import make_observation

    import boardwright.adapters.open_spiel as adapter

    kinds = pyspiel.PrivateInfoType
    observers: list[Any] = []

    def replay(record: bw.Record) -> Any:
        # With a seed that chance is drawn by, had it to be drawn.
        made = pyspiel.load_game(f"boardwright_{game}", parameters(options) | {"seed": int(record.tags["Seed"]) % 1000})
        observers[:] = [
            make_observation(
                made, pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
            )
            for recall in (False, True)
            for public, private in [(True, kinds.SINGLE_PLAYER), (True, kinds.NONE), (False, kinds.SINGLE_PLAYER)]
        ]
        state = made.new_initial_state()
        for action in record.events():
            state.apply_action(action.id)
        return state

    def given(state: Any, seat: int) -> list[Any]:
        found = [
            state.observation_string(seat),
            state.observation_tensor(seat),
            state.information_state_string(seat),
            state.current_player(),
        ]
        if not state.is_chance_node():
            # At chance nodes OpenSpiel gives the outcomes, whoever asks.
            found += [state.legal_actions(seat), state.legal_actions_mask(seat)]
            assert bool(found[-2]) == any(found[-1]) == (seat == state.current_player())
        for observer in observers:
            found.append(observer.string_from(state, seat))
            if observer.tensor is not None:
                observer.set_from(state, seat)
                found += [observer.tensor.tobytes(), {name: part.tobytes() for name, part in observer.dict.items()}]
        if not state.is_terminal():
            # What is imagined for it holds no trace of the state either, not even where all of it is written.
            for imagined in (
                adapter.resampler(seed=5)(state, seat),
                state.resample_from_infostate(seat, lambda: 0.5),
            ):
                found += [imagined.serialize(), imagined.history(), str(imagined), imagined.core.to_json()]
                found += [imagined.information_state_string(viewer) for viewer in range(imagined.num_players())]
        return found

    for pair in pairs(game, options):
        one, two = (given(replay(record), pair.seat) for record in pair.records)
        assert one == two


def illegal_actions(pair: Pair, chance: random.Random) -> list[int]:
    """Ids of some actions that the seat can't play, and may be told why."""
    mask = pair.states[0].view(pair.seat).legal_mask()
    return chance.sample((~mask).nonzero()[0].tolist(), 12)


def refusals(play: Callable[[int], Any], illegal: list[int]) -> list[Any]:
    """What is said of actions that can't be played."""
    told = []
    for action in illegal:
        with pytest.raises(bw.IllegalActionError) as caught:
            play(action)
        told.append((str(caught.value), vars(caught.value)))
    return told


@each_setup
def test_pettingzoo(game: str, options: dict[str, Any]) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'boardwright[pettingzoo]'")
    from boardwright.adapters import pettingzoo as adapter

    chance = random.Random(1)

    def given(raw: Any, state: bw.State, pair: Pair, illegal: list[int]) -> list[Any]:
        raw.state_now = state
        agent = raw.possible_agents[pair.seat]
        actor = state.current_player
        raw.agent_selection = raw.possible_agents[state.turn_seat if actor is None else actor]
        found = [raw.observe(agent), raw.infos[agent], raw.rewards[agent], raw.agent_selection]
        if pair.acts:
            found += [raw.last(), raw.render(), refusals(raw.step, illegal)]
        return list(plain(found))

    envs = {mode: adapter.raw_env(game, render_mode=mode, **options) for mode in ("ansi", "svg")}
    for pair in pairs(game, options):
        # Nobody sees anything while chance is to act.
        if pair.states[0].is_chance or pair.states[0].is_over:
            continue
        env = envs[chance.choice(["ansi", "ansi", "svg"])]
        illegal = illegal_actions(pair, chance)
        seen = []
        for seed, state in enumerate(pair.states):
            env.reset(seed=seed)
            seen.append(given(env, state, pair, illegal))
        assert seen[0] == seen[1]
        assert np.frombuffer(seen[0][0]["action_mask"][2], np.int8).any() == pair.acts


@each_setup
def test_gymnasium(game: str, options: dict[str, Any]) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'boardwright[gymnasium]'")
    from boardwright.adapters.gymnasium import BoardwrightEnv

    chance = random.Random(1)
    envs = {
        (seat, mode): BoardwrightEnv(game, seat=seat, render_mode=mode, **options)
        for seat in range(bw.start(game, **options).num_players)
        for mode in ("ansi", "svg")
    }
    asked = 0
    for pair in pairs(game, options):
        # The environment stops where its seat is to act.
        if not pair.acts:
            continue
        env = envs[pair.seat, chance.choice(["ansi", "ansi", "svg"])]
        illegal = illegal_actions(pair, chance)
        seen = []
        for seed, state in enumerate(pair.states):
            told = []
            for id in illegal:
                # The game is lost then, and the environment tells what is to be seen.
                env.reset(seed=seed)
                env.state = state
                told.append(env.step(id))
            assert all(info.keys() == {"action_mask", "seat", "illegal"} for *_, info in told)
            seen.append(plain([*told, env.action_masks(), env.render()]))
        assert seen[0] == seen[1]
        asked += 1
    assert asked > 5


def play_alone(games: bw.Batch, action: int) -> None:
    games.step([action])


@each_setup
@pytest.mark.parametrize("own_seat_only", [False, True])
def test_batches(game: str, options: dict[str, Any], own_seat_only: bool) -> None:
    chance = random.Random(1)
    seats = range(bw.start(game, **options).num_players)
    batches = {
        seat: [bw.batch(game, 1, seed=seed, seat=seat if own_seat_only else None, **options) for seed in (1, 2)]
        for seat in seats
    }
    asked = 0
    for pair in pairs(game, options):
        # The row of a game shows what the seat to act sees.
        if not pair.acts:
            continue
        illegal = illegal_actions(pair, chance)
        seen = []
        for games, state in zip(batches[pair.seat], pair.states, strict=True):
            snapshot = json.loads(games.snapshot())
            snapshot["games"][0]["state"] = state.to_dict()
            games.restore(json.dumps(snapshot))
            before = copy.copy(games)
            shown = games.observe()
            assert shown.seats.tolist() == [pair.seat]
            told = refusals(partial(play_alone, games), illegal)
            assert games.snapshot() == before.snapshot()
            seen.append(plain([vars(shown), told, repr(games)]))
        assert seen[0] == seen[1]
        asked += 1
    assert asked > 5
