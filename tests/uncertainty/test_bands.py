"""Bands: the percentiles of resamples, as wide as the rows behind each ordinate ask, and whole curves inside."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

import prplot
from prplot import PrplotError

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")

SPACES = ["pr", "prg", "roc", "croc", "cost", "det"]
PATH = prplot.simulate.binormal(1).sample(200, prevalence=0.2, rng=1)
Z = stats.norm.ppf(0.975)


def wilson(share, n):
    """Both ends of the interval of a share of n rows."""
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * np.sqrt(share * (1 - share) / n + Z * Z / (4 * n**2))
    return middle - half, middle + half


@pytest.mark.parametrize("space", SPACES)
def test_a_pointwise_band_is_the_percentiles_of_resamples(space):
    labels, scores = np.array([1, 0, 1, 0, 1, 0]), np.array([6.0, 5.0, 4.0, 4.0, 2.0, 1.0])
    band = prplot.from_labels(labels, scores).curve(space).band(level=0.8, n=2000, rng=1)
    x, every = np.array([0.1, 0.3, 0.55, 0.9]), []
    for rows in itertools.combinations_with_replacement(range(6), 6):
        row, times = list(rows), 720 // math.prod(map(math.factorial, np.bincount(rows)))
        if 0 < labels[row].sum() < 6:
            every += [prplot.from_labels(labels[row], scores[row]).curve(space).at(x)] * times
    for share, got in zip((0.1, 0.9), band.at(x), strict=True):
        # The abscissae of the band are close, not the same.
        near = np.quantile(every, [max(share - 0.03, 0), min(share + 0.03, 1)], axis=0)
        assert np.all(got >= near[0] - 0.02)
        assert np.all(got <= near[1] + 0.02)


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "cost"])
def test_a_simultaneous_band_holds_whole_curves_and_the_pointwise_one(space):
    curve = PATH.curve(space)
    one, whole = (curve.band(kind=kind, n=400, rng=1, level=0.8) for kind in ("pointwise", "simultaneous"))
    assert np.all(whole.low <= one.low + 1e-12)
    assert np.all(whole.high >= one.high - 1e-12)
    assert np.isfinite([one.low, one.high, whole.low, whole.high]).all()
    assert (one.x[0], one.x[-1]) == (0, 1)
    rng, x, inside = np.random.default_rng(2), np.linspace(0.02, 0.98, 60), []
    label, score = PATH.sample.fg > 0, PATH.sample.score
    (low, high), (narrow, broad) = whole.at(x), one.at(x)
    for _ in range(200):
        rows = rng.integers(0, 200, 200)
        y = prplot.from_labels(label[rows], score[rows]).curve(space).at(x)
        inside.append([np.all((low <= y + 1e-9) & (y <= high + 1e-9)), np.all((narrow <= y) & (y <= broad))])
    share = np.mean(inside, axis=0)
    assert share[0] > 0.7
    assert share[1] < share[0] - 0.2


def test_at_is_within_the_band_and_nowhere_else():
    band = PATH.roc().band(n=200, rng=1)
    low, high = band.at([[0.2, 0.4], [-0.1, 1.1]])
    assert low.shape == (2, 2)
    assert np.all(low[0] < high[0])
    assert np.isnan([low[1], high[1]]).all()
    assert float(band.at(0.2)[0]) == low[0, 0]
    again = PATH.roc().band(n=200, rng=1)
    np.testing.assert_array_equal(band.low, again.low)
    assert not any(array.flags.writeable for array in (band.x, band.low, band.high))
    assert "Band(ROC, 95 % pointwise" in repr(band)
    assert "200 bootstrap replicates, rows resampled unstratified" in band.methods()


def test_a_band_ends_where_the_curve_ends():
    path = prplot.from_counts([3, 2, 1], tp=[4, 8, 9], fp=[0, 4, 9], positives=15)
    band = path.pr().band(n=200, rng=1)
    assert band.x[-1] == pytest.approx(9 / 15)
    assert np.isfinite(band.low).all()
    # Some replicates end before: they earn nothing there, as areas count it.
    assert band.low[-1] == 0


def test_a_perfect_stretch_is_as_uncertain_as_its_rows():
    """Of k perfect rows Wilson's interval begins at k / (k + z²); replicates alone would leave no width."""
    path = prplot.from_labels([1] * 30 + [0] * 40, np.arange(70, 0, -1))
    roc, pr, prg = (path.curve(space).band(n=200, rng=1) for space in ("roc", "pr", "prg"))
    least = 30 / (30 + Z * Z)
    # All thirty rows say what precision is up to recall 1.
    for at in (0.0, 0.01, 0.5):
        assert roc.at(at) == pytest.approx((least, 1.0), rel=1e-12)
        assert pr.at(at) == pytest.approx((least, 1.0), rel=1e-12)
    # In PR-Gain the same in gains.
    assert prg.at(0.5)[0] == pytest.approx(1 - 30 / 40 * (1 / least - 1), rel=1e-12)


