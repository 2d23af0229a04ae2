"""The widget: one picture, a dict of controls, and nothing left open."""

from __future__ import annotations

import asyncio
import gc
import html
import importlib.util
import re
import subprocess
import sys
import weakref
from dataclasses import fields
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import ipywidgets as w
import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

import prplot
from prplot.spaces import SPACES
from prplot.widgets import View
from prplot.widgets.controls.controls import CONTROLS
from prplot.widgets.controls.titles import GROUPS, LABELS
from prplot.widgets.explorer import Explorer
from prplot.widgets.lessons import LESSONS
from prplot.widgets.picture import figure_sync, picture_widget

spec = importlib.util.spec_from_file_location("states", Path(__file__).with_name("states.py"))
states = importlib.util.module_from_spec(spec)
spec.loader.exec_module(states)


def walk(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from walk(child)


def picture(view):
    """A digest of the picture: of differing bytes pytest would print the difference for minutes."""
    (image,) = [part for part in walk(view) if isinstance(part, w.Image)]
    assert bytes(image.value[:4]) == b"\x89PNG"
    return sha256(image.value).hexdigest()


def written(view):
    """What is written in the widget, as HTML."""
    return "\n".join(part.value for part in walk(view) if type(part) is w.HTML)


def note(view):
    """What is noted, beside controls and beneath the picture."""
    found = re.findall("<div role='alert'[^>]*>(.*?)</div>", written(view))
    shown = [text for part in found for text in part.split("<br>")]
    assert sorted(shown) == sorted(html.escape(text) for text in view.notes)
    return "<br>".join(shown)


def set_to(view, **values):
    for name, value in values.items():
        view.controls[name].value = value


async def set_at_once(view, **values):
    """Of many changes the last is drawn."""
    set_to(view, **values)


@pytest.mark.usefixtures("unpainted")
def test_one_control_per_field_of_the_view(several):
    assert list(CONTROLS) == [field.name for field in fields(View)]
    view = prplot.explore(several)
    assert isinstance(view, Explorer)
    assert isinstance(view, w.Widget)
    assert list(view.controls) == list(CONTROLS)
    assert view.view == View()
    assert set(view.controls.values()) <= set(walk(view))


@pytest.mark.usefixtures("unpainted")
def test_the_first_view_is_calm(several):
    view = prplot.explore(several)
    groups = [part for part in walk(view) if isinstance(part, w.Accordion)]
    # Each by itself, so that one that is opened closes no other.
    assert [group.titles for group in groups] == [*((title,) for title in GROUPS), ("Code",)]
    assert len(GROUPS) == 3
    assert [group.selected_index for group in groups] == [None] * 4
    inside = {part for group in groups for part in walk(group)}
    in_sight = [name for name, control in view.controls.items() if control not in inside]
    assert in_sight == ["space", "interpolation", "weighting", "threshold"]
    assert len([part for part in walk(view) if isinstance(part, w.Image)]) == 1
    assert len(view.figure.axes) == 1


def shown(view):
    return picture(view), re.sub("<pre.*?</pre>", "", written(view), flags=re.DOTALL)


@pytest.fixture(scope="module")
def explorer_in():
    """Explorers by their state, made once: for tests that leave them as they found them."""
    made = {}

    def find(paths, state):
        key = tuple(state.items())
        if key not in made:
            made[key] = prplot.explore(paths, **state)
        return made[key]

    yield find
    for view in made.values():
        view.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", states.OTHER)
def test_every_control_changes_what_is_shown_and_back(name, several, explorer_in):
    state = states.SEEN_WITH.get(name, {})
    view = explorer_in(several, state)
    assert view.view == View(**state)
    before, old = shown(view), view.controls[name].value
    value = states.OTHER[name][0]
    set_to(view, **{name: value})
    assert shown(view) != before
    assert getattr(view.view, name) == value
    assert View(**view.state) == view.view
    set_to(view, **{name: old})
    assert shown(view) == before
    assert note(view) == ""


@pytest.mark.usefixtures("unpainted")
def test_the_figure_is_one(several):
    view = prplot.explore(several)
    figure = view.figure
    set_to(view, space="prg", panels=("roc",), weighting="hard", cut=0.3)
    assert view.figure is figure
    assert len(figure.axes) == 2


@pytest.mark.usefixtures("unpainted")
def test_the_operating_point_is_marked_in_every_panel(several):
    view = prplot.explore(several, threshold=0.4, panels=("prg", "roc", "croc", "cost", "scores", "matrix"))
    panels = view.figure.axes
    assert len(panels) == 5 + 2
    for ax in panels[:5]:
        marks = [line for line in ax.lines if str(line.get_label()).startswith("_operating point")]
        assert len(marks) == 2
    for ax in panels[5:]:
        assert any(line.get_xdata()[0] == 0.4 for line in ax.lines)
    for path in several.values():
        at = path.at(0.4)
        for value in (at.precision, at.recall, at.specificity):
            assert f"{value:.3g}" in written(view)
    x, y = panels[0].lines[-1].get_data()
    at = several["b"].at(0.4)
    assert (float(x[0]), float(y[0])) == pytest.approx((at.recall, at.precision))


@pytest.mark.parametrize(
    ("state", "find"),
    [
        ({"by": "recall", "recall": 0.6}, lambda p: p.find(recall=0.6)),
        (
            {"by": "predicted_positive_rate", "predicted_positive_rate": 0.2},
            lambda p: p.find(predicted_positive_rate=0.2),
        ),
        ({"by": "f_beta", "beta": 2.0}, lambda p: p.optimal("f2")),
        (
            {"by": "expected_cost", "cost_fn": 5.0},
            lambda p: p.optimal(prplot.expected_cost(fn=5, fp=1, prevalence=p.prevalence)),
        ),
    ],
)
@pytest.mark.usefixtures("unpainted")
def test_the_operating_point_by_other_numbers(state, find, soft):
    view = prplot.explore(soft, panels=("roc", "scores"), **state)
    at = find(soft)
    dot = view.figure.axes[1].lines[-1]
    assert dot.get_xydata()[0].tolist() == pytest.approx([at.fpr, at.recall])
    assert view.figure.axes[2].lines[-1].get_xdata()[0] == at.threshold


@pytest.mark.usefixtures("unpainted")
def test_only_marks_are_drawn_again_when_the_point_moves(several):
    view = prplot.explore(several, threshold=0.3, panels=("roc", "scores"))
    kept = [[a for a in ax.get_children() if "_operating" not in str(a.get_label())] for ax in view.figure.axes[:2]]
    set_to(view, threshold=0.5)
    after = [[a for a in ax.get_children() if "_operating" not in str(a.get_label())] for ax in view.figure.axes[:2]]
    assert kept == after


@pytest.mark.usefixtures("unpainted")
def test_the_prevalence_moves_pr_and_prg_and_not_roc(several):
    view = prplot.explore(several, panels=("prg", "roc"))
    before = [ax.lines[-1].curve.y.copy() for ax in view.figure.axes]
    set_to(view, prevalence=0.8)
    after = [ax.lines[-1].curve.y for ax in view.figure.axes]
    assert not (before[0] == after[0]).all()
    assert len(before[1]) != len(after[1]) or not (before[1] == after[1]).all()
    assert (before[2] == after[2]).all()
    for ax in view.figure.axes:
        assert all("at π 0.8" in text.get_text() for text in ax.get_legend().get_texts())


@pytest.mark.usefixtures("unpainted")
def test_a_comparison_is_a_number_and_a_filled_difference(soft):
    view = prplot.explore(soft, compare="step")
    gap = soft.pr("step").area() - soft.pr().area()
    assert f"{gap:+.4f}".replace("-", "\N{MINUS SIGN}") in written(view)
    assert [patch for patch in view.figure.axes[0].patches if patch.get_label() == "_difference"]


@pytest.mark.usefixtures("unpainted")
def test_partial_and_normalised_areas(several):
    view = prplot.explore(several, between=(0.1, 0.6))
    for path in several.values():
        assert f"{path.pr().area(0.1, 0.6):.4f}" in written(view)
        assert f"{path.pr().normalized_area(0.1, 0.6):.4f}" in written(view)


@pytest.mark.usefixtures("unpainted")
def test_the_table_is_ranked_and_says_who_disagrees():
    paths = prplot.datasets.load("digits").paths()
    view = prplot.explore(paths, table=True)
    rows = re.findall("<th scope='row'[^>]*>(.*?)</th>", written(view))
    assert rows == sorted(paths, key=lambda name: -paths[name].pr().area())
    assert "is first by all of them" in written(view)
    set_to(view, shown=("Decision tree", "Naive Bayes"))
    assert "They disagree about the best:" in written(view)
    assert re.search("Naive Bayes by [^.;]*PR-Gain", written(view))
    set_to(view, space="prg")
    rows = re.findall("<th scope='row'[^>]*>(.*?)</th>", written(view))
    assert rows == ["Naive Bayes", "Decision tree"]
    set_to(view, space="cost")
    rows = re.findall("<th scope='row'[^>]*>(.*?)</th>", written(view))
    assert rows == ["Decision tree", "Naive Bayes"]


def test_changes_open_no_figure_and_touch_no_settings(hard):
    rc, backend = dict(mpl.rcParams), mpl.get_backend()
    view = prplot.explore(hard)
    figure, seen = view.figure, set()
    for change in range(20):
        set_to(view, levels=(change + 1) % 10)
        assert view.figure is figure
        assert len(figure.axes) == 1
        seen.add(picture(view))
    assert not plt.get_fignums()
    assert len(seen) == 10
    assert dict(mpl.rcParams) == rc
    assert mpl.get_backend() == backend


def test_the_picture_is_replaced_whole(soft):
    """No empty picture in between: that would flicker."""
    view = prplot.explore(soft)
    (image,) = [part for part in walk(view) if isinstance(part, w.Image)]
    sent = []
    image.observe(lambda change: sent.append(bytes(change.new)), names="value")
    set_to(view, space="prg")
    assert len(sent) == 1
    assert sent[0].startswith(b"\x89PNG")


def test_of_many_changes_the_last_is_drawn(several, monkeypatch):
    view = prplot.explore(several)
    drawn = []
    monkeypatch.setattr(figure_sync.FigureSync, "png", lambda _: drawn.append(view.view.threshold) or b"picture")

    async def drag():
        for step in range(50):
            set_to(view, threshold=step / 50)
        await asyncio.sleep(0.3)
        assert drawn == [49 / 50]
        set_to(view, threshold=0.1)
        assert view.figure is not None
        assert drawn == [49 / 50, 0.1]
        await asyncio.sleep(0.1)
        assert drawn == [49 / 50, 0.1]

    asyncio.run(drag())


def beneath(view, name):
    """What is said beneath a control, which follows it on the page."""
    after = {one: other for part in walk(view) for one, other in pairwise(getattr(part, "children", ()))}
    said = after[view.controls[name]]
    assert "prplot-said" in said._dom_classes
    assert not said.value or f"data-of='{name}'" in said.value
    return html.unescape(re.sub("<.*?>", "", said.value))


@pytest.mark.parametrize(
    ("state", "name", "said"),
    [
        ({"by": "recall"}, "threshold", 'The point is at a recall: choose "Point is at: the threshold".'),
        ({}, "recall", 'The point is at the threshold: choose "Point is at: a recall".'),
        ({}, "alpha", 'Only in CROC: choose it under "Space" or "Panels".'),
        ({"space": "roc"}, "always_positive", 'Only in PR or PR-Gain: choose it under "Space" or "Panels".'),
        ({"levels": 0}, "isolines", 'None is drawn: raise "Isolines".'),
        ({"levels": 0}, "beta", 'Nothing shown is of Fβ: choose "Point is at: the best Fβ".'),
        ({}, "cut", 'Used for hard labels: choose "Weighting: hard labels at the cut".'),
    ],
)
@pytest.mark.usefixtures("unpainted")
def test_what_is_off_says_why_beneath_it_and_which_control_to_change(state, name, said, several):
    view = prplot.explore(several, **state)
    assert beneath(view, name) == said
    assert [bool(beneath(view, each)) for each in CONTROLS] == [part.disabled for part in view.controls.values()]


@pytest.mark.usefixtures("unpainted")
def test_reasons_name_controls_and_options_that_are_on_the_page(several, soft, counts):
    """Whatever stands in quotes is the label of a control, with one of its options."""
    for paths in (several, soft, counts):
        for state in (
            {},
            {"space": "roc", "levels": 0},
            {"space": "cost"},
            {"by": "recall", "isolines": "f_beta_gain"},
        ):
            view = prplot.explore(paths, **state)
            for name in CONTROLS:
                for said in re.findall('"(.*?)"', beneath(view, name)):
                    label, _, title = said.partition(": ")
                    (named,) = [field for field in LABELS if LABELS[field] == label]
                    control = view.controls[named]
                    described = [getattr(part, what, "") for part in walk(control) for what in ("description", "value")]
                    assert label in described
                    assert not title or title in dict(control.options)
            view.close()


@pytest.mark.usefixtures("unpainted")
def test_what_is_wrong_stands_beside_its_control_while_that_is_in_sight(several):
    view = prplot.explore(several, compare="step")
    (group,) = [part for part in walk(view) if isinstance(part, w.Accordion) and part.titles == ("What if",)]
    set_to(view, between=(0.4, 0.4))
    said = 'The ends of "Area between" touch: move one of them. Areas are between 0 and 1.'
    assert view.notes == [said]
    assert beneath(view, "between") == ""
    assert html.escape(said) in view._note.value
    group.selected_index = 0
    assert beneath(view, "between") == said
    assert view._note.value == ""
    group.selected_index = None
    assert beneath(view, "between") == ""
    assert html.escape(said) in note(view)


ONE_CLASS = prplot.from_labels([1, 1, 1], [3, 2, 1])


@pytest.mark.parametrize("which", ["several", "soft", "hard", "counts", "one class", *LESSONS])
def test_only_what_has_a_description_sends_a_tooltip(which, request, monkeypatch):
    """A page reads the description of whatever has a tooltip; a box has none, and would show an error instead."""
    # Nothing is asked of the picture.
    monkeypatch.setattr(figure_sync.FigureSync, "draw", lambda *_: None)
    monkeypatch.setattr(figure_sync.FigureSync, "png", lambda _: b"")
    if which in LESSONS:
        views = [getattr(prplot.explore, which)()]
    else:
        paths = ONE_CLASS if which == "one class" else request.getfixturevalue(which)
        asked = ({}, {"by": "recall"}, {"space": "cost", "weighting": "hard"})
        views = [prplot.explore(paths, **state) for state in asked]
        assert all(any(control.tooltip for control in view.controls.values()) for view in views)
    for widget in (part for view in views for part in walk(view)):
        sent = widget.get_state()
        assert "description" in sent or not sent.get("tooltip"), widget


def test_errors_are_shown_in_the_note_and_go_again(counts):
    view = prplot.explore(counts)
    assert note(view) == ""
    set_to(view, weighting="hard")
    assert "from_labels" in note(view)
    with pytest.raises(prplot.PrplotValueError, match="its note says what is wrong"):
        view.save("nothing.pdf")
    set_to(view, weighting="soft")
    assert note(view) == ""
    assert picture(view)


def test_after_an_error_no_old_picture_stays(counts):
    """A picture of another state must not pass for the one that failed."""
    view = prplot.explore(counts)
    before = picture(view)
    set_to(view, weighting="hard")
    assert picture(view) != before
    assert not view.figure.axes


def test_without_a_classifier_those_shown_last_stay(several):
    view = prplot.explore(several, shown=("b",))
    before = picture(view)
    set_to(view, shown=())
    assert view.notes == ['Tick a classifier under "Classifiers".']
    assert picture(view) == before
    assert view.state == {"shown": ["b"]}
    set_to(view, shown=("a",))
    assert note(view) == ""
    assert picture(view) != before


@pytest.mark.parametrize("kind", [prplot.PrplotValueError, ZeroDivisionError])
@pytest.mark.usefixtures("unpainted")
def test_any_error_reaches_the_user_and_is_escaped(kind, soft, monkeypatch, caplog):
    def fails(*_):
        raise kind("name must be short; got '<b>'.")

    view = prplot.explore(soft)
    monkeypatch.setattr(figure_sync.FigureSync, "_draw", fails)
    set_to(view, space="prg")
    assert "&lt;b&gt;" in note(view)
    assert "<b>" not in note(view)
    foreign = kind is ZeroDivisionError
    assert view.notes == [("ZeroDivisionError: " if foreign else "") + "name must be short; got '<b>'."]
    # What is no wrong input of the user comes from somewhere: the log says where.
    assert [record.exc_info[0] for record in caplog.records] == [ZeroDivisionError] * foreign
    assert ("in fails" in caplog.text) == foreign


@pytest.mark.slow
@pytest.mark.parametrize(
    ("population", "panels"),
    [
        (prplot.simulate.binormal().path(0.1), ("prg", "croc")),
        (prplot.simulate.offset_uniform().path(0.3), ("roc", "cost")),
        (prplot.simulate.saito("ER-").path(0.5), ("roc", "cost")),
        (prplot.simulate.keilwagen("good").path(), ("prg", "croc")),
    ],
)
@pytest.mark.usefixtures("unpainted")
def test_a_population_can_be_explored(population, panels):
    view = prplot.explore(population, panels=panels, table=True)
    assert view.notes == []
    assert [line.area for line in view.figure.axes[0].lines if hasattr(line, "area")] == [population.pr().area()]
    before = [len(ax.lines) for ax in view.figure.axes]
    asyncio.run(set_at_once(view, best=True, worst=True))
    assert view.notes == []
    assert [len(ax.lines) for ax in view.figure.axes] == [count + 2 for count in before]
    asyncio.run(set_at_once(view, threshold=0.3, hull=True, by="f_beta", prevalence=0.6))
    assert view.notes == []
    assert f"{population.at_prevalence(0.6).pr().area():.4f}" in written(view)
    set_to(view, weighting="hard")
    assert [text.partition(";")[0] for text in view.notes] == ["hard needs the rows of a sample"]


@pytest.mark.usefixtures("unpainted")
def test_a_population_beside_samples(several):
    view = prplot.explore({**several, "all": prplot.simulate.binormal().path(0.1)}, table=True)
    assert view.notes == []
    assert len([line for line in view.figure.axes[0].lines if hasattr(line, "area")]) == 3


@pytest.mark.usefixtures("unpainted")
def test_a_cut_that_leaves_one_class_says_so(soft):
    view = prplot.explore(soft, weighting="hard", cut=1.0)
    assert "no foreground weight" in note(view)
    set_to(view, cut=0.3)
    assert note(view) == ""


@pytest.mark.parametrize("space", ["pr", "prg", "roc"])
def test_a_cut_below_every_share_leaves_no_background_and_does_not_crash(space, soft):
    view = prplot.explore(soft, weighting="hard", cut=0.3, space=space)
    set_to(view, cut=0.01)
    assert picture(view)
    set_to(view, cut=0.3)
    assert note(view) == ""


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda _: prplot.explore(None),
            prplot.PrplotTypeError,
            "paths must be a path, a sequence or a mapping of paths; got NoneType None.",
        ),
        (lambda _: prplot.explore([]), prplot.PrplotValueError, "paths must hold at least one path; got none."),
        (lambda p: prplot.explore(p.pr()), prplot.PrplotTypeError, "paths must be a path"),
        (
            lambda p: prplot.explore(p, space="cube"),
            prplot.PrplotValueError,
            f"space must be one of {', '.join(repr(space.name) for space in SPACES)}; got 'cube'.",
        ),
        (
            lambda p: prplot.explore(p, colour="red"),
            prplot.PrplotTypeError,
            "besides paths; got 'colour'.",
        ),
        (lambda p: prplot.explore(p, cut=2), prplot.PrplotValueError, "cut must lie in [0.001, 1]; got 2."),
        (
            lambda p: prplot.explore({"a": p}, shown=("b",)),
            prplot.PrplotValueError,
            "shown must name classifiers; got 'b'. They are 'a'.",
        ),
    ],
)
def test_wrong_input(call, error, text, soft):
    with pytest.raises(error, match=re.escape(text)):
        call(soft)


