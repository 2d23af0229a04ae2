"""Groups of equal scores, one per threshold, with the weight of each class in each group and its cumulative sums."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, option, shortest
from prplot.path.order import BITS, COUNTED_BITS, FEW, OF_EACH, Keys, counted, rising_order, sorted_with_labels
from prplot.rows.arrays import BLOCK, FloatArray, Frozen, IntArray, Pair, blocks, read_only, running, sums_after
from prplot.rows.sample import Sample, Weighed

# Long paths are processed in pieces of about this many groups.
PIECE = BLOCK
ONE = np.uint64(1)
# A total that the caller states counts as equal to the sum of the rows if their relative difference is at most this.
ROUNDING = 1e-12

# The total weights of positives and of negatives.
Totals = tuple[float, float]


class Piece(NamedTuple):
    """Consecutive groups: ``bg`` and ``fg`` are the weights in each, ``fp`` and ``tp`` cumulative, one value longer."""

    fp: FloatArray
    tp: FloatArray
    bg: FloatArray
    fg: FloatArray


@dataclass(frozen=True, eq=False)
class Groups(Frozen):
    """K groups of equal scores, the highest first, in read-only arrays.

    Attributes
    ----------
    cuts : array of shape (K,)
        The scores in falling order.
    fg, bg : arrays of shape (K,)
        Weight of positives and of negatives in each group: sums of its own rows, so that small groups keep their
        digits.
    tp, fp : arrays of shape (K + 1,)
        Cumulative weights: 0, and the weight up to and including each group.
    """

    cuts: FloatArray
    fg: FloatArray
    bg: FloatArray
    tp: FloatArray
    fp: FloatArray

    @classmethod
    def of(cls, cuts: FloatArray, fg: FloatArray, bg: FloatArray, sums: Pair | None = None) -> Groups:
        """Return groups with their cumulative weights, computed here unless ``sums`` gives them as (tp, fp).

        Raises
        ------
        PrplotValueError
            If the total overflows float64.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            tp, fp = (running(fg), running(bg)) if sums is None else sums
        if not (math.isfinite(tp[-1]) and math.isfinite(fp[-1])):
            raise PrplotValueError(
                "the weights must add up to a finite number; their total overflows float64. "
                "Divide all of them by a constant: no curve depends on it."
            )
        return cls(cuts, *map(read_only, (fg, bg, tp, fp)))

    @cached_property
    def thresholds(self) -> FloatArray:
        """The thresholds of the path: inf, then the score of each group."""
        return read_only(np.append(np.inf, self.cuts))

    def __len__(self) -> int:
        return len(self.fg)

    @property
    def total(self) -> Totals:
        """The total weight of positives and of negatives."""
        return float(self.tp[-1]), float(self.fp[-1])

    def pieces(self) -> Iterator[Piece]:
        """Yield consecutive groups in pieces that are small enough for the processor's cache."""
        for piece in blocks(len(self), PIECE):
            ends = slice(piece.start, piece.stop + 1)
            yield Piece(self.fp[ends], self.tp[ends], self.bg[piece], self.fg[piece])

    def cut_pieces(self) -> Iterator[FloatArray]:
        """Yield the scores of the groups, in the pieces that ``pieces`` yields."""
        for piece in blocks(len(self), PIECE):
            yield self.cuts[piece]

    @property
    def ends(self) -> tuple[float, float]:
        """The highest and the lowest score."""
        return float(self.cuts[0]), float(self.cuts[-1])


