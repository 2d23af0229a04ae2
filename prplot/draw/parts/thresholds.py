"""Where thresholds are: ticks along a curve, and their lines in cost space."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.transforms import IdentityTransform
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import tone
from prplot.draw.base.keywords import merged
from prplot.draw.base.results import Drawn
from prplot.draw.lines.polyline import polyline
from prplot.draw.parts.part import add_line, axes_with_room, curve_of
from prplot.draw.parts.points import place_on
from prplot.draw.text.labels import Label, Spots, along, placed, spots
from prplot.draw.text.matrix import as_written
from prplot.errors import PrplotTypeError, invalid, one_of, short
from prplot.metrics.confusion import Confusion
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import numbers
from prplot.spaces import Cost

__all__ = ["cost_lines", "round_between", "round_thresholds", "threshold_ticks"]

USUAL_TICKS, MOST_LINES = 6, 100
# How far around its place, as a share of the way to the next, a round threshold is looked for.
WINDOW = 0.3
# In points: half a tick, from the curve to its value, and the curve that tells its direction.
HALF, GAP, REACH = 3.2, 4.7, 8.0
DIGITS = 12


def threshold_ticks(
    curve: Curve,
    thresholds: ArrayLike | int | None = None,
    *,
    values: bool | Literal["threshold", "rank"] = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw ticks across a curve at thresholds, with their values where there is room.

    Parameters
    ----------
    curve : Curve
        What is ticked.
    thresholds : array_like or int, optional
        Where, or about how many; default 6, round ones that spread evenly along what is in view.
        A tick is at the vertex that the threshold selects, score >= threshold.
    values : bool, "threshold" or "rank"
        Write the thresholds beside the ticks, never over a line or another text; or the ranks, which is how much is
        predicted positive there, TP + FP.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        One of ``lines`` and one of ``texts`` per threshold.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For thresholds that are no numbers, and in cost space; use `cost_lines` there.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1]).roc()
    >>> [text.get_text() for text in prplot.draw.threshold_ticks(curve, [0.7, 0.35]).texts]
    ['0.7', '0.35']
    >>> [text.get_text() for text in prplot.draw.threshold_ticks(curve, [0.7, 0.35], values="rank").texts]
    ['2', '4']
    """
    where = curve_of(curve).space
    said = values if isinstance(values, bool | np.bool_) else one_of("values", values, ["threshold", "rank"])
    wanted = _wanted(thresholds, USUAL_TICKS)
    ax, there = axes_with_room(ax, where, "threshold ticks", without_negatives=True)
    if not there:
        return Drawn(ax)
    chosen = _usual(ax, curve, wanted) if isinstance(wanted, int) else wanted
    x, y, _ = polyline(curve)
    style = merged(line, color=tone(ax, 0.85), linewidth=1.0, zorder=3.3, solid_capstyle="butt")
    lines: list[_Tick] = []
    texts: list[Label] = []
    for threshold in chosen:
        at = curve.path.at(threshold)
        ((across,), (up,)) = place_on(curve, at)
        lines.append(
            _Tick(spots(x, y, point=(across, up), reach=REACH), **{"label": f"_threshold {threshold:g}", **style})
        )
        ax.add_artist(lines[-1])
        if said:
            name, value = ("rank", at.tp + at.fp) if said == "rank" else ("threshold", threshold)
            look = {"color": tone(ax, 0.7), "fontsize": "x-small"}
            placed(ax, as_written(value, 6), along(lines[-1].spots, GAP), look, name=name, group=texts)
    return Drawn(ax, tuple(lines), texts=tuple(texts)).belonging_to(curve)


class _Tick(Line2D):
    """A short line across a curve, at right angles to it on the screen."""

    def __init__(self, spots: Spots, **look: Any) -> None:
        super().__init__([], [], **look)
        self.set_transform(IdentityTransform())
        self.spots = spots

    def draw(self, renderer: RendererBase) -> None:
        """Find place and direction for this view, and draw."""
        if isinstance(self.axes, Axes):
            unit = float(renderer.points_to_pixels(1.0))  # type: ignore[arg-type]
            at, normal = self.spots(self.axes, unit)
            ends = np.concatenate([at - HALF * unit * normal, at + HALF * unit * normal])
            callback, self.stale_callback = self.stale_callback, None
            self.set_data(ends.real, ends.imag)
            self.stale_callback = callback
        super().draw(renderer)


