"""Bands against all resamples of a small sample, and the share of whole curves inside."""

import warnings

import numpy as np
import pytest
from scipy import stats

import prplot
from prplot.errors import PrplotValueError
from prplot.uncertainty.bands import ordinates, simultaneous
from prplot.uncertainty.measures import of_curve
from prplot.uncertainty.replicates import of_counts
from prplot.uncertainty.units import kinds_of

pytestmark = pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")

LABELS, SCORES = np.array([1, 0, 1, 0, 1, 0]), np.array([6.0, 5.0, 4.0, 4.0, 2.0, 1.0])
SPACES = ["pr", "prg", "roc", "croc", "cost", "det"]


def sample(seed=1, n=200, prevalence=0.2):
    return prplot.simulate.binormal(1).sample(n, prevalence=prevalence, rng=seed)


@pytest.mark.parametrize("space", [*SPACES, "gains", "lift"])
def test_ordinates_are_those_of_the_sample_that_counts_stand_for(space):
    path = prplot.from_labels(LABELS, SCORES)
    measure = of_curve(path.curve(space))
    kinds = kinds_of([measure.along(path)])
    x = np.linspace(0, 1, 11)
    rng = np.random.default_rng(3)
    seen = 0
    for _ in range(40):
        rows = rng.integers(0, 6, 6)
        counts = np.zeros(len(kinds.size))
        for row in rows:
            own = range(kinds.positives) if LABELS[row] else range(kinds.positives, len(kinds.size))
            cell = int(np.searchsorted(-kinds.along[0].thresholds[1:], -SCORES[row]))
            counts[next(kind for kind in own if kinds.cells[0][0][kind] == cell)] += 1
        got = ordinates(measure, of_counts(kinds, counts)[0], x)
        if LABELS[rows].all() or not LABELS[rows].any():
            continue
        wanted = prplot.from_labels(LABELS[rows], SCORES[rows]).curve(space).at(x)
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-15)
        seen += 1
    assert seen > 30


@pytest.mark.parametrize("space", SPACES)
def test_a_pointwise_band_is_the_percentiles_of_resamples(space):
    path = prplot.from_labels(LABELS, SCORES)
    curve = path.curve(space)
    band = curve.band(level=0.8, n=4000, rng=1)
    x = np.array([0.1, 0.3, 0.55, 0.9])
    rows = np.random.default_rng(2).integers(0, 6, (4000, 6))
    # Many are of the same rows.
    drawn, times = np.unique(np.sort(rows, axis=1), axis=0, return_counts=True)
    naive = []
    for r, count in zip(drawn, times, strict=True):
        if 0 < LABELS[r].sum() < 6:
            naive += [prplot.from_labels(LABELS[r], SCORES[r]).curve(space).at(x)] * count
    naive = np.array(naive)
    for share, end in ((0.1, 0), (0.9, 1)):
        got = band.at(x)[end]
        # Within what the shares 0.08 to 0.12 would give; the abscissae of the band are close, not the same.
        near = np.quantile(naive, [max(share - 0.03, 0), min(share + 0.03, 1)], axis=0)
        assert np.all(got >= near[0] - 0.02), space
        assert np.all(got <= near[1] + 0.02), space


def test_whole_curves_lie_in_a_simultaneous_band():
    rng = np.random.default_rng(1)
    walks = rng.normal(size=(1000, 50)).cumsum(axis=1)
    low, high, _ = simultaneous(walks, 0.9)
    inside = ((walks >= low) & (walks <= high)).all(axis=1).mean()
    assert 0.9 <= inside < 0.93
    # Of independent numbers each abscissa needs nearly all.
    low, high, _ = simultaneous(rng.normal(size=(2000, 30)), 0.9)
    assert np.all((low < -2.2) & (high > 2.2))


@pytest.mark.parametrize("space", SPACES)
def test_the_simultaneous_band_holds_the_pointwise_one(space):
    curve = sample().curve(space)
    one, all_of_it = (curve.band(kind=kind, n=400, rng=1) for kind in ("pointwise", "simultaneous"))
    assert np.all(all_of_it.low <= one.low + 1e-12)
    assert np.all(all_of_it.high >= one.high - 1e-12)
    assert np.isfinite([one.low, one.high, all_of_it.low, all_of_it.high]).all()
    assert one.x[0] == 0
    assert one.x[-1] == 1


def test_at_is_within_the_band_and_nowhere_else():
    band = sample().roc().band(n=100, rng=1)
    low, high = band.at([[0.2, 0.4], [-0.1, 1.1]])
    assert low.shape == (2, 2)
    assert np.all(low[0] < high[0])
    assert np.isnan([low[1], high[1]]).all()
    single = band.at(0.2)
    assert float(single[0]) == low[0, 0]


