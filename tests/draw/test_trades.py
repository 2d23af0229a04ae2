"""Pictures: KS between cumulative distributions, predictive values, FROC, equal error rates, bands of risk."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ks_2samp

import prplot
from prplot import draw


def heights_at(fill, x):
    """The height of a step function at abscissae inside its steps."""
    values, edges, _ = fill.get_data()
    return values[np.searchsorted(edges, x, side="right") - 1]


@pytest.mark.parametrize("lower", [False, True], ids=["high scores", "small scores"])
def test_cumulative_shares_and_their_largest_difference(lower, new_axes):
    rng = np.random.default_rng(2)
    labels = rng.random(80) < 0.4
    scores = np.round(rng.normal(size=80) + 1.5 * labels, 1) * (-1 if lower else 1)
    path = prplot.from_labels(labels, scores, lower_is_positive=lower)
    drawn = draw.scores(path, cumulative=True, ax=new_axes())
    for fill, of_class in zip(drawn.fills, (scores[~labels], scores[labels]), strict=True):
        x = np.linspace(scores.min() - 0.01, scores.max() - 0.01, 50)
        assert heights_at(fill, x) == pytest.approx([(of_class <= each).mean() for each in x])
    (line,) = drawn.lines
    (cut, _), (low, high) = line.get_xdata(), sorted(line.get_ydata())
    statistic = ks_2samp(scores[~labels], scores[labels], alternative="less" if lower else "greater", method="asymp")
    assert high - low == pytest.approx(statistic.statistic)
    assert cut == path.optimal("youden").threshold
    assert line.get_label().startswith(f"KS {high - low:.3f}")
    assert drawn.ax.get_ylabel() == "Cumulative share"


def test_what_cumulative_shares_have_no_use_for(ax, new_axes):
    alone = draw.scores(prplot.from_labels([1, 1], [1, 2]), cumulative=True, ax=ax)
    assert (len(alone.fills), alone.lines) == (1, ())
    with pytest.raises(prplot.PrplotError, match=r"density must be left out where cumulative=True"):
        draw.scores(prplot.from_labels([1, 0], [1, 2]), cumulative=True, density=True, ax=new_axes())
    # With more scores than pixels the steps are few, and still those of the scores.
    many = prplot.simulate.binormal(1, 1).sample(9000, prevalence=0.5, rng=1)
    values, edges, _ = draw.scores(many, cumulative=True, ax=new_axes()).fills[1].get_data()
    assert len(edges) <= 4001
    assert values == pytest.approx([many.sample.fg[many.sample.score <= x].sum() / many.positives for x in edges[:-1]])


def test_predictive_values_follow_from_both_rates_by_bayes_rule(ax, new_axes):
    matrix = prplot.Confusion(tp=90, fp=5, fn=10, tn=95)
    drawn = draw.measures({"Test": matrix}, ["ppv", "npv", "recall"], against="prevalence", ax=ax)
    for line, expected in zip(
        drawn.lines,
        (lambda p: 0.9 * p / (0.9 * p + 0.05 * (1 - p)), lambda p: 0.95 * (1 - p) / (0.95 * (1 - p) + 0.1 * p), None),
        strict=True,
    ):
        x, y = line.get_data()
        assert y == pytest.approx(0.9 if expected is None else expected(x))
        assert (x[0], x[-1]) == (pytest.approx(1e-4, rel=1e-3), pytest.approx(1, abs=1e-3))
    assert ax.get_xlabel() == "Prevalence"
    path = prplot.from_labels([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], name="path")
    for threshold, cut in ((3, 3), ("f1", 3), (path.find(fpr=0), 5)):
        (line,) = draw.measures(path, "precision", against="prevalence", threshold=threshold, ax=new_axes()).lines
        assert np.interp(path.prevalence, *line.get_data()) == pytest.approx(path.at(cut).precision, abs=1e-4)


def texts_of(legend):
    return [legend.get_title().get_text(), *(text.get_text() for text in legend.get_texts())]


def test_predictive_values_say_their_rates_and_mark_the_sample(ax, new_axes):
    path = prplot.from_labels([1, 1, 0, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    # Of a path at another prevalence the rows as they are.
    drawn = draw.measures(path.at_prevalence(0.01), ["precision", "npv"], against="prevalence", threshold=5, ax=ax)
    assert texts_of(drawn.legend) == [
        "threshold 5, sensitivity 1, specificity 0.8",
        *("positive predictive value", "negative predictive value", "prevalence of the sample, 0.375"),
    ]
    dots = [line.get_xydata()[0] for line in ax.lines if line.get_marker() == "o"]
    assert dots == [pytest.approx([3 / 8, 3 / 4]), pytest.approx([3 / 8, 1])]
    matrices = {"a": prplot.Confusion(tp=9, fp=1, fn=1, tn=9), "b": prplot.Confusion(tp=2, fp=1, fn=2, tn=3)}
    several = draw.measures(matrices, "precision", against="prevalence", ax=new_axes())
    assert texts_of(several.legend) == [
        *("", "a (sensitivity 0.9, specificity 0.9)", "b (sensitivity 0.5, specificity 0.75)"),
        "prevalence of the sample, 0.5",
    ]
    one = draw.measures(matrices["a"], "precision", against="prevalence", ax=new_axes())
    assert texts_of(one.legend)[0] == "sensitivity 0.9, specificity 0.9"


PATH = prplot.from_labels([1, 0, 1, 0, 0, 1], [6, 5, 4, 3, 2, 1], positives=4, name="detector")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda ax: draw.measures(PATH, against="prevalence", ax=ax), "threshold must say where paths are cut"),
        (lambda ax: draw.measures(PATH, threshold=1, ax=ax), "Pass against='prevalence'"),
        (
            lambda ax: draw.measures(PATH.at(3), against="prevalence", threshold=1, ax=ax),
            "threshold must be left out for a confusion matrix",
        ),
        (
            lambda ax: draw.measures(PATH, against="prevalence", threshold=1, band=True, ax=ax),
            "band must be left out against the prevalence",
        ),
        (lambda ax: prplot.plot(PATH, "froc", ax), r"images must be the number of images.*images=100"),
        (lambda ax: prplot.plot(PATH, "roc", ax, images=3), "got images=3"),
        (lambda _: draw.panel(PATH, "pr", images=3), "images must be left out without the space 'froc'"),
    ],
)
def test_wrong_calls_say_what_to_do(call, words, ax):
    with pytest.raises(prplot.PrplotError, match=words):
        call(ax)


def test_froc_is_drawn_by_its_name_and_the_number_of_images(ax):
    wanted = PATH.froc(4).trace()
    for drawn in (
        prplot.plot(PATH, "FROC", ax, images=4),
        draw.panel(PATH, ("pr", "froc"), images=4).plotted["froc"],
        draw.multiples({"one": PATH, "two": PATH}, "froc", images=4).plotted["two"],
    ):
        x, y = drawn.lines[0].get_data()
        assert (x[-1], y[-1]) == (wanted.x[-1], wanted.y[-1]) == (0.75, 0.75)
        assert drawn.lines[0].curve.space.images == 4
    view = prplot.explore(PATH, space="froc", images=4)
    assert view.figure.axes[0].get_xlabel().startswith("False positives per image")
    assert "path.curve('froc', images=4.0)" in view.code
    view.close()


@pytest.mark.parametrize("space", ["det", "roc"])
def test_the_point_of_equal_error_rates_is_marked(space, new_axes):
    at_threshold = prplot.from_labels([1] * 5 + [0] * 5, [0.9, 0.8, 0.7, 0.4, 0.2, 0.6, 0.5, 0.3, 0.1, 0.05])
    between = prplot.from_labels([0, 0, 1, 1, 1], [0.13, 0.26, 0.08, 0.19, 0.34])
    for path, rate in ((at_threshold, 0.4), (between, 0.5)):
        for name in ("eer", "equal error rate"):
            curve = path.curve(space)
            (x, y) = draw.operating_point(curve, name, ax=new_axes()).lines[0].get_xydata()[0]
            assert (x, y) == pytest.approx((rate, rate if space == "det" else 1 - rate))
    panels = draw.panel({"at": at_threshold, "between": between}, (space,), thresholds="eer")
    texts = [text.get_text() for text in panels.legend.get_texts()]
    assert any("threshold of equal error rates" in text for text in texts)


def test_a_band_of_risk_rests_on_the_predictions_accepted():
    # All 200 most confident of 400 predictions are right: with so many, Wilson's upper limit of 0 errors is 0.0189.
    right = np.r_[np.ones(200), np.tile([0, 1], 100)]
    band = prplot.from_labels(right, np.arange(400, 0, -1)).risk_coverage().band(n=200, rng=1)
    z = 1.959963984540054
    assert band.at(0.3)[1] == pytest.approx(z**2 / (200 + z**2), rel=1e-6)
    assert band.at(0.3)[0] == 0
