"""The lessons of skew, weights, what is unachievable, estimators and luck: numbers from distributions and samples."""

from __future__ import annotations

import math
import re
import statistics
from functools import cache

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy import integrate, stats
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

import prplot


def drawn(name, **values):
    lesson, figure = getattr(prplot.explore, name), Figure()
    return lesson.draw(figure, **{**lesson.start, **values}), figure


def lacks(name, **values):
    lesson = getattr(prplot.explore, name)
    return lesson.missing({**lesson.start, **values})


# Skew

SAITO = {
    "Excel": (stats.norm(3, 1), stats.norm(0, 1)),
    "ER+": (stats.beta(1, 1), stats.beta(1, 4)),
    "ER-": (stats.beta(4, 1), stats.beta(1, 1)),
}


@pytest.mark.usefixtures("undrawn")
def test_skew_has_one_rate_at_every_prevalence():
    """From the distributions of Saito and Rehmsmeier 2015."""
    number = r"([\d,.e+-]*\d)"
    form = (
        rf"false positive rate of {number}, .* With 1,000 positives and {number} negatives it finds {number} true and "
        rf"{number} false: precision {number} / \({number} \+ {number}\) = {number}\. .* rate: {number} × {number} = "
        rf"{number}\. \(Grey"
    )
    for (marked, (positive, negative)), tpr in zip(SAITO.items(), (0.01, 0.99, 0.5), strict=True):
        rate = negative.sf(positive.isf(tpr))
        for prevalence in (1e-4, 0.1, 0.5, 0.89):
            said, _ = drawn("skew", prevalence=prevalence, marked=marked, tpr=tpr)
            told = [float(one.replace(",", "")) for one in re.search(form, said).groups()]
            negatives, odds = 1000 * (1 - prevalence) / prevalence, prevalence / (1 - prevalence)
            found, false = 1000 * tpr, rate * negatives
            precision = found / (found + false)
            wanted = [
                rate,
                negatives,
                found,
                false,
                found,
                found,
                false,
                precision,
                odds,
                tpr / rate,
                odds * tpr / rate,
            ]
            assert told == pytest.approx(wanted, rel=6e-3)
    # Their Figure 5: ER- at a true positive rate of .5.
    for prevalence, precision in ((0.5, "0.759"), (1 / 11, "0.239")):
        assert f"= {precision}. Its odds" in drawn("skew", prevalence=prevalence)[0]


def test_skew_moves_pr_and_leaves_roc():
    areas = {0.5: ["0.983", "0.836", "0.744"], 1 / 11: ["0.900", "0.513", "0.231"]}
    for prevalence, shown in areas.items():
        figure = drawn("skew", prevalence=prevalence)[1]
        for ax, wanted in zip(figure.axes, (["0.983", "0.800", "0.800"], shown), strict=True):
            assert [text.get_text().split()[-1] for text in ax.get_legend().get_texts()] == wanted
    dot = next(line for line in figure.axes[1].lines if line.get_marker() == "o" and line.get_color() == "black")
    assert dot.get_xydata()[0] == pytest.approx((0.5, 0.239116), abs=1e-6)


def test_the_guess_and_the_tasks_of_skew():
    """By hand: ER- finds half with a false positive rate of 1 - 0.5 ** 0.25, and so on."""
    rate = 1 - 0.5**0.25
    assert prplot.explore.skew.guess.truth() == pytest.approx(99_000 * rate, rel=1e-9)
    for prevalence in (0.5, 0.0017, 0.0015, 1e-4):
        false = 1000 * (1 - prevalence) / prevalence * rate
        assert (not lacks("skew", prevalence=prevalence)[0]) is (false > 100_000)
    assert "Mark ER-" in lacks("skew", prevalence=1e-4, marked="ER+")[0]
    assert "recall 0.40" in lacks("skew", prevalence=1e-4, tpr=0.4)[0]
    first = {"prevalence": 0.01, "marked": "ER+", "tpr": 0.1}
    assert not lacks("skew", **first)[1]
    assert "one in 27" in lacks("skew", **{**first, "marked": "ER-"})[1]
    for other in ({"prevalence": 0.1}, {"tpr": 0.2}, {"marked": "Excel"}):
        assert lacks("skew", **{**first, **other})[1]


# Weights


