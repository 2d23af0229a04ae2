"""A figure that is changed is the figure that is drawn anew; what did not change is neither drawn nor computed."""

from __future__ import annotations

import io
from itertools import combinations

import ipywidgets as w
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

import prplot
from prplot.draw.lines.retraced import curves_on
from prplot.interpolations.continuous import Continuous
from prplot.interpolations.envelope import Envelope
from prplot.path import ranking
from prplot.widgets.picture import figure_sync

CHANGES = {
    "a moved point": ({"threshold": 0.3, "panels": ("scores",)}, {"threshold": 0.5}),
    "a point far from the scores": ({"threshold": 0.3, "panels": ("scores",), "shown": ("b",)}, {"threshold": 40.0}),
    "no point": ({"threshold": 0.3}, {"threshold": None}),
    "fewer classifiers and histograms": ({"threshold": 0.3, "panels": ("scores",)}, {"shown": ("b",)}),
    "more isolines": ({"threshold": 0.3}, {"levels": 7}),
    "other isolines": ({}, {"isolines": "accuracy"}),
    "a hull": ({"threshold": 0.3}, {"hull": True}),
    "colours": ({"shown": ("b",)}, {"colors": True}),
    "no colours": ({"shown": ("b",), "colors": True, "panels": ("roc",)}, {"colors": False}),
    "other curves in colours": ({"shown": ("b",), "colors": True}, {"shown": ("a",)}),
    "another interpolation": ({"panels": ("roc",)}, {"interpolation": "step"}),
    "more panels": ({"threshold": 0.3}, {"panels": ("prg", "scores")}),
    "fewer panels": ({"panels": ("roc", "scores")}, {"panels": ()}),
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


@pytest.mark.few(5)
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
    once = figure_sync.DrawnPanel._mark

    def fails(*_):
        raise prplot.PrplotValueError("threshold must be in reach; got 3.")

    monkeypatch.setattr(figure_sync.DrawnPanel, "_mark", fails)
    view.controls["space"].value = "prg"
    assert view._picture.figure.axes == []
    monkeypatch.setattr(figure_sync.DrawnPanel, "_mark", once)
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
    made, once = [], figure_sync.FigureSync.lay_out
    monkeypatch.setattr(figure_sync.FigureSync, "lay_out", lambda self: (made.append(1), once(self)))
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


def pictures(widget):
    """The bytes of all pictures in a widget."""
    inside = [data for child in getattr(widget, "children", ()) for data in pictures(child)]
    return [bytes(widget.value)] if isinstance(widget, w.Image) else inside


def test_axes_that_keep_their_ticks_show_what_cleared_ones_do(several, monkeypatch):
    """To the pixel, change after change."""
    kept = prplot.explore(several, threshold=0.3, panels=("prg", "scores"))
    cleared = prplot.explore(several, threshold=0.3, panels=("prg", "scores"))
    shown = [pictures(kept)]
    for name, value in {"prevalence": 0.02, "levels": 7, "between": (0.2, 0.7), "interpolation": "step"}.items():
        kept.controls[name].value = value
        with monkeypatch.context() as patch:
            patch.setattr(figure_sync.DrawnPanel, "_empty", lambda self, _: self.ax.clear())
            cleared.controls[name].value = value
        shown.append(pictures(kept))
        assert len(shown[-1]) == 1
        assert shown[-1] == pictures(cleared)
        assert shown[-1] != shown[-2]


def test_colour_bars_have_room_whatever_was_there_before(several):
    view = prplot.explore(several, panels=("cost", "prg", "scores"), shown=("b",))
    for name, value in {"colors": True, "interpolation": "linear", "levels": 7, "hull": True}.items():
        view.controls[name].value = value
        assert_whole(view, *pictures(view))
        renderer = view.figure.canvas.get_renderer()
        labels = [axis.label.get_window_extent(renderer) for ax in view.figure.axes for axis in (ax.xaxis, ax.yaxis)]
        seen = [box for box in labels if box.width > 0 and box.height > 0]
        assert not [(one, other) for one, other in combinations(seen, 2) if one.overlaps(other)]


def assert_whole(view, shown):
    view.figure.canvas.draw()
    whole = np.asarray(view.figure.canvas.buffer_rgba())
    seen = np.asarray(Image.open(io.BytesIO(shown)).convert("RGBA"))
    np.testing.assert_array_equal(seen, whole)


def test_what_depends_on_rates_alone_is_computed_once(several, monkeypatch):
    view = prplot.explore(several, panels=("roc", "croc", "cost"), table=True, best=True)

    def areas():
        return {line.curve.space.name: line.area for ax in view.figure.axes for line in curves_on(ax)}

    before, counted = areas(), []

    def count(owner, name, what):
        whole = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *given: counted.append(what(given)) or whole(*given))

    for rule in (Continuous, Envelope):
        count(rule, "area", lambda given: given[1].space.name)
    count(Continuous, "piece_areas", lambda given: given[1].space.name)
    count(ranking, "best_ranking", lambda _: "ranking")
    view.controls["prevalence"].value = 0.2
    assert set(counted) == {"pr", "prg"}
    assert [before[name] == area for name, area in areas().items()] == [False, True, True, True]
