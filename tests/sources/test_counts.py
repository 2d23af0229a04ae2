"""Counting streams in bins: the same counts as all rows at once, in parts, merged in any order and across processes."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest

import prplot

EDGES = [-1.0, 0.0, 0.5, 2.0]


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(6)
    label = rng.random(4000) < 0.2
    return label, np.concatenate([[-np.inf, np.inf, -0.0, 0.5, 2.0], (label + rng.normal(size=4000))[5:]])


def counted(label, score, **options):
    counts = prplot.Counts(EDGES)
    counts.update(label, score, **options)
    return counts


def same(first, second):
    a, b = first.path(), second.path()
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("thresholds", "tp", "fp"))


def test_bins_are_closed_below_and_open_above(rows):
    label, score = rows
    path = counted(label, score).path(name="stream")
    assert path.thresholds.tolist() == [np.inf, 2.0, 0.5, 0.0, -1.0, -np.inf]
    for threshold, tp, fp in zip(path.thresholds[1:], path.tp[1:], path.fp[1:], strict=True):
        predicted = score >= threshold
        assert (tp, fp) == (np.sum(predicted & label), np.sum(predicted & ~label))
    assert path.binned
    assert path.name == "stream"


def test_the_area_of_the_rows_is_between_the_bounds(rows):
    label, score = rows
    exact, path = prplot.from_labels(label, score), counted(label, score).path()
    for kind in ("pr", "roc", "prg", "cost"):
        least, most = path.curve(kind).bounds()
        assert least < exact.curve(kind).area() < most


def test_batches_merge_in_any_order_to_the_same_counts(rows):
    label, score = rows
    whole = counted(label, score)
    parts = [counted(label[k::7], score[k::7]) for k in range(7)]
    forth, back = (reduce(prplot.Counts.merge, each) for each in (parts, parts[::-1]))
    loop = prplot.Counts(EDGES)
    for k in range(7):
        loop.update(label[k::7], score[k::7])
    nested = parts[0].merge(parts[1]).merge(reduce(prplot.Counts.merge, parts[2:]))
    assert all(same(whole, other) and other.rows == 4000 for other in (forth, back, loop, nested))
    # Merging makes a new one.
    assert parts[0].rows == len(label[::7])


def test_counts_cross_processes(rows):
    label, score = rows
    with ProcessPoolExecutor(2) as pool:
        parts = list(pool.map(counted, [label[::2], label[1::2]], [score[::2], score[1::2]]))
    merged = parts[0].merge(parts[1])
    assert same(merged, counted(label, score))
    merged.update([1], [0.1])
    assert merged.rows == 4001
    assert same(pickle.loads(pickle.dumps(merged)), merged)


def test_copies_are_apart():
    counts = counted([1, 0], [0.2, 0.1])
    other = copy.copy(counts)
    other.update([1], [0.3])
    assert (counts.path().positives, other.path().positives) == (1, 2)


def test_a_training_loop_in_constant_memory():
    rng = np.random.default_rng(0)
    coefficient, held_out = np.zeros(3), prplot.Counts(np.linspace(0.02, 0.98, 49))
    scores, labels = [], []
    for _ in range(60):
        x = np.column_stack([np.ones(50), rng.normal(size=(50, 2))])
        y = rng.random(50) < 1 / (1 + np.exp(2 - 2 * x[:, 1]))
        probability = 1 / (1 + np.exp(-x @ coefficient))
        held_out.update(y, probability)
        scores.append(probability)
        labels.append(y)
        coefficient += 0.3 * (y - probability) @ x / 50
    size = len(pickle.dumps(held_out))
    exact = prplot.from_labels(np.concatenate(labels), np.concatenate(scores))
    least, most = held_out.path().pr().bounds()
    assert least <= exact.pr().area() <= most
    assert most - least < 0.1
    held_out.update(y, probability)
    assert len(pickle.dumps(held_out)) == size


def test_a_bin_of_one_score_hides_nothing():
    counts = prplot.Counts([0.5])
    counts.update([1, 0, 1, 0], [0.9, 0.9, 0.1, 0.1])
    path = counts.path()
    assert path.pr().bounds() == (path.pr().area(),) * 2
    counts.update([0], [0.2])
    assert path.pr().bounds()[0] > counts.path().pr().bounds()[0]
    # A row without weight is not there.
    weighted = prplot.Counts([0.5])
    weighted.update([1, 0, 1], [0.9, 0.9, 0.7], sample_weight=[1, 2, 0])
    assert weighted.path().pr().bounds()[0] == weighted.path().pr().area()


def test_weights_and_labels_by_name():
    counts = prplot.Counts([0.5])
    counts.update(["no", "no"], [0.9, 0.2], sample_weight=[0.25, 0.5], pos_label="yes")
    counts.update(["yes", "no"], [0.9, 0.6], sample_weight=[1.5, 1.0], pos_label="yes")
    path = counts.path()
    assert (path.tp.tolist(), path.fp.tolist()) == ([0.0, 1.5, 1.5], [0.0, 1.25, 1.75])
    # Of weights the least average precision is that of ever smaller pieces.
    assert path.pr("step").bounds()[0] == pytest.approx(path.ties("pessimistic").pr().area(), abs=1e-15)
    single = prplot.Counts([0.5])
    single.update([1, 1, 0], [0.9, 0.8, 0.7])
    assert single.path().pr("step").bounds()[0] == pytest.approx(float((Fraction(1, 2) + Fraction(2, 3)) / 2))


def test_nothing_of_a_wrong_batch_is_counted():
    counts = counted([1, 0], [0.2, 0.1])
    before = counts.path().tp.tolist()
    for batch in (([1, 0], [0.3, np.nan]), ([1, 2, 3], [0.1, 0.2, 0.3]), ([1], [0.1, 0.2])):
        with pytest.raises(prplot.PrplotValueError):
            counts.update(*batch)
    assert counts.path().tp.tolist() == before
    counts.update([], [])
    assert counts.rows == 2


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ([], "hold at least one edge"),
        ([0.5, 0.5], "rise strictly"),
        ([0.5, np.nan], "be finite"),
        ([0.0, np.inf], "be finite"),
        ("abc", "edges"),
    ],
)
def test_wrong_edges(edges, said):
    with pytest.raises(prplot.PrplotError, match=said):
        prplot.Counts(edges)


def test_wrong_merges_and_empty_counts():
    counts = counted([1, 0], [0.2, 0.1])
    with pytest.raises(prplot.PrplotValueError, match="must have the same edges; got 1 for 4"):
        counts.merge(prplot.Counts([0.5]))
    with pytest.raises(prplot.PrplotTypeError, match=r"other must be a prplot\.Counts"):
        counts.merge([1, 2])
    with pytest.raises(prplot.PrplotValueError, match="nothing was counted yet"):
        prplot.Counts(EDGES).path()
