"""A path seen in a space: the curve, its value at any abscissa, and the area under it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.errors import PrplotTypeError, invalid, short, warn
from prplot.interpolations import Interpolation, Trace
from prplot.interpolations import interpolation as rule_named
from prplot.path import ConfusionPath, from_counts
from prplot.sample import number
from prplot.spaces import Space, space_class
from prplot.sums import FloatArray, read_only

if TYPE_CHECKING:
    from prplot.draw.artists import Plotted

__all__ = ["Curve", "curve"]


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """A path seen in a space, with a rule for what lies between its thresholds.

    Made by ``path.pr()``, ``path.prg()``, ``path.roc()`` or ``path.curve(name)``.

    Attributes
    ----------
    path : ConfusionPath
        The path that is seen.
    space : Space
        The map, with the prevalence of the path.
    rule : Interpolation
        What lies between the thresholds.
    label : str or None
        What legends call it; the name of the path by default.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).pr()
    >>> round(curve.area(), 4), curve.at(0.75).round(4).item()
    (0.7973, 0.6)
    """

    path: ConfusionPath
    space: Space
    rule: Interpolation
    label: str | None

    def __repr__(self) -> str:
        name = f"{self.label!r}, " if self.label is not None else ""
        how = self.space.area_name(self.interpolation)
        return f"Curve({name}{self.space.title}, {how}, π={self.path.prevalence:.4g}, {len(self.path) - 1} steps)"

    @property
    def interpolation(self) -> str:
        """The name of the rule between the thresholds."""
        return self.rule.name

    @cached_property
    def vertices(self) -> tuple[FloatArray, FloatArray]:
        """All K + 1 vertices (x, y), those at TP = 0 included wherever the space puts them."""
        steps = self.path.steps()
        x, y = self.space.trace_weights(steps.fp, steps.tp, steps.negatives, steps.positives)
        return read_only(x), read_only(y)

    @cached_property
    def _shown(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        kept = self.space.shown(self.path.tp)
        if kept.all():
            return *self.vertices, self.path.thresholds
        x, y = self.vertices
        return read_only(x[kept]), read_only(y[kept]), read_only(self.path.thresholds[kept])

    @property
    def x(self) -> FloatArray:
        """Abscissae of the vertices (in PRG of those with TP > 0), read-only."""
        return self._shown[0]

    @property
    def y(self) -> FloatArray:
        """Ordinates of the vertices, read-only; the origin of PR is at its limit."""
        return self._shown[1]

    @property
    def thresholds(self) -> FloatArray:
        """Thresholds of the vertices, falling, read-only."""
        return self._shown[2]

    def trace(self, tolerance: float = 1e-3) -> Trace:
        """Return the curve refined for drawing.

        Parameters
        ----------
        tolerance : float
            The largest distance of the drawn chords from the curve, in axes units.

        Returns
        -------
        Trace
            ``x, y, threshold``; the threshold is NaN where a point was inserted. In PRG the
            crossing of recall gain 0 is always among the points.

        Raises
        ------
        PrplotValueError
            If the tolerance is not a positive number.
        """
        given = number("tolerance", tolerance)
        if not (given > 0 and np.isfinite(given)):
            raise invalid("tolerance", "be a positive number of axes units", short(tolerance))
        if self.space.undefined(self.path):
            return Trace(self.x, self.y, self.thresholds)
        return self.rule.trace(self, float(given))

    def at(self, x: ArrayLike) -> FloatArray:
        """Return the ordinate of the curve as drawn.

        Parameters
        ----------
        x : array_like
            Abscissae, of any shape.

        Returns
        -------
        float or array of the same shape
            On a vertical the larger ordinate; NaN outside the domain. The domain is [0, 1] in
            PR and ROC, and (-inf, 1] in PRG.
        """
        try:
            wanted = np.asarray(x, dtype=np.float64)
        except (TypeError, ValueError):
            raise PrplotTypeError(f"x must hold real numbers; got {type(x).__name__} {short(x)}.") from None
        result = np.full(wanted.shape, np.nan)
        if self._warn_undefined("the curve"):
            return result[()]
        low, high = self.space.domain
        inside = (wanted >= low) & (wanted <= high) & np.isfinite(wanted)
        result[inside] = self.rule.at(self, wanted[inside])
        return result[()]

    def area(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the exact area under the curve as drawn, between two abscissae.

        Parameters
        ----------
        low, high : float
            The range; inside the domain, not backwards.

        Returns
        -------
        float
            Signed in PRG: stretches of negative precision gain count negative. NaN, with a
            `PrplotWarning` that says why, where the sample leaves it undefined.

        Raises
        ------
        PrplotValueError
            If the range is backwards or leaves the domain.
        """
        bounds = number("low", low), number("high", high)
        for name, value in zip(("low", "high"), bounds, strict=True):
            if not (self.space.domain[0] <= value <= self.space.domain[1] and np.isfinite(value)):
                raise invalid(name, f"lie in the domain {_interval(self.space.domain)}", f"{value:g}")
        if bounds[0] > bounds[1]:
            raise invalid("low", "be at most high", f"low={bounds[0]:g}, high={bounds[1]:g}", "Swap the two.")
        if self._warn_undefined("the area"):
            return float("nan")
        # No ordinate exceeds 1, but sums of weights may round to just above it.
        return min(self.rule.area(self, *bounds), bounds[1] - bounds[0])

    def best(self) -> Curve:
        """Return the same curve over ``path.best()``, the best ranking of the given points."""
        return Curve(self.path.best(), self.space, self.rule, _of("best", self.label))

    def worst(self) -> Curve:
        """Return the same curve over ``path.worst()``."""
        return Curve(self.path.worst(), self.space, self.rule, _of("worst", self.label))

    @property
    def chance(self) -> float:
        """The area of a score-independent classifier: one step from (0, 0) to (N, P).

        π in PR, 1/2 in ROC, 0 in PRG.
        """
        if self._warn_undefined("chance"):
            return float("nan")
        all_at_once = from_counts([0.0], [self.path.positives], [self.path.negatives])
        return Curve(all_at_once, self.space, self.rule, None).area()

    def plot(self, ax: Any = None, **parts: Any) -> Plotted:
        """Draw the curve with the surroundings of its space; see `prplot.plot`."""
        from prplot.draw.curves import plot

        return plot(self, ax=ax, **parts)

    def _warn_undefined(self, what: str) -> bool:
        reason = self.space.undefined(self.path)
        if reason is None:
            return False
        warn(f"{what} is undefined in {self.space.title} space: {reason}. NaN is returned.")
        return True


