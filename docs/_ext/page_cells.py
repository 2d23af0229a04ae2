"""Runs the cells of the pages that changed in two kernels; to start one for each takes longer than most cells."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from myst_nb.core.read import read_myst_markdown_notebook
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

KERNELS = 2
CELL = "```{code-cell}"
# What reads files beside it has a kernel of its own, which myst-nb starts.
APART = {"conformance"}
# Between two pages: no name and no setting of the one is known in the other.
FRESH = "import matplotlib.pyplot as plt\nplt.rcdefaults()\n%reset_selective -f ."


def _execute(pages: list[NotebookNode]) -> None:
    """Run the cells of pages one after the other, which then have their outputs."""
    cells = [cell for page in pages for cell in (new_code_cell(FRESH), *page.cells)]
    with tempfile.TemporaryDirectory() as folder:
        # Times would be part of the cells, by which they are found again.
        client = NotebookClient(new_notebook(cells=cells), timeout=120, record_timing=False)
        client.execute(cwd=folder)
    for page in pages:
        page.metadata["language_info"] = client.nb.metadata["language_info"]


def _run(app: Sphinx, _env: BuildEnvironment, added: set[str], changed: set[str], _removed: set[str]) -> list[str]:
    """Put the outputs of pages where myst-nb looks for them; nothing of an earlier build is there."""
    cache = get_cache(app.config.nb_execution_cache_path)
    cache.clear_cache()
    files = [Path(app.srcdir, name).with_suffix(".md") for name in sorted((added | changed) - APART)]
    texts = {file: file.read_text("utf-8") for file in files if file.exists()}
    pages = {file: read_myst_markdown_notebook(text, path=file) for file, text in texts.items() if CELL in text}
    shares = [[*pages.values()][first::KERNELS] for first in range(min(KERNELS, len(pages)))]
    with ThreadPoolExecutor(KERNELS) as pool:
        list(pool.map(_execute, shares))
    for file, page in pages.items():
        cache.cache_notebook_bundle(CacheBundleIn(page, str(file)), check_validity=False, overwrite=True)
    return []


def setup(app: Sphinx) -> dict[str, bool]:
    """Run before any page is read."""
    app.connect("env-get-outdated", _run)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