@pytest.mark.usefixtures("unpainted")
def test_a_slider_that_may_be_off(soft):
    view = prplot.explore(soft)
    control = view.controls["threshold"]
    assert control.value is None
    control.slider.value += 0.5 * control.slider.step
    assert control.value is None, "a page puts sliders on their nearest stop when it shows them"
    control.slider.value = 0.3125
    assert (control.switch.value, control.value, view.view.threshold) == (True, 0.3125, 0.3125)
    control.switch.value = False
    assert control.value is None
    control.value = 99.0
    assert (control.switch.value, control.slider.value, view.view.threshold) == (True, 99.0, 99.0)


@pytest.mark.usefixtures("unpainted")
def test_a_point_at_which_nothing_is_predicted_is_no_trouble(soft):
    view = prplot.explore(soft, threshold=1e6, panels=("matrix",))
    assert note(view) == ""
    assert "<td" in written(view)


@pytest.mark.usefixtures("unpainted")
def test_several_choices(several):
    view = prplot.explore(several)
    control = view.controls["shown"]
    assert control.value is None
    control.switches[0].value = False
    assert (control.value, view.view.shown) == (("b",), ("b",))
    control.switches[0].value = True
    assert control.value is None
    control.value = ("a",)
    assert [switch.value for switch in control.switches] == [True, False]


