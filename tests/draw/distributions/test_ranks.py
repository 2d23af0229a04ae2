"""Strips of ranks: where the positives of each classifier are in its list."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata

import prplot
from prplot.draw.distributions.ranks import ranks


def places(line):
    return sorted(line.get_xdata().tolist())


def test_ranks_are_those_of_scipy_from_the_highest_score_on(ax):
    rng = np.random.default_rng(1)
    labels, scores = rng.random(80) < 0.3, rng.integers(0, 30, 80)
    drawn = ranks(prplot.from_labels(labels, scores), ax=ax)
    wanted = rankdata(-scores)
    assert places(drawn.lines[0]) == sorted(wanted[labels])
    assert places(drawn.lines[1]) == sorted(wanted[~labels])


def test_a_strip_per_classifier_from_the_top(ax):
    paths = {name: prplot.from_labels([1, 0, 1], scores) for name, scores in (("A", [3, 2, 1]), ("B", [1, 2, 3]))}
    drawn = ranks(paths, ax=ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["A", "B"]
    heights = [float(np.mean(line.get_ydata())) for line in drawn.lines]
    # Positives above negatives, and A above B.
    assert heights[0] > heights[1] > heights[2] > heights[3]
    assert ax.get_legend_handles_labels()[1] == ["positives", "negatives"]
    assert ax.get_xlabel() == "Rank"
    looks = [(line.get_color(), line.get_marker()) for line in drawn.lines]
    assert looks[0] == looks[2] != looks[1] == looks[3]


def test_the_caller_says_how_marks_look(ax):
    drawn = ranks(prplot.from_labels([1, 0], [2, 1]), ax=ax, markersize=9, alpha=0.2)
    assert {(line.get_markersize(), line.get_alpha()) for line in drawn.lines} == {(9, 0.2)}


def test_rows_of_hard_labels_are_needed(ax):
    with pytest.raises(prplot.PrplotValueError, match=r"soft ones.*path\.hard"):
        ranks(prplot.from_weights([2, 1], fg=[0.5, 0.1], bg=[0.5, 0.9]), ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="from_labels"):
        ranks(prplot.from_counts([2, 1], tp=[1, 2], fp=[1, 3]), ax=ax)
    assert not ax.lines
