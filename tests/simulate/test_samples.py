"""Samples: reproducible, of the right proportions, and close to their population; and how large they must be."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import prplot
from prplot import PrplotError, PrplotValueError, PrplotWarning, simulate

MODELS = {
    "binormal": simulate.binormal(1.5, 0.7),
    "bibeta": simulate.bibeta(),
    "offset": simulate.offset_uniform(),
    **{level: simulate.saito(level) for level in ("Rand", "ER-", "ER+", "Excel", "Perf")},
    "bad": simulate.keilwagen("bad"),
}
NORMAL, UNIFORM = MODELS["binormal"], MODELS["offset"]
Z = stats.norm.ppf(0.975)


def rows(path):
    return path.sample.score.tolist(), path.sample.fg.tolist()


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_a_seed_is_a_sample_of_the_distributions(model):
    given = {} if model.soft else {"prevalence": 0.25}
    first, again, same, other = (model.sample(50, rng=r, **given) for r in (7, 7, np.random.default_rng(7), 8))
    assert rows(first) == rows(again) == rows(same) != rows(other)
    assert len(first.sample) == 50
    if not model.soft and model.name != "Perf":
        path = model.sample(20_000, rng=5, **given)
        for rate, chosen in ((model.tpr, path.sample.fg > 0), (model.fpr, path.sample.fg == 0)):
            found = stats.kstest(path.sample.score[chosen], lambda v, rate=rate: 1 - rate(v))
            assert found.pvalue > 1e-3


def test_a_generator_moves_on():
    rng = np.random.default_rng(1)
    one, two = (NORMAL.sample(20, prevalence=0.5, rng=rng) for _ in range(2))
    assert rows(one) != rows(two)
    assert rows(NORMAL.sample(20, prevalence=0.5)) != rows(NORMAL.sample(20, prevalence=0.5))


def test_classes_by_chance_or_in_fixed_numbers():
    counts = [NORMAL.sample(400, prevalence=0.1, rng=seed).positives for seed in range(200)]
    assert np.mean(counts) == pytest.approx(40, abs=4 * 6 / np.sqrt(200))
    assert np.std(counts) == pytest.approx(6, rel=0.2)
    # Halves go to the even number.
    fixed = [NORMAL.sample(n, prevalence=0.25, rng=0, fixed=True).positives for n in (6, 10, 14, 400)]
    assert fixed == [2.0, 2.0, 4.0, 100.0]
    path = NORMAL.sample(5, prevalence=1e-9, rng=0, name="mine")
    assert (path.name, path.soft, path.positives, path.negatives) == ("mine", False, 0.0, 5.0)


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"n": 2.5}, "n must be a whole number of rows from 1 to 1,000,000,000; got float 2.5"),
        ({"prevalence": 0}, "prevalence must lie strictly between 0 and 1; got 0"),
        ({"rng": 0.5}, "rng must be a seed.*got float 0.5"),
        ({"fixed": 3}, "fixed must be True or False; got int 3"),
    ],
)
def test_what_cannot_be_drawn(given, match):
    with pytest.raises(PrplotError, match=match):
        NORMAL.sample(**{"n": 5, "prevalence": 0.1, **given})


# How many rows


@pytest.mark.parametrize(("width", "prevalence"), [(0.1, 0.1), (0.08, 0.5)])
def test_the_size_for_a_roc_area_of_the_offset_uniform_model(width, prevalence):
    """Its variance by its moments (Hanley and McNeil 1982): A = 7/8, Q1 = Q2 = 1/2 + (1 - 1/8) / 3."""
    area, odds = Fraction(7, 8), round(1 / prevalence) - 1
    rest = Fraction(1, 2) + (1 - Fraction(1, 8)) / 3 - area**2

    def sd(m):
        return math.sqrt((area * (1 - area) + (m + m * odds - 2) * rest) / (m * m * odds))

    exact = next(m for m in range(2, 10**6) if 2 * Z * sd(m) <= width)
    size = UNIFORM.sample_size(width, prevalence=prevalence, measure="roc", fixed=True, rng=1)
    assert abs(size.positives - exact) < 3.5 * size.error
    assert size.error < 0.08 * exact
    assert size.n == pytest.approx(size.positives / prevalence, abs=1)
    assert 0.98 * width < size.width <= width


def test_the_size_for_a_pr_area_by_brute_force():
    size = simulate.binormal().sample_size(0.2, prevalence=0.5, rng=2)
    rng, areas = np.random.default_rng(5), []
    for _ in range(1000):
        y = rng.random(size.n) < 0.5
        areas.append(prplot.from_labels(y, rng.normal(size=size.n) + y).pr().area())
    width = 2 * Z * np.std(areas, ddof=1)
    # Both have an error of their own.
    assert width == pytest.approx(size.width, rel=3 * math.hypot(size.error / size.positives / 2, 1 / math.sqrt(2000)))


def test_sizes_in_words_and_of_soft_labels():
    first, again = (UNIFORM.sample_size(0.1, measure="roc", n=100, rng=4) for _ in range(2))
    assert repr(first) == repr(again)
    assert repr(first).startswith(f"{first.positives} ± ")
    assert f"positives in {first.n} rows: 95 % interval of the AUROC" in repr(first)
    model = simulate.keilwagen("permuted")
    size = model.sample_size(0.2, n=100, rng=1)
    assert (size.prevalence, size.n) == (model.prevalence, math.ceil(size.positives / model.prevalence))
    with pytest.warns(PrplotWarning, match="positives no interval covers as often as it says"):
        assert 2 <= UNIFORM.sample_size(0.5, n=100, rng=1).positives < 20


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"width": -0.1}, PrplotValueError, "width must be a positive number"),
        ({"level": 1.0}, PrplotValueError, "level must lie strictly between 0 and 1"),
        ({"n": 99}, PrplotValueError, "n must be a whole number of data sets from 100 to"),
        ({"measure": "auc of what"}, PrplotValueError, "measure must"),
        ({"measure": lambda _: math.nan, "n": 100}, PrplotValueError, "undefined in all samples"),
        ({"measure": lambda _: 0.5, "n": 100}, PrplotValueError, "the same in all samples"),
    ],
)
@pytest.mark.filterwarnings("ignore::prplot.PrplotWarning")
def test_what_has_no_size(wrong, error, words):
    with pytest.raises(error, match=words):
        UNIFORM.sample_size(**{"width": 0.1, **wrong})
