"""Whole figures: what is drawn, what it says, and what it leaves as it was."""

from __future__ import annotations

import inspect
import re
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import prplot
from prplot import draw
from prplot.draw.base.axes import COLORS
from prplot.draw.figures.surroundings import SURROUNDINGS
from prplot.interpolations import INTERPOLATIONS
from prplot.spaces import SPACES

SPACE_NAMES = [space.name for space in SPACES if space.pointwise]
LISTED, RULES_LISTED = (", ".join(repr(kind.name) for kind in kinds) for kinds in (SPACES, INTERPOLATIONS))
KINDS = [("pr", "continuous"), ("pr", "step"), ("prg", None), ("roc", None)]
PARTS = [part.name for part in SURROUNDINGS]

each_space = pytest.mark.parametrize("space", SPACE_NAMES)
each_kind = pytest.mark.parametrize(("space", "rule"), KINDS, ids=["pr", "pr-step", "prg", "roc"])


def new_axes():
    figure = Figure(figsize=(5.2, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def entries(artists):
    """Header and entries."""
    legend = artists.legend
    return legend.get_title().get_text(), [text.get_text() for text in legend.get_texts()]


def resampled(path, seed):
    """Another sample, of another prevalence."""
    rng = np.random.default_rng(seed)
    labels = rng.random(120) < 0.5
    return prplot.from_labels(labels, rng.normal(size=120) + labels, name=f"{path.name} {seed}")


@pytest.fixture
def five():
    """Good classifiers of one sample: most of the figure is free."""
    rng = np.random.default_rng(1)
    labels = rng.random(400) < 0.3
    return {f"Model {k}": prplot.from_labels(labels, rng.normal(size=400) + (2 + k / 2) * labels) for k in range(5)}


# One figure, many spellings.


@each_space
def test_one_by_one_is_the_same_picture_as_all_at_once(space, hard, other, soft, pixels):
    paths = {"a": hard, "b": other, "c": soft, "d": resampled(hard, 8)}
    whole, ax = prplot.plot(paths, space, new_axes()), new_axes()
    for name, path in paths.items():
        last = prplot.plot({name: path}, space, ax)
    assert entries(last) == entries(whole)
    np.testing.assert_array_equal(pixels(last.figure), pixels(whole.figure))


@each_kind
def test_spellings_of_one_curve(space, rule, hard, pixels):
    curve = hard.curve(space, interpolation=rule)
    calls = [
        lambda ax: prplot.plot(hard, space, ax, interpolation=rule),
        lambda ax: prplot.plot(curve, ax=ax),
        lambda ax: curve.plot(ax),
        lambda ax: curve.plot(ax=ax),
        lambda ax: prplot.plot([curve], ax=ax),
        lambda ax: prplot.plot((hard,), space, ax, interpolation=rule),
        lambda ax: prplot.plot({"hard": curve}, ax=ax),
        lambda ax: prplot.plot(iter([hard]), space=space, ax=ax, interpolation=rule),
        lambda ax: draw.plot({"hard": hard}, space, ax=ax, interpolation=rule),
    ]
    first, *others = [pixels(call(new_axes()).figure) for call in calls]
    for picture in others:
        np.testing.assert_array_equal(picture, first)


@each_space
def test_axes_given_or_not(space, hard, pixels):
    own, given = prplot.plot(hard, space), prplot.plot(hard, space, new_axes())
    assert own.figure is plt.gcf()
    given.figure.set_size_inches(own.figure.get_size_inches())
    np.testing.assert_array_equal(pixels(own.figure), pixels(given.figure))


def test_without_axes_every_call_makes_a_figure(hard):
    assert prplot.plot(hard).figure is not prplot.plot(hard).figure
    assert len(plt.get_fignums()) == 2


@pytest.mark.parametrize("kind", ["hard", "soft"])
@each_kind
def test_the_curve_is_the_one_drawn_by_hand(kind, space, rule, request, pixels):
    curve = request.getfixturevalue(kind).curve(space, interpolation=rule)
    bare = dict.fromkeys(["unachievable", "iso_f", "chance", "always_positive", "legend"], False)
    drawn, by_hand = curve.plot(new_axes(), **bare, line={"c": "k", "lw": 1}), new_axes()
    x, y, _ = curve.trace(1e-6)
    by_hand.plot(x, y, "k", lw=1, solid_joinstyle="round", zorder=3)
    by_hand.set(xlim=drawn.ax.get_xlim(), ylim=drawn.ax.get_ylim(), box_aspect=1)
    by_hand.set(xlabel=curve.space.xlabel, ylabel=curve.space.ylabel)
    # A pixel that a line just touches may be a little lighter or darker.
    np.testing.assert_allclose(pixels(drawn.figure).astype(int), pixels(by_hand.figure).astype(int), atol=45)


def test_precision_and_recall_on_gain_scaled_axes_are_the_prg_plot(hard, pixels):
    """The harmonic scale that sends π to 0 and 1 to 1 makes PR axes show the PRG curve."""
    prior = hard.prevalence

    @np.errstate(divide="ignore")
    def gain(value):
        return (value - prior) / ((1 - prior) * value)

    scale = {"value": "function", "functions": (gain, lambda g: prior / (1 - (1 - prior) * g))}
    on_scale, straight = new_axes(), new_axes()
    on_scale.set_xscale(**scale)
    on_scale.set_yscale(**scale)
    shown = hard.tp > 0
    recall, precision = hard.tp[shown] / hard.positives, hard.tp[shown] / (hard.tp + hard.fp)[shown]
    on_scale.plot(recall, precision, "k")
    on_scale.set(xlim=(prior, 1), ylim=(prior, 1), xticks=[], yticks=[])
    (line,) = hard.prg().plot(straight, legend=False, **dict.fromkeys(PARTS, False)).lines
    line.remove()
    straight.plot(*line.get_data(), "k")
    straight.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[], xlabel="", ylabel="", box_aspect=None)
    for ax in (on_scale, straight):
        ax.minorticks_off()
    different = np.any(pixels(on_scale.figure) != pixels(straight.figure), axis=-1)
    assert different.mean() < 1e-4


# What is drawn is what is integrated.


@pytest.mark.parametrize("kind", ["hard", "other", "soft"])
@each_kind
def test_the_printed_area_is_that_under_the_drawn_line(kind, space, rule, request, ax):
    curve = request.getfixturevalue(kind).curve(space, interpolation=rule)
    artists = curve.plot(ax)
    x, y = artists.lines[0].get_data()
    # The line may begin left of 0 (PRG); it has a point at 0.
    kept = x >= 0
    under = np.trapezoid(y[kept], x[kept])
    assert under == pytest.approx(curve.area(), abs=1e-4)
    (entry,) = entries(artists)[1]
    printed = float(entry.removeprefix(f"{kind}  ").split()[0])
    assert printed == pytest.approx(under, abs=6e-4)


# Words.


@pytest.mark.parametrize(
    ("space", "rule", "header"),
    [
        ("pr", None, "area, continuous"),
        ("pr", "step", "area, step"),
        ("prg", None, "area, signed"),
        ("roc", None, "area"),
    ],
)
def test_header_and_entries(space, rule, header, hard, other, ax):
    artists = prplot.plot([hard, other], space, ax, interpolation=rule)
    areas = [path.curve(space, interpolation=rule).area() for path in (hard, other)]
    assert areas[0] > areas[1]
    assert entries(artists) == (header, [f"hard  {areas[0]:.3f}", f"other  {areas[1]:.3f}"])


@pytest.mark.parametrize("space", SPACE_NAMES)
def test_the_best_comes_first(space, hard, other):
    """Whatever the order of drawing; of cost curves the lowest is the best."""
    bad = prplot.from_labels([0, 0, 1], [3, 2, 1], name="bad")
    areas = {path.name: path.curve(space).area() for path in (bad, hard, other)}
    wanted = sorted(areas, key=areas.get, reverse=space != "cost")
    for order in ([bad, other, hard], [hard, bad, other]):
        ax = new_axes()
        for path in order:
            artists = prplot.plot(path, space, ax)
        assert [text.split("  ")[0] for text in entries(artists)[1]] == wanted
        colors = [line.get_color() for line in artists.legend.get_lines()]
        drawn = {line.curve.label: line.get_color() for line in ax.lines if hasattr(line, "curve")}
        assert colors == [drawn[name] for name in wanted]


def test_areas_stand_in_one_column(ax):
    """Flush right: the ink of all entries ends at the same place."""
    paths = {
        name: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, k]) for k, name in enumerate(["ab", "a longer name", "W"])
    }
    legend = prplot.plot(paths, "prg", ax).legend
    ax.figure.canvas.draw()
    assert np.ptp([text.get_window_extent().x1 for text in legend.get_texts()]) < 1.5
    assert np.ptp([text.get_window_extent().x0 for text in legend.get_texts()]) < 1.5


