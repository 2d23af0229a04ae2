"""Fills: what cannot be reached, ties and bins, early retrieval, recalls that nothing reaches, regions of a point."""

from __future__ import annotations

import warnings
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.path import Path
from scipy.stats import binom, chi2

import prplot
from prplot import PR, PRG, ROC, draw
from prplot.spaces import SPACES

flat_spaces = pytest.mark.parametrize("kind", [PR, PRG, ROC], ids=lambda kind: kind.name)
each_space = pytest.mark.parametrize("kind", [kind for kind in SPACES if kind._pointwise], ids=lambda kind: kind.name)
every_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)
PREVALENCES = (0.01, 0.2, 0.5, 0.9)


def filled(ax, x, y):
    """Which points of data are under a fill that is seen."""
    ax.figure.canvas.draw()
    shown = [patch for patch in ax.patches if patch.get_visible() and to_rgba(patch.get_facecolor())[3] > 0]
    points = np.column_stack([x, y])
    return np.any([patch.get_path().contains_points(points) for patch in shown] or [np.zeros(len(x), bool)], axis=0)


# What cannot be reached.


@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_the_edge_of_hard_labels(prevalence, ax, new_axes):
    """All background first: precision π r / (1 - π + π r) in PR, (RG - 1) (1 - π) / π in PRG, nothing in ROC."""
    drawn = draw.unachievable(PR(prevalence), ax=ax)
    recall, precision = drawn.lines[0].get_data()
    assert recall[[0, -1]].tolist() == [0, 1]
    np.testing.assert_allclose(precision, prevalence * recall / (1 - prevalence + prevalence * recall), atol=1e-12)
    x, y = np.random.default_rng(1).random((2, 2000))
    edge = prevalence * x / (1 - prevalence + prevalence * x)
    clear = np.abs(y - edge) > 1e-3
    np.testing.assert_array_equal(filled(ax, x, y)[clear], (y < edge)[clear])
    beside = new_axes()
    beside.set_ylim(-15, 1)
    (line,) = draw.unachievable(PRG(prevalence), ax=beside).lines
    recall_gain, precision_gain = line.get_data()
    np.testing.assert_allclose(precision_gain, (recall_gain - 1) * (1 - prevalence) / prevalence, atol=1e-9)
    assert filled(beside, [0.9, 0.9], -0.1 * (1 - prevalence) / prevalence + np.array([-0.05, 0.02])).tolist() == [1, 0]
    assert draw.unachievable(ROC(prevalence), ax=new_axes()).artists == ()


@each_space
def test_every_ranking_and_mixture_lies_between_the_edges(kind, soft, ax):
    draw.unachievable(soft, space=kind.name, ax=ax)
    rng, rows = np.random.default_rng(11), soft.sample
    paths = [prplot.from_weights(rng.integers(0, 40, len(rows)), fg=rows.fg, bg=rows.bg) for _ in range(25)]
    vertices = np.concatenate([np.column_stack([p.fp / p.negatives, p.tp / p.positives]) for p in (*paths, soft)])
    mixtures = rng.dirichlet(np.full(6, 0.5), 800)
    mixed = np.einsum("km,kmd->kd", mixtures, vertices[rng.integers(0, len(vertices), mixtures.shape)])
    points = np.concatenate([vertices, mixed])
    points = points[((points > 0.02) & (points < 0.98)).all(axis=1)]
    assert len(points) > 800
    assert not filled(ax, *kind(soft.prevalence).forward(*points.T)).any()


