"""Hulls with calibrated scores, and the band of ties."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

import prplot
from prplot.draw.parts.hulls import bin_envelope, hull, tie_envelope
from prplot.spaces import SPACES

POINTWISE = [kind for kind in SPACES if kind.pointwise]
each_space = pytest.mark.parametrize("kind", POINTWISE, ids=lambda kind: kind.name)
every_space = pytest.mark.parametrize("kind", SPACES, ids=lambda kind: kind.name)
RANKED = "1110111111011101001000101"


@pytest.fixture
def demo():
    """The 25 ranked labels of Flach and Kull's package, whose hulls are known."""
    return prplot.from_labels([int(label) for label in RANKED], np.arange(25, 0, -1))


@pytest.fixture
def rounded():
    rng = np.random.default_rng(8)
    labels = rng.random(150) < 0.3
    return prplot.from_labels(labels, np.round(rng.normal(size=150) + 1.5 * labels))


# Hulls.


@pytest.mark.parametrize(
    ("space", "vertices"),
    [
        ("roc", [(0, 0), (0, 3 / 16), (1 / 9, 9 / 16), (2 / 9, 12 / 16), (3 / 9, 13 / 16), (1, 1)]),
        ("pr", [(0, 1), (3 / 16, 1), (9 / 16, 9 / 10), (12 / 16, 12 / 14), (13 / 16, 13 / 16), (1, 16 / 25)]),
        ("prg", [(-6.7037037, 1), (-0.3827160, 0.8024691), (0.4074074, 0.7037037), (0.5897436, 0.5897436), (1, 0)]),
    ],
)
def test_vertices_are_those_of_the_published_example(space, vertices, demo, ax):
    line, dots = hull(demo.curve(space), ax=ax).lines
    np.testing.assert_allclose(dots.get_xydata(), vertices, atol=1e-6)
    assert line.get_linestyle() == "-"
    assert dots.get_linestyle() == "None"


@pytest.mark.parametrize(
    ("space", "scores"),
    [
        ("roc", ["1.00", "0.86", "0.75", "0.50", "0.33"]),
        ("croc", ["1.00", "0.86", "0.75", "0.50", "0.33"]),
        ("pr", ["1.00", "0.86", "0.75", "0.50", "0.33"]),
        ("prg", ["0.97", "0.89", "0.62", "0.41"]),
    ],
)
def test_scores_are_those_of_the_published_example(space, scores, demo, ax):
    drawn = hull(demo.curve(space), ax=ax)
    assert [text.value for text in drawn.texts] == scores
    drawn.figure.canvas.draw()
    said = [text.get_text() for text in drawn.texts if text.shown]
    # In PRG the first segment lies at negative recall gains, out of view.
    assert said[0] == ("$d$ 0.89" if space == "prg" else f"$c$ {scores[0]}")
    assert [text.rpartition(" ")[2] for text in said] == scores[space == "prg" :]
    assert sum("$" in text for text in said) == 1


@each_space
@pytest.mark.parametrize("which", ["hard", "soft"])
def test_the_hull_dominates_the_curve_and_touches_it_at_its_vertices(kind, which, request, ax):
    curve = request.getfixturevalue(which).curve(kind.name)
    drawn = hull(curve, ax=ax)
    drawn.figure.canvas.draw()
    (x, y), dots = drawn.lines[0].get_data(), drawn.lines[1].get_xydata()
    at = np.linspace(0.001, 0.999, 400)
    above = (np.interp(at, x, y) - curve.at(at)) * (-1 if kind.lower_is_better else 1)
    assert np.all(above >= -1e-3)
    assert np.mean(above) > 1e-3
    inside = dots[(dots[:, 0] > 0.01) & (dots[:, 0] < 0.99)]
    assert len(inside) > 3
    np.testing.assert_allclose(np.interp(inside[:, 0], x, y), inside[:, 1], atol=1e-9)
    np.testing.assert_allclose(curve.at(inside[:, 0]), inside[:, 1], atol=1e-9)


def test_in_pr_its_segments_are_arcs(demo, ax):
    """Halfway in (FP, TP) between two vertices, (1, 9) and (2, 12): recall 10.5 / 16, precision 10.5 / 12."""
    drawn = hull(demo.pr(), ax=ax)
    drawn.figure.canvas.draw()
    x, y = drawn.lines[0].get_data()
    assert np.interp(10.5 / 16, x, y) == pytest.approx(10.5 / 12, abs=1e-3)
    chord = (9 / 10 + 12 / 14) / 2
    assert abs(10.5 / 12 - chord) > 3e-3


