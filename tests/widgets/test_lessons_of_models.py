"""The lessons of skew, weights, what is unachievable, estimators, luck and calibration: numbers from distributions."""

from __future__ import annotations

import math
import re
from functools import cache

import numpy as np
import pytest
from helpers.lessons import NUMBER, assert_numbers, done, drawn, lesson_of, says
from scipy import integrate, special, stats
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import auc, average_precision_score, brier_score_loss, precision_recall_curve, roc_auc_score

import prplot

# Skew

SAITO = {
    "Excel": (stats.norm(3, 1), stats.norm(0, 1)),
    "ER+": (stats.beta(1, 1), stats.beta(1, 4)),
    "ER-": (stats.beta(4, 1), stats.beta(1, 1)),
}


def rate_of(marked, tpr):
    positive, negative = SAITO[marked]
    return negative.sf(positive.isf(tpr))


def test_what_skew_says_is_true():
    """From the distributions of Saito and Rehmsmeier 2015."""
    for panels, values, said in says("skew"):
        prevalence, tpr = values["prevalence"], values["tpr"]
        rate = rate_of(values["marked"], tpr)
        negatives, odds = 1000 * (1 - prevalence) / prevalence, prevalence / (1 - prevalence)
        found, false = 1000 * tpr, rate * negatives
        # Counts are whole; other numbers have three digits, the factors of the odds four.
        counts = [f"{count:,.0f}" for count in (found, 1000, false, negatives)] * (panels == 2)
        rates = [found / (found + false), odds, tpr / rate] * (panels == 2)
        told = NUMBER.findall(said)
        assert told[2:6] == counts
        others = [float(text.replace(",", "")) for text in (*told[:2], *told[6:9])]
        assert others == pytest.approx([tpr, rate, *rates], rel=5.1e-3)
        if panels == 2:
            three = [float(f"{number:.3g}") for number in (found / (found + false), odds * tpr / rate)]
            assert [float(told[6]), float(told[9])] == three
        assert f" {values['marked']} has false positive rate" in said


def test_skew_moves_pr_and_leaves_roc():
    areas = {0.5: ["0.983", "0.836", "0.744"], 1 / 11: ["0.900", "0.513", "0.231"]}
    for prevalence, shown in areas.items():
        figure = drawn("skew", 2, prevalence=prevalence)[1]
        for ax, wanted in zip(figure.axes, (["0.983", "0.800", "0.800"], [*shown, "0.744"]), strict=True):
            names = [line.get_label().split()[-1] for line in ax.lines if hasattr(line, "curve")]
            assert names == wanted
    dot = next(line for line in figure.axes[1].lines if line.get_marker() == "o" and line.get_color() == "black")
    assert dot.get_xydata()[0] == pytest.approx((0.5, 0.239116), abs=1e-6)


def test_tasks_and_the_guess_of_skew():
    lesson = lesson_of("skew")
    assert lesson.guess.truth() == pytest.approx(99_000 * rate_of("ER-", 0.5), rel=1e-9)
    false = {stop: 1000 * (1 - stop) / stop * rate_of("ER-", 0.5) for stop in lesson.steps[2].stops}
    assert done("skew", 1) == [0.001]
    assert done("skew", 3) == [stop for stop, count in false.items() if count > 100_000]
    assert done("skew", 5) == ["ER+"]
    precision = {name: 0.01 * 0.1 / (0.01 * 0.1 + 0.99 * rate_of(name, 0.1)) for name in ("ER+", "ER-")}
    assert precision["ER+"] > 0.9
    assert 1 / precision["ER-"] == pytest.approx(27, abs=0.5)


# Weights


def test_what_weights_say_is_true():
    """Keilwagen et al. 2014, Figure 4: .55 on hard labels, .55, .39 and .27 on soft ones; of 2,000 rows here."""
    for panels, values, said in says("weights"):
        names, cut = ("good", "permuted", "bad"), values["cut"]
        paths = [prplot.simulate.keilwagen(name).sample(2000, rng=values["sample"]) for name in names]
        shares = paths[0].sample.fg
        hard = [average_area(path.sample.fg >= cut, path.sample.score) for path in paths]
        numbers = [cut, 100 * np.mean(shares >= cut), 100 * shares.mean(), *hard * (panels > 1)]
        soft = [path.pr().area() for path in paths]
        assert_numbers(said, numbers + soft * (panels > 2))
        # As the steps say: one with a cut at 0.5, the same order with soft labels.
        assert len(set(hard)) == 1 if cut == 0.5 else hard[0] > hard[1] > hard[2]
        np.testing.assert_allclose(soft, [0.55, 0.39, 0.27], atol=0.04)


