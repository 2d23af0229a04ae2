"""The lesson of interpolation: mixtures of two thresholds, recomputed with fractions and by integration."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.integrate import quad

import prplot
from prplot.widgets.lessons import LESSONS

LESSON = LESSONS["interpolation"]
NUMBER = r"(-?[\d.]+)"
SENTENCE = re.compile(
    rf"A has 5 TP and 5 FP; B has {NUMBER} TP and {NUMBER} FP more\. A and a share of {NUMBER} of these make "
    rf"{NUMBER} TP and {NUMBER} FP on average: precision {NUMBER}, where the chord has {NUMBER}\. "
    rf"Mean precision from A to B is {NUMBER} on the arc and {NUMBER} on the chord, which is "
    r"(exact|too high|too low)(.*)\."
)


@pytest.fixture
def said(monkeypatch):
    """What is said at some position of the controls; nothing is drawn by prplot."""

    def says(**values):
        return SENTENCE.fullmatch(LESSON.draw(Figure(), **values))

    monkeypatch.setattr(prplot, "plot", lambda *_, ax, **__: SimpleNamespace(lines=ax.plot([], [], [], [])))
    monkeypatch.setattr(prplot.draw, "difference", lambda *_, **__: None)
    return says


def mixture(share, fp_b, tp_b):
    """The counts on the way, as fractions."""
    share = Fraction(str(share))
    return 5 + share * (tp_b - 5), 5 + share * (fp_b - 5)


def precision(tp, fp):
    return tp / (tp + fp)


@pytest.mark.parametrize(
    ("share", "fp_b", "counts", "arc", "chord"),
    [
        (0.2, 300, ("6", "64"), "0.086", "0.406"),
        (0.5, 300, ("7.5", "152"), "0.047", "0.266"),
        (0.5, 60, ("7.5", "32.5"), "0.188", "0.321"),
    ],
)
def test_interpolation_has_the_numbers_of_the_storyboard(share, fp_b, counts, arc, chord, said):
    found = said(share=share, fp_b=fp_b, tp_b=10)
    assert found.groups()[3:7] == (*counts, arc, chord)


def test_mean_precisions_from_a_to_b(said):
    assert said(share=0.5, fp_b=300, tp_b=10).groups()[7:9] == ("0.0720", "0.2661")
    # The other way round: 295 TP and 5 FP more.
    assert said(share=0.5, fp_b=10, tp_b=300).groups()[:2] == ("295", "5")
    assert said(share=0.5, fp_b=10, tp_b=300)[10] == "too low"


SWEEP = list(itertools.product((0.0, 0.35, 1.0), (5, 6, 10, 299, 300), (6, 7, 10, 60, 300)))


def test_the_sentence_is_true_everywhere(said):
    for share, fp_b, tp_b in SWEEP:
        numbers = said(share=share, fp_b=fp_b, tp_b=tp_b).groups()
        tp, fp = mixture(share, fp_b, tp_b)
        assert (int(numbers[0]), int(numbers[1])) == (tp_b - 5, fp_b - 5)
        assert Fraction(numbers[2]) == Fraction(str(share))
        for said_count, count in ((numbers[3], tp), (numbers[4], fp)):
            # Whole, or to three digits.
            assert abs(Fraction(said_count) - count) <= (Fraction(1, 2) if count >= 100 else Fraction(1, 20))
        first, last = Fraction(1, 2), precision(Fraction(tp_b), fp_b)
        chord = first + Fraction(str(share)) * (last - first)
        assert abs(Fraction(numbers[5]) - precision(tp, fp)) <= Fraction("0.0005")
        assert abs(Fraction(numbers[6]) - chord) <= Fraction("0.0005")
        # Recall rises with the share at one pace, so means over recall are means over the share.
        mean, _ = quad(lambda at, b=(fp_b, tp_b): 1 / (1 + (5 + at * (b[0] - 5)) / (5 + at * (b[1] - 5))), 0, 1)
        assert float(numbers[7]) == pytest.approx(mean, abs=0.51e-4)
        assert float(numbers[8]) == pytest.approx(float(first + last) / 2, abs=0.51e-4)
        gap = float(first + last) / 2 - mean
        claim = "exact" if fp_b == tp_b else "too high" if gap > 0 else "too low"
        assert numbers[9] == claim
        rest = numbers[10]
        if claim == "exact":
            assert abs(gap) < 1e-12
            assert rest == ": A and B have the same precision"
        else:
            assert numbers[7] != numbers[8]
            assert float(rest.removeprefix(" by ")) == pytest.approx(abs(gap), abs=0.51e-4)


def test_the_truth_of_the_guess():
    tp, fp = mixture(0.5, 300, 10)
    assert LESSON.guess.truth() == float(precision(tp, fp)) == 0.046875
    assert LESSON.guess.place(0.25) == (1, 0.75, 0.25)


def test_both_pictures_have_the_point_and_the_ends(made):
    view = made("interpolation", share=0.2, fp_b=300)
    left, right = view.figure.axes
    assert left.get_title() == "6 TP and 64 FP"
    assert right.get_title() == "6 / (6 + 64) = 0.086"
    for ax, point, a, b in ((left, (64, 6), (5, 5), (300, 10)), (right, (0.6, 6 / 70), (0.5, 0.5), (1, 10 / 310))):
        assert {text.get_text(): tuple(text.xy) for text in ax.texts} == {"A": a, "B": pytest.approx(b)}
        dot = next(line for line in ax.lines if line.get_color() == "black")
        assert (dot.get_xdata()[0], dot.get_ydata()[0]) == pytest.approx(point)
    # The small dots are at equal distances on the line of counts, and on the arc.
    steps = next(line for line in left.lines if line.get_marker() == "o").get_xydata()
    np.testing.assert_allclose(np.diff(steps, axis=0), np.tile([29.5, 0.5], (10, 1)))
    on_arc = next(line for line in right.lines if line.get_marker() == "o").get_xydata()
    np.testing.assert_allclose(on_arc, np.transpose([steps[:, 1] / 10, steps[:, 1] / steps.sum(axis=1)]))


@pytest.mark.usefixtures("words_only")
def test_axes_do_not_jump(made):
    view = made("interpolation")
    where = [(ax.get_xlim(), ax.get_ylim()) for ax in view.figure.axes]
    for fp_b, share in itertools.product((5, 150, 300), (0.0, 1.0)):
        view.controls["fp_b"].value, view.controls["share"].value = fp_b, share
        assert [(ax.get_xlim(), ax.get_ylim()) for ax in view.figure.axes] == where


START = {"share": 0.5, "fp_b": 60, "tp_b": 10}


@pytest.mark.parametrize(
    ("values", "missing"),
    [
        ({}, ("B has 10 TP and 60 FP", "B has 0.143", "too high")),
        ({"fp_b": 300}, ("Here 7.5", "B has 0.032", "too high")),
        ({"fp_b": 300, "share": 0.2}, ("", "B has 0.032", "too high")),
        ({"fp_b": 10}, ("B has 10 TP and 10 FP", "", "exact")),
        ({"fp_b": 300, "tp_b": 300}, ("B has 300 TP", "", "exact")),
        ({"fp_b": 10, "tp_b": 300}, ("B has 300 TP", "B has 0.968", "")),
        ({"fp_b": 5}, ("B has 10 TP and 5 FP", "B has 0.667", "Too low by 0.0")),
    ],
)
def test_tasks(values, missing):
    for said, part in zip(LESSON.missing({**START, **values}), missing, strict=True):
        assert part in said if part else said == ""


def test_where_the_chord_is_too_low_by_a_tenth():
    for fp_b, tp_b in itertools.product((5, 10, 60, 300), (10, 60, 300)):
        mean, _ = quad(lambda at, b=(fp_b, tp_b): 1 / (1 + (5 + at * (b[0] - 5)) / (5 + at * (b[1] - 5))), 0, 1)
        done = not LESSON.missing({"share": 0.5, "fp_b": fp_b, "tp_b": tp_b})[2]
        assert done == (mean - (0.5 + tp_b / (tp_b + fp_b)) / 2 > 0.1)


# Keilwagen et al. 2014, Figure 2: mean precision between A and B, from the counts of A and what B adds.
KEILWAGEN_2 = [
    ((5, 5, 5, 295), 0.071992, 0.096759, 0.072006),
    ((0, 5, 5, 295), 0.015525, 0.014425, 0.015524),
    ((0, 5, 295, 5), 0.915961, 0.915904, 0.851064),
    ((5, 0, 295, 5), 0.984475, 0.984476, 0.985575),
]


@pytest.mark.parametrize(("points", "continuous", "tp", "fp"), KEILWAGEN_2)
def test_rules_have_the_numbers_of_the_paper(points, continuous, tp, fp):
    a_tp, a_fp, more_tp, more_fp = points
    path = prplot.from_counts([2, 1], [a_tp, a_tp + more_tp], [a_fp, a_fp + more_fp])
    start = a_tp / (a_tp + more_tp)
    for rule, value in (("continuous", continuous), ("discrete-tp", tp), ("discrete-fp", fp)):
        assert path.pr(rule).area(start, 1) / (1 - start) == pytest.approx(value, abs=0.51e-6)