def cost_lines(
    curve: Curve,
    thresholds: ArrayLike | int | None = None,
    *,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the lines of single thresholds in cost space; the curve is their lower envelope.

    Parameters
    ----------
    curve : Curve
        In cost space.
    thresholds : array_like or int, optional
        Which, or how many at most; default 100, spread evenly over the rates.
        "Nothing predicted" and "always positive" are among them.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        With one line, which holds the lines of all thresholds.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For thresholds that are no numbers, and in spaces in which a threshold is a point.

    References
    ----------
    C. Drummond and R. C. Holte, Machine Learning 2006, doi:10.1007/s10994-006-8199-5.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).cost()
    >>> prplot.draw.cost_lines(curve)
    Drawn(1 lines, 0 fills, 0 texts)
    """
    where, path = curve_of(curve).space, curve.path
    if not isinstance(where, Cost):
        raise PrplotTypeError(
            f"cost_lines must be drawn in cost space, where a threshold is a straight line; got {where.title} space. "
            "Use path.cost(), or prplot.draw.threshold_ticks or operating_point here."
        )
    wanted = _wanted(thresholds, MOST_LINES)
    if isinstance(wanted, list):
        chosen = [path.at(threshold) for threshold in wanted]
    else:
        chosen = [path.confusion(row) for row in _even_rows(path, wanted)]
        if not path.closed:
            # Who predicts everything positive needs no threshold, and is on the curve.
            chosen.append(Confusion(tp=path.positives, fp=path.negatives, fn=0.0, tn=0.0))
    ax, there = axes_with_room(ax, where, "the line of a threshold", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    fpr = np.array([c.fp for c in chosen]) / path.negatives
    tpr = np.array([c.tp for c in chosen]) / path.positives
    # The ends of each line, and a gap after it.
    across = np.tile([0.0, 1.0, np.nan], len(chosen))
    up = np.stack([*where.lines(fpr, tpr), np.full(len(chosen), np.nan)], axis=1).ravel()
    look: dict[str, Any] = {"color": tone(ax, 0.3), "linewidth": 0.5, "alpha": 0.6, "zorder": 1.1}
    drawn = add_line(ax, (across, up), line, **look, label="_lines of thresholds")
    return Drawn(ax, (drawn,)).belonging_to(curve)


def _wanted(thresholds: Any, usual: int) -> list[float] | int:
    """Return thresholds, or how many there are to be."""
    thresholds = usual if thresholds is None else thresholds
    if isinstance(thresholds, int) and not isinstance(thresholds, bool):
        if thresholds < 0:
            raise invalid("thresholds", "be thresholds, or how many there are to be", short(thresholds))
        return thresholds
    values = numbers("thresholds", [thresholds] if np.ndim(thresholds) == 0 else thresholds)
    if np.isnan(values).any():
        raise invalid("thresholds", "hold no NaN", short(thresholds))
    return [float(value) for value in values]


def _even_rows(path: ConfusionPath, count: int) -> list[int]:
    """Return at most so many rows of a path, evenly over the rates, its ends among them."""
    steps = path.steps()
    rows = np.arange(len(steps.tp))
    if count < len(rows):
        with np.errstate(invalid="ignore"):
            way = steps.fp / steps.negatives + steps.tp / steps.positives
        rows = np.unique(np.searchsorted(way, np.linspace(0.0, way[-1], count)).clip(max=rows[-1]))
    return [int(row) for row in rows]


def _usual(ax: Axes, curve: Curve, count: int) -> list[float]:
    """Return about so many round thresholds that spread along what is in view of a curve."""
    with np.errstate(all="ignore"):
        points = (ax.transData - ax.transAxes).transform(np.column_stack(curve.vertices))
    inside = np.asarray(((points >= 0) & (points <= 1)).all(axis=1))
    moves = np.where(inside[1:] & inside[:-1], np.hypot(*np.diff(points, axis=0).T), 0.0)
    cuts = curve.path.thresholds
    usable = 1 + np.flatnonzero(inside[1:] & np.isfinite(cuts[1:]))
    way = np.cumsum(moves)[usable - 1]
    # A vertex is selected by all thresholds down to the next score.
    ends = np.append(cuts[1:], -np.inf)
    ends = np.where(np.isfinite(ends), ends, np.nextafter(cuts, -np.inf))
    chosen: dict[int, float] = {}
    for target in (np.arange(count) + 0.5) / count * moves.sum() if len(usable) else ():
        off = np.abs(way - target)
        near = usable[off <= max(WINDOW / count * moves.sum(), off.min())]
        value = round_between(float(ends[near[-1]]), float(cuts[near[0]]))
        chosen.setdefault(int(np.searchsorted(-cuts, -value, side="right")), value)
    return list(chosen.values())


def round_thresholds(at: Callable[[FloatArray], FloatArray], count: int) -> list[float]:
    """Return so many round thresholds about evenly over their ranks; ``at`` says which is at a rank in [0, 1]."""
    places, room = np.linspace(0.0, 1.0, count), WINDOW / count
    low, high = (np.asarray(at(np.clip(places + side * room, 0.0, 1.0))) for side in (-1, 1))
    return sorted({round_between(*ends) for ends in zip(low.tolist(), high.tolist(), strict=True)})


def round_between(low: float, high: float) -> float:
    """Return the number with the fewest digits in (low, high], near its middle.

    Examples
    --------
    >>> from prplot.draw.parts.thresholds import round_between
    >>> [round_between(*ends) for ends in ((0.4213, 0.5871), (-3.0, 8.0), (0.4213, 0.4232), (31.0, 32.0))]
    [0.5, 0.0, 0.422, 32.0]
    """
    middle = low + (high - low) / 2
    largest = math.floor(math.log10(max(abs(low), abs(high), 1e-300))) + 1
    for exponent in range(largest, largest - DIGITS, -1):
        for step, power in ((1, exponent), (5, exponent - 1)):
            value = float(f"{math.floor(middle / step / 10.0**power + 0.5) * step}e{power}")
            if low < value <= high:
                return value
    return high
