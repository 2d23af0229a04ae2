"""Intervals by formulas are those recorded, and those of other sources; resampled ones as far as chance allows."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from golden.agreement import check
from golden.intervals import CLOSED, COUNTED, DRAWN, GROUPS, HARD, MANY, SECOND, SIZES, SOFT, TIED, WEIGHTED, computed
from golden.recorders import golden
from golden.samples import Rows, folds
from scipy import stats

import prplot

# Replicates of what takes longer than others.
SLOW = {"compare at a recall": 400, "compare by groups": 500}
Z = stats.norm.ppf(0.975)

recorded = cache(golden)


@pytest.mark.parametrize("name", CLOSED)
def test_a_formula_gives_what_is_recorded(name: str) -> None:
    check(computed(CLOSED[name]), recorded("intervals-closed.json")[name])


@pytest.mark.parametrize("name", DRAWN)
def test_a_resampled_result_is_within_four_monte_carlo_errors(name: str) -> None:
    n = SLOW.get(name, 2000 if "bca" in name else 1000)
    now, then = computed(DRAWN[name], n, 7), recorded("intervals-drawn.json")[name]
    assert now.keys() == then.keys()
    errors = {key: sd * math.sqrt(1 / n + 1 / MANY) for key, (_, sd) in then.items()}
    off = {key: (now[key], value) for key, (value, _) in then.items() if abs(now[key] - value) > 4 * errors[key] + 1e-9}
    assert not off


@pytest.mark.parametrize("name", SIZES)
def test_a_sample_size_is_within_four_monte_carlo_errors(name: str) -> None:
    then, error = recorded("intervals-sizes.json")[name]
    now = computed(SIZES[name], 7)
    assert abs(now.positives - then) <= 4 * math.hypot(error, now.error)


@pytest.mark.parametrize("file", ["closed", "drawn", "sizes"])
def test_every_interval_is_recorded(file: str) -> None:
    assert list(recorded(f"intervals-{file}.json")) == list({"closed": CLOSED, "drawn": DRAWN, "sizes": SIZES}[file])


# From here on golden intervals are compared with other sources.


def won(rows: Rows) -> np.ndarray:
    """Return 1, 1/2 or 0 for each pair of a row and another, in any class: whether it has the higher score."""
    scores = np.array(rows.scores)
    return (np.sign(scores[:, None] - scores) + 1) / 2


def pulls(rows: Rows) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the ROC area, and how far each row pulls it by its foreground and by its background."""
    fg, bg = (np.array(weights) / sum(weights) for weights in rows.weights())
    area = fg @ won(rows) @ bg
    return float(area), fg * (won(rows) @ bg - area), bg * (fg @ won(rows) - area)


def grown(each: np.ndarray) -> float:
    """Return the sum of squares, as a variance that is estimated of so many rows that are not 0 by nature."""
    return float(each @ each) * len(each) / (len(each) - 1)


def delong(rows: Rows) -> list[float]:
    """Return DeLong's interval; of weights as a sum over the shares of rows, of soft labels over whole rows."""
    area, front, back = pulls(rows)
    fg, bg = (np.array(weights) > 0 for weights in rows.weights())
    both = rows.labels is None
    error = math.sqrt(grown(front + back) if both else grown(front[fg]) + grown(back[bg]))
    return [area, area - Z * error, area + Z * error, error]


def of_groups(rows: Rows, groups: list[int]) -> list[float]:
    """Return Obuchowski's interval of the ROC area, of rows in groups that all have the same number of rows."""
    area, front, back = pulls(rows)
    fronts, backs = (np.bincount(groups, each) for each in (front, back))
    of_class = [len(set(np.array(groups)[np.array(weights) > 0])) for weights in rows.weights()]
    ratio = [many / (many - 1) for many in (*of_class, len(fronts))]
    squares = ratio[0] * fronts @ fronts + ratio[1] * backs @ backs + 2 * ratio[2] * fronts @ backs
    error = math.sqrt(squares)
    return [area, area - Z * error, area + Z * error, error]


def compared(a: Rows, b: Rows, paired: bool = True) -> list[float]:
    """Return the difference of two ROC areas, its interval by DeLong's formula, and p twice."""
    (one, *ours), (two, *theirs) = pulls(a), pulls(b)
    variances = [delong(rows)[3] ** 2 for rows in (a, b)]
    shared = 0.0
    if paired:
        for mine, other, weights in zip(ours, theirs, a.weights(), strict=True):
            here = np.array(weights) > 0
            shared += mine[here] @ other[here] * here.sum() / (here.sum() - 1)
    error = math.sqrt(sum(variances) - 2 * shared)
    p = 2 * stats.norm.sf(abs(one - two) / error)
    return [one - two, one - two - Z * error, one - two + Z * error, p, p]


def by_logits(rows: Rows, effective: float) -> list[float]:
    """Return Boyd's logit interval of the continuous area."""
    area = rows().pr().area()
    away = Z / math.sqrt(effective * area * (1 - area))
    at = math.log(area / (1 - area))
    low, high = 1 / (1 + math.exp(away - at)), 1 / (1 + math.exp(-away - at))
    return [area, low, high, math.sqrt(area * (1 - area) / effective)]


