"""Isolines: where the lines are, and what may be said about them."""

from __future__ import annotations

import re
from io import BytesIO

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.path import Path

import prplot
from prplot import PR, PRG, draw
from prplot.metrics import METRICS, f_beta, f_gain
from prplot.spaces import SPACES

MEASURES = [*METRICS, f_beta(), f_beta(2), f_beta(0.5), f_gain(), f_gain(2)]
PREVALENCES = (0.01, 0.2, 0.5, 0.9)

KINDS = [kind for kind in SPACES if kind.pointwise]

each_space = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
each_prevalence = pytest.mark.parametrize("prevalence", PREVALENCES)
# Each metric in each space, and each prevalence with each of both.
each_pair = pytest.mark.parametrize(
    ("kind", "metric", "prevalence"),
    [
        pytest.param(kind, metric, PREVALENCES[(i + j) % len(PREVALENCES)], id=f"{kind.name}-{metric.name}")
        for i, kind in enumerate(KINDS)
        for j, metric in enumerate(MEASURES)
    ],
)


def lowest_tpr(space):
    return space.lowest_rate if space.rate == "tpr" else 0.0


def levels_that_occur(space, metric, count=5):
    rng = np.random.default_rng(17)
    fpr, tpr = rng.uniform(0.05, 0.95, (2, count))
    low = lowest_tpr(space)
    return metric.value(fpr, low + (1 - low) * tpr, space.prevalence)


# Geometry.


@each_pair
@pytest.mark.parametrize("beyond", [False, True])
def test_every_point_of_an_isoline_has_its_level(kind, metric, prevalence, beyond, ax, rates_on):
    space = kind(prevalence)
    levels = levels_that_occur(space, metric)
    drawn = draw.isolines(space, metric, levels, beyond=beyond, ax=ax)
    assert len(drawn.lines) == len(levels)
    for level, line in zip(levels, drawn.lines, strict=True):
        fpr, tpr = rates_on(space, line)
        # Neither the origin nor its opposite, where lines of many levels meet.
        inside = (fpr + tpr > 1e-12) & (2 - fpr - tpr > 1e-9 / prevalence)
        found = metric.value(fpr[inside], tpr[inside], prevalence)
        # Far beyond the edge, at fpr up to 1e6, cells are differences of such numbers; next to (1, 1)
        # they are differences of rates of which CROC keeps 12 digits.
        room = 1e-9 * max(1.0, abs(level)) * (max(1.0, fpr.max()) if beyond else 1.0)
        room = room + 2e-13 / prevalence / np.abs(2 - fpr - tpr)[inside]
        # 1 - tpr, which DET shows, has so many digits of tpr.
        room = room + 4e-16 / prevalence / (fpr + tpr)[inside] * (kind.name == "det")
        assert np.all(np.abs(found - level) < room)


@each_pair
def test_isolines_end_on_the_border_of_the_square(kind, metric, prevalence, ax):
    space = kind(prevalence)
    for line in draw.isolines(space, metric, levels_that_occur(space, metric), ax=ax).lines:
        ends = np.asarray(line.get_data(), dtype=float)[:, [0, -1]].T
        for x, y in ends:
            fpr, tpr = space.inverse(x, y)
            if space.name == "pr" and x == 0:
                fpr, tpr = 0.0, 0.0
            walls = [fpr, 1 - fpr, tpr - lowest_tpr(space), 1 - tpr]
            assert min(walls) > -1e-9
            assert min(np.abs(walls)) < 1e-9


@each_space
@pytest.mark.parametrize(("metric", "level"), [("f1", 0.2), ("precision", 0.1), ("accuracy", 0.15), ("f2_gain", -0.3)])
def test_isolines_go_beyond_the_square_only_on_request(kind, metric, level, ax, rates_on):
    space = kind(0.2)
    (within,) = draw.isolines(space, metric, [level], ax=ax).lines
    (further,) = draw.isolines(space, metric, [level], beyond=True, ax=ax).lines
    assert rates_on(space, within)[0].max() <= 1 + 1e-9
    assert rates_on(space, further)[0].max() > 1.05


