"""List the games, with their options and what they come with."""

from __future__ import annotations

import argparse
import json
from typing import Any

from boardwright import _core, games, gridopolis, microworld

from . import common

NAME = "games"
HELP = "list the games"
EXAMPLE = "boardwright games --json"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List the games."""
    found = [_describe(name) for name in games.list_games()]
    if arguments.json:
        common.print_json(found)
        return 0
    for number, game in enumerate(found):
        if number:
            print()
        common.print_title(f"{game['name']}: {game['title']}")
        common.print_table(["option", "default"], [[key, _shown(value)] for key, value in game["options"].items()])
        if "blueprints" in game:
            print()
            common.print_table(
                ["blueprint", "players", "data", "description"],
                [
                    [
                        name,
                        ", ".join(blueprint["players"]),
                        _status(blueprint),
                        blueprint.get("description") or blueprint.get("title", name),
                    ]
                    for name, blueprint in game["blueprints"].items()
                ],
            )
        if "scenarios" in game:
            print()
            common.print_table(
                ["scenario", "rules", "target", "what it is about (assumed: the printed ones are lost)"],
                [[one["name"], one["rules"], one["target"] or "-", one["about"]] for one in game["scenarios"]],
            )
            print()
            common.print_table(
                ["element", "cells a side", "data", "description"],
                [
                    [
                        name,
                        " and ".join(str(len(side["cells"])) for side in element["sides"].values()),
                        _status(element),
                        element.get("title", name),
                    ]
                    for name, element in game["elements"].items()
                ],
            )
        if game.get("data"):
            print()
            common.print_table(
                ["option", "data", "what is assumed (an own file can stand in its place)"],
                [
                    [kind, _status(data), "; ".join(data.get("assumed", [])) or "-"]
                    for kind, data in game["data"].items()
                ],
            )
    return 0


def _shown(value: object) -> str:
    return "-" if value is None or value == "" else str(value)


def _status(data: Any) -> str:
    return "partly assumed" if data.get("assumed") else str(data.get("status", "own"))


def _describe(name: str) -> dict[str, Any]:
    game: dict[str, Any] = {
        "name": name,
        "title": games.start(name).title,
        "options": games.default_options(name),
    }
    if name == "gridopolis":
        game["blueprints"] = gridopolis.blueprints()
    if name == "microworld":
        game["scenarios"] = [scenario._asdict() for scenario in microworld.scenarios()]
        game["elements"] = microworld.elements()
    if name == "genotype":
        files = [(kind, text) for kind in game["options"] for _, text in _core.data_files(kind)]
        game["data"] = {kind: json.loads(_core.check_data(kind, text)) for kind, text in files}
    return game
