"""Does it hold? How often intervals and bands contain what is true of the population, for models where that is known.

``python benchmarks/coverage.py [--sets 100] [--replicates 500] [--cells bibeta]`` draws samples of the score models of
`prplot.simulate`, makes every interval that has a meaning, and counts. A cell is a model, a number of positives, a
prevalence and a design; each is written to coverage.csv as soon as it is done, and is not run again where that has it.
``docs/coverage.md`` is made of the table by coverage_page.py. All of it takes half an hour.
"""

from __future__ import annotations

import argparse
import math
import time
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from beside import in_text, kept, write

import prplot
from prplot.path.steps import mean_precision
from prplot.uncertainty import bands
from prplot.uncertainty.estimands import AreaMeasure, measure_of
from prplot.uncertainty.interval import interval_of, of_replicates
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import Design

RESULTS = Path(__file__).with_name("coverage.csv")
LEVEL = 0.95
MODELS: dict[str, Any] = {
    "binormal": prplot.simulate.binormal(1, 1),
    "bibeta": prplot.simulate.bibeta(),
    "offset uniform": prplot.simulate.offset_uniform(),
    # Its rows are drawn apart from each other; those of the other two orders are not.
    "soft": prplot.simulate.keilwagen("permuted"),
}
POSITIVES = (20, 50, 100, 500)
PREVALENCES = (0.5, 0.1, 0.01)
# Data sets, and replicates of each.
SETS, REPLICATES = 500, 500
# Which methods of which measures.
RESAMPLED = {
    "PR area": ("bootstrap", "basic", "logit-bootstrap", "bca"),
    "ROC area": ("bootstrap", "logit-bootstrap"),
    "PRG area": ("bootstrap", "basic"),
}
FORMULAS = {
    "PR area": ("logit", "binomial"),
    "ROC area": ("delong",),
    # At the threshold where the recall of the population is 0.8.
    "precision": ("wilson", "clopper-pearson"),
}
SPACES = {"PR area": "pr", "ROC area": "roc", "PRG area": "prg"}
BANDS = ("PR band", "ROC band")
# Bands are looked at where neither end of the axis decides.
INNER = (0.05, 0.95)
AT = np.linspace(*INNER, 19)


@dataclass(frozen=True)
class Cell:
    """One line of the table's left side."""

    model: str
    positives: int
    prevalence: float
    design: str

    @property
    def seed(self) -> int:
        return zlib.crc32(repr(self).encode())

    @property
    def with_bands(self) -> bool:
        return self.prevalence in (0.1, own_prevalence()) and self.positives != 50

    def sample(self, rng: np.random.Generator) -> Any:
        """Draw a data set; a soft one of another prevalence has its background weighed again."""
        model = MODELS[self.model]
        if model.soft:
            path = model.sample(round(self.positives / model.prevalence), rng=rng)
            return path if self.design == "cohort" else path.at_prevalence(self.prevalence)
        n = round(self.positives / self.prevalence)
        return model.sample(n, prevalence=self.prevalence, rng=rng, fixed=self.design == "case-control")

    def population(self) -> Any:
        model = MODELS[self.model]
        if not model.soft:
            return model.path(self.prevalence)
        return model.path() if self.design == "cohort" else model.path().at_prevalence(self.prevalence)


@dataclass(frozen=True)
class Row:
    """What came out for one measure and method: shares are of the data sets whose interval is defined."""

    model: str
    positives: int
    prevalence: float
    design: str
    measure: str
    method: str
    sets: int
    replicates: int
    coverage: float
    error: float
    width: float
    undefined: float
    # Shares of intervals that lie wholly below, or above, what is true.
    below: float
    above: float
    truth: float
    estimate: float
    sd: float
    replicate_mean: float


def own_prevalence() -> float:
    return round(MODELS["soft"].prevalence, 4)


def cells() -> Iterator[Cell]:
    for positives in POSITIVES:
        for model in MODELS:
            if MODELS[model].soft:
                yield Cell(model, positives, own_prevalence(), "cohort")
                yield Cell(model, positives, 0.1, "cohort, prevalence=0.1")
                continue
            for prevalence in PREVALENCES:
                for design in ("cohort", "case-control"):
                    yield Cell(model, positives, prevalence, design)


