"""Figures of several axes: one colour per classifier, one legend, the same operating points everywhere."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb

import prplot
from prplot import style
from prplot.draw import multiples, panel, soft_labels
from prplot.spaces import SPACES

EVERY = tuple(space.name for space in SPACES)


def shape(axes):
    """How many axes there are in each row, from above."""
    rows = [ax.get_subplotspec().rowspan.start for ax in axes.values()]
    return [rows.count(row) for row in sorted(set(rows))]


# Panels of spaces.


def test_a_classifier_has_one_colour_in_all_panels(two, soft):
    drawn = panel({**two, "soft": soft}, EVERY)
    assert list(drawn.axes) == list(drawn.plotted) == list(EVERY)
    colors = [line.get_color() for line in prplot.plot([*two.values(), soft], legend=False).lines]
    for plotted in drawn.plotted.values():
        assert [line.get_color() for line in plotted.lines] == colors
        assert [line.curve.label for line in plotted.lines] == ["hard", "other", "soft"]
    thick = panel(two, line={"lw": 3, "c": "r"}, iso_f=False)
    for plotted in thick.plotted.values():
        assert {(line.get_linewidth(), line.get_color()) for line in plotted.lines} == {(3, "r")}
        assert "iso_f" not in plotted.surroundings
    many = panel([two["hard"]] * 9, ("roc", "pr"))
    assert len({(line.get_color(), line.get_linestyle()) for line in many.plotted["pr"].lines}) == 9


@pytest.mark.parametrize(
    ("count", "columns", "wanted"), [(3, None, [3]), (4, None, [2, 2]), (5, 2, [2, 2, 1]), (1, 3, [1])]
)
def test_rows_of_spaces_are_square_and_alike(count, columns, wanted, hard):
    drawn = panel(hard, EVERY[:count], columns=columns)
    assert shape(drawn.axes) == wanted
    drawn.figure.canvas.draw()
    sizes = np.array([ax.get_window_extent().size for ax in drawn.axes.values()])
    np.testing.assert_allclose(sizes, sizes[0, 0], atol=0.02)


def test_the_legend_is_a_table_of_areas(soft, hard, other, rows, minus):
    spaces = ("pr", "prg", "roc", "cost")
    drawn = panel({"worse": other, "better": hard, "_private": hard.ties("given")}, spaces)
    said = rows(drawn.legend)
    assert said[0] == "AUPRC (continuous) AUPRG AUROC area under cost curve"
    for name, path in (("worse", other), ("better", hard), ("_private", hard)):
        assert " ".join((name, *(minus(f"{path.curve(s).area():.3f}") for s in spaces))) in said
    order = rows(panel([other, hard], ("roc", "pr"), sort=True).legend)
    assert [row.split()[0] for row in order] == ["AUROC", "hard", "other"]
    order = rows(panel([other, hard], ("roc", "pr"), sort=False).legend)
    assert [row.split()[0] for row in order] == ["AUROC", "other", "hard"]
    cells = [f"{soft.curve(s).area():.3f} (max {soft.best().curve(s).area():.3f})" for s in ("roc", "pr")]
    said = rows(panel({"net": soft}, ("roc", "pr")).legend)
    assert said == ["AUROC AUPRC (continuous)", " ".join(("net", *cells))]


def test_curves_and_interpolations_are_drawn_as_they_are_in_their_space(hard, other, rows):
    drawn = panel(hard, ("roc", "pr", "prg"), interpolation="step")
    assert rows(drawn.legend)[0] == "AUROC AP AUPRG"
    with pytest.raises(prplot.PrplotValueError, match="interpolation must be 'continuous' in ROC space"):
        panel(hard, ("roc", "prg"), interpolation="step")
    curve = hard.pr("step", label="stairs")
    drawn = panel([curve, other], ("roc", "pr"))
    assert drawn.plotted["pr"].lines[0].curve is curve
    assert rows(drawn.legend)[1:] == [
        f"stairs {hard.roc().area():.3f} {curve.area():.3f} AP",
        f"other {other.roc().area():.3f} {other.pr().area():.3f} AUPRC (continuous)",
    ]
    assert panel(hard, legend=False).legend is None
    drawn = panel(hard, legend={"title": "models", "loc": "outside right upper"})
    assert (drawn.legend.get_title().get_text(), drawn.figure.legends) == ("models", [drawn.legend])


def test_operating_points_are_marked_everywhere(two, rows, minus):
    def best_f1(path):
        row = max(range(1, len(path)), key=lambda k: 2 * path.tp[k] / (path.positives + path.tp[k] + path.fp[k]))
        return path.thresholds[row], path.fp[row] / path.negatives, path.tp[row] / path.positives

    drawn, found = (
        panel(two, ("pr", "roc", "cost"), thresholds="f1", scores=True),
        [best_f1(path) for path in two.values()],
    )
    for name, marks in drawn.points.items():
        for mark, line, (_, fpr, tpr) in zip(marks.lines, drawn.plotted[name].lines, found, strict=True):
            space = line.curve.space
            wanted = [space.forward(fpr, tpr)] if space._pointwise else [(0, fpr), (1, 1 - tpr)]
            np.testing.assert_allclose(mark.get_xydata(), wanted)
            assert mark.get_color() == line.get_color()
    assert [list(histogram.lines[0].get_xdata()) for histogram in drawn.scores] == [[t, t] for t, _, _ in found]
    said = rows(drawn.legend)
    assert said[0].endswith("threshold of maximal $F_{1}$")
    for name, (t, _, _) in zip(two, found, strict=True):
        assert next(row for row in said if row.startswith(name)).endswith(minus(f" {t:.3g}"))
    # One threshold for all, or for some; with a look, or not marked.
    for thresholds, names in ((0.5, ["hard", "other"]), ({"other": -0.25}, ["other"])):
        drawn = panel(two, ("roc", "pr"), thresholds=thresholds, points={"marker": "s"})
        assert [mark.get_marker() for mark in drawn.points["pr"].lines] == ["s"] * len(names)
        for mark, name in zip(drawn.points["roc"].lines, names, strict=True):
            at = two[name].at(thresholds if thresholds == 0.5 else -0.25)
            np.testing.assert_allclose(mark.get_xydata(), [[at.fpr, at.recall]])
    assert panel(two, ("roc", "pr"), thresholds="f1", points=False).points == {}
    with pytest.warns(prplot.PrplotWarning) as caught:
        drawn = panel(two, ("roc", "prg"), thresholds=1e9)
    text = "an operating point has no place in Precision-Recall-Gain space for 'hard', 'other'; it is not drawn there."
    assert [str(warning.message) for warning in caught] == [text]


def test_scores_are_below_in_the_colours_of_the_curves(two, soft, rows):
    paths = {**two, "soft": soft}
    drawn = panel(paths, scores={"bins": 7})
    for histogram, path, line in zip(drawn.scores, paths.values(), drawn.plotted["pr"].lines, strict=True):
        assert histogram.foreground.sum() == pytest.approx(path.positives)
        assert len(histogram.edges) == 8
        assert to_hex(histogram.fills[1].get_edgecolor()) == to_hex(line.get_color())
    assert [histogram.ax.get_title(loc="left") for histogram in drawn.scores] == list(paths)
    assert [h.ax.get_ylabel() for h in drawn.scores] == ["Density", "", ""]
    assert max(h.ax.get_position().y1 for h in drawn.scores) < min(ax.get_position().y0 for ax in drawn.axes.values())
    assert rows(drawn.legend)[-1] == "scores of negatives"
    with pytest.raises(prplot.PrplotValueError, match=r"prplot\.from_labels or prplot\.from_weights"):
        panel(prplot.from_counts([2, 1], [1, 2], [0, 3]), scores=True)


@pytest.mark.parametrize(
    ("spaces", "options", "font"),
    [
        (EVERY, {"thresholds": "f1", "scores": True}, 7),
        (("roc", "pr", "prg"), {"columns": 1}, 14),
        (("roc", "pr"), {"figsize": (85 / 25.4, 2.4)}, 7),
        (("roc", "pr", "prg"), {"figsize": (183 / 25.4, 4.3), "scores": True}, 7),
    ],
)
def test_nothing_is_cut_or_overlaps(spaces, options, font, two, sampled, clear):
    with mpl.rc_context({"font.size": font}):
        drawn = panel({**two, "a classifier with quite a long name": sampled(4, better=0.2)}, spaces, **options)
    clear(drawn.figure, room=2.0)
    box = drawn.legend.get_window_extent()
    assert not any(ax.get_tightbbox().overlaps(box.padded(-2)) for ax in drawn.figure.axes)


def test_pyplot_settings_and_errors(two):
    first, before = plt.figure(), dict(mpl.rcParams)
    for draw in (panel, lambda paths: multiples({"a": paths, "b": paths})):
        drawn = draw(two)
        assert plt.gcf() is drawn.figure
        plt.close(drawn.figure)
    assert dict(mpl.rcParams) == before
    for draw, said in (
        (lambda: panel(two, ("pr", "pr")), "spaces must be one or more different spaces"),
        (lambda: panel(two, thresholds={"mine": 1}), "thresholds must name classifiers; got 'mine'. They are"),
        (lambda: panel(two, legend={"loc": "best"}), r"legend\['loc'\] must be .*best"),
        (lambda: panel(two, points={"color": "red"}), "points must be left out without thresholds"),
        (lambda: panel(two, "calibration", iso_g=True), "iso_g must be a part as in prplot.plot; got True.*'iso_f'"),
        (lambda: multiples({}), "groups must hold at least one group"),
        (lambda: multiples({"a": two}, columns=True), "columns must be a number from 1 on; got True"),
    ):
        with pytest.raises(prplot.PrplotError, match=said):
            draw()
    assert plt.get_fignums() == [first.number]
    with plt.style.context("dark_background"):
        assert np.mean(to_rgb(panel(two, ("pr",)).legend.get_texts()[0].get_color())) > 0.4


# Small multiples.


def test_groups_share_their_axes_and_colours_and_have_their_own_surroundings(two, sampled, entries, words):
    third = sampled(1, share=0.5)
    groups = {"a": two, "b": {"other": two["other"], "third": third}, "c": {"third": third, "hard": two["hard"]}}
    drawn = multiples(groups)
    colors = dict(zip(["hard", "other", "third"], (h.get_color() for h in drawn.legend.legend_handles), strict=True))
    assert entries(drawn)[1] == ["hard", "other", "third"]
    for group, plotted in drawn.plotted.items():
        assert {line.curve.label: line.get_color() for line in plotted.lines} == {n: colors[n] for n in groups[group]}
        assert plotted.surroundings["unachievable"].fills
    axes = list(drawn.axes.values())
    assert [(ax.get_ylabel(), ax.get_xlabel()) for ax in axes] == [
        ("Precision", "Recall"),
        ("", "Recall"),
        ("", "Recall"),
    ]
    axes[0].set_xlim(0.2, 0.4)
    assert axes[2].get_xlim() == (0.2, 0.4)
    # The view is that which one of them needs.
    bad = {"good": sampled(1, better=3), "bad": sampled(2, better=-0.6)}
    lows = [prplot.plot(path, "prg").ax.get_ylim()[0] for path in bad.values()]
    assert lows[1] < lows[0]
    assert {ax.get_ylim()[0] for ax in multiples(bad, "prg").axes.values()} == {lows[1]}
    seen = [word.text for word in words(multiples({f"{k}": third for k in range(7)}).figure)]
    assert (seen.count("Recall"), seen.count("Precision")) == (4, 2)


def test_heads_name_the_group_and_its_areas_in_their_colours(two, soft, words, entries):
    drawn = multiples({"a": two, "b": {"other": two["hard"]}})
    seen = {(word.text, word.color) for word in words(drawn.figure)}
    colors = [to_hex(line.get_color()) for line in drawn.plotted["a"].lines]
    areas = [f"{path.pr().area():.3f}" for path in two.values()]
    assert {(areas[0], colors[0]), (areas[1], colors[1]), (areas[0], colors[1])} <= seen
    assert {"a", "b"} <= {text for text, _ in seen}
    assert drawn.legend.get_title().get_text() == "AUPRC (continuous)"
    drawn = multiples({"a": soft, "b": soft}, "roc")
    of = f"{soft.roc().area():.3f} (max {soft.best().roc().area():.3f})"
    assert of in " ".join(word.text for word in words(drawn.figure))
    assert entries(multiples({"a": two["hard"].pr(label="one"), "b": two["other"].pr(label="two")}))[1] == [
        "AUPRC (continuous)"
    ]
    assert multiples({"a": two}, legend=False).legend is None
    with pytest.warns(prplot.PrplotWarning, match="no positive weight"):
        drawn = multiples({"a": two["hard"], "empty": prplot.from_labels([0, 0], [1, 2])})
    assert "undefined" in {word.text for word in words(drawn.figure)}


@pytest.mark.parametrize(("space", "font", "size"), [("pr", 14, None), ("cost", 7, None), ("roc", 8, (85 / 25.4, 2.2))])
def test_multiples_are_well_laid_out(space, font, size, sampled, clear):
    names = ["Forest", "Regression with a longer name", "Another one", "The last of all"]
    groups = {f"a task with a long name, {k}": {n: sampled(10 * k + j) for j, n in enumerate(names)} for k in range(3)}
    with mpl.rc_context({"font.size": font}):
        drawn = multiples(groups, space, figsize=size)
    clear(drawn.figure, room=2.0)
    assert min(ax.get_window_extent().width for ax in drawn.axes.values()) > 60


def test_the_size_of_a_figure_that_is_there_is_refused(hard):
    axes = plt.figure().subplots(1, 2)
    with pytest.raises(prplot.PrplotValueError, match="figsize must be left out with axes"):
        soft_labels(hard, axes=axes, figsize=(6, 3))


def test_the_legend_follows_the_width_of_the_figure(many):
    panels = panel(many(3, 40), ["roc", "pr", "prg"])
    legend, figure = panels.legend, panels.figure
    before = legend.get_window_extent().size
    figure.set_size_inches(5, 5)
    figure.draw_without_rendering()
    assert legend.get_window_extent().width <= figure.bbox.width < before[0]
    figure.set_size_inches(12, 5)
    figure.draw_without_rendering()
    np.testing.assert_allclose(legend.get_window_extent().size, before)
    figure.set_size_inches(1, 5)
    with pytest.warns(prplot.PrplotWarning, match=r"the legend is wider than the figure of 1 inches\."):
        legend.get_window_extent()


def test_short_titles_keep_how_long_names_end(many):
    names = [f"Gradient boosted trees with focal loss {letter}" for letter in "ABCDEF"]
    with style.paper("ieee"):
        panels = panel(dict(zip(names, many(6).values(), strict=True)), ["roc", "pr"], scores=True)
    titles = [ax.get_title(loc="left") for ax in panels.figure.axes]
    assert [title[-1] for title in titles if "…" in title] == [*"ABCDEF"]


def test_a_title_may_be_a_number(hard):
    assert panel(hard, "roc", title=2026).figure.get_suptitle() == "2026"


@pytest.mark.parametrize("figsize", [3, ("a", "b"), (0, 0), (np.nan, 2), (1, 2, 3), (1e6, 2), (2, -1), "ab"], ids=repr)
def test_a_size_that_no_figure_can_have_is_refused_and_no_figure_stays(figsize, hard):
    for call in (
        lambda: panel(hard, figsize=figsize),
        lambda: multiples({"a": hard}, figsize=figsize),
        lambda: soft_labels(hard, figsize=figsize),
    ):
        with pytest.raises(prplot.PrplotError, match=r"^figsize(\[[01]\])? must "):
            call()
    assert plt.get_fignums() == []
    assert panel(hard, figsize=np.array([9.0, 4.0])).figure.get_size_inches().tolist() == [9.0, 4.0]


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        (True, "scores of negatives"),
        ({"background": {"label": "controls"}}, "controls"),
        ({"foreground": {"label": "negative margin"}}, "scores of negatives"),
        ({"background": False}, None),
    ],
)
def test_the_row_of_the_negatives_in_the_legend(scores, text, hard):
    last = panel(hard, "roc", scores=scores).legend.get_texts()[-1].get_text()
    assert last == text if text else last.startswith("hard")


def test_letters_and_a_title(two, words):
    drawn = panel(two, ("roc", "pr"), letters=True, title="Two_models & $5")
    seen = [word.text for word in words(drawn.figure)]
    assert {"(a)", "(b)", "Two_models & $5"} <= set(seen)
    plain = panel(two, ("roc", "pr"))
    # They take no room from the plots.
    assert drawn.axes["pr"].get_window_extent().width == pytest.approx(
        plain.axes["pr"].get_window_extent().width, rel=0.05
    )


def test_labels_stay_on_one_line_where_they_fit(two):
    with prplot.style.paper("ieee"):
        assert panel(two, ("roc", "pr")).axes["roc"].get_xlabel() == "False positive rate"
    small = panel(two, ("roc", "pr"), figsize=(3.0, 2.0))
    assert small.axes["roc"].get_xlabel() != "False positive rate"


def test_more_classifiers_than_colours_have_different_ones_in_heads(two):
    drawn = multiples({"all": {f"model {k}": two["hard"] for k in range(10)}})
    assert len({to_hex(line.get_color()) for line in drawn.plotted["all"].lines}) == 10
