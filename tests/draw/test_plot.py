"""Whole figures: one figure in many spellings, its parts, colours, views, and what it leaves as it was."""

from __future__ import annotations

import inspect
import re
import warnings

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import prplot
from prplot import draw
from prplot.spaces import SPACES

SPACE_NAMES = [space.name for space in SPACES if space._pointwise]
each_space = pytest.mark.parametrize("space", SPACE_NAMES)
PARTS = ("unachievable", "iso_f", "chance", "always_positive", "prg_grid")


# One figure, many spellings.


@pytest.mark.parametrize("space", ["pr", "prg", "roc", "cost"])
def test_one_by_one_is_the_same_picture_as_all_at_once(space, hard, other, soft, sampled, shot, new_axes, entries):
    paths = {"a": hard, "b": other, "c": soft, "d": sampled(8, share=0.5)}
    whole, ax = prplot.plot(paths, space, new_axes()), new_axes()
    for name, path in paths.items():
        last = prplot.plot({name: path}, space, ax)
    assert entries(last) == entries(whole)
    np.testing.assert_array_equal(shot(last.figure), shot(whole.figure))


@pytest.mark.parametrize(("space", "rule"), [("pr", "step"), ("prg", None)])
def test_spellings_of_one_curve(space, rule, hard, shot, new_axes):
    curve = hard.curve(space, interpolation=rule)
    calls = [
        lambda ax: prplot.plot(hard, space, ax, interpolation=rule),
        lambda ax: curve.plot(ax),
        lambda ax: prplot.plot([curve], ax=ax),
        lambda ax: prplot.plot({"hard": curve}, ax=ax),
        lambda ax: prplot.plot(iter([hard]), space=space, ax=ax, interpolation=rule),
        lambda ax: draw.plot({"hard": hard}, space, ax=ax, interpolation=rule),
    ]
    first, *others = [shot(call(new_axes()).figure) for call in calls]
    for picture in others:
        np.testing.assert_array_equal(picture, first)


def test_calls_that_are_refused_leave_no_figure_open(hard):
    kept = plt.figure()
    for parts in (
        {"iso_f": {"levels": "a"}},
        {"prg_grid": {"precision": "a"}},
        {"prg_grid": {"recall": "a"}},
        {"chance": {"kind": "a"}},
        *({part: {"zorder": "a"}} for part in ("line", "unachievable", "iso_f", "chance", "band")),
    ):
        for call in (prplot.plot, lambda path, **parts: draw.panel(path, "pr", **parts)):
            with pytest.raises(prplot.PrplotError):
                call(hard, **parts)
    assert plt.get_fignums() == [kept.number]


def test_a_fault_while_anything_is_drawn_leaves_no_figure_open(hard, other, monkeypatch):
    """Every function of `prplot.draw` that makes a figure closes it if it fails."""

    def broken(*_, **__):
        raise RuntimeError("a fault")

    curve = hard.pr()
    given = {
        "multiples": ({"a": hard},),
        "isolines": (curve, "f1"),
        "point": (curve, (0.5, 0.5)),
        **dict.fromkeys(["operating_point", "operating_region"], (curve, 0.0)),
        "difference": (curve, "step"),
        "members": ([curve, curve],),
        "measures": (hard, ["f1"]),
        "early_retrieval": (hard.roc(), 0.1),
        "cost_lines": (hard.cost(),),
        "direct_labels": (),
    }
    functions = [name for name in draw.__all__ if inspect.isfunction(getattr(draw, name))]
    calls = [lambda name=name: getattr(draw, name)(*given.get(name, (curve,))) for name in functions]
    calls.append(prplot.compare([hard, other], n=200).plot)
    monkeypatch.setattr(Figure, "add_subplot", broken)
    failed = 0
    for call in calls:
        try:
            call()
        except (RuntimeError, prplot.PrplotError) as error:
            failed += isinstance(error, RuntimeError)
        assert plt.get_fignums() == [], call
    assert failed > 30


