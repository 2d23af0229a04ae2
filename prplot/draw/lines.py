"""Isolines, baselines and grids: straight lines of the unit square seen through a space."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import ArrayLike

from prplot.curve import Curve
from prplot.draw.artists import Drawn
from prplot.draw.axes import EdgeText, axes_for, drawable, frame, merged, on_scale, space_of, tone
from prplot.errors import invalid, one_of, short
from prplot.metrics import PRECISION_GAIN, RECALL_GAIN, Metric, f_beta
from prplot.metrics import metric as metric_named
from prplot.sample import numbers
from prplot.spaces import Space
from prplot.spaces.base import evenly
from prplot.sums import FloatArray

__all__ = ["baseline", "iso_f", "isolines", "prg_grid"]

USUAL_COUNT = 4
GRID_LEVELS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
# Axes narrower than this, in mm, do without the values on isolines.
ROOM_FOR_VALUES = 70.0
TINY = 1e-9
# Which edge text gives way where two would touch.
VALUE_RANK, PI_RANK = 1, 2


def isolines(
    space: Space | Curve,
    metric: str | Metric,
    levels: ArrayLike | int | None = None,
    *,
    beyond: bool = False,
    values: bool = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the lines along which a metric is constant, exactly, in any space.

    Parameters
    ----------
    space : Space or Curve
        Where; a curve stands for its space.
    metric : str or Metric
        Any metric whose level sets are lines, by name ("f1", "precision", "accuracy",
        "recall_gain", ...) or as an object such as ``prplot.f_beta(2.0)``.
    levels : array_like or int, optional
        Values of the metric, or how many, equally spaced between 0 and 1; default 4. A level
        that no point of the square has draws nothing.
    beyond : bool
        Also draw the part where no classifier can be (fpr > 1).
    values : bool
        Write the values at the right edge; axes narrower than 70 mm do without.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        One line per level that occurs, with the level as its label's end.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For an unknown metric, levels that are not finite numbers, or no space.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.isolines(prplot.PR(0.2), "accuracy", [0.8, 0.9])
    Drawn(2 lines, 0 fills, 2 texts)
    """
    where, measure = space_of(space), metric_named(metric)
    wanted = evenly(_count(levels)) if levels is None or isinstance(levels, int) else _levels(levels)
    ax = axes_for(ax, where)
    frame(ax, where)
    if not drawable(where, "an isoline"):
        return Drawn(ax)
    style = merged(line, color=tone(ax, 0.2), linewidth=0.7, zorder=1.0)
    drawn: list[Line2D] = []
    ends: list[tuple[float, tuple[float, float]]] = []
    for level in wanted:
        rates = across(measure.line(level, where.prevalence), where, beyond)
        if rates is None:
            continue
        x, y = where.follow(*rates)
        drawn.append(_add(ax, x, y, {"label": f"_{measure.name} = {level:g}", **style}))
        end = _last_in_view(x, y)
        if end is not None:
            ends.append((level, end))
    texts = _write_values(ax, measure, ends) if values else ()
    return Drawn(ax, tuple(drawn), texts=texts)


