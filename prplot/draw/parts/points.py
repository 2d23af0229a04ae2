"""Operating points: those of a curve with their confusion matrices, Pareto-optimal points, and published points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, drawable, drawing_function, space_of, tone
from prplot.draw.base.drawn import Drawn, remember_owner
from prplot.draw.base.limits import frame
from prplot.draw.lines.curve_line import ThresholdLine, bent, lines_of
from prplot.draw.parts.part import add_line, axes_with_room, curve_of
from prplot.draw.text.annotations import write_matrix
from prplot.draw.text.labels import beside, placed
from prplot.errors import OutsideAxesWarning, PrplotValueError, invalid, short, warn, wrong_type, yes_or_no
from prplot.metrics import FPR, RECALL, Metric
from prplot.metrics.confusion import Confusion
from prplot.names import CROSSINGS, known
from prplot.path.error_rates import where_equal
from prplot.path.path import ConfusionPath
from prplot.path.steps import Sums
from prplot.rows.arrays import FloatArray, Pair
from prplot.rows.checks import number, numbers
from prplot.spaces import Space

# Because of rounding, a published point may lie this far outside the unit square, and a confusion matrix this far
# from the path of its curve.
SLACK = 1e-9
# The distance in points of a label from the center of its point, or from its line.
GAP = 6.5

Threshold = float | str | Metric | Confusion


@drawing_function()
def point(
    space: Space | Curve | ConfusionPath,
    confusion_or_xy: Confusion | Sequence[float],
    *,
    label: str | None = None,
    ax: Axes | None = None,
    **marker: Any,
) -> Drawn:
    """Mark one operating point: a confusion matrix, or coordinates.

    Parameters
    ----------
    space : Space, Curve or ConfusionPath
        The space to draw in, or a curve.
    confusion_or_xy : Confusion or (float, float)
        A confusion matrix, whose true and false positive rate decide where the mark is. A matrix published at another
        prevalence is therefore plotted at the prevalence of the space. In cost space the mark is a line. Alternatively
        the coordinates of the point on the axes, such as (recall, precision).
    label : str, optional
        The text written beside the marker, on the side with the most room.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **marker
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn

    Warns
    -----
    PrplotWarning
        If no classifier can reach the point, or the point is outside the axes. Axis limits that you have not set are
        widened to show the point, but never below -0.5.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the point is neither a confusion matrix nor two finite numbers.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.point(prplot.PR(0.2), (0.6, 0.5), label="Smith 2020")
    Drawn(1 lines, 0 fills, 1 texts)
    """
    where = space_of(space)
    if where._pointwise and not drawable(where, "a point", without_negatives=True):
        return Drawn(axes_for(ax, where))
    if isinstance(confusion_or_xy, Confusion):
        fpr, tpr = rates(confusion_or_xy)
        x, y = _place(where, confusion_or_xy)
    else:
        if np.ndim(confusion_or_xy) == 0:
            raise wrong_type("confusion_or_xy", "be a Confusion or two numbers (x, y)", confusion_or_xy)
        if np.shape(confusion_or_xy) != (2,):
            raise invalid("confusion_or_xy", "be a Confusion or two numbers (x, y)", short(confusion_or_xy))
        x, y = numbers("confusion_or_xy", confusion_or_xy)[:, None]
        fpr, tpr = (float(rate[0]) for rate in where.inverse(x, y))
    if not np.isfinite([x, y]).all():
        raise invalid("confusion_or_xy", f"have a place in {where.title} space", short(confusion_or_xy))
    # An unknown rate is NaN and counts as reachable.
    reachable = not any(rate < -SLACK or rate > 1 + SLACK for rate in (fpr, tpr))
    if not reachable:
        warn(
            f"no classifier can be at ({x[0]:.4g}, {y[0]:.4g}) in {where.title} space at prevalence "
            f"{where.prevalence:.4g}: it would have a false positive rate of {fpr:.4g} and a recall of {tpr:.4g}."
        )
    ax = axes_for(ax, where)
    frame(ax, where, float(y.min()))
    if reachable:
        _warn_outside(ax, where, "a point", x, y)
    dot = mark(ax, x, y, marker, color=tone(ax, 0.85), markersize=5, label=f"_{label or 'point'}")
    texts = () if label is None else (placed(ax, label, beside(x, y, GAP), must=True),)
    return Drawn(ax, (dot,), texts=texts)


@drawing_function()
def operating_point(
    curve: Curve | ConfusionPath,
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
    curve : Curve or ConfusionPath
        The curve on which the operating points lie. In cost space an operating point is a line.
    threshold : float, str, Metric, Confusion, or a sequence of these
        The operating points to mark. Each is a threshold; a metric, by name ("f1", "accuracy", ...) or as an object
        such as ``prplot.expected_cost(fn=5, prevalence=0.1)``, which marks the threshold that optimises the metric;
        "break-even", where precision equals recall; "eer", where both error rates are equal; or a confusion
        matrix of the path, such as ``path.find(recall=0.8)``.
    matrix : bool
        Whether to write the confusion matrix near each point; the text avoids the curves if there is room.
    label : str or sequence of str, optional
        The text beside each marker, or above each confusion matrix.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **marker
        Keywords for `matplotlib.lines.Line2D`. If the curve is drawn on the axes, the marker has the color of the
        curve.

    Returns
    -------
    Drawn
        ``lines`` holds one marker per point, and ``texts`` the label or confusion matrix of each point.

    Warns
    -----
    PrplotWarning
        If a point is outside the axes, or if a point is not drawn because it has no finite coordinates in the space, as
        in PRG at TP = 0, or because the sample has only one class.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If ``threshold`` is not a valid threshold, a metric is unknown, a confusion matrix does not belong to the path,
        or the number of labels differs from the number of thresholds.

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
    curve = curve_of(curve)
    where = curve.space
    yes_or_no("matrix", matrix)
    chosen = [confusion_on(curve.path, item) for item in _listed(threshold)]
    labels = [label] if isinstance(label, str) else list([None] * len(chosen) if label is None else label)
    if len(labels) != len(chosen):
        raise invalid("label", f"hold one text per threshold ({len(chosen)})", short(label))
    ax, room = axes_with_room(ax, where, "an operating point", lines=True, without_negatives=True)
    if not room:
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
        _warn_outside(ax, where, "an operating point", x, y, closer=True)
        at = confusion.threshold
        look = {"color": color_on(ax, curve, at), "markeredgecolor": tone(ax, 0.0), "markeredgewidth": 0.8}
        named = f"_operating point{'' if at is None else f' at {at:g}'}"
        lines.append(mark(ax, x, y, marker, **look, markersize=6.5, label=named))
        remember_owner(lines[-1], curve, float(confusion.tp + confusion.fp))
        if matrix:
            texts.append(write_matrix(ax, curve.path, confusion, text, x, y))
        elif text is not None:
            # The color of the text shows to which point it belongs.
            texts.append(placed(ax, text, beside(x, y, GAP), {"color": lines[-1].get_color()}, must=True))
    return Drawn(ax, tuple(lines), texts=tuple(texts)).belonging_to(curve)


@drawing_function()
def non_dominated(curve: Curve | ConfusionPath, *, ax: Axes | None = None, **marker: Any) -> Drawn:
    """Mark the Pareto-optimal operating points, which no other one beats, by small open red circles.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        The curve whose Pareto-optimal points, those of `Curve.pareto`, are marked. In PR, PRG, gains and lift a point
        is marked if no other point beats it in recall and precision; in ROC, CROC and DET, if none beats it in true and
        false positive rate.
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
        In cost space, where each operating point is a line.

    References
    ----------
    P. Flach and M. Kull, NIPS 2015, Figure 1.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]).roc()
    >>> prplot.draw.non_dominated(curve).lines[0].get_xydata().tolist()
    [[0.0, 0.5], [0.5, 1.0]]
    >>> artists = prplot.plot(curve)
    >>> drawn = prplot.draw.non_dominated(curve, ax=artists.ax)
    """
    curve = curve_of(curve)
    where = curve.space
    ax, room = axes_with_room(ax, where, "non-dominated points", without_negatives=True)
    if not room:
        return Drawn(ax)
    best = curve.pareto()
    look = {"marker": "o", "linestyle": "none", "markersize": 4.5, "markeredgewidth": 0.9, "zorder": 3.6}
    look |= {"color": "#CC3311", "markerfacecolor": "none", "label": "_non-dominated"}
    return Drawn(ax, (add_line(ax, (best.x, best.y), marker, **look),)).belonging_to(curve)


def color_on(ax: Axes, curve: Curve, threshold: float | None = None) -> Any:
    """Return the color of a curve on axes, or about the text color if the axes do not show it.

    ``threshold`` matters only for curves that are colored by threshold.
    """
    for line in lines_of(ax, curve):
        return line.color_at(threshold) if isinstance(line, ThresholdLine) else line.get_color()
    return tone(ax, 0.85)


def _listed(threshold: Any) -> list[Any]:
    if isinstance(threshold, Mapping):
        raise wrong_type("threshold", "be a threshold, a metric, a Confusion or a sequence of these", threshold)
    if isinstance(threshold, str) or not isinstance(threshold, Iterable) or getattr(threshold, "ndim", 1) == 0:
        return [threshold]
    return list(threshold)


def confusion_on(path: ConfusionPath, threshold: Any) -> Confusion:
    """Return the confusion matrix of a path at a threshold or where a metric is best, or the given matrix.

    Raises an error for a matrix that is not on the path.
    """
    if isinstance(threshold, str) and (crossing := known(threshold, tuple(CROSSINGS))):
        return path.break_even() if crossing == "break-even" else where_equal(path)
    if isinstance(threshold, str | Metric):
        return path.optimal(threshold)
    if not isinstance(threshold, Confusion):
        return path.at(number("threshold", threshold))
    cut, (fpr, tpr) = threshold.threshold, _shares(threshold, path)
    # The path of a population is curved between thresholds, so the point at the threshold itself is compared first.
    if cut is not None and np.allclose(_shares(path.at(cut), path), (fpr, tpr), rtol=0, atol=SLACK):
        return threshold
    steps = path._steps()
    rate = steps.fp / ((steps.positives if np.isnan(steps.negatives) else steps.negatives) or 1.0)
    along = rate + steps.tp / (steps.positives or 1.0)
    if not abs(np.interp(fpr + tpr, along, rate) - fpr) <= SLACK:
        raise PrplotValueError(
            f"threshold must be a confusion matrix on the path of the curve; got {threshold!r}. "
            "Use prplot.draw.point(curve, confusion) to mark another classifier."
        )
    return threshold


def _shares(confusion: Confusion, path: ConfusionPath) -> FloatArray:
    """Return FPR and recall, with 0 for a missing class; if N is unknown, FP / P replaces FPR."""
    fpr, tpr = rates(confusion)
    return np.nan_to_num([confusion.fp / (path.positives or 1.0) if np.isnan(path.negatives) else fpr, tpr])


def _warn_outside(ax: Axes, where: Space, what: str, x: FloatArray, y: FloatArray, *, closer: bool = False) -> None:
    """Warn if a point is outside the view; with ``closer``, only if it is not in the rest of the space either."""
    limits = ax.get_xlim(), ax.get_ylim()
    for side, ends in zip((x, y), limits, strict=True):
        low, high = (min(0.0, *ends), np.inf) if closer else (min(ends), max(ends))
        if np.all(side < low) or np.all(side > high):
            shown = " by ".join(f"{start:.3g} to {stop:.3g}" for start, stop in limits)
            warn(
                f"{what} at ({x[0]:.3g}, {y[0]:.3g}) in {where.title} space is outside the axes, which show {shown}; "
                "their limits may be set to show it.",
                kind=OutsideAxesWarning,
            )
            break


def rates(confusion: Confusion) -> tuple[float, float]:
    """Return the false positive rate and the recall; NaN if there are no negatives or no positives."""
    return float(FPR.of(*confusion.cells)), float(RECALL.of(*confusion.cells))


def _place(space: Space, confusion: Confusion) -> Pair:
    """Return the place of a confusion matrix at the prevalence of the space: one point, or several points of a line."""
    if not space._needs_negatives and np.isnan([confusion.tn, space.prevalence]).any():
        tp, fp = (np.array([cell]) for cell in (confusion.tp, confusion.fp))
        return space._image(Sums(fp, tp, np.nan, confusion.tp + confusion.fn))
    fpr, tpr = map(np.asarray, rates(confusion))
    return space._follow(fpr, tpr, bent)


def place_on(curve: Curve, confusion: Confusion) -> Pair:
    """Return the place of an operating point of a curve: one point, or several points of a line in cost-like spaces."""
    if curve.space._pointwise and confusion.tp == confusion.fp == 0:
        # If no row is predicted positive, the place is the limit point at which the curve begins.
        return curve._vertices[0][:1], curve._vertices[1][:1]
    return _place(curve.space, confusion)


def mark(ax: Axes, x: FloatArray, y: FloatArray, keywords: Mapping[str, Any], **default: Any) -> Line2D:
    """Add a marker, or in cost-like spaces the line of an operating point."""
    dot, thin = {"marker": "o", "linestyle": "none", "zorder": 4.0}, {"linewidth": 1.0, "zorder": 2.8}
    return add_line(ax, (x, y), keywords, **default, **(dot if len(x) == 1 else thin))
