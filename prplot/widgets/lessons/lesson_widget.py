"""A lesson in a notebook; its picture is redrawn when a control, the step or the guess changes."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any

from prplot.draw.base.saving import is_page, read_target
from prplot.draw.page.document import write_page
from prplot.draw.page.places import size_facts
from prplot.errors import PrplotTypeError
from prplot.widgets.face import SCREEN_DPI, FaceWidget
from prplot.widgets.fields import Control
from prplot.widgets.lessons.lesson_page import lesson_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from prplot.widgets.lessons.lesson import Lesson, LessonStep


class LessonWidget(FaceWidget):
    """A small explorer with data of its own, made by one of the lessons of `prplot.explore`.

    Attributes
    ----------
    controls : dict of str to Control
        Setting the ``value`` of one redraws the picture.
    guess : float or None
        What was guessed.
    """

    def __init__(self, lesson: Lesson, controls: dict[str, Control], step: int, guess: float | None) -> None:
        self._lesson, self._step, self.guess = lesson, step, guess
        # The answer is also shown without a guess if the guess was skipped, or if code moved the step's control.
        moved = any(controls[name].value != value for name, value in lesson.begin(step).items())
        self._skipped = self._asks and moved
        super().__init__(controls)

    def __repr__(self) -> str:
        arguments = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"LessonWidget({self._lesson.title!r}; step={self.step}, {arguments})"

    @property
    def values(self) -> dict[str, Any]:
        """The value of each control."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def step(self) -> int:
        """The number of the step, from 1; setting it begins that step, and forgets the guess if that is this step."""
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        values = self._lesson.begin(step)
        if step == self._step and self._asks:
            self.guess, self._skipped = None, False
        self._step = step
        self._go_to(values)

    @property
    def waits(self) -> bool:
        """Whether the step waits for a guess; until then its control is disabled and no numbers are shown."""
        return self._asks and self.guess is None and not self._skipped

    @property
    def _own(self) -> LessonStep:
        """The step that is shown now."""
        return self._lesson.steps[self._step - 1]

    @property
    def _asks(self) -> bool:
        return self._own.guess is not None

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
        tasks = [number for number, step in enumerate(self._lesson.steps, 1) if step.missing]
        return [self._lesson.lacks(number, self.values) for number in tasks]

    @property
    def description(self) -> str:
        """What is shown, in words for someone who sees no picture."""
        guess = self._own.guess
        return f"{self._lesson.title} {guess.question if guess and self.waits else self.sentence}"

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Save the figure; or, to a path that ends in html, the whole lesson as a page that needs no kernel.

        Parameters
        ----------
        path : str or path-like
            The ending decides the format: html, pdf, svg, png, ...
        **options
            For ``matplotlib.figure.Figure.savefig``; a page takes only ``format="html"``.

        Raises
        ------
        PrplotTypeError
            For other options of a page.
        """
        if not is_page(path, options):
            super().save(path, **options)
            return
        if wrong := [name for name in options if name != "format"]:
            raise PrplotTypeError(f"the page of a lesson takes no options; got {wrong[0]}.")
        # A wrong name is refused before the page is drawn, which takes seconds.
        target = read_target(path, options)
        write_page(target, lesson_page(self._lesson, self.step, self.values, self.guess, self._skipped))

    def _draw(self, figure: Figure) -> dict[str, Any]:
        sentence = self._lesson.show(figure, self.step, self.values, self.waits)
        state = self._lesson.state(self.step, self.values, self.guess, self.waits)
        code = self._lesson.code(self.values, self._own.panels_shown(self.waits))
        return state | {"sentence": sentence, "code": code}

    def _facts(self, figure: Figure) -> dict[str, Any]:
        # The pointer has no effect on the picture of a lesson, so the script needs only its size.
        return size_facts(figure, SCREEN_DPI, self._layout.boxes)

    def _obey(self, request: dict[str, Any]) -> None:
        if request.get("again"):
            self.guess, self._skipped = None, False
        if "go" in request:
            self.step = int(request["go"]) + 1
        own = self._own
        if own.guess and ("guess" in request or "skip" in request):
            if "guess" in request:
                self.guess = own.guess.checked(request["guess"])
            self._skipped = True
            self._go_to({own.control: own.guess.at})

    def _observed(self, change: Any) -> None:
        self._skipped |= self._asks and not self._putting
        super()._observed(change)

    def _go_to(self, values: dict[str, Any]) -> None:
        """Set several controls, and draw the picture once."""
        self._put(values)
        self._changed(None)

    def _page(self) -> str:
        # A page of all states would take too long each time that the widget is shown.
        return ""

    def _still_words(self) -> str:
        guess = self._own.guess
        if guess is None or not self.waits:
            return super()._still_words()
        question, answer = html.escape(guess.question), html.escape(guess.written)
        return f"<p>{question}</p><details><summary>Answer</summary><p>It is {answer}.</p></details>"
