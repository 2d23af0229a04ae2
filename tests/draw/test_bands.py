"""Intervals in legends, bands around curves, of random rankings and of many curves; best, worst and members."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot
from prplot import draw
from prplot.spaces import SPACES

QUICK = {"n": 200}
every_space = pytest.mark.parametrize("space", [kind.name for kind in SPACES])


# Intervals.


def test_the_legend_has_the_interval_of_the_engine_and_the_header_its_level(hard, soft, new_axes, entries):
    for options, path, header in (
        ({}, hard, "AUPRC (continuous), 95 % CI"),
        ({"level": 0.9}, hard, "AUPRC (continuous), 90 % CI"),
        ({"method": "logit", "level": 0.8}, hard, "AUPRC (continuous), 80 % CI"),
        ({}, soft, "AUPRC (continuous), 95 % CI"),
    ):
        low, high = path.pr().interval(**{"method": "logit-bootstrap", **QUICK, **options})
        said = entries(prplot.plot(path, interval={**QUICK, **options}, ax=new_axes()))
        bound = f" (max {path.best().pr().area():.3f})" if path is soft else ""
        assert said == (header, [f"{path.name}  {path.pr().area():.3f} [{low:.2f}, {high:.2f}]{bound}"])
    wide = {"level": 0.8, "kind": "simultaneous", **QUICK}
    for options, header in (
        ({"band": QUICK}, "AUPRC (continuous); 95 % band, pointwise"),
        ({"band": wide, "interval": QUICK}, "AUPRC (continuous), 95 % CI; 80 % band, simultaneous"),
        ({"band": QUICK, "interval": QUICK}, "AUPRC (continuous), 95 % CI; 95 % band, pointwise"),
    ):
        assert entries(prplot.plot(hard, ax=new_axes(), **options))[0] == header
    early = prplot.from_labels([1, 0] * 30, np.arange(60) % 7, positives=40, negatives=50)
    assert entries(prplot.plot(early, interval=QUICK, ax=new_axes()))[1][0].endswith("] (ends at recall 0.75)")


def test_levels_that_differ_are_said_of_each(hard, other, ax, entries):
    prplot.plot(hard, interval={"level": 0.9, **QUICK}, ax=ax)
    header, said = entries(prplot.plot(other, interval={"level": 0.8, **QUICK}, ax=ax))
    assert header == "area"
    assert [text.rpartition("] ")[2] for text in said] == [f"AUPRC (continuous), {level} % CI" for level in (90, 80)]


def test_ends_have_two_decimals_or_as_few_as_tell_them_apart(sampled, new_axes, entries):
    """With the area between them, and none at 0 or 1 that is not there."""
    for n in (100, 400, 20_000):
        for better in (0.0, 1.0, 2.5):
            path = sampled(1, n=n, better=better, name="x")
            low, high = path.roc().interval(method="delong")
            (said,) = entries(prplot.plot(path, "roc", interval={"method": "delong"}, ax=new_axes()))[1]
            area, *ends = said.removeprefix("x  ").replace("[", "").replace("]", "").replace(",", "").split()
            digits = len(ends[0].partition(".")[2])
            assert digits in (2, 3)
            assert float(ends[0]) <= float(area) <= float(ends[1])
            assert [float(end) for end in ends] == pytest.approx([low, high], abs=0.51 * 10**-digits)
            assert float(ends[0]) < float(ends[1])
            assert float(ends[1]) < 1 or high == 1


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (lambda: prplot.from_labels([1, 0, 0], [3, 2, 1], name="few"), "at least two positives"),
        (lambda: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], name="few").best(), "ranked anew"),
        (lambda: prplot.from_counts([1, 0], [2.5, 4.5], [1, 4], name="few"), "not whole"),
        (lambda: prplot.from_labels([1] * 20 + [0] * 20, -np.arange(40), name="few"), "samples drawn from this one"),
    ],
)
def test_a_curve_that_cannot_be_resampled_is_drawn_without(path, reason, ax, entries):
    with pytest.warns(prplot.PrplotWarning, match=f"few: drawn without (interval|band): .*{reason}"):
        artists = prplot.plot(path(), interval=True, band=True, ax=ax)
    assert "[" not in entries(artists)[1][0]
    assert len(artists.lines) == 1


def test_populations_have_none_and_means_say_so(hard, other, ax, entries):
    mean = prplot.mean_curve([hard, other])
    with pytest.warns(prplot.PrplotWarning) as caught:
        artists = prplot.plot([hard, mean, prplot.simulate.binormal().path(0.2)], interval=QUICK, band=QUICK, ax=ax)
    said = [str(warning.message) for warning in caught]
    assert len(said) == 2
    assert "Use prplot.mean_area(mean.curves).interval()" in said[0]
    assert "Use prplot.draw.spread(mean.curves)" in said[1]
    assert sum("[" in text for text in entries(artists)[1]) == 1
    assert len(artists.surroundings["band"].fills) == 1


def test_words_panels_and_multiples_have_intervals_and_bands(two, ax, rows, words):
    low, high = two["hard"].pr().interval(method="logit-bootstrap", **QUICK)
    artists = prplot.plot(two, interval=QUICK, band={"alpha": 0.4, "edge": {"linewidth": 2}, **QUICK}, ax=ax)
    assert f"(95 % CI: {low:.3f} to {high:.3f})" in artists.alt_text()
    colors = [to_hex(line.get_color()) for line in artists.lines]
    band = artists.surroundings["band"]
    assert [to_hex(fill.get_facecolor()) for fill in band.fills] == colors
    assert {fill.get_alpha() for fill in band.fills} == {0.4}
    assert {edge.get_linewidth() for edge in band.lines} == {2.0}
    panel = draw.panel(two, ("roc", "pr"), interval=QUICK, band=QUICK)
    assert sum("[" in row for row in rows(panel.legend)) == 2
    assert "AUPRC (continuous), 95 % CI" in rows(panel.legend)[0]
    several = draw.multiples({"one": two, "two": {"other": two["other"]}}, interval=QUICK, band=QUICK)
    assert several.legend.get_title().get_text() == "AUPRC (continuous), 95 % CI"
    assert sum("[" in word.text for word in words(several.figure)) == 3
    for plotted in several.plotted.values():
        fills = plotted.surroundings["band"].fills
        assert [to_hex(f.get_facecolor()) for f in fills] == [to_hex(line.get_color()) for line in plotted.lines]


# The band around a curve.


@every_space
def test_a_band_fills_between_its_ends_and_has_no_say_in_the_limits(space, hard, ax, edges):
    curve = hard.curve(space)
    curve.plot(ax)
    before = ax.get_xlim(), ax.get_ylim()
    found = curve.band(n=200, rng=3)
    drawn = draw.band(found, ax=ax)
    for got, wanted in zip(edges(drawn.fills[0]), (found.x, found.low, found.high), strict=True):
        np.testing.assert_allclose(got, wanted[: len(got)], atol=1e-12)
    for line, wanted in zip(drawn.lines, (found.low, found.high), strict=True):
        np.testing.assert_allclose(line.get_ydata(), wanted, atol=1e-12)
    assert (ax.get_xlim(), ax.get_ylim()) == before


def test_a_band_that_plot_has_computed_is_the_one_that_is_drawn(sampled, new_axes, monkeypatch):
    path = sampled(1, n=200, name="x")
    made = path.pr().plot(new_axes(), band={**QUICK, "level": 0.9}).lines[0].band
    monkeypatch.setattr("prplot.draw.parts.confidence.curve_band", None)
    drawn = draw.band(path.pr(), **QUICK, level=0.9, stratify=None, ax=new_axes())
    for edge, wanted in zip(drawn.lines, (made.low, made.high), strict=True):
        np.testing.assert_array_equal(edge.get_ydata(), wanted)
    for others in ({"level": 0.8}, {"rng": np.random.default_rng(0)}):
        with pytest.raises(TypeError, match="NoneType"):
            draw.band(path.pr(), **{**QUICK, "level": 0.9, **others})


def test_a_band_of_a_curve_is_computed_with_its_options_and_has_its_colour(hard, other, ax, edges):
    artists = prplot.plot([hard, other], ax=ax, line={"color": ["teal", "red"], "linestyle": ["-", ":"]})
    wanted = hard.pr().band(level=0.8, kind="simultaneous", n=200, stratify=True)
    drawn = draw.band(hard.pr(), level=0.8, kind="simultaneous", n=200, stratify=True, ax=ax)
    np.testing.assert_allclose(edges(drawn.fills[0])[1], wanted.low, atol=1e-12)
    for line in artists.lines:
        band = draw.band(line.curve, n=200, ax=ax)
        assert to_hex(band.fills[0].get_facecolor()) == to_hex(line.get_color())
        assert {to_hex(edge.get_color()) for edge in band.lines} == {to_hex(line.get_color())}
        assert max(part.get_zorder() for part in band.artists) < line.get_zorder()
        assert band.fills[0].get_alpha() < 0.3
    assert band.lines[0].get_linestyle() == ":"
    mine = draw.band(hard.pr(), n=200, ax=ax, color="purple", alpha=0.5, edge={"linewidth": 3}, label="95 %")
    assert to_hex(mine.fills[0].get_facecolor()) == to_hex(mine.lines[0].get_color()) == to_hex("purple")
    assert (mine.fills[0].get_alpha(), mine.lines[1].get_linewidth()) == (0.5, 3)
    assert "95 %" in ax.get_legend_handles_labels()[1]


def test_edges_of_bands_are_told_apart(two, ax):
    """Solid around the first line, dashed around the second."""
    first, _, second, _ = prplot.plot(two, band=QUICK, ax=ax).surroundings["band"].lines
    assert not first.is_dashed()
    assert second.is_dashed()


def test_what_has_no_band_says_where_there_is_one(hard, other, ax):
    mean = prplot.mean_curve([hard, other])
    for given, options, text in (
        (prplot.PR(0.2), {}, r"curve_or_band must be a curve such as path\.pr\(\)"),
        (hard.pr().band(n=200), {"level": 0.9}, "level must be left out for a band that is there already"),
        (mean, {}, r"curve_or_band must be a curve .* prplot\.draw\.spread\(mean\.curves"),
    ):
        with pytest.raises(prplot.PrplotError, match=text):
            draw.band(given, ax=ax, **options)


# Random rankings.


@pytest.mark.parametrize("level", [0.5, 0.8])
def test_the_band_of_random_rankings_is_that_of_all_orders(level, ax, edges):
    """Precision on the step to a recall, over all orders of three positives among ten."""
    positives, n, off = 3, 10, 0.025
    path = prplot.from_labels([1] * 3 + [0] * 7, np.arange(10.0))
    drawn = draw.random_band(path.pr("step"), level=level, n=4000, ax=ax)
    x, low, high = edges(drawn.fills[0])
    for at in (0.2, 0.5, 0.9):
        k = math.ceil(at * positives)
        precision = np.sort([k / places[k - 1] for places in combinations(range(1, n + 1), positives)])
        values = np.unique(precision)
        up_to = np.searchsorted(precision, values, side="right") / len(precision)
        here = int(np.argmin(np.abs(x - at)))
        middle = drawn.lines[0].get_ydata()[here]
        for edge, share in ((low[here], (1 - level) / 2), (middle, 0.5), (high[here], (1 + level) / 2)):
            # As 4000 rankings have their shares within 0.025, so is the share at which a value is reached.
            within = values[(up_to >= share - off) & (np.concatenate([[0], up_to[:-1]]) <= share + off)]
            assert within.min() - 1e-12 <= edge <= within.max() + 1e-12


@pytest.mark.parametrize("space", ["pr", "roc", "cost"])
def test_so_many_random_curves_lie_within(space, hard, soft, edges):
    rng = np.random.default_rng(99)
    for path in (hard, soft):
        rows = path.sample
        x, low, high = edges(draw.random_band(path.curve(space), level=0.8, n=1000).fills[0])
        orders = (rng.permutation(len(rows)) for _ in range(200))
        fresh = np.array([prplot.from_weights(order, fg=rows.fg, bg=rows.bg).curve(space).at(x) for order in orders])
        within = np.mean((fresh >= low - 1e-12) & (fresh <= high + 1e-12), axis=0)[(x > 0.2) & (x < 0.8)]
        assert within.min() > 0.68
        assert within.mean() > 0.75


def test_random_rankings_of_ties_of_many_rows_and_of_early_ends(ax, new_axes, edges):
    """Ties stay ties; falls at a common recall are upright; the last threshold returns all rows in any order."""
    tied = prplot.from_labels([1, 0, 0, 1], [2, 2, 2, 2])
    _, low, high = edges(draw.random_band(tied.pr(), ax=ax).fills[0])
    np.testing.assert_allclose([low, high], 0.5)
    near = prplot.from_labels([1, 0, 0, 1], [2.3, 2.2, 2.1, 2.0], tolerance=0.5)
    _, low, high = edges(draw.random_band(near.pr(), ax=ax).fills[0])
    np.testing.assert_allclose([low, high], 0.5)
    x, _, high = edges(draw.random_band(prplot.from_labels([1] * 4 + [0] * 36, np.arange(40.0)), ax=ax).fills[0])
    falls = np.diff(high) < -0.05
    np.testing.assert_allclose(x[:-1][falls], [0.25, 0.5, 0.75], atol=1e-9)
    assert np.diff(x)[falls].max() < 1e-8
    rng = np.random.default_rng(0)
    labels = rng.random(200_000) < 0.05
    x, low, high = edges(draw.random_band(prplot.from_labels(labels, rng.random(200_000)), n=200, ax=ax).fills[0])
    assert np.all((low < 0.0515) & (high > 0.0485) & (high - low < 0.006), where=x > 0.2)
    path = prplot.from_labels([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1], positives=5, negatives=30)
    band = draw.random_band(path, n=200, ax=new_axes())
    assert band.fills[0].get_xy()[:, 0].max() == pytest.approx(0.6)
    assert band.lines[0].get_ydata()[-1] == pytest.approx(0.5)


def test_random_rankings_have_a_seed_and_a_look(hard, ax, edges):
    one, same, other, grown = (
        edges(draw.random_band(hard, n=200, rng=rng, ax=ax).fills[0])[2]
        for rng in (0, np.random.default_rng(0), 1, np.random.default_rng(1))
    )
    np.testing.assert_array_equal(one, same)
    np.testing.assert_array_equal(other, grown)
    assert not np.array_equal(one, other)
    look = {"fc": "red", "alpha": 0.5, "median": {"c": "k", "lw": 2}, "label": "random rankings"}
    drawn = draw.random_band(hard.pr(), n=200, ax=ax, **look)
    assert (to_hex(drawn.fills[0].get_facecolor()), drawn.fills[0].get_alpha()) == (to_hex("red"), 0.5)
    assert (drawn.lines[0].get_color(), drawn.lines[0].get_linewidth()) == ("k", 2)
    assert ax.get_legend_handles_labels()[1] == ["random rankings"]
    assert draw.random_band(hard.pr(), n=200, median=False, ax=ax).lines == ()


# Many curves.


@pytest.fixture(scope="module")
def samples():
    model = prplot.simulate.binormal(1.0)
    return [model.sample(60, prevalence=0.3, rng=seed) for seed in range(25)]


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
def test_a_spread_holds_the_middle_of_the_ordinates(space, samples, ax, edges):
    """Against NumPy's quantiles of exact ordinates; boxes show quarters, and whiskers the level."""
    drawn = draw.spread(samples, space, level=0.8, boxes=[0.25, 0.5], ax=ax)
    x, low, high = edges(drawn.fills[0])
    ordinates = np.array([path.curve(space).at(x) for path in samples])
    for found, share in ((low, 0.1), (high, 0.9), (drawn.lines[0].get_ydata(), 0.5)):
        np.testing.assert_allclose(found, np.quantile(ordinates, share, axis=0), atol=1e-12)
    assert x[-1] == 1.0
    for box, place in zip((drawn.lines[1:5], drawn.lines[5:]), (0.25, 0.5), strict=True):
        values = np.array([float(path.curve(space).at(place)) for path in samples])
        heights = np.concatenate([line.get_ydata() for line in box])
        found = np.nanmin(heights), *(extreme(box[0].get_ydata()) for extreme in (min, max)), np.nanmax(heights)
        assert found == pytest.approx(tuple(np.quantile(values, [0.1, 0.25, 0.75, 0.9])))
        np.testing.assert_allclose(box[1].get_ydata(), np.median(values))