def curve(path: ConfusionPath, space: str, *, interpolation: str | None = None, label: str | None = None) -> Curve:
    """Return a path as a curve in a space, by name.

    Parameters
    ----------
    path : ConfusionPath
        What is seen.
    space : {"pr", "prg", "roc"}
        Where it is seen.
    interpolation : str, optional
        PR only: "continuous" (default) or "step".
    label : str, optional
        What legends call it; default: the name of the path.

    Raises
    ------
    PrplotValueError
        For an unknown space or interpolation, or an interpolation asked of a space in which
        straight steps are seen as they are.
    """
    chosen = space_class(space)
    rule = rule_named("continuous" if interpolation is None else interpolation)
    if rule.name != "continuous" and not chosen.interpolated:
        raise invalid(
            "interpolation",
            f"be 'continuous' in {chosen.title} space, where a step has one exact image",
            short(interpolation),
            "The other interpolations belong to space 'pr'.",
        )
    if label is not None and not isinstance(label, str):
        raise PrplotTypeError(f"label must be a string or None; got {type(label).__name__} {short(label)}.")
    return Curve(path, chosen.of(path), rule, path.name if label is None else label)


def _of(kind: str, label: str | None) -> str:
    return kind if label is None else f"{kind} for {label}"


def _interval(domain: tuple[float, float]) -> str:
    return f"{'(' if np.isinf(domain[0]) else '['}{domain[0]:g}, {domain[1]:g}]"
