"""Every area against exact arithmetic, on samples made to break it.

The promise is 1e-12: of the area itself where it is positive, of the sum of the absolute contributions where it is
signed (AUPRG). Of whole areas of the usual kinds the few units in the last place are asserted that they should reach.
"""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from helpers.exact_areas import DIGITS, Exact, error

import prplot

TIGHT, PROMISE = 1e-14, 1e-12


def rows(score, fg, bg):
    """A sample with what is needed for both sides of a comparison."""
    return prplot.from_weights(score, fg=fg, bg=bg), Exact.of_rows(score, fg, bg)


def counts(tp, fp):
    steps = zip(np.diff([0, *map(int, tp)]), np.diff([0, *map(int, fp)]), strict=True)
    return prplot.from_counts(np.arange(len(tp), 0, -1.0), tp, fp), Exact((int(d), int(e)) for d, e in steps)


def hard(rng):
    for n in (6, 60, 200):
        fg = np.append(rng.integers(0, 2, n), [0, 1]).astype(float)
        yield rows(rng.normal(size=n + 2), fg, 1 - fg)
        yield rows(rng.integers(0, 9, n + 2), fg, 1 - fg)


def many_units(rng):
    """Many units per step, steps of one class only, and background first; and skewed ones."""
    for _ in range(4):
        n = int(rng.integers(2, 9))
        fg, bg = rng.integers(0, 40, (2, n)) * rng.integers(0, 2, (2, n))
        yield counts(np.cumsum([0, *fg, 7]), np.cumsum([20, *bg, 0]))
    for big in (50, 2000):
        yield counts([1, 2, 7], [0, big, big + 3])
        yield counts([0, big, big + 5], [2, 3, 6])
        yield counts([1, big], [1, 1])


def soft(rng):
    for n in (10, 60, 200):
        fg = rng.beta(0.3, 2.0, n)
        yield rows(rng.normal(size=n), fg, 1 - fg)
        yield rows(rng.integers(0, 9, n), fg, 1 - fg)


