"""The tree: imports point one way, and heavy packages are loaded only where they are drawn with."""

from __future__ import annotations

import ast
import functools
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import prplot
from prplot.spaces import Space

ROOT = Path(prplot.__file__).parent
# A sample becomes a path, is refined by an interpolation, seen in a space as a curve, drawn, explored.
ORDER = (
    "version",
    "completion",
    "names",
    "errors",
    "writing",
    "rows",
    "weights",
    "metrics",
    "path",
    "bounds",
    "interpolations",
    "spaces",
    "curve",
    "areas",
    "uncertainty",
    "results",
    "sources",
    "simulate",
    "datasets",
    "draw.views",
    "draw.lines",
    "draw.base",
    "draw.text",
    "draw.page",
    "draw.parts",
    "draw.distributions",
    "draw.figures",
    "draw.venues",
    "draw",
    "style",
    "widgets.literals",
    "widgets.fields",
    "widgets.face",
    "widgets.lessons",
    "widgets.view",
    "widgets.point_code",
    "widgets.explored",
    "widgets.picture",
    "widgets.tables",
    "widgets.controls",
    "widgets.explorer",
    "widgets",
    "explore",
    "cli",
)
# The methods that lead onward, which import inside their bodies, stand in these two files.
ONWARD = {Path("path/methods.py"), Path("curve/methods.py")}
ONLY_IN = {"matplotlib": {"draw"}, "mpl_toolkits": {"draw"}, "ipywidgets": {"widgets"}, "anywidget": {"widgets"}}

FILES = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.py"))
# The door of the package may import everything; `python -m prplot` is the command line.
EXEMPT = {Path("__init__.py"), Path("__main__.py")}


def room(parts):
    """The room in which a module is, or a name of one."""
    names = [part for part in parts if part != "__init__"]
    return next((name for name in (".".join(names[:2]), *names[:1]) if name in ORDER), ".".join(names))


def layer(file):
    return room(file.with_suffix("").parts)


@functools.cache
def imports(file):
    """Return pairs (imported module, kind) with kind "module", "function" or "typing"."""
    body = ast.parse((ROOT / file).read_text()).body
    return list(_imports(body, "module", ("prplot", *file.with_suffix("").parts)))


def _imports(nodes, kind, here):
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, kind
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([*here[: -node.level], *filter(None, [node.module])]) if node.level else node.module
            for alias in node.names:
                yield f"{base}.{alias.name}", kind
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from _imports(node.body, "typing", here)
            yield from _imports(node.orelse, kind, here)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(ast.iter_child_nodes(node), "typing" if kind == "typing" else "function", here)
        else:
            yield from _imports(ast.iter_child_nodes(node), kind, here)


def layers_imported(file, kind):
    """The layers of prplot that a file imports, its own left out."""
    names = [name.split(".") for name, how in imports(file) if how == kind]
    found = {room(parts[1:]) for parts in names if parts[0] == "prplot" and len(parts) > 1}
    return found - {layer(file)}


def each(files):
    """Test all files in one test: there are hundreds, and each takes less than to report it."""

    def decorate(test):
        @functools.wraps(test)
        def run():
            for file in files:
                test(file)

        # What pytest would otherwise take for the parameters.
        del run.__wrapped__
        return run

    return decorate


@each([f for f in FILES if f not in EXEMPT])
def test_every_module_has_its_place(file):
    assert layer(file) in ORDER


@each([f for f in FILES if f not in EXEMPT])
def test_nothing_but_the_command_imports_the_door(file):
    door = {name for name, kind in imports(file) if name == "prplot" and kind != "typing"}
    assert not door or layer(file) == "cli"


@each([f for f in FILES if f not in EXEMPT])
def test_imports_point_one_way(file):
    below = set(ORDER[: ORDER.index(layer(file))])
    assert layers_imported(file, "module") <= below


