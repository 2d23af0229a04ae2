"""Runs the cells of the recipes that changed in two kernels; to start one for each takes longer than the cells."""

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
# Between two recipes: no name and no setting of the one is known in the other.
FRESH = "import matplotlib.pyplot as plt\nplt.rcdefaults()\n%reset_selective -f ."


def _execute(recipes: list[NotebookNode]) -> None:
    """Run the cells of recipes one after the other, which then have their outputs."""
    cells = [cell for recipe in recipes for cell in (new_code_cell(FRESH), *recipe.cells)]
    with tempfile.TemporaryDirectory() as folder:
        # Times would be part of the cells, by which they are found again.
        client = NotebookClient(new_notebook(cells=cells), timeout=120, record_timing=False)
        client.execute(cwd=folder)
    for recipe in recipes:
        recipe.metadata["language_info"] = client.nb.metadata["language_info"]


def _run(app: Sphinx, _env: BuildEnvironment, added: set[str], changed: set[str], _removed: set[str]) -> list[str]:
    """Put the outputs of recipes where myst-nb looks for them; nothing of an earlier build is there."""
    cache = get_cache(app.config.nb_execution_cache_path)
    cache.clear_cache()
    files = [
        Path(app.srcdir, name).with_suffix(".md") for name in sorted(added | changed) if name.startswith("recipes/")
    ]
    recipes = {file: read_myst_markdown_notebook(file.read_text("utf-8"), path=file) for file in files}
    shares = [[*recipes.values()][first::KERNELS] for first in range(min(KERNELS, len(recipes)))]
    with ThreadPoolExecutor(KERNELS) as pool:
        list(pool.map(_execute, shares))
    for file, recipe in recipes.items():
        cache.cache_notebook_bundle(CacheBundleIn(recipe, str(file)), check_validity=False, overwrite=True)
    return []


def setup(app: Sphinx) -> dict[str, bool]:
    """Run before any page is read."""
    app.connect("env-get-outdated", _run)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