def test_without_axes_every_call_makes_a_figure_and_says_what_it_made(hard, other, ax):
    assert prplot.plot(hard).figure is not prplot.plot(hard).figure is plt.gcf()
    assert len(plt.get_fignums()) == 2
    artists = prplot.plot([hard, other], ax=ax)
    assert (artists.ax, artists.figure, artists.legend) == (ax, ax.figure, ax.get_legend())
    assert [line.curve.path.name for line in artists.lines] == ["hard", "other"]
    assert repr(artists).startswith("Plotted(hard  ")
    figure = Figure()
    assert prplot.plot(hard, ax=figure.subfigures(1, 2)[0].add_subplot()).figure is figure


# Parts.


def test_plot_has_a_keyword_for_every_part_and_says_what_it_is():
    listed = set(inspect.getdoc(prplot.plot).partition("\nline, ")[2].partition(" : dict")[0].split(", "))
    assert {*PARTS, "best", "band", "unreached", "members", "bins"} <= listed | {"band", "interval", "bins", "members"}
    assert listed <= set(inspect.signature(prplot.plot).parameters)


@pytest.mark.parametrize(
    ("space", "usual"),
    [
        ("pr", {"unachievable", "iso_f", "chance", "always_positive"}),
        ("prg", {"unachievable", "iso_f", "chance", "always_positive"}),
        ("roc", {"unachievable", "chance"}),
        ("croc", {"unachievable", "chance"}),
        ("cost", {"chance"}),
    ],
)
def test_usual_surroundings_and_each_part_with_a_dict_or_without(space, usual, hard, soft, new_axes):
    assert set(prplot.plot(hard, space, new_axes()).surroundings) == usual
    for part in (*PARTS, "best"):
        assert part not in prplot.plot(soft, space, new_axes(), **{part: False}).surroundings
        style = {"color": "magenta"} if part != "unachievable" else {"facecolor": "magenta"}
        if space == "cost" and part not in ("chance", "best"):
            with pytest.raises(prplot.PrplotTypeError, match="must be drawn in a space in which"):
                prplot.plot(hard, space, new_axes(), **{part: style})
            continue
        drawn = prplot.plot(soft, space, new_axes(), **{part: style}).surroundings
        named = [made for name, made in drawn.items() if name.removesuffix("_line") == part]
        artists = [artist for made in named for artist in (made.lines if part != "unachievable" else made.fills)]
        assert artists
        for artist in artists:
            color = artist.get_facecolor() if part == "unachievable" else artist.get_color()
            assert to_rgb(color) == to_rgb("magenta")


@each_space
def test_surroundings_are_drawn_once_per_prevalence(space, hard, other, ax, entries):
    first = prplot.plot(hard, space, ax)
    count = len(ax.get_children())
    second = prplot.plot(other, space, ax)
    assert first.surroundings
    assert dict(second.surroundings) == {}
    # One more line; the legend is replaced.
    assert len(ax.get_children()) == count + 1
    assert len(entries(second)[1]) == 2


@pytest.mark.parametrize("space", ["pr", "prg"])
def test_another_prevalence_gets_a_lighter_baseline_and_edge_and_no_second_isolines(space, hard, sampled, ax, words):
    first, second = (
        prplot.plot(hard, space, ax),
        prplot.plot(sampled(8, share=0.6), space, ax, unachievable={"color": "yellow"}),
    )
    assert set(second.surroundings) == {"unachievable", "chance"}
    light = [np.mean(to_rgb(made.surroundings["chance"].lines[0].get_color())) for made in (first, second)]
    assert light[1] > light[0]
    assert second.surroundings["unachievable"].fills[0].get_facecolor()[3] == 0
    assert any("0.6" in word.text and "prevalence" in word.text for word in words(ax.figure))


def test_the_curve_stands_above_its_surroundings(hard, ax):
    artists = prplot.plot(hard, ax=ax)
    for line in (
        line for part in artists.surroundings.values() for line in part.lines if line.get_linestyle() != "None"
    ):
        assert artists.lines[0].get_linewidth() > 1.5 * line.get_linewidth()
        assert artists.lines[0].get_zorder() > line.get_zorder()


