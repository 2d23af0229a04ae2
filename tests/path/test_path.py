"""The path: vertices by hand, matrices, hard labels, counts, and the ends of the double range."""

from __future__ import annotations

import math

import pytest

import prplot
from prplot import Confusion, from_counts, from_labels, from_weights


def rows(path):
    assert (path.thresholds[0], path.tp[0], path.fp[0]) == (math.inf, 0, 0)
    return list(zip(path.thresholds.tolist(), path.tp.tolist(), path.fp.tolist(), strict=True))[1:]


def test_vertices_by_hand():
    inf = math.inf
    for path, expected in (
        (from_labels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]), [(0.9, 1, 0), (0.8, 1, 1), (0.4, 2, 1), (0.1, 2, 2)]),
        (from_labels([0, 1, 0, 1, 0], [1, 3, 3, 2, 1]), [(3, 1, 1), (2, 2, 1), (1, 2, 3)]),
        # Rows of no weight are no vertex.
        (from_labels([0, 1, 0, 1, 0], [1, 3, 3, 2, 1], sample_weight=[1, 2, 0, 0, 4]), [(3, 2, 0), (1, 2, 5)]),
        (from_labels([1], [7]), [(7, 1, 0)]),
        (from_labels([0, 0], [2, 1]), [(2, 0, 1), (1, 0, 2)]),
        (from_weights([1, 2, 2, 3], fg=[0.5, 0.25, 0.25, 1], bg=[1, 2, 0, 0]), [(3, 1, 0), (2, 1.5, 2), (1, 2, 3)]),
        (from_weights([2, 1], fg=[0.25, 1]), [(2, 0.25, 0.75), (1, 1.25, 0.75)]),
        (from_labels([1, 0, 0], [inf, -inf, 0]), [(inf, 1, 0), (0, 1, 1), (-inf, 1, 2)]),
        # Counts that stay are no vertices.
        (from_counts([9, 5, 4, 3, 1], tp=[0, 1, 1, 2, 2], fp=[0, 0, 0, 0, 1]), [(5, 1, 0), (3, 2, 0), (1, 2, 1)]),
    ):
        assert rows(path) == expected
    path = from_labels([1, 0], [2, 1], sample_weight=[1, 3])
    assert (path.positives, path.negatives, path.prevalence, len(path)) == (1, 3, 0.25, 3)


def test_at_any_threshold():
    path, inf = from_labels([0, 1, 0, 1, 0], [1, 3, 3, 2, 1]), math.inf
    for cut, tp, fp in (
        (inf, 0, 0),
        (3.1, 0, 0),
        (3, 1, 1),
        (2.5, 1, 1),
        (2, 2, 1),
        (1.5, 2, 1),
        (1, 2, 3),
        (-inf, 2, 3),
    ):
        assert path.at(cut) == path.find(threshold=cut) == Confusion(tp=tp, fp=fp, fn=2 - tp, tn=3 - fp, threshold=cut)
    found = [from_labels([1, 0, 0], [inf, 0.0, -inf]).at(cut) for cut in (inf, 1e308, -0.0, -1e308, -inf)]
    assert [point.tp + point.fp for point in found] == [1, 1, 2, 2, 3]


# hard ------------------------------------------------------------------------------------------------------


def test_hard_by_a_cut_with_both_weights():
    soft = from_weights([4, 3, 2, 1], fg=[0.9, 0.4, 1.5, 0], bg=[0.1, 0.6, 1.5, 0], name="mine")
    assert rows(soft.hard()) == [(4, 1, 0), (3, 1, 1), (2, 2, 1)]
    assert rows(soft.hard(weights="total")) == [(4, 1, 0), (3, 1, 1), (2, 4, 1)]
    assert rows(soft.hard(0.4)) == [(4, 1, 0), (3, 2, 0), (2, 3, 0)]
    assert rows(soft.hard(1)) == [(4, 0, 1), (3, 0, 2), (2, 0, 3)]
    assert (soft.hard().name, soft.hard().soft, soft.soft) == ("mine", False, True)
    # Rows are cut from the weights as they were given, at any prevalence.
    assert rows(soft.at_prevalence(0.9).hard()) == rows(soft.hard())
    hard = from_labels([1, 0, 1, 0], [4, 3, 3, 1])
    assert rows(hard.hard()) == rows(hard)
    with pytest.raises(prplot.PrplotValueError, match=r"hard needs the rows .* from counts .*from_labels"):
        from_counts([1], [1], [1]).hard()


def test_rounding_moves_no_row_across_a_cut():
    """Of labels equal to it, of shares of votes, and of rows of any weight."""
    for yes, total in ((3, 8), (1, 10), (9, 10), (2, 3), (7, 11)):
        for per in ("item", "vote"):
            fg, bg = prplot.weights.votes([yes], total, per)
            assert from_weights([1], fg=fg, bg=bg).hard(yes / total).positives == 1
    for weight in (1, 0.1, 0.7, 1 / 3, 1e-300, 1e300):
        for percent in range(1, 100):
            cut = percent / 100
            path = from_weights([3, 2, 1], fg=[cut, cut - 1e-9, cut + 1e-9], sample_weight=[weight] * 3).hard(cut)
            assert rows(path) == [(3, 1, 0), (2, 1, 1), (1, 2, 1)], percent


# Shown, and the ends of the double range -------------------------------------------------------------------


def test_repr_and_html_tell_the_facts():
    for path, text in (
        (
            from_labels([1, 0, 0, 0], [4, 3, 3, 1], name="mine"),
            "name='mine', n=4, P=1, N=3, prevalence=0.25, labels=hard, dis",
        ),
        (
            from_weights([2, 1, None], fg=[0.5, 0.25, 1], missing="lowest"),
            "n=3, P=1.75, N=1.25, prevalence=0.5833, labels=soft, ",
        ),
        (from_counts([2, 1], [1, 1], [0, 1]), "P=1, N=1, prevalence=0.5, labels=hard, distinct scores=2)"),
    ):
        assert repr(path).startswith(f"ConfusionPath({text}")
    shown = from_labels([1, 0], [2, 1], name="<script>alert('&')</script>")._repr_html_()
    assert "<script" not in shown
    for fact in ("&lt;script&gt;", "&amp;", "<td", ">0.5<", "prevalence", "distinct scores", "hard"):
        assert fact in shown


def test_largest_weights():
    path = from_weights([3, 2, 1], fg=[1e308, 5e-324, 0], bg=[0, 0, 5e-324])
    assert (len(path), path.positives, path.negatives) == (4, 1e308, 5e-324)
    for make in (
        lambda: from_weights([2, 1], fg=[1e308, 1e308], bg=[0, 1]),
        lambda: from_weights([1, 1], fg=[0, 1], bg=[1e308, 1e308]),
        lambda: from_weights([2, 1], fg=[1e200, 0], bg=[0, 1], sample_weight=[1e200, 1]),
        lambda: from_labels([0, 0], [2, 1], sample_weight=[1e308, 1e308]),
    ):
        with pytest.raises(prplot.PrplotValueError, match=r"must add up to a finite number.*overflows.*Divide all"):
            make()
