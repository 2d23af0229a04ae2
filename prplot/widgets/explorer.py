"""The widget: curves in one picture and a dict of controls, each the value of one field of the view."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import ipywidgets as w
from ipywidgets.widgets.widget_string import HTMLStyle

from prplot.curve.classifiers import PathsLike
from prplot.curve.curve import Curve
from prplot.draw.page import Known
from prplot.draw.parts.confidence import Sure, keep_in_turns
from prplot.errors import PrplotTypeError
from prplot.uncertainty.progress import finished
from prplot.widgets.controls.controls import CONTROLS
from prplot.widgets.controls.mending import Mended, mended
from prplot.widgets.controls.titles import GROUPS
from prplot.widgets.picture.figure_sync import FigureSync
from prplot.widgets.picture.markup import code_html, notes_html, said_html, status_html
from prplot.widgets.picture.picture import SCREEN_DPI
from prplot.widgets.picture.picture_widget import DRAWING, PictureWidget, accordion
from prplot.widgets.picture.sheet import sheet_html
from prplot.widgets.picture.touch import Told
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.figure_spec import FigureSpec
from prplot.widgets.state.points import short_threshold
from prplot.widgets.state.view import DEFAULTS, View
from prplot.widgets.state.view_to_spec import figure_spec
from prplot.widgets.tables import areas_table, matrix_table, status_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# How much smaller the picture may get, and how wide the controls are, in pixels, without and with what is between.
LEAST_SCALE, CONTROLS_WIDE, WITH_GAP = 0.72, 420, 444


# Seconds between computations, in which other things are done, and within one, which goes on for a moment at a time.
PAUSE, BREATH, MOMENT = 0.05, 0.005, 0.04
# Between stops of a rate that is pointed at.
FINE_STEP = 1e-4


class Explorer(PictureWidget):
    """A widget that shows curves and lets one change how they are seen.

    Made by `prplot.explore`. Setting the ``value`` of a control redraws the picture.

    Attributes
    ----------
    controls : dict of str to Widget
        One per field of `prplot.widgets.View`.
    """

    def __init__(self, classifiers: Classifiers, view: View) -> None:
        self._classifiers = classifiers
        self._sync = FigureSync()
        self._spec = FigureSpec(())
        self._refining: asyncio.TimerHandle | None = None
        self._turns: tuple[Curve, Sure, Iterator[None]] | None = None
        self._frame, self._sheet = w.Box(), w.HTML(layout=w.Layout(display="none"))
        # By which name the page knows it.
        self._own = f"prplot-explorer-{uuid4().hex}"
        self._last, self._why, self._misfits = view, dict.fromkeys(CONTROLS, ""), dict[str, str]()
        controls = {name: control.make(getattr(view, name), classifiers) for name, control in CONTROLS.items()}
        for name, control in controls.items():
            control.add_class(f"prplot-of-{name}")
        # What is said beneath each control; all of one look, which is sent once.
        layout, style, classes = w.Layout(), HTMLStyle(), ("prplot-said",)
        self._said = {name: w.HTML(layout=layout, style=style, _dom_classes=classes) for name in CONTROLS}
        super().__init__(self._sync, controls)
        self.add_class(self._own)

    def _arrange(self) -> list[w.Widget]:
        def inside(group: str | None) -> list[w.Widget]:
            names = [name for name, control in CONTROLS.items() if control.group == group]
            return [part for name in names for part in (self.controls[name], self._said[name])]

        # Each by itself: one that is opened closes no other.
        self._groups = {group: accordion({group: w.VBox(inside(group))}) for group in GROUPS}
        for group in self._groups.values():
            group.observe(lambda _: self._write_notes(), names="selected_index")
        code = accordion({"Code": self._code})
        controls = w.VBox(
            [*inside(None), *self._groups.values(), code], layout=w.Layout(width=f"{CONTROLS_WIDE}px", max_width="100%")
        )
        self._frame.children = self._seen
        # A live canvas has its size, and a frame that is too narrow for it is scrolled.
        self._frame.layout.max_width, self._frame.layout.overflow = "100%", "auto"
        both = w.HBox([self._frame, controls], layout=w.Layout(flex_flow="row wrap", align_items="flex-start"))
        for part, name in ((self._frame, "frame"), (controls, "controls"), (both, "both")):
            part.add_class(f"prplot-{name}")
        return [self._sheet, both, self._note, self._numbers, self._status]

    def __repr__(self) -> str:
        count = len(self._classifiers)
        said = ", ".join(f"{name}={value!r}" for name, value in self.state.items()) or "the usual view"
        return f"Explorer({count} path{'s' if count > 1 else ''}; {said})"

    @property
    def view(self) -> View:
        """What is shown now; where a choice cannot be drawn, what is drawn in its place."""
        return self._mended().view

    def _mended(self) -> Mended:
        values = {name: control.value for name, control in self.controls.items()}
        return mended(values, self._last, self._classifiers)

    @property
    def state(self) -> dict[str, Any]:
        """What differs from the usual view, for JSON; ``prplot.explore(paths, **state)`` brings it back."""
        view = self.view
        # What is usual for these classifiers need not be so for others.
        by = {"by": view.by} if self._classifiers.by != DEFAULTS["by"] else {}
        return {**view.state, **by}

    @property
    def code(self) -> str:
        """The shortest Python that makes this figure, for a namespace with ``paths``."""
        self._flush()
        # What cannot be drawn can be written.
        return replace(figure_spec(self.view, self._classifiers), beside=self._sync.spec.beside).code

    @property
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""
        view, classifiers = self.view, self._classifiers
        return " ".join(classifiers.drawn_curve(k, view.space, view).describe() for k in classifiers.chosen(view))

    @property
    def sentence(self) -> str:
        """What is shown, in few words."""
        return status_text(self.view, self._classifiers)

    def release(self) -> None:
        """Let go of what takes memory until it is asked for again."""
        super().release()
        self._stop_refining()
        self._classifiers.clear_cache()
        # It holds the curves.
        self._spec, self._turns = FigureSpec(()), None

    def _draw(self) -> list[str]:
        self._misfits = {}
        (view, misfits), classifiers = self._mended(), self._classifiers
        # Whoever chose a point that is not there can still move it.
        asked = replace(view, by=self.controls["by"].value)
        self._why = {name: control.off(asked, classifiers) for name, control in CONTROLS.items()}
        for name, reason in self._why.items():
            self.controls[name].disabled = bool(reason)
            self.controls[name].tooltip = reason
        self._spec = figure_spec(view, classifiers)
        self._sync.draw(self._spec.quick if self._refines_later() else self._spec)
        self._numbers.value = matrix_table(view, classifiers) + areas_table(view, classifiers)
        self._status.value = status_html(status_text(view, classifiers))
        self._last, self._misfits = view, misfits
        return list(misfits.values())

    def _show_picture(self) -> None:
        super()._show_picture()
        spec = self._sync.spec
        if not spec.panels:
            return
        wide = spec.size[0] * SCREEN_DPI
        if self._canvas is None:
            # A little smaller, the picture may have room beside the controls rather than above them.
            self._frame.layout.flex, self._frame.layout.max_width = f"1 1 {LEAST_SCALE * wide:.0f}px", f"{wide:.0f}px"
        self._sheet.value = sheet_html(self._own, wide, LEAST_SCALE * wide + WITH_GAP)
        self._code.value = code_html(replace(self._spec, beside=spec.beside).code)

    # How sure the curves are is first computed of few replicates, and of all of them when nothing else is to be done.

    @property
    def figure(self) -> Figure:
        """The one figure, redrawn in place; it belongs to no window and needs no closing."""
        self._flush()
        with DRAWING:
            if self._refining is not None:
                self._stop_refining()
                for curve, what in self._spec.waiting:
                    finished(keep_in_turns(curve, what, {}), 2000, what)
                self._refresh()
        return super().figure

    def leave(self) -> None:
        """Leave every page; shown again, it comes back as it was."""
        self._stop_refining()
        super().leave()

    def _refines_later(self) -> bool:
        """Whether something takes long and can wait; then it is seen to."""
        self._stop_refining()
        if not self._spec.waiting:
            return False
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        self._refining = loop.call_later(PAUSE, self._refine)
        return True

    def _stop_refining(self) -> None:
        if self._refining is not None:
            self._refining.cancel()
            self._refining = None

    def _refine(self) -> None:
        """Compute the next interval or band; draw when all are there. Changes that came meanwhile are drawn first."""
        with DRAWING:
            self._stop_refining()
            if self._pending is not None:
                return
            waiting = self._spec.waiting
            if waiting:
                more = self._go_on(*waiting[0])
                self._refining = asyncio.get_running_loop().call_later(BREATH if more else PAUSE, self._refine)
                if more:
                    return
            if len(waiting) <= 1:
                self._refresh()

    def _go_on(self, curve: Curve, what: Sure) -> bool:
        """Go on for a moment with an interval or a band; return whether there is more to do."""
        if self._turns is None or self._turns[:2] != (curve, what):
            self._turns = curve, what, keep_in_turns(curve, what, {})
        until = time.monotonic() + MOMENT
        for _ in self._turns[2]:
            if time.monotonic() > until:
                return True
        self._turns = None
        return False

    def _write_notes(self) -> None:
        """Write a note beside the control that it is of; beneath the picture where that is out of sight."""
        seen = {name for name in CONTROLS if self._in_sight(name)}
        for name, said in self._said.items():
            note = self._misfits.get(name, "") if name in seen else ""
            said.value = said_html(name, self._own, self._why[name], note)
        beside = {note for name, note in self._misfits.items() if name in seen}
        self._note.value = notes_html([note for note in self._notes if note not in beside])

    def _in_sight(self, name: str) -> bool:
        group = CONTROLS[name].group
        return group is None or self._groups[group].selected_index is not None

    # What is pointed at and dragged on the picture.

    def _further_facts(self, told: Told) -> dict[str, Any]:
        view, classifiers = self._last, self._classifiers
        self._pointed = [self._place_of(known) for known in told]
        shares = {classifiers.path(place, view).known_prevalence for place in self._pointed}
        several = len(classifiers.chosen(view)) > 1
        moves = not self.controls["prevalence"].disabled and len(shares) == 1
        return {
            "curves": [
                {**known.fact, "name": "" if len(classifiers) == 1 else classifiers.names[place]}
                for known, place in zip(told, self._pointed, strict=True)
            ],
            "at": [None if at is None else at.tp + at.fp for at in (classifiers.point(k, view) for k in self._pointed)],
            "prevalence": {"value": shares.pop()} if moves else None,
            "hidden": [name for name in classifiers.names if name not in self._names_shown()],
            "asks": ["point", *(["prevalence"] if moves else []), *(["hide"] if several else [])],
        }

    def _place_of(self, known: Known) -> int:
        """Return which classifier a curve is of."""
        view, classifiers = self._last, self._classifiers
        for place in classifiers.chosen(view):
            for space in view.spaces:
                curve = classifiers.drawn_curve(place, space.name, view)
                if curve.path is known.path and (curve.label or "") == known.fact["name"]:
                    return place
        raise AssertionError(known.fact["name"])

    def _obey(self, asked: dict[str, Any]) -> None:
        if point := asked.get("point"):
            found = self._touch.threshold(point["facts"], point["curve"], point["row"])
            if found is not None:
                self._point_at(self._pointed[point["curve"]], found)
        if "prevalence" in asked:
            self.controls["prevalence"].value = float(asked["prevalence"])
        if "hide" in asked:
            hidden = self._classifiers.names[self._pointed[asked["hide"]]]
            shown = self._names_shown()
            if len(shown) > 1:
                self.controls["shown"].value = tuple(name for name in shown if name != hidden)
        if "show" in asked:
            shown = [*self._names_shown(), asked["show"]]
            self.controls["shown"].value = tuple(name for name in self._classifiers.names if name in shown)

    def _names_shown(self) -> list[str]:
        return [self._classifiers.names[place] for place in self._classifiers.chosen(self._last)]

    def _point_at(self, place: int, threshold: float) -> None:
        """Move the operating point to a threshold of one classifier."""
        view = self._last
        path = self._classifiers.path(place, view)
        if view.by == self._classifiers.by == "predicted_positive_rate":
            # One threshold would not suit them all. Pages put sliders on their stops.
            rate, slider = path.at(threshold).measure(view.by), self.controls[view.by]
            with slider.hold_sync():
                slider.step = FINE_STEP
                slider.value = round(rate, 4)
            return
        self.controls["by"].value = "threshold"
        self.controls["threshold"].value = short_threshold(path, threshold)


class Explore:
    """Explore curves in a notebook; call it with paths.

    The lessons are its attributes.

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

    def __call__(self, paths: PathsLike, **state: Any) -> Explorer:
        """Return a widget that shows the paths.

        Parameters
        ----------
        paths : path, sequence or mapping of paths
            What to explore. Where scores are on different scales, so that their ranges share less than a quarter of
            what they span together, and no threshold is asked for, the operating point is at a predicted positive
            rate, or where negatives are not counted at the best Fβ: each classifier has a threshold of its own.
        **state
            Where to begin: any field of `prplot.widgets.View`, such as ``space="prg"``; the
            ``state`` of another explorer.

        Returns
        -------
        Explorer
            An ipywidgets widget with ``.controls``, ``.figure``, ``.code``, ``.state``, ``.notes`` and ``.save``.

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
        classifiers = Classifiers(paths)
        asked = state.get("threshold") is not None
        view = View(**({} if asked else {"by": classifiers.by}) | state)
        classifiers.chosen(view)
        return Explorer(classifiers, view)

    def __getattr__(self, name: str) -> Any:
        lessons = _lessons()
        if name in lessons:
            return lessons[name]
        raise AttributeError(f"prplot.explore has no lesson {name!r}; there are {', '.join(lessons)}.")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_lessons()})

    def __repr__(self) -> str:
        return "prplot.explore(paths): explore curves in a notebook"


def _lessons() -> dict[str, Any]:
    """Return the lessons by name, loaded when they are asked for."""
    return dict(import_module("prplot.widgets.lessons").LESSONS)
