"""Net benefit: a point of the square is a curve over the threshold probability, and scores or the hull decide."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import prplot

GRID = np.linspace(0.0, 0.99, 397)
RECORD = (Path(__file__).parent.parent / "data" / "dcurves.csv").read_text().splitlines()


def made(seed):
    """Scores in [0, 1], with ties, many at the grid, 0 and 1 among them; hard, soft, weighted."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 60))
    score = rng.choice([0.0, 0.25, 0.5, 0.75, 1.0, 0.99, 0.1], n) if seed % 2 else rng.random(n)
    if seed % 3 == 0:
        return prplot.from_labels(np.append(rng.random(n) < score, [0, 1]), np.append(score, [0.5, 0.25]))
    if seed % 3 == 1:
        return prplot.from_weights(score, fg=rng.beta(0.4, 1.5, n))
    return prplot.from_weights(score, fg=rng.lognormal(0, 2, n), bg=rng.lognormal(1, 2, n))


@pytest.fixture(params=range(12))
def path(request):
    return made(request.param)


def apart(x, y, line_x, line_y):
    """How far points are from a polyline at most."""
    ax, ay, bx, by = line_x[:-1], line_y[:-1], np.diff(line_x), np.diff(line_y)
    length = np.where(bx**2 + by**2 > 0, bx**2 + by**2, 1.0)
    part = np.clip(((x[:, None] - ax) * bx + (y[:, None] - ay) * by) / length, 0, 1)
    return np.hypot(x[:, None] - ax - part * bx, y[:, None] - ay - part * by).min(axis=1).max()


def benefit(tp, fp, total, p):
    return tp / total - fp / total * p / (1 - p)


def own(path, p):
    """From the rows: who has a score of at least p is treated."""
    rows = path.sample
    treated = rows.score[:, None] >= p
    tp, fp = rows.fg @ treated, rows.bg @ treated
    return benefit(tp, fp, rows.fg.sum() + rows.bg.sum(), p)


def best(path, p):
    """The largest of all thresholds, everything positive among them."""
    tp, fp = (np.append(side, total) for side, total in ((path.tp, path.positives), (path.fp, path.negatives)))
    return benefit(tp[:, None], fp[:, None], path.positives + path.negatives, p).max(axis=0)


# Numbers.


def test_the_scores_decide(path):
    np.testing.assert_allclose(path.net_benefit().at(GRID), own(path, GRID), rtol=0, atol=1e-13)


def test_the_best_threshold_decides(path):
    np.testing.assert_allclose(path.net_benefit("best").at(GRID), best(path, GRID), rtol=0, atol=1e-13)
    assert np.all(path.net_benefit("best").at(GRID) >= path.net_benefit().at(GRID) - 1e-13)


def test_exactly_at_scores_the_group_is_treated():
    labels, scores = [1, 0, 0, 1, 0], [Fraction(3, 4), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0)]
    curve = prplot.from_labels(labels, [float(score) for score in scores]).net_benefit()
    for p in (Fraction(0), Fraction(1, 4), Fraction(3, 10), Fraction(1, 2), Fraction(3, 4), Fraction(4, 5)):
        tp = sum(label for label, score in zip(labels, scores, strict=True) if score >= p)
        fp = sum(1 - label for label, score in zip(labels, scores, strict=True) if score >= p)
        assert curve.at(float(p)) == pytest.approx(float(Fraction(tp, 5) - Fraction(fp, 5) * p / (1 - p)), abs=1e-15)


@pytest.mark.parametrize("decide", ["own", "best"])
def test_standardised_it_is_divided_by_the_prevalence(path, decide):
    plain, other = (path.net_benefit(decide, standardized=how).at(GRID) for how in (False, True))
    np.testing.assert_allclose(other, plain / path.prevalence, rtol=1e-12, atol=1e-13)


