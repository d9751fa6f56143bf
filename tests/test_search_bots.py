"""Bots that search: what they are called, that they play, and what is wrong with what they are asked."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import boardwright as bw
from boardwright.bots import Bot, LevelBot, SearchBot, levels, split_bots
from helpers import Setup, each_game, random_walk
from search_cases import position

NAMES = {
    "mcts": "mcts",
    "mcts:1000": "mcts:1000",
    "ismcts:2000": "ismcts:2000",
    " mcts : 500 , policy = light, threads=2": "mcts:500,policy=light,threads=2",
    "mcts:simulations=7": "mcts:7",
    "mcts:seconds=0.5,priors=False,exploration=2": "mcts:seconds=0.5,priors=false,exploration=2",
    "mcts:memory=1000000,turns=0": "mcts:memory=1000000,turns=0",
    "level:1": "level:1",
    "level: 10": "level:10",
}


@pytest.mark.parametrize(("asked", "name"), NAMES.items())
def test_names(asked: str, name: str) -> None:
    bot = bw.make_bot(asked)
    assert isinstance(bot, Bot)
    assert bot.name == name
    assert bw.make_bot(bot.name).name == name
    assert name in repr(bot)


WRONG = {
    "": "there is no bot ''; there are: random, greedy, human, mcts, ismcts",
    "mcst:100": "there is no bot 'mcst'; there are: random, greedy",
    "random:3": "the bot random takes no settings",
    "human:": "the bot human takes no settings",
    "mcts:many": "the bot mcts: 'many' is no number of simulations",
    "mcts:-3": "'-3' is no number of simulations",
    "mcts:1.5": "'1.5' is no number of simulations",
    "mcts:²": "is no number of simulations",
    "mcts:" + "9" * 5000: "is no number of simulations",
    "mcts:0": "simulations: must be a whole number from 1",
    "mcts:1,2": "the bot mcts: a setting is KEY=VALUE, not '2'",
    "mcts:1,": "a setting is KEY=VALUE, not ''",
    "mcts:,1": "'' is no number of simulations",
    "mcts:1,simulations=2": "simulations is given twice",
    "mcts:tempo=3": "mcts: there is no setting 'tempo'; there are: simulations, nodes, depth, seconds",
    "mcts:=3": "there is no setting ''",
    "mcts:seed=3": "there is no setting 'seed'",
    "mcts:progress=true": "there is no setting 'progress'",
    "mcts:name=x": "there is no setting 'name'",
    "mcts:method=x": "there is no setting 'method'",
    "mcts:10,depth=3": "depth: mcts is limited by simulations and seconds",
    "mcts:seconds=0": "the bot mcts: seconds is a number from 0.001",
    "mcts:threads=0,policy=odd": "policy: .*; threads: ",
    "ismcts:5,deals=false": "deals: information-set search",
    "auto:simulations=5,nodes=5": "auto: no method has simulations and nodes",
    "auto:depth=3,policy=light": "auto: no method has depth and policy",
    "auto:depth=101": "depth: must be a whole number from 1 to 100, not 101",
    "alphabeta:depth=101": "depth: must be a whole number from 1 to 100, not 101",
    "external:\0": "the bot external: a command can have no NUL character in it",
    "external:python3 'a\0b'": "the bot external: a command can have no NUL character in it",
    "level": "a level is a number, such as level:5, not ''",
    "level:0": "a level is a number from 1 to 10, not 0",
    "level:11": "a level is a number from 1 to 10, not 11",
    "level:best": "a level is a number, such as level:5, not 'best'",
    "level:" + "9" * 5000: "a level is a number",
}


@pytest.mark.parametrize(("asked", "message"), WRONG.items(), ids=[name[:20] for name in WRONG])
def test_wrong_names(asked: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bw.make_bot(asked)
    with pytest.raises(ValueError, match=message):
        bw.Match("microworld", [asked, "random"])


@pytest.mark.parametrize("asked", ["mcts:simulations=x", "mcts:seconds=soon", "mcts:memory=1e9", "mcts:threads=true"])
def test_wrong_types(asked: str) -> None:
    with pytest.raises(TypeError, match=r"the bot mcts: .* is a (whole )?number, not"):
        bw.make_bot(asked)


@pytest.mark.parametrize("thing", [5, None, b"random", ["random"]], ids=repr)
def test_what_is_no_name(thing: Any) -> None:
    with pytest.raises(TypeError, match=f'a bot is called by a text, such as "mcts:1000", not {type(thing).__name__}'):
        bw.make_bot(thing)


def test_lists_of_bots() -> None:
    assert split_bots("greedy, mcts:10,threads=2 ,priors=false,random") == [
        "greedy",
        "mcts:10,threads=2 ,priors=false",
        "random",
    ]
    assert split_bots("mcts:seconds=1,mcts:threads=2,x=3") == ["mcts:seconds=1", "mcts:threads=2,x=3"]
    assert split_bots("a=1,b") == ["a=1", "b"]
    assert split_bots("") == [""]
    with pytest.raises(TypeError, match=r"such as \['mcts:5,threads=2', 'random'\]"):
        bw.Match("microworld", "mcts:5,threads=2,random")


@each_game
def test_a_game(setup: Setup) -> None:
    texts = [
        setup.match([bot, "random"], seed=3).play().record.to_text().replace(bot, "bot")
        for bot in ("mcts:30", "mcts:30", "mcts:30,threads=2", "ismcts:30")
    ]
    assert len(set(texts)) == 1
    result = setup.match(["mcts:30", "level:2"], seed=3).play()
    assert result.state.is_over
    assert result.players == ("mcts:30", "level:2")


@each_game
def test_search_beats_random(setup: Setup) -> None:
    won = 0.0
    for seed in range(6):
        seat = seed % 2
        bots = ["mcts:200", "random"] if seat == 0 else ["random", "mcts:200"]
        won += setup.match(bots, seed=seed).play().returns[seat]
    assert won > 0


def test_what_it_found_last() -> None:
    bot = SearchBot("mcts", simulations=50)
    found = [bot.last]
    views = [
        state.view(state.current_player)
        for state in random_walk({}, 5, 400, "genotype")
        if state.current_player is not None
    ]
    many = next(view for view in views if len(view.legal_actions) > 1)
    move = bot.choose(many, bw.Rng(3))
    found.append(bot.last)
    bot.choose(next(view for view in views if len(view.legal_actions) == 1), bw.Rng(3))
    found.append(bot.last)
    assert found == [None, bw.search(many, method="mcts", simulations=50, seed=bw.Rng(3).bits()), None]
    assert found[1] is not None
    assert found[1].best == move
    assert pickle.loads(pickle.dumps(bot)).name == bot.name


def test_a_name_of_its_own() -> None:
    bot = SearchBot("mcts", name="Ada", simulations=50, threads=2)
    assert bot.name == "Ada"
    result = bw.Match("microworld", [bot, SearchBot(simulations=20)], max_turns=3).play()
    assert result.players == ("Ada", "auto:20")
    for settings, kind in (({"depth": 0.5}, TypeError), ({"tempo": 1}, bw.SetupError)):
        with pytest.raises(kind):
            SearchBot("mcts", **settings)


def test_a_bot_can_not_search_within_its_own_search() -> None:
    bot = SearchBot("mcts", simulations=10**9)
    view = bw.start("microworld").view(0)

    def choose(done: int) -> None:
        bot.choose(view, bw.Rng(2))

    def follow(done: int) -> None:
        bot.follow(view, view.legal_actions[0])

    for nested in (choose, follow):
        with pytest.raises(RuntimeError, match="this search is being worked on already"):
            bot.think(view, bw.Rng(1), progress=nested)
    # It is free again afterwards.
    assert bot.think(view, bw.Rng(1), simulations=20) in view.legal_actions


@each_game
@pytest.mark.parametrize("level", range(1, 11))
def test_levels(setup: Setup, level: int) -> None:
    bot = LevelBot(level)
    state = position(setup.game, setup.options, 25)
    seat = state.current_player
    assert seat is not None
    view = state.view(seat)
    moves = [bot.choose(view, bw.Rng(7)) for _ in range(2)]
    assert moves[0] == moves[1] == LevelBot(level).choose(view, bw.Rng(7))
    assert view.explain(moves[0])
    searches = levels.LEVELS[setup.game][level - 1].simulations > 0
    assert (bot.last is not None) == searches


@pytest.mark.parametrize("level", [3.0, True, "3", None], ids=repr)
def test_what_is_no_level(level: Any) -> None:
    with pytest.raises(TypeError, match=f"a level is a whole number, not {type(level).__name__}"):
        LevelBot(level)


def test_the_table_of_levels() -> None:
    assert list(levels.LEVELS) == bw.list_games()
    for plans in levels.LEVELS.values():
        assert len(plans) == 10
        for plan in plans:
            assert plan.simulations >= 0
            assert 0 <= plan.random <= 100


def test_level_bots_can_be_copied_within_a_match() -> None:
    match = bw.Match("microworld", ["level:6", "level:1"], seed=4, max_turns=4)
    text = match.play().record.to_text()
    again: Any = pickle.loads(pickle.dumps(match))
    assert again.play().record.to_text() == text


def test_what_another_thread_finds_is_not_mixed_up() -> None:
    class Shared(SearchBot):
        """A bot that another thread uses in each moment that it can."""

        def __setattr__(self, name: str, value: object) -> None:
            super().__setattr__(name, value)
            if name == "_last" and value is not None and value is not theirs:
                self._last = theirs

    state = bw.start("gridopolis")
    theirs = bw.search(bw.start("microworld"), simulations=5)
    bot = Shared("mcts", simulations=20)
    assert bot.choose(state.view(0), bw.Rng(1)) == SearchBot("mcts", simulations=20).choose(state.view(0), bw.Rng(1))
    assert bot.last is theirs


def test_a_bot_that_keeps_nothing_may_be_shared_by_threads() -> None:
    alone = [bw.Match("microworld", ["mcts:20,reuse=false", "random"], seed=n).play().state for n in range(4)]
    bot = bw.make_bot("mcts:20,reuse=false")
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda n: bw.Match("microworld", [bot, "random"], seed=n).play().state, range(4))
    assert list(found) == alone
