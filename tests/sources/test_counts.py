"""Counting streams in bins: the same counts as all rows at once, in parts, merged in any order and across processes."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest

import prplot
from prplot import Counts, PrplotError

EDGES = [-1.0, 0.0, 0.5, 2.0]
RNG = np.random.default_rng(6)
LABEL = RNG.random(4000) < 0.2
SCORE = np.concatenate([[-np.inf, np.inf, -0.0, 0.5, 2.0], (LABEL + RNG.normal(size=4000))[5:]])


def counted(label, score, edges=EDGES, **options):
    counts = Counts(edges)
    counts.update(label, score, **options)
    return counts


def same(first, second):
    a, b = first.path(), second.path()
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("thresholds", "tp", "fp"))


def test_bins_are_closed_below_and_the_area_of_the_rows_is_between_the_bounds():
    exact, path = prplot.from_labels(LABEL, SCORE), counted(LABEL, SCORE).path(name="stream")
    assert path.thresholds.tolist() == [np.inf, 2.0, 0.5, 0.0, -1.0, -np.inf]
    for threshold, tp, fp in zip(path.thresholds[1:], path.tp[1:], path.fp[1:], strict=True):
        assert (tp, fp) == (np.sum(LABEL & (threshold <= SCORE)), np.sum(~LABEL & (threshold <= SCORE)))
    assert (path.binned, path.name) == (True, "stream")
    for kind in ("pr", "roc", "prg", "cost"):
        least, most = path.curve(kind).bounds()
        assert least < exact.curve(kind).area() < most


def test_batches_merge_in_any_order_and_cross_processes():
    whole, parts = counted(LABEL, SCORE), [counted(LABEL[k::7], SCORE[k::7]) for k in range(7)]
    loop = Counts(EDGES)
    for k in range(7):
        loop.update(LABEL[k::7], SCORE[k::7])
    made = [loop, *(reduce(Counts.merge, each) for each in (parts, parts[::-1]))]
    made.append(parts[0].merge(parts[1]).merge(reduce(Counts.merge, parts[2:])))
    with ProcessPoolExecutor(2) as pool:
        made.append(Counts.merge(*pool.map(counted, [LABEL[::2], LABEL[1::2]], [SCORE[::2], SCORE[1::2]])))
    made.append(pickle.loads(pickle.dumps(made[-1])))
    assert all(same(whole, other) and other.rows == 4000 for other in made)
    # Merging makes a new one, and copies are apart; no more is kept than counts.
    assert parts[0].rows == len(LABEL[::7])
    other, size = copy.copy(whole), len(pickle.dumps(whole))
    other.update([1] * 999, np.linspace(0, 1, 999))
    assert (whole.rows, other.rows) == (4000, 4999)
    assert len(pickle.dumps(other)) == size


def test_weights_and_labels_by_name():
    counts = counted(["no", "no"], [0.9, 0.2], [0.5], sample_weight=[0.25, 0.5], pos_label="yes")
    counts.update(["yes", "no"], [0.9, 0.6], sample_weight=[1.5, 1.0], pos_label="yes")
    path = counts.path()
    assert (path.tp.tolist(), path.fp.tolist()) == ([0.0, 1.5, 1.5], [0.0, 1.25, 1.75])
    # Of weights the least average precision is that of ever smaller pieces, else that of units.
    assert path.pr("step").bounds()[0] == pytest.approx(path.ties("pessimistic").pr().area(), abs=1e-15)
    least = counted([1, 1, 0], [0.9, 0.8, 0.7], [0.5]).path().pr("step").bounds()[0]
    assert least == pytest.approx(float((Fraction(1, 2) + Fraction(2, 3)) / 2))


def test_nothing_of_a_wrong_batch_is_counted():
    counts = counted([1, 0], [0.2, 0.1])
    before = counts.path().tp.tolist()
    for batch in (([1, 0], [0.3, np.nan]), ([1, 2, 3], [0.1, 0.2, 0.3]), ([1], [0.1, 0.2])):
        with pytest.raises(prplot.PrplotValueError):
            counts.update(*batch)
    counts.update([], [])
    assert (counts.path().tp.tolist(), counts.rows) == (before, 2)


def test_wrong_edges_and_merges():
    for call, said in (
        (lambda: Counts([]), "hold at least one edge"),
        (lambda: Counts([0.5, np.nan]), "be finite"),
        (lambda: Counts(EDGES).merge(Counts([0.5])), "must have the same edges; got 1 for 4"),
        (lambda: Counts(EDGES).path(), "nothing was counted yet"),
    ):
        with pytest.raises(PrplotError, match=said):
            call()
