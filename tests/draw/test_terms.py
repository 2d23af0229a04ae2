"""Murphy curves in figures: terms of scores as areas with their values, logit axes, views that fit, the explorer."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import prplot
from prplot.draw.text.legend_entries import grid_of

A = prplot.from_labels([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9], name="A")


def size(fill, along):
    """The area of a polygon, by the shoelace formula, with its abscissae on another scale."""
    x, y = fill.get_xy().T
    x = along(x)
    return abs(np.sum((x[1:] + x[:-1]) * np.diff(y)) + (x[0] + x[-1]) * (y[0] - y[-1])) / 2


@pytest.mark.parametrize(
    ("score", "along", "within"),
    [("brier", lambda t: t, 1e-12), ("log_loss", lambda t: np.log(t / (1 - t)), 1e-4)],
)
def test_terms_are_filled_areas_and_legends_have_their_values(score, along, within, ax):
    artists = A.murphy(score=score).plot(ax, terms=True)
    drawn, wanted = artists.surroundings["terms"], getattr(A, score)()
    sizes = [size(fill, along) for fill in drawn.fills]
    assert sizes == pytest.approx([wanted.miscalibration, wanted.discrimination], abs=within)
    assert [text.get_text() for text in artists.legend.get_texts()] == [
        f"A  {wanted.value:.3f}",
        f"miscalibration  {wanted.miscalibration:.3f}",
        f"discrimination  {wanted.discrimination:.3f}",
        f"recalibrated  {wanted.recalibrated:.3f}",
    ]
    # Numbers of terms stand below the number of the curve.
    assert grid_of(artists.legend).entries[1].parts[:2] == ["miscalibration", f"{wanted.miscalibration:.3f}"]
    # The recalibrated curve is below both others.
    x, y = drawn.lines[0].get_data()
    assert (y <= np.minimum(A.murphy(score=score).at(x), artists.lines[0].curve.at(x)) + 1e-12).all()


def test_parts_of_terms_can_be_left_out_and_looked_at(ax):
    drawn = A.murphy().plot(ax, terms={"line": False, "alpha": 0.5}).surroundings["terms"]
    assert (drawn.lines, [fill.get_alpha() for fill in drawn.fills]) == ((), [0.5, 0.5])
    two = prplot.plot({"one": A, "other": A.hard()}, "murphy", terms=True).legend.get_texts()
    assert [text.get_text().split("  ")[0] for text in two][2:4] == ["miscalibration (one)", "discrimination (one)"]


def test_only_forecasts_have_terms(ax):
    for curve in (A.pr(), A.murphy("best"), A.net_benefit()):
        with pytest.raises(prplot.PrplotTypeError, match=r"curve must be a curve of forecasts, such as path\.murphy"):
            prplot.draw.terms(curve, ax=ax)
    with pytest.warns(prplot.PrplotWarning, match="one class only"):
        prplot.draw.terms(prplot.from_labels([1, 1], [0.2, 0.4]), ax=ax)


def test_a_certain_mistake_is_infinite_in_the_legend(ax):
    path = prplot.from_labels([1, 1, 0, 0], [0.5, 0.0, 0.2, 0.7])
    texts = [text.get_text() for text in path.murphy(score="log_loss").plot(ax, terms=True).legend.get_texts()]
    assert texts[:2] == ["inf", "miscalibration  inf"]


def test_the_log_loss_has_a_logit_axis_that_shows_all_scores(ax):
    path = prplot.from_labels([1, 0, 1, 0], [0.9995, 0.3, 0.6, 0.0002])
    path.murphy(score="log_loss").plot(ax)
    assert (ax.get_xscale(), ax.get_yscale()) == ("logit", "linear")
    low, high = ax.get_xlim()
    assert 0 < low < 0.0002
    assert 0.9995 < high < 1
    ax.figure.canvas.draw()
    assert {"0.001", "0.5", "0.999"} <= {label.get_text() for label in ax.get_xticklabels()}


def test_the_tails_of_a_log_loss_curve_are_in_sight(ax):
    A.murphy(score="log_loss").plot(ax)
    low, high = ax.get_xlim()
    assert low < 0.01
    assert high > 0.99


@pytest.mark.parametrize("prevalence", [0.01, 0.5])
def test_views_end_above_curves_and_chance(prevalence, ax):
    artists = A.murphy(prevalence=prevalence).plot(ax)
    highest = max(2 * prevalence * (1 - prevalence), artists.lines[0].get_ydata().max())
    assert highest <= ax.get_ylim()[1] <= 1.1 * highest


def test_both_scores_are_not_drawn_on_one_axes(ax):
    A.murphy().plot(ax)
    with pytest.raises(prplot.PrplotValueError, match="one space"):
        A.murphy(score="log_loss").plot(ax)


def test_rankings_keep_their_keywords(ax):
    assert len(A.murphy("best").plot(ax, best=True, worst=True).surroundings["worst"].lines) == 1
    with pytest.raises(prplot.PrplotTypeError, match=r"path\.brier\(\)\.skill"):
        A.murphy().plot(worst=True)


def test_the_explorer_has_the_panel_where_scores_are_probabilities():
    view = prplot.explore(A)
    view.controls["panels"].value = ("murphy",)
    view.controls["prevalence"].value = 0.2
    view.controls["best"].value = view.controls["worst"].value = True
    murphy = next(line.curve for line in view.figure.axes[1].lines if hasattr(line, "curve"))
    # The odds of .5 become 1/4 of what they were.
    assert murphy.area() == pytest.approx(A.at_prevalence(0.2).brier().value)
    assert "'murphy'" in view.code
    for path, there in ((A, True), (prplot.from_labels([1, 0, 1], [3, 2, 1]), False)):
        other = prplot.explore(path)
        assert other.figure
        (panels,) = (control for control in other.seen["controls"] if control["name"] == "panels")
        assert ("murphy" in [name for name, _ in panels["options"]]) == there


def test_terms_of_several_curves_have_the_colours_of_their_curves():
    rng = np.random.default_rng(0)
    score = rng.random(200)
    label = rng.random(200) < score
    paths = {"one": prplot.from_labels(label, score), "other": prplot.from_labels(label, score**3)}
    plotted = prplot.plot(paths, "murphy", ax=Figure().add_subplot(), terms=True)
    fills = [to_hex(fill.get_facecolor()) for fill in plotted.surroundings["terms"].fills]
    lines = [to_hex(line.get_color()) for line in plotted.lines]
    assert fills == [color for color in lines for _ in range(2)]
