"""The lessons of scores, interpolation, costs, gain and identify: every number said, recomputed from counts."""

from __future__ import annotations

import itertools
import re
import statistics
from fractions import Fraction

import numpy as np
import pytest
from helpers.lessons import assert_numbers, done, drawn, lesson_of, says
from scipy.integrate import quad
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_curve

import prplot

# Scores

FOUR = (0.9, 0.7, 0.5, 0.3)
# Labels from the highest score down, and how many rows share each score.
FORTY = (
    "1110110100101001001000100010000010000000",
    [*np.linspace(0.98, 0.6, 15), *np.repeat([0.5, 0.4, 0.3, 0.2, 0.1], 5)],
)
ROWS = {"0110": ("0110", FOUR), "1010": ("1010", FOUR), "tied": ("0110", (0.6,) * 4), "forty": FORTY}


def test_what_scores_say_is_true():
    for _, values, said in says("scores"):
        labels, scores = ROWS[values["rows"]]
        positives, taken = labels.count("1"), min(values["taken"], len(labels))
        if not taken:
            assert_numbers(said, [0, 0, 0, positives])
            continue
        last = scores[taken - 1]
        before, inside = sum(score > last for score in scores), sum(score >= last for score in scores)
        found, tp = labels[:before].count("1"), labels[:inside].count("1")
        alone = inside == before + 1
        rows = [inside] if alone else [before + 1, inside, tp - found]
        assert_numbers(
            said, [last ** (3 if values["cubed"] else 1), *rows, tp, inside, tp / inside, tp, positives, tp / positives]
        )
        if alone:
            assert f"row {inside} is {'positive' if tp > found else 'negative'}" in said
        if before:
            old, new = Fraction(found, before), Fraction(tp, inside)
            moved = "stays at" if new == old else "rises to" if new > old else "falls to"
            assert f"Precision {moved} " in said
            assert f"recall {'rises to' if tp > found else 'stays at'} " in said


def test_trails_of_scores_are_those_of_sklearn_and_the_cube_moves_none():
    for rows, (labels, scores) in ROWS.items():
        strip, pr, roc = drawn("scores", 3, rows=rows, taken=40)[1].axes
        fact = np.array([label == "1" for label in labels])
        precision, recall, _ = precision_recall_curve(fact, scores)
        fpr, tpr, _ = roc_curve(fact, scores, drop_intermediate=False)
        for ax, points in ((pr, np.transpose([recall, precision])[:-1][::-1]), (roc, np.transpose([fpr, tpr]))):
            dots = next(line for line in ax.lines if line.get_markersize() == 5).get_xydata()
            np.testing.assert_allclose(dots, points)
        tp = sum(fact)
        assert strip.get_title() == f"TP {tp}, FP {len(fact) - tp}, FN 0, TN 0"
    plain, cubed = (drawn("scores", 3, rows="forty", taken=12, cubed=way)[1] for way in (False, True))
    for ax, other in zip(plain.axes[1:], cubed.axes[1:], strict=True):
        for line, same in zip(ax.lines, other.lines, strict=True):
            np.testing.assert_array_equal(line.get_xydata(), same.get_xydata())


def test_tasks_and_the_guess_of_scores():
    assert [done("scores", step) for step in (2, 3, 4)] == [[4], [1], [2, 4]]
    assert lesson_of("scores").guess.truth() == 2 / 3
    # More rows than there are mean all of them.
    assert drawn("scores", 2, taken=40)[0] == drawn("scores", 2, taken=4)[0]


# Interpolation


def between(share, fp_b, tp_b):
    """The counts, precision there and on the chord, and mean precision on the arc and on the chord."""
    tp, fp, last = 5 + share * (tp_b - 5), 5 + share * (fp_b - 5), tp_b / (tp_b + fp_b)
    # Recall rises with the share at one pace, so means over recall are means over the share.
    mean, _ = quad(lambda at: 1 / (1 + (5 + at * (fp_b - 5)) / (5 + at * (tp_b - 5))), 0, 1)
    return tp, fp, tp / (tp + fp), 0.5 + share * (last - 0.5), mean, (0.5 + last) / 2


