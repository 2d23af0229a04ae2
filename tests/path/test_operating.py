"""Operating points: found, best, break-even, and all of them as a table; against every threshold in exact fractions."""

from __future__ import annotations

import json
import math
import warnings
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as peer

import prplot
from prplot import Confusion
from prplot.metrics import METRICS, LinearFractional, Nonlinear, expected_cost, f_beta, f_gain, metric

CASES = json.loads((Path(__file__).parents[1] / "data" / "theory_checks.json").read_text())
KINDS = ("untied", "tied", "weighted", "soft", "two scores", "background first")
SAMPLES = [(kind, seed) for kind in KINDS for seed in range(4)]


@cache
def rows_of(kind, seed):
    """Scores and weights whose sums are exact in binary: counts, or sixteenths."""
    rng = np.random.default_rng((KINDS.index(kind), seed))
    n = int(rng.integers(8, 30))
    fg = (rng.random(n) < rng.choice([0.2, 0.5, 0.8])).astype(float)
    fg[:4] = 1, 0, 1, 0
    score = np.round(rng.normal(size=n) + fg, 0 if kind == "tied" else 6)
    if kind == "two scores":
        score = (score > 0).astype(float)
    if kind == "background first":
        score[[1, 3]] = 8, 9
    bg = 1 - fg
    if kind == "weighted":
        weight = rng.integers(0, 64, n) / 16
        weight[:2] = 1
        fg, bg = fg * weight, bg * weight
    elif kind == "soft":
        fg = rng.integers(0, 17, n) / 16
        bg = 1 - fg
    return score, fg, bg


@cache
def vertices(kind, seed):
    """Threshold and the four cells at every distinct score, from the definition; nothing predicted first."""
    columns = (column.tolist() for column in rows_of(kind, seed))
    rows = [(s, Fraction(a), Fraction(b)) for s, a, b in zip(*columns, strict=True)]
    p, n = sum(a for _, a, _ in rows), sum(b for _, _, b in rows)
    found = []
    for cut in [math.inf, *sorted({s for s, a, b in rows if a or b}, reverse=True)]:
        tp, fp = sum(a for s, a, _ in rows if s >= cut), sum(b for s, _, b in rows if s >= cut)
        found.append((cut, (tp, fp, p - tp, n - fp)))
    return found


@pytest.fixture(params=SAMPLES, ids=lambda p: f"{p[0]} {p[1]}")
def chosen(request):
    return request.param


@pytest.fixture
def path(chosen):
    score, fg, bg = rows_of(*chosen)
    return prplot.from_weights(score, fg=fg, bg=bg)


@pytest.fixture
def found(chosen):
    return vertices(*chosen)


def ratio(top, bottom):
    """None where it is 0/0."""
    return Fraction(top) / bottom if bottom else (math.inf if top else None)


def f_measure(beta, tp, fp, fn, _):
    b2 = Fraction(beta) ** 2
    return ratio((1 + b2) * tp, (1 + b2) * tp + fp + b2 * fn)


def gain(value, pi):
    """The harmonic scale that sends π to 0 and 1 to 1."""
    return None if value is None else (value - pi) / ((1 - pi) * value) if value else -math.inf


def definitions(tp, fp, fn, tn):
    """Every measure from rates and shares, exactly; None where it is 0/0. Of roots the (signed) square."""
    p, n = tp + fn, fp + tn
    pi, recall, fpr = p / (p + n), tp / p, fp / n
    precision, npv = ratio(tp, tp + fp), ratio(tn, fn + tn)
    covariance = tp * tn - fp * fn
    accuracy, share = pi * recall + (1 - pi) * (1 - fpr), (tp + fp) / (p + n)
    by_chance = pi * share + (1 - pi) * (1 - share)
    f_values = {f"f{b:g}": f_measure(b, tp, fp, fn, tn) for b in (0.5, 1, 2)}
    return {
        "precision": precision,
        "recall": recall,
        "fpr": fpr,
        "specificity": 1 - fpr,
        "fnr": 1 - recall,
        "fdr": None if precision is None else 1 - precision,
        "npv": npv,
        "false_omission_rate": None if npv is None else 1 - npv,
        "accuracy": accuracy,
        "error_rate": pi * (1 - recall) + (1 - pi) * fpr,
        "balanced_accuracy": (recall + 1 - fpr) / 2,
        "informedness": recall - fpr,
        "markedness": None if None in (precision, npv) else precision + npv - 1,
        "mcc": ratio(covariance * abs(covariance), (tp + fp) * p * n * (fn + tn)),
        "kappa": ratio(accuracy - by_chance, 1 - by_chance),
        "g_mean": recall * (1 - fpr),
        "corner_distance": fpr**2 + (1 - recall) ** 2,
        "jaccard": ratio(tp, tp + fp + fn),
        "fowlkes_mallows": None if precision is None else precision * recall,
        "lr_positive": ratio(recall, fpr),
        "lr_negative": ratio(1 - recall, 1 - fpr),
        "predicted_positive_rate": share,
        "lift": None if precision is None else precision / pi,
        "precision_gain": gain(precision, pi),
        "recall_gain": gain(recall, pi),
        **f_values,
        **{f"{name}_gain": gain(value, pi) for name, value in f_values.items()},
    }