def by_normal(rows: Rows, effective: float) -> list[float]:
    """Return the binomial interval of the continuous area."""
    area = rows().pr().area()
    error = math.sqrt(area * (1 - area) / effective)
    return [area, area - Z * error, area + Z * error, error]


def kish(rows: Rows) -> float:
    """Return the effective number of positives."""
    fg = np.array(rows.weights()[0])
    return float(fg.sum() ** 2 / (fg @ fg))


def of_counts(rows: Rows, measure: str, method: str) -> list[float]:
    """Return SciPy's interval of a rate at threshold 0.5."""
    above, positive = np.array(rows.scores) >= 0.5, np.array(rows.labels) == 1
    hits, among = {
        "recall": (above & positive, positive),
        "precision": (above & positive, above),
        "specificity": (~above & ~positive, ~positive),
        "npv": (~above & ~positive, ~above),
        "accuracy": (above == positive, above | True),
        "predicted_positive_rate": (above, above | True),
    }[measure]
    weight = np.array(rows.weight or np.ones(len(above)))
    k, n = int(weight @ hits), int(weight @ among)
    low, high = stats.binomtest(k, n).proportion_ci(0.95, "wilson" if method == "wilson" else "exact")
    return [k / n, low, high, math.sqrt(k / n * (1 - k / n) / n)]


def student(level: float, share: float) -> list[float]:
    """Return the interval of a mean area by Student's t on the logit scale; ``share`` times s² is its variance."""
    areas = [path.roc().area() for path in folds()]
    mean = np.mean(areas)
    error = np.std(areas, ddof=1) * math.sqrt(share)
    away = stats.t.ppf((1 + level) / 2, len(areas) - 1) * error / (mean * (1 - mean))
    low, high = (1 / (1 + math.exp(-math.log(mean / (1 - mean)) - end)) for end in (-away, away))
    return [mean, low, high, error]


OTHERS: dict[str, Callable[[], list[float]]] = {
    **{f"delong {name}": lambda rows=rows: delong(rows) for name, rows in {"hard": HARD, "tied": TIED}.items()},
    "delong weights": lambda: delong(WEIGHTED),
    "delong soft": lambda: delong(SOFT),
    "delong groups": lambda: of_groups(HARD, GROUPS),
    "compare delong": lambda: compared(HARD, SECOND),
    "compare delong unpaired": lambda: compared(HARD, TIED, paired=False),
    "logit hard": lambda: by_logits(HARD, sum(HARD.labels)),
    "logit soft": lambda: by_logits(SOFT, kish(SOFT)),
    "logit weights": lambda: by_logits(WEIGHTED, kish(WEIGHTED)),
    "binomial hard": lambda: by_normal(HARD, sum(HARD.labels)),
    "binomial weights": lambda: by_normal(WEIGHTED, kish(WEIGHTED)),
    **{
        f"{method} {measure}": lambda measure=measure, method=method: of_counts(HARD, measure, method)
        for method in ("wilson", "clopper-pearson")
        for measure in ("recall", "precision", "specificity", "npv", "accuracy", "predicted_positive_rate")
    },
    "wilson frequencies": lambda: of_counts(COUNTED, "recall", "wilson"),
    "student folds": lambda: student(0.95, 1 / 4 + 1 / 3),
    "student independent": lambda: student(0.95, 1 / 4),
    "student shuffled": lambda: student(0.9, 1 / 4 + 3 / 7),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_formula_gives_what_other_sources_give(name: str) -> None:
    check(recorded("intervals-closed.json")[name], list(map(float, OTHERS[name]())), 1e-9, 1e-9)


def test_frequencies_are_rows_many_times_over() -> None:
    times = np.array(COUNTED.weight, dtype=int)
    long: dict[str, Any] = {"y_true": np.repeat(COUNTED.labels, times), "y_score": np.repeat(COUNTED.scores, times)}
    path = prplot.from_labels(**long)
    found = path.roc().interval(method="delong")
    check(recorded("intervals-closed.json")["delong frequencies"], [found.estimate, *found, found.standard_error], 1e-9)


def test_percentiles_are_those_of_a_loop_over_drawn_rows() -> None:
    random, labels, scores = np.random.RandomState(5), np.array(HARD.labels), np.array(HARD.scores)
    drawn = (random.randint(0, len(labels), len(labels)) for _ in range(1500))
    areas = [prplot.from_labels(labels[rows], scores[rows]).pr().area() for rows in drawn]
    found = dict(zip(("low", "high"), np.quantile(areas, [0.025, 0.975]), strict=True)) | {
        "error": np.std(areas, ddof=1)
    }
    for key, (value, sd) in recorded("intervals-drawn.json")["pr bootstrap"].items():
        assert abs(found[key] - value) < 4 * sd * math.sqrt(1 / 1500 + 1 / MANY)
