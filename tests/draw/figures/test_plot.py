"""Whole figures: what is drawn, what it says, and what it leaves as it was."""

from __future__ import annotations

import re
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot import draw
from prplot.draw.base.axes import COLORS
from prplot.draw.figures.surroundings import SURROUNDINGS
from prplot.interpolations import INTERPOLATIONS
from prplot.spaces import NAMED, SPACES

SPACE_NAMES = [space.name for space in SPACES if space.pointwise]
LISTED, RULES_LISTED = (", ".join(repr(kind.name) for kind in kinds) for kinds in (NAMED, INTERPOLATIONS))
KINDS = [("pr", "continuous"), ("pr", "step"), ("prg", None), ("roc", None)]
PARTS = [part.name for part in SURROUNDINGS]

each_space = pytest.mark.parametrize("space", SPACE_NAMES)
each_kind = pytest.mark.parametrize(("space", "rule"), KINDS, ids=["pr", "pr-step", "prg", "roc"])


# One figure, many spellings.


@each_space
def test_one_by_one_is_the_same_picture_as_all_at_once(space, hard, other, soft, pixels, new_axes, entries, resampled):
    paths = {"a": hard, "b": other, "c": soft, "d": resampled(hard, 8)}
    whole, ax = prplot.plot(paths, space, new_axes()), new_axes()
    for name, path in paths.items():
        last = prplot.plot({name: path}, space, ax)
    assert entries(last) == entries(whole)
    np.testing.assert_array_equal(pixels(last.figure), pixels(whole.figure))


@each_kind
def test_spellings_of_one_curve(space, rule, hard, pixels, new_axes):
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
def test_axes_given_or_not(space, hard, pixels, new_axes):
    own, given = prplot.plot(hard, space), prplot.plot(hard, space, new_axes())
    assert own.figure is plt.gcf()
    given.figure.set_size_inches(own.figure.get_size_inches())
    np.testing.assert_array_equal(pixels(own.figure), pixels(given.figure))


def test_without_axes_every_call_makes_a_figure(hard):
    assert prplot.plot(hard).figure is not prplot.plot(hard).figure
    assert len(plt.get_fignums()) == 2


@pytest.mark.parametrize("kind", ["hard", "soft"])
@each_kind
def test_the_curve_is_the_one_drawn_by_hand(kind, space, rule, request, pixels, new_axes):
    curve = request.getfixturevalue(kind).curve(space, interpolation=rule)
    bare = dict.fromkeys(["unachievable", "iso_f", "chance", "always_positive", "legend"], False)
    drawn, by_hand = curve.plot(new_axes(), **bare, line={"c": "k", "lw": 1}), new_axes()
    x, y, _ = curve.trace(1e-6)
    by_hand.plot(x, y, "k", lw=1, solid_joinstyle="round", zorder=3)
    by_hand.set(xlim=drawn.ax.get_xlim(), ylim=drawn.ax.get_ylim(), box_aspect=1)
    by_hand.set(xlabel=curve.space.xlabel, ylabel=curve.space.ylabel)
    # A pixel that a line just touches may be a little lighter or darker.
    np.testing.assert_allclose(pixels(drawn.figure).astype(int), pixels(by_hand.figure).astype(int), atol=45)


def test_precision_and_recall_on_gain_scaled_axes_are_the_prg_plot(hard, pixels, new_axes):
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
def test_the_printed_area_is_that_under_the_drawn_line(kind, space, rule, request, ax, entries):
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


# Style.


def test_a_dict_styles_line_fill_and_legend(hard, ax, entries):
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


def test_line_and_legend_may_be_left_out(hard, new_axes):
    assert prplot.plot(hard, ax=new_axes(), legend=False).legend is None
    nothing = prplot.plot(hard, ax=new_axes(), line=False)
    assert nothing.lines == ()
    assert nothing.legend is None
    assert nothing.surroundings


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


def test_what_was_on_the_axes_stays(hard, ax):
    (line,) = ax.plot([0, 1], [0.5, 0.5], label="mine")
    artists = prplot.plot(hard, ax=ax)
    assert line in ax.lines
    assert artists.lines[0].get_color() == COLORS[0]