@pytest.mark.usefixtures("undrawn")
def test_weights_hide_behind_the_cut():
    """Keilwagen et al. 2014, Figure 4: .55 on hard labels, .55, .39 and .27 on soft ones; of 2,000 rows here."""
    paths = [prplot.simulate.keilwagen(name).sample(2000, rng=7) for name in ("good", "permuted", "bad")]
    shares = paths[0].sample.fg
    for cut in (0.05, 0.3, 0.5, 0.95):
        said, _ = drawn("weights", cut=cut, sample=7)
        assert f"Cut at {cut:.2f}, {np.mean(shares >= cut):.1%} of the rows are called positive; " in said
        assert f"the soft labels of all rows add up to {shares.mean():.1%}." in said
        areas = [(prplot.from_labels(p.sample.fg >= cut, p.sample.score).pr().area(), p.pr().area()) for p in paths]
        told = [float(number) for number in re.findall(r"\d\.\d+", said.partition("hard and soft:")[2])]
        assert told == pytest.approx([*np.ravel(areas), paths[0].best().pr().area()], abs=5.1e-4)
        hard = [area for area, _ in areas]
        assert len(set(hard)) == 1 if cut == 0.5 else hard[0] > hard[1] > hard[2]
        assert (not lacks("weights", cut=cut, sample=7)[0]) == (abs(np.mean(shares >= cut) - shares.mean()) <= 0.04)
    np.testing.assert_allclose([area for _, area in areas], [0.55, 0.39, 0.27], atol=0.04)
    assert [not lacks("weights", order=order)[1] for order in ("good", "permuted", "bad")] == [False, False, True]
    assert prplot.explore.weights.guess.truth() == pytest.approx(0.785, abs=5e-4)


def test_weights_show_which_classifier_is_shown_left():
    left, *others = drawn("weights", order="permuted")[1].axes
    assert left.get_title().startswith("permuted")
    for ax in others:
        curves = [line for line in ax.lines if hasattr(line, "curve")]
        assert max(curves, key=lambda line: line.get_linewidth()).curve.label == "permuted"


# Unachievable


@pytest.mark.usefixtures("undrawn")
def test_unachievable_has_the_least_areas():
    """Boyd et al. 2012, Theorem 2, from the closed form; as is said, the least area shrinks and its mean grows."""
    for pi in (0.01, 0.33, 0.5, 0.99):
        before = None
        for low in (0.0, 0.5, 0.8):
            said, figure = drawn("unachievable", prevalence=pi, low=low)
            least = (1 - low) + (1 - pi) / pi * math.log(1 - pi + pi * low)
            mean = least / (1 - low)
            assert f"less than area {least:.4f} from recall {low:.2f} to 1, a mean precision of {mean:.4f}" in said
            assert before is None or (least < before[0] and mean > before[1])
            before = least, mean
            assert ("the area shrinks, its mean grows" in said) is (low > 0)
            dot = figure.axes[1].lines[-1]
            assert dot.get_xydata()[0] == pytest.approx((pi, mean), abs=1e-9)
            numbers = re.search(r"has area ([0-9.]+) there, a mean of ([0-9.]+): ([0-9.]+)% of the way", said).groups()
            own, own_mean, way = map(float, numbers)
            assert own_mean == pytest.approx(own / (1 - low), abs=3e-4)
            room = 1 - low - least
            assert way == pytest.approx(100 * (own - least) / room, abs=0.1 + 0.01 / room)
    assert prplot.explore.unachievable.guess.truth() == pytest.approx(1 - math.log(2), abs=1e-12)


@pytest.mark.usefixtures("undrawn")
def test_unachievable_says_which_counts_cannot_be():
    """Boyd et al. 2012, Table 1, and by exact arithmetic at the limits."""
    for values, said in (
        ((1 / 3, 0.3, 0.6), "60 true and 240 false positives, which is impossible: the false positive rate"),
        ((1 / 3, 0.3, 0.2), "20 true and 13 false positives, which is possible."),
        ((1 / 3, 0.3, 0.1), "cannot be had at recall 0.10: it takes at least 0.176"),
        ((0.3, 0.4, 0.25), "which is possible."),
        ((0.25, 0.4, 1.0), "which is possible."),
        ((0.26, 0.4, 1.0), "which is impossible: the false positive rate would be above 1."),
        ((0.75, 0.75, 0.8), "which is possible."),
        ((0.22, 0.25, 0.65), "which is impossible: the false positive rate would be above 1."),
    ):
        assert said in drawn("unachievable", **dict(zip(("prevalence", "f1", "recall"), values, strict=True)))[0]
    # F1 0.45 at recall 0.95, with as many false positives as there are negatives: prevalence 0.306.
    done = [k for k in range(1, 100) if not lacks("unachievable", prevalence=k / 100, f1=0.45, recall=0.95)[0]]
    assert done == [30]
    assert "2.27" in lacks("unachievable", prevalence=0.5)[0]
    assert "Leave F1" in lacks("unachievable", prevalence=0.3, f1=0.5)[0]
    states = ((0.5, 0.8), (0.5, 0.0), (0.4, 0.8))
    assert [not lacks("unachievable", prevalence=pi, low=low)[1] for pi, low in states] == [True, False, False]