@each_space
def test_a_level_that_occurs_only_beyond_the_square(kind, ax, rates_on):
    space = kind(0.2)
    assert draw.isolines(space, "fpr", [1.5], ax=ax).lines == ()
    (line,) = draw.isolines(space, "fpr", [1.5], beyond=True, ax=ax).lines
    np.testing.assert_allclose(rates_on(space, line)[0], 1.5, rtol=1e-9)


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
@each_prevalence
def test_f_lines_are_parallel_in_prg(beta, prevalence, ax):
    lines = draw.iso_f(PRG(prevalence), beta=beta, ax=ax).lines
    assert len(lines) == 4
    for line in lines:
        x, y = line.get_data()
        np.testing.assert_allclose(np.diff(y), -(beta**2) * np.diff(x), atol=1e-9)


def test_f1_lines_are_equally_spaced_in_gain(ax):
    lines = draw.iso_f(PRG(0.15), ax=ax).lines
    sums = [float(np.mean(np.add(*line.get_data()))) / 2 for line in lines]
    np.testing.assert_allclose(sums, [0.2, 0.4, 0.6, 0.8], atol=1e-9)


def test_usual_f_levels_of_pr(ax):
    lines = draw.iso_f(PR(0.15), ax=ax).lines
    assert [line.get_label() for line in lines] == [f"_f1 = {level}" for level in (0.2, 0.4, 0.6, 0.8)]


@each_space
@pytest.mark.parametrize("metric", ["f1", "f2", "accuracy", "precision_gain", "recall"])
@pytest.mark.parametrize("prevalence", [0.2, 0.6])
def test_a_contour_of_the_metric_agrees(kind, metric, prevalence, ax):
    space, measure, cells = kind(prevalence), prplot.metrics.metric(metric), 300
    levels = np.unique(measure.value(*space.inverse([0.4, 0.7], [0.5, 0.75]), prevalence).round(12))
    x, y = np.meshgrid(np.linspace(0.02, 1.02, cells), np.linspace(0.02, 1, cells))
    fpr, tpr = space.inverse(x, y)
    # Left of where all foreground comes first is nothing.
    value = np.where((fpr >= 0) & (tpr <= 1), measure.value(fpr, tpr, prevalence), np.nan)
    seen = ax.contour(x, y, value, levels)
    for level, paths in zip(levels, seen.allsegs, strict=True):
        (drawn,) = draw.isolines(space, measure, [level], beyond=True, ax=ax).lines
        line, contour = in_view(drawn.get_data()), np.concatenate([path for path in paths if len(path)])
        assert farthest(contour, line) < 2 / cells
        assert farthest(line, contour) < 3 / cells


def farthest(some, others):
    """Largest distance from points well inside the unit square to the nearest of others."""
    some = some[np.all((some > 0.1) & (some < 0.97), axis=1)][::5]
    assert len(some)
    return max(float(np.hypot(*(others - point).T).min()) for point in some)


def in_view(line, pieces=1500):
    """Points along the part of a polyline near the unit square, closely spaced."""
    start, stop = np.transpose(line)[:-1], np.transpose(line)[1:]
    step = stop - start
    with np.errstate(divide="ignore", invalid="ignore"):
        walls = np.where(step == 0, [[[-np.inf]], [[np.inf]]], (np.array([-0.1, 1.1])[:, None, None] - start) / step)
    enter = np.clip(np.minimum(*walls).max(axis=1), 0, 1)
    leave = np.clip(np.maximum(*walls).min(axis=1), 0, 1)
    points = []
    for k in np.flatnonzero(leave > enter):
        size = np.hypot(*step[k]) * (leave[k] - enter[k])
        part = np.linspace(enter[k], leave[k], int(size * pieces) + 2)
        points.append(start[k] + part[:, None] * step[k])
    return np.concatenate(points) if points else np.empty((0, 2))


# Style, values, axes.

HELPERS = {
    "isolines": lambda ax, **k: draw.isolines(PR(0.2), "accuracy", [0.8], ax=ax, **k),
    "iso_f": lambda ax, **k: draw.iso_f(PR(0.2), [0.5], ax=ax, **k),
    "baseline": lambda ax, **k: draw.baseline(PR(0.2), ax=ax, **k),
    "always-positive": lambda ax, **k: draw.baseline(PR(0.2), kind="always-positive", ax=ax, **k),
    "prg_grid": lambda ax, **k: draw.prg_grid(PR(0.2), ax=ax, **k),
}