SQUARED = ("mcc", "g_mean", "fowlkes_mallows", "corner_distance")
LOWER = {"fpr", "fnr", "fdr", "false_omission_rate", "error_rate", "lr_negative", "corner_distance"}
NAMES = list(definitions(*map(Fraction, (3, 6, 2, 9))))


def first_best(found, value, lower=False):
    """The highest threshold at which a value is best."""
    values = [value(*cells) for _, cells in found]
    best = (min if lower else max)(v for v in values if v is not None)
    return found[values.index(best)]


def same(confusion, vertex):
    cut, cells = vertex
    return confusion.threshold == cut and [Fraction(cell) for cell in confusion.cells] == list(cells)


# optimal --------------------------------------------------------------------------------------------------------


def test_every_metric_has_a_definition():
    assert {m.name for m in METRICS} <= set(NAMES)


def test_optimal_is_the_best_of_all_thresholds(path, found):
    values = {cells: definitions(*cells) for _, cells in found}
    for name in NAMES:
        wanted = first_best(found, lambda *cells, name=name: values[cells][name], name in LOWER)
        assert same(path.optimal(name), wanted), name
        assert same(path.optimal(metric(name)), wanted), name


def test_optimal_is_that_of_f1_unless_told_otherwise(path):
    assert path.optimal() == path.optimal("f1") == path.optimal(f_beta(1.0))


def test_optimal_f_beta_of_any_beta(path, found):
    """The β that a float is, and its gain at the same place."""
    for beta in (0.01, 0.3, 1, 3, 100):
        wanted = first_best(found, partial(f_measure, beta))
        assert same(path.optimal(f_beta(beta)), wanted)
        assert same(path.optimal(f_gain(beta)), wanted)


COSTS = [("1", "1", "0.5"), ("91", "9", "0.09"), ("1", "5", "0.5"), ("3", "2", "0.7"), ("1000", "1", "0.5")]


@pytest.mark.parametrize(("c_fn", "c_fp", "prevalence"), COSTS, ids=str)
def test_optimal_cost_is_the_least_of_all_thresholds(path, found, c_fn, c_fp, prevalence):
    pi = Fraction(prevalence)
    z = pi * Fraction(c_fn) / (pi * Fraction(c_fn) + (1 - pi) * Fraction(c_fp))

    def cost(tp, fp, fn, tn):
        return z * fn / (tp + fn) + (1 - z) * fp / (fp + tn)

    wanted = first_best(found, cost, lower=True)
    measure = expected_cost(fn=float(c_fn), fp=float(c_fp), prevalence=float(prevalence))
    assert same(path.optimal(measure), wanted)
    assert path.optimal(measure).measure(measure) == pytest.approx(float(cost(*wanted[1])), rel=1e-14, abs=1e-15)


def test_optimal_of_equally_good_thresholds_is_the_highest():
    """At 4, 3, 2, 1 accuracy is 3/4, 1/2, 3/4, 1/2; below chance nothing is better than nothing."""
    assert prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]).optimal("accuracy").threshold == 4
    assert prplot.from_labels([0, 1, 0, 1], [4, 3, 2, 1]).optimal("accuracy").threshold == math.inf
    assert prplot.from_labels([0, 0, 1], [3, 2, 1]).optimal("error_rate").threshold == math.inf


@pytest.mark.parametrize("weight", [1, 0.1, 1 / 7], ids="{:.3g}".format)
@pytest.mark.parametrize("name", ["informedness", "balanced_accuracy", "mcc", "markedness", "precision_gain", "f1"])
def test_optimal_is_not_decided_by_rounding(name, weight):
    """On the diagonal nothing is better than nothing; differences round, near 0 visibly."""
    rng = np.random.default_rng(11)
    for _ in range(30):
        p, n = (int(c) for c in rng.integers(1, 60, 2))
        times = rng.integers(1, 5, 6)
        flat = prplot.from_weights(range(6, 0, -1), fg=times * p * weight, bg=times * n * weight)
        first = math.inf if name in ("informedness", "balanced_accuracy") else 6
        assert flat.optimal(name).threshold == (1 if name == "f1" else first)


def test_optimal_of_what_is_worse_than_chance_is_to_predict_nothing():
    """Predicting everything is as good, 1 - 1, but for the rounding of 15/11 in it."""
    worse = prplot.from_weights([5, 4, 3, 2, 1], fg=[0, 5, 3, 3, 4], bg=[3, 3, 3, 0, 2])
    assert worse.optimal("informedness").threshold == math.inf


def test_optimal_of_decimal_weights_sees_through_their_rounding():
    """Three times 0.1 is not 0.3; the accuracy at 4 and at 2 is the same all the same."""
    path = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1], sample_weight=[0.3, 0.1, 0.1, 0.1, 0.6])
    found = path.optimal("accuracy")
    assert found.threshold == 5
    assert path.at(3).accuracy == pytest.approx(found.accuracy, rel=1e-15)


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e9, 1e300])
def test_optimal_does_not_depend_on_the_unit_of_weight(scale):
    score, fg, bg = rows_of("soft", 3)
    plain = prplot.from_weights(score, fg=fg, bg=bg)
    path = prplot.from_weights(score, fg=fg * scale, bg=bg * scale)
    for name in NAMES:
        assert path.optimal(name).threshold == plain.optimal(name).threshold


