"""The line of a curve in the colours of its thresholds: colours, geometry and picking."""

from __future__ import annotations

from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backend_bases import MouseEvent
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import prplot
from prplot.draw.parts.threshold_colors import threshold_colors
from prplot.spaces import SPACES

every_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)
each_space = pytest.mark.parametrize("kind", [kind for kind in SPACES if kind.pointwise], ids=lambda kind: kind.name)
LEVEL = 3 / 256


def canvas(ax):
    canvas = FigureCanvasAgg(ax.get_figure())
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3] / 255


def color_at(image, ax, x, y):
    column, row = ax.transData.transform((x, y))
    return image[image.shape[0] - 1 - int(row), int(column)]


# Colours and geometry.


@each_space
@pytest.mark.parametrize("log", [False, True])
def test_every_step_has_the_colour_of_the_score_that_it_adds(kind, log, tied, ax):
    """Seen in the picture, at the middle of every step in (FP, TP)."""
    if log:
        ax.set(xscale="log", yscale="log", xlim=(0.02, 1.05), ylim=(0.02, 1.05 * kind(tied.prevalence).top))
    curve = tied.curve(kind.name)
    threshold_colors(curve, cmap="viridis", ax=ax, lw=7)
    image, space = canvas(ax), kind(tied.prevalence)
    seen = 0
    for row in range(1, len(tied)):
        fpr = (tied.fp[row - 1] + tied.fp[row]) / 2 / tied.negatives
        tpr = (tied.tp[row - 1] + tied.tp[row]) / 2 / tied.positives
        place = [float(c) for c in space.forward(fpr, tpr)]
        ends = space.forward(tied.fp[row - 1 : row + 1] / tied.negatives, tied.tp[row - 1 : row + 1] / tied.positives)
        with np.errstate(divide="ignore", invalid="ignore"):
            length = np.hypot(*np.subtract(*ax.transData.transform(np.transpose(ends))))
        out_of_view = not ax.bbox.count_contains([ax.transData.transform(place)])
        # What is shorter than the line is wide has no colour of its own.
        if out_of_view or length < 12:
            continue
        expected = mpl.colormaps["viridis"]((tied.thresholds[row] - 0.1) / 0.8)[:3]
        np.testing.assert_allclose(color_at(image, ax, *place), expected, atol=2 * LEVEL)
        seen += 1
    # The first step and the last one end off axes that have no place for 0 and 1.
    assert seen >= (3 if kind.scale == "linear" else 2)


def test_in_cost_space_every_piece_has_the_colour_of_the_best_threshold(tied, ax):
    curve = tied.cost()
    threshold_colors(curve, cmap="viridis", ax=ax, lw=7)
    image = canvas(ax)
    seen = set()
    for x in np.linspace(0.03, 0.97, 48):
        costs = (1 - tied.tp / tied.positives) * x + tied.fp / tied.negatives * (1 - x)
        first, second = np.argsort(costs)[:2]
        if costs[second] - costs[first] < 0.03:
            continue
        share = np.clip((tied.thresholds[first] - 0.1) / 0.8, 0, 1)
        expected = mpl.colormaps["viridis"](share)[:3]
        np.testing.assert_allclose(color_at(image, ax, x, costs[first] + 1e-9), expected, atol=2 * LEVEL)
        seen.add(int(first))
    assert len(seen) >= 3


@every_space
@pytest.mark.parametrize("interpolated", ["continuous", "step", "linear", "max-interpolated", "discrete-tp"])
def test_the_line_runs_where_the_plain_one_runs(kind, interpolated, hard, pixels):
    if not kind.interpolated and interpolated != "continuous":
        return
    curve = hard.curve(kind.name, interpolation=interpolated)
    images = []
    for plain in (True, False):
        figure = Figure(figsize=(4, 4))
        ax = figure.add_subplot()
        look = {"lw": 5, "solid_joinstyle": "round", "solid_capstyle": "butt"}
        if plain:
            curve.plot(ax=ax, legend=False, line={"color": "black", **look})
        else:
            curve.plot(ax=ax, legend=False, line=False)
            black = mpl.colors.ListedColormap([(0, 0, k / 1e6) for k in range(256)])
            threshold_colors(curve, cmap=black, colorbar=False, ax=ax, lw=5)
        images.append(pixels(figure)[..., :3].astype(float))
    # Edges are painted twice, by which they are a little darker, nothing else.
    assert np.abs(images[0] - images[1]).max() < 110
    assert np.mean(np.abs(images[0] - images[1]) > 40) < 5e-3


