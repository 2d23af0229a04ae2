"""Confidence bands of curves, and of measures against thresholds or other abscissae."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.curve.report import version
from prplot.errors import PrplotValueError, by_name, one_of, warn
from prplot.metrics import Metric
from prplot.names import BandKind, WeightKind
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, Frozen, Pair, read_only
from prplot.rows.checks import reals
from prplot.spaces.base import from_the_limit
from prplot.uncertainty.closed_forms import quantile, wilson_at
from prplot.uncertainty.estimands import AreaMeasure
from prplot.uncertainty.interval import check_enough, drawn
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import Design, PathCells, rows_of_classes

# The number of abscissae of a band. They are denser near the left end, where curves vary most.
PLACES = 201
# The first FIRST groups of a long path are kept one by one, and the others are merged into STRETCHES stretches.
FIRST, STRETCHES = 1000, 3000
# At abscissa 0 no row is predicted positive, so the limit is computed, at this share of the first step.
NEXT_TO = 1e-9


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Band(Frozen):
    """A confidence band around a curve: a lower and an upper y value at every x.

    Attributes
    ----------
    curve : Curve
        The curve of the data.
    x : array of shape (m,)
        The x values of the band, rising from 0 (also in PRG space, where the x axis has negative values too).
    low, high : arrays of shape (m,)
        The lower and the upper y values of the band; finite wherever the curve has a finite y value.
    level : float
        The confidence level.
    kind : {"pointwise", "simultaneous"}
        What the band contains with that confidence: at each x separately, the true y value ("pointwise"); or the whole
        true curve ("simultaneous").
    undefined : int
        The number of replicates for which the curve is undefined; these replicates are left out.
    design : str
        How rows were resampled, in words, such as "rows resampled unstratified, seed 1".
    """

    curve: Curve
    x: FloatArray
    low: FloatArray
    high: FloatArray
    level: float
    kind: BandKind
    n: int
    undefined: int = 0
    design: str = ""

    def __repr__(self) -> str:
        name = f"{self.curve.label!r}, " if self.curve.label is not None else ""
        return f"Band({name}{self.curve.space.title}, {100 * self.level:g} % {self.kind}, {len(self.x)} abscissae)"

    def at(self, x: ArrayLike) -> Pair:
        """Return the low and the high ordinate at some abscissae; NaN where there is no band.

        Parameters
        ----------
        x : array_like
            Abscissae, of any shape; between the abscissae of the band, the low and high limits are interpolated
            linearly.
        """
        wanted = reals("x", x)
        low, high = (np.interp(wanted, self.x, end, left=np.nan, right=np.nan) for end in (self.low, self.high))
        return low[()], high[()]

    def methods(self) -> str:
        """Return a sentence for a methods section: level, kind, curve, resampling of rows."""
        where = "of whole curves" if self.kind == "simultaneous" else "at each abscissa"
        least = ", nowhere narrower than Wilson's interval of the share of rows that an ordinate is"
        return (
            f"{100 * self.level:g} % {self.kind} band around the {self.curve.space.title} curve: percentiles of the "
            f"ordinates {where} in {self.n} bootstrap replicates, {self.design}{least * self.curve.space._pointwise} "
            f"({version()})."
        )


def curve_band(curve: Curve, *, kind: BandKind = "pointwise", **options: Any) -> Band:
    """Return a confidence band around a curve; see `Curve.band`. The options are those of `Design`."""
    design, kind = Design(**options), one_of("kind", kind, get_args(BandKind))
    reason = curve.space._undefined(curve.path)
    if reason is not None:
        raise PrplotValueError(f"a band needs a curve, and {reason}.")
    measure = AreaMeasure(curve)
    check_enough(curve.path, measure.needs_negatives, design.weights)
    along, x, level, n = measure.along(curve.path), _abscissae(curve), design.level, design.replicates
    replicates, kinds = drawn(design, [along], [lambda each: ordinates(measure, each, x)])
    known = replicates[np.isfinite(replicates).all(axis=(1, 2)), 0]
    if not len(known):
        raise PrplotValueError(f"a band needs replicates with a curve; in all {n} of them it is undefined.")
    if len(known) < n:
        warn(f"{n - len(known)} of {n} replicates have no curve, and are left out of the band.")
    low, high, level_there = (pointwise if kind == "pointwise" else simultaneous)(known, level)
    if curve.space._pointwise:
        least, most = of_shares(curve, x, level_there, design.weights)
        low, high = np.fmin(low, least), np.fmax(high, most)
    ends = read_only(low), read_only(high)
    return Band(curve, read_only(x), *ends, level, kind, n, n - len(known), design.words(kinds))


def _abscissae(curve: Curve) -> FloatArray:
    """Return the abscissae of a band: evenly spaced, denser at the left end, and on both sides of jumps.

    Raises
    ------
    PrplotValueError
        If the curve ends before.
    """
    low, high = max(curve.space.domain[0], 0.0), min(curve.space.domain[1], curve.end)
    if not low < high:
        raise PrplotValueError(
            f"a band needs a curve beyond {curve.space.xlabel.lower()} {low:g}; got one that ends at {curve.end:.4g}."
        )
    first = np.linspace(0.0, 1.0, 11)[1:-1] / (PLACES - 11)
    x = low + (high - low) * np.insert(np.linspace(0.0, 1.0, PLACES - 10), 1, first)
    if curve.space._pointwise:
        return x
    # If abscissae are thresholds, all replicates jump at the thresholds of the sample.
    leap = np.where(np.diff(curve.x) == 0, np.abs(np.diff(curve.y)), 0.0)
    largest = np.argsort(leap)[-PLACES:]
    at = curve.x[largest[leap[largest] > 0]]
    return np.unique(np.concatenate([x, at, np.nextafter(at, np.inf)]))


def ordinates(measure: AreaMeasure, replicate: Replicate, x: FloatArray) -> FloatArray:
    """Return the ordinates of a replicate's curve, with those that count beyond an early end; NaN without a curve."""
    curve = None if replicate.lost else measure.seen(replicate.path())
    if curve is None or curve.space._undefined(curve.path) is not None or len(curve.path) == 1:
        return np.full(len(x), np.nan)
    return curve._earned(x)


