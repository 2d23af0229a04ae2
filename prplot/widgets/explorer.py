"""The explorer: curves in one picture, and a dict of controls, one for each field of the view."""

from __future__ import annotations

import asyncio
import math
import weakref
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.curve.classifiers import PathsLike
from prplot.curve.curve import Curve
from prplot.draw.figures.surroundings import usual_in
from prplot.draw.page.places import picture_facts
from prplot.draw.parts.confidence import Sure, kept
from prplot.errors import PrplotAttributeError, PrplotError, PrplotTypeError, PrplotValueError, by_name, one_of
from prplot.names import nearest
from prplot.path.path import ConfusionPath
from prplot.widgets.controls import Controls, Link, Still, links_for
from prplot.widgets.explored import Classifiers
from prplot.widgets.face import SCREEN_DPI, FaceWidget
from prplot.widgets.fields import Control
from prplot.widgets.picture import Picture
from prplot.widgets.point_code import short_threshold
from prplot.widgets.tables import areas_table, matrix_table, status_text, threshold_text
from prplot.widgets.view import FIELDS, SPACE_NAMES, View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HINT = "Point at a curve to read it; drag, or use the arrow keys, to move the operating point."
REFINING = "Working: confidence intervals are of 200 samples now, and soon of 2,000."
# A rate at which the user points is rounded to one of these numbers of decimals.
DIGITS = (3, 4, 6)
# The picture has no text for these marks, so the hint explains them.
KEY = {
    "marked": "Filled circle: operating point.",
    "always_positive": "Open circle: predicting every row positive.",
    "unachievable": "Gray: unachievable.",
}


