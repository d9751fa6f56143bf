"""Checks that rules, code and tests agree about rule ids.

The rules page of a game, ``docs/games/<game>.md``, has tables whose first column is ``Id``. One with the column
``Enforced in`` says for each id which functions enforce it and which tests ask for it; the others define the ids, such
as G22. A table whose first column is ``Sentence`` says what a part of the rulebook says, and names the tests for it.
This script finds the pages by itself and reports

* an id that is defined but missing from the table ``Enforced in``, or the other way round, or that stands there twice;
* an id without a test in ``rust/engine/tests/rules`` whose name starts with it: ``g22_...``;
* a test of that page that does not exist, and a test that the page does not name;
* a sentence of the rulebook without a test;
* an id that is not cited anywhere in ``rust/engine/src/<game>``;
* a file or function of the table that does not exist;
* an id in code or tests that no page defines.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = "docs/games"
SOURCES = "rust/engine/src"
TESTS = "rust/engine/tests/rules"

RULE_ID = re.compile(r"[A-Z][1-9][0-9]*")
CODE = re.compile(r"`([^`]+)`")
RUST_FUNCTION = re.compile(r"\bfn +(\w+)")
TEST_FUNCTION = re.compile(r"#\[test\]\s*(?:#\[[^\]]*\]\s*)*fn +(\w+)")
TEST_ID = re.compile(r"((?:[a-z][1-9][0-9]*_)+)")


@dataclass
class Row:
    """A row of the table that says where a rule is enforced."""

    where: str
    tests: list[str]


@dataclass
class Page:
    """What the rules page of a game says."""

    path: Path
    defined: list[str] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)
    sentences: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.path.stem

    @property
    def letters(self) -> set[str]:
        """The letters that the ids of this page start with."""
        return {rule[0] for rule in [*self.defined, *self.rows]}


def cells_of(line: str) -> list[str]:
    """Split a row of a table; an escaped bar is no border."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def read_page(path: Path) -> Page:
    """Read the tables of a page."""
    page = Page(path)
    header: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            header = []
            continue
        cells = cells_of(line)
        if not header:
            header = cells
            continue
        if header[0] == "Sentence" and not set(cells[0]) <= set("-: "):
            page.sentences.append((cells[0], CODE.findall(cells[-1])))
        if header[0] != "Id" or not RULE_ID.fullmatch(cells[0]):
            continue
        row = dict(zip(header, cells, strict=False))
        rule = cells[0]
        if "Enforced in" not in row:
            if rule in page.defined:
                page.repeated.append(rule)
            page.defined.append(rule)
        else:
            if rule in page.rows:
                page.repeated.append(rule)
            page.rows[rule] = Row(row["Enforced in"], CODE.findall(row.get("Tests", "")))
    return page


