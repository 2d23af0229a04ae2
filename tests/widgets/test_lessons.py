"""What all lessons have: steps of one idea, one control and one task, a picture, words and code, and a guess."""

from __future__ import annotations

import html
import inspect
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest
from helpers.explorers import assert_alike
from helpers.lessons import EQUATION, NAMES, NUMBER, assert_equations, ends, lesson_of
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

import prplot

each_lesson = pytest.mark.parametrize("name", NAMES)


def test_these_are_the_lessons():
    assert sorted(NAMES) == [name for name in dir(prplot.explore) if not name.startswith("_")]
    with pytest.raises(AttributeError, match="no lesson 'tiling'; there are scores, skew, interpolation"):
        prplot.explore.tiling  # noqa: B018


def test_each_lesson_has_a_page_on_the_site():
    docs = Path(__file__).parents[2] / "docs" / "lessons"
    for name in NAMES:
        page = (docs / f"{name}.md").read_text("utf-8")
        assert page.startswith(f"# {lesson_of(name).title}\n\nYou learn ")
        assert f'<iframe src="pages/{name}.html" title="{lesson_of(name).title}"' in page
        assert f"`prplot.explore.{name}()`" in page
    listed = re.findall(r"^\| \[(.+)\]\((\w+)\.md\) \| \d \|", (docs / "index.md").read_text("utf-8"), re.MULTILINE)
    assert listed == [(lesson_of(name).title, name) for name in NAMES]


@each_lesson
def test_each_step_is_one_idea_one_control_and_one_task(name):
    lesson = lesson_of(name)
    assert lesson.title.endswith("?")
    assert 3 <= len(lesson.steps) <= 6
    assert list(inspect.signature(lesson).parameters) == [*lesson.controls, "step", "guess"]
    assert sum(step.guess is not None for step in lesson.steps) == 1
    panels = [step.panels for step in lesson.steps]
    assert panels == sorted(panels)
    assert panels[0] == (2 if name == "scores" else 1)
    for number, step in enumerate(lesson.steps, 1):
        sentences = re.split(r"(?<=[.?!:;]) ", step.text)
        assert len(step.text.split()) <= 40
        assert all(len(sentence.split()) <= 20 for sentence in sentences)
        asked = step.guess.question if step.guess else step.task
        for said in (step.text, asked):
            assert said in inspect.getdoc(lesson)
        begin = lesson.begin(number)
        assert begin[step.control] in step.stops
        assert 2 <= len(step.stops) <= 21
        for stop in step.stops:
            lesson.controls[step.control].check(step.control, stop)
        assert bool(step.task) is (step.missing is not None)
        if step.guess:
            assert step.guess.at in set(step.stops) - {begin[step.control]}
            assert step.guess.low <= step.guess.truth() <= step.guess.high
        if step.missing:
            # There is something to do, and it can be done.
            assert re.search("[.?!]$", lesson.lacks(number, begin))
            assert any(not lesson.lacks(number, {**begin, step.control: stop}) for stop in step.stops)


@each_lesson
def test_every_control_is_used_in_a_step_and_changes_what_is_seen(name):
    lesson = lesson_of(name)
    assert {used for step in lesson.steps for used in (step.control, *step.at)} == set(lesson.controls)
    for number, step in enumerate(lesson.steps, 1):
        begin, seen = lesson.begin(number), []
        for stop in (begin[step.control], next(stop for stop in step.stops if stop != begin[step.control])):
            figure = Figure()
            said = lesson.show(figure, number, {**begin, step.control: stop})
            lines = [ax.transData.transform(line.get_xydata()).tolist() for ax in figure.axes for line in ax.lines]
            seen.append((said, lines, [ax.get_title() for ax in figure.axes]))
        # ROC stands still: that is what the first step of skew shows.
        assert (seen[0] != seen[1]) is not ((name, number) == ("skew", 1))


def test_equations_that_are_checked_in_every_sentence_can_fail():
    assert_equations("1 / (1 + 5) = 0.17, 2 × 3 = 6")
    for wrong in ("1 / (1 + 5) = 0.16", "2,000 × 3 = 5,999"):
        with pytest.raises(AssertionError):
            assert_equations(wrong)
    assert EQUATION.search(prplot.explore.scores(step=2).sentence)


