"""The lessons: numbers of the papers, pictures that change, code that redraws them."""

from __future__ import annotations

import asyncio
import gc
import html
import inspect
import io
import itertools
import json
import re
import weakref
from contextlib import redirect_stdout
from fractions import Fraction

import ipywidgets as w
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import prplot
from prplot.errors import PrplotTypeError, PrplotValueError
from prplot.widgets.lessons import LESSONS
from prplot.widgets.lessons.lesson import LessonPicture

NAMES = tuple(LESSONS)
each_lesson = pytest.mark.parametrize("name", NAMES)


def made(name, **values):
    return getattr(prplot.explore, name)(**values)


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


def written(view):
    """What is written in the widget, without its markup."""
    html_parts = [child.value for child in view.children if type(child) is w.HTML]
    return html.unescape(re.sub("<[^>]*>", " ", " ".join(html_parts)))


def numbers(text):
    return [float(number) for number in re.findall(r"[-+]?\d+(?:\.\d+)?", text)]


def test_these_are_the_lessons():
    assert {"interpolation", "skew", "unachievable", "gain", "weights"} <= set(LESSONS) <= set(dir(prplot.explore))


@each_lesson
def test_a_lesson_shows_a_picture_with_words(name):
    view = made(name)
    assert view.figure.axes
    assert bytes(view._screen.value).startswith(b"\x89PNG")
    assert len(view.description) > 100
    assert view._note.value == ""
    assert plt.get_fignums() == []


@pytest.fixture
def words_only(monkeypatch):
    """What is drawn is not painted: for tests that look at words and artists."""
    monkeypatch.setattr(LessonPicture, "png", lambda _: b"")


@each_lesson
@pytest.mark.usefixtures("words_only")
def test_help_lists_controls_and_tasks(name):
    lesson = getattr(prplot.explore, name)
    assert list(inspect.signature(lesson).parameters) == list(made(name).controls)
    assert inspect.getdoc(lesson).startswith(lesson.title)
    assert all(task in inspect.getdoc(lesson) for task in lesson.tasks)


CONTROLS = [(name, control) for name in NAMES for control in LESSONS[name].controls]


def texts_of(figure):
    """What is written around the axes, as it was drawn."""
    for ax in figure.axes:
        for text in (*ax.texts, ax.xaxis.label, ax.yaxis.label, ax.title, ax.get_legend()):
            if text is not None and text.get_visible() and text.get_in_layout() and text.get_window_extent().width:
                yield text.get_window_extent()


@pytest.mark.parametrize(("name", "moved"), CONTROLS)
def test_every_control_changes_the_picture_and_axes_stay_unless_a_text_needs_room(name, moved):
    view = made(name)
    control, before = view.controls[moved], view._screen.value
    places = [ax.get_position().bounds for ax in view.figure.axes]
    for value in ends(control):
        control.value = value
        assert view._note.value == ""
        assert view._screen.value != before
        assert view.state == {moved: value}
        for box in texts_of(view.figure):
            assert -1 <= box.x0 <= box.x1 <= view.figure.bbox.width + 1
            assert -1 <= box.y0 <= box.y1 <= view.figure.bbox.height + 1
    if name == "weights" or control.description in ("Marked", "Called pos."):
        now = [ax.get_position().bounds for ax in view.figure.axes]
        np.testing.assert_allclose(now, places, rtol=0, atol=1e-9)


# Any two ends of any two of four controls meet in one of them.
CORNERS = (
    (0, 0, 0, 0),
    (0, -1, -1, -1),
    (-1, 0, -1, -1),
    (-1, -1, 0, -1),
    (-1, -1, -1, 0),
)


def test_every_two_ends_meet_in_some_corner():
    for pair in itertools.combinations(zip(*CORNERS, strict=True), 2):
        assert len(set(zip(*pair, strict=True))) == 4


@pytest.mark.slow
@each_lesson
def test_no_corner_is_out_of_bounds(name):
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


@pytest.mark.slow
@each_lesson
def test_the_code_redraws_the_picture(name, pixels_of):
    view = made(name)
    for end in (0, -1):
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


@each_lesson
@pytest.mark.usefixtures("words_only")
def test_the_state_brings_it_back(name):
    view = made(name)
    move(view, 0)
    again = made(name, **json.loads(json.dumps(view.state)))
    assert again.values == view.values
    assert again.description == view.description


@each_lesson
def test_saving(name, tmp_path):
    made(name).save(tmp_path / "lesson.pdf")
    assert b"/Type3" not in (tmp_path / "lesson.pdf").read_bytes()


