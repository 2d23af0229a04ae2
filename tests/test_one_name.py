"""No two modules and no two classes have the same name, so that a name says where one is."""

import ast
from collections import defaultdict
from pathlib import Path

import prplot

ROOT = Path(prplot.__file__).parent
# What the kind of a folder demands: what its items have in common, the methods of a class, lessons by their names.
KINDS = {"__init__", "base", "methods"}
# Modules for ``import prplot.NAME``, of which each is another module.
DOORS = {"bounds", "explore", "results", "style", "weights"}


def test_no_two_modules_have_one_name():
    places = defaultdict(list)
    for file in ROOT.rglob("*.py"):
        name, folder = file.stem, file.parent.relative_to(ROOT).as_posix()
        if name not in KINDS and not (folder == "." and name in DOORS) and folder != "widgets/lessons":
            places[name].append(f"{folder}/{name}.py")
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_no_two_classes_have_one_name():
    places = defaultdict(list)
    for file in ROOT.rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file.relative_to(ROOT).as_posix())
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