def areas(drawn: Sequence[Replicate]) -> dict[str, np.ndarray[Any, Any]]:
    """Return the three areas of every replicate, all at once; `checked` holds that they are those of prplot."""
    fg, bg = (np.array([getattr(each, name) for each in drawn]) for name in ("fg", "bg"))
    bg = bg * np.array([[math.nan if each.one_class else each.factor] for each in drawn])
    tp, fp = (np.cumsum(np.pad(weight, ((0, 0), (1, 0))), axis=1) for weight in (fg, bg))
    p, n = tp[:, -1:], fp[:, -1:]
    rising = fg > 0
    precision = np.zeros_like(fg)
    precision[rising] = mean_precision(fp[:, :-1][rising], tp[:, :-1][rising], bg[rising], fg[rising])
    with np.errstate(all="ignore"):
        pr = (precision * fg / p).sum(axis=1)
        roc = (bg / n * (tp[:, :-1] + fg / 2) / p).sum(axis=1)
        # In gains steps are straight; those that begin before recall π are cut there.
        cut = p * p / (p + n)
        part = np.where(rising, np.clip((cut - tp[:, :-1]) / fg, 0.0, 1.0), np.where(tp[:, :-1] < cut, 1.0, 0.0))
        gains = []
        for at in (part, np.ones_like(part)):
            hits, alarms = tp[:, :-1] + at * fg, fp[:, :-1] + at * bg
            gains.append((1 - p / n * (p - hits) / hits, 1 - p / n * alarms / hits))
        (low, before), (high, after) = gains
        step = np.where((tp[:, 1:] >= cut) & rising, (high - low) * (before + after) / 2, 0.0)
        prg = step.sum(axis=1)
    return {"PR area": pr, "ROC area": roc, "PRG area": np.where(np.isnan(pr), np.nan, prg)}


def checked(found: dict[str, Any], measures: dict[str, AreaMeasure], drawn: Sequence[Replicate]) -> None:
    for name, measure in measures.items():
        wanted = [measure.of_replicate(each) for each in drawn[:10]]
        np.testing.assert_allclose(found[name][:10], wanted, rtol=1e-9, atol=1e-12)


class Count:
    """Adds up what the intervals of one measure and method contain."""

    def __init__(self) -> None:
        self.inside: list[float] = []
        self.widths: list[float] = []
        self.below = self.above = self.undefined = 0

    def add(self, low: float, high: float, truth: float) -> None:
        if math.isnan(low) or math.isnan(high):
            self.undefined += 1
            return
        self.inside.append(float(low <= truth <= high))
        self.widths.append(high - low)
        self.below += high < truth
        self.above += low > truth


class Tally:
    """The counts of a cell, by measure and method, and what its estimates are."""

    def __init__(self, cell: Cell, times: int) -> None:
        self.cell, self.times = cell, times
        self.counts: dict[tuple[str, str], Count] = {}
        self.estimates: dict[str, list[float]] = {}
        self.means: dict[str, list[float]] = {}

    def of(self, measure: str, method: str) -> Count:
        return self.counts.setdefault((measure, method), Count())

    def note(self, measure: str, estimate: float, replicate_mean: float) -> None:
        self.estimates.setdefault(measure, []).append(estimate)
        self.means.setdefault(measure, []).append(replicate_mean)

    def rows(self, truths: dict[str, float]) -> Iterator[Row]:
        for (measure, method), count in self.counts.items():
            inside, done = np.array(count.inside), len(count.inside)
            every = done + count.undefined
            nothing = np.full(2, math.nan)
            estimates = np.array(self.estimates.get(measure, nothing))
            yield Row(
                **vars(self.cell),
                measure=measure,
                method=method,
                sets=every,
                replicates=0 if method in FORMULAS.get(measure, ()) else self.times,
                coverage=float(inside.mean()) if done else math.nan,
                error=float(inside.std() / math.sqrt(done)) if done else math.nan,
                width=float(np.mean(count.widths)) if done else math.nan,
                undefined=count.undefined / every,
                below=count.below / max(done, 1),
                above=count.above / max(done, 1),
                truth=truths.get(measure, math.nan),
                estimate=float(np.nanmean(estimates)),
                sd=float(np.nanstd(estimates, ddof=1)),
                replicate_mean=float(np.mean(self.means.get(measure, nothing))),
            )