def test_optimal_of_metrics_of_ones_own():
    path = prplot.from_labels([0, 1, 0, 1, 0], [5, 4, 3, 2, 1])
    jaccard = LinearFractional("jaccard", "Jaccard", (1, 0, 0, 0), (1, 1, 1, 0))
    assert path.optimal(jaccard) == path.optimal("f1")
    wasted = LinearFractional("wasted", "wasted", (0, 1, 0, 0), (1, 0, 0, 0), lower_is_better=True)
    assert path.optimal(wasted).threshold == 4
    corner = Nonlinear(
        "corner", "corner", lambda tp, fp, fn, tn: (fp / (fp + tn)) ** 2 + (fn / (tp + fn)) ** 2, lower_is_better=True
    )
    assert path.optimal(corner).threshold == 4


def test_optimal_of_an_infinite_value_is_where_it_is_infinite():
    """The odds ratio is 0/0, 0, 2, 1/2, inf, 0/0 from nothing predicted to everything predicted."""
    path = prplot.from_labels([0, 1, 0, 1, 0], [5, 4, 3, 2, 1])
    odds = Nonlinear("odds_ratio", "odds ratio", lambda tp, fp, fn, tn: tp * tn / (fp * fn))
    assert path.optimal(odds).threshold == 2
    # TN/FN is 3/2, 1, 2, 1, inf, 0/0.
    assert path.optimal(LinearFractional("odds", "odds", (0, 0, 0, 1), (0, 0, 1, 0))).threshold == 2


@pytest.mark.parametrize(
    ("labels", "undefined", "defined"),
    [
        (
            [0, 0],
            ["recall", "fnr", "informedness", "balanced_accuracy", "mcc", "g_mean", "lr_positive", "lr_negative",
             "precision_gain", "recall_gain", "f1_gain", expected_cost(prevalence=0.3)],
            {"precision": 2, "fpr": math.inf, "accuracy": math.inf, "f1": 2, "npv": math.inf, "markedness": 2},
        ),
        (
            [1, 1],
            ["fpr", "specificity", "informedness", "balanced_accuracy", "mcc", "g_mean", "lr_positive", "lr_negative",
             "precision_gain", "recall_gain", "f1_gain", expected_cost(prevalence=0.3)],
            {"precision": 2, "recall": 1, "accuracy": 1, "f1": 1, "npv": math.inf, "markedness": 2},
        ),
    ],
    ids=["no foreground", "no background"],
)  # fmt: skip
def test_optimal_of_one_class(labels, undefined, defined):
    path = prplot.from_labels(labels, [2, 1])
    for name in undefined:
        with pytest.raises(ValueError, match=r" is undefined at every threshold of this sample") as caught:
            path.optimal(name)
        assert isinstance(caught.value, prplot.PrplotError)
        assert str(caught.value).startswith(metric(name).name)
        assert f"{sum(labels)} foreground and {2 - sum(labels)} background weight" in str(caught.value)
    assert {name: path.optimal(name).threshold for name in defined} == defined


@pytest.mark.parametrize("which", ["f", "cost", None, 1], ids=repr)
def test_optimal_of_an_unknown_metric(which):
    with pytest.raises(prplot.PrplotError, match="metric must be the name of a metric"):
        prplot.from_labels([1, 0], [2, 1]).optimal(which)


# optimal and the hulls ------------------------------------------------------------------------------------------

# The demonstration data of the PRG package: 16 positives of 25.
DEMO = prplot.from_labels([int(c) for c in "1110111111011101001000101"], range(25, 0, -1))


def at_errors(path, fp, tp):
    return Confusion(tp=tp, fp=fp, fn=path.positives - tp, tn=path.negatives - fp).cells


@pytest.mark.parametrize(
    ("chosen", "corner"),
    [
        # c along the ROC hull: 1, 6/7, 3/4, 1/2, 1/3 between (0,0) (0,3) (1,9) (2,12) (3,13) (9,16) in (FP, TP).
        ("accuracy", (2, 12)),
        (expected_cost(fn=1, fp=9, prevalence=16 / 25), (0, 3)),
        (expected_cost(fn=1, fp=4, prevalence=16 / 25), (1, 9)),
        (expected_cost(fn=3, fp=5, prevalence=16 / 25), (2, 12)),
        (expected_cost(fn=3, fp=2, prevalence=16 / 25), (3, 13)),
        (expected_cost(fn=3, fp=1, prevalence=16 / 25), (9, 16)),
        # d along the PRG hull: .969697, .888889, .615385, .410256, and d = 1 / (1 + β²).
        (f_beta(math.sqrt(1 / 0.98 - 1)), (0, 3)),
        (f_beta(math.sqrt(1 / 0.93 - 1)), (1, 9)),
        (f_beta(0.5), (2, 12)),
        ("f1", (3, 13)),
        ("f2", (9, 16)),
    ],
    ids=lambda v: v if isinstance(v, str | tuple) else v.name,
)
def test_optima_of_the_prg_demonstration(chosen, corner):
    assert DEMO.optimal(chosen).cells == at_errors(DEMO, *corner)


