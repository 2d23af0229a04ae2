"""How the documentation is built: ``python -m sphinx -W docs OUT``; needs the extra ``docs``, and no network."""

import os
import sys
import tomllib
from collections.abc import Callable
from functools import cached_property
from inspect import getattr_static
from operator import attrgetter
from pathlib import Path
from re import MULTILINE, findall, search, sub
from types import FunctionType
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

import prplot
import prplot.areas
import prplot.widgets

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
# The kernels that run the pages' code draw as the profile says, and say nothing about debuggers.
os.environ |= {"IPYTHONDIR": str(Path(__file__).parent / "_ext" / "ipython"), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}

project = "prplot"
author = "The prplot developers"
project_copyright = author
version = release = prplot.__version__

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "mathml",
    "pictures",
    "page_cells",
    "lesson_pages",
    "search_pages",
]
exclude_patterns = ["_build", "_templates/*", "gallery/*", "paper/*", "_ext/*"]

# Addresses that only the owner of the project knows; empty ones are not shown.
OWNER = tomllib.loads(Path(__file__).with_name("owner.toml").read_text("utf-8"))
LINKS = {
    "repository": ("Repository", OWNER["repository"]),
    "issues": ("Report an issue", OWNER["issues"]),
    "contact": ("Contact", f"mailto:{OWNER['contact']}" if "@" in OWNER["contact"] else OWNER["contact"]),
    "doi": ("DOI", OWNER["doi"] and f"https://doi.org/{OWNER['doi']}"),
}
ICONS = {"repository": "code-branch", "issues": "bug", "contact": "envelope", "doi": "quote-right"}
LINKS = {name: (title, target) for name, (title, target) in LINKS.items() if target}

# Markdown. The headings of a page can be linked to as they can on a code host.
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "html_image", "substitution"]
myst_substitutions = {
    "version": version,
    "links": "".join(f" · [{title}]({target})" for title, target in LINKS.values()),
}
myst_heading_anchors = 3

# The code of a page is run at every build; notebooks keep the outputs that their tests compare.
nb_execution_mode = "cache"
nb_execution_cache_path = str(Path(__file__).parent / "_build" / "cells")
nb_execution_excludepatterns = ["notebooks/*", "notebooks/solutions/*"]
nb_execution_timeout = 120
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True
# What a page warns of is an error of the build, which runs with -W.
nb_output_stderr = "warn"
# No kernel stands behind a page, so a widget is shown by the still picture that is stored with it.
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]

# The reference.
templates_path = ["_templates"]
default_role = "py:obj"
autodoc_typehints = "none"
numpydoc_show_class_members = False
toc_object_entries_show_parents = "hide"

html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_baseurl = OWNER["documentation"]
html_title = "prplot"
html_static_path = ["_static"]
html_css_files = ["prplot.css"]
html_show_sourcelink = False
# A page without others beneath it needs no column for them.
ALONE = (
    *("conventions", "gallery", "areas", "theory", "reproductions", "pages", "performance", "citing", "changes"),
    *("tour", "your-data", "coming-from", "coverage", "genindex", "search", "conformance", "policy", "releasing"),
    *("index", "get-started", "installation", "cheat-sheet", "comparison", "errors-explained", "where-it-runs"),
)
html_sidebars: dict[str, list[str]] = {page: [] for page in ALONE}
html_theme_options = {
    "logo": {"text": f"prplot {version}"},
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "secondary_sidebar_items": {"**": ["page-toc"], "index": [], "cheat-sheet": [], "comparison": []},
    "footer_start": ["copyright"],
    "footer_end": [],
    "icon_links": [
        {"name": title, "url": target, "icon": f"fa-solid fa-{ICONS[name]}"} for name, (title, target) in LINKS.items()
    ],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}


def _offered(found: type) -> list[tuple[str, list[str]]]:
    """Return the methods and properties that a class offers its users, without what only parts of prplot call."""
    own = [base for base in found.__mro__ if base.__module__.partition(".")[0] == "prplot"]
    names = [name for name in dir(found) if not name.startswith("_") and any(name in vars(base) for base in own)]
    members = {name: getattr_static(found, name) for name in names}
    kinds = (("Methods", FunctionType | classmethod | staticmethod), ("Properties", property | cached_property))
    return [(title, [name for name in members if isinstance(members[name], kind)]) for title, kind in kinds]


# The template of a class shows what is offered of the classes that the pages of the reference name.
NAMED = {
    name
    for page in Path(__file__).parent.glob("reference/*.md")
    for name in findall(r"^   prplot\.(\S+)$", page.read_text("utf-8"), MULTILINE)
}
# Of a name that is gone the page of an earlier build goes too.
for stub in Path(__file__).parent.glob("reference/generated/*.rst"):
    if stub.stem.removeprefix("prplot.") not in NAMED:
        stub.unlink()
FOUND = {f"prplot.{name}": attrgetter(name)(prplot) for name in sorted(NAMED)}
autosummary_context = {"offered": {name: _offered(found) for name, found in FOUND.items() if isinstance(found, type)}}

# Notebooks are part of the documentation by a link, which a source distribution leaves out.
NOTEBOOKS = (Path(__file__).parents[1] / "notebooks").resolve()
if not (link := Path(__file__).with_name("notebooks")).exists():
    link.symlink_to(Path("..", "notebooks"), target_is_directory=True)


def _mend(_: Sphinx, doctree: nodes.document) -> None:
    # Links to notebooks follow that link; lead them back into the documentation.
    for link in doctree.findall(addnodes.pending_xref):
        if (target := Path(link["reftarget"])).is_relative_to(NOTEBOOKS):
            link["reftarget"] = f"notebooks/{target.relative_to(NOTEBOOKS).as_posix()}"
    # In words a widget is nothing; its page, or its still picture, follows.
    for said in list(doctree.findall(nodes.literal_block)):
        if "output" in said["classes"] and not said.astext().strip():
            said.parent.remove(said)


def _without_arguments(
    _: Sphinx, what: str, __: str, found: object, *_more: object
) -> tuple[str | None, str | None] | None:
    """Leave out how a class is called that users do not call."""
    return ("", None) if what == "class" and search(r"\b[Mm]ade by ", found.__doc__ or "") else None


def _breakable(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None) -> None:
    """Let long names in both sidebars break after dots and underscores, not within words."""

    def broken(make: Callable[..., object]) -> Callable[..., str]:
        return lambda *args, **options: sub(
            r">\s*(prplot\.[^<]+|\w+\(\))<",
            lambda found: sub(r"([._])", r"\1<wbr>", found[0]),
            str(make(*args, **options)),
        )

    for name in ("generate_toctree_html", "generate_toc_html"):
        if name in context:
            context[name] = broken(context[name])


def setup(app: Sphinx) -> None:
    """Connect what changes pages."""
    # The theme adds its functions before.
    app.connect("html-page-context", _breakable, priority=900)
    app.connect("doctree-read", _mend)
    app.connect("autodoc-process-signature", _without_arguments)