def test_a_name_with_mathematics_is_left_as_it_is(hard, other, ax):
    legend = prplot.plot({r"$\alpha$": hard, "b": other}, ax=ax).legend
    assert legend.get_texts()[0].get_text() == rf"$\alpha$  {hard.pr().area():.3f}"
    ax.figure.canvas.draw()


def test_the_legend_moves_when_the_view_does(hard):
    ax = new_axes()
    artists = prplot.plot(hard, "roc", ax)
    places = []
    for right in (1.0, 0.1):
        ax.set(xlim=(0, right), ylim=(0, 1))
        artists.figure.canvas.draw()
        places.append(ax.transAxes.inverted().transform(artists.legend.get_window_extent())[0].round(2).tolist())
    assert places[0] != places[1]


def test_soft_labels_say_of_at_most_what():
    path = prplot.from_weights([5, 4, 3, 2, 1], fg=[0.9, 0.2, 0.6, 0.4, 0.1])
    for space in SPACE_NAMES:
        curve = path.curve(space)
        bound = "at least" if space == "cost" else "at most"
        text = f"{curve.area():.3f} of {bound} {path.best().curve(space).area():.3f}"
        assert entries(prplot.plot(path, space, new_axes()))[1] == [text]
        assert entries(prplot.plot({"net": path}, space, new_axes()))[1] == [f"net  {text}"]


def test_mixed_interpolations_say_which_is_which(hard, ax):
    artists = prplot.plot([hard.pr(), hard.pr("step")], ax=ax)
    areas = hard.pr().area(), hard.pr("step").area()
    texts = [f"hard  {areas[0]:.3f} (continuous)", f"hard  {areas[1]:.3f} (step)"]
    assert entries(artists) == ("area", texts)


def test_small_areas_keep_two_digits(ax):
    labels = np.zeros(4000)
    labels[1777] = 1
    path = prplot.from_labels(labels, -np.arange(4000.0), name="rare")
    area = path.pr().area()
    assert area < 0.001
    assert entries(path.pr().plot(ax))[1] == [f"rare  {area:.2g}"]


def test_names_come_from_mapping_label_or_path(hard, ax):
    assert entries(prplot.plot({"given": hard}, ax=new_axes()))[1][0].startswith("given  ")
    assert entries(prplot.plot(hard.pr(label="curve's"), ax=new_axes()))[1][0].startswith("curve's  ")
    assert entries(prplot.plot(hard, ax=ax))[1][0].startswith("hard  ")


# Surroundings.


def test_plot_has_a_keyword_for_every_part_and_says_what_it_is():
    others = {"curves", "space", "ax", "interpolation", "line", "legend", "sort", "unreached", "members"}
    assert set(inspect.signature(prplot.plot).parameters) - others == set(PARTS)
    listed = inspect.getdoc(prplot.plot).partition("\nline, ")[2].partition(" : dict")[0]
    assert set(listed.split(", ")) - others == set(PARTS)


