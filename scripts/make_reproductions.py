"""Write docs/reproductions.md: every figure and table of five papers, and what prplot makes of it.

Run with ``python scripts/make_reproductions.py``; needs scikit-learn and half a minute.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path

import numpy as np
from scipy.stats import beta, spearmanr
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

import prplot

OUTPUT = Path(__file__).resolve().parents[1] / "docs" / "reproductions.md"
NOTEBOOKS = {
    2: "02-when-positives-are-rare",
    3: "03-why-a-straight-line-lies",
    7: "07-what-nobody-can-reach",
    8: "08-the-scale-of-precision",
    10: "10-which-area-is-nearest",
    11: "11-what-hard-labels-hide",
}
REPRODUCED, OTHER, NOT = "reproduced", "on other data", "not applicable"

NUMERAL = re.compile(r"-?[0-9][0-9.]*")

Values = float | str | Sequence[float]


@dataclass(frozen=True)
class Number:
    """One number, or a few, of a figure or table.

    Attributes
    ----------
    what : str
        Which number it is.
    paper : str
        As printed, perhaps after a word, several with " / " between them; empty where none is printed.
    ours : callable
        Computes the same; a text stays as it is.
    digits : int
        Decimals of ours.
    error : float
        Standard error of ours, by which another run may differ; 0 where nothing is drawn or fitted.
    """

    what: str
    paper: str
    ours: Callable[[], Values]
    digits: int = 3
    error: float = 0.0

    def text(self) -> str:
        """Return our number as it is written."""
        values = self.ours()
        if isinstance(values, str):
            return values
        return " / ".join(f"{value:.{self.digits}f}" for value in np.atleast_1d(values)) + self.within

    @property
    def within(self) -> str:
        """The standard error, where there is one."""
        return f" ± {np.format_float_positional(self.error, trim='-')}" if self.error else ""

    def difference(self, ours: str) -> str:
        """Return ours minus the paper's; bold where rounding to the paper's digits does not explain it."""
        told = []
        for one, other in zip(self.paper.split(" / "), ours.split(" ± ")[0].split(" / "), strict=False):
            numerals = NUMERAL.findall(one), NUMERAL.findall(other)
            if [len(each) for each in numerals] != [1, 1]:
                return ""
            (printed,), (text,) = numerals
            more = float(text) - float(printed)
            half = 0.5 * 10.0 ** -len(printed.partition(".")[2])
            written = f"{more:+.{self.digits}f}"
            told.append(f"**{written}**" if abs(more) > half + self.error + 1e-9 else written)
        return " / ".join(told)


@dataclass(frozen=True)
class Item:
    """A figure or a table, what became of it, and where."""

    name: str
    shows: str
    verdict: str
    remark: str = ""
    notebook: int = 0
    numbers: tuple[Number, ...] = ()


@dataclass(frozen=True)
class Paper:
    """A paper with all its figures and tables."""

    title: str
    source: str
    items: tuple[Item, ...]


def ranked(labels: str) -> prplot.ConfusionPath:
    """Return the path of rows whose labels are written from the highest score down."""
    return prplot.from_labels([int(label) for label in labels], range(len(labels), 0, -1))


# --- Keilwagen, Grosse and Grau 2014 ---

SHARES = [0.9, 0.92, 0.22, 0.07, 0.67, 0.09]
SIX = prplot.from_weights([6, 5, 4, 3, 2, 1], fg=SHARES)
HUNDRED = {
    "hard": np.repeat([0.0, 1.0], [80, 20]),
    "soft": np.append(
        beta.ppf((np.arange(80) + 0.5) / 80, 1.2, 10),
        beta.ppf((np.arange(20) + 0.5) / 20, 4, 3),
    ),
}
PAIRS = [((5, 5), (10, 300)), ((0, 5), (5, 300)), ((0, 5), (295, 10)), ((5, 0), (300, 5))]
KEILWAGEN_4 = {"good": "0.79 / 0.55", "permuted": "0.64 / 0.39", "bad": "0.49 / 0.27"}
CELLS = ("Support vector machine", "Ridge regression")
RATINGS = ("Logistic on majority", "Ridge on mean")


def cells_of(matrix: prplot.Confusion) -> list[float]:
    """Return the four cells."""
    return [matrix.tp, matrix.fp, matrix.fn, matrix.tn]


def algorithm_1(path: prplot.ConfusionPath) -> float:
    """Return the area as Algorithm 1 adds it up, from the lowest threshold to the origin."""
    area = 0.0
    for k in range(len(path.tp) - 1, 0, -1):
        (tp_a, tp_b), (fp_a, fp_b) = path.tp[k - 1 : k + 1], path.fp[k - 1 : k + 1]
        if tp_a < tp_b:
            h = (fp_b - fp_a) / (tp_b - tp_a)
            a, b = 1 + h, (fp_a - h * tp_a) / path.positives
            low, high = tp_a / path.positives, tp_b / path.positives
            area += (high - low - (b / a * (log(a * high + b) - log(a * low + b)) if b else 0)) / a
    return area


def agreeing() -> str:
    """Return on how many shipped curves Algorithm 1 and the area agree."""
    paths = [path for name in ("digits", "cells", "ratings") for path in prplot.datasets.load(name).paths().values()]
    same = [abs(algorithm_1(path) - path.pr().area()) < 1e-12 for path in paths]
    return f"{sum(same)} of {len(same)} curves"


def hundred(labels: str) -> prplot.ConfusionPath:
    """Return the hundred rows of Figure 1 in their best order."""
    return prplot.from_weights(HUNDRED[labels], fg=HUNDRED[labels])


def random_precision(labels: str) -> float:
    """Return the median precision at recall 0.5 of a thousand random orders."""
    rng = np.random.default_rng(1)
    orders = (prplot.from_weights(rng.permutation(100), fg=HUNDRED[labels]) for _ in range(1000))
    return float(np.median([path.pr().at(0.5) for path in orders]))


def excess(pair: int, rule: str) -> float:
    """Return by how many per cent a rule's mean precision from A to B is above the continuous one."""
    (tp_a, fp_a), (tp_b, fp_b) = PAIRS[pair]
    path = prplot.from_counts([2, 1], tp=[tp_a, tp_b], fp=[fp_a, fp_b])
    start = tp_a / tp_b
    return 100 * (path.pr(rule).area(start, 1) / path.pr().area(start, 1) - 1)


