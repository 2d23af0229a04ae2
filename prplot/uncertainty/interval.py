"""Confidence intervals of areas and of other numbers of a path."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
from scipy import special

from prplot.curve.report import version
from prplot.errors import PrplotValueError, by_name, invalid, listed, one_of, option, short, warn
from prplot.metrics.base import NO_BOUNDS
from prplot.names import IntervalMethod, WeightKind
from prplot.path.path import ConfusionPath
from prplot.path.variants import check_unbinned
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.result_tables import Result, decimals
from prplot.uncertainty.closed_forms import (
    AT_THE_END,
    Ends,
    clopper_pearson,
    ends_within,
    quantile,
    roc_pulls,
    wilson_at,
)
from prplot.uncertainty.estimands import RESAMPLING, CalibrationMeasure, Measure, Rule, measure_of
from prplot.uncertainty.influence import spread, standard_error
from prplot.uncertainty.progress import shown
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import (
    Design,
    Kinds,
    PathCells,
    check_enough_replicates,
    check_resampled,
    effective,
    numbers_of_rows,
    of_weight_one,
    rough,
    rows_of_classes,
    weights_of,
)

METHODS: tuple[IntervalMethod, ...] = get_args(IntervalMethod)
# The jackknife leaves out at most this many blocks of rows, one after the other.
BLOCKS = 500
# With fewer positives than this, even the best methods cover areas and their differences too rarely. From 50 on they
# hold. In between they are 1 point short on average, which needs no warning; see docs/coverage.md.
FEW = 20
# If the standard error rests on fewer rows than about this, intervals covered 65 to 86 % in simulations.
FEW_PULL = 6.0
# The methods that cover best with few positives. With fewer than FEW neither is better than the other.
NEAREST: tuple[IntervalMethod, ...] = ("logit-bootstrap", "logit")
# Warn if more than this share of the replicates are undefined.
MANY_UNDEFINED = 0.01
LABELS: dict[str, str] = {
    "bootstrap": "percentile bootstrap",
    "basic": "basic bootstrap",
    "bca": "bias-corrected and accelerated bootstrap",
    "logit-bootstrap": "bootstrap standard error on the logit scale",
    "influence": "standard error by the influence of rows (infinitesimal jackknife, Jaeckel 1972; Efron 1982, "
    "doi:10.1137/1.9781611970319)",
    "logit": "logit interval (Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)",
    "binomial": "binomial interval (Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)",
    "delong": "DeLong's standard error (DeLong et al. 1988, doi:10.2307/2531595)",
    "wilson": "Wilson's interval (Wilson 1927, doi:10.2307/2276774)",
    "student": "Student's t",
    "clopper-pearson": "Clopper and Pearson's interval (1934, doi:10.1093/biomet/26.4.404)",
    "profile": "profile likelihood",
}
# The measures for which special methods work.
MEANT_FOR: dict[str, str] = {
    "logit": "areas under PR curves",
    "binomial": "areas under PR curves",
    "logit-bootstrap": "numbers between 0 and 1",
    "influence": "numbers that are smooth in the weights of rows",
    "delong": "whole areas under ROC curves",
    "wilson": "a rate at a threshold that was fixed before",
    "clopper-pearson": "a rate at a threshold that was fixed before",
    "profile": "the calibration slope",
}
CLASSES = ("positives", "negatives")
OPTIMISTIC = (
    "Intervals of the {measure} cover less often than they say, as the same rows choose the threshold: choose it on "
    "other rows, and pass prplot.measure_at(..., at={{'threshold': ...}})."
)
PERFECT = (
    "the {} is {:.4g} in the sample and in every sample drawn from it, which says nothing of how far the population is "
    "from it; NaN is returned for the interval. A rate at a fixed threshold has one-sided intervals there: "
    "prplot.measure_at('recall', at={{'threshold': ...}}) with method='clopper-pearson'."
)
UNMOVED = (
    "no single row moves the {}, {:.4g} in the sample, so that 'influence' says nothing of how far the population is "
    "from it; NaN is returned for the interval. Take 'bootstrap', which may have one."
)


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Interval(Result):
    """A measure of a sample, such as an area, with its confidence interval.

    ``print(interval)`` writes "0.701 [0.652, 0.748]"; what a console shows also names the method "influence", where it
    was used.

    Attributes
    ----------
    estimate : float
        The value of the measure on the data. The mean of the replicates is not used, since it is biased upwards.
    low, high : float
        The ends of the confidence interval; NaN if the method gives no ends, as for a perfect area.
    level : float
        The nominal confidence level: the share of such intervals that should contain the population value.
    method : str
        The method with which the confidence interval was computed.
    standard_error : float
        The standard deviation of the replicates, or the standard error from the formula; NaN if not available.
    replicates : array of shape (n,)
        The value of the measure in each replicate, read-only; NaN where the value is undefined. Empty if the method is
        a formula.
    undefined : int
        The number of replicates in which the measure is undefined; these replicates are left out.
    measure : str
        The name of the measure.
    design : str
        How rows were resampled, and the random seed; for "influence" how many rows there are.
    without_groups : bool
        Whether rows were resampled although the path has groups, as ``groups=False`` asks for.
    """

    estimate: float
    low: float
    high: float
    level: float
    method: str
    standard_error: float
    replicates: FloatArray
    undefined: int
    measure: str
    design: str = ""
    without_groups: bool = False

    def __str__(self) -> str:
        d = decimals([self.high - self.low])
        text = f"{self.estimate:.{d}f} [{self.low:.{d}f}, {self.high:.{d}f}]"
        return f"{text} of rows, without their groups" if self.without_groups else text

    def __repr__(self) -> str:
        return f"{self} ({self.method} of {self.design})" if self.method == "influence" and self.design else str(self)

    def _repr_html_(self) -> str:
        return (
            f"<span title='{html.escape(self.methods(), quote=True)}'><b>{html.escape(repr(self))}</b> "
            f"<small>{html.escape(self.measure)}, {100 * self.level:g} % CI, {html.escape(self.method)}</small></span>"
        )

    def columns(self) -> dict[str, list[Any]]:
        """Return a dict of one-item lists: measure, estimate, low, high, standard_error, level, method."""
        names = ("measure", "estimate", "low", "high", "standard_error", "level", "method")
        return {name: [getattr(self, name)] for name in names}

    @property
    def method_in_words(self) -> str:
        """The method with its source, and the number of replicates."""
        n = len(self.replicates)
        return f"{LABELS[self.method]}{f', {n} replicates' if n else ''}"

    def __contains__(self, value: float) -> bool:
        return bool(self.low <= value <= self.high)

    def __iter__(self) -> Iterator[float]:
        """Yield the two ends, for ``low, high = interval``."""
        yield self.low
        yield self.high

    def methods(self) -> str:
        """Return a sentence for a methods section: the measure, the level, the method and how rows were drawn."""
        text = f"{100 * self.level:g} % confidence interval of the {self.measure}: {self.method_in_words}"
        if self.design:
            text += f", {self.design}"
        if self.undefined:
            text += f"; {self.undefined} replicates without a value left out"
        return f"{text} ({version()})."


def interval_of(
    measure: Any,
    path: ConfusionPath,
    *,
    method: IntervalMethod | None = None,
    pulled: tuple[FloatArray, str] | None = None,
    replicates: tuple[FloatArray, Kinds] | None = None,
    **options: Any,
) -> Interval:
    """Return a measure of a path with its confidence interval; options are those of `Design`.

    Known results may be passed. For "delong" and "influence", ``pulled`` holds the pulls of the rows and their number
    in words. For methods that resample, ``replicates`` holds the value in each replicate, of shape (n, 1), and the
    kinds of rows.
    """
    measure, design = measure_of(measure, path), Design(**options)
    level, weights, groups, stratify = design.level, design.weights, design.groups_of(path), design.stratify
    usual = method is None
    if method is None:
        method = _usual(measure, path, design, groups is not None)
    method = one_of("method", method, METHODS)
    if method not in measure.methods:
        reason = f", which {measure.not_smooth}" if method == "influence" else ""
        raise PrplotValueError(
            f"method {method!r} works only for {MEANT_FOR[method]}; got the {measure.words}{reason}. Methods for it: "
            f"{listed(measure.methods, most=12)}.",
            argument="method",
        )
    if method not in (*RESAMPLING, "influence"):
        if stratify:
            raise invalid("stratify", f"be left out for method {method!r}, which draws no rows", short(stratify))
        if groups is not None and method != "delong":
            way_out = "Take 'bootstrap', which draws whole groups, or pass groups=False."
            raise invalid("groups", f"be left out for method {method!r}", short(groups), way_out)
    check_enough(path, measure.needs_negatives, weights)
    estimate, values = measure.of(path), np.zeros(0)
    if usual and takes_influence(measure, estimate, path, design):
        method = "influence"
    few = few_rows(measure, path, weights, method)
    ends, error, words = (math.nan, math.nan), math.nan, ""
    if method in RESAMPLING:
        numbers, kinds = replicates or drawn(design, [measure.along(path)], [measure.of_replicate])
        values, words = numbers[:, 0], design.words(kinds)
        ends, error = of_replicates(estimate, values, level, method, measure, kinds, few)
    elif not math.isfinite(estimate):
        warn(_infinite(measure) if math.isinf(estimate) else _undefined(measure))
    elif isinstance(measure, Rule):
        ends, error, words = _of_rate(estimate, method, measure, path, level, weights == "frequency")
    elif method == "profile" and isinstance(measure, CalibrationMeasure):
        if not _likely(path, design):
            raise PrplotValueError(
                f"method {method!r} needs numbers of rows, at their own prevalence: the likelihood of weights is not "
                "known. Take 'bootstrap', or pass weights='frequency' if a weight says how many such rows there are.",
                argument="method",
            )
        ends = measure.number.likelihood_ends(path, quantile(level) ** 2)
        words = f"{path.positives + path.negatives:,.10g} rows"
        if few:
            warn(few)
    else:
        error, resting, words = _by_formula(measure, estimate, path, method, design, pulled)
        scale = {"influence": measure.scale, "logit": measure.bounds}.get(method, NO_BOUNDS)
        if at_an_end(measure, estimate) or error <= AT_THE_END:
            warn((UNMOVED if method == "influence" else PERFECT).format(measure.words, round(estimate, 12) + 0.0))
            error = math.nan
        elif few:
            warn(few)
        elif resting < FEW_PULL:
            warn(
                f"the standard error of the {measure.words} rests on about {resting:.0f} of the {words}: only they "
                "move it much, so the interval is probably too narrow. Take a wider range, or more rows there."
            )
        ends = ends_within(estimate, quantile(level) * error, *scale)
    low, high = np.clip(ends, *measure.bounds).tolist()
    undefined = int(np.count_nonzero(~np.isfinite(values)))
    without_groups = groups is None and path._given.sample.group is not None
    return Interval(
        estimate, low, high, level, method, error, read_only(values), undefined, measure.words, words, without_groups
    )


def _usual(measure: Measure, path: ConfusionPath, design: Design, grouped: bool) -> IntervalMethod:
    """Return the default method for a measure; formulas are used only for unweighted rows without strata or groups."""
    of_rows = not (design.stratify or grouped)
    if isinstance(measure, Rule):
        return measure.usual if of_rows and measure.prevalence_does_not_matter(path) else "bootstrap"
    if isinstance(measure, CalibrationMeasure):
        if design.n is not None or design.rng is not None or path.treatment.reweighted_from is not None:
            return "bootstrap"
        # Bootstrap percentiles of the slope cover less often; see docs/coverage.md.
        return measure.usual if of_rows and _likely(path, design) else "influence"
    return measure.usual


def _likely(path: ConfusionPath, design: Design) -> bool:
    """Return whether labels have a likelihood: weights are numbers of rows, and no prevalence was set."""
    return path.treatment.reweighted_from is None and numbers_of_rows(path, design.weights)


def check_enough(path: ConfusionPath, needs_negatives: bool, weights: WeightKind) -> None:
    """Raise an error if rows are not known, or if a class has fewer than two rows and so no known variation."""
    check_resampled(path)
    check_unbinned(
        path,
        "intervals, bands and tests need",
        f"Make the path without {option('bins')} or {option('tolerance')}; between which areas the bins leave the "
        "curve says curve.bounds().",
    )
    known = path._given.sample
    if not (known.rows_known or known.counted) and (weights == "importance" or path.soft):
        also = "" if path.soft else "pass weights='frequency' if a weight says how many such rows there are, or "
        raise PrplotValueError(
            "intervals, bands and tests need the weight of each row; this path knows their sum at each score. Way out: "
            f"{also}make the path of rows, with prplot.from_labels(y_true, y_score, sample_weight=...) or "
            "prplot.from_weights."
        )
    counts = [path.positives, path.negatives]
    if not of_weight_one(known):
        columns = weights_of(known)
        if weights == "frequency" and any((column % 1).any() for column in columns):
            way_out = "A frequency weight says how many such rows there are."
            raise invalid("weights", "be 'importance' where weights are not whole numbers", "'frequency'", way_out)
        if known.rows_known:
            counts = [float(np.count_nonzero(column)) for column in columns]
    for name, count in zip(CLASSES, counts[: 1 + needs_negatives], strict=False):
        if count < 2:
            raise PrplotValueError(
                f"an interval must rest on at least two {name}; got {count:g}. How much they differ cannot be seen in "
                f"{'one' if count == 1 else 'none'}."
            )


def drawn(
    design: Design, along: Sequence[PathCells], computed: Sequence[Callable[[Replicate], Any]]
) -> tuple[FloatArray, Kinds]:
    """Return the values computed from each path in every replicate, of shape (n, paths, ...), and the kinds of rows.

    All paths must have the same rows. They are given by their cells, ``along``.
    """
    check_enough_replicates(design.replicates, design.level)
    if words := rough(design.replicates):
        warn(words)
    kinds, rng = design.kinds(along), design.generator([one.path for one in along])
    every = shown(kinds.counts(design.replicates, rng), design.replicates, "replicates", design.progress)
    results = [[of(Replicate(kinds, which, counts)) for which, of in enumerate(computed)] for counts in every]
    return np.array(results, dtype=np.float64), kinds


def of_replicates(
    estimate: float,
    values: FloatArray,
    level: float,
    method: IntervalMethod,
    measure: Measure,
    kinds: Kinds,
    few: str = "",
) -> tuple[Ends, float]:
    """Return the ends of an interval and the standard error from replicates; ``few`` is a warning about few rows."""
    known = values[np.isfinite(values)]
    undefined = len(values) - len(known)
    ends = (math.nan, math.nan)
    error = float(np.std(known, ddof=1)) if len(known) > 1 else math.nan
    if math.isnan(estimate):
        warn(_undefined(measure))
    elif math.isinf(estimate):
        error = math.nan
        warn(_infinite(measure))
    elif not len(known):
        warn(f"the {measure.words} is undefined in all {len(values)} replicates. NaN is returned for the interval.")
    elif len(values) > 1 and np.ptp(known) <= AT_THE_END:
        warn(PERFECT.format(measure.words, round(estimate, 12) + 0.0))
        error = math.nan
    elif method == "logit-bootstrap" and at_an_end(measure, estimate):
        warn(f"the {measure.words} is {estimate:.4g}, of which there is no logit. NaN is returned; take 'bootstrap'.")
    else:
        tail = (1.0 - level) / 2
        if method == "logit-bootstrap":
            # The standard deviation of the replicates' logits would be infinite if a replicate is 0 or 1. Clipping
            # the replicates would make it too small near the ends of the range.
            ends = ends_within(estimate, quantile(level) * error, *measure.bounds)
        elif method == "bca":
            ends = _bca(estimate, known, tail, measure, kinds)
        else:
            low, high = np.quantile(known, (tail, 1.0 - tail)).tolist()
            ends = (low, high) if method == "bootstrap" else (2 * estimate - high, 2 * estimate - low)
        if undefined > MANY_UNDEFINED * len(values):
            left_out = f"{undefined} of {len(values)} replicates leave the {measure.words} undefined, and are left out."
            few = f"{left_out} {few}".rstrip()
        if few:
            warn(few)
    return ends, error


def few_rows(measure: Measure, path: ConfusionPath, weights: WeightKind, method: IntervalMethod) -> str:
    """Return a warning if a measure depends on too few rows for its interval to hold; otherwise an empty text."""
    if measure.optimistic:
        return OPTIMISTIC.format(measure=measure.words)
    rows = zip(rows_of_classes(path, weights), CLASSES[: 1 + measure.needs_negatives], strict=False)
    least, name = min(rows, key=lambda of_class: of_class[0])
    if method in ("wilson", "clopper-pearson") or not least < FEW:
        return ""
    sentence = f"With {least:.3g} {name}, intervals by {method!r} cover less often than they say."
    if method in NEAREST:
        return f"{sentence} No other method covers more often in all samples: collect more {name}."
    return f"{sentence} {measure.usual!r} comes nearest." if measure.usual in NEAREST else sentence


def _by_formula(
    measure: Measure,
    estimate: float,
    path: ConfusionPath,
    method: IntervalMethod,
    design: Design,
    pulled: tuple[FloatArray, str] | None,
) -> tuple[float, float, str]:
    """Return the standard error of a measure, the number of rows on which it rests, and all rows in words.

    If the first number of rows is not known, it is infinite.
    """
    if method == "influence":
        if pulled is None:
            return standard_error(measure.derivatives(path), path, design)
        pull, words = pulled
        return *spread(pull), words
    if method == "delong":
        pull, words = pulled or roc_pulls([path], design)[0]
        return math.sqrt(pull @ pull), math.inf, words
    n = rows_of_classes(path, design.weights)[0]
    words = f"{n:g} positives" if n == path.positives else f"{n:.4g} positives, Kish's effective number"
    # By rounding, an area of 0 or 1 may be slightly outside of [0, 1].
    return math.sqrt(max(estimate * (1.0 - estimate), 0.0) / n), math.inf, words


def takes_influence(measure: Measure, estimate: float, path: ConfusionPath, design: Design) -> bool:
    """Return whether the default method for an interval is "influence"."""
    # At an end of the range no single row may move an area, though resampled rows do.
    smooth = not (measure.not_smooth or math.isnan(estimate) or at_an_end(measure, estimate))
    return smooth and design.suits_influence(path)


def at_an_end(measure: Measure, estimate: float) -> bool:
    """Return whether a number is at an end of its range."""
    return min(abs(estimate - end) for end in measure.bounds) <= AT_THE_END


def _undefined(measure: Measure) -> str:
    return f"the {measure.words} is undefined for this sample, and so is its interval. NaN is returned."


def _infinite(measure: Measure) -> str:
    return f"the {measure.words} is infinite, since {measure.infinite}. NaN is returned for the interval."


def _bca(estimate: float, known: FloatArray, tail: float, measure: Measure, kinds: Kinds) -> Ends:
    """Return the ends of the BCa bootstrap interval, corrected for bias and for a standard error that varies.

    References
    ----------
    B. Efron, J. Am. Stat. Assoc. 82, 171-185, 1987, doi:10.2307/2289144.
    """
    # If weights are not whole numbers, equal numbers differ by rounding.
    tied = np.abs(known - estimate) <= AT_THE_END
    below = (np.count_nonzero((known < estimate) & ~tied) + 0.5 * np.count_nonzero(tied)) / len(known)
    if not 0 < below < 1:
        warn(
            f"all replicates are {'above' if below == 0 else 'below'} the estimate, so that 'bca' has no correction "
            "for the bias. NaN is returned; take 'bootstrap' or 'logit-bootstrap'."
        )
        return math.nan, math.nan
    bias, acceleration = float(special.ndtri(below)), _acceleration(measure, kinds)
    if math.isnan(acceleration):
        warn(
            f"the {measure.words} is undefined without any one row, so that 'bca' has no acceleration. NaN is "
            "returned; take 'bootstrap'."
        )
        return math.nan, math.nan
    z = bias + special.ndtri(np.array([tail, 1.0 - tail]))
    low, high = np.quantile(known, special.ndtr(bias + z / (1.0 - acceleration * z))).tolist()
    return low, high


def _acceleration(measure: Measure, kinds: Kinds) -> float:
    """Return the acceleration of BCa: the skewness of jackknife changes over 6; NaN if no value is defined."""
    unit_of_kind = np.arange(len(kinds.size)) if kinds.group is None else kinds.group
    blocks = min(len(kinds.stratum), BLOCKS)
    # With few kinds, one row of each kind is left out, in place of every row of the kind. Otherwise blocks of kinds
    # are.
    single = kinds.group is None and len(unit_of_kind) <= BLOCKS
    size, out = kinds.size, 1.0 if single else kinds.size
    remaining_counts = (size - (unit_of_kind % blocks == block) * out for block in range(blocks))
    estimates = np.array([measure.of_replicate(Replicate(kinds, 0, counts)) for counts in remaining_counts])
    weight = size if single else np.ones(blocks)
    finite = np.isfinite(estimates)
    if not finite.any():
        return math.nan
    estimates, weight = estimates[finite], weight[finite]
    away = np.average(estimates, weights=weight) - estimates
    square = float(weight @ away**2)
    return float(weight @ away**3) / (6 * square**1.5) if square > 0 else 0.0


def _of_rate(
    share: float, method: str, measure: Rule, path: ConfusionPath, level: float, frequency: bool
) -> tuple[Ends, float, str]:
    """Return a share's interval at a fixed threshold, its standard error, and its number of rows in words."""
    _, below = np.array(measure.rate, dtype=bool)
    cells = np.array(path.at(measure.value).cells)
    if not measure.prevalence_does_not_matter(path):
        raise PrplotValueError(
            f"method {method!r} is of shares of rows; at a prevalence that was set the {measure.words} is none, as "
            "it counts rows of both classes, of which one was re-weighted. Take 'bootstrap'.",
            argument="method",
        )
    cells[[1, 3]] /= path._factor
    n = float(cells[below].sum())
    known, words = path._given.sample, f"{n:g} rows"
    if not (frequency or known.counted or known.positive is not None):
        weights = np.array(weights_of(known))
        chosen = known.in_order("score") >= path._cut_of(measure.value)
        n = effective(np.where(chosen, below[:2] @ weights, below[2:] @ weights))
        words = f"{n:.4g} rows, Kish's effective number"
    ends = wilson_at(share, n, quantile(level)) if method == "wilson" else clopper_pearson(share, n, level)
    return ends, math.sqrt(share * (1 - share) / n), words
