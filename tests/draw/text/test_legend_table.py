"""Legends that are tables: a row per classifier, a column per space."""

from __future__ import annotations

import numpy as np

from prplot.draw import panel
from prplot.draw.base.axes import COLORS

THREE = ("roc", "pr", "prg")


def test_the_legend_is_a_table_of_areas(two, table, minus):
    spaces = ("pr", "prg", "roc", "croc", "cost")
    drawn = panel(two, spaces)
    heads = ("area", "PR, continuous", "PRG, signed", "ROC", "CROC", "Cost")
    rows = [(name, *(minus(f"{path.curve(s).area():.3f}") for s in spaces)) for name, path in two.items()]
    assert table(drawn) == [heads, *rows]


def test_soft_labels_say_of_how_much(soft, table):
    drawn = panel({"net": soft}, ("roc", "pr"))
    cells = [f"{soft.curve(s).area():.3f} of {soft.best().curve(s).area():.3f}" for s in ("roc", "pr")]
    assert table(drawn) == [("area, of at most", "ROC", "PR, continuous"), ("net", *cells)]


def test_numbers_stand_flush_right_and_rows_level(sampled, table):
    # A negative area, and a column with a taller head.
    paths = {"good": sampled(1, better=2), "bad": sampled(2, better=-2), "_private": sampled(3)}
    drawn = panel(paths, THREE, thresholds="f1", scores=True)
    drawn.figure.canvas.draw()
    texts, columns = drawn.legend.get_texts(), drawn.legend._ncols
    rows = len(texts) // columns
    assert table(drawn)[3][0].strip() == "_private"
    assert any(cell.startswith("\N{MINUS SIGN}") for cell in table(drawn)[2])
    for column in range(1, columns):
        ends = [text.get_window_extent().x1 for text in texts[column * rows : (column + 1) * rows] if text.get_text()]
        assert np.ptp(ends) < 1
    for row in range(rows):
        # Where texts stand, whatever their height.
        levels = [text.get_transform().transform(text.get_position())[1] for text in texts[row::rows]]
        assert np.ptp(levels) < 1.5


def test_without_lines_the_areas_are_still_told(two, table):
    drawn = panel(two, ("pr",), line=False)
    assert [row[1] for row in table(drawn)[1:]] == [f"{path.pr().area():.3f}" for path in two.values()]
    assert [handle.get_color() for handle in drawn.legend.legend_handles[1:3]] == list(COLORS[:2])
