"""What the prevalence alone allows (Boyd et al. 2012), normalised areas, and random rankings."""

from __future__ import annotations

import itertools
import math
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import prplot
from prplot.path.bounds import minimum_area, minimum_average_precision, minimum_precision, normalized_area

PREVALENCES = [1e-12, 1e-9, 1e-6, 1e-3, 0.03, 0.1, 1 / 3, 0.5, 0.8, 0.99, 1 - 1e-6, 1 - 1e-9]
RANGES = [(0.0, 1.0), (0.5, 1.0), (0.8, 1.0), (0.0, 0.2), (1e-9, 1e-6), (0.3123456, 0.3123466), (0.999999, 1.0)]
# The least area over recalls [0, 1], [0.5, 1] and [0.8, 1].
TABLE = {
    0.01: (0.0050167505, 0.0037583595, 0.0018017356),
    0.05: (0.0254274066, 0.0189616483, 0.0090436188),
    0.1: (0.0517553591, 0.0383603505, 0.0181756341),
    0.2: (0.1074257947, 0.0785579374, 0.0367120219),
    0.3: (0.1677584641, 0.1207891645, 0.0556240580),
    0.4: (0.2337615644, 0.1652846730, 0.0749275866),
    0.5: (0.3068528194, 0.2123179275, 0.0946394843),
    0.6: (0.3891395121, 0.2622167040, 0.1147777523),
    0.7: (0.4840116553, 0.3153787502, 0.1353616187),
    0.8: (0.5976405219, 0.3722935941, 0.1564116532),
    0.9: (0.7441572119, 0.4335736666, 0.1779498957),
}


def exact_minimum(pi, low, high):
    with mpmath.workdps(80):
        pi, a, b = map(mpmath.mpf, (pi, low, high))
        return (b - a) + (1 - pi) / pi * mpmath.log((1 - pi + pi * a) / (1 - pi + pi * b))


def test_least_areas_of_arrays_are_those_of_their_elements():
    low = np.array([0.0, 0.5, 0.8])
    found = minimum_area(np.array(list(TABLE))[:, None], low, 1.0)
    np.testing.assert_allclose(found, list(TABLE.values()), atol=5e-11)
    assert minimum_area([0.1, 0.5], 0.3, 0.3).tolist() == [0, 0]
    assert isinstance(minimum_area(0.1), float)
    with pytest.raises(prplot.PrplotValueError, match=r"prevalence must lie strictly between 0 and 1; got 1\.5"):
        minimum_area([0.1, 1.5])
    with pytest.raises(prplot.PrplotValueError, match="low and high must be recalls"):
        minimum_area(0.1, [0.2, 0.9], 0.5)


def test_printed_areas_are_normalized():
    """Saito and Rehmsmeier 2015, Table 5: areas of five tools on two sets of RNA."""
    printed = {(819, 11_060): (0.945, 0.976, 0.559, 0.801, 0.670), (111, 13_444): (0.106, 0.024, 0.054, 0.035, 0.015)}
    wanted = [[0.9430, 0.9751, 0.5429, 0.7937, 0.6579], [0.1023, 0.0200, 0.0501, 0.0310, 0.0109]]
    for ((positives, negatives), areas), row in zip(printed.items(), wanted, strict=True):
        found = normalized_area(areas, Fraction(positives, positives + negatives))
        np.testing.assert_allclose(found, row, atol=5.1e-5)
    path = prplot.from_labels([0, 1, 1, 0], [4, 3, 2, 1])
    curve = path.pr()
    assert normalized_area(curve.area(0.2, 0.9), 0.5, 0.2, 0.9) == pytest.approx(
        curve.normalized_area(0.2, 0.9, by="skew")
    )
    assert isinstance(normalized_area(0.4, 0.5), float)
    with pytest.raises(prplot.PrplotValueError, match="low and high must be different recalls"):
        normalized_area(0.4, 0.5, 0.3, 0.3)


@pytest.mark.parametrize("pi", PREVALENCES)
def test_minimum_area_to_many_digits(pi, record_property):
    errors = []
    for range_ in RANGES:
        wanted = exact_minimum(pi, *range_)
        errors.append(float(abs(minimum_area(pi, *range_) - wanted) / wanted))
    record_property("worst", max(errors))
    assert max(errors) < 1e-14


@pytest.mark.parametrize("pi", TABLE)
def test_minimum_area_in_figures(pi):
    for range_, wanted in zip(((0, 1), (0.5, 1), (0.8, 1)), TABLE[pi], strict=True):
        assert minimum_area(pi, *range_) == pytest.approx(wanted, abs=5.1e-11)


