"""Intervals and bands in figures: what legends write, by which method, and who has none."""

from __future__ import annotations

import html
import json
import re
import warnings

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patheffects import Stroke

import prplot
from prplot.draw.parts import confidence
from prplot.draw.text.legend_entries import written_area
from prplot.uncertainty.interval import Interval

QUICK = {"n": 80}


# What the methods take is looked up once, before any of them is another one.
assert "method" in confidence.INTERVAL_OPTIONS


def made(estimate, low, high, level=0.95):
    return Interval(estimate, low, high, level, "bootstrap", 0.1, np.zeros(0), 0, "area")


def written(monkeypatch, curve, *ends, level=0.95):
    """What the legend writes for a curve whose interval has these ends."""
    monkeypatch.setattr(type(curve), "interval", lambda self, **_: made(self.area(), *ends, level=level))
    artists = prplot.plot(curve, interval=True, ax=Figure().add_subplot())
    return artists.legend.get_texts()[0].get_text().removeprefix("six  ")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.6518, 0.9481, "[0.65, 0.95]"),
        # Apart, with the area between them, and none at 0 or 1 that is not there.
        (0.9031, 0.9049, "[0.903, 0.905]"),
        (0.8983, 0.9046, "[0.898, 0.905]"),
        (0.6, 0.9985, "[0.600, 0.999]"),
        (0.0, 1.0, "[0.00, 1.00]"),
        (-0.1234, 1.0312, "[\N{MINUS SIGN}0.12, 1.03]"),
    ],
)
def test_ends_have_two_decimals_or_as_few_as_tell_them_apart(low, high, said, six, monkeypatch):
    area = f"{six.pr().area():.3f}"
    assert area == "0.904"
    assert written(monkeypatch, six.pr(), low, high) == f"{area} {said}".strip()


@pytest.mark.parametrize(
    ("area", "low", "high", "said"),
    [(0.697, 0.6951, 0.7189, "0.697 [0.695, 0.719]"), (0.704, 0.6812, 0.7043, "0.704 [0.681, 0.704]")],
)
def test_the_area_is_between_its_ends_as_written(area, low, high, said, six):
    assert written_area(six.pr(), area, made(area, low, high)) == said


def test_where_resampling_says_nothing_there_is_no_interval(new_axes, entries):
    perfect = prplot.from_labels([1] * 20 + [0] * 20, np.arange(40)[::-1], name="perfect")
    for space in ("pr", "roc", "cost"):
        with pytest.warns(prplot.PrplotWarning, match="perfect: drawn without interval: samples drawn from this one"):
            artists = prplot.plot(perfect, space, interval=QUICK, ax=new_axes())
        assert "[" not in entries(artists)[1][0]
        assert "%" not in entries(artists)[0]


def test_ends_are_apart_where_the_comma_is_decimal(six, monkeypatch):
    monkeypatch.setattr("locale.localeconv", lambda: {"decimal_point": ","})
    with mpl.rc_context({"axes.formatter.use_locale": True}):
        assert written(monkeypatch, six.pr(), 0.65, 0.95) == "0,904 [0,65; 0,95]"


def test_the_header_says_the_level(hard, ax, new_axes, entries):
    low, high = hard.pr().interval(level=0.9, n=80)
    header, said = entries(prplot.plot(hard, interval={"level": 0.9, **QUICK}, ax=ax))
    assert header == "area, continuous, 90 % CI"
    assert said == [f"hard  {hard.pr().area():.3f} [{low:.2f}, {high:.2f}]"]
    header, _ = entries(prplot.plot(hard, band=QUICK, ax=new_axes()))
    assert header == "area, continuous; band 95 %"
    wide = {"level": 0.8, "kind": "simultaneous", **QUICK}
    header, _ = entries(prplot.plot(hard, band=wide, interval=QUICK, ax=new_axes()))
    assert header == "area, continuous, 95 % CI; band 80 % simultaneous"
    header, _ = entries(prplot.plot(hard, band=QUICK, interval=QUICK, ax=new_axes()))
    assert header == "area, continuous, 95 % CI"


