from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

import prplot


@pytest.fixture
def resampled() -> Callable[[prplot.ConfusionPath, int], prplot.ConfusionPath]:
    """Another sample, of another prevalence."""

    def make(path: prplot.ConfusionPath, seed: int) -> prplot.ConfusionPath:
        rng = np.random.default_rng(seed)
        labels = rng.random(120) < 0.5
        return prplot.from_labels(labels, rng.normal(size=120) + labels, name=f"{path.name} {seed}")

    return make


@pytest.fixture
def well_laid_out() -> Callable[[Figure], bool]:
    """Whether nothing is cut, no two axes with their texts overlap, nor the legend with one."""

    def look(figure: Figure) -> bool:
        figure.draw_without_rendering()
        drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
        inside = drawn.x0 > -0.01 and drawn.y0 > -0.01 and drawn.x1 < width + 0.01 and drawn.y1 < height + 0.01
        boxes = [ax.get_tightbbox() for ax in figure.axes] + [legend.get_window_extent() for legend in figure.legends]
        apart = [
            one.x1 < other.x0 + 1 or other.x1 < one.x0 + 1 or one.y1 < other.y0 + 1 or other.y1 < one.y0 + 1
            for one, other in combinations(boxes, 2)
        ]
        return inside and all(apart)

    return look
