"""Time to draw a curve and the size of its files, beside scikit-learn's display of the same data.

Prints ratios; absolute times mean little. Asserts that the line drawn is the line of all vertices:
how far, in pixels, the thinned line is from the full one.
"""

from __future__ import annotations

import io
import sys
import time

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from sklearn.metrics import PrecisionRecallDisplay

import prplot
from prplot.draw.lines.retraced import CurveLine

SIZES = (10**5, 10**6, 10**7)
ENDINGS = ("png", "pdf", "svg")
LOOKED_AT = 20_000


def figure_of(draw) -> Figure:
    figure = Figure(figsize=(5.2, 4.4))
    FigureCanvasAgg(figure)
    draw(figure.add_subplot())
    return figure


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def saved(figure: Figure, ending: str) -> tuple[float, int]:
    file = io.BytesIO()
    taken, _ = timed(lambda: figure.savefig(file, format=ending, dpi=100))
    return taken, len(file.getvalue())


def thinned_to_full(figure: Figure) -> float:
    """Return the largest distance, in pixels, from vertices of the curve to the line that is drawn."""
    figure.canvas.draw()
    (line,) = [line for line in figure.axes[0].lines if isinstance(line, CurveLine)]
    rows = np.random.default_rng(0).permutation(len(line.curve.x))[:LOOKED_AT]
    points = line.axes.transData.transform(np.column_stack([line.curve.x[rows], line.curve.y[rows]]))
    corners = line.axes.transData.transform(line.get_xydata())
    worst = 0.0
    for point in points:
        first, last = np.searchsorted(corners[:, 0], [point[0] - 1, point[0] + 1])
        near = slice(max(first - 1, 0), last + 1)
        start, stop = corners[near][:-1], corners[near][1:]
        move = stop - start
        part = np.clip(np.sum((point - start) * move, axis=1) / np.maximum(np.sum(move**2, axis=1), 1e-30), 0, 1)
        worst = max(worst, float(np.hypot(*(point - start - part[:, None] * move).T).min()))
    return worst


def compare(rows: int) -> None:
    rng = np.random.default_rng(rows)
    labels = rng.random(rows) < 0.1
    scores = rng.normal(size=rows) + 1.2 * labels
    ours, mine = timed(lambda: figure_of(lambda ax: prplot.from_labels(labels, scores).pr().plot(ax)))
    theirs, other = timed(lambda: figure_of(lambda ax: PrecisionRecallDisplay.from_predictions(labels, scores, ax=ax)))
    print(f"{rows:>10,} rows: from labels to a figure {ours / theirs:.2f} x scikit-learn")
    for ending in ENDINGS:
        (time_mine, size_mine), (time_other, size_other) = saved(mine, ending), saved(other, ending)
        drawing, everything = time_mine / time_other, (ours + time_mine) / (theirs + time_other)
        print(
            f"{'':>16} {ending}: drawing {drawing:.2f} x, all {everything:.2f} x; "
            f"{size_mine / 1000:.0f} kB and {size_other / 1000:.0f} kB"
        )
    away = thinned_to_full(mine)
    print(f"{'':>16} vertices are at most {away:.3f} px from the line drawn")
    assert away < 0.25


if __name__ == "__main__":
    mpl.use("agg")
    for ending in ENDINGS:
        saved(figure_of(lambda ax: ax.plot([0, 1])), ending)  # loads the backends
    for size in [int(float(arg)) for arg in sys.argv[1:]] or SIZES:
        compare(size)