def of_shares(curve: Curve, x: FloatArray, level: float, weights: WeightKind = "importance") -> Pair:
    """Return the limits of the ordinates by Wilson's interval of the share of rows that each ordinate is.

    In ROC, gains and lift an ordinate is a share of the positives. In PR, PRG and risk-coverage space it is a share of
    the rows that are predicted positive. If all replicates agree, as along a perfect stretch, only these limits show
    how far the population may be from the curve. They are NaN where no rows are behind an ordinate.
    """
    space, path = curve.space, curve.path
    positives, negatives = rows_of_classes(path, weights)
    pi, rows = space.prevalence, np.asarray(positives)
    with np.errstate(divide="ignore", invalid="ignore"):
        f, tpr = space.inverse(x, np.asarray(curve.at(x)))
        share = tpr
        # The odds of the original rows, without a prevalence that was set.
        odds = space._odds * path._factor
        if space._of_returned:
            share = from_the_limit(1.0 / (1.0 + f / (odds * tpr)))
            # At the left end precision is that of all rows up to its first change, and of at least one row.
            fg, bg = path._groups.fg, path._groups.bg
            first = np.argmax(np.append(fg * bg[0] != bg * fg[0], True))
            shares = path.tp[first] / path.positives, path.fp[first] / path.negatives
            # The share of a class without rows is 0/0.
            least = max(1.0, np.nansum(np.array([positives, negatives]) * shares))
            rows = np.maximum(positives * tpr + negatives * f, least)
        t = np.array(wilson_at(share, rows, quantile(level)))
        if space._rate == "tpr":
            f, t = np.minimum(odds * (1.0 - t) / t * tpr, 1.0), tpr
        elif space._rate == "ppr":
            if space._of_returned:
                # The recall at which this share of the rows that are predicted positive is positive.
                t = x / (pi + (1.0 - pi) * odds * (1.0 - t) / t)
            # The sizes of both classes limit recall at a given predicted positive rate.
            t = np.clip(t, np.maximum(0.0, (x - (1.0 - pi)) / pi), np.minimum(1.0, x / pi))
            f = (x - pi * t) / (1.0 - pi)
        # No row is predicted positive at the left end, where the limits are those of the first row.
        ends = [from_the_limit(y) for y in space.forward(f, t)[1]]
    return np.fmin(*ends), np.fmax(*ends)


