"""Metrics: their values by exact fractions, and the lines that are the level sets of the linear-fractional ones."""

import dataclasses
import math
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.errors import PrplotError
from prplot.metrics import (
    METRICS,
    ExpectedCost,
    LinearFractional,
    Metric,
    Nonlinear,
    expected_cost,
    f_beta,
    f_gain,
    metric,
)

MATRICES = [(6, 4, 4, 6), (3, 6, 2, 9), (1, 0, 7, 100), (5, 90, 0, 5), (2, 1, 3, 1)]  # tp, fp, fn, tn
BETAS = (0.5, 1, 2)
NAMES = [m.name for m in METRICS] + [f"f{b:g}" for b in BETAS] + [f"f{b:g}_gain" for b in BETAS]
BENT = ["markedness", "mcc", "g_mean", "corner_distance", "fowlkes_mallows"]
STRAIGHT = [name for name in NAMES if name not in BENT]


def by_hand(name, tp, fp, fn, tn):
    """Value of a metric from textbook precision and recall, as an exact fraction (roots apart)."""
    tp, fp, fn, tn = map(Fraction, (tp, fp, fn, tn))
    pi, precision, recall = (tp + fn) / (tp + fp + fn + tn), tp / (tp + fp), tp / (tp + fn)
    specificity, npv = tn / (fp + tn), tn / (tn + fn)

    def gain(x):
        return (x - pi) / ((1 - pi) * x)

    def f(beta):
        b2 = Fraction(beta) ** 2
        return (1 + b2) * precision * recall / (b2 * precision + recall)

    plain = {
        "precision": precision,
        "recall": recall,
        "fpr": 1 - specificity,
        "specificity": specificity,
        "fnr": 1 - recall,
        "fdr": 1 - precision,
        "npv": npv,
        "false_omission_rate": 1 - npv,
        "accuracy": pi * recall + (1 - pi) * specificity,
        "error_rate": pi * (1 - recall) + (1 - pi) * (1 - specificity),
        "balanced_accuracy": (recall + specificity) / 2,
        "informedness": recall + specificity - 1,
        "markedness": precision + npv - 1,
        "predicted_positive_rate": pi * recall / precision,
        "lr_positive": recall / (1 - specificity) if fp else math.inf,
        "lr_negative": (1 - recall) / specificity,
        "g_mean": math.sqrt(recall * specificity),
        "corner_distance": math.hypot(1 - recall, 1 - specificity),
        "kappa": 2 * (tp * tn - fp * fn) / ((tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)),
        "lift": precision / pi,
        "jaccard": 1 / (1 / precision + 1 / recall - 1),
        "fowlkes_mallows": math.sqrt(precision * recall),
        "precision_gain": gain(precision),
        "recall_gain": gain(recall),
    }
    if name == "mcc":
        # The correlation of two indicators from their means and the mean of their product.
        share, both = pi * recall / precision, pi * recall
        return float(both - pi * share) / math.sqrt(pi * (1 - pi) * share * (1 - share))
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


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e160, 1e300])
@pytest.mark.parametrize("name", NAMES)
def test_value_does_not_depend_on_the_unit_of_weight(name, scale):
    for cells in MATRICES:
        found = metric(name).of(*(scale * cell for cell in cells))
        assert found == pytest.approx(float(by_hand(name, *cells)), rel=1e-12, abs=1e-13)


def test_every_metric_is_of_one_of_the_two_kinds():
    assert [m.name for m in METRICS if isinstance(m, Nonlinear)] == BENT
    assert all(isinstance(metric(name), LinearFractional) for name in STRAIGHT)
    assert isinstance(expected_cost(prevalence=0.2), ExpectedCost)
    assert issubclass(ExpectedCost, LinearFractional)


ALL_RIGHT, ALL_WRONG = (5, 0, 0, 15), (0, 15, 5, 0)
# What errors and costs have in common; how many are predicted positive is neither good nor bad.
LOWER = {"fpr", "fnr", "fdr", "false_omission_rate", "error_rate", "lr_negative", "corner_distance"}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "predicted_positive_rate"])
def test_which_direction_is_better(name):
    chosen = metric(name)
    right, wrong = float(chosen.of(*ALL_RIGHT)), float(chosen.of(*ALL_WRONG))
    assert (right < wrong) if chosen.lower_is_better else (right > wrong)
    assert chosen.lower_is_better == (name in LOWER)


def test_costs_are_better_where_they_are_lower():
    cost = expected_cost(fn=3, fp=2, prevalence=0.3)
    assert cost.lower_is_better
    assert (float(cost.of(*ALL_RIGHT)), float(cost.of(*ALL_WRONG))) == (0, pytest.approx(1, rel=1e-15))


