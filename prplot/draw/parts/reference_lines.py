"""Lines to read a figure by: what costs nothing to reach, and the grids of PRG and ROC space."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import axes_for, space_of, tone, with_prevalence
from prplot.draw.base.keywords import merged
from prplot.draw.base.limits import frame
from prplot.draw.base.results import Drawn
from prplot.draw.lines.level_sets import TINY, across
from prplot.draw.lines.polyline import in_square
from prplot.draw.parts.isolines import isolines
from prplot.draw.parts.part import add_line, axes_with_room
from prplot.draw.parts.points import GAP
from prplot.draw.text.edge_text import write_prevalence
from prplot.draw.text.labels import beside, placed
from prplot.draw.views import references
from prplot.errors import one_of, wrong_type
from prplot.metrics import FPR, PRECISION_GAIN, RECALL, RECALL_GAIN, LinearFractional, f_beta
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import reals
from prplot.spaces import Space

__all__ = ["baseline", "prg_grid", "roc_grid"]

# What costs nothing to reach: scores that know nothing, or predicting everything positive.
ReferenceKind = Literal["chance", "always-positive"]
GRID_LEVELS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def baseline(
    space: Space | Curve,
    *,
    kind: ReferenceKind = "chance",
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
        ``"chance"``: scores that know nothing, the diagonal of the square; of decision curves both ends of it, to
        treat all and to treat none. ``"always-positive"``:
        the F_β isoline through the point (1, 1), the minor diagonal in PRG for β = 1; a
        classifier below it has a smaller F_β than predicting everything positive.
    beta : float
        For "always-positive".
    values : bool
        Write the prevalence beside the chance line, where the space depends on it; in lift space write "lift 1".
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
    kind = one_of("kind", kind, get_args(ReferenceKind))
    where = space_of(space)
    if where.pointwise or where.moves_with_prevalence or kind == "always-positive":
        ax, there = axes_with_room(ax, where, kind, lines=kind == "chance")
        if not there:
            return Drawn(ax)
    else:
        # In cost space chance is the same at any prevalence.
        ax = axes_for(ax, where)
        frame(ax, where)
    if kind == "always-positive":
        measure = f_beta(beta)
        level = float(measure.value(1.0, 1.0, where.prevalence))
        line_there = across(measure.line(level, where.prevalence), where, beyond=False)
        assert line_there is not None
        lines: list[tuple[str, FloatArray, FloatArray]] = [("", *line_there)]
        look: dict[str, Any] = {"color": tone(ax, 0.45), "linewidth": 0.8, "zorder": 1.3}
    else:
        lines = [(name, rates, rates) for name, rates in references(where)]
        look = {"color": tone(ax, 0.5), "linewidth": 0.9, "linestyle": (0, (4, 3)), "zorder": 1.3}
    drawn, texts = [], []
    for name, fpr, tpr in lines:
        drawn.append(add_line(ax, in_square(where, fpr, tpr), line, **look, label=f"_{name or kind}"))
        # What does not move with the prevalence is named once.
        if values and name and name not in {text.get_text() for text in ax.texts}:
            texts.append(_named(ax, where, name, fpr))
    if values and lines[0][0] == "" and kind == "chance" and where.moves_with_prevalence and where.pointwise:
        texts = [write_prevalence(ax, where.prevalence, drawn[0])]
    return Drawn(ax, tuple(drawn), texts=tuple(texts))


def _named(ax: Axes, space: Space, name: str, rates: FloatArray) -> Text:
    """Write the name of a line beside what of it is in view."""
    places = beside(*in_square(space, rates, rates), GAP)
    return placed(ax, name, places, {"color": tone(ax, 0.6), "fontsize": "x-small"})


def prg_grid(
    space: Space | Curve,
    *,
    levels: ArrayLike = GRID_LEVELS,
    dots: bool = False,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the regular grid of PRG space as it is seen in any space.

    Parameters
    ----------
    space : Space or Curve
        Where; in PRG it is a square grid.
    levels : array_like
        Levels of precision gain and of recall gain.
    dots : bool
        Draw the crossings of the grid as dots, not its lines.
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
    return _grid(space, (PRECISION_GAIN, RECALL_GAIN), levels, dots, "#009E73", ax, line)


def roc_grid(
    space: Space | Curve,
    *,
    levels: ArrayLike = GRID_LEVELS,
    dots: bool = False,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the regular grid of ROC space as it is seen in any space.

    Parameters
    ----------
    space : Space or Curve
        Where; in ROC it is a square grid.
    levels : array_like
        Levels of the false and of the true positive rate.
    dots : bool
        Draw the crossings of the grid as dots, not its lines.
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
    >>> prplot.draw.roc_grid(prplot.PRG(0.2))
    Drawn(11 lines, 0 fills, 0 texts)
    """
    return _grid(space, (FPR, RECALL), levels, dots, "#56B4E9", ax, line)


def _grid(
    space: Space | Curve,
    metrics: tuple[LinearFractional, LinearFractional],
    levels: ArrayLike,
    dots: bool,
    color: str,
    ax: Axes | None,
    line: dict[str, Any],
) -> Drawn:
    if not isinstance(dots, bool | np.bool_):
        raise wrong_type("dots", "be True or False", dots)
    if dots:
        return _crossings(space, metrics, levels, ax, merged(line, Line2D, color=color))
    style = merged(line, Line2D, color=color, linewidth=0.6, alpha=0.7, zorder=0.9)
    one, other = (isolines(space, measure, levels, values=False, ax=ax, **style) for measure in metrics)
    return one.together_with(other)


def _crossings(
    space: Space | Curve,
    metrics: tuple[LinearFractional, LinearFractional],
    levels: ArrayLike,
    ax: Axes | None,
    style: dict[str, Any],
) -> Drawn:
    """Mark where lines of both metrics cross, in the unit square of rates."""
    where = with_prevalence(space_of(space))
    wanted = np.atleast_1d(reals("levels", levels)).ravel()
    ax, there = axes_with_room(ax, where, "a grid of dots")
    if not there:
        return Drawn(ax)
    first, second = (np.array([measure.line(level, where.prevalence) for level in wanted]) for measure in metrics)
    one, other = np.repeat(first, len(second), axis=0), np.tile(second, (len(first), 1))
    cross = np.cross(one, other)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = cross[:, :2] / cross[:, 2:]
    inside = np.all((rates >= -TINY) & (rates <= 1 + TINY), axis=1)
    x, y = where.forward(*np.clip(rates[inside], 0.0, 1.0).T)
    look = {"marker": "o", "markersize": 2.5, "linestyle": "none", "alpha": 0.8, "zorder": 0.9, "label": "_grid"}
    # In PRG a recall of 0 is nowhere.
    finite = np.isfinite(x) & np.isfinite(y)
    return Drawn(ax, (add_line(ax, (x[finite], y[finite]), style, **look),))
