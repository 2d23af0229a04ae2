"""Calibration curves: cases in exact fractions, and peers for isotonic and logistic regression and for the bands."""

from fractions import Fraction
from math import inf, isnan

import numpy as np
import pytest
from scipy import optimize, special, stats
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

import prplot
from prplot.areas.numbers import NUMBERS

NUMBERS_WITH_INTERVAL = ("observed_expected", "calibration_intercept", "calibration_slope")


def case_a():
    return prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9])


def sample(n=200, seed=1, *, slope=1.0, digits=None, **more):
    rng = np.random.default_rng(seed)
    score = rng.uniform(0.01, 0.99, n)
    if digits is not None:
        score = np.round(score, digits).clip(0.05, 0.95)
    label = rng.random(n) < special.expit(slope * special.logit(score))
    return prplot.from_labels(label, score, pos_label=True, **more)


def rows_of(path):
    rows = path.sample
    return rows.score, rows.fg, rows.bg


# The curve and its numbers.


def test_numbers_of_a_case_in_exact_fractions():
    calibration = case_a().calibration()
    np.testing.assert_allclose(calibration.y, [0.25] * 4 + [1.0] * 2, rtol=0, atol=1e-15)
    assert calibration.x.tolist() == [0.1, 0.2, 0.3, 0.4, 0.5, 0.9]
    assert calibration.weight.tolist() == [1.0] * 6
    assert calibration.pools.tolist() == [[0, 3], [4, 5]]
    for value, exact in (
        (calibration.observed_expected, Fraction(5, 4)),
        (calibration.miscalibration, Fraction(61, 600)),
        (calibration.ecce, Fraction(3, 20)),
    ):
        assert value == pytest.approx(float(exact), abs=1e-12)
    # The roots of the equations that define them, to nine digits.
    assert calibration.intercept == pytest.approx(0.550016533, abs=1e-9)
    assert calibration.slope == pytest.approx(0.52061759, abs=1e-8)


@pytest.mark.parametrize("weighted", [False, True])
def test_frequencies_are_those_of_isotonic_regression(weighted):
    weight = np.random.default_rng(3).uniform(0.2, 3.0, 300) if weighted else None
    path = sample(300, digits=2, sample_weight=weight)
    calibration = path.calibration()
    score, fg, bg = rows_of(path)
    peer = IsotonicRegression().fit(score, fg > 0, sample_weight=fg + bg)
    np.testing.assert_allclose(calibration.y, peer.predict(calibration.x), atol=1e-12)
    first, last = calibration.pools.T
    assert np.array_equal(first[1:], last[:-1] + 1)
    assert np.all(np.diff(calibration.y[first]) > 0)
    assert np.array_equal(calibration.y[first], calibration.y[last])
    # Between two scores the curve is straight; beyond the scores there is none.
    x = calibration.x
    middle = (x[:-1] + x[1:]) / 2
    np.testing.assert_allclose(calibration.at(middle), (calibration.y[:-1] + calibration.y[1:]) / 2, atol=1e-12)
    assert np.isnan(calibration.at([x[0] - 1e-9, x[-1] + 1e-9])).all()


def test_other_rows_are_recalibrated_as_by_the_hull():
    path = sample(100)
    new = np.linspace(0, 1, 23)
    assert np.array_equal(path.calibration().apply(new), path.roc().hull().calibrate(new))
    # On its own rows there is no miscalibration left.
    score, fg, _ = rows_of(path)
    again = prplot.from_labels(fg, path.calibration().apply(score))
    assert again.calibration().miscalibration == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_intercept_and_slope_are_those_of_logistic_regression(weighted):
    weight = np.random.default_rng(3).uniform(0.2, 3.0, 150) if weighted else None
    path = sample(150, slope=0.5, sample_weight=weight)
    score, fg, bg = rows_of(path)
    log_odds, weight = special.logit(score), fg + bg
    peer = LogisticRegression(C=inf, tol=1e-10, max_iter=1000).fit(log_odds[:, None], fg > 0, sample_weight=weight)
    calibration = path.calibration()
    assert calibration.slope == pytest.approx(peer.coef_[0, 0], rel=1e-5)
    # The intercept makes the expected positives as many as the observed.
    assert weight @ special.expit(calibration.intercept + log_odds) == pytest.approx(fg.sum(), rel=1e-12)
    assert calibration.observed_expected == pytest.approx(fg.sum() / (weight @ score), rel=1e-12)
    cumulative = np.cumsum((fg * (1 - score) - bg * score)[np.argsort(score)])
    assert calibration.ecce == pytest.approx(np.abs(cumulative).max() / weight.sum(), rel=1e-9)
    # Scores that are too large count as those that are too small: the sums are -.5, -1.1 and -1 over 3.
    assert prplot.from_labels([0, 0, 1], [0.5, 0.6, 0.9]).calibration().ecce == pytest.approx(1.1 / 3, rel=1e-12)


