"""A lesson in a notebook: its state is drawn anew for each change of a control, of the step or of the guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prplot.widgets.face import FaceWidget
from prplot.widgets.fields import Control
from prplot.widgets.lessons.lesson_page import lesson_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from prplot.widgets.lessons.lesson import Lesson


class LessonWidget(FaceWidget):
    """A small explorer with data of its own, made by one of the lessons of `prplot.explore`.

    Attributes
    ----------
    controls : dict of str to Control
        Setting the ``value`` of one redraws the picture.
    """

    def __init__(self, lesson: Lesson, controls: dict[str, Control], step: int, guess: float | None) -> None:
        self._lesson, self._step, self._answer = lesson, step, ""
        self._guess = None if guess is None else f"{guess:g}"
        super().__init__(controls)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"LessonWidget({self._lesson.title!r}; step={self.step}, {given})"

    @property
    def values(self) -> dict[str, Any]:
        """The value of each control."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def step(self) -> int:
        """The number of the step, from 1; setting it sets all controls to where that step begins."""
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        values = self._lesson.begin(step)
        self._step = step
        if step == 1:
            self._guess = None
        self.set(**values)

    @property
    def guess(self) -> float | None:
        """What was guessed; None if nothing was, or nothing that is a guess."""
        return float(self._guess) if self._guess is not None and self._lesson.guess.holds(self._guess) else None

    @property
    def state(self) -> dict[str, Any]:
        """What differs from where the step begins, for JSON; the lesson takes it as keywords."""
        start = self._lesson.begin(self.step)
        moved = {name: value for name, value in self.values.items() if value != start[name]}
        extra = {"step": None if self.step == 1 else self.step, "guess": self.guess}
        return moved | {name: value for name, value in extra.items() if value is not None}

    @property
    def missing(self) -> list[str]:
        """What each task still lacks; "" where it is done."""
        return self._lesson.missing(self.values)

    @property
    def code(self) -> str:
        """The Python that makes this figure and prints what is seen."""
        return self._lesson.code(self.step, self.values)

    @property
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""
        return f"{self._lesson.title} {self.sentence}"

    @property
    def sentence(self) -> str:
        """What is shown, in few words."""
        self._flush()
        return self._answer

    def _draw(self, figure: Figure) -> dict[str, Any]:
        self._answer = ""
        self._answer = self._lesson.show(figure, self.step, self.values)
        state = self._lesson.state(self.step, self.values, self._guess)
        return state | {"sentence": self._answer, "code": self.code}

    def _obey(self, asked: dict[str, Any]) -> None:
        if "go" in asked:
            self.step = int(asked["go"]) + 1
        own = self._lesson.steps[self.step - 1]
        if own.guess and "guess" in asked:
            self._guess = str(asked["guess"]).strip()
            self.set(**({own.control: own.guess.at} if own.guess.holds(self._guess) else {}))

    def _page(self) -> str:
        return lesson_page(self._lesson, self.step, self.values, self._guess)