def test_there_are_no_seams_between_colours(ax):
    """A straight line of 200 scores is as thick everywhere as at any other place."""
    path = prplot.from_counts(np.arange(200, 0, -1.0), tp=np.arange(1.0, 201), fp=np.arange(1.0, 201))
    threshold_colors(path.roc(), ax=ax, colorbar=False, lw=4)
    image = canvas(ax)
    x = np.linspace(0.05, 0.95, 900)
    for t in x:
        assert color_at(image, ax, t, t).max() < 0.9
        assert np.abs(color_at(image, ax, t, t) - to_rgb(ax.lines[-1].color_at(t * -200 + 200))).max() < 0.06


@pytest.mark.parametrize("kind", [k for k in SPACES if k.name in ("pr", "roc")], ids=lambda kind: kind.name)
def test_a_large_sample_is_drawn_through_few_points_and_keeps_its_colours(kind, ax):
    rng = np.random.default_rng(1)
    labels = rng.random(200_000) < 0.01
    path = prplot.from_labels(labels, rng.normal(size=200_000) + 5 * labels)
    drawn = threshold_colors(path.curve(kind.name), cmap="viridis", ax=ax)
    drawn.figure.canvas.draw()
    assert len(drawn.line._pieces) <= 256
    assert sum(map(len, drawn.line._pieces)) < 40_000
    # The beginning of ROC is one column of pixels, with thousands of scores of many colours.
    low, high = path.thresholds[-1], path.thresholds[1]
    levels = np.minimum(np.floor((path.thresholds[1:] - low) / (high - low) * 256), 255)
    for piece, level in zip(drawn.line._pieces, drawn.line._ends[1], strict=True):
        rows = np.flatnonzero(levels == level) + 1
        x, y = (c[np.concatenate([rows[:1] - 1, rows])] for c in path.curve(kind.name).vertices)
        np.testing.assert_allclose(piece[[0, -1]], [(x[0], y[0]), (x[-1], y[-1])], atol=1e-12)


@pytest.mark.parametrize("space", ["pr", "roc"])
def test_zooming_traces_anew(space, ax):
    rng = np.random.default_rng(1)
    labels = rng.random(60_000) < 0.5
    path = prplot.from_labels(labels, rng.normal(size=60_000) + labels)
    line = threshold_colors(path.curve(space), ax=ax).line
    line.figure.canvas.draw()
    curve, look = path.curve(space), np.linspace(0.5, 0.51, 402)[1:-1]
    seen = [np.interp(look, *line.get_data())]
    height = float(curve.at(0.505))
    ax.set(xlim=(0.5, 0.51), ylim=(height - 5e-3, height + 5e-3))
    line.figure.canvas.draw()
    x, y = line.get_data()
    seen.append(np.interp(look, x, y))
    # In thousandths of the view, where that has about 400 pixels.
    off = [np.abs(curve.at(look) - heights).max() / 1e-5 for heights in seen]
    assert off[1] < 1 < off[0]
    assert np.concatenate([piece[1:] for piece in line._pieces]).shape == (len(x) - 1, 2)
    assert all((one[-1] == two[0]).all() for one, two in pairwise(line._pieces))
    assert np.isfinite(y).all()


# With what else is on the axes.


def test_vertices_can_be_picked(hard, ax):
    line = threshold_colors(hard.roc(), ax=ax).line
    line.figure.canvas.draw()
    row = 40
    x, y = ax.transData.transform((hard.roc().x[row], hard.roc().y[row]))
    hit, found = line.contains(MouseEvent("motion_notify_event", line.figure.canvas, x, y))
    assert hit
    assert hard.thresholds[row] in found["threshold"]


def test_a_hidden_line_is_not_drawn(hard, pixels):
    figure = Figure(figsize=(3, 3))
    ax = figure.add_subplot()
    line = threshold_colors(hard.roc(), colorbar=False, ax=ax).line
    with_line = pixels(figure)
    line.set_visible(False)
    without = pixels(figure)
    assert (with_line != without).any()
    assert (without[..., 0] == without[..., 2]).all()