@pytest.mark.parametrize(
    ("labels", "scores", "slope"),
    [
        ([0, 1, 1], [0.3, 0.3, 0.3], None),
        ([0, 0, 1, 1], [0.1, 0.2, 0.2, 0.9], inf),
        ([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.9], -inf),
    ],
)
def test_slopes_that_are_not_defined_or_infinite(labels, scores, slope):
    path = prplot.from_labels(labels, scores, pos_label=1)
    found = path.calibration().slope
    assert isnan(found) if slope is None else found == slope
    if labels.count(0) > 1:
        with pytest.warns(prplot.PrplotWarning, match="infinite, since a score separates"):
            assert isnan(path.interval("calibration_slope").low)


# Refusals.


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: prplot.from_labels([1, 1], [0.3, 0.4], pos_label=1), "both classes"),
        (lambda: prplot.from_labels([1, 0], [3, 0.4]), "probabilities"),
        (lambda: prplot.from_labels([1, 0], [0.3, 0.4], lower_is_positive=True), "lower_is_positive"),
        (lambda: sample().ties("optimistic"), "average"),
        (lambda: sample(tolerance=0.1), "one by one"),
        (lambda: sample().best(), "ranking"),
    ],
)
def test_what_is_no_probability_of_both_classes_has_no_curve(make, match):
    with pytest.raises(prplot.PrplotValueError, match=match):
        make().calibration()


def soft():
    return prplot.from_weights([0.25, 0.5, 0.75], fg=[2.0, 5.0, 7.0], bg=[7.0, 5.0, 2.0])


def halves():
    return sample(50, sample_weight=np.full(50, 0.5))


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: sample().calibration().band("confidence", n=50), "^n must be left out"),
        (lambda: sample().calibration().band("confidence", rng=1), "^rng must be left out"),
        (lambda: sample().calibration().band(continuous=True), "^continuous must be left out"),
        (lambda: sample().calibration().band("confidence", continuous=True, level=0.8), r"0\.9, 0\.95, 0\.99"),
        (lambda: sample().calibration().band("pointwise"), "'consistency', 'confidence'"),
        (lambda: sample().calibration(n=30).band(), "at least 40 replicates"),
        (lambda: sample().calibration().apply([0.5, 1.5]), r"y_score\[1\] = 1\.5"),
        (lambda: soft().calibration().band(), "soft labels"),
        (lambda: soft().calibration().p, "soft labels"),
        (lambda: soft().calibration().band("confidence"), "soft labels"),
        (lambda: prplot.from_weights([0.3, 0.6], fg=[1, 1], bg=[1, 0]).calibration().band("confidence"), "soft labels"),
        (lambda: halves().calibration().band("confidence"), "weights='frequency'"),
        (lambda: halves().interval("calibration_slope", method="profile"), "numbers of rows"),
        (lambda: case_a().at_prevalence(0.1).interval("calibration_slope", method="influence"), "shifted"),
        (lambda: prplot.from_labels([0, 1, 0, 1], [0.0, 0.2, 0.3, 0.9]).calibration().slope, "got 0"),
        (lambda: prplot.from_labels([0, 1, 0, 1], [0.1, 1.0, 0.3, 0.9]).interval("citl"), "got 1"),
        (lambda: prplot.scorer("cal_slope"), "more is better"),
    ],
)
def test_wrong_calls_are_told(call, match):
    with pytest.raises(prplot.PrplotValueError, match=match):
        call()


# The confidence band.


def test_limits_of_the_likelihood_ratio_band_of_a_case():
    band = case_a().calibration().band("confidence")
    low, high = band.at([0.1, 0.3, 0.5, 0.9])
    np.testing.assert_allclose(low, [0.016228521, 0.016228521, 0.162052425, 0.382753268], atol=1e-8)
    np.testing.assert_allclose(high, [0.722418207, 0.751394460, 1.0, 1.0], atol=1e-8)
    # Between two scores the low limit is that below, the high one that above; beyond them there is none.
    assert [float(end) for end in band.at(0.45)] == [band.low[3], band.high[4]]
    assert np.isnan(band.at([0.09, 0.91])).all()


