"""Metrics: their values by exact fractions, and the lines that are the level sets of the linear-fractional ones."""

import dataclasses
import math

import numpy as np
import pytest
from helpers.measures import LOWER, NAMES, values

import prplot
from prplot import metrics
from prplot.metrics import (
    METRICS,
    LinearFractional,
    Metric,
    Nonlinear,
    f_beta,
    f_gain,
    metric,
)

MATRICES = [(6, 4, 4, 6), (3, 6, 2, 9), (1, 0, 7, 100), (5, 90, 0, 5), (2, 1, 3, 1)]  # tp, fp, fn, tn
BENT = ["markedness", "mcc", "g_mean", "corner_distance", "fowlkes_mallows"]
STRAIGHT = [name for name in NAMES if name not in BENT]


@pytest.mark.parametrize("name", NAMES)
def test_value_by_hand(name):
    """Of cells of any unit of weight, of rates, and of a matrix, which has most as properties."""
    chosen = metric(name)
    assert (chosen.name, metric(chosen)) == (name, chosen)
    assert isinstance(chosen, Nonlinear if name in BENT else LinearFractional)
    for cells in MATRICES:
        expected = values(*cells)[name]
        tp, fp, fn, tn = cells
        assert chosen.of(*cells) == pytest.approx(expected, rel=1e-14, abs=1e-15)
        rates = chosen.value(fp / (fp + tn), tp / (tp + fn), (tp + fn) / sum(cells))
        assert rates == pytest.approx(expected, rel=1e-12, abs=1e-13)
        matrix = prplot.Confusion(tp=tp, fp=fp, fn=fn, tn=tn)
        measured = matrix.measure(name)
        assert measured == matrix.measure(chosen) == pytest.approx(expected, rel=1e-14, abs=1e-15)
        assert type(measured) is float
        if chosen in METRICS:
            assert getattr(matrix, name) == measured
            assert isinstance(getattr(type(matrix), name), property)
        for scale in (1e-300, 1e300):
            assert chosen.of(*(scale * cell for cell in cells)) == pytest.approx(expected, rel=1e-12, abs=1e-13)
    # How many are predicted positive is neither good nor bad.
    if name != "predicted_positive_rate":
        right, wrong = float(chosen.of(*ALL_RIGHT)), float(chosen.of(*ALL_WRONG))
        assert (right < wrong) if chosen.lower_is_better else (right > wrong)
        assert chosen.lower_is_better == (name in LOWER)


def test_names_and_spellings():
    assert {m.name for m in METRICS} <= set(NAMES)
    assert metric("f2.0").name == f_beta(2).name == "f2"
    assert metric("f0.50_gain").name == f_gain(0.5).name == "f0.5_gain"
    assert metric("Sensitivity") is metric("tpr") is metric("recall")
    missed = metric("recall")._complement
    assert missed.lower_is_better
    assert float(missed.value(0.2, 0.7, 0.3)) == pytest.approx(0.3, rel=1e-15)
    for wrong in ("prec", "", "f", "f0", "f-1", "fx", "f1_gains", None, 3, ["f1"]):
        with pytest.raises(prplot.PrplotError, match="metric must be the name of a metric") as caught:
            metric(wrong)
        assert repr(wrong) in str(caught.value)
        assert len(str(caught.value)) < 300


ALL_RIGHT, ALL_WRONG = (5, 0, 0, 15), (0, 15, 5, 0)


# The metrics with bent level sets -------------------------------------------------------------------------------


