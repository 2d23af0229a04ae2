"""Spaces over the threshold probability, which is applied to the scores, or the best threshold is taken."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Self, get_args

import numpy as np

from prplot.errors import PrplotValueError, by_name, one_of
from prplot.names import DecidedBy
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray, IntArray, Pair
from prplot.spaces.deciding import Deciding, DecidingSpace, hull_steps

# An odds ratio this close to 1 counts as 1.
ROUNDING = 1e-14


@by_name()
@dataclass(frozen=True)
class ProbabilitySpace(DecidingSpace):
    """A space over the threshold probability p: rows with a score of at least p are predicted positive.

    Parameters
    ----------
    prevalence : float
        π in (0, 1), the share of positive weight.
    decide : {"own", "best"}
        Which score threshold is used at p: p itself, so that scores must be probabilities, or the best one for p on
        this sample.
    """

    # The words for the criterion of the best threshold, such as "least cost".
    _best_in: ClassVar[str]

    decide: DecidedBy = "own"

    def __post_init__(self) -> None:
        super().__post_init__()
        vars(self).update(decide=one_of("decide", self.decide, get_args(DecidedBy)))

    @property
    def _words(self) -> str:
        if self.decide == "best":
            return f"at each threshold probability the threshold of the {self._best_in} on this sample"
        return "each threshold probability was the threshold of the scores, taken as probabilities"

    @classmethod
    def _for_path(cls, path: ConfusionPath, **options: Any) -> Self:
        """Return the space that belongs to a path, at the prevalence of the path.

        Raises
        ------
        PrplotValueError
            If ``decide`` is "own" (the default: each score is taken as a probability) and the scores do not lie in [0,
            1], or small scores mean positive.
        """
        space = super()._for_path(path, **options)
        space._check(path)
        return space

    def _check(self, path: ConfusionPath) -> None:
        """Raise an error if a path has no curve in this space with its ``decide``."""
        if error := self._refusal(path):
            raise error

    @abstractmethod
    def _refusal(self, path: ConfusionPath) -> PrplotValueError | None:
        """Return the error for a path that has no curve in this space with its ``decide``; None if it has one."""

    def _decided(self, steps: Steps) -> Deciding:
        # Two neighboring hull points are equally good at the share of positive weight in the step between them.
        row, fg, bg = hull_steps(steps)
        return _rising(steps, row, np.append(np.inf, fg / (fg + bg)), leaps=False)

    def _decisions(self, path: ConfusionPath) -> Deciding:
        """Return the thresholds of a path that the curve follows, and the probabilities up to which each holds.

        Raises
        ------
        PrplotValueError
            If ``decide`` is "own" and the scores are not probabilities.
        """
        if self.decide == "best":
            return super()._decisions(path)
        self._check(path)
        cuts = path._cuts
        with np.errstate(all="ignore"):
            last = np.where(np.isfinite(cuts), shifted(path, cuts)[0], cuts)
        return _rising(path._steps(), np.arange(len(cuts)), last, leaps=True)


def odds_of_scores(path: ConfusionPath) -> float:
    """Return the odds of the scores' prevalence divided by those of the path's prevalence; 1 if it was not changed.

    Ratios within rounding of 1 become 1; otherwise scores would no longer equal their threshold probabilities.
    """
    original = path.treatment.reweighted_from
    if original is None:
        return 1.0
    pi, factor = path._now.prevalence, path._factor
    odds = original / (1.0 - original) * (1.0 - pi) / pi if factor == 1.0 else factor
    return 1.0 if abs(odds - 1.0) <= ROUNDING else odds


def shifted(path: ConfusionPath, scores: FloatArray) -> Pair:
    """Return s and 1 - s, where s are the given scores converted to the prevalence of the path.

    Posterior odds are prior odds times a likelihood ratio, and the likelihood ratio does not depend on the prevalence.
    """
    rest = (1.0 - scores) * odds_of_scores(path)
    total = scores + rest
    return scores / total, rest / total


def _rising(steps: Steps, row: IntArray, last: FloatArray, leaps: bool) -> Deciding:
    """Return `Deciding` for thresholds (indices ``row``) and the probabilities up to which they hold (``last``)."""
    row, high = row[::-1], np.clip(last[::-1], None, 1.0)
    indices = np.flatnonzero(high >= 0)
    indices = indices[: 1 + int(np.searchsorted(high[indices], 1.0))]
    return Deciding(steps, row[indices], high[indices], leaps)
