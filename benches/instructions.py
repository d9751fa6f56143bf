"""Counts the instructions of the Rust benches and compares them with the committed baseline.

Instructions, unlike seconds, hardly depend on what else the machine does. They do depend on the
compiler and the processor's variants of library routines, so the baseline names both, and a
comparison is meant for one machine before and after a change::

    python benches/instructions.py            # compare, exit 1 if a task needs 3 % more
    python benches/instructions.py --update   # write the baseline anew

Needs valgrind, and ``cargo build --release -p boardwright-benches`` (done here).
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BASELINE = ROOT / "benches" / "instructions.json"
BINARY = ROOT / "target" / "release" / "boardwright-benches"
TOLERANCE = 0.03


def run(*command: str | Path) -> str:
    """Run a command in the project's folder and give all it prints."""
    done = subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout


def collect(how: str, task: str) -> tuple[int, int]:
    """Instructions and units of work of one run."""
    out = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", BINARY, how, task)
    collected = re.search(r"Collected : (\d+)", out)
    done = re.search(rf"^{re.escape(task)} (\d+)$", out, re.MULTILINE)
    if collected is None or done is None:
        raise SystemExit(f"no count for {task}:\n{out}")
    return int(collected[1]), int(done[1])


def count(task: str) -> dict[str, float]:
    """Instructions of one task, without its set-up: in all, and for each unit of its work."""
    (whole, units), (setup, _) = collect("--once", task), collect("--setup", task)
    return {"instructions": whole - setup, "units": units, "per_unit": round((whole - setup) / units, 1)}


def main() -> int:
    """Count, compare, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the baseline anew")
    update = parser.parse_args().update
    if shutil.which("valgrind") is None:
        print("valgrind is not installed", file=sys.stderr)
        return 2
    run("cargo", "build", "--release", "-p", "boardwright-benches")
    tasks = {task: count(task) for task in run(BINARY, "--list").split()}
    if update:
        facts = {"rustc": run("rustc", "--version").strip(), "tasks": tasks}
        BASELINE.write_text(json.dumps(facts, indent=2) + "\n")
    known = json.loads(BASELINE.read_text())["tasks"]
    worse = False
    for task, found in tasks.items():
        before = known.get(task)
        change = found["instructions"] / before["instructions"] - 1 if before else 0.0
        worse |= change > TOLERANCE
        print(f"{task:<24} {found['instructions']:>14,.0f} {found['per_unit']:>10,.1f} a unit {change:>+8.2%}")
    return int(worse)


if __name__ == "__main__":
    sys.exit(main())
