"""Every area against exact arithmetic, on samples made to break it.

The promise is 1e-12: of the area itself where it is positive, of the sum of the absolute
contributions where it is signed (AUPRG). What is asserted here is the few units in the last
place that the formulas should reach.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest

import prplot

TIGHT = 1e-14
PROMISE = 1e-12

MEASURES = {
    "continuous": lambda path, *range_: path.pr().area(*range_),
    "step": lambda path, *range_: path.pr("step").area(*range_),
    "roc": lambda path, *range_: path.roc().area(*range_),
    "prg": lambda path, *range_: path.prg().area(*range_),
}
RANGES = [(0.25, 0.75), (0.9, 0.95), (1e-9, 1e-3)]
NARROW = [(0.3123456, 0.3123466), (0.999999, 1.0)]


def rows(score, fg, bg):
    """A sample with what is needed for both sides of a comparison."""
    return prplot.from_weights(score, fg=fg, bg=bg), ("of_rows", list(score), list(fg), list(bg))


def counts(tp, fp):
    return prplot.from_counts(np.arange(len(tp), 0, -1.0), tp, fp), ("of_counts", list(tp), list(fp))


def hard(rng):
    for n in (10, 60, 200):
        fg = np.append(rng.integers(0, 2, n), [0, 1]).astype(float)
        yield rows(rng.normal(size=n + 2), fg, 1 - fg)
        yield rows(rng.integers(0, 9, n + 2), fg, 1 - fg)


def soft(rng):
    for n in (10, 60, 200):
        fg = rng.beta(0.3, 2.0, n)
        yield rows(rng.normal(size=n), fg, 1 - fg)
        yield rows(rng.integers(0, 9, n), fg, 1 - fg)


def wide(rng):
    for n in (5, 50, 200):
        fg, bg = 10.0 ** rng.uniform(-12, 12, (2, n))
        yield rows(rng.normal(size=n), fg, bg)
        yield rows(rng.integers(0, n // 2, n), fg * rng.integers(0, 2, n), bg)
        yield rows(-np.sort(fg), np.sort(fg), bg)
        yield rows(np.sort(fg), np.sort(fg), bg)


def beta_near_zero(rng):
    """Increments that keep the ratio of TP to FP but for the last digits."""
    for tiny in (0.0, 1e-16, 1e-13, 1e-8, 1e-4):
        scale = 10.0 ** rng.uniform(-6, 6, 40)
        a, b = rng.uniform(0.1, 2.0, 2)
        yield rows(np.arange(40, 0, -1), a * scale, b * scale * (1 + tiny * rng.normal(size=40)))


def late_positives(_):
    for exponent in range(13):
        ahead = 10.0**exponent
        yield counts([0, 1, 3], [ahead, ahead, ahead + 5])
        yield counts([0, 2, 2, 3, 7], [ahead, ahead + 1, 3 * ahead, 3 * ahead + 1, 3 * ahead + 1])


def steep(_):
    for exponent in (3, 6, 9, 12):
        yield counts([1, 2], [0, 10.0**exponent])
        yield counts([9, 9, 433], [0, 1, 10.0**exponent])


def rare_background(_):
    for exponent in (3, 6, 9, 12):
        many = 10.0**exponent
        yield counts([many, many, 2 * many], [0, 1, 3])
        yield counts([0, many, many + 7, 2 * many], [2, 2, 3, 4])


def small_totals(rng):
    """Subnormal weights are whole multiples of 2**-1074; then the smallest normal ones."""
    for unit in (2.0**-1074, 2.0**-1060, 2.0**-1030, 1e-300):
        fg, bg = rng.integers(0, 1000, (2, 50)) * unit
        yield rows(rng.integers(0, 30, 50), fg, bg)


def large_totals(rng):
    for unit in (2.0**1000, 2.0**1008, 1e303):
        fg, bg = rng.integers(0, 1000, (2, 50)) * unit
        yield rows(rng.integers(0, 30, 50), fg, bg)
    fg, bg = np.full((2, 4), 4e307)
    yield rows([4, 3, 2, 1], fg, bg)


def classes_far_apart(rng):
    for exponent in (20, 100, 250, 300):
        fg, bg = rng.uniform(0.5, 1.0, (2, 20))
        yield rows(rng.integers(0, 12, 20), fg, bg * 10.0**exponent)
        yield rows(rng.integers(0, 12, 20), fg * 10.0 ** -min(exponent, 100), bg)


def one_step(_):
    for fg, bg in ((1, 1), (0.1, 0.9), (1e-12, 1e12), (1e12, 1e-3), (3.0, 7e200)):
        yield rows([5, 5, 5, 5], [fg, fg, 0, fg], [0, bg, bg, bg])


FAMILIES = {
    family.__name__: family
    for family in (
        hard,
        soft,
        wide,
        beta_near_zero,
        late_positives,
        steep,
        rare_background,
        small_totals,
        large_totals,
        classes_far_apart,
        one_step,
    )
}


@pytest.fixture(scope="module")
def samples(exact):
    made = {}

    def of(family):
        if family not in made:
            rng = np.random.default_rng(2024)
            made[family] = [(path, getattr(exact, kind)(*columns)) for path, (kind, *columns) in FAMILIES[family](rng)]
        return made[family]

    return of


def worst_error(samples, measure, *range_):
    errors = []
    for path, oracle in samples:
        parts = getattr(oracle, measure)(*range_)
        size = oracle.prg_size(*range_) if measure == "prg" else None
        errors.append(oracle.error(MEASURES[measure](path, *range_), parts, size))
    return max(errors)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("family", FAMILIES)
def test_whole_area(samples, family, measure, record_property):
    error = worst_error(samples(family), measure)
    record_property("worst", error)
    assert error <= TIGHT


@pytest.mark.parametrize("range_", RANGES, ids=lambda r: f"{r[0]:g}-{r[1]:g}")
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("family", FAMILIES)
def test_partial_area(samples, family, measure, range_, record_property):
    error = worst_error(samples(family), measure, *range_)
    record_property("worst", error)
    assert error <= PROMISE


@pytest.mark.parametrize("range_", NARROW, ids=lambda r: f"{r[0]:g}-{r[1]:g}")
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("family", ["hard", "soft", "beta_near_zero", "one_step"])
def test_narrow_range(samples, family, measure, range_, record_property):
    """Both ends are exact floats, so their difference is; the width must not be lost in a subtraction."""
    error = worst_error(samples(family), measure, *range_)
    record_property("worst", error)
    assert error <= PROMISE


@pytest.mark.parametrize("range_", [(-9.0, 1.0), (-3.0, -0.5), (-1e6, 0.0)], ids=str)
@pytest.mark.parametrize("family", ["hard", "soft", "wide", "late_positives", "steep"])
def test_partial_area_at_negative_recall_gain(samples, family, range_, record_property):
    error = worst_error(samples(family), "prg", *range_)
    record_property("worst", error)
    assert error <= PROMISE


@pytest.mark.parametrize("family", FAMILIES)
def test_signed_area_against_the_trapezoids_themselves(samples, family, record_property):
    """Stricter than the promise: relative to the sum of the absolute trapezoids, where there is one."""
    error = 0.0
    for path, oracle in samples(family):
        parts = oracle.prg()
        size = [abs(part) for part in parts]
        if sum(size) > sum(oracle.prg_size()) / 1000:
            error = max(error, oracle.error(path.prg().area(), parts, size))
    record_property("worst", error)
    assert error <= PROMISE


@pytest.mark.parametrize("before", [0, 1, 10, 499_999, 999_998, 999_999])
def test_one_positive_in_a_million(exact, before, record_property):
    """A run of background is one step for every area, so the oracle needs three steps."""
    labels = np.zeros(1_000_000, dtype=bool)
    labels[before] = True
    path = prplot.from_labels(labels, -np.arange(1_000_000.0))
    oracle = exact([(0, before), (1, 0), (0, 999_999 - before)])
    closed = 1 - before * mpmath.log1p(mpmath.mpf(1) / before) if before else mpmath.mpf(1)
    assert mpmath.almosteq(exact.total(oracle.continuous()), closed, 1e-9)
    for measure, area in MEASURES.items():
        size = oracle.prg_size() if measure == "prg" else None
        error = oracle.error(area(path), getattr(oracle, measure)(), size)
        record_property(measure, error)
        assert error <= TIGHT


@pytest.mark.parametrize("weight", [1.0, 0.1, 1e-3, 7e250])
@pytest.mark.parametrize("share", [0.5, 0.1, 1e-6, 0.999])
def test_tie_of_everything(weight, share):
    path = prplot.from_weights(np.full(1000, 0.3), fg=np.full(1000, share * weight), bg=np.full(1000, weight))
    assert path.pr().area() == pytest.approx(share / (1 + share), rel=2e-15)
    assert path.pr("step").area() == pytest.approx(share / (1 + share), rel=2e-15)
    assert path.roc().area() == 0.5
    assert path.prg().area() == pytest.approx(0, abs=1e-14)


def runs_of_labels(lengths):
    return np.concatenate([np.full(n, k % 2 == 0) for k, n in enumerate(lengths)])


@pytest.mark.slow
@pytest.mark.parametrize("lengths", [[1_000_000, 5_000_000, 3_000_000, 999_999, 1], [0, 9_999_000, 1000]], ids=str)
def test_ten_million_rows_of_weight_a_tenth(exact, lengths, record_property):
    """Equal weights cancel, so the oracle counts; a run of one class is one step but for average precision."""
    labels = runs_of_labels(lengths)
    path = prplot.from_labels(labels, -np.arange(float(len(labels))), sample_weight=np.full(len(labels), 0.1))
    steps = [(n, 0) if k % 2 == 0 else (0, n) for k, n in enumerate(lengths)]
    oracle = exact(steps)
    for measure in ("continuous", "roc", "prg"):
        size = oracle.prg_size() if measure == "prg" else None
        error = oracle.error(MEASURES[measure](path), getattr(oracle, measure)(), size)
        record_property(measure, error)
        assert error <= TIGHT
    with mpmath.workdps(40):
        tp = fp = precisions = 0
        for fg, bg in steps:
            if fg:
                gone = mpmath.digamma(tp + fg + fp + 1) - mpmath.digamma(tp + fp + 1) if fp else 0
                precisions += fg - fp * gone
            tp, fp = tp + fg, fp + bg
        error = oracle.error(MEASURES["step"](path), [precisions / tp])
    record_property("step", error)
    assert error <= TIGHT


@pytest.mark.slow
def test_ten_million_soft_rows(exact, record_property):
    """Rows of 0.9 and 0.1, then rows of 0.1 and 0.9: every run of rows is one straight step."""
    half = 5_000_000
    fg = np.repeat([0.9, 0.1], half)
    path = prplot.from_weights(-np.arange(2.0 * half), fg=fg)
    weights = [(Fraction(f), Fraction(1.0 - f)) for f in (0.9, 0.1)]
    oracle = exact([(half * f, half * b) for f, b in weights])
    for measure in ("continuous", "roc", "prg"):
        size = oracle.prg_size() if measure == "prg" else None
        error = oracle.error(MEASURES[measure](path), getattr(oracle, measure)(), size)
        record_property(measure, error)
        assert error <= TIGHT