class Explorer(FaceWidget):
    """A widget that shows curves and lets one change how they are seen.

    Made by `prplot.explore`. Setting the ``value`` of a control redraws the picture.

    Attributes
    ----------
    controls : dict of str to Control
        One per field of `prplot.widgets.View`.
    """

    def __init__(self, classifiers: Classifiers, view: View) -> None:
        self._classifiers, self._last = classifiers, view
        # The curves whose intervals or bands are not computed yet.
        self._unsure: list[tuple[Curve, Sure]] = []
        self._refining: asyncio.Task[None] | None = None
        # These belong to the picture: paths through the thresholds that it knows, the indices of their classifiers, and
        # the facts that the page has.
        self._known: list[ConfusionPath] = []
        self._places: list[int] = []
        self._number, self._told = 0, list[dict[str, Any]]()
        # The widgets that were made for controls and for the picture, as long as someone holds them.
        self._links: weakref.WeakSet[Link | Still] = weakref.WeakSet()
        super().__init__({name: Control(name, field, getattr(view, name)) for name, field in FIELDS.items()})

    def __repr__(self) -> str:
        count = len(self._classifiers)
        settings = ", ".join(f"{name}={value!r}" for name, value in self.state.items()) or "the usual view"
        return f"Explorer({count} path{'s' if count > 1 else ''}; {settings})"

    @property
    def view(self) -> View:
        """What is shown now."""
        self._flush()
        return self._last

    @property
    def state(self) -> dict[str, Any]:
        """What differs from the usual view, for JSON; ``prplot.explore(paths, **state)`` brings it back."""
        return self.view.state

    @property
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""
        return " ".join(each.curve.describe() for each in self._classifiers.shown(self.view))

    def widget(self, name: str, *, typed: bool = False) -> Any:
        """Return an ipywidgets widget for one control, for a dashboard of your own.

        The widget and the explorer follow each other. A value that the explorer refuses is put back, and ``notes`` says
        why. The widget is disabled while its control changes nothing. Every call makes another widget; close those that
        you no longer need.

        Parameters
        ----------
        name : str
            A key of ``controls``, such as "interpolation" or "weighting".
        typed : bool
            Whether numbers are typed rather than chosen by a slider. A decimal comma is read, too.

        Returns
        -------
        ipywidgets.Widget
            A ``Dropdown``, ``SelectMultiple`` or ``Checkbox``. For a number a ``SelectionSlider``, whose value is "off"
            where there is no number, or a ``Text``, which is empty then. For "between" a ``VBox`` of two of these. The
            widget for "panels" has the main panel among its values.

        Raises
        ------
        PrplotValueError
            If there is no such control.

        Examples
        --------
        >>> import prplot
        >>> view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]))
        >>> dropdown = view.widget("interpolation")
        >>> dropdown.value = "step"
        >>> view.controls["interpolation"].value
        'step'
        """
        links = links_for(self, one_of("name", name, tuple(self.controls)), typed)
        self._links.update(links)
        return links[0].widget if len(links) == 1 else Controls([link.widget for link in links])

    def box(self, *names: str, typed: bool = False) -> Any:
        """Return the widgets of several controls beneath each other, see `widget`.

        Parameters
        ----------
        *names : str
            Keys of ``controls``.
        typed : bool
            Whether numbers are typed rather than chosen by sliders.

        Returns
        -------
        ipywidgets.VBox
            Closing the box closes the widgets in it.

        Raises
        ------
        PrplotValueError, PrplotTypeError
            If there is no such control, or no name is passed.

        Examples
        --------
        >>> import prplot
        >>> view = prplot.explore(prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]))
        >>> [child.description for child in view.box("interpolation", "prevalence").children]
        ['Interpolation', 'Prevalence']
        """
        if not names:
            raise PrplotTypeError(f"box must have names of controls; got none. They are {', '.join(self.controls)}.")
        known = [one_of("names", name, tuple(self.controls)) for name in names]
        return Controls([self.widget(name, typed=typed) for name in known])

    @property
    def image(self) -> Any:
        """The picture alone, as an ``ipywidgets.Image`` that follows the explorer; the same one until you close it."""
        self._flush()
        for link in self._links:
            if isinstance(link, Still) and link.comm is not None:
                return link
        image = Still(self)
        self._links.add(image)
        return image

    def described(self, name: str) -> tuple[dict[str, Any], bool]:
        """Return the description of a control for a page, and whether the control has an effect in the last view."""
        value, space = self.controls[name].value, self.controls["space"].value
        if name == "panels":
            # The panels that a page lists include the main panel.
            value = [space, *(panel for panel in value if panel != space)]
        field = FIELDS[name]
        return field.described(name, value, self._classifiers), field.when(self._last, self._classifiers)

    def _show_links(self) -> None:
        for link in list(self._links):
            link.show()

    def _redraw(self) -> Figure:
        figure = super()._redraw()
        self._show_links()
        return figure

    def close(self) -> None:
        """Take the widget off every page; shown again, it comes back as it was."""
        self._stop_refining()
        self._classifiers.clear_cache()
        self._unsure, self._known = [], []
        super().close()

    def _changed(self, change: Any) -> None:
        by = self.controls["by"]
        if change and change.owner.name == "threshold" and change.new is not None and by.value != "threshold":
            # The operating point then follows the threshold, so that the user sees the effect of moving it.
            by.value = "threshold"
        else:
            super()._changed(change)
            self._show_links()

    def _draw(self, figure: Figure) -> dict[str, Any]:
        classifiers = self._classifiers
        try:
            view = View(**{name: control.value for name, control in self.controls.items()})
            code = self._draw_view(figure, view)
        except PrplotError as error:
            if not self.seen:
                raise
            # The error is shown, and the last view that could be drawn is drawn again.
            self._refused, view = str(error), self._last
            figure.clear()
            code = self._draw_view(figure, view)
            self._put(vars(view))
        self._last = view
        return {
            "kind": "explorer",
            "controls": [control for control, applies in map(self.described, FIELDS) if applies],
            "sentence": status_text(view, classifiers),
            "tables": matrix_table(view, classifiers) + areas_table(view, classifiers),
            "hint": REFINING if self._refining else " ".join([HINT, *self._key(view)]),
            "code": code,
        }

    @staticmethod
    def _key(view: View) -> list[str]:
        """Return explanations of the marks that have no text in the picture."""
        parts = {"marked", *(part for space in view.spaces for part in usual_in(space))}
        return [text for part, text in KEY.items() if part in parts and getattr(view, part)]

    def _draw_view(self, figure: Figure, view: View) -> str:
        """Draw a view on a figure, and return the code that draws it."""
        self._stop_refining()
        picture = Picture(view, self._classifiers)
        self._unsure = picture.waiting
        # Without an event loop nothing can run later, so everything is computed at once.
        with suppress(RuntimeError):
            if self._unsure:
                self._refining = asyncio.get_running_loop().create_task(self._refine(self._unsure))
        picture.draw(figure, quick=self._refining is not None)
        return picture.code

    def _set(self, name: str, value: Any) -> None:
        if name == "panels":
            # If the main panel was unticked, the first of the others takes its place.
            spaces = [panel for panel in value if panel in SPACE_NAMES]
            if not spaces:
                raise PrplotValueError("Panels must hold a space, such as PR. Tick another one first.")
            if self._last.space not in spaces:
                self.controls["space"].value = spaces[0]
            value = [panel for panel in value if panel != self.controls["space"].value]
        if name == "shown" and not value:
            raise PrplotValueError("Classifiers must hold at least one. Tick another one first.")
        if name == "shown" and len(value) == len(self._classifiers):
            value = None
        super()._set(name, value)

    # Confidence intervals are first computed from few replicates, and then in the background from all of them.

    @property
    def figure(self) -> Figure:
        """The figure, redrawn in place while you hold it; it belongs to no window and needs no closing."""
        self._flush()
        if self._refining is not None:
            self._stop_refining()
            for curve, what in self._unsure:
                kept(curve, what, {})
            self._redraw()
        return super().figure

    async def _refine(self, waiting: list[tuple[Curve, Sure]]) -> None:
        mine = asyncio.current_task()

        def go_on(*_: int) -> None:
            # This runs in the thread of the computation, which ends if another task has taken over.
            if self._refining is not mine:
                raise asyncio.CancelledError

        try:
            for curve, what in waiting:
                await asyncio.to_thread(kept, curve, what, {}, go_on)
        finally:
            if self._refining is mine:
                self._refining = None
        self._redraw()

    def _stop_refining(self) -> None:
        if self._refining is not None:
            self._refining.cancel()
            self._refining = None

    def _facts(self, figure: Figure) -> dict[str, Any]:
        view, classifiers = self._last, self._classifiers
        by_rate = not classifiers.one_scale
        facts, pairs = picture_facts(figure, SCREEN_DPI, self._layout.boxes, by_rate=by_rate)
        # The curve of a classifier has the same path and label in every space, so these identify the classifier.
        by_curve = {(id(each.curve.path), each.curve.label): each for each in classifiers.shown(view)}
        drawn = [by_curve[id(known.curve.path), known.curve.label] for known in pairs]
        self._known = [known.path for known in pairs]
        self._places = [each.place for each in drawn]
        at, exact = list[Any](), list[Any]()
        for (_, name, curve, point), known, curve_facts in zip(drawn, pairs, facts["curves"], strict=True):
            curve_facts["name"] = name if len(classifiers) > 1 else ""
            # The picture may know only some of the thresholds, so the pointer goes to the nearest of these.
            row: Any = point and known.row_of(point.tp + point.fp)
            at.append(row)
            exact.append(None)
            if point and (point.tp, point.fp) != (known.path.tp[row], known.path.fp[row]):
                own = {"threshold": [threshold_text(curve.path, point)], "tp": [point.tp], "fp": [point.fp]}
                exact[-1] = {**curve_facts, "more": [], **own}
        # A page refers to rows of these curves together with this number, which changes only if the curves change.
        self._number += facts["curves"] != self._told
        self._told = facts["curves"]
        return {**facts, "number": self._number, "at": at, "exact": exact}

    def _obey(self, request: dict[str, Any]) -> None:
        # A request from an older picture may refer to other rows and curves, so it is ignored.
        current = request.get("number") == self._number
        if "point" in request and current:
            curve, row = request["point"]["curve"], request["point"]["row"]
            self._point_at(self._places[curve], float(self._known[curve].thresholds[row]))
        if "cut" in request:
            # The threshold is rounded to a thousandth of the axis.
            self.controls["threshold"].value = round(request["cut"], 3 - math.floor(math.log10(request["span"])))
        if "hide" in request and current:
            hidden = self._places[request["hide"]]
            others = [each.name for each in self._classifiers.shown(self._last) if each.place != hidden]
            if others:
                self.controls["shown"].value = tuple(others)

    def _point_at(self, index: int, threshold: float) -> None:
        """Move the operating point to a threshold of one classifier, given by its index."""
        path = self._classifiers.path(index, self._last)
        if self._classifiers.one_scale:
            self.controls["threshold"].value = short_threshold(path, threshold)
            return
        # If scores are on different scales, no threshold suits all, so a rate is set. Without known negatives the
        # predicted positive rate is unknown, so the rate is recall.
        by = "recall" if np.isnan(path._now.prevalence) else "predicted_positive_rate"
        at = path.at(threshold)
        rate = float(at.measure(by))
        # The rate with the fewest decimals that finds the same point is taken.
        short = (step(rate * 10**digits) / 10**digits for digits in DIGITS for step in (math.floor, math.ceil))
        same = (value for value in short if path.find(**{by: value}).cells == at.cells)
        self.controls[by].value = next(same, round(rate, 4))
        self.controls["by"].value = by


