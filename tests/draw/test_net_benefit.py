"""Decision curves in figures: their references, views, legends, marks of thresholds, colours, bands and pages."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot.draw import baseline, cost_lines, hull, iso_f, operating_point, point, threshold_colors, unachievable


@pytest.fixture
def path():
    rng = np.random.default_rng(2)
    score = rng.beta(0.6, 2.5, 300)
    return prplot.from_labels(rng.random(300) < score, score, name="risk")


def test_to_treat_all_and_to_treat_none_are_around_it(path, ax):
    artists = path.net_benefit().plot(ax=ax)
    artists.figure.canvas.draw()
    all_of_them, none = artists.surroundings["chance"].lines
    pi = path.prevalence
    x, y = all_of_them.get_data()
    inside = x < 0.5
    np.testing.assert_allclose(y[inside], (pi - (1 - pi) * x / (1 - x))[inside], atol=1e-13)
    assert set(none.get_ydata()) == {0.0}
    assert [text.get_text() for text in artists.surroundings["chance"].texts] == ["treat all", "treat none"]
    assert all(text.shown for text in artists.surroundings["chance"].texts)
    assert list(artists.surroundings) == ["chance"]


def test_what_is_drawn_is_the_net_benefit_of_each_score(path, ax):
    (line,) = path.net_benefit().plot(ax=ax).lines
    ax.figure.canvas.draw()
    x, y = (np.asarray(side) for side in line.get_data())
    middle = (x[1:] + x[:-1]) / 2
    rows = path.sample
    wide = (np.diff(x) > 0) & (middle < 0.9)
    treated = rows.score[:, None] >= middle[wide]
    wanted = (rows.fg @ treated - rows.bg @ treated * middle[wide] / (1 - middle[wide])) / 300
    height = ax.transData.transform([[0, 0], [0, 1]])[:, 1]
    assert np.abs(((y[1:] + y[:-1]) / 2)[wide] - wanted).max() * np.ptp(height) < 0.3


@pytest.mark.parametrize(("standardized", "top"), [(False, None), (True, 1.0)])
def test_the_view_goes_from_a_little_below_0_to_the_perfect_classifier(path, standardized, top, ax):
    path.net_benefit(standardized=standardized).plot(ax=ax)
    top = path.prevalence if top is None else top
    low, high = ax.get_ylim()
    assert -0.2 * top < low < -0.1 * top
    assert top < high < 1.05 * top
    assert ax.get_ylabel() == ("Standardised net benefit" if standardized else "Net benefit")


def test_the_legend_has_names_and_no_areas(path, ax, entries):
    artists = prplot.plot({"own": path.net_benefit(), "best": path.net_benefit("best")}, ax=ax)
    assert entries(artists) == ("", ["own", "best"])
    artists.figure.canvas.draw()
    middle = ax.transAxes.inverted().transform(np.mean(artists.legend.get_window_extent().get_points(), axis=0))
    assert (middle > 0.5).all()


def test_without_a_name_there_is_no_entry(ax):
    artists = prplot.from_labels([1, 0, 1], [0.9, 0.5, 0.2]).net_benefit().plot(ax=ax)
    artists.figure.canvas.draw()
    assert artists.legend is None or not artists.legend.get_visible()


def test_a_band_is_said_in_the_header(path, ax, entries):
    artists = path.net_benefit().plot(ax=ax, band={"n": 50})
    assert entries(artists) == ("band 95 %", ["risk"])


def test_two_prevalences_have_two_lines_to_treat_all_and_one_name_each(path, ax):
    prplot.plot([path.net_benefit(), path.net_benefit(prevalence=0.5)], ax=ax)
    names = [text.get_text() for text in ax.texts if text.get_text().startswith("treat")]
    assert sorted(names) == ["treat all", "treat none"]
    assert sum(line.get_label() == "_treat all" for line in ax.lines) == 2


def test_a_threshold_is_a_curve_that_meets_its_own_score(path, ax):
    curve = path.net_benefit()
    curve.plot(ax=ax)
    drawn = operating_point(curve, 0.3, label="0.3", ax=ax)
    (line,), (text,) = drawn.lines, drawn.texts
    ax.figure.canvas.draw()
    x, y = line.get_data()
    at = path.at(0.3)
    inside = x < 0.8
    np.testing.assert_allclose(y[inside], ((at.tp - at.fp * x / (1 - x)) / 300)[inside], atol=1e-13)
    assert np.interp(0.3, x, y) == pytest.approx(float(curve.at(0.3)), abs=1e-4)
    assert text.shown
    assert point(curve, path.at(0.3), ax=ax).lines[0].get_xdata()[-1] == 0.99


def test_every_piece_has_the_colour_of_the_threshold_that_decides(path, ax):
    line = threshold_colors(path.net_benefit(), ax=ax, norm="value").line
    ax.figure.canvas.draw()
    assert len(line.get_xdata()) > 100


@pytest.mark.parametrize("draw", [iso_f, unachievable, hull, cost_lines])
def test_what_needs_points_says_so(draw, path, ax):
    with pytest.raises(prplot.PrplotTypeError, match="Net benefit space"):
        draw(path.net_benefit(), ax=ax)


def test_the_minor_diagonal_has_no_place(ax):
    with pytest.raises(prplot.PrplotTypeError, match="always-positive must be drawn"):
        baseline(prplot.NetBenefit(0.2), kind="always-positive", ax=ax)


def test_with_one_class_only_nothing_is_around(ax):
    with pytest.warns(prplot.PrplotWarning, match="chance is not drawn"):
        assert baseline(prplot.from_labels([1], [0.5]).net_benefit(), ax=ax).artists == ()


@pytest.mark.parametrize("other", ["roc", "standardised"])
def test_other_spaces_are_refused(other, path, new_axes):
    curves = {"roc": path.roc(), "standardised": path.net_benefit(standardized=True)}
    with pytest.raises(prplot.PrplotValueError, match="one space"):
        prplot.plot([path.net_benefit(), curves[other]], ax=new_axes())
    ax = path.net_benefit().plot(new_axes()).ax
    with pytest.raises(prplot.PrplotValueError, match="ax must show one space"):
        curves[other].plot(ax)


def test_panels_multiples_and_pages(path, tmp_path):
    panels = prplot.draw.panel({"a": path, "b": path.at_prevalence(0.3)}, spaces=("pr", "net_benefit"))
    panels.save(tmp_path / "panels.html")
    assert "Net benefit" in (tmp_path / "panels.html").read_text(encoding="utf-8")
    multiples = prplot.draw.multiples({"a": path, "b": path.at_prevalence(0.3)}, space="net_benefit")
    assert np.isnan([row.area for row in multiples.table.rows]).all()
    prplot.plot(path, "net_benefit").save(tmp_path / "one.html")
    assert (tmp_path / "one.html").stat().st_size > 1000


def test_in_words(path):
    one = path.net_benefit().plot()
    assert "net benefit is" in one.alt_text()
    assert "area" not in one.alt_text()
    two = prplot.plot([path.net_benefit(), path.net_benefit("best", label="best")])
    assert "They are of risk, best." in two.alt_text()


def test_a_long_curve_is_drawn_through_what_shows(ax):
    rng = np.random.default_rng(1)
    score = rng.random(200_000)
    path = prplot.from_labels(rng.random(200_000) < score, score)
    (line,) = path.net_benefit().plot(ax=ax).lines
    ax.figure.canvas.draw()
    x, y = (np.asarray(side) for side in line.get_data())
    assert len(x) < 60_000
    at = np.linspace(0.01, 0.9, 400)
    height = np.ptp(ax.transData.transform([[0, 0], [0, 1]])[:, 1])
    assert np.abs(np.interp(at, x, y) - path.net_benefit().at(at)).max() * height < 1.5


def test_small_multiples_say_of_no_minimum_that_it_is_below(path):
    multiples = prplot.draw.multiples({"a": path, "b": path.at_prevalence(0.5)}, space="net_benefit")
    assert not [text for ax in multiples.axes.values() for text in ax.texts if "arrow" in text.get_text()]
    unnamed = prplot.from_labels(path.sample.fg > 0, path.sample.score)
    legend = prplot.draw.multiples({"a": unnamed, "b": unnamed}, space="net_benefit").legend
    assert [text.get_text() for text in legend.get_texts()] == ["Net benefit"]


def test_one_class_only_is_told_of(ax):
    with pytest.warns(prplot.PrplotWarning, match="the curve is undefined in Net benefit space"):
        prplot.from_labels([1, 1, 1], [0.9, 0.6, 0.4]).net_benefit().plot(ax=ax)
