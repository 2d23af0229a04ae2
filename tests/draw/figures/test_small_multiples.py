"""Small multiples: axes that groups share, what is written above each, and one legend."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.offsetbox import AnchoredOffsetbox
from matplotlib.text import Text

import prplot
from prplot.draw import multiples
from prplot.draw.base.axes import COLORS


def head(ax):
    """What is written above axes of `multiples`: texts and colours."""
    (box,) = [child for child in ax.get_children() if isinstance(child, AnchoredOffsetbox)]
    return [(text.get_text(), to_hex(text.get_color())) for text in box.findobj(Text)]


# One classifier, one colour.


def test_a_classifier_has_one_colour_where_others_are_missing(two, sampled):
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


# Small multiples.


def test_groups_share_their_axes_and_have_their_own_surroundings(sampled):
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


def test_an_incomplete_row_leaves_labels_above_it(sampled):
    drawn = multiples({f"{k}": sampled(k, n=20) for k in range(7)})
    assert [ax.get_xlabel() for ax in drawn.axes.values()] == ["", "", "", "Recall", "Recall", "Recall", "Recall"]


def test_groups_see_what_one_of_them_needs(sampled):
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


def test_heads_are_broken_where_there_is_little_room(sampled, well_laid_out):
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


def test_the_legend_of_a_nameless_classifier_names_the_area(sampled):
    drawn = multiples({"a": sampled(1), "b": sampled(2)}, interpolation="step")
    assert [text.get_text() for text in drawn.legend.get_texts()] == ["area, step"]
    assert {plotted.lines[0].get_color() for plotted in drawn.plotted.values()} == {COLORS[0]}
    named = {"a": prplot.from_labels([1, 0], [2, 1], name="x"), "b": prplot.from_labels([1, 0], [2, 1], name="y")}
    assert [text.get_text() for text in multiples(named).legend.get_texts()] == ["area, continuous"]
    assert multiples(named, legend=False).legend is None


def test_a_group_of_one_class_is_undefined(sampled):
    with pytest.warns(prplot.PrplotWarning, match="no foreground weight"):
        drawn = multiples({"a": sampled(1), "empty": prplot.from_labels([0, 0], [1, 2])})
    assert head(drawn.axes["empty"])[1][0] == "undefined"
    assert not drawn.plotted["empty"].surroundings


@pytest.mark.slow
@pytest.mark.parametrize(("space", "font"), [("pr", 14), ("prg", 7), ("cost", 14)])
def test_multiples_are_well_laid_out(space, font, sampled, well_laid_out):
    names = ["Forest", "Regression with a longer name", "Another one", "The last of all"]
    groups = {f"fold {k}": {name: sampled(10 * k + j) for j, name in enumerate(names)} for k in range(6)}
    with plt.rc_context({"font.size": font}):
        assert well_laid_out(multiples(groups, space).figure)
        assert well_laid_out(multiples({k: group["Forest"] for k, group in groups.items()}, space, columns=6).figure)


# Manners.


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


def test_many_long_names_leave_the_axes_their_size(sampled):
    """The figure is as high as the names below and the areas above need."""
    few, many = (
        multiples({group: {name * 4: sampled(k, n=40) for k, name in enumerate(names)} for group in "abc"})
        for names in (["a classifier"], [f"classifier {k:02d} " for k in range(12)])
    )
    for drawn in (few, many):
        drawn.figure.canvas.draw()
    width = [drawn.axes["a"].get_window_extent().width for drawn in (few, many)]
    assert width[1] > 0.85 * width[0]


def values_shown(ax):
    return [text.get_text() for text in ax.texts if getattr(text, "name", "") and text.get_visible()]


def test_values_of_isolines_are_said_once(hard, other):
    drawn = multiples({f"{k}": path for k, path in enumerate([hard, other, hard, other])}, columns=2, figsize=(8, 7))
    drawn.figure.canvas.draw()
    assert [bool(values_shown(ax)) for ax in drawn.axes.values()] == [False, True, False, False]


def test_values_of_isolines_that_differ_are_said_everywhere(sampled):
    groups = {f"{share}": sampled(1, share=share) for share in (0.1, 0.5)}
    drawn = multiples(groups, "prg", figsize=(8, 4.5))
    drawn.figure.canvas.draw()
    assert all(values_shown(ax) for ax in drawn.axes.values())


def test_one_colour_has_no_line_in_the_legend(hard, other):
    legend = multiples({"a": hard.pr(label="one"), "b": other.pr(label="two")}).legend
    assert [text.get_text() for text in legend.get_texts()] == ["area, continuous"]
    assert [handle.get_linestyle() for handle in legend.legend_handles] == ["None"]