def test_accuracy_is_best_where_the_hull_crosses_one_half(path):
    hull = path.roc().hull()
    taken = int(np.count_nonzero(hull.scores > 0.5))
    assert path.optimal("accuracy").threshold == hull.thresholds[taken]
    assert path.optimal("error_rate") == path.optimal("accuracy")


def test_cost_is_least_where_the_hull_crosses_the_cost_of_a_false_positive(path):
    """c is a posterior share: predicted positive while c C(fn) > (1 - c) C(fp)."""
    hull = path.roc().hull()
    rng = np.random.default_rng(len(path))
    for share in rng.uniform(0.001, 0.999, 40):
        cost = expected_cost(fn=1 - share, fp=share, prevalence=path.prevalence)
        taken = int(np.count_nonzero(hull.scores > share))
        assert path.optimal(cost).threshold == hull.thresholds[taken]


def test_cost_at_another_prevalence_follows_the_slopes_of_the_hull(path):
    """Predicted positive while the likelihood ratio exceeds (1 - z) / z."""
    hull = path.roc().hull()
    rng = np.random.default_rng(len(path))
    for prevalence, fn in rng.uniform(0.01, 0.99, (40, 2)):
        cost = expected_cost(fn=fn, fp=1 - fn, prevalence=prevalence)
        z = cost.probability_cost
        taken = int(np.count_nonzero(hull.likelihood_ratios > (1 - z) / z))
        assert path.optimal(cost).threshold == hull.thresholds[taken]


def test_cost_is_least_at_the_threshold_of_the_cost_curve(path):
    curve = path.cost()
    rng = np.random.default_rng(len(path))
    for z in rng.uniform(0.001, 0.999, 40):
        cost = expected_cost(fn=z, fp=1 - z, prevalence=0.5)
        found = path.optimal(cost)
        piece = int(np.searchsorted(curve.x, z, side="right")) - 1
        assert found.threshold == curve.thresholds[piece]
        assert found.measure(cost) == pytest.approx(float(curve.at(z)), rel=1e-12, abs=1e-15)


def test_f_beta_is_best_at_the_vertex_whose_interval_has_beta(path):
    hull = path.prg().hull()
    rng = np.random.default_rng(len(path))
    betas = 10 ** rng.uniform(-2, 2, 60)
    met = set()
    for beta in betas:
        (vertex,) = np.flatnonzero((hull.beta_intervals[:, 0] < beta) & (beta < hull.beta_intervals[:, 1]))
        assert path.optimal(f_beta(beta)).threshold == hull.thresholds[vertex]
        met.add(int(vertex))
    for vertex, (low, high) in enumerate(hull.beta_intervals):
        beta = min(max(low, 1e-6), 1e6) * 1.5 if np.isinf(high) else (low + high) / 2
        assert path.optimal(f_beta(beta)).threshold == hull.thresholds[vertex]
    assert len(met) > 1 or len(hull.x) == 1


def test_optima_are_vertices_of_the_hull(path):
    on_hull = set(path.roc().hull().thresholds.tolist())
    for name in ("accuracy", "informedness", "balanced_accuracy", "f0.5", "f1", "f2", "f1_gain"):
        assert path.optimal(name).threshold in on_hull


# break-even -----------------------------------------------------------------------------------------------------