def wide(rng):
    for n in (5, 40):
        fg, bg = 10.0 ** rng.uniform(-12, 12, (2, n))
        yield rows(rng.integers(0, n // 2, n), fg * rng.integers(0, 2, n), bg)
        yield rows(-np.sort(fg), np.sort(fg), bg)
        yield rows(np.sort(fg), np.sort(fg), bg)


def near_cancelling(rng):
    """Increments that keep the ratio of TP to FP but for the last digits."""
    for tiny in (0.0, 1e-16, 1e-13, 1e-8, 1e-4):
        scale = 10.0 ** rng.uniform(-6, 6, 40)
        yield rows(np.arange(40, 0, -1), 0.7 * scale, 1.9 * scale * (1 + tiny * rng.normal(size=40)))


def steep_and_rare(_):
    for exponent in (0, 3, 6, 9, 12):
        many = 10**exponent
        yield counts([0, 1, 3], [many, many, many + 5])
        yield counts([0, 2, 2, 3, 7], [many, many + 1, 3 * many, 3 * many + 1, 3 * many + 1])
        yield counts([1, 2], [0, many])
        yield counts([0, many, many + 7, 2 * many + 7], [2, 2, 3, 4])


def ends_of_the_range(rng):
    """Subnormal weights are whole multiples of 2**-1074; and classes far apart."""
    for unit in (2.0**-1074, 2.0**-1030, 1e-300, 2.0**1008):
        fg, bg = rng.integers(0, 1000, (2, 50)) * unit
        yield rows(rng.integers(0, 30, 50), fg, bg)
    for exponent in (20, 100, 300):
        fg, bg = rng.uniform(0.5, 1.0, (2, 20))
        yield rows(rng.integers(0, 12, 20), fg, bg * 10.0**exponent)
        yield rows(rng.integers(0, 12, 20), fg * 10.0 ** -min(exponent, 100), bg)


def one_step(_):
    for fg, bg in ((1, 1), (0.1, 0.9), (1e-12, 1e12), (1e12, 1e-3), (3.0, 7e200)):
        yield rows([5, 5, 5, 5], [fg, fg, 0, fg], [0, bg, bg, bg])


FAMILIES = (hard, many_units, soft, wide, near_cancelling, steep_and_rare, ends_of_the_range, one_step)
USUAL = {"continuous": ("pr", "continuous"), "step": ("pr", "step"), "roc": ("roc",), "prg": ("prg",)}
CHORDS = [(rule, left) for rule in ("linear", "upper-trapezoid") for left in ("limit", "one")]
CHORDS += [("max-interpolated", "limit")]
DISCRETE = [("discrete-tp", "limit"), ("discrete-fp", "limit")]
# All, cut on both sides, next to 0, and so narrow that its width may be lost in a subtraction; the last not of chords.
RANGES = [(0.0, 1.0), (0.25, 0.75), (0.9, 0.95), (1e-9, 1e-3), (0.3123456, 0.3123466), (0.999999, 1.0)]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_areas(family):
    for path, exact in family(np.random.default_rng(2024)):
        for range_ in RANGES:
            for measure, (space, *rule) in USUAL.items():
                found = path.curve(space, interpolation=rule[0] if rule else None).area(*range_)
                size = exact.prg_size(*range_) if measure == "prg" else None
                away = error(found, getattr(exact, measure)(*range_), size)
                assert away <= (TIGHT if range_ == (0, 1) else PROMISE), (measure, range_)
            if range_ == RANGES[-1]:
                continue
            few = len(exact.steps) <= 70 and exact.P + exact.N < 1e5
            for rule, left in [*(CHORDS if len(exact.steps) <= 70 else []), *(DISCRETE if few and whole(path) else [])]:
                found = path.pr(rule, left=left).area(*range_)
                assert error(found, exact.polygon(rule, left, *range_)) <= PROMISE, (rule, range_)
            if len(exact.steps) <= 16:
                # Relative to the area of the trivial classifiers, of which an envelope is the part that is left.
                trivial = Exact([(1, 1)]).cost(*range_)
                assert error(path.cost().area(*range_), exact.cost(*range_), trivial) <= PROMISE
        for range_ in ((-9.0, 1.0), (-3.0, -0.5), (-1e6, 0.0)):
            assert error(path.prg().area(*range_), exact.prg(*range_), exact.prg_size(*range_)) <= PROMISE
        # Stricter than the promise: relative to the sum of the absolute trapezoids, where there is one.
        size = [abs(part) for part in exact.prg()]
        if sum(size) > sum(exact.prg_size()) / 1000:
            assert error(path.prg().area(), exact.prg(), size) <= PROMISE
        assert error(path.prg(clip=True).area(), exact.clipped(), [1]) <= PROMISE


def whole(path):
    return all(np.array_equal(a, np.rint(a)) for a in (path.tp, path.fp))


def test_discrete_rules_on_ranges_within_the_first_step_and_far_out():
    """From the origin precision is constant; after background alone it rises from 0."""
    far = (([4, 46, 40], [10**7, 40, 2 * 10**7]), ([0, 100], [10**6, 90]))
    for fg, bg in (([5, 5], [3, 40]), ([0, 6, 1], [4, 9, 1]), ([1, 9], [30, 2]), ([7], [5]), *far):
        for steps, rules in (((fg, bg), DISCRETE), ((bg, fg), DISCRETE)):
            path, exact = counts(*map(np.cumsum, steps))
            for rule, _ in rules:
                if max(steps[rule == "discrete-fp"]) > 1000:
                    continue
                for range_ in ((0.0, 0.01), (0.001, 0.3), (0.05, 0.11), (0.0, 0.5), (0.2, 1.0)):
                    found = path.pr(rule).area(*range_)
                    assert error(found, exact.polygon(rule, "limit", *range_)) <= PROMISE


def trapezoids(t0, f0, d, e, units):
    """The area over one step of so many units, times P, by the digamma function to many digits."""
    with mpmath.workdps(DIGITS + 2 * int(t0 + f0 + d + e).bit_length()):
        t0, f0, d, e, units = map(mpmath.mpf, (t0, f0, d, e, units))
        n0, m = t0 + f0, d + e
        if not n0:
            return d * d / m
        if not units:
            return d * (t0 / n0 + (t0 + d) / (n0 + m)) / 2
        c = n0 * units / m
        psi = mpmath.digamma(c + units) - mpmath.digamma(c) + (1 / (c + units) - 1 / c) / 2
        return d * d / m + (t0 / n0 - d / m) * c * d / units * psi


HUGE = [
    ([0, 1], [10**12, 10**12]),
    ([1, 2], [0, 10**9]),
    ([10**9, 2 * 10**9], [1, 10**12]),
    ([3, 10**15], [10**3, 10**15 + 10**3]),
    ([10**5, 10**5 + 10**8, 10**9], [10**5, 3 * 10**5, 10**14]),
    ([1, 10**6 + 1], [1, 10**6 + 2]),
    ([10**12, 10**12 + 10], [10**12, 10**12 + 9]),
]


@pytest.mark.parametrize("rule", ["discrete-tp", "discrete-fp"])
def test_discrete_rules_with_huge_counts(rule):
    for tp, fp in HUGE:
        path, exact = counts(tp, fp)
        parts = [
            trapezoids(*map(int, (exact.tp[k], exact.fp[k], d, e, d if rule == "discrete-tp" else e))) / tp[-1]
            for k, (d, e) in enumerate(exact.steps)
            if d
        ]
        assert error(path.pr(rule).area(), parts) <= PROMISE, (tp, fp)


def test_one_positive_in_a_million():
    """A run of background is one step for every area, so the oracle needs three steps."""
    for before in (0, 1, 499_999, 999_999):
        labels = np.zeros(1_000_000, dtype=bool)
        labels[before] = True
        path = prplot.from_labels(labels, -np.arange(1_000_000.0))
        exact = Exact([(0, before), (1, 0), (0, 999_999 - before)])
        for measure, (space, *rule) in USUAL.items():
            size = exact.prg_size() if measure == "prg" else None
            found = path.curve(space, interpolation=rule[0] if rule else None).area()
            assert error(found, getattr(exact, measure)(), size) <= TIGHT


def test_two_million_rows_of_weight_a_tenth():
    """Equal weights cancel, so the oracle counts; a run of one class is one step but for average precision."""
    lengths = [200_000, 1_000_000, 600_000, 199_999, 1]
    labels = np.concatenate([np.full(n, k % 2 == 0) for k, n in enumerate(lengths)])
    path = prplot.from_labels(labels, -np.arange(float(len(labels))), sample_weight=np.full(len(labels), 0.1))
    exact = Exact([(n, 0) if k % 2 == 0 else (0, n) for k, n in enumerate(lengths)])
    for measure in ("continuous", "roc", "prg"):
        found = path.curve(*USUAL[measure][:1]).area()
        assert error(found, getattr(exact, measure)(), exact.prg_size() if measure == "prg" else None) <= TIGHT
    with mpmath.workdps(40):
        tp = fp = precisions = 0
        for fg, bg in exact.steps:
            if fg:
                gone = mpmath.digamma(int(tp + fg + fp + 1)) - mpmath.digamma(int(tp + fp + 1)) if fp else 0
                precisions += int(fg) - int(fp) * gone
            tp, fp = tp + fg, fp + bg
        assert error(path.pr("step").area(), [precisions / int(tp)]) <= TIGHT
