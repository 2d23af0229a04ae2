"""For the tests and the examples of docstrings alike: no window opens, and no figure is left to the next."""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Iterator

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

mpl.use("agg")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options with which a few cases stand for all, and some tests of a file for the others."""
    parser.addoption(
        "--cases", type=int, metavar="N", help="run at most N cases of each test, evenly spread; -1: the last"
    )
    parser.addoption("--every-case", action="store_true", help="run every case of the tests that are marked few")
    parser.addoption("--one-in", type=int, default=1, metavar="N", help="run the first of every N tests of a file")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """No garbage is looked for in all that is there before the first test, neither while it is made nor later."""
    del session
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave so many cases of each parametrized test, the first, the last, and others in between; and so many tests."""
    most, one_in, whole = (config.getoption(name) for name in ("cases", "one_in", "every_case"))
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        tests[item.nodeid.partition("[")[0]].append(item)
    kept: set[pytest.Item] = set()
    seen: Counter[str] = Counter()
    for name, cases in tests.items():
        file = name.partition("::")[0]
        seen[file] += 1
        if seen[file] % one_in == 1 % one_in:
            marked = None if whole else cases[0].get_closest_marker("few")
            few = min(len(cases), marked.args[0] if marked else len(cases), most or len(cases))
            places = np.linspace(0, len(cases) - 1, few).round().astype(int) if few > 0 else [few]
            kept.update(cases[place] for place in places)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


@pytest.fixture(autouse=True)
def _no_figure_stays_open() -> Iterator[None]:
    yield
    plt.close("all")