def pointwise(replicates: FloatArray, level: float) -> tuple[FloatArray, FloatArray, float]:
    """Return the limits of the middle share ``level`` of replicates in each column, and the level.

    The limits are NaN in columns in which a smaller share of the replicates has a number.
    """
    known = np.isfinite(replicates)
    enough = known.mean(axis=0) >= level
    ends = np.full((2, *enough.shape), np.nan)
    values = np.where(known, replicates, np.nan)[:, enough]
    ends[:, enough] = np.nanquantile(values, ((1.0 - level) / 2, (1.0 + level) / 2), axis=0)
    return ends[0], ends[1], level


def simultaneous(replicates: FloatArray, level: float) -> tuple[FloatArray, FloatArray, float]:
    """Return the limits of a band that contains the share ``level`` of whole replicates, and its pointwise level.

    The depth of a replicate is the smallest number, over all abscissae, of replicates at or above it, or at or below
    it. The band is the range of the deepest replicates.

    References
    ----------
    M. Myllymäki et al., J. R. Stat. Soc. B 79, 381-404, 2017, doi:10.1111/rssb.12172 (global rank envelopes).
    """
    many = len(replicates)
    depth = np.full(many, many)
    for column in replicates.T:
        ordered = np.sort(column)
        # The numbers of replicates that are at most as large, and at least as large, including the replicate itself.
        below, above = np.searchsorted(ordered, column, "right"), many - np.searchsorted(ordered, column)
        depth = np.minimum.reduce([depth, below, above])
    least_depth = np.sort(depth)[-min(int(np.ceil(level * many)), many)]
    inside = replicates[depth >= least_depth]
    return inside.min(axis=0), inside.max(axis=0), 1.0 - 2.0 * float(least_depth) / (many + 1)


def measure_bands(
    path: ConfusionPath,
    measures: Sequence[Metric],
    abscissa: Callable[..., FloatArray] | None,
    x: FloatArray,
    design: Design,
) -> list[Pair]:
    """Return the pointwise confidence limits of each measure at abscissae, from replicates.

    Parameters
    ----------
    path : ConfusionPath
    measures : sequence of Metric
    abscissa : callable or None
        From the cells of confusion matrices to abscissae along the path; None for thresholds.
    x : array of shape (m,)
        Rising abscissae.
    design : Design

    Returns
    -------
    list of pairs of arrays of shape (m,)
        The low and the high limits of each measure; NaN where less than ``design.level`` of the replicates have
    a value.
    """
    check_enough(path, True, design.weights)

    def values(replicate: Replicate) -> FloatArray:
        path = replicate.path()
        if replicate.lost or (len(path) == 1 and abscissa is not None):
            return np.full((len(measures), len(x)), np.nan)
        if abscissa is None:
            # At a threshold between two scores the rows from the higher score up are predicted positive.
            step, part = np.searchsorted(-path._cuts, -path._cut_of(x), "right") - 2, np.ones(len(x))
        else:
            # Abscissae lie along the steps; at a vertical the step before it is taken. Beyond the end values are NaN.
            at = np.asarray(abscissa(path.tp, path.fp, path.positives - path.tp, path.negatives - path.fp))
            end = np.searchsorted(at, x)
            step = np.clip(end, 1, len(at) - 1) - 1
            with np.errstate(divide="ignore", invalid="ignore"):
                part = np.fmax((x - at[step]) / np.diff(at)[step], NEXT_TO)
            part[end >= len(at)] = np.nan
        return np.array([measure.of(*path._between(step, part)[1]) for measure in measures])

    # Groups whose thresholds lie between the same two abscissae are one cell. So are the stretches of a long path.
    group = np.arange(len(path) - 1)
    later = FIRST + (group - FIRST) * STRETCHES // max(len(group) - FIRST, STRETCHES)
    stretch = np.where(group < FIRST, group, later)
    key = np.searchsorted(np.sort(path._cut_of(x)), path._cuts[1:], "right") if abscissa is None else stretch
    replicates, _ = drawn(design, [PathCells.of(path, key)], [values])
    low, high, _ = pointwise(replicates[:, 0], design.level)
    return list(zip(low, high, strict=True))
