"""Murphy space: costs at each threshold, from the definition; areas between three curves are the terms of a score."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit

import prplot

A = prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9])
GRID = np.linspace(0.0, 1.0, 401)
SCORES = ("brier", "log_loss")


def made(seed):
    """Scores in [0, 1] with ties, 0 and 1 among them where these are no certain mistakes."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 60))
    score = rng.choice([0.1, 0.25, 0.5, 0.75, 0.9], n) if seed % 2 else rng.random(n)
    if seed % 3:
        return prplot.from_weights(score, fg=rng.lognormal(0, 2, n), bg=rng.lognormal(1, 2, n))
    labels = np.append(rng.random(n) < score, [0, 0, 1, 1])
    return prplot.from_labels(labels, np.append(score, [0.0, 0.5, 0.25, 1.0]))


@pytest.fixture(params=range(6))
def path(request):
    return made(request.param)


def cost(fp, fn, total, t):
    return 2 * (t * fp + (1 - t) * fn) / total


def own(path, t):
    """From the rows: those with a score of at least t are predicted positive."""
    rows = path.sample
    predicted = rows.score[:, None] >= t
    return cost(rows.bg @ predicted, rows.fg @ ~predicted, path.positives + path.negatives, t)


def best(path, t):
    """The least of all thresholds."""
    fp, fn = path.fp[:, None], path.positives - path.tp[:, None]
    return cost(fp, fn, path.positives + path.negatives, t).min(axis=0)


def alone(path, t):
    """A constant forecast of the prevalence."""
    pi = path.prevalence
    return 2 * np.minimum(t * (1 - pi), (1 - t) * pi)


def test_curves_are_those_of_the_definition(path):
    for score, half in (("brier", 1), ("log_loss", 2)):
        for decide, wanted in (("own", own(path, GRID)), ("best", best(path, GRID))):
            curve = path.murphy(decide, score=score)
            np.testing.assert_allclose(curve.at(GRID), wanted / half, rtol=0, atol=1e-13)
            x, y, threshold = curve.trace(1e-4)
            known = ~np.isnan(threshold)
            assert set(zip(x[known], y[known], strict=True)) >= set(zip(curve.x, curve.y, strict=True))
            far = np.abs(GRID[:, None] - curve.x).min(axis=1) > 1e-9
            np.testing.assert_allclose(np.interp(GRID[far], x, y), wanted[far] / half, atol=2e-4)
    assert (best(path, GRID) <= np.minimum(own(path, GRID), alone(path, GRID)) + 1e-12).all()


def test_both_sides_of_every_jump():
    """M (left, right) at each score, and M of the recalibrated scores."""
    curve = A.murphy()
    assert curve.x.tolist() == [0, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4, 0.5, 0.5, 0.9, 0.9, 1]
    wanted = [0, 1 / 10, 2 / 5, 7 / 15, 2 / 5, 13 / 30, 1 / 3, 1 / 3, 1 / 5, 1 / 6, 1 / 3, 1 / 15, 1 / 10, 0]
    np.testing.assert_allclose(curve.y, wanted, rtol=0, atol=1e-15)
    np.testing.assert_allclose(A.murphy("best").at([0.25, 0.5, 0.75]), [1 / 4, 1 / 6, 1 / 12], atol=1e-15)
    assert A.murphy(score="log_loss").x[1:-1].tolist() == curve.x[1:-1].tolist()


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.2, 0.7), (0.25, 0.25), (0.9, 1)])
@pytest.mark.parametrize("decide", ["own", "best"])
def test_areas_are_integrals(path, decide, low, high):
    """Of the log loss over the log odds of t, along pieces on which the curve is smooth."""
    edges = np.unique(np.clip([low, *path.murphy(decide).x, high], low, high))
    ends = list(pairwise(edges))
    values = path.murphy(decide)
    wanted = sum(quad(values.at, *end, epsabs=1e-13)[0] for end in ends)
    assert values.area(low, high) == pytest.approx(wanted, abs=1e-12)
    logs = path.murphy(decide, score="log_loss")
    if (logs.at(1e-12), logs.at(1 - 1e-12)) == pytest.approx((0, 0), abs=1e-9):
        wanted = sum(quad(lambda t: logs.at(t) / (t * (1 - t)), *end, epsabs=1e-12)[0] for end in ends)
        assert logs.area(low, high) == pytest.approx(wanted, abs=1e-9)


def test_the_drawn_log_loss_curve_has_the_log_loss_as_area():
    x, y, _ = A.murphy(score="log_loss").trace(1e-6)
    assert np.trapezoid(y, np.log(x / (1 - x))) == pytest.approx(A.log_loss().value, abs=1e-5)
    assert expit(np.log(x / (1 - x))) == pytest.approx(x)


def test_chance_is_the_constant_forecast_of_the_prevalence(path):
    pi = path.prevalence
    for decide in ("own", "best"):
        assert path.murphy(decide).chance == pytest.approx(pi * (1 - pi), rel=1e-13)
        entropy = -pi * math.log(pi) - (1 - pi) * math.log1p(-pi)
        assert path.murphy(decide, score="log_loss").chance == pytest.approx(entropy, rel=1e-13)
        x, y = path.murphy(decide).space.trace([0, 1], [0, 1])
        np.testing.assert_allclose(y, alone(path, x), atol=1e-15)
        assert x.tolist() == pytest.approx([0, pi, 1], rel=1e-15)