# Looks.

PER_CURVE = {
    "lw": [1, 2.5],
    "label": ["first", "second"],
    "alpha": [0.5, 0.25],
    "marker": ["s", "o"],
    "zorder": [3.5, 4.5],
    "markerfacecolor": ["red", "blue"],
    "c": ["red", (0, 0, 1)],
    "linestyle": [":", "-"],
}


def test_a_list_has_one_look_for_each_curve(hard, other, new_axes, entries):
    for name, wanted in PER_CURVE.items():
        artists = prplot.plot([hard, other], ax=new_axes(), line={name: wanted})
        assert [getattr(line, f"get_{name}")() for line in artists.lines] == wanted
        with pytest.raises(prplot.PrplotValueError, match=rf"line\['{name}'\] must have one for each of 2 curves"):
            prplot.plot([hard, other], ax=new_axes(), line={name: wanted[:1]})
        if name == "label":
            assert [text.split()[0] for text in entries(artists)[1]] == wanted
    for name, one in (("markevery", [3, 7]), ("markeredgecolor", [1.0, 0.0, 0.0]), ("color", [1, 0, 0.5])):
        lines = prplot.plot([hard, other], ax=new_axes(), line={"marker": "o", name: one}).lines
        assert [getattr(line, f"get_{name}")() for line in lines] == [one, one]
    nothing = prplot.plot(hard, ax=new_axes(), line=False)
    assert (nothing.lines, nothing.legend) == ((), None)


def test_colours_are_told_apart_and_more_curves_differ_in_line_style(hard, new_axes):
    def looks(count, **line):
        lines = prplot.plot([hard] * count, ax=new_axes(), legend=False, line=line or None).lines
        return [(line.get_color(), line.get_linestyle()) for line in lines]

    assert len(set(looks(12))) == 12
    assert set(looks(12, color="k")) == {("k", "-")}
    # G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, IEEE TVCG 15 (2009), severity 1; distances in CIELAB.
    sight = [
        np.eye(3),
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ]
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    srgb = np.array([to_rgb(color) for color, _ in looks(7)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    for eye in sight:
        xyz = np.clip(linear @ np.transpose(eye), 0, 1) @ np.transpose(to_xyz) / [0.95047, 1, 1.08883]
        f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
        lab = np.column_stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])])
        apart = np.linalg.norm(lab[:, None] - lab[None], axis=-1)
        assert apart[:5, :5][np.triu_indices(5, 1)].min() > 15
        assert apart[np.triu_indices(7, 1)].min() > 10
        assert (100 - lab[:, 0]).min() > 20
    with plt.style.context("ggplot"):
        wanted = [look["color"] for look in mpl.rcParams["axes.prop_cycle"]]
        assert [color for color, _ in looks(9)] == [*wanted, *wanted][:9]
        assert len(set(looks(9))) == 9
    with mpl.rc_context({"axes.prop_cycle": mpl.cycler(color=["r", "g"], linestyle=["--", ":"])}):
        assert looks(3) == [("r", "--"), ("g", ":"), ("r", "--")]


# What is the caller's stays the caller's.


def test_a_figure_of_the_caller_is_left_as_it_was_found(hard, ax, new_axes):
    rc, backend = dict(mpl.rcParams), mpl.get_backend()
    ax.set(xlim=(0.2, 0.9), ylim=(0.1, 0.8), xlabel="mine", ylabel="also mine", aspect="equal", title="T")
    (line,) = ax.plot([0, 1], [0.5, 0.5], label="mine")
    engine = ax.figure.get_layout_engine()
    prplot.plot(hard, ax=ax)
    draw.point(prplot.PR(hard.prevalence), (0.5, 0.5), ax=ax)
    ax.figure.canvas.draw()
    assert line in ax.lines
    assert ax.figure.get_layout_engine() is engine
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.2, 0.9), (0.1, 0.8))
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == ("mine", "also mine", "T")
    assert (ax.get_aspect(), ax.get_box_aspect()) == (1, None)
    assert (dict(mpl.rcParams), mpl.get_backend(), plt.get_fignums()) == (rc, backend, [])
    half = new_axes()
    half.set_xlim(0.5, 1)
    prplot.plot(hard, ax=half)
    assert half.get_xlim() == (0.5, 1)
    assert half.get_ylim() == pytest.approx((-0.015, 1.015))


