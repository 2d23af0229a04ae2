"""The gain scale: its map, its ticks and limits, and that PR data on gain axes are the PRG plot."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MultipleLocator

import prplot
from prplot import draw
from prplot.draw.base.scales import GainScale
from prplot.draw.lines.retraced import CurveLine

PREVALENCES = (0.9, 0.5, 0.18, 0.02, 0.002)
each_prevalence = pytest.mark.parametrize("prevalence", PREVALENCES)


def gain(value, prevalence):
    """Definition 1 of Flach and Kull, exactly."""
    v, pi = Fraction(value), Fraction(prevalence)
    return float((v - pi) / ((1 - pi) * v))


def value(gain, prevalence):
    return prevalence / (prevalence + (1 - prevalence) * (1 - np.asarray(gain)))


def gain_axes(prevalence, size=(5.2, 4.4)):
    figure = Figure(figsize=size)
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    ax.set_xscale("gain", prevalence=prevalence)
    ax.set_yscale("gain", prevalence=prevalence)
    return ax


def linear_axes():
    figure = Figure(figsize=(5.2, 4.4))
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def sample(n, share, seed=3):
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < share
    return prplot.from_labels(labels, rng.normal(size=n) + 1.3 * labels)


def tie_first(n=400, share=0.04, tied=10):
    """Many positives have the highest score of all, so that the curve begins far beyond recall π."""
    labels = np.arange(n) < share * n
    return prplot.from_labels(labels, np.where(np.arange(n) < tied, 9.0, np.random.default_rng(0).normal(size=n)))


# The map.


@each_prevalence
def test_the_map_is_the_definition(prevalence):
    values = [prevalence, 0.001, 0.1, 0.25, 0.5, 0.75, 1.0]
    gains = GainScale(prevalence=prevalence).get_transform().transform(np.array(values))
    np.testing.assert_allclose(gains, [gain(v, prevalence) for v in values], rtol=1e-12, atol=1e-15)


@each_prevalence
def test_there_and_back(prevalence):
    there = GainScale(prevalence=prevalence).get_transform()
    values = np.array([1e-6, 1e-3, 0.1, 0.5, 1.0, 1.0 + prevalence / 2])
    np.testing.assert_allclose(there.inverted().transform(there.transform(values)), values, rtol=1e-9)
    assert there.inverted().inverted().transform(np.array([0.3]))[0] == there.transform(np.array([0.3]))[0]


def test_what_has_no_place_is_not_finite():
    gains = GainScale(prevalence=0.2).get_transform().transform(np.array([0.0, -0.0, -0.1, np.nan]))
    np.testing.assert_array_equal(gains, [-np.inf, -np.inf, np.nan, np.nan])


@each_prevalence
def test_beyond_the_end_of_the_scale_values_stay_finite(prevalence):
    """Gains end at 1 / (1 - π); panning and margins may ask for more."""
    back = GainScale(prevalence=prevalence).get_transform().inverted()
    far = back.transform(np.array([1 / (1 - prevalence), 2 / (1 - prevalence), 1e6]))
    assert np.all(np.isfinite(far))
    assert np.all(far > 1e3)


def test_it_is_registered_when_drawing_is_loaded():
    code = "import prplot.draw, matplotlib.scale; assert 'gain' in matplotlib.scale.get_scale_names()"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({}, prplot.PrplotTypeError, "prevalence must be given for a gain scale; got none. For example ax.set_xscale"),
        ({"prevalence": 0.0}, prplot.PrplotValueError, "prevalence must lie strictly between 0 and 1; got 0.0"),
        ({"prevalence": "much"}, prplot.PrplotTypeError, "prevalence must be one real number"),
    ],
)
def test_wrong_prevalence(options, error, text, ax):
    with pytest.raises(error, match=text):
        ax.set_xscale("gain", **options)


# Ticks and limits.


def shown_ticks(axis):
    """Return the values of the ticks within the view, their texts and their boxes in pixels."""
    axis.figure.canvas.draw()
    low, high = sorted(axis.get_view_interval())
    ticks = [tick for tick in axis.get_major_ticks() if low * (1 - 1e-9) <= tick.get_loc() <= high * (1 + 1e-9)]
    boxes = [tick.label1.get_window_extent() for tick in ticks]
    return [tick.get_loc() for tick in ticks], [tick.label1.get_text() for tick in ticks], boxes


@each_prevalence
@pytest.mark.parametrize("size", [(2.4, 2.4), (5.2, 4.4), (12, 10)], ids=["60mm", "usual", "poster"])
def test_ticks_are_round_rates_and_pi_and_do_not_overlap(prevalence, size):
    ax = gain_axes(prevalence, size)
    ax.set(xlim=(prevalence, 1), ylim=(prevalence, 1))
    for axis in (ax.xaxis, ax.yaxis):
        values, texts, boxes = shown_ticks(axis)
        assert (values[0], texts[0]) == (prevalence, rf"$\pi$ {prevalence:.3g}")
        assert (values[-1], texts[-1]) == (1, "1")
        assert len(values) >= 3
        assert [float(text) for text in texts[1:]] == pytest.approx(values[1:], abs=1e-12)
        assert all(len(text) <= 6 for text in texts[1:])
        assert not any(one.overlaps(two) for one, two in pairwise(boxes))


def test_ticks_of_the_usual_figure():
    """At π = 0.2 gains 0, 1/4, 3/4 and 1 are 0.2, 0.25, 0.5 and 1."""
    ax = gain_axes(0.2)
    ax.set(xlim=(0.2, 1), ylim=(0.2, 1))
    assert {0.2, 0.25, 0.5, 1.0} <= {round(v, 12) for v in shown_ticks(ax.xaxis)[0]}


@pytest.mark.parametrize("limits", [(0.61, 0.63), (0.05, 0.06), (0.3, 0.9), (0.95, 0.2), (0.499, 0.501)])
def test_zoomed_axes_have_ticks(limits):
    ax = gain_axes(0.2)
    ax.set(xlim=limits, ylim=limits)
    for axis in (ax.xaxis, ax.yaxis):
        values, texts, boxes = shown_ticks(axis)
        assert len(values) >= 3
        assert [float(text.replace(r"$\pi$", "")) for text in texts] == pytest.approx(values, abs=1e-12)
        assert not any(one.overlaps(two) for one, two in pairwise(boxes))


@each_prevalence
def test_limits_for_all_values_show_the_gains_from_0_to_1(prevalence):
    ax = gain_axes(prevalence)
    ax.set_xlim(-0.015, 1.015)
    low, high = ax.xaxis.get_transform().transform(np.array(ax.get_xlim()))
    assert low == pytest.approx(-0.015)
    assert 1 < high <= 1.015 + 1e-9
    ax.set_xlim(1.0, 0.0)
    assert ax.xaxis.get_transform().transform(np.array(ax.get_xlim())) == pytest.approx([1.0, -0.015])


def test_limits_that_have_a_place_are_the_callers(ax):
    ax.set_xscale("gain", prevalence=0.2)
    ax.set_xlim(0.05, 1.1)
    assert ax.get_xlim() == (0.05, 1.1)


@each_prevalence
def test_data_of_the_caller_set_limits_on_their_own(prevalence):
    ax = gain_axes(prevalence)
    ax.scatter([prevalence / 2, 0.7, 1.0], [0.0, prevalence, 1.0])
    ax.figure.canvas.draw()
    assert 0 < ax.get_xlim()[0] <= prevalence / 2 < 1 < ax.get_xlim()[1]
    # What has no place does not push the rest together.
    assert -0.1 < ax.yaxis.get_transform().transform(np.array([ax.get_ylim()[0]]))[0] < 0


# PR data on gain axes are the PRG plot.


# Other limits fall on no whole pixel, and rounding may decide between two neighbouring shades of grey.
@pytest.mark.parametrize(("limits", "shades"), [((0.0, 1.0), 0), ((-0.015, 1.0008), 1)])
@pytest.mark.parametrize(("n", "share"), [(150, 0.25), (3000, 0.05), (40, 0.5), (20_000, 0.002)])
def test_precision_and_recall_on_gain_axes_are_the_prg_plot_pixel_by_pixel(n, share, limits, shades, pixels):
    path = sample(n, share)
    shown = path.tp > 0
    pr, prg = gain_axes(path.prevalence), linear_axes()
    pr.plot(path.pr().x[shown], path.pr().y[shown], "k")
    prg.plot(path.prg().x, path.prg().y, "k")
    pr.set(xlim=value(limits, path.prevalence), ylim=value(limits, path.prevalence))
    prg.set(xlim=limits, ylim=limits)
    for ax in (pr, prg):
        ax.set(xticks=[], yticks=[])
        ax.minorticks_off()
    picture = pixels(prg.figure)
    assert (picture != 255).any(axis=-1).sum() > 1000
    np.testing.assert_allclose(pixels(pr.figure).astype(int), picture.astype(int), rtol=0, atol=shades)


def in_view(line):
    """Return the segments of a line within the axes, in pixels: where they start and stop."""
    ax = line.axes
    with np.errstate(divide="ignore", invalid="ignore"):
        points = ax.transData.transform(np.asarray(line.get_xydata(), dtype=float))
        start, move = points[:-1], np.diff(points, axis=0)
        box = ax.bbox.padded(1e-6)
        near, far = np.sort([(box.min - start) / move, (box.max - start) / move], axis=0)
        level = (move == 0) & (start >= box.min) & (start <= box.max)
        enter = np.where(level, 0, near).max(axis=1).clip(0, 1)
        leave = np.where(level, 1, far).min(axis=1).clip(0, 1)
        seen = (leave > enter) & (np.abs(move).sum(axis=1) > 0)
    return (start + enter[:, None] * move)[seen], (start + leave[:, None] * move)[seen]


def farthest(some, others):
    """Return how far the ends of segments are from the nearest of other segments, at most."""
    start, stop = others
    move = stop - start
    worst = 0.0
    for point in np.concatenate(some):
        part = (((point - start) * move).sum(axis=1) / np.maximum((move**2).sum(axis=1), 1e-300)).clip(0, 1)
        worst = max(worst, np.hypot(*(point - start - part[:, None] * move).T).min())
    return worst


def assert_same_lines(some, others):
    assert len(some) == len(others)
    for one, two in zip(some, others, strict=True):
        one.figure.canvas.draw()
        two.figure.canvas.draw()
        seen, expected = in_view(one), in_view(two)
        assert len(expected[0])
        assert max(farthest(seen, expected), farthest(expected, seen)) < 0.05


@pytest.mark.parametrize(("across", "up"), [((0, 1), (0, 1)), ((0.3, 1.005), (0.5, 1.005)), ((0, 1), (-0.4, 1))])
@pytest.mark.parametrize(
    "path", [sample(150, 0.25), sample(3000, 0.05), sample(5000, 0.02), tie_first()], ids=["150", "3000", "5000", "tie"]
)
def test_curves_on_gain_axes_are_the_prg_curve(path, across, up):
    """prplot's own lines are straight in data, so their arcs are exact on gain axes too."""
    pr, prg = gain_axes(path.prevalence), linear_axes()
    lines = [ax.add_artist(CurveLine(curve)) for ax, curve in ((pr, path.pr()), (prg, path.prg()))]
    pr.set(xlim=value(across, path.prevalence), ylim=value(up, path.prevalence))
    prg.set(xlim=across, ylim=up)
    assert_same_lines(lines[:1], lines[1:])