def test_at_the_left_end_a_band_knows_the_rows_up_to_where_precision_changes():
    for labels, scores, hits, rows in (
        ([1] * 48 + [0, 1] * 100, np.arange(248, 0, -1), 48, 48),
        # Ties are rows of one precision, and so are those that follow with the same.
        ([1, 1, 1, 0] * 10 + [1, 1, 1, 0] * 5 + [0] * 100, [3] * 40 + [2] * 20 + [1] * 100, 45, 60),
        ([1] + [0] * 30 + [1] * 30, np.arange(61, 0, -1), 1, 1),
    ):
        low, high = prplot.from_labels(labels, scores).pr().band(n=200, rng=1).at(0.0)
        least, most = wilson(hits / rows, rows)
        assert low <= least + 1e-12
        assert high >= min(most, 1) - 1e-12
        if hits == 48:
            assert (low, high) == pytest.approx((least, 1.0), rel=1e-12)


def test_the_band_of_gains_is_that_of_recall_at_a_share_of_the_rows():
    """Not wider than Wilson's interval of the positives found asks for."""
    rng = np.random.default_rng(5)
    score = np.round(rng.random(300), 2)
    path = prplot.from_labels(rng.random(300) < score**2, score)
    at = np.array([0.3, 0.6, 0.9])
    gains, lift = (path.curve(space).band(n=500, rng=1).at(at) for space in ("gains", "lift"))
    # Its replicates agree on more, so that Wilson's ends are the farther ones, but for what cannot be.
    np.testing.assert_allclose(gains[0][1:], wilson(path.gains().at(at), path.positives)[0][1:], atol=1e-9)
    np.testing.assert_allclose(lift, np.divide(gains, at), rtol=0.01)


def test_a_band_is_on_the_side_of_a_leap_on_which_the_curve_is():
    """20 positives and 80 negatives at .5, 50 positives at .9: net benefit at .5 is that of all of them, -.05."""
    labels, scores = [1] * 20 + [0] * 80 + [1] * 50 + [0] * 50, [0.5] * 100 + [0.9] * 50 + [0.1] * 50
    path = prplot.from_labels(labels, scores)
    band = path.net_benefit().band(rng=1, n=1000)
    rule = prplot.measure_at(prplot.metrics.net_benefit(0.5), at={"threshold": 0.5})
    found = path.interval(rule, method="bootstrap", rng=1, n=1000)
    assert path.net_benefit().at(0.5) == pytest.approx(-0.05)
    assert band.at(0.5) == pytest.approx((found.low, found.high), abs=0.03)
    # Beyond .5 fifty of two hundred rows are right, none wrong; Wilson's interval of 1/4 is [.195, .314].
    assert band.at(np.nextafter(0.5, 1)) == pytest.approx((0.19, 0.31), abs=0.02)


def test_what_has_no_band_says_why():
    with pytest.raises(PrplotError, match="no negative weight"):
        prplot.from_labels([1, 1, 1], [3, 2, 1], pos_label=1).roc().band()
    with pytest.raises(PrplotError, match="a band needs a curve beyond recall gain 0; got one that ends at -"):
        prplot.from_labels([1] * 4 + [0, 0], [9, *[math.nan] * 3, 2, 1], missing="unreached").prg().band(n=200)