def test_what_interpolation_says_is_true():
    for panels, values, said in says("interpolation"):
        tp, fp, precision, chord, mean, chord_mean = between(**values)
        # Counts are whole, so that readers get the precision from them.
        assert (tp, fp) == pytest.approx((round(tp), round(fp)))
        numbers = [100 * values["share"], tp, fp]
        if panels == 2:
            gap = chord_mean - mean
            exact = values["fp_b"] == values["tp_b"]
            numbers += [precision, chord, mean, chord_mean, *[abs(gap)] * (not exact)]
            assert said.endswith("exact.") if exact else f"too {'high' if gap > 0 else 'low'} by" in said
        assert_numbers(said, numbers)


def test_tasks_and_the_guess_of_interpolation():
    steps = lesson_of("interpolation").steps
    assert done("interpolation", 1) == [share for share in steps[0].stops if between(share, 60, 10)[0] == 9]
    assert done("interpolation", 3) == [share for share in steps[2].stops if between(share, 300, 10)[0] == 6]
    assert done("interpolation", 4) == [10]
    arcs = {tp_b: between(0, 10, tp_b) for tp_b in steps[4].stops}
    assert done("interpolation", 5) == [tp_b for tp_b, (*_, mean, chord) in arcs.items() if mean - chord > 0.1]
    tp, fp, precision, *_ = between(0.6, 300, 10)
    assert (tp, fp, lesson_of("interpolation").guess.truth()) == pytest.approx((8, 182, precision))


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
NAMED = [[], [0.8], [0.3], [0.1], []]


def bills(miss, alarm, prevalence):
    """What choices cost, group by group; where positives are rarer each stands for less than one."""
    of_miss, of_alarm = miss * prevalence / Fraction(13, 50), alarm * (1 - prevalence) / Fraction(37, 50)
    chosen = [list(GROUPS.values())[:count] for count in range(5)]
    return [of_miss * (13 - sum(p for _, p in some)) + of_alarm * sum(n - p for n, p in some) for some in chosen]


def test_what_costs_say_is_true():
    assert bills(1, 1, Fraction(13, 50)) == [13, 7, 11, 19, 37]
    for panels, values, said in says("costs"):
        miss, alarm, distorted = values["miss"], values["alarm"], values["distorted"]
        prevalence = Fraction(values["prevalence"]).limit_denominator(100)
        expected, rule = bills(miss, alarm, prevalence), Fraction(alarm, alarm + miss)
        least = min(expected)
        best = [at for at, number in enumerate(expected) if number == least]
        ruled = expected[sum(score ** (8 if distorted else 1) >= rule for score in GROUPS)]
        numbers = [least, *itertools.chain(*(NAMED[at] for at in best))]
        if panels > 1:
            numbers += [alarm, alarm, miss, rule, ruled, *[ruled - least] * (ruled > least)]
            assert said.endswith(": the least.") is (ruled == least)
            # With true shares the rule holds: the theorem of the lesson.
            assert distorted or values["prevalence"] != 0.26 or ruled == least
        assert_numbers(said, list(map(float, numbers)))
        assert ("every row is predicted positive" in said) is (4 in best)
        bars = drawn("costs", panels, **values)[1].axes[0]
        shown = [text.get_text().rpartition("\n") for text in bars.texts[:5]]
        assert [number for *_, number in shown] == [f"{float(number):.4g}" for number in expected]
        assert [at for at, (marks, *_) in enumerate(shown) if "least" in marks] == best
        tops = [sum(bar.get_height() for bar in both) for both in zip(*bars.containers, strict=True)]
        assert tops == pytest.approx([float(number) for number in expected])


