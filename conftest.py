"""For the tests and the examples of docstrings alike: no window opens, and no figure is left to the next."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

mpl.use("agg")


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
        # Figures are full of circles, so that looking for garbage takes a twentieth of the time.
        gc.set_threshold(100_000, 20, 50)
        gc.enable()


@pytest.fixture(autouse=True)
def _no_figure_stays_open() -> Iterator[None]:
    yield
    plt.close("all")


# Second names of modules, which pytest would put in the place of these.
collect_ignore = [f"prplot/{name}.py" for name in ("bounds", "explore", "style", "weights")]
