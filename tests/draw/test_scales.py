"""Scales, limits and ticks; axes that show besides what they stand for, and labels that say of how much."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.ticker import MultipleLocator

import prplot
from prplot.draw import label_axes, secondary

PREVALENCES = (0.9, 0.5, 0.18, 0.002)


def gain(value, prevalence):
    """Definition 1 of Flach and Kull, exactly."""
    v, pi = Fraction(value), Fraction(prevalence)
    return float((v - pi) / ((1 - pi) * v))


def ticks(axis, second=False):
    """Values of the ticks within the view, their texts and their boxes in pixels."""
    axis.figure.canvas.draw()
    low, high = sorted(axis.get_view_interval())
    seen = [tick for tick in axis.get_major_ticks() if low - 1e-9 <= tick.get_loc() <= high + 1e-9]
    labels = [tick.label2 if second else tick.label1 for tick in seen]
    return [t.get_loc() for t in seen], [t.get_text() for t in labels], [t.get_window_extent() for t in labels]


def number(text):
    one, minus, rest = text.replace(r"$\pi$ ", "").partition("\N{MINUS SIGN}")
    return Fraction(one) - Fraction(rest) if minus else Fraction(one)


# The gain scale.


def test_the_gain_scale_is_the_definition_and_its_inverse():
    code = "import prplot.draw, matplotlib.scale; assert 'gain' in matplotlib.scale.get_scale_names()"
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0
    for prevalence in PREVALENCES:
        there = prplot.draw.GainScale(prevalence=prevalence).get_transform()
        values = np.array([prevalence, 0.001, 0.1, 0.5, 0.75, 1.0])
        np.testing.assert_allclose(
            there.transform(values), [gain(v, prevalence) for v in values], rtol=1e-12, atol=1e-15
        )
        np.testing.assert_allclose(there.inverted().transform(there.transform(values)), values, rtol=1e-9)
        # What has no place is far out of view, so that lines go there and fills are closed.
        far = there.transform(np.array([0.0, -0.1, np.nan]))
        assert np.all(np.isfinite(far[:2]) & (far[:2] < -100) & (far[:2] < there.transform(np.array([1e-5]))))
        assert np.isnan(far[2])
        # Gains end at 1 / (1 - π); panning and margins may ask for more.
        far = there.inverted().transform(np.array([1 / (1 - prevalence), 1e6]))
        assert np.all(np.isfinite(far) & (far > 1e3))


@pytest.mark.parametrize("prevalence", PREVALENCES)
@pytest.mark.parametrize("size", [(2.4, 2.4), (5.2, 4.4)])
def test_ticks_of_a_gain_scale_are_round_rates_and_pi_and_do_not_overlap(prevalence, size, new_axes):
    ax = new_axes(size)
    ax.set_xscale("gain", prevalence=prevalence)
    for limits in ((prevalence, 1), (0.3 * prevalence, 0.8), (0.61, 0.63)):
        ax.set_xlim(limits)
        values, texts, boxes = ticks(ax.xaxis)
        assert len(values) >= 2
        assert [float(number(text)) for text in texts] == pytest.approx(values, abs=1e-12)
        assert not any(one.overlaps(two) for one, two in pairwise(boxes))
        if limits[0] == prevalence:
            assert (values[0], texts[0], texts[-1]) == (prevalence, rf"$\pi$ {prevalence:.3g}", "1")
    ax.set_xlim(-0.015, 1.015)
    low, high = ax.xaxis.get_transform().transform(np.array(ax.get_xlim()))
    assert low == pytest.approx(-0.015)
    assert 1 < high <= 1.015 + 1e-9


@pytest.mark.parametrize("prevalence", [1e-9, 1e-4, 0.999, 1 - 1e-9])
def test_ticks_next_to_0_and_1_are_told_apart(prevalence, ax):
    """π stands at one of them, and what is written is where the tick is."""
    ax.set_xscale("gain", prevalence=prevalence)
    ax.set_xlim(0, 1.1)
    values, texts, _ = ticks(ax.xaxis)
    assert len(set(texts)) == len(texts) >= 3
    assert [r"$\pi$" in text for text in texts].count(True) == 1
    for text, place in zip(texts, values, strict=True):
        room = min(Fraction(place), 1 - Fraction(place))
        assert abs(number(text) - Fraction(place)) <= room / 100 + Fraction(1, 10**15)


def test_a_scale_needs_a_prevalence(ax):
    with pytest.raises(prplot.PrplotError, match=r"prevalence must be given for a gain scale; got none\. For example"):
        ax.set_xscale("gain")


# Limits and ticks.


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    ("space", "scales"),
    [
        ("pr", ("log", "linear")),
        ("roc", ("log", "log")),
        ("croc", ("logit", "logit")),
        ("prg", ("linear", "log")),
        ("cost", ("symlog", "asinh")),
    ],
)
def test_axes_on_other_scales_show_all_that_has_a_place(space, scales, when, hard, ax):
    """From the vertex of the curve nearest to 0, where 0 has no place, up to 1, or the vertex nearest to it.

    Logit scales that are set later end as far from 1 as they begin from 0, which is matplotlib's rule.
    """
    curve, names = hard.curve(space), dict(zip(("xscale", "yscale"), scales, strict=True))
    if when == "before":
        ax.set(**names)
    curve.plot(ax)
    usual = ax.get_xlim(), ax.get_ylim()
    ax.set(**names)
    ax.figure.canvas.draw()
    for scale, values, limits in zip(scales, (curve.x, curve.y), (ax.get_xlim(), ax.get_ylim()), strict=True):
        inside, (low, high) = values[(values > 0) & (values < 1)], sorted(limits)
        if scale in ("log", "logit"):
            assert inside.min() / 2 < low <= inside.min()
        else:
            assert low == pytest.approx(-0.015, abs=2e-3)
        if scale == "logit":
            assert inside.max() <= high < 1 if when == "before" else high == pytest.approx(1 - low)
        else:
            assert 1 < high < 1.2
    if when == "after":
        ax.set(xscale="linear", yscale="linear")
        assert (ax.get_xlim(), ax.get_ylim()) == usual


def test_axes_without_an_end_show_1_where_nothing_is_drawn_beyond_0(new_axes):
    none = prplot.from_counts([3, 2, 1], tp=[1, 2, 3], fp=[0, 0, 0], positives=5).froc(4)
    some = prplot.from_counts([3, 2, 1], tp=[1, 2, 3], fp=[1, 3, 9], positives=5).froc(4)
    labeled = new_axes()
    label_axes(some, ax=labeled)
    for ax in (none.plot(new_axes()).ax, labeled):
        assert ax.get_xlim() == pytest.approx((-0.015, 1.015))
        assert ax.get_ylim() == pytest.approx((-0.015, 1.015))
    assert some.plot(labeled).ax.get_xlim()[1] == pytest.approx(1.015 * 9 / 4)


@pytest.mark.parametrize("scale", ["gain", "probit"])
def test_scales_show_the_same_whether_they_are_set_before_or_after(scale, hard, new_axes):
    options = {"value": scale, **({"prevalence": hard.prevalence} if scale == "gain" else {})}
    before, after = new_axes(), new_axes()
    before.set_xscale(**options)
    before.set_yscale(**options)
    for ax in (before, after):
        hard.pr().plot(ax)
    after.set_xscale(**options)
    after.set_yscale(**options)
    x, y = hard.pr().x, hard.pr().y
    for values, limits, wanted in ((x, after.get_xlim(), before.get_xlim()), (y, after.get_ylim(), before.get_ylim())):
        inside = values[(values > (hard.prevalence if scale == "gain" else 0)) & (values < 1)]
        assert limits[0] <= inside.min()
        if scale == "gain":
            assert limits == pytest.approx(wanted)
    after.set(xscale="linear", yscale="linear")
    assert after.get_xlim() == pytest.approx((-0.015, 1.015))


def test_limits_of_the_caller_are_left_alone_and_may_be_let_go(hard, ax, new_axes):
    ax.set(xscale="log", xlim=(0.2, 0.9))
    hard.roc().plot(ax)
    ax.set_ylim(0.1, 0.7)
    ax.set_yscale("logit")
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.9), (0.1, 0.7))
    ax = hard.roc().plot(new_axes()).ax
    ax.margins(0)
    ax.autoscale()
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 1), (0, 1))
    few = prplot.from_counts([1.0, 0.0], tp=[80, 100], fp=[60, 600]).det().plot(new_axes()).ax
    assert few.get_xlim()[0] < 0.06 < 0.94 < few.get_xlim()[1]


@pytest.mark.parametrize("space", ["roc", "pr", "prg", "gains", "det"])
def test_axes_are_square_with_the_same_ticks_on_both(space, hard, new_axes):
    for size in ((3.2, 2.8), (5.2, 4.4)):
        ax = prplot.plot(hard, space, new_axes(size)).ax
        kind = hard.curve(space).space
        assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == (kind.xlabel, kind.ylabel, "")
        ax.figure.canvas.draw()
        box = ax.get_window_extent()
        assert box.width == pytest.approx(box.height, rel=0.01)
        if space != "det":
            assert ax.xaxis.get_ticklocs().tolist() == ax.yaxis.get_ticklocs().tolist()
    if space != "det":
        ax = new_axes()
        ax.xaxis.set_major_locator(MultipleLocator(0.1))
        prplot.plot(hard, space, ax)
        assert len(ax.xaxis.get_ticklocs()) >= 11


# Axes besides.

MAGNIFIED = {
    "exponential": lambda f: (1 - math.exp(-7 * f)) / (1 - math.exp(-7)),
    "power": lambda f: f ** (1 / 8),
    "logarithm": lambda f: math.log(1 + 7 * f) / math.log(8),
}


@pytest.mark.parametrize("size", [(2.4, 2.4), (5.2, 4.4)])
def test_prg_shows_recall_and_precision_besides_and_croc_the_rate(size, new_axes):
    for prevalence in (0.9, 0.18, 0.002):
        ax = new_axes(size, layout=None)
        shown = secondary(prplot.PRG(prevalence), ax=ax)
        assert (shown.x.get_xlabel(), shown.y.get_ylabel()) == ("Recall", "Precision")
        for view in ((-0.5, 1.0), (0.5, 0.8)):
            ax.set(xlim=view, ylim=view)
            for axis in (shown.x.xaxis, shown.y.yaxis):
                values, texts, boxes = ticks(axis, second=True)
                assert len(values) >= 2
                exact = [gain(number(text) if "pi" not in text else prevalence, prevalence) for text in texts]
                np.testing.assert_allclose(values, exact, atol=1e-9)
                assert not any(one.overlaps(two) for one, two in pairwise(boxes))
    # How CROC magnifies a false positive rate (Swamidass et al. 2010).
    for magnifier, place in MAGNIFIED.items():
        shown = secondary(prplot.CROC(0.05, alpha=7.0, magnifier=magnifier), ax=new_axes(size))
        assert (shown.x.get_xlabel(), shown.y) == ("False positive rate", None)
        values, texts, boxes = ticks(shown.x.xaxis, second=True)
        assert [texts[0], texts[-1]] == ["0", "1"]
        np.testing.assert_allclose(values, [place(float(text)) for text in texts], atol=1e-9)
        assert not any(one.overlaps(two) for one, two in pairwise(boxes))
    for space in (prplot.PR(0.2), prplot.ROC(0.2), prplot.Cost(0.2)):
        assert repr(secondary(space, ax=new_axes())) == "Secondary(nothing besides)"


@pytest.mark.parametrize("space", ["prg", "croc"])
def test_an_axis_besides_is_the_same_before_or_after_the_curve_and_nothing_overlaps(space, hard, new_axes, shot, clear):
    curve = hard.curve(space)
    after, before = curve.plot(new_axes()), new_axes()
    secondary(curve, ax=after.ax)
    secondary(curve, ax=before)
    curve.plot(before)
    np.testing.assert_array_equal(shot(after.figure), shot(before.figure))
    clear(before.figure, after.lines[:0])


def test_parts_of_an_axis_besides(hard, new_axes):
    shown = secondary(hard.prg(), x=False, y={"ylabel": "Purity", "color": "red"}, ax=new_axes())
    assert (shown.x, shown.y.get_ylabel(), shown.y.yaxis.label.get_color()) == (None, "Purity", "red")
    assert repr(shown) == "Secondary(Purity)"
    ax = new_axes()
    one, two = (secondary(hard.prg(), ax=ax) for _ in range(2))
    assert (one.x, one.y) == (two.x, two.y)
    with pytest.raises(prplot.PrplotValueError, match="ax must show recall at one prevalence besides"):
        secondary(prplot.PRG(0.5), ax=ax)
    with pytest.raises(prplot.PrplotTypeError, match=r"x\['colour'\] must be a keyword .* 'color'"):
        secondary(hard.prg(), x={"colour": "red"}, ax=new_axes())
    with pytest.warns(prplot.PrplotWarning, match="a secondary axis is not drawn"):
        assert secondary(prplot.from_labels([1, 1], [2, 1]).prg(), ax=new_axes()).x is None


LABELS = {
    "pr": ("Recall (P = 3)", r"Precision ($\pi$ = 0.25)"),
    "prg": ("Recall gain (P = 3)", r"Precision gain (0 at $\pi$ = 0.25)"),
    "roc": ("False positive rate (N = 9)", "True positive rate (P = 3)"),
    "croc": (r"Magnified false positive rate ($\alpha$ = 7, N = 9)", "True positive rate (P = 3)"),
    "cost": (r"Probability cost function ($\pi$ = 0.25 at equal costs)", "Normalized expected cost (1 = all wrong)"),
}


def test_labels_say_of_how_many_and_at_which_prevalence(new_axes):
    path = prplot.from_labels([1, 0, 0, 0] * 3, np.arange(12.0))
    for space, said in LABELS.items():
        ax = new_axes()
        assert label_axes(path.curve(space), ax=ax) == said
        path.curve(space).plot(ax)
        assert (ax.get_xlabel(), ax.get_ylabel()) == said
    soft = prplot.from_weights([1.0, 2.0, 3.0], fg=[0.25, 0.5, 0.731]).pr()
    assert label_axes(soft, ax=new_axes()) == ("Recall (P = 1.48)", r"Precision ($\pi$ = 0.494)")
    early = prplot.from_labels([1, 0, 1], [3, 2, 1], positives=15)
    assert label_axes(early.pr(), ax=new_axes()) == ("Recall (P = 15)", "Precision")
    assert label_axes(early.froc(4), ax=new_axes()) == ("False positives per image (4 images)", "Recall (P = 15)")
