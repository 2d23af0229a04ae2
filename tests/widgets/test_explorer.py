"""The widget: one picture, a dict of controls, and nothing left open."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields

import ipywidgets as w
import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.widgets import View
from prplot.widgets.explorer import CONTROLS, Explorer

CHANGES = {
    "space": "prg",
    "interpolation": "step",
    "weighting": "hard",
    "cut": 0.2,
    "f_levels": 7,
    "baseline": False,
    "unachievable": False,
    "prg_grid": True,
}


def walk(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from walk(child)


def picture(view):
    """The bytes of the picture as it is shown."""
    (image,) = [part for part in walk(view) if isinstance(part, w.Image)]
    return bytes(image.value)


def note(view):
    (html,) = [part for part in walk(view) if type(part) is w.HTML]
    return html.value


def set_to(view, **values):
    for name, value in values.items():
        view.controls[name].value = value


def test_one_control_per_field_of_the_view(soft):
    assert list(CONTROLS) == [field.name for field in fields(View)]
    view = prplot.explore(soft)
    assert isinstance(view, Explorer)
    assert isinstance(view, w.Widget)
    assert list(view.controls) == list(CONTROLS)
    assert view.view == View()
    assert set(view.controls.values()) <= set(walk(view))
    assert set(CHANGES) == set(CONTROLS)


def test_surroundings_are_in_a_closed_group(soft):
    view = prplot.explore(soft)
    (group,) = [part for part in walk(view) if isinstance(part, w.Accordion)]
    assert group.selected_index is None
    inside = set(walk(group))
    assert {name for name, control in view.controls.items() if control in inside} == {
        "f_levels",
        "baseline",
        "unachievable",
        "prg_grid",
    }


@pytest.mark.parametrize("name", CHANGES)
def test_every_control_changes_the_picture_and_back(name, soft):
    view = prplot.explore(soft, weighting="hard") if name == "cut" else prplot.explore(soft)
    before, old = picture(view), view.controls[name].value
    assert before.startswith(b"\x89PNG")
    set_to(view, **{name: CHANGES[name]})
    after = picture(view)
    assert after != before
    assert getattr(view.view, name) == CHANGES[name]
    set_to(view, **{name: old})
    assert picture(view) == before


@pytest.mark.parametrize("name", CHANGES)
def test_state_may_be_given_at_the_start(name, soft):
    begun = prplot.explore(soft, **{name: CHANGES[name]})
    changed = prplot.explore(soft)
    set_to(changed, **{name: CHANGES[name]})
    assert begun.view == changed.view
    assert picture(begun) == picture(changed)
    assert begun.code == changed.code


def test_the_figure_is_one_and_is_what_the_code_draws(soft):
    view = prplot.explore({"a": soft, "b": soft.best()})
    figure = view.figure
    set_to(view, space="prg", weighting="hard", cut=0.3, f_levels=2)
    assert view.figure is figure
    (ax,) = figure.axes
    names = {"paths": {"a": soft, "b": soft.best()}}
    exec(view.code, names)
    drawn = names["artists"].ax
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        text.get_text() for text in drawn.get_legend().get_texts()
    ]
    assert len(ax.lines) == len(drawn.lines)
    for mine, theirs in zip(ax.lines, drawn.lines, strict=True):
        np.testing.assert_array_equal(mine.get_xydata(), theirs.get_xydata())


def test_fifty_changes_open_no_figure_and_touch_no_settings(hard):
    rc, backend = dict(mpl.rcParams), mpl.get_backend()
    view = prplot.explore(hard)
    figure, seen = view.figure, set()
    for change in range(50):
        set_to(view, f_levels=(change + 1) % 10)
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
    set_to(view, space="roc")
    assert len(sent) == 1
    assert sent[0].startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("state", "disabled"),
    [
        ({}, {"cut"}),
        ({"space": "prg"}, {"cut", "interpolation"}),
        ({"space": "roc"}, {"cut", "interpolation"}),
        ({"weighting": "hard"}, set()),
        ({"weighting": "hard", "space": "roc"}, {"interpolation"}),
    ],
)
def test_what_has_no_meaning_is_off_and_says_why(state, disabled, soft):
    for view in (prplot.explore(soft, **state), prplot.explore(soft)):
        set_to(view, **state)
        off = {name for name, control in view.controls.items() if control.disabled}
        assert off == disabled
        for name, control in view.controls.items():
            assert bool(control.tooltip) == (name in disabled)


@pytest.mark.parametrize(
    ("kind", "reason"), [("hard", "The labels are hard."), ("counts", "Paths made from counts have no rows to weigh.")]
)
def test_weighting_is_off_without_soft_rows(kind, reason, request):
    view = prplot.explore(request.getfixturevalue(kind))
    assert view.controls["weighting"].disabled
    assert view.controls["weighting"].tooltip == reason


def test_one_soft_path_among_hard_ones_can_be_weighted(soft, hard):
    assert not prplot.explore([hard, soft]).controls["weighting"].disabled


def test_errors_are_shown_in_the_note_and_go_again(counts):
    view = prplot.explore(counts)
    assert note(view) == ""
    set_to(view, weighting="hard")
    assert "from_labels" in note(view)
    set_to(view, weighting="soft")
    assert note(view) == ""
    assert picture(view).startswith(b"\x89PNG")


def test_after_an_error_no_old_picture_stays(counts):
    """A picture of another state must not pass for the one that failed."""
    view = prplot.explore(counts)
    before = picture(view)
    set_to(view, weighting="hard")
    assert picture(view) != before


def test_errors_are_escaped(soft, monkeypatch):
    def fails(*_):
        raise prplot.PrplotValueError("name must be short; got '<b>'.")

    view = prplot.explore(soft)
    monkeypatch.setattr(View, "draw", fails)
    set_to(view, space="prg")
    assert "&lt;b&gt;" in note(view)
    assert "<b>" not in note(view)


def test_a_cut_that_leaves_one_class_says_so(soft):
    view = prplot.explore(soft, weighting="hard", cut=1.0)
    assert "no foreground weight" in note(view)
    set_to(view, cut=0.3)
    assert note(view) == ""


@pytest.mark.parametrize("space", ["pr", "prg", "roc"])
def test_a_cut_below_every_share_leaves_no_background_and_does_not_crash(space, soft):
    view = prplot.explore(soft, weighting="hard", cut=0.3, space=space)
    set_to(view, cut=0.01)
    assert picture(view).startswith(b"\x89PNG")
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
            lambda p: prplot.explore(p, space="prc"),
            prplot.PrplotValueError,
            "space must be one of 'pr', 'prg', 'roc', 'croc', 'cost'; got 'prc'.",
        ),
        (
            lambda p: prplot.explore(p, colour="red"),
            prplot.PrplotTypeError,
            "unachievable, prg_grid besides paths; got 'colour'.",
        ),
        (lambda p: prplot.explore(p, cut=2), prplot.PrplotValueError, "cut must lie in [0.001, 1]; got 2."),
    ],
)
def test_wrong_input(call, error, text, soft):
    with pytest.raises(error, match=re.escape(text)):
        call(soft)


@pytest.mark.parametrize("cut", [0.123456, 0.005])
def test_a_cut_off_the_stops_of_the_slider_is_kept(cut):
    path = prplot.from_weights([4, 3, 2, 1], fg=[0.9, 0.0, 0.4, 0.0])
    view = prplot.explore(path, weighting="hard", cut=cut)
    assert view.view.cut == cut
    assert f"hard({cut})" in view.code


def test_repr_is_one_line():
    assert repr(prplot.explore) == "prplot.explore(paths): explore curves in a notebook"


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", ["", "import prplot.widgets.explorer", "import prplot.widgets.view, prplot.draw.curves"]
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
