"""How many positives: against variances in closed form, and against widths found by brute force."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import prplot
from prplot.simulate import sample_size
from prplot.simulate.sample_size import ROWS

Z = stats.norm.ppf(0.975)
UNIFORM = prplot.simulate.offset_uniform()


def exact_sd(positives, negatives):
    """Of the ROC area of the offset uniform model, offset 1/2, by its moments (Hanley and McNeil 1982).

    A = P(Y > X); Q1 = E[P(Y > X given X)²] = 1/2 + the integral of (3/2 - x)² from 1/2 to 1; Q2 by symmetry.
    """
    area, both = Fraction(7, 8), Fraction(1, 2) + (1 - Fraction(1, 8)) / 3
    rest = both - area**2
    variance = (area * (1 - area) + (positives + negatives - 2) * rest) / (positives * negatives)
    return math.sqrt(variance)


def exact_positives(width, odds):
    """The least number of positives whose interval is no wider."""
    return next(m for m in range(2, 10**6) if 2 * Z * exact_sd(m, m * odds) <= width)


@pytest.mark.parametrize(("width", "prevalence"), [(0.1, 0.1), (0.05, 0.25), (0.08, 0.5)])
def test_roc_area_of_the_offset_uniform_model(width, prevalence):
    exact = exact_positives(width, round(1 / prevalence) - 1)
    size = UNIFORM.sample_size(width, prevalence=prevalence, measure="roc", fixed=True, rng=1)
    assert abs(size.positives - exact) < 3.5 * size.error
    assert size.error < 0.08 * exact
    assert size.n == pytest.approx(size.positives / prevalence, abs=1)
    assert size.width == pytest.approx(width, rel=0.02)
    assert size.width <= width


@pytest.mark.slow
def test_a_recall_at_a_threshold_is_a_binomial_share():
    model = prplot.simulate.binormal(mu=1.0)
    recall = 1 - stats.norm.cdf(-0.5)
    measure = prplot.rule("recall", at={"threshold": 0.5})
    for level in (0.9, 0.95):
        exact = recall * (1 - recall) * (2 * stats.norm.ppf((1 + level) / 2) / 0.12) ** 2
        size = model.sample_size(0.12, level, 0.5, measure, fixed=True, n=2000, rng=3)
        assert abs(size.positives - exact) < 3.5 * size.error
        # Numbers next to normal ones: the relative error of their variance is sqrt(2 / n).
        assert size.error / size.positives == pytest.approx(math.sqrt(2 / 2000), rel=0.15)


@pytest.mark.slow
def test_the_error_is_how_far_answers_differ():
    measure = prplot.rule("recall", at={"threshold": 0.5})
    model = prplot.simulate.binormal()
    found = [model.sample_size(0.15, measure=measure, prevalence=0.5, n=100, rng=seed) for seed in range(60)]
    spread = np.std([size.positives for size in found], ddof=1)
    assert np.mean([size.error for size in found]) == pytest.approx(spread, rel=0.3)


@pytest.mark.parametrize("fixed", [False, True])
def test_pr_area_by_brute_force(fixed):
    size = prplot.simulate.binormal().sample_size(0.2, prevalence=0.5, fixed=fixed, rng=2)
    rng = np.random.default_rng(5)
    areas = []
    for _ in range(1500):
        y = np.arange(size.n) < size.n // 2 if fixed else rng.random(size.n) < 0.5
        areas.append(prplot.from_labels(y, rng.normal(size=size.n) + y).pr().area())
    width = 2 * Z * np.std(areas, ddof=1)
    # Both have an error of their own.
    assert width == pytest.approx(size.width, rel=3 * math.hypot(size.error / size.positives / 2, 1 / math.sqrt(3000)))


def test_soft_labels_have_their_own_prevalence():
    model = prplot.simulate.keilwagen("permuted")
    size = model.sample_size(0.2, n=100, rng=1)
    assert size.prevalence == model.prevalence
    assert size.n == math.ceil(size.positives / model.prevalence)
    with pytest.raises(prplot.PrplotTypeError, match="prevalence must be left out"):
        model.sample_size(0.2, prevalence=0.1)


@pytest.mark.slow
def test_where_rows_would_be_too_many_the_law_goes_on(monkeypatch):
    # Some 3,300,000 positives, and ten times as many rows in each of 200 samples.
    monkeypatch.setattr(sample_size, "ROWS", ROWS // 5)
    measure = prplot.rule("recall", at={"threshold": 0.5})
    recall = 1 - stats.norm.cdf(-0.5)
    size = prplot.simulate.binormal().sample_size(0.001, prevalence=0.1, measure=measure, n=200, rng=1)
    assert ROWS / 10 < size.simulated * 10 * 200 <= ROWS // 5 * 1.001
    exact = recall * (1 - recall) * (2 * Z / 0.001) ** 2
    assert size.positives > 50 * size.simulated
    assert abs(size.positives - exact) < 3.5 * size.error


def test_seeds_and_words():
    first, again = (UNIFORM.sample_size(0.1, measure="roc", n=100, rng=4) for _ in range(2))
    assert repr(first) == repr(again)
    assert repr(first).startswith(f"{first.positives} ± ")
    assert f"positives in {first.n} rows: 95 % interval of the area under the ROC curve" in repr(first)
    assert (first.sets, first.level, first.prevalence) == (100, 0.95, 0.1)
    with pytest.raises(AttributeError):
        first.positives = 3


def test_few_positives_are_told_of():
    with pytest.warns(prplot.PrplotWarning, match="positives no interval covers as often as it says"):
        assert 2 <= UNIFORM.sample_size(0.5, n=100, rng=1).positives < 20


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"width": 0}, prplot.PrplotValueError, "width must be a positive number"),
        ({"width": -0.1}, prplot.PrplotValueError, "width must be a positive number"),
        ({"width": math.nan}, prplot.PrplotValueError, "width must be a positive number"),
        ({"width": math.inf}, prplot.PrplotValueError, "width must be a positive number"),
        ({"width": "wide"}, prplot.PrplotTypeError, "width must"),
        ({"level": 1.0}, prplot.PrplotValueError, "level must lie strictly between 0 and 1"),
        ({"prevalence": 1.5}, prplot.PrplotValueError, "prevalence must"),
        ({"n": 99}, prplot.PrplotValueError, "n must be at least 100"),
        ({"n": 200.0}, prplot.PrplotTypeError, "n must be a whole number"),
        ({"measure": "auc of what"}, prplot.PrplotValueError, "measure must"),
        ({"rng": "seed"}, prplot.PrplotTypeError, "rng must"),
        ({"fixed": 1}, prplot.PrplotTypeError, "fixed must"),
    ],
    ids=str,
)
def test_bad_input(wrong, error, words):
    with pytest.raises(error, match=words):
        UNIFORM.sample_size(**{"width": 0.1, **wrong})


def test_what_does_not_spread_has_no_size():
    with pytest.raises(prplot.PrplotValueError, match="the same in all samples"):
        prplot.simulate.saito("Perf").sample_size(0.1)


def test_what_has_no_value_has_no_size():
    with pytest.raises(prplot.PrplotValueError, match="undefined in all samples"), pytest.warns(prplot.PrplotWarning):
        UNIFORM.sample_size(0.1, measure=lambda _: math.nan, n=100)
