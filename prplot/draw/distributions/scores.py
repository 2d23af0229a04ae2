"""How scores are distributed, by class."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import COLORS, axes_for, tone
from prplot.draw.base.figure import figure_of
from prplot.draw.base.keywords import PartOption, check_part, checked_keywords, merged, part_of
from prplot.draw.base.record import keep_style
from prplot.draw.base.results import Drawn
from prplot.draw.distributions.bins import bin_edges, core_of, end_places, outline, say_ends, weight_in_bins
from prplot.draw.text.matrix import as_written
from prplot.errors import by_name, invalid, wrong_type
from prplot.path.path import ConfusionPath
from prplot.path.variants import rows_needed
from prplot.rows.arrays import FloatArray, read_only
from prplot.rows.checks import number
from prplot.rows.sample import Sample

__all__ = ["Histogram", "bar_style", "class_styles", "label_unlabelled", "rows_of", "scores"]

OPACITY = 0.4


@by_name()
class Histogram(NamedTuple):
    """A histogram of scores by class.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where it is.
    edges : array of shape (B + 1,)
        Of the bins, in units of the score; a bin holds its left edge, the last one both.
    foreground, background : arrays of shape (B + 2,)
        Foreground and background weight in the bins; the first and the last value are of what
        lies below and above all bins, infinite scores included. They add up to P and N.
    fills : tuple of StepPatch
        The bars of the background and of the foreground, as far as they are drawn.
    lines : tuple of Line2D
        The threshold.
    legend : Legend or None
        Which class is which.
    """

    ax: Axes
    edges: FloatArray
    foreground: FloatArray
    background: FloatArray
    fills: tuple[StepPatch, ...]
    lines: tuple[Line2D, ...]
    legend: Legend | None

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.ax)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure with embedded TrueType fonts; options go to ``savefig``."""
        Drawn(self.ax).save(path, **options)

    def savefig(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure; another name of `save`."""
        self.save(path, **options)

    def __repr__(self) -> str:
        return f"Histogram({len(self.edges) - 1} bins, P={self.foreground.sum():g}, N={self.background.sum():g})"


@by_name("Keywords of matplotlib belong in the dict of a part, such as line={'color': 'red'}.")
def scores(
    path: ConfusionPath | Curve,
    *,
    bins: str | int | ArrayLike = "auto",
    density: bool | None = None,
    threshold: float | None = None,
    foreground: PartOption = None,
    background: PartOption = None,
    line: PartOption = None,
    legend: PartOption = None,
    ax: Axes | None = None,
) -> Histogram:
    """Draw how the scores of both classes are distributed.

    With hard labels the densities of both classes are drawn over each other; with soft labels bars are weights, and
    each bar is split into its foreground and its background weight, so that its height is the total.

    Parameters
    ----------
    path : ConfusionPath or Curve
        Whose scores; a curve stands for its path.
    bins : "auto", int or array_like
        ``"auto"``: about 2 n^(1/3) bins of equal width, at most 80; where scores are multiples of
        one step (votes, trees), whole steps, so that no bin holds more of them than its
        neighbour. Or how many, or their edges. Infinite scores, and those very far from the
        others, are one bar at either end, which says so.
    density : bool, optional
        Whether each class is drawn as a density, so that a rare class can be seen beside a frequent one; nothing is
        stacked then. Default: for hard labels. False draws counts or weights.
    threshold : float, optional
        Where a vertical line stands; beyond the bins just outside of them.
    foreground, background, line, legend : dict, bool or None
        The parts: False leaves one out, a dict holds matplotlib keywords, of
        `matplotlib.patches.StepPatch` for the classes.
    ax : matplotlib.axes.Axes, optional
        Default: a new figure. Labels are set only where they were not.

    Returns
    -------
    Histogram
        With the ``edges`` and the weights per bin.

    Raises
    ------
    PrplotValueError
        If the path has no rows because it was made from counts, the bins are not bins, or the
        scores are too far apart to be drawn.
    PrplotTypeError
        For something that is not a path or a curve.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> prplot.draw.scores(path, bins=[0, 0.5, 1])
    Histogram(2 bins, P=2, N=2)
    """
    path, sample = rows_of(path)
    if density is None:
        density = not path.soft
    parts = {"foreground": foreground, "background": background, "line": line, "legend": legend}
    for name, part in parts.items():
        check_part(name, part)
    edges = bin_edges(sample.score, bins, core_of(path))
    cut = None if threshold is None else number("threshold", threshold)
    if cut is not None and np.isnan(cut):
        raise invalid("threshold", "not be NaN", "nan")
    fg, bg = (weight_in_bins(sample.score, weight, edges) for weight in (sample.fg, sample.bg))
    for part in (foreground, background):
        StepPatch([0.0], [0.0, 1.0], **bar_style(part, "k"))  # fails before anything is drawn
    Line2D([], [], **merged(part_of(line)))
    ax = axes_for(ax)
    sides, there = outline(edges, fg + bg > 0)
    heights = [_heights(weight, sides, there, density) for weight in (bg, fg)]
    stacked = path.soft and not density
    floors = [heights[1] if stacked else 0.0, 0.0]
    # First, so that the limits take it in.
    lines = [] if cut is None or line is False else [_threshold(ax, _place(cut, edges), line)]
    fills = []
    for kind, height, floor in zip(("background", "foreground"), heights, floors, strict=True):
        if parts[kind] is not False:
            style = {"label": kind, **bar_style(parts[kind], class_styles(ax)[kind])}
            fills.append(ax.stairs(height + floor, sides, baseline=floor, fill=True, **style))
    say_ends(ax, edges, sample.score)
    counts = sample.hard and bool(np.all(sample.fg + sample.bg == 1))
    label_unlabelled(ax, "Score", "Density" if density else "Count" if counts else "Weight")
    made = None
    if legend is not False and fills:
        look = {"fontsize": "small", "edgecolor": "none", "framealpha": 0.85, "handlelength": 1.4}
        keys: dict[str, Artist] = {str(fill.get_label()): fill for fill in fills[::-1]}
        if cut is not None and lines:
            keys[f"threshold {as_written(cut, 3)}"] = lines[0]
        made = ax.legend(list(keys.values()), list(keys), **{**look, **part_of(legend)})
    edges, fg, bg = (read_only(array) for array in (edges, fg, bg))
    return Histogram(ax, edges, fg, bg, tuple(fills), tuple(lines), made)


def rows_of(path: ConfusionPath | Curve) -> tuple[ConfusionPath, Sample]:
    """Return a path, given as itself or as a curve, and its rows."""
    path = path.path if isinstance(path, Curve) else path
    if not isinstance(path, ConfusionPath):
        raise wrong_type("path", "be a path or a curve", path, "Make one with prplot.from_labels.")
    return path, rows_needed(path, "a histogram of scores and weights")


def class_styles(ax: Axes) -> dict[str, str]:
    """Return the colours of the classes, on any style."""
    return {"foreground": COLORS[0], "background": tone(ax, 0.55)}


def bar_style(part: PartOption, color: str) -> dict[str, Any]:
    """Return keywords of filled steps: the caller's colour, or any other keyword, before ours."""
    given = checked_keywords(part_of(part), StepPatch)
    color = given.pop("color", color)
    face = to_rgba(color, OPACITY * to_rgba(color)[3])
    return {"facecolor": face, "edgecolor": color, "linewidth": 0.8, "zorder": 2.0, **given}


def label_unlabelled(ax: Axes, x: str, y: str) -> None:
    """Label axes where the caller has not, and keep the style of now for saving later."""
    keep_style(ax)
    if not ax.get_xlabel():
        ax.set_xlabel(x)
    if not ax.get_ylabel():
        ax.set_ylabel(y)


def _heights(weight: FloatArray, outline: FloatArray, there: slice, density: bool) -> FloatArray:
    gap = [0.0]
    heights = np.concatenate([weight[:1], gap, weight[1:-1], gap, weight[-1:]])[there]
    if density and heights.any():
        heights = heights / (heights.sum() * np.diff(outline))
    return heights


def _place(threshold: float, edges: FloatArray) -> float:
    """Return where a threshold stands; beyond the bins in the gap before what is at the end."""
    wide = end_places(edges)[2]
    return float(np.clip(threshold, edges[0] - wide / 2, edges[-1] + wide / 2))


def _threshold(ax: Axes, x: float, part: PartOption) -> Line2D:
    style = merged(part_of(part), color=tone(ax, 0.85), linewidth=1.2, zorder=3.0)
    return ax.axvline(x, **{"label": "_threshold", **style})
