"""The lesson of skew: numbers of the paper, and what stays at every prevalence."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from matplotlib.figure import Figure

import prplot
from prplot.widgets.lessons import LESSONS


@pytest.mark.parametrize(("prevalence", "precision", "false"), [(0.5, 0.758606, "159"), (1 / 11, 0.239116, "1,591")])
@pytest.mark.usefixtures("words_only")
def test_skew_has_the_numbers_of_the_paper(prevalence, precision, false, made):
    """Saito and Rehmsmeier 2015, Figure 5: ER- at a true positive rate of .5."""
    view = made("skew", prevalence=prevalence)
    assert "false positive rate of 0.159," in view.description
    assert f"finds 500 true and {false} false:" in view.description
    assert f"= {precision:.3f}. Its odds" in view.description
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
    line = SimpleNamespace(set=lambda **_: None)
    monkeypatch.setattr(prplot, "plot", lambda *_, **__: SimpleNamespace(lines=[line] * 3))
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
        seen.add(re.search("false positive rate of ([0-9.e-]+),", said)[1])
        precision = tpr * prevalence / (tpr * prevalence + rate * (1 - prevalence))
        # Every number of the sentence, to the digits that are shown.
        number = r"([\d,.e+-]*\d)"
        form = (
            rf"1,000 positives and {number} negatives it finds {number} true and {number} false: precision {number} / "
            rf"\({number} \+ {number}\) = {number}\. .* rate: {number} × {number} = {number}\. \(Grey"
        )
        told = [float(one.replace(",", "")) for one in re.search(form, said).groups()]
        negatives = 1000 * (1 - prevalence) / prevalence
        found, false, odds = 1000 * tpr, rate * negatives, prevalence / (1 - prevalence)
        wanted = [negatives, found, false, found, found, false, precision, odds, tpr / rate, odds * tpr / rate]
        assert told == pytest.approx(wanted, rel=6e-3)
    assert len(seen) == 1
    assert float(seen.pop()) == pytest.approx(rate, rel=6e-3)


def test_the_guess_and_the_tasks():
    """By hand from the distributions: ER- finds half with a false positive rate of 1 - 0.5 ** 0.25."""
    lesson, rate = LESSONS["skew"], 1 - 0.5**0.25
    assert lesson.guess.truth() == pytest.approx(99_000 * rate, rel=1e-9)
    assert lesson.guess.answer(5_000) == "You said 5,000; it is 15,751. That was 10,751 too few."
    assert lesson.guess.answer(15_751) == "You said 15,751, and so it is."
    many, first = (task.missing for task in lesson.tasks)
    for prevalence in (0.5, 0.01, 0.0017, 0.0015, 1e-4):
        false = 1000 * (1 - prevalence) / prevalence * rate
        assert (not many(prevalence=prevalence, marked="ER-", tpr=0.5)) == (false > 100_000)
    assert "Mark ER-" in many(prevalence=1e-4, marked="ER+", tpr=0.5)
    assert "recall 0.40" in many(prevalence=1e-4, marked="ER-", tpr=0.4)
    # Scores of ER+ above 0.9 are a tenth of its positives; of its negatives, which follow beta(1, 4), 0.1 ** 4.
    precision = {name: 1 / (1 + 99 * at / 0.1) for name, at in (("ER+", 0.1**4), ("ER-", 1 - 0.9**0.25))}
    assert precision == pytest.approx({"ER+": 0.910, "ER-": 0.037}, abs=1e-3)
    assert not first(prevalence=0.01, marked="ER+", tpr=0.1)
    assert "one in 27" in first(prevalence=0.01, marked="ER-", tpr=0.1)
    assert round(1 / precision["ER-"]) == 27
    for other in ({"prevalence": 0.1}, {"tpr": 0.2}, {"marked": "Excel"}):
        assert first(**{"prevalence": 0.01, "marked": "ER+", "tpr": 0.1, **other})
