"""The band around a curve: its ends are those of the engine, its colour that of the line, beneath the lines."""

from __future__ import annotations

import gc
import warnings
import weakref

import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot
from prplot.draw.parts.confidence_band import EDGES, band

N = 60


def outline(drawn):
    """Abscissae, low and high ordinates of a fill as it was traced."""
    x, y = drawn.fills[0].get_xy().T
    half = (len(x) - 1) // 2 if (x[0], y[0]) == (x[-1], y[-1]) and len(x) % 2 else len(x) // 2
    return x[:half], y[:half], y[half : 2 * half][::-1]


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
def test_it_fills_between_the_ends_of_the_band(space, hard, ax):
    curve = hard.curve(space)
    found = curve.band(n=N, rng=3)
    drawn = band(found, ax=ax)
    for got, wanted in zip(outline(drawn), (found.x, found.low, found.high), strict=True):
        np.testing.assert_allclose(got, wanted, atol=1e-12)
    low, high = drawn.lines
    np.testing.assert_allclose(low.get_ydata(), found.low, atol=1e-12)
    np.testing.assert_allclose(high.get_ydata(), found.high, atol=1e-12)
    assert ax.get_xlabel() == curve.space.xlabel


def test_of_a_curve_it_is_computed_with_its_options_and_a_fixed_seed(hard, ax):
    curve = hard.pr()
    wanted = curve.band(level=0.8, kind="simultaneous", n=N, stratify=True)
    drawn = band(curve, level=0.8, kind="simultaneous", n=N, stratify=True, ax=ax)
    _, low, high = outline(drawn)
    np.testing.assert_allclose(low, wanted.low, atol=1e-12)
    np.testing.assert_allclose(high, wanted.high, atol=1e-12)
    other = band(curve, level=0.8, kind="simultaneous", n=N, stratify=True, rng=1, ax=ax)
    assert not np.allclose(outline(other)[1], low)


def test_it_is_pale_beneath_the_line_and_of_its_colour(two, ax):
    artists = prplot.plot(two, ax=ax, line={"color": ["teal", "red"]})
    for line in artists.lines:
        drawn = band(line.curve, n=N, ax=ax)
        assert to_hex(drawn.fills[0].get_facecolor()) == to_hex(line.get_color())
        assert drawn.fills[0].get_alpha() < 0.3
        assert {to_hex(edge.get_color()) for edge in drawn.lines} == {to_hex(line.get_color())}
        assert max(part.get_zorder() for part in drawn.artists) < line.get_zorder()
        assert drawn.lines[0].get_linewidth() < line.get_linewidth() / 2


def test_edges_are_dashed_in_turn_or_as_their_line_is(hard, ax):
    lines = prplot.plot([hard.ties("given"), hard.hard(0.5), hard], ax=ax, line={"linestyle": ["-", "-", ":"]}).lines
    drawn = [band(line.curve, n=N, ax=ax).lines[0] for line in lines]
    assert drawn[0].get_linestyle() == "-"
    assert drawn[1].get_linestyle() == "--"
    assert not drawn[0].is_dashed()
    assert drawn[1]._unscaled_dash_pattern[1] == EDGES[1][1]
    assert drawn[2].get_linestyle() == ":"


def test_callers_choose_the_look(hard, ax):
    drawn = band(hard.pr(), n=N, ax=ax, color="purple", alpha=0.5, edge={"linewidth": 3}, label="95 %")
    assert to_hex(drawn.fills[0].get_facecolor()) == to_hex(drawn.lines[0].get_color()) == to_hex("purple")
    assert drawn.fills[0].get_alpha() == 0.5
    assert drawn.lines[1].get_linewidth() == 3
    assert ax.get_legend_handles_labels()[1] == ["95 %"]
    assert band(hard.pr(), n=N, ax=ax, edge=False).lines == ()


@pytest.mark.parametrize("scale", ["log", "gain"])
def test_on_other_scales_it_is_drawn(scale, hard, ax, pixels):
    options = {"prevalence": hard.prevalence} if scale == "gain" else {}
    ax.set_xscale(scale, **options)
    ax.set_yscale(scale, **options)
    ax.set(xlim=(0.3, 1.0), ylim=(0.3, 1.0))
    without = pixels(ax.figure)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        band(hard.pr(), n=N, ax=ax)
        assert np.mean(pixels(ax.figure) != without) > 0.01


def test_it_has_no_say_in_the_limits(hard, ax):
    artists = prplot.plot(hard, "prg", ax=ax)
    before = ax.get_xlim(), ax.get_ylim()
    band(artists.lines[0].curve, n=N, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim()) == before


def test_of_the_same_sample_it_is_computed_once(hard, ax, new_axes, monkeypatch):
    calls = []
    whole = prplot.uncertainty.bands.curve_band
    monkeypatch.setattr(prplot.uncertainty.bands, "curve_band", lambda *a, **o: calls.append(o) or whole(*a, **o))
    for _ in range(2):
        band(hard.pr(), n=N, ax=ax)
    band(hard.pr(label="other"), n=N, ax=ax)
    assert len(calls) == 1
    for changed in ({"rng": 1}, {"n": N + 1}, {"rng": np.random.default_rng(1)}, {"rng": np.random.default_rng(1)}):
        band(hard.pr(), **{"n": N, **changed}, ax=ax)
    band(hard.roc(), n=N, ax=new_axes())
    assert len(calls) == 6


def test_what_is_kept_keeps_no_path():
    path = prplot.simulate.binormal().sample(100, prevalence=0.4, rng=1)
    prplot.plot(path, band={"n": 20}, interval={"n": 20}).figure.clear()
    gone = weakref.ref(path)
    del path
    gc.collect()
    assert gone() is None


def test_what_is_wrong_is_said(hard, ax):
    with pytest.raises(prplot.PrplotTypeError, match=r"curve_or_band must be a curve such as path\.pr\(\)"):
        band(hard, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="level must be left out for a band that is there already"):
        band(hard.pr().band(n=N), level=0.9, ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="level must lie strictly between 0 and 1"):
        band(hard.pr(), level=95, ax=ax)
    with pytest.raises(prplot.PrplotTypeError, match="colr"):
        band(hard.pr(), n=N, colr="red", ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="population"):
        band(prplot.simulate.binormal().path(0.1).pr(), n=N, ax=ax)


def test_the_band_of_a_mean_is_looked_for_elsewhere(hard, other, ax):
    mean = prplot.mean_curve([hard, other])
    with pytest.raises(
        prplot.PrplotTypeError, match=r"curve_or_band must be a curve .* prplot\.draw\.spread\(mean\.curves"
    ):
        band(mean, ax=ax)
    band(prplot.pool([hard, other], calibrated=True).pr(), n=N, ax=ax)
    prplot.draw.spread(mean.curves, ax=ax)
