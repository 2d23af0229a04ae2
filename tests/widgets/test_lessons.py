"""What all lessons have: a picture, words and code, a guess that stays, and tasks that check themselves."""

from __future__ import annotations

import html
import inspect
import io
import itertools
import json
import os
import re
import shutil
import subprocess
from contextlib import redirect_stdout
from importlib.resources import files

import ipywidgets as w
import numpy as np
import pytest
from helpers.explorers import assert_alike, picture, set_at_once, text_of, walk, written

import prplot

NAMES = ("scores", "skew", "interpolation", "unachievable", "costs", "estimators", "luck", "gain", "weights")
each_lesson = pytest.mark.parametrize("name", NAMES)
START_AGAIN = "Start again"
# A hundred draws take long.
FEW = {"luck": {"draws": 12}}


def lesson_of(name):
    return getattr(prplot.explore, name)


def buttons(view):
    return {part.description: part for part in walk(view) if type(part) is w.Button}


def ends(control):
    """The first and the last value of a control."""
    if isinstance(control, w.Dropdown):
        return control.options[0][1], control.options[-1][1]
    if isinstance(control, w.Checkbox):
        return False, True
    low, high = control.min, control.max
    return (control.base**low, control.base**high) if isinstance(control, w.FloatLogSlider) else (low, high)


def stops_of(lesson, view):
    """The values that controls have on a page without a kernel."""
    return {
        name: lesson.stops.get(name)
        or ((False, True) if isinstance(control, w.Checkbox) else tuple(dict(control.options).values()))
        for name, control in view.controls.items()
    }


def test_these_are_the_lessons():
    assert sorted(NAMES) == [name for name in dir(prplot.explore) if not name.startswith("_")]
    with pytest.raises(AttributeError, match="no lesson 'calibration'; there are scores, skew, interpolation"):
        prplot.explore.calibration  # noqa: B018


@each_lesson
@pytest.mark.usefixtures("unpainted", "undrawn")
def test_few_words_before_the_first_touch_and_all_that_they_speak_of(name):
    """Where a lesson begins, its presets and the answer to its guess are stops; every task can be done there."""
    lesson = lesson_of(name)
    view = lesson()
    assert lesson.title.endswith("?")
    assert lesson.guess.question.endswith("?")
    assert len(lesson.opening.split()) <= 60
    assert 2 <= len(lesson.controls) <= 5
    assert 2 <= len(lesson.presets) <= 3
    assert 2 <= len(lesson.tasks) <= 4
    assert list(inspect.signature(lesson).parameters) == [*view.controls, "guess"]
    for said in (lesson.title, lesson.opening, lesson.guess.question, *(task.text for task in lesson.tasks)):
        assert said in inspect.getdoc(lesson)
        assert said in text_of(written(view))
    stops = stops_of(lesson, view)
    for values in ({}, lesson.guess.at, *lesson.presets.values()):
        assert all(value in stops[of] for of, value in {**lesson.start, **values}.items())
    states = [dict(zip(stops, values, strict=True)) for values in itertools.product(*stops.values())]
    # More would take minutes to draw.
    assert len(states) <= 100
    for task in lesson.tasks:
        assert re.search("[.?!]$", task.missing(**lesson.start))
        assert any(task.missing(**values) == "" for values in states)


@each_lesson
@pytest.mark.usefixtures("unpainted", "undrawn")
def test_guesses_and_buttons(name, monkeypatch):
    lesson = lesson_of(name)
    for moved, value in FEW.get(name, {}).items():
        monkeypatch.setitem(lesson.start, moved, value)
    view, guess = lesson(), lesson.guess
    assert guess.low <= guess.truth() <= guess.high
    middle = round((guess.low + guess.high) / 2, guess.digits)
    said = guess.answer(middle)
    assert guess.written(guess.truth()) in said
    view.make_guess(middle)
    assert view.guess == view.state["guess"] == middle
    assert view.values == {**lesson.start, **guess.at}

    def marks():
        return [text.get_text() for ax in view.figure.axes for text in ax.texts].count("your guess")

    # It is marked where it is about what is shown, and said everywhere.
    assert marks() == (guess.place is not None)
    done = set()
    assert [title for title in buttons(view) if title in (*lesson.presets, START_AGAIN)] == [
        *lesson.presets,
        START_AGAIN,
    ]
    for title, values in list(lesson.presets.items())[:2]:
        buttons(view)[title].click()
        assert view.values == {**lesson.start, **values}
        assert view.missing == lesson.missing(view.values)
        assert html.escape(said) in written(view)
        done |= {number for number, lacks in enumerate(view.missing) if not lacks}
        for number, lacks in enumerate(view.missing):
            assert (("Done before." if number in done else lacks) if lacks else "Done.") in text_of(written(view))
    again = lesson(**json.loads(json.dumps(view.state)))
    assert (again.values, again.description) == (view.values, view.description)
    assert html.escape(said) in written(again)
    buttons(view)[START_AGAIN].click()
    assert (view.values, view.guess, view.state) == (lesson.start, None, {})
    assert "Done" not in written(view)
    assert "You said" not in written(view)