# Estimators

RULES = ("continuous", "average precision", "trapezoids", "upper trapezoids", "max-interpolated")
RULES += ("trapezoids from (0, 1)",)
VALUES = {"no ties": 0, "20 values": 20, "5 values": 5, "2 values": 2}
# How positives and negatives score, and where cuts begin and end.
MODELS = {
    "binormal": (lambda r, n, m: (r.normal(1, 1, n), r.normal(0, 1, m)), stats.norm(1, 1), stats.norm(), (-1, 3)),
    "bibeta": (lambda r, n, m: (r.beta(5, 2, n), r.beta(2, 5, m)), stats.beta(5, 2), stats.beta(2, 5), (0, 1)),
    "offset uniform": (
        lambda r, n, m: (0.5 + r.random(n), r.random(m)),
        stats.uniform(0.5, 1),
        stats.uniform(),
        (0, 1.5),
    ),
}


def areas_of(labels, scores):
    """The six areas of one sample, and that of average precision by scikit-learn."""
    path = prplot.from_labels(labels, scores)
    rules = ("continuous", "step", "linear", "upper-trapezoid", "max-interpolated")
    areas = [path.pr(rule).area() for rule in rules]
    assert areas[1] == pytest.approx(average_precision_score(labels, scores))
    precision, recall, _ = precision_recall_curve(labels, scores)
    return [*areas, auc(recall, precision)]


@cache
def areas_at(positives, prevalence, model, scores, draw):
    """Areas of 40 samples, drawn again."""
    rng, (draws, _, _, (low, high)), areas = np.random.default_rng(draw), MODELS[model], []
    for _ in range(40):
        labels = rng.random(round(positives / prevalence)) < prevalence
        score = np.empty(len(labels))
        score[labels], score[~labels] = draws(rng, labels.sum(), (~labels).sum())
        if parts := VALUES[scores]:
            score = 1 + np.clip(np.floor((score - low) / (high - low) * parts), 0, parts - 1)
        areas.append(areas_of(labels, score))
    return np.array(areas)


def true_area(prevalence, model="binormal", scores="no ties"):
    """By quadrature, or from the rates at the few thresholds that there are."""
    _, positive, negative, (low, high) = MODELS[model]
    if parts := VALUES[scores]:
        cuts = np.linspace(low, high, parts + 1)[1:-1][::-1]
        tp, fp = (np.append(of.sf(cuts), 1.0) for of in (positive, negative))
        counts = prplot.from_counts(np.arange(parts, 0, -1), prevalence * tp, (1 - prevalence) * fp)
        return counts.pr().area()

    def precision(recall):
        tp, fp = prevalence * recall, (1 - prevalence) * negative.sf(positive.isf(recall))
        return tp / (tp + fp)

    return integrate.quad(precision, 0, 1, epsabs=1e-10, points=[0.5])[0]


ESTIMATES = re.compile(
    r"About (?P<positives>\d+) positives in (?P<rows>[\d,]+) rows, scores with (?P<scores>[\w ]+): "
    r"the true area is (?P<truth>[\d.]+\d)( \((?P<whole>[\d.]+) before they were tied; no rule brings that back\))?\. "
    r"Nearest in these 40 samples: (?P<nearest>.+), typically (?P<off>[\d.]+) off \(root mean square\); "
    r"next (?P<next>.+), (?P<gap>[\d.]+|less than 0\.00001) more, which is (?P<side>within|beyond) "
    r"the noise of 40 samples \((?P<noise>[\d.]+|less than 0\.00001)\)\. "
    r"By rule the means differ by up to (?P<spread>[\d.]+); by sample areas stray by (?P<stray>[\d.]+) "
    r"\(continuous\): here the (?P<matters>rule|sample) matters more\."
)


