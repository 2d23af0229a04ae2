"""Measures along thresholds, ranks and rates: against scikit-learn at thresholds, against mixtures along the path."""

from __future__ import annotations

import re
from itertools import permutations
from statistics import NormalDist

import numpy as np
import pytest
from matplotlib.colors import to_hex
from scipy.stats import binom
from sklearn import metrics as peer

import prplot
from prplot import PrplotWarning, draw

RNG = np.random.default_rng(12)
LABEL = RNG.random(120) < 0.3
SCORE = np.round(RNG.normal(size=120) + 1.2 * LABEL, 1)
WEIGHT = RNG.integers(1, 9, 120) / 4
PATH = prplot.from_labels(LABEL, SCORE, sample_weight=WEIGHT)
SMALL = prplot.from_labels([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
MODEL = prplot.simulate.binormal(1, 1)


def step_at(line, t):
    """A step has its right ends."""
    x, y = line.get_data()
    return y[np.searchsorted(x, t, side="left")]


def test_steps_are_what_scikit_learn_says_at_any_threshold(ax):
    names = ["precision", "recall", "f1", "specificity", "mcc", "kappa", "predicted_positive_rate"]
    drawn = draw.measures(PATH, names, ax=ax)
    for t in (*np.unique(SCORE)[[0, 5, -6, -1]], *RNG.uniform(SCORE.min(), SCORE.max(), 20)):
        said, own = t <= SCORE, {"sample_weight": WEIGHT}
        wanted = [
            peer.precision_score(LABEL, said, **own) if said.any() else np.nan,
            peer.recall_score(LABEL, said, **own),
            peer.f1_score(LABEL, said, **own),
            peer.recall_score(~LABEL, ~said, **own),
            peer.matthews_corrcoef(LABEL, said, **own),
            peer.cohen_kappa_score(LABEL, said, **own),
            np.average(said, weights=WEIGHT),
        ]
        found = np.array([float(step_at(line, t)) for line in drawn.lines])
        # scikit-learn has 0 where MCC is 0/0.
        known = np.isfinite(found)
        assert known.sum() >= 6
        assert found[known] == pytest.approx(np.array(wanted)[known], rel=1e-12, abs=1e-14), t


def test_the_best_threshold_is_marked_where_it_is_best(ax, new_axes):
    drawn = draw.measures(PATH, ["precision", "f1", "mcc"], ax=ax)
    cuts = np.unique(SCORE)
    f1 = [peer.f1_score(LABEL, t <= SCORE, sample_weight=WEIGHT) for t in cuts]
    mcc = [peer.matthews_corrcoef(LABEL, t <= SCORE, sample_weight=WEIGHT) for t in cuts]
    marks = [line.get_xydata()[0].tolist() for line in drawn.best.lines]
    assert marks == [pytest.approx((cuts[np.argmax(values)], max(values))) for values in (f1, mcc)]
    assert [text.get_text() for text in drawn.best.texts] == [f"{y:.3g} at {x:.3g}" for x, y in marks]
    for best, count in ((None, 1), (True, 3), (False, 0), ({"marker": "s"}, 3)):
        assert len(draw.measures(SMALL, best=best, ax=new_axes()).best.lines) == count


def test_infinite_scores_have_no_place_but_count(new_axes):
    path = prplot.from_labels([1, 0, 1, 0, 0, 1, 0], [np.inf, np.inf, 3, 2, 1, -np.inf, -np.inf])
    (line,) = draw.measures(path, "recall", ax=new_axes()).lines
    assert np.isfinite(line.get_xydata()).all()
    # Above 3 the one positive of score inf is found; at 1 and below two of three.
    assert [float(step_at(line, t)) for t in (3.01, 3, 2, 1, 0.95)] == pytest.approx([1 / 3] + 4 * [2 / 3])


def along(name, path, x, abscissa):
    """From the definition, at abscissae along a straight step: cells are mixed as the abscissa is."""
    at = (path.tp + path.fp) / (1 if abscissa == "rank" else path.positives + path.negatives)
    t, f, p, n = np.interp(x, at, path.tp), np.interp(x, at, path.fp), path.positives, path.negatives
    with np.errstate(all="ignore"):
        return {
            "precision": t / (t + f),
            "recall": t / p,
            "f1": 2 * t / (t + f + p),
            "mcc": (t * (n - f) - f * (p - t)) / np.sqrt((t + f) * p * n * (p + n - t - f)),
            "lift": t / (t + f) * (p + n) / p,
        }[name]


@pytest.mark.parametrize("against", ["rank", "predicted_positive_rate"])
def test_lines_follow_the_path(against, new_axes):
    path = prplot.from_labels(LABEL, np.round(SCORE), sample_weight=WEIGHT)
    for name in ("precision", "recall", "f1", "mcc", "lift"):
        ax = new_axes()
        (line,) = draw.measures(path, name, against=against, ax=ax).lines
        ax.figure.canvas.draw()
        x, y = line.get_data()
        inner = (x > 0) & (x < x[-1])
        assert y[inner] == pytest.approx(along(name, path, x[inner], against), rel=1e-9, abs=1e-11)
        many, shown = np.linspace(0.001, 0.999, 999) * x[-1], np.isfinite(y)
        away = np.interp(many, x[shown], y[shown]) - along(name, path, many, against)
        assert np.nanmax(np.abs(away)) < 2e-3 * np.nanmax(y)


def test_hand_computed_lines(new_axes):
    """Of ties precision at k is the mean over their orders; of 1, 0, 1, 0 it falls to 1/2, 2/3 and 1/2."""
    labels, scores = [1, 0, 0, 1, 1, 0], [3, 2, 2, 2, 2, 1]
    ax = new_axes()
    (line,) = draw.measures(prplot.from_labels(labels, scores), "precision", against="rank", ax=ax).lines
    ax.figure.canvas.draw()
    for k in range(1, 7):
        means = [np.mean([labels[0], *order, labels[5]][:k]) for order in permutations(labels[1:5])]
        assert np.interp(k, *line.get_data()) == pytest.approx(np.mean(means), abs=1e-3)
    (line,) = draw.measures(SMALL, "precision", against="recall", ax=new_axes()).lines
    x, y = line.get_data()
    for a, b in [(0, 1), (0.5, 1), (0.5, 0.5), (1, 2 / 3), (1, 0.5)]:
        assert np.hypot(x - a, y - b).min() < 1e-12
    between = (x > 0.5) & (x < 1)
    assert y[between] == pytest.approx(2 * x[between] / (2 * x[between] + 1), rel=1e-12)
    diagonal = prplot.from_labels([1, 0, 0, 0], [7, 7, 7, 7])
    (line,) = draw.measures(diagonal, "g_mean", against="recall", ax=new_axes()).lines
    line.figure.canvas.draw()
    many = np.linspace(0.02, 0.98, 49)
    assert np.interp(many, *line.get_data()) == pytest.approx(np.sqrt(many * (1 - many)), abs=2e-3)
    # What has no value where nothing is predicted has a limit.
    drawn = draw.measures(SMALL, ["precision", "lr_positive", "npv"], against="rank", ax=new_axes())
    precision, ratio, npv = (line.get_ydata() for line in drawn.lines)
    assert (precision[0], npv[-1]) == pytest.approx((1, 1))
    assert not np.isfinite(ratio[0])


def test_populations_are_exact(ax):
    path = MODEL.path(0.2)
    recall, precision = draw.measures(path, ["recall", "precision"], ax=ax).lines
    ax.figure.canvas.draw()
    x, y = recall.get_data()
    inside = (x > -4) & (x < 4)
    assert y[inside] == pytest.approx([1 - NormalDist(1, 1).cdf(t) for t in x[inside]], rel=1e-9)
    many = np.linspace(-3, 4, 100)
    x, y = precision.get_xydata()[np.argsort(precision.get_xdata())].T
    assert np.interp(many, x, y) == pytest.approx([path.at(t).precision for t in many], abs=1e-3)
    assert -6 < ax.get_xlim()[0] < -1
    assert 2 < ax.get_xlim()[1] < 7


def test_views_show_what_there_is(new_axes):
    def limits(path, *names, **options):
        ax = new_axes()
        draw.measures(path, *names, ax=ax, **options)
        return ax.get_xlim(), ax.get_ylim()

    far = prplot.from_labels(np.append(LABEL, True), np.append(SCORE, 1e6))
    assert limits(far)[0][1] < 20
    assert limits(SMALL)[0] == (0, 1)
    assert limits(PATH)[1] == pytest.approx((-0.02, 1.02))
    assert limits(PATH, "recall_gain")[1][0] == pytest.approx(-0.53)
    assert limits(SMALL, "lift", against="rank")[1] == pytest.approx((-0.04, 2.04))
    ratios = prplot.from_labels([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    assert 2.9 < limits(ratios, ["lr_positive", "recall"], against="rank")[1][1] < 3.5
    early = prplot.from_labels([1, 0, 1, 0, 0], [5, 4, 3, 2, 1], positives=6, negatives=30)
    assert limits(early, "recall", against="recall")[0] == pytest.approx((-0.02, 1.02))
    for against in ("threshold", "recall", "rank"):
        ax = new_axes()
        ax.set_xscale("log")
        draw.measures(prplot.from_labels(LABEL, 10.0 ** (SCORE - 3)), "f1", against=against, ax=ax)
        assert 0 < ax.get_xlim()[0] < ax.get_xlim()[1] / 20
    ax = new_axes()
    ax.set(xlim=(-1, 1), ylim=(0.2, 0.8), xlabel="score", ylabel="share")
    draw.measures(PATH, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim(), ax.get_xlabel(), ax.get_ylabel()) == ((-1, 1), (0.2, 0.8), "score", "share")


# Bands.


def test_a_band_of_recall_is_that_of_a_binomial(edges):
    """Drawn by class the positives found at a threshold are binomial."""
    path = MODEL.sample(400, prevalence=0.5, rng=3)
    drawn = draw.measures(path, "recall", band={"n": 500, "stratify": True, "level": 0.9, "color": "red"})
    x, low, high = edges(drawn.band.fills[0])
    for t in (-0.5, 0.5, 1.5):
        place = int(np.argmin(np.abs(x - t)))
        ends = binom.ppf([0.05, 0.95], path.positives, path.at(x[place]).recall) / path.positives
        assert (low[place], high[place]) == pytest.approx(tuple(ends), abs=0.02)
    assert to_hex(drawn.band.fills[0].get_facecolor()) == to_hex("red")


@pytest.mark.parametrize("against", ["threshold", "rank", "predicted_positive_rate", "recall"])
def test_bands_are_around_their_lines(against, ax, edges):
    path = MODEL.sample(300, prevalence=0.3, rng=5)
    drawn = draw.measures(path, ["precision", "f1"], against=against, band={"n": 200}, ax=ax)
    ax.figure.canvas.draw()
    for line, fill in zip(drawn.lines, drawn.band.fills, strict=True):
        x, low, high = edges(fill)
        at, y = line.get_data()
        middle = np.interp(x, at[np.isfinite(y)], y[np.isfinite(y)])
        assert np.mean((middle >= low - 1e-3) & (middle <= high + 1e-3)) > 0.88
        assert np.median(high - low) > 0.01


def test_what_has_no_band_or_no_value_says_so(ax, new_axes):
    with pytest.warns(PrplotWarning, match="a population is what samples are uncertain of"):
        assert draw.measures(MODEL.path(0.2), "f1", band=True, ax=ax).band.fills == ()
    with pytest.warns(PrplotWarning, match="drawn without a band: an interval must rest on at least two positives"):
        draw.measures(prplot.from_labels([1, 0, 0], [3, 2, 1]), "f1", band=True, ax=ax)
    with pytest.warns(PrplotWarning, match="specificity is undefined everywhere"):
        draw.measures(prplot.from_labels([1, 0, 1], [3, 2, 1], positives=4), ["precision", "specificity"], ax=ax)
    one = prplot.from_labels([1, 1, 1], [3, 2, 1])
    with pytest.warns(PrplotWarning) as said:
        drawn = draw.measures({"a": one, "b": one}, ["recall", "mcc"], ax=new_axes())
    assert [str(w.message) for w in said] == ["mcc of a, mcc of b are undefined everywhere, and not drawn."]
    assert [line.axes is drawn.ax for line in drawn.lines] == [True, False] * 2


def test_one_axes_has_one_x_axis(ax):
    draw.measures(SMALL, "recall", ax=ax)
    draw.measures(SMALL, "precision", ax=ax)
    with pytest.raises(prplot.PrplotValueError, match="against must be 'threshold', as on these axes; got 'rank'"):
        draw.measures(SMALL, "precision", against="rank", ax=ax)


# Figures.


def test_colours_and_styles_tell_paths_and_measures_apart(ax, new_axes, entries, clear):
    one = draw.measures(PATH, ax=ax)
    assert len({line.get_color() for line in one.lines}) == 3
    assert entries(one)[1] == ["precision", "recall", "$F_{1}$"]
    paths = {f"forest number {k} with a long name": MODEL.sample(50, prevalence=0.4, rng=k) for k in range(12)}
    many = draw.measures(paths, ["f1", "mcc"], ax=new_axes((7, 5)))
    assert len({line.get_color() for line in many.lines}) == 12
    assert [line.get_linestyle() for line in many.lines] == ["-", "--"] * 12
    assert entries(many)[1] == [*paths, "$F_{1}$", "MCC"]
    clear(many.figure, many.lines)
    black = draw.measures(PATH, color="k", lw=0.7, ax=new_axes())
    assert {(line.get_color(), line.get_linewidth()) for line in black.lines} == {("k", 0.7)}
    assert len({str(line.get_linestyle()) for line in black.lines}) == 3
    # One measure of several is said at the axis; a single line without a name needs no legend.
    ax = new_axes()
    drawn = draw.measures({"a": PATH, "_b": SMALL}, "f1", ax=ax)
    assert (ax.get_ylabel(), entries(drawn)[1]) == ("$F_{1}$", ["a", "_b"])
    again = draw.measures({"c": PATH}, "mcc", ax=ax)
    assert (ax.get_ylabel(), len(again.legend.get_texts())) == ("", 3)
    assert again.lines[0].get_color() not in {line.get_color() for line in drawn.lines}
    assert draw.measures(PATH, "f1", ax=new_axes()).legend is None


def test_scores_within_0_and_1_are_shown_from_0_to_1(new_axes):
    for highest in (0.9, 1.0):
        path = prplot.from_labels([1, 0, 1, 0], [highest, 0.5, 0.7, 0.25])
        assert draw.measures(path, ["precision"], ax=new_axes()).figure.axes[-1].get_xlim() == (0.0, 1.0)


def test_artists_tell_what_they_are(ax):
    cost = prplot.expected_cost(fn=10, prevalence=0.05)
    drawn = draw.measures({"forest": PATH.pr()}, [cost, "lift"], ax=ax)
    assert repr(drawn) == "Measures(expected cost of forest, lift of forest)"
    value = f"{PATH.optimal(cost).measure(cost):.3g}"
    text = rf"Against the threshold: expected cost of forest \(best {value} at .*\), lift of forest\."
    assert re.match(text, drawn.alt_text())
    with pytest.raises(prplot.PrplotError, match=r"measures must be .*nearest is 'precision'"):
        draw.measures(PATH, "precison", ax=ax)
    with pytest.raises(prplot.PrplotError, match=r"against must be one of .*The nearest is 'threshold'"):
        draw.measures(PATH, against="treshold", ax=ax)
