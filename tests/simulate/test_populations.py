"""Population paths and curves: what they share with the paths and curves of samples, and what they refuse."""

import math
from statistics import NormalDist

import numpy as np
import pytest

import prplot
from prplot import PrplotError, simulate
from prplot.metrics import metric

NORMAL = simulate.binormal()
MODELS = {
    "equal": NORMAL,
    "narrow": simulate.binormal(1, 0.5),
    "very narrow": simulate.binormal(2, 0.1),
    "very wide": simulate.binormal(0, 3),
    "beta": simulate.bibeta(),
    "uniform": simulate.offset_uniform(),
}


def test_bounds_are_those_of_boyd():
    for model in (*MODELS.values(), simulate.saito("ER-")):
        for prevalence in (0.1, 1e-6):
            curve, least = model.curve("pr", prevalence=prevalence), prplot.bounds.minimum_area
            assert curve.best().area() == pytest.approx(1.0, rel=1e-15)
            assert curve.worst().area() == pytest.approx(least(prevalence), rel=1e-14)
            assert curve.worst().area(0.3, 0.8) == pytest.approx(least(prevalence, 0.3, 0.8), rel=1e-13)
            for ends in ((0, 1), (0.2, 0.7)):
                skew = curve.normalized_area(*ends, by="skew")
                assert curve.normalized_area(*ends) == pytest.approx(skew, rel=1e-11)
    # The area less the least one, 1 + 9 ln 0.9, over 1 less the least.
    least = 1 + 9 * math.log(0.9)
    wanted = (0.292835643513515 - least) / (1 - least)
    assert NORMAL.curve("pr", prevalence=0.1).normalized_area() == pytest.approx(wanted, rel=1e-13)


def test_chance_and_summaries_are_exact_too():
    expected = {"pr": 0.1, "prg": 0.0, "roc": 0.5, "croc": 1 / 7 - 1 / math.expm1(7), "cost": 0.25}
    for space, wanted in expected.items():
        assert NORMAL.curve(space, prevalence=0.1).chance == pytest.approx(wanted, abs=1e-15)
        assert simulate.saito("Rand").curve(space, prevalence=0.1).area() == pytest.approx(wanted, abs=1e-15)
    curve = NORMAL.curve("pr", prevalence=0.1)
    assert curve.path.expected_accuracy() == pytest.approx(0.09 * (2 * 0.760249938906523 - 1) + 0.5, rel=1e-14)
    assert curve.standardized_area() == pytest.approx((1 + (0.292835643513515 - 0.1) / 0.9) / 2, rel=1e-13)


def test_prevalences_and_options():
    for space in ("roc", "croc", "cost"):
        assert NORMAL.curve(space).area() == pytest.approx(NORMAL.curve(space, prevalence=0.01).area(), rel=1e-14)
    path = NORMAL.path(prevalence=0.5)
    moved, seen = path.at_prevalence(0.1), path.pr(prevalence=0.1)
    assert seen.area() == moved.pr().area() == NORMAL.curve("pr", prevalence=0.1).area()
    assert seen.label == "binormal at prevalence 0.1"
    curve = NORMAL.curve("croc", alpha=3.0, magnifier="logarithm", label="three")
    assert (curve.space.alpha, curve.space.magnifier, curve.label) == (3.0, "logarithm", "three")
    for how in ("optimistic", "pessimistic"):
        assert path.pr(ties=how).area() == path.pr().area()
    assert path.pr().at([[0.2, 1.1]]).shape == (1, 2)
    assert np.isnan(path.pr().at([-0.1, 1.1])).all()