@cache
def binned(positives: int, bins: int, repetitions: int) -> np.ndarray:
    """Return how far the discrete-TP areas of samples in bins are from the continuous ones."""
    rng = np.random.default_rng(3)
    label = np.repeat([1, 0], [positives, 10 * positives])
    off = []
    for _ in range(repetitions):
        score = rng.normal(size=len(label)) + label * rng.normal(1.64, 1)
        edges = np.linspace(score.min(), score.max(), bins + 1)
        path = prplot.from_labels(label, np.digitize(score, edges[1:-1]))
        off.append(abs(path.pr("discrete-tp").area() - path.pr().area()))
    return np.array(off)


def weighted(order: str) -> list[float]:
    """Return ROC and PR area of the population of Figure 4."""
    path = prplot.simulate.keilwagen(order).path()
    return [path.roc().area(), path.pr().area()]


def unweighted() -> list[float]:
    """Return ROC and PR area of the same population with hard labels."""
    model = prplot.simulate.keilwagen("good")
    path = model.hard.path(model.hard_prevalence)
    return [path.roc().area(), path.pr().area()]


def scatter(order: str = "") -> list[float]:
    """Return how far samples of 10,000 rows scatter: standard deviation of ROC and PR area."""
    samples = [prplot.simulate.keilwagen(order or "good").sample(10_000, rng=seed) for seed in range(20)]
    paths = samples if order else [path.hard(0.5) for path in samples]
    return [float(np.std([path.curve(space).area() for path in paths], ddof=1)) for space in ("roc", "pr")]


def shipped(name: str, models: Sequence[str], *, hard: bool) -> list[float]:
    """Return the PR areas of shipped scores, with soft or with hard labels."""
    paths = prplot.datasets.load(name).paths()
    return [(paths[model].hard(0.5) if hard else paths[model]).pr().area() for model in models]


@cache
def measurements(least: int = 15) -> dict[tuple[str, int], np.ndarray]:
    """Return ROC and PR areas of three models for 30 measurements, by kind of label and cut.

    The arrays have the shape (30, 3, 2). Cuts are at the mean plus 1 or 4 standard deviations, but
    leave so many positives. Each measurement is predicted from those that it resembles least.
    """
    columns = load_breast_cancer().data
    columns = (columns - columns.mean(axis=0)) / columns.std(axis=0)
    alike = np.abs(np.corrcoef(columns.T))
    learners = [
        Ridge(),
        KNeighborsRegressor(10, algorithm="kd_tree"),
        DecisionTreeRegressor(min_samples_leaf=10, random_state=0),
    ]
    folds = KFold(5, shuffle=True, random_state=0)
    found = {(labels, cut): np.empty((30, 3, 2)) for labels in ("hard", "soft") for cut in (1, 4)}
    for k, target in enumerate(columns.T):
        scores = [cross_val_predict(learner, columns[:, alike[k] < 0.6], target, cv=folds) for learner in learners]
        for (labels, cut), areas in found.items():
            at = min(cut, np.sort(target)[-least])
            fg = target >= at if labels == "hard" else prplot.weights.logistic(target, at)[0]
            paths = [prplot.from_weights(score, fg=fg) for score in scores]
            areas[k] = [[path.roc().area(), path.pr().area()] for path in paths]
    return found


def stability(labels: str, least: int = 15) -> list[float]:
    """Return Pearson's and Spearman's correlation of the PR areas at the two cuts."""
    low, high = (measurements(least)[labels, cut][:, :, 1].ravel() for cut in (1, 4))
    return [float(np.corrcoef(low, high)[0, 1]), float(spearmanr(low, high).statistic)]


