"""What must hold for every sample; hypothesis looks for the one for which it does not."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prplot


def for_every(*strategies, **named):
    """Give a test samples, the same ones in every run."""
    return lambda test: settings(deadline=None, derandomize=True, max_examples=40)(given(*strategies, **named)(test))


AREAS = {
    "continuous": lambda path, *range_: path.pr().area(*range_),
    "step": lambda path, *range_: path.pr("step").area(*range_),
    "roc": lambda path, *range_: path.roc().area(*range_),
    "prg": lambda path, *range_: path.prg().area(*range_),
}
# Average precision depends on how tied points are split; the areas under exact images do not.
INVARIANT = ("continuous", "roc", "prg")

SCORES = st.integers(-8, 8).map(float) | st.floats(-1e3, 1e3) | st.sampled_from([np.inf, -np.inf])
WEIGHTS = st.integers(0, 5).map(float) | st.floats(1e-6, 1e6)
UNIT = st.floats(0.0, 1.0)


def samples(weights=WEIGHTS, scores=SCORES):
    """Columns (score, fg, bg), with weight in both classes."""
    rows = st.lists(st.tuples(scores, weights, weights), min_size=1, max_size=25)
    columns = rows.map(lambda r: tuple(np.array(c, dtype=float) for c in zip(*r, strict=True)))
    return columns.filter(lambda c: c[1].any() and c[2].any())


# Whole weights may rise as running counts do.
pytestmark = pytest.mark.filterwarnings("ignore:fg and bg are whole numbers:prplot.PrplotWarning")


def path_of(score, fg, bg):
    return prplot.from_weights(score, fg=fg, bg=bg)


def areas(path, names=tuple(AREAS)):
    return [AREAS[name](path) for name in names]


def scale(path):
    """What signed areas are accurate relative to: 1 plus the largest precision gain in size."""
    y = path.prg().y
    return 1.0 + float(np.max(np.abs(y)))


def same(path, other, names=tuple(AREAS), rel=1e-12):
    for name in names:
        absolute = rel * max(scale(path), scale(other)) * (1 + path.positives / path.negatives) if name == "prg" else 0
        assert AREAS[name](other) == pytest.approx(AREAS[name](path), rel=rel, abs=absolute)


TRANSFORMS = (
    lambda s: s**3,
    lambda s: 2.0 * s + 1.0,
    lambda s: np.unique(s, return_inverse=True)[1].astype(float),
    np.arctan,
)


@for_every(samples(scores=st.integers(-50, 50).map(float)))
def test_rising_transforms_of_scores_change_nothing(sample):
    score, fg, bg = sample
    for transform in TRANSFORMS:
        before, after = path_of(score, fg, bg), path_of(transform(score), fg, bg)
        assert before.tp.tolist() == after.tp.tolist()
        assert areas(before) == areas(after)


@for_every(samples(), st.integers(-300, 300))
def test_a_power_of_two_on_all_weights_changes_no_bit(sample, exponent):
    score, fg, bg = sample
    assert areas(path_of(score, fg, bg)) == areas(path_of(score, fg * 2.0**exponent, bg * 2.0**exponent))


@for_every(samples(weights=st.integers(0, 4).map(float)))
def test_integer_weights_are_repeated_rows(sample):
    score, fg, bg = sample
    times = (fg + bg).astype(int)
    labels = np.concatenate([np.repeat([True, False], [int(a), int(b)]) for a, b in zip(fg, bg, strict=True)])
    repeated = prplot.from_labels(labels, np.repeat(score, times))
    path = path_of(score, fg, bg)
    assert repeated.tp.tolist() == path.tp.tolist()
    assert repeated.fp.tolist() == path.fp.tolist()
    assert areas(repeated) == areas(path)


@for_every(samples(scores=st.integers(-20, 20).map(float)))
def test_a_point_is_two_of_half_its_weight_at_neighboring_scores(sample):
    """A straight step cut in the middle is the same line; average precision is not."""
    score, fg, bg = sample
    halves = np.concatenate([score, score - 0.25])
    same(path_of(*sample), path_of(halves, np.tile(fg / 2, 2), np.tile(bg / 2, 2)), INVARIANT)


@for_every(samples())
def test_worst_any_best_at_every_recall(sample):
    """The theorem holds point by point, and so for areas."""
    path = path_of(*sample)
    assert 0 <= path.pr().worst().area() <= path.pr().area() * (1 + 1e-12)
    assert path.pr().area() <= path.pr().best().area() * (1 + 1e-12) <= 1 + 2e-12
    recall = np.linspace(0.01, 0.99, 23)
    worst, any_, best = (curve.at(recall) for curve in (path.pr().worst(), path.pr(), path.pr().best()))
    assert np.all(worst <= any_ * (1 + 1e-9))
    assert np.all(any_ <= best * (1 + 1e-9))


@for_every(samples(), st.lists(UNIT, min_size=1, max_size=4))
def test_partial_areas_add_up(sample, cuts):
    path, ends = path_of(*sample), [0.0, *sorted(cuts), 1.0]
    for name, area in AREAS.items():
        parts = [area(path, low, high) for low, high in itertools.pairwise(ends)]
        size = scale(path) * (1 + path.positives / path.negatives) if name == "prg" else 1.0
        assert math.fsum(parts) == pytest.approx(area(path), rel=1e-12, abs=1e-13 * size)


@for_every(samples())
def test_auroc_of_the_opposite_score(sample):
    score, fg, bg = sample
    assert path_of(-score, bg, fg).roc().area() == pytest.approx(path_of(score, fg, bg).roc().area(), abs=1e-14)
    assert path_of(-score, fg, bg).roc().area() == pytest.approx(1 - path_of(score, fg, bg).roc().area(), abs=1e-14)


@for_every(samples(), st.floats(0.01, 100.0))
def test_background_weight_moves_neither_roc_nor_precision_gain(sample, constant):
    score, fg, bg = sample
    path, shifted = path_of(score, fg, bg), path_of(score, fg, constant * bg)
    assert shifted.roc().area() == pytest.approx(path.roc().area(), abs=1e-13)
    np.testing.assert_allclose(shifted.prg().y, path.prg().y, rtol=1e-9, atol=1e-12)
