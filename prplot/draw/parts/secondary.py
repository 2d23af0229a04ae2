"""Secondary axes, and axis labels with the numbers of positives and negatives and the prevalence."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prplot.curve.curve import Curve
from prplot.draw.base.axes import (
    SECONDARY,
    drawable,
    drawing_function,
    figure_of,
    secondary_axis,
    space_of,
    tone,
)
from prplot.draw.base.keywords import check_parts, checked_keywords, part_of
from prplot.draw.base.scales import RateLocator, label_rates, unchanged
from prplot.draw.parts.part import curve_of, framed_axes
from prplot.draw.views import SecondaryScale, secondary_scales, view_of
from prplot.errors import PrplotValueError
from prplot.path.path import ConfusionPath
from prplot.spaces import Space


class Secondary(NamedTuple):
    """The axes and the secondary axes that `secondary` has added.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes themselves.
    x, y : matplotlib.axes.Axes or None
        The secondary axis at the top and the one on the right, as matplotlib makes them.
    """

    ax: Axes
    x: Any = None
    y: Any = None

    @property
    def figure(self) -> Figure:
        """The figure that holds the axes."""
        return figure_of(self.ax)

    def __repr__(self) -> str:
        shown = [axis.get_xlabel() or axis.get_ylabel() for axis in (self.x, self.y) if axis is not None]
        return f"Secondary({', '.join(shown) or 'nothing besides'})"


@drawing_function("How an axis looks is said in its dict, such as x={'color': 'red'}.")
def secondary(
    space: Space | Curve | ConfusionPath,
    *,
    x: bool | dict[str, Any] | None = None,
    y: bool | dict[str, Any] | None = None,
    ax: Axes | None = None,
) -> Secondary:
    """Add secondary axes: precision and recall beside PR-Gain axes, the false positive rate above CROC axes.

    The axes of PRG space show gains; the secondary axes have ticks at round values of recall and precision, and at the
    prevalence. CROC stretches the low false positive rates; the secondary axis is labeled with the rates themselves.
    Other spaces get no secondary axes.

    Parameters
    ----------
    space : Space, Curve or ConfusionPath
        The space of the axes; a curve stands for its space.
    x, y : dict, bool or None
        Options of the secondary axis on top (x) and on the right (y). None or True adds the axis, False omits it; a
        dict holds keywords for its ``set`` method, such as ``{"xlabel": "Recall of tumours"}``.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.

    Returns
    -------
    Secondary
        The secondary axes ``x`` and ``y``; None for an axis that is not shown.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If ``ax`` already has secondary axes for another prevalence, ``space`` is not a space or curve, or ``x`` or
        ``y`` is invalid.

    References
    ----------
    T. Saito and M. Rehmsmeier, PLoS ONE 2015, doi:10.1371/journal.pone.0118432, for CROC.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.secondary(prplot.PRG(0.2))
    Secondary(Recall, Precision)
    """
    where, parts = space_of(space), dict[str, Any](x=x, y=y)
    check_parts(**parts)
    ax = framed_axes(ax, where)
    wanted = [beside for beside in secondary_scales(where) if parts[beside.axis] is not False]
    if not wanted or not drawable(where, "a secondary axis"):
        return Secondary(ax)
    shown = {beside.axis: secondary_axis(ax, beside.axis) or _add_axis(ax, beside, where) for beside in wanted}
    for beside in wanted:
        axis = shown[beside.axis]
        marks = getattr(axis, f"{beside.axis}axis").get_major_locator().first
        if marks != beside.marks:
            raise PrplotValueError(
                f"ax must show {beside.label.lower()} at one prevalence besides; it shows that at "
                f"{marks[-1]:.4g} already. Use other axes, or call secondary for one space only."
            )
        axis.set(**checked_keywords(part_of(parts[beside.axis]), type(axis), part=beside.axis))
    return Secondary(ax, **shown)


def _add_axis(ax: Axes, beside: SecondaryScale, space: Space) -> Any:
    """Add a secondary axis whose tick labels are rates."""
    name = beside.axis
    # The secondary axis has the coordinates of the main axis, so that it fits every view. Only its labels are rates.
    axis: Any = getattr(ax, f"secondary_{name}axis")(
        "top" if name == "x" else "right", functions=(unchanged, unchanged)
    )
    vars(axis)[SECONDARY] = name
    ticks = getattr(axis, f"{name}axis")
    prevalence = space.prevalence if space.prevalence in beside.marks else math.nan
    label_rates(ticks, RateLocator(beside.marks, beside.rate, beside.place, prevalence=prevalence))
    calm = tone(ax, 0.65)
    ticks.set_label_text(beside.label, color=calm)
    axis.tick_params(axis=name, colors=calm, labelsize="small")
    axis.grid(visible=False)
    return axis


@drawing_function("Labels are changed with ax.set_xlabel and ax.set_ylabel.")
def label_axes(curve: Curve | ConfusionPath, *, ax: Axes | None = None) -> tuple[str, str]:
    """Label the axes with the numbers of positives or negatives and the prevalence.

    For example "Recall (P = 182)" and "Precision (π = 0.1)"; P and N are the weights of positives
    and negatives.

    Parameters
    ----------
    curve : Curve or ConfusionPath
        The curve whose P, N and prevalence are written.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.

    Returns
    -------
    (str, str)
        The two labels.

    Raises
    ------
    PrplotTypeError
        If the argument is not a curve. A space is not accepted, because a space does not hold the numbers of positives
        and negatives.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 0, 0], [0.9, 0.8, 0.4, 0.1]).roc()
    >>> prplot.draw.label_axes(curve)
    ('False positive rate (N = 3)', 'True positive rate (P = 1)')
    >>> artists = prplot.plot(curve)
    >>> labels = prplot.draw.label_axes(curve, ax=artists.ax)
    """
    curve = curve_of(curve)
    space, path = curve.space, curve.path
    ax = framed_axes(ax, space)
    totals = {"positives": path.positives, "negatives": path.negatives, "prevalence": path._now.prevalence}
    facts = {name: _written(fact) for name, fact in {**vars(space), **totals}.items()}
    labels = []
    for label, text in zip((space.xlabel, space.ylabel), view_of(space).explained, strict=True):
        more = text.format(**facts)
        # Numbers that are unknown are left out of the label.
        label += f" ({more})" if more and "nan" not in more else ""
        labels.append(label.replace("π", r"$\pi$").replace("α", r"$\alpha$"))
    ax.set(xlabel=labels[0], ylabel=labels[1])
    return labels[0], labels[1]


def _written(fact: Any) -> str:
    """Return a whole number with thousands separators, and any other number with three digits."""
    if not isinstance(fact, float):
        return str(fact)
    return f"{fact:,.0f}" if fact.is_integer() and fact < 1e9 else f"{fact:.3g}"
