"""Write ``docs/conformance/samples.json``: samples with exact areas, by fractions and decimals, without prplot.

``python scripts/make_conformance.py`` writes the file again; ``docs/conformance.md`` says how to use it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

FILE = Path(__file__).parents[1] / "docs" / "conformance" / "samples.json"
# Far more digits than are written.
getcontext().prec = 60
HALF = Fraction(1, 2)

Number = Fraction | Decimal


class Sample:
    """The weight of positives and of negatives at each distinct score, from the highest down."""

    def __init__(self, rows: dict[str, Any]) -> None:
        scores = [Fraction(str(score)) for score in rows["y_score"]]
        if "y_true" in rows:
            weights = [Fraction(str(weight)) for weight in rows.get("sample_weight", [1] * len(scores))]
            positive = [weight * label for weight, label in zip(weights, rows["y_true"], strict=True)]
            negative = [weight * (1 - label) for weight, label in zip(weights, rows["y_true"], strict=True)]
        else:
            positive, negative = (
                [Fraction(str(w)) for w in rows[f"{name}_weight"]] for name in ("positive", "negative")
            )
        self.rows = list(zip(scores, positive, negative, strict=True))
        groups: dict[Fraction, list[Fraction]] = {}
        for score, pos, neg in self.rows:
            if pos or neg:
                group = groups.setdefault(score, [Fraction(0), Fraction(0)])
                group[0] += pos
                group[1] += neg
        self.groups = [tuple(groups[score]) for score in sorted(groups, reverse=True)]
        self.counted = "y_true" in rows and "sample_weight" not in rows
        self.truncated = "positives" in rows
        self.P = Fraction(rows.get("positives", sum(positive)))
        self.N = sum(negative, Fraction(0))
        # (TP, FP) at each threshold, after predicting nothing.
        self.path = [(Fraction(0), Fraction(0))]
        for pos, neg in self.groups:
            self.path.append((self.path[-1][0] + pos, self.path[-1][1] + neg))

    @property
    def both_classes(self) -> bool:
        """Whether all rows are there, and of both classes."""
        return bool(self.P and self.N) and not self.truncated

    def steps(self) -> list[tuple[Fraction, Fraction, Fraction]]:
        """Return for each threshold the recall it adds, and precision before and after; the first is level."""
        precision = [tp / (tp + fp) for tp, fp in self.path[1:]]
        return [
            (pos / self.P, before, after)
            for (pos, _), before, after in zip(self.groups, [precision[0], *precision], precision, strict=False)
        ]


def average_precision(sample: Sample) -> Number | None:
    return sum((recall * after for recall, _, after in sample.steps()), Fraction(0)) if sample.P else None


def interpolated(sample: Sample) -> Number | None:
    if not sample.P:
        return None
    steps = sample.steps()
    return sum((step[0] * max(p for _, _, p in steps[k:]) for k, step in enumerate(steps)), Fraction(0))


def linear(sample: Sample) -> Number | None:
    return sum((r * (before + after) / 2 for r, before, after in sample.steps()), Fraction(0)) if sample.P else None


def linear_from_one(sample: Sample) -> Number | None:
    if not sample.P:
        return None
    recall, first, _ = sample.steps()[0]
    return linear(sample) + recall * (1 - first) / 2


def upper_trapezoid(sample: Sample) -> Number | None:
    if not sample.P:
        return None
    steps = sample.steps()
    best = [steps[0][1], *(after for recall, _, after in steps if recall)]
    widths = [recall for recall, _, _ in steps if recall]
    return sum((w * (a + b) / 2 for w, (a, b) in zip(widths, pairwise(best), strict=True)), Fraction(0))


def continuous(sample: Sample) -> Number | None:
    if not sample.P:
        return None
    area = Decimal(0)
    for (pos, neg), (tp, fp) in zip(sample.groups, sample.path, strict=False):
        ends = decimal(pos / (pos + neg))
        if tp + fp:
            x = decimal((pos + neg) / (tp + fp))
            weight = (1 + x).ln() / x
            ends = weight * decimal(tp / (tp + fp)) + (1 - weight) * ends
        area += decimal(pos / sample.P) * ends
    return area


def davis_goadrich(sample: Sample) -> Number | None:
    if not sample.P or not sample.counted:
        return None
    area, before = Fraction(0), sample.steps()[0][1]
    for (pos, neg), (tp, fp) in zip(sample.groups, sample.path, strict=False):
        for more in range(1, int(pos) + 1):
            after = (tp + more) / (tp + more + fp + neg * more / pos)
            area += (before + after) / 2 / sample.P
            before = after
        tp, fp = tp + pos, fp + neg
        before = tp / (tp + fp)
    return area


def normalized(sample: Sample) -> Number | None:
    if not sample.both_classes:
        return None
    prior = decimal(sample.P / (sample.P + sample.N))
    least = 1 + (1 - prior) / prior * (1 - prior).ln()
    return (continuous(sample) - least) / (1 - least)


def gains(sample: Sample) -> list[tuple[Fraction, Fraction]]:
    """Return (recall gain, precision gain) along the path from recall gain 0 on; between them lines are straight."""
    odds, start = sample.P / sample.N, sample.P**2 / (sample.P + sample.N)
    points = []
    for (tp, fp), (next_tp, next_fp) in pairwise(sample.path):
        if tp < start <= next_tp:
            points.append((start, fp + (next_fp - fp) * (start - tp) / (next_tp - tp)))
        if next_tp >= start:
            points.append((next_tp, next_fp))
    return [(1 - odds * (sample.P - tp) / tp, 1 - odds * fp / tp) for tp, fp in points]


def gain_area(sample: Sample, clip: bool = False) -> Number | None:
    if not sample.both_classes:
        return None
    area = Fraction(0)
    for (x, y), (next_x, next_y) in pairwise(gains(sample)):
        part = (y + next_y) / 2
        if clip:
            high, low = max(y, next_y), min(y, next_y)
            part = part if low >= 0 else Fraction(0) if high <= 0 else high**2 / (high - low) / 2
        area += (next_x - x) * part
    return area


def roc(sample: Sample) -> list[tuple[Fraction, Fraction]]:
    return [(fp / sample.N, tp / sample.P) for tp, fp in sample.path]


def trapezoids(points: list[tuple[Fraction, Fraction]]) -> Fraction:
    return sum(((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points)), Fraction(0))


def roc_area(sample: Sample) -> Number | None:
    return trapezoids(roc(sample)) if sample.both_classes else None


def roc_partial(sample: Sample) -> Number | None:
    """Return the area up to a false positive rate of 1/2."""
    if not sample.both_classes:
        return None
    points = []
    for (x, y), (next_x, next_y) in pairwise(roc(sample)):
        if x < HALF:
            end = min(next_x, HALF)
            slope = (next_y - y) / (next_x - x) if next_x > x else Fraction(0)
            points += [(x, y), (end, next_y if next_x <= HALF else y + slope * (end - x))]
    return trapezoids(points)


def roc_hull(sample: Sample) -> Number | None:
    if not sample.both_classes:
        return None
    hull: list[tuple[Fraction, Fraction]] = []
    for x, y in roc(sample):
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]) <= (y - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        hull.append((x, y))
    return trapezoids(hull)


def kolmogorov_smirnov(sample: Sample) -> Number | None:
    return max(y - x for x, y in roc(sample)) if sample.both_classes else None


def best_f1(sample: Sample) -> Number | None:
    return max(2 * tp / (sample.P + tp + fp) for tp, fp in sample.path[1:]) if sample.P else None


def probabilities(sample: Sample) -> bool:
    return not sample.truncated and all(0 <= score <= 1 for score, _, _ in sample.rows)


def brier(sample: Sample) -> Number | None:
    if not probabilities(sample):
        return None
    total = sum((pos * (1 - score) ** 2 + neg * score**2 for score, pos, neg in sample.rows), Fraction(0))
    return total / (sample.P + sample.N)


def log_loss(sample: Sample) -> Number | None:
    if not probabilities(sample) or any(score in (0, 1) for score, _, _ in sample.rows):
        return None
    total = Decimal(0)
    for score, pos, neg in sample.rows:
        total -= decimal(pos) * decimal(score).ln() + decimal(neg) * decimal(1 - score).ln()
    return total / decimal(sample.P + sample.N)


def decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)


# By the names that docs/areas.md gives them; what each is, in a line.
CONVENTIONS: dict[str, tuple[Callable[[Sample], Number | None], str]] = {
    "AP": (average_precision, "sum of recall steps times the precision at their end; a tie is one step"),
    "AP (interpolated)": (interpolated, "the same with the largest precision at this recall or a higher one"),
    "AUPRC (continuous)": (continuous, "area under the arcs that mixtures of neighboring thresholds reach"),
    "AUPRC (linear)": (linear, "trapezoids in PR space; level left of the first threshold"),
    "AUPRC (linear from (0, 1))": (linear_from_one, "trapezoids in PR space after an added point (0, 1)"),
    "AUPRC (upper trapezoid)": (upper_trapezoid, "trapezoids between the largest precisions at each recall"),
    "AUPRC (Davis-Goadrich)": (davis_goadrich, "straight between whole true positives; false positives in proportion"),
    "AUCNPR": (normalized, "AUPRC (continuous) from 0 at the worst ranking of this prevalence to 1 at the best"),
    "AUPRG": (gain_area, "precision gain over recall gain from 0 to 1; negative gains count"),
    "AUPRG (clipped)": (lambda sample: gain_area(sample, clip=True), "the same; negative precision gains count 0"),
    "AUROC": (roc_area, "how often a positive scores higher than a negative; ties count half"),
    "AUROC (FPR to 1/2)": (roc_partial, "the same area up to a false positive rate of 1/2, not standardized"),
    "AUROC (convex hull)": (roc_hull, "area under the upper convex hull of the ROC points"),
    "KS": (kolmogorov_smirnov, "largest true positive rate minus false positive rate (one-sided)"),
    "maximal F1": (best_f1, "largest F1 of any threshold"),
    "Brier score": (brier, "mean squared distance of score and label; scores are probabilities"),
    "log loss": (log_loss, "mean negative log likelihood, natural logarithm; scores are probabilities"),
}


def rows(name: str, about: str, score: list[float], label: list[int] | None = None, **more: Any) -> dict[str, Any]:
    labels = {} if label is None else {"y_true": label}
    return {"name": name, "about": about, **labels, "y_score": score, **more}


def from_groups(name: str, about: str, counts: list[tuple[float, int, int]]) -> dict[str, Any]:
    """Return rows of (score, positives, negatives)."""
    score = [s for s, pos, neg in counts for _ in range(pos + neg)]
    label = [y for _, pos, neg in counts for y in [1] * pos + [0] * neg]
    return rows(name, about, score, label)


def drawn(seed: int, n: int, levels: int) -> tuple[list[int], list[float]]:
    """Return labels and scores in (0, 1) of which there are few: many ties."""
    random = Random(seed)
    label = [int(random.random() < 0.35) for _ in range(n)]
    label[0], label[1] = 1, 0
    score = [(int((random.random() * 0.7 + 0.3 * y) * levels) + 0.5) / levels for y in label]
    return label, [round(s, 4) for s in score]


def samples() -> list[dict[str, Any]]:
    """Return 40 samples."""
    ten = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    mixed = [1, 0, 1, 1, 0, 0, 1, 0, 0, 0]
    halves = [0.5, 1, 2, 0.25, 1.5, 1, 0.75, 4, 1, 0.5]
    found = [
        rows("no ties", "ten distinct scores", ten, mixed),
        rows("perfect", "all positives before all negatives", ten, [1] * 4 + [0] * 6),
        rows("reversed", "all negatives before all positives", ten, [0] * 6 + [1] * 4),
        rows("alternating", "positive first", ten, [1, 0] * 5),
        rows("alternating, negative first", "the first precision is 0", ten, [0, 1] * 5),
        rows("two rows", "the smallest sample with both classes", [0.75, 0.25], [1, 0]),
        rows("two rows, reversed", "the worst ranking of them", [0.75, 0.25], [0, 1]),
        rows("one positive, last", "recall leaves 0 at the last row only", ten, [0] * 9 + [1]),
        rows("one positive, in the middle", "a single step of recall", ten, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
        rows("one negative, first", "only the start is imperfect", ten, [0] + [1] * 9),
        rows("rows in another order", "the numbers of 'no ties'", ten[::-1], mixed[::-1]),
        rows("negative scores", "the ranks of 'no ties'", [round(s - 1, 2) for s in ten], mixed),
        rows("large scores", "the ranks of 'no ties'", [round(1e6 * s) for s in ten], mixed),
        rows("one tie of both classes", "two rows share a score", [0.9, 0.8, 0.8, 0.6, 0.5, 0.4], [1, 0, 1, 1, 0, 0]),
        rows("first rows tied", "the first threshold has both classes", [0.9, 0.9, 0.9, 0.5, 0.4], [0, 1, 0, 1, 0]),
        rows("last rows tied", "the last threshold has both classes", [0.9, 0.6, 0.3, 0.3, 0.3], [1, 0, 1, 0, 0]),
        rows("all tied", "one score: nothing but the prevalence", [0.5] * 10, mixed),
        rows(
            "labels as scores", "hard predictions: two thresholds", [1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0]
        ),
        from_groups(
            "wide steps",
            "few thresholds, each with many rows",
            [(0.9, 2, 5), (0.8, 5, 0), (0.7, 0, 8), (0.5, 2, 40), (0.2, 3, 2)],
        ),
        from_groups(
            "falling step",
            "a straight line in PR space lies far too high",
            [(0.9, 5, 5), (0.5, 5, 295), (0.1, 10, 100)],
        ),
        from_groups(
            "rare positives", "3 of 203", [(0.9, 1, 0), (0.7, 1, 20), (0.4, 0, 80), (0.3, 1, 40), (0.1, 0, 60)]
        ),
        from_groups("many positives", "57 of 60", [(0.9, 20, 1), (0.6, 30, 1), (0.2, 7, 1)]),
        from_groups("dent", "precision rises again", [(0.9, 1, 4), (0.8, 6, 0), (0.4, 1, 5), (0.3, 2, 0)]),
        from_groups("below chance", "worse than guessing, all gains negative", [(0.8, 1, 6), (0.5, 2, 4), (0.2, 4, 1)]),
    ]
    found += [
        rows("weights", "a weight for each row", ten, mixed, sample_weight=halves),
        rows("equal weights", "weights of 2: the numbers of 'no ties'", ten, mixed, sample_weight=[2] * 10),
        rows(
            "whole weights",
            "a weight of 3 is three equal rows",
            ten,
            mixed,
            sample_weight=[1, 3, 2, 1, 1, 2, 3, 1, 1, 2],
        ),
        rows("weights of 0", "two rows do not count", ten, mixed, sample_weight=[1, 0, 1, 1, 0, 1, 1, 1, 1, 1]),
        rows(
            "weights and ties",
            "both at once",
            [0.8, 0.8, 0.6, 0.6, 0.6, 0.4, 0.4, 0.2, 0.2, 0.2],
            mixed,
            sample_weight=halves,
        ),
        rows(
            "large weights",
            "from 1/1024 to 1048576",
            [0.9, 0.7, 0.5, 0.3],
            [1, 0, 1, 0],
            sample_weight=[0.0009765625, 1024, 1048576, 32],
        ),
    ]
    soft = [1, 0.75, 0.25, 1, 0.5, 0, 0.125, 0.25, 0, 0]
    found += [
        rows(
            "soft labels",
            "each row is in part positive",
            ten,
            positive_weight=soft,
            negative_weight=[1 - p for p in soft],
        ),
        rows(
            "soft labels and ties",
            "both at once",
            [0.9, 0.9, 0.6, 0.6, 0.6, 0.5, 0.5, 0.2, 0.2, 0.2],
            positive_weight=soft,
            negative_weight=[1 - p for p in soft],
        ),
        rows(
            "two weights",
            "positive and negative weights that do not add up to 1",
            ten,
            positive_weight=soft,
            negative_weight=halves,
        ),
        rows(
            "all rows half positive",
            "nothing can be told apart",
            ten,
            positive_weight=[0.5] * 10,
            negative_weight=[0.5] * 10,
        ),
    ]
    found += [
        rows("no positives", "recall is 0/0", [0.9, 0.5, 0.1], [0, 0, 0]),
        rows("no negatives", "precision is 1; the false positive rate is 0/0", [0.9, 0.5, 0.1], [1, 1, 1]),
        rows("ends early", "a detector found 5 of 8 positives", ten, [1, 1, 0, 1, 0, 0, 1, 0, 1, 0], positives=8),
        rows(
            "ends early, with ties",
            "a detector found 4 of 6 positives",
            [0.9, 0.9, 0.7, 0.7, 0.7, 0.2],
            [1, 0, 1, 1, 0, 1],
            positives=6,
        ),
    ]
    for seed, n, levels in ((1, 60, 12), (2, 200, 40)):
        label, score = drawn(seed, n, levels)
        found.append(rows(f"{n} rows, {levels} scores", "many ties", score, label))
    return found


def written(number: Number | None) -> dict[str, Any] | None:
    """Return a number as a double, and exactly: as a fraction, or with 25 digits."""
    if number is None:
        return None
    exact = str(number) if isinstance(number, Fraction) else f"{number:.25f}"
    return {"value": float(number), "exact": exact}


def document() -> str:
    """Return the text of the file."""
    lines = []
    for each in samples():
        sample = Sample(each)
        values = {name: written(function(sample)) for name, (function, _) in CONVENTIONS.items()}
        lines.append(json.dumps({**each, "values": values}, ensure_ascii=False))
    conventions = json.dumps({name: words for name, (_, words) in CONVENTIONS.items()}, indent=1)
    return f'{{"format": 1,\n"conventions": {conventions},\n"samples": [\n' + ",\n".join(lines) + "\n]}\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(document(), encoding="utf-8")
