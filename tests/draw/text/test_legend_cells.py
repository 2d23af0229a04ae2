"""Cells of legends: columns that end at one place, and words measured in their font."""

from __future__ import annotations

import io

import numpy as np
import pytest

import prplot
from prplot.draw.text.legend_cells import Words


def test_areas_stand_in_one_column(ax):
    """Flush right: the ink of all entries ends at the same place."""
    paths = {
        name: prplot.from_labels([1, 0, 1, 0], [4, 3, 2, k]) for k, name in enumerate(["ab", "a longer name", "W"])
    }
    legend = prplot.plot(paths, "prg", ax).legend
    ax.figure.canvas.draw()
    assert np.ptp([text.get_window_extent().x1 for text in legend.get_texts()]) < 1.5
    assert np.ptp([text.get_window_extent().x0 for text in legend.get_texts()]) < 1.5


@pytest.mark.parametrize("ending", ["pdf", "svg", "png", "eps"])
def test_the_areas_stand_in_one_column_in_every_format(ending, ax, monkeypatch, many):
    paths = many(3)
    ends, real = [], Words.draw

    def draw(self, renderer):
        real(self, renderer)
        ends.append(self)

    artists = prplot.plot(paths, ax=ax)
    monkeypatch.setattr(Words, "draw", draw)
    artists.save(io.BytesIO(), format=ending)
    boxes = [cell.get_window_extent() for cell in ends if cell.place == 1]
    # The ink of a digit ends at a half of a pixel on the oldest matplotlib.
    assert np.ptp([box.x1 for box in boxes]) <= 0.5 + 1e-9


def test_words_of_a_larger_font_are_measured_anew(new_axes, many):
    legend = prplot.plot(many(2, 40), ax=new_axes((3.0, 2.4))).legend
    renderer = legend.figure.canvas.get_renderer()
    words = legend.get_texts()[0].cells[0]
    words.room = 0.6 * words.natural(renderer) * 72 / legend.figure.dpi
    small, wide = words.longest(renderer), words.get_bbox(renderer).width
    assert 0 < small <= wide
    legend.get_texts()[0].set_fontsize(2 * legend.get_texts()[0].get_fontsize())
    assert words.longest(renderer) == pytest.approx(2 * small, rel=0.1)
