"""The lessons: pictures that change, and code that redraws them."""

from __future__ import annotations

import asyncio
import base64
import gc
import html
import inspect
import io
import itertools
import json
import re
import weakref
import zlib
from contextlib import redirect_stdout

import ipywidgets as w
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import prplot
from prplot.errors import PrplotTypeError, PrplotValueError
from prplot.widgets.lessons import LESSONS
from prplot.widgets.lessons.lesson_page import lesson_page, stops_of

NAMES = tuple(LESSONS)
each_lesson = pytest.mark.parametrize("name", NAMES)


def ends(control):
    """The values at the ends of a control, other than where it is."""
    if isinstance(control, w.Dropdown):
        values = [value for _, value in control.options]
    elif isinstance(control, w.Checkbox):
        values = [False, True]
    elif isinstance(control, w.FloatLogSlider):
        values = [control.base**control.min, control.base**control.max]
    else:
        values = [control.min, control.max]
    return [value for value in values if value != control.value]


def move(view, end):
    """Move all controls to one of their ends, away from where they are; the picture is drawn once."""

    async def change():
        for control in view.controls.values():
            control.value = ends(control)[end]

    asyncio.run(change())


def test_these_are_the_lessons():
    assert (
        {"scores", "interpolation", "skew", "unachievable", "gain", "weights"}
        <= set(LESSONS)
        <= set(dir(prplot.explore))
    )


@each_lesson
def test_a_lesson_shows_a_picture_with_words(name, made):
    view = made(name)
    assert view.figure.axes
    assert bytes(view._screen.value).startswith(b"\x89PNG")
    assert len(view.description) > 100
    assert view._note.value == ""
    assert plt.get_fignums() == []


@each_lesson
@pytest.mark.usefixtures("words_only")
def test_help_lists_controls_and_tasks(name, made):
    lesson = getattr(prplot.explore, name)
    assert list(inspect.signature(lesson).parameters) == [*made(name).controls, "guess"]
    assert inspect.getdoc(lesson).startswith(lesson.title)
    assert all(task.text in inspect.getdoc(lesson) for task in lesson.tasks)


CONTROLS = [(name, control) for name in NAMES for control in LESSONS[name].controls]


def texts_of(figure):
    """What is written around the axes, as it was drawn."""
    for ax in figure.axes:
        for text in (*ax.texts, ax.xaxis.label, ax.yaxis.label, ax.title, ax.get_legend()):
            if text is not None and text.get_visible() and text.get_in_layout() and text.get_window_extent().width:
                yield text.get_window_extent()


@pytest.mark.few(12)
@pytest.mark.parametrize("end", [0, -1])
@pytest.mark.parametrize(("name", "moved"), CONTROLS)
def test_every_control_changes_the_picture_and_axes_stay_unless_a_text_needs_room(name, moved, end, made):
    view = made(name)
    control, before = view.controls[moved], view._screen.value
    places = [ax.get_position().bounds for ax in view.figure.axes]
    control.value = value = ends(control)[end]
    assert view._note.value == ""
    assert view._screen.value != before
    assert view.state == {moved: value}
    for box in texts_of(view.figure):
        assert -1 <= box.x0 <= box.x1 <= view.figure.bbox.width + 1
        assert -1 <= box.y0 <= box.y1 <= view.figure.bbox.height + 1
    if name == "weights" or control.description in ("Marked", "Called pos."):
        now = [ax.get_position().bounds for ax in view.figure.axes]
        np.testing.assert_allclose(now, places, rtol=0, atol=1e-9)


# Any two ends of any two of five controls meet in one of them.
CORNERS = (
    (0, 0, 0, 0, 0),
    (0, 0, 0, 0, -1),
    (0, -1, -1, -1, 0),
    (-1, 0, -1, -1, 0),
    (-1, -1, 0, -1, -1),
    (-1, -1, -1, 0, -1),
)


