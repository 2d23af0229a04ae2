"""Means over folds and tasks, against exact fractions and the papers; and the means that are refused."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot import Confusion
from prplot.errors import PrplotTypeError, PrplotValueError, PrplotWarning
from prplot.metrics import LinearFractional
from prplot.uncertainty import mean_area, mean_f, mean_measure
from prplot.uncertainty.members import each

BETAS = [0.5, 1.0, 2.0]


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


def at_level(confusions, beta, pi):
    pi = Fraction(pi)
    return pi / (1 - (1 - pi) * exact_mean_gain(confusions, beta))


EVEN = [Confusion(tp=t, fp=f, fn=20 - t, tn=80 - f) for t, f in ((12, 3), (5, 1), (20, 40), (1, 0), (7, 70))]
UNEVEN = [Confusion(tp=3, fp=1, fn=1, tn=5), Confusion(tp=2, fp=2, fn=7, tn=4), Confusion(tp=1, fp=0, fn=0, tn=90)]


# F


@pytest.mark.parametrize("beta", BETAS)
def test_at_one_prevalence_mean_f_is_the_harmonic_mean(beta):
    harmonic = len(EVEN) / sum(1 / exact_f(c, beta) for c in EVEN)
    assert mean_f(EVEN, beta) == pytest.approx(float(harmonic), rel=1e-15)
    # Sizes may differ; what counts is the prevalence.
    scaled = [Confusion(tp=c.tp * k, fp=c.fp * k, fn=c.fn * k, tn=c.tn * k) for k, c in enumerate(EVEN, start=1)]
    assert mean_f(scaled, beta) == pytest.approx(float(harmonic), rel=1e-15)
    assert mean_f(dict(enumerate(EVEN)), beta) == mean_f(iter(EVEN), beta) == mean_f(EVEN, beta)


@pytest.mark.parametrize("beta", BETAS)
def test_mean_f_is_the_mean_gain_converted_back(beta):
    for pi in (0.01, 0.4, 0.9):
        wanted = float(at_level(UNEVEN, beta, pi))
        assert mean_f(UNEVEN, beta, prevalence=pi) == pytest.approx(wanted, rel=1e-14)
    merged = Fraction(4 + 9 + 1, 10 + 15 + 91)
    assert mean_f(UNEVEN, beta, prevalence="merged") == pytest.approx(float(at_level(UNEVEN, beta, merged)), rel=1e-14)
    assert mean_measure(UNEVEN, prplot.f_gain(beta)).mean == pytest.approx(float(exact_mean_gain(UNEVEN, beta)))


def test_one_matrix_has_its_own_f():
    for c in UNEVEN:
        assert mean_f(c) == pytest.approx(c.f(), rel=1e-15)


def test_without_a_common_prevalence_the_error_names_what_may_be_had():
    merged = f"{14 / 116:.4g}"
    with pytest.raises(PrplotValueError, match=f"prevalences from 0.01099 to 0.6.*'merged', here {merged}") as caught:
        mean_f(UNEVEN, 2)
    assert "prplot.mean_measure(confusions, prplot.f_gain(2))" in str(caught.value)
    nearly = [Confusion(tp=1, fp=1, fn=1, tn=1), Confusion(tp=1, fp=1, fn=1, tn=1 + 1e-10)]
    assert mean_f(nearly) == pytest.approx(0.5, rel=1e-9)


def test_every_prevalence_orders_classifiers_alike():
    other = [Confusion(tp=2, fp=0, fn=2, tn=6), Confusion(tp=5, fp=4, fn=4, tn=2), Confusion(tp=1, fp=2, fn=0, tn=88)]
    better = exact_mean_gain(UNEVEN) > exact_mean_gain(other)
    for pi in (1e-6, 0.05, 0.5, 0.99, "merged"):
        assert (mean_f(UNEVEN, prevalence=pi) > mean_f(other, prevalence=pi)) == better


def test_no_true_positive_makes_the_mean_zero():
    found_nothing = Confusion(tp=0, fp=2, fn=20, tn=78)
    silent = Confusion(tp=0, fp=0, fn=20, tn=80)
    for zero in (found_nothing, silent):
        assert mean_f([*EVEN, zero]) == 0.0
        assert mean_measure([*EVEN, zero], "f1_gain").mean == -math.inf


@pytest.mark.parametrize("empty", [Confusion(tp=0, fp=2, fn=0, tn=3), Confusion(tp=2, fp=0, fn=3, tn=0)])
def test_a_matrix_of_one_class_makes_the_mean_undefined(empty):
    with pytest.warns(PrplotWarning, match="f1_gain is undefined for 'bad', and so is the mean") as caught:
        assert math.isnan(mean_f({"good": EVEN[0], "bad": empty}))
    assert len(caught) == 1
    with pytest.warns(PrplotWarning, match="for 'number 2'"):
        assert math.isnan(mean_measure([EVEN[0], empty], "f1_gain").mean)


@pytest.mark.parametrize("scale", [1.0, 1e-280, 1e295])
@pytest.mark.parametrize("negatives", [1e-12, 1e12])
def test_digits_stay_at_extreme_prevalence_and_weights(scale, negatives):
    shares = [(0.75, 0.125), (0.5, 0.0), (0.25, 0.5)]
    matrices = [
        Confusion(tp=tp * scale, fp=fpr * negatives * scale, fn=(1 - tp) * scale, tn=(1 - fpr) * negatives * scale)
        for tp, fpr in shares
    ]
    cells = [tuple(map(Fraction, (c.tp, c.fp, c.fn, c.tn))) for c in matrices]
    missed = sum((tp + fn) / (fp + tn) * (fp + fn) / (2 * tp) for tp, fp, fn, tn in cells) / 3
    odds = sum(tp + fn for tp, _, fn, _ in cells) / sum(fp + tn for _, fp, _, tn in cells)
    wanted = float(odds / (odds + missed))
    assert mean_f(matrices) == pytest.approx(wanted, rel=1e-14)
    assert mean_f(matrices, prevalence="merged") == pytest.approx(wanted, rel=1e-14)


def test_weights_whose_sums_overflow():
    huge = [Confusion(tp=1e308, fp=1e308, fn=1e308, tn=1e308), Confusion(tp=1e308, fp=0, fn=0, tn=1e308)]
    assert mean_f(huge) == pytest.approx(2 / (1 / 0.5 + 1), rel=1e-15)


# Other measures


OVER_POINTS = ["recall", "fpr", "specificity", "fnr", "accuracy", "error_rate", "predicted_positive_rate"]
OVER_POINTS += ["balanced_accuracy", "informedness"]


@pytest.mark.parametrize("name", OVER_POINTS)
def test_means_over_points_are_those_of_the_summed_matrix(name):
    # With P and N the same in every fold, both divide by the same.
    average = mean_measure(EVEN, name)
    tp, fp, fn, tn = np.sum([(c.tp, c.fp, c.fn, c.tn) for c in EVEN], axis=0)
    summed = Confusion(tp=tp, fp=fp, fn=fn, tn=tn)
    assert average.mean == pytest.approx(summed.measure(name), rel=1e-14)
    assert average.values.tolist() == [c.measure(name) for c in EVEN]


@pytest.mark.parametrize("name", ["precision_gain", "recall_gain", "f2_gain"])
def test_gains_may_be_averaged_at_any_prevalence(name):
    assert mean_measure(UNEVEN, name).mean == pytest.approx(sum(c.measure(name) for c in UNEVEN) / 3, rel=1e-15)


def test_a_mean_gain_obeys_theorem_2():
    precision, recall, f = (mean_measure(UNEVEN, n).mean for n in ("precision_gain", "recall_gain", "f2_gain"))
    assert precision + 4 * recall == pytest.approx(5 * f, rel=1e-13)


def test_expected_cost_may_be_averaged():
    cost = prplot.expected_cost(fn=3, fp=1, prevalence=0.2)
    assert mean_measure(EVEN, cost).mean == pytest.approx(np.mean([c.measure(cost) for c in EVEN]), rel=1e-15)


JACCARD = LinearFractional("jaccard", "J", (1, 0, 0, 0), (1, 1, 1, 0))
PRECISION_LESS_FPR = LinearFractional("mine", "mine", (1, 0, 0, 0), (1, 1, 0, 0), (0, -1, 0, 0))


@pytest.mark.parametrize(
    ("metric", "instead"),
    [
        ("precision", "'precision_gain'.*prplot.precision_from_gain"),
        ("fdr", "'precision_gain'"),
        ("f1", r"prplot.mean_f\(confusions, beta=1\)"),
        ("f0.5", r"prplot.mean_f\(confusions, beta=0.5\)"),
        ("npv", "add the matrices up"),
        ("mcc", "add the matrices up"),
        ("lr_positive", "add the matrices up"),
        (JACCARD, "add the matrices up"),
        (PRECISION_LESS_FPR, "add the matrices up"),
    ],
)
def test_means_that_are_refused_name_one_that_may_be_taken(metric, instead):
    with pytest.raises(PrplotValueError, match=f"must not be taken: .*{instead}"):
        mean_measure(EVEN, metric)


def test_the_mean_that_is_refused_differs_from_the_one_that_is_not():
    # Two folds with F1 of 1 and 1/9: arithmetic 5/9, harmonic 1/5.
    folds = [Confusion(tp=13, fp=0, fn=0, tn=13), Confusion(tp=1, fp=4, fn=12, tn=9)]
    assert [exact_f(c) for c in folds] == [1, Fraction(1, 9)]
    assert mean_f(folds) == pytest.approx(1 / 5, rel=1e-15)


# Areas


def ranked(positives, negatives, first="positives"):
    labels = np.repeat([1, 0], [positives, negatives])
    score = np.arange(len(labels))
    return prplot.from_labels(labels, -score if first == "positives" else score)


def random_fold(seed, positives=20, negatives=30):
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    return prplot.from_labels(labels, np.round(rng.normal(labels, 1), 1), name=f"fold {seed}")


SAME = [random_fold(seed) for seed in range(4)]
DIFFERENT = [random_fold(seed, 10 + 7 * seed, 40) for seed in range(4)]


def least(pi):
    """Theorem 2 of Boyd et al."""
    return 1 + (1 - pi) / pi * math.log(1 - pi)


def path_with_area(positives, negatives, area):
    """One threshold that finds so much of the foreground, and no background, that the PR area is the wanted one."""

    def made(share):
        return prplot.from_counts([2, 1], [share * positives, positives], [0, negatives])

    low, high = 1e-9, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if made(middle).pr().area() < area else (low, middle)
    return made((low + high) / 2)


TABLE = {  # Saito and Rehmsmeier, Table 5: PR areas of two test sets, and these normalised.
    "MiRFinder": (0.945, 0.106, 0.9430, 0.1023),
    "miPred": (0.976, 0.024, 0.9751, 0.0200),
    "RNAmicro": (0.559, 0.054, 0.5429, 0.0501),
    "ProMiR": (0.801, 0.035, 0.7937, 0.0310),
    "RNAfold": (0.670, 0.015, 0.6579, 0.0109),
}


@pytest.mark.parametrize("tool", TABLE)
def test_normalised_areas_of_two_tasks_of_the_literature(tool):
    one, other, normalised_one, normalised_other = TABLE[tool]
    tasks = {"T1": path_with_area(819, 11060, one), "T2": path_with_area(111, 13444, other)}
    average = mean_area(tasks, normalized="skew")
    np.testing.assert_allclose(average.values, [normalised_one, normalised_other], atol=5e-5)
    assert average.mean == pytest.approx((normalised_one + normalised_other) / 2, abs=5e-5)
    assert average.names == ("T1", "T2")
    np.testing.assert_allclose(average.prevalences, [0.0689452, 0.00818886], rtol=1e-5)


def test_areas_of_different_prevalence_come_with_a_warning():
    with pytest.warns(PrplotWarning, match=r"prevalences from 0\.2 to 0\.4366.*pool.*prevalence=.*normalized=True"):
        average = mean_area(DIFFERENT)
    assert average.mean == pytest.approx(np.mean([p.pr().area() for p in DIFFERENT]), rel=1e-14)
    for moved in (*({"space": name} for name in ("prg", "gains", "lift")), {"interpolation": "step"}):
        with pytest.warns(PrplotWarning, match="taken over samples of different prevalence"):
            mean_area(DIFFERENT, **moved)
    assert mean_area(SAME).mean == pytest.approx(np.mean([p.pr().area() for p in SAME]), rel=1e-14)


def test_the_worst_rankings_get_nothing_for_free():
    # Boyd et al., Section 4.2: at prevalence 0.5 the area is at least 0.31, at 0.05 at least 0.0254.
    worst = {"gender": ranked(50, 50, "negatives"), "genre": ranked(5, 95, "negatives")}
    free = [path.pr().area() for path in worst.values()]
    assert free == pytest.approx([0.3068528194, 0.0254274066], abs=1e-10)
    for by in (True, "data", "skew"):
        assert mean_area(worst, normalized=by).mean == pytest.approx(0, abs=1e-12)
    best = [ranked(50, 50), ranked(5, 95)]
    assert mean_area(best, normalized=True).mean == 1.0


def test_normalised_areas_by_the_closed_form():
    areas = [path.pr().area() for path in DIFFERENT]
    wanted = [(a - least(p.prevalence)) / (1 - least(p.prevalence)) for a, p in zip(areas, DIFFERENT, strict=True)]
    for by in (True, "skew"):
        np.testing.assert_allclose(mean_area(DIFFERENT, normalized=by).values, wanted, rtol=1e-12)


def test_the_two_normalisations_differ_for_soft_labels():
    soft = [prplot.from_weights([3, 2, 1], fg=[0.9, 0.2, 0.6]), prplot.from_weights([3, 2, 1], fg=[0.7, 0.2, 0.1])]
    data, skew = (mean_area(soft, normalized=by) for by in ("data", "skew"))
    assert data.values.tolist() == [path.pr().normalized_area() for path in soft]
    assert skew.values.tolist() == [path.pr().normalized_area(by="skew") for path in soft]
    assert data.mean != skew.mean


@pytest.mark.parametrize("space", ["roc", "croc", "det", "cost"])
def test_areas_on_one_scale_may_be_averaged_at_any_prevalence(space):
    average = mean_area(DIFFERENT, space)
    assert average.values.tolist() == [path.curve(space).area() for path in DIFFERENT]
    assert average.mean == pytest.approx(np.mean(average.values), rel=1e-14)
    assert mean_area([path.curve(space) for path in DIFFERENT]).mean == average.mean


def test_one_prevalence_for_all():
    average = mean_area(DIFFERENT, prevalence=0.1)
    assert average.values.tolist() == [path.pr(prevalence=0.1).area() for path in DIFFERENT]
    np.testing.assert_allclose(average.prevalences, 0.1, rtol=1e-12)


def test_ranges_and_options():
    part = mean_area(SAME, "roc", high=0.2)
    assert part.values.tolist() == [path.roc().area(0, 0.2) for path in SAME]
    step = mean_area(SAME, interpolation="step")
    assert step.values.tolist() == [path.pr("step").area() for path in SAME]
    assert "step" in repr(step)
    assert "from 0 to 0.2" in repr(part)


def test_undefined_areas_are_an_error_that_names_them():
    no_positives = prplot.from_labels([0, 0], [2, 1])
    said = r"the ROC area is not for 'a', 'c': .*no foreground.* Leave such samples out with undefined='omit'"
    for given in ({}, {"undefined": "raise"}):
        with pytest.raises(prplot.PrplotValueError, match=said):
            mean_area({"a": no_positives, "b": SAME[0], "c": no_positives}, "roc", **given)


def test_stratified_folds_are_averaged_without_a_word():
    # Odds of 38 to 23 and 36 to 22: within 10 %. In the second place 2 and 3 positives of 1,000, odds 1.5 apart.
    near = [prplot.from_labels([1] * p + [0] * n, range(p + n)) for p, n in ((38, 23), (36, 22), (38, 22))]
    assert mean_area(near).mean == pytest.approx(np.mean([path.pr().area() for path in near]), rel=1e-14)
    assert len(prplot.mean_curve(near)) == 3
    far = [prplot.from_labels([1] * p + [0] * (1000 - p), range(1000)) for p in (2, 3)]
    for mean in (mean_area, prplot.mean_curve):
        with pytest.warns(PrplotWarning, match=r"Pool folds of one data set, prplot\.pool\(paths\)"):
            mean(far)


@pytest.mark.parametrize(("positives", "told"), [(10, False), (11, False), (12, True)])
def test_prevalences_are_apart_from_a_tenth_of_the_odds_on(positives, told):
    two = [prplot.from_labels([1] * p + [0] * 40, range(p + 40)) for p in (10, positives)]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mean_area(two)
    assert bool(caught) == told


def test_undefined_areas_are_left_out():
    no_positives = prplot.from_labels([0, 0], [2, 1])
    average = mean_area({"a": no_positives, "b": SAME[0], "c": SAME[1], "d": no_positives}, "roc", undefined="omit")
    assert average.names == ("b", "c")
    assert average.values.tolist() == [path.roc().area() for path in SAME[:2]]
    assert len(average.prevalences) == 2
    assert average.what == "ROC area; 2 of 4 undefined and left out"
    every = mean_area(SAME, "roc", undefined="omit")
    assert (every.what, every.mean) == ("ROC area", mean_area(SAME, "roc").mean)


def test_where_no_area_is_defined_none_is_left_out():
    with pytest.warns(PrplotWarning, match="ROC area is undefined for 'number 1', 'number 2', and so is the mean"):
        average = mean_area([prplot.from_labels([0, 0], [2, 1])] * 2, "roc", undefined="omit")
    assert math.isnan(average.mean)
    assert len(average) == 2


def test_means_over_categories_that_do_not_reach_all():
    """One object of two at rank 1, one of one at rank 2, and a category without objects."""
    categories = {
        "a": prplot.from_labels([1], [1], positives=2),
        "b": prplot.from_labels([0, 1], [2, 1], positives=1),
        "c": prplot.from_labels([], [], positives=0),
    }
    average = mean_area(categories, interpolation="max-interpolated", undefined="omit")
    assert average.values.tolist() == [0.5, 0.5]


def test_what_to_do_with_undefined_areas_is_one_of_two():
    with pytest.raises(prplot.PrplotValueError, match="undefined must be one of 'raise', 'omit'; got 'drop'"):
        mean_area(SAME, "roc", undefined="drop")


def test_normalised_areas_that_are_undefined_say_why():
    alike = [prplot.from_weights([1, 1], fg=[share, share]) for share in (0.3, 0.4)]
    with pytest.raises(prplot.PrplotValueError, match="is not for 'number 1', 'number 2': the best and the worst area"):
        mean_area(alike, normalized=True)


def test_normalised_areas_without_proved_bounds_are_refused():
    free = [prplot.from_weights([3, 2, 1], fg=[0.9, 0.2, 0.6], bg=[1, 2, k]) for k in (3, 4)]
    with pytest.raises(prplot.PrplotValueError, match="'step' is not so for points of different weight"):
        mean_area(free, interpolation="step", normalized=True)


def test_warnings_of_others_pass():
    def careless(value):
        warnings.warn("unrelated", UserWarning, stacklevel=1)
        return value

    with pytest.warns(UserWarning, match="unrelated"):
        assert each(["a"], [2.0], careless).tolist() == [2.0]


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: mean_area([]), PrplotValueError, "curves must be .* got none"),
        (lambda: mean_area([1]), PrplotTypeError, "curves must be a path, a curve.* got int 1"),
        (lambda: mean_area(SAME, "pcr"), PrplotValueError, "space must be one of"),
        (lambda: mean_area([SAME[0].pr(), SAME[1].pr("step")]), PrplotValueError, "curves must be of one kind"),
        (lambda: mean_area([SAME[0].croc(), SAME[1].croc(alpha=8)]), PrplotValueError, "curves must be of one kind"),
        (lambda: mean_area([SAME[0].pr(), SAME[1].roc()]), PrplotValueError, "curves must be of one space"),
        (lambda: mean_area(SAME[0].roc(), prevalence=0.1), PrplotTypeError, "prevalence must be given for paths"),
        (lambda: mean_area(SAME, normalized="max"), PrplotValueError, "normalized must be one of 'data', 'skew'"),
        (lambda: mean_area(SAME, "roc", high=2), PrplotValueError, "high must lie in the domain"),
        (lambda: mean_f([0.5, 0.6]), PrplotTypeError, "confusions must be a Confusion, .*path.at"),
        (lambda: mean_f([]), PrplotValueError, "confusions must be .* got none"),
        (lambda: mean_f(EVEN, 0), PrplotValueError, "beta must be finite and greater than 0"),
        (lambda: mean_f(EVEN, prevalence=1), PrplotValueError, "prevalence must lie strictly between 0 and 1"),
        (lambda: mean_f(EVEN, prevalence="pooled"), PrplotValueError, "prevalence must be one of 'merged'"),
        (lambda: mean_measure(EVEN, "f"), PrplotValueError, "metric must be the name of a metric"),
    ],
)
def test_errors(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


# The result


def test_an_average_is_a_number_with_its_parts():
    average = mean_measure({"<a>": EVEN[0], "b": EVEN[1], "c": EVEN[3]}, "recall")
    assert average.values.tolist() == [0.6, 0.25, 0.05]
    assert float(average) == average.mean == pytest.approx(0.3, rel=1e-15)
    # Deviations 0.3, -0.05, -0.25: squares add up to 0.155.
    assert average.sd == pytest.approx(math.sqrt(0.155 / 2), rel=1e-14)
    assert len(average) == 3
    assert repr(average) == "Average(0.3, sd 0.278 over 3; recall)"
    assert average.prevalences.tolist() == [0.2, 0.2, 0.2]
    assert not average.values.flags.writeable
    assert not average.prevalences.flags.writeable
    html = average._repr_html_()
    assert "&lt;a&gt;" in html
    assert "<a>" not in html
    assert html.count("<tr>") == 6


def test_the_spread_of_one_value_is_undefined():
    one = mean_measure(EVEN[0], "recall")
    assert (one.mean, repr(one)) == (0.6, "Average(0.6, sd nan over 1; recall)")
    with pytest.warns(PrplotWarning, match="standard deviation of one value"):
        assert math.isnan(one.sd)


def test_names_are_numbers_where_labels_tell_nothing_apart():
    assert mean_area(SAME, "roc").names == ("fold 0", "fold 1", "fold 2", "fold 3")
    assert mean_area([SAME[0], SAME[0]], "roc").names == ("number 1", "number 2")
