"""Soft labels: points, bars and tints of weights, and the target beside them."""

from __future__ import annotations

import math
from fractions import Fraction

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import prplot
from prplot.draw import soft_labels

INF = math.inf


def rows_of(artists):
    return sorted(tuple(xy) for line in artists for xy in line.get_xydata())


def test_points_are_shares_of_foreground_against_scores():
    score, fg, bg = [0.5, 1.5, 2.5, 3.5], [1, 3, 2, 6], [3, 1, 2, 0]
    drawn = soft_labels(prplot.from_weights(score, fg=fg, bg=bg), cut=0.5)
    expected = sorted(zip(score, (float(Fraction(f, f + b)) for f, b in zip(fg, bg, strict=True)), strict=True))
    assert rows_of(drawn.points) == expected
    background, foreground = drawn.points
    # A row at the cut is hard foreground, as in path.hard.
    assert foreground.get_xydata().tolist() == [[1.5, 0.75], [2.5, 0.5], [3.5, 1.0]]
    assert background.get_xydata().tolist() == [[0.5, 0.25]]
    assert [text.get_text() for text in drawn.legend.get_texts()] == [
        "hard foreground, 3 rows",
        "hard background, 1 rows",
    ]


def test_infinite_scores_stand_at_the_ends(drawn_ticks):
    drawn = soft_labels(prplot.from_weights([-INF, 0, 1, 2, INF], fg=[0.1, 0.2, 0.6, 0.7, 0.9]))
    x = sorted(place for place, _ in rows_of(drawn.points))
    assert np.isfinite(x).all()
    assert x[1:4] == [0, 1, 2]
    ticks = drawn_ticks(drawn.axes[0])
    assert (ticks[x[0]], ticks[x[-1]]) == ("\N{MINUS SIGN}∞", "+∞")


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9])
def test_both_axes_are_parted_at_the_cut(cut, ridge):
    drawn = soft_labels(ridge, cut=cut)
    assert drawn.axes[0].get_ylim() == drawn.axes[1].get_ylim()
    assert [list(line.get_ydata()) for line in drawn.lines] == [[cut, cut]] * 2
    for background, foreground in (drawn.tints[:2], drawn.tints[2:]):
        low, middle = background.get_y() + np.sort([0.0, background.get_height()])
        also_middle, high = foreground.get_y() + np.sort([0.0, foreground.get_height()])
        assert middle == pytest.approx(cut)
        assert also_middle == pytest.approx(cut)
        assert low < drawn.axes[0].get_ylim()[0] < drawn.axes[0].get_ylim()[1] < high
        assert to_rgb(background.get_facecolor()) != to_rgb(foreground.get_facecolor())
    hard = ridge.hard(cut)
    assert len(drawn.points[1].get_xydata()) == hard.positives
    assert len(drawn.points[0].get_xydata()) == hard.negatives


@pytest.mark.parametrize("with_target", [False, True])
def test_bars_of_weights_hold_all_weight(with_target):
    rng = np.random.default_rng(13)
    fg, bg = rng.random(200), rng.random(200)
    path = prplot.from_weights(rng.normal(size=200), fg=fg, bg=bg)
    drawn = soft_labels(path, target=rng.normal(size=200) if with_target else None)
    assert drawn.bars.get_data().values.sum() == pytest.approx(path.positives + path.negatives)
    assert "Total weight" in (drawn.axes[1].get_xlabel(), drawn.axes[1].get_ylabel())


def test_bars_that_are_left_out_are_told():
    path = prplot.from_weights([1, 2, 3], fg=[0.1, 0.5, 0.9])
    with pytest.warns(prplot.PrplotWarning, match=r"rows of total weight 1: they hold 0 to 0\.6 only"):
        drawn = soft_labels(path, bins=[0, 0.3, 0.6])
    assert drawn.bars.get_data().values.tolist() == [1, 1]


def test_votes_have_a_bar_per_share():
    yes = np.repeat([0, 1, 2, 3, 4, 5], [7, 1, 4, 2, 5, 3])
    path = prplot.from_weights(np.arange(22.0), fg=yes / 5)
    drawn = soft_labels(path)
    assert drawn.bars.get_data().values.tolist() == [7, 1, 4, 2, 5, 3]
    low, high = drawn.axes[0].get_ylim()
    assert low < drawn.bars.get_data().edges[0]
    assert drawn.bars.get_data().edges[-1] < high
    assert drawn.axes[1].get_xlabel() == "Rows"


