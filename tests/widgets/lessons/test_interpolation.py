"""The lesson of interpolation: numbers of the paper, and points where they belong."""

from __future__ import annotations

import numpy as np
import pytest

import prplot

# Keilwagen et al. 2014, Figure 2: mean precision between A and B.
KEILWAGEN_2 = [
    ((5, 5, 5, 295), 0.071992, 0.096759, 0.072006),
    ((0, 5, 5, 295), 0.015525, 0.014425, 0.015524),
    ((0, 5, 295, 5), 0.915961, 0.915904, 0.851064),
    ((5, 0, 295, 5), 0.984475, 0.984476, 0.985575),
]


@pytest.mark.parametrize(("points", "continuous", "tp", "fp"), KEILWAGEN_2)
@pytest.mark.usefixtures("words_only")
def test_interpolation_has_the_numbers_of_the_paper(points, continuous, tp, fp, made):
    view = made("interpolation", **dict(zip(("tp", "fp", "more_tp", "more_fp"), points, strict=True)))
    said = view.description
    for rule, value in (("continuous", continuous), ("discrete-tp", tp), ("discrete-fp", fp)):
        assert f"{rule} {value:.4f}" in said


@pytest.mark.parametrize("points", [points for points, *_ in KEILWAGEN_2] + [(0, 0, 5, 5)])
@pytest.mark.usefixtures("words_only")
def test_both_points_are_named_where_they_are(points, made):
    tp, fp, more_tp, more_fp = points
    precision = [tp / (tp + fp) if tp + fp else 0.5, (tp + more_tp) / sum(points)]
    view = made("interpolation", tp=tp, fp=fp, more_tp=more_tp, more_fp=more_fp)
    names = view.figure.axes[0].texts
    assert [text.get_text() for text in names] == ["A", "B"]
    recall = [tp / (tp + more_tp), 1.0]
    np.testing.assert_allclose([text.xy for text in names], np.transpose([recall, precision]), rtol=1e-12)


@pytest.mark.usefixtures("words_only")
def test_discrete_points_are_on_the_continuous_curve(made):
    view = made("interpolation", tp=5, fp=5, more_tp=8, more_fp=30)
    left, right = view.figure.axes
    arc = prplot.from_counts([2, 1], [5, 13], [5, 35]).pr()
    points = [line for line in left.lines if line.get_linestyle() == "None"]
    assert [len(line.get_xdata()) for line in points] == [9, 31]
    for line in points:
        np.testing.assert_allclose(line.get_ydata(), arc.at(line.get_xdata()), rtol=1e-12)
    # In ROC they are on the straight line from A to B.
    for line in (line for line in right.lines if line.get_linestyle() == "None"):
        np.testing.assert_allclose(line.get_ydata(), 5 / 13 + (line.get_xdata() - 5 / 35) / (30 / 35) * 8 / 13)
