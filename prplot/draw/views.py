"""How figures show each space: scales, axis labels, free corners, reference lines and secondary axes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from prplot.rows.arrays import FloatArray
from prplot.spaces import Space

# The y value down to which curves may extend the view by default.
FLOOR = -0.5


class SpaceView(NamedTuple):
    """The properties with which figures show a space.

    Attributes
    ----------
    explained : (str, str)
        The additions to axes labels that explain themselves: formats with π, P, N and fields of the space.
    free_corner : str
        The corner that curves seldom reach.
    scales : (str, str)
        The scales of the two axes.
    fits : bool
        Whether the view ends at the highest point of curves and chance lines, not at the largest possible y value.
    farthest : float
        The largest fpr up to which lines are drawn that leave the unit square.
    unplaceable : str
        The reason why nothing that needs a prevalence can be drawn, if it is not an unknown N.
    lowest : float
        The lower end of the view as a share of the largest y value; None if curves decide.
    chance : tuple of (str, tuple of float)
        The chance lines as (name, rates), along which fpr equals tpr; a single line needs no entry.
    gains : bool
        Whether both axes are gains, so that secondary axes show the rates, and predicting every row positive is a line.
    magnified : str
        The label of a secondary x axis for the rate that the x axis magnifies; empty if it magnifies none.
    lines_at_thresholds : bool
        Whether every threshold is a straight line, which pages can mark.
    moves : str
        The axis along which pages move curves to another prevalence; empty if they do not move them.
    lasting : str
        The part of the figure that is the same at every prevalence.
    """

    explained: tuple[str, str] = ("", "")
    free_corner: str = "lower left"
    scales: tuple[str, str] = ("linear", "linear")
    fits: bool = False
    farthest: float = 1e6
    unplaceable: str = ""
    lowest: float | None = None
    chance: tuple[tuple[str, tuple[float, ...]], ...] = ()
    gains: bool = False
    magnified: str = ""
    lines_at_thresholds: bool = False
    moves: str = ""
    lasting: str = ""


VIEWS = {
    "pr": SpaceView(("P = {positives}", "π = {prevalence}"), moves="y", lasting="iso_f"),
    "prg": SpaceView(("P = {positives}", "0 at π = {prevalence}"), gains=True, moves="x", lasting="chance"),
    "roc": SpaceView(("N = {negatives}", "P = {positives}")),
    # Beyond fpr 1.5 the magnifying map of CROC space loses all digits.
    "croc": SpaceView(
        ("α = {alpha}, N = {negatives}", "P = {positives}"), farthest=1.5, magnified="False positive rate"
    ),
    "cost": SpaceView(("π = {prevalence} at equal costs", "1 = all wrong"), lines_at_thresholds=True),
    "det": SpaceView(("N = {negatives}", "P = {positives}"), scales=("probit", "probit")),
    "gains": SpaceView(("π = {prevalence}", "P = {positives}")),
    "lift": SpaceView(("P = {positives}", "precision / π, π = {prevalence}"), chance=(("lift 1", ()),)),
    "froc": SpaceView(
        ("{images} images", "P = {positives}"),
        unplaceable="false positives are counted per image here, and are no rate.",
    ),
    "net_benefit": SpaceView(
        ("predicted positive from there on", "in true positives per row, π = {prevalence}"),
        free_corner="upper right",
        lowest=-0.1,
        chance=(("treat all", (1.0,)), ("treat none", (0.0,))),
    ),
    "risk_coverage": SpaceView(
        ("share of predictions accepted", "errors, {prevalence} are right"),
        free_corner="upper left",
        fits=True,
        chance=(("random confidence", ()),),
    ),
    "murphy": SpaceView(
        ("predicted positive from there on", "twice the cost, π = {prevalence}"),
        free_corner="upper right",
        fits=True,
        chance=(("prevalence alone", ()),),
    ),
    "murphy, log loss": SpaceView(
        ("predicted positive from there on", "π = {prevalence}"),
        free_corner="upper right",
        scales=("logit", "linear"),
        fits=True,
        chance=(("prevalence alone", ()),),
    ),
}


def view_of(space: Space) -> SpaceView:
    """Return the properties with which figures show a space."""
    scoring = space._scoring
    return VIEWS.get(scoring.view if scoring else space.name, SpaceView())


def lowest_views(space: Space) -> tuple[float, float]:
    """Return the y value down to which the view always extends, and the y value down to which curves may extend it."""
    lowest = view_of(space).lowest
    return (0.0, FLOOR) if lowest is None else (lowest * space._top, lowest * space._top)


def references(space: Space) -> tuple[tuple[str, FloatArray], ...]:
    """Return the chance lines of a space as (name, rates), with fpr = tpr = rates; a single line has no name."""
    diagonal = space._lowest_rate, 1.0
    return tuple((name, np.array(rates or diagonal)) for name, rates in view_of(space).chance or (("", ()),))


def f_levels(space: Space, count: int) -> list[float]:
    """Return ``count`` levels of F_β whose lines are evenly spaced in a space."""
    levels = np.arange(1, count + 1) / (count + 1)
    return [float(level) for level in (_rate_of(space, levels) if view_of(space).gains else levels)]


class SecondaryScale(NamedTuple):
    """A secondary axis, which shows a rate beside the coordinate of an axis.

    ``axis`` is "x" or "y". ``rate`` maps coordinates to the rate, clipped at the ends of the axis, and ``place`` maps
    back. ``marks`` are the rates that most deserve a tick.
    """

    axis: Literal["x", "y"]
    label: str
    rate: Callable[[FloatArray], FloatArray]
    place: Callable[[FloatArray], FloatArray]
    marks: tuple[float, ...]


def secondary_scales(space: Space) -> tuple[SecondaryScale, ...]:
    """Return the secondary axes of a space: rates for axes that show gains or a magnified rate; empty for others."""
    rate, place, marks = partial(_rate_of, space), partial(_place_of, space), (1.0, space.prevalence)
    view = view_of(space)
    if view.magnified:
        return (SecondaryScale("x", view.magnified, rate, place, (0.0, 1.0)),)
    if not view.gains:
        return ()
    return SecondaryScale("x", "Recall", rate, place, marks), SecondaryScale("y", "Precision", rate, place, marks)


def _rate_of(space: Space, x: FloatArray) -> FloatArray:
    return np.asarray(space._abscissa_rate(np.clip(x, *space.domain), space._odds))


def _place_of(space: Space, rates: FloatArray) -> FloatArray:
    # x depends on only one of the two rates, so both arguments may be the same.
    return np.asarray(space.forward(rates, rates)[0])
