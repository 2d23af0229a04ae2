"""How often bands and numbers of calibration contain what is true, for probabilities that are right and wrong.

``python benchmarks/coverage_of_calibration.py [--cells calibrated]`` draws scores and labels of three truths, from 50
to 1,600 rows with 5, 10, 100 or all distinct scores, and writes coverage_of_calibration.csv, cell by cell; cells that
it has are not run again. ``docs/coverage.md`` is made of the table by coverage_page.py. All of it takes half an hour.
"""

from __future__ import annotations

import argparse
import time
import warnings
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from beside import in_text, kept, write
from scipy import special

import prplot

RESULTS = Path(__file__).with_name("coverage_of_calibration.csv")
Array = np.ndarray[Any, Any]
# The probability of a positive at each score.
TRUTHS: dict[str, Callable[[Array], Array]] = {
    "calibrated": lambda s: s,
    "overconfident": lambda s: special.expit(0.5 * special.logit(s) - 0.5),
    "bent": lambda s: s**2,
}
ROWS = (50, 100, 200, 400, 1600)
# Of how many scores each is one, all as likely; 0 for uniform scores, which all differ.
DISTINCT = (5, 10, 100, 0)
LEVELS = (0.9, 0.95)
SETS, REPLICATES = 300, 500
NUMBERS = {
    "observed_expected": ("influence",),
    "calibration_intercept": ("influence",),
    "calibration_slope": ("profile", "influence"),
}
# The bootstrap stands beside, of so many samples of calibrated scores that all differ, with so many rows.
BOOTSTRAP_SETS, BOOTSTRAP_ROWS = 100, (50, 200)
# The scores at which bands of all distinct scores are looked at.
AT = np.arange(0.05, 1.0, 0.1)
# Scores of the population.
FINE = (np.arange(20_000) + 0.5) / 20_000


class Row(NamedTuple):
    """How often something contains what is true; of bands the mean over scores; width is the mean one."""

    truth: str
    distinct: int
    rows: int
    number: str
    method: str
    level: float
    sets: int
    coverage: float
    width: float


class Cell(NamedTuple):
    """Samples of one truth, number of scores and size."""

    truth: str
    distinct: int
    rows: int

    @property
    def scores(self) -> Array:
        """The scores that there are, or many of them."""
        return (np.arange(self.distinct) + 0.5) / self.distinct if self.distinct else FINE

    def sample(self, rng: np.random.Generator) -> Any:
        """Draw a sample."""
        score = rng.choice(self.scores, self.rows) if self.distinct else rng.uniform(1e-9, 1.0, self.rows)
        return prplot.from_labels(rng.random(self.rows) < TRUTHS[self.truth](score), score, pos_label=True)

    def population(self) -> Any:
        """Return the population, as weights of both classes at each score."""
        chance = TRUTHS[self.truth](self.scores)
        return prplot.from_weights(self.scores, fg=chance, bg=1.0 - chance)


def cells() -> Iterator[Cell]:
    for truth in TRUTHS:
        for distinct in DISTINCT:
            for rows in ROWS:
                yield Cell(truth, distinct, rows)


def run(cell: Cell, sets: int) -> Iterator[Row]:
    """Yield what comes out for one cell."""
    rng = np.random.default_rng([2026, zlib.crc32(repr(cell).encode())])
    population, truth = cell.population(), TRUTHS[cell.truth]
    true = {name: prplot.areas.numbers.NUMBERS[name].compute(population) for name in NUMBERS}
    found: dict[tuple[str, str, float], list[tuple[float, float]]] = defaultdict(list)
    resampled = cell.truth == "calibrated" and not cell.distinct and cell.rows in BOOTSTRAP_ROWS
    for number in range(sets):
        path = cell.sample(rng)
        if not 2 <= path.positives <= cell.rows - 2:
            continue
        for name, methods in NUMBERS.items():
            beside = ("bootstrap",) * (resampled and number < BOOTSTRAP_SETS)
            for method in (*methods, *beside):
                for level in LEVELS:
                    n = REPLICATES if method == "bootstrap" else None
                    interval = path.interval(name, method=method, level=level, n=n)
                    if not np.isnan(interval.low):
                        width = interval.high - interval.low
                        found[name, method, level].append((interval.low <= true[name] <= interval.high, width))
        calibration = path.calibration(n=REPLICATES)
        for level in LEVELS:
            bands = {("confidence", "chi-squared"): calibration.band("confidence", level=level)}
            if not cell.distinct:
                bands["confidence", "continuous"] = calibration.band("confidence", level=level, continuous=True)
            for (kind, method), band in bands.items():
                at = cell.scores if cell.distinct else AT
                low, high = band.at(at)
                inside = ((low <= truth(at)) & (truth(at) <= high))[~np.isnan(low)]
                found[kind, method, level].append((float(inside.mean()), float(np.nanmean(high - low))))
            if cell.truth == "calibrated":
                band = calibration.band("consistency", level=level)
                curve = calibration.at(band.x)
                inside = (band.low <= curve) & (curve <= band.high)
                found["consistency", "draws", level].append(
                    (float(inside.mean()), float((band.high - band.low).mean()))
                )
                found["p", "draws", level].append((calibration.p > 1 - level, np.nan))
    for (name, method, level), each in found.items():
        coverage, width = np.mean(np.array(each, dtype=float), axis=0)
        yield Row(*cell, name, method, level, len(each), coverage, width)


def cell_of(row: dict[str, str]) -> Cell:
    return Cell(row["truth"], int(row["distinct"]), int(row["rows"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=SETS, help="samples per cell")
    parser.add_argument("--cells", default="", help="only cells with this in their name, such as 'calibrated'")
    parser.add_argument("--again", action="store_true", help="run cells again that the table has")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    for cell in cells():
        there = any(cell_of(row) == cell for row in kept(RESULTS))
        if given.cells not in repr(cell) or (there and not given.again):
            continue
        began = time.perf_counter()
        rows = [in_text(row._asdict(), 4) for row in run(cell, given.sets)]
        order = {each: place for place, each in enumerate(cells())}
        every = sorted(
            [row for row in kept(RESULTS) if cell_of(row) != cell] + rows, key=lambda row: order[cell_of(row)]
        )
        write(RESULTS, Row._fields, every)
        print(cell, f"{time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
