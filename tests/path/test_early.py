"""Early recognition: numbers of RDKit, means over all orders of tied rows, and closed forms."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import prplot

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


def test_what_rdkit_prints():
    """Without ties; and of UnitTestScoring.py: 20 actives of 400, alpha 100, at a fraction of 0.05."""
    for alpha, wanted in RDKIT.items():
        assert (ROWS.rie(alpha), ROWS.bedroc(alpha)) == pytest.approx(wanted, rel=1e-13)
    found = {fraction: ROWS.enrichment_factor(fraction) for fraction in ENRICHMENT}
    assert found == pytest.approx(ENRICHMENT, rel=1e-13)
    path, share = prplot.from_labels([1] * 20 + [0] * 380, np.arange(400, 0, -1)), 0.05
    most = (1 - math.exp(-100 * share)) / (1 - math.exp(-100.0)) / share
    least = (1 - math.exp(100 * share)) / (1 - math.exp(100.0)) / share
    for ranked, rie, bedroc, enrichment in ((path, most, 1, 20), (path.worst(), least, 0, 0)):
        found = (ranked.rie(100), ranked.bedroc(100), ranked.enrichment_factor(share))
        assert found == pytest.approx((rie, bedroc, enrichment), rel=1e-12, abs=1e-15)


def test_ties_are_the_mean_over_all_orders():
    orders = [sum(order, ()) for order in itertools.product(*(itertools.permutations(group) for group in GROUPS))]
    counted = {order: orders.count(order) for order in set(orders)}
    for measure, of in (("rie", rie_of), ("bedroc", bedroc_of)):
        wanted = sum(count * of(order, Decimal(3)) for order, count in counted.items()) / len(orders)
        assert getattr(TIED, measure)(3) == pytest.approx(float(wanted), rel=1e-13)
    n, positives = len(SHORT), sum(SHORT)
    for k in range(1, n + 1):
        wanted = Fraction(sum(sum(order[:k]) for order in orders), len(orders)) / positives * n / k
        assert TIED.enrichment_factor(k / n) == pytest.approx(float(wanted), rel=1e-13)


def test_bedroc_has_its_digits_however_flat():
    """Of flat weights it is the ROC area; otherwise the function of RIE of Truchon and Bayly."""
    for alpha in ("1e-7", "0.999", "1.001", "40"):
        with localcontext(prec=60):
            wanted = float(bedroc_of(LABELS, Decimal(alpha))), float(rie_of(LABELS, Decimal(alpha)))
        assert (ROWS.bedroc(float(alpha)), ROWS.rie(float(alpha))) == pytest.approx(wanted, rel=1e-13)
    for alpha in (1e-12, 5e-324):
        assert TIED.bedroc(alpha) == pytest.approx(TIED.roc().area(), rel=1e-11)
    share, alpha = TIED.prevalence, 20.0
    scale = share * math.sinh(alpha / 2) / (math.cosh(alpha / 2) - math.cosh(alpha / 2 - alpha * share))
    wanted = TIED.rie() * scale + 1 / (1 - math.exp(alpha * (1 - share)))
    assert TIED.bedroc() == pytest.approx(wanted, rel=1e-13)


@pytest.mark.parametrize(
    ("fg", "bg", "alpha", "wanted"),
    [
        ([0.5, 0.5], [1e-12, 0], 0.1, 0.25838401509083005),
        ([0.5, 0.5], [1e-15, 0], 0.1, 0.25838401509084274),
        ([0.5, 0.5], [0, 1e-15], 20, 0.99999546227428338),
        ([0.5, 0.3, 0.2], [0, 1e-300, 1e-300], 1, 0.84536621880088275),
        ([1e-300, 0], [0.5, 0.5], 20, 0.09999545815197613),
        ([1e-300, 2e-300, 0], [0.5, 0.2, 0.3], 0.5, 0.46378772928912975),
        # All rows are tied: of steep weights it is the prevalence.
        ([2], [6], 1e308, 0.25),
        # Of flat weights it is the ROC area.
        ([1e-320, 0], [0.5, 0.5], 1e-9, 0.75),
    ],
)
def test_bedroc_has_its_digits_at_any_prevalence(fg, bg, alpha, wanted):
    """The numbers are (RIE - worst) / (best - worst), computed by mpmath with 700 digits."""
    path = prplot.from_weights(list(range(len(fg), 0, -1)), fg=fg, bg=bg)
    assert path.bedroc(alpha) == pytest.approx(wanted, rel=1e-13 if alpha > 1e-9 else 1e-9)


def all_four(path):
    return [path.rie(), path.bedroc(), path.log_auc(0.05), path.enrichment_factor(0.15)]


def test_weights_and_soft_labels_are_tied_rows_and_what_is_not_returned_comes_last():
    from_labels, label, score, weight = prplot.from_labels, [1, 0, 1, 0, 0], [9, 8, 8, 5, 1], [2, 3, 1, 4, 2]
    counts = {"tp": [3, 4, 8], "fp": [1, 6, 9]}
    for path, rows in (
        (
            from_labels(label, score, sample_weight=weight),
            from_labels(np.repeat(label, weight), np.repeat(score, weight)),
        ),
        (
            from_labels(label, score, sample_weight=np.multiply(weight, 0.1)),
            from_labels(label, score, sample_weight=weight),
        ),
        (
            prplot.from_weights([9, 8, 5], fg=[0.75, 0.25, 0.5]),
            from_labels([1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0], np.repeat([9, 8, 5], 4)),
        ),
        (
            from_labels([1, 0, 1, 0], [9, 8, 7, 6], positives=4, negatives=5),
            from_labels([1, 0, 1, 0, 0, 0, 0, 1, 1], [9, 8, 7, 6, 5, 5, 5, 4, 4]),
        ),
        (prplot.from_counts([0.7, 0.5, 0], **counts, binned=True), prplot.from_counts([0.7, 0.5, 0], **counts)),
    ):
        assert all_four(path) == pytest.approx(all_four(rows), rel=1e-13)
    assert from_labels([], [], positives=3, negatives=5).bedroc() == 0


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


MEASURES = ["rie", "bedroc", "log_auc", "enrichment_factor"]


def test_what_is_undefined_is_nan_with_a_warning():
    negatives, positives = prplot.from_labels([0, 0], [2, 1]), prplot.from_labels([1, 1, 1], [3, 2, 1])
    uncounted = prplot.from_labels([1, 0], [2, 1], positives=3)
    assert (positives.rie(), positives.enrichment_factor(0.5)) == pytest.approx((1, 1))
    for measure in MEASURES:
        for path, said in (
            (negatives, r"no positive weight \(P = 0\)"),
            (uncounted, r"number of negatives is unknown.*negatives="),
            *([(positives, r"no negative weight \(N = 0\)")] if measure in ("bedroc", "log_auc") else []),
        ):
            with pytest.warns(prplot.PrplotWarning, match=said):
                assert math.isnan(getattr(path, measure)())
    for ask, text in (
        (lambda: TIED.rie(0), "alpha must be greater than 0 and finite; got 0"),
        (lambda: TIED.log_auc(0.2, 0.2), "less than high; got low=0.2, high=0.2"),
        (lambda: TIED.enrichment_factor(1.5), r"fraction must lie in \(0, 1\]; got 1.5"),
    ):
        with pytest.raises(prplot.PrplotError, match=text):
            ask()


@pytest.mark.filterwarnings("ignore:With 14 positives, intervals")
def test_intervals_by_name():
    for measure in MEASURES:
        by_name = ROWS.interval(measure, n=200, rng=1)
        by_function = ROWS.interval(lambda path, measure=measure: getattr(path, measure)(), n=200, rng=1)
        assert (by_name.low, by_name.high) == (by_function.low, by_function.high)
        assert by_name.low < by_name.estimate < by_name.high
