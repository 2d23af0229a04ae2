"""Figures of several axes: one colour per classifier, one legend, the same operating points everywhere."""

from __future__ import annotations

import math

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb

import prplot
from prplot.draw import multiples, panel
from prplot.draw.base.axes import COLORS
from prplot.spaces import SPACES

EVERY = tuple(space.name for space in SPACES)
THREE = ("roc", "pr", "prg")


# One classifier, one colour.


def test_a_classifier_has_one_colour_in_all_panels(two, soft):
    drawn = panel({**two, "soft": soft}, EVERY)
    assert list(drawn.axes) == list(drawn.plotted) == list(EVERY)
    for plotted in drawn.plotted.values():
        assert [line.get_color() for line in plotted.lines] == list(COLORS[:3])
        assert [line.curve.label for line in plotted.lines] == ["hard", "other", "soft"]
    # Beside the names in the legend as well.
    assert [handle.get_color() for handle in drawn.legend.legend_handles[1:4]] == list(COLORS[:3])


def test_the_callers_line_is_everywhere(two):
    drawn = panel(two, line={"lw": 3, "c": "r"}, iso_f=False)
    for plotted in drawn.plotted.values():
        assert {(line.get_linewidth(), line.get_color()) for line in plotted.lines} == {(3, "r")}
        assert "iso_f" not in plotted.surroundings


def test_more_classifiers_than_colours_differ_in_their_lines(sampled):
    drawn = panel({f"{k}": sampled(k) for k in range(9)}, ("roc", "pr"))
    for plotted in drawn.plotted.values():
        looks = [(line.get_color(), line.get_linestyle()) for line in plotted.lines]
        assert len(set(looks)) == 9
    drawn = multiples({"a": {f"{k}": sampled(k) for k in range(9)}, "b": {"8": sampled(8)}})
    assert drawn.plotted["b"].lines[0].get_linestyle() == drawn.plotted["a"].lines[8].get_linestyle() == "--"


# The legend.


def test_interpolation_is_of_the_spaces_that_have_several(hard, table):
    drawn = panel(hard, THREE, interpolation="step")
    assert table(drawn)[0] == ("area", "ROC", "PR, step", "PRG, signed")
    assert table(drawn)[1][1:3] == (f"{hard.roc().area():.3f}", f"{hard.pr('step').area():.3f}")
    with pytest.raises(prplot.PrplotValueError, match="interpolation must be 'continuous' in ROC space"):
        panel(hard, ("roc", "prg"), interpolation="step")


def test_curves_are_drawn_as_they_are_in_their_space(hard, other, table):
    curve = hard.pr("step", label="stairs")
    drawn = panel([curve, other], ("roc", "pr"))
    assert drawn.plotted["pr"].lines[0].curve is curve
    assert drawn.plotted["roc"].lines[0].curve.path is curve.path
    first, second = table(drawn)[1:]
    assert first == ("stairs", f"{hard.roc().area():.3f}", f"{hard.pr('step').area():.3f}, step")
    assert second == ("other", f"{other.roc().area():.3f}", f"{other.pr().area():.3f}, continuous")


def test_legend_of_the_caller(two):
    assert panel(two, legend=False).legend is None
    drawn = panel(two, legend={"title": "models", "loc": "outside right upper"})
    assert drawn.legend.get_title().get_text() == "models"
    assert drawn.figure.legends == [drawn.legend]
    assert all(ax.get_legend() is None for ax in drawn.axes.values())


# Operating points.


def best_f1(path):
    """The threshold with the best F1, and its rates, found by trying all."""

    def f1(row):
        return 2 * path.tp[row] / (path.positives + path.tp[row] + path.fp[row])

    row = max(range(1, len(path)), key=f1)
    return path.thresholds[row], path.fp[row] / path.negatives, path.tp[row] / path.positives