@pytest.mark.parametrize("helper", HELPERS)
@pytest.mark.parametrize(
    "style",
    [{"lw": 3, "c": "red", "ls": ":"}, {"linewidth": 3, "color": "red", "linestyle": ":"}],
    ids=["aliases", "full"],
)
def test_matplotlib_keywords_are_passed_through(helper, style, ax):
    drawn = HELPERS[helper](ax, **style, zorder=7, label="mine")
    for line in drawn.lines:
        assert (line.get_linewidth(), line.get_color(), line.get_linestyle()) == (3, "red", ":")
        assert (line.get_zorder(), line.get_label()) == (7, "mine")
        assert line.axes is ax


@pytest.mark.parametrize("helper", HELPERS)
def test_without_axes_the_current_ones_or_new_ones(helper):
    made = HELPERS[helper](None)
    assert made.figure is plt.gcf()
    assert HELPERS[helper](None).ax is made.ax
    assert len(plt.get_fignums()) == 1
    assert repr(made).startswith(f"Drawn({len(made.lines)} lines")
    assert "\n" not in repr(made)
    assert set(made.artists) >= set(made.lines)


@pytest.mark.parametrize("helper", HELPERS)
def test_lines_stay_out_of_legends_and_limits(helper, ax):
    ax.set(xlim=(0.2, 0.7), ylim=(0.1, 0.6))
    HELPERS[helper](ax)
    assert ax.get_legend_handles_labels() == ([], [])
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.7), (0.1, 0.6))


def shown(drawn, width):
    figure = drawn.figure
    figure.set_size_inches(width, width)
    figure.canvas.draw()
    return [text.get_text() for text in drawn.texts if text.get_visible()]


def test_the_name_of_the_metric_is_said_once_and_values_at_the_right_edge(ax):
    drawn = draw.iso_f(PR(0.1), ax=ax)
    assert shown(drawn, 6) == ["0.2", "0.4", "0.6", "$F_{1}$ 0.8"]
    level = np.array([0.2, 0.4, 0.6, 0.8])
    np.testing.assert_allclose(
        [t.xy for t in drawn.texts], np.column_stack([np.ones(4), level / (2 - level)]), atol=1e-9
    )
    assert draw.iso_f(PR(0.1), values=False, ax=ax).texts == ()


@each_space
@pytest.mark.parametrize("prevalence", [0.1, 0.3])
def test_every_isoline_in_view_has_its_value_at_an_edge(kind, prevalence, ax):
    drawn = draw.iso_f(kind(prevalence), ax=ax)
    assert len(drawn.texts) == len(drawn.lines) == 4


@each_space
def test_edge_values_are_never_over_a_curve_nor_over_each_other(kind, hard, ax):
    curve = hard.curve(kind.name)
    for name in ("accuracy", "mcc", "lr_positive"):
        ax.clear()
        drawn = draw.isolines(curve, name, 16, ax=ax)
        artists = curve.plot(ax=ax, iso_f=False)
        ax.figure.set_size_inches(6, 6)
        ax.figure.canvas.draw()
        line = ax.transData.transform(dense(artists.lines[0].get_xydata()))
        boxes = [text.get_window_extent() for text in drawn.texts if text.get_visible()]
        assert boxes
        for k, box in enumerate(boxes):
            assert not box.count_contains(line)
            assert box.count_overlaps(boxes[:k]) == 0


def test_a_value_inside_gives_way_to_a_curve_and_to_the_frame(ax):
    """A curve of recall 0.985 runs just below the upper edge, where lines of accuracy end."""
    path = prplot.from_labels([1] * 197 + [0] * 200 + [1] * 3, np.arange(400.0)[::-1])
    ends = np.array([0.5, 0.995])
    drawn = draw.isolines(path.roc(), "accuracy", 0.5 + (1 - ends) / 2, ax=ax)
    assert shown(drawn, 6) == ["accuracy 0.75"]
    path.roc().plot(ax=ax, legend=False)
    assert shown(drawn, 6) == []
    draw.isolines(path.roc(), "accuracy", [0.75], color="k", ax=ax)
    ax.set_xlim(0.3, 0.501)
    assert shown(drawn, 6) == []


def test_the_name_goes_to_the_largest_value_that_is_shown(ax):
    drawn = draw.iso_f(PR(0.1), [0.2, 0.5, 0.9], ax=ax)
    assert shown(drawn, 6) == ["0.2", "0.5", "$F_{1}$ 0.9"]
    drawn.texts[2].set_visible(False)
    assert shown(drawn, 6) == ["0.2", "$F_{1}$ 0.5"]
    ax.set_ylim(0, 0.3)
    assert shown(drawn, 6) == ["$F_{1}$ 0.2"]


