"""The lessons of scores, interpolation, costs and gain: every number said, recomputed from counts with fractions."""

from __future__ import annotations

import itertools
import re
import statistics
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.integrate import quad
from sklearn.metrics import precision_recall_curve, roc_curve

import prplot

SAMPLES = ("0110", "1010", "tied", "forty")


def drawn(name, **values):
    """What is said, and the figure."""
    lesson, figure = getattr(prplot.explore, name), Figure()
    return lesson.draw(figure, **{**lesson.start, **values}), figure


def done(name, **values):
    """Which tasks are done."""
    lesson = getattr(prplot.explore, name)
    return [not said for said in lesson.missing({**lesson.start, **values})]


# Scores


def rows_of(rows):
    """Labels and scores as they are drawn: where the dots are, and of which kind."""
    dots = {}
    for line in drawn("scores", taken=40, rows=rows)[1].axes[0].lines:
        if line.get_marker() in ("o", "D"):
            dots.update({x: (int(line.get_marker() == "o"), y) for x, y in line.get_xydata()})
    return tuple(zip(*(dots[place] for place in sorted(dots)), strict=True))


def steps_of(rows):
    """How many rows are in and how many of them are positive, group by group of one score."""
    steps = [(0, 0)]
    for _, group in itertools.groupby(zip(*rows_of(rows), strict=True), key=lambda row: row[1]):
        inside = [label for label, _ in group]
        steps.append((steps[-1][0] + len(inside), steps[-1][1] + sum(inside)))
    return steps


@pytest.mark.parametrize("rows", SAMPLES)
@pytest.mark.usefixtures("undrawn")
def test_what_scores_say_is_true_everywhere(rows):
    steps, positives = steps_of(rows), sum(rows_of(rows)[0])
    if len(rows) == 4:
        assert rows_of(rows)[0] == ((0, 1, 1, 0) if rows != "1010" else (1, 0, 1, 0))
    for taken, cubed in itertools.product((0, 1, 3, 4, 12, 27, 40), (False, True)):
        said, figure = drawn("scores", taken=taken, rows=rows, cubed=cubed)
        after = next((k for k, (count, _) in enumerate(steps) if count >= taken), len(steps) - 1)
        (before, found), (inside, tp) = steps[max(after - 1, 0)], steps[after]
        assert said.endswith("only the threshold moves.") is cubed
        cells = dict(text.get_text().split() for text in figure.axes[1].texts)
        fp, negatives = inside - tp, steps[-1][0] - positives
        assert [int(cells[cell]) for cell in ("TP", "FP", "FN", "TN")] == [tp, fp, positives - tp, negatives - fp]
        assert [ax.get_xlim() for ax in figure.axes[:2]] == [(0.5, steps[-1][0] + 0.5), (0, 2)]
        if not taken:
            assert "No row is in" in said
            continue
        assert f"{tp} / ({tp} + {fp}) = {tp / inside:.3f}" in said
        if inside - before == 1:
            assert f"Row {inside} came in, and it is {'positive' if tp > found else 'negative'}" in said
        else:
            together = f"Rows {before + 1} to {inside} have the same score and came in together, "
            assert f"{together}{tp - found} of {inside - before} positive" in said
        assert re.search(r"([Rr]ecall [^.]*)", said)[1].endswith(f"{tp} / {positives}")
        if not before:
            continue
        old, new, added = Fraction(found, before), Fraction(tp, inside), Fraction(tp - found, inside - before)
        kind, moved = (
            ("as pure as", f"stays at {tp} /")
            if new == old
            else ("purer than", f"rose from {float(old):.3f} to {tp} /")
            if added > old
            else ("less pure than", f"fell from {float(old):.3f} to {tp} /")
        )
        assert f": {kind} what was in ({found} of {before} positive), so precision {moved}" in said
        assert f"Recall {'rose' if tp > found else 'stays'}" in said


def test_trails_of_scores_are_those_of_sklearn_and_the_cube_moves_none():
    for rows in SAMPLES:
        labels, scores = rows_of(rows)
        pr, _, roc = drawn("scores", rows=rows, taken=40)[1].axes[2:]
        precision, recall, _ = precision_recall_curve(labels, scores)
        fpr, tpr, _ = roc_curve(labels, scores, drop_intermediate=False)
        for ax, points in ((pr, np.transpose([recall, precision])[:-1][::-1]), (roc, np.transpose([fpr, tpr]))):
            dots = next(line for line in ax.lines if line.get_markersize() == 5).get_xydata()
            np.testing.assert_allclose(dots, points)
    plain, cubed = (drawn("scores", rows="forty", taken=12, cubed=way)[1] for way in (False, True))
    for ax, other in zip(plain.axes[2:], cubed.axes[2:], strict=True):
        for line, same in zip(ax.lines, other.lines, strict=True):
            np.testing.assert_array_equal(line.get_xydata(), same.get_xydata())
    assert plain.axes[0].lines[-1].get_ydata()[0] > cubed.axes[0].lines[-1].get_ydata()[0]


