"""The population of a score model: a path whose curves are computed from the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import elementwise

from prplot.curve.curve import Curve
from prplot.curve.report import version
from prplot.errors import PrplotValueError, invalid, one_of, short
from prplot.metrics import LinearFractional, Metric
from prplot.metrics.confusion import Confusion
from prplot.names import SpaceName, TieHandling
from prplot.path.makers import from_counts
from prplot.path.operating import Candidates
from prplot.path.path import ConfusionPath
from prplot.path.variants import TIES
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import check_prevalence, threshold_of
from prplot.rows.sample import Sample
from prplot.simulate.calculus import root
from prplot.simulate.exact_curves import PopulationRule

if TYPE_CHECKING:
    from prplot.simulate.model import ScoreModel

# TP, FP, FN, TN.
Cells = tuple[FloatArray, FloatArray, FloatArray, FloatArray]
RULE = PopulationRule()


def population(model: ScoreModel, prevalence: float) -> PopulationPath:
    """Return the population of a model at a prevalence."""
    position, rates = model.grid
    threshold = model.threshold_of(position)
    # Positions may be closer than their thresholds can tell; the last of each is kept. Rates may fall by a rounding.
    kept = np.append(threshold[1:] < threshold[:-1], True)
    tpr, fpr = (np.maximum.accumulate(rate[kept]) for rate in (rates.tpr, rates.fpr))
    tp, fp = prevalence * tpr, (1.0 - prevalence) * fpr
    plain = from_counts(threshold[kept], tp=tp, fp=fp, soft=model.soft, name=model.name)
    return PopulationPath(**{f.name: getattr(plain, f.name) for f in fields(plain)}, model=model)


@dataclass(frozen=True, eq=False, repr=False)
class PopulationPath(ConfusionPath):
    """The population of a score model as a path, with P = π and N = 1 - π.

    What it answers differently from the path of a sample, all of it here: confusion matrices at any
    threshold, the points that ``find`` and ``optimal`` return, curves, other prevalences and rankings
    are computed from the model, and do not depend on where the vertices are; no scores are tied; and
    what needs rows, or compares tools on samples, is refused. ``table``, ``break_even`` and hulls are
    as fine as the vertices.

    Attributes
    ----------
    model : ScoreModel
        Where it comes from.
    """

    scored: ClassVar[bool] = False
    _without_rows: ClassVar[str] = "needs the rows of a sample; this is a population. Use model.sample(n, ...)."

    model: ScoreModel

    def at(self, threshold: float) -> Confusion:
        """Return the confusion matrix at a threshold, exactly."""
        cut = threshold_of("threshold", threshold)
        tp, fp, fn, tn = np.ravel(self.cells_at(self.model.position_of(np.array([cut])))).tolist()
        return Confusion(tp=tp, fp=fp, fn=fn, tn=tn, threshold=cut)

    def cells_at(self, position: FloatArray) -> Cells:
        """Return TP, FP, FN and TN, weights with all their digits, at positions of the model."""
        fpr, tpr, tnr, fnr = self.model.rates_at(position)
        p, n = self.positives, self.negatives
        return p * tpr, n * fpr, p * fnr, n * tnr

    def candidates(self, levels: Mapping[Metric, float | None]) -> Candidates:
        """Return the operating points where measures are best, or at their levels, and those of the vertices.

        Exact cells, as weights.
        """
        model = self.model
        grid, _ = model.grid
        found = []
        for measure, level in levels.items():
            values = measure.of(*self.cells_at(grid))
            if level is not None:
                crossed = np.flatnonzero((values[1:] - level) * (values[:-1] - level) < 0)
                # What rounds to 1 has its digits in its complement.
                rest = measure.complement if level > 0.5 else measure
                wanted = level if rest is measure else 1.0 - level
                found.append(root(partial(self._beyond, rest, wanted), grid[crossed + 1], grid[crossed]))
            found.append(self._peaks(measure, values))
        exact = model.threshold_of(np.concatenate(found))
        # A threshold is rounded: its neighbours may reach what it just misses.
        ends = [np.inf, -np.inf]
        around = np.nextafter(exact[:, None], ends)
        cuts = np.unique(np.concatenate([ends, model.threshold_of(grid), exact, around.ravel()]))[::-1]
        return Candidates(cuts, self.cells_at(model.position_of(cuts)), exact=True)

    def _beyond(self, measure: Metric, level: float, position: FloatArray) -> FloatArray:
        """Return by how much a measure is beyond a level."""
        return measure.of(*self.cells_at(position)) - level

    def _peaks(self, measure: Metric, values: FloatArray) -> FloatArray:
        """Return the positions at which a measure is better than around them, from its values on the grid."""
        sign = -1.0 if measure.lower_is_better else 1.0
        with np.errstate(invalid="ignore"):
            # Between equal infinities nothing rises.
            rises = np.diff(sign * values)
        top = 1 + np.flatnonzero((rises[:-1] > 0) & (rises[1:] <= 0))
        grid, _ = self.model.grid
        low, high = grid[top + 1], grid[top - 1]
        if not isinstance(measure, LinearFractional):
            found = elementwise.find_minimum(
                lambda position: -sign * measure.of(*self.cells_at(position)), (low, grid[top], high)
            )
            return np.asarray(found.bracket[1])
        # On straight pieces the corners are best, and these are on the grid.
        return grid[:0] if self.model.straight else root(partial(self._away, measure), low, high)

    def _away(self, measure: LinearFractional, position: FloatArray) -> FloatArray:
        """Return ln of the slope of the ROC curve over that of the level line of a measure, equal where both touch."""
        across, up, _constant = measure.line(measure.of(*self.cells_at(position)), self.prevalence)  # type: ignore[arg-type]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.model.log_likelihood_ratio(position) - np.log(-np.asarray(across) / up))

    def between(self, step: NDArray[np.int_], part: FloatArray) -> tuple[FloatArray, Cells]:
        """Return the thresholds between those of two vertices, and the cells there."""
        start, stop = self.thresholds[step], self.thresholds[step + 1]
        finite = np.where(np.isfinite(start), start, stop)
        cuts = np.where(part == 0.0, start, finite + part * (stop - finite))
        return cuts, self.cells_at(self.model.position_of(cuts))

    def curve(self, space: SpaceName, **options: Any) -> Curve:
        """Return the exact curve of the population in a space, by name."""
        made = super().curve(space, **options)
        for name, only in (("interpolation", "continuous"), ("left", "limit")):
            if getattr(made, name) != only:
                raise invalid(
                    name,
                    f"be {only!r} for a population, which has no thresholds to join",
                    short(getattr(made, name)),
                    "Draw a sample of the model to compare interpolations.",
                )
        return replace(made, rule=RULE)

    def at_prevalence(self, prevalence: float) -> ConfusionPath:
        """Return the population of the same model at another prevalence; the rates stay."""
        made, before = population(self.model, check_prevalence(prevalence)), self.treatment.given_prevalence
        treatment = self.treatment._replace(given_prevalence=self.prevalence if before is None else before)
        return replace(made, name=self.name, treatment=treatment)

    def ties(self, how: TieHandling = "average") -> ConfusionPath:
        """Return this path: no positive and no negative score the same."""
        one_of("ties", how, TIES)
        return self

    @cached_property
    def points(self) -> Sample:
        """The two classes; of soft labels the steps of the best ranking, whose rows have almost one label each."""
        return self.best().known if self.soft else super().points

    def _ranked(self, best: bool) -> ConfusionPath:
        """Return the exact ranking by soft labels; of hard labels one class comes first as a whole."""
        model = self.model.ranked_by_label(best)
        return super()._ranked(best) if model is None else population(model, self.prevalence)

    @property
    def _plain(self) -> ConfusionPath:
        """An ordinary path through the same vertices."""
        return ConfusionPath(
            self.groups, self.name, self.treatment, self.points, totals=self.totals, factor=self.factor
        )

    def areas(self) -> NoReturn:
        """Raise an error: the areas that tools print differ on samples, and agree on a population."""
        raise PrplotValueError(
            "areas compares what tools print for a sample; for this population all of them mean one area. "
            "Use curve('pr').area(), or areas() of a sample of the model."
        )

    def __repr__(self) -> str:
        return f"PopulationPath({self.model!r}, π={self.prevalence:.4g})"

    @property
    def origin(self) -> str:
        """The score model."""
        return f"the population of a score model, {self.model.words}"

    def methods(self) -> str:
        """Return a sentence for a methods section: the score model, the prevalence, the version."""
        return (
            f"The population of {self.model.name} ({self.model.words}) was taken at prevalence {self.prevalence:.3g} "
            f"({version()})."
        )

    def describe(self) -> str:
        """Return what the population is, in words."""
        return f"The population of {self.model.name}: {self.model.words}; prevalence {self.prevalence:.3g}."