# Values on the lines.


def dense(points, gap=1e-3):
    """Points along a polyline, closely spaced."""
    points = points[np.isfinite(points).all(axis=1)]
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.linspace(0, along[-1], int(along[-1] / gap) + 2)
    return np.column_stack([np.interp(at, along, c) for c in points.T])


def corners(text):
    """The corners of a turned text, in pixels."""
    angle, (x, y) = text.get_rotation(), text.get_position()
    text.set_rotation(0)
    width, height = text.get_window_extent().size
    text.set_rotation(angle)
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    sides = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    return sides @ np.array([[cos, sin], [-sin, cos]]) + (x, y)


def check_values_on_lines(drawn, others, ax):
    """Every value shown is on its line, along it, upright, in the axes, and over nothing else; how many there are."""
    ax.figure.canvas.draw()
    seen = [text for text in drawn.texts if text.shown]
    outlines = [Path(corners(text)) for text in seen]
    for k, (text, outline) in enumerate(zip(seen, outlines, strict=True)):
        own = ax.transData.transform(dense(text.line.get_xydata()))
        near = own[np.argsort(np.hypot(*(own - text.get_position()).T))]
        assert np.hypot(*(near[0] - text.get_position())) < 1.5
        assert 0 <= text.get_rotation() <= 90 or 270 < text.get_rotation() < 360
        covered = own[outline.contains_points(own)]
        assert len(covered) > 3
        run, rise = covered[-1] - covered[0]
        turn = np.degrees(np.arctan2(rise, run)) - text.get_rotation()
        assert abs((turn + 90) % 180 - 90) < 12
        box = ax.bbox.padded(0.5)
        assert ((outline.vertices > box.min) & (outline.vertices < box.max)).all()
        for line in (*others, *(line for line in drawn.lines if line is not text.line)):
            assert not outline.contains_points(ax.transData.transform(dense(line.get_xydata()))).any()
        for other in outlines[:k]:
            assert not outline.intersects_path(other)
        legend = ax.get_legend()
        if legend is not None:
            assert not outline.intersects_bbox(legend.get_window_extent())
    return len(seen)


def names(drawn):
    """The values that are shown with the name of the metric."""
    return [text.get_text() for text in drawn.texts if text.shown and text.get_text() != text.value]


@each_space
@pytest.mark.parametrize("metric", ["f1", "mcc", "accuracy", "precision"])
def test_values_on_lines_are_over_nothing_else(kind, metric, hard, other, ax):
    curve = hard.curve(kind.name)
    ax.figure.set_size_inches(6, 6)
    drawn = draw.isolines(curve, metric, values="on", ax=ax)
    assert check_values_on_lines(drawn, [], ax) >= 2
    assert names(drawn) == [f"{drawn.texts[0].name} {next(t.value for t in drawn.texts[::-1] if t.shown)}"]
    # Curves that come later, a legend, and another view.
    artists = prplot.plot([curve, other.curve(kind.name)], ax=ax, iso_f=False)
    lines = [*artists.lines, *(line for part in artists.surroundings.values() for line in part.lines)]
    seen = check_values_on_lines(drawn, lines, ax)
    assert 1 <= seen <= len(drawn.lines)
    ax.set(xlim=(0.35, 0.85), ylim=(0.3, 0.8))
    check_values_on_lines(drawn, lines, ax)
    assert len(names(drawn)) <= 1


def test_values_on_lines_do_not_depend_on_what_was_drawn_before(hard, pixels):
    """Once or twice, and the curve before the lines or after: the same picture."""
    figures = []
    for times in (1, 2):
        figure = Figure(figsize=(6, 6))
        ax = figure.add_subplot()
        draw.isolines(hard.pr(), "mcc", values="on", ax=ax)
        hard.pr().plot(ax=ax, iso_f=False)
        figures.append([pixels(figure) for _ in range(times)][-1])
    np.testing.assert_array_equal(*figures)


def test_values_on_lines_in_a_pdf_are_where_they_are_on_screen(hard, ax):
    ax.figure.set_size_inches(6, 6)
    drawn = draw.isolines(hard.pr(), "mcc", values="on", ax=ax)
    hard.pr().plot(ax=ax, iso_f=False)
    ax.figure.canvas.draw()
    screen = [(text.get_text(), text.shown, np.array(text.get_position()) / ax.figure.dpi) for text in drawn.texts]
    ax.figure.savefig(BytesIO(), format="pdf")
    printed = [(text.get_text(), text.shown, np.array(text.get_position()) / 72) for text in drawn.texts]
    assert any(there for _, there, _ in screen)
    for (text, there, place), (same, also, where) in zip(screen, printed, strict=True):
        assert (text, there) == (same, also)
        if there:
            np.testing.assert_allclose(place, where, atol=0.2)


