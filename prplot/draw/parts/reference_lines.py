"""Reference lines: level lines of metrics, chance lines, and the grids of PRG and ROC space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import ArrayLike

from prplot.curve.curve import Curve
from prplot.draw.base.axes import drawing_function, space_of, tone, with_prevalence
from prplot.draw.base.drawn import Drawn
from prplot.draw.base.keywords import merged
from prplot.draw.base.literal_text import localized
from prplot.draw.lines.curve_line import curves_on, in_square
from prplot.draw.lines.level_sets import TINY, level_lines, usual_levels
from prplot.draw.parts.part import add_line, axes_with_room, framed_axes, values_or_count
from prplot.draw.parts.points import GAP
from prplot.draw.text.annotations import write_prevalence, write_values
from prplot.draw.text.labels import Label, beside, placed
from prplot.draw.views import f_levels, references
from prplot.errors import invalid, one_of, short, yes_or_no
from prplot.metrics import FPR, PRECISION_GAIN, RECALL, RECALL_GAIN, Metric, f_beta
from prplot.metrics import metric as metric_named
from prplot.path.path import ConfusionPath
from prplot.rows.arrays import FloatArray
from prplot.rows.checks import reals
from prplot.spaces import PRG, ROC, Space

USUAL_COUNT = 4
# The label of a line also holds at another prevalence if the metric differs from the level by at most this share.
AS_WRITTEN = 5e-3
# Baselines: random scores, or the classifier that predicts every row positive.
ReferenceKind = Literal["chance", "always-positive"]
GRID_LEVELS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@drawing_function()
def isolines(
    space: Space | Curve | ConfusionPath,
    metric: str | Metric,
    levels: ArrayLike | int | None = None,
    *,
    beyond: bool = False,
    values: bool | str = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the lines along which a metric is constant, in every space but cost, net benefit and Murphy space.

    Parameters
    ----------
    space : Space, Curve or ConfusionPath
        The space of the axes; a curve stands for its space.
    metric : str or Metric
        By name ("f1", "precision", "accuracy", "recall_gain", "mcc", "g_mean", ...) or as an object such as
        ``prplot.f_beta(2.0)`` or ``prplot.expected_cost(fn=5, prevalence=0.1)``. Isolines of most metrics are straight
        in ROC space and are computed exactly; those of "mcc", "markedness", "g_mean" and other
        `prplot.metrics.Nonlinear` metrics are curved and computed as contours on a fine grid.
    levels : array_like or int, optional
        Values of the metric, or their approximate number; by default about 4 round values, spread over the region above
        chance. A level that no point attains is not drawn.
    beyond : bool
        Also continue the lines to fpr > 1, which no classifier can reach.
    values : bool or "on"
        True: write the values of the metric at the edge of the axes; "on": on the lines. Values are written where there
        is room. Axes narrower than 45 mm show only the name of the metric.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.
    **line
        Keywords for `matplotlib.lines.Line2D`.

    Returns
    -------
    Drawn
        One line per level that is attained; the label of the line ends with the level. If a line has several pieces,
        they are separated by NaN.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the metric is unknown, if a level is not a finite number, or if ``space`` is neither a space nor a curve.

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
    uncounted = where._interpolated and not measure._needs_negatives
    ax, room = axes_with_room(ax, where, "an isoline", without_negatives=uncounted)
    if not room:
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
    """A line along which a metric has one level at one prevalence; ``values`` are the texts of all such lines."""

    measure: Metric
    level: float
    prevalence: float
    values: tuple[Any, ...] = ()

    def at(self, space: Space) -> FloatArray:
        """Return the metric's values along the line if the prevalence is that of another space."""
        # Values are taken in the middle of each piece, because a metric may be undefined at the ends.
        x, y = ((side[:-1] + side[1:]) / 2 for side in map(np.asarray, self.get_data()))
        with np.errstate(all="ignore"):
            values = np.asarray(self.measure.value(*space.inverse(x, y), space.prevalence))
        return np.asarray(values[np.isfinite(values) & (x >= 0) & (x <= 1) & (y >= 0) & (y <= space._top)])


def say_for_which(ax: Axes) -> None:
    """Adapt the labels of level lines to the prevalences of all curves on the axes.

    A label loses its value if the line has another value for some curve, and names its prevalence if the metric is not
    constant along the line for that curve.
    """
    spaces = {line.curve.space.prevalence: line.curve.space for line in curves_on(ax)}
    for line in ax.lines:
        if not isinstance(line, _Isoline):
            continue
        near = AS_WRITTEN * abs(line.level)
        for values in [line.at(space) for pi, space in spaces.items() if 0 < pi < 1]:
            if (np.abs(values - line.level) <= near).all():
                continue
            for text in line.values:
                if np.ptp(values) > near:
                    text.holds = f"(prevalence {localized(f'{line.prevalence:.3g}')})"
                text.name_only = not text.holds


