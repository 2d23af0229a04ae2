"""Means over folds and tasks, against exact fractions and the papers; those refused; and Student's intervals."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy import special, stats

import prplot
from prplot import Confusion, PrplotError, PrplotValueError, PrplotWarning, mean_area, mean_f, mean_measure
from prplot.metrics import LinearFractional


def exact_f(c, beta=1.0):
    b2, tp, fp, fn = (Fraction(v) for v in (beta**2, c.tp, c.fp, c.fn))
    return (1 + b2) * tp / ((1 + b2) * tp + fp + b2 * fn)


def exact_mean_gain(confusions, beta=1.0):
    """Definition 1 of Flach and Kull, applied to F at each matrix's own prevalence."""
    gains = []
    for c in confusions:
        pi = Fraction(c.tp + c.fn) / Fraction(c.tp + c.fp + c.fn + c.tn)
        f = exact_f(c, beta)
        gains.append((f - pi) / ((1 - pi) * f))
    return sum(gains) / len(gains)


EVEN = [Confusion(tp=t, fp=f, fn=20 - t, tn=80 - f) for t, f in ((12, 3), (5, 1), (20, 40), (1, 0), (7, 70))]
UNEVEN = [Confusion(tp=3, fp=1, fn=1, tn=5), Confusion(tp=2, fp=2, fn=7, tn=4), Confusion(tp=1, fp=0, fn=0, tn=90)]


def fold(seed, positives=20, negatives=30):
    labels = np.repeat([1, 0], [positives, negatives])
    scores = np.round(np.random.default_rng(seed).normal(labels, 1), 1)
    return prplot.from_labels(labels, scores, name=f"fold {seed}")


SAME = [fold(seed) for seed in range(4)]
DIFFERENT = [fold(seed, 10 + 7 * seed, 40) for seed in range(4)]
NO_POSITIVES = prplot.from_labels([0, 0], [2, 1])


# F and other measures


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_mean_f_is_the_mean_gain_converted_back(beta):
    # At one prevalence it is the harmonic mean; sizes may differ.
    harmonic = float(len(EVEN) / sum(1 / exact_f(c, beta) for c in EVEN))
    scaled = [Confusion(tp=c.tp * k, fp=c.fp * k, fn=c.fn * k, tn=c.tn * k) for k, c in enumerate(EVEN, start=1)]
    for given in (EVEN, scaled, dict(enumerate(EVEN)), iter(EVEN)):
        assert mean_f(given, beta) == pytest.approx(harmonic, rel=1e-15)
    gain = exact_mean_gain(UNEVEN, beta)
    for given, pi in ((0.01, Fraction(0.01)), (0.9, Fraction(0.9)), ("merged", Fraction(4 + 9 + 1, 10 + 15 + 91))):
        wanted = float(pi / (1 - (1 - pi) * gain))
        assert mean_f(UNEVEN, beta, prevalence=given) == pytest.approx(wanted, rel=1e-14)
    assert mean_measure(UNEVEN, prplot.metrics.f_gain(beta)).mean == pytest.approx(float(gain))
    for c in UNEVEN:
        assert mean_f(c, beta) == pytest.approx(c.f(beta), rel=1e-15)


def test_without_a_common_prevalence_the_error_names_what_may_be_had():
    with pytest.raises(PrplotValueError, match=f"from 0.01099 to 0.6.*'merged', here {14 / 116:.4g}") as caught:
        mean_f(UNEVEN, 2)
    assert "prplot.mean_measure(confusions, prplot.metrics.f_gain(2))" in str(caught.value)
    nearly = [Confusion(tp=1, fp=1, fn=1, tn=1), Confusion(tp=1, fp=1, fn=1, tn=1 + 1e-10)]
    assert mean_f(nearly) == pytest.approx(0.5, rel=1e-9)


