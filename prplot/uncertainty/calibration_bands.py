"""Confidence bands of calibration curves, and consistency bands: the range of the curve if scores are calibrated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prplot.curve.report import version
from prplot.errors import PrplotValueError, by_name, invalid, shortest
from prplot.names import CalibrationBandKind
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, IntArray, Pair, read_only, sums_after, sums_by_place
from prplot.rows.checks import reals
from prplot.rows.result_tables import Result, Table
from prplot.spaces.probabilities import shifted
from prplot.uncertainty.units import Design, check_resampled, numbers_of_rows, rows_with_weight, weights_of

# With at most MOST_ROWS rows labels are drawn at every score. With more, neighboring scores are pooled into POOLED.
MOST_ROWS, POOLED = 10**5, 10**4
# A consistency band has limits at no more scores than this.
PLACES = 1000
# With more rows per score than this, on average, the number of positives at each score is drawn at once.
MANY_AT_A_SCORE = 8
# After this many halvings of [0, 1], float64 holds no number in between.
HALVINGS = 60
# Smaller differences of miscalibration are rounding errors.
ROUNDING = 1e-12
# The quantiles of twice the log-likelihood ratio for continuous scores (Banerjee and Wellner 2001).
CONTINUOUS = {0.9: 1.602, 0.95: 2.269, 0.99: 3.836}
LABELS: dict[str, str] = {
    "consistency": "expected range if calibrated ({:g} %, pointwise)",
    "confidence": "{:g} % confidence band of the curve (pointwise)",
}
PROVES: dict[str, str] = {
    "consistency": "A curve inside it is no proof that the scores are calibrated: too few rows leave the range wide. "
    "It holds at each score, not for the whole curve at once.",
    "confidence": "A diagonal inside it is no proof that the scores are calibrated: too few rows leave the band wide. "
    "It holds at each score, not for the whole curve at once.",
}
METHODS: dict[str, str] = {
    "consistency": "quantiles of isotonic fits to {n} sets of labels drawn with the scores as probabilities "
    "(Dimitriadis et al. 2021, doi:10.1073/pnas.2016191118)",
    "confidence": "likelihood-ratio tests of isotonic regression (Banerjee and Wellner 2001, "
    "doi:10.1214/aos/1015345959), {c}",
}


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class CalibrationBand(Result):
    """A band of a calibration curve: a lower and an upper frequency at each score.

    Attributes
    ----------
    x : array of shape (m,)
        Scores, rising.
    low, high : arrays of shape (m,)
        The least and the largest frequency of positives at each score.
    level : float
        The share of samples in which the frequency at a score lies inside, or the band contains the true frequency.
    kind : {"consistency", "confidence"}
        "consistency": where the curve would be if the scores were calibrated, around the diagonal. "confidence": where
        the true frequencies may be, around the curve.
    n : int
        The number of replicates; 0 for "confidence".
    pooled : bool
        Whether neighboring scores were pooled into 10,000 before labels were drawn, since there are many rows.
    continuous : bool
        Whether the quantile for continuous scores was used.
    design : str
        How labels were drawn, in words; empty for "confidence".
    """

    x: FloatArray
    low: FloatArray
    high: FloatArray
    level: float
    kind: CalibrationBandKind
    n: int = 0
    pooled: bool = False
    continuous: bool = False
    design: str = ""

    @property
    def label(self) -> str:
        """The name of the band in legends, such as "expected range if calibrated (95 %, pointwise)"."""
        return LABELS[self.kind].format(100 * self.level) + ", scores pooled" * self.pooled

    def at(self, score: ArrayLike) -> Pair:
        """Return the least and the largest frequency at scores; NaN below the least and above the largest score.

        Parameters
        ----------
        score : array_like
            Scores, of any shape. Between two scores of the band, limits of "consistency" are interpolated linearly.
            Those of "confidence" are the low limit of the score below and the high limit of the score above, which
            follows from the test.
        """
        wanted = reals("score", score)
        if self.kind == "consistency":
            low, high = (np.interp(wanted, self.x, end, left=np.nan, right=np.nan) for end in (self.low, self.high))
        else:
            # Below and above all scores, one of the two does not exist.
            low = np.append(np.nan, self.low)[np.searchsorted(self.x, wanted, "right")]
            high = np.append(self.high, np.nan)[np.searchsorted(self.x, wanted)]
            low, high = np.where(np.isnan(low + high), np.nan, [low, high])
        return low[()], high[()]

    def columns(self) -> dict[str, list[Any]]:
        """Return a dict of the columns score, low and high."""
        return {"score": self.x.tolist(), "low": self.low.tolist(), "high": self.high.tolist()}

    def _parts(self) -> Iterator[Table | list[str]]:
        yield [f"{self.label}, {len(self.x)} scores", PROVES[self.kind]]

    def methods(self) -> str:
        """Return a sentence for a methods section: the level, what the band means, and how it was computed."""
        c = "the quantile for continuous scores" if self.continuous else "the quantile of chi-squared"
        how = METHODS[self.kind].format(n=self.n, c=c) + (f", {self.design}" if self.design else "")
        pooled = f", neighboring scores pooled into {POOLED:,}" * self.pooled
        text = LABELS[self.kind].format(100 * self.level)
        return f"{text[0].upper()}{text[1:]}: {how}{pooled} ({version()})."


class Draws(NamedTuple):
    """Isotonic fits to labels that were drawn with the scores as their probabilities.

    Attributes
    ----------
    x : array of shape (m,)
        Some of the scores.
    frequencies : array of shape (n, m)
        The fitted frequencies of each replicate at these scores.
    miscalibration : array of shape (n,)
        The Brier score's miscalibration of each replicate.
    observed : float
        The miscalibration of the data, from the same scores.
    pooled : bool
        Whether neighboring scores were pooled.
    """

    x: FloatArray
    frequencies: FloatArray
    miscalibration: FloatArray
    observed: float
    pooled: bool


class DrawnRows(NamedTuple):
    """Rows whose labels are drawn: all scores; and for each kind of row its score's index, its weight and its count.

    ``fg`` is the positive weight at each score.
    """

    score: FloatArray
    fg: FloatArray
    place: IntArray
    weight: FloatArray
    counts: FloatArray


def draws(path: ConfusionPath, design: Design) -> Draws:
    """Return isotonic fits to labels that are drawn with the scores as their probabilities.

    The label of a row is drawn once, for its whole weight.

    Raises
    ------
    PrplotValueError
        If labels are soft, or the weight of each row is not known.
    """
    rows = _drawn_rows(path, design)
    places, total = len(rows.score), sums_by_place(rows.place, rows.weight * rows.counts)
    each = rows.counts.sum() <= max(MOST_ROWS, MANY_AT_A_SCORE * len(rows.counts))
    place, weight, count = rows.place, rows.weight, rows.counts.astype(np.int64)
    if each:
        place, weight = np.repeat(place, count), np.repeat(weight, count)
    chances, rng = rows.score[place], design.generator([path])
    at = np.arange(places) if places <= PLACES else np.unique(np.rint(np.linspace(0, places - 1, PLACES)).astype(int))
    x = shifted(path, rows.score)[0]
    frequencies, miscalibration = np.empty((design.replicates, len(at))), np.empty(design.replicates)
    for replicate in range(design.replicates):
        positive = rng.random(len(chances)) < chances if each else rng.binomial(count, chances)
        fg = sums_by_place(place, weight * positive, places)
        first, frequency, miscalibration[replicate] = _fit(path, x, fg, total)
        frequencies[replicate] = frequency[np.searchsorted(first, at, "right") - 1]
    observed = _fit(path, x, rows.fg, total)[2]
    return Draws(x[at], frequencies, miscalibration, observed, pooled=places < len(path) - 1)


def _fit(path: ConfusionPath, x: FloatArray, fg: FloatArray, total: FloatArray) -> tuple[IntArray, FloatArray, float]:
    """Return the first index of each isotonic pool, its frequency, and the miscalibration.

    Frequencies and miscalibration, a difference of Brier scores, are at the prevalence of the path.
    """
    from scipy.optimize import isotonic_regression

    solution = isotonic_regression(fg / total, weights=total)
    share, rows, factor = solution.x[solution.blocks[:-1]], solution.weights, path._factor
    frequency, weight = shifted(path, share)[0], rows * (share + factor * (1.0 - share))
    # Labels are q on average in a pool, so the score of the fit is lower by the sum of w (q² + s²) - 2 w+ s.
    squares = fg @ x**2
    difference = weight @ frequency**2 + squares + factor * (total @ x**2 - squares) - 2.0 * (fg @ x)
    return solution.blocks, frequency, float(difference / np.sum(weight))


def _drawn_rows(path: ConfusionPath, design: Design) -> DrawnRows:
    """Return the rows whose labels are drawn; if there are many, neighboring scores are pooled."""
    check_resampled(path)
    groups, known = path._groups, path._given.sample
    score, fg = groups.thresholds[:0:-1], groups.fg[::-1]
    if numbers_of_rows(path, design.weights):
        count = fg + groups.bg[::-1]
        place, weight = np.arange(len(score)), np.ones(len(score))
    elif path.soft:
        way_out = "Pass weights='frequency' where weights are numbers of rows. path.brier() has their miscalibration."
        rule = "be hard to be drawn anew: how soft ones spread around the scores is not known"
        raise invalid("labels", rule, "soft labels", way_out)
    elif not known.rows_known:
        raise PrplotValueError(
            "labels must have the weight of each row to be drawn anew; this path knows their sum at each score. Make "
            "it with prplot.from_labels(y_true, y_score, sample_weight=...)."
        )
    else:
        weighed = rows_with_weight(path)
        weight = np.add(*weights_of(known))[weighed]
        place, count = np.searchsorted(score, known.in_order("score")[weighed]), np.ones(len(weight))
    if not (count.sum() > MOST_ROWS and len(score) > POOLED):
        return DrawnRows(score, fg, place, weight, count)
    rows_at = sums_by_place(place, count)
    pool = (sums_after(0.0, rows_at)[:-1] * (POOLED / count.sum())).astype(np.intp)
    pool = np.unique(pool, return_inverse=True)[1]
    at_score = sums_by_place(place, weight * count)
    mean = sums_by_place(pool, at_score * score) / sums_by_place(pool, at_score)
    place, fg = pool[place], sums_by_place(pool, fg)
    if (weight == 1).all():
        place, weight, count = np.arange(len(mean)), np.ones(len(mean)), sums_by_place(place, count)
    return DrawnRows(mean, fg, place, weight, count)


def consistency_band(simulated: Draws, design: Design) -> CalibrationBand:
    """Return the band of the middle share ``design.level`` of the simulated fits at each score."""
    tails = (1.0 - design.level) / 2, (1.0 + design.level) / 2
    low, high = np.quantile(simulated.frequencies, tails, axis=0)
    ends = read_only(simulated.x), read_only(low), read_only(high)
    n = len(simulated.frequencies)
    return CalibrationBand(*ends, design.level, "consistency", n, simulated.pooled, design=design.seed)


def confidence_band(path: ConfusionPath, design: Design, continuous: bool) -> CalibrationBand:
    """Return the band of the frequencies that a likelihood-ratio test does not reject at each score."""
    from scipy.special import chdtri

    level = design.level
    if continuous and level not in CONTINUOUS:
        rule = f"be {', '.join(map(str, CONTINUOUS))} with continuous=True, as quantiles were published for these"
        raise invalid("level", rule, shortest(level), "With continuous=False any level will do.")
    check_resampled(path)
    if path._given.sample.group is not None:
        rule = "be left out for a confidence band, which takes rows as independent"
        way_out = "path.interval('calibration_slope') resamples whole groups."
        raise invalid("groups", rule, "rows in groups", way_out)
    if not numbers_of_rows(path, design.weights):
        what = "soft labels" if path.soft else "weights that need not be numbers of rows"
        rule = "count rows for a confidence band, which is made of their likelihood"
        way_out = "Pass weights='frequency' where they do, or take band('consistency')."
        raise invalid("weights", rule, what, way_out)
    positives, rows = path._groups.fg[::-1], (path._groups.fg + path._groups.bg)[::-1]
    quantile = CONTINUOUS[level] if continuous else float(chdtri(1, 1.0 - level))
    low = _lowest(rows, positives, quantile)
    high = 1.0 - _lowest(rows[::-1], (rows - positives)[::-1], quantile)[::-1]
    columns = (path._groups.thresholds[:0:-1], low, high)
    x, low, high = (read_only(shifted(path, column)[0]) for column in columns)
    return CalibrationBand(x, low, high, level, "confidence", continuous=continuous)


def _lowest(rows: FloatArray, positives: FloatArray, quantile: float) -> FloatArray:
    """Return the lowest frequency at each score that the test does not reject.

    If the frequency at a score is t, the fit is max(fit of the rows above, t) and min(fit of the rows below, t). The
    second is the first with scores and classes reversed.
    """
    from scipy.optimize import isotonic_regression

    above, below = Suffixes.of(rows, positives), Suffixes.of(rows[::-1], (rows - positives)[::-1])
    each, most = np.arange(len(rows)), above.likelihood[0]
    low, high = np.zeros(len(rows)), np.asarray(isotonic_regression(positives / rows, weights=rows).x)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        likelihood = log_likelihood(positives, rows, middle, 1.0 - middle)
        likelihood += above.floored(each + 1, middle, 1.0 - middle)
        likelihood += below.floored(len(rows) - each, 1.0 - middle, middle)
        rejected = 2.0 * (most - likelihood) > quantile
        low, high = np.where(rejected, middle, low), np.where(rejected, high, middle)
    return high


def log_likelihood(positives: FloatArray, rows: FloatArray, t: FloatArray, rest: FloatArray) -> FloatArray:
    """Return the log-likelihood of ``positives`` among ``rows`` if each is positive with probability t = 1 - rest."""
    from scipy.special import xlogy

    return np.asarray(xlogy(positives, t) + xlogy(rows - positives, rest))


class Suffixes(NamedTuple):
    """For each score, the isotonic fit of the rows from this score on.

    Each fit is the lower convex hull of cumulative rows and positives from its score on. The hulls have the same end:
    each consists of an edge to its next vertex, and the hull from there.

    Attributes
    ----------
    rows, positives : arrays of shape (K + 1,)
        Cumulative numbers, from 0.
    slope : array of shape (K + 1,)
        The frequency along the edge from each point; inf at the last.
    likelihood : array of shape (K + 1,)
        The log-likelihood of the fit from each point on.
    ahead : list of arrays of int, of shape (K + 1,)
        The vertex that is 1, 2, 4, ... edges further.
    """

    rows: FloatArray
    positives: FloatArray
    slope: FloatArray
    likelihood: FloatArray
    ahead: list[IntArray]

    @classmethod
    def of(cls, rows: FloatArray, positives: FloatArray) -> Suffixes:
        """Return the fits for the numbers of rows and of positives at each score."""
        n, k = sums_after(0.0, rows), sums_after(0.0, positives)
        x, y, last = n.tolist(), k.tolist(), len(rows)
        following = [last] * (last + 1)
        for point in range(last - 1, -1, -1):
            vertex = point + 1
            while vertex < last:
                beyond = following[vertex]
                if (y[vertex] - y[point]) * (x[beyond] - x[vertex]) < (y[beyond] - y[vertex]) * (x[vertex] - x[point]):
                    break
                vertex = beyond
            following[point] = vertex
        edge = np.array(following)
        many, hits = n[edge] - n, k[edge] - k
        slope = np.append(hits[:-1] / many[:-1], np.inf)
        share = np.append(slope[:-1], 0.0)
        likelihood, ahead = log_likelihood(hits, many, share, 1.0 - share), [edge]
        while (ahead[-1] < last).any():
            likelihood = likelihood + likelihood[ahead[-1]]
            ahead.append(ahead[-1][ahead[-1]])
        return cls(n, k, slope, likelihood, ahead)

    def floored(self, first: IntArray, t: FloatArray, rest: FloatArray) -> FloatArray:
        """Return the log-likelihood of max(fit of the rows from each of ``first`` on, ``t``); ``rest`` is 1 - t."""
        vertex = first
        for ahead in reversed(self.ahead):
            further = ahead[vertex]
            vertex = np.where(self.slope[further] <= t, further, vertex)
        vertex = np.where(self.slope[vertex] <= t, self.ahead[0][vertex], vertex)
        rows, positives = self.rows[vertex] - self.rows[first], self.positives[vertex] - self.positives[first]
        return log_likelihood(positives, rows, t, rest) + self.likelihood[vertex]
