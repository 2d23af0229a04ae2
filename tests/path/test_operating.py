"""Operating points: found, best, break-even, and all of them as a table; against every threshold in exact fractions."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest
from helpers.measures import LOWER, NAMES, definitions, f_measure, values

import prplot
from prplot.metrics import METRICS, LinearFractional, Nonlinear, expected_cost, f_beta, f_gain, metric

KINDS = ("untied", "tied", "weighted", "soft", "two scores", "background first")


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
    weight = rng.integers(0, 64, n) / 16 if kind == "weighted" else np.ones(n)
    weight[:2] = 1
    if kind == "soft":
        fg = rng.integers(0, 17, n) / 16
    return score, fg * weight, (1 - fg) * weight


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


@pytest.fixture(params=[(kind, seed) for kind in KINDS for seed in (0, 2)], ids=lambda p: f"{p[0]} {p[1]}")
def chosen(request):
    return request.param


@pytest.fixture
def path(chosen):
    score, fg, bg = rows_of(*chosen)
    return prplot.from_weights(score, fg=fg, bg=bg)


@pytest.fixture
def found(chosen):
    return vertices(*chosen)


def first_best(found, value, lower=False):
    """The highest threshold at which a value is best."""
    measured = [value(*cells) for _, cells in found]
    best = (min if lower else max)(v for v in measured if v is not None)
    return found[measured.index(best)]


def same(confusion, vertex):
    cut, cells = vertex
    return confusion.threshold == cut and [Fraction(cell) for cell in confusion.cells] == list(cells)


# optimal --------------------------------------------------------------------------------------------------------


def test_optimal_is_the_best_of_all_thresholds(path, found):
    known = {cells: definitions(*cells) for _, cells in found}
    for name in NAMES:
        wanted = first_best(found, lambda *cells, name=name: known[cells][name], name in LOWER)
        assert same(path.optimal(name), wanted), name
        assert same(path.optimal(metric(name)), wanted), name
    assert path.optimal() == path.optimal("f1") == path.optimal(f_beta(1.0))
    for beta in (0.01, 0.3, 3, 100):
        wanted = first_best(found, partial(f_measure, beta))
        assert same(path.optimal(f_beta(beta)), wanted)
        assert same(path.optimal(f_gain(beta)), wanted)
    for c_fn, c_fp, pi in ((1, 1, "0.5"), (91, 9, "0.09"), (1, 5, "0.5"), (3, 2, "0.7"), (1000, 1, "0.5")):
        z = Fraction(pi) * c_fn / (Fraction(pi) * c_fn + (1 - Fraction(pi)) * c_fp)
        cost = lambda tp, fp, fn, tn, z=z: z * fn / (tp + fn) + (1 - z) * fp / (fp + tn)  # noqa: E731
        wanted = first_best(found, cost, lower=True)
        measure = expected_cost(fn=c_fn, fp=c_fp, prevalence=float(pi))
        assert same(path.optimal(measure), wanted)
        assert path.optimal(measure).measure(measure) == pytest.approx(float(cost(*wanted[1])), rel=1e-14, abs=1e-15)


def test_optimal_of_equally_good_thresholds_is_the_highest():
    """At 4, 3, 2, 1 accuracy is 3/4, 1/2, 3/4, 1/2; below chance nothing is better than nothing."""
    assert prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]).optimal("accuracy").threshold == 4
    assert prplot.from_labels([0, 1, 0, 1], [4, 3, 2, 1]).optimal("accuracy").threshold == math.inf
    # Predicting everything is as good, 1 - 1, but for the rounding of 15/11 in it.
    worse = prplot.from_weights([5, 4, 3, 2, 1], fg=[0, 5, 3, 3, 4], bg=[3, 3, 3, 0, 2])
    assert worse.optimal("informedness").threshold == math.inf
    # Three times 0.1 is not 0.3; the accuracy at 5 and at 3 is the same all the same.
    decimal = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1], sample_weight=[0.3, 0.1, 0.1, 0.1, 0.6])
    assert decimal.optimal("accuracy").threshold == 5
    # On the diagonal nothing is better than nothing; differences round, near 0 visibly.
    rng = np.random.default_rng(11)
    for weight in (1, 0.1, 1 / 7):
        for _ in range(15):
            (p, n), times = rng.integers(1, 60, 2), rng.integers(1, 5, 6)
            flat = prplot.from_weights(range(6, 0, -1), fg=times * p * weight, bg=times * n * weight)
            for name in ("informedness", "balanced_accuracy"):
                assert flat.optimal(name).threshold == math.inf
            for name in ("mcc", "markedness", "precision_gain"):
                assert flat.optimal(name).threshold == 6
            assert flat.optimal("f1").threshold == 1


def test_optimal_of_metrics_of_ones_own_and_of_infinite_values():
    """The odds ratio is 0/0, 0, 2, 1/2, inf, 0/0 from nothing predicted to everything predicted."""
    path = prplot.from_labels([0, 1, 0, 1, 0], [5, 4, 3, 2, 1])
    jaccard = LinearFractional("jaccard", "Jaccard", (1, 0, 0, 0), (1, 1, 1, 0))
    assert path.optimal(jaccard) == path.optimal("f1")
    assert path.at(4).measure(jaccard) == pytest.approx(1 / 3, rel=1e-15)
    wasted = LinearFractional("wasted", "wasted", (0, 1, 0, 0), (1, 0, 0, 0), lower_is_better=True)
    assert path.optimal(wasted).threshold == 4
    odds = Nonlinear("odds_ratio", "odds ratio", lambda tp, fp, fn, tn: tp * tn / (fp * fn))
    assert path.optimal(odds).threshold == 2
    # TN/FN is 3/2, 1, 2, 1, inf, 0/0.
    assert path.optimal(LinearFractional("odds", "odds", (0, 0, 0, 1), (0, 0, 1, 0))).threshold == 2


def test_optimal_of_one_class():
    common = ("informedness", "balanced_accuracy", "mcc", "g_mean", "lr_positive", "precision_gain", "f1_gain")
    cost = expected_cost(prevalence=0.3)
    inf = math.inf
    for labels, undefined, defined in (
        ([0, 0], (*common, "recall", cost), {"precision": 2, "fpr": inf, "accuracy": inf, "f1": 2, "npv": inf}),
        ([1, 1], (*common, "fpr", cost), {"precision": 2, "recall": 1, "accuracy": 1, "f1": 1, "npv": inf}),
    ):
        path = prplot.from_labels(labels, [2, 1])
        for name in undefined:
            with pytest.raises(
                prplot.PrplotValueError, match=r" is undefined at every threshold of this sample"
            ) as caught:
                path.optimal(name)
            assert str(caught.value).startswith(metric(name).name)
            assert f"{sum(labels)} positive and {2 - sum(labels)} negative weight" in str(caught.value)
        assert {name: path.optimal(name).threshold for name in defined} == defined


# optimal and the hulls ------------------------------------------------------------------------------------------


def test_optima_follow_the_hulls(path):
    """Accuracy and costs where c crosses theirs, at any prevalence by its slopes; F_beta by its intervals of β."""
    hull, curve, rng = path.roc().hull(), path.cost(), np.random.default_rng(len(path))
    assert path.optimal("accuracy").threshold == hull.thresholds[np.count_nonzero(hull.scores > 0.5)]
    assert path.optimal("error_rate") == path.optimal("accuracy")
    for z, pi in rng.uniform(0.001, 0.999, (20, 2)):
        own = expected_cost(fn=1 - z, fp=z, prevalence=path.prevalence)
        assert path.optimal(own).threshold == hull.thresholds[np.count_nonzero(hull.scores > z)]
        cost = expected_cost(fn=z, fp=1 - z, prevalence=pi)
        at, found = cost.probability_cost, path.optimal(cost)
        assert found.threshold == hull.thresholds[np.count_nonzero(hull.likelihood_ratios > (1 - at) / at)]
        assert found.threshold == curve.thresholds[np.searchsorted(curve.x, at, side="right") - 1]
        assert found.measure(cost) == pytest.approx(float(curve.at(at)), rel=1e-12, abs=1e-15)
    hull = path.prg().hull()
    for vertex, (low, high) in enumerate(hull.beta_intervals):
        beta = min(max(low, 1e-6), 1e6) * 1.5 if np.isinf(high) else (low + high) / 2
        assert path.optimal(f_beta(beta)).threshold == hull.thresholds[vertex]


# break-even -----------------------------------------------------------------------------------------------------


def test_break_even_from_the_definition(path, found):
    """As much predicted positive as is positive: at a threshold, or inside a step along its straight line."""
    p = found[-1][1][0]
    k = next(k for k, (_, (tp, fp, _, _)) in enumerate(found) if tp + fp >= p)
    cut, (tp, fp, *_) = found[k]
    point = path.break_even()
    if tp + fp == p:
        assert same(point, found[k])
        assert point == path.at(cut)
        return
    t0, f0 = found[k - 1][1][:2]
    u = (p - t0 - f0) / (tp + fp - t0 - f0)
    assert point.threshold is None
    assert point.tp == pytest.approx(float(t0 + u * (tp - t0)), rel=1e-14)
    assert point.fp == pytest.approx(float(f0 + u * (fp - f0)), rel=1e-14, abs=1e-14)


def test_break_even_of_odd_weights():
    """Sums that miss by rounding, the ends of the range, one class."""
    path = prplot.from_labels([1, 0, 1, 1, 0, 0], range(6, 0, -1), sample_weight=[0.1] * 6)
    assert path.break_even().threshold == 4
    # 0.1 + 0.2 is more than 0.3, by rounding only.
    point = prplot.from_labels([0, 1, 1], [3, 2, 1], sample_weight=[0.3, 0.1, 0.2]).break_even()
    assert (point.threshold, point.tp) == (3, 0)
    for scale in (1e-320, 1.5e308):
        tied = prplot.from_labels([1, 0], [1, 1], sample_weight=[scale, scale]).break_even()
        assert (tied.precision, tied.recall) == (0.5, 0.5)
    with pytest.raises(prplot.PrplotValueError, match=r"break-even point is undefined .* no positive weight"):
        prplot.from_labels([0, 0], [2, 1]).break_even()
    point = prplot.from_labels([1, 1], [2, 1]).break_even()
    assert (point.cells, point.threshold) == ((2, 0, 0, 0), 1)


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
    known = [m[rate] for m in measured]
    for level in sorted({v for v in known if v is not None} | {Fraction(k, 16) for k in range(17)}):
        reached = [k for k, v in enumerate(known) if v is not None and sign * v >= sign * level]
        if not reached:
            with pytest.raises(prplot.PrplotValueError, match=f"{rate} must be reached by some threshold"):
                path.find(**{rate: float(level)})
            continue
        best = max(reached, key=lambda k: (measured[k][companion] or -1, sign * known[k], -k))
        assert same(path.find(**{rate: float(level)}), found[best])


def test_find_by_hand():
    inf = math.inf
    # Recall .5 .5 1 1, precision 1 1/2 2/3 1/2, fpr 0 .5 .5 1, positive rate .25 .5 .75 1.
    alternating = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    # NPV is 1/2, 2/3, 1/2, 1 at inf, .8, .7, .5.
    other = prplot.from_labels([0, 1, 0, 1], [0, 0.5, 0.7, 0.8])
    counts = prplot.from_counts([0.9, 0.7, 0.5, 0.2], tp=[3, 4, 5, 5], fp=[1, 2, 3, 10])
    for path, rate, cuts in (
        (alternating, "recall", {0: 0.9, 0.5: 0.9, 0.5 + 1e-9: 0.4, 1: 0.4}),
        (alternating, "precision", {0: 0.4, 0.51: 0.4, 2 / 3: 0.4, 0.67: 0.9, 1: 0.9}),
        (alternating, "fpr", {0: 0.9, 0.5 - 1e-9: 0.9, 0.5: 0.4, 1: 0.4}),
        (alternating, "predicted_positive_rate", {0: inf, 0.25: 0.9, 0.7: 0.9, 1: 0.4}),
        (other, "precision", {0.5: 0.5}),
        (other, "fpr", {1: 0.5}),
        (other, "specificity", {0: 0.5, 1: 0.8}),
        (other, "npv", {0: 0.8, 0.6: 0.8, 0.9: 0.5}),
        (other, "threshold", {0.6: 0.6}),
        (counts, "npv", {8 / 9: 0.7, 0.89: 0.5, 1: 0.5}),
        (prplot.from_labels([0, 1, 1], [3, 2, 1]), "recall", {0.5: 1}),
        (prplot.from_labels([1, 1], [2, 1]), "recall", {0.5: 1}),
        (prplot.from_labels([0, 0], [2, 1]), "fpr", {0.5: inf}),
    ):
        assert {value: path.find(**{rate: value}).threshold for value in cuts} == cuts


def test_find_forgives_the_rounding_of_sums():
    """Three weights of 0.1 of ten add up to 0.30000000000000004 or to 0.3, by their order."""
    path = prplot.from_labels([1, 0] * 10, range(20, 0, -1), sample_weight=[0.1] * 20)
    for k in range(1, 10):
        for slip in (-1e-15, 0, 1e-15):
            wanted = k / 10 + slip
            # At threshold 22 - 2 k the k-th positive is the last one taken, at 21 - 2 k the k-th negative.
            assert path.find(recall=wanted).threshold == 22 - 2 * k
            assert path.find(fpr=wanted).threshold == 20 - 2 * k
            assert path.find(predicted_positive_rate=wanted - 0.05).threshold == 22 - 2 * k
            assert path.find(precision=k / (2 * k - 1) * (1 - abs(slip))).threshold == 22 - 2 * k


def test_what_is_not_found():
    infinite, one = prplot.from_labels([1, 0], [math.inf, math.inf]), prplot.from_labels([1, 1], [2, 1])
    behind = prplot.from_labels([0, 1, 0, 0], [math.inf, math.inf, 2, 1])
    for path, wanted, said in (
        (
            prplot.from_labels([0, 1, 1, 0], [4, 3, 2, 1]),
            {"precision": 0.9},
            r"got 0\.9\. .*precision 0\.666667 at thr.* 2",
        ),
        (infinite, {"npv": 0.5}, "npv is undefined for this sample: it has 1 positive and 1 n"),
        (one, {"specificity": 0.5}, "specificity is undefined .* it has no negative weight"),
        (behind, {"fpr": 0}, r"nearest is fpr 0\.333333 at threshold inf"),
    ):
        with pytest.raises(prplot.PrplotValueError, match=said):
            path.find(**wanted)
    # With infinite scores no threshold predicts nothing.
    for measure in ("accuracy", "specificity", "fpr"):
        assert behind.optimal(measure) == behind.at(math.inf)
    assert behind.find(fpr=0.4) == behind.at(math.inf)


# optimal under constraints --------------------------------------------------------------------------------------

CONSTRAINTS = [
    {"recall": "1/2"},
    {"recall": "1/2", "fpr": "1/2"},
    {"npv": "1/2", "predicted_positive_rate": "1/2"},
    {"fdr": "1/2", "lift": "9/8"},
    {"kappa": "1/8", "accuracy": "3/8"},
]


def test_optimal_under_constraints_is_the_best_of_all_that_keep_to_them(path, found):
    measured = [definitions(*cells) for _, cells in found]
    for constraints in CONSTRAINTS:
        levels, kept = {name: Fraction(level) for name, level in constraints.items()}, []
        for vertex, m in zip(found, measured, strict=True):
            most = {c for c in levels if c in LOWER or c == "predicted_positive_rate"}
            if all(m[c] is not None and (m[c] <= v if c in most else m[c] >= v) for c, v in levels.items()):
                kept.append(vertex)
        levels = {name: float(level) for name, level in levels.items()}
        for name in ("f1", "recall", "fpr", "informedness"):
            if not kept:
                with pytest.raises(prplot.PrplotValueError, match=r"subject_to\['.*'\] must be reached by some thresh"):
                    path.optimal(name, subject_to=levels)
                continue
            best = first_best(kept, lambda *cells, name=name: definitions(*cells)[name], name in LOWER)
            objects = {metric(c): v for c, v in levels.items()}
            assert same(path.optimal(name, subject_to=levels), best)
            assert path.optimal(metric(name), subject_to=objects) == path.optimal(name, subject_to=levels)


def test_constraints():
    """Precision is 0, 1/2, 1/3, 1/2, 2/5 from the top, LR+ 0, 3/4, 3/2, 1 and may be above 1."""
    path = prplot.from_labels([0, 1, 0, 1, 0], [5, 4, 3, 2, 1])
    assert path.optimal("f1", subject_to={}) == path.optimal("f1", subject_to=None) == path.optimal("f1")
    assert path.optimal("youden", subject_to={"Sensitivity": 1}).threshold == 2
    assert path.optimal("recall", subject_to={expected_cost(prevalence=0.4): 0.6}).threshold == 2
    assert path.optimal("specificity", subject_to={"lr_positive": 0.7}).threshold == 4
    for wanted, said in (
        (
            {"precision": 0.6},
            r"\['precision'\] must be reached .*got 0\.6\. The nearest is precision 0\.5 at threshold 4",
        ),
        (
            {"recall": 0.9, "precision": 0.51},
            r"recall is at least 0\.9; got 0\.51\. The nearest is precision 0\.5 at thr",
        ),
        ({"recall": 0.9, "fpr": 0.1}, r"at which recall is at least 0\.9; got 0\.1\. The nearest is fpr 0\.666667 at"),
        ({"fpr": 0, "precision": 0.1}, r"at which fpr is at most 0; got 0\.1\. There precision is undefined\."),
        ({"f1": math.nan}, r"subject_to\['f1'\] must not be NaN"),
        ({"recall": 0.7, "tpr": 0.1}, "subject_to must name each metric once; got 'recall' twice"),
        ({"recall": "much"}, r"subject_to\['recall'\] must be one real number"),
        ([("recall", 0.9)], "subject_to must be a mapping of metrics to levels"),
    ):
        with pytest.raises(prplot.PrplotError, match=said):
            path.optimal("f1", subject_to=wanted)
    with pytest.raises(prplot.PrplotError, match="precision is undefined at every threshold at which fpr is at m"):
        prplot.from_labels([0, 1], [2, 1]).optimal("precision", subject_to={"fpr": 0})


# table ----------------------------------------------------------------------------------------------------------


def test_table_has_the_cells_and_every_measure(path, found):
    """Exactly, up to rounding; and to the last bit what the matrix of every row has."""
    table = path.table()
    betas = ("f0.5", "f1", "f2", "f0.5_gain", "f1_gain", "f2_gain")
    assert list(table) == ["threshold", "tp", "fp", "fn", "tn", *(m.name for m in METRICS), *betas]
    assert {(column.shape, column.dtype) for column in table.values()} == {((len(path),), np.dtype(float))}
    for row, (cut, cells) in enumerate(found):
        one, known = path.confusion(row), values(*cells)
        assert [table[name][row] for name in list(table)[:5]] == [cut, *cells] == [one.threshold, *one.cells]
        for name in list(table)[5:]:
            assert table[name][row] == pytest.approx(known[name], rel=1e-12, abs=1e-14, nan_ok=True), name
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", prplot.PrplotWarning)
                np.testing.assert_array_equal(table[name][row], one.measure(name), err_msg=name)


def test_tables_of_one_class_and_at_the_ends_of_the_double_range_are_silent():
    for labels, absent, present in (([0, 0], "recall", "fpr"), ([1, 1], "fpr", "recall")):
        table = prplot.from_labels(labels, [2, 1]).table()
        for name in (absent, "informedness", "mcc", "lr_positive", "recall_gain", "f1_gain"):
            assert np.isnan(table[name]).all()
        assert table[present].tolist() == [0, 0.5, 1]
        assert np.isnan(table["precision"]).tolist() == [True, False, False]
    score, fg, bg = rows_of("soft", 3)
    plain = prplot.from_weights(score, fg=fg, bg=bg)
    for scale in (1e-300, 1e300):
        path = prplot.from_weights(score, fg=fg * scale, bg=bg * scale)
        for name in NAMES:
            np.testing.assert_allclose(path.table()[name], plain.table()[name], rtol=1e-12, atol=1e-14, err_msg=name)
            assert path.optimal(name).threshold == plain.optimal(name).threshold
        for rate in RATES:
            assert path.find(**{rate: 0.6}).threshold == plain.find(**{rate: 0.6}).threshold
        assert path.hard().tp.tolist() == plain.hard().tp.tolist()


# After the sample was treated -----------------------------------------------------------------------------------


def test_after_ties_are_split_the_corners_are_points_too():
    """The two parts of a tie share its threshold, but not their matrix."""
    path = prplot.from_labels([1, 0, 1, 0], [2, 2, 1, 1]).ties("optimistic")
    assert path.optimal("precision").cells == (1, 0, 1, 2)
    assert path.break_even().cells == (1, 1, 1, 1)


def test_at_another_prevalence_accuracy_is_best_elsewhere():
    """Costs say the same: accuracy at prevalence π is the expected cost of equal costs there."""
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 1, 0], range(8, 0, -1))
    for prevalence, cut in ((0.05, 7), (0.95, 2)):
        cost = expected_cost(prevalence=prevalence)
        assert path.at_prevalence(prevalence).optimal("accuracy").threshold == path.optimal(cost).threshold == cut
