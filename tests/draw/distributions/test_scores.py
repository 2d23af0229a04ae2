"""Distributions of scores and weights: every weight is in a bar, and what is drawn is what was counted."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import prplot
from prplot.draw import scores, soft_labels

INF = math.inf


def new_axes(width=5.2, height=4.4):
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def drawn_ticks(ax):
    """Labels of the ticks that are in view, by place."""
    ax.figure.canvas.draw()
    low, high = ax.get_xlim()
    return {
        tick.get_loc(): tick.label1.get_text() for tick in ax.xaxis.get_major_ticks() if low <= tick.get_loc() <= high
    }


def nothing_is_cut(figure):
    figure.canvas.draw()
    drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    return drawn.x0 > -0.01 and drawn.y0 > -0.01 and drawn.x1 < width + 0.01 and drawn.y1 < height + 0.01


SAMPLES = {
    "normal": np.random.default_rng(1).normal(size=300),
    "ties": np.random.default_rng(2).integers(0, 6, 300) / 5,
    "heavy tie": np.where(np.random.default_rng(3).random(300) < 0.9, 0.0, np.random.default_rng(4).normal(size=300)),
    "heavy tails": np.random.default_rng(5).standard_cauchy(300) ** 3,
    "infinite": np.concatenate([[INF] * 5, [-INF] * 7, np.random.default_rng(6).normal(size=288)]),
    "only infinite": np.where(np.arange(300) % 2, INF, -INF),
    "one value": np.full(300, 3.0),
    "one large value": np.full(300, -1e20),
    "an outlier": np.concatenate([[1e12], np.random.default_rng(7).random(299)]),
    "next to each other": 1.0 + np.arange(300) * 2.0**-52,
}
each_sample = pytest.mark.parametrize("name", SAMPLES)


# Histograms of scores.


@each_sample
@pytest.mark.parametrize("bins", ["auto", 1, 13, [-0.5, 0.1, 0.2, 3.0]], ids=str)
def test_all_weight_is_in_the_histogram(name, bins, ax):
    rng = np.random.default_rng(8)
    fg, bg = rng.random(300), rng.random(300) * 3
    path = prplot.from_weights(SAMPLES[name], fg=fg, bg=bg)
    drawn = scores(path, bins=bins, ax=ax)
    assert drawn.foreground.sum() == pytest.approx(path.positives, rel=1e-13)
    assert drawn.background.sum() == pytest.approx(path.negatives, rel=1e-13)
    assert len(drawn.foreground) == len(drawn.background) == len(drawn.edges) + 1
    assert np.all(np.diff(drawn.edges) > 0)
    if bins == "auto":
        ax.figure.canvas.draw()
        assert len(drawn.edges) <= 81


def test_a_bin_holds_its_left_edge_and_the_last_one_both():
    score = [-1, 0, 0, 1, 1, 1, 2, 3, INF, -INF]
    fg = [Fraction(k, 16) for k in range(1, 11)]
    edges = [0.0, 1.0, 2.0]
    drawn = scores(prplot.from_weights(score, fg=[float(w) for w in fg]), bins=edges, ax=new_axes())
    inside = [
        sum(w for s, w in zip(score, fg, strict=True) if 0 <= s < 1),
        sum(w for s, w in zip(score, fg, strict=True) if 1 <= s <= 2),
    ]
    beyond = [
        sum(w for s, w in zip(score, fg, strict=True) if s < 0),
        sum(w for s, w in zip(score, fg, strict=True) if s > 2),
    ]
    assert drawn.foreground.tolist() == [float(w) for w in (beyond[0], *inside, beyond[1])]
    assert drawn.background.tolist() == [
        2 - drawn.foreground[0],
        2 - drawn.foreground[1],
        4 - drawn.foreground[2],
        2 - drawn.foreground[3],
    ]


def test_hard_classes_are_drawn_over_each_other(hard, ax):
    drawn = scores(hard, bins=20, ax=ax)
    background, foreground = (fill.get_data() for fill in drawn.fills)
    np.testing.assert_array_equal(background.values, drawn.background[1:-1])
    np.testing.assert_array_equal(foreground.values, drawn.foreground[1:-1])
    np.testing.assert_array_equal(foreground.edges, drawn.edges)
    assert np.all(np.asarray(background.baseline) == 0)
    assert np.all(np.asarray(foreground.baseline) == 0)
    assert foreground.values.sum() == hard.positives


def test_bars_of_soft_labels_are_split(soft, ax):
    drawn = scores(soft, bins=9, ax=ax)
    background, foreground = (fill.get_data() for fill in drawn.fills)
    np.testing.assert_array_equal(foreground.values, drawn.foreground[1:-1])
    np.testing.assert_array_equal(background.baseline, foreground.values)
    np.testing.assert_allclose(background.values, (drawn.foreground + drawn.background)[1:-1])
    assert sum(background.values) == pytest.approx(soft.positives + soft.negatives)
    assert ax.get_ylabel() == "Weight"


@pytest.mark.parametrize("name", ["hard", "soft"])
def test_densities_have_area_one_and_are_not_stacked(name, request, ax):
    drawn = scores(request.getfixturevalue(name), density=True, ax=ax)
    for fill in drawn.fills:
        bars = fill.get_data()
        assert np.sum(bars.values * np.diff(bars.edges)) == pytest.approx(1)
        assert np.all(np.asarray(bars.baseline) == 0)
    assert ax.get_ylabel() == "Density"


def test_weights_of_rows_count(ax):
    path = prplot.from_labels([1, 0, 1], [0.2, 0.2, 0.8], sample_weight=[2.0, 0.5, 3.0])
    drawn = scores(path, bins=[0.0, 0.5, 1.0], ax=ax)
    assert drawn.foreground.tolist() == [0, 2, 3, 0]
    assert drawn.background.tolist() == [0, 0.5, 0, 0]
    assert ax.get_ylabel() == "Weight"
    assert scores(prplot.from_labels([1, 0, 1], [0.2, 0.2, 0.8]), ax=new_axes()).ax.get_ylabel() == "Count"


@pytest.mark.parametrize(("step", "values"), [(1 / 7, 8), (0.01, 101), (5.0, 3), (0.25, 900)])
def test_bins_of_scores_on_a_lattice_hold_as_many_values_each(step, values, ax):
    score = np.arange(values) * step + 0.3
    path = prplot.from_labels(np.arange(values) % 2, score)
    drawn = scores(path, ax=ax)
    held = (drawn.foreground + drawn.background)[1:-1]
    assert held[0] >= 1
    assert np.all(held[:-1] == held[0])
    assert 1 <= held[-1] <= held[0]
    assert drawn.foreground[[0, -1]].tolist() == [0, 0]


def test_what_is_far_out_is_one_bar_at_the_end_that_says_so(ax):
    rng = np.random.default_rng(9)
    score = np.concatenate([rng.normal(size=500), [1e9, 2e9, -INF]])
    drawn = scores(prplot.from_labels([0, 1] * 250 + [1, 0, 1], score), ax=ax)
    assert drawn.foreground[[0, -1]].tolist() == [1, 1]
    assert drawn.background[[0, -1]].tolist() == [0, 1]
    assert np.all(np.abs(drawn.edges) < 10)
    ticks = drawn_ticks(ax)
    first, last = ticks[min(ticks)], ticks[max(ticks)]
    assert first == "\N{MINUS SIGN}∞"
    assert last == f"> {drawn.edges[-1]:.3g}"
    # Both stand under their bars, which are set off from the others.
    for fill in drawn.fills:
        bars = fill.get_data()
        assert bars.edges[0] < min(ticks) < bars.edges[1] < drawn.edges[0]
        assert drawn.edges[-1] < bars.edges[-2] < max(ticks) < bars.edges[-1]
        assert bars.values[1] == bars.values[-2] == 0


def test_rare_positives_far_from_the_rest_are_not_far_out(ax):
    score = np.concatenate([np.random.default_rng(10).random(5000) * 0.01, [0.9, 0.95, 0.97]])
    drawn = scores(prplot.from_labels([0] * 5000 + [1] * 3, score), ax=ax)
    assert drawn.edges[-1] == 0.97
    assert drawn.foreground[-1] == 0


def test_ticks_at_the_ends_touch_no_others():
    score = np.concatenate([np.random.default_rng(11).normal(size=400) * 100, [1e9, -1e9]])
    for width in (1.6, 2.4, 6.0):
        drawn = scores(prplot.from_labels([0, 1] * 201, score), legend=False, ax=new_axes(width, 1.6))
        drawn_ticks(drawn.ax)
        low, high = drawn.ax.get_xlim()
        boxes = [t.label1.get_window_extent() for t in drawn.ax.xaxis.get_major_ticks() if low <= t.get_loc() <= high]
        boxes.sort(key=lambda box: box.x0)
        assert len(boxes) >= 2
        assert all(one.x1 < other.x0 for one, other in pairwise(boxes))


@pytest.mark.parametrize("threshold", [-0.3, 0.0, 1.2])
def test_a_threshold_stands_where_it_is(threshold, hard, ax):
    (line,) = scores(hard, threshold=threshold, line={"c": "r"}, ax=ax).lines
    assert list(line.get_xdata()) == [threshold, threshold]
    assert line.get_color() == "r"


@pytest.mark.parametrize(("threshold", "side"), [(1e6, 1), (INF, 1), (-1e6, -1), (-INF, -1)])
def test_a_threshold_beyond_the_bins_stands_just_outside(threshold, side, ax):
    score = np.concatenate([np.random.default_rng(12).normal(size=400), [INF, -INF]])
    drawn = scores(prplot.from_labels([0, 1] * 201, score), threshold=threshold, ax=ax)
    place = drawn.lines[0].get_xdata()[0]
    bars = drawn.fills[0].get_data()
    if side > 0:
        assert drawn.edges[-1] < place < bars.edges[-2]
    else:
        assert bars.edges[1] < place < drawn.edges[0]
    low, high = ax.get_xlim()
    assert low < place < high


def test_parts(hard):
    drawn = scores(hard, foreground={"color": "r"}, background=False, legend=False, ax=new_axes())
    assert [fill.get_label() for fill in drawn.fills] == ["foreground"]
    assert to_rgb(drawn.fills[0].get_facecolor()) == to_rgb(drawn.fills[0].get_edgecolor()) == (1, 0, 0)
    assert drawn.legend is None
    drawn = scores(hard, foreground={"fc": "r", "ec": "b", "lw": 3}, threshold=0.5, line=False, ax=new_axes())
    assert to_rgb(drawn.fills[1].get_facecolor()) == (1, 0, 0)
    assert to_rgb(drawn.fills[1].get_edgecolor()) == (0, 0, 1)
    assert drawn.fills[1].get_linewidth() == 3
    assert drawn.lines == ()
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["foreground", "background"]
    drawn = scores(hard, threshold=0.5, legend={"title": "classes"}, ax=new_axes())
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["foreground", "background", "threshold 0.5"]
    assert drawn.legend.get_title().get_text() == "classes"


def test_a_curve_stands_for_its_path(hard):
    one, other = scores(hard, ax=new_axes()), scores(hard.prg(), ax=new_axes())
    np.testing.assert_array_equal(one.foreground, other.foreground)
    moved = scores(hard.pr(prevalence=0.5), ax=new_axes())
    assert moved.background.sum() == pytest.approx(hard.positives)


def test_the_axes_are_the_callers(hard, ax):
    ax.set(xlabel="log-odds", ylabel="n", xlim=(-9, 9), ylim=(0, 77))
    before = dict(mpl.rcParams)
    drawn = scores(hard, ax=ax)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_xlim(), ax.get_ylim()) == ("log-odds", "n", (-9, 9), (0, 77))
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == []
    assert drawn.figure is ax.figure
    assert scores(hard).figure is plt.gcf()


def test_arrays_are_read_only(hard, ax):
    drawn = scores(hard, ax=ax)
    for array in (drawn.edges, drawn.foreground, drawn.background):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_logarithmic_counts(hard, pixels):
    ax = new_axes()
    scores(hard, bins=12, ax=ax)
    ax.set_yscale("log")
    other = new_axes()
    scores(hard, bins=12, ax=other)
    assert np.any(pixels(ax.figure) != pixels(other.figure))
    assert ax.get_ylim()[0] > 0


def test_dark_background(hard):
    with plt.style.context("dark_background"):
        drawn = scores(hard, ax=new_axes())
    assert np.mean(to_rgb(drawn.fills[0].get_edgecolor())) > 0.4


def test_save(hard, tmp_path):
    scores(hard).save(tmp_path / "scores.pdf")
    assert b"/FontFile2" in (tmp_path / "scores.pdf").read_bytes()


@pytest.mark.parametrize(
    ("bins", "text"),
    [
        ("fd", "bins must be 'auto', a number of bins, or their edges; got 'fd'."),
        (0, "bins must be 'auto', a number of bins from 1 on, or their edges; got 0."),
        (True, "bins must be 'auto', a number of bins from 1 on, or their edges; got True."),
        (2.5, "bins must be 'auto', a number of bins from 1 on, or their edges; got 2.5."),
        ([1.0], "bins must be two or more finite edges that rise; got [1.0]."),
        ([0, 1, 1], "bins must be two or more finite edges that rise; got [0, 1, 1]."),
        ([0, INF], "bins must be two or more finite edges that rise; got [0, inf]."),
    ],
)
def test_bins_that_are_none(bins, text, hard):
    with pytest.raises(prplot.PrplotValueError) as error:
        scores(hard, bins=bins)
    assert str(error.value) == text
    assert plt.get_fignums() == []


@pytest.mark.parametrize("draw", [scores, soft_labels])
def test_paths_without_rows(draw):
    path = prplot.from_counts([2, 1], [1, 2], [0, 3])
    with pytest.raises(prplot.PrplotValueError, match=r"needs the rows .* prplot\.from_labels or prplot\.from_weights"):
        draw(path)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("draw", [scores, soft_labels])
def test_what_is_no_path(draw):
    with pytest.raises(prplot.PrplotTypeError, match=r"path must be a path or a curve; got list \[1\]"):
        draw([1])


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"foreground": 3}, prplot.PrplotTypeError, "foreground must be a dict"),
        ({"legend": "x"}, prplot.PrplotTypeError, "legend must be a dict"),
        ({"threshold": math.nan}, prplot.PrplotValueError, "threshold must not be NaN"),
        ({"threshold": "0.5"}, prplot.PrplotTypeError, "threshold must be one real number"),
        ({"background": {"nonsense": 1}}, prplot.PrplotTypeError, "nonsense must be a keyword"),
        ({"line": {"nonsense": 1}}, prplot.PrplotTypeError, "nonsense must be a keyword"),
    ],
)
def test_wrong_options(options, error, text, hard):
    with pytest.raises(error, match=text):
        scores(hard, **options)
    assert plt.get_fignums() == []


def test_scores_too_far_apart_to_draw():
    path = prplot.from_labels([0, 1, 0, 1], [-1.7e308, -1.0, 1.0, 1.7e308])
    with pytest.raises(prplot.PrplotValueError, match="Divide them by a constant"):
        scores(path)


# Weights.


@pytest.fixture
def cells():
    return prplot.datasets.load("cells")


@pytest.fixture
def ridge(cells):
    return cells.paths()["Ridge regression"]


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


def test_infinite_scores_stand_at_the_ends():
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


@pytest.mark.parametrize(("cut", "slope"), [(0.5, 2.0), (0.3, 2.0), (0.3, -0.7)])
def test_the_target_is_parted_where_the_logistic_passes_the_cut(cut, slope):
    target = np.random.default_rng(14).normal(size=300) * 2 + 7
    fg, bg = prplot.weights.logistic(target, 6.5, slope)
    path = prplot.from_weights(np.arange(300.0), fg=fg, bg=bg)
    drawn = soft_labels(path, cut=cut, target=target, logistic=(6.5, slope))
    at = drawn.lines[1].get_xdata()[0]
    assert 1 / (1 + math.exp(-slope * (at - 6.5))) == pytest.approx(cut)
    x, y = drawn.lines[2].get_data()
    np.testing.assert_allclose(y, [1 / (1 + math.exp(-slope * (t - 6.5))) for t in x])
    assert drawn.lines[2].axes is drawn.twin
    # Foreground is right of it where the weights rise.
    background, foreground = drawn.tints[2:]
    assert (foreground.get_x() + foreground.get_width() > at + 1) == (slope > 0)
    assert (background.get_x() + background.get_width() > at + 1) == (slope < 0)
    # Without the formula: midway between the rows on both sides.
    seen = soft_labels(path, cut=cut, target=target).lines[1].get_xdata()[0]
    above, below = target[fg >= cut], target[fg < cut]
    near = (min(above), max(below)) if slope > 0 else (max(above), min(below))
    assert seen == pytest.approx(sum(near) / 2)


def test_weights_over_the_target_are_those_of_the_rows(cells, ridge):
    drawn = soft_labels(ridge, target=cells.target)
    over = drawn.points[2:]
    assert all(line.axes is drawn.twin for line in over)
    np.testing.assert_allclose(rows_of(over), sorted(zip(cells.target, cells.fg, strict=True)))


def test_a_target_that_does_not_part_the_classes_is_not_parted():
    path = prplot.from_weights([1, 2, 3, 4], fg=[0.1, 0.9, 0.2, 0.8])
    drawn = soft_labels(path, target=[1, 2, 3, 4])
    assert (len(drawn.lines), len(drawn.tints)) == (1, 2)


def test_a_logistic_that_did_not_make_the_weights(cells, ridge):
    away = max(abs(1 / (1 + math.exp(-0.01 * (t - 50))) - w) for t, w in zip(cells.target, cells.fg, strict=True))
    with pytest.warns(prplot.PrplotWarning, match=f"are not those of the logistic .* differ by up to {away:.2g}"):
        soft_labels(ridge, target=cells.target, logistic=(50, 0.01))


def test_the_logistic_of_the_data_set_is_the_one_that_is_told(cells, ridge):
    # datasets/README.md; warnings are errors.
    soft_labels(ridge, target=cells.target, logistic=(69.614, 2 / 45.451))


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
def test_no_text_of_weights_is_cut(size, cells, ridge):
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