def test_weights_over_the_target_are_those_of_the_rows(cells, ridge):
    drawn = soft_labels(ridge, target=cells.target)
    over = drawn.points[2:]
    assert all(line.axes is drawn.twin for line in over)
    np.testing.assert_allclose(rows_of(over), sorted(zip(cells.target, cells.fg, strict=True)))


def test_rows_without_weight_are_not_drawn():
    path = prplot.from_weights([1, 2, 3], fg=[0.5, 0.0, 1.0], bg=[0.5, 0.0, 1.0])
    with pytest.warns(prplot.PrplotWarning, match="1 of 3 rows have no weight"):
        drawn = soft_labels(path, target=[5, 6, 7])
    assert rows_of(drawn.points[:2]) == [(1, 0.5), (3, 0.5)]
    assert rows_of(drawn.points[2:]) == [(5, 0.5), (7, 0.5)]


def test_many_rows_are_counted_in_hexagons():
    rng = np.random.default_rng(15)
    path = prplot.from_weights(rng.normal(size=6000), fg=rng.random(6000))
    drawn = soft_labels(path)
    (hexagons,) = drawn.points
    assert hexagons.get_array().sum() == 6000


def test_axes_of_the_caller(ridge):
    figure = Figure(layout="constrained")
    pair = figure.subplots(1, 2)
    pair[0].set(xlabel="predicted", ylim=(0, 2))
    drawn = soft_labels(ridge, axes=pair)
    assert drawn.axes == tuple(pair)
    assert drawn.legend is pair[0].get_legend()
    assert figure.legends == []
    assert (pair[0].get_xlabel(), pair[0].get_ylim()) == ("predicted", (0, 2))
    assert plt.get_fignums() == []


def test_parts_of_weights(ridge):
    options = {"points": False, "bars": False, "line": False, "tint": False, "legend": False}
    drawn = soft_labels(ridge, **options)
    assert (drawn.points, drawn.bars, drawn.lines, drawn.tints, drawn.legend) == ((), None, (), (), None)
    drawn = soft_labels(ridge, points={"marker": "x"}, bars={"color": "r"}, line={"ls": ":"}, tint={"alpha": 0.5})
    assert {line.get_marker() for line in drawn.points} == {"x"}
    assert to_rgb(drawn.bars.get_facecolor()) == (1, 0, 0)
    assert {line.get_linestyle() for line in drawn.lines} == {":"}
    assert {tint.get_alpha() for tint in drawn.tints} == {0.5}


@pytest.mark.parametrize("size", [(3.35, 2.2), (2.4, 2.0), (6.4, 3.2), (12, 6)], ids=str)
def test_no_text_of_weights_is_cut(size, cells, ridge, nothing_is_cut):
    drawn = soft_labels(ridge, figsize=size)
    assert nothing_is_cut(drawn.figure)
    if size[0] > 3:
        assert nothing_is_cut(soft_labels(ridge, target=cells.target, figsize=size).figure)


def test_a_figure_that_fails_is_forgotten(ridge):
    before = dict(mpl.rcParams)
    with pytest.raises(prplot.PrplotTypeError, match="nonsense must be a keyword"):
        soft_labels(ridge, bars={"nonsense": 1})
    assert plt.get_fignums() == []
    assert soft_labels(ridge).figure is plt.gcf()
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"cut": 0}, prplot.PrplotValueError, r"cut must lie in \(0, 1\]; got 0\."),
        ({"cut": 1.5}, prplot.PrplotValueError, r"cut must lie in \(0, 1\]; got 1.5\."),
        ({"target": [1.0]}, prplot.PrplotValueError, "target must have one value per row of path.sample; got 1 values"),
        ({"target": [math.nan] * 569}, prplot.PrplotValueError, "target must be finite; got nan"),
        ({"logistic": (1, 2)}, prplot.PrplotValueError, "logistic must come with target"),
        ({"logistic": 3, "target": range(569)}, prplot.PrplotValueError, r"logistic must be \(cut, slope\); got 3"),
        ({"axes": 3}, prplot.PrplotTypeError, "axes must be two matplotlib Axes or None; got int 3"),
        ({"tint": 3}, prplot.PrplotTypeError, "tint must be a dict"),
    ],
)
def test_wrong_options_of_weights(options, error, text, ridge):
    with pytest.raises(error, match=text):
        soft_labels(ridge, **options)
    assert plt.get_fignums() == []
