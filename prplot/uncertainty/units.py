"""Resampling of rows, or of groups of rows, and the cells of paths into which they fall.

Rows are sorted once, by the paths they made. A replicate is then a vector of counts of kinds of rows. Rows of one kind
have the same class and weight, and fall into the same cell of every path.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, one_of, option, short, wrong_type
from prplot.names import WeightKind
from prplot.path.path import ConfusionPath
from prplot.path.variants import rows_explain
from prplot.rows.arrays import EXACT_INTEGERS, BoolArray, FloatArray, Pair, safe_scale, sums_by_place
from prplot.rows.checks import check, number_that, one_dimensional, random_generator, whole_number, without_name
from prplot.rows.hard_labels import in_order
from prplot.rows.sample import Sample
from prplot.uncertainty.progress import Progress

IntArray = NDArray[np.intp]
IntPair = tuple[IntArray, IntArray]
# To derive a seed from a sample, increments are rounded to multiples of the largest one divided by SHARES.
SHARES = 2.0**20
# With fewer replicates than this, limits differ visibly from seed to seed.
ROUGH = 200
# The default number of replicates.
USUAL = 2000
# With at least this many positives and negatives, or groups that have them, the influence of rows is as good as
# resampling; see docs/coverage.md.
LARGE = 2000
# More replicates than this change no relevant digit of a limit.
MOST_REPLICATES = 10**6
# Levels such as 0.95 have rounding errors, and so has the number of replicates that they need.
ROUNDING = 1e-9
# With more rows per kind than this, on average, the numbers of all kinds are drawn at once.
MANY_OF_A_KIND = 40


@dataclass(frozen=True)
class PathCells:
    """The cells of one path: its groups of equal scores, of which neighbors may be merged.

    One more cell, the last, is for rows that no threshold returns.

    Attributes
    ----------
    path : ConfusionPath
        The path.
    cell : array of int, of shape (K,)
        The cell of each group: from 0, rising by 0 or 1.
    cuts : array of shape (cells,)
        The lowest threshold of each cell, in the path's own form.
    """

    path: ConfusionPath
    cell: IntArray
    cuts: FloatArray

    @classmethod
    def of(cls, path: ConfusionPath, key: NDArray[Any]) -> PathCells:
        """Return the cells of a path; neighboring groups with the same ``key`` are one cell."""
        last = np.append(np.diff(key) != 0, True)[: len(key)]
        cell = np.cumsum(last) - last
        return cls(path, cell, path._cuts[1:][last])

    def __len__(self) -> int:
        return len(self.cuts)


@dataclass(frozen=True)
class Kinds:
    """Kinds of rows, those of positives first, and how they are resampled.

    Attributes
    ----------
    along : tuple of PathCells
        The cells of each path.
    size : array of shape (U,)
        The number of rows of each kind; with groups, the number each time that the group is drawn.
    fg, bg : arrays of shape (U,)
        The positive and the negative weight of one row of each kind.
    cells : tuple of pairs of arrays of int, of shape (U,)
        For each path, the cells of the positive and of the negative weight of each kind; the last cell is for
    rows that no
        threshold returns.
    stratum : array of int
        The stratum of each kind, or of each group; each stratum keeps its number of rows.
    turns : bool
        Whether cells of positives only and of negatives only take turns along the one path, with one kind in each.
    group : array of int, of shape (U,), or None
        The group of each kind, if whole groups are resampled.
    poisson : bool
        Whether the number of rows in the last stratum is random: the false positives if N is unknown.
    """

    along: tuple[PathCells, ...]
    size: FloatArray
    fg: FloatArray
    bg: FloatArray
    cells: tuple[IntPair, ...]
    stratum: IntArray
    group: IntArray | None = None
    poisson: bool = False
    turns: bool = False

    @property
    def units(self) -> FloatArray:
        """The number of drawn units of each kind: rows, or 1 for each group."""
        return self.size if self.group is None else np.ones(len(self.stratum))

    def runs(self, counts: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the number of rows in each run of positives, and in the run of negatives before each.

        This works only if runs of positives and of negatives take turns. A run of negatives after the last positives is
        left out.
        """
        fg, bg = np.split(counts, [np.count_nonzero(self.fg)])
        if self.cells[0][0][0] == 0:
            bg = np.append(0.0, bg)
        return fg, bg[: len(fg)]

    def counts(self, n: int, rng: np.random.Generator) -> Iterator[FloatArray]:
        """Yield the counts of n replicates, one after the other.

        Raises
        ------
        PrplotValueError
            If there are more rows than float64 counts one by one.
        """
        size = self.units
        with np.errstate(over="ignore"):
            rows = size.sum()
        if rows > EXACT_INTEGERS:
            raise PrplotValueError(
                f"counts must be those of at most 2**53 rows to be resampled; got {rows:.4g} rows. Divide all "
                "counts by a constant, which makes intervals wider, or take a method that draws no rows."
            )
        strata = [np.flatnonzero(self.stratum == each) for each in np.unique(self.stratum)]
        parts = [(here, _drawer(size[here], self.poisson and self.stratum[here[0]] > 0)) for here in strata]
        for _ in range(n):
            drawn = np.empty(len(size))
            for part, draw in parts:
                drawn[part] = draw(rng)
            yield drawn if self.group is None else drawn[self.group] * self.size


