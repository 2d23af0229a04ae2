"""How often intervals at a threshold that is chosen on the rows contain what is true of the population.

``python benchmarks/coverage_of_thresholds.py [--sets 300] [--again]`` draws cohorts of binormal models, of which that
of distance 0 has no skill, chooses a threshold in each sample and in each of its replicates, and counts. What is true
is the measure at the threshold that the same rule chooses in the population. The table coverage_of_thresholds.csv takes
twenty minutes; coverage_page.py writes docs/coverage.md from it.
"""

from __future__ import annotations

import argparse
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from beside import in_text, kept, write

import prplot
from prplot.metrics import INFORMEDNESS, MCC, PRECISION, RECALL, SPECIFICITY, Metric, f_beta

RESULTS = Path(__file__).with_name("coverage_of_thresholds.csv")
LEVEL, SETS, REPLICATES = 0.95, 300, 500
DISTANCES = (0.0, 0.5, 1.0, 2.0)
POSITIVES = (20, 50, 100, 500)
PREVALENCES = (0.5, 0.1)
METHODS = ("bootstrap", "basic")
# The rules by which thresholds are chosen: the metric that is largest, or the recall that is reached.
BEST: dict[str, Metric] = {"informedness": INFORMEDNESS, "f1": f_beta(1.0), "mcc": MCC}
RECALL_REACHED = 0.8
RULES = (*BEST, f"recall {RECALL_REACHED:g}")
MEASURED = {"precision": PRECISION, "recall": RECALL, "specificity": SPECIFICITY}
Cells = tuple[np.ndarray[Any, Any], ...]


@dataclass(frozen=True)
class Row:
    """What came out for one rule, measure and method: shares are of the data sets whose interval is defined."""

    distance: float
    prevalence: float
    positives: int
    rule: str
    measure: str
    method: str
    sets: int
    coverage: float
    width: float
    undefined: float
    below: float
    above: float
    truth: float
    estimate: float


def measures_of(rule: str) -> dict[str, Metric]:
    """Return what is measured at the threshold of a rule: the metric that chose it, and three rates."""
    return ({rule: BEST[rule]} if rule in BEST else {}) | {
        name: metric for name, metric in MEASURED.items() if rule in BEST or name != "recall"
    }


def chosen(rule: str, cells: Cells) -> np.ndarray[Any, Any]:
    """Return the place of the threshold that a rule chooses in each line of cells."""
    with np.errstate(all="ignore"):
        if rule in BEST:
            values = BEST[rule].of(*cells)
        else:
            recall = RECALL.of(*cells)
            # Of points with the same precision the one with the largest recall counts, as in `find`.
            values = np.where(recall >= RECALL_REACHED - 1e-12, PRECISION.of(*cells) + 1e-9 * recall, np.nan)
    # Equal values differ by rounding, and the strictest threshold counts.
    return np.argmax(np.round(np.where(np.isnan(values), -np.inf, values), 12), axis=-1)


def at(place: np.ndarray[Any, Any], cells: Cells) -> Cells:
    return tuple(np.take_along_axis(cell, place[:, None], axis=1)[:, 0] for cell in cells)


def cells_of(fg: np.ndarray[Any, Any], counts: np.ndarray[Any, Any]) -> Cells:
    """Return TP, FP, FN and TN at each threshold, of shape (replicates, n + 1), of rows from the highest score on."""
    tp, fp = (np.cumsum(np.pad(counts * side, ((0, 0), (1, 0))), axis=1) for side in (fg, 1.0 - fg))
    return tp, fp, tp[:, -1:] - tp, fp[:, -1:] - fp


def of_population(population: Any, rule: str) -> Any:
    return population.optimal(BEST[rule]) if rule in BEST else population.find(recall=RECALL_REACHED)


def run(distance: float, prevalence: float, positives: int, sets: int) -> Iterator[Row]:
    """Yield what comes out for one model and size."""
    rng = np.random.default_rng([2028, zlib.crc32(repr((distance, prevalence, positives)).encode())])
    model, n = prplot.simulate.binormal(distance, 1.0), round(positives / prevalence)
    population = model.path(prevalence)
    truths = {
        (rule, name): of_population(population, rule).measure(metric)
        for rule in RULES
        for name, metric in measures_of(rule).items()
    }
    ends: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
    estimates: dict[tuple[str, str], list[float]] = {}
    for _ in range(sets):
        path = model.sample(n, prevalence=prevalence, rng=rng)
        fg = np.asarray(path.sample.fg)[np.argsort(-path.sample.score)]
        counts = np.vstack([np.ones(n), rng.multinomial(n, np.full(n, 1 / n), REPLICATES)])
        cells = cells_of(fg, counts)
        for rule in RULES:
            there = at(chosen(rule, cells), cells)
            for name, metric in measures_of(rule).items():
                with np.errstate(all="ignore"):
                    estimate, *values = metric.of(*there)
                np.testing.assert_allclose(estimate, of_population(path, rule).measure(metric), rtol=1e-9)
                estimates.setdefault((rule, name), []).append(float(estimate))
                low, high = np.nanquantile(values, ((1 - LEVEL) / 2, (1 + LEVEL) / 2)).tolist()
                both = {"bootstrap": (low, high), "basic": (2 * estimate - high, 2 * estimate - low)}
                for method in METHODS:
                    kept = tuple(np.clip(both[method], *metric.bounds).tolist())
                    ends.setdefault((rule, name, method), []).append(kept)
    for (rule, name, method), each in ends.items():
        low, high = np.array(each).T
        truth, known = truths[rule, name], ~np.isnan(low)
        yield Row(
            distance, prevalence, positives, rule, name, method, sets,
            coverage=float(np.mean((low <= truth)[known] & (truth <= high)[known])),
            width=float(np.mean((high - low)[known])),
            undefined=float(np.mean(~known)),
            below=float(np.mean((high < truth)[known])),
            above=float(np.mean((low > truth)[known])),
            truth=truth,
            estimate=float(np.nanmean(estimates[rule, name])),
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=SETS, help="data sets per cell")
    parser.add_argument("--again", action="store_true", help="run cells again that the table has")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = [] if given.again else kept(RESULTS)
    done = {(float(row["distance"]), float(row["prevalence"]), int(row["positives"])) for row in rows}
    for cell in [(d, p, n) for n in POSITIVES for d in DISTANCES for p in PREVALENCES]:
        if cell in done:
            continue
        rows += [in_text(vars(row), 5) for row in run(*cell, given.sets)]
        write(RESULTS, (field.name for field in fields(Row)), rows)
        print(cell, flush=True)


if __name__ == "__main__":
    main()
