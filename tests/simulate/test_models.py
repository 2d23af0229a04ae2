"""Curves of score models, against closed forms, the papers' tables and many-digit quadrature."""

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from mpmath import mpf
from scipy import special, stats

import prplot
from prplot import simulate

# AUROC, AUCPR at 1:1 and 1:10, CROC with alpha 7 and 8, cost area; as many digits as are known.
LEVELS = {
    "Rand": ("0.5", "0.5", "0.090909090909", "0.141944428604", "0.124664424799", "0.25"),
    "ER-": ("0.8", "0.744423189462858", "0.230943340405760", "0.3859548009", "0.3533006471", "0.176203956543"),
    "ER+": ("0.8", "0.835648848264721", "0.513144155875956", "0.5568116488", "0.5387857534", "0.176203956543"),
    "Excel": (
        *("0.983052573237655", "0.983424598495893", "0.900255094828877"),
        *("0.9197331124", "0.9118783652", "0.049310625550"),
    ),
    "Perf": ("1", "1", "1", "1", "1", "0"),
}
MODELS = {
    "binormal": simulate.binormal(),
    "improper": simulate.binormal(-1, 2),
    "bibeta": simulate.bibeta(),
    "offset": simulate.offset_uniform(0.3),
    "ER-": simulate.saito("ER-"),
    "Perf": simulate.saito("Perf"),
    "good": simulate.keilwagen("good"),
}


@pytest.mark.parametrize("level", LEVELS)
def test_levels_of_saito(level):
    model = simulate.saito(level)
    curves = [model.curve("roc"), *(model.curve("pr", prevalence=pi) for pi in (0.5, 1 / 11))]
    curves += [model.curve("croc"), model.curve("croc", alpha=8), model.curve("cost")]
    for curve, text in zip(curves, LEVELS[level], strict=True):
        places = len(text.partition(".")[2])
        assert curve.area() == pytest.approx(float(text), rel=1e-14, abs=1e-15 if places < 3 else 0.51 * 10.0**-places)


def test_early_retrieval_in_closed_form():
    """ER+: p = π / (π + (1 - π) r³). ER- starts at 4π / (1 + 3π)."""
    f = np.array([0.001, 0.1, 0.5, 0.9, 0.999])
    poor, good = simulate.saito("ER-"), simulate.saito("ER+")
    assert poor.curve("roc").at(f) == pytest.approx(1 - (1 - f) ** 4, rel=1e-13)
    assert good.curve("roc").at(f) == pytest.approx(f**0.25, rel=1e-13)
    recall = np.array([1e-12, 0.01, 0.4, 1.0])
    for pi in (0.5, 1e-6):
        wanted = pi / (pi + (1 - pi) * recall**3)
        assert good.curve("pr", prevalence=pi).at(recall) == pytest.approx(wanted, rel=2e-14)
        assert poor.curve("pr", prevalence=pi).at(0.0) == pytest.approx(4 * pi / (1 + 3 * pi), rel=1e-14)
        assert poor.curve("pr", prevalence=pi).at([1e-300, 1e-9]) == pytest.approx(4 * pi / (1 + 3 * pi), rel=1e-8)


def test_uniforms_in_closed_form():
    for offset, area in ((0.0, 0.5), (1.0, 1.0), (2.0, 1.0), (-1.0, 0.0), (-0.5, 0.125)):
        assert simulate.offset_uniform(offset).curve("roc").area() == pytest.approx(area, abs=1e-15)
    for pi in (0.5, 1e-6, 0.999):
        curve = simulate.offset_uniform().curve("pr", prevalence=pi)
        whole = mpf(1) / 2 + mpf(pi) * (mpf(1) / 2 + (1 - mpf(pi)) / 2 * mpmath.log((1 + mpf(pi)) / mpf(pi)))
        assert curve.area() == pytest.approx(float(whole), rel=1e-14)
        wanted = [1, 1, *(pi * r / (r - (1 - pi) / 2) for r in (0.6, 0.9))]
        assert curve.at([0.0, 0.5, 0.6, 0.9]).tolist() == pytest.approx(wanted, rel=1e-13)
        # It ends above π, and falls vertically there.
        assert curve.at(1.0) == pytest.approx(2 * pi / (1 + pi), rel=1e-13)
        assert curve.trace()[:2][1][-1] == pytest.approx(pi, rel=1e-14)