def _drawer(size: FloatArray, poisson: bool) -> Callable[[np.random.Generator], Any]:
    """Return a function that resamples as many rows as there are, and returns their number by kind.

    With ``poisson``, the numbers are independent Poisson counts instead.
    """
    if poisson:
        return lambda rng: rng.poisson(size)
    whole = np.rint(size).astype(np.int64)
    kinds, total = len(whole), int(whole.sum())
    if total >= MANY_OF_A_KIND * kinds:
        shares = whole / total
        return lambda rng: rng.multinomial(total, shares)
    # If kinds have few rows each, drawing row by row is faster.
    kind_of_row = np.repeat(np.arange(kinds, dtype=np.int32), whole)
    return lambda rng: sums_by_place(kind_of_row.take(rng.integers(0, max(total, 1), total)), None, kinds)


@dataclass(frozen=True)
class Design:
    """How rows are resampled, how often, and the level of the intervals.

    Attributes
    ----------
    level : float
        The confidence level, in (0, 1).
    n : int or None
        The number of replicates that the caller gave; None for the default.
    stratify : bool or None
        Whether positives and negatives are resampled separately.
    groups : array_like, False or None
        The group of each row; whole groups are resampled. None: the groups stored in the path, if any. False:
    single rows. rng : int, Generator or None
        The seed or the generator; None derives a seed from 0 and the sample.
    weights : {"importance", "frequency"}
        The meaning of weights.
    progress : callable, optional
        Called with the number of replicates done and of all replicates.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If a value is not allowed.
    """

    level: float = 0.95
    n: int | None = None
    stratify: bool | None = None
    groups: Any = None
    rng: Any = None
    weights: WeightKind = "importance"
    progress: Progress | None = None

    def __post_init__(self) -> None:
        weights = one_of("weights", self.weights, get_args(WeightKind))
        random_generator(self.rng)
        n = None if self.n is None else check_replicates(self.n)
        vars(self).update(level=check_level(self.level), n=n, weights=weights)
        if self.stratify is not None and not isinstance(self.stratify, bool | np.bool_):
            raise wrong_type("stratify", "be True, False or None", self.stratify)
        if self.groups is True:
            rule = "be the group of each row, or False to resample rows"
            raise wrong_type("groups", rule, True, "Groups that were given where the path was made are used anyway.")

    @property
    def replicates(self) -> int:
        """The number of replicates."""
        return USUAL if self.n is None else self.n

    def suits_influence(self, path: ConfusionPath) -> bool:
        """Return whether a path has enough rows for the influence of rows to be the default method.

        If rows are in groups, enough groups must have positives, and enough must have negatives. False if replicates
        are requested with ``n`` or ``rng``, and at a prevalence that was set, where a few rows may decide.
        """
        if self.n is not None or self.rng is not None or path.treatment.reweighted_from is not None:
            return False
        if not all(rows >= LARGE for rows in rows_of_classes(path, self.weights)):
            return False
        groups = self.groups_of(path)
        if groups is None:
            return True
        weighed = rows_with_weight(path)
        numbers = group_numbers(groups, weighed)
        classes = (weights[weighed] > 0 for weights in weights_of(path._given.sample))
        return all(len(np.unique(numbers[rows])) >= LARGE for rows in classes)

    def groups_of(self, *paths: ConfusionPath) -> Any:
        """Return the group of each row, for paths of the same rows; None if single rows are resampled."""
        if self.groups is not None:
            return None if self.groups is False else self.groups
        remembered = [path._given.sample.group for path in paths if path._given.sample.group is not None]
        for other in remembered[1:]:
            if not np.array_equal(remembered[0], other):
                raise invalid(
                    "paths",
                    "have the same groups",
                    "two that differ",
                    "Pass groups=, or groups=False to resample rows.",
                )
        return remembered[0] if remembered else None

    def counted(self, path: ConfusionPath) -> bool:
        """Return whether single rows are resampled, and the number of rows of each class at each score is known."""
        plain = self.groups_of(path) is None and path._given.sample.fold is None
        return plain and counts_rows(path, self.weights)

    def single(self, path: ConfusionPath) -> bool:
        """Return whether single rows are resampled and each row is a group of its own, so that there are no ties."""
        rows = path._given.sample
        plain = self.groups_of(path) is None and rows.fold is None and self.weights == "importance"
        if not (plain and rows.rows_known and path.closed and path.treatment.ties == "average"):
            return False
        # A weight of 0 leaves a row out. If both weights always add up to 1, there is no such row.
        weighed = len(rows) if rows.back is None else np.count_nonzero((rows.front > 0) | (rows.back > 0))
        return len(path) - 1 == weighed

    def check_strata(self, *paths: ConfusionPath) -> None:
        """Raise an error if positives and negatives cannot be resampled separately, though ``stratify`` asks for it."""
        grouped = self.groups_of(*paths) is not None
        if self.stratify and (grouped or any(path.soft for path in paths)):
            what = "groups, which hold rows of both classes" if grouped else "soft labels"
            rule = f"not be True for {what}: what is drawn whole is in no stratum of one class"
            way_out = "Leave it out, or pass groups=False." if grouped else "Leave it out."
            raise invalid("stratify", rule, "stratify=True", way_out)

    def kinds(self, along: Sequence[PathCells], merged: bool = True) -> Kinds:
        """Return the kinds of rows of one or several paths of the same rows.

        Unless ``merged``, each known row is a kind of its own.

        Raises
        ------
        PrplotValueError
            If the rows are needed but not known, or if an option has no meaning for them.
        """
        paths = [one.path for one in along]
        groups = self.groups_of(*paths)
        counted = len(along) == 1 and self.counted(paths[0])
        kinds = _of_counts(along[0]) if counted else _of_rows(along, groups, self.weights, merged)
        negative = (kinds.fg == 0).astype(np.intp)
        if np.isnan(paths[0].negatives) and kinds.group is None:
            # The number of positives is fixed. The number of false positives is random, because N is unknown.
            return replace(kinds, stratum=negative, poisson=True)
        if self.stratify:
            self.check_strata(*paths)
            kinds = replace(kinds, stratum=2 * kinds.stratum + negative)
        return kinds

    def generator(self, paths: Sequence[ConfusionPath]) -> np.random.Generator:
        """Return the random generator; by default its seed is derived from 0 and the increments of the paths.

        So the same rows give the same result. Increments are rounded shares of the largest, so that scaled weights
        count as the same rows.
        """
        if self.rng is not None:
            return random_generator(self.rng)
        digest = hashlib.blake2b(digest_size=8)
        for path in paths:
            counts = _counts(path)
            largest = counts[:, :-1].max(initial=0.0) or 1.0
            digest.update(np.floor(np.nan_to_num(counts) / largest * SHARES + 0.377).tobytes())
        return np.random.default_rng([0, int.from_bytes(digest.digest(), "little")])

    def within_folds(self, kinds: Kinds) -> str:
        """Return " within folds" if folds are resampled separately, which shows as more strata than classes."""
        return " within folds" * int(kinds.stratum.max() > bool(self.stratify or kinds.poisson))

    def words(self, kinds: Kinds) -> str:
        """Return in words how rows of these kinds are resampled, and the seed unless a generator was given."""
        within = self.within_folds(kinds)
        if kinds.group is not None:
            text = f"whole groups ({len(kinds.stratum)}) resampled{within}"
        elif self.stratify:
            text = f"positives and negatives resampled separately{within}"
        elif kinds.poisson:
            text = "positives resampled unstratified, false positives as Poisson counts"
        else:
            text = f"rows resampled{within or ' unstratified'}"
        if kinds.group is None and any(one.path._given.sample.group is not None for one in kinds.along):
            text += ", though they are in groups"
        return f"{text}, {self.seed}" if self.seed else text

    @property
    def seed(self) -> str:
        """The seed of the resampling in words; empty if a generator was given."""
        if self.rng is None:
            return "seed derived from 0 and the sample"
        return f"seed {self.rng}" if isinstance(self.rng, int | np.integer) else ""


