"""The vertices of a path: thresholds, and the weight of each class along them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.errors import PrplotValueError, invalid, shortest
from prplot.path.grouping import counted, merged_near_ties, weighed
from prplot.path.groups import Cuts, Groups, Joins, Listed, Piece
from prplot.rows.arrays import FloatArray, Frozen, read_only
from prplot.rows.sample import Sample
from prplot.rows.sums import running, safe_scale

__all__ = ["Vertices", "Weights", "through_groups", "through_rows", "with_totals"]

# How far a total may miss the sum of the rows, relatively, and still be it.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Weights(Frozen):
    """The weight of one class along a path: as it was given, times a factor. Arrays are read-only.

    Another prevalence is another factor of the background, so that it copies no array, and the way
    back loses no digit.

    Attributes
    ----------
    groups : Groups
        Where it was given.
    of : {0, 1}
        The class there: foreground, background.
    factor : float
    given_total : float or None
        Weight of the whole class, before the factor, where the path ends before it; NaN where it is not known.
    """

    groups: Groups
    of: Literal[0, 1]
    factor: float = 1.0
    given_total: float | None = None

    @property
    def given(self) -> FloatArray:
        """Weight of each step, of shape (K,), before the factor."""
        return self.groups.each[self.of]

    @property
    def given_sums(self) -> FloatArray:
        """Weight up to each vertex, of shape (K + 1,), from 0 on, before the factor."""
        return self.groups.sums[self.of]

    @cached_property
    def each(self) -> FloatArray:
        """Weight of each step, of shape (K,)."""
        return self.given if self.factor == 1.0 else read_only(self.given * self.factor)

    @cached_property
    def sums(self) -> FloatArray:
        """Weight up to each vertex, of shape (K + 1,)."""
        return self.given_sums if self.factor == 1.0 else read_only(self.given_sums * self.factor)

    @property
    def reached(self) -> float:
        """Weight up to the last vertex."""
        return self.groups.total[self.of] * self.factor

    @property
    def total(self) -> float:
        """Weight of the whole class; NaN where it is not known."""
        return self.reached if self.given_total is None else self.given_total * self.factor

    @property
    def complete(self) -> bool:
        """Whether the path reaches all of the class."""
        return self.given_total is None

    def up_to(self, row: int) -> float:
        """Return the weight up to one vertex, without those up to all others."""
        return float(self.given_sums[row]) * self.factor

    def times(self, factor: float) -> Weights:
        """Return what was given, times another factor."""
        return replace(self, factor=factor)


class Vertices(NamedTuple):
    """The K + 1 vertices of a path.

    Attributes
    ----------
    groups : Groups
        The K groups of equal scores that follow the first vertex.
    fg, bg : Weights
        Foreground and background along the path.
    """

    groups: Groups
    fg: Weights
    bg: Weights

    @classmethod
    def of(cls, groups: Groups) -> Vertices:
        """Return the vertices of a path through groups, to the end of which it goes."""
        return cls(groups, Weights(groups, 0), Weights(groups, 1))

    @property
    def classes(self) -> tuple[Weights, Weights]:
        """Foreground and background."""
        return self.fg, self.bg

    @property
    def thresholds(self) -> FloatArray:
        """Falling, from inf at the origin, of shape (K + 1,); read-only."""
        return self.groups.thresholds

    @property
    def increments(self) -> tuple[FloatArray, FloatArray]:
        """Foreground and background weight of each step, of shape (K,), read-only."""
        return self.fg.each, self.bg.each

    @property
    def prevalence(self) -> float:
        """The share of foreground in all weight; NaN where the background is not known."""
        total = self.fg.total, self.bg.total
        scale = safe_scale(max(total))
        positives, negatives = scale * total[0], scale * total[1]
        return positives / (positives + negatives)

    def pieces(self, runs: Joins = "none") -> Iterator[Piece]:
        """Yield the steps in pieces that stay in the cache; steps of those runs may be joined."""
        front, back = self.fg.factor, self.bg.factor
        for piece in self.groups.joined(runs).pieces():
            if front == back == 1.0:
                yield piece
            else:
                yield Piece(back * piece.fp, front * piece.tp, back * piece.bg, front * piece.fg)

    def at(self, rows: NDArray[np.int_], runs: Joins = "none") -> tuple[FloatArray, FloatArray]:
        """Return the weight of foreground and of background up to some vertices, numbered as in the `pieces`."""
        tp, fp = self.groups.joined(runs).at(rows)
        return self.fg.factor * tp, self.bg.factor * fp

    def of_totals(self, positives: float, negatives: float) -> Vertices:
        """Return the same vertices on the way to these weights of the whole classes."""
        fg, bg = (
            reached if abs(whole - reached.total) <= ROUNDING * whole else replace(reached, given_total=whole)
            for reached, whole in zip(self.classes, (positives, negatives), strict=True)
        )
        return self._replace(fg=fg, bg=bg)

    def through(self, groups: Groups) -> Vertices:
        """Return the vertices of other groups of the same weight, with the factors and totals of these."""
        return Vertices(groups, replace(self.fg, groups=groups), replace(self.bg, groups=groups))

    def coarser(self, rows: NDArray[np.int_], thresholds: FloatArray | None = None) -> Vertices:
        """Return some of the vertices only; the steps between them become one.

        Parameters
        ----------
        rows : array of int
            Rising; the first and the last row are among them.
        thresholds : array, optional
            Those of the remaining vertices; by default the ones they have.
        """
        cuts = self.thresholds[rows] if thresholds is None else thresholds
        fg, bg = (np.add.reduceat(given, rows[:-1]) for given in self.groups.each)
        tp, fp = (sums[rows] for sums in self.groups.sums)
        return self.through(Listed.along(cuts, (fg, bg), (tp, fp)))

    def thinned(self, rows: NDArray[np.int_], runs: Joins = "none") -> Vertices:
        """Return some of the vertices only, for drawing: faster than `coarser`, as steps are differences of sums.

        They are numbered as in the `pieces`.
        """
        return self.through(self.groups.joined(runs).picked(rows))


def with_totals(
    vertices: Vertices, sample: Sample, positives: float | None = None, negatives: float | None = None
) -> Vertices:
    """Return vertices that know the weight of the whole classes, of which a part may be reached by no threshold.

    Parameters
    ----------
    vertices : Vertices
        What is reached.
    sample : Sample
        With the rows beyond.
    positives, negatives : float, optional
        The whole weight, as the caller knows it. That of negatives is unknown where only the other is given.

    Raises
    ------
    PrplotValueError
        For totals that are not finite, or smaller than the weight of the rows.
    """
    if positives is None and negatives is None and sample.beyond is None:
        return vertices
    rows = () if sample.beyond is None else (sample.beyond.fg, sample.beyond.bg)
    beyond = [float(running(weight)[-1]) for weight in rows] or [0.0, 0.0]
    front, back = (reached.total + more for reached, more in zip(vertices.classes, beyond, strict=True))
    if positives is not None or negatives is not None:
        front = _total("positives", positives, front)
        back = math.nan if negatives is None else _total("negatives", negatives, back)
    return vertices.of_totals(front, back)


def _total(name: str, whole: float | None, least: float) -> float:
    """Return the weight of a class: as it was given, or that of its rows where it is the same but for rounding."""
    if whole is None or abs(whole - least) <= ROUNDING * least:
        return least
    if not (math.isfinite(whole) and whole >= 0):
        raise invalid(name, "be finite and not negative", shortest(whole), "It is the weight of the whole class.")
    if whole < least:
        raise invalid(
            name,
            "be at least the weight of that class in the rows",
            f"{shortest(whole)} for {shortest(least)}",
            "It is the weight of the whole class, rows that no threshold returns included.",
        )
    return whole


def through_rows(sample: Sample, tolerance: float = 0.0) -> Vertices:
    """Return the vertices of rows, one for each distinct score.

    Parameters
    ----------
    sample : Sample
        The rows; those without weight are left out.
    tolerance : float
        Scores closer than this become ties.
    """
    if not len(sample):
        return through_groups(*np.zeros((3, 0)))
    if sample.positive is None:
        scores, fg, bg = weighed(sample.score, sample.fg, sample.back)
        if not tolerance:
            return _finite(Listed.of(scores, (fg, bg)))
        return through_groups(scores.array[1:] if isinstance(scores, Cuts) else scores, fg, bg, tolerance=tolerance)
    groups = counted(sample.score, sample.positive)
    return (
        through_groups(groups.thresholds[1:], *groups.each, tolerance=tolerance) if tolerance else Vertices.of(groups)
    )


def through_groups(
    scores: FloatArray,
    fg: FloatArray,
    bg: FloatArray,
    *,
    sums: tuple[FloatArray, FloatArray] | None = None,
    tolerance: float = 0.0,
) -> Vertices:
    """Return the vertices of groups of equal scores.

    Parameters
    ----------
    scores : array of shape (K,)
        Distinct and falling.
    fg, bg : arrays of shape (K,)
        Weight of each group; those without any are left out, unless their sums are given.
    sums : two arrays of shape (K,), optional
        The running sums of both up to each group, where they are known, as counts are.
    tolerance : float
        Scores closer than this become ties.

    Raises
    ------
    PrplotValueError
        If the weights add up to more than float64 can hold.
    """
    if sums is None:
        kept = (fg > 0) | (bg > 0)
        if not kept.all():
            scores, fg, bg = scores[kept], fg[kept], bg[kept]
        if tolerance:
            scores, fg, bg = merged_near_ties(scores, fg, bg, tolerance)
        groups = Listed.of(scores, (fg, bg))
    else:
        tp, fp = (np.concatenate([[0.0], total]) for total in sums)
        groups = Listed.of(scores, (fg, bg), (tp, fp))
    return _finite(groups)


def _finite(groups: Listed) -> Vertices:
    """Return the vertices of groups, or say that float64 cannot add up their weights."""
    if not np.isfinite(groups.total).all():
        raise PrplotValueError(
            "the weights must add up to a finite number; their total overflows float64. "
            "Divide all of them by a constant: no curve depends on it."
        )
    return Vertices.of(groups)
