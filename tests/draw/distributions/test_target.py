"""The measurement that soft labels come from: where it is parted, and the logistic that is told."""

from __future__ import annotations

import math

import numpy as np
import pytest

import prplot
from prplot.draw import soft_labels


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
