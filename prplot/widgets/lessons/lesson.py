"""The classes of lessons: a question, and steps with one idea, one control and one task each."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from prplot.errors import PrplotTypeError, listed
from prplot.widgets.fields import Control, Field, between
from prplot.widgets.lessons.lesson_widget import LessonWidget
from prplot.widgets.literals import written

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The functions that draw lessons use these names, so the code shown to users begins with them.
BARE: dict[str, Any] = dict.fromkeys(("unachievable", "iso_f", "chance", "always_positive", "legend"), False)
IMPORTS = f"""from typing import Any

import matplotlib.pyplot as plt
import numpy as np

import prplot

# For curves alone.
BARE = {BARE}
"""
# The widths of pictures with one, two and three panels, and the height of all, in inches.
WIDTHS, HEIGHT = {1: 4.6, 2: 7.4, 3: 9.9}, 3.5


@dataclass(frozen=True)
class Guess:
    """A number that the reader guesses before the picture shows it.

    Attributes
    ----------
    question : str
    truth : callable
        Returns the right number.
    at : object
        The value of the control of the step at which the picture shows the number.
    low, high : float
        The bounds of a guess.
    digits : int
        How many digits of the number after the point are shown.
    why : str
        The sentence that follows the number.
    """

    question: str
    truth: Callable[[], float]
    at: Any
    low: float = 0.0
    high: float = 1.0
    digits: int = 3
    why: str = ""

    def checked(self, guess: Any) -> float:
        """Return a guess as a number; raise an error if it is not within the bounds."""
        return between((self.low, self.high), "guess", guess)

    @property
    def written(self) -> str:
        """The right number as text, with the sentence that follows it."""
        return f"{self.truth():,.{self.digits}f}{self.why}"


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: one idea, shown with one control.

    Attributes
    ----------
    text : str
        The idea. It is true whatever the value of the control is.
    control : str
        The name of the control.
    stops : tuple
        The values of the control in this step.
    at : dict
        The initial values of controls in this step, where they differ from those of the lesson.
    panels : int
        How many panels the picture has.
    task : str
        The instruction for the reader.
    missing : callable, optional
        Returns, for the value of the control, what is still missing for the task; "" if it is done.
    guess : Guess, optional
        Until the reader gives or skips it, the control is disabled and the picture has no sentence.
    panels_before : int, optional
        How many of the panels are shown before the guess, if the others reveal the number.
    """

    text: str
    control: str
    stops: tuple[Any, ...]
    at: dict[str, Any] = field(default_factory=dict)
    panels: int = 2
    task: str = ""
    missing: Callable[[Any], str] | None = None
    guess: Guess | None = None
    panels_before: int | None = None

    def panels_shown(self, waits: bool) -> int:
        """Return the number of panels that are shown, which may be smaller while the step waits for a guess."""
        return self.panels_before if waits and self.panels_before else self.panels


