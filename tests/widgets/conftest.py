from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot

mpl.use("agg")


@pytest.fixture(autouse=True)
def _no_figure_stays_open():
    plt.close("all")
    yield
    plt.close("all")


@pytest.fixture
def soft() -> prplot.ConfusionPath:
    rng = np.random.default_rng(5)
    fg = rng.beta(0.5, 1.5, 60) * 0.9 + 0.05
    return prplot.from_weights(fg + rng.normal(scale=0.3, size=60), fg=fg, name="soft")


@pytest.fixture
def hard() -> prplot.ConfusionPath:
    rng = np.random.default_rng(3)
    labels = rng.random(80) < 0.3
    return prplot.from_labels(labels, rng.normal(size=80) + 1.3 * labels, name="hard")


@pytest.fixture
def counts() -> prplot.ConfusionPath:
    return prplot.from_counts([3, 2, 1], [3, 5, 6], [1, 4, 20], name="counts")
