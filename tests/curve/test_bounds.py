"""Bounds of the areas of counts in bins: no order hidden in a bin leaves them, and two orders attain them."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.areas.table import mean_areas
from prplot.arithmetic.digamma import reciprocals

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
BINS = [((2, 1), (1, 2)), ((0, 2, 1), (1, 1, 0)), ((3,), (2,)), ((1, 2, 0), (0, 1, 2))]


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


@pytest.fixture(scope="module", params=BINS, ids=str)
def areas(request):
    """The path, the least and the largest area of each kind over all orders."""
    found = {kind: [make(path).area() for path in all_samples(*request.param)] for kind, make in CURVES.items()}
    return binned(*request.param), {kind: (min(every), max(every)) for kind, every in found.items()}


@pytest.mark.parametrize("kind", CURVES)
def test_bounds_are_attained_and_no_order_leaves_them(areas, kind):
    path, found = areas
    bounds = CURVES[kind](path).bounds()
    assert bounds == pytest.approx(found[kind], abs=1e-13)
    assert bounds[0] <= CURVES[kind](path).area() <= bounds[1]


@pytest.mark.parametrize("kind", ["continuous", "step", "roc"])
def test_bounds_of_a_part_of_the_axis(kind):
    fg, bg = BINS[0]
    found = [CURVES[kind](path).area(0.21, 0.77) for path in all_samples(fg, bg)]
    assert CURVES[kind](binned(fg, bg)).bounds(0.21, 0.77) == pytest.approx((min(found), max(found)), abs=1e-13)


def test_the_two_orders_of_ties_are_the_bounds_where_every_count_may_hide_scores():
    path = binned((2, 1, 4), (1, 5, 2))
    for make in (CURVES["continuous"], CURVES["roc"], CURVES["prg"]):
        ends = tuple(make(path.ties(how)).area() for how in ("pessimistic", "optimistic"))
        assert make(path).bounds() == pytest.approx(ends, abs=1e-15)
    # Average precision may be lower than with the negatives tied before tied positives: .478 below .500.
    tied = path.pr("step").over(path.ties("pessimistic")).area()
    assert path.pr("step").bounds()[0] < tied - 0.01


def test_equal_scores_hide_nothing():
    scores = prplot.from_counts([3, 2, 1], tp=[2, 3, 3], fp=[1, 3, 5])
    assert not scores.binned
    assert scores.pr().bounds() == (scores.pr().area(),) * 2
    rows = prplot.from_labels([1, 0, 1], [2, 2, 1])
    assert rows.pr("linear").bounds() == (rows.pr("linear").area(),) * 2


@pytest.mark.parametrize("how", ["average", "optimistic", "pessimistic"])
def test_ties_in_one_bin_stay_as_they_are_treated_and_bins_open(how):
    """The first count is of one score, the second may be of several."""
    labels, scores = [1, 0, 1, 0, 1], np.array([9, 9, 3, 3, 3])
    path = prplot.path.constructors.from_groups(
        np.array([9.0, 1.0]), np.array([1.0, 2.0]), np.array([1.0, 1.0]), hides=np.array([False, True])
    )
    found = [
        prplot.from_labels(labels, scores + np.array([0, 0, *within])).pr(ties=how).area()
        for within in itertools.permutations(range(3))
    ]
    assert path.pr(ties=how).bounds() == pytest.approx((min(found), max(found)), abs=1e-14)


def test_least_average_precision_in_fractions():
    """One bin of d positives and e negatives after T of n: the k-th positive has precision (T + k) / (n + e + k)."""
    fg, bg = (3, 7), (2, 11)
    singly = [Fraction(k, 2 + k) for k in range(1, 4)] + [Fraction(3 + k, 5 + 11 + k) for k in range(1, 8)]
    tied = 3 * Fraction(3, 3) + 7 * Fraction(10, 12)
    assert binned(fg, bg).pr("step").bounds() == pytest.approx((float(sum(singly) / 10), float(tied / 10)), abs=1e-15)
    # Of any weight they may be of ever smaller pieces, to the area between thresholds.
    weighted = binned((3.5, 7.0), bg)
    assert weighted.pr("step").bounds()[0] == pytest.approx(weighted.ties("pessimistic").pr().area(), abs=1e-15)


@pytest.mark.parametrize("after", [0.0, 0.3, 7.0, 1e6])
@pytest.mark.parametrize("count", [0, 1, 5, 1000])
def test_sums_of_reciprocals(after, count):
    exact = sum(1 / (Fraction(after) + i) for i in range(1, count + 1))
    got = reciprocals(np.array([after]), np.array([float(count)]))[0]
    assert got == pytest.approx(float(exact), rel=1e-13)


@pytest.mark.parametrize("rule", ["linear", "upper-trapezoid", "discrete-tp", "discrete-fp"])
def test_chords_have_no_bounds_and_say_so(rule):
    with pytest.warns(prplot.PrplotWarning, match=f"no bounds are known for the interpolation '{rule}'"):
        assert np.isnan(binned((2, 1), (1, 2)).pr(rule).bounds()).all()


def test_soft_counts_stay_within_outer_bounds():
    rng = np.random.default_rng(2)
    fg, score = rng.random(12), rng.random(12)
    of_bin = np.floor(3 * score)
    sums = [np.array([weight[of_bin == k].sum() for k in (2, 1, 0)]) for weight in (fg, 1 - fg)]
    path = prplot.from_counts([2, 1, 0], *map(np.cumsum, sums), soft=True, binned=True)
    least, most = path.pr().bounds()
    for _ in range(200):
        score = rng.permuted(np.arange(12) / 12)
        area = prplot.from_weights(of_bin + score, fg=fg).pr().area()
        assert least < area < most


def test_undefined_areas_are_nan_twice():
    path = binned((0, 0), (1, 2))
    with pytest.warns(prplot.PrplotWarning):
        assert np.isnan(path.pr().bounds()).all()
    with pytest.raises(prplot.PrplotTypeError, match="binned must be True or False"):
        prplot.from_counts([1], [1], [1], binned="yes")


def test_the_table_of_areas_prints_intervals_that_all_orders_keep():
    fg, bg = BINS[0]
    table = binned(fg, bg).areas()
    found = [path.areas().to_dict() for path in all_samples(fg, bg)]
    bounded = 0
    for row in table:
        assert row.bounds is None if row.undefined else row.bounds is not None
        if row.bounds is not None and not np.isnan(row.bounds[0]):
            every = [areas[row.key] for areas in found]
            assert row.bounds == pytest.approx((min(every), max(every)), abs=1e-12), row.key
            bounded += 1
        assert not row.claims
    assert bounded == 16
    text = repr(table)
    assert "between" in text
    assert "no bounds known for bins" in text
    assert table.columns()["least"][0] == table["continuous"].bounds[0]
    assert "most" not in found[0]
    assert f"between {table['ROC'].bounds[0]:.6f}" in table._repr_html_()


def test_sentences_say_how_many_bins_and_between_which_areas():
    path = binned((2, 1), (1, 2))
    least, most = path.pr().bounds()
    for text in (path.pr().methods(), path.pr().describe()):
        assert "(between 0." in text
        low, high = (float(word) for word in text.split("(between ")[1].split(",")[0].split(" and "))
        assert least - 1e-3 <= low <= least
        assert most <= high <= most + 1e-3
    assert "scores were counted in 2 bins" in path.methods()
    assert "2 bins" in path.describe()
    assert "bins=2" in repr(path)


@pytest.mark.parametrize(
    "wish",
    [
        lambda path: path.pr().interval(n=10),
        lambda path: path.roc().interval(method="delong"),
        lambda path: path.pr().band(n=10),
        lambda path: prplot.pool([path, path]),
        lambda path: prplot.compare({"a": path, "b": path}, paired=False),
        lambda path: prplot.compare({"a": path, "b": path}, "roc", method="delong", paired=False),
    ],
)
def test_what_needs_the_scores_is_refused(wish):
    with pytest.raises(prplot.PrplotValueError, match="counts them in 2 bins"):
        wish(binned((30, 20), (20, 30)))


def test_rankings_of_bins_hide_nothing():
    """Thresholds of the best and the worst ranking are places, some of which are cuts of bins too."""
    path = binned((2, 1, 3), (1, 2, 5))
    for ranked in (path.best(), path.worst()):
        assert not ranked.binned
        assert ranked.pr().bounds() == (ranked.pr().area(),) * 2


def test_thresholds_within_a_bin_are_told_of():
    path = binned((2, 1), (1, 2))
    assert (path.at(2.0).tp, path.at(1.0).tp, path.at(0.5).tp, path.at(np.inf).tp) == (2, 3, 3, 0)
    with pytest.warns(prplot.PrplotWarning, match="threshold 1.5 lies within a bin, whose scores, from 1 on"):
        assert path.at(1.5).tp == 2
    with pytest.warns(prplot.PrplotWarning, match="within a bin"):
        assert path.at(7.0).tp == 0


def test_legends_give_the_bounds_rounded_away_from_each_other():
    path = binned((20, 10), (10, 25))
    least, most = path.pr().bounds()
    artists = prplot.plot({"bins": path, "rows": prplot.from_labels([1, 0], [2, 1])})
    assert artists.legend.get_title().get_text() == "area, continuous [bounds of bins]"
    (said,) = [line.get_label() for line in artists.lines if "bins" in line.get_label()]
    low, high = (float(end) for end in said.split("[")[1].rstrip("]").split(", "))
    assert least - 0.01 < low <= least
    assert most <= high < most + 0.01
    assert "[" not in artists.lines[1].get_label()


def test_means_of_areas_have_the_means_of_their_bounds():
    paths = {"a": binned((2, 2), (1, 2)), "b": prplot.from_labels([1, 0, 1], [3, 2, 1])}
    row = mean_areas(paths)["continuous"]
    ends = [(a + b) / 2 for a, b in zip(*(path.pr().bounds() for path in paths.values()), strict=True)]
    assert row.bounds == pytest.approx(tuple(ends), abs=1e-15)
    assert mean_areas({"b": paths["b"]})["continuous"].bounds is None


def test_the_hull_of_bins_is_that_of_their_vertices():
    hull = binned((2, 2), (1, 2)).roc().hull()
    assert not hull.curve.path.binned
    assert binned((2, 2), (1, 2)).areas()["hull, ROC"].bounds == pytest.approx((7 / 12, 11 / 12))


def test_steps_of_weights_that_hide_nothing():
    path = prplot.path.constructors.from_groups(
        np.array([2.0, 1.0]), np.array([2.0, 4.0]), np.array([0.0, 2.0]), hides=np.array([False, False]), unit=False
    )
    assert path.pr("step").bounds() == pytest.approx((path.pr("step").area(),) * 2, abs=1e-15)
