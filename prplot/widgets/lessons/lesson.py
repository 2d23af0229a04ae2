"""A lesson: a question, a picture that answers it, and few controls."""

from __future__ import annotations

import html
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from prplot.errors import PrplotTypeError, invalid, listed, short
from prplot.widgets.controls.factories import Make
from prplot.widgets.picture.markup import code_html, status_html
from prplot.widgets.picture.picture import SCREEN_DPI, Picture
from prplot.widgets.picture.picture_widget import PictureWidget, accordion
from prplot.widgets.state.literals import literal

if TYPE_CHECKING:
    from matplotlib.transforms import Bbox

__all__ = ["LessonWidget", "Lesson"]

TEXT = "line-height:1.35;margin:2px 8px;max-width:58em"
# What the function that draws a lesson may use, by what is seen of it in the code.
IMPORTS = {
    "Any": "from typing import Any\n",
    "plt.": "import matplotlib.pyplot as plt",
    "np.": "import numpy as np",
    "Figure": "from matplotlib.figure import Figure\n",
    "prplot.": "import prplot",
}


class Lesson:
    """A lesson that can be called, with where its controls begin.

    Parameters
    ----------
    title : str
        The question.
    tasks : sequence of str
        What to do, and what to look for.
    size : pair of floats
        Width and height of the picture in inches.
    controls : dict of callables
        From the value of each to its widget.
    draw : callable
        From an empty figure, and a value per control by name, to what there is to see, in words.
        Readers get to see its code, so it is whole in itself and uses public names only. Its
        defaults are where the controls begin.
    """

    def __init__(
        self,
        title: str,
        tasks: tuple[str, ...],
        size: tuple[float, float],
        controls: dict[str, Make],
        draw: Callable[..., str],
    ) -> None:
        self.title, self.tasks, self.size, self.controls, self.draw = title, tasks, size, controls, draw
        given = list(inspect.signature(draw).parameters.values())[1:]
        self.start = {parameter.name: parameter.default for parameter in given}
        # For help and completion: the controls are its keywords.
        self.__signature__ = inspect.Signature(given, return_annotation="LessonWidget")
        self.__doc__ = "\n".join([title, "", *(f"- {task}" for task in tasks)])

    def __call__(self, **values: Any) -> LessonWidget:
        """Return the widget, with some controls elsewhere than usual."""
        unknown = [name for name in values if name not in self.controls]
        if unknown:
            raise PrplotTypeError(f"this lesson takes {listed(self.controls)}; got {listed(unknown)}.")
        start = {**self.start, **values}
        return LessonWidget(self, {name: _control(self, name, value) for name, value in start.items()})

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.start.items())
        return f"Lesson({self.title!r}; {given})"

    def code(self, values: dict[str, Any]) -> str:
        """Return the Python that draws the picture: the drawing function, and a call of it."""
        given = "".join(f", {name}={literal(value)}" for name, value in values.items())
        canvas = f"plt.figure(figsize={self.size}, layout={LessonPicture.engine!r})"
        call = f"figure = {canvas}\nprint({self.draw.__name__}(figure{given}))"
        body = f"{inspect.getsource(self.draw)}\n\n{call}"
        head = "\n".join(line for seen, line in IMPORTS.items() if seen in body)
        return f"{head}\n\n\n{body}"


class LessonPicture(Picture):
    """A picture that is drawn anew each time; its axes stay where they were while every text has room."""

    def __init__(self, size: tuple[float, float]) -> None:
        super().__init__(*size)
        self._places: list[Bbox] = []

    def png(self) -> bytes:
        """Return the figure as it is."""
        if len(self._places) == len(self.figure.axes):
            self.put_back()
            data = self._png()
            if not self._cut():
                return data
        with self.laid_out():
            data = self._png()
        self._places = [ax.get_position() for ax in self.figure.axes]
        return data

    def _cut(self) -> bool:
        """Whether a text, where it was drawn, leaves the figure."""
        texts: list[Any] = []
        for ax in self.figure.axes:
            texts += [*ax.texts, ax.xaxis.label, ax.yaxis.label, ax.title, ax.get_legend()]
        boxes = [
            text.get_window_extent()
            for text in texts
            if text is not None and text.get_visible() and text.get_in_layout()
        ]
        whole = self.figure.bbox.padded(1.0)
        return any(not (whole.contains(*box.min) and whole.contains(*box.max)) for box in boxes if box.width)

    def put_back(self) -> None:
        """Put the axes where they were."""
        self._move(self.figure.axes, self._places)


class LessonWidget(PictureWidget):
    """A small explorer with data of its own, made by one of the lessons of `prplot.explore`.

    Attributes
    ----------
    controls : dict of str to Widget
        Setting the ``value`` of one redraws the picture.
    """

    def __init__(self, lesson: Lesson, controls: dict[str, w.Widget]) -> None:
        self._lesson = lesson
        self._lesson_picture = LessonPicture(lesson.size)
        self._answer = ""
        super().__init__(self._lesson_picture, controls)

    def _arrange(self) -> list[w.Widget]:
        tasks = "".join(f"<li>{html.escape(task)}</li>" for task in self._lesson.tasks)
        title = f"<b>{html.escape(self._lesson.title)}</b>"
        head = w.HTML(f"<div style='{TEXT}'>{title}<ul style='margin:2px 0 0 0'>{tasks}</ul></div>")
        wide = f"{self._lesson.size[0] * SCREEN_DPI:.0f}px"
        controls = w.HBox(list(self.controls.values()), layout=w.Layout(flex_flow="row wrap", max_width=wide))
        return [head, controls, *self._seen, self._note, self._numbers, accordion({"Code": self._code}), self._status]

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"LessonWidget({self._lesson.title!r}; {given})"

    @property
    def values(self) -> dict[str, Any]:
        """The value of each control."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def state(self) -> dict[str, Any]:
        """What differs from where the lesson begins, for JSON; the lesson takes it as keywords."""
        return {name: value for name, value in self.values.items() if value != self._lesson.start[name]}

    @property
    def code(self) -> str:
        """The Python that makes this figure and prints what there is to see."""
        return self._lesson.code(self.values)

    @property
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""
        self._flush()
        return f"{self._lesson.title} {self._answer}"

    @property
    def sentence(self) -> str:
        """What is shown, in few words."""
        self._flush()
        return self._answer

    def _draw(self) -> list[str]:
        self._lesson_picture.clear()
        self._answer = self._lesson.draw(self._lesson_picture.figure, **self.values)
        self._numbers.value = f"<p style='{TEXT}'>{html.escape(self._answer)}</p>"
        self._code.value = code_html(self.code)
        self._status.value = status_html(self._answer)
        return []


def _control(lesson: Lesson, name: str, value: Any) -> w.Widget:
    """Return a control at a value, which must be one that it can have."""
    control = lesson.controls[name](lesson.start[name])
    if isinstance(control, w.Dropdown):
        titles = [option for _, option in control.options]
        if value not in titles:
            raise invalid(name, f"be one of {listed(titles)}", short(value))
    else:
        wanted = type(lesson.start[name])
        if isinstance(value, bool) is not (wanted is bool) or not isinstance(value, wanted | int):
            raise PrplotTypeError(f"{name} must be of type {wanted.__name__}; got {short(value)}.")
        if wanted is not bool:
            exponent = isinstance(control, w.FloatLogSlider)
            low, high = (control.base**end if exponent else end for end in (control.min, control.max))
            if not low <= value <= high:
                raise invalid(name, f"lie in [{low:g}, {high:g}]", short(value))
    control.value = value
    return control