def decimal(weight):
    return Fraction(str(round(weight, 12)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_break_even_is_r_precision(case):
    path = prplot.from_weights(case["scores"], fg=case["w_fg"], bg=case["w_bg"])
    wanted, found = Fraction(case["rprec"].split("=")[0].strip()), path.break_even()
    for value in (found.precision, found.recall):
        assert abs(Fraction(value) - wanted) <= Fraction(1, 10**12) * wanted
    p, n = (sum(map(decimal, case[side])) for side in ("w_fg", "w_bg"))
    assert found.tp + found.fn == pytest.approx(float(p), rel=1e-14)
    assert found.fp + found.tn == pytest.approx(float(n), rel=1e-14)


def test_break_even_from_the_definition(path, found):
    """As much predicted positive as is positive: at a threshold, or inside a step along its straight line."""
    p = found[-1][1][0]
    k = next(k for k, (_, (tp, fp, _, _)) in enumerate(found) if tp + fp >= p)
    cut, (tp, fp, *_) = found[k]
    point = path.break_even()
    if tp + fp == p:
        assert same(point, found[k])
        assert point == path.at(cut)
    else:
        t0, f0 = found[k - 1][1][:2]
        u = (p - t0 - f0) / (tp + fp - t0 - f0)
        assert point.threshold is None
        assert point.tp == pytest.approx(float(t0 + u * (tp - t0)), rel=1e-14)
        assert point.fp == pytest.approx(float(f0 + u * (fp - f0)), rel=1e-14, abs=1e-14)
    if point.tp:
        assert point.precision == pytest.approx(point.recall, rel=1e-13)
        # Where both are equal every mean of them is the same.
        assert [point.f(b) for b in (0.2, 1, 5)] == pytest.approx([point.recall] * 3, rel=1e-13)
        if point.threshold is None and tp > t0:
            assert path.pr().at(point.recall) == pytest.approx(point.precision, rel=1e-12)


def test_break_even_inside_a_tie_is_no_threshold():
    """All tied: 1 of 4 positive, so a quarter of everything is predicted."""
    point = prplot.from_labels([1, 0, 0, 0], [7, 7, 7, 7]).break_even()
    assert (point.cells, point.threshold) == ((0.25, 0.75, 0.75, 2.25), None)


def test_break_even_sees_through_the_rounding_of_weights():
    """Three rows of weight 0.1 are as much as three others."""
    path = prplot.from_labels([1, 0, 1, 1, 0, 0], range(6, 0, -1), sample_weight=[0.1] * 6)
    point = path.break_even()
    assert point.threshold == 4
    assert point.precision == pytest.approx(2 / 3, rel=1e-14)
    # 0.1 + 0.2 is more than 0.3, by rounding only.
    point = prplot.from_labels([0, 1, 1], [3, 2, 1], sample_weight=[0.3, 0.1, 0.2]).break_even()
    assert (point.threshold, point.tp) == (3, 0)


@pytest.mark.parametrize("scale", [1e-320, 1e-300, 1e-9, 1e9, 1e300, 1.5e308])
def test_break_even_does_not_depend_on_the_unit_of_weight(scale):
    tied = prplot.from_labels([1, 0], [1, 1], sample_weight=[scale, scale]).break_even()
    assert (tied.precision, tied.recall) == (0.5, 0.5)
    untied = prplot.from_labels([0, 1], [2, 1], sample_weight=[scale, scale]).break_even()
    assert (untied.precision, untied.recall, untied.threshold) == (0, 0, 2)


def test_break_even_of_one_class():
    with pytest.raises(ValueError, match=r"break-even point is undefined .* no foreground weight") as caught:
        prplot.from_labels([0, 0], [2, 1]).break_even()
    assert isinstance(caught.value, prplot.PrplotError)
    point = prplot.from_labels([1, 1], [2, 1]).break_even()
    assert (point.cells, point.threshold, point.precision, point.recall) == ((2, 0, 0, 0), 1, 1, 1)


# find -----------------------------------------------------------------------------------------------------------


# Each rate, what is best among the points that reach it, and whether it is wanted to be large.
RATES = {
    "recall": ("precision", 1),
    "precision": ("recall", 1),
    "fpr": ("recall", -1),
    "specificity": ("recall", 1),
    "npv": ("specificity", 1),
    "predicted_positive_rate": ("recall", -1),
}


@pytest.mark.parametrize("rate", RATES)
def test_find_is_the_best_that_reaches_the_rate(path, found, rate):
    """The best companion, then the better rate, then the highest threshold: by looking at all of them."""
    companion, sign = RATES[rate]
    measured = [definitions(*cells) for _, cells in found]
    values = [m[rate] for m in measured]
    levels = {v for v in values if v is not None} | {Fraction(k, 16) for k in range(17)}
    for level in sorted(levels):
        reached = [k for k, v in enumerate(values) if v is not None and sign * v >= sign * level]
        if not reached:
            with pytest.raises(ValueError, match=f"{rate} must be reached by some threshold"):
                path.find(**{rate: float(level)})
            continue
        best = max(reached, key=lambda k: (measured[k][companion] or -1, sign * values[k], -k))
        assert same(path.find(**{rate: float(level)}), found[best])


@pytest.mark.parametrize("rate", RATES)
def test_find_returns_nothing_that_another_threshold_beats(path, found, rate):
    for level in (0, 0.25, 0.5, 0.75, 1):
        try:
            point = path.find(**{rate: level})
        except prplot.PrplotError:
            continue
        tp, fp = Fraction(point.tp), Fraction(point.fp)
        if rate in ("recall", "precision"):
            for _, (other_tp, other_fp, _, _) in found[1:]:
                more_recall, more_precision = other_tp - tp, other_tp * (tp + fp) - tp * (other_tp + other_fp)
                assert min(more_recall, more_precision) <= 0
                assert min(more_recall, more_precision) < 0 or max(more_recall, more_precision) <= 0
        elif rate == "npv":
            tn, fn = Fraction(point.tn), Fraction(point.fn)
            for _, (_, _, other_fn, other_tn) in found[:-1]:
                assert not (other_tn >= tn and other_tn * (tn + fn) > tn * (other_tn + other_fn))
        else:
            assert not any(t >= tp and f < fp for _, (t, f, _, _) in found)


@pytest.mark.parametrize(
    ("wanted", "threshold"),
    [
        # Precision is 1, 1/2, 2/3, 1/2 at .8, .7, .5, 0: the last adds nothing but a false positive.
        ({"precision": 0.5}, 0.5),
        ({"fpr": 1}, 0.5),
        ({"predicted_positive_rate": 1}, 0.5),
        ({"predicted_positive_rate": 0.5}, 0.8),
        ({"recall": 0.5}, 0.8),
        ({"recall": 0}, 0.8),
        ({"specificity": 0}, 0.5),
        ({"specificity": 1}, 0.8),
        # NPV is 1/2, 2/3, 1/2, 1 at inf, .8, .7, .5.
        ({"npv": 0}, 0.8),
        ({"npv": 0.6}, 0.8),
        ({"npv": 0.9}, 0.5),
        ({"threshold": 0.6}, 0.6),
    ],
    ids=str,
)
def test_find_does_not_pass_by_what_is_better_for_free(wanted, threshold):
    assert prplot.from_labels([0, 1, 0, 1], [0, 0.5, 0.7, 0.8]).find(**wanted).threshold == threshold


def test_find_of_a_threshold_is_at(path):
    for cut in (-math.inf, 0, 0.3, math.inf):
        assert path.find(threshold=cut) == path.at(cut)
    with pytest.raises(prplot.PrplotValueError, match="threshold must not be NaN"):
        path.find(threshold=math.nan)


def test_find_of_an_npv_rules_out_what_it_can():
    """Ruled out at 0.7 and below: 8 of 10 negatives, with one positive among 9, and then 7 with none."""
    path = prplot.from_counts([0.9, 0.7, 0.5, 0.2], tp=[3, 4, 5, 5], fp=[1, 2, 3, 10])
    assert path.find(npv=8 / 9).cells == (4, 2, 1, 8)
    assert path.find(npv=0.89).cells == path.find(npv=1).cells == (5, 3, 0, 7)


def test_find_of_what_no_threshold_leaves_defined():
    """With one score, inf, everything is predicted positive at each threshold."""
    path = prplot.from_labels([1, 0], [math.inf, math.inf])
    with pytest.raises(prplot.PrplotValueError, match=r"npv is undefined for this sample: it has 1 foreground and 1 b"):
        path.find(npv=0.5)
    with pytest.raises(prplot.PrplotValueError, match=r"specificity is undefined .* it has no background weight"):
        prplot.from_labels([1, 1], [2, 1]).find(specificity=0.5)


# optimal under constraints --------------------------------------------------------------------------------------

CONSTRAINTS = [
    {"recall": "1/2"},
    {"precision": "2/5"},
    {"recall": "1/2", "fpr": "1/2"},
    {"npv": "1/2", "predicted_positive_rate": "1/2"},
    {"fdr": "1/2", "lift": "9/8"},
    {"kappa": "1/8", "accuracy": "3/8"},
]
LARGEST = LOWER | {"predicted_positive_rate"}


@pytest.mark.parametrize("constraints", CONSTRAINTS, ids=str)
@pytest.mark.parametrize("name", ["f1", "recall", "fpr", "informedness"])
def test_optimal_under_constraints_is_the_best_of_all_that_keep_to_them(path, found, name, constraints):
    measured = [definitions(*cells) for _, cells in found]
    kept = [
        k
        for k, m in enumerate(measured)
        if all(
            m[c] is not None and (m[c] <= Fraction(v) if c in LARGEST else m[c] >= Fraction(v))
            for c, v in constraints.items()
        )
    ]
    levels = {c: float(Fraction(v)) for c, v in constraints.items()}
    if not kept:
        with pytest.raises(prplot.PrplotValueError, match=r"subject_to\['.*'\] must be reached by some threshold"):
            path.optimal(name, subject_to=levels)
        return
    best = first_best([found[k] for k in kept], lambda *cells: definitions(*cells)[name], name in LOWER)
    assert same(path.optimal(name, subject_to=levels), best)
    objects = {metric(c): v for c, v in levels.items()}
    assert path.optimal(metric(name), subject_to=objects) == path.optimal(name, subject_to=levels)


def test_optimal_under_no_constraints_and_under_other_names():
    path = prplot.from_labels([0, 1, 0, 1, 0], [5, 4, 3, 2, 1])
    assert path.optimal("f1", subject_to={}) == path.optimal("f1", subject_to=None) == path.optimal("f1")
    assert path.optimal("youden", subject_to={"Sensitivity": 1}).threshold == 2
    cost = expected_cost(fn=1, fp=1, prevalence=0.4)
    assert path.optimal("recall", subject_to={cost: 0.6}).threshold == 2
    # TP - FP/2 - ...: at most the level, where less is better. LR+ is 0, 3/4, 3/2, 1 and may be above 1.
    assert path.optimal("specificity", subject_to={"lr_positive": 0.7}).threshold == 4


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        # Precision is 0, 1/2, 1/3, 1/2, 2/5 from the top.
        (
            {"precision": 0.6},
            r"\['precision'\] must be reached by some .*; got 0\.6\. The nearest is precision 0\.5 at threshold 4\.",
        ),
        (
            {"recall": 0.9, "precision": 0.51},
            r"some threshold at which recall is at least 0\.9; got 0\.51\. The nearest is precision 0\.5 at thr",
        ),
        ({"recall": 0.9, "fpr": 0.1}, r"at which recall is at least 0\.9; got 0\.1\. The nearest is fpr 0\.666667 at"),
        ({"fpr": 0, "precision": 0.1}, r"at which fpr is at most 0; got 0\.1\. There precision is undefined\."),
        ({"recall": 1.1}, r"subject_to\['recall'\] must lie in \[0, 1\]; got 1\.1"),
        ({"f1": math.nan}, r"subject_to\['f1'\] must not be NaN"),
        ({"recal": 0.5}, r"subject_to must be the name of a metric.*; got 'recal'. The nearest is 'recall'"),
    ],
    ids=str,
)
def test_constraints_that_cannot_be_kept(wanted, said):
    path = prplot.from_labels([0, 1, 0, 1, 0], [5, 4, 3, 2, 1])
    with pytest.raises(prplot.PrplotValueError, match=said):
        path.optimal("f1", subject_to=wanted)


