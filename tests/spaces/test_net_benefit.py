"""Net benefit: a point of the square is a curve over the threshold probability, and scores or the hull decide."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

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


@pytest.fixture(params=range(6))
def path(request):
    return made(request.param)


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


def test_scores_or_the_best_threshold_decide(path):
    rows, pi = path.sample, path.prevalence
    calibrated = prplot.from_weights(path.roc().hull().calibrate(rows.score), fg=rows.fg, bg=rows.bg)
    for curve, wanted in (
        (path.net_benefit(), own(path, GRID)),
        (path.net_benefit("best"), best(path, GRID)),
        (path.net_benefit(standardized=True), own(path, GRID) / pi),
        (path.net_benefit("best", standardized=True), best(path, GRID) / pi),
        (calibrated.net_benefit(), best(path, GRID)),
    ):
        np.testing.assert_allclose(curve.at(GRID), wanted, rtol=1e-12, atol=1e-12)
        x, y, threshold = curve.trace(1e-4)
        assert (x[0], x[-1]) == (0.0, 0.99)
        known = ~np.isnan(threshold)
        assert set(zip(x[known], y[known], strict=True)) >= set(zip(curve.x, curve.y, strict=True))
        far = (np.abs(GRID[:, None] - curve.x).min(axis=1) > 1e-9) & (GRID < 0.9)
        np.testing.assert_allclose(np.interp(GRID[far], x, y), wanted[far], atol=1e-3 / pi)
    for p in (0.0, 0.1, 0.25, 0.6):
        measure = prplot.metrics.net_benefit(p)
        assert path.at(p).measure(measure) == pytest.approx(own(path, np.array([p]))[0], abs=1e-13)
        assert path.optimal(measure).measure(measure) == pytest.approx(best(path, np.array([p]))[0], abs=1e-12)
        standardized = prplot.metrics.net_benefit(p, standardized=True)
        assert path.at(p).measure(standardized) == pytest.approx(path.at(p).measure(measure) / pi, abs=1e-13)


def test_exactly_at_scores_the_group_is_treated():
    labels, scores = [1, 0, 0, 1, 0], [Fraction(3, 4), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(0)]
    curve = prplot.from_labels(labels, [float(score) for score in scores]).net_benefit()
    for p in (Fraction(0), Fraction(1, 4), Fraction(3, 10), Fraction(1, 2), Fraction(3, 4), Fraction(4, 5)):
        tp = sum(label for label, score in zip(labels, scores, strict=True) if score >= p)
        fp = sum(1 - label for label, score in zip(labels, scores, strict=True) if score >= p)
        assert curve.at(float(p)) == pytest.approx(float(Fraction(tp, 5) - Fraction(fp, 5) * p / (1 - p)), abs=1e-15)


def test_another_prevalence_shifts_the_odds_of_the_scores(path):
    rows, pi, prevalence = path.sample, path.prevalence, 0.3
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = rows.score / (1 - rows.score) * prevalence / (1 - prevalence) / (pi / (1 - pi))
        shifted = np.where(np.isinf(odds), 1.0, odds / (1 + odds))
    inside = GRID[np.abs(shifted[:, None] - GRID).min(axis=0) > 1e-9]
    treated = shifted[:, None] >= inside
    tpr, fpr = rows.fg @ treated / rows.fg.sum(), rows.bg @ treated / rows.bg.sum()
    wanted = prevalence * tpr - (1 - prevalence) * fpr * inside / (1 - inside)
    for curve in (path.net_benefit(prevalence=prevalence), path.at_prevalence(prevalence).net_benefit()):
        np.testing.assert_allclose(curve.at(inside), wanted, rtol=0, atol=1e-12)


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
    other = path.at_prevalence(0.1)
    found = [other.at(p).measure(prplot.metrics.net_benefit(p)) for p in thresholds]
    np.testing.assert_allclose(found[1:], sample["model at prevalence 0.1"][1:], rtol=0, atol=1e-13)


def test_own_vertices_are_both_sides_of_every_leap():
    curve = prplot.from_labels([1, 0, 1, 0], [0.8, 0.6, 0.6, 0.2]).net_benefit()
    assert curve.x.tolist() == [0.0, 0.2, 0.2, 0.6, 0.6, 0.8, 0.8, 0.99]
    assert curve.thresholds.tolist() == [0.2, 0.2, 0.6, 0.6, 0.8, 0.8, np.inf, np.inf]
    wanted = [0.5, 0.5 - 0.5 / 4, 0.5 - 0.25 / 4, 0.5 - 0.25 * 1.5, 0.25, 0.25, 0.0, 0.0]
    np.testing.assert_allclose(curve.y, wanted, atol=1e-15)


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


def test_vertices_of_the_best_threshold():
    """Calibrated scores of the hull; to treat all has no threshold where a path ends early."""
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    curve = path.net_benefit("best")
    assert curve.x.tolist() == [0.0, *sorted(s for s in path.roc().hull().scores if 0 < s < 0.99), 0.99]
    assert curve.thresholds.tolist() == [5.0, 7.0, 7.0]
    early = prplot.from_labels([1, 0], [0.9, 0.4], positives=3, negatives=7)
    assert early.net_benefit().at(0.0) == pytest.approx(1 / 10)
    assert early.net_benefit("best").at(0.0) == pytest.approx(3 / 10)
    assert early.net_benefit("best").thresholds[0] == early.net_benefit("best").trace().threshold[0] == -np.inf


def test_scores_of_minus_infinity_are_treated_by_none():
    path = prplot.from_labels([1, 0, 1, 0], [0.9, None, 0.3, 0.2], missing="lowest")
    np.testing.assert_allclose(path.net_benefit().at([0.0, 0.1]), [2 / 4, 2 / 4 - 1 / 4 / 9])


# The space.


def test_the_diagonal_is_to_treat_all_or_none():
    assert prplot.spaces.NetBenefit(0.3).trace([0, 0.25, 1], [0, 0.25, 1])[0].tolist() == pytest.approx([0, 0.3, 0.99])


def test_what_there_is_not_says_so():
    curve, kind = made(0).net_benefit(), prplot.PrplotTypeError
    for call in ("forward", "inverse"):
        with pytest.raises(kind, match=f"{call}.*in net benefit space it is a curve.*net_benefit"):
            getattr(prplot.spaces.NetBenefit(0.3), call)(0.2, 0.7)
    for ask in ("hull", "pareto"):
        with pytest.raises(kind, match="net benefit space"):
            getattr(curve, ask)()
    for ask in ("area", "normalized_area", "standardized_area", "bounds", "interval"):
        with pytest.raises(kind, match=r"net benefit has none.*not averaged over.*curve\.at"):
            getattr(curve, ask)()
    with pytest.raises(kind, match="the area of chance does not exist"):
        _ = curve.chance
    with pytest.warns(prplot.PrplotWarning, match="undefined in Net benefit space"):
        assert np.isnan(prplot.from_labels([1, 1], [0.2, 0.1]).net_benefit().at(0.1))


def test_scores_that_are_no_probabilities():
    for score in (1.01, -0.01, np.inf):
        path = prplot.from_labels([1, 0, 1], [score, 0.3, 0.5])
        with pytest.raises(prplot.PrplotValueError, match=r"probabilities.*got .*hull\(\).calibrate.*decide='best'"):
            path.net_benefit()
        assert np.isfinite(path.net_benefit("best").at(0.1))
    for path in (made(0).best(), prplot.from_points([0.5, 1.0], [0.9, 0.5], positives=4, negatives=9)):
        with pytest.raises(prplot.PrplotValueError, match="decide must be 'best' where thresholds are places"):
            path.net_benefit().at(0.1)


# Means, populations.


def test_populations():
    """Of normal scores of equal spread the best threshold has the likelihood ratio at which the odds are those of p."""
    best = prplot.simulate.binormal(1.5).curve("net_benefit", prevalence=0.1, decide="best")
    model = prplot.simulate.bibeta()
    moved = model.path(prevalence=0.1).net_benefit(prevalence=0.3)
    for p in (0.02, 0.1, 0.4, 0.9):
        cut = np.log(p / (1 - p) * 0.9 / 0.1) / 1.5 + 0.75
        wanted = 0.1 * norm.sf(cut - 1.5) - 0.9 * norm.sf(cut) * p / (1 - p)
        assert best.at(p) == pytest.approx(wanted, rel=1e-9)
        # Scores are shifted as those of a sample are.
        odds = p / (1 - p) / (0.3 / 0.7) * (0.1 / 0.9)
        tpr, fpr = (float(rate(odds / (1 + odds))) for rate in (model.tpr, model.fpr))
        assert moved.at(p) == pytest.approx(0.3 * tpr - 0.7 * fpr * p / (1 - p), rel=1e-12)


def test_the_mean_of_equal_folds_is_that_of_all_rows():
    """Net benefit adds up, so it may be averaged."""
    rng = np.random.default_rng(3)
    score = rng.random(90)
    label = rng.random(90) < score
    mean = prplot.mean_curve([prplot.from_labels(label[k::3], score[k::3]) for k in range(3)], "net_benefit")
    wanted = prplot.from_labels(label, score).net_benefit().at(GRID)
    np.testing.assert_allclose(mean.at(GRID), wanted, rtol=0, atol=1e-13)


def test_names_and_words():
    for name in ("net_benefit", "decision curve", "dca", "Net-Benefit"):
        assert made(0).curve(name).space.name == "net_benefit"
    assert "on this sample" in made(0).net_benefit("best").methods()
    assert "taken as probabilities" in made(0).net_benefit().methods()
    for p in (1.0, -0.1, np.nan):
        with pytest.raises(prplot.PrplotError, match="threshold_probability must"):
            prplot.metrics.net_benefit(p)
