"""Cost space: a confusion point is a line, a curve is the lower envelope of its lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.errors import by_name
from prplot.interpolations.envelope import Envelope
from prplot.path.derived import without_runs
from prplot.path.hull import hull_vertices
from prplot.path.path import ConfusionPath
from prplot.path.steps import Steps
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import reals
from prplot.rows.refinement import Sight
from prplot.spaces.unplaced import UnplacedSpace

__all__ = ["Cost"]


@by_name()
@dataclass(frozen=True)
class Cost(UnplacedSpace):
    """x is the probability cost function, y the least normalised expected cost.

    With costs C(fn) and C(fp) of the errors, x = π C(fn) / (π C(fn) + (1 - π) C(fp)). A threshold
    is the line y = (1 - tpr) x + fpr (1 - x), and the curve the lower envelope of these lines;
    that of the diagonal is min(x, 1 - x), the trivial classifiers. Both of these are always there: also
    on a path that ends before, one may predict everything positive without any threshold. A point
    of the unit square has no place here, so `forward` and `inverse` raise.

    References
    ----------
    C. Drummond and R. C. Holte, Cost curves, Machine Learning 2006,
    doi:10.1007/s10994-006-8199-5.

    Examples
    --------
    >>> import prplot
    >>> x, y = prplot.Cost(0.5).trace([0.0, 0.25, 1.0], [0.0, 0.75, 1.0])
    >>> x.tolist(), y.tolist()
    ([0.0, 0.25, 0.75, 1.0], [0.0, 0.25, 0.25, 0.0])
    """

    name = "cost"
    title = "Cost"
    xlabel = "Probability cost function"
    ylabel = "Normalised expected cost"
    own_rule = Envelope()
    point_is = "a line"
    instead = "Use trace for the envelope, or lines for the lines."
    lower_is_better = True
    moves_with_prevalence = False
    explained = ("π = {prevalence} at equal costs", "1 = all wrong")

    def area_range(self, low: float, high: float) -> tuple[float, float]:
        # At most that under min(x, 1 - x).
        before_low, before_high = (x * x / 2 if x <= 0.5 else 0.25 - (1 - x) ** 2 / 2 for x in (low, high))
        return 0.0, before_high - before_low

    def lines(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return the lines of points of the square: their ordinates at x = 0 and at x = 1."""
        f, t = np.broadcast_arrays(*(reals(name, r) for name, r in (("fpr", fpr), ("tpr", tpr))))
        return f.copy()[()], (1.0 - t)[()]

    def mark(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        return np.array([0.0, 1.0]), np.array(self.lines(fpr, tpr))

    def trace(self, fpr: ArrayLike, tpr: ArrayLike) -> tuple[FloatArray, FloatArray]:
        f, t = (np.atleast_1d(reals(name, r)) for name, r in (("fpr", fpr), ("tpr", tpr)))
        if len(f) == 1:
            return self.mark(f[0], t[0])
        x, y, _ = _envelope(Steps(f, t, np.diff(f), np.diff(t), 1.0, 1.0))
        return x, y

    def follow(self, fpr: ArrayLike, tpr: ArrayLike, tolerance: float | Sight = 1e-4) -> tuple[FloatArray, FloatArray]:
        line = self.trace(fpr, tpr)
        return tolerance.straight(*line) if isinstance(tolerance, Sight) else line

    def outline(self, path: ConfusionPath) -> ConfusionPath:
        return without_runs(path)

    def corners(self, path: ConfusionPath) -> tuple[FloatArray, FloatArray, NDArray[np.int_]]:
        return _envelope(path.steps().completed())


def _envelope(steps: Steps) -> tuple[FloatArray, FloatArray, Any]:
    """Return the breakpoints of the lower envelope, and the vertex that is best right of each.

    The lines of two neighbours on the ROC hull cross at x = Δfpr / (Δfpr + Δtpr).
    """
    if steps.positives == 0 or steps.negatives == 0:
        return np.array([0.0, 1.0]), np.full(2, np.nan), np.array([0, len(steps.tp) - 1])
    kept = hull_vertices(steps)
    fpr_up = np.add.reduceat(steps.bg, kept[:-1]) / steps.negatives
    tpr_up = np.add.reduceat(steps.fg, kept[:-1]) / steps.positives
    fpr = steps.fp[kept] / steps.negatives
    missed = np.concatenate([np.cumsum(tpr_up[::-1])[::-1], [0.0]])
    crossing = fpr_up / (fpr_up + tpr_up)
    best = np.arange(1, len(kept))
    y = missed[1:] * crossing + fpr[1:] * (1.0 - crossing)
    # A vertical first and a level last segment cross at the ends themselves.
    if crossing[0] > 0:
        crossing, best, y = np.insert(crossing, 0, 0.0), np.insert(best, 0, 0), np.insert(y, 0, fpr[0])
    if crossing[-1] < 1:
        crossing, best, y = np.append(crossing, 1.0), np.append(best, best[-1]), np.append(y, missed[-1])
    else:
        best[-1] = best[-2] if len(best) > 1 else best[-1]
    return crossing, y, kept[best]