@each(FILES)
def test_only_the_methods_that_lead_onward_import_inside_functions(file):
    inside = {name for name, kind in imports(file) if kind == "function" and name.split(".")[0] == "prplot"}
    assert not inside or file in ONWARD, f"{file} imports {inside} inside a function"


def test_no_circles_of_imports():
    """But those of the two files, whose imports inside functions are left out here."""
    modules = {".".join(["prplot", *file.with_suffix("").parts]).removesuffix(".__init__"): file for file in FILES}
    arrows = {}
    for module, file in modules.items():
        names = {name for name, kind in imports(file) if kind == "module"}
        found = {name if name in modules else name.rpartition(".")[0] for name in names}
        arrows[module] = found & modules.keys() - {module}
    done, on_the_way = set(), []

    def visit(module):
        assert module not in on_the_way, f"a circle: {' -> '.join([*on_the_way[on_the_way.index(module) :], module])}"
        if module not in done:
            on_the_way.append(module)
            for other in arrows[module]:
                visit(other)
            on_the_way.pop()
            done.add(module)

    for module in modules:
        visit(module)


@each(FILES)
def test_heavy_packages_only_where_they_belong(file):
    for name, kind in imports(file):
        allowed = ONLY_IN.get(name.split(".")[0])
        assert allowed is None or kind == "typing" or file.parts[0] in allowed, f"{file} imports {name}"


@each(FILES)
def test_runtime_dependencies_only(file):
    """The dependencies, with what they bring; extras are imported by nobody at module level."""
    of_matplotlib, of_ipywidgets = {"mpl_toolkits", "contourpy", "PIL"}, {"traitlets", "IPython"}
    known = {"prplot", "numpy", "matplotlib", "ipywidgets", "anywidget", "scipy"} | of_matplotlib | of_ipywidgets
    for name, kind in imports(file):
        top = name.split(".")[0]
        assert kind != "module" or top in known or top in sys.stdlib_module_names, f"{file} imports {name}"


def run(code):
    return subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)


def test_import_loads_neither_matplotlib_nor_ipywidgets():
    heavy = ("matplotlib", "ipywidgets", "anywidget", "IPython", "sklearn", "pandas", "polars", "scipy")
    done = run(f"import sys, prplot; print([m for m in {heavy!r} if m in sys.modules])")
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_areas_load_neither_matplotlib_nor_ipywidgets():
    done = run(
        "import sys, prplot; path = prplot.from_labels([1, 0, 1], [3, 2, 1]); "
        "[path.curve(s).area() for s in ('pr', 'prg', 'roc')]; path.pr().trace(); dir(prplot); repr(path); "
        "print([m for m in ('matplotlib', 'ipywidgets') if m in sys.modules])"
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="no attribute 'prc'"):
        _ = prplot.prc


@each(prplot.__all__)
def test_public_names_and_their_members_are_documented(name):
    found = getattr(prplot, name)
    assert name in dir(prplot)
    assert inspect.getdoc(found), f"{name} has no docstring"
    for member, value in vars(found).items() if inspect.isclass(found) else ():
        if not member.startswith("_") and (callable(value) or isinstance(value, property | functools.cached_property)):
            assert inspect.getdoc(getattr(found, member)), f"{name}.{member} has no docstring"


@each(FILES)
def test_modules_are_documented(file):
    assert ast.get_docstring(ast.parse((ROOT / file).read_text()))


def test_a_space_replaces_few_members_of_its_base():
    """Beside its name, title and labels; each is there because more than one space differs in it."""
    classes = [kind for kind in _subclasses(Space) if kind.__module__.startswith("prplot.")]
    made_of_others = {"_pointwise", "_interpolated", "_abc_impl"}
    replaced = {name for kind in classes for name in vars(kind) if name in vars(Space) and not name.startswith("__")}
    assert "_to_axes" in replaced
    assert len(replaced - made_of_others) <= 29


def _subclasses(kind):
    return [each for child in kind.__subclasses__() for each in (child, *_subclasses(child))]
