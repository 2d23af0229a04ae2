"""Scores of forecasts and their terms: worked cases, exact fractions, scikit-learn, and what is refused."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import special
from sklearn import metrics
from sklearn.isotonic import IsotonicRegression

import prplot

A = {"y_true": [0, 0, 0, 1, 1, 1], "y_score": [0.4, 0.3, 0.2, 0.1, 0.5, 0.9]}
ENTROPY = math.log(2)

# From theory: Brier score, miscalibration, discrimination; the same of the log loss. The prevalence is 1/2 in all.
CASES = {
    "A": (
        lambda: prplot.from_labels(**A),
        (17 / 75, 61 / 600, 1 / 8),
        (0.698622818, 0.323732722, 0.318257084),
    ),
    "soft labels as forecasts": (
        lambda: prplot.from_weights([0.25, 0.5, 0.75], fg=[0.25, 0.5, 0.75]),
        (5 / 24, 0, 1 / 24),
        (0.605939157, 0, 0.087208024),
    ),
    "certain and right": (
        lambda: prplot.from_weights([0, 0.5, 1], fg=[0, 1, 2], bg=[2, 1, 0]),
        (1 / 12, 0, 1 / 6),
        (0.231049060, 0, 0.462098120),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_worked_cases(case):
    path, brier, log_loss = CASES[case][0](), *CASES[case][1:]
    for score, wanted, uncertainty, within in (
        (path.brier(), brier, 0.25, 1e-15),
        (path.log_loss(), log_loss, ENTROPY, 1e-9),
        (path.log_loss(unit="bits"), [number / ENTROPY for number in log_loss], 1, 2e-9),
    ):
        found = score.value, score.miscalibration, score.discrimination, score.uncertainty
        assert found == pytest.approx((*wanted, uncertainty), rel=0, abs=within)
        assert float(score) == score.value
        assert score.skill == pytest.approx(1 - wanted[0] / uncertainty, abs=1e-8)
        assert score.recalibrated == pytest.approx(uncertainty - wanted[2], abs=1e-8)


# Exact fractions: pools of adjacent violators by the definition, one row after the other.


def pooled(rows):
    """The forecasts that isotonic regression makes of (score, weight of positives, weight of negatives)."""
    pools = []
    for score in sorted({score for score, _, _ in rows}):
        pool = [sum(row[side] for row in rows if row[0] == score) for side in (1, 2)]
        if not sum(pool):
            continue
        while pools and pools[-1][0] * pool[1] >= pool[0] * pools[-1][1]:
            before = pools.pop()
            pool = [before[0] + pool[0], before[1] + pool[1]]
        pools.append(pool)
    return [(up / (up + down), up, down) for up, down in pools]


def brier_of(rows):
    return sum(up * (1 - s) ** 2 + down * s**2 for s, up, down in rows) / sum(up + down for _, up, down in rows)


def log_loss_of(rows):
    """The logarithms are of exact fractions, so that 1 - s keeps its digits."""
    total = math.fsum(
        -float(weight) * math.log(share) for s, up, down in rows for weight, share in ((up, s), (down, 1 - s)) if weight
    )
    return total / float(sum(up + down for _, up, down in rows))


def random_rows(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 40))
    score = rng.choice([0.0625, 0.125, 0.3, 0.5, 0.9, 0.99], n) if seed % 2 else rng.random(n)
    fg, bg = rng.random((2, n)) * (rng.random((2, n)) < 0.8)
    if seed % 3 == 0:
        bg = 1 - fg
    fg[:2], bg[:2] = (1.0, 0.5), (0.25, 2.0)
    return score, fg, bg


@pytest.mark.parametrize("prevalence", [None, 0.1])
@pytest.mark.parametrize("seed", range(8))
def test_random_rows_against_exact_fractions(seed, prevalence):
    columns = random_rows(seed)
    path = prplot.from_weights(columns[0], fg=columns[1], bg=columns[2])
    rows = [tuple(map(Fraction, row)) for row in zip(*columns, strict=True)]
    if prevalence is not None:
        path = path.at_prevalence(prevalence)
        up, down = (sum(row[side] for row in rows) for side in (1, 2))
        factor = up * (1 - Fraction(prevalence)) / Fraction(prevalence) / down
        rows = [(s / (s + (1 - s) * factor), fg, factor * bg) for s, fg, bg in rows]
    up, down = (sum(row[side] for row in rows) for side in (1, 2))
    constant = [(up / (up + down), up, down)]
    for score, of in ((path.brier(), brier_of), (path.log_loss(), log_loss_of)):
        value, least, most = (float(of(each)) for each in (rows, pooled(rows), constant))
        found = score.value, score.miscalibration, score.discrimination, score.uncertainty
        assert found == pytest.approx((value, value - least, most - least, most), rel=0, abs=1e-13 * max(value, 1))
        assert ("scores shifted from prevalence" in repr(score)) == (prevalence is not None)


def test_an_example_of_equal_frequencies():
    """Twelve rows whose scores are multiples of 1/4, as scikit-learn's issue 10883 has them.

    Of model B the share of positives at each score is 0, 0, 1/2, 1 and 1: pools of 4, 2 and 6 rows.
    """
    labels = [0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1]
    a = [0, 0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 0.75, 0.75, 1]
    b = [0, 0.25, 0.25, 0.25, 0.75, 0.5, 0.5, 0.25, 0.75, 0.75, 0.75, 1]
    one, other = (prplot.from_labels(labels, scores).brier() for scores in (a, b))
    # Model A is calibrated: the shares of positives are its scores.
    assert (one.value, one.miscalibration, one.recalibrated) == pytest.approx((1 / 6, 0, 1 / 6), abs=1e-15)
    assert (other.value, other.recalibrated) == pytest.approx((1 / 12, 1 / 24), abs=1e-15)
    assert other.miscalibration == pytest.approx(1 / 24, abs=1e-15)
    assert one.uncertainty == other.uncertainty == 0.25


@pytest.mark.parametrize("seed", range(4))
def test_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    score = np.round(rng.uniform(0.01, 0.99, 200), 2)
    label, weight = rng.random(200) < score, rng.choice([0.5, 1.0, 3.0], 200)
    path = prplot.from_labels(label, score, sample_weight=weight)
    brier = path.brier()
    assert brier.value == pytest.approx(metrics.brier_score_loss(label, score, sample_weight=weight), abs=1e-12)
    assert path.log_loss().value == pytest.approx(metrics.log_loss(label, score, sample_weight=weight), abs=1e-12)
    if hasattr(metrics, "d2_brier_score"):
        assert brier.skill == pytest.approx(metrics.d2_brier_score(label, score, sample_weight=weight), abs=1e-12)


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("digits", [3, 17])
def test_many_rows(soft, digits):
    """Rows are added up in pieces: the same as of all at once, and as isotonic regression of scikit-learn."""
    rng = np.random.default_rng(5)
    score = np.round(rng.beta(1, 3, 60_000), digits).clip(0.001, 0.999)
    fg = rng.beta(0.5 + score, 1.5 - score) if soft else (rng.random(60_000) < score**1.5).astype(float)
    path = prplot.from_weights(score, fg=fg) if soft else prplot.from_labels(fg, score)
    both = np.concatenate([np.ones(60_000), np.zeros(60_000)]), np.tile(score, 2), np.concatenate([fg, 1 - fg])
    fitted = IsotonicRegression().fit(both[1], both[0], sample_weight=both[2]).predict(score)

    def brier(forecast):
        return np.mean(fg * (1 - forecast) ** 2 + (1 - fg) * forecast**2)

    def log_loss(forecast):
        return -np.mean(special.xlogy(fg, forecast) + special.xlogy(1 - fg, 1 - forecast))

    for of, found in ((brier, path.brier()), (log_loss, path.log_loss())):
        assert (found.value, found.recalibrated) == pytest.approx((of(score), of(fitted)), rel=0, abs=1e-12)


def test_certain_mistakes_are_infinite_and_everything_else_is_said():
    path = prplot.from_labels([1, 1, 0, 0] * 10, [0.5, 0, 0.2, 0.7] * 10)
    score = path.log_loss()
    assert (score.value, score.miscalibration, score.skill) == (math.inf, math.inf, -math.inf)
    # In rising order the labels are 1, 0, 1, 0, which isotonic regression pools.
    assert (score.discrimination, score.uncertainty) == pytest.approx((0, ENTROPY), abs=1e-15)
    for options in ({"n": 200}, {"method": "influence"}):
        with pytest.warns(prplot.PrplotWarning, match=r"infinite, since a positive has probability 0"):
            interval = path.interval("log_loss", **options)
        assert (interval.estimate, *map(math.isnan, interval)) == (math.inf, True, True)
    with pytest.raises(prplot.PrplotValueError, match=r"paths must have a finite log loss.*'a'"):
        prplot.compare({"a": path, "b": path}, "log_loss", n=200)
    assert path.interval("brier", n=200).estimate == path.brier().value


@pytest.mark.parametrize("label", [0, 1])
def test_one_class_has_no_skill(label):
    path = prplot.from_weights([0.25, 0.75], fg=[label, label])
    with pytest.warns(prplot.PrplotWarning, match="skill is undefined"):
        brier = path.brier()
    assert (brier.value, brier.miscalibration, brier.uncertainty) == ((0.5625 + 0.0625) / 2, (0.5625 + 0.0625) / 2, 0)
    assert math.isnan(brier.skill)


# Likelihood ratios.


@pytest.mark.parametrize(
    ("scores", "values"),
    [
        ("ln", [math.log(3), 0, 0, -math.log(3)]),
        ("log10", [math.log10(3), 0, 0, -math.log10(3)]),
        ("lr", [3, 1, 1, 1 / 3]),
    ],
)
def test_cllr(scores, values):
    score = prplot.from_labels([1, 1, 0, 0], values).cllr(scores=scores)
    assert score.value == pytest.approx(0.70751875, abs=1e-8)
    assert (score.recalibrated, score.uncertainty) == pytest.approx((0.5, 1), abs=1e-15)
    assert score.value - score.miscalibration == pytest.approx(0.5, abs=1e-15)


def test_cllr_weighs_both_classes_alike_and_keeps_large_ratios():
    # One of 4 negatives has ln LR = 50, which as a probability would round to 1: (0 + ln(1 + e^50) / 4) / 2 nats.
    score = prplot.from_labels([1, 0, 0, 0, 0], [800, 50, -800, -800, -800]).cllr(scores="ln")
    assert score.value == pytest.approx(50 / 4 / 2 / math.log(2), rel=1e-12)
    assert prplot.from_labels([1, 0], [1, math.inf]).cllr(scores="lr").value == math.inf
    assert prplot.from_labels([1, 0], [math.inf, 0]).cllr(scores="lr").value == 0
    # At equal class totals it is the log loss of the probabilities, in bits.
    logs = np.array([2.0, -0.5, 1.0, 0.25, -3.0, -0.25])
    labels = [1, 1, 1, 0, 0, 0]
    probabilities = prplot.from_labels(labels, 1 / (1 + np.exp(-logs))).log_loss(unit="bits")
    found = prplot.from_labels(labels, logs).cllr(scores="ln")
    assert found.value == pytest.approx(probabilities.value, rel=1e-14)
    assert found.miscalibration == pytest.approx(probabilities.miscalibration, rel=1e-12)


# What is refused, and says what to do.

PATH = prplot.from_labels(**A)
REFUSED = {
    "outside [0, 1]": (lambda: prplot.from_labels([1, 0], [1.5, 0.2]), r"in \[0, 1\].*got 1.5.*calibrate.*'best'"),
    "below 0": (lambda: prplot.from_labels([1, 0], [0.5, -np.inf]), r"in \[0, 1\].*got -inf"),
    "ties": (lambda: PATH.ties("optimistic"), r"ties must be 'average'.*got 'optimistic'"),
    "ranked lowest": (lambda: prplot.from_labels([1, 0], [0.5, None], missing="lowest"), "got 1 row without.*'drop'"),
    "unreached": (lambda: prplot.from_labels([0, 1], [0.5, None], missing="unreached"), "recall 0 and.*'drop'"),
    "more positives": (lambda: prplot.from_labels([1, 0], [0.5, 0.2], positives=4, negatives=4), "recall 0.25"),
    "best": (PATH.best, "got places in a ranking"),
    "worst": (PATH.worst, "got places in a ranking"),
    "points": (lambda: prplot.from_points([0.5, 1], [0.9, 0.5], positives=4, negatives=9), "from_points without"),
    "bins": (lambda: prplot.from_counts([0.5, 0], tp=[3, 4], fp=[1, 6], binned=True), "counted in bins.*without bins="),
    "small means positive": (
        lambda: prplot.from_labels([1, 0], [0.1, 0.9], lower_is_positive=True),
        "got lower_is_positive=True.*pass 1",
    ),
    "a population": (lambda: prplot.simulate.bibeta().path(prevalence=0.3), "got PopulationPath.*Draw a sample"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_scores_that_are_no_forecasts(case):
    make, words = REFUSED[case]
    path = make()
    calls = [path.brier, path.log_loss, path.murphy, lambda: path.interval("brier")]
    # Likelihood ratios may lie outside [0, 1].
    calls += [] if r"[0, 1\]" in words else [lambda: path.cllr(scores="ln")]
    for call in calls:
        with pytest.raises(prplot.PrplotValueError, match=words):
            call()


def test_wrong_calls():
    for call, words in (
        (lambda: PATH.log_loss(unit="bans"), "unit must be one of 'nats', 'bits'"),
        (lambda: PATH.cllr(), r"cllr\(\*, scores\).*path\.cllr\(scores='ln'\)"),
        (lambda: PATH.cllr(scores="logit"), "scores must be one of 'ln', 'log10', 'lr'"),
        (
            lambda: prplot.from_labels([1, 0], [0.5, -0.5]).cllr(scores="lr"),
            "scores must be likelihood ratios.*got -0.5",
        ),
        (lambda: PATH.interval("miscalibration"), "It has no interval: percentiles.*lie above"),
    ):
        with pytest.raises(prplot.PrplotError, match=words):
            call()


def test_score_as_text_and_table():
    score = PATH.at_prevalence(0.25).brier()
    assert "Brier score  miscalibration  discrimination  uncertainty" in repr(score)
    assert "scores shifted from prevalence 0.5 to 0.25" in repr(score)
    assert "<table" in score._repr_html_()
    assert score.columns()["value"] == [score.value]
    assert list(score.columns()) == ["score", "value", "miscalibration", "discrimination", "uncertainty", "skill"]


# Named numbers.


def test_named_numbers_are_listed_where_scores_are_probabilities():
    table = PATH.areas()
    assert (table["brier"].value, table["murphy"].value) == (PATH.brier().value,) * 2
    assert table["log_loss"].value == PATH.log_loss().value
    for path in (prplot.from_labels([1, 0], [3, 1]), PATH.ties("optimistic"), PATH.best()):
        assert "brier" not in path.areas()
        assert "log_loss" not in path.areas()
    mixed = prplot.identify([PATH, prplot.from_labels([1, 0], [3, 1])], "0.75")
    assert "brier" not in mixed


@pytest.mark.parametrize("score", ["brier", "log_loss"])
def test_the_influence_of_rows_is_that_on_a_weighted_mean(score):
    """A score of forecasts is the mean of what each row costs, whose standard error textbooks have."""
    rng = np.random.default_rng(2)
    forecast, label = np.round(rng.uniform(0.02, 0.98, 500), 2), rng.random(500) < 0.4
    costs = {
        "brier": (label - forecast) ** 2,
        "log_loss": -np.log(np.where(label, forecast, 1 - forecast)),
    }
    for weight in (np.ones(500), rng.integers(1, 5, 500) / 2):
        path = prplot.from_labels(label, forecast, sample_weight=weight)
        mean = np.average(costs[score], weights=weight)
        pulls = weight * (costs[score] - mean) / weight.sum()
        interval = path.interval(score, method="influence")
        assert interval.estimate == pytest.approx(mean, abs=1e-13)
        assert interval.standard_error == pytest.approx(np.sqrt(pulls @ pulls), rel=1e-12)
    other = prplot.from_labels(label, np.sqrt(forecast), sample_weight=weight)
    (row,) = prplot.compare({"a": path, "b": other}, score, method="influence").rows
    assert row.difference == pytest.approx(
        float(path.curve("murphy", score=score).area() - other.curve("murphy", score=score).area())
    )
    with pytest.raises(prplot.PrplotValueError, match="shifted to another prevalence"):
        path.at_prevalence(0.1).interval(score, method="influence")


def test_intervals_comparisons_and_scorers():
    rng = np.random.default_rng(4)
    score = rng.random(300)
    label = rng.random(300) < score
    one, other = prplot.from_labels(label, score), prplot.from_labels(label, score**3)
    interval = one.interval("brier", n=400, rng=1)
    assert interval.low < one.brier().value < interval.high
    # The standard error of a mean of squares.
    squares = (label - score) ** 2
    assert interval.standard_error == pytest.approx(np.std(squares) / np.sqrt(300), rel=0.15)
    comparison = prplot.compare({"one": one, "other": other}, "brier", n=400, rng=1)
    assert comparison.first["one"] > 0.99
    (row,) = comparison.rows
    assert row.difference == pytest.approx(one.brier().value - other.brier().value)
    assert row.high < 0
    assert prplot.scorer("brier")._sign == prplot.scorer("log_loss")._sign == -1
    with pytest.raises(prplot.PrplotValueError, match="depends on more than ranks"):
        prplot.compare({"one": one, "other": other}, "brier", n=200, method="permutation")


def test_thresholds_that_came_with_counts_may_not_be_all_scores():
    rng = np.random.default_rng(0)
    forecast = np.round(rng.random(200), 3)
    label = rng.random(200) < forecast
    fpr, tpr, thresholds = metrics.roc_curve(label, forecast)
    tp, fp = np.round(tpr * label.sum()), np.round(fpr * (~label).sum())
    some = prplot.from_counts(thresholds[1:], tp=tp[1:], fp=fp[1:])
    with pytest.warns(prplot.PrplotWarning, match="made of counts at .* drop_intermediate=False"):
        thinned = some.brier().value
    assert thinned != pytest.approx(prplot.from_labels(label, forecast).brier().value, abs=1e-5)
    with pytest.warns(prplot.PrplotWarning, match="made of counts"):
        prplot.from_counts([2, 1, -1], tp=[1, 2, 3], fp=[0, 1, 4]).cllr(scores="ln")


def test_many_ranges_above_chance_are_said_with_their_share():
    rng = np.random.default_rng(1)
    truth = rng.beta(0.5, 0.5, 400)
    path = prplot.from_labels(rng.random(400) < truth, np.clip(truth + 0.25 * rng.normal(size=400), 0, 1))
    text = path.murphy().describe()
    x = np.linspace(0.0005, 0.9995, 1000)
    above = np.mean(path.murphy().at(x) > 2 * np.minimum(x * (1 - path.prevalence), (1 - x) * path.prevalence))
    said = text.partition(" % of [0, 1] in all, the curve lies above chance")[0].rpartition(" ")[2]
    assert float(said) == pytest.approx(100 * above, abs=1.5)