@pytest.mark.parametrize("scales", [("linear", "linear"), ("log", "linear"), ("log", "log")])
@flat_spaces
def test_fill_and_edge_agree_on_any_scale_and_close_up(kind, scales, soft, ax, off):
    drawn = draw.unachievable(soft, space=kind.name, ax=ax)
    ax.set(xscale=scales[0], yscale=scales[1], xlim=(0.01, 1), ylim=(0.01, 1))
    if scales == ("linear", "linear"):
        at = float(soft.worst().curve(kind.name).at(0.43))
        ax.set(xlim=(0.38, 0.48), ylim=(at - 0.05, at + 0.05))
    ax.figure.canvas.draw()
    seen = 0
    for line, fill, ranking in zip(drawn.lines, drawn.fills, (soft.worst(), soft.best()), strict=True):
        x = np.geomspace(*ax.get_xlim(), 80)
        y = ranking.curve(kind.name).at(x)
        away, count = off(line, x, y)
        assert away < 0.5
        seen += count
        # Beside the edge on both sides, by a pixel.
        places = ax.transData.transform(np.column_stack([x, y]))
        places = places[((places > ax.bbox.min + 3) & (places < ax.bbox.max - 3)).all(axis=1)]
        if not len(places):
            continue
        steps = np.array([(1, -1), (-1, 1)]) * (1 if fill is drawn.fills[0] else -1) * 2
        outline = fill.get_transform().transform_path(fill.get_path())
        inside, outside = (outline.contains_points(places + step) for step in steps)
        assert inside.mean() > 0.85
        assert outside.mean() < 0.15
    assert seen > 20


@pytest.mark.parametrize("order", [(0.5, 0.01), (0.05, 0.3, 0.01)])
@pytest.mark.parametrize("together", [True, False])
def test_only_what_no_prevalence_reaches_is_filled(order, together, hard, ax):
    curves = [hard.pr(prevalence=prevalence) for prevalence in order]
    for some in [curves] if together else [[curve] for curve in curves]:
        prplot.plot(some, ax=ax)
    recall, precision = np.random.default_rng(8).random((2, 4000))
    precision[::2] = np.maximum(precision[::2] ** 6, 1e-5)
    least = min(order) * recall / (1 - min(order) + min(order) * recall)
    clear = np.abs(precision - least) > 1e-4
    np.testing.assert_array_equal(filled(ax, recall, precision)[clear], (precision < least)[clear])


@flat_spaces
@pytest.mark.parametrize("order", [(0,), (0, 1), (1, 0), (0, 1, 2)])
def test_of_soft_and_hard_labels_only_what_none_of_them_reaches_is_filled(kind, order, soft, hard, ax):
    rng = np.random.default_rng(9)
    paths = [(soft, prplot.from_weights(rng.normal(size=40), fg=rng.beta(0.5, 3, size=40)), hard)[k] for k in order]
    for path in paths:
        prplot.plot(path, kind.name, ax=ax)
    x, y = rng.random((2, 3000))
    above, below, clear = np.ones((3, len(x)), dtype=bool)
    for path in paths:
        if path.soft:
            best, worst = path.curve(kind.name).best().at(x), path.curve(kind.name).worst().at(x)
            above, below = above & (y > best), below & (y < worst)
            clear &= (np.abs(y - best) > 2e-3) & (np.abs(y - worst) > 2e-3)
        else:
            fpr = kind._for_path(path).inverse(x, y)[0]
            above, below = above & False, below & (fpr > 1)
            clear &= np.abs(fpr - 1) > 1e-2
    assert clear.sum() > 1000
    np.testing.assert_array_equal(filled(ax, x, y)[clear], (above | below)[clear])


def test_regions_take_keywords(ax, new_axes):
    (fill,), (line,) = draw.unachievable(PR(0.2), fc="tab:red", alpha=0.3, edge={"c": "k", "lw": 2}, ax=ax)[2:0:-1]
    assert to_rgba(fill.get_facecolor()) == to_rgba("tab:red", 0.3)
    assert (line.get_color(), line.get_linewidth()) == ("k", 2)
    assert draw.unachievable(PR(0.2), edge=False, ax=ax).lines == ()
    assert draw.early_retrieval(ROC(0.3), edge=False, ax=new_axes()).lines == ()
    (line,) = draw.early_retrieval(ROC(0.3), edge={"ls": ":"}, ax=new_axes()).lines
    assert line.get_linestyle() == ":"


# Early retrieval.


