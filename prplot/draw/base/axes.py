"""Axes, their frame, tones and edge texts: what every drawing function shares."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure

from prplot.draw.lines.retraced import CurveLine
from prplot.errors import PrplotTypeError, PrplotValueError, short, warn, wrong_type
from prplot.spaces import Space

__all__ = [
    "COLORS",
    "axes_for",
    "drawable",
    "frame",
    "keep_style",
    "least_text",
    "loose_size",
    "may_grow",
    "secondary_axis",
    "space_of",
    "style_of",
    "styled_size",
    "tone",
    "width_in_mm",
]

# Okabe and Ito's colours that stand out on white, safe for colour-blind readers.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
FIGURE_SIZE = (5.2, 4.4)
MARGIN = 0.015
# Lowest ordinate to which a view is extended on its own.
FLOOR = -0.5
# How near to 0 and 1 scales go that have no place for these: without any curve, and with one at most.
LEAST, LOWEST = 1e-3, 1e-8
# The names of secondary axes.
SECONDARY = "prplot secondary: "
# Which of matplotlib's settings are no style.
NO_STYLE = ("backend", "backend_fallback", "interactive", "toolbar", "webagg.port", "webagg.address")


@dataclass
class _Frame:
    """The least ordinate that axes shall show, the scales that they had, and the limits that they got for that."""

    low: float = 0.0
    scales: tuple[str, str] = ("linear", "linear")
    limits: dict[str, tuple[float, float]] = field(default_factory=dict)


_framed: WeakKeyDictionary[Axes, _Frame] = WeakKeyDictionary()
# The size of figures, in inches, of which a style asks the width alone; and our figures whose height nobody asked for.
loose_size: ContextVar[tuple[float, float] | None] = ContextVar("loose_size", default=None)
# The size of the smallest text, in points, that the caller's venue takes; none outside of one.
least_text: ContextVar[float] = ContextVar("least_text", default=0.0)
_growing: WeakSet[Figure] = WeakSet()


def axes_for(ax: Axes | None, space: Space | None = None) -> Axes:
    """Return the caller's axes, the current ones, or those of a new square figure.

    The current axes are taken for a helper of ``space`` unless they show another one.
    """
    if ax is not None and not isinstance(ax, Axes):
        raise PrplotTypeError(f"ax must be a matplotlib Axes or None; got {type(ax).__name__} {short(ax)}.")
    if ax is not None:
        return ax
    if space is not None and plt.get_fignums():
        current = plt.gca()
        if _shown(current) in (None, _name(space)):
            return current
    size = styled_size()
    figure = plt.figure(figsize=size or FIGURE_SIZE, layout="constrained")
    if size is None or size == loose_size.get():
        _growing.add(figure)
    return figure.add_subplot()


def may_grow(figure: Figure) -> bool:
    """Whether a figure is of ours, and nobody asked for its height."""
    return figure in _growing


def styled_size() -> tuple[float, float] | None:
    """Return the size of figures that the caller's style asks for, in inches; None where it asks for none."""
    width, height = mpl.rcParams["figure.figsize"]
    usual = mpl.rcParamsDefault["figure.figsize"]
    return None if [width, height] == list(usual) else (float(width), float(height))


def space_of(thing: Any) -> Space:
    """Return the space that a helper was given, directly or as a curve."""
    space = thing if isinstance(thing, Space) else getattr(thing, "space", None)
    if not isinstance(space, Space):
        raise wrong_type("space", "be a space such as prplot.PR(0.1), or a curve such as path.pr()", thing)
    return space


def drawable(space: Space, what: str) -> bool:
    """Whether a space has room for lines and regions of the unit square; if not, say why.

    One class only leaves no prevalence to place them at; in cost space points are lines.
    """
    if not space.pointwise:
        raise PrplotTypeError(
            f"{what} must be drawn in a space in which a confusion point is a point; got {space.title} space. "
            "In cost space use baseline, and space.lines for the lines of single thresholds."
        )
    if 0 < space.prevalence < 1:
        return True
    warn(f"{what} is not drawn in {space.title} space: with one class only there is no prevalence to place it at.")
    return False


def frame(ax: Axes, space: Space, lowest: float = 0.0) -> None:
    """Set limits, labels and a square box where the caller has not.

    ``lowest`` is the least ordinate that should be seen; the view is extended to it, but not
    below `FLOOR`.
    """
    _one_space(ax, space)
    keep_style(ax)
    ours = _framed.get(ax)
    if ours is None:
        ours = _framed[ax] = _Frame()
        _follow_scales(ax)
    ours.low = min(ours.low, max(lowest, FLOOR))
    _set_limits(ax, ours)
    if not ax.get_xlabel():
        ax.set_xlabel(space.xlabel)
    if not ax.get_ylabel():
        ax.set_ylabel(space.ylabel)
    if ax.get_aspect() == "auto" and ax.get_box_aspect() is None:
        ax.set_box_aspect(1)