@drawing_function()
def iso_f(
    space: Space | Curve | ConfusionPath,
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
    space : Space, Curve or ConfusionPath
        The space to draw in, or a curve.
    levels : array_like or int, optional
        The values of F_β, or how many evenly spaced lines to draw. Default: 4 lines, at F_β = 0.2, 0.4, 0.6, 0.8; in
        PRG space at F_β gains of 0.2, 0.4, 0.6, 0.8.
    beta : float
        Weight of recall against precision.
    beyond, values, ax, **line
        As in `isolines`: continue lines to fpr > 1; write the values of F_β; axes; line style.

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


@drawing_function()
def baseline(
    space: Space | Curve | ConfusionPath,
    *,
    kind: ReferenceKind = "chance",
    beta: float = 1.0,
    values: bool = True,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the chance line, or the line of points with the same F_β as predicting every row positive.

    Parameters
    ----------
    space : Space, Curve or ConfusionPath
        The space of the axes, or a curve in it.
    kind : {"chance", "always-positive"}
        ``"chance"``: the chance level of random scores, which is the diagonal in ROC space. In net benefit space two
        lines instead: the strategies "treat all" and "treat none". ``"always-positive"``: the line of all points with
        the same F_β as predicting every row positive; in PRG and for β = 1 this line is the minor diagonal. A
        classifier below the line has a smaller F_β than predicting every row positive.
    beta : float
        The β of F_β, used only for ``kind="always-positive"``.
    values : bool
        Whether to write the prevalence beside the chance line, if the chance line depends on the prevalence; in lift
        space the text is "lift 1".
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
    if kind == "chance" and not (where._pointwise or where._moves_with_prevalence):
        # In cost space the chance line is the same at every prevalence.
        ax, room = framed_axes(ax, where), True
    else:
        ax, room = axes_with_room(ax, where, kind, lines=kind == "chance")
    if not room:
        return Drawn(ax)
    if kind == "always-positive":
        style = merged(line, color=tone(ax, 0.45), linewidth=0.8, zorder=1.3, label=f"_{kind}")
        level = f_beta(beta).value(1.0, 1.0, where.prevalence)
        return isolines(where, f_beta(beta), [level], values=False, ax=ax, **style)
    drawn: list[Line2D] = []
    texts: list[Text] = []
    look = {"color": tone(ax, 0.5), "linewidth": 0.9, "linestyle": (0, (4, 3)), "zorder": 1.3}
    for name, rates in references(where):
        x, y = in_square(where, rates, rates)
        drawn.append(add_line(ax, (x, y), line, **look, label=f"_{name or kind}"))
        # A line that is the same at every prevalence is labeled only once.
        if values and name and name not in {text.value for text in ax.texts if isinstance(text, Label)}:
            texts.append(placed(ax, name, beside(x, y, GAP), {"color": tone(ax, 0.6), "fontsize": "x-small"}))
        # The diagonal is the chance line at every prevalence, so it has no label.
        elif values and not name and where._moves_with_prevalence and where._pointwise and not np.allclose(x, y):
            texts.append(write_prevalence(ax, where.prevalence, drawn[0]))
    return Drawn(ax, tuple(drawn), texts=tuple(texts))


@drawing_function()
def prg_grid(
    space: Space | Curve | ConfusionPath,
    *,
    levels: ArrayLike = GRID_LEVELS,
    dots: bool = False,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the grid lines of PR-Gain space, in every space but cost, net benefit and Murphy space.

    Parameters
    ----------
    space : Space, Curve or ConfusionPath
        The space in which to draw the grid; in PRG space the grid is square.
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
    return _grid(space, PRG, (PRECISION_GAIN, RECALL_GAIN), levels, dots, ax, merged(line, color="#009E73"))


@drawing_function()
def roc_grid(
    space: Space | Curve | ConfusionPath,
    *,
    levels: ArrayLike = GRID_LEVELS,
    dots: bool = False,
    ax: Axes | None = None,
    **line: Any,
) -> Drawn:
    """Draw the grid lines of ROC space, in every space but cost, net benefit and Murphy space.

    Parameters
    ----------
    space : Space, Curve or ConfusionPath
        The space in which to draw the grid; in ROC space the grid is square.
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
    return _grid(space, ROC, (FPR, RECALL), levels, dots, ax, merged(line, color="#56B4E9"))


def _grid(
    space: Space | Curve | ConfusionPath,
    home: type[PRG] | type[ROC],
    metrics: Sequence[Metric],
    levels: ArrayLike,
    dots: bool,
    ax: Axes | None,
    line: dict[str, Any],
) -> Drawn:
    """Draw level lines of the two metrics on the axes of the space ``home``, or dots where these lines cross."""
    if not yes_or_no("dots", dots):
        style = {"linewidth": 0.6, "alpha": 0.7, "zorder": 0.9, **line}
        one, other = (isolines(space, measure, levels, values=False, ax=ax, **style) for measure in metrics)
        return one.together_with(other)
    where = with_prevalence(space_of(space))
    wanted = np.atleast_1d(reals("levels", levels)).ravel()
    ax, room = axes_with_room(ax, where, "a grid of dots")
    if not room:
        return Drawn(ax)
    with np.errstate(all="ignore"):
        rates = np.reshape(home(where.prevalence).inverse(*np.meshgrid(wanted, wanted)), (2, -1))
    inside = ((rates >= -TINY) & (rates <= 1 + TINY)).all(axis=0)
    points = np.array(where.forward(*rates[:, inside].clip(0.0, 1.0)))
    look = {"marker": "o", "markersize": 2.5, "linestyle": "none", "alpha": 0.8, "zorder": 0.9, "label": "_grid"}
    # In PRG space a recall of 0 is infinitely far away.
    x, y = points[:, np.isfinite(points).all(axis=0)]
    return Drawn(ax, (add_line(ax, (x, y), line, **look),))