@each_lesson
def test_closing_frees(name):
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
        ("interpolation", {"tp": 2.5}, PrplotTypeError, "tp must be of type int; got 2.5"),
        ("interpolation", {"more_tp": 0}, PrplotValueError, r"more_tp must lie in \[1, 300\]; got 0"),
        ("gain", {"hull": 1}, PrplotTypeError, "hull must be of type bool; got 1"),
    ],
)
def test_wrong_values_are_refused(name, values, error, words):
    with pytest.raises(error, match=words):
        made(name, **values)


def test_there_is_no_other_lesson():
    with pytest.raises(AttributeError, match="no lesson 'calibration'; there are interpolation, skew"):
        prplot.explore.calibration  # noqa: B018


# Keilwagen et al. 2014, Figure 2: mean precision between A and B.
KEILWAGEN_2 = [
    ((5, 5, 5, 295), 0.071992, 0.096759, 0.072006),
    ((0, 5, 5, 295), 0.015525, 0.014425, 0.015524),
    ((0, 5, 295, 5), 0.915961, 0.915904, 0.851064),
    ((5, 0, 295, 5), 0.984475, 0.984476, 0.985575),
]


@pytest.mark.parametrize(("points", "continuous", "tp", "fp"), KEILWAGEN_2)
@pytest.mark.usefixtures("words_only")
def test_interpolation_has_the_numbers_of_the_paper(points, continuous, tp, fp):
    view = made("interpolation", **dict(zip(("tp", "fp", "more_tp", "more_fp"), points, strict=True)))
    said = view.description
    for rule, value in (("continuous", continuous), ("discrete-tp", tp), ("discrete-fp", fp)):
        assert f"{rule} {value:.4f}" in said


@pytest.mark.parametrize("points", [points for points, *_ in KEILWAGEN_2] + [(0, 0, 5, 5)])
@pytest.mark.usefixtures("words_only")
def test_both_points_are_named_where_they_are(points):
    tp, fp, more_tp, more_fp = points
    precision = [tp / (tp + fp) if tp + fp else 0.5, (tp + more_tp) / sum(points)]
    view = made("interpolation", tp=tp, fp=fp, more_tp=more_tp, more_fp=more_fp)
    names = view.figure.axes[0].texts
    assert [text.get_text() for text in names] == ["A", "B"]
    recall = [tp / (tp + more_tp), 1.0]
    np.testing.assert_allclose([text.xy for text in names], np.transpose([recall, precision]), rtol=1e-12)


@pytest.mark.usefixtures("words_only")
def test_discrete_points_are_on_the_continuous_curve():
    view = made("interpolation", tp=5, fp=5, more_tp=8, more_fp=30)
    left, right = view.figure.axes
    arc = prplot.from_counts([2, 1], [5, 13], [5, 35]).pr()
    points = [line for line in left.lines if line.get_linestyle() == "None"]
    assert [len(line.get_xdata()) for line in points] == [9, 31]
    for line in points:
        np.testing.assert_allclose(line.get_ydata(), arc.at(line.get_xdata()), rtol=1e-12)
    # In ROC they are on the straight line from A to B.
    for line in (line for line in right.lines if line.get_linestyle() == "None"):
        np.testing.assert_allclose(line.get_ydata(), 5 / 13 + (line.get_xdata() - 5 / 35) / (30 / 35) * 8 / 13)


@pytest.mark.parametrize(("prevalence", "precision", "false"), [(0.5, 0.758606, 159), (1 / 11, 0.239116, 1591)])
@pytest.mark.usefixtures("words_only")
def test_skew_has_the_numbers_of_the_paper(prevalence, precision, false):
    """Saito and Rehmsmeier 2015, Figure 5: ER- at a true positive rate of .5."""
    view = made("skew", prevalence=prevalence)
    assert "false positive rate of 0.1591" in view.description
    assert f"500 true and {false} false positives" in view.description
    assert f"a precision of {precision:.3f}" in view.description
    roc, pr = view.figure.axes
    for ax, x, y in ((roc, 0.159104, 0.5), (pr, 0.5, precision)):
        dot = next(line for line in ax.lines if line.get_marker() == "o" and line.get_color() == "black")
        assert (dot.get_xdata()[0], dot.get_ydata()[0]) == pytest.approx((x, y), abs=1e-6)


def test_skew_roc_stands_still():
    def texts(ax):
        return [text.get_text() for text in ax.get_legend().get_texts()]

    view = made("skew", prevalence=0.5)
    roc, pr = (texts(ax) for ax in view.figure.axes)
    view.controls["prevalence"].value = 1 / 11
    assert texts(view.figure.axes[0]) == roc == ["Excel  0.983", "ER+  0.800", "ER-  0.800"]
    assert pr == ["Excel  0.983", "ER+  0.836", "ER-  0.744"]
    assert texts(view.figure.axes[1]) == ["Excel  0.900", "ER+  0.513", "ER-  0.231"]