@each_lesson
@pytest.mark.usefixtures("unpainted", "undrawn")
def test_every_control_changes_what_is_seen(name):
    view = lesson_of(name)(**FEW.get(name, {}))
    usual = view.state

    def seen():
        lines = [line for ax in view.figure.axes for line in ax.lines]
        titles = [ax.get_title() for ax in view.figure.axes]
        return view.sentence, titles, [line.get_xydata().tolist() for line in lines]

    for moved, control in view.controls.items():
        before, start = seen(), control.value
        control.value = next(value for value in ends(control) if value != start)
        assert view.state == {**usual, moved: control.value}
        assert seen() != before, moved
        assert f"{moved}=" in view.code
        assert html.escape(view.sentence) in written(view)
        control.value = start
    assert view.notes == []


@each_lesson
def test_the_code_redraws_the_picture_and_every_text_has_room(name):
    view, end = lesson_of(name)(**FEW.get(name, {})), NAMES.index(name) % 2
    before = picture(view)
    set_at_once(view, **{moved: ends(control)[end] for moved, control in view.controls.items() if moved != "positives"})
    assert picture(view) != before
    assert view.notes == []
    figure = view.figure
    for ax in figure.axes:
        for text in (*ax.texts, ax.xaxis.label, ax.yaxis.label, ax.title, ax.get_legend()):
            if text is not None and text.get_visible() and text.get_in_layout() and text.get_window_extent().width:
                box = text.get_window_extent()
                assert -1 <= box.x0 <= box.x1 <= figure.bbox.width + 1
                assert -1 <= box.y0 <= box.y1 <= figure.bbox.height + 1
    names, said = {}, io.StringIO()
    with redirect_stdout(said):
        exec(view.code, names)
    assert said.getvalue().strip() == view.sentence
    assert view.description == f"{lesson_of(name).title} {view.sentence}"
    assert_alike(figure, names["figure"])


@pytest.mark.usefixtures("unpainted", "undrawn")
def test_what_is_typed_for_a_guess_is_a_number_in_its_bounds():
    view = prplot.explore.skew()
    (field,) = [part for part in walk(view) if isinstance(part, w.Text)]
    for typed in ("", "abc", "0,5", "100001", "nan", "-1"):
        field.value = typed
        buttons(view)["That is my guess"].click()
        assert view.guess is None
        assert "A guess is a number from 0 to 100,000." in written(view)
    field.value = "15,751"
    buttons(view)["That is my guess"].click()
    assert view.guess == 15751
    assert "You said 15,751, and so it is." in written(view)
    assert prplot.explore.skew.guess.answer(5_000) == "You said 5,000; it is 15,751. That was 10,751 too few."
    assert prplot.explore.unachievable.guess.answer(0.5) == "You said 0.500; it is 0.307. That was 0.193 too much."


def test_wrong_values_are_refused():
    for name, values, error, words in (
        ("skew", {"prevalance": 0.1}, prplot.PrplotTypeError, "takes 'prevalence', 'marked', 'tpr'.*got 'prevalance'"),
        ("skew", {"prevalence": 2.0}, prplot.PrplotValueError, r"prevalence must lie in \[0.0001, 0.891"),
        ("skew", {"prevalence": "rare"}, prplot.PrplotTypeError, "prevalence must be of type float; got 'rare'"),
        ("skew", {"prevalence": True}, prplot.PrplotTypeError, "prevalence must be of type float; got True"),
        ("skew", {"marked": "Perf"}, prplot.PrplotValueError, "marked must be one of .*got 'Perf'"),
        ("interpolation", {"fp_b": 2.5}, prplot.PrplotTypeError, "fp_b must be of type int; got 2.5"),
        ("interpolation", {"tp_b": 5}, prplot.PrplotValueError, r"tp_b must lie in \[6, 300\]; got 5"),
        ("costs", {"distorted": 1}, prplot.PrplotTypeError, "distorted must be of type bool; got 1"),
        ("scores", {"taken": 5}, prplot.PrplotValueError, "taken must be at most 4 here; got 5"),
        ("unachievable", {"guess": 1.5}, prplot.PrplotValueError, r"guess must lie in \[0, 1\]; got 1.5"),
        ("unachievable", {"guess": "half"}, prplot.PrplotTypeError, "guess must be a number; got str 'half'"),
    ):
        with pytest.raises(error, match=words):
            lesson_of(name)(**values)


@pytest.mark.usefixtures("unpainted", "undrawn")
def test_a_failure_is_a_line_in_the_widget(monkeypatch):
    view = prplot.explore.skew()
    monkeypatch.setattr(prplot.explore.skew, "draw", lambda *_, **__: 1 / 0)
    view.controls["tpr"].value = 0.6
    assert "ZeroDivisionError" in view.notes[0]
    assert view.figure.axes == []