def test_every_two_ends_meet_in_some_corner():
    for pair in itertools.combinations(zip(*CORNERS, strict=True), 2):
        assert len(set(zip(*pair, strict=True))) == 4


@pytest.mark.few(4)
@pytest.mark.slow
@each_lesson
def test_no_corner_is_out_of_bounds(name, made):
    controls = made(name).controls
    assert len(controls) <= len(CORNERS[0])
    for corner in sorted({whole[: len(controls)] for whole in CORNERS}):
        values = {
            control_name: sorted([*ends(control), control.value])[end]
            for (control_name, control), end in zip(controls.items(), corner, strict=True)
        }
        figure = Figure(figsize=LESSONS[name].size, layout="constrained")
        assert len(LESSONS[name].draw(figure, **values)) > 50
        figure.draw_without_rendering()


@pytest.mark.few(4)
@pytest.mark.slow
@pytest.mark.parametrize("end", [0, -1])
@each_lesson
def test_the_code_redraws_the_picture(name, end, pixels_of, made):
    view = made(name)
    move(view, end)
    names = {}
    said = io.StringIO()
    with redirect_stdout(said):
        exec(view.code, names)
    assert said.getvalue().strip() in view.description
    np.testing.assert_allclose(pixels_of(names["figure"]), pixels_of(view.figure), rtol=0, atol=1.01 / 255)


@pytest.fixture
def pixels_of():
    def render(figure):
        data = io.BytesIO()
        figure.set_layout_engine("none")  # it comes to rest only after some drawings
        for ax in figure.axes:
            ax.set_position(ax.get_subplotspec().get_position(figure))
        figure.savefig(data, dpi=50)
        data.seek(0)
        return plt.imread(data)

    return render


@pytest.mark.few(4)
@each_lesson
@pytest.mark.usefixtures("words_only")
def test_the_state_brings_it_back(name, made):
    view = made(name)
    move(view, 0)
    again = made(name, **json.loads(json.dumps(view.state)))
    assert again.values == view.values
    assert again.description == view.description


@pytest.mark.few(3)
@each_lesson
def test_saving(name, tmp_path, made):
    made(name).save(tmp_path / "lesson.pdf")
    assert b"/Type3" not in (tmp_path / "lesson.pdf").read_bytes()


@pytest.mark.few(2)
@each_lesson
def test_closing_frees(name, made):
    view = made(name)
    figure = weakref.ref(view.figure)
    assert figure() is not None
    view.close()
    del view
    gc.collect()
    assert figure() is None


@pytest.mark.parametrize(
    ("name", "values", "error", "words"),
    [
        ("skew", {"prevalance": 0.1}, PrplotTypeError, "takes 'prevalence', 'marked', 'tpr'.*got 'prevalance'"),
        ("skew", {"prevalence": 2.0}, PrplotValueError, r"prevalence must lie in \[0.0001, 0.891"),
        ("skew", {"prevalence": "rare"}, PrplotTypeError, "prevalence must be of type float; got 'rare'"),
        ("skew", {"prevalence": True}, PrplotTypeError, "prevalence must be of type float; got True"),
        ("skew", {"marked": "Perf"}, PrplotValueError, "marked must be one of .*got 'Perf'"),
        ("interpolation", {"fp_b": 2.5}, PrplotTypeError, "fp_b must be of type int; got 2.5"),
        ("interpolation", {"tp_b": 5}, PrplotValueError, r"tp_b must lie in \[6, 300\]; got 5"),
        ("costs", {"distorted": 1}, PrplotTypeError, "distorted must be of type bool; got 1"),
    ],
)
def test_wrong_values_are_refused(name, values, error, words, made):
    with pytest.raises(error, match=words):
        made(name, **values)


def test_there_is_no_other_lesson():
    with pytest.raises(AttributeError, match="no lesson 'calibration'; there are scores, skew, interpolation"):
        prplot.explore.calibration  # noqa: B018


