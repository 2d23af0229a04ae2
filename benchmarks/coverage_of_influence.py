"""How often intervals by the influence of rows contain what is true of the population, from 20 to 5,000 positives.

``python benchmarks/coverage_of_influence.py [--cells bibeta]`` draws samples of score models of `prplot.simulate` in
four designs and writes coverage_of_influence.csv, cell by cell; cells that it has are not run again. At some sizes the
usual bootstrap of the same samples stands beside. ``docs/coverage.md`` is made of the table by coverage_page.py.
"""

from __future__ import annotations

import argparse
import time
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from beside import in_text, kept, write

import prplot

RESULTS = Path(__file__).with_name("coverage_of_influence.csv")
MODELS: dict[str, Any] = {
    "binormal": prplot.simulate.binormal(1, 1),
    "bibeta": prplot.simulate.bibeta(),
    "offset uniform": prplot.simulate.offset_uniform(),
}
POSITIVES = (20, 100, 500, 2000, 5000)
PREVALENCES = (0.5, 0.1, 0.01)
DESIGNS = ("cohort", "case-control", "groups", "weights")
# Space, options of the curve, and the ends of the range.
AREAS: dict[str, tuple[str, dict[str, Any], tuple[float, float]]] = {
    "PR area": ("pr", {}, (0.0, 1.0)),
    "AP": ("pr", {"interpolation": "step"}, (0.0, 1.0)),
    "PR area to recall 0.5": ("pr", {}, (0.0, 0.5)),
    "ROC area": ("roc", {}, (0.0, 1.0)),
    "CROC area": ("croc", {}, (0.0, 1.0)),
    "PRG area": ("prg", {}, (0.0, 1.0)),
}
# The bootstrap of these areas stands beside, of so many samples of these designs, prevalences and sizes.
BESIDE = ("PR area", "ROC area")
BESIDE_AT = (("cohort",), (0.5,), (2000,))
BESIDE_SETS, REPLICATES = 100, 500


class Row(NamedTuple):
    """How often the intervals of one method contain what is true; width is the mean one."""

    model: str
    design: str
    prevalence: float
    positives: int
    area: str
    method: str
    sets: int
    coverage: float
    below: float
    above: float
    width: float


class Cell(NamedTuple):
    """Samples of one model, design and size."""

    model: str
    design: str
    prevalence: float
    positives: int

    @property
    def rows(self) -> int:
        return round(self.positives / self.prevalence)

    @property
    def sets(self) -> int:
        return 200 if self.rows <= 20_000 else 100 if self.rows <= 60_000 else 40

    def sample(self, rng: np.random.Generator) -> Any:
        """Draw a sample; each row once, or in groups up to three times, or with weights that say nothing of it."""
        fixed = self.design == "case-control"
        path = MODELS[self.model].sample(self.rows, prevalence=self.prevalence, rng=rng, fixed=fixed)
        if self.design not in ("groups", "weights"):
            return path
        score, label = path.sample.score, path.sample.fg > 0
        if self.design == "weights":
            return prplot.from_labels(label, score, sample_weight=rng.uniform(0.25, 1.75, len(score)))
        group = np.repeat(np.arange(len(score)), rng.integers(1, 4, len(score)))
        return prplot.from_labels(label[group], score[group], groups=group)


def cells() -> Iterator[Cell]:
    for positives in POSITIVES:
        for prevalence in PREVALENCES:
            for model in MODELS:
                for design in DESIGNS:
                    # Groups and weights are looked at for one prevalence and two models; the largest samples, which
                    # take long, are cohorts.
                    some = (prevalence == 0.1 and model != "offset uniform") or design in ("cohort", "case-control")
                    if design == "cohort" or (some and positives / prevalence <= 60_000):
                        yield Cell(model, design, prevalence, positives)


def run(cell: Cell, areas: set[str]) -> list[Row]:
    """Return what comes out for some areas in one cell."""
    rng = np.random.default_rng([2026, zlib.crc32(repr(cell).encode())])
    population = MODELS[cell.model].path(cell.prevalence)
    # The average precision of a population, which has no steps, is the area under its curve.
    truths = {name: population.curve(space).area(*ends) for name, (space, _, ends) in AREAS.items()}
    stratify = True if cell.design == "case-control" else None
    beside = cell.design in BESIDE_AT[0] and cell.prevalence in BESIDE_AT[1] and cell.positives in BESIDE_AT[2]
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for number in range(cell.sets):
        path = cell.sample(rng)
        for name in areas:
            space, options, ends = AREAS[name]
            curve = path.curve(space, **options)
            interval = curve.interval(*ends, method="influence", stratify=stratify)
            found.setdefault((name, "influence"), []).append(tuple(interval))
            if beside and name in BESIDE and number < BESIDE_SETS:
                interval = curve.interval(*ends, n=REPLICATES, stratify=stratify)
                found.setdefault((name, interval.method), []).append(tuple(interval))
    rows = []
    for (name, method), intervals in found.items():
        low, high = np.array(intervals).T
        known = np.isfinite(low)
        low, high, truth = low[known], high[known], truths[name]
        below, above = float(np.mean(high < truth)), float(np.mean(low > truth))
        width = float(np.mean(high - low))
        rows.append(Row(*cell, name, method, int(known.sum()), 1.0 - below - above, below, above, width))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", default="", help="only cells with this in their name, such as 'bibeta' or '0.01'")
    parser.add_argument("--positives", type=int, nargs="*", default=POSITIVES, help="only these numbers of positives")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    done = {
        (row["model"], row["design"], float(row["prevalence"]), int(row["positives"]), row["area"])
        for row in kept(RESULTS)
    }
    for cell in cells():
        areas = {name for name in AREAS if (*cell, name) not in done}
        if given.cells not in repr(cell) or cell.positives not in given.positives or not areas:
            continue
        began = time.perf_counter()
        rows = [in_text(row._asdict(), 5) for row in run(cell, areas)]
        write(RESULTS, Row._fields, kept(RESULTS) + rows)
        print(*cell, f"{time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
