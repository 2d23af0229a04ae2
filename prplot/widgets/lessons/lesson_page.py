"""The page of a lesson, which needs no kernel: the pictures of all steps, at all stops of their controls."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from prplot.draw.base.axes import own_figure
from prplot.draw.page.document import document, drawing, inline, lighter, source
from prplot.draw.page.places import size_facts
from prplot.widgets.face import SCREEN_DPI

if TYPE_CHECKING:
    from prplot.widgets.lessons.lesson import Lesson

# The page holds many pictures, so their coordinates are rounded to a tenth of a point.
DECIMALS = 1


def lesson_page(lesson: Lesson, step: int, values: dict[str, Any], guess: float | None, skipped: bool) -> str:
    """Return the page of a lesson as HTML; it begins at this step, and at the control's value if that is a stop."""
    # Many drawings share parts, so each part is stored only once.
    parts: dict[str, int] = {}
    light = cache(partial(lighter, decimals=DECIMALS))
    steps = [_step(lesson, number, parts, light) for number in range(1, len(lesson.steps) + 1)]
    own = steps[step - 1]
    if (value := values[lesson.steps[step - 1].control]) in own["stops"]:
        own["begin"] = own["stops"].index(value)
    now = {"number": step - 1, "given": guess, "skipped": skipped, "at": own["begin"]}
    facts: dict[str, Any] = {"steps": steps, "parts": list(parts), "now": now}
    packed = base64.b64encode(zlib.compress(json.dumps(facts, ensure_ascii=False).encode(), 9)).decode()
    first = own["before"] if "before" in own and guess is None and not skipped else own["states"][own["begin"]]
    body = f"""<main class="prplot-page" data-lesson="{packed}">
<h1>{html.escape(lesson.title)}</h1>
<p>{html.escape(own["state"]["text"])}</p>
<div class="prplot-drawing">{"".join(facts["parts"][part] for part in first["parts"])}</div>
<p>{html.escape(first["sentence"])}</p>
</main>"""
    return document(
        lesson.title, body, source("draw/page/face.mjs", "widgets/lessons/lesson.mjs"), source("draw/page/page.css")
    )


def _step(lesson: Lesson, number: int, parts: dict[str, int], light: Callable[[str], str]) -> dict[str, Any]:
    """Return the state of a step and its states at all stops; add the parts of its drawings to ``parts``."""
    step, begin = lesson.steps[number - 1], lesson.begin(number)

    def drawn(stop: Any, layout: dict[str, Any], waits: bool = False) -> dict[str, Any]:
        values = {**begin, step.control: stop}
        figure = own_figure(1, 1)
        sentence = lesson.show(figure, number, values, waits)
        # All pictures of a step have the layout of the first one, so that the axes do not move.
        for ax, place in zip(figure.axes, layout.get("places", ()), strict=False):
            figure.set_layout_engine("none")
            ax.set_position(place)
        svg = inline(drawing(figure), lesson.title)
        pieces = [parts.setdefault(light(piece), len(parts)) for piece in re.split("(?=<g id=|</svg>)", svg)]
        if not layout:
            layout["places"] = [ax.get_position(original=True) for ax in figure.axes]
            layout["facts"] = size_facts(figure, SCREEN_DPI)
        lacks = lesson.lacks(number, values)
        return {"sentence": sentence, "lacks": lacks, "parts": pieces, "facts": layout["facts"]}

    own: dict[str, Any] = {}
    content: dict[str, Any] = {"state": lesson.state(number, begin, None, waits=False), "stops": step.stops}
    content |= {"states": [drawn(stop, own) for stop in step.stops], "begin": step.stops.index(begin[step.control])}
    if guess := step.guess:
        before = drawn(begin[step.control], {} if step.panels_before else own, waits=True)
        content |= {"before": before, "answered": step.stops.index(guess.at)}
    return content
