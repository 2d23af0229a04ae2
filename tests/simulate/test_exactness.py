"""Areas, ordinates and traces of population curves against many-digit quadrature."""

from __future__ import annotations

import itertools

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import prplot
from prplot import simulate

NORMALS = [(1, 1), (1, 0.5), (-1, 2)]
MORE = [*NORMALS, (0.01, 1), (3, 10)]


@pytest.mark.parametrize(("mu", "sigma", "prevalence"), [(1, 1, 1e-6), (1, 0.5, 1e-6), (-1, 2, 0.1), (3, 10, 0.999)])
def test_partial_pr_areas(normals, mu, sigma, prevalence):
    peer, pi = normals(mu, sigma), mpf(prevalence)
    curve = simulate.binormal(mu, sigma).curve("pr", prevalence=prevalence)
    top, bottom = peer.ends
    cuts = {0: top, 1e-6: peer.at_tpr(1e-6), 0.3: peer.at_tpr(0.3), 0.95: peer.at_tpr(0.95), 1: bottom}
    for low, high in ((0, 1e-6), (1e-6, 0.3), (0.3, 0.95), (0.95, 1)):
        expected = peer.integral(lambda f, t: pi * t / (pi * t + (1 - pi) * f) if t else 0, cuts[low], cuts[high])
        assert curve.area(low, high) == pytest.approx(float(expected), rel=2e-14)


@pytest.mark.parametrize(("mu", "sigma"), NORMALS)
def test_partial_gain_areas(normals, mu, sigma):
    prevalence = 0.1
    peer, pi = normals(mu, sigma), mpf(prevalence)
    odds = pi / (1 - pi)
    curve, clipped = (simulate.binormal(mu, sigma).curve("prg", prevalence=prevalence, clip=c) for c in (False, True))
    for low, high in ((0.0, 1.0), (-3.0, 0.5), (0.2, 0.9)):
        first, last = (peer.at_tpr(pi / (1 - (1 - pi) * mpf(x))) if x < 1 else peer.ends[1] for x in (low, high))
        # The ROC curve of normals crosses the diagonal once at most.
        middle = peer.mu / (1 - peer.sigma) if sigma != 1 else first
        cuts = [first, middle, last] if last < middle < first else [first, last]

        def parts(height, cuts=cuts):
            return [peer.integral(height, a, b) for a, b in itertools.pairwise(cuts)]

        signed = parts(lambda f, t: (1 - f / t) * odds / t**2)
        size = float(sum(abs(part) for part in signed))
        assert curve.area(low, high) == pytest.approx(float(sum(signed)), abs=2e-13 * size)
        above = float(sum(part for part in signed if part > 0))
        assert clipped.area(low, high) == pytest.approx(above, rel=2e-13, abs=1e-15)


@pytest.mark.parametrize(("mu", "sigma"), NORMALS[:2])
@pytest.mark.parametrize("magnifier", ["exponential", "power", "logarithm"])
def test_croc_areas(normals, mu, sigma, magnifier):
    peer, alpha = normals(mu, sigma), mpf(7)
    slope = {
        "exponential": lambda f: alpha * mpmath.exp(-alpha * f) / (1 - mpmath.exp(-alpha)),
        "power": lambda f: f ** (1 / (1 + alpha) - 1) / (1 + alpha),
        "logarithm": lambda f: alpha / (1 + alpha * f) / mpmath.log(1 + alpha),
    }[magnifier]
    expected = peer.integral(lambda f, t: t * slope(f), mpf(38), mpf(-38), rate="fpr")
    curve = simulate.binormal(mu, sigma).curve("croc", magnifier=magnifier)
    assert curve.area() == pytest.approx(float(expected), rel=1e-13)


@pytest.mark.parametrize(("mu", "sigma"), MORE)
def test_ordinates(normals, mu, sigma):
    peer, model = normals(mu, sigma), simulate.binormal(mu, sigma)
    rates = [1e-200, 1e-30, 1e-9, 0.1, 0.5, 0.999, 1 - 1e-9]
    for prevalence in (0.1, 1e-6, 0.999):
        pi = mpf(prevalence)
        fpr = [peer.fpr(peer.at_tpr(rate)) for rate in rates]
        expected = [float(pi * r / (pi * r + (1 - pi) * f)) for r, f in zip(rates, fpr, strict=True)]
        assert model.curve("pr", prevalence=prevalence).at(rates) == pytest.approx(expected, rel=1e-13)
    expected = [float(peer.tpr(peer.at_fpr(rate))) for rate in rates]
    assert model.curve("roc").at(rates) == pytest.approx(expected, rel=1e-12)
    gains = [-5.0, 0.0, 0.3, 0.999]
    recall = [mpf("0.1") / (1 - mpf("0.9") * mpf(gain)) for gain in gains]
    expected = [float(1 - peer.fpr(peer.at_tpr(r)) / r) for r in recall]
    assert model.curve("prg", prevalence=0.1).at(gains) == pytest.approx(expected, rel=1e-12, abs=1e-14)


