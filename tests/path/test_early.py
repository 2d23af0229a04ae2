"""Early recognition: numbers of RDKit, means over all orders of tied rows, and closed forms."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.uncertainty.measures import measure_of

# A hundred rows of which fourteen are positive, from the highest score on.
LABELS = [int(i * i % 37 < 4) for i in range(100)]
ROWS = prplot.from_labels(LABELS, np.arange(100, 0, -1))
# RDKit 2026.09.1, CalcRIE and CalcBEDROC of rdkit.ML.Scoring.Scoring.
RDKIT = {
    20.0: (2.437673292631582, 0.36337084376416107),
    100.0: (6.176177930763295, 0.8646656293011645),
    160.9: (6.856892512041378, 0.959964951844041),
}
# CalcEnrichment of the same.
ENRICHMENT = {0.01: 7.142857142857143, 0.05: 2.857142857142857, 0.1: 1.4285714285714286, 0.25: 1.1428571428571428}
# Groups of tied rows, from the highest score on.
GROUPS = ((1, 0, 1), (0,), (1,), (0, 1, 0, 0), (1, 0))
SHORT = [label for group in GROUPS for label in group]
TIED = prplot.from_labels(SHORT, np.repeat(np.arange(5, 0, -1), [len(group) for group in GROUPS]))


def rie_of(labels, alpha):
    """RIE as Sheridan et al. define it, of labels in their order; with as many digits as alpha."""
    n = len(labels)
    weights = [(-alpha * rank / n).exp() for rank in range(1, n + 1)]
    return sum(w for w, label in zip(weights, labels, strict=True) if label) / sum(labels) / (sum(weights) / n)


def bedroc_of(labels, alpha):
    best, worst = (rie_of(sorted(labels, reverse=first), alpha) for first in (True, False))
    return (rie_of(labels, alpha) - worst) / (best - worst)


@pytest.fixture(scope="module")
def orders():
    """All orders of the tied rows, each label for itself."""
    return [sum(order, ()) for order in itertools.product(*(itertools.permutations(group) for group in GROUPS))]


@pytest.mark.parametrize("alpha", RDKIT)
def test_what_rdkit_prints_without_ties(alpha):
    assert (ROWS.rie(alpha), ROWS.bedroc(alpha)) == pytest.approx(RDKIT[alpha], rel=1e-13)


def test_the_enrichment_that_rdkit_prints_of_whole_rows():
    found = [ROWS.enrichment_factor(fraction) for fraction in ENRICHMENT]
    assert found == pytest.approx(list(ENRICHMENT.values()), rel=1e-13)


def test_best_and_worst_of_the_tests_of_rdkit():
    """UnitTestScoring.py: 20 actives of 400, alpha 100, at a fraction of 0.05."""
    path = prplot.from_labels([1] * 20 + [0] * 380, np.arange(400, 0, -1))
    share = 0.05
    most = (1 - math.exp(-100 * share)) / (1 - math.exp(-100.0)) / share
    least = (1 - math.exp(100 * share)) / (1 - math.exp(100.0)) / share
    assert [p.rie(100) for p in (path, path.worst())] == pytest.approx([most, least], rel=1e-12)
    assert [p.bedroc(100) for p in (path, path.worst())] == pytest.approx([1, 0], abs=1e-15)
    assert [p.enrichment_factor(share) for p in (path, path.worst())] == [20, 0]


@pytest.mark.parametrize("measure", ["rie", "bedroc"])
def test_ties_are_the_mean_over_all_orders(orders, measure):
    of, alpha = {"rie": rie_of, "bedroc": bedroc_of}[measure], Decimal(3)
    counted = {order: orders.count(order) for order in set(orders)}
    wanted = sum(count * of(order, alpha) for order, count in counted.items()) / len(orders)
    assert getattr(TIED, measure)(3) == pytest.approx(float(wanted), rel=1e-13)


def test_the_enrichment_within_ties_is_the_mean_over_all_orders(orders):
    n, positives = len(SHORT), sum(SHORT)
    for k in range(1, n + 1):
        found = Fraction(sum(sum(order[:k]) for order in orders), len(orders))
        assert TIED.enrichment_factor(k / n) == pytest.approx(float(found / positives * n / k), rel=1e-13)


@pytest.mark.parametrize("alpha", ["1e-7", "0.5", "0.999", "1.001", "40"])
def test_bedroc_has_its_digits_however_flat(alpha):
    with localcontext(prec=60):
        wanted = bedroc_of(LABELS, Decimal(alpha)), rie_of(LABELS, Decimal(alpha))
    assert (ROWS.bedroc(float(alpha)), ROWS.rie(float(alpha))) == pytest.approx([float(w) for w in wanted], rel=1e-13)


def test_flat_weights_give_the_roc_area():
    assert TIED.bedroc(1e-12) == pytest.approx(TIED.roc().area(), rel=1e-11)
    assert TIED.bedroc(5e-324) == pytest.approx(TIED.roc().area(), rel=1e-14)


def test_the_closed_form_of_truchon_and_bayly():
    """BEDROC as a function of RIE and the share of actives."""
    share, alpha = TIED.prevalence, 20.0
    scale = share * math.sinh(alpha / 2) / (math.cosh(alpha / 2) - math.cosh(alpha / 2 - alpha * share))
    wanted = TIED.rie() * scale + 1 / (1 - math.exp(alpha * (1 - share)))
    assert TIED.bedroc() == pytest.approx(wanted, rel=1e-13)


def all_four(path):
    return [path.rie(), path.bedroc(), path.log_auc(0.05), path.enrichment_factor(0.15)]


def test_weights_are_tied_rows():
    label, score, weight = [1, 0, 1, 0, 0], [9, 8, 8, 5, 1], [2, 3, 1, 4, 2]
    weighed = all_four(prplot.from_labels(label, score, sample_weight=weight))
    assert weighed == pytest.approx(all_four(prplot.from_labels(np.repeat(label, weight), np.repeat(score, weight))))
    assert weighed == pytest.approx(all_four(prplot.from_labels(label, score, sample_weight=np.multiply(weight, 0.1))))


def test_soft_labels_are_shares_of_rows():
    soft = prplot.from_weights([9, 8, 5], fg=[0.75, 0.25, 0.5])
    rows = prplot.from_labels([1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0], np.repeat([9, 8, 5], 4))
    assert all_four(soft) == pytest.approx(all_four(rows), rel=1e-14)


def test_log_auc_by_hand():
    """Recall is 1/2 up to fpr 1/3, 1 beyond 2/3, and 1/2 + (3 fpr - 1) / 2 = 3 fpr / 2 between."""
    path = prplot.from_labels([1, 0, 1, 0, 0], [9, 8, 7, 7, 5])
    area = 0.5 * math.log(1 / 3 / 0.001) + 1.5 * (2 / 3 - 1 / 3) + math.log(3 / 2)
    assert path.log_auc() == pytest.approx(area / math.log(1000), rel=1e-14)
    # Cut within the tie and in the first step.
    assert path.log_auc(0.4, 0.5) == pytest.approx(1.5 * 0.1 / math.log(0.5 / 0.4), rel=1e-13)
    assert path.log_auc(0.02, 0.3) == pytest.approx(0.5, rel=1e-14)


def test_chance_is_taken_off():
    """Mysinger and Shoichet give 14.462 % from 0.001 to 1."""
    chance = prplot.from_labels([1, 0, 0], [1, 1, 1])
    assert chance.log_auc() == pytest.approx(0.14462, abs=5e-6)
    assert chance.log_auc(0.01, 0.2, adjusted=True) == pytest.approx(0, abs=1e-15)
    assert ROWS.log_auc() - ROWS.log_auc(adjusted=True) == pytest.approx(chance.log_auc(), rel=1e-14)
    assert (chance.rie(), chance.enrichment_factor(0.3)) == pytest.approx((1, 1))


def test_what_is_not_returned_comes_last_background_first():
    short = prplot.from_labels([1, 0, 1, 0], [9, 8, 7, 6], positives=4, negatives=5)
    whole = prplot.from_labels([1, 0, 1, 0, 0, 0, 0, 1, 1], [9, 8, 7, 6, 5, 5, 5, 4, 4])
    assert all_four(short) == pytest.approx(all_four(whole), rel=1e-14)
    assert short.enrichment_factor(0.8) == pytest.approx((2 + 0.8 * 9 - 7) / 4 / 0.8, rel=1e-14)
    assert prplot.from_labels([], [], positives=3, negatives=5).bedroc() == 0


def test_counts_in_bins_are_mixed_evenly():
    counts = {"tp": [3, 4, 8], "fp": [1, 6, 9]}
    binned, tied = (prplot.from_counts([0.7, 0.5, 0.0], **counts, binned=b) for b in (True, False))
    assert all_four(binned) == all_four(tied)


MEASURES = ["rie", "bedroc", "log_auc", "enrichment_factor"]


@pytest.mark.parametrize("measure", MEASURES)
def test_what_is_undefined_is_nan_with_a_warning(measure):
    negatives_only = prplot.from_labels([0, 0], [2, 1])
    with pytest.warns(prplot.PrplotWarning, match=r"no foreground weight \(P = 0\)"):
        assert math.isnan(getattr(negatives_only, measure)())
    uncounted = prplot.from_labels([1, 0], [2, 1], positives=3)
    with pytest.warns(prplot.PrplotWarning, match=r"number of negatives is unknown.*negatives="):
        assert math.isnan(getattr(uncounted, measure)())


def test_foreground_alone():
    path = prplot.from_labels([1, 1, 1], [3, 2, 1])
    assert (path.rie(), path.enrichment_factor(0.5)) == pytest.approx((1, 1))
    for measure in ("bedroc", "log_auc"):
        with pytest.warns(prplot.PrplotWarning, match=r"no background weight \(N = 0\)"):
            assert math.isnan(getattr(path, measure)())


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda: TIED.rie(0), "alpha must be greater than 0 and finite; got 0"),
        (lambda: TIED.bedroc(math.inf), "alpha must be greater than 0 and finite; got inf"),
        (lambda: TIED.bedroc(math.nan), "alpha must be greater than 0 and finite; got nan"),
        (lambda: TIED.bedroc("20%"), "alpha must"),
        (lambda: TIED.log_auc(0.0), "low must be at least 1e-300, .*; got low=0.0, high=1.0"),
        (lambda: TIED.log_auc(0.2, 0.2), "less than high; got low=0.2, high=0.2"),
        (lambda: TIED.log_auc(0.2, 5), "high must be at most 1; got 5"),
        (lambda: TIED.log_auc(adjusted="no"), "adjusted must be True or False"),
        (lambda: TIED.enrichment_factor(0), r"fraction must lie in \(0, 1\]; got 0"),
        (lambda: TIED.enrichment_factor(1.5), r"fraction must lie in \(0, 1\]; got 1.5"),
    ],
)
def test_wrong_arguments(ask, text):
    with pytest.raises(prplot.PrplotError, match=text):
        ask()


@pytest.mark.filterwarnings("ignore:With 14 positives, intervals")
@pytest.mark.parametrize("measure", MEASURES)
def test_intervals_by_name(measure):
    by_name = ROWS.interval(measure, n=50, rng=1)
    by_function = ROWS.interval(lambda path: getattr(path, measure)(), n=50, rng=1)
    assert (by_name.estimate, by_name.low, by_name.high) == (by_function.estimate, by_function.low, by_function.high)
    assert by_name.low < by_name.estimate < by_name.high


def test_which_measures_are_shares():
    assert [measure_of(name, ROWS).bounds == (0, 1) for name in ("RIE", "BEDROC", "log-auc")] == [False, True, True]
