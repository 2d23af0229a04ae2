"""Axes that explain themselves: secondary axes, and labels that say of how much."""

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
from prplot.draw.parts.secondary import Secondary, label_axes, secondary
from prplot.draw.text import legend_place
from prplot.draw.text.edge_text import EdgeText

PREVALENCES = (0.9, 0.5, 0.18, 0.02, 0.002)
STRENGTH = 7.0


def gain(rate, prevalence):
    v, pi = Fraction(rate), Fraction(prevalence)
    return float((v - pi) / ((1 - pi) * v))


# How CROC magnifies a false positive rate (Swamidass et al. 2010).
MAGNIFIED = {
    "exponential": lambda f: (1 - math.exp(-STRENGTH * f)) / (1 - math.exp(-STRENGTH)),
    "power": lambda f: f ** (1 / (1 + STRENGTH)),
    "logarithm": lambda f: math.log(1 + STRENGTH * f) / math.log(1 + STRENGTH),
}


def new_axes(size=(5.2, 4.4)):
    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def ticks(axis, name):
    """Return (coordinate, text, box in pixels) of the ticks of a secondary axis."""
    axis.figure.canvas.draw()
    low, high = sorted(getattr(axis, f"get_{name}lim")())
    side = {"x": "label2", "y": "label2"}[name]
    found = getattr(axis, f"{name}axis").get_major_ticks()
    shown = [tick for tick in found if low - 1e-9 <= tick.get_loc() <= high + 1e-9]
    return [(tick.get_loc(), getattr(tick, side).get_text(), getattr(tick, side).get_window_extent()) for tick in shown]


def number(text):
    return float(text.replace(r"$\pi$", ""))


def apart(found):
    boxes = [box for *_, box in found]
    return not any(one.overlaps(two) for one, two in pairwise(boxes))


# Where ticks are, and what they say.


@pytest.mark.parametrize("size", [(2.4, 2.4), (5.2, 4.4), (12, 10)], ids=["60mm", "usual", "poster"])
@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_prg_shows_recall_and_precision_besides(prevalence, size):
    shown = secondary(prplot.PRG(prevalence), ax=new_axes(size))
    assert (shown.x.get_xlabel(), shown.y.get_ylabel()) == ("Recall", "Precision")
    for axis, name in ((shown.x, "x"), (shown.y, "y")):
        found = ticks(axis, name)
        assert found[0][:2] == (pytest.approx(0, abs=1e-9), rf"$\pi$ {prevalence:.3g}")
        assert found[-1][:2] == (1, "1")
        assert len(found) >= 3
        for place, text, _ in found[1:]:
            assert place == pytest.approx(gain(number(text), prevalence), abs=1e-9)
        assert apart(found)


@pytest.mark.parametrize("size", [(2.4, 2.4), (5.2, 4.4), (12, 10)], ids=["60mm", "usual", "poster"])
@pytest.mark.parametrize("magnifier", MAGNIFIED)
def test_croc_shows_the_false_positive_rate_besides(magnifier, size):
    # A rate that is the prevalence by accident is not called π.
    shown = secondary(prplot.CROC(0.05, alpha=STRENGTH, magnifier=magnifier), ax=new_axes(size))
    assert shown.x.get_xlabel() == "False positive rate"
    assert shown.y is None
    found = ticks(shown.x, "x")
    assert [found[0][:2], found[-1][:2]] == [(0, "0"), (1, "1")]
    assert len(found) >= 3
    for place, text, _ in found:
        assert place == pytest.approx(MAGNIFIED[magnifier](float(text)), abs=1e-9)
    assert apart(found)


def test_the_usual_croc_figure_has_ticks_early_on():
    found = ticks(secondary(prplot.CROC(0.1), ax=new_axes()).x, "x")
    assert {"0", "0.02", "0.05", "0.1", "0.2", "1"} <= {text for _, text, _ in found}


@pytest.mark.parametrize("space", [prplot.PR(0.2), prplot.ROC(0.2), prplot.Cost(0.2)], ids=lambda space: space.name)
def test_axes_that_show_what_they_stand_for_get_nothing(space):
    ax = new_axes()
    shown = secondary(space, ax=ax)
    assert (shown.x, shown.y, ax.child_axes, repr(shown)) == (None, None, [], "Secondary(nothing besides)")


