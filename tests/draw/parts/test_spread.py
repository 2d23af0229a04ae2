"""Many curves as one: quantiles against NumPy's of exact ordinates, boxes, members, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot
from prplot.draw.parts.random_band import random_band, random_paths
from prplot.draw.parts.spread import spread

LEVEL = 0.8


@pytest.fixture(scope="module")
def samples():
    model = prplot.simulate.binormal(1.0)
    return [model.sample(60, prevalence=0.3, rng=seed) for seed in range(25)]


def edges(drawn):
    # An outline is closed, unless it ends where it begins.
    x, y = drawn.fills[0].get_xy().T
    half = len(x) // 2
    return x[:half], y[:half], y[half : 2 * half][::-1]


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
def test_the_band_holds_the_middle_of_the_ordinates(space, samples, ax):
    drawn = spread(samples, space, level=LEVEL, ax=ax)
    x, low, high = edges(drawn)
    ordinates = np.array([path.curve(space).at(x) for path in samples])
    np.testing.assert_allclose(low, np.quantile(ordinates, 0.1, axis=0), atol=1e-12)
    np.testing.assert_allclose(high, np.quantile(ordinates, 0.9, axis=0), atol=1e-12)
    (line,) = drawn.lines
    np.testing.assert_allclose(line.get_ydata(), np.median(ordinates, axis=0), atol=1e-12)
    assert x[-1] == 1.0
    assert ax.get_xlabel()


def test_all_is_of_one_colour_and_one_entry_in_the_legend(samples, ax):
    drawn = spread(samples, color="teal", label="25 samples", boxes=[0.2, 0.6], members=True, ax=ax)
    assert {to_hex(line.get_color()) for line in drawn.lines} == {to_hex("teal")}
    assert to_hex(drawn.fills[0].get_facecolor()) == to_hex("teal")
    assert ax.get_legend_handles_labels()[1] == ["25 samples"]
    assert len(drawn.lines) == 1 + 2 * 4 + len(samples)


def test_boxes_show_quarters_and_whiskers_the_level(samples, ax):
    places = [0.25, 0.5]
    drawn = spread(samples, level=LEVEL, median=False, boxes=places, ax=ax)
    ordinates = np.array([path.pr().at(places) for path in samples])
    for box, place, values in zip((drawn.lines[:4], drawn.lines[4:]), places, ordinates.T, strict=True):
        outline, middle, below, above = (line.get_ydata() for line in box)
        assert (min(outline), max(outline)) == pytest.approx(tuple(np.quantile(values, [0.25, 0.75])))
        np.testing.assert_allclose(middle, np.median(values))
        assert np.nanmin(below) == pytest.approx(np.quantile(values, 0.1))
        assert np.nanmax(above) == pytest.approx(np.quantile(values, 0.9))
        assert np.mean(box[0].get_xdata()[:4]) == pytest.approx(place)


def test_of_random_rankings_it_is_their_band(ax, new_axes):
    path = prplot.from_labels([1, 0, 0, 1, 0, 0, 1, 0], np.arange(8))
    mine = edges(spread(list(random_paths(path, 40, 3)), ax=ax))
    theirs = edges(random_band(path, rankings=40, rng=3, ax=new_axes()))
    for one, other in zip(mine, theirs, strict=True):
        np.testing.assert_array_equal(one, other)


def test_beyond_the_end_of_a_curve_is_what_it_earns(ax):
    early = [prplot.from_labels([1, 0, 1], [3, 2, 1], positives=count) for count in (4, 4, 8)]
    x, low, high = edges(spread(early, "pr", ax=ax))
    assert (low[x > 0.5] == 0).all()
    assert (high[x > 0.5] == 0).all()
    assert high[np.searchsorted(x, 0.1)] == 1.0


def test_what_the_caller_says_counts(samples, ax):
    drawn = spread(samples, facecolor="red", alpha=0.7, zorder=5, median={"color": "k", "lw": 4}, ax=ax)
    assert drawn.lines[0].get_linewidth() == 4
    assert drawn.lines[0].get_color() == "k"
    assert (drawn.fills[0].get_alpha(), drawn.fills[0].get_zorder()) == (0.7, 5)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"level": 1.0}, "level must lie strictly between 0 and 1"),
        ({"boxes": [0.5, 1.5]}, "boxes must be abscissae from 0 to 1"),
        ({"median": 3}, "median"),
        ({"members": "yes"}, "members"),
        ({"space": "sky"}, "space must be one of"),
    ],
)
def test_wrong_options(change, said, samples, ax):
    with pytest.raises(prplot.PrplotError, match=said):
        spread(samples, ax=ax, **change)
    assert not ax.lines
    assert not ax.patches


def test_wrong_curves(samples, ax):
    with pytest.raises(prplot.PrplotValueError, match=r"at least two; got 1.*prplot\.plot"):
        spread(samples[:1], ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="of one kind"):
        spread([samples[0].pr(), samples[1].pr("step")], ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="B is not: "):
        spread({"A": samples[0], "B": prplot.from_labels([0, 0], [2, 1])}, ax=ax)
    with pytest.raises(prplot.PrplotTypeError, match="curves must be"):
        spread([1, 2], ax=ax)