@each_lesson
def test_every_text_has_room_and_axes_stand_still(name):
    places = {}
    lesson = lesson_of(name)
    at_ends = [
        (number, {**lesson.begin(number), step.control: stop})
        for number, step in enumerate(lesson.steps, 1)
        for stop in (step.stops[0], step.stops[-1])
    ]
    for number, values in at_ends:
        figure = Figure(dpi=100)
        FigureCanvasAgg(figure)
        lesson.show(figure, number, values)
        figure.draw_without_rendering()
        for ax in figure.axes:
            for text in (*ax.texts, ax.xaxis.label, ax.yaxis.label, ax.title):
                # Labels of prplot know whether they found a place.
                if text.get_text() and text.get_visible() and getattr(text, "shown", True):
                    (x0, y0), (x1, y1) = text.get_window_extent().get_points()
                    assert -1 <= x0 <= x1 <= figure.bbox.width + 1, text
                    assert -1 <= y0 <= y1 <= figure.bbox.height + 1, text
        width, height = figure.bbox.size
        at = np.array([ax.get_position().extents * [width, height, width, height] for ax in figure.axes])
        np.testing.assert_allclose(at, places.setdefault(number, at), rtol=0, atol=3)


@each_lesson
def test_the_code_redraws_the_picture(name):
    lesson = lesson_of(name)
    number = len(lesson.steps) // 2 + 1
    view = lesson(step=number, guess=lesson.guess.low)
    names, said = {}, io.StringIO()
    with redirect_stdout(said):
        exec(view.code, names)
    assert said.getvalue().strip() == view.sentence
    assert view.description == f"{lesson.title} {view.sentence}"
    assert view.notes == []
    assert_alike(view.figure, names["figure"])


@each_lesson
@pytest.mark.usefixtures("unpainted")
def test_a_widget_goes_from_step_to_step(name):
    lesson = lesson_of(name)
    view = lesson()
    assert (view.step, view.values, view.state, view.guess) == (1, lesson.begin(1), {}, None)
    for number, step in enumerate(lesson.steps, 1):
        view.hear({"go": number - 1, "number": f"go {number}"})
        assert (view.step, view.values) == (number, lesson.begin(number))
        seen = view.seen
        assert (seen["title"], seen["text"], seen["step"]) == (lesson.title, step.text, [number - 1, len(lesson.steps)])
        (control,) = seen["controls"]
        shown = control.get("stops") or [option for option, _ in control.get("options", [(False, ""), (True, "")])]
        assert shown == list(step.stops)
        stop = next(stop for stop in ends(step.stops) if stop != lesson.begin(number)[step.control])
        view.hear({"set": {step.control: stop}})
        assert view.values == {**lesson.begin(number), step.control: stop}
        assert view.seen["sentence"] == view.sentence == lesson.show(Figure(), number, view.values)
        if step.missing:
            assert view.seen["task"] == {"text": step.task, "lacks": lesson.lacks(number, view.values)}
    again = lesson(**json.loads(json.dumps(view.state)))
    assert (again.values, again.step, again.description) == (view.values, view.step, view.description)
    tasks = [number for number, step in enumerate(lesson.steps, 1) if step.missing]
    assert view.missing == [lesson.lacks(number, view.values) for number in tasks]
    view.step = 1
    assert (view.values, view.state) == (lesson.begin(1), {})


@pytest.mark.usefixtures("unpainted")
def test_guesses():
    view = prplot.explore.skew(step=2)
    for given, refusal in (
        (100_001, "guess must lie in [0, 100000]; got 100001"),
        (-1.0, "guess must lie in [0, 100000]; got -1.0"),
        (None, "guess must be of type float; got None"),
        ("5000", "guess must be of type float; got '5000'"),
    ):
        view.hear({"guess": given})
        assert view.guess is None
        assert view.notes == [f"{refusal}."]
        assert view.values == prplot.explore.skew.begin(2)
    view.hear({"guess": 5000})
    assert view.guess == view.state["guess"] == view.seen["guess"]["given"] == 5000
    assert view.seen["guess"]["answer"] == "15,751"
    # The picture shows it; the guess stays until the lesson begins again.
    assert view.values["prevalence"] == 0.01
    view.step = 3
    assert view.guess == 5000
    view.hear({"go": 0})
    assert view.state == {"guess": 5000}
    view.hear({"go": 0, "again": True})
    assert (view.guess, view.state) == (None, {})
    view = prplot.explore.costs(guess=0.5)
    assert view.seen["guess"]["answer"] == "0.17, 1 / (1 + 5). The next higher score is 0.3"


