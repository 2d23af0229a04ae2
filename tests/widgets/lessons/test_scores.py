"""The lesson of scores: counts row by row, recomputed with plain loops and scikit-learn."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import precision_recall_curve, roc_curve

import prplot
from prplot.widgets.lessons import LESSONS

LESSON = LESSONS["scores"]
SAMPLES = ("0110", "1010", "tied", "forty")
FRACTION = r"(\d+) / \((\d+) \+ (\d+)\)(?: = (\d\.\d{3}))?"


def sample_of(rows):
    """Labels and scores as they are drawn: where the dots are, and of which kind."""
    figure = Figure()
    LESSON.draw(figure, taken=40, rows=rows, cubed=False)
    dots = {}
    for line in figure.axes[0].lines:
        if line.get_marker() in ("o", "D"):
            dots.update({x: (int(line.get_marker() == "o"), y) for x, y in line.get_xydata()})
    return [dots[place][0] for place in sorted(dots)], [dots[place][1] for place in sorted(dots)]


ROWS = {rows: sample_of(rows) for rows in SAMPLES}


@pytest.fixture
def drawn():
    def draw(**values):
        figure = Figure()
        return LESSON.draw(figure, **{"taken": 2, "rows": "0110", "cubed": False, **values}), figure

    return draw


@pytest.fixture
def said(monkeypatch):
    """What is said; curves are not drawn."""
    monkeypatch.setattr(prplot, "plot", lambda *_, **__: None)
    return lambda **values: LESSON.draw(Figure(), **values)


def taken_in(rows, taken):
    """How many rows are in and how many of them are positive, before and after the last step."""
    labels, scores = ROWS[rows]
    steps = [(0, 0)]
    for _, group in itertools.groupby(zip(scores, labels, strict=True), key=lambda row: row[0]):
        inside = [label for _, label in group]
        steps.append((steps[-1][0] + len(inside), steps[-1][1] + sum(inside)))
    after = next((k for k, (count, _) in enumerate(steps) if count >= taken), len(steps) - 1)
    return steps[max(after - 1, 0)], steps[after]


def test_these_are_the_samples():
    assert [ROWS[rows][0] for rows in SAMPLES[:3]] == [[0, 1, 1, 0], [1, 0, 1, 0], [0, 1, 1, 0]]
    assert len(set(ROWS["tied"][1])) == 1
    labels, scores = ROWS["forty"]
    assert len(labels) == 40
    assert scores == sorted(scores, reverse=True)
    assert 1 < len(set(scores)) < 40


def test_steps_of_0110(said):
    precisions = [re.search(FRACTION, said(taken=taken, rows="0110", cubed=False))[4] for taken in range(5)]
    assert precisions == [None, "0.000", "0.500", "0.667", "0.500"]


def test_the_truth_of_the_guess():
    labels, _ = ROWS["0110"]
    assert LESSON.guess.truth() == sum(labels[:3]) / 3
    number, recall, precision = LESSON.guess.place(0.4)
    figure = Figure()
    LESSON.draw(figure, **{**LESSON.start, **LESSON.guess.at})
    assert figure.axes[number].get_xlabel() == "Recall"
    assert (recall, precision) == (sum(labels[:3]) / sum(labels), 0.4)


@pytest.mark.few(4)
@pytest.mark.parametrize("rows", SAMPLES)
@pytest.mark.parametrize("cubed", [False, True])
def test_the_sentence_is_true_everywhere(rows, cubed, said):
    positives = sum(ROWS[rows][0])
    for taken in range(41) if rows == "forty" and not cubed else (0, 1, 2, 3, 4, 5, 40):
        words = said(taken=taken, rows=rows, cubed=cubed)
        (before, found), (inside, tp) = taken_in(rows, taken)
        fractions = re.search(FRACTION, words)
        assert tuple(int(count) for count in fractions.groups()[:3]) == (tp, tp, inside - tp)
        assert words.endswith("only the threshold moves.") is cubed
        if not taken:
            assert "No row is in" in words
            assert "undefined" in words
            continue
        assert fractions[4] == f"{tp / inside:.3f}"
        if inside - before == 1:
            assert f"Row {inside} came in, and it is {'positive' if tp > found else 'negative'}" in words
        else:
            together = f"Rows {before + 1} to {inside} have the same score and came in together, "
            assert f"{together}{tp - found} of {inside - before} positive" in words
        assert re.search(r"([Rr]ecall [^.]*)", words)[1].endswith(f"{tp} / {positives}")
        if not before:
            assert "what was in" not in words
            continue
        old, new, added = Fraction(found, before), Fraction(tp, inside), Fraction(tp - found, inside - before)
        # What comes in moves precision towards its own share of positives.
        assert (new > old, new < old) == (added > old, added < old)
        assert ("rose from" in words.split(". Recall")[0]) is (new > old)
        assert ("fell from" in words) is (new < old)
        assert ("precision stays at" in words) is (new == old)
        if new != old:
            assert f"from {float(old):.3f} to {tp} /" in words
            assert f"{float(old):.3f}" != f"{float(new):.3f}"
        kind = "purer than" if added > old else "less pure than" if added < old else "as pure as"
        assert f": {kind} what was in ({found} of {before} positive)" in words
        assert ("Recall rose" in words) is (tp > found)
        assert ("Recall stays" in words) is (tp == found)


@pytest.mark.parametrize("rows", SAMPLES)
def test_trails_are_those_of_sklearn(rows, drawn):
    labels, scores = ROWS[rows]
    _, figure = drawn(rows=rows, taken=40)
    pr, _, roc = figure.axes[2:]
    precision, recall, _ = precision_recall_curve(labels, scores)
    dots = next(line for line in pr.lines if line.get_markersize() == 5).get_xydata()
    np.testing.assert_allclose(dots, np.transpose([recall, precision])[:-1][::-1])
    dots = next(line for line in roc.lines if line.get_markersize() == 5).get_xydata()
    fpr, tpr, _ = roc_curve(labels, scores, drop_intermediate=False)
    np.testing.assert_allclose(dots, np.transpose([fpr, tpr]))


@pytest.mark.parametrize(("rows", "taken"), [("0110", 3), ("1010", 2), ("forty", 12), ("forty", 22)])
def test_the_matrix_and_the_current_point(rows, taken, drawn):
    (_, _), (inside, tp) = taken_in(rows, taken)
    labels, _ = ROWS[rows]
    positives, negatives = sum(labels), len(labels) - sum(labels)
    _, figure = drawn(rows=rows, taken=taken)
    cells = dict(text.get_text().split() for text in figure.axes[1].texts)
    fp = inside - tp
    assert cells == {"TP": f"{tp}", "FN": f"{positives - tp}", "FP": f"{fp}", "TN": f"{negatives - fp}"}

    def gain(rate):
        share = positives / len(labels)
        return (rate - share) / ((1 - share) * rate)

    recall, precision = tp / positives, tp / inside
    points = (recall, precision), (gain(recall), gain(precision)), (fp / negatives, recall)
    for ax, point in zip(figure.axes[2:], points, strict=True):
        here = next(line for line in ax.lines if line.get_color() == "black")
        assert here.get_xydata()[-1] == pytest.approx(point)
        # The line ends there, and does not tell what comes next.
        assert ax.lines[0].get_xydata()[-1] == pytest.approx(point)


def test_nothing_but_scores_and_threshold_moves_with_the_cube(drawn):
    for rows in SAMPLES:
        plain, cubed = (drawn(rows=rows, taken=3, cubed=way)[1] for way in (False, True))
        for ax, other in zip(plain.axes[2:], cubed.axes[2:], strict=True):
            for line, same in zip(ax.lines, other.lines, strict=True):
                np.testing.assert_array_equal(line.get_xydata(), same.get_xydata())
        texts = [[text.get_text() for text in figure.axes[1].texts] for figure in (plain, cubed)]
        assert texts[0] == texts[1]
        assert plain.axes[0].lines[-1].get_ydata()[0] > cubed.axes[0].lines[-1].get_ydata()[0]


@pytest.mark.parametrize("rows", SAMPLES)
def test_axes_do_not_jump(rows, drawn):
    seen = set()
    for taken in (0, 1, 2, 4, 20, 40):
        figure = drawn(rows=rows, taken=taken)[1]
        seen.add(tuple((ax.get_xlim(), ax.get_ylim()) for ax in figure.axes))
    assert len(seen) == 1


def test_all_tied_have_one_point(drawn):
    _, figure = drawn(rows="tied", taken=1)
    dots = next(line for line in figure.axes[2].lines if line.get_markersize() == 5)
    assert dots.get_xydata().tolist() == [[1.0, 0.5]]


def done(rows):
    """At how many rows each task is done."""
    missing = [LESSON.missing({"taken": taken, "rows": rows, "cubed": False}) for taken in range(6)]
    return [[taken for taken in range(6) if not missing[taken][task]] for task in range(3)]


def test_tasks():
    labels, _ = ROWS["0110"]
    precisions = [Fraction(sum(labels[:taken]), taken) for taken in range(1, 5)]
    best = 1 + precisions.index(max(precisions))
    assert done("0110") == [[taken for taken in range(6) if taken > best], [], []]
    assert done("tied") == [[], [1], []]
    labels, _ = ROWS["1010"]
    still = [taken for taken in range(1, 5) if not labels[taken - 1]]
    assert done("1010") == [[], [], [*still, 5]]
    assert done("forty") == [[], [], []]