@each_space
def test_surroundings_are_drawn_once_per_prevalence(space, hard, other, ax):
    first = prplot.plot(hard, space, ax)
    count = len(ax.get_children())
    second = prplot.plot(other, space, ax)
    assert set(first.surroundings)
    assert dict(second.surroundings) == {}
    # One more line; the legend is replaced.
    assert len(ax.get_children()) == count + 1
    assert len(entries(second)[1]) == 2


@pytest.mark.parametrize("space", ["pr", "prg"])
def test_another_prevalence_gets_a_lighter_baseline_and_edge_and_no_second_isolines(space, hard, ax):
    first, second = prplot.plot(hard, space, ax), prplot.plot(resampled(hard, 8), space, ax)
    assert set(second.surroundings) == {"unachievable", "chance"}
    assert "iso_f" in first.surroundings
    light = [np.mean(to_rgb(made.surroundings["chance"].lines[0].get_color())) for made in (first, second)]
    assert light[1] > light[0]
    assert second.surroundings["unachievable"].fills[0].get_facecolor()[3] == 0
    assert any("0.583" in text.get_text() for text in ax.texts)


def levels_said(artists):
    artists.figure.canvas.draw()
    return sorted(text.get_text() for text in artists.ax.texts if text.get_visible() and "F_" in text.get_text())


@pytest.mark.parametrize("turn", [1, -1])
def test_levels_that_depend_on_the_prevalence_are_not_said_for_all(turn, hard):
    """With several prevalences F1 is the same in PR, of another level on the lines in PRG, of other lines in ROC."""
    paths = [hard.at_prevalence(prevalence) for prevalence in (0.37, 0.1)[::turn]]
    in_pr = prplot.plot([path.pr() for path in paths], ax=new_axes())
    assert levels_said(in_pr) == ["$F_{1}$ 0.8"]
    in_prg = prplot.plot([path.prg() for path in paths], ax=new_axes())
    assert levels_said(in_prg) == ["$F_{1}$"]
    texts = [t.get_text() for t in in_prg.ax.texts if t.get_visible()]
    assert sorted(texts) == ["$F_{1}$", r"$\pi$ 0.1, 0.37"]
    in_roc = prplot.plot([path.roc() for path in paths], ax=new_axes(), iso_f={"levels": [0.4]}, legend=False)
    names = {text.name for drawn in in_roc.surroundings.values() for text in drawn.texts}
    assert names == {r"$F_{1}$ ($\pi$ 0.37)", r"$F_{1}$ ($\pi$ 0.1)"}


@pytest.mark.parametrize(
    ("space", "usual"),
    [
        ("pr", {"unachievable", "iso_f", "chance", "always_positive"}),
        ("prg", {"unachievable", "iso_f", "chance", "always_positive"}),
        ("roc", {"unachievable", "chance"}),
        ("croc", {"unachievable", "chance"}),
    ],
)
def test_usual_surroundings(space, usual, hard, ax):
    assert set(prplot.plot(hard, space, ax).surroundings) == usual
    assert (prplot.plot(hard, space, new_axes(), prg_grid=True).surroundings.keys() - usual) == {"prg_grid"}
    assert "iso_f" in prplot.plot(hard, space, new_axes(), iso_f=True).surroundings


@pytest.mark.parametrize("part", ["unachievable", "iso_f", "chance", "always_positive"])
@each_space
def test_false_leaves_a_part_out(part, space, hard):
    usual, without = prplot.plot(hard, space, new_axes()), prplot.plot(hard, space, new_axes(), **{part: False})
    left_out = [name for name in usual.surroundings if name.removesuffix("_line") == part]
    assert set(without.surroundings) == set(usual.surroundings) - set(left_out)
    gone = sum(len(usual.surroundings[name].artists) for name in left_out)
    assert len(without.ax.get_children()) == len(usual.ax.get_children()) - gone


@pytest.mark.parametrize("part", ["iso_f", "chance", "always_positive", "prg_grid"])
@each_space
def test_a_dict_styles_a_part(part, space, hard, ax):
    drawn = prplot.plot(hard, space, ax, **{part: {"c": "magenta"}}).surroundings
    (name,) = [name for name in drawn if name.removesuffix("_line") == part]
    assert {line.get_color() for line in drawn[name].lines} == {"magenta"}


def test_a_dict_styles_line_fill_and_legend(hard, ax):
    artists = prplot.plot(
        hard,
        ax=ax,
        line={"lw": 4, "ls": ":"},
        unachievable={"facecolor": "yellow"},
        iso_f={"levels": [0.5], "beta": 2},
        legend={"loc": "upper left", "title": "mine"},
    )
    assert {(line.get_linewidth(), line.get_linestyle()) for line in artists.lines} == {(4, ":")}
    assert artists.surroundings["unachievable"].fills[0].get_facecolor()[:3] == (1, 1, 0)
    assert [line.get_label() for line in artists.surroundings["iso_f"].lines] == ["_f2 = 0.5"]
    assert entries(artists)[0] == "mine"
    assert artists.legend._loc == 2


@pytest.mark.parametrize("space", ["pr", "prg"])
def test_artists_hold_the_surroundings_of_every_prevalence_of_the_call(space, hard, ax):
    artists = prplot.plot([hard, resampled(hard, 8)], space, ax)
    held = {id(artist) for drawn in artists.surroundings.values() for artist in drawn.artists}
    there = [artist for artist in (*ax.lines, *ax.patches) if artist not in artists.lines]
    assert len(there) > 5
    assert {id(artist) for artist in there} <= held