@each_space
def test_early_retrieval_is_where_the_rate_is_at_most_the_cut(kind, ax):
    space, cut = kind(0.2), {"pr": 0.02, "roc": 0.5}.get(kind.name, 0.1)
    if kind.name != "det":
        ax.set_ylim(-1, 5)
    (line,) = draw.early_retrieval(space, cut, ax=ax).lines
    rng = np.random.default_rng(4)
    fpr, tpr = rng.uniform(0.001, 1, 400), rng.uniform(0.2, 0.999, 400)
    fpr[:200] *= 2 * cut
    fpr, tpr = np.array([fpr, tpr])[:, np.abs(fpr - cut) > 1e-3]
    x, y = space.forward(fpr, tpr)
    seen = (x >= 0) & (y > -1)
    np.testing.assert_array_equal(filled(ax, x[seen], y[seen]), (fpr < cut)[seen])
    np.testing.assert_allclose(space.inverse(*line.get_xydata()[1:].T)[0], cut, rtol=1e-9)


# Ties and bins.


def area_right_of_0(outline):
    """The area of an outline, by thin strips."""
    at, total = np.linspace(0, 1, 4001)[:-1] + 1 / 8000, np.zeros(4000)
    for (x0, y0), (x1, y1) in pairwise(outline):
        if x0 != x1:
            under = (at > min(x0, x1)) & (at <= max(x0, x1))
            total[under] += np.sign(x1 - x0) * (y0 + (at[under] - x0) / (x1 - x0) * (y1 - y0))
    return abs(total.mean())


@pytest.fixture
def rounded():
    rng = np.random.default_rng(8)
    labels = rng.random(150) < 0.3
    return prplot.from_labels(labels, np.round(rng.normal(size=150) + 1.5 * labels))


@pytest.mark.parametrize(("space", "rule"), [*((kind.name, None) for kind in SPACES), ("pr", "step"), ("pr", "linear")])
def test_the_band_of_ties_lies_between_the_optimistic_and_the_pessimistic_curve(space, rule, rounded, ax):
    """Its area is the difference of theirs, over what is right of 0; and it holds the curve."""
    options = {} if rule is None else {"interpolation": rule}
    curve = rounded.curve(space, **options)
    (band,) = draw.tie_envelope(curve, ax=ax).fills
    ax.figure.canvas.draw()
    areas = [rounded.curve(space, ties=how, **options).area() for how in ("optimistic", "pessimistic")]
    assert area_right_of_0(band.get_xy()) == pytest.approx(abs(areas[0] - areas[1]), abs=2e-3)
    assert abs(areas[0] - areas[1]) > 0.02
    if rule is None and curve.space.name != "det":
        at = np.linspace(0.05, 0.95, 50)
        outline = band.get_path().contains_points(np.column_stack([at, curve.at(at)]), radius=2e-3)
        other = band.get_path().contains_points(np.column_stack([at, curve.at(at)]), radius=-2e-3)
        assert (outline | other).all()


def test_without_ties_there_is_no_band_and_else_it_has_the_colour_of_its_curve(hard, rounded, other, ax, new_axes):
    assert draw.tie_envelope(hard.pr(), ax=ax).artists == ()
    assert draw.tie_envelope(prplot.from_labels([1, 1, 0, 0], [2, 2, 1, 1]).roc(), ax=new_axes()).artists == ()
    _, line = prplot.plot([other, rounded], ax=ax).lines
    (band,) = draw.tie_envelope(rounded.pr(), ax=ax).fills
    assert to_hex(band.get_facecolor()) == to_hex(line.get_color())
    assert band.get_zorder() < line.get_zorder()
    (green,) = draw.tie_envelope(rounded.pr(), ax=ax, fc="green", alpha=0.9).fills
    assert green.get_facecolor() == to_rgba("green", 0.9)


