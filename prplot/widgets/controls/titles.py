"""What controls, their options and their groups are called on the page."""

from __future__ import annotations

from collections.abc import Iterable

from prplot.draw.figures.surroundings import PARTS
from prplot.widgets.state.view import COSTS, MATRIX, SCORES, TITLES

# By the name of the field.
LABELS = {
    **{part.name: part.title for part in PARTS if part.title},
    "space": "Space",
    "interpolation": "Interpolation",
    "weighting": "Weighting",
    "threshold": "Threshold",
    "panels": "Panels",
    "shown": "Classifiers",
    "by": "Point is at",
    "recall": "Recall",
    "predicted_positive_rate": "Predicted pos.",
    "beta": "β",
    "table": "Table of areas, the best first",
    "isolines": "Isolines of",
    "levels": "Isolines",
    "band": "Band around each curve, 95 %",
    "interval": "Interval of each area, 95 %",
    "hull": "Hull with calibrated scores",
    "colors": "Thresholds as colours",
    "cut": "Cut",
    "ties": "Ties",
    "compare": "Compare with",
    "prevalence": "Prevalence",
    "between": "Area between",
    "alpha": "CROC α",
    "cost_fn": "Cost of a FN",
    "cost_fp": "Cost of a FP",
}
GROUPS = ("Panels and operating point", "Surroundings", "What if")
NOTHING = "nothing"
PANEL_TITLES = {**TITLES, SCORES: "Scores by class", MATRIX: "Confusion matrix"}
WEIGHTING_TITLES = {
    "soft": "weights as given (soft)",
    "hard": "hard labels at the cut",
    "unweighted": "hard labels, unweighted",
}
BY_TITLES = {
    "threshold": "the threshold",
    "recall": "a recall",
    "predicted_positive_rate": "a predicted positive rate",
    "f_beta": "the best Fβ",
    "expected_cost": "the least expected cost",
}
ISOLINE_TITLES = {
    "f_beta": "Fβ",
    "f_beta_gain": "Fβ gain",
    COSTS: "expected cost",
    "fpr": "false positive rate",
    "fnr": "false negative rate",
    "fdr": "false discovery rate",
    "npv": "negative predictive value",
    "mcc": "Matthews correlation (MCC)",
    "g_mean": "G-mean",
    "lr_positive": "positive likelihood ratio",
    "lr_negative": "negative likelihood ratio",
}


def quoted(name: str) -> str:
    """Return the label of a control, to name it in a sentence."""
    return f'"{LABELS[name]}"'


def option(name: str, title: str) -> str:
    """Return an option of a control, to name it in a sentence."""
    return f'"{LABELS[name]}: {title}"'


def either(words: Iterable[str]) -> str:
    """Return words as one of which any will do."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
