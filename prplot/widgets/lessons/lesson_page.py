"""The page of a lesson, which needs no kernel: every state that its controls can have there, drawn before."""

from __future__ import annotations

import base64
import html
import itertools
import json
import re
import zlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import ipywidgets as w
import numpy as np

from prplot.draw.page import look, place_of
from prplot.draw.page.document import document, drawing, inline
from prplot.errors import warn
from prplot.widgets.lessons.lesson_picture import LessonPicture

if TYPE_CHECKING:
    from prplot.widgets.lessons.lesson import Lesson

# The button that leads back to where a lesson begins.
START_AGAIN = "Start again"

POINTS_PER_INCH = 72
# Names of groups are left out, which are numbered: one more would change all after it.
GROUP = re.compile(r'<g id="(?!axes)[^"]*">')
DIGITS = re.compile(r"(\d\.\d\d)\d+")
PATH = re.compile(r' d="[^"]*"')


def stops_of(lesson: Lesson) -> dict[str, tuple[Any, ...]]:
    """Return the values that each control has on a page: those that the lesson names, or all."""
    stops = {}
    for name, make in lesson.controls.items():
        control = make(lesson.start[name])
        if name in lesson.stops:
            stops[name] = lesson.stops[name]
        elif isinstance(control, w.Dropdown):
            stops[name] = tuple(value for _, value in control.options)
        else:
            stops[name] = (False, True)
    return stops


def lesson_page(lesson: Lesson, values: dict[str, Any], guess: float | None) -> str:
    """Return the page of a lesson, which begins near some values of its controls.

    It holds all states; the page draws none, but marks what is guessed.
    """
    stops = stops_of(lesson)
    for name, stop in stops.items():
        if isinstance(values[name], str) and values[name] not in stop:
            warn(f"a page of this lesson is of {name} {stop[0]!r} only, not {values[name]!r}. Save that as a picture.")
    states = _States(lesson)
    for chosen in itertools.product(*stops.values()):
        states.add(dict(zip(stops, chosen, strict=True)))
    ends = {
        list(stops).index(name): [
            _nearest(stops[name], most(**dict(zip(stops, chosen, strict=True))))
            for chosen in itertools.product(*stops.values())
        ]
        for name, most in lesson.most.items()
    }
    start = [_nearest(stop, values[name]) for name, stop in stops.items()]
    first = int(np.ravel_multi_index(start, [len(stop) for stop in stops.values()]))
    truth = lesson.guess.truth()
    facts = {
        "controls": [_control_fact(lesson, name, stop) for name, stop in stops.items()],
        "start": start,
        "presets": [[title, _indices(stops, {**lesson.start, **given})] for title, given in _presets(lesson)],
        "guess": {
            "at": _indices(stops, {**lesson.start, **lesson.guess.at}),
            "low": lesson.guess.low,
            "high": lesson.guess.high,
            "digits": lesson.guess.digits,
            "truth": truth,
            "given": guess,
            "place": None if lesson.guess.place is None else [lesson.guess.place(at) for at in (0.0, 1.0)],
        },
        "tasks": [task.text for task in lesson.tasks],
        # Where sliders end in each state.
        "ends": ends,
        **states.facts(),
    }
    packed = base64.b64encode(zlib.compress(json.dumps(facts, ensure_ascii=False).encode(), 9)).decode()
    sentence = states.said[first]
    tasks = "".join(f"<li>{html.escape(task.text)}</li>" for task in lesson.tasks)
    body = f"""<main class="prplot-lesson" data-facts="{packed}">
<h1>{html.escape(lesson.title)}</h1>
<p>{html.escape(lesson.opening)}</p>
<p class="prplot-question">{html.escape(lesson.guess.question)}</p>
<div class="prplot-stage">
{inline(states.whole(first), f"{lesson.title} {sentence}")}
</div>
<p class="prplot-sentence" role="status">{html.escape(sentence)}</p>
<ol class="prplot-tasks">{tasks}</ol>
</main>"""
    return document(lesson.title, body, _own("lesson.mjs"), look() + _own("lesson.css"))


class _States:
    """States of a lesson, each as parts of a drawing that others share."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.picture = LessonPicture(lesson.size)
        # That of SVG: what is measured before a drawing and after it is the same.
        self.picture.figure.set_dpi(POINTS_PER_INCH)
        self.parts: dict[str, int] = {}
        self.drawn: list[list[int]] = []
        self.said: list[str] = []
        self.lacks: list[list[str]] = []
        self.boxes: list[Any] = []

    def add(self, values: dict[str, Any]) -> None:
        """Draw another state."""
        self.picture.clear()
        self.said.append(self.lesson.draw(self.picture.figure, **values))
        drawn = self.picture.in_place(lambda: drawing(self.picture.figure))
        text = GROUP.sub("<g>", PATH.sub(lambda found: DIGITS.sub(r"\1", found[0]), drawn))
        pieces = re.split(r"(?=<g>|<g id=|</svg>)", text[text.index("<svg") :])
        self.drawn.append([self.parts.setdefault(piece, len(self.parts)) for piece in pieces])
        self.lacks.append(self.lesson.missing(values))
        self.boxes.append(self._box())

    def _box(self) -> Any:
        """Return where the axes of the guess are, and what they show."""
        guess = self.lesson.guess
        if guess.place is None:
            return None
        ax = self.picture.figure.axes[guess.place(guess.low)[0]]
        width, height = self.lesson.size
        size = POINTS_PER_INCH * width, POINTS_PER_INCH * height
        return [place_of(self.picture.figure, ax.bbox, size), [*ax.get_xlim()], [*ax.get_ylim()]]

    def whole(self, number: int) -> str:
        """Return the drawing of one state."""
        parts = list(self.parts)
        return "".join(parts[part] for part in self.drawn[number])

    def facts(self) -> dict[str, Any]:
        """Return what a page needs to show any of them."""
        return {
            "parts": list(self.parts),
            "drawn": self.drawn,
            "said": self.said,
            "lacks": self.lacks,
            "boxes": self.boxes,
        }


def _presets(lesson: Lesson) -> list[tuple[str, dict[str, Any]]]:
    return [*lesson.presets.items(), (START_AGAIN, {})]


def _indices(stops: dict[str, tuple[Any, ...]], values: dict[str, Any]) -> list[int]:
    """Return which stop each value is."""
    return [stop.index(values[name]) for name, stop in stops.items()]


def _nearest(stops: tuple[Any, ...], value: Any) -> int:
    if isinstance(value, str | bool):
        return stops.index(value) if value in stops else 0
    return int(np.argmin(np.abs(np.array(stops, dtype=float) - value)))


def _control_fact(lesson: Lesson, name: str, stops: tuple[Any, ...]) -> dict[str, Any]:
    control: Any = lesson.controls[name](lesson.start[name])
    if isinstance(control, w.Dropdown):
        kind, words = "select", [title for title, value in control.options if value in stops]
    elif isinstance(control, w.Checkbox):
        kind, words = "check", ["no", "yes"]
    else:
        kind, words = "range", [f"{value:,}" if isinstance(value, int) else f"{value:.4g}" for value in stops]
    return {"label": control.description, "kind": kind, "words": words}


@cache
def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