def least_squares_free(counts, hits, at=None, t=None):
    """The largest log-likelihood of rising frequencies, by a general solver; of those that are t at one score."""
    k = len(counts)
    bounds = [(1e-9, 1 - 1e-9)] * k
    if at is not None:
        bounds[at] = (t, t)
    rising = optimize.LinearConstraint(np.diff(np.eye(k), axis=0), 0.0, np.inf)

    def loss(q):
        return -float(np.sum(special.xlogy(hits, q) + special.xlog1py(counts - hits, -q)))

    def slope(q):
        return -(hits / q - (counts - hits) / (1 - q))

    start = np.linspace(0.1, 0.9, k)
    if at is not None:
        start = np.where(np.arange(k) < at, np.minimum(start, t), np.maximum(start, t))
        start[at] = t
    found = optimize.minimize(loss, start, jac=slope, bounds=bounds, constraints=[rising], method="SLSQP", tol=1e-12)
    return -found.fun


@pytest.mark.parametrize("continuous", [False, True])
def test_limits_are_where_a_general_solver_finds_the_likelihood_ratio(continuous):
    counts, hits = np.array([4, 1, 3, 2, 5, 1]), np.array([1, 1, 1, 0, 4, 1])
    score = np.arange(1, 7) / 7
    path = prplot.from_labels(
        np.concatenate([[1] * a + [0] * (n - a) for n, a in zip(counts, hits, strict=True)]), np.repeat(score, counts)
    )
    band = path.calibration().band("confidence", level=0.9, continuous=continuous)
    quantile = 1.602 if continuous else stats.chi2.ppf(0.9, 1)
    most = least_squares_free(counts, hits)
    for end in (band.low, band.high):
        for at, t in enumerate(end):
            ratio = 2 * (most - least_squares_free(counts, hits, at, float(np.clip(t, 1e-7, 1 - 1e-7))))
            assert ratio == pytest.approx(quantile, abs=2e-3) if 0 < t < 1 else ratio < quantile


def test_without_positives_up_to_a_score_the_limit_is_0():
    band = prplot.from_labels([0, 0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.5]).calibration().band("confidence")
    assert band.low[:2].tolist() == [0.0, 0.0]
    assert band.low[2] > 0.0
    assert band.high[-1] == 1.0 > band.high[-2]


def test_the_band_turns_with_the_classes():
    path = sample(60, digits=1)
    score, fg, _ = rows_of(path)
    band = path.calibration().band("confidence")
    other = prplot.from_labels(1 - fg, 1 - score).calibration().band("confidence")
    np.testing.assert_allclose(other.low, 1 - band.high[::-1], atol=1e-9)
    np.testing.assert_allclose(other.high, 1 - band.low[::-1], atol=1e-9)


# The consistency band and p.


@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_draws_at_one_score_are_binomial(prevalence):
    """With one score the fit is the share of positives, of which everything is known."""
    n, s, times = 25, 0.3, 4000
    path = prplot.from_labels([1] * 12 + [0] * 13, [s] * n)
    if prevalence is not None:
        path = path.at_prevalence(prevalence)
    calibration = path.calibration(n=times, rng=1)
    law, hits, factor = stats.binom(n, s), np.arange(n + 1), path.negatives / 13
    chances, share = law.pmf(hits), hits / (hits + factor * (n - hits))
    miscalibration = (share - s / (s + factor * (1 - s))) ** 2
    band = calibration.band(level=0.9)
    assert [band.low[0], band.high[0]] == pytest.approx(share[law.ppf([0.05, 0.95]).astype(int)])
    mean = chances @ miscalibration
    error = np.sqrt(chances @ (miscalibration - mean) ** 2 / times)
    assert calibration.expected_miscalibration == pytest.approx(mean, abs=4 * error)
    exact = chances @ (miscalibration >= miscalibration[12] - 1e-12)
    assert calibration.p_error == pytest.approx(np.sqrt(exact * (1 - exact) / times), rel=0.2)
    assert calibration.p == pytest.approx(exact, abs=4 * calibration.p_error)


def test_the_label_of_a_row_is_drawn_once_for_its_whole_weight():
    s, weight = 0.3, np.array([1.0, 5.0, 2.0, 0.5] * 5)
    path = prplot.from_labels([1, 0, 0, 1] * 5, [s] * 20, sample_weight=weight)
    exact = s * (1 - s) * (weight @ weight) / weight.sum() ** 2
    assert path.calibration(n=4000, rng=1).expected_miscalibration == pytest.approx(exact, rel=0.1)