@each_space
@pytest.mark.parametrize("inches", [5.2, 85 / 25.4])
def test_scores_touch_neither_lines_nor_each_other_and_are_beside_their_segments(kind, inches, hard, ax):
    figure, curve = ax.get_figure(), hard.curve(kind.name)
    figure.set_size_inches(inches, inches * 0.9)
    (line,) = curve.plot(ax=ax).lines
    drawn = hull(curve, ax=ax)
    figure.canvas.draw()
    shown = [text for text in drawn.texts if text.shown]
    assert len(shown) >= 2
    dense = np.concatenate([closely(ax, one) for one in (line, drawn.lines[0])])
    boxes = [text.get_window_extent() for text in shown]
    found = curve.hull()
    for k, (text, box) in enumerate(zip(shown, boxes, strict=True)):
        assert not box.count_contains(dense)
        assert not any(box.overlaps(other) for other in boxes[:k])
        assert not box.overlaps(ax.get_legend().get_window_extent())
        segment = drawn.texts.index(text) if len(drawn.texts) == len(found.scores) else None
        assert segment is not None
        ends = ax.transData.transform(np.column_stack([found.x, found.y])[segment : segment + 2])
        low, high = np.minimum(*ends) - 0.5 * box.size, np.maximum(*ends) + 0.5 * box.size
        centre = (box.min + box.max) / 2
        assert np.all(centre > low - 20)
        assert np.all(centre < high + 20)


def closely(ax, line):
    points = ax.transData.transform(line.get_xydata())
    points = points[np.isfinite(points).all(axis=1)].clip(-2000, 4000)
    return np.concatenate([np.linspace(a, b, 80) for a, b in pairwise(points)])


def test_scores_next_to_0_and_1_have_the_digits_that_tell_them_apart(ax):
    path = prplot.from_counts([4, 3, 2, 1], tp=[1000, 1999, 2000, 2000], fp=[0, 3, 503, 504])
    values = [text.value for text in hull(path.roc(), ax=ax).texts]
    assert values == ["1.00", "0.997", "0.002", "0.00"]
    path = prplot.from_counts([2, 1], tp=[10, 11], fp=[0, 3_000_000])
    assert [text.value for text in hull(path.roc(), ax=ax).texts] == ["1.00", "3e-07"]


def test_parts_are_the_callers(demo, ax):
    assert hull(demo.roc(), scores=False, ax=ax).texts == ()
    assert len(hull(demo.roc(), vertices=False, ax=ax).lines) == 1
    look = {"scores": {"color": "green", "fontsize": 5}, "vertices": {"ms": 9, "marker": "s"}}
    drawn = hull(demo.roc(), c="red", ls="--", ax=ax, **look)
    line, dots = drawn.lines
    assert (line.get_color(), line.get_linestyle()) == ("red", "--")
    assert (dots.get_color(), dots.get_marker(), dots.get_markersize()) == ("red", "s", 9)
    assert {(text.get_color(), text.get_fontsize()) for text in drawn.texts} == {("green", 5.0)}
    assert ax.get_legend_handles_labels() == ([], [])


def test_a_hull_does_not_count_as_a_curve(hard, ax):
    hard.pr().plot(ax=ax)
    hull(hard.pr(), ax=ax)
    legend = prplot.plot(hard.best(), ax=ax).legend
    assert len(legend.get_texts()) == 2


# Ties.


@pytest.mark.parametrize("interpolation", ["continuous", "step", "linear"])
@every_space
def test_the_band_lies_between_the_optimistic_and_the_pessimistic_curve(kind, interpolation, rounded, ax):
    """Its area is the difference of theirs, over what is right of 0."""
    if not kind.interpolated and interpolation != "continuous":
        return
    options = {"interpolation": interpolation} if kind.interpolated else {}
    curve = rounded.curve(kind.name, **options)
    (band,) = tie_envelope(curve, ax=ax).fills
    ax.get_figure().canvas.draw()
    areas = [rounded.curve(kind.name, ties=how, **options).area() for how in ("optimistic", "pessimistic")]
    assert area_right_of_0(band.get_xy()) == pytest.approx(abs(areas[0] - areas[1]), abs=2e-3)
    assert abs(areas[0] - areas[1]) > 0.02


def area_right_of_0(outline):
    """The area of an outline, by thin strips."""
    at = np.linspace(0, 1, 4001)[:-1] + 1 / 8000
    x, y = outline.T
    total = np.zeros(len(at))
    for (x0, y0), (x1, y1) in pairwise(zip(x, y, strict=True)):
        if x0 != x1:
            under = (at > min(x0, x1)) & (at <= max(x0, x1))
            total[under] += np.sign(x1 - x0) * (y0 + (at[under] - x0) / (x1 - x0) * (y1 - y0))
    return abs(total.mean())