@pytest.mark.parametrize(
    "state",
    [
        (20, 0.1, "binormal", "no ties", 1),
        (20, 0.1, "binormal", "2 values", 1),
        (500, 0.5, "binormal", "20 values", 30),
        (100, 0.3, "bibeta", "5 values", 17),
        (100, 0.3, "offset uniform", "no ties", 2),
    ],
    ids=str,
)
@pytest.mark.usefixtures("undrawn")
def test_what_estimators_say_is_true(state):
    positives, prevalence, model, scores, _ = state
    names = ("positives", "prevalence", "model", "scores", "draw")
    text, figure = drawn("estimators", **dict(zip(names, state, strict=True)))
    said = ESTIMATES.fullmatch(text)
    areas, truth, untied = areas_at(*state), true_area(prevalence, model, scores), true_area(prevalence, model)
    assert (said["positives"], said["scores"]) == (str(positives), scores)
    assert int(said["rows"].replace(",", "")) == round(positives / prevalence)
    assert [float(said["truth"]), float(said["whole"] or untied)] == pytest.approx([truth, untied], abs=5.1e-5)
    assert (said["whole"] is None) is (scores == "no ties")
    errors = dict(zip(RULES, np.sqrt(((areas - truth) ** 2).mean(axis=0)), strict=True))
    nearest = said["nearest"].split(" and ")
    one, other = areas[:, RULES.index(nearest[0])], areas[:, RULES.index(said["next"])]
    for rule in RULES:
        same = np.allclose(areas[:, RULES.index(rule)], one, rtol=0, atol=1e-9)
        assert same is (rule in nearest)
        assert errors[rule] >= errors[nearest[0] if same else said["next"]] - 1e-12
    assert float(said["off"]) == pytest.approx(errors[nearest[0]], abs=5.1e-5)
    gap = errors[said["next"]] - errors[nearest[0]]
    more = [(b - truth) ** 2 - (a - truth) ** 2 for a, b in zip(one, other, strict=True)]
    noise = 2 * statistics.stdev(more) / math.sqrt(40) / (errors[said["next"]] + errors[nearest[0]])
    for name, size in (("gap", gap), ("noise", noise)):
        assert float(said[name].removeprefix("less than ")) == pytest.approx(size, abs=1.01e-5)
    assert said["side"] == ("within" if gap <= noise else "beyond")
    means, stray = areas.mean(axis=0), areas[:, 0].std()
    assert [float(said["spread"]), float(said["stray"])] == pytest.approx([np.ptp(means), stray], abs=5.1e-4)
    assert said["matters"] == ("rule" if np.ptp(means) > stray else "sample")
    # The dots are these areas, the diamonds their means, the line is the truth.
    strip = figure.axes[1]
    dots = [line.get_xdata() for line in strip.lines if len(line.get_xdata()) == 40]
    np.testing.assert_allclose(dots, areas.T, rtol=0, atol=1e-9)
    diamonds = [line.get_xdata()[0] for line in strip.lines if line.get_marker() == "D"]
    np.testing.assert_allclose(diamonds, means, rtol=0, atol=1e-9)
    assert strip.lines[0].get_xdata()[0] == pytest.approx(truth, abs=1e-6)


def test_the_guess_and_the_tasks_of_estimators():
    # As in Nagy's blog and, exactly, by Boyd et al. 2013.
    assert true_area(0.1, "bibeta") == pytest.approx(0.809586774289164, abs=1e-9)
    assert prplot.simulate.bibeta().path(0.1).pr().area() == pytest.approx(0.809586774289164, abs=1e-9)
    mean = areas_at(20, 0.1, "binormal", "2 values", 1)[:, 5].mean()
    assert prplot.explore.estimators.guess.truth() == pytest.approx(mean, abs=1e-9)
    for number, values, said in (
        (0, {"scores": "5 values", "positives": 100}, ""),
        (0, {"scores": "5 values"}, "differ by 0.057"),
        (0, {"scores": "2 values"}, "5 values"),
        (1, {"draw": 2}, ""),
        (1, {"draw": 2, "positives": 100}, "Leave positives"),
        (1, {"draw": 2, "scores": "2 values"}, "tied"),
        (1, {"draw": 2, "model": "bibeta"}, "another classifier"),
        (2, {"positives": 500}, ""),
        (2, {"positives": 100}, "0.0138"),
        (2, {"positives": 500, "scores": "20 values"}, "tied"),
    ):
        found = prplot.explore.estimators.tasks[number].missing(**{**prplot.explore.estimators.start, **values})
        assert said in found if said else found == ""
    nearest = [
        int(np.argmin(((areas_at(20, 0.1, "binormal", "no ties", draw)[:, :5] - true_area(0.1)) ** 2).mean(axis=0)))
        for draw in (1, 2)
    ]
    assert nearest[0] != nearest[1]


# Luck