@dataclass(frozen=True, eq=False)
class SortedLabels(Frozen):
    """Groups of hard labels of weight 1, kept as sorted integers; the arrays of `Groups` are made when first read.

    Attributes
    ----------
    labeled : array of shape (n,)
        For each row an integer, the key of its score with the label as last bit, in rising order.
    form : Keys
        How scores were converted to keys.
    positives : int
    """

    labeled: NDArray[np.uint64]
    form: Keys
    positives: int

    @cached_property
    def _arrays(self) -> Groups:
        weights = ((piece.fg, piece.bg) for piece in self.pieces())
        fg, bg = map(np.concatenate, zip(*weights, strict=True))
        cuts = np.concatenate(list(self.cut_pieces()))
        return Groups.of(cuts, fg, bg, (sums_after(0, fg), sums_after(0, bg)))

    thresholds = property(lambda self: self._arrays.thresholds)
    fg = property(lambda self: self._arrays.fg)
    bg = property(lambda self: self._arrays.bg)
    tp = property(lambda self: self._arrays.tp)
    fp = property(lambda self: self._arrays.fp)

    @property
    def total(self) -> Totals:
        """The total weight of positives and of negatives."""
        return float(self.positives), float(len(self.labeled) - self.positives)

    @cached_property
    def _length(self) -> int:
        keys = self.labeled
        return 1 + sum(int(np.count_nonzero((keys[1:][b] ^ keys[b]) > ONE)) for b in blocks(len(keys) - 1))

    def __len__(self) -> int:
        return self._length

    def pieces(self) -> Iterator[Piece]:
        """Yield consecutive groups in pieces that are small enough for the processor's cache."""
        returned, positives = 0, 0.0
        for falling in self._key_pieces():
            fg, ends = (falling & ONE).astype(np.float64), (falling[1:] ^ falling[:-1]) > ONE
            rows = np.arange(len(fg) + 1.0)
            if not ends.all():
                starts = np.append(0, np.flatnonzero(ends) + 1)
                fg, rows = np.add.reduceat(fg, starts), np.append(starts, len(fg)).astype(np.float64)
            tp = sums_after(positives, fg)
            fp = rows + returned - tp
            yield Piece(fp, tp, fp[1:] - fp[:-1], fg)
            returned, positives = returned + len(falling), float(tp[-1])

    def _key_pieces(self) -> Iterator[NDArray[np.uint64]]:
        """Yield the sorted integers in falling order, in pieces that never split a group."""
        keys, top = self.labeled, len(self.labeled)
        while top:
            bottom = max(top - PIECE, 0)
            if bottom:
                # A piece must not split a group, so it is extended to the first row of the group at its end.
                bottom = int(np.searchsorted(keys, keys[bottom] & ~ONE))
            yield keys[bottom:top][::-1]
            top = bottom

    def cut_pieces(self) -> Iterator[FloatArray]:
        """Yield the scores of the groups, in the pieces that ``pieces`` yields."""
        for falling in self._key_pieces():
            keys = falling >> ONE
            yield self.form.read(keys[np.append(keys[1:] != keys[:-1], True)])

    @property
    def ends(self) -> tuple[float, float]:
        """The highest and the lowest score."""
        high, low = self.form.read(self.labeled[[-1, 0]] >> ONE).tolist()
        return high, low


AnyGroups = Groups | SortedLabels


def joined(groups: AnyGroups, rows: IntArray, cuts: FloatArray | None = None) -> Groups:
    """Return coarser groups: all groups between two consecutive numbers of ``rows`` become one.

    ``rows`` begins with 0 and ends with the number of groups. Each new group has the lowest threshold of its parts
    unless ``cuts`` gives others.
    """
    fg, bg = (np.add.reduceat(weight, rows[:-1]) for weight in (groups.fg, groups.bg))
    return Groups.of(groups.thresholds[rows[1:]] if cuts is None else cuts, fg, bg, (groups.tp[rows], groups.fp[rows]))


def groups_of(sample: Sample, tolerance: float = 0.0) -> AnyGroups:
    """Return the groups of rows with equal scores; groups without weight are left out.

    Parameters
    ----------
    sample : Sample
    tolerance : float
        Scores closer than this become ties.
    """
    score, positive = sample.score, sample.positive
    form = Keys.of(score) if len(score) > FEW else None
    if positive is None or form is None or form.bits == BITS:
        groups: AnyGroups = _weighed(score, sample.fg, sample.back, whole=positive is not None)
    elif form.bits <= COUNTED_BITS and OF_EACH << form.bits <= len(score):
        groups = Groups.of(*counted(score, positive, form))
    else:
        groups = SortedLabels(
            read_only(sorted_with_labels(score, positive, form)), form, int(np.count_nonzero(positive))
        )
    return merged_near_ties(groups, tolerance) if tolerance and len(groups) else groups


