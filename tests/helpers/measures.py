"""Every measure of a confusion matrix by its definition, exactly."""

from __future__ import annotations

import math
from fractions import Fraction

# Of these `definitions` has the (signed) square.
SQUARED = ("mcc", "g_mean", "fowlkes_mallows", "corner_distance")
# Those that are better where they are lower.
LOWER = {"fpr", "fnr", "fdr", "false_omission_rate", "error_rate", "lr_negative", "corner_distance"}


def ratio(top, bottom):
    """None where it is 0/0."""
    return Fraction(top) / bottom if bottom else (math.inf if top else None)


def f_measure(beta, tp, fp, fn, _):
    b2 = Fraction(beta) ** 2
    return ratio((1 + b2) * tp, (1 + b2) * tp + fp + b2 * fn)


def gain(value, pi):
    """The harmonic scale that sends π to 0 and 1 to 1."""
    return None if value is None else (value - pi) / ((1 - pi) * value) if value else -math.inf


def definitions(tp, fp, fn, tn):
    """Every measure from rates and shares of fractions; None where it is 0/0."""
    p, n = tp + fn, fp + tn
    pi, recall, fpr = p / (p + n), tp / p, fp / n
    precision, npv = ratio(tp, tp + fp), ratio(tn, fn + tn)
    covariance = tp * tn - fp * fn
    accuracy, share = pi * recall + (1 - pi) * (1 - fpr), (tp + fp) / (p + n)
    by_chance = pi * share + (1 - pi) * (1 - share)
    f_values = {f"f{b:g}": f_measure(b, tp, fp, fn, tn) for b in (0.5, 1, 2)}
    return {
        "precision": precision,
        "recall": recall,
        "fpr": fpr,
        "specificity": 1 - fpr,
        "fnr": 1 - recall,
        "fdr": None if precision is None else 1 - precision,
        "npv": npv,
        "false_omission_rate": None if npv is None else 1 - npv,
        "accuracy": accuracy,
        "error_rate": pi * (1 - recall) + (1 - pi) * fpr,
        "balanced_accuracy": (recall + 1 - fpr) / 2,
        "informedness": recall - fpr,
        "markedness": None if None in (precision, npv) else precision + npv - 1,
        "mcc": ratio(covariance * abs(covariance), (tp + fp) * p * n * (fn + tn)),
        "kappa": ratio(accuracy - by_chance, 1 - by_chance),
        "g_mean": recall * (1 - fpr),
        "corner_distance": fpr**2 + (1 - recall) ** 2,
        "jaccard": ratio(tp, tp + fp + fn),
        "fowlkes_mallows": None if precision is None else precision * recall,
        "lr_positive": ratio(recall, fpr),
        "lr_negative": ratio(1 - recall, 1 - fpr),
        "predicted_positive_rate": share,
        "lift": None if precision is None else precision / pi,
        "precision_gain": gain(precision, pi),
        "recall_gain": gain(recall, pi),
        **f_values,
        **{f"{name}_gain": gain(value, pi) for name, value in f_values.items()},
    }


NAMES = list(definitions(*map(Fraction, (3, 6, 2, 9))))


def values(*cells):
    """Every measure as a float, NaN where it is 0/0."""
    found = {name: math.nan if v is None else v for name, v in definitions(*map(Fraction, cells)).items()}
    rooted = {name: math.copysign(math.sqrt(abs(found[name])), found[name]) for name in SQUARED}
    return {name: float(value) for name, value in (found | rooted).items()}
