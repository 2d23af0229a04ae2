"""The equal error rate and the detection cost, against exact fractions over every threshold."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import prplot

# The cases of the definitions: both error rates are equal at a threshold, and only between two.
AT_A_THRESHOLD = prplot.from_labels([1] * 5 + [0] * 5, [0.9, 0.8, 0.7, 0.4, 0.2, 0.6, 0.5, 0.3, 0.1, 0.05])
BETWEEN = prplot.from_labels([0, 0, 1, 1, 1], [0.13, 0.26, 0.08, 0.19, 0.34])
NAMES = ("eer", "eer, nearest threshold", "rocch_eer", "ks")


def rates(fg, bg, score):
    """Every threshold, nothing predicted first, with FPR and FNR as fractions."""
    rows = [(s, Fraction(a), Fraction(b)) for s, a, b in zip(score, fg, bg, strict=True)]
    p, n = sum(a for _, a, _ in rows), sum(b for _, _, b in rows)
    cuts = [math.inf, *sorted(set(score), reverse=True)]
    return [
        (cut, sum(b for s, _, b in rows if s >= cut) / n, 1 - sum(a for s, a, _ in rows if s >= cut) / p)
        for cut in cuts
    ]


def equal(points):
    """Where the two rates are equal on the line through some points, which begins at FPR 0."""
    for (_, f0, m0), (cut, f1, m1) in itertools.pairwise(points):
        if f1 >= m1:
            part = (m0 - f0) / (m0 - f0 + f1 - m1)
            return f0 + part * (f1 - f0), cut
    raise AssertionError


def lowest_mixture(points):
    """The least rate at which a mixture of two thresholds has equal error rates."""
    return min(equal([one, other])[0] for one in points for other in points if one[1] < one[2] and other[1] >= other[2])


@pytest.mark.parametrize("kind", ["untied", "tied", "weighted", "soft", "lower"])
@pytest.mark.parametrize("seed", [0, 1])
def test_rates_are_those_of_the_definitions(kind, seed):
    rng = np.random.default_rng(seed)
    fg = (rng.random(25) < 0.4).astype(float)
    fg[:2] = 1, 0
    score = np.round(rng.normal(size=25) + fg, 1 if kind == "tied" else 6)
    bg = 1 - fg
    if kind == "weighted":
        fg, bg = (each * rng.integers(1, 9, 25) / 8 for each in (fg, bg))
    if kind == "soft":
        fg = rng.integers(0, 9, 25) / 8
        bg = 1 - fg
    path = prplot.from_weights(score, fg=fg, bg=bg)
    points = rates(fg.tolist(), bg.tolist(), score.tolist())
    value, cut = equal(points)
    if kind == "lower":
        path = prplot.from_weights(-score, fg=fg, bg=bg, lower_is_positive=True)
        cut = -cut
    rate, table = path.eer(), path.areas()
    assert (rate.value, rate.threshold, float(rate)) == (pytest.approx(float(value), abs=1e-14), cut, rate.value)
    assert rate.confusion.fpr == pytest.approx(rate.confusion.fnr) == pytest.approx(rate.value)
    assert path.eer(hull=True).value == pytest.approx(float(lowest_mixture(points)), abs=1e-14)
    nearest = min(points, key=lambda point: abs(point[1] - point[2]))
    assert table["eer, nearest threshold"].value == pytest.approx(float(nearest[1] + nearest[2]) / 2, abs=1e-14)
    assert table["ks"].value == pytest.approx(float(max(1 - m - f for _, f, m in points)), abs=1e-14)
    for prior, miss, alarm in ((0.01, 1, 1), (0.01, 10, 1), (0.5, 1, 1), (0.9, 1, 2)):
        of_miss, of_alarm = Fraction(prior) * miss, (1 - Fraction(prior)) * alarm
        costs = [(of_miss * m + of_alarm * f) / min(of_miss, of_alarm) for _, f, m in points]
        cost = path.min_dcf(prior, c_miss=miss, c_fa=alarm)
        assert cost.value == pytest.approx(float(min(costs)), abs=1e-12)
        at = path.at(cost.threshold)
        assert float(of_miss) * at.fnr + float(of_alarm) * at.fpr == pytest.approx(
            cost.value * float(min(of_miss, of_alarm)), abs=1e-12
        )


def test_three_numbers_go_by_the_name_eer():
    assert [BETWEEN.areas()[name].value for name in NAMES] == pytest.approx([1 / 2, 7 / 12, 2 / 5, 1 / 3])
    assert (AT_A_THRESHOLD.eer().value, AT_A_THRESHOLD.eer().threshold) == (pytest.approx(2 / 5), 0.5)
    mixed = AT_A_THRESHOLD.eer(hull=True)
    assert (mixed.value, mixed.thresholds, mixed.share) == (pytest.approx(6 / 25), (0.7, 0.2), pytest.approx(2 / 5))
    assert mixed.threshold is None
    # It is the highest point of the cost curve.
    x, y, _ = AT_A_THRESHOLD.cost().trace()
    assert mixed.value == pytest.approx(y.max())
    assert len(x)


@pytest.mark.filterwarnings("ignore:Intervals of the .* cover less often")
def test_numbers_have_intervals_and_differences_by_their_names():
    model = prplot.simulate.binormal(1, 1)
    one, other = (model.sample(200, prevalence=0.5, rng=seed) for seed in (1, 2))
    table = one.areas()
    for name, synonym in (("eer", "equal error rate"), ("ks", "youden"), ("ks", "TSS"), ("rocch_eer", "EER hull")):
        assert one.interval(synonym, n=200, rng=1).estimate == table[name].value
    compared = prplot.compare({"one": one, "other": other}, "eer", paired=False, n=200, rng=1)
    assert compared.estimates == {"one": table["eer"].value, "other": other.eer().value}


def test_detection_costs_at_several_priors_and_by_bayes_rule():
    cost = AT_A_THRESHOLD.min_dcf([0.01, 0.5])
    assert (cost.value, cost.costs, cost.thresholds) == (pytest.approx(2 / 5), pytest.approx((0.4, 0.4)), (0.7, 0.7))
    assert repr(cost).splitlines()[0].split() == ["p_target", "c_miss", "c_fa", "minDCF", "threshold"]
    assert cost.columns()["p_target"] == [0.01, 0.5]
    with pytest.raises(AttributeError, match=r"2 target priors .* use \.thresholds"):
        cost.threshold  # noqa: B018
    # ln LR of targets ln 3 and 0, of others 0 and -ln 3; at prior 1/2 those of 0 and more are accepted.
    ratios = prplot.from_labels([1, 1, 0, 0], [math.log(3), 0, 0, -math.log(3)])
    actual = ratios.min_dcf(0.5, threshold="bayes")
    assert (actual.value, actual.threshold) == (pytest.approx(1 / 2), 0)
    # At prior 1/5 the threshold is ln 4, which accepts nobody; with misses that cost 4, it is 0 again.
    assert ratios.min_dcf(0.2, threshold="bayes").value == pytest.approx(1)
    assert ratios.min_dcf(0.2, c_miss=4, threshold="bayes").threshold == pytest.approx(0, abs=1e-15)
    # The scores that no threshold returns may be accepted all the same.
    early = prplot.from_labels([1, 1, 1, 0], [None, None, 0.4, 0.6], missing="unreached")
    assert (early.min_dcf(0.6).value, early.min_dcf(0.6).threshold) == (1, -math.inf)


def test_what_is_undefined_is_nan_with_the_reason():
    alone = prplot.from_labels([1, 1], [0.5, 0.2])
    for call in (alone.eer, lambda: alone.eer(hull=True), lambda: alone.min_dcf(0.1)):
        with pytest.warns(prplot.PrplotWarning, match="no negative weight"):
            assert math.isnan(call().value)
    early = prplot.from_labels([1, 1, 1, 0, 0], [0.5, None, None, 0.4, None], missing="unreached")
    with pytest.warns(prplot.PrplotWarning, match="ends at recall 0.3333"):
        assert math.isnan(early.eer().value)
    assert early.areas()["eer"].undefined == "needs both error rates equal somewhere"
    assert early.eer(hull=True).thresholds == (0.5, -math.inf)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: BETWEEN.min_dcf(), "no 'p_target'.* path.min_dcf"),
        (lambda: BETWEEN.min_dcf(1.0), r"p_target must lie in \(0, 1\); got 1.0"),
        (lambda: BETWEEN.min_dcf([]), "hold one or more target priors"),
        (lambda: BETWEEN.min_dcf(0.1, c_fa=0), "c_fa must be finite and greater than 0; got 0"),
        (lambda: BETWEEN.min_dcf(0.1, threshold="own"), "threshold must be one of 'best', 'bayes'"),
        (lambda: BETWEEN.eer(hull="yes"), "hull must be True or False"),
        (
            lambda: prplot.from_labels([1, 0], [1, 2], lower_is_positive=True).min_dcf(0.1, threshold="bayes"),
            "threshold must be 'best' where small scores mean positive",
        ),
        (lambda: BETWEEN.equal_error_rate, r"use path.eer\(\)"),
        (lambda: prplot.eer, r"use path.eer\(\) with path = prplot.from_labels"),
    ],
)
def test_wrong_calls_say_what_to_do(call, words):
    with pytest.raises(prplot.PrplotError, match=words):
        call()


def test_a_false_discovery_rate_is_found_and_is_no_false_positive_rate():
    path = prplot.from_labels([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    assert (path.find(fdr=0.25).threshold, path.find(precision=0.75).threshold, path.find(fpr=0.25).threshold) == (
        3,
        3,
        5,
    )
    assert prplot.measure_at("recall", at={"fdr": 0.25}).by == "fdr"
    with pytest.raises(prplot.PrplotError, match="biometrics"):
        path.at(3).measure("FAR")
    assert (path.at(3).fmr, path.at(3).fnmr) == (path.at(3).fpr, path.at(3).fnr)
