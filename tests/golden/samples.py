"""Some 200 samples, by name: what is measured in `numbers`. All are written out or drawn from frozen streams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

import prplot
from prplot import ConfusionPath, from_confusion, from_counts, from_labels, from_points, from_weights

INF = float("inf")


@dataclass(frozen=True)
class Rows:
    """Rows as they are given to prplot: labels, or weights of foreground and perhaps of background."""

    scores: list[float]
    labels: list[Any] | None = None
    fg: list[float] | None = None
    bg: list[float] | None = None
    weight: list[float] | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def __call__(self) -> ConfusionPath:
        given = {**({} if self.weight is None else {"sample_weight": self.weight}), **self.options}
        if self.labels is not None:
            return from_labels(self.labels, self.scores, **given)
        return from_weights(self.scores, fg=self.fg, **({} if self.bg is None else {"bg": self.bg}), **given)

    def weights(self) -> tuple[list[float], list[float]] | None:
        """Return the weights of foreground and background of all rows; None where options change what counts."""
        if self.options:
            return None
        fg = [float(label) for label in self.labels] if self.labels is not None else self.fg
        bg = [1.0 - a for a in fg] if self.bg is None else self.bg
        times = self.weight or [1.0] * len(fg)
        return [w * a for w, a in zip(times, fg, strict=True)], [w * b for w, b in zip(times, bg, strict=True)]


def ranked(groups: str, **options: Any) -> Rows:
    """Return hard labels in the order of their rank; those between two spaces are tied."""
    apart = groups.split() if " " in groups else list(groups)
    pairs = [(int(label), float(len(apart) - place)) for place, group in enumerate(apart) for label in group]
    return Rows([score for _, score in pairs], [label for label, _ in pairs], options=options)


# Fifteen and twenty-five ranks that papers show, besides all short ones.
RANKINGS = [
    *("1", "0", "10", "01", "11", "00", "110", "101", "011", "100", "010", "001", "1100", "0011", "1010", "0101"),
    *("000110", "11110", "00001", "0111111111", "11111111110000000000", "00000000001111111111"),
    *("1110111111011101001000101", "100111111110110100000000", "101111101110110000100000", "00000000000000000001"),
]
TIED = [
    *("10 ", "1100 ", "1110000000 ", "1 10", "10 1", "10 0", "0 10", "0 10 1", "1 1100 0", "11 00", "00 11", "10 10"),
    *("1 110 10 100 0", "1100 1000 1 0", "0 110 0 1 1000", "110 01 110 10 000", "1 1 0 1 1 1 111000 1 0 1 0 11000"),
    *("001 10", "1 0 0000000001", "11111 0 000001"),
]


def drawn(seed: int, rows: int, share: float, digits: int = 2) -> Rows:
    """Return hard labels with scores about one standard deviation apart; few digits make ties."""
    random = np.random.RandomState(seed)
    labels = (random.random_sample(rows) < share).astype(int)
    labels[:2] = 1, 0
    scores = (random.standard_normal(rows) + labels).round(digits)
    return Rows(scores.tolist(), labels.tolist())


def drawn_soft(seed: int, rows: int, digits: int = 2) -> Rows:
    """Return soft labels with scores that follow them loosely."""
    random = np.random.RandomState(seed)
    fg = random.random_sample(rows).round(2)
    scores = (fg + random.standard_normal(rows) / 3).round(digits)
    return Rows(scores.tolist(), fg=fg.tolist())


def weighted(seed: int, rows: int, kind: str, soft: bool = False) -> Rows:
    """Return rows with sample weights of some kind."""
    random = np.random.RandomState(seed)
    given = drawn_soft(seed + 1, rows) if soft else drawn(seed + 1, rows, 0.4, 1)
    unit = random.random_sample(rows)
    weight = {
        "whole": np.floor(5 * unit),
        "fractional": unit.round(3) + 0.001,
        "tiny": 1e-9 * unit.round(3) + 1e-9,
        "large": 1e9 * unit.round(3) + 1e9,
        "mixed": 10.0 ** np.floor(19 * unit - 9),
        "tenths": np.full(rows, 0.1),
    }[kind]
    return Rows(given.scores, given.labels, given.fg, weight=weight.tolist())


def measured(seed: int, rows: int, kind: str) -> Rows:
    """Return rows that weigh in both classes, by counts or by confidences."""
    random = np.random.RandomState(seed)
    fg, bg = random.random_sample((2, rows))
    if kind == "counts":
        fg, bg = np.floor(4 * fg), np.floor(6 * bg)
    scores = np.floor(rows * random.random_sample(rows))
    return Rows(scores.tolist(), fg=fg.round(3).tolist(), bg=bg.round(3).tolist())


def both(scores: list[float], weights: tuple[Any, Any]) -> ConfusionPath:
    """Return the path of a pair of weights."""
    return from_weights(scores, fg=weights[0], bg=weights[1])


def hidden(seed: int, rows: int, policy: str) -> Rows:
    """Return rows of which every third score or so is missing."""
    given, random = drawn(seed, rows, 0.4, 1), np.random.RandomState(seed)
    gone = random.random_sample(rows) < 0.3
    scores = [np.nan if lost else score for lost, score in zip(gone, given.scores, strict=True)]
    return Rows(scores, given.labels, options={"missing": policy})


def from_a_frame(missing: str) -> ConfusionPath:
    """Return the path of a data frame with values that are missing."""
    import pandas as pd

    frame = pd.DataFrame(
        {"score": [0.9, None, 0.7, 0.7, 0.4, None, 0.2, 0.1], "label": [1, 1, 0, 1, 0, 0, 1, 0], "w": [1.0, 2.0] * 4}
    )
    return prplot.from_frame(frame, score="score", label="label", weight="w", missing=missing)


def counted() -> ConfusionPath:
    """Return the path of counts between edges, of two batches."""
    counts = prplot.Counts([0.0, 0.25, 0.5, 0.75, 1.0])
    counts.update([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    counts.update([1, 1, 0, 0, 0], [0.95, 0.55, 0.52, 0.2, 0.22])
    return counts.path()


def of_data_set(name: str, place: int) -> ConfusionPath:
    """Return a path of one of the data sets that come with prplot."""
    return list(prplot.datasets.load(name).paths().values())[place]


def folds() -> list[ConfusionPath]:
    """Return four samples of different prevalence."""
    return [drawn(900 + i, 30 + 5 * i, 0.3 + 0.05 * i, 1)() for i in range(4)]


# 24 detections of 15 objects, in the example of Padilla's Object-Detection-Metrics.
FOUND = [int(rank in (1, 3, 10, 12, 13, 14, 23)) for rank in range(1, 25)]
SOFT_TABLE = ([6, 5, 4, 3, 2, 1], [0.9, 0.92, 0.22, 0.07, 0.67, 0.09])

SAMPLES: dict[str, Callable[[], ConfusionPath]] = {
    **{f"ranked {labels}": ranked(labels) for labels in RANKINGS},
    **{f"tied {groups.strip()}": ranked(groups) for groups in TIED},
    **{
        f"drawn {rows} rows, {share}, {digits} digits": drawn(int(100 * share) + 7 * rows + digits, rows, share, digits)
        for rows in (5, 9, 17, 33, 60)
        for share in (0.15, 0.5, 0.85)
        for digits in (2, 0)
    },
    **{
        f"weights {kind}, {rows} rows": weighted(rows, rows, kind)
        for kind in ("whole", "fractional", "tiny", "large", "mixed", "tenths")
        for rows in (6, 20, 45)
    },
    "weights of 0 in front": Rows([5, 4, 3, 2, 1], [0, 1, 0, 1, 0], weight=[0, 2, 1, 1, 3]),
    "weights of which one is most": Rows([5, 4, 3, 2, 1], [0, 1, 0, 1, 0], weight=[1, 1e12, 1, 1, 1]),
    **{
        f"soft {rows} rows, {digits} digits": drawn_soft(rows + digits, rows, digits)
        for rows in (4, 10, 25, 50)
        for digits in (3, 1)
    },
    "soft of 0, 1/2 and 1": Rows([6, 5, 4, 3, 2, 1], fg=[1, 0.5, 0, 0.5, 1, 0]),
    "soft all alike": Rows([4, 3, 2, 1], fg=[0.3, 0.3, 0.3, 0.3]),
    "soft best": Rows([4, 3, 2, 1], fg=[0.9, 0.6, 0.4, 0.2]),
    "soft worst": Rows([1, 2, 3, 4], fg=[0.9, 0.6, 0.4, 0.2]),
    "soft all tied": Rows([1, 1, 1, 1], fg=[0.9, 0.6, 0.4, 0.2]),
    "soft, a table of Keilwagen": Rows(SOFT_TABLE[0], fg=SOFT_TABLE[1]),
    "soft, hardly any": Rows([3, 2, 1], fg=[1e-6, 2e-6, 0.0]),
    **{f"soft weights {kind}": weighted(70, 15, kind, soft=True) for kind in ("whole", "tiny")},
    **{f"both weights {kind}, {n} rows": measured(n, n, kind) for kind in ("counts", "measures") for n in (5, 12, 40)},
    "both weights, confidences": Rows([4, 3, 2, 1], fg=[2.5, 0, 1.25, 0.75], bg=[0.5, 1.5, 0, 3]),
    "both weights of very different size": Rows([3, 2, 1], fg=[0.9, 0.5, 0.1], bg=[0.9, 0.1, 1e6]),
    "weights of a logistic curve": lambda: both([3, 1, 2, 5], prplot.weights.logistic([0.2, 1.5, 3.1, 2.9], 2.5)),
    "weights of votes": lambda: both([3, 1, 2, 4], prplot.weights.votes([1, 5, 3, 9], [10, 10, 5, 9], per="vote")),
    "early, unreached": hidden(11, 30, "unreached"),
    "early, unreached soft": Rows([3, np.nan, 2, 1], fg=[0.9, 0.5, 0.3, 0.8], options={"missing": "unreached"}),
    "early, unreached weights": Rows(
        [3, np.nan, 2, 1, 1], [1, 1, 0, 1, 0], weight=[1.5, 0.5, 2, 1, 1], options={"missing": "unreached"}
    ),
    "early, nothing reached": Rows([np.nan, np.nan], [1, 0], options={"missing": "unreached"}),
    "early, only negatives reached": ranked("000", positives=4.0),
    "early, positives known": ranked("1011010", positives=9.0),
    "early, all positives reached": ranked("1011010", positives=4.0),
    "early, both known": ranked("1 10 0 1 0", positives=6.0, negatives=20.0),
    "early, negatives beyond": ranked("1101000", negatives=50.0),
    "early, detections": Rows([25 - i for i in range(1, 25)], FOUND, options={"positives": 15.0}),
    "early, detections tied": Rows([(25 - i) // 3 for i in range(1, 25)], FOUND, options={"positives": 15.0}),
    "early, soft": Rows([3, 2, 1], fg=[0.9, 0.5, 0.2], options={"positives": 4.0, "negatives": 9.0}),
    "early counts": lambda: from_counts([3, 2, 1], tp=[1, 2, 3], fp=[0, 3, 5], positives=5, negatives=12),
    "early counts, negatives unknown": lambda: from_counts([3, 2, 1], tp=[1, 2, 3], fp=[0, 3, 5], positives=5),
    "points of a curve": lambda: from_points([0.1, 0.5, 1.0], [1.0, 0.8, 0.4]),
    "points of a curve, totals known": lambda: from_points([0.1, 0.5, 0.8], [0.9, 0.8, 0.4], positives=9, negatives=40),
    "points of a curve, thresholds": lambda: from_points(
        [0.25, 0.5, 1.0], [1.0, 0.5, 0.4], thresholds=[0.9, 0.6, 0.2], positives=4, negatives=6
    ),
    "missing dropped": hidden(12, 25, "drop"),
    "missing lowest": hidden(13, 25, "lowest"),
    "missing dropped from a frame": partial(from_a_frame, "drop"),
    "missing lowest of a frame": partial(from_a_frame, "lowest"),
    "positives only, weights": Rows([3, 2, 1], [1, 1, 1], weight=[0.5, 2, 1]),
    "negatives only, weights": Rows([3, 2, 1], [0, 0, 0], weight=[0.5, 2, 1]),
    "one row, soft": Rows([0.5], fg=[0.3]),
    "one row, soft, early": Rows([0.5], fg=[0.3], options={"positives": 2.0, "negatives": 2.0}),
    "two rows, soft": Rows([0.5, 0.2], fg=[0.3, 0.6]),
    "rare 1e-6": lambda: from_counts([3, 2, 1], tp=[0, 1, 1], fp=[3, 100, 999999]),
    "rare 1e-6, found first": lambda: from_counts([3, 2, 1], tp=[1, 1, 1], fp=[0, 100, 999999]),
    "rare 1e-6, found last": lambda: from_counts([2, 1], tp=[0, 1], fp=[999999, 999999]),
    "rare 1e-12": lambda: from_counts([2, 1], tp=[0, 1], fp=[1e12, 1e12]),
    "usual 1 - 1e-6": lambda: from_counts([3, 2, 1], tp=[9999, 999000, 999999], fp=[0, 1, 1]),
    "usual 1 - 1e-6, worst": lambda: from_counts([2, 1], tp=[0, 999999], fp=[1, 1]),
    "steep": lambda: from_counts([2, 1], tp=[1, 2], fp=[0, 1e9]),
    "rows at 1e-6": lambda: ranked("1011010")().at_prevalence(1e-6),
    "rows at 1 - 1e-6": lambda: ranked("1011010")().at_prevalence(1 - 1e-6),
    "scores infinite": Rows([INF, INF, 1, 0, -INF, -INF], [1, 0, 1, 0, 1, 0]),
    "scores infinite, apart": Rows([INF, 1, -INF], [0, 1, 0]),
    "scores infinite, all": Rows([INF, INF, INF], [0, 1, 1]),
    "scores large integers": Rows([2**53, 2**53 - 1, -(2**53)], [1, 0, 1]),
    "scores of all sizes": Rows([1e300, 1e-300, 0.0, -1e-300, -1e300], [1, 0, 1, 0, 1]),
    "scores of two zeros": Rows([0.0, -0.0, 1.0], [1, 0, 1]),
    "labels true and false": Rows([0.9, 0.4, 0.3, 0.1], [True, False, True, False]),
    "labels -1 and 1": lambda: from_labels([1, -1, 1, -1], [0.9, 0.4, 0.3, 0.1]),
    "labels by words": lambda: from_labels(["no", "yes", "maybe", "no"], [1, 4, 2, 3], pos_label=["yes", "maybe"]),
    "near ties": Rows([0.9, 0.89, 0.8, 0.79, 0.78, 0.5], [1, 0, 1, 1, 0, 0], options={"tolerance": 0.015}),
    "counts of groups": lambda: from_counts([3, 2, 1], tp=[5, 10, 20], fp=[5, 30, 200]),
    "counts of groups, steep": lambda: from_counts([3, 2, 1], tp=[5, 10, 20], fp=[5, 300, 400]),
    "counts, origin given": lambda: from_counts([INF, 2, 1], tp=[0, 5, 10], fp=[0, 5, 30]),
    "counts not whole": lambda: from_counts([3, 2, 1], tp=[0.5, 1.25, 3.0], fp=[0.1, 0.2, 2.75]),
    "counts of soft points": lambda: from_counts([3, 2, 1], tp=[2, 3, 6], fp=[0, 4, 5], soft=True),
    "counts of Flach and Kull": lambda: from_counts([5, 4, 3, 2, 1], tp=[1, 4, 10, 12, 28], fp=[0, 1, 16, 25, 105]),
    "counts in bins": lambda: from_counts([0.6, 0.3, 0], tp=[3, 6, 10], fp=[1, 6, 20], binned=True),
    "counts in bins, of batches": counted,
    "counts in bins, early": lambda: from_counts([0.5, 0], tp=[3, 4], fp=[1, 6], binned=True, positives=6, negatives=9),
    "one confusion matrix": lambda: from_confusion(prplot.Confusion(tp=6, fp=4, fn=4, tn=26)),
    "one confusion matrix, perfect": lambda: from_confusion(prplot.Confusion(tp=6, fp=0, fn=0, tn=3)),
    "one confusion matrix, nothing found": lambda: from_confusion(prplot.Confusion(tp=0, fp=0, fn=4, tn=6)),
    "pooled folds": lambda: prplot.pool(folds(), calibrated=True),
    "ties optimistic": lambda: ranked("1 1100 0")().ties("optimistic"),
    "ties given": lambda: ranked("1 0110 0")().ties("given"),
    "hard from soft": lambda: drawn_soft(31, 20)().hard(),
    "hard from soft, total weight": lambda: measured(12, 12, "measures")().hard(0.4, weights="total"),
    "best of soft": lambda: drawn_soft(32, 12)().best(),
    "best of rows in bins": lambda: from_counts([0.6, 0.3, 0], tp=[3, 6, 10], fp=[1, 6, 20], binned=True).best(),
    **{
        f"data {name} {place}": partial(of_data_set, name, place)
        for name, models in (("digits", 4), ("cells", 3), ("ratings", 3), ("crashes", 3))
        for place in range(models)
    },
    "population binormal, 0.1": lambda: prplot.simulate.binormal().path(0.1),
    "population keilwagen": lambda: prplot.simulate.keilwagen("good").path(),
    "drawn 1000 rows": drawn(1, 1000, 0.1, 3),
    "drawn 1000 rows, tied": drawn(2, 1000, 0.3, 1),
    "soft 1000 rows": drawn_soft(3, 1000, 3),
    "weights fractional, 1000 rows": weighted(4, 1000, "fractional"),
}

# Those of which everything is recorded.
FULL = [
    *("ranked 10", "ranked 01", "ranked 11", "ranked 000110", "ranked 1110111111011101001000101"),
    *("tied 10", "tied 1 110 10 100 0"),
    *("drawn 33 rows, 0.15, 2 digits", "weights whole, 20 rows", "weights tiny, 6 rows", "weights mixed, 20 rows"),
    *("soft, a table of Keilwagen", "soft 25 rows, 1 digits"),
    *("both weights measures, 12 rows", "early, unreached", "early, both known"),
    *("early counts, negatives unknown", "points of a curve, totals known", "rare 1e-12", "rows at 1 - 1e-6"),
    *("scores infinite", "counts of groups", "counts in bins", "pooled folds", "data digits 2", "data crashes 1"),
    *("missing dropped from a frame", "near ties", "soft of 0, 1/2 and 1"),
]