KEILWAGEN = Paper(
    "Keilwagen, Grosse and Grau 2014",
    "Area under Precision-Recall Curves for Weighted and Unweighted Data. PLoS ONE 9(3): e92209, "
    "[doi:10.1371/journal.pone.0092209](https://doi.org/10.1371/journal.pone.0092209)",
    (
        Item("Table 1", "the confusion matrix of weighted rows", NOT, "Definitions; Table 2 puts numbers to them."),
        Item(
            "Table 2",
            "six rows, counted hard and weighted",
            REPRODUCED,
            "The scores are lost in the text that we read; rows in the order listed.",
            11,
            (
                Number("unweighted TP / FP / FN / TN", "2 / 1 / 1 / 2", lambda: cells_of(SIX.hard(0.5).at(4)), 0),
                Number("weighted TP / FP / FN / TN", "2.04 / 0.96 / 0.83 / 2.17", lambda: cells_of(SIX.at(4)), 2),
                Number("area, unweighted / weighted", "", lambda: [SIX.hard(0.5).pr().area(), SIX.pr().area()], 6),
                Number("area, worst / best order", "", lambda: [SIX.worst().pr().area(), SIX.best().pr().area()], 6),
            ),
        ),
        Item(
            "Table 3",
            "Algorithm 1, the area as a sum over thresholds",
            REPRODUCED,
            "Above the highest score A must be (0, 0), which the table does not say. The sum as printed loses all "
            "digits where few positives follow many negatives; prplot does not.",
            3,
            (Number("Algorithm 1 and `area()` agree within 1e-12", "", agreeing),),
        ),
        Item(
            "Figure 1",
            "best, worst and 1,000 random orders of 100 rows, 1:4",
            REPRODUCED,
            "The soft labels are not printed; ours are quantiles of two Beta distributions. Areas by chance are "
            '"approximately" the share of positives: for 100 rows they are larger.',
            11,
            (
                Number("(a) best area", "always 1", lambda: hundred("hard").pr().area()),
                Number("(a) worst area, larger than 0", "", lambda: hundred("hard").worst().pr().area(), 6),
                Number("(a) mean area of random orders, exact", "≈ 0.2", lambda: hundred("hard").pr().random_area(), 6),
                Number("(a) median precision at recall 0.5", "≈ 0.2", lambda: random_precision("hard"), 3, 0.003),
                Number("(b) best area, less than 1", "", lambda: hundred("soft").pr().area(), 6),
                Number("(b) worst area, larger than 0", "", lambda: hundred("soft").worst().pr().area(), 6),
                Number("(b) median precision at recall 0.5", "≈ 0.2", lambda: random_precision("soft"), 3, 0.001),
            ),
        ),
        Item(
            "Figure 2",
            "two discrete interpolations beside the continuous one, four pairs of points",
            REPRODUCED,
            "The text tells 5 true and 295 false positives more, and no areas; the points are ours. Equation 2 needs "
            "h > 0.",
            3,
            tuple(
                Number(
                    f"{pair}: mean precision above the continuous one in %, discrete-TP / discrete-FP",
                    "",
                    lambda k=k: [excess(k, "discrete-tp"), excess(k, "discrete-fp")],
                    2,
                )
                for k, pair in enumerate(["(a) falling", "(a) rising", "(b) rising", "(b) falling"])
            ),
        ),
        Item(
            "Figure 3",
            "discrete-TP minus continuous area, simulated",
            REPRODUCED,
            "How much the mean of the positives varies is not printed; a standard deviation of 1 fits the text.",
            3,
            (
                Number(
                    "10 positives, 10 bins, largest of 10,000",
                    "up to 0.03",
                    lambda: binned(10, 10, 10_000).max(),
                    4,
                    3e-3,
                ),
                Number(
                    "10 positives, 10 bins, 95 % are smaller than",
                    "≈ 0.01",
                    lambda: np.quantile(binned(10, 10, 10_000), 0.95),
                    4,
                    2e-4,
                ),
                Number(
                    "1,000 positives, 10 bins, largest of 100",
                    "almost 0",
                    lambda: binned(1000, 10, 100).max(),
                    5,
                    1e-5,
                ),
                Number(
                    "10 positives, 1,000 bins, largest of 1,000",
                    "almost 0",
                    lambda: binned(10, 1000, 1000).max(),
                    4,
                    1e-3,
                ),
            ),
        ),
        Item(
            "Figure 4",
            "three classifiers that hard labels cannot tell apart",
            REPRODUCED,
            "The distributions are not printed; ours were fitted to the table, and the areas are those of the whole "
            "population. The paper drew one sample of 10,000 rows.",
            11,
            (
                Number("ROC / PR area, unweighted", "0.88 / 0.55", unweighted),
                *(
                    Number(f"ROC / PR area, {order}", printed, lambda order=order: weighted(order))
                    for order, printed in KEILWAGEN_4.items()
                ),
                Number("standard deviation among samples, unweighted", "", scatter, 3, 2e-3),
                *(
                    Number(
                        f"standard deviation among samples, {order}", "", lambda order=order: scatter(order), 3, 1e-3
                    )
                    for order in KEILWAGEN_4
                ),
            ),
        ),
        Item(
            "Figure 5",
            "six searchers, areas with and without weights",
            OTHER,
            "The scores of query 29 are not public. `ratings`: votes on words, three models. The order of two "
            "reverses.",
            11,
            (
                Number(
                    "area unweighted, taught majority / mean", "", lambda: shipped("ratings", RATINGS, hard=True), 4
                ),
                Number("area weighted, taught majority / mean", "", lambda: shipped("ratings", RATINGS, hard=False), 4),
            ),
        ),
        Item(
            "Figure 6",
            "mean areas of eleven teams over 66 experiments, and their ranks",
            OTHER,
            "The predictions are not public. 30 measurements of `load_breast_cancer`, three models. PR areas of "
            "different prevalence have no meaningful mean, of which prplot warns; it is taken all the same, as in "
            "the figure. The ranks, which change in the paper, do not change here.",
            0,
            tuple(
                Number(
                    f"mean {space} area, {labels} labels: ridge / neighbors / tree",
                    "",
                    lambda k=k, labels=labels: measurements()[labels, 4][:, :, k].mean(axis=0),
                    3,
                    0.01,
                )
                for k, space in enumerate(("ROC", "PR"))
                for labels in ("hard", "soft")
            ),
        ),
        Item(
            "Figure 7",
            "a measurement, its cut and its weights; three teams, experiment 11",
            OTHER,
            "The predictions are not public. `cells`: the area error of cell nuclei. The order of two models reverses.",
            11,
            (
                Number("area unweighted, support vectors / ridge", "", lambda: shipped("cells", CELLS, hard=True), 4),
                Number("area weighted, support vectors / ridge", "", lambda: shipped("cells", CELLS, hard=False), 4),
            ),
        ),
        Item(
            "Figure 8",
            "areas at two cuts, mean + 1 and + 4 standard deviations",
            OTHER,
            "As Figure 6. Where a cut leaves 15 positives the weighted areas are the more stable ones here too, by "
            "less; where it leaves 50, as in the paper, the unweighted ones are. The caption says "
            '"four times" of both axes; one of them is one.',
            11,
            (
                Number("Pearson / Spearman, unweighted", "0.454 / 0.447", lambda: stability("hard"), 3, 0.03),
                Number("Pearson / Spearman, weighted", "0.917 / 0.967", lambda: stability("soft"), 3, 0.03),
                Number("the same, unweighted, 50 positives left", "", lambda: stability("hard", 50), 3, 0.03),
                Number("the same, weighted, 50 positives left", "", lambda: stability("soft", 50), 3, 0.03),
            ),
        ),
    ),
)