def test_bent_metrics_of_cells_of_very_different_size():
    for name, cells, expected in (
        ("mcc", (1e300, 1e-300, 1e-300, 1e300), 1),
        ("mcc", (1e-300, 1e300, 1e300, 1e-300), -1),
        ("mcc", (6, 4e-200, 4, 6e-200), 20e-100 / math.sqrt(6 * 10 * 10 * 4)),
        ("mcc", (7, 35, 21, 105), 0),
        ("markedness", (1e-300, 1e300, 1e300, 1e-300), -1),
        ("markedness", (3e300, 1e300, 1e-300, 3e-300), 0.5),
        ("g_mean", (1e-300, 1e300, 1e300, 1e-300), 0),
        ("g_mean", (1e-300, 0, 1, 1e300), 1e-150),
        ("g_mean", (1e-200, 1, 1, 1e-200), 1e-200),
    ):
        assert metric(name).of(*cells) == pytest.approx(expected, rel=1e-12, abs=0)
    # Rows of very different weight do not disturb each other.
    scale = np.array([1e-150, 1.0, 1e150])
    for name in BENT:
        found = metric(name).of(*(scale * cell for cell in (3, 6, 2, 9)))
        np.testing.assert_allclose(found, values(3, 6, 2, 9)[name], rtol=1e-13)
    assert metric("mcc").value(np.linspace(0, 1, 3)[:, None], np.linspace(0.1, 0.9, 4), 0.2).shape == (3, 4)


NAN = float("nan")
# fpr, tpr, and values there at a prevalence of a quarter: where nothing is found, and where all is predicted.
SILENT = [
    (0.0, 0.0, {"precision": NAN, "f1": 0, "precision_gain": NAN, "recall_gain": -math.inf, "f1_gain": -math.inf}),
    (0.0, 0.0, {"fdr": NAN, "npv": 0.75, "false_omission_rate": 0.25, "lr_positive": NAN, "lr_negative": 1.0}),
    (0.0, 0.0, {"informedness": 0, "markedness": NAN, "mcc": NAN, "g_mean": 0}),
    (0.5, 0.0, {"precision": 0, "f1": 0, "precision_gain": -math.inf, "recall_gain": -math.inf, "f1_gain": -math.inf}),
    (0.5, 0.0, {"fdr": 1, "npv": 0.6, "lr_positive": 0, "lr_negative": 2, "markedness": -0.4, "mcc": -math.sqrt(0.2)}),
    (1.0, 1.0, {"lr_positive": 1, "lr_negative": NAN, "npv": NAN, "false_omission_rate": NAN, "fnr": 0, "mcc": NAN}),
    (0.0, 0.4, {"lr_positive": math.inf}),
    (1.0, 0.4, {"lr_negative": math.inf}),
]


def test_values_at_the_edges_are_silent():
    for fpr, tpr, known in SILENT:
        for name, wanted in known.items():
            assert float(metric(name).value(fpr, tpr, 0.25)) == pytest.approx(wanted, rel=1e-15, nan_ok=True)
    for name, cells in (
        ("mcc", (0, 2, 0, 3)),
        ("mcc", (2, 0, 3, 0)),
        ("g_mean", (0, 2, 0, 3)),
        ("g_mean", (2, 0, 3, 0)),
    ):
        for scale in (1e-300, 1, 1e300):
            assert math.isnan(metric(name).of(*(scale * cell for cell in cells)))


def test_trivial_and_perfectly_wrong_classifiers_to_the_last_digit():
    """Nothing or everything predicted, and every prediction wrong: whatever P and N are."""
    for seed in range(20):
        p, n = np.random.default_rng(seed).lognormal(0, 3, 2)
        everything, nothing, wrong = (
            prplot.Confusion(tp=tp, fp=fp, fn=fn, tn=tn)
            for tp, fp, fn, tn in ((p, n, 0, 0), (0, 0, p, n), (0, n, p, 0))
        )
        for trivial in (everything, nothing):
            assert (trivial.balanced_accuracy, trivial.informedness) == (0.5, 0)
        assert (everything.precision_gain, everything.lr_positive) == (0, 1)
        assert (wrong.balanced_accuracy, wrong.informedness) == (0, -1)


def test_f_of_extreme_beta_tends_to_recall_and_precision():
    for make, gained in ((f_beta, ""), (f_gain, "_gain")):
        for beta, limit in ((1e200, "recall"), (1e-200, "precision")):
            wanted = float(metric(limit + gained).value(0.2, 0.7, 0.3))
            assert make(beta).value(0.2, 0.7, 0.3) == pytest.approx(wanted, rel=1e-12)


