"""A lesson: a question, a guess, a picture that answers, few controls, and tasks that check themselves."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets as w

from prplot.draw.base.saving import is_page
from prplot.draw.page.document import write_page
from prplot.errors import PrplotTypeError, invalid, listed, short, wrong_type
from prplot.widgets.controls.factories import Make
from prplot.widgets.lessons.lesson_page import lesson_page
from prplot.widgets.lessons.lesson_picture import LessonPicture
from prplot.widgets.lessons.lesson_widget import LessonWidget
from prplot.widgets.state.literals import literal

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What the function that draws a lesson may use, by what is seen of it in the code.
IMPORTS = {
    "Any": "from typing import Any\n",
    "plt.": "import matplotlib.pyplot as plt",
    "np.": "import numpy as np",
    "Figure": "from matplotlib.figure import Figure\n",
    "prplot.": "import prplot",
}


@dataclass(frozen=True)
class Guess:
    """What is to be guessed before it is seen, a number.

    Attributes
    ----------
    question : str
        What it is about.
    truth : callable
        Returns the right number.
    low, high : float
        Between which guesses are.
    digits : int
        Of the number after the point.
    at : dict
        The values of the controls at which the picture shows it; others as at the beginning.
    place : callable, optional
        From a number to where it is marked: which axes of the figure, in their order, and x and y there.
    """

    question: str
    truth: Callable[[], float]
    low: float
    high: float
    digits: int
    at: dict[str, Any]
    place: Callable[[float], tuple[int, float, float]] | None = None

    @property
    def bounds(self) -> str:
        """From where to where a guess lies, in words."""
        return f"{self.written(self.low)} to {self.written(self.high)}"

    def written(self, number: float) -> str:
        """Return a number as it is read."""
        return f"{number:,.{self.digits}f}"

    def answer(self, number: float) -> str:
        """Return the guess beside the truth, with the difference in words."""
        truth = self.truth()
        away = round(round(number, self.digits) - round(truth, self.digits), self.digits)
        if not away:
            return f"You said {self.written(number)}, and so it is."
        more = "too many" if away > 0 else "too few"
        if self.digits:
            more = "too much" if away > 0 else "too little"
        return (
            f"You said {self.written(number)}; it is {self.written(truth)}. That was {self.written(abs(away))} {more}."
        )


class Task(NamedTuple):
    """What to do, and from the values of all controls, as keywords, to what is still missing: nothing when done."""

    text: str
    missing: Callable[..., str]


@dataclass(repr=False, eq=False)
class Lesson:
    """A lesson that can be called, with where its controls begin.

    Attributes
    ----------
    title : str
        The question.
    opening : str
        What one must know before the first touch.
    size : pair of floats
        Width and height of the picture in inches.
    controls : dict of callables
        From the value of each to its widget.
    draw : callable
        From an empty figure, and a value per control by name, to what there is to see, in words.
        Readers get to see its code, so it is whole in itself and uses public names only. Its
        defaults are where the controls begin.
    guess : Guess
    tasks : tuple of Task
    presets : dict
        From a title to the values of controls; others as at the beginning.
    stops : dict
        The values that sliders have on a page without a kernel.
    most : dict
        From a slider to a function of the values of all controls, as keywords, which returns its largest value there.
    """

    title: str
    opening: str
    size: tuple[float, float]
    controls: dict[str, Make]
    draw: Callable[..., str]
    guess: Guess
    tasks: tuple[Task, ...]
    presets: dict[str, dict[str, Any]]
    stops: dict[str, tuple[Any, ...]]
    most: dict[str, Callable[..., int]] = field(default_factory=dict)
    start: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        given = list(inspect.signature(self.draw).parameters.values())[1:]
        self.start = {parameter.name: parameter.default for parameter in given}
        # For help and completion: the controls are its keywords.
        guess = inspect.Parameter("guess", inspect.Parameter.KEYWORD_ONLY, default=None)
        self.__signature__ = inspect.Signature([*given, guess], return_annotation="LessonWidget")
        tasks = "\n".join(f"- {task.text}" for task in self.tasks)
        self.__doc__ = f"{self.title}\n\n{self.opening}\n\n{self.guess.question}\n\n{tasks}"

    def __call__(self, *, guess: float | None = None, **values: Any) -> LessonWidget:
        """Return the widget, with some controls elsewhere than usual."""
        unknown = [name for name in values if name not in self.controls]
        if unknown:
            raise PrplotTypeError(f"this lesson takes {listed(self.controls)} and guess; got {listed(unknown)}.")
        if guess is not None and (isinstance(guess, bool) or not isinstance(guess, int | float)):
            raise wrong_type("guess", "be a number", guess)
        if guess is not None and not self.guess.low <= guess <= self.guess.high:
            raise invalid("guess", f"lie in [{self.guess.low:g}, {self.guess.high:g}]", short(guess))
        start = {**self.start, **values}
        controls = {name: _control(self, name, value) for name, value in start.items()}
        for name, most in self.most.items():
            if start[name] > most(**start):
                raise invalid(name, f"be at most {most(**start)} here", short(start[name]))
        return LessonWidget(self, controls, guess)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.start.items())
        return f"Lesson({self.title!r}; {given})"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the lesson as a page that needs no kernel and no network.

        Parameters
        ----------
        path : str or path-like
            Where, as a file that ends in html.
        """
        if not is_page(path, {}):
            raise invalid(
                "path", "end in html", repr(path), "A figure of a lesson is saved by its widget: lesson().save"
            )
        write_page(path, lesson_page(self, self.start, None))

    def show(self, figure: Figure, values: dict[str, Any], guess: float | None = None) -> str:
        """Draw the picture, with a mark at what was guessed, and return what there is to see."""
        said = self.draw(figure, **values)
        if guess is not None and self.guess.place is not None and self._is_guessed_about(values):
            number, x, y = self.guess.place(guess)
            ax = figure.axes[number]
            limits = ax.get_xlim(), ax.get_ylim()
            ax.plot(x, y, "X", color="black", markersize=9, zorder=6, label="_guess", clip_on=False)
            ax.annotate("your guess", (x, y), (0, 8), textcoords="offset points", ha="center", zorder=6)
            ax.set(xlim=limits[0], ylim=limits[1])
        return said

    def _is_guessed_about(self, values: dict[str, Any]) -> bool:
        """Whether the guess is about what is shown: elsewhere a mark of it would mean nothing."""
        about = {**self.start, **self.guess.at}
        return all(
            values[name] == value if isinstance(value, str) else abs(values[name] - value) < 1e-9
            for name, value in about.items()
        )

    def missing(self, values: dict[str, Any]) -> list[str]:
        """Return what each task still lacks; empty words where it is done."""
        return [task.missing(**values) for task in self.tasks]

    def tasks_at(self, values: dict[str, Any]) -> list[tuple[str, str]]:
        """Return the text of each task, and what it still lacks."""
        return [(task.text, missing) for task, missing in zip(self.tasks, self.missing(values), strict=True)]

    def code(self, values: dict[str, Any]) -> str:
        """Return the Python that draws the picture: the drawing function, and a call of it."""
        given = "".join(f", {name}={literal(value)}" for name, value in values.items())
        canvas = f"plt.figure(figsize={self.size}, layout={LessonPicture.engine!r})"
        call = f"figure = {canvas}\nprint({self.draw.__name__}(figure{given}))"
        body = f"{inspect.getsource(self.draw)}\n\n{call}"
        head = "\n".join(line for seen, line in IMPORTS.items() if seen in body)
        return f"{head}\n\n\n{body}"


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