@pytest.mark.parametrize("ending", ["pdf", "png", "svg"])
def test_a_view_can_be_saved(ending, soft, tmp_path):
    view = prplot.explore(soft, panels=("roc",))
    before = picture(view)
    view.save(tmp_path / f"fig.{ending}")
    data = (tmp_path / f"fig.{ending}").read_bytes()
    assert data.startswith({"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}[ending])
    assert b"/Type3" not in data
    set_to(view, threshold=0.5)
    set_to(view, threshold=None)
    assert picture(view) == before


def test_a_still_picture_with_words_remains(soft, monkeypatch):
    import IPython.display

    sent = []
    monkeypatch.setattr(IPython.display, "publish_display_data", lambda data, **_: sent.append(data))
    view = prplot.explore(soft)
    view._ipython_display_()
    live, still = sent
    assert "application/vnd.jupyter.widget-view+json" in live
    words = soft.pr().describe()
    assert words.partition(".")[0] in still["text/html"]
    assert "alt='Precision-Recall curve of soft" in still["text/html"]
    assert "data:image/png;base64," in still["text/html"]
    assert "PR. soft: area" in written(view)


def test_closing_frees_it(several):
    view = prplot.explore(several, panels=("roc", "scores"), threshold=0.3)
    before = len(w.Widget._instances if hasattr(w.Widget, "_instances") else w.widgets.widget._instances)
    things = [weakref.ref(thing) for thing in (view, view.figure, view._classifiers, view.controls["panels"])]
    view.close()
    after = len(w.Widget._instances if hasattr(w.Widget, "_instances") else w.widgets.widget._instances)
    assert before - after >= 3 * len(CONTROLS)
    del view
    gc.collect()
    assert [thing() for thing in things] == [None] * 4


@pytest.mark.usefixtures("unpainted")
def test_repr_is_one_line(several):
    assert repr(prplot.explore) == "prplot.explore(paths): explore curves in a notebook"
    assert repr(prplot.explore(several)) == "Explorer(2 paths; the usual view)"
    assert repr(prplot.explore(several["a"], space="roc")) == "Explorer(1 path; space='roc')"


def test_no_such_lesson():
    with pytest.raises(AttributeError, match="no lesson 'nothing'"):
        _ = prplot.explore.nothing


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", ["", "import prplot.widgets.explorer", "import prplot.widgets.state.view, prplot.draw.figures.plot"]
)
def test_explore_can_be_called_twice_in_a_fresh_process(first):
    code = f"""
import prplot
{first}
path = prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1])
for _ in range(2):
    view = prplot.explore(path)
    prplot.plot(path)
    prplot.draw.iso_f(path.pr())
assert prplot.explore is prplot.widgets.explore, prplot.explore
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        env={"MPLBACKEND": "agg"},
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.usefixtures("unpainted")
def test_a_classifier_keeps_its_color_while_others_are_hidden(hard):
    def colors():
        return {line.curve.label: line.get_color() for line in view.figure.axes[0].lines if hasattr(line, "curve")}

    view = prplot.explore({"a": hard, "b": hard, "c": hard})
    before = colors()
    for shown in (("b", "c"), ("c",), ("a", "c"), ("a",)):
        view.controls["shown"].value = shown
        assert colors() == {name: before[name] for name in shown}


@pytest.mark.usefixtures("unpainted")
def test_what_a_page_adds_up_is_cleared_of_dust(hard):
    view = prplot.explore(hard)
    threshold = view.controls["threshold"]
    threshold.slider.value = 0.1 + 0.2
    assert view.view.threshold == 0.3
    threshold.slider.value = 1 / 3  # no stop: by code
    assert view.view.threshold == 1 / 3


@pytest.mark.usefixtures("unpainted")
def test_the_point_of_a_population_is_drawn_however_it_is_found():
    """In every space."""
    view = prplot.explore(prplot.simulate.binormal().path(0.1), panels=("prg", "roc", "croc", "cost"), threshold=1.0)
    for by in ("threshold", "recall", "predicted_positive_rate", "f_beta", "expected_cost"):
        view.controls["by"].value = by
        assert len(view.figure.axes) == 5
        assert not [note for note in view.notes if "outside the axes" not in note]
    view.close()


def test_a_live_canvas_says_what_it_lacks(monkeypatch):
    class Live(w.Image):
        def draw_idle(self):
            """Draw nothing."""

    monkeypatch.setattr(picture_widget, "live_canvas", lambda _: Live())
    (note,) = prplot.explore(prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])).notes
    assert note.startswith("With %matplotlib widget nothing answers to the pointer here")
    assert "Run %matplotlib inline" in note