def test_bibeta_is_its_polynomials():
    model, u = simulate.bibeta(), np.array([2.0**-30, 0.0625, 0.25, 0.5, 0.75, 1.0])
    assert model.tpr(1 - u) == pytest.approx(15 * u**2 - 40 * u**3 + 45 * u**4 - 24 * u**5 + 5 * u**6, rel=2e-14)
    assert model.fpr(1 - u) == pytest.approx(6 * u**5 - 5 * u**6, rel=3e-14)
    assert model.densities(1 - u).positives == pytest.approx(30 * u * (1 - u) ** 4, rel=1e-14)
    assert model.densities(1 - u).negatives == pytest.approx(30 * u**4 * (1 - u), rel=1e-14)


# Normals, by mpmath


def tail(x):
    """P(Z >= x) of a standard normal."""
    return mpmath.erfc(mpf(x) / mpmath.sqrt(2)) / 2


def tail_at(p):
    """The x at which the tail is p."""
    p = mpf(p)
    if p > mpf(1) / 2:
        return -tail_at(1 - p)
    guess = mpmath.sqrt(-2 * mpmath.log(p)) if p < mpf("0.01") else mpf(1)
    return mpmath.findroot(lambda x: mpmath.log(tail(x)) - mpmath.log(p), guess)


def integral(height, mu, sigma, high, low):
    """∫ height(fpr, tpr) d(tpr) over thresholds from high down to low."""
    marks = {m + d * k for m, d in ((mu, sigma), (0, 1)) for k in (-38, -12, -8, -4, 0, 4, 8, 12, 38)}
    inside = sorted({low, high} | {mpf(mark) for mark in marks if low < mark < high})
    return mpmath.quad(lambda c: height(tail(c), tail((c - mu) / mpf(sigma))) * mpmath.npdf(c, mu, sigma), inside)


@pytest.mark.parametrize(("mu", "sigma", "prevalence"), [(1, 1, 1e-6), (1, 0.5, 0.1), (-1, 2, 0.1)])
def test_areas_of_normals(mu, sigma, prevalence):
    model, pi = simulate.binormal(mu, sigma), mpf(prevalence)
    top, bottom = mpf(max(38, mu + 38 * sigma)), mpf(min(-38, mu - 38 * sigma))
    assert model.curve("roc").area() == pytest.approx(math.erfc(-mu / math.sqrt(2 * (1 + sigma**2))) / 2, rel=2e-15)

    def cut(recall):
        return mu + sigma * tail_at(recall) if 0 < recall < 1 else (bottom if recall else top)

    curve = model.curve("pr", prevalence=prevalence)
    for low, high in ((0, 1e-6), (1e-6, 0.3), (0.3, 1)):
        wanted = integral(lambda f, t: pi * t / (pi * t + (1 - pi) * f) if t else 0, mu, sigma, cut(low), cut(high))
        assert curve.area(low, high) == pytest.approx(float(wanted), rel=1e-13)
    # Gains, and gains clipped at the one place where the ROC curve of normals crosses the diagonal.
    start, middle = (cut(pi / (1 - (1 - pi) * mpf(x))) for x in (-3, 0.2))
    middle = mpf(mu) / (1 - mpf(sigma)) if sigma != 1 else middle
    cuts = [start, middle, bottom] if bottom < middle < start else [start, bottom]
    parts = [integral(lambda f, t: (1 - f / t) * pi / (1 - pi) / t**2, mu, sigma, *ends) for ends in pairwise(cuts)]
    size = float(sum(abs(part) for part in parts))
    assert model.curve("prg", prevalence=prevalence).area(-3, 1) == pytest.approx(float(sum(parts)), abs=3e-13 * size)
    clipped = model.curve("prg", prevalence=prevalence, clip=True).area(-3, 1)
    assert clipped == pytest.approx(float(sum(part for part in parts if part > 0)), rel=3e-13, abs=1e-15)