def lowest_line(peer, x):
    """The least of x fnr + (1 - x) fpr, and which threshold has it: where the slope fits, or one of the ends."""
    if not 0 < x < 1:
        return mpf(0), "end"
    a = (1 - 1 / peer.sigma**2) / 2
    b = peer.mu / peer.sigma**2
    c = -(peer.mu**2) / (2 * peer.sigma**2) - mpmath.log(peer.sigma) - mpmath.log((1 - x) / x)
    inner = b * b - 4 * a * c
    cuts = (
        ([-c / b] if b else []) if a == 0 else [(-b + s * mpmath.sqrt(inner)) / (2 * a) for s in (-1, 1) if inner >= 0]
    )
    lines = [(x * peer.fnr(cut) + (1 - x) * peer.fpr(cut), f"cut {k}") for k, cut in enumerate(cuts)]
    return min([(x, "none"), (1 - x, "all"), *lines])


@pytest.mark.parametrize(("mu", "sigma"), [*MORE, (-2, 1), (0, 0.7)])
def test_cost_curves(normals, mu, sigma):
    peer, curve = normals(mu, sigma), simulate.binormal(mu, sigma).curve("cost")
    grid = [mpf(k) / 100 for k in range(1, 100)]
    leaps = []
    for left, right in itertools.pairwise(grid):
        kind = lowest_line(peer, left)[1]
        if lowest_line(peer, right)[1] != kind:
            for _ in range(80):
                middle = (left + right) / 2
                left, right = (middle, right) if lowest_line(peer, middle)[1] == kind else (left, middle)
            leaps.append(left)
    for low, high in ((0, 1), (0.1, 0.3), (0.45, 0.55)):
        cuts = sorted({mpf(low), mpf(high)} | {leap for leap in leaps if low < leap < high})
        expected = mpmath.quad(lambda x: lowest_line(peer, x)[0], cuts)
        assert curve.area(low, high) == pytest.approx(float(expected), rel=1e-12)
    x = [0.0, 1e-6, 0.2, 0.5, 0.77, 1 - 1e-9, 1.0, *(float(leap) + d for leap in leaps for d in (-1e-9, 1e-9))]
    expected = [float(lowest_line(peer, mpf(v))[0]) for v in x]
    assert curve.at(x) == pytest.approx(expected, rel=1e-12, abs=1e-300)


def test_beta_shapes_far_from_the_papers():
    """Densities that are infinite at the ends, over the log odds of the threshold."""

    def above(shapes, u):
        return mpmath.betainc(shapes[1], shapes[0], 0, u, regularized=True)

    positives, negatives = (mpf(2), mpf(1)), (mpf("0.5"), mpf("0.5"))
    for prevalence in (0.1, 1e-6):
        pi = mpf(prevalence)

        def integrand(s, pi=pi):
            x, u = 1 / (1 + mpmath.exp(-s)), 1 / (1 + mpmath.exp(s))
            t, f = above(positives, u), above(negatives, u)
            return pi * t / (pi * t + (1 - pi) * f) * 2 * x**2 * u

        expected = mpmath.quad(integrand, [-60, -20, -8, -4, 0, 4, 8, 20, 60])
        model = simulate.bibeta(positives=(2, 1), negatives=(0.5, 0.5))
        assert model.curve("pr", prevalence=prevalence).area() == pytest.approx(float(expected), rel=1e-13)


MODELS = {
    "binormal": simulate.binormal(),
    "improper": simulate.binormal(-1, 2),
    "bibeta": simulate.bibeta(),
    "offset": simulate.offset_uniform(0.3),
    **{level: simulate.saito(level) for level in ("Rand", "ER-", "Perf")},
    "good": simulate.keilwagen("good"),
}
SEEN = {
    "pr": {},
    "prg": {},
    "prg clipped": {"clip": True},
    "roc": {},
    "croc": {},
    "cost": {},
}


# Every model where a point of the square is a point and where it is a line, two of them in every space.
PAIRS = [(name, seen) for name in MODELS for seen in SEEN if name in ("binormal", "improper") or seen in ("pr", "cost")]