def test_minimum_area_of_nothing_is_0():
    assert minimum_area(0.3, 0.4, 0.4) == 0


@pytest.mark.parametrize(("positives", "negatives"), [(1, 9), (3, 3), (20, 1), (1, 10**6), (10**6, 1)])
@pytest.mark.parametrize("range_", [(0.0, 1.0), (0.2, 0.7), (0.9, 1.0)])
def test_minimum_area_is_that_of_the_worst_ranking(positives, negatives, range_):
    path = prplot.from_counts([2, 1], [positives, positives], [0, negatives])
    pi = positives / (positives + negatives)
    assert minimum_area(pi, *range_) == pytest.approx(path.worst().pr().area(*range_), rel=1e-9)
    hard = prplot.from_counts([2, 1], [0, positives], [negatives, negatives])
    assert minimum_area(pi, *range_) == pytest.approx(hard.pr().area(*range_), rel=1e-9)


@pytest.mark.parametrize("bad", [0, 1, -0.1, 1.1, np.nan, "half", None])
def test_wrong_prevalence(bad):
    with pytest.raises(prplot.PrplotError, match="prevalence"):
        minimum_area(bad)
    with pytest.raises(prplot.PrplotError, match="prevalence"):
        minimum_precision(0.5, bad)


@pytest.mark.parametrize("range_", [(0.5, 0.4), (-0.1, 1.0), (0.0, 1.1), (np.nan, 1.0)])
def test_wrong_range(range_):
    with pytest.raises(prplot.PrplotValueError, match="low"):
        minimum_area(0.3, *range_)


@pytest.mark.parametrize(("positives", "negatives"), [(1, 0), (1, 1), (7, 3), (100, 200), (3, 10**9), (500, 2)])
def test_minimum_average_precision(positives, negatives):
    wanted = sum(Fraction(i, i + negatives) for i in range(1, positives + 1)) / positives
    assert abs(Fraction(minimum_average_precision(positives, negatives)) - wanted) <= Fraction(1, 10**14) * wanted


@pytest.mark.parametrize(("positives", "negatives"), [(1, 4), (7, 3), (30, 200)])
def test_minimum_average_precision_is_that_of_the_worst_ranking(positives, negatives):
    path = prplot.from_labels(np.repeat([1, 0], [positives, negatives]), np.arange(positives + negatives) % 5)
    assert path.worst().pr("step").area() == pytest.approx(minimum_average_precision(positives, negatives), rel=1e-13)


def test_minimum_average_precision_exceeds_the_least_area_and_approaches_it():
    found = [minimum_average_precision(n, 2 * n) - minimum_area(1 / 3) for n in (1, 10, 100, 10_000)]
    assert found == sorted(found, reverse=True)
    assert 0 < found[-1] < 1e-4


@pytest.mark.parametrize("wrong", [(0, 3), (2.5, 3), (3, -1), (3, np.inf), (np.nan, 3)])
def test_wrong_counts(wrong):
    with pytest.raises(prplot.PrplotValueError, match=r"positives|negatives"):
        minimum_average_precision(*wrong)


@pytest.mark.parametrize("pi", [1e-9, 0.1, 1 / 3, 0.9])
def test_minimum_precision_is_the_edge_of_the_square(pi):
    recall = np.linspace(0.01, 1, 30)
    np.testing.assert_allclose(minimum_precision(recall, pi), prplot.PR(pi).forward(1.0, recall)[1], rtol=1e-13)
    assert float(minimum_precision(1.0, pi)) == pytest.approx(pi, rel=1e-14)
    assert np.ndim(minimum_precision(0.5, pi)) == 0


def test_boyds_numbers():
    # Precision 0.2 with a third foreground is possible up to recall 1/2.
    assert float(minimum_precision(0.5, 1 / 3)) == pytest.approx(0.2)
    assert minimum_area(0.5) - minimum_area(0.01) == pytest.approx(0.3018, abs=5e-5)


# Normalised areas

HARD = prplot.from_labels([1, 0, 1, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 4, 2, 1])
SOFT = prplot.from_weights([6, 5, 4, 3, 2, 1], fg=[0.9, 0.92, 0.22, 0.07, 0.67, 0.09])
FREE = prplot.from_weights([4, 3, 2, 1], fg=[2.5, 0, 1.25, 0.75], bg=[0.5, 1.5, 0, 3])