SURROUNDINGS = {
    "chance": lambda space, ax: draw.baseline(space, ax=ax),
    "always positive": lambda space, ax: draw.baseline(space, kind="always-positive", ax=ax),
    "F1": lambda space, ax: draw.iso_f(space, [0.3, 0.5, 0.8], ax=ax),
    "F2": lambda space, ax: draw.iso_f(space, [0.3, 0.5, 0.8], beta=2.0, ax=ax),
    "accuracy": lambda space, ax: draw.isolines(space, "accuracy", [0.7, 0.9], ax=ax),
    "edge": lambda space, ax: draw.unachievable(space, ax=ax),
}


@pytest.mark.parametrize("part", SURROUNDINGS)
def test_surroundings_on_gain_axes_are_those_of_prg(part):
    limits, prevalence = (-0.5, 1.05), 0.2
    pr, prg = gain_axes(prevalence), linear_axes()
    pr.set(xlim=value(limits, prevalence), ylim=value(limits, prevalence))
    prg.set(xlim=limits, ylim=limits)
    drawn = SURROUNDINGS[part]
    assert_same_lines(drawn(prplot.PR(prevalence), pr).lines, drawn(prplot.PRG(prevalence), prg).lines)


@pytest.mark.parametrize("labels", ["hard", "soft"])
def test_the_unachievable_region_on_gain_axes_is_that_of_prg(labels, pixels, request):
    """Its outline leaves the view to where the scale has no places; with soft labels it also lies above."""
    path = request.getfixturevalue(labels)
    limits, pictures = (-0.5, 1.05), []
    for space in ("pr", "prg"):
        ax = gain_axes(path.prevalence) if space == "pr" else linear_axes()
        view = value(limits, path.prevalence) if space == "pr" else limits
        ax.set(xlim=view, ylim=view, xticks=[], yticks=[], xlabel=" ", ylabel=" ")
        draw.unachievable(path.curve(space), ax=ax, facecolor="black", edge=False)
        pictures.append(pixels(ax.figure)[..., 0] < 128)
    assert pictures[0].sum() > 2000
    assert (pictures[0] != pictures[1]).sum() < 40


