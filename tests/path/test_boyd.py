"""What the prevalence alone allows (Boyd et al. 2012), normalized areas, and random rankings."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import prplot

minimum_area, minimum_average_precision = prplot.bounds.minimum_area, prplot.bounds.minimum_average_precision
minimum_precision, normalized_area = prplot.bounds.minimum_precision, prplot.bounds.normalized_area

# The least area over recalls [0, 1], [0.5, 1] and [0.8, 1].
TABLE = {
    0.01: (0.0050167505, 0.0037583595, 0.0018017356),
    0.1: (0.0517553591, 0.0383603505, 0.0181756341),
    0.3: (0.1677584641, 0.1207891645, 0.0556240580),
    0.5: (0.3068528194, 0.2123179275, 0.0946394843),
    0.9: (0.7441572119, 0.4335736666, 0.1779498957),
}
HARD = prplot.from_labels([1, 0, 1, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 4, 2, 1])
SOFT = prplot.from_weights([6, 5, 4, 3, 2, 1], fg=[0.9, 0.92, 0.22, 0.07, 0.67, 0.09])
FREE = prplot.from_weights([4, 3, 2, 1], fg=[2.5, 0, 1.25, 0.75], bg=[0.5, 1.5, 0, 3])


def exact_minimum(pi, low, high):
    with mpmath.workdps(80):
        pi, a, b = map(mpmath.mpf, (pi, low, high))
        return (b - a) + (1 - pi) / pi * mpmath.log((1 - pi + pi * a) / (1 - pi + pi * b))


def test_minimum_area():
    """To many digits, of arrays element by element, and that of the worst ranking."""
    for pi in (1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.99, 1 - 1e-9):
        for ends in ((0.0, 1.0), (0.5, 1.0), (0.0, 0.2), (1e-9, 1e-6), (0.3123456, 0.3123466), (0.999999, 1.0)):
            wanted = exact_minimum(pi, *ends)
            assert float(abs(minimum_area(pi, *ends) - wanted) / wanted) < 1e-14
    found = minimum_area(np.array(list(TABLE))[:, None], np.array([0.0, 0.5, 0.8]), 1.0)
    np.testing.assert_allclose(found, list(TABLE.values()), atol=5e-11)
    assert minimum_area([0.1, 0.5], 0.3, 0.3).tolist() == [0, 0]
    assert isinstance(minimum_area(0.1), float)
    for positives, negatives in ((1, 9), (20, 1), (1, 10**6), (10**6, 1)):
        path = prplot.from_counts([2, 1], [positives, positives], [0, negatives]).worst()
        for ends in ((0.0, 1.0), (0.2, 0.7), (0.9, 1.0)):
            assert minimum_area(path.prevalence, *ends) == pytest.approx(path.pr().area(*ends), rel=1e-9)


def test_printed_areas_are_normalized():
    """Saito and Rehmsmeier 2015, Table 5: areas of five tools on two sets of RNA."""
    for positives, negatives, areas, wanted in (
        (819, 11_060, (0.945, 0.976, 0.559, 0.801, 0.670), [0.9430, 0.9751, 0.5429, 0.7937, 0.6579]),
        (111, 13_444, (0.106, 0.024, 0.054, 0.035, 0.015), [0.1023, 0.0200, 0.0501, 0.0310, 0.0109]),
    ):
        found = normalized_area(areas, Fraction(positives, positives + negatives))
        np.testing.assert_allclose(found, wanted, atol=5.1e-5)
    curve = prplot.from_labels([0, 1, 1, 0], [4, 3, 2, 1]).pr()
    wanted = curve.normalized_area(0.2, 0.9, by="skew")
    assert normalized_area(curve.area(0.2, 0.9), 0.5, 0.2, 0.9) == pytest.approx(wanted)


def test_minimum_average_precision():
    for positives, negatives in ((1, 0), (1, 1), (7, 3), (100, 200), (3, 10**9), (500, 2)):
        wanted = sum(Fraction(i, i + negatives) for i in range(1, positives + 1)) / positives
        found = minimum_average_precision(positives, negatives)
        assert abs(Fraction(found) - wanted) <= Fraction(1, 10**14) * wanted
        if 0 < negatives < 1000:
            path = prplot.from_counts([1], [positives], [negatives])
            assert path.worst().pr("step").area() == pytest.approx(found, rel=1e-13)
    for wrong in ((0, 3), (2.5, 3), (3, -1), (3, np.inf), (np.nan, 3)):
        with pytest.raises(prplot.PrplotValueError, match=r"positives|negatives"):
            minimum_average_precision(*wrong)


def test_minimum_precision_is_the_edge_of_the_square():
    for pi in (1e-9, 1 / 3, 0.9):
        recall = np.linspace(0.01, 1, 30)
        np.testing.assert_allclose(minimum_precision(recall, pi), prplot.PR(pi).forward(1.0, recall)[1], rtol=1e-13)
    # Precision 0.2 with a third foreground is possible up to recall 1/2.
    assert float(minimum_precision(0.5, 1 / 3)) == pytest.approx(0.2)


# Normalized areas


@pytest.mark.parametrize("path", [HARD, SOFT, FREE], ids=["hard", "soft", "free"])
def test_normalized_by_data_and_by_skew(path):
    for low, high in ((0.0, 1.0), (0.0, 0.3), (0.45, 0.5), (0.6, 1.0)):
        area, worst, best = (curve.area(low, high) for curve in (path.pr(), path.pr().worst(), path.pr().best()))
        assert path.pr().normalized_area(low, high) == pytest.approx((area - worst) / (best - worst), rel=1e-12)
        least = float(exact_minimum(path.prevalence, low, high))
        by_skew = (area - least) / (high - low - least)
        assert path.pr().normalized_area(low, high, by="skew") == pytest.approx(by_skew, rel=1e-10)
    for space in ("pr", "roc", "prg"):
        ranked = [each.curve(space).normalized_area() for each in (path.worst(), path, path.best())]
        assert ranked == sorted(ranked)
        assert ranked[::2] == pytest.approx([0, 1], abs=1e-12)


def test_where_normalized_areas_are_undefined():
    for path, ends, said in (
        (prplot.from_weights([3, 2, 1], fg=[1, 3, 2], bg=[2, 6, 4]), {}, "normalized area is undefined"),
        (prplot.from_weights([1, 1], fg=[0.3, 0.3]), {}, "normalized area is undefined"),
        (prplot.from_labels([1, 1], [2, 1]), {}, "normalized area is undefined"),
        (prplot.from_labels([1, 1], [2, 1]), {"by": "skew"}, "undefined"),
        (prplot.from_labels([0, 0], [2, 1]), {}, "P = 0"),
        (HARD, {"low": 0.5, "high": 0.5}, "undefined"),
        (HARD, {"low": 0.5, "high": 0.5, "by": "skew"}, "undefined"),
    ):
        with pytest.warns(prplot.PrplotWarning, match=said):
            assert math.isnan(path.pr().normalized_area(**ends))


# Random rankings


def mean_over_rankings(fg, rule):
    orders = itertools.permutations(range(len(fg)))
    return np.mean([prplot.from_weights(order, fg=fg).pr(rule).area() for order in orders])


def test_random_area_by_enumeration():
    for labels in ("10", "110", "10000", "11100", "000001"):
        y = [int(c) for c in labels]
        for rule in ("step", "continuous"):
            path = prplot.from_labels(y, np.zeros(len(y)))
            assert path.pr(rule).random_area() == pytest.approx(mean_over_rankings(y, rule), rel=1e-12)
    for n in (2, 5):
        fg = np.random.default_rng(n).beta(0.5, 1.0, n)
        path = prplot.from_weights(np.zeros(n), fg=fg)
        assert path.pr("step").random_area() == pytest.approx(mean_over_rankings(fg, "step"), rel=1e-12)


def test_random_area_of_many_rows():
    def hard(positives, n):
        return prplot.from_labels(np.arange(n) < positives, np.arange(n) % 7)

    for positives, n, continuous, step in ((20, 100, 0.217958, 0.233837), (100, 1000, 0.103039, 0.105843)):
        assert hard(positives, n).pr().random_area() == pytest.approx(continuous, abs=5e-7)
        assert hard(positives, n).pr("step").random_area() == pytest.approx(step, abs=5e-7)
    n = 100_000
    for positives in (1, 5000, 99_999):
        with mpmath.workdps(40):
            spread = n * mpmath.log(n) - mpmath.loggamma(n + 1)
            wanted = 1 - mpmath.mpf(n - positives) / (n * (n - 1)) * spread
            assert abs(hard(positives, n).pr().random_area() - wanted) <= 1e-12 * wanted


def test_random_area_has_no_closed_form_for_others():
    for curve, said in (
        (HARD.pr("linear"), "continuous"),
        (SOFT.pr(), "hard labels only"),
        (FREE.pr("step"), "weight 1"),
        (prplot.from_counts([1], [2.5], [3]).pr(), "from counts"),
        (prplot.from_weights([1], fg=[0.5]).pr("step"), "two rows or more"),
        (HARD.roc(), "PR"),
    ):
        with pytest.raises(prplot.PrplotValueError, match=said):
            curve.random_area()
    with pytest.warns(prplot.PrplotWarning, match="P = 0"):
        assert math.isnan(prplot.from_labels([0, 0, 0], [3, 2, 1]).pr().random_area())
