"""Curves in the colours of their thresholds."""

from __future__ import annotations

import re
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LogNorm, to_rgb
from matplotlib.figure import Figure

import prplot
from prplot.draw.lines.retraced import CurveLine
from prplot.draw.lines.threshold_line import ThresholdLine
from prplot.draw.parts.operating_points import operating_point
from prplot.draw.parts.threshold_colors import ThresholdColors, threshold_colors
from prplot.spaces import SPACES

every_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)
LEVEL = 3 / 256


# Norms.


def test_ranks_weigh_both_classes_alike(tied, ax):
    """Half the way of a step from (0, 0) to (1, 1), in fpr + tpr, is where its score is."""
    norm = threshold_colors(tied.roc(), norm="rank", ax=ax).line.norm
    ways = np.array([3 / 13, 7 / 13 + 2 / 24, 10 / 13 + 7 / 24, 12 / 13 + 16 / 24, 2])
    middle = (np.concatenate([[0], ways[:-1]]) + ways) / 2
    expected = (middle[-1] - middle) / (middle[-1] - middle[0])
    np.testing.assert_allclose(norm([0.9, 0.7, 0.4, 0.3, 0.1]), expected, atol=1e-12)
    np.testing.assert_allclose(norm.inverse(expected), [0.9, 0.7, 0.4, 0.3, 0.1], rtol=1e-12)


def test_a_bar_by_rank_has_round_ticks_that_are_apart(ax):
    rng = np.random.default_rng(0)
    labels = rng.random(3000) < 0.1
    path = prplot.from_labels(labels, np.exp(3 * (rng.normal(size=3000) + 2 * labels)))
    drawn = threshold_colors(path.pr(), norm="rank", ax=ax)
    drawn.figure.canvas.draw()
    bar = drawn.colorbar
    ticks = bar.get_ticks()
    assert 4 <= len(ticks) <= 7
    assert np.diff(drawn.line.norm(ticks)).min() > 0.08
    texts = [label.get_text() for label in bar.ax.get_yticklabels()]
    assert [float(text) for text in texts] == pytest.approx(list(ticks))
    assert all(len(f"{float(text):e}".partition("e")[0].replace(".", "").strip("0")) <= 2 for text in texts)


def test_any_norm_of_matplotlib(ax):
    path = prplot.from_labels([1, 0, 1, 0], [100.0, 10.0, 1.0, 0.1])
    line = threshold_colors(path.roc(), norm=LogNorm(), cmap="viridis", ax=ax).line
    assert line.color_at(100.0) == mpl.colormaps["viridis"](255)
    assert line.color_at(0.1) == mpl.colormaps["viridis"](0)
    np.testing.assert_allclose(line.norm([100.0, 10.0, 1.0, 0.1]), [1, 2 / 3, 1 / 3, 0], atol=1e-12)


@pytest.mark.parametrize("norm", ["value", "rank"])
def test_infinite_and_single_scores(norm, ax):
    path = prplot.from_labels([1, 0, 1, 0, 1, 0], [np.inf, 2, 1, 0.5, -np.inf, -np.inf])
    line = threshold_colors(path.pr(), norm=norm, cmap="viridis", ax=ax).line
    line.figure.canvas.draw()
    assert line.color_at(np.inf) == line.color_at(2.0) == mpl.colormaps["viridis"](255)
    assert line.color_at(-np.inf) == line.color_at(0.5) == mpl.colormaps["viridis"](0)
    for scores in ([1.0, 1.0], [np.inf, np.inf]):
        threshold_colors(prplot.from_labels([1, 0], scores).pr(), norm=norm, ax=ax).figure.canvas.draw()


# With what else is on the axes.


def test_it_takes_the_place_of_the_plain_line(hard, other, ax):
    first, second = prplot.plot([hard, other], ax=ax).lines
    drawn = threshold_colors(hard.pr(), ax=ax)
    assert first not in ax.lines
    assert [line for line in ax.lines if isinstance(line, CurveLine)] == [second, drawn.line]
    assert drawn.line.get_label() == first.get_label()
    assert drawn.line.get_linewidth() == first.get_linewidth()
    handles = dict(
        zip((t.get_text()[:4] for t in ax.get_legend().get_texts()), ax.get_legend().legend_handles, strict=True)
    )
    assert handles["hard"].get_color() == drawn.line.get_color()
    assert handles["othe"].get_color() == second.get_color()
    again = prplot.plot(hard.best(), ax=ax)
    assert len(again.legend.get_texts()) == 3


