"""What all lessons have: a guess that stays, tasks that check themselves, presets, and a page that needs no kernel."""

from __future__ import annotations

import base64
import html
import io
import itertools
import json
import re
import zlib

import pytest

import prplot
from prplot.errors import PrplotTypeError, PrplotValueError
from prplot.widgets.lessons import LESSONS
from prplot.widgets.lessons.lesson_page import stops_of
from prplot.widgets.lessons.lesson_widget import START_AGAIN

each_lesson = pytest.mark.parametrize("name", LESSONS)
# More would take minutes to draw.
MOST_STATES = 100


def states_of(lesson):
    stops = stops_of(lesson)
    return [dict(zip(stops, values, strict=True)) for values in itertools.product(*stops.values())]


@each_lesson
def test_few_words_before_the_first_touch(name):
    lesson = LESSONS[name]
    assert lesson.title.endswith("?")
    assert lesson.guess.question.endswith("?")
    assert len(lesson.opening.split()) <= 60
    assert 2 <= len(lesson.controls) <= 5
    assert 2 <= len(lesson.presets) <= 3
    assert 2 <= len(lesson.tasks) <= 4


@each_lesson
def test_the_page_has_all_that_is_spoken_of(name):
    """Where a lesson begins, its presets and the answer to its guess are stops; every task can be done there."""
    lesson = LESSONS[name]
    states = states_of(lesson)
    assert len(states) <= MOST_STATES
    for values in ({}, lesson.guess.at, *lesson.presets.values()):
        assert {**lesson.start, **values} in states
    for task in lesson.tasks:
        missing = [task.missing(**values) for values in states]
        assert "" in missing
        assert task.missing(**lesson.start)
        assert all(not said or said.endswith((".", "?", "!")) for said in missing)


@each_lesson
def test_every_stop_is_a_place_of_the_slider(name):
    lesson = LESSONS[name]
    for name_of_control, stops in stops_of(lesson).items():
        control = lesson.controls[name_of_control](lesson.start[name_of_control])
        for value in stops:
            control.value = value
            assert control.value == value


@each_lesson
@pytest.mark.usefixtures("words_only")
def test_a_guess_lies_between_its_bounds_and_stays_beside_the_truth(name, made):
    guess = LESSONS[name].guess
    assert guess.low <= guess.truth() <= guess.high
    middle = round((guess.low + guess.high) / 2, guess.digits)
    view = made(name)
    assert "guess" not in view.state
    view.make_guess(middle)
    assert view.guess == view.state["guess"] == middle
    assert {**view.state, **guess.at} == view.state

    def marks(shown):
        return [text.get_text() for ax in shown.figure.axes for text in ax.texts].count("your guess")

    # It is marked where it is about what is shown.
    assert marks(view) == (guess.place is not None)
    said = guess.answer(middle)
    assert guess.written(guess.truth()) in said
    for name_of_control, control in view.controls.items():
        control.value = LESSONS[name].start[name_of_control]
        assert html.escape(said) in view._guessed.value
    assert marks(view) == 0
    again = made(name, **json.loads(json.dumps(view.state)))
    assert html.escape(said) in again._guessed.value
    again.start_again()
    assert again.guess is None
    assert again._guessed.value == again._field.value == ""


@pytest.mark.usefixtures("words_only")
@pytest.mark.parametrize("typed", ["", "abc", "0,5", "100001", "nan", "-1"])
def test_what_is_typed_for_a_guess_is_a_number_in_its_bounds(typed, made):
    view = made("skew")
    view._field.value = typed
    view._take_guess()
    assert view.guess is None
    assert "A guess is a number from 0 to 100,000." in view._guessed.value
    view._field.value = "15,751"
    view._take_guess()
    assert view.guess == 15751


def test_a_guess_that_is_none_is_refused(made):
    with pytest.raises(PrplotValueError, match=r"guess must lie in \[0, 1\]; got 1.5"):
        made("unachievable", guess=1.5)
    with pytest.raises(PrplotTypeError, match="guess must be a number; got str 'half'"):
        made("unachievable", guess="half")