@dataclass(repr=False, eq=False)
class Lesson:
    """A lesson; calling it returns its widget.

    Attributes
    ----------
    title : str
        The question.
    controls : dict of Field
    draw : callable
        Draws on empty axes, one for each panel, for the values of all controls, which are keywords; returns a sentence
        about the picture. Readers see its code, so it uses public names only. Its defaults are the initial values.
    steps : tuple of LessonStep
    helpers : tuple of callables
        Functions that ``draw`` calls; readers see their code too.
    start : dict
        The values of the controls where the lesson begins.
    """

    title: str
    controls: dict[str, Field]
    draw: Callable[..., str]
    steps: tuple[LessonStep, ...]
    helpers: tuple[Callable[..., Any], ...] = ()
    start: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        parameters = [one for name, one in inspect.signature(self.draw).parameters.items() if name in self.controls]
        self.start = {parameter.name: parameter.default for parameter in parameters}
        # The signature has the controls as keywords, for help and completion.
        parameters = [parameter.replace(default=self.begin(1)[parameter.name]) for parameter in parameters]
        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in ("step", "guess")]
        self.__signature__ = inspect.Signature([*parameters, *more], return_annotation="LessonWidget")
        paragraphs = [self.title]
        for step in self.steps:
            paragraphs += [step.text, step.guess.question if step.guess else step.task]
        self.__doc__ = "\n\n".join(filter(None, paragraphs))

    def __call__(self, *, step: int = 1, guess: float | None = None, **values: Any) -> LessonWidget:
        """Return the widget of the lesson at a step.

        ``values`` are values of controls that differ from the step's start.
        """
        unknown = [name for name in values if name not in self.controls]
        if unknown:
            raise PrplotTypeError(f"this lesson takes {listed(self.controls)}, step and guess; got {listed(unknown)}.")
        start = {**self.begin(step), **values}
        if guess is not None:
            self.guess.checked(guess)
        controls = {name: Control(name, field, start[name]) for name, field in self.controls.items()}
        return LessonWidget(self, controls, step, guess)

    def __repr__(self) -> str:
        arguments = ", ".join(f"{name}={value!r}" for name, value in self.begin(1).items())
        return f"Lesson({self.title!r}; {arguments})"

    @property
    def guess(self) -> Guess:
        """The guess of the first step that asks for one."""
        return next(step.guess for step in self.steps if step.guess)

    def begin(self, step: int) -> dict[str, Any]:
        """Return the values of the controls at the start of a step; steps are counted from 1."""
        between(range(1, len(self.steps) + 1), "step", step)
        return {**self.start, **self.steps[step - 1].at}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the lesson as a page that needs no kernel and no network; or the figure with which it begins.

        Parameters
        ----------
        path : str or path-like
            The ending decides the format: html is the page; pdf, svg, png, ... are figures.
        """
        self().save(path)

    def show(self, figure: Figure, step: int, values: dict[str, Any], waits: bool = False) -> str:
        """Draw the picture of a step; return the sentence about it, or "" while the step waits for a guess."""
        panels = self.steps[step - 1].panels_shown(waits)
        figure.set_size_inches(WIDTHS[panels], HEIGHT)
        figure.set_layout_engine("constrained")
        sentence = self.draw(figure.subplots(1, panels, squeeze=False)[0], **values)
        return "" if waits else sentence

    def lacks(self, number: int, values: dict[str, Any]) -> str:
        """Return what is missing to complete the task of a step; the other controls must be as at the step's start."""
        step, begin = self.steps[number - 1], self.begin(number)
        if any(values[name] != begin[name] for name in begin if name != step.control):
            return f"Go to step {number}."
        return step.missing(values[step.control]) if step.missing else ""

    def state(self, step: int, values: dict[str, Any], guess: float | None, waits: bool) -> dict[str, Any]:
        """Return the state of a step for the script, except the picture and the sentence about it."""
        own = self.steps[step - 1]
        name, value = own.control, values[own.control]
        options = {value: title for value, title in self.controls[name].options.items() if value in own.stops}
        shown = replace(self.controls[name], stops=own.stops, options=options, typed=False)
        state: dict[str, Any] = {"kind": "lesson", "title": self.title, "text": own.text}
        control = {**shown.described(name, value), "disabled": waits}
        state |= {"step": [step - 1, len(self.steps)], "controls": [control]}
        if own.missing:
            state["task"] = {"text": own.task, "lacks": self.lacks(step, values)}
        if own.guess:
            question = {name: getattr(own.guess, name) for name in ("question", "low", "high")}
            state["guess"] = {**question, "given": guess, "waits": waits, "answer": own.guess.written}
        return state

    def code(self, values: dict[str, Any], panels: int) -> str:
        """Return the Python code that draws the picture: the drawing function, and a call of it."""
        look = f"figsize=({WIDTHS[panels]}, {HEIGHT}), layout='constrained', squeeze=False"
        arguments = ", ".join(["axes[0]", *written(values)])
        call = f"figure, axes = plt.subplots(1, {panels}, {look})\nprint({self.draw.__name__}({arguments}))"
        return "\n\n".join([IMPORTS, *map(inspect.getsource, (*self.helpers, self.draw)), call])
