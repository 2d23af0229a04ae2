"""Intervals: how sure an area, or another number of a path, is."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast, get_args

import numpy as np
from scipy import special

from prplot.curve.curve import Curve
from prplot.curve.report import version
from prplot.errors import PrplotValueError, by_name, invalid, listed, one_of, short, warn
from prplot.names import IntervalMethod, WeightKind
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.results import Result
from prplot.uncertainty import closed_forms
from prplot.uncertainty.measures import RESAMPLING, AreaMeasure, Measure, Rule, measure_of, of_curve
from prplot.uncertainty.progress import Progress, shown
from prplot.uncertainty.replicates import of_counts, replicates
from prplot.uncertainty.units import (
    Along,
    Design,
    Kinds,
    check_level,
    check_rows_known,
    group_numbers,
    rows_of_classes,
    whole_counts,
)

METHODS: tuple[IntervalMethod, ...] = get_args(IntervalMethod)
# At an estimate this close to an end of its range nothing can be seen of its uncertainty.
AT_THE_END = 1e-12
# Blocks of rows that are left out one after the other, at most.
BLOCKS = 500
# With fewer positives than these even the methods that hold best fall short, of areas and of their differences. From 50
# on they hold, and between they are 1 point short on average, which needs no warning; see docs/coverage.md.
FEW = 20
# Of areas in these spaces intervals on the logit scale were counted to hold best.
BY_LOGITS = ("pr", "roc")
# What comes nearest with few positives.
NEAREST: dict[IntervalMethod, str] = {
    "logit-bootstrap": "'logit-bootstrap' comes nearest",
    "logit": "'logit' covers as often as it says or more, and is wider",
}
# A share of replicates without a value that is told of.
MANY_UNDEFINED = 0.01
LABELS: dict[str, str] = {
    "bootstrap": "percentile bootstrap",
    "basic": "basic bootstrap",
    "bca": "bias-corrected and accelerated bootstrap",
    "logit-bootstrap": "bootstrap standard error on the logit scale",
    "logit": "logit interval (Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)",
    "binomial": "binomial interval (Boyd et al. 2013, doi:10.1007/978-3-642-40994-3_29)",
    "delong": "DeLong's standard error (DeLong et al. 1988, doi:10.2307/2531595)",
    "wilson": "Wilson's interval (Wilson 1927, doi:10.2307/2276774)",
    "student": "Student's t",
    "clopper-pearson": "Clopper and Pearson's interval (1934, doi:10.1093/biomet/26.4.404)",
}


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Interval(Result):
    """A number of a sample with its confidence interval.

    ``print(interval)`` writes "0.701 [0.652, 0.748]".

    Attributes
    ----------
    estimate : float
        The number of the data themselves, not the mean of the replicates, which is biased upwards.
    low, high : float
        The ends; NaN where the method has none, as at a perfect area.
    level : float
        How often such intervals shall contain the number of the population.
    method : str
        How it was made.
    standard_error : float
        The standard deviation of the replicates, or that of the formula; NaN where there is none.
    replicates : array of shape (n,)
        The number in every replicate, read-only; NaN where it is undefined. Empty for formulas.
    undefined : int
        How many replicates leave the number undefined; they are left out.
    measure : str
        What the number is.
    design : str
        How rows were drawn, and from which seed.
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

    def __repr__(self) -> str:
        d = self._decimals()
        return f"{self.estimate:.{d}f} [{self.low:.{d}f}, {self.high:.{d}f}]"

    def _decimals(self) -> int:
        width = self.high - self.low
        if not (math.isfinite(width) and width > 0):
            return 3
        return min(max(1 - math.floor(math.log10(width)), 3), 12)

    def _repr_html_(self) -> str:
        return (
            f"<span title='{html.escape(self.methods(), quote=True)}'><b>{html.escape(repr(self))}</b> "
            f"<small>{html.escape(self.measure)}, {100 * self.level:g} % CI, {html.escape(self.method)}</small></span>"
        )

    def columns(self) -> dict[str, list[Any]]:
        """Return measure, estimate, low, high, standard_error, level and method, of one row."""
        names = ("measure", "estimate", "low", "high", "standard_error", "level", "method")
        return {name: [getattr(self, name)] for name in names}

    def __contains__(self, value: float) -> bool:
        return bool(self.low <= value <= self.high)

    def __iter__(self) -> Iterator[float]:
        """Yield the two ends, for ``low, high = interval``."""
        yield self.low
        yield self.high

    def methods(self) -> str:
        """Return a sentence for a methods section: the measure, the level, the method and how rows were drawn."""
        said = f"{100 * self.level:g} % confidence interval of the {self.measure}: {LABELS[self.method]}"
        if len(self.replicates):
            said += f", {len(self.replicates)} replicates"
        if self.design:
            said += f", {self.design}"
        if self.undefined:
            said += f"; {self.undefined} replicates without a value left out"
        return f"{said} ({version()})."