def test_scores_that_the_hull_has_calibrated_decide_best(path):
    rows = path.sample
    again = prplot.from_weights(path.roc().hull().calibrate(rows.score), fg=rows.fg, bg=rows.bg)
    np.testing.assert_allclose(again.net_benefit().at(GRID), best(path, GRID), rtol=0, atol=1e-12)


@pytest.mark.parametrize("prevalence", [0.01, 0.3, 0.9])
def test_another_prevalence_shifts_the_odds_of_the_scores(path, prevalence):
    rows, pi = path.sample, path.prevalence
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = rows.score / (1 - rows.score) * prevalence / (1 - prevalence) / (pi / (1 - pi))
        shifted = np.where(np.isinf(odds), 1.0, odds / (1 + odds))
    inside = GRID[np.abs(shifted[:, None] - GRID).min(axis=0) > 1e-9]
    treated = shifted[:, None] >= inside
    tpr, fpr = rows.fg @ treated / rows.fg.sum(), rows.bg @ treated / rows.bg.sum()
    wanted = prevalence * tpr - (1 - prevalence) * fpr * inside / (1 - inside)
    for curve in (path.net_benefit(prevalence=prevalence), path.at_prevalence(prevalence).net_benefit()):
        np.testing.assert_allclose(curve.at(inside), wanted, rtol=0, atol=1e-12)


def test_the_metric_is_the_ordinate(path):
    for p in (0.0, 0.1, 0.25, 0.6):
        for standardized in (False, True):
            measure = prplot.net_benefit(p, standardized=standardized)
            assert path.at(p).measure(measure) == pytest.approx(
                float(path.net_benefit(standardized=standardized).at(p)), abs=1e-13
            )
        measure = prplot.net_benefit(p)
        assert path.optimal(measure).measure(measure) == pytest.approx(best(path, np.array([p]))[0], abs=1e-12)


def read():
    samples = {}
    for row in csv.DictReader(RECORD[1:]):
        samples.setdefault(row["sample"], {})[row["what"]] = [float(value) for value in row["value"].split()]
    return samples


@pytest.mark.parametrize("sample", read().values(), ids=read())
def test_dcurves(sample):
    """At 0 it leaves out rows with a score of 0; its prevalence= re-weights, and shifts no score, as at() does."""
    path, thresholds = prplot.from_labels(sample["labels"], sample["scores"]), np.array(sample["thresholds"])
    curve = path.net_benefit()
    np.testing.assert_allclose(curve.at(thresholds)[1:], sample["model net benefit"][1:], rtol=0, atol=1e-14)
    assert curve.at(0.0) == np.mean(sample["labels"])
    everyone = curve.space.follow([1.0], [1.0])
    at_all = [np.interp(p, *everyone) for p in thresholds if p < 0.6]
    np.testing.assert_allclose(at_all, sample["all net benefit"][: len(at_all)], rtol=0, atol=1e-3)
    other = path.at_prevalence(0.1)
    found = [other.at(p).measure(prplot.net_benefit(p)) for p in thresholds]
    np.testing.assert_allclose(found[1:], sample["model at prevalence 0.1"][1:], rtol=0, atol=1e-13)


# The line.


@pytest.mark.parametrize("decide", ["own", "best"])
@pytest.mark.parametrize("tolerance", [1e-2, 1e-4])
def test_the_trace_is_close_to_the_curve(path, decide, tolerance):
    curve = path.net_benefit(decide)
    x, y, threshold = curve.trace(tolerance)
    assert x[0] == 0.0
    assert x[-1] == 0.99
    assert np.all(np.diff(x) >= 0)
    assert apart(GRID, curve.at(GRID), x, y) <= tolerance
    known = ~np.isnan(threshold)
    assert set(zip(x[known], y[known], strict=True)) >= set(zip(curve.x, curve.y, strict=True))


