"""The page of a lesson, which needs no kernel: each step is drawn before, at every stop of its control."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from prplot.draw.base.axes import own_figure
from prplot.draw.page import look
from prplot.draw.page.document import document, drawing
from prplot.draw.page.places import tiles_of
from prplot.widgets.face import SCREEN_DPI

if TYPE_CHECKING:
    from prplot.widgets.lessons.lesson import Lesson

# Names of groups are left out, which are numbered: one more would change all after it.
GROUP = re.compile(r'<g id="(?!axes)[^"]*">')
PATH, DIGITS = re.compile(r' d="[^"]*"'), re.compile(r"(\d\.\d\d)\d+")


def lesson_page(lesson: Lesson, step: int = 1, values: dict[str, Any] | None = None, guess: str | None = None) -> str:
    """Return the page of a lesson; it begins at a step, at the stop nearest to a value of its control."""
    # Parts of drawings, which many of them share.
    parts: dict[str, int] = {}
    steps = [_step(lesson, number, parts) for number in range(1, len(lesson.steps) + 1)]
    begin = 0
    if values is not None:
        stops, value = lesson.steps[step - 1].stops, values[lesson.steps[step - 1].control]
        exact = isinstance(value, str | bool)
        begin = stops.index(value) if exact else min(range(len(stops)), key=lambda k: abs(stops[k] - value))
        steps[step - 1]["begin"] = begin
    facts = {"steps": steps, "parts": list(parts), "step": step - 1, "guess": guess}
    first = steps[step - 1]["states"][steps[step - 1]["begin"]]
    packed = base64.b64encode(zlib.compress(json.dumps(facts, ensure_ascii=False).encode(), 9)).decode()
    picture = "".join(facts["parts"][part] for part in first["parts"])
    body = f"""<main data-lesson="{packed}">
<div>
<h1>{html.escape(lesson.title)}</h1>
<p>{html.escape(lesson.steps[step - 1].text)}</p>
{picture}
<p>{html.escape(first["sentence"])}</p>
</div>
</main>"""
    return document(
        lesson.title,
        body,
        own("prplot.draw.page", "face.mjs") + own(__package__, "lesson.mjs"),
        look() + own(__package__, "lesson.css"),
    )


def _step(lesson: Lesson, number: int, parts: dict[str, int]) -> dict[str, Any]:
    """Return the state of a step with what it is at each stop, and add the parts of its drawings."""
    step, values = lesson.steps[number - 1], lesson.begin(number)
    states = []
    for stop in step.stops:
        at = {**values, step.control: stop}
        figure = own_figure(1, 1)
        sentence = lesson.show(figure, number, at)
        drawn = GROUP.sub("<g>", PATH.sub(lambda found: DIGITS.sub(r"\1", found[0]), drawing(figure)))
        svg = '<svg id="prplot-picture"' + drawn[drawn.index("<svg") + 4 :]
        pieces = re.split(r"(?=<g>|<g id=|</svg>)", svg)
        width, height = (SCREEN_DPI * float(inches) for inches in figure.get_size_inches())
        own = [parts.setdefault(piece, len(parts)) for piece in pieces]
        lacks = step.missing(**at) if step.missing else ""
        picture = {"size": [width, height], "tiles": tiles_of(figure, (width, height))}
        states.append({"sentence": sentence, "lacks": lacks, "parts": own, "facts": picture})
    state = lesson.state(number, values, None) | {"states": states, "begin": step.stops.index(values[step.control])}
    if step.guess:
        guess = step.guess
        state["truth"] = {
            "low": guess.low,
            "high": guess.high,
            "written": guess.written,
            "at": step.stops.index(guess.at),
        }
    return state


def own(package: str, name: str) -> str:
    """Return the text of a file of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")
