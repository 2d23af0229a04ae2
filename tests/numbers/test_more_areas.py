"""Discrete, chord, envelope, magnified and clipped areas against exact arithmetic and brute force.

Vertices are exact fractions and every area is written out from its definition; nothing here is
taken from the closed forms of prplot. Widely spread weights and huge counts are among the samples.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import prplot

PROMISE = 1e-12
DIGITS = 50


class Vertices:
    """Exact cumulative counts, one vertex per distinct score, and areas from the definitions."""

    def __init__(self, fg, bg):
        self.steps = [(fraction(d), fraction(e)) for d, e in zip(fg, bg, strict=True)]
        self.tp = [Fraction(0), *itertools.accumulate(d for d, _ in self.steps)]
        self.fp = [Fraction(0), *itertools.accumulate(e for _, e in self.steps)]
        self.P, self.N = self.tp[-1], self.fp[-1]

    def precision(self, tp, fp, step):
        d, e = self.steps[step]
        return tp / (tp + fp) if tp + fp else d / (d + e)

    def polyline(self, rule, left):
        """The corners (recall, precision) of the drawn line, verticals included."""
        d, e = self.steps[0]
        corners = [(Fraction(0), Fraction(1) if left == "one" else d / (d + e))]
        for k, (d, e) in enumerate(self.steps):
            end = self.tp[k + 1] / self.P, self.precision(self.tp[k + 1], self.fp[k + 1], k)
            if rule == "upper-trapezoid" and d == 0:
                continue
            if rule == "max-interpolated":
                level = max(self.tp[j] / (self.tp[j] + self.fp[j]) for j in range(k + 1, len(self.tp)))
                corners += [(self.tp[k] / self.P, level), (end[0], level)]
                continue
            if rule.startswith("discrete") and d:
                units = d if rule == "discrete-tp" else e
                start = (self.tp[k] / self.P, self.precision(self.tp[k], self.fp[k], k))
                if k == 0:
                    corners.append(start)
                for x in range(1, int(units)):
                    tp, fp = self.tp[k] + d * x / units, self.fp[k] + e * x / units
                    corners.append((tp / self.P, tp / (tp + fp)))
            corners.append(end)
        return corners

    def polygon(self, rule, low=0, high=1, left="limit"):
        """The area under the line between two recalls."""
        return under(self.polyline(rule, left), Fraction(low), Fraction(high))

    def clipped(self):
        """The area under max(precision gain, 0) from recall gain 0 on."""
        odds = self.P / self.N
        corners = []
        for k, (d, e) in enumerate(self.steps):
            if d and self.tp[k + 1] > 0:
                # The part of the step from recall π on; from the origin precision gain is constant.
                start = max(self.tp[k], self.P * self.P / (self.P + self.N))
                if start < self.tp[k + 1]:
                    for tp in (start, self.tp[k + 1]):
                        fp = self.fp[k] + (tp - self.tp[k]) * e / d
                        corners.append((1 - odds * (self.P - tp) / tp, 1 - fp / self.N * self.P / tp))
        total = Fraction(0)
        for (x0, y0), (x1, y1) in zip(corners[::2], corners[1::2], strict=True):
            width = x1 - x0
            if y0 >= 0 and y1 >= 0:
                total += width * (y0 + y1) / 2
            elif y0 > 0 or y1 > 0:
                high, fall = max(y0, y1), abs(y1 - y0)
                total += width * high * high / fall / 2
        return total

    def cost(self, low=0, high=1):
        """The area under the lowest of all lines, kink by kink: every crossing of two lines is a cut."""
        low, high = Fraction(low), Fraction(high)
        lines = [(fp / self.N, 1 - tp / self.P) for tp, fp in zip(self.tp, self.fp, strict=True)]
        cuts = {low, high}
        for (a, b), (c, d) in itertools.combinations(lines, 2):
            if (b - a) != (d - c):
                z = (c - a) / ((b - a) - (d - c))
                if low < z < high:
                    cuts.add(z)
        points = [(z, min(a * (1 - z) + b * z for a, b in lines)) for z in sorted(cuts)]
        return under(points, low, high)

    def croc(self, magnifier, alpha, low=0, high=1):
        """∫ tpr dg(fpr) by quadrature, split towards the steep end of every step."""
        with mpmath.workdps(30):
            a = mpmath.mpf(alpha)
            power = 1 / (1 + a)
            density = {
                "exponential": lambda f: a * mpmath.exp(-a * f) / -mpmath.expm1(-a),
                "power": lambda f: power * f ** (power - 1),
                "logarithm": lambda f: a / (1 + a * f) / mpmath.log1p(a),
            }[magnifier]
            shrunk = {
                "exponential": lambda x: -mpmath.log1p(x * mpmath.expm1(-a)) / a,
                "power": lambda x: x ** (1 + a),
                "logarithm": lambda x: mpmath.expm1(x * mpmath.log1p(a)) / a,
            }[magnifier]
            ends = [mpmath.mpf(v) if v in (0, 1) else shrunk(mpmath.mpf(v)) for v in (low, high)]
            total = mpmath.mpf(0)
            for k, (d, e) in enumerate(self.steps):
                if not e:
                    continue
                f0, t0 = mpf(self.fp[k] / self.N), mpf(self.tp[k] / self.P)
                wide = mpf(e / self.N)
                u0, u1 = max(mpmath.mpf(0), (ends[0] - f0) / wide), min(mpmath.mpf(1), (ends[1] - f0) / wide)
                if u1 <= u0:
                    continue
                rise = mpf(d / self.P)
                if magnifier == "power":
                    # With f = h^(1 + α) the integral of a power is smooth in h.
                    h = [(f0 + u * wide) ** power for u in (u0, u1)]
                    total += t0 * (h[1] - h[0])
                    grown = mpmath.quad(lambda g, f0=f0, wide=wide: (g ** (1 + a) - f0) / wide, h)
                    total += rise * grown
                else:
                    cuts = [u0 + (u1 - u0) * mpmath.mpf(2) ** -j for j in range(6, -1, -1)]
                    total += mpmath.quad(
                        lambda u, f0=f0, wide=wide, t0=t0, rise=rise: (t0 + rise * u) * density(f0 + u * wide) * wide,
                        [u0, *cuts],
                    )
            return total


def under(corners, low, high):
    """The exact area under a polyline."""
    total = Fraction(0)
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        a, b = max(x0, low), min(x1, high)
        if x1 > x0 and b > a:
            slope = (y1 - y0) / (x1 - x0)
            total += (b - a) * (y0 + slope * ((a + b) / 2 - x0))
    return total


def fraction(value):
    """A weight as the binary fraction it is; whole NumPy numbers would overflow."""
    return value if isinstance(value, Fraction) else Fraction(float(value))


def mpf(value):
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return mpmath.mpf(value)


def error(found, wanted, size=None):
    """How far a float is off, relative to the number or to what it is made of."""
    with mpmath.workdps(DIGITS):
        away = abs(mpmath.mpf(found) - mpf(wanted))
        return float(away / abs(mpf(wanted if size is None else size))) if away else 0.0


def grouped(score, fg, bg):
    """A path and its exact vertices; ties must not have been summed in floats."""
    path = prplot.from_weights(score, fg=fg, bg=bg)
    groups = {}
    for s, a, b in zip(score, fg, bg, strict=True):
        d, e = groups.get(s, (Fraction(0), Fraction(0)))
        groups[s] = d + fraction(a), e + fraction(b)
    rows = [groups[s] for s in sorted(groups, reverse=True) if any(groups[s])]
    return path, Vertices(*zip(*rows, strict=True))


def hard(rng):
    for n in (6, 30, 60):
        fg = np.append(rng.integers(0, 2, n), [0, 1]).astype(float)
        yield grouped(rng.normal(size=n + 2), fg, 1 - fg)
        yield grouped(rng.integers(0, 6, n + 2), fg, 1 - fg)


def counts(rng):
    """Many units per step, steps of one class only, and background first."""
    for _ in range(4):
        n = int(rng.integers(2, 9))
        fg, bg = rng.integers(0, 40, (2, n)) * rng.integers(0, 2, (2, n))
        yield grouped(np.arange(n + 1, 0, -1.0), np.append(fg, 3.0), np.append(bg, 2.0))
        yield grouped(np.arange(n + 2, 0, -1.0), [0.0, *fg, 7.0], [20.0, *bg, 0.0])


def skewed(_):
    for big in (50.0, 2000.0):
        yield grouped([3.0, 2, 1], [1.0, 1, 5], [0, big, 3])
        yield grouped([3.0, 2, 1], [0.0, big, 5], [2, 1, 3])
        yield grouped([2.0, 1], [0.0, 1], [big, 0])
        yield grouped([2.0, 1], [1.0, big], [1, 0])


def soft(rng):
    for n in (5, 30, 60):
        fg = rng.beta(0.3, 2.0, n)
        yield grouped(rng.normal(size=n), fg, 1 - fg)
        yield grouped(rng.integers(0, 6, n), fg, 1 - fg)


def wide(rng):
    for n in (5, 25, 40):
        fg, bg = 10.0 ** rng.uniform(-12, 12, (2, n))
        yield grouped(rng.normal(size=n), fg, bg)
        yield grouped(-np.sort(fg), np.sort(fg), bg)
        yield grouped(np.sort(fg), np.sort(fg), bg * rng.integers(0, 2, n) + 1e-12)


def near_cancelling(rng):
    for tiny in (0.0, 1e-16, 1e-13, 1e-8, 1e-4):
        scale = 10.0 ** rng.uniform(-6, 6, 15)
        yield grouped(np.arange(15, 0, -1.0), 0.7 * scale, 1.9 * scale * (1 + tiny * rng.normal(size=15)))


def extreme_prevalence(rng):
    for exponent in (-12, -9, 9, 12):
        fg, bg = rng.uniform(0.5, 1.0, (2, 15))
        yield grouped(rng.integers(0, 9, 15), fg, bg * 10.0**exponent)


WHOLE = (hard, counts, skewed)
ALL = (*WHOLE, soft, wide, near_cancelling, extreme_prevalence)
FAMILIES = {family.__name__: family for family in ALL}
# All, cut on both sides, next to recall 0, and so narrow that its width may be lost in a subtraction.
RANGES = [(0.0, 1.0), (0.25, 0.75), (1e-9, 1e-3), (0.3123456, 0.3123466)]
# Average precision is in test_exact_areas.
RULES = [(rule, left) for rule in ("linear", "upper-trapezoid") for left in ("limit", "one")]
RULES += [("max-interpolated", "limit")]
DISCRETE = ("discrete-tp", "discrete-fp")
by_range = pytest.mark.parametrize("range_", RANGES, ids=lambda r: f"{r[0]:g}-{r[1]:g}")


@pytest.fixture(scope="module")
def samples():
    made = {}

    def of(family):
        if family not in made:
            made[family] = list(FAMILIES[family](np.random.default_rng(2025)))
        return made[family]

    return of


def check(record_property, errors, most=PROMISE):
    worst = max(errors)
    record_property("worst", worst)
    assert worst <= most


@by_range
@pytest.mark.parametrize(("rule", "left"), RULES)
@pytest.mark.parametrize("family", FAMILIES)
def test_chords_and_steps(samples, family, rule, left, range_, record_property):
    check(
        record_property,
        [
            error(path.pr(rule, left=left).area(*range_), exact.polygon(rule, *range_, left=left))
            for path, exact in samples(family)
        ],
    )


@by_range
@pytest.mark.parametrize("rule", DISCRETE)
@pytest.mark.parametrize("family", [family.__name__ for family in WHOLE])
def test_discrete_rules_against_their_unit_steps(samples, family, rule, range_, record_property):
    check(
        record_property,
        [error(path.pr(rule).area(*range_), exact.polygon(rule, *range_)) for path, exact in samples(family)],
    )


@pytest.mark.parametrize("rule", DISCRETE)
def test_discrete_rules_on_ranges_within_the_first_step(rule, record_property):
    """From the origin precision is constant; after background alone it rises from 0."""
    errors = []
    for fg, bg in (([5, 5], [3, 40]), ([0, 6, 1], [4, 9, 1]), ([1, 9], [30, 2]), ([7], [5])):
        path, exact = grouped(np.arange(len(fg), 0, -1.0), np.array(fg, float), np.array(bg, float))
        for range_ in ((0.0, 0.01), (0.001, 0.3), (0.05, 0.11), (0.0, 0.5), (0.2, 1.0)):
            errors.append(error(path.pr(rule).area(*range_), exact.polygon(rule, *range_)))
    check(record_property, errors)


def trapezoids(t0, f0, d, e, units):
    """The area over one step of so many units, times P, by the digamma function to many digits."""
    lost = int(t0 + f0 + d + e).bit_length()
    with mpmath.workdps(DIGITS + 2 * lost):
        t0, f0, d, e, units = map(mpmath.mpf, (t0, f0, d, e, units))
        n0, m = t0 + f0, d + e
        q = d / m
        if not n0:
            return d * q
        p0, c = t0 / n0, n0 * units / m
        psi = mpmath.digamma(c + units) - mpmath.digamma(c) + (1 / (c + units) - 1 / c) / 2
        return d * q + (p0 - q) * c * d / units * psi


def test_the_digamma_form_is_the_sum_of_unit_trapezoids():
    for t0, f0, d, e in ((3, 5, 7, 11), (0, 4, 9, 2), (6, 0, 3, 8)):
        for units in (d, e):
            corners = [
                (Fraction(d * x, units), Fraction(t0 * units + d * x, (t0 + f0) * units + (d + e) * x))
                for x in range(units + 1)
            ]
            wanted = under(corners, Fraction(0), Fraction(d))
            assert error(float(trapezoids(t0, f0, d, e, units)), wanted) < 1e-15


HUGE = [
    ([0, 1], [10**12, 10**12]),
    ([1, 2], [0, 10**9]),
    ([10**9, 2 * 10**9], [1, 10**12]),
    ([5, 10**7], [10**6, 10**13]),
    ([3, 10**15], [10**3, 10**15 + 10**3]),
    ([10**5, 10**5 + 10**8, 10**9], [10**5, 3 * 10**5, 10**14]),
    ([1, 10**6 + 1], [1, 10**6 + 2]),
    ([10**12, 10**12 + 10], [10**12, 10**12 + 9]),
]


@pytest.mark.parametrize("rule", DISCRETE)
@pytest.mark.parametrize("case", HUGE, ids=str)
def test_discrete_rules_with_huge_counts(case, rule, record_property):
    tp, fp = case
    path = prplot.from_counts(np.arange(len(tp), 0, -1.0), tp, fp)
    with mpmath.workdps(80):
        total, t0, f0 = mpmath.mpf(0), 0, 0
        for t1, f1 in zip(tp, fp, strict=True):
            d, e = t1 - t0, f1 - f0
            units = d if rule == "discrete-tp" else e
            if d and units:
                total += trapezoids(t0, f0, d, e, units)
            elif d:
                total += (
                    mpmath.mpf(d) * ((mpmath.mpf(t0) / (t0 + f0) if t0 + f0 else 1) + mpmath.mpf(t1) / (t1 + f1)) / 2
                )
            t0, f0 = t1, f1
        wanted = total / tp[-1]
    check(record_property, [error(path.pr(rule).area(), wanted)])


@by_range
@pytest.mark.parametrize("rule", DISCRETE)
@pytest.mark.parametrize("counts_", [([4, 50, 90], [10**7, 10**7 + 40, 3 * 10**7]), ([0, 100], [10**6, 10**6 + 90])])
def test_partial_discrete_areas_far_out(counts_, rule, range_, record_property):
    """Many of one class, but few units of the other to list."""
    few, many = counts_
    tp, fp = (few, many) if rule == "discrete-tp" else (many, few)
    path = prplot.from_counts(np.arange(len(tp), 0, -1.0), tp, fp)
    exact = Vertices(np.diff(tp, prepend=0), np.diff(fp, prepend=0))
    check(record_property, [error(path.pr(rule).area(*range_), exact.polygon(rule, *range_))])


@pytest.mark.parametrize("range_", [(0.0, 1.0), (0.2, 0.6), (0.0, 0.01), (0.49, 0.51)], ids=str)
@pytest.mark.parametrize("family", FAMILIES)
def test_cost_envelope(samples, family, range_, record_property):
    """Relative to the area of the trivial classifiers, of which an envelope is the part that is left."""
    few = [pair for pair in samples(family) if len(pair[1].steps) <= 16]
    errors = [error(path.cost().area(*range_), exact.cost(*range_)) for path, exact in few]
    check(record_property, errors)


@pytest.mark.parametrize("family", FAMILIES)
def test_clipped_auprg(samples, family, record_property):
    check(record_property, [error(path.prg(clip=True).area(), exact.clipped(), 1) for path, exact in samples(family)])


MAGNIFIERS = ("exponential", "power", "logarithm")


@pytest.mark.parametrize("range_", [(0.0, 1.0), (0.1, 0.6)], ids=str)
@pytest.mark.parametrize("alpha", [0.5, 7.0])
@pytest.mark.parametrize("magnifier", MAGNIFIERS)
@pytest.mark.parametrize("family", ["hard", "soft", "wide"])
def test_croc(samples, family, magnifier, alpha, range_, record_property):
    """Two samples a family: every step is integrated to 30 digits."""
    few = [pair for pair in samples(family) if len(pair[1].steps) <= 12][:2]
    errors = [
        error(path.croc(alpha=alpha, magnifier=magnifier).area(*range_), exact.croc(magnifier, alpha, *range_))
        for path, exact in few
    ]
    check(record_property, errors)


@pytest.mark.parametrize("alpha", [1e-3, 7.0, 30.0])
@pytest.mark.parametrize("magnifier", MAGNIFIERS)
@pytest.mark.parametrize("share", [1e-15, 1e-4, 0.3, 1 - 1e-9])
@pytest.mark.parametrize("start", [0.0, 1e-10, 0.4])
def test_croc_of_tiny_and_huge_steps(magnifier, alpha, share, start, record_property):
    """One rising step of a given width, after a run of background and before another."""
    fg, bg = np.array([0.0, 1.0, 0.0]), np.array([start, share, 1.0])
    path, exact = grouped(np.array([3.0, 2.0, 1.0]), fg, bg)
    found = path.croc(alpha=alpha, magnifier=magnifier).area()
    check(record_property, [error(found, exact.croc(magnifier, alpha))])