# --- Boyd, Santos Costa, Davis and Page 2012 ---


def attempt(tp: float, fp: float, positives: float, negatives: float) -> str:
    """Return whether there can be such a confusion matrix."""
    try:
        prplot.Confusion(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
    except prplot.PrplotValueError:
        return "refused"
    return "possible"


def of_figure_4(recall: float) -> dict[str, float]:
    """Return shares of true and false positives at this recall where F1 is 0.45 and π is 0.33."""
    precision = 0.45 * recall / (2 * recall - 0.45)
    tp = recall * 0.33
    return {"tp": tp, "fp": tp / precision - tp, "positives": 0.33, "negatives": 0.67}


def achieved(recall: float) -> prplot.Confusion:
    """Return the same as a confusion matrix."""
    cells = of_figure_4(recall)
    return prplot.from_counts([2, 1], [cells["tp"], 0.33], [cells["fp"], 0.67]).at(2)


def normalized(mu: float, prevalence: float) -> list[float]:
    """Return area and normalized area of a binormal population."""
    curve = prplot.simulate.binormal(mu).curve("pr", prevalence=prevalence)
    return [curve.area(), curve.normalized_area()]


BOYD = Paper(
    "Boyd, Santos Costa, Davis and Page 2012",
    "Unachievable Region in Precision-Recall Space and Its Effect on Empirical Evaluation. ICML 2012. The text that we "
    "read has lost its formulas, pictures and the numbers of Tables 2 and 3",
    (
        Item(
            "Table 1",
            "a confusion matrix with recall 0.2 and precision 0.2, and one that cannot be",
            REPRODUCED,
            "",
            7,
            (
                Number(
                    "(a) recall / precision",
                    "0.2 / 0.2",
                    lambda: [
                        prplot.Confusion(tp=20, fp=80, fn=80, tn=120).measure(name) for name in ("recall", "precision")
                    ],
                    1,
                ),
                Number("(b) recall 0.6 at precision 0.2", "invalid", lambda: attempt(60, 240, 100, 200)),
            ),
        ),
        Item(
            "Table 2",
            "areas and normalized areas of the tasks of one data set",
            OTHER,
            "Its values are not in our text. Two binormal populations with an area of 0.4, at the prevalences of two "
            "of its tasks. As in the text, 0.4 is worse than chance at 0.5.",
            7,
            (
                Number("π = 0.5: area / normalized", "", lambda: normalized(-0.5575, 0.5)),
                Number("π = 0.05: area / normalized", "", lambda: normalized(1.663, 0.05)),
            ),
        ),
        Item(
            "Table 3",
            "areas and normalized areas after downsampling",
            OTHER,
            "Its values are not in our text. A binormal population, whole. Normalizing takes away little of the rise."
            " Compared are not the two test sets of one training set, but two prevalences of one population.",
            7,
            (
                Number("1:99: area / normalized", "", lambda: normalized(1.5, 0.01)),
                Number("1:1: area / normalized", "", lambda: normalized(1.5, 0.5)),
                Number(
                    "normalized at 1:1 by that at 1:99",
                    "more than twice",
                    lambda: normalized(1.5, 0.5)[1] / normalized(1.5, 0.01)[1],
                    1,
                ),
            ),
        ),
        Item(
            "Figure 1",
            "the least PR curve and the region below it",
            REPRODUCED,
            "For 100 positives and 200 negatives, as in Table 1.",
            7,
            (
                Number(
                    "precision that is left at recall 0.5",
                    "0.2",
                    lambda: prplot.bounds.minimum_precision(0.5, 1 / 3),
                    4,
                ),
                Number("at recall 0.6, more than 0.2", "", lambda: prplot.bounds.minimum_precision(0.6, 1 / 3), 4),
            ),
        ),
        Item(
            "Figure 2",
            "not mentioned in the text that we read; taken to be the least curves at several prevalences",
            REPRODUCED,
            "",
            7,
            (
                Number(
                    "precision left at recall 0.5, π = 0.01 / 0.1 / 0.5",
                    "",
                    lambda: [prplot.bounds.minimum_precision(0.5, prevalence) for prevalence in (0.01, 0.1, 0.5)],
                    4,
                ),
            ),
        ),
        Item(
            "Figure 3",
            "the least area by prevalence, whole and for high recall",
            REPRODUCED,
            "The ranges of recall are not in the text; ours are from 0.5 and from 0.8. The least area at π = 0.05 is "
            "0.025, where the text prints a range from 0.02.",
            7,
            (
                Number("least area at π = 0.1", "≈ 0.05", lambda: prplot.bounds.minimum_area(0.1), 4),
                Number("at π = 0.5, gender", "0.31", lambda: prplot.bounds.minimum_area(0.5), 4),
                Number("at π = 0.05, genre", "0.02", lambda: prplot.bounds.minimum_area(0.05), 4),
                Number(
                    "rise from π = 0.01 to 0.5",
                    "≈ 0.3",
                    lambda: prplot.bounds.minimum_area(0.5) - prplot.bounds.minimum_area(0.01),
                    4,
                ),
                Number(
                    "least mean precision at π = 0.1, recall from 0 / 0.5 / 0.8",
                    "",
                    lambda: [prplot.bounds.minimum_area(0.1, low, 1) / (1 - low) for low in (0, 0.5, 0.8)],
                    4,
                ),
            ),
        ),
        Item(
            "Figure 4",
            "lines of equal F1, and three points with F1 = 0.45 at π = 0.33",
            REPRODUCED,
            "The recalls are not printed; ours are 0.95, 0.70 and 0.32.",
            7,
            (
                Number("A", "unachievable", lambda: attempt(**of_figure_4(0.95))),
                Number("F1 of B / C", "0.45 / 0.45", lambda: [achieved(0.70).f(), achieved(0.32).f()], 4),
                Number(
                    "precision of B / C, where chance has 0.33",
                    "",
                    lambda: [achieved(0.70).precision, achieved(0.32).precision],
                    4,
                ),
            ),
        ),
    ),
)


# --- Flach and Kull 2015 ---

DEMO = ranked("1110111111011101001000101")
FIVE = prplot.from_counts([5, 4, 3, 2, 1], *np.cumsum([[1, 0], [3, 1], [6, 15], [2, 9], [16, 80]], axis=0).T)
A, B = ranked("100111111110110100000000"), ranked("101111101110110000100000")


def modified_accuracy() -> list[float]:
    """Return the accuracy of the table of Section 2.1 and F1, for a point of the demo."""
    point = DEMO.optimal("f1")
    return [2 * point.tp / (2 * point.tp + point.fp + point.fn), point.f()]


@cache
def tasks() -> np.ndarray:
    """Return PR, PR-Gain and ROC area of 30 models in 40 tasks, of shape (40, 30, 3)."""
    pictures, digit = load_digits(return_X_y=True)
    row, column = np.divmod(np.arange(64), 8)
    views = [row >= 0, row < 4, row >= 4, column < 4, column >= 4, abs(column - 3.5) < 2]
    learners = [
        LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1),
        RidgeClassifier(10),
        GaussianNB(var_smoothing=0.05),
        GaussianNB(var_smoothing=10),
        BernoulliNB(binarize=8),
    ]
    rng = np.random.default_rng(0)
    found: dict[tuple[int, int], list[list[float]]] = {}
    for noise in (4, 8, 12, 16):
        noisy = pictures + rng.normal(0, noise, pictures.shape)
        for seen in views:
            for learner in learners:
                learner.fit(noisy[::2, seen], digit[::2])
                score = getattr(learner, "predict_proba", None) or learner.decision_function
                scores = score(noisy[1::2, seen])
                for k in range(10):
                    path = prplot.from_labels(digit[1::2] == k, scores[:, k])
                    areas = [path.curve(space).area() for space in ("pr", "prg", "roc")]
                    found.setdefault((noise, k), []).append(areas)
    return np.array(list(found.values()))


