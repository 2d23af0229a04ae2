"""What surrounds the curves of a figure: which parts there are, for which prevalences, and how they look."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from matplotlib.colors import to_rgb

import prplot
from prplot.draw.figures.surroundings import SURROUNDINGS
from prplot.spaces import SPACES

SPACE_NAMES = [space.name for space in SPACES if space.pointwise]
PARTS = [part.name for part in SURROUNDINGS]
each_space = pytest.mark.parametrize("space", SPACE_NAMES)


def test_plot_has_a_keyword_for_every_part_and_says_what_it_is():
    others = {"curves", "space", "ax", "interpolation", "line", "legend", "sort", "unreached", "members"}
    others |= {"band", "interval", "bins"}
    assert set(inspect.signature(prplot.plot).parameters) - others == set(PARTS)
    listed = inspect.getdoc(prplot.plot).partition("\nline, ")[2].partition(" : dict")[0]
    assert set(listed.split(", ")) - others == set(PARTS)


@each_space
def test_surroundings_are_drawn_once_per_prevalence(space, hard, other, ax, entries):
    first = prplot.plot(hard, space, ax)
    count = len(ax.get_children())
    second = prplot.plot(other, space, ax)
    assert set(first.surroundings)
    assert dict(second.surroundings) == {}
    # One more line; the legend is replaced.
    assert len(ax.get_children()) == count + 1
    assert len(entries(second)[1]) == 2


@pytest.mark.parametrize("space", ["pr", "prg"])
def test_another_prevalence_gets_a_lighter_baseline_and_edge_and_no_second_isolines(space, hard, ax, resampled):
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
def test_levels_that_depend_on_the_prevalence_are_not_said_for_all(turn, hard, new_axes):
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
def test_usual_surroundings(space, usual, hard, ax, new_axes):
    assert set(prplot.plot(hard, space, ax).surroundings) == usual
    assert (prplot.plot(hard, space, new_axes(), prg_grid=True).surroundings.keys() - usual) == {"prg_grid"}
    assert "iso_f" in prplot.plot(hard, space, new_axes(), iso_f=True).surroundings


@pytest.mark.parametrize("part", ["unachievable", "iso_f", "chance", "always_positive"])
@each_space
def test_false_leaves_a_part_out(part, space, hard, new_axes):
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


@pytest.mark.parametrize("space", ["pr", "prg"])
def test_artists_hold_the_surroundings_of_every_prevalence_of_the_call(space, hard, ax, resampled):
    artists = prplot.plot([hard, resampled(hard, 8)], space, ax)
    held = {id(artist) for drawn in artists.surroundings.values() for artist in drawn.artists}
    there = [artist for artist in (*ax.lines, *ax.patches) if artist not in artists.lines]
    assert len(there) > 5
    assert {id(artist) for artist in there} <= held


def test_aliases_style_the_edges_of_every_prevalence(hard, ax, resampled):
    style = {"unachievable": {"fc": "yellow"}, "chance": {"c": "red"}}
    first, second = (prplot.plot(path, ax=ax, **style).surroundings for path in (hard, resampled(hard, 8)))
    assert first["unachievable"].fills[0].get_facecolor()[:3] == (1, 1, 0)
    assert second["unachievable"].fills[0].get_facecolor()[3] == 0
    assert {drawn["chance"].lines[0].get_color() for drawn in (first, second)} == {"red"}


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


@pytest.mark.few(15)
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