def test_aliases_style_the_edges_of_every_prevalence(hard, ax):
    style = {"unachievable": {"fc": "yellow"}, "chance": {"c": "red"}}
    first, second = (prplot.plot(path, ax=ax, **style).surroundings for path in (hard, resampled(hard, 8)))
    assert first["unachievable"].fills[0].get_facecolor()[:3] == (1, 1, 0)
    assert second["unachievable"].fills[0].get_facecolor()[3] == 0
    assert {drawn["chance"].lines[0].get_color() for drawn in (first, second)} == {"red"}


def test_line_and_legend_may_be_left_out(hard):
    assert prplot.plot(hard, ax=new_axes(), legend=False).legend is None
    nothing = prplot.plot(hard, ax=new_axes(), line=False)
    assert nothing.lines == ()
    assert nothing.legend is None
    assert nothing.surroundings


@each_space
def test_best_is_the_upper_edge_of_soft_labels(space, soft, ax):
    artists = prplot.plot(soft, space, ax, best={"c": "red"})
    red = [line for line in ax.lines if line.get_color() == "red"]
    assert len(red) == 1
    x, y = red[0].get_data()
    np.testing.assert_allclose(y, soft.best().curve(space).at(x), atol=1e-9)
    assert "best" in artists.surroundings


def test_the_curve_stands_above_its_surroundings(hard, ax):
    artists = prplot.plot(hard, ax=ax)
    (curve,) = artists.lines
    for drawn in artists.surroundings.values():
        for line in drawn.lines:
            if line.get_linestyle() != "None":
                assert curve.get_linewidth() > 1.5 * line.get_linewidth()
                assert curve.get_zorder() > line.get_zorder()


# What is the caller's stays the caller's.


def test_a_figure_of_the_caller_is_left_as_it_was_found(hard, ax):
    rc, backend = dict(mpl.rcParams), mpl.get_backend()
    ax.set(xlim=(0.2, 0.9), ylim=(0.1, 0.8), xlabel="mine", ylabel="also mine", aspect="equal", title="T")
    prplot.plot(hard, ax=ax)
    draw.iso_f(prplot.PR(0.2), ax=ax)
    draw.point(prplot.PR(0.2), (0.5, 0.5), ax=ax)
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.9), (0.1, 0.8))
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == ("mine", "also mine", "T")
    assert (ax.get_aspect(), ax.get_box_aspect()) == (1, None)
    assert not plt.get_fignums()
    assert dict(mpl.rcParams) == rc
    assert mpl.get_backend() == backend


def test_only_one_limit_is_the_callers(hard, ax):
    ax.set_xlim(0.5, 1)
    prplot.plot(hard, ax=ax)
    assert ax.get_xlim() == (0.5, 1)
    assert ax.get_ylim() == pytest.approx((-0.015, 1.015))


def test_what_was_on_the_axes_stays(hard, ax):
    (line,) = ax.plot([0, 1], [0.5, 0.5], label="mine")
    artists = prplot.plot(hard, ax=ax)
    assert line in ax.lines
    assert artists.lines[0].get_color() == COLORS[0]


@each_space
def test_square_axes_without_grid_or_title(space, hard, ax):
    prplot.plot(hard, space, ax)
    kind = hard.curve(space).space
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == (kind.xlabel, kind.ylabel, "")
    ax.get_figure().canvas.draw()
    box = ax.get_window_extent()
    assert box.width == pytest.approx(box.height, rel=0.01)
    assert not any(line.get_visible() for line in ax.get_xgridlines())


@pytest.mark.parametrize("kind", ["hard", "soft"])
@each_space
def test_nothing_is_stored_on_path_or_curve(kind, space, request, ax):
    path = request.getfixturevalue(kind)
    curve = path.curve(space)
    """But arrays that are built on first use."""
    of_curve = set(vars(curve)) | {"vertices", "_shown", "_simplified", "_areas", "_best", "_twin"}
    of_path, label = (
        set(vars(path)) | {"fp", "sample", "points", "_runs_merged", "_background_runs_merged", "_rankings"},
        curve.label,
    )
    curve.plot(ax)
    assert set(vars(curve)) <= of_curve
    assert set(vars(path)) <= of_path
    assert curve.label == label


# Negative precision gain.


def with_lowest(lowest):
    """A path whose least precision gain, in recall gain [0, 1], is this."""
    # At fpr / tpr = 1 - lowest, with recall above π.
    tpr = 0.3
    fpr = tpr * (1 - lowest)
    return prplot.from_counts([3, 2, 1], [10, 30, 100], [1, 900 * fpr, 900], name="dips")


@pytest.mark.parametrize("lowest", [-0.1, -0.4])
def test_the_view_is_extended_to_negative_precision_gain(lowest, ax):
    artists = prplot.plot(with_lowest(lowest), "prg", ax)
    bottom = ax.get_ylim()[0]
    assert lowest - 0.05 < bottom < lowest
    assert ax.get_ylim()[1] == pytest.approx(1.015)
    assert not [text for text in ax.texts if "downarrow" in text.get_text()]
    assert entries(artists)[0] == "area, signed"


def upside_down():
    labels = np.random.default_rng(1).random(600) < 0.15
    return prplot.from_labels(labels, -np.random.default_rng(2).normal(size=600) - labels)


@pytest.mark.parametrize(("path", "least"), [(with_lowest(-2.1), "-2.1"), (upside_down(), "-2.6")])
def test_far_below_the_view_is_cut_and_the_minimum_written(path, least, ax, pixels):
    prplot.plot(path, "prg", ax)
    assert ax.get_ylim()[0] == pytest.approx(-0.515)
    (note,) = [text for text in ax.texts if "downarrow" in text.get_text()]
    assert least in note.get_text().replace("\N{MINUS SIGN}", "-")
    pixels(ax.get_figure())
    assert note.get_visible()
    legend = ax.get_legend().get_window_extent()
    assert not legend.overlaps(note.get_window_extent())