@pytest.mark.few(4)
@each_lesson
@pytest.mark.usefixtures("words_only")
def test_buttons_go_where_they_say_and_back(name, made):
    view, lesson = made(name), LESSONS[name]
    buttons = {button.description: button for button in view._buttons.children}
    assert list(buttons) == [*lesson.presets, START_AGAIN]
    done = set()
    for title, values in lesson.presets.items():
        buttons[title].click()
        assert view.values == {**lesson.start, **values}
        assert view.missing == lesson.missing(view.values)
        for number, said in enumerate(view.missing):
            done |= set() if said else {number}
            expected = ("Done before." if number in done else said) if said else "Done."
            assert html.escape(expected) in view._tasks.value
    buttons[START_AGAIN].click()
    assert view.values == lesson.start
    assert "Done" not in view._tasks.value


@pytest.mark.usefixtures("words_only")
def test_tasks_say_when_they_are_done(made):
    view = made("skew")
    assert "Done." not in view._tasks.value
    view.controls["prevalence"].value = 0.001
    assert view._tasks.value.count("Done.") == 1
    assert view.missing[0] == ""


@pytest.fixture
def few_stops(monkeypatch):
    """Skew with few states; the rest is as long to draw."""
    lesson = LESSONS["skew"]
    monkeypatch.setattr(lesson, "stops", {"prevalence": (0.1, 0.01), "tpr": (0.5,)})
    monkeypatch.setattr(lesson, "presets", {"1 in 100": {"prevalence": 0.01}})
    return lesson


def facts_in(page):
    return json.loads(zlib.decompress(base64.b64decode(re.search(r'data-facts="([^"]*)"', page)[1])))


def test_the_page_of_a_lesson(few_stops, tmp_path):
    few_stops(prevalence=0.012, guess=7000).save(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text("utf-8")
    facts = facts_in(page)
    # Nothing is fetched, and one script is allowed, by its hash.
    elsewhere = re.sub(r'xmlns(:\w+)?="[^"]*"', "", page).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://(?!www\.w3\.org/1999/xlink)|@import", elsewhere)
    assert page.count("<script") == 1
    assert len(page.encode()) < 1.5e6
    states = states_of(few_stops)
    assert len(facts["said"]) == len(facts["drawn"]) == len(facts["lacks"]) == len(states) == 6
    for values, said, lacks in zip(states, facts["said"], facts["lacks"], strict=True):
        view = few_stops(**values)
        assert said == view.sentence
        assert lacks == view.missing
    # It begins at the nearest state, with the guess.
    assert facts["start"] == [1, 2, 0]
    assert facts["guess"]["given"] == 7000
    assert facts["guess"]["truth"] == pytest.approx(few_stops.guess.truth())
    first = states.index({"prevalence": 0.01, "marked": "ER-", "tpr": 0.5})
    assert html.escape(facts["said"][first]) in page
    drawing = "".join(facts["parts"][part] for part in facts["drawn"][first])
    assert drawing.startswith("<svg")
    assert drawing.rstrip().endswith("</svg>")


def test_the_page_of_a_lesson_goes_where_any_other_does(few_stops):
    view, text = few_stops(prevalence=0.01), io.StringIO()
    view.save(text, format="html")
    assert facts_in(text.getvalue())["start"] == [1, 2, 0]
    with pytest.raises(PrplotTypeError, match=r"the page of a lesson takes no options; got dpi\."):
        view.save("a.html", dpi=200)


def test_a_lesson_itself_is_saved_as_a_page_alone(few_stops, tmp_path):
    few_stops.save(str(tmp_path / "b.HTM"))
    assert facts_in((tmp_path / "b.HTM").read_text("utf-8"))["start"] == [0, 2, 0]
    with pytest.raises(PrplotValueError, match=r"path must end in html; got 'c\.png'"):
        few_stops.save("c.png")


def test_the_lessons_are_what_explore_offers():
    assert [name for name in dir(prplot.explore) if not name.startswith("_")] == sorted(LESSONS)