def curve_interval(curve: Curve, low: float = 0.0, high: float = 1.0, **options: Any) -> Interval:
    """Return the area under a curve with its confidence interval; see `Curve.interval`."""
    return interval_of(of_curve(curve, low, high), curve.path, **options)


def path_interval(path: ConfusionPath, measure: Any, **options: Any) -> Interval:
    """Return a number of a path with its confidence interval; see `ConfusionPath.interval`."""
    return interval_of(measure_of(measure, path), path, **options)


def interval_of(
    measure: Measure,
    path: ConfusionPath,
    *,
    method: IntervalMethod | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Interval:
    """Return a measure of a path with its confidence interval; options of `Design`, and what is told of progress."""
    design = Design(**options)
    level, stratify, groups, weights = design.level, design.stratify, design.groups, design.weights
    method = recommended(measure, path, drawn=bool(stratify) or groups is not None) if method is None else method
    method = one_of("method", method, METHODS)
    check_meaning(method, measure)
    check_rows_known(path, weights)
    check_enough(path, measure)
    generator = design.generator([path])
    estimate = measure.of(path)
    few = few_rows(measure, path, weights, method)
    if method in RESAMPLING:
        kinds = design.kinds([measure.along(path)])
        found = drawn(
            kinds, lambda each: measure.of_replicate(each[0]), design.n, generator, measure.whole, progress=progress
        )
        return from_replicates(estimate, found, level, method, measure, kinds, design.words(kinds), few)
    if stratify:
        raise invalid("stratify", f"be left out for method {method!r}, which draws no rows", short(stratify))
    if weights == "frequency" and not whole_counts(path):
        raise invalid("weights", "be 'importance' where weights are not whole numbers", "'frequency'")
    ends, error, words = _closed(method, measure, path, estimate, level, groups, weights == "frequency")
    if method in ("logit", "binomial", "delong") and (_at_an_end(estimate, measure) or error <= AT_THE_END):
        _say_perfect(measure, estimate)
        ends, error = (math.nan, math.nan), math.nan
    elif few:
        warn(few)
    ends = _within(ends, measure)
    return Interval(estimate, *ends, level, method, error, read_only(np.zeros(0)), 0, measure.words, words)


def _within(ends: tuple[float, float], measure: Measure) -> tuple[float, float]:
    """Return the ends of an interval, cut at those of the range of the measure."""
    low, high = np.clip(ends, *measure.bounds)
    return float(low), float(high)


def check_meaning(method: str, measure: Measure) -> None:
    """Raise an error where a method has no meaning for a measure, which names those that have one."""
    if method not in measure.methods:
        why = {
            "logit": "is of areas under PR curves",
            "binomial": "is of areas under PR curves",
            "logit-bootstrap": "is of numbers between 0 and 1",
            "delong": "is of whole areas under ROC curves",
            "wilson": "is of a rate at a threshold that was fixed before",
            "clopper-pearson": "is of a rate at a threshold that was fixed before",
        }[method]
        raise PrplotValueError(
            f"method {method!r} {why}; got the {measure.words}. Methods for it: {listed(measure.methods, most=12)}."
        )


def recommended(measure: Measure, path: ConfusionPath, *, drawn: bool = False) -> IntervalMethod:
    """Return the method that covers as often as it says from the fewest positives on; see docs/coverage.md.

    Wilson's interval is of shares of rows as they are, not where rows are ``drawn`` in strata or groups; of rows of
    both classes it is none at a prevalence that was set.
    """
    area = measure if isinstance(measure, AreaMeasure) else None
    if area is not None and area.curve.space.name in BY_LOGITS and "logit-bootstrap" in area.methods:
        return "logit-bootstrap"
    if drawn or not isinstance(measure, Rule) or measure.rate is None:
        return "bootstrap"
    _, (tp, fp, fn, tn) = measure.rate
    return "wilson" if path.factor == 1.0 or not ((tp or fn) and (fp or tn)) else "bootstrap"


def check_enough(path: ConfusionPath, measure: Measure) -> None:
    """Raise an error where one class has fewer than two rows, so that nothing is known of how they spread."""
    if not path.scored:
        return
    fg, bg = path.known.in_order("fg"), path.known.in_order("bg")
    if path.known.kind in ("groups", "sums"):
        counts = path.positives, path.negatives
    else:
        counts = float(np.count_nonzero(fg)), float(np.count_nonzero(bg))
    needs = not (isinstance(measure, AreaMeasure) and not measure.curve.space.needs_negatives)
    for name, count in zip(("positive", "negative"), counts, strict=True):
        if math.isnan(count) or count >= 2 or (name == "negative" and not needs):
            continue
        raise PrplotValueError(
            f"an interval must rest on at least two {name}s; got {count:g}. How much they differ cannot be seen in "
            f"{'one' if count == 1 else 'none'}."
        )


def drawn(
    kinds: Kinds,
    compute: Callable[[Any], Any],
    n: int,
    rng: np.random.Generator,
    whole: bool = False,
    *,
    progress: Progress | None = None,
) -> list[Any]:
    """Return what is computed of every replicate; see `replicates` and `shown`."""
    # The allocator of Linux gives memory back to the system, and asks for it again, up to the size of the largest block
    # that it has seen freed, which takes longer than filling arrays of some 100 kB. This is such a block, of 16 MB of
    # which none is touched.
    np.empty(2**21)
    return [compute(each) for each in shown(replicates(kinds, n, rng, whole=whole), n, "replicates", progress)]


def from_replicates(
    estimate: float,
    found: Any,
    level: float,
    method: IntervalMethod,
    measure: Measure,
    kinds: Kinds,
    words: str = "",
    few: str = "",
) -> Interval:
    """Return the interval of a number, given its replicates, how rows were drawn, and what to say if they are few."""
    values = np.asarray(found, dtype=np.float64)
    known = values[np.isfinite(values)]
    undefined = len(values) - len(known)
    ends = (math.nan, math.nan)
    error = float(np.std(known, ddof=1)) if len(known) > 1 else math.nan
    if math.isnan(estimate):
        warn(f"the {measure.words} is undefined for this sample, and so is its interval. NaN is returned.")
    elif not len(known):
        warn(f"the {measure.words} is undefined in all {len(values)} replicates. NaN is returned for the interval.")
    elif len(values) > 1 and float(np.ptp(known)) <= AT_THE_END:
        _say_perfect(measure, estimate)
        error = math.nan
    elif method == "logit-bootstrap" and _at_an_end(estimate, measure):
        warn(f"the {measure.words} is {estimate:.4g}, of which there is no logit. NaN is returned; take 'bootstrap'.")
    else:
        ends = _within(_ends(estimate, known, level, method, measure, kinds), measure)
        left_out = f"{undefined} of {len(values)} replicates leave the {measure.words} undefined, and are left out."
        said = [*([left_out] if undefined > MANY_UNDEFINED * len(values) else []), *([few] if few else [])]
        if said:
            warn(" ".join(said))
    return Interval(estimate, *ends, level, method, error, read_only(values), undefined, measure.words, words)


def few_rows(measure: Measure, path: ConfusionPath, weights: WeightKind, method: IntervalMethod) -> str:
    """Return a sentence that says so where too few rows decide a measure for an interval to hold; else nothing."""
    if method in ("wilson", "clopper-pearson"):
        return ""
    positives, negatives = rows_of_classes(path, weights)
    many, name = positives, "positives"
    if negatives < positives and not (isinstance(measure, AreaMeasure) and not measure.curve.space.needs_negatives):
        many, name = negatives, "negatives"
    if not many < FEW:
        return ""
    known = measure.methods if recommended(measure, path) in NEAREST else ()
    nearest = " and ".join(words for name, words in NEAREST.items() if name in known and name != method)
    said = f"With {many:.3g} {name}, intervals by {method!r} cover less often than they say."
    return f"{said} {nearest}." if nearest else said


def _at_an_end(estimate: float, measure: Measure) -> bool:
    return any(abs(estimate - end) <= AT_THE_END for end in measure.bounds)


def _say_perfect(measure: Measure, estimate: float) -> None:
    end = {0.0: "0", 1.0: "1"}.get(round(estimate, 12), f"{estimate:.4g}")
    warn(
        f"the {measure.words} is {end} in the sample and in every sample drawn from it, which says nothing of how far "
        "the population is from it; NaN is returned for the interval. A rate at a fixed threshold has one-sided "
        "intervals there: prplot.measure_at('recall', at={'threshold': ...}) with method='clopper-pearson'."
    )


def _ends(
    estimate: float, known: FloatArray, level: float, method: str, measure: Measure, kinds: Kinds
) -> tuple[float, float]:
    """Return the ends of an interval by its replicates."""
    tail = (1.0 - level) / 2
    if method == "bootstrap":
        low, high = np.quantile(known, (tail, 1.0 - tail))
    elif method == "basic":
        high, low = 2 * estimate - np.quantile(known, (tail, 1.0 - tail))
    elif method == "bca":
        low, high = _bca(estimate, known, tail, measure, kinds)
    else:
        low, high = _logit_ends(estimate, known, level)
    return float(low), float(high)


def _logit_ends(estimate: float, known: FloatArray, level: float) -> tuple[float, float]:
    """Return the ends at ± z standard errors on the logit scale, that of the replicates over p (1 - p).

    The standard deviation of the logits themselves is infinite where a replicate is 0 or 1, and bounds put in their
    place make it too small where the estimate is close to an end.
    """
    error = float(np.std(known, ddof=1)) / (estimate * (1.0 - estimate))
    away = float(special.ndtri((1.0 + level) / 2)) * error
    return closed_forms.around(estimate, away)


def _bca(estimate: float, known: FloatArray, tail: float, measure: Measure, kinds: Kinds) -> tuple[float, float]:
    """Return the ends that Efron's correction for bias and for a standard error that grows with the number chooses.

    References
    ----------
    B. Efron, J. Am. Stat. Assoc. 82, 171-185, 1987, doi:10.2307/2289144.
    """
    # Weights that are no whole numbers leave rounding beside equal numbers.
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
    ends = []
    for share in (tail, 1.0 - tail):
        z = bias + float(special.ndtri(share))
        ends.append(float(special.ndtr(bias + z / (1.0 - acceleration * z))))
    low, high = np.quantile(known, ends)
    return float(low), float(high)


def _acceleration(measure: Measure, kinds: Kinds) -> float:
    """Return the skewness of what leaving out rows, or blocks of them, changes, over 6; NaN if nothing is defined."""
    things = kinds.groups if kinds.group is not None else len(kinds.size)
    few = things <= BLOCKS
    # Without rows of a kind, one row is left out for each; else blocks of kinds, every so many.
    values, times = [], []
    for block in range(min(things, BLOCKS)):
        if few and kinds.group is None:
            counts = kinds.size.copy()
            counts[block] -= 1
            times.append(float(kinds.size[block]))
        else:
            member = (kinds.group if kinds.group is not None else np.arange(things)) % min(things, BLOCKS) == block
            counts = np.where(member, 0.0, kinds.size)
            times.append(1.0)
        values.append(measure.of_replicate(of_counts(kinds, counts, whole=measure.whole)[0]))
    found, weight = np.array(values), np.array(times)
    there = np.isfinite(found)
    if not there.any():
        return math.nan
    found, weight = found[there], weight[there]
    away = np.average(found, weights=weight) - found
    square = float((weight * away**2).sum())
    return float((weight * away**3).sum()) / (6 * square**1.5) if square > 0 else 0.0


def _closed(
    method: str, measure: Measure, path: ConfusionPath, estimate: float, level: float, groups: Any, frequency: bool
) -> tuple[tuple[float, float], float, str]:
    """Return the ends, the standard error and words for the sample of an interval by a formula."""
    if method == "delong":
        return _delong(path, level, groups, frequency)
    if groups is not None:
        raise invalid(
            "groups", f"be left out for method {method!r}", short(groups), "Take 'bootstrap', which draws whole groups."
        )
    if method in ("logit", "binomial"):
        n = rows_of_classes(path, "frequency" if frequency else "importance")[0]
        words = f"{n:g} positives" if n == path.positives else f"{n:.4g} positives, Kish's effective number"
        if not 0 < estimate < 1:
            return (math.nan, math.nan), math.nan, words
        form = closed_forms.logit_interval if method == "logit" else closed_forms.binomial
        ends, error = form(estimate, n, level)
        return ends, error, words
    return _of_rate(method, cast(Rule, measure), path, level, frequency)


def _of_rate(
    method: str, measure: Rule, path: ConfusionPath, level: float, frequency: bool
) -> tuple[tuple[float, float], float, str]:
    """Return the interval of a share of rows at a fixed threshold."""
    rate = measure.rate
    assert rate is not None
    above, below = (np.array(cells, dtype=np.float64) for cells in rate)
    confusion = path.at(measure.value)
    cells = np.array([confusion.tp, confusion.fp, confusion.fn, confusion.tn])
    factor = path.factor
    if factor != 1.0:
        if below[[0, 2]].any() and below[[1, 3]].any():
            raise PrplotValueError(
                f"method {method!r} is of shares of rows; at a prevalence that was set the {measure.words} is none, as "
                "it counts rows of both classes, of which one was re-weighted. Take 'bootstrap'."
            )
        # Of one class the share is that of the rows as they are.
        cells[[1, 3]] /= factor
    total, hits = float(below @ np.nan_to_num(cells)), float(above @ np.nan_to_num(cells))
    if math.isnan(float(np.dot(below[below > 0], cells[below > 0]))) or total == 0:
        warn(f"the {measure.words} is undefined for this sample, and so is its interval. NaN is returned.")
        return (math.nan, math.nan), math.nan, ""
    n, words = total, f"{total:g} rows"
    if not (frequency or path.known.kind == "groups" or path.known.positive is not None):
        n = _effective_below(path, measure.value, below)
        words = f"{n:.4g} rows, Kish's effective number"
    share = hits / total
    form = closed_forms.wilson if method == "wilson" else closed_forms.clopper_pearson
    return form(share, n, level), math.sqrt(share * (1 - share) / n), words


def _effective_below(path: ConfusionPath, threshold: float, below: FloatArray) -> float:
    """Return the effective number of rows that a rate at a threshold is a share of."""
    known = path.known
    with np.errstate(invalid="ignore"):
        above_cut = known.in_order("score") >= threshold
    fg, bg = known.in_order("fg"), known.in_order("bg")
    counted = np.where(above_cut, below[0] * fg + below[1] * bg, below[2] * fg + below[3] * bg)
    return closed_forms.effective(counted)


def _delong(path: ConfusionPath, level: float, groups: Any, frequency: bool) -> tuple[tuple[float, float], float, str]:
    """Return DeLong's interval of the ROC area."""
    if frequency and groups is not None:
        raise invalid("weights", "be 'importance' for method 'delong' with groups", "'frequency'", "Take 'bootstrap'.")
    estimate, pull, words = roc_pulls(path, groups, frequency)
    error = math.sqrt(float(pull @ pull))
    away = float(special.ndtri((1.0 + level) / 2)) * error
    return (estimate - away, estimate + away), error, words


def roc_pulls(path: ConfusionPath, groups: Any = None, frequency: bool = False) -> tuple[float, FloatArray, str]:
    """Return the ROC area, how far each row, or group, pulls it, and how to say which."""
    check_rows_known(path, "frequency" if frequency else "importance")
    known = path.known
    if not path.closed:
        raise PrplotValueError(
            "method 'delong' needs a score of every row; got a path that ends before, at "
            f"recall {path.reached:.4g}. Take 'bootstrap', which draws rows that no threshold returns too."
        )
    if (frequency or known.kind == "groups") and groups is None:
        meaning: WeightKind = "frequency" if frequency else "importance"
        kinds = Design(weights=meaning).kinds([Along.of(path, np.arange(len(path) - 1))])
        fg = kinds.size * kinds.fg
        cell = kinds.cells[0][0].astype(np.float64)
        area, pulls = closed_forms.roc_pulls(-cell, fg, kinds.size - fg, rows=kinds.size)
        return area, pulls, f"{kinds.drawn:g} rows"
    if not (known.kind == "rows" or (known.kind == "unordered" and groups is None)):
        raise PrplotValueError(f"method 'delong' {path._without_rows}")
    if path.treatment.ties != "average" or path.treatment.tolerance:
        raise PrplotValueError(
            "method 'delong' counts ties half and joins no near ones; got a path with other ties. Take 'bootstrap'."
        )
    score, fg, bg = (known.in_order(column) for column in ("score", "fg", "bg"))
    score = np.where(np.isnan(score), -np.inf, score)
    group, number = (None, len(fg)) if groups is None else group_numbers(groups, len(fg))
    area, pulls = closed_forms.roc_pulls(score, fg, bg, group=group)
    return area, pulls, f"{number} {'rows' if group is None else 'groups (Obuchowski 1997, doi:10.2307/2533958)'}"


def over_members(
    mean: float,
    sd: float,
    members: int,
    what: str,
    level: float,
    independent: bool,
    bounds: tuple[float, float],
    test_to_train: float | None = None,
) -> Interval:
    """Return the interval of a mean over folds, or over independent samples; see `Average.interval`."""
    level = check_level(level)
    if members < 2:
        raise PrplotValueError(f"an interval of a mean must rest on at least two values; got {members}.")
    ratio = 1.0 / (members - 1) if test_to_train is None else test_to_train
    share = 1.0 / members if independent else 1.0 / members + ratio
    error = sd * math.sqrt(share)
    if not independent and test_to_train is None:
        warn(
            "folds share training data, so that they differ less than new samples would. The variance is made larger "
            f"for it (Nadeau and Bengio 2003), which is a rule of thumb, as for {members} folds that hold out each row "
            "once. Of repeated or shuffled splits say test_to_train=, of samples that share no row independent=True."
        )
    low, high = np.clip(
        _ends_within(mean, float(special.stdtrit(members - 1, (1.0 + level) / 2)) * error, *bounds), *bounds
    )
    if math.isnan(low) and math.isfinite(mean):
        warn(
            f"the mean {what} is {mean:.4g}, an end of its range, where all values are the same, which says nothing of "
            "how far the mean of others would be from it; NaN is returned for the interval."
        )
        error = math.nan
    design = (
        f"of {members} samples that share no row, with the variance s²/k"
        if independent
        else f"of {members} folds, which share training data, with the variance of Nadeau and Bengio (2003, "
        "doi:10.1023/A:1024068626366)"
    )
    ends = float(low), float(high)
    return Interval(mean, *ends, level, "student", error, read_only(np.zeros(0)), 0, f"mean {what}", design)


def _ends_within(mean: float, away: float, low: float, high: float) -> tuple[float, float]:
    """Return the ends at ± ``away`` from a mean, on the scale on which it has no range to leave."""
    if min(mean - low, high - mean) <= AT_THE_END:
        return math.nan, math.nan
    if math.isfinite(low) and math.isfinite(high):
        width = high - low
        share = (mean - low) / width
        first, last = closed_forms.around(share, away / width / (share * (1.0 - share)))
        return low + width * first, low + width * last
    if math.isfinite(high):
        short_of = high - mean
        with np.errstate(over="ignore"):
            factor = float(np.exp(away / short_of))
        return high - short_of * factor, high - short_of / factor
    return mean - away, mean + away
