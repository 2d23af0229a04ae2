"""Unachievable regions: their edges, what is inside and what is not."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.path import Path

import prplot
from prplot import PR, PRG, ROC, draw
from prplot.spaces import NAMED, SPACES

flat_spaces = pytest.mark.parametrize(
    "kind", [kind for kind in SPACES if kind.name in ("pr", "prg", "roc")], ids=lambda kind: kind.name
)
each_space = pytest.mark.parametrize("kind", [kind for kind in SPACES if kind.pointwise], ids=lambda kind: kind.name)
PREVALENCES = (0.01, 0.2, 0.5, 0.9)


def within(drawn, x, y):
    """Whether (x, y) lies in any of the fills."""
    return any(Path(fill.get_xy()).contains_point((x, y)) for fill in drawn.fills)


# Hard labels: the edges of the space.


@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_the_edge_in_pr(prevalence, ax):
    drawn = draw.unachievable(PR(prevalence), ax=ax)
    (line,), (fill,) = drawn.lines, drawn.fills
    recall, precision = line.get_data()
    assert recall[[0, -1]].tolist() == [0, 1]
    np.testing.assert_allclose(precision, prevalence * recall / (1 - prevalence + prevalence * recall), atol=1e-12)
    assert fill.axes is line.axes is ax
    for r in (0.1, 0.5, 0.95):
        edge = prevalence * r / (1 - prevalence + prevalence * r)
        assert within(drawn, r, edge * 0.98)
        assert not within(drawn, r, edge * 1.02)
    # What the fill covers, against the integral of its edge.
    x, y = fill.get_xy()[:-1].T
    shoelace = abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2
    odds = prevalence / (1 - prevalence)
    assert shoelace == pytest.approx(1 - np.log1p(odds) / odds, abs=1e-4)


@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_nothing_is_out_of_reach_in_roc(prevalence, ax):
    drawn = draw.unachievable(ROC(prevalence), ax=ax)
    assert drawn.artists == ()


@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_the_edge_in_prg_lies_below_precision_gain_0(prevalence, ax):
    drawn = draw.unachievable(PRG(prevalence), ax=ax)
    (line,), (fill,) = drawn.lines, drawn.fills
    recall_gain, precision_gain = line.get_data()
    np.testing.assert_allclose(precision_gain, (recall_gain - 1) * (1 - prevalence) / prevalence, atol=1e-9)
    assert precision_gain.max() <= 1e-12
    assert fill.get_xy()[:, 1].max() <= 1e-12
    assert within(drawn, 0.9, -0.1 * (1 - prevalence) / prevalence - 0.05)
    assert not within(drawn, 0.9, -0.1 * (1 - prevalence) / prevalence + 0.02)


@each_space
def test_hard_labels_have_the_edges_of_the_space(kind, hard, ax):
    from_curve = draw.unachievable(hard.curve(kind.name), ax=ax)
    from_path = draw.unachievable(hard, space=kind.name, ax=ax)
    from_space = draw.unachievable(kind(hard.prevalence), ax=ax)
    for one in (from_curve, from_path):
        assert len(one.fills) == len(from_space.fills)
        for mine, theirs in zip(one.lines, from_space.lines, strict=True):
            np.testing.assert_array_equal(mine.get_data(), theirs.get_data())


# Soft labels: both edges are rankings.


@flat_spaces
def test_the_edges_of_soft_labels_are_the_worst_and_the_best_ranking(kind, soft, ax):
    lower, upper = draw.unachievable(soft, space=kind.name, ax=ax).lines
    for line, ranking in ((lower, soft.worst()), (upper, soft.best())):
        curve = ranking.curve(kind.name)
        x, y = line.get_data()
        assert x.max() == pytest.approx(1)
        assert x.min() <= 0
        np.testing.assert_allclose(y, curve.at(x), atol=1e-9)
        between = np.linspace(0, 1, 500)
        np.testing.assert_allclose(np.interp(between, x, y), curve.at(between), atol=2e-4)


@each_space
def test_every_ranking_and_mixture_lies_between_the_edges(kind, soft, ax):
    drawn = draw.unachievable(soft, space=kind.name, ax=ax)
    assert len(drawn.fills) == 2
    rng = np.random.default_rng(11)
    rows = soft.sample
    rates = []
    for _ in range(25):
        path = prplot.from_weights(rng.integers(0, 40, len(rows)), fg=rows.fg, bg=rows.bg)
        rates.append(np.column_stack([path.fp / path.negatives, path.tp / path.positives]))
    vertices = np.concatenate(rates)
    mixtures = rng.dirichlet(np.full(6, 0.5), 800)
    mixed = np.einsum("km,kmd->kd", mixtures, vertices[rng.integers(0, len(vertices), mixtures.shape)])
    own = np.column_stack([soft.fp / soft.negatives, soft.tp / soft.positives])
    points = np.concatenate([vertices, mixed, own])
    points = points[(points > 0.02).all(axis=1) & (points < 0.98).all(axis=1)]
    assert len(points) > 800
    inside = [within(drawn, float(x), float(y)) for x, y in zip(*kind(soft.prevalence).forward(*points.T), strict=True)]
    assert not any(inside)


@flat_spaces
def test_what_lies_beyond_the_edges_is_filled(kind, soft, ax):
    drawn = draw.unachievable(soft, space=kind.name, ax=ax)
    worst, best = soft.worst().curve(kind.name), soft.best().curve(kind.name)
    for x in (0.2, 0.5, 0.8):
        assert within(drawn, x, best.at(x) + 0.02)
        assert not within(drawn, x, best.at(x) - 0.02)
        assert within(drawn, x, worst.at(x) - 0.02)
        assert not within(drawn, x, worst.at(x) + 0.02)


def test_many_soft_rows_are_drawn_through_few_points_close_to_the_edge(ax):
    rng = np.random.default_rng(2)
    path = prplot.from_weights(rng.normal(size=60_000), fg=rng.beta(0.5, 2, 60_000))
    lower, upper = draw.unachievable(path, ax=ax).lines
    ax.figure.canvas.draw()
    pixel = 1 / ax.bbox.width
    x = np.linspace(0, 1, 400)
    for line, ranking in ((lower, path.worst()), (upper, path.best())):
        assert len(line.get_xdata()) < 30_000
        np.testing.assert_allclose(np.interp(x, *line.get_data()), ranking.pr().at(x), atol=pixel / 4)


# At any zoom and on any scale.


def covered(figure):
    """How much of each column of pixels is black, in pixels."""
    figure.canvas.draw()
    return (1 - np.asarray(figure.canvas.buffer_rgba())[..., :3].mean(axis=2) / 255).sum(axis=0)


@pytest.mark.parametrize("zoom", [20, 1000, 100_000])
@flat_spaces
def test_fill_and_edge_agree_with_the_worst_and_best_ranking_at_any_zoom(kind, zoom, soft):
    for which in (0, 1):
        figure = Figure(figsize=(4, 4), dpi=100)
        FigureCanvasAgg(figure)
        ax = figure.add_axes((0, 0, 1, 1))
        drawn = draw.unachievable(soft, space=kind.name, fc="black", ax=ax)
        fill, line, ranking = drawn.fills[which], drawn.lines[which], (soft.worst(), soft.best())[which]
        curve = ranking.curve(kind.name)
        low, high = (np.array([0.43, float(curve.at(0.43))]) + side * 0.5 / zoom for side in (-1, 1))
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        ax.set_axis_off()
        for artist in drawn.artists:
            artist.set_visible(artist is fill)
        black = covered(figure)
        line.set_visible(True)
        figure.canvas.draw()
        x = low[0] + (np.arange(400) + 0.5) / 400 * (high[0] - low[0])
        true, edge = ((y - low[1]) / (high[1] - low[1]) * 400 for y in (curve.at(x), np.interp(x, *line.get_data())))
        inside = (np.minimum(true, edge) > 2) & (np.maximum(true, edge) < 398)
        assert inside.sum() > 100
        reached = black if which == 0 else 400 - black
        assert np.abs(reached - true)[inside].max() < 0.25
        assert np.abs(edge - true)[inside].max() < 0.25


@pytest.mark.parametrize("scales", [("log", "linear"), ("log", "log"), ("linear", "log")])
@flat_spaces
def test_fill_and_edge_agree_on_logarithmic_axes(kind, scales, soft, ax):
    drawn = draw.unachievable(soft, space=kind.name, ax=ax)
    ax.set(xscale=scales[0], yscale=scales[1], xlim=(0.01, 1), ylim=(0.01, 1))
    ax.figure.canvas.draw()
    for line, fill, ranking in zip(drawn.lines, drawn.fills, (soft.worst(), soft.best()), strict=True):
        curve = ranking.curve(kind.name)
        seen = [ax.transData.transform(np.column_stack(c)) for c in (line.get_data(), fill.get_xy().T)]
        x = np.geomspace(0.012, 0.99, 60)
        y = curve.at(x)
        x, y = x[y > 0.012], y[y > 0.012]
        for place in ax.transData.transform(np.column_stack([x, y])):
            for points in seen:
                assert away(place, points) < 0.25


def away(place, points):
    """Distance of a place from a polyline."""
    points = points[np.isfinite(points).all(axis=1)]
    start, move = points[:-1], np.diff(points, axis=0)
    size = np.maximum((move**2).sum(axis=1), 1e-300)
    part = np.clip(((place - start) * move).sum(axis=1) / size, 0, 1)
    return float(np.hypot(*(start + part[:, None] * move - place).T).min())


# Style and errors.


def test_keywords_and_edge(ax):
    drawn = draw.unachievable(PR(0.2), fc="tab:red", alpha=0.3, edge={"c": "k", "lw": 2}, ax=ax)
    (fill,), (line,) = drawn.fills, drawn.lines
    assert fill.get_facecolor()[:2] == pytest.approx((0.84, 0.15), abs=0.01)
    assert fill.get_alpha() == 0.3
    assert (line.get_color(), line.get_linewidth()) == ("k", 2)
    bare = draw.unachievable(PR(0.2), edge=False, ax=ax)
    assert bare.lines == ()
    assert len(bare.fills) == 1


@pytest.mark.parametrize(
    ("thing", "options", "error", "text"),
    [
        ("pr", {}, prplot.PrplotTypeError, "got str 'pr'."),
        (None, {}, prplot.PrplotTypeError, "got NoneType None."),
        (
            prplot.from_labels([1, 0], [1, 0]),
            {"space": "cube"},
            prplot.PrplotValueError,
            f"space must be one of {', '.join(repr(kind.name) for kind in NAMED)}; got 'cube'.",
        ),
        (PR(0.2), {"edge": "red"}, prplot.PrplotTypeError, "edge must be a dict"),
    ],
)
def test_wrong_input(thing, options, error, text, ax):
    with pytest.raises(error, match=re.escape(text)):
        draw.unachievable(thing, ax=ax, **options)
    assert not ax.patches


def filled(ax, x, y):
    """Return which points of data are under a fill that is seen."""
    shown = [patch for patch in ax.patches if patch.get_visible() and to_rgba(patch.get_facecolor())[3] > 0]
    points = np.column_stack([x, y])
    return np.any([patch.get_path().contains_points(points) for patch in shown] or [np.zeros(len(x), bool)], axis=0)


@pytest.mark.parametrize("order", [(0.5, 0.01), (0.01, 0.5), (0.05, 0.3, 0.01)])
@pytest.mark.parametrize("together", [True, False])
def test_only_what_no_prevalence_reaches_is_filled(order, together, hard, ax):
    """Precision at a recall r is at least π r / (1 - π + π r), with all background above the threshold."""
    rng = np.random.default_rng(8)
    curves = [hard.pr(prevalence=prevalence) for prevalence in order]
    for some in [curves] if together else [[curve] for curve in curves]:
        prplot.plot(some, ax=ax)
    ax.figure.canvas.draw()
    recall, precision = rng.random((2, 4000))
    precision[::2] = np.maximum(precision[::2] ** 6, 1e-5)
    least = min(order) * recall / (1 - min(order) + min(order) * recall)
    clear = np.abs(precision - least) > 1e-4
    assert np.count_nonzero(precision < least) > 5
    np.testing.assert_array_equal(filled(ax, recall, precision)[clear], (precision < least)[clear])
    edges = [line for line in ax.lines if line.get_label() == "_edge"]
    assert len(edges) == len(order)


@flat_spaces
@pytest.mark.parametrize("order", [(0, 1), (1, 0), (0, 1, 2), (2, 0)])
def test_of_soft_and_hard_labels_only_what_none_of_them_reaches_is_filled(kind, order, soft, hard, ax):
    rng = np.random.default_rng(9)
    other = prplot.from_weights(rng.normal(size=40), fg=rng.beta(0.5, 3, size=40))
    paths = [(soft, other, hard)[k] for k in order]
    for path in paths:
        prplot.plot(path, kind.name, ax=ax)
    ax.figure.canvas.draw()
    x, y = rng.random((2, 3000))
    beyond, clear = np.ones((2, len(x)), dtype=bool)
    for side in ("best", "worst"):
        beyond_side = np.ones(len(x), dtype=bool)
        for path in paths:
            if path.soft:
                edge = getattr(path.curve(kind.name), side)().at(x)
                beyond_side &= (y > edge) if side == "best" else (y < edge)
                clear &= np.abs(y - edge) > 2e-3
            else:
                fpr = kind.for_path(path).inverse(x, y)[0]
                beyond_side &= (fpr > 1) & (side == "worst")
                clear &= np.abs(fpr - 1) > 1e-2
        beyond = beyond_side if side == "best" else beyond | beyond_side
    assert clear.sum() > 1000
    np.testing.assert_array_equal(filled(ax, x, y)[clear], beyond[clear])
