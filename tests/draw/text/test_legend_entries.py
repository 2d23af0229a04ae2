"""What entries of legends say: names and areas, the best first."""

from __future__ import annotations

import numpy as np
import pytest

import prplot
from prplot.spaces import SPACES

SPACE_NAMES = [space.name for space in SPACES if space.pointwise]


@pytest.mark.parametrize(
    ("space", "rule", "header"),
    [
        ("pr", None, "area, continuous"),
        ("pr", "step", "area, step"),
        ("prg", None, "area, signed"),
        ("roc", None, "area"),
    ],
)
def test_header_and_entries(space, rule, header, hard, other, ax, entries):
    artists = prplot.plot([hard, other], space, ax, interpolation=rule)
    areas = [path.curve(space, interpolation=rule).area() for path in (hard, other)]
    assert areas[0] > areas[1]
    assert entries(artists) == (header, [f"hard  {areas[0]:.3f}", f"other  {areas[1]:.3f}"])


@pytest.mark.parametrize("space", SPACE_NAMES)
def test_the_best_comes_first(space, hard, other, new_axes, entries):
    """Whatever the order of drawing; of DET curves the lowest is the best."""
    bad = prplot.from_labels([0, 0, 1], [3, 2, 1], name="bad")
    areas = {path.name: path.curve(space).area() for path in (bad, hard, other)}
    wanted = sorted(areas, key=areas.get, reverse=not bad.curve(space).space.lower_is_better)
    for order in ([bad, other, hard], [hard, bad, other]):
        ax = new_axes()
        for path in order:
            artists = prplot.plot(path, space, ax)
        assert [text.split("  ")[0] for text in entries(artists)[1]] == wanted
        colors = [line.get_color() for line in artists.legend.get_lines()]
        drawn = {line.curve.label: line.get_color() for line in ax.lines if hasattr(line, "curve")}
        assert colors == [drawn[name] for name in wanted]


def test_a_name_with_mathematics_is_left_as_it_is(hard, other, ax):
    legend = prplot.plot({r"$\alpha$": hard, "b": other}, ax=ax).legend
    assert legend.get_texts()[0].get_text() == rf"$\alpha$  {hard.pr().area():.3f}"
    ax.figure.canvas.draw()


def test_soft_labels_say_of_at_most_what(new_axes, entries):
    path = prplot.from_weights([5, 4, 3, 2, 1], fg=[0.9, 0.2, 0.6, 0.4, 0.1])
    for space in SPACE_NAMES:
        curve = path.curve(space)
        bound = "at least" if curve.space.lower_is_better else "at most"
        text = f"{curve.area():.3f} of {bound} {path.best().curve(space).area():.3f}"
        assert entries(prplot.plot(path, space, new_axes()))[1] == [text]
        assert entries(prplot.plot({"net": path}, space, new_axes()))[1] == [f"net  {text}"]


def test_mixed_interpolations_say_which_is_which(hard, ax, entries):
    artists = prplot.plot([hard.pr(), hard.pr("step")], ax=ax)
    areas = hard.pr().area(), hard.pr("step").area()
    texts = [f"hard  {areas[0]:.3f} (continuous)", f"hard  {areas[1]:.3f} (step)"]
    assert entries(artists) == ("area", texts)


def test_small_areas_keep_two_digits(ax, entries):
    labels = np.zeros(4000)
    labels[1777] = 1
    path = prplot.from_labels(labels, -np.arange(4000.0), name="rare")
    area = path.pr().area()
    assert area < 0.001
    assert entries(path.pr().plot(ax))[1] == [f"rare  {area:.2g}"]


def test_names_come_from_mapping_label_or_path(hard, ax, new_axes, entries):
    assert entries(prplot.plot({"given": hard}, ax=new_axes()))[1][0].startswith("given  ")
    assert entries(prplot.plot(hard.pr(label="curve's"), ax=new_axes()))[1][0].startswith("curve's  ")
    assert entries(prplot.plot(hard, ax=ax))[1][0].startswith("hard  ")
