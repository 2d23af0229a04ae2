"""How often the tests of `prplot.compare` reject at 5 %: of equally good classifiers, and of others.

``python benchmarks/power_of_tests.py [--sets 200] [--again]`` draws cohorts with two correlated binormal scores on the
same rows and writes power_of_tests.csv; coverage_page.py writes docs/coverage.md from it. It takes ten minutes.
"""

from __future__ import annotations

import argparse
import math
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from beside import in_text, kept, write

import prplot
from prplot.uncertainty.pair_statistics import by_replicates

RESULTS = Path(__file__).with_name("power_of_tests.csv")
LEVEL, SETS, N = 0.95, 200, 200
POSITIVES = (20, 50, 200)
# Larger samples take longer; there are half as many.
SETS_OF_LARGE, LARGE = 100, 200
PREVALENCE, CORRELATION = 0.2, 0.5
# Distances between the classes of both classifiers, in standard deviations.
CASES = {"equal": (1.5, 1.5), "different": (1.5, 1.0)}
MEASURES = ("roc", "pr", "prg")


class Row(NamedTuple):
    """How often a test rejects, and for the bootstrap how often its interval contains the true difference."""

    case: str
    positives: int
    measure: str
    method: str
    sets: int
    rejected: float
    coverage: float


def samples(case: str, positives: int, rng: np.random.Generator) -> dict[str, prplot.ConfusionPath]:
    """Return two classifiers on the same rows."""
    n = round(positives / PREVALENCE)
    labels = rng.random(n) < PREVALENCE
    noise = rng.multivariate_normal([0.0, 0.0], [[1.0, CORRELATION], [CORRELATION, 1.0]], n)
    scores = noise + np.outer(labels, CASES[case])
    return {name: prplot.from_labels(labels, column) for name, column in zip("ab", scores.T, strict=True)}


def run(case: str, positives: int, sets: int) -> Iterator[Row]:
    """Yield how often each test rejects."""
    rng = np.random.default_rng([2029, zlib.crc32(repr((case, positives)).encode())])
    models = [prplot.simulate.binormal(distance, 1.0).path(PREVALENCE) for distance in CASES[case]]
    for measure in MEASURES:
        first, second = (model.curve(measure).area() for model in models)
        rejected: dict[str, list[bool]] = {}
        inside = []
        for _ in range(sets):
            paths = samples(case, positives, rng)
            comparison = prplot.compare(paths, measure, method="permutation", n=N, rng=rng)
            (row,) = comparison
            estimates = np.array(list(comparison.estimates.values()))
            drawn = np.array(list(comparison.replicates.values())).T
            p = {"bootstrap": by_replicates(drawn, estimates, LEVEL)[2, 0], "permutation": row.p}
            if measure == "roc":
                p["delong"] = prplot.compare(paths, measure, method="delong").rows[0].p
            for method, value in p.items():
                rejected.setdefault(method, []).append(bool(value <= 1 - LEVEL))
            inside.append(row.low <= first - second <= row.high)
        for method, each in rejected.items():
            coverage = float(np.mean(inside)) if method == "bootstrap" else math.nan
            yield Row(case, positives, measure, method, sets, float(np.mean(each)), coverage)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=SETS, help="data sets per cell")
    parser.add_argument("--again", action="store_true", help="run cells again that the table has")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = [] if given.again else kept(RESULTS)
    done = {(row["case"], int(row["positives"])) for row in rows}
    for case, positives in [(case, positives) for positives in POSITIVES for case in CASES]:
        if (case, positives) in done:
            continue
        sets = min(given.sets, SETS_OF_LARGE) if positives >= LARGE else given.sets
        rows += [in_text(row._asdict(), 4) for row in run(case, positives, sets)]
        write(RESULTS, Row._fields, rows)
        print(case, positives, flush=True)


if __name__ == "__main__":
    main()
