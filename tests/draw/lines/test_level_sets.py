"""Level sets: bent ones against closed forms and contours, and how levels are written."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot import PR, ROC, draw
from prplot.draw.text.edge_text import written
from prplot.metrics import Nonlinear
from prplot.spaces import SPACES

POINTWISE = [kind for kind in SPACES if kind.pointwise]
each_space = pytest.mark.parametrize("kind", POINTWISE, ids=lambda kind: kind.name)
each_prevalence = pytest.mark.parametrize("prevalence", [0.5, 0.1, 0.01])
LEVELS = {
    "mcc": [-0.6, -0.2, 0.0, 0.1, 0.3, 0.6, 0.9, 0.97],
    "markedness": [-0.6, -0.2, 0.0, 0.1, 0.3, 0.6, 0.9, 0.97],
    "g_mean": [0.05, 0.3, 0.6, 0.9, 0.97],
    "fowlkes_mallows": [0.05, 0.3, 0.6, 0.9, 0.97],
}
each_bent = pytest.mark.parametrize("name", LEVELS)


def pieces(line):
    """The pieces of a line, each of shape (n, 2)."""
    points = line.get_xydata()
    gaps = np.flatnonzero(np.isnan(points[:, 0]))
    return [piece[~np.isnan(piece[:, 0])] for piece in np.split(points, gaps)]


def exact(name, level, prevalence, count=40_001):
    """A level set in closed form, as rates in the square.

    With s the predicted positive rate: pi nu (t - f)^2 = MCC^2 s (1 - s), a conic through (0, 0) and
    (1, 1); t - f = markedness s (1 - s) / (pi nu); and t (1 - f) = G^2.
    """
    pi, nu = prevalence, 1 - prevalence
    if name == "fowlkes_mallows":
        # pi t^2 = FM^2 (pi t + nu f).
        t = np.linspace(level**2, 1, count)
        f = pi * t * (t / level**2 - 1) / nu
        return f[f <= 1], t[f <= 1]
    if name == "g_mean":
        t = np.linspace(level**2, 1, count)
        return 1 - level**2 / t, t
    s = np.unique(np.concatenate([np.linspace(0, 1, count)[1:-1], np.geomspace(1e-7, 1e-2, count)]))
    share = s * (1 - s) / (pi * nu)
    apart = level * (np.sqrt(share) if name == "mcc" else share)
    f, t = s - pi * apart, s + nu * apart
    inside = (f >= -1e-15) & (f <= 1 + 1e-15) & (t >= -1e-15) & (t <= 1 + 1e-15)
    return f[inside], t[inside]


def distance(points, line):
    """Largest distance of points from the nearest vertex of a polyline that is densely given, or its chords."""
    start, move = line[:-1], np.diff(line, axis=0)
    size = np.maximum((move**2).sum(axis=1), 1e-300)
    worst = 0.0
    for point in points:
        part = np.clip(((point - start) * move).sum(axis=1) / size, 0, 1)
        worst = max(worst, float(np.hypot(*(start + part[:, None] * move - point).T).min()))
    return worst


# Bent level sets.


@each_bent
@each_prevalence
def test_bent_lines_are_the_closed_forms(name, prevalence, ax):
    drawn = draw.isolines(ROC(prevalence), name, LEVELS[name], ax=ax)
    assert len(drawn.lines) == len(LEVELS[name])
    for level, line in zip(LEVELS[name], drawn.lines, strict=True):
        (piece,) = pieces(line)
        f, t = piece.T
        s = prevalence * t + (1 - prevalence) * f
        scale = prevalence * (1 - prevalence)
        if name == "mcc":
            sides = scale * (t - f) ** 2, level**2 * s * (1 - s)
            assert np.all(np.sign(t - f) * level >= 0)
        elif name == "markedness":
            sides = scale * (t - f), level * s * (1 - s)
        elif name == "fowlkes_mallows":
            sides = prevalence * t * t, level**2 * s
        else:
            sides = t * (1 - f), np.full(len(t), level**2)
        np.testing.assert_allclose(*sides, rtol=0, atol=1e-13)
        # All of it, from one side of the square to another, and nothing between its points missed.
        whole = np.column_stack(exact(name, level, prevalence))
        assert distance(whole[:: len(whole) // 200], piece) < 2e-4
        assert np.hypot(*(piece[[0, -1]] - whole[[0, -1]]).T).max() < 2e-3


@pytest.mark.parametrize("level", [0.2, 0.7, 0.95])
@each_prevalence
def test_mcc_leaves_the_square_where_it_should(level, prevalence, ax):
    """On f = 0 at s / (1 - s) = L² pi / nu, on t = 1 at (1 - s) / s = L² nu / pi."""
    (line,) = draw.isolines(ROC(prevalence), "mcc", [level], ax=ax).lines
    start, stop = line.get_xydata()[[0, -1]]
    odds = prevalence / (1 - prevalence)
    first, last = level**2 * odds / (1 + level**2 * odds), 1 / (1 + level**2 / odds)
    np.testing.assert_allclose(start, [0, first / prevalence], atol=1e-12)
    np.testing.assert_allclose(stop, [(last - prevalence) / (1 - prevalence), 1], atol=1e-12)


@each_space
@pytest.mark.parametrize("prevalence", [0.001, 0.999])
def test_levels_of_nearly_perfect_classifiers_are_found(kind, prevalence, ax):
    """They lie within a thousandth of the point (0, 1)."""
    for name in ("mcc", "markedness"):
        lines = draw.isolines(kind(prevalence), name, [0.9, 0.99, 0.999], ax=ax).lines
        assert len(lines) == 3
        for level, line in zip((0.9, 0.99, 0.999), lines, strict=True):
            (piece,) = pieces(line)
            whole = np.column_stack(kind(prevalence).forward(*exact(name, level, prevalence, 4001)))
            assert distance(whole[whole[:, 0] > -8][1:-1:200], piece) < 1e-4


@pytest.mark.few(20)
@each_bent
@each_space
@each_prevalence
def test_a_contour_over_the_inverse_agrees(name, kind, prevalence, ax):
    """The oracle that knows nothing of how lines are found: the metric on a fine grid of the axes."""
    space, measure, cells = kind(prevalence), prplot.metrics.metric(name), 500
    # Levels that fill the view; the contour breaks off beside the borders of what can be reached.
    edges = np.linspace(0.005, 0.995, cells)
    x, y = np.meshgrid(edges, edges)
    with np.errstate(all="ignore"):
        fpr, tpr = space.inverse(x, y)
        values = measure.value(fpr, tpr, prevalence)
    values = np.where((fpr >= 0) & (fpr <= 1), values, np.nan)
    levels = np.nanquantile(values, [0.15, 0.4, 0.6, 0.85])
    seen = ax.contour(x, y, np.ma.masked_invalid(values), levels)
    drawn = draw.isolines(space, measure, levels, ax=ax).lines
    assert len(drawn) == len(levels)
    for level, paths, line in zip(levels, seen.allsegs, drawn, strict=True):
        found = np.concatenate([path for path in paths if len(path) > 1])
        slopes = np.hypot(*np.gradient(values, edges[1] - edges[0]))
        own = np.concatenate(pieces(line))
        assert distance(found[::7], own) < 1.5 / cells, level
        # And back, away from the borders and where the grid tells neighbours apart.
        at = np.column_stack([(own[:, 0] - edges[0]), (own[:, 1] - edges[0])]) / (edges[1] - edges[0])
        near = np.round(at).astype(int)
        inside = ((near > 4) & (near < cells - 5)).all(axis=1)
        near, own = near[inside], own[inside]
        around = np.stack([slopes[near[:, 1] + i, near[:, 0] + j] for i in (-4, 0, 4) for j in (-4, 0, 4)])
        clear = np.isfinite(around).all(axis=0)
        for point in own[clear][::5]:
            assert np.hypot(*(found - point).T).min() < 3 / cells, level


@each_bent
@each_space
def test_bent_lines_are_exact_when_zoomed_a_thousandfold(name, kind, ax):
    prevalence, level = 0.2, 0.37
    space = kind(prevalence)
    (line,) = draw.isolines(space, name, [level], ax=ax).lines
    f, t = exact(name, level, prevalence, 400_001)
    x, y = space.forward(f, t)
    middle = int(np.argmin(np.hypot(x - 0.6, y - 0.6)))
    ax.set(xlim=(x[middle] - 5e-4, x[middle] + 5e-4), ylim=(y[middle] - 5e-4, y[middle] + 5e-4))
    ax.figure.canvas.draw()
    near = (np.abs(x - x[middle]) < 5e-4) & (np.abs(y - y[middle]) < 5e-4)
    true, shown = (
        ax.transData.transform(points) for points in (np.column_stack([x, y])[near], np.concatenate(pieces(line)))
    )
    assert len(true) > 50
    assert distance(true[:: len(true) // 50], shown) < 0.1


def test_bent_lines_are_not_traced_by_too_many_points(ax):
    for name, levels in LEVELS.items():
        lines = draw.isolines(PR(0.1), name, levels, ax=ax).lines
        ax.figure.canvas.draw()
        assert max(len(line.get_xdata()) for line in lines) < 1500


# What lies beyond the square.


@each_space
def test_bent_lines_go_on_beyond_the_square(kind, ax):
    space = kind(0.3)
    for name, level in (("mcc", -0.4), ("markedness", -0.8)):
        (within,) = draw.isolines(space, name, [level], ax=ax).lines
        (further,) = draw.isolines(space, name, [level], beyond=True, ax=ax).lines
        rates = [np.column_stack(space.inverse(*np.concatenate(pieces(line))[1:].T)) for line in (within, further)]
        assert rates[0][:, 0].max() <= 1 + 1e-9
        assert rates[1][:, 0].max() > 1.004
        s = rates[1] @ [0.7, 0.3]
        assert s.max() <= 1 + 1e-9
        # The two pieces meet on the edge fpr = 1.
        ends = [rate for piece in pieces(further) for rate in np.column_stack(space.inverse(*piece[[0, -1]].T))]
        on_edge = [tpr for fpr, tpr in ends if abs(fpr - 1) < 1e-9 and tpr < 1 - 1e-6]
        assert len(on_edge) == 2
        assert on_edge[0] == pytest.approx(on_edge[1], abs=1e-9)


@each_space
def test_a_metric_that_is_undefined_beyond_the_square_stays_within(kind, ax):
    space = kind(0.3)
    lines = [draw.isolines(space, "g_mean", [0.2, 0.6], beyond=beyond, ax=ax).lines for beyond in (False, True)]
    for within, further in zip(*lines, strict=True):
        np.testing.assert_array_equal(within.get_xydata(), further.get_xydata())


# Metrics of the caller's.


def information(tp, fp, fn, tn):
    """Mutual information of label and prediction, in bits: alike on both sides of the diagonal."""
    total = tp + fp + fn + tn
    bits = 0.0
    for cell, row, column in (
        (tp, tp + fp, tp + fn),
        (fp, tp + fp, fp + tn),
        (fn, fn + tn, tp + fn),
        (tn, fn + tn, fp + tn),
    ):
        bits = bits + np.where(
            cell > 0, cell / total * np.log2(np.where(cell > 0, cell * total / (row * column), 1)), 0
        )
    return bits


@each_space
def test_a_level_set_of_two_pieces_is_one_line(kind, ax):
    measure, space = Nonlinear("information", "information", information), kind(0.4)
    (line,) = draw.isolines(space, measure, [0.05], ax=ax).lines
    found = pieces(line)
    assert len(found) == 2
    sides = set()
    for piece in found:
        fpr, tpr = space.inverse(*piece[1:-1].T)
        np.testing.assert_allclose(measure.value(fpr, tpr, 0.4), 0.05, atol=1e-9)
        sides |= set(np.sign(tpr - fpr).tolist())
    assert sides == {-1.0, 1.0}


def test_a_closed_level_set(ax):
    """A circle in ROC space."""
    round_ = Nonlinear("round", "round", lambda tp, fp, fn, tn: np.hypot(tp / (tp + fn) - 0.5, fp / (fp + tn) - 0.5))
    (line,) = draw.isolines(ROC(0.3), round_, [0.25], ax=ax).lines
    (piece,) = pieces(line)
    np.testing.assert_allclose(np.hypot(*(piece - 0.5).T), 0.25, atol=1e-9)
    np.testing.assert_allclose(piece[0], piece[-1], atol=1e-9)
    angles = np.unwrap(np.arctan2(*(piece - 0.5).T))
    assert abs(angles[-1] - angles[0]) == pytest.approx(2 * np.pi)
    assert np.abs(np.diff(angles)).max() < 0.2


@each_space
def test_a_pole_is_no_line(kind, ax):
    """1 / (tpr - 1/2) changes its sign at the pole without taking the level 1 / 0.3 there."""
    pole = Nonlinear("pole", "pole", lambda tp, _fp, fn, _tn: 1 / (tp / (tp + fn) - 0.5))
    (line,) = draw.isolines(kind(0.3), pole, [1 / 0.3], ax=ax).lines
    _, tpr = kind(0.3).inverse(*np.concatenate(pieces(line))[1:-1].T)
    np.testing.assert_allclose(tpr, 0.8, atol=1e-9)


def test_odds_ratios_run_from_corner_to_corner(ax):
    ratio = Nonlinear("dor", "DOR", lambda tp, fp, fn, tn: tp * tn / (fp * fn))
    for line, level in zip(draw.isolines(ROC(0.1), ratio, [0.1, 3, 1000], ax=ax).lines, (0.1, 3, 1000), strict=True):
        (piece,) = pieces(line)
        f, t = piece.T
        np.testing.assert_array_equal(piece[[0, -1]], [[0, 0], [1, 1]])
        np.testing.assert_allclose(t * (1 - f), level * f * (1 - t), atol=1e-11 * max(1, level))
        assert np.hypot(*np.diff(piece, axis=0).T).max() < 0.2


@each_space
def test_a_metric_without_values_draws_nothing(kind, ax):
    nothing = Nonlinear("nothing", "nothing", lambda tp, *_: np.full_like(tp, np.nan))
    flat = Nonlinear("flat", "flat", lambda tp, *_: np.full_like(tp, 0.5))
    for measure in (nothing, flat):
        assert draw.isolines(kind(0.3), measure, ax=ax).artists == ()
        assert draw.isolines(kind(0.3), measure, [0.5], ax=ax).artists == ()


def test_levels_as_they_are_written():
    assert written([0.2, 0.25, 0.985, 0.9995]) == ["0.2", "0.25", "0.985", "0.9995"]
    assert written([1 / 3, 2 / 3]) == ["0.33", "0.67"]
    assert written([0.33301, 0.33402]) == ["0.3330", "0.3340"] or written([0.33301, 0.33402]) == ["0.333", "0.334"]
    assert written([-0.5, 0.0, 250.0, 1500.0]) == ["\N{MINUS SIGN}0.5", "0", "250", "1500"]
    assert written([0.1 + 0.2]) == ["0.3"]
    assert written([]) == []