@every_space
@pytest.mark.parametrize("which", ["rounded", "soft"])
def test_the_band_contains_the_curve(kind, which, request, ax):
    curve = request.getfixturevalue(which).curve(kind.name)
    (band,) = tie_envelope(curve, ax=ax).fills
    ax.get_figure().canvas.draw()
    outline = np.asarray(band.get_xy())
    low, high = ax.get_xlim()
    for at in np.linspace(max(low, 0.003), min(high, 0.997), 211):
        y = np.interp(at, *curve.trace(1e-5)[:2]) if kind.name == "cost" else float(curve.at(at))
        (x0, y0), (x1, y1) = outline[:-1].T, outline[1:].T
        crossed = (np.minimum(x0, x1) <= at) & (np.maximum(x0, x1) >= at) & (x0 != x1)
        if kind.scale != "linear" and not crossed.any():
            # Rates next to 0 and 1 are off such axes.
            assert y < ax.get_ylim()[0]
            continue
        heights = y0[crossed] + (at - x0[crossed]) / (x1 - x0)[crossed] * (y1 - y0)[crossed]
        assert heights.min() - 2e-3 <= y <= heights.max() + 2e-3


def test_without_ties_there_is_no_band(hard, ax):
    assert tie_envelope(hard.pr(), ax=ax).artists == ()
    same = prplot.from_labels([1, 1, 0, 0], [2, 2, 1, 1])
    assert tie_envelope(same.roc(), ax=ax.get_figure().add_subplot()).artists == ()


def test_the_band_has_the_colour_of_its_curve_and_lies_below_it(rounded, other, ax):
    _, line = prplot.plot([other, rounded], ax=ax).lines
    (band,) = tie_envelope(rounded.pr(), ax=ax).fills
    assert band.get_facecolor()[:3] == pytest.approx([int(line.get_color()[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    assert band.get_zorder() < line.get_zorder()
    (green,) = tie_envelope(rounded.pr(), ax=ax, fc="green", alpha=0.9).fills
    assert green.get_facecolor() == (0, pytest.approx(128 / 255), 0, 0.9)


# Both.


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
@each_space
def test_with_one_class_only_both_say_so(kind, labels, ax):
    curve = prplot.from_labels(labels, [1, 1]).curve(kind.name)
    for helper in (hull, tie_envelope):
        with pytest.warns(prplot.PrplotWarning, match="one class only"):
            assert helper(curve, ax=ax).artists == ()


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda p, ax: hull(p, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as path.pr()"),
        (lambda p, ax: hull(p.cost(), ax=ax), prplot.PrplotTypeError, "a hull must be drawn in a space in which"),
        (lambda p, ax: hull(p.pr(), scores="all", ax=ax), prplot.PrplotTypeError, "scores must be a dict, True, False"),
        (lambda p, ax: hull(p.pr(), vertices=3, ax=ax), prplot.PrplotTypeError, "vertices must be a dict, True, False"),
        (lambda p, ax: tie_envelope(p, ax=ax), prplot.PrplotTypeError, "curve must be a curve such as path.pr()"),
    ],
)
def test_wrong_input(call, error, text, hard, ax):
    before = ax.get_children()
    with pytest.raises(error, match=re.escape(text)):
        call(hard, ax)
    assert ax.get_children() == before


# Envelopes of bins.


@pytest.fixture
def binned():
    return prplot.from_counts([3, 2, 1, 0], tp=[4, 7, 9, 10], fp=[1, 4, 20, 60], binned=True, name="in bins")


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc"])
def test_the_envelope_of_bins_has_the_area_between_their_bounds(space, binned, ax):
    curve = binned.curve(space)
    (band,) = bin_envelope(curve, ax=ax).fills
    ax.get_figure().canvas.draw()
    least, most = curve.bounds()
    assert area_right_of_0(band.get_xy()) == pytest.approx(most - least, abs=3e-3)


def test_a_figure_of_bins_shows_them_unless_told_not_to(binned, ax):
    artists = prplot.plot([binned, prplot.from_labels([1, 0], [2, 1])], ax=ax)
    assert len(artists.surroundings["bins"].fills) == 1
    artists.figure.canvas.draw()
    assert "bins" not in prplot.plot(binned, bins=False).surroundings
    coloured = prplot.plot(binned, bins={"facecolor": "#ff0000"})
    assert coloured.surroundings["bins"].fills[0].get_facecolor()[:3] == (1.0, 0.0, 0.0)
    with pytest.raises(TypeError, match="bins"):
        prplot.plot(binned, bins={"colour": "red"})


def test_no_envelope_where_bins_hide_nothing(ax):
    rows = prplot.from_labels([1, 0, 1, 0], [3, 2, 2, 1])
    assert bin_envelope(rows.pr(), ax=ax).artists == ()
    apart = prplot.from_counts([2, 1], [2, 2], [0, 3], binned=True)
    assert bin_envelope(apart.pr(), ax=ax).artists == ()