def test_a_second_curve_updates_the_cut(ax):
    prplot.plot(with_lowest(-1.0), "prg", ax)
    prplot.plot(with_lowest(-2.1), "prg", ax)
    (note,) = [text for text in ax.texts if "downarrow" in text.get_text()]
    assert "2.1" in note.get_text()


def test_positive_gains_need_no_extension(ax):
    prplot.plot(prplot.from_labels([1, 1, 0, 0, 0], [5, 4, 3, 2, 1]), "prg", ax)
    assert ax.get_ylim() == pytest.approx((-0.015, 1.015))


# One class only.


@pytest.mark.parametrize(
    ("space", "labels", "reason"),
    [
        ("pr", [0, 0, 0], "P = 0"),
        ("prg", [0, 0, 0], "P = 0"),
        ("prg", [1, 1, 1], "N = 0"),
        ("roc", [0, 0, 0], "P = 0"),
        ("roc", [1, 1, 1], "N = 0"),
    ],
)
def test_one_class_warns_and_draws_no_line(labels, reason, space, ax):
    path = prplot.from_labels(labels, [3, 2, 1], name="one")
    with pytest.warns(prplot.PrplotWarning, match=re.escape(reason)):
        artists = prplot.plot(path, space, ax)
    assert dict(artists.surroundings) == {}
    assert not any(np.isfinite(line.get_xydata()).all(axis=1).any() for line in artists.lines)
    artists.figure.canvas.draw()


def test_foreground_only_has_precision_1(ax):
    artists = prplot.plot(prplot.from_labels([1, 1, 1], [3, 2, 1], name="one"), ax=ax)
    np.testing.assert_array_equal(artists.lines[0].get_ydata(), 1)
    assert entries(artists)[1] == ["one  1.000"]
    artists.figure.canvas.draw()


@each_space
def test_one_class_beside_a_good_path(space, hard, ax):
    bad = prplot.from_labels([0, 0, 0], [3, 2, 1], name="bad")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        artists = prplot.plot([bad, hard], space, ax)
    assert "chance" in artists.surroundings
    assert entries(artists)[1][-1] == "bad  undefined"
    artists.figure.canvas.draw()


# What comes back, and saving.


def test_artists(hard, other, ax):
    artists = prplot.plot([hard, other], ax=ax)
    assert isinstance(artists, tuple)
    assert artists.ax is ax
    assert artists.figure is ax.get_figure()
    assert [line.axes for line in artists.lines] == [ax, ax]
    assert artists.legend is ax.get_legend()
    assert "\n" not in repr(artists)
    assert repr(artists).startswith("Plotted(hard  ")


def test_artists_of_a_subfigure_know_the_whole_figure(hard):
    figure = Figure()
    artists = prplot.plot(hard, ax=figure.subfigures(1, 2)[0].add_subplot())
    assert artists.figure is figure


@pytest.mark.parametrize("helper", [False, True], ids=["plot", "helper"])
def test_pdf_has_truetype_fonts(helper, hard, tmp_path):
    file = tmp_path / "figure.pdf"
    made = draw.iso_f(prplot.PR(0.1), ax=new_axes()) if helper else prplot.plot(hard, ax=new_axes())
    made.save(file)
    content = file.read_bytes()
    assert content.startswith(b"%PDF")
    assert b"/Type3" not in content
    assert b"/FontFile2" in content
    assert mpl.rcParams["pdf.fonttype"] == 3


def test_png_and_svg(hard, tmp_path):
    artists = prplot.plot(hard, ax=new_axes())
    artists.save(tmp_path / "figure.png")
    artists.save(tmp_path / "small.png", dpi=50)
    artists.save(str(tmp_path / "figure.svg"))
    png, small = ((tmp_path / name).read_bytes() for name in ("figure.png", "small.png"))
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 4 * int.from_bytes(small[16:20])
    assert "<svg" in (tmp_path / "figure.svg").read_text()


# Colours, and where the legend goes.

# G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, IEEE TVCG 15 (2009), severity 1.
SIGHT = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}


def lab(linear):
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    xyz = np.clip(linear, 0, 1) @ np.transpose(to_xyz) / [0.95047, 1, 1.08883]
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.column_stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])])


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(("count", "least"), [(5, 15), (7, 10)])
def test_colours_are_told_apart(sight, count, least):
    srgb = np.array([to_rgb(color) for color in COLORS[:count]])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = lab(linear @ np.transpose(SIGHT[sight]))
    apart = np.linalg.norm(seen[:, None] - seen[None], axis=-1)
    assert apart[np.triu_indices(count, 1)].min() > least
    # All stand out on white.
    assert (100 - seen[:, 0]).min() > 20


def test_more_curves_than_colours_differ_in_line_style(hard, ax):
    lines = prplot.plot([hard] * 12, ax=ax, legend=False).lines
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == 12


def test_curves_of_one_colour_that_was_asked_for_are_not_dashed(hard, ax):
    lines = prplot.plot([hard] * 12, ax=ax, legend=False, line={"color": "k"}).lines
    assert {(line.get_color(), line.get_linestyle()) for line in lines} == {("k", "-")}


def test_the_cycle_of_the_callers_style_is_taken(hard):
    with plt.style.context("ggplot"):
        wanted = [look["color"] for look in mpl.rcParams["axes.prop_cycle"]]
        lines = prplot.plot([hard] * 9, ax=new_axes(), legend=False).lines
        panel = draw.panel([hard] * 2).plotted["pr"].lines
    assert [line.get_color() for line in lines] == [*wanted, *wanted][:9]
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == 9
    assert [line.get_color() for line in panel] == wanted[:2]
    with mpl.rc_context({"axes.prop_cycle": mpl.cycler(color=["r", "g"], linestyle=["--", ":"])}):
        lines = prplot.plot([hard] * 3, ax=new_axes(), legend=False).lines
    assert [(line.get_color(), line.get_linestyle()) for line in lines] == [("r", "--"), ("g", ":"), ("r", "--")]