def test_words_and_code_follow_the_controls(made):
    async def change():
        view.controls["tpr"].value = 0.7
        # Not drawn yet, but asked for.
        assert "at recall 0.70" in view.description
        return html.unescape(view._code.value), html.unescape(view._status.value)

    view = made("skew")
    code, said = asyncio.run(change())
    assert view.code in code
    assert "tpr=0.7)" in code
    assert "at recall 0.70" in said


def test_a_failure_is_a_line_in_the_widget(monkeypatch, made):
    view = made("skew")
    monkeypatch.setattr(view._lesson, "draw", lambda *_, **__: 1 / 0)
    view.controls["tpr"].value = 0.6
    assert "ZeroDivisionError" in view._note.value
    assert view.figure.axes == []


# What stays while controls move, and how numbers are written.


@each_lesson
def test_what_stays_speaks_of_no_state(name):
    lesson = LESSONS[name]
    start = r"\b(Here|Now|are in\b|The cross is|a lower one, finds all 10|area 0\.574|stray by 0\.0\d|known: 0\.\d+)"
    for said in (lesson.opening, lesson.guess.question):
        assert not re.search(start, said), said


@pytest.mark.usefixtures("words_only")
def test_rows_that_are_not_there_cannot_be_taken_in(made):
    view = made("scores")
    taken, rows = view.controls["taken"], view.controls["rows"]
    assert taken.max == 4
    view.go_to({"rows": "forty", "taken": 20})
    assert (taken.max, taken.value) == (40, 20)
    rows.value = "1010"
    assert (taken.max, taken.value) == (4, 4)
    with pytest.raises(PrplotValueError, match="taken must be at most 4 here; got 5"):
        made("scores", taken=5)


def test_the_page_of_scores_knows_where_rows_end():
    text = lesson_page(LESSONS["scores"], LESSONS["scores"].start, None)
    facts = json.loads(zlib.decompress(base64.b64decode(re.search('data-facts="([^"]*)"', text)[1])))
    stops = stops_of(LESSONS["scores"])
    states = itertools.product(*(range(len(stop)) for stop in stops.values()))
    last = {"forty": 40}
    for (_, rows, _), end in zip(states, facts["ends"]["0"], strict=True):
        assert stops["taken"][end] == last.get(stops["rows"][rows], 4)


@pytest.mark.usefixtures("words_only")
def test_classes_that_balance_do_so_on_the_steps_of_the_slider(made):
    """Pages put a value on the nearest step."""
    slider = made("skew").controls["prevalence"]
    step = round((np.log10(0.5) - slider.min) / slider.step)
    view = made("skew", prevalence=slider.base ** (slider.min + step * slider.step))
    assert "With 1,000 positives and 1,000 negatives" in view.sentence


WIDE = [
    ("skew", {"prevalence": 10**-3.5, "tpr": 0.5}),
    ("skew", {"prevalence": 0.0001, "tpr": 1.0}),
    ("unachievable", {"prevalence": 0.01, "f1": 0.45, "recall": 0.95}),
    ("interpolation", {"share": 0.33, "fp_b": 299}),
    ("costs", {"prevalence": 0.3, "miss": 40, "alarm": 9}),
]


@pytest.mark.parametrize(("name", "values"), WIDE)
@pytest.mark.usefixtures("words_only")
def test_counts_are_written_as_people_write_them(name, values, made):
    view = made(name, **values)
    titles = " ".join(ax.get_title() for ax in view.figure.axes)
    said = f"{view.sentence} {titles}"
    assert not re.search(r"\de[+-]?\d|= 0\.000\b|[-−]\d", said), said
    counts = re.findall(r"([\d.,]+) (?:TP|FP|negatives|true|false)|/ \(([\d.,]+) \+ ([\d.,]+)\)", said)
    for count in filter(None, itertools.chain.from_iterable(counts)):
        whole = f"{float(count.replace(',', '')):,.0f}" == count or count.isdigit()
        assert whole or len(count.replace(".", "").lstrip("0")) <= 3, count
