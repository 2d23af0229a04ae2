"""The lesson of estimators: areas by hand, and what the sentence says at all positions of the controls."""

from __future__ import annotations

import itertools
import math
import re
import statistics

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy import integrate, stats
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

import prplot
from prplot.widgets.lessons import LESSONS

LESSON = LESSONS["estimators"]
RULES = (
    "continuous",
    "average precision",
    "trapezoids",
    "upper trapezoids",
    "max-interpolated",
    "trapezoids from (0, 1)",
)
VALUES = {"no ties": 0, "20 values": 20, "5 values": 5, "2 values": 2}
SENTENCE = re.compile(
    r"About (?P<positives>\d+) positives in (?P<rows>[\d,]+) rows, scores with (?P<scores>[\w ]+): "
    r"the true area is (?P<truth>[\d.]+\d)( \((?P<whole>[\d.]+) before they were tied; no rule brings that back\))?\. "
    r"Nearest in these 40 samples: (?P<nearest>.+), typically (?P<off>[\d.]+) off \(root mean square\); "
    r"next (?P<next>.+), (?P<gap>[\d.]+|less than 0\.00001) more, which is (?P<side>within|beyond) "
    r"the noise of 40 samples \((?P<noise>[\d.]+|less than 0\.00001)\)\. "
    r"By rule the means differ by up to (?P<spread>[\d.]+); by sample areas stray by (?P<stray>[\d.]+) "
    r"\(continuous\): here the (?P<matters>rule|sample) matters more\."
)


@pytest.fixture
def undrawn(monkeypatch) -> None:
    """Curves are not drawn: only words are asked about."""

    class Drawn:
        lines = [Figure().subplots().plot([], [])[0] for _ in range(7)]  # noqa: RUF012

    monkeypatch.setattr(prplot, "plot", lambda *_, **__: Drawn)
    monkeypatch.setattr(prplot.draw, "unachievable", lambda *_, **__: None)


def counts(labels, scores):
    """TP and FP at each distinct score, from 0."""
    order = np.argsort(-scores, kind="stable")
    last = np.append(np.diff(scores[order]) != 0, True)
    tp, fp = np.cumsum(labels[order])[last], np.cumsum(~labels[order])[last]
    return np.append(0, tp).astype(float), np.append(0, fp).astype(float)


def continuous(tp, fp):
    """Mixtures of neighbouring thresholds: the integral of t / ((1 + h) t + c) over each step."""
    total = 0.0
    for a, b, f, g in zip(tp, tp[1:], fp, fp[1:], strict=False):
        if b > a:
            h = (g - f) / (b - a)
            c = f - h * a
            total += (b - a) / (1 + h)
            if abs(c) > 1e-12:
                total -= c / (1 + h) ** 2 * math.log(((1 + h) * b + c) / ((1 + h) * a + c))
    return total / tp[-1]


def by_hand(labels, scores):
    """The six areas of one sample."""
    tp, fp = counts(labels, scores)
    recall, precision = tp[1:] / tp[-1], tp[1:] / (tp[1:] + fp[1:])
    begins = precision[0]
    widths = np.diff(recall, prepend=0.0)
    rising = widths > 0
    from_sklearn = precision_recall_curve(labels, scores)
    ups = [np.append(start, column[rising]) for start, column in ((0.0, recall), (begins, precision))]
    return [
        continuous(tp, fp),
        average_precision_score(labels, scores),
        auc(np.append(0, recall), np.append(begins, precision)),
        auc(*ups),
        float(widths @ np.maximum.accumulate(precision[::-1])[::-1]),
        auc(from_sklearn[1], from_sklearn[0]),
    ]


# How scores of positives and of negatives are drawn, how they are distributed, and where cuts begin and end.
MODELS = {
    "binormal": (
        lambda rng, n, m: (rng.normal(1, 1, n), rng.normal(0, 1, m)),
        (stats.norm(1, 1), stats.norm(0, 1)),
        (-1, 3),
    ),
    "bibeta": (
        lambda rng, n, m: (rng.beta(5, 2, n), rng.beta(2, 5, m)),
        (stats.beta(5, 2), stats.beta(2, 5)),
        (0, 1),
    ),
    "offset uniform": (
        lambda rng, n, m: (0.5 + rng.random(n), rng.random(m)),
        (stats.uniform(0.5, 1), stats.uniform(0, 1)),
        (0, 1.5),
    ),
}


def samples(positives, prevalence, scores, draw, model="binormal"):
    """Labels and scores of 40 samples, drawn again."""
    rng = np.random.default_rng(draw)
    drawn, _, (low, high) = MODELS[model]
    for _ in range(40):
        labels = rng.random(round(positives / prevalence)) < prevalence
        score = np.empty(len(labels))
        score[labels], score[~labels] = drawn(rng, labels.sum(), (~labels).sum())
        if VALUES[scores]:
            # Which part between the ends it falls in; beyond it is in the first or the last.
            parts = VALUES[scores]
            score = np.clip(np.floor((score - low) / (high - low) * parts), 0, parts - 1)
        yield labels, score