def covered(artists):
    """How many closely spaced points of the curves lie under the legend."""
    artists.figure.canvas.draw()
    box, count = artists.legend.get_window_extent(), 0
    for line in artists.lines:
        x, y = artists.ax.transData.transform(line.get_xydata()).T
        along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
        even = np.linspace(0, along[-1], 2000)
        x, y = np.interp(even, along, x), np.interp(even, along, y)
        count += int(np.sum((x > box.x0) & (x < box.x1) & (y > box.y0) & (y < box.y1)))
    return count


@each_space
def test_five_good_curves_leave_the_legend_a_free_corner(space, five, ax):
    assert covered(prplot.plot(five, space, ax)) == 0


def test_poor_curves_leave_the_upper_corner_of_pr_free(ax):
    rng = np.random.default_rng(1)
    labels = rng.random(4000) < 0.05
    paths = [prplot.from_labels(labels, np.round(rng.normal(size=4000)), name=f"{k}") for k in range(5)]
    assert covered(prplot.plot(paths, ax=ax)) == 0


@pytest.mark.parametrize("space", ["pr", "prg", "roc"])
def test_long_entries_of_soft_labels_too(space, ax):
    rng = np.random.default_rng(1)
    fg = rng.beta(0.2, 0.8, 500)
    paths = [
        prplot.from_weights(fg + rng.normal(scale=s, size=500), fg=fg, name=f"Support vector machine {s}")
        for s in (0.05, 0.1, 0.15)
    ]
    assert covered(prplot.plot(paths, space, ax)) == 0


@pytest.mark.parametrize("inches", [2.4, 3.3])
def test_a_legend_stays_within_small_axes(inches, hard):
    figure = Figure(figsize=(inches, inches), layout="constrained")
    FigureCanvasAgg(figure)
    artists = prplot.plot({"Random forest": hard}, ax=figure.add_subplot())
    figure.canvas.draw()
    legend, frame = artists.legend.get_window_extent(), artists.ax.get_window_extent()
    assert legend.x1 <= frame.x1
    assert legend.x0 >= frame.x0


# Wrong input.


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda _, ax: prplot.plot([], ax=ax),
            prplot.PrplotValueError,
            "curves must be a path, a curve, a sequence or a mapping of them; got none.",
        ),
        (
            lambda _, ax: prplot.plot({}, ax=ax),
            prplot.PrplotValueError,
            "curves must be a path, a curve, a sequence or a mapping of them; got none.",
        ),
        (
            lambda _, ax: prplot.plot("path", ax=ax),
            prplot.PrplotTypeError,
            "curves must be a path, a curve, a sequence or a mapping of them; got str 'path'.",
        ),
        (lambda _, ax: prplot.plot(None, ax=ax), prplot.PrplotTypeError, "got NoneType None."),
        (
            lambda _, ax: prplot.plot(([1, 0], [0.3, 0.2]), ax=ax),
            prplot.PrplotTypeError,
            "got list [1, 0]. Make a path of labels and scores: prplot.from_labels",
        ),
        (lambda p, ax: prplot.plot({"a": [p]}, ax=ax), prplot.PrplotTypeError, "curves must be a path"),
        (
            lambda p, ax: prplot.plot(p, "curve", ax=ax),
            prplot.PrplotValueError,
            f"space must be one of {LISTED}; got 'curve'.",
        ),
        (
            lambda p, ax: prplot.plot(p, ax),
            prplot.PrplotError,
            f"space must be one of {LISTED}; got <Axes",
        ),
        (
            lambda p, ax: prplot.plot(p, ax=ax, interpolation="spline"),
            prplot.PrplotValueError,
            f"interpolation must be one of {RULES_LISTED}; got 'spline'.",
        ),
        (
            lambda p, ax: prplot.plot(p, "roc", ax=ax, interpolation="step"),
            prplot.PrplotValueError,
            "interpolation must be 'continuous' in ROC space",
        ),
        (
            lambda p, ax: prplot.plot([p.pr(), p.roc()], ax=ax),
            prplot.PrplotValueError,
            "curves must be of one space; got a 'roc' curve for space 'pr'. Use its path: curve.path.curve('pr').",
        ),
        (
            lambda p, ax: prplot.plot(p.pr(), "roc", ax),
            prplot.PrplotValueError,
            "curves must be of one space; got a 'pr' curve for space 'roc'.",
        ),
        (
            lambda p, _: prplot.plot(p, ax=7),
            prplot.PrplotTypeError,
            "ax must be a matplotlib Axes or None; got int 7.",
        ),
        (
            lambda p, ax: prplot.plot(p, ax=ax, line="red"),
            prplot.PrplotTypeError,
            "line must be a dict, True, False or None; got str 'red'.",
        ),
        (
            lambda p, ax: prplot.plot(p, ax=ax, legend="best"),
            prplot.PrplotTypeError,
            "legend must be a dict, True, False or None; got str 'best'.",
        ),
        (
            lambda p, ax: prplot.plot(p, ax=ax, iso_f=[0.2]),
            prplot.PrplotTypeError,
            "iso_f must be a dict, True, False or None; got list [0.2].",
        ),
        (
            lambda p, ax: prplot.plot(p, ax=ax, chance=1),
            prplot.PrplotTypeError,
            "chance must be a dict, True, False or None; got int 1.",
        ),
        (lambda p, ax: prplot.plot(p.pr(), ax=ax, interpolation="step"), prplot.PrplotTypeError, "interpolation"),
    ],
)
def test_wrong_input(call, error, text, hard, ax):
    before = ax.get_children()
    with pytest.raises(error, match=re.escape(text)):
        call(hard, ax)
    assert ax.get_children() == before
    assert not plt.get_fignums()