def run(cell: Cell, sets: int, times: int) -> Iterator[Row]:
    """Yield what comes out for one cell."""
    rng, population = np.random.default_rng([2026, cell.seed]), cell.population()
    stratify = True if cell.design == "case-control" else None
    truths = {name: population.curve(space).area() for name, space in SPACES.items()}
    middle = population.find(recall=0.8)
    truths["precision"] = middle.precision
    rate = prplot.measure_at("precision", at={"threshold": middle.threshold})
    tally = Tally(cell, times)
    for number in range(sets):
        path = cell.sample(rng)
        measures = {name: AreaMeasure(path.curve(space)) for name, space in SPACES.items()}
        kinds = Design(stratify=stratify).kinds([measures["PR area"].along(path)])
        drawn = [Replicate(kinds, 0, counts) for counts in kinds.counts(times, rng)]
        found = areas(drawn)
        if number == 0:
            checked(found, measures, drawn)
        for name, measure in measures.items():
            estimate = measure.of(path)
            tally.note(name, estimate, float(np.nanmean(found[name])))
            for method in RESAMPLED[name]:
                ends, _ = of_replicates(estimate, found[name], LEVEL, method, measure, kinds)
                low, high = np.clip(ends, *measure.bounds)
                tally.of(name, method).add(low, high, truths[name])
            for method in FORMULAS.get(name, ()):
                each = interval_of(measure, path, level=LEVEL, method=method)
                tally.of(name, method).add(each.low, each.high, truths[name])
        if path.treatment.reweighted_from is not None:
            # Of re-weighted rows precision is no share.
            continue
        tally.note("precision", measure_of(rate, path).of(path), math.nan)
        for method in FORMULAS["precision"]:
            each = interval_of(rate, path, level=LEVEL, method=method)
            tally.of("precision", method).add(each.low, each.high, truths["precision"])
    yield from tally.rows(truths)


def run_bands(cell: Cell, sets: int, times: int) -> Iterator[Row]:
    """Yield how often the two bands of a data set contain the curve of the population between 5 and 95 %."""
    rng, population = np.random.default_rng([2027, cell.seed]), cell.population()
    stratify = True if cell.design == "case-control" else None
    tally = Tally(cell, times)
    for _ in range(sets):
        path = cell.sample(rng)
        measures = {name: AreaMeasure(path.curve(SPACES[name.replace("band", "area")])) for name in BANDS}
        kinds = Design(stratify=stratify).kinds([measures[BANDS[0]].along(path)])
        drawn = [Replicate(kinds, 0, counts) for counts in kinds.counts(times, rng)]
        for name, measure in measures.items():
            x = bands._abscissae(measure.curve)
            curves = np.array([bands.ordinates(measure, each, x) for each in drawn])
            curves = curves[np.isfinite(curves).all(axis=1)]
            true = population.curve(measure.curve.space.name)
            inner = (x >= INNER[0]) & (x <= INNER[1])
            for kind, make in (("pointwise", bands.pointwise), ("simultaneous", bands.simultaneous)):
                low, high, level = make(curves, LEVEL)
                least = bands.of_shares(measure.curve, x, level)
                low, high = np.fmin(low, least[0]), np.fmax(high, least[1])
                at = AT if kind == "pointwise" else x[inner]
                y, bottom, top = true.at(at), np.interp(at, x, low), np.interp(at, x, high)
                # A hair for what is on the edge but for rounding.
                inside = (bottom <= y + 1e-12) & (y - 1e-12 <= top)
                count = tally.of(name, kind)
                count.inside.append(float(inside.mean() if kind == "pointwise" else inside.all()))
                count.widths.append(float(np.mean(high[inner] - low[inner])))
    yield from tally.rows({})


def place_of(row: dict[str, str]) -> tuple[Cell, bool]:
    """Return the cell of a row, and whether it is of bands."""
    cell = Cell(row["model"], int(row["positives"]), float(row["prevalence"]), row["design"])
    return cell, row["measure"] in BANDS


def write_sorted(rows: list[dict[str, str]]) -> None:
    order = {cell: place for place, cell in enumerate(cells())}
    rows = sorted(rows, key=lambda row: (order.get(place_of(row)[0], len(order)), place_of(row)[1]))
    write(RESULTS, (field.name for field in fields(Row)), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=SETS, help="data sets per cell")
    parser.add_argument("--replicates", type=int, default=REPLICATES)
    parser.add_argument("--cells", default="", help="only cells with this in their name, such as 'bibeta' or '0.01'")
    parser.add_argument("--part", choices=("areas", "bands"), help="only one of the two")
    parser.add_argument("--again", action="store_true", help="run cells again that the table has")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    for cell, of_bands in ((cell, part) for part in (False, True) for cell in cells() if cell.with_bands or not part):
        there = any(place_of(row) == (cell, of_bands) for row in kept(RESULTS))
        left_out = given.part is not None and of_bands != (given.part == "bands")
        if given.cells not in repr(cell) or left_out or (there and not given.again):
            continue
        began = time.perf_counter()
        found = [in_text(vars(row), 5) for row in (run_bands if of_bands else run)(cell, given.sets, given.replicates)]
        write_sorted([row for row in kept(RESULTS) if place_of(row) != (cell, of_bands)] + found)
        print(cell, "bands" if of_bands else "areas", f"{time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