@pytest.mark.parametrize("view", [(0.55, 0.6), (-3.0, 0.5), (0.9, 1.2), (0.8, 0.2)])
def test_zoomed_it_still_stands_where_it_should(view):
    ax = new_axes()
    shown = secondary(prplot.PRG(0.2), ax=ax)
    ax.figure.canvas.draw()
    ax.set(xlim=view, ylim=view)
    for axis, name, along in ((shown.x, "x", 0), (shown.y, "y", 1)):
        found = ticks(axis, name)
        assert len(found) >= 2
        for _, text, box in found:
            wanted = ax.transData.transform([gain(number(text), 0.2)] * 2)[along]
            middle = (box.min[along] + box.max[along]) / 2
            assert middle == pytest.approx(wanted, abs=2.0)


@pytest.mark.parametrize("space", [prplot.PRG(0.002), prplot.PRG(0.9), *(prplot.CROC(0.5, 7.0, m) for m in MAGNIFIED)])
def test_what_stands_besides_is_a_rate_everywhere(space):
    """Also beyond the ends of the axis, where the views of figures end."""
    for beside in space.secondary_scales():
        rates = beside.rate(np.array([-10.0, -0.5, -0.015, 0.0, 0.4, 1.0, 1.0 / (1.0 - space.prevalence), 1.015, 30.0]))
        assert np.all((rates >= 0) & (rates <= 1))
        assert np.all(np.diff(rates) >= 0)
        places = np.array([0.0, 0.4, 1.0])
        np.testing.assert_allclose(beside.place(beside.rate(places)), places, atol=1e-12)


def test_negative_gains_are_rates_below_pi():
    ax = new_axes()
    shown = secondary(prplot.PRG(0.2), ax=ax)
    ax.set_ylim(-0.515, 1.015)
    assert min(number(text) for _, text, _ in ticks(shown.y, "y")) == 0.15


# Drawn with the rest of a figure.


@pytest.mark.parametrize("space", ["prg", "croc"])
def test_before_or_after_the_curve_the_picture_is_the_same(space, hard, pixels):
    curve = hard.curve(space)
    after = curve.plot(new_axes())
    secondary(curve, ax=after.ax)
    before = new_axes()
    secondary(curve, ax=before)
    curve.plot(before)
    np.testing.assert_array_equal(pixels(after.figure), pixels(before.figure))


@pytest.mark.parametrize("space", ["prg", "croc"])
def test_it_stands_at_the_edges_of_a_square_axes_within_the_figure(space, hard):
    curve = hard.curve(space)
    ax = curve.plot(new_axes((6, 4))).ax
    shown = secondary(curve, ax=ax)
    ax.figure.canvas.draw()
    box = ax.get_window_extent()
    assert box.width == pytest.approx(box.height)
    for axis, along, across in ((shown.x, 0, 1), (shown.y, 1, 0)):
        if axis is not None:
            beside = axis.get_window_extent()
            assert (beside.min[along], beside.max[along]) == pytest.approx((box.min[along], box.max[along]))
            assert beside.min[across] == pytest.approx(box.max[across])
            whole = axis.get_tightbbox()
            assert whole.max[across] <= ax.figure.bbox.max[across]
            assert whole.max[across] > box.max[across] + 10


def test_texts_at_the_edge_give_way_to_its_ticks(hard):
    ax = hard.prg().plot(new_axes()).ax
    ax.figure.canvas.draw()
    outside = [t for t in ax.texts if isinstance(t, EdgeText) and t.get_visible() and t._box().x1 > ax.bbox.x1]
    assert outside
    shown = secondary(hard.prg(), ax=ax)
    boxes = [box for *_, box in ticks(shown.y, "y")]
    for text in (t for t in ax.texts if t.get_visible()):
        assert not any(text.get_window_extent().overlaps(box) for box in boxes)
    assert not any(text.get_visible() for text in outside)


@pytest.mark.parametrize("first", ["curve", "axis"])
def test_a_legend_above_the_axes_is_above_the_secondary_axis_too(first, hard, monkeypatch):
    monkeypatch.setattr(legend_place, "FITTED", ())
    ax, curve = new_axes(), hard.prg()
    for what in ("curve", "axis") if first == "curve" else ("axis", "curve"):
        if what == "curve":
            legend = curve.plot(ax).legend
        else:
            shown = secondary(curve, ax=ax)
    ax.figure.canvas.draw()
    assert legend.get_window_extent().y0 >= shown.x.get_tightbbox().y1 - 0.5
    assert legend.get_window_extent().y1 <= ax.figure.bbox.y1