def test_no_true_positive_makes_the_mean_zero_and_one_class_makes_it_undefined():
    for zero in (Confusion(tp=0, fp=2, fn=20, tn=78), Confusion(tp=0, fp=0, fn=20, tn=80)):
        assert mean_f([*EVEN, zero]) == 0.0
        assert mean_measure([*EVEN, zero], "f1_gain").mean == -math.inf
    for empty in (Confusion(tp=0, fp=2, fn=0, tn=3), Confusion(tp=2, fp=0, fn=3, tn=0)):
        with pytest.warns(PrplotWarning, match="f1_gain is undefined for 'bad', and so is the mean") as caught:
            assert math.isnan(mean_f({"good": EVEN[0], "bad": empty}))
        assert len(caught) == 1


OVER_POINTS = ["recall", "fpr", "specificity", "fnr", "accuracy", "error_rate", "predicted_positive_rate"]
OVER_POINTS += ["balanced_accuracy", "informedness"]


def test_means_over_points_are_those_of_the_summed_matrix():
    # With P and N the same in every fold, both divide by the same.
    tp, fp, fn, tn = np.sum([c.cells for c in EVEN], axis=0)
    summed = Confusion(tp=tp, fp=fp, fn=fn, tn=tn)
    for name in OVER_POINTS:
        average = mean_measure(EVEN, name)
        assert average.mean == pytest.approx(summed.measure(name), rel=1e-14)
        assert average.values.tolist() == [c.measure(name) for c in EVEN]
    cost = prplot.expected_cost(fn=3, fp=1, prevalence=0.2)
    assert mean_measure(EVEN, cost).mean == pytest.approx(np.mean([c.measure(cost) for c in EVEN]), rel=1e-15)
    # Gains may be averaged at any prevalence, and obey Theorem 2.
    precision, recall, f = (mean_measure(UNEVEN, n).mean for n in ("precision_gain", "recall_gain", "f2_gain"))
    assert recall == pytest.approx(sum(c.measure("recall_gain") for c in UNEVEN) / 3, rel=1e-15)
    assert precision + 4 * recall == pytest.approx(5 * f, rel=1e-13)


@pytest.mark.parametrize(
    ("metric", "instead"),
    [
        ("precision", "'precision_gain'.*prplot.metrics.precision_from_gain"),
        ("f1", r"prplot.mean_f\(confusions, beta=1\)"),
        ("f0.5", r"prplot.mean_f\(confusions, beta=0.5\)"),
        ("mcc", "add the matrices up"),
        ("lr_positive", "add the matrices up"),
        (LinearFractional("jaccard", "J", (1, 0, 0, 0), (1, 1, 1, 0)), "add the matrices up"),
        (LinearFractional("mine", "mine", (1, 0, 0, 0), (1, 1, 0, 0), (0, -1, 0, 0)), "add the matrices up"),
    ],
    ids=str,
)
def test_means_that_are_refused_name_one_that_may_be_taken(metric, instead):
    with pytest.raises(PrplotValueError, match=f"must not be taken: .*{instead}"):
        mean_measure(EVEN, metric)


# Areas


def test_normalized_areas_get_nothing_for_free():
    # Boyd et al., Section 4.2 and Theorem 2: the worst rankings have an area at any prevalence.
    worst = [prplot.from_labels(np.repeat([0, 1], [n, p]), -np.arange(n + p)) for p, n in ((50, 50), (5, 95))]
    assert [path.pr().area() for path in worst] == pytest.approx([0.3068528194, 0.0254274066], abs=1e-10)
    for by in (True, "data", "skew"):
        assert mean_area(worst, normalized=by).mean == pytest.approx(0, abs=1e-12)
    soft = [prplot.from_weights([3, 2, 1], fg=[0.9, 0.2, 0.6]), prplot.from_weights([3, 2, 1], fg=[0.7, 0.2, 0.1])]
    for by in ("data", "skew"):
        wanted = [path.pr().normalized_area(by=by) for path in soft]
        assert mean_area(soft, normalized=by).values.tolist() == wanted