def test_the_envelope_of_bins_has_the_area_between_their_bounds(ax, new_axes):
    binned = prplot.from_counts([3, 2, 1, 0], tp=[4, 7, 9, 10], fp=[1, 4, 20, 60], binned=True, name="in bins")
    for space in ("pr", "prg", "roc", "croc"):
        curve, axes = binned.curve(space), new_axes()
        (band,) = draw.bin_envelope(curve, ax=axes).fills
        axes.figure.canvas.draw()
        assert area_right_of_0(band.get_xy()) == pytest.approx(np.diff(curve.bounds())[0], abs=3e-3)
    artists = prplot.plot([binned, prplot.from_labels([1, 0], [2, 1])], ax=ax)
    assert len(artists.surroundings["bins"].fills) == 1
    assert "bins" not in prplot.plot(binned, bins=False).surroundings
    coloured = prplot.plot(binned, bins={"facecolor": "#ff0000"})
    assert coloured.surroundings["bins"].fills[0].get_facecolor()[:3] == (1.0, 0.0, 0.0)
    # Where bins hide nothing.
    assert draw.bin_envelope(prplot.from_labels([1, 0, 1, 0], [3, 2, 2, 1]).pr(), ax=ax).artists == ()
    apart = prplot.from_counts([2, 1], [2, 2], [0, 3], binned=True)
    assert draw.bin_envelope(apart.pr(), ax=new_axes()).artists == ()


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
@each_space
def test_with_one_class_only_helpers_draw_nothing_and_say_so(kind, labels, ax):
    curve = prplot.from_labels(labels, [1, 1]).curve(kind.name)
    lines = (draw.iso_f, draw.baseline, draw.prg_grid, draw.unachievable) if kind is ROC else ()
    for helper in (*lines, draw.hull, draw.tie_envelope, draw.early_retrieval, draw.best, draw.random_band):
        with pytest.warns(prplot.PrplotWarning, match="one class only"):
            assert helper(curve, ax=ax).artists == ()


# Curves that end early.

LABEL, SCORE = [rank in (1, 3, 10, 12, 13, 14, 23) for rank in range(1, 25)], np.arange(24, 0, -1)
UNKNOWN = prplot.from_labels(LABEL, SCORE, positives=15, name="detector")
KNOWN = prplot.from_labels(LABEL, SCORE, positives=15, negatives=100, name="detector")


def hatched(ax):
    return [patch for patch in ax.patches if patch.get_hatch()]


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc"])
def test_a_curve_that_ends_early_has_an_open_mark_and_the_recalls_beyond_are_hatched(space, ax, words):
    (line,) = prplot.plot(KNOWN, space, ax).lines
    seen = [word.text for word in words(ax.figure)]
    assert "recall 0.47" in seen
    curve = KNOWN.curve(space)
    assert (line.get_marker(), list(line.get_markevery())) == ("o", [-1])
    assert to_hex(line.get_markerfacecolor()) == "#ffffff"
    assert [line.get_xdata()[-1], line.get_ydata()[-1]] == pytest.approx([curve.x[-1], curve.y[-1]], abs=1e-12)
    (region,) = hatched(ax)
    x, y = region.get_xy().T
    inside = (x >= 0) & (x <= 1) & (y > 1e-6) & (y <= 1)
    _, tpr = curve.space.inverse(x[inside], y[inside])
    assert (tpr.min(), tpr.max()) == pytest.approx((7 / 15, 1), abs=1e-9)


def test_without_negatives_only_f_lines_surround_it(ax):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        artists = prplot.plot(UNKNOWN, ax=ax)
        ax.figure.draw_without_rendering()
    assert set(artists.surroundings) == {"iso_f", "unreached"}
    for line, level in zip(artists.surroundings["iso_f"].lines, (0.2, 0.4, 0.6, 0.8), strict=True):
        recall, precision = line.get_data()
        np.testing.assert_allclose(2 / (1 / recall + 1 / precision), level, rtol=1e-6)
        assert (recall.max(), precision.max()) == pytest.approx((1, 1), abs=1e-6)
    (line,) = draw.isolines(UNKNOWN.pr(), "jaccard", 0.3, ax=ax).lines
    recall, precision = line.get_data()
    np.testing.assert_allclose(1 / (1 / precision + 1 / recall - 1), 0.3, rtol=1e-9)
    for part in (draw.unachievable, draw.baseline, lambda curve: draw.isolines(curve, "accuracy")):
        with pytest.warns(prplot.PrplotWarning, match=r"is not drawn .*: the number of negatives is unknown\. Say it"):
            assert part(UNKNOWN.pr()).artists == ()