@pytest.mark.usefixtures("unpainted", "undrawn")
def test_rows_that_are_not_there_cannot_be_taken_in():
    view = prplot.explore.scores()
    taken, rows = view.controls["taken"], view.controls["rows"]
    for chosen, most in (("0110", 4), ("forty", 40), ("1010", 4)):
        rows.value = chosen
        taken.value = 50
        assert (taken.max, taken.value) == (most, most)


@pytest.mark.usefixtures("unpainted", "undrawn")
def test_counts_are_written_as_people_write_them():
    for name, values in (
        ("skew", {"prevalence": 10**-3.5, "tpr": 0.5}),
        ("skew", {"prevalence": 0.0001, "tpr": 1.0}),
        ("unachievable", {"prevalence": 0.01, "f1": 0.45, "recall": 0.95}),
        ("interpolation", {"share": 0.33, "fp_b": 299}),
        ("costs", {"prevalence": 0.3, "miss": 40, "alarm": 9}),
    ):
        view = lesson_of(name)(**values)
        said = " ".join([view.sentence, *(ax.get_title() for ax in view.figure.axes)])
        assert not re.search(r"\de[+-]?\d|= 0\.000\b|[-−]\d", said), said
    # Classes that balance do so on the steps of the slider: pages put a value on the nearest step.
    slider = prplot.explore.skew().controls["prevalence"]
    step = round((np.log10(0.5) - slider.min) / slider.step)
    view = prplot.explore.skew(prevalence=slider.base ** (slider.min + step * slider.step))
    assert "With 1,000 positives and 1,000 negatives" in view.sentence


# Pages that need no kernel; tests/browser drives one.


def test_a_lesson_is_saved_as_a_page_that_fetches_nothing(monkeypatch, tmp_path):
    lesson = prplot.explore.skew
    monkeypatch.setattr(lesson, "stops", {"prevalence": (0.1, 0.01), "tpr": (0.5,), "marked": ("ER-",)})
    monkeypatch.setattr(lesson, "presets", {"1 in 100": {"prevalence": 0.01}})
    view, text = lesson(prevalence=0.012, guess=7000), io.StringIO()
    view.save(text, format="html")
    lesson.save(str(tmp_path / "b.HTM"))
    for page, prevalence in ((text.getvalue(), 0.01), ((tmp_path / "b.HTM").read_text("utf-8"), 0.1)):
        assert page.count("<script") == 1
        assert not re.search(r"https?://(?!www\.w3\.org/)|@import", page)
        assert len(page.encode()) < 1.5e6
        # It begins at the nearest state.
        assert html.escape(lesson(prevalence=prevalence).sentence) in page
    view.save(tmp_path / "a.pdf")
    assert b"/Type3" not in (tmp_path / "a.pdf").read_bytes()
    with pytest.raises(prplot.PrplotTypeError, match=r"the page of a lesson takes no options; got dpi\."):
        view.save("a.html", dpi=200)
    with pytest.raises(prplot.PrplotValueError, match=r"path must end in html; got 'c\.png'"):
        lesson.save("c.png")


def test_a_page_is_of_one_model_and_says_so(monkeypatch, tmp_path):
    lesson = prplot.explore.estimators
    stops = {"prevalence": (0.1,), "positives": (20,), "scores": ("2 values",), "draw": (1,), "model": ("binormal",)}
    monkeypatch.setattr(lesson, "stops", stops)
    monkeypatch.setattr(lesson, "presets", {})
    monkeypatch.setitem(lesson.start, "scores", "2 values")
    with pytest.warns(prplot.PrplotWarning, match=r"of model 'binormal' only, not 'bibeta'"):
        lesson(model="bibeta").save(tmp_path / "lesson.html")


def test_a_page_answers_guesses_as_python_does():
    node = shutil.which("node")
    if node is None:
        reason = "no node on the PATH: apt-get install nodejs"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)
    found = []
    for name in ("skew", "unachievable", "costs"):
        guess = lesson_of(name).guess
        values = [guess.truth(), round(guess.truth(), guess.digits), *np.linspace(guess.low, guess.high, 30)]
        given = {"values": [round(float(value), guess.digits) for value in values]}
        given |= {"truth": guess.truth(), "digits": guess.digits}
        program = f"""
        import * as lesson from {json.dumps(files("prplot.widgets.lessons").joinpath("lesson.mjs").as_uri())};
        const given = {json.dumps(given)};
        console.log(JSON.stringify(given.values.map(value => lesson.answer(value, given.truth, given.digits))));"""
        command = [node, "--input-type=module", "-e", program]
        done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
        found = json.loads(done.stdout)
        assert found == [guess.answer(value) for value in given["values"]]
