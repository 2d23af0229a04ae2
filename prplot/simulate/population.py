"""The population of a score model: a path whose curves are computed from the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from prplot.curve.curve import Curve
from prplot.curve.report import version
from prplot.errors import PrplotValueError, invalid, one_of, short
from prplot.interpolations import Interpolation, Trace
from prplot.interpolations.base import Refine
from prplot.interpolations.continuous import Continuous
from prplot.metrics import Metric
from prplot.metrics.confusion import Confusion
from prplot.names import SpaceName, TieHandling
from prplot.path.makers import from_counts
from prplot.path.operating import Candidates
from prplot.path.path import ConfusionPath
from prplot.path.variants import TIES
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import check_prevalence, number
from prplot.rows.sample import Sample
from prplot.simulate.exact_curves import Benefits, LowerEnvelope, Pointwise
from prplot.simulate.operating_points import Cells, candidates
from prplot.spaces import Cost, NetBenefit, Space

if TYPE_CHECKING:
    from prplot.path.bounds import PointTraits
    from prplot.simulate.model import ScoreModel


def population(model: ScoreModel, prevalence: float) -> PopulationPath:
    """Return the population of a model at a prevalence."""
    threshold, rates = model.threshold_of(model.grid.position), model.grid.rates
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
        cut = number("threshold", threshold)
        if np.isnan(cut):
            raise invalid("threshold", "not be NaN", "nan")
        position = self.model.position_of(np.array([cut]))
        tp, fp, fn, tn = (float(cell[0]) for cell in self.cells_at(position))
        return Confusion(tp=tp, fp=fp, fn=fn, tn=tn, threshold=cut)

    def cells_at(self, position: FloatArray) -> Cells:
        """Return TP, FP, FN and TN, weights with all their digits, at positions of the model."""
        fpr, tpr, tnr, fnr = self.model.rates_at(position)
        p, n = self.positives, self.negatives
        return p * tpr, n * fpr, p * fnr, n * tnr

    def candidates(self, levels: Mapping[Metric, float | None]) -> Candidates:
        """Return the operating points where measures are best, or at their levels, and those of the vertices."""
        return candidates(self, levels)

    def between(self, step: NDArray[np.int_], part: FloatArray) -> tuple[FloatArray, Cells]:
        """Return the thresholds between those of two vertices, and the cells there."""
        start, stop = self.thresholds[step], self.thresholds[step + 1]
        with np.errstate(invalid="ignore"):
            cuts = np.where(part == 0.0, start, np.where(np.isfinite(start), start + part * (stop - start), stop))
        return cuts, self.cells_at(self.model.position_of(cuts))

    def curve(self, space: SpaceName, **options: Any) -> Curve:
        """Return the exact curve of the population in a space, by name."""
        made = super().curve(space, **options)
        usual = {"interpolation": ("continuous", made.interpolation), "left": ("limit", made.left)}
        for name, (only, value) in usual.items():
            if value != only:
                raise invalid(
                    name,
                    f"be {only!r} for a population, which has no thresholds to join",
                    short(value),
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


# How a model is seen where a point of the square is no point.
BY_SPACE: dict[type[Space], Callable[[ScoreModel], Interpolation]] = {Cost: LowerEnvelope, NetBenefit: Benefits}


class PopulationRule(Interpolation):
    """The curve of a model itself; other paths, such as its hull or its best ranking, have straight steps."""

    name = "continuous"
    words = "computed exactly from the score model"
    by_steps = False

    def _for(self, curve: Curve) -> Interpolation:
        path = curve.path
        if not isinstance(path, PopulationPath) or path.model.straight:
            return curve.space.own_rule or Continuous()
        return BY_SPACE.get(type(curve.space), Pointwise)(path.model)

    def unproved(self, points: PointTraits) -> str | None:  # noqa: ARG002
        """Return None: as for the continuous interpolation of samples, it is proved everywhere."""
        return None

    def trace(self, curve: Curve, refine: Refine) -> Trace:
        """Return the drawn line."""
        return self._for(curve).trace(curve, refine)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return the ordinates."""
        return self._for(curve).at(curve, x)

    def area(self, curve: Curve, low: float, high: float) -> float:
        """Return the exact area."""
        return self._for(curve).area(curve, low, high)


RULE = PopulationRule()