def areas_at(**values):
    return np.array([by_hand(*sample) for sample in samples(**values)])


def true_area(prevalence, scores="no ties", model="binormal"):
    """By quadrature, or from the rates at the few thresholds that there are."""
    _, (positive, negative), (low, high) = MODELS[model]
    parts = VALUES[scores]
    if parts:
        cuts = [low + (high - low) * k / parts for k in range(parts - 1, 0, -1)]
        tp = prevalence * np.array([0, *positive.sf(cuts), 1])
        fp = (1 - prevalence) * np.array([0, *negative.sf(cuts), 1])
        return continuous(tp, fp)

    def precision(recall):
        tp, fp = prevalence * recall, (1 - prevalence) * negative.sf(positive.isf(recall))
        return tp / (tp + fp)

    return integrate.quad(precision, 0, 1, epsabs=1e-10, points=[0.5])[0]


def said_at(**values):
    found = SENTENCE.fullmatch(LESSON.draw(Figure(), **values))
    assert found
    return found


def test_the_truth_is_that_of_the_storyboard():
    assert true_area(0.1) == pytest.approx(0.2928, abs=5e-5)
    assert true_area(0.1, "2 values") == pytest.approx(0.1995, abs=5e-5)
    # The other two as in Nagy's blog and, exactly, by Boyd et al. 2013.
    assert true_area(0.1, model="bibeta") == pytest.approx(0.809586774289164, abs=1e-9)
    assert true_area(0.1, model="offset uniform") == pytest.approx(0.657905287275927, abs=1e-9)


def test_of_two_hundred_samples_rules_differ_little():
    """Five draws of 40: means and typical errors without ties, with about 20 positives."""
    areas = np.vstack([areas_at(positives=20, prevalence=0.1, scores="no ties", draw=draw) for draw in range(1, 6)])
    off = np.sqrt(((areas - true_area(0.1)) ** 2).mean(axis=0))
    # Storyboard, other samples: means ± .007, errors a tenth.
    np.testing.assert_allclose(areas.mean(axis=0)[:5], [0.302, 0.318, 0.301, 0.329, 0.331], rtol=0, atol=0.02)
    np.testing.assert_allclose(off[:5], [0.101, 0.101, 0.101, 0.111, 0.103], rtol=0, atol=0.015)


def test_of_two_values_the_rule_is_the_result():
    areas = areas_at(positives=500, prevalence=0.1, scores="2 values", draw=1)
    assert areas.mean(axis=0) == pytest.approx([0.201, 0.181, 0.221, 0.221, 0.181, 0.407], abs=0.005)


STATES = [
    *itertools.product((20, 500), (0.05, 0.5), ("binormal",), VALUES, (30,)),
    *itertools.product((100,), (0.1, 0.3), MODELS, ("no ties", "5 values"), (2, 17)),
]


@pytest.mark.few(9)
@pytest.mark.parametrize(("positives", "prevalence", "model", "scores", "draw"), STATES)
@pytest.mark.usefixtures("undrawn")
def test_the_sentence_is_true(positives, prevalence, model, scores, draw):
    values = {"positives": positives, "prevalence": prevalence, "model": model, "scores": scores, "draw": draw}
    said = said_at(**values)
    areas, truth, untied = areas_at(**values), true_area(prevalence, scores, model), true_area(prevalence, model=model)
    assert said["positives"] == str(positives)
    assert int(said["rows"].replace(",", "")) == round(positives / prevalence)
    assert said["scores"] == scores
    assert float(said["truth"]) == pytest.approx(truth, abs=5.1e-5)
    assert (said["whole"] is None) is (scores == "no ties")
    assert float(said["whole"] or untied) == pytest.approx(untied, abs=5.1e-5)

    errors = {
        rule: math.sqrt(statistics.fmean((area - truth) ** 2 for area in column))
        for rule, column in zip(RULES, areas.T, strict=True)
    }
    nearest = [rule for rule in RULES if rule in said["nearest"].split(" and ")]
    assert " and ".join(sorted(nearest)) == " and ".join(sorted(said["nearest"].split(" and ")))
    one, other = areas[:, RULES.index(nearest[0])], areas[:, RULES.index(said["next"])]
    for rule in RULES:
        same = np.allclose(areas[:, RULES.index(rule)], one, rtol=0, atol=1e-9)
        assert same is (rule in nearest)
        assert errors[rule] >= errors[nearest[0]] - 1e-12
        assert same or errors[rule] >= errors[said["next"]] - 1e-12
    assert float(said["off"]) == pytest.approx(errors[nearest[0]], abs=5.1e-5)

    gap = errors[said["next"]] - errors[nearest[0]]
    more = [(b - truth) ** 2 - (a - truth) ** 2 for a, b in zip(one, other, strict=True)]
    noise = 2 * statistics.stdev(more) / math.sqrt(40) / (errors[said["next"]] + errors[nearest[0]])
    for name, size in (("gap", gap), ("noise", noise)):
        if said[name].startswith("less"):
            assert size < 1e-5
        else:
            assert float(said[name]) == pytest.approx(size, abs=5.1e-6)
    assert said["side"] == ("within" if gap <= noise else "beyond")

    means = areas.mean(axis=0)
    spread, stray = max(means) - min(means), statistics.pstdev(areas[:, 0])
    assert float(said["spread"]) == pytest.approx(spread, abs=5.1e-4)
    assert float(said["stray"]) == pytest.approx(stray, abs=5.1e-4)
    assert said["matters"] == ("rule" if spread > stray else "sample")