def test_tasks_and_the_guess_of_costs():
    everybody, alike, broken = (lesson_of("costs").steps[k].stops for k in (1, 2, 3))
    share = Fraction(13, 50)
    assert done("costs", 2) == [miss for miss in everybody if min(bills(miss, 1, share)[:4]) >= 37]
    ties = [alarm for alarm in alike for least, second, *_ in [sorted(bills(7, alarm, share))] if least == second]
    assert done("costs", 3) == ties == [3]
    shares = {prevalence: Fraction(prevalence).limit_denominator(100) for prevalence in broken}
    # The rule, 1 / 6, lies between the scores 0.3 and 0.1.
    costly = [prevalence for prevalence, own in shares.items() if min(bills(5, 1, own)) < bills(5, 1, own)[2]]
    assert done("costs", 4) == costly
    assert 5 * lesson_of("costs").guess.truth() == pytest.approx(1 - lesson_of("costs").guess.truth())


def test_no_point_is_below_the_line_of_equal_cost():
    """In ROC it has the slope that prices and classes give, and touches the curve from above."""
    for miss, alarm, prevalence in ((15, 1, 0.26), (5, 1, 0.1), (2, 1, 0.7)):
        _, pr, roc = drawn("costs", 3, miss=miss, alarm=alarm, prevalence=prevalence)[1].axes
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


def best_of(beta):
    """The counts with the best F, its value, and beta squared."""
    squared = Fraction(beta).limit_denominator(1000) ** 2
    tp, fp = max(POINTS, key=lambda counts: f_of(*counts, squared))
    return tp, fp, f_of(tp, fp, squared), squared


def test_what_gain_says_is_true():
    for panels, values, said in says("gain"):
        if panels == 1:
            tp, fp, best, squared = best_of(values["beta"])
            assert (tp, fp) in CORNERS
            precision, recall = gain_of(Fraction(tp, tp + fp)), gain_of(Fraction(tp, 10))
            # A mean of gains is the gain of F: exactly.
            assert (precision + squared * recall) / (1 + squared) == gain_of(best)
            assert_numbers(said, list(map(float, [best, tp, tp + fp, tp, 10, precision, recall, gain_of(best)])))
            assert ("straight and parallel" in said) is (values["morph"] == 1)
        else:
            one, other = Fraction(values["f1"]).limit_denominator(100), Fraction(4, 5)
            back, mean = statistics.harmonic_mean([one, other]), (gain_of(one) + gain_of(other)) / 2
            assert gain_of(back) == mean
            numbers = [one, other, gain_of(one), gain_of(other), mean, back, (one + other) / 2]
            assert_numbers(said, list(map(float, numbers)))


def test_tasks_and_the_guess_of_gain():
    lesson = lesson_of("gain")
    assert done("gain", 1) == [1.0]
    assert done("gain", 2) == [beta for beta in lesson.steps[1].stops if best_of(beta)[0] >= 8]
    assert done("gain", 4) == [f1 for f1 in lesson.steps[3].stops if gain_of(Fraction(f1).limit_denominator(100)) < 0]
    assert (
        gain_of(Fraction(lesson.guess.truth()).limit_denominator(1000))
        == (gain_of(Fraction(1, 5)) + gain_of(Fraction(4, 5))) / 2
    )


def share(ax, x, y):
    """Where in the box of axes a point is."""
    return ax.transAxes.inverted().transform(ax.transData.transform(np.column_stack([x, y])))


@pytest.mark.parametrize("morph", [0.0, 0.3, 1.0])
def test_axes_of_gain_slide_from_pr_to_pr_gain_where_isolines_are_straight(morph):
    said, figure = drawn("gain", 1, morph=morph, beta=2.0)
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


# Identify

TOOLS = ("PRROC", "AP", "auc", "trec_eval", "VOC")


