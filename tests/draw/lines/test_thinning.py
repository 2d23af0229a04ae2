"""Which vertices of long lines are drawn: the line through them is that through all."""

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import prplot
from prplot.arithmetic.refinement import Sight
from prplot.draw.lines.thinning import kept_rows
from prplot.interpolations import INTERPOLATIONS

BARE = dict.fromkeys(["unachievable", "iso_f", "chance", "always_positive", "legend"], False)
KINDS = [("pr", rule.name) for rule in INTERPOLATIONS] + [("roc", None), ("prg", None), ("croc", None)]
ROWS = 6000


def shapes():
    """Return paths of many vertices and all kinds of stretches, by name."""
    rng = np.random.default_rng(4)
    falling = np.arange(ROWS, 0, -1)
    few, half = rng.random(ROWS) < 0.02, rng.random(ROWS) < 0.5
    bursts = np.repeat(np.arange(ROWS // 50) % 2 == 0, rng.geometric(1 / 50, ROWS // 50))
    teeth = np.repeat(np.arange(1, 60), 2 * (60 // np.arange(1, 60)))
    late = np.array([1311, 25, 61, 2, 1268, 5, 301, 8, 318, 83, 208, 65, 218, 32, 240])
    turning = rng.random(ROWS) < np.repeat([0.95, 0.001, 0.4], ROWS // 3)
    share = 1 / (1 + np.exp(-3 * np.sort(rng.normal(size=ROWS))[::-1]))
    fg, bg = 10 ** rng.uniform(-9, 3, (2, ROWS))
    return {
        "good": prplot.from_labels(half, rng.normal(size=ROWS) + 2 * half),
        "rare": prplot.from_labels(few, rng.normal(size=ROWS) + 2 * few),
        "worst first": prplot.from_labels(half, rng.normal(size=ROWS) - 2 * half),
        "bursts": prplot.from_labels(bursts, -np.arange(len(bursts))),
        "late": prplot.from_labels(np.repeat(np.arange(15) % 2 == 0, late), -np.arange(late.sum())),
        "teeth": prplot.from_labels(np.repeat(np.arange(len(teeth)) % 2 == 0, teeth), -np.arange(teeth.sum())),
        "turning": prplot.from_labels(turning, falling),
        "shares": prplot.from_weights(falling, fg=share),
        "uneven": prplot.from_weights(rng.normal(size=ROWS) + 2 * half, fg=fg * half + 1e-12, bg=bg * ~half),
        "in runs": prplot.from_labels(np.repeat(few, 5), rng.normal(size=5 * ROWS) + 2 * np.repeat(few, 5)),
    }


@pytest.fixture(scope="module")
def paths():
    return shapes()


def away(line, x, y):
    """Return how far, in pixels, points in view are at most from a line, and how many are in view."""
    ax = line.axes
    points, corners = (ax.transData.transform(np.column_stack(pair)) for pair in ((x, y), line.get_data()))
    corners = corners[np.isfinite(corners).all(axis=1)]
    points = points[((points >= ax.bbox.min) & (points <= ax.bbox.max)).all(axis=1)]
    points = points[np.argsort(points[:, 0])][:: max(1, len(points) // 1500)]
    start, move = corners[:-1], np.diff(corners, axis=0)
    ends = np.sort([corners[:-1, 0], corners[1:, 0]], axis=0)
    size = np.maximum(np.sum(move**2, axis=1), 1e-300)
    worst = 0.0
    for some in np.array_split(points, max(1, len(points) // 30)) if len(points) else ():
        near = (ends[1] > some[:1, 0] - 1) & (ends[0] < some[-1:, 0] + 1)
        part = np.clip(np.sum((some[:, None] - start[near]) * move[near], axis=2) / size[near], 0, 1)
        off = some[:, None] - start[near] - part[..., None] * move[near]
        worst = max(worst, float(np.sqrt(np.min(np.sum(off**2, axis=2), axis=1, initial=1e9)).max(initial=0)))
    return worst, len(points)


# Every shape in every kind of curve whole, and in one of the other views in turn.
VIEWS = [
    (shape, *kind, view)
    for i, shape in enumerate(shapes())
    for k, kind in enumerate(KINDS)
    for view in ("whole", ("a part", "log")[(i + k) % 2])
]


@pytest.mark.few(24)
@pytest.mark.parametrize(("shape", "space", "rule", "view"), VIEWS)
def test_the_line_drawn_is_that_through_all_vertices(paths, shape, space, rule, view):
    path = paths[shape]
    if rule is not None and rule.startswith("discrete") and path.soft:
        with pytest.raises(prplot.PrplotValueError):
            path.pr(rule)
        return
    curve = path.curve(space, interpolation=rule)
    figure = Figure(figsize=(5.2, 4.4), dpi=200)
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    (line,) = curve.plot(ax, **BARE).lines
    x, y, _ = curve.trace(1e-5)
    inside = np.flatnonzero((x >= 0.001) & (x <= 1))
    ax.set(xlim=(0, 1), ylim=(min(y[inside].min(), 0), 1))
    if view == "a part":
        at = inside[len(inside) // 3]
        ax.set(xlim=(x[at] - 0.02, x[at] + 0.02), ylim=(y[at] - 0.03, y[at] + 0.03))
    elif view == "log":
        ax.set(xscale="log", xlim=(1e-3, 1))
    figure.canvas.draw()
    low, high = ax.get_xlim()
    between = np.linspace(low, high, 902)[1:-1]
    found = [away(line, x, y), away(line, between, curve.at(between))]
    assert sum(count for _, count in found) > 20
    # What thinning and chords may take, in quarters of a point.
    assert max(off for off, _ in found) < (0.08 + 0.04) * 200 / 72 / 4
    if view == "whole":
        assert len(line.get_xdata()) < 2.5 * len(curve.x)


def test_a_smooth_line_needs_few_vertices():
    """However many rows there are: beside a million vertices, a curve of a thousand."""
    rng = np.random.default_rng(2)
    labels = rng.random(10**6) < 0.5
    path = prplot.from_labels(labels, rng.normal(size=10**6) + 1.5 * labels)
    for space in ("pr", "roc", "prg", "croc"):
        plotted = path.curve(space).plot()
        plotted.figure.canvas.draw()
        assert len(plotted.lines[0].get_xdata()) < 10_000


def test_kept_rows_are_the_extremes_of_columns():
    rng = np.random.default_rng(2)
    x, y = np.sort(rng.random(5000)), rng.random(5000)
    edges = np.linspace(0.2, 0.6, 21)
    kept = kept_rows(x, y, Sight(0.01, low=np.array([0.2, -np.inf]), high=np.array([0.6, np.inf])))
    column = np.searchsorted(edges, x, side="right")
    wanted = set()
    for which in range(22):
        rows = np.flatnonzero(column == which)
        wanted |= {rows[0], rows[-1], rows[np.argmin(y[rows])], rows[np.argmax(y[rows])]}
    assert kept.tolist() == sorted(wanted)


def test_kept_rows_of_vertices_without_a_place():
    x, y = np.array([-np.inf, -np.inf, 0.1, 0.2, 0.3]), np.array([np.nan, -np.inf, 0.5, 0.4, 0.3])
    assert {0, 4} <= set(kept_rows(x, y, Sight(0.25)).tolist())