def test_operating_points_are_marked_everywhere(two, table, minus):
    drawn = panel(two, EVERY, thresholds="f1", scores=True)
    found = [best_f1(path) for path in two.values()]
    for name, marks in drawn.points.items():
        space = drawn.plotted[name].lines[0].curve.space
        assert [mark.get_color() for mark in marks.lines] == list(COLORS[:2])
        for mark, (_, fpr, tpr) in zip(marks.lines, found, strict=True):
            if space.pointwise:
                np.testing.assert_allclose(mark.get_xydata()[0], space.forward(fpr, tpr))
            else:
                np.testing.assert_allclose(mark.get_xydata(), [[0, fpr], [1, 1 - tpr]])
    assert [list(histogram.lines[0].get_xdata()) for histogram in drawn.scores] == [[t, t] for t, _, _ in found]
    assert [to_rgb(histogram.lines[0].get_color()) for histogram in drawn.scores] == [to_rgb(c) for c in COLORS[:2]]
    assert table(drawn)[0][-1] == "best $F_{1}$ at"
    assert [row[-1] for row in table(drawn)[1:3]] == [minus(f"{t:.3g}") for t, _, _ in found]


def test_one_threshold_for_all_or_for_some(two, table, minus):
    drawn = panel(two, ("roc", "pr"), thresholds=0.5)
    for mark, path in zip(drawn.points["roc"].lines, two.values(), strict=True):
        at = path.at(0.5)
        np.testing.assert_allclose(mark.get_xydata(), [[at.fpr, at.recall]])
    assert [row[-1] for row in table(drawn)] == ["threshold", "0.5", "0.5"]
    drawn = panel(two, ("roc", "pr"), thresholds={"other": -0.25}, scores=True)
    (mark,) = drawn.points["pr"].lines
    assert mark.get_color() == COLORS[1]
    at = two["other"].at(-0.25)
    np.testing.assert_allclose(mark.get_xydata(), [[at.recall, at.precision]])
    assert [row[-1] for row in table(drawn)] == ["threshold", "", minus("-0.25"), ""]
    assert [len(histogram.lines) for histogram in drawn.scores] == [0, 1]


def test_points_of_the_caller(two, table):
    drawn = panel(two, ("roc", "pr"), thresholds="f1", points={"marker": "s", "ms": 9})
    assert {(mark.get_marker(), mark.get_markersize()) for mark in drawn.points["pr"].lines} == {("s", 9)}
    drawn = panel(two, ("roc", "pr"), thresholds="f1", points=False)
    assert drawn.points == {}
    assert table(drawn)[0][-1] == "best $F_{1}$ at"
    assert panel(two, ("roc", "pr")).points == {}


def test_a_point_without_a_place_is_told_once(two):
    with pytest.warns(prplot.PrplotWarning) as caught:
        drawn = panel(two, EVERY, thresholds=1e9)
    assert [str(warning.message) for warning in caught] == [
        "an operating point has no place in Precision-Recall-Gain space for 'hard', 'other'; it is not drawn there."
    ]
    assert len(drawn.points["prg"].lines) == 0
    assert len(drawn.points["roc"].lines) == len(drawn.points["pr"].lines) == 2


# Scores.


def test_scores_are_below_in_the_colours_of_the_curves(two, soft, table):
    paths = {**two, "soft": soft}
    drawn = panel(paths, scores={"bins": 7})
    assert len(drawn.scores) == 3
    for histogram, path, color in zip(drawn.scores, paths.values(), COLORS, strict=False):
        assert histogram.foreground.sum() == pytest.approx(path.positives)
        assert histogram.background.sum() == pytest.approx(path.negatives)
        assert len(histogram.edges) == 8
        assert to_rgb(histogram.fills[1].get_edgecolor()) == to_rgb(color)
        assert histogram.legend is None
    assert [histogram.ax.get_title(loc="left") for histogram in drawn.scores] == list(paths)
    # Hard classes as densities, soft ones filled by weight.
    assert [h.ax.get_ylabel() for h in drawn.scores] == ["Density", "", ""]
    for histogram, area in zip(drawn.scores, [1, 1, None], strict=True):
        bars = histogram.fills[1].get_data()
        if area is None:
            np.testing.assert_array_equal(bars.values, histogram.foreground[1:-1])
        else:
            assert np.sum(bars.values * np.diff(bars.edges)) == pytest.approx(area)
    squares = [ax.get_position().y0 for ax in drawn.axes.values()]
    assert max(histogram.ax.get_position().y1 for histogram in drawn.scores) < min(squares)
    assert table(drawn)[-1] == ("background scores", "", "", "")
    assert panel(two, scores={"density": False}).scores[0].ax.get_ylabel() == "Count"