def curve_of(name, seen, prevalence=0.1):
    model = MODELS[name]
    given = {} if model.soft else {"prevalence": prevalence}
    return model.curve(seen.split()[0], **given, **SEEN[seen])


@pytest.mark.parametrize(("name", "seen"), PAIRS)
def test_parts_add_up(name, seen):
    curve = curve_of(name, seen)
    parts = [curve.area(low, high) for low, high in ((0, 0.15), (0.15, 0.6), (0.6, 1))]
    assert sum(parts) == pytest.approx(curve.area(), abs=3e-15)
    assert curve.area(0.4, 0.4) == 0


@pytest.mark.parametrize(("name", "seen"), PAIRS)
def test_trace_lies_on_the_curve(name, seen):
    curve = curve_of(name, seen)
    for tolerance in (1e-3, 1e-6):
        x, y, threshold = curve.trace(tolerance)
        assert np.all(np.diff(x) >= 0)
        assert np.all(np.isfinite(x) & np.isfinite(y))
        assert x[-1] == 1
        # Where the drawn line is not nearly vertical its middles are as close as was asked for.
        middle, height = (x[1:] + x[:-1]) / 2, (y[1:] + y[:-1]) / 2
        gentle = (np.abs(np.diff(y)) <= 3 * np.diff(x)) & (middle >= 0)
        assert gentle.any() or name == "Perf"
        away = np.abs(curve.at(middle[gentle]) - height[gentle])
        assert away.max(initial=0.0) <= 4 * tolerance
    known = threshold[~np.isnan(threshold)]
    assert np.all(known[1:] <= known[:-1])


@pytest.mark.parametrize(("name", "seen"), [pair for pair in PAIRS if pair[1] != "cost"])
def test_vertices_are_points_of_the_curve(name, seen):
    curve = curve_of(name, seen)
    # Next to 1 an abscissa has few digits left for the rate.
    inside = (curve.x > 1e-9) & (curve.x < 1 - 1e-5)
    # On a vertical the curve has its larger ordinate.
    found = curve.at(curve.x[inside])
    assert np.all(found >= curve.y[inside] - 1e-12 * (1 + np.abs(curve.y[inside])))
    assert found == pytest.approx(curve.y[inside], rel=1e-9, abs=1e-11)


@pytest.mark.parametrize("name", MODELS)
def test_spaces_agree(name):
    """What is one point of the square is seen by every space's own map."""
    pr, prg, roc = (curve_of(name, seen) for seen in ("pr", "prg", "roc"))
    recall = np.array([0.25, 0.5, 0.8, 0.97])
    fpr, _ = pr.space.inverse(recall, pr.at(recall))
    x, y = prg.space.forward(fpr, recall)
    assert prg.at(x) == pytest.approx(y, rel=1e-11, abs=1e-12)
    inside = fpr > 0
    assert roc.at(fpr[inside]) == pytest.approx(recall[inside], rel=1e-10)


def test_a_rare_class_is_seen_to_its_last_digit(normals):
    """Precision next to recall 0 reaches 1 even where one in a million is positive."""
    curve = simulate.binormal().curve("pr", prevalence=1e-6)
    assert curve.at(0.0) == pytest.approx(1.0, abs=1e-9)
    assert curve.limit == curve.at(0.0) == curve.y[0]
    peer, pi = normals(1, 1), mpf("1e-6")
    low = peer.fpr(peer.at_tpr(mpf("1e-40")))
    assert curve.at(1e-40) == pytest.approx(float(pi * mpf("1e-40") / (pi * mpf("1e-40") + (1 - pi) * low)), rel=1e-12)


def test_lighter_tails_end_in_nothing():
    """With sigma < 1 the highest scores are negatives: precision starts at 0."""
    curve = simulate.binormal(1, 0.5).curve("pr", prevalence=0.5)
    assert curve.at(0.0) == 0
    assert curve.at([1e-9, 0.5])[0] < 1e-3 < curve.at(0.5)


@pytest.mark.parametrize("name", ["binormal", "improper", "bibeta", "good"])
def test_the_path_is_the_same_curve_but_for_its_grid(name):
    """The vertices joined continuously, which is another way to the area, miss it by little."""
    model = MODELS[name]
    path = model.path(**({} if model.soft else {"prevalence": 0.1}))
    plain = prplot.from_counts(path.thresholds[1:], path.tp[1:], path.fp[1:])
    for space in ("pr", "roc", "prg", "croc", "cost"):
        assert plain.curve(space).area() == pytest.approx(path.curve(space).area(), abs=2e-4)
