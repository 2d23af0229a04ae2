"""No part of prplot reads what another part has written: what one must know of another is a field."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import prplot

ROOT = Path(prplot.__file__).parent
# These return the texts of artists, and what prplot says of figures and curves.
READS = {
    *("get_label", "get_gid", "get_text", "get_title", "get_suptitle", "get_xlabel", "get_ylabel"),
    *("metadata", "alt_text", "describe", "methods"),
}
# These attributes are for people to read.
NAMES = {"name", "label", "title", "value", "words", "xlabel", "ylabel", "area_name", "holds", "undefined"}
# These take a text apart or search it.
SEARCHES = {
    *("startswith", "endswith", "split", "rsplit", "splitlines", "partition", "rpartition", "removeprefix"),
    *("removesuffix", "replace", "find", "rfind", "index", "rindex", "count", "strip", "lstrip", "rstrip", "isdigit"),
    *("match", "fullmatch", "search", "sub", "subn", "finditer", "findall"),
}
# Where texts are read for all that, and whose they are.
ALLOWED = {
    "draw/lines/curve_line.py CurveLine.renamed": "callers may have replaced the label",
    "draw/base/saving.py save": "options of matplotlib, of which the metadata are one",
    "draw/figures/measures.py measures": "callers may have labeled the axis",
    "draw/page/places.py size_facts": "matplotlib names the axes of its colour bars",
    "draw/text/annotations.py DirectLabel.wordings": "callers may have replaced the text",
    "draw/text/legend_entries.py Entry.update": "callers may have replaced the text",
    "draw/text/legend_entries.py entry_parts": "the caller's label may say the area",
    "draw/text/legend_entries.py has_entry": "matplotlib leaves out callers' labels that begin with an underscore",
}
# Where patterns are compiled or applied, and whose texts they are for.
PATTERNS = {
    "areas/reported.py": "numbers as papers print them",
    "draw/base/literal_text.py": "mathematics in names that callers give",
    "draw/base/saving.py": "what TeX says",
    "draw/page/document.py": "SVG as matplotlib writes it",
    "draw/text/annotations.py": "markup of mathematics, for matplotlib",
    "errors.py": "what Python says of a wrong call",
    "metrics/__init__.py": "names of metrics that callers give",
    "names.py": "names that callers give",
    "sources/file_columns.py": "cells of files",
    "sources/nested.py": "names of columns within columns",
    "sources/text_layout.py": "lines of files",
    "sources/reading_errors.py": "what the engines of frames say",
    "widgets/fields.py": "numbers that people type",
    "widgets/lessons/lesson_page.py": "SVG as matplotlib writes it",
}


def name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Yield every function that is not in another one, with its name; and the statements outside functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.")
        else:
            yield f"{within}{getattr(node, 'name', '')}", node


def own_errors(function: ast.AST) -> set[str]:
    """The names of errors of prplot that are caught or passed, and of warnings."""
    names = set()
    for node in ast.walk(function):
        kind = getattr(node, "type", None) if isinstance(node, ast.ExceptHandler) else getattr(node, "annotation", None)
        if kind is not None and "Prplot" in ast.unparse(kind):
            names.add(getattr(node, "name", None) or getattr(node, "arg", ""))
    return names - {""}


def taken_apart(source: str) -> Iterator[tuple[str, str]]:
    """Yield where a text of an artist, or of a message of prplot, is compared, searched or taken apart."""
    for where, function in functions(ast.parse(source)):
        errors, texts = own_errors(function), set[str]()

        def told(node: ast.AST, errors: set[str] = errors, texts: set[str] = texts) -> bool:
            """Whether an expression has such a text in it."""
            return any(
                (isinstance(part, ast.Call) and name_of(part.func) in READS)
                or (
                    isinstance(part, ast.Attribute) and part.attr in ("message", "args") and name_of(part.value) != "re"
                )
                or (isinstance(part, ast.Call) and name_of(part.func) == "str" and told_error(part.args, errors))
                or (isinstance(part, ast.FormattedValue) and told_error([part.value], errors))
                or (isinstance(part, ast.Name) and part.id in texts)
                for part in ast.walk(node)
            )

        before = -1
        while before != len(texts):
            before = len(texts)
            for node in ast.walk(function):
                if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value and told(node.value):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    every = [part for target in targets for part in ast.walk(target)]
                    texts |= {part.id for part in every if isinstance(part, ast.Name) and plain(node.value)}
        for node in ast.walk(function):
            if isinstance(node, ast.Compare):
                parts = [node.left, *node.comparators]
            elif isinstance(node, ast.Subscript):
                parts = [node.value]
            elif isinstance(node, ast.Call) and name_of(node.func) in SEARCHES and isinstance(node.func, ast.Attribute):
                parts = [node.func.value, *node.args]
            elif isinstance(node, ast.Call) and name_of(node.func) in ("int", "float"):
                parts = node.args
            else:
                continue
            # Underscores are replaced by spaces for people.
            by = name_of(getattr(node, "func", node)) in SEARCHES - {"replace"}
            named = by and isinstance(parts[0], ast.Attribute) and parts[0].attr in NAMES
            if named or any(plain(part) and told(part) for part in parts):
                yield where, ast.unparse(node)


def told_error(values: list[ast.expr], errors: set[str]) -> bool:
    return any(name_of(value) in errors for value in values)


def plain(node: ast.AST) -> bool:
    """Whether an expression is made of texts: no call but of what returns its argument as text."""
    calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
    return all(
        name_of(call.func) in {*READS, *SEARCHES, "str", "printable", "set", "list", "tuple", "get"} for call in calls
    )


def every_file() -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}


def test_texts_of_artists_and_messages_are_not_taken_apart() -> None:
    found = [(f"{file} {where}", what) for file, source in every_file().items() for where, what in taken_apart(source)]
    assert [one for one in found if one[0] not in ALLOWED] == []
    assert sorted(set(ALLOWED) - {where for where, _ in found}) == []


def test_patterns_are_for_the_texts_of_others() -> None:
    using = {
        file
        for file, source in every_file().items()
        if any(isinstance(node, ast.Attribute) and name_of(node.value) == "re" for node in ast.walk(ast.parse(source)))
    }
    assert sorted(using) == sorted(PATTERNS)


def test_warnings_are_told_apart_by_their_class_alone() -> None:
    filters = [
        (file, ast.unparse(node))
        for file, source in every_file().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and name_of(node.func) == "filterwarnings"
    ]
    assert [one for one in filters if "Prplot" in one[1] or "OutsideAxes" in one[1]] == []


@pytest.mark.parametrize(
    "body",
    [
        "line.get_label().startswith('_negative')",
        "[bar for bar in bars if str(bar.get_label()) == 'negatives']",
        "label = str(line.get_label())\n    name, value = label.rpartition('  ')[::2]",
        "float(artist.get_gid().split()[-1])",
        "key = artist.get_gid()\n    return float(key)",
        "name not in {text.get_text() for text in ax.texts}",
        "WRITTEN.fullmatch(line.get_label())",
        "said[-1].message.args[0]",
        "self.metric.name.startswith('f')",
        "self.value.rpartition('  ')",
        "text.name.endswith(said)",
        "title = metadata(figure, 'svg').get('Title')\n    return title.split(' of ')[0]",
        "reason = str(said[-1].message).partition(': ')[2]",
        "try:\n        pass\n    except PrplotValueError as error:\n        return str(error).startswith('level ')",
        "try:\n        pass\n    except PrplotValueError as error:\n        return 'pos_label' in f'{error}'",
    ],
)
def test_what_would_be_told(body: str) -> None:
    assert [where for where, _ in taken_apart(f"def reads(self):\n    {body}\n")][:1] == ["reads"]