def test_a_whole_figure_on_gain_axes_has_the_view_of_prg():
    path = sample(150, 0.25)
    drawn = path.pr().plot(gain_axes(path.prevalence))
    ends = drawn.ax.xaxis.get_transform().transform(np.array(drawn.ax.get_xlim()))
    assert ends == pytest.approx([-0.015, 1.015])
    assert all(isinstance(line, Line2D) for line in drawn.lines)


@pytest.mark.parametrize("prevalence", [1e-9, 1e-4, 0.999, 1 - 1e-5, 1 - 1e-9])
@pytest.mark.parametrize("axis", ["x", "y"])
def test_ticks_next_to_0_and_1_are_told_apart(prevalence, axis, ax):
    """π stands at one of them, and what is written is where the tick is."""
    getattr(ax, f"set_{axis}scale")("gain", prevalence=prevalence)
    getattr(ax, f"set_{axis}lim")(0, 1.1)
    ax.figure.canvas.draw()
    texts = [label.get_text() for label in getattr(ax, f"get_{axis}ticklabels")()]
    assert len(set(texts)) == len(texts) >= 3
    assert [r"$\pi$" in text for text in texts].count(True) == 1
    for text, place in zip(texts, getattr(ax, f"get_{axis}ticks")(), strict=True):
        one, minus, rest = text.replace(r"$\pi$ ", "").partition("\N{MINUS SIGN}")
        said = (Fraction(one) - Fraction(rest)) if minus else Fraction(one)
        room = min(Fraction(place), 1 - Fraction(place))
        assert abs(said - Fraction(place)) <= room / 100 + Fraction(1, 10**15)


@pytest.mark.parametrize("size", [(3.2, 2.8), (4.0, 3.0), (5.2, 4.4)])
def test_both_axes_have_the_same_ticks_where_they_show_the_same(size, hard, new_axes):
    for space in ("roc", "pr", "prg", "gains"):
        ax = new_axes(size)
        prplot.plot(hard, space, ax)
        ax.figure.canvas.draw()
        x, y = (axis.get_ticklocs() for axis in (ax.xaxis, ax.yaxis))
        assert x.tolist() == y.tolist()
    ax.set_xlim(0, 0.1)
    ax.figure.canvas.draw()
    assert ax.xaxis.get_ticklocs().tolist() != y.tolist()


def test_a_locator_of_the_caller_stays(hard, ax):
    ax.xaxis.set_major_locator(MultipleLocator(0.1))
    prplot.plot(hard, "roc", ax)
    ax.figure.canvas.draw()
    assert len(ax.xaxis.get_ticklocs()) >= 11
    assert len(ax.yaxis.get_ticklocs()) < 11
