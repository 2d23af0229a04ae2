"""A space and an interpolation that are added at run time: one class and one line each, and everything follows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad

import prplot
import prplot.interpolations
import prplot.spaces
from prplot.interpolations.base import Trace
from prplot.interpolations.linear import Straight
from prplot.spaces import Space

SCALE = 1000.0


@dataclass(frozen=True)
class LogROC(Space):
    """ROC over the logarithm of the false positive rate."""

    name = "log_roc"
    title = "Log ROC"
    xlabel = "Logarithm of the false positive rate"
    ylabel = "True positive rate"
    _rate = "fpr"
    _moves_with_prevalence = False

    def _to_axes(self, sums):
        return np.log1p(SCALE * sums.fp / sums.negatives) / np.log1p(SCALE), sums.tp / sums.positives

    def _to_rates(self, x, y):
        return np.expm1(x * np.log1p(SCALE)) / SCALE, y

    def _abscissa_rate(self, x, odds):  # noqa: ARG002
        return float(np.expm1(float(x) * np.log1p(SCALE)) / SCALE) if np.ndim(x) == 0 else self._to_rates(x, x)[0]

    def _step_areas(self, steps):
        # By parts: x tpr at both ends, less the integral of x over the rise.
        f, t = steps.fp / steps.negatives, steps.tp / steps.positives
        x = np.log1p(SCALE * f) / np.log1p(SCALE)
        below = ((1 + SCALE * f) * np.log1p(SCALE * f) - SCALE * f) / SCALE / np.log1p(SCALE)
        wide = np.diff(f)
        slope = np.divide(np.diff(t), wide, out=np.zeros(len(wide)), where=wide > 0)
        return np.where(wide > 0, np.diff(x * t) - slope * np.diff(below), 0.0)


class LeftStep(Straight):
    """Steps at the precision of the left vertex."""

    name = "left-step"
    words = "taken as steps of the left vertex"

    def heights(self, curve):
        y = curve._vertices[1]
        return y[:-1], y[:-1]

    def corners(self, curve):
        x, y = curve._vertices
        return Trace(x, y, curve.path.thresholds).with_points(np.arange(1, len(x)), x[1:], y[:-1])


@pytest.fixture
def path(monkeypatch):
    monkeypatch.setattr(prplot.spaces, "NAMED", (*prplot.spaces.NAMED, LogROC))
    monkeypatch.setattr(prplot.interpolations, "INTERPOLATIONS", (*prplot.interpolations.INTERPOLATIONS, LeftStep()))
    rng = np.random.default_rng(7)
    labels = rng.random(300) < 0.3
    return prplot.from_labels(labels, np.round(rng.normal(labels * 1.0), 1), name="mine")


def seen(path, x):
    """The true positive rate at an abscissa, by the definition: straight between neighboring thresholds."""
    fpr, tpr = path.fp / path.negatives, path.tp / path.positives
    return np.interp(np.expm1(x * np.log(1001)) / 1000, fpr, tpr)


def test_its_points_are_those_of_the_definition_and_come_back(path):
    curve, space = path.curve("log_roc"), LogROC(0.3)
    fpr, tpr = path.fp / path.negatives, path.tp / path.positives
    np.testing.assert_allclose(curve.x, np.log(1 + 1000 * fpr) / np.log(1001), rtol=1e-13)
    np.testing.assert_allclose(curve.y, tpr, rtol=1e-15)
    np.testing.assert_allclose(space.inverse(*space.forward(fpr, tpr)), (fpr, tpr), atol=1e-14)
    x = np.linspace(0.01, 1.0, 77)
    np.testing.assert_allclose(curve.at(x), seen(path, x), rtol=1e-12)
    assert repr(curve).startswith("Curve('mine', Log ROC, ")


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.2, 0.9), (0.55, 0.56)])
def test_its_area_is_the_integral(path, low, high):
    breaks = np.log1p(1000 * path.fp / path.negatives) / np.log(1001)
    edges = np.unique(np.clip([low, *breaks, high], low, high))
    wanted = sum(quad(lambda x: seen(path, x), *ends, epsabs=1e-13)[0] for ends in pairwise(edges))
    assert path.curve("log_roc").area(low, high) == pytest.approx(wanted, rel=1e-10)


def test_its_trace_is_as_close_as_asked_and_has_all_vertices(path):
    curve = path.curve("log_roc")
    trace = curve.trace(1e-4)
    assert set(path.thresholds) <= set(trace.threshold)
    middle = (trace.x[1:] + trace.x[:-1]) / 2
    chord, along = (trace.y[1:] + trace.y[:-1]) / 2, np.hypot(np.diff(trace.x), np.diff(trace.y))
    moved = np.diff(trace.x) > 0
    away = np.abs(chord - seen(path, middle)) * np.diff(trace.x) / along
    assert np.max(away[moved]) < 1e-4
    x, y = curve.space.trace([0.0, 0.5, 1.0], [0.0, 0.5, 1.0])
    np.testing.assert_allclose((x, y), curve.space.forward([0.0, 0.5, 1.0], [0.0, 0.5, 1.0]))


def test_it_lies_between_the_worst_and_the_best_ranking(path):
    curve = path.curve("log_roc")
    worst, best = curve.worst().area(), curve.best().area()
    assert (worst, best) == (0.0, pytest.approx(1.0))
    assert curve.normalized_area() == pytest.approx(curve.area(), rel=1e-12)
    assert 0.5 < curve.standardized_area() < 1
    assert curve.hull().area() >= curve.area()
    np.testing.assert_array_equal(curve.hull().thresholds, path.roc().hull().thresholds)


def test_a_path_that_ends_early_keeps_the_recall_that_it_reached():
    path = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4, negatives=4)
    curve = prplot.spaces.roc.ROC._for_path(path)
    assert LogROC._for_path(path)._beyond(np.array([0.9]), path.reached).tolist() == [0.5]
    assert curve._beyond(np.array([0.9]), path.reached).tolist() == [0.5]


def test_it_has_intervals_and_words(path):
    interval = path.interval("log_roc", n=200, rng=1)
    assert interval.estimate == path.curve("log_roc").area()
    assert interval.low < interval.estimate < interval.high
    assert path.curve("log_roc").interval(n=200, rng=1).low == interval.low
    assert "Log ROC" in path.curve("log_roc").methods()
    assert "true positive rate" in path.curve("log_roc").describe()


def test_unknown_names_list_it(path):
    with pytest.raises(prplot.PrplotValueError, match="'log_roc'"):
        path.curve("log-rock")


def test_an_interpolation_is_a_class_and_a_line(path):
    curve = path.pr("left-step")
    precision, recall = path.pr().y, path.pr().x
    assert curve.area() == pytest.approx(np.sum(np.diff(recall) * precision[:-1]), rel=1e-13)
    middle = (recall[1:] + recall[:-1]) / 2
    there = np.diff(recall) > 0
    np.testing.assert_allclose(curve.at(middle[there]), precision[:-1][there], rtol=1e-14)
    half = np.sum(np.diff(np.clip(recall, 0.25, 0.75)) * precision[:-1])
    assert curve.area(0.25, 0.75) == pytest.approx(half, rel=1e-12)
    trace = curve.trace()
    assert np.trapezoid(trace.y, trace.x) == pytest.approx(curve.area(), rel=1e-12)
    assert path.interval(prplot.measure_at("precision", at={"recall": 0.5}), n=200, rng=1).estimate > 0
    interval = curve.interval(n=200, rng=1, method="bootstrap")
    assert interval.low < curve.area() < interval.high
    assert "steps of the left vertex" in curve.methods()
    with pytest.raises(prplot.PrplotValueError, match="is not so for any sample"):
        curve.normalized_area()
