"""Best and worst rankings, and early retrieval."""

from __future__ import annotations

import re

import numpy as np
import pytest

import prplot
from prplot import PR, ROC
from prplot.draw.parts.bands import best, early_retrieval, members, worst
from prplot.draw.parts.random_band import random_band
from prplot.spaces import SPACES

each_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)
each_pointwise = pytest.mark.parametrize(
    "kind", [kind for kind in SPACES if kind.pointwise], ids=lambda kind: kind.name
)


# The best and the worst ranking.


@each_space
@pytest.mark.parametrize("which", [best, worst], ids=lambda which: which.__name__)
def test_the_curve_of_the_best_or_worst_ranking(kind, which, soft, ax):
    curve = soft.curve(kind.name)
    (line,) = which(curve, ax=ax).lines
    bound = getattr(curve, which.__name__)()
    x = np.linspace(0.01, 0.99, 200)
    shown_x, shown_y = line.get_data()
    inside = np.interp(x, shown_x, shown_y)
    np.testing.assert_allclose(inside, bound.at(x), atol=1e-3)
    assert line.get_label() == f"_{which.__name__} ranking"
    assert ax.get_legend_handles_labels() == ([], [])


def test_of_a_path_in_a_space(soft, ax):
    (line,) = best(soft, space="roc", ax=ax).lines
    ax.clear()
    (other,) = best(soft.roc(), ax=ax).lines
    np.testing.assert_array_equal(line.get_xydata(), other.get_xydata())


def test_they_have_the_interpolation_of_the_curve(hard, ax):
    (line,) = worst(hard.pr("step"), ax=ax).lines
    recall, precision = line.get_data()
    negatives = hard.negatives
    for k in (1, 10, int(hard.positives)):
        # Average precision of all negatives first: k / (k + N) on the k-th step.
        at = (k - 0.5) / hard.positives
        assert precision[np.searchsorted(recall, at)] == pytest.approx(k / (k + negatives))


def test_where_other_rankings_may_be_better_it_is_said(soft, ax):
    with pytest.warns(prplot.PrplotWarning, match="need not be the best"):
        best(soft.pr("step"), ax=ax)


# Early retrieval.


@each_pointwise
@pytest.mark.parametrize("cut", [0.02, 0.1, 0.5])
def test_early_retrieval_is_where_the_rate_is_at_most_the_cut(kind, cut, ax):
    space = kind(0.2)
    drawn = early_retrieval(space, cut, ax=ax)
    (fill,), (line,) = drawn.fills, drawn.lines
    outline = fill.get_path()
    rng = np.random.default_rng(4)
    fpr, tpr = rng.uniform(0.001, 1, 400), rng.uniform(0.2, 0.999, 400)
    fpr[:200] *= 2 * cut
    clear = np.abs(fpr - cut) > 1e-3
    x, y = space.forward(fpr[clear], tpr[clear])
    seen = (x >= 0) & (y > -1)
    inside = outline.contains_points(np.column_stack([x, y])[seen])
    np.testing.assert_array_equal(inside, (fpr[clear] < cut)[seen])
    rate, _ = space.inverse(*line.get_xydata()[1:].T)
    np.testing.assert_allclose(rate, cut, rtol=1e-9)


def test_early_retrieval_in_roc_is_a_strip(ax):
    drawn = early_retrieval(ROC(0.3), ax=ax)
    box = drawn.fills[0].get_path().get_extents()
    np.testing.assert_allclose(box.extents, [0, 0, 0.1, 1], atol=1e-12)
    assert early_retrieval(ROC(0.3), edge=False, ax=ax).lines == ()
    (line,) = early_retrieval(ROC(0.3), edge={"ls": ":"}, ax=ax).lines
    assert line.get_linestyle() == ":"


# What cannot be drawn.


def test_one_class_only_draws_nothing_and_says_so(ax):
    curve = prplot.from_labels([1, 1], [1, 2]).roc()
    for helper in (best, worst, random_band, early_retrieval):
        with pytest.warns(prplot.PrplotWarning, match="one class only"):
            assert helper(curve, ax=ax).artists == ()


def test_a_path_from_counts_has_no_rows(ax):
    path = prplot.from_counts([2, 1], [1, 2], [1, 3])
    with pytest.raises(prplot.PrplotValueError, match="random rankings need the rows of the sample"):
        random_band(path, ax=ax)
    assert len(best(path, ax=ax).lines) == 1


