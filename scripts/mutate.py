"""Which faults the tests notice: seeded mutants of the code, each run against the tests that reach its line.

    python scripts/mutate.py --cover            # once: which test reaches which line
    python scripts/mutate.py --seed 3           # ten mutants of every folder
    python scripts/mutate.py prplot/path --each 40

A mutant differs from the code in one operator, bound, order, default, branch or argument. Those that survive are
listed as differences; each is to be tested, or explained. The extra `dev` has what it needs; it takes minutes.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
COVERED = ROOT / ".coverage"
# What is run for each mutant, as in the session "tests".
CHOSEN = ["-m", "not browser and not cluster", "--ignore=tests/browser", "tests"]
# Of lines that no test reaches: they are run when prplot is imported, or only in a browser.
AT_IMPORT = ["tests/golden/test_names.py", "tests/golden/test_calls.py"]
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Pow: ast.Mult,
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
# Between measured numbers, which are never equal, it is all the same whether a bound belongs to what it bounds.
BOUNDS: dict[type[ast.AST], type[ast.AST]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OTHERS = {"min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum", "any": "all", "all": "any",
          "floor": "ceil", "ceil": "floor", "left": "right", "right": "left"}  # fmt: skip
# Of these the first two arguments may change places.
SYMMETRIC = (
    "min",
    "max",
    "minimum",
    "maximum",
    "zip",
    "isinstance",
    "hypot",
    "allclose",
    "isclose",
    "array_equal",
    "fmin",
    "fmax",
    "clip",
)
# Nobody calls these for what they do.
SPARED = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr)


class Mutant(NamedTuple):
    """One change: in which file, from where to where, what it says instead, and the lines that must be reached."""

    file: Path
    begin: int
    end: int
    text: str
    lines: range

    def source(self) -> str:
        source = self.file.read_bytes()
        return (source[: self.begin] + self.text.encode() + source[self.end :]).decode()

    def __str__(self) -> str:
        before = self.file.read_bytes()[self.begin : self.end].decode()
        return f"{self.file.relative_to(ROOT)}:{self.lines[0]}: {before} -> {self.text}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Return what could stand in place of a node."""
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in OPERATORS:
        yield with_field(node, "op", OPERATORS[type(node.op)]())
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        yield with_field(node, "ops", [OPERATORS[type(node.ops[0])](), *node.ops[1:]])
        counted = any(isinstance(side, ast.Constant) for side in (node.left, node.comparators[0]))
        if counted and type(node.ops[0]) in BOUNDS:
            yield with_field(node, "ops", [BOUNDS[type(node.ops[0])](), *node.ops[1:]])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield node.operand
    if isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    if isinstance(node, ast.Call):
        alike = ast.unparse(node.func).rpartition(".")[2] in SYMMETRIC
        if len(node.args) > 1 and not alike and not any(isinstance(arg, ast.Starred) for arg in node.args[:2]):
            yield with_field(node, "args", [node.args[1], node.args[0], *node.args[2:]])
    if isinstance(node, ast.Attribute | ast.Name):
        field = "attr" if isinstance(node, ast.Attribute) else "id"
        if getattr(node, field) in OTHERS:
            yield with_field(node, field, OTHERS[getattr(node, field)])
    if isinstance(node, ast.Subscript | ast.Slice | ast.Compare):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.Constant | ast.UnaryOp):
                yield from (with_field(node, field, other) for other in other_constants(value))


def other_constants(node: ast.AST) -> Iterator[ast.AST]:
    """Return another number or truth value for a constant: of a default or a bound."""
    if isinstance(node, ast.UnaryOp):
        yield from (with_field(node, "operand", other) for other in other_constants(node.operand))
    if isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
        yield ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1)


def with_field(node: ast.AST, field: str, value: object) -> ast.AST:
    changed = copy.copy(node)
    setattr(changed, field, value)
    return changed