def rust_files(folder: Path) -> dict[str, str]:
    """Read the Rust files of a folder, by their path from the root."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.rs"))
    }


def ids_of_test(name: str) -> list[str]:
    """List the rule ids that the name of a test starts with."""
    start = TEST_ID.match(name)
    return [part.upper() for part in start[1].strip("_").split("_")] if start else []


def cited_ids(text: str, letters: set[str]) -> set[str]:
    """Collect the ids that a text cites; ``G21-G23`` stands for all of them."""
    if not letters:
        return set()
    one = f"[{''.join(sorted(letters))}]"
    found = set(re.findall(rf"(?<![\w.#]){one}[1-9][0-9]*(?!\w)", text))
    for letter, low, high in re.findall(rf"\b({one})([1-9][0-9]*)(?:-| to )\1([1-9][0-9]*)\b", text):
        found.update(f"{letter}{number}" for number in range(int(low), int(high) + 1))
    return found


def check_places(page: Page, rule: str, where: str) -> list[str]:
    """List the files and functions of a row that do not exist."""
    problems: list[str] = []
    place: str | None = None
    functions: set[str] = set()
    for token in CODE.findall(where):
        if "/" in token:
            path = ROOT / token
            place = token if path.is_file() else None
            if place is None:
                problems.append(f"{rule}: there is no file {token}")
                functions = set()
            elif path.suffix == ".rs":
                functions = set(RUST_FUNCTION.findall(path.read_text(encoding="utf-8")))
            else:
                functions = set()
        elif place is not None and token not in functions:
            problems.append(f"{rule}: there is no function {token} in {place}")
    if not CODE.search(where):
        problems.append(f"{rule}: {page.path.name} does not say where it is enforced")
    return problems


def check_page(page: Page, tests: dict[str, str]) -> list[str]:
    """List what does not agree with a page; ``tests`` holds the file of each test by its name."""
    folder = ROOT / SOURCES / page.game
    sources = rust_files(folder)
    if not sources:
        return [f"there is no code in {SOURCES}/{page.game}"]
    known = set(page.defined)
    problems = [f"{rule} stands twice in a table" for rule in page.repeated]
    problems += [f"{rule} has no row under Enforced in" for rule in page.defined if rule not in page.rows]
    problems += [f"{rule} has a row under Enforced in, but no text" for rule in page.rows if rule not in known]

    cited: dict[str, str] = {}
    for name, text in sources.items():
        for rule in cited_ids(text, page.letters):
            cited.setdefault(rule, name)
    problems += [f"{rule} is not cited in {SOURCES}/{page.game}" for rule in page.defined if rule not in cited]
    problems += [f"{rule} is cited in {cited[rule]}, but is no rule" for rule in sorted(set(cited) - known)]

    own_tests = {name: [rule for rule in ids_of_test(name) if rule[0] in page.letters] for name in tests}
    tested = {rule for rules in own_tests.values() for rule in rules}
    problems += [f"{rule} has no test {rule.lower()}_... in {TESTS}" for rule in page.defined if rule not in tested]
    for name, rules in own_tests.items():
        strange = [rule for rule in rules if rule not in known]
        problems += [f"{name} in {tests[name]} is named after {rule}, which is no rule" for rule in strange]
    for rule, row in page.rows.items():
        problems += check_places(page, rule, row.where)
        problems += [f"{rule}: there is no test {name}" for name in row.tests if name not in tests]
    for sentence, names in page.sentences:
        if not names:
            problems.append(f"no test is named for: {sentence}")
        problems += [f"there is no test {name}, for: {sentence}" for name in names if name not in tests]
    named = {name for row in page.rows.values() for name in row.tests}
    unnamed = [name for name, rules in own_tests.items() if rules and name not in named]
    problems += [f"{name} is not named in {page.path.name}" for name in unnamed]
    return problems


def main() -> int:
    """Check all games."""
    pages = [read_page(path) for path in sorted((ROOT / PAGES).glob("*.md"))]
    pages = [page for page in pages if page.defined or page.rows]
    if not pages:
        print(f"no rules page in {PAGES}")
        return 1
    test_files = rust_files(ROOT / TESTS)
    tests = {name: path for path, text in test_files.items() for name in TEST_FUNCTION.findall(text)}
    problems = [f"{page.game}: {problem}" for page in pages for problem in check_page(page, tests)]

    letters: dict[str, str] = {}
    for page in pages:
        for letter in sorted(page.letters):
            other = letters.setdefault(letter, page.game)
            if other != page.game:
                problems.append(f"{page.game}: ids start with {letter}, as those of {other} do")
    defined = {rule for page in pages for rule in page.defined}
    for path, text in test_files.items():
        for rule in sorted(cited_ids(text, set(letters)) - defined):
            problems.append(f"{path} cites {rule}, which no page defines")
    for name, path in tests.items():
        if not ids_of_test(name):
            problems.append(f"{name} in {path} is named after no rule")
        problems += [
            f"{name} in {path} is named after {rule}, which no page defines"
            for rule in ids_of_test(name)
            if rule[0] not in letters
        ]

    for problem in problems:
        print(problem)
    games = ", ".join(page.game for page in pages)
    print(f"rules of {games}: {len(defined)} ids, {len(tests)} tests, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
