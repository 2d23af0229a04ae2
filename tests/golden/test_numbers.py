"""The numbers of samples, populations and functions are those recorded; areas also those of independent sources."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from golden.agreement import check
from golden.numbers import BY_NUMBER, MODELS, OF_SAMPLES, functions, of_sample, path_of, population
from golden.recorders import golden
from golden.samples import SAMPLES, Rows
from scipy.integrate import quad
from sklearn.metrics import average_precision_score, roc_auc_score

import prplot
from prplot.areas import NUMBERS

# Never negative, so that they have all their digits however small they are.
POSITIVE = (
    *("continuous", "step", "max-interpolated", "linear", "upper-trapezoid", "pr part", "step part"),
    *("pr at a quarter", "roc", "roc part", "croc", "cost", "gains", "lift", "det"),
)

recorded = cache(golden)


EVERY = [(topic, name) for topic, (_, names) in OF_SAMPLES.items() for name in names]


@pytest.mark.parametrize(("topic", "name"), EVERY)
def test_a_sample_has_the_numbers_recorded(topic: str, name: str) -> None:
    now, then = OF_SAMPLES[topic][0](path_of(name)), of_sample(recorded(f"numbers-{topic}.json"), topic, name)
    relative = 1e-11 if name.startswith("population") else 1e-12
    check(now, then, relative)
    if topic == "areas":
        check({key: now[key] for key in POSITIVE}, {key: then[key] for key in POSITIVE}, relative, 0.0)


@pytest.mark.parametrize("topic", OF_SAMPLES)
def test_every_sample_is_recorded(topic: str) -> None:
    data, names = recorded(f"numbers-{topic}.json"), OF_SAMPLES[topic][1]
    if topic not in BY_NUMBER:
        assert list(data) == names
    for number, values in data.items() if topic in BY_NUMBER else ():
        # Numbers of forecasts are those of the samples whose scores are probabilities.
        unlisted = number in NUMBERS and NUMBERS[number].unlisted
        assert list(values) == [name for name in names if name in values or not unlisted], number


@pytest.mark.parametrize(
    ("name", "prevalence"), [(name, prevalence) for name, (_, every) in MODELS.items() for prevalence in every]
)
def test_a_population_has_the_numbers_recorded(name: str, prevalence: float | None) -> None:
    key = name if prevalence is None else f"{name} {round(prevalence, 4)}"
    now, then = population(name, prevalence), recorded("numbers-populations.json")[key]
    check(now["areas"], then["areas"], 1e-11)
    check(now["at"], then["at"], 1e-10)
    check(now["found"], then["found"], 1e-8, 1e-8)
    # Around the best threshold a measure is flat.
    check(now["best"], then["best"], 1e-5, 1e-5)
    check({by: best[0] for by, best in now["best"].items()}, {by: best[0] for by, best in then["best"].items()}, 1e-10)


def test_functions_return_what_is_recorded() -> None:
    check(functions(), recorded("numbers-functions.json"))


# From here on golden areas are compared with other sources, not with prplot.


def steps_of(rows: Rows) -> Iterator[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Yield TP and FP before each distinct score, and what it adds to them, as exact fractions."""
    fg, bg = rows.weights()
    tp = fp = Fraction(0)
    for score in sorted(set(rows.scores), reverse=True):
        tied = [place for place, each in enumerate(rows.scores) if each == score]
        d, e = sum(Fraction(fg[place]) for place in tied), sum(Fraction(bg[place]) for place in tied)
        yield tp, fp, d, e
        tp, fp = tp + d, fp + e


# All rows of which nothing is missing, and that are few enough for fractions and integrals.
GIVEN: dict[str, Rows] = {
    name: made
    for name, made in SAMPLES.items()
    if isinstance(made, Rows) and made.weights() is not None and len(made.scores) <= 60
}


@pytest.mark.parametrize("name", GIVEN)
def test_areas_are_those_of_exact_fractions_and_of_integrals(name: str) -> None:
    rows, areas = GIVEN[name], recorded("numbers-areas.json")[name]
    steps = [step for step in steps_of(rows) if step[2] + step[3] > 0]
    positives, negatives = (sum(step[part] for step in steps) for part in (2, 3))
    if not positives:
        assert all(math.isnan(areas[key]) for key in ("continuous", "step", "roc", "prg"))
        return
    precisions = [(d, first(tp, fp, d, e), (tp + d) / (tp + fp + d + e)) for tp, fp, d, e in steps]
    near(areas["step"], sum(d * after for d, _, after in precisions) / positives)
    near(areas["linear"], sum(d * (before + after) / 2 for d, before, after in precisions) / positives)
    integrals = [float(step[2]) * mean_precision(*map(float, step)) for step in steps]
    near(areas["continuous"], math.fsum(integrals) / float(positives), 1e-9)
    if not negatives:
        assert all(math.isnan(areas[key]) for key in ("roc", "prg"))
        return
    near(areas["roc"], sum(e * (tp + d / 2) for tp, _, d, e in steps) / positives / negatives)
    near(areas["prg"], area_of_gains(steps, positives, negatives), 1e-9)


