"""What has no interval, in words that name the way out; and what is said where one is not to be trusted."""

import inspect
import math
import re

import numpy as np
import pytest

import prplot
from prplot.errors import PrplotError, PrplotTypeError, PrplotValueError, PrplotWarning

PATH = prplot.simulate.binormal(1).sample(200, prevalence=0.3, rng=1)
SOFT = prplot.from_weights([4, 3, 2, 1], fg=[0.9, 0.5, 0.25, 0.1])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"level": 0}, "level must lie strictly between 0 and 1; got 0"),
        ({"level": 95}, "level must lie strictly between 0 and 1; got 95"),
        ({"level": math.nan}, "level must lie strictly between 0 and 1"),
        ({"level": "95%"}, "level must be one real number"),
        ({"n": 0}, "n must be at least 1; got 0"),
        ({"n": -3}, "n must be at least 1"),
        ({"n": 10.5}, "n must be a whole number of replicates"),
        ({"n": True}, "n must be a whole number of replicates"),
        ({"method": "percentile-ish"}, "method must be one of 'bootstrap', 'basic'"),
        ({"method": "delong"}, "method 'delong' is of whole areas under ROC curves; .*'logit-bootstrap'"),
        ({"method": "wilson"}, "method 'wilson' is of a rate at a threshold that was fixed before"),
        ({"groups": [1, 2, 3]}, r"groups must have one value per row of the sample; got shape \(3,\) for 200 rows"),
        ({"groups": np.ones(200)}, "groups must name at least two groups; got 1"),
        ({"groups": np.ones(200), "method": "logit"}, "groups must be left out for method 'logit'"),
        ({"stratify": "yes"}, "stratify must be True, False or None"),
        ({"stratify": True, "method": "logit"}, "stratify must be left out for method 'logit'"),
        ({"stratify": True, "groups": np.arange(200) // 2}, "stratify must not be True for groups"),
        ({"rng": "seed"}, "rng must be a seed"),
        ({"weights": "analytic"}, "weights must be one of 'importance', 'frequency'"),
        ({"low": 0.5, "high": 0.2}, "low must be at most high"),
        ({"low": -1}, "low must lie in the domain"),
    ],
)
def test_wrong_arguments(options, text):
    low, high = options.pop("low", 0.0), options.pop("high", 1.0)
    with pytest.raises(PrplotError, match=text):
        PATH.pr().interval(low, high, **options)


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("prq", r"measure must be the name of a space.*got 'prq'. The nearest is 'pr'\."),
        (3, "measure must be the name of a space or an area, a rule or a function of a path"),
        (PATH.pr(), r"Use curve.interval\(\)"),
        (lambda _: "high", "the measure must be one real number"),
    ],
)
def test_wrong_measures(measure, text):
    with pytest.raises(PrplotError, match=text):
        PATH.interval(measure, n=5)


@pytest.mark.parametrize(
    ("metric", "at", "text"),
    [
        ("precison", "best", "The nearest is 'precision'"),
        ("f1", "top", "at must be one of 'best'"),
        ("f1", None, "at must be 'best' or a mapping of one rate"),
        ("f1", {"recall": 0.8, "fpr": 0.1}, "at must be 'best' or a mapping of one rate"),
        ("f1", {"f1": 0.8}, "at must be one of 'recall'"),
        ("f1", {"recall": 1.5}, r"at\['recall'\] must lie in \[0, 1\]"),
        ("f1", {"threshold": math.nan}, r"at\['threshold'\] must not be NaN"),
    ],
)
def test_wrong_rules(metric, at, text):
    with pytest.raises(PrplotError, match=text):
        prplot.rule(metric, at=at)