def test_areas_of_different_prevalence_come_with_a_warning():
    with pytest.warns(PrplotWarning, match=r"prevalences from 0\.2 to 0\.4366.*pool.*prevalence=.*normalized=True"):
        average = mean_area(DIFFERENT)
    assert average.mean == pytest.approx(np.mean([p.pr().area() for p in DIFFERENT]), rel=1e-14)
    for moved in (*({"space": name} for name in ("prg", "gains", "lift")), {"interpolation": "step"}):
        with pytest.warns(PrplotWarning, match="taken over samples of different prevalence"):
            mean_area(DIFFERENT, **moved)
    for space in ("roc", "croc", "det", "cost"):
        average = mean_area(DIFFERENT, space)
        assert average.values.tolist() == [path.curve(space).area() for path in DIFFERENT]
        assert mean_area([path.curve(space) for path in DIFFERENT]).mean == average.mean
    one = mean_area(DIFFERENT, prevalence=0.1)
    assert one.values.tolist() == [path.pr(prevalence=0.1).area() for path in DIFFERENT]
    np.testing.assert_allclose(one.prevalences, 0.1, rtol=1e-12)
    assert mean_area(SAME).mean == pytest.approx(np.mean([p.pr().area() for p in SAME]), rel=1e-14)


def test_prevalences_are_apart_from_a_tenth_of_the_odds_on():
    for positives, told in ((10, False), (11, False), (12, True)):
        two = [prplot.from_labels([1] * p + [0] * 40, range(p + 40)) for p in (10, positives)]
        for mean in (mean_area, prplot.mean_curve):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                mean(two)
            assert bool(caught) == told
    assert "Pool folds of one data set, prplot.pool(paths)" in str(caught[0].message)


def test_undefined_areas_are_named_or_left_out():
    given = {"a": NO_POSITIVES, "b": SAME[0], "c": SAME[1], "d": NO_POSITIVES}
    said = r"the AUROC is not for 'a', 'd': .*no positive weight.* Leave such samples out with undefined='omit'"
    for options in ({}, {"undefined": "raise"}):
        with pytest.raises(PrplotValueError, match=said):
            mean_area(given, "roc", **options)
    average = mean_area(given, "roc", undefined="omit")
    assert average.names == ("b", "c")
    assert average.values.tolist() == [path.roc().area() for path in SAME[:2]]
    assert len(average.prevalences) == 2
    assert average.what == "AUROC; 2 of 4 undefined and left out"
    assert mean_area(SAME, "roc", undefined="omit").what == "AUROC"
    with pytest.warns(PrplotWarning, match="AUROC is undefined for 'number 1', 'number 2', and so is the mean"):
        none = mean_area([NO_POSITIVES] * 2, "roc", undefined="omit")
    assert math.isnan(none.mean)
    # One object of two at rank 1, one of one at rank 2, and a category without objects.
    found = [([1], 2), ([0, 1], 1), ([], 0)]
    categories = [prplot.from_labels(labels, -np.arange(len(labels)), positives=p) for labels, p in found]
    assert mean_area(categories, interpolation="max-interpolated", undefined="omit").values.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mean_area([]), "curves must be .* got none"),
        (lambda: mean_area([SAME[0].pr(), SAME[1].pr("step")]), "curves must be of one kind"),
        (lambda: mean_area([SAME[0].pr(), SAME[1].roc()]), "curves must be of one space"),
        (lambda: mean_area(SAME[0].roc(), prevalence=0.1), "prevalence must be given for paths"),
        (lambda: mean_area(SAME, normalized="max"), "normalized must be one of 'data', 'skew'"),
        (lambda: mean_f([0.5, 0.6]), "confusions must be a Confusion, .*path.at"),
        (lambda: mean_f(EVEN, prevalence=1), "prevalence must lie strictly between 0 and 1"),
        (lambda: mean_measure(EVEN, "f"), "metric must be the name of a metric"),
        (lambda: mean_area([SAME[0]], "roc").interval(independent=True), "at least two values"),
    ],
)
def test_what_has_no_mean_says_why(call, words):
    with pytest.raises(PrplotError, match=words):
        call()


