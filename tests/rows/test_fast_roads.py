"""The fast roads from rows to paths and areas, against a plain reference: a dictionary, and sums without rounding.

Which road is taken depends on how many scores there are and which bits they have: by their order, by keys that have
room for the label or for the row, by keys that lost digits, or by counting.
"""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

import prplot
from prplot.interpolations import INTERPOLATIONS

# More than are sorted as they are; more than are summed at once.
SOME, MANY = 4097, 33_333


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
    """Neighbors in float64, of which hardly any two differ in more than their last bits."""
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
    # Pieces of them would begin at a positive, in the middle of a tie with negatives.
    "ties of 64": lambda rng, n: rng.permutation(n) // 64 / 3,
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


def scores_of(kind, n, seed=3):
    return np.asarray(SCORES[kind](np.random.default_rng(seed), n), dtype=np.float64)


# Paths -----------------------------------------------------------------------------------------------------


def check(path, rows, rel=0):
    thresholds, tp, fp = map(list, zip(*rows, strict=True))
    assert path.thresholds.tolist() == thresholds
    for found, exact in ((path.tp, tp), (path.fp, fp)):
        assert found.tolist() == exact if not rel else found == pytest.approx(list(map(float, exact)), rel=rel)


@pytest.mark.parametrize("kind", SCORES)
def test_paths(kind):
    """Of hard labels, of whole and soft weights, for one and both classes, and of near ties."""
    many = [(MANY, 0.5)] if kind in ("normal", "ties of 64", "few whole", "far apart", "falling with ties") else []
    for n, share in ((7, 0.5), (SOME, 0.03), *many, (SOME, 0), (7, 1)):
        scores, positive = scores_of(kind, n), np.random.default_rng(5).random(n) < share
        path = prplot.from_labels(positive, scores, pos_label=True if positive.any() else None)
        check(path, plain(scores, positive.tolist(), (~positive).tolist()))
        assert (path.positives, path.negatives) == (positive.sum(), (~positive).sum())
    rng = np.random.default_rng(5)
    for n, whole in ((7, False), (7, True), (SOME, False), (SOME, True)):
        scores = scores_of(kind, n)
        fg, bg = rng.integers(0, 3, (2, n)).astype(float) if whole else rng.random((2, n))
        fg[0] = 1
        path = prplot.from_weights(scores, fg=fg, bg=bg)
        check(path, plain(scores, fg.tolist(), bg.tolist()), 0 if whole else 1e-14)
        soft = np.minimum(fg, 1)
        path = prplot.from_weights(scores, fg=soft)
        check(path, plain(scores, soft.tolist(), (1 - soft).tolist()), 0 if whole else 1e-14)
        assert path.sample.bg.tolist() == (1 - soft).tolist()
    scores, positive = scores_of(kind, SOME), np.arange(SOME) % 3 == 0
    fast = prplot.from_labels(positive, scores, tolerance=0.01)
    slow = prplot.from_weights(scores, fg=positive * 1.0, tolerance=0.01)
    for name in ("thresholds", "tp", "fp"):
        assert getattr(fast, name).tolist() == getattr(slow, name).tolist()


# Areas -----------------------------------------------------------------------------------------------------


# Background of another weight has no whole counts.
WHOLE = [
    (space, {"interpolation": rule, "left": left, "prevalence": prevalence})
    for space, rule, left in (
        ("roc", "continuous", "limit"),
        ("croc", "continuous", "limit"),
        *(("pr", rule.name, left) for rule in INTERPOLATIONS for left in ("limit", "one")),
    )
    for prevalence in (None, 0.01)
    if rule != "discrete-fp" or prevalence is None
]


@pytest.mark.parametrize("every", [5, 500])
@pytest.mark.parametrize("kind", ["rounded", "normal"])
def test_the_whole_area_is_that_of_its_parts(kind, every):
    positive = np.arange(MANY) % every == 0
    # Worse than chance, precision rises up to the end.
    path = prplot.from_labels(positive, scores_of(kind, MANY) - (positive if kind == "normal" else 0))
    for space, how in WHOLE:
        curve = path.curve(space, **how)
        parts = math.fsum(curve.area(low, high) for low, high in ((0, 0.25), (0.25, 0.7), (0.7, 1)))
        assert curve.area() == pytest.approx(parts, rel=1e-12)
