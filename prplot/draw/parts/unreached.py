"""Where a curve ends before recall 1: the end, and the recalls that no threshold reaches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, tone
from prplot.draw.base.keywords import merged
from prplot.draw.base.limits import frame
from prplot.draw.base.results import Drawn
from prplot.draw.lines.retraced import ExactFill, through
from prplot.draw.parts.part import to_curve
from prplot.draw.parts.regions import between
from prplot.options import SpaceName
from prplot.path.path import ConfusionPath
from prplot.spaces import Space

__all__ = ["ends_early", "unreached", "with_prevalence"]

# Spaces that need no prevalence to place a recall are given this one where it is unknown.
ANY = 1e-6
HATCH, LEAST = "////", 1e-9


def with_prevalence(space: Space) -> Space:
    """Return the space, at some prevalence where its own is unknown: recall and precision have their place anyway."""
    return replace(space, prevalence=ANY) if np.isnan(space.prevalence) else space


def ends_early(curve: Any) -> bool:
    """Whether something drawn is a curve that ends before recall 1 in a space in which recalls have a place."""
    return (
        isinstance(curve, Curve)
        and curve.space.pointwise
        and curve.space.undefined(curve.path) is None
        and curve.path.reached < 1
    )


def unreached(
    curve_or_path: Curve | ConfusionPath, *, space: SpaceName = "pr", ax: Axes | None = None, **fill: Any
) -> Drawn:
    """Hatch the recalls that no threshold reaches, beyond `ConfusionPath.reached`.

    It is no unachievable region: another classifier may be there.

    Parameters
    ----------
    curve_or_path : Curve or ConfusionPath
        What ends early; of one that reaches recall 1 nothing is drawn.
    space : str
        Where to show a path, which has no space of its own.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **fill
        Keywords for `matplotlib.patches.Polygon`.

    Returns
    -------
    Drawn

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1], [0.9, 0.8, 0.4], positives=5)
    >>> prplot.draw.unreached(path)
    Drawn(0 lines, 1 fills, 0 texts)
    """
    curve = to_curve(curve_or_path, space)
    ax = axes_for(ax, curve.space)
    frame(ax, curve.space)
    if not ends_early(curve):
        return Drawn(ax)
    where = with_prevalence(curve.space)
    fpr = np.array([0.0, where.farthest])
    # At recall 0 itself precision has no value.
    reached = max(curve.path.reached, LEAST)
    near, far = (through(where, fpr, np.array([tpr, tpr])) for tpr in (reached, 1.0))
    usual = {"facecolor": "none", "edgecolor": tone(ax, 0.12), "linewidth": 0, "hatch": HATCH, "zorder": 0.45}
    look = merged(fill, Polygon, **usual, label="_unreached")
    region = ExactFill(between(near, far), **look)
    ax.add_artist(region)
    return Drawn(ax, fills=(region,))
