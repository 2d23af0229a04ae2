"""The widget: curves in one picture and a dict of controls, each the value of one field of the view."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import ipywidgets as w

from prplot.curve.classifiers import PathsLike
from prplot.errors import PrplotTypeError
from prplot.widgets.controls.access import reasons_html
from prplot.widgets.controls.controls import CONTROLS, GROUPS
from prplot.widgets.picture.figure_sync import FigureSync
from prplot.widgets.picture.markup import code_html, status_html
from prplot.widgets.picture.picture import SCREEN_DPI
from prplot.widgets.picture.picture_widget import PictureWidget, accordion
from prplot.widgets.state.classifiers import Classifiers
from prplot.widgets.state.view import View
from prplot.widgets.state.view_to_spec import figure_spec
from prplot.widgets.tables import areas_table, matrix_table, status_text

__all__ = ["Explore", "Explorer"]

# How much smaller the picture may get.
LEAST_SCALE = 0.72


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
        self._reasons, self._frame = w.HTML(layout=w.Layout(display="none")), w.Box()
        controls = {name: control.make(getattr(view, name), classifiers) for name, control in CONTROLS.items()}
        for name, control in controls.items():
            control.add_class(f"prplot-of-{name}")
        super().__init__(self._sync, controls)

    def _arrange(self) -> list[w.Widget]:
        def inside(group: str | None) -> list[w.Widget]:
            return [self.controls[name] for name, control in CONTROLS.items() if control.group == group]

        groups = accordion({group: w.VBox(inside(group)) for group in GROUPS})
        code = accordion({"Code": self._code})
        controls = w.VBox([*inside(None), groups, code], layout=w.Layout(width="420px", max_width="100%"))
        self._frame.children = (self._screen,)
        # A live canvas has its size, and a frame that is too narrow for it is scrolled.
        self._frame.layout.max_width, self._frame.layout.overflow = "100%", "auto"
        both = w.HBox([self._frame, controls], layout=w.Layout(flex_flow="row wrap", align_items="flex-start"))
        return [both, self._note, self._numbers, self._status, self._reasons]

    def __repr__(self) -> str:
        count = len(self._classifiers)
        said = ", ".join(f"{name}={value!r}" for name, value in self.state.items()) or "the usual view"
        return f"Explorer({count} path{'s' if count > 1 else ''}; {said})"

    @property
    def view(self) -> View:
        """What is shown now."""
        return View(**{name: control.value for name, control in self.controls.items()})

    @property
    def state(self) -> dict[str, Any]:
        """What differs from the usual view, for JSON; ``prplot.explore(paths, **state)`` brings it back."""
        return self.view.state

    @property
    def code(self) -> str:
        """The shortest Python that makes this figure, for a namespace with ``paths``."""
        return figure_spec(self.view, self._classifiers).code

    @property
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""
        view, classifiers = self.view, self._classifiers
        return " ".join(classifiers.drawn_curve(k, view.space, view).describe() for k in classifiers.chosen(view))

    def release(self) -> None:
        """Let go of what takes memory until it is asked for again."""
        super().release()
        self._classifiers.clear_cache()

    def _draw(self) -> None:
        view, classifiers = self.view, self._classifiers
        why = {name: control.off(view, classifiers) for name, control in CONTROLS.items()}
        for name, reason in why.items():
            self.controls[name].disabled = bool(reason)
            self.controls[name].tooltip = reason
        self._reasons.value = reasons_html(why)
        spec = figure_spec(view, classifiers)
        self._sync.draw(spec)
        wide = spec.size[0] * SCREEN_DPI
        if self._canvas is None:
            # A little smaller, the picture may have room beside the controls rather than above them.
            self._frame.layout.flex, self._frame.layout.max_width = f"1 1 {LEAST_SCALE * wide:.0f}px", f"{wide:.0f}px"
        self._code.value = code_html(spec.code)
        self._numbers.value = matrix_table(view, classifiers) + areas_table(view, classifiers)
        self._status.value = status_html(status_text(view, classifiers))


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
            What to explore.
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
        classifiers, view = Classifiers(paths), View(**state)
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
