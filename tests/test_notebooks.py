"""The notebooks of the documentation run, and so do searches in the kernel of one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

from helpers import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
PATIENCE = 300  # seconds until a test fails that would wait for ever; much more than any needs

pytestmark = [
    # What the tools for notebooks warn about among themselves is not ours.
    pytest.mark.filterwarnings("default::DeprecationWarning"),
    pytest.mark.filterwarnings("default::ResourceWarning"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
]


def outputs(cell: Any, kind: str) -> list[str]:
    """What a cell shows of a kind, such as ``text/html``."""
    return [output["data"][kind] for output in cell["outputs"] if kind in output.get("data", {})]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") for cell in notebook.cells), "results are not kept in the file"
    nbclient.NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3").execute()
    shown = [cell for cell in notebook.cells if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in shown)
    searches = [cell for cell in shown if cell["source"].splitlines()[-1].startswith("bw.search(")]
    drawn = [html for cell in searches for html in outputs(cell, "text/html") if "<svg" in html]
    assert len(drawn) >= min(3, len(searches)), "searches are shown with the board"


@pytest.fixture
def kernel() -> Iterator[Any]:
    """Start a kernel; gives its manager and a client."""
    manager_module = pytest.importorskip("jupyter_client.manager")
    manager, client = manager_module.start_new_kernel(startup_timeout=PATIENCE, kernel_name="python3")
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    manager.cleanup_resources()


def texts_until_idle(client: Any, asked: str) -> list[str]:
    """Collect what the kernel shows until it is done with what was asked."""
    found: list[str] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        message = client.get_iopub_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") != asked:
            continue
        content = message["content"]
        if message["msg_type"] == "status" and content["execution_state"] == "idle":
            return found
        if message["msg_type"] == "stream":
            found.append(content["text"])
        elif message["msg_type"] in ("display_data", "update_display_data"):
            found.append(content["data"].get("text/html", ""))
        elif message["msg_type"] == "error":
            found.append(content["ename"])
    raise TimeoutError("the kernel did not come to an end")


CELL = """
import time, boardwright as bw
state = bw.start("gridopolis")
try:
    analysis = bw.search(state, method="mcts", simulations=10**9, progress=True, on_interrupt={how!r})
    print("returned", analysis.interrupted, analysis.simulations > 0)
except KeyboardInterrupt:
    print("raised")
print("at", time.time())
"""


@pytest.mark.parametrize(("how", "came"), [("raise", "raised"), ("return", "returned True True")])
def test_the_stop_button_ends_a_search(kernel: Any, how: str, came: str) -> None:
    # The search would go on for hours: that it ends at all is what is tested. How long it took is shown with -s.
    manager, client = kernel
    asked = client.execute(CELL.format(how=how))
    while True:  # until the bar is there
        message = client.get_iopub_msg(timeout=PATIENCE)
        if message["msg_type"] == "display_data":
            assert "<progress" in message["content"]["data"]["text/html"]
            break
    time.sleep(0.3)
    sent = time.time()
    manager.interrupt_kernel()
    found = texts_until_idle(client, asked)
    words = "".join(found)
    assert f"{came}\n" in words
    assert found.count("") == 1, "the bar is gone in the end"
    print(f"{how}: {1000 * (float(words.rsplit('at ')[-1].split()[0]) - sent):.1f} ms")
