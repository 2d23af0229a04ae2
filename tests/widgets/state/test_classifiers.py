"""The classifiers of an explorer: paths and curves as a view sees them, computed once."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest

import prplot
from prplot.widgets.state.classifiers import Classifiers, check_paths
from prplot.widgets.state.view import View

pytestmark = pytest.mark.usefixtures("unpainted")


def test_what_is_asked_of_a_sample(soft, hard, counts):
    both = Classifiers([soft, counts])
    assert not both.rows
    assert Classifiers([soft, hard]).soft
    assert not Classifiers(prplot.from_labels([1, 0, 1], [3.0, 2.0, 1.0])).tied
    assert Classifiers(prplot.from_labels([1, 0, 1], [2.0, 2.0, 1.0])).tied
    assert not Classifiers(hard).unequal_weights
    assert Classifiers(hard).prevalence == hard.prevalence
    assert Classifiers(prplot.from_labels([1, 0], [2.0, 2.0])).scores == (1.5, 2.5)
    wide = Classifiers([prplot.from_labels([1, 0], [0.9, 0.1]), prplot.from_labels([1, 0], [8.0, -8.0])])
    assert wide.scores == (-8.0, 8.0)


def test_a_curve_is_of_the_ties_and_the_prevalence_of_the_view(soft):
    classifiers = Classifiers({"s": soft})
    tied = classifiers.curve(0, "roc", View(ties="optimistic"))
    assert tied.area() == soft.roc(ties="optimistic").area() > soft.roc().area()
    moved = classifiers.curve(0, "pr", View(prevalence=0.7))
    assert moved.area() == pytest.approx(soft.pr(prevalence=0.7).area(), rel=1e-12)
    assert moved.label == "s, at π 0.7"
    assert classifiers.point(0, View(prevalence=0.7, threshold=0.4)).prevalence == pytest.approx(0.7)
    assert classifiers.curve(0, "pr", View()).area(0.2, 0.7) == soft.pr().area(0.2, 0.7)
    whole = classifiers.curve(0, "pr", View())
    assert (whole.area(), whole.area(0.2, 0.7)) == (soft.pr().area(), soft.pr().area(0.2, 0.7))
    assert whole.best().area() == soft.pr().best().area()


def test_the_histogram_is_of_the_weights_and_not_of_ties_or_prevalence(soft):
    view = prplot.explore(soft, panels=("scores",), ties="optimistic", prevalence=0.7)
    plain = prplot.explore(soft, panels=("scores",))
    mine, theirs = ([patch.get_path().vertices.tolist() for patch in v.figure.axes[1].patches] for v in (view, plain))
    assert mine == theirs
    assert len(mine) > 0


def test_a_path_is_of_the_ties_of_the_view(soft):
    classifiers = Classifiers(soft)
    assert classifiers.path(0, View(ties="pessimistic")).tp.tolist() == soft.ties("pessimistic").tp.tolist()
    assert classifiers.path(0, View()).tp.tolist() == soft.tp.tolist()


@pytest.mark.parametrize(("weighting", "how"), [("hard", "total"), ("unweighted", "unit")])
def test_hard_labels_at_the_cut(weighting, how, soft):
    classifiers = Classifiers([soft])
    seen = classifiers.path(0, View(weighting=weighting, cut=0.3))
    np.testing.assert_array_equal(seen.tp, soft.hard(0.3, how).tp)
    np.testing.assert_array_equal(seen.fp, soft.hard(0.3, how).fp)
    np.testing.assert_array_equal(classifiers.path(0, View(cut=0.3)).tp, soft.tp)


def test_nothing_that_did_not_change_is_computed_again(several):
    classifiers = Classifiers(several)
    view = View(panels=("roc",), threshold=0.3)
    first = classifiers.drawn_curve(0, "pr", view)
    assert classifiers.drawn_curve(0, "pr", dataclasses.replace(view, threshold=0.4, levels=2, beta=2.0)) is first
    assert classifiers.drawn_curve(0, "pr", dataclasses.replace(view, alpha=3.0, cut=0.1)) is first
    assert classifiers.drawn_curve(0, "roc", view).path is first.path
    assert classifiers.drawn_curve(0, "pr", dataclasses.replace(view, ties="optimistic")) is not first
    assert first.best() is first.best()
    assert first.area() == several["a"].pr().area()


@pytest.mark.parametrize(
    ("paths", "error", "text"),
    [
        ([], prplot.PrplotValueError, "paths must hold at least one path; got none."),
        ({}, prplot.PrplotValueError, "paths must hold at least one path; got none."),
        (
            None,
            prplot.PrplotTypeError,
            "paths must be a path, a sequence or a mapping of paths; got NoneType None.",
        ),
        ("path", prplot.PrplotTypeError, "got str 'path'."),
        ([[1, 0], [0.2, 0.1]], prplot.PrplotTypeError, "got list [1, 0]."),
        ({"a": 3}, prplot.PrplotTypeError, "got int 3."),
    ],
)
def test_wrong_paths(paths, error, text):
    with pytest.raises(error, match=re.escape(text)):
        check_paths(paths)


def test_a_curve_is_not_a_path(soft):
    with pytest.raises(prplot.PrplotTypeError, match="paths must be a path"):
        check_paths(soft.pr())


def scored(low, high, **given):
    """A path with scores from one number to another."""
    return prplot.from_labels([1, 0, 1, 0], [high, 0.6 * high + 0.4 * low, 0.3 * high + 0.7 * low, low], **given)


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("ranges", "by"),
    [
        ([(0, 1)], "threshold"),
        ([(-6, 6)], "threshold"),
        ([(0, 1), (0, 1)], "threshold"),
        ([(0, 1), (0.1, 0.7)], "threshold"),
        ([(0, 1), (0.75, 1)], "threshold"),
        ([(0, 1), (0.76, 1)], "predicted_positive_rate"),
        ([(0, 1), (-6, 6)], "predicted_positive_rate"),
        ([(0, 1), (2, 3)], "predicted_positive_rate"),
        ([(0, 1), (0.1, 0.9), (0, 100)], "predicted_positive_rate"),
        ([(0, 1), (0.5, 0.5)], "threshold"),
        ([(0, 1), (9, 9)], "predicted_positive_rate"),
        ([(0.5, 0.5), (0.5, 0.5)], "threshold"),
        ([(-1e308, 1e308), (-1.7e308, 1.7e308)], "threshold"),
    ],
)
def test_the_operating_point_is_at_what_suits_all_scales(ranges, by):
    paths = [scored(*ends) for ends in ranges]
    assert Classifiers(paths).by == by
    view = prplot.explore(paths)
    assert view.view.by == by
    assert view.notes == []
    assert view.state == ({} if by == "threshold" else {"by": by})
    again = prplot.explore(paths, **view.state)
    assert (again.view, again.code) == (view.view, view.code)


def test_whoever_asks_for_a_threshold_has_it_on_any_scale():
    paths = [scored(0, 1), scored(-6, 6)]
    for state in ({"by": "threshold"}, {"threshold": 0.5}, {"threshold": 0.5, "panels": ["matrix"]}):
        view = prplot.explore(paths, **state)
        assert view.view.by == "threshold"
        assert view.state == {"by": "threshold", **state}
        assert prplot.explore(paths, **view.state).view == view.view
    with_both = prplot.explore(paths, threshold=0.5, by="recall")
    assert with_both.view.by == "recall"


def test_where_nobody_counts_negatives_the_point_is_at_the_best_f_beta():
    paths = [scored(0, 1, positives=3), scored(-6, 6, positives=3)]
    view = prplot.explore(paths, panels=("matrix",))
    assert view.state == {"panels": ["matrix"], "by": "f_beta"}
    assert view.notes == []
