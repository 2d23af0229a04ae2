"""Marks on a curve: operating points with their confusion matrix, and the points that no other one beats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import tone
from prplot.draw.base.keywords import merged
from prplot.draw.base.results import Drawn, remember_owner
from prplot.draw.lines.threshold_line import ThresholdLine, lines_of
from prplot.draw.parts.part import axes_with_room, curve_of
from prplot.draw.parts.points import GAP, label_places, line_of, mark, place_on, rates, warn_out_of_sight
from prplot.draw.text.matrix import write_matrix
from prplot.draw.text.placement import beside, placed
from prplot.errors import PrplotValueError, invalid, short, warn, wrong_type
from prplot.metrics import Metric
from prplot.metrics.confusion import Confusion
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import number

__all__ = ["color_on", "confusion_on", "non_dominated", "operating_point"]

BREAK_EVEN = "break-even"
# How far rates may miss the path of their curve.
SLACK = 1e-9
RED = "#CC3311"

Threshold = float | str | Metric | Confusion


def operating_point(
    curve: Curve,
    threshold: Threshold | Iterable[Threshold] | ArrayLike,
    *,
    matrix: bool = False,
    label: str | Sequence[str] | None = None,
    ax: Axes | None = None,
    **marker: Any,
) -> Drawn:
    """Mark operating points of a curve, with their confusion matrix on request.

    Parameters
    ----------
    curve : Curve
        The curve they are on. In cost space an operating point is a line.
    threshold : float, str, Metric, Confusion, or a sequence of these
        A threshold; a metric, by name ("f1", "accuracy", ...) or as an object such as
        ``prplot.expected_cost(fn=5, prevalence=0.1)``, for the point at which it is best;
        "break-even", where precision equals recall; or a confusion matrix of the path, such as
        ``path.find(recall=0.8)``.
    matrix : bool
        Write the confusion matrix near each point, over no curve where there is room.
    label : str or sequence of str, optional
        Written beside the markers, or above the matrices.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **marker
        Keywords for `matplotlib.lines.Line2D`. The colour is that of the curve where it is on the
        axes.

    Returns
    -------
    Drawn
        One of ``lines`` per point, and its text.

    Warns
    -----
    PrplotWarning
        If a point is outside the axes; if it has no place in the space, as in PRG where nothing is
        found, or the sample has one class only, and so is not drawn.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        For a threshold that is none, an unknown metric, a confusion matrix that is not one of
        the path, or not one label per threshold.

    See Also
    --------
    prplot.draw.point : Mark another classifier.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.4, 0.3, 0.1]).pr()
    >>> drawn = prplot.draw.operating_point(curve, "f1", matrix=True)
    >>> drawn.lines[0].get_xydata().tolist(), drawn.texts[0].get_text().splitlines()
    ([[1.0, 0.75]], ['threshold 0.4', 'TP 3  FP 1', 'FN 0  TN 2'])
    """
    where = curve_of(curve).space
    chosen = [confusion_on(curve.path, item) for item in _listed(threshold)]
    labels = _labels(label, len(chosen))
    ax, there = axes_with_room(ax, where, "an operating point", lines=True, without_negatives=True)
    if not there:
        return Drawn(ax)
    lines: list[Line2D] = []
    texts: list[Text] = []
    for confusion, text in zip(chosen, labels, strict=True):
        x, y = place_on(curve, confusion)
        if not np.isfinite([x, y]).all():
            warn(
                f"an operating point with TP = {confusion.tp:g} and FP = {confusion.fp:g} has no place in "
                f"{where.title} space; it is not drawn."
            )
            continue
        if _out_of_sight(ax, x, y):
            warn_out_of_sight(ax, where, "an operating point", x, y)
        at = confusion.threshold
        look = {"color": color_on(ax, curve, at), "markeredgecolor": tone(ax, 0.0), "markeredgewidth": 0.8}
        named = f"_operating point{'' if at is None else f' at {at:g}'}"
        lines.append(mark(ax, x, y, marker, line_of(where, *rates(confusion)), **look, markersize=6.5, label=named))
        remember_owner(lines[-1], curve, float(confusion.tp + confusion.fp))
        if matrix:
            texts.append(write_matrix(ax, confusion, text, *label_places(x, y)))
        elif text is not None:
            # In its colour, it says whose point it is.
            texts.append(
                placed(ax, text, beside(*label_places(x, y), GAP), {"color": lines[-1].get_color()}, must=True)
            )
    return Drawn(ax, tuple(lines), texts=tuple(texts)).belonging_to(curve)


def _out_of_sight(ax: Axes, x: FloatArray, y: FloatArray) -> bool:
    """Whether a point is outside the axes for being worse than their zero, and not since someone looks closer."""
    sides = ((x, ax.get_xlim()), (y, ax.get_ylim()))
    return any(bool(np.all(side < min(0.0, *ends))) for side, ends in sides)


def non_dominated(curve: Curve, *, ax: Axes | None = None, **marker: Any) -> Drawn:
    """Mark the operating points that no other one beats by small open red circles.

    Parameters
    ----------
    curve : Curve
        The points of `Curve.pareto` are marked: in PR and PRG those with no point of both higher
        recall and higher precision, in ROC and CROC of both lower false positive and higher
        true positive rate.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **marker
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        With one line, which holds all points.

    Raises
    ------
    PrplotTypeError
        In cost space, in which a point is a line.

    References
    ----------
    P. Flach and M. Kull, NIPS 2015, Figure 1.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).roc()
    >>> prplot.draw.non_dominated(curve).lines[0].get_xydata().tolist()
    [[0.0, 0.5], [0.5, 1.0]]
    """
    where = curve_of(curve).space
    ax, there = axes_with_room(ax, where, "non-dominated points", without_negatives=True)
    if not there:
        return Drawn(ax)
    best = curve.pareto()
    look = {"marker": "o", "linestyle": "none", "markersize": 4.5, "markeredgewidth": 0.9, "zorder": 3.6}
    style = merged(marker, Line2D, color=RED, markerfacecolor="none", label="_non-dominated", **look)
    dots = Line2D(best.x, best.y, **style)
    ax.add_artist(dots)
    return Drawn(ax, (dots,)).belonging_to(curve)


def color_on(ax: Axes, curve: Curve, threshold: float | None = None) -> Any:
    """Return the colour in which axes show a curve, at a threshold; else that of text."""
    for line in lines_of(ax, curve):
        return line.color_at(threshold) if isinstance(line, ThresholdLine) else line.get_color()
    return tone(ax, 0.85)


def _listed(threshold: Any) -> list[Any]:
    if isinstance(threshold, Mapping):
        raise wrong_type("threshold", "be a threshold, a metric, a Confusion or a sequence of these", threshold)
    if isinstance(threshold, str) or not isinstance(threshold, Iterable) or getattr(threshold, "ndim", 1) == 0:
        return [threshold]
    return list(threshold)


def _labels(label: str | Sequence[str] | None, count: int) -> list[str | None]:
    if label is None:
        return [None] * count
    labels: list[str | None] = [label] if isinstance(label, str) else list(label)
    if len(labels) != count:
        raise invalid("label", f"hold one text per threshold ({count})", short(label))
    return labels


def confusion_on(path: ConfusionPath, threshold: Any) -> Confusion:
    """Return the confusion matrix of a path at a threshold, where a metric is best, or that which was given."""
    if isinstance(threshold, str) and threshold == BREAK_EVEN:
        return path.break_even()
    if isinstance(threshold, str | Metric):
        return path.optimal(threshold)
    if not isinstance(threshold, Confusion):
        return path.at(number("threshold", threshold))
    cut, shares = threshold.threshold, _shares(threshold, path)
    if cut is not None and np.allclose(_shares(path.at(cut), path), shares, rtol=0, atol=SLACK, equal_nan=True):
        return threshold
    steps, (fpr, tpr) = path.steps(), shares
    rate = steps.fp / ((steps.positives if np.isnan(steps.negatives) else steps.negatives) or 1.0)
    along = rate + steps.tp / (steps.positives or 1.0)
    if not (abs(np.interp(fpr + tpr, along, rate) - fpr) <= SLACK):
        raise PrplotValueError(
            f"threshold must be a confusion matrix on the path of the curve; got {threshold!r}. "
            "Use prplot.draw.point(curve, confusion) to mark another classifier."
        )
    return threshold


def _shares(confusion: Confusion, path: ConfusionPath) -> tuple[float, float]:
    """Return the false positive rate and the recall; FP against P instead where the path has no number of negatives."""
    fpr, tpr = rates(confusion)
    return confusion.fp / (path.positives or 1.0) if np.isnan(path.negatives) else fpr, tpr