def test_levels_that_differ_are_said_of_each(hard, other, ax, entries):
    prplot.plot(hard, interval={"level": 0.9, **QUICK}, ax=ax)
    header, said = entries(prplot.plot(other, interval={"level": 0.8, **QUICK}, ax=ax))
    assert header == "area"
    assert [text.rpartition("(")[2] for text in said] == ["continuous, 90 % CI)", "continuous, 80 % CI)"]


def test_intervals_stand_in_a_column_of_their_own(hard, ax):
    population = prplot.simulate.binormal().path(0.2)
    legend = prplot.plot([hard, population], interval=QUICK, ax=ax).legend
    first, second = sorted((entry.cells for entry in legend.get_texts()), key=lambda cells: cells[2].part() == "")
    ax.figure.draw_without_rendering()
    assert first[1].part() == f"{hard.pr().area():.3f}"
    assert first[2].part().startswith("[0.")
    assert second[1].part() == f"{population.pr().area():.3f}"
    right = [cells[1].get_window_extent().x1 for cells in (first, second)]
    assert right[0] == pytest.approx(right[1], abs=1)


def test_soft_labels_and_early_ends_say_the_rest_after_it(soft, ax, new_axes, entries):
    _, said = entries(prplot.plot(soft, interval=QUICK, ax=ax))
    low, high = soft.pr().interval(method="logit-bootstrap", **QUICK)
    area, most = soft.pr().area(), soft.pr().best().area()
    assert said == [f"soft  {area:.3f} [{low:.2f}, {high:.2f}] of at most {most:.3f}"]
    early = prplot.from_labels([1, 0] * 30, np.arange(60) % 7, positives=40, negatives=50)
    _, said = entries(prplot.plot(early, interval=QUICK, ax=new_axes()))
    assert said[0].endswith("], recall to 0.75")


# By which method.


@pytest.mark.parametrize(
    ("space", "options", "method"),
    [
        ("pr", {}, "logit-bootstrap"),
        ("roc", {}, "logit-bootstrap"),
        ("roc", {"stratify": True}, "logit-bootstrap"),
        ("roc", {"method": "delong"}, "delong"),
        ("prg", {}, "bootstrap"),
        ("pr", {"method": "logit"}, "logit"),
    ],
)
def test_options_go_to_the_engine(space, options, method, hard, ax):
    line = prplot.plot(hard, space, interval={**QUICK, **options}, ax=ax).lines[0]
    wanted = hard.curve(space).interval(**{"method": method, **QUICK, **options})
    assert (line.interval.low, line.interval.high, line.interval.method) == (wanted.low, wanted.high, method)


# Who has none.


def test_without_a_word_nothing_is_computed(hard, ax, monkeypatch):
    monkeypatch.setattr(prplot.Curve, "interval", None)
    monkeypatch.setattr(prplot.Curve, "band", None)
    artists = prplot.plot(hard, interval=False, band=None, ax=ax)
    assert "band" not in artists.surroundings
    assert artists.lines[0].interval is None


def test_populations_have_none_and_means_say_so(hard, other, ax, entries):
    mean = prplot.mean_curve([hard, other])
    with pytest.warns(prplot.PrplotWarning) as caught:
        artists = prplot.plot([hard, mean, prplot.simulate.binormal().path(0.2)], interval=QUICK, band=QUICK, ax=ax)
    said = [str(warning.message) for warning in caught]
    assert len(said) == 2
    assert all(text.startswith("mean of 2 is drawn without") for text in said)
    assert "Use prplot.mean_area(mean.curves).interval()" in said[0]
    assert "Use prplot.draw.spread(mean.curves)" in said[1]
    assert sum("[" in text for text in entries(artists)[1]) == 1
    assert len(artists.surroundings["band"].fills) == 1


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (lambda: prplot.from_labels([1, 0, 0], [3, 2, 1], name="few"), "at least two positives"),
        (lambda: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, 1], name="few").best(), "ranked anew"),
        (lambda: prplot.from_counts([1, 0], [2.5, 4.5], [1, 4], name="few"), "not whole"),
    ],
)
def test_a_curve_that_cannot_be_resampled_is_drawn_without(path, reason, ax, entries):
    with pytest.warns(prplot.PrplotWarning, match=f"few: drawn without (interval|band): .*{reason}"):
        artists = prplot.plot(path(), interval=True, band=True, ax=ax)
    assert "[" not in entries(artists)[1][0]
    assert len(artists.lines) == 1