@pytest.mark.usefixtures("undrawn")
def test_no_rule_always_wins():
    nearest = {said_at(draw=draw, scores=scores)["nearest"] for draw in range(1, 5) for scores in VALUES}
    assert len(nearest) >= 4
    sides = {said_at(draw=1, positives=500, prevalence=0.5, scores=scores)["side"] for scores in VALUES}
    assert sides == {"within", "beyond"}


@pytest.mark.usefixtures("words_only")
@pytest.mark.parametrize("scores", ["no ties", "2 values"])
def test_dots_are_the_areas(scores, made):
    strip = made("estimators", scores=scores).figure.axes[1]
    areas = areas_at(positives=20, prevalence=0.1, scores=scores, draw=1)
    drawn = [line.get_xdata() for line in strip.lines if len(line.get_xdata()) == 40]
    np.testing.assert_allclose(drawn, areas.T, rtol=0, atol=1e-9)
    diamonds = [line.get_xdata()[0] for line in strip.lines if line.get_marker() == "D"]
    np.testing.assert_allclose(diamonds, areas.mean(axis=0), rtol=0, atol=1e-9)
    assert strip.lines[0].get_xdata()[0] == pytest.approx(true_area(0.1, scores), abs=1e-6)
    assert strip.get_xlim() == (0, 1)


def test_the_opening_says_what_is_drawn():
    areas = areas_at(positives=20, prevalence=0.1, scores="no ties", draw=1)
    assert (round(float(np.ptp(areas.mean(axis=0))), 2), round(areas[:, 0].std(), 2)) == (0.03, 0.08)


def test_the_guess_is_the_mean_of_the_last_row():
    mean = areas_at(positives=20, prevalence=0.1, scores="2 values", draw=1)[:, 5].mean()
    assert LESSON.guess.truth() == pytest.approx(mean, abs=1e-9)
    assert LESSON.guess.written(mean) == "0.40"
    assert LESSON.guess.place(mean) == (1, mean, 0.0)


def test_tasks_are_done_where_they_should_be():
    rule, other, agree = (
        (lambda task: lambda **moved: task.missing(**{**LESSON.start, **moved}))(t) for t in LESSON.tasks
    )
    assert all(LESSON.missing(LESSON.start))
    assert all(LESSON.missing({**LESSON.start, **LESSON.guess.at}))
    assert rule(scores="5 values", positives=100) == ""
    assert "differ by 0.057" in rule(scores="5 values")
    assert "5 values" in rule(scores="2 values")
    truth = true_area(0.1)
    errors = {
        draw: ((areas_at(positives=20, prevalence=0.1, scores="no ties", draw=draw) - truth) ** 2).mean(axis=0)
        for draw in (1, 2, 3, 4, 5)
    }
    first = int(np.argmin(np.round(errors[1], 12)))
    for draw, column in errors.items():
        assert (other(draw=draw) == "") is (int(np.argmin(np.round(column, 12))) != first)
    assert other(draw=2) == ""
    assert "Leave positives" in other(draw=2, positives=100)
    assert "tied" in other(draw=2, scores="2 values")
    assert agree(positives=500) == ""
    assert "0.0138" in agree(positives=100)
    assert "tied" in agree(positives=500, scores="20 values")


@pytest.mark.slow
def test_a_page_is_of_one_model_and_says_so(tmp_path, made, monkeypatch):
    """Of one state, which takes no time."""
    for name, stop in {"prevalence": (0.1,), "positives": (20,), "scores": ("no ties",), "draw": (1,)}.items():
        monkeypatch.setitem(LESSON.stops, name, stop)
    monkeypatch.setattr("prplot.widgets.lessons.lesson_page._presets", lambda _: [])
    monkeypatch.setattr("prplot.widgets.lessons.lesson_page._indices", lambda *_: [0] * 5)
    page = tmp_path / "lesson.html"
    with pytest.warns(prplot.PrplotWarning, match=r"of model 'binormal' only, not 'bibeta'"):
        made("estimators", model="bibeta").save(page)
    assert page.stat().st_size > 1000