@pytest.mark.parametrize("wanted", [0.9, "recall", [("recall", 0.9)]], ids=repr)
def test_constraints_that_are_none(wanted):
    with pytest.raises(prplot.PrplotTypeError, match="subject_to must be a mapping of metrics to levels"):
        prplot.from_labels([0, 1], [2, 1]).optimal("f1", subject_to=wanted)
    with pytest.raises(prplot.PrplotTypeError, match=r"subject_to\['recall'\] must be one real number"):
        prplot.from_labels([0, 1], [2, 1]).optimal("f1", subject_to={"recall": "much"})


def test_what_is_undefined_where_constraints_are_kept():
    path = prplot.from_labels([0, 1], [2, 1])
    with pytest.raises(
        prplot.PrplotValueError, match=r"precision is undefined at every threshold at which fpr is at m"
    ):
        path.optimal("precision", subject_to={"fpr": 0})


@pytest.mark.parametrize("level", [0.3, 0.55, 0.9])
def test_a_constrained_precision_is_that_of_scikit_learn(level):
    """The largest recall where precision reaches a level, by precision_recall_curve."""
    rng = np.random.default_rng(5)
    label = rng.random(300) < 0.3
    score = np.round(rng.normal(size=300) + label, 1)
    precision, recall, cuts = peer.precision_recall_curve(label, score)
    best = recall[:-1][precision[:-1] >= level].max()
    path = prplot.from_labels(label, score)
    found = path.optimal("recall", subject_to={"precision": level})
    assert found.recall == pytest.approx(best, rel=1e-14)
    assert found.threshold in cuts
    assert found.precision >= level