def test_a_spread_is_of_one_colour_and_one_entry(samples, ax, new_axes, edges):
    drawn = draw.spread(samples, color="teal", label="25 samples", boxes=[0.2, 0.6], members=True, ax=ax)
    assert (
        {to_hex(line.get_color()) for line in drawn.lines}
        == {to_hex(drawn.fills[0].get_facecolor())}
        == {to_hex("teal")}
    )
    assert ax.get_legend_handles_labels()[1] == ["25 samples"]
    assert len(drawn.lines) == 1 + 2 * 4 + len(samples)
    # Beyond the end of a curve is what it earns.
    early = [prplot.from_labels([1, 0, 1], [3, 2, 1], positives=count) for count in (4, 4, 8)]
    x, low, high = edges(draw.spread(early, "pr", ax=new_axes()).fills[0])
    assert (low[x > 0.5] == 0).all()
    assert (high[x > 0.5] == 0).all()
    assert high[np.searchsorted(x, 0.1)] == 1.0
    with pytest.raises(prplot.PrplotError, match=r"at least two; got 1.*prplot\.plot"):
        draw.spread(samples[:1], ax=ax)
    with pytest.raises(prplot.PrplotError, match="of one kind"):
        draw.spread([samples[0].pr(), samples[1].pr("step")], ax=ax)
    with pytest.raises(prplot.PrplotError, match="B is not: "):
        draw.spread({"A": samples[0], "B": prplot.from_labels([0, 0], [2, 1])}, ax=ax)