def test_own_vertices_are_both_sides_of_every_leap():
    curve = prplot.from_labels([1, 0, 1, 0], [0.8, 0.6, 0.6, 0.2]).net_benefit()
    assert curve.x.tolist() == [0.0, 0.2, 0.2, 0.6, 0.6, 0.8, 0.8, 0.99]
    assert curve.thresholds.tolist() == [0.2, 0.2, 0.6, 0.6, 0.8, 0.8, np.inf, np.inf]
    wanted = [0.5, 0.5 - 0.5 / 4, 0.5 - 0.25 / 4, 0.5 - 0.25 * 1.5, 0.25, 0.25, 0.0, 0.0]
    np.testing.assert_allclose(curve.y, wanted, atol=1e-15)


def test_best_vertices_are_the_calibrated_scores_of_the_hull():
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    curve, hull = path.net_benefit("best"), path.roc().hull()
    inner = [score for score in hull.scores if 0 < score < 0.99]
    assert curve.x.tolist() == [0.0, *sorted(inner), 0.99]
    assert curve.thresholds.tolist() == [5.0, 7.0, 7.0]
    assert len(curve.space.counts(path)[0]) == 3


def test_only_a_threshold_probability_of_1_is_undefined():
    curve = prplot.from_labels([1, 0, 1, 0], [1, 1, 0.5, 0.2]).net_benefit()
    assert np.isnan(curve.at([-0.01, 1.0, 1.01, np.nan, np.inf])).all()
    # TP 1, FP 1 of 4: (1 - p / (1 - p)) / 4; at p = .995 p / (1 - p) is 199.
    np.testing.assert_allclose(curve.at([0.0, 0.99, 0.995, 0.999]), [0.5, -24.5, -49.5, -249.5], rtol=1e-11)
    below = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.5, 0.2]).net_benefit()
    np.testing.assert_allclose(below.at([0.1, 0.95, 0.999]), [0.5 - 0.5 / 9, 0.0, 0.0], atol=1e-15)
    mean = prplot.mean_curve([curve, below])
    np.testing.assert_allclose(mean.at([0.1, 0.995]), [0.5 - 0.5 / 9, -24.75], rtol=1e-11)
    assert curve.x[-1] == curve.trace().x[-1] == 0.99


def test_scores_of_minus_infinity_are_treated_by_none():
    path = prplot.from_labels([1, 0, 1, 0], [0.9, None, 0.3, 0.2], missing="lowest")
    assert path.net_benefit().at(0.0) == pytest.approx(2 / 4 - 0 * 1 / 4)
    assert path.net_benefit().at(0.1) == pytest.approx(2 / 4 - 1 / 4 / 9)


def test_a_path_that_ends_early_treats_no_more_than_it_returns():
    path = prplot.from_labels([1, 0], [0.9, 0.4], positives=3, negatives=7)
    assert path.net_benefit().at(0.0) == pytest.approx(1 / 10)
    assert path.net_benefit("best").at(0.0) == pytest.approx(3 / 10)


# The space.


@pytest.mark.parametrize("diagonal", [[0, 1], [0, 0.25, 1], np.linspace(0, 1, 11)], ids=len)
def test_the_diagonal_is_to_treat_all_or_none(diagonal):
    x, y = prplot.NetBenefit(0.3).follow(diagonal, diagonal, 1e-6)
    np.testing.assert_allclose(np.interp(GRID, x, y), np.maximum(0.3 - 0.7 * GRID / (1 - GRID), 0), atol=1e-5)
    assert prplot.NetBenefit(0.3).trace(diagonal, diagonal)[0].tolist() == pytest.approx([0, 0.3, 0.99])


def test_one_point_is_one_curve():
    x, y = prplot.NetBenefit(0.3).follow([0.2], [0.6], 1e-6)
    inside = x < 0.9
    np.testing.assert_allclose(y[inside], (0.3 * 0.6 - 0.7 * 0.2 * x / (1 - x))[inside], atol=1e-13)


