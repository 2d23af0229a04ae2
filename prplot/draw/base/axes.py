"""Axes to draw into, colors that fit any style, and the size and layout of new figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, cast
from weakref import WeakSet

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure

from prplot.draw.base.limits import shows
from prplot.draw.views import view_of
from prplot.errors import PrplotTypeError, by_name, short, warn, wrong_type
from prplot.path.facts import uncounted
from prplot.path.path import ConfusionPath
from prplot.rows.checks import number_that
from prplot.spaces import Space

# Okabe and Ito's colors that stand out on white, safe for color-blind readers.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
FIGURE_SIZE = (5.2, 4.4)
# Recall and precision are placed at this prevalence if their own is unknown. Every other prevalence gives the same
# places.
ANY = 1e-6
# Axes narrower than this, in mm, get smaller texts.
ROOMY = 70.0
# The layout is repeated until no axes move by more than REST, as a share of the figure, but at most LAYOUTS times.
LAYOUTS, REST = 12, 1e-4
# The name of an attribute of secondary axes, whose value is "x" or "y".
SECONDARY = "prplot_secondary"
# The size of new figures in inches if the style sets only a width. A figure whose height is not set may grow.
loose_size: ContextVar[tuple[float, float] | None] = ContextVar("loose_size", default=None)
# The size, in points, of the smallest text that the caller's venue allows; 0 without a venue.
least_text: ContextVar[float] = ContextVar("least_text", default=0.0)
_growing: WeakSet[Figure] = WeakSet()
# The pyplot figures that the running drawing call has made; None outside of drawing calls.
_new_figures: ContextVar[list[Figure] | None] = ContextVar("new_figures", default=None)
# Figures are at most this high and wide, in inches.
LARGEST = 400.0

F = TypeVar("F", bound=Callable[..., Any])


def drawing_function(way_out: str = "") -> Callable[[F], F]:
    """Decorate a drawing function: it gets the errors of `by_name`, and its figures are closed if a call fails."""

    def decorated(function: F) -> F:
        @by_name(way_out)
        @wraps(function)
        def draws(*args: Any, **kwargs: Any) -> Any:
            figures: list[Figure] = []
            before = _new_figures.set(figures)
            try:
                return function(*args, **kwargs)
            except BaseException:
                for figure in figures:
                    plt.close(figure)
                raise
            finally:
                _new_figures.reset(before)
                if (outer := _new_figures.get()) is not None:
                    outer.extend(figures)

        return cast(F, draws)

    return decorated


def pyplot_figure(width: float, height: float) -> Figure:
    """Return a new figure of this size in inches that pyplot shows and that the caller must close."""
    figure = plt.figure(figsize=(width, height), layout="constrained")
    if (figures := _new_figures.get()) is not None:
        figures.append(figure)
    return figure


def read_figsize(figsize: Any) -> tuple[float, float] | None:
    """Return the argument ``figsize`` as (width, height) in inches, or None; raise an error for anything else."""
    if figsize is None:
        return None
    try:
        width, height = figsize
    except (TypeError, ValueError):
        rule = "be None or (width, height) in inches"
        raise wrong_type("figsize", rule, figsize, "For example figsize=(7.2, 4).") from None
    rule, way_out = f"lie in (0, {LARGEST:g}]", "It is in inches: an inch is 25.4 mm."
    sides = (("figsize[0]", width), ("figsize[1]", height))
    width, height = (
        number_that(name, side, lambda inches: 0 < inches <= LARGEST, rule, way_out) for name, side in sides
    )
    return width, height


def axes_for(ax: Axes | None, space: Space | None = None) -> Axes:
    """Return the caller's axes, the current axes, or the axes of a new figure.

    The current axes are used if ``space`` is given and they show that space or none yet, or if the current figure is
    empty.
    """
    if ax is not None and not isinstance(ax, Axes):
        raise PrplotTypeError(f"ax must be a matplotlib Axes or None; got {type(ax).__name__} {short(ax)}.")
    if ax is not None:
        return ax
    if space is not None and plt.get_fignums():
        current = plt.gca()
        if shows(current, space):
            return current
    if plt.get_fignums() and not (plt.gcf().axes or plt.gcf().subfigs):
        return plt.gcf().add_subplot()
    size = styled_size()
    figure = pyplot_figure(*(size or FIGURE_SIZE))
    if size is None or size == loose_size.get():
        _growing.add(figure)
    return figure.add_subplot()


def may_grow(figure: Figure) -> bool:
    """Return whether prplot made the figure and nobody has set its height, so that a legend may enlarge it."""
    return figure in _growing


def styled_size() -> tuple[float, float] | None:
    """Return the figure size in inches that the caller's style sets; None if it keeps matplotlib's default."""
    width, height = map(float, mpl.rcParams["figure.figsize"])
    return None if [width, height] == list(mpl.rcParamsDefault["figure.figsize"]) else (width, height)


def space_of(thing: Any) -> Space:
    """Return the space of a space, a curve or a path; a path stands for PR space."""
    if isinstance(thing, ConfusionPath):
        thing = thing.pr()
    space = thing if isinstance(thing, Space) else getattr(thing, "space", None)
    if not isinstance(space, Space):
        raise wrong_type("space", "be a space such as prplot.PR(0.1), a curve such as path.pr(), or a path", thing)
    return space


def has_places(space: Space, *, without_negatives: bool = False) -> bool:
    """Return whether the prevalence of a space is in (0, 1), so that rates have a place there.

    An unknown prevalence is enough if what is drawn depends on no negatives (``without_negatives``), as precision and
    recall do.
    """
    if np.isnan(space.prevalence):
        return without_negatives and not space._needs_negatives
    return 0 < space.prevalence < 1


def drawable(space: Space, what: str, *, lines: bool = False, without_negatives: bool = False) -> bool:
    """Return whether lines and regions given as rates can be drawn in a space; if not, warn.

    ``what`` names the thing in messages. Warns if the prevalence is unknown or 0 or 1. An unknown prevalence is allowed
    for things that depend on no negatives (``without_negatives``). Raises an error in spaces in which a confusion
    matrix is no point, such as cost and net benefit, unless ``lines`` is true.
    """
    if not (space._pointwise or lines):
        raise PrplotTypeError(
            f"{what} must be drawn in a space in which a confusion point is a point; got {space.title} space. "
            "There use baseline, and operating_point for the line of a single threshold."
        )
    if has_places(space, without_negatives=without_negatives):
        return True
    one_class = "with one class only there is no prevalence to place it at"
    unknown = view_of(space).unplaceable or uncounted()
    why = unknown if np.isnan(space.prevalence) else one_class
    warn(f"{what} is not drawn in {space.title} space: {why}.")
    return False


def with_prevalence(space: Space) -> Space:
    """Return the space with a prevalence: its own, or an arbitrary one if its own is unknown.

    Recall and precision have the same place at any prevalence.
    """
    return replace(space, prevalence=ANY) if np.isnan(space.prevalence) else space


def secondary_axis(ax: Axes, name: str) -> Any:
    """Return the secondary axis that `secondary` made at the top ("x") or on the right ("y"), or None."""
    return next((child for child in ax.child_axes if vars(child).get(SECONDARY) == name), None)


def tone(ax: Axes, share: float) -> str:
    """Return a color between background (``share`` = 0) and text color (1) of the style, as a hex string."""
    back, front = (np.array(to_rgb(c)) for c in (ax.get_facecolor(), mpl.rcParams["text.color"]))
    return to_hex(back + share * (front - back))


def width_in_mm(ax: Axes) -> float:
    """Return the width in mm of the space for the axes; it does not depend on the layout."""
    spec = ax.get_subplotspec()
    share = ax.get_position(original=True).width if spec is None else spec.get_position(ax.figure).width  # type: ignore[arg-type]
    return float(ax.figure.bbox.width / ax.figure.dpi * share * 25.4)


def figure_of(ax: Axes) -> Figure:
    """Return the figure of the axes, also if they are in a subfigure."""
    return cast(Figure, ax.get_figure(root=True))


def own_figure(width: float, height: float, *, grows: bool = False) -> Figure:
    """Return a new figure of this size in inches that pyplot does not know, so that it needs no closing.

    With ``grows`` a legend may enlarge it.
    """
    figure = Figure(figsize=(width, height), layout="constrained")
    # A figure with its own canvas keeps one renderer, so that the sizes of texts are measured only once.
    FigureCanvasAgg(figure)
    if grows:
        _growing.add(figure)
    return figure


def repeat_layout(figure: Figure) -> None:
    """Repeat the layout of a figure until no axes move, because one layout does not center square axes.

    Everything is drawn first, invisibly, so that the labels at the ends of lines have their places.
    """
    engine = figure.get_layout_engine()
    if engine is None:
        return
    figure.draw_without_rendering()
    for _ in range(LAYOUTS):
        before = [ax.get_position(original=True).bounds for ax in figure.axes]
        engine.execute(figure)
        if np.allclose(before, [ax.get_position(original=True).bounds for ax in figure.axes], rtol=0, atol=REST):
            return


@contextmanager
def axes_held(figure: Figure) -> Iterator[None]:
    """Keep the layout from moving the axes of a figure inside the ``with`` block."""
    engine = figure.get_layout_engine()
    figure.set_layout_engine("none")
    try:
        yield
    finally:
        figure.set_layout_engine(engine)


def backend() -> str:
    """Return the name of matplotlib's backend, without selecting one; empty if none is selected yet."""
    return str(mpl.get_backend(auto_select=False) or "")