def disagreement(one: int, other: int) -> list[float]:
    """Return in how many per cent of the tasks the best model differs, and one of the first three."""
    order = np.argsort(-tasks(), axis=1, kind="stable")
    differ = order[:, :3, one] != order[:, :3, other]
    return [100 * differ[:, 0].mean(), 100 * differ.any(axis=1).mean()]


def rank_correlation(one: int, other: int) -> float:
    """Return the correlation of the ranks by two areas over all tasks."""
    rank = np.argsort(-tasks(), axis=1, kind="stable").argsort(axis=1)
    return float(np.corrcoef(rank[:, :, one].ravel(), rank[:, :, other].ravel())[0, 1])


FLACH = Paper(
    "Flach and Kull 2015",
    "Precision-Recall-Gain Curves: PR Analysis Done Right. NIPS 28",
    (
        Item(
            "Table in Section 2.1",
            "the table whose accuracy is F1",
            REPRODUCED,
            "It has no number. At the threshold of the best F1 of the 25 rows of Figure 1.",
            0,
            (Number("accuracy / F1", "", modified_accuracy, 6),),
        ),
        Item(
            "Figure 1",
            "ROC and PR curve with non-dominated points and hull",
            REPRODUCED,
            "The data of the running example are not in the paper; these are the 25 rows of the authors' program. "
            'Precision is not "proportional to the angle" in ROC, but grows with it.',
            8,
            (
                Number(
                    "calibrated scores of the hull",
                    "",
                    lambda: DEMO.roc().hull().scores,
                    4,
                ),
                Number("hull area / area, ROC", "", lambda: [DEMO.roc().hull().area(), DEMO.roc().area()], 6),
            ),
        ),
        Item(
            "Figure 2",
            "the same in PR and in PR-Gain, with lines of equal F1",
            REPRODUCED,
            'As Figure 1. "Loses against this baseline" holds for recall below π only if β is at least 1. "Negative '
            "gains are ignored\", but they count as negative area in the authors' program and in Figure 4.",
            8,
            (
                Number("AUPRG (by the authors' program)", "0.432462103574232", lambda: DEMO.prg().area(), 15),
                Number(
                    "F1 gain of always positive: on the minor diagonal",
                    "",
                    lambda: prplot.metrics.gain(2 * 0.64 / 1.64, 0.64),
                    6,
                ),
                Number("expected F1 gain, Theorem 3", "", lambda: DEMO.expected_f_gain(), 6),
            ),
        ),
        Item(
            "Figure 3",
            "hulls with scores calibrated for accuracy (c) and for F (d); grids of the other space",
            REPRODUCED,
            "133 rows of ours that have the four numbers of the text. The accuracy for c as printed ties at 1 - c; and "
            "the range of Theorem 3 begins at -y0/(1 - π), where brackets are missing.",
            8,
            (
                Number("c", "0.75 / 0.29", lambda: FIVE.roc().hull().scores[1:3], 4),
                Number("d", "0.76 / 0.49", lambda: FIVE.prg().hull().scores[1:3], 4),
                Number("β²", "0.32 / 1.04", lambda: 1 / FIVE.prg().hull().scores[1:3] - 1, 4),
            ),
        ),
        Item(
            "Figure 4",
            "ranks of 30 models by three areas in 886 tasks; two tasks in detail",
            OTHER,
            "Those predictions are not at hand, nor are the two tasks. 40 tasks made of `load_digits`, 30 models. That "
            "the three areas differ about alike was not found: PR and PR-Gain are the nearest pair here.",
            8,
            tuple(
                Number(f"{names}: {what}", printed, ours, digits, error)
                for names, one, other, differ, correlation in (
                    ("AUPR, AUPRG", 0, 1, "24 / 58", "0.95"),
                    ("AUPR, AUROC", 0, 2, "29 / 65", "0.95"),
                    ("AUPRG, AUROC", 1, 2, "22 / 57", "0.96"),
                )
                for what, printed, ours, digits, error in (
                    (
                        "another best / another first three, % of tasks",
                        differ,
                        lambda one=one, other=other: disagreement(one, other),
                        1,
                        8.0,
                    ),
                    (
                        "correlation of ranks",
                        correlation,
                        lambda one=one, other=other: rank_correlation(one, other),
                        2,
                        0.01,
                    ),
                )
            ),
        ),
        Item(
            "Figure 5",
            "two models whose order reverses between PR and PR-Gain",
            OTHER,
            "The two runs are on OpenML and not shipped. Two rankings of 24 rows of ours, chosen to come near the "
            "printed areas.",
            8,
            (
                Number("AUPR, solid / dashed", "0.724 / 0.773", lambda: [A.pr().area(), B.pr().area()], 4),
                Number("AUPRG, solid / dashed", "0.714 / 0.687", lambda: [A.prg().area(), B.prg().area()], 4),
            ),
        ),
    ),
)