@pytest.mark.parametrize("range_", [(0.0, 1.0), (0.0, 0.3), (0.45, 0.5), (0.6, 1.0)])
@pytest.mark.parametrize("path", [HARD, SOFT, FREE], ids=["hard", "soft", "free"])
def test_normalized_by_data(path, range_):
    curve = path.pr()
    worst, best = path.worst().pr().area(*range_), path.best().pr().area(*range_)
    wanted = (curve.area(*range_) - worst) / (best - worst)
    assert curve.normalized_area(*range_) == pytest.approx(wanted, rel=1e-12)
    assert -1e-12 <= wanted <= 1 + 1e-12


@pytest.mark.parametrize("range_", [(0.0, 1.0), (0.0, 0.3), (0.45, 0.5), (0.6, 1.0)])
@pytest.mark.parametrize("path", [HARD, SOFT, FREE], ids=["hard", "soft", "free"])
def test_normalized_by_skew(path, range_):
    low, high = range_
    least = float(exact_minimum(path.prevalence, low, high))
    wanted = (path.pr().area(low, high) - least) / (high - low - least)
    assert path.pr().normalized_area(low, high, by="skew") == pytest.approx(wanted, rel=1e-10)


@pytest.mark.parametrize("range_", [(0.0, 1.0), (0.1, 0.9)])
def test_both_agree_on_hard_labels(range_):
    assert HARD.pr().normalized_area(*range_) == pytest.approx(HARD.pr().normalized_area(*range_, by="skew"), rel=1e-9)
    assert HARD.pr().normalized_area(by="data") != SOFT.pr().normalized_area(by="skew")


@pytest.mark.parametrize("path", [HARD, SOFT, FREE], ids=["hard", "soft", "free"])
@pytest.mark.parametrize("space", ["pr", "roc", "prg"])
def test_best_is_1_and_worst_is_0(path, space):
    curve = path.curve(space)
    assert path.best().curve(space).normalized_area() == pytest.approx(1, rel=1e-12)
    assert path.worst().curve(space).normalized_area() == pytest.approx(0, abs=1e-12)
    assert -1e-12 <= curve.normalized_area() <= 1 + 1e-12


def test_normalized_area_of_soft_labels_in_figures():
    assert SOFT.pr().normalized_area() == pytest.approx(0.8550054601429401, rel=1e-13)
    assert FREE.pr().normalized_area() == pytest.approx(0.7033373675949275, rel=1e-13)


@pytest.mark.parametrize(
    "path",
    [
        prplot.from_weights([3, 2, 1], fg=[1, 2, 3], bg=[2, 4, 6]),
        prplot.from_weights([1, 1], fg=[0.3, 0.3]),
        prplot.from_labels([1, 1], [2, 1]),
    ],
    ids=["one ratio", "one tie", "no background"],
)
def test_undefined_where_best_is_worst(path):
    with pytest.warns(prplot.PrplotWarning, match="normalised area is undefined"):
        assert math.isnan(path.pr().normalized_area())


def test_undefined_over_no_recalls():
    for by in ("data", "skew"):
        with pytest.warns(prplot.PrplotWarning, match="undefined"):
            assert math.isnan(HARD.pr().normalized_area(0.5, 0.5, by=by))


def test_undefined_without_foreground_or_background_by_skew():
    with pytest.warns(prplot.PrplotWarning, match="P = 0"):
        assert math.isnan(prplot.from_labels([0, 0], [2, 1]).pr().normalized_area())
    with pytest.warns(prplot.PrplotWarning, match="undefined"):
        assert math.isnan(prplot.from_labels([1, 1], [2, 1]).pr().normalized_area(by="skew"))


def test_skew_is_for_pr_only():
    with pytest.raises(prplot.PrplotValueError, match=r"by must be 'data' in ROC"):
        HARD.roc().normalized_area(by="skew")
    with pytest.raises(prplot.PrplotValueError, match=r"'data', 'skew'"):
        HARD.pr().normalized_area(by="boyd")


def all_rankings(fg, bg, rule):
    return [
        prplot.from_weights(list(order), fg=fg, bg=bg).pr(rule).area()
        for order in itertools.permutations(range(len(fg)))
    ]


