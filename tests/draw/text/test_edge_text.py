"""All texts of one axes: none over another, the first of them first, found once per picture."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.path import Path

import prplot
from prplot import PR, draw
from prplot.draw.text import edge_text as texts
from prplot.draw.text.edge_text import EdgeText, LineText

DIGITS = prplot.datasets.load("digits").paths()
each_space = pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc"])


def everything(space, inches=6.0, **figure):
    """Names of curves, operating points, ticks, scores of a hull, and two kinds of isolines; drawn, by kind."""
    made = Figure(figsize=(inches, inches), layout="constrained", **figure)
    FigureCanvasAgg(made)
    ax = made.add_subplot()
    worst = DIGITS["Naive Bayes"].curve(space)
    drawn = {"on lines": draw.isolines(worst, "f1", 5, values="on", ax=ax).texts}
    draw.isolines(worst, "accuracy", 6, ax=ax)
    curves = [line.curve for line in prplot.plot(DIGITS, space, ax, legend=False, iso_f=False).lines]
    drawn["ticks"] = draw.threshold_ticks(curves[2], ax=ax).texts + draw.hull(curves[3], ax=ax).texts
    drawn["marks"] = draw.operating_point(curves[0], "f1", matrix=True, label="best F1", ax=ax).texts
    drawn["marks"] += draw.operating_point(curves[1], ["accuracy"], label="best accuracy", ax=ax).texts
    drawn["names"] = draw.direct_labels(ax).texts
    made.canvas.draw()
    # Square axes take some rounds of layout to settle.
    made.set_layout_engine("none")
    made.canvas.draw()
    return ax, drawn


def outline(text):
    """What a text covers, turned as it is, in pixels."""
    angle, turned = text.get_rotation(), isinstance(text, LineText)
    if turned:
        text.set_rotation(0)
    box = text.get_window_extent()
    corners = np.array([(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)])
    if turned:
        text.set_rotation(angle)
        cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        middle = np.array(text.get_position())
        corners = (corners - middle) @ np.array([[cos, sin], [-sin, cos]]) + middle
    return Path(corners[[0, 1, 2, 3, 0]], closed=True)


def seen(ax):
    return [text for text in ax.texts if text.get_text() and text.get_visible() and getattr(text, "shown", True)]


@pytest.mark.parametrize(
    ("space", "inches", "dpi"),
    [
        *(("pr", 5.2, 100), ("prg", 6.0, 72), ("roc", 5.2, 100)),
        *(("croc", 6.0, 72), ("croc", 8.0, 160), ("pr", 8.0, 160)),
    ],
)
def test_no_text_covers_another(space, inches, dpi):
    ax, drawn = everything(space, inches, dpi=dpi)
    shown = seen(ax)
    assert {type(text).__name__ for text in shown} >= {"DirectLabel", "PlacedText", "MatrixText", "LineText"}
    assert all(text.shown for text in (*drawn["marks"], *drawn["names"]))
    for one, other in combinations(shown, 2):
        assert not outline(one).intersects_path(outline(other), filled=True), (one, other)


@each_space
def test_what_comes_first_has_its_place_whatever_comes_later(space):
    """The names of curves, then what must be shown, then what may give way, then values on lines."""
    ax, drawn = everything(space)
    order = ["names", "marks", "ticks", "on lines"]
    assert all(any(text.shown for text in drawn[kind]) for kind in order)
    while order:
        before = [(text.shown, *text.get_position()) for kind in order[:-1] for text in drawn[kind]]
        for text in drawn[order.pop()]:
            text.set_visible(False)
        ax.figure.canvas.draw()
        after = [(text.shown, *text.get_position()) for kind in order for text in drawn[kind]]
        np.testing.assert_allclose(before, after)


def test_a_value_on_a_line_gives_way_to_a_text_that_is_drawn_after_it(ax):
    (value,) = draw.isolines(PR(0.2), "recall", [0.5], values="on", ax=ax).texts
    ax.figure.canvas.draw()
    before = np.array(value.get_position())
    note = ax.annotate("A note here", before, xycoords="figure pixels", ha="center", va="center", zorder=9)
    ax.figure.canvas.draw()
    assert value.shown
    assert not value.get_window_extent().overlaps(note.get_window_extent())
    note.set_text("")
    ax.figure.canvas.draw()
    np.testing.assert_allclose(value.get_position(), before)


def test_what_a_name_was_changed_to_stays(hard, ax):
    hard.pr().plot(ax, legend=False)
    (name,) = draw.direct_labels(ax).texts
    name.set_text("mine")
    ax.figure.canvas.draw()
    assert name.shown
    assert name.get_text() == "mine"


def test_texts_at_the_edge_are_looked_at_once_per_view(hard, ax, monkeypatch):
    looked = []
    monkeypatch.setattr(texts, "width_in_mm", lambda axes: looked.append(axes.bbox.bounds) or 100.0)
    measured = []
    extent = Legend.get_window_extent
    monkeypatch.setattr(
        Legend, "get_window_extent", lambda legend, *more: measured.append(legend) or extent(legend, *more)
    )
    hard.pr().plot(ax, iso_f={"levels": 9})
    for engine in ("constrained", "none"):
        ax.figure.set_layout_engine(engine)
        ax.figure.canvas.draw()
    assert len([text for text in ax.texts if isinstance(text, EdgeText)]) == 10
    assert 1 <= len(looked) < 20
    assert len(measured) < 40
    looked.clear()
    assert sum(text.get_visible() for text in ax.texts) > 5
    assert not looked


@pytest.mark.parametrize("change", ["place", "font", "view", "curve", "size"])
def test_texts_at_the_edge_follow_what_they_depend_on(change, ax):
    """At once: a layout asks before anything is drawn again."""
    (value,) = draw.isolines(PR(0.2), "recall", [0.5], ax=ax).texts
    ax.figure.set_size_inches(6, 6)
    legend = ax.legend([Line2D([], [])], ["one"], loc="lower left")
    line = Line2D([0.1, 0.2], [0.5, 0.5], zorder=3)
    ax.add_artist(line)
    ax.figure.canvas.draw()
    assert value.get_visible()
    if change == "place":
        legend.set_loc((0.45, 0.1))
    elif change == "font":
        legend.get_texts()[0].set_fontsize(150)
    elif change == "view":
        ax.set_xlim(0.6, 1.0)
    elif change == "curve":
        line.set_data([0.4, 0.7], [0.13, 0.13])
    else:
        assert value.get_text() == "recall 0.5"
        ax.figure.set_size_inches(2, 2)
        assert value.get_visible()
        assert value.get_text() == "recall"
        return
    assert not value.get_visible()


@pytest.mark.parametrize("kind", ["inset_axes", "inset_locator"])
def test_inset_axes_write_nothing_on_the_axes_around_them(kind):
    from mpl_toolkits.axes_grid1.inset_locator import inset_axes

    figure = Figure(figsize=(9, 9))
    FigureCanvasAgg(figure)
    around = figure.add_subplot()
    inside = around.inset_axes((0.1, 0.1, 0.5, 0.5)) if kind == "inset_axes" else inset_axes(around, "55%", "55%")
    drawn = prplot.plot(prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1]), ax=inside)
    figure.canvas.draw()
    texts = [text for part in drawn.surroundings.values() for text in part.texts]
    assert texts
    assert not any(text.get_visible() for text in texts)