def check_level(level: Any) -> float:
    """Return the level as a number; raise an error unless it lies in (0, 1)."""
    rule, way_out = "lie strictly between 0 and 1", "For 95 % pass level=0.95."
    return number_that("level", level, lambda level: 0 < level < 1, rule, way_out)


def check_replicates(n: Any) -> int:
    """Return the number of replicates; raise an error if it is too small or too large at any level."""
    return whole_number("n", n, 1, MOST_REPLICATES, "replicates", f"The default is {USUAL}.")


def check_enough_replicates(n: int, level: float) -> None:
    """Raise an error if less than one of n replicates would lie in each tail of an interval of this level."""
    least = math.ceil(2.0 / (1.0 - level) * (1.0 - ROUNDING))
    if n < least:
        raise invalid(
            "n",
            f"be at least {least} replicates for level {level:g}, so that one lies beyond each end",
            short(n),
            f"Pass n={max(least, USUAL)}.",
        )


def rough(n: int) -> str:
    """Return a warning if n replicates give rough limits; otherwise an empty text."""
    return f"With {n} replicates the limits are rough; the default is {USUAL}." if n < ROUGH else ""


def effective(weights: FloatArray) -> float:
    """Return Kish's effective number of rows, (Σw)² / Σw²: this many rows of equal weight are as uncertain.

    References
    ----------
    L. Kish, Survey Sampling, Wiley 1965.
    """
    largest = float(weights.max(initial=0.0))
    if largest == 0:
        return 0.0
    scaled = weights / largest
    return float(scaled.sum() ** 2 / (scaled @ scaled))