RULES = ["continuous", "step", "linear", "upper-trapezoid", "max-interpolated"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kind", ["hard", "soft", "weighted hard", "free"])
def test_without_a_warning_best_and_worst_bound_all_rankings(kind, rule):
    """Theorem 1 is one of the continuous rule; where another does not obey it, a warning says so."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        labels = np.array([1.0, 0.0, 1.0, *rng.integers(0, 2, 2)])
        fg, bg = {
            "hard": lambda y=labels: (y, 1 - y),
            "soft": lambda r=rng: (lambda a: (a, 1 - a))(r.random(5)),
            "weighted hard": lambda y=labels, r=rng: (lambda w: (w * y, w * (1 - y)))(r.integers(1, 9, 5)),
            "free": lambda r=rng: r.lognormal(0, 2, (2, 5)),
        }[kind]()
        curve = prplot.from_weights(np.arange(5.0), fg=fg, bg=bg).pr(rule)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            best, worst = curve.best().area(), curve.worst().area()
        if caught:
            assert all("Theorem 1" in str(warning.message) for warning in caught)
            assert rule != "continuous"
            assert kind != "hard"
            continue
        areas = all_rankings(fg, bg, rule)
        assert best == pytest.approx(max(areas), rel=1e-12)
        assert worst == pytest.approx(min(areas), rel=1e-12)


@pytest.mark.parametrize("rule", RULES[1:])
def test_free_weights_are_warned_about(rule):
    curve = FREE.pr(rule)
    for ask in (curve.best, curve.worst):
        with pytest.warns(prplot.PrplotWarning, match="Theorem 1 of Keilwagen"):
            ask()
    with pytest.raises(prplot.PrplotValueError, match=f"interpolation {rule!r} is not so for .*different weight"):
        curve.normalized_area()


# Random rankings


@pytest.mark.parametrize("rule", ["step", "continuous"])
@pytest.mark.parametrize("labels", ["10", "110", "10000", "11100", "111110", "000001"])
def test_random_area_of_hard_labels_by_enumeration(labels, rule):
    y = [int(c) for c in labels]
    path = prplot.from_labels(y, np.zeros(len(y)))
    areas = all_rankings(np.array(y, float), 1 - np.array(y, float), rule)
    assert path.pr(rule).random_area() == pytest.approx(np.mean(areas), rel=1e-12)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_random_area_of_soft_labels_by_enumeration(n):
    fg = np.random.default_rng(n).beta(0.5, 1.0, n)
    areas = all_rankings(fg, 1 - fg, "step")
    assert prplot.from_weights(np.zeros(n), fg=fg).pr("step").random_area() == pytest.approx(np.mean(areas), rel=1e-12)


def hard(positives, n):
    return prplot.from_labels(np.arange(n) < positives, np.arange(n) % 7)


@pytest.mark.parametrize(
    ("positives", "n", "continuous", "step"),
    [(20, 100, 0.217958, 0.233837), (100, 1000, 0.103039, 0.105843), (1000, 11_000, 0.091287, None)],
)
def test_random_area_in_figures(positives, n, continuous, step):
    path = hard(positives, n)
    assert path.pr().random_area() == pytest.approx(continuous, abs=5e-7)
    if step is not None:
        assert path.pr("step").random_area() == pytest.approx(step, abs=5e-7)


@pytest.mark.parametrize("positives", [1, 10, 5000, 99_999])
def test_random_area_to_many_digits(positives):
    n = 100_000
    with mpmath.workdps(40):
        spread = n * mpmath.log(n) - mpmath.loggamma(n + 1)
        wanted = 1 - mpmath.mpf(n - positives) / (n * (n - 1)) * spread
        size = float(wanted)
        assert abs(hard(positives, n).pr().random_area() - wanted) <= 1e-12 * size


def test_random_area_exceeds_chance_and_approaches_it():
    found = [hard(n // 5, n).pr().random_area() - 0.2 for n in (10, 100, 1000, 10_000)]
    assert found == sorted(found, reverse=True)
    assert 0 < found[-1] < 1e-3


@pytest.mark.parametrize("rule", ["linear", "discrete-tp", "max-interpolated"])
def test_random_area_has_no_closed_form_for_others(rule):
    with pytest.raises(prplot.PrplotValueError, match="continuous"):
        HARD.pr(rule).random_area()


def test_random_area_has_no_closed_form_for_other_samples():
    with pytest.raises(prplot.PrplotValueError, match="hard labels only"):
        SOFT.pr().random_area()
    with pytest.raises(prplot.PrplotValueError, match="weight 1"):
        FREE.pr("step").random_area()
    with pytest.raises(prplot.PrplotValueError, match="from counts"):
        prplot.from_counts([1], [2.5], [3]).pr().random_area()
    with pytest.raises(prplot.PrplotValueError, match="two rows or more"):
        prplot.from_weights([1], fg=[0.5]).pr("step").random_area()
    with pytest.raises(prplot.PrplotValueError):
        HARD.roc().random_area()


@pytest.mark.parametrize("rule", ["step", "continuous"])
def test_random_area_is_undefined_without_foreground(rule):
    curve = prplot.from_labels([0, 0, 0], [3, 2, 1]).pr(rule)
    with pytest.warns(prplot.PrplotWarning, match="P = 0"):
        assert math.isnan(curve.random_area())