@each_lesson
@pytest.mark.usefixtures("unpainted")
def test_a_step_waits_for_its_guess(name):
    lesson = lesson_of(name)
    number, step = next((number, step) for number, step in enumerate(lesson.steps, 1) if step.guess)
    view, begin = lesson(step=number), lesson.begin(number)

    def waits():
        seen, (control,) = view.seen, view.seen["controls"]
        assert view.waits == control["disabled"] == seen["guess"]["waits"] == (not view.sentence)
        return view.waits

    # Neither words nor picture have the number before the guess.
    assert waits()
    assert view.values == begin
    assert view.description == f"{lesson.title} {step.guess.question}"
    shown = " ".join(text.get_text() for text in view.figure.findobj(Text))
    assert step.guess.written.split(", ")[0] not in NUMBER.findall(shown)
    width = view.figure.get_figwidth()
    # Who does not want to guess is shown the answer.
    view.hear({"skip": True})
    assert not waits()
    assert view.guess is None
    assert view.values == {**begin, step.control: step.guess.at}
    assert bool(view.figure.get_figwidth() > width) is bool(step.panels_before)
    # That is kept, as guesses are, until the step begins again.
    view.hear({"go": number % len(lesson.steps)})
    view.step = number
    assert not waits()
    view.hear({"go": number - 1})
    assert waits()
    view.hear({"guess": step.guess.low})
    assert not waits()
    view.hear({"go": number - 1})
    assert view.guess is None
    # A teacher may set a control without a guess, and go back.
    view.controls[step.control].value = step.guess.at
    assert not waits()
    view.controls[step.control].value = begin[step.control]
    assert not waits()
    assert not lesson(step=number, **{step.control: step.guess.at}).waits
    # A control of another step gives nothing away.
    other = number % len(lesson.steps) + 1
    view = lesson(step=other)
    assert not view.waits
    view.controls[lesson.steps[other - 1].control].value = lesson.steps[other - 1].stops[-1]
    view.step = number
    assert view.waits


def test_wrong_values_are_refused():
    for name, values, error, words in (
        ("skew", {"prevalance": 0.1}, prplot.PrplotTypeError, "takes 'prevalence', 'marked', 'tpr'.*got 'prevalance'"),
        ("skew", {"prevalence": 2.0}, prplot.PrplotValueError, r"prevalence must lie in \[0.0001, 0.9\]; got 2.0"),
        ("skew", {"prevalence": "rare"}, prplot.PrplotTypeError, "prevalence must be of type float; got 'rare'"),
        ("skew", {"prevalence": True}, prplot.PrplotTypeError, "prevalence must be of type float; got True"),
        ("skew", {"marked": "Perf"}, prplot.PrplotValueError, "marked must be one of .*got 'Perf'"),
        ("skew", {"step": 6}, prplot.PrplotValueError, r"step must lie in \[1, 5\]; got 6"),
        ("skew", {"step": "two"}, prplot.PrplotTypeError, "step must be of type int; got 'two'"),
        ("interpolation", {"fp_b": 2.5}, prplot.PrplotTypeError, "fp_b must be of type int; got 2.5"),
        ("interpolation", {"tp_b": 5}, prplot.PrplotValueError, r"tp_b must lie in \[6, 300\]; got 5"),
        ("costs", {"distorted": 1}, prplot.PrplotTypeError, "distorted must be True or False; got int 1"),
        ("unachievable", {"guess": 1.5}, prplot.PrplotValueError, r"guess must lie in \[0, 1\]; got 1.5"),
        ("unachievable", {"guess": "half"}, prplot.PrplotTypeError, "guess must be of type float; got 'half'"),
    ):
        with pytest.raises(error, match=words):
            lesson_of(name)(**values)


def test_a_task_is_that_of_its_step():
    view = prplot.explore.scores(step=3)
    view.controls["taken"].value = 1
    assert view.missing == ["Go to step 2.", "", "Go to step 4."]


def test_a_failure_is_a_line_in_the_widget(monkeypatch):
    view = prplot.explore.skew()
    monkeypatch.setattr(prplot.explore.skew, "draw", lambda *_, **__: 1 / 0)
    view.controls["tpr"].value = 0.6
    assert "ZeroDivisionError" in view.notes[0]
    assert view.figure.axes == []


# Pages that need no kernel; tests/browser drives them all.


@pytest.mark.release
def test_the_largest_page_can_be_sent_by_mail(tmp_path):
    """Drawn whole, which takes long; the browser tests draw few stops of each step."""
    prplot.explore.weights.save(tmp_path / "weights.html")
    assert (tmp_path / "weights.html").stat().st_size < 4e5


def test_a_lesson_is_saved_as_a_page_that_fetches_nothing(tmp_path):
    lesson = prplot.explore.interpolation
    view, text = lesson(step=4, fp_b=300), io.StringIO()
    view.save(text, format="html")
    lesson.save(str(tmp_path / "b.HTM"))
    for page, own in ((text.getvalue(), view), ((tmp_path / "b.HTM").read_text("utf-8"), lesson())):
        assert page.count("<script") == 1
        assert not re.search(r"https?://(?!www\.w3\.org/)|@import", page)
        # Without a script it shows where it begins.
        assert own.sentence
        assert f"<h1>{html.escape(lesson.title)}</h1>" in page
        assert html.escape(own.sentence) in page
    view.save(tmp_path / "a.pdf")
    assert b"/Type3" not in (tmp_path / "a.pdf").read_bytes()
    with pytest.raises(prplot.PrplotTypeError, match=r"the page of a lesson takes no options; got dpi\."):
        view.save("a.html", dpi=200)
    lesson.save(tmp_path / "c.png")
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