@pytest.mark.parametrize(("mu", "sigma"), [(1, 1), (-1, 2), (0.01, 1), (3, 10)])
def test_ordinates_of_normals(mu, sigma):
    model, rates = simulate.binormal(mu, sigma), [1e-200, 1e-30, 1e-9, 0.1, 0.5, 0.999, 1 - 1e-9]
    fpr = [tail(mu + sigma * tail_at(rate)) for rate in rates]
    for pi in (0.1, 1e-6, 0.999):
        wanted = [float(pi * mpf(r) / (pi * mpf(r) + (1 - mpf(pi)) * f)) for r, f in zip(rates, fpr, strict=True)]
        assert model.curve("pr", prevalence=pi).at(rates) == pytest.approx(wanted, rel=1e-13)
    wanted = [float(tail((tail_at(rate) - mu) / mpf(sigma))) for rate in rates]
    assert model.curve("roc").at(rates) == pytest.approx(wanted, rel=1e-12)
    # Precision next to recall 0 reaches 1 even where one in a million is positive; with lighter tails it starts at 0.
    assert simulate.binormal().curve("pr", prevalence=1e-6).at(0.0) == pytest.approx(1.0, abs=1e-9)
    lighter = simulate.binormal(1, 0.5).curve("pr", prevalence=0.5)
    assert lighter.at(0.0) == 0 < lighter.at(1e-9) < 1e-3


# Cost curves


def test_a_cost_curve_that_leaps_is_the_lowest_of_all_lines():
    """Both ends of this ROC curve lie below its hull."""
    curve = simulate.bibeta(positives=(12.0, 0.83), negatives=(16.6, 14.2)).curve("cost")
    positives, negatives = stats.beta(12.0, 0.83), stats.beta(16.6, 14.2)
    cuts = special.expit(np.linspace(-5, 25, 30_001))
    fnr, fpr = positives.cdf(cuts), negatives.sf(cuts)
    odds = np.linspace(-40, 40, 4001)
    x, rest = special.expit(odds), special.expit(-odds)
    lowest = np.array([min(v, r, np.min(v * fnr + r * fpr)) for v, r in zip(x, rest, strict=True)])
    assert curve.at(x) == pytest.approx(lowest, rel=1e-5)
    assert curve.area() == pytest.approx(np.sum(lowest * x * rest) * (odds[1] - odds[0]), rel=1e-6)


# Every model


def of(model, space, **options):
    return model.curve(space, **({} if model.soft else {"prevalence": 0.1}), **options)


@pytest.mark.parametrize("name", MODELS)
def test_parts_add_up_traces_are_close_and_spaces_agree(name):
    model = MODELS[name]
    for space in ("pr", "prg", "roc", "croc", "cost"):
        curve = of(model, space)
        parts = [curve.area(low, high) for low, high in ((0, 0.15), (0.15, 0.6), (0.6, 1))]
        assert sum(parts) == pytest.approx(curve.area(), abs=1e-14)
        x, y, _ = curve.trace(1e-4)
        assert np.all(np.diff(x) >= 0)
        assert x[-1] == 1
        middle, height = (x[1:] + x[:-1]) / 2, (y[1:] + y[:-1]) / 2
        gentle = (np.abs(np.diff(y)) <= 3 * np.diff(x)) & (middle >= 0)
        np.testing.assert_allclose(curve.at(middle[gentle]), height[gentle], atol=4e-4)
        # Vertices are on the curve, on a vertical below it.
        inside = (curve.x > 1e-9) & (curve.x < 1 - 1e-5)
        assert np.isfinite([*curve.x, *curve.y]).all()
        if space != "cost":
            above = curve.at(curve.x[inside])
            assert above == pytest.approx(np.maximum(curve.y[inside], above - (name == "Perf")), rel=1e-9, abs=1e-11)
        # Joined continuously, which is another way to the area, they miss it by little.
        path = curve.path
        plain = prplot.from_counts(path.thresholds[1:], path.tp[1:], path.fp[1:])
        assert plain.curve(space).area() == pytest.approx(curve.area(), abs=2e-4)
    pr, prg, roc = (of(model, space) for space in ("pr", "prg", "roc"))
    recall = np.array([0.25, 0.5, 0.8, 0.97])
    fpr, _ = pr.space.inverse(recall, pr.at(recall))
    x, y = prg.space.forward(fpr, recall)
    assert prg.at(x) == pytest.approx(y, rel=1e-11, abs=1e-12)
    assert roc.at(fpr[fpr > 0]) == pytest.approx(recall[fpr > 0], rel=1e-10)