def test_axes_show_one_space_until_they_are_cleared(hard, ax, new_axes):
    prplot.plot(prplot.from_labels([0, 0, 0, 1, 1], [5, 4, 3, 2, 1]), "prg", ax=ax)
    with pytest.raises(prplot.PrplotValueError, match=r"it shows Precision-Recall-Gain .* already, and this is ROC"):
        draw.baseline(prplot.ROC(0.2), ax=ax)
    ax.clear()
    assert prplot.plot(hard, "roc", ax=ax).ax.get_ylim() == prplot.plot(hard, "roc", new_axes()).ax.get_ylim()


# Views.


def with_lowest(lowest):
    """A path whose least precision gain, in recall gain [0, 1], is this."""
    return prplot.from_counts([3, 2, 1], [10, 30, 100], [1, 900 * 0.3 * (1 - lowest), 900], name="dips")


def test_the_view_is_extended_to_negative_precision_gain_or_the_minimum_is_written(ax, new_axes, words):
    for lowest in (-0.1, -0.4):
        bottom, top = prplot.plot(with_lowest(lowest), "prg", new_axes()).ax.get_ylim()
        assert lowest - 0.05 < bottom < lowest
        assert 1.015 < top < 1.025
    for lowest in (-1.0, -2.1):
        prplot.plot(with_lowest(lowest), "prg", ax)
        assert ax.get_ylim()[0] == pytest.approx(-0.5225)
        (note,) = [word.text for word in words(ax.figure) if "downarrow" in word.text]
        assert f"{lowest:g}" in note


@pytest.mark.parametrize(
    ("space", "labels", "reason"),
    [("pr", [0, 0], "P = 0"), ("prg", [0, 0], "P = 0"), ("prg", [1, 1], "N = 0"), ("roc", [1, 1], "N = 0")],
)
def test_one_class_warns_and_draws_no_line(space, labels, reason, hard, ax, new_axes, entries):
    bad = prplot.from_labels(labels, [2, 1], name="bad")
    with pytest.warns(prplot.PrplotWarning, match=re.escape(reason)):
        artists = prplot.plot(bad, space, ax)
    assert dict(artists.surroundings) == {}
    assert not any(np.isfinite(line.get_xydata()).all(axis=1).any() for line in artists.lines)
    artists.figure.canvas.draw()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prplot.PrplotWarning)
        artists = prplot.plot([bad, hard], space, new_axes())
    assert "chance" in artists.surroundings
    assert entries(artists)[1][-1] == "bad  undefined"


def test_foreground_only_has_precision_1(ax, entries):
    artists = prplot.plot(prplot.from_labels([1, 1, 1], [3, 2, 1], name="one"), ax=ax)
    np.testing.assert_array_equal(artists.lines[0].get_ydata(), 1)
    assert entries(artists)[1] == ["one  1.000"]


def test_a_curve_that_has_no_place_in_det_is_marked_in_its_corner(hard, new_axes):
    for labels, corner in (([1, 1, 0, 0], 0.0), ([0, 0, 1, 1], 1.0)):
        artists = prplot.plot(prplot.from_labels(labels, [4, 3, 2, 1]), "det", new_axes())
        (mark,) = artists.surroundings["corners"].lines
        place = artists.ax.transAxes.inverted().transform(mark.get_transform().transform(mark.get_xydata()))
        np.testing.assert_allclose(place, [[corner, corner]], atol=1e-9)
        assert mark.get_color() == artists.lines[0].get_color()
    assert "corners" not in prplot.plot(hard, "det", new_axes()).surroundings


