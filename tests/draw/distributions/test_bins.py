"""Bins of scores, and what stands at the ends of their axis."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.draw import scores

INF = math.inf


def test_a_bin_holds_its_left_edge_and_the_last_one_both(new_axes):
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


def test_what_is_far_out_is_one_bar_at_the_end_that_says_so(ax, drawn_ticks):
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


def test_ticks_at_the_ends_touch_no_others(drawn_ticks, new_axes):
    score = np.concatenate([np.random.default_rng(11).normal(size=400) * 100, [1e9, -1e9]])
    for width in (1.6, 2.4, 6.0):
        drawn = scores(prplot.from_labels([0, 1] * 201, score), legend=False, ax=new_axes((width, 1.6)))
        drawn_ticks(drawn.ax)
        low, high = drawn.ax.get_xlim()
        boxes = [t.label1.get_window_extent() for t in drawn.ax.xaxis.get_major_ticks() if low <= t.get_loc() <= high]
        boxes.sort(key=lambda box: box.x0)
        assert len(boxes) >= 2
        assert all(one.x1 < other.x0 for one, other in pairwise(boxes))


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


def test_scores_too_far_apart_to_draw():
    path = prplot.from_labels([0, 1, 0, 1], [-1.7e308, -1.0, 1.0, 1.7e308])
    with pytest.raises(prplot.PrplotValueError, match="Divide them by a constant"):
        scores(path)