@pytest.mark.parametrize("call", ["forward", "inverse"])
def test_a_point_has_no_place(call):
    with pytest.raises(prplot.PrplotTypeError, match=f"{call}.*in net benefit space it is a curve.*net_benefit"):
        getattr(prplot.NetBenefit(0.3), call)(0.2, 0.7)


@pytest.mark.parametrize("ask", ["hull", "pareto"])
def test_what_needs_points_says_so(ask):
    with pytest.raises(prplot.PrplotTypeError, match="net benefit space"):
        getattr(made(0).net_benefit(), ask)()


@pytest.mark.parametrize("ask", ["area", "normalized_area", "standardized_area", "bounds", "interval"])
def test_there_is_no_area(ask):
    with pytest.raises(prplot.PrplotTypeError, match=r"net benefit has none.*not averaged over.*curve\.at"):
        getattr(made(0).net_benefit(), ask)()


def test_there_is_no_chance():
    with pytest.raises(prplot.PrplotTypeError, match="the area of chance is not to be had"):
        _ = made(0).net_benefit().chance


@pytest.mark.parametrize("score", [1.01, -0.01, 37.0, np.inf])
def test_scores_that_are_no_probabilities(score):
    path = prplot.from_labels([1, 0, 1], [score, 0.3, 0.5])
    with pytest.raises(prplot.PrplotValueError, match=r"probabilities.*got .*hull\(\).calibrate.*decide='best'"):
        path.net_benefit()
    assert np.isfinite(path.net_benefit("best").at(0.1))


def test_places_in_a_ranking_are_no_probabilities():
    for path in (made(0).best(), prplot.from_points([0.5, 1.0], [0.9, 0.5], positives=4, negatives=9)):
        with pytest.raises(prplot.PrplotValueError, match="decide must be 'best' where thresholds are places"):
            path.net_benefit().at(0.1)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"decide": "owm"}, "decide must be one of 'own', 'best'; got 'owm'"),
        ({"standardized": 1}, "standardized must be"),
    ],
    ids=str,
)
def test_wrong_options(options, match):
    with pytest.raises(prplot.PrplotError, match=match):
        made(0).net_benefit(**options)


@pytest.mark.parametrize("p", [1.0, -0.1, np.nan, "half", None])
def test_wrong_threshold_probabilities(p):
    with pytest.raises(prplot.PrplotError, match="threshold_probability must"):
        prplot.net_benefit(p)


@pytest.mark.parametrize("labels", [[1, 1], [0, 0]])
def test_one_class_only_is_undefined(labels):
    curve = prplot.from_labels(labels, [0.2, 0.1]).net_benefit()
    with pytest.warns(prplot.PrplotWarning, match="undefined in Net benefit space"):
        assert np.isnan(curve.at(0.1))


@pytest.mark.parametrize("name", ["net_benefit", "net benefit", "decision curve", "dca", "Net-Benefit"])
def test_other_names(name):
    assert made(0).curve(name).space.name == "net_benefit"


def test_words():
    for decide, said in (("own", "taken as probabilities"), ("best", "on this sample")):
        curve = made(0).net_benefit(decide)
        assert said in curve.methods()
        assert "area" not in curve.methods() + curve.describe()
        assert "net benefit is" in curve.describe()
    assert made(0).net_benefit(standardized=True).space.title == "Standardised net benefit"


# Means, bands, populations.


def test_the_mean_of_equal_folds_is_that_of_all_rows():
    """Net benefit adds up, so it may be averaged."""
    rng = np.random.default_rng(3)
    score = rng.random(90)
    label = rng.random(90) < score
    folds = {k: prplot.from_labels(label[k::3], score[k::3]) for k in range(3)}
    mean = prplot.mean_curve(folds, "net_benefit")
    whole = prplot.from_labels(label, score).net_benefit()
    np.testing.assert_allclose(mean.at(GRID), whole.at(GRID), rtol=0, atol=1e-13)
    x, y, _ = mean.trace(1e-4)
    far = GRID[np.abs(GRID[:, None] - score).min(axis=1) > 1e-5]
    np.testing.assert_allclose(np.interp(far[far < 0.9], x, y), whole.at(far[far < 0.9]), atol=2e-4)