def average_area(labels, scores):
    """The area by quadrature between the vertices that scikit-learn finds."""
    order = np.argsort(-scores, kind="stable")
    tp, fp = np.cumsum(labels[order]), np.cumsum(~labels[order])
    assert len(set(scores)) == len(scores)
    # Without ties each vertex adds one row: a true one at a rising or constant precision, a false one at a recall.
    steps, before = np.flatnonzero(labels[order]), fp[labels[order]]
    counts = tp[steps]
    area = 0.0
    for found, false in zip(counts, before, strict=True):
        # From found - 1 to found positives beside the same false ones.
        area += 1 - false * (math.log(found + false) - math.log(found - 1 + false)) if false else 1
    return area / counts[-1]


def test_tasks_and_the_guess_of_weights():
    path = prplot.simulate.keilwagen("good").sample(2000, rng=1)
    shares, scores = path.sample.fg, path.sample.score
    assert done("weights", 1) == ["bad"]
    stops = lesson_of("weights").steps[2].stops
    assert done("weights", 3) == [cut for cut in stops if abs(np.mean(shares >= cut) - shares.mean()) <= 0.04] == [0.3]
    assert lesson_of("weights").guess.truth() == pytest.approx(average_area(shares >= 0.4, scores))


# Unachievable


def test_what_unachievable_says_is_true():
    """Boyd et al. 2012, Theorem 2, from the closed form; as is said, the least area shrinks and its mean grows."""
    before = {}
    for panels, values, said in says("unachievable"):
        pi, low, f1, recall = (values[name] for name in ("prevalence", "low", "f1", "recall"))
        if panels == 1:
            precision, negatives = f1 * recall / (2 * recall - f1), 100 * (1 - pi) / pi
            false = 100 * recall * (1 - precision) / precision
            assert_numbers(said, [100, negatives, recall, f1, precision, 100 * recall, false])
            assert said.endswith(": possible.") is (false <= negatives)
            continue
        least = (1 - low) + (1 - pi) / pi * math.log(1 - pi + pi * low)
        area = integrate.quad(precision_of, low, 1, args=(pi,), epsabs=1e-10)[0]
        way = 100 * (area - least) / (1 - low - least)
        alone = [least] if low == 0 else [low, 1, least, least / (1 - low)]
        assert_numbers(said, [*alone, area, way, 1 - low])
        if pi in before and low > before[pi][0]:
            assert least < before[pi][1]
            assert least / (1 - low) > before[pi][2]
        before[pi] = low, least, least / (1 - low)
        _, right = drawn("unachievable", panels, **values)[1].axes
        assert right.lines[-1].get_xydata()[0] == pytest.approx((pi, least / (1 - low)), abs=1e-9)


def precision_of(recall, prevalence, model="binormal"):
    """Precision of a population by its distributions."""
    _, positive, negative, _ = MODELS[model]
    tp, fp = prevalence * recall, (1 - prevalence) * negative.sf(positive.isf(recall))
    return tp / (tp + fp) if recall else 1.0


def test_unachievable_says_which_counts_cannot_be():
    """Boyd et al. 2012, Table 1, and by exact arithmetic at the limits."""
    for values, said in (
        ((1 / 3, 0.3, 0.6), "60 true and 240 false positives: impossible"),
        ((1 / 3, 0.3, 0.2), "20 true and 13 false positives: possible."),
        ((1 / 3, 0.3, 0.1), "F1 0.30 takes a recall of at least 0.176"),
        ((0.3, 0.4, 0.25), ": possible."),
        ((0.25, 0.4, 1.0), ": possible."),
        ((0.26, 0.4, 1.0), ": impossible, as there are fewer negatives."),
        ((0.75, 0.75, 0.8), ": possible."),
        ((0.22, 0.25, 0.65), ": impossible"),
    ):
        assert said in drawn("unachievable", 1, **dict(zip(("prevalence", "f1", "recall"), values, strict=True)))[0]
    # F1 0.45 at recall 0.95, with as many false positives as there are negatives: prevalence 0.306.
    # From F1 = 2 TP / (2 TP + FP + FN), of 33 positives and 67 negatives.
    false = {recall: 33 * (recall * (2 - 0.45) / 0.45 - 1) for recall in lesson_of("unachievable").steps[0].stops}
    assert done("unachievable", 1) == [max(recall for recall, count in false.items() if count <= 67)]
    assert done("unachievable", 2) == [0.3]
    assert done("unachievable", 5) == [0.8]
    assert lesson_of("unachievable").guess.truth() == pytest.approx(1 - math.log(2), abs=1e-12)


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
def areas_at(positives=20, prevalence=0.1, model="binormal", scores="no ties", draw=1):
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
    return integrate.quad(precision_of, 0, 1, args=(prevalence, model), epsabs=1e-10, points=[0.5])[0]


