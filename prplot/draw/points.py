"""Single operating points: of a path, of a categorical classifier, or from a paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Annotation

from prplot.confusion import Confusion
from prplot.curve import Curve
from prplot.draw.artists import Drawn
from prplot.draw.axes import axes_for, drawable, frame, merged, space_of, tone
from prplot.errors import invalid, short, warn, wrong_type
from prplot.metrics import FPR, RECALL
from prplot.sample import numbers
from prplot.spaces import Space

__all__ = ["point"]

# How far outside the square a point may lie by rounding, as published points are rounded.
ROUNDING = 1e-9


def point(
    space: Space | Curve,
    confusion_or_xy: Confusion | Sequence[float],
    *,
    label: str | None = None,
    ax: Axes | None = None,
    **marker: Any,
) -> Drawn:
    """Mark one operating point.

    Parameters
    ----------
    space : Space or Curve
        Where.
    confusion_or_xy : Confusion or (float, float)
        A confusion matrix, placed by its rates, so that one published at another prevalence is
        seen at the prevalence of the space; or axes coordinates, such as (recall, precision).
    label : str, optional
        Written beside the marker.
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
        If no classifier can be at that point.

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
    if not drawable(where, "a point"):
        return Drawn(axes_for(ax, where))
    if isinstance(confusion_or_xy, Confusion):
        cells = [getattr(confusion_or_xy, cell) for cell in ("tp", "fp", "fn", "tn")]
        fpr, tpr = float(FPR.of(*cells)), float(RECALL.of(*cells))
        x, y = (float(c) for c in where.forward(fpr, tpr))
    else:
        if np.ndim(confusion_or_xy) == 0:
            raise wrong_type("confusion_or_xy", "be a Confusion or two numbers (x, y)", confusion_or_xy)
        if np.shape(confusion_or_xy) != (2,):
            raise invalid("confusion_or_xy", "be a Confusion or two numbers (x, y)", short(confusion_or_xy))
        xy = numbers("confusion_or_xy", confusion_or_xy)
        x, y = float(xy[0]), float(xy[1])
        fpr, tpr = (float(r) for r in where.inverse(x, y))
    if not (np.isfinite(x) and np.isfinite(y)):
        raise invalid("confusion_or_xy", f"have a place in {where.title} space", short(confusion_or_xy))
    if not all(-ROUNDING <= rate <= 1 + ROUNDING for rate in (fpr, tpr)):
        warn(
            f"no classifier can be at ({x:.4g}, {y:.4g}) in {where.title} space at prevalence "
            f"{where.prevalence:.4g}: it would have a false positive rate of {fpr:.4g} and a recall of {tpr:.4g}."
        )
    ax = axes_for(ax, where)
    frame(ax, where)
    style = merged(marker, color=tone(ax, 0.85), marker="o", markersize=5, linestyle="none", zorder=4.0)
    dot = Line2D([x], [y], **{"label": f"_{label or 'point'}", **style})
    ax.add_artist(dot)
    if label is None:
        return Drawn(ax, (dot,))
    left = x > 0.7
    note = Annotation(
        label,
        (x, y),
        xytext=(-6 if left else 6, 5),
        textcoords="offset points",
        ha="right" if left else "left",
        fontsize="small",
        color=tone(ax, 0.85),
        zorder=4.0,
        annotation_clip=False,
        clip_on=False,
    )
    ax.add_artist(note)
    return Drawn(ax, (dot,), texts=(note,))
