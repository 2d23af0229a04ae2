"""Figures that are pickled or copied are the same pictures."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

import prplot
from prplot import draw
from prplot.spaces import SPACES

MARKED = {
    "isolines": lambda path, ax: draw.isolines(path.pr(), "mcc", ax=ax),
    "bands": lambda path, ax: draw.random_band(path.pr(), ax=ax),
    "ties": lambda path, ax: draw.tie_envelope(path.pr(), ax=ax),
    "hull": lambda path, ax: draw.hull(path.pr(), ax=ax),
    "point": lambda path, ax: draw.operating_point(path.pr(), 0.5, ax=ax),
    "thresholds": lambda path, ax: draw.threshold_ticks(path.pr(), ax=ax),
    "colours": lambda path, ax: draw.threshold_colors(path.pr(), norm="rank", ax=ax),
    "grid": lambda path, ax: draw.roc_grid(path.pr(), ax=ax),
    "names": lambda _, ax: draw.direct_labels(ax),
}

RESULTS = {
    "plot": lambda hard, other, _: prplot.plot([hard, other]),
    "helper": lambda hard, _, __: draw.baseline(hard.pr()),
    "panel": lambda hard, other, _: draw.panel([hard, other], thresholds="f1", scores=True),
    "multiples": lambda hard, other, _: draw.multiples({"a": hard, "b": other}),
    "scores": lambda hard, _, __: draw.scores(hard),
    "soft labels": lambda _, __, soft: draw.soft_labels(soft),
    "threshold colours": lambda hard, _, __: draw.threshold_colors(hard.pr()),
}


def picture(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba()).copy()


def check(figure):
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    wanted = picture(figure)
    for again in (pickle.loads(pickle.dumps(figure)), copy.deepcopy(figure)):
        np.testing.assert_array_equal(picture(again), wanted)


@pytest.mark.parametrize("space", [space.name for space in SPACES])
def test_curves(space, hard, other, soft):
    check(prplot.plot([hard, other], space).figure)
    check(prplot.plot(soft, space).figure)


@pytest.mark.parametrize("what", MARKED)
def test_helpers(what, hard):
    artists = prplot.plot(hard)
    MARKED[what](hard, artists.ax)
    check(artists.figure)


def test_secondary_axes(hard):
    for curve in (hard.prg(), hard.croc()):
        artists = curve.plot()
        assert draw.secondary(curve, ax=artists.ax).x is not None
        check(artists.figure)


def test_means(hard, other):
    check(prplot.plot(prplot.mean_curve([hard.roc(), other.roc()])).figure)


@pytest.mark.parametrize("make", RESULTS)
def test_results_are_saved_as_they_would_have_been(make, hard, other, soft, tmp_path):
    result = RESULTS[make](hard, other, soft)
    result.figure.set_layout_engine("none")
    others = {"pickled": pickle.loads(pickle.dumps(result)), "copied": copy.deepcopy(result)}
    for another in others.values():
        assert repr(another) == repr(result)
        assert another.figure is not result.figure
    saved = {}
    for name, drawn in {"old": result, **others}.items():
        drawn.save(tmp_path / f"{name}.png", dpi=80)
        saved[name] = (tmp_path / f"{name}.png").read_bytes()
    assert saved["pickled"] == saved["old"]
    assert saved["copied"] == saved["old"]


def test_figures_of_several_axes(hard, other):
    for drawn in (draw.panel([hard, other], thresholds="f1", scores=True), draw.multiples({"a": hard, "b": other})):
        assert pickle.loads(pickle.dumps(drawn.figure)).legends
        assert copy.deepcopy(drawn.figure).legends


def test_a_copy_still_follows_its_lines(hard, other):
    figure = pickle.loads(pickle.dumps(prplot.plot([hard, other]).figure))
    (ax,) = figure.axes
    line = next(line for line in ax.lines if getattr(line, "area", None) == hard.pr().area())
    line.set_color("red")
    figure.draw_without_rendering()
    assert "red" in [handle.get_color() for handle in ax.get_legend().legend_handles]


def test_limits_of_a_copy_still_follow_its_scales(hard, other):
    (ax,) = pickle.loads(pickle.dumps(prplot.plot(hard).figure)).axes
    whole = ax.get_xlim()
    prplot.plot(other, ax=ax)
    ax.set_xscale("log")
    assert 0 < ax.get_xlim()[0] < ax.get_xlim()[1] == whole[1]
    ax.set_xscale("linear")
    assert ax.get_xlim() == whole
