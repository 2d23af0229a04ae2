"""The fast roads from rows to paths and areas, against a plain reference: a dictionary, and sums without rounding.

Which road is taken depends on how many scores there are and which bits they have: by their order, by keys that have
room for the label or for the row, by keys that lost digits, or by counting.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import prplot
from prplot.arithmetic.sort_keys import BITS, FEW, SortKeys, direction, rising_order
from prplot.interpolations import INTERPOLATIONS
from prplot.sample import groups as groups_module
from prplot.sample.grouping import COUNTED_BITS, counted
from prplot.sample.groups import PIECE, Listed, SortedLabels

# More than are sorted as they are; more than a piece.
SOME, MANY = FEW + 1, 2 * PIECE + 77


@pytest.fixture
def small_pieces(monkeypatch):
    """Paths of some rows have several pieces."""
    monkeypatch.setattr(groups_module, "PIECE", 1000)
    monkeypatch.setattr(groups_module, "BLOCK", 500)


def plain(scores, fg, bg):
    """The path as its definition says: thresholds, and exact sums of what has them or more."""
    # Whole numbers, of ones or of the least share that `random` draws, add up without rounding and fast.
    unit = 1 if all(share % 1 == 0 for share in (*fg, *bg)) else 2**53
    groups = defaultdict(lambda: [0, 0])
    for score, front, back in zip(scores.tolist(), fg, bg, strict=True):
        assert front * unit % 1 == back * unit % 1 == 0
        groups[score][0] += int(front * unit)
        groups[score][1] += int(back * unit)
    rows = [(math.inf, 0, 0)]
    for score in sorted((score for score in groups if any(groups[score])), reverse=True):
        rows.append((score, rows[-1][1] + groups[score][0], rows[-1][2] + groups[score][1]))
    return rows if unit == 1 else [(score, Fraction(tp, unit), Fraction(fp, unit)) for score, tp, fp in rows]


def near_one(rng, n):
    """Neighbours in float64, of which hardly any two differ in more than their last bits."""
    return 1.0 + rng.integers(0, 3 * n, n) * 2.0**-52


def far_apart(rng, n):
    """So many magnitudes of both signs that no bit is left over."""
    return np.concatenate([[-math.inf, math.inf, 5e-324, 0.0, -0.0, 1.5], rng.normal(size=n - 6) * 1e3])


SCORES = {
    "normal": lambda rng, n: rng.normal(size=n),
    "positive": lambda rng, n: rng.random(n),
    "negative": lambda rng, n: -rng.random(n),
    "float32": lambda rng, n: rng.normal(size=n).astype(np.float32),
    "rounded": lambda rng, n: rng.normal(size=n).round(2),
    "ranks": lambda rng, n: rng.permutation(n),
    "large whole": lambda rng, n: rng.integers(-(2**52), 2**52, n),
    "few whole": lambda rng, n: rng.integers(-3, 9, n),
    "few halves": lambda rng, n: rng.integers(-9, 9, n) / 2,
    "one": lambda rng, n: np.full_like(rng.random(n), 0.3),
    "near one": near_one,
    "some near": lambda rng, n: np.concatenate([rng.normal(size=n - n // 4) * 1e200, near_one(rng, n // 4)]),
    "mostly near": lambda rng, n: np.concatenate([rng.normal(size=n // 9) * 1e200, near_one(rng, n - n // 9)]),
    "far apart": far_apart,
    "many magnitudes": lambda rng, n: rng.normal(size=n) * np.exp(rng.normal(size=n) * 60),
    "infinite": lambda rng, n: rng.choice([math.inf, -math.inf, 0.5], n),
    "rectified": lambda rng, n: np.maximum(rng.normal(size=n), 0.0) * rng.choice([-1, 1], n),
    "rising": lambda rng, n: np.sort(rng.normal(size=n)),
    "falling": lambda rng, n: np.sort(rng.normal(size=n))[::-1],
    "falling with ties": lambda rng, n: np.sort(rng.normal(size=n).round(3))[::-1],
    "almost falling": lambda rng, n: np.append(np.sort(rng.normal(size=n - 1))[::-1], 0.1),
}
ROADS = pytest.mark.parametrize("kind", SCORES)
SIZES = pytest.mark.parametrize("n", [7, SOME])


def scores_of(kind, n, seed=3):
    return np.asarray(SCORES[kind](np.random.default_rng(seed), n), dtype=np.float64)


# Keys and orders -------------------------------------------------------------------------------------------


@ROADS
@pytest.mark.parametrize("n", [7, SOME, MANY])
def test_keys_are_in_the_order_of_the_numbers_and_equal_where_they_are(kind, n):
    numbers = scores_of(kind, n)
    form, keys = SortKeys.of(numbers), np.empty(n, dtype=np.int64)
    form.write(numbers, 0, keys)
    found = keys.view(np.uint64).tolist()
    by_number = sorted(zip(numbers.tolist(), found, strict=True))
    for (low, one), (high, other) in itertools.pairwise(by_number):
        assert (one < other) if low < high else (one == other)
    assert min(found) == 0
    assert max(found).bit_length() == form.bits
    assert form.read(keys.view(np.uint64)).tolist() == (numbers + 0.0).tolist()
    for shift in (min(BITS - form.bits, 3), -2):
        form.write(numbers, shift, keys)
        assert keys.view(np.uint64).tolist() == [key << shift if shift >= 0 else key >> -shift for key in found]


@ROADS
@pytest.mark.parametrize("n", [7, SOME, MANY])
def test_orders(kind, n):
    numbers = scores_of(kind, n)
    order = rising_order(numbers)
    assert sorted(order.rows.tolist()) == list(range(n))
    rising = numbers[order.rows].tolist()
    assert rising == sorted(numbers.tolist())
    assert order.rises.tolist() == [one < other for one, other in itertools.pairwise(rising)]


def test_which_numbers_are_in_order():
    numbers = scores_of("rising", MANY)
    late = np.append(numbers, numbers[-2])
    assert [direction(each) for each in (numbers, numbers[::-1], late, late[::-1], np.ones(9))] == [1, -1, 0, 0, 1]


def test_every_road_is_taken():
    kinds = {kind: counted(scores_of(kind, MANY), np.arange(MANY) % 3 == 0) for kind in SCORES}
    assert {kind for kind, groups in kinds.items() if isinstance(groups, Listed)} == {
        "few whole",
        "few halves",
        "one",
        "infinite",
    }
    bits = {kind: SortKeys.of(scores_of(kind, MANY)).bits for kind in SCORES}
    assert bits["far apart"] == BITS
    room = MANY.bit_length()
    assert bits["float32"] + room <= BITS < bits["normal"] + room
    assert bits["rounded"] > COUNTED_BITS


# Paths -----------------------------------------------------------------------------------------------------


@pytest.mark.few(60)
@ROADS
@SIZES
@pytest.mark.parametrize("share", [0.5, 0.03, 0, 1])
@pytest.mark.usefixtures("small_pieces")
def test_hard_labels(kind, n, share):
    scores = scores_of(kind, n)
    positive = np.random.default_rng(5).random(n) < share
    path = prplot.from_labels(positive, scores, pos_label=True if positive.any() else None)
    thresholds, tp, fp = map(list, zip(*plain(scores, positive.tolist(), (~positive).tolist()), strict=True))
    assert len(path) == len(thresholds)
    assert path.thresholds.tolist() == thresholds
    assert path.tp.tolist() == tp
    assert path.fp.tolist() == fp
    assert (path.positives, path.negatives) == (tp[-1], fp[-1])
    assert [array.tolist() for array in path.vertices.increments] == [np.diff(sums).tolist() for sums in (tp, fp)]


@pytest.mark.few(60)
@ROADS
@SIZES
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "soft"])
@pytest.mark.parametrize("two", [True, False], ids=["fg and bg", "fg"])
def test_weights(kind, n, whole, two):
    rng, scores = np.random.default_rng(5), scores_of(kind, n)
    fg, bg = rng.integers(0, 3 if two else 2, (2, n)).astype(float) if whole else rng.random((2, n))
    fg[0] = 1
    given = bg if two else 1 - fg
    path = prplot.from_weights(scores, fg=fg, bg=bg if two else None)
    thresholds, tp, fp = map(list, zip(*plain(scores, fg.tolist(), given.tolist()), strict=True))
    assert path.thresholds.tolist() == thresholds
    for found, exact in ((path.tp, tp), (path.fp, fp)):
        assert found.tolist() == exact if whole else found == pytest.approx([float(sum_) for sum_ in exact], rel=1e-14)
    if not two:
        assert path.sample.bg.tolist() == given.tolist()


@ROADS
def test_near_ties_of_many(kind):
    scores, positive = scores_of(kind, SOME), np.arange(SOME) % 3 == 0
    fast = prplot.from_labels(positive, scores, tolerance=0.01)
    slow = prplot.from_weights(scores, fg=positive * 1.0, tolerance=0.01)
    for name in ("thresholds", "tp", "fp"):
        assert getattr(fast, name).tolist() == getattr(slow, name).tolist()


def test_nothing_is_made_that_is_not_read():
    path = prplot.from_labels(np.arange(MANY) % 7 == 0, scores_of("normal", MANY))
    assert isinstance(path.vertices.groups, SortedLabels)
    path.pr().area(), path.roc().area(), path.pr("step").area(), path.at_prevalence(0.3).pr().area()
    assert set(vars(path.vertices.groups)) == {"ranked", "positives", "_runs", "_background_runs"}
    assert set(vars(path.vertices.groups.joined("either"))) == {"tp", "fp", "ranked"}
    assert "fg" not in vars(path.known)


# Areas -----------------------------------------------------------------------------------------------------


def exact_areas(rows):
    """ROC as a fraction; PR, continuous and by steps, with 30 digits."""
    rows = [(score, Fraction(tp), Fraction(fp)) for score, tp, fp in rows]
    positives, negatives = rows[-1][1:]
    roc, continuous, step = Fraction(0), mpmath.mpf(0), Fraction(0)
    with mpmath.workdps(30):
        for (_, a, b), (_, c, d) in itertools.pairwise(rows):
            roc += (d - b) * (a + c) / 2
            if c == a:
                continue
            step += (c - a) * c / (c + d) if len(rows) < 1000 else 0
            before, grown = a + b, c - a + d - b
            share = mpmath.mpf((c - a).numerator) / (c - a).denominator / _mp(grown)
            if before:
                x = _mp(grown) / _mp(before)
                kept = mpmath.log1p(x) / x
                continuous += _mp(c - a) * (kept * _mp(a) / _mp(before) + (1 - kept) * share)
            else:
                continuous += _mp(c - a) * share
        return roc / positives / negatives, float(continuous / _mp(positives)), step / positives


def _mp(value):
    return mpmath.mpf(value.numerator) / value.denominator


@pytest.mark.parametrize("kind", ["normal", "rounded", "few whole", "falling with ties", "far apart"])
@pytest.mark.parametrize("n", [300, SOME])
@pytest.mark.parametrize("share", [0.5, 0.03])
@pytest.mark.usefixtures("small_pieces")
def test_areas(kind, n, share):
    scores = scores_of(kind, n)
    positive = np.random.default_rng(5).random(n) < share
    path = prplot.from_labels(positive, scores)
    roc, continuous, step = exact_areas(plain(scores, positive.tolist(), (~positive).tolist()))
    assert path.roc().area() == pytest.approx(float(roc), rel=1e-14)
    assert path.pr().area() == pytest.approx(continuous, rel=1e-14)
    if len(path) < 1000:
        assert path.pr("step").area() == pytest.approx(float(step), rel=1e-14)
    tp, fp, fg = path.tp[1:], path.fp[1:], np.diff(path.tp)
    assert path.pr("step").area() == pytest.approx(math.fsum(fg * tp / (tp + fp)) / path.positives, rel=1e-14)


@pytest.mark.parametrize("kind", ["normal", "rounded"])
def test_areas_of_weights(kind):
    scores, fg = scores_of(kind, 3000), np.random.default_rng(5).random(3000)
    path = prplot.from_weights(scores, fg=fg)
    roc, continuous, _ = exact_areas(plain(scores, fg.tolist(), (1 - fg).tolist()))
    assert path.roc().area() == pytest.approx(float(roc), rel=1e-14)
    assert path.pr().area() == pytest.approx(continuous, rel=1e-14)


# Background of another weight has no whole counts.
WHOLE = [
    {"space": space, "interpolation": rule, "left": left, "prevalence": prevalence}
    for space, rule, left in (
        ("roc", "continuous", "limit"),
        ("croc", "continuous", "limit"),
        *(("pr", rule.name, left) for rule in INTERPOLATIONS for left in ("limit", "one")),
    )
    for prevalence in (None, 0.01)
    if rule != "discrete-fp" or prevalence is None
]


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("how", WHOLE, ids=lambda how: " ".join(map(str, how.values())))
@pytest.mark.parametrize("kind", ["rounded", "normal"])
@pytest.mark.parametrize("every", [5, 500])
def test_the_whole_area_is_that_of_its_parts(how, kind, every):
    positive = np.arange(3777) % every == 0
    # Worse than chance, precision rises up to the end.
    scores = scores_of(kind, 3777) - (positive if kind == "normal" else 0)
    curve = prplot.from_labels(positive, scores).curve(**how)
    parts = math.fsum(curve.area(low, high) for low, high in ((0, 0.25), (0.25, 0.7), (0.7, 1)))
    assert curve.area() == pytest.approx(parts, rel=1e-12)


def test_groups_are_never_parted(monkeypatch):
    monkeypatch.setattr(groups_module, "PIECE", 10)
    scores, positive = np.repeat([3.0, 2.0, 1.0, 0.5], [4, 25, 1, 8]), np.arange(38) % 3 == 0
    groups = counted(scores, positive)
    assert [len(piece.fg) for piece in groups.pieces()] == [2, 2]
    ends = [(float(piece.tp[0]), float(piece.tp[-1])) for piece in groups.pieces()]
    assert ends[0][0] == 0
    assert all(one[1] == other[0] for one, other in itertools.pairwise(ends))
    assert np.concatenate([piece.fg + piece.bg for piece in groups.pieces()]).tolist() == [4, 25, 1, 8]
