"""Axes that explain themselves: what they show besides, and labels that say of how much and at which prevalence."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from prplot.curve.curve import Curve
from prplot.draw.base.axes import SECONDARY, axes_for, drawable, secondary_axis, space_of, tone
from prplot.draw.base.figure import figure_of
from prplot.draw.base.keywords import PartOption, check_part, part_of
from prplot.draw.base.limits import frame
from prplot.draw.base.scales import RateFormatter, RateLocator, unchanged
from prplot.draw.views import SecondaryScale, explained, secondary_scales
from prplot.errors import PrplotValueError, by_name, wrong_type
from prplot.spaces import Space

__all__ = ["Secondary", "label_axes", "secondary"]

SIDES = {"x": "top", "y": "right"}
# Larger numbers are written with a power of ten.
MOST = 1e9
# How labels write what plain text has as letters.
LETTERS = {"π": r"$\pi$", "α": r"$\alpha$"}


class Secondary(NamedTuple):
    """Axes and what they show besides.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes themselves.
    x, y : matplotlib.axes.Axes or None
        The secondary axis on top, and the one on the right, as matplotlib makes them.
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


@by_name("How an axis looks is said in its dict, such as x={'color': 'red'}.")
def secondary(space: Space | Curve, *, x: PartOption = None, y: PartOption = None, ax: Axes | None = None) -> Secondary:
    """Show on top and on the right what the axes stand for besides their own coordinates.

    In PRG recall and precision, whose gains the axes show, with ticks at round values and at π; in
    CROC the false positive rate before it was magnified. The axes of PR, ROC and cost space show
    what they stand for already, and get nothing.

    Parameters
    ----------
    space : Space or Curve
        Where; a curve stands for its space.
    x, y : dict, bool or None
        The axis on top and the one on the right: False leaves it out; a dict goes to its ``set``,
        such as ``{"xlabel": "Recall of tumours"}``.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.

    Returns
    -------
    Secondary
        With ``x`` and ``y``, each None where nothing is shown.

    Raises
    ------
    PrplotValueError, PrplotTypeError
        If the axes show another prevalence besides already, or for what is no space and no part.

    References
    ----------
    T. Saito and M. Rehmsmeier, PLoS ONE 2015, doi:10.1371/journal.pone.0118432, for CROC.

    Examples
    --------
    >>> import prplot
    >>> prplot.draw.secondary(prplot.PRG(0.2))
    Secondary(Recall, Precision)
    """
    where, parts = space_of(space), {"x": x, "y": y}
    for name, part in parts.items():
        check_part(name, part)
    ax = axes_for(ax, where)
    frame(ax, where)
    wanted = [beside for beside in secondary_scales(where) if parts[beside.axis] is not False]
    if not wanted or not drawable(where, "a secondary axis"):
        return Secondary(ax)
    shown = {beside.axis: _axis(ax, beside, where.prevalence) for beside in wanted}
    for name, axis in shown.items():
        axis.set(**part_of(parts[name]))
    return Secondary(ax, **shown)


def _axis(ax: Axes, beside: SecondaryScale, prevalence: float) -> Any:
    """Return the secondary axis, which is there once."""
    name, side = beside.axis, SIDES[beside.axis]
    there = secondary_axis(ax, name)
    if there is not None:
        locator = getattr(there, f"{name}axis").get_major_locator()
        if locator.first == beside.marks:
            return there
        raise PrplotValueError(
            f"ax must show {beside.label.lower()} at one prevalence besides; it shows that at "
            f"{locator.first[-1]:.4g} already. Use other axes, or call secondary for one space only."
        )
    # It shares the coordinates, so that it has a place for whatever they have; only ticks are rates.
    axis: Any = getattr(ax, f"secondary_{name}axis")(side, functions=(unchanged, unchanged))
    axis.set_gid(SECONDARY + name)
    ticks = getattr(axis, f"{name}axis")
    named = prevalence if prevalence in beside.marks else None
    locator = RateLocator(beside.marks, beside.rate, beside.place, named)
    ticks.set_major_locator(locator)
    ticks.set_major_formatter(RateFormatter(locator))
    ticks.set_minor_locator(NullLocator())
    ticks.set_label_text(beside.label)
    calm = tone(ax, 0.65)
    ticks.label.set_color(calm)
    axis.tick_params(axis=name, colors=calm, labelsize="small")
    axis.grid(visible=False)
    # A style may have ticks on all sides; these would be those of the coordinates.
    ax.tick_params(axis=name, which="both", **{side: False, f"label{side}": False})
    return axis


@by_name("Labels are changed with ax.set_xlabel and ax.set_ylabel.")
def label_axes(curve: Curve, *, ax: Axes | None = None) -> tuple[str, str]:
    """Label the axes so that they explain themselves: of how many, and at which prevalence.

    For example "Recall (P = 182)" and "Precision (π = 0.1)"; P and N are the weights of foreground
    and background.

    Parameters
    ----------
    curve : Curve
        Whose numbers they are.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes, or new ones.

    Returns
    -------
    (str, str)
        The two labels.

    Raises
    ------
    PrplotTypeError
        For what is no curve; a space alone does not know of how many.

    Examples
    --------
    >>> import prplot
    >>> curve = prplot.from_labels([1, 0, 0, 0], [0.9, 0.8, 0.4, 0.1]).roc()
    >>> prplot.draw.label_axes(curve)
    ('False positive rate (N = 3)', 'True positive rate (P = 1)')
    """
    if not isinstance(curve, Curve):
        raise wrong_type(
            "curve",
            "be a curve such as path.pr()",
            curve,
            "Its path has the numbers that labels say.",
        )
    space, path = curve.space, curve.path
    ax = axes_for(ax, space)
    frame(ax, space)
    facts = {field.name: getattr(space, field.name) for field in fields(space)}
    facts |= {
        "positives": path.positives,
        "negatives": path.negatives,
        "prevalence": path.known_prevalence,
    }
    told = {name: _written(fact) for name, fact in facts.items()}
    # What is not known is not said.
    texts = (text.format(**told) for text in explained(space))
    more = (f" ({text})" if text and "nan" not in text else "" for text in texts)
    labels = [label + text for label, text in zip((space.xlabel, space.ylabel), more, strict=True)]
    for letter, code in LETTERS.items():
        labels = [label.replace(letter, code) for label in labels]
    ax.set(xlabel=labels[0], ylabel=labels[1])
    return labels[0], labels[1]


def _written(fact: Any) -> str:
    """Return a number with thousands, if it is whole, or to three digits."""
    if not isinstance(fact, float):
        return str(fact)
    return f"{fact:,.0f}" if fact.is_integer() and fact < MOST else f"{fact:.3g}"