@pytest.mark.parametrize("kind", ["hard", "soft"])
@each_space
def test_nothing_is_stored_on_path_or_curve(kind, space, request, ax):
    path = request.getfixturevalue(kind)
    curve = path.curve(space)
    """But arrays that are built on first use."""
    of_curve = set(vars(curve)) | {"vertices", "_shown", "_simplified", "_areas", "_best", "_twin"}
    made = {"fp", "sample", "points", "_runs_merged", "_background_runs_merged", "_rankings", "_areas_of_curves"}
    of_path, label = set(vars(path)) | made, curve.label
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
def test_the_view_is_extended_to_negative_precision_gain(lowest, ax, entries):
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


def test_foreground_only_has_precision_1(ax, entries):
    artists = prplot.plot(prplot.from_labels([1, 1, 1], [3, 2, 1], name="one"), ax=ax)
    np.testing.assert_array_equal(artists.lines[0].get_ydata(), 1)
    assert entries(artists)[1] == ["one  1.000"]
    artists.figure.canvas.draw()


@each_space
def test_one_class_beside_a_good_path(space, hard, ax, entries):
    bad = prplot.from_labels([0, 0, 0], [3, 2, 1], name="bad")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        artists = prplot.plot([bad, hard], space, ax)
    assert "chance" in artists.surroundings
    assert entries(artists)[1][-1] == "bad  undefined"
    artists.figure.canvas.draw()


# Saving.


@pytest.mark.parametrize("helper", [False, True], ids=["plot", "helper"])
def test_pdf_has_truetype_fonts(helper, hard, tmp_path, new_axes):
    file = tmp_path / "figure.pdf"
    made = draw.iso_f(prplot.PR(0.1), ax=new_axes()) if helper else prplot.plot(hard, ax=new_axes())
    made.save(file)
    content = file.read_bytes()
    assert content.startswith(b"%PDF")
    assert b"/Type3" not in content
    assert b"/FontFile2" in content
    assert mpl.rcParams["pdf.fonttype"] == 3


def test_png_and_svg(hard, tmp_path, new_axes):
    artists = prplot.plot(hard, ax=new_axes())
    artists.save(tmp_path / "figure.png")
    artists.save(tmp_path / "small.png", dpi=50)
    artists.save(str(tmp_path / "figure.svg"))
    png, small = ((tmp_path / name).read_bytes() for name in ("figure.png", "small.png"))
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 4 * int.from_bytes(small[16:20])
    assert "<svg" in (tmp_path / "figure.svg").read_text()


# Colours.


def test_more_curves_than_colours_differ_in_line_style(hard, ax):
    lines = prplot.plot([hard] * 12, ax=ax, legend=False).lines
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == 12


def test_curves_of_one_colour_that_was_asked_for_are_not_dashed(hard, ax):
    lines = prplot.plot([hard] * 12, ax=ax, legend=False, line={"color": "k"}).lines
    assert {(line.get_color(), line.get_linestyle()) for line in lines} == {("k", "-")}


def test_the_cycle_of_the_callers_style_is_taken(hard, new_axes):
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


def test_panels_are_sorted_or_not(hard, other):
    with pytest.raises(prplot.PrplotTypeError, match="sort must be True or False"):
        prplot.draw.panel([hard, other], sort="area")


@pytest.mark.parametrize(("labels", "corner"), [([1, 1, 0, 0], 0.0), ([0, 0, 1, 1], 1.0)])
def test_a_curve_that_has_no_place_in_det_is_marked_in_its_corner(labels, corner):
    path = prplot.from_labels(labels, [4, 3, 2, 1])
    artists = prplot.plot(path, "det")
    (mark,) = artists.surroundings["corners"].lines
    assert mark.get_data() == ([corner], [corner])
    assert mark.get_transform() is artists.ax.transAxes
    assert mark.get_color() == artists.lines[0].get_color()
    # Again on the same axes: one mark each.
    prplot.plot(path, "det", artists.ax)
    marks = [line for line in artists.ax.lines if line.get_transform() is artists.ax.transAxes]
    assert len(marks) == 2


@pytest.mark.parametrize(("labels", "scores"), [([1, 0, 1, 0], [4, 3, 2, 1]), ([1, 0, 1, 0], [1, 1, 1, 1])])
def test_curves_that_have_a_place_in_det_are_not_marked(labels, scores):
    path = prplot.from_labels(labels, scores)
    assert "corners" not in prplot.plot(path, "det").surroundings
    assert "corners" not in prplot.plot(prplot.from_labels([1, 1, 0, 0], [4, 3, 2, 1]), "roc").surroundings
