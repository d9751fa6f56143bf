"""An algorithm of OpenSpiel on one of our games: CFR solves a small Gridopolis of three players.

Counterfactual regret minimisation (Zinkevich et al. 2007) walks the whole tree, so the game is a short one: one round
on the blueprint "tripod", won by points, without building. What a policy is worth is told by its NashConv: how much the
players could gain in all if each of them alone played a best response to the others. 0 is an equilibrium.

Run it with ``python examples/open_spiel_cfr.py``; it needs ``pip install 'boardwright[open-spiel]'``.
"""

from __future__ import annotations

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import boardwright.adapters.open_spiel  # noqa: F401 - OpenSpiel knows the games then

GAME = "boardwright_gridopolis(blueprint=tripod,players=3,reserves=0,rounds=1,win=points)"


def main() -> None:
    """Solve the game, and say how far the average policy is from an equilibrium after each few walks."""
    parser = argparse.ArgumentParser(description="Solve a small Gridopolis with CFR.")
    parser.add_argument("--iterations", type=int, default=20, help="walks of the tree")
    args = parser.parse_args()

    game = pyspiel.load_game(GAME)
    solver = cfr.CFRSolver(game)
    print(f"at first, all actions alike: NashConv {exploitability.nash_conv(game, solver.average_policy()):.4f}")
    for number in range(1, args.iterations + 1):
        solver.evaluate_and_update_policy()
        if number % 5 == 0 or number == args.iterations:
            print(f"after {number} walks: NashConv {exploitability.nash_conv(game, solver.average_policy()):.4f}")

    policies = [solver.average_policy()] * game.num_players()
    values = expected_game_score.policy_value(game.new_initial_state(), policies)
    print("what the players may expect then:", ", ".join(f"{round(value, 3) + 0:+.3f}" for value in values))


if __name__ == "__main__":
    main()
