"""The widget: one picture and a dict of controls, each the value of one field of the view."""

from __future__ import annotations

import html
import io
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from prplot.draw.artists import own_figure
from prplot.errors import PrplotError, PrplotTypeError, PrplotWarning
from prplot.path import ConfusionPath
from prplot.spaces import space_class
from prplot.widgets.view import (
    INTERPOLATION_NAMES,
    LOWEST_CUT,
    MOST_LEVELS,
    SPACE_NAMES,
    WEIGHTINGS,
    Paths,
    View,
    check_paths,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CONTROLS", "Explore", "Explorer"]

FIGURE_SIZE = (6.0, 5.0)
# Saved at twice the size it is shown at, for sharp screens.
DPI, SHOWN_WIDTH = 180, "540px"
TITLES = {"pr": "PR", "prg": "PR-Gain", "roc": "ROC", "croc": "CROC", "cost": "Cost"}
STYLE = {"description_width": "96px"}
WIDE = w.Layout(width="340px")


def _choice(description: str, options: list[tuple[str, str]]) -> Callable[[Any], w.Widget]:
    return lambda value: w.Dropdown(
        description=description, options=options, value=value, style=STYLE, layout=w.Layout(width="340px")
    )


def _switch(description: str) -> Callable[[Any], w.Widget]:
    return lambda value: w.Checkbox(description=description, value=value, indent=False)


# One entry per field of the view: how its control is made from the field's value.
CONTROLS: dict[str, Callable[[Any], w.Widget]] = {
    "space": _choice("Space", [(TITLES.get(name, name), name) for name in SPACE_NAMES]),
    "interpolation": _choice("Interpolation", [(name, name) for name in INTERPOLATION_NAMES]),
    "weighting": _choice(
        "Weighting", list(zip(("weights as given (soft)", "hard labels at the cut"), WEIGHTINGS, strict=True))
    ),
    "cut": lambda value: w.FloatSlider(
        description="Cut",
        value=value,
        min=LOWEST_CUT,
        max=1.0,
        step=LOWEST_CUT,
        readout_format=".3f",
        continuous_update=False,
        style=STYLE,
        layout=WIDE,
    ),
    "f_levels": lambda value: w.IntSlider(
        description="F1 lines",
        value=value,
        min=0,
        max=MOST_LEVELS,
        continuous_update=False,
        style=STYLE,
        layout=w.Layout(width="310px"),
    ),
    "baseline": _switch("Baselines"),
    "unachievable": _switch("Unachievable region"),
    "prg_grid": _switch("PR-Gain grid"),
}
IN_SIGHT = ("space", "interpolation", "weighting", "cut")


class Explorer(w.VBox):
    """A widget that shows curves and lets one change how they are seen.

    Made by `prplot.explore`. Setting the ``value`` of a control redraws the picture.

    Attributes
    ----------
    controls : dict of str to Widget
        One per field of the view: space, interpolation, weighting, cut, f_levels, baseline,
        unachievable, prg_grid.
    figure : matplotlib.figure.Figure
        The one figure, redrawn in place; it belongs to no window and needs no closing.
    code : str
        Python that makes this figure from ``paths``.
    """

    def __init__(self, paths: Paths, view: View) -> None:
        self._paths = paths
        self._weighted: Callable[[str, float], Paths] = lru_cache(maxsize=8)(
            lambda weighting, cut: View(weighting=weighting, cut=cut).shown(paths)
        )
        self.controls = {name: make(getattr(view, name)) for name, make in CONTROLS.items()}
        self.figure: Figure = own_figure(*FIGURE_SIZE)
        self._picture = w.Image(format="png", layout=w.Layout(width=SHOWN_WIDTH, max_width="100%", height="auto"))
        self._note = w.HTML()
        surroundings = w.VBox([self.controls[name] for name in self.controls if name not in IN_SIGHT])
        group = w.Accordion(children=[surroundings], titles=("Surroundings",), selected_index=None)
        knobs = w.VBox([*(self.controls[name] for name in IN_SIGHT), group], layout=w.Layout(width="370px"))
        super().__init__([w.HBox([self._picture, knobs], layout=w.Layout(flex_flow="row wrap")), self._note])
        for control in self.controls.values():
            control.observe(self._refresh, names="value")
        self._refresh()

    def __repr__(self) -> str:
        names = ", ".join(f"{name}={control.value!r}" for name, control in self.controls.items())
        return f"Explorer({len(_each(self._paths))} paths; {names})"

    @property
    def view(self) -> View:
        """What is shown now."""
        return View(**{name: control.value for name, control in self.controls.items()})

    @property
    def code(self) -> str:
        """Python that makes this figure, for a namespace with ``paths``."""
        return self.view.code(self._paths)

    def _refresh(self, _change: Any = None) -> None:
        view = self.view
        self._enable(view)
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("ignore")
                warnings.simplefilter("always", PrplotWarning)
                self.figure.clear()
                view.draw(self._weighted(view.weighting, view.cut), self.figure.add_subplot())
            notes = [str(warning.message) for warning in caught]
        except PrplotError as error:
            # No picture of another state may pass for this one.
            self.figure.clear()
            notes = [str(error)]
        self._picture.value = self._png()
        self._note.value = "<br>".join(html.escape(note) for note in dict.fromkeys(notes))

    def _png(self) -> bytes:
        buffer = io.BytesIO()
        self.figure.savefig(buffer, format="png", dpi=DPI)
        return buffer.getvalue()

    def _enable(self, view: View) -> None:
        """Switch off what has no meaning in this view, and say why in the tooltip."""
        rows = all(path.sample is not None for path in _each(self._paths))
        soft = any(path.soft for path in _each(self._paths))
        reasons = {
            "interpolation": "" if view.interpolated else "A step has one exact image in this space.",
            "weighting": (
                "Paths made from counts have no rows to weigh." if not rows else "" if soft else "The labels are hard."
            ),
            "cut": "" if view.weighting == "hard" else "Used for hard labels at the cut.",
        }
        no_points = "" if space_class(view.space).pointwise else "In cost space a point is a line."
        reasons |= dict.fromkeys(("f_levels", "unachievable", "prg_grid"), no_points)
        for name, reason in reasons.items():
            self.controls[name].disabled = bool(reason)
            self.controls[name].tooltip = reason or None


class Explore:
    """Explore curves in a notebook; call it with paths.

    Examples
    --------
    >>> import prplot
    >>> path = prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    >>> view = prplot.explore(path)
    >>> view.controls["space"].value = "prg"
    >>> print(view.code)
    import prplot
    <BLANKLINE>
    artists = prplot.plot(paths, space='prg')
    """

    def __call__(self, paths: Any, **state: Any) -> Explorer:
        """Return a widget that shows the paths.

        Parameters
        ----------
        paths : path, sequence or mapping of paths
            What to explore.
        **state
            Where to begin: any field of `prplot.widgets.View`, such as ``space="prg"``.

        Returns
        -------
        Explorer
            An ipywidgets widget with ``.controls``, ``.figure`` and ``.code``.

        Raises
        ------
        PrplotTypeError, PrplotValueError
            For things that are not paths, and states that do not exist.
        """
        unknown = [name for name in state if name not in CONTROLS]
        if unknown:
            raise PrplotTypeError(
                f"explore takes {', '.join(CONTROLS)} besides paths; got {', '.join(map(repr, unknown))}."
            )
        return Explorer(check_paths(paths), View(**state))

    def __repr__(self) -> str:
        return "prplot.explore(paths): explore curves in a notebook"


def _each(paths: Paths) -> list[ConfusionPath]:
    if isinstance(paths, ConfusionPath):
        return [paths]
    return list(paths.values()) if isinstance(paths, Mapping) else list(paths)
