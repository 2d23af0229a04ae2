"""What is remembered of axes: the space that they show, the style they were made in, the limits that were set.

And of artists: the curve to which they belong.
"""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes

from prplot.errors import PrplotValueError
from prplot.spaces import Space

__all__ = [
    "AxesRecord",
    "check_one_space",
    "keep_style",
    "owner_of",
    "record_of",
    "remember_owner",
    "shows",
    "style_of",
]

# Which of matplotlib's settings are no style; reading the backend would choose one.
NO_STYLE = {"backend", "backend_fallback", "interactive", "toolbar", "webagg.port", "webagg.address"}


class AxesRecord(Artist):
    """What is remembered of axes. An invisible artist: cleared, pickled and copied with them.

    Attributes
    ----------
    space : str
        Which space they show; empty before one is known.
    style : dict
        The rcParams under which they were first drawn in.
    low, top : float
        The least ordinate that they shall show, and the largest that there is.
    scales : (str, str)
        Which scales they had when limits were set.
    limits : dict of str to (float, float)
        Those that were set, by the name of the axis.
    """

    def __init__(self) -> None:
        super().__init__()
        self.space = ""
        self.style: dict[Any, Any] = {}
        self.low, self.top, self.scales = 0.0, 0.0, ("linear", "linear")
        self.limits: dict[str, tuple[float, float]] = {}
        self.set_in_layout(False)

    def draw(self, renderer: Any) -> None:
        """Draw nothing."""


def record_of(ax: Axes) -> AxesRecord:
    """Return what is remembered of axes."""
    for child in ax.get_children():
        if isinstance(child, AxesRecord):
            return child
    record = AxesRecord()
    ax.add_artist(record)
    return record


def shows(ax: Axes, space: Space) -> bool:
    """Whether axes show a space, or none yet."""
    return record_of(ax).space in ("", _name(space))


def check_one_space(ax: Axes, space: Space) -> None:
    """Remember which space axes show, and raise an error for another one."""
    record = record_of(ax)
    if not shows(ax, space):
        raise PrplotValueError(
            f"ax must show one space; it shows {record.space} already, and this is {_name(space)}. "
            "Use other axes, for example ax=fig.add_subplot()."
        )
    record.space = _name(space)


def keep_style(ax: Axes) -> None:
    """Remember the style of now, in which the figure is saved later."""
    record = record_of(ax)
    record.style = record.style or {name: mpl.rcParams[name] for name in mpl.rcParams.keys() - NO_STYLE}


def style_of(ax: Axes) -> dict[Any, Any]:
    """Return the rcParams under which the axes were first drawn in; empty if they never were."""
    return record_of(ax).style


def remember_owner(artist: Artist, curve: Any, predicted: float | None = None) -> None:
    """Remember to which curve an artist belongs, and which weight is predicted positive where it marks a point."""
    vars(artist)["prplot_owner"] = curve, predicted


def owner_of(artist: Artist) -> tuple[Any, float | None]:
    """Return the curve to which an artist belongs, None without one, and what is predicted positive there."""
    owner: tuple[Any, float | None] = vars(artist).get("prplot_owner", (None, None))
    return owner


def _name(space: Space) -> str:
    return f"{space.title} ({space.xlabel})"