def test_tasks_and_the_guess_of_scores():
    taken = {rows: [done("scores", rows=rows, taken=taken) for taken in range(6)] for rows in SAMPLES}
    found = {rows: [[k for k in range(6) if said[k][task]] for task in range(3)] for rows, said in taken.items()}
    assert found == {"0110": [[4, 5], [], []], "tied": [[], [1], []], "1010": [[], [], [2, 4, 5]], "forty": [[]] * 3}
    assert prplot.explore.scores.guess.truth() == 2 / 3
    assert prplot.explore.scores.guess.place(0.4) == (2, 1.0, 0.4)


# Interpolation

NUMBER = r"(-?[\d.]+)"
BETWEEN = re.compile(
    rf"A has 5 TP and 5 FP; B has {NUMBER} TP and {NUMBER} FP more\. A and a share of {NUMBER} of these make "
    rf"{NUMBER} TP and {NUMBER} FP on average: precision {NUMBER}, where the chord has {NUMBER}\. "
    rf"Mean precision from A to B is {NUMBER} on the arc and {NUMBER} on the chord, which is "
    r"(exact|too high|too low)(?:: A and B have the same precision| by ([\d.]+))\."
)


@pytest.mark.filterwarnings("ignore:No artists with labels")
@pytest.mark.usefixtures("undrawn")
def test_what_interpolation_says_is_true_everywhere():
    for share, fp_b, tp_b in itertools.product((0.0, 0.2, 0.5, 1.0), (5, 60, 300), (6, 10, 60, 300)):
        said, figure = drawn("interpolation", share=share, fp_b=fp_b, tp_b=tp_b)
        *numbers, claim, gap = BETWEEN.fullmatch(said).groups()
        tp, fp = 5 + share * (tp_b - 5), 5 + share * (fp_b - 5)
        last = tp_b / (tp_b + fp_b)
        # Recall rises with the share at one pace, so means over recall are means over the share.
        mean, _ = quad(lambda at, b=(fp_b, tp_b): 1 / (1 + (5 + at * (b[0] - 5)) / (5 + at * (b[1] - 5))), 0, 1)
        wanted = [tp_b - 5, fp_b - 5, share, tp, fp, tp / (tp + fp), 0.5 + share * (last - 0.5), mean, (0.5 + last) / 2]
        for number, value, digits in zip(numbers, wanted, (0, 0, 2, 1, 1, 3, 3, 4, 4), strict=True):
            assert float(number) == pytest.approx(value, abs=0.51 * (1 if value >= 100 else 10**-digits))
        more = (0.5 + last) / 2 - mean
        assert claim == ("exact" if fp_b == tp_b else "too high" if more > 0 else "too low")
        assert float(gap or 0) == pytest.approx(abs(more), abs=0.51e-4)
        lacks = done("interpolation", share=share, fp_b=fp_b, tp_b=tp_b)
        assert lacks == [(share, fp_b, tp_b) == (0.2, 300, 10), fp_b == tp_b, more < -0.1]
        # The dot on the line of counts, and on the arc.
        for ax, at in zip(figure.axes, ((fp, tp), (tp / tp_b, tp / (tp + fp))), strict=True):
            dot = next(line for line in ax.lines if line.get_color() == "black")
            assert dot.get_xydata()[0] == pytest.approx(at)
    assert prplot.explore.interpolation.guess.truth() == 7.5 / 160
    assert prplot.explore.interpolation.guess.place(0.25) == (1, 0.75, 0.25)


def test_rules_have_the_numbers_of_keilwagen():
    """Keilwagen et al. 2014, Figure 2: mean precision between A and B, from the counts of A and what B adds."""
    for (a_tp, a_fp, more_tp, more_fp), *means in (
        ((5, 5, 5, 295), 0.071992, 0.096759, 0.072006),
        ((0, 5, 5, 295), 0.015525, 0.014425, 0.015524),
        ((0, 5, 295, 5), 0.915961, 0.915904, 0.851064),
        ((5, 0, 295, 5), 0.984475, 0.984476, 0.985575),
    ):
        path = prplot.from_counts([2, 1], [a_tp, a_tp + more_tp], [a_fp, a_fp + more_fp])
        start = a_tp / (a_tp + more_tp)
        for rule, value in zip(("continuous", "discrete-tp", "discrete-fp"), means, strict=True):
            assert path.pr(rule).area(start, 1) / (1 - start) == pytest.approx(value, abs=0.51e-6)


# Costs