def test_scores_need_rows(hard):
    bare = prplot.from_counts([2, 1], [1, 2], [0, 3])
    panel([hard, bare])
    plt.close("all")
    with pytest.raises(prplot.PrplotValueError, match=r"prplot\.from_labels or prplot\.from_weights"):
        panel([hard, bare], scores=True)
    assert plt.get_fignums() == []


# Manners.


@pytest.mark.parametrize("draw", [panel, lambda paths: multiples({"a": paths, "b": paths})])
def test_pyplot_and_settings_are_left_as_they_were(draw, two):
    first = plt.figure()
    before = dict(mpl.rcParams)
    drawn = draw(two)
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == [first.number, drawn.figure.number]
    assert plt.gcf() is drawn.figure


def test_dark_background(two, sampled):
    # The style has colours of its own; here those of prplot are asked about, of which black is white there.
    own = {"axes.prop_cycle": mpl.rcParamsDefault["axes.prop_cycle"]}
    with plt.style.context(["dark_background", own]):
        drawn = panel({**two, **{f"{k}": sampled(k) for k in range(5)}}, ("pr",))
    assert np.mean(to_rgb(drawn.plotted["pr"].lines[6].get_color())) > 0.9
    assert np.mean(to_rgb(drawn.legend.get_texts()[0].get_color())) > 0.4


def test_save(two, tmp_path):
    drawn = panel(two, ("roc",), scores=True)
    assert repr(drawn) == "Panels(roc; 2 score distributions)"
    drawn.save(tmp_path / "panel.pdf")
    assert b"/FontFile2" in (tmp_path / "panel.pdf").read_bytes()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        (
            {"spaces": "cube"},
            prplot.PrplotValueError,
            f"spaces must be one of {', '.join(map(repr, (*EVERY, 'net_benefit')))}; got 'cube'",
        ),
        ({"spaces": ("pr", "pr")}, prplot.PrplotValueError, r"spaces must be one or more different spaces"),
        ({"spaces": ()}, prplot.PrplotValueError, r"spaces must be one or more different spaces"),
        ({"spaces": 3}, prplot.PrplotValueError, r"spaces must be one of .*; got 3"),
        ({"paths": []}, prplot.PrplotValueError, "paths must be a path, a curve, .*; got none"),
        ({"paths": [3]}, prplot.PrplotTypeError, "paths must be a path, a curve, .*; got int 3"),
        ({"columns": 0}, prplot.PrplotValueError, "columns must be a number from 1 on; got 0"),
        ({"thresholds": "f"}, prplot.PrplotValueError, "metric must be the name of a metric"),
        (
            {"thresholds": {"mine": 1}},
            prplot.PrplotValueError,
            "thresholds must name classifiers; got 'mine'. They are",
        ),
        ({"thresholds": math.nan}, prplot.PrplotValueError, "threshold must not be NaN"),
        ({"thresholds": [0.5]}, prplot.PrplotTypeError, "thresholds must be one real number"),
        ({"scores": 3}, prplot.PrplotTypeError, "scores must be a dict"),
        ({"points": 3}, prplot.PrplotTypeError, "points must be a dict"),
        ({"legend": "x"}, prplot.PrplotTypeError, "legend must be a dict"),
        ({"line": 3}, prplot.PrplotTypeError, "line must be a dict"),
        ({"isof": False}, TypeError, "isof"),
        ({"scores": {"bins": 0}}, prplot.PrplotValueError, "bins must be"),
        ({"legend": {"nonsense": 1}}, TypeError, "nonsense"),
    ],
)
def test_wrong_calls_leave_no_figure(options, error, text, two):
    with pytest.raises(error, match=text):
        panel(**{"paths": two, **options})
    assert plt.get_fignums() == []
