"""Tab completion offers what a user may call, and nothing else."""

from __future__ import annotations

import contextlib
import inspect
import io
import subprocess
import sys

import pytest

import prplot
import prplot.areas

PATH = prplot.from_labels([1, 0, 1], [3, 2, 1])
MODULES = {
    "prplot": prplot,
    "prplot.areas": prplot.areas,
    **{
        f"prplot.{name}": getattr(prplot, name)
        for name in ("bounds", "datasets", "draw", "metrics", "simulate", "sources", "style", "weights")
    },
}
OBJECTS = {
    "path": PATH,
    "population": prplot.simulate.binormal(mu=1).path(0.1),
    "curve": PATH.pr(),
    "mean": prplot.mean_curve([PATH, PATH]),
    "model": prplot.simulate.binormal(mu=1),
    **{space.__name__: space(0.1) for space in prplot.spaces.NAMED},
}


def shown(owner: object) -> set[str]:
    return {name for name in dir(owner) if not name.startswith("_")}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_offers_its_names(name):
    module = MODULES[name]
    assert shown(module) == set(module.__all__)
    assert all(hasattr(module, found) for found in module.__all__)


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_offers_what_it_has_and_what_is_documented(name):
    owner = OBJECTS[name]
    fields = set(getattr(type(owner), "__dataclass_fields__", ()))
    for found in shown(owner) - fields:
        # What is set in classes is words and numbers, which the class documents.
        member = inspect.getattr_static(type(owner), found)
        if callable(member) or isinstance(member, property | classmethod):
            assert inspect.getdoc(member), found


@pytest.mark.parametrize("name", [*OBJECTS, *MODULES])
def test_what_completes_in_ipython_completes_it(name):
    jedi = pytest.importorskip("jedi")
    owner = {**OBJECTS, **MODULES}[name]
    found = {completion.name for completion in jedi.Interpreter("owner.", [{"owner": owner}]).complete()}
    assert {name for name in found if not name.startswith("_")} == shown(owner)


def test_help_shows_no_imports():
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        help(prplot)
    text = said.getvalue()
    assert "from_labels(" in text
    assert "import_module" not in text
    assert "TYPE_CHECKING" not in text
    assert " normalized_area(" in text
    assert "warn_unless_bounded" not in text


def test_completion_begins_with_what_is_learned_first():
    assert len(prplot.__all__) <= 48
    for name in ("CROC", "PR", "PRG", "ROC", "Cost", "bounds", "from_confusion", "mean_f", "mean_measure", "sources"):
        assert hasattr(prplot, name)
        assert name in dir(prplot)
    for name in ("gain", "Gains", "Interval"):
        with pytest.raises(AttributeError, match=rf"use prplot\.(metrics|spaces|results)\.{name}\.$"):
            getattr(prplot, name)


# Each as if it was the first that is imported of prplot; what prplot imports stays.
IMPORTS = """import sys
for name in ("bounds", "explore", "results", "style", "weights"):
    for module in [module for module in sys.modules if module.partition(".")[0] == "prplot"]:
        del sys.modules[module]
    exec(f"import prplot.{name} as found, prplot; assert found is prplot.{name}; prplot.explore.skew", {})
"""


def test_a_module_is_imported_by_the_name_that_users_type():
    subprocess.run([sys.executable, "-c", IMPORTS], check=True)
