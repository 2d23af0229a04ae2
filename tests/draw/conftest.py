from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

import prplot


@pytest.fixture
def ax() -> Axes:
    """Axes of a figure that pyplot knows nothing of."""
    figure = Figure(figsize=(5.2, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


@pytest.fixture
def new_axes() -> Callable[..., Axes]:
    """Makes further axes like those of `ax`, of any size."""

    def make(size: tuple[float, float] = (5.2, 4.4), layout: Any = "constrained") -> Axes:
        figure = Figure(figsize=size, layout=layout)
        FigureCanvasAgg(figure)
        return figure.add_subplot()

    return make


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


@pytest.fixture
def two(hard, other) -> dict[str, prplot.ConfusionPath]:
    return {"hard": hard, "other": other}


@pytest.fixture
def six() -> prplot.ConfusionPath:
    """Six ranked rows: positive, positive, negative, positive, negative, negative."""
    return prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1], name="six")


@pytest.fixture
def tied() -> prplot.ConfusionPath:
    """Five groups of equal scores, long steps in every space."""
    groups = {0.9: (3, 0), 0.7: (4, 2), 0.4: (3, 5), 0.3: (2, 9), 0.1: (1, 8)}
    scores = np.array(list(groups))
    fg, bg = np.transpose(list(groups.values()))
    return prplot.from_counts(scores, tp=np.cumsum(fg), fp=np.cumsum(bg))


@pytest.fixture
def sampled() -> Callable[..., prplot.ConfusionPath]:
    """Makes a sample of so many rows."""

    def make(seed: int, share: float = 0.3, n: int = 80, better: float = 1.0) -> prplot.ConfusionPath:
        rng = np.random.default_rng(seed)
        labels = np.arange(n) < share * n
        return prplot.from_labels(labels, rng.normal(size=n) + better * labels)

    return make


@pytest.fixture
def plain(ax) -> Axes:
    """Axes from 0 to 1 without anything on them."""
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.get_figure().canvas.draw()
    return ax


# What is read off figures.


@pytest.fixture
def entries() -> Callable[[Any], tuple[str, list[str]]]:
    """Header and entries of a legend."""

    def read(artists: Any) -> tuple[str, list[str]]:
        legend = artists.legend
        return legend.get_title().get_text(), [text.get_text() for text in legend.get_texts()]

    return read


@pytest.fixture
def table() -> Callable[[Any], list[tuple[str, ...]]]:
    """Rows of the legend, as texts."""

    def read(drawn: Any) -> list[tuple[str, ...]]:
        texts = [text.get_text() for text in drawn.legend.get_texts()]
        columns = drawn.legend._ncols
        return [tuple(texts[row :: len(texts) // columns]) for row in range(len(texts) // columns)]

    return read


@pytest.fixture
def minus() -> Callable[[str], str]:
    """A number with the sign that figures have."""
    return lambda text: text.replace("-", "\N{MINUS SIGN}")


@pytest.fixture
def on_screen() -> Callable[..., np.ndarray]:
    """Points closely along a drawn line, in pixels."""

    def along_line(line: Line2D, pieces: int = 3000) -> np.ndarray:
        x, y = line.axes.transData.transform(line.get_xydata()).T
        # Rates of 0 and 1 have no place on some scales.
        x, y = np.stack([x, y])[:, np.isfinite(x) & np.isfinite(y)]
        along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
        at = np.linspace(0, along[-1], pieces)
        return np.column_stack([np.interp(at, along, x), np.interp(at, along, y)])

    return along_line


@pytest.fixture
def covers() -> Callable[[Bbox, np.ndarray], bool]:
    """Whether a box lies over any of some points."""
    return lambda box, points: bool(((points > box.min) & (points < box.max)).all(axis=1).any())
