"""Tests that the stored outputs of the documented notebook equal those of a run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[4] / "docs" / "notebooks" / "choked-thesis.ipynb"


def printed(notebook):
    """The texts in the outputs of the cells, without addresses of objects and pictures."""
    return ["".join(it.text for it in cell.get("outputs", []) if it.output_type == "stream" and it.name == "stdout") for cell in notebook.cells]


def test_the_notebook_prints_its_stored_outputs():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("matplotlib")
    stored = nbformat.read(NOTEBOOK, nbformat.NO_CONVERT)
    expected = printed(stored)
    assert sum(bool(text) for text in expected) >= 4
    found = nbclient.NotebookClient(nbformat.read(NOTEBOOK, nbformat.NO_CONVERT), timeout=120).execute()
    assert printed(found) == expected
    assert any("image/png" in it.get("data", {}) for cell in found.cells for it in cell.get("outputs", []))
    # The notebook contains no path of a particular machine.
    assert not re.search(r"/home/|/Users/|/tmp/|/root/", NOTEBOOK.read_text())
