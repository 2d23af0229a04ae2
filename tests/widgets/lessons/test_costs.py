"""The lesson of costs: bills counted row by row, and when the rule finds the least."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from matplotlib.figure import Figure

import prplot
from prplot.widgets.lessons import LESSONS

# Rows of each score, and the positives among them.
GROUPS = {"0.8": (10, 8), "0.3": (10, 3), "0.1": (10, 1), "0.05": (20, 1)}
CHOICES = ["nobody", "scores from 0.8 on", "scores from 0.3 on", "scores from 0.1 on", "everybody"]
DISTORTED = ["nobody", "scores from 0.168 on", "scores from 7e-05 on", "scores from 1e-08 on", "everybody"]


def rows():
    """All fifty rows: a score, and whether it is positive."""
    return [(score, at < yes) for score, (count, yes) in GROUPS.items() for at in range(count)]


def bill(called, miss, alarm, prevalence=Fraction(13, 50)):
    """What a choice costs, row by row; where positives are rarer each stands for less than one."""
    weight = {True: prevalence / Fraction(13, 50), False: (1 - prevalence) / Fraction(37, 50)}
    price = {True: miss, False: alarm}
    return sum(weight[positive] * price[positive] for score, positive in rows() if (score in called) is not positive)


def bills(miss, alarm, prevalence=Fraction(13, 50)):
    names = list(GROUPS)
    return [bill(names[:count], miss, alarm, prevalence) for count in range(5)]


@pytest.fixture
def draw(monkeypatch):
    """The sentence of some values; only words are asked about."""
    monkeypatch.setattr(prplot, "plot", lambda *_, **__: None)

    def say(**values):
        figure = Figure()
        monkeypatch.setattr(figure, "subplots", lambda *_: [Anything(), Anything(), Anything()])
        monkeypatch.setattr(prplot.draw, "isolines", lambda *_, **__: Anything())
        return LESSONS["costs"].draw(figure, **values)

    return say


class Anything:
    """Takes any call, and draws nothing."""

    def __getattr__(self, name):
        return lambda *_, **__: None

    lines = ()


@pytest.mark.parametrize(
    ("miss", "alarm", "expected"),
    [
        (1, 1, [13, 7, 11, 19, 37]),
        (5, 1, [65, 27, 19, 23, 37]),
        (9, 1, [117, 47, 27, 27, 37]),
        (15, 1, [195, 77, 39, 33, 37]),
        (30, 1, [390, 152, 69, 48, 37]),
        (1, 5, [13, 15, 47, 91, 185]),
    ],
)
@pytest.mark.usefixtures("words_only")
def test_costs_shows_the_bills_of_the_rows(miss, alarm, expected, made):
    assert bills(miss, alarm) == expected
    view = made("costs", miss=miss, alarm=alarm)
    ax = view.figure.axes[0]
    assert [text.get_text() for text in ax.texts] == [str(number) for number in expected]
    misses, alarms = ax.containers
    assert [one.get_height() + more.get_height() for one, more in zip(misses, alarms, strict=True)] == pytest.approx(
        expected
    )
    best = [at for at, number in enumerate(expected) if number == min(expected)]
    dots = next(line for line in ax.lines if line.get_marker() == "o")
    assert list(dots.get_xdata()) == best
    named = " or ".join(CHOICES[at] for at in best)
    assert f"the least bill is {min(expected)}, by calling {named}:" in view.description


@pytest.mark.parametrize("distorted", [False, True])
def test_costs_sentence_is_true_at_all_prices(distorted, draw):
    names = DISTORTED if distorted else CHOICES
    scores = [Fraction(score) ** (8 if distorted else 1) for score in GROUPS]
    for prevalence in (Fraction(26, 100), Fraction(2, 100), Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
        for miss in (1, 2, 3, 5, 7, 9, 15, 19, 21, 40):
            for alarm in (1, 3, 4, 5, 10):
                said = draw(miss=miss, alarm=alarm, prevalence=float(prevalence), distorted=distorted)
                expected = bills(miss, alarm, prevalence)
                least = min(expected)
                best = [at for at, number in enumerate(expected) if number == least]
                named = " or ".join(names[at] for at in best)
                assert f"the least bill is {float(least):.4g}, by calling {named}:" in said
                rule = Fraction(alarm, alarm + miss)
                ruled = sum(score >= rule for score in scores)
                assert f"= {float(rule):.3g}, costs {float(expected[ruled]):.4g}, " in said
                assert ("the least there is" in said) is (expected[ruled] == least)
                assert ("more than need be" in said) is (expected[ruled] > least)
                if expected[ruled] > least:
                    assert f"{float(expected[ruled]):.4g}" != f"{float(least):.4g}"
                # With true shares the rule holds: the theorem of the lesson.
                if not distorted and prevalence == Fraction(26, 100):
                    assert expected[ruled] == least
                assert ("keeps the order" in said) is distorted


def test_costs_counts_are_in_the_fraction(draw):
    for miss in (1, 5, 15, 30):
        for prevalence in (0.1, 0.26, 0.8):
            said = draw(miss=miss, prevalence=prevalence)
            missed, false = (float(x) for x in re.search(r"misses (\S+) × .* alarms (\S+) ×", said).groups())
            tp, more, fp, precision = (
                float(x) for x in re.search(r"(\S+) / \((\S+) \+ (\S+)\) = (\S+)\.", said).groups()
            )
            assert tp == more
            assert fp == false
            assert tp + missed == pytest.approx(50 * prevalence, abs=0.06)
            assert precision == pytest.approx(tp / (tp + fp), abs=0.004)
            least = float(re.search(r"least bill is ([0-9.]+),", said)[1])
            assert missed * miss + false == pytest.approx(least, rel=0.006)


@pytest.mark.parametrize(("miss", "alarm", "prevalence"), [(15, 1, 0.26), (5, 1, 0.1), (9, 1, 0.26), (2, 1, 0.7)])
@pytest.mark.usefixtures("words_only")
def test_no_point_is_below_the_line_of_equal_cost(miss, alarm, prevalence, made):
    """In ROC it has the slope that prices and classes give, and touches the curve from above."""
    view = made("costs", miss=miss, alarm=alarm, prevalence=prevalence)
    _, pr, roc = view.figure.axes
    line = next(line for line in roc.lines if str(line.get_label()).startswith("_expected_cost"))
    (x0, *_, x1), (y0, *_, y1) = line.get_data()
    slope = alarm * (1 - prevalence) / (miss * prevalence)
    assert (y1 - y0) / (x1 - x0) == pytest.approx(slope)
    above = [y0 + slope * (fp / 37 - x0) - tp / 13 for tp, fp in ((0, 0), (8, 2), (11, 9), (12, 18), (13, 37))]
    assert min(above) == pytest.approx(0, abs=1e-9)
    dots = next(line for line in roc.lines if line.get_marker() == "o" and line.get_color() == "black")
    assert [above[[0, 8, 11, 12, 13].index(round(13 * y))] for y in dots.get_ydata()] == pytest.approx(
        [0] * len(dots.get_ydata()), abs=1e-9
    )
    # What costs the same in PR: each point of the line there, from its counts.
    same = next(line for line in pr.lines if str(line.get_label()).startswith("_expected_cost"))
    least = min(bills(miss, alarm, Fraction(prevalence).limit_denominator(100)))
    for recall, precision in list(zip(*same.get_data(), strict=True))[::7]:
        if 0 < precision < 1:
            found = 50 * prevalence * recall
            assert miss * (50 * prevalence - found) + alarm * found * (1 / precision - 1) == pytest.approx(float(least))


@pytest.mark.usefixtures("words_only")
def test_distorting_moves_no_point(made):
    plain, other = (made("costs", miss=5, distorted=distorted) for distorted in (False, True))
    for ax, same in zip(plain.figure.axes[1:], other.figure.axes[1:], strict=True):
        dots = [next(line for line in a.lines if line.get_color() == "#0072b2") for a in (ax, same)]
        assert dots[0].get_xydata().tolist() == dots[1].get_xydata().tolist()
    assert "costs 19, the least" in plain.description
    assert "costs 27, more than need be" in other.description


def test_a_score_breaks_even_where_both_ways_cost_the_same():
    """The guess: a row that is positive with this share costs as much called as not called."""
    share = LESSONS["costs"].guess.truth()
    assert 5 * share == pytest.approx(1 * (1 - share))


def test_tasks_are_done_where_the_bills_say_so():
    lesson = LESSONS["costs"]
    for prevalence in (Fraction(26, 100), Fraction(1, 10), Fraction(3, 5)):
        for miss in range(1, 41):
            for alarm in (1, 2, 3, 5, 10):
                values = {"miss": miss, "alarm": alarm, "prevalence": float(prevalence)}
                everybody, tie, broken = lesson.missing({**values, "distorted": False})
                expected = bills(miss, alarm, prevalence)
                least = min(expected)
                here = prevalence == Fraction(26, 100)
                assert (not everybody) is (here and expected[4] == least)
                assert (not tie) is (expected.count(least) > 1)
                ruled = sum(Fraction(score) >= Fraction(alarm, alarm + miss) for score in GROUPS)
                assert (not broken) is (expected[ruled] > least)
                assert lesson.missing({**values, "distorted": True})[2]


@pytest.mark.parametrize(
    ("task", "values"),
    [(0, {"miss": 30}), (1, {"miss": 9}), (2, {"prevalence": 0.1}), (2, {"miss": 5, "prevalence": 0.1})],
)
def test_tasks_can_be_done_on_the_page(task, values):
    lesson = LESSONS["costs"]
    assert all(value in lesson.stops[name] for name, value in values.items())
    assert lesson.missing(lesson.start)[task]
    assert not lesson.missing({**lesson.start, **values})[task]