@pytest.mark.parametrize("level", [0.001, 0.3, 0.999])
def test_found_thresholds_are_exact(level):
    """Equal deviations: precision falls as the threshold does, so rates are met exactly; by the standard library."""
    path, positives, negatives = simulate.binormal(2).path(0.2), NormalDist(2, 1), NormalDist(0, 1)
    for rate, threshold in (("recall", positives.inv_cdf(1 - level)), ("fpr", negatives.inv_cdf(1 - level))):
        found = path.find(**{rate: level})
        assert found.threshold == pytest.approx(threshold, abs=1e-9)
        assert getattr(found, rate) == pytest.approx(level, rel=1e-13)
        assert found == path.at(found.threshold)
    # Of those that keep to both, the one nearest to the best: where the constraint is met exactly.
    bound = path.optimal("precision", subject_to={"recall": level, "fpr": 0.999})
    assert bound.recall == pytest.approx(level, rel=1e-9)
    # The best one is where the densities cross.
    at = path.optimal("informedness").threshold
    assert positives.pdf(at) / negatives.pdf(at) == pytest.approx(1, rel=1e-11)


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_best_and_the_ends_of_any_model(model):
    path = model.path(0.1)
    for name, complement in (
        ("recall", "fnr"),
        ("specificity", "fpr"),
        ("precision", "fdr"),
        ("accuracy", "error_rate"),
    ):
        one, other = path.optimal(name), path.optimal(complement)
        assert one.threshold == pytest.approx(other.threshold, rel=1e-12, abs=1e-12), name
    # Infinite values do not disturb the best one.
    cuts = np.linspace(-5, 5, 101)
    for name in ("precision_gain", "recall_gain", "f2_gain", "lr_positive", "lr_negative"):
        with np.errstate(divide="ignore"):
            values = np.array([metric(name).of(*path.at(cut).cells) for cut in cuts])
        best, side = path.optimal(name).measure(name), -1 if name == "lr_negative" else 1
        assert side * best >= np.nanmax(side * values) * (1 - 1e-14 * np.sign(np.nanmax(side * values))) - 1e-14
    everything, nothing = path.find(recall=1), path.find(fpr=0)
    assert (everything.recall, everything.fn, nothing.fpr, nothing.fp) == (1, 0, 0, 0)
    assert path.find(predicted_positive_rate=0).tp == 0
    # Precision is best where tpr / fpr is the ratio of the densities, far from the recall asked.
    found = simulate.binormal(1, 0.5).path(0.2).find(recall=0.001)
    ratio = NormalDist(1, 0.5).pdf(found.threshold) / NormalDist(0, 1).pdf(found.threshold)
    assert (found.recall > 0.05, found.recall / found.fpr) == (True, pytest.approx(ratio, rel=1e-10))
    assert NORMAL.path(0.1).find(recall=1 - 1e-13).fnr == pytest.approx(1e-13, rel=1e-2)


def test_in_words():
    curve = NORMAL.curve("pr", prevalence=0.1)
    assert repr(NORMAL) == "ScoreModel('binormal', negatives N(0, 1), positives N(1, 1²))"
    assert repr(curve.path) == f"PopulationPath({NORMAL!r}, prevalence=0.1)"
    assert repr(curve).startswith("Curve('binormal', Precision-Recall, AUPRC (continuous), prevalence=0.1, ")
    for text in (curve.methods(), curve.describe(), simulate.keilwagen("good").path().pr().methods()):
        assert "the population of a score model" in text
        assert "counts" not in text
        assert "missing" not in text
    assert "N(1, 1²)" in curve.path.describe()
    assert "computed exactly from the score model" in curve.methods()


@pytest.mark.parametrize("space", ["pr", "prg", "cost"])
def test_drawn_with_samples(space):
    samples = [NORMAL.sample(100, prevalence=0.1, rng=seed, fixed=True, name="sample") for seed in range(2)]
    true = NORMAL.curve(space, prevalence=0.1, label="truth")
    artists = prplot.plot([true, *(path.curve(space) for path in samples)])
    assert len(artists.lines) == 3
    assert sum("truth" in text.get_text() for text in artists.legend.get_texts()) == 1
    x, y = artists.lines[0].get_data()
    inside = (x > 0.02) & (x < 0.98)
    assert np.median(np.abs(true.at(x[inside]) - y[inside])) < 1e-4


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: NORMAL.curve("prg"), "prevalence must be given"),
        (lambda: NORMAL.curve("roc", alpha=3.0), "ROC curves take ties, prevalence, label; got alpha=3.0"),
        (lambda: NORMAL.curve("pr", prevalence=0.1, interpolation="step"), "'continuous' for a population.*got 'step'"),
        (lambda: NORMAL.curve("pr", prevalence=0.1, left="one"), "left must be 'limit' for a population"),
        (lambda: NORMAL.path(prevalence=0.1).hard(), r"this is a population\. Use model.sample"),
        (lambda: NORMAL.path(prevalence=0.1).areas(), "areas compares what tools print for a sample"),
        (lambda: NORMAL.tpr([0.0, np.nan]), "threshold must not hold NaN"),
        (lambda: simulate.binormal(mu=20, sigma=0.01), "mu must lie within 1000 sigma of 0"),
        (lambda: simulate.bibeta(positives=(5, 0)), "positives must be two shapes from 0.5 to 100"),
        (lambda: simulate.bibeta(negatives=(1, 2, 3)), "negatives must be a pair of shapes"),
    ],
)
def test_what_cannot_be_said_of_a_population(call, match):
    with pytest.raises(PrplotError, match=match):
        call()