# --- Saito and Rehmsmeier 2015 ---

BALANCED = prplot.Confusion(tp=6, fp=4, fn=4, tn=6)
IMBALANCED = prplot.Confusion(tp=3, fp=6, fn=2, tn=9)
MEASURES = {
    "ACC": ("accuracy", "0.6 / 0.6"),
    "ERR": ("error_rate", "0.4 / 0.4"),
    "SN": ("recall", "0.6 / 0.6"),
    "SP": ("specificity", "0.6 / 0.6"),
    "FPR": ("fpr", "0.4 / 0.4"),
    "PREC": ("precision", "0.6 / 0.33"),
    "MCC": ("mcc", "0.2 / 0.17"),
}
LEVELS = ("Rand", "ER-", "ER+", "Excel", "Perf")
LABELS = np.array([1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0])
SCORES = np.array([20, 19, 18, 17, 16, 15] + 6 * [14] + [8, 7, 6] + 5 * [5])
P10N10 = prplot.from_labels(LABELS, SCORES)
TOOLS = {
    "MiRFinder": (0.945, 0.106),
    "miPred": (0.976, 0.024),
    "RNAmicro": (0.559, 0.054),
    "ProMiR": (0.801, 0.035),
    "RNAfold": (0.670, 0.015),
}
SETS = ((819, 11060), (111, 13444))


def tied(first: int) -> prplot.ConfusionPath:
    """Return the path with the positives of ranks 7 to 12 first (1) or last (-1)."""
    return prplot.from_labels(LABELS, SCORES + 0.5 * first * LABELS * (SCORES == 14))


def corners() -> str:
    """Return the ranks at which the ROC hull has its corners."""
    hull = P10N10.roc().hull()
    return "–".join(str(round(10 * x) + round(10 * y)) for x, y in zip(hull.x, hull.y, strict=True))


def levels(space: str, prevalence: float = 0.5, **options: float) -> list[float]:
    """Return the areas of the five levels."""
    curves = [prplot.simulate.saito(level).curve(space, prevalence=prevalence, **options) for level in LEVELS]
    return [curve.area() for curve in curves]


def half_found(negatives: int) -> float:
    """Return the false positives of ER- at recall 0.5."""
    path = prplot.simulate.saito("ER-").path(1000 / (1000 + negatives))
    return path.find(recall=0.5).fpr * negatives


def precision_at_half(prevalence: float) -> float:
    """Return the precision of ER- at recall 0.5 in per cent."""
    return 100 * float(prplot.simulate.saito("ER-").curve("pr", prevalence=prevalence).at(0.5))


def magnified(fpr: float) -> float:
    """Return where CROC with α = 7 draws a false positive rate."""
    return float(prplot.from_counts([2, 1], tp=[0, 1], fp=[fpr, 1]).croc(alpha=7.0).x[1])


def free_of_floor(tool: str) -> list[float]:
    """Return the normalized areas of a tool from its printed ones."""
    floors = [prplot.bounds.minimum_area(pos / (pos + neg)) for pos, neg in SETS]
    return [(area - floor) / (1 - floor) for area, floor in zip(TOOLS[tool], floors, strict=True)]


@cache
def crashes(*, people: bool) -> dict[str, prplot.ConfusionPath]:
    """Return the three models of the crashes, with or without the survey's weights."""
    data = prplot.datasets.load("crashes")
    if people:
        return data.paths()
    return {name: prplot.from_labels(data.y_true, score) for name, score in data.scores.items()}


def of_crashes(space: str, *, people: bool) -> list[float]:
    """Return the areas of the three models of the crashes."""
    return [path.curve(space).area() for path in crashes(people=people).values()]


