"""Means over folds and tasks: of areas, of F_β and of other measures, each on a scale on which a mean is meaningful."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Any, Literal, get_args

import numpy as np
from scipy import special

from prplot import metrics
from prplot.curve.classifiers import PathsLike, called, named, to_curves
from prplot.curve.curve import Curve
from prplot.errors import PrplotValueError, by_name, invalid, listed, one_of, short, warn, yes_or_no
from prplot.metrics.base import NO_BOUNDS, NONE
from prplot.metrics.confusion import PREVALENCE, Confusion
from prplot.names import NormalizedBy, SpaceName, UndefinedMembers
from prplot.rows.arrays import FloatArray, read_only, safe_scale
from prplot.rows.checks import check_prevalence, number
from prplot.rows.result_tables import Result, Table
from prplot.uncertainty.closed_forms import ends_within
from prplot.uncertainty.interval import Interval
from prplot.uncertainty.members import (
    SAME,
    check_alike,
    left_out,
    prevalences_of,
    same_baseline,
    span_of,
    values_of,
)
from prplot.uncertainty.units import check_level

# One confusion matrix, several, or a mapping from names to them.
ConfusionsLike = Confusion | Iterable[Confusion] | Mapping[Any, Confusion]


@by_name()
@dataclass(frozen=True, eq=False, repr=False)
class Average(Result):
    """The arithmetic mean of a measure over several samples, with its value in each sample.

    ``float(average)`` is its mean.

    Attributes
    ----------
    what : str
        What was averaged.
    names : tuple of str
        The names of the k samples.
    values : array of shape (k,)
        The value in each sample, read-only.
    prevalences : array of shape (k,)
        The prevalence of each sample, read-only; NaN for a sample without weight.
    bounds : tuple of float
        The least and the largest possible value; infinite if there is no known limit.
    """

    what: str
    names: tuple[str, ...]
    values: FloatArray
    prevalences: FloatArray
    bounds: tuple[float, float] = NO_BOUNDS

    @property
    def mean(self) -> float:
        """The arithmetic mean; every sample counts the same. NaN if any value is NaN."""
        return math.fsum(self.values.tolist()) / len(self.values)

    @property
    def sd(self) -> float:
        """The standard deviation of the k values, with divisor k - 1; NaN with a warning for one sample."""
        if len(self.values) < 2:
            warn("the standard deviation of one value is undefined; NaN is returned.")
        return self._sd()

    def _sd(self) -> float:
        if len(self.values) < 2 or not np.isfinite(self.values).all():
            return math.nan
        return float(np.std(self.values, ddof=1))

    def interval(
        self, level: float = 0.95, *, independent: bool = False, test_to_train: float | None = None
    ) -> Interval:
        """Return the mean of the k values with a confidence interval, by Student's t with k - 1 degrees of freedom.

        Parameters
        ----------
        level : float
            The confidence level, in (0, 1).
        independent : bool
            Whether the values come from different tasks, or from samples that share no row: the variance of the mean is
            then e² = s²/k, where s is the standard deviation of the values. False, the default: the values come from k
            folds of one cross-validation. Since the training sets overlap, the values vary less than values of new
            samples would; the variance is therefore increased to e² = s² (1/k + 1/(k - 1)).
        test_to_train : float, optional
            For folds: test rows divided by training rows; then e² = s² (1/k + this ratio). Default: 1 / (k - 1), the
            ratio of k folds which hold out each row once. The ratio is 1/4 for five folds repeated ten times, and 3/7
            for shuffled splits that hold out 30 % of the rows.

        Returns
        -------
        Interval
            ``.estimate, .low, .high, .standard_error``; nothing is resampled. The interval is for the mean that new
            data of the same kind (for folds: new data sets, split likewise) would give, not for the value on these
            rows. For the confidence interval of the pooled sample use ``prplot.pool(paths).interval(...)``.

        Raises
        ------
        PrplotValueError
            If there are fewer than two values, or the level lies outside (0, 1).

        Warns
        -----
        PrplotWarning
            If neither ``independent=True`` nor ``test_to_train`` is given: folds share training data, and e² is then a
            rule of thumb. Also if the mean is at an end of its range, such as 1: the ends of the interval are then NaN.

        Notes
        -----
        If the values lie between 0 and 1, the interval is computed on the logit scale: its ends are logit(m) ± t e / (m
        (1 - m)), transformed back; m is the mean, t the quantile of Student's t. Precision gain, recall gain, F gain
        and areas under PRG curves have the upper bound 1 but no lower bound; their interval is computed on the scale of
        log(1 - m). Values without bounds have the interval m ± t e. In simulations of 5 or 10 samples that share no
        row, with 10 or 30 positives in each, the 95 % intervals on these scales contained the true mean in 95 % of
        cases (91 to 97 % by setting) for ROC and PR areas, and in 94 to 95 % for PRG areas. The intervals m ± t e
        contained it in 93 % (87 to 97 %) for ROC and PR and in 90 to 91 % for PRG, and often went beyond 1.

        References
        ----------
        C. Nadeau and Y. Bengio, Inference for the generalization error, Mach. Learn. 52, 239-281, 2003,
        doi:10.1023/A:1024068626366, the source of the e² that is used for folds.

        Examples
        --------
        >>> import prplot
        >>> folds = [prplot.simulate.binormal(1, 1).sample(300, prevalence=0.2, rng=i) for i in range(5)]
        >>> prplot.mean_area(folds, "roc").interval(independent=True)
        0.753 [0.703, 0.797]
        """
        independent = yes_or_no("independent", independent)
        ratio = None
        if test_to_train is not None:
            ratio = number("test_to_train", test_to_train)
            if independent or not 0 < ratio < math.inf:
                rule = "be a positive number, of folds that share training data"
                got = "independent=True beside it" if independent else short(test_to_train)
                raise invalid("test_to_train", rule, got)
        level = check_level(level)
        count = len(self)
        mean = self.mean
        if count < 2:
            raise PrplotValueError(f"an interval of a mean must rest on at least two values; got {count}.")
        if not independent and ratio is None:
            warn(
                f"the variance is that of {count} folds that hold out each row once (Nadeau and Bengio 2003). Of "
                "other samples say test_to_train= or independent=True."
            )
            ratio = 1.0 / (count - 1)
        error = self._sd() * math.sqrt(1.0 / count + (ratio or 0.0))
        away = float(special.stdtrit(count - 1, (1.0 + level) / 2)) * error
        ends = ends_within(mean, away, *self.bounds)
        if math.isnan(ends[0]) and math.isfinite(mean):
            warn(
                f"the mean {self.what} is {mean:.4g}, an end of its range, where all values are the same, which says "
                "nothing of how far the mean of others would be from it; NaN is returned for the interval."
            )
            error = math.nan
        design = (
            f"of {count} samples that share no row, with the variance s²/k"
            if independent
            else f"of {count} folds, which share training data, with the variance of Nadeau and Bengio (2003, "
            "doi:10.1023/A:1024068626366)"
        )
        low, high = np.clip(ends, *self.bounds).tolist()
        nothing = read_only(np.zeros(0))
        return Interval(mean, low, high, level, "student", error, nothing, 0, f"mean {self.what}", design)

    def __float__(self) -> float:
        return self.mean

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"Average({self.mean:.6g}, sd {self._sd():.3g} over {len(self)}; {self.what})"

    def columns(self) -> dict[str, list[Any]]:
        """Return a dict of three lists, name, prevalence and value, with one item per sample."""
        return {"name": [*self.names], "prevalence": self.prevalences.tolist(), "value": self.values.tolist()}

    def _parts(self) -> Iterator[Table | list[str]]:
        samples = zip(self.names, self.prevalences, self.values, strict=True)
        rows = [[name, f"{prevalence:.4g}", f"{value:.6g}"] for name, prevalence, value in samples]
        ends = [["mean", "", f"{self.mean:.6g}"], ["standard deviation", "", f"{self._sd():.3g}"]]
        yield [self.what]
        yield Table(["", "π", "value"], [*rows, *ends])


@by_name("Several are passed as one list or mapping: prplot.mean_area([a, b]).")
def mean_area(
    curves: PathsLike,
    space: SpaceName | None = None,
    *,
    normalized: bool | NormalizedBy = False,
    low: float = 0.0,
    high: float = 1.0,
    undefined: UndefinedMembers = "raise",
    **options: Any,
) -> Average:
    """Return the mean area under the curves of several folds or tasks.

    ROC, CROC, DET and cost areas can always be averaged. Areas under PR, PRG, gains and lift curves depend on the
    prevalence: if it differs between samples, the mean mixes good rankings with high prevalences. The function warns if
    the odds P / N of the samples differ by more than 10 %. Stratified folds have almost equal odds; for different tasks
    average normalized areas, which are 0 for the worst and 1 for the best possible ranking of a sample, whatever its
    prevalence.

    Parameters
    ----------
    curves : path, curve, sequence or mapping
        One path or curve per fold or task; the keys of a mapping are their names.
    space : {"pr", "prg", "roc", "croc", "cost", "gains", "lift", "det"}, optional
        The space whose areas are averaged; default: the space of the curves, "pr" for paths.
    normalized : bool or {"data", "skew"}
        Whether to average `Curve.normalized_area` instead of the area. "data" (or True): worst and best ranking of the
        same rows; "skew": least and largest area of any hard labels at this prevalence.
    low, high : float
        The range on the x axis.
    undefined : {"raise", "omit"}
        What to do with undefined areas, such as those of categories without objects and of queries to which nothing is
        relevant: raise an error that names them; or "omit" them from the mean (NaN if none is defined).
    **options
        For paths: options of ``path.curve``, such as ``interpolation``; ``prevalence`` plots all paths at one
        prevalence, so that all areas may be averaged.

    Returns
    -------
    Average
        ``.mean``, ``.values``, ``.sd``, ``.prevalences``, ``.names``. Samples that were left out are not included in
        these attributes; ``.what`` states how many samples were left out.

    Raises
    ------
    PrplotValueError
        If the curves differ in space, interpolation or options, or an area is undefined and undefined="raise".

    Warns
    -----
    PrplotWarning
        If areas depend on the prevalence, prevalences differ and ``normalized`` is False; or if undefined="omit" and
        all areas are undefined, so that the mean is NaN.

    Notes
    -----
    Normalizing does not remove every effect of prevalence: the normalized area of chance still depends on it. The mean
    area is the area under the `mean_curve`.

    References
    ----------
    K. Boyd et al., Unachievable Region in Precision-Recall Space, ICML 2012, Sections 4.1 and 4.2;
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015, Theorem 3.

    Examples
    --------
    >>> import prplot
    >>> folds = [prplot.from_labels([1, 0, 1], [3, 2, 1]), prplot.from_labels([0, 1, 0, 0], [4, 3, 2, 1])]
    >>> prplot.mean_area(folds, "roc").values.round(4).tolist()
    [0.5, 0.6667]
    >>> round(prplot.mean_area(folds, normalized=True).mean, 4)
    0.4139
    >>> empty = prplot.from_labels([0, 0], [2, 1])
    >>> prplot.mean_area([*folds, empty], "roc", undefined="omit")
    Average(0.583333, sd 0.118 over 2; AUROC; 1 of 3 undefined and left out)
    >>> artists = prplot.plot(folds, space="roc")
    """
    undefined = one_of("undefined", undefined, get_args(UndefinedMembers))
    plain = isinstance(normalized, bool | np.bool_)
    by: NormalizedBy = "data" if plain else one_of("normalized", normalized, get_args(NormalizedBy))
    chosen = to_curves(curves, space, **options)
    check_alike(chosen)
    names = called([curve.label for curve in chosen])
    prevalences = prevalences_of(chosen)
    if not normalized and (words := of_different_prevalence(chosen)):
        warn(
            f"{words} Pool folds of one data set, prplot.pool(paths); see paths at one prevalence=; or pass "
            "normalized=True for the mean of normalized areas (Boyd et al. 2012)."
        )
    areas = [partial(c.normalized_area, low, high, by) if normalized else partial(c.area, low, high) for c in chosen]
    values = values_of(names, areas, quiet=True)
    kind = f", normalized by {by}" if normalized else ""
    part = "" if (low, high) == (0, 1) else f", from {low:g} to {high:g}"
    what = f"{chosen[0].area_name}{kind}{part}"
    missing = np.isnan(values)
    if undefined == "raise" and missing.any():
        index = int(np.argmax(missing))
        reason = chosen[index].space._undefined(chosen[index].path) or "the best and the worst area are the same"
        raise PrplotValueError(
            f"the areas must be defined for their mean; the {what} is not for "
            f"{listed(compress(names, missing))}: {reason}. "
            "Leave such samples out with undefined='omit', or merge samples with prplot.pool."
        )
    # If all values are undefined, all are kept, and their mean is NaN.
    included = ~missing | missing.all()
    names = tuple(compress(names, included))
    what += left_out(int(included.sum()), len(included))
    _warn_of_nan(what, names, values[included])
    bounds = (0.0, 1.0) if normalized else chosen[0].space._area_range(low, high)
    return Average(what, names, read_only(values[included]), read_only(prevalences[included]), bounds)


@by_name("Confusion matrices are passed as one list or mapping: prplot.mean_measure([a, b], ...).")
def mean_measure(confusions: ConfusionsLike, metric: str | metrics.Metric) -> Average:
    """Return the mean of a measure over the confusion matrices of several folds or tasks.

    Two kinds of measures may be averaged. Those whose denominator is given by the sample, such as
    recall, fpr, accuracy and expected cost: they are means over the same points for every
    classifier. And the gains, which are linear where precision and F_β are not: at every
    prevalence 0 is what a random classifier has that predicts positive as often as positives are,
    and 1 is perfect. All others, such as precision, F_β or MCC, divide by something that the
    classifier chooses, so their arithmetic mean has no meaning, and an error is raised.

    Parameters
    ----------
    confusions : Confusion, sequence or mapping
        One per fold or task.
    metric : str or Metric
        As in `Confusion.measure`: "recall", "accuracy", "precision_gain", "f1_gain", ...

    Returns
    -------
    Average
        An undefined value, and with it the mean, is NaN with a `PrplotWarning` that names the
        matrix. A gain is -inf at TP = 0 where both classes have weight, and then so is the mean.

    Raises
    ------
    PrplotValueError
        If the measure must not be averaged; the message names what to average instead.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015, Sections 2, 3 and 5.

    Examples
    --------
    >>> import prplot
    >>> folds = [prplot.Confusion(tp=3, fp=1, fn=1, tn=5), prplot.Confusion(tp=2, fp=2, fn=2, tn=4)]
    >>> round(prplot.mean_measure(folds, "f1_gain").mean, 4)
    0.5556
    >>> paths = [prplot.from_confusion(fold) for fold in folds]
    >>> artists = prplot.plot(paths, space="prg")
    """
    names, cells = _named_cells(confusions)
    chosen = metrics.metric(metric)
    check_averaged(chosen)
    values = chosen.of(*cells)
    _warn_of_nan(chosen.name, names, values)
    return Average(chosen.name, names, read_only(values), read_only(PREVALENCE.of(*cells)), chosen.bounds)


@by_name("Confusion matrices are passed as one list or mapping: prplot.mean_f([a, b], ...).")
def mean_f(
    confusions: ConfusionsLike, beta: float = 1.0, *, prevalence: float | Literal["merged"] | None = None
) -> float:
    """Return the mean F_β over folds or tasks: the mean F-gain, converted back.

    F_β is a harmonic quantity, and its arithmetic mean over folds is misguided; its gain
    FG_β = (F_β - π) / ((1 - π) F_β) is linear, and is averaged. Converting the mean gain back
    needs one prevalence. Where all matrices have the same, it is that one, and the result is the
    harmonic mean of the F_β, whatever that prevalence is.

    Where prevalences differ, the gain of each matrix is taken at its own prevalence, and the mean
    gain belongs to none of them: you have to say at which it is read. Every choice orders
    classifiers alike, since F_β grows with its gain, but the number is another one. Folds of one
    data set come from one population, of whose prevalence the merged one is the best estimate:
    ``prevalence="merged"``. Tasks have none in common: report the mean gain,
    ``mean_measure(confusions, f_gain(beta))``, or name the prevalence of interest.

    Parameters
    ----------
    confusions : Confusion, sequence or mapping
        One per fold or task; each counts the same.
    beta : float
        As in `prplot.f_beta`.
    prevalence : float or "merged", optional
        At which π the mean gain is read as F_β; "merged" is ΣP / Σ(P + N). Default: the one that
        all matrices have.

    Returns
    -------
    float
        In [0, 1]. 0 if one matrix has TP = 0, whose gain is -inf: a harmonic mean with a 0 is
        0. NaN, with a `PrplotWarning`, if a matrix has one class only.

    Raises
    ------
    PrplotValueError
        If prevalences differ (by more than 1e-9, relatively) and none is given.

    References
    ----------
    P. Flach and M. Kull, Precision-Recall-Gain Curves, NIPS 2015, Section 5; K. Boyd et al.,
    ICML 2012, Section 4.1, for the merged prevalence.

    Examples
    --------
    >>> import prplot
    >>> folds = [prplot.Confusion(tp=3, fp=1, fn=1, tn=5), prplot.Confusion(tp=2, fp=2, fn=2, tn=4)]
    >>> [fold.f() for fold in folds], round(prplot.mean_f(folds), 4)
    ([0.75, 0.5], 0.6)
    >>> paths = [prplot.from_confusion(fold) for fold in folds]
    >>> artists = prplot.plot(paths, iso_f={"levels": [prplot.mean_f(folds)]})
    """
    names, cells = _named_cells(confusions)
    squared = metrics.f_beta(beta)._beta_squared
    reference = None
    if isinstance(prevalence, str):
        one_of("prevalence", prevalence, ("merged",))
    elif prevalence is not None:
        reference = check_prevalence(prevalence)
    tp, fp, fn, tn = cells
    positives = tp + fn
    negatives = fp + tn
    prevalences = PREVALENCE.of(*cells)
    # Instead of the gain FG, 1 - FG = odds (1/F - 1) is averaged, because it loses no digits if FG is close to 1.
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.where(negatives > 0, positives / negatives, np.nan)
        one_minus_gain = odds * ((fp + squared * fn) / ((1 + squared) * tp))
    _warn_of_nan(metrics.f_gain(beta).name, names, one_minus_gain)
    if np.isnan(one_minus_gain).any():
        return math.nan
    merged = float(positives.sum() / negatives.sum())
    if prevalence is None and not math.isclose(min(odds), max(odds), rel_tol=SAME):
        raise PrplotValueError(
            f"the mean F must be read at one prevalence; got {span_of(prevalences)}. For folds of one data set pass "
            f"prevalence='merged', here {merged / (1 + merged):.4g}, for tasks the prevalence of interest; or report "
            f"the mean gain, which needs none: prplot.mean_measure(confusions, prplot.metrics.f_gain({float(beta):g}))."
        )
    at = merged if reference is None else reference / (1.0 - reference)
    return at / (at + math.fsum(one_minus_gain.tolist()) / len(one_minus_gain))


def of_different_prevalence(curves: Sequence[Curve]) -> str:
    """Return a warning if a mean of areas is over samples of different prevalence; otherwise an empty text."""
    if same_baseline(curves):
        return ""
    return (
        f"the mean of areas in {curves[0].space.title} space is taken over samples of different prevalence, on which "
        f"one classifier has different areas: {span_of(prevalences_of(curves))}."
    )


def check_averaged(metric: metrics.Metric) -> None:
    """Raise an error unless the arithmetic mean of a metric over samples is meaningful."""
    if not _may_be_averaged(metric):
        raise PrplotValueError(
            f"the arithmetic mean of {metric.name} must not be taken: it is neither a mean over the points of a "
            f"sample, as recall and accuracy are, nor on a linear scale, as gains are. {_instead(metric)}"
        )


def _named_cells(confusions: ConfusionsLike) -> tuple[tuple[str, ...], FloatArray]:
    """Return the names of the confusion matrices, and rows of TP, FP, FN and TN, scaled to avoid overflow."""
    pairs = named(
        "confusions",
        confusions,
        Confusion,
        "be a Confusion, a sequence or a mapping of them",
        "Take one from a path with path.at(threshold), or make it from its four cells.",
    )
    cells = np.array([confusion.cells for _, confusion in pairs]).T
    return called([name for name, _ in pairs]), safe_scale(float(cells.max())) * cells


def _warn_of_nan(what: str, names: tuple[str, ...], values: FloatArray) -> None:
    if undefined := list(compress(names, np.isnan(values))):
        warn(
            f"{what} is undefined for {listed(undefined)}, and so is the mean; NaN is returned. "
            "Leave out what has no such value."
        )


def _may_be_averaged(metric: metrics.Metric) -> bool:
    """Return whether a metric is a mean over the rows of a sample, or a gain."""
    if not isinstance(metric, metrics.LinearFractional) or metric.below_by_odds != NONE:
        return False
    tp, fp, fn, tn = metric.below
    is_gain = metric.above == metric.below and metric.above_by_odds != NONE
    return is_gain or (tp == fn and fp == tn)


def _instead(metric: metrics.Metric) -> str:
    """Return a sentence with what to average instead of a metric."""
    of_sum = "or add the matrices up, cell by cell, and measure the sum."
    if metric in (metrics.PRECISION, metrics.FDR):
        return (
            "Average prplot.mean_measure(confusions, 'precision_gain'), and convert it back with "
            f"prplot.metrics.precision_from_gain; {of_sum}"
        )
    if isinstance(metric, metrics.LinearFractional) and metric.below[1] > 0:
        beta = math.sqrt(metric._beta_squared)
        if beta > 0 and metric.below == metrics.f_beta(beta).below:
            return f"Use prplot.mean_f(confusions, beta={beta:g}), which averages its gain; {of_sum}"
    return "Average recall, fpr or a gain; " + of_sum
