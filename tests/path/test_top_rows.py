"""Precision and recall at k, gains tables, and recall at false positives per image."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest

import prplot

LABELS, SCORES = [1, 0, 1, 0, 0], [0.9, 0.7, 0.7, 0.7, 0.1]
TIED = prplot.from_labels(LABELS, SCORES)


def in_expectation(k):
    """The mean number of positives among the first k rows, over all orders of rows of falling score."""
    orders = [order for order in permutations(range(5)) if all(SCORES[a] >= SCORES[b] for a, b in pairwise(order))]
    return Fraction(sum(sum(LABELS[row] for row in order[:k]) for order in orders), len(orders))


@pytest.mark.parametrize("k", range(1, 6))
def test_ties_are_in_expectation_over_their_orders(k):
    hits = in_expectation(k)
    assert TIED.precision_at_k(k) == pytest.approx(float(hits / k))
    assert TIED.recall_at_k(np.int64(k)) == pytest.approx(float(hits / 2))
    assert TIED.precision_at_k(fraction=k / 5) == pytest.approx(float(hits / k))
    counts = prplot.from_counts([0.9, 0.7, 0.1], tp=[1, 2, 2], fp=[0, 2, 3])
    assert counts.precision_at_k(k) == pytest.approx(float(hits / k))


def test_weights_are_shared_but_not_counted():
    weighted = prplot.from_labels([1, 0, 1], [3, 2, 1], sample_weight=[2, 1, 1])
    assert (weighted.precision_at_k(fraction=0.75), weighted.recall_at_k(fraction=0.5)) == (2 / 3, 2 / 3)
    with pytest.raises(prplot.PrplotError, match=r"k must count rows of weight 1; .* fraction=0.1"):
        weighted.precision_at_k(1)
    soft = prplot.from_weights([3, 2], fg=[0.75, 0.25], bg=[0.25, 0.75])
    assert (soft.precision_at_k(1), soft.recall_at_k(1)) == (0.75, 0.75)
    # Rows without a score come last, and nobody knows how many negatives of a detector there are.
    ended = prplot.from_labels([1, 0, 1, 0], [3, 2, None, None], missing="unreached")
    assert (ended.precision_at_k(3), ended.precision_at_k(4), ended.recall_at_k(2)) == (1 / 3, 1 / 2, 1 / 2)
    detector = prplot.from_counts([2, 1], tp=[1, 2], fp=[0, 1], positives=4)
    assert (detector.precision_at_k(3), detector.recall_at_k(1)) == (2 / 3, 0.25)
    with pytest.warns(prplot.PrplotWarning, match="number of negatives is unknown"):
        assert math.isnan(detector.precision_at_k(fraction=0.5))
    with pytest.warns(prplot.PrplotWarning, match="no positive weight"):
        assert math.isnan(prplot.from_labels([0, 0], [1, 2]).recall_at_k(1))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: TIED.precision_at_k(0.5), r"path\.at\(0\.5\)\.precision, a share of the rows fraction=0\.5"),
        (lambda: TIED.recall_at_k(2.0), r"whole number of rows from 1 to 5; got float 2\.0\. .*path\.at\(2\)\.recall"),
        (lambda: TIED.precision_at_k(6), "from 1 to 5; got 6"),
        (lambda: TIED.precision_at_k(0), "from 1 to 5; got 0"),
        (lambda: TIED.precision_at_k(), "exactly one of k and fraction; got none"),
        (lambda: TIED.precision_at_k(1, fraction=0.1), "got both"),
        (lambda: TIED.precision_at_k(fraction=0), r"fraction must lie in \(0, 1\]"),
        (lambda: TIED.gains_table(0), "bins must be a whole number"),
        (lambda: TIED.lift_table, r"use path.gains_table\(bins=10\)"),
        (lambda: TIED.mean_recall(), r"path\.mean_recall\(images=20\)"),
        (lambda: TIED.mean_recall(images=0), "images must be finite and greater than 0"),
        (lambda: TIED.mean_recall(images=4, at=[]), "one or more numbers"),
        (lambda: TIED.mean_recall(images=4, at=[1, -1]), r"at least 0, .* got \[-1\.0\]"),
        (
            lambda: prplot.from_labels([1, 0], [1, None], missing="unreached").gains_table(),
            "have a score for every row .* missing='lowest'",
        ),
    ],
)
def test_wrong_calls_say_what_to_do(call, words):
    with pytest.raises(prplot.PrplotError, match=words):
        call()


def test_a_gains_table_is_that_of_its_bins():
    rng = np.random.default_rng(3)
    labels, scores = rng.random(100) < 0.3, rng.permutation(100)
    table = prplot.from_labels(labels, scores).gains_table()
    by_score = labels[np.argsort(-scores)].reshape(10, 10)
    assert [row.positives for row in table] == by_score.sum(axis=1).tolist()
    assert [(row.largest_score, row.least_score) for row in table] == [(99 - 10 * k, 90 - 10 * k) for k in range(10)]
    caught, alarms = (
        np.cumsum(by_score.sum(axis=1)) / labels.sum(),
        np.cumsum((~by_score).sum(axis=1)) / (~labels).sum(),
    )
    assert [row.cumulative_positives for row in table] == pytest.approx(caught)
    assert [row.ks for row in table] == pytest.approx(caught - alarms)
    assert [row.lift for row in table] == pytest.approx(by_score.mean(axis=1) / labels.mean())
    assert (table.total.rows, table.total.rate, table.total.ks) == (100, labels.mean(), max(row.ks for row in table))
    assert (len(table.columns()["bin"]), repr(table).splitlines()[-1].split()[0], table.note) == (10, "total", "")


def test_equal_scores_are_in_one_bin():
    table = TIED.gains_table(5)
    assert [(row.rows, row.positives, row.largest_score) for row in table] == [(1, 1, 0.9), (3, 1, 0.7), (1, 0, 0.1)]
    assert "Bins: 3 instead of 5" in table.note
    assert (table[0], table[-1]) == (table.rows[0], table.rows[2])
    assert [row.rows for row in TIED.ties("optimistic").gains_table(5)] == [1, 3, 1]
    lower = prplot.from_labels(LABELS, np.negative(SCORES), lower_is_positive=True).gains_table(5)
    assert [(row.least_score, row.positives) for row in lower] == [(-0.9, 1), (-0.7, 1), (-0.1, 0)]
    weighted = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[3, 1, 2, 2]).gains_table(2)
    assert [row.rows for row in weighted] == [4, 4]


def test_recall_at_false_positives_per_image():
    # Hits in the order T F T F F T, in 4 images with 4 lesions.
    path = prplot.from_labels([1, 0, 1, 0, 0, 1], [6, 5, 4, 3, 2, 1], positives=4)
    assert path.mean_recall(images=4) == pytest.approx(17 / 28)
    assert (path.mean_recall(images=4, at=0), path.mean_recall(images=4, at=[1, 100])) == (0.25, 0.75)
    with pytest.warns(prplot.PrplotWarning, match="no positive weight"):
        assert math.isnan(prplot.from_labels([0, 0], [1, 2]).mean_recall(images=1))