def test_find_takes_more_recall_where_it_comes_with_more_precision():
    assert prplot.from_labels([0, 1, 1], [3, 2, 1]).find(recall=0.5).threshold == 1


@pytest.mark.parametrize("measure", ["accuracy", "specificity", "fpr"])
def test_with_infinite_scores_no_threshold_predicts_nothing(measure):
    path = prplot.from_labels([0, 1, 0, 0], [math.inf, math.inf, 2, 1])
    point = path.optimal(measure)
    assert point == path.at(point.threshold) == path.at(math.inf)
    with pytest.raises(prplot.PrplotError, match=r"nearest is fpr 0\.333333 at threshold inf"):
        path.find(fpr=0)
    assert path.find(fpr=0.4) == path.at(math.inf)


@pytest.mark.parametrize(
    ("labels", "wanted", "threshold"),
    [([0, 0], "fpr", math.inf), ([0, 0], "predicted_positive_rate", math.inf), ([1, 1], "recall", 2)],
)
def test_find_where_the_companion_is_undefined(labels, wanted, threshold):
    """The rate alone decides; with foreground alone precision is 1 everywhere."""
    found = prplot.from_labels(labels, [2, 1]).find(**{wanted: 0.5})
    assert found.threshold == (1 if wanted == "recall" else threshold)


# table ----------------------------------------------------------------------------------------------------------

COLUMNS = [
    "threshold", "tp", "fp", "fn", "tn", *(m.name for m in METRICS),
    "f0.5", "f1", "f2", "f0.5_gain", "f1_gain", "f2_gain",
]  # fmt: skip


def test_table_has_the_cells_and_every_measure(path):
    table = path.table()
    assert list(table) == COLUMNS
    assert {column.shape for column in table.values()} == {(len(path),)}
    assert {column.dtype for column in table.values()} == {np.dtype(float)}


def test_table_agrees_with_the_matrix_of_every_row(path):
    table = path.table()
    for row in range(len(path)):
        one = path.confusion(row)
        assert [table[name][row] for name in COLUMNS[:5]] == [one.threshold, *one.cells]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", prplot.PrplotWarning)
            measures = {name: one.measure(name) for name in COLUMNS[5:]}
        for name, value in measures.items():
            np.testing.assert_array_equal(table[name][row], value, err_msg=name)