def test_values_on_lines_are_hidden_where_there_is_no_room(ax):
    ax.figure.set_size_inches(5.2, 1.5)
    drawn = draw.isolines(PR(0.2), "precision", np.linspace(0.3, 0.5, 16), values="on", ax=ax)
    few = draw.isolines(PR(0.2), "recall", [0.5], values="on", ax=ax)
    ax.set_ylim(0.3, 0.5)
    ax.figure.canvas.draw()
    assert not any(text.shown for text in (*drawn.texts, *few.texts))
    ax.clear()
    wide = draw.isolines(PR(0.2), "recall", [0.5], values="on", ax=ax)
    for inches, there in ((2.0, False), (6.0, True)):
        ax.figure.set_size_inches(inches, inches)
        ax.figure.canvas.draw()
        assert wide.texts[0].shown is there
    # Upwards, as ordinates are read.
    assert wide.texts[0].get_rotation() == pytest.approx(90)


def test_values_on_lines_stay_out_of_the_layout(ax):
    bare = draw.isolines(PR(0.2), "mcc", values=False, ax=ax)
    ax.figure.canvas.draw()
    before = ax.get_position().bounds
    draw.isolines(PR(0.2), "mcc", values="on", ax=ax)
    ax.figure.canvas.draw()
    np.testing.assert_allclose(ax.get_position().bounds, before, atol=1e-9)
    assert bare.texts == ()


def test_narrow_axes_do_without_values_unless_the_prevalence_takes_that_room_anyway(ax):
    values = draw.iso_f(PR(0.3), ax=ax)
    figure = ax.get_figure()
    for inches in (2.0, 2.6, 3.2, 3.8, 4.4):
        seen = shown(values, inches)
        width = ax.get_window_extent().width / figure.dpi * 25.4
        # What the lines are is said all the same, once.
        assert len(seen) >= 3 if width >= 70 else seen == ["$F_{1}$"]
    chance = draw.baseline(PR(0.3), ax=ax)
    for inches in (2.6, 3.2, 3.8, 4.4):
        assert shown(values, inches)[-2:] == ["0.6", "$F_{1}$ 0.8"]
        assert shown(chance, inches) == [r"$\pi$ 0.3"]


def test_longer_values_than_the_prevalence_do_not_make_narrow_axes_narrower(ax):
    values, chance = draw.iso_f(PR(0.3), [0.6003, 0.8], ax=ax), draw.baseline(PR(0.3), ax=ax)
    assert shown(values, 2.6) == ["$F_{1}$"]
    assert shown(chance, 2.6) == [r"$\pi$ 0.3"]


def test_values_give_way_to_the_prevalence(ax):
    prevalence = 0.25
    level = 2 * prevalence / (1 + prevalence) + 0.01
    values = draw.iso_f(PR(prevalence), [level, 0.8], ax=ax)
    assert len(shown(values, 6)) == 2
    chance = draw.baseline(PR(prevalence), ax=ax)
    assert shown(values, 6) == ["$F_{1}$ 0.8"]
    assert shown(chance, 6) == [r"$\pi$ 0.25"]


def test_in_cost_space_there_are_no_isolines_but_a_baseline(ax):
    with pytest.raises(prplot.PrplotTypeError, match="got Cost space"):
        draw.iso_f(prplot.Cost(0.2), ax=ax)
    (line,) = draw.baseline(prplot.Cost(0.2), ax=ax).lines
    np.testing.assert_array_equal(line.get_xydata(), [(0, 0), (0.5, 0.5), (1, 0)])


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
def test_with_one_class_only_helpers_say_so_and_draw_nothing(labels, ax):
    curve = prplot.from_labels(labels, [1, 2]).roc()
    for helper in (draw.iso_f, draw.baseline, draw.prg_grid, draw.unachievable):
        with pytest.warns(prplot.PrplotWarning, match="one class only"):
            assert helper(curve, ax=ax).artists == ()