def test_net_benefit_of_one_class_warns_when_it_is_drawn(ax):
    with pytest.warns(prplot.PrplotWarning, match="the curve is undefined in Net benefit space"):
        prplot.from_labels([1, 1], [0.5, 0.7]).net_benefit().plot(ax=ax)


def test_froc_goes_as_far_as_its_curves_and_net_benefit_from_below_0_to_the_best(ax, new_axes, entries, words):
    label = [rank in (1, 3, 10, 12, 13, 14, 23) for rank in range(1, 25)]
    path = prplot.from_labels(label, np.arange(24, 0, -1), positives=15, name="detector")
    artists = prplot.plot(path.froc(40), ax=ax)
    prplot.plot(path.froc(4), ax=ax)
    assert ax.get_xlim() == pytest.approx((-0.015 * 17 / 4, 1.015 * 17 / 4))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("False positives per image", "Recall")
    assert entries(artists)[1] == ["detector  0.387 (ends at recall 0.47)"]
    assert draw.operating_point(path.froc(4), 12, ax=ax).lines[0].get_xydata().tolist() == [[8 / 4, 5 / 15]]
    with pytest.warns(prplot.PrplotWarning, match=r"isoline is not drawn in FROC space: false positives are counted"):
        assert draw.iso_f(path.froc(4), ax=ax).artists == ()
    score = np.random.default_rng(2).beta(0.6, 2.5, 300)
    risk = prplot.from_labels(np.random.default_rng(3).random(300) < score, score, name="risk")
    for standardized, top in ((False, risk.prevalence), (True, 1.0)):
        artists = risk.net_benefit(standardized=standardized).plot(ax=new_axes())
        low, high = artists.ax.get_ylim()
        assert -0.2 * top < low < -0.1 * top
        assert top < high < 1.05 * top
    assert entries(artists) == ("", ["risk"])
    assert set(artists.surroundings) == {"chance"}
    assert {"treat all", "treat none"} <= {word.text for word in words(artists.figure)}
    treat_all = risk.net_benefit().plot(ax=new_axes()).surroundings["chance"].lines[0]
    x, y = treat_all.get_xydata()[treat_all.get_xdata() < 0.5].T
    np.testing.assert_allclose(y, risk.prevalence - (1 - risk.prevalence) * x / (1 - x), atol=1e-13)
    # A threshold is a curve that meets its own score.
    ax, at = new_axes(), risk.at(0.3)
    (line,) = draw.operating_point(risk.net_benefit(), 0.3, ax=ax).lines
    x, y = line.get_xydata()[line.get_xdata() < 0.8].T
    np.testing.assert_allclose(y, (at.tp - at.fp * x / (1 - x)) / 300, atol=1e-13)


# Wrong calls; more of them are among the recorded ones.

WRONG = [
    (lambda _: prplot.plot({}), "curves must be a path, a curve, a sequence or a mapping of them; got none."),
    (lambda p: prplot.plot(([1, 0], p.thresholds)), r"got list \[1, 0\]. Make a path .*: prplot.from_labels"),
    (lambda p: prplot.plot([p.pr(), p.roc()]), r"curves must be of one space; .*curve.path.curve\('pr'\)."),
    (lambda p: prplot.plot(p, isof=False), r"'isof'\. The nearest is 'iso_f'"),
    (lambda p: prplot.plot(p, colr="red"), r"'colr'.*belong in the dict of a part"),
    (lambda p: prplot.plot(p, iso_f="red"), r"iso_f must be a dict.* such as {'color': 'red'}, and its levels"),
    (lambda p: prplot.plot(p, line={"colr": "red"}), r"line\['colr'\] must .*; got 'red'\. .* 'color'"),
    (lambda p: prplot.plot(p, line={"color": "rde"}), r"line\['color'\] must be .* got 'rde'"),
    (lambda p: prplot.plot(p, chance={"c": "r", "color": "b"}), "chance must name each property once"),
    (lambda p: prplot.plot(p, legend={"loc": "upper middle"}), r"^legend\['loc'\] must be .*matplotlib says"),
    (lambda p: prplot.plot(p, interval={"lvel": 0.9}), r"interval\['lvel'\] must be one of .*The nearest is 'level'"),
    (lambda p: prplot.plot(p, interval={"method": "delong"}), "'delong' works only for whole areas under ROC curves"),
    (lambda p: draw.isolines(p.pr(), "f1", [0.2, np.nan]), "levels must be finite numbers; got nan."),
    (lambda p: draw.isolines(p.pr(), "f1", bogus=1), "bogus must be a keyword of .*Line2D; got 1"),
    (lambda p: draw.operating_point(p.pr(), [1, 2], label="both"), r"one text per threshold \(2\); got 'both'"),
    (
        lambda p: draw.operating_point(p.pr(), prplot.Confusion(tp=10, fp=p.negatives, fn=40, tn=0)),
        r"Use prplot.draw.point\(curve, confusion\) to mark another classifier.",
    ),
    (lambda p: draw.point(p.pr(), (0.5, np.nan)), "must have a place in Precision-Recall space"),
]


