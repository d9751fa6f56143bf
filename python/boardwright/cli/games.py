"""List the games, with their options and what they come with."""

from __future__ import annotations

import argparse
from typing import Any

from boardwright import games, gridopolis

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
        if game["blueprints"]:
            print()
            common.print_table(
                ["blueprint", "players", "data", "description"],
                [
                    [
                        name,
                        ", ".join(blueprint["players"]),
                        "partly assumed" if blueprint.get("assumed") else blueprint.get("status", "own"),
                        blueprint.get("description") or blueprint.get("title", name),
                    ]
                    for name, blueprint in game["blueprints"].items()
                ],
            )
    return 0


def _shown(value: object) -> str:
    return "-" if value is None else str(value)


def _describe(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": games.start(name).title,
        "options": games.default_options(name),
        "blueprints": gridopolis.blueprints() if name == "gridopolis" else {},
    }
