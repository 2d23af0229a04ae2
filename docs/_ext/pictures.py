"""Beneath the example of a function the figure that it makes; and which pictures of the gallery a function made."""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
from doctest import DocTestParser
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

DOCS = Path(__file__).parents[1]
sys.path.insert(0, str(DOCS.parent / "scripts"))
from make_gallery import anchor, scripts, told  # noqa: E402

# The name of each picture, its title and its code.
GALLERY = [(script.stem, *told(script)[::2]) for script in scripts()]
# At most so many pictures of the gallery are linked to.
MOST = 4


def figure_of(docstring: str) -> Figure | None:
    """Return the last figure that the example of a docstring makes; None if it makes none."""
    names: dict[str, Any] = {}
    values: list[Any] = []
    shown, sys.displayhook = sys.displayhook, values.append
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            contextlib.chdir(folder),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            for example in DocTestParser().get_examples(docstring):
                exec(compile(example.source, "example", "single"), names)
    finally:
        sys.displayhook = shown
    values += names.values()
    figures = [value if isinstance(value, Figure) else getattr(value, "figure", None) for value in values]
    return next((figure for figure in reversed(figures) if isinstance(figure, Figure)), None)


def links_of(what: str, name: str) -> list[str]:
    """Return small pictures of the gallery whose code uses a function, or links to those that call a method."""
    used = rf"\b{re.escape(name)}\b" if what == "function" else rf"\.{re.escape(name.rpartition('.')[2])}\("
    found = [(name, title) for name, title, code in GALLERY if re.search(used, code)]
    links = [(name, title, f"../../gallery.html#{anchor(title)}") for name, title in found]
    if what == "method":
        texts = [f"`{title} <{target}>`__" for _, title, target in links[:MOST]]
        return ["", f"In the gallery: {', '.join(texts)}.", ""] if texts else []
    lines = ["", "In the gallery:", ""] if links else []
    for script, title, target in links[:MOST]:
        lines += [
            f".. image:: /gallery/{script}.png",
            f"   :target: {target}",
            f"   :alt: {title}",
            "   :width: 220",
            "",
        ]
    return lines


def _add(app: Any, what: str, name: str, _found: Any, _options: Any, lines: list[str]) -> None:
    # A table of functions asks for their docstrings too, and shows their first sentences.
    if what not in ("function", "method") or not app.env.docname.startswith("reference/generated/"):
        return
    if what == "function" and (figure := figure_of("\n".join(lines))):
        picture = f"reference/generated/{name}.png"
        figure.savefig(DOCS / picture, dpi=100)
        lines += ["", f".. image:: /{picture}", "   :alt: What the example draws", "   :width: 480", ""]
    lines += links_of(what, name)
    plt.close("all")


def setup(app: Any) -> dict[str, bool]:
    """Add to docstrings before numpydoc divides them into sections: what is added stands in the last, the examples."""
    app.connect("autodoc-process-docstring", _add, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
