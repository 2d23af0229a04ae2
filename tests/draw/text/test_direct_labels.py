"""Names beside the curves: in their colours, over nothing, each nearest to its own."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import prplot
from prplot.draw import direct_labels
from prplot.spaces import SPACES

PATHS = prplot.datasets.load("digits").paths()
each_space = pytest.mark.parametrize("space", [space.name for space in SPACES])


def labelled(space, paths=PATHS, size=(5.2, 4.4), **text):
    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    artists = prplot.plot(paths, space, figure.add_subplot(), legend=False)
    drawn = direct_labels(artists.ax, **text)
    figure.canvas.draw()
    return artists, drawn.texts


def boxes(texts):
    return [text.get_window_extent() for text in texts]


@each_space
def test_name_area_and_colour(space):
    artists, texts = labelled(space)
    assert [text.get_text() for text in texts] == [line.get_label() for line in artists.lines]
    assert [text.get_color() for text in texts] == [line.get_color() for line in artists.lines]


@each_space
def test_no_name_covers_another_or_a_curve_or_leaves_the_axes(space):
    artists, texts = labelled(space)
    inside = artists.ax.get_window_extent()
    places = boxes(texts)
    for k, box in enumerate(places):
        assert inside.x0 < box.x0 < box.x1 < inside.x1
        assert inside.y0 < box.y0 < box.y1 < inside.y1
        assert not any(box.overlaps(other) for other in places[k + 1 :])
        for line in artists.lines:
            points = line.axes.transData.transform(np.column_stack(line.get_data()))
            points = points[np.isfinite(points).all(axis=1)]
            assert not np.any(np.all((points > box.min) & (points < box.max), axis=1))


def test_each_name_is_nearest_to_its_own_curve():
    """Where there is room for all beside their curves."""
    levels = {f"level {k}": prplot.from_counts([2, 1], tp=[k, 10], fp=[0.2, 10]) for k in (0.5, 5, 9.9)}
    artists, texts = labelled("roc", levels)
    lines = [line.axes.transData.transform(np.column_stack(line.get_data())) for line in artists.lines]
    for k, box in enumerate(boxes(texts)):
        fine = [
            np.column_stack([np.interp(np.linspace(0, len(p) - 1, 900), range(len(p)), c) for c in p.T]) for p in lines
        ]
        away = [np.hypot(*np.maximum(np.abs(p - (box.min + box.max) / 2) - box.size / 2, 0).T).min() for p in fine]
        assert np.argmin(away) == k


def test_a_name_that_fits_nowhere_is_not_shown_and_that_is_said_once(pixels):
    with pytest.warns(prplot.PrplotWarning, match=r"direct_labels finds no room for 'xxx.* it is not shown\. Make"):
        artists, texts = labelled("pr", {"x" * 200: PATHS["Naive Bayes"]})
    with_name = pixels(artists.figure)
    texts[0].remove()
    np.testing.assert_array_equal(with_name, pixels(artists.figure))


@pytest.mark.parametrize("letters", [10, 25])
def test_six_names_find_room_in_a_column(letters):
    """In one line or two, and no smaller than the smallest text of the style."""
    rng = np.random.default_rng(5)
    labels = rng.random(200) < 0.3
    scores = [rng.normal(size=200) + (2.2 - 0.12 * k) * labels for k in range(6)]
    names = [f"{'Random forest of embeddings'[: letters - 2]}{k:02d}" for k in range(6)]
    paths = {name: prplot.from_labels(labels, score) for name, score in zip(names, scores, strict=True)}
    artists, texts = labelled("pr", paths, size=(3.25, 2.75))
    assert all(text.shown for text in texts)
    assert [text.get_text().split() for text in texts] == [line.get_label().split() for line in artists.lines]
    assert min(text.get_fontsize() for text in texts) > 6.9


def test_drawn_again_they_replace_the_old_ones():
    artists, texts = labelled("pr", color="k", fontsize=6)
    again = direct_labels(artists.ax).texts
    assert len(again) == len(texts)
    assert all(text.axes is None for text in texts)
    assert {text.get_fontsize() for text in texts} == {6}


def test_they_move_with_the_view():
    artists, texts = labelled("pr")
    before = [text.get_position() for text in texts]
    artists.ax.set(xlim=(0.2, 0.9), ylim=(0.2, 0.9))
    artists.figure.canvas.draw()
    assert [text.get_position() for text in texts] != before


def test_without_curves_there_is_nothing_to_label(ax):
    with pytest.raises(prplot.PrplotValueError, match=r"ax must show a curve to be labelled; got none\. Draw it first"):
        direct_labels(ax)


def test_all_names_have_one_size(many, new_axes):
    sizes = set()
    for count in (2, 6):
        ax = prplot.plot(many(count, 30), "pr", new_axes((4.0, 3.4)), legend=False).ax
        labels = direct_labels(ax).texts
        ax.figure.canvas.draw()
        assert len({label.get_fontsize() for label in labels}) == 1
        sizes.add(labels[0].get_fontsize())
    assert len(sizes) == 2