@pytest.mark.parametrize(
    ("prevalence", "low", "least"),
    [(0.05, 0.0, 0.0254274066), (0.5, 0.0, 0.3068528194), (0.5, 0.5, 0.2123179275), (0.1, 0.8, 0.0181756341)],
)
@pytest.mark.usefixtures("words_only")
def test_unachievable_has_the_least_areas(prevalence, low, least):
    """Boyd et al. 2012, Theorem 2 and Figure 3, from the closed form."""
    view = made("unachievable", prevalence=prevalence, low=low)
    assert f"less than area {least:.4f} from recall {low:.2f}" in view.description
    dot = view.figure.axes[1].lines[-1]
    assert dot.get_ydata()[0] == pytest.approx(least / (1 - low), abs=1e-9)


@pytest.mark.usefixtures("words_only")
def test_unachievable_counts_true_negatives_that_cannot_be():
    """Boyd et al. 2012, Table 1: of 100 positives and 200 negatives 60 true and 240 false positives."""
    view = made("unachievable", prevalence=1 / 3, f1=0.3, recall=0.6)
    assert "60 true and 240 false positives, which is impossible: -40 true negatives" in view.description
    view.controls["recall"].value = 0.2
    # F1 0.3 at recall 0.2 takes precision 0.6: 20 true, 13 1/3 false positives.
    assert "20 true and 13 false positives, which is possible" in view.description
    view.controls["recall"].value = 0.1
    assert "cannot be had at recall 0.10: it takes at least 0.176" in view.description


@pytest.mark.parametrize(
    ("f1", "recall", "prevalence"),
    [(0.4, 0.25, 0.3), (0.75, 0.6, 0.3), (0.1, 0.05, 0.5), (0.4, 1.0, 0.25), (0.75, 0.8, 0.75), (0.25, 0.65, 0.22)]
    + [(f / 20, r / 20, p / 20) for f, r, p in ((1, 1, 1), (19, 20, 19), (7, 4, 10), (13, 9, 3), (9, 17, 14))],
)
@pytest.mark.usefixtures("words_only")
def test_unachievable_tells_what_is_possible(f1, recall, prevalence):
    """By exact arithmetic: at the limits as well, and no number contradicts the word beside it."""
    f, r, pi = (Fraction(value).limit_denominator(1000) for value in (f1, recall, prevalence))
    said = made("unachievable", f1=f1, recall=recall, prevalence=prevalence).description
    # The least recall has precision 1: 2 r / (1 + r) = f.
    if r < f / (2 - f):
        assert f"it takes at least {float(f / (2 - f)):.3f}" in said
        assert float(f"{float(f / (2 - f)):.3f}") > recall
        return
    negatives = 100 * (1 - pi) / pi
    precision = f * r / (2 * r - f)
    true_negatives = negatives - 100 * r * (1 / precision - 1)
    if true_negatives >= 0:
        assert said.endswith("which is possible.")
    else:
        assert said.endswith(f"which is impossible: {float(true_negatives):.3g} true negatives.")
        assert "-0 " not in said


@pytest.mark.usefixtures("words_only")
def test_unachievable_cut_off_at_low_recalls():
    """The task says that the least area shrinks and the least mean precision grows; from the closed form."""
    for pi in (0.01, 0.33, 0.5, 0.99):
        lows = np.arange(0.0, 0.96, 0.05)
        areas = [(1 - a) + (1 - pi) / pi * np.log(1 - pi + pi * a) for a in lows]
        assert np.all(np.diff(areas) < 0)
        assert np.all(np.diff(areas / (1 - lows)) > 0)
    view = made("unachievable", low=0.5)
    assert "less than area" in view.description
    assert "least area shrinks, the least mean precision grows" in written(view)


@pytest.mark.parametrize("marked", ["Excel", "ER+", "ER-"])
@pytest.mark.parametrize("tpr", [0.01, 0.25, 0.5, 0.99, 1.0])
def test_skew_has_one_rate_at_every_prevalence(marked, tpr, monkeypatch):
    """By bisection in the distributions of Saito and Rehmsmeier 2015."""
    from scipy import stats

    # Only words are asked about.
    monkeypatch.setattr(prplot, "plot", lambda *_, **__: None)
    monkeypatch.setattr(prplot.draw, "point", lambda *_, **__: None)
    positive, negative = {
        "Excel": (stats.norm(3, 1), stats.norm(0, 1)),
        "ER+": (stats.beta(1, 1), stats.beta(1, 4)),
        "ER-": (stats.beta(4, 1), stats.beta(1, 1)),
    }[marked]
    rate = negative.sf(positive.isf(tpr))
    seen = set()
    for prevalence in (1e-4, 0.001, 0.1, 0.5, 0.89):
        said = LESSONS["skew"].draw(Figure(), prevalence=prevalence, marked=marked, tpr=tpr)
        seen.add(re.search("false positive rate of ([0-9.]+),", said)[1])
        precision = tpr * prevalence / (tpr * prevalence + rate * (1 - prevalence))
        assert f"a precision of {precision:.3f}" in said
    assert len(seen) == 1
    assert abs(float(seen.pop()) - rate) < 0.5001e-4


