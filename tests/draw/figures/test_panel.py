"""Figures of several axes: one colour per classifier, one legend, the same operating points everywhere."""

from __future__ import annotations

import math
from itertools import combinations

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.offsetbox import AnchoredOffsetbox
from matplotlib.text import Text

import prplot
from prplot.draw import multiples, panel
from prplot.draw.base.axes import COLORS
from prplot.spaces import SPACES

EVERY = tuple(space.name for space in SPACES)
THREE = ("roc", "pr", "prg")


@pytest.fixture
def two(hard, other):
    return {"hard": hard, "other": other}


def sampled(seed, share=0.3, n=80, better=1.0):
    rng = np.random.default_rng(seed)
    labels = np.arange(n) < share * n
    return prplot.from_labels(labels, rng.normal(size=n) + better * labels)


def table(drawn):
    """Rows of the legend, as texts."""
    texts = [text.get_text() for text in drawn.legend.get_texts()]
    columns = drawn.legend._ncols
    return [tuple(texts[row :: len(texts) // columns]) for row in range(len(texts) // columns)]


def head(ax):
    """What is written above axes of `multiples`: texts and colours."""
    (box,) = [child for child in ax.get_children() if isinstance(child, AnchoredOffsetbox)]
    return [(text.get_text(), to_hex(text.get_color())) for text in box.findobj(Text)]


def minus(text):
    return text.replace("-", "\N{MINUS SIGN}")


def well_laid_out(figure):
    """Whether nothing is cut, no two axes with their texts overlap, nor the legend with one."""
    figure.draw_without_rendering()
    drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    inside = drawn.x0 > -0.01 and drawn.y0 > -0.01 and drawn.x1 < width + 0.01 and drawn.y1 < height + 0.01
    boxes = [ax.get_tightbbox() for ax in figure.axes] + [legend.get_window_extent() for legend in figure.legends]
    apart = [
        one.x1 < other.x0 + 1 or other.x1 < one.x0 + 1 or one.y1 < other.y0 + 1 or other.y1 < one.y0 + 1
        for one, other in combinations(boxes, 2)
    ]
    return inside and all(apart)


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


def test_a_classifier_has_one_colour_where_others_are_missing(two):
    third = sampled(1)
    groups = {"a": two, "b": {"other": two["other"], "third": third}, "c": {"third": third, "hard": two["hard"]}}
    drawn = multiples(groups)
    colors = {
        (group, line.curve.label): line.get_color()
        for group, plotted in drawn.plotted.items()
        for line in plotted.lines
    }
    wanted = dict(zip(["hard", "other", "third"], COLORS, strict=False))
    assert colors == {(group, name): wanted[name] for group, names in groups.items() for name in names}
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["hard", "other", "third"]
    assert [handle.get_color() for handle in drawn.legend.legend_handles] == list(COLORS[:3])


def test_more_classifiers_than_colours_differ_in_their_lines():
    drawn = panel({f"{k}": sampled(k) for k in range(9)}, ("roc", "pr"))
    for plotted in drawn.plotted.values():
        looks = [(line.get_color(), line.get_linestyle()) for line in plotted.lines]
        assert len(set(looks)) == 9
    drawn = multiples({"a": {f"{k}": sampled(k) for k in range(9)}, "b": {"8": sampled(8)}})
    assert drawn.plotted["b"].lines[0].get_linestyle() == drawn.plotted["a"].lines[8].get_linestyle() == "--"


# The legend.


def test_the_legend_is_a_table_of_areas(two):
    spaces = ("pr", "prg", "roc", "croc", "cost")
    drawn = panel(two, spaces)
    heads = ("area", "PR, continuous", "PRG, signed", "ROC", "CROC", "Cost")
    rows = [(name, *(minus(f"{path.curve(s).area():.3f}") for s in spaces)) for name, path in two.items()]
    assert table(drawn) == [heads, *rows]


def test_soft_labels_say_of_how_much(soft):
    drawn = panel({"net": soft}, ("roc", "pr"))
    cells = [f"{soft.curve(s).area():.3f} of {soft.best().curve(s).area():.3f}" for s in ("roc", "pr")]
    assert table(drawn) == [("area, of at most", "ROC", "PR, continuous"), ("net", *cells)]


def test_numbers_stand_flush_right_and_rows_level():
    # A negative area, and a column with a taller head.
    paths = {"good": sampled(1, better=2), "bad": sampled(2, better=-2), "_private": sampled(3)}
    drawn = panel(paths, THREE, thresholds="f1", scores=True)
    drawn.figure.canvas.draw()
    texts, columns = drawn.legend.get_texts(), drawn.legend._ncols
    rows = len(texts) // columns
    assert table(drawn)[3][0].strip() == "_private"
    assert any(cell.startswith("\N{MINUS SIGN}") for cell in table(drawn)[2])
    for column in range(1, columns):
        ends = [text.get_window_extent().x1 for text in texts[column * rows : (column + 1) * rows] if text.get_text()]
        assert np.ptp(ends) < 1
    for row in range(rows):
        # Where texts stand, whatever their height.
        levels = [text.get_transform().transform(text.get_position())[1] for text in texts[row::rows]]
        assert np.ptp(levels) < 1.5


def test_interpolation_is_of_the_spaces_that_have_several(hard):
    drawn = panel(hard, THREE, interpolation="step")
    assert table(drawn)[0] == ("area", "ROC", "PR, step", "PRG, signed")
    assert table(drawn)[1][1:3] == (f"{hard.roc().area():.3f}", f"{hard.pr('step').area():.3f}")
    with pytest.raises(prplot.PrplotValueError, match="interpolation must be 'continuous' in ROC space"):
        panel(hard, ("roc", "prg"), interpolation="step")


def test_curves_are_drawn_as_they_are_in_their_space(hard, other):
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


def test_without_lines_the_areas_are_still_told(two):
    drawn = panel(two, ("pr",), line=False)
    assert [row[1] for row in table(drawn)[1:]] == [f"{path.pr().area():.3f}" for path in two.values()]
    assert [handle.get_color() for handle in drawn.legend.legend_handles[1:3]] == list(COLORS[:2])


# Operating points.


def best_f1(path):
    """The threshold with the best F1, and its rates, found by trying all."""

    def f1(row):
        return 2 * path.tp[row] / (path.positives + path.tp[row] + path.fp[row])

    row = max(range(1, len(path)), key=f1)
    return path.thresholds[row], path.fp[row] / path.negatives, path.tp[row] / path.positives


def test_operating_points_are_marked_everywhere(two):
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


def test_one_threshold_for_all_or_for_some(two):
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


def test_points_of_the_caller(two):
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


def test_scores_are_below_in_the_colours_of_the_curves(two, soft):
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


# The grid.


def grid_of(axes):
    """Rows of axes from above, by where they are."""
    rows = {}
    for name, ax in axes.items():
        rows.setdefault(ax.get_subplotspec().rowspan.start, []).append(name)
    return [rows[k] for k in sorted(rows)]


@pytest.mark.parametrize(
    ("count", "columns", "shape"),
    [(3, None, [3]), (4, None, [2, 2]), (5, None, [3, 2]), (5, 2, [2, 2, 1]), (1, 3, [1])],
)
def test_rows_of_spaces(count, columns, shape, hard):
    drawn = panel(hard, EVERY[:count], columns=columns)
    assert [len(row) for row in grid_of(drawn.axes)] == shape
    drawn.figure.canvas.draw()
    sizes = np.array([ax.get_window_extent().size for ax in drawn.axes.values()])
    np.testing.assert_allclose(sizes[:, 0], sizes[:, 1], atol=0.01)
    np.testing.assert_allclose(sizes, sizes[0, 0], atol=0.01)


@pytest.mark.parametrize(("count", "shape"), [(2, [2]), (5, [5]), (7, [4, 3]), (11, [4, 4, 3])])
def test_rows_of_groups(count, shape):
    drawn = multiples({f"fold {k}": sampled(k, n=20) for k in range(count)})
    assert [len(row) for row in grid_of(drawn.axes)] == shape


LAYOUTS = {
    "usual": (THREE, {}),
    "all spaces": (EVERY, {"thresholds": "f1", "scores": True}),
    "one": (("pr",), {"scores": True}),
    "below each other": (THREE, {"columns": 1}),
    "poster": (THREE, {"figsize": (20, 12), "scores": True}),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "font"), [*((name, (7, 14)[k % 2]) for k, name in enumerate(LAYOUTS)), ("all spaces", 7)]
)
def test_nothing_is_cut_or_overlaps(name, font, two, soft):
    spaces, options = LAYOUTS[name]
    with plt.rc_context({"font.size": font}):
        drawn = panel({**two, "a longer name": sampled(4, better=0.2)}, spaces, **options)
        assert well_laid_out(drawn.figure)
        if name == "usual":
            assert well_laid_out(panel({"soft labels": soft}, spaces, scores=True).figure)


PAPER = {
    "a column": (("roc", "pr"), {"figsize": (85 / 25.4, 2.4)}),
    "a page": (THREE, {"figsize": (183 / 25.4, 4.3), "scores": True}),
}


@pytest.mark.parametrize("font", [7, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", PAPER)
def test_fits_on_paper(name, font, two):
    spaces, options = PAPER[name]
    with plt.rc_context({"font.size": font}):
        drawn = panel({**two, "a longer name": sampled(4, better=0.2)}, spaces, thresholds="f1", **options)
        assert well_laid_out(drawn.figure)


def test_long_names_are_made_to_fit():
    paths = {f"a classifier with quite a long name, which goes on, {k}": sampled(k) for k in range(4)}
    drawn = panel(paths, scores=True)
    assert well_laid_out(drawn.figure)
    for histogram, name in zip(drawn.scores, paths, strict=True):
        title = histogram.ax._left_title
        assert title.get_window_extent().width < histogram.ax.get_window_extent().width * 1.1
        assert name.startswith(title.get_text().rstrip("\N{HORIZONTAL ELLIPSIS}"))
    assert [row[0] for row in table(drawn)[1:5]] == list(paths)


def test_the_layout_has_settled(two):
    figure = panel(two, scores=True).figure

    def places():
        figure.draw_without_rendering()
        return np.array([ax.get_window_extent().bounds for ax in figure.axes])

    np.testing.assert_allclose(places(), places(), atol=0.2)


# Small multiples.


def test_groups_share_their_axes_and_have_their_own_surroundings():
    groups = {f"task {k}": sampled(k, share=share) for k, share in enumerate([0.1, 0.3, 0.5, 0.05, 0.2, 0.4])}
    drawn = multiples(groups)
    drawn.figure.canvas.draw()
    axes = list(drawn.axes.values())
    assert len({(ax.get_xlim(), ax.get_ylim()) for ax in axes}) == 1
    for (name, path), ax in zip(groups.items(), axes, strict=True):
        assert drawn.plotted[name].surroundings["unachievable"].fills
        assert [text.get_text() for text in ax.texts if "pi" in text.get_text()] == [rf"$\pi$ {path.prevalence:.3g}"]
    assert [ax.get_ylabel() for ax in axes] == ["Precision", "", "", "Precision", "", ""]
    assert [ax.get_xlabel() for ax in axes] == ["", "", "", "Recall", "Recall", "Recall"]
    axes[0].set_xlim(0.2, 0.4)
    assert axes[5].get_xlim() == (0.2, 0.4)


def test_an_incomplete_row_leaves_labels_above_it():
    drawn = multiples({f"{k}": sampled(k, n=20) for k in range(7)})
    assert [ax.get_xlabel() for ax in drawn.axes.values()] == ["", "", "", "Recall", "Recall", "Recall", "Recall"]


def test_groups_see_what_one_of_them_needs():
    groups = {"good": sampled(1, better=3), "bad": sampled(2, better=-0.6), "fair": sampled(3)}
    drawn = multiples(groups, "prg")
    alone = {name: prplot.plot(path, "prg").ax.get_ylim()[0] for name, path in groups.items()}
    assert alone["bad"] < alone["good"]
    assert {ax.get_ylim()[0] for ax in drawn.axes.values()} == {alone["bad"]}


def test_heads_name_the_group_and_its_areas(two, soft):
    drawn = multiples({"a": two, "b": {"other": two["hard"]}})
    areas = [f"{path.pr().area():.3f}" for path in two.values()]
    assert [text for text, _ in head(drawn.axes["a"])] == ["a", *areas]
    assert [color for _, color in head(drawn.axes["a"])[1:]] == [color.lower() for color in COLORS[:2]]
    assert head(drawn.axes["b"])[1] == (areas[0], COLORS[1].lower())
    assert drawn.legend.get_title().get_text() == "area, continuous"
    drawn = multiples({"a": soft, "b": soft}, "roc")
    assert head(drawn.axes["a"])[1][0] == f"{soft.roc().area():.3f} of {soft.best().roc().area():.3f}"
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["soft"]


def test_heads_are_broken_where_there_is_little_room():
    groups = {f"a task with a long name, {k}": {f"{j}": sampled(10 * k + j) for j in range(4)} for k in range(3)}
    # 85 mm; matplotlib warns where nothing is left for the axes, and warnings are errors.
    with plt.rc_context({"font.size": 8}):
        drawn = multiples(groups, "roc", figsize=(85 / 25.4, 2.2))
    assert well_laid_out(drawn.figure)
    places = [ax.get_window_extent().bounds for ax in drawn.axes.values()]
    for group, ax in drawn.axes.items():
        (title, _), *areas = head(ax)
        assert title.endswith("\N{HORIZONTAL ELLIPSIS}")
        assert group.startswith(title[:-1])
        assert [text for text, _ in areas] == [f"{path.roc().area():.3f}" for path in groups[group].values()]
        assert ax.get_window_extent().width > 60
    # Axes that made room for their heads beside them shrank with every drawing.
    for _ in range(3):
        drawn.figure.draw_without_rendering()
        np.testing.assert_allclose([ax.get_window_extent().bounds for ax in drawn.axes.values()], places, atol=0.01)


def test_the_legend_of_a_nameless_classifier_names_the_area():
    drawn = multiples({"a": sampled(1), "b": sampled(2)}, interpolation="step")
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["area, step"]
    assert {plotted.lines[0].get_color() for plotted in drawn.plotted.values()} == {COLORS[0]}
    named = {"a": prplot.from_labels([1, 0], [2, 1], name="x"), "b": prplot.from_labels([1, 0], [2, 1], name="y")}
    assert [text.get_text() for text in multiples(named).legend.get_texts()] == ["area, continuous"]
    assert multiples(named, legend=False).legend is None


def test_a_group_of_one_class_is_undefined():
    with pytest.warns(prplot.PrplotWarning, match="no foreground weight"):
        drawn = multiples({"a": sampled(1), "empty": prplot.from_labels([0, 0], [1, 2])})
    assert head(drawn.axes["empty"])[1][0] == "undefined"
    assert not drawn.plotted["empty"].surroundings


@pytest.mark.slow
@pytest.mark.parametrize(("space", "font"), [("pr", 14), ("prg", 7), ("cost", 14)])
def test_multiples_are_well_laid_out(space, font):
    names = ["Forest", "Regression with a longer name", "Another one", "The last of all"]
    groups = {f"fold {k}": {name: sampled(10 * k + j) for j, name in enumerate(names)} for k in range(6)}
    with plt.rc_context({"font.size": font}):
        assert well_laid_out(multiples(groups, space).figure)
        assert well_laid_out(multiples({k: group["Forest"] for k, group in groups.items()}, space, columns=6).figure)


# Manners.


@pytest.mark.parametrize("draw", [panel, lambda paths: multiples({"a": paths, "b": paths})])
def test_pyplot_and_settings_are_left_as_they_were(draw, two):
    first = plt.figure()
    before = dict(mpl.rcParams)
    drawn = draw(two)
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == [first.number, drawn.figure.number]
    assert plt.gcf() is drawn.figure


def test_dark_background(two):
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
            f"spaces must be one of {', '.join(map(repr, EVERY))}; got 'cube'",
        ),
        ({"spaces": ("pr", "pr")}, prplot.PrplotValueError, r"spaces must be one or more different spaces"),
        ({"spaces": ()}, prplot.PrplotValueError, r"spaces must be one or more different spaces"),
        ({"spaces": 3}, prplot.PrplotValueError, r"spaces must be one of .*; got 3"),
        ({"paths": []}, prplot.PrplotValueError, "paths must be a path, a curve, .*; got none"),
        ({"paths": [3]}, prplot.PrplotTypeError, "paths must be a path, a curve, .*; got int 3"),
        ({"columns": 0}, prplot.PrplotValueError, "columns must be a number from 1 on; got 0"),
        ({"thresholds": "f"}, prplot.PrplotValueError, "metric must be one of"),
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


@pytest.mark.parametrize(
    ("groups", "options", "error", "text"),
    [
        ([1], {}, prplot.PrplotTypeError, "groups must be a mapping from names to paths"),
        ({}, {}, prplot.PrplotValueError, "groups must hold at least one group"),
        ({"a": []}, {}, prplot.PrplotValueError, "the paths of 'a' must be a path"),
        ({"a": 3}, {}, prplot.PrplotTypeError, "the paths of 'a' must be a path"),
        (None, {"space": "cube"}, prplot.PrplotValueError, "space must be one of"),
        (None, {"columns": True}, prplot.PrplotValueError, "columns must be a number from 1 on; got True"),
        (None, {"line": 3}, prplot.PrplotTypeError, "line must be a dict"),
        (None, {"legend": {"nonsense": 1}}, TypeError, "nonsense"),
    ],
)
def test_wrong_groups_leave_no_figure(groups, options, error, text, two):
    with pytest.raises(error, match=text):
        multiples({"a": two} if groups is None else groups, **options)
    assert plt.get_fignums() == []


def test_words_beside_small_axes_are_whole(hard):
    with prplot.style.paper("slides"):
        drawn = prplot.draw.panel(hard)
    said = [text for ax in drawn.axes.values() for text in (ax.get_xlabel(), ax.get_ylabel())]
    assert [" ".join(text.split()) for text in said] == [
        *("False positive rate", "True positive rate"),
        *("Recall", "Precision"),
        *("Recall gain", "Precision gain"),
    ]


def test_a_panel_in_a_narrow_column_is_no_higher_than_a_page():
    with prplot.style.paper("icml"):
        drawn = prplot.draw.panel(prplot.datasets.load("digits").paths(), scores=True, thresholds="f1")
    assert drawn.figure.get_size_inches()[1] <= 8.5


def test_areas_above_multiples_end_within_the_figure():
    hits = np.arange(60) % 3 > 0
    groups = {
        f"IoU {k}": {name: prplot.from_labels(hits, -np.arange(60), positives=80 + k) for name in ("boats", "gulls")}
        for k in range(4)
    }
    drawn = multiples(groups, columns=4)
    drawn.figure.draw_without_rendering()
    right = drawn.figure.bbox.x1
    for ax in drawn.axes.values():
        boxes = [text.get_window_extent() for child in ax.artists for text in child.findobj(Text)]
        assert max(box.x1 for box in boxes) < right