def test_of_several_that_end_early_what_none_reaches_is_hatched(hard, ax, new_axes, words):
    far = prplot.from_labels(LABEL, SCORE, positives=10, name="far")
    prplot.plot([UNKNOWN, far], ax=ax)
    (region,) = hatched(ax)
    assert region.get_xy()[:, 0].min() == pytest.approx(0.7)
    assert {word.text for word in words(ax.figure)} >= {"recall 0.47", "recall 0.70"}
    # Beside one that is whole, in cost space, and where that is asked for, nothing; all where no positive is returned.
    for paths, options in (([KNOWN, hard], {}), ([KNOWN], {"space": "cost"}), ([UNKNOWN], {"unreached": False})):
        beside = new_axes()
        prplot.plot(paths, ax=beside, **options)
        assert not hatched(beside)
    beside = new_axes()
    prplot.plot(prplot.from_labels([0, 0], [2, 1], positives=3, negatives=9), ax=beside)
    assert hatched(beside)[0].get_path().contains_points([[0.02, 0.02], [0.02, 0.98], [0.98, 0.02], [0.98, 0.98]]).all()
    styled = prplot.plot(UNKNOWN, ax=new_axes(), unreached={"hatch": ".."}, line={"marker": "s"})
    assert [fill.get_hatch() for fill in styled.surroundings["unreached"].fills] == [".."]
    assert (styled.lines[0].get_marker(), styled.lines[0].get_markevery()) == ("s", None)


def test_nothing_returned_is_an_empty_line_with_a_note(ax, entries):
    with pytest.warns(prplot.PrplotWarning, match="is an empty line: no threshold returns anything"):
        artists = prplot.plot(prplot.from_labels([], [], positives=3, name="idle"), ax=ax)
    assert entries(artists)[1] == ["idle  0.000 (ends at recall 0.00)"]
    ax.figure.draw_without_rendering()