def rows_of_classes(path: ConfusionPath, weights: WeightKind) -> tuple[float, float]:
    """Return the numbers of positives and of negatives; Kish's effective numbers if weights differ."""
    sizes = [path._given.positives, path._given.negatives]
    known = path._given.sample
    if weights == "importance" and not (known.counted or of_weight_one(known)):
        for index, each in enumerate(weights_of(known)):
            each = each[each > 0]
            alike = len(each) > 0 and np.ptp(each) == 0
            # The number of rows of equal weight in the total, which positives= may have raised.
            sizes[index] = sizes[index] / float(each[0]) if alike else effective(each)
    return sizes[0], sizes[1]


def check_resampled(path: ConfusionPath) -> None:
    """Raise an error if a path has no rows that can be resampled."""
    if not path._scored:
        raise PrplotValueError(
            "a population has no rows to draw again, and no uncertainty: it is what samples are uncertain of. Take an "
            "interval of a sample: model.sample(n, prevalence=...)."
        )
    if path.treatment.ranking is not None:
        raise PrplotValueError(
            f"the {path.treatment.ranking} ranking is made of the labels, and resampled rows would be ranked anew. "
            "Take an interval of the path itself, with a function as measure: "
            f"path.interval(lambda path: path.{path.treatment.ranking}().pr().area())."
        )
    if path._given.sample.counted and not whole_counts(path):
        raise PrplotValueError(
            "counts that are not whole cannot be resampled: how many rows they are the sum of is not known. Make the "
            "path of rows, with prplot.from_labels(y_true, y_score, sample_weight=...)."
        )


