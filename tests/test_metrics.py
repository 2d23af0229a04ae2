"""Linear-fractional metrics: their values by exact fractions, and the lines that are their level sets."""

from fractions import Fraction

import numpy as np
import pytest

from prplot.errors import PrplotError
from prplot.metrics import METRICS, Metric, f_beta, f_gain, metric

MATRICES = [(6, 4, 4, 6), (3, 6, 2, 9), (1, 0, 7, 100), (5, 90, 0, 5), (2, 1, 3, 1)]  # tp, fp, fn, tn
BETAS = (0.5, 1, 2)
NAMES = [m.name for m in METRICS] + [f"f{b:g}" for b in BETAS] + [f"f{b:g}_gain" for b in BETAS]


def by_hand(name, tp, fp, fn, tn):
    """Value of a metric from textbook precision and recall, as an exact fraction."""
    tp, fp, fn, tn = map(Fraction, (tp, fp, fn, tn))
    pi, precision, recall = (tp + fn) / (tp + fp + fn + tn), tp / (tp + fp), tp / (tp + fn)

    def gain(x):
        return (x - pi) / ((1 - pi) * x)

    def f(beta):
        b2 = Fraction(beta) ** 2
        return (1 + b2) * precision * recall / (b2 * precision + recall)

    plain = {
        "precision": precision,
        "recall": recall,
        "fpr": fp / (fp + tn),
        "accuracy": (tp + tn) / (tp + fp + fn + tn),
        "precision_gain": gain(precision),
        "recall_gain": gain(recall),
    }
    if name in plain:
        return plain[name]
    value = f(name.removeprefix("f").removesuffix("_gain"))
    return gain(value) if name.endswith("_gain") else value


@pytest.mark.parametrize("cells", MATRICES, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_value_by_hand(name, cells):
    expected = float(by_hand(name, *cells))
    tp, fp, fn, tn = cells
    assert metric(name).of(*cells) == pytest.approx(expected, rel=1e-14, abs=1e-15)
    pi = (tp + fn) / sum(cells)
    rates = metric(name).value(fp / (fp + tn), tp / (tp + fn), pi)
    assert rates == pytest.approx(expected, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("prevalence", [0.001, 0.3, 0.5, 0.95])
@pytest.mark.parametrize("name", NAMES)
def test_level_sets_are_the_lines(name, prevalence):
    """From a point along its line, in both directions, the metric keeps its level."""
    chosen = metric(name)
    for fpr, tpr in [(0.1, 0.6), (0.5, 0.5), (0.9, 0.3), (0.02, 0.98)]:
        level = float(chosen.value(fpr, tpr, prevalence))
        a, b, c = chosen.line(level, prevalence)
        size = np.hypot(a, b)
        assert size > 0
        assert abs(a * fpr + b * tpr + c) / size < 1e-12
        along = np.array([-0.015, 0.01]) / size
        on_line = chosen.value(fpr - b * along, tpr + a * along, prevalence)
        np.testing.assert_allclose(on_line, level, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_off_the_line_the_level_is_another(name):
    chosen = metric(name)
    a, b, c = chosen.line(float(chosen.value(0.2, 0.6, 0.3)), 0.3)
    size = np.hypot(a, b)
    off = chosen.value(0.2 + 0.05 * a / size, 0.6 + 0.05 * b / size, 0.3)
    assert abs(off - chosen.value(0.2, 0.6, 0.3)) > 1e-3
    assert np.isfinite(c)


def test_values_broadcast_and_a_point_gives_a_number():
    grid = f_beta(1).value(np.linspace(0, 1, 3)[:, None], np.linspace(0.1, 1, 4), 0.2)
    assert grid.shape == (3, 4)
    assert np.ndim(f_beta(1).value(0.1, 0.5, 0.2)) == 0


@pytest.mark.parametrize(
    ("name", "at_origin", "only_false_positives"),
    [
        ("precision", np.nan, 0.0),
        ("f1", 0.0, 0.0),
        ("precision_gain", np.nan, -np.inf),
        ("recall_gain", -np.inf, -np.inf),
        ("f1_gain", -np.inf, -np.inf),
    ],
)
def test_values_without_true_positives_are_silent(name, at_origin, only_false_positives):
    np.testing.assert_equal(float(metric(name).value(0.0, 0.0, 0.25)), at_origin)
    np.testing.assert_equal(float(metric(name).value(0.5, 0.0, 0.25)), only_false_positives)


@pytest.mark.parametrize("name", NAMES)
def test_names_find_their_metric(name):
    found = metric(name)
    assert isinstance(found, Metric)
    assert found.name == name
    assert found.label
    assert metric(found) is found


def test_names_are_distinct_and_spelling_of_beta_does_not_matter():
    assert len(set(NAMES)) == len(NAMES)
    assert metric("f2.0").name == f_beta(2).name == "f2"
    assert metric("f0.50_gain").name == f_gain(0.5).name == "f0.5_gain"


@pytest.mark.parametrize(
    "which",
    ["prec", "Precision ", "", "f", "f0", "f0.0", "f-1", "fx", "f1_gains", "gain", None, 3, 1.0, ["f1"]],
    ids=repr,
)
def test_unknown_metric_is_an_error_that_lists_them(which):
    with pytest.raises(PrplotError) as caught:
        metric(which)
    text = str(caught.value)
    assert text.startswith("metric must be one of")
    assert all(repr(m.name) in text for m in METRICS)
    assert "'f1'" in text
    assert repr(which) in text


@pytest.mark.parametrize("make", [f_beta, f_gain])
class TestBeta:
    @pytest.mark.parametrize("beta", [0, 0.0, -1, -0.5, float("nan"), float("inf"), float("-inf")], ids=repr)
    def test_out_of_range(self, make, beta):
        with pytest.raises(ValueError, match=r"beta must be finite and greater than 0; got .*Use 1 for F1") as caught:
            make(beta)
        assert isinstance(caught.value, PrplotError)
        assert repr(beta) in str(caught.value)

    @pytest.mark.parametrize("beta", ["x", "2", None, 1j, [1], {}], ids=repr)
    def test_not_a_number(self, make, beta):
        with pytest.raises(TypeError, match="beta must be one real number; got ") as caught:
            make(beta)
        assert isinstance(caught.value, PrplotError)

    @pytest.mark.parametrize(("beta", "limit"), [(1e200, "recall"), (1e-200, "precision")])
    def test_extremes_tend_to_recall_and_precision(self, make, beta, limit):
        limit = metric(limit if make is f_beta else f"{limit}_gain")
        assert make(beta).value(0.2, 0.7, 0.3) == pytest.approx(float(limit.value(0.2, 0.7, 0.3)), rel=1e-12)