ESTIMATES = re.compile(
    r"The true area is (?P<truth>[\d.]+\d)\. Nearest: (?P<nearest>.+), typically (?P<off>[\d.]+) off; next "
    r"(?P<next>.+), (?P<side>within|beyond) the noise of the samples\. Standard deviation over rules "
    r"(?P<rules>[\d.]+), over samples (?P<stray>[\d.]+): the (?P<matters>rule|sample) matters more\."
)


def test_what_estimators_say_is_true():
    for _, values, text in says("estimators"):
        said = ESTIMATES.fullmatch(text)
        areas = areas_at(**values)
        truth = true_area(values["prevalence"], values["model"], values["scores"])
        errors = dict(zip(RULES, np.sqrt(((areas - truth) ** 2).mean(axis=0)), strict=True))
        nearest = said["nearest"].split(" and ")
        one, other = areas[:, RULES.index(nearest[0])], areas[:, RULES.index(said["next"])]
        for rule in RULES:
            same = np.allclose(areas[:, RULES.index(rule)], one, rtol=0, atol=1e-9)
            assert same is (rule in nearest)
            assert errors[rule] >= errors[nearest[0] if same else said["next"]] - 1e-12
        means, stray = areas.mean(axis=0), areas[:, 0].std()
        numbers = [float(said[name]) for name in ("truth", "off", "rules", "stray")]
        assert numbers == pytest.approx([truth, errors[nearest[0]], means.std(), stray], abs=5.1e-4)
        more = (other - truth) ** 2 - (one - truth) ** 2
        assert said["side"] == ("within" if more.mean() <= 2 * stats.sem(more) else "beyond")
        # Like is compared with like: one standard deviation with the other.
        assert said["matters"] == ("rule" if means.std() > stray else "sample")
    # From the top down: the dots of the last are these areas, the diamonds their means; the line is the truth.
    strip = drawn("estimators", 1, **values)[1].axes[0]
    dots = [line.get_xdata() for line in strip.lines if len(line.get_xdata()) == 40]
    np.testing.assert_allclose(dots, areas.T, rtol=0, atol=1e-9)
    diamonds = [line.get_xdata()[0] for line in strip.lines if line.get_marker() == "D"]
    np.testing.assert_allclose(diamonds, means, rtol=0, atol=1e-9)
    assert strip.lines[0].get_xdata()[0] == pytest.approx(truth, abs=1e-6)
    assert strip.yaxis_inverted()


def test_tasks_and_the_guess_of_estimators():
    # As in Nagy's blog and, exactly, by Boyd et al. 2013.
    assert true_area(0.1, "bibeta") == pytest.approx(0.809586774289164, abs=1e-9)
    lesson = lesson_of("estimators")
    assert lesson.guess.truth() == pytest.approx(areas_at(scores="2 values")[:, 5].mean(), abs=1e-9)
    errors = {draw: ((areas_at(draw=draw) - true_area(0.1)) ** 2).mean(axis=0) for draw in lesson.steps[0].stops}
    # Trapezoids from (0, 1) are those from the limit here, but for rounding.
    nearest = {draw: np.argmin(error[:5]) for draw, error in errors.items()}
    assert done("estimators", 1) == [draw for draw in nearest if nearest[draw] != nearest[1]]
    tied = {count: areas_at(positives=count, scores="5 values") for count in lesson.steps[2].stops}
    matters = [count for count, areas in tied.items() if areas.mean(axis=0).std() > areas[:, 0].std()]
    assert done("estimators", 3) == matters
    spreads = {count: np.ptp(areas_at(positives=count).mean(axis=0)) for count in lesson.steps[3].stops}
    assert done("estimators", 4) == [count for count, spread in spreads.items() if spread <= 0.01]


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
        areas.append([average_area(*each) for each in three])
    return np.array(areas)