def whole_counts(path: ConfusionPath) -> bool:
    """Return whether the weights of all groups, and of rows that no threshold returns, are whole numbers."""
    counts = _counts(path)
    return np.array_equal(counts, np.rint(counts), equal_nan=True)


def _counts(path: ConfusionPath) -> FloatArray:
    """Return the original weight of each class in each group; last, in rows never returned, NaN if unknown."""
    groups, original = path._groups, path._given
    beyond = np.subtract((original.positives, original.negatives), groups.total)
    return np.column_stack([np.array([groups.fg, groups.bg]), beyond])


def counts_rows(path: ConfusionPath, weights: WeightKind) -> bool:
    """Return whether the path stores the number of rows of each class in each group."""
    known = path._given.sample
    if of_weight_one(known):
        # Totals may have been given, and need not be whole numbers of rows.
        totals = np.nan_to_num([path._given.positives, path._given.negatives])
        return not (totals % 1).any()
    return known.counted or (weights == "frequency" and whole_counts(path))


def numbers_of_rows(path: ConfusionPath, weights: WeightKind) -> bool:
    """Return whether weights are numbers of rows: counts, frequencies, or rows with weight 1 each."""
    rows = path._given.sample
    of_one = rows.rows_known and all(np.isin(each, (0.0, 1.0)).all() for each in weights_of(rows))
    return counts_rows(path, weights) or (of_one and not path.soft)


def weights_of(rows: Sample) -> Pair:
    """Return the positive and the negative weight of each row, in the original order."""
    return rows.in_order("fg"), rows.in_order("bg")


def of_weight_one(rows: Sample) -> bool:
    """Return whether each row has one class and weight 1."""
    return rows.positive is not None and (rows.beyond is None or rows.beyond.positive is not None)


def _of_counts(along: PathCells) -> Kinds:
    """Return the kinds of a path that stores the number of rows of each class in each cell."""
    places = np.append(along.cell, len(along))
    counts = np.array([sums_by_place(places, weights) for weights in np.nan_to_num(_counts(along.path))])
    background, cell = np.nonzero(counts)
    size, fg = counts[background, cell], np.equal(background, 0).astype(float)
    # Whether each cell has only one class, and neighboring cells have different classes.
    front, back = counts[:, :-1] > 0
    turns = bool((front != back).all() and np.diff(front).all())
    return Kinds((along,), size, fg, 1.0 - fg, ((cell, cell),), np.zeros_like(cell), turns=turns)


