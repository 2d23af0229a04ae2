"""Bounds of the areas of counts in bins: no order hidden in a bin leaves them, and two orders attain them."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

import prplot

CURVES = {
    "continuous": lambda path: path.pr(),
    "step": lambda path: path.pr("step"),
    "max-interpolated": lambda path: path.pr("max-interpolated"),
    "roc": lambda path: path.roc(),
    "croc": lambda path: path.croc(),
    "prg": lambda path: path.prg(),
    "prg, clipped": lambda path: path.prg(clip=True),
    "cost": lambda path: path.cost(),
    "at another prevalence": lambda path: path.at_prevalence(0.2).pr(),
}
# Foreground and background of each bin, from the highest on: mixed ones, and of one class.
BINS = [((2, 1), (1, 2)), ((0, 2, 1), (1, 1, 0)), ((1, 2, 0), (0, 1, 2))]


def weak_orders(rows):
    """All ways to score so many rows with ties."""
    return {
        tuple(sorted(set(scores)).index(score) for score in scores)
        for scores in itertools.product(range(rows), repeat=rows)
    }


def all_samples(fg, bg):
    """Yield the paths of all orders that such bins may hide."""
    labels = [[1] * a + [0] * b for a, b in zip(fg, bg, strict=True)]
    base = [[10 * (len(fg) - k)] * len(of_bin) for k, of_bin in enumerate(labels)]
    for within in itertools.product(*(weak_orders(len(of_bin)) for of_bin in labels)):
        yield prplot.from_labels(np.concatenate(labels), np.concatenate(base) + np.concatenate(within))


def binned(fg, bg, **options):
    cuts = np.arange(len(fg), 0.0, -1.0)
    return prplot.from_counts(cuts, np.cumsum(fg), np.cumsum(bg), binned=True, **options)


@pytest.mark.parametrize("bins", BINS, ids=str)
def test_bounds_are_attained_and_no_order_leaves_them(bins):
    path, orders = binned(*bins), list(all_samples(*bins))
    for kind, make in CURVES.items():
        found, curve = [make(each).area() for each in orders], make(path)
        assert curve.bounds() == pytest.approx((min(found), max(found)), abs=1e-13)
        assert curve.bounds()[0] <= curve.area() <= curve.bounds()[1]
        if kind in ("continuous", "step", "roc"):
            found = [make(each).area(0.21, 0.77) for each in orders]
            assert curve.bounds(0.21, 0.77) == pytest.approx((min(found), max(found)), abs=1e-13)


def test_the_two_orders_of_ties_are_the_bounds_where_every_count_may_hide_scores():
    path = binned((2, 1, 4), (1, 5, 2))
    for make in (CURVES["continuous"], CURVES["roc"], CURVES["prg"]):
        ends = tuple(make(path.ties(how)).area() for how in ("pessimistic", "optimistic"))
        assert make(path).bounds() == pytest.approx(ends, abs=1e-15)
    # Average precision may be lower than with the negatives tied before tied positives: .478 below .500.
    tied = path.pr("step", ties="pessimistic").area()
    assert path.pr("step").bounds()[0] < tied - 0.01


def test_least_average_precision_in_fractions():
    """One bin of d positives and e negatives after T of n: the k-th positive has precision (T + k) / (n + e + k)."""
    fg, bg = (3, 7), (2, 11)
    singly = [Fraction(k, 2 + k) for k in range(1, 4)] + [Fraction(3 + k, 5 + 11 + k) for k in range(1, 8)]
    tied = 3 * Fraction(3, 3) + 7 * Fraction(10, 12)
    assert binned(fg, bg).pr("step").bounds() == pytest.approx((float(sum(singly) / 10), float(tied / 10)), abs=1e-15)
    # Of any weight they may be of ever smaller pieces, to the area between thresholds.
    weighted = binned((3.5, 7.0), bg)
    assert weighted.pr("step").bounds()[0] == pytest.approx(weighted.ties("pessimistic").pr().area(), abs=1e-15)


def test_the_table_of_areas_prints_intervals_that_all_orders_keep():
    bins = ((2, 1), (1, 1))
    table = binned(*bins).areas()
    found = [path.areas().to_dict() for path in all_samples(*bins)]
    bounded = [row for row in table if row.bounds is not None and not np.isnan(row.bounds[0])]
    for row in bounded:
        every = [areas[row.key] for areas in found]
        assert row.bounds == pytest.approx((min(every), max(every)), abs=1e-12), row.key
    assert len(bounded) == 24
    assert not any(row.claims for row in table)
    assert "between" in repr(table)
    assert "no bounds known for bins" in repr(table)
    assert f"between {table['ROC'].bounds[0]:.6f}" in table._repr_html_()
    assert table.columns()["least"][0] == table["continuous"].bounds[0]


def test_thresholds_within_a_bin_are_told_of():
    path = binned((2, 1), (1, 2))
    assert (path.at(2.0).tp, path.at(1.0).tp, path.at(0.5).tp, path.at(np.inf).tp) == (2, 3, 3, 0)
    with pytest.warns(prplot.PrplotWarning, match="threshold 1.5 lies within a bin, whose scores, from 1 on"):
        assert path.at(1.5).tp == 2
    with pytest.warns(prplot.PrplotWarning, match="within a bin"):
        assert path.at(7.0).tp == 0


def test_what_has_no_bounds_says_so():
    for rule in ("linear", "upper-trapezoid", "discrete-tp", "discrete-fp"):
        with pytest.warns(prplot.PrplotWarning, match=f"no bounds are known for the interpolation '{rule}'"):
            assert np.isnan(binned((2, 1), (1, 2)).pr(rule).bounds()).all()
    with pytest.warns(prplot.PrplotWarning):
        assert np.isnan(binned((0, 0), (1, 2)).pr().bounds()).all()
    with pytest.raises(prplot.PrplotTypeError, match="binned must be True or False"):
        prplot.from_counts([1], [1], [1], binned="yes")


def test_words_and_legends_give_the_bounds_rounded_away_from_each_other():
    path = binned((20, 10), (10, 25))
    least, most = path.pr().bounds()
    artists = prplot.plot({"bins": path, "rows": prplot.from_labels([1, 0], [2, 1])})
    assert artists.legend.get_title().get_text() == "AUPRC (continuous) [bounds of bins]"
    (said,) = [line.get_label() for line in artists.lines if "bins" in line.get_label()]
    ends = [said.split("[")[1].rstrip("]").split(", ")]
    ends += [t.split("(between ")[1].split(",")[0].split(" and ") for t in (path.pr().methods(), path.pr().describe())]
    for low, high in ends:
        assert least - 0.01 < float(low) <= least
        assert most <= float(high) < most + 0.01
    assert "[" not in artists.lines[1].get_label()
    assert "scores were counted in 2 bins" in path.methods()
    assert "2 bins" in path.describe()
    assert "bins=2" in repr(path)


def test_rankings_and_hulls_of_bins_hide_nothing():
    """Thresholds of the best and the worst ranking are places, some of which are cuts of bins too."""
    path = binned((2, 1, 3), (1, 2, 5))
    for ranked in (path.best(), path.worst()):
        assert not ranked.binned
        assert ranked.pr().bounds() == (ranked.pr().area(),) * 2
    assert binned((2, 2), (1, 2)).areas()["hull, ROC"].bounds == pytest.approx((7 / 12, 11 / 12))
