"""Limits, labels and shape of axes, on any scale."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot.spaces import SPACES

SPACE_NAMES = [space.name for space in SPACES if space.pointwise]
each_space = pytest.mark.parametrize("space", SPACE_NAMES)


def test_only_one_limit_is_the_callers(hard, ax):
    ax.set_xlim(0.5, 1)
    prplot.plot(hard, ax=ax)
    assert ax.get_xlim() == (0.5, 1)
    assert ax.get_ylim() == pytest.approx((-0.015, 1.015))


@each_space
def test_square_axes_without_grid_or_title(space, hard, ax):
    prplot.plot(hard, space, ax)
    kind = hard.curve(space).space
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == (kind.xlabel, kind.ylabel, "")
    ax.get_figure().canvas.draw()
    box = ax.get_window_extent()
    assert box.width == pytest.approx(box.height, rel=0.01)
    assert not any(line.get_visible() for line in ax.get_xgridlines())


# Other scales.


SCALES = [
    ("log", "linear"),
    ("linear", "log"),
    ("log", "log"),
    ("logit", "linear"),
    ("logit", "logit"),
    ("symlog", "asinh"),
]


@pytest.mark.few(12)
@pytest.mark.parametrize(
    ("scales", "space", "when"),
    [
        pytest.param(scales, space, ("before", "after")[(i + j) % 2], id="-".join([*scales, space]))
        for i, scales in enumerate(SCALES)
        for j, space in enumerate(["pr", "prg", "roc", "croc", "cost"])
    ],
)
def test_axes_on_other_scales_show_all_that_has_a_place(scales, space, when, hard, ax):
    """From the vertex of the curve nearest to 0, where 0 has no place, up to 1, or the vertex nearest to it."""
    curve = hard.curve(space)
    names = dict(zip(("xscale", "yscale"), scales, strict=True))
    if when == "before":
        ax.set(**names)
    curve.plot(ax)
    ax.set(**names)
    ax.figure.canvas.draw()
    for scale, values, limits in zip(scales, (curve.x, curve.y), (ax.get_xlim(), ax.get_ylim()), strict=True):
        inside = values[(values > 0) & (values < 1)]
        low, high = sorted(limits)
        if scale in ("log", "logit"):
            assert inside.min() / 2 < low <= inside.min()
        else:
            assert low == pytest.approx(-0.015)
        if scale == "logit":
            assert inside.max() <= high < 1
        else:
            assert high == pytest.approx(1.015)


def test_other_scales_leave_the_limits_of_the_caller_alone(hard, ax):
    ax.set(xscale="log", xlim=(0.2, 0.9))
    hard.roc().plot(ax)
    assert ax.get_xlim() == (0.2, 0.9)
    ax.set_ylim(0.1, 0.7)
    ax.set_yscale("logit")
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.9), (0.1, 0.7))


def test_a_scale_that_is_changed_back_shows_the_whole_square_again(hard, ax):
    hard.roc().plot(ax)
    before = ax.get_xlim(), ax.get_ylim()
    ax.set(xscale="log", yscale="logit")
    assert (ax.get_xlim(), ax.get_ylim()) != before
    ax.set(xscale="linear", yscale="linear")
    assert (ax.get_xlim(), ax.get_ylim()) == before


def test_helpers_alone_begin_at_a_thousandth_on_logarithmic_axes(ax):
    ax.set_xscale("log")
    prplot.draw.iso_f(prplot.PR(0.2), ax=ax)
    ax.figure.canvas.draw()
    assert 5e-4 < ax.get_xlim()[0] <= 1e-3


def test_curves_are_among_the_data_of_the_axes(hard, ax):
    """As those of matplotlib, so that the view can be let go again."""
    hard.roc().plot(ax)
    ax.margins(0)
    ax.autoscale()
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 1), (0, 1))


def test_cleared_axes_reach_no_further_down_than_the_next_figure_needs(hard, ax):
    usual = prplot.plot(hard).ax.get_ylim()
    worst = prplot.from_labels([0, 0, 0, 1, 1], [5, 4, 3, 2, 1])
    assert prplot.plot(worst, "prg", ax=ax).ax.get_ylim()[0] < usual[0]
    ax.clear()
    assert prplot.plot(hard, ax=ax).ax.get_ylim() == usual


def test_a_view_of_det_goes_beyond_the_vertices_of_a_curve_that_has_few(ax):
    path = prplot.from_counts([1.0, 0.0], tp=[80, 100], fp=[60, 600])
    path.det().plot(ax=ax)
    for low, high in (ax.get_xlim(), ax.get_ylim()):
        assert low < 0.06
        assert high > 0.94


def test_many_long_names_beside_det_with_lines_of_f():
    rng = np.random.default_rng(1)
    paths = {}
    for k in range(7):
        label = rng.random(200) < 0.2 + 0.01 * k
        paths[f"A classifier whose name has 40 letters {k:02d}"] = prplot.from_labels(
            label, rng.normal(size=200) + label
        )
    artists = prplot.plot(paths, "det", iso_f=True)
    artists.figure.canvas.draw()
    assert np.isfinite(artists.figure.get_size_inches()).all()