def test_methods_that_choose_on_the_data_have_no_binomial_interval():
    for at in ({"recall": 0.5}, "best"):
        with pytest.raises(PrplotValueError, match="threshold that was fixed before"):
            PATH.interval(prplot.rule("precision", at=at), method="clopper-pearson")
    with pytest.raises(PrplotValueError, match="threshold that was fixed before"):
        PATH.interval(prplot.rule("mcc", at={"threshold": 0}), method="wilson")
    with pytest.raises(PrplotValueError, match="numbers between 0 and 1"):
        PATH.prg().interval(method="logit-bootstrap")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (SOFT, "stratify must not be True for soft labels"),
        (prplot.simulate.binormal(1).path(0.2), r"a population has no rows.*model.sample"),
        (prplot.from_counts([2, 1], tp=[1.5, 3], fp=[1, 2]), "counts that are not whole cannot be resampled"),
        (prplot.from_counts([2, 1], tp=[1.5, 3], fp=[1, 2], soft=True), "soft counts cannot be resampled"),
        (PATH.best(), "the best ranking is made of the labels"),
    ],
)
def test_paths_that_cannot_be_drawn(path, text):
    with pytest.raises(PrplotValueError, match=text):
        path.pr().interval(n=5, stratify=True if path is SOFT else None)


def test_groups_need_rows():
    counts = prplot.from_counts([3, 2, 1], tp=[1, 2, 3], fp=[0, 1, 4])
    with pytest.raises(PrplotValueError, match="made from counts or by an engine and has none"):
        counts.pr().interval(groups=[1, 2, 3], n=5)
    unreached = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], positives=5, negatives=10)
    with pytest.raises(PrplotValueError, match=r"need all rows; got a path with positives= beyond its 4 rows"):
        unreached.pr().interval(groups=[1, 1, 2, 2], n=5)


@pytest.mark.parametrize("labels", [[1, 0, 0, 0], [0, 1, 1, 1]])
def test_one_of_a_class_says_nothing(labels):
    path = prplot.from_labels(labels, [4, 3, 2, 1])
    name = "positive" if sum(labels) == 1 else "negative"
    with pytest.raises(PrplotValueError, match=f"at least two {name}s; got 1"):
        path.roc().interval(n=5)


@pytest.mark.parametrize("method", ["bootstrap", "basic", "bca", "logit-bootstrap", "logit", "binomial"])
def test_a_perfect_area_has_no_interval(method):
    path = prplot.from_labels([1] * 30 + [0] * 30, np.arange(60, 0, -1))
    with pytest.warns(PrplotWarning, match="is 1 in the sample and in every sample drawn from it"):
        interval = path.pr().interval(method=method, n=50, rng=1)
    assert interval.estimate == pytest.approx(1)
    assert math.isnan(interval.low)
    assert math.isnan(interval.high)
    assert repr(interval) == "1.000 [nan, nan]"


def test_a_perfect_roc_area_has_no_delong_interval():
    path = prplot.from_labels([1] * 30 + [0] * 30, np.arange(60, 0, -1))
    with pytest.warns(PrplotWarning, match="in every sample drawn"):
        assert math.isnan(path.roc().interval(method="delong").low)


def test_few_positives_are_told():
    path = prplot.simulate.binormal(1).sample(100, prevalence=0.1, rng=1)
    with pytest.warns(PrplotWarning, match=r"positives, intervals by 'logit-bootstrap' cover less often than they say"):
        path.pr().interval(n=50, rng=1)


def test_undefined_replicates_are_counted_and_told():
    path = prplot.from_labels([0, 1, 0, 0, 1] + [0] * 5, np.arange(10))
    with pytest.warns(PrplotWarning, match=r"replicates leave the area under the ROC curve undefined"):
        interval = path.roc().interval(n=1000, rng=1)
    # Neither of two positives is drawn with probability (8/10)^10.
    assert interval.undefined == pytest.approx(1000 * 0.8**10, abs=4 * math.sqrt(1000 * 0.8**10))
    assert np.isnan(interval.replicates).sum() == interval.undefined
    assert f"{interval.undefined} replicates without a value left out" in interval.methods()