def test_what_is_undefined_is_said_once(ax, recwarn):
    prplot.plot(prplot.from_labels([1, 1], [2, 1]), "roc", interval=True, band=True, ax=ax)
    assert len(recwarn) == 1


@pytest.mark.parametrize(
    ("part", "given", "said"),
    [
        ("interval", "yes", r"interval must be a dict, True, False or None; got str 'yes'"),
        ("interval", {"lvel": 0.9}, r"interval\['lvel'\] must be one of .*The nearest is 'level'"),
        ("interval", {"level": 95}, "level must lie strictly between 0 and 1"),
        ("interval", {"method": "delong"}, "method 'delong' is of whole areas under ROC curves"),
        ("interval", {"low": 0.1}, r"interval\['low'\] must be one of"),
        ("interval", {"groups": [1, 2]}, "groups must have one value per row"),
        ("band", 3, "band must be a dict, True, False or None"),
        ("band", {"colr": "red"}, r"band\['colr'\]"),
        ("band", {"kind": "wide"}, "kind must be one of"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_drawn(part, given, said, hard, ax):
    with pytest.raises(prplot.PrplotError, match=said):
        prplot.plot(hard, ax=ax, **{part: given})
    assert not ax.lines


def test_warnings_of_the_engine_come_with_what_is_kept(new_axes):
    few = prplot.from_labels([1, 0] * 6, np.arange(12) % 7, name="few")
    for _ in range(2):
        with pytest.warns(prplot.PrplotWarning, match="few: With 6 positives"):
            prplot.plot(few, interval=QUICK, ax=new_axes())


# Whole figures.


def test_bands_have_the_colours_of_their_lines(two, ax):
    artists = prplot.plot(two, band={"alpha": 0.4, "edge": {"linewidth": 2}, **QUICK}, ax=ax)
    fills = artists.surroundings["band"].fills
    assert [to_hex(fill.get_facecolor()) for fill in fills] == [to_hex(line.get_color()) for line in artists.lines]
    assert {fill.get_alpha() for fill in fills} == {0.4}
    assert {edge.get_linewidth() for edge in artists.surroundings["band"].lines} == {2.0}


def test_small_multiples_have_both(hard, other):
    groups = {"one": {"a": hard, "b": other}, "two": {"b": hard}}
    drawn = prplot.draw.multiples(groups, interval=QUICK, band=QUICK)
    assert drawn.legend.get_title().get_text() == "area, continuous, 95 % CI"
    for group, ax in drawn.axes.items():
        fills = drawn.plotted[group].surroundings["band"].fills
        lines = drawn.plotted[group].lines
        assert [to_hex(f.get_facecolor()) for f in fills] == [to_hex(line.get_color()) for line in lines]
        assert any("[" in getattr(text, "get_text", str)() for text in ax.findobj())
    assert drawn.plotted["two"].lines[0].get_color() == drawn.plotted["one"].lines[1].get_color()


def test_a_panel_has_both(two):
    drawn = prplot.draw.panel(two, ("roc", "pr"), interval=QUICK, band=QUICK)
    said = [text.get_text() for text in drawn.legend.get_texts()]
    assert "PR, continuous, 95 % CI" in said
    assert sum("[" in text for text in said) == 4


def test_words_for_a_figure_say_them(two, ax, new_axes):
    low, high = two["hard"].pr().interval(method="logit-bootstrap", **QUICK)
    assert f"(95 % CI: {low:.3f} to {high:.3f})" in prplot.plot(two, interval=QUICK, ax=ax).alt_text()
    alone = prplot.plot(two["hard"], interval=QUICK, ax=new_axes()).alt_text()
    assert alone.endswith(f"The 95 % confidence interval of the area is {low:.3f} to {high:.3f}.")


def test_a_page_shows_them_and_hides_them_with_their_curve(two, ax, tmp_path):
    artists = prplot.plot(two, interval=QUICK, band=QUICK, ax=ax)
    artists.save(tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    said = artists.legend.get_texts()[0].get_text()
    assert "[" in said
    facts = json.loads(html.unescape(re.search(r'data-facts="([^"]*)"', text)[1]))
    (panel,) = facts["panels"]
    # A fill and two edges belong to each line; with another prevalence they are wrong, as are intervals.
    assert [len(line["own"]) for line in panel["lines"]] == [3, 3]
    still = set(panel["still"])
    for line in panel["lines"]:
        assert set(line["own"]) <= still
        assert {*line["entry"][2:]} <= still
        assert len(line["entry"]) >= 4


def test_a_curve_in_colours_of_thresholds_keeps_its_interval(hard, ax):
    artists = prplot.plot(hard, interval=QUICK, band=QUICK, ax=ax)
    drawn = prplot.draw.threshold_colors(artists.lines[0].curve, ax=ax)
    assert drawn.line.interval is artists.lines[0].interval
    assert "[" in drawn.line.written


# A moment at a time.


@pytest.mark.parametrize("what", ["interval", "band"])
def test_in_turns_the_same_is_computed(what, hard):
    curve = hard.roc()
    filters = list(warnings.filters)
    turns = 0
    for _ in confidence.keep_in_turns(curve, what, 0.002):
        turns += 1
        assert warnings.filters == filters
        assert not confidence.is_kept(curve, what, {})
    assert turns > 3
    assert confidence.is_kept(curve, what, {})
    if what == "band":
        (kept,) = confidence.bands_of([curve], {})
        np.testing.assert_array_equal(kept.low, curve.band().low)
    else:
        (kept,) = confidence.intervals_of([curve], {})
        assert tuple(kept) == tuple(curve.interval())


def test_in_turns_a_reason_is_kept_too():
    alone = prplot.from_labels([1, 0, 0, 0], [4, 3, 2, 1], name="alone")
    curve = alone.pr()
    assert list(confidence.keep_in_turns(curve, "band", 0.01)) == []
    with pytest.warns(prplot.PrplotWarning, match="alone: drawn without band: .* at least two positives"):
        assert confidence.bands_of([curve], {}) == [None]


def beside(artists):
    """Of each sample of a legend the dashes of the lines along it, in widths of these."""
    found = {}
    for sample, text in zip(artists.legend.legend_handles, artists.legend.get_texts(), strict=True):
        thin = [effect._gc for effect in sample.get_path_effects() if isinstance(effect, Stroke)]
        found[text.get_text().split()[0]] = [
            None
            if gc["dashes"]["dash_list"] is None
            else tuple(round(n / gc["linewidth"], 9) for n in gc["dashes"]["dash_list"])
            for gc in thin
        ]
    return found


def test_legends_tell_apart_bands_whose_colours_are_not_seen(two, hard, ax, new_axes):
    several = prplot.plot(two, band=QUICK, ax=ax)
    several.figure.draw_without_rendering()
    # Solid around the first line, dashed around the second; see EDGES.
    assert beside(several) == {"hard": [None, None], "other": [(4.5, 1.8)] * 2}
    offsets = {effect._offset for effect in several.legend.legend_handles[0].get_path_effects()}
    assert len(offsets) == 3
    alone = prplot.plot(hard, band=QUICK, ax=new_axes())
    without = prplot.plot(two, band={"edge": False, **QUICK}, ax=new_axes())
    dashed = prplot.plot(two, band=QUICK, line={"linestyle": ["--", ":"]}, ax=new_axes())
    none = prplot.plot(two, ax=new_axes())
    for artists in (alone, without, dashed, none):
        artists.figure.draw_without_rendering()
        assert not any(beside(artists).values())
    # Bands that come later, and go.
    drawn = [prplot.draw.band(line.curve, n=80, ax=none.ax) for line in none.lines]
    none.figure.draw_without_rendering()
    assert beside(none) == beside(several)
    for artist in drawn[0].artists:
        artist.remove()
    none.figure.draw_without_rendering()
    assert not any(beside(none).values())