@pytest.mark.parametrize("sample", [1, 7, 50])
@pytest.mark.usefixtures("words_only")
def test_weights_have_one_order_at_every_cut(sample):
    """The task says that hard labels, but for the cut at 0.5, have the order of the soft ones."""
    paths = [prplot.simulate.keilwagen(name).sample(2000, rng=sample) for name in ("good", "permuted", "bad")]
    for cut in np.arange(1, 20) / 20:
        areas = [prplot.from_labels(p.sample.fg >= cut, p.sample.score).pr().area() for p in paths]
        assert len(set(areas)) == 1 if cut == 0.5 else areas[0] > areas[1] > areas[2]
    assert "in the order that the soft ones had" in written(made("weights", sample=sample))


@pytest.mark.usefixtures("words_only")
def test_gain_has_parallel_isolines():
    lines = [line for line in made("gain", beta=2.0).figure.axes[1].lines if str(line.get_label()).startswith("_f2 =")]
    assert len(lines) == 4
    for line in lines:
        x, y = line.get_data()
        np.testing.assert_allclose((y[-1] - y[0]) / (x[-1] - x[0]), -4.0, rtol=1e-9)


@pytest.mark.usefixtures("words_only")
def test_gain_says_what_the_counts_say():
    view = made("gain", called=0.5, beta=0.5)
    path = prplot.simulate.binormal(1.2).sample(120, prevalence=0.3, rng=4)
    row = int(np.searchsorted(path.tp + path.fp, 60))
    tp, fp = float(path.tp[row]), float(path.fp[row])
    positives, negatives = path.tp[-1], path.fp[-1]
    gains = [1 - positives / negatives * fp / tp, 1 - positives / negatives * (positives - tp) / tp]
    assert f"calls {(tp + fp) / 120:.1%} positive: " in view.description
    assert f"precision {tp / (tp + fp):.3f} and recall {tp / positives:.3f}" in view.description
    assert f"gains {gains[0]:.3f} and {gains[1]:.3f}" in view.description
    assert f"F0.5 is {1.25 * tp / (1.25 * tp + fp + 0.25 * (positives - tp)):.3f}" in view.description
    best = max(1.25 * t / (1.25 * t + f + 0.25 * (positives - t)) for t, f in zip(path.tp, path.fp, strict=True))
    assert f"the best threshold (open) {best:.3f}" in view.description
    always = 1.25 * positives / (1.25 * positives + negatives)
    assert f"yes to everything has {always:.3f}" in view.description


@pytest.mark.usefixtures("words_only")
def test_weights_hide_behind_the_cut():
    view = made("weights")
    said = numbers(view.description.partition("hard and soft:")[2])
    hard, soft = said[0:6:2], said[1:6:2]
    assert len(set(hard)) == 1
    # Keilwagen et al. 2014, Figure 4: .55 on hard labels, .55, .39 and .27 on soft ones; of 2,000 rows here.
    np.testing.assert_allclose([hard[0], *soft], [0.55, 0.55, 0.39, 0.27], atol=0.04)
    view.controls["cut"].value = 0.3
    said = numbers(view.description.partition("hard and soft:")[2])
    assert said[0] > said[2] > said[4]
    assert said[1:6:2] == soft


@pytest.mark.parametrize("order", ["good", "permuted", "bad"])
@pytest.mark.usefixtures("words_only")
def test_weights_show_which_classifier_is_shown_left(order):
    left, *others = made("weights", order=order).figure.axes
    assert left.get_title().startswith(order)
    for ax in others:
        curves = [line for line in ax.lines if hasattr(line, "curve")]
        assert max(curves, key=lambda line: line.get_linewidth()).curve.label == order


def test_words_and_code_follow_the_controls():
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


def test_a_failure_is_a_line_in_the_widget(monkeypatch):
    view = made("skew")
    monkeypatch.setattr(view._lesson, "draw", lambda *_, **__: 1 / 0)
    view.controls["tpr"].value = 0.6
    assert "ZeroDivisionError" in view._note.value
    assert view.figure.axes == []


@pytest.mark.parametrize("called", [0.1, 0.35, 0.6, 0.65, 0.8, 0.95, 1.0])
@pytest.mark.usefixtures("words_only")
def test_gain_calls_as_many_positive_as_its_control_says(called):
    view = made("gain", called=called)
    assert f"calls {called:.1%} positive" in view.description