def iso_f(
    space: Space | Curve,
    levels: ArrayLike | int | None = None,
    *,
    beta: float = 1.0,
    beyond: bool = False,
    values: bool = True,
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
    chosen = where.f_levels(_count(levels)) if levels is None or isinstance(levels, int) else levels
    return isolines(where, f_beta(beta), chosen, beyond=beyond, values=values, ax=ax, **line)


def baseline(
    space: Space | Curve,
    *,
    kind: str = "chance",
    beta: float = 1.0,
    values: bool = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw what costs nothing to reach: chance, or the classifier that says positive always.

    Parameters
    ----------
    space : Space or Curve
        Where.
    kind : {"chance", "always-positive"}
        ``"chance"``: scores that know nothing, the diagonal of the square. ``"always-positive"``:
        the F_β isoline through the point (1, 1), the minor diagonal in PRG for β = 1; a
        classifier below it has a smaller F_β than predicting everything positive.
    beta : float
        For "always-positive".
    values : bool
        Write π at the right end of the chance line, where the space depends on it.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.baseline(prplot.PR(0.2), kind="always-positive")
    Drawn(1 lines, 0 fills, 0 texts)
    """
    one_of("kind", kind, ("chance", "always-positive"))
    where = space_of(space)
    if kind == "always-positive":
        drawable_here = drawable(where, "always-positive")
    else:
        drawable_here = not where.pointwise or drawable(where, "chance")
    ax = axes_for(ax, where)
    frame(ax, where)
    if not drawable_here:
        return Drawn(ax)
    if kind == "always-positive":
        measure = f_beta(beta)
        level = float(measure.value(1.0, 1.0, where.prevalence))
        rates = across(measure.line(level, where.prevalence), where, beyond=False)
        style = merged(line, color=tone(ax, 0.45), linewidth=0.8, zorder=1.2)
    else:
        low = where.lowest_rate
        rates = np.array([low, 1.0]), np.array([low, 1.0])
        style = merged(line, color=tone(ax, 0.5), linewidth=0.9, linestyle=(0, (4, 3)), zorder=1.3)
    assert rates is not None
    drawn = _add(ax, *where.follow(*rates), {"label": f"_{kind}", **style})
    texts: tuple[Text, ...] = ()
    if values and kind == "chance" and where.moves_with_prevalence:
        end = tuple(float(c) for c in where.forward(1.0, 1.0))
        texts = (_write_prevalence(ax, where.prevalence, (end[0], end[1])),)
    return Drawn(ax, (drawn,), texts=texts)


def prg_grid(space: Space | Curve, *, levels: ArrayLike = GRID_LEVELS, ax: Axes | None = None, **line: Any) -> Drawn:
    """Draw the regular grid of PRG space as it is seen in any space.

    Parameters
    ----------
    space : Space or Curve
        Where; in PRG it is a square grid.
    levels : array_like
        Levels of precision gain and of recall gain.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn

    References
    ----------
    P. Flach and M. Kull, NIPS 2015, Figure 3.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.prg_grid(prplot.ROC(0.2))
    Drawn(12 lines, 0 fills, 0 texts)
    """
    style: dict[str, Any] = {"color": "#009E73", "linewidth": 0.5, "alpha": 0.5, "zorder": 0.9}
    both = [
        isolines(space, gain, levels, values=False, ax=ax, **merged(line, Line2D, **style))
        for gain in (PRECISION_GAIN, RECALL_GAIN)
    ]
    return Drawn(both[0].ax, both[0].lines + both[1].lines)


def across(line: tuple[float, float, float], space: Space, beyond: bool) -> tuple[FloatArray, FloatArray] | None:
    """Return the ends (fpr, tpr) of a straight line clipped to the square, or None outside.

    The square begins where the space begins to be drawn, and has no edge at fpr = 1 if
    ``beyond``. The ends come with rising tpr, then rising fpr.
    """
    box = {"fpr": [0.0, space.farthest if beyond else 1.0], "tpr": [0.0, 1.0]}
    box[space.rate][0] = max(box[space.rate][0], space.lowest_rate)
    a, b, c = line
    size = np.hypot(a, b)
    if size == 0:
        return None
    point, direction = -c / size**2 * np.array([a, b]), np.array([-b, a]) / size
    low, high = -np.inf, np.inf
    for rate, (near, far) in enumerate(box.values()):
        if direction[rate] == 0:
            if not near - TINY <= point[rate] <= far + TINY:
                return None
            continue
        ends = sorted(((near - point[rate]) / direction[rate], (far - point[rate]) / direction[rate]))
        low, high = max(low, ends[0]), min(high, ends[1])
    if high - low < TINY:
        return None
    ends_at = point[:, None] + np.outer(direction, [low, high])
    f, t = (np.clip(r, near, far) for r, (near, far) in zip(ends_at, box.values(), strict=True))
    order = np.lexsort((f, t))
    return f[order], t[order]


def _count(levels: int | None) -> int:
    count = USUAL_COUNT if levels is None else levels
    if isinstance(count, bool) or count < 0:
        raise invalid("levels", "be values, or how many there are to be", short(levels))
    return count


def _levels(levels: ArrayLike) -> list[float]:
    values = numbers("levels", [levels] if np.ndim(levels) == 0 else levels)
    if not np.isfinite(values).all():
        raise invalid("levels", "be finite numbers", f"{values[~np.isfinite(values)][0]:g}")
    return [float(v) for v in values]


def _add(ax: Axes, x: FloatArray, y: FloatArray, style: dict[str, Any]) -> Line2D:
    """Add a line without a say in the limits of the axes."""
    line = Line2D(*on_scale(ax, x, y), **style)
    ax.add_artist(line)
    return line


def _last_in_view(x: FloatArray, y: FloatArray) -> tuple[float, float] | None:
    """Return where a line leaves the unit square of the axes, at its larger abscissa."""
    if x[0] > x[-1]:
        x, y = x[::-1], y[::-1]
    start, move = np.array([x[:-1], y[:-1]]), np.array([np.diff(x), np.diff(y)])
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = np.array([-TINY - start, 1 + TINY - start]) / move
    still = np.where((start >= -TINY) & (start <= 1 + TINY), np.inf, -np.inf)
    enters = np.where(move == 0, -still, crossings.min(axis=0)).max(axis=0).clip(min=0.0)
    leaves = np.where(move == 0, still, crossings.max(axis=0)).min(axis=0).clip(max=1.0)
    seen = np.flatnonzero(leaves >= enters)
    if not len(seen):
        return None
    last = int(seen[-1])
    end = np.clip(start[:, last] + leaves[last] * move[:, last], 0.0, 1.0)
    return float(end[0]), float(end[1])


def _write_values(ax: Axes, measure: Metric, ends: list[tuple[float, tuple[float, float]]]) -> tuple[Text, ...]:
    """Write the level at each end; the name of the metric once, before the largest."""
    texts = []
    largest = max((level for level, _ in ends), default=None)
    for level, end in ends:
        value = f"{level:.2g}"
        text = f"{measure.label} {value}" if level == largest else value
        texts.append(_edge_text(ax, text, end, rank=VALUE_RANK, shade=0.5, narrowest=ROOM_FOR_VALUES))
    return tuple(texts)


def _write_prevalence(ax: Axes, prevalence: float, end: tuple[float, float]) -> Text:
    """Write π at the end of a chance line, beside the π of another one that ends there too."""
    for text in ax.texts:
        if isinstance(text, EdgeText) and text.rank == PI_RANK and text.xy == end:
            if f" {prevalence:.3g}," in f"{text.get_text()},":
                return text
            text.set_text(f"{text.get_text()}, {prevalence:.3g}")
            return text
    return _edge_text(ax, rf"$\pi$ {prevalence:.3g}", end, rank=PI_RANK, shade=0.6)


def _edge_text(
    ax: Axes, text: str, xy: tuple[float, float], *, rank: int, shade: float, narrowest: float = 0.0
) -> Text:
    """Write beside the right edge, or just inside the bottom or top one."""
    if xy[0] > 1 - 1e-6:
        place: dict[str, Any] = {"xytext": (8, 0), "va": "center", "ha": "left"}
    else:
        place = {"xytext": (2, 2 if xy[1] < 0.5 else -2), "va": "bottom" if xy[1] < 0.5 else "top", "ha": "left"}
    note = EdgeText(
        text, xy, rank=rank, narrowest=narrowest, color=tone(ax, shade), fontsize="x-small", zorder=2.0, **place
    )
    ax.add_artist(note)
    return note
