"""Intervals, bands and comparisons: by formulas to the last digits, by resampling with their Monte Carlo errors."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from golden.samples import Rows, drawn, drawn_soft, folds, hidden, weighted

import prplot
from prplot import ConfusionPath, rule
from prplot.uncertainty import Interval

# Replicates of a golden value, and of each of the batches whose spread says how sure it is.
MANY, BATCH, BATCHES = 20_000, 500, 40

HARD = drawn(41, 120, 0.3, 2)
TIED = drawn(42, 90, 0.4, 0)
SOFT = drawn_soft(43, 80)
WEIGHTED = weighted(44, 80, "fractional")
COUNTED = weighted(45, 60, "whole")
# Weights of which a few are most, so that intervals are skewed.
HEAVY = Rows(HARD.scores, HARD.labels, weight=np.exp(1.5 * np.random.RandomState(9).normal(size=120)).round(3).tolist())
SOFT_WEIGHTED = weighted(46, 60, "fractional", soft=True)
GROUPS = (np.arange(120) // 3).tolist()
FEW = Rows([*range(24, 0, -1)], [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, *[0] * 13])


def other(rows: Rows, seed: int, noise: float = 1.0) -> Rows:
    """Return the same rows with other scores, so that two classifiers may be compared."""
    scores = np.array(rows.scores) + noise * np.random.RandomState(seed).standard_normal(len(rows.scores))
    return Rows(scores.round(2).tolist(), rows.labels, rows.fg, rows.bg, rows.weight)


SECOND, THIRD = other(HARD, 1, 0.8), other(HARD, 2, 1.5)


def pair(rows: Rows | None = None) -> list[ConfusionPath]:
    """Return two paths of the same rows."""
    return [HARD(), SECOND()] if rows is None else [rows(), other(rows, 3)()]


def ends(interval: Interval) -> list[float]:
    """Return the numbers of an interval."""
    return [interval.estimate, interval.low, interval.high, interval.standard_error]


def of_row(comparison: Any) -> list[float]:
    """Return the numbers of the first difference."""
    return list(comparison.rows[0][2:7])


def at_threshold(name: str, method: str, path: ConfusionPath, **options: Any) -> list[float]:
    """Return the interval of a rate at a threshold."""
    return ends(path.interval(rule(name, at={"threshold": 0.5}), method=method, **options))


CLOSED: dict[str, Callable[[], list[float]]] = {
    **{
        f"delong {name}": lambda rows=rows: ends(rows().roc().interval(method="delong"))
        for name, rows in {
            "hard": HARD,
            "tied": TIED,
            "soft": SOFT,
            "weights": WEIGHTED,
            "soft weights": SOFT_WEIGHTED,
        }.items()
    },
    "delong groups": lambda: ends(HARD().roc().interval(method="delong", groups=GROUPS)),
    "delong frequencies": lambda: ends(COUNTED().roc().interval(method="delong", weights="frequency")),
    "delong level 0.8": lambda: ends(HARD().roc().interval(method="delong", level=0.8)),
    "delong counts": lambda: ends(
        prplot.from_counts([3, 2, 1], tp=[5, 8, 20], fp=[1, 9, 40]).roc().interval(method="delong")
    ),
    **{
        f"{method} {name}": lambda method=method, rows=rows: ends(rows().pr().interval(method=method))
        for method in ("logit", "binomial")
        for name, rows in {"hard": HARD, "soft": SOFT, "weights": WEIGHTED}.items()
    },
    "logit step": lambda: ends(HARD().pr("step").interval(method="logit", level=0.9)),
    "logit frequencies": lambda: ends(COUNTED().pr().interval(method="logit", weights="frequency")),
    **{
        f"{method} {measure}": lambda method=method, measure=measure: at_threshold(measure, method, HARD())
        for method in ("wilson", "clopper-pearson")
        for measure in ("recall", "precision", "specificity", "npv", "accuracy", "predicted_positive_rate")
    },
    "wilson by default": lambda: ends(HARD().interval(rule("recall", at={"threshold": 0.5}))),
    "wilson weights": lambda: at_threshold("recall", "wilson", WEIGHTED()),
    "wilson soft": lambda: at_threshold("precision", "wilson", SOFT()),
    "wilson frequencies": lambda: at_threshold("recall", "wilson", COUNTED(), weights="frequency"),
    "wilson perfect": lambda: ends(HARD().interval(rule("recall", at={"threshold": -9}), method="wilson", level=0.99)),
    "clopper-pearson perfect": lambda: ends(
        HARD().interval(rule("recall", at={"threshold": -9}), method="clopper-pearson")
    ),
    "clopper-pearson nothing": lambda: ends(
        HARD().interval(rule("recall", at={"threshold": 9}), method="clopper-pearson")
    ),
    **{
        f"student {name}": lambda options=options: ends(prplot.mean_area(folds(), "roc").interval(**options))
        for name, options in {
            "folds": {},
            "independent": {"independent": True},
            "shuffled": {"test_to_train": 3 / 7, "level": 0.9},
        }.items()
    },
    "student prg": lambda: ends(prplot.mean_area(folds(), "prg").interval(independent=True)),
    "student gains": lambda: ends(
        prplot.mean_measure([path.find(recall=0.5) for path in folds()], "precision_gain").interval(independent=True)
    ),
    "compare delong": lambda: of_row(prplot.compare(pair(), "roc", method="delong")),
    "compare delong tied": lambda: of_row(prplot.compare(pair(TIED), "roc", method="delong", level=0.9)),
    "compare delong weights": lambda: of_row(prplot.compare(pair(WEIGHTED), "roc", method="delong")),
    "compare delong unpaired": lambda: of_row(prplot.compare([HARD(), TIED()], "roc", method="delong", paired=False)),
    "compare delong groups": lambda: of_row(prplot.compare(pair(), "roc", method="delong", groups=GROUPS)),
    "compare delong three": lambda: [
        number
        for row in prplot.compare([*pair(), THIRD()], "roc", method="delong").rows
        for number in (row.difference, row.p, row.p_adjusted)
    ],
}


def spread(interval: Interval) -> dict[str, float]:
    """Return what chance decides of an interval."""
    share = interval.undefined / len(interval.replicates)
    named = {"low": interval.low, "high": interval.high, "error": interval.standard_error, "undefined": share}
    return {key: value for key, value in named.items() if key != "undefined" or interval.undefined}


def strip(curve: prplot.Curve, **options: Any) -> dict[str, float]:
    """Return the ends of a band at some abscissae."""
    band, places = curve.band(**options), (0.0, 0.1234, 0.4, 0.75, 0.95)
    found = {"low": band.at(places)[0], "high": band.at(places)[1]}
    return {
        f"{end} at {x}": float(y)
        for end, values in found.items()
        for x, y in zip(places, values, strict=True)
        if math.isfinite(y)
    }


def versus(paths: list[ConfusionPath], measure: Any, **options: Any) -> dict[str, float]:
    """Return what chance decides of a comparison."""
    found = prplot.compare(paths, measure, **options)
    return {
        **{
            f"{what} {place}": getattr(row, what)
            for place, row in enumerate(found.rows)
            for what in ("low", "high", "p", "p_adjusted")
            if what != "p_adjusted" or len(found.rows) > 1
        },
        **{f"first {name}": share for name, share in found.first.items()},
    }


def cuts(share: float) -> Any:
    """Return a rule: precision at a recall."""
    return rule("precision", at={"recall": share})


# What is drawn so many times, from a seed.
DRAWN: dict[str, Callable[[int, int], dict[str, float]]] = {
    **{
        f"pr {method}": lambda n, rng, method=method: spread(HARD().pr().interval(method=method, n=n, rng=rng))
        for method in ("bootstrap", "basic", "bca", "logit-bootstrap")
    },
    "pr by default": lambda n, rng: spread(HARD().interval("pr", level=0.8, n=n, rng=rng)),
    "prg stratified": lambda n, rng: spread(TIED().prg().interval(stratify=True, n=n, rng=rng)),
    "prg bca stratified": lambda n, rng: spread(TIED().prg().interval(method="bca", stratify=True, n=n, rng=rng)),
    "roc part": lambda n, rng: spread(HARD().roc().interval(0.0, 0.3, n=n, rng=rng)),
    "cost": lambda n, rng: spread(TIED().cost().interval(n=n, rng=rng)),
    "soft": lambda n, rng: spread(SOFT().pr().interval(method="bootstrap", n=n, rng=rng)),
    "importance weights": lambda n, rng: spread(WEIGHTED().interval("step", n=n, rng=rng)),
    "frequency weights": lambda n, rng: spread(COUNTED().roc().interval(n=n, rng=rng, weights="frequency")),
    "counts": lambda n, rng: spread(
        prplot.from_counts([3, 2, 1], tp=[5, 8, 20], fp=[1, 9, 40]).pr().interval(n=n, rng=rng)
    ),
    "groups": lambda n, rng: spread(HARD().pr().interval(groups=GROUPS, n=n, rng=rng)),
    "groups bca": lambda n, rng: spread(HEAVY().roc().interval(method="bca", groups=GROUPS, n=n, rng=rng)),
    "weights bca": lambda n, rng: spread(HEAVY().interval("step", method="bca", n=n, rng=rng)),
    "ratio bca": lambda n, rng: spread(
        HARD().interval(rule("lr_positive", at={"threshold": 1.5}), method="bca", n=n, rng=rng)
    ),
    "early, rows unreached": lambda n, rng: spread(hidden(47, 100, "unreached")().pr().interval(n=n, rng=rng)),
    "early, false positives as they come": lambda n, rng: spread(
        prplot.from_labels([1, 1, 0, 1, 0] * 10, [*range(50, 0, -1)], positives=45).pr().interval(n=n, rng=rng)
    ),
    "few positives": lambda n, rng: spread(FEW().roc().interval(method="bootstrap", n=n, rng=rng)),
    "at another prevalence": lambda n, rng: spread(HARD().at_prevalence(0.05).pr().interval(n=n, rng=rng)),
    "precision at a prevalence": lambda n, rng: spread(
        HARD().at_prevalence(0.3).interval(rule("precision", at={"threshold": -0.5}), method="basic", n=n, rng=rng)
    ),
    "folds pooled": lambda n, rng: spread(prplot.pool(folds(), calibrated=True).pr().interval(n=n, rng=rng)),
    "precision at a recall": lambda n, rng: spread(HARD().interval(cuts(0.7), n=n, rng=rng)),
    "f1 at its best": lambda n, rng: spread(HARD().interval(rule("f1", at="best"), n=n, rng=rng)),
    "bedroc": lambda n, rng: spread(HARD().interval("bedroc", n=n, rng=rng)),
    "a function": lambda n, rng: spread(HARD().interval(lambda path: path.break_even().recall, n=n, rng=rng)),
    "band pr": lambda n, rng: strip(HARD().pr(), n=n, rng=rng),
    "band prg simultaneous": lambda n, rng: strip(HARD().prg(), kind="simultaneous", level=0.8, n=n, rng=rng),
    "band roc groups": lambda n, rng: strip(HARD().roc(), groups=GROUPS, n=n, rng=rng),
    "band gains of soft labels": lambda n, rng: strip(SOFT().gains(), n=n, rng=rng),
    **{
        f"band {space}, rows unreached": lambda n, rng, space=space: strip(
            hidden(47, 100, "unreached")().curve(space), n=n, rng=rng
        )
        for space in ("gains", "lift", "pr")
    },
    "compare pr": lambda n, rng: versus(pair(), "pr", n=n, rng=rng),
    "compare three": lambda n, rng: versus([*pair(), THIRD()], "roc", n=n, rng=rng, simultaneous=True),
    "compare by permutation": lambda n, rng: versus(pair(), "roc", method="permutation", n=n, rng=rng),
    "compare by groups": lambda n, rng: versus(pair(), "prg", groups=GROUPS, stratify=False, n=n, rng=rng),
    "compare stratified": lambda n, rng: versus(pair(), "pr", stratify=True, n=n, rng=rng),
    "compare unpaired": lambda n, rng: versus([HARD(), TIED()], "roc", paired=False, n=n, rng=rng),
    "compare weights": lambda n, rng: versus(pair(WEIGHTED), "pr", n=n, rng=rng),
    "compare frequencies": lambda n, rng: versus(pair(COUNTED), "roc", weights="frequency", n=n, rng=rng),
    "compare at a recall": lambda n, rng: versus(pair(), cuts(0.7), n=n, rng=rng),
}

# Rows that a population needs, as simulated.
SIZES = {
    "binormal pr": lambda rng: prplot.simulate.binormal(2.0).sample_size(0.1, rng=rng),
    "offset uniform roc": lambda rng: prplot.simulate.offset_uniform().sample_size(0.08, 0.9, measure="roc", rng=rng),
}


def computed(compute: Callable[..., Any], *given: int) -> Any:
    """Return what comes out, without warnings, which are recorded elsewhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compute(*given)


def with_error(name: str) -> dict[str, list[float]]:
    """Return each number of a resampled result, and the standard deviation that one replicate would give it."""
    golden = computed(DRAWN[name], MANY, 1)
    batches = [computed(DRAWN[name], BATCH, 1000 + seed) for seed in range(BATCHES)]
    return {
        key: [value, float(np.std([batch.get(key, 0.0) for batch in batches], ddof=1) * math.sqrt(BATCH))]
        for key, value in golden.items()
    }


def record() -> dict[str, Any]:
    """Return the contents of the files."""
    sizes = {name: computed(compute, 1) for name, compute in SIZES.items()}
    return {
        "intervals-closed.json": {name: computed(compute) for name, compute in CLOSED.items()},
        "intervals-drawn.json": {name: with_error(name) for name in DRAWN},
        "intervals-sizes.json": {name: [found.positives, found.error] for name, found in sizes.items()},
    }