# The metrics with bent level sets -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cells", "expected"),
    [
        # Cells at both ends of the double range.
        ("mcc", (1e300, 1e-300, 1e-300, 1e300), 1),
        ("mcc", (1e-300, 1e300, 1e300, 1e-300), -1),
        ("mcc", (6, 4e-200, 4, 6e-200), 20e-100 / math.sqrt(6 * 10 * 10 * 4)),
        ("markedness", (1e300, 1e-300, 1e-300, 1e300), 1),
        ("markedness", (1e-300, 1e300, 1e300, 1e-300), -1),
        ("markedness", (3e300, 1e300, 1e-300, 3e-300), 0.5),
        ("g_mean", (1e300, 1e-300, 1e-300, 1e300), 1),
        ("g_mean", (1e-300, 1e300, 1e300, 1e-300), 0),
        ("g_mean", (1e-300, 1e-300, 3e-300, 1e-300), math.sqrt(1 / 8)),
        ("g_mean", (1e-300, 0, 1, 1e300), 1e-150),
        ("g_mean", (1e-200, 1, 1, 1e-200), 1e-200),
    ],
    ids=str,
)
def test_bent_metrics_of_cells_of_very_different_size(name, cells, expected):
    assert metric(name).of(*cells) == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("mcc", (0, 0, 2, 3)),
        ("mcc", (2, 3, 0, 0)),
        ("mcc", (0, 2, 0, 3)),
        ("mcc", (2, 0, 3, 0)),
        ("mcc", (0, 0, 0, 0)),
        ("markedness", (0, 0, 2, 3)),
        ("markedness", (2, 3, 0, 0)),
        ("g_mean", (0, 2, 0, 3)),
        ("g_mean", (2, 0, 3, 0)),
    ],
    ids=str,
)
def test_bent_metrics_without_a_margin_are_nan_and_silent(name, cells):
    assert math.isnan(metric(name).of(*cells))
    for scale in (1e-300, 1e300):
        assert math.isnan(metric(name).of(*(scale * cell for cell in cells)))


def test_bent_metrics_of_arrays_row_by_row():
    """Rows of very different weight do not disturb each other."""
    scale = np.array([1e-150, 1.0, 1e150])
    for name in BENT:
        found = metric(name).of(*(scale * cell for cell in (3, 6, 2, 9)))
        np.testing.assert_allclose(found, float(by_hand(name, 3, 6, 2, 9)), rtol=1e-13)
    grid = metric("mcc").value(np.linspace(0, 1, 3)[:, None], np.linspace(0.1, 0.9, 4), 0.2)
    assert grid.shape == (3, 4)
    # Chance, on the diagonal, is uncorrelated.
    assert metric("mcc").value(0.3, 0.3, 0.2) == pytest.approx(0, abs=1e-15)


def test_integer_counts_at_chance_have_exactly_no_correlation():
    assert metric("mcc").of(7, 35, 21, 105) == 0


@pytest.mark.parametrize("seed", range(5))
def test_mcc_is_the_geometric_mean_of_informedness_and_markedness(seed):
    cells = np.random.default_rng(seed).lognormal(size=(4, 50))
    mcc, informed, marked = (metric(name).of(*cells) for name in ("mcc", "informedness", "markedness"))
    np.testing.assert_allclose(mcc**2, informed * marked, rtol=1e-9, atol=1e-14)
    np.testing.assert_array_equal(np.sign(mcc), np.sign(informed))


