"""A figure that is changed is the figure that is drawn anew."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.widgets.picture import figure_sync as easel

CHANGES = {
    "a moved point": ({"threshold": 0.3, "panels": ("scores",)}, {"threshold": 0.5}),
    "a point far from the scores": ({"threshold": 0.3, "panels": ("scores",)}, {"threshold": 40.0}),
    "no point": ({"threshold": 0.3, "panels": ("roc",)}, {"threshold": None}),
    "fewer classifiers": ({"threshold": 0.3}, {"shown": ("b",)}),
    "fewer histograms": ({"panels": ("scores",)}, {"shown": ("b",)}),
    "more isolines": ({"threshold": 0.3}, {"levels": 7}),
    "other isolines": ({}, {"isolines": "accuracy"}),
    "a hull": ({"threshold": 0.3}, {"hull": True}),
    "colours": ({"shown": ("b",)}, {"colors": True}),
    "no colours": ({"shown": ("b",), "colors": True, "panels": ("roc",)}, {"colors": False}),
    "other curves in colours": ({"shown": ("b",), "colors": True}, {"shown": ("a",)}),
    "another interpolation": ({"panels": ("roc",)}, {"interpolation": "step"}),
    "more panels": ({"threshold": 0.3}, {"panels": ("roc", "prg", "scores")}),
    "fewer panels": ({"panels": ("roc", "prg", "scores")}, {"panels": ()}),
    "another space": ({"levels": 2}, {"space": "cost"}),
}


def pixels(figure):
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=40)
    data.seek(0)
    return plt.imread(data)


def assert_same(view, fresh):
    figure, whole = view.figure, fresh.figure
    assert figure.get_size_inches().tolist() == whole.get_size_inches().tolist()
    for mine, theirs in zip(figure.axes, whole.axes, strict=True):
        # How much room there is depends on what was there before; nothing may leave the picture, though.
        x0, y0, x1, y1 = mine.get_position().extents
        assert 0 < x0 < x1 < 1
        assert 0 < y0 < y1 < 1
        mine.set_position(theirs.get_position())
    # The last digits of the layout may move the grey at the rim of a letter by one of 255 levels.
    np.testing.assert_allclose(pixels(figure), pixels(whole), rtol=0, atol=1.01 / 255)


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_is_as_if_drawn_at_once(change, several):
    state, changed = CHANGES[change]
    view = prplot.explore(several, **state)
    for name, value in changed.items():
        view.controls[name].value = value
    assert_same(view, prplot.explore(several, **{**state, **changed}))


def test_after_an_error_everything_is_drawn_again(several):
    view = prplot.explore(several, panels=("roc",))
    before = [ax.get_position().extents.tolist() for ax in view.figure.axes]
    view.controls["shown"].value = ()
    view.controls["shown"].value = None
    np.testing.assert_allclose([ax.get_position().extents for ax in view.figure.axes], before, rtol=0, atol=1e-9)
    assert_same(view, prplot.explore(several, panels=("roc",)))


def test_what_fails_half_way_leaves_nothing(several, monkeypatch):
    view = prplot.explore(several)
    once = easel.Easel._mark

    def fails(*_):
        raise prplot.PrplotValueError("threshold must be in reach; got 3.")

    monkeypatch.setattr(easel.Easel, "_mark", fails)
    view.controls["space"].value = "prg"
    assert view._kept.figure.axes == []
    monkeypatch.setattr(easel.Easel, "_mark", once)
    view.controls["threshold"].value = 0.3
    assert_same(view, prplot.explore(several, space="prg", threshold=0.3))


def test_panels_stand_beside_each_other_first(several):
    view = prplot.explore(several, panels=("roc", "prg", "croc"))
    places = [ax.get_position() for ax in view.figure.axes]
    assert places[0].x1 < places[1].x0
    assert places[0].y0 > places[2].y1
    assert [ax.get_subplotspec().get_geometry()[:2] for ax in view.figure.axes] == [(2, 2)] * 4
    wide, high = view.figure.get_size_inches()
    assert wide > high


def test_the_room_is_made_once(several, monkeypatch):
    made, once = [], easel.Easel.lay_out
    monkeypatch.setattr(easel.Easel, "lay_out", lambda self: (made.append(1), once(self)))
    view = prplot.explore(several, threshold=0.3)
    first = len(made)
    for threshold in (0.4, 0.5, 0.6):
        view.controls["threshold"].value = threshold
    assert len(made) == first
    before = view.figure.axes[0].get_position().extents.tolist()
    view.controls["space"].value = "roc"
    there = len(made)
    assert there > first
    view.controls["space"].value = "pr"
    view.controls["space"].value = "roc"
    view.controls["space"].value = "pr"
    assert len(made) == there
    np.testing.assert_allclose(view.figure.axes[0].get_position().extents, before, rtol=0, atol=1e-9)