def test_an_interval_says_what_it_is():
    interval = PATH.pr().interval(n=200, rng=1)
    assert re.fullmatch(r"0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]", str(interval))
    assert interval.methods().startswith(
        "95 % confidence interval of the area under the Precision-Recall curve (continuous): bootstrap standard error "
        "on the logit scale, 200 replicates, rows drawn as a cohort, seed 1"
    )
    assert interval.estimate in interval
    assert 2.0 not in interval
    assert tuple(interval) == (interval.low, interval.high)
    assert not interval.replicates.flags.writeable
    assert repr(interval) in interval._repr_html_()
    narrow = prplot.simulate.binormal(1).sample(50_000, prevalence=0.5, rng=1).roc().interval(method="delong")
    assert re.fullmatch(r"0\.\d{4} \[0\.\d{4}, 0\.\d{4}\]", str(narrow))


def test_the_seed_decides():
    one, other, third = (PATH.pr().interval(n=100, rng=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.replicates, other.replicates)
    assert not np.array_equal(one.replicates, third.replicates)
    generator = np.random.default_rng(1)
    np.testing.assert_array_equal(PATH.pr().interval(n=100, rng=generator).replicates, one.replicates)


def test_a_prevalence_that_was_set_stays():
    seen = PATH.at_prevalence(0.01)
    free, fixed = (path.pr().interval(n=300, rng=1, method="bootstrap") for path in (PATH, seen))
    assert fixed.estimate == pytest.approx(PATH.pr(prevalence=0.01).area(), rel=1e-12)
    assert fixed.high < free.low
    # With ROC nothing moves with the prevalence.
    np.testing.assert_allclose(
        seen.roc().interval(n=100, rng=1).replicates, PATH.roc().interval(n=100, rng=1).replicates, rtol=1e-12
    )


def test_inputs_stay_as_they_are():
    label, score, groups = np.array([1, 0, 1, 0, 1, 0] * 10), np.arange(60.0), np.arange(60) // 3
    before = [column.copy() for column in (label, score, groups)]
    prplot.from_labels(label, score).pr().interval(groups=groups, n=20, rng=1)
    for column, was in zip((label, score, groups), before, strict=True):
        np.testing.assert_array_equal(column, was)


def test_wrong_types_are_type_errors():
    with pytest.raises(PrplotTypeError):
        PATH.pr().interval(n="many")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ({"random_state": 1}, "What 'random_state' is elsewhere is 'rng' here"),
        ({"n_boot": 100}, "What 'n_boot' is elsewhere is 'n' here"),
        ({"confidence_level": 0.9}, "What 'confidence_level' is elsewhere is 'level' here"),
    ],
)
def test_words_of_other_tools(words, text):
    for call in (PATH.pr().interval, PATH.pr().band, lambda **words: PATH.interval("pr", **words)):
        with pytest.raises(PrplotTypeError, match=text):
            call(**words)


def test_measures_of_thresholds_need_a_rule():
    with pytest.raises(PrplotValueError, match=r"Pass prplot.rule\('f1', at='best'\)"):
        PATH.interval("f1", n=5)
    with pytest.raises(PrplotTypeError, match=r"or \{'threshold': 0.5\}"):
        prplot.rule("f1", at=0.5)


def test_percentile_is_another_name():
    assert PATH.pr().interval(n=50, rng=1, method="percentile").method == "bootstrap"


SOME = prplot.simulate.binormal(1, 1).sample(400, prevalence=0.3, rng=1)


@pytest.mark.parametrize("level", [0.9, 0.95, np.float64(0.99)])
def test_a_level_by_place_is_told_of(level):
    curve, options = SOME.pr(), {"method": "bootstrap", "n": 20, "rng": 1}
    said = f"is of the area from {level} to 1: .* The level is level={level}; for this range say low={level}"
    with pytest.warns(prplot.PrplotWarning, match=said):
        found = curve.interval(level, **options)
    assert found.estimate == curve.area(level, 1)
    # What is said by name, or is no usual level, is meant.
    for ends, more in [((), {"low": level}), ((level, 1.0), {}), ((level,), {"level": 0.95}), ((0.8,), {}), ((), {})]:
        curve.interval(*ends, **more, **options)
    assert list(inspect.signature(curve.interval).parameters)[:3] == ["low", "high", "level"]
    with pytest.raises(prplot.PrplotTypeError, match="number"):
        curve.interval(np.array([0.95, 0.9]), **options)