CRASHES = (
    "The scores of five programs are not at hand. `crashes`: logistic regression, gradient boosting and naive Bayes, "
    "without weights (π = 0.045) and with them (0.0054). "
)
SAITO = Paper(
    "Saito and Rehmsmeier 2015",
    "The Precision-Recall Plot Is More Informative than the ROC Plot When Evaluating Binary Classifiers on Imbalanced "
    "Datasets. PLoS ONE 10(3): e0118432, "
    "[doi:10.1371/journal.pone.0118432](https://doi.org/10.1371/journal.pone.0118432)",
    (
        Item(
            "Table 1",
            "formulas of the basic measures",
            REPRODUCED,
            "All but one give Table 2. F0.5 is printed with the factor 1.5; 1.25 is meant, which Table 2 used.",
            2,
            (
                Number(
                    "F0.5 of the imbalanced data by the formula as printed",
                    "0.37",
                    lambda: 1.5 * (1 / 3) * 0.6 / (0.25 / 3 + 0.6),
                ),
            ),
        ),
        Item(
            "Table 2",
            "ten measures, balanced / imbalanced",
            REPRODUCED,
            "",
            2,
            (
                *(
                    Number(
                        title,
                        printed,
                        lambda name=name: [matrix.measure(name) for matrix in (BALANCED, IMBALANCED)],
                    )
                    for title, (name, printed) in MEASURES.items()
                ),
                *(
                    Number(f"F{b:g}", printed, lambda b=b: [matrix.f(b) for matrix in (BALANCED, IMBALANCED)])
                    for b, printed in ((0.5, "0.6 / 0.37"), (1, "0.6 / 0.43"), (2, "0.6 / 0.52"))
                ),
            ),
        ),
        Item(
            "Table 3",
            "the score distributions of five levels",
            REPRODUCED,
            "`prplot.simulate.saito`; the whole population instead of samples.",
            2,
            (Number("ROC area: Rand / ER- / ER+ / Excel / Perf", "", lambda: levels("roc"), 4),),
        ),
        Item(
            "Table 4",
            "a survey of 58 articles",
            NOT,
            "Literature. 56 of 58 are 96.6 %, not 95.6 as in the table or 96.5 as in the text; 4 of 58 are 6.9 %, as "
            "in the table, not 6.0 as in the text.",
        ),
        Item(
            "Table 5",
            "areas of five programs on two data sets",
            OTHER,
            CRASHES + "Here too ROC and PR choose different models. The normalized areas follow from the printed ones.",
            7,
            (
                Number("share of positives, T1 / T2", "", lambda: [pos / (pos + neg) for pos, neg in SETS], 4),
                *(
                    Number(f"{tool}: normalized PR area, T1 / T2", "", lambda tool=tool: free_of_floor(tool), 4)
                    for tool in TOOLS
                ),
                Number("`crashes`, ROC, rows", "", lambda: of_crashes("roc", people=False), 4),
                Number("`crashes`, PR, rows", "", lambda: of_crashes("pr", people=False), 4),
                Number("`crashes`, ROC, with weights", "", lambda: of_crashes("roc", people=True), 4),
                Number("`crashes`, PR, with weights", "", lambda: of_crashes("pr", people=True), 4),
            ),
        ),
        Item(
            "Figure 1",
            "ovals of labels and predictions",
            NOT,
            "A scheme; the counts of its part C are those of Table 2.",
        ),
        Item(
            "Figure 2",
            "20 ranks in ROC and PR: ties, hull, rows without a score",
            REPRODUCED,
            "The rows are those of the authors' package precrec (P10N10). Rank 13 is below the chord from 6 to 15, so "
            "it is no corner of the hull.",
            2,
            (
                Number("corners of the ROC hull", "0–2–6–13–15–20", corners),
                Number(
                    "ROC area: as it is / upper / lower",
                    "",
                    lambda: [p.roc().area() for p in (P10N10, tied(1), tied(-1))],
                    2,
                ),
                Number(
                    "PR area: as it is / upper / lower",
                    "",
                    lambda: [p.pr().area() for p in (P10N10, tied(1), tied(-1))],
                    6,
                ),
                Number("hull area, ROC / PR", "", lambda: [P10N10.roc().hull().area(), P10N10.pr().hull().area()], 6),
                Number(
                    "baseline, 1:1 / 1:10",
                    "0.5 / 0.09",
                    lambda: [P10N10.prevalence, P10N10.at_prevalence(1 / 11).prevalence],
                    4,
                ),
            ),
        ),
        Item(
            "Figure 3",
            "ranks of 250 positives and 250 negatives for five levels",
            REPRODUCED,
            "Drawn at random, so point by point another picture; it prints no numbers.",
            2,
        ),
        Item("Figure 4", "how two data sets were made", NOT, "A scheme."),
        Item(
            "Figure 5",
            "five levels in ROC, CROC, cost and PR space, balanced and imbalanced",
            REPRODUCED,
            "Curves of the population; the paper draws medians of 1,000 samples. CROC has α = 7 in the figure and 8 in "
            "Methods; 7 gives the numbers of the text. The precisions are rounded loosely there.",
            2,
            (
                Number("ROC area, ER- / ER+", "0.8 / 0.8", lambda: levels("roc")[1:3], 4),
                Number(
                    "false positives of ER- at recall 0.5",
                    "160 / 1600",
                    lambda: [half_found(1000), half_found(10_000)],
                    0,
                ),
                Number("CROC abscissa of FPR 0.5 / 0.16", "0.971 / 0.67", lambda: [magnified(0.5), magnified(0.16)], 4),
                Number(
                    "precision of ER- at recall 0.5 in %",
                    "75 / 25",
                    lambda: [precision_at_half(0.5), precision_at_half(1 / 11)],
                    1,
                ),
                Number(
                    "abscissa of cost, costs 1 and 1, π = 0.5 / costs 91 and 9, π = 0.09",
                    "0.5 / 0.5",
                    lambda: [
                        prplot.expected_cost(fn=fn, fp=fp, prevalence=prevalence).probability_cost
                        for fn, fp, prevalence in ((1, 1, 0.5), (91, 9, 0.09))
                    ],
                    4,
                ),
                Number("PR area 1:1: Rand / ER- / ER+ / Excel / Perf", "", lambda: levels("pr"), 4),
                Number("PR area 1:10", "", lambda: levels("pr", 1 / 11), 4),
                Number("CROC area", "", lambda: levels("croc", alpha=7.0), 4),
                Number("cost area", "", lambda: levels("cost"), 4),
            ),
        ),
        Item("Figure 6", "articles per year", NOT, "Literature."),
        Item(
            "Figure 7",
            "ROC and PR curves of five programs on two data sets",
            OTHER,
            CRASHES + 'The areas are those below Table 5. The caption says "six" programs.',
            2,
        ),
        Item(
            "S1 File, Figure A",
            "the same in CROC and cost space",
            OTHER,
            "As Figure 7.",
            0,
            (
                Number("`crashes`, CROC, rows", "", lambda: of_crashes("croc", people=False), 4),
                Number("`crashes`, CROC, with weights", "", lambda: of_crashes("croc", people=True), 4),
                Number("`crashes`, cost, rows", "", lambda: of_crashes("cost", people=False), 4),
                Number("`crashes`, cost, with weights", "", lambda: of_crashes("cost", people=True), 4),
            ),
        ),
        Item(
            "S1 File, Table A",
            "the rows of Figure 2",
            REPRODUCED,
            "The supplement was not read; precrec ships them.",
            2,
        ),
        Item(
            "S1 File, Table E",
            "areas of the five levels",
            REPRODUCED,
            "The supplement was not read. The areas of the population are those below Figure 5.",
            2,
        ),
        Item("S1 File, Tables B, C, D, F, G", "lists of articles and programs", NOT, "Literature."),
    ),
)


