"""The pages of the lessons, saved beside those that frame them, which cells of notebooks do as well."""

from __future__ import annotations

import re
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from docutils import nodes

import prplot
from prplot.widgets.lessons import LESSONS

SHOWN = re.compile(r"\bprplot\.explore\.(\w+)\(")


def save(folder: Path, name: str) -> None:
    """Save the page of a lesson."""
    getattr(prplot.explore, name).save(folder / f"{name}.html")


def save_all(app: Any, error: Exception | None) -> None:
    """Save the pages of the lessons, unless those of an earlier build are newer than prplot."""
    folder = Path(app.outdir) / "lessons" / "pages"
    if error or app.builder.format != "html":
        return
    folder.mkdir(parents=True, exist_ok=True)
    changed = max(file.stat().st_mtime for file in Path(prplot.__file__).parent.rglob("*.*"))
    pages = {name: folder / f"{name}.html" for name in app.config.lessons or LESSONS}
    wanted = [name for name, page in pages.items() if not page.exists() or page.stat().st_mtime < changed]
    with ProcessPoolExecutor() as pool:
        list(pool.map(partial(save, folder), wanted))


def frame(_app: Any, doctree: nodes.document) -> None:
    """Put the page of a lesson in place of the still picture of its widget that a notebook has stored."""
    for cell in doctree.findall(lambda node: isinstance(node, nodes.container) and "cell" in node["classes"]):
        code = next(iter(cell.findall(nodes.literal_block)), None)
        name = code and SHOWN.search(code.astext())
        if not name or name[1] not in LESSONS:
            continue
        look = 'class="prplot-page prplot-lesson" allow="fullscreen" loading="lazy"'
        page = f'<iframe src="../lessons/pages/{name[1]}.html" title="{LESSONS[name[1]].title}" {look}></iframe>'
        for still in [raw for raw in cell.findall(nodes.raw) if "-still'" in raw.astext()]:
            still.replace_self(nodes.raw("", page, format="html"))


def setup(app: Any) -> dict[str, bool]:
    """Connect what saves and frames pages; ``lessons`` names those to save, which are all if it is empty."""
    app.add_config_value("lessons", [], "html")
    app.connect("doctree-read", frame)
    app.connect("build-finished", save_all)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