def _set_limits(ax: Axes, frame: _Frame) -> None:
    """Set the limits of axes where these are free, or as they were set here before."""
    frame.scales = _scales(ax)
    for name, low in (("x", 0.0), ("y", frame.low)):
        if getattr(ax, f"get_autoscale{name}_on")():
            # Someone else may have let the view go again, with all that was set here.
            frame.limits.pop(name, None)
        elif name not in frame.limits or getattr(ax, f"get_{name}lim")() != frame.limits[name]:
            continue
        getattr(ax, f"set_{name}lim")(*_limits(ax, name, low - MARGIN, 1.0 + MARGIN))
        frame.limits[name] = getattr(ax, f"get_{name}lim")()


def _limits(ax: Axes, name: str, low: float, high: float) -> tuple[float, float]:
    """Return limits, moved to where the scale of an axis has places: to the vertices of curves next to 0 and 1."""
    axis: Axis = getattr(ax, f"{name}axis")
    ends = list(axis.limit_range_for_scale(low, high))
    if ends == [low, high]:
        return low, high
    curves = [line.curve for line in ax.lines if isinstance(line, CurveLine)]
    vertices = np.concatenate([getattr(curve, name) for curve in curves] or [[LEAST, 1.0 - LEAST]])
    inside = np.clip(vertices[(vertices > 0) & (vertices < 1)], LOWEST, 1.0 - LOWEST)
    scale = axis.get_transform()
    with np.errstate(all="ignore"):
        no_top = not np.isfinite(scale.transform(np.array([1.0]))).all()
    near = float(inside.min(initial=0.5)), float(inside.max(initial=0.5))
    # Scales that know of no curve begin at their least datum, others at a limit of their own.
    used = ends[0] != low and ends[0] <= near[0], no_top
    ends = [vertex if use else end for vertex, use, end in zip(near, used, ends, strict=True)]
    first, last = scale.transform(np.array(ends))
    room = MARGIN * (last - first)
    wider = scale.inverted().transform(np.array([first - room, last + room]))
    found = [float(new) if use else end for new, use, end in zip(wider, used, ends, strict=True)]
    return found[0], found[1]


def _scales(ax: Axes) -> tuple[str, str]:
    return ax.get_xscale(), ax.get_yscale()


def _follow_scales(ax: Axes) -> None:
    """Set the limits anew as soon as a scale is changed, as matplotlib does where limits are free."""
    before = ax.stale_callback

    def changed(artist: Any, stale: bool) -> None:
        if before is not None:
            before(artist, stale)
        ours = _framed.get(artist)
        if ours is not None and ours.scales != _scales(artist):
            _set_limits(artist, ours)

    ax.stale_callback = changed


class _Mark(Artist):
    """Something to remember of axes, invisible; it goes when the axes are cleared."""

    def __init__(self, what: Any) -> None:
        super().__init__()
        self.what = what
        self.set_in_layout(False)

    def draw(self, renderer: Any) -> None:
        """Draw nothing."""


class _Shows(_Mark):
    """Which space the axes show."""


class _Style(_Mark):
    """The rcParams under which the axes were first drawn in."""


def _marked(ax: Axes, kind: type[_Mark]) -> Any:
    return next((child.what for child in ax.get_children() if isinstance(child, kind)), None)


def _name(space: Space) -> str:
    return f"{space.title} ({space.xlabel})"


def _shown(ax: Axes) -> str | None:
    shown: str | None = _marked(ax, _Shows)
    return shown


def keep_style(ax: Axes) -> None:
    """Remember the style of now, in which the figure is saved later."""
    if _marked(ax, _Style) is None:
        now: dict[Any, Any] = dict(mpl.rcParams.copy())
        ax.add_artist(_Style({key: value for key, value in now.items() if key not in NO_STYLE}))


def style_of(ax: Axes) -> dict[Any, Any]:
    """Return the rcParams under which the axes were first drawn in; empty if they never were."""
    return _marked(ax, _Style) or {}


def secondary_axis(ax: Axes, name: str) -> Any:
    """Return what `secondary` made on top ("x") or on the right ("y"), or None."""
    return next((child for child in ax.child_axes if child.get_gid() == SECONDARY + name), None)


def _one_space(ax: Axes, space: Space) -> None:
    shown = _shown(ax)
    if shown is None:
        ax.add_artist(_Shows(_name(space)))
    elif shown != _name(space):
        raise PrplotValueError(
            f"ax must show one space; it shows {shown} already, and this is {_name(space)}. "
            "Use other axes, for example ax=fig.add_subplot()."
        )


def tone(ax: Axes, share: float) -> str:
    """Return the colour that lies this far from the background to the text, on any style."""
    back, front = (np.array(to_rgb(c)) for c in (ax.get_facecolor(), mpl.rcParams["text.color"]))
    return to_hex(back + share * (front - back))


def width_in_mm(ax: Axes) -> float:
    """Return how wide the room for the axes is on paper; it does not move with the layout."""
    spec = ax.get_subplotspec()
    share = ax.get_position(original=True).width if spec is None else spec.get_position(ax.figure).width  # type: ignore[arg-type]
    return float(ax.figure.bbox.width / ax.figure.dpi * share * 25.4)
