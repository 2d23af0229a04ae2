"""Count scores of a data stream in bins, in constant memory."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotValueError, by_name, invalid, option, wrong_type, yes_or_no
from prplot.names import Combine
from prplot.path.makers import from_groups
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray, read_only, sums_by_place
from prplot.rows.checks import check, numbers
from prplot.rows.read import Reading, labeled
from prplot.rows.sample import Treatment


@by_name()
class Counts:
    """Counts of positives and negatives in bins of scores, for data streams in constant memory.

    Bins are [e_i, e_(i+1)); the outermost go down to -inf and up to inf. The order of the scores within a bin is
    unknown: `Curve.bounds` returns the least and the largest area over all possible orders. A bin whose least and
    largest score are equal adds no uncertainty.

    Parameters
    ----------
    edges : array_like of shape (m,)
        Finite bin edges in increasing order: for example ``numpy.linspace(0, 1, 1001)`` for probabilities, or quantiles
        of a sample of scores.
    lower_is_positive : bool
        Whether small scores mean positive, as in `from_labels`. Bins are then (e_i, e_(i+1)], and thresholds are their
        upper edges.

    Attributes
    ----------
    edges : array of shape (m,)
        Read-only.
    rows : int
        How many rows were counted.

    Raises
    ------
    PrplotValueError
        If the edges do not increase or are not finite, or if there are no edges.

    Notes
    -----
    Counts of unweighted rows are exact, so that merging is associative and commutative to the last digit; merging
    sums of weights has these properties only up to rounding. Objects can be pickled, for training loops and
    map-reduce.

    Examples
    --------
    >>> import prplot
    >>> counts = prplot.Counts([0.2, 0.5, 0.8])
    >>> counts.update([1, 0, 0], [0.9, 0.6, 0.1])
    >>> counts.update([1, 0], [0.7, 0.3])
    >>> counts
    Counts(4 bins, 5 rows)
    >>> counts.path().pr().bounds()
    (0.7972674459459178, 1.0)
    """

    def __init__(self, edges: ArrayLike, *, lower_is_positive: bool = False) -> None:
        values = numbers("edges", edges)
        if not len(values):
            raise invalid("edges", "hold at least one edge", "none")
        check(
            "edges",
            ~np.isfinite(values),
            "be finite",
            lambda row: f"{values[row]:g}",
            "The outermost bins go to -inf and inf anyway.",
        )
        check(
            "edges",
            values[1:] <= values[:-1],
            "rise strictly",
            lambda row: f"{values[row]:g} followed by {values[row + 1]:g}",
            "Sort them.",
        )
        self.edges: FloatArray = read_only(values + 0.0)
        bins = len(values) + 1
        # For each bin, from the lowest on: the weight of positives and negatives, the minimum of score and of -score.
        self._weights, self._least = np.zeros((2, bins)), np.full((2, bins), np.inf)
        self._unit = True
        self.rows = 0
        self.lower_is_positive = yes_or_no("lower_is_positive", lower_is_positive)

    def __repr__(self) -> str:
        return f"Counts({len(self.edges) + 1} bins, {self.rows} rows)"

    @by_name("Weights are passed by name: sample_weight=.")
    def update(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: object = None,
        neg_label: object = None,
        item: ArrayLike | None = None,
        combine: Combine = "max",
    ) -> None:
        """Count more rows.

        Parameters
        ----------
        y_true : array_like of shape (n,)
            Hard labels, as in `from_labels`; a batch may hold one class only.
        y_score : array_like of shape (n,)
            Scores; -inf and inf are allowed.
        sample_weight : array_like of shape (n,), optional
            Finite, non-negative weights.
        pos_label, neg_label : label or collection of labels, optional
            As in `from_labels`; a batch may have no positive row.
        item : array_like of shape (n,), optional
            The item of each row, as in `from_labels`; all rows of an item belong to one batch.
        combine : {"max", "mean"}
            The score of an item, as in `from_labels`.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            As in `from_labels`, and if scores are missing; no row of that batch is counted.
        """
        reading = Reading(pos_label, neg_label, lower_is_positive=self.lower_is_positive, item=item, combine=combine)
        labels = y_true if pos_label is None else reading.labels(y_true, must_occur=False)
        sample, _ = labeled(labels, y_score, sample_weight, reading, may_be_empty=True)
        index = np.searchsorted(self._cuts, sample.score, side="right")
        bins = len(self.edges) + 1
        self._weights += [sums_by_place(index, weight, bins) for weight in (sample.fg, sample.bg)]
        weighty = (sample.fg > 0) | (sample.bg > 0)
        for least, score in zip(self._least, (sample.score, -sample.score), strict=True):
            np.minimum.at(least, index[weighty], score[weighty])
        self._unit &= sample.positive is not None
        self.rows += len(sample)

    def merge(self, other: Counts) -> Counts:
        """Return a new `Counts` object with the sum of the counts of two streams.

        Parameters
        ----------
        other : Counts
            The counts to add, with the same bin edges.

        Raises
        ------
        PrplotTypeError, PrplotValueError
            If ``other`` is not a Counts object, or its bin edges differ.

        Examples
        --------
        >>> import prplot
        >>> parts = [prplot.Counts([0.5]) for _ in range(2)]
        >>> for part, score in zip(parts, (0.9, 0.2)):
        ...     part.update([1, 0], [score, 0.1])
        >>> parts[0].merge(parts[1])
        Counts(2 bins, 4 rows)
        """
        if not isinstance(other, Counts):
            raise wrong_type("other", "be a prplot.Counts", other)
        if not np.array_equal(self.edges, other.edges):
            raise invalid(
                "other",
                "have the same edges",
                f"{len(other.edges)} for {len(self.edges)}, not all equal",
                "Counts in other bins cannot be told apart anew: count again with the same edges.",
            )
        if self.lower_is_positive != other.lower_is_positive:
            raise invalid(
                "other", "count scores of the same direction", f"{option('lower_is_positive', True)} in one of the two"
            )
        both = copy.deepcopy(self)
        both._weights += other._weights
        both._least = np.minimum(both._least, other._least)
        both._unit &= other._unit
        both.rows += other.rows
        return both

    def path(self, name: str | None = None) -> ConfusionPath:
        """Return the path of the scores counted so far.

        Parameters
        ----------
        name : str, optional
            The classifier's name, for legends.

        Returns
        -------
        ConfusionPath
            A binned path; its thresholds are the lower edges of the bins, -inf for the lowest bin. Bins without
            weight are left out.

        Raises
        ------
        PrplotValueError
            If nothing was counted.
        """
        if not self._weights.any():
            raise PrplotValueError("nothing was counted yet. Call update(y_true, y_score) first.")
        fg, bg = self._weights[:, ::-1]
        hides = (self._least[0] < -self._least[1])[::-1]
        cuts, treatment = np.append(-np.inf, self._cuts)[::-1], Treatment(lower_is_positive=self.lower_is_positive)
        return from_groups(cuts, fg, bg, hides=hides, unit=self._unit, treatment=treatment, name=name)

    @property
    def _cuts(self) -> FloatArray:
        """The edges in rising order, negated if small scores mean positive."""
        return 0.0 - self.edges[::-1] if self.lower_is_positive else self.edges

    def __getstate__(self) -> dict[str, Any]:
        return copy.deepcopy(vars(self))

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        read_only(self.edges)
