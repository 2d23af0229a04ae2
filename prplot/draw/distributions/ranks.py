"""Rows in order of rank: a strip per classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.curve.classifiers import PathsLike, to_curves
from prplot.draw.base.axes import axes_for
from prplot.draw.base.keywords import merged
from prplot.draw.base.limits import label_unlabelled
from prplot.draw.base.results import Drawn
from prplot.draw.distributions.scores import class_styles
from prplot.errors import PrplotValueError
from prplot.path.variants import rows_needed

# How far above and below its line a strip puts the two classes.
APART = 0.14


def ranks(paths: PathsLike, *, ax: Axes | None = None, **marker: Any) -> Drawn:
    """Draw a strip of marks per classifier: its rows in order of their scores.

    Positives and negatives differ in colour, shape and height, so that one sees where in the list the positives are.
    Equal scores share the middle of their ranks, and are drawn on top of one another.

    Parameters
    ----------
    paths : path, curve, sequence or mapping
        Made from hard labels; a mapping gives names, which are written at the left.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones. Labels are set only where they were not.
    **marker
        Keywords for `matplotlib.lines.Line2D`, of both classes.

    Returns
    -------
    Drawn
        Two of ``lines`` per path, its positives and its negatives; the two of the first have labels for a legend.

    Raises
    ------
    PrplotValueError
        If a path has no rows because it was made from counts, or has soft labels.

    References
    ----------
    T. Saito and M. Rehmsmeier, PLoS ONE 2015, Figure 3, doi:10.1371/journal.pone.0118432.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], name="A")
    >>> drawn = prplot.draw.ranks(path)
    >>> [line.get_xdata().tolist() for line in drawn.lines]
    [[1.0, 3.0], [2.0, 4.0]]
    """
    curves = to_curves(paths)
    samples = [rows_needed(curve.path, "a strip of ranks") for curve in curves]
    for curve in curves:
        if curve.path.soft:
            raise PrplotValueError(
                f"paths must have hard labels to be drawn as ranks; {curve.label or 'a path'} has soft ones. "
                "Cut them with path.hard(0.5), or draw them with prplot.draw.soft_labels."
            )
    style = merged(marker, Line2D, markersize=4.0, linestyle="none", markeredgewidth=0.0, alpha=0.7)
    ax = axes_for(ax)
    lines: list[Line2D] = []
    for row, sample in enumerate(samples):
        _, group, count = np.unique(-sample.score, return_inverse=True, return_counts=True)
        # Equal scores have the middle of their ranks.
        middle = (np.cumsum(count) - (count - 1) / 2)[group]
        for kind, name, shape, above, weight in (
            ("foreground", "positives", "^", APART, sample.fg),
            ("background", "negatives", "o", -APART, sample.bg),
        ):
            look = {"color": class_styles(ax)[kind], "marker": shape, "label": f"_{name}" if row else name}
            x = middle[weight > 0]
            lines += ax.plot(x, np.full(len(x), above - row), **{**look, **style})
    names = [curve.label or f"{place}" for place, curve in enumerate(curves, 1)]
    ax.set_yticks(-np.arange(len(curves)), names if len(curves) > 1 or curves[0].label else [""])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(0.5 - len(curves), 0.5)
    label_unlabelled(ax, "Rank", "")
    return Drawn(ax, tuple(lines))