def test_its_entry_of_the_legend_follows_it(hard, other, ax):
    prplot.plot([hard, other], ax=ax)
    line = threshold_colors(hard.pr(), ax=ax).line
    line.set_label("renamed")
    ax.figure.draw_without_rendering()
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert [name.split("  ")[0] for name in names] == ["renamed", "other"], names


def test_of_two_lines_of_one_path_it_takes_the_place_of_the_one_drawn_alike(hard, ax):
    smooth, steps = prplot.plot([hard.pr(), hard.pr(interpolation="step")], ax=ax).lines
    dots = operating_point(hard.pr(interpolation="step"), 0.5, ax=ax).lines
    assert dots[0].get_color() == steps.get_color()
    threshold_colors(hard.pr(interpolation="step"), ax=ax)
    assert smooth in ax.lines
    assert steps not in ax.lines
    threshold_colors(hard.pr(interpolation="linear"), ax=ax)
    assert smooth in ax.lines


def test_points_take_the_colour_of_their_threshold(hard, ax):
    line = threshold_colors(hard.pr(), cmap="viridis", ax=ax).line
    low, high = hard.thresholds[-1], hard.thresholds[1]
    dots = operating_point(hard.pr(), [0.5, 1.5], ax=ax).lines
    for dot, threshold in zip(dots, (0.5, 1.5), strict=True):
        expected = mpl.colormaps["viridis"]((threshold - low) / (high - low))
        np.testing.assert_allclose(dot.get_color(), expected, atol=LEVEL)
    assert dots[0].get_color() != dots[1].get_color() != line.get_color()


def test_style_is_passed_through(hard, ax):
    line = threshold_colors(hard.roc(), ax=ax, lw=5, zorder=2, label="mine", alpha=0.5).line
    assert (line.get_linewidth(), line.get_zorder(), line.get_label(), line.get_alpha()) == (5, 2, "mine", 0.5)
    line.figure.canvas.draw()


def contrast(one, other):
    light = []
    for color in (one, other):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
        light.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(light) + 0.05) / (min(light) + 0.05)


@pytest.mark.parametrize("style", ["default", "dark_background"])
def test_the_usual_colours_are_seen_on_the_background(style, hard):
    with plt.style.context(style):
        ax = Figure().add_subplot()
        cmap = threshold_colors(hard.roc(), ax=ax).line.cmap
        shades = [cmap(k) for k in range(256)]
        assert min(contrast(shade, ax.get_facecolor()) for shade in shades) > 1.6
        # Lightness rises all along, so that they can be told apart without seeing colour.
        assert all(contrast(one, (0, 0, 0)) < contrast(two, (0, 0, 0)) for one, two in pairwise(shades[::8]))


# The bar.


@every_space
@pytest.mark.parametrize(("inches", "layout"), [((5.2, 4.4), "constrained"), ((8, 4), "constrained"), ((5, 5), None)])
def test_the_bar_is_as_high_as_the_axes_and_right_of_their_texts(kind, inches, layout, hard):
    figure = Figure(figsize=inches, layout=layout)
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    hard.curve(kind.name).plot(ax=ax)
    bar = threshold_colors(hard.curve(kind.name), ax=ax).colorbar
    figure.canvas.draw()
    box, shown = bar.ax.get_window_extent(), ax.get_window_extent()
    assert (box.y0, box.y1) == pytest.approx((shown.y0, shown.y1), abs=1)
    right = [text.get_window_extent().x1 for text in ax.texts if text.get_visible()]
    assert box.x0 > max([shown.x1, *right])
    assert bar.ax.get_ylabel() == "threshold"
    assert bar.ax.get_tightbbox().x1 < figure.bbox.x1 + 1
    assert 4 < box.width < shown.width / 12