def test_it_is_calmer_than_the_axes(hard):
    with plt.style.context("dark_background"):
        shown = secondary(hard.prg(), ax=hard.prg().plot(new_axes()).ax)
    light = secondary(hard.prg(), ax=hard.prg().plot(new_axes()).ax)
    for made, back, front in ((shown, 0.0, 1.0), (light, 1.0, 0.0)):
        for text in (made.x.xaxis.label, made.x.xaxis.get_major_ticks()[0].label2, made.y.yaxis.label):
            grey = to_rgb(text.get_color())[0]
            assert abs(grey - back) > 0.5
            assert abs(grey - front) > 0.2


def test_ticks_that_a_style_puts_there_give_way():
    with mpl.rc_context({"xtick.top": True, "ytick.right": True, "xtick.minor.visible": True}):
        ax = new_axes()
        shown = secondary(prplot.PRG(0.2), ax=ax)
    assert not ax.xaxis.get_major_ticks()[0].tick2line.get_visible()
    assert not ax.yaxis.get_major_ticks()[0].tick2line.get_visible()
    assert len(shown.x.xaxis.get_minorticklocs()) == 0


def test_parts_are_the_callers(hard):
    shown = secondary(hard.prg(), x=False, y={"ylabel": "Purity", "color": "red"}, ax=new_axes())
    assert shown.x is None
    assert shown.y.get_ylabel() == "Purity"
    assert shown.y.yaxis.label.get_color() == "red"
    assert repr(shown) == "Secondary(Purity)"
    assert isinstance(shown, Secondary)
    assert shown.figure is shown.ax.figure


def test_it_is_there_once_and_for_one_prevalence(hard):
    ax = new_axes()
    one, two = (secondary(hard.prg(), ax=ax) for _ in range(2))
    assert (one.x, one.y) == (two.x, two.y)
    assert len(ax.child_axes) == 2
    with pytest.raises(prplot.PrplotValueError, match="ax must show recall at one prevalence besides"):
        secondary(prplot.PRG(0.5), ax=ax)


def test_one_class_has_nothing_to_show():
    curve = prplot.from_labels([1, 1], [2, 1]).prg()
    with pytest.warns(prplot.PrplotWarning, match="a secondary axis is not drawn"):
        assert secondary(curve, ax=new_axes()).x is None


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: secondary("prg"), prplot.PrplotTypeError, "space must be a space"),
        (lambda: secondary(prplot.PRG(0.2), x="top"), prplot.PrplotTypeError, "x must be a dict, True, False or None"),
        (lambda: label_axes(prplot.PR(0.2)), prplot.PrplotTypeError, "curve must be a curve such as path.pr"),
    ],
)
def test_wrong_input_draws_nothing(call, error, text):
    with pytest.raises(error, match=text):
        call()
    assert not plt.get_fignums()


# Labels.

LABELS = {
    "pr": ("Recall (P = 3)", r"Precision ($\pi$ = 0.25)"),
    "prg": ("Recall gain (P = 3)", r"Precision gain (0 at $\pi$ = 0.25)"),
    "roc": ("False positive rate (N = 9)", "True positive rate (P = 3)"),
    "croc": (r"Magnified false positive rate ($\alpha$ = 7, N = 9)", "True positive rate (P = 3)"),
    "cost": (r"Probability cost function ($\pi$ = 0.25 at equal costs)", "Normalised expected cost (1 = all wrong)"),
}


@pytest.mark.parametrize("space", LABELS)
def test_labels_say_of_how_many_and_at_which_prevalence(space):
    curve, ax = prplot.from_labels([1, 0, 0, 0] * 3, np.arange(12.0)).curve(space), new_axes()
    assert label_axes(curve, ax=ax) == LABELS[space]
    curve.plot(ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == LABELS[space]


def test_large_and_fractional_weights():
    large = prplot.from_counts([1.0, 0.0], [20_000, 45_000], [1, 1_234_567]).roc()
    assert label_axes(large, ax=new_axes()) == (
        "False positive rate (N = 1,234,567)",
        "True positive rate (P = 45,000)",
    )
    soft = prplot.from_weights([1.0, 2.0, 3.0], fg=[0.25, 0.5, 0.731]).pr()
    assert label_axes(soft, ax=new_axes()) == ("Recall (P = 1.48)", r"Precision ($\pi$ = 0.494)")