def test_each_curve_may_have_a_look_of_its_own(ax, hard, other):
    lines = prplot.plot([hard, other], ax=ax, line={"color": ["red", (0, 0, 1)], "ls": [":", "-"], "lw": 3}).lines
    assert [line.get_color() for line in lines] == ["red", (0, 0, 1)]
    assert [line.get_linestyle() for line in lines] == [":", "-"]
    assert [line.get_linewidth() for line in lines] == [3, 3]


def test_three_numbers_are_one_color(ax, hard, other):
    lines = prplot.plot([hard, other, hard], ax=ax, line={"color": [1, 0, 0.5]}).lines
    assert [line.get_color() for line in lines] == [[1, 0, 0.5]] * 3


def test_there_is_a_look_for_every_curve(ax, hard, other):
    with pytest.raises(prplot.PrplotValueError, match=r"line\['color'\] must have one for each of 2 curves.*got \['r'"):
        prplot.plot([hard, other], ax=ax, line={"color": ["r", "g", "b"]})
    assert not ax.lines


SCALES = [
    ("log", "linear"),
    ("linear", "log"),
    ("log", "log"),
    ("logit", "linear"),
    ("logit", "logit"),
    ("symlog", "asinh"),
]


@pytest.mark.parametrize(
    ("scales", "space", "when"),
    [
        pytest.param(scales, space, ("before", "after")[(i + j) % 2], id="-".join([*scales, space]))
        for i, scales in enumerate(SCALES)
        for j, space in enumerate(["pr", "prg", "roc", "croc", "cost"])
    ],
)
def test_axes_on_other_scales_show_all_that_has_a_place(scales, space, when, hard, ax):
    """From the vertex of the curve nearest to 0, where 0 has no place, up to 1, or the vertex nearest to it."""
    curve = hard.curve(space)
    names = dict(zip(("xscale", "yscale"), scales, strict=True))
    if when == "before":
        ax.set(**names)
    curve.plot(ax)
    ax.set(**names)
    ax.figure.canvas.draw()
    for scale, values, limits in zip(scales, (curve.x, curve.y), (ax.get_xlim(), ax.get_ylim()), strict=True):
        inside = values[(values > 0) & (values < 1)]
        low, high = sorted(limits)
        if scale in ("log", "logit"):
            assert inside.min() / 2 < low <= inside.min()
        else:
            assert low == pytest.approx(-0.015)
        if scale == "logit":
            assert inside.max() <= high < 1
        else:
            assert high == pytest.approx(1.015)


def test_other_scales_leave_the_limits_of_the_caller_alone(hard, ax):
    ax.set(xscale="log", xlim=(0.2, 0.9))
    hard.roc().plot(ax)
    assert ax.get_xlim() == (0.2, 0.9)
    ax.set_ylim(0.1, 0.7)
    ax.set_yscale("logit")
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.9), (0.1, 0.7))


def test_a_scale_that_is_changed_back_shows_the_whole_square_again(hard, ax):
    hard.roc().plot(ax)
    before = ax.get_xlim(), ax.get_ylim()
    ax.set(xscale="log", yscale="logit")
    assert (ax.get_xlim(), ax.get_ylim()) != before
    ax.set(xscale="linear", yscale="linear")
    assert (ax.get_xlim(), ax.get_ylim()) == before


def test_helpers_alone_begin_at_a_thousandth_on_logarithmic_axes(ax):
    ax.set_xscale("log")
    prplot.draw.iso_f(prplot.PR(0.2), ax=ax)
    ax.figure.canvas.draw()
    assert 5e-4 < ax.get_xlim()[0] <= 1e-3


def test_curves_are_among_the_data_of_the_axes(hard, ax):
    """As those of matplotlib, so that the view can be let go again."""
    hard.roc().plot(ax)
    ax.margins(0)
    ax.autoscale()
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 1), (0, 1))


UNKNOWN = [
    (lambda curve, ax: curve.plot(ax, colr="red"), r"'colr'.*belong in the dict of a part"),
    (lambda curve, ax: curve.plot(ax, isof=False), r"'isof'\. The nearest is 'iso_f'"),
    (lambda curve, ax: curve.plot(ax, line={"colr": "red"}), r"line\['colr'\] must .*; got 'red'\. .* 'color'"),
    (lambda curve, ax: curve.plot(ax, iso_f={"colr": "red"}), r"iso_f\['colr'\] must .* The nearest is 'color'"),
    (lambda curve, ax: curve.plot(ax, iso_f={"levls": [0.5]}), r"iso_f\['levls'\] must be one of levels, .* 'levels'"),
    (lambda curve, ax: curve.plot(ax, chance={"c": "r", "color": "b"}), "chance must name each property once"),
    (lambda curve, ax: prplot.draw.isolines(curve, "f1", bogus=1, ax=ax), "bogus must be a keyword of .*Line2D; got 1"),
    (lambda curve, ax: prplot.draw.point(curve, (0.5, 0.5), bogus=1, ax=ax), "bogus must be a keyword of .*Line2D"),
    (lambda curve, ax: prplot.draw.unachievable(curve, facecolr="r", ax=ax), "facecolr must .* is 'facecolor'"),
    (lambda curve, ax: prplot.draw.unachievable(curve, edge={"colr": "r"}, ax=ax), "colr must .* is 'color'"),
    (lambda curve, ax: prplot.draw.hull(curve, scores={"fontsze": 5}, ax=ax), "fontsze must .*Text.* is 'fontsize'"),
    (lambda curve, ax: prplot.draw.difference(curve, "step", colour="r", ax=ax), "colour must .*Polygon.* is 'color'"),
    (lambda curve, ax: curve.plot(ax, legend={"locc": 1}), r"legend\['locc'\] must .*Legend.* is 'loc'"),
    (lambda curve, ax: prplot.draw.scores(curve, legend={"bogus": 1}, ax=ax), r"legend\['bogus'\] must .*Legend"),
    (lambda curve, ax: prplot.draw.scores(curve, colr="r", ax=ax), "'colr'.*belong in the dict of a part"),
    (lambda curve, ax: prplot.draw.secondary(curve, colr="r", ax=ax), "'colr'.*in its dict"),
    (lambda curve, ax: prplot.draw.label_axes(curve, fontsize=9, ax=ax), "'fontsize'.*set_xlabel"),
]