def test_table_from_the_definitions(path, found):
    """Exactly, up to rounding; NaN where it is 0/0."""
    table = path.table()
    for row, (cut, cells) in enumerate(found):
        assert table["threshold"][row] == cut
        for name, value in definitions(*cells).items():
            if value is not None and name in SQUARED:
                value = math.copysign(math.sqrt(abs(value)), value)
            value = np.nan if value is None else float(value)
            assert table[name][row] == pytest.approx(value, rel=1e-12, abs=1e-14, nan_ok=True), name


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_table_against_scikit_learn(seed, weighted):
    rng = np.random.default_rng(seed)
    n = 60
    label = rng.random(n) < 0.4
    label[:2] = True, False
    score = np.round(rng.normal(size=n) + label)
    weight = rng.uniform(0.2, 3, n) if weighted else None
    path = prplot.from_labels(label, score, sample_weight=weight)
    table, compared = path.table(), 0
    for row in range(1, len(path)):
        said = score >= table["threshold"][row]
        if min(path.confusion(row).cells) <= 1e-9:
            continue
        compared += 1
        given = {"sample_weight": weight}
        tn, fp, fn, tp = peer.confusion_matrix(label, said, **given).ravel()
        plus, minus = peer.class_likelihood_ratios(label, said, **given)
        expected = {
            "tp": tp,
            "fp": fp,
            "fn": fn,
            "tn": tn,
            "precision": peer.precision_score(label, said, **given),
            "recall": peer.recall_score(label, said, **given),
            "specificity": peer.recall_score(~label, ~said, **given),
            "npv": peer.precision_score(~label, ~said, **given),
            "accuracy": peer.accuracy_score(label, said, **given),
            "error_rate": peer.zero_one_loss(label, said, **given),
            "balanced_accuracy": peer.balanced_accuracy_score(label, said, **given),
            "informedness": peer.balanced_accuracy_score(label, said, adjusted=True, **given),
            "mcc": peer.matthews_corrcoef(label, said, **given),
            "lr_positive": plus,
            "lr_negative": minus,
            **{f"f{b:g}": peer.fbeta_score(label, said, beta=b, **given) for b in (0.5, 1, 2)},
        }
        for name, value in expected.items():
            assert table[name][row] == pytest.approx(value, rel=1e-11, abs=1e-12), name
    assert compared >= 3


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]], ids=["no foreground", "no background"])
def test_table_of_one_class_is_nan_and_silent(labels):
    table = prplot.from_labels(labels, [2, 1]).table()
    absent, present = ("recall", "fpr") if not any(labels) else ("fpr", "recall")
    assert np.isnan(table[absent]).all()
    assert table[present].tolist() == [0, 0.5, 1]
    for name in ("informedness", "mcc", "lr_positive", "lr_negative", "recall_gain", "f1_gain"):
        assert np.isnan(table[name]).all()
    assert np.isnan(table["precision"]).tolist() == [True, False, False]


@pytest.mark.parametrize("scale", [1e-300, 1e300, 1.2e308])
def test_table_of_weights_at_the_ends_of_the_double_range(scale):
    """Silent, and the same measures as at weight 1."""
    plain = prplot.from_weights([2, 1], fg=[1, 0.25], bg=[0.25, 1]).table()
    table = prplot.from_weights([2, 1], fg=[scale, 0.25 * scale], bg=[0.25 * scale, scale]).table()
    for name in COLUMNS[5:]:
        np.testing.assert_allclose(table[name], plain[name], rtol=1e-12, err_msg=name)


def test_table_is_read_only_and_changes_nothing():
    path = prplot.from_labels([1, 0, 1], [3, 2, 1])
    table = path.table()
    for column in table.values():
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 5
    table["tp"] = None
    assert path.table()["tp"].tolist() == [0, 1, 1, 2]


def test_table_becomes_a_data_frame():
    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    frame = pd.DataFrame(path.table())
    assert frame.shape == (5, len(COLUMNS))
    assert list(frame.columns) == COLUMNS
    assert frame["threshold"].tolist() == [math.inf, 0.9, 0.8, 0.4, 0.1]
    row = frame.set_index("threshold").loc[0.4]
    assert row[["tp", "fp", "fn", "tn", "f1"]].tolist() == pytest.approx([2, 1, 0, 1, 0.8])
    assert frame["f1"].idxmax() == 3


def test_table_of_a_path_from_counts():
    table = prplot.from_counts([0.8, 0.4], tp=[3, 5], fp=[6, 15]).table()
    assert table["threshold"].tolist() == [math.inf, 0.8, 0.4]
    assert table["f0.5"][1] == pytest.approx(15 / 41, rel=1e-15)


# After the sample was treated -----------------------------------------------------------------------------------


def test_after_ties_are_split_the_corners_are_points_too():
    """The two parts of a tie share its threshold, but not their matrix."""
    path = prplot.from_labels([1, 0, 1, 0], [2, 2, 1, 1]).ties("optimistic")
    assert path.optimal("precision").cells == (1, 0, 1, 2)
    assert path.table()["threshold"].tolist() == [math.inf, 2, 2, 1, 1]
    assert path.break_even().cells == (1, 1, 1, 1)


def test_at_another_prevalence_accuracy_is_best_elsewhere():
    """Costs say the same: accuracy at prevalence π is the expected cost of equal costs there."""
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 1, 0], range(8, 0, -1))
    for prevalence in (0.05, 0.3, 0.7, 0.95):
        cost = expected_cost(prevalence=prevalence)
        assert path.at_prevalence(prevalence).optimal("accuracy").threshold == path.optimal(cost).threshold
    assert path.at_prevalence(0.05).optimal("accuracy").threshold == 7
    assert path.at_prevalence(0.95).optimal("accuracy").threshold == 2


def test_a_metric_is_constrained_once():
    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    with pytest.raises(prplot.PrplotValueError, match="subject_to must name each metric once; got 'recall' twice"):
        path.optimal("f1", subject_to={"recall": 0.7, "tpr": 0.1})
