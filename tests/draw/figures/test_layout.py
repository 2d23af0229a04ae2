"""Figures of several axes: rows of them, nothing cut, and texts that fit."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot
from prplot.draw import multiples, panel
from prplot.spaces import SPACES

EVERY = tuple(space.name for space in SPACES)
THREE = ("roc", "pr", "prg")


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
def test_rows_of_groups(count, shape, sampled):
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
def test_nothing_is_cut_or_overlaps(name, font, two, soft, sampled, well_laid_out):
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
def test_fits_on_paper(name, font, two, sampled, well_laid_out):
    spaces, options = PAPER[name]
    with plt.rc_context({"font.size": font}):
        drawn = panel({**two, "a longer name": sampled(4, better=0.2)}, spaces, thresholds="f1", **options)
        assert well_laid_out(drawn.figure)


def test_long_names_are_made_to_fit(sampled, table, well_laid_out):
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