def test_wrong_calls_say_what_is_wrong_and_draw_nothing(hard):
    for call, said in WRONG:
        with pytest.raises(prplot.PrplotError, match=said):
            call(hard)
        assert not [artist for n in plt.get_fignums() for a in plt.figure(n).axes for artist in (*a.lines, *a.patches)]


@pytest.mark.parametrize("part", ["chance", "unachievable", "iso_f", "always_positive"])
def test_the_id_of_a_part_is_the_callers_and_none_of_ours_is_in_the_file(part, hard, other, ax, tmp_path):
    for path in (hard, other):
        artists = prplot.plot(path, "pr", ax, **{part: {"gid": "mine"}})
    # The reference lines were drawn once, although their ids are the caller's.
    assert "unachievable" not in artists.surroundings
    artists.save(tmp_path / "figure.svg")
    text = (tmp_path / "figure.svg").read_text()
    assert 'id="mine"' in text
    assert not re.search('id="prplot', text)


@pytest.mark.parametrize(
    "draws",
    [
        draw.band,
        draw.baseline,
        draw.hull,
        draw.iso_f,
        draw.label_axes,
        draw.non_dominated,
        draw.threshold_colors,
        draw.threshold_ticks,
        draw.tie_envelope,
        draw.unachievable,
        lambda thing, ax: draw.operating_point(thing, "f1", ax=ax),
        lambda thing, ax: draw.operating_region(thing, 0.5, ax=ax),
        lambda thing, ax: draw.difference(thing, "step", ax=ax),
        lambda thing, ax: draw.point(thing, (0.5, 0.5), ax=ax),
    ],
)
def test_parts_take_a_path_for_its_pr_curve(draws):
    label, score = [1, 1, 0, 1, 0, 0] * 8, [0.9, 0.7, 0.7, 0.4, 0.3, 0.1] * 8
    path = prplot.from_labels(label, score)
    axes = Figure().subplots(1, 2)
    for ax, thing in zip(axes, (path, path.pr()), strict=True):
        with warnings.catch_warnings(action="ignore", category=prplot.PrplotWarning):
            draws(thing, ax=ax)
    lines = [[line.get_xydata().tolist() for line in ax.lines] for ax in axes]
    for of_path, of_curve in zip(*lines, strict=True):
        np.testing.assert_allclose(of_path, of_curve, rtol=1e-9, atol=1e-12)


def test_an_empty_current_figure_is_used(hard):
    figure = plt.figure(figsize=(3, 3))
    assert hard.pr().plot().figure is figure
    # One that shows something is not.
    assert hard.pr().plot().figure is not figure
    plt.close("all")


@pytest.mark.filterwarnings("ignore:Glyph")
def test_letters_that_no_font_has_are_told_with_their_text(hard, new_axes):
    with pytest.warns(prplot.PrplotWarning, match=r"'模型 A' has '模', '型', .* no font of font\.family, now 'DejaVu"):
        prplot.plot({"模型 A": hard}, "pr", new_axes())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prplot.plot({"Größe ≥ π": hard}, "pr", new_axes())