class Explore:
    """Return a notebook widget that shows curves, with controls.

    Interactive lessons are attributes: ``prplot.explore.scores()`` opens the first.

    Parameters
    ----------
    paths : path, sequence or mapping of paths
        What to explore.
    **state
        What to show first: any fields of `prplot.widgets.View`, such as ``space="prg"`` or ``threshold=0.5``;
        ``**other.state`` shows the same as another explorer.

    Returns
    -------
    Explorer
        An ipywidgets widget. Its ``.controls`` can be set by code, ``.code`` draws the same figure from ``paths``
        (from ``path`` if one path was passed),
        ``.state`` holds the fields that are not at their defaults, ``.save("page.html")`` writes an interactive page.

    Raises
    ------
    PrplotTypeError, PrplotValueError
        If ``paths`` holds anything but paths, or a field does not exist or cannot have this value.

    Examples
    --------
    >>> import prplot
    >>> paths = {"mine": prplot.from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])}
    >>> view = prplot.explore(paths, threshold=0.5)
    >>> view.controls["space"].value = "prg"
    >>> print(view.code)
    import prplot
    <BLANKLINE>
    artists = prplot.plot(paths, space='prg')
    for line in artists.lines:
        prplot.draw.operating_point(line.curve, 0.5, ax=artists.ax)
    """

    @by_name(
        "Pass what to explore: prplot.explore(path); lessons are opened by their names, prplot.explore.scores().",
        method=True,
    )
    def __call__(self, paths: PathsLike, **state: Any) -> Explorer:
        """Return a widget that shows the paths; see `Explore`."""
        unknown = [name for name in state if name not in FIELDS]
        if unknown:
            text = f"explore has no argument {unknown[0]!r}. {nearest(unknown[0], FIELDS)}".rstrip()
            raise PrplotTypeError(f"{text} Besides paths it takes {', '.join(FIELDS)}.")
        classifiers = Classifiers(paths)
        if state.get("threshold") is not None:
            state = {"by": "threshold", **state}
        view = View(**state)
        classifiers.chosen(view)
        return Explorer(classifiers, view)

    def __getattr__(self, name: str) -> Any:
        lessons = _lessons()
        if name in lessons:
            return lessons[name]
        text = f"prplot.explore has no lesson {name!r}; there are {', '.join(lessons)}. {nearest(name, lessons)}"
        raise PrplotAttributeError(text.rstrip())

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_lessons()})

    def __repr__(self) -> str:
        return "prplot.explore(paths): explore curves in a notebook"


def _lessons() -> dict[str, Any]:
    """Return the lessons by name; they are imported here, when they are first needed."""
    return dict(import_module("prplot.widgets.lessons").LESSONS)