def test_what_luck_says_is_true():
    for panels, values, said in says("luck"):
        draws = values["draws"]
        areas = luck_at(values["positives"])[:draws, [0, 2 if values["same"] else 1]]
        losses = int((areas[:, 1] < areas[:, 0]).sum())
        ends = np.quantile(areas[:, 0], [0.05, 0.95])
        numbers = [draws, *areas[-1], *list(ends) * (panels == 2), *[losses, draws] * (panels == 3)]
        assert_numbers(said, numbers)
        assert f"the {'worse' if areas[-1, 1] < areas[-1, 0] else 'better'} classifier is ahead" in said
        if panels < 3:
            continue
        # The dots are these areas, and none of them is out of sight.
        _, strip, gap = drawn("luck", panels, **values)[1].axes
        dots = [line.get_xdata() for line in strip.lines if line.get_marker() == "o"]
        np.testing.assert_allclose([dots[0], dots[2]], areas.T, rtol=0, atol=1e-9)
        (gaps, *_) = [line.get_xdata() for line in gap.lines if line.get_marker() == "o"]
        np.testing.assert_allclose(gaps, areas[:, 1] - areas[:, 0], rtol=0, atol=1e-9)
        assert np.abs(gaps).max() < gap.get_xlim()[1] - 0.01


def test_tasks_and_the_guess_of_luck():
    lesson = lesson_of("luck")
    counts = lesson.steps[3].stops
    own, same = ({n: np.mean(luck_at(n)[:, b] < luck_at(n)[:, 0]) for n in counts} for b in (1, 2))
    assert lesson.guess.truth() == 100 * own[50] == 22
    assert done("luck", 4) == [min(count for count in counts if own[count] < 0.2)]
    assert done("luck", 5) == [min(count for count in counts if same[count] < 0.1)]
    few = luck_at(20)[:, 1] - luck_at(20)[:, 0]
    assert done("luck", 1) == [draw for draw in lesson.steps[0].stops if few[draw - 1] < 0] != []
    gaps = luck_at(100)[:, 1] - luck_at(100)[:, 0]
    assert done("luck", 6) == [draw for draw in lesson.steps[5].stops if gaps[draw - 1] < 0] != []
    # As the first step says.
    for by, area in ((1.0, 0.293), (1.2, 0.363)):
        assert integrate.quad(
            lambda r, by=by: 0.1 * r / (0.1 * r + 0.9 * stats.norm.sf(stats.norm.isf(r) + by)), 0, 1, points=[0.5]
        )[0] == pytest.approx(area, abs=5e-4)


# Calibration


@cache
def calibration_at(slope, model="calibrated"):
    """The mean score and the share of positives from 0.8 on; miscalibration, discrimination, area."""
    rng = np.random.default_rng(1)
    true = rng.normal(-1, 1.5, 1000)
    labels = rng.random(1000) < special.expit(true)
    scores = special.expit(slope * true * {"calibrated": 1, "too sure": 2}[model])
    again = IsotonicRegression(y_min=0, y_max=1).fit_transform(scores, labels)
    least, high = np.mean((labels - again) ** 2), scores >= 0.8
    means = [scores[high].mean(), labels[high].mean()] if high.any() else []
    return means, brier_score_loss(labels, scores) - least, np.var(labels) - least, roc_auc_score(labels, scores)


def test_what_calibration_says_is_true():
    for panels, values, said in says("calibration"):
        means, miscalibration, discrimination, area = calibration_at(**values)
        extra = [discrimination] if panels > 1 else []
        assert_numbers(said, [0.8, *means, miscalibration, *extra])
        left, *more = drawn("calibration", panels, **values)[1].axes[:panels]
        assert left.get_title() == f"Miscalibration {miscalibration:.3f}"
        if more:
            assert more[0].get_title() == f"ROC area {area:.3f}"


def test_tasks_and_the_guess_of_calibration():
    lesson = lesson_of("calibration")
    slopes = lesson.steps[0].stops
    assert done("calibration", 1) == [slope for slope in slopes if calibration_at(slope)[1] >= 0.03]
    # Stretching moves neither the ranking nor the discrimination.
    for slope in slopes:
        for model in ("calibrated", "too sure"):
            assert calibration_at(slope, model)[2:] == pytest.approx(calibration_at(1.0)[2:], abs=1e-6)
    assert lesson.guess.truth() == pytest.approx(calibration_at(4.0)[3], abs=1e-12)
    assert f"about {calibration_at(1.0)[3]:.2f}" in lesson.guess.question
    assert done("calibration", 3) == [min(slopes, key=lambda slope: calibration_at(slope, "too sure")[1])] == [0.5]