def test_the_consistency_band_is_straight_between_scores_and_nowhere_else():
    band = case_a().calibration(n=100).band(level=0.9)
    ends = band.at((band.x[:-1] + band.x[1:]) / 2)
    for found, end in zip(ends, (band.low, band.high), strict=True):
        np.testing.assert_allclose(found, (end[:-1] + end[1:]) / 2, atol=1e-12)
    assert np.isnan(band.at([0.0, 1.0])).all()


def test_scores_of_many_rows_are_pooled_and_the_band_says_so():
    rng = np.random.default_rng(1)
    score = rng.random(100_001)
    path = prplot.from_labels(rng.random(len(score)) < score, score)
    calibration = path.calibration(n=40)
    band = calibration.band(level=0.9)
    assert band.pooled
    assert "pooled" in band.label
    assert not sample().calibration(n=40).band(level=0.9).pooled
    # The fit of n**(2/3) rows or more is near the diagonal.
    assert np.abs((band.low + band.high) / 2 - band.x).max() < 0.05
    assert calibration.expected_miscalibration == pytest.approx(calibration.miscalibration, rel=1.0)


def test_draws_repeat():
    path = sample(50)
    first, again = (path.calibration(n=100, rng=3) for _ in range(2))
    assert first.p == again.p
    assert np.array_equal(first.band(level=0.9).low, again.band(level=0.9).low)
    assert path.calibration(n=100).p == path.calibration(n=100).p
    other = first.band(level=0.9, rng=4)
    assert not np.array_equal(first.band(level=0.9).high, other.high)


def test_frequency_weights_are_repeated_rows():
    weight = np.random.default_rng(1).integers(1, 4, 60)
    path = sample(60, digits=1, sample_weight=weight)
    score, fg, _ = rows_of(path)
    rows = prplot.from_labels(np.repeat(fg > 0, weight), np.repeat(score, weight), pos_label=True)
    counted, repeated = path.calibration(n=200, weights="frequency", rng=1), rows.calibration(n=200, rng=1)
    assert counted.p == repeated.p
    for one, other in ((counted.band("confidence"), repeated.band("confidence")), (counted.band(), repeated.band())):
        np.testing.assert_allclose(one.low, other.low, atol=1e-12)
    ends = [each.interval("slope", weights="frequency") for each in (path, rows)]
    assert list(ends[0]) == pytest.approx(list(ends[1]))


def test_at_another_prevalence_scores_and_bands_shift_in_their_odds():
    path = sample(80, digits=1)
    there = path.at_prevalence(0.1)
    odds = 0.1 / 0.9 / (path.positives / path.negatives)

    def shift(probability):
        return odds * probability / (odds * probability + 1 - probability)

    # Of 101 replicates quantiles at .05 and .95 are replicates, which no interpolation moves.
    here, shifted = path.calibration(n=101, rng=1), there.calibration(n=101, rng=1)
    np.testing.assert_allclose(shifted.x, shift(here.x), atol=1e-12)
    np.testing.assert_allclose(shifted.y, shift(here.y), atol=1e-12)
    for kind in ("confidence", "consistency"):
        np.testing.assert_allclose(
            shifted.band(kind, level=0.9).high, shift(here.band(kind, level=0.9).high), atol=1e-9
        )
    assert "prevalence" in shifted.note


# Intervals.


@pytest.mark.parametrize("key", NUMBERS_WITH_INTERVAL)
def test_derivatives_are_those_of_a_small_change_of_a_weight(key):
    rng = np.random.default_rng(2)
    score, compute = np.arange(1, 11) / 11, NUMBERS[key].compute
    weights = {"fg": rng.random(10) + 0.1, "bg": rng.random(10) + 0.1}
    derivatives = compute.derivatives(prplot.from_weights(score, **weights))
    for column, by_weight in zip(weights, derivatives, strict=True):
        # The largest score comes first; last are rows that no threshold returns.
        assert by_weight[-1] == 0.0
        for row in (0, 4, 9):
            changed = []
            for change in (1e-5, -1e-5):
                other = weights[column] + change * (np.arange(10) == row)
                changed.append(compute(prplot.from_weights(score, **weights | {column: other})))
            slope = (changed[0] - changed[1]) / 2e-5
            assert by_weight[9 - row] / weights["fg"].sum() == pytest.approx(slope, rel=1e-4, abs=1e-7)