def _of_rows(along: Sequence[PathCells], groups: Any, weights: WeightKind, merged: bool = True) -> Kinds:
    """Return the rows, identical ones merged into kinds if `merged`."""
    paths = [one.path for one in along]
    fg, bg = weights_of(paths[0]._given.sample)
    for path in paths:
        if path.sample is None and groups is not None and groups is not path._given.sample.group:
            raise PrplotValueError(
                f"an interval of whole groups, or of several classifiers on the same rows, {path._without_rows}"
            )
        if path._given.positives != path._groups.total[0] and not rows_explain(path):
            raise PrplotValueError(
                "groups= and several classifiers on the same rows need all rows; got a path with "
                f"{option('positives')} beyond its {len(fg)} rows. Give those rows with a missing "
                f"score and {option('missing', 'unreached')}."
            )
    weighed = rows_with_weight(paths[0])
    cells = [(front[weighed], back[weighed]) for front, back in map(cells_of_rows, along)]
    group = None if groups is None else group_numbers(groups, weighed)
    folds = [None if path._given.sample.fold is None else path._given.sample.fold[weighed] for path in paths]
    scale = safe_scale(max(fg.max(initial=0.0), bg.max(initial=0.0)))
    fg, bg = scale * fg[weighed], scale * bg[weighed]
    size, fold = np.ones(len(fg)), folds[0]
    if fold is None or not all(other is not None and np.array_equal(fold, other) for other in folds):
        fold = np.zeros(len(fg), dtype=np.intp)
    if weights == "frequency":
        if (fg * bg).any():
            raise invalid("weights", "be 'importance' for soft labels of several paths or in groups", "'frequency'")
        size, fg, bg = fg + bg, np.sign(fg), np.sign(bg)
    # Kinds are sorted: positives come first, and the result does not depend on the order of the rows.
    kind = first = np.arange(len(fg))
    if merged:
        keys = [fg == 0, *(cell for pair in cells for cell in pair), fold, fg, bg, *([] if group is None else [group])]
        order = np.lexsort(keys[::-1])
        new = np.append(True, np.any([np.diff(key[order]) != 0 for key in keys], axis=0))
        kind, first = np.empty_like(order), order[new]
        kind[order] = np.cumsum(new) - 1
    fold = fold[first]
    if group is not None:
        group, of_group = group[first], np.zeros(int(group.max()) + 1, dtype=np.intp)
        of_group[group] = fold
        # If a group has rows in several folds, groups are drawn from all folds together.
        fold = of_group if np.array_equal(of_group[group], fold) else np.zeros_like(of_group)
    return Kinds(
        tuple(along),
        sums_by_place(kind, size),
        fg[first],
        bg[first],
        tuple((front[first], back[first]) for front, back in cells),
        fold,
        group,
    )


def rows_with_weight(path: ConfusionPath) -> BoolArray:
    """Return a mask, in the original order, of the rows that have weight; a weight of 0 leaves a row out."""
    fg, bg = weights_of(path._given.sample)
    return (fg > 0) | (bg > 0)


def cells_of_rows(along: PathCells) -> IntPair:
    """Return the cells of the positive and of the negative weight of each row, in the original order.

    The last cell is for rows that no threshold returns.
    """
    path = along.path
    score = path._given.sample.in_order("score")
    if path.treatment.ties == "given":
        # Each row is a group of its own, in the order of the scores.
        rows = np.flatnonzero(rows_with_weight(path) & ~np.isnan(score))
        order = rows[np.argsort(-score[rows], kind="stable")]
        cell = np.full(len(score), len(along))
        cell[order] = along.cell[: len(order)]
        return cell, cell
    # The last cell is for missing scores, which no threshold returns.
    falling, cell = np.append(-path._cuts[1:], np.nan), np.append(along.cell, len(along))
    # Looking up sorted scores is several times as fast.
    scores, inverse = np.unique(-score, return_inverse=True)
    # If ties were broken, a threshold has two groups, one for each class.
    first = np.searchsorted(falling, scores)
    last = np.searchsorted(falling, falling[first], side="right") - 1
    front, back = (cell[np.where(weight[first] == 0, last, first)][inverse] for weight in _counts(path))
    return front, back


def group_numbers(groups: Any, weighed: BoolArray) -> IntArray:
    """Return the number, from 0 on, of the group of each row that has weight."""
    column, rows = one_dimensional("groups", groups), len(weighed)
    if len(column) != rows:
        raise invalid(
            "groups",
            "have one value per row of the sample",
            f"shape {column.shape} for {rows} rows",
            f"Rows that {option('missing', 'drop')} left out have none.",
        )
    way_out = "Give rows of their own a name each."
    check(
        "groups",
        without_name(column) & weighed,
        "name a group for every row",
        lambda row: f"none in row {row}",
        way_out,
    )
    values = column[weighed]
    if values.dtype.kind == "O":
        # Values are compared as in Python, so that 1 and "1" differ. They are sorted, so that the order of the rows
        # does not matter.
        names = {name: number for number, name in enumerate(in_order(set(values.tolist())))}
        count, numbers = len(names), np.array([names[value] for value in values.tolist()], dtype=np.intp)
    else:
        distinct, numbers = np.unique(values, return_inverse=True)
        count = len(distinct)
    if count < 2:
        way_out = "Whole groups are drawn, not rows in them. Pass groups=False to resample rows."
        raise invalid("groups", "name at least two groups", f"{count}", way_out)
    return numbers