# --- Nagy 2016 ---

MODELS = {
    "binormal": prplot.simulate.binormal(),
    "bibeta": prplot.simulate.bibeta(),
    "offset uniform": prplot.simulate.offset_uniform(),
}


def densities(name: str) -> list[float]:
    """Return the densities of positives and negatives at a score of 0.75."""
    found = MODELS[name].densities(0.75)
    return [float(found.positives), float(found.negatives)]


def tens(name: str) -> float:
    """Return the mean lower-trapezoid area of a thousand samples of 500 rows."""
    rng = np.random.default_rng(1)
    samples = (MODELS[name].sample(500, prevalence=0.1, rng=rng) for _ in range(1000))
    return float(np.mean([path.pr("linear").area() for path in samples]))


NAGY = Paper(
    "Nagy 2016",
    "A blog post on the lower trapezoid, which draws Figures 2 and 3 of Boyd, Eng and Page 2013 "
    "([doi:10.1007/978-3-642-40994-3_29](https://doi.org/10.1007/978-3-642-40994-3_29)) anew; it has no Figure 1",
    (
        Item(
            "Figure 2",
            "densities of three pairs of distributions",
            REPRODUCED,
            "It prints no numbers.",
            10,
            tuple(
                Number(f"{name}: density at 0.75, positives / negatives", "", lambda name=name: densities(name), 4)
                for name in MODELS
            ),
        ),
        Item(
            "Figure 3",
            "true PR curves at π = 0.1, each over ten samples of 500 rows",
            REPRODUCED,
            "It prints no areas; these are of the curves in the figure, and of more samples.",
            10,
            tuple(
                number
                for name, model in MODELS.items()
                for number in (
                    Number(f"{name}: true area", "", lambda model=model: model.curve("pr", prevalence=0.1).area(), 6),
                    Number(
                        f"{name}: mean lower trapezoid of 1,000 samples", "", lambda name=name: tens(name), 3, 0.002
                    ),
                )
            ),
        ),
    ),
)

PAPERS = (KEILWAGEN, BOYD, FLACH, SAITO, NAGY)

HEAD = """# Figures and tables of five papers

Written by `python scripts/make_reproductions.py`, which computes each number of prplot on this page anew. A line says
what became of a figure or a table:

- **reproduced**: from what the paper prints. Where it does not print its data or parameters, and ours stand in for
  them, the line says so.
- **on other data**: the original is not public, or not at hand. Compare what happens, not the digits.
- **not applicable**: there is nothing to compute, as in a scheme or a survey of articles.

Notebooks have the pictures; where there is none, the numbers are below.

A difference is ours minus the paper's, and bold where rounding to the paper's digits does not explain it. Where a paper
prints no number, ours says what to expect. After ± is one standard error: about as much our number moves with other
random numbers or another version of scikit-learn. Numbers without it are exact.

The texts of the papers were at hand, without their pictures. Slips of theirs that matter here are in the lines;
more are on the page on [theory](theory.md#errata).
"""


def of_paper(paper: Paper, ours: dict[tuple[str, str, str], str]) -> list[str]:
    """Return the section of a paper."""
    lines = [
        "",
        f"## {paper.title}",
        "",
        f"{paper.source}.",
        "",
        "| | shows | result | where | remarks |",
        "|---|---|---|---|---|",
    ]
    for item in paper.items:
        where = "below" if item.numbers else ""
        if item.notebook:
            where = f"[notebook {item.notebook}](notebooks/{NOTEBOOKS[item.notebook]}.ipynb)"
        lines.append(f"| {item.name} | {item.shows} | {item.verdict} | {where} | {item.remark} |")
    lines += ["", "| | number | paper | prplot | difference |", "|---|---|---|---|---|"]
    for item in paper.items:
        for number in item.numbers:
            text = ours[paper.title, item.name, number.what]
            lines.append(f"| {item.name} | {number.what} | {number.paper} | {text} | {number.difference(text)} |")
    return lines


def numbers() -> dict[tuple[str, str, str], Number]:
    """Return all numbers by paper, figure or table, and what they are."""
    return {
        (paper.title, item.name, number.what): number
        for paper in PAPERS
        for item in paper.items
        for number in item.numbers
    }


def page(ours: dict[tuple[str, str, str], str]) -> str:
    """Return the page with these numbers of ours."""
    return "\n".join([HEAD.rstrip(), *(line for paper in PAPERS for line in of_paper(paper, ours))]) + "\n"


def main() -> None:
    """Write the page."""
    OUTPUT.write_text(page({key: number.text() for key, number in numbers().items()}), encoding="utf-8")


if __name__ == "__main__":
    main()
