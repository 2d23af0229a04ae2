"""Differences of a comparison, drawn: what labels say stays readable."""

from __future__ import annotations

import io
from contextlib import nullcontext
from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pytest

import prplot


@pytest.mark.parametrize("look", ["usual", "talk", "slides", "plos"])
@pytest.mark.filterwarnings("ignore:none of Arial")
def test_labels_of_ticks_are_apart(look):
    large = {"font.size": 18.0, "axes.labelsize": 18.0, "xtick.labelsize": 16.5, "ytick.labelsize": 16.5}
    rng = np.random.default_rng(0)
    labels = rng.random(3000) < 0.3
    names = ["Random forest of many trees", "Gradient boosted trees of depth 3", "Logistic regression"]
    paths = {name: prplot.from_labels(labels, rng.normal(size=3000) + 3 * labels) for name in names}
    with {"usual": nullcontext(), "talk": mpl.rc_context(large)}.get(look) or prplot.style.paper(look):
        drawn = prplot.compare(paths).plot()
    drawn.figure.savefig(io.BytesIO(), dpi=drawn.figure.dpi)
    for axis, low, high in ((drawn.ax.xaxis, "x0", "x1"), (drawn.ax.yaxis, "y0", "y1")):
        seen = np.sort(axis.get_view_interval())
        ticks = [tick for tick in axis.get_major_ticks() if seen[0] <= tick.get_loc() <= seen[1]]
        boxes = sorted((tick.label1.get_window_extent() for tick in ticks), key=lambda box: getattr(box, low))
        assert len(boxes) > 1
        assert all(getattr(a, high) + 3 < getattr(b, low) for a, b in pairwise(boxes))
