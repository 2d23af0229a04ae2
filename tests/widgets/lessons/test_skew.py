"""The lesson of skew: numbers of the paper, and what stays at every prevalence."""

from __future__ import annotations

import re

import pytest
from matplotlib.figure import Figure

import prplot
from prplot.widgets.lessons import LESSONS


@pytest.mark.parametrize(("prevalence", "precision", "false"), [(0.5, 0.758606, 159), (1 / 11, 0.239116, 1591)])
@pytest.mark.usefixtures("words_only")
def test_skew_has_the_numbers_of_the_paper(prevalence, precision, false, made):
    """Saito and Rehmsmeier 2015, Figure 5: ER- at a true positive rate of .5."""
    view = made("skew", prevalence=prevalence)
    assert "false positive rate of 0.1591" in view.description
    assert f"500 true and {false} false positives" in view.description
    assert f"a precision of {precision:.3f}" in view.description
    roc, pr = view.figure.axes
    for ax, x, y in ((roc, 0.159104, 0.5), (pr, 0.5, precision)):
        dot = next(line for line in ax.lines if line.get_marker() == "o" and line.get_color() == "black")
        assert (dot.get_xdata()[0], dot.get_ydata()[0]) == pytest.approx((x, y), abs=1e-6)


def test_skew_roc_stands_still(made):
    def texts(ax):
        return [text.get_text() for text in ax.get_legend().get_texts()]

    view = made("skew", prevalence=0.5)
    roc, pr = (texts(ax) for ax in view.figure.axes)
    view.controls["prevalence"].value = 1 / 11
    assert texts(view.figure.axes[0]) == roc == ["Excel  0.983", "ER+  0.800", "ER-  0.800"]
    assert pr == ["Excel  0.983", "ER+  0.836", "ER-  0.744"]
    assert texts(view.figure.axes[1]) == ["Excel  0.900", "ER+  0.513", "ER-  0.231"]


@pytest.mark.parametrize("marked", ["Excel", "ER+", "ER-"])
@pytest.mark.parametrize("tpr", [0.01, 0.25, 0.5, 0.99, 1.0])
def test_skew_has_one_rate_at_every_prevalence(marked, tpr, monkeypatch):
    """By bisection in the distributions of Saito and Rehmsmeier 2015."""
    from scipy import stats

    # Only words are asked about.
    monkeypatch.setattr(prplot, "plot", lambda *_, **__: None)
    monkeypatch.setattr(prplot.draw, "point", lambda *_, **__: None)
    positive, negative = {
        "Excel": (stats.norm(3, 1), stats.norm(0, 1)),
        "ER+": (stats.beta(1, 1), stats.beta(1, 4)),
        "ER-": (stats.beta(4, 1), stats.beta(1, 1)),
    }[marked]
    rate = negative.sf(positive.isf(tpr))
    seen = set()
    for prevalence in (1e-4, 0.001, 0.1, 0.5, 0.89):
        said = LESSONS["skew"].draw(Figure(), prevalence=prevalence, marked=marked, tpr=tpr)
        seen.add(re.search("false positive rate of ([0-9.]+),", said)[1])
        precision = tpr * prevalence / (tpr * prevalence + rate * (1 - prevalence))
        assert f"a precision of {precision:.3f}" in said
    assert len(seen) == 1
    assert abs(float(seen.pop()) - rate) < 0.5001e-4