def test_a_band_ends_where_the_curve_ends():
    path = prplot.from_counts([3, 2, 1], tp=[4, 8, 9], fp=[0, 4, 9], positives=15)
    band = path.pr().band(n=200, rng=1)
    assert band.x[-1] == pytest.approx(9 / 15)
    assert np.isfinite(band.low).all()
    # Some replicates end before: they earn nothing there, as areas count it.
    assert band.low[-1] == 0


def test_a_band_is_the_same_for_the_same_seed_and_read_only():
    curve = sample().pr()
    one, other = (curve.band(n=100, rng=7) for _ in range(2))
    np.testing.assert_array_equal(one.low, other.low)
    assert not any(array.flags.writeable for array in (one.x, one.low, one.high))
    assert "Band(Precision-Recall, 95 % pointwise" in repr(one)
    assert "100 bootstrap replicates, rows drawn as a cohort" in one.methods()


def test_soft_labels_and_groups_have_bands():
    rng = np.random.default_rng(1)
    score = rng.random(100)
    path = prplot.from_weights(score, fg=np.clip(score + 0.2 * rng.normal(size=100), 0, 1))
    assert np.all(np.diff([path.pr().band(n=100, rng=1).at(0.5)]) > 0)
    wide, usual = (path.roc().band(n=400, rng=1, groups=groups) for groups in (np.arange(100) // 20, None))
    assert np.mean(wide.high - wide.low) > 0
    assert usual.design == "rows drawn as a cohort, seed 1"
    assert wide.design == "whole groups (5) drawn, seed 1"


def test_what_has_no_curve_has_no_band():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(PrplotValueError, match="no background weight"):
            prplot.from_labels([1, 1, 1], [3, 2, 1], pos_label=1).roc().band()
        with pytest.raises(PrplotValueError, match="level must lie strictly between 0 and 1"):
            sample().pr().band(level=1)
        with pytest.raises(PrplotValueError, match="kind must be one of"):
            sample().pr().band(kind="vertical")


def test_a_perfect_stretch_is_as_uncertain_as_its_rows():
    """Of k perfect rows Wilson's interval begins at k / (k + z²); replicates alone would leave no width."""
    path = prplot.from_labels([1] * 30 + [0] * 40, np.arange(70, 0, -1))
    square = stats.norm.ppf(0.975) ** 2
    roc, pr, prg = (path.curve(space).band(n=50, rng=1) for space in ("roc", "pr", "prg"))
    least = 30 / (30 + square)
    # All thirty rows say what precision is up to recall 1.
    for at in (0.0, 0.01, 0.5):
        assert roc.at(at) == pytest.approx((least, 1.0), rel=1e-12)
        assert pr.at(at) == pytest.approx((least, 1.0), rel=1e-12)
    # In PR-Gain the same in gains.
    assert prg.at(0.5)[0] == pytest.approx(1 - 30 / 40 * (1 / least - 1), rel=1e-12)


@pytest.mark.parametrize(
    ("labels", "scores", "hits", "rows"),
    [
        ([1] * 48 + [0, 1] * 100, np.arange(248, 0, -1), 48, 48),
        # Ties are rows of one precision, and so are those that follow with the same.
        ([1, 1, 1, 0] * 10 + [1, 1, 1, 0] * 5 + [0] * 100, [3] * 40 + [2] * 20 + [1] * 100, 45, 60),
        ([1] + [0] * 30 + [1] * 30, np.arange(61, 0, -1), 1, 1),
    ],
)
def test_at_the_left_end_a_band_knows_the_rows_up_to_where_precision_changes(labels, scores, hits, rows):
    band = prplot.from_labels(labels, scores).pr().band(n=50, rng=1)
    share, z = hits / rows, stats.norm.ppf(0.975)
    middle = (share + z * z / (2 * rows)) / (1 + z * z / rows)
    half = z / (1 + z * z / rows) * np.sqrt(share * (1 - share) / rows + z * z / (4 * rows**2))
    assert band.at(0.0)[0] <= middle - half + 1e-12
    assert band.at(0.0)[1] >= middle + half - 1e-12
    if hits == 48:
        assert band.at(0.0) == pytest.approx((middle - half, 1.0), rel=1e-12)


def test_a_band_is_on_the_side_of_a_leap_on_which_the_curve_is():
    """20 positives and 80 negatives at .5, 50 positives at .9: net benefit at .5 is that of all of them, -.05."""
    labels, scores = [1] * 20 + [0] * 80 + [1] * 50 + [0] * 50, [0.5] * 100 + [0.9] * 50 + [0.1] * 50
    path = prplot.from_labels(labels, scores)
    band = path.net_benefit().band(rng=1)
    rule = prplot.rule(prplot.net_benefit(0.5), at={"threshold": 0.5})
    found = path.interval(rule, method="bootstrap", rng=1)
    assert path.net_benefit().at(0.5) == pytest.approx(-0.05)
    assert band.at(0.5) == pytest.approx((found.low, found.high), abs=0.02)
    # Beyond .5 fifty of two hundred rows are right, none wrong; Wilson's interval of 1/4 is [.195, .314].
    assert band.at(np.nextafter(0.5, 1)) == pytest.approx((0.19, 0.31), abs=0.02)


def test_a_curve_that_ends_before_the_band_begins_has_none():
    nan = float("nan")
    early = prplot.from_labels([1, 1, 1, 1, 0, 0], [0.9, nan, nan, nan, 0.2, 0.1], missing="unreached").prg()
    with pytest.raises(PrplotValueError, match="a band needs a curve beyond recall gain 0; got one that ends at -"):
        early.band(n=5)


def test_replicates_that_return_no_positive_have_a_band():
    nan = float("nan")
    path = prplot.from_labels([1, 0, 0, 0, 1, 0], [0.9, 0.5, 0.4, 0.1, nan, nan], missing="unreached")
    with pytest.warns(prplot.PrplotWarning, match="replicates have no curve") as said:
        assert np.isfinite(path.prg().band(n=20, rng=0).high).all()
    assert {warning.category for warning in said} == {prplot.PrplotWarning}


def test_bands_of_good_classifiers_hold_the_population():
    model = prplot.simulate.bibeta()
    x = np.linspace(0.05, 0.95, 19)
    held = {}
    for space in ("pr", "roc"):
        wanted = model.curve(space, prevalence=0.1).at(x)
        inside = []
        for seed in range(25):
            low, high = model.sample(500, prevalence=0.1, rng=seed).curve(space).band(n=100, rng=1).at(x)
            inside.append(((low <= wanted) & (wanted <= high)).mean())
        held[space] = np.mean(inside)
    # Without the rows behind each ordinate .75 and .4.
    assert min(held.values()) > 0.93


def test_the_band_of_gains_is_that_of_recall_at_a_share_of_the_rows():
    """Not wider than Wilson's interval of the positives found asks for."""
    rng = np.random.default_rng(5)
    score = np.round(rng.random(300), 2)
    path = prplot.from_labels(rng.random(300) < score**2, score)
    band, at = path.gains().band(n=2000, rng=1), np.array([0.3, 0.6, 0.9])
    share, n = path.gains().at(at), path.positives
    z = stats.norm.ppf(0.975)
    middle, half = (share + z * z / 2 / n) / (1 + z * z / n), z / (1 + z * z / n)
    half = half * np.sqrt(share * (1 - share) / n + z * z / 4 / n**2)
    low = band.at(at)[0]
    # Its replicates agree on more, so that Wilson's ends are the farther ones, but for what cannot be.
    np.testing.assert_allclose(low, np.minimum(middle - half, low), atol=1e-9)
    np.testing.assert_allclose(low[1:], (middle - half)[1:], atol=1e-9)
    lift = path.lift().band(n=2000, rng=1).at(at)
    np.testing.assert_allclose(lift, np.divide(band.at(at), at), rtol=0.01)


def test_bands_of_measures_hold_their_share_of_resamples():
    from prplot.metrics import metric
    from prplot.uncertainty.measure_bands import measure_bands

    rng = np.random.default_rng(2)
    score = rng.random(80)
    label = rng.random(80) < score
    path, at = prplot.from_labels(label, score), np.array([0.3, 0.6])
    found = []
    for _ in range(3000):
        rows = rng.integers(0, 80, 80)
        over = score[rows][:, None] >= at
        tp, predicted = label[rows].astype(float) @ over, over.sum(axis=0)
        found.append([2 * tp / (predicted + label[rows].sum()), tp / label[rows].sum()])
    for level in (0.8, 0.95):
        bands = measure_bands(path, [metric("f1"), metric("recall")], None, at, level=level, n=3000, rng=1)
        wanted = np.quantile(found, [(1 - level) / 2, (1 + level) / 2], axis=0)
        for k, (low, high) in enumerate(bands):
            np.testing.assert_allclose((low, high), wanted[:, k], atol=0.012)
