"""Calibration: the isotonic (CORP) calibration curve of scores that are probabilities, with bands and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.areas.numbers import NUMBERS
from prplot.curve.methods import PlottableCalibration
from prplot.curve.recalibration import ecce, isotonic_pools, scored
from prplot.curve.report import version
from prplot.curve.scores import terms_of
from prplot.errors import PrplotError, by_name, collected_warnings, invalid, nothing_called, one_of, short, yes_or_no
from prplot.names import CalibrationBandKind
from prplot.path.facts import shift_of_scores
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, IntArray, read_only
from prplot.rows.checks import check_values, numbers, reals
from prplot.rows.result_tables import Result, Table, decimals, written
from prplot.spaces.murphy import warn_of_thresholds
from prplot.uncertainty.calibration_bands import (
    ROUNDING,
    CalibrationBand,
    Draws,
    confidence_band,
    consistency_band,
    draws,
)
from prplot.uncertainty.comparison import ends_written
from prplot.uncertainty.interval import interval_of
from prplot.uncertainty.units import Design, check_enough_replicates, rows_of_classes

# With fewer positives or negatives a calibration curve is rough.
FEW = 100
# The calibration numbers that have intervals, and their values for calibrated scores.
MEAN_AND_WEAK = {"observed_expected": 1.0, "calibration_intercept": 0.0, "calibration_slope": 1.0}
# Names under which users may look for a number or method, and where it is.
ELSEWHERE = {
    **dict.fromkeys(("oe", "o_e", "observed_over_expected"), "calibration.observed_expected"),
    **dict.fromkeys(("citl", "calibration_in_the_large"), "calibration.intercept"),
    **dict.fromkeys(("ece", "ece_mad"), "calibration.ecce, which needs no bins"),
    **dict.fromkeys(("hosmer_lemeshow", "p_value", "pvalue"), "calibration.p"),
    **dict.fromkeys(("brier", "score"), "path.brier()"),
    "to_latex": "prplot.report(path, ['observed_expected', 'calibration_slope', 'brier']).to_latex()",
    "save": "calibration.plot().save(file)",
    "confidence_band": "calibration.band('confidence')",
    "transform": "calibration.apply(y_score)",
    "predict": "calibration.apply(y_score)",
}


class NumberRow(NamedTuple):
    """A row of a calibration curve's table: a number, its interval, and its value or mean for calibrated scores."""

    number: str
    value: float
    low: float = math.nan
    high: float = math.nan
    if_calibrated: float = math.nan
    monte_carlo_error: float = math.nan


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Calibration(PlottableCalibration, Result):
    """The calibration curve of scores that are probabilities: how often rows of each score are positive.

    The frequencies are those of isotonic regression (CORP), which needs no bins. Made by `ConfusionPath.calibration`.
    Numbers that need random draws are drawn when they are first asked for.

    Attributes
    ----------
    path : ConfusionPath
        The scores and labels.
    x : array of shape (K,)
        The distinct scores, rising; at a prevalence that was set they are converted to it, as in `Murphy`.
    y : array of shape (K,)
        The frequency of positives at each score, rising.
    weight : array of shape (K,)
        The weight of the rows at each score.
    pools : array of int, of shape (m, 2)
        The first and the last index of the scores in each pool, within which the frequency is the same.

    References
    ----------
    T. Dimitriadis, T. Gneiting and A. I. Jordan, PNAS 118, e2016191118, 2021, doi:10.1073/pnas.2016191118.
    """

    path: ConfusionPath
    x: FloatArray
    y: FloatArray
    weight: FloatArray
    pools: IntArray
    _design: Design = field(default_factory=Design)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error for names used by other tools; it says where to find the number or method."""
            raise nothing_called(name, self, ELSEWHERE)

    def at(self, score: ArrayLike) -> FloatArray:
        """Return the height of the curve at scores, of any shape; NaN below the least and above the largest score.

        Between two scores of the sample the curve is a straight line.
        """
        wanted = reals("score", score)
        return np.asarray(np.interp(wanted, self.x, self.y, left=math.nan, right=math.nan))[()]

    def apply(self, y_score: ArrayLike) -> FloatArray:
        """Return recalibrated probabilities for other rows, by ``path.roc().hull().calibrate(y_score)``.

        Apply it to rows other than those of the curve: on its own rows miscalibration becomes 0 by construction, which
        proves nothing.

        Parameters
        ----------
        y_score : array_like of shape (n,)
            Scores of other rows, in [0, 1], as the classifier returns them.

        Returns
        -------
        array of shape (n,)
            The frequency of the next smaller score of the sample, or of its least score; as in `Hull.calibrate`. The
            ends of isotonic curves are often 0 and 1: then the log loss of a mistake is infinite, and intercept and
            slope are not defined.

        Raises
        ------
        PrplotValueError
            If scores are missing or outside [0, 1].
        """
        scores = numbers("y_score", y_score)
        check_values("y_score", scores, (scores < 0) | (scores > 1), "be probabilities, in [0, 1]")
        return self.path.roc().hull().calibrate(scores)

    @cached_property
    def observed_expected(self) -> float:
        """The positives over the sum of the scores (O/E): 1 if scores are right on average, larger if too small."""
        return self._value("observed_expected")

    @cached_property
    def intercept(self) -> float:
        """What must be added to the log odds of the scores so that their sum is the number of positives; 0 at best.

        Raises
        ------
        PrplotValueError
            If a score is 0 or 1, which has no log odds.
        """
        return self._value("calibration_intercept")

    @cached_property
    def slope(self) -> float:
        """The slope of the logistic regression of the labels on the log odds of the scores; 1 if calibrated.

        A slope below 1 means scores that are too extreme. It is NaN with one distinct score, and infinite where a score
        separates the classes.

        Raises
        ------
        PrplotValueError
            If a score is 0 or 1, which has no log odds.
        """
        return self._value("calibration_slope")

    def _value(self, key: str) -> float:
        return NUMBERS[key].compute(self.path)

    @cached_property
    def miscalibration(self) -> float:
        """How much smaller the Brier score is with isotonic frequencies instead of the scores; at least 0."""
        return terms_of(self.path.curve("murphy")).miscalibration

    @cached_property
    def ecce(self) -> float:
        """The empirical cumulative calibration error: the largest absolute sum of label - score up to a score, per row.

        It is the ECCE-MAD of I. Arrieta-Ibarra et al., J. Mach. Learn. Res. 23 (351), 2022.
        """
        return ecce(scored(self.path))

    @property
    def expected_miscalibration(self) -> float:
        """The mean miscalibration of labels drawn with the scores as probabilities; above 0 even if calibrated.

        Raises
        ------
        PrplotValueError
            If labels are soft, of which it is not known how they spread around the scores.
        """
        return float(np.mean(self._draws.miscalibration))

    @property
    def p(self) -> float:
        """The p value of calibration: the share of drawn sets of labels with at least the miscalibration of the data.

        It is (1 + how many they are) / (n + 1); ``p_error`` is its Monte Carlo error.

        Raises
        ------
        PrplotValueError
            If labels are soft, of which it is not known how they spread around the scores.
        """
        drawn = self._draws
        as_large = int(np.count_nonzero(drawn.miscalibration >= drawn.observed - ROUNDING))
        return (1.0 + as_large) / (len(drawn.miscalibration) + 1.0)

    @property
    def p_error(self) -> float:
        """The standard error that ``p`` has because it rests on n random draws."""
        return math.sqrt(self.p * (1.0 - self.p) / (len(self._draws.miscalibration) + 1.0))

    @cached_property
    def _draws(self) -> Draws:
        return draws(self.path, self._design)

    @by_name("The kind is kind='consistency' or kind='confidence', the level level=0.95.")
    def band(
        self,
        kind: CalibrationBandKind = "consistency",
        *,
        level: float = 0.95,
        continuous: bool = False,
        n: int | None = None,
        rng: Any = None,
    ) -> CalibrationBand:
        """Return a pointwise band: where the curve would be if calibrated, or where the true curve may be.

        Parameters
        ----------
        kind : {"consistency", "confidence"}
            "consistency": the range of curves of labels that are drawn with the scores as probabilities, around the
            diagonal. The label of a row is drawn once, for its whole weight, and apart from other rows, also of its
            group. Each score has limits; with more than 1,000 scores 1,000 of them, evenly spread. Of more than 100,000
            rows, scores are pooled into 10,000.
            "confidence": the frequencies that a likelihood-ratio test of isotonic regression does not reject, around
            the curve. It needs numbers of rows: hard labels of weight 1, counts, or ``weights="frequency"``.
        level : float
            In (0, 1).
        continuous : bool
            Of "confidence" only: whether to take the smaller quantile for scores of which hardly any are equal, known
            at levels 0.9, 0.95 and 0.99. The default, the quantile of chi-squared with one degree of freedom, is right
            for few distinct scores and wide for others.
        n : int, optional
            Of "consistency" only: the number of replicates; default: that of the calibration.
        rng : int or Generator, optional
            Of "consistency" only: the seed; default: that of the calibration.

        Returns
        -------
        CalibrationBand

        Raises
        ------
        PrplotValueError
            If labels are soft, weights are no numbers of rows, or rows are in groups ("confidence"); if ``n`` or
            ``rng`` is given with "confidence", which draws nothing, or ``continuous`` with "consistency"; for
            ``continuous`` with another level.

        References
        ----------
        M. Banerjee and J. A. Wellner, Ann. Stat. 29, 1699-1731, 2001, doi:10.1214/aos/1015345959.

        Examples
        --------
        >>> import prplot
        >>> path = prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9])
        >>> band = path.calibration().band("confidence")
        >>> [round(float(end), 4) for end in band.at(0.3)]
        [0.0162, 0.7514]
        """
        kind = one_of("kind", kind, get_args(CalibrationBandKind))
        design = replace(self._design, level=level)
        if kind == "confidence":
            for name, value in (("n", n), ("rng", rng)):
                if value is not None:
                    rule = "be left out for kind='confidence', which draws nothing at random"
                    raise invalid(name, rule, short(value))
            return confidence_band(self.path, design, yes_or_no("continuous", continuous))
        if yes_or_no("continuous", continuous):
            raise invalid("continuous", "be left out for kind='consistency'", short(continuous), "Take 'confidence'.")
        usual = n is None and rng is None
        design = replace(design, n=design.n if n is None else n, rng=design.rng if rng is None else rng)
        check_enough_replicates(design.replicates, design.level)
        return consistency_band(self._draws if usual else draws(self.path, design), design)

    def methods(self) -> str:
        """Return a sentence for a methods section: what the curve is, and of how many rows."""
        whose = f" of {self.path.name}" if self.path.name else ""
        shifted = f"; {note[0].lower()}{note[1:].removesuffix('.')}" if (note := shift_of_scores(self.path)) else ""
        return (
            f"Calibration curve{whose}: frequencies of positives by isotonic regression at {len(self.x):,} distinct "
            f"scores (CORP, Dimitriadis et al. 2021, doi:10.1073/pnas.2016191118){shifted} ({version()})."
        )

    # The table.

    @cached_property
    def _table(self) -> tuple[list[NumberRow], list[str]]:
        """The rows of the table, the p value last, and the sentences below the table."""
        rows, notes = [], [self.note] * bool(self.note)
        for key, calibrated in MEAN_AND_WEAK.items():
            value = low = high = math.nan
            with collected_warnings() as warnings:
                try:
                    value = self._value(key)
                    low, high = interval_of(key, self.path, weights=self._design.weights)
                except PrplotError as error:
                    warnings.append(str(error))
            rows.append(NumberRow(NUMBERS[key].name, value, low, high, calibrated))
            notes += [f"{text[0].upper()}{text[1:]}" for text in warnings]
        mean = p = p_error = math.nan
        try:
            mean, p, p_error = self.expected_miscalibration, self.p, self.p_error
            notes.insert(0, f"p has a Monte Carlo error of {p_error:.2g} ({len(self._draws.miscalibration):,} draws).")
        except PrplotError as error:
            notes.append(f"No p value: {error}")
        rows.append(NumberRow("miscalibration", self.miscalibration, if_calibrated=mean))
        rows.append(NumberRow("p", p, monte_carlo_error=p_error))
        return rows, list(dict.fromkeys(notes))

    @property
    def note(self) -> str:
        """Caveats about the curve, such as shifted scores or few rows; may be empty."""
        grouped = "Labels were drawn row by row, though rows are in groups: p and the range assume independent rows."
        sentences = [grouped] * (self.path._given.sample.group is not None)
        sentences += [f"{text[0].upper()}{text[1:]}." for text in [shift_of_scores(self.path)] if text]
        if self.few:
            sentences.append(
                f"With {self.few} a calibration curve is rough; intercept and slope say more (Collins et al. 2016, "
                "doi:10.1002/sim.6787; Van Calster et al. 2016, doi:10.1016/j.jclinepi.2015.12.005)."
            )
        return " ".join(sentences)

    @property
    def few(self) -> str:
        """The number of rows of the smaller class, such as "83 positives", if it is less than 100; else empty."""
        rows = rows_of_classes(self.path, self._design.weights)
        least, name = min(zip(rows, ("positives", "negatives"), strict=True))
        return f"{least:.3g} {name}" if least < FEW else ""

    def columns(self) -> dict[str, list[Any]]:
        """Return the table as a dict: number, value, low, high (95 %), if_calibrated, monte_carlo_error."""
        rows = self._table[0]
        return {name: [getattr(row, name) for row in rows] for name in NumberRow._fields}

    def _parts(self) -> Iterator[Table | list[str]]:
        rows, notes = self._table
        lines = []
        for row in rows:
            d = decimals([row.high - row.low])
            form = ".3g" if row.number in ("miscalibration", "p") else f".{d}f"
            cells = written(row.value, form), ends_written(row, d), written(row.if_calibrated, ".3g")
            lines.append([row.number, *cells])
        yield Table(["number", "value", "95 % CI", "if calibrated"], lines)
        yield notes


def calibration(path: ConfusionPath, **options: Any) -> Calibration:
    """Return the calibration curve of a path; see `ConfusionPath.calibration`. The options are those of `Design`."""
    rows, design = scored(path), Design(**options)
    for weight, name in ((path.positives, "positives"), (path.negatives, "negatives")):
        if not weight:
            raise invalid("y_true", "hold both classes for a calibration curve", f"no {name}")
    warn_of_thresholds(path)
    first, frequency = isotonic_pools(path)
    ends = np.append(first[1:], len(rows.score))
    pools = np.column_stack([first, ends - 1])
    y = np.repeat(frequency, ends - first)
    fg, bg = path._increments
    total = read_only(fg[::-1] + bg[::-1])
    return Calibration(path, read_only(rows.score.copy()), read_only(y), total, read_only(pools), design)
