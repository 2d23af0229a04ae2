"""The result of a comparison of classifiers: as text, HTML, columns and a sentence for a methods section."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from prplot.curve.methods import PlottableDifferences
from prplot.curve.report import version
from prplot.errors import by_name, nothing_called
from prplot.names import ComparisonMethod
from prplot.rows.arrays import FloatArray
from prplot.rows.result_tables import Rows, Strong, Table, decimals, written

if TYPE_CHECKING:
    from prplot.uncertainty.interval import Interval

INTERVALS = {
    "bootstrap": "percentiles of the replicates' differences",
    "permutation": "percentiles of the replicates' differences",
    "influence": "the influence of rows (infinitesimal jackknife, Efron 1982, doi:10.1137/1.9781611970319)",
    "delong": "DeLong's standard error (DeLong et al. 1988, doi:10.2307/2531595)",
    "corrected-t": "Student's t with the variance of Nadeau and Bengio (2003, doi:10.1023/A:1024068626366)",
}
TESTS = {
    "bootstrap": "p = 2 (1 + k) / (1 + n), k replicates of n being on the other side of 0 or at it",
    "permutation": "p = (1 + k) / (1 + n), k permutations of n differing at least as much as the data, under the "
    "hypothesis that the classifiers are exchangeable on every {unit}",
    "influence": "z test of the difference",
    "delong": "z test of the difference",
    "corrected-t": "t test of the mean difference",
}
# These methods draw no replicates.
WITHOUT_REPLICATES = ("influence", "delong", "corrected-t")
REPORTING = "Report the difference with its interval, and p second, by a test chosen before looking"
PAIRED_TESTS = ": DeLong's for ROC areas of test rows, permutation for PR and PRG areas"


# Attributes that readers look for on comparisons, and where to find them.
ELSEWHERE = {
    "save": "comparison.plot().save(file) for a figure or a page, print(comparison) for the table",
    "interval": "comparison.intervals by name; of differences comparison.rows, of which each has low and high",
    "p": "comparison.rows, of which each has p and p_adjusted",
    "to_html": "comparison.to_frame().to_html(), or the comparison itself in a notebook",
    "to_dict": "comparison.columns()",
    "table": "comparison.columns(), print(comparison) for text",
}


class Difference(NamedTuple):
    """The difference between two classifiers, a - b.

    Attributes
    ----------
    a, b : str
        Their names.
    difference : float
        The number of a minus that of b.
    low, high : float
        The ends of its interval; NaN where the method has none.
    p : float
        Two-sided.
    p_adjusted : float
        By Holm's method, over all pairs.
    p_error : float
        The Monte Carlo standard error of p: by how much p varies with the random seed; 0 for formulas.
    """

    a: str
    b: str
    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    p_error: float = 0.0


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Comparison(PlottableDifferences, Rows[Difference]):
    """Classifiers compared in pairs; made by `compare`. It shows itself as a table, as text and in notebooks.

    Attributes
    ----------
    estimates : dict of str to float
        The measure of each classifier on the data themselves, without resampling.
    intervals : dict of str to Interval
        The measure of each classifier with its confidence interval, as `ConfusionPath.interval` returns it.
    rows : tuple of Difference
        One row for each pair of classifiers, in the order given, with ``a, b, difference, low, high, p, p_adjusted,
        p_error``.
    replicates : dict of str to array of shape (n,)
        The measure of each classifier in every bootstrap replicate, read-only; NaN where the measure is undefined.
        Empty for methods without replicates.
    first : dict of str to float
        The share of replicates in which each classifier ranks first; classifiers that tie for first divide the
        replicate equally. NaN for methods without replicates, and where ``lower_is_better`` is None.
    level : float
        The confidence level of the intervals of the differences.
    method : {"bootstrap", "permutation", "influence", "delong", "corrected-t"}
        The method that computed the p values.
    undefined : int
        The number of replicates in which the measure of at least one classifier is undefined; such a replicate still
        counts for differences between two classifiers that both have a value in it.
    measure : str
        The name of the measure that is compared.
    notes : tuple of str
        Remarks for the reader: the hypothesis of a permutation test, the number of omitted replicates, and the
        differences without a confidence interval.
    design : str
        A description of how rows were resampled; for "influence" how many rows there are, for "corrected-t" how many
        folds.
    n : int
        The number of bootstrap replicates, or of permutations, where there are any.
    paired : bool
        Whether all classifiers were scored on the same rows.
    simultaneous : bool
        Whether the confidence intervals are simultaneous: all intervals together contain the true differences with
        probability ``level``. Otherwise each interval does so separately.
    unit : str
        The unit that is resampled, or exchanged in a permutation test: "row" or "group".
    lower_is_better : bool or None
        Whether a smaller value of the measure is better, as for cost; None for O/E and the calibration intercept and
        slope, whose best values lie between, and for functions, of which it is not known.
    paired_test : bool
        Whether there are tests for such a paired difference: of areas under ROC, PR or PRG curves on the same rows.
    """

    estimates: dict[str, float]
    intervals: dict[str, Interval]
    rows: tuple[Difference, ...]
    replicates: dict[str, FloatArray]
    first: dict[str, float]
    level: float
    method: ComparisonMethod
    undefined: int
    measure: str
    notes: tuple[str, ...] = ()
    design: str = ""
    n: int = 0
    paired: bool = True
    simultaneous: bool = False
    unit: str = "row"
    lower_is_better: bool | None = False
    paired_test: bool = False

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error for attributes that only figures or tables have; it names what to use instead."""
            raise nothing_called(name, self, ELSEWHERE)

    def _parts(self) -> Iterator[Table | list[str]]:
        d, ends, kind = self._decimals(), f"{100 * self.level:g} %", " simultaneous" * self.simultaneous
        how: str = self.method
        if self.method in ("influence", "corrected-t"):
            how += f" of {self.design}"
        elif self.method != "delong":
            how += f", {self.n} {'replicates' if self.method == 'bootstrap' else 'permutations'}"
        yield [f"Comparison of the {self.measure} ({'paired' if self.paired else 'independent samples'}, {how})"]
        rows = [
            [name, written(value, f".{d}f"), ends_written(self.intervals[name], d), f"{100 * self.first[name]:.1f} %"]
            for name, value in self.estimates.items()
        ]
        head = ["classifier", "estimate", f"{ends} interval", "ranks first"]
        columns = 3 if self.method in WITHOUT_REPLICATES or self.lower_is_better is None else 4
        yield Table(head[:columns], [row[:columns] for row in rows])
        pairs, sure = [], ""
        for index, row in enumerate(self.rows):
            cells: list[str] = [row.a, row.b, *as_written(self, index), p_written(row.p_adjusted)]
            if row.p_error > 0:
                cells[-2] += f" ± {p_written(row.p_error)}"
            if row.p_adjusted <= 1 - self.level and self.lower_is_better is not None:
                sure = f"Bold: the better one of two, where p (Holm) is at most {1 - self.level:.3g}."
                for column in ((row.difference > 0) == self.lower_is_better, 2):
                    cells[column] = Strong(cells[column])
            pairs.append(cells)
        yield Table(["a", "b", "a - b", f"{ends}{kind} interval", "p", "p (Holm)"], pairs, names=2, caption=sure)
        if self.method != "corrected-t":
            yield [f"{REPORTING}{PAIRED_TESTS * self.paired_test}."]
        yield list(self.notes)

    def _decimals(self) -> int:
        return decimals([row.high - row.low for row in self.rows])

    def methods(self) -> str:
        """Return a sentence for a methods section: measure, resampling of rows, intervals, test, adjustment of p."""
        which = "the same rows" if self.paired else "independent samples"
        text = f"Differences of the {self.measure} between {len(self.estimates)} classifiers on {which}: "
        together = (
            "the largest of all standardized differences (Hothorn et al. 2008, doi:10.1002/bimj.200810425)"
            if self.simultaneous
            else INTERVALS[self.method]
        )
        text += f"{'simultaneous ' * self.simultaneous}{100 * self.level:g} % intervals by {together}"
        if self.method not in WITHOUT_REPLICATES:
            text += f", {self.n} {'paired ' * self.paired}bootstrap replicates"
        text += f", {self.design}" if self.design else ""
        text += f"; two-sided test, {TESTS[self.method].format(unit=self.unit)}"
        if self.method == "permutation":
            text += f" (n = {self.n})"
        if len(self.rows) > 1:
            text += f"; p adjusted over {len(self.rows)} pairs by the method of Holm (1979)"
        if self.undefined:
            text += f"; {self.undefined} replicates without a value left out"
        return f"{text} ({version()})."


def as_written(comparison: Comparison, index: int) -> tuple[str, str, str]:
    """Return a difference, its interval and its p value as texts of a table; "-" for missing ones."""
    row, d = comparison.rows[index], comparison._decimals()
    return written(row.difference, f"+.{d}f"), ends_written(row, d, "+"), p_written(row.p)


def ends_written(of: Any, decimals: int, sign: str = "") -> str:
    """Return the interval from ``of.low`` to ``of.high`` as text of a table; "-" without an interval."""
    if math.isnan(of.low):
        return "-"
    return f"[{of.low:{sign}.{decimals}f}, {of.high:{sign}.{decimals}f}]"


def p_written(p: float) -> str:
    """Return a p value as text, with three or four decimals, or as a power of ten if it is small."""
    if math.isnan(p):
        return "-"
    return f"{p:.3f}" if p >= 1e-3 else f"{p:.1e}" if p < 1e-4 else f"{p:.4f}"
