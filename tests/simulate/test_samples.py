"""Samples: reproducible, of the right proportions, and close to their population."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy import stats

import prplot
from prplot import simulate

MODELS = {
    "binormal": simulate.binormal(1.5, 0.7),
    "bibeta": simulate.bibeta(),
    "offset": simulate.offset_uniform(),
    **{level: simulate.saito(level) for level in ("Rand", "ER-", "ER+", "Excel", "Perf")},
}


def rows(path):
    return path.sample.score.tolist(), path.sample.fg.tolist()


@pytest.mark.parametrize("model", [*MODELS.values(), simulate.keilwagen("bad")], ids=lambda model: model.name)
def test_a_seed_is_a_sample(model):
    given = {} if model.soft else {"prevalence": 0.3}
    first = model.sample(50, rng=7, **given)
    assert rows(first) == rows(model.sample(50, rng=7, **given))
    assert rows(first) == rows(model.sample(50, rng=np.random.default_rng(7), **given))
    assert rows(first) != rows(model.sample(50, rng=8, **given))
    assert len(first.sample) == 50


def test_a_generator_moves_on():
    rng, model = np.random.default_rng(1), MODELS["binormal"]
    one, two = (model.sample(20, prevalence=0.5, rng=rng) for _ in range(2))
    assert rows(one) != rows(two)
    fresh = (model.sample(20, prevalence=0.5) for _ in range(2))
    assert rows(next(fresh)) != rows(next(fresh))


def test_global_random_state_is_not_touched():
    np.random.random()  # noqa: NPY002 - away from any seed
    before = np.random.get_state()  # noqa: NPY002
    MODELS["binormal"].sample(10, prevalence=0.5)
    simulate.keilwagen("good").sample(10)
    after = np.random.get_state()  # noqa: NPY002
    assert after[2] == before[2]
    assert np.array_equal(after[1], before[1])


@pytest.mark.parametrize("name", MODELS)
def test_scores_have_the_distributions(name):
    model = MODELS[name]
    path = model.sample(20_000, prevalence=0.25, rng=5)
    positive = path.sample.fg > 0
    for rate, chosen in ((model.tpr, positive), (model.fpr, ~positive)):
        score = np.sort(path.sample.score[chosen])
        if name == "Perf":
            assert np.all(score == score[0])
            continue
        # Kolmogorov and Smirnov, at a level of one in a thousand.
        assert stats.kstest(score, lambda v, rate=rate: 1 - rate(v)).pvalue > 1e-3


@pytest.mark.parametrize("name", MODELS)
def test_a_large_sample_has_nearly_the_curve(name):
    model = MODELS[name]
    path = model.sample(200_000, prevalence=0.1, rng=6, fixed=True)
    for space in ("pr", "roc", "prg", "croc", "cost"):
        true = model.curve(space, prevalence=0.1)
        assert path.curve(space).area() == pytest.approx(true.area(), abs=0.015)
        x = np.linspace(0.05, 0.95, 19)
        # Next to a vertical a small shift is a large step.
        assert np.median(np.abs(path.curve(space).at(x) - true.at(x))) < 0.015


def test_the_bound_tells_models_apart():
    sample = simulate.binormal().sample(200_000, prevalence=0.1, rng=6, fixed=True).pr().area()
    for other in (simulate.binormal(1.1), simulate.binormal(1, 0.9)):
        assert abs(sample - other.curve("pr", prevalence=0.1).area()) > 0.015


def test_classes_by_chance_or_in_fixed_numbers():
    model = MODELS["binormal"]
    counts = [model.sample(400, prevalence=0.1, rng=seed).positives for seed in range(200)]
    assert np.mean(counts) == pytest.approx(40, abs=4 * 6 / np.sqrt(200))
    assert np.std(counts) == pytest.approx(6, rel=0.2)
    fixed = [model.sample(400, prevalence=0.1, rng=seed, fixed=True).positives for seed in range(5)]
    assert fixed == [40.0] * 5
    # Halves go to the even number.
    assert [model.sample(n, prevalence=0.25, rng=0, fixed=True).positives for n in (6, 10, 14)] == [2.0, 2.0, 4.0]


def test_labels_are_hard_and_names_are_given():
    path = MODELS["binormal"].sample(30, prevalence=0.5, rng=2, name="mine")
    assert path.name == "mine"
    assert not path.soft
    assert MODELS["binormal"].sample(30, prevalence=0.5, rng=2).name is None


def test_all_may_be_negative():
    path = MODELS["binormal"].sample(5, prevalence=1e-9, rng=0)
    assert (path.positives, path.negatives) == (0.0, 5.0)
    with pytest.warns(prplot.PrplotWarning, match="no foreground weight"):
        assert np.isnan(path.pr().area())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        MODELS["binormal"].sample(5, prevalence=1e-9, rng=0)


@pytest.mark.parametrize(
    ("given", "error", "match"),
    [
        ({"n": 0, "prevalence": 0.1}, ValueError, "n must be at least 1; got 0"),
        ({"n": 2.5, "prevalence": 0.1}, TypeError, "n must be a whole number of rows; got float 2.5"),
        ({"n": "5", "prevalence": 0.1}, TypeError, "n must be a whole number"),
        ({"n": 5}, TypeError, r"prevalence must be given.*got None\. Pass for example prevalence=0.1"),
        ({"n": 5, "prevalence": 0}, ValueError, "prevalence must lie strictly between 0 and 1; got 0"),
        ({"n": 5, "prevalence": 1.5}, ValueError, "prevalence must lie strictly between"),
        ({"n": 5, "prevalence": 0.1, "rng": -1}, ValueError, "rng must be a seed.*got -1"),
        ({"n": 5, "prevalence": 0.1, "rng": "seed"}, TypeError, "rng must be a seed.*got str 'seed'"),
        ({"n": 5, "prevalence": 0.1, "rng": 0.5}, TypeError, "rng must be a seed.*got float 0.5"),
        ({"n": 5, "prevalence": 0.1, "fixed": 3}, TypeError, "fixed must be True or False; got int 3"),
    ],
)
def test_what_cannot_be_drawn(given, error, match):
    with pytest.raises(error, match=match) as caught:
        MODELS["binormal"].sample(**given)
    assert isinstance(caught.value, prplot.PrplotError)


@pytest.mark.parametrize(
    ("make", "error", "match"),
    [
        (lambda: simulate.binormal(sigma=0), ValueError, "sigma must lie between 0.001 and 1000; got 0"),
        (lambda: simulate.binormal(mu=np.nan), ValueError, "mu must be finite; got nan"),
        (lambda: simulate.binormal(mu=20, sigma=0.01), ValueError, "mu must lie within 1000 sigma of 0"),
        (lambda: simulate.binormal(mu="1"), TypeError, "mu must be one real number; got str '1'"),
        (lambda: simulate.bibeta(positives=(5, 0)), ValueError, r"positives must be two shapes from 0.5 to 100"),
        (lambda: simulate.bibeta(negatives=3), TypeError, "negatives must be a pair of shapes"),
        (lambda: simulate.bibeta(negatives=(1, 2, 3)), TypeError, "negatives must be a pair of shapes"),
        (lambda: simulate.bibeta(negatives="ab"), TypeError, "negatives must be a pair of shapes"),
        (lambda: simulate.offset_uniform(np.inf), ValueError, "offset must be finite; got inf"),
        (lambda: simulate.saito("ER"), ValueError, "level must be one of 'Rand', 'ER-', 'ER\\+', 'Excel', 'Perf'"),
    ],
)
def test_models_that_cannot_be_made(make, error, match):
    with pytest.raises(error, match=match) as caught:
        make()
    assert isinstance(caught.value, prplot.PrplotError)