def five_of(score=0.2, order="as listed", broken=False):
    """What each tool prints of the twelve rows of the README."""
    labels = [0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]
    rows = list(zip(labels, [0.9, 0.6, 0.6, 0.6, 0.6, 0.5, 0.4, score, 0.2, 0.2, 0.1, 0.1], strict=True))
    if order == "negatives first":
        rows = [row for row in rows if not row[0]] + [row for row in rows if row[0]]
    labels, scores = zip(*((label, score - 0.001 * at * broken) for at, (label, score) in enumerate(rows)), strict=True)
    # Tied rows are taken at once: from (tp, fp) to the next counts, in a straight line.
    counts = [(0, 0)]
    for cut in sorted(set(scores), reverse=True):
        above = [label for label, score in zip(labels, scores, strict=True) if score >= cut]
        counts.append((sum(above), len(above) - sum(above)))
    continuous = sum(
        quad(lambda t, a=a, b=b, c=c, d=d: (t / (t + b + (d - b) * (t - a) / (c - a))) / 4, a, c)[0]
        for (a, b), (c, d) in itertools.pairwise(counts)
        if c > a
    )
    precision, recall, _ = precision_recall_curve(labels, scores)
    # One by one, as listed.
    sorted_labels = [labels[at] for at in sorted(range(12), key=lambda at: -scores[at])]
    met = [Fraction(sum(sorted_labels[:n]), n) for n in range(1, 13) if sorted_labels[n - 1]]
    prints = (
        continuous,
        average_precision_score(labels, scores),
        auc(recall, precision),
        float(statistics.mean(met)),
        float(statistics.mean(max(met[at:]) for at in range(4))),
    )
    return dict(zip(TOOLS, prints, strict=True))


def test_what_identify_says_is_true():
    first = five_of()
    assert [round(area, 3) for area in first.values()] == [0.439, 0.55, 0.329, 0.604, 0.688]
    for panels, values, said in says("identify"):
        tool = values.pop("tool")
        prints = five_of(**values)
        assert_numbers(said, [prints[tool], *[0, 1] * (tool == "auc")])
        assert said.startswith(f"{tool} prints")
        if panels == 3:
            moved = [name for name in TOOLS if abs(prints[name] - first[name]) > 1e-9]
            told = said.partition("than at first: ")[2].removesuffix(".").split(", ")
            assert told == (moved or [""])
            numbers = drawn("identify", 3, tool=tool, **values)[1].axes[1]
            dots = [line.get_xdata()[0] for line in numbers.lines if line.get_markersize() == 6]
            np.testing.assert_allclose(dots, list(prints.values()), rtol=0, atol=1e-9)


def test_tasks_and_the_guess_of_identify():
    lesson, first = lesson_of("identify"), five_of()
    for number in first.values():
        assert f"{number:.3f}" in lesson.steps[0].text
    assert lesson.guess.truth() == pytest.approx(first["AP"], abs=1e-12)
    assert done("identify", 2) == [tool for tool, area in first.items() if f"{area:.3f}" == "0.604"] == ["trec_eval"]
    path = prplot.from_labels([0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0], [9, 6, 6, 6, 6, 5, 4, 2, 2, 2, 1, 1])
    assert "trec map" in str(prplot.identify(path, "0.604"))
    three = [
        score
        for score in lesson.steps[2].stops
        if sum(abs(area - first[name]) > 1e-9 for name, area in five_of(score).items()) == 3
    ]
    assert done("identify", 3) == three == [0.25, 0.3, 0.4]
    # A better score of a positive row, and a lower area.
    worse = [score for score in lesson.steps[3].stops if score > 0.5 and five_of(score)["auc"] < five_of(0.5)["auc"]]
    assert done("identify", 4) == worse == [0.6]
    assert done("identify", 5) == ["negatives first"]
    assert five_of(order="negatives first")["trec_eval"] < five_of(order="negatives first")["AP"]
    # Without ties AP and trec_eval do the same, and no others.
    broken = five_of(broken=True)
    assert done("identify", 6) == [True]
    assert broken["AP"] == pytest.approx(broken["trec_eval"], abs=1e-12)
    assert len({round(area, 6) for area in broken.values()}) == 4
    assert len({round(area, 6) for area in first.values()}) == 5