# Rows of each score, and the positives among them.
GROUPS = {Fraction(4, 5): (10, 8), Fraction(3, 10): (10, 3), Fraction(1, 10): (10, 1), Fraction(1, 20): (20, 1)}
CHOICES = ["nobody", "scores from 0.8 on", "scores from 0.3 on", "scores from 0.1 on", "everybody"]
DISTORTED = ["nobody", "scores from 0.168 on", "scores from 7e-05 on", "scores from 1e-08 on", "everybody"]


def bills(miss, alarm, prevalence):
    """What choices cost, group by group; where positives are rarer each stands for less than one."""
    of_miss, of_alarm = miss * prevalence / Fraction(13, 50), alarm * (1 - prevalence) / Fraction(37, 50)
    called = [list(GROUPS.values())[:count] for count in range(5)]
    return [of_miss * (13 - sum(p for _, p in some)) + of_alarm * sum(n - p for n, p in some) for some in called]


@pytest.mark.usefixtures("undrawn")
def test_what_costs_say_is_true_at_all_prices():
    assert bills(1, 1, Fraction(13, 50)) == [13, 7, 11, 19, 37]
    shares, prices = (Fraction(13, 50), Fraction(1, 10), Fraction(9, 10)), ((1, 1), (1, 5), (5, 1), (9, 1), (40, 3))
    for prevalence, (miss, alarm), distorted in itertools.product(shares, prices, (False, True)):
        values = {"miss": miss, "alarm": alarm, "prevalence": float(prevalence), "distorted": distorted}
        said, figure = drawn("costs", **values)
        expected, rule = bills(miss, alarm, prevalence), Fraction(alarm, alarm + miss)
        least = min(expected)
        best = [at for at, number in enumerate(expected) if number == least]
        names = DISTORTED if distorted else CHOICES
        assert f"the least bill is {float(least):.4g}, by calling {' or '.join(names[at] for at in best)}:" in said
        ruled = expected[sum(score ** (8 if distorted else 1) >= rule for score in GROUPS)]
        assert f"= {float(rule):.3g}, costs {float(ruled):.4g}, " in said
        assert ("the least there is" in said) is (ruled == least)
        assert ("keeps the order" in said) is distorted
        # With true shares the rule holds: the theorem of the lesson.
        assert distorted or prevalence != shares[0] or ruled == least
        counted = [float(x) for x in re.search(r"misses (\S+) × .* alarms (\S+) ×", said).groups()]
        assert counted[0] * miss + counted[1] * alarm == pytest.approx(float(least), rel=0.02)
        bars, *_ = figure.axes
        assert [text.get_text() for text in bars.texts] == [f"{float(number):.4g}" for number in expected]
        tops = [sum(bar.get_height() for bar in both) for both in zip(*bars.containers, strict=True)]
        assert tops == pytest.approx([float(number) for number in expected])
        at = next(line for line in bars.lines if line.get_marker() == "o")
        assert list(at.get_xdata()) == best
        everybody, tie, broken = done("costs", **values)
        assert everybody is (prevalence == shares[0] and best[-1] == 4)
        assert tie is (len(best) > 1)
        assert broken is (not distorted and ruled > least)
    assert 5 * prplot.explore.costs.guess.truth() == pytest.approx(1 - prplot.explore.costs.guess.truth())


def test_no_point_is_below_the_line_of_equal_cost():
    """In ROC it has the slope that prices and classes give, and touches the curve from above."""
    for miss, alarm, prevalence in ((15, 1, 0.26), (5, 1, 0.1), (2, 1, 0.7)):
        _, pr, roc = drawn("costs", miss=miss, alarm=alarm, prevalence=prevalence)[1].axes
        line, same = (
            next(line for line in ax.lines if str(line.get_label()).startswith("_expected_cost")) for ax in (roc, pr)
        )
        (x0, *_, x1), (y0, *_, y1) = line.get_data()
        slope = alarm * (1 - prevalence) / (miss * prevalence)
        assert (y1 - y0) / (x1 - x0) == pytest.approx(slope)
        above = [y0 + slope * (fp / 37 - x0) - tp / 13 for tp, fp in ((0, 0), (8, 2), (11, 9), (12, 18), (13, 37))]
        assert min(above) == pytest.approx(0, abs=1e-9)
        least = float(min(bills(miss, alarm, Fraction(prevalence).limit_denominator(100))))
        for recall, precision in list(zip(*same.get_data(), strict=True))[::7]:
            if 0 < precision < 1:
                found = 50 * prevalence * recall
                bill = miss * (50 * prevalence - found) + alarm * found * (1 / precision - 1)
                assert bill == pytest.approx(least)


# Gain