FOLLOW = {
    "operating_point": lambda curve, ax: draw.operating_point(curve, [0.45, "f1"], matrix=True, ax=ax),
    "point": lambda curve, ax: draw.point(curve, curve.path.at(0.45), ax=ax, label="there"),
    "point by place": lambda curve, ax: draw.point(curve, (0.3, 0.6), ax=ax),
    "threshold_ticks": lambda curve, ax: draw.threshold_ticks(curve, [0.8, 0.3], ax=ax),
    "hull": lambda curve, ax: draw.hull(curve, ax=ax),
    "best": lambda curve, ax: draw.best(curve, ax=ax),
    "difference": lambda curve, ax: draw.difference(curve, "linear", ax=ax),
    "tie_envelope": lambda curve, ax: draw.tie_envelope(curve, ax=ax),
    "random_band": lambda curve, ax: draw.random_band(curve, n=200, rng=0, ax=ax),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("part", FOLLOW)
def test_what_follows_a_curve_is_where_it_is_with_any_number_of_negatives(part):
    labels, scores, found = [1, 0, 1, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.5, 0.5, 0.4, 0.3, 0.1], []
    for negatives in (None, 4, 10_000):
        path, ax = prplot.from_labels(labels, scores, positives=7, negatives=negatives), Figure().add_subplot()
        drawn = FOLLOW[part](path.pr(), ax)
        ax.figure.draw_without_rendering()
        found.append([line.get_xydata() for line in drawn.lines] + [fill.get_xy() for fill in drawn.fills])
    assert found[0]
    for places in found[1:]:
        for one, other in zip(found[0], places, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-9)


# The region of an operating point.

P, N = 12, 20


def path_of(tp, fp):
    """A path with so many above the threshold 1."""
    return prplot.from_counts([1, 0], tp=[tp, P], fp=[fp, N])


def region(path, ax=None, level=0.95, space="roc", **options):
    ax = Figure().add_subplot() if ax is None else ax
    return np.asarray(draw.operating_region(path.curve(space), 1.0, level=level, ax=ax, **options).fills[0].get_xy())


def allowed(fpr, tpr, counts, level):
    """The definition, with SciPy's quantile: what both score intervals together allow."""
    tp, fp, positives, negatives = counts
    away = positives * (tp / positives - tpr) ** 2 / (tpr * (1 - tpr))
    return away + negatives * (fp / negatives - fpr) ** 2 / (fpr * (1 - fpr)) <= chi2.ppf(level, 2)


def test_it_holds_the_rates_that_both_score_intervals_together_allow():
    fpr, tpr = np.random.default_rng(1).uniform(size=(2, 4000))
    for tp, fp, level in ((7, 3, 0.5), (12, 3, 0.999), (0, 4, 0.95), (9, 0, 0.95), (12, 20, 0.5), (0, 0, 0.95)):
        wanted = allowed(fpr, tpr, (tp, fp, P, N), level)
        got = Path(region(path_of(tp, fp), level=level)).contains_points(np.column_stack([fpr, tpr]))
        # Chords between corners leave out slivers.
        assert np.mean(got != wanted) < 2e-3
        assert wanted.any()


def test_it_covers_both_rates_about_as_often_as_it_says():
    """By the binomial probabilities of all samples."""
    tpr, fpr = 0.8, 0.15
    tp, fp = np.meshgrid(np.arange(P + 1), np.arange(N + 1), indexing="ij")
    weight = binom.pmf(tp, P, tpr) * binom.pmf(fp, N, fpr)
    covered = np.zeros(tp.shape, dtype=bool)
    for i, j in np.argwhere(weight > 1e-3).tolist():
        covered[i, j] = Path(region(path_of(i, j))).contains_point((fpr, tpr))
    assert 0.92 < float((weight * covered).sum()) < 0.975


def test_it_is_seen_at_the_prevalence_of_the_path_and_weights_count_as_kish_says():
    fpr, tpr = points = np.random.default_rng(2).uniform(size=(2, 4000))
    wanted = Path(region(path_of(7, 3))).contains_points(points.T)
    in_pr = np.column_stack([tpr, P * tpr / (P * tpr + N * fpr)])
    assert np.mean(Path(region(path_of(7, 3), space="pr")).contains_points(in_pr) != wanted) < 1e-3
    ends = prplot.from_labels([1] * 7 + [0] * 3, np.ones(10), positives=P, negatives=N)
    for path in (path_of(7, 3).at_prevalence(0.01), ends):
        np.testing.assert_array_equal(Path(region(path)).contains_points(points.T), wanted)
    labels, scores = [1, 1, 1, 0, 0, 0, 0], [2, 0.5, 2, 2, 0.5, 0.5, 0.5]
    weights = np.array([1.0, 2.0, 1.0, 1.0, 1.0, 3.0, 3.0])
    # (Σw)² / Σw²: 16 / 6, and 64 / 20.
    outline = Path(region(prplot.from_labels(labels, scores, sample_weight=weights), level=0.9))
    wanted = allowed(fpr, tpr, (16 / 6 * 2 / 4, 64 / 20 / 8, 16 / 6, 64 / 20), 0.9)
    assert np.mean(outline.contains_points(np.column_stack([fpr, tpr])) != wanted) < 2e-3


def test_a_region_has_the_colour_of_its_curve_and_says_what_it_needs(hard, soft, ax):
    curve = prplot.plot(hard, ax=ax, line={"color": "teal"}).lines[0].curve
    drawn = draw.operating_region(curve, hard.find(recall=0.5), ax=ax)
    assert to_hex(drawn.fills[0].get_facecolor()) == to_hex(drawn.lines[0].get_color()) == to_hex("teal")
    red = draw.operating_region(curve, 0.5, color="red", edge=False, ax=ax)
    assert (to_hex(red.fills[0].get_facecolor()), red.lines) == (to_hex("red"), ())
    for curve, at, text in (
        (hard.pr(), "f1", "threshold must be a number that was fixed before"),
        (hard.cost(), 0.5, "a confusion point is a point"),
        (soft.pr(), 0.5, "must be of hard labels"),
        (prplot.from_counts([1, 0], [2.5, 4], [1, 4]).pr(), 0.5, "must be of whole counts or of rows"),
    ):
        with pytest.raises(prplot.PrplotError, match=text):
            draw.operating_region(curve, at, ax=ax)
    with pytest.warns(prplot.PrplotWarning, match="the region of an operating point is not drawn"):
        assert draw.operating_region(prplot.from_labels([1, 0], [2, 1], positives=3).pr(), 1.5, ax=ax).fills == ()
