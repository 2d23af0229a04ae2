"""The population of a score model: a path whose curves are computed from the model."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from prplot.confusion import Confusion
from prplot.curve import Curve
from prplot.errors import PrplotValueError, invalid, one_of, short
from prplot.interpolations import Interpolation, Trace
from prplot.interpolations.continuous import Continuous
from prplot.making import from_counts
from prplot.path import TIES, ConfusionPath
from prplot.scalars import number, share_of_foreground
from prplot.simulate.rules import LowerEnvelope, Pointwise
from prplot.sums import FloatArray

if TYPE_CHECKING:
    from prplot.simulate.model import ScoreModel

__all__ = ["Population", "PopulationPath", "population"]


def population(model: ScoreModel, prevalence: float) -> PopulationPath:
    """Return the population of a model at a prevalence."""
    threshold, rates = model.threshold_of(model.grid.position), model.grid.rates
    # Positions may be closer than their thresholds can tell; the last of each is kept. Rates may fall by a rounding.
    kept = np.append(threshold[1:] < threshold[:-1], True)
    tpr, fpr = (np.maximum.accumulate(rate[kept]) for rate in (rates.tpr, rates.fpr))
    plain = from_counts(threshold[kept], tp=prevalence * tpr, fp=(1.0 - prevalence) * fpr, name=model.name)
    return PopulationPath(**{f.name: getattr(plain, f.name) for f in fields(plain)}, model=model)


@dataclass(frozen=True, eq=False, repr=False)
class PopulationPath(ConfusionPath):
    """The population of a score model as a path, with P = π and N = 1 - π.

    Its curves, and its confusion matrix at any threshold, are those of the model, and do not
    depend on where its vertices are. What is looked up among the vertices (``find``, ``optimal``,
    ``table``, hulls) is as fine as they are.

    Attributes
    ----------
    model : ScoreModel
        Where it comes from.
    """

    model: ScoreModel

    def __repr__(self) -> str:
        return f"PopulationPath({self.model!r}, π={self.prevalence:.4g})"

    @property
    def soft(self) -> bool:
        """Whether the labels are soft; a step between two thresholds of hard labels is not soft."""
        return self.model.soft

    def at(self, threshold: float) -> Confusion:
        """Return the confusion matrix at a threshold, exactly."""
        cut = number("threshold", threshold)
        if np.isnan(cut):
            raise invalid("threshold", "not be NaN", "nan")
        rates = self.model.rates_at(self.model.position_of(np.array([cut])))
        fpr, tpr, tnr, fnr = (float(rate[0]) for rate in rates)
        p, n = self.positives, self.negatives
        return Confusion(tp=p * tpr, fp=n * fpr, fn=p * fnr, tn=n * tnr, threshold=cut)

    def best(self) -> ConfusionPath:
        """Return the path of the best ranking: for hard labels all positives first."""
        return self.model.ranked(self, best=True)

    def worst(self) -> ConfusionPath:
        """Return the path of the worst ranking: for hard labels all negatives first."""
        return self.model.ranked(self, best=False)

    def ties(self, how: str = "average") -> ConfusionPath:
        """Return this path: no positive and no negative score the same."""
        one_of("ties", how, TIES)
        return self

    def at_prevalence(self, prevalence: float) -> ConfusionPath:
        """Return the population of the same model at another prevalence; the rates stay."""
        return replace(population(self.model, share_of_foreground(prevalence)), name=self.name)

    def with_vertices(
        self, thresholds: FloatArray, tp: FloatArray, fp: FloatArray, fg: FloatArray, bg: FloatArray
    ) -> ConfusionPath:
        """Return an ordinary path through other vertices."""
        plain = ConfusionPath(**{f.name: getattr(self, f.name) for f in fields(ConfusionPath)})
        return plain.with_vertices(thresholds, tp, fp, fg, bg)

    def curve(self, space: str, **options: Any) -> Curve:
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
        return replace(made, rule=POPULATION)

    def areas(self) -> NoReturn:
        """Raise an error: the areas that tools print differ on samples, and agree on a population."""
        raise PrplotValueError(
            "areas compares what tools print for a sample; for this population all of them mean one area. "
            "Use curve('pr').area(), or areas() of a sample of the model."
        )

    def methods(self) -> str:
        """Return a sentence for a methods section."""
        return (
            f"The population of {self.model.name} ({self.model.words}) was taken at prevalence {self.prevalence:.3g}."
        )

    def describe(self) -> str:
        """Return what the population is, in words."""
        return f"The population of {self.model.name}: {self.model.words}; prevalence {self.prevalence:.3g}."

    def rows(self, wish: str) -> NoReturn:
        """Raise an error: a population has no rows."""
        raise PrplotValueError(f"{wish} needs the rows of a sample; this is a population. Use model.sample(n, ...).")


class Population(Interpolation):
    """The curve of a model itself; other paths, such as its hull or its best ranking, have straight steps."""

    name = "continuous"
    words = "computed exactly from the score model"
    bounded_by_rankings = True

    def _for(self, curve: Curve) -> Interpolation:
        path = curve.path
        if not isinstance(path, PopulationPath) or path.model.straight:
            return curve.space.own_rule or Continuous()
        return Pointwise(path.model) if curve.space.pointwise else LowerEnvelope(path.model)

    def sparse(self, curve: Curve, rows: NDArray[np.int_]) -> Curve:  # noqa: ARG002
        """Return the curve itself, which is drawn from the model."""
        return curve

    def trace(self, curve: Curve, tolerance: float) -> Trace:
        """Return the drawn line."""
        return self._for(curve).trace(curve, tolerance)

    def at(self, curve: Curve, x: FloatArray) -> FloatArray:
        """Return the ordinates."""
        return self._for(curve).at(curve, x)

    def area(self, curve: Curve, low: float, high: float) -> float:
        """Return the exact area."""
        return self._for(curve).area(curve, low, high)


POPULATION = Population()