@cache
def luck_at(positives):
    """Areas of A, of B on rows of its own and of B on the same rows, in 100 draws."""
    rows, areas = 10 * positives, []

    def one(seed, ahead):
        rng = np.random.default_rng(seed)
        labels = rng.random(rows) < 0.1
        scores = np.empty(rows)
        scores[labels] = rng.normal(ahead, 1, labels.sum())
        scores[~labels] = rng.normal(0, 1, (~labels).sum())
        return labels, scores

    for seed in range(1, 101):
        (labels, of_a), of_others = one(seed, 1.0), one(100 + seed, 1.2)
        # Within each class normal, with a correlation of 0.8 to those of A; means 1.2 and 0.
        again = np.where(labels, 1.2 + 0.8 * (of_a - 1), 0.8 * of_a)
        again = again + 0.6 * np.random.default_rng(100 + seed).normal(0, 1, rows)
        three = (labels, of_a), of_others, (labels, again)
        areas.append([prplot.from_labels(*each).pr().area() for each in three])
    return np.array(areas)


LUCK = re.compile(
    r"About (?P<positives>\d+) positives in (?P<rows>[\d,]+) rows per draw: the area of A, in truth 0\.293, "
    r"(lies from (?P<low>[\d.]+) to (?P<high>[\d.]+) in about nine of ten draws|"
    r"was from (?P<least>[\d.]+) to (?P<most>[\d.]+) so far|varies, and one draw does not tell how much)\. "
    r"B is better, in truth 0\.363; tested on (?P<on>the same rows|rows of its own) "
    r"it loses in (?P<losses>\d+) of (?P<draws>\d+) draws?\. "
    r"In the last one A has (?P<a>[\d.]+) and B (?P<b>[\d.]+): the (?P<ahead>better|worse) one is ahead\."
)


@pytest.mark.parametrize("positives", [10, 50, 100])
@pytest.mark.usefixtures("undrawn")
def test_what_luck_says_is_true(positives):
    for same, draws in ((False, 1), (True, 2), (False, 19), (True, 20), (False, 100), (True, 100)):
        text, figure = drawn("luck", positives=positives, draws=draws, same=same)
        said = LUCK.fullmatch(text)
        areas = luck_at(positives)[:draws, [0, 2 if same else 1]]
        losses = int((areas[:, 1] < areas[:, 0]).sum())
        counts = [said[name] for name in ("positives", "rows", "draws", "losses")]
        assert counts == [str(positives), f"{10 * positives:,}", str(draws), str(losses)]
        assert said["on"] == ("the same rows" if same else "rows of its own")
        ends = np.quantile(areas[:, 0], [0.05, 0.95]) if draws >= 20 else (areas[:, 0].min(), areas[:, 0].max())
        names = ("low", "high") if draws >= 20 else ("least", "most")
        assert draws == 1 or [float(said[name]) for name in names] == pytest.approx(ends, abs=5.1e-4)
        assert [float(said["a"]), float(said["b"])] == pytest.approx(areas[-1], abs=5.1e-4)
        assert said["ahead"] == ("worse" if areas[-1, 1] < areas[-1, 0] else "better")
        # The dots are these areas, none of them out of sight, and the bar is the share.
        _, strip, gap, lost = figure.axes
        dots = [line.get_xdata() for line in strip.lines if line.get_marker() == "o"]
        np.testing.assert_allclose([dots[0], dots[2]], areas.T[::-1], rtol=0, atol=1e-9)
        (gaps, *_) = [line.get_xdata() for line in gap.lines if line.get_marker() == "o"]
        np.testing.assert_allclose(gaps, areas[:, 1] - areas[:, 0], rtol=0, atol=1e-9)
        assert np.abs(gaps).max() < gap.get_xlim()[1] - 0.01
        assert lost.patches[0].get_width() == pytest.approx(100 * losses / draws)


def test_the_guess_and_the_tasks_of_luck():
    lesson = prplot.explore.luck
    assert lesson.guess.truth() == (luck_at(50)[:, 1] < luck_at(50)[:, 0]).sum() == 22
    own, same, misled = (task.missing for task in lesson.tasks)
    for positives, fewest, said in ((20, 100, "37.0%"), (50, 100, "22.0%"), (100, 100, ""), (500, 100, "fewer do")):
        found = own(positives=positives, draws=100, same=False)
        assert said in found if said else found == ""
        assert (found == "") is (positives == fewest)
    for positives in (20, 50, 100):
        assert (same(positives=positives, draws=100, same=True) == "") is (positives == 50)
    assert "all 100" in own(positives=100, draws=50, same=False)
    assert "same rows" in own(positives=100, draws=100, same=True)
    assert "same rows" in same(positives=50, draws=100, same=False)
    for draws in (1, 4, 12):
        areas = luck_at(100)[draws - 1]
        assert (misled(positives=100, draws=draws, same=False) == "") is bool(areas[1] < areas[0])
    assert misled(positives=100, draws=12, same=False) == ""
    assert "task is about 100" in misled(positives=20, draws=12, same=False)
