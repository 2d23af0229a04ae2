"""A lesson on a page: what is asked, the controls, one picture, what there is to see, and tasks."""

from __future__ import annotations

import html
import math
import os
import re
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from prplot.draw.base.saving import is_page
from prplot.draw.page.document import write_page
from prplot.errors import PrplotTypeError
from prplot.widgets.controls.factories import STYLE
from prplot.widgets.lessons.lesson_page import START_AGAIN, lesson_page
from prplot.widgets.lessons.lesson_picture import LessonPicture
from prplot.widgets.picture.markup import code_html, status_html
from prplot.widgets.picture.picture import SCREEN_DPI
from prplot.widgets.picture.picture_widget import PictureWidget, accordion

if TYPE_CHECKING:
    from prplot.widgets.lessons.lesson import Lesson

TEXT = "line-height:1.35;margin:2px 8px;max-width:58em"
DONE, OPEN = "✓", "○"
GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d*)?")


class LessonWidget(PictureWidget):
    """A small explorer with data of its own, made by one of the lessons of `prplot.explore`.

    Attributes
    ----------
    controls : dict of str to Widget
        Setting the ``value`` of one redraws the picture.
    """

    def __init__(self, lesson: Lesson, controls: dict[str, w.Widget], guess: float | None = None) -> None:
        self._lesson = lesson
        self._lesson_picture = LessonPicture(lesson.size)
        self._answer = ""
        self._guess = guess
        self._done: set[int] = set()
        self._on_the_way = False
        super().__init__(self._lesson_picture, controls)
        self._limit(self.values)

    def _limit(self, values: dict[str, Any]) -> None:
        """Let sliders end where there is nothing more to see."""
        for name, most in self._lesson.most.items():
            self.controls[name].max = most(**values)

    def _changed(self, change: Any) -> None:
        self._limit(self.values)
        super()._changed(change)

    def _arrange(self) -> list[w.Widget]:
        lesson = self._lesson
        head = w.HTML(f"<div style='{TEXT}'><b>{html.escape(lesson.title)}</b><br>{html.escape(lesson.opening)}</div>")
        self._tasks, self._guessed = w.HTML(), w.HTML()
        wide = f"{lesson.size[0] * SCREEN_DPI:.0f}px"
        wrapped = w.Layout(flex_flow="row wrap", max_width=wide)
        controls = w.HBox(list(self.controls.values()), layout=wrapped)
        again = w.Button(description=START_AGAIN, layout=w.Layout(width="auto"))
        again.on_click(lambda _: self.start_again())
        self._buttons = w.HBox([*(self._button(*preset) for preset in lesson.presets.items()), again])
        self._buttons.layout.flex_flow = "row wrap"
        parts = [head, self._guess_box(), controls, self._buttons, *self._seen, self._note, self._numbers, self._tasks]
        return [*parts, accordion({"Code": self._code}), self._status]

    def _button(self, title: str, values: dict[str, Any]) -> w.Button:
        button = w.Button(description=title, layout=w.Layout(width="auto"))
        button.on_click(lambda _: self.go_to(values))
        return button

    def _guess_box(self) -> w.Widget:
        guess = self._lesson.guess
        self._field = w.Text(
            value="" if self._guess is None else guess.written(self._guess),
            placeholder=guess.bounds,
            description="Your guess",
            style=STYLE,
            layout=w.Layout(width="230px"),
        )
        button = w.Button(description="That is my guess", layout=w.Layout(width="auto"))
        button.on_click(lambda _: self._take_guess())
        question = w.HTML(f"<div style='{TEXT}'>{html.escape(guess.question)}</div>")
        return w.VBox([question, w.HBox([self._field, button]), self._guessed])

    def _take_guess(self) -> None:
        guess, text = self._lesson.guess, self._field.value.strip()
        try:
            # Commas between thousands, as the truth is written; a comma for a point is refused.
            number = float(text.replace(",", "") if GROUPED.fullmatch(text) else text)
        except ValueError:
            number = math.nan
        if guess.low <= number <= guess.high:
            self.make_guess(number)
        else:
            self._guessed.value = _guessed_html(f"A guess is a number from {guess.bounds}.")

    def start_again(self) -> None:
        """Set all controls where the lesson begins, and forget the guess and what was done."""
        self._guess, self._field.value = None, ""
        self._done.clear()
        self.go_to({})

    def go_to(self, values: dict[str, Any]) -> None:
        """Set controls, and all others to where the lesson begins."""
        self._on_the_way = True
        wanted = {**self._lesson.start, **values}
        # Those that others depend on first.
        for name in sorted(wanted, key=lambda name: name in self._lesson.most):
            self.controls[name].value = wanted[name]
        self._on_the_way = False
        self._changed(None)

    def make_guess(self, guess: float) -> None:
        """Take a guess, and show what it was about; it stays beside the truth."""
        self._guess = guess
        self.go_to(self._lesson.guess.at)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"LessonWidget({self._lesson.title!r}; {given})"

    @property
    def values(self) -> dict[str, Any]:
        """The value of each control."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def guess(self) -> float | None:
        """What was guessed."""
        return self._guess

    @property
    def state(self) -> dict[str, Any]:
        """What differs from where the lesson begins, for JSON; the lesson takes it as keywords."""
        moved = {name: value for name, value in self.values.items() if value != self._lesson.start[name]}
        return {**moved, **({} if self._guess is None else {"guess": self._guess})}

    @property
    def missing(self) -> list[str]:
        """What each task still lacks; empty words where it is done."""
        return self._lesson.missing(self.values)

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
        write_page(path, lesson_page(self._lesson, self.values, self._guess))

    def _draw(self) -> list[str]:
        self._lesson_picture.clear()
        self._answer = self._lesson.show(self._lesson_picture.figure, self.values, self._guess)
        self._numbers.value = f"<p style='{TEXT}'>{html.escape(self._answer)}</p>"
        tasks = self._lesson.tasks_at(self.values)
        if not self._on_the_way:
            self._done |= {number for number, (_, missing) in enumerate(tasks) if not missing}
        self._tasks.value = _tasks_html(tasks, self._done)
        said = "" if self._guess is None else self._lesson.guess.answer(self._guess)
        self._guessed.value = _guessed_html(said) if said else ""
        self._code.value = code_html(self.code)
        self._status.value = status_html(self._answer)
        return []


def _guessed_html(said: str) -> str:
    return f"<p role='status' style='{TEXT};font-weight:600'>{html.escape(said)}</p>"


def _tasks_html(tasks: list[tuple[str, str]], done: set[int]) -> str:
    """Return tasks with what each lacks, or that it is or was done."""
    lines = [
        f"<li style='list-style:\"{DONE if number in done else OPEN}  \"'>{html.escape(text)}"
        f"<div style='opacity:.8'>{html.escape(_lacks(missing, number in done))}</div></li>"
        for number, (text, missing) in enumerate(tasks)
    ]
    return f"<ol style='{TEXT};padding-left:1.6em'>{''.join(lines)}</ol>"


def _lacks(missing: str, done: bool) -> str:
    if not missing:
        return "Done."
    return "Done before." if done else missing