def test_profile_likelihood_is_that_of_a_general_solver():
    path = sample(60)
    score, fg, _ = rows_of(path)
    log_odds = special.logit(score)

    def least(value):
        def loss(intercept, slope):
            eta = intercept + slope * log_odds
            return float(np.sum(np.logaddexp(0, eta) - (fg > 0) * eta))

        return optimize.minimize_scalar(lambda a: loss(a, value), bracket=(-2, 2), tol=1e-10).fun

    interval = path.interval("calibration_slope", level=0.9)
    assert interval.method == "profile"
    assert interval.low < interval.estimate < interval.high
    drop = [2 * (least(end) - least(interval.estimate)) for end in interval]
    assert drop == pytest.approx([stats.chi2.ppf(0.9, 1)] * 2, abs=1e-5)


def test_which_interval_is_usual(monkeypatch):
    monkeypatch.setattr("prplot.uncertainty.units.USUAL", 200)
    path = sample(100)
    for key, usual in zip(NUMBERS_WITH_INTERVAL, ("influence", "influence", "profile"), strict=True):
        interval = path.interval(key)
        assert interval.method == usual
        assert interval.low < interval.estimate < interval.high
        for other in (sample(sample_weight=np.full(200, 0.5)), sample(groups=np.arange(200) // 2)):
            assert other.interval(key).method == "influence"
        assert path.at_prevalence(0.2).interval(key).method == "bootstrap"
        assert path.interval(key, rng=1).method == "bootstrap"
    low, high = path.interval("observed_expected")
    # On the logarithmic scale it is symmetric.
    assert low * high == pytest.approx(path.calibration().observed_expected ** 2)


def test_differences_of_slopes_rank_nobody_first():
    path = sample(100)
    score, fg, _ = rows_of(path)
    flatter = prplot.from_labels(fg, special.expit(special.logit(score) / 2))
    comparison = prplot.compare({"own": path, "flatter": flatter}, "cal_slope", method="influence")
    # Half the log odds need twice the slope.
    assert comparison.estimates["flatter"] == pytest.approx(2 * comparison.estimates["own"])
    drawn = prplot.compare({"own": path, "flatter": flatter}, "oe", n=200)
    assert isnan(drawn.first["own"])
    assert "ranks first: neither a larger nor a smaller O/E" in " ".join(repr(drawn).split())


# The table.


def test_effects_come_before_p():
    calibration = sample(300).calibration(n=200)
    columns = calibration.columns()
    assert columns["number"] == ["O/E", "calibration intercept", "calibration slope", "miscalibration", "p"]
    assert columns["value"][3:] == [calibration.miscalibration, calibration.p]
    assert columns["if_calibrated"][:4] == [1.0, 0.0, 1.0, calibration.expected_miscalibration]
    assert columns["monte_carlo_error"][-1] == calibration.p_error
    assert calibration.to_frame()["value"].tolist() == columns["value"]
    assert "Monte Carlo error" in repr(calibration)
    assert "<table" in calibration._repr_html_()


def test_what_cannot_be_computed_is_a_dash_with_a_reason():
    calibration = prplot.from_labels([0, 1, 0, 1] * 5, [0.0, 0.2, 0.3, 0.9] * 5).calibration(n=50)
    value = dict(zip(calibration.columns()["number"], calibration.columns()["value"], strict=True))
    assert isnan(value["calibration slope"])
    assert value["O/E"] == pytest.approx(10 / 7)
    assert "strictly between 0 and 1" in " ".join(repr(calibration).split())


@pytest.mark.parametrize(("positives", "rough"), [(99, True), (100, False)])
def test_a_curve_of_few_is_called_rough(positives, rough):
    labels = [1] * positives + [0] * 150
    path = prplot.from_labels(labels, np.linspace(0.9, 0.1, len(labels)))
    assert ("rough" in path.calibration().note) == rough


def test_bands_say_what_they_are():
    calibration = sample().calibration(n=100)
    consistency, confidence = calibration.band(level=0.9), calibration.band("confidence", level=0.9)
    assert consistency.label == "expected range if calibrated (90 %, pointwise)"
    assert confidence.label == "90 % confidence band of the curve (pointwise)"
    for band in (consistency, confidence):
        assert "no proof" in repr(band)
        assert band.label[1:] in band.methods()
    assert "100 sets" in consistency.methods()