def near(area: float, other: Any, relative: float = 1e-12) -> None:
    """Fail unless an area is what another source says."""
    assert math.isclose(area, float(other), rel_tol=relative, abs_tol=1e-12), (area, float(other))


def first(tp: Fraction, fp: Fraction, d: Fraction, e: Fraction) -> Fraction:
    """Return the precision at which a step begins, at the origin its limit."""
    return tp / (tp + fp) if tp + fp else d / (d + e)


def mean_precision(tp: float, fp: float, d: float, e: float) -> float:
    """Return the mean of precision over a straight step, by an integral over the logarithm of TP + FP."""
    if d == 0 or tp + fp == 0:
        return d / (d + e)
    n, m = tp + fp, d + e
    whole = quad(lambda v: tp + (math.exp(v) - n) * d / m, math.log(n), math.log(n + m), epsabs=1e-13, epsrel=1e-12)
    return whole[0] / m


def area_of_gains(steps: list[tuple[Fraction, ...]], positives: Fraction, negatives: Fraction) -> float:
    """Return the integral of precision gain over recall gain from 0 to 1, as one over TP from π P to P."""
    odds, begin = float(positives / negatives), positives * positives / (positives + negatives)
    total = 0.0
    for tp, fp, d, e in steps:
        if d and tp + d > begin:
            t, f, slope = float(tp), float(fp), float(e / d)
            precision_gain = lambda at, t=t, f=f, slope=slope: 1 - odds * (f + slope * (at - t)) / at  # noqa: E731
            total += quad(
                lambda at, gain=precision_gain: gain(at) * odds * float(positives) / at**2,
                float(max(tp, begin)),
                float(tp + d),
                epsabs=1e-13,
                epsrel=1e-11,
            )[0]
    return total


@pytest.mark.parametrize("name", [name for name, rows in GIVEN.items() if rows.labels and len(set(rows.labels)) == 2])
def test_areas_are_those_of_pairs_and_of_scikit_learn(name: str) -> None:
    rows, areas = GIVEN[name], recorded("numbers-areas.json")[name]
    fg, bg = rows.weights()
    won = sum(
        Fraction(a) * Fraction(b) * (2 * (s > t) + (s == t))
        for a, s in zip(fg, rows.scores, strict=True)
        if a
        for b, t in zip(bg, rows.scores, strict=True)
        if b
    )
    near(areas["roc"], won / (2 * sum(map(Fraction, fg)) * sum(map(Fraction, bg))))
    if np.isfinite(rows.scores).all():
        near(areas["roc"], roc_auc_score(rows.labels, rows.scores, sample_weight=rows.weight), 1e-10)
        near(areas["step"], average_precision_score(rows.labels, rows.scores, sample_weight=rows.weight), 1e-10)


# Forty digits of quadrature, rounded (binormal and bibeta), and closed forms.
POPULATION_AREAS = {
    ("binormal 0.1", "pr"): 0.292835643513515,
    ("binormal 0.5", "pr"): 0.752995996864829,
    ("bibeta 0.1", "pr"): 0.809586774289164,
    ("bibeta 0.5", "pr"): 0.960893289584513,
    ("bibeta 0.1", "roc"): 887 / 924,
    ("binormal 0.1", "roc"): 0.760249938906523,
    ("binormal 0.1", "prg"): 0.801570728059,
    ("binormal 0.1", "cost"): 0.198986433591625,
    **{
        (f"offset uniform {share}", "pr"): 0.5 + share * (0.5 + (1 - share) / 2 * math.log((1 + share) / share))
        for share in (0.1, 0.5)
    },
    ("offset uniform 0.1", "roc"): 7 / 8,
    ("offset uniform 0.1", "prg"): 35 / 36,
    ("saito ER- 0.0909", "roc"): 0.8,
    ("saito ER+ 0.0909", "roc"): 0.8,
    ("saito Rand 0.0909", "pr"): 1 / 11,
    ("saito Perf 0.0909", "pr"): 1.0,
}


@pytest.mark.parametrize(("model", "space"), POPULATION_AREAS)
def test_areas_of_populations_are_those_of_other_sources(model: str, space: str) -> None:
    near(recorded("numbers-populations.json")[model]["areas"][space], POPULATION_AREAS[model, space], 2e-12)


@pytest.mark.parametrize("name", ["binormal", "bibeta", "offset uniform", "saito ER+", "keilwagen permuted"])
@pytest.mark.parametrize("space", ["pr", "roc"])
def test_samples_of_a_model_have_about_the_area_of_the_population(name: str, space: str) -> None:
    model, (prevalence, *_) = MODELS[name]
    areas = [model.sample(1000, prevalence=prevalence, rng=seed).curve(space).area() for seed in range(20)]
    error = np.std(areas, ddof=1) / math.sqrt(20)
    # Areas under PR curves of samples are a little larger on average.
    assert abs(np.mean(areas) - model.curve(space, prevalence=prevalence).area()) < 5 * error + 0.003


def test_least_areas_are_those_of_a_closed_formula() -> None:
    for share in (0.01, 0.1, 0.5, 0.9):
        near(prplot.bounds.minimum_area(share), 1 + (1 - share) / share * math.log1p(-share), 1e-10)
