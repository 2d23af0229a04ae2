"""Baselines and grids: where the lines are, and the prevalence at their ends."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot import PR, PRG, ROC, draw
from prplot.metrics import f_beta
from prplot.spaces import SPACES

PREVALENCES = (0.01, 0.2, 0.5, 0.9)
KINDS = [kind for kind in SPACES if kind.pointwise]
each_space = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
each_prevalence = pytest.mark.parametrize("prevalence", PREVALENCES)


def apart(points, line, pieces=4000):
    """Largest distance of points from a polyline."""
    x, y = line
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    even = np.union1d(np.linspace(0, along[-1], pieces), along)
    dense = np.interp(even, along, x), np.interp(even, along, y)
    return max(float(np.hypot(dense[0] - px, dense[1] - py).min()) for px, py in points)


# Baselines.


@each_prevalence
def test_chance(prevalence, ax):
    (line,) = draw.baseline(PR(prevalence), ax=ax).lines
    np.testing.assert_allclose(line.get_ydata(), prevalence, rtol=1e-12)
    assert line.get_xdata()[[0, -1]].tolist() == [0, 1]
    ax.clear()
    (line,) = draw.baseline(PRG(prevalence), ax=ax).lines
    np.testing.assert_allclose(line.get_ydata(), 0, atol=1e-12)
    assert line.get_xdata()[0] <= 0
    assert line.get_xdata()[-1] == 1
    ax.clear()
    (line,) = draw.baseline(ROC(prevalence), ax=ax).lines
    np.testing.assert_allclose(line.get_xdata(), line.get_ydata(), atol=1e-15)
    assert line.get_xdata()[[0, -1]].tolist() == [0, 1]


@each_prevalence
def test_always_positive_is_the_minor_diagonal_of_prg(prevalence, ax):
    (line,) = draw.baseline(PRG(prevalence), kind="always-positive", ax=ax).lines
    np.testing.assert_allclose(np.add(*line.get_data()), 1, atol=1e-9)


@each_space
@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_always_positive_has_the_f_of_saying_positive_always(kind, beta, ax, rates_on):
    space = kind(0.2)
    (line,) = draw.baseline(space, kind="always-positive", beta=beta, ax=ax).lines
    fpr, tpr = rates_on(space, line)
    level = (1 + beta**2) * 0.2 / (0.2 + beta**2 * 0.2 + 0.8)
    np.testing.assert_allclose(f_beta(beta).value(fpr, tpr, 0.2), level, rtol=1e-9)
    assert apart([tuple(float(c) for c in space.forward(1, 1))], line.get_data()) < 1e-9


# The PRG grid.


@each_prevalence
def test_the_prg_grid_is_square_in_prg(prevalence, ax):
    lines = draw.prg_grid(PRG(prevalence), ax=ax).lines
    assert len(lines) == 12
    flat = [line.get_ydata() for line in lines[:6]]
    upright = [line.get_xdata() for line in lines[6:]]
    for level, flat_line, upright_line in zip(np.linspace(0, 1, 6), flat, upright, strict=True):
        np.testing.assert_allclose(flat_line, level, atol=1e-9)
        np.testing.assert_allclose(upright_line, level, atol=1e-9)


@pytest.mark.parametrize("kind", [PR, ROC], ids=lambda kind: kind.name)
def test_crossings_of_the_prg_grid_are_the_images_of_its_crossings(kind, ax):
    levels = np.array([0.0, 0.25, 0.5, 0.75])
    lines = draw.prg_grid(kind(0.2), levels=levels, ax=ax).lines
    for precision_gain, flat in zip(levels, lines[:4], strict=True):
        for recall_gain, upright in zip(levels, lines[4:], strict=True):
            crossing = [tuple(float(c) for c in kind(0.2).forward(*PRG(0.2).inverse(recall_gain, precision_gain)))]
            assert apart(crossing, flat.get_data()) < 1e-3
            assert apart(crossing, upright.get_data()) < 1e-3


# Values, axes.


@pytest.mark.parametrize(
    ("prevalences", "said"),
    [
        ([0.3, 0.1], "0.1, 0.3"),
        ([0.5, 0.3, 0.1], "0.1, 0.3, 0.5"),
        ([0.0972, 0.0947, 0.0975, 0.0968, 0.0972], "0.095\N{EN DASH}0.098"),
        ([0.0972, 0.0974, 0.097], "0.097\N{EN DASH}0.0974"),
        ([0.5, 0.3, 0.1, 0.2], "0.1\N{EN DASH}0.5"),
    ],
)
def test_prevalences_at_one_end_are_sorted_and_many_are_a_range(prevalences, said, ax):
    for prevalence in prevalences:
        (note,) = draw.baseline(PRG(prevalence), ax=ax).texts
    assert note.get_text() == rf"$\pi$ {said}"


def test_the_prevalence_is_written_where_the_space_depends_on_it(ax):
    assert [t.get_text() for t in draw.baseline(PRG(0.2), ax=ax).texts] == [r"$\pi$ 0.2"]
    ax.clear()
    assert draw.baseline(ROC(0.2), ax=ax).texts == ()
    ax.clear()
    assert draw.baseline(PR(0.2), values=False, ax=ax).texts == ()


@pytest.mark.parametrize(("x_scale", "y_scale"), [("log", "linear"), ("linear", "log"), ("log", "log")])
def test_straight_in_data_on_logarithmic_axes(x_scale, y_scale, ax):
    """Chance is the diagonal, not a chord of the axes; the curve of a tie as well, whenever the scale is set."""
    (line,) = draw.baseline(ROC(0.01), ax=ax).lines
    tie = prplot.from_labels([1, 0], [1, 1]).roc().plot(ax=ax, chance=False).lines[0]
    ax.figure.canvas.draw()
    ax.set(xscale=x_scale, yscale=y_scale, xlim=(1e-4, 1), ylim=(1e-4, 1))
    ax.figure.canvas.draw()
    rates = np.geomspace(2e-4, 1, 300)
    true = ax.transData.transform(np.column_stack([rates, rates]))
    for drawn in (line, tie):
        x, y = drawn.get_data()
        np.testing.assert_allclose(x, y, atol=1e-15)
        assert np.all(np.diff(x) > 0)
        shown = ax.transData.transform(np.column_stack([x, y])[1:])
        assert apart(true, shown.T, pieces=20_000) < 0.25


def test_dots_are_where_the_lines_of_a_grid_cross(ax):
    (dots,) = draw.prg_grid(ROC(0.2), dots=True, ax=ax).lines
    gains = np.column_stack(PRG(0.2).forward(*dots.get_data()))
    levels = np.linspace(0, 1, 6)
    np.testing.assert_allclose(
        sorted(map(tuple, gains.round(9))), sorted((x, y) for x in levels for y in levels), atol=1e-8
    )
    assert dots.get_linestyle() == "None"
    ax.clear()
    # A recall of 0 is nowhere in PRG.
    (dots,) = draw.roc_grid(PRG(0.2), levels=[0, 0.5, 1], dots=True, color="red", ax=ax).lines
    rates = np.column_stack(PRG(0.2).inverse(*dots.get_data()))
    np.testing.assert_allclose(
        sorted(map(tuple, rates.round(9))), [(x, y) for x in (0, 0.5, 1) for y in (0.5, 1)], atol=1e-8
    )
    assert dots.get_color() == "red"
    with pytest.raises(prplot.PrplotTypeError, match="dots must be True or False"):
        draw.prg_grid(ROC(0.2), dots=3, ax=ax)


def test_chance_in_lift_is_said_to_be_a_lift_of_one(hard, ax):
    said = {text.get_text() for text in prplot.plot(hard, "lift", ax).surroundings["chance"].texts}
    assert said == {"lift 1"}