def test_the_band_is_the_percentiles_of_resamples():
    rng = np.random.default_rng(5)
    score = rng.random(60)
    label = rng.random(60) < score
    band = prplot.from_labels(label, score).net_benefit().band(n=4000, rng=1)
    at = np.array([0.1, 0.3, 0.5])
    draws = rng.integers(0, 60, (4000, 60))
    found = [own(prplot.from_labels(label[rows], score[rows]), at) for rows in draws if 0 < label[rows].sum() < 60]
    low, high = np.quantile(found, [0.025, 0.975], axis=0)
    np.testing.assert_allclose(band.at(at), (low, high), atol=0.02)


def test_the_population_of_probabilities():
    model = prplot.simulate.bibeta()
    curve = model.curve("net_benefit", prevalence=0.2)
    for p in (0.05, 0.3, 0.7):
        wanted = 0.2 * float(model.tpr(p)) - 0.8 * float(model.fpr(p)) * p / (1 - p)
        assert curve.at(p) == pytest.approx(wanted, rel=1e-12)


def test_the_population_of_the_best_threshold():
    """Of normal scores of equal spread the best threshold has the likelihood ratio at which the odds are those of p."""
    from scipy.stats import norm

    curve = prplot.simulate.binormal(1.5).curve("net_benefit", prevalence=0.1, decide="best")
    for p in (0.02, 0.1, 0.4, 0.9):
        cut = np.log(p / (1 - p) * 0.9 / 0.1) / 1.5 + 0.75
        wanted = 0.1 * norm.sf(cut - 1.5) - 0.9 * norm.sf(cut) * p / (1 - p)
        assert curve.at(p) == pytest.approx(wanted, rel=1e-9)
    x, y, _ = curve.trace(1e-4)
    assert np.interp(0.25, x, y) == pytest.approx(float(curve.at(0.25)), abs=2e-4)


def test_at_its_own_prevalence_a_path_is_the_same_also_at_its_scores():
    """The odds ratio is 1, but for the rounding of the weights."""
    path = prplot.from_labels([0, 1, 0], [0.75, 0.5, 0.25])
    again = path.at_prevalence(0.03).at_prevalence(path.prevalence)
    at = np.array([0.25, 0.5, 0.75])
    for other in (path.at_prevalence(path.prevalence), again):
        np.testing.assert_allclose(other.net_benefit().at(at), path.net_benefit().at(at), atol=1e-15)


def test_a_population_at_another_prevalence_shifts_its_scores_as_a_sample_does():
    model = prplot.simulate.bibeta(positives=(2, 1.5), negatives=(1.2, 4))
    there = model.path(prevalence=0.1).net_benefit(prevalence=0.3)
    for p in (0.05, 0.2, 0.5):
        odds = p / (1 - p) / (0.3 / 0.7) * (0.1 / 0.9)
        cut = odds / (1 + odds)
        wanted = 0.3 * float(model.tpr(cut)) - 0.7 * float(model.fpr(cut)) * p / (1 - p)
        assert there.at(p) == pytest.approx(wanted, rel=1e-12)
    assert model.path(prevalence=0.1).at_prevalence(0.3).net_benefit().at(0.2) == there.at(0.2)


def test_to_treat_all_has_no_threshold():
    """Where a path ends early, and at the end of the trace."""
    path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.2], positives=4, negatives=6)
    curve = path.net_benefit("best")
    assert curve.thresholds[0] == -np.inf
    assert curve.trace().threshold[0] == -np.inf
    tp, fp = curve.space.counts(path)
    assert (tp[0], fp[0]) == (4, 6)
