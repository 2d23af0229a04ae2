"""What is drawn anew when a sample is resampled: rows, or groups of rows, and the cells of paths into which they fall.

Rows are sorted once, by the paths they made. A replicate is then a vector of counts over kinds of rows that nothing
tells apart: those of one class and weight that fall into the same cell of every path.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, wrong_type
from prplot.names import WeightKind
from prplot.path.path import ConfusionPath
from prplot.path.variants import check_unbinned, rows_explain
from prplot.rows.arrays import FloatArray, sums_by_place
from prplot.rows.checks import on_host, random_generator
from prplot.uncertainty.closed_forms import effective

IntArray = NDArray[np.intp]
COLUMNS: tuple[Literal["fg", "bg"], ...] = ("fg", "bg")
# To how many parts of the largest increment others are rounded where samples are told apart.
SHARES = 2.0**20
# From so many rows on their counts are drawn, from tables where there are so many kinds of so few rows, with a sum that
# is so many of its standard deviations below the number of rows.
MANY_ROWS, ENOUGH_FOR_A_TABLE, MOST_OF_A_TABLE, SIGMAS = 4096, 64, 64, 3.0
# So many rows have a list of their kinds.
MOST_ROWS_LISTED = 2**22


@dataclass(frozen=True)
class Along:
    """The cells of one path: its groups of equal scores, of which neighbours may be one, and what it never returns.

    Attributes
    ----------
    path : ConfusionPath
    cell : array of int, of shape (K,)
        The cell of each group, rising by 0 or 1 from 0 on.
    thresholds : array of shape (cells + 1,)
        Inf, and the lowest threshold of each cell.
    """

    path: ConfusionPath
    cell: IntArray
    thresholds: FloatArray

    @classmethod
    def of(cls, path: ConfusionPath, cell: IntArray) -> Along:
        """Return the cells of a path, given that of each of its groups."""
        last = np.append(np.flatnonzero(np.diff(cell)), len(cell) - 1) if len(cell) else np.zeros(0, dtype=np.intp)
        return cls(path, cell, np.append(np.inf, path.thresholds[1:][last]))

    def __len__(self) -> int:
        return len(self.thresholds) - 1


@dataclass(frozen=True)
class Kinds:
    """Kinds of rows, those of foreground first, and how they are drawn.

    Attributes
    ----------
    along : tuple of Along
        The paths.
    size : array of shape (U,)
        How many rows there are of each kind; in groups, how many each time the group is drawn.
    fg, bg : arrays of shape (U,), or None
        Weight of one row of each; None for hard labels whose rows weigh the same within each class.
    unit : pair of float
        The weight of a positive and of a negative then.
    positives : int
        How many of the kinds are foreground, where labels are hard.
    cells : tuple of pairs of arrays of int, of shape (U,)
        Into which cell of each path foreground and background of a kind fall; the last one is "never returned".
    strata : tuple of arrays of int
        Of what is drawn; each keeps its number of rows.
    folds : int
        Of how many samples, drawn apart, these are the rows.
    turns : bool
        Whether cells of foreground alone and of background alone take turns along the one path, a kind in each.
    in_order : bool
        Whether there is one path, and kind after kind is in its cells, one in each.
    group : array of int, of shape (U,), or None
        Of which group a kind is, where whole groups are drawn, each as one.
    groups : int
        How many groups there are.
    poisson : slice or None
        Kinds of which the number of rows is nobody's choice: false positives where N is unknown.
    """

    along: tuple[Along, ...]
    size: FloatArray
    fg: FloatArray | None
    bg: FloatArray | None
    positives: int
    cells: tuple[tuple[IntArray, IntArray], ...]
    strata: tuple[IntArray, ...]
    group: IntArray | None = None
    groups: int = 0
    poisson: slice | None = None
    folds: int = 1
    turns: bool = False
    in_order: bool = False
    unit: tuple[float, float] = (1.0, 1.0)

    @property
    def drawn(self) -> float:
        """How many rows, or groups, are drawn."""
        return float(self.groups) if self.group is not None else float(self.size.sum())

    def weights(self, which: int, counts: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the weight of foreground and of background in each cell of a path, and that never returned last."""
        front, back = self.cells[which]
        cells = len(self.along[which]) + 1
        if self.fg is None or self.bg is None:
            cut, (up, over) = self.positives, self.unit
            fg, bg = sums_by_place(front[:cut], counts[:cut], cells), sums_by_place(back[cut:], counts[cut:], cells)
            return (fg, bg) if self.unit == (1.0, 1.0) else (up * fg, over * bg)
        if self.in_order:
            return np.append(counts * self.fg, 0.0), np.append(counts * self.bg, 0.0)
        return sums_by_place(front, counts * self.fg, cells), sums_by_place(back, counts * self.bg, cells)

    def runs(self, counts: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        """Return the number of rows in each run of foreground, and in that of background before it, if there are runs.

        A run of background after the last one of foreground is left out.
        """
        if not self.turns:
            return None
        fg, bg = counts[: self.positives], counts[self.positives :]
        if self.cells[0][0][0] == 0:
            bg = np.append(0.0, bg)
        return fg, bg[: len(fg)]

    def counts(self, n: int, rng: np.random.Generator) -> Iterator[FloatArray]:
        """Yield the counts of n replicates, one after the other."""
        size = self.size if self.group is None else np.ones(self.groups)
        strata = [(stratum, _Draw(size[stratum])) for stratum in self.strata]
        for _ in range(n):
            if len(strata) == 1 and self.poisson is None:
                drawn = strata[0][1](rng)
                yield drawn if self.group is None else drawn[self.group] * self.size
                continue
            drawn = np.zeros(len(size))
            for stratum, draw in strata:
                drawn[stratum] = draw(rng)
            if self.poisson is not None:
                drawn[self.poisson] = rng.poisson(size[self.poisson])
            yield drawn if self.group is None else drawn[self.group] * self.size


class _Draw:
    """Draws as many rows as there are, with replacement, and counts them by kind.

    Of few rows, row by row. Of many, the count of each kind is drawn from Poisson's distribution, with a mean that is
    lower than the size of the kind by a hair, and what is missing then row by row: whatever their sum, such counts are
    spread over the kinds as drawn rows are. Sums beyond the number of rows are drawn again.
    """

    def __init__(self, size: FloatArray) -> None:
        whole = np.rint(size).astype(np.int64)
        self.kinds, self.total = len(whole), int(whole.sum())
        self.shares = whole / max(self.total, 1)
        few = self.total <= MOST_ROWS_LISTED
        self.kind_of_row = np.repeat(np.arange(self.kinds, dtype=np.int32), whole) if few else None
        if self.total < MANY_ROWS:
            return
        means = (1 - SIGMAS / math.sqrt(self.total)) * whole
        often = np.bincount(whole[whole <= MOST_OF_A_TABLE], minlength=MOST_OF_A_TABLE + 1) >= ENOUGH_FOR_A_TABLE
        tabled = often[np.minimum(whole, MOST_OF_A_TABLE)] & (whole <= MOST_OF_A_TABLE)
        self.tables = _PoissonTables(np.where(tabled, means, 0.0)) if tabled.any() else None
        self.others = np.flatnonzero(~tabled)
        self.means = means[self.others]

    def __call__(self, rng: np.random.Generator) -> FloatArray:
        """Return the counts of a replicate, of shape (kinds,)."""
        if self.total < MANY_ROWS:
            return self._rows(self.total, rng)
        left = -1
        while left < 0:
            counts = np.empty(self.kinds) if self.tables is None else self.tables.draw(rng).astype(np.float64)
            if len(self.others):
                counts[self.others] = rng.poisson(self.means)
            left = self.total - int(counts.sum())
        return np.asarray(counts + self._rows(left, rng))

    def _rows(self, number: int, rng: np.random.Generator) -> FloatArray:
        """Return the counts of so many rows, drawn one by one."""
        if self.kind_of_row is None:
            return rng.multinomial(number, self.shares).astype(np.float64)
        rows = rng.integers(0, max(self.total, 1), number)
        return sums_by_place(self.kind_of_row[rows], None, self.kinds)


class _PoissonTables:
    """Numbers of Poisson distributions, of many means of which few differ and none is large, by 16 random bits each.

    The first of the 2**16 values stand for numbers, each number for as many as its probability has room for; the few
    that are left over say that the rest of the distribution is drawn from, so that nothing is rounded.
    """

    def __init__(self, means: FloatArray) -> None:
        means, self.which = np.unique(means, return_inverse=True)
        numbers = np.arange(256)
        logs = np.concatenate([[0.0], np.cumsum(np.log(numbers[1:]))])
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.exp(numbers * np.log(means)[:, None] - means[:, None] - logs)
        shares[means == 0] = numbers == 0
        slots = np.floor(shares * 2**16).astype(np.int64)
        self.rest = np.cumsum(shares - slots / 2**16, axis=1)
        self.rest /= np.maximum(self.rest[:, -1:], 1e-300)
        room = slots.sum(axis=1)
        filled = [np.append(np.repeat(numbers, row), np.zeros(2**16 - row.sum(), dtype=int)) for row in slots]
        self.flat = np.concatenate(filled).astype(np.uint8)
        self.first, self.last = self.which << 16, (room - 1).astype(np.uint16)[self.which]

    def draw(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return a number for each of the means."""
        words = rng.integers(0, 2**64, -(-len(self.which) // 4), dtype=np.uint64)
        bits = words.astype("<u8", copy=False).view("<u2")[: len(self.which)]
        found = self.flat.take(self.first + bits)
        rest = np.flatnonzero(bits > self.last)
        found[rest] = (self.rest[self.which[rest]] <= rng.random((len(rest), 1))).sum(axis=1)
        return np.asarray(found)


def kinds_of(
    along: Sequence[Along],
    *,
    stratify: bool | None = None,
    groups: Any = None,
    weights: WeightKind = "importance",
) -> Kinds:
    """Return the kinds of rows of paths of the same rows.

    Parameters
    ----------
    along : sequence of Along
        One or several paths.
    stratify : bool, optional
        Whether foreground and background are drawn apart.
    groups : array_like, optional
        The group of each row, drawn whole.
    weights : {"importance", "frequency"}
        What weights mean.

    Raises
    ------
    PrplotValueError
        If rows are needed and are not there, or something has no meaning for them.
    """
    paths = [one.path for one in along]
    for path in paths:
        _check(path, weights)
    pooled = paths[0].known.fold is not None
    counted = groups is None and not pooled and len(along) == 1 and _whole(paths[0], weights)
    kinds = _of_counts(along[0]) if counted else _of_rows(along, groups, weights)
    if np.isnan(paths[0].negatives):
        # Positives are so many whatever the design; of false positives the number is nobody's choice.
        cut = kinds.positives
        return replace(kinds, strata=(np.arange(cut),), poisson=slice(cut, len(kinds.size)))
    if stratify:
        if kinds.group is not None or (kinds.fg is not None and any(path.soft for path in paths)):
            what = "groups, which hold rows of both classes" if kinds.group is not None else "soft labels"
            raise PrplotValueError(
                f"stratify must not be True for {what}: what is drawn whole is in no stratum of one class; got "
                "stratify=True. Leave it out."
            )
        cut = kinds.positives
        apart = (part for stratum in kinds.strata for part in (stratum[stratum < cut], stratum[stratum >= cut]))
        kinds = replace(kinds, strata=tuple(part for part in apart if len(part)))
    return kinds


def generator_of(rng: Any, paths: Sequence[ConfusionPath]) -> np.random.Generator:
    """Return what draws rows: by default from 0 and the increments of the paths, so that the same rows draw the same.

    Scaled weights are the same rows: increments are rounded shares of the largest.
    """
    if rng is not None:
        return random_generator(rng)
    digest = hashlib.blake2b(digest_size=8)
    for path in paths:
        largest = max(float(weights.max(initial=0.0)) for weights in _classes(path)) or 1.0
        for weights, beyond in zip(_classes(path), _beyond(path), strict=True):
            shares = np.append(weights, np.nan_to_num(beyond)) / largest
            digest.update(np.floor(shares * SHARES + 0.377).tobytes())
    return np.random.default_rng([0, int.from_bytes(digest.digest(), "little")])


def rows_of_classes(path: ConfusionPath, weights: WeightKind) -> tuple[float, float]:
    """Return how many positives and negatives there are, of weights that differ Kish's effective numbers."""
    found = []
    for total, column in zip(path.given_totals, COLUMNS, strict=True):
        if weights == "importance" and path.known.kind != "groups":
            each = path.known.in_order(column)
            each = each[each > 0]
            alike = len(each) > 0 and each.min() == each.max()
            # As many as are in the total, which positives= may have made larger than that of the rows.
            total = total / float(each[0]) if alike else effective(each)
        found.append(total)
    return found[0], found[1]


def check_rows_known(path: ConfusionPath, weights: WeightKind = "importance") -> None:
    """Raise an error where a path counts its scores in bins, or has sums of weights of rows that it does not know."""
    check_unbinned(
        path,
        "intervals, bands and tests need",
        "Make the path without bins= or tolerance=; between which areas the bins leave the curve says curve.bounds().",
    )
    if path.known.kind == "sums" and (weights == "importance" or path.soft):
        also = "" if path.soft else "pass weights='frequency' if a weight says how many such rows there are, or "
        raise PrplotValueError(
            "intervals, bands and tests need the weight of each row; this path knows their sum at each score. Way out: "
            f"{also}make the path of rows, with prplot.from_labels(y_true, y_score, sample_weight=...) or "
            "prplot.from_weights."
        )


def _check(path: ConfusionPath, weights: WeightKind) -> None:
    if not path.scored:
        raise PrplotValueError(
            "a population has no rows to draw again, and no uncertainty: it is what samples are uncertain of. Take an "
            "interval of a sample: model.sample(n, prevalence=...)."
        )
    check_rows_known(path, weights)
    if path.treatment.ranking is not None:
        raise PrplotValueError(
            f"the {path.treatment.ranking} ranking is made of the labels, and resampled rows would be ranked anew. "
            "Take an interval of the path itself, with a function as measure: "
            f"path.interval(lambda path: path.{path.treatment.ranking}().pr().area())."
        )
    if path.known.kind == "points":
        raise PrplotValueError(
            "soft counts cannot be resampled: how many rows they are the sum of is not known. Make the path of rows, "
            "with prplot.from_weights."
        )
    if path.known.kind == "groups" and not whole_counts(path):
        raise PrplotValueError(
            "counts that are not whole cannot be resampled: how many rows they are the sum of is not known. Make the "
            "path of rows, with prplot.from_labels(y_true, y_score, sample_weight=...)."
        )


def whole_counts(path: ConfusionPath) -> bool:
    """Return whether the weights of the groups, and what is never returned, are whole numbers."""
    return all(np.array_equal(weights, np.rint(weights)) for weights in _classes(path)) and all(
        np.isnan(beyond) or beyond.is_integer() for beyond in _beyond(path)
    )


def _classes(path: ConfusionPath) -> tuple[FloatArray, FloatArray]:
    """Return the foreground and background weight of each group, as they were given."""
    return path.groups.fg, path.groups.bg


def _beyond(path: ConfusionPath) -> list[float]:
    """Return the weight of each class that no threshold returns, as it was given; NaN where that is not known."""
    return [whole - reached for whole, reached in zip(path.given_totals, path.groups.total, strict=True)]


def _whole(path: ConfusionPath, weights: WeightKind) -> bool:
    """Return whether the path says how many rows of each class there are in each group."""
    if path.known.kind == "groups":
        return True
    units = path.known.positive is not None and (path.known.beyond is None or path.known.beyond.positive is not None)
    if units and whole_counts(path):
        return True
    if weights == "frequency":
        if not whole_counts(path):
            raise invalid(
                "weights",
                "be 'importance' where weights are not whole numbers",
                "'frequency'",
                "A frequency weight says how many such rows there are.",
            )
        return True
    return False


def _of_counts(along: Along) -> Kinds:
    """Return the kinds of a path that says how many rows of each class are in each cell."""
    sizes, cells = [], []
    for weights, beyond in zip(_classes(along.path), _beyond(along.path), strict=True):
        count = sums_by_place(along.cell, weights, len(along))
        count = np.append(count, 0.0 if np.isnan(beyond) else beyond)
        there = np.flatnonzero(count > 0)
        sizes.append(count[there])
        cells.append(there)
    cell, size = np.concatenate(cells), np.concatenate(sizes)
    every = np.sort(cell)
    turns = (
        len(cells[0]) > 0
        and np.array_equal(every, np.arange(len(along)))
        and all((np.diff(of_class) == 2).all() for of_class in cells)
    )
    return Kinds((along,), size, None, None, len(cells[0]), ((cell, cell),), (np.arange(len(size)),), turns=bool(turns))


def _of_rows(along: Sequence[Along], groups: Any, weights: WeightKind) -> Kinds:
    """Return the kinds of rows of one or several paths."""
    paths = [one.path for one in along]
    alone = len(paths) == 1 and groups is None
    for path in paths:
        if path.sample is None and not (alone and path.known.kind == "unordered"):
            raise PrplotValueError(
                f"groups= and several classifiers on the same rows need rows: this {path._without_rows}"
            )
    fg, bg = paths[0].known.in_order("fg"), paths[0].known.in_order("bg")
    if len(fg) == 0:
        raise PrplotValueError("there must be rows to draw; got none.")
    for path in paths:
        if path.given_totals[0] != path.groups.total[0] and not rows_explain(path):
            raise PrplotValueError(
                "groups= and several classifiers on the same rows need all rows; got a path with positives= beyond its "
                f"{len(path.known.in_order('fg'))} rows. Give those rows with a missing score and missing='unreached'."
            )
    cells = tuple(_cells_of_rows(one) for one in along)
    hard = bool(((fg == 0) | (bg == 0)).all())
    up, over = (column[column > 0] for column in (fg, bg))
    unit = hard and len(up) + len(over) == len(fg) and all(len(np.unique(each)) <= 1 for each in (up, over))
    if weights == "frequency":
        for name, column in (("fg", fg), ("bg", bg)):
            if not np.array_equal(column, np.rint(column)):
                raise invalid("weights", f"be 'importance' where {name} is not whole", "'frequency'")
    group, number = (None, 0) if groups is None else group_numbers(groups, len(fg))
    fold = _folds(paths, len(fg))
    # Foreground first. Rows are drawn alike whatever their order.
    alike = (bg, fg, *(cell for pair in cells for cell in pair), fold) if groups is None else ()
    order = np.lexsort((*alike, fg == 0))
    positives = int(np.count_nonzero(fg > 0))
    fg, bg, fold = fg[order], bg[order], fold[order]
    cells = tuple((front[order], back[order]) for front, back in cells)
    group = None if group is None else group[order]
    size = np.ones(len(fg))
    front_weight: FloatArray | None = fg
    back_weight: FloatArray | None = bg
    if weights == "frequency" and not unit:
        size = fg + bg
        if not hard:
            raise invalid("weights", "be 'importance' for soft labels of several paths or in groups", "'frequency'")
        unit, up, over = True, np.ones(0), np.ones(0)
    each = (float(up.max(initial=0.0)) or 1.0, float(over.max(initial=0.0)) or 1.0)
    if unit:
        # Rows alike are one kind.
        kind = np.zeros(len(fg), dtype=np.intp)
        kind[positives:] = 1
        for key in [*(front for front, _ in cells), fold, *([] if group is None else [group])]:
            _, kind = np.unique(kind * (int(key.max()) + 1) + key, return_inverse=True)
        first = np.unique(kind, return_index=True)[1]
        size = sums_by_place(kind, size, int(kind.max()) + 1)
        cells = tuple((front[first], back[first]) for front, back in cells)
        group, fold = None if group is None else group[first], fold[first]
        positives = int(np.count_nonzero(first < positives))
        front_weight = back_weight = None
    in_order = not unit and not hard and len(along) == 1 and _one_in_each(cells[0], len(along[0]))
    if in_order:
        order = np.argsort(cells[0][0])
        fg, bg, fold = fg[order], bg[order], fold[order]
        group = None if group is None else group[order]
        front_weight, back_weight, cells = fg, bg, ((np.arange(len(fg)), np.arange(len(fg))),)
    if group is not None:
        fold = _folds_of_groups(fold, group, number)
    folds = int(fold.max()) + 1
    strata = tuple(np.flatnonzero(fold == each) for each in range(folds))
    return Kinds(
        tuple(along), size, front_weight, back_weight, positives, cells, strata, group, number, folds=folds,
        in_order=in_order, unit=each if unit else (1.0, 1.0),
    )  # fmt: skip


def _one_in_each(cells: tuple[IntArray, IntArray], number: int) -> bool:
    """Return whether rows are in cells of their own, both classes of a row in the same."""
    front, back = cells
    return len(front) == number and np.array_equal(front, back) and bool((np.bincount(front) == 1).all())


def _folds(paths: Sequence[ConfusionPath], rows: int) -> IntArray:
    """Return of which of several pooled samples each row is."""
    folds = [path.known.fold for path in paths]
    known = [fold for fold in folds if fold is not None]
    if len(known) < len(folds) or any(not np.array_equal(fold, known[0]) for fold in known):
        return np.zeros(rows, dtype=np.intp)
    return known[0]


def _folds_of_groups(fold: IntArray, group: IntArray, groups: int) -> IntArray:
    """Return of which fold each group is; where one has rows in several they are drawn from all rows."""
    of_group = np.zeros(groups, dtype=np.intp)
    of_group[group] = fold
    return of_group if np.array_equal(of_group[group], fold) else np.zeros(groups, dtype=np.intp)


def _cells_of_rows(along: Along) -> tuple[IntArray, IntArray]:
    """Return into which cell foreground and background of each row fall, in the order given; the last is beyond."""
    path = along.path
    score = path.known.in_order("score")
    missing = np.isnan(score)
    falling = -path.thresholds[1:]
    wanted = np.where(missing, 0.0, -score)
    if path.treatment.ties == "given":
        return _row_by_row(along, score)
    # The first and the last group of that threshold: with ties broken each class has its own.
    first = np.searchsorted(falling, wanted, side="left")
    last = (
        np.searchsorted(falling, falling[np.minimum(first, len(falling) - 1)], side="right") - 1
        if len(falling)
        else first
    )
    cells = []
    for weight in _classes(path):
        found = np.minimum(first, max(len(falling) - 1, 0))
        split = (last > first) & (first < len(falling))
        if split.any():
            found = np.where(split & (weight[found] == 0), last, found)
        cell = along.cell[found] if len(falling) else np.zeros(len(score), dtype=np.intp)
        # Rows without weight have no group of their own.
        cells.append(np.where(missing | (first >= len(falling)), len(along), cell))
    return cells[0], cells[1]


def _row_by_row(along: Along, score: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the cells of rows where each has its own, in the order of their scores."""
    known = along.path.known
    weight = known.in_order("fg") + known.in_order("bg")
    there = np.flatnonzero((weight > 0) & ~np.isnan(score))
    order = there[np.argsort(-score[there], kind="stable")]
    cell = np.full(len(score), len(along))
    cell[order] = along.cell[: len(order)]
    return cell, cell


def group_numbers(groups: Any, rows: int) -> tuple[IntArray, int]:
    """Return the number of the group of each row, and how many groups there are."""
    try:
        given = np.asarray(on_host(groups))
    except Exception:
        raise wrong_type("groups", "hold one group per row", groups) from None
    if given.ndim != 1 or len(given) != rows:
        raise invalid(
            "groups",
            "have one value per row of the sample",
            f"shape {given.shape} for {rows} rows",
            "Rows that missing='drop' left out have none.",
        )
    missing = [row for row, value in enumerate(given.tolist()) if value is None or value != value]
    if missing:
        raise invalid(
            "groups", "name a group for every row", f"none in row {missing[0]}", "Give rows of their own a name each."
        )
    # Equal in Python, so that 1 and "1" are two; numbered as they come.
    names: dict[Any, int] = {}
    number = np.array([names.setdefault(value, len(names)) for value in given.tolist()], dtype=np.intp)
    if len(names) < 2:
        raise invalid(
            "groups", "name at least two groups", f"{len(names)}", "Whole groups are drawn, not rows in them."
        )
    return number, len(names)
