"""Isolines: level sets of metrics in the unit square, seen through a space."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import space_of, tone, with_prevalence
from prplot.draw.base.keywords import merged
from prplot.draw.base.literal_text import localized
from prplot.draw.base.results import Drawn
from prplot.draw.lines.curve_line import CurveLine
from prplot.draw.lines.level_sets import level_lines, usual_levels
from prplot.draw.parts.part import axes_with_room, values_or_count
from prplot.draw.text.edge_text import write_values
from prplot.draw.views import f_levels
from prplot.errors import invalid, short
from prplot.metrics import Metric, f_beta
from prplot.metrics import metric as metric_named
from prplot.spaces import Space

__all__ = ["iso_f", "isolines", "say_for_which"]

USUAL_COUNT = 4
# How far a level may be off, in shares of it, without being written otherwise.
AS_WRITTEN = 5e-3


def isolines(
    space: Space | Curve,
    metric: str | Metric,
    levels: ArrayLike | int | None = None,
    *,
    beyond: bool = False,
    values: bool | str = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the lines along which a metric is constant, in any space.

    Parameters
    ----------
    space : Space or Curve
        Where; a curve stands for its space.
    metric : str or Metric
        By name ("f1", "precision", "accuracy", "recall_gain", "mcc", "g_mean", ...) or as an
        object such as ``prplot.f_beta(2.0)`` or ``prplot.expected_cost(fn=5, prevalence=0.1)``.
        Most level sets are straight lines of the square, and exact; those of "mcc", "markedness",
        "g_mean" and other `prplot.metrics.Nonlinear` ones are bent: contours on a fine grid.
    levels : array_like or int, optional
        Values of the metric, or about how many; default 4, round ones that cut what is better than
        chance into like areas. A level that no point of the square has draws nothing.
    beyond : bool
        Also draw the part where no classifier can be (fpr > 1), of bent lines only as far as the
        weight predicted negative is not negative.
    values : bool or "on"
        Write the values at the edge, or on the lines, where there is room and never over a
        curve; axes narrower than 45 mm do without, and only say once what the lines are.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        One line per level that occurs, with the level as its label's end; its pieces, if it has
        several, are apart by NaN.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For an unknown metric, levels that are not finite numbers, or no space.

    References
    ----------
    P. Flach, The geometry of ROC space, ICML 2003.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.isolines(prplot.PR(0.2), "accuracy", [0.8, 0.9])
    Drawn(2 lines, 0 fills, 2 texts)
    """
    where, measure = space_of(space), metric_named(metric)
    if not isinstance(values, bool) and values != "on":
        raise invalid("values", "be True, False or 'on'", short(values))
    wanted = values_or_count("levels", levels, USUAL_COUNT, finite=True)
    if isinstance(wanted, int):
        wanted = usual_levels(measure, with_prevalence(where), wanted)
    counted = measure.needs_negatives or not where.interpolated
    ax, there = axes_with_room(ax, where, "an isoline", without_negatives=not counted)
    if not there:
        return Drawn(ax)
    where = with_prevalence(where)
    style = merged(line, color=tone(ax, 0.2), linewidth=0.7, zorder=1.0)
    drawn: list[tuple[float, _Isoline]] = []
    for level, points in zip(wanted, level_lines(measure, wanted, where, beyond), strict=True):
        if points is not None:
            isoline = _Isoline(*points, **{"label": f"_{measure.name} = {level:g}", **style})
            isoline.measure, isoline.level, isoline.prevalence = measure, level, where.prevalence
            ax.add_artist(isoline)
            drawn.append((level, isoline))
    texts = write_values(ax, measure, drawn, on=values == "on") if values else ()
    for _, isoline in drawn:
        isoline.values = texts
    say_for_which(ax)
    return Drawn(ax, tuple(line for _, line in drawn), texts=texts)


class _Isoline(Line2D):
    """A line on which a metric has a level at a prevalence, with the texts that say so."""

    measure: Metric
    level: float
    prevalence: float
    values: tuple[Any, ...] = ()

    def holds(self, space: Space) -> bool:
        """Return whether it is a line of this level at the prevalence of another space too."""
        # In the middle of each piece, since at its ends a metric may have no value.
        x, y = ((side[:-1] + side[1:]) / 2 for side in map(np.asarray, self.get_data()))
        with np.errstate(all="ignore"):
            found = np.asarray(self.measure.value(*space.inverse(x, y), space.prevalence))
        return bool((np.abs(found[np.isfinite(found)] - self.level) <= AS_WRITTEN * abs(self.level)).all())


def say_for_which(ax: Axes) -> None:
    """Say of values of isolines for which prevalence they are, where those of other curves differ."""
    spaces = {line.curve.space.prevalence: line.curve.space for line in ax.lines if isinstance(line, CurveLine)}
    for line in ax.lines:
        if isinstance(line, _Isoline) and not all(line.holds(space) for pi, space in spaces.items() if 0 < pi < 1):
            for text in line.values:
                said = f" (prevalence {localized(f'{line.prevalence:.3g}')})"
                text.name = text.name.removesuffix(said) + said


def iso_f(
    space: Space | Curve,
    levels: ArrayLike | int | None = None,
    *,
    beta: float = 1.0,
    beyond: bool = False,
    values: bool | str = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw lines of constant F_β; in PRG they are parallel, of slope -β².

    Parameters
    ----------
    space : Space or Curve
        Where.
    levels : array_like or int, optional
        Values of F_β, or how many; these spread evenly over the space: for 4, the default, 0.2,
        0.4, 0.6, 0.8, in PRG the values whose gains are these.
    beta : float
        Weight of recall against precision.
    beyond, values, ax, **line
        As in `isolines`.

    Returns
    -------
    Drawn

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.iso_f(prplot.PRG(0.2), beta=2.0)
    Drawn(4 lines, 0 fills, 4 texts)
    """
    where = space_of(space)
    chosen = values_or_count("levels", levels, USUAL_COUNT, finite=True)
    if isinstance(chosen, int):
        chosen = f_levels(where, chosen)
    return isolines(where, f_beta(beta), chosen, beyond=beyond, values=values, ax=ax, **line)
