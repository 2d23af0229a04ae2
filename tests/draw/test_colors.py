"""Curves in the colours of their thresholds, and the bar beside them."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import BoundaryNorm, LogNorm, to_rgb

import prplot
from prplot.draw import operating_point, threshold_colors
from prplot.spaces import SPACES


def color_at(image, ax, x, y):
    column, row = ax.transData.transform((x, y))
    return image[image.shape[0] - 1 - int(row), int(column), :3] / 255


@pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)
def test_every_step_has_the_colour_of_the_score_that_it_adds(kind, tied, ax, shot):
    """Seen in the picture, in the middle of every step; in cost space of the threshold that is best there."""
    curve, seen = tied.curve(kind.name), 0
    drawn = threshold_colors(curve, cmap="viridis", ax=ax, lw=7)
    image, colors = shot(ax.figure), mpl.colormaps["viridis"]
    fpr, tpr = tied.fp / tied.negatives, tied.tp / tied.positives
    for row in range(1, len(tied)):
        if kind._pointwise:
            with np.errstate(divide="ignore", invalid="ignore"):
                ends = ax.transData.transform(
                    np.column_stack(curve.space.forward(fpr[row - 1 : row + 1], tpr[row - 1 : row + 1]))
                )
            place = curve.space.forward(fpr[row - 1 : row + 1].mean(), tpr[row - 1 : row + 1].mean())
            # What is shorter than the line is wide has no colour of its own.
            if np.hypot(*(ends[1] - ends[0])) < 14 or not ax.bbox.count_contains([ax.transData.transform(place)]):
                continue
        else:
            x = np.linspace(0.02, 0.98, 200)
            costs = np.sort((1 - tpr[:, None]) * x + fpr[:, None] * (1 - x), axis=0)
            mine = (1 - tpr[row]) * x + fpr[row] * (1 - x)
            apart = np.where(mine <= costs[0] + 1e-12, costs[1] - costs[0], 0)
            if apart.max() < 0.03:
                continue
            place = x[np.argmax(apart)], costs[0][np.argmax(apart)]
        wanted = colors((tied.thresholds[row] - 0.1) / 0.8)[:3]
        np.testing.assert_allclose(color_at(image, ax, *place), wanted, atol=2 * 3 / 256)
        seen += 1
    assert seen >= 2
    assert drawn.colorbar.ax.get_ylabel() == "threshold"


def test_a_large_sample_keeps_its_line_its_colours_and_no_seams(ax, off, shot):
    rng = np.random.default_rng(1)
    labels = rng.random(20_000) < 0.3
    path = prplot.from_labels(labels, rng.normal(size=20_000) + labels)
    line = threshold_colors(path.roc(), ax=ax, colorbar=False, lw=4).line
    image = shot(ax.figure)
    rows = rng.permutation(len(path))[:2000]
    assert off(line, path.roc().x[rows], path.roc().y[rows])[0] < 0.5
    for row in rows[:300]:
        if 0.02 < path.roc().x[row] < 0.98:
            assert (
                np.abs(
                    color_at(image, ax, path.roc().x[row], path.roc().y[row])
                    - to_rgb(line.color_at(path.thresholds[row]))
                ).max()
                < 0.08
            )


def test_pieces_of_decision_curves_have_the_colour_of_the_threshold_that_decides(ax):
    line = threshold_colors(prplot.from_labels([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).net_benefit(), ax=ax).line
    x, colors = line.get_xdata()[line._starts], line._colors
    assert len(x) == 4
    for at, color in zip(x, colors, strict=True):
        best = next(score for score in (0.1, 0.5, 0.7, 0.9) if score > at or score == 0.9)
        np.testing.assert_allclose(color, line.color_at(best))


def test_norms(tied, new_axes):
    """By rank half the way of a step from (0, 0) to (1, 1), in fpr + tpr, is where its score is."""
    norm = threshold_colors(tied.roc(), norm="rank", ax=new_axes()).line.norm
    ways = np.array([3 / 13, 7 / 13 + 2 / 24, 10 / 13 + 7 / 24, 12 / 13 + 16 / 24, 2])
    middle = (np.concatenate([[0], ways[:-1]]) + ways) / 2
    wanted = (middle[-1] - middle) / (middle[-1] - middle[0])
    np.testing.assert_allclose(norm([0.9, 0.7, 0.4, 0.3, 0.1]), wanted, atol=1e-12)
    ten = prplot.from_labels([1, 0, 1, 0], [100.0, 10.0, 1.0, 0.1])
    line = threshold_colors(ten.roc(), norm=LogNorm(), cmap="viridis", ax=new_axes()).line
    np.testing.assert_allclose(line.norm([100.0, 10.0, 1.0, 0.1]), [1, 2 / 3, 1 / 3, 0], atol=1e-12)
    line = threshold_colors(ten.roc(), norm=BoundaryNorm([0.1, 5, 100], 2), cmap="tab10", ax=new_axes()).line
    assert [line.color_at(score) for score in (50.0, 1.0)] == [mpl.colormaps["tab10"](k) for k in (1, 0)]
    infinite = prplot.from_labels([1, 0, 1, 0, 1, 0], [np.inf, 2, 1, 0.5, -np.inf, -np.inf])
    for norm in ("value", "rank"):
        line = threshold_colors(infinite.pr(), norm=norm, cmap="viridis", ax=new_axes()).line
        assert line.color_at(np.inf) == line.color_at(2.0) == mpl.colormaps["viridis"](255)
        assert line.color_at(-np.inf) == line.color_at(0.5) == mpl.colormaps["viridis"](0)
        threshold_colors(prplot.from_labels([1, 0], [1.0, 1.0]).pr(), norm=norm, ax=new_axes()).figure.canvas.draw()


@pytest.mark.filterwarnings("ignore:the legend covers curves")
def test_it_takes_the_place_of_the_plain_line_with_its_look_and_its_entry(hard, other, ax, entries):
    artists = prplot.plot([hard.pr(), hard.pr("step"), other.pr()], ax=ax, interval={"method": "logit"})
    plain = artists.lines[1]
    drawn = threshold_colors(hard.pr("step"), ax=ax, cmap="viridis")
    assert artists.lines[0] in ax.lines
    assert plain not in ax.lines
    assert (drawn.line.get_label(), drawn.line.get_linewidth()) == (plain.get_label(), plain.get_linewidth())
    ax.figure.canvas.draw()
    assert entries(artists)[1] == [text.get_text() for text in ax.get_legend().get_texts()]
    # Points have the colour of their threshold.
    dots = operating_point(hard.pr("step"), [0.5, 1.5], ax=ax).lines
    low, high = hard.thresholds[-1], hard.thresholds[1]
    for dot, threshold in zip(dots, (0.5, 1.5), strict=True):
        wanted = mpl.colormaps["viridis"]((threshold - low) / (high - low))
        np.testing.assert_allclose(dot.get_color(), wanted, atol=3 / 256)


def test_the_first_drawing_of_a_figure_of_prplot_has_room_for_all_labels(hard):
    ax = hard.roc().plot().ax
    threshold_colors(hard.roc(), ax=ax)
    ax.figure.canvas.draw()
    assert ax.yaxis.label.get_window_extent().x0 >= 0


def test_the_bar_is_beside_the_axes_and_their_texts_or_above_narrow_ones(hard, new_axes, clear):
    for space, size, layout in (
        ("pr", (5.2, 4.4), "constrained"),
        ("prg", (8, 4), "constrained"),
        ("roc", (5, 5), None),
    ):
        ax = new_axes(size, layout)
        hard.curve(space).plot(ax=ax)
        bar = threshold_colors(hard.curve(space), ax=ax).colorbar
        clear(ax.figure)
        box, shown = bar.ax.get_window_extent(), ax.get_window_extent()
        assert box.y0 < shown.y0 + 1
        assert box.y1 > shown.y1 - 1
        assert box.x0 > shown.x1
    ax = new_axes((60 / 25.4, 60 / 25.4))
    bar = threshold_colors(hard.pr(), ax=hard.pr().plot(ax=ax).ax).colorbar
    clear(ax.figure)
    assert bar.ax.get_window_extent().y0 > ax.get_window_extent().y1
    assert bar.ax.get_xlabel() == "threshold"
    ax = new_axes()
    assert threshold_colors(hard.roc(), colorbar=False, ax=ax).colorbar is None
    with pytest.raises(prplot.PrplotTypeError, match=r"colorbar must hold keywords .* 'lable'"):
        threshold_colors(hard.roc(), colorbar={"lable": "score"})
    bar = threshold_colors(hard.roc(), colorbar={"label": "score", "location": "left", "ticks": [0, 1]}, ax=ax).colorbar
    assert (bar.ax.get_ylabel(), bar.get_ticks().tolist()) == ("score", [0, 1])
    with pytest.warns(prplot.PrplotWarning, match="the curve is undefined"):
        assert threshold_colors(prplot.from_labels([1, 1], [1, 2]).roc(), ax=new_axes()).colorbar is None


def test_a_curve_with_a_band_is_coloured_and_keeps_the_edges_of_its_key(ax):
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 1, 0] * 5, range(40, 0, -1))
    artists = path.roc().plot(ax=ax, band={"n": 200})
    ax.figure.canvas.draw()
    edge = artists.lines[0].edge
    colored = threshold_colors(artists.lines[0].curve, ax=ax)
    ax.figure.canvas.draw()
    assert colored.line.edge is edge


def test_ranks_have_colours_where_the_number_of_negatives_is_unknown(ax):
    path = prplot.from_labels([1, 0, 1, 0], [0.4, 0.3, 0.2, 0.1], positives=30)
    drawn = threshold_colors(path.pr(), norm="rank", ax=ax, colorbar=False)
    assert drawn.line.norm([0.4, 0.1]).tolist() == [1.0, 0.0]