def test_cost_space_has_no_early_retrieval(ax):
    with pytest.raises(prplot.PrplotTypeError, match="got Cost space"):
        early_retrieval(prplot.Cost(0.2), ax=ax)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda path: random_band(path, level=1.0), prplot.PrplotValueError, "level must lie strictly between 0 and 1"),
        (lambda path: random_band(path, level="wide"), prplot.PrplotTypeError, "level must be one real number"),
        (lambda path: random_band(path, rankings=1), prplot.PrplotValueError, "rankings must be a whole number"),
        (lambda path: random_band(path, rankings=9.5), prplot.PrplotValueError, "got 9.5."),
        (lambda path: random_band(path, rng="seed"), prplot.PrplotTypeError, "rng must be a seed"),
        (lambda path: random_band(path, rng=-1), prplot.PrplotValueError, "rng must be a seed"),
        (lambda path: random_band(path, median="red"), prplot.PrplotTypeError, "median must be a dict"),
        (lambda path: random_band(path, space="cube"), prplot.PrplotValueError, "space must be one of"),
        (lambda path: random_band(PR(0.2)), prplot.PrplotTypeError, "curve_or_path must be a curve"),  # noqa: ARG005
        (lambda path: best(0.3), prplot.PrplotTypeError, "curve_or_path must be a curve"),  # noqa: ARG005
        (lambda path: early_retrieval(path), prplot.PrplotTypeError, "space must be a space"),
        (lambda path: early_retrieval(path.roc(), 0.0), prplot.PrplotValueError, "fpr must lie in (0, 1]; got 0.0."),
        (lambda path: early_retrieval(path.roc(), 1.1), prplot.PrplotValueError, "fpr must lie in (0, 1]; got 1.1."),
        (lambda path: early_retrieval(path.roc(), edge=1), prplot.PrplotTypeError, "edge must be a dict"),
    ],
)
def test_wrong_input(call, error, text, hard):
    with pytest.raises(error, match=re.escape(text)):
        call(hard)


# Members of a mean.


@pytest.fixture
def mean(hard, other):
    return prplot.mean_curve([hard, other], "prg", label="mean")


@each_space
def test_members_of_a_mean_are_its_curves(kind, hard, other, ax):
    mean = prplot.mean_curve([hard, other.at_prevalence(hard.prevalence)], kind.name)
    drawn = members(mean, ax=ax)
    x = np.linspace(0.01, 0.99, 200)
    for line, curve in zip(drawn.lines, mean.curves, strict=True):
        shown_x, shown_y = line.get_data()
        np.testing.assert_allclose(np.interp(x, shown_x, shown_y), curve.at(x), atol=2e-3)
    assert ax.get_legend_handles_labels() == ([], [])


def test_members_are_thin_behind_the_mean_and_of_its_colour(mean, ax):
    artists = prplot.plot(mean, ax=ax, line={"color": "teal"}, members=True)
    thin, (bold,) = artists.surroundings["members"].lines, artists.lines
    assert len(thin) == 2
    for line in thin:
        assert line.get_color() == bold.get_color() == "teal"
        assert line.get_linewidth() < bold.get_linewidth() / 2
        assert line.get_zorder() < bold.get_zorder()
    assert len(artists.legend.get_texts()) == 1
    given = prplot.plot(mean, ax=ax, members={"color": "red", "lw": 3}).surroundings["members"].lines
    assert {(line.get_color(), line.get_linewidth()) for line in given} == {("red", 3)}
    assert "members" not in prplot.plot(mean, ax=ax).surroundings


def test_any_curves_are_drawn_thinly_in_one_colour(hard, other, ax):
    drawn = members({"a": hard.roc(), "b": other.roc()}, ax=ax, color="teal")
    assert {line.get_color() for line in drawn.lines} == {"teal"}
    assert ax.get_xlabel() == "False positive rate"
    assert ax.get_legend_handles_labels() == ([], [])
    for line, path in zip(drawn.lines, (hard, other), strict=True):
        assert np.trapezoid(*line.get_data()[::-1]) == pytest.approx(path.roc().area(), abs=2e-3)
    with pytest.raises(prplot.PrplotValueError, match="of one space"):
        members([hard.pr(), other.roc()], ax=ax)


def test_members_that_end_early_end(ax):
    ends = [prplot.from_labels([1, 0, 1], [3, 2, 1], positives=total) for total in (4, 5)]
    drawn = members(prplot.mean_curve(ends), ax=ax)
    assert [float(line.get_xdata()[-1]) for line in drawn.lines] == [0.5, 0.4]


def test_members_need_curves_and_as_a_part_of_a_figure_a_mean(hard, ax):
    with pytest.raises(prplot.PrplotTypeError, match="curves must be a path, a curve, a sequence or a mapping"):
        members(3, ax=ax)
    with pytest.warns(prplot.PrplotWarning, match=r"members are drawn of a mean.*mean_curve"):
        prplot.plot(hard, ax=ax, members=True)