def mutants(file: Path) -> Iterator[Mutant]:
    """Return all mutants of the functions of a file."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def mutant(node: ast.AST, text: str, lines: range) -> Mutant:
        begin = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return Mutant(file, begin, end, text, lines)

    def inside(node: ast.AST, lines: range) -> Iterator[Mutant]:
        """Return the mutants within a statement of a function."""
        if isinstance(node, SPARED):
            return
        if isinstance(node, ast.stmt):
            lines = range(node.lineno, node.lineno + 1)
        if isinstance(node, ast.If):
            # A dropped branch; the condition itself is reached whatever it says.
            for truth in ("True", "False"):
                yield mutant(node.test, truth, lines)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield mutant(node, "pass", lines)
        if isinstance(node, ast.expr | ast.Slice):
            for changed in changes(node):
                text = ast.unparse(ast.fix_missing_locations(changed))
                yield mutant(node, text if isinstance(node, ast.Slice) else f"({text})", lines)
        for field, value in ast.iter_fields(node):
            if field not in ("annotation", "returns", "decorator_list", "type_params"):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from inside(child, lines)

    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            body = range(function.body[0].lineno, function.body[-1].lineno + 1)
            defaults = [*function.args.defaults, *filter(None, function.args.kw_defaults)]
            for node in defaults:
                for changed in other_constants(node):
                    yield mutant(node, f"({ast.unparse(changed)})", body)
            for statement in function.body:
                if not isinstance(statement, ast.FunctionDef):
                    yield from inside(statement, body)


def reached() -> tuple[dict[str, dict[int, set[str]]], Counter[str]]:
    """Return by file and line the tests that reach it, and how many lines each test reaches."""
    from coverage import CoverageData

    data = CoverageData(str(COVERED))
    data.read()
    tests: dict[str, dict[int, set[str]]] = {}
    size: Counter[str] = Counter()
    for file in data.measured_files():
        tests[file] = defaultdict(set)
        for line, contexts in data.contexts_by_lineno(file).items():
            tests[file][line] = {context.partition("|")[0] for context in contexts if "::" in context}
            size.update(tests[file][line])
    return tests, size


def survives(mutant: Mutant, tests: list[str], tree: Path, seconds: float) -> str:
    """Return "killed", "survived", or "slow" where the tests do not end in time."""
    place = tree / mutant.file.relative_to(ROOT)
    place.write_text(mutant.source(), encoding="utf-8")
    chosen = tree / "chosen.txt"
    chosen.write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", f"@{chosen}"]
    environment = {**os.environ, "PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "slow"
    finally:
        shutil.copyfile(mutant.file, place)
    return "survived" if done.returncode == 0 else "killed"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folders", nargs="*", help="folders of prplot; all without")
    asked.add_argument("--cover", action="store_true", help="only find out which test reaches which line")
    asked.add_argument("--each", type=int, default=10, help="mutants of each folder")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--seconds", type=float, default=240, help="the longest time for one mutant")
    asked.add_argument("--jobs", type=int, default=2)
    options = asked.parse_args()
    if options.cover:
        cover = ["--cov=prplot", "--cov-context=test", "--cov-report="]
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", str(options.jobs), *cover, *CHOSEN], cwd=ROOT)
        return

    tests, size = reached()
    folders: dict[str, list[Mutant]] = defaultdict(list)
    for file in sorted((ROOT / "prplot").rglob("*.py")):
        folder = file.parent.relative_to(ROOT).as_posix()
        if not options.folders or any(f"{file.relative_to(ROOT)}/".startswith(name) for name in options.folders):
            folders[folder] += mutants(file)
    chosen = [
        (folder, mutant)
        for folder, every in folders.items()
        for mutant in random.Random(f"{options.seed} {folder}").sample(every, len(every))[: options.each]
    ]
    trees: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        for number in range(options.jobs):
            trees.put(Path(temporary, str(number)))
            shutil.copytree(ROOT, Path(temporary, str(number)), ignore=shutil.ignore_patterns(".*", "_build"))

        def judged(folder: str, mutant: Mutant) -> tuple[str, Mutant, str]:
            lines = tests.get(str(mutant.file), {})
            reaching = set().union(*(lines.get(line, ()) for line in mutant.lines))
            # Those that reach least first: they are the quickest, and meant.
            order = sorted(reaching, key=lambda test: (size[test], test))
            tree = trees.get()
            try:
                return folder, mutant, survives(mutant, order or AT_IMPORT, tree, options.seconds)
            finally:
                trees.put(tree)

        table: dict[str, Counter[str]] = defaultdict(Counter)
        for folder, mutant, what in pool.map(lambda one: judged(*one), chosen):
            table[folder][what] += 1
            if what != "killed":
                print(f"{what}: {mutant}", flush=True)
    for folder, counts in [*table.items(), ("all", sum(table.values(), Counter()))]:
        print(f"{folder:32} {counts['killed']:4} of {counts.total():4} killed, {counts['killed'] / counts.total():.0%}")


if __name__ == "__main__":
    main()