def test_an_average_is_a_number_with_its_parts():
    average = mean_measure({"<a>": EVEN[0], "b": EVEN[1], "c": EVEN[3]}, "recall")
    assert average.values.tolist() == [0.6, 0.25, 0.05]
    assert float(average) == average.mean == pytest.approx(0.3, rel=1e-15)
    # Deviations 0.3, -0.05, -0.25: squares add up to 0.155.
    assert average.sd == pytest.approx(math.sqrt(0.155 / 2), rel=1e-14)
    assert repr(average) == "Average(0.3, sd 0.278 over 3; recall)"
    assert average.prevalences.tolist() == [0.2, 0.2, 0.2]
    assert not average.values.flags.writeable
    html = average._repr_html_()
    assert ("&lt;a&gt;" in html, "<a>" in html, html.count("<tr>")) == (True, False, 6)
    one = mean_measure(EVEN[0], "recall")
    assert (one.mean, repr(one)) == (0.6, "Average(0.6, sd nan over 1; recall)")
    with pytest.warns(PrplotWarning, match="standard deviation of one value"):
        assert math.isnan(one.sd)
    assert mean_area(SAME, "roc").names == ("fold 0", "fold 1", "fold 2", "fold 3")
    assert mean_area([SAME[0], SAME[0]], "roc").names == ("number 1", "number 2")


# Intervals


def test_a_mean_over_folds_has_the_interval_of_nadeau_and_bengio():
    average = mean_area(SAME, "roc")
    with pytest.warns(PrplotWarning, match="the variance is that of 4 folds"):
        interval = average.interval(0.9)
    assert "Nadeau and Bengio" in interval.methods()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other, plain = average.interval(0.9, test_to_train=3 / 7), average.interval(0.9, independent=True)
    assert "share no row, with the variance s²/k" in plain.methods()
    assert "Nadeau" not in plain.methods()
    share = np.mean(average.values)
    for found, more in ((interval, 1 / 3), (other, 3 / 7), (plain, 0)):
        # s² (1/k + n_test / n_train).
        error = math.sqrt(np.var(average.values, ddof=1) * (1 / 4 + more))
        away = stats.t.ppf(0.95, 3) * error / (share * (1 - share))
        assert found.standard_error == pytest.approx(error, rel=1e-12)
        assert tuple(found) == pytest.approx(special.expit(special.logit(share) + np.array([-away, away])), rel=1e-12)
    for wrong in (0, math.nan, math.inf):
        with pytest.raises(PrplotValueError, match="test_to_train must be a positive number"):
            average.interval(test_to_train=wrong)
    with pytest.raises(PrplotValueError, match="independent=True beside it"):
        average.interval(test_to_train=0.25, independent=True)


def of_values(values, low=0.0):
    """An average of recalls, or of gains that have no least value: 1 - fp / tp with as many negatives as positives."""
    if low == 0:
        return mean_measure([Confusion(tp=v, fp=1, fn=1 - v, tn=1) for v in values], "recall")
    return mean_measure([Confusion(tp=1e-9, fp=1e-9 * (1 - v), fn=1e9, tn=1e9) for v in values], "precision_gain")


@pytest.mark.parametrize(
    ("low", "there", "back"),
    [(0.0, special.logit, special.expit), (-math.inf, lambda x: -np.log1p(-x), lambda x: -np.expm1(-x))],
    ids=["share", "gain"],
)
def test_ends_stay_within_the_range(low, there, back):
    values = [0.48, 0.497, 0.32, 0.499, 0.49]
    found = of_values(values, low).interval(independent=True)
    mean, step = np.mean(values), 1e-6
    slope = (there(mean + step) - there(mean - step)) / (2 * step)
    expected = back(there(mean) + slope * stats.sem(values) * stats.t.ppf([0.025, 0.975], 4))
    assert tuple(found) == pytest.approx(tuple(expected), rel=1e-6)
    assert found.standard_error == pytest.approx(stats.sem(values), rel=1e-6)


def test_a_mean_at_the_end_of_its_range_has_no_interval():
    for value, low in ((1.0, 0.0), (0.0, 0.0), (1.0, -math.inf)):
        with pytest.warns(PrplotWarning, match="an end of its range"):
            found = of_values([value] * 5, low).interval(independent=True)
        assert [math.isnan(each) for each in (found.low, found.high, found.standard_error)] == [True] * 3
    below = mean_measure([*EVEN, Confusion(tp=0, fp=2, fn=20, tn=78)], "f1_gain").interval(independent=True)
    assert math.isnan(below.low)
    assert math.isnan(below.high)