def test_a_curve_stands_for_its_space(hard, pixels):
    figures = []
    for thing in (hard.prg(), PRG(hard.prevalence)):
        figure = Figure()
        draw.iso_f(thing, ax=figure.add_subplot())
        figures.append(pixels(figure))
    np.testing.assert_array_equal(*figures)


# Wrong input.


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda ax: draw.isolines(PR(0.2), "f1", [0.2, np.nan], ax=ax),
            prplot.PrplotValueError,
            "levels must be finite numbers; got nan.",
        ),
        (
            lambda ax: draw.isolines(PR(0.2), "f1", [np.inf], ax=ax),
            prplot.PrplotValueError,
            "levels must be finite numbers; got inf.",
        ),
        (
            lambda ax: draw.isolines(PR(0.2), "f1", -1, ax=ax),
            prplot.PrplotValueError,
            "levels must be values, or how many there are to be; got -1.",
        ),
        (
            lambda ax: draw.isolines(PR(0.2), "f1", True, ax=ax),
            prplot.PrplotValueError,
            "levels must be values, or how many there are to be; got True.",
        ),
        (lambda ax: draw.isolines(PR(0.2), "f1", "many", ax=ax), prplot.PrplotTypeError, "levels must"),
        (
            lambda ax: draw.isolines(PR(0.2), "f1", values="off", ax=ax),
            prplot.PrplotValueError,
            "values must be True, False or 'on'; got 'off'.",
        ),
        (lambda ax: draw.isolines(PR(0.2), "f1", {"a": 1}, ax=ax), prplot.PrplotTypeError, "levels must"),
        (
            lambda ax: draw.isolines(PR(0.2), "topper", ax=ax),
            prplot.PrplotValueError,
            "metric must be the name of a metric",
        ),
        (lambda ax: draw.isolines(PR(0.2), "topper", ax=ax), prplot.PrplotValueError, "got 'topper'."),
        (lambda ax: draw.isolines(PR(0.2), None, ax=ax), prplot.PrplotValueError, "got None."),
        (
            lambda ax: draw.isolines("pr", "f1", ax=ax),
            prplot.PrplotTypeError,
            "space must be a space such as prplot.PR(0.1), or a curve such as path.pr(); got str 'pr'.",
        ),
        (
            lambda ax: draw.isolines(PR, "f1", ax=ax),
            prplot.PrplotTypeError,
            "space must be a space such as prplot.PR(0.1)",
        ),
        (lambda ax: draw.iso_f(None, ax=ax), prplot.PrplotTypeError, "got NoneType None."),
        (
            lambda ax: draw.iso_f(PR(0.2), beta=0, ax=ax),
            prplot.PrplotValueError,
            "beta must be finite and greater than 0; got 0.",
        ),
        (lambda ax: draw.iso_f(PR(0.2), beta="two", ax=ax), prplot.PrplotTypeError, "beta must be "),
        (
            lambda ax: draw.baseline(PR(0.2), kind="random", ax=ax),
            prplot.PrplotValueError,
            "kind must be one of 'chance', 'always-positive'; got 'random'.",
        ),
        (lambda ax: draw.baseline(0.2, ax=ax), prplot.PrplotTypeError, "got float 0.2."),
        (
            lambda ax: draw.prg_grid(PR(0.2), levels=[np.nan], ax=ax),
            prplot.PrplotValueError,
            "levels must be finite numbers; got nan.",
        ),
        (lambda ax: draw.prg_grid([], ax=ax), prplot.PrplotTypeError, "space must be a space"),
        (
            lambda ax: draw.iso_f(PR(0.2), ax=ax.get_figure()),
            prplot.PrplotTypeError,
            "ax must be a matplotlib Axes or None; got Figure",
        ),
        (
            lambda ax: draw.baseline(PR(0.2), ax=[ax]),
            prplot.PrplotTypeError,
            "ax must be a matplotlib Axes or None; got list",
        ),
    ],
)
def test_wrong_input(call, error, text, ax):
    before = ax.get_children()
    with pytest.raises(error, match=re.escape(text)):
        call(ax)
    assert ax.get_children() == before
    assert not plt.get_fignums()


@each_space
def test_no_levels_draw_nothing(kind, ax):
    assert draw.isolines(kind(0.2), "f1", [], ax=ax).lines == ()
    assert draw.iso_f(kind(0.2), 0, ax=ax).artists == ()
    assert draw.isolines(kind(0.2), "f1", [1.5, -3], ax=ax).lines == ()