def test_large_texts_at_the_edge_push_the_bar_away(hard):
    with mpl.rc_context({"font.size": 24}):
        figure = Figure(figsize=(9, 8))
        FigureCanvasAgg(figure)
        ax = figure.add_subplot()
        hard.pr().plot(ax=ax)
        bar = threshold_colors(hard.pr(), colorbar={"pad": 0.02}, ax=ax).colorbar
        figure.canvas.draw()
        right = max(text.get_window_extent().x1 for text in ax.texts if text.get_visible())
        assert right > ax.bbox.x1 + 50
        assert right < bar.ax.get_window_extent().x0 < right + 20


def test_narrow_axes_have_the_bar_above(hard, ax):
    figure = ax.get_figure()
    figure.set_size_inches(60 / 25.4, 60 / 25.4)
    hard.pr().plot(ax=ax)
    bar = threshold_colors(hard.pr(), ax=ax).colorbar
    figure.canvas.draw()
    figure.canvas.draw()
    box, shown = bar.ax.get_window_extent(), ax.get_window_extent()
    assert (box.x0, box.x1) == pytest.approx((shown.x0, shown.x1), abs=1)
    assert box.y0 > shown.y1
    assert shown.width > 0.4 * figure.bbox.width
    assert bar.ax.get_xlabel() == "threshold"


def test_the_bar_is_the_callers(hard, ax):
    assert threshold_colors(hard.roc(), colorbar=False, ax=ax).colorbar is None
    assert len(ax.get_figure().axes) == 1
    bar = threshold_colors(hard.roc(), colorbar={"label": "score", "location": "left", "ticks": [0, 1]}, ax=ax).colorbar
    assert bar.ax.get_ylabel() == "score"
    assert bar.get_ticks().tolist() == [0, 1]
    bar.ax.figure.canvas.draw()
    assert bar.ax.get_window_extent().x1 < ax.get_window_extent().x0
    cax = ax.inset_axes([0.5, 0.2, 0.4, 0.05])
    bar = threshold_colors(hard.roc(), colorbar={"cax": cax, "orientation": "horizontal"}, ax=ax).colorbar
    assert bar.ax is cax


def test_what_comes_back(hard, tmp_path):
    drawn = threshold_colors(hard.roc(label="mine"))
    assert isinstance(drawn, ThresholdColors)
    assert isinstance(drawn.line, ThresholdLine)
    assert drawn.figure is plt.gcf()
    assert drawn.artists == (drawn.line, drawn.colorbar.ax)
    assert repr(drawn) == f"ThresholdColors({drawn.line.get_label()}, with a colour bar)"
    drawn.save(tmp_path / "curve.pdf")
    assert (tmp_path / "curve.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
@every_space
def test_one_class_only(kind, labels, ax):
    path = prplot.from_labels(labels, [1, 2])
    curve = path.curve(kind.name)
    if kind.name == "pr" and labels == [1, 1]:
        # Precision is 1 throughout; there is a curve.
        drawn = threshold_colors(curve, ax=ax)
        drawn.figure.canvas.draw()
        assert drawn.colorbar is not None
        return
    with pytest.warns(prplot.PrplotWarning, match="the curve is undefined"):
        drawn = threshold_colors(curve, ax=ax)
    assert drawn.colorbar is None
    drawn.figure.canvas.draw()


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda p, ax: threshold_colors(p, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as path.pr()"),
        (
            lambda p, ax: threshold_colors(p.pr(), norm="log", ax=ax),
            prplot.PrplotValueError,
            "norm must be 'value', 'rank' or a matplotlib Normalize; got 'log'.",
        ),
        (
            lambda p, ax: threshold_colors(p.pr(), colorbar="right", ax=ax),
            prplot.PrplotTypeError,
            "colorbar must be a dict, True, False or None; got str 'right'.",
        ),
        (lambda p, ax: threshold_colors(p.pr(), cmap="no such map", ax=ax), ValueError, "no such map"),
    ],
)
def test_wrong_input(call, error, text, hard, ax):
    before = ax.get_children()
    with pytest.raises(error, match=re.escape(text)):
        call(hard, ax)
    assert ax.get_children() == before