@pytest.mark.parametrize(("call", "said"), UNKNOWN, ids=[said for _, said in UNKNOWN])
def test_unknown_keywords_are_named_with_the_nearest(call, said, hard, ax):
    with pytest.raises(prplot.PrplotError, match=said):
        call(hard.pr(), ax)
    assert not [line for line in ax.lines if line.get_label() != "_edge"]


@pytest.mark.parametrize("part", [*PARTS, "legend"])
@pytest.mark.parametrize("space", ["pr", "prg", "roc", "croc", "cost"])
@pytest.mark.parametrize("count", [1, 12])
def test_each_part_alone(part, space, count, hard, soft, ax):
    """In all ways in which it can be asked for; in cost space what needs a point is refused in the same words."""
    off = dict.fromkeys([*PARTS, "legend"], False)
    style = {"color": "red"} if part != "legend" else {"loc": "upper right"}
    one = [(None, soft), (False, hard), (True, soft), ({}, hard), (style, soft), (style, hard)]
    ax.figure.set_layout_engine("none")
    for asked, path in one if count == 1 else [(style, soft)]:
        ax.clear()
        draw = lambda: prplot.plot([path] * count, space, ax, **{**off, part: asked})  # noqa: B023, E731
        if space == "cost" and part in ("unachievable", "iso_f", "always_positive", "prg_grid") and asked:
            with pytest.raises(prplot.PrplotTypeError, match="must be drawn in a space in which"):
                draw()
            continue
        drawn = draw()
        if asked:
            ax.figure.canvas.draw()
        assert set(drawn.surroundings) <= {part}
        assert not (asked is False and (drawn.surroundings or drawn.legend))


PER_CURVE = {
    "linewidth": [1, 2.5],
    "lw": [1, 2.5],
    "label": ["first", "second"],
    "alpha": [0.5, 0.25],
    "marker": ["s", "o"],
    "zorder": [3.5, 4.5],
    "markerfacecolor": ["red", "blue"],
    "c": ["red", (0, 0, 1)],
}


@pytest.mark.parametrize("name", PER_CURVE)
def test_a_list_has_one_for_each_curve(name, hard, other, ax):
    wanted = PER_CURVE[name]
    artists = prplot.plot([hard, other], ax=ax, line={name: wanted})
    assert [getattr(line, f"get_{name}")() for line in artists.lines] == wanted
    if name == "label":
        texts = [text.get_text() for text in artists.legend.get_texts()]
        assert texts == [f"{n}  {p.pr().area():.3f}" for n, p in zip(wanted, (hard, other), strict=True)]
    for wrong in (wanted[:1], [*wanted, *wanted]):
        with pytest.raises(prplot.PrplotValueError, match=rf"line\['{name}'\] must have one for each of 2 curves"):
            prplot.plot([hard, other], ax=ax, line={name: wrong})


@pytest.mark.parametrize(
    ("name", "one"), [("markevery", [3, 7]), ("dashes", [4, 2, 1, 2]), ("markeredgecolor", [1.0, 0.0, 0.0])]
)
def test_a_list_that_is_one_value_is_for_all(name, one, hard, other, ax):
    lines = prplot.plot([hard, other], ax=ax, line={"marker": [(0, 0), (0, 1), (1, 0)], name: one}).lines
    assert [line.get_marker() for line in lines] == [[(0, 0), (0, 1), (1, 0)]] * 2
    if name != "dashes":
        assert [getattr(line, f"get_{name}")() for line in lines] == [one, one]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"line": {"color": "rde"}}, r"line\['color'\] must be .* got 'rde'"),
        ({"line": {"lw": "thick"}}, r"line\['lw'\] must be .* got 'thick'"),
        ({"line": {"marker": ["o", "wrong"]}}, r"line\['marker'\] must be .* got 'wrong'"),
        ({"chance": {"linestyle": "wavy"}}, r"chance\['linestyle'\] must be .* got 'wavy'"),
        ({"unachievable": {"facecolor": "gery"}}, r"unachievable\['facecolor'\] must be .* got 'gery'"),
        ({"legend": "lower left"}, r"legend must be a dict.* such as {'loc': 'lower left'}"),
        ({"iso_f": "red"}, r"iso_f must be a dict.* such as {'color': 'red'}, and its levels"),
        ({"sort": "area"}, "sort must be True or False; got str 'area'"),
    ],
)
def test_what_matplotlib_cannot_take_is_named(arguments, said, hard, other, ax):
    before = len(ax.get_children())
    with pytest.raises(prplot.PrplotError, match=said):
        prplot.plot([hard, other], ax=ax, **arguments)
    assert len(ax.get_children()) == before


def test_panels_are_sorted_or_not(hard, other):
    with pytest.raises(prplot.PrplotTypeError, match="sort must be True or False"):
        prplot.draw.panel([hard, other], sort="area")


def test_helpers_name_the_keyword_too(hard):
    with pytest.raises(prplot.PrplotError, match=r"color must be .* got 'rde'"):
        prplot.draw.hull(hard.roc(), color="rde")


def test_cleared_axes_reach_no_further_down_than_the_next_figure_needs(hard, ax):
    usual = prplot.plot(hard).ax.get_ylim()
    worst = prplot.from_labels([0, 0, 0, 1, 1], [5, 4, 3, 2, 1])
    assert prplot.plot(worst, "prg", ax=ax).ax.get_ylim()[0] < usual[0]
    ax.clear()
    assert prplot.plot(hard, ax=ax).ax.get_ylim() == usual