@every_space
def test_best_worst_and_members_are_drawn_where_they_are(space, hard, other, soft, ax):
    curve, x = soft.curve(space), np.linspace(0.01, 0.99, 200)
    for which, bound in ((draw.best, curve.best()), (draw.worst, curve.worst())):
        (line,) = which(curve, ax=ax).lines
        np.testing.assert_allclose(np.interp(x, *line.get_data()), bound.at(x), atol=1e-3)
    mean = prplot.mean_curve([hard, other.at_prevalence(hard.prevalence)], space)
    for line, curve in zip(draw.members(mean, ax=ax).lines, mean.curves, strict=True):
        np.testing.assert_allclose(np.interp(x, *line.get_data()), curve.at(x), atol=2e-3)
    assert ax.get_legend_handles_labels() == ([], [])


def test_members_are_thin_behind_the_mean_and_of_its_colour(hard, other, soft, ax):
    mean = prplot.mean_curve([hard, other], "prg", label="mean")
    artists = prplot.plot(mean, ax=ax, line={"color": "teal"}, members=True)
    thin, (bold,) = artists.surroundings["members"].lines, artists.lines
    assert len(thin) == 2
    for line in thin:
        assert line.get_color() == bold.get_color() == "teal"
        assert line.get_linewidth() < bold.get_linewidth() / 2
        assert line.get_zorder() < bold.get_zorder()
    assert "members" not in prplot.plot(mean, ax=ax).surroundings
    with pytest.raises(prplot.PrplotValueError, match="of one space"):
        draw.members([hard.pr(), other.roc()])
    with pytest.warns(prplot.PrplotWarning, match=r"members are drawn of a mean.*mean_curve"):
        prplot.plot(hard, members=True)
    with pytest.warns(prplot.PrplotWarning, match="need not be the best"):
        draw.best(soft.pr("step"))
    ends = [prplot.from_labels([1, 0, 1], [3, 2, 1], positives=total) for total in (4, 5)]
    drawn = draw.members(prplot.mean_curve(ends))
    assert [float(line.get_xdata()[-1]) for line in drawn.lines] == [0.5, 0.4]


def test_a_difference_of_interpolations_is_filled(six, ax):
    (fill,) = draw.difference(six.pr(), "linear", ax=ax).fills
    area = abs(np.trapezoid(*fill.get_xy()[:, ::-1].T))
    assert area == pytest.approx(abs(six.pr().area() - six.pr("linear").area()), abs=1e-3)


@pytest.mark.parametrize("name", ["rankings", "n_boot", "replicates"])
def test_other_words_for_the_number_of_random_rankings(name):
    path = prplot.from_labels([1, 0, 0, 1], [4, 3, 2, 1])
    with pytest.raises(prplot.PrplotTypeError, match=f"has no argument '{name}': it is n here, n=300"):
        prplot.draw.random_band(path, **{name: 300})
