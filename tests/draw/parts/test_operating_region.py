"""The region of an operating point: membership by its definition, exact coverage, the map of the space."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.path import Path
from scipy.stats import binom, chi2

import prplot
from prplot.draw.parts.operating_region import CORNERS, operating_region

P, N = 12, 20


def path_of(tp, fp, positives=P, negatives=N):
    """A path with so many above the threshold 1."""
    return prplot.from_counts([1, 0], tp=[tp, positives], fp=[fp, negatives])


def region(path, ax, level=0.95, space="roc", **options):
    drawn = operating_region(path.curve(space), 1.0, level=level, ax=ax, **options)
    return np.asarray(drawn.fills[0].get_xy())


def inside(fpr, tpr, counts, level):
    """The definition, with SciPy's quantile."""
    tp, fp, positives, negatives = counts
    away = positives * (tp / positives - tpr) ** 2 / (tpr * (1 - tpr))
    away += negatives * (fp / negatives - fpr) ** 2 / (fpr * (1 - fpr))
    return away <= chi2.ppf(level, 2)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize(("tp", "fp"), [(7, 3), (12, 3), (0, 4), (9, 0), (12, 0), (12, 20), (0, 0)])
def test_it_holds_the_rates_that_both_score_intervals_together_allow(tp, fp, level, ax):
    outline = Path(region(path_of(tp, fp), ax, level))
    rng = np.random.default_rng(1)
    fpr, tpr = rng.uniform(size=(2, 4000))
    wanted = inside(fpr, tpr, (tp, fp, P, N), level)
    got = outline.contains_points(np.column_stack([fpr, tpr]))
    # Chords between corners leave out slivers.
    assert np.mean(got != wanted) < 2e-3
    assert wanted.any()


def test_it_covers_both_rates_about_as_often_as_it_says():
    """By the binomial probabilities of all samples; scores tests keep near their level with few rows too."""
    for tpr, fpr in ((0.6, 0.3), (0.8, 0.15)):
        tp, fp = np.meshgrid(np.arange(P + 1), np.arange(N + 1), indexing="ij")
        weight = binom.pmf(tp, P, tpr) * binom.pmf(fp, N, fpr)
        covered = np.zeros(tp.shape, dtype=bool)
        # What is next to impossible does not count.
        for i, j in np.argwhere(weight > 1e-5).tolist():
            outline = region(path_of(i, j), Figure().add_subplot())
            covered[i, j] = Path(outline).contains_point((fpr, tpr))
        assert 0.93 < float((weight * covered).sum()) < 0.975


def test_in_pr_it_is_seen_at_the_prevalence_of_the_path(ax, new_axes):
    path = path_of(7, 3)
    fpr, tpr = region(path, ax)[:CORNERS].T
    recall, precision = region(path, new_axes(), space="pr")[:CORNERS].T
    np.testing.assert_allclose(recall, tpr, atol=1e-12)
    np.testing.assert_allclose(precision, P * tpr / (P * tpr + N * fpr), atol=1e-12)
    # Rates do not know the prevalence, nor do the numbers of rows.
    moved = region(path.at_prevalence(0.01), new_axes())[:CORNERS]
    np.testing.assert_allclose(moved, np.column_stack([fpr, tpr]), atol=1e-12)


def test_of_weights_the_numbers_are_kishs(ax, new_axes):
    labels, scores = np.array([1, 1, 1, 0, 0, 0, 0]), np.array([2, 0.5, 2, 2, 0.5, 0.5, 0.5])
    weights = np.array([1.0, 2.0, 1.0, 1.0, 1.0, 3.0, 3.0])
    path = prplot.from_labels(labels, scores, sample_weight=weights)
    # (Σw)² / Σw²: 16 / 6, and 64 / 20.
    positives, negatives = 16 / 6, 64 / 20
    outline = Path(region(path, ax, 0.9))
    rng = np.random.default_rng(2)
    fpr, tpr = rng.uniform(size=(2, 4000))
    wanted = inside(fpr, tpr, (positives * 2 / 4, negatives / 8, positives, negatives), 0.9)
    assert np.mean(outline.contains_points(np.column_stack([fpr, tpr])) != wanted) < 2e-3
    doubled = prplot.from_labels(labels, scores, sample_weight=2 * weights)
    np.testing.assert_allclose(region(doubled, new_axes(), 0.9), outline.vertices, atol=1e-12)


def test_what_is_never_returned_counts(ax, new_axes):
    ends = prplot.from_labels([1] * 7 + [0] * 3, np.ones(10), positives=P, negatives=N)
    np.testing.assert_allclose(region(ends, ax), region(path_of(7, 3), new_axes()), atol=1e-12)


def test_it_has_the_colour_of_its_curve_and_takes_keywords(hard, ax):
    curve = prplot.plot(hard, ax=ax, line={"color": "teal"}).lines[0].curve
    drawn = operating_region(curve, hard.find(recall=0.5), ax=ax)
    assert to_hex(drawn.fills[0].get_facecolor()) == to_hex(drawn.lines[0].get_color()) == to_hex("teal")
    other = operating_region(curve, 0.5, color="red", edge=False, ax=ax)
    assert to_hex(other.fills[0].get_facecolor()) == to_hex("red")
    assert other.lines == ()


@pytest.mark.parametrize("space", ["prg", "croc"])
@pytest.mark.parametrize("threshold", [np.inf, 0.5, -np.inf])
def test_it_is_drawn_wherever_a_point_is_one(space, threshold, hard, ax, pixels):
    prplot.plot(hard, space, ax=ax)
    operating_region(hard.curve(space), threshold, ax=ax)
    pixels(ax.figure)


def test_what_is_wrong_is_said(hard, soft, ax):
    with pytest.raises(prplot.PrplotTypeError, match="threshold must be a number that was fixed before"):
        operating_region(hard.pr(), "f1", ax=ax)
    with pytest.raises(prplot.PrplotTypeError, match="a confusion point is a point"):
        operating_region(hard.cost(), 0.5, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="must be of hard labels"):
        operating_region(soft.pr(), 0.5, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="level must lie strictly between 0 and 1"):
        operating_region(hard.pr(), 0.5, level=1, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="population"):
        operating_region(prplot.simulate.binormal().path(0.1).pr(), 0.5, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="must be of whole counts or of rows"):
        operating_region(prplot.from_counts([1, 0], [2.5, 4], [1, 4]).pr(), 0.5, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="must be a confusion matrix on the path"):
        operating_region(hard.pr(), prplot.Confusion(tp=1, fp=90, fn=1, tn=1), ax=ax)
    unknown = prplot.from_labels([1, 0], [2, 1], positives=3)
    with pytest.warns(prplot.PrplotWarning, match="the region of an operating point is not drawn"):
        drawn = operating_region(unknown.pr(), 1.5, ax=ax)
    assert drawn.fills == ()
