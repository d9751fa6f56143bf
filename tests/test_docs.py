"""The examples in the pages do what the pages say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import boardwright as bw
from helpers import ROOT, blocks, run_examples

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
TEXTS = ["README.md", "CONTRIBUTING.md", *PAGES]


# Pages that need a host, with the module to import.
HOSTS = {
    "docs/adapters/gymnasium.md": "gymnasium",
    "docs/adapters/open_spiel.md": "pyspiel",
    "docs/adapters/pettingzoo.md": "pettingzoo",
}


@pytest.mark.parametrize("name", PAGES)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in HOSTS:
        pytest.importorskip(HOSTS[name])
    monkeypatch.chdir(tmp_path)
    for block in blocks(name, "toml"):
        (tmp_path / f"{tomllib.loads(block)['name']}.toml").write_text(block, encoding="utf-8")
    run_examples(name)


def anchors(text: str) -> set[str]:
    """Names under which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", TEXTS)
def test_links(name: str) -> None:
    page = ROOT / name
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8").replace("\n", " ")):
        if target.startswith("http"):
            continue
        path, _, anchor = target.partition("#")
        other = (page.parent / path).resolve() if path else page
        assert other.exists(), f"{name} links to {target}"
        if anchor:
            assert anchor in anchors(other.read_text(encoding="utf-8")), f"{name} links to {target}"


CLASSES = [bw.State, bw.Action, bw.Actions, bw.Turn, bw.Explanation, bw.Record, bw.Rng]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_members_are_explained(kind: type) -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert kind.__doc__
    for name in vars(kind):
        if not name.startswith("_"):
            assert getattr(kind, name).__doc__, f"{name} has no docstring"
            assert re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", page), f"docs/api.md does not tell of {name}"


@pytest.mark.parametrize("name", [*bw.__all__, *bw.genotype.__all__, *bw.gridopolis.__all__, *bw.microworld.__all__])
def test_names_are_explained(name: str) -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{name}\b", page), f"docs/api.md does not tell of {name}"