@pytest.mark.parametrize("name", MODELS)
def test_rates_vertices_and_densities_are_those_of_the_model(name):
    model = MODELS[name]
    path = model.path(**({} if model.soft else {"prevalence": 0.2}))
    cuts = path.thresholds[1:]
    assert np.all(np.diff(cuts) < 0)
    assert path.tp[1:] == pytest.approx(path.positives * model.tpr(cuts), rel=1e-8, abs=1e-14)
    assert path.fp[1:] == pytest.approx(path.negatives * model.fpr(cuts), rel=1e-8, abs=1e-14)
    assert path.positives + path.negatives == pytest.approx(1.0, rel=1e-15)
    for cut in (0.9, 0.123456789, 0.5):
        found = path.at(cut)
        rates = (path.positives * model.tpr(cut), path.negatives * model.fpr(cut))
        assert (found.tp, found.fp, found.threshold) == (
            *(pytest.approx(float(rate), rel=1e-13) for rate in rates),
            cut,
        )
    nothing, everything = path.at(np.inf), path.at(-np.inf)
    assert (nothing.tp, nothing.fp, everything.fn, everything.tn) == (0, 0, 0, 0)
    if name == "Perf":
        with pytest.raises(ValueError, match="densities are of continuous scores"):
            model.densities(0.5)
        return
    x = np.linspace(-12, 14, 20_801)
    for density in model.densities(x):
        assert np.sum(density) * (x[1] - x[0]) == pytest.approx(1.0, abs=4e-3)


@pytest.mark.parametrize(
    ("space", "model", "prevalence", "area"),
    [
        ("croc", simulate.binormal(-8), 0.5, 4.9396530053412796e-11),
        ("lift", simulate.binormal(-8), 1e-6, 5.0771195087485904e-7),
        ("gains", simulate.binormal(-10), 1e-6, 5.0000076872912846e-7),
        ("prg", simulate.binormal(-1), 1 - 1e-6, -4.9800637072741727e-7),
        ("pr", simulate.binormal(-8), 0.9, 0.74415721191358594),
        ("roc", simulate.bibeta(negatives=(50, 2), positives=(0.5, 100)), 0.5, 1.6565975941261311e-40),
        ("croc", simulate.bibeta(negatives=(50, 2), positives=(20, 20)), 0.5, 1.3465052929607972e-10),
        ("roc", simulate.bibeta(negatives=(100, 0.5), positives=(0.5, 100)), 0.5, 6.9958094956030214e-62),
        ("det", simulate.bibeta(negatives=(2, 50), positives=(100, 1)), 0.5, 1.6947268839410965e-39),
        # In closed form, the normal distribution function.
        *(
            (space, simulate.binormal(mu, sigma), 0.5, math.erfc(abs(mu) / math.sqrt(2 * (1 + sigma**2))) / 2)
            for space, mus in (("det", (3, 10, 20)), ("roc", (-3, -12, -20)))
            for mu in mus
            for sigma in (0.3, 1, 3)
        ),
    ],
)
def test_areas_near_0_have_their_digits(space, model, prevalence, area):
    """The areas are those of mpmath's Gauss-Legendre quadrature over thresholds with 40 digits."""
    assert model.curve(space, prevalence=prevalence).area() == pytest.approx(area, rel=1e-12, abs=0)


def test_ordinates_near_0_have_their_digits():
    """Halfway between two normals of one deviation both error rates are equal."""
    rate = math.erfc(10 / math.sqrt(2)) / 2
    assert simulate.binormal(20).curve("det").at(rate) == pytest.approx(rate, rel=1e-12, abs=0)
    for magnifier in ("exponential", "power", "logarithm"):
        space = prplot.CROC(0.1, alpha=3, magnifier=magnifier)
        tnr = np.array([0.0, 1e-9, 0.25, 1.0])
        x, rest, y = space._from_rates(np.array([1 - tnr, 1 - tnr, tnr, tnr]))
        assert (x, y) == (pytest.approx(1 - rest, rel=1e-15, abs=1e-15), pytest.approx(1 - tnr))
        # The slope of the magnifier at 1, by its formula.
        slope = {"exponential": 3 / math.expm1(3), "power": 0.25, "logarithm": 0.75 / math.log(4)}[magnifier]
        assert rest[1] == pytest.approx(1e-9 * slope, rel=1e-7, abs=0)