PI = Fraction(1, 10)
POINTS = ((2, 0), (3, 2), (5, 3), (6, 9), (8, 14), (9, 40), (10, 90))
CORNERS = ((2, 0), (5, 3), (8, 14), (9, 40), (10, 90))


def gain_of(value):
    return (value - PI) / ((1 - PI) * value)


def f_of(tp, fp, squared):
    return (1 + squared) * tp / (tp + fp + squared * 10)


def share(ax, x, y):
    """Where in the box of axes a point is."""
    return ax.transAxes.inverted().transform(ax.transData.transform(np.column_stack([x, y])))


@pytest.mark.usefixtures("undrawn")
def test_what_gain_says_is_true():
    for beta, f1 in zip((0.1, 0.5, 1.0, 1.2, 3.2, 10.0), (0.05, 0.1, 0.3, 0.45, 0.8, 1.0), strict=True):
        squared, f1_ = Fraction(beta).limit_denominator(1000) ** 2, Fraction(f1).limit_denominator(100)
        said, figure = drawn("gain", beta=beta, f1=f1)
        tp, fp = max(POINTS, key=lambda counts, squared=squared: f_of(*counts, squared))
        assert (tp, fp) in CORNERS
        precision, recall, best = gain_of(Fraction(tp, tp + fp)), gain_of(Fraction(tp, 10)), f_of(tp, fp, squared)
        # A mean of gains is the gain of F: exactly.
        assert (precision + squared * recall) / (1 + squared) == gain_of(best)
        always, other = f_of(10, 90, squared), Fraction(4, 5)
        back = statistics.harmonic_mean([f1_, other])
        mean = (gain_of(f1_) + gain_of(other)) / 2
        assert gain_of(back) == mean
        for words in (
            f"precision {tp} / ({tp} + {fp}) and recall {tp} / 10",
            f"have gains {float(precision):.3f} and {float(recall):.3f}",
            f"is the gain {float(gain_of(best)):.3f} of F{beta:.3g} {float(best):.3f}.",
            f"F{beta:.3g} {float(always):.3f}, gain {float(gain_of(always)):.3f}.",
            f"F1 {f1:.2g} and 0.8 have gains {float(gain_of(f1_)):.3f} and {float(gain_of(other)):.3f}; ",
            f"the mean {float(mean):.3f} is the gain of {float(back):.3f}, their harmonic mean, ",
            f"and the arithmetic one is {float((f1_ + other) / 2):.3f}.",
        ):
            assert words in said
        assert (f"(recall weighs {float(squared):.3g})" in said) is (beta != 1)
        diamond = next(line for line in figure.axes[1].lines if line.get_marker() == "D")
        assert diamond.get_xydata()[0] == pytest.approx([float(back), float(mean)])
        for morph in (0.95, 1.0):
            assert done("gain", morph=morph, beta=beta, f1=f1) == [morph == beta == 1, f1 < 0.1, tp >= 8]
    assert prplot.explore.gain.guess.truth() == pytest.approx(0.32, abs=1e-12)
    assert gain_of(Fraction(32, 100)) == (gain_of(Fraction(1, 5)) + gain_of(Fraction(4, 5))) / 2


@pytest.mark.parametrize("morph", [0.0, 0.3, 1.0])
def test_axes_of_gain_slide_from_pr_to_pr_gain_where_isolines_are_straight(morph):
    said, figure = drawn("gain", morph=morph, beta=2.0)
    ax = figure.axes[0]
    for value in (Fraction(1, 10), Fraction(3, 20), Fraction(1, 3), Fraction(1)):
        place = (float((1 - Fraction(morph)) * value + Fraction(morph) * gain_of(value)) + 0.015) / 1.03
        np.testing.assert_allclose(share(ax, float(value), float(value)), [[place, place]], rtol=0, atol=1e-9)
    lines = [line for line in ax.lines if re.match(r"_f[0-9.]+ = |_always-positive", str(line.get_label()))]
    assert len(lines) == 6
    for line in lines:
        seen = share(ax, *line.get_data())
        seen = seen[((seen >= 0) & (seen <= 1)).all(axis=1)]
        (x0, y0), (x1, y1) = seen[0], seen[-1]
        off = ((seen - [x0, y0]) @ [y1 - y0, x0 - x1]) / np.hypot(x1 - x0, y1 - y0)
        assert (abs(off).max() < 1e-9) == (morph == 1)
        assert morph < 1 or (y1 - y0) / (x1 - x0) == pytest.approx(-4, rel=1e-6)
    assert ("straight and parallel" in said) is (morph == 1)
    dots = next(line for line in ax.lines if line.get_label() == "_hull vertices")
    shown = {(round(float(x), 6), round(float(y), 6)) for x, y in dots.get_xydata()}
    assert {(tp / 10, round(tp / (tp + fp), 6)) for tp, fp in CORNERS} <= shown