@pytest.mark.parametrize("prevalence", [None, 0.02, 0.7])
def test_net_benefit_is_the_prevalence_less_a_cost(path, prevalence):
    """At other prevalences too, where both shift the scores."""
    t = GRID[:-1]
    cost_curve, benefit = (path.curve(space, prevalence=prevalence) for space in ("murphy", "net_benefit"))
    pi = benefit.path.prevalence
    np.testing.assert_allclose(benefit.at(t), pi - cost_curve.at(t) / (2 * (1 - t)), rtol=0, atol=1e-11)


def test_other_prevalences_shift_the_scores():
    curve = A.murphy(prevalence=0.2)
    assert "scores shifted from prevalence 0.5 to 0.2" in repr(curve)
    assert "scores shifted from prevalence 0.5 to 0.2" in curve.methods()
    assert "shifted" not in repr(A.murphy()) + repr(A.murphy("best", prevalence=0.2))
    # The odds of .5 become 1/4, those of .9 become 9/4.
    assert curve.x[[-4, -2]].tolist() == pytest.approx([0.2, 9 / 13], rel=1e-15)


def test_the_best_forecasts_are_the_labels():
    for score in SCORES:
        assert A.murphy(score=score).best().area() == 0
        assert A.murphy("best", score=score).best().area() == 0
    labels = np.array([0.25, 0.5, 1.0])
    soft = prplot.from_weights([0.3, 0.2, 0.1], fg=labels)
    assert soft.murphy().best().area() == pytest.approx(np.mean(labels * (1 - labels)))
    assert "max" not in str(soft.murphy().plot().legend.get_texts()[0].get_text())


def test_forecasts_have_no_worst_ones():
    for curve, name in ((A.murphy(), "brier"), (A.murphy(score="log_loss"), "log_loss")):
        for ask in (curve.worst, curve.normalized_area, curve.standardized_area):
            with pytest.raises(prplot.PrplotTypeError, match=rf"does not exist.*path\.{name}\(\)\.skill"):
                ask()
    # The recalibrated forecasts depend on the ranking alone.
    assert 0 < A.murphy("best").normalized_area() < 1


def test_what_there_is_not_says_so():
    for call in ("forward", "inverse"):
        with pytest.raises(prplot.PrplotTypeError, match=f"{call}.*in murphy space it is a line"):
            getattr(A.murphy().space, call)(0.2, 0.7)
    for ask in ("hull", "pareto"):
        with pytest.raises(prplot.PrplotTypeError, match="murphy space"):
            getattr(A.murphy(), ask)()
    with pytest.raises(prplot.PrplotValueError, match="score must be one of 'brier', 'log_loss'"):
        A.murphy(score="spherical")
    with pytest.raises(prplot.PrplotValueError, match=r"low must lie in the domain \[0, 1\]"):
        A.murphy().area(-0.1)


def test_scores_of_any_scale_have_the_curve_of_the_best_threshold():
    path = prplot.from_labels([1, 0, 1, 0], [8, 7, -6, -np.inf])
    assert path.murphy("best").area() == pytest.approx(1 / 8)
    with pytest.raises(prplot.PrplotValueError, match="ties must be 'average'"):
        path.murphy("best", ties="pessimistic")


def test_where_the_prevalence_alone_is_better_is_described():
    assert "From threshold 0.1 to 0.333 the curve lies above chance" in A.murphy().describe()
    assert "0.1 to 0.333" in A.murphy(score="log_loss").describe()
    assert "lies above chance" not in A.murphy("best").describe()
    # One of 4 positives has score .05, one of 4 negatives .95: between the others' scores the cost is 1/4.
    twice = prplot.from_labels([1, 0, 0, 0, 1, 1, 1, 0], [0.05, 0.1, 0.1, 0.1, 0.9, 0.9, 0.9, 0.95])
    assert "From threshold 0.05 to 0.25 and 0.75 to 0.95 the curve lies above chance" in twice.murphy().describe()


def test_one_class_has_a_curve():
    curve = prplot.from_labels([1, 1], [0.25, 0.75]).murphy()
    np.testing.assert_allclose(curve.at([0.2, 0.5, 0.8]), [0, 0.5, 0.4], atol=1e-15)
    assert curve.chance == 0


def test_names_and_words():
    for name in ("murphy", "Murphy diagram", "murphy_curve"):
        assert A.curve(name).space.name == "murphy"
    assert (A.murphy().area_name, A.murphy("best").area_name) == ("Brier score", "Brier score (recalibrated)")
    assert A.murphy(score="logloss").area_name == "log loss"
    assert "least cost on this sample" in A.murphy("best").methods()
    assert "taken as probabilities" in A.murphy().methods()


def test_means_of_equal_folds_are_those_of_all_rows():
    rng = np.random.default_rng(3)
    score = np.tile(rng.random(30), 3)
    label = np.tile([True, False, True], 30)
    folds = [prplot.from_labels(label[k::3] ^ np.arange(30) % 2, score[k::3]) for k in range(3)]
    mean = prplot.mean_curve(folds, "murphy")
    wanted = np.mean([own(fold, GRID) for fold in folds], axis=0)
    np.testing.assert_allclose(mean.at(GRID), wanted, rtol=0, atol=1e-13)