def test_beta_squared_is_that_of_f_measures_and_asking_others_is_no_error():
    assert [f_beta(beta)._beta_squared for beta in (0.5, 1, 2)] == [0.25, 1, 4]
    assert (metric("recall")._beta_squared, metric("fpr")._beta_squared) == (1, 0)


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


def test_a_metric_added_to_the_table_is_found_by_name_everywhere(monkeypatch):
    """As when an entry is added: nothing else need be told of it."""
    found = LinearFractional("found", "found", above=(1, 0, 0, 0), below=(1, 1, 1, 1))
    monkeypatch.setattr(metrics, "METRICS", (*METRICS, found))
    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    assert metric("found") is found
    assert path.at(0.4).measure("found") == path.at(0.4).found == 0.5
    assert path.optimal("found") == path.at(0.4)
    assert path.table()["found"].tolist() == [0, 0.25, 0.25, 0.5, 0.5]
    with pytest.raises(prplot.PrplotError, match="The nearest is 'found'"):
        metric("foun")


@pytest.mark.parametrize("name", [metric.name for metric in METRICS])
def test_an_entry_of_the_table_is_a_constant_and_a_documented_property(name):
    assert getattr(metrics, name.upper()) is metric(name)
    assert name.upper() in metrics.__all__
    assert getattr(prplot.Confusion, name).__doc__ == metrics.WORDS[name]


# The lines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STRAIGHT)
def test_level_sets_are_the_lines(name):
    """From a point along its line, in both directions, the metric keeps its level; off the line it has another."""
    chosen = metric(name)
    for prevalence in (0.001, 0.3, 0.95):
        for fpr, tpr in [(0.1, 0.6), (0.5, 0.5), (0.9, 0.3), (0.02, 0.98)]:
            level = float(chosen.value(fpr, tpr, prevalence))
            a, b, c = chosen._line(level, prevalence)
            size = np.hypot(a, b)
            assert abs(a * fpr + b * tpr + c) / size < 1e-12
            along = np.array([-0.015, 0.01]) / size
            on_line = chosen.value(fpr - b * along, tpr + a * along, prevalence)
            np.testing.assert_allclose(on_line, level, rtol=1e-9, atol=1e-9)
    a, b, _ = chosen._line(float(chosen.value(0.2, 0.6, 0.3)), 0.3)
    off = chosen.value(0.2 + 0.05 * a / np.hypot(a, b), 0.6 + 0.05 * b / np.hypot(a, b), 0.3)
    assert abs(off - chosen.value(0.2, 0.6, 0.3)) > 1e-3


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
        a, b, c = metric("lr_positive")._line(4.0, prevalence)
        assert (c, -a / b) == (0, pytest.approx(4, rel=1e-14))
        a, b, c = metric("lr_negative")._line(0.25, prevalence)
        assert -a / b == pytest.approx(0.25, rel=1e-14)
        assert a + b + c == pytest.approx(0, abs=1e-15)


def test_kappa_and_lift_of_one_class():
    """As their formulas have it: what is right by chance, and precision by a prevalence of 1."""
    assert prplot.Confusion(tp=2, fp=0, fn=1, tn=0).kappa == 0.0
    assert prplot.Confusion(tp=0, fp=1, fn=0, tn=2).kappa == 0.0
    assert prplot.Confusion(tp=2, fp=0, fn=1, tn=0).measure("lift") == 1.0
    with pytest.warns(prplot.PrplotWarning, match="0/0"):
        assert np.isnan(prplot.Confusion(tp=3, fp=0, fn=0, tn=0).kappa)
    table = prplot.from_labels([1, 1, 1], [0.9, 0.8, 0.7]).table()
    np.testing.assert_array_equal(table["lift"][1:], 1.0)
