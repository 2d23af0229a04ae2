from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import prplot


@pytest.fixture
def ax() -> Axes:
    """Axes of a figure that pyplot knows nothing of."""
    figure = Figure(figsize=(5.2, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


@pytest.fixture
def pixels() -> Callable[[Figure], np.ndarray]:
    """What a figure looks like: compare figures with figures."""

    def render(figure: Figure) -> np.ndarray:
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        return np.asarray(canvas.buffer_rgba()).copy()

    return render


@pytest.fixture
def hard() -> prplot.ConfusionPath:
    rng = np.random.default_rng(3)
    labels = rng.random(150) < 0.25
    return prplot.from_labels(labels, rng.normal(size=150) + 1.3 * labels, name="hard")


@pytest.fixture
def other() -> prplot.ConfusionPath:
    """Another classifier of the sample of `hard`."""
    rng = np.random.default_rng(3)
    labels = rng.random(150) < 0.25
    return prplot.from_labels(labels, np.random.default_rng(4).normal(size=150) + 0.6 * labels, name="other")


@pytest.fixture
def soft() -> prplot.ConfusionPath:
    rng = np.random.default_rng(5)
    fg = rng.beta(0.5, 1.5, 60) * 0.9 + 0.05
    return prplot.from_weights(fg + rng.normal(scale=0.3, size=60), fg=fg, bg=rng.uniform(0.2, 2, 60), name="soft")
