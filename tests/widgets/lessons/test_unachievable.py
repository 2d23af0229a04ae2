"""The lesson of what cannot be reached: least areas, and confusion matrices that cannot be."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest

from prplot.widgets.lessons import LESSONS


@pytest.mark.parametrize(
    ("prevalence", "low", "least"),
    [(0.05, 0.0, 0.0254274066), (0.5, 0.0, 0.3068528194), (0.5, 0.5, 0.2123179275), (0.1, 0.8, 0.0181756341)],
)
@pytest.mark.usefixtures("words_only")
def test_unachievable_has_the_least_areas(prevalence, low, least, made):
    """Boyd et al. 2012, Theorem 2 and Figure 3, from the closed form."""
    view = made("unachievable", prevalence=prevalence, low=low)
    assert f"less than area {least:.4f} from recall {low:.2f}" in view.description
    dot = view.figure.axes[1].lines[-1]
    assert dot.get_ydata()[0] == pytest.approx(least / (1 - low), abs=1e-9)


@pytest.mark.usefixtures("words_only")
def test_unachievable_says_which_counts_cannot_be(made):
    """Boyd et al. 2012, Table 1: of 100 positives and 200 negatives 60 true and 240 false positives."""
    view = made("unachievable", prevalence=1 / 3, f1=0.3, recall=0.6)
    assert "60 true and 240 false positives, which is impossible: the false positive rate" in view.description
    view.controls["recall"].value = 0.2
    # F1 0.3 at recall 0.2 takes precision 0.6: 20 true, 13 1/3 false positives.
    assert "20 true and 13 false positives, which is possible" in view.description
    view.controls["recall"].value = 0.1
    assert "cannot be had at recall 0.10: it takes at least 0.176" in view.description


@pytest.mark.parametrize(
    ("f1", "recall", "prevalence"),
    [(0.4, 0.25, 0.3), (0.75, 0.6, 0.3), (0.1, 0.05, 0.5), (0.4, 1.0, 0.25), (0.75, 0.8, 0.75), (0.25, 0.65, 0.22)]
    + [(f / 20, r / 20, p / 20) for f, r, p in ((1, 1, 1), (19, 20, 19), (7, 4, 10), (13, 9, 3), (9, 17, 14))],
)
@pytest.mark.usefixtures("words_only")
def test_unachievable_tells_what_is_possible(f1, recall, prevalence, made):
    """By exact arithmetic: at the limits as well, and no number contradicts the word beside it."""
    f, r, pi = (Fraction(value).limit_denominator(1000) for value in (f1, recall, prevalence))
    said = made("unachievable", f1=f1, recall=recall, prevalence=prevalence).description
    # The least recall has precision 1: 2 r / (1 + r) = f.
    if r < f / (2 - f):
        assert f"it takes at least {float(f / (2 - f)):.3f}" in said
        assert float(f"{float(f / (2 - f)):.3f}") > recall
        return
    negatives = 100 * (1 - pi) / pi
    precision = f * r / (2 * r - f)
    true_negatives = negatives - 100 * r * (1 / precision - 1)
    if true_negatives >= 0:
        assert said.endswith("which is possible.")
    else:
        assert said.endswith("which is impossible: the false positive rate would be above 1.")


@pytest.mark.usefixtures("words_only")
def test_unachievable_cut_off_at_low_recalls(made):
    """As is said, the least area shrinks and its mean grows; from the closed form."""
    for pi in (0.01, 0.33, 0.5, 0.99):
        lows = np.arange(0.0, 0.96, 0.05)
        areas = [(1 - a) + (1 - pi) / pi * np.log(1 - pi + pi * a) for a in lows]
        assert np.all(np.diff(areas) < 0)
        assert np.all(np.diff(areas / (1 - lows)) > 0)
        view = made("unachievable", prevalence=pi, low=0.5)
        assert f"area {areas[10]:.4f} from recall 0.50 to 1, a mean precision of {areas[10] / 0.5:.4f}: with" in (
            view.description
        )
        assert "the area shrinks, its mean grows" in view.description
        own, mean, way = map(
            float,
            re.search(
                r"has area ([0-9.]+) there, a mean of ([0-9.]+): ([0-9.]+)% of the way", view.description
            ).groups(),
        )
        assert mean == pytest.approx(own / 0.5, abs=2e-4)
        assert way == pytest.approx(100 * (own - areas[10]) / (0.5 - areas[10]), abs=0.1 + 0.01 / (0.5 - areas[10]))
        view.controls["low"].value = 0.0
        assert "the area shrinks" not in view.description


def test_the_guess_and_the_tasks():
    lesson = LESSONS["unachievable"]
    assert lesson.guess.truth() == pytest.approx(1 - np.log(2), abs=1e-12)
    assert lesson.guess.answer(0.0) == "You said 0.000; it is 0.307. That was 0.307 too little."
    possible, counted = (task.missing for task in lesson.tasks)
    at = {"low": 0.0, "f1": 0.45, "recall": 0.95}
    f, r = Fraction(45, 100), Fraction(95, 100)
    # With as many false positives as there are negatives.
    precision = f * r / (2 * r - f)
    false = r * (1 / precision - 1)
    limit = 1 / (1 + false)
    assert float(limit) == pytest.approx(0.306, abs=1e-3)
    done = [k for k in range(1, 100) if not possible(prevalence=k / 100, **at)]
    assert done == [30]
    assert "2.27" in possible(prevalence=0.5, **at)
    assert "Leave F1" in possible(prevalence=0.3, **{**at, "f1": 0.5})
    assert not counted(prevalence=0.5, **{**at, "low": 0.8})
    assert counted(prevalence=0.5, **at)
    assert counted(prevalence=0.4, **{**at, "low": 0.8})