def test_metrics_of_ones_own():
    jaccard = LinearFractional("jaccard", "Jaccard", (1, 0, 0, 0), (1, 1, 1, 0))
    odds = Nonlinear("odds_ratio", "odds ratio", lambda tp, fp, fn, tn: tp * tn / (fp * fn))
    c = prplot.Confusion(tp=3, fp=6, fn=2, tn=9)
    assert c.measure(jaccard) == pytest.approx(3 / 11, rel=1e-15)
    assert c.measure(odds) == pytest.approx(27 / 12, rel=1e-15)
    assert odds.of([3, 1, 0], [6, 0, 1], [2, 1, 0], [9, 1, 2]) == pytest.approx([2.25, np.inf, np.nan], nan_ok=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        odds.name = "other"
    with pytest.raises(TypeError):
        Metric("nothing", "nothing")


# The lines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("prevalence", [0.001, 0.3, 0.5, 0.95])
@pytest.mark.parametrize("name", STRAIGHT)
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


@pytest.mark.parametrize("name", STRAIGHT)
def test_off_the_line_the_level_is_another(name):
    chosen = metric(name)
    a, b, c = chosen.line(float(chosen.value(0.2, 0.6, 0.3)), 0.3)
    size = np.hypot(a, b)
    off = chosen.value(0.2 + 0.05 * a / size, 0.6 + 0.05 * b / size, 0.3)
    assert abs(off - chosen.value(0.2, 0.6, 0.3)) > 1e-3
    assert np.isfinite(c)


@pytest.mark.parametrize("name", BENT)
def test_bent_level_sets_are_no_lines(name):
    """Halfway between two points of a level the metric has another value."""
    chosen, tpr = metric(name), np.linspace(0.05, 0.95, 1801)
    ends = [(fpr, tpr[np.argmin(np.abs(chosen.value(fpr, tpr, 0.3) - 0.4))]) for fpr in (0.02, 0.39)]
    fpr, tpr = np.array(ends).T
    assert chosen.value(fpr, tpr, 0.3) == pytest.approx(0.4, abs=1e-3)
    assert abs(chosen.value(fpr.mean(), tpr.mean(), 0.3) - 0.4) > 0.01


def test_lines_of_the_likelihood_ratios_go_through_their_corners():
    """LR+ is the slope from (0, 0), LR- the slope from (1, 1), whatever the prevalence."""
    for prevalence in (0.01, 0.6):
        a, b, c = metric("lr_positive").line(4.0, prevalence)
        assert (c, -a / b) == (0, pytest.approx(4, rel=1e-14))
        a, b, c = metric("lr_negative").line(0.25, prevalence)
        assert -a / b == pytest.approx(0.25, rel=1e-14)
        assert a + b + c == pytest.approx(0, abs=1e-15)


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
        ("fdr", np.nan, 1.0),
        ("npv", 0.75, 0.6),
        ("false_omission_rate", 0.25, 0.4),
        ("lr_positive", np.nan, 0.0),
        ("lr_negative", 1.0, 2.0),
        ("informedness", 0.0, -0.5),
        ("markedness", np.nan, -0.4),
        ("mcc", np.nan, -math.sqrt(0.2)),
        ("g_mean", 0.0, 0.0),
    ],
)
def test_values_without_true_positives_are_silent(name, at_origin, only_false_positives):
    assert float(metric(name).value(0.0, 0.0, 0.25)) == pytest.approx(at_origin, rel=1e-15, nan_ok=True)
    assert float(metric(name).value(0.5, 0.0, 0.25)) == pytest.approx(only_false_positives, rel=1e-15, nan_ok=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [("lr_positive", 1.0), ("lr_negative", np.nan), ("npv", np.nan), ("false_omission_rate", np.nan), ("fnr", 0.0)],
)
def test_values_where_everything_is_predicted_are_silent(name, value):
    assert float(metric(name).value(1.0, 1.0, 0.25)) == pytest.approx(value, rel=1e-15, nan_ok=True)


def test_likelihood_ratios_over_nothing_are_infinite():
    assert metric("lr_positive").value(0.0, 0.4, 0.25) == np.inf
    assert metric("lr_negative").value(1.0, 0.4, 0.25) == np.inf


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
    ["prec", "Precisely", "", "f", "f0", "f0.0", "f-1", "fx", "f1_gains", "gain", None, 3, 1.0, ["f1"]],
    ids=repr,
)
def test_unknown_metric_is_a_short_error_that_says_where_all_are(which):
    with pytest.raises(PrplotError) as caught:
        metric(which)
    text = str(caught.value)
    assert text.startswith("metric must be the name of a metric")
    assert "prplot.metrics.METRICS lists them all." in text
    assert repr(which) in text
    assert len(text) < 300


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


@pytest.mark.parametrize("seed", range(20))
def test_trivial_and_perfectly_wrong_classifiers_to_the_last_digit(seed):
    """Nothing or everything predicted, and every prediction wrong: whatever P and N are."""
    p, n = np.random.default_rng(seed).lognormal(0, 3, 2)
    for cells in ((p, n, 0, 0), (0, 0, p, n)):
        trivial = prplot.Confusion(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)))
        assert trivial.balanced_accuracy == 0.5
        assert trivial.informedness == 0
    everything = prplot.Confusion(tp=p, fp=n, fn=0, tn=0)
    assert everything.precision_gain == 0
    assert everything.lr_positive == 1
    wrong = prplot.Confusion(tp=0, fp=n, fn=p, tn=0)
    assert wrong.balanced_accuracy == 0
    assert wrong.informedness == -1


def test_kappa_and_lift_of_one_class():
    """As their formulas have it: what is right by chance, and precision by a prevalence of 1."""
    assert prplot.Confusion(tp=2, fp=0, fn=1, tn=0).kappa == 0.0
    assert prplot.Confusion(tp=0, fp=1, fn=0, tn=2).kappa == 0.0
    assert prplot.Confusion(tp=2, fp=0, fn=1, tn=0).measure("lift") == 1.0
    with pytest.warns(prplot.PrplotWarning, match="0/0"):
        assert np.isnan(prplot.Confusion(tp=3, fp=0, fn=0, tn=0).kappa)
    table = prplot.from_labels([1, 1, 1], [0.9, 0.8, 0.7]).table()
    np.testing.assert_array_equal(table["lift"][1:], 1.0)