def _weighed(score: FloatArray, fg: FloatArray, bg: FloatArray | None, whole: bool) -> Groups:
    """Return the groups of rows of any weight.

    ``bg=None`` means 1 - fg. ``whole`` says that all weights are whole numbers, whose sums are exact.
    """
    if not len(score):
        return Groups.of(*np.zeros((3, 0)))
    rows, rises = rising_order(score)
    rows = rows[::-1].copy()
    fg = fg.take(rows, mode="clip")
    bg = 1.0 - fg if bg is None else bg.take(rows, mode="clip")
    if not rises.all():
        starts = np.append(0, np.flatnonzero(rises[::-1]) + 1)
        rows = rows[starts]
        with np.errstate(over="ignore"):
            fg, bg = np.add.reduceat(fg, starts), np.add.reduceat(bg, starts)
    nonempty = (fg > 0) | (bg > 0)
    cuts = score.take(rows, mode="clip")
    if nonempty.all():
        return Groups.of(cuts, fg, bg, (sums_after(0, fg), sums_after(0, bg)) if whole else None)
    return Groups.of(cuts[nonempty], fg[nonempty], bg[nonempty])


def merged_near_ties(groups: AnyGroups, tolerance: float) -> Groups:
    """Return the groups with scores less than ``tolerance`` below the highest score of a group merged into it.

    No group is wider than the tolerance, so a long chain of small gaps does not become one tie. The threshold of a
    merged group is its lowest score.
    """
    falling = groups.thresholds[1:]
    # The floor is at least the lowest finite number, so that -inf is never merged with finite scores.
    with np.errstate(over="ignore"):
        floor = np.minimum(np.maximum(falling - tolerance, -np.finfo(float).max), falling)
    # The next group begins at the row whose number is the count of scores at or above the floor.
    following = np.searchsorted(-falling, -floor, side="right").tolist()
    rows = [0]
    while rows[-1] < len(falling):
        rows.append(following[rows[-1]])
    return joined(groups, np.array(rows))


def whole_totals(groups: AnyGroups, wholes: Totals) -> Totals:
    """Return P and N, each replaced by the groups' sum if the two differ only by rounding."""
    first, second = (
        reached if abs(whole - reached) <= ROUNDING * whole else whole
        for reached, whole in zip(groups.total, wholes, strict=True)
    )
    return first, second


def with_totals(
    groups: AnyGroups, sample: Sample, positives: float | None = None, negatives: float | None = None
) -> Weighed:
    """Return a sample with P and N, the total weights of its classes, including rows that no threshold returns.

    Parameters
    ----------
    groups : Groups
        The groups of the rows that thresholds return.
    sample : Sample
        The sample, including its rows that no threshold returns (``beyond``).
    positives, negatives : float, optional
        The total weights as the caller states them. If only ``positives`` is given, N is unknown (NaN).

    Raises
    ------
    PrplotValueError
        For totals that are not finite, or smaller than the weight of the rows.
    """
    if positives is None and negatives is None and sample.beyond is None:
        return Weighed(sample, *groups.total)
    rows = () if sample.beyond is None else (sample.beyond.fg, sample.beyond.bg)
    beyond = [float(running(weight)[-1]) for weight in rows] or [0.0, 0.0]
    front, back = (reached + more for reached, more in zip(groups.total, beyond, strict=True))
    if positives is not None or negatives is not None:
        front = _total("positives", positives, front)
        back = np.nan if negatives is None else _total("negatives", negatives, back)
    # A path without weight is valid if N is unknown, such as a query without relevant documents.
    if not (any(groups.total) or front or back):
        raise PrplotValueError(
            f"a path must have some weight; got rows of weight 0 alone, and no {option('positives')} or "
            f"{option('negatives')} above 0. Without any weight there is no curve."
        )
    return Weighed(sample, front, back)


def _total(name: str, whole: float | None, least: float) -> float:
    """Return the stated weight of a class, or that of its rows if the two differ only by rounding or none is stated."""
    if whole is None or abs(whole - least) <= ROUNDING * least:
        return least
    if whole < least:
        raise invalid(
            name,
            "be at least the weight of that class in the rows",
            f"{shortest(whole)} for {shortest(least)}",
            "It is the weight of the whole class, rows that no threshold returns included.",
        )
    return whole
