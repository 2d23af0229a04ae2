"""Comparisons of classifiers: `compare`, with bootstrap, influence, DeLong and permutation tests.

A permutation exchanges the ranks of two classifiers row by row, without sorting again: the mid-ranks of both are sorted
once, as one path. In a replicate each row keeps its two ranks or exchanges them. So a classifier after the exchange is
a vector of weights in the cells of that path.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, get_args

import numpy as np
from scipy.linalg import block_diag

from prplot.errors import (
    PrplotValueError,
    PrplotWarning,
    by_name,
    collected_warnings,
    invalid,
    listed,
    one_of,
    short,
    warn,
    wrong_type,
    yes_or_no,
)
from prplot.names import ComparisonMethod, IntervalMethod, WeightKind
from prplot.path.makers import from_weights
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, read_only
from prplot.uncertainty.closed_forms import roc_pulls
from prplot.uncertainty.comparison import WITHOUT_REPLICATES, Comparison
from prplot.uncertainty.estimands import AreaMeasure, Measure, Rule, measure_of
from prplot.uncertainty.fold_tests import compare_folds
from prplot.uncertainty.influence import every_group, pulls_of
from prplot.uncertainty.interval import (
    FEW,
    MANY_UNDEFINED,
    OPTIMISTIC,
    check_enough,
    drawn,
    interval_of,
    takes_influence,
)
from prplot.uncertainty.members import check_same_rows, named_paths, same_baseline, values_of
from prplot.uncertainty.pair_statistics import (
    TINY,
    by_pulls,
    by_replicates,
    difference_rows,
    monte_carlo_error,
    shares_first,
    together,
)
from prplot.uncertainty.progress import shown
from prplot.uncertainty.replicates import Replicate
from prplot.uncertainty.units import (
    Design,
    Kinds,
    cells_of_rows,
    check_enough_replicates,
    rough,
    rows_of_classes,
)

# The largest allowed difference between a measure by ranks and the same measure by scores.
SAME = 1e-9
METHODS: tuple[ComparisonMethod, ...] = get_args(ComparisonMethod)
# The spaces whose areas have a paired test that held in simulations; see docs/coverage.md.
TESTED = ("roc", "pr", "prg")
# The smallest p value that a method can return, times 1 + n; 0 if there is no such limit.
SIDES = {"bootstrap": 2, "permutation": 1, "influence": 0, "delong": 0, "corrected-t": 0}
FOLDS_TOGETHER = "folds with method='corrected-t', or as one, prplot.pool"
RULE = "be at least two paths: a sequence, or a mapping from names to paths"
NO_DIRECTION = "No classifier ranks first: neither a larger nor a smaller {measure} is known to be better."
HYPOTHESIS = (
    "The permutation test asks whether the classifiers are exchangeable on every {unit}, which says more than that "
    "their numbers are equal. Intervals are those of the paired bootstrap."
)


@by_name("Paths are passed as one list or mapping: prplot.compare([a, b], 'roc').")
def compare(
    paths: Mapping[Any, Any] | Sequence[Any],
    measure: str | Rule | Callable[[ConfusionPath], float] = "pr",
    *,
    method: ComparisonMethod | None = None,
    level: float = 0.95,
    n: int | None = None,
    stratify: bool | None = None,
    paired: bool = True,
    groups: Any = None,
    rng: Any = None,
    weights: WeightKind = "importance",
    simultaneous: bool = False,
    n_train: float | None = None,
) -> Comparison:
    """Compare classifiers in pairs: differences with intervals, p values, and how often each ranks first.

    Parameters
    ----------
    paths : sequence or mapping
        At least two paths. Unless ``paired`` is False, all paths must have the same rows; labels and weights are
        checked row by row. For "corrected-t" each item holds the folds of one classifier: lists in the same order, or
        mappings with the same keys.
    measure : str, result of `measure_at`, or callable
        The measure to compare: the name of a space, for the area under the curve in that space; the name of an
        interpolation, for the PR area with it; a key of `ConfusionPath.areas`; a measure at an operating point, such as
        ``prplot.measure_at("precision", at={"recall": 0.8})``; or a function that takes a path and returns a number.
        Of a function it is not known whether more or less is better, so no classifier ranks first.
    method : {"bootstrap", "permutation", "influence", "delong", "corrected-t"}, optional
        Default: "influence" for areas that have it, if each sample has at least 2,000 positives and 2,000 negatives (or
        as many groups with each) and neither ``n`` nor ``rng`` is given; otherwise "bootstrap". "bootstrap": rows are
        resampled with replacement, in each replicate the same rows for all classifiers. p is 2 (1 + k) / (1 + n), where
        k of the n replicates have a difference of 0 or of the opposite sign. "permutation": on each row the ranks that
        two classifiers give it are exchanged with probability 1/2. The null hypothesis, that the classifiers are
        exchangeable on every row, is stronger than equal areas. Confidence intervals still come from the bootstrap.
        "influence": the standard error of the difference from how far each row moves it, without resampling, as in
        `Curve.interval`; for areas that are smooth in the weights of rows. "delong": DeLong's formula, without
        resampling; only for whole ROC areas. "corrected-t": for folds, Student's t of the mean difference over k folds,
        with k - 1 degrees of freedom and the variance s² (1/k + n_test / n_train), since folds share training rows.
    level : float
        The confidence level of the intervals of the differences, in (0, 1).
    n : int, optional
        Number of bootstrap replicates and, for "permutation", also of permutations per pair of classifiers; at least
        2 / (1 - level). Default: 2,000, where replicates are drawn. Fewer than 200 make the limits rough, and warn so.
    stratify : bool, optional
        Default: rows are resampled unstratified, so that the prevalence varies. True: positives and negatives are
        resampled separately.
    paired : bool
        False for independent samples: the rows of each path are resampled separately, and the method "permutation" is
        not available.
    groups : array_like or False, optional
        The group of each row, such as a patient: whole groups are resampled, or exchanged in a permutation test. For
        independent samples pass a sequence or mapping with one array of groups for each path. Default: the groups that
        were given where the paths were made, if any; False: rows.
    rng : int, numpy.random.Generator or None
        The seed; default: a fixed seed, computed from the samples, so that results repeat.
    weights : {"importance", "frequency"}
        Whether a row of weight w is resampled as one row that keeps its weight (importance), or as w separate rows
        (frequency).
    simultaneous : bool
        True: with probability ``level`` all intervals at once contain their true differences. These intervals are D ± q
        sd: sd is the standard deviation of the difference D; q is the ``level`` quantile, over the replicates, of the
        largest ``|D* - D| / sd`` of any pair, with D* the replicate of D. False: each interval alone has this
        probability.
    n_train : float, optional
        For "corrected-t": the number of rows that each model was trained on. Default: as `from_cv_results` found it.
        Of k folds that hold out each of n rows once it is n - n/k; of ten times repeated 10-fold cross-validation,
        which has 100 folds, 9/10 of n.

    Returns
    -------
    Comparison
        The result has ``.estimates`` and ``.intervals`` by name (intervals as `ConfusionPath.interval` returns them),
        ``.rows`` (one for each pair: ``a, b, difference, low, high, p, p_adjusted, p_error``; the difference is a - b),
        ``.first`` (share of replicates each wins), ``.undefined`` (replicates without a value) and more; see
        `Comparison`.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If there are fewer than two paths, the paths have different rows (the message names the first difference), the
        method does not apply to the measure, the level is outside (0, 1), n is less than 2 / (1 - level), there are
        fewer than two positives, ``groups`` does not have one value per row, or a path has no rows. For "corrected-t":
        if classifiers have different folds or only one, the measure is undefined on one, or ``n_train`` is not known.

    Warns
    -----
    PrplotWarning
        If n is so small that ``p_adjusted`` (Holm's method) cannot reach 1 - level for any pair; if there are fewer
        than 20 positives; or if a difference is the same in all replicates and therefore has no confidence interval.

    Notes
    -----
    Both models are scored on the same rows, so their difference usually varies less than two separate intervals
    suggest. Choose measure and method before you look; DeLong's test must not be used on rows that either model was
    fitted to (Demler et al. 2012).

    References
    ----------
    S. Holm, Scand. J. Stat. 6, 65-70, 1979; T. Hothorn, F. Bretz and P. Westfall, Biom. J. 50, 346-363, 2008,
    doi:10.1002/bimj.200810425 (the largest of several differences); E. S. Venkatraman and C. B. Begg, Biometrika 83,
    835-848, 1996, doi:10.1093/biomet/83.4.835 (exchanged ranks); E. R. DeLong, D. M. DeLong and D. L.
    Clarke-Pearson, Biometrics 44, 837-845, 1988, doi:10.2307/2531595; B. Phipson and G. K. Smyth, Stat. Appl. Genet.
    Mol. Biol. 9, 39, 2010, doi:10.2202/1544-6115.1585 (why p is never 0); C. Nadeau and Y. Bengio, Mach. Learn. 52,
    239-281, 2003, doi:10.1023/A:1024068626366 (folds); O. V. Demler, M. J. Pencina and R. B. D'Agostino, Stat. Med. 31,
    2577-2587, 2012, doi:10.1002/sim.5328.

    Examples
    --------
    >>> import prplot
    >>> digits = prplot.datasets.load("digits").paths()
    >>> row = prplot.compare(digits, "roc", method="delong").rows[0]
    >>> row.a, row.b, round(row.difference, 3), row.p < 0.05
    ('Random forest', 'Logistic regression', 0.066, True)
    >>> artists = prplot.plot(digits, space="roc")
    """
    design = Design(level, n, stratify, groups, rng, weights)
    paired, simultaneous = yes_or_no("paired", paired), yes_or_no("simultaneous", simultaneous)
    method = None if method is None else one_of("method", method, METHODS)
    if method == "corrected-t":
        usual = {**vars(Design(design.level)), "paired": True, "simultaneous": False}
        for name, value in {**vars(design), "paired": paired, "simultaneous": simultaneous}.items():
            if value is not usual[name]:
                raise invalid(name, "be left out for method 'corrected-t', which draws no rows", short(value))
        return compare_folds(paths, measure, design.level, n_train)
    if n_train is not None:
        raise invalid("n_train", "be left out but for method='corrected-t', which compares folds", short(n_train))
    names, members = _classifiers(paths, measure)
    measured = [(measure_of(measure, path), path) for path in members]
    measures = [its for its, _ in measured]
    what = measures[0]
    if method is not None:
        _check_method(method, what, paired, design)
    designs = [design] * len(members)
    if paired:
        check_same_rows(names, members)
    else:
        curves = [its.curve for its in measures if isinstance(its, AreaMeasure)]
        if not same_baseline(curves):
            prevalences = ", ".join(f"{curve.path._now.prevalence:.3g}" for curve in curves)
            warn(
                f"the samples differ in their prevalence, {prevalences}, and with it in what an area means. Compare "
                "them at one prevalence: path.at_prevalence(0.1)."
            )
        if groups is not None and groups is not False:
            designs = [replace(design, groups=own) for own in _groups_of_each(groups, names)]
    # Classifiers on the same rows are resampled together.
    parts = [(design, slice(None))] if paired else [(own, slice(k, k + 1)) for k, own in enumerate(designs)]
    grouped = any(own.groups_of(*members[part]) is not None for own, part in parts)
    for its, path in measured:
        check_enough(path, its.needs_negatives, design.weights)
    values = values_of(names, [partial(its.of, path) for its, path in measured])
    infinite = [name for name, value in zip(names, values, strict=True) if math.isinf(value)]
    if infinite:
        got = f"an infinite one of {listed(infinite)}, since {what.infinite}"
        raise invalid("paths", f"have a finite {what.words} each", got, "Compare their 'brier'.")
    if method is None:
        each_of = zip(measures, values.tolist(), members, designs, strict=True)
        method = "influence" if all(takes_influence(*one) for one in each_of) else "bootstrap"
    along = [its.along(path) for its, path in measured]
    pulled: list[Any] = [None] * len(members)
    replicates, undefined = np.zeros((0, len(members))), {}
    # Warnings of single intervals are left out, because the comparison has its own.
    with warnings.catch_warnings(action="ignore", category=PrplotWarning):
        if method == "delong":
            pulled = [pull for own, part in parts for pull in roc_pulls(members[part], own)]
        elif method == "influence":
            of_each = [its.derivatives(path) for its, path in measured]
            pulled = [pull for own, part in parts for pull in pulls_of(of_each[part], members[part], own)]
        of_intervals: IntervalMethod | None = method if method in ("delong", "influence") else None
        intervals = [
            interval_of(its, path, method=of_intervals, pulled=pull, **vars(own))
            for (its, path), own, pull in zip(measured, designs, pulled, strict=True)
        ]
        if of_intervals is not None:
            words = pulled[0][1]
            if method == "delong":
                words = "" if not grouped else "groups as units (Obuchowski 1997, doi:10.2307/2533958)"
            pulls_of_each = [pull for pull, _ in pulled]
            pulls = np.array(pulls_of_each) if paired else block_diag(*pulls_of_each)
            statistics = by_pulls(pulls, values, design.level)
            if simultaneous:
                check_enough_replicates(design.replicates, design.level)
                rng = design.generator(members)
                areas = rng.multivariate_normal(values, pulls @ pulls.T, design.replicates, "ignore", method="eigh")
        else:
            rng = design.generator(members)
            rngs = [rng] if paired else rng.spawn(len(members))
            computed = [its.of_replicate for its in measures]
            draws = [
                drawn(replace(own, rng=child), along[part], computed[part])
                for (own, part), child in zip(parts, rngs, strict=True)
            ]
            replicates = areas = np.hstack([numbers for numbers, _ in draws])
            words = design.words(draws[0][1])
            undefined["replicates"] = int(np.count_nonzero(~np.isfinite(replicates).all(axis=1)))
            statistics = by_replicates(replicates, values, design.level)
            if method == "permutation":
                pairs = combinations(zip(members, measures, values, strict=True), 2)
                statistics[2], lost = zip(*(permutation(two, replace(design, rng=rng)) for two in pairs), strict=True)
                undefined["permutations"] = max(lost)
    if simultaneous:
        statistics[:2] = together(statistics[3], areas, values, design.level)
    errors = monte_carlo_error(method, statistics[2], design.replicates)

    def named_as(each: Iterable[Any]) -> dict[str, Any]:
        return dict(zip(names, each, strict=True))

    comparison = Comparison(
        estimates=named_as(values.tolist()),
        intervals=named_as(intervals),
        rows=difference_rows(names, values, statistics, errors),
        replicates=named_as(map(read_only, replicates.T.copy())),
        first=named_as(shares_first(replicates, what.lower_is_better)),
        level=design.level,
        method=method,
        undefined=undefined.get("replicates", 0),
        measure=what.words,
        design=words,
        n=design.replicates,
        paired=paired,
        simultaneous=simultaneous,
        unit="group" if grouped else "row",
        lower_is_better=what.lower_is_better,
        paired_test=paired and isinstance(what, AreaMeasure) and what.curve.space.name in TESTED,
    )
    notes = [OPTIMISTIC.format(measure=what.words)] if what.optimistic else []
    notes += list(_notes(comparison, min(rows_of_classes(path, design.weights)[0] for path in members), undefined))
    if notes:
        warn(" ".join(notes))
    if method not in WITHOUT_REPLICATES and what.lower_is_better is None:
        notes.insert(0, NO_DIRECTION.format(measure=what.words))
    if method == "permutation":
        notes.insert(0, HYPOTHESIS.format(unit=comparison.unit))
    return replace(comparison, notes=tuple(notes))


def _classifiers(paths: Any, measure: Any) -> tuple[tuple[str, ...], list[ConfusionPath]]:
    """Return the names and the paths of the classifiers to compare."""
    names, members = named_paths(paths, RULE, FOLDS_TOGETHER)
    if len(members) < 2:
        way_out = "For one use path.interval(measure)."
        if isinstance(measure, ConfusionPath):
            way_out = "Pass all as one list or mapping: prplot.compare([a, b])."
        raise invalid("paths", RULE, "one", way_out)
    return names, members


def _check_method(method: ComparisonMethod, measure: Measure, paired: bool, design: Design) -> None:
    """Raise an error if a method does not work for the measure or the other arguments."""
    if method == "delong":
        if "delong" not in measure.methods:
            raise PrplotValueError(
                f"method 'delong' works only for whole areas under ROC curves; got the {measure.words}. Take "
                "'bootstrap' or 'permutation', or measure='roc'.",
                argument="method",
            )
        if design.weights != "importance":
            raise invalid("weights", "be left out for method 'delong', which draws no rows", short(design.weights))
    if method == "influence" and measure.not_smooth:
        raise PrplotValueError(
            "method 'influence' works only for numbers that are smooth in the weights of rows; got the "
            f"{measure.words}, which {measure.not_smooth}. Take 'bootstrap'.",
            argument="method",
        )
    if method == "permutation" and not paired:
        raise PrplotValueError(
            "method 'permutation' exchanges the ranks of two classifiers on the same row, and independent samples have "
            "no rows in common; got paired=False. Take 'bootstrap'.",
            argument="method",
        )
    if method == "permutation" and isinstance(measure, Rule) and measure.fixed:
        raise PrplotValueError(
            f"method 'permutation' exchanges ranks, and the {measure.words} depends on a threshold, which is a score. "
            "Take 'bootstrap'.",
            argument="method",
        )


def _groups_of_each(groups: Any, names: Sequence[str]) -> list[Any]:
    """Return the groups of each independent sample."""
    columns = groups if isinstance(groups, Mapping | list | tuple) and len(groups) == len(names) else {}
    columns = columns if isinstance(columns, Mapping) else dict(zip(names, columns, strict=True))
    of = {str(name): column for name, column in columns.items() if np.ndim(column) == 1}
    if of.keys() != set(names):
        rule = "be a sequence of the groups of each path, or a mapping by their names, where paired=False"
        raise wrong_type("groups", rule, groups)
    return [of[name] for name in names]


def _notes(comparison: Comparison, positives: float, undefined: Mapping[str, int]) -> Iterator[str]:
    """Yield the caveats of a comparison: few positives, undefined replicates, missing intervals, too small an n."""
    # In simulations, 95 % intervals of differences covered .87 to .96 with about 20 positives, and .92 to .96 with
    # 50. They were by bootstrap and DeLong's formula, for pairs of binormal classifiers at prevalence .5 and .1, for
    # areas under PR and ROC curves.
    if positives < FEW:
        yield f"With {positives:.3g} positives, intervals cover less often than they say."
    n, share, pairs = comparison.n, 1.0 - comparison.level, len(comparison)
    if (comparison.method not in WITHOUT_REPLICATES or comparison.simultaneous) and (words := rough(n)):
        yield words
    for what, many in undefined.items():
        if many > MANY_UNDEFINED * n:
            yield (
                f"{many} of {n} {what} leave the {comparison.measure} of some classifier undefined, and are left out "
                "of its differences."
            )
    none = (row for row in comparison if math.isnan(row.low) and not math.isnan(row.difference))
    if same := "; of ".join(f"{row.a!r} and {row.b!r}" for row in none):
        yield (
            f"The difference of {same} is the same in every sample drawn from this one, which says nothing of how far "
            "it is from that of the population; its interval is NaN."
        )
    least = SIDES[comparison.method] * pairs
    if least > share * (1 + n) * (1 + TINY):
        yield (
            f"{n} {'permutations' if comparison.method == 'permutation' else 'replicates'} are too few for {pairs} "
            f"comparison{'s' * (pairs > 1)}: after Holm's adjustment no p can be {share:.3g} or less. "
            f"n={math.ceil(least / share * (1 - TINY)) - 1} would do."
        )


def permutation(two: Sequence[tuple[ConfusionPath, Measure, float]], design: Design) -> tuple[float, int]:
    """Return the two-sided p value of a difference by permutation, and how many permutations leave it undefined.

    Each of the two classifiers is given as (path, measure, estimate). With the difference D of the classifiers by
    mid-ranks, p = (1 + #{|D*| >= |D|}) / (1 + n).

    Raises
    ------
    PrplotValueError
        If ties are not mixed evenly, or the measure depends on more than ranks.
    """
    paths, measures, estimates = zip(*two, strict=True)
    kinds, n, rng = _exchanged(paths, measures[0], design), design.replicates, design.generator(paths)
    size = kinds.size[: len(kinds.size) // 2]

    def both(swapped: FloatArray) -> list[float]:
        rest = size - swapped
        after = (Replicate(kinds, 0, np.concatenate(counts)) for counts in ((rest, swapped), (swapped, rest)))
        return [measure.of_replicate(replicate) for measure, replicate in zip(measures, after, strict=True)]

    by_rank = both(np.zeros(len(size)))
    if not np.allclose(by_rank, estimates, rtol=SAME, atol=SAME, equal_nan=True):
        raise PrplotValueError(
            f"method 'permutation' exchanges ranks, and the {measures[0].words} depends on more than ranks. Take "
            "method='bootstrap'.",
            argument="method",
        )
    # Most kinds have one row, for which a random bit is enough.
    one, several = np.flatnonzero(size == 1), np.flatnonzero(size > 1)

    def swap() -> FloatArray:
        if kinds.group is not None:
            return rng.integers(0, 2, len(kinds.stratum))[kinds.group] * size
        swapped = np.empty(len(size))
        swapped[one] = rng.integers(0, 2, len(one), dtype=bool)
        swapped[several] = rng.binomial(size[several].astype(np.int64), 0.5)
        return swapped

    replicates = np.array([both(swap()) for _ in shown(range(n), n, "permutations")])
    away, observed = np.abs(replicates[:, 0] - replicates[:, 1]), abs(by_rank[0] - by_rank[1])
    away = away[np.isfinite(away)]
    lost = n - len(away)
    if math.isnan(observed) or not len(away):
        return math.nan, lost
    beyond = np.count_nonzero(away >= observed - TINY * max(1.0, *map(abs, by_rank)))
    return float((1 + beyond) / (1 + len(away))), lost


def _exchanged(paths: Sequence[ConfusionPath], measure: Measure, design: Design) -> Kinds:
    """Return the rows of two paths as one path of two halves: rows with their first, and with their second ranks.

    After an exchange a classifier has each row once, in the first or in the second half. Groups are those of the first
    half.
    """
    for path in paths:
        if path.treatment.ties != "average":
            raise PrplotValueError(
                "method 'permutation' exchanges mid-ranks, with which ties are mixed evenly; got a path with ties "
                f"{path.treatment.ties!r}. Take method='bootstrap'.",
                argument="method",
            )
    rows = design.kinds([every_group(path) for path in paths])
    size, fg, bg, group = rows.size, rows.fg, rows.bg, rows.group
    ranks = []
    for path, (cell, _) in zip(paths, rows.cells, strict=True):
        # These are mid-ranks of the cells, from the top. No threshold returns the rows of the last cell.
        count = np.bincount(cell, size, len(path))
        rank = np.cumsum(count) - count + (count + 1) / 2
        rank[-1] = np.nan
        ranks.append(rank[cell])
    # Ranks may have weights that look like running counts, and a warning about them would be wrong here.
    with collected_warnings():
        both = from_weights(
            -np.concatenate(ranks),
            fg=np.tile(size * fg, 2),
            bg=np.tile(size * bg, 2),
            missing="unreached",
            positives=2 * float(size @ fg) if math.isnan(paths[0].negatives) else None,
        )
    if paths[0].treatment.reweighted_from is not None:
        both = both.at_prevalence(paths[0]._now.prevalence)
    along = measure.along(both)
    cell, _ = cells_of_rows(along)
    size, fg, bg = (np.tile(column, 2) for column in (size, fg, bg))
    return Kinds((along,), size, fg, bg, ((cell, cell),), rows.stratum, group)
